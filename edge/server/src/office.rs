//! The office behind the floor: what whoever may start the machine does while no server runs.

use std::fmt;

use taisai_floor::{Asker, Command, Floor, LoginName, Member, PasswordHash, Refusal, Request};
use taisai_journal::stored::{Body, Entry, Stamp};
use taisai_journal::{
    Batch, FloorReplay, Head, Journal, OpenFault, ReplayFault, StoreFault, Stream,
};
use taisai_table::{Reason, RequestId, SessionId, StaffId};

use crate::clock::Clock;
use crate::start::{self, Records, StartFault};

/// The floor's stream, open to write. As long as it is, no server can be started on it.
pub struct Office {
    journal: Journal,
    floor: Floor,
    head: Head,
}

/// Why something was not done in the office.
#[derive(Debug)]
pub enum OfficeFault {
    /// The journal cannot be opened; a server may hold it.
    Open(OpenFault),
    /// The floor's stream does not tell one story.
    Replay(ReplayFault),
    /// The journal failed, or a server on another machine holds the floor.
    Store(StoreFault),
    /// The floor says no.
    Refused(Refusal),
    /// Nobody has this name.
    Nobody(LoginName),
    /// The machine gives no random bytes.
    Machine,
}

impl fmt::Display for OfficeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(fault) => fault.fmt(f),
            Self::Replay(fault) => fault.fmt(f),
            Self::Store(fault) => fault.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Nobody(name) => write!(f, "nobody here logs in as {name}"),
            Self::Machine => f.write_str("the machine gives no random bytes"),
        }
    }
}

impl std::error::Error for OfficeFault {}

impl Office {
    /// The name under which the office writes to a database that several could write to; a server
    /// has another, so that neither takes the floor from the other.
    pub const OWNER: &str = "taisai-office";

    /// Opens the floor's stream; where there is no journal, founds one.
    pub fn open(mut records: Records) -> Result<Self, OfficeFault> {
        Self::OWNER.clone_into(&mut records.options.owner);
        let mut journal = start::open(&records).map_err(|fault| match fault {
            StartFault::Journal(fault) => OfficeFault::Open(fault),
            StartFault::Replay(_)
            | StartFault::Lost(_)
            | StartFault::Away
            | StartFault::NoStaff
            | StartFault::Founded(_)
            | StartFault::Fixed(_)
            | StartFault::Refused(_)
            | StartFault::Machine => OfficeFault::Machine,
        })?;
        journal.claim(Stream::Floor).map_err(OfficeFault::Store)?;
        let replay = FloorReplay::restart(journal.store(), &mut start::set_aside)
            .map_err(OfficeFault::Replay)?;
        Ok(Self { journal, floor: replay.floor, head: replay.head })
    }

    /// The floor as it stands.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// How many administrators there are; it takes two to grant a role.
    pub fn administrators(&self) -> usize {
        let is = |(_, member): &(StaffId, &Member)| {
            member.role == Some(taisai_floor::FloorRole::Administrator)
        };
        self.floor.staff().filter(is).count()
    }

    /// Adds an administrator, as long as there are too few of them.
    pub fn add_administrator(
        &mut self,
        name: LoginName,
        password: PasswordHash,
    ) -> Result<(), OfficeFault> {
        self.act(Command::AddAdministrator { name, password })
    }

    /// Lets an administrator in again who lost their password; they must change it at once.
    pub fn recover_password(
        &mut self,
        name: &LoginName,
        password: PasswordHash,
        reason: Reason,
    ) -> Result<(), OfficeFault> {
        let member = self.floor.member_named(name).map(|(staff, _)| staff);
        let staff = member.ok_or_else(|| OfficeFault::Nobody(name.clone()))?;
        self.act(Command::RecoverPassword { staff, password, reason })
    }

    /// Decides a command of the host and makes it durable.
    fn act(&mut self, command: Command) -> Result<(), OfficeFault> {
        let (time, request) = (Clock::system().now(), RequestId(self.head.sequence + 1));
        let request = Request { from: Asker::Host, id: request, command };
        let events = self.floor.decide(&request, time).map_err(OfficeFault::Refused)?;
        let stamp = Stamp {
            sequence: self.head.sequence + 1,
            time,
            actor: request.from.into(),
            session: SessionId(0),
            request: request.id,
        };
        let mut batch = Batch::new(Stream::Floor, self.head);
        batch.push(&Entry { stamp, body: Body::FloorHappened(events.clone()) }.encode());
        let head = batch.head();
        self.journal.append(&[batch]).map_err(OfficeFault::Store)?;
        self.head = head;
        for event in &events {
            self.floor.apply(event, time);
        }
        Ok(())
    }
}
