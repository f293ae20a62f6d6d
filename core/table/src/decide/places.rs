//! Places of a felt table: players without terminals, and what is recorded of their chips.

use taisai_rules::{Bet, Irregularity, Stake};

use super::Decision;
use crate::config::TableKind;
use crate::event::{Event, PlaceEvent, RulingEvent, SeatEvent};
use crate::ids::{PlayerId, RoundNumber, SeatNumber, StaffId};
use crate::phase::Phase;
use crate::place::{ChipRecord, PlacePayout};
use crate::refusal::{BetProblem, BetRefusal, Refusal};
use crate::round::Round;
use crate::seat::Seat;
use crate::table::Table;
use crate::text::Reason;

use super::bets::Advice;
use super::past::Steps;
use super::rounds::cleared;

/// What is recorded of some chips.
struct Counted {
    bets: Vec<Bet>,
    excess: Vec<Bet>,
    advice: Advice,
}

impl Table {
    /// Whoever is given a place is admitted like a player who sits down; nothing binds them to a
    /// terminal.
    pub(super) fn give_place(&self, seat: SeatNumber, player: PlayerId) -> Decision {
        self.check_chips()?;
        if self.seats.contains_key(&seat) {
            return Err(Refusal::SeatTaken);
        }
        self.check_sit(player, None)?;
        if self.barred.contains(&seat) {
            return Err(Refusal::SeatBarred { seat });
        }
        Ok(vec![SeatEvent::SeatTaken { seat, player, staff: None }.into()])
    }

    /// Nobody leaves while their chips lie on the layout, or with chips that no other table knows.
    pub(super) fn free_place(&self, seat: SeatNumber) -> Decision {
        self.check_chips()?;
        if self.taken(seat)?.colour().is_some() {
            return Err(Refusal::ColoursOut { seats: vec![seat] });
        }
        let lies =
            |round: &Round| !round.paid && round.chips.get(&seat).is_some_and(ChipRecord::is_valid);
        if self.round.as_ref().is_some_and(lies) {
            return Err(Refusal::SeatNotEmpty);
        }
        Ok(vec![SeatEvent::SeatLeft { seat }.into()])
    }

    pub(super) fn take_colour_back(&self, seat: SeatNumber, by: StaffId) -> Decision {
        self.check_chips()?;
        let (colour, _) = self.taken(seat)?.colour().ok_or(Refusal::NothingThere)?;
        Ok(vec![PlaceEvent::ColourTakenBack { seat, colour, by }.into()])
    }

    /// A felt table is not closed while chips are out that are worth nothing at any other one.
    pub(super) fn check_no_colours_out(&self) -> Result<(), Refusal> {
        let seats = self.colours_out();
        let keeps_open = self.config.kind == TableKind::Felt && !seats.is_empty();
        if keeps_open { Err(Refusal::ColoursOut { seats }) } else { Ok(()) }
    }

    /// Chips lie on cloth before anybody records them: what the house could lose refuses nothing
    /// here, and neither does what a seat may stake in all.
    pub(super) fn record_chips(&self, seat: SeatNumber, bets: &[Bet], by: StaffId) -> Decision {
        self.check_chips()?;
        let taken = self.taken(seat)?;
        let round = self.recordable()?;
        let (number, player) = (round.number, taken.player());
        let before = round.chips.get(&seat);
        if before.is_some_and(|record| !record.is_valid()) {
            return Err(Refusal::ChipsVoid { seat });
        }
        if before.is_none() && bets.is_empty() {
            return Err(Refusal::NothingThere);
        }
        if !bets.is_empty() && self.excluded.contains(&player) {
            return Err(Refusal::PlayerExcluded { player });
        }
        let Counted { bets, excess, advice } = self.counted_at(Some(taken), before, bets)?;
        let advised = advice == Advice::Given;
        Ok(vec![
            PlaceEvent::ChipsRecorded { round: number, seat, player, bets, excess, advised, by }
                .into(),
        ])
    }

    /// What lies there is recorded until it is collected; while a decision is awaited nothing is.
    fn recordable(&self) -> Result<&Round, Refusal> {
        let recordable = |phase: &Phase| match phase {
            Phase::Betting
            | Phase::NoMoreBets
            | Phase::Shaken
            | Phase::Revealed
            | Phase::Entered
            | Phase::Collecting => true,
            Phase::Closed
            | Phase::Idle
            | Phase::Paying
            | Phase::Clearing
            | Phase::AwaitingRuling
            | Phase::Suspended => false,
        };
        let phase = self.phase();
        let round = self.round.as_ref().filter(|_| recordable(&phase));
        round.ok_or(Refusal::WrongPhase { phase })
    }

    fn counted_at(
        &self,
        seat: Option<&Seat>,
        before: Option<&ChipRecord>,
        bets: &[Bet],
    ) -> Result<Counted, Refusal> {
        if bets.len() > Self::BETS_MAX {
            return Err(Refusal::TooMany { max: Self::BETS_MAX });
        }
        let mut counted = Counted { bets: Vec::new(), excess: Vec::new(), advice: Advice::None };
        let mut problems = Vec::new();
        let mut in_order = bets.to_vec();
        in_order.sort_by_key(|bet| bet.area);
        for (place, bet) in in_order.iter().enumerate() {
            let Bet { area, stake } = *bet;
            let named_twice = place > 0 && in_order[place - 1].area == area;
            // What was taken once is not a further one because something else is added to it.
            let known = before.is_some_and(|record| record.bets.contains(bet));
            let allowed = match (named_twice, known) {
                (true, _) => Err(BetRefusal::NamedTwice),
                (false, true) => Ok((stake, Advice::None)),
                (false, false) => self.allowed(seat, area, stake),
            };
            match allowed {
                Ok((counts, advice)) => {
                    counted.advice = counted.advice.max(advice);
                    counted.bets.push(Bet::new(area, counts));
                    counted.excess.extend(above(*bet, counts));
                }
                Err(why) => problems.push(BetProblem { area, stake: Some(stake), why }),
            }
        }
        if problems.is_empty() { Ok(counted) } else { Err(Refusal::Bets(problems)) }
    }

    /// What these chips are worth by the result that stands, where nobody recorded them: a help
    /// that keeps the limits of the place they lie at, or of everybody's.
    pub fn payouts(&self, at: Option<SeatNumber>, bets: &[Bet]) -> Result<PlacePayout, Refusal> {
        let result = self.round.as_ref().and_then(|round| round.result);
        let roll = result.ok_or(Refusal::WrongPhase { phase: self.phase() })?;
        let seat = at.map(|seat| self.taken(seat)).transpose()?;
        let Counted { bets, excess, .. } = self.counted_at(seat, None, bets)?;
        let player = seat.map_or(PlayerId::NOBODY, Seat::player);
        Ok(ChipRecord::new(player, bets, excess).payout(&self.book.pay_table, roll))
    }

    /// What was recorded of one player in the round in play, at every moment of it.
    pub(super) fn void_playing_chips(
        &self,
        round: &Round,
        seat: SeatNumber,
        reason: &Reason,
    ) -> Decision {
        let record = round.chips.get(&seat).filter(|record| record.is_valid());
        record.ok_or(Refusal::NothingThere)?;
        let number = round.number;
        if round.paid {
            let mut steps = Steps::of(self);
            steps.take(cleared(round));
            let (table, mut events) = steps.done();
            events.push(table.void_past_chips(number, seat, reason)?);
            return Ok(events);
        }
        let mut events = self.uncollect(round);
        let reason = reason.clone();
        events.push(PlaceEvent::ChipsVoided { round: number, seat, reason }.into());
        let waited = round.awaiting == Some(Irregularity::Contravention);
        events.extend(waited.then_some(RulingEvent::RoundResumed { round: number }.into()));
        Ok(events)
    }

    /// What was recorded of one player in a settled round.
    pub(super) fn void_past_chips(
        &self,
        round: RoundNumber,
        seat: SeatNumber,
        reason: &Reason,
    ) -> Result<Event, Refusal> {
        let past = self.past_round(round)?;
        if past.voided.is_some() {
            return Err(Refusal::NoSuchRound);
        }
        let record = past.chips.get(&seat).filter(|record| record.is_valid());
        record.ok_or(Refusal::NothingThere)?;
        let reason = reason.clone();
        Ok(PlaceEvent::ChipsVoided { round, seat, reason }.into())
    }

    /// Places are where players have chips instead of credit.
    fn check_chips(&self) -> Result<(), Refusal> {
        match self.config.kind {
            TableKind::Felt => Ok(()),
            TableKind::Electronic => Err(Refusal::NotInChips),
        }
    }
}

/// What of a bet lies above what counts.
fn above(bet: Bet, counts: Stake) -> Option<Bet> {
    let excess = bet.stake.units().checked_sub(counts.units())?;
    Stake::new(excess).ok().map(|stake| Bet::new(bet.area, stake))
}
