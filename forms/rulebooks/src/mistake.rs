//! What is wrong with a rule book file, where, and what would be right.

use std::fmt;

use taisai_rules::{Area, Clause, LayoutMistake, OddsError, PayTableMistake};

use crate::shelf;

/// The largest file that is read. The largest embedded book is a tenth of it.
pub const FILE_MAX: usize = 256 * 1024;

/// The longest part of a key, between two dots.
pub(crate) const KEY_MAX: usize = 40;

/// A place in a file, counted from 1 as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Position {
    /// The first character of a file: where whatever is missing is reported.
    pub const START: Self = Self { line: 1, column: 1 };

    const fn after(self, letter: char) -> Self {
        match letter {
            '\n' => Self { line: self.line + 1, column: 1 },
            _ => Self { line: self.line, column: self.column + 1 },
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The place of every byte of a text, counted once: a large file may have many mistakes.
pub(crate) struct Places(Vec<Position>);

impl Places {
    pub(crate) fn of(text: &str) -> Self {
        let mut places = Vec::with_capacity(text.len() + 1);
        let mut at = Position::START;
        for letter in text.chars() {
            places.extend(std::iter::repeat_n(at, letter.len_utf8()));
            at = at.after(letter);
        }
        places.push(at);
        Self(places)
    }

    /// The place of this byte, or of the end where the text is shorter.
    pub(crate) fn at(&self, byte: usize) -> Position {
        self.0[byte.min(self.0.len() - 1)]
    }
}

/// One mistake in a rule book file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is.
    pub at: Position,
    /// The key it is about, such as `wager.triple.pays`; empty where it is about the whole file.
    pub key: String,
    /// What is wrong.
    pub kind: MistakeKind,
    /// The clause it offends against, where a law is offended.
    pub clause: Option<Clause>,
}

impl Mistake {
    /// The most mistakes that are reported for one file.
    pub const TOLD_MAX: usize = 100;

    /// A mistake that offends against no clause.
    pub(crate) fn new(at: Position, key: &str, kind: MistakeKind) -> Self {
        Self { at, key: key.to_owned(), kind, clause: None }
    }

    /// Mistakes in the order of the file, each reported once; past the limit, only how many
    /// more there are.
    pub(crate) fn in_order(mut mistakes: Vec<Self>) -> Vec<Self> {
        mistakes.sort_by(|a, b| (a.at, &a.key).cmp(&(b.at, &b.key)));
        mistakes.dedup();
        if mistakes.len() > Self::TOLD_MAX {
            let untold = mistakes.split_off(Self::TOLD_MAX);
            let kind = MistakeKind::AndMore { count: untold.len() };
            mistakes.push(Self::new(untold[0].at, "", kind));
        }
        mistakes
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// The file is larger than any rule book.
    TooLarge,
    /// The file is not text.
    NotUtf8,
    /// The file is not TOML.
    NotToml(String),
    /// The file neither extends a law nor is a law's own book.
    NoLaw,
    /// The key has letters that no key has, or too many.
    BadKey,
    /// A section without lines.
    EmptySection,
    /// No rule book has this key.
    UnknownKey {
        /// The key that was probably meant.
        nearest: Option<String>,
    },
    /// A line that every rule book has is not there.
    Missing,
    /// A line that every file writes for itself is not there.
    MissingTitle,
    /// The value is of another kind.
    Unreadable {
        /// What can stand here.
        expects: String,
    },
    /// The odds cannot be read.
    Odds(OddsError),
    /// A text says "for" where odds are worded.
    SaysFor,
    /// No area has this name.
    UnknownArea {
        /// What was written.
        name: String,
        /// The area that was probably meant.
        nearest: Option<Area>,
    },
    /// The law does not offer this area.
    AreaNotOffered {
        area: Area,
        /// The offered area that wins on exactly the same rolls.
        same_as: Option<Area>,
    },
    /// The law knows no such wager.
    NoSuchWager {
        /// The wager that was probably meant.
        nearest: Option<String>,
    },
    /// No shaker is allowed.
    NoShaker,
    /// The line names no clause.
    NoClause,
    /// The clause is not of the form of a citation.
    BadClause {
        /// How this book's document is cited.
        cite: String,
    },
    /// A book that extends a law repeats what only the law can say.
    LawsOwn,
    /// The id cannot be used.
    BadId,
    /// The id belongs to an embedded rule book.
    TakenId,
    /// There is no such rule book to extend.
    UnknownParent {
        /// The id that was probably meant.
        nearest: Option<String>,
    },
    /// The law fixes the value.
    Fixed {
        /// What the law says, as a file writes it.
        law: String,
    },
    /// The law sets a floor.
    BelowFloor {
        /// The floor.
        law: String,
    },
    /// The law sets a ceiling.
    AboveCeiling {
        /// The ceiling.
        law: String,
    },
    /// The law leaves a choice, but not this one.
    NotAChoice {
        /// What may be chosen.
        choices: Vec<String>,
    },
    /// The offers do not make a pay table.
    PayTable(PayTableMistake),
    /// The areas do not fit the layout.
    Layout(LayoutMistake),
    /// The file has more mistakes than are reported.
    AndMore {
        /// How many more.
        count: usize,
    },
}

impl MistakeKind {
    /// A short stable name, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotUtf8 => "not-utf-8",
            Self::NotToml(_) => "not-toml",
            Self::NoLaw => "no-law",
            Self::BadKey => "bad-key",
            Self::EmptySection => "empty-section",
            Self::UnknownKey { .. } => "unknown-key",
            Self::Missing => "missing",
            Self::MissingTitle => "missing-title",
            Self::Unreadable { .. } => "unreadable",
            Self::Odds(_) => "bad-odds",
            Self::SaysFor => "says-for",
            Self::UnknownArea { .. } => "unknown-area",
            Self::AreaNotOffered { .. } => "area-not-offered",
            Self::NoSuchWager { .. } => "no-such-wager",
            Self::NoShaker => "no-shaker",
            Self::NoClause => "no-clause",
            Self::BadClause { .. } => "bad-clause",
            Self::LawsOwn => "laws-own",
            Self::BadId => "bad-id",
            Self::TakenId => "taken-id",
            Self::UnknownParent { .. } => "unknown-parent",
            Self::Fixed { .. } => "fixed",
            Self::BelowFloor { .. } => "below-floor",
            Self::AboveCeiling { .. } => "above-ceiling",
            Self::NotAChoice { .. } => "not-a-choice",
            Self::PayTable(_) => "pay-table",
            Self::Layout(_) => "layout",
            Self::AndMore { .. } => "and-more",
        }
    }

    /// What would be right, where that can be said.
    pub fn right(&self) -> Option<String> {
        match self {
            Self::TooLarge => Some(format!("a rule book has at most {FILE_MAX} bytes")),
            Self::NotUtf8 => Some("save the file as UTF-8".to_owned()),
            Self::NoLaw => Some(format!("begin with extends = \"…\"; {}", known_laws())),
            Self::BadKey => Some(format!("use up to {KEY_MAX} of a-z, 0-9, - and _")),
            Self::EmptySection => Some("write its lines below it, or leave it out".to_owned()),
            Self::UnknownKey { nearest } => nearest.as_ref().map(|key| did_you_mean(key)),
            Self::MissingTitle => Some("add the line at the top of the file".to_owned()),
            Self::Missing => Some("add the line, or extend a rule book that has it".to_owned()),
            Self::Unreadable { expects } => Some(format!("write {expects}")),
            Self::SaysFor => Some("word odds with \"to\" or \"wins\"".to_owned()),
            Self::UnknownArea { nearest, .. } => {
                nearest.map(|area| did_you_mean(&area.to_string()))
            }
            Self::AreaNotOffered { same_as, .. } => same_as.map(|area| format!("bet on {area}")),
            Self::NoSuchWager { nearest: Some(wager) } => Some(did_you_mean(wager)),
            Self::NoSuchWager { nearest: None } => {
                Some("a house may only change the wagers its law has".to_owned())
            }
            Self::NoShaker => Some("allow at least one of the law's shakers".to_owned()),
            Self::NoClause => {
                Some("write { is = …, clause = \"…\" }, or a clause for the section".to_owned())
            }
            Self::BadClause { cite } => {
                Some(format!("cite \"{cite} …\", \"reading …\" or \"house\""))
            }
            Self::LawsOwn => Some("leave it out".to_owned()),
            Self::BadId => Some("use up to 40 of a-z, 0-9 and - in between".to_owned()),
            Self::TakenId => Some("give the house's book an id of its own".to_owned()),
            Self::UnknownParent { nearest: Some(id) } => Some(did_you_mean(id)),
            Self::UnknownParent { nearest: None } => Some(known_laws()),
            Self::Fixed { law } => Some(format!("leave it out, or write {law}")),
            Self::BelowFloor { law } => Some(format!("{law} or more")),
            Self::AboveCeiling { law } => Some(format!("{law} or less")),
            Self::NotAChoice { choices } => Some(choose(choices)),
            Self::NotToml(_)
            | Self::Odds(_)
            | Self::PayTable(_)
            | Self::Layout(_)
            | Self::AndMore { .. } => None,
        }
    }
}

fn known_laws() -> String {
    let ids: Vec<&str> = shelf::ids().collect();
    format!("the laws are {}", ids.join(", "))
}

fn choose(choices: &[String]) -> String {
    let choices: Vec<String> = choices.iter().map(|choice| format!("{choice:?}")).collect();
    format!("choose {}", choices.join(" or "))
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean {name}?")
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the file is too large"),
            Self::NotUtf8 => write!(f, "the file is not UTF-8 text"),
            Self::NotToml(reason) => write!(f, "not TOML: {reason}"),
            Self::NoLaw => write!(f, "the file does not say which law it follows"),
            Self::BadKey => write!(f, "this is not a key"),
            Self::EmptySection => write!(f, "the section is empty"),
            Self::UnknownKey { .. } => write!(f, "unknown key"),
            Self::Missing | Self::MissingTitle => write!(f, "missing"),
            Self::Unreadable { .. } => write!(f, "unreadable value"),
            Self::Odds(error) => write!(f, "{error}"),
            Self::SaysFor => write!(f, "odds are never worded with \"for\""),
            Self::UnknownArea { name, .. } => write!(f, "{name:?} is not an area"),
            Self::AreaNotOffered { area, same_as: None } => write!(f, "{area} is not offered"),
            Self::AreaNotOffered { area, same_as: Some(other) } => {
                write!(f, "{area} is not offered: it is the same event as {other}")
            }
            Self::NoSuchWager { .. } => write!(f, "the law has no such wager"),
            Self::NoShaker => write!(f, "no shaker is left to play with"),
            Self::NoClause => write!(f, "no clause is named"),
            Self::BadClause { .. } => write!(f, "this is not a citation"),
            Self::LawsOwn => write!(f, "only the law's own book says this"),
            Self::BadId => write!(f, "this is not an id"),
            Self::TakenId => write!(f, "this id belongs to an embedded rule book"),
            Self::UnknownParent { .. } => write!(f, "there is no such rule book to extend"),
            Self::Fixed { .. } => write!(f, "the law fixes this"),
            Self::BelowFloor { law } => write!(f, "below the law's floor of {law}"),
            Self::AboveCeiling { law } => write!(f, "above the law's ceiling of {law}"),
            Self::NotAChoice { .. } => write!(f, "the law does not leave this choice"),
            Self::PayTable(mistake) => write!(f, "{mistake}"),
            Self::Layout(mistake) => write!(f, "{mistake}"),
            Self::AndMore { count: 1 } => write!(f, "and one more mistake"),
            Self::AndMore { count } => write!(f, "and {count} more mistakes"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.at)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        write!(f, "{}", self.kind)?;
        if let Some(clause) = &self.clause {
            write!(f, " ({clause})")?;
        }
        if let Some(right) = self.kind.right() {
            write!(f, "; {right}")?;
        }
        Ok(())
    }
}
