//! Seats, credit, markers and exclusions.

use taisai_rules::{Offer, Stake};

use super::Decision;
use crate::config::TableKind;
use crate::event::{CreditEvent, Event, SeatEvent};
use crate::ids::{PlayerId, SeatNumber, SessionId, StaffId, VoucherId};
use crate::money::Money;
use crate::pledge::OwnLimits;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::{Life, Table};
use crate::text::Reason;
use crate::time::Time;

impl Table {
    /// Whoever sits down does so at one terminal, and no other one speaks for them.
    pub(super) fn sit(
        &self,
        (seat, terminal): (SeatNumber, SessionId),
        player: PlayerId,
        staff: Option<StaffId>,
    ) -> Decision {
        self.check_terminals()?;
        self.check_sit(player, staff)?;
        if self.barred.contains(&seat) {
            return Err(Refusal::SeatBarred { seat });
        }
        let taken = SeatEvent::SeatTaken { seat, player, staff }.into();
        Ok(vec![taken, SeatEvent::SeatBound { seat, terminal }.into()])
    }

    /// A player who sits down with a voucher is not left seated without it.
    pub(super) fn sit_and_buy_in(
        &self,
        (seat, terminal): (SeatNumber, SessionId),
        (player, staff): (PlayerId, Option<StaffId>),
        voucher: VoucherId,
        amount: Money,
    ) -> Decision {
        let mut events = self.sit((seat, terminal), player, staff)?;
        self.check_voucher(voucher)?;
        if amount.is_zero() || amount > Self::CREDIT_MAX {
            return Err(Refusal::BadAmount);
        }
        events.push(CreditEvent::BoughtIn { seat, voucher, amount }.into());
        Ok(events)
    }

    pub(super) fn buy_in(&self, seat: SeatNumber, voucher: VoucherId, amount: Money) -> Decision {
        let taken = self.taken(seat)?;
        let (player, credit, room) = (taken.player(), taken.credit(), taken.room());
        if self.excluded.contains(&player) {
            return Err(Refusal::PlayerExcluded { player });
        }
        self.check_voucher(voucher)?;
        let too_much = credit.plus(amount).is_none_or(|sum| sum > Self::CREDIT_MAX);
        if amount.is_zero() || too_much || amount > room {
            return Err(Refusal::BadAmount);
        }
        Ok(vec![CreditEvent::BoughtIn { seat, voucher, amount }.into()])
    }

    /// A voucher becomes credit once.
    fn check_voucher(&self, voucher: VoucherId) -> Result<(), Refusal> {
        if self.redeemed.contains(voucher) { Err(Refusal::VoucherUsed) } else { Ok(()) }
    }

    pub(super) fn cash_out(&self, seat: SeatNumber, voucher: VoucherId, amount: Money) -> Decision {
        let taken = self.taken(seat)?;
        let (player, credit) = (taken.player(), taken.credit());
        if self.issued.contains(voucher) {
            return Err(Refusal::VoucherUsed);
        }
        if amount.is_zero() {
            return Err(Refusal::BadAmount);
        }
        if amount > credit {
            return Err(Refusal::CreditTooSmall { credit, needed: amount });
        }
        let mut events = vec![CreditEvent::CashedOut { seat, voucher, amount }.into()];
        events.extend(self.made_for_cage(player, voucher));
        Ok(events)
    }

    /// The money of a player who is kept from the game stays theirs, and plays no more.
    fn made_for_cage(&self, player: PlayerId, voucher: VoucherId) -> Option<Event> {
        let excluded = self.excluded.contains(&player);
        excluded.then_some(CreditEvent::MadeForCage { voucher }.into())
    }

    pub(super) fn leave(&self, seat: SeatNumber) -> Decision {
        let taken = self.taken(seat)?;
        if !taken.credit().is_zero() || !taken.bets().is_empty() {
            return Err(Refusal::SeatNotEmpty);
        }
        Ok(vec![SeatEvent::SeatLeft { seat }.into()])
    }

    /// While a bet lies nobody leaves, and then no credit becomes a voucher either.
    pub(super) fn cash_out_and_leave(
        &self,
        seat: SeatNumber,
        voucher: VoucherId,
        amount: Money,
    ) -> Decision {
        let taken = self.taken(seat)?;
        let mut events = self.cash_out(seat, voucher, amount)?;
        if amount != taken.credit() || !taken.bets().is_empty() {
            return Err(Refusal::SeatNotEmpty);
        }
        events.push(SeatEvent::SeatLeft { seat }.into());
        Ok(events)
    }

    pub(super) fn lose_seat(&self, seat: SeatNumber) -> Decision {
        self.check_terminals()?;
        let connected = self.taken(seat)?.is_connected();
        Ok(connected.then_some(SeatEvent::SeatLost { seat }.into()).into_iter().collect())
    }

    pub(super) fn return_seat(&self, seat: SeatNumber) -> Decision {
        self.check_terminals()?;
        let connected = self.taken(seat)?.is_connected();
        Ok((!connected).then_some(SeatEvent::SeatReturned { seat }.into()).into_iter().collect())
    }

    /// A seat that knows its terminal keeps it.
    pub(super) fn bind_seat(&self, seat: SeatNumber, terminal: SessionId) -> Decision {
        self.check_terminals()?;
        let unbound = self.taken(seat)?.terminal().is_none();
        Ok(unbound.then_some(SeatEvent::SeatBound { seat, terminal }.into()).into_iter().collect())
    }

    /// Whether a seat can go over to another terminal: its player is still the same, and cannot
    /// act for themselves at the one they had.
    pub(super) fn check_hand_over(
        &self,
        seat: SeatNumber,
        player: PlayerId,
        terminal: SessionId,
    ) -> Result<(), Refusal> {
        self.check_terminals()?;
        let taken = self.seats.get(&seat).filter(|taken| taken.player() == player);
        let taken = taken.ok_or(Refusal::NobodyAt { seat })?;
        if taken.terminal() == Some(terminal) {
            return Err(Refusal::NothingThere);
        }
        if taken.is_connected() {
            return Err(Refusal::TerminalAnswers);
        }
        Ok(())
    }

    pub(super) fn pay_owed(&self, player: PlayerId, voucher: VoucherId, amount: Money) -> Decision {
        if self.issued.contains(voucher) {
            return Err(Refusal::VoucherUsed);
        }
        let owed = *self.owed.get(&player).ok_or(Refusal::NothingThere)?;
        if owed != amount {
            return Err(Refusal::BadAmount);
        }
        let mut events = vec![CreditEvent::OwedPaid { player, voucher, amount }.into()];
        events.extend(self.made_for_cage(player, voucher));
        Ok(events)
    }

    pub(super) fn grant_marker(&self, seat: SeatNumber, stake_max: Stake, by: StaffId) -> Decision {
        let had = self.taken(seat)?.marker();
        let markers = &self.book.limits.markers;
        // One below every maximum lets nobody stake more; it only takes another back.
        let is_marker = had.is_some() || self.lets_more(stake_max);
        if !markers.value || !is_marker {
            return Err(Refusal::NotAllowed { clause: markers.clause.clone() });
        }
        Ok(vec![SeatEvent::MarkerGranted { seat, stake_max, by }.into()])
    }

    /// Whether a marker lets its player stake more than everybody else on anything.
    pub(super) fn lets_more(&self, marker: Stake) -> bool {
        let limits = &self.config.limits;
        let more = |offer: &Offer| limits.of(offer.area).stake_max() < marker;
        self.book.pay_table.offers().iter().any(more)
    }

    pub(super) fn assign_colour(
        &self,
        seat: SeatNumber,
        colour: u8,
        value: Stake,
        by: StaffId,
    ) -> Decision {
        self.check_colour(seat, colour)?;
        // Chips of another colour, or of the same at another value, are taken back first.
        let out = self.taken(seat)?.colour().filter(|out| *out != (colour, value));
        if self.config.kind == TableKind::Felt && out.is_some() {
            return Err(Refusal::ColoursOut { seats: vec![seat] });
        }
        Ok(vec![SeatEvent::ColourAssigned { seat, colour, value, by }.into()])
    }

    /// Whoever limits themselves is never refused.
    pub(super) fn set_own_limits(&self, seat: SeatNumber, wish: OwnLimits, now: Time) -> Decision {
        let pledge = self.taken(seat)?.pledge().wished(wish, now);
        Ok(vec![SeatEvent::OwnLimitsSet { seat, pledge }.into()])
    }

    pub(super) fn exclude(&self, player: PlayerId, reason: &Reason, by: StaffId) -> Decision {
        // Hosts look whether a seat would take somebody before the player has a number.
        if player == PlayerId::NOBODY {
            return Err(Refusal::NothingThere);
        }
        if self.excluded.len() >= Self::EXCLUDED_MAX {
            return Err(Refusal::TooMany { max: Self::EXCLUDED_MAX });
        }
        let mut events =
            vec![SeatEvent::PlayerExcluded { player, reason: reason.clone(), by }.into()];
        // A player is a number: who leaves and sits down again would be another one.
        let seat = self.seat_of(player).filter(|seat| !self.barred.contains(seat));
        events.extend(seat.map(|seat| SeatEvent::SeatBarred { seat, player }.into()));
        Ok(events)
    }

    fn seat_of(&self, player: PlayerId) -> Option<SeatNumber> {
        let mut seats = self.seats.iter();
        seats.find(|(_, seat)| seat.player() == player).map(|(number, _)| *number)
    }

    /// As long as the player sits there, the seat would take them back.
    pub(super) fn release_seat(&self, seat: SeatNumber, by: StaffId) -> Decision {
        if !self.barred.contains(&seat) {
            return Err(Refusal::SeatNotBarred { seat });
        }
        if self.seats.contains_key(&seat) {
            return Err(Refusal::SeatTaken);
        }
        Ok(vec![SeatEvent::SeatReleased { seat, by }.into()])
    }

    /// The seat at which the player still sits is theirs again; one that they have left is for a
    /// floorperson to release.
    pub(super) fn lift_exclusion(
        &self,
        player: PlayerId,
        reason: &Reason,
        by: StaffId,
    ) -> Decision {
        if !self.excluded.contains(&player) {
            return Err(Refusal::NotExcluded { player });
        }
        let reason = reason.clone();
        let mut events = vec![SeatEvent::ExclusionLifted { player, reason, by }.into()];
        let seat = self.seat_of(player).filter(|seat| self.barred.contains(seat));
        events.extend(seat.map(|seat| SeatEvent::SeatReleased { seat, by }.into()));
        Ok(events)
    }

    /// At a felt table nobody sits at a terminal.
    pub(super) fn check_terminals(&self) -> Result<(), Refusal> {
        match self.config.kind {
            TableKind::Electronic => Ok(()),
            TableKind::Felt => Err(Refusal::FeltTable),
        }
    }

    pub(super) fn check_sit(
        &self,
        player: PlayerId,
        staff: Option<StaffId>,
    ) -> Result<(), Refusal> {
        if self.life == Life::Closed {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        if self.excluded.contains(&player) {
            return Err(Refusal::PlayerExcluded { player });
        }
        let never = &self.book.people.staff_never_play;
        if never.value && staff.is_some_and(|staff| self.staff.contains_key(&staff)) {
            return Err(Refusal::StaffNeverPlay { clause: never.clause.clone() });
        }
        if self.seats.values().any(|seat| seat.player() == player) {
            return Err(Refusal::PlayerSeated);
        }
        if self.seats.len() >= Self::SEATS_MAX {
            return Err(Refusal::TooMany { max: Self::SEATS_MAX });
        }
        Ok(())
    }

    /// A colour belongs to one player at a time.
    fn check_colour(&self, seat: SeatNumber, colour: u8) -> Result<(), Refusal> {
        self.taken(seat)?;
        let chips = &self.book.limits.colour_chips;
        if !chips.value {
            return Err(Refusal::NotAllowed { clause: chips.clause.clone() });
        }
        let has_it = |(other, taken): (&SeatNumber, &Seat)| {
            *other != seat && taken.colour().is_some_and(|(theirs, _)| theirs == colour)
        };
        if self.seats.iter().any(has_it) { Err(Refusal::ColourTaken) } else { Ok(()) }
    }

    pub(super) fn taken(&self, seat: SeatNumber) -> Result<&Seat, Refusal> {
        self.seats.get(&seat).ok_or(Refusal::NobodyAt { seat })
    }
}

impl Table {
    /// The most credit a seat may buy; with the largest returns of a round it stays below the
    /// ceiling of money.
    pub const CREDIT_MAX: Money = match Money::new(500_000_000_000_000) {
        Some(money) => money,
        None => unreachable!(),
    };
}
