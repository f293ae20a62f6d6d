//! Several areas at once, as one number.

use crate::area::Area;

/// A set of areas: which ones light up, which ones a table offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AreaSet(u128);

const _: () = assert!(Area::COUNT <= 128, "every area has a bit");

impl AreaSet {
    /// The set of no areas.
    pub const EMPTY: Self = Self(0);

    /// Adds an area.
    pub const fn insert(&mut self, area: Area) {
        self.0 |= 1 << area.index();
    }

    /// Whether the area is in the set.
    pub const fn contains(self, area: Area) -> bool {
        self.0 >> area.index() & 1 == 1
    }

    /// How many areas are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no area is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The areas of the set in the order of [`Area::all`].
    pub fn iter(self) -> impl Iterator<Item = Area> {
        Area::all().filter(move |&area| self.contains(area))
    }
}

impl FromIterator<Area> for AreaSet {
    fn from_iter<I: IntoIterator<Item = Area>>(areas: I) -> Self {
        let mut set = Self::EMPTY;
        areas.into_iter().for_each(|area| set.insert(area));
        set
    }
}
