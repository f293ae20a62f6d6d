//! What the staff of a table may see of it, besides what everybody sees.

use serde::{Deserialize, Serialize};
use taisai_rules::{ChecklistLine, Roll, Stake};
use taisai_table::round::PastRound;
use taisai_table::{
    Case, CaseId, ChipRecord, Denominations, Dispute, LineSeen, Seat, SeatNumber, Table, Time,
};
use ts_rs::TS;
use utoipa::ToSchema;

use super::next::{Next, Viewer};
use super::place::PlacesShown;
use super::rounds::{OfRound, RoundsChanged};
use super::seat::ColourChips;
use super::sections;
use super::table::{Totals, count};
use crate::ask::{ActAsk, CaseRulingAsk, LimitsAsk};
use crate::declare::ToWire;
use crate::kind::NextInspection;
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
        /// What the table owes, and what it could not take back.
        owing: Owing,
        /// Who is kept from the game, and the seats that take nobody because of it.
        exclusions: Exclusions,
        /// The cases that are open, and those decided last.
        cases: Vec<CaseBrief>,
        /// The chips of a felt table, and what was recorded of them in the round in play.
        places: PlacesShown,
        ;
        /// The rounds that can still be corrected or made void, the oldest first.
        rounds: RoundKept,
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
    /// The most it may lose.
    pub exposure_max: u64,
}

/// Shakers, dice and inspections.
#[expect(clippy::struct_excessive_bools, reason = "each is a light of its own")]
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
    /// Whether those are enough.
    pub display_inspected: bool,
    /// The displays that answer, by their numbers.
    pub displays: Vec<u32>,
    /// Whether no round can open because none answers.
    pub display_missing: bool,
    /// The trial that waits for somebody to say what the display lights.
    pub trial: Option<TrialWaiting>,
    /// Tosses of an automated shaker the rule book asks for before opening.
    pub tosses_needed: u8,
    /// Tosses it asks for in every shift.
    pub tosses_each_shift: u8,
    /// Whether every line of the checklist was seen.
    pub checklist_ticked: bool,
    /// The lines that are asked for with the shaker in use.
    pub checklist: Vec<LineShown>,
}

/// A line of the checklist, and who has seen what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LineShown {
    /// Its id.
    pub line: String,
    /// What is to be seen, in the book's words.
    pub words: String,
    /// The clause.
    pub clause: String,
    /// Whether it was seen.
    pub seen: bool,
    /// Who attested it; nobody where the list was once ticked as a whole.
    pub by: Option<u32>,
    /// When.
    pub at: Option<u64>,
}

/// A trial that waits for somebody to say what they see on the display. What it should light is
/// not told here: the person looks at the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TrialWaiting {
    /// The dice that were entered.
    pub dice: Dice,
    /// When it ends by itself.
    pub until: u64,
}

/// A shaker at the table.
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
    /// When it is to be inspected next; never where the rule book does not ask for it.
    pub inspection: Option<NextInspection>,
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
    /// When the first of them came into use: a die grows no younger by leaving the shaker.
    pub since: Option<u64>,
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
    /// Whether two people can put other dice in the place of its own: not where they were drawn.
    pub correctable: bool,
}

/// A case in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CaseBrief {
    /// Its number at this table.
    pub case: u32,
    /// What went wrong, or is said to have.
    pub about: IrregularityWord,
    /// What is disputed.
    pub what: String,
    /// The round it is about.
    pub round: Option<u64>,
    /// The seat.
    pub seat: Option<u16>,
    /// The player.
    pub player: Option<u64>,
    /// Where to look on the recording.
    pub recording: Option<String>,
    /// When it was opened.
    pub opened: u64,
    /// Who opened it.
    pub by: u32,
    /// Whether it awaits a decision.
    pub open: bool,
    /// How many notes it has.
    pub notes: u32,
    /// The lowest role that may decide it.
    pub decides: TableRoleWord,
    /// How it was decided, where it is.
    pub ruling: Option<CaseRulingAsk>,
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

/// Who is kept from the game, and the seats that take nobody because of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Exclusions {
    /// The players.
    pub players: Vec<u64>,
    /// The seats, until a floorperson releases them.
    pub seats: Vec<u16>,
}

impl Exclusions {
    /// As they are at a table.
    pub fn of(table: &Table) -> Self {
        Self {
            players: table.excluded().map(|player| player.0).collect(),
            seats: table.barred().map(|seat| seat.0).collect(),
        }
    }
}

impl ConsoleView {
    /// How many kept rounds are shown.
    pub const ROUNDS_SHOWN: usize = Table::ROUNDS_KEPT;

    /// A table for one of its staff.
    pub fn of(table: &Table, chips: Option<&Denominations>, viewer: Viewer, now: Time) -> Self {
        Self {
            seats: table.seats().map(ConsoleSeat::of).collect(),
            exposure: ExposureShown::of(table),
            heat: Totals::of(table),
            equipment: EquipmentShown::of(table),
            entry: Entry::of(table),
            proposals: waiting(table),
            next: Next::of(table, viewer, now),
            staff: staff_here(table),
            limits: LimitsAsk::to_wire(&table.config().limits),
            rounds: table.past_rounds().map(|past| RoundKept::of(table, past)).collect(),
            owing: Owing::of(table),
            exclusions: Exclusions::of(table),
            cases: cases(table),
            places: PlacesShown::of(table, chips),
        }
    }
}

/// The cases that a table has at hand: the open ones first, the oldest of them first.
pub fn cases(table: &Table) -> Vec<CaseBrief> {
    let known = || table.cases().known.iter();
    let (open, decided) = (
        known().filter(|(_, case)| case.is_open()),
        known().filter(|(_, case)| !case.is_open()).rev(),
    );
    let brief =
        |(id, case): (&CaseId, &Case)| CaseBrief::of(*id, case, table.decides_case(*id).into());
    open.chain(decided).map(brief).collect()
}

impl CaseBrief {
    /// A case, and the lowest role that may decide it.
    pub fn of(id: CaseId, case: &Case, decides: TableRoleWord) -> Self {
        let Dispute { about, what, round, seat, player, recording } = &case.dispute;
        let last = case.decisions.last().filter(|_| !case.is_open());
        Self {
            case: id.0,
            about: (*about).into(),
            what: what.to_string(),
            round: round.map(|round| round.0),
            seat: seat.map(|seat| seat.0),
            player: player.map(|player| player.0),
            recording: recording.as_ref().map(ToString::to_string),
            opened: case.opened.millis(),
            by: case.by.0,
            open: case.is_open(),
            notes: count(case.notes.len()),
            decides,
            ruling: last.map(|decision| CaseRulingAsk::to_wire(&decision.ruling)),
        }
    }
}

impl ConsoleSeat {
    /// A taken seat.
    pub fn of((number, seat): (SeatNumber, &Seat)) -> Self {
        Self {
            seat: number.0,
            player: seat.player().0,
            credit: seat.credit().units(),
            staked: seat.staked().units(),
            connected: seat.is_connected(),
            marker: seat.marker().map(Stake::units),
            colour: seat.colour().map(ColourChips::of),
        }
    }
}

impl ExposureShown {
    /// What the house can lose.
    pub fn of(table: &Table) -> Self {
        let exposure = table.exposure();
        Self {
            worst: exposure.worst(),
            worst_dice: exposure.worst_roll().into(),
            exposure_max: table.config().limits.exposure_max.units(),
        }
    }
}

impl EquipmentShown {
    /// Shakers, dice and inspections.
    pub fn of(table: &Table) -> Self {
        let (here, asked) = (table.equipment(), &table.book().equipment);
        let dice = here.dice.as_ref().map(|dice| DiceShown {
            shaker: dice.shaker.0,
            set: dice.set.0,
            dice: dice.dice.map(|die| die.0),
            since: here.in_use_since(&dice.dice).map(Time::millis),
            expire: dice.expire.map(Time::millis),
            damaged: dice.damaged,
        });
        // Where dice are drawn nobody enters any, and there is nothing to try.
        let asks = table.asks_for_display();
        let trials = if asks { asked.inspect_display.trials.value } else { 0 };
        let shakers = here.shakers.iter().map(|(id, shaker)| ShakerShown {
            shaker: id.0,
            kind: shaker.kind.into(),
            sealed: shaker.sealed,
            approvals: shaker.approvals.iter().copied().map(Into::into).collect(),
            out_of_order: shaker.out_of_order,
            inspection: shaker.next_inspection(asked).map(Into::into),
        });
        Self {
            shakers: shakers.collect(),
            dice,
            on_duty: here.on_duty.map(|staff| staff.0),
            covered: here.covered,
            display_failed: here.display_failed,
            display_seen: here.display_seen.iter().copied().map(Into::into).collect(),
            display_needed: trials,
            display_inspected: here.display_seen.len() >= usize::from(trials),
            displays: here.displays.iter().map(|display| display.0).collect(),
            display_missing: table.lacks_display(),
            trial: here.trial.map(|trial| TrialWaiting {
                dice: trial.entered.into(),
                until: trial.until.millis(),
            }),
            tosses_needed: asked.inspect_shaker.trials.value,
            tosses_each_shift: asked.inspect_shaker_each_shift.trials.value,
            checklist_ticked: table.checklist().all(|(_, seen)| seen.is_attested()),
            checklist: table.checklist().map(LineShown::of).collect(),
        }
    }
}

impl LineShown {
    fn of((line, seen): (&ChecklistLine, LineSeen)) -> Self {
        let attested = match seen {
            LineSeen::NotYet | LineSeen::WithAllOthers => None,
            LineSeen::By(attested) => Some(attested),
        };
        Self {
            line: line.id.to_string(),
            words: line.words.value.clone(),
            clause: line.words.clause.to_string(),
            seen: seen.is_attested(),
            by: attested.map(|attested| attested.by.0),
            at: attested.map(|attested| attested.at.millis()),
        }
    }
}

impl Entry {
    /// Dice that are entered and not confirmed.
    pub fn of(table: &Table) -> Self {
        Self { dice: table.round().and_then(|round| round.entry).map(Into::into) }
    }
}

/// What waits for a second person at a table.
pub fn waiting(table: &Table) -> Vec<Waiting> {
    let waiting = table.waiting().map(|(id, proposal)| Waiting {
        proposal: id.0,
        act: ActAsk::to_wire(&proposal.act),
        by: proposal.by.0,
        superior: proposal.superior.into(),
    });
    waiting.collect()
}

/// Who works at a table.
pub fn staff_here(table: &Table) -> Vec<StaffHere> {
    let on_duty = table.equipment().on_duty;
    let here = table.staff().map(|(staff, role)| StaffHere {
        staff: staff.0,
        role: role.into(),
        on_duty: on_duty == Some(staff),
    });
    here.collect()
}

impl OfRound for RoundKept {
    fn round(&self) -> u64 {
        self.round
    }
}

impl RoundKept {
    /// A round of this table that can still be corrected or made void.
    pub fn of(table: &Table, past: &PastRound) -> Self {
        let dice = |roll: &Roll| Dice::from(*roll);
        let (staked, returned) = recorded(table, past);
        Self {
            round: past.number.0,
            results: past.results.iter().map(dice).collect(),
            voided: past.voided.map(Into::into),
            seats: count(past.slips.len() + past.chips.len()),
            staked: past.slips.values().map(|slip| slip.staked().units()).sum::<u64>() + staked,
            returned: past.slips.values().map(|slip| slip.returned.units()).sum::<u64>() + returned,
            correctable: past.result().is_some() && !table.draws_dice(),
        }
    }
}

impl Owing {
    /// What the table owes, and what it could not take back.
    pub fn of(table: &Table) -> Self {
        let owed = table
            .owed()
            .map(|(player, amount)| OwedTo { player: player.0, amount: amount.units() });
        Self { owed: owed.collect(), shortfall: table.shortfall().units() }
    }
}

/// What was recorded of chips in a round: the stakes, and what goes back on them as it stands now.
fn recorded(table: &Table, past: &PastRound) -> (u64, u64) {
    let returned = |record: &ChipRecord| match past.result().filter(|_| record.is_valid()) {
        Some(roll) => {
            let paid = record.payout(&table.book_of(past.number).pay_table, roll);
            (record.staked().units() + paid.win.units()).saturating_sub(paid.collected.units())
        }
        None => record.staked().units(),
    };
    let staked = past.chips.values().map(|record| record.staked().units()).sum();
    (staked, past.chips.values().map(returned).sum())
}
