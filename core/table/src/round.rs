//! The round in play, and the rounds that were.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use taisai_rules::{Bet, Irregularity, NoMoreBets, Roll};

use crate::ids::{PlayerId, RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::phase::Phase;
use crate::place::ChipRecord;
use crate::time::Time;

/// The round in play.
#[expect(clippy::struct_excessive_bools, reason = "each is a step of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// Its number.
    pub number: RoundNumber,
    /// When betting opened.
    pub opened: Time,
    /// Whether bets may be placed, and until when.
    pub betting: Betting,
    /// When no more bets is called with the shaker in use.
    pub order: NoMoreBets,
    /// How often the dice tumbled when the shaker was activated; none while it was not.
    pub shakes: u8,
    /// The player who activates the shaker.
    pub selected: Option<SeatNumber>,
    /// Whether the dice can be seen.
    pub revealed: bool,
    /// What was entered but not confirmed.
    pub entry: Option<Roll>,
    /// The result, once it stands.
    pub result: Option<Roll>,
    /// Whether losers are collected.
    pub collected: bool,
    /// Whether winners are paid.
    pub paid: bool,
    /// When they were.
    pub paid_at: Option<Time>,
    /// Settling by hand because the display failed, and who is present.
    pub by_hand: Option<ByHand>,
    /// The irregularity that awaits a decision.
    pub awaiting: Option<Irregularity>,
    /// How often betting was extended.
    pub extensions: u8,
    /// What was paid to each seat.
    pub returned: BTreeMap<SeatNumber, Money>,
    /// Until when the words "no more bets" stand before the dice are revealed, where nothing else
    /// comes in between.
    pub reveal_from: Option<Time>,
    /// Whether its last call marked sound dice as damaged.
    pub marked: bool,
    /// What was recorded of the chips on the layout, at a felt table.
    pub chips: BTreeMap<SeatNumber, ChipRecord>,
}

/// Whether bets may be placed.
#[expect(missing_docs, reason = "until when, and whether the players were warned")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Betting {
    /// They may, until then if a time is set.
    Open { until: Option<Time>, warned: bool },
    /// No more.
    Closed,
}

/// Settling by hand under a superior's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByHand {
    /// The superior, once they have attested to be there.
    pub present: Option<StaffId>,
}

impl Round {
    pub(crate) fn new(
        number: RoundNumber,
        opened: Time,
        until: Option<Time>,
        order: NoMoreBets,
    ) -> Self {
        Self {
            number,
            opened,
            betting: Betting::Open { until, warned: false },
            order,
            shakes: 0,
            selected: None,
            revealed: false,
            entry: None,
            result: None,
            collected: false,
            paid: false,
            paid_at: None,
            by_hand: None,
            awaiting: None,
            extensions: 0,
            returned: BTreeMap::new(),
            reveal_from: None,
            marked: false,
            chips: BTreeMap::new(),
        }
    }

    /// Whether bets may be placed.
    pub fn is_betting(&self) -> bool {
        matches!(self.betting, Betting::Open { .. })
    }

    /// Whether betting cannot end yet: the dice are shaken before no more bets, and are not.
    pub fn waits_for_shake(&self) -> bool {
        self.order == NoMoreBets::BeforeReveal && self.is_betting() && self.shakes == 0
    }

    /// Whether a bet may be placed now: the deadline counts even before the table is ticked.
    pub fn takes_bets(&self, now: Time) -> bool {
        match self.betting {
            Betting::Open { until, .. } => {
                self.waits_for_shake() || until.is_none_or(|until| now < until)
            }
            Betting::Closed => false,
        }
    }

    /// Where the round stands.
    pub fn phase(&self) -> Phase {
        if self.awaiting.is_some() {
            return Phase::AwaitingRuling;
        }
        match (self.result, self.entry) {
            (Some(_), _) if self.paid => Phase::Clearing,
            (Some(_), _) if self.collected => Phase::Paying,
            (Some(_), _) => Phase::Collecting,
            (None, Some(_)) => Phase::Entered,
            (None, None) if self.revealed => Phase::Revealed,
            (None, None) if self.is_betting() => Phase::Betting,
            // Where the shake came first, nothing but these words stands before the reveal.
            (None, None) if self.shakes > 0 && self.order == NoMoreBets::BeforeShake => {
                Phase::Shaken
            }
            (None, None) => Phase::NoMoreBets,
        }
    }

    /// Back to before the shake; the bets stand.
    pub(crate) fn start_over(&mut self) {
        self.shakes = 0;
        self.revealed = false;
        self.entry = None;
        self.awaiting = None;
    }
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    /// Its number.
    pub number: RoundNumber,
    /// Every seat's bets.
    pub slips: BTreeMap<SeatNumber, Slip>,
    /// Every result it has had, the one that counts last; none where it was void from the start.
    pub results: Vec<Roll>,
    /// Whether it is void.
    pub voided: Option<Irregularity>,
    /// The seats whose bets were made void after the round was settled.
    pub void_bets: BTreeSet<SeatNumber>,
    /// What was recorded of the chips on the layout, at a felt table.
    pub chips: BTreeMap<SeatNumber, ChipRecord>,
}

/// Requests that recall a round are known by a digest, also those from before chips were recorded:
/// a round without a record has the one that it always had.
impl Hash for PastRound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { number, slips, results, voided, void_bets, chips } = self;
        number.hash(state);
        slips.hash(state);
        results.hash(state);
        voided.hash(state);
        void_bets.hash(state);
        if !chips.is_empty() {
            chips.hash(state);
        }
    }
}

impl PastRound {
    /// The result that counts.
    pub fn result(&self) -> Option<Roll> {
        if self.voided.is_some() { None } else { self.results.last().copied() }
    }

    /// Every seat's bets that are not void by themselves.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (SeatNumber, &Slip)> {
        let slips = self.slips.iter().map(|(&seat, slip)| (seat, slip));
        slips.filter(|(seat, _)| !self.void_bets.contains(seat))
    }

    /// A number that changes with everything a proposal about this round depends on.
    pub(crate) fn basis(&self) -> u64 {
        let results = self.results.len() as u64;
        let void_chips = self.chips.values().filter(|chips| !chips.is_valid()).count();
        let void_bets = ((self.void_bets.len() + void_chips) as u64) << 48;
        let basis = self.number.0 << 16 | results << 1 | u64::from(self.voided.is_some());
        basis.wrapping_add(void_bets)
    }
}

/// What a seat had on the layout of a past round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slip {
    /// Who placed it.
    pub player: PlayerId,
    /// The bets.
    pub bets: Vec<Bet>,
    /// What the round has returned, after all corrections.
    pub returned: Money,
}

impl Slip {
    /// The sum of the stakes.
    pub fn staked(&self) -> Money {
        let units = self.bets.iter().map(|bet| bet.stake.units()).sum();
        Money::new(units).expect("117 stakes stay below the ceiling")
    }
}
