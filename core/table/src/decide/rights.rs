//! Who may ask what, and for which round.

use taisai_rules::{Irregularity, Role};

use crate::command::{
    Act, BetCommand, CaseCommand, Command, DayCommand, EquipmentCommand, HostCommand,
    PlayersCommand, Request, RoundCommand, RulingCommand, SeatCommand, StaffCommand,
};
use crate::config::TableKind;
use crate::ids::{SeatNumber, SessionId, StaffId};
use crate::refusal::Refusal;
use crate::table::Table;

/// Which staff may ask a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// Whoever has at least this role.
    Role(Role),
    /// The person who answers for the shaker, and nobody for them: a superior takes it over first.
    /// Where dice are drawn there is none to answer for, and a superior may.
    Custody,
    /// The person who answers for the shaker, or a superior: rulings are about the round and do
    /// not run it.
    OnDuty,
}

impl Table {
    /// Which staff may ask this command, by the rule book in force.
    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
    pub(crate) fn right(&self, command: &StaffCommand) -> Right {
        let people = &self.book.people;
        let inspections = &self.book.equipment;
        let superior = |what| self.book.irregularities.treatment(what).superior.value;
        let role = match command {
            StaffCommand::Equipment(command) => match command {
                EquipmentCommand::TryDisplay { .. } | EquipmentCommand::JudgeDisplay { .. } => {
                    inspections.inspect_display.by.value
                }
                EquipmentCommand::InspectShaker { .. } => inspections.inspect_shaker.by.value,
                EquipmentCommand::InstallShaker { .. }
                | EquipmentCommand::RemoveShaker { .. }
                | EquipmentCommand::SetOutOfOrder { .. }
                | EquipmentCommand::InstallDice { .. }
                | EquipmentCommand::RemoveDice
                | EquipmentCommand::TickChecklist { .. }
                | EquipmentCommand::AttestRepair
                | EquipmentCommand::AttestLines { .. } => Role::Floorperson,
            },
            StaffCommand::Day(command) => match command {
                DayCommand::TakeShaker | DayCommand::LeaveShaker => people.run_round.value,
                DayCommand::StartShift => Role::Floorperson,
                DayCommand::OpenTable
                | DayCommand::AnnounceClosing
                | DayCommand::CloseTable
                | DayCommand::AnnounceLimits(_) => people.open_table.value,
            },
            StaffCommand::Players(command) => match command {
                PlayersCommand::GrantMarker { .. } | PlayersCommand::ReleaseSeat { .. } => {
                    Role::Floorperson
                }
                // Where chips are on the table whoever deals hands them out and takes them in.
                PlayersCommand::AssignColour { .. } => match self.config.kind {
                    TableKind::Electronic => Role::Floorperson,
                    TableKind::Felt => Role::Dealer,
                },
                PlayersCommand::FreePlace { .. } | PlayersCommand::TakeColourBack { .. } => {
                    Role::Dealer
                }
                PlayersCommand::RecordChips { .. } => return Right::OnDuty,
                PlayersCommand::Exclude { .. } | PlayersCommand::LiftExclusion { .. } => {
                    superior(Irregularity::Contravention)
                }
            },
            StaffCommand::Round(_) => return Right::Custody,
            StaffCommand::Ruling(command) => match command {
                // A case is the floor's: it needs no round, and nobody on duty.
                RulingCommand::Propose(Act::DecideCase { .. }) | RulingCommand::Approve(_) => {
                    Role::Floorperson
                }
                // Neither is the book a table plays by.
                RulingCommand::Propose(Act::MoveTable { .. }) => Self::MOVES,
                RulingCommand::CallIrregularity { .. } | RulingCommand::Propose(_) => {
                    return Right::OnDuty;
                }
                RulingCommand::AttestPresence => superior(Irregularity::DisplayFailed),
                RulingCommand::Withdraw(_) => Role::Dealer,
            },
            StaffCommand::Case(command) => match command {
                CaseCommand::OpenCase(_) | CaseCommand::NoteCase { .. } => Role::Floorperson,
                CaseCommand::LetStand { case, .. } | CaseCommand::ReopenCase { case, .. } => {
                    self.decides_case(*case)
                }
            },
        };
        Right::Role(role)
    }

    /// What the floor and the machine ask they may ask: the floor has checked whoever it is for.
    pub(crate) fn check_right(&self, request: &Request) -> Result<(), Refusal> {
        match &request.command {
            Command::Seat(seat, command) => self.check_seat(*seat, request.session, command),
            Command::Staff(staff, command) => self.check_staff(*staff, command),
            Command::Floor(..) | Command::Host(_) => Ok(()),
        }
    }

    fn check_seat(
        &self,
        seat: SeatNumber,
        terminal: SessionId,
        command: &SeatCommand,
    ) -> Result<(), Refusal> {
        self.check_terminals()?;
        // A player-activated shaker is activated by a player, every other by the dealer.
        let shakes = matches!(command, SeatCommand::Bet(BetCommand::Shake { .. }));
        if shakes && !self.is_player_activated() {
            return Err(Refusal::NotStaff);
        }
        let sits_down =
            matches!(command, SeatCommand::Sit { .. } | SeatCommand::SitAndBuyIn { .. });
        match self.seats.get(&seat) {
            Some(taken) if !taken.is_at(terminal) => Err(Refusal::SeatKept),
            Some(_) if sits_down => Err(Refusal::SeatTaken),
            None if !sits_down => Err(Refusal::SeatEmpty),
            Some(_) | None => Ok(()),
        }
    }

    fn check_staff(&self, staff: StaffId, command: &StaffCommand) -> Result<(), Refusal> {
        let shakes = matches!(command, StaffCommand::Round(RoundCommand::Shake { .. }));
        // Where nobody has a terminal, the dealer records what a player does by hand.
        let by_terminal = self.config.kind == TableKind::Electronic;
        if shakes && by_terminal && self.is_player_activated() {
            return Err(Refusal::OnlySeats);
        }
        let role = self.role(staff).ok_or(Refusal::NotStaff)?;
        match self.right(command) {
            Right::Role(needs) => {
                if role.may_act_for(needs) {
                    Ok(())
                } else {
                    Err(Refusal::RoleTooLow { needs })
                }
            }
            Right::Custody => self.check_custody(staff, role > Role::Dealer && self.draws_dice()),
            Right::OnDuty => self.check_custody(staff, role > Role::Dealer),
        }
    }

    /// The floor has checked whoever brings what it lends, or whom it admits; they must work here
    /// besides. The house itself may.
    pub(super) fn check_works_here(&self, by: StaffId, needs: Role) -> Result<(), Refusal> {
        if by == StaffId::HOUSE {
            return Ok(());
        }
        let Some(role) = self.role(by) else { return Err(Refusal::NotStaff) };
        if !role.may_act_for(needs) {
            return Err(Refusal::RoleTooLow { needs });
        }
        Ok(())
    }

    fn check_custody(&self, staff: StaffId, as_superior: bool) -> Result<(), Refusal> {
        if self.equipment.on_duty == Some(staff) || as_superior {
            Ok(())
        } else {
            Err(Refusal::NotOnDuty)
        }
    }

    /// A command within a round names it, and is refused in every other.
    pub(crate) fn check_round(&self, request: &Request) -> Result<(), Refusal> {
        let now = self.round.as_ref().map(|round| round.number);
        let meant_for = match span(&request.command) {
            Span::Table => return Ok(()),
            // A display can fail between rounds; nobody bets before it is repaired.
            Span::Round if now.is_none() && calls_display(&request.command) => {
                Some(self.next_round())
            }
            Span::NextRound => Some(self.next_round()),
            Span::Round => now,
        };
        if meant_for.is_some() && request.round == meant_for {
            return Ok(());
        }
        Err(Refusal::OtherRound { now })
    }
}

/// Whether somebody says that the display has failed.
const fn calls_display(command: &Command) -> bool {
    matches!(
        command,
        Command::Staff(
            _,
            StaffCommand::Ruling(RulingCommand::CallIrregularity {
                what: Irregularity::DisplayFailed,
                ..
            })
        )
    )
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

const fn span(command: &Command) -> Span {
    match command {
        Command::Seat(_, SeatCommand::Bet(_)) | Command::Host(HostCommand::RecordRoll(_)) => {
            Span::Round
        }
        Command::Staff(_, StaffCommand::Round(command)) => match command {
            RoundCommand::OpenBetting => Span::NextRound,
            RoundCommand::CoverShaker => Span::Table,
            RoundCommand::ExtendBetting
            | RoundCommand::CallNoMoreBets
            | RoundCommand::SelectPlayer { .. }
            | RoundCommand::Shake { .. }
            | RoundCommand::Reveal
            | RoundCommand::EnterDice(_)
            | RoundCommand::ReenterDice
            | RoundCommand::ConfirmDice(_)
            | RoundCommand::Collect
            | RoundCommand::Pay
            | RoundCommand::Clear => Span::Round,
        },
        Command::Staff(_, StaffCommand::Players(PlayersCommand::RecordChips { .. })) => Span::Round,
        Command::Staff(_, StaffCommand::Ruling(command)) => match command {
            RulingCommand::CallIrregularity { .. } | RulingCommand::AttestPresence => Span::Round,
            RulingCommand::Propose(_) | RulingCommand::Approve(_) | RulingCommand::Withdraw(_) => {
                Span::Table
            }
        },
        Command::Seat(..) | Command::Staff(..) | Command::Floor(..) | Command::Host(_) => {
            Span::Table
        }
    }
}
