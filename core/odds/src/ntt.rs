//! Exact convolution of whole numbers, by number-theoretic transforms over two primes.
//!
//! A probability here is a whole number of 2^-61. Multiplying two distributions gives sums of
//! products below 2^122; each transform computes them modulo one prime, and the two remainders
//! together name the sum, for the product of the primes is larger than any sum can be.

/// A prime below 2^62 with a root of unity of order 2^26, and what its arithmetic needs.
struct Prime {
    modulus: u64,
    /// A number that is no square modulo the prime; its odd power gives the roots of unity.
    non_residue: u64,
    /// Minus one divided by the modulus, modulo 2^64: Montgomery's constant.
    factor: u64,
    /// 2^128 modulo the modulus, which brings a number into Montgomery's form.
    square: u64,
}

const PRIMES: [Prime; 2] =
    [Prime::new(4_611_686_017_554_972_673, 5), Prime::new(4_611_686_015_004_835_841, 3)];

impl Prime {
    const fn new(modulus: u64, non_residue: u64) -> Self {
        // Newton: each step doubles the correct bits of the inverse modulo 2^64.
        let mut inverse = modulus;
        let mut step = 0;
        while step < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
            step += 1;
        }
        let radix = (1_u128 << 64) % modulus as u128;
        let square = low_half(radix * radix % modulus as u128);
        Self { modulus, non_residue, factor: inverse.wrapping_neg(), square }
    }

    /// The product of two numbers in Montgomery's form.
    const fn multiply(&self, a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        let low = low_half(product).wrapping_mul(self.factor);
        let reduced = low_half((product + low as u128 * self.modulus as u128) >> 64);
        if reduced >= self.modulus { reduced - self.modulus } else { reduced }
    }

    fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }

    const fn subtract(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.modulus - b }
    }

    const fn enter(&self, number: u64) -> u64 {
        self.multiply(number, self.square)
    }

    fn leave(&self, number: u64) -> u64 {
        self.multiply(number, 1)
    }

    const fn power(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut result, mut base) = (self.enter(1), base);
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = self.multiply(result, base);
            }
            base = self.multiply(base, base);
            exponent /= 2;
        }
        result
    }

    const fn invert(&self, number: u64) -> u64 {
        self.power(number, self.modulus - 2)
    }

    /// A root of unity of this order, in Montgomery's form.
    fn root(&self, order: usize) -> u64 {
        self.power(self.enter(self.non_residue), (self.modulus - 1) / order as u64)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low_half(number: u128) -> u64 {
    number as u64
}

/// The sums of products `Σ a[i]·b[k-i]`, exactly. The factors of each sum must be shares of one
/// whole of at most 2^61, so that no sum reaches the product of the primes.
pub(crate) fn convolve(a: &[u64], b: &[u64]) -> Vec<u128> {
    // Below this the plain sum is faster than six transforms.
    const DIRECT_MAX: usize = 64;
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    if a.len().min(b.len()) <= DIRECT_MAX {
        return convolve_directly(a, b);
    }
    let [one, other] = PRIMES.map(|prime| prime.convolve(a, b));
    let length = a.len() + b.len() - 1;
    one.iter().zip(&other).take(length).map(|(&one, &other)| join(one, other)).collect()
}

fn convolve_directly(a: &[u64], b: &[u64]) -> Vec<u128> {
    let mut sums = vec![0_u128; a.len() + b.len() - 1];
    for (place, &factor) in a.iter().enumerate() {
        for (sum, &other) in sums[place..].iter_mut().zip(b) {
            *sum += u128::from(factor) * u128::from(other);
        }
    }
    sums
}

/// The one number below the product of the primes with these two remainders.
fn join(one: u64, other: u64) -> u128 {
    const INVERSE: u64 = {
        // The first prime's inverse modulo the second, in Montgomery's form.
        let [first, second] = PRIMES;
        second.invert(second.enter(first.modulus % second.modulus))
    };
    let [first, second] = &PRIMES;
    let difference = second.subtract(other, one % second.modulus);
    let times = second.multiply(difference, INVERSE);
    u128::from(one) + u128::from(times) * u128::from(first.modulus)
}

impl Prime {
    fn convolve(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let order = (a.len() + b.len() - 1).next_power_of_two();
        let roots = self.powers(self.root(order), order / 2);
        let mut product = self.transform(a, order, &roots);
        if a == b {
            for value in &mut product {
                *value = self.multiply(*value, *value);
            }
        } else {
            let other = self.transform(b, order, &roots);
            for (value, other) in product.iter_mut().zip(other) {
                *value = self.multiply(*value, other);
            }
        }
        self.transform_back(product)
    }

    fn powers(&self, base: u64, count: usize) -> Vec<u64> {
        let next = |power: &u64| Some(self.multiply(*power, base));
        std::iter::successors(Some(self.enter(1)), next).take(count).collect()
    }

    /// The values of the polynomial at all roots of unity, in an order the way back undoes.
    fn transform(&self, numbers: &[u64], order: usize, roots: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = numbers.iter().map(|&number| self.enter(number)).collect();
        values.resize(order, 0);
        let mut length = order;
        while length > 1 {
            let (half, stride) = (length / 2, order / length);
            for block in values.chunks_exact_mut(length) {
                let (low, high) = block.split_at_mut(half);
                for (place, (low, high)) in low.iter_mut().zip(high).enumerate() {
                    let (a, b) = (*low, *high);
                    *low = self.add(a, b);
                    *high = self.multiply(self.subtract(a, b), roots[place * stride]);
                }
            }
            length = half;
        }
        values
    }

    fn transform_back(&self, mut values: Vec<u64>) -> Vec<u64> {
        let order = values.len();
        let roots = self.powers(self.invert(self.root(order)), order / 2);
        let mut length = 2;
        while length <= order {
            let (half, stride) = (length / 2, order / length);
            for block in values.chunks_exact_mut(length) {
                let (low, high) = block.split_at_mut(half);
                for (place, (low, high)) in low.iter_mut().zip(high).enumerate() {
                    let (a, b) = (*low, self.multiply(*high, roots[place * stride]));
                    *low = self.add(a, b);
                    *high = self.subtract(a, b);
                }
            }
            length *= 2;
        }
        let share = self.invert(self.enter(order as u64));
        let scale = |value: &u64| self.leave(self.multiply(*value, share));
        values.iter().map(scale).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same every time, and sum to less than 2^61.
    fn shares(count: usize, seed: u64) -> Vec<u64> {
        let ceiling = (1 << 61) / count as u64;
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            (state >> 3) % ceiling
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn transforms_give_the_plain_sums() {
        for (a, b) in [(65, 65), (65, 1_000), (100, 157), (512, 512), (513, 512)] {
            let (a, b) = (shares(a, 1), shares(b, 2));
            assert_eq!(convolve(&a, &b), convolve_directly(&a, &b));
            assert_eq!(convolve(&a, &a), convolve_directly(&a, &a));
        }
    }

    #[test]
    fn the_largest_sum_is_named_exactly() {
        let mut whole = vec![0; 100];
        whole[99] = 1 << 61;
        let square = convolve(&whole, &whole);
        assert_eq!(square[198], 1 << 122);
        assert_eq!(square.iter().filter(|&&sum| sum != 0).count(), 1);
    }

    #[test]
    fn nothing_times_something_is_nothing() {
        assert!(convolve(&[], &[1]).is_empty());
        assert_eq!(convolve(&[3], &[5]), [15]);
    }
}
