//! One record of a stream: when, by whom, for which request, and what happened.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use taisai_floor as floor;
use taisai_table as table;
use taisai_table::{RequestId, SeatNumber, SessionId, StaffId, Time};

use crate::stored::config::Config;
use crate::stored::event::Event;
use crate::stored::fault::{RecordFault, after_version};
use crate::stored::floor::FloorEvent;
use crate::stored::snapshot::TableState;
use crate::stored::sources::BookSources;
use crate::stored::{Form, Shape, VERSION};

/// One record of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands, when it was written, and for whom.
    pub stamp: Stamp,
    /// What it says.
    pub body: Body,
}

/// Where a record stands in its stream, when it was written, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its place in the stream, from 1.
    pub sequence: u64,
    /// When it happened.
    pub time: Time,
    /// Who asked for it.
    pub actor: Actor,
    /// The log-in it came through; 0 where there was none.
    pub session: SessionId,
    /// The number of the request; 0 where there was none.
    pub request: RequestId,
}

/// Who asked for what a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// The machine itself.
    Host,
    /// A player's terminal, by its place at the table.
    Seat(SeatNumber),
    /// A member of staff.
    Staff(StaffId),
    /// A terminal, by its number on the floor.
    Terminal(u32),
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A table's stream begins: always its first record, and never a later one.
    Opened(Box<Opened>),
    /// Events of a table, in the order in which they happened.
    Happened(Vec<table::Event>),
    /// Events of the floor, in the order in which they happened.
    FloorHappened(Vec<floor::Event>),
    /// A snapshot was made of everything before this record.
    SnapshotNamed(SnapshotName),
}

/// What a snapshot is known by. It is part of the chain: a snapshot that no record names is not
/// trusted, so write access to the database is not enough to forge one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotName {
    /// The version of its form.
    pub version: u8,
    /// The hash of its bytes.
    pub hash: [u8; 32],
}

impl SnapshotName {
    /// The name of a snapshot with these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self { version: bytes.first().copied().unwrap_or(0), hash: TableState::hash_of(bytes) }
    }
}

/// With what a table's stream begins, so that it can be replayed without anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The rule book in force.
    pub sources: BookSources,
    /// How the table is set up.
    pub config: table::Config,
}

impl From<table::Asker> for Actor {
    fn from(asker: table::Asker) -> Self {
        match asker {
            table::Asker::Seat(seat) => Self::Seat(seat),
            table::Asker::Staff(staff) | table::Asker::Floor(staff) => Self::Staff(staff),
            table::Asker::Host => Self::Host,
        }
    }
}

impl From<floor::Asker> for Actor {
    fn from(asker: floor::Asker) -> Self {
        match asker {
            floor::Asker::Staff(staff, _) => Self::Staff(staff),
            floor::Asker::Terminal(terminal) => Self::Terminal(terminal.0),
            floor::Asker::Host => Self::Host,
        }
    }
}

impl Entry {
    /// The record, as it is stored.
    pub fn encode(&self) -> Vec<u8> {
        let mut record = vec![VERSION];
        push(&mut record, &StoredStamp::keep(&self.stamp));
        match &self.body {
            Body::Opened(opened) => {
                push(&mut record, &BodyCode::Opened);
                push(&mut record, &opened.sources);
                push(&mut record, &Config::keep(&opened.config));
            }
            Body::Happened(events) => {
                push(&mut record, &BodyCode::Happened);
                push(&mut record, &events.len());
                for event in events {
                    push(&mut record, &Event::keep(event));
                }
            }
            Body::FloorHappened(events) => {
                push(&mut record, &BodyCode::FloorHappened);
                push(&mut record, &events.len());
                for event in events {
                    push(&mut record, &FloorEvent::keep(event));
                }
            }
            Body::SnapshotNamed(name) => {
                push(&mut record, &BodyCode::SnapshotNamed);
                push(&mut record, &(name.version, name.hash));
            }
        }
        record
    }

    /// Reads a stored record; whatever the bytes, it is an entry or a fault.
    pub fn decode(record: &[u8]) -> Result<Self, RecordFault> {
        let (stamp, body) = open(record)?;
        let body = match body {
            OpenBody::Opened(opened) => Body::Opened(opened),
            OpenBody::Happened(events) => Body::Happened(events.all()?),
            OpenBody::FloorHappened(events) => Body::FloorHappened(events.all()?),
            OpenBody::SnapshotNamed(name) => Body::SnapshotNamed(name),
        };
        Ok(Self { stamp, body })
    }
}

/// Reads the stamp of a stored record, and its events one by one as they are asked for.
pub(crate) fn open(record: &[u8]) -> Result<(Stamp, OpenBody<'_>), RecordFault> {
    let (stamp, rest) = take::<StoredStamp>(after_version(record)?)?;
    let (code, rest) = take::<BodyCode>(rest)?;
    let body = match code {
        BodyCode::Opened => {
            let (sources, rest) = take::<BookSources>(rest)?;
            let (config, rest) = take::<Config>(rest)?;
            nothing_left(rest)?;
            let config = config.restore().map_err(|unsound| unsound.within("Opened"))?;
            OpenBody::Opened(Box::new(Opened { sources, config }))
        }
        BodyCode::Happened => {
            let (left, rest) = take::<usize>(rest)?;
            OpenBody::Happened(Events { left, rest, of: PhantomData })
        }
        BodyCode::FloorHappened => {
            let (left, rest) = take::<usize>(rest)?;
            OpenBody::FloorHappened(Events { left, rest, of: PhantomData })
        }
        BodyCode::SnapshotNamed => {
            let ((version, hash), rest) = take::<(u8, [u8; 32])>(rest)?;
            nothing_left(rest)?;
            OpenBody::SnapshotNamed(SnapshotName { version, hash })
        }
    };
    Ok((stamp.restore()?, body))
}

/// A record's body, its events still to be read.
pub(crate) enum OpenBody<'a> {
    Opened(Box<Opened>),
    Happened(Events<'a, Event>),
    FloorHappened(Events<'a, FloorEvent>),
    SnapshotNamed(SnapshotName),
}

/// The events of a record in their stored form `S`, still to be read.
pub(crate) struct Events<'a, S> {
    left: usize,
    rest: &'a [u8],
    of: PhantomData<S>,
}

impl<'a, S: Deserialize<'a>> Events<'a, S> {
    /// Shows one event after another, each where it was read: this is the way through which whole
    /// streams pass.
    pub(crate) fn each<C, F: From<RecordFault>>(
        self,
        mut show: impl FnMut(&C) -> Result<(), F>,
    ) -> Result<(), F>
    where
        S: Form<C>,
    {
        let Self { left, mut rest, .. } = self;
        for _ in 0..left {
            let (event, after) = take::<S>(rest)?;
            show(&event.restore().map_err(RecordFault::Unsound)?)?;
            rest = after;
        }
        Ok(nothing_left(rest)?)
    }

    fn all<C: Clone>(self) -> Result<Vec<C>, RecordFault>
    where
        S: Form<C>,
    {
        let mut all = Vec::new();
        self.each::<C, RecordFault>(|event| {
            all.push(event.clone());
            Ok(())
        })?;
        Ok(all)
    }
}

pub(crate) fn push<T: Serialize>(stored: &mut Vec<u8>, form: &T) {
    let vec = std::mem::take(stored);
    *stored = postcard::to_extend(form, vec).expect("a vector takes every form");
}

pub(crate) fn take<'a, T: Deserialize<'a>>(stored: &'a [u8]) -> Result<(T, &'a [u8]), RecordFault> {
    postcard::take_from_bytes(stored).map_err(|_| RecordFault::Malformed)
}

/// Writes what an image did not have when its form was fixed, where there is any.
pub(crate) fn push_later<T: Serialize>(stored: &mut Vec<u8>, list: &[T]) {
    push_later_before(stored, list, &[]);
}

/// The same where something came later still: the list is written wherever anything follows it.
pub(crate) fn push_later_before<T: Serialize>(stored: &mut Vec<u8>, list: &[T], rest: &[u8]) {
    if !list.is_empty() || !rest.is_empty() {
        push(stored, &list);
        stored.extend_from_slice(rest);
    }
}

/// Reads it; nothing may follow, and an empty list is not written.
pub(crate) fn take_later<T: for<'a> Deserialize<'a>>(stored: &[u8]) -> Result<Vec<T>, RecordFault> {
    let (list, rest) = take_later_before(stored)?;
    nothing_left(rest)?;
    Ok(list)
}

/// Reads it, and hands over what came later still. An empty list is not written at the end.
pub(crate) fn take_later_before<T: for<'a> Deserialize<'a>>(
    stored: &[u8],
) -> Result<(Vec<T>, &[u8]), RecordFault> {
    if stored.is_empty() {
        return Ok((Vec::new(), stored));
    }
    let (list, rest) = take::<Vec<T>>(stored)?;
    if list.is_empty() && rest.is_empty() {
        return Err(RecordFault::LeftOver { bytes: stored.len() });
    }
    Ok((list, rest))
}

pub(crate) fn nothing_left(rest: &[u8]) -> Result<(), RecordFault> {
    if rest.is_empty() { Ok(()) } else { Err(RecordFault::LeftOver { bytes: rest.len() }) }
}

/// Which body follows; the place of a word is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum BodyCode {
    Opened,
    Happened,
    FloorHappened,
    SnapshotNamed,
}

mod own {
    pub(crate) use super::{Actor, Stamp};
}

stored_struct! {
    own::Stamp as StoredStamp {
        sequence: u64,
        time: u64,
        actor: StoredActor,
        session: u64,
        request: u64,
    }
}

stored_enum! {
    own::Actor as StoredActor {
        Host,
        Seat(seat: u16),
        Staff(staff: u32),
        Terminal(terminal: u32),
    }
}

pub(crate) const SHAPES: &[Shape] = &[StoredStamp::SHAPE, StoredActor::SHAPE];
