//! What people ask: the only messages that come in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::tell::Channel;
use crate::word::{ApprovalWord, AreaId, Dice, FamilyWord, IrregularityWord, ShakerKindWord};
use crate::{DiceSource, FloorRole, Run, TableKind};

/// A message from a screen. Its number makes it one request and not two: whoever asks counts
/// upwards, and the same number again gets the first answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The request's number.
    pub id: u64,
    /// The round it is meant for; asks outside rounds name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub round: Option<u64>,
    /// What is asked.
    pub ask: What,
}

/// What is asked, sorted by who may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    /// By a player: bets, and the shaker where players activate it.
    Bet(BetAsk),
    /// By a player: the seat and its money.
    Seat(SeatAsk),
    /// By staff: a table.
    Run(RunAsk),
    /// By staff: what would happen if it were asked. Nothing happens.
    Preview(RunAsk),
    /// A past round again: a player's own part of it, or all of it for staff.
    Recall {
        /// The table; a terminal need not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<u32>,
        /// The round.
        round: u64,
    },
    /// By staff of a felt table: what these bets are worth by the result that stands.
    Payouts {
        /// The table.
        table: u32,
        /// The bets on the cloth.
        bets: Vec<BetLine>,
    },
    /// Sends a channel's snapshot and then its updates.
    Watch(Channel),
    /// Stops them.
    Unwatch(Channel),
    /// Sends a channel's snapshot again: an update was missed.
    Resync(Channel),
    /// By staff: the floor.
    Floor(FloorAsk),
    /// By cashiers: the cage.
    Cage(CageAsk),
    /// The answer to a ping.
    Pong,
}

/// A stake on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BetLine {
    /// The area.
    pub area: AreaId,
    /// The stake, in the currency's smallest unit.
    pub stake: u64,
}

/// What a player does to the bets; each is done whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BetAsk {
    /// Adds stakes to areas.
    PlaceBets {
        /// What is added.
        bets: Vec<BetLine>,
    },
    /// Takes whole bets back.
    TakeDown {
        /// From these areas.
        areas: Vec<AreaId>,
    },
    /// Takes every bet back.
    ClearBets,
    /// Places the bets of the player's last round again.
    RepeatBets,
    /// Doubles every bet.
    DoubleBets,
    /// Takes the last change back.
    UndoBets,
    /// Activates the shaker, where the player was selected to.
    Shake {
        /// How many times.
        times: u8,
    },
}

/// What a player does with the seat and its money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatAsk {
    /// Takes the seat, with a voucher or with play money where the house lends it.
    Sit {
        /// The voucher's token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        voucher: Option<String>,
        /// Play money.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        demo: Option<u64>,
    },
    /// Turns a voucher into credit.
    BuyIn {
        /// Its token.
        voucher: String,
    },
    /// Turns credit into a voucher.
    CashOut {
        /// How much; all of it where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        amount: Option<u64>,
    },
    /// Leaves the seat; what credit there is becomes a voucher.
    Leave,
}

/// Something asked of one table by its staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// The table.
    pub table: u32,
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
}

/// What may be staked at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Limits")]
#[schema(as = Limits)]
pub struct LimitsAsk {
    /// For areas whose family has no limit of its own.
    pub usual: StakeLimit,
    /// For the areas of a family.
    pub families: Vec<FamilyLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
    /// The most the house may lose on the worst roll.
    pub exposure_max: u64,
}

/// What may be staked on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StakeLimit {
    /// The smallest stake.
    pub stake_min: u64,
    /// The largest stake.
    pub stake_max: u64,
    /// What stakes must be a multiple of.
    pub multiple: u32,
}

/// What may be staked on each area of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FamilyLimit {
    /// The family.
    pub family: FamilyWord,
    /// The limit.
    pub limit: StakeLimit,
}

/// How long things take at a table, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// Betting time of a round; without one only the dealer ends it.
    #[serde(default)]
    pub betting_ms: Option<u64>,
    /// How long every player has the chance to bet before no more bets may be called.
    pub betting_min_ms: u64,
    /// How long before the end the players are warned.
    pub warning_ms: u64,
    /// How much one extension gives.
    pub extension_ms: u64,
    /// How many extensions a round may have.
    pub extensions_max: u8,
    /// How long an automatic table shows a result.
    pub show_ms: u64,
    /// How long an automatic table pauses between rounds.
    pub pause_ms: u64,
}

/// A table to be set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSetup {
    /// Its number on the floor.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The id of its rule book.
    pub book: String,
    /// The three letters of its currency; the rule book's own where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub currency: Option<String>,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// What may be staked.
    pub limits: LimitsAsk,
    /// How long things take.
    pub times: Times,
}

/// What staff ask of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FloorAsk {
    /// Adds a person, who has no role yet and must choose another password first.
    AddStaff {
        /// The name to log in with.
        name: String,
        /// The first password.
        password: String,
    },
    /// Changes one's own password.
    SetPassword {
        /// The password until now.
        old: String,
        /// The password from now on.
        new: String,
    },
    /// Proposes a role for a person, in place of any they have.
    ProposeRole {
        /// The person.
        staff: u32,
        /// The role.
        role: FloorRole,
    },
    /// Proposes another password for a person who lost it.
    ProposePassword {
        /// The person.
        staff: u32,
        /// The password, which they must change.
        password: String,
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
    /// Takes a person's role away at once.
    RevokeRole {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Shuts a person out at once.
    SuspendStaff {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Lets a suspended person log in again, without a role.
    ReinstateStaff {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Lets a person work at a table, in the role they have.
    AssignStaff {
        /// The person.
        staff: u32,
        /// The table.
        table: u32,
    },
    /// Ends it.
    ReleaseStaff {
        /// The person.
        staff: u32,
        /// The table.
        table: u32,
    },
    /// Ends a session.
    EndSession {
        /// Which.
        session: u64,
    },
    /// Ends every session of a person.
    EndSessions {
        /// The person.
        staff: u32,
    },
    /// Lets one terminal enrol at a seat; the answer carries the code.
    OfferEnrolment {
        /// The table.
        table: u32,
        /// The seat.
        seat: u16,
    },
    /// Takes a terminal away.
    RemoveTerminal {
        /// Which.
        terminal: u32,
    },
    /// Adds a table.
    AddTable {
        /// How it is set up.
        setup: TableSetup,
    },
    /// Takes a table from the floor for good, with its terminals.
    RetireTable {
        /// Which.
        table: u32,
    },
}

/// What cashiers ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CageAsk {
    /// Sells a voucher; the answer carries its token, once.
    Sell {
        /// For how much.
        amount: u64,
        /// The three letters of the currency.
        currency: String,
    },
    /// Looks a voucher up by its token or its number.
    LookUp {
        /// The token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// The short number printed on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        number: Option<u64>,
    },
    /// Pays a voucher out.
    Redeem {
        /// Its token.
        token: String,
    },
    /// Hands a player who has left what a table still owes, as a voucher.
    PayOwed {
        /// The table that owes.
        table: u32,
        /// The player.
        player: u64,
    },
}
