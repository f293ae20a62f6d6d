//! Places on the paper, in tenths of a millimetre.

use taisai_rules::{Frame, Layout};

/// A rectangle on the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// The whole sheet: A3 lying on its side.
pub(super) const SHEET: Rect = Rect { x: 0, y: 0, width: 4_200, height: 2_970 };
/// Where the house, the game and the dice are named.
pub(super) const HEADER: Rect = Rect { x: 110, y: 90, width: 3_980, height: 270 };
/// Where the areas lie.
pub(super) const FELT: Rect = Rect { x: 90, y: 390, width: 4_020, height: 2_390 };
/// Where the rule document and the meaning of the odds are printed.
pub(super) const FOOTER: Rect = Rect { x: 110, y: 2_800, width: 3_980, height: 90 };

impl Rect {
    /// The rectangle without a rim of this width.
    pub(super) fn inset(self, rim: u32) -> Self {
        Self {
            x: self.x + rim,
            y: self.y + rim,
            width: self.width.saturating_sub(2 * rim),
            height: self.height.saturating_sub(2 * rim),
        }
    }

    /// A frame of the layout's grid, stretched to this rectangle.
    pub(super) fn place(self, layout: &Layout, frame: Frame) -> Self {
        let (columns, rows) = layout.size();
        let across = |column: u16| u32::from(column) * self.width / u32::from(columns);
        let down = |row: u16| u32::from(row) * self.height / u32::from(rows);
        // The far edges are scaled themselves, so that neighbours meet without a seam.
        let (right, bottom) = (across(frame.x + frame.width), down(frame.y + frame.height));
        Self {
            x: self.x + across(frame.x),
            y: self.y + down(frame.y),
            width: right - across(frame.x),
            height: bottom - down(frame.y),
        }
    }

    /// The middle column.
    pub(super) fn middle(self) -> u32 {
        self.x + self.width / 2
    }

    /// The right edge.
    pub(super) fn right(self) -> u32 {
        self.x + self.width
    }

    /// A strip over its whole width, this far from its top.
    pub(super) fn strip(self, from_top: u32, height: u32) -> Self {
        Self { y: self.y + from_top, height, ..self }
    }

    /// Three columns side by side.
    pub(super) fn columns(self) -> [Self; 3] {
        let width = self.width / 3;
        [0, 1, 2].map(|place| Self { x: self.x + place * width, width, ..self })
    }

    /// What is left of a column of this width at the right edge, and that column.
    pub(super) fn split_right(self, width: u32) -> [Self; 2] {
        let width = width.min(self.width);
        let rest = self.width - width;
        [Self { width: rest, ..self }, Self { x: self.x + rest, width, ..self }]
    }
}
