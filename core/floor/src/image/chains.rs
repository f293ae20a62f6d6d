//! Chains of vouchers as plain values, and what holds of them on every floor.

use std::collections::BTreeSet;

use taisai_table::{PlayerId, SeatNumber};

use super::FloorImage;
use super::checks::{ImageFault, Part, alone, at_most, belong, given, in_order};
use crate::floor::Floor;
use crate::ids::TableId;
use crate::large::{Cash, ChainNumber, Chains, GamingDate, LargeRules, Link};
use crate::places::TableStanding;

/// Chains of vouchers; lists are in the order of what stands first in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChainsImage {
    /// What the house logs.
    pub rules: LargeRules,
    /// The number of the last chain.
    pub numbered: u64,
    /// The day of the sums.
    pub date: GamingDate,
    /// What belongs to each chain.
    pub links: Vec<(ChainNumber, Vec<Link>)>,
    /// What each came to in the day.
    pub sums: Vec<((ChainNumber, Cash), u128)>,
    /// The sums that are known to be large.
    pub noted: Vec<(ChainNumber, Cash)>,
    /// Who sat where the terminal was taken away.
    pub left_at: Vec<((TableId, SeatNumber), PlayerId)>,
}

impl Chains {
    pub(super) fn image(&self) -> ChainsImage {
        let links = self.links.iter().map(|(chain, of)| (*chain, of.iter().cloned().collect()));
        let sums = self
            .sums
            .iter()
            .flat_map(|(chain, sums)| sums.iter().map(|(cash, sum)| ((*chain, *cash), *sum)));
        ChainsImage {
            rules: self.rules.clone(),
            numbered: self.numbered,
            date: self.date,
            links: links.collect(),
            sums: sums.collect(),
            noted: self.noted.iter().copied().collect(),
            left_at: self.left_at.clone().into_iter().collect(),
        }
    }
}

impl ChainsImage {
    pub(super) fn chains(self) -> Chains {
        let links = self.links.into_iter().map(|(chain, of)| (chain, of.into_iter().collect()));
        let mut chains = Chains {
            rules: self.rules,
            numbered: self.numbered,
            date: self.date,
            links: links.collect(),
            noted: self.noted.into_iter().collect(),
            left_at: self.left_at.into_iter().collect(),
            ..Chains::default()
        };
        for ((chain, cash), sum) in self.sums {
            chains.add(chain, cash, sum);
        }
        chains.index();
        chains
    }
}

impl FloorImage {
    /// No chain is empty, none has a number that was not given, nothing is in two, and what was
    /// summed up is of one of them.
    pub(super) fn check_chains(&self) -> Result<(), ImageFault> {
        let ChainsImage { numbered, links, sums, noted, left_at, .. } = &self.chains;
        in_order(Part::Chains, links)?;
        in_order(Part::Chains, sums)?;
        in_order(Part::Chains, left_at)?;
        let sorted = |of: &[Link]| !of.is_empty() && of.is_sorted_by(|one, next| one < next);
        let in_order = links.iter().all(|(_, of)| sorted(of));
        if !(in_order && noted.is_sorted_by(|one, next| one < next)) {
            return Err(ImageFault::OutOfOrder { part: Part::Chains });
        }
        given(Part::Chains, links.last().map_or(0, |(chain, _)| chain.0), *numbered)?;
        let all: Vec<&Link> = links.iter().flat_map(|(_, of)| of).collect();
        let unlike: BTreeSet<&Link> = all.iter().copied().collect();
        alone(Part::Chains, unlike.len(), all.len())?;
        let persons = all.iter().filter(|link| matches!(link, Link::Person(_))).count();
        at_most(Part::Chains, persons, Chains::PERSONS_MAX)?;
        let known: BTreeSet<ChainNumber> = links.iter().map(|(chain, _)| *chain).collect();
        let summed: BTreeSet<_> = sums.iter().map(|(of, _)| *of).collect();
        belong(
            Part::Chains,
            sums.iter().all(|((chain, _), sum)| known.contains(chain) && *sum > 0),
        )?;
        belong(Part::Chains, noted.iter().all(|of| summed.contains(of)))
    }
}

impl Floor {
    /// Terminals were taken from seats of tables that are in use, and the players there were
    /// admitted.
    pub(super) fn check_left(&self) -> Result<(), ImageFault> {
        let sound = |((table, _), player): (&(TableId, SeatNumber), &PlayerId)| {
            let known = self.table(*table);
            known.is_some_and(|found| found.standing == TableStanding::InUse)
                && player.0 <= self.players_admitted
        };
        belong(Part::Chains, self.chains.left_at.iter().all(sound))
    }
}
