//! What the ledger works out by itself from its own record of bets and dice.

use std::collections::BTreeMap;

use taisai_rules::{Odds, Outcome, PayTable, Roll};
use taisai_table::{Adjustment, Money, PlayerId, RoundNumber, SeatAmount, SeatNumber};

use crate::account::Account;
use crate::fault::{Figure, LedgerFault};
use crate::ledger::Ledger;
use crate::rounds::{RoundRecord, SlipRecord};

/// What a round means for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// Stakes that lost.
    pub(crate) lost: u64,
    /// Stakes that won.
    pub(crate) kept: u64,
    /// What was won on top of them.
    pub(crate) won: u64,
}

impl Share {
    pub(crate) fn returned(self) -> u64 {
        self.kept + self.won
    }
}

/// What these bets are worth by this roll.
pub(crate) fn share(table: &PayTable, roll: Roll, slip: &SlipRecord) -> Share {
    let settlement = table.settle(roll, &slip.bets).expect("the ledger records only sound bets");
    let mut share = Share::default();
    for bet in settlement.bets() {
        let stake = bet.bet().stake.units();
        match bet.outcome() {
            Outcome::Win => (share.kept, share.won) = (share.kept + stake, share.won + bet.win()),
            Outcome::Lose => share.lost += stake,
        }
    }
    share
}

/// Compares what the table says, seat by seat, with what the ledger works out.
pub(crate) fn compare(
    figure: Figure,
    said: &[SeatAmount],
    worked_out: &BTreeMap<SeatNumber, u64>,
) -> Result<(), LedgerFault> {
    let mut heard = BTreeMap::new();
    for SeatAmount { seat, amount } in said {
        let twice = heard.insert(*seat, *amount);
        if twice.is_some() || !worked_out.contains_key(seat) {
            return Err(differs(figure, *seat, *amount, Money::ZERO));
        }
    }
    for (&seat, &units) in worked_out {
        let said = heard.get(&seat).copied().unwrap_or(Money::ZERO);
        same(figure, seat, said, money(units))?;
    }
    Ok(())
}

pub(crate) fn same(
    figure: Figure,
    seat: SeatNumber,
    said: Money,
    worked_out: Money,
) -> Result<(), LedgerFault> {
    if said == worked_out { Ok(()) } else { Err(differs(figure, seat, said, worked_out)) }
}

fn differs(figure: Figure, seat: SeatNumber, said: Money, worked_out: Money) -> LedgerFault {
    LedgerFault::Differs { figure, seat, said, worked_out }
}

pub(crate) fn money(units: u64) -> Money {
    Money::new(units).unwrap_or(Money::MAX)
}

impl Ledger {
    /// What changes for whom if a past round returned something else, by the ledger's own books.
    /// A player has one slip in a round, so nobody is met twice.
    pub(crate) fn changes(
        &self,
        past: &RoundRecord,
        after: impl Fn(&SlipRecord) -> u64,
    ) -> Vec<Adjustment> {
        let sits: BTreeMap<PlayerId, SeatNumber> =
            self.players().iter().map(|(&seat, &player)| (player, seat)).collect();
        let slips = past.standing().map(|(seat, slip)| (seat, slip, after(slip)));
        let changed = slips.filter(|(_, slip, after)| slip.returned != *after);
        let change = |(seat, slip, after): (SeatNumber, &SlipRecord, u64)| {
            let sits = sits.get(&slip.player).copied();
            self.changed((seat, slip.player), [slip.returned, after], sits)
        };
        changed.map(change).collect()
    }

    /// What it means for the player of one seat that only their bets return their stakes.
    pub(crate) fn change_of(
        &self,
        past: &RoundRecord,
        seat: SeatNumber,
    ) -> Result<Adjustment, LedgerFault> {
        let slip = past.standing().find(|(at, _)| *at == seat).map(|(_, slip)| slip);
        let slip = slip.ok_or(LedgerFault::OtherSeat { seat })?;
        let sits = self.seat_of(slip.player);
        Ok(self.changed((seat, slip.player), [slip.returned, slip.staked()], sits))
    }

    /// What it means for a player that a case was decided: what is paid for bets is paid to whose
    /// they were, or to who sits there; what is taken, is taken from whose they were.
    pub(crate) fn ruled(
        &self,
        round: RoundNumber,
        said: &Adjustment,
    ) -> Result<Adjustment, LedgerFault> {
        let Adjustment { seat, player, before, after, .. } = *said;
        let past = self.past_record(round).ok_or(LedgerFault::OtherRound { round })?;
        let had_bets = past.slips.get(&seat).is_some_and(|slip| slip.player == player);
        let pays = before.is_zero() && !after.is_zero();
        let takes = after.is_zero() && !before.is_zero();
        let sits_there = self.player_at(seat) == Some(player);
        if !(pays && (had_bets || sits_there) || takes && had_bets) {
            return Err(LedgerFault::OtherSeat { seat });
        }
        let sits = self.seat_of(player);
        Ok(self.changed((seat, player), [before.units(), after.units()], sits))
    }

    fn seat_of(&self, player: PlayerId) -> Option<SeatNumber> {
        let mut players = self.players().iter();
        players.find(|(_, other)| **other == player).map(|(seat, _)| *seat)
    }

    /// Debts between house and player are set against each other first; then the credit where the
    /// player sits is filled or emptied; what is left is a new debt.
    fn changed(
        &self,
        (seat, player): (SeatNumber, PlayerId),
        [before, after]: [u64; 2],
        sits: Option<SeatNumber>,
    ) -> Adjustment {
        let gain = after.saturating_sub(before);
        let loss = before.saturating_sub(after);
        let recovered = gain.min(self.borne(player));
        let forgone = loss.min(self.balance(Account::Owed(player)).unsigned_abs());
        let (gain, loss) = (gain - recovered, loss - forgone);
        // A credit that would burst is not filled further: the rest is paid at the cage.
        let fits = sits.is_some_and(|sits| self.could_hold(sits, player) + gain <= CEILING);
        let taken = loss.min(sits.map_or(0, |sits| self.credit(sits, player)));
        Adjustment {
            seat,
            player,
            sits,
            before: money(before),
            after: money(after),
            given: money(if fits { gain } else { 0 }),
            owed: money(if fits { 0 } else { gain }),
            recovered: money(recovered),
            taken: money(taken),
            forgone: money(forgone),
            shortfall: money(loss - taken),
        }
    }

    /// The most that a credit can become by the round in play.
    fn could_hold(&self, seat: SeatNumber, player: PlayerId) -> u64 {
        let slip = self.playing().and_then(|round| round.slips.get(&seat));
        let staked = slip.map_or(0, SlipRecord::staked);
        let returns = staked.saturating_mul(u64::from(Odds::WIN_MAX) + 1);
        self.credit(seat, player).saturating_add(returns).min(CEILING)
    }
}

/// The most that an account of money can hold.
const CEILING: u64 = Money::MAX.units();

/// Compares the table's adjustments with the ledger's own, figure by figure.
pub(crate) fn compare_changes(
    said: &[Adjustment],
    worked_out: &[Adjustment],
) -> Result<(), LedgerFault> {
    if let Some(more) = said.get(worked_out.len()) {
        return Err(differs(Figure::After, more.seat, more.after, more.before));
    }
    for (place, own) in worked_out.iter().enumerate() {
        let Some(said) = said.get(place) else {
            return Err(differs(Figure::After, own.seat, own.before, own.after));
        };
        if (said.seat, said.player, said.sits) != (own.seat, own.player, own.sits) {
            return Err(LedgerFault::OtherSeat { seat: said.seat });
        }
        same(Figure::Before, own.seat, said.before, own.before)?;
        same(Figure::After, own.seat, said.after, own.after)?;
        same(Figure::Given, own.seat, said.given, own.given)?;
        same(Figure::Owed, own.seat, said.owed, own.owed)?;
        same(Figure::Recovered, own.seat, said.recovered, own.recovered)?;
        same(Figure::Taken, own.seat, said.taken, own.taken)?;
        same(Figure::Forgone, own.seat, said.forgone, own.forgone)?;
        same(Figure::Shortfall, own.seat, said.shortfall, own.shortfall)?;
    }
    Ok(())
}
