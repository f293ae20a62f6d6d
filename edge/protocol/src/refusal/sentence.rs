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
            Self::NeedsRole { .. } => write!(f, "Your role may not ask this."),
            Self::NeedsPassword => write!(f, "Give your password again first."),
            Self::NoSuchTable => write!(f, "There is no such table here."),
            Self::NoSuchSeat => write!(f, "There is no such seat here."),
            Self::NoSuchVoucher => write!(f, "There is no such voucher."),
            Self::OtherCurrency { needs } => write!(f, "The voucher must be in {needs}."),
            Self::VoucherUnderWay => write!(f, "The voucher is on its way from or to a table."),
            Self::VoucherRedeemed => write!(f, "The voucher has been paid out."),
            Self::NoPlayMoney => write!(f, "There is no play money here."),
            Self::RequestReused => write!(f, "The number belongs to another request."),
            Self::RequestTooOld => write!(f, "The request is too old."),
            Self::SeatEmpty => write!(f, "Nobody sits there."),
            Self::NotStaff => write!(f, "You do not work at this table."),
            Self::OnlySeats => write!(f, "Only a player at a seat may ask this."),
            Self::OnlyHost => write!(f, "Only the machine itself may ask this."),
            Self::RoleTooLow { needs } => write!(f, "It takes at least a {}.", needs.0),
            Self::NotOnDuty => write!(f, "Only who answers for the shaker may do this."),
            Self::OtherRound { now: Some(now) } => write!(f, "Round {now} is in play."),
            Self::OtherRound { now: None } => write!(f, "No such round is in play."),
            Self::WrongPhase { phase } => {
                write!(f, "Not now: the table is {}.", taisai_table::Phase::from(*phase))
            }
            Self::NotYet { needs, clause } => write!(f, "Not yet: it takes {needs} ({clause})."),
            Self::FeltTable => write!(f, "Terminals do not play at a felt table."),
            Self::OtherDice => write!(f, "This is not how the dice of this table are read."),
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
            Self::NothingThere => write!(f, "There is nothing to take back, repeat or double."),
            Self::SeatTaken => write!(f, "The seat is taken."),
            Self::PlayerSeated => write!(f, "The player sits elsewhere at this table."),
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
            Self::NoSuchThing => write!(f, "It is there already, or not there at all."),
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
