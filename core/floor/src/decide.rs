//! What a request leads to: events, or a refusal. Looking only; nothing is changed here.

mod bank;
mod clock;
mod displays;
mod large;
mod notices;
mod proposals;
mod rights;
mod sessions;
mod staff;
mod tables;
mod terminals;
mod things;
mod vouchers;

use taisai_table::answers::{Known, digest};
use taisai_table::{Time, VoucherId};

use crate::command::{Asker, Command, Payee, Request, Wish};
use crate::event::Event;
use crate::floor::Floor;
use crate::notice::Notice;
use crate::refusal::Refusal;

/// What a request leads to.
pub type Decision = Result<Vec<Event>, Refusal>;

impl Floor {
    /// Says what a request leads to. Nothing at all means that it has been done before.
    pub fn decide(&self, request: &Request, now: Time) -> Decision {
        let Request { from, id, command } = request;
        let digest = body(command);
        match self.answers.known(from, *id, digest) {
            Known::New => {}
            Known::Done => return Ok(Vec::new()),
            Known::Reused => return Err(Refusal::RequestReused),
            Known::TooOld => return Err(Refusal::RequestTooOld),
        }
        self.check_right(request, now)?;
        let mut events = self.decide_command(request, now)?;
        // The clock is asked again and again, and who has just ended their own session asks
        // nothing more in it.
        if *command != Command::Tick && !ends_session_of(&events, *from) {
            events.push(Event::RequestAnswered { from: *from, id: *id, digest });
        }
        Ok(events)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command, and little else")]
    fn decide_command(&self, request: &Request, now: Time) -> Decision {
        let from = request.from;
        match &request.command {
            Command::AddAdministrator { name, password } => self.add_administrator(name, password),
            Command::AddStaff { name, invitation } => {
                self.add_staff(name, *invitation, from.staff()?, now)
            }
            Command::AcceptInvitation { staff, invitation, password } => {
                self.accept_invitation(*staff, *invitation, password, now)
            }
            Command::ChangePassword { password } => {
                Ok(self.change_password(password, from.staff()?, from.session()?))
            }
            Command::RecoverPassword { staff, password, reason } => {
                self.recover_password(*staff, password, reason)
            }
            Command::RevokeRole { staff: whom, reason } => {
                self.revoke_role(*whom, reason, from.staff()?)
            }
            Command::SuspendStaff { staff: whom, reason } => {
                self.suspend_staff(*whom, reason, from.staff()?)
            }
            Command::ReinstateStaff { staff: whom, reason } => {
                self.reinstate_staff(*whom, reason, from.staff()?)
            }
            Command::Propose(act) => self.propose(act, from.staff()?, from.session()?, now),
            Command::Approve(proposal) => {
                self.approve(*proposal, from.staff()?, from.session()?, now)
            }
            Command::Withdraw(proposal) => self.withdraw(*proposal, from.staff()?),

            Command::OpenSession { staff, token } => self.open_session(*staff, *token, now),
            Command::RotateSession { session, token } => {
                self.rotate_session_to(*session, *token, now)
            }
            Command::RefreshSession { session } => self.refresh_session(*session, now),
            Command::EndSession { session } => self.end_session_by(*session, from),
            Command::EndIdleSession { session } => self.end_idle_session(*session),
            Command::EndSessions { staff } => self.end_sessions(*staff),

            Command::OfferEnrolment { code, table, seat } => {
                self.offer_enrolment(*code, *table, *seat, from.staff()?, now)
            }
            Command::EnrolTerminal { code, token } => self.enrol_terminal(*code, *token, now),
            Command::RemoveTerminal { terminal } => self.take_terminal_away(*terminal, from),
            Command::OfferDisplay { code, table, equipment } => {
                self.offer_display(*code, *table, *equipment, from.staff()?, now)
            }
            Command::SpendTicket { terminal, ticket } => self.spend_ticket(*terminal, *ticket),
            Command::AdmitPlayer => Ok(vec![self.admit_player(from.terminal()?)]),

            Command::AdmitToPlace { table, seat } => self.admit_to_place((*table, *seat), from),

            Command::AddTable { table, name, config, book } => {
                self.check_new_table(*table)?;
                let (table, name, config) = (*table, name.clone(), config.clone());
                Ok(vec![Event::TableAdded { table, name, config, book: book.clone(), by: from }])
            }
            Command::ConfigureLimits { table, limits } => {
                self.table_in_use(*table)?;
                Ok(vec![Event::LimitsConfigured { table: *table, limits: limits.clone() }])
            }
            Command::RetireTable { table } => self.retire_table(*table, from),

            Command::SellVoucher { voucher, amount, currency } => {
                let sold = self.sell_voucher(*voucher, *amount, *currency, from.staff()?)?;
                self.count_cash(sold, None, now)
            }
            Command::SellVoucherTo { voucher, amount, currency, person } => {
                let sold = self.sell_voucher(*voucher, *amount, *currency, from.staff()?)?;
                self.count_cash(sold, Some(person), now)
            }
            Command::RedeemVoucher { voucher } => {
                self.count_cash(self.redeem_voucher(*voucher, from.staff()?, now)?, None, now)
            }
            Command::RedeemVoucherOf { voucher, person } => {
                let redeemed = self.redeem_voucher(*voucher, from.staff()?, now)?;
                self.count_cash(redeemed, Some(person), now)
            }
            Command::HoldVoucher { voucher, table, seat } => {
                self.hold_voucher(*voucher, *table, *seat, now)
            }
            Command::SpendVoucher { voucher, table } => {
                Ok(self.join_by_play(self.spend_voucher(*voucher, *table)?, now))
            }
            Command::ReleaseVoucher { voucher, table } => self.release_voucher(*voucher, *table),
            Command::PrepareVoucher { voucher, table, payee, amount, wish } => {
                let prepared = self.prepare_voucher(*voucher, *table, *payee, *amount)?;
                Ok(promised(reasoned(prepared, wish), *voucher, request))
            }
            Command::IssueVoucher { voucher, table } => self.issue_voucher(*voucher, *table),
            Command::IssueForCage { voucher, table } => self.issue_for_cage(*voucher, *table),
            Command::DropVoucher { voucher, table } => self.drop_voucher(*voucher, *table),
            Command::TakeVoucher { voucher } => self.take_voucher(*voucher, from.terminal()?),

            Command::RuleCage(rules) => self.rule_cage(rules),
            Command::RuleLarge(rules) => Ok(self.rule_large(rules)),

            Command::Note(notice) => self.note(notice, now),
            Command::Tick => Ok(self.tick(now)),
            Command::Things(command) => self.decide_things(command, from),
        }
    }
}

/// A number that another command under the same request number would not have. What all of the
/// credit comes to, or what is owed, was not asked but found out: it may be another amount when the
/// ask goes on after it was broken off.
fn body(command: &Command) -> u64 {
    if let Command::PrepareVoucher { voucher, table, payee, wish, .. } = command
        && *wish != Wish::Amount
    {
        return digest(&(voucher, table, payee, wish));
    }
    digest(command)
}

/// What is paid to somebody who is not at a seat is noted together with the voucher.
fn reasoned(mut prepared: Vec<Event>, wish: &Wish) -> Vec<Event> {
    if let (
        Wish::Owed(reason),
        Some(&Event::VoucherPrepared { amount, table, payee: Payee::Player(player), .. }),
    ) = (wish, prepared.first())
    {
        let reason = reason.clone();
        prepared.push(Event::Noted(Notice::OwedPaid { table, player, amount, reason }));
    }
    prepared
}

/// A voucher that a terminal asked for is shown there.
fn promised(mut prepared: Vec<Event>, voucher: VoucherId, request: &Request) -> Vec<Event> {
    if let (Asker::Terminal(terminal), false) = (request.from, prepared.is_empty()) {
        prepared.push(Event::VoucherPromised { voucher, terminal, request: request.id });
    }
    prepared
}

/// Whether the asker's own session is over by these events.
fn ends_session_of(events: &[Event], from: Asker) -> bool {
    let Asker::Staff(_, asking) = from else { return false };
    let ends =
        |event: &Event| matches!(event, Event::SessionEnded { session, .. } if *session == asking);
    events.iter().any(ends)
}

/// This long after; never past the last moment there is.
fn later(now: Time, millis: u64) -> Time {
    Time::from_millis(now.millis().saturating_add(millis)).unwrap_or(Time::MAX)
}
