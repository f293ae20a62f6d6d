//! What the staff of a table may see of it, besides what everybody sees.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::seat::ColourChips;
use super::sections;
use super::table::Totals;
use crate::ask::{ActAsk, LimitsAsk};
use crate::refusal::Refusal;
use crate::word::{ApprovalWord, Dice, IrregularityWord, ShakerKindWord, TableRoleWord};

sections! {
    /// One table for its staff.
    ConsoleView
    /// The sections of the staff's view that changed.
    ConsoleChanges {
        /// Every taken seat.
        seats: Vec<ConsoleSeat>,
        /// What the house can lose.
        exposure: ExposureShown,
        /// What lies on each area now; the public totals may lag behind.
        heat: Totals,
        /// Shakers, dice and inspections.
        equipment: EquipmentShown,
        /// Dice that are entered and not confirmed.
        entry: Entry,
        /// What waits for a second person.
        proposals: Vec<Waiting>,
        /// What can be done now.
        next: Next,
        /// Who works here.
        staff: Vec<StaffHere>,
        /// The limits as they were set.
        limits: LimitsAsk,
        /// The rounds that can still be corrected or made void, the oldest first.
        rounds: Vec<RoundKept>,
        /// What the table owes, and what it could not take back.
        owing: Owing,
    }
}

/// A taken seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ConsoleSeat {
    /// The seat.
    pub seat: u16,
    /// Who sits there.
    pub player: u64,
    /// What can still be staked.
    pub credit: u64,
    /// What lies on the layout.
    pub staked: u64,
    /// Whether the terminal answers.
    pub connected: bool,
    /// The player's own maximum.
    pub marker: Option<u64>,
    /// The player's own chips.
    pub colour: Option<ColourChips>,
}

/// What the house can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ExposureShown {
    /// What it loses on the worst roll; below nothing where it always wins.
    pub worst: i64,
    /// The worst roll.
    pub worst_dice: Dice,
    /// What it loses on average of all 216 rolls, times 216.
    pub sum: i64,
    /// The most it may lose.
    pub exposure_max: u64,
}

/// Shakers, dice and inspections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EquipmentShown {
    /// Every shaker at the table.
    pub shakers: Vec<ShakerShown>,
    /// The dice in use.
    pub dice: Option<DiceShown>,
    /// The dealer who answers for the shaker.
    pub on_duty: Option<u32>,
    /// Whether the cover is on the shaker.
    pub covered: bool,
    /// Whether the display has failed and is not repaired.
    pub display_failed: bool,
    /// The values entered and seen lit since the table last closed or failed.
    pub display_seen: Vec<Dice>,
    /// How many the rule book asks for.
    pub display_needed: u8,
    /// Tosses of an automated shaker the rule book asks for before opening.
    pub tosses_needed: u8,
    /// Tosses it asks for in every shift.
    pub tosses_each_shift: u8,
    /// Whether the checklist was ticked since the table last closed.
    pub checklist_ticked: bool,
    /// How many lines it has.
    pub checklist_lines: u32,
}

/// A shaker at the table.
#[expect(clippy::struct_excessive_bools, reason = "each is a duty of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShakerShown {
    /// Its number.
    pub shaker: u32,
    /// Its kind.
    pub kind: ShakerKindWord,
    /// Whether it is sealed or locked.
    pub sealed: bool,
    /// What is approved about it.
    pub approvals: Vec<ApprovalWord>,
    /// Whether it is emptied and covered or signed.
    pub out_of_order: bool,
    /// Tosses seen since the table last closed.
    pub inspected: bool,
    /// Tosses seen in this shift.
    pub inspected_this_shift: bool,
}

/// Dice in a shaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DiceShown {
    /// The shaker.
    pub shaker: u32,
    /// The set.
    pub set: u32,
    /// The three dice.
    pub dice: [u32; 3],
    /// When they must leave the shaker.
    pub expire: Option<u64>,
    /// Whether one of them was called broken or damaged.
    pub damaged: bool,
}

/// Dice that are entered and not confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Entry {
    /// The dice.
    pub dice: Option<Dice>,
}

/// A proposal that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Waiting {
    /// Its number.
    pub proposal: u32,
    /// What is proposed.
    pub act: ActAsk,
    /// Who proposed it.
    pub by: u32,
    /// The lowest role that may agree.
    pub superior: TableRoleWord,
}

/// What can be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Next {
    /// The one thing to do next, if it is for a person to do.
    pub step: Option<Step>,
    /// Every step that needs no further word, and why not where it cannot be done.
    pub steps: Vec<StepShown>,
}

/// A step, and whether it can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StepShown {
    /// The step; the word is that of the order.
    pub step: Step,
    /// Why it cannot be done now; nothing where it can.
    pub refused: Option<Refusal>,
}

/// An order to the table that needs no further word, or the entry of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Takes the shaker over.
    TakeShaker,
    /// A new shift begins.
    StartShift,
    /// Takes the dice out.
    RemoveDice,
    /// Opens the table.
    OpenTable,
    /// Tells the players that it will close.
    AnnounceClosing,
    /// Closes the table.
    CloseTable,
    /// Opens betting.
    OpenBetting,
    /// Gives more time.
    ExtendBetting,
    /// No more bets.
    CallNoMoreBets,
    /// Shakes the dice, as often as the rule book asks.
    Shake,
    /// Takes the cover off.
    Reveal,
    /// Puts the cover on.
    CoverShaker,
    /// Enters the dice.
    EnterDice,
    /// Takes the entry back.
    ReenterDice,
    /// Confirms the entry that is shown.
    ConfirmDice,
    /// Collects the losers.
    Collect,
    /// Pays the winners.
    Pay,
    /// Clears the lights.
    Clear,
    /// Attests to be present.
    AttestPresence,
    /// Attests the repair.
    AttestRepair,
}

/// Somebody who works at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StaffHere {
    /// The person.
    pub staff: u32,
    /// In which role.
    pub role: TableRoleWord,
    /// Whether they answer for the shaker.
    pub on_duty: bool,
}

/// A round that can still be corrected or made void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundKept {
    /// Its number.
    pub round: u64,
    /// Every result it has had, the one that counts last.
    pub results: Vec<Dice>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// How many seats had bets.
    pub seats: u32,
    /// All stakes together.
    pub staked: u64,
    /// What it returned, after all corrections.
    pub returned: u64,
}

/// What the table owes, and what it could not take back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Owing {
    /// To players who have left.
    pub owed: Vec<OwedTo>,
    /// Paid out wrongly and gone.
    pub shortfall: u64,
}

/// What is owed to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwedTo {
    /// The player.
    pub player: u64,
    /// How much.
    pub amount: u64,
}
