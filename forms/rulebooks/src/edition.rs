//! A rule book as it was loaded: the rules, the lines they were written in, the fingerprint.

use std::fmt;

use taisai_rules::{Area, Clause, Layout, PayTable, RuleBook, Title};

use crate::layouts::{self, LayoutFault};
use crate::line::{Fingerprint, Freedom, Line};
use crate::mistake::{Mistake, MistakeKind, Position};
use crate::raw::{RawBook, RawValue};
use crate::reader::{Own, Reader};
use crate::{hints, sections, shelf, wagers};

/// A checked rule book.
#[derive(Clone, Debug)]
pub struct Edition {
    rules: RuleBook,
    lines: Vec<Line>,
    fingerprint: Fingerprint,
    extends: Option<String>,
}

impl Edition {
    /// The same book with another name on its layout, which is each house's own choice.
    #[must_use]
    pub fn with_house_name(&self, name: &str) -> Self {
        let mut named = self.clone();
        name.clone_into(&mut named.rules.house_name.value);
        for line in named.lines.iter_mut().filter(|line| line.key == "layout.house_name") {
            name.clone_into(&mut line.value);
        }
        named
    }

    /// Reads a house's own file, or says everything that is wrong with it.
    ///
    /// ```
    /// use taisai_rulebooks::Edition;
    ///
    /// let house = br#"
    ///     extends = "maryland"
    ///     id = "harbour-house"
    ///     name = "Harbour House Sic Bo"
    ///     wager.triple.pays = "180 to 1"
    /// "#;
    /// let edition = Edition::read(house).unwrap();
    /// assert_eq!(edition.changes().count(), 1);
    ///
    /// let stingy = String::from_utf8_lossy(house).replace("180", "140");
    /// let mistakes = Edition::read(stingy.as_bytes()).unwrap_err();
    /// assert_eq!(
    ///     mistakes[0].to_string(),
    ///     "5:25: wager.triple.pays: below the law's floor of 150 to 1 (MD 6.A(1)); \
    ///      150 to 1 or more"
    /// );
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        let file = RawBook::read(bytes)?;
        let Some(extends) = file.lines.get("extends") else {
            if !is_laws_own(&file) {
                return Err(names_no_law(file));
            }
            return Self::build(Reader::new(&file, None), None, IdCheck::NotTaken);
        };
        let parent = Parent::find(&extends.value, extends.at)
            .map_err(|mistake| Mistake::in_order([&file.mistakes[..], &[mistake]].concat()))?;
        let mut reader = Reader::new(&parent.law, Some(&file));
        reader.extends();
        Self::build(reader, Some(parent.id), IdCheck::NotTaken)
    }

    /// Reads a book again that was read before, with the book it extends given as text.
    ///
    /// A journal keeps both texts, so that it replays whatever a later release has embedded. For
    /// the same reason the id may meanwhile be an embedded book's.
    pub fn read_kept(own: &[u8], base: Option<&[u8]>) -> Result<Self, Vec<Mistake>> {
        let file = RawBook::read(own)?;
        let (Some(base), Some(extends)) = (base, file.lines.get("extends")) else {
            return Self::build(Reader::new(&file, None), None, IdCheck::Kept);
        };
        let law = RawBook::read(base)?;
        if !law.mistakes.is_empty() {
            return Err(law.mistakes);
        }
        let mut reader = Reader::new(&law, Some(&file));
        reader.extends();
        Self::build(reader, Some(text_of(&extends.value).to_owned()), IdCheck::Kept)
    }

    /// Reads one of the embedded books, which own their ids.
    pub(crate) fn read_embedded(text: &str) -> Result<Self, Vec<Mistake>> {
        let file = RawBook::read(text.as_bytes())?;
        Self::build(Reader::new(&file, None), None, IdCheck::Embedded)
    }

    fn build(
        mut reader: Reader<'_>,
        extends: Option<String>,
        id_check: IdCheck,
    ) -> Result<Self, Vec<Mistake>> {
        if id_check == IdCheck::Kept {
            reader.kept();
        }
        let rules = rule_book(&mut reader, id_check);
        let lines = reader.finish()?;
        let rules = rules.expect("a book without mistakes is complete");
        let fingerprint = Fingerprint::of(&lines);
        Ok(Self { rules, lines, fingerprint, extends })
    }

    /// The rules themselves.
    pub fn rules(&self) -> &RuleBook {
        &self.rules
    }

    /// The id, such as `maryland`.
    pub fn id(&self) -> &str {
        &self.rules.title.id
    }

    /// Every line in the order in which books are shown.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line with this key.
    pub fn line(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.key == key)
    }

    /// The lines in which a house's book differs from its law.
    pub fn changes(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.law.is_some())
    }

    /// The fingerprint of everything the book says.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The embedded book this one extends.
    pub fn extends(&self) -> Option<&str> {
        self.extends.as_deref()
    }

    /// Whether a house may pay more than the odds; where not, they are exact.
    pub fn odds_are_floor(&self) -> bool {
        let is_floor = |line: &Line| line.freedom == Freedom::Raise && line.key.contains(".pays");
        self.lines.iter().any(is_floor)
    }

    /// What is allowed but worth a second look.
    pub fn notes(&self) -> Vec<Note> {
        let favours = wagers::favouring_the_player(&self.rules.pay_table);
        favours.into_iter().map(|(area, clause)| Note::FavoursPlayer { area, clause }).collect()
    }
}

/// Something allowed but worth a second look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Over all 216 rolls the area pays back more than was staked.
    FavoursPlayer {
        area: Area,
        /// The clause of its odds.
        clause: Clause,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FavoursPlayer { area, .. } => {
                write!(f, "{area} pays back more than is staked over all 216 rolls")
            }
        }
    }
}

/// Whether a book may use an embedded book's id.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IdCheck {
    Embedded,
    NotTaken,
    Kept,
}

/// The law that a house's book extends.
struct Parent {
    id: String,
    law: RawBook,
}

impl Parent {
    fn find(extends: &RawValue, at: Position) -> Result<Self, Mistake> {
        let id = text_of(extends);
        let Some(text) = shelf::text(id) else {
            let kind = MistakeKind::UnknownParent { nearest: hints::nearest(id, shelf::ids()) };
            return Err(Mistake::new(at, "extends", kind));
        };
        let law = RawBook::read(text.as_bytes()).expect("embedded rule books are sound");
        Ok(Self { id: id.to_owned(), law })
    }
}

fn text_of(value: &RawValue) -> &str {
    match value {
        RawValue::Text(text) => text,
        RawValue::Whole(_) | RawValue::Flag(_) | RawValue::List(_) | RawValue::Other => "",
    }
}

/// Whether a file is a law's own book, which names its document, rather than a house's.
fn is_laws_own(file: &RawBook) -> bool {
    file.lines.contains_key("document") || file.lines.contains_key("cite")
}

/// What is said of a file that extends nothing: listing all it lacks would help nobody.
fn names_no_law(file: RawBook) -> Vec<Mistake> {
    let misspelt = hints::nearest("extends", file.lines.keys());
    let mistake = match misspelt.and_then(|key| file.lines.get_key_value(&key)) {
        Some((key, line)) => {
            let nearest = Some("extends".to_owned());
            Mistake::new(line.at, key, MistakeKind::UnknownKey { nearest })
        }
        None => Mistake::new(Position::START, "extends", MistakeKind::NoLaw),
    };
    Mistake::in_order([file.mistakes, vec![mistake]].concat())
}

/// Reads every section; `None` where any of them has a mistake.
fn rule_book(reader: &mut Reader<'_>, id_check: IdCheck) -> Option<RuleBook> {
    let title = title(reader, id_check);
    let pay_table = wagers::pay_table(reader);
    let procedure = sections::procedure(reader);
    let equipment = sections::equipment(reader);
    let limits = sections::limits(reader);
    let scope = sections::scope(reader);
    let irregularities = sections::irregularities(reader);
    let people = sections::people(reader);
    let layout = layout(reader, pay_table.as_ref());
    let odds_style = reader.ask("layout.odds_style");
    let wording = sections::wording(reader);
    let house_name = reader.ask("layout.house_name");
    let currency = reader.ask("layout.currency");
    Some(RuleBook {
        title: title?,
        pay_table: pay_table?,
        procedure: procedure?,
        equipment: equipment?,
        scope: scope?,
        limits: limits?,
        irregularities: irregularities?,
        people: people?,
        layout: layout?,
        odds_style: odds_style?,
        wording: wording?,
        house_name: house_name?,
        currency: currency?,
    })
}

fn title(reader: &mut Reader<'_>, id_check: IdCheck) -> Option<Title> {
    let id = reader.title("id", Own::House);
    let name = reader.title("name", Own::House);
    let document = reader.title("document", Own::Law);
    let cite = reader.title("cite", Own::Law);
    if let Some(cite) = &cite {
        reader.cite(cite);
    }
    let id = id?;
    if !is_id(&id) {
        reader.mistake_in("id", MistakeKind::BadId, None);
    }
    if id_check == IdCheck::NotTaken && shelf::text(&id).is_some() {
        reader.mistake_in("id", MistakeKind::TakenId, None);
    }
    Some(Title { id, name: name?, document: document?, cite: cite? })
}

/// Ids go into URLs, journals and file names.
fn is_id(id: &str) -> bool {
    const LENGTH_MAX: usize = 40;
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !id.is_empty()
        && id.len() <= LENGTH_MAX
        && id.bytes().all(plain)
        && !id.starts_with('-')
        && !id.ends_with('-')
}

fn layout(reader: &mut Reader<'_>, pay_table: Option<&PayTable>) -> Option<Layout> {
    const KEY: &str = "layout.form";
    let form = reader.ask::<String>(KEY)?;
    if !layouts::FORMS.iter().any(|(name, _)| *name == form.value) {
        let forms: Vec<String> =
            layouts::FORMS.iter().map(|(name, _)| format!("{name:?}")).collect();
        let kind = MistakeKind::Unreadable { expects: forms.join(" or ") };
        reader.mistake_in(KEY, kind, Some(form.clause));
        return None;
    }
    match layouts::layout(&form.value, pay_table?) {
        Ok(layout) => Some(layout),
        Err(LayoutFault::Mistakes(mistakes)) => {
            for mistake in mistakes {
                let clause = Some(form.clause.clone());
                reader.mistake_in(KEY, MistakeKind::Layout(mistake), clause);
            }
            None
        }
        Err(fault) => unreachable!("a test draws every embedded layout: {fault}"),
    }
}
