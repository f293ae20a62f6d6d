//! All rule books side by side.

use std::collections::BTreeMap;

use taisai_odds::{Dice, Fraction};
use taisai_rulebooks::Edition;
use taisai_rules::{Area, Family};

use crate::sheet::{Sheet, names};

/// The house edges of several rule books, area by area.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    sheets: Vec<Sheet<'a>>,
    rows: Vec<Row>,
}

/// Areas of one family that have the same edge as one another in every book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub areas: Vec<Area>,
    /// The edge in each book, in the order of the books; `None` where it is not offered.
    pub edges: Vec<Option<Fraction>>,
}

impl Row {
    /// The areas in words.
    pub fn label(&self) -> String {
        names(&self.areas)
    }

    /// The lowest edge, unless every book that offers it has the same.
    pub fn lowest(&self) -> Option<Fraction> {
        let offered = || self.edges.iter().flatten().copied();
        let lowest = offered().min()?;
        (offered().max()? != lowest).then_some(lowest)
    }
}

impl<'a> Comparison<'a> {
    /// Compares these rule books.
    pub fn of(editions: impl Iterator<Item = &'a Edition>, dice: &Dice) -> Self {
        let sheets: Vec<Sheet<'a>> = editions.map(|edition| Sheet::of(edition, dice)).collect();
        let edges: Vec<BTreeMap<Area, Fraction>> = sheets
            .iter()
            .map(|sheet| {
                sheet.areas().iter().map(|one| (one.area(), one.odds.house_edge())).collect()
            })
            .collect();
        let mut rows: Vec<Row> = Vec::new();
        for area in Area::all() {
            let edges: Vec<Option<Fraction>> =
                edges.iter().map(|book| book.get(&area).copied()).collect();
            if edges.iter().all(Option::is_none) {
                continue;
            }
            let family = |row: &Row| -> Family { row.areas[0].family() };
            let alike = |row: &&mut Row| family(row) == area.family() && row.edges == edges;
            match rows.iter_mut().find(alike) {
                Some(row) => row.areas.push(area),
                None => rows.push(Row { areas: vec![area], edges }),
            }
        }
        Self { sheets, rows }
    }

    /// The sheet of each book.
    pub fn sheets(&self) -> &[Sheet<'a>] {
        &self.sheets
    }

    /// The rows, in the order of their first areas.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use taisai_rulebooks::Library;

    use super::*;

    #[test]
    fn every_area_of_every_book_stands_in_one_row() {
        let comparison = Comparison::of(Library::editions(), &Dice::FAIR);
        for (place, sheet) in comparison.sheets().iter().enumerate() {
            for figures in sheet.areas() {
                let rows = comparison.rows().iter();
                let mut of_area = rows.filter(|row| row.areas.contains(&figures.area()));
                let row = of_area.next().unwrap();
                assert_eq!(row.edges[place], Some(figures.odds.house_edge()));
                assert_eq!(of_area.next(), None, "{} stands twice", figures.area());
            }
        }
    }

    #[test]
    fn only_a_difference_has_a_lowest() {
        let row = |edges: &[Option<i128>]| Row {
            areas: Vec::new(),
            edges: edges.iter().map(|edge| edge.map(Fraction::whole)).collect(),
        };
        assert_eq!(row(&[Some(1), None, Some(1)]).lowest(), None);
        assert_eq!(row(&[Some(2), None, Some(1)]).lowest(), Some(Fraction::ONE));
        assert_eq!(row(&[None]).lowest(), None);
    }
}
