//! Numbers that are known to lie between two exact bounds.

use crate::checked::Checked;
use crate::figure::Figure;
use crate::fraction::Fraction;
use crate::integer::Integer;
use crate::wide::WideFraction;

/// A number between two bounds, both included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bounded {
    low: WideFraction,
    high: WideFraction,
}

impl Bounded {
    /// The number between these two, both included.
    pub(crate) fn between(one: WideFraction, other: WideFraction) -> Self {
        if one <= other { Self { low: one, high: other } } else { Self { low: other, high: one } }
    }

    /// A number that was rounded down by at most this much.
    pub fn rounded_down(low: Fraction, at_most: Fraction) -> Self {
        let low = WideFraction::from(low);
        Self::between(low.clone(), low.plus(&at_most.into()))
    }

    /// `low` times 2^-places, rounded down by at most `missing` of these units.
    pub(crate) fn binary(low: u64, missing: u64, places: u32) -> Self {
        let exact = |number: i128| WideFraction::from(Fraction::binary(number, places));
        Self { low: exact(low.into()), high: exact(i128::from(low).plus(missing.into())) }
    }

    /// Whether it is known to be 0.
    pub fn is_zero(&self) -> bool {
        self.low.is_zero() && self.high.is_zero()
    }

    /// Not below this.
    pub const fn low(&self) -> &WideFraction {
        &self.low
    }

    /// Not above this.
    pub const fn high(&self) -> &WideFraction {
        &self.high
    }

    /// The decimal with this many places. If the bounds lie on both sides of a half, it has a few
    /// more; if that many are not known, it has fewer. `None` if not even the units are known.
    pub fn decimal(&self, places: u32) -> Option<String> {
        const MORE: u32 = 3;
        let more = places..=places.saturating_add(MORE);
        more.chain((0..places).rev()).find_map(|places| self.to_decimal(places))
    }

    /// The distance between the bounds.
    pub fn width(&self) -> WideFraction {
        self.high.minus(&self.low)
    }
}

impl Figure for Bounded {
    fn rounded(&self, places: i32) -> Option<Integer> {
        let (low, high) = (self.low.rounded(places)?, self.high.rounded(places)?);
        (low == high).then_some(low)
    }

    fn magnitude(&self) -> Option<i32> {
        // If the bounds agree on a digit, either has it; if one is zero, they agree on none.
        let (low, high) = (self.low.magnitude()?, self.high.magnitude()?);
        Some(low.min(high))
    }
}
