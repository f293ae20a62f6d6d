//! A rule book file as it is written: every line with its place, nothing understood yet.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::line::Freedom;
use crate::mistake::{FILE_MAX, KEY_MAX, Mistake, MistakeKind, Places, Position};

/// Everything a file says, by key.
#[derive(Debug, Default)]
pub(crate) struct RawBook {
    pub(crate) lines: BTreeMap<String, RawLine>,
    /// What is wrong with the way it is written; the lines are sound all the same.
    pub(crate) mistakes: Vec<Mistake>,
}

/// One line: a value, and what stands beside it.
#[derive(Clone, Debug)]
pub(crate) struct RawLine {
    pub(crate) value: RawValue,
    pub(crate) at: Position,
    pub(crate) clause: Option<RawClause>,
    pub(crate) may: Option<RawFreedom>,
}

/// A clause, and where it is named: beside its line or for the whole section.
#[derive(Clone, Debug)]
pub(crate) struct RawClause {
    pub(crate) key: String,
    pub(crate) text: String,
    pub(crate) at: Position,
}

/// What a house may do to a line, and where that stands.
#[derive(Clone, Debug)]
pub(crate) struct RawFreedom {
    pub(crate) freedom: Freedom,
    pub(crate) at: Position,
}

/// A text and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct RawText {
    pub(crate) text: String,
    pub(crate) at: Position,
}

/// A value as it is written.
#[derive(Clone, Debug)]
pub(crate) enum RawValue {
    Text(String),
    Whole(i64),
    Flag(bool),
    List(Vec<RawText>),
    /// A float, a date, a mixed list, a number past all bounds: nothing a rule book uses.
    Other,
}

impl RawValue {
    /// The texts of a list; nothing where the value is not one.
    pub(crate) fn list(&self) -> &[RawText] {
        match self {
            Self::List(texts) => texts,
            Self::Text(_) | Self::Whole(_) | Self::Flag(_) | Self::Other => &[],
        }
    }
}

impl RawBook {
    /// The id, where it is written as one.
    pub(crate) fn id(&self) -> Option<&str> {
        match &self.lines.get("id")?.value {
            RawValue::Text(id) => Some(id),
            RawValue::Whole(_) | RawValue::Flag(_) | RawValue::List(_) | RawValue::Other => None,
        }
    }

    /// What a line says that is a flag.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        match self.lines.get(key)?.value {
            RawValue::Flag(flag) => Some(flag),
            RawValue::Text(_) | RawValue::Whole(_) | RawValue::List(_) | RawValue::Other => None,
        }
    }

    /// Reads a file, or says everything that keeps it from being read.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        let whole_file = |kind, at| vec![Mistake::new(at, "", kind)];
        if bytes.len() > FILE_MAX {
            return Err(whole_file(MistakeKind::TooLarge, Position::START));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let sound = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            whole_file(MistakeKind::NotUtf8, Places::of(sound).at(sound.len()))
        })?;
        // Some editors begin a file with a mark that no screen shows; it counts for no column.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let places = Places::of(text);
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let mistake = |error: &toml::de::Error| {
                let byte = error.span().map_or(0, |span| span.start);
                let kind = MistakeKind::NotToml(error.message().to_owned());
                Mistake::new(places.at(byte), "", kind)
            };
            return Err(Mistake::in_order(errors.iter().map(mistake).collect()));
        }
        let mut walk = Walk { places, book: Self::default() };
        walk.section("", None, table.get_ref());
        Ok(walk.book)
    }
}

/// The walk through a parsed file.
struct Walk {
    places: Places,
    book: RawBook,
}

impl Walk {
    fn at<T>(&self, spanned: &Spanned<T>) -> Position {
        self.places.at(spanned.span().start)
    }

    fn mistake(&mut self, key: &str, at: Position, kind: MistakeKind) {
        self.book.mistakes.push(Mistake::new(at, key, kind));
    }

    /// A table without `is` holds lines; its `clause` stands for all of them that have none.
    fn section(&mut self, path: &str, clause: Option<&RawClause>, table: &DeTable<'_>) {
        let is_clause = |key: &Spanned<DeString<'_>>| !path.is_empty() && key.get_ref() == "clause";
        for (key, value) in table.iter().filter(|(key, _)| !is_clause(key)) {
            let Some(path) = self.path(path, key) else { continue };
            match value.get_ref().as_table() {
                Some(table) if table.contains_key("is") => self.line(&path, table, clause),
                Some(table) => self.subsection(&path, self.at(key), table),
                None => {
                    let (at, value) = (self.at(value), self.value(value.get_ref()));
                    let line = RawLine { value, at, clause: clause.cloned(), may: None };
                    self.book.lines.insert(path, line);
                }
            }
        }
    }

    fn subsection(&mut self, path: &str, at: Position, table: &DeTable<'_>) {
        let clause = self.clause(path, table);
        if table.iter().all(|(key, _)| key.get_ref() == "clause") {
            self.mistake(path, at, MistakeKind::EmptySection);
        }
        self.section(path, clause.as_ref(), table);
    }

    /// The path with this key added. Only plain keys are read: a dot within quotation marks would
    /// give two lines one path.
    fn path(&mut self, path: &str, key: &Spanned<DeString<'_>>) -> Option<String> {
        let name = key.get_ref();
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        let sound = !name.is_empty() && name.len() <= KEY_MAX && name.bytes().all(plain);
        if !sound {
            let shown: String = name.escape_debug().take(KEY_MAX).collect();
            self.mistake(&join(path, &format!("\"{shown}\"")), self.at(key), MistakeKind::BadKey);
        }
        sound.then(|| join(path, name))
    }

    /// `{ is = …, may = …, clause = … }`
    fn line(&mut self, path: &str, table: &DeTable<'_>, section_clause: Option<&RawClause>) {
        for (key, _) in table {
            if !["is", "may", "clause"].contains(&key.get_ref().as_ref()) {
                let Some(path) = self.path(path, key) else { continue };
                self.mistake(&path, self.at(key), MistakeKind::UnknownKey { nearest: None });
            }
        }
        let value = &table["is"];
        let clause = self.clause(path, table).or_else(|| section_clause.cloned());
        let may = table.get("may").and_then(|may| self.may(path, may));
        let line = RawLine { value: self.value(value.get_ref()), at: self.at(value), clause, may };
        self.book.lines.insert(path.to_owned(), line);
    }

    fn clause(&mut self, path: &str, table: &DeTable<'_>) -> Option<RawClause> {
        let value = table.get("clause")?;
        let (key, at) = (join(path, "clause"), self.at(value));
        let Some(text) = value.get_ref().as_str() else {
            let expects = "a text in quotation marks".to_owned();
            self.mistake(&key, at, MistakeKind::Unreadable { expects });
            return None;
        };
        Some(RawClause { key, text: text.to_owned(), at })
    }

    fn may(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<RawFreedom> {
        let at = self.at(value);
        let freedom = match self.value(value.get_ref()) {
            RawValue::Text(word) if word == "raise" => Some(Freedom::Raise),
            RawValue::Text(word) if word == "lower" => Some(Freedom::Lower),
            RawValue::Text(word) if word == "change" => Some(Freedom::Change),
            RawValue::List(choices) => {
                Some(Freedom::Choose(choices.into_iter().map(|choice| choice.text).collect()))
            }
            RawValue::Text(_) | RawValue::Whole(_) | RawValue::Flag(_) | RawValue::Other => None,
        };
        if freedom.is_none() {
            let expects = "\"raise\", \"lower\", \"change\" or a list of choices".to_owned();
            self.mistake(&join(path, "may"), at, MistakeKind::Unreadable { expects });
        }
        freedom.map(|freedom| RawFreedom { freedom, at })
    }

    fn value(&self, value: &DeValue<'_>) -> RawValue {
        match value {
            DeValue::String(text) => RawValue::Text(text.to_string()),
            DeValue::Boolean(flag) => RawValue::Flag(*flag),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or(RawValue::Other, RawValue::Whole),
            DeValue::Array(items) => items
                .iter()
                .map(|item| {
                    let text = item.get_ref().as_str()?.to_owned();
                    Some(RawText { text, at: self.at(item) })
                })
                .collect::<Option<_>>()
                .map_or(RawValue::Other, RawValue::List),
            DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => RawValue::Other,
        }
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
