//! Stored form of an edition of a rule book: the texts from which it is read again.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use taisai_table as table;
use taisai_table::{Editions, PlayedEdition};

use crate::stored::config::Times;
use crate::stored::entry::{nothing_left, push, take};
use crate::stored::snapshot::{TableState, read_book};
use crate::stored::sources::{BookFault, BookSources};
use crate::stored::{Form, Opened, RecordFault, Shape, Unsound, ValueFault, Variant};

/// An edition: whatever a later release has embedded, it is read from these texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Edition {
    fingerprint: [u8; 32],
    own: String,
    base: Option<String>,
}

impl Edition {
    const SHAPE: Shape = Shape {
        name: "Edition",
        variants: &[Variant {
            name: "",
            fields: &[("fingerprint", "[u8; 32]"), ("own", "String"), ("base", "Option<String>")],
        }],
    };
}

impl Form<table::Edition> for Edition {
    fn keep(core: &table::Edition) -> Self {
        let BookSources { own, base } = BookSources::of_edition(core);
        Self { fingerprint: core.fingerprint, own, base }
    }

    fn restore(self) -> Result<table::Edition, Unsound> {
        let Self { fingerprint, own, base } = self;
        let sources = BookSources { own, base };
        if let Some(edition) = known(fingerprint, &sources) {
            return Ok(edition);
        }
        let edition = sources.edition(fingerprint);
        let edition =
            edition.map_err(|fault| Unsound::from(ValueFault::State(fault.to_string())))?;
        remember(&edition);
        Ok(edition)
    }
}

thread_local! {
    /// The editions that were read last. The same few come again and again, in every event that
    /// offers one and in every snapshot, and reading one takes milliseconds.
    static READ_LAST: RefCell<VecDeque<table::Edition>> = const { RefCell::new(VecDeque::new()) };
}

const READ_LAST_MAX: usize = 8;

fn known(fingerprint: [u8; 32], sources: &BookSources) -> Option<table::Edition> {
    let same = |edition: &&table::Edition| {
        edition.fingerprint == fingerprint && BookSources::of_edition(edition) == *sources
    };
    READ_LAST.with_borrow(|last| last.iter().find(same).cloned())
}

fn remember(edition: &table::Edition) {
    READ_LAST.with_borrow_mut(|last| {
        last.push_front(edition.clone());
        last.truncate(READ_LAST_MAX);
    });
}

stored_struct! {
    table::Offer {
        edition: Edition,
        times: Times,
    }
}

impl BookSources {
    /// The texts of an edition.
    pub fn of_edition(edition: &table::Edition) -> Self {
        let base = edition.base.as_ref().map(|base| base.as_ref().to_owned());
        Self { own: edition.own.as_ref().to_owned(), base }
    }

    /// The edition that is read from these texts, if it has this fingerprint.
    pub fn edition(&self, fingerprint: [u8; 32]) -> Result<table::Edition, BookFault> {
        Ok(table::Edition {
            fingerprint,
            rules: Arc::new(self.read_as(fingerprint)?.rules().clone()),
            own: self.own.as_str().into(),
            base: self.base.as_deref().map(Into::into),
        })
    }
}

impl Opened {
    /// The editions of a table that has only been set up.
    pub fn editions(&self) -> Result<Editions, BookFault> {
        Ok(Editions::new(read_book(&self.sources, &self.config)?, self.config.rule_book))
    }
}

/// What a snapshot keeps of a table's moves, behind everything else; a table that never moved and
/// is offered nothing has none of it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moves {
    offer: Option<Offer>,
    /// The editions played before the one in force: the last round of each, and the texts.
    earlier: Vec<(u64, Edition)>,
    moved: bool,
}

impl Moves {
    pub(crate) fn keep(state: &TableState) -> Self {
        let played = state.table.earlier_editions().iter().zip(&state.earlier);
        let earlier = played.map(|(played, sources)| {
            let BookSources { own, base } = sources.clone();
            (played.until.0, Edition { fingerprint: played.fingerprint, own, base })
        });
        Self {
            offer: state.table.offer().map(Form::keep),
            earlier: earlier.collect(),
            moved: state.table.has_moved(),
        }
    }

    /// Writes them behind the rest, where there are any.
    pub(crate) fn push(&self, bytes: &mut Vec<u8>) {
        if *self != Self::default() {
            push(bytes, self);
        }
    }

    /// Reads them; where a table has none, nothing is written.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, RecordFault> {
        if stored.is_empty() {
            return Ok(Self::default());
        }
        let (moves, rest) = take::<Self>(stored)?;
        nothing_left(rest)?;
        if moves == Self::default() {
            return Err(RecordFault::LeftOver { bytes: stored.len() });
        }
        Ok(moves)
    }

    /// What the table is offered, the editions it has played with their texts, and whether it has
    /// moved since its last round.
    pub(crate) fn restore(self) -> Result<Restored, RecordFault> {
        let offer: Option<table::Offer> = self.offer.map(Form::restore).transpose()?;
        let (mut earlier, mut texts) = (Vec::new(), Vec::new());
        for (until, edition) in self.earlier {
            let edition: table::Edition = edition.restore()?;
            texts.push(BookSources::of_edition(&edition));
            let (fingerprint, rules) = (edition.fingerprint, edition.rules);
            earlier.push(PlayedEdition { until: until.restore()?, fingerprint, rules });
        }
        Ok(Restored { offer, earlier, texts, moved: self.moved })
    }
}

/// The same, as a table has it.
#[derive(Default)]
pub(crate) struct Restored {
    pub(crate) offer: Option<table::Offer>,
    pub(crate) earlier: Vec<PlayedEdition>,
    pub(crate) texts: Vec<BookSources>,
    pub(crate) moved: bool,
}

pub(crate) const SHAPES: &[Shape] = &[Edition::SHAPE, Offer::SHAPE];
