//! The rules say no, and why.
//!
//! The order in which a command is examined, and so the order of precedence of refusals:
//! 1 is it a new request, 2 may this one ask it, 3 is it meant for this round, 4 does the table's
//! state allow it, 5 is what it asks itself allowed. The first no is the answer.

use std::fmt;

use taisai_rules::{Area, Clause, LineId, Role, Stake};

use crate::ids::{DiceSetId, DieId, PlayerId, RoundNumber, SeatNumber, ShakerId};
use crate::money::Money;
use crate::phase::Phase;
use crate::time::Time;

/// Why the table does not do what it was asked.
#[expect(missing_docs, reason = "the sentence of a refusal says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    // ── 1 The request ──
    /// The number belongs to another request.
    RequestReused,
    /// The number is older than any the table remembers.
    RequestTooOld,

    // ── 2 The asker ──
    /// Nobody sits at the terminal that asks.
    SeatEmpty,
    /// This person does not work here.
    NotStaff,
    /// Only a player at a seat may ask this.
    OnlySeats,
    /// It takes a higher role.
    RoleTooLow { needs: Role },
    /// It is done by the person who answers for the shaker; a superior takes it over first.
    NotOnDuty,
    /// The player sat down at another terminal; two people must identify them first.
    SeatKept,
    /// Terminals do not play at a felt table.
    FeltTable,

    // ── 3 The round ──
    /// The command is for another round.
    OtherRound { now: Option<RoundNumber> },

    // ── 4 The table ──
    /// Not in this phase.
    WrongPhase { phase: Phase },
    /// The book asks for something first.
    NotYet { needs: Need, clause: Clause },
    /// The table has random dice, or has not.
    OtherDice,
    /// Dice that were drawn were entered by nobody, and nobody enters others.
    DiceDrawn,
    /// Betting is closed.
    BettingClosed { clause: Clause },
    /// The round's time has been extended as often as it may.
    NoMoreExtensions,

    // ── 5 What is asked ──
    /// These bets cannot be taken; nothing was changed.
    Bets(Vec<BetProblem>),
    /// The stakes are more than the seat's credit.
    CreditTooSmall { credit: Money, needed: Money },
    /// The stakes are more than a seat may have on the layout.
    SeatLimit { seat_max: Money },
    /// The house could lose more than it may.
    ExposureLimit { exposure_max: Money },
    /// The player would lose more than they have set themselves; so much may still be staked.
    OwnLossLimit { loss_max: Money, left: Money },
    /// The time is over that the player has set themselves.
    OwnTimeLimit { time_max_ms: u64 },
    /// There is nothing to take back, repeat or double.
    NothingThere,
    /// Nobody sits at the seat that is meant.
    NobodyAt { seat: SeatNumber },
    /// The seat is taken.
    SeatTaken,
    /// The player sits elsewhere at this table.
    PlayerSeated,
    /// The terminal of the seat that is meant answers; nobody else is given the seat.
    TerminalAnswers,
    /// The player is kept from the game.
    PlayerExcluded { player: PlayerId },
    /// The player is not kept from the game.
    NotExcluded { player: PlayerId },
    /// A player was kept from the game at this seat; a floorperson releases it first.
    SeatBarred { seat: SeatNumber },
    /// The seat is open to everybody.
    SeatNotBarred { seat: SeatNumber },
    /// Who works here does not play here.
    StaffNeverPlay { clause: Clause },
    /// The seat still has credit or bets.
    SeatNotEmpty,
    /// The voucher has become credit, or credit has become the voucher, before.
    VoucherUsed,
    /// Another player has this colour.
    ColourTaken,
    /// A set is three different dice.
    SameDie,
    /// The checklist has so many lines, and each is attested by its id.
    LinesMissing { lines: usize },
    /// The checklist of the shaker in use has no such line.
    LineNotAsked { line: LineId },
    /// An amount of nothing, or above the ceiling.
    BadAmount,
    /// The rule book does not allow it.
    NotAllowed { clause: Clause },
    /// The shaker stands at the table already.
    ShakerPresent { shaker: ShakerId },
    /// The shaker does not stand at the table; these do.
    ShakerAbsent { shaker: ShakerId, present: Vec<ShakerId> },
    /// The shaker is emptied and covered or signed.
    ShakerAside { shaker: ShakerId },
    /// Dice are in a shaker; they are taken out first.
    DicePresent { set: DiceSetId, shaker: ShakerId },
    /// There are dice in no shaker; these could take some.
    DiceAbsent { shakers: Vec<ShakerId> },
    /// More of these than a table keeps.
    TooMany { max: usize },
    /// The dice confirmed are not the dice entered.
    OtherEntry,
    /// The round is not kept, or cannot be changed any more.
    NoSuchRound,
    /// Nobody proposed this.
    NoSuchProposal,
    /// Two different people, on two log-ins, must agree.
    SamePerson,
    /// What the proposal was about has changed since.
    ProposalStale,
    /// New limits must fit the rule book's odds.
    BadLimits { area: Area },
    /// No case of this table has that number.
    NoSuchCase,
    /// The case is decided; only a review opens it again.
    CaseDecided,
    /// The case is open: there is no decision to review.
    CaseStillOpen,
    /// More than a bet could bring at this table.
    RulingTooLarge { max: Money },
    /// The table is played with credit, not with chips that are paid by hand.
    NotInChips,
    /// The table is played with chips: nobody has credit, and people pay by hand.
    NotInCredit,
    /// The die was called broken or damaged, and is not used again.
    DieDamaged { die: DieId },
    /// Chips of a colour are out at these places, worth nothing anywhere else; they are taken back
    /// first.
    ColoursOut { seats: Vec<SeatNumber> },
    /// What was recorded of this player is void: the chips lie there no more.
    ChipsVoid { seat: SeatNumber },
    /// Markers at these seats let their players stake more, and the edition knows none; they are
    /// taken back first.
    MarkersOut { seats: Vec<SeatNumber> },
    /// The configuration does not name this edition and these times, or the table plays by another
    /// than it is to leave.
    EditionNotOffered,
    /// It is not another edition of the table's own rule book: that takes a new table.
    OtherBook,
}

/// What must be done before the table goes on.
#[expect(missing_docs, reason = "the sentence of a need says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A shaker at the table.
    Shaker,
    /// The shaker sealed or locked.
    Seal,
    /// Everything approved that must be.
    Approval,
    /// Dice in the shaker.
    Dice,
    /// Dice that have not expired.
    FreshDice { expired: Time },
    /// A dealer who answers for the shaker.
    DealerOnDuty,
    /// The display inspected.
    DisplayInspection,
    /// The shaker inspected.
    ShakerInspection,
    /// The checklist ticked.
    Checklist,
    /// The automated shaker gone, or emptied and signed.
    AutomatedShakerAside,
    /// More shakes.
    Shakes { min: u8 },
    /// No more bets called.
    NoMoreBets,
    /// Every loser collected.
    Collected,
    /// Every winner paid.
    Paid,
    /// A superior present.
    Presence,
    /// The failed equipment repaired.
    Repair,
    /// Notice to the players.
    Notice,
    /// A selected player.
    SelectedPlayer,
    /// Time for everybody to bet.
    BettingTime { until: Time },
    /// Dice that are neither broken nor damaged.
    SoundDice,
    /// The words "no more bets" read by everybody.
    WordsRead { until: Time },
    /// The approval of a table that its rule document does not know.
    OutsideApproval,
    /// A display of the table that answers: a floorperson enrols one, or brings it back.
    Display,
    /// A trial on the display that nobody has judged yet.
    DisplayTrial,
    /// Equipment that no other table says it has.
    UndisputedEquipment,
}

/// Why one bet of a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetProblem {
    /// Where it would lie.
    pub area: Area,
    /// What would lie there in all.
    pub stake: Option<Stake>,
    /// Why not.
    pub why: BetRefusal,
}

/// Why a bet is refused.
#[expect(missing_docs, reason = "the sentence of a refusal says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetRefusal {
    /// The table does not offer the area.
    NotOffered,
    /// Below the minimum.
    BelowMinimum { stake_min: Stake },
    /// Above the maximum.
    AboveMaximum { stake_max: Stake },
    /// Not a multiple of this.
    NotAMultiple { multiple: u32 },
    /// The area is named twice in one command.
    NamedTwice,
    /// Nothing lies there.
    NoBet,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shaker => write!(f, "a shaker at the table"),
            Self::Seal => write!(f, "the shaker sealed or locked"),
            Self::Approval => write!(f, "approved equipment"),
            Self::Dice => write!(f, "dice in the shaker"),
            Self::FreshDice { .. } => write!(f, "dice that have not expired"),
            Self::DealerOnDuty => write!(f, "a dealer who answers for the shaker"),
            Self::DisplayInspection => write!(f, "an inspection of the display"),
            Self::ShakerInspection => write!(f, "an inspection of the shaker"),
            Self::Checklist => write!(f, "the checklist ticked"),
            Self::AutomatedShakerAside => write!(f, "the automated shaker put aside"),
            Self::Shakes { min } => write!(f, "at least {min} shakes"),
            Self::NoMoreBets => write!(f, "no more bets called"),
            Self::Collected => write!(f, "every losing bet collected"),
            Self::Paid => write!(f, "every winning bet paid"),
            Self::Presence => write!(f, "a superior present"),
            Self::Repair => write!(f, "what failed repaired"),
            Self::Notice => write!(f, "notice to the players"),
            Self::SelectedPlayer => write!(f, "a selected player"),
            Self::BettingTime { .. } => write!(f, "time for everybody to bet"),
            Self::SoundDice => write!(f, "dice that are neither broken nor damaged"),
            Self::WordsRead { .. } => write!(f, "no more bets read by everybody"),
            Self::UndisputedEquipment => {
                write!(f, "equipment that no other table says it has")
            }
            Self::OutsideApproval => {
                write!(f, "the approval of a table its document does not know")
            }
            Self::Display => write!(f, "a display that answers"),
            Self::DisplayTrial => write!(f, "a trial on the display"),
        }
    }
}

impl fmt::Display for BetRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered => write!(f, "this table does not offer it"),
            Self::BelowMinimum { stake_min } => write!(f, "the minimum is {stake_min}"),
            Self::AboveMaximum { stake_max } => write!(f, "the maximum is {stake_max}"),
            Self::NotAMultiple { multiple } => write!(f, "stakes are multiples of {multiple}"),
            Self::NamedTwice => write!(f, "it is named twice"),
            Self::NoBet => write!(f, "nothing lies there"),
        }
    }
}
