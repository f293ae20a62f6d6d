//! How a table is set up: its kind, its limits, its times.

use std::collections::BTreeMap;

use taisai_rules::{Area, Clause, Currency, Family, Offer, PayTable, Ruled, Scope, Stake};

use crate::money::Money;
use crate::text::Reason;

/// How a table is set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// The fingerprint of the rule book.
    pub rule_book: [u8; 32],
    /// The currency of all amounts.
    pub currency: Currency,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// What may be staked.
    pub limits: Limits,
    /// How long things take.
    pub times: Times,
}

impl Config {
    /// What of the table its rule document does not know, with the clauses it knows otherwise by.
    pub fn departures<'b>(&self, scope: &'b Scope) -> Vec<(Departure, &'b Clause)> {
        let kind = match self.kind {
            TableKind::Electronic => &scope.electronic_table,
            TableKind::Felt => &scope.felt_table,
        };
        let dice = match self.dice {
            DiceSource::Physical => &scope.physical_dice,
            DiceSource::Random => &scope.random_dice,
        };
        let unknown = |(what, line): (Departure, &'b Ruled<bool>)| {
            (!line.value).then_some((what, &line.clause))
        };
        [(Departure::Kind, kind), (Departure::Dice, dice)].into_iter().filter_map(unknown).collect()
    }
}

/// What of a table can be other than its rule document knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Departure {
    /// Terminals instead of chips on cloth, or the other way about.
    Kind,
    /// Random dice instead of physical ones, or the other way about.
    Dice,
}

/// What is known of the approval for a table outside its document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Approved {
    /// The host has never asked for one: the money is play money, or the table is not outside.
    #[default]
    NotNeeded,
    /// One is needed and there is none: no round opens.
    Missing,
    /// This one allows it.
    By(Reason),
}

impl Approved {
    /// What a house says that asks for approvals: this one, or that there is none.
    pub fn named(allowed_by: Option<Reason>) -> Self {
        allowed_by.map_or(Self::Missing, Self::By)
    }
}

/// Terminals or chips on cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Players bet at terminals.
    Electronic,
    /// Players bet with chips; the table lights the layout and helps to pay.
    Felt,
}

/// Who runs the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Run {
    /// A dealer.
    Dealer,
    /// A timer, with random dice.
    Automatic,
}

/// Where rolls come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiceSource {
    /// Dice in a shaker, entered by the dealer.
    Physical,
    /// Random dice.
    Random,
}

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Times {
    /// Betting time of a round; without one only the dealer ends it.
    pub betting_ms: Option<u64>,
    /// How long every player has the chance to bet before the dealer may call no more bets.
    pub betting_min_ms: u64,
    /// How long before the end the players are warned.
    pub warning_ms: u64,
    /// How much one extension gives.
    pub extension_ms: u64,
    /// How many extensions a round may have.
    pub extensions_max: u8,
    /// How long an automatic table shows a result before it clears the lights.
    pub show_ms: u64,
    /// How long an automatic table pauses between rounds.
    pub pause_ms: u64,
}

/// What may be staked on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AreaLimit {
    stake_min: Stake,
    stake_max: Stake,
    multiple: u32,
}

impl AreaLimit {
    /// A minimum, a maximum, and what stakes must be a multiple of.
    pub fn new(stake_min: Stake, stake_max: Stake, multiple: u32) -> Option<Self> {
        let sound = stake_min <= stake_max
            && multiple > 0
            && stake_min.units().is_multiple_of(multiple.into());
        sound.then_some(Self { stake_min, stake_max, multiple })
    }

    /// The smallest stake.
    pub const fn stake_min(self) -> Stake {
        self.stake_min
    }

    /// The largest stake.
    pub const fn stake_max(self) -> Stake {
        self.stake_max
    }

    /// What stakes must be a multiple of.
    pub const fn multiple(self) -> u32 {
        self.multiple
    }
}

/// What may be staked at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// For areas whose family has no limit of its own.
    pub usual: AreaLimit,
    /// For the areas of a family.
    pub families: BTreeMap<Family, AreaLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: Money,
    /// The most the house may lose on the worst roll.
    pub exposure_max: Money,
}

impl Limits {
    /// The limit of an area.
    pub fn of(&self, area: Area) -> AreaLimit {
        self.families.get(&area.family()).copied().unwrap_or(self.usual)
    }

    /// The smallest `seat_max` with which every area on offer can be bet on.
    pub fn seat_max_needed(&self, pays: &PayTable) -> u64 {
        let minimum = |offer: &Offer| self.of(offer.area).stake_min().units();
        pays.offers().iter().map(minimum).max().unwrap_or_default()
    }

    /// The smallest `exposure_max` with which every area on offer can be bet on.
    pub fn exposure_max_needed(&self, pays: &PayTable) -> u64 {
        let dearest = |offer: &Offer| {
            let minimum = self.of(offer.area).stake_min();
            offer.pays.lines().iter().filter_map(|line| line.odds.win_on(minimum)).max()
        };
        pays.offers().iter().filter_map(dearest).max().unwrap_or_default()
    }
}
