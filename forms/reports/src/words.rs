//! The texts of a sheet, in each of its languages. Figures are the same in all of them.

mod english;
mod simplified;
mod traditional;

use taisai_pictures::Language;

use crate::readings::Reading;

/// Every word of a sheet in one language. Braces hold the place of something else.
pub(crate) struct Words {
    pub(crate) par_sheet: &'static str,
    pub(crate) game: &'static str,
    pub(crate) headings: Headings,
    pub(crate) facts: Facts,
    pub(crate) tiles: Tiles,
    pub(crate) layout: &'static str,
    pub(crate) bands: [&'static str; 7],
    pub(crate) charts: Charts,
    pub(crate) tables: Tables,
    pub(crate) method: Method,
    pub(crate) footer: &'static str,
    /// The citation for a reading.
    pub(crate) reading: &'static str,
    pub(crate) house: &'static str,
    pub(crate) favours_player: &'static str,
    /// The families, in the order of [`Family::ALL`]; `None` if the document's words are used.
    pub(crate) families: Option<[&'static str; 13]>,
    /// The readings that wagers rest on; empty if the page of the readings has the words.
    pub(crate) readings: &'static [Reading],
}

/// The headings of the sections.
pub(crate) struct Headings {
    pub(crate) families: &'static str,
    pub(crate) layout: &'static str,
    pub(crate) areas: &'static str,
    pub(crate) charts: &'static str,
    pub(crate) clauses: &'static str,
    pub(crate) readings: &'static str,
    pub(crate) method: &'static str,
}

/// What stands at the top.
pub(crate) struct Facts {
    pub(crate) book: &'static str,
    pub(crate) extends: &'static str,
    pub(crate) cited: &'static str,
    pub(crate) odds: &'static str,
    pub(crate) odds_floor: &'static str,
    pub(crate) odds_exact: &'static str,
    pub(crate) areas: &'static str,
    pub(crate) dice: &'static str,
    pub(crate) dice_fair: &'static str,
    pub(crate) dice_uneven: &'static str,
    pub(crate) made_by: &'static str,
    pub(crate) fingerprint: &'static str,
}

/// The book in five figures.
pub(crate) struct Tiles {
    pub(crate) lowest: &'static str,
    pub(crate) highest: &'static str,
    pub(crate) average: &'static str,
    pub(crate) once: &'static str,
    pub(crate) below_80: &'static str,
    pub(crate) below_75: &'static str,
    pub(crate) area: &'static str,
    pub(crate) areas: &'static str,
}

/// What the charts say, and what is said below them.
pub(crate) struct Charts {
    pub(crate) edge: &'static str,
    pub(crate) edges: &'static str,
    pub(crate) of_stake: &'static str,
    pub(crate) edges_below: &'static str,
    pub(crate) ways: &'static str,
    pub(crate) chances: &'static str,
    pub(crate) chance: &'static str,
    pub(crate) total: &'static str,
    pub(crate) totals_below: &'static str,
    pub(crate) session: &'static str,
    pub(crate) session_below: &'static str,
    pub(crate) rounds: &'static str,
    pub(crate) net: &'static str,
    /// The quantiles of a session, the lowest first.
    pub(crate) quantiles: [&'static str; 5],
    pub(crate) mean: &'static str,
}

/// The heads of the tables, and words in them.
pub(crate) struct Tables {
    pub(crate) ways: &'static str,
    /// All columns of the areas but the ways, which come after the third.
    pub(crate) areas: [&'static str; 13],
    pub(crate) families: [&'static str; 5],
    pub(crate) all_areas: &'static str,
    pub(crate) clauses: [&'static str; 5],
    pub(crate) changes: [&'static str; 4],
    pub(crate) readings: [&'static str; 4],
    pub(crate) below_75: &'static str,
    pub(crate) below_80: &'static str,
}

impl Tables {
    /// The columns of the areas, with what stands above the ways.
    pub(crate) fn areas_with<'a>(&self, ways: &'a str) -> Vec<&'a str> {
        let (before, after) = self.areas.split_at(3);
        [before, &[ways], after].concat()
    }
}

/// How the figures are computed; these texts go into the page unchanged.
pub(crate) struct Method {
    pub(crate) fair: &'static str,
    pub(crate) uneven: &'static str,
    pub(crate) settled: &'static str,
    pub(crate) means: &'static str,
    pub(crate) session: &'static str,
}

/// The words of a language.
pub(crate) const fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &english::WORDS,
        Language::TraditionalChinese => &traditional::WORDS,
        Language::SimplifiedChinese => &simplified::WORDS,
    }
}

/// Puts something in the place that is kept for it.
pub(crate) fn put(text: &str, place: &str, what: &str) -> String {
    text.replace(&format!("{{{place}}}"), what)
}
