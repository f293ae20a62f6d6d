//! Past rounds with everything that happened to their bets.

use taisai_rules::{Area, Irregularity, Odds, Roll, Stake};
use taisai_table::{Money, PlayerId, RoundNumber, SeatNumber};

use crate::ledger::Ledger;
use crate::rounds::{RoundRecord, SlipRecord};

/// A round as it is shown when somebody asks for it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledRound {
    /// Its number.
    pub number: RoundNumber,
    /// Every result it has had; all but the last were corrected.
    pub rolls: Vec<Roll>,
    /// Why it is void, if it is.
    pub voided: Option<Irregularity>,
    /// Every bet, by seat and area.
    pub bets: Vec<RecalledBet>,
    /// What it returned to each seat, after all corrections.
    pub returned: Vec<(SeatNumber, Money)>,
    /// Seats whose bets were made void, with what went back to them.
    pub voided_bets: Vec<(SeatNumber, Money)>,
}

/// A bet of a past round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledBet {
    /// The seat.
    pub seat: SeatNumber,
    /// Who placed it.
    pub player: PlayerId,
    /// Where it lay.
    pub area: Area,
    /// What it was.
    pub stake: Stake,
    /// The odds that paid it; none where it lost, is void or has no result yet.
    pub odds: Option<Odds>,
    /// What it won on top of the stake.
    pub win: u64,
    /// Whether the player's bets were made void after the round was settled.
    pub is_void: bool,
}

impl Ledger {
    /// A round that is in play or can be recalled.
    pub fn recall(&self, number: RoundNumber) -> Option<RecalledRound> {
        self.round_record(number).map(|record| self.recalled(record))
    }

    fn recalled(&self, record: &RoundRecord) -> RecalledRound {
        let returned = |(&seat, slip): (&SeatNumber, &SlipRecord)| {
            (seat, Money::new(slip.returned).unwrap_or(Money::MAX))
        };
        RecalledRound {
            number: record.number,
            rolls: record.rolls.clone(),
            voided: record.voided,
            bets: self.recalled_bets(record),
            returned: record.slips.iter().map(returned).collect(),
            voided_bets: record.voided_bets.clone(),
        }
    }

    fn recalled_bets(&self, record: &RoundRecord) -> Vec<RecalledBet> {
        let mut bets = Vec::new();
        let table = self.pays(record.number);
        for (&seat, slip) in &record.slips {
            for bet in &slip.bets {
                let (area, stake) = (bet.area, bet.stake);
                let is_void = record.void_bets.contains(&seat);
                let result = record.result().filter(|_| !is_void);
                let line = result.and_then(|roll| table.paying_line(area, roll));
                let odds = line.map(|line| line.odds);
                let win = odds.and_then(|odds| odds.win_on(stake)).unwrap_or(0);
                let player = slip.player;
                bets.push(RecalledBet { seat, player, area, stake, odds, win, is_void });
            }
        }
        bets
    }
}
