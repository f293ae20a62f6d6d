//! The layout forms a rule book can name: drawing plans kept as files, checked against a pay table.

use std::fmt;

use serde::Deserialize;
use taisai_rules::{Area, Caption, Frame, Layout, LayoutMistake, PayTable, Spot};

/// Every form by name, with its file.
pub(crate) const FORMS: [(&str, &str); 4] = [
    ("two-sided", include_str!("../layouts/two-sided.toml")),
    ("appendix-a", include_str!("../layouts/appendix-a.toml")),
    ("appendix-b", include_str!("../layouts/appendix-b.toml")),
    ("appendix-c", include_str!("../layouts/appendix-c.toml")),
];

/// The layout of this form for this pay table, or why there is none.
pub(crate) fn layout(form: &str, pay_table: &PayTable) -> Result<Layout, LayoutFault> {
    let known = FORMS.iter().find(|(name, _)| *name == form);
    let (_, text) = known.ok_or_else(|| LayoutFault::UnknownForm(form.to_owned()))?;
    drawn(text, pay_table)
}

/// The layout a file draws.
fn drawn(text: &str, pay_table: &PayTable) -> Result<Layout, LayoutFault> {
    let plan: Plan = toml::from_str(text)
        .map_err(|reason| LayoutFault::Malformed(reason.to_string().trim_end().to_owned()))?;
    let mut spots = Vec::new();
    for block in &plan.block {
        spots.extend(block.spots()?);
    }
    let captions = plan.caption.iter().map(Line::caption).collect::<Result<_, _>>()?;
    let [columns, rows] = plan.grid;
    Layout::new((columns, rows), spots, captions, pay_table).map_err(LayoutFault::Mistakes)
}

/// Why a layout could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LayoutFault {
    /// No form has this name.
    UnknownForm(String),
    /// The file is not a drawing plan, for this reason.
    Malformed(String),
    /// A block's areas do not stand in rows of one length.
    Ragged {
        /// The block's first row.
        first_row: String,
    },
    /// A block's size is not a multiple of its rows and columns of areas.
    Indivisible {
        /// The block's first row.
        first_row: String,
        /// How many columns and rows of areas it has.
        areas: (usize, usize),
        /// How many columns and rows of the grid it spans.
        size: (u16, u16),
    },
    /// The file names an area that does not exist.
    UnknownArea(String),
    /// The drawing does not fit the pay table.
    Mistakes(Vec<LayoutMistake>),
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownForm(form) => {
                let known: Vec<&str> = FORMS.iter().map(|(name, _)| *name).collect();
                write!(f, "there is no layout \"{form}\"; there are {}", known.join(", "))
            }
            Self::Malformed(reason) => write!(f, "the layout cannot be read: {reason}"),
            Self::Ragged { first_row } => {
                write!(f, "the block \"{first_row}\" needs rows with equally many areas")
            }
            Self::Indivisible { first_row, areas, size } => write!(
                f,
                "the block \"{first_row}\" has {} by {} areas, which do not divide {} by {} evenly",
                areas.0, areas.1, size.0, size.1
            ),
            Self::UnknownArea(name) => write!(f, "no area is called \"{name}\""),
            Self::Mistakes(mistakes) => {
                let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                write!(f, "{}", mistakes.join("; "))
            }
        }
    }
}

impl std::error::Error for LayoutFault {}

/// A layout as its file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    grid: [u16; 2],
    block: Vec<Block>,
    #[serde(default)]
    caption: Vec<Line>,
}

/// A rectangle divided evenly among its areas.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    at: [u16; 2],
    size: [u16; 2],
    areas: Vec<String>,
}

/// A printed line that words the odds of a family.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    of: String,
    at: [u16; 2],
    size: [u16; 2],
}

/// What stands in a row of areas where nothing is drawn.
const GAP: &str = ".";

impl Block {
    fn spots(&self) -> Result<Vec<Spot>, LayoutFault> {
        let rows: Vec<Vec<&str>> =
            self.areas.iter().map(|row| row.split_whitespace().collect()).collect();
        let tile = self.tile(&rows)?;
        let mut spots = Vec::new();
        for (row, names) in (0..).zip(&rows) {
            for (column, name) in (0..).zip(names).filter(|(_, name)| **name != GAP) {
                spots.push(Spot { area: area(name)?, frame: beside(tile, column, row) });
            }
        }
        Ok(spots)
    }

    /// The block's first tile; all others have its size.
    fn tile(&self, rows: &[Vec<&str>]) -> Result<Frame, LayoutFault> {
        let first_row = || self.areas.first().cloned().unwrap_or_default();
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return Err(LayoutFault::Ragged { first_row: first_row() });
        }
        let ([x, y], [width, height]) = (self.at, self.size);
        match (share(width, columns), share(height, rows.len())) {
            (Some(width), Some(height)) => Ok(Frame { x, y, width, height }),
            _ => Err(LayoutFault::Indivisible {
                first_row: first_row(),
                areas: (columns, rows.len()),
                size: (width, height),
            }),
        }
    }
}

impl Line {
    fn caption(&self) -> Result<Caption, LayoutFault> {
        let ([x, y], [width, height]) = (self.at, self.size);
        Ok(Caption { of: area(&self.of)?, frame: Frame { x, y, width, height } })
    }
}

fn area(name: &str) -> Result<Area, LayoutFault> {
    name.parse().map_err(|_| LayoutFault::UnknownArea(name.to_owned()))
}

/// The length of each of so many equal parts, if there is one.
fn share(length: u16, parts: usize) -> Option<u16> {
    let parts = u16::try_from(parts).ok()?;
    length.is_multiple_of(parts).then(|| length / parts)
}

/// The tile so many columns and rows away. A place too far to be counted is as far as counting
/// goes, which is off every grid and is refused there.
fn beside(tile: Frame, column: u16, row: u16) -> Frame {
    Frame {
        x: tile.x.saturating_add(tile.width.saturating_mul(column)),
        y: tile.y.saturating_add(tile.height.saturating_mul(row)),
        ..tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taisai_rules::{Clause, DoubleOnTriple, Family, Offer, Pays};

    /// A pay table that offers these areas at even money.
    fn offering(areas: impl Iterator<Item = Area>) -> PayTable {
        let rule = Clause::new("house").unwrap();
        let offer = |area: Area| {
            let same = Pays::same("1 to 1", &rule).unwrap();
            let line = same.lines()[0].clone();
            let by_dice = || Pays::ByDice([line.clone(), line.clone(), line.clone()]);
            let pays = if area.family() == Family::Single { by_dice() } else { same };
            Offer::new(&area.to_string(), "wager", &rule, pays).unwrap()
        };
        PayTable::new(areas.map(offer).collect(), DoubleOnTriple::Wins).unwrap()
    }

    /// The western wagers, Pay Table 1, Pay Tables 2 and 3: which areas each form is drawn for.
    fn offered(form: &str, area: Area) -> bool {
        let combos = form == "appendix-b" || form == "appendix-c";
        let name = area.to_string();
        match area.family() {
            Family::Even | Family::Odd => form != "two-sided",
            Family::Four => {
                let fours = ["four-3456", "four-2356", "four-2345", "four-1234"];
                form != "two-sided" && fours.contains(&name.as_str())
            }
            Family::ThreeSingles => combos,
            Family::DoubleWithSingle => combos && name != "combo-112" && name != "combo-665",
            Family::Small
            | Family::Big
            | Family::AnyTriple
            | Family::Single
            | Family::Double
            | Family::Triple
            | Family::Total
            | Family::Domino => true,
        }
    }

    fn small_and_big() -> PayTable {
        offering(["small", "big"].iter().map(|name| name.parse().unwrap()))
    }

    fn check(plan: &str, expected: &str) {
        let answer = drawn(plan, &small_and_big())
            .map_or_else(|fault| fault.to_string(), |layout| drawn_as(&layout));
        assert_eq!(answer, expected, "{plan}");
    }

    fn drawn_as(layout: &Layout) -> String {
        let frame =
            |frame: Frame| format!("{},{} {}x{}", frame.x, frame.y, frame.width, frame.height);
        let spots =
            layout.spots().iter().map(|spot| format!("{} {}", spot.area, frame(spot.frame)));
        let captions = layout.captions().iter();
        let captions = captions.map(|line| format!("\"{}\" {}", line.of, frame(line.frame)));
        spots.chain(captions).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn every_form_draws_the_areas_of_its_pay_tables() {
        let counts = [50, 56, 104, 104];
        for ((form, _), areas) in FORMS.into_iter().zip(counts) {
            let table = offering(Area::all().filter(|&area| offered(form, area)));
            let layout = layout(form, &table).unwrap();
            assert_eq!(layout.spots().len(), areas, "{form}");
        }
    }

    #[test]
    fn a_block_is_divided_evenly_among_its_areas() {
        check(
            "grid = [8, 4]\n[[block]]\nat = [0, 0]\nsize = [8, 2]\nareas = [\"small . . big\"]",
            "small 0,0 2x2, big 6,0 2x2",
        );
        check(
            "grid = [8, 4]\n[[block]]\nat = [4, 0]\nsize = [4, 4]\nareas = [\"big\", \"small\"]\n\
             [[caption]]\nof = \"big\"\nat = [0, 0]\nsize = [4, 1]",
            "big 4,0 4x2, small 4,2 4x2, \"big\" 0,0 4x1",
        );
    }

    #[test]
    fn an_unknown_form_is_answered_with_the_known_ones() {
        let fault = layout("round", &small_and_big()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "there is no layout \"round\"; there are two-sided, appendix-a, appendix-b, appendix-c"
        );
    }

    #[test]
    fn a_file_that_is_not_a_plan_is_refused_with_its_reason() {
        for (plan, reason) in [
            ("grid = [8, 4]", "missing field `block`"),
            ("grid = [8]\nblock = []", "invalid length 1"),
            ("grid = [8, 4]\nblock = []\ncolour = \"green\"", "unknown field `colour`"),
            ("grid = [8, 4", "unclosed array"),
        ] {
            let fault = drawn(plan, &small_and_big()).unwrap_err();
            assert!(matches!(fault, LayoutFault::Malformed(_)), "{fault:?}");
            assert!(fault.to_string().contains(reason), "{fault}");
        }
    }

    #[test]
    fn a_block_with_rows_of_different_length_is_refused() {
        let block = |areas: &str| {
            format!("grid = [8, 4]\n[[block]]\nat = [0, 0]\nsize = [8, 4]\nareas = {areas}")
        };
        let ragged = |row: &str| format!("the block \"{row}\" needs rows with equally many areas");
        check(&block("[\"small big\", \"small\"]"), &ragged("small big"));
        check(&block("[]"), &ragged(""));
        check(&block("[\"\", \"\"]"), &ragged(""));
    }

    #[test]
    fn a_block_that_does_not_divide_is_refused() {
        check(
            "grid = [8, 4]\n[[block]]\nat = [0, 0]\nsize = [7, 4]\nareas = [\"small big\"]",
            "the block \"small big\" has 2 by 1 areas, which do not divide 7 by 4 evenly",
        );
    }

    #[test]
    fn an_area_that_does_not_exist_is_refused_by_name() {
        let block = "grid = [8, 4]\n[[block]]\nat = [0, 0]\nsize = [8, 4]\nareas = [\"single-7\"]";
        check(block, "no area is called \"single-7\"");
        let caption =
            "grid = [8, 4]\nblock = []\n[[caption]]\nof = \"tiny\"\nat = [0, 0]\nsize = [1, 1]";
        check(caption, "no area is called \"tiny\"");
    }

    #[test]
    fn a_plan_that_does_not_fit_the_pay_table_is_refused_with_every_mistake() {
        check(
            "grid = [8, 4]\n[[block]]\nat = [65535, 0]\nsize = [8, 4]\nareas = [\"small odd\"]",
            "big is offered but has no place on the layout; \
             odd is on the layout but no wager offers it; \
             the place of small is not on the grid; the place of odd is not on the grid; \
             the places of small and odd overlap",
        );
    }
}
