//! The print of an area as a stack of lines: how large each line is, and how they are set.

use super::dice::Arrangement;
use super::lettering;
use super::markup::Markup;
use super::paper::Rect;
use super::print::Print;
use crate::tile::Tile;
use crate::words;

/// Between two lines of print.
const LEADING: u32 = 10;
/// The height of a line in hundredths of the size of its letters.
const LINE_HEIGHT: u32 = 115;
/// The largest print of each kind.
const TITLE_MAX: u32 = 170;
const EMBLEM_MAX: u32 = 365;
const RANGE_MAX: u32 = 80;
const DIE_MAX: u32 = 170;
const ODDS_MAX: u32 = 84;
const CONDITION_MAX: u32 = 44;
/// Odds smaller than this on one line break into two, where that makes them larger.
const ODDS_SMALL: u32 = 42;

/// How large the lines of areas that look alike are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    title: u32,
    emblem: Emblem,
    range: u32,
    dice: Arrangement,
    odds: Odds,
    condition: u32,
}

/// Where an emblem stands.
#[derive(Clone, Copy, Debug)]
enum Emblem {
    /// In the title, where the area is flat.
    Beside,
    /// On a line of its own, in this size.
    Below(u32),
}

/// How odds stand, and in which size.
#[derive(Clone, Copy, Debug)]
enum Odds {
    OneLine(u32),
    TwoLines(u32),
}

/// Tiles that look alike, and the room that each of them has.
#[derive(Clone, Copy)]
struct Alike<'a> {
    tiles: &'a [&'a Tile],
    width: u32,
    height: u32,
}

impl Stack {
    /// The stack in which every one of these tiles fits a room of this width and height.
    pub(super) fn of(tiles: &[&Tile], (width, height): (u32, u32)) -> Self {
        let first = tiles.first().expect("a stack is made for a tile");
        let alike = Alike { tiles, width, height };
        let emblem = if width > height { Emblem::Beside } else { Emblem::Below(0) };
        let title_share = title_share(first, emblem);
        let range = |tile: &Tile| tile.range.clone().unwrap_or_default();
        let condition = |tile: &Tile| tile.condition.unwrap_or_default().to_owned();
        let mut stack = Self {
            title: alike.fit(|tile| title(tile, emblem).concat(), title_share, TITLE_MAX),
            emblem,
            range: alike.fit(range, 14, RANGE_MAX),
            dice: Arrangement::NONE,
            odds: Odds::of(alike),
            condition: alike.fit(condition, 12, CONDITION_MAX),
        };
        stack.shrink(first, height);
        stack.fill(first, (width, height));
        stack
    }

    /// Makes the words smaller where they would not fit above each other.
    fn shrink(&mut self, tile: &Tile, room: u32) {
        let height = self.height(tile);
        if height <= room {
            return;
        }
        let sizes = [&mut self.title, &mut self.range, self.odds.size_mut(), &mut self.condition];
        for size in sizes {
            *size = *size * room / height;
        }
    }

    /// Gives the emblem or the dice the height that the words leave.
    fn fill(&mut self, tile: &Tile, (width, height): (u32, u32)) {
        let left = height.saturating_sub(self.height(tile) + LEADING);
        if let Emblem::Below(size) = &mut self.emblem {
            *size = (left.min(width) * 100 / LINE_HEIGHT).min(EMBLEM_MAX);
        }
        self.dice = Arrangement::of(&tile.dice, (width, left), DIE_MAX);
    }

    /// Prints a tile in the middle of its room.
    pub(super) fn print(&self, group: &mut Markup, tile: &Tile, room: Rect) {
        let mut from_top = room.height.saturating_sub(self.height(tile)) / 2;
        for line in self.lines(tile) {
            line.print(group, room.strip(from_top, line.height()));
            from_top += line.height() + LEADING;
        }
    }

    fn height(&self, tile: &Tile) -> u32 {
        self.lines(tile).iter().map(|line| line.height() + LEADING).sum::<u32>() - LEADING
    }

    /// The lines of a tile from top to bottom.
    fn lines<'t>(&self, tile: &'t Tile) -> Vec<Line<'t>> {
        let words = title(tile, self.emblem);
        let heading = (!words.concat().is_empty()).then_some(Line::Title(words, self.title));
        let emblem = match self.emblem {
            Emblem::Beside => None,
            Emblem::Below(size) => tile.emblem.map(|text| Line::Words(text, "serif emblem", size)),
        };
        let range = tile.range.as_deref().map(|text| Line::Words(text, "serif", self.range));
        let dice = (!tile.dice.is_empty()).then_some(Line::Dice(tile, self.dice));
        let odds = Some(Line::Odds(tile, self.odds));
        let condition = tile.condition.map(|text| Line::Words(text, "sans", self.condition));
        [heading, emblem, range, dice, odds, condition].into_iter().flatten().collect()
    }
}

impl Alike<'_> {
    /// The largest size at which these words fit on every tile, within `height_share` hundredths of
    /// the height.
    fn fit(self, words: impl Fn(&Tile) -> String, height_share: u32, size_max: u32) -> u32 {
        let widest = self.tiles.iter().map(|tile| lettering::width(&words(tile))).max();
        let size_max = (self.height * height_share / 100).min(size_max);
        lettering::size_to_fit(widest.unwrap_or(0), self.width, size_max)
    }
}

impl Odds {
    fn of(alike: Alike<'_>) -> Self {
        let has_dice = alike.tiles.iter().any(|tile| !tile.dice.is_empty());
        let share = if has_dice { 20 } else { 26 };
        let one = alike.fit(Tile::odds_line, share, ODDS_MAX);
        let two = alike.fit(wider_half, share, ODDS_MAX);
        // The three odds of a single read as one list, which would not survive a break.
        let breakable = alike.tiles.iter().all(|tile| tile.odds.len() == 1);
        if breakable && one < ODDS_SMALL && two > one {
            Self::TwoLines(two)
        } else {
            Self::OneLine(one)
        }
    }

    fn size_mut(&mut self) -> &mut u32 {
        match self {
            Self::OneLine(size) | Self::TwoLines(size) => size,
        }
    }
}

/// The wider of the two lines into which a tile's odds break.
fn wider_half(tile: &Tile) -> String {
    let odds = tile.odds_line();
    let (upper, lower) = words::odds_halves(&odds);
    let wider = if lettering::width(upper) > lettering::width(lower) { upper } else { lower };
    wider.to_owned()
}

/// The heading, and the emblem where it stands beside it.
fn title(tile: &Tile, emblem: Emblem) -> [&str; 3] {
    let heading = tile.heading.as_deref().unwrap_or_default();
    match (emblem, tile.emblem) {
        (Emblem::Beside, Some(emblem)) if heading.is_empty() => ["", "", emblem],
        (Emblem::Beside, Some(emblem)) => [heading, " ", emblem],
        (Emblem::Beside, None) | (Emblem::Below(_), _) => [heading, "", ""],
    }
}

/// How many hundredths of the height a title may take: less where a picture needs the room.
fn title_share(tile: &Tile, emblem: Emblem) -> u32 {
    match emblem {
        Emblem::Below(_) if tile.emblem.is_some() => 20,
        Emblem::Below(_) | Emblem::Beside if !tile.dice.is_empty() => 22,
        Emblem::Below(_) | Emblem::Beside => 42,
    }
}

/// One line of an area's print, and its size.
enum Line<'t> {
    Title([&'t str; 3], u32),
    Words(&'t str, &'static str, u32),
    Dice(&'t Tile, Arrangement),
    Odds(&'t Tile, Odds),
}

impl Line<'_> {
    fn height(&self) -> u32 {
        match *self {
            Self::Dice(_, lie) => lie.height(),
            Self::Title(_, size) | Self::Words(_, _, size) | Self::Odds(_, Odds::OneLine(size)) => {
                line_height(size)
            }
            Self::Odds(_, Odds::TwoLines(size)) => 2 * line_height(size),
        }
    }

    fn print(&self, group: &mut Markup, strip: Rect) {
        match *self {
            Self::Title(parts, size) => print_title(group, parts, strip, size),
            Self::Words(text, class, size) => {
                Print { class, size }.set(group, strip, |line| line.words(text));
            }
            Self::Dice(tile, lie) => lie.lay(group, &tile.dice, strip),
            Self::Odds(tile, Odds::OneLine(size)) => {
                Print { class: "sans odds", size }.set(group, strip, |line| odds(line, tile));
            }
            Self::Odds(tile, Odds::TwoLines(size)) => print_odds_broken(group, tile, strip, size),
        }
    }
}

fn line_height(size: u32) -> u32 {
    size * LINE_HEIGHT / 100
}

fn print_title(group: &mut Markup, parts: [&str; 3], strip: Rect, size: u32) {
    let [heading, space, emblem] = parts;
    Print { class: "serif", size }.set(group, strip, |line| {
        line.words(heading);
        line.words(space);
        if !emblem.is_empty() {
            line.text("tspan", &[("class", &"emblem")], emblem);
        }
    });
}

/// The odds one after another; those that the roll pays stand out from those that it does not.
fn odds(line: &mut Markup, tile: &Tile) {
    for (place, odds) in tile.odds.iter().enumerate() {
        if place > 0 {
            line.words(words::BETWEEN);
        }
        let class = if odds.pays { "paying" } else { "idle" };
        line.text("tspan", &[("class", &class)], &odds.text);
    }
}

fn print_odds_broken(group: &mut Markup, tile: &Tile, strip: Rect, size: u32) {
    let odds = tile.odds_line();
    let (upper, lower) = words::odds_halves(&odds);
    for (half, from_top) in [(upper, 0), (lower, line_height(size))] {
        let strip = strip.strip(from_top, line_height(size));
        Print { class: "sans odds", size }.set(group, strip, |line| line.words(half));
    }
}
