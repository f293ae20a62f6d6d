//! Everything that can happen at a table.

use taisai_rules::{Approval, Area, Irregularity, Remedy, Role, Roll, ShakerKind, Stake};

use crate::command::{Act, Asker};
use crate::config::{Config, Limits};
use crate::ids::{
    DiceSetId, DieId, PlayerId, ProposalId, RequestId, RoundNumber, SeatNumber, SessionId,
    ShakerId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::pledge::Pledge;
use crate::text::Reason;
use crate::time::Time;

/// Everything that can happen at a table. What an event says is all that changes.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    // ── People ──
    /// The table was set up; always the first event.
    TableConfigured(Config),
    /// A member of staff works here now.
    StaffAssigned { staff: StaffId, role: Role },
    /// A member of staff works here no longer.
    StaffReleased { staff: StaffId },
    /// A dealer answers for the shaker.
    ShakerTaken { dealer: StaffId },
    /// A shift began.
    ShiftStarted { by: StaffId },

    // ── Equipment ──
    /// A shaker came to the table.
    ShakerInstalled {
        shaker: ShakerId,
        kind: ShakerKind,
        sealed: bool,
        approvals: Vec<Approval>,
        by: StaffId,
    },
    /// A shaker left the table.
    ShakerRemoved { shaker: ShakerId, by: StaffId },
    /// A shaker was emptied and covered or signed.
    ShakerOutOfOrder { shaker: ShakerId, by: StaffId },
    /// Dice were locked into a shaker.
    DiceInstalled {
        shaker: ShakerId,
        set: DiceSetId,
        dice: [DieId; 3],
        expire: Option<Time>,
        by: StaffId,
    },
    /// The dice were taken out.
    DiceRemoved { set: DiceSetId, by: StaffId },
    /// The display was seen to light what it should.
    DisplayInspected { entered: Roll, by: StaffId },
    /// The shaker was seen to toss as it should.
    ShakerInspected { shaker: ShakerId, tosses: u8, by: StaffId },
    /// Every line of the checklist was ticked.
    ChecklistTicked { lines: u8, by: StaffId },

    // ── The table's day ──
    /// The table opened.
    TableOpened { by: StaffId },
    /// The players were told that it will close.
    ClosingAnnounced { by: StaffId },
    /// The table closed.
    TableClosed { by: StaffId },
    /// The players were told of new limits, which hold from this round on.
    LimitsAnnounced { limits: Limits, from: RoundNumber, by: StaffId },

    // ── Seats and credit ──
    /// A player sat down.
    SeatTaken { seat: SeatNumber, player: PlayerId, staff: Option<StaffId> },
    /// A voucher became credit.
    BoughtIn { seat: SeatNumber, voucher: VoucherId, amount: Money },
    /// Credit became a voucher.
    CashedOut { seat: SeatNumber, voucher: VoucherId, amount: Money },
    /// The player left.
    SeatLeft { seat: SeatNumber },
    /// The terminal was lost; its registered bets stand.
    SeatLost { seat: SeatNumber },
    /// The terminal came back.
    SeatReturned { seat: SeatNumber },
    /// The seat belongs to whoever sat down at this terminal: no other one speaks for it.
    SeatBound { seat: SeatNumber, terminal: SessionId },
    /// Two people identified the player; the seat belongs to this terminal from now on.
    SeatHandedOver {
        seat: SeatNumber,
        player: PlayerId,
        terminal: SessionId,
        reason: Reason,
        by: [StaffId; 2],
    },
    /// A player was given a higher maximum.
    MarkerGranted { seat: SeatNumber, stake_max: Stake, by: StaffId },
    /// A player was given a colour.
    ColourAssigned { seat: SeatNumber, colour: u8, value: Stake, by: StaffId },
    /// A player set limits for themselves.
    OwnLimitsSet { seat: SeatNumber, pledge: Pledge },
    /// A player who had left was given what was owed.
    OwedPaid { player: PlayerId, voucher: VoucherId, amount: Money },
    /// A player was kept from the game.
    PlayerExcluded { player: PlayerId, reason: Reason, by: StaffId },

    // ── Bets ──
    /// A seat's bets changed; the stakes went from its credit to the layout, or back.
    BetsChanged {
        seat: SeatNumber,
        round: RoundNumber,
        how: BetMove,
        changes: Vec<BetChange>,
        /// The owner is told that a further bet below the minimum will be returned.
        advised: bool,
    },

    // ── The round ──
    /// Notice was given that bets may be placed.
    BettingOpened { round: RoundNumber, until: Option<Time> },
    /// Little time is left.
    BettingWarned { round: RoundNumber },
    /// There is more time.
    BettingExtended { round: RoundNumber, until: Time },
    /// No more bets.
    BettingClosed { round: RoundNumber },
    /// A player was chosen to activate the shaker.
    PlayerSelected { round: RoundNumber, seat: SeatNumber },
    /// The dice were shaken.
    DiceShaken { round: RoundNumber, times: u8, by: Asker },
    /// The dice can be seen.
    DiceRevealed { round: RoundNumber },
    /// The cover is on the shaker.
    ShakerCovered { by: StaffId },
    /// Dice were entered; they do not count yet.
    DiceEntered { round: RoundNumber, roll: Roll, by: StaffId },
    /// The entry was taken back.
    EntryTakenBack { round: RoundNumber },
    /// The result stands; the winning areas light up.
    ResultRecorded { round: RoundNumber, roll: Roll, by: Asker },
    /// Every losing bet was collected.
    LosersCollected { round: RoundNumber, collected: Vec<SeatAmount> },
    /// Every winning bet was paid: stake and win together.
    WinnersPaid { round: RoundNumber, paid: Vec<SeatAmount> },
    /// The lights are out and the round is over.
    RoundCleared { round: RoundNumber },

    // ── When something goes wrong ──
    /// An irregularity was called; the rule book's remedy follows.
    IrregularityCalled { what: Irregularity, remedy: Remedy, reason: Reason, by: StaffId },
    /// The dice will be shaken again; the bets stand.
    ReshakeOrdered { round: RoundNumber, by: [StaffId; 2] },
    /// A superior was present while the dealer settled by hand.
    PresenceAttested { round: RoundNumber, by: StaffId },
    /// Play stopped until what failed is repaired and inspected.
    TableSuspended,
    /// What failed is repaired.
    RepairAttested { by: StaffId },
    /// Two people must agree.
    Proposed {
        proposal: ProposalId,
        act: Act,
        basis: u64,
        superior: Role,
        by: StaffId,
        session: SessionId,
    },
    /// The second person agreed.
    Approved { proposal: ProposalId, by: StaffId },
    /// It was taken back or turned down.
    Withdrawn { proposal: ProposalId, by: StaffId },
    /// The round in play is void: its stakes went back.
    RoundVoided { round: RoundNumber, what: Irregularity, returned: Vec<SeatAmount> },
    /// One player's bets in the round in play are void.
    BetsVoided { round: RoundNumber, seat: SeatNumber, returned: Money, reason: Reason },
    /// A settled round is void: what it paid and collected was undone.
    PastRoundVoided { round: RoundNumber, what: Irregularity, adjustments: Vec<Adjustment> },
    /// A settled round was settled again by the true dice.
    PastRoundCorrected { round: RoundNumber, roll: Roll, adjustments: Vec<Adjustment> },
    /// The round in play awaits a decision.
    RulingAwaited { round: RoundNumber, what: Irregularity },
    /// The round in play goes on.
    RoundResumed { round: RoundNumber },
    /// The table was started again.
    Restarted,

    /// A request was answered; its number will not be taken for another.
    RequestAnswered { from: Asker, session: SessionId, id: RequestId, digest: u64 },
}

/// How a seat's bets were changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BetMove {
    /// Placed or added to.
    Placed,
    /// Taken down.
    TakenDown,
    /// All taken down.
    Cleared,
    /// Last round's placed again.
    Repeated,
    /// Doubled.
    Doubled,
    /// The last change taken back.
    Undone,
}

/// A bet before and after a change; nothing where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BetChange {
    /// Where it lies.
    pub area: Area,
    /// What lay there.
    pub from: Option<Stake>,
    /// What lies there now.
    pub to: Option<Stake>,
}

/// An amount that goes to or from a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatAmount {
    /// The seat.
    pub seat: SeatNumber,
    /// How much.
    pub amount: Money,
}

/// What the undoing of a settled round means for one player. It says where all of it goes:
/// `after − before = given + owed + recovered − taken − forgone − shortfall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// The seat at which the bets were placed.
    pub seat: SeatNumber,
    /// The player who placed them.
    pub player: PlayerId,
    /// The seat at which the player sits now, if they still play at this table.
    pub sits: Option<SeatNumber>,
    /// What the round returned to the player before.
    pub before: Money,
    /// What it returns now.
    pub after: Money,
    /// Given to the credit of the seat where the player sits now.
    pub given: Money,
    /// Owed to a player who has left; the cage pays it.
    pub owed: Money,
    /// Kept by the house for what it bears for this player: so much less is a shortfall.
    pub recovered: Money,
    /// Taken from the credit of the seat where the player sits now.
    pub taken: Money,
    /// Taken from what was owed to the player and not yet paid.
    pub forgone: Money,
    /// Paid out wrongly and gone; the house bears it.
    pub shortfall: Money,
}
