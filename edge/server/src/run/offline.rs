//! The floor's stream, opened without a server: what `taisai staff` and `taisai restore` do at the
//! machine.

use std::fmt;

use taisai_floor::{
    Asker, Command, Event, Floor, LoginName, Member, PasswordHash, Refusal, Request,
};
use taisai_journal::stored::{Body, Entry, Stamp};
use taisai_journal::{
    Acceptance, Accepted, Batch, FloorReplay, Head, Journal, Judged, Link, OpenFault, Place,
    ReadFault, Replay, StoreFault, Stream, last_time,
};
use taisai_table::{Reason, RequestId, SessionId, StaffId, Time};

use crate::run::accepted;
use crate::run::accepted::NotAccepted;
use crate::run::gap;
use crate::run::gap::GapFault;
use crate::run::holder;
use crate::run::start;
use crate::run::start::Records;
use crate::run::start_fault::StartFault;
use crate::world::clock::Clock;

/// The floor's stream, held for writing. No server can start on it meanwhile.
pub struct OfflineFloor {
    records: Records,
    journal_state: JournalState,
    floor: Floor,
    head: Head,
    /// The time of its last record.
    last: Time,
}

/// How far the journal is open: it is opened for writing when there is something to write.
enum JournalState {
    /// There is none yet.
    Empty,
    /// It may be opened, and was not.
    Judged(Box<Judged>),
    Open(Box<Journal>),
}

/// Why something was not done.
#[derive(Debug)]
pub enum OfflineFault {
    /// The journal cannot be opened; a server may hold it.
    Open(OpenFault),
    /// The floor's stream cannot be replayed.
    Replay(ReadFault),
    /// The journal failed, or a server on another machine holds the floor.
    Store(StoreFault),
    /// The floor says no.
    Refused(Refusal),
    /// Nobody has this name.
    Nobody(String),
    /// The reason is not one line.
    NoReason,
    /// The clock is far ahead of the last record, and nobody confirmed that.
    Gap(GapFault),
    /// The machine gives no random bytes.
    Machine,
}

impl fmt::Display for OfflineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(fault) => fault.fmt(f),
            Self::Replay(fault) => fault.fmt(f),
            Self::Store(fault) => fault.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Nobody(name) => write!(f, "nobody here logs in as {name}"),
            Self::NoReason => f.write_str("a reason is one line of text"),
            Self::Gap(fault) => fault.fmt(f),
            Self::Machine => f.write_str("the machine gives no random bytes"),
        }
    }
}

impl std::error::Error for OfflineFault {}

impl From<NotAccepted> for OfflineFault {
    fn from(why: NotAccepted) -> Self {
        match why {
            NotAccepted::Nobody(name) => Self::Nobody(name),
            NotAccepted::NoReason => Self::NoReason,
        }
    }
}

impl OfflineFloor {
    /// The recognisable part of the owner name in a database.
    pub const OWNER: &str = "taisai-office";

    /// Reads the floor's stream and locks it against other writers. Nothing is changed before the
    /// first write; if there is no journal, one is created then.
    pub fn open(mut records: Records) -> Result<Self, OfflineFault> {
        gap::check_sane(Clock::system().now()).map_err(OfflineFault::Gap)?;
        records.options.owner = holder::named(Self::OWNER).map_err(|_| OfflineFault::Machine)?;
        let Records { place, options, acceptance, .. } = &records;
        let mut judged = match Journal::judge(place, options, acceptance.as_ref()) {
            Err(OpenFault::NoJournal { .. }) => return Ok(Self::empty(records)),
            judged => Box::new(judged.map_err(OfflineFault::Open)?),
        };
        // In a database, a server that holds the floor keeps everybody else out.
        judged.journal().claim(Stream::Floor).map_err(OfflineFault::Store)?;
        let Replay { state: floor, head, .. } = replayed(judged.journal())?;
        let last = last_time(judged.journal().store(), Stream::Floor);
        let last = last.map_err(OfflineFault::Replay)?.unwrap_or(NEVER);
        Ok(Self { records, journal_state: JournalState::Judged(judged), floor, head, last })
    }

    /// A floor without a journal.
    fn empty(records: Records) -> Self {
        let head = Head { sequence: 0, link: Link([0; 32]) };
        Self {
            records,
            journal_state: JournalState::Empty,
            floor: Floor::default(),
            head,
            last: NEVER,
        }
    }

    /// The journal, open to write.
    fn journal(&mut self) -> Result<&mut Journal, OfflineFault> {
        let opened = match std::mem::replace(&mut self.journal_state, JournalState::Empty) {
            JournalState::Empty => {
                start::create_journal(&self.records).map_err(|fault| match fault {
                    StartFault::Journal(fault) => OfflineFault::Open(fault),
                    StartFault::Replay(_)
                    | StartFault::Lost(_)
                    | StartFault::Unavailable
                    | StartFault::NoStaff
                    | StartFault::Founded(_)
                    | StartFault::Fixed(_)
                    | StartFault::Unapproved(_)
                    | StartFault::Refused(_)
                    | StartFault::NobodyNamed(_)
                    | StartFault::Key(_)
                    | StartFault::Gap(_)
                    | StartFault::Machine => OfflineFault::Machine,
                })?
            }
            JournalState::Judged(judged) => judged.open().map_err(OfflineFault::Open)?,
            JournalState::Open(journal) => *journal,
        };
        self.journal_state = JournalState::Open(Box::new(opened));
        let JournalState::Open(journal) = &mut self.journal_state else {
            unreachable!("it was just opened")
        };
        // A commit that a crash left beside the database is appended when it is opened.
        if journal.claim(Stream::Floor).map_err(OfflineFault::Store)? != self.head {
            Replay { state: self.floor, head: self.head, .. } = replayed(journal)?;
        }
        Ok(journal)
    }

    /// Whether there is a journal at all.
    pub const fn is_begun(&self) -> bool {
        !matches!(self.journal_state, JournalState::Empty)
    }

    /// The floor as it stands.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// When the last record was written.
    pub const fn last(&self) -> Time {
        self.last
    }

    /// How many administrators there are; it takes two to grant a role.
    pub fn administrators(&self) -> usize {
        let is = |(_, member): &(StaffId, &Member)| {
            member.role == Some(taisai_floor::FloorRole::Administrator)
        };
        self.floor.staff().filter(is).count()
    }

    /// Whether somebody accepts the journal although it does not match its remembered heads.
    pub fn is_accepted(&self) -> bool {
        match &self.journal_state {
            JournalState::Judged(judged) => judged.accepted().is_some(),
            JournalState::Empty | JournalState::Open(_) => false,
        }
    }

    /// Records who accepted the journal as it is, and why; nothing if nobody had to.
    pub fn accept(&mut self) -> Result<(), OfflineFault> {
        let accepted = match &self.journal_state {
            JournalState::Judged(judged) => judged.accepted().cloned(),
            JournalState::Empty | JournalState::Open(_) => None,
        };
        let Some(accepted) = accepted else { return Ok(()) };
        let notice = accepted::notice(&accepted, &self.floor)?;
        // An old copy is old: its acceptance covers the gap too.
        self.act_at(Command::Note(notice), Clock::system().now())
    }

    /// Adds an administrator, if there are fewer than enough.
    pub fn add_administrator(
        &mut self,
        name: LoginName,
        password: PasswordHash,
    ) -> Result<(), OfflineFault> {
        self.act(Command::AddAdministrator { name, password })
    }

    /// Resets the password of an administrator who lost it; they must change it at once.
    pub fn recover_password(
        &mut self,
        name: &LoginName,
        password: PasswordHash,
        reason: Reason,
    ) -> Result<(), OfflineFault> {
        let member = self.floor.member_named(name).map(|(staff, _)| staff);
        let staff = member.ok_or_else(|| OfflineFault::Nobody(name.to_string()))?;
        self.act(Command::RecoverPassword { staff, password, reason })
    }

    /// Decides a command of the host at the clock's time, if the clock is trusted.
    fn act(&mut self, command: Command) -> Result<(), OfflineFault> {
        let now = Clock::system().now();
        gap::check(&self.floor, (self.last, now), None).map_err(OfflineFault::Gap)?;
        self.act_at(command, now)
    }

    /// Decides a command of the host and makes it durable.
    fn act_at(&mut self, command: Command, now: Time) -> Result<(), OfflineFault> {
        self.journal()?;
        let time = now.max(self.last);
        let (events, batch) = decided(&self.floor, self.head, command, time)?;
        let head = batch.head();
        self.journal()?.append(&[batch]).map_err(OfflineFault::Store)?;
        (self.head, self.last) = (head, time);
        for event in &events {
            self.floor.apply(event, time);
        }
        Ok(())
    }
}

/// The batch by which a named person accepts a copy that is restored to a place without remembered
/// heads.
pub fn acceptance_of(
    copy: &mut Journal,
    acceptance: &Acceptance,
    place: &Place,
) -> Result<Batch, OfflineFault> {
    let Replay { state: floor, head, .. } = replayed(copy)?;
    let last = last_time(copy.store(), Stream::Floor).map_err(OfflineFault::Replay)?;
    let refusal = OpenFault::NothingRemembered { place: place.to_string() }.to_string();
    let (acceptance, found) = (acceptance.clone(), copy.heads().clone());
    let accepted = Accepted { acceptance, refusal, remembered: None, found };
    let notice = accepted::notice(&accepted, &floor)?;
    let time = Clock::system().now().max(last.unwrap_or(NEVER));
    Ok(decided(&floor, head, Command::Note(notice), time)?.1)
}

/// The events of a command of the host, and their record.
fn decided(
    floor: &Floor,
    head: Head,
    command: Command,
    time: Time,
) -> Result<(Vec<Event>, Batch), OfflineFault> {
    let sequence = head.sequence + 1;
    let request = Request { from: Asker::Host, id: RequestId(sequence), command };
    let events = floor.decide(&request, time).map_err(OfflineFault::Refused)?;
    let (actor, session) = (request.from.into(), SessionId(0));
    let stamp = Stamp { sequence, time, actor, session, request: request.id };
    let mut batch = Batch::new(Stream::Floor, head);
    batch.push(&Entry { stamp, body: Body::FloorHappened(events.clone()) }.encode());
    Ok((events, batch))
}

/// Before the first record.
const NEVER: Time = match Time::from_millis(0) {
    Some(time) => time,
    None => panic!("time has a beginning"),
};

/// The floor as its stream has made it.
fn replayed(journal: &mut Journal) -> Result<FloorReplay, OfflineFault> {
    FloorReplay::restart(journal.store(), Stream::Floor, &mut start::set_aside)
        .map_err(OfflineFault::Replay)
}
