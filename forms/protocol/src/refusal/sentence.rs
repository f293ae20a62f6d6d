//! Every refusal as an English sentence, for logs, for developers and for screens without words
//! of their own.

use std::fmt;

use super::{BetProblem, BetRefusal, Need, Refusal};

impl fmt::Display for Refusal {
    #[expect(clippy::too_many_lines, reason = "one arm for each refusal, and nothing else")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { fault } => write!(f, "The message cannot be read: {fault}."),
            Self::BadField { field, expects } => write!(f, "{field} must be {expects}."),
            Self::TooFast { wait_ms } => write!(f, "Too fast: wait {wait_ms} ms."),
            Self::Busy => write!(f, "Too much is waiting; ask again in a moment."),
            Self::NotYours => write!(f, "This screen may not ask this."),
            Self::NoSuchSeat => write!(f, "There is no such seat here."),
            Self::NoPlayMoney => write!(f, "There is no play money here."),
            Self::RequestReused => write!(f, "The number belongs to another request."),
            Self::RequestTooOld => write!(f, "The request is too old."),
            Self::SeatEmpty => write!(f, "Nobody sits there."),
            Self::NotStaff => write!(f, "You do not work at this table."),
            Self::OnlySeats => write!(f, "Only a player at a seat may ask this."),
            Self::OnlyHost => write!(f, "Only the machine itself may ask this."),
            Self::RoleTooLow { needs } => write!(f, "It takes at least a {}.", needs.0),
            Self::NotOnDuty => write!(f, "Only who answers for the shaker may do this."),
            Self::SeatKept => {
                write!(f, "This seat is kept for its player. Two people of the floor give it back.")
            }
            Self::OtherRound { now: Some(now) } => write!(f, "Round {now} is in play."),
            Self::OtherRound { now: None } => write!(f, "No such round is in play."),
            Self::WrongPhase { phase } => {
                write!(f, "Not now: the table is {}.", taisai_table::Phase::from(*phase))
            }
            Self::NotYet { needs, clause } => write!(f, "Not yet: it takes {needs} ({clause})."),
            Self::FeltTable => write!(f, "Terminals do not play at a felt table."),
            Self::OtherDice => write!(f, "This is not how the dice of this table are read."),
            Self::DiceDrawn => {
                write!(f, "The dice of this table are drawn: a round stands or is made void.")
            }
            Self::BettingClosed { clause } => write!(f, "Betting is closed ({clause})."),
            Self::NoMoreExtensions => write!(f, "The time was extended as often as it may be."),
            Self::Bets { bets } => {
                write!(f, "The bets were not taken:")?;
                let mut between = " ";
                for bet in bets {
                    write!(f, "{between}{bet}")?;
                    between = "; ";
                }
                write!(f, ".")
            }
            Self::CreditTooSmall { credit, needed } => {
                write!(f, "It takes {needed}; the credit is {credit}.")
            }
            Self::SeatLimit { seat_max } => {
                write!(f, "A seat may have {seat_max} on the layout.")
            }
            Self::ExposureLimit { exposure_max } => {
                write!(f, "The house may lose at most {exposure_max} on one roll.")
            }
            Self::OwnLossLimit { loss_max, left } => {
                write!(f, "Your own limit is to lose {loss_max}; {left} may still be staked.")
            }
            Self::OwnTimeLimit { time_max_ms } => {
                write!(f, "Your own limit of {} minutes is over.", time_max_ms / 60_000)
            }
            Self::NothingThere => write!(f, "There is nothing to take back, repeat or double."),
            Self::SeatTaken => write!(f, "The seat is taken."),
            Self::PlayerSeated => write!(f, "The player sits elsewhere at this table."),
            Self::TerminalAnswers => {
                write!(f, "The player's own terminal answers: remove it first if it is broken.")
            }
            Self::TableOccupied { taken, owed } => {
                write!(f, "{taken} seats are taken there and {owed} players are owed money.")
            }
            Self::PlayerExcluded { .. } => write!(f, "The player is kept from the game."),
            Self::StaffNeverPlay { clause } => {
                write!(f, "Who works here does not play here ({clause}).")
            }
            Self::SeatNotEmpty => write!(f, "The seat still has credit or bets."),
            Self::VoucherUsed => write!(f, "The voucher has become credit before."),
            Self::ColourTaken => write!(f, "Another player has this colour."),
            Self::SameDie => write!(f, "A set is three different dice."),
            Self::LinesMissing { lines } => {
                write!(f, "Every one of the {lines} lines must be ticked.")
            }
            Self::BadAmount => write!(f, "That is no amount of money."),
            Self::NotAllowed { clause } => write!(f, "The rule book does not allow it ({clause})."),
            Self::NobodyAt { seat } => write!(f, "Nobody sits at seat {seat}."),
            Self::ShakerPresent { shaker } => write!(f, "Shaker {shaker} is at the table."),
            Self::ShakerAbsent { shaker, .. } => {
                write!(f, "Shaker {shaker} is not at the table.")
            }
            Self::ShakerAside { shaker } => write!(f, "Shaker {shaker} is out of order."),
            Self::DicePresent { set, shaker } => {
                write!(f, "Take set {set} out of shaker {shaker} first.")
            }
            Self::DiceAbsent { .. } => write!(f, "There are no dice in a shaker."),
            Self::TooMany { max } => write!(f, "There are {max} already, and no more are kept."),
            Self::WrongLights => write!(f, "The lights seen are not the winning areas."),
            Self::OtherEntry => write!(f, "Other dice were entered."),
            Self::NoSuchRound => write!(f, "The round is not kept, or cannot be changed any more."),
            Self::NoSuchProposal => write!(f, "Nobody proposed this."),
            Self::SamePerson => write!(f, "Two different people must agree."),
            Self::ProposalStale => write!(f, "What it was about has changed since."),
            Self::BadLimits { area } => {
                write!(f, "The limits do not fit what {} pays.", area.as_str())
            }
            Self::OnlyTerminals => write!(f, "Only a terminal may ask this."),
            Self::OnlyStaff => write!(f, "Only staff may ask this."),
            Self::SessionOver => write!(f, "The session is over; log in again."),
            Self::NotEnrolled => write!(f, "The terminal is not enrolled."),
            Self::OtherSeat => write!(f, "A terminal speaks for its own seat only."),
            Self::PasswordNotOwn => write!(f, "Choose a password of your own first."),
            Self::PasswordNotChosen => {
                write!(f, "This person must log in and choose a password of their own first.")
            }
            Self::RoleNeeded { needs } => {
                let words: Vec<&str> = needs.iter().map(|role| role.word()).collect();
                write!(f, "It takes the role of {}.", words.join(" or "))
            }
            Self::NotFresh { .. } => write!(f, "Give your password again first."),
            Self::AdministratorsEnough { enough } => {
                write!(f, "There are {enough} administrators; they grant further roles.")
            }
            Self::LastAdministrator => write!(f, "The last administrator stays."),
            Self::Suspended => write!(f, "The person is suspended."),
            Self::NotSuspended => write!(f, "The person is not suspended."),
            Self::NoRole => write!(f, "The person has no role."),
            Self::OwnCase => write!(f, "Nobody decides on their own role or password."),
            Self::TicketSpent => write!(
                f,
                "This ticket was used before; ask the floor to remove this terminal and to enrol \
                 it again."
            ),
            Self::NeedsLine => write!(
                f,
                "Open a line with POST /api/v1/seat/line, and send its name in the header \
                 Taisai-Line."
            ),
            Self::SeatHasTerminal { terminal } => write!(f, "Remove terminal {terminal} first."),
            Self::TableRetired => write!(f, "The table is retired."),
            Self::VouchersUnfinished { unfinished } => {
                write!(f, "{unfinished} vouchers are on their way from or to the table.")
            }
            Self::VoucherIs { state } => write!(f, "The voucher is {}.", state.word()),
            Self::VoucherDiffers => write!(f, "The voucher is known with other particulars."),
            Self::PaperNotLost => write!(f, "No voucher of this number was lost."),
            Self::PaperHonoured => write!(f, "Paper of this number was honoured before."),
            Self::NoSuchStaff { staff } => write!(f, "Nobody works here as number {staff}."),
            Self::NoSuchSession => write!(f, "There is no such session."),
            Self::NoSuchTerminal { terminal } => write!(f, "There is no terminal {terminal}."),
            Self::NoSuchTable { table } => write!(f, "There is no table {table}."),
            Self::NoSuchVoucher => write!(f, "There is no such voucher."),
            Self::NoSuchCode => write!(f, "The code is not good, or no longer."),
            Self::NameTaken => write!(f, "The name is somebody's."),
            Self::HasRole => write!(f, "The person has this role."),
            Self::TableTaken => write!(f, "The table's number is taken."),
            Self::DigestTaken => write!(f, "Draw another token: this one is in use."),
            Self::OtherCurrency { needs } => write!(f, "The table plays in {needs}."),
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Shakes { min } => return write!(f, "at least {min} shakes"),
            Self::Shaker => "a shaker at the table",
            Self::Seal => "the shaker sealed or locked",
            Self::Approval => "approved equipment",
            Self::Dice => "dice in the shaker",
            Self::FreshDice { .. } => "dice that have not expired",
            Self::DealerOnDuty => "a dealer who answers for the shaker",
            Self::DisplayInspection => "an inspection of the display",
            Self::ShakerInspection => "an inspection of the shaker",
            Self::Checklist => "the checklist ticked",
            Self::AutomatedShakerAside => "the automated shaker put aside",
            Self::NoMoreBets => "no more bets called",
            Self::Collected => "every losing bet collected",
            Self::Paid => "every winning bet paid",
            Self::Presence => "a superior present",
            Self::Repair => "what failed repaired",
            Self::Notice => "notice to the players",
            Self::SelectedPlayer => "a selected player",
            Self::BettingTime { .. } => "time for everybody to bet",
            Self::SoundDice => "dice that are neither broken nor damaged",
        };
        f.write_str(words)
    }
}

impl fmt::Display for BetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.area.as_str())?;
        match self.why {
            BetRefusal::NotOffered => write!(f, "this table does not offer it"),
            BetRefusal::BelowMinimum { stake_min } => write!(f, "the minimum is {stake_min}"),
            BetRefusal::AboveMaximum { stake_max } => write!(f, "the maximum is {stake_max}"),
            BetRefusal::NotAMultiple { multiple } => {
                write!(f, "stakes are multiples of {multiple}")
            }
            BetRefusal::NamedTwice => write!(f, "it is named twice"),
            BetRefusal::NoBet => write!(f, "nothing lies there"),
        }
    }
}
