//! Every way to say no, as data: screens translate the code and fill in the fields.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

mod sentence;
mod table;

use crate::kind::{FloorRole, Phase};
use crate::word::{AreaId, TableRoleWord};

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Refusal {
    // ── The message ──
    /// The message is not one of ours.
    Unreadable {
        /// What was wrong, and what would be right.
        fault: String,
    },
    /// Something in it is longer, larger or other than it may be.
    BadField {
        /// Which part of it.
        field: String,
        /// What would be right.
        expects: String,
    },
    /// More messages than one screen may send.
    TooFast {
        /// How long to wait, in milliseconds.
        wait_ms: u64,
    },
    /// So many are waiting that no more are taken in; ask again in a moment.
    Busy,
    /// This screen may not ask this.
    NotYours,
    /// The person's role may not ask this.
    NeedsRole {
        /// The role it takes.
        needs: FloorRole,
    },
    /// The password must be given again first.
    NeedsPassword,
    /// There is no such table on this floor.
    NoSuchTable,
    /// No seat of this floor has such a number.
    NoSuchSeat,
    /// No voucher has this token or number.
    NoSuchVoucher,
    /// The voucher is another currency's.
    OtherCurrency {
        /// The three letters of the currency it takes.
        needs: String,
    },
    /// The voucher is being turned into credit, or being issued.
    VoucherUnderWay,
    /// The voucher was paid out.
    VoucherRedeemed,
    /// The house lends no play money here.
    NoPlayMoney,

    // ── 1 The request ──
    /// The number belongs to another request.
    RequestReused,
    /// The number is older than any the table remembers.
    RequestTooOld,

    // ── 2 The asker ──
    /// Nobody sits there.
    SeatEmpty,
    /// This person does not work here.
    NotStaff,
    /// Only a player at a seat may ask this.
    OnlySeats,
    /// Only the machine itself may ask this.
    OnlyHost,
    /// It takes a higher role.
    RoleTooLow {
        /// The lowest role that may.
        needs: TableRoleWord,
    },
    /// It is done by the person who answers for the shaker.
    NotOnDuty,

    // ── 3 The round ──
    /// The command is for another round.
    OtherRound {
        /// The round in play.
        now: Option<u64>,
    },

    // ── 4 The table ──
    /// Not in this phase.
    WrongPhase {
        /// Where the table stands.
        phase: Phase,
    },
    /// The book asks for something first.
    NotYet {
        /// What for.
        needs: Need,
        /// The clause that says so.
        clause: String,
    },
    /// Terminals do not play at a felt table.
    FeltTable,
    /// The table has random dice, or has not.
    OtherDice,
    /// Betting is closed.
    BettingClosed {
        /// The clause that says so.
        clause: String,
    },
    /// The round's time has been extended as often as it may.
    NoMoreExtensions,

    // ── 5 What is asked ──
    /// These bets cannot be taken; nothing was changed.
    Bets {
        /// Each of them.
        bets: Vec<BetProblem>,
    },
    /// The stakes are more than the seat's credit.
    CreditTooSmall {
        /// What there is.
        credit: u64,
        /// What it would take.
        needed: u64,
    },
    /// The stakes are more than a seat may have on the layout.
    SeatLimit {
        /// The most.
        seat_max: u64,
    },
    /// The house could lose more than it may.
    ExposureLimit {
        /// The most it may lose.
        exposure_max: u64,
    },
    /// There is nothing to take back, repeat or double.
    NothingThere,
    /// The seat is taken.
    SeatTaken,
    /// The player sits elsewhere at this table.
    PlayerSeated,
    /// The player is kept from the game.
    PlayerExcluded {
        /// The player.
        player: u64,
    },
    /// Who works here does not play here.
    StaffNeverPlay {
        /// The clause that says so.
        clause: String,
    },
    /// The seat still has credit or bets.
    SeatNotEmpty,
    /// The voucher has become credit before.
    VoucherUsed,
    /// Another player has this colour.
    ColourTaken,
    /// A set is three different dice.
    SameDie,
    /// The checklist has so many lines, and every one is ticked.
    LinesMissing {
        /// How many.
        lines: u64,
    },
    /// An amount of nothing, or above the ceiling.
    BadAmount,
    /// The rule book does not allow it.
    NotAllowed {
        /// The clause that says so.
        clause: String,
    },
    /// It is there already, or not there at all.
    NoSuchThing,
    /// More of these than are kept.
    TooMany {
        /// The most.
        max: u64,
    },
    /// The lights seen are not the winning areas.
    WrongLights,
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
    BadLimits {
        /// Where they do not.
        area: AreaId,
    },
}

/// What must be done before the table goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "need", rename_all = "kebab-case")]
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
    FreshDice {
        /// When these did.
        expired: u64,
    },
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
    Shakes {
        /// At least so many.
        min: u8,
    },
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
    BettingTime {
        /// Until then.
        until: u64,
    },
    /// Dice that are neither broken nor damaged.
    SoundDice,
}

/// Why one bet was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BetProblem {
    /// Where it would lie.
    pub area: AreaId,
    /// What would lie there in all.
    pub stake: Option<u64>,
    /// Why not.
    pub why: BetRefusal,
}

/// Why a bet is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum BetRefusal {
    /// The table does not offer the area.
    NotOffered,
    /// Below the minimum.
    BelowMinimum {
        /// The minimum.
        stake_min: u64,
    },
    /// Above the maximum.
    AboveMaximum {
        /// The maximum.
        stake_max: u64,
    },
    /// Not a multiple of this.
    NotAMultiple {
        /// The multiple.
        multiple: u32,
    },
    /// The area is named twice in one command.
    NamedTwice,
    /// Nothing lies there.
    NoBet,
}
