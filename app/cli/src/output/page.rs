//! Text for people: colours, and columns that line up.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const PLAIN: Style = Style::new();

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A piece of text in a column.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    style: Style,
    align: Align,
}

#[derive(Clone, Copy, Debug)]
enum Align {
    Left,
    Right,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), style: PLAIN, align: Align::Left }
    }

    pub(crate) const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Aligns the text to the right, as numbers are.
    pub(crate) const fn right(mut self) -> Self {
        self.align = Align::Right;
        self
    }

    fn padded(&self, width: usize) -> String {
        let gap = " ".repeat(width.saturating_sub(self.text.width()));
        let text = styled(self.style, &self.text);
        match self.align {
            Align::Left => text + &gap,
            Align::Right => gap + &text,
        }
    }
}

/// Rows as lines of columns, indented by two spaces and two spaces apart.
pub(crate) fn columns(rows: &[Vec<Cell>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width()).max()
    };
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<Cell>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| cell.padded(width));
        format!("  {}", cells.collect::<Vec<_>>().join("  "))
    };
    rows.iter().map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

/// A heading row over columns.
pub(crate) fn headings(names: &[&str]) -> Vec<Cell> {
    names.iter().map(|name| Cell::new(*name).style(HEADING)).collect()
}
