//! What everybody near a table may see: the same bytes for all of them.

use serde::{Deserialize, Serialize};
use taisai_rules::{Area, AreaKind, DoubleOnTriple, NoMoreBets, Roll, RuleBook};
use taisai_table::round::{Betting, PastRound, Round};
use taisai_table::{Approved, BetChange, Departure, Limits, Table};
use ts_rs::TS;
use utoipa::ToSchema;

use super::next::shakes_due;
use super::rounds::{OfRound, RoundsChanged};
use super::sections;
use crate::ask::Times;
use crate::kind::{DiceSource, Life, Phase, Run, TableKind};
use crate::word::{AreaId, Dice, IrregularityWord, OrderWord};

sections! {
    /// The public view of a table.
    TableView
    /// The sections of the public view that changed.
    TableChanges {
        /// What table this is.
        about: TableAbout,
        /// What may be staked.
        limits: LimitsShown,
        /// Whether it is open, and where it stands.
        life: TableLife,
        /// The round in play.
        round: RoundShown,
        /// What lies on each area, of all players together.
        totals: Totals,
        /// How many seats are taken.
        seats: SeatCount,
        ;
        /// The last results, the oldest first.
        history: PastResult,
    }
}

/// What table this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableAbout {
    /// Its number on the floor.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// Its rule book.
    pub book: BookName,
    /// The name shown on the layout.
    pub house: String,
    /// The currency of all amounts.
    pub currency: Currency,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// When no more bets is called with the shaker in use.
    pub order: OrderWord,
    /// How long things take.
    pub times: Times,
    /// What of it the rule document does not know; absent where it stands as the document has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outside: Option<OutsideDocument>,
}

/// What of a table its rule document does not know, and who allows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OutsideDocument {
    /// Whether it does not know this kind of table.
    pub kind: bool,
    /// Whether it does not know these dice.
    pub dice: bool,
    /// Whether an approval is needed and missing, so that no round opens.
    pub missing: bool,
    /// The approval that allows it; nothing where the money is play money, or where it is missing.
    pub allowed_by: Option<String>,
}

impl OutsideDocument {
    /// What of a table its rule document does not know, if anything.
    pub fn of(table: &Table) -> Option<Self> {
        let departures = table.config().departures(&table.book().scope);
        let departs = |what| departures.iter().any(|(departure, _)| *departure == what);
        let allowed_by = match table.approved() {
            Approved::By(reason) => Some(reason.to_string()),
            Approved::NotNeeded | Approved::Missing => None,
        };
        (!departures.is_empty()).then(|| Self {
            kind: departs(Departure::Kind),
            dice: departs(Departure::Dice),
            missing: *table.approved() == Approved::Missing,
            allowed_by,
        })
    }
}

/// A rule book by its names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookName {
    /// The id.
    pub id: String,
    /// The name people use.
    pub title: String,
    /// The fingerprint of everything it says, in hexadecimal.
    pub fingerprint: String,
}

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Currency {
    /// Its three letters.
    pub code: String,
    /// How many decimals its smallest unit makes: 2 for cents.
    pub decimals: u8,
}

/// What may be staked, and what may be staked soon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LimitsShown {
    /// For every area of the layout.
    pub areas: Vec<AreaLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
    /// New limits that the players have been told of.
    pub to_come: Option<LimitsToCome>,
}

/// New limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LimitsToCome {
    /// The round from which they hold.
    pub from_round: u64,
    /// For every area of the layout.
    pub areas: Vec<AreaLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
}

/// What may be staked on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AreaLimit {
    /// The area.
    pub area: AreaId,
    /// The smallest stake.
    pub stake_min: u64,
    /// The largest stake.
    pub stake_max: u64,
    /// What a stake must be a multiple of, so that its win can be paid exactly.
    pub multiple: u32,
}

/// Whether a table is open, and where it stands.
#[expect(clippy::struct_excessive_bools, reason = "each is a light of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLife {
    /// Whether it is open.
    pub life: Life,
    /// Where it stands.
    pub phase: Phase,
    /// What awaits a decision.
    pub awaiting: Option<IrregularityWord>,
    /// Whether the display has failed.
    pub display_failed: bool,
    /// Whether no round can open because no display answers.
    pub display_missing: bool,
    /// Whether a player may take a free seat at a terminal.
    pub seats_open: bool,
    /// Whether it can be taken from the floor for good, once it owes nobody anything.
    pub can_retire: bool,
}

/// The round in play, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundShown {
    /// The number of the round that opens next.
    pub next: u64,
    /// The round in play.
    pub playing: Option<Playing>,
    /// What the displays of the table light as a trial; terminals show nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trial: Option<DisplayTrial>,
}

/// A trial that the displays light.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DisplayTrial {
    /// The dice that were entered.
    pub dice: Dice,
    /// The areas that win by them.
    pub lit: Vec<AreaId>,
    /// When it ends by itself.
    pub until: u64,
}

/// A round in play.
#[expect(clippy::struct_excessive_bools, reason = "each is a light of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Playing {
    /// Its number.
    pub number: u64,
    /// Where it stands.
    pub phase: Phase,
    /// When betting opened.
    pub opened: u64,
    /// Whether bets may be placed.
    pub betting: bool,
    /// Until when, if a time is set.
    pub until: Option<u64>,
    /// Whether the players were warned that little time is left.
    pub warned: bool,
    /// How often betting was extended.
    pub extensions: u8,
    /// How often the dice tumbled when the shaker was activated; none while it was not.
    pub shakes: u8,
    /// The seat whose player activates the shaker.
    pub selected: Option<u16>,
    /// Who is to shake now, where a player does.
    pub player_shake: Option<PlayerShake>,
    /// Where the dice are.
    pub dice: DiceAt,
    /// Whether the dice can be seen.
    pub revealed: bool,
    /// The result, once it stands.
    pub result: Option<RoundResult>,
    /// Whether losers are collected.
    pub collected: bool,
    /// Whether winners are paid.
    pub paid: bool,
    /// Whether it is settled by hand.
    pub by_hand: bool,
}

/// A shake that waits for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerShake {
    /// The player's seat.
    pub seat: u16,
    /// How often the rule book asks for.
    pub times: u8,
}

/// Where the dice of a round are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceAt {
    /// As the round before left them: nobody has shaken or covered them.
    LastRound,
    /// Under the cover.
    Covered,
    /// Under the cover, and shaken.
    Shaken,
    /// On the table.
    Revealed,
}

/// How a road marks a result. On a triple, both sides of a pair lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Small wins.
    Small,
    /// Big wins.
    Big,
    /// Odd wins.
    Odd,
    /// Even wins.
    Even,
    /// A triple.
    Triple,
}

/// A result, and what it lights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundResult {
    /// The dice.
    pub dice: Dice,
    /// Their sum.
    pub total: u8,
    /// Whether all three are alike.
    pub triple: bool,
    /// The areas that win.
    pub lit: Vec<AreaId>,
}

/// The result of a past round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PastResult {
    /// The round.
    pub round: u64,
    /// The dice that count; none where it is void.
    pub dice: Option<Dice>,
    /// Their sum.
    pub total: Option<u8>,
    /// Whether all three are alike.
    pub triple: bool,
    /// Small, big or a triple; none where it is void.
    pub size: Option<Mark>,
    /// Odd, even or a triple; none where it is void.
    pub parity: Option<Mark>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// Whether another result was shown before.
    pub corrected: bool,
}

/// What lies on the layout, of all players together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Totals {
    /// Every area that has a bet.
    pub areas: Vec<AreaTotal>,
    /// All stakes together.
    pub staked: u64,
}

/// What lies on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AreaTotal {
    /// The area.
    pub area: AreaId,
    /// All stakes on it together.
    pub stake: u64,
    /// From how many seats.
    pub seats: u32,
}

/// How many seats are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatCount {
    /// Taken.
    pub taken: u32,
    /// Taken, with a terminal that answers.
    pub connected: u32,
}

/// What the floor knows of a table and the table itself does not.
#[derive(Clone, Copy, Debug)]
pub struct TableName<'a> {
    /// Its number on the floor.
    pub table: u32,
    /// What people call it.
    pub name: &'a str,
    /// What people call the house it stands in.
    pub house: &'a str,
}

impl TableView {
    /// How many past results are shown.
    pub const HISTORY: usize = 100;

    /// The public view of a table.
    pub fn of(table: &Table, name: TableName<'_>) -> Self {
        Self {
            about: TableAbout::of(table, name),
            limits: LimitsShown::of(table),
            life: TableLife::of(table),
            round: RoundShown::of(table),
            history: history(table),
            totals: Totals::of(table),
            seats: SeatCount::of(table),
        }
    }
}

impl TableAbout {
    /// What table this is.
    pub fn of(table: &Table, name: TableName<'_>) -> Self {
        let (config, book) = (table.config(), table.book());
        Self {
            table: name.table,
            name: name.name.to_owned(),
            book: BookName::of(book, &config.rule_book),
            house: name.house.to_owned(),
            currency: config.currency.into(),
            kind: config.kind.into(),
            run: config.run.into(),
            dice: config.dice.into(),
            order: table.order().into(),
            times: config.times.into(),
            outside: OutsideDocument::of(table),
        }
    }
}

impl From<taisai_rules::Currency> for Currency {
    fn from(currency: taisai_rules::Currency) -> Self {
        Self { code: currency.code().to_owned(), decimals: currency.decimals() }
    }
}

impl BookName {
    /// The names of a rule book.
    pub fn of(book: &RuleBook, fingerprint: &[u8; 32]) -> Self {
        Self {
            id: book.title.id.clone(),
            title: book.title.name.clone(),
            fingerprint: hexadecimal(fingerprint),
        }
    }
}

/// Bytes as people compare them.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).expect("a nibble is a digit");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

impl LimitsShown {
    /// The limits in force, and those to come.
    pub fn of(table: &Table) -> Self {
        let book = table.book();
        let to_come = table.limits_to_come().map(|(from, limits)| LimitsToCome {
            from_round: from.0,
            areas: area_limits(book, limits),
            seat_max: limits.seat_max.units(),
        });
        let limits = &table.config().limits;
        Self { areas: area_limits(book, limits), seat_max: limits.seat_max.units(), to_come }
    }
}

fn area_limits(book: &RuleBook, limits: &Limits) -> Vec<AreaLimit> {
    let limit = |area: Area, payable: u32| {
        let limit = limits.of(area);
        AreaLimit {
            area: area.into(),
            stake_min: limit.stake_min().units(),
            stake_max: limit.stake_max().units(),
            multiple: common_multiple(limit.multiple(), payable),
        }
    };
    let offers = book.pay_table.offers().iter().map(|offer| offer.area);
    offers.map(|area| limit(area, book.pay_table.multiple(area).unwrap_or(1))).collect()
}

/// The smallest number that both divide.
fn common_multiple(one: u32, other: u32) -> u32 {
    let (mut low, mut high) = (one, other);
    while high != 0 {
        (low, high) = (high, low % high);
    }
    (one / low.max(1)).saturating_mul(other)
}

impl TableLife {
    /// Whether a table is open, and where it stands.
    pub fn of(table: &Table) -> Self {
        Self {
            life: table.life().into(),
            phase: table.phase().into(),
            awaiting: table.round().and_then(|round| round.awaiting).map(Into::into),
            display_failed: table.equipment().display_failed,
            display_missing: table.lacks_display(),
            seats_open: table.life() == taisai_table::Life::Open
                && table.config().kind == taisai_table::TableKind::Electronic,
            can_retire: table.life() == taisai_table::Life::Closed,
        }
    }
}

impl RoundShown {
    /// The round in play. What is entered and not confirmed is the console's alone.
    pub fn of(table: &Table) -> Self {
        let playing = table.round().map(|round| Playing::of(round, table));
        let trial = table.equipment().trial.map(|trial| DisplayTrial {
            dice: trial.entered.into(),
            lit: RoundResult::of(trial.entered, table.book()).lit,
            until: trial.until.millis(),
        });
        Self { next: table.next_round().0, playing, trial }
    }
}

impl Playing {
    fn of(round: &Round, table: &Table) -> Self {
        let (betting, until, warned) = match round.betting {
            Betting::Open { until, warned } => (true, until, warned),
            Betting::Closed => (false, None, false),
        };
        Self {
            number: round.number.0,
            phase: round.phase().into(),
            opened: round.opened.millis(),
            betting,
            until: until.map(taisai_table::Time::millis),
            warned,
            extensions: round.extensions,
            shakes: round.shakes,
            selected: round.selected.map(|seat| seat.0),
            player_shake: PlayerShake::of(round, table),
            dice: DiceAt::of(round),
            revealed: round.revealed,
            result: round.result.map(|roll| RoundResult::of(roll, table.book())),
            collected: round.collected,
            paid: round.paid,
            by_hand: round.by_hand.is_some(),
        }
    }
}

impl PlayerShake {
    fn of(round: &Round, table: &Table) -> Option<Self> {
        let (seat, times) = (round.selected?, shakes_due(table)?);
        let may_shake = round.order == NoMoreBets::BeforeReveal || !round.is_betting();
        let waits = round.awaiting.is_none() && !round.revealed && may_shake;
        waits.then_some(Self { seat: seat.0, times })
    }
}

impl DiceAt {
    fn of(round: &Round) -> Self {
        if round.revealed || round.result.is_some() {
            Self::Revealed
        } else if round.is_betting() && round.shakes == 0 {
            Self::LastRound
        } else if round.phase() == taisai_table::Phase::Shaken {
            Self::Shaken
        } else {
            Self::Covered
        }
    }
}

impl Mark {
    /// The one of two sides that wins on a roll; a triple where neither does.
    fn of([one, other]: [(AreaKind, Self); 2], roll: Roll) -> Self {
        // Neither side of a pair depends on what a triple does to a double.
        let wins = |kind: AreaKind| {
            let area = Area::all().find(|area| area.kind() == kind);
            area.is_some_and(|area| area.hit(roll, DoubleOnTriple::Wins).is_some())
        };
        match (wins(one.0), wins(other.0)) {
            (true, _) => one.1,
            (false, true) => other.1,
            (false, false) => Self::Triple,
        }
    }

    fn size(roll: Roll) -> Self {
        Self::of([(AreaKind::Small, Self::Small), (AreaKind::Big, Self::Big)], roll)
    }

    fn parity(roll: Roll) -> Self {
        Self::of([(AreaKind::Odd, Self::Odd), (AreaKind::Even, Self::Even)], roll)
    }
}

impl RoundResult {
    /// A result, and what it lights.
    pub fn of(roll: Roll, book: &RuleBook) -> Self {
        Self {
            dice: roll.into(),
            total: roll.total(),
            triple: roll.is_triple(),
            lit: book.pay_table.winning_areas(roll).iter().map(Into::into).collect(),
        }
    }
}

/// The last results, the oldest first.
pub fn history(table: &Table) -> Vec<PastResult> {
    let kept: Vec<&PastRound> = table.past_rounds().collect();
    let from = kept.len().saturating_sub(TableView::HISTORY);
    kept[from..].iter().map(|past| PastResult::of(past)).collect()
}

impl OfRound for PastResult {
    fn round(&self) -> u64 {
        self.round
    }
}

impl PastResult {
    fn of(past: &PastRound) -> Self {
        let result = past.result();
        Self {
            round: past.number.0,
            dice: result.map(Into::into),
            total: result.map(Roll::total),
            triple: result.is_some_and(Roll::is_triple),
            size: result.map(Mark::size),
            parity: result.map(Mark::parity),
            voided: past.voided.map(Into::into),
            corrected: past.results.len() > 1,
        }
    }
}

impl Totals {
    /// What lies on the layout: counted anew, for whoever does not keep a [`Tally`].
    pub fn of(table: &Table) -> Self {
        Tally::of(table).totals()
    }
}

/// What lies on each area, kept as bets come and go so that nobody need count every seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    stakes: Vec<u64>,
    seats: Vec<u32>,
}

impl Tally {
    /// Of an empty layout.
    pub fn none() -> Self {
        Self { stakes: vec![0; Area::COUNT], seats: vec![0; Area::COUNT] }
    }

    /// Of a table as it is.
    pub fn of(table: &Table) -> Self {
        let mut tally = Self::none();
        for bet in table.seats().flat_map(|(_, seat)| seat.bets()) {
            tally.stakes[bet.area.index()] += bet.stake.units();
            tally.seats[bet.area.index()] += 1;
        }
        tally
    }

    /// After a seat's bets changed.
    pub fn change(&mut self, changes: &[BetChange]) {
        for change in changes {
            let place = change.area.index();
            if let Some(from) = change.from {
                self.stakes[place] -= from.units();
                self.seats[place] -= 1;
            }
            if let Some(to) = change.to {
                self.stakes[place] += to.units();
                self.seats[place] += 1;
            }
        }
    }

    /// As it is shown.
    pub fn totals(&self) -> Totals {
        let total = |area: Area| AreaTotal {
            area: area.into(),
            stake: self.stakes[area.index()],
            seats: self.seats[area.index()],
        };
        let areas = Area::all().map(total).filter(|total| total.seats > 0).collect();
        Totals { areas, staked: self.stakes.iter().sum() }
    }
}

impl SeatCount {
    /// How many seats are taken.
    pub fn of(table: &Table) -> Self {
        let connected = table.seats().filter(|(_, seat)| seat.is_connected()).count();
        Self { taken: count(table.seats().len()), connected: count(connected) }
    }
}

/// How many there are; nothing on a floor comes near the end of this count.
pub(crate) fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}
