//! A floor, its clock, and everybody who asks; what holds always is checked after every event.

use std::collections::BTreeMap;

use taisai_floor::{
    Act, Asker, Command, Decision, Event, Floor, FloorRole, Request, TableId, TerminalId,
};
use taisai_rules::Role;
use taisai_table::{ProposalId, RequestId, SeatNumber, SessionId, StaffId, Time};
use taisai_testing::values::{NOON, config, digest, name, password, time, title};

/// A floor and its clock.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) floor: Floor,
    pub(crate) now: u64,
    numbers: BTreeMap<Asker, u64>,
    secrets: u64,
    last_sessions: BTreeMap<StaffId, SessionId>,
}

/// Everybody of a staffed house, with their roles; two administrators are added by the host.
pub(crate) const PEOPLE: [(&str, FloorRole); 7] = [
    ("dan", FloorRole::Table(Role::Dealer)),
    ("flo", FloorRole::Table(Role::Floorperson)),
    ("sue", FloorRole::Table(Role::Supervisor)),
    ("pit", FloorRole::Table(Role::PitManager)),
    ("max", FloorRole::Table(Role::ShiftManager)),
    ("cas", FloorRole::Cashier),
    ("aud", FloorRole::Auditor),
];

impl House {
    pub(crate) fn empty() -> Self {
        let (numbers, last_sessions) = (BTreeMap::new(), BTreeMap::new());
        Self { floor: Floor::new(), now: NOON, numbers, secrets: 0, last_sessions }
    }

    /// Two administrators, ann and bea, who are logged in.
    pub(crate) fn administered() -> Self {
        let mut house = Self::empty();
        for who in ["ann", "bea"] {
            let (name, password) = (name(who), password(0));
            house.host(Command::AddAdministrator { name, password });
            house.log_in(who);
        }
        house
    }

    /// Everybody, two tables, and a terminal at the first seat of each.
    pub(crate) fn staffed() -> Self {
        let mut house = Self::administered();
        for (who, role) in PEOPLE {
            house.hire(who, role);
        }
        for table in [1, 2] {
            house.add_table(table, "USD");
            house.enrol(table, 1);
        }
        house
    }

    pub(crate) fn add_table(&mut self, table: u32, currency: &str) {
        let (name, book) = (title(&format!("Table {table}")), title("act"));
        let config = config(currency);
        self.host(Command::AddTable { table: TableId(table), name, config, book });
    }

    pub(crate) fn enrol(&mut self, table: u32, seat: u16) {
        let (code, token) = (digest(self.secret()), digest(self.secret()));
        let (table, seat) = (TableId(table), SeatNumber(seat));
        let flo = self.asker("flo");
        self.must(flo, Command::OfferEnrolment { code, table, seat });
        self.host(Command::EnrolTerminal { code, token });
    }

    /// Invites a person, who chooses a password, logs in, is given a role by ann and bea, and logs
    /// in again.
    pub(crate) fn hire(&mut self, who: &str, role: FloorRole) {
        let (ann, bea) = (self.asker("ann"), self.asker("bea"));
        let invitation = digest(self.secret());
        self.must(ann, Command::AddStaff { name: name(who), invitation });
        let staff = self.staff(who);
        self.host(Command::AcceptInvitation { staff, invitation, password: password(2) });
        self.log_in(who);
        let act = Act::GrantRole { staff: self.staff(who), role };
        self.must(ann, Command::Propose(act));
        let Asker::Staff(_, session) = bea else { unreachable!() };
        self.host(Command::RefreshSession { session });
        let proposal = self.floor.proposals().last().unwrap().0;
        self.must(bea, Command::Approve(ProposalId(proposal.0)));
        self.log_in(who);
    }

    pub(crate) fn log_in(&mut self, who: &str) {
        let (staff, token) = (self.staff(who), digest(self.secret()));
        self.host(Command::OpenSession { staff, token });
    }

    pub(crate) fn secret(&mut self) -> u64 {
        self.secrets += 1;
        self.secrets
    }

    pub(crate) fn time(&self) -> Time {
        time(self.now)
    }

    pub(crate) fn staff(&self, who: &str) -> StaffId {
        self.floor.member_named(&name(who)).map_or(StaffId(99), |(staff, _)| staff)
    }

    /// A person through their last session, also when it is over.
    pub(crate) fn asker(&self, who: &str) -> Asker {
        let staff = self.staff(who);
        let session = self.last_sessions.get(&staff).copied().unwrap_or(SessionId(0));
        Asker::Staff(staff, session)
    }

    pub(crate) fn terminal(number: u32) -> Asker {
        Asker::Terminal(TerminalId(number))
    }

    pub(crate) fn host(&mut self, command: Command) {
        self.must(Asker::Host, command);
    }

    /// Asks something that is not refused.
    pub(crate) fn must(&mut self, from: Asker, command: Command) -> Vec<Event> {
        let asked = format!("{command:?}");
        self.ask(from, command).unwrap_or_else(|no| panic!("{from:?} {asked}: {no}"))
    }

    /// Asks under the next number.
    pub(crate) fn ask(&mut self, from: Asker, command: Command) -> Decision {
        let request = self.request(from, command);
        self.send(&request)
    }

    pub(crate) fn request(&mut self, from: Asker, command: Command) -> Request {
        let number = self.numbers.entry(from).or_default();
        *number += 1;
        Request { from, id: RequestId(*number), command }
    }

    /// Sends a request, and lets happen what follows.
    pub(crate) fn send(&mut self, request: &Request) -> Decision {
        let now = self.time();
        let events = self.floor.decide(request, now)?;
        for event in &events {
            self.floor.apply(event, now);
            if let Event::SessionOpened { session, staff, .. } = event {
                self.last_sessions.insert(*staff, *session);
            }
            self.audit(event);
        }
        Ok(events)
    }

    /// What holds after every event: the floor is what its image says, and the image is sound, so
    /// that books, indexes and lists fit one another.
    fn audit(&self, event: &Event) {
        let floor = Floor::from_image(self.floor.image());
        let floor = floor.unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
        assert!(floor == self.floor, "{event:?}: the image is another floor");
    }
}
