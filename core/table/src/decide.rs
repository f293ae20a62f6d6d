//! What a request leads to: events, or a refusal. Looking only; nothing is changed here.

mod bets;
mod clock;
mod equipment;
mod irregular;
mod life;
mod past;
mod proposals;
mod reckoning;
mod rights;
mod rounds;
mod seats;

use crate::answers::{Standing, digest_of};
use crate::command::{Asker, Command, Request};
use crate::event::{Event, StaffEvent};
use crate::ids::{SeatNumber, StaffId};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::time::Time;

/// What a request leads to.
pub type Decision = Result<Vec<Event>, Refusal>;

impl Table {
    /// Says what a request leads to. Nothing at all means that it has been done before.
    pub fn decide(&self, request: &Request, now: Time) -> Decision {
        if let Standing::Done = self.answers.standing(request)? {
            return Ok(Vec::new());
        }
        self.check_right(request)?;
        self.check_round(request)?;
        let mut events = self.decide_command(request, now)?;
        // The clock is asked again and again; nothing hangs on the number of such a request.
        if request.command != Command::Tick {
            let Request { from, session, id, .. } = *request;
            events.push(Event::RequestAnswered { from, session, id, digest: digest_of(request) });
        }
        Ok(events)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command, and nothing else")]
    fn decide_command(&self, request: &Request, now: Time) -> Decision {
        match &request.command {
            Command::AssignStaff { staff, role } => self.assign_staff(*staff, *role),
            Command::ReleaseStaff { staff } => self.release_staff(*staff),
            Command::TakeShaker => {
                Ok(vec![StaffEvent::ShakerTaken { dealer: staff(request) }.into()])
            }
            Command::StartShift => Ok(vec![StaffEvent::ShiftStarted { by: staff(request) }.into()]),

            Command::InstallShaker { shaker, kind, sealed, approvals } => {
                self.install_shaker(*shaker, *kind, *sealed, approvals, staff(request))
            }
            Command::RemoveShaker { shaker } => self.remove_shaker(*shaker, staff(request)),
            Command::SetOutOfOrder { shaker } => self.set_out_of_order(*shaker, staff(request)),
            Command::InstallDice { shaker, set, dice } => {
                self.install_dice(*shaker, *set, *dice, staff(request), now)
            }
            Command::RemoveDice => self.remove_dice(staff(request)),
            Command::InspectDisplay { entered, seen_lit } => {
                self.inspect_display(*entered, *seen_lit, staff(request))
            }
            Command::InspectShaker { tosses } => self.inspect_shaker(*tosses, staff(request)),
            Command::TickChecklist { lines } => self.tick_checklist(*lines, staff(request)),
            Command::AttestRepair => self.attest_repair(staff(request)),

            Command::OpenTable => self.open_table(staff(request), now),
            Command::AnnounceClosing => self.announce_closing(staff(request)),
            Command::CloseTable => self.close_table(staff(request)),
            Command::AnnounceLimits(limits) => self.announce_limits(limits, announcer(request)),

            Command::Sit { player, staff } => self.sit(request, *player, *staff),
            Command::SitAndBuyIn { player, staff, voucher, amount } => {
                self.sit_and_buy_in(request, (*player, *staff), *voucher, *amount)
            }
            Command::BuyIn { voucher, amount } => self.buy_in(seat(request), *voucher, *amount),
            Command::CashOut { voucher, amount } => self.cash_out(seat(request), *voucher, *amount),
            Command::Leave => self.leave(seat(request)),
            Command::CashOutAndLeave { voucher, amount } => {
                self.cash_out_and_leave(seat(request), *voucher, *amount)
            }
            Command::LoseSeat { seat } => self.lose_seat(*seat),
            Command::ReturnSeat { seat } => self.return_seat(*seat),
            Command::BindSeat { seat, terminal } => self.bind_seat(*seat, *terminal),
            Command::PayOwed { player, voucher, amount } => {
                self.pay_owed(*player, *voucher, *amount)
            }
            Command::GrantMarker { seat, stake_max } => {
                self.grant_marker(*seat, *stake_max, staff(request))
            }
            Command::AssignColour { seat, colour, value } => {
                self.assign_colour(*seat, *colour, *value, staff(request))
            }
            Command::SetOwnLimits(wish) => self.set_own_limits(seat(request), *wish, now),
            Command::Exclude { player, reason } => self.exclude(*player, reason, staff(request)),

            Command::PlaceBets(bets) => self.place_bets(seat(request), bets, now),
            Command::TakeDown(areas) => self.take_down(seat(request), areas, now),
            Command::ClearBets => self.clear_bets(seat(request), now),
            Command::RepeatBets => self.repeat_bets(seat(request), now),
            Command::DoubleBets => self.double_bets(seat(request), now),
            Command::UndoBets => self.undo_bets(seat(request), now),

            Command::OpenBetting => self.open_betting(now),
            Command::ExtendBetting => self.extend_betting(),
            Command::CallNoMoreBets => self.call_no_more_bets(now),
            Command::SelectPlayer { seat } => self.select_player(*seat),
            Command::Shake { times } => self.shake(*times, request.from),
            Command::Reveal => self.reveal(),
            Command::CoverShaker => self.cover_shaker(staff(request)),
            Command::EnterDice(roll) => self.enter_dice(*roll, staff(request)),
            Command::ReenterDice => self.reenter_dice(),
            Command::ConfirmDice(roll) => self.confirm_dice(*roll, request.from),
            Command::RecordRoll(roll) => self.record_roll(*roll),
            Command::Collect => self.collect(),
            Command::Pay => self.pay(),
            Command::Clear => self.clear(),

            Command::CallIrregularity { what, reason } => {
                self.call_irregularity(*what, reason, request)
            }
            Command::AttestPresence => self.attest_presence(staff(request)),
            Command::Propose(act) => self.propose(act, request),
            Command::Approve(proposal) => self.approve(*proposal, request),
            Command::Withdraw(proposal) => self.withdraw(*proposal, staff(request)),

            Command::Tick => Ok(self.tick(now)),
            Command::Restart => Ok(self.restart()),
        }
    }
}

/// The member of staff who asks; `check_right` has let nobody else through.
fn staff(request: &Request) -> StaffId {
    match request.from {
        Asker::Staff(staff) => staff,
        Asker::Seat(_) | Asker::Host | Asker::Floor(_) => {
            unreachable!("check_right lets only staff through")
        }
    }
}

/// Who tells the players: a member of staff, or the house by its configuration.
const fn announcer(request: &Request) -> StaffId {
    match request.from {
        Asker::Staff(staff) => staff,
        Asker::Seat(_) | Asker::Host | Asker::Floor(_) => StaffId::HOUSE,
    }
}

/// The seat that asks.
fn seat(request: &Request) -> SeatNumber {
    match request.from {
        Asker::Seat(seat) => seat,
        Asker::Staff(_) | Asker::Host | Asker::Floor(_) => {
            unreachable!("check_right lets only seats through")
        }
    }
}
