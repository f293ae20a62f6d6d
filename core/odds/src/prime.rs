//! Arithmetic modulo two primes just below 2^62, made for long rows of numbers.
//!
//! Between the steps of a transform numbers are not reduced fully: below four times the modulus is
//! below 2^64, and that is enough. Each operation states its input and output ranges; within them
//! nothing overflows, and so the arithmetic here is unchecked.

#![expect(clippy::arithmetic_side_effects, reason = "each operation says what it takes and gives")]

/// A prime between 2^61 and 2^62 with roots of unity of order 2^26, and what its arithmetic needs.
pub(crate) struct Prime {
    modulus: u64,
    /// A non-square modulo the prime; its odd power gives the roots of unity.
    non_residue: u64,
    /// Minus one divided by the modulus, modulo 2^64: Montgomery's constant.
    factor: u64,
    /// 2^128 modulo the modulus, which brings a number into Montgomery's form.
    square: u64,
}

/// The larger one first.
pub(crate) const PRIMES: [Prime; 2] =
    [Prime::new(4_611_686_017_554_972_673, 5), Prime::new(4_611_686_015_004_835_841, 3)];

/// A number to multiply with again and again, and its quotient by the modulus as 64 binary places:
/// with it a product is reduced by two more multiplications and no division (Shoup).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor {
    value: u64,
    quotient: u64,
}

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

    /// A sum of up to four products of reduced numbers, divided by 2^64; below twice the modulus.
    #[inline]
    pub(crate) const fn divide_by_radix(&self, sum: u128) -> u64 {
        let low = low_half(sum).wrapping_mul(self.factor);
        // The low halves cancel to nothing, and carry one unless both are nothing already.
        let carry = (low_half(sum) != 0) as u64;
        let high = high_half(low as u128 * self.modulus as u128);
        high_half(sum).wrapping_add(high).wrapping_add(carry)
    }

    /// The product of two reduced numbers in Montgomery's form.
    pub(crate) const fn multiply(&self, a: u64, b: u64) -> u64 {
        self.once(self.divide_by_radix(a as u128 * b as u128))
    }

    /// Takes the modulus away once where the number has reached it.
    #[inline]
    pub(crate) const fn once(&self, number: u64) -> u64 {
        let less = number.wrapping_sub(self.modulus);
        if number >= self.modulus { less } else { number }
    }

    /// Takes twice the modulus away where the number has reached it.
    #[inline]
    pub(crate) const fn twice(&self, number: u64) -> u64 {
        let less = number.wrapping_sub(2 * self.modulus);
        if number >= 2 * self.modulus { less } else { number }
    }

    /// The remainder of a number below four times the modulus.
    #[inline]
    pub(crate) const fn reduced(&self, number: u64) -> u64 {
        self.once(self.twice(number))
    }

    /// The sum of two numbers below twice the modulus, below four times the modulus.
    #[inline]
    pub(crate) const fn add(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    /// The difference of two numbers below twice the modulus, below four times the modulus.
    #[inline]
    pub(crate) const fn subtract(&self, a: u64, b: u64) -> u64 {
        a.wrapping_sub(b).wrapping_add(2 * self.modulus)
    }

    /// Any number times a factor, below twice the modulus.
    #[inline]
    pub(crate) const fn times(&self, number: u64, factor: Factor) -> u64 {
        let quotient = high_half(number as u128 * factor.quotient as u128);
        number.wrapping_mul(factor.value).wrapping_sub(quotient.wrapping_mul(self.modulus))
    }

    /// The sum and the difference of a number below four times the modulus and one below twice.
    #[inline]
    pub(crate) const fn cross(&self, a: u64, b: u64) -> (u64, u64) {
        let a = self.twice(a);
        (Self::add(a, b), self.subtract(a, b))
    }

    /// The sum, and the second less the first times a factor; all are below twice the modulus.
    #[inline]
    pub(crate) const fn uncross(&self, a: u64, b: u64, factor: Factor) -> (u64, u64) {
        (self.twice(Self::add(a, b)), self.times(self.subtract(b, a), factor))
    }

    /// The product of two polynomials modulo x^4 − root, divided by 2^64. Their coefficients may
    /// be up to four times the modulus and those of the product are below twice; the root is in
    /// Montgomery's form.
    #[inline]
    pub(crate) fn multiply_part(&self, part: [u64; 4], other: [u64; 4], root: u64) -> [u64; 4] {
        let [part, other] = [part, other].map(|part| part.map(|number| self.reduced(number)));
        let term = |place: usize, others: usize| product(part[place], other[others]);
        let around = |sum| product(self.once(self.divide_by_radix(sum)), root);
        // Nowhere are there more than four products of reduced numbers.
        [
            add(term(0, 0), around(add(term(1, 3), add(term(2, 2), term(3, 1))))),
            add(add(term(0, 1), term(1, 0)), around(add(term(2, 3), term(3, 2)))),
            add(add(term(0, 2), term(1, 1)), add(term(2, 0), around(term(3, 3)))),
            add(add(term(0, 3), term(1, 2)), add(term(2, 1), term(3, 0))),
        ]
        .map(|sum| self.divide_by_radix(sum))
    }

    /// The product of a polynomial with itself, in the same way.
    #[inline]
    pub(crate) fn square_part(&self, part: [u64; 4], root: u64) -> [u64; 4] {
        let [a, b, c, d] = part.map(|number| self.reduced(number));
        let [a2, b2, c2] = [a, b, c].map(|number| number.wrapping_add(number));
        let around = |sum| product(self.once(self.divide_by_radix(sum)), root);
        [
            add(product(a, a), around(add(product(b2, d), product(c, c)))),
            add(product(a2, b), around(product(c2, d))),
            add(add(product(a2, c), product(b, b)), around(product(d, d))),
            add(product(a2, d), product(b2, c)),
        ]
        .map(|sum| self.divide_by_radix(sum))
    }

    /// The factor of a reduced number in Montgomery's form.
    pub(crate) const fn as_factor(&self, number: u64) -> Factor {
        // The form is the remainder of number·2^64, and the rest is the modulus times the quotient:
        // an exact division, which is a multiplication modulo 2^64.
        let quotient = number.wrapping_mul(self.factor);
        Factor { value: self.once(self.divide_by_radix(number as u128)), quotient }
    }

    /// The way back.
    #[inline]
    pub(crate) const fn as_number(&self, factor: Factor) -> u64 {
        factor.quotient.wrapping_mul(self.modulus.wrapping_neg())
    }

    /// A reduced number in Montgomery's form.
    pub(crate) const fn enter(&self, number: u64) -> u64 {
        self.multiply(number, self.square)
    }

    /// The modulus minus a reduced number other than zero.
    pub(crate) const fn negate(&self, number: u64) -> u64 {
        self.modulus - number
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

    /// One divided by a number, both in Montgomery's form.
    pub(crate) const fn invert(&self, number: u64) -> u64 {
        self.power(number, self.modulus - 2)
    }

    /// A root of unity of this order, in Montgomery's form; its square is that of half the order.
    pub(crate) fn root(&self, order: usize) -> u64 {
        self.power(self.enter(self.non_residue), (self.modulus - 1) / order as u64)
    }
}

/// The one number below the product of the primes with these two remainders.
pub(crate) fn join(one: u64, other: u64) -> u128 {
    const INVERSE: Factor = {
        // The first prime's inverse modulo the second.
        let [first, second] = PRIMES;
        second.as_factor(second.invert(second.enter(first.modulus % second.modulus)))
    };
    let [first, second] = &PRIMES;
    let times = second.once(second.times(second.subtract(other, one), INVERSE));
    u128::from(one) + u128::from(times) * u128::from(first.modulus)
}

const fn product(a: u64, b: u64) -> u128 {
    a as u128 * b as u128
}

/// The sum of what is known not to reach 2^128.
const fn add(a: u128, b: u128) -> u128 {
    a.wrapping_add(b)
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low_half(number: u128) -> u64 {
    number as u64
}

const fn high_half(number: u128) -> u64 {
    low_half(number >> 64)
}
