//! A place at a felt table: what was recorded of its player's chips, and what they are worth.
//!
//! A place is a taken seat without terminal and credit. A record says what lies on the layout; it
//! moves no money, since chips are handed over by people.

use std::collections::BTreeMap;

use taisai_rules::{Area, Bet, Odds, Outcome, PayTable, Roll, Stake};

use crate::ids::{PlayerId, SeatNumber};
use crate::money::Money;
use crate::round::{PastRound, Round};
use crate::table::Table;

/// What was recorded of one player's chips on the layout of a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChipRecord {
    /// Whose chips they are.
    pub player: PlayerId,
    /// What counts, in the order of the areas.
    pub bets: Vec<Bet>,
    /// What lies beside it above the maximum, and goes back to the player.
    pub excess: Vec<Bet>,
    /// Whether it is void.
    pub standing: RecordStanding,
}

/// Whether what was recorded is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordStanding {
    /// It is settled by the result.
    Valid,
    /// It was made void before the round was paid: the chips went back.
    VoidInPlay,
    /// It was made void after the round was paid: what was paid and collected is undone by hand.
    VoidAfterPaid,
}

/// What one player is paid by a result, by their record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacePayout {
    /// Who.
    pub player: PlayerId,
    /// Whether the record is void: then every stake goes back.
    pub standing: RecordStanding,
    /// Every bet.
    pub bets: Vec<ChipPayout>,
    /// The stakes that are collected.
    pub collected: Money,
    /// What goes back without having been played for.
    pub back: Money,
    /// What is paid on top of the stakes that won.
    pub win: Money,
}

/// What one recorded bet is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipPayout {
    /// The stake that counts.
    pub bet: Bet,
    /// What lies above the maximum.
    pub excess: Option<Stake>,
    /// By which odds it wins; none where it loses or is void.
    pub odds: Option<Odds>,
    /// What is paid on top of the stake.
    pub win: Money,
}

/// What the house gave to a player of a settled round by its first result, and what it should have
/// given by what counts now. Less than nothing is what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceChange {
    /// Who.
    pub player: PlayerId,
    /// By the result by which the round was paid.
    pub paid: i64,
    /// As the round stands now.
    pub due: i64,
}

impl ChipRecord {
    /// A record that is settled by the result.
    pub const fn new(player: PlayerId, bets: Vec<Bet>, excess: Vec<Bet>) -> Self {
        Self { player, bets, excess, standing: RecordStanding::Valid }
    }

    /// Whether it is settled by the result.
    pub fn is_valid(&self) -> bool {
        self.standing == RecordStanding::Valid
    }

    pub(crate) fn make_void_in_play(&mut self) {
        self.standing = RecordStanding::VoidInPlay;
    }

    /// The sum of the stakes that count.
    pub fn staked(&self) -> Money {
        sum(self.bets.iter().map(|bet| bet.stake.units()))
    }

    /// What lies on an area beside what counts there.
    pub fn excess_on(&self, area: Area) -> Option<Stake> {
        self.excess.iter().find(|bet| bet.area == area).map(|bet| bet.stake)
    }

    /// What the record is worth by a result of this pay table.
    pub fn payout(&self, table: &PayTable, roll: Roll) -> PlacePayout {
        let settlement = table.settle(roll, &self.bets).expect("only sound bets are recorded");
        let valid = self.is_valid();
        let bets: Vec<ChipPayout> = settlement
            .bets()
            .iter()
            .map(|settled| ChipPayout {
                bet: settled.bet(),
                excess: self.excess_on(settled.bet().area),
                odds: settlement.paying_line(settled).filter(|_| valid).map(|line| line.odds),
                win: sum(valid.then_some(settled.win())),
            })
            .collect();
        let lost = settlement.bets().iter().filter(|bet| valid && bet.outcome() == Outcome::Lose);
        let excess = self.excess.iter().map(|bet| bet.stake.units());
        let void = (!valid).then(|| self.staked().units());
        PlacePayout {
            player: self.player,
            standing: self.standing,
            collected: sum(lost.map(|bet| bet.bet().stake.units())),
            back: sum(excess.chain(void)),
            win: sum(bets.iter().map(|bet| bet.win.units())),
            bets,
        }
    }

    /// What the house gives by a result, less what it collects.
    fn net(&self, table: &PayTable, roll: Roll) -> i64 {
        let PlacePayout { win, collected, .. } = self.payout(table, roll);
        signed(win) - signed(collected)
    }
}

impl PastRound {
    /// What differs for every recorded player from what the round first paid them.
    pub fn place_changes(&self, table: &PayTable) -> BTreeMap<SeatNumber, PlaceChange> {
        let change =
            |(seat, record): (&SeatNumber, &ChipRecord)| (*seat, self.place_change(table, record));
        self.chips.iter().map(change).collect()
    }

    fn place_change(&self, table: &PayTable, record: &ChipRecord) -> PlaceChange {
        let by = |roll: Option<Roll>| {
            let valid = ChipRecord { standing: RecordStanding::Valid, ..record.clone() };
            roll.map_or(0, |roll| valid.net(table, roll))
        };
        let paid = match record.standing {
            RecordStanding::Valid | RecordStanding::VoidAfterPaid => {
                by(self.results.first().copied())
            }
            RecordStanding::VoidInPlay => 0,
        };
        let due = if record.is_valid() { by(self.result()) } else { 0 };
        PlaceChange { player: record.player, paid, due }
    }
}

impl Round {
    /// What every recorded player is paid by the result; nothing before it stands.
    pub fn place_payouts(&self, table: &PayTable) -> BTreeMap<SeatNumber, PlacePayout> {
        let Some(roll) = self.result else { return BTreeMap::new() };
        let payout =
            |(seat, record): (&SeatNumber, &ChipRecord)| (*seat, record.payout(table, roll));
        self.chips.iter().map(payout).collect()
    }
}

impl Table {
    /// The places at which chips of a colour are out.
    pub fn colours_out(&self) -> Vec<SeatNumber> {
        let out = self.seats.iter().filter(|(_, seat)| seat.colour().is_some());
        out.map(|(number, _)| *number).collect()
    }
}

/// 117 bets, each with a stake and a win below their ceilings, stay below the one of money.
fn sum(units: impl IntoIterator<Item = u64>) -> Money {
    Money::new(units.into_iter().sum()).expect("what lies on one layout stays below the ceiling")
}

fn signed(amount: Money) -> i64 {
    i64::try_from(amount.units()).expect("money stays below the ceiling")
}
