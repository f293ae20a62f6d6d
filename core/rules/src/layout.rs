//! Where every area lies on the felt or the screen.

use std::fmt;

use crate::area::Area;
use crate::pay_table::PayTable;

/// A rectangle on the layout's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Columns from the left edge.
    pub x: u16,
    /// Rows from the top edge.
    pub y: u16,
    /// Columns it spans.
    pub width: u16,
    /// Rows it spans.
    pub height: u16,
}

impl Frame {
    fn overlaps(self, other: Self) -> bool {
        let apart = |from: u16, length: u16, other_from: u16, other_length: u16| {
            u32::from(from) + u32::from(length) <= u32::from(other_from)
                || u32::from(other_from) + u32::from(other_length) <= u32::from(from)
        };
        !apart(self.x, self.width, other.x, other.width)
            && !apart(self.y, self.height, other.y, other.height)
    }

    fn fits(self, columns: u16, rows: u16) -> bool {
        let ends_within = |from: u16, length: u16, end: u16| {
            u32::from(from) + u32::from(length) <= u32::from(end)
        };
        self.width > 0
            && self.height > 0
            && ends_within(self.x, self.width, columns)
            && ends_within(self.y, self.height, rows)
    }
}

/// An area and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub area: Area,
    /// Where chips on it are laid.
    pub frame: Frame,
}

/// A line of print on the layout that words the odds of a whole family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caption {
    /// An area whose odds it words.
    pub of: Area,
    /// Where it is printed.
    pub frame: Frame,
}

/// A checked drawing plan: every offered area once, nothing overlapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    columns: u16,
    rows: u16,
    spots: Vec<Spot>,
    captions: Vec<Caption>,
}

impl Layout {
    /// The finest grid a layout may use.
    pub const GRID_MAX: u16 = 1_000;

    /// A layout for this pay table, or every mistake in it.
    pub fn new(
        (columns, rows): (u16, u16),
        spots: Vec<Spot>,
        captions: Vec<Caption>,
        pay_table: &PayTable,
    ) -> Result<Self, Vec<LayoutMistake>> {
        let layout = Self { columns, rows, spots, captions };
        let mistakes = layout.mistakes(pay_table);
        if mistakes.is_empty() { Ok(layout) } else { Err(mistakes) }
    }

    /// How many columns and rows the grid has.
    pub const fn size(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// Every area and where it lies.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Every caption and where it is printed.
    pub fn captions(&self) -> &[Caption] {
        &self.captions
    }

    fn mistakes(&self, pay_table: &PayTable) -> Vec<LayoutMistake> {
        let placed = |area: Area| self.spots.iter().filter(|spot| spot.area == area).count();
        let mut found: Vec<LayoutMistake> = Area::all()
            .filter_map(|area| match (pay_table.offer(area).is_some(), placed(area)) {
                (true, 1) | (false, 0) => None,
                (true, 0) => Some(LayoutMistake::NotPlaced(area)),
                (true, _) => Some(LayoutMistake::PlacedTwice(area)),
                (false, _) => Some(LayoutMistake::NotOffered(area)),
            })
            .collect();
        if self.columns.max(self.rows) > Self::GRID_MAX || self.columns.min(self.rows) == 0 {
            found.push(LayoutMistake::Grid);
        }
        found.extend(self.misplaced_frames());
        found
    }

    fn misplaced_frames(&self) -> Vec<LayoutMistake> {
        let frames: Vec<(Area, Frame)> = self
            .spots
            .iter()
            .map(|spot| (spot.area, spot.frame))
            .chain(self.captions.iter().map(|caption| (caption.of, caption.frame)))
            .collect();
        let mut found = Vec::new();
        for (place, &(area, frame)) in frames.iter().enumerate() {
            if !frame.fits(self.columns, self.rows) {
                found.push(LayoutMistake::OffTheGrid(area));
            }
            let covered = frames[..place].iter().filter(|(_, other)| frame.overlaps(*other));
            found.extend(covered.map(|&(other, _)| LayoutMistake::Overlap(other, area)));
        }
        found
    }
}

/// What is wrong with a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutMistake {
    /// The grid has no columns or rows, or more than [`Layout::GRID_MAX`].
    Grid,
    /// An offered area has no place.
    NotPlaced(Area),
    /// An area has two places.
    PlacedTwice(Area),
    /// A place is kept for an area that is not offered.
    NotOffered(Area),
    /// The area or a caption about it lies outside the grid, or is empty.
    OffTheGrid(Area),
    /// Two places overlap.
    Overlap(Area, Area),
}

impl fmt::Display for LayoutMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid => write!(f, "the grid is 1 to {} columns and rows", Layout::GRID_MAX),
            Self::NotPlaced(area) => write!(f, "{area} is offered but has no place on the layout"),
            Self::PlacedTwice(area) => write!(f, "{area} has more than one place on the layout"),
            Self::NotOffered(area) => write!(f, "{area} is on the layout but no wager offers it"),
            Self::OffTheGrid(area) => write!(f, "the place of {area} is not on the grid"),
            Self::Overlap(one, other) => write!(f, "the places of {one} and {other} overlap"),
        }
    }
}
