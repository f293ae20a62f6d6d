//! A floor to try: one table for each rule book, staff with ready-made log-ins, play money.

use std::fmt;

use taisai_floor::{
    Act, Asker, Command as FloorCommand, Digest, FloorRole, LoginName, PasswordHash, Request,
    Standing,
};
use taisai_protocol::Refusal;
use taisai_rules::{Role, ShakerKind};
use taisai_table::{
    Command, DayCommand, DiceSource, EquipmentCommand, HouseCommand, Life, ProposalId, Reason,
    RequestId, SessionId, StaffCommand, StaffId,
};

use crate::error::Error;
use crate::house::{Clerk, House, Lender};
use crate::world::hash_queue::Lane;
use crate::world::password::PasswordFault;
use crate::world::secret::Kind;

/// Somebody who can log in at a demo.
#[derive(Clone, Debug)]
pub struct DemoStaff {
    pub name: &'static str,
    /// The password, which is printed this once.
    pub password: String,
    pub role: FloorRole,
}

/// Why there is no demo.
#[derive(Debug)]
pub enum DemoFault {
    /// Something said no.
    No(Error),
    /// The machine gives no random bytes or cannot hash.
    Machine,
}

impl fmt::Display for DemoFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::No(Error::Refused(refusal)) => refusal.fmt(f),
            Self::No(Error::Unavailable) => f.write_str("the floor does not answer"),
            Self::Machine => f.write_str("the machine gives no random bytes or cannot hash"),
        }
    }
}

impl std::error::Error for DemoFault {}

impl<F: Into<Error>> From<F> for DemoFault {
    fn from(fault: F) -> Self {
        Self::No(fault.into())
    }
}

/// The administrators, who hire everybody else.
const ADMINISTRATORS: [&str; 2] = ["admin", "second-admin"];

const PEOPLE: [(&str, FloorRole); 6] = [
    ("dealer", FloorRole::Table(Role::Dealer)),
    ("floor", FloorRole::Table(Role::Floorperson)),
    ("pit", FloorRole::Table(Role::PitManager)),
    ("shift", FloorRole::Table(Role::ShiftManager)),
    ("cashier", FloorRole::Cashier),
    ("auditor", FloorRole::Auditor),
];

/// Staff that the house itself plays; nobody logs in as them.
const BANK: (&str, FloorRole) = ("demo-bank", FloorRole::Cashier);
const USHER: (&str, FloorRole) = ("demo-usher", FloorRole::Table(Role::Floorperson));

/// Two administrators of the demo, and the sessions through which they set it up.
struct Administrators([(StaffId, SessionId); 2]);

impl House {
    /// Hires the staff of a demo, opens its tables, and returns the names and passwords to log in
    /// with. If the floor has staff already, nobody is hired and the list is empty.
    pub async fn furnish_demo(&self) -> Result<Vec<DemoStaff>, DemoFault> {
        let mut hired = Vec::new();
        let before = self.floor.look(|floor| floor.sessions().map(|(id, _)| id).max()).await?;
        let has_staff = self.floor.look(|floor| floor.staff().len() > 0).await?;
        if !has_staff {
            let bosses = self.demo_administrators(&mut hired).await?;
            for (name, role) in PEOPLE {
                hired.push(self.hire(&bosses, name, role).await?);
            }
        }
        self.open_demo_tables().await?;
        let (bank, usher) = (self.clerk(BANK).await?, self.clerk(USHER).await?);
        // A demo is set up once.
        let _ = self.lender.set(Lender { bank, usher, turn: tokio::sync::Mutex::new(()) });
        self.end_sessions_after(before).await?;
        Ok(hired)
    }

    /// Gives every member of a demo's staff a new password and returns them. Suspended people stay
    /// suspended.
    pub async fn reset_demo_logins(&self) -> Result<Vec<DemoStaff>, DemoFault> {
        let mut hired = Vec::new();
        let before = self.floor.look(|floor| floor.sessions().map(|(id, _)| id).max()).await?;
        let reason = Reason::new("taisai demo --reset-logins").expect("a plain reason");
        for name in ADMINISTRATORS {
            let Some(staff) = self.active(name).await? else { continue };
            let (password, hash) = self.new_password().await?;
            let (recovered, reason) = (hash.clone(), reason.clone());
            let recover = FloorCommand::RecoverPassword { staff, password: recovered, reason };
            self.floor.act(recover).await??;
            let session = self.open_session(staff).await?;
            let own = FloorCommand::ChangePassword { password: hash };
            self.staff_asks((staff, session), own).await?;
            hired.push(DemoStaff { name, password, role: FloorRole::Administrator });
        }
        let bosses = self.bosses().await?;
        for (name, role) in PEOPLE {
            let Some(staff) = self.active(name).await? else { continue };
            let (password, hash) = self.new_password().await?;
            let invitation = self.new_invitation()?;
            self.agreed(&bosses, Act::Invite { staff, invitation }).await?;
            let accept = FloorCommand::AcceptInvitation { staff, invitation, password: hash };
            self.floor.act(accept).await??;
            hired.push(DemoStaff { name, password, role });
        }
        self.end_sessions_after(before).await?;
        Ok(hired)
    }

    /// The person with this name, unless suspended.
    async fn active(&self, name: &'static str) -> Result<Option<StaffId>, DemoFault> {
        let login = LoginName::new(name).expect("a plain name");
        let staff = self.floor.look(move |floor| {
            let member = floor.member_named(&login);
            member.filter(|(_, member)| member.standing == Standing::Active).map(|(id, _)| id)
        });
        Ok(staff.await?)
    }

    /// New sessions of both administrators.
    async fn bosses(&self) -> Result<Administrators, DemoFault> {
        let [one, two] = ADMINISTRATORS;
        Ok(Administrators([self.session_of(one).await?, self.session_of(two).await?]))
    }

    /// Somebody whom the house plays, hired where a demo does not have them yet. Nobody
    /// gets their password.
    async fn clerk(&self, (name, role): (&'static str, FloorRole)) -> Result<Clerk, DemoFault> {
        let staff = if let Some(staff) = self.staff_named(name).await? {
            staff
        } else {
            self.hire(&self.bosses().await?, name, role).await?;
            self.staff_named(name).await?.ok_or(DemoFault::Machine)?
        };
        Ok(Clerk { staff, at_work: tokio::sync::Mutex::new(None) })
    }

    /// Sends an ask of a person whom the house plays, under a log-in that has not ended.
    pub async fn clerk_asks(&self, clerk: &Clerk, command: FloorCommand) -> Result<(), Error> {
        let mut at_work = clerk.at_work.lock().await;
        let known = *at_work;
        let runs = self
            .floor
            .look(move |floor| known.filter(|(session, _)| floor.session(*session).is_some()));
        let (session, last) = match runs.await? {
            Some(running) => running,
            None => (self.open_session(clerk.staff).await?, 0),
        };
        *at_work = Some((session, last + 1));
        self.sessions_used.touch(session, self.world.clock.now());
        let from = Asker::Staff(clerk.staff, session);
        Ok(self.floor.ask(Request { from, id: RequestId(last + 1), command }).await??)
    }

    async fn open_session(&self, staff: StaffId) -> Result<SessionId, Error> {
        let token = self.world.token().map_err(|_| Error::Refused(Refusal::Busy))?;
        let digest: Digest = token.digest(Kind::Session);
        self.floor.act(FloorCommand::OpenSession { staff, token: digest }).await??;
        let session = self.floor.look(move |floor| floor.session_with(&digest).map(|(id, _)| id));
        session.await?.ok_or(Error::Unavailable)
    }

    /// Ends the log-ins with which the demo was set up; people open their own.
    async fn end_sessions_after(&self, last: Option<SessionId>) -> Result<(), DemoFault> {
        let own = self.floor.look(move |floor| {
            let sessions = floor.sessions().map(|(id, _)| id);
            sessions.filter(|id| Some(*id) > last).collect::<Vec<_>>()
        });
        for session in own.await? {
            self.floor.act(FloorCommand::EndSession { session }).await??;
        }
        Ok(())
    }

    async fn staff_named(&self, name: &'static str) -> Result<Option<StaffId>, DemoFault> {
        let login = LoginName::new(name).expect("a plain name");
        let staff = self.floor.look(move |floor| floor.member_named(&login).map(|(id, _)| id));
        Ok(staff.await?)
    }

    async fn demo_administrators(
        &self,
        hired: &mut Vec<DemoStaff>,
    ) -> Result<Administrators, DemoFault> {
        let mut both = Vec::new();
        for name in ADMINISTRATORS {
            let (password, hash) = self.new_password().await?;
            let name_of = LoginName::new(name).expect("a plain name");
            let add = FloorCommand::AddAdministrator { name: name_of, password: hash };
            self.floor.act(add).await??;
            both.push(self.session_of(name).await?);
            hired.push(DemoStaff { name, password, role: FloorRole::Administrator });
        }
        Ok(Administrators([both[0], both[1]]))
    }

    /// Invites a person, lets them choose a password, and grants the role with both administrators.
    async fn hire(
        &self,
        bosses: &Administrators,
        name: &'static str,
        role: FloorRole,
    ) -> Result<DemoStaff, DemoFault> {
        let (password, hash) = self.new_password().await?;
        let name_of = LoginName::new(name).expect("a plain name");
        let invitation = self.new_invitation()?;
        let add = FloorCommand::AddStaff { name: name_of, invitation };
        self.staff_asks(bosses.0[0], add).await?;
        let staff = self.staff_named(name).await?.ok_or(DemoFault::Machine)?;
        let accept = FloorCommand::AcceptInvitation { staff, invitation, password: hash };
        self.floor.act(accept).await??;
        self.agreed(bosses, Act::GrantRole { staff, role }).await?;
        Ok(DemoStaff { name, password, role })
    }

    /// One administrator proposes, the other approves.
    async fn agreed(
        &self,
        Administrators([one, two]): &Administrators,
        act: Act,
    ) -> Result<(), DemoFault> {
        self.staff_asks(*one, FloorCommand::Propose(act)).await?;
        let proposal = self.floor.look(|floor| floor.proposals().last().map(|(id, _)| id)).await?;
        let proposal = proposal.unwrap_or(ProposalId(0));
        self.floor.act(FloorCommand::RefreshSession { session: two.1 }).await??;
        self.staff_asks(*two, FloorCommand::Approve(proposal)).await
    }

    /// The digest of an invitation that nobody gets.
    fn new_invitation(&self) -> Result<Digest, DemoFault> {
        let token = self.world.token().map_err(|_| DemoFault::Machine)?;
        Ok(self.key.invitation_digest(&token.text()))
    }

    async fn new_password(&self) -> Result<(String, PasswordHash), DemoFault> {
        let token = self.world.token().map_err(|_| DemoFault::Machine)?;
        let password = token.text()[..16].to_owned();
        let hash = self.world.passwords.hash(password.clone(), Lane::House).await;
        Ok((password, hash.map_err(|_: PasswordFault| DemoFault::Machine)?))
    }

    async fn staff_asks(
        &self,
        (staff, session): (StaffId, SessionId),
        command: FloorCommand,
    ) -> Result<(), DemoFault> {
        let from = Asker::Staff(staff, session);
        let last = self.floor.look(move |floor| floor.last_request(from)).await?;
        let id = RequestId(last.map_or(1, |last| last.0 + 1));
        Ok(self.floor.ask(Request { from, id, command }).await??)
    }

    /// A new session of somebody, by name.
    async fn session_of(&self, name: &'static str) -> Result<(StaffId, SessionId), DemoFault> {
        let staff = self.staff_named(name).await?.ok_or(DemoFault::Machine)?;
        Ok((staff, self.open_session(staff).await?))
    }

    /// Equips, inspects and opens every table that is closed.
    async fn open_demo_tables(&self) -> Result<(), DemoFault> {
        let (floor, _) = self.session_of("floor").await?;
        let (shift, session) = self.session_of("shift").await?;
        let (dealer, _) = self.session_of("dealer").await?;
        for (table, handle) in self.tables() {
            let life = handle.look(|machine| machine.table.life()).await?;
            for (staff, role) in
                [(floor, Role::Floorperson), (shift, Role::ShiftManager), (dealer, Role::Dealer)]
            {
                let own = FloorRole::Table(role);
                let works = self.floor.look(move |floor| floor.role_in_force(staff) == Some(own));
                if works.await? {
                    self.host_asks(table, HouseCommand::AssignStaff { staff, role }.into())
                        .await??;
                }
            }
            if life != Life::Closed {
                continue;
            }
            let kind = handle.look(shaker_kind).await?;
            if let Some(kind) = kind {
                self.equip_demo(table, kind).await?;
            }
            let mut id = 0;
            for command in handle.look(equipping).await? {
                id += 1;
                let request = taisai_table::Request {
                    session,
                    id: RequestId(id),
                    round: None,
                    command: Command::Staff(shift, command),
                };
                // Refused steps are those that the rule book does not ask for.
                let _ = handle.ask(request).await?;
            }
        }
        Ok(())
    }
}

/// The kind of shaker that a table needs, if it needs one and has none.
fn shaker_kind(machine: &crate::task::machine::TableMachine) -> Option<ShakerKind> {
    let rules = &machine.book.equipment;
    let known = ShakerKind::ALL.iter().copied().find(|kind| rules.shaker(*kind).is_some());
    let needed = machine.table.config().dice == DiceSource::Physical;
    let bare = machine.table.equipment().shakers.is_empty();
    (needed && bare).then(|| known.unwrap_or(ShakerKind::Manual))
}

/// The commands that make a closed table ready under its rule book, in order.
fn equipping(machine: &crate::task::machine::TableMachine) -> Vec<StaffCommand> {
    let book = &machine.book;
    let mut commands = Vec::new();
    let in_use = machine.table.equipment().shaker_in_use().map(|(_, shaker)| shaker.kind);
    if machine.table.config().dice == DiceSource::Physical {
        commands.push(DayCommand::TakeShaker.into());
        commands.push(EquipmentCommand::InspectShaker { tosses: 3 }.into());
    }
    let lines = book.equipment.checklist_with(in_use).map(|line| line.id.clone()).collect();
    commands.push(EquipmentCommand::AttestLines { lines }.into());
    commands.push(DayCommand::OpenTable.into());
    // One person answers for one shaker: the next dealer takes it over.
    commands.push(DayCommand::LeaveShaker.into());
    commands
}
