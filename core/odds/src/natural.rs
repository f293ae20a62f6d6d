//! Non-negative whole numbers of any size. Stored as digits in base 2^32, so that a product of two
//! digits and two carries fits a `u64`. The numbers here have a few dozen digits, and plain long
//! arithmetic is the fastest for those.

#![expect(clippy::arithmetic_side_effects, reason = "two digits and two carries fit a u64")]

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

/// A whole number that is not negative, of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// The lowest first; the last one is not 0.
    digits: Vec<u32>,
}

const DIGIT: u32 = u32::BITS;

impl Natural {
    pub fn new(number: u128) -> Self {
        Self::of((0..4).map(|place| low(number >> (DIGIT * place))).collect())
    }

    fn of(mut digits: Vec<u32>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits }
    }

    pub(crate) fn power_of_ten(power: u32) -> Self {
        let small = 10_u128.checked_pow(power).map(Self::new);
        small.unwrap_or_else(|| Self::new(10).power(power))
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The number, if it is small enough.
    pub fn to_u128(&self) -> Option<u128> {
        let join = |number: u128, &digit: &u32| number << DIGIT | u128::from(digit);
        (self.digits.len() <= 4).then(|| self.digits.iter().rev().fold(0, join))
    }

    /// How many binary digits it has.
    pub(crate) fn bits(&self) -> usize {
        let top = self.digits.last().map_or(0, |digit| DIGIT - digit.leading_zeros());
        (self.digits.len().max(1) - 1) * DIGIT as usize + top as usize
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (long, short) =
            if self.digits.len() < other.digits.len() { (other, self) } else { (self, other) };
        let shorter = short.digits.iter().copied().chain(std::iter::repeat(0));
        let mut carry = 0;
        let mut digits: Vec<u32> = Vec::with_capacity(long.digits.len() + 1);
        for (&one, other) in long.digits.iter().zip(shorter) {
            let sum = u64::from(one) + u64::from(other) + carry;
            digits.push(low(sum.into()));
            carry = sum >> DIGIT;
        }
        digits.push(low(carry.into()));
        Self::of(digits)
    }

    /// The difference; the other number is not larger.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        assert!(other <= self, "nothing here is below zero");
        let others = other.digits.iter().copied().chain(std::iter::repeat(0));
        let mut borrowed = false;
        let digit = |(&one, other): (&u32, u32)| {
            let (difference, first) = one.overflowing_sub(other);
            let (difference, second) = difference.overflowing_sub(u32::from(borrowed));
            borrowed = first || second;
            difference
        };
        Self::of(self.digits.iter().zip(others).map(digit).collect())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut digits = vec![0; self.digits.len() + other.digits.len()];
        for (place, &one) in self.digits.iter().enumerate() {
            let mut carry = 0;
            for (digit, &other) in digits[place..].iter_mut().zip(&other.digits) {
                let sum = u64::from(one) * u64::from(other) + u64::from(*digit) + carry;
                *digit = low(sum.into());
                carry = sum >> DIGIT;
            }
            digits[place + other.digits.len()] = low(carry.into());
        }
        Self::of(digits)
    }

    pub(crate) fn power(&self, power: u32) -> Self {
        (0..power).fold(Self::new(1), |product, _| product.times(self))
    }

    fn shifted_up(&self, bits: usize) -> Self {
        let (whole, rest) = (bits / DIGIT as usize, bits % DIGIT as usize);
        let zeros = Self { digits: vec![0; whole] };
        let moved = self.times(&Self::new(1 << rest));
        Self::of([zeros.digits, moved.digits].concat())
    }

    fn shifted_down(&self, bits: usize) -> Self {
        let (whole, rest) = (bits / DIGIT as usize, bits % DIGIT as usize);
        let digits = self.digits.get(whole..).unwrap_or_default();
        let next = digits.iter().skip(1).copied().chain([0]);
        let pair = |(&one, next): (&u32, u32)| u64::from(next) << DIGIT | u64::from(one);
        Self::of(digits.iter().zip(next).map(|both| low((pair(both) >> rest).into())).collect())
    }

    /// The quotient, rounded down, and the remainder.
    pub(crate) fn divided_by(&self, divisor: &Self) -> (Self, Self) {
        assert!(!divisor.is_zero(), "nothing can be divided by zero");
        if self < divisor {
            return (Self::default(), self.clone());
        }
        if let [only] = divisor.digits[..] {
            return self.divided_by_digit(only);
        }
        // Shift the divisor so that the top bit of its highest digit is set: then a digit of the
        // quotient that is guessed from the two highest digits is at most two too large.
        let up = divisor.digits.last().map_or(0, |digit| digit.leading_zeros() as usize);
        let (quotient, rest) = self.shifted_up(up).divided_by_top_heavy(&divisor.shifted_up(up));
        (quotient, rest.shifted_down(up))
    }

    fn divided_by_digit(&self, divisor: u32) -> (Self, Self) {
        let mut rest = 0;
        let mut digits = vec![0; self.digits.len()];
        for (quotient, &digit) in digits.iter_mut().zip(&self.digits).rev() {
            let part = rest << DIGIT | u64::from(digit);
            *quotient = low((part / u64::from(divisor)).into());
            rest = part % u64::from(divisor);
        }
        (Self::of(digits), Self::new(rest.into()))
    }

    /// Long division, as by hand; Knuth's algorithm D.
    fn divided_by_top_heavy(&self, divisor: &Self) -> (Self, Self) {
        let length = divisor.digits.len();
        let top = u64::from(divisor.digits[length - 1]);
        let mut rest = self.clone();
        let mut digits = vec![0; self.digits.len() - length + 1];
        for place in (0..digits.len()).rev() {
            let digit = |place: usize| u64::from(rest.digits.get(place).copied().unwrap_or(0));
            let highest = digit(place + length) << DIGIT | digit(place + length - 1);
            let mut guess = (highest / top).min(u32::MAX.into());
            let part = |guess: u64| {
                divisor.times(&Self::new(guess.into())).shifted_up(place * DIGIT as usize)
            };
            let mut taken = part(guess);
            while taken > rest {
                guess -= 1;
                taken = part(guess);
            }
            rest = rest.minus(&taken);
            digits[place] = low(guess.into());
        }
        (Self::of(digits), rest)
    }

    /// The square root, rounded down.
    pub(crate) fn square_root(&self) -> Self {
        if self.is_zero() {
            return Self::default();
        }
        // Newton's steps fall towards the root from above and never below its whole part.
        let mut root = Self::new(1).shifted_up(self.bits().div_ceil(2));
        loop {
            let next = root.plus(&self.divided_by(&root).0).shifted_down(1);
            if next >= root {
                return root;
            }
            root = next;
        }
    }

    /// The largest number that divides both; of 0 and a number, the number.
    pub(crate) fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            (a, b) = (b.clone(), a.divided_by(&b).1);
        }
        a
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low(number: u128) -> u32 {
    number as u32
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let longer = self.digits.len().cmp(&other.digits.len());
        longer.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NINE_DIGITS: u32 = 1_000_000_000;
        let mut parts = Vec::new();
        let mut rest = self.clone();
        while !rest.is_zero() {
            let (quotient, part) = rest.divided_by_digit(NINE_DIGITS);
            parts.push(part.to_u128().unwrap_or(0));
            rest = quotient;
        }
        let mut text = parts.pop().unwrap_or(0).to_string();
        for part in parts.iter().rev() {
            write!(text, "{part:09}")?;
        }
        f.pad_integral(true, "", &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taisai_testing::luck::Luck;

    /// Numbers of many lengths that look random, the same every time, with borders among them.
    fn numbers() -> Vec<Natural> {
        let mut luck = Luck::new(1);
        let mut next = || u32::try_from(luck.word() >> 32).unwrap();
        let mut numbers: Vec<Natural> =
            (0..40).map(|length| Natural::of((0..length / 2).map(|_| next()).collect())).collect();
        for power in [1, 31, 32, 33, 64, 96, 128, 200] {
            let two = Natural::new(1).shifted_up(power);
            numbers.push(two.minus(&Natural::new(1)));
            numbers.push(two.plus(&Natural::new(1)));
            numbers.push(two);
        }
        numbers
    }

    #[test]
    fn small_numbers_are_those_of_the_machine() {
        let some = [0, 1, 2, 9, 10, 4_294_967_295, 4_294_967_296, 4_294_967_297, 1 << 63];
        for a in some {
            for b in some {
                let (wide, other) = (Natural::new(a), Natural::new(b));
                assert_eq!(wide.plus(&other).to_u128(), Some(a + b));
                assert_eq!(wide.times(&other).to_u128(), Some(a * b));
                assert_eq!(wide.cmp(&other), a.cmp(&b));
                if let (Some(quotient), Some(rest)) = (a.checked_div(b), a.checked_rem(b)) {
                    let computed = wide.divided_by(&other);
                    assert_eq!(computed, (Natural::new(quotient), Natural::new(rest)));
                }
                if b <= a {
                    assert_eq!(wide.minus(&other).to_u128(), Some(a - b));
                }
            }
            assert_eq!(Natural::new(a).square_root().to_u128(), Some(a.isqrt()));
            assert_eq!(Natural::new(a).to_string(), a.to_string());
        }
    }

    #[test]
    fn a_quotient_times_its_divisor_and_the_rest_are_the_number() {
        let numbers = numbers();
        for number in &numbers {
            for divisor in numbers.iter().filter(|divisor| !divisor.is_zero()) {
                let (quotient, rest) = number.divided_by(divisor);
                assert!(rest < *divisor, "{number} by {divisor}");
                assert_eq!(quotient.times(divisor).plus(&rest), *number);
                let product = number.times(divisor);
                assert_eq!(product.divided_by(divisor), (number.clone(), Natural::default()));
                assert_eq!(number.plus(divisor).minus(divisor), *number);
            }
        }
    }

    #[test]
    fn a_root_is_the_largest_whose_square_is_not_larger() {
        for number in numbers() {
            let root = number.square_root();
            let above = root.plus(&Natural::new(1));
            assert!(root.times(&root) <= number && number < above.times(&above), "{number}");
        }
    }

    #[test]
    fn a_common_divisor_divides_both_and_leaves_nothing_in_common() {
        let numbers = numbers();
        for pair in numbers.windows(2).filter(|pair| !pair[0].is_zero() && !pair[1].is_zero()) {
            let factor = Natural::new(3 << 90);
            let [a, b] = [&pair[0], &pair[1]].map(|number| number.times(&factor));
            let divisor = a.common_divisor(&b);
            let [left, right] = [a, b].map(|number| number.divided_by(&divisor));
            assert!(left.1.is_zero() && right.1.is_zero());
            assert_eq!(left.0.common_divisor(&right.0), Natural::new(1));
        }
    }

    #[test]
    fn long_numbers_are_written_in_tens() {
        assert_eq!(Natural::power_of_ten(30).to_string(), format!("1{}", "0".repeat(30)));
        let two = Natural::new(2).power(200).to_string();
        assert_eq!(two, "1606938044258990275541962092341162602522202993782792835301376");
    }
}
