//! What the ledger keeps of every event: who sits where, what lies there, and the meters.

use taisai_rules::Bet;
use taisai_table::{
    Adjustment, BetChange, CreditEvent, DayEvent, Edition, Event, Money, PlayedEdition, PlayerId,
    ReversalEvent, RoundEvent, RoundNumber, SeatEvent, SeatNumber,
};

use crate::ledger::Ledger;
use crate::meters::{MeterChange, signed};
use crate::rounds::{RoundRecord, SlipRecord};
use crate::workings::share;

impl Ledger {
    /// Keeps the ledger's own record of what happened.
    pub(crate) fn record(&mut self, event: &Event) {
        match event {
            Event::Day(event) => self.record_day(event),
            Event::Seat(event) => self.record_seat(event),
            Event::Credit(event) => self.record_credit(event),
            Event::BetsChanged { seat, changes, .. } => self.record_bets(*seat, changes),
            Event::Round(event) => self.record_round(event),
            Event::Reversal(event) => self.record_reversal(event),
            Event::Staff(_)
            | Event::Equipment(_)
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::Case(_)
            | Event::Place(_)
            | Event::RequestAnswered { .. } => {}
        }
    }

    fn record_day(&mut self, event: &DayEvent) {
        match event {
            DayEvent::TableConfigured(config) => self.book_id = config.rule_book,
            DayEvent::TableOpened { .. }
            | DayEvent::ClosingAnnounced { .. }
            | DayEvent::TableClosed { .. }
            | DayEvent::LimitsAnnounced { .. }
            | DayEvent::Restarted
            | DayEvent::ApprovalNamed { .. }
            | DayEvent::EditionOffered(_)
            | DayEvent::OfferWithdrawn
            | DayEvent::TableMoved { edition: None, .. } => {}
            DayEvent::TableMoved { edition: Some(edition), .. } => self.play_by(edition),
        }
    }

    /// The rounds on record keep the edition they were played under.
    fn play_by(&mut self, edition: &Edition) {
        let until = self.past.back().map_or(RoundNumber(0), |last| last.number);
        let (fingerprint, rules) = (self.book_id, edition.rules.clone());
        let rules = std::mem::replace(&mut self.book, rules);
        PlayedEdition { until, fingerprint, rules }.remember(&mut self.earlier);
        self.book_id = edition.fingerprint;
    }

    fn record_seat(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::SeatTaken { seat, player, .. } => drop(self.players.insert(*seat, *player)),
            SeatEvent::SeatLeft { seat } => drop(self.players.remove(seat)),
            SeatEvent::SeatLost { .. }
            | SeatEvent::SeatReturned { .. }
            | SeatEvent::SeatBound { .. }
            | SeatEvent::SeatHandedOver { .. }
            | SeatEvent::MarkerGranted { .. }
            | SeatEvent::ColourAssigned { .. }
            | SeatEvent::OwnLimitsSet { .. }
            | SeatEvent::PlayerExcluded { .. }
            | SeatEvent::SeatBarred { .. }
            | SeatEvent::SeatReleased { .. }
            | SeatEvent::ExclusionLifted { .. } => {}
        }
    }

    fn record_credit(&mut self, event: &CreditEvent) {
        match event {
            CreditEvent::BoughtIn { seat, amount, .. } => {
                let vouchers_in = signed(amount.units());
                self.meter(*seat, &MeterChange { vouchers_in, ..MeterChange::default() });
            }
            CreditEvent::CashedOut { seat, amount, .. } => {
                let vouchers_out = signed(amount.units());
                self.meter(*seat, &MeterChange { vouchers_out, ..MeterChange::default() });
            }
            CreditEvent::OwedPaid { amount, .. } => self.record_owed_paid(*amount),
            CreditEvent::MadeForCage { .. } => {}
        }
    }

    fn record_round(&mut self, event: &RoundEvent) {
        match event {
            RoundEvent::BettingOpened { round, .. } => {
                self.playing = Some(RoundRecord::new(*round));
            }
            RoundEvent::ResultRecorded { roll, .. } => {
                if let Some(round) = &mut self.playing {
                    round.rolls.push(*roll);
                }
            }
            RoundEvent::LosersCollected { .. } => {
                if let Some(round) = &mut self.playing {
                    round.collected = true;
                }
            }
            RoundEvent::WinnersPaid { .. } => self.record_wins(),
            RoundEvent::RoundCleared { .. } => self.end_round(),
            RoundEvent::BettingWarned { .. }
            | RoundEvent::BettingExtended { .. }
            | RoundEvent::BettingClosed { .. }
            | RoundEvent::PlayerSelected { .. }
            | RoundEvent::DiceShaken { .. }
            | RoundEvent::DiceRevealed { .. }
            | RoundEvent::DiceEntered { .. }
            | RoundEvent::EntryTakenBack { .. }
            | RoundEvent::RevealWaits { .. } => {}
        }
    }

    fn record_reversal(&mut self, event: &ReversalEvent) {
        match event {
            ReversalEvent::RoundVoided { what, .. } => {
                self.record_void();
                if let Some(round) = &mut self.playing {
                    round.voided = Some(*what);
                }
                self.end_round();
            }
            ReversalEvent::BetsVoided { seat, returned, .. } => {
                self.meter(*seat, &MeterChange::void(returned.units()));
                if let Some(round) = &mut self.playing {
                    round.slips.remove(seat);
                    round.voided_bets.push((*seat, *returned));
                }
            }
            ReversalEvent::PastRoundVoided { round, what, adjustments } => {
                self.record_changes(*round, adjustments);
                self.record_past_void(*round, |past, seat| !past.void_bets.contains(&seat));
                if let Some(past) = self.past_mut(*round) {
                    past.voided = Some(*what);
                }
            }
            ReversalEvent::PastRoundCorrected { round, roll, adjustments } => {
                self.record_changes(*round, adjustments);
                if let Some(past) = self.past_mut(*round) {
                    past.rolls.push(*roll);
                }
            }
            ReversalEvent::RoundRecalled { round, borne, forgotten } => {
                self.record_recalled(round, borne, *forgotten);
            }
            ReversalEvent::CollectionUndone { .. } => {
                if let Some(round) = &mut self.playing {
                    round.collected = false;
                }
            }
            ReversalEvent::PastBetsVoided { round, seat, adjustment, .. } => {
                self.record_changes(*round, &[*adjustment]);
                self.record_past_void(*round, |_, of| of == *seat);
                if let Some(past) = self.past_mut(*round) {
                    past.voided_bets.push((*seat, adjustment.after));
                    past.void_bets.insert(*seat);
                }
            }
            ReversalEvent::BetRuled { round, adjustment, .. } => {
                self.record_change(*round, adjustment, &MeterChange::ruled(adjustment));
            }
        }
    }

    /// Meters of the seat, the table and the rule book move together.
    fn meter(&mut self, seat: SeatNumber, change: &MeterChange) {
        self.meter_under(self.book_id, seat, change);
    }

    /// What is changed in a past round counts under the edition it was played under.
    fn meter_under(&mut self, book_id: [u8; 32], seat: SeatNumber, change: &MeterChange) {
        self.by_seat.entry(seat).or_default().change(change);
        self.by_table.change(change);
        self.by_book.entry(book_id).or_default().change(change);
    }

    fn record_bets(&mut self, seat: SeatNumber, changes: &[BetChange]) {
        let Some(player) = self.player_at(seat) else { return };
        let Some(round) = &mut self.playing else { return };
        let nothing = || SlipRecord { player, bets: Vec::new(), returned: 0 };
        let slip = round.slips.entry(seat).or_insert_with(nothing);
        let before = slip.staked();
        for change in changes {
            slip.bets.retain(|bet| bet.area != change.area);
            slip.bets.extend(change.to.map(|stake| Bet::new(change.area, stake)));
        }
        slip.bets.sort_by_key(|bet| bet.area);
        let turnover = signed(slip.staked()) - signed(before);
        if slip.bets.is_empty() {
            round.slips.remove(&seat);
        }
        self.meter(seat, &MeterChange { turnover, ..MeterChange::default() });
    }

    fn record_wins(&mut self) {
        let Some(mut round) = self.playing.take() else { return };
        round.paid = true;
        if let Some(roll) = round.result() {
            for (&seat, slip) in &mut round.slips {
                slip.returned = share(&self.book.pay_table, roll, slip).returned();
                let wins = signed(slip.returned);
                self.meter(seat, &MeterChange { wins, ..MeterChange::default() });
            }
        }
        self.playing = Some(round);
    }

    fn record_void(&mut self) {
        let Some(mut round) = self.playing.take() else { return };
        for (&seat, slip) in &mut round.slips {
            slip.returned = slip.staked();
            self.meter(seat, &MeterChange::void(slip.staked()));
        }
        self.playing = Some(round);
    }

    /// Bets of a settled round that are void were never turned over and never won anything.
    fn record_past_void(
        &mut self,
        number: RoundNumber,
        is_void: impl Fn(&RoundRecord, SeatNumber) -> bool,
    ) {
        let book_id = self.edition_of(number);
        let Some(past) = self.past_record(number) else { return };
        let slips = past.slips.iter().filter(|(seat, _)| is_void(past, **seat));
        let slips: Vec<(SeatNumber, u64)> =
            slips.map(|(&seat, slip)| (seat, slip.staked())).collect();
        for (seat, staked) in slips {
            let wins = -signed(staked);
            let change = MeterChange { wins, ..MeterChange::void(staked) };
            self.meter_under(book_id, seat, &change);
        }
    }

    fn record_changes(&mut self, number: RoundNumber, changes: &[Adjustment]) {
        for change in changes {
            self.record_change(number, change, &MeterChange::at_the_bets(change));
            let slip = self.past_mut(number).and_then(|past| past.slips.get_mut(&change.seat));
            if let Some(slip) = slip {
                slip.returned = change.after.units();
            }
        }
    }

    fn record_change(
        &mut self,
        number: RoundNumber,
        change: &Adjustment,
        at_the_bets: &MeterChange,
    ) {
        let book_id = self.edition_of(number);
        self.meter_under(book_id, change.seat, at_the_bets);
        if let Some(sits) = change.sits.filter(|sits| *sits != change.seat) {
            self.meter_under(book_id, sits, &MeterChange::at_the_player(change));
        }
        let borne = self.borne(change.player) + change.shortfall.units();
        self.bear(change.player, borne - change.recovered.units());
    }

    fn bear(&mut self, player: PlayerId, units: u64) {
        match units {
            0 => drop(self.borne.remove(&player)),
            1.. => drop(self.borne.insert(player, units)),
        }
    }

    /// What was owed has no seat; it counts for the table and the rule book.
    fn record_owed_paid(&mut self, amount: Money) {
        let change = MeterChange { owed_paid: signed(amount.units()), ..MeterChange::default() };
        self.by_table.change(&change);
        self.by_book.entry(self.book_id).or_default().change(&change);
    }

    fn past_mut(&mut self, number: RoundNumber) -> Option<&mut RoundRecord> {
        let mut known = self.past.iter_mut().chain(&mut self.recalled);
        known.find(|past| past.number == number)
    }

    fn end_round(&mut self) {
        self.past.extend(self.playing.take());
        if self.past.len() <= Self::ROUNDS_KEPT {
            return;
        }
        if let Some(forgotten) = self.past.pop_front() {
            self.forget_borne(&forgotten);
        }
    }

    /// Who has no bets left that can be settled again cannot make up for anything.
    pub(crate) fn forget_borne(&mut self, forgotten: &RoundRecord) {
        for player in forgotten.slips.values().map(|slip| slip.player) {
            let known = self.past.iter().chain(&self.recalled);
            let mut slips = known.flat_map(|round| round.slips.values());
            if self.borne.contains_key(&player) && slips.all(|slip| slip.player != player) {
                self.borne.remove(&player);
            }
        }
    }
}
