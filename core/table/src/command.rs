//! Everything that can be asked of a table.

use taisai_rules::{Approval, Area, AreaSet, Bet, Irregularity, Role, Roll, ShakerKind, Stake};

use crate::config::Limits;
use crate::ids::{
    DiceSetId, DieId, PlayerId, ProposalId, RequestId, RoundNumber, SeatNumber, SessionId,
    ShakerId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::pledge::OwnLimits;
use crate::text::Reason;

/// A command, who asks it, and what makes it one request and not two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Who asks.
    pub from: Asker,
    /// The log-in it came through.
    pub session: SessionId,
    /// Its number; whoever asks counts upwards. The same number again gets the first answer.
    pub id: RequestId,
    /// The round it is meant for; refused in any other. Commands outside rounds name none.
    pub round: Option<RoundNumber>,
    /// What is asked.
    pub command: Command,
}

/// Who asks something of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asker {
    /// A player's terminal.
    Seat(SeatNumber),
    /// A member of staff.
    Staff(StaffId),
    /// The machine around the table: clock, random dice, cage and floor.
    Host,
    /// A member of staff for whom the floor answers: it has checked their right, and they need not
    /// work at this table.
    Floor(StaffId),
}

/// Everything that can be asked of a table.
#[expect(missing_docs, reason = "the sentence of a command says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    // ── People ──
    /// Lets a member of staff work here, in a role the floor has granted.
    AssignStaff { staff: StaffId, role: Role },
    /// Ends it at once.
    ReleaseStaff { staff: StaffId },
    /// The dealer who asks takes the shaker over and answers for it.
    TakeShaker,
    /// A new shift begins.
    StartShift,

    // ── Equipment ──
    /// Brings a shaker to the table.
    InstallShaker { shaker: ShakerId, kind: ShakerKind, sealed: bool, approvals: Vec<Approval> },
    /// Takes a shaker away, with its dice.
    RemoveShaker { shaker: ShakerId },
    /// Takes the dice out of an automated shaker and covers or signs it.
    SetOutOfOrder { shaker: ShakerId },
    /// Locks three identified dice into a shaker.
    InstallDice { shaker: ShakerId, set: DiceSetId, dice: [DieId; 3] },
    /// Takes the dice out.
    RemoveDice,
    /// Attests that these dice were entered and exactly these areas were seen lit.
    InspectDisplay { entered: Roll, seen_lit: AreaSet },
    /// Attests that the shaker in use was operated so often, and tossed the dice properly.
    InspectShaker { tosses: u8 },
    /// Attests every line of the checklist.
    TickChecklist { lines: u8 },

    // ── The table's day ──
    /// Opens the table for play.
    OpenTable,
    /// Tells the players that the table will close after this round.
    AnnounceClosing,
    /// Closes the table.
    CloseTable,
    /// Tells the players of new limits, which hold from the next round on.
    AnnounceLimits(Limits),

    // ── Seats and credit ──
    /// Takes the seat; a player who is on the staff of the house says so.
    Sit { player: PlayerId, staff: Option<StaffId> },
    /// Takes the seat and turns a voucher into credit there: both or neither.
    SitAndBuyIn { player: PlayerId, staff: Option<StaffId>, voucher: VoucherId, amount: Money },
    /// Turns a voucher into credit.
    BuyIn { voucher: VoucherId, amount: Money },
    /// Turns credit into a voucher.
    CashOut { voucher: VoucherId, amount: Money },
    /// Leaves the seat; no credit and no bet may be left on it.
    Leave,
    /// Turns all of the credit into a voucher and leaves the seat: both or neither.
    CashOutAndLeave { voucher: VoucherId, amount: Money },
    /// The terminal no longer answers.
    LoseSeat { seat: SeatNumber },
    /// The terminal answers again.
    ReturnSeat { seat: SeatNumber },
    /// The player of a seat sat down at this terminal, before seats knew theirs.
    BindSeat { seat: SeatNumber, terminal: SessionId },
    /// Lets one player stake more on an area than others, shown by a marker.
    GrantMarker { seat: SeatNumber, stake_max: Stake },
    /// Sets the player's own limits; a looser one holds after a day.
    SetOwnLimits(OwnLimits),
    /// Gives a player chips of a colour of their own, with their value.
    AssignColour { seat: SeatNumber, colour: u8, value: Stake },
    /// Hands a player who has left what is still owed to them, as a voucher. The voucher was made
    /// out before; if the amount is another by now, nothing is paid.
    PayOwed { player: PlayerId, voucher: VoucherId, amount: Money },
    /// Keeps a player from the game.
    Exclude { player: PlayerId, reason: Reason },

    // ── Bets: each all or nothing ──
    /// Adds stakes to areas.
    PlaceBets(Vec<Bet>),
    /// Takes whole bets back.
    TakeDown(Vec<Area>),
    /// Takes every bet back.
    ClearBets,
    /// Places the bets of the player's last round again.
    RepeatBets,
    /// Doubles every bet.
    DoubleBets,
    /// Takes the last change back.
    UndoBets,

    // ── The round ──
    /// Gives notice that bets may be placed.
    OpenBetting,
    /// Gives more time to bet.
    ExtendBetting,
    /// Announces no more bets.
    CallNoMoreBets,
    /// Chooses the player who will activate the shaker.
    SelectPlayer { seat: SeatNumber },
    /// Shakes or tumbles the dice so many times; a player-activated shaker by its player.
    Shake { times: u8 },
    /// Takes the cover off, or sees the dice come to rest.
    Reveal,
    /// Puts the cover back on the shaker.
    CoverShaker,
    /// Enters what the dice show; it does not count yet.
    EnterDice(Roll),
    /// Takes the entry back.
    ReenterDice,
    /// Confirms the entry.
    ConfirmDice(Roll),
    /// Records a roll drawn by the random dice.
    RecordRoll(Roll),
    /// Collects every losing bet.
    Collect,
    /// Pays every winning bet.
    Pay,
    /// Clears the lights and ends the round.
    Clear,

    // ── When something goes wrong ──
    /// Calls an irregularity of the round in play; the rule book says what follows.
    CallIrregularity { what: Irregularity, reason: Reason },
    /// A superior attests to be present while the dealer settles by hand.
    AttestPresence,
    /// Attests that what failed is repaired.
    AttestRepair,
    /// Proposes what two people must agree on.
    Propose(Act),
    /// Agrees to a proposal.
    Approve(ProposalId),
    /// Takes a proposal back, or turns it down.
    Withdraw(ProposalId),

    // ── The world ──
    /// Time has passed.
    Tick,
    /// The table was started again from its journal.
    Restart,
}

/// What takes two people.
#[expect(missing_docs, reason = "the sentence of an act says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Makes rounds void: every stake goes back, and what was paid is taken back.
    VoidRounds { rounds: Vec<RoundNumber>, what: Irregularity, reason: Reason },
    /// Settles a round again by what the dice really showed.
    CorrectRound { round: RoundNumber, roll: Roll, reason: Reason },
    /// Makes one player's bets of the round in play void.
    VoidBets { seat: SeatNumber, reason: Reason },
    /// Says what the dice showed when the machine stopped.
    StateDice { roll: Roll },
    /// Lets the bets stand and the dice be shaken again.
    Reshake { what: Irregularity, reason: Reason },
    /// Decides that the round goes on as it is.
    GoOn { what: Irregularity, reason: Reason },
    /// Gives a player whose terminal is gone their seat back at another one: two people have
    /// identified them.
    HandOverSeat { seat: SeatNumber, player: PlayerId, terminal: SessionId, reason: Reason },
}
