//! Who may ask what, and for which round.

use taisai_rules::{Irregularity, Role};

use crate::command::{Asker, Command, Request};
use crate::refusal::Refusal;
use crate::table::Table;

/// Who may ask a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// A player at a taken seat.
    Seat,
    /// A player at a free seat.
    FreeSeat,
    /// Staff of at least this role.
    Staff(Role),
    /// The same, or the machine itself on behalf of the house.
    StaffOrHouse(Role),
    /// The dealer who answers for the shaker, or a superior.
    OnDuty,
    /// The machine itself.
    Host,
    /// The machine itself, or a member of staff for whom the floor answers.
    Floor,
}

impl Table {
    /// Who may ask this command, by the rule book in force.
    #[expect(clippy::too_many_lines, reason = "every command once, and nothing else")]
    pub(crate) fn right(&self, command: &Command) -> Right {
        let people = &self.book.people;
        let inspections = &self.book.equipment;
        let superior = |what| self.book.irregularities.treatment(what).superior.value;
        match command {
            Command::LoseSeat { .. }
            | Command::ReturnSeat { .. }
            | Command::BindSeat { .. }
            | Command::RecordRoll(_)
            | Command::Tick
            | Command::Restart => Right::Host,
            Command::AssignStaff { .. }
            | Command::ReleaseStaff { .. }
            | Command::PayOwed { .. } => Right::Floor,
            Command::TakeShaker => Right::Staff(people.run_round.value),
            Command::StartShift
            | Command::InstallShaker { .. }
            | Command::RemoveShaker { .. }
            | Command::SetOutOfOrder { .. }
            | Command::InstallDice { .. }
            | Command::RemoveDice
            | Command::TickChecklist { .. }
            | Command::AttestRepair
            | Command::GrantMarker { .. }
            | Command::AssignColour { .. }
            | Command::Approve(_) => Right::Staff(Role::Floorperson),
            Command::InspectDisplay { .. } => Right::Staff(inspections.inspect_display.by.value),
            Command::InspectShaker { .. } => Right::Staff(inspections.inspect_shaker.by.value),
            Command::OpenTable | Command::AnnounceClosing | Command::CloseTable => {
                Right::Staff(people.open_table.value)
            }
            // A configuration that was changed is told to the players like any other change.
            Command::AnnounceLimits(_) => Right::StaffOrHouse(people.open_table.value),
            Command::Exclude { .. } => Right::Staff(superior(Irregularity::Contravention)),
            Command::Sit { .. } | Command::SitAndBuyIn { .. } => Right::FreeSeat,
            Command::BuyIn { .. }
            | Command::CashOut { .. }
            | Command::Leave
            | Command::CashOutAndLeave { .. }
            | Command::SetOwnLimits(_)
            | Command::PlaceBets(_)
            | Command::TakeDown(_)
            | Command::ClearBets
            | Command::RepeatBets
            | Command::DoubleBets
            | Command::UndoBets => Right::Seat,
            // A player-activated shaker is activated by a player, every other by the dealer.
            Command::Shake { .. } if self.is_player_activated() => Right::Seat,
            Command::OpenBetting
            | Command::ExtendBetting
            | Command::CallNoMoreBets
            | Command::SelectPlayer { .. }
            | Command::Shake { .. }
            | Command::Reveal
            | Command::CoverShaker
            | Command::EnterDice(_)
            | Command::ReenterDice
            | Command::ConfirmDice(_)
            | Command::Collect
            | Command::Pay
            | Command::Clear
            | Command::CallIrregularity { .. }
            | Command::Propose(_) => Right::OnDuty,
            Command::AttestPresence => Right::Staff(superior(Irregularity::DisplayFailed)),
            Command::Withdraw(_) => Right::Staff(Role::Dealer),
        }
    }

    pub(crate) fn check_right(&self, request: &Request) -> Result<(), Refusal> {
        match (self.right(&request.command), request.from) {
            (Right::Host | Right::Floor | Right::StaffOrHouse(_), Asker::Host)
            | (Right::Floor, Asker::Floor(_)) => Ok(()),
            (Right::Host, Asker::Seat(_) | Asker::Staff(_) | Asker::Floor(_))
            | (Right::Floor, Asker::Seat(_) | Asker::Staff(_)) => Err(Refusal::OnlyHost),
            (Right::FreeSeat, Asker::Seat(seat)) => match self.seats.get(&seat) {
                Some(taken) if taken.is_at(request.session) => Err(Refusal::SeatTaken),
                Some(_) => Err(Refusal::SeatKept),
                None => Ok(()),
            },
            (Right::Seat, Asker::Seat(seat)) => match self.seats.get(&seat) {
                Some(taken) if taken.is_at(request.session) => Ok(()),
                Some(_) => Err(Refusal::SeatKept),
                None => Err(Refusal::SeatEmpty),
            },
            (Right::Seat | Right::FreeSeat, Asker::Staff(_) | Asker::Host | Asker::Floor(_)) => {
                Err(Refusal::OnlySeats)
            }
            (Right::Staff(needs) | Right::StaffOrHouse(needs), Asker::Staff(staff)) => {
                let role = self.role(staff).ok_or(Refusal::NotStaff)?;
                if role.may_act_for(needs) { Ok(()) } else { Err(Refusal::RoleTooLow { needs }) }
            }
            (Right::OnDuty, Asker::Staff(staff)) => {
                let role = self.role(staff).ok_or(Refusal::NotStaff)?;
                let on_duty = self.equipment.on_duty == Some(staff) || role > Role::Dealer;
                if on_duty { Ok(()) } else { Err(Refusal::NotOnDuty) }
            }
            (Right::Staff(_) | Right::OnDuty, Asker::Seat(_) | Asker::Host | Asker::Floor(_))
            | (Right::StaffOrHouse(_), Asker::Seat(_) | Asker::Floor(_)) => Err(Refusal::NotStaff),
        }
    }

    /// A command within a round names it, and is refused in every other.
    pub(crate) fn check_round(&self, request: &Request) -> Result<(), Refusal> {
        let now = self.round.as_ref().map(|round| round.number);
        let meant_for = match span(&request.command) {
            Span::Table => return Ok(()),
            Span::NextRound => Some(self.next_round()),
            Span::Round => now,
        };
        if meant_for.is_some() && request.round == meant_for {
            return Ok(());
        }
        Err(Refusal::OtherRound { now })
    }
}

/// What a command is about.
enum Span {
    /// The table, whatever round it is.
    Table,
    /// The round in play.
    Round,
    /// The round about to open.
    NextRound,
}

fn span(command: &Command) -> Span {
    match command {
        Command::PlaceBets(_)
        | Command::TakeDown(_)
        | Command::ClearBets
        | Command::RepeatBets
        | Command::DoubleBets
        | Command::UndoBets
        | Command::ExtendBetting
        | Command::CallNoMoreBets
        | Command::SelectPlayer { .. }
        | Command::Shake { .. }
        | Command::Reveal
        | Command::EnterDice(_)
        | Command::ReenterDice
        | Command::ConfirmDice(_)
        | Command::RecordRoll(_)
        | Command::Collect
        | Command::Pay
        | Command::Clear
        | Command::CallIrregularity { .. }
        | Command::AttestPresence => Span::Round,
        Command::OpenBetting => Span::NextRound,
        Command::AssignStaff { .. }
        | Command::ReleaseStaff { .. }
        | Command::TakeShaker
        | Command::StartShift
        | Command::InstallShaker { .. }
        | Command::RemoveShaker { .. }
        | Command::SetOutOfOrder { .. }
        | Command::InstallDice { .. }
        | Command::RemoveDice
        | Command::CoverShaker
        | Command::InspectDisplay { .. }
        | Command::InspectShaker { .. }
        | Command::TickChecklist { .. }
        | Command::OpenTable
        | Command::AnnounceClosing
        | Command::CloseTable
        | Command::AnnounceLimits(_)
        | Command::Sit { .. }
        | Command::SitAndBuyIn { .. }
        | Command::BuyIn { .. }
        | Command::CashOut { .. }
        | Command::Leave
        | Command::CashOutAndLeave { .. }
        | Command::LoseSeat { .. }
        | Command::ReturnSeat { .. }
        | Command::BindSeat { .. }
        | Command::GrantMarker { .. }
        | Command::AssignColour { .. }
        | Command::SetOwnLimits(_)
        | Command::PayOwed { .. }
        | Command::Exclude { .. }
        | Command::AttestRepair
        | Command::Propose(_)
        | Command::Approve(_)
        | Command::Withdraw(_)
        | Command::Tick
        | Command::Restart => Span::Table,
    }
}
