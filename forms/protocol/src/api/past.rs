//! What the journal tells of the past: reports, inspections, dice.

use serde::{Deserialize, Serialize};
use taisai_table::{Adjustment, CaseDecision, CaseNote, CaseReview, RoundNumber};
use utoipa::ToSchema;

use crate::answer::AdjustmentShown;
use crate::ask::CaseRulingAsk;
use crate::declare::ToWire;
use crate::view::console::{CaseBrief, DiceShown, ShakerShown};
use crate::view::floor::SecurityEvent;
use crate::word::{Dice, ShakerKindWord};

/// What a table turned over in some time, and what chance would have it keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableReport {
    /// The table.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The three letters of its currency.
    pub currency: String,
    /// From this moment,
    pub from: u64,
    /// to before this one. A round belongs to the moment at which its betting opened.
    pub to: u64,
    /// Rounds that were paid.
    pub rounds: u64,
    /// Rounds that were made void in play.
    pub void_rounds: u64,
    /// Rounds that were paid of which no bet is known: rounds of a felt table in which nothing was
    /// recorded.
    pub unrecorded_rounds: u64,
    /// Stakes of the rounds that were paid. At a felt table it comes from what was recorded, and is
    /// not known, rather than nothing, as soon as a round has no record; so are the next figures.
    pub turnover: Option<u64>,
    /// What those rounds returned, stakes included, when they were paid.
    pub returned: Option<u64>,
    /// What the house kept of the turnover; below nothing where it lost.
    pub hold: Option<i64>,
    /// The same in percent of the turnover; none without turnover.
    pub hold_percent: Option<String>,
    /// What corrections and voids of settled rounds gave players in this time, whenever those
    /// rounds were played; below nothing where it was taken from them.
    pub corrected: i64,
    /// What the decisions of cases gave players in this time, on their own account; below nothing
    /// where it was taken from them.
    pub ruled: i64,
    /// Vouchers turned into credit.
    pub vouchers_in: u64,
    /// Credit turned into vouchers, and what was owed and paid.
    pub vouchers_out: u64,
    /// What chance would have the house keep of these very bets; unknown where none was recorded.
    pub expected: Option<ExpectedHold>,
    /// What the counts of a felt table come to; none at a table without chips.
    pub bank: Option<BankReport>,
}

/// What the counts of a felt table come to, by its days that lie wholly in the time. What is not
/// counted is not known, and never nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BankReport {
    /// How many days began and ended in this time.
    pub days: u64,
    /// Their drop; unknown where there is no day, or one waits for its drop.
    pub drop: Option<u64>,
    /// Their win: closing floats, drop and credits, less opening floats and fills.
    pub win: Option<i64>,
    /// The win in percent of the drop; none without a drop.
    pub hold_percent: Option<String>,
    /// Whether days of this time are so long finished that only the journal has them.
    pub forgotten: bool,
}

/// A case with its whole history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaseShown {
    /// The table.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The three letters of its currency.
    pub currency: String,
    /// What it is about, and how it stands.
    pub brief: CaseBrief,
    /// What was noted, in this order.
    pub notes: Vec<CaseNoteShown>,
    /// How it was decided, the last time last.
    pub decisions: Vec<CaseDecisionShown>,
    /// Why it was opened again after each decision but the last.
    pub reviews: Vec<CaseReviewShown>,
}

/// A note in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaseNoteShown {
    /// The words.
    pub note: String,
    /// Who wrote them.
    pub by: u32,
    /// When.
    pub at: u64,
}

/// A decision of a case, and where its money went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaseDecisionShown {
    /// What was decided.
    pub ruling: CaseRulingAsk,
    /// Why.
    pub reason: String,
    /// By whom; one person who may decide alone is named twice.
    pub by: [u32; 2],
    /// When.
    pub at: u64,
    /// What it meant for whom.
    pub moved: Vec<AdjustmentShown>,
}

/// A review that opened a decided case again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaseReviewShown {
    /// Who asked for it.
    pub authority: String,
    /// The number or the letter under which they asked.
    pub reference: String,
    /// Why.
    pub reason: String,
    /// Who opened the case again.
    pub by: u32,
    /// When.
    pub at: u64,
}

impl CaseDecisionShown {
    /// A decision, and what it moved.
    pub fn of(decision: &CaseDecision, moved: &[(RoundNumber, Adjustment)]) -> Self {
        let moved = moved.iter().map(|(round, change)| AdjustmentShown::of(*round, change));
        Self {
            ruling: CaseRulingAsk::to_wire(&decision.ruling),
            reason: decision.reason.to_string(),
            by: decision.by.map(|staff| staff.0),
            at: decision.at.millis(),
            moved: moved.collect(),
        }
    }
}

impl CaseNoteShown {
    /// A note.
    pub fn of(note: &CaseNote) -> Self {
        Self { note: note.note.to_string(), by: note.by.0, at: note.at.millis() }
    }
}

impl CaseReviewShown {
    /// A review.
    pub fn of(review: &CaseReview) -> Self {
        Self {
            authority: review.authority.to_string(),
            reference: review.reference.to_string(),
            reason: review.reason.to_string(),
            by: review.by.0,
            at: review.at.millis(),
        }
    }
}

/// What chance would have the house keep of some bets, with fair dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExpectedHold {
    /// On average, exactly, as a fraction of the smallest unit.
    pub hold: String,
    /// The same in percent of the turnover.
    pub hold_percent: String,
    /// The standard deviation, rounded up to the smallest unit.
    pub deviation: u64,
    /// The share of all shifts with these bets that lies within the band, in percent.
    pub band_percent: u8,
    /// The lower end of the band.
    pub band_low: i64,
    /// The upper end of the band.
    pub band_high: i64,
    /// How the band was found.
    pub band_by: BandBy,
    /// Whether what the house kept lies within the band.
    pub within: bool,
}

/// How a band was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BandBy {
    /// From the distribution of all results.
    Distribution,
    /// By Chebyshev's inequality, which holds for every distribution and gives a wider band.
    Chebyshev,
}

/// What was inspected or changed about a table's equipment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Inspection {
    /// The place of the record in the table's stream.
    pub sequence: u64,
    /// When.
    pub time: u64,
    /// Who; none where the machine found it.
    pub by: Option<u32>,
    /// What.
    pub what: Inspected,
}

/// What can be inspected or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Inspected {
    /// These dice were entered, and what had to be lit was.
    Display {
        /// The dice.
        dice: Dice,
    },
    /// These dice were entered, and the display lit something else.
    DisplayDenied {
        /// The dice.
        dice: Dice,
    },
    /// A display answers.
    DisplayConnected {
        /// Its number.
        display: u32,
    },
    /// A display answers no longer.
    DisplayLost {
        /// Its number.
        display: u32,
    },
    /// A shaker was operated.
    Shaker {
        /// Which.
        shaker: u32,
        /// How often.
        tosses: u8,
    },
    /// Every line of the checklist was ticked at once, before lines were attested one by one.
    Checklist {
        /// How many.
        lines: u8,
    },
    /// What these lines of the checklist say was seen.
    ChecklistLines {
        /// Their ids.
        lines: Vec<String>,
    },
    /// A shaker came to the table.
    ShakerInstalled {
        /// Which.
        shaker: u32,
        /// Its kind.
        shaker_kind: ShakerKindWord,
        /// Whether it is sealed or locked.
        sealed: bool,
    },
    /// A shaker left the table.
    ShakerRemoved {
        /// Which.
        shaker: u32,
    },
    /// A shaker was emptied and covered or signed.
    ShakerOutOfOrder {
        /// Which.
        shaker: u32,
    },
    /// Dice were locked into a shaker.
    DiceInstalled {
        /// The shaker.
        shaker: u32,
        /// The set.
        set: u32,
        /// The three dice.
        dice: [u32; 3],
    },
    /// Dice of the floor's register were locked into a shaker.
    LentDiceInstalled {
        /// The shaker.
        shaker: u32,
        /// The set.
        set: u32,
        /// The three dice.
        dice: [u32; 3],
        /// When each was first used, at whichever table.
        first_used: [u64; 3],
    },
    /// Dice were called broken or damaged, and are not used again.
    DiceDamaged {
        /// The dice.
        dice: Vec<u32>,
    },
    /// The floor told what its register says of what stands here.
    RegisterFollowed {
        /// Whether another table says it has something of it.
        disputed: bool,
    },
    /// Dice were taken out.
    DiceRemoved {
        /// The set.
        set: u32,
    },
    /// What had failed is repaired.
    Repaired,
    /// Play stopped until what failed is repaired and inspected.
    Suspended,
}

/// Some inspections, in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct InspectionsPage {
    /// The inspections.
    pub inspections: Vec<Inspection>,
    /// What `after` must be to get the next page; none on the last.
    pub next: Option<u64>,
}

/// Some security events, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SecurityPage {
    /// The events.
    pub events: Vec<SecurityEvent>,
    /// What `after` must be to get the next page; none on the last.
    pub next: Option<u64>,
}

/// A table's shakers and dice, and what the dice have shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DiceReport {
    /// The table.
    pub table: u32,
    /// From this moment,
    pub from: u64,
    /// to before this one.
    pub to: u64,
    /// The shakers at the table now.
    pub shakers: Vec<ShakerShown>,
    /// The dice in use now.
    pub in_use: Option<DiceShown>,
    /// Every set of which results were recorded in this time.
    pub sets: Vec<DiceSeen>,
}

/// What one set of dice has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DiceSeen {
    /// The set; none for random dice and for dice that were installed before this time.
    pub set: Option<u32>,
    /// The shaker they were in.
    pub shaker: Option<u32>,
    /// How many results.
    pub results: u64,
    /// The three dice, in the order of the results.
    pub dice: Vec<DieSeen>,
    /// The faces of all three together.
    pub together: FacesSeen,
}

/// What one die has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DieSeen {
    /// The die, where it is known.
    pub die: Option<u32>,
    /// Its faces.
    pub faces: FacesSeen,
}

/// How often each face came up, and how much that speaks against fair dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FacesSeen {
    /// How often one to six came up.
    pub counts: [u64; 6],
    /// The evidence against fair dice, rounded down: fair dice ever reach `n` with a chance of at
    /// most one in `n`, however often it is looked at.
    pub evidence: u64,
    /// What a floorperson is advised to do. It is advice: no settled round is changed by it.
    pub advice: Advice,
}

/// What a floorperson is advised to do about dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// Nothing speaks against them.
    None,
    /// The evidence is 20 or more: keep an eye on them.
    Watch,
    /// The evidence is 1,000 or more: take them out and have them measured.
    Inspect,
}

impl Advice {
    /// Evidence from which dice are watched.
    pub const WATCH: u64 = 20;
    /// Evidence from which dice are taken out.
    pub const INSPECT: u64 = 1_000;

    /// What this much evidence calls for.
    pub const fn of(evidence: u64) -> Self {
        match evidence {
            Self::INSPECT.. => Self::Inspect,
            Self::WATCH.. => Self::Watch,
            _little => Self::None,
        }
    }
}
