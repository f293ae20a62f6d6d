//! Sums and products of whole numbers that panic on overflow, in every build. The plain operators
//! wrap in a release build without overflow checks, and this crate does not decide in which build
//! it ends up.

/// Arithmetic that is right or panics.
pub(crate) trait Checked: Copy {
    #[track_caller]
    fn plus(self, other: Self) -> Self;
    /// The difference.
    #[track_caller]
    fn minus(self, other: Self) -> Self;
    /// The product.
    #[track_caller]
    fn times(self, other: Self) -> Self;
}

macro_rules! checked {
    ($($number:ty),*) => {$(
        impl Checked for $number {
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.checked_add(other).expect("the sum fits its type")
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.checked_sub(other).expect("the difference fits its type")
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.checked_mul(other).expect("the product fits its type")
            }
        }
    )*};
}

checked!(u32, u64, u128, usize, i64, i128);

/// Iterators whose items can be summed with a check.
pub(crate) trait Total: Iterator {
    /// The sum of all items; zero for none.
    #[track_caller]
    fn total(self) -> Self::Item
    where
        Self: Sized,
        Self::Item: Checked + Default,
    {
        self.fold(Self::Item::default(), Checked::plus)
    }
}

impl<I: Iterator> Total for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_added_and_multiplied() {
        assert_eq!(u64::MAX.minus(1).plus(1), u64::MAX);
        assert_eq!(i64::MIN.plus(1).times(-1), i64::MAX);
        assert_eq!([1_u128, 2, 3].into_iter().total(), 6);
        assert_eq!(std::iter::empty::<i128>().total(), 0);
    }

    #[test]
    #[should_panic(expected = "the sum fits its type")]
    fn a_sum_beyond_the_type_stops_the_program() {
        let _ = [u64::MAX, 1].into_iter().total();
    }

    #[test]
    #[should_panic(expected = "the product fits its type")]
    fn a_product_beyond_the_type_stops_the_program() {
        let _ = i128::MAX.times(2);
    }
}
