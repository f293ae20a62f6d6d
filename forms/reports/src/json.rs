//! The sheet for programs: one JSON object on one line.

use serde::Serialize;
use serde_json::Number;
use taisai_odds::{Dice, LowReturn};
use taisai_rules::{Face, PayLine};

use crate::figures::{json_decimal, json_percent};
use crate::sheet::{AreaFigures, BookFigures, Edges, FamilyFigures, Sheet};

/// Prints a sheet as one line of JSON.
pub fn json(sheet: &Sheet<'_>) -> String {
    let answer = Answer::of(sheet);
    serde_json::to_string(&answer).expect("our own values have string keys and no odd numbers")
        + "\n"
}

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    name: &'a str,
    document: &'a str,
    hash: String,
    version: &'static str,
    dice: DiceAnswer,
    areas: Vec<AreaAnswer<'a>>,
    families: Vec<FamilyAnswer>,
    book: BookAnswer,
}

impl<'a> Answer<'a> {
    fn of(sheet: &'a Sheet<'a>) -> Self {
        let edition = sheet.edition();
        let title = &edition.rules().title;
        Self {
            rules: &title.id,
            name: &title.name,
            document: &title.document,
            hash: edition.fingerprint().to_string(),
            version: crate::VERSION,
            dice: DiceAnswer::of(sheet.dice()),
            areas: sheet.areas().iter().map(AreaAnswer::of).collect(),
            families: sheet.families().iter().map(FamilyAnswer::of).collect(),
            book: BookAnswer::of(&sheet.book()),
        }
    }
}

/// Dice for programs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DiceAnswer {
    fair: bool,
    weights: [u32; 6],
    of: u64,
}

impl DiceAnswer {
    /// The weights of the faces, and how many ways they make.
    pub fn of(dice: &Dice) -> Self {
        let weights = Face::ALL.map(|face| dice.weight(face));
        Self { fair: *dice == Dice::FAIR, weights, of: dice.chance_of_all() }
    }
}

#[derive(Serialize)]
struct AreaAnswer<'a> {
    area: String,
    family: &'static str,
    wager: &'a str,
    defined: &'a str,
    pays: Vec<PaysAnswer<'a>>,
    ways: u64,
    hit_frequency: String,
    hit_percent: Number,
    house_edge: String,
    house_edge_percent: Number,
    #[serde(rename = "return")]
    returned: String,
    return_percent: Number,
    variance: String,
    sd: Number,
    skewness: Option<Number>,
    flag: Option<&'static str>,
}

impl<'a> AreaAnswer<'a> {
    fn of(figures: &'a AreaFigures<'_>) -> Self {
        let odds = &figures.odds;
        Self {
            area: figures.area().to_string(),
            family: figures.area().family().word(),
            wager: &figures.offer.wager,
            defined: figures.offer.defined.as_str(),
            pays: figures.offer.pays.lines().iter().map(PaysAnswer::of).collect(),
            ways: odds.ways(),
            hit_frequency: odds.hit_frequency().to_string(),
            hit_percent: json_percent(odds.hit_frequency()),
            house_edge: odds.house_edge().to_string(),
            house_edge_percent: json_percent(odds.house_edge()),
            returned: odds.player_return().to_string(),
            return_percent: json_percent(odds.player_return()),
            variance: odds.variance().to_string(),
            sd: json_decimal(odds.standard_deviation()),
            skewness: odds.skewness().map(json_decimal),
            flag: odds.low_return().map(flag),
        }
    }
}

/// The flags as programs read them.
fn flag(low: LowReturn) -> &'static str {
    match low {
        LowReturn::Under75 => "below-75",
        LowReturn::Under80 => "below-80",
    }
}

#[derive(Serialize)]
struct PaysAnswer<'a> {
    odds: String,
    clause: &'a str,
}

impl<'a> PaysAnswer<'a> {
    fn of(line: &'a PayLine) -> Self {
        Self { odds: line.odds.to_string(), clause: line.clause.as_str() }
    }
}

#[derive(Serialize)]
struct EdgesAnswer {
    lowest: String,
    lowest_percent: Number,
    mean: String,
    mean_percent: Number,
    highest: String,
    highest_percent: Number,
}

impl EdgesAnswer {
    fn of(Edges { lowest, mean, highest }: &Edges) -> Self {
        Self {
            lowest: lowest.to_string(),
            lowest_percent: json_percent(lowest),
            mean: mean.to_string(),
            mean_percent: json_percent(mean),
            highest: highest.to_string(),
            highest_percent: json_percent(highest),
        }
    }
}

#[derive(Serialize)]
struct FamilyAnswer {
    family: &'static str,
    areas: usize,
    house_edge: EdgesAnswer,
}

impl FamilyAnswer {
    fn of(figures: &FamilyFigures) -> Self {
        let house_edge = EdgesAnswer::of(&figures.edges);
        Self { family: figures.family.word(), areas: figures.areas, house_edge }
    }
}

#[derive(Serialize)]
struct BookAnswer {
    best: String,
    worst: String,
    house_edge: EdgesAnswer,
    below_75: usize,
    below_80: usize,
}

impl BookAnswer {
    fn of(figures: &BookFigures<'_>) -> Self {
        Self {
            best: figures.best.area().to_string(),
            worst: figures.worst.area().to_string(),
            house_edge: EdgesAnswer::of(&figures.edges),
            below_75: figures.below_75,
            below_80: figures.below_80,
        }
    }
}
