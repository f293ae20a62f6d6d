//! What every bet is worth after a roll.

use std::fmt;

use crate::area::Area;
use crate::area_set::AreaSet;
use crate::pay_table::{PayLine, PayTable};
use crate::roll::Roll;
use crate::stake::Stake;
use crate::vocabulary::vocabulary;

/// A stake on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bet {
    /// Where the stake lies.
    pub area: Area,
    /// How much it is.
    pub stake: Stake,
}

impl Bet {
    /// A stake on an area.
    pub const fn new(area: Area, stake: Stake) -> Self {
        Self { area, stake }
    }
}

vocabulary! {
    /// How a bet ended.
    Outcome {
        /// The stake comes back with a win.
        Win = "win",
        /// The stake is collected.
        Lose = "lose",
    }
}

/// A bet after the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledBet {
    // The bet's two fields lie here one by one, so that the line fits beside the area and a
    // settled bet stays at 24 bytes.
    area: Area,
    /// The place of the pay line that paid, 0 for a loss.
    line: u8,
    stake: Stake,
    win: u64,
}

const _: () = assert!(size_of::<SettledBet>() == 24, "memory is the limit of a settlement");

impl SettledBet {
    /// The bet as it was placed.
    pub const fn bet(&self) -> Bet {
        Bet::new(self.area, self.stake)
    }

    /// Whether it won.
    pub const fn outcome(&self) -> Outcome {
        if self.line == 0 { Outcome::Lose } else { Outcome::Win }
    }

    /// What is paid on top of the stake.
    pub const fn win(&self) -> u64 {
        self.win
    }

    /// Stake and win together, or nothing where the bet lost.
    pub const fn returned(&self) -> u64 {
        match self.outcome() {
            Outcome::Win => self.stake.units() + self.win,
            Outcome::Lose => 0,
        }
    }
}

/// All bets after the roll, with their sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement<'table> {
    table: &'table PayTable,
    roll: Roll,
    bets: Vec<SettledBet>,
    sums: Sums,
}

impl<'table> Settlement<'table> {
    /// The roll that decided.
    pub fn roll(&self) -> Roll {
        self.roll
    }

    /// The areas that light up.
    pub fn winning_areas(&self) -> AreaSet {
        self.table.winning_areas(self.roll)
    }

    /// Every bet in the order in which it was given.
    pub fn bets(&self) -> &[SettledBet] {
        &self.bets
    }

    /// The pay line that paid this bet, or `None` where it lost.
    pub fn paying_line(&self, settled: &SettledBet) -> Option<&'table PayLine> {
        self.table.paying_line(settled.area, self.roll)
    }

    /// The sum of all stakes.
    pub fn staked(&self) -> u64 {
        self.sums.staked
    }

    /// The sum of all that goes back to the players, stakes included.
    pub fn returned(&self) -> u64 {
        self.sums.returned
    }
}

/// What was staked and what goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The sum of all stakes.
    pub staked: u64,
    /// The sum of all that goes back, stakes included.
    pub returned: u64,
}

impl PayTable {
    /// Settles every bet by this roll, or refuses them all with the reason for each.
    pub fn settle(&self, roll: Roll, bets: &[Bet]) -> Result<Settlement<'_>, SettleRefusal> {
        let mut settled = Vec::new();
        let sums = self.settle_into(roll, bets, &mut settled)?;
        Ok(Settlement { table: self, roll, bets: settled, sums })
    }

    /// Settles every bet into a list the caller keeps, so that a busy table need not allocate.
    ///
    /// The list is emptied first, and stays empty where the bets are refused.
    pub fn settle_into(
        &self,
        roll: Roll,
        bets: &[Bet],
        settled: &mut Vec<SettledBet>,
    ) -> Result<Sums, SettleRefusal> {
        settled.clear();
        if bets.len() > Self::BETS_MAX {
            return Err(SettleRefusal::TooManyBets { found: bets.len() });
        }
        let (sums, all_sound) = self.settle_checked(roll, bets, settled);
        if !all_sound {
            settled.clear();
            return Err(SettleRefusal::Bets(self.refused(bets)));
        }
        Ok(sums)
    }

    /// One pass over the bets: look up, multiply, add. The check of each bet rides along; the
    /// reason is computed only when a bet fails, so that the usual case stays a straight line.
    fn settle_checked(
        &self,
        roll: Roll,
        bets: &[Bet],
        settled: &mut Vec<SettledBet>,
    ) -> (Sums, bool) {
        let paying = &self.paying[roll.index()];
        let mut sums = Sums::default();
        let mut all_sound = true;
        settled.extend(bets.iter().map(|&bet| {
            let Bet { area, stake } = bet;
            let (place, units) = (area.index(), stake.units());
            let line = paying[place];
            let factor = self.factors[usize::from(line)];
            let win = factor.win_on(units);
            all_sound &= self.multiples[place].divides(units);
            // Valid bets cannot overflow a u64 (see the ceilings of the pay table). An invalid one
            // can, and then the sums are discarded: wrapping keeps that harmless.
            sums.staked = sums.staked.wrapping_add(units);
            sums.returned = sums.returned.wrapping_add(factor.kept_of(units)).wrapping_add(win);
            SettledBet { area, line, stake, win }
        }));
        (sums, all_sound)
    }

    fn refused(&self, bets: &[Bet]) -> Vec<RefusedBet> {
        let refusal =
            |(place, &bet)| self.check(bet).err().map(|why| RefusedBet { place, bet, why });
        bets.iter().enumerate().filter_map(refusal).collect()
    }

    /// Why a bet cannot be taken at this table, if it cannot.
    pub fn check(&self, bet: Bet) -> Result<(), BetRefusal> {
        let Some(multiple) = self.multiple(bet.area) else {
            return Err(BetRefusal::AreaNotOffered);
        };
        if !bet.stake.units().is_multiple_of(u64::from(multiple)) {
            return Err(BetRefusal::Unpayable { multiple });
        }
        Ok(())
    }
}

/// Why a bet cannot be taken at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetRefusal {
    /// The table does not offer this area.
    AreaNotOffered,
    /// The win would not be a whole number of units.
    Unpayable {
        /// The stake must be a multiple of this.
        multiple: u32,
    },
}

/// A bet that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedBet {
    /// Which of the given bets, from 0.
    pub place: usize,
    pub bet: Bet,
    pub why: BetRefusal,
}

impl fmt::Display for RefusedBet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bet { area, stake } = self.bet;
        match self.why {
            BetRefusal::AreaNotOffered => write!(f, "{area} is not offered at this table"),
            BetRefusal::Unpayable { multiple } => {
                write!(f, "a stake of {stake} on {area} cannot be paid exactly; ")?;
                write!(f, "it must be a multiple of {multiple}")
            }
        }
    }
}

/// Why bets were not settled. Either all are settled or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettleRefusal {
    /// More than [`PayTable::BETS_MAX`] bets at once.
    TooManyBets {
        /// How many were given.
        found: usize,
    },
    /// These bets cannot be taken.
    Bets(Vec<RefusedBet>),
}

impl fmt::Display for SettleRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyBets { found } => {
                write!(f, "{found} bets are too many; at most {} at once", PayTable::BETS_MAX)
            }
            Self::Bets(refused) => {
                let reasons: Vec<String> = refused.iter().map(ToString::to_string).collect();
                write!(f, "{}", reasons.join("; "))
            }
        }
    }
}

impl std::error::Error for SettleRefusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clause, DoubleOnTriple, Odds, Offer, Pays};

    fn table(offers: &[(&str, &str)]) -> PayTable {
        let rule = Clause::new("house rule 1").unwrap();
        let offer = |&(area, odds): &(&str, &str)| {
            Offer::new(area, area, &rule, Pays::same(odds, &rule).unwrap()).unwrap()
        };
        PayTable::new(offers.iter().map(offer).collect(), DoubleOnTriple::Wins).unwrap()
    }

    fn bet(area: &str, stake: u64) -> Bet {
        Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap())
    }

    fn roll(text: &str) -> Roll {
        text.parse().unwrap()
    }

    #[test]
    fn bets_are_settled_in_the_order_given() {
        let table = table(&[("small", "1 to 1"), ("big", "1 to 1"), ("total-10", "6.5 to 1")]);
        let bets = [bet("big", 7), bet("total-10", 10), bet("small", 3), bet("total-10", 2)];
        let settlement = table.settle(roll("4,4,2"), &bets).unwrap();
        let lines: Vec<_> = settlement
            .bets()
            .iter()
            .map(|settled| (settled.bet(), settled.outcome(), settled.win(), settled.returned()))
            .collect();
        assert_eq!(
            lines,
            [
                (bets[0], Outcome::Lose, 0, 0),
                (bets[1], Outcome::Win, 65, 75),
                (bets[2], Outcome::Win, 3, 6),
                (bets[3], Outcome::Win, 13, 15),
            ]
        );
        assert_eq!((settlement.staked(), settlement.returned()), (22, 96));
    }

    #[test]
    fn one_bad_bet_refuses_all_with_every_reason() {
        let table = table(&[("small", "1 to 1"), ("total-10", "6.5 to 1")]);
        let bets = [bet("small", 5), bet("total-10", 5), bet("four-1234", 5), bet("total-10", 6)];
        let refusal = table.settle(roll("4,4,2"), &bets).unwrap_err();
        let SettleRefusal::Bets(refused) = &refusal else { panic!("{refusal}") };
        let reasons: Vec<_> = refused.iter().map(|refused| (refused.place, refused.why)).collect();
        assert_eq!(
            reasons,
            [(1, BetRefusal::Unpayable { multiple: 2 }), (2, BetRefusal::AreaNotOffered)]
        );
    }

    #[test]
    fn a_stake_that_loses_must_be_payable_too() {
        let table = table(&[("total-10", "6.5 to 1")]);
        assert!(table.settle(roll("1,1,1"), &[bet("total-10", 5)]).is_err());
    }

    #[test]
    fn a_refusal_leaves_nothing_behind() {
        let table = table(&[("total-10", "6.5 to 1")]);
        let mut settled = Vec::new();
        table.settle_into(roll("4,4,2"), &[bet("total-10", 2)], &mut settled).unwrap();
        assert_eq!(settled.len(), 1);
        table.settle_into(roll("4,4,2"), &[bet("total-10", 5)], &mut settled).unwrap_err();
        assert!(settled.is_empty());
    }

    #[test]
    fn as_many_ceilings_as_fit_are_settled_and_one_more_is_refused() {
        let table = table(&[("any-triple", "999 to 1")]);
        let most = vec![Bet::new("any-triple".parse().unwrap(), Stake::MAX); PayTable::BETS_MAX];
        let settlement = table.settle(roll("1,1,1"), &most).unwrap();
        let returned = u128::from(Stake::MAX.units()) * u128::from(Odds::WIN_MAX + 1) * 1_000_000;
        assert_eq!(u128::from(settlement.returned()), returned);
        let one_more = [&most[..], &most[..1]].concat();
        let refusal = table.settle(roll("1,1,1"), &one_more).unwrap_err();
        assert_eq!(refusal, SettleRefusal::TooManyBets { found: 1_000_001 });
    }

    #[test]
    fn unpayable_ceilings_are_refused_and_never_overflow() {
        let unpayable = Stake::new(Stake::MAX.units() - 2).unwrap();
        let table = table(&[("any-triple", "998 to 99")]);
        let bets = vec![Bet::new("any-triple".parse().unwrap(), unpayable); 1_000];
        let refusal = table.settle(roll("6,6,6"), &bets).unwrap_err();
        assert!(matches!(refusal, SettleRefusal::Bets(refused) if refused.len() == 1_000));
    }
}
