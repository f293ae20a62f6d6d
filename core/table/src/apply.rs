//! What an event changes. Nothing here can fail: whatever could was refused in `decide`.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Bet, Irregularity, LineId, LineScope, Remedy};

use crate::answers::Scope;
use crate::config::{Approved, Times};
use crate::edition::{Edition, PlayedEdition};
use crate::equipment::{Attested, DiceState, ShakerState, Trial};
use crate::event::{
    Adjustment, BetChange, BetMove, CreditEvent, DayEvent, EquipmentEvent, Event, PlaceEvent,
    ProposalEvent, ReversalEvent, RoundEvent, RulingEvent, SeatAmount, SeatEvent, ShakerFacts,
    StaffEvent,
};
use crate::ids::{DieId, PlayerId, RoundNumber, SeatNumber, ShakerId, StaffId};
use crate::money::Money;
use crate::place::{ChipRecord, RecordStanding};
use crate::proposal::Proposal;
use crate::round::{Betting, ByHand, PastRound, Round, Slip};
use crate::seat::{Bets, Seat};
use crate::table::{Life, Table};
use crate::time::Time;

impl Table {
    /// Lets an event happen. `now` is the time the journal recorded for it.
    pub fn apply(&mut self, event: &Event, now: Time) {
        match event {
            Event::Staff(event) => self.apply_staff(event),
            Event::Equipment(event) => self.apply_equipment(event, now),
            Event::Day(event) => self.apply_day(event, now),
            Event::Seat(event) => self.apply_seat(event, now),
            Event::Credit(event) => self.apply_credit(event),
            Event::BetsChanged { seat, how, changes, advised, .. } => {
                self.change_bets(*seat, *how, changes, *advised);
            }
            Event::Round(event) => self.apply_round(event, now),
            Event::Ruling(event) => self.apply_ruling(event),
            Event::Proposal(event) => self.apply_proposal(event),
            Event::Reversal(event) => self.apply_reversal(event, now),
            Event::Case(event) => {
                self.cases.take(event, now);
                self.cases.forget();
            }
            Event::Place(event) => self.apply_place(event),
            Event::RequestAnswered { from, session, id, digest } => {
                let scope = Scope::of(*from, *session);
                self.answers.remember(scope, *id, *digest, &self.staff);
            }
        }
    }

    fn apply_staff(&mut self, event: &StaffEvent) {
        match event {
            StaffEvent::StaffAssigned { staff, role } => drop(self.staff.insert(*staff, *role)),
            StaffEvent::StaffReleased { staff } => self.apply_release(*staff),
            StaffEvent::ShakerTaken { dealer } => self.equipment.on_duty = Some(*dealer),
            StaffEvent::ShiftStarted { .. } => self.forget_shift_inspections(),
            StaffEvent::ShakerLeft { dealer } => self.leave_shaker(*dealer),
            StaffEvent::ShiftBegun { began } => {
                self.shift_began = Some(*began);
                self.forget_shift_inspections();
            }
        }
    }

    fn apply_equipment(&mut self, event: &EquipmentEvent, now: Time) {
        match event {
            EquipmentEvent::ShakerInstalled { shaker, kind, sealed, approvals, .. } => {
                let state = ShakerState::new(*kind, *sealed, approvals.clone());
                self.equipment.shakers.insert(*shaker, state);
            }
            EquipmentEvent::ShakerRemoved { shaker, .. } => {
                self.empty(*shaker);
                self.equipment.shakers.remove(shaker);
            }
            EquipmentEvent::ShakerOutOfOrder { shaker, .. } => {
                self.empty(*shaker);
                self.with_shaker(*shaker, |state| state.out_of_order = true);
            }
            EquipmentEvent::DiceInstalled { shaker, set, dice, expire, .. } => {
                let (shaker, set, dice, expire) = (*shaker, *set, *dice, *expire);
                self.equipment.remember_dice(&dice, now);
                self.put_dice(DiceState { shaker, set, dice, expire, damaged: false });
            }
            EquipmentEvent::LentDiceInstalled { shaker, set, dice, first_used, expire, .. } => {
                let (shaker, set, dice, expire) = (*shaker, *set, *dice, *expire);
                self.equipment.age_dice(&dice, first_used, now);
                self.put_dice(DiceState { shaker, set, dice, expire, damaged: false });
            }
            EquipmentEvent::RegisterFollowed { shakers, disputed } => {
                self.equipment.disputed = *disputed;
                for facts in shakers {
                    self.learn_of_shaker(facts);
                }
            }
            EquipmentEvent::DiceRemoved { .. } => self.equipment.dice = None,
            EquipmentEvent::DisplayInspected { entered, .. } => {
                self.equipment.display_seen.insert(*entered);
                self.equipment.trial = None;
            }
            EquipmentEvent::ShakerInspected { shaker, tosses, by } => {
                self.inspect_shaker_seen(*shaker, *tosses, *by);
            }
            EquipmentEvent::ChecklistTicked { .. } => self.equipment.checklist_ticked = true,
            EquipmentEvent::ShakerCovered { .. } => self.equipment.covered = true,
            EquipmentEvent::TableSuspended => self.suspend(),
            EquipmentEvent::RepairAttested { .. } => self.equipment.display_failed = false,
            EquipmentEvent::DisplayConnected { display } => {
                _ = self.equipment.displays.insert(*display);
            }
            EquipmentEvent::DisplayLost { display } => self.equipment.lose_display(*display),
            EquipmentEvent::DisplayTried { entered, until, by } => {
                self.equipment.trial = Some(Trial { entered: *entered, until: *until, by: *by });
            }
            EquipmentEvent::DisplayDenied { .. } => self.equipment.fail_display(),
            EquipmentEvent::TrialLapsed => self.equipment.trial = None,
            EquipmentEvent::DiceMarkedDamaged { dice } => self.mark_damaged(dice),
            EquipmentEvent::ShakerToInspect { shaker } => self.with_shaker(*shaker, |state| {
                (state.inspected, state.inspected_this_shift) = (false, false);
            }),
            EquipmentEvent::LinesAttested { lines, by } => {
                let seen = Attested { by: *by, at: now };
                self.equipment.attested.extend(lines.iter().map(|line| (line.clone(), seen)));
            }
        }
    }

    /// The shaker was open for them: what was seen of it counts no longer.
    fn put_dice(&mut self, state: DiceState) {
        self.equipment.dice = Some(state);
        self.forget_shaker_lines();
    }

    fn learn_of_shaker(&mut self, facts: &ShakerFacts) {
        self.with_shaker(facts.shaker, |state| {
            state.sealed = facts.sealed;
            state.approvals.clone_from(&facts.approvals);
        });
    }

    /// What is marked in a round is kept with it: until it ends the call may be found mistaken.
    fn mark_damaged(&mut self, dice: &[DieId]) {
        match &mut self.round {
            Some(round) => {
                round.marked = true;
                self.equipment.suspect(dice);
            }
            None => self.equipment.mark_damaged(dice),
        }
    }

    fn apply_day(&mut self, event: &DayEvent, now: Time) {
        match event {
            DayEvent::TableConfigured(config) => self.config = config.clone(),
            DayEvent::TableOpened { .. } => {
                self.life = Life::Open;
                self.moved = false;
                self.round_ended = Some(now);
            }
            DayEvent::ClosingAnnounced { .. } => self.life = Life::Closing,
            DayEvent::TableClosed { .. } => {
                self.life = Life::Closed;
                self.equipment.forget_inspections();
            }
            DayEvent::LimitsAnnounced { limits, from, .. } => {
                self.limits_to_come = Some((*from, limits.clone()));
            }
            DayEvent::Restarted => {}
            DayEvent::ApprovalNamed { allowed_by } => {
                self.approved = Approved::named(allowed_by.clone());
            }
            DayEvent::EditionOffered(offer) => self.offer = Some(offer.clone()),
            DayEvent::OfferWithdrawn => self.offer = None,
            DayEvent::TableMoved { edition, times, .. } => {
                self.move_to(edition.as_ref(), *times);
            }
        }
    }

    fn apply_seat(&mut self, event: &SeatEvent, now: Time) {
        match event {
            SeatEvent::SeatTaken { seat, player, staff } => {
                let since = self.round.as_ref().map_or(self.next_round(), |round| round.number);
                drop(self.seats.insert(*seat, Seat::new(*player, *staff, since, now)));
            }
            SeatEvent::SeatLeft { seat } => {
                self.seats.remove(seat);
                self.answers.forget_seat(*seat);
            }
            SeatEvent::SeatLost { seat } => self.at(*seat).set_connected(false),
            SeatEvent::SeatReturned { seat } => self.at(*seat).set_connected(true),
            SeatEvent::SeatBound { seat, terminal }
            | SeatEvent::SeatHandedOver { seat, terminal, .. } => {
                self.at(*seat).bind(*terminal);
            }
            SeatEvent::MarkerGranted { seat, stake_max, .. } => {
                self.at(*seat).set_marker(*stake_max);
            }
            SeatEvent::ColourAssigned { seat, colour, value, .. } => {
                self.at(*seat).set_colour(*colour, *value);
            }
            SeatEvent::OwnLimitsSet { seat, pledge } => self.at(*seat).set_pledge(*pledge),
            SeatEvent::PlayerExcluded { player, .. } => _ = self.excluded.insert(*player),
            SeatEvent::SeatBarred { seat, .. } => _ = self.barred.insert(*seat),
            SeatEvent::SeatReleased { seat, .. } => _ = self.barred.remove(seat),
            SeatEvent::ExclusionLifted { player, .. } => _ = self.excluded.remove(player),
        }
    }

    fn apply_credit(&mut self, event: &CreditEvent) {
        match event {
            CreditEvent::BoughtIn { seat, voucher, amount } => {
                self.redeemed.remember(*voucher);
                self.at(*seat).buy_in(*amount);
            }
            CreditEvent::CashedOut { seat, voucher, amount } => {
                self.at(*seat).cash_out(*amount);
                self.issued.remember(*voucher);
            }
            CreditEvent::OwedPaid { player, voucher, .. } => {
                self.owed.remove(player);
                self.issued.remember(*voucher);
            }
            CreditEvent::MadeForCage { voucher } => self.for_cage.remember(*voucher),
        }
    }

    fn apply_round(&mut self, event: &RoundEvent, now: Time) {
        match event {
            RoundEvent::BettingOpened { round, until } => self.open_round(*round, *until, now),
            RoundEvent::BettingWarned { .. } => {
                if let Betting::Open { warned, .. } = &mut self.playing_mut().betting {
                    *warned = true;
                }
            }
            RoundEvent::BettingExtended { until, .. } => {
                let round = self.playing_mut();
                round.betting = Betting::Open { until: Some(*until), warned: false };
                round.extensions += 1;
            }
            RoundEvent::BettingClosed { .. } => {
                self.playing_mut().betting = Betting::Closed;
                self.seats.values_mut().for_each(Seat::forget_changes);
            }
            RoundEvent::PlayerSelected { seat, .. } => self.playing_mut().selected = Some(*seat),
            RoundEvent::DiceShaken { times, .. } => {
                let round = self.playing_mut();
                round.shakes = round.shakes.saturating_add(*times);
                self.equipment.covered = self.is_covered_to_shake();
            }
            RoundEvent::DiceRevealed { .. } => {
                self.playing_mut().revealed = true;
                self.equipment.covered = false;
            }
            RoundEvent::DiceEntered { roll, .. } => self.playing_mut().entry = Some(*roll),
            RoundEvent::EntryTakenBack { .. } => self.playing_mut().entry = None,
            RoundEvent::ResultRecorded { roll, .. } => {
                let round = self.playing_mut();
                (round.result, round.entry, round.awaiting) = (Some(*roll), None, None);
                // However the result came to be known, these dice are not shaken again.
                round.revealed = true;
            }
            RoundEvent::LosersCollected { .. } => self.playing_mut().collected = true,
            RoundEvent::WinnersPaid { paid, .. } => self.pay_winners(paid, now),
            RoundEvent::RoundCleared { .. } => self.end_round(None, &[], now),
            RoundEvent::RevealWaits { until, .. } => {
                self.playing_mut().reveal_from = Some(*until);
            }
        }
    }

    fn apply_ruling(&mut self, event: &RulingEvent) {
        match event {
            RulingEvent::IrregularityCalled { what, remedy, .. } => {
                self.note_irregularity(*what, *remedy);
            }
            RulingEvent::RulingAwaited { what, .. } => self.playing_mut().awaiting = Some(*what),
            RulingEvent::RoundResumed { .. } => self.playing_mut().awaiting = None,
            RulingEvent::ReshakeOrdered { .. } => self.playing_mut().start_over(),
            RulingEvent::PresenceAttested { by, .. } => {
                self.playing_mut().by_hand = Some(ByHand { present: Some(*by) });
            }
            RulingEvent::CallFoundMistaken { what, .. } => self.forget_call(*what),
        }
    }

    fn apply_proposal(&mut self, event: &ProposalEvent) {
        match event {
            ProposalEvent::Proposed { proposal, act, basis, superior, by, session } => {
                self.proposals_made = proposal.0;
                self.make_room_for_a_proposal();
                let (act, by, session) = (act.clone(), *by, *session);
                let made = Proposal { act, by, session, superior: *superior, basis: *basis };
                self.proposals.insert(*proposal, made);
            }
            ProposalEvent::Approved { proposal, .. }
            | ProposalEvent::Withdrawn { proposal, .. } => {
                drop(self.proposals.remove(proposal));
            }
        }
    }

    fn apply_reversal(&mut self, event: &ReversalEvent, now: Time) {
        match event {
            ReversalEvent::RoundVoided { what, returned, .. } => {
                self.end_round(Some(*what), returned, now);
            }
            ReversalEvent::BetsVoided { seat, .. } => self.void_bets(*seat),
            ReversalEvent::PastRoundVoided { round, what, adjustments } => {
                self.adjust(*round, adjustments, |past| past.voided = Some(*what));
                self.undo_turnover(*round, |past, seat| !past.void_bets.contains(&seat));
            }
            ReversalEvent::PastRoundCorrected { round, roll, adjustments } => {
                self.adjust(*round, adjustments, |past| past.results.push(*roll));
            }
            ReversalEvent::RoundRecalled { round, borne, forgotten } => {
                self.recall(round, borne, *forgotten);
            }
            ReversalEvent::CollectionUndone { .. } => self.playing_mut().collected = false,
            ReversalEvent::PastBetsVoided { round, seat, adjustment, .. } => {
                self.adjust(*round, &[*adjustment], |_| {});
                self.undo_turnover(*round, |_, of| of == *seat);
                _ = self.past_mut(*round).void_bets.insert(*seat);
            }
            // No round returns it: at the seat it counts as what comes from elsewhere.
            ReversalEvent::BetRuled { adjustment, .. } => {
                self.move_money(adjustment, Bets::OfAnother);
            }
        }
    }

    fn apply_place(&mut self, event: &PlaceEvent) {
        match event {
            PlaceEvent::ChipsRecorded { seat, player, bets, excess, advised, .. } => {
                let record = ChipRecord::new(*player, bets.clone(), excess.clone());
                self.keep_record(*seat, record, *advised);
            }
            PlaceEvent::ChipsVoided { round, seat, .. } => self.void_chips(*round, *seat),
            PlaceEvent::ColourTakenBack { seat, .. } => self.at(*seat).take_colour_back(),
            PlaceEvent::ChipsRecalled { round, chips } => {
                self.past_mut(*round).chips.clone_from(chips);
            }
        }
    }

    /// A record of nothing is none.
    fn keep_record(&mut self, seat: SeatNumber, record: ChipRecord, advised: bool) {
        let before = self.playing_mut().chips.remove(&seat);
        let lay = before.iter().flat_map(|record| &record.bets).map(taken_up);
        let lie = record.bets.iter().map(laid_down);
        let changes: Vec<BetChange> = lay.chain(lie).collect();
        self.exposure.change(&self.book.pay_table, &changes);
        if !record.bets.is_empty() {
            self.playing_mut().chips.insert(seat, record);
        }
        if advised {
            self.at(seat).advise();
        }
    }

    fn void_chips(&mut self, number: RoundNumber, seat: SeatNumber) {
        let Some(round) = self.round.as_mut().filter(|round| round.number == number) else {
            let record = self.past_mut(number).chips.get_mut(&seat);
            record.expect("decide knows the record").standing = RecordStanding::VoidAfterPaid;
            return;
        };
        let record = round.chips.get_mut(&seat).expect("decide knows the record");
        record.standing = RecordStanding::VoidInPlay;
        let changes: Vec<BetChange> = record.bets.iter().map(taken_up).collect();
        self.exposure.change(&self.book.pay_table, &changes);
    }

    fn playing_mut(&mut self) -> &mut Round {
        self.round.as_mut().expect("these events happen within a round")
    }

    fn apply_release(&mut self, staff: StaffId) {
        self.staff.remove(&staff);
        self.answers.forget_staff(staff);
        self.proposals.retain(|_, proposal| proposal.by != staff);
        self.leave_shaker(staff);
    }

    fn leave_shaker(&mut self, dealer: StaffId) {
        self.equipment.on_duty.take_if(|on_duty| *on_duty == dealer);
    }

    fn forget_shift_inspections(&mut self) {
        for shaker in self.equipment.shakers.values_mut() {
            shaker.inspected_this_shift = false;
        }
    }

    /// Where dice are put into a shaker, it was open, or it is another one: what is said of shakers
    /// is to be seen anew.
    fn forget_shaker_lines(&mut self) {
        let lines = &self.book.equipment.checklist;
        let of_table: BTreeSet<&LineId> = lines
            .iter()
            .filter(|line| line.scope == LineScope::EveryTable)
            .map(|line| &line.id)
            .collect();
        self.equipment.attested.retain(|line, _| of_table.contains(line));
    }

    fn empty(&mut self, shaker: ShakerId) {
        self.equipment.dice.take_if(|dice| dice.shaker == shaker);
    }

    fn with_shaker(&mut self, shaker: ShakerId, change: impl FnOnce(&mut ShakerState)) {
        change(self.equipment.shakers.get_mut(&shaker).expect("decide knows the shaker"));
    }

    /// One inspection can answer for the opening and for the shift, if its person may do both.
    fn inspect_shaker_seen(&mut self, shaker: ShakerId, tosses: u8, by: StaffId) {
        let shift = &self.book.equipment.inspect_shaker_each_shift;
        let may = self.role(by).is_some_and(|role| role.may_act_for(shift.by.value));
        let for_shift = may && shift.trials.value <= tosses;
        self.with_shaker(shaker, |state| {
            state.inspected = true;
            state.inspected_this_shift |= for_shift;
        });
    }

    fn suspend(&mut self) {
        self.life = Life::Suspended;
        self.equipment.fail_display();
    }

    /// Only when the list is full are stale proposals dropped, so that whoever approves one late
    /// hears that it is stale.
    fn make_room_for_a_proposal(&mut self) {
        if self.proposals.len() >= Self::PROPOSALS_MAX {
            self.proposals = self.waiting().map(|(id, made)| (id, made.clone())).collect();
        }
        if self.proposals.len() >= Self::PROPOSALS_MAX {
            self.proposals.pop_first();
        }
    }

    fn note_irregularity(&mut self, what: Irregularity, remedy: Remedy) {
        let damaged = matches!(what, Irregularity::DieBroken | Irregularity::DiceDamaged);
        if let (true, Some(dice)) = (damaged, &mut self.equipment.dice) {
            dice.damaged = true;
        }
        // Only a mark that comes with this call is its own.
        if let Some(round) = &mut self.round {
            round.marked = false;
        }
        if let (Remedy::SettleByHand, Some(round)) = (remedy, &mut self.round) {
            round.by_hand = Some(ByHand { present: None });
        }
    }

    /// What was called did not happen. Dice that were damaged before the call are so still.
    fn forget_call(&mut self, what: Irregularity) {
        let round = self.playing_mut();
        round.awaiting = None;
        let damaged = matches!(what, Irregularity::DieBroken | Irregularity::DiceDamaged);
        let marked = damaged && std::mem::take(&mut round.marked);
        if let (true, Some(dice)) = (marked, &mut self.equipment.dice) {
            dice.damaged = dice.dice.iter().any(|die| self.equipment.damaged_dice.contains(die));
        }
    }

    fn pay_winners(&mut self, paid: &[SeatAmount], now: Time) {
        for paid in paid {
            self.at(paid.seat).receive(paid.amount);
        }
        let round = self.playing_mut();
        round.paid = true;
        round.paid_at = Some(now);
        round.returned = paid.iter().map(|paid| (paid.seat, paid.amount)).collect();
    }

    fn open_round(&mut self, number: RoundNumber, until: Option<Time>, now: Time) {
        self.round = Some(Round::new(number, now, until, self.order()));
        self.equipment.trial = None;
        self.moved = false;
        if let Some((_, limits)) = self.limits_to_come.take_if(|(from, _)| *from <= number) {
            self.config.limits = limits;
        }
    }

    fn move_to(&mut self, edition: Option<&Edition>, times: Times) {
        self.offer = None;
        self.config.times = times;
        if let Some(edition) = edition {
            self.play_by(edition);
        }
    }

    /// Rounds that were played keep their edition. What was seen was seen for the one before: the
    /// next round waits until everything that this one asks for is seen anew.
    fn play_by(&mut self, edition: &Edition) {
        let until = RoundNumber(self.rounds_played);
        let left = self.config.rule_book;
        let rules = std::mem::replace(&mut self.book, edition.rules.clone());
        PlayedEdition { until, fingerprint: left, rules }.remember(&mut self.earlier);
        self.config.rule_book = edition.fingerprint;
        self.moved = true;
        self.equipment.forget_inspections();
        self.forget_shift_inspections();
        self.age_by_book();
        self.forget_what_no_player_has();
    }

    /// What players have by a book: decide lets a table move only once no chips of a colour are out
    /// and no marker lets anybody stake more; what is left of either means nothing any more.
    fn forget_what_no_player_has(&mut self) {
        let (pays, limits) = (&self.book.pay_table, &self.book.limits);
        for seat in self.seats.values_mut() {
            seat.forget_unpayable(pays);
            if !limits.markers.value {
                seat.take_marker_back();
            }
            if !limits.colour_chips.value {
                seat.take_colour_back();
            }
        }
    }

    /// The dice in the shaker leave it when the book in force says so.
    fn age_by_book(&mut self) {
        let in_use = self.equipment.shaker_in_use().map(|(_, shaker)| shaker.kind);
        let rules = in_use.and_then(|kind| self.book.equipment.shaker(kind));
        let life = rules.map(|rules| rules.dice_life.value);
        let dice = self.equipment.dice.as_ref().map(|state| state.dice);
        let since = dice.and_then(|dice| self.equipment.in_use_since(&dice));
        if let (Some(state), Some(life), Some(since)) = (&mut self.equipment.dice, life, since) {
            state.expire = since.dice_expire(life);
        }
    }

    fn change_bets(
        &mut self,
        seat: SeatNumber,
        how: BetMove,
        changes: &[BetChange],
        advised: bool,
    ) {
        self.exposure.change(&self.book.pay_table, changes);
        let seat = self.at(seat);
        seat.change_bets(changes);
        match how {
            BetMove::Undone => seat.forget_last_change(),
            BetMove::Placed
            | BetMove::TakenDown
            | BetMove::Cleared
            | BetMove::Repeated
            | BetMove::Doubled => seat.remember_change(changes.to_vec()),
        }
        if advised {
            seat.advise();
        }
    }

    /// The round is over: with its result, or void and with its stakes returned.
    fn end_round(&mut self, voided: Option<Irregularity>, returned: &[SeatAmount], now: Time) {
        let mut round = self.round.take().expect("only a round in play ends");
        if voided.is_some() {
            round.chips.values_mut().for_each(ChipRecord::make_void_in_play);
        }
        for back in returned {
            self.at(back.seat).receive_void(back.amount);
        }
        let void: BTreeMap<SeatNumber, Money> =
            returned.iter().map(|back| (back.seat, back.amount)).collect();
        let of = |seat: &SeatNumber| void.get(seat).or_else(|| round.returned.get(seat)).copied();
        let mut slips = BTreeMap::new();
        for (number, seat) in &mut self.seats {
            let (player, bets) = (seat.player(), seat.end_round());
            if !bets.is_empty() {
                let returned = of(number).unwrap_or(Money::ZERO);
                slips.insert(*number, Slip { player, bets, returned });
            }
        }
        self.exposure.clear();
        self.rounds_played = round.number.0;
        self.round_ended = Some(now);
        self.remember_round(PastRound {
            number: round.number,
            slips,
            results: round.result.into_iter().collect(),
            voided,
            void_bets: BTreeSet::new(),
            chips: round.chips,
        });
    }

    fn remember_round(&mut self, past: PastRound) {
        self.past.push_back(past);
        if self.past.len() > Self::ROUNDS_KEPT
            && let Some(forgotten) = self.past.pop_front()
        {
            self.forget_borne(&forgotten);
        }
    }

    /// What the house bears for a player is known by name as long as it can be made up for: until
    /// the last round in which they had bets can no longer be changed.
    fn forget_borne(&mut self, forgotten: &PastRound) {
        for player in forgotten.slips.values().map(|slip| slip.player) {
            let plays = |past: &PastRound| past.slips.values().any(|slip| slip.player == player);
            let mut known = self.past.iter().chain(&self.recalled);
            if self.borne.contains_key(&player) && !known.any(plays) {
                self.borne.remove(&player);
            }
        }
    }

    /// A round is known again, and what the house bears for its players with it.
    fn recall(
        &mut self,
        round: &PastRound,
        borne: &BTreeMap<PlayerId, Money>,
        forgotten: Option<RoundNumber>,
    ) {
        self.recalled.push_back(round.clone());
        self.borne.extend(borne);
        let place = self.recalled.iter().position(|known| Some(known.number) == forgotten);
        if let Some(forgotten) = place.and_then(|place| self.recalled.remove(place)) {
            self.forget_borne(&forgotten);
        }
    }

    fn void_bets(&mut self, number: SeatNumber) {
        let seat = self.at(number);
        let staked = seat.staked();
        let changes: Vec<BetChange> = seat.bets().iter().map(taken_up).collect();
        seat.change_bets(&changes);
        seat.note_voided(staked);
        self.exposure.change(&self.book.pay_table, &changes);
    }

    /// Money follows a correction or a void of a settled round.
    fn adjust(
        &mut self,
        round: RoundNumber,
        adjustments: &[Adjustment],
        change: impl FnOnce(&mut PastRound),
    ) {
        for adjustment in adjustments {
            self.adjust_player(round, adjustment);
        }
        let past = self.past_mut(round);
        for adjustment in adjustments {
            if let Some(slip) = past.slips.get_mut(&adjustment.seat) {
                slip.returned = adjustment.after;
            }
        }
        change(past);
    }

    fn adjust_player(&mut self, round: RoundNumber, adjustment: &Adjustment) {
        let here = |sits: SeatNumber| sits == adjustment.seat && self.at(sits).sat_down_by(round);
        let here = adjustment.sits.is_some_and(here);
        self.move_money(adjustment, if here { Bets::OfThisSitting } else { Bets::OfAnother });
    }

    fn move_money(&mut self, adjustment: &Adjustment, bets: Bets) {
        let Adjustment { player, sits, owed, recovered, forgone, shortfall, .. } = *adjustment;
        if let Some(sits) = sits {
            self.at(sits).adjust(adjustment, bets);
        }
        move_beside(&mut self.owed, player, owed, forgone);
        move_beside(&mut self.borne, player, shortfall, recovered);
        let shortfall = self.shortfall.tally(shortfall).minus(recovered);
        self.shortfall = shortfall.expect("only what is borne is recovered");
    }

    fn past_mut(&mut self, round: RoundNumber) -> &mut PastRound {
        let mut known = self.past.iter_mut().chain(&mut self.recalled);
        let past = known.find(|past| past.number == round);
        past.expect("decide changes only rounds that are kept or recalled")
    }

    /// Bets of a settled round that are void were never turned over at the seats where their
    /// players still sit.
    fn undo_turnover(
        &mut self,
        round: RoundNumber,
        is_void: impl Fn(&PastRound, SeatNumber) -> bool,
    ) {
        let past = self.past.iter().chain(&self.recalled).find(|past| past.number == round);
        let past = past.expect("decide changes only rounds that are kept or recalled");
        for (number, slip) in past.slips.iter().filter(|(number, _)| is_void(past, **number)) {
            let seat = self.seats.get_mut(number);
            let seat = seat.filter(|seat| seat.player() == slip.player && seat.sat_down_by(round));
            if let Some(seat) = seat {
                seat.undo_turnover(slip.staked());
            }
        }
    }

    fn at(&mut self, seat: SeatNumber) -> &mut Seat {
        self.seats.get_mut(&seat).expect("decide lets only taken seats act")
    }
}

const fn taken_up(bet: &Bet) -> BetChange {
    BetChange { area: bet.area, from: Some(bet.stake), to: None }
}

const fn laid_down(bet: &Bet) -> BetChange {
    BetChange { area: bet.area, from: None, to: Some(bet.stake) }
}

/// What stands beside a player's name grows and shrinks; nothing is not kept.
fn move_beside(of: &mut BTreeMap<PlayerId, Money>, player: PlayerId, more: Money, less: Money) {
    let before = of.remove(&player).unwrap_or(Money::ZERO);
    let after = before.tally(more).minus(less).expect("decide draws only what is there");
    if !after.is_zero() {
        of.insert(player, after);
    }
}
