//! Every way to say no, as data: screens translate the code and fill in the fields.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

mod floor;
mod measure;
mod sentence;
mod table;

pub use measure::{Amount, Moment};

use crate::kind::{FloorRole, Phase};
use crate::view::cage::VoucherState;
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
    /// No seat of this floor has such a number.
    NoSuchSeat,
    /// The house lends no play money here.
    NoPlayMoney,

    // ── 1 The request ──
    /// The number belongs to another request.
    RequestReused,
    /// The number is older than any that is remembered.
    RequestTooOld,

    // ── 2 The asker ──
    /// Nobody sits at the terminal that asks.
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
    /// The player sat down at another terminal; two people must identify them first.
    SeatKept,

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
    /// Dice that were drawn were entered by nobody, and nobody enters others.
    DiceDrawn,
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
        credit: Amount,
        /// What it would take.
        needed: Amount,
    },
    /// The stakes are more than a seat may have on the layout.
    SeatLimit {
        /// The most.
        seat_max: Amount,
    },
    /// The house could lose more than it may.
    ExposureLimit {
        /// The most it may lose.
        exposure_max: Amount,
    },
    /// The player would lose more than they have set themselves.
    OwnLossLimit {
        /// The most.
        loss_max: Amount,
        /// What may still be staked.
        left: Amount,
    },
    /// The time is over that the player has set themselves.
    OwnTimeLimit {
        /// How long it was.
        time_max_ms: u64,
    },
    /// There is nothing to take back, repeat or double.
    NothingThere,
    /// The seat is taken.
    SeatTaken,
    /// The player sits elsewhere at this table.
    PlayerSeated,
    /// The terminal of the seat that is meant answers; nobody else is given the seat.
    TerminalAnswers,
    /// Players sit at the table, or are owed something there.
    TableOccupied {
        /// How many seats are taken.
        taken: u32,
        /// How many players are owed something.
        owed: u32,
    },
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
    /// Nobody sits at the seat that is meant.
    NobodyAt {
        /// The seat.
        seat: u16,
    },
    /// The shaker stands at the table already.
    ShakerPresent {
        /// The shaker.
        shaker: u32,
    },
    /// The shaker does not stand at the table.
    ShakerAbsent {
        /// The shaker.
        shaker: u32,
        /// Those that do.
        present: Vec<u32>,
    },
    /// The shaker is emptied and covered or signed.
    ShakerAside {
        /// The shaker.
        shaker: u32,
    },
    /// Dice are in a shaker; they are taken out first.
    DicePresent {
        /// The set.
        set: u32,
        /// The shaker.
        shaker: u32,
    },
    /// There are dice in no shaker.
    DiceAbsent {
        /// The shakers that could take some.
        shakers: Vec<u32>,
    },
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

    // ── The floor ──
    /// Only an enrolled terminal may ask this.
    OnlyTerminals,
    /// Only a member of staff may ask this.
    OnlyStaff,
    /// The session is over, or is somebody else's.
    SessionOver,
    /// The terminal is not enrolled.
    NotEnrolled,
    /// The terminal, or somebody who has copied its cookie, has used this ticket or a later one;
    /// the floor enrols the terminal anew.
    TicketSpent,
    /// The terminal names no line over which it asks, or one that another has replaced.
    NeedsLine,
    /// A terminal speaks for its own seat only.
    OtherSeat,
    /// A password that somebody else chose must be changed first.
    PasswordNotOwn,
    /// The person it is about has not chosen their own password yet, and works at no table.
    PasswordNotChosen,
    /// It takes one of these roles, or one that may act for it.
    RoleNeeded {
        /// The roles.
        needs: Vec<FloorRole>,
    },
    /// The password must have been given a moment ago.
    NotFresh {
        /// Within so many milliseconds.
        fresh_ms: u64,
    },
    /// The floor has so many administrators; they grant further roles among themselves.
    AdministratorsEnough {
        /// How many.
        enough: u64,
    },
    /// The floor would have no administrator left.
    LastAdministrator,
    /// The person is suspended.
    Suspended,
    /// The person is not suspended.
    NotSuspended,
    /// The person has no role.
    NoRole,
    /// Nobody decides on their own role or password.
    OwnCase,
    /// The seat has a terminal, which must be removed first.
    SeatHasTerminal {
        /// The terminal.
        terminal: u32,
    },
    /// The table is retired.
    TableRetired,
    /// Vouchers are held or prepared at the table; they must be finished first.
    VouchersUnfinished {
        /// How many.
        unfinished: u64,
    },
    /// The voucher is not where this step would find it.
    VoucherIs {
        /// Where it is instead.
        state: VoucherState,
    },
    /// The voucher is known with other particulars.
    VoucherDiffers,
    /// No voucher of this number was lost.
    PaperNotLost,
    /// The paper of this number was honoured before.
    PaperHonoured,
    /// Nobody works here under this number.
    NoSuchStaff {
        /// The number.
        staff: u32,
    },
    /// There is no such session.
    NoSuchSession,
    /// There is no such terminal.
    NoSuchTerminal {
        /// The terminal.
        terminal: u32,
    },
    /// There is no such table.
    NoSuchTable {
        /// The table.
        table: u32,
    },
    /// The voucher is not known: never given out, or long finished.
    NoSuchVoucher,
    /// The code was not offered, is used up, or its time is over.
    NoSuchCode,
    /// The log-in name is somebody's.
    NameTaken,
    /// The person has this role.
    HasRole,
    /// The table's number is taken.
    TableTaken,
    /// A token or code that is in use must not be used twice.
    DigestTaken,
    /// The table plays in another currency.
    OtherCurrency {
        /// The three letters of the table's.
        needs: String,
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
        expired: Moment,
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
        until: Moment,
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
        stake_min: Amount,
    },
    /// Above the maximum.
    AboveMaximum {
        /// The maximum.
        stake_max: Amount,
    },
    /// Not a multiple of this.
    NotAMultiple {
        /// The multiple.
        multiple: Amount,
    },
    /// The area is named twice in one command.
    NamedTwice,
    /// Nothing lies there.
    NoBet,
}
