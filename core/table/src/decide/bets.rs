//! Bets: each command all or nothing, with the reason for every bet.

use std::collections::BTreeMap;

use taisai_rules::{AboveMaximum, Area, BelowMinimum, Bet, Odds, Stake};

use super::Decision;
use crate::event::{BetChange, BetMove, Event};
use crate::ids::SeatNumber;
use crate::money::Money;
use crate::refusal::{BetProblem, BetRefusal, Refusal};
use crate::seat::Seat;
use crate::table::Table;
use crate::time::Time;

/// What is wanted: for each area the stake that should lie there.
type Wanted = BTreeMap<Area, Option<Stake>>;

impl Table {
    /// The most bets one command may name.
    pub const BETS_MAX: usize = Area::COUNT;

    pub(super) fn place_bets(&self, number: SeatNumber, bets: &[Bet], now: Time) -> Decision {
        self.change(number, now, BetMove::Placed, |seat| self.added(seat, bets))
    }

    pub(super) fn take_down(&self, number: SeatNumber, areas: &[Area], now: Time) -> Decision {
        self.change(number, now, BetMove::TakenDown, |seat| taken_down(seat, areas))
    }

    pub(super) fn clear_bets(&self, number: SeatNumber, now: Time) -> Decision {
        let nothing = |seat: &Seat| seat.bets().iter().map(|bet| (bet.area, None)).collect();
        self.change(number, now, BetMove::Cleared, |seat| Ok(nothing(seat)))
    }

    pub(super) fn repeat_bets(&self, number: SeatNumber, now: Time) -> Decision {
        self.change(number, now, BetMove::Repeated, |seat| self.added(seat, seat.last_bets()))
    }

    pub(super) fn double_bets(&self, number: SeatNumber, now: Time) -> Decision {
        self.change(number, now, BetMove::Doubled, |seat| self.added(seat, seat.bets()))
    }

    pub(super) fn undo_bets(&self, number: SeatNumber, now: Time) -> Decision {
        self.change(number, now, BetMove::Undone, |seat| {
            let last = seat.last_change().ok_or(Refusal::NothingThere)?;
            Ok(last.iter().map(|change| (change.area, change.from)).collect())
        })
    }

    fn change(
        &self,
        number: SeatNumber,
        now: Time,
        how: BetMove,
        wanted: impl FnOnce(&Seat) -> Result<Wanted, Refusal>,
    ) -> Decision {
        let seat = self.taken(number)?;
        let Some(round) = self.round.as_ref().filter(|round| round.takes_bets(now)) else {
            let clause = self.book.procedure.bets_final.clause.clone();
            return Err(Refusal::BettingClosed { clause });
        };
        if round.awaiting.is_some() {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        if self.excluded.contains(&seat.player()) {
            return Err(Refusal::PlayerExcluded { player: seat.player() });
        }
        let SettledWish { changes, advised, full } =
            self.within_limits(seat, how, wanted(seat)?)?;
        if changes.is_empty() {
            let at_maximum = (!full.is_empty()).then_some(Refusal::Bets(full));
            return Err(at_maximum.unwrap_or(Refusal::NothingThere));
        }
        check_own_limits(seat, &changes, now)?;
        self.check_money(seat, &changes)?;
        Ok(vec![Event::BetsChanged { seat: number, round: round.number, how, changes, advised }])
    }

    /// What may lie on the layout of what is wanted there.
    fn within_limits(
        &self,
        seat: &Seat,
        how: BetMove,
        wanted: Wanted,
    ) -> Result<SettledWish, Refusal> {
        let mut problems = Vec::new();
        let mut settled = SettledWish { changes: Vec::new(), advised: false, full: Vec::new() };
        for (area, stake) in wanted {
            let from = seat.bet_on(area);
            let allowed = match (stake, how) {
                (None, _) => Ok((None, Advice::None)),
                // What lay there before was within the limits then.
                (Some(stake), BetMove::Undone) => Ok((Some(stake), Advice::None)),
                (Some(stake), _) => self
                    .allowed(Some(seat), area, stake)
                    .map(|(stake, advice)| (Some(stake), advice)),
            };
            match allowed {
                Ok((to, advice)) => {
                    settled.advised |= advice == Advice::Given;
                    if from != to {
                        settled.changes.push(BetChange { area, from, to });
                    } else if let (Some(stake_max), true) = (to, stake > to) {
                        let why = BetRefusal::AboveMaximum { stake_max };
                        settled.full.push(BetProblem { area, stake, why });
                    }
                }
                Err(why) => problems.push(BetProblem { area, stake, why }),
            }
        }
        if problems.is_empty() { Ok(settled) } else { Err(Refusal::Bets(problems)) }
    }

    /// The stake that may lie on an area, by the limits and the book's policy.
    pub(super) fn allowed(
        &self,
        seat: Option<&Seat>,
        area: Area,
        stake: Stake,
    ) -> Result<(Stake, Advice), BetRefusal> {
        let Some(payable) = self.book.pay_table.multiple(area) else {
            return Err(BetRefusal::NotOffered);
        };
        let limit = self.config.limits.of(area);
        let stake_max = self.stake_max(seat, area);
        let stake = match self.book.limits.above_maximum.value {
            AboveMaximum::Refuse if stake > stake_max => {
                return Err(BetRefusal::AboveMaximum { stake_max });
            }
            AboveMaximum::Refuse => stake,
            AboveMaximum::SettleToMaximum => stake.min(stake_max),
        };
        let divides = |multiple: u32| stake.units().is_multiple_of(multiple.into());
        if !divides(payable) {
            return Err(BetRefusal::NotAMultiple { multiple: payable });
        }
        let stake_min = limit.stake_min();
        if stake >= stake_min {
            let multiple = limit.multiple();
            let fits = divides(multiple) || stake == stake_max;
            return fits
                .then_some((stake, Advice::None))
                .ok_or(BetRefusal::NotAMultiple { multiple });
        }
        match self.book.limits.below_minimum.value {
            // The first is taken and its owner told; every further one is returned.
            BelowMinimum::SettleAndAdvise if !seat.is_some_and(Seat::is_advised) => {
                Ok((stake, Advice::Given))
            }
            BelowMinimum::SettleAndAdvise | BelowMinimum::Refuse => {
                Err(BetRefusal::BelowMinimum { stake_min })
            }
        }
    }

    /// The most that may lie on an area; a marker raises it.
    fn stake_max(&self, seat: Option<&Seat>, area: Area) -> Stake {
        let stake_max = self.config.limits.of(area).stake_max();
        seat.and_then(Seat::marker).map_or(stake_max, |own| own.max(stake_max))
    }

    /// These bets on top of what lies there.
    fn added(&self, seat: &Seat, bets: &[Bet]) -> Result<Wanted, Refusal> {
        if bets.is_empty() {
            return Err(Refusal::NothingThere);
        }
        if bets.len() > Table::BETS_MAX {
            return Err(Refusal::TooMany { max: Table::BETS_MAX });
        }
        let mut wanted = Wanted::new();
        let mut problems = Vec::new();
        for bet in bets {
            let before = seat.bet_on(bet.area).map_or(0, Stake::units);
            let sum = before + bet.stake.units();
            let clipped = self.book.limits.above_maximum.value == AboveMaximum::SettleToMaximum;
            let sum = if clipped { sum.min(Stake::MAX.units()) } else { sum };
            match Stake::new(sum) {
                Ok(stake) if !wanted.contains_key(&bet.area) => {
                    wanted.insert(bet.area, Some(stake));
                }
                Ok(stake) => problems.push(problem(bet.area, Some(stake), BetRefusal::NamedTwice)),
                Err(_) => {
                    let why = BetRefusal::AboveMaximum { stake_max: Stake::MAX };
                    problems.push(problem(bet.area, None, why));
                }
            }
        }
        if problems.is_empty() { Ok(wanted) } else { Err(Refusal::Bets(problems)) }
    }

    /// The seat can pay, and neither it nor the house goes beyond its limit.
    fn check_money(&self, seat: &Seat, changes: &[BetChange]) -> Result<(), Refusal> {
        let (back, needed) = moved(changes);
        let available = seat.credit().units() + back;
        if needed > available {
            let needed = Money::new(needed).unwrap_or(Money::MAX);
            return Err(Refusal::CreditTooSmall { credit: seat.credit(), needed });
        }
        let staked = seat.staked().units() - back + needed;
        let limits = &self.config.limits;
        if staked > limits.seat_max.units() && needed > back {
            return Err(Refusal::SeatLimit { seat_max: limits.seat_max });
        }
        // Whatever the round returns, the credit stays below the ceiling of money.
        let most = staked * u64::from(Odds::WIN_MAX + 1) + available - needed;
        if Money::new(most).is_none() {
            return Err(Refusal::SeatLimit { seat_max: limits.seat_max });
        }
        self.check_exposure(changes)
    }

    fn check_exposure(&self, changes: &[BetChange]) -> Result<(), Refusal> {
        let exposure_max = self.config.limits.exposure_max;
        let mut exposure = self.exposure.clone();
        exposure.change(&self.book.pay_table, changes);
        let worst = exposure.worst();
        let over = u64::try_from(worst).is_ok_and(|worst| worst > exposure_max.units());
        if over && worst > self.exposure.worst() {
            return Err(Refusal::ExposureLimit { exposure_max });
        }
        Ok(())
    }
}

/// What changes take from the layout, and what they lay there.
fn moved(changes: &[BetChange]) -> (u64, u64) {
    let sum = |of: fn(&BetChange) -> Option<Stake>| -> u64 {
        changes.iter().filter_map(of).map(Stake::units).sum()
    };
    (sum(|change| change.from), sum(|change| change.to))
}

/// More on the layout stays within what the player has set themselves; less always may.
fn check_own_limits(seat: &Seat, changes: &[BetChange], now: Time) -> Result<(), Refusal> {
    let (back, needed) = moved(changes);
    let Some(more) = needed.checked_sub(back).filter(|more| *more > 0) else { return Ok(()) };
    let own = seat.pledge().at(now);
    if let Some(time_max_ms) = own.time_max_ms
        && seat.sat_for_ms(now) >= time_max_ms
    {
        return Err(Refusal::OwnTimeLimit { time_max_ms });
    }
    let Some(loss_max) = own.loss_max else { return Ok(()) };
    let left = i128::from(loss_max.units()) - seat.meters().lost();
    if i128::from(more) <= left {
        return Ok(());
    }
    let left = u64::try_from(left).ok().and_then(Money::new).unwrap_or(Money::ZERO);
    Err(Refusal::OwnLossLimit { loss_max, left })
}

/// What may lie on the layout.
struct SettledWish {
    changes: Vec<BetChange>,
    advised: bool,
    /// Bets that have the maximum already and cannot grow.
    full: Vec<BetProblem>,
}

/// Whether the owner of a bet below the minimum is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Advice {
    None,
    Given,
}

fn taken_down(seat: &Seat, areas: &[Area]) -> Result<Wanted, Refusal> {
    let without: Vec<BetProblem> = areas
        .iter()
        .filter(|area| seat.bet_on(**area).is_none())
        .map(|area| problem(*area, None, BetRefusal::NoBet))
        .collect();
    if !without.is_empty() {
        return Err(Refusal::Bets(without));
    }
    Ok(areas.iter().map(|area| (*area, None)).collect())
}

fn problem(area: Area, stake: Option<Stake>, why: BetRefusal) -> BetProblem {
    BetProblem { area, stake, why }
}
