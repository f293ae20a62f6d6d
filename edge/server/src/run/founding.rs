//! What a journal was created for: a house, or a demo with play money.

use std::fmt;

use taisai_floor::{Event, Notice};
use taisai_journal::stored::{Body, Entry};
use taisai_journal::{ReadFault, Store, Stream, first_entry};

use crate::config::Config;

/// What a journal was created for. This never changes: the first record of its floor says so, and
/// a first record is written only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Founding {
    /// A house, whose money is real.
    House,
    /// A demo, whose money is play money.
    Demo,
}

impl Founding {
    /// What a configuration is for.
    pub const fn wanted(config: &Config) -> Self {
        if config.demo { Self::Demo } else { Self::House }
    }

    /// What a journal was created for; `None` while its floor has no record.
    pub fn of(store: &mut dyn Store) -> Result<Option<Self>, ReadFault> {
        Ok(first_entry(store, Stream::Floor)?.as_ref().map(Self::of_first))
    }

    /// A house begins with its first administrator: it does not start without one. A demo begins by
    /// saying that it is one; demos of old began with their first start.
    fn of_first(entry: &Entry) -> Self {
        let Body::FloorHappened(events) = &entry.body else { return Self::House };
        match events.first() {
            Some(Event::Noted(Notice::DemoFounded | Notice::ServerStarted { .. })) => Self::Demo,
            Some(_) | None => Self::House,
        }
    }
}

impl fmt::Display for Founding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::House => "this journal is a house's: a demo would lend its money to anybody",
            Self::Demo => "this journal is a demo's: its money is play money, and stays so",
        })
    }
}
