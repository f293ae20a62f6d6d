//! The editions of a rule book that a table is offered, plays and has played.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use taisai_rules::RuleBook;

use crate::config::Times;
use crate::event::{DayEvent, Event};
use crate::ids::RoundNumber;

/// An edition of a rule book, with the texts from which it can be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The fingerprint of everything it says.
    pub fingerprint: [u8; 32],
    /// What it says.
    pub rules: Arc<RuleBook>,
    /// The book's own file.
    pub own: Arc<str>,
    /// The file of the book it extends, if it extends one.
    pub base: Option<Arc<str>>,
}

/// The fingerprint stands for the rest.
impl Hash for Edition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

/// What the house's configuration says of a standing table, where the table plays otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// The edition.
    pub edition: Edition,
    /// How long things take.
    pub times: Times,
}

/// An edition that rounds of this table were played under before it moved to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedEdition {
    /// The last round played under it.
    pub until: RoundNumber,
    /// Its fingerprint.
    pub fingerprint: [u8; 32],
    /// What it says.
    pub rules: Arc<RuleBook>,
}

/// The fingerprint stands for the rest.
impl Hash for PlayedEdition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.until, self.fingerprint).hash(state);
    }
}

impl PlayedEdition {
    /// The edition a round was played under, of those played earlier; they are in the order of
    /// their last rounds. None where it was played under the edition in force.
    pub fn of(earlier: &[Self], round: RoundNumber) -> Option<&Self> {
        earlier.get(earlier.partition_point(|played| played.until < round))
    }

    /// Remembers an edition that was left; one under which no round was played is not needed.
    pub fn remember(self, earlier: &mut Vec<Self>) {
        if earlier.last().map_or(RoundNumber(0), |played| played.until) < self.until {
            earlier.push(self);
        }
    }

    /// Whether the editions are in the order of their last rounds.
    pub(crate) fn are_in_order(earlier: &[Self]) -> bool {
        earlier.is_sorted_by(|one, next| one.until < next.until)
    }
}

/// The editions of a table's rule book, by the rounds played under them, as its events tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editions {
    fingerprint: [u8; 32],
    rules: Arc<RuleBook>,
    earlier: Vec<PlayedEdition>,
}

impl Editions {
    /// Those of a table that was set up with this book and has never moved.
    pub const fn new(rules: Arc<RuleBook>, fingerprint: [u8; 32]) -> Self {
        Self { fingerprint, rules, earlier: Vec::new() }
    }

    pub(crate) fn with(self, earlier: Vec<PlayedEdition>) -> Self {
        Self { earlier, ..self }
    }

    /// Follows the moves among a table's events.
    pub fn follow(&mut self, event: &Event) {
        if let Event::Day(DayEvent::TableMoved { edition: Some(edition), last, .. }) = event {
            let rules = std::mem::replace(&mut self.rules, Arc::clone(&edition.rules));
            let fingerprint = std::mem::replace(&mut self.fingerprint, edition.fingerprint);
            PlayedEdition { until: *last, fingerprint, rules }.remember(&mut self.earlier);
        }
    }

    /// The edition that a round was played under.
    pub fn of(&self, round: RoundNumber) -> &Arc<RuleBook> {
        PlayedEdition::of(&self.earlier, round).map_or(&self.rules, |played| &played.rules)
    }
}
