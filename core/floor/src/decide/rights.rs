//! Who may ask what.

use taisai_rules::Role;
use taisai_table::{ProposalId, SeatNumber, SessionId, StaffId, Time};

use crate::command::{Act, Asker, BankAct, Command, Payee, Request, ThingCommand};
use crate::floor::Floor;
use crate::ids::{TableId, TerminalId};
use crate::refusal::Refusal;
use crate::role::FloorRole;

const DEALER: &[FloorRole] = &[FloorRole::Table(Role::Dealer)];
const FLOORPERSON: &[FloorRole] = &[FloorRole::Table(Role::Floorperson)];
const SUPERVISOR: &[FloorRole] = &[FloorRole::Table(Role::Supervisor)];
const CASHIER: &[FloorRole] = &[FloorRole::Cashier];
const ADMINISTRATOR: &[FloorRole] = &[FloorRole::Administrator];
/// A cashier is alone at the cage at times; there is always a shift manager.
const CAGE: &[FloorRole] = &[FloorRole::Cashier, FloorRole::Table(Role::ShiftManager)];
/// At night there may be one administrator on the floor, or none; there is always a shift manager.
const IN_CHARGE: &[FloorRole] = &[FloorRole::Administrator, FloorRole::Table(Role::ShiftManager)];

/// Chips leave the cage with a cashier, and come to a table with somebody of the tables.
const CAGE_AND_TABLES: &[FloorRole] = &[FloorRole::Cashier, FloorRole::Table(Role::Floorperson)];
const SHIFT_MANAGER: &[FloorRole] = &[FloorRole::Table(Role::ShiftManager)];

/// Who may ask a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// The machine itself.
    Host,
    /// Any member of staff who has just given their password.
    FreshStaff,
    /// Staff of one of these roles.
    Roles(&'static [FloorRole]),
    /// The same, who have just given their password.
    FreshRoles(&'static [FloorRole]),
    /// The machine, or staff of one of these roles.
    HostOr(&'static [FloorRole]),
    /// The machine, the person whom it is about, or staff of one of these roles.
    HostOwnOr(Option<StaffId>, &'static [FloorRole]),
    /// An enrolled terminal.
    Terminal,
    /// The machine, or the terminal at this seat.
    HostOrTerminalAt(TableId, SeatNumber),
}

impl Asker {
    /// The member of staff, where it is one.
    pub(super) const fn staff(self) -> Result<StaffId, Refusal> {
        match self {
            Self::Staff(staff, _) => Ok(staff),
            Self::Terminal(_) | Self::Host => Err(Refusal::OnlyStaff),
        }
    }

    /// The log-in through which a member of staff asks.
    pub(super) const fn session(self) -> Result<SessionId, Refusal> {
        match self {
            Self::Staff(_, session) => Ok(session),
            Self::Terminal(_) | Self::Host => Err(Refusal::OnlyStaff),
        }
    }

    /// The terminal, where it is one.
    pub(super) const fn terminal(self) -> Result<TerminalId, Refusal> {
        match self {
            Self::Terminal(terminal) => Ok(terminal),
            Self::Staff(..) | Self::Host => Err(Refusal::OnlyTerminals),
        }
    }
}

impl Floor {
    /// Who may ask this command.
    fn right(&self, command: &Command) -> Right {
        match command {
            Command::AddAdministrator { .. }
            | Command::AcceptInvitation { .. }
            | Command::RecoverPassword { .. }
            | Command::ConfigureLimits { .. }
            | Command::OpenSession { .. }
            | Command::RotateSession { .. }
            | Command::RefreshSession { .. }
            | Command::EndIdleSession { .. }
            | Command::EnrolTerminal { .. }
            | Command::SpendTicket { .. }
            | Command::SpendVoucher { .. }
            | Command::ReleaseVoucher { .. }
            | Command::IssueVoucher { .. }
            | Command::IssueForCage { .. }
            | Command::DropVoucher { .. }
            | Command::RuleCage(_)
            | Command::RuleLarge(_)
            | Command::Note(_)
            | Command::Tick => Right::Host,
            Command::ChangePassword { .. } => Right::FreshStaff,
            Command::AddStaff { .. } | Command::ReinstateStaff { .. } => {
                Right::Roles(ADMINISTRATOR)
            }
            Command::RevokeRole { .. } | Command::SuspendStaff { .. } => Right::Roles(IN_CHARGE),
            Command::Propose(act) => Right::Roles(proposers(act)),
            Command::Approve(proposal) => Right::FreshRoles(self.approvers(*proposal)),
            Command::Withdraw(proposal) => Right::Roles(self.withdrawers(*proposal)),
            Command::EndSession { session } => {
                let owner = self.session(*session).map(|session| session.staff);
                Right::HostOwnOr(owner, IN_CHARGE)
            }
            Command::EndSessions { staff } => Right::HostOwnOr(Some(*staff), IN_CHARGE),
            Command::OfferEnrolment { .. }
            | Command::OfferDisplay { .. }
            | Command::RemoveTerminal { .. } => Right::Roles(FLOORPERSON),
            Command::AdmitPlayer | Command::TakeVoucher { .. } => Right::Terminal,
            Command::AdmitToPlace { .. } => Right::HostOr(DEALER),
            Command::AddTable { .. } | Command::RetireTable { .. } => Right::HostOr(ADMINISTRATOR),
            Command::SellVoucher { .. }
            | Command::SellVoucherTo { .. }
            | Command::RedeemVoucher { .. }
            | Command::RedeemVoucherOf { .. } => Right::Roles(CASHIER),
            Command::HoldVoucher { table, seat, .. } => Right::HostOrTerminalAt(*table, *seat),
            Command::PrepareVoucher { table, payee, .. } => match payee {
                Payee::Seat(seat) => Right::HostOrTerminalAt(*table, *seat),
                // A player who has left has no terminal: a cashier pays what is owed to them.
                Payee::Player(_) => Right::HostOr(CASHIER),
            },
            Command::Things(command) => match command {
                ThingCommand::Register { .. }
                | ThingCommand::AttestSeal { .. }
                | ThingCommand::AttestApproval { .. }
                | ThingCommand::Withdraw { .. }
                | ThingCommand::DeclareSound { .. } => Right::HostOr(SUPERVISOR),
                ThingCommand::Place { .. } | ThingCommand::ReportDamage { .. } => {
                    Right::HostOr(FLOORPERSON)
                }
                ThingCommand::Lend { .. } | ThingCommand::Settle { .. } => Right::Host,
            },
        }
    }

    /// Who may agree to a proposal; one that is not there is refused to those who know of it.
    pub fn approvers(&self, proposal: ProposalId) -> &'static [FloorRole] {
        let made = self.proposals.get(&proposal);
        match made.map(|made| &made.act) {
            Some(Act::Bank(act)) => {
                let first = made.and_then(|made| self.role(made.by));
                second_counters(act, first)
            }
            Some(
                Act::ReplaceVoucher { .. } | Act::PayVoucher { .. } | Act::PayVoucherOf { .. },
            ) => CAGE,
            Some(Act::HonourPaper { .. } | Act::ReviveVoucher { .. }) => IN_CHARGE,
            Some(Act::GrantRole { .. } | Act::ResetPassword { .. } | Act::Invite { .. }) | None => {
                IN_CHARGE
            }
        }
    }

    /// Who may take a proposal back or turn it down. Of what is counted, whoever may count it: the
    /// first of two could not take back what only the other one can agree to.
    fn withdrawers(&self, proposal: ProposalId) -> &'static [FloorRole] {
        match self.proposals.get(&proposal).map(|made| &made.act) {
            Some(Act::Bank(act)) => counters(act),
            Some(
                Act::GrantRole { .. }
                | Act::ResetPassword { .. }
                | Act::Invite { .. }
                | Act::ReplaceVoucher { .. }
                | Act::HonourPaper { .. }
                | Act::PayVoucher { .. }
                | Act::PayVoucherOf { .. }
                | Act::ReviveVoucher { .. },
            )
            | None => self.approvers(proposal),
        }
    }

    pub(super) fn check_right(&self, request: &Request, now: Time) -> Result<(), Refusal> {
        match (self.right(&request.command), request.from) {
            (
                Right::Host | Right::HostOr(_) | Right::HostOwnOr(..) | Right::HostOrTerminalAt(..),
                Asker::Host,
            ) => Ok(()),
            (Right::Host, Asker::Staff(..) | Asker::Terminal(_))
            | (Right::HostOrTerminalAt(..), Asker::Staff(..)) => Err(Refusal::OnlyHost),
            (Right::Terminal, Asker::Terminal(terminal)) => {
                self.terminal(terminal).map(|_| ()).ok_or(Refusal::NotEnrolled)
            }
            (Right::Terminal, Asker::Staff(..) | Asker::Host) => Err(Refusal::OnlyTerminals),
            (Right::HostOrTerminalAt(table, seat), Asker::Terminal(terminal)) => {
                self.check_seat(terminal, table, seat)
            }
            (Right::FreshStaff, Asker::Staff(staff, session)) => {
                self.check_session(staff, session, now)?;
                self.check_fresh(session, now)
            }
            (Right::Roles(needs) | Right::HostOr(needs), Asker::Staff(staff, session)) => {
                self.check_session(staff, session, now)?;
                self.check_role(staff, needs)
            }
            (Right::FreshRoles(needs), Asker::Staff(staff, session)) => {
                self.check_session(staff, session, now)?;
                self.check_role(staff, needs)?;
                self.check_fresh(session, now)
            }
            (Right::HostOwnOr(owner, needs), Asker::Staff(staff, session)) => {
                self.check_session(staff, session, now)?;
                if owner == Some(staff) { Ok(()) } else { self.check_role(staff, needs) }
            }
            (
                Right::FreshStaff
                | Right::Roles(_)
                | Right::FreshRoles(_)
                | Right::HostOr(_)
                | Right::HostOwnOr(..),
                Asker::Terminal(_),
            )
            | (Right::FreshStaff | Right::Roles(_) | Right::FreshRoles(_), Asker::Host) => {
                Err(Refusal::OnlyStaff)
            }
        }
    }

    /// Whether somebody may say, in this session and at this moment, who works at which table: the
    /// floor answers for them there.
    pub fn check_assigner(
        &self,
        staff: StaffId,
        session: SessionId,
        now: Time,
    ) -> Result<(), Refusal> {
        self.check_session(staff, session, now)?;
        self.check_role(staff, FLOORPERSON)
    }

    /// A terminal speaks for its own seat.
    fn check_seat(
        &self,
        terminal: TerminalId,
        table: TableId,
        seat: SeatNumber,
    ) -> Result<(), Refusal> {
        let at = self.terminal(terminal).ok_or(Refusal::NotEnrolled)?;
        if (at.table, at.seat) == (table, seat) { Ok(()) } else { Err(Refusal::OtherSeat) }
    }

    fn check_session(&self, staff: StaffId, session: SessionId, now: Time) -> Result<(), Refusal> {
        let own = self.session(session).filter(|own| own.staff == staff && now < own.until);
        own.map(|_| ()).ok_or(Refusal::SessionOver)
    }

    fn check_fresh(&self, session: SessionId, now: Time) -> Result<(), Refusal> {
        let last = self.session(session).ok_or(Refusal::SessionOver)?.authenticated;
        // A clock that was set back makes nobody fresh.
        let since = now.millis().checked_sub(last.millis());
        if since.is_some_and(|since| since <= Self::FRESH_MS) {
            return Ok(());
        }
        Err(Refusal::NotFresh { fresh_ms: Self::FRESH_MS })
    }

    fn check_role(&self, staff: StaffId, needs: &'static [FloorRole]) -> Result<(), Refusal> {
        let member = self.member(staff).ok_or(Refusal::SessionOver)?;
        let fits = |role: FloorRole| needs.iter().any(|asked| role.may_act_for(*asked));
        if !member.role.is_some_and(fits) {
            return Err(Refusal::RoleNeeded { needs });
        }
        if member.password.is_own() { Ok(()) } else { Err(Refusal::PasswordNotOwn) }
    }
}

/// Who may propose an act.
const fn proposers(act: &Act) -> &'static [FloorRole] {
    match act {
        Act::GrantRole { .. } | Act::ResetPassword { .. } | Act::Invite { .. } => ADMINISTRATOR,
        Act::ReplaceVoucher { .. } => CAGE,
        Act::HonourPaper { .. }
        | Act::PayVoucher { .. }
        | Act::PayVoucherOf { .. }
        | Act::ReviveVoucher { .. } => CASHIER,
        Act::Bank(act) => counters(act),
    }
}

/// Who may be the first to say what is counted.
const fn counters(act: &BankAct) -> &'static [FloorRole] {
    match act {
        BankAct::OpenFloat { .. } | BankAct::CloseFloat { .. } => DEALER,
        BankAct::Fill { .. } | BankAct::Credit { .. } | BankAct::CorrectCount { .. } => {
            CAGE_AND_TABLES
        }
        // Those who deal do not count what they took in; an auditor reads and counts nothing.
        BankAct::CountDrop { .. } => CAGE,
    }
}

/// Who may agree, so that both are not of one side: a float has a floorperson, chips on their way
/// a cashier and somebody of the tables, and a correction a shift manager.
fn second_counters(act: &BankAct, first: Option<FloorRole>) -> &'static [FloorRole] {
    let first_is = |role| first.is_some_and(|first| first.may_act_for(role));
    match act {
        BankAct::OpenFloat { .. } | BankAct::CloseFloat { .. } => {
            if first_is(FloorRole::Table(Role::Floorperson)) { DEALER } else { FLOORPERSON }
        }
        BankAct::Fill { .. } | BankAct::Credit { .. } => {
            if first_is(FloorRole::Cashier) {
                FLOORPERSON
            } else {
                CASHIER
            }
        }
        BankAct::CountDrop { .. } => CAGE,
        BankAct::CorrectCount { .. } => {
            if first_is(FloorRole::Table(Role::ShiftManager)) {
                CAGE_AND_TABLES
            } else {
                SHIFT_MANAGER
            }
        }
    }
}
