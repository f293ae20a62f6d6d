//! Exact convolution of whole numbers, by number-theoretic transforms over two primes.
//!
//! A probability here is a whole number of 2^-61. Multiplying two distributions gives sums of
//! products below 2^122; each transform computes them modulo one prime, and the two remainders
//! together name the sum, for the product of the primes is larger than any sum can be.
//!
//! A transform splits a polynomial modulo x^2n − r² into its remainders modulo x^n − r and x^n + r,
//! and those again. Such a step is a node of a tree: node 0 splits x^n − 1, and the parts of node
//! j are the nodes 2j and 2j + 1. Which root a node needs depends on its number and not on the
//! size, so one row of roots, read from front to back, serves all. The parts are multiplied as
//! soon as they have four numbers: that is cheaper than to split them further.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "places and lengths are far from the end of a usize, and sums of products below 2^122"
)]

use crate::prime::{Factor, PRIMES, Prime, join};

/// How many numbers the smallest parts have.
const PART: usize = 4;

/// A block of this many numbers stays in the first-level cache while it is split to the end.
const NEAR: usize = 1 << 11;

/// Transforms over both primes. Their roots and their memory are kept for the next convolution.
pub(crate) struct Transforms {
    transforms: [Transform; 2],
    values: [Vec<u64>; 2],
}

impl Transforms {
    pub(crate) fn new() -> Self {
        Self { transforms: PRIMES.map(Transform::new), values: [Vec::new(), Vec::new()] }
    }

    /// The sums of products `Σ a[i]·b[k-i]`, each computed exactly and then passed through
    /// `reduce`. The factors of each sum must be shares of one whole of at most 2^61, so that no
    /// sum reaches the product of the primes.
    pub(crate) fn convolve(
        &mut self,
        a: &[u64],
        b: &[u64],
        reduce: impl Fn(u128) -> u64,
    ) -> &[u64] {
        let [sums, others] = &mut self.values;
        if is_sparse(a, b) {
            sums.clear();
            sums.extend(convolve_directly(a, b).into_iter().map(reduce));
            return sums;
        }
        let length = a.len() + b.len() - 1;
        let size = Size::at_least(length);
        let [one, other] = &mut self.transforms;
        one.convolve(a, b, size, sums);
        other.convolve(a, b, size, others);
        sums.truncate(length);
        let (share, other_share) = (one.share(size), other.share(size));
        for (sum, remainder) in sums.iter_mut().zip(others) {
            let remainder = other.prime.once(other.prime.times(*remainder, other_share));
            *sum = reduce(join(one.prime.once(one.prime.times(*sum, share)), remainder));
        }
        sums
    }
}

/// Whether there are so few products that adding them up is faster than the transforms. Few rounds
/// with long odds have few results, far apart.
fn is_sparse(a: &[u64], b: &[u64]) -> bool {
    /// Roughly how many products take as long as one number that is transformed.
    const PRODUCTS: usize = 16;
    let [some, others] = [a, b].map(|row| row.iter().filter(|&&number| number != 0).count());
    some.saturating_mul(others) <= PRODUCTS * (a.len() + b.len())
}

fn convolve_directly(a: &[u64], b: &[u64]) -> Vec<u128> {
    let mut sums = vec![0_u128; (a.len() + b.len()).saturating_sub(1)];
    let present: Vec<(usize, u64)> =
        b.iter().copied().enumerate().filter(|&(_, number)| number != 0).collect();
    for (place, &factor) in a.iter().enumerate().filter(|(_, number)| **number != 0) {
        for &(other, number) in &present {
            sums[place + other] += u128::from(factor) * u128::from(number);
        }
    }
    sums
}

/// How many numbers are transformed: a power of two, or half as many again.
#[derive(Clone, Copy)]
struct Size {
    power: usize,
    half: usize,
}

impl Size {
    fn at_least(length: usize) -> Self {
        let power = length.next_power_of_two().max(8 * PART);
        if length <= power / 4 * 3 {
            Self { power: power / 2, half: power / 4 }
        } else {
            Self { power, half: 0 }
        }
    }
}

/// Transforms over one prime.
struct Transform {
    prime: Prime,
    /// The root of every node.
    roots: Vec<Factor>,
    minus_one: Factor,
}

impl Transform {
    fn new(prime: Prime) -> Self {
        let one = prime.enter(1);
        let (minus_one, one) = (prime.as_factor(prime.negate(one)), prime.as_factor(one));
        Self { prime, roots: vec![one], minus_one }
    }

    /// Ensures at least this many roots. When their number doubles, each new one is an old one
    /// turned by half the smallest angle so far.
    fn grow(&mut self, count: usize) {
        while self.roots.len() < count {
            let length = self.roots.len();
            let turn = self.prime.root(4 * length);
            self.roots.reserve_exact(length);
            for place in 0..length {
                let root = self.prime.as_number(self.roots[place]);
                self.roots.push(self.prime.as_factor(self.prime.multiply(root, turn)));
            }
        }
    }

    /// Minus one divided by the root of a node: the root at the same distance from the other end
    /// of the half circle, for −1/r is −1 turned back by the angle of r.
    fn minus_inverse(&self, node: usize) -> Factor {
        match node.checked_ilog2() {
            None => self.minus_one,
            Some(power) => self.roots[(3 << power) - 1 - node],
        }
    }

    fn convolve(&mut self, a: &[u64], b: &[u64], size: Size, product: &mut Vec<u64>) {
        self.grow(size.power / PART);
        let squared = std::ptr::eq(a, b) || a == b;
        let mut split = Vec::new();
        if !squared {
            self.lay_out(b, size, &mut split);
            let (power, half) = split.split_at_mut(size.power);
            self.split_node(power, 0);
            if size.half > 0 {
                self.split_node(half, 2);
            }
        }
        let others = Some(split.split_at(split.len().min(size.power))).filter(|_| !squared);
        self.lay_out(a, size, product);
        let (power, half) = product.split_at_mut(size.power);
        self.multiply_node(power, others.map(|(power, _)| power), 0);
        if size.half > 0 {
            self.multiply_node(half, others.map(|(_, half)| half), 2);
        }
        self.put_together(product, size);
    }

    /// The remainders of the polynomial with these coefficients modulo x^n − 1, where the size is
    /// a power of two, and else modulo x^2n − 1 and x^n − i: enough for 3n numbers.
    fn lay_out(&self, numbers: &[u64], size: Size, values: &mut Vec<u64>) {
        let (prime, i) = (&self.prime, self.roots[1]);
        values.clear();
        values.extend_from_slice(numbers);
        values.resize(size.power + size.half, 0);
        let (first, rest) = values.split_at_mut(size.half);
        let (second, third) = rest.split_at_mut(size.half);
        for ((a, b), c) in first.iter_mut().zip(second).zip(third) {
            let difference = prime.twice(prime.subtract(*a, *c));
            (*a, *c) = (Prime::add(*a, *c), Prime::add(difference, prime.times(*b, i)));
        }
    }

    /// The way back, times what [`Self::share`] takes away again.
    fn put_together(&self, values: &mut [u64], size: Size) {
        let prime = &self.prime;
        let (i, half) = (self.roots[1], prime.as_factor(prime.invert(prime.enter(2))));
        let (first, rest) = values.split_at_mut(size.half);
        let (second, third) = rest.split_at_mut(size.half);
        for ((a, b), c) in first.iter_mut().zip(second).zip(third) {
            let below = prime.twice(Prime::add(*a, prime.times(*b, i)));
            // The part of half the size was doubled once less.
            let above = prime.twice(prime.subtract(below, *c));
            *c = prime.times(prime.subtract(above, *c), half);
            *a = prime.twice(prime.subtract(*a, *c));
        }
    }

    /// Every step back doubles what there was, and multiplying the parts divides by 2^64.
    fn share(&self, size: Size) -> Factor {
        let doubled = self.prime.enter((size.power / PART) as u64);
        self.prime.as_factor(self.prime.enter(self.prime.invert(doubled)))
    }
}

/// Splitting, multiplying and joining again.
impl Transform {
    /// Multiplies a block with one that is split already, or with itself. A part is split,
    /// multiplied and joined before the next one is touched, so that what is small stays near.
    fn multiply_node(&self, block: &mut [u64], others: Option<&[u64]>, node: usize) {
        if block.len() <= NEAR {
            self.split_to_the_end(block, node);
            self.multiply_parts(block, others, node);
            return self.join_from_the_end(block, node);
        }
        match node {
            0 => self.split_first(block),
            1.. => self.split_twice(block, node),
        }
        let quarter = block.len() / 4;
        for (place, part) in block.chunks_exact_mut(quarter).enumerate() {
            let others = others.map(|others| &others[place * quarter..]);
            self.multiply_node(part, others, 4 * node + place);
        }
        match node {
            0 => self.join_first(block),
            1.. => self.join_twice(block, node),
        }
    }

    /// Splits a block without multiplying.
    fn split_node(&self, block: &mut [u64], node: usize) {
        if block.len() <= NEAR {
            return self.split_to_the_end(block, node);
        }
        match node {
            0 => self.split_first(block),
            1.. => self.split_twice(block, node),
        }
        let quarter = block.len() / 4;
        for (place, part) in block.chunks_exact_mut(quarter).enumerate() {
            self.split_node(part, 4 * node + place);
        }
    }

    fn split_to_the_end(&self, block: &mut [u64], mut node: usize) {
        let mut length = block.len();
        if (length / PART).ilog2() % 2 == 1 {
            self.split_once(block, node);
            (length, node) = (length / 2, 2 * node);
        }
        while length > PART {
            for (place, part) in block.chunks_exact_mut(length).enumerate() {
                self.split_twice(part, node + place);
            }
            (length, node) = (length / 4, 4 * node);
        }
    }

    fn split_once(&self, block: &mut [u64], node: usize) {
        let prime = &self.prime;
        let (low, high) = block.split_at_mut(block.len() / 2);
        for (a, b) in low.iter_mut().zip(high) {
            (*a, *b) = prime.cross(*a, prime.times(*b, self.roots[node]));
        }
    }

    /// Splits a block and both its parts, which costs one walk through memory instead of two.
    fn split_twice(&self, block: &mut [u64], node: usize) {
        let prime = &self.prime;
        let (root, left, right) =
            (self.roots[node], self.roots[2 * node], self.roots[2 * node + 1]);
        for [a, b, c, d] in quarters(block) {
            let (above, below) = prime.cross(*a, prime.times(*c, root));
            let (more_above, more_below) = prime.cross(*b, prime.times(*d, root));
            (*a, *b) = prime.cross(above, prime.times(more_above, left));
            (*c, *d) = prime.cross(below, prime.times(more_below, right));
        }
    }

    /// Splits like node 0, whose own root and whose first part's root are one.
    fn split_first(&self, block: &mut [u64]) {
        let prime = &self.prime;
        let i = self.roots[1];
        for [a, b, c, d] in quarters(block) {
            let (above, below) = prime.cross(*a, prime.twice(*c));
            let (more_above, more_below) = prime.cross(*b, prime.twice(*d));
            (*a, *b) = prime.cross(above, prime.twice(more_above));
            (*c, *d) = prime.cross(below, prime.times(more_below, i));
        }
    }

    fn join_first(&self, block: &mut [u64]) {
        let prime = &self.prime;
        let i = self.minus_inverse(1);
        let minus = |a, b| (prime.twice(Prime::add(a, b)), prime.twice(prime.subtract(a, b)));
        for [a, b, c, d] in quarters(block) {
            let (above, more_above) = minus(*a, *b);
            let (below, more_below) = prime.uncross(*c, *d, i);
            (*a, *c) = minus(above, below);
            (*b, *d) = minus(more_above, more_below);
        }
    }

    /// Multiplies part by part; parts 2j and 2j + 1 are modulo x^4 − r and x^4 + r.
    fn multiply_parts(&self, block: &mut [u64], others: Option<&[u64]>, node: usize) {
        let prime = &self.prime;
        let roots = &self.roots[node * (block.len() / PART) / 2..];
        let pairs = block.as_chunks_mut::<PART>().0.as_chunks_mut::<2>().0;
        let others = others.map(|others| others.as_chunks::<PART>().0.as_chunks::<2>().0);
        for (place, ([left, right], root)) in pairs.iter_mut().zip(roots).enumerate() {
            let root = prime.as_number(*root);
            let minus = prime.negate(root);
            (*left, *right) = match others {
                None => (prime.square_part(*left, root), prime.square_part(*right, minus)),
                Some(others) => {
                    let [other, another] = others[place];
                    let left = prime.multiply_part(*left, other, root);
                    (left, prime.multiply_part(*right, another, minus))
                }
            };
        }
    }

    fn join_from_the_end(&self, block: &mut [u64], node: usize) {
        let odd = (block.len() / PART).ilog2() % 2 == 1;
        let mut length = 4 * PART;
        while length <= block.len() {
            let first = node * (block.len() / length);
            for (place, part) in block.chunks_exact_mut(length).enumerate() {
                self.join_twice(part, first + place);
            }
            length *= 4;
        }
        if odd {
            self.join_once(block, node);
        }
    }

    fn join_once(&self, block: &mut [u64], node: usize) {
        let prime = &self.prime;
        let inverse = self.minus_inverse(node);
        let (low, high) = block.split_at_mut(block.len() / 2);
        for (a, b) in low.iter_mut().zip(high) {
            (*a, *b) = prime.uncross(*a, *b, inverse);
        }
    }

    fn join_twice(&self, block: &mut [u64], node: usize) {
        let prime = &self.prime;
        let [root, left, right] =
            [node, 2 * node, 2 * node + 1].map(|node| self.minus_inverse(node));
        for [a, b, c, d] in quarters(block) {
            let (above, more_above) = prime.uncross(*a, *b, left);
            let (below, more_below) = prime.uncross(*c, *d, right);
            (*a, *c) = prime.uncross(above, below, root);
            (*b, *d) = prime.uncross(more_above, more_below, root);
        }
    }
}

/// The first, second, third and last quarter of a block side by side.
#[inline]
fn quarters(block: &mut [u64]) -> impl Iterator<Item = [&mut u64; 4]> {
    let (low, high) = block.split_at_mut(block.len() / 2);
    let (first, second) = low.split_at_mut(low.len() / 2);
    let (third, fourth) = high.split_at_mut(high.len() / 2);
    let rows = first.iter_mut().zip(second).zip(third.iter_mut().zip(fourth));
    rows.map(|((a, b), (c, d))| [a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use taisai_testing::luck::Luck;

    /// Numbers that look random, the same every time, and sum to less than 2^61.
    fn shares(count: usize, seed: u64) -> Vec<u64> {
        let ceiling = (1 << 61) / count as u64;
        let mut luck = Luck::new(seed);
        (0..count).map(|_| luck.below(ceiling)).collect()
    }

    /// The sums modulo 2^64, and what is above.
    fn convolve(a: &[u64], b: &[u64], transforms: &mut Transforms) -> Vec<u128> {
        let low = transforms.convolve(a, b, |sum| u64::try_from(sum % (1 << 64)).unwrap()).to_vec();
        let high = transforms.convolve(a, b, |sum| u64::try_from(sum >> 64).unwrap());
        let join = |(&low, &high): (&u64, &u64)| u128::from(high) << 64 | u128::from(low);
        low.iter().zip(high).map(join).collect()
    }

    #[test]
    fn transforms_give_the_plain_sums() {
        // Sizes from both sides of each border: a power of two, and half as much again.
        let lengths = [(65, 65), (97, 96), (97, 97), (65, 1_000), (512, 512), (513, 512)];
        let long = [(4_000, 2_145), (4_000, 2_146), (3_000, 5_193), (9_000, 3_289), (9_000, 3_290)];
        let mut transforms = Transforms::new();
        for (a, b) in lengths.into_iter().chain(long) {
            let (a, b) = (shares(a, 1), shares(b, 2));
            for b in [&b, &a] {
                let sums = convolve(&a, b, &mut transforms);
                assert!(sums == convolve_directly(&a, b), "{} and {}", a.len(), b.len());
            }
        }
    }

    #[test]
    fn the_largest_sums_are_named_exactly() {
        for length in [100, 30_000, 33_000] {
            let mut row = vec![1; length];
            let most = (1 << 61) - (length as u64 - 1);
            row[length - 1] = most;
            let square = convolve(&row, &row, &mut Transforms::new());
            let (most, last) = (u128::from(most), 2 * length - 2);
            for (place, &sum) in square.iter().enumerate() {
                // Ones times ones, and where they reach so far the last number times ones.
                let ones = (place + 1).min((last - 1).saturating_sub(place)) as u128;
                let expected = match place {
                    _ if place == last => most * most,
                    _ if place >= length - 1 => ones + 2 * most,
                    _ => ones,
                };
                assert_eq!(sum, expected, "{place} of {length}");
            }
        }
    }

    #[test]
    fn few_numbers_far_apart_are_multiplied_one_by_one() {
        let (mut a, mut b) = (vec![0; 6_000], vec![0; 10_000]);
        (a[0], a[5_000], b[7], b[9_000]) = (3, 5, 1 << 60, 11);
        assert!(is_sparse(&a, &b) && !is_sparse(&shares(65, 1), &shares(65, 2)));
        let sums = convolve(&a, &b, &mut Transforms::new());
        let present = sums.iter().copied().enumerate().filter(|&(_, sum)| sum > 0);
        let expected = [(7, 3 << 60), (5_007, 5 << 60), (9_000, 33), (14_000, 55)];
        assert_eq!(present.collect::<Vec<_>>(), expected);
        assert_eq!(sums.len(), 15_999);
    }

    #[test]
    fn nothing_times_something_is_nothing() {
        assert!(convolve(&[], &[1], &mut Transforms::new()).is_empty());
        assert_eq!(convolve(&[3], &[5], &mut Transforms::new()), [15]);
    }
}
