//! Answers to what was asked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::BetLine;
use crate::refusal::Refusal;
use crate::view::cage::VoucherShown;
use crate::view::place::{HandOver, PastPlace};
use crate::view::seat::{OutcomeLine, SeatChanges};
use crate::word::{AreaId, Dice, IrregularityWord, RemedyWord};

/// The answer to an ask, by its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// It is done, and written down so that nothing can undo it.
    Done {
        /// The ask's number.
        id: u64,
        /// The seat's update that came of it, in the same message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<SeatUpdate>,
    },
    /// The rules say no; nothing was changed.
    Refused {
        /// The ask's number; 0 where the message could not be read that far.
        id: u64,
        /// Why, as data.
        why: Refusal,
        /// Why, as an English sentence.
        sentence: String,
    },
    /// What would happen to the money. Nothing has happened.
    Preview {
        /// The ask's number.
        id: u64,
        /// What would happen.
        preview: Preview,
    },
    /// A past round: a player's own part of it.
    Recalled {
        /// The ask's number.
        id: u64,
        /// The round.
        round: RecalledSlip,
    },
    /// A past round with everything in it, for staff.
    RecalledAll {
        /// The ask's number.
        id: u64,
        /// The round.
        round: RecalledRound,
    },
    /// What bets on cloth are worth by the result that stands.
    Payouts {
        /// The ask's number.
        id: u64,
        /// Every bet, by the stake that counts.
        lines: Vec<OutcomeLine>,
        /// All together.
        returned: u64,
        /// What lies above the maximum, and goes back.
        excess: Vec<BetLine>,
        /// What is paid on top of the stakes that won.
        win: u64,
        /// The chips that make the win.
        hand_over: HandOver,
    },
    /// A voucher was made; its token is told this once.
    Voucher {
        /// The ask's number.
        id: u64,
        /// The voucher.
        voucher: VoucherTold,
        /// The seat's update that came of it, in the same message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<SeatUpdate>,
    },
    /// A voucher that was looked up or paid out.
    Found {
        /// The ask's number.
        id: u64,
        /// The voucher.
        voucher: VoucherShown,
    },
    /// An enrolment on offer; its code is told this once.
    Enrolment {
        /// The ask's number.
        id: u64,
        /// The code to type in at the terminal.
        code: String,
        /// The table.
        table: u32,
        /// The seat.
        seat: u16,
        /// Until when.
        until: u64,
    },
    /// A display may enrol; its code is told this once.
    DisplayCode {
        /// The ask's number.
        id: u64,
        /// The code to type in at the display.
        code: String,
        /// The table.
        table: u32,
        /// Until when.
        until: u64,
    },
    /// A person was added; their invitation is told this once.
    StaffAdded {
        /// The ask's number.
        id: u64,
        /// The person.
        staff: u32,
        /// The code with which they choose their password, once.
        invitation: String,
        /// Until when it is good; 0 where it was used or taken back.
        until: u64,
    },
    /// An invitation was proposed; it is told this once, and good for a day once somebody agrees.
    InvitationProposed {
        /// The ask's number.
        id: u64,
        /// The person.
        staff: u32,
        /// The code with which they choose another password, once.
        invitation: String,
    },
}

/// A seat's update inside an answer; it counts as the seat channel's next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatUpdate {
    /// The number.
    pub number: u64,
    /// The sections that changed.
    pub changed: SeatChanges,
}

/// A voucher with its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VoucherTold {
    /// The token; whoever has it has the money.
    pub token: String,
    /// The short number by which people look it up.
    pub number: u64,
    /// What it is worth.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
    /// The house that pays it.
    pub house: String,
    /// When this was told; a voucher that is told again has a later time and head.
    pub time: u64,
    /// Until when it is good, where that has an end.
    pub good_until: Option<u64>,
    /// The floor's head in the journal by then, printed on it: what was changed before shows.
    pub head: String,
}

/// What would happen to the money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Preview {
    /// Whether a second person must agree first.
    pub second_person: bool,
    /// The rule book's remedy, where an irregularity is called.
    pub remedy: Option<RemedyWord>,
    /// The areas that would be lit, where a result is confirmed.
    pub lit: Vec<AreaId>,
    /// What would move on the books.
    pub postings: Vec<PostingShown>,
    /// What it would mean for each player of a settled round.
    pub adjustments: Vec<AdjustmentShown>,
    /// What it would change for each place of a settled round at a felt table, where people hand
    /// over what differs.
    pub places: Vec<PlaceChanged>,
}

/// What the house gives to one player for the recorded chips of a settled round; below nothing is
/// what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlaceChanged {
    /// The round.
    pub round: u64,
    /// The place.
    pub seat: u16,
    /// The player.
    pub player: u64,
    /// As the round stands.
    pub before: i64,
    /// As it would stand.
    pub after: i64,
}

/// One side of an entry in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PostingShown {
    /// The account.
    pub account: AccountShown,
    /// What it gains, or loses where it is below nothing.
    pub amount: i64,
}

/// A place where a table's money can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "account", rename_all = "kebab-case")]
pub enum AccountShown {
    /// What the house has won or lost at this table up to its last closing.
    HouseBank,
    /// What the table has won or lost since.
    TableFloat,
    /// What a player at a seat can still stake.
    SeatCredit {
        /// The seat.
        seat: u16,
        /// The player.
        player: u64,
    },
    /// The open stakes of a round.
    Layout {
        /// The round.
        round: u64,
    },
    /// Vouchers given out here, less vouchers taken in here.
    VouchersOutstanding,
    /// What is owed to a player who has left.
    Owed {
        /// The player.
        player: u64,
    },
    /// What was paid out wrongly and is gone.
    Shortfall,
    /// What the decisions of cases took from players, less what they paid.
    Rulings,
}

/// What the undoing of a settled round means for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AdjustmentShown {
    /// The round.
    pub round: u64,
    /// The seat at which the bets were placed.
    pub seat: u16,
    /// The player who placed them.
    pub player: u64,
    /// Where the player sits now.
    pub sits: Option<u16>,
    /// What the round returned before.
    pub before: u64,
    /// What it returns now.
    pub after: u64,
    /// Given to the player's credit.
    pub given: u64,
    /// Owed to a player who has left.
    pub owed: u64,
    /// Set against what the house bears for this player.
    pub recovered: u64,
    /// Taken from the player's credit.
    pub taken: u64,
    /// Taken from what was owed and not yet paid.
    pub forgone: u64,
    /// Gone; the house bears it.
    pub shortfall: u64,
}

/// A past round as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecalledSlip {
    /// The round.
    pub round: u64,
    /// Every result it has had; all but the last were corrected.
    pub results: Vec<Dice>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// The player's own bets.
    pub lines: Vec<OutcomeLine>,
    /// The player's own stakes.
    pub staked: u64,
    /// What came back, stakes included, after all corrections.
    pub returned: u64,
}

/// A past round with everything in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecalledRound {
    /// The round.
    pub round: u64,
    /// Every result it has had; all but the last were corrected.
    pub results: Vec<Dice>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// Every seat that had bets.
    pub slips: Vec<SeatSlip>,
    /// Whether two people can put other dice in the place of its own: not before it is over, and
    /// not where they were drawn.
    pub correctable: bool,
    /// What was recorded of chips at a felt table, and what is to be put right by hand: the books
    /// know nothing of it.
    pub places: Vec<PastPlace>,
}

/// What one seat had in a past round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatSlip {
    /// The seat.
    pub seat: u16,
    /// The player; unknown where all bets were made void before the result.
    pub player: Option<u64>,
    /// The bets.
    pub lines: Vec<OutcomeLine>,
    /// All stakes together.
    pub staked: u64,
    /// What came back, stakes included, after all corrections.
    pub returned: u64,
    /// What went back because the bets were made void.
    pub voided_bets: u64,
    /// Whether the bets above were made void after the round was settled.
    pub is_void: bool,
}
