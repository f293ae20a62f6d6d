//! The ledger's own record of rounds.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Bet, Irregularity, Roll};
use taisai_table::{Money, PlayerId, RoundNumber, SeatNumber};

/// A round as the ledger has seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// Its number.
    pub number: RoundNumber,
    /// Every seat's bets.
    pub slips: BTreeMap<SeatNumber, SlipRecord>,
    /// Every result, the one that counts last.
    pub rolls: Vec<Roll>,
    /// Why it is void, if it is.
    pub voided: Option<Irregularity>,
    /// Bets of single seats that were made void.
    pub voided_bets: Vec<(SeatNumber, Money)>,
    /// Whether losers are collected.
    pub collected: bool,
    /// Whether winners are paid.
    pub paid: bool,
    /// The seats whose bets were made void after the round was settled.
    pub void_bets: BTreeSet<SeatNumber>,
}

/// What a player had on the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipRecord {
    /// Who placed it.
    pub player: PlayerId,
    /// In the order of the areas.
    pub bets: Vec<Bet>,
    /// What the round has returned, after all corrections.
    pub returned: u64,
}

impl RoundRecord {
    pub(crate) fn new(number: RoundNumber) -> Self {
        Self {
            number,
            slips: BTreeMap::new(),
            rolls: Vec::new(),
            voided: None,
            voided_bets: Vec::new(),
            collected: false,
            paid: false,
            void_bets: BTreeSet::new(),
        }
    }

    /// Every seat's bets that are not void by themselves.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (SeatNumber, &SlipRecord)> {
        let slips = self.slips.iter().map(|(&seat, slip)| (seat, slip));
        slips.filter(|(seat, _)| !self.void_bets.contains(seat))
    }

    /// The result that counts.
    pub(crate) fn result(&self) -> Option<Roll> {
        if self.voided.is_some() { None } else { self.rolls.last().copied() }
    }
}

impl SlipRecord {
    pub(crate) fn staked(&self) -> u64 {
        self.bets.iter().map(|bet| bet.stake.units()).sum()
    }
}
