//! Past rounds again: a player's own part, or everything for staff.

use taisai_ledger::{RecalledBet, RecalledRound as Recalled};
use taisai_rules::{Irregularity, RuleBook};
use taisai_table::round::PastRound;
use taisai_table::{Money, PlayerId, RoundNumber, SeatNumber, Table};

use crate::answer::{RecalledRound, RecalledSlip, SeatSlip};
use crate::book::Said;
use crate::view::place::PastPlace;
use crate::view::seat::OutcomeLine;

impl RecalledSlip {
    /// The part of a round that this player had; whoever else sat or sits there is not shown.
    pub fn of(round: &Recalled, player: PlayerId, book: &RuleBook) -> Self {
        let own: Vec<&RecalledBet> = round.bets.iter().filter(|bet| bet.player == player).collect();
        let seat = own.first().map(|bet| bet.seat);
        let void = own.iter().any(|bet| bet.is_void).then_some(Irregularity::Contravention);
        Self {
            round: round.number.0,
            results: round.rolls.iter().copied().map(Into::into).collect(),
            voided: round.voided.or(void).map(Into::into),
            lines: own.iter().map(|bet| OutcomeLine::recalled(round, bet, book)).collect(),
            staked: own.iter().map(|bet| bet.stake.units()).sum(),
            returned: seat.map_or(0, |seat| units_of(&round.returned, seat)),
        }
    }
}

impl RecalledRound {
    /// Everything in a round of this table, for staff.
    pub fn of(round: &Recalled, table: &Table) -> Self {
        let book = table.book_of(round.number);
        let is_over = table.round().is_none_or(|playing| playing.number != round.number);
        let has_result = round.voided.is_none() && !round.rolls.is_empty();
        let mut seats: Vec<SeatNumber> = round.bets.iter().map(|bet| bet.seat).collect();
        seats.extend(round.voided_bets.iter().map(|(seat, _)| *seat));
        seats.sort_unstable();
        seats.dedup();
        Self {
            round: round.number.0,
            results: round.rolls.iter().copied().map(Into::into).collect(),
            voided: round.voided.map(Into::into),
            slips: seats.into_iter().map(|seat| SeatSlip::of(round, seat, book)).collect(),
            correctable: is_over && has_result && !table.draws_dice(),
            places: places_of(round.number, table),
        }
    }

    /// The same of a round that the table no longer keeps, with what was recorded of its chips.
    #[must_use]
    pub fn with_places(self, past: Option<&PastRound>, book: &RuleBook) -> Self {
        let places = past.map(|past| PastPlace::all_of(past, book)).unwrap_or_default();
        Self { places, ..self }
    }
}

fn places_of(number: RoundNumber, table: &Table) -> Vec<PastPlace> {
    match (table.round(), table.settled_round(number)) {
        (Some(round), _) if round.number == number => PastPlace::all_playing(&round.chips),
        (_, Some(past)) => PastPlace::all_of(past, table.book_of(number)),
        (_, None) => Vec::new(),
    }
}

impl SeatSlip {
    fn of(round: &Recalled, seat: SeatNumber, book: &RuleBook) -> Self {
        let bets: Vec<&RecalledBet> = round.bets.iter().filter(|bet| bet.seat == seat).collect();
        Self {
            seat: seat.0,
            player: bets.first().map(|bet| bet.player.0),
            lines: bets.iter().map(|bet| OutcomeLine::recalled(round, bet, book)).collect(),
            staked: bets.iter().map(|bet| bet.stake.units()).sum(),
            returned: units_of(&round.returned, seat),
            voided_bets: units_of(&round.voided_bets, seat),
            is_void: bets.iter().any(|bet| bet.is_void),
        }
    }
}

fn units_of(amounts: &[(SeatNumber, Money)], seat: SeatNumber) -> u64 {
    amounts.iter().filter(|(of, _)| *of == seat).map(|(_, amount)| amount.units()).sum()
}

impl OutcomeLine {
    fn recalled(round: &Recalled, bet: &RecalledBet, book: &RuleBook) -> Self {
        let stake = bet.stake.units();
        let returned = match (round.voided, bet.is_void, bet.odds) {
            (Some(_), _, _) | (None, true, _) => stake,
            (None, false, Some(_)) => stake + bet.win,
            (None, false, None) => 0,
        };
        Self {
            area: bet.area.into(),
            stake,
            odds: bet.odds.map(|odds| Said::odds(odds, book.odds_style_of(bet.area))),
            win: bet.win,
            returned,
        }
    }
}
