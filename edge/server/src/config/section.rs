//! A part of the configuration file: asked for one key after another, it remembers every mistake.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use taisai_floor::TableId;
use taisai_rulebooks::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Something wrong with a configuration file, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in it, counted in letters from 1.
    pub column: usize,
    /// The key it is about; empty where it is about the whole file.
    pub key: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, key, what } = self;
        let colon = if key.is_empty() { "" } else { ": " };
        write!(f, "{line}:{column}: {key}{colon}{what}")
    }
}

/// The text of a file, and what was found to be wrong with it.
pub(super) struct Sheet<'t> {
    text: &'t str,
    pub(super) mistakes: Vec<Mistake>,
    /// What is wrong only where the table does not stand already.
    pub(super) unapproved: Vec<(TableId, Mistake)>,
}

impl<'t> Sheet<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, mistakes: Vec::new(), unapproved: Vec::new() }
    }

    /// Something is wrong at this byte.
    pub(super) fn wrong(&mut self, byte: usize, key: &str, what: impl Into<String>) {
        let mistake = self.mistake(byte, key, what);
        self.mistakes.push(mistake);
    }

    /// What is wrong at this byte.
    pub(super) fn mistake(&self, byte: usize, key: &str, what: impl Into<String>) -> Mistake {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Mistake { line, column, key: key.to_owned(), what: what.into() }
    }
}

/// A value and the byte at which it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) at: usize,
}

/// One table of the file.
#[derive(Clone)]
pub(super) struct Section<'t> {
    /// The byte at which it begins.
    pub(super) at: usize,
    path: String,
    table: Option<&'t DeTable<'t>>,
    asked: BTreeSet<&'static str>,
}

impl<'t> Section<'t> {
    /// The whole file.
    pub(super) const fn root(table: &'t DeTable<'t>) -> Self {
        Self { at: 0, path: String::new(), table: Some(table), asked: BTreeSet::new() }
    }

    /// A section that is not in the file: every key has its usual value.
    fn absent(at: usize, path: String) -> Self {
        Self { at, path, table: None, asked: BTreeSet::new() }
    }

    /// The whole name of a key.
    pub(super) fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn get(&mut self, name: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.asked.insert(name);
        self.table?.get(name)
    }

    /// Whether the file says anything about this key.
    pub(super) fn has(&mut self, name: &'static str) -> bool {
        self.asked.insert(name);
        self.table.is_some_and(|table| table.contains_key(name))
    }

    /// The byte at which the value of a key stands, section by section; where the file does not
    /// have it, that of the last section that it has.
    pub(super) fn place(&self, path: &[&str]) -> usize {
        let (mut at, mut table) = (self.at, self.table);
        for name in path {
            let Some(found) = table.and_then(|table| table.get(*name)) else { break };
            (at, table) = (found.span().start, found.get_ref().as_table());
        }
        at
    }

    /// A text, if there is one.
    pub(super) fn text(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
    ) -> Option<Placed<&'t str>> {
        let found = self.get(name)?;
        let (at, text) = (found.span().start, found.get_ref().as_str());
        if text.is_none() {
            sheet.wrong(at, &self.key(name), "expects a text in quotation marks");
        }
        text.map(|value| Placed { value, at })
    }

    /// A text that is read as something else; what it should be is said where it cannot.
    pub(super) fn read<T>(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
        expects: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let Placed { value, at } = self.text(sheet, name)?;
        let found = read(value);
        if found.is_none() {
            sheet.wrong(at, &self.key(name), format!("\"{}\" is not {expects}", shown(value)));
        }
        found
    }

    /// One of these words.
    pub(super) fn word<T: Copy>(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let known: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        let expects = format!("one of {}", known.join(", "));
        let is = |text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, is)| *is);
        self.read(sheet, name, &expects, is)
    }

    /// A whole number within these bounds, if there is one.
    pub(super) fn whole(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
        bounds: &RangeInclusive<u64>,
    ) -> Option<u64> {
        let found = self.get(name)?;
        let number = match found.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            DeValue::String(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        let number = number.filter(|number| bounds.contains(number));
        if number.is_none() {
            let what =
                format!("expects a whole number from {} to {}", bounds.start(), bounds.end());
            sheet.wrong(found.span().start, &self.key(name), what);
        }
        number
    }

    /// The same, which the file must have.
    pub(super) fn needs_whole(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
        bounds: &RangeInclusive<u64>,
    ) -> Option<u64> {
        self.needs(sheet, name, "a whole number");
        self.whole(sheet, name, bounds)
    }

    /// A list of whole numbers within these bounds, if there is one that is sound.
    pub(super) fn numbers(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
        bounds: &RangeInclusive<u64>,
    ) -> Option<Vec<u64>> {
        let found = self.get(name)?;
        let number = |item: &Spanned<DeValue<'t>>| {
            let number = item.get_ref().as_integer()?;
            let number = u64::from_str_radix(number.as_str(), number.radix()).ok();
            number.filter(|number| bounds.contains(number))
        };
        let items = found.get_ref().as_array();
        let numbers = items.and_then(|items| items.iter().map(number).collect());
        if numbers.is_none() {
            let (low, high) = (bounds.start(), bounds.end());
            let what = format!("expects whole numbers from {low} to {high} in square brackets");
            sheet.wrong(found.span().start, &self.key(name), what);
        }
        numbers
    }

    /// Says so where a key is missing that must be there.
    pub(super) fn needs(&mut self, sheet: &mut Sheet<'_>, name: &'static str, expects: &str) {
        if !self.has(name) {
            sheet.wrong(self.at, &self.key(name), format!("is missing: {expects}"));
        }
    }

    /// A list of texts; none is an empty one.
    pub(super) fn list(
        &mut self,
        sheet: &mut Sheet<'_>,
        name: &'static str,
    ) -> Vec<Placed<&'t str>> {
        let Some(found) = self.get(name) else { return Vec::new() };
        let key = self.key(name);
        let Some(items) = found.get_ref().as_array() else {
            sheet.wrong(found.span().start, &key, "expects a list of texts in square brackets");
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in items {
            let at = item.span().start;
            match item.get_ref().as_str() {
                Some(value) => texts.push(Placed { value, at }),
                None => sheet.wrong(at, &key, "expects texts in quotation marks"),
            }
        }
        texts
    }

    /// Whether the file has this list, with nothing in it.
    pub(super) fn is_empty_list(&self, name: &str) -> bool {
        let found = self.table.and_then(|table| table.get(name));
        found.and_then(|found| found.get_ref().as_array()).is_some_and(|items| items.is_empty())
    }

    /// A section within this one; an absent one has nothing in it.
    pub(super) fn section(&mut self, sheet: &mut Sheet<'_>, name: &'static str) -> Self {
        let (path, at) = (self.key(name), self.at);
        let Some(found) = self.get(name) else { return Self::absent(at, path) };
        let at = found.span().start;
        let table = found.get_ref().as_table();
        if table.is_none() {
            sheet.wrong(at, &path, format!("expects a section: [{}]", written(&path)));
        }
        Self { at, path, table, asked: BTreeSet::new() }
    }

    /// The sections of a list, `[[table]]`.
    pub(super) fn sections(&mut self, sheet: &mut Sheet<'_>, name: &'static str) -> Vec<Self> {
        let Some(found) = self.get(name) else { return Vec::new() };
        let path = self.key(name);
        let items = found.get_ref().as_array();
        let tables = items.and_then(|items| {
            let of = |item: &'t Spanned<DeValue<'t>>| {
                let table = Some(item.get_ref().as_table()?);
                let (at, path, asked) = (item.span().start, path.clone(), BTreeSet::new());
                Some(Self { at, path, table, asked })
            };
            items.iter().map(of).collect::<Option<Vec<_>>>()
        });
        tables.unwrap_or_else(|| {
            sheet.wrong(found.span().start, &path, format!("expects sections: [[{path}]]"));
            Vec::new()
        })
    }

    /// Every part of a section whose keys are not known beforehand, by its key.
    pub(super) fn each(&mut self, sheet: &mut Sheet<'_>) -> Vec<(Placed<&'t str>, Self)> {
        let mut parts = Vec::new();
        for (key, value) in self.table.into_iter().flat_map(|table| table.iter()) {
            let (name, at): (&'t str, usize) = (key.get_ref().as_ref(), key.span().start);
            let (path, table) = (self.key(name), value.get_ref().as_table());
            if table.is_none() {
                sheet.wrong(at, &path, "expects { min = …, max = …, multiple = … }");
            }
            let part = Self { at, path, table, asked: BTreeSet::new() };
            parts.push((Placed { value: name, at }, part));
        }
        parts
    }

    /// Gives the section another name, by which people know it.
    pub(super) fn called(self, path: String) -> Self {
        Self { path, ..self }
    }

    /// Everything has been asked for: whatever else is there is a mistake.
    pub(super) fn end(self, sheet: &mut Sheet<'_>) {
        let unknown = |name: &str| !self.asked.contains(name);
        for (key, _) in self.table.into_iter().flat_map(|table| table.iter()) {
            let name: &str = key.get_ref().as_ref();
            if unknown(name) {
                let known: Vec<&str> = self.asked.iter().copied().collect();
                let meant = nearest(name, &known);
                let meant = meant.map_or(String::new(), |near| format!("did you mean {near}? "));
                let what =
                    format!("is no key of this section; {meant}there are {}", known.join(", "));
                sheet.wrong(key.span().start, &self.key(&shown(name)), what);
            }
        }
    }
}

/// The name of a section as it is written: every table's is the same.
fn written(path: &str) -> String {
    match path.split_once('.') {
        Some((first, rest)) if first.starts_with("table ") => format!("table.{rest}"),
        Some(_) | None => path.to_owned(),
    }
}

/// What somebody wrote, as it can be shown: one line, and not endless.
fn shown(text: &str) -> String {
    const LENGTH_MAX: usize = 60;
    text.escape_debug().take(LENGTH_MAX).collect()
}
