//! What the house can lose on each roll, kept as bets come and go.

use taisai_rules::{Area, PayTable, Roll, Stake};

use crate::event::BetChange;

/// What the house loses on each of the 216 rolls, if the open bets were settled by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exposure {
    /// All open stakes.
    staked: i64,
    /// What goes back to the players on each roll, stakes included. Most areas win on few rolls, so
    /// that a bet changes few of these. There is room for every byte, so that none needs a check.
    returned: Box<[i64; PLACES]>,
}

/// As many as a byte can tell apart; past the last roll there is always nothing.
const PLACES: usize = 256;

impl Exposure {
    pub(crate) fn none() -> Self {
        Self { staked: 0, returned: Box::new([0; PLACES]) }
    }

    /// What the house loses on its worst roll; less than nothing where it always wins.
    pub fn worst(&self) -> i64 {
        self.returned[..Roll::COUNT].iter().copied().max().expect("there are rolls") - self.staked
    }

    /// The worst roll.
    pub fn worst_roll(&self) -> Roll {
        Roll::all().max_by_key(|roll| self.on(*roll)).expect("there are rolls")
    }

    /// What the house loses on this roll.
    pub fn on(&self, roll: Roll) -> i64 {
        self.returned[roll.index()] - self.staked
    }

    /// The same with these changes; the cost does not depend on how many bets there are.
    pub(crate) fn change(&mut self, table: &PayTable, changes: &[BetChange]) {
        for change in changes {
            self.add(table, change.area, change.to, 1);
            self.add(table, change.area, change.from, -1);
        }
    }

    fn add(&mut self, table: &PayTable, area: Area, stake: Option<Stake>, sign: i64) {
        let Some(stake) = stake else { return };
        let staked = signed(stake.units());
        self.staked += sign * staked;
        for (line, rolls) in table.winning_rolls(area) {
            let win = line.odds.win_on(stake).expect("decide took only sound stakes");
            let returned = sign * (staked + signed(win));
            for &roll in rolls {
                self.returned[usize::from(roll)] += returned;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.staked = 0;
        self.returned.fill(0);
    }
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("wins stay below the ceiling")
}
