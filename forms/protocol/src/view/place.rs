//! The places of a felt table: what was recorded of chips, and what is handed over for it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use taisai_rules::{Bet, RuleBook, Stake};
use taisai_table::round::PastRound;
use taisai_table::{
    ChipCount, ChipPayout, ChipRecord, Denominations, Money, PlaceChange, PlacePayout, Seat,
    SeatNumber, Table,
};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::BetLine;
use crate::book::Said;
use crate::declare::ToWire;
use crate::word::AreaId;

/// The chips of a felt table, and what lies before whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlacesShown {
    /// What the value chips of the house are worth, the smallest first; none where the table is
    /// played with credit.
    pub chips: Vec<u64>,
    /// The places of which something is recorded in the round in play.
    pub records: Vec<PlaceRecord>,
}

/// What was recorded of one player's chips, and what they are paid once a result stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlaceRecord {
    /// The place.
    pub seat: u16,
    /// The player.
    pub player: u64,
    /// What counts.
    pub bets: Vec<BetLine>,
    /// What lies above the maximum, and goes back to the player.
    pub excess: Vec<BetLine>,
    /// Whether it is void: every stake goes back.
    pub void: bool,
    /// What the result that stands is worth to the player.
    pub payout: Option<PlacePaid>,
}

/// What chips are paid by a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlacePaid {
    /// Every bet.
    pub lines: Vec<ChipLine>,
    /// The stakes that are collected.
    pub collected: u64,
    /// The stakes that go back without having been played for.
    pub back: u64,
    /// What is paid on top of the stakes that won.
    pub win: u64,
    /// The chips that make the win.
    pub hand_over: HandOver,
}

/// One bet of chips by a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChipLine {
    /// The area.
    pub area: AreaId,
    /// The stake that counts.
    pub stake: u64,
    /// What lies above the maximum, and goes back.
    pub excess: Option<u64>,
    /// The odds that pay it, in the words of the layout; none where it lost or is void.
    pub odds: Option<Said>,
    /// What is paid on top of the stake.
    pub win: u64,
}

/// The chips that make an amount, in either of two ways.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HandOver {
    /// All of it in value chips, the largest first.
    pub chips: Vec<ChipsOf>,
    /// What no chip of the house makes.
    pub left: u64,
    /// As much as can be in chips of the player's colour, and the rest beside them.
    pub in_colour: Option<InColour>,
}

/// Chips of a player's colour, and the value chips beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct InColour {
    /// The colour's number.
    pub colour: u8,
    /// The chips of it.
    pub chips: ChipsOf,
    /// The value chips beside them.
    pub beside: Vec<ChipsOf>,
    /// What no chip of the house makes.
    pub left: u64,
}

/// So many chips of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChipsOf {
    /// What one is worth.
    pub value: u64,
    /// How many.
    pub count: u64,
}

/// What was recorded of one player in a past round, and what differs from what they were paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PastPlace {
    /// The place.
    pub seat: u16,
    /// The player.
    pub player: u64,
    /// What counted.
    pub bets: Vec<BetLine>,
    /// What lay above the maximum, and went back.
    pub excess: Vec<BetLine>,
    /// Whether it is void.
    pub void: bool,
    /// What the house gave by the result by which the round was paid; below nothing where it took.
    pub paid: i64,
    /// What it should have given as the round stands now.
    pub due: i64,
    /// What is handed over by hand to put it right; below nothing where it is taken back.
    pub differs: i64,
}

impl PlacesShown {
    /// The places of a table whose house has these chips.
    pub fn of(table: &Table, chips: Option<&Denominations>) -> Self {
        let Some(chips) = chips else { return Self::default() };
        let Some(round) = table.round() else {
            return Self { chips: values(chips), records: Vec::new() };
        };
        let mut payouts = round.place_payouts(&table.book().pay_table);
        let record = |(seat, record): (&SeatNumber, &ChipRecord)| {
            let colour = colour_of(table, *seat, record);
            let payout = payouts.remove(seat);
            PlaceRecord {
                seat: seat.0,
                player: record.player.0,
                bets: lines(&record.bets),
                excess: lines(&record.excess),
                void: !record.is_valid(),
                payout: payout.map(|paid| PlacePaid::of(&paid, table.book(), (colour, chips))),
            }
        };
        Self { chips: values(chips), records: round.chips.iter().map(record).collect() }
    }
}

/// The colour of whoever had the chips, if they still sit there.
fn colour_of(table: &Table, seat: SeatNumber, record: &ChipRecord) -> Option<(u8, Stake)> {
    let taken = table.seat(seat).filter(|taken| taken.player() == record.player);
    taken.and_then(Seat::colour)
}

fn values(chips: &Denominations) -> Vec<u64> {
    chips.values().iter().map(|value| value.units()).collect()
}

fn lines(bets: &[Bet]) -> Vec<BetLine> {
    bets.iter().map(BetLine::to_wire).collect()
}

impl PlacePaid {
    /// What chips are paid, in a colour if their player has one.
    pub fn of(
        paid: &PlacePayout,
        book: &RuleBook,
        (colour, chips): (Option<(u8, Stake)>, &Denominations),
    ) -> Self {
        Self {
            lines: paid.bets.iter().map(|line| ChipLine::of(line, book)).collect(),
            collected: paid.collected.units(),
            back: paid.back.units(),
            win: paid.win.units(),
            hand_over: HandOver::of(paid.win, colour, chips),
        }
    }
}

impl ChipLine {
    fn of(line: &ChipPayout, book: &RuleBook) -> Self {
        let area = line.bet.area;
        Self {
            area: area.into(),
            stake: line.bet.stake.units(),
            excess: line.excess.map(Stake::units),
            odds: line.odds.map(|odds| Said::odds(odds, book.odds_style_of(area))),
            win: line.win.units(),
        }
    }
}

impl HandOver {
    /// The chips that make an amount.
    pub fn of(amount: Money, colour: Option<(u8, Stake)>, chips: &Denominations) -> Self {
        if amount.is_zero() {
            return Self::default();
        }
        let (whole, left) = chips.make(amount);
        let in_colour = colour.map(|(colour, value)| {
            let own = ChipsOf { value: value.units(), count: amount.units() / value.units() };
            let rest = Money::new(amount.units() % value.units());
            let (beside, left) = chips.make(rest.expect("a part is never more than the whole"));
            let beside = beside.into_iter().map(ChipsOf::of).collect();
            InColour { colour, chips: own, beside, left: left.units() }
        });
        Self { chips: whole.into_iter().map(ChipsOf::of).collect(), left: left.units(), in_colour }
    }
}

impl ChipsOf {
    const fn of(count: ChipCount) -> Self {
        Self { value: count.value.units(), count: count.count }
    }
}

impl PastPlace {
    /// Every recorded player of a settled round.
    pub fn all_of(past: &PastRound, book: &RuleBook) -> Vec<Self> {
        let changes = past.place_changes(&book.pay_table);
        Self::all(&past.chips, |seat| changes.get(&seat).copied())
    }

    /// Every recorded player of the round in play, who was paid nothing yet.
    pub fn all_playing(chips: &BTreeMap<SeatNumber, ChipRecord>) -> Vec<Self> {
        Self::all(chips, |_| None)
    }

    fn all(
        chips: &BTreeMap<SeatNumber, ChipRecord>,
        change: impl Fn(SeatNumber) -> Option<PlaceChange>,
    ) -> Vec<Self> {
        let place = |(seat, record): (&SeatNumber, &ChipRecord)| {
            let (paid, due) = change(*seat).map_or((0, 0), |change| (change.paid, change.due));
            Self {
                seat: seat.0,
                player: record.player.0,
                bets: lines(&record.bets),
                excess: lines(&record.excess),
                void: !record.is_valid(),
                paid,
                due,
                differs: due - paid,
            }
        };
        chips.iter().map(place).collect()
    }
}
