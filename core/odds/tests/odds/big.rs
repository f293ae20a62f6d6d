//! Whole numbers of any size for the tests alone, in decimal and as simple as can be, so that no
//! mistake of the crate's own can hide in them.

use std::cmp::Ordering;

/// A whole number: whether it is negative, and nine decimal digits to a place, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Big(bool, Vec<u64>);

const BASE: u64 = 1_000_000_000;

impl Big {
    fn trimmed(is_negative: bool, mut places: Vec<u64>) -> Self {
        while places.last() == Some(&0) {
            places.pop();
        }
        Self(is_negative && !places.is_empty(), places)
    }

    /// A number as it is written.
    pub(crate) fn read(text: &str) -> Self {
        let digits = text.trim_start_matches('-').as_bytes();
        let place = |part: &[u8]| std::str::from_utf8(part).unwrap().parse().unwrap();
        Self::trimmed(text.starts_with('-'), digits.rchunks(9).map(place).collect())
    }

    pub(crate) fn of(number: i128) -> Self {
        Self::read(&number.to_string())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        if self.0 != other.0 {
            return self.minus(&Self(!other.0, other.1.clone()));
        }
        let mut places = Vec::new();
        let mut carry = 0;
        for place in 0..=self.1.len().max(other.1.len()) {
            let of = |number: &Self| number.1.get(place).copied().unwrap_or(0);
            let sum = of(self) + of(other) + carry;
            places.push(sum % BASE);
            carry = sum / BASE;
        }
        Self::trimmed(self.0, places)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        if self.0 != other.0 {
            return self.plus(&Self(!other.0, other.1.clone()));
        }
        if smaller(&self.1, &other.1) {
            let turned = other.minus(self);
            return Self::trimmed(!turned.0, turned.1);
        }
        let (mut places, mut borrowed) = (self.1.clone(), 0);
        for (place, digit) in places.iter_mut().enumerate() {
            let taken = other.1.get(place).copied().unwrap_or(0) + borrowed;
            borrowed = u64::from(*digit < taken);
            *digit = *digit + borrowed * BASE - taken;
        }
        Self::trimmed(self.0, places)
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut places = vec![0; self.1.len() + other.1.len() + 1];
        for (place, one) in self.1.iter().enumerate() {
            for (others, other) in other.1.iter().enumerate() {
                let sum = places[place + others] + one * other;
                places[place + others] = sum % BASE;
                places[place + others + 1] += sum / BASE;
            }
        }
        Self::trimmed(self.0 != other.0, places)
    }

    pub(crate) fn power(&self, power: u32) -> Self {
        (0..power).fold(Self::of(1), |product, _| product.times(self))
    }
}

fn smaller(one: &[u64], other: &[u64]) -> bool {
    one.len().cmp(&other.len()).then_with(|| one.iter().rev().cmp(other.iter().rev()))
        == Ordering::Less
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.minus(other) {
            Self(true, _) => Ordering::Less,
            Self(false, places) if places.is_empty() => Ordering::Equal,
            Self(false, _) => Ordering::Greater,
        }
    }
}

/// An exact fraction of two of them; the one below the line is positive.
#[derive(Clone, Debug)]
pub(crate) struct Exact(pub(crate) Big, pub(crate) Big);

impl Exact {
    /// A fraction or a decimal as it is written: `-17/36`, `0.125`, `4.5e-9`.
    pub(crate) fn read(text: &str) -> Self {
        if let Some((above, below)) = text.split_once('/') {
            return Self(Big::read(above), Big::read(below));
        }
        let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
        let power = power.parse::<i32>().unwrap() - i32::try_from(rest.len()).unwrap();
        let (number, ten) = (Big::read(&format!("{whole}{rest}")), Big::of(10));
        if power < 0 {
            Self(number, ten.power(power.unsigned_abs()))
        } else {
            Self(number.times(&ten.power(power.unsigned_abs())), Big::of(1))
        }
    }

    /// How large one of the last written digit is.
    fn last_place(text: &str) -> Self {
        let digits = text.bytes().take_while(|byte| *byte != b'e');
        let zeros = |byte: u8| if byte.is_ascii_digit() { '0' } else { char::from(byte) };
        let mut unit: String = digits.map(zeros).collect();
        unit.pop();
        let power = text.split_once('e').map(|(_, power)| format!("e{power}")).unwrap_or_default();
        Self::read(&format!("{}1{power}", unit.trim_start_matches('-')))
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Self(self.0.times(&other.0), self.1.times(&other.1))
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(self.0.times(&other.1).plus(&other.0.times(&self.1)), self.1.times(&other.1))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(Big::of(0).minus(&other.0), other.1.clone()))
    }

    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        self.0.times(&other.1) <= other.0.times(&self.1)
    }

    /// The bounds of what this text may be rounded from: half of its last place either way.
    fn rounded_from(text: &str) -> (Self, Self) {
        let half = Self::last_place(text).times(&Self(Big::of(1), Big::of(2)));
        let number = Self::read(text);
        (number.minus(&half), number.plus(&half))
    }

    /// Whether this text is the number with every digit right.
    pub(crate) fn is_written(&self, text: &str) -> bool {
        let (low, high) = Self::rounded_from(text);
        low.is_at_most(self) && self.is_at_most(&high)
    }

    /// Whether this text is the root of the number with every digit right, on whichever side.
    pub(crate) fn is_square_of_written(&self, text: &str) -> bool {
        let (low, high) = Self::rounded_from(text.trim_start_matches('-'));
        let is_above = low.0 < Big::of(0) || low.times(&low).is_at_most(self);
        is_above && self.is_at_most(&high.times(&high))
    }
}
