//! A sheet of terminal cells: characters with their style, and box lines that join by themselves.

use anstyle::Style;
use std::fmt::Write;

use super::wrap::char_columns;

/// A rectangle of cells, border included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// How thick a border line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    None,
    Light,
    Heavy,
}

/// A sheet of cells on which a picture is put together.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    width: usize,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    glyph: Glyph,
    style: Style,
}

#[derive(Clone, Copy, Debug)]
enum Glyph {
    /// The lines that meet here, from above and then clockwise.
    Joint([Weight; 4]),
    Letter(char),
    /// The right half of a wide character.
    Covered,
}

/// The cell's four sides, as places of a joint.
const UP: usize = 0;
const RIGHT: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 3;

/// Every joint of no, light and heavy lines: the row is for the lines above and at the right, the
/// column for those below and at the left.
const JOINTS: [&str; 9] = [
    " ╴╸╷┐┑╻┒┓",
    "╶─╾┌┬┭┎┰┱",
    "╺╼━┍┮┯┏┲┳",
    "╵┘┙│┤┥╽┧┪",
    "└┴┵├┼┽┟╁╅",
    "┕┶┷┝┾┿┢╆╈",
    "╹┚┛╿┦┩┃┨┫",
    "┖┸┹┞╀╃┠╂╉",
    "┗┺┻┡╄╇┣╊╋",
];

impl Canvas {
    /// An empty sheet.
    pub(super) fn new(width: usize, height: usize) -> Self {
        let bare = Cell { glyph: Glyph::Joint([Weight::None; 4]), style: Style::new() };
        Self { width, cells: vec![bare; width * height] }
    }

    /// Draws the border of a rectangle; where borders meet, the heavier line shows.
    pub(super) fn frame(&mut self, at: Cells, weight: Weight, style: Style) {
        for column in at.left..at.right {
            for row in [at.top, at.bottom] {
                self.join((column, row), RIGHT, weight, style);
                self.join((column + 1, row), LEFT, weight, style);
            }
        }
        for row in at.top..at.bottom {
            for column in [at.left, at.right] {
                self.join((column, row), DOWN, weight, style);
                self.join((column, row + 1), UP, weight, style);
            }
        }
    }

    /// Fills the inside of a rectangle.
    pub(super) fn fill(&mut self, at: Cells, style: Style) {
        for row in at.top + 1..at.bottom {
            for column in at.left + 1..at.right {
                *self.cell(column, row) = Cell { glyph: Glyph::Letter(' '), style };
            }
        }
    }

    /// Writes a text from this cell on. Unprintable characters are left out, so that no name can
    /// smuggle an escape sequence to the terminal.
    pub(super) fn write(&mut self, (column, row): (usize, usize), text: &str, style: Style) {
        let mut column = column;
        for letter in text.chars() {
            let columns = char_columns(letter);
            if columns == 0 || column + columns > self.width {
                continue;
            }
            *self.cell(column, row) = Cell { glyph: Glyph::Letter(letter), style };
            for covered in column + 1..column + columns {
                *self.cell(covered, row) = Cell { glyph: Glyph::Covered, style };
            }
            column += columns;
        }
    }

    /// The sheet as text, each style written once for all cells that follow with it.
    pub(super) fn into_text(self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.width) {
            for run in row.chunk_by(|one, next| one.style == next.style) {
                let style = run[0].style;
                let letters: String = run.iter().filter_map(|cell| cell.glyph.letter()).collect();
                write!(text, "{style}{letters}{style:#}")
                    .expect("a string takes everything written to it");
            }
            text.push('\n');
        }
        text
    }

    fn join(&mut self, (column, row): (usize, usize), side: usize, weight: Weight, style: Style) {
        let cell = self.cell(column, row);
        let mut sides = match cell.glyph {
            Glyph::Joint(sides) => sides,
            Glyph::Letter(_) | Glyph::Covered => [Weight::None; 4],
        };
        if weight >= *sides.iter().max().unwrap_or(&Weight::None) {
            cell.style = style;
        }
        sides[side] = sides[side].max(weight);
        cell.glyph = Glyph::Joint(sides);
    }

    fn cell(&mut self, column: usize, row: usize) -> &mut Cell {
        assert!(column < self.width, "column {column} is not on the sheet");
        &mut self.cells[row * self.width + column]
    }
}

impl Glyph {
    fn letter(self) -> Option<char> {
        match self {
            Self::Joint(sides) => {
                let [up, right, down, left] = sides.map(|weight| weight as usize);
                JOINTS[up * 3 + right].chars().nth(down * 3 + left)
            }
            Self::Letter(letter) => Some(letter),
            Self::Covered => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(frames: &[(Cells, Weight)]) -> String {
        let mut canvas = Canvas::new(7, 5);
        for &(at, weight) in frames {
            canvas.frame(at, weight, Style::new());
        }
        canvas.into_text()
    }

    fn cells(left: usize, top: usize, right: usize, bottom: usize) -> Cells {
        Cells { left, top, right, bottom }
    }

    #[test]
    fn borders_that_meet_are_joined() {
        let quarters = [cells(0, 0, 3, 2), cells(3, 0, 6, 2), cells(0, 2, 3, 4), cells(3, 2, 6, 4)];
        let light = quarters.map(|at| (at, Weight::Light));
        assert_eq!(drawn(&light), "┌──┬──┐\n│  │  │\n├──┼──┤\n│  │  │\n└──┴──┘\n");
    }

    #[test]
    fn the_heavier_border_shows_whichever_was_drawn_first() {
        let heavy = (cells(0, 0, 3, 4), Weight::Heavy);
        let light = (cells(3, 0, 6, 4), Weight::Light);
        let joined = "┏━━┱──┐\n┃  ┃  │\n┃  ┃  │\n┃  ┃  │\n┗━━┹──┘\n";
        assert_eq!(drawn(&[heavy, light]), joined);
        assert_eq!(drawn(&[light, heavy]), joined);
    }

    #[test]
    fn a_wide_character_takes_two_cells_and_a_control_character_none() {
        let mut canvas = Canvas::new(5, 1);
        canvas.write((0, 0), "大\u{1b}a\u{7}b\u{1b}", Style::new());
        assert_eq!(canvas.into_text(), "大ab \n");
    }

    #[test]
    fn what_does_not_fit_the_sheet_is_cut_off() {
        let mut canvas = Canvas::new(3, 1);
        canvas.write((0, 0), "大大", Style::new());
        assert_eq!(canvas.into_text(), "大 \n");
    }
}
