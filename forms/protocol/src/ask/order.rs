//! Everything staff can ask of a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::setup::LimitsAsk;
use crate::kind::Phase;
use crate::word::{ApprovalWord, AreaId, Dice, IrregularityWord, ShakerKindWord};

/// Something asked of one table by its staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// The table.
    pub table: u32,
    /// Where the table stood when it was asked; nothing is done where it has moved on since, so
    /// that a button pressed by two people, or pressed late, does what it said and that once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phase: Option<Phase>,
    /// What is asked of it.
    pub order: Order,
}

/// Everything staff can ask of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(rename = "TableOrder")]
#[schema(as = TableOrder)]
pub enum Order {
    /// The dealer who asks takes the shaker over and answers for it.
    TakeShaker,
    /// A new shift begins.
    StartShift,
    /// Brings a shaker to the table.
    InstallShaker {
        /// Its number.
        shaker: u32,
        /// Its kind.
        kind: ShakerKindWord,
        /// Whether it is sealed or locked.
        sealed: bool,
        /// What is approved about it.
        approvals: Vec<ApprovalWord>,
    },
    /// Takes a shaker away, with its dice.
    RemoveShaker {
        /// Its number.
        shaker: u32,
    },
    /// Takes the dice out of an automated shaker and covers or signs it.
    SetOutOfOrder {
        /// Its number.
        shaker: u32,
    },
    /// Locks three identified dice into a shaker.
    InstallDice {
        /// The shaker.
        shaker: u32,
        /// The set.
        set: u32,
        /// The three dice.
        dice: [u32; 3],
    },
    /// Takes the dice out.
    RemoveDice,
    /// Attests that these dice were entered and exactly these areas were seen lit.
    InspectDisplay {
        /// The dice entered.
        entered: Dice,
        /// The areas seen lit.
        seen_lit: Vec<AreaId>,
    },
    /// Attests that the shaker in use was operated so often, and tossed the dice properly.
    InspectShaker {
        /// How often.
        tosses: u8,
    },
    /// Attests every line of the checklist.
    TickChecklist {
        /// How many lines.
        lines: u8,
    },
    /// Opens the table for play.
    OpenTable,
    /// Tells the players that the table will close after this round.
    AnnounceClosing,
    /// Closes the table.
    CloseTable,
    /// Tells the players of new limits, which hold from the next round on.
    AnnounceLimits {
        /// The limits.
        limits: LimitsAsk,
    },
    /// Lets one player stake more on an area than others, shown by a marker.
    GrantMarker {
        /// The seat.
        seat: u16,
        /// The most on one area.
        stake_max: u64,
    },
    /// Gives a player chips of a colour of their own, with their value.
    AssignColour {
        /// The seat.
        seat: u16,
        /// The colour's number.
        colour: u8,
        /// What one chip is worth.
        value: u64,
    },
    /// Keeps a player from the game.
    Exclude {
        /// The player.
        player: u64,
        /// Why.
        reason: String,
    },
    /// Gives notice that bets may be placed.
    OpenBetting,
    /// Gives more time to bet.
    ExtendBetting,
    /// Announces no more bets.
    CallNoMoreBets,
    /// Chooses the player who will activate the shaker.
    SelectPlayer {
        /// The seat.
        seat: u16,
    },
    /// Shakes or tumbles the dice.
    Shake {
        /// How many times.
        times: u8,
    },
    /// Takes the cover off, or sees the dice come to rest.
    Reveal,
    /// Puts the cover back on the shaker.
    CoverShaker,
    /// Enters what the dice show; it does not count yet.
    EnterDice {
        /// The dice.
        dice: Dice,
    },
    /// Takes the entry back.
    ReenterDice,
    /// Confirms the entry.
    ConfirmDice {
        /// The dice as they were shown.
        dice: Dice,
    },
    /// Collects every losing bet.
    Collect,
    /// Pays every winning bet.
    Pay,
    /// Clears the lights and ends the round.
    Clear,
    /// Calls an irregularity of the round in play; the rule book says what follows.
    CallIrregularity {
        /// What went wrong.
        what: IrregularityWord,
        /// In whose words.
        reason: String,
    },
    /// A superior attests to be present while the dealer settles by hand.
    AttestPresence,
    /// Attests that what failed is repaired.
    AttestRepair,
    /// Proposes what two people must agree on.
    Propose {
        /// What is proposed.
        act: ActAsk,
    },
    /// Agrees to a proposal.
    Approve {
        /// Which.
        proposal: u32,
    },
    /// Takes a proposal back, or turns it down.
    Withdraw {
        /// Which.
        proposal: u32,
    },
}

/// What takes two people at a table; as it is asked, and as it is shown while it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(rename = "Act")]
#[schema(as = Act)]
pub enum ActAsk {
    /// Makes rounds void: every stake goes back, and what was paid is taken back.
    VoidRounds {
        /// Which.
        rounds: Vec<u64>,
        /// What went wrong.
        what: IrregularityWord,
        /// In whose words.
        reason: String,
    },
    /// Settles a round again by what the dice really showed.
    CorrectRound {
        /// Which.
        round: u64,
        /// What the dice showed.
        dice: Dice,
        /// In whose words.
        reason: String,
    },
    /// Makes one player's bets of the round in play void.
    VoidBets {
        /// The seat.
        seat: u16,
        /// In whose words.
        reason: String,
    },
    /// Says what the dice showed when the machine stopped.
    StateDice {
        /// What the dice showed.
        dice: Dice,
    },
    /// Lets the bets stand and the dice be shaken again.
    Reshake {
        /// What went wrong.
        what: IrregularityWord,
        /// In whose words.
        reason: String,
    },
    /// Decides that the round goes on as it is.
    GoOn {
        /// What went wrong.
        what: IrregularityWord,
        /// In whose words.
        reason: String,
    },
    /// Gives a player whose terminal was taken away their seat back at another terminal, which
    /// stands at that seat now: two people have identified them.
    HandOverSeat {
        /// The seat.
        seat: u16,
        /// The player.
        player: u64,
        /// The terminal.
        terminal: u32,
        /// How the player was identified.
        reason: String,
    },
}
