//! Asks a file for one line after another, and keeps everything that was wrong with the answers.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use taisai_rules::{Clause, Ruled};

use crate::hints::nearest;
use crate::line::{Freedom, Line};
use crate::mistake::{Mistake, MistakeKind, Position};
use crate::raw::{RawBook, RawLine};
use crate::value::LineValue;

/// Reads a law's own book, or a house's book on top of its law.
pub(crate) struct Reader<'a> {
    law: &'a RawBook,
    house: Option<&'a RawBook>,
    /// How the document is cited; nothing while that is not known.
    cite: Option<String>,
    asked: BTreeSet<String>,
    /// Lines of the file that were refused before they were asked for.
    refused: BTreeSet<String>,
    lines: Vec<Line>,
    mistakes: Vec<Mistake>,
    /// Whether a journal kept the book, perhaps from before some lines were asked for.
    kept: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(law: &'a RawBook, house: Option<&'a RawBook>) -> Self {
        let (asked, refused, lines) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mistakes = house.unwrap_or(law).mistakes.clone();
        Self { law, house, cite: None, asked, refused, lines, mistakes, kept: false }
    }

    /// From here on, a line that an older release did not ask for may be missing.
    pub(crate) fn kept(&mut self) {
        self.kept = true;
    }

    pub(crate) const fn is_kept(&self) -> bool {
        self.kept
    }

    /// The file under examination: the house's, or the law's own.
    pub(crate) fn file(&self) -> &'a RawBook {
        self.house.unwrap_or(self.law)
    }

    pub(crate) const fn law(&self) -> &'a RawBook {
        self.law
    }

    pub(crate) const fn house(&self) -> Option<&'a RawBook> {
        self.house
    }

    /// From here on, clauses are citations of this document.
    pub(crate) fn cite(&mut self, cite: &str) {
        self.cite = Some(cite.to_owned());
    }

    pub(crate) fn mistake(&mut self, at: Position, key: &str, kind: MistakeKind) {
        self.mistakes.push(Mistake::new(at, key, kind));
    }

    /// Says what is wrong with a part of a line; the line itself is then passed over.
    pub(crate) fn refuse(&mut self, at: Position, key: &str, kind: MistakeKind) {
        self.refuse_by(at, key, kind, None);
    }

    /// The same, with the clause it offends against.
    pub(crate) fn refuse_by(
        &mut self,
        at: Position,
        key: &str,
        kind: MistakeKind,
        clause: Option<Clause>,
    ) {
        self.mistakes.push(Mistake { at, key: key.to_owned(), kind, clause });
        self.refused.insert(key.to_owned());
    }

    /// A mistake in a line of the file under examination, with the clause it offends against.
    pub(crate) fn mistake_in(&mut self, key: &str, kind: MistakeKind, clause: Option<Clause>) {
        let at = self.file().lines.get(key).map_or(Position::START, |line| line.at);
        self.mistakes.push(Mistake { at, key: key.to_owned(), kind, clause });
    }

    /// A title line, which has no clause. `own` lines a house must write itself.
    pub(crate) fn title(&mut self, key: &str, own: Own) -> Option<String> {
        self.asked.insert(key.to_owned());
        let book = match own {
            Own::House => self.file(),
            Own::Law => self.law,
        };
        if own == Own::Law && self.house.is_some_and(|house| house.lines.contains_key(key)) {
            self.mistake_in(key, MistakeKind::LawsOwn, None);
        }
        let Some(line) = book.lines.get(key) else {
            self.mistake(Position::START, key, MistakeKind::MissingTitle);
            return None;
        };
        self.stands_alone(key, line, &MistakeKind::UnknownKey { nearest: None });
        let value: String = self.read(key, line)?;
        self.keep(key, &value, None, Freedom::Fixed, None);
        Some(value)
    }

    /// The line that names the law, which has been read before.
    pub(crate) fn extends(&mut self) {
        const KEY: &str = "extends";
        self.known(KEY);
        if let Some(line) = self.file().lines.get(KEY) {
            self.stands_alone(KEY, line, &MistakeKind::UnknownKey { nearest: None });
        }
    }

    /// Marks a key as known without reading it as a line.
    pub(crate) fn known(&mut self, key: &str) {
        self.asked.insert(key.to_owned());
    }

    /// A line of the law, as the house has changed it.
    pub(crate) fn ask<T: LineValue>(&mut self, key: &str) -> Option<Ruled<T>> {
        self.asked.insert(key.to_owned());
        let Some(law_line) = self.law.lines.get(key) else {
            self.mistake(Position::START, key, MistakeKind::Missing);
            return None;
        };
        let clause = self.clause(key, law_line);
        let law: Option<T> = self.read(key, law_line);
        let (clause, law) = (clause?, law?);
        let freedom = self.freedom(key, law_line, &law)?;
        let house_line = self.house.and_then(|house| house.lines.get(key));
        let house_line = house_line.filter(|_| !self.refused.contains(key));
        let house =
            house_line.and_then(|line| self.house_value(key, line, &law, &clause, &freedom));
        // After a mistake the law's own value stands in, so that the rest is examined as well.
        let changed_from = house.as_ref().map(|_| law.print());
        let value = house.unwrap_or(law);
        let changed_from = changed_from.filter(|law| *law != value.print());
        self.keep(key, &value, Some(&clause), freedom, changed_from);
        Some(Ruled::new(value, clause))
    }

    /// A line that older releases did not ask for. Where a kept book does not have it, the table
    /// was run as if it said `before`; no line is added, for the fingerprint stays what it was.
    pub(crate) fn ask_later<T: LineValue>(
        &mut self,
        key: &str,
        before: impl FnOnce() -> T,
    ) -> Option<Ruled<T>> {
        if self.kept && !self.law.lines.contains_key(key) {
            self.known(key);
            return Some(Ruled::new(before(), Clause::new("house").expect("a citation")));
        }
        self.ask(key)
    }

    /// A line that a house adds of its own accord; its clause is the house itself.
    pub(crate) fn add<T: LineValue>(&mut self, key: &str, line: &RawLine) -> Option<Ruled<T>> {
        self.asked.insert(key.to_owned());
        self.stands_alone(key, line, &MistakeKind::LawsOwn);
        let value: T = self.read(key, line)?;
        let clause = Clause::new("house").expect("a citation");
        self.keep(key, &value, Some(&clause), Freedom::Change, Some("nothing".to_owned()));
        Some(Ruled::new(value, clause))
    }

    /// Refuses whatever stands beside a value that must stand alone.
    fn stands_alone(&mut self, key: &str, line: &RawLine, kind: &MistakeKind) {
        if let Some(clause) = &line.clause {
            self.mistake(clause.at, &clause.key, kind.clone());
        }
        if let Some(may) = &line.may {
            self.mistake(may.at, &format!("{key}.may"), kind.clone());
        }
    }

    /// What a law lets a house do: its choices are read and printed like the value itself.
    fn freedom<T: LineValue>(&mut self, key: &str, line: &RawLine, law: &T) -> Option<Freedom> {
        let Some(may) = &line.may else { return Some(Freedom::Fixed) };
        let freedom = match &may.freedom {
            Freedom::Fixed => Ok(Freedom::Fixed),
            Freedom::Change => Ok(Freedom::Change),
            Freedom::Raise | Freedom::Lower if law.compare(law).is_none() => {
                let expects = "\"change\" or a list of choices".to_owned();
                Err(MistakeKind::Unreadable { expects })
            }
            Freedom::Raise => Ok(Freedom::Raise),
            Freedom::Lower => Ok(Freedom::Lower),
            Freedom::Choose(choices) => choose::<T>(choices, law),
        };
        freedom.map_err(|kind| self.mistake(may.at, &format!("{key}.may"), kind)).ok()
    }

    fn house_value<T: LineValue>(
        &mut self,
        key: &str,
        line: &RawLine,
        law: &T,
        clause: &Clause,
        freedom: &Freedom,
    ) -> Option<T> {
        self.stands_alone(key, line, &MistakeKind::LawsOwn);
        let value: T = self.read(key, line)?;
        if let Some(kind) = overstepped(&value, law, freedom) {
            self.mistake_in(key, kind, Some(clause.clone()));
            return None;
        }
        Some(value)
    }

    fn read<T: LineValue>(&mut self, key: &str, line: &RawLine) -> Option<T> {
        let value = T::read(&line.value);
        if self.refused.contains(key) {
            return value.ok();
        }
        value.map_err(|kind| self.mistake(line.at, key, kind)).ok()
    }

    fn clause(&mut self, key: &str, line: &RawLine) -> Option<Clause> {
        let Some(raw) = &line.clause else {
            self.mistake(line.at, key, MistakeKind::NoClause);
            return None;
        };
        // Without its `cite` line a book has one mistake, not one for every clause.
        let Some(cite) = &self.cite else { return Clause::new(&raw.text) };
        let clause = Clause::new(&raw.text).filter(|_| is_citation(&raw.text, cite));
        if clause.is_none() {
            let kind = MistakeKind::BadClause { cite: cite.clone() };
            self.mistake(raw.at, &raw.key, kind);
        }
        clause
    }

    fn keep<T: LineValue>(
        &mut self,
        key: &str,
        value: &T,
        clause: Option<&Clause>,
        freedom: Freedom,
        law: Option<String>,
    ) {
        let (key, value, clause) = (key.to_owned(), value.print(), clause.cloned());
        self.lines.push(Line { key, value, clause, freedom, law });
    }

    /// Everything that was read, or everything that was wrong, in the order of the file.
    pub(crate) fn finish(mut self) -> Result<Vec<Line>, Vec<Mistake>> {
        for (key, line) in &self.file().lines {
            if !self.asked.contains(key) {
                self.mistake(line.at, key, MistakeKind::UnknownKey { nearest: None });
            }
        }
        if self.mistakes.is_empty() {
            return Ok(self.lines);
        }
        // Hints are looked up last, and so only for the mistakes that are reported.
        let mut mistakes = Mistake::in_order(self.mistakes);
        for mistake in &mut mistakes {
            if let MistakeKind::UnknownKey { nearest: hint } = &mut mistake.kind {
                *hint = key_meant(&mistake.key, &self.asked);
            }
        }
        Err(mistakes)
    }
}

/// The known key that was probably meant: a part of what was written, or one spelt much alike.
fn key_meant(written: &str, known: &BTreeSet<String>) -> Option<String> {
    let part_of = |key: &&String| {
        let part = key.strip_prefix(written).and_then(|rest| rest.strip_prefix('.'));
        written.contains('.') && part.is_some_and(|part| !part.contains('.'))
    };
    known.iter().find(part_of).cloned().or_else(|| nearest(written, known))
}

/// Whose line a title line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// Every book writes its own.
    House,
    /// A house's book takes it from its law.
    Law,
}

/// The choices as values of this kind, with the law's own among them.
fn choose<T: LineValue>(choices: &[String], law: &T) -> Result<Freedom, MistakeKind> {
    let read = |choice: &String| T::read_choice(choice).map(|value| value.print());
    let choices: Vec<String> = choices.iter().map(read).collect::<Result<_, _>>()?;
    if !choices.contains(&law.print()) {
        let expects = format!("a list of choices with {} among them", law.written());
        return Err(MistakeKind::Unreadable { expects });
    }
    Ok(Freedom::Choose(choices))
}

/// How a house's value goes beyond what its law allows, if it does.
fn overstepped<T: LineValue>(value: &T, law: &T, freedom: &Freedom) -> Option<MistakeKind> {
    let order = value.compare(law);
    let differs = value.print() != law.print();
    match freedom {
        Freedom::Change => None,
        Freedom::Fixed => differs.then(|| MistakeKind::Fixed { law: law.written() }),
        Freedom::Raise => {
            (order == Some(Ordering::Less)).then(|| MistakeKind::BelowFloor { law: law.print() })
        }
        Freedom::Lower => (order == Some(Ordering::Greater))
            .then(|| MistakeKind::AboveCeiling { law: law.print() }),
        Freedom::Choose(choices) => (!choices.contains(&value.print()))
            .then(|| MistakeKind::NotAChoice { choices: choices.clone() }),
    }
}

/// `MD 6.A(1)`, `reading 7`, `house`, or several of them joined by semicolons.
fn is_citation(text: &str, cite: &str) -> bool {
    let is_one = |part: &str| {
        let number =
            |prefix: &str| part.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(' '));
        part == "house"
            || number("reading").is_some_and(|number| number.parse::<u8>().is_ok())
            || number(cite).is_some_and(|clause| !clause.trim().is_empty())
    };
    text.split("; ").all(is_one)
}
