//! What happens because time has passed.

use crate::config::Run;
use crate::event::{EquipmentEvent, Event, RoundEvent};
use crate::phase::Phase;
use crate::round::{Betting, Round};
use crate::table::Table;
use crate::time::Time;

impl Table {
    /// Everything that is due; nothing where nothing is.
    pub(super) fn tick(&self, now: Time) -> Vec<Event> {
        match &self.round {
            Some(round) => self.round_tick(round, now),
            None if self.opens_next().is_some_and(|opens| opens <= now) => {
                self.open_betting(now).unwrap_or_else(|_| self.lapsing(now))
            }
            None => self.lapsing(now),
        }
    }

    /// A trial about which nobody has said anything is over, and proves nothing.
    fn lapsing(&self, now: Time) -> Vec<Event> {
        let lapses = self.equipment.trial.is_some_and(|trial| trial.until <= now);
        lapses.then_some(EquipmentEvent::TrialLapsed.into()).into_iter().collect()
    }

    fn round_tick(&self, round: &Round, now: Time) -> Vec<Event> {
        let number = round.number;
        if round.awaiting.is_some() {
            return Vec::new();
        }
        if let Betting::Open { until: Some(until), warned } = round.betting {
            if until <= now && !round.waits_for_shake() {
                return Self::closing(round, now);
            }
            let left = until.millis().saturating_sub(now.millis());
            let due = !warned && left <= self.config.times.warning_ms;
            return due
                .then_some(RoundEvent::BettingWarned { round: number }.into())
                .into_iter()
                .collect();
        }
        if self.config.run != Run::Automatic || !self.draws_dice() {
            return Vec::new();
        }
        self.automatic_step(round, now)
    }

    /// An automatic table collects and pays by itself, and clears when the result has been shown.
    fn automatic_step(&self, round: &Round, now: Time) -> Vec<Event> {
        let step = match round.phase() {
            Phase::Collecting => self.collect(),
            Phase::Paying => self.pay(),
            Phase::Clearing if self.clears_at(round).is_some_and(|clears| clears <= now) => {
                self.clear()
            }
            Phase::Clearing
            | Phase::Closed
            | Phase::Idle
            | Phase::Betting
            | Phase::NoMoreBets
            | Phase::Shaken
            | Phase::Revealed
            | Phase::Entered
            | Phase::AwaitingRuling
            | Phase::Suspended => return Vec::new(),
        };
        // A refusal here means that a person must act first: a superior present, for one.
        step.unwrap_or_default()
    }
}
