//! A rule book as the screens need it; they know no rule but what stands here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

mod build;

use crate::word::{
    AboveMaximumWord, ApprovalWord, AreaId, BeforeManualWord, BelowMinimumWord, CoverWord,
    DoubleOnTripleWord, FamilyWord, IrregularityWord, LineScopeWord, OddsStyleWord, OrderWord,
    RemedyWord, ShakerKindWord, TableRoleWord,
};

/// A rule book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Book {
    /// The id.
    pub id: String,
    /// The name people use.
    pub title: String,
    /// The rule document.
    pub document: String,
    /// How the document is cited.
    pub cite: String,
    /// The embedded book it extends, if it is a house's own.
    pub extends: Option<String>,
    /// The fingerprint of everything it says, in hexadecimal.
    pub fingerprint: String,
    /// The name shown on the layout.
    pub house: String,
    /// The three letters of its usual currency.
    pub currency: String,
    /// How its layout words odds.
    pub odds_style: OddsStyleWord,
    /// What odds mean, said with an example.
    pub odds_mean: Said,
    /// Whether a double still wins on a triple.
    pub double_on_triple: DoubleOnTripleWord,
    /// Every area it offers, in the order of the areas.
    pub areas: Vec<BookArea>,
    /// The layout's grid and what is printed on it besides the areas.
    pub layout: BookLayout,
    /// When no more bets is called, how often the dice are shaken, and with what.
    pub shakers: Vec<BookShaker>,
    /// The duties of a round.
    pub procedure: Vec<Duty>,
    /// What must be approved, inspected and ticked.
    pub equipment: BookEquipment,
    /// How limits are treated.
    pub limits: BookLimits,
    /// What is done when something goes wrong.
    pub irregularities: Vec<BookIrregularity>,
    /// Who does what.
    pub people: BookPeople,
    /// Every line of the book, with its clause.
    pub lines: Vec<BookLine>,
}

/// The same words in each language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Said {
    /// English.
    pub en: String,
    /// Chinese in traditional characters.
    #[serde(rename = "zh-Hant")]
    pub zh_hant: String,
    /// Chinese in simplified characters.
    #[serde(rename = "zh-Hans")]
    pub zh_hans: String,
}

/// An area that the book offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookArea {
    /// Its id.
    pub id: AreaId,
    /// Its family.
    pub family: FamilyWord,
    /// The rule document's word for the wager.
    pub wager: String,
    /// Its name, with its numbers.
    pub name: Said,
    /// What is printed large on it; nothing where its emblem or dice say enough.
    pub heading: Option<Said>,
    /// The character that stands for it on tables everywhere.
    pub emblem: Option<Said>,
    /// The totals it wins on, where they are a range.
    pub range: Option<Said>,
    /// What it must be warned of.
    pub condition: Option<Said>,
    /// The dice printed on it; each group wins.
    pub dice: Vec<Vec<u8>>,
    /// The numbers it bets on, for building bets by dice.
    pub numbers: Vec<u8>,
    /// What it pays; a single pays by how many dice show it.
    pub pays: Vec<BookOdds>,
    /// What a stake must be a multiple of to be paid exactly.
    pub multiple: u32,
    /// On how many of the 216 rolls it wins.
    pub ways: u64,
    /// What the house keeps of a stake on average, exactly: `1/36`.
    pub edge: String,
    /// The same in percent with two decimals: `2.78`.
    pub edge_percent: String,
    /// How often it wins, in percent with two decimals.
    pub chance_percent: String,
    /// The clause that defines it.
    pub clause: String,
    /// Where it lies on the layout's grid.
    pub frame: Frame,
    /// Whether a caption words its odds, so that it need not print them.
    pub captioned: bool,
}

/// Odds of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookOdds {
    /// On how many dice; only a single is hit on more than one.
    pub on_dice: u8,
    /// In the words of the layout.
    pub words: Said,
    /// The win for every `stake` units.
    pub win: u32,
    /// How many units the win is for.
    pub stake: u32,
    /// The clause that sets them.
    pub clause: String,
}

/// A rectangle on the layout's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Frame {
    /// Columns from the left edge.
    pub x: u16,
    /// Rows from the top edge.
    pub y: u16,
    /// Columns it spans.
    pub width: u16,
    /// Rows it spans.
    pub height: u16,
}

/// The layout's grid and what is printed on it besides the areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookLayout {
    /// How many columns the grid has.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
    /// Lines of print that word the odds of a family.
    pub captions: Vec<BookCaption>,
}

/// A line of print that words the odds of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookCaption {
    /// The family.
    pub family: FamilyWord,
    /// The odds alone, for where there is little room.
    pub odds: Said,
    /// The wager and its odds.
    pub full: Said,
    /// Where it is printed.
    pub frame: Frame,
}

/// A kind of shaker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookShaker {
    /// The kind.
    pub kind: ShakerKindWord,
    /// Whether this house uses it.
    pub allowed: bool,
    /// When no more bets is called.
    pub order: OrderWord,
    /// How often the dice are shaken at least.
    pub shakes_min: u8,
    /// When its cover is off.
    pub cover: CoverWord,
    /// How long dice may stay in it, in English.
    pub dice_life: String,
    /// The clause of its shakes.
    pub clause: String,
}

/// A duty that a book asks for or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Duty {
    /// Which, as a stable word.
    pub duty: DutyWord,
    /// Whether the book asks for it.
    pub asked: bool,
    /// The clause.
    pub clause: String,
}

/// The duties that a book may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DutyWord {
    /// Betting opens with a notice, and every player gets the chance to bet.
    BettingNotice,
    /// After no more bets nothing is placed, altered or removed.
    BetsFinal,
    /// A result is entered only with all three dice flat.
    DiceFlat,
    /// The dealer announces the dice and enters three values.
    AnnounceAndEnter,
    /// What was entered is shown and confirmed before it counts.
    EntryConfirmed,
    /// The winning areas light up after the entry.
    WinnersLit,
    /// All losing bets are collected before any winning one is paid.
    CollectBeforePay,
    /// The lights stay on until everything is collected and paid.
    LightsUntilPaid,
    /// Bets settle strictly by their position.
    SettleByPosition,
    /// Shown results are information; the dice prevail.
    DicePrevail,
    /// A table closes with notice to the players.
    ClosingNotice,
}

/// What must be approved, inspected and ticked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookEquipment {
    /// Whether the shaker must be sealed or locked.
    pub sealed: bool,
    /// Whether the dealer on duty answers for the shaker.
    pub attended: bool,
    /// What must be approved before use.
    pub approvals: Vec<ApprovalWord>,
    /// What must be approved besides before an automated shaker is used.
    pub approvals_automated: Vec<ApprovalWord>,
    /// What happens to an automated shaker before a manual one is used.
    pub before_manual: BeforeManualWord,
    /// Before opening: values entered, all winning areas seen lit.
    pub inspect_display: BookInspection,
    /// Before opening: an automated shaker operated.
    pub inspect_shaker: BookInspection,
    /// At every shift: an automated shaker operated again.
    pub inspect_shaker_each_shift: BookInspection,
    /// What a person ticks off before the table opens.
    pub checklist: Vec<ChecklistLine>,
}

/// An inspection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookInspection {
    /// How many values are entered or tosses made; none where it is not asked for.
    pub trials: u8,
    /// The lowest role that may make it.
    pub by: TableRoleWord,
    /// The clause.
    pub clause: String,
}

/// A line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChecklistLine {
    /// Its id.
    pub line: String,
    /// The tables it is about.
    pub scope: LineScopeWord,
    /// What is to be seen, in the book's words.
    pub words: String,
    /// The clause.
    pub clause: String,
}

/// How limits are treated.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookLimits {
    /// What happens below the minimum.
    pub below_minimum: BelowMinimumWord,
    /// What happens above the maximum.
    pub above_maximum: AboveMaximumWord,
    /// Minimum and maximum per area are shown.
    pub shown: bool,
    /// The permitted multiples are shown.
    pub multiples_shown: bool,
    /// A change needs prior notice and starts with a later round.
    pub change_needs_notice: bool,
    /// A player may have a higher maximum, shown by a marker.
    pub markers: bool,
    /// A player may be required to use colour chips.
    pub colour_chips: bool,
    /// Verbal bets and cash bets are refused.
    pub verbal_bets_refused: bool,
}

/// What a book does about something that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookIrregularity {
    /// What goes wrong.
    pub what: IrregularityWord,
    /// What is done.
    pub remedy: RemedyWord,
    /// The clause that says so.
    pub clause: String,
    /// The lowest role that decides or must be present.
    pub superior: TableRoleWord,
    /// The clause that says so.
    pub superior_clause: String,
    /// Whether a person of that role who calls it carries the remedy out alone.
    pub alone: bool,
    /// The clause that says so.
    pub alone_clause: String,
}

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookPeople {
    /// Runs the round and answers for the shaker.
    pub run_round: TableRoleWord,
    /// Opens and closes the table and changes its limits.
    pub open_table: TableRoleWord,
    /// Decides disputes and cases that no rule covers.
    pub rulings: TableRoleWord,
    /// Staff who work the table may not play at it.
    pub staff_never_play: bool,
    /// Players may not bet among themselves.
    pub side_bets_refused: bool,
}

/// A line of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookLine {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// The clause; only the title lines have none.
    pub clause: Option<String>,
    /// What the law says, where a house's book says something else.
    pub law: Option<String>,
}
