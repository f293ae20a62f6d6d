//! The pieces on the felt: areas and captions, and the lines of text that each of them shows.

use std::collections::BTreeMap;

use taisai_rules::{Area, Face, Family, Frame};

use super::ruler::Ruler;
use super::wrap;
use crate::picture::{Fill, Picture};
use crate::tile::{self, CaptionText, Tile, look};
use crate::words;

/// What a line of text is, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Border,
    Heading,
    Dice,
    Odds,
    Note,
}

/// An area or a caption, and where it lies on the grid.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) frame: Frame,
    print: Print,
}

#[derive(Clone, Debug)]
enum Print {
    Area { area: Area, tile: Tile, odds_place: OddsPlace },
    Caption(CaptionText),
}

/// Where the odds of an area can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OddsPlace {
    /// On the area, always.
    Area,
    /// In a caption, and on the area where they fit one line.
    Caption,
}

impl Piece {
    /// The areas and captions of a picture.
    pub(super) fn all(picture: &Picture<'_>) -> Vec<Self> {
        let layout = &picture.book().layout;
        let areas = layout.spots().iter().map(|spot| {
            let captioned = tile::is_captioned(picture, spot.area.family());
            let odds_place = if captioned { OddsPlace::Caption } else { OddsPlace::Area };
            let tile = Tile::of(picture, spot.area);
            Self { frame: spot.frame, print: Print::Area { area: spot.area, tile, odds_place } }
        });
        let captions = layout.captions().iter().map(|caption| Self {
            frame: caption.frame,
            print: Print::Caption(CaptionText::of(picture, caption)),
        });
        areas.chain(captions).collect()
    }

    /// The narrowest column that can show this piece itself.
    fn own_columns_min(&self) -> usize {
        let (tile, odds_place) = match &self.print {
            Print::Area { tile, odds_place, .. } => (tile, *odds_place),
            Print::Caption(text) => return wrap::columns_min(&text.odds).max(1),
        };
        let odds = match odds_place {
            OddsPlace::Area => tile.odds.iter().map(|odds| odds_columns_min(&odds.text)).max(),
            OddsPlace::Caption => None,
        };
        let range = tile.range.as_deref().unwrap_or_default();
        let texts = [&title(tile), range, tile.condition.unwrap_or_default()];
        let texts = texts.iter().map(|text| wrap::columns_min(text));
        let dice = tile.dice.iter().map(Vec::len);
        texts.chain(dice).chain(odds).max().unwrap_or(0).max(1)
    }

    /// The narrowest column for each piece; what looks alike needs the same.
    pub(super) fn columns_min(pieces: &[Self]) -> Vec<usize> {
        let mut by_look = BTreeMap::new();
        for piece in pieces {
            let columns = by_look.entry(piece.look()).or_insert(0);
            *columns = piece.own_columns_min().max(*columns);
        }
        let columns_min = |piece: &Self| match piece.look() {
            Some(look) => by_look[&Some(look)],
            None => piece.own_columns_min(),
        };
        pieces.iter().map(columns_min).collect()
    }

    /// What it looks like; a caption looks like no other.
    fn look(&self) -> Option<Family> {
        match self.print {
            Print::Area { area, .. } => Some(look(area.family())),
            Print::Caption(_) => None,
        }
    }

    /// The width between its borders.
    fn inside(&self, across: &Ruler) -> usize {
        let (left, right) = (self.frame.x, self.frame.x + self.frame.width);
        across.place(right) - across.place(left) - 1
    }
}

/// A piece with its text broken into lines.
#[derive(Clone, Debug)]
pub(super) struct SetPiece {
    pub(super) frame: Frame,
    pub(super) fill: Fill,
    pub(super) lines: Vec<(Ink, String)>,
}

/// Breaks the text of every piece into lines that fit its place.
pub(super) fn set(picture: &Picture<'_>, pieces: &[Piece], across: &Ruler) -> Vec<SetPiece> {
    let columns = Column::of_looks(pieces, across);
    let set_piece = |piece: &Piece| {
        let (fill, lines) = match &piece.print {
            Print::Area { area, tile, odds_place } => {
                (picture.fill(*area), columns[&look(area.family())].lines(tile, *odds_place))
            }
            Print::Caption(text) => (Fill::Felt, caption_lines(text, piece.inside(across))),
        };
        SetPiece { frame: piece.frame, fill, lines }
    };
    pieces.iter().map(set_piece).collect()
}

/// The width in which areas that look alike set their text.
///
/// They differ by a column where the width does not divide evenly; all of them break their
/// lines as the narrowest must, so that they look alike.
#[derive(Clone, Copy, Debug)]
struct Column {
    width: usize,
    odds_columns: usize,
}

impl Column {
    fn of_looks(pieces: &[Piece], across: &Ruler) -> BTreeMap<Family, Self> {
        let mut columns = BTreeMap::new();
        for piece in pieces {
            let Print::Area { area, tile, .. } = &piece.print else { continue };
            let (width, odds) = (piece.inside(across), wrap::columns(&tile.odds_line()));
            let own = Self { width, odds_columns: odds };
            let column = columns.entry(look(area.family())).or_insert(own);
            column.width = column.width.min(width);
            column.odds_columns = column.odds_columns.max(odds);
        }
        columns
    }

    fn lines(self, tile: &Tile, odds_place: OddsPlace) -> Vec<(Ink, String)> {
        let words = |text: &str| wrap::wrap(text, self.width);
        let mut lines = inked(Ink::Heading, words(&title(tile)));
        lines.extend(inked(Ink::Note, words(tile.range.as_deref().unwrap_or_default())));
        lines.extend(inked(Ink::Dice, dice_lines(&tile.dice, self.width)));
        lines.extend(inked(Ink::Odds, self.odds_lines(tile, odds_place)));
        lines.extend(inked(Ink::Note, words(tile.condition.unwrap_or_default())));
        lines
    }

    fn odds_lines(self, tile: &Tile, odds_place: OddsPlace) -> Vec<String> {
        if self.odds_columns <= self.width {
            return vec![tile.odds_line()];
        }
        match odds_place {
            OddsPlace::Area => odds_lines(tile, self.width),
            OddsPlace::Caption => Vec::new(),
        }
    }
}

/// Down to this many columns, odds are kept from falling apart into single words.
const ODDS_COLUMNS: usize = 4;

/// The narrowest column for odds: their wider half, or their longest word where that is too much.
fn odds_columns_min(odds: &str) -> usize {
    let (upper, lower) = words::odds_halves(odds);
    let wider_half = wrap::columns(upper).max(wrap::columns(lower));
    wider_half.min(wrap::columns_min(odds).max(ODDS_COLUMNS))
}

/// Odds too long for one line: each in two, or word by word where even that is too wide.
fn odds_lines(tile: &Tile, width: usize) -> Vec<String> {
    let lines = |odds: &str| {
        let (upper, lower) = words::odds_halves(odds);
        [upper, lower].iter().flat_map(|half| wrap::wrap(half, width)).collect::<Vec<_>>()
    };
    tile.odds.iter().flat_map(|odds| lines(&odds.text)).collect()
}

/// The wager and its odds on one line, or the odds alone.
fn caption_lines(text: &CaptionText, width: usize) -> Vec<(Ink, String)> {
    let fits = wrap::columns(&text.full) <= width;
    let lines = if fits { vec![text.full.clone()] } else { wrap::wrap(&text.odds, width) };
    inked(Ink::Odds, lines)
}

fn inked(ink: Ink, lines: Vec<String>) -> Vec<(Ink, String)> {
    lines.into_iter().map(|line| (ink, line)).collect()
}

/// The heading and the emblem side by side.
fn title(tile: &Tile) -> String {
    let parts = [tile.heading.as_deref(), tile.emblem];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The dice of an area: one group on a line, with air where there is room; several in a row.
fn dice_lines(groups: &[Vec<Face>], width: usize) -> Vec<String> {
    match groups {
        [] => Vec::new(),
        [group] if wrap::columns(&spaced_dice(group)) <= width => vec![spaced_dice(group)],
        groups => {
            let groups: Vec<String> = groups.iter().map(|group| dice(group).concat()).collect();
            wrap::wrap(&groups.join(" "), width)
        }
    }
}

/// Dice with air between them.
pub(super) fn spaced_dice(faces: &[Face]) -> String {
    dice(faces).join(" ")
}

fn dice(faces: &[Face]) -> Vec<&'static str> {
    faces.iter().map(|&face| die(face)).collect()
}

fn die(face: Face) -> &'static str {
    match face {
        Face::One => "⚀",
        Face::Two => "⚁",
        Face::Three => "⚂",
        Face::Four => "⚃",
        Face::Five => "⚄",
        Face::Six => "⚅",
    }
}
