//! The layout in the characters of a terminal.
//!
//! Colours are ANSI escapes, which the caller strips where they are not wanted. A lit area keeps
//! its heavy border and its star then, so the picture says the same without them.

mod canvas;
mod pieces;
mod ruler;
mod wrap;

use anstyle::{AnsiColor, Style};

use crate::picture::{Fill, Picture};
use crate::shading::Shading;
use crate::tile::book_title;
use crate::words;
use canvas::{Canvas, Cells, Weight};
use pieces::{Ink, Piece, SetPiece};
use ruler::{Ruler, Span};

/// The sign of a lit area.
const MARK: &str = "★";

/// Draws the picture in this many columns, or in the fewest it needs.
///
/// Every line is equally wide, and the height is the least that holds all print.
pub fn terminal(picture: &Picture<'_>, columns: u16) -> String {
    let felt = Felt::of(picture, usize::from(columns));
    let (width, felt_height) = (felt.across.length() + 1, felt.down.length() + 1);
    let header = wrapped(&header(picture), width);
    let footer = wrapped(&footer(picture), width);
    let mut canvas = Canvas::new(width, header.len() + felt_height + footer.len());
    write_centred(&mut canvas, &header, (0, width), 0, style(Ink::Heading, Fill::Felt));
    felt.draw(&mut canvas, header.len());
    let below = header.len() + felt_height;
    write_centred(&mut canvas, &footer, (0, width), below, style(Ink::Note, Fill::Felt));
    canvas.into_text()
}

/// The fewest columns in which the picture can be drawn.
pub fn terminal_columns_min(picture: &Picture<'_>) -> u16 {
    let (grid, _) = picture.book().layout.size();
    let columns = Ruler::length_min(grid, &column_spans(&Piece::all(picture))) + 1;
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// The areas and captions, set in their lines, and the places of the grid's edges.
struct Felt {
    pieces: Vec<SetPiece>,
    across: Ruler,
    down: Ruler,
}

impl Felt {
    /// The columns are laid out first: how high an area is depends on where its lines break.
    fn of(picture: &Picture<'_>, columns: usize) -> Self {
        let (grid_columns, grid_rows) = picture.book().layout.size();
        let pieces = Piece::all(picture);
        let spans = column_spans(&pieces);
        let across = Ruler::new(grid_columns, &spans, columns.saturating_sub(1));
        let pieces = pieces::set(picture, &pieces, &across);
        let down = Ruler::new(grid_rows, &row_spans(&pieces), 0);
        Self { pieces, across, down }
    }

    fn draw(&self, canvas: &mut Canvas, top: usize) {
        for piece in &self.pieces {
            let weight = match piece.fill {
                Fill::Felt | Fill::Shade { .. } => Weight::Light,
                Fill::Lit => Weight::Heavy,
            };
            canvas.frame(self.cells(piece, top), weight, style(Ink::Border, piece.fill));
        }
        for piece in &self.pieces {
            draw_print(canvas, piece, self.cells(piece, top));
        }
    }

    fn cells(&self, piece: &SetPiece, top: usize) -> Cells {
        let frame = piece.frame;
        Cells {
            left: self.across.place(frame.x),
            right: self.across.place(frame.x + frame.width),
            top: top + self.down.place(frame.y),
            bottom: top + self.down.place(frame.y + frame.height),
        }
    }
}

/// Room for the widest word of each piece, and for one of its two borders: neighbours share them.
fn column_spans(pieces: &[Piece]) -> Vec<Span> {
    let span = |(piece, columns_min): (&Piece, usize)| Span {
        from: piece.frame.x,
        to: piece.frame.x + piece.frame.width,
        need: columns_min + 1,
    };
    pieces.iter().zip(Piece::columns_min(pieces)).map(span).collect()
}

/// Room for the lines of each piece, and for one of its two borders.
fn row_spans(pieces: &[SetPiece]) -> Vec<Span> {
    let span = |piece: &SetPiece| Span {
        from: piece.frame.y,
        to: piece.frame.y + piece.frame.height,
        need: piece.lines.len() + 1,
    };
    pieces.iter().map(span).collect()
}

fn draw_print(canvas: &mut Canvas, piece: &SetPiece, at: Cells) {
    canvas.fill(at, style(Ink::Note, piece.fill));
    let spare = (at.bottom - at.top - 1) - piece.lines.len();
    let inside = (at.left + 1, at.right - at.left - 1);
    for (row, (ink, line)) in (at.top + 1 + spare / 2..).zip(&piece.lines) {
        let line = std::slice::from_ref(line);
        write_centred(canvas, line, inside, row, style(*ink, piece.fill));
    }
    match piece.fill {
        Fill::Felt | Fill::Shade { .. } => {}
        // The star lies on the border, where it takes no room from the print.
        Fill::Lit => {
            let middle = usize::midpoint(at.left, at.right);
            canvas.write((middle, at.top), MARK, style(Ink::Border, piece.fill));
        }
    }
}

/// The house, the game and the rule book; then the dice, if they are shown.
fn header(picture: &Picture<'_>) -> Vec<String> {
    let (book, language) = (picture.book(), picture.language());
    let parts = [&book.house_name.value, words::game(language), book_title(picture)];
    let mut header = vec![parts.join(words::BETWEEN)];
    if let Some(roll) = picture.roll() {
        let dice = pieces::spaced_dice(&roll.faces());
        let wins = format!("{MARK} {}", words::wins(language));
        header.push([dice, words::total(roll.total(), language), wins].join(words::BETWEEN));
    }
    header
}

/// The rule document, and what its odds mean.
fn footer(picture: &Picture<'_>) -> Vec<String> {
    let (book, language) = (picture.book(), picture.language());
    let meaning = words::odds_mean(book.odds_style.value, language);
    vec![words::rules(&book.title.document, language), meaning]
}

fn wrapped(paragraphs: &[String], width: usize) -> Vec<String> {
    paragraphs.iter().flat_map(|text| wrap::wrap(text, width)).collect()
}

/// Writes lines in the middle of a strip of columns, from this row on.
fn write_centred(
    canvas: &mut Canvas,
    lines: &[String],
    (left, width): (usize, usize),
    first_row: usize,
    style: Style,
) {
    for (row, line) in (first_row..).zip(lines) {
        let spare = width.saturating_sub(wrap::columns(line));
        canvas.write((left + spare / 2, row), line, style);
    }
}

/// The bands of a shaded picture, the mildest first; the figure on an area says the same.
const BANDS: [AnsiColor; Shading::BANDS_MAX] = [
    AnsiColor::Blue,
    AnsiColor::Green,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Red,
    AnsiColor::BrightRed,
];

/// The colours, in one place. They are the sixteen that every terminal has and every reader can
/// set to what suits their eyes.
fn style(ink: Ink, fill: Fill) -> Style {
    match (fill, ink) {
        (Fill::Felt | Fill::Shade { .. }, Ink::Border) => AnsiColor::Green.on_default(),
        (Fill::Felt, Ink::Heading) => Style::new().bold(),
        (Fill::Felt, Ink::Odds) => AnsiColor::Cyan.on_default(),
        (Fill::Felt, Ink::Dice | Ink::Note) => Style::new(),
        (Fill::Lit, Ink::Border) => AnsiColor::Yellow.on_default().bold(),
        (Fill::Lit, Ink::Heading | Ink::Odds | Ink::Dice | Ink::Note) => {
            AnsiColor::Black.on(AnsiColor::Yellow).bold()
        }
        (Fill::Shade { band }, Ink::Heading | Ink::Odds | Ink::Dice | Ink::Note) => {
            BANDS[band.min(BANDS.len() - 1)].on_default()
        }
    }
}
