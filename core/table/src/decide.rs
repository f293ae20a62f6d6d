//! What a request leads to: events, or a refusal. Looking only; nothing is changed here.

mod bets;
mod cases;
mod clock;
mod equipment;
mod irregular;
mod life;
mod moves;
mod past;
mod places;
mod proposals;
mod recall;
mod reckoning;
mod rights;
mod rounds;
mod seats;

use taisai_rules::Role;

use crate::answers::{Scope, Standing, digest_of};
use crate::command::{
    Asker, BetCommand, Command, DayCommand, EquipmentCommand, HostCommand, HouseCommand,
    PlayersCommand, Request, RoundCommand, RulingCommand, SeatCommand, StaffCommand,
};
use crate::event::{EquipmentEvent, Event, StaffEvent};
use crate::ids::{SeatNumber, SessionId, StaffId};
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
        self.check_leaves_last(request)?;
        let mut events = self.decide_command(request, now)?;
        self.keep_damage(&mut events);
        // The clock is asked again and again; nothing hangs on the number of such a request.
        if request.command != Command::Host(HostCommand::Tick) {
            let (from, digest) = (request.command.asker(), digest_of(request));
            let Request { session, id, .. } = *request;
            events.push(Event::RequestAnswered { from, session, id, digest });
        }
        Ok(events)
    }

    /// Dice that are damaged are known as such before they leave the shaker.
    fn keep_damage(&self, events: &mut Vec<Event>) {
        let leave = |event: &Event| {
            matches!(
                event,
                Event::Equipment(
                    EquipmentEvent::DiceRemoved { .. }
                        | EquipmentEvent::ShakerRemoved { .. }
                        | EquipmentEvent::ShakerOutOfOrder { .. }
                        | EquipmentEvent::DiceInstalled { .. }
                        | EquipmentEvent::LentDiceInstalled { .. }
                )
            )
        };
        let Some(place) = events.iter().position(leave) else { return };
        let known = &self.equipment.damaged_dice;
        let state = self.equipment.dice.as_ref().filter(|state| state.damaged);
        if let Some(state) = state.filter(|state| !state.dice.iter().all(|die| known.contains(die)))
        {
            let dice = state.dice.to_vec();
            events.insert(place, EquipmentEvent::DiceMarkedDamaged { dice }.into());
        }
    }

    /// Who leaves takes the answers along, up to the last number: a departure under a number below
    /// it would be done, and not be known when it is asked again.
    fn check_leaves_last(&self, request: &Request) -> Result<(), Refusal> {
        let Command::Seat(seat, SeatCommand::Leave | SeatCommand::CashOutAndLeave { .. }) =
            &request.command
        else {
            return Ok(());
        };
        let is_below = self.answers.is_below_last(&Scope::Seat(*seat), request.id);
        if is_below { Err(Refusal::RequestTooOld) } else { Ok(()) }
    }

    fn decide_command(&self, request: &Request, now: Time) -> Decision {
        match &request.command {
            Command::Seat(seat, command) => self.decide_seat(*seat, request.session, command, now),
            Command::Staff(staff, command) => {
                let by = LogIn { staff: *staff, session: request.session };
                match command {
                    StaffCommand::Equipment(command) => self.decide_equipment(*staff, command, now),
                    StaffCommand::Day(command) => self.decide_day(*staff, command, now),
                    StaffCommand::Players(command) => self.decide_players(*staff, command),
                    StaffCommand::Round(command) => self.decide_round(by, command, now),
                    StaffCommand::Ruling(command) => self.decide_ruling(by, command),
                    StaffCommand::Case(command) => self.decide_case_command(by, command),
                }
            }
            Command::Floor(staff, command) => self.decide_house(*staff, command, now),
            Command::Host(command) => self.decide_host(command, now),
        }
    }

    fn decide_seat(
        &self,
        seat: SeatNumber,
        terminal: SessionId,
        command: &SeatCommand,
        now: Time,
    ) -> Decision {
        match command {
            SeatCommand::Sit { player, staff } => self.sit((seat, terminal), *player, *staff),
            SeatCommand::SitAndBuyIn { player, staff, voucher, amount } => {
                self.sit_and_buy_in((seat, terminal), (*player, *staff), *voucher, *amount)
            }
            SeatCommand::BuyIn { voucher, amount } => self.buy_in(seat, *voucher, *amount),
            SeatCommand::CashOut { voucher, amount } => self.cash_out(seat, *voucher, *amount),
            SeatCommand::Leave => self.leave(seat),
            SeatCommand::CashOutAndLeave { voucher, amount } => {
                self.cash_out_and_leave(seat, *voucher, *amount)
            }
            SeatCommand::SetOwnLimits(wish) => self.set_own_limits(seat, *wish, now),
            SeatCommand::Bet(command) => match command {
                BetCommand::PlaceBets(bets) => self.place_bets(seat, bets, now),
                BetCommand::TakeDown(areas) => self.take_down(seat, areas, now),
                BetCommand::ClearBets => self.clear_bets(seat, now),
                BetCommand::RepeatBets => self.repeat_bets(seat, now),
                BetCommand::DoubleBets => self.double_bets(seat, now),
                BetCommand::UndoBets => self.undo_bets(seat, now),
                BetCommand::Shake { times } => {
                    self.shake(*times, Asker::Seat(seat), LogIn::of_nobody(terminal))
                }
            },
        }
    }

    fn decide_equipment(&self, by: StaffId, command: &EquipmentCommand, now: Time) -> Decision {
        match command {
            EquipmentCommand::InstallShaker { shaker, kind, sealed, approvals } => {
                self.install_shaker(*shaker, *kind, *sealed, approvals, by)
            }
            EquipmentCommand::RemoveShaker { shaker } => self.remove_shaker(*shaker, by),
            EquipmentCommand::SetOutOfOrder { shaker } => self.set_out_of_order(*shaker, by),
            EquipmentCommand::InstallDice { shaker, set, dice } => {
                self.install_dice(*shaker, *set, *dice, by, now)
            }
            EquipmentCommand::RemoveDice => self.remove_dice(by),
            EquipmentCommand::InspectShaker { tosses } => self.inspect_shaker(*tosses, by),
            EquipmentCommand::TickChecklist { .. } => self.tick_checklist(),
            EquipmentCommand::AttestRepair => self.attest_repair(by),
            EquipmentCommand::TryDisplay { entered } => self.try_display(*entered, by, now),
            EquipmentCommand::JudgeDisplay { lit } => self.judge_display(*lit, by, now),
            EquipmentCommand::AttestLines { lines } => self.attest_lines(lines, by),
        }
    }

    fn decide_day(&self, by: StaffId, command: &DayCommand, now: Time) -> Decision {
        match command {
            DayCommand::TakeShaker => Ok(vec![StaffEvent::ShakerTaken { dealer: by }.into()]),
            DayCommand::LeaveShaker => self.leave_shaker_of(by),
            DayCommand::StartShift => Ok(vec![StaffEvent::ShiftStarted { by }.into()]),
            DayCommand::OpenTable => self.open_table(by, now),
            DayCommand::AnnounceClosing => self.announce_closing(by),
            DayCommand::CloseTable => self.close_table(by),
            DayCommand::AnnounceLimits(limits) => self.announce_limits(limits, by),
        }
    }

    fn decide_players(&self, by: StaffId, command: &PlayersCommand) -> Decision {
        match command {
            PlayersCommand::GrantMarker { seat, stake_max } => {
                self.grant_marker(*seat, *stake_max, by)
            }
            PlayersCommand::AssignColour { seat, colour, value } => {
                self.assign_colour(*seat, *colour, *value, by)
            }
            PlayersCommand::Exclude { player, reason } => self.exclude(*player, reason, by),
            PlayersCommand::ReleaseSeat { seat } => self.release_seat(*seat, by),
            PlayersCommand::LiftExclusion { player, reason } => {
                self.lift_exclusion(*player, reason, by)
            }
            PlayersCommand::FreePlace { seat } => self.free_place(*seat),
            PlayersCommand::TakeColourBack { seat } => self.take_colour_back(*seat, by),
            PlayersCommand::RecordChips { seat, bets } => self.record_chips(*seat, bets, by),
        }
    }

    fn decide_round(&self, by: LogIn, command: &RoundCommand, now: Time) -> Decision {
        let LogIn { staff, .. } = by;
        match command {
            RoundCommand::OpenBetting => self.open_betting(now),
            RoundCommand::ExtendBetting => self.extend_betting(),
            RoundCommand::CallNoMoreBets => self.call_no_more_bets(now),
            RoundCommand::SelectPlayer { seat } => self.select_player(*seat),
            RoundCommand::Shake { times } => self.shake(*times, Asker::Staff(staff), by),
            RoundCommand::Reveal => self.reveal(now),
            RoundCommand::CoverShaker => self.cover_shaker(staff),
            RoundCommand::EnterDice(roll) => self.enter_dice(*roll, staff),
            RoundCommand::ReenterDice => self.reenter_dice(),
            RoundCommand::ConfirmDice(roll) => self.confirm_dice(*roll, Asker::Staff(staff)),
            RoundCommand::Collect => self.collect(),
            RoundCommand::Pay => self.pay(),
            RoundCommand::Clear => self.clear(),
        }
    }

    fn decide_ruling(&self, by: LogIn, command: &RulingCommand) -> Decision {
        match command {
            RulingCommand::CallIrregularity { what, reason } => {
                self.call_irregularity(*what, reason, by)
            }
            RulingCommand::AttestPresence => self.attest_presence(by.staff),
            RulingCommand::Propose(act) => self.propose(act, by),
            RulingCommand::Approve(proposal) => self.approve(*proposal, by),
            RulingCommand::Withdraw(proposal) => self.withdraw(*proposal, by.staff),
        }
    }

    fn decide_house(&self, by: StaffId, command: &HouseCommand, now: Time) -> Decision {
        match command {
            HouseCommand::AssignStaff { staff, role } => self.assign_staff(*staff, *role),
            HouseCommand::ReleaseStaff { staff } => self.release_staff(*staff),
            HouseCommand::PayOwed { player, voucher, amount } => {
                self.pay_owed(*player, *voucher, *amount)
            }
            HouseCommand::InstallLentDice { shaker, set, dice, first_used } => {
                self.check_works_here(by, Role::Floorperson)?;
                self.install_lent_dice(*shaker, (*set, *dice), first_used, by, now)
            }
            HouseCommand::InstallLentShaker { shaker, kind, sealed, approvals } => {
                self.check_works_here(by, Role::Floorperson)?;
                self.install_shaker(*shaker, *kind, *sealed, approvals, by)
            }
            HouseCommand::GivePlace { seat, player } => {
                self.check_works_here(by, Role::Dealer)?;
                self.give_place(*seat, *player)
            }
        }
    }

    fn decide_host(&self, command: &HostCommand, now: Time) -> Decision {
        match command {
            HostCommand::AnnounceLimits(limits) => self.announce_limits(limits, StaffId::HOUSE),
            HostCommand::LoseSeat { seat } => self.lose_seat(*seat),
            HostCommand::ReturnSeat { seat } => self.return_seat(*seat),
            HostCommand::BindSeat { seat, terminal } => self.bind_seat(*seat, *terminal),
            HostCommand::RecordRoll(roll) => self.record_roll(*roll),
            HostCommand::Tick => Ok(self.tick(now)),
            HostCommand::Restart => Ok(self.restart()),
            HostCommand::RecallRound { round, borne } => self.recall_round(round, borne),
            HostCommand::EndCustody { staff } => Ok(self.end_custody(*staff)),
            HostCommand::House(command) => self.decide_house(StaffId::HOUSE, command, now),
            HostCommand::NameApproval { allowed_by } => self.name_approval(allowed_by.as_ref()),
            HostCommand::ConnectDisplay { display } => self.connect_display(*display),
            HostCommand::LoseDisplay { display } => Ok(self.lose_display(*display)),
            HostCommand::OfferEdition(offer) => self.offer_edition(offer),
            HostCommand::BeginShift { began } => self.begin_shift(*began),
            HostCommand::RecallCase { case, file } => self.recall_case(*case, file),
            HostCommand::FollowRegister { shakers, damaged, disputed } => {
                Ok(self.follow_register(shakers, damaged, *disputed))
            }
        }
    }
}

/// A member of staff, and the log-in through which they ask.
#[derive(Clone, Copy)]
struct LogIn {
    staff: StaffId,
    session: SessionId,
}

impl LogIn {
    /// What a player's terminal sets off, nobody on the staff has asked for.
    const fn of_nobody(session: SessionId) -> Self {
        Self { staff: StaffId::HOUSE, session }
    }
}
