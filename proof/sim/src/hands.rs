//! Who holds which voucher: a voucher is worth something only to somebody who received its token.
//! The auditor reads the journal, and there no voucher is ever lost: its amount counts as
//! outstanding for ever. But only a holder of its token can be paid for it.

use std::collections::BTreeMap;

use taisai_protocol::answer::VoucherTold;
use taisai_server::world::secret::Token;

use crate::auditor::{Broken, FloorBooks, Found, Origin, VoucherState, broken};
use crate::night::Actor;

/// The papers of everybody.
#[derive(Default)]
pub struct Hands {
    papers: BTreeMap<u128, Paper>,
    /// Vouchers whose token nobody received, with only the connection to blame.
    lost: BTreeMap<u128, Lost>,
    /// Asks abandoned before they were answered.
    given_up: GivenUp,
    /// How many vouchers were lost, including those received later.
    count: u64,
}

struct Paper {
    told: VoucherTold,
    /// Who has it, by their place among the players.
    holder: usize,
}

/// A voucher whose token nobody received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub excuse: Excuse,
    /// Whose it is, by their place among the players.
    pub whose: Option<usize>,
    /// Who sat at the seat it came from when it was lost.
    pub sat: Option<u64>,
}

impl Lost {
    /// What an ask may have made that nobody will hear of.
    pub const fn new(excuse: Excuse, whose: Option<usize>) -> Self {
        Self { excuse, whose, sat: None }
    }
}

/// Why nobody received a voucher's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// The asker lost the right to ask again before the answer arrived.
    RightGone,
    /// The ask was refused, and another copy of it that was still in flight succeeded.
    LateCopy,
}

/// Asks that were abandoned before they were answered, the oldest first: each of them may have made
/// one voucher. Several players' play money comes from one lender, and each asked for their own.
#[derive(Default)]
struct GivenUp(Vec<(Origin, Actor, Lost)>);

impl GivenUp {
    fn push(&mut self, origin: Origin, by: Actor, lost: Lost) {
        self.0.push((origin, by, lost));
    }

    /// A later ask of the same person was answered: one that they abandoned before it is no longer
    /// an excuse, except for a copy that the network still holds back.
    fn settle(&mut self, origin: Origin, by: Actor) {
        self.0.retain(|(of, asked, lost)| {
            (*of, *asked) != (origin, by) || lost.excuse == Excuse::LateCopy
        });
    }

    fn excuses(&self, origin: Origin) -> bool {
        self.0.iter().any(|(of, ..)| *of == origin)
    }

    /// The oldest of them that excuses a voucher of this origin; it excuses no other.
    fn take(&mut self, origin: Origin) -> Option<Lost> {
        let place = self.0.iter().position(|(of, ..)| *of == origin)?;
        Some(self.0.remove(place).2)
    }
}

/// Where somebody sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub table: u32,
    pub seat: u16,
}

impl Hands {
    /// Somebody received a voucher's token.
    pub fn take(&mut self, holder: usize, told: &VoucherTold) -> Found {
        let Some(voucher) = voucher_of(&told.token) else {
            return Err(broken(19, format!("{} is no token", told.token)));
        };
        self.lost.remove(&voucher);
        self.papers.insert(voucher, Paper { told: told.clone(), holder });
        Ok(())
    }

    /// A voucher is void: a new one replaces it.
    pub fn void(&mut self, voucher: u128) -> Option<(usize, VoucherTold)> {
        self.lost.remove(&voucher);
        self.papers.remove(&voucher).map(|paper| (paper.holder, paper.told))
    }

    /// The owner of a voucher, whether or not they received it.
    pub fn whose(&self, voucher: u128) -> Option<usize> {
        let held = self.papers.get(&voucher).map(|paper| paper.holder);
        held.or_else(|| self.lost.get(&voucher).and_then(|lost| lost.whose))
    }

    /// The paper with this token, if somebody has it.
    pub fn paper(&self, token: &str) -> Option<(usize, &VoucherTold)> {
        let paper = self.papers.get(&voucher_of(token)?)?;
        Some((paper.holder, &paper.told))
    }

    /// An ask that may have created a voucher of this origin will never be repeated.
    pub(crate) fn give_up(&mut self, origin: Origin, by: Actor, lost: Lost) {
        self.given_up.push(origin, by, lost);
    }

    /// A terminal is gone, and with it everything it would have shown its player on return.
    pub fn right_is_gone(&mut self, player: usize) {
        for lost in self.lost.values_mut().filter(|lost| lost.whose == Some(player)) {
            lost.excuse = Excuse::RightGone;
        }
    }

    /// A later ask of the same person was answered.
    pub(crate) fn settled(&mut self, origin: Origin, by: Actor) {
        self.given_up.settle(origin, by);
    }

    /// How many vouchers were lost.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The vouchers whose token nobody received.
    pub fn lost(&self) -> impl Iterator<Item = (u128, Lost)> {
        self.lost.iter().map(|(voucher, lost)| (*voucher, *lost))
    }

    /// Promise 19: every voucher that is worth something is in somebody's hand, or somebody waits
    /// for it.
    pub fn check(
        &mut self,
        floor: &FloorBooks,
        mut waits: impl FnMut(Origin) -> bool,
        sits: impl Fn(Origin) -> Option<u64>,
    ) -> Found {
        for voucher in floor.outstanding_now() {
            if self.papers.contains_key(&voucher) || self.lost.contains_key(&voucher) {
                continue;
            }
            let origin = floor.origin(voucher).ok_or_else(|| broken(12, "from nowhere"))?;
            if waits(origin) {
                continue;
            }
            if let Some(lost) = self.given_up.take(origin) {
                self.count += 1;
                self.lost.insert(voucher, Lost { sat: sits(origin), ..lost });
                continue;
            }
            let worth = floor.voucher(voucher).map_or(0, |(amount, _)| amount);
            let seen = format!("a voucher of {worth} from {origin:?} is in nobody's hand");
            return Err(broken(19, seen));
        }
        Ok(())
    }

    /// Promise 19: a refusal created no voucher.
    pub fn check_refused(&self, floor: &FloorBooks, origin: Origin) -> Found {
        let made = floor.outstanding_now().find(|voucher| {
            let known = self.papers.contains_key(voucher) || self.lost.contains_key(voucher);
            !known && floor.origin(*voucher) == Some(origin)
        });
        let made = made.filter(|_| !self.given_up.excuses(origin));
        match made.and_then(|voucher| floor.voucher(voucher)) {
            Some((worth, _)) => {
                let seen = format!("{origin:?} was refused, and {worth} became a voucher");
                Err(broken(19, seen))
            }
            None => Ok(()),
        }
    }

    /// Every voucher a player holds is worth its printed amount, or is where that player put it.
    pub fn check_purse(&self, floor: &FloorBooks, at: Place, purse: &[VoucherTold]) -> Found {
        for told in purse {
            let known = voucher_of(&told.token).and_then(|voucher| {
                let place = floor.place(voucher);
                floor.voucher(voucher).map(|(amount, state)| (amount, state, place))
            });
            let own = Some((at.table, at.seat));
            let right = known.is_some_and(|(amount, state, place)| {
                let there = match state {
                    VoucherState::Outstanding | VoucherState::Redeemed | VoucherState::Replaced => {
                        true
                    }
                    VoucherState::Held | VoucherState::Spent => place == own,
                    VoucherState::Prepared | VoucherState::Dropped | VoucherState::Expired => false,
                };
                there && amount == told.amount
            });
            if !right {
                let seen = format!("{at:?} has a paper of {}, and it is {known:?}", told.amount);
                return Err(broken(19, seen));
            }
        }
        Ok(())
    }

    /// The night is over and everybody went home: every holder of a voucher was paid, and every
    /// voucher that became credit did so at a seat of its holder.
    pub fn check_end(&self, floor: &FloorBooks, sits: impl Fn(usize) -> Place) -> Found {
        if let Some(voucher) = floor.outstanding_now().next() {
            let (worth, origin) = (floor.voucher(voucher), floor.origin(voucher));
            return Err(broken(19, format!("{worth:?} from {origin:?} was left behind")));
        }
        for (voucher, paper) in &self.papers {
            let spent = floor.voucher(*voucher).is_some_and(|(_, s)| s == VoucherState::Spent);
            let at = sits(paper.holder);
            if spent && floor.place(*voucher) != Some((at.table, at.seat)) {
                return Err(self.misplaced(*voucher, at));
            }
        }
        Ok(())
    }

    fn misplaced(&self, voucher: u128, at: Place) -> Broken {
        let told = self.papers.get(&voucher).map_or(0, |paper| paper.told.amount);
        broken(19, format!("a paper of {told} that {at:?} had is credit elsewhere"))
    }
}

/// The voucher of a token.
pub fn voucher_of(token: &str) -> Option<u128> {
    Token::parse(token).map(|token| token.voucher().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENDER: Origin = Origin::Sold(9);
    const ONE: Actor = Actor::Player(1);
    const OTHER: Actor = Actor::Player(2);

    fn gone(whose: usize) -> Lost {
        Lost::new(Excuse::RightGone, Some(whose))
    }

    // Two players lost their terminals while the house lent to both; the second had no excuse.
    #[test]
    fn every_abandoned_ask_excuses_one_voucher() {
        let mut given_up = GivenUp::default();
        given_up.push(LENDER, ONE, gone(1));
        given_up.push(LENDER, OTHER, gone(2));
        assert_eq!(given_up.take(LENDER), Some(gone(1)));
        assert_eq!(given_up.take(LENDER), Some(gone(2)));
        assert_eq!(given_up.take(LENDER), None);
    }

    #[test]
    fn an_answer_settles_what_its_own_asker_abandoned_before() {
        let late = Lost::new(Excuse::LateCopy, Some(2));
        let mut given_up = GivenUp::default();
        given_up.push(LENDER, ONE, gone(1));
        given_up.push(LENDER, OTHER, gone(2));
        given_up.push(LENDER, OTHER, late);
        given_up.settle(LENDER, OTHER);
        assert_eq!(given_up.take(LENDER), Some(gone(1)));
        assert_eq!(given_up.take(LENDER), Some(late));
        assert!(!given_up.excuses(LENDER));
    }
}
