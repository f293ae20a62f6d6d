//! The floor a second time, written from its description and as simply as possible: what may be
//! asked, and where the money is. It never looks at the floor, nor at events.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank_model::{Banks, may_agree, may_count};
use crate::thing_model::Things;
use taisai_floor::{Act, Asker, BankAct, Command, Digest, FloorRole, LoginName, Payee, TerminalId};
use taisai_table::{Config, ProposalId, SeatNumber, SessionId, StaffId, TableKind, VoucherId};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// What the model knows.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) people: BTreeMap<u32, Person>,
    pub(crate) log_ins: BTreeMap<u64, LogIn>,
    log_ins_ever: u64,
    pub(crate) proposals: BTreeMap<u32, Wish>,
    proposals_ever: u32,
    offers: BTreeMap<Digest, (u32, SeatNumber, u64)>,
    pub(crate) terminals: BTreeMap<u32, (u32, SeatNumber)>,
    terminals_ever: u32,
    /// The tables of displays, and what is offered to others.
    pub(crate) displays: BTreeMap<u32, u32>,
    display_offers: BTreeMap<Digest, (u32, u64)>,
    /// The papers that no seat takes.
    for_cage: BTreeSet<u128>,
    /// The house's rules: days that vouchers are good for, and the most paid out alone.
    days: Option<u64>,
    alone: Option<u64>,
    /// The highest ticket that each terminal has used.
    used: BTreeMap<u32, u64>,
    pub(crate) tables: BTreeMap<u32, (String, bool)>,
    pub(crate) papers: BTreeMap<u128, Paper>,
    pub(crate) drawers: BTreeMap<(String, u32), i128>,
    pub(crate) given_out: BTreeMap<u32, i128>,
    /// What vouchers were worth whose time was over.
    pub(crate) forfeited: i128,
    pub(crate) things: Things,
    pub(crate) banks: Banks,
}

pub(crate) struct Person {
    name: LoginName,
    pub(crate) role: Option<FloorRole>,
    suspended: bool,
    own_password: bool,
    invitation: Option<(Digest, u64)>,
    role_era: u32,
    password_era: u32,
}

pub(crate) struct LogIn {
    pub(crate) staff: u32,
    fresh: u64,
    until: u64,
    token: Digest,
}

pub(crate) struct Wish {
    act: Act,
    by: u32,
    log_in: u64,
    era: (u32, u32),
    until: u64,
}

pub(crate) struct Paper {
    pub(crate) amount: u64,
    pub(crate) currency: String,
    from: Option<(u32, Payee)>,
    /// The terminal that shows it.
    pub(crate) shown: Option<u32>,
    pub(crate) place: Place,
    /// When its time is over.
    pub(crate) over: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Worth nothing yet, or never.
    Nowhere,
    Never,
    Hand,
    Kept(u32, SeatNumber),
    Credit(u32),
    Cash,
    /// Its paper was lost.
    Lost,
    /// Its time was over.
    Over,
}

impl Model {
    /// Whether the floor should do it.
    pub(crate) fn allows(&self, from: Asker, command: &Command, now: u64) -> bool {
        self.may_ask(from, command, now) && self.can_be(from, command, now)
    }

    fn may_ask(&self, from: Asker, command: &Command, now: u64) -> bool {
        let Asker::Staff(StaffId(staff), SessionId(session)) = from else {
            return self.machine_may_ask(from, command);
        };
        let live = |log_in: &&LogIn| log_in.staff == staff && now < log_in.until;
        let Some(log_in) = self.log_ins.get(&session).filter(live) else { return false };
        let fresh = now - log_in.fresh <= 2 * MINUTE;
        let person = &self.people[&staff];
        let role = person.role.filter(|_| person.own_password).map_or("none", FloorRole::word);
        let in_charge = ["administrator", "shift-manager"].contains(&role);
        let at_cage = ["cashier", "shift-manager"].contains(&role);
        let rank = ["dealer", "floorperson", "supervisor", "pit-manager", "shift-manager"]
            .iter()
            .position(|known| *known == role);
        match command {
            Command::ChangePassword { .. } => fresh,
            Command::RevokeRole { .. } | Command::SuspendStaff { .. } => in_charge,
            Command::Propose(Act::Bank(act)) => may_count(act, role),
            Command::Propose(Act::ReplaceVoucher { .. }) => at_cage,
            Command::Propose(
                Act::PayVoucher { .. } | Act::PayVoucherOf { .. } | Act::ReviveVoucher { .. },
            )
            | Command::SellVoucher { .. }
            | Command::SellVoucherTo { .. }
            | Command::RedeemVoucher { .. }
            | Command::RedeemVoucherOf { .. }
            | Command::PrepareVoucher { payee: Payee::Player(_), .. } => role == "cashier",
            Command::AddStaff { .. }
            | Command::ReinstateStaff { .. }
            | Command::Propose(_)
            | Command::AddTable { .. }
            | Command::RetireTable { .. } => role == "administrator",
            Command::Withdraw(id) => {
                if let Some((act, _)) = self.of_bank(*id) {
                    may_count(act, role)
                } else if self.is_of_cage(*id) {
                    at_cage
                } else {
                    in_charge
                }
            }
            Command::Approve(id) => {
                let may = match self.of_bank(*id) {
                    Some((act, first)) => may_agree(act, first, role),
                    None if self.is_of_cage(*id) => at_cage,
                    None => in_charge,
                };
                fresh && may
            }
            Command::EndSession { session } => {
                let own = self.log_ins.get(&session.0).is_some_and(|other| other.staff == staff);
                own || in_charge
            }
            Command::EndSessions { staff: whom } => whom.0 == staff || in_charge,
            Command::OfferEnrolment { .. }
            | Command::OfferDisplay { .. }
            | Command::RemoveTerminal { .. } => rank >= Some(1),
            Command::Things(command) => rank >= Some(Things::rank(command)),
            Command::AdmitToPlace { .. } => rank.is_some(),
            _ => false,
        }
    }

    /// What is to be counted, and the role of who said it first.
    fn of_bank(&self, id: ProposalId) -> Option<(&BankAct, Option<FloorRole>)> {
        let wish = self.proposals.get(&id.0)?;
        match &wish.act {
            Act::Bank(act) => Some((act, self.people[&wish.by].role)),
            _ => None,
        }
    }

    /// The last proposal to count something.
    pub(crate) fn last_of_banks(&self) -> ProposalId {
        let is = |wish: &Wish| matches!(wish.act, Act::Bank(_));
        let last = self.proposals.iter().rev().find(|(_, wish)| is(wish));
        ProposalId(last.map_or(1, |(id, _)| *id))
    }

    fn is_of_cage(&self, id: ProposalId) -> bool {
        let wish = self.proposals.get(&id.0);
        wish.is_some_and(|wish| {
            matches!(
                wish.act,
                Act::ReplaceVoucher { .. } | Act::PayVoucher { .. } | Act::PayVoucherOf { .. }
            )
        })
    }

    fn machine_may_ask(&self, from: Asker, command: &Command) -> bool {
        let at = match from {
            Asker::Terminal(terminal) => match self.terminals.get(&terminal.0) {
                Some(at) => Some(at),
                None => return false,
            },
            Asker::Host | Asker::Staff(..) => None,
        };
        match command {
            Command::AdmitPlayer | Command::TakeVoucher { .. } => at.is_some(),
            Command::HoldVoucher { table, seat, .. } => at.is_none_or(|at| *at == (table.0, *seat)),
            Command::PrepareVoucher { table, payee, .. } => {
                at.is_none_or(|at| *payee == Payee::Seat(at.1) && at.0 == table.0)
            }
            Command::AddStaff { .. }
            | Command::ChangePassword { .. }
            | Command::RevokeRole { .. }
            | Command::SuspendStaff { .. }
            | Command::ReinstateStaff { .. }
            | Command::Propose(_)
            | Command::Approve(_)
            | Command::Withdraw(_)
            | Command::OfferEnrolment { .. }
            | Command::OfferDisplay { .. }
            | Command::RemoveTerminal { .. }
            | Command::SellVoucher { .. }
            | Command::SellVoucherTo { .. }
            | Command::RedeemVoucher { .. }
            | Command::RedeemVoucherOf { .. } => false,
            _ => at.is_none(),
        }
    }

    fn can_be(&self, from: Asker, command: &Command, now: u64) -> bool {
        let free = |name: &LoginName| self.people.values().all(|person| person.name != *name);
        let asker = match from {
            Asker::Staff(staff, session) => (staff.0, session.0),
            Asker::Terminal(_) | Asker::Host => (0, 0),
        };
        match command {
            Command::AddAdministrator { name, .. } => self.administrators() < 2 && free(name),
            Command::AddStaff { name, .. } => free(name),
            Command::AcceptInvitation { staff, invitation, .. } => {
                self.people.get(&staff.0).is_some_and(|person| {
                    let good = |(code, until): (Digest, u64)| code == *invitation && now < until;
                    !person.suspended && person.invitation.is_some_and(good)
                })
            }
            Command::RecoverPassword { staff, .. } => {
                let role = self.people.get(&staff.0).and_then(|person| person.role);
                role == Some(FloorRole::Administrator)
            }
            Command::RevokeRole { staff, .. } => {
                let role = self.people.get(&staff.0).and_then(|person| person.role);
                role.is_some() && !self.is_last_administrator(*staff)
            }
            Command::SuspendStaff { staff, .. } => {
                let active = self.people.get(&staff.0).is_some_and(|person| !person.suspended);
                active && !self.is_last_administrator(*staff)
            }
            Command::ReinstateStaff { staff, .. } => {
                self.people.get(&staff.0).is_some_and(|person| person.suspended)
            }
            Command::Propose(act) => {
                let room = self.proposals.len() < 100
                    || self.proposals.values().any(|wish| self.is_stale(wish, now));
                room && self.can_act(act, asker.0, now)
            }
            Command::Approve(id) => self.proposals.get(&id.0).is_some_and(|wish| {
                let two = wish.by != asker.0 && wish.log_in != asker.1;
                two && !self.is_stale(wish, now) && self.can_act(&wish.act, asker.0, now)
            }),
            Command::Withdraw(id) => self.proposals.contains_key(&id.0),
            Command::TakeVoucher { voucher } => self.papers.get(&voucher.0).is_some_and(|paper| {
                let shown = paper.shown.map(|terminal| Asker::Terminal(TerminalId(terminal)));
                shown == Some(from) && ![Place::Nowhere, Place::Never].contains(&paper.place)
            }),
            Command::ChangePassword { .. }
            | Command::AdmitPlayer
            | Command::RuleCage(_)
            | Command::RuleLarge(_)
            | Command::Note(_)
            | Command::Tick => true,
            Command::Things(command) => self.things.can_be(command, |table| self.in_use(table)),
            _ => self.is_there(command, now),
        }
    }

    /// Whether the session, terminal or table can be had, ended or taken away.
    fn is_there(&self, command: &Command, now: u64) -> bool {
        match command {
            Command::OpenSession { staff, token } => {
                let active = self.people.get(&staff.0).is_some_and(|person| !person.suspended);
                active && self.log_ins.values().all(|log_in| log_in.token != *token)
            }
            Command::RefreshSession { session } => {
                self.log_ins.get(&session.0).is_some_and(|log_in| now < log_in.until)
            }
            Command::RotateSession { session, token } => {
                let live = self.log_ins.get(&session.0).is_some_and(|log_in| now < log_in.until);
                live && self.log_ins.values().all(|log_in| log_in.token != *token)
            }
            Command::EndSession { session } | Command::EndIdleSession { session } => {
                self.log_ins.contains_key(&session.0)
            }
            Command::EndSessions { staff } => self.people.contains_key(&staff.0),
            Command::OfferEnrolment { table, seat, code } => {
                let free = self.terminals.values().all(|at| *at != (table.0, *seat));
                self.in_use(table.0) && free && self.is_new_code(code)
            }
            Command::OfferDisplay { table, code, .. } => {
                self.in_use(table.0) && self.has_room(table.0) && self.is_new_code(code)
            }
            Command::EnrolTerminal { code, .. } => {
                let display = self.display_offers.get(code);
                self.offers.get(code).is_some_and(|(.., until)| now < *until)
                    || display.is_some_and(|(at, until)| now < *until && self.has_room(*at))
            }
            Command::RemoveTerminal { terminal } => self.is_device(terminal.0),
            Command::SpendTicket { terminal, ticket } => {
                let is_new = self.used.get(&terminal.0).is_none_or(|used| used < ticket);
                self.is_device(terminal.0) && is_new
            }
            Command::AddTable { table, .. } => !self.tables.contains_key(&table.0),
            Command::ConfigureLimits { table, .. } | Command::AdmitToPlace { table, .. } => {
                self.in_use(table.0)
            }
            Command::RetireTable { table } => {
                self.in_use(table.0)
                    && !self.banks.is_open(table.0)
                    && !self.papers.values().any(|paper| paper.waits_for() == Some(table.0))
            }
            _ => self.can_move(command, now),
        }
    }

    fn is_new_code(&self, code: &Digest) -> bool {
        !self.offers.contains_key(code) && !self.display_offers.contains_key(code)
    }

    fn has_room(&self, table: u32) -> bool {
        self.displays.values().filter(|at| **at == table).count() < 8
    }

    fn is_device(&self, number: u32) -> bool {
        self.terminals.contains_key(&number) || self.displays.contains_key(&number)
    }

    /// Whether a voucher can take this step, or has taken it.
    fn can_move(&self, command: &Command, now: u64) -> bool {
        let paper = |voucher: &VoucherId| self.papers.get(&voucher.0);
        let place = |voucher| paper(voucher).map(|paper| paper.place);
        match command {
            Command::SellVoucher { voucher, amount, .. }
            | Command::SellVoucherTo { voucher, amount, .. } => {
                paper(voucher).is_none() && !amount.is_zero()
            }
            Command::RedeemVoucher { voucher } | Command::RedeemVoucherOf { voucher, .. } => {
                let alone = |paper: &Paper| {
                    paper.currency != "USD" || self.alone.is_none_or(|most| paper.amount <= most)
                };
                self.can_pay(*voucher, now) && paper(voucher).is_some_and(alone)
            }
            Command::HoldVoucher { voucher, table, seat } => {
                let currency = self.tables.get(&table.0).map(|(currency, _)| currency);
                let fits = paper(voucher).is_some_and(|paper| Some(&paper.currency) == currency);
                let here = place(voucher) == Some(Place::Kept(table.0, *seat));
                let hand = self.can_pay(*voucher, now) && !self.for_cage.contains(&voucher.0);
                self.in_use(table.0) && fits && (here || hand)
            }
            Command::SpendVoucher { voucher, table } => match place(voucher) {
                Some(Place::Kept(at, _) | Place::Credit(at)) => at == table.0,
                _ => false,
            },
            Command::ReleaseVoucher { voucher, table } => match place(voucher) {
                Some(Place::Kept(at, _)) => at == table.0,
                other => other == Some(Place::Hand),
            },
            Command::PrepareVoucher { voucher, table, payee, amount, .. } => {
                let from = Some((table.0, *payee));
                let waits = |paper: &Paper| paper.from == from && paper.place == Place::Nowhere;
                let can_begin = !amount.is_zero() && !self.papers.values().any(waits);
                self.in_use(table.0)
                    && match paper(voucher) {
                        None => can_begin,
                        Some(paper) if paper.place == Place::Never => {
                            paper.from == from && can_begin
                        }
                        Some(paper) => paper.from == from && paper.amount == amount.units(),
                    }
            }
            Command::IssueVoucher { voucher, table } | Command::IssueForCage { voucher, table } => {
                paper(voucher).is_some_and(|paper| {
                    paper.from.is_some_and(|from| from.0 == table.0) && paper.place != Place::Never
                })
            }
            Command::DropVoucher { voucher, table } => paper(voucher).is_some_and(|paper| {
                let pending = [Place::Nowhere, Place::Never].contains(&paper.place);
                paper.from.is_some_and(|from| from.0 == table.0) && pending
            }),
            _ => unreachable!("these are all steps of a voucher"),
        }
    }

    fn can_pay(&self, voucher: VoucherId, now: u64) -> bool {
        self.papers.get(&voucher.0).is_some_and(|paper| {
            paper.place == Place::Hand && paper.over.is_none_or(|over| now < over)
        })
    }

    fn is_over(&self, voucher: VoucherId) -> bool {
        self.papers.get(&voucher.0).is_some_and(|paper| paper.place == Place::Over)
    }

    fn over(&self, now: u64) -> Option<u64> {
        self.days.map(|days| now + days * 24 * HOUR)
    }

    fn can_act(&self, act: &Act, by: u32, now: u64) -> bool {
        match act {
            Act::ReplaceVoucher { voucher, anew, .. } => return self.can_replace(*voucher, *anew),
            Act::PayVoucher { voucher, .. } | Act::PayVoucherOf { voucher, .. } => {
                return self.can_pay(*voucher, now);
            }
            Act::ReviveVoucher { voucher, .. } => return self.is_over(*voucher),
            Act::Bank(act) => return self.banks.can_be(act, |table| self.in_use(table)),
            _ => {}
        }
        // No old copy is ever accepted here, so that there is no paper to honour.
        let Some(StaffId(whom)) = act.staff() else { return false };
        let Some(person) = self.people.get(&whom) else { return false };
        let fits = match act {
            Act::GrantRole { role, .. } => {
                person.role != Some(*role) && !self.is_last_administrator(StaffId(whom))
            }
            Act::ResetPassword { .. } | Act::Invite { .. } => true,
            _ => false,
        };
        fits && whom != by && !person.suspended
    }

    fn can_replace(&self, voucher: VoucherId, anew: VoucherId) -> bool {
        let in_hand = self.papers.get(&voucher.0).is_some_and(|paper| paper.place == Place::Hand);
        in_hand && !self.papers.contains_key(&anew.0)
    }

    fn era(&self, act: &Act) -> (u32, u32) {
        let in_hand = |voucher: &VoucherId| {
            self.papers.get(&voucher.0).is_some_and(|paper| paper.place == Place::Hand)
        };
        match act {
            Act::ReplaceVoucher { voucher, anew, .. } => {
                return (u32::from(self.can_replace(*voucher, *anew)), 0);
            }
            Act::PayVoucher { voucher, .. } | Act::PayVoucherOf { voucher, .. } => {
                return (u32::from(in_hand(voucher)), 0);
            }
            Act::ReviveVoucher { voucher, .. } => return (u32::from(self.is_over(*voucher)), 0),
            Act::Bank(act) => return self.banks.era(act),
            _ => {}
        }
        let Some(StaffId(whom)) = act.staff() else { return (0, 0) };
        let person = &self.people[&whom];
        match act {
            Act::GrantRole { .. } => (person.role_era, 0),
            Act::ResetPassword { .. } | Act::Invite { .. } => {
                (person.role_era, person.password_era)
            }
            _ => (0, 0),
        }
    }

    fn is_stale(&self, wish: &Wish, now: u64) -> bool {
        wish.era != self.era(&wish.act) || wish.until <= now
    }

    fn administrators(&self) -> usize {
        let is = |person: &&Person| person.role == Some(FloorRole::Administrator);
        self.people.values().filter(is).count()
    }

    fn is_last_administrator(&self, staff: StaffId) -> bool {
        let role = self.people.get(&staff.0).and_then(|person| person.role);
        role == Some(FloorRole::Administrator) && self.administrators() == 1
    }

    fn in_use(&self, table: u32) -> bool {
        self.tables.get(&table).is_some_and(|(_, in_use)| *in_use)
    }

    /// Does what was allowed.
    #[expect(clippy::too_many_lines, reason = "one arm for each command, and little else")]
    pub(crate) fn happen(&mut self, from: Asker, command: &Command, now: u64) {
        let asker = match from {
            Asker::Staff(staff, session) => (staff.0, session.0),
            Asker::Terminal(_) | Asker::Host => (0, 0),
        };
        match command {
            Command::AddAdministrator { name, .. } => {
                self.add(name, Some(FloorRole::Administrator));
            }
            Command::AddStaff { name, invitation } => {
                self.add(name, None);
                let staff = u32::try_from(self.people.len()).unwrap();
                self.person(staff).invitation = Some((*invitation, now + 24 * HOUR));
            }
            Command::AcceptInvitation { staff, .. } => {
                self.person(staff.0).own_password = true;
                self.person(staff.0).password_era += 1;
                self.person(staff.0).invitation = None;
            }
            Command::ChangePassword { .. } => {
                self.person(asker.0).own_password = true;
                self.person(asker.0).invitation = None;
                self.person(asker.0).password_era += 1;
                self.log_ins.retain(|id, log_in| log_in.staff != asker.0 || *id == asker.1);
            }
            Command::RecoverPassword { staff, .. } => {
                self.person(staff.0).own_password = false;
                self.person(staff.0).invitation = None;
                self.person(staff.0).password_era += 1;
                self.put_out(staff.0);
            }
            Command::RevokeRole { staff, .. } | Command::ReinstateStaff { staff, .. } => {
                self.change_role(staff.0, None, false);
            }
            Command::SuspendStaff { staff, .. } => self.change_role(staff.0, None, true),
            Command::Propose(act) => self.wish(act, asker, now),
            Command::Approve(id) => self.grant(*id, now),
            Command::Withdraw(id) => drop(self.proposals.remove(&id.0)),
            Command::OpenSession { staff, token } => self.log_in(staff.0, *token, now),
            Command::RefreshSession { session } => {
                self.log_ins.get_mut(&session.0).unwrap().fresh = now;
            }
            Command::RotateSession { session, token } => {
                self.log_ins.get_mut(&session.0).unwrap().token = *token;
            }
            Command::EndSession { session } | Command::EndIdleSession { session } => {
                self.log_ins.remove(&session.0);
            }
            Command::EndSessions { staff } => {
                self.log_ins.retain(|_, log_in| log_in.staff != staff.0);
            }
            Command::OfferEnrolment { code, table, seat } => {
                self.offers.retain(|_, (at, place, _)| (*at, *place) != (table.0, *seat));
                self.offers.insert(*code, (table.0, *seat, now + 10 * MINUTE));
            }
            Command::OfferDisplay { code, table, .. } => {
                self.display_offers.insert(*code, (table.0, now + 10 * MINUTE));
            }
            Command::EnrolTerminal { code, .. } => {
                self.terminals_ever += 1;
                if let Some((table, _)) = self.display_offers.remove(code) {
                    self.displays.insert(self.terminals_ever, table);
                } else {
                    let (table, seat, _) = self.offers.remove(code).unwrap();
                    self.terminals.insert(self.terminals_ever, (table, seat));
                }
            }
            Command::SpendTicket { terminal, ticket } => {
                self.used.insert(terminal.0, *ticket);
            }
            Command::RemoveTerminal { terminal } => {
                self.terminals.remove(&terminal.0);
                self.displays.remove(&terminal.0);
                self.hide_papers();
            }
            Command::AddTable { table, config, .. } => self.add_table(table.0, config),
            Command::RetireTable { table } => {
                self.tables.get_mut(&table.0).unwrap().1 = false;
                self.terminals.retain(|_, at| at.0 != table.0);
                self.hide_papers();
                self.offers.retain(|_, at| at.0 != table.0);
                self.displays.retain(|_, at| *at != table.0);
                self.display_offers.retain(|_, at| at.0 != table.0);
                self.things.retire(table.0);
            }
            Command::Things(command) => self.things.happen(command),
            Command::AdmitPlayer => {
                let Asker::Terminal(terminal) = from else { unreachable!("terminals admit") };
                for paper in self.papers.values_mut() {
                    paper.shown = paper.shown.filter(|shown| *shown != terminal.0);
                }
            }
            Command::PrepareVoucher { voucher, .. } => {
                self.move_paper(command, asker.0, now);
                let paper = self.papers.get_mut(&voucher.0).unwrap();
                if let (Asker::Terminal(terminal), true) = (from, paper.place == Place::Nowhere) {
                    paper.shown = Some(terminal.0);
                }
            }
            Command::TakeVoucher { .. }
            | Command::ConfigureLimits { .. }
            | Command::AdmitToPlace { .. }
            | Command::RuleLarge(_)
            | Command::Note(_) => {}
            Command::RuleCage(rules) => {
                self.days = rules.voucher_days().map(u64::from);
                self.alone = rules.alone_max().values().next().map(|most| most.units());
            }
            Command::Tick => {
                for paper in self.papers.values_mut() {
                    if paper.place == Place::Hand && paper.over.is_some_and(|over| over <= now) {
                        paper.place = Place::Over;
                        self.forfeited += i128::from(paper.amount);
                    }
                }
                self.log_ins.retain(|_, log_in| now < log_in.until);
                self.proposals.retain(|_, wish| now < wish.until);
                self.offers.retain(|_, (.., until)| now < *until);
                self.display_offers.retain(|_, (_, until)| now < *until);
            }
            _ => self.move_paper(command, asker.0, now),
        }
    }

    fn hide_papers(&mut self) {
        for paper in self.papers.values_mut() {
            paper.shown = paper.shown.filter(|shown| self.terminals.contains_key(shown));
        }
    }

    fn move_paper(&mut self, command: &Command, by: u32, now: u64) {
        let over = self.over(now);
        match command {
            Command::SellVoucher { voucher, amount, currency }
            | Command::SellVoucherTo { voucher, amount, currency, .. } => {
                let (amount, currency) = (amount.units(), currency.code().to_owned());
                *self.drawers.entry((currency.clone(), by)).or_default() += i128::from(amount);
                let (from, shown, place) = (None, None, Place::Hand);
                let paper = Paper { amount, currency, from, shown, place, over };
                self.papers.insert(voucher.0, paper);
            }
            Command::PrepareVoucher { voucher, table, payee, amount, .. } => {
                let currency = self.tables[&table.0].0.clone();
                let (amount, from) = (amount.units(), Some((table.0, *payee)));
                let place = Place::Nowhere;
                let paper = Paper { amount, currency, from, shown: None, place, over: None };
                let known = self.papers.entry(voucher.0).or_insert(paper);
                if known.place == Place::Never {
                    (known.place, known.amount) = (place, amount);
                }
            }
            Command::RedeemVoucher { voucher } | Command::RedeemVoucherOf { voucher, .. } => {
                self.pay(*voucher, by);
            }
            Command::HoldVoucher { voucher, table, seat } => {
                self.papers.get_mut(&voucher.0).unwrap().place = Place::Kept(table.0, *seat);
            }
            Command::SpendVoucher { voucher, table } => {
                let paper = self.papers.get_mut(&voucher.0).unwrap();
                if let Place::Kept(..) = paper.place {
                    paper.place = Place::Credit(table.0);
                    *self.given_out.entry(table.0).or_default() -= i128::from(paper.amount);
                }
            }
            Command::ReleaseVoucher { voucher, .. } => {
                self.papers.get_mut(&voucher.0).unwrap().place = Place::Hand;
            }
            Command::IssueVoucher { voucher, table } | Command::IssueForCage { voucher, table } => {
                let paper = self.papers.get_mut(&voucher.0).unwrap();
                if paper.place == Place::Nowhere {
                    (paper.place, paper.over) = (Place::Hand, over);
                    if matches!(command, Command::IssueForCage { .. }) {
                        self.for_cage.insert(voucher.0);
                    }
                    *self.given_out.entry(table.0).or_default() += i128::from(paper.amount);
                }
            }
            Command::DropVoucher { voucher, .. } => {
                self.papers.get_mut(&voucher.0).unwrap().place = Place::Never;
            }
            _ => unreachable!("these are all steps of a voucher"),
        }
    }

    fn pay(&mut self, voucher: VoucherId, by: u32) {
        let paper = self.papers.get_mut(&voucher.0).unwrap();
        paper.place = Place::Cash;
        let drawer = self.drawers.entry((paper.currency.clone(), by)).or_default();
        *drawer -= i128::from(paper.amount);
    }

    fn add(&mut self, name: &LoginName, role: Option<FloorRole>) {
        let person = Person {
            name: name.clone(),
            role,
            suspended: false,
            invitation: None,
            own_password: role.is_some(),
            role_era: 0,
            password_era: 0,
        };
        self.people.insert(u32::try_from(self.people.len()).unwrap() + 1, person);
    }

    fn add_table(&mut self, table: u32, config: &Config) {
        if config.kind == TableKind::Felt {
            self.banks.add(table, config.currency.code());
        }
        self.tables.insert(table, (config.currency.code().to_owned(), true));
    }

    fn person(&mut self, staff: u32) -> &mut Person {
        self.people.get_mut(&staff).unwrap()
    }

    fn change_role(&mut self, staff: u32, role: Option<FloorRole>, suspended: bool) {
        let person = self.person(staff);
        (person.role, person.suspended) = (role, suspended);
        person.role_era += 1;
        self.put_out(staff);
    }

    fn put_out(&mut self, staff: u32) {
        self.log_ins.retain(|_, log_in| log_in.staff != staff);
        self.proposals.retain(|_, wish| wish.by != staff);
    }

    fn wish(&mut self, act: &Act, (by, log_in): (u32, u64), now: u64) {
        if self.proposals.len() == 100 {
            let mut proposals = std::mem::take(&mut self.proposals);
            proposals.retain(|_, wish| !self.is_stale(wish, now));
            self.proposals = proposals;
        }
        self.proposals_ever += 1;
        let (act, era) = (act.clone(), self.era(act));
        let wish = Wish { act, by, log_in, era, until: now + 8 * HOUR };
        self.proposals.insert(self.proposals_ever, wish);
    }

    fn grant(&mut self, id: ProposalId, now: u64) {
        let Wish { act, by, .. } = self.proposals.remove(&id.0).unwrap();
        match act {
            Act::GrantRole { staff, role } => self.change_role(staff.0, Some(role), false),
            Act::ResetPassword { staff, .. } => {
                self.person(staff.0).own_password = false;
                self.person(staff.0).invitation = None;
                self.person(staff.0).password_era += 1;
                self.put_out(staff.0);
            }
            Act::Invite { staff, invitation } => {
                self.person(staff.0).own_password = false;
                self.person(staff.0).invitation = Some((invitation, now + 24 * HOUR));
                self.person(staff.0).password_era += 1;
                self.put_out(staff.0);
            }
            Act::ReplaceVoucher { voucher, anew, .. } => {
                let lost = self.papers.get_mut(&voucher.0).unwrap();
                lost.place = Place::Lost;
                let (amount, currency) = (lost.amount, lost.currency.clone());
                let (from, place, over) = (lost.from, Place::Hand, lost.over);
                let paper = Paper { amount, currency, from, shown: None, place, over };
                self.papers.insert(anew.0, paper);
                if self.for_cage.contains(&voucher.0) {
                    self.for_cage.insert(anew.0);
                }
            }
            Act::HonourPaper { .. } => unreachable!("there is no paper to honour"),
            Act::Bank(act) => self.banks.happen(&act),
            Act::PayVoucher { voucher, .. } | Act::PayVoucherOf { voucher, .. } => {
                self.pay(voucher, by);
            }
            Act::ReviveVoucher { voucher, .. } => {
                let over = self.over(now);
                let paper = self.papers.get_mut(&voucher.0).unwrap();
                (paper.place, paper.over) = (Place::Hand, over);
                self.forfeited -= i128::from(paper.amount);
            }
        }
    }

    fn log_in(&mut self, staff: u32, token: Digest, now: u64) {
        let own: Vec<u64> = self
            .log_ins
            .iter()
            .filter(|(_, log_in)| log_in.staff == staff)
            .map(|(id, _)| *id)
            .collect();
        if own.len() == 4 {
            self.log_ins.remove(&own[0]);
        }
        self.log_ins_ever += 1;
        let log_in = LogIn { staff, fresh: now, until: now + 12 * HOUR, token };
        self.log_ins.insert(self.log_ins_ever, log_in);
    }
}

impl Paper {
    /// The table that must say what becomes of it.
    pub(crate) fn waits_for(&self) -> Option<u32> {
        match self.place {
            Place::Kept(table, _) => Some(table),
            Place::Nowhere => self.from.map(|(table, _)| table),
            Place::Never
            | Place::Hand
            | Place::Credit(_)
            | Place::Cash
            | Place::Lost
            | Place::Over => None,
        }
    }
}
