//! The round, step by step, in the order its rule book gives.

use taisai_rules::{Cover, Irregularity, NoMoreBets, Outcome, Roll, SettledBet, ShakerKind};

use super::life::not_yet;
use super::{Decision, LogIn};
use crate::command::Asker;
use crate::config::TableKind;
use crate::event::{EquipmentEvent, Event, RoundEvent, SeatAmount};
use crate::ids::{SeatNumber, StaffId};
use crate::money::Money;
use crate::phase::Phase;
use crate::refusal::{Need, Refusal};
use crate::round::{Betting, Round};
use crate::table::{Life, Table};
use crate::text::Reason;
use crate::time::Time;

impl Table {
    /// The round in play, unless it awaits a decision.
    fn playing(&self) -> Result<&Round, Refusal> {
        let round = self.round.as_ref().filter(|round| round.awaiting.is_none());
        round.ok_or(Refusal::WrongPhase { phase: self.phase() })
    }

    pub(super) fn in_phase(&self, wanted: &[Phase]) -> Result<(), Refusal> {
        let phase = self.phase();
        if wanted.contains(&phase) { Ok(()) } else { Err(Refusal::WrongPhase { phase }) }
    }

    pub(super) fn open_betting(&self, now: Time) -> Decision {
        if self.round.is_some() || self.life != Life::Open {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        self.check_round_may_open(now)?;
        let until = self.config.times.betting_ms.map(|millis| now.after(millis));
        Ok(vec![RoundEvent::BettingOpened { round: self.next_round(), until }.into()])
    }

    pub(super) fn extend_betting(&self) -> Decision {
        let round = self.playing()?;
        let Betting::Open { until: Some(until), .. } = round.betting else {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        };
        if round.extensions >= self.config.times.extensions_max {
            return Err(Refusal::NoMoreExtensions);
        }
        let until = until.after(self.config.times.extension_ms);
        Ok(vec![RoundEvent::BettingExtended { round: round.number, until }.into()])
    }

    pub(super) fn call_no_more_bets(&self, now: Time) -> Decision {
        let round = self.playing()?;
        if !round.is_betting() {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        let until = round.opened.after(self.config.times.betting_min_ms);
        if now < until {
            let notice = &self.book.procedure.betting_notice;
            return Err(not_yet(Need::BettingTime { until }, &notice.clause));
        }
        if let (true, Some(rules)) = (round.waits_for_shake(), self.shaker_rules()) {
            let shakes = &rules.shakes_min;
            return Err(not_yet(Need::Shakes { min: shakes.value }, &shakes.clause));
        }
        Ok(Self::closing(round, now))
    }

    /// No more bets. Where the dice were shaken before, everybody has the time to read it before
    /// they are revealed.
    pub(super) fn closing(round: &Round, now: Time) -> Vec<Event> {
        let number = round.number;
        let mut events = vec![RoundEvent::BettingClosed { round: number }.into()];
        if round.order == NoMoreBets::BeforeReveal {
            let until = now.after(Self::WORDS_MS);
            events.push(RoundEvent::RevealWaits { round: number, until }.into());
        }
        events
    }

    pub(super) fn select_player(&self, seat: SeatNumber) -> Decision {
        let round = self.playing()?;
        if !self.is_player_activated() || round.shakes > 0 || round.revealed {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        self.taken(seat)?;
        Ok(vec![RoundEvent::PlayerSelected { round: round.number, seat }.into()])
    }

    /// One activation of the shaker. One that falls short is what the book says of too few shakes,
    /// and nothing is added to it.
    pub(super) fn shake(&self, times: u8, by: Asker, through: LogIn) -> Decision {
        let round = self.playing()?;
        let Some(rules) = self.shaker_rules() else {
            return Err(Refusal::OtherDice);
        };
        if round.revealed || round.shakes > 0 {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        if round.order == NoMoreBets::BeforeShake && round.is_betting() {
            return Err(not_yet(Need::NoMoreBets, &rules.no_more_bets.clause));
        }
        let by = self
            .activated_by(round, by)
            .ok_or_else(|| not_yet(Need::SelectedPlayer, &rules.no_more_bets.clause))?;
        if times == 0 {
            let shakes = &rules.shakes_min;
            return Err(not_yet(Need::Shakes { min: shakes.value }, &shakes.clause));
        }
        if times > Self::SHAKES_MAX {
            return Err(Refusal::TooMany { max: usize::from(Self::SHAKES_MAX) });
        }
        self.check_sound_dice()?;
        let mut events = vec![RoundEvent::DiceShaken { round: round.number, times, by }.into()];
        let min = rules.shakes_min.value;
        if times < min {
            let reason = Reason::new(&format!("{times} of at least {min} tumbles"));
            let reason = reason.expect("two numbers are a short line");
            events.extend(self.remedied(round, Irregularity::TooFewShakes, &reason, through)?);
        }
        Ok(events)
    }

    /// Who has activated the shaker, where one may. At a felt table the dealer records what the
    /// selected player does by hand, and activates it where nobody is selected.
    fn activated_by(&self, round: &Round, by: Asker) -> Option<Asker> {
        if !self.is_player_activated() {
            return Some(by);
        }
        let selected = round.selected.filter(|seat| self.seats.contains_key(seat));
        match self.config.kind {
            TableKind::Felt => Some(selected.map_or(by, Asker::Seat)),
            TableKind::Electronic => selected.map(Asker::Seat).filter(|selected| *selected == by),
        }
    }

    pub(super) fn is_player_activated(&self) -> bool {
        let shaker = self.equipment.shaker_in_use();
        shaker.is_some_and(|(_, shaker)| shaker.kind == ShakerKind::PlayerActivated)
    }

    pub(super) fn reveal(&self, now: Time) -> Decision {
        let round = self.playing()?;
        let Some(rules) = self.shaker_rules() else {
            return Err(Refusal::OtherDice);
        };
        if round.is_betting() {
            return Err(not_yet(Need::NoMoreBets, &rules.no_more_bets.clause));
        }
        self.in_phase(&[Phase::NoMoreBets, Phase::Shaken])?;
        // An activation that fell short was ruled on, or the round would not be played.
        if round.shakes == 0 {
            let min = rules.shakes_min.value;
            return Err(not_yet(Need::Shakes { min }, &rules.shakes_min.clause));
        }
        if let Some(until) = round.reveal_from.filter(|until| now < *until) {
            return Err(not_yet(Need::WordsRead { until }, &rules.no_more_bets.clause));
        }
        Ok(vec![RoundEvent::DiceRevealed { round: round.number }.into()])
    }

    /// The dice stay in sight until every winner is paid, or at all times.
    pub(super) fn cover_shaker(&self, by: StaffId) -> Decision {
        let Some(rules) = self.shaker_rules() else {
            return Err(Refusal::OtherDice);
        };
        let unpaid = self.round.as_ref().is_some_and(|round| round.revealed && !round.paid);
        match rules.cover.value {
            Cover::AlwaysOff => {
                return Err(Refusal::NotAllowed { clause: rules.cover.clause.clone() });
            }
            Cover::OffUntilPaid if unpaid => {
                return Err(not_yet(Need::Paid, &rules.cover.clause));
            }
            Cover::OffUntilPaid | Cover::Free => {}
        }
        Ok(vec![EquipmentEvent::ShakerCovered { by }.into()])
    }

    pub(super) fn enter_dice(&self, roll: Roll, by: StaffId) -> Decision {
        let round = self.playing()?;
        self.in_phase(&[Phase::Revealed])?;
        Ok(vec![RoundEvent::DiceEntered { round: round.number, roll, by }.into()])
    }

    pub(super) fn reenter_dice(&self) -> Decision {
        let round = self.playing()?;
        self.in_phase(&[Phase::Entered])?;
        Ok(vec![RoundEvent::EntryTakenBack { round: round.number }.into()])
    }

    pub(super) fn confirm_dice(&self, roll: Roll, by: Asker) -> Decision {
        let round = self.playing()?;
        self.in_phase(&[Phase::Entered])?;
        if round.entry != Some(roll) {
            return Err(Refusal::OtherEntry);
        }
        Ok(vec![RoundEvent::ResultRecorded { round: round.number, roll, by }.into()])
    }

    /// Random dice are drawn once, after no more bets.
    pub(super) fn record_roll(&self, roll: Roll) -> Decision {
        let round = self.playing()?;
        if !self.draws_dice() {
            return Err(Refusal::OtherDice);
        }
        self.in_phase(&[Phase::NoMoreBets])?;
        Ok(vec![RoundEvent::ResultRecorded { round: round.number, roll, by: Asker::Host }.into()])
    }

    pub(super) fn collect(&self) -> Decision {
        let round = self.playing()?;
        self.in_phase(&[Phase::Collecting])?;
        self.check_presence(round)?;
        let roll = round.result.expect("collecting follows a result");
        Ok(vec![
            RoundEvent::LosersCollected { round: round.number, collected: self.collected(roll) }
                .into(),
        ])
    }

    /// Where the display has failed, nothing is settled unless a superior watches.
    fn check_presence(&self, round: &Round) -> Result<(), Refusal> {
        if !self.lacks_presence(round) {
            return Ok(());
        }
        let treatment = self.book.irregularities.treatment(Irregularity::DisplayFailed);
        Err(not_yet(Need::Presence, &treatment.superior.clause))
    }

    pub(super) fn pay(&self) -> Decision {
        let round = self.playing()?;
        let order = &self.book.procedure.collect_before_pay;
        if self.phase() == Phase::Collecting {
            return Err(not_yet(Need::Collected, &order.clause));
        }
        self.in_phase(&[Phase::Paying])?;
        self.check_presence(round)?;
        let roll = round.result.expect("paying follows a result");
        Ok(vec![RoundEvent::WinnersPaid { round: round.number, paid: self.paid(roll) }.into()])
    }

    pub(super) fn clear(&self) -> Decision {
        let round = self.playing()?;
        let lights = &self.book.procedure.lights_until_paid;
        if self.phase() == Phase::Collecting || self.phase() == Phase::Paying {
            return Err(not_yet(Need::Paid, &lights.clause));
        }
        self.in_phase(&[Phase::Clearing])?;
        Ok(cleared(round))
    }

    /// What every seat loses by this roll, in the order of the seats.
    pub(super) fn collected(&self, roll: Roll) -> Vec<SeatAmount> {
        self.by_seat(roll, |bet| match bet.outcome() {
            Outcome::Win => 0,
            Outcome::Lose => bet.bet().stake.units(),
        })
    }

    /// What goes back to every seat by this roll, stakes included.
    pub(super) fn paid(&self, roll: Roll) -> Vec<SeatAmount> {
        self.by_seat(roll, SettledBet::returned)
    }

    fn by_seat(&self, roll: Roll, amount: impl Fn(&SettledBet) -> u64) -> Vec<SeatAmount> {
        let mut settled = Vec::new();
        let mut amounts = Vec::new();
        for (&seat, taken) in &self.seats {
            let sums = self.book.pay_table.settle_into(roll, taken.bets(), &mut settled);
            sums.expect("only sound bets lie on the layout");
            let units: u64 = settled.iter().map(&amount).sum();
            if units > 0 {
                let amount = Money::new(units).expect("a round's returns stay below the ceiling");
                amounts.push(SeatAmount { seat, amount });
            }
        }
        amounts
    }
}

/// The round is over; where it was settled by hand, the table stops until all is repaired.
pub(super) fn cleared(round: &Round) -> Vec<Event> {
    let mut events = vec![RoundEvent::RoundCleared { round: round.number }.into()];
    events.extend(round.by_hand.map(|_| EquipmentEvent::TableSuspended.into()));
    events
}

impl Table {
    /// The most tumbles one activation reports.
    pub const SHAKES_MAX: u8 = 20;
    /// For how long the words "no more bets" stand before dice that were shaken are revealed.
    pub const WORDS_MS: u64 = 1_500;
}
