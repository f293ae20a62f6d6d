//! The clause list as it stands in its file, and the way from there to checked entries.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{
    BreakageName, Citation, ClauseEntry, ClauseListFault, EntryFault, Kind, Part, TestName,
};

/// The list as it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredList {
    pub(super) clause: Vec<StoredEntry>,
}

/// An entry as it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredEntry {
    pub(super) id: String,
    part: String,
    cites: Vec<String>,
    kinds: Vec<String>,
    asks: String,
    does: String,
    #[serde(default)]
    shown: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    broken_by: BTreeMap<String, String>,
}

impl StoredEntry {
    /// The entry, or what is wrong with it.
    pub(super) fn check(self) -> Result<ClauseEntry, ClauseListFault> {
        let id = self.id.clone();
        self.checked().map_err(|wrong| ClauseListFault::Entry { id, wrong })
    }

    fn checked(self) -> Result<ClauseEntry, EntryFault> {
        if !is_kebab_case(&self.id) {
            return Err(EntryFault::MalformedId);
        }
        let part = Part::ALL.into_iter().find(|part| part.word() == self.part);
        let part = part.ok_or_else(|| EntryFault::UnknownPart(self.part.clone()))?;
        let citations = self.checked_citations()?;
        let kinds = self.checked_kinds()?;
        for (field, text) in [("asks", &self.asks), ("does", &self.does)] {
            if text.trim().is_empty() {
                return Err(EntryFault::EmptyText(field));
            }
        }
        let breakages = self.checked_breakages(&kinds)?;
        let Self { id, asks, does, .. } = self;
        Ok(ClauseEntry { id, part, citations, kinds, asks, does, breakages })
    }

    fn checked_citations(&self) -> Result<Vec<Citation>, EntryFault> {
        if self.cites.is_empty() {
            return Err(EntryFault::NoCitation);
        }
        let read = |text: &String| {
            Citation::parse(text).map_err(|fault| EntryFault::Citation(text.clone(), fault))
        };
        self.cites.iter().map(read).collect()
    }

    fn checked_kinds(&self) -> Result<Vec<(Kind, Vec<TestName>)>, EntryFault> {
        if self.kinds.is_empty() {
            return Err(EntryFault::NoKind);
        }
        let mut kinds: Vec<(Kind, Vec<TestName>)> = Vec::new();
        for letter in &self.kinds {
            let kind = kind_of(letter).ok_or_else(|| EntryFault::UnknownKind(letter.clone()))?;
            if kinds.iter().any(|(known, _)| *known == kind) {
                return Err(EntryFault::KindTwice(kind));
            }
            kinds.push((kind, self.tests_of(kind)?));
        }
        let needless = self.shown.keys().find(|letter| {
            !kinds.iter().any(|(kind, _)| kind.letter() == *letter && kind.wants_tests())
        });
        match needless {
            Some(letter) => Err(EntryFault::ShownWithoutKind(letter.clone())),
            None => Ok(kinds),
        }
    }

    fn checked_breakages(
        &self,
        kinds: &[(Kind, Vec<TestName>)],
    ) -> Result<Vec<(BreakageName, TestName)>, EntryFault> {
        let shown: BTreeSet<&TestName> = kinds.iter().flat_map(|(_, tests)| tests).collect();
        let read = |(name, test): (&String, &String)| {
            let breakage = BreakageName::parse(name)
                .ok_or_else(|| EntryFault::MalformedBreakage(name.clone()))?;
            let mut noticing = shown.iter().filter(|known| known.function() == test);
            match (noticing.next(), noticing.next()) {
                (Some(only), None) => Ok((breakage, (*only).clone())),
                (None, _) | (Some(_), Some(_)) => Err(EntryFault::UnnoticedBreakage {
                    breakage: name.clone(),
                    test: test.clone(),
                }),
            }
        };
        self.broken_by.iter().map(read).collect()
    }

    fn tests_of(&self, kind: Kind) -> Result<Vec<TestName>, EntryFault> {
        if !kind.wants_tests() {
            return Ok(Vec::new());
        }
        let names = self.shown.get(kind.letter()).ok_or(EntryFault::KindWithoutShown(kind))?;
        let read = |name: &String| {
            TestName::parse(name).ok_or_else(|| EntryFault::MalformedTestName(name.clone()))
        };
        names.iter().map(read).collect()
    }
}

fn kind_of(letter: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
}

fn is_kebab_case(id: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    id.split('-').all(is_word)
}
