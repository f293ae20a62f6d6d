//! The figures of one rule book, independent of how they are printed.

use taisai_odds::{AreaOdds, Dice, Fraction, LowReturn, WideFraction};
use taisai_pictures::Language;
use taisai_rulebooks::Edition;
use taisai_rules::{Area, Face, Family, Offer};

use crate::words::{put, words};

/// The exact figures of a rule book, with fair dice or with others.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    edition: &'a Edition,
    dice: Dice,
    areas: Vec<AreaFigures<'a>>,
    families: Vec<FamilyFigures>,
}

impl<'a> Sheet<'a> {
    /// Computes every figure.
    pub fn of(edition: &'a Edition, dice: &Dice) -> Self {
        let table = &edition.rules().pay_table;
        let figures = |offer: &'a Offer| {
            AreaOdds::of(table, offer.area, dice).map(|odds| AreaFigures { offer, odds })
        };
        let areas: Vec<AreaFigures<'a>> = table.offers().iter().filter_map(figures).collect();
        assert!(!areas.is_empty(), "a checked rule book offers something");
        let families = Family::ALL.iter().filter_map(|&family| FamilyFigures::of(family, &areas));
        Self { edition, dice: *dice, families: families.collect(), areas }
    }

    /// The rule book.
    pub fn edition(&self) -> &'a Edition {
        self.edition
    }

    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Every area, in the order of [`Area::all`].
    pub fn areas(&self) -> &[AreaFigures<'a>] {
        &self.areas
    }

    /// Every family that is offered.
    pub fn families(&self) -> &[FamilyFigures] {
        &self.families
    }

    /// The figures of the book as a whole.
    pub fn book(&self) -> BookFigures<'_> {
        BookFigures::of(&self.areas)
    }

    /// The areas of each family, grouped by equal odds and figures.
    pub fn alike(&self) -> Vec<Vec<&AreaFigures<'a>>> {
        let mut groups: Vec<Vec<&AreaFigures<'a>>> = Vec::new();
        for one in &self.areas {
            match groups.iter_mut().find(|group| group[0].is_like(one)) {
                Some(group) => group.push(one),
                None => groups.push(vec![one]),
            }
        }
        groups
    }
}

/// The figures of one area.
#[derive(Clone, Debug)]
pub struct AreaFigures<'a> {
    /// What is offered.
    pub offer: &'a Offer,
    /// What it is worth.
    pub odds: AreaOdds,
}

impl AreaFigures<'_> {
    pub fn area(&self) -> Area {
        self.offer.area
    }

    /// Its odds on one line; a single has three.
    pub fn pays(&self) -> String {
        self.lines(|line| line.odds.to_string()).join(", ")
    }

    /// The clauses of its odds, each once.
    pub fn clauses(&self) -> String {
        let mut clauses = self.lines(|line| line.clause.to_string());
        clauses.dedup();
        clauses.join(", ")
    }

    pub(crate) fn lines(&self, print: impl Fn(&taisai_rules::PayLine) -> String) -> Vec<String> {
        self.offer.pays.lines().iter().map(print).collect()
    }

    /// The word for a return that is worth a flag.
    pub fn flag(&self) -> Option<&'static str> {
        self.flag_in(Language::English)
    }

    /// The same in the words of a language.
    pub(crate) fn flag_in(&self, language: Language) -> Option<&'static str> {
        let tables = &words(language).tables;
        self.odds.low_return().map(|low| match low {
            LowReturn::Under75 => tables.below_75,
            LowReturn::Under80 => tables.below_80,
        })
    }

    fn is_like(&self, other: &Self) -> bool {
        let same_family = self.area().family() == other.area().family();
        same_family
            && self.pays() == other.pays()
            && self.odds.ways() == other.odds.ways()
            && self.odds.spread() == other.odds.spread()
    }
}

/// The edges of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyFigures {
    pub family: Family,
    /// How many areas it has.
    pub areas: usize,
    /// The edges of these areas.
    pub edges: Edges,
}

impl FamilyFigures {
    fn of(family: Family, areas: &[AreaFigures<'_>]) -> Option<Self> {
        let edges: Vec<Fraction> = areas
            .iter()
            .filter(|one| one.area().family() == family)
            .map(|one| one.odds.house_edge())
            .collect();
        Some(Self { family, areas: edges.len(), edges: Edges::of(&edges)? })
    }
}

/// The range of some house edges, and their plain average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    pub lowest: Fraction,
    /// The average in which every area counts once. Odds with many different denominators make it
    /// longer than any of them.
    pub mean: WideFraction,
    pub highest: Fraction,
}

impl Edges {
    /// The lowest, the mean and the highest.
    pub fn in_order(&self) -> [WideFraction; 3] {
        [self.lowest.into(), self.mean.clone(), self.highest.into()]
    }

    fn of(edges: &[Fraction]) -> Option<Self> {
        let (lowest, highest) = (*edges.iter().min()?, *edges.iter().max()?);
        let sum = edges.iter().map(|&edge| WideFraction::from(edge));
        let sum = sum.fold(Fraction::ZERO.into(), |sum: WideFraction, edge| sum.plus(&edge));
        let count = i128::try_from(edges.len()).expect("a layout has few areas");
        Some(Self { lowest, mean: sum.times(&Fraction::new(1, count).into()), highest })
    }
}

/// The figures of a whole rule book.
#[derive(Clone, Debug)]
pub struct BookFigures<'s> {
    /// The first area with the lowest house edge.
    pub best: &'s AreaFigures<'s>,
    /// The first area with the highest house edge.
    pub worst: &'s AreaFigures<'s>,
    /// The edges of all areas.
    pub edges: Edges,
    /// How many areas return less than 75 %.
    pub below_75: usize,
    /// How many areas return less than 80 %, those below 75 % among them.
    pub below_80: usize,
}

impl<'s> BookFigures<'s> {
    fn of(areas: &'s [AreaFigures<'s>]) -> Self {
        let edges: Vec<Fraction> = areas.iter().map(|one| one.odds.house_edge()).collect();
        let all = Edges::of(&edges).expect("a book offers something");
        let first = |edge: Fraction| {
            areas.iter().find(|one| one.odds.house_edge() == edge).expect("it is one of them")
        };
        let below =
            |low: LowReturn| areas.iter().filter(|one| one.odds.low_return() == Some(low)).count();
        let below_75 = below(LowReturn::Under75);
        Self {
            best: first(all.lowest),
            worst: first(all.highest),
            edges: all,
            below_75,
            below_80: below_75 + below(LowReturn::Under80),
        }
    }
}

/// The names of a group of areas: all of a few, the first and last of many.
pub fn names(areas: &[Area]) -> String {
    names_by(areas, |area| area.to_string())
}

/// The same with each area called by a name of its own.
pub(crate) fn names_by(areas: &[Area], name: impl Fn(Area) -> String) -> String {
    const ALL_NAMED: usize = 2;
    let words: Vec<String> = areas.iter().map(|&area| name(area)).collect();
    let count = words.len();
    let neighbours = areas.windows(2).all(|pair| pair[0].index() + 1 == pair[1].index());
    match (count > ALL_NAMED, neighbours) {
        (false, _) => words.join(", "),
        (true, true) => format!("{} … {} ({count})", words[0], words[count - 1]),
        (true, false) => format!("{}, {}, … ({count})", words[0], words[1]),
    }
}

pub fn dice_in_words(dice: &Dice) -> String {
    dice_in(dice, Language::English)
}

/// The dice in the words of a language.
pub(crate) fn dice_in(dice: &Dice, language: Language) -> String {
    let facts = &words(language).facts;
    if *dice == Dice::FAIR {
        return facts.dice_fair.to_owned();
    }
    let weights = Face::ALL.map(|face| dice.weight(face).to_string()).join(" : ");
    put(facts.dice_uneven, "weights", &weights)
}
