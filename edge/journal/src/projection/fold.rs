//! What every event means for the tables of questions.

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_floor as floor;
use taisai_table::{
    Adjustment, CreditEvent, Editions, Event, PlayerId, RoundEvent, RoundNumber, SeatEvent,
    SeatNumber, Time,
};

use super::ProjectFault;
use crate::projection::rounds::{self, Written};
use crate::projection::rows::{Cell, Rows};
use crate::projection::word::word;
use crate::store::StoreFault;
use crate::stored::{Actor, Body, Entry, Stamp, printable_event};
use crate::stream::Stream;

/// Takes one record after another of a stream into the tables.
pub(crate) struct Fold<'r> {
    pub(crate) rows: &'r mut Rows,
    pub(crate) stream: Stream,
    /// The editions of a table's rule book, once its first record was read.
    pub(crate) editions: Option<Editions>,
    /// Who sits where.
    pub(crate) players: BTreeMap<SeatNumber, PlayerId>,
    /// The rounds that the records are about, to be written when all of them are taken.
    pub(crate) rounds: BTreeMap<RoundNumber, Written>,
}

type Done = Result<(), StoreFault>;

impl Fold<'_> {
    pub(crate) fn entry(&mut self, entry: &Entry) -> Result<(), ProjectFault> {
        let stamp = &entry.stamp;
        match &entry.body {
            Body::Opened(opened) => {
                self.editions = opened.editions().ok();
                self.act(stamp, 1, "stream-opened".to_owned())?;
            }
            Body::Happened(events) => {
                for (place, event) in (1..).zip(events) {
                    self.act(stamp, place, word(&printable_event(event)))?;
                    self.editions.iter_mut().for_each(|editions| editions.follow(event));
                    self.table_event(event, stamp.time)?;
                }
            }
            Body::FloorHappened(events) => {
                for (place, event) in (1..).zip(events) {
                    self.act(stamp, place, floor_word(event))?;
                    self.floor_event(event, stamp.time)?;
                }
            }
            // Nothing that anybody did.
            Body::SnapshotNamed(_) => {}
        }
        Ok(())
    }

    fn run(&mut self, sql: &str, cells: &[Cell]) -> Done {
        self.rows.run(sql, cells)
    }

    fn act(&mut self, stamp: &Stamp, place: u64, event: String) -> Done {
        let cells = [
            self.stream.into(),
            stamp.sequence.into(),
            place.into(),
            stamp.time.millis().into(),
            actor(stamp.actor).into(),
            stamp.session.0.into(),
            stamp.request.0.into(),
            event.into(),
        ];
        self.run(
            "INSERT INTO acts(stream, sequence, place, time, actor, session, request, event)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            &cells,
        )
    }

    fn table_event(&mut self, event: &Event, time: Time) -> Done {
        match event {
            Event::Seat(SeatEvent::SeatTaken { seat, player, .. }) => {
                self.players.insert(*seat, *player);
                self.run(
                    "INSERT INTO seats(stream, seat, player) VALUES ($1, $2, $3)
                 ON CONFLICT (stream, seat) DO UPDATE SET player = excluded.player",
                    &[self.stream.into(), u64::from(seat.0).into(), player.0.into()],
                )
            }
            Event::Credit(event) => self.credit(event),
            Event::BetsChanged { round, .. } => self.in_round(*round, event, time),
            Event::Round(of) => self.in_round(of.round(), event, time),
            Event::Reversal(of) => {
                debug_assert!(of.adjustments().iter().all(is_exact), "nothing is lost on the way");
                self.in_round(of.round(), event, time)
            }
            Event::Staff(_)
            | Event::Equipment(_)
            | Event::Day(_)
            | Event::Seat(_)
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::Case(_)
            | Event::Place(_)
            | Event::RequestAnswered { .. } => Ok(()),
        }
    }

    fn credit(&mut self, event: &CreditEvent) -> Done {
        match event {
            CreditEvent::BoughtIn { seat, amount, .. } => {
                let player = self.player_at(*seat);
                self.meter(player, [amount.units(), 0, 0].map(signed), [0, 0])
            }
            CreditEvent::CashedOut { seat, amount, .. } => {
                let player = self.player_at(*seat);
                self.meter(player, [0, amount.units(), 0].map(signed), [0, 0])
            }
            CreditEvent::OwedPaid { player, amount, .. } => {
                self.meter(Some(*player), [0, 0, amount.units()].map(signed), [0, 0])
            }
            CreditEvent::MadeForCage { .. } => Ok(()),
        }
    }

    /// Takes an event into the history of its round, as its rows tell it so far.
    fn in_round(&mut self, round: RoundNumber, event: &Event, time: Time) -> Done {
        if !self.rounds.contains_key(&round) {
            let opens = matches!(event, Event::Round(RoundEvent::BettingOpened { .. }));
            let new = opens.then(|| Written::new(round, time));
            let known = if opens { None } else { rounds::read(self.rows, self.stream, round)? };
            let Some(written) = new.or(known) else { return Ok(()) };
            self.rounds.insert(round, written);
        }
        let written = self.rounds.get_mut(&round).expect("it was put there");
        written.history.take(event, time, &self.players);
        Ok(())
    }

    /// Writes every round that the records since the last time were about, and counts it in the
    /// meters of its players.
    pub(crate) fn finish(&mut self) -> Done {
        for (number, written) in std::mem::take(&mut self.rounds) {
            let book = self.editions.as_ref().map(|editions| Arc::clone(editions.of(number)));
            rounds::write(self.rows, self.stream, &written.history, book.as_deref())?;
            for (player, [staked, returned]) in written.counts(book.as_deref()) {
                self.meter(Some(player), [0; 3], [staked, returned])?;
            }
        }
        Ok(())
    }

    fn player_at(&self, seat: SeatNumber) -> Option<PlayerId> {
        self.players.get(&seat).copied()
    }

    /// Counts for a player: bought in, cashed out, owed and paid; then staked and returned.
    fn meter(&mut self, player: Option<PlayerId>, cash: [i64; 3], play: [i64; 2]) -> Done {
        let Some(player) = player else { return Ok(()) };
        let cells = [
            self.stream.into(),
            player.0.into(),
            cash[0].into(),
            cash[1].into(),
            play[0].into(),
            play[1].into(),
            cash[2].into(),
        ];
        self.run(
            "INSERT INTO meters(stream, player, bought_in, cashed_out, staked, returned, owed_paid)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (stream, player) DO UPDATE SET
                bought_in = meters.bought_in + excluded.bought_in,
                cashed_out = meters.cashed_out + excluded.cashed_out,
                staked = meters.staked + excluded.staked,
                returned = meters.returned + excluded.returned,
                owed_paid = meters.owed_paid + excluded.owed_paid",
            &cells,
        )
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only vouchers are asked for")]
    fn floor_event(&mut self, event: &floor::Event, time: Time) -> Done {
        use floor::Event as E;
        match event {
            E::VoucherSold { voucher, number, amount, currency, by } => self.new_voucher(&[
                format!("{:032x}", voucher.0).into(),
                number.0.into(),
                amount.units().into(),
                currency.code().into(),
                format!("staff {by}").into(),
                "outstanding".into(),
                time.millis().into(),
            ]),
            E::VoucherPrepared { voucher, number, amount, currency, table, .. } => self
                .new_voucher(&[
                    format!("{:032x}", voucher.0).into(),
                    number.0.into(),
                    amount.units().into(),
                    currency.code().into(),
                    format!("table {table}").into(),
                    "prepared".into(),
                    time.millis().into(),
                ]),
            E::PaperHonoured { voucher, number, amount, currency, by, .. } => self.new_voucher(&[
                format!("{:032x}", voucher.0).into(),
                number.0.into(),
                amount.units().into(),
                currency.code().into(),
                format!("paper honoured by staff {} and {}", by[0], by[1]).into(),
                "outstanding".into(),
                time.millis().into(),
            ]),
            E::VoucherRedeemed { voucher, by, .. } => {
                self.voucher_is(voucher.0, format!("redeemed by staff {by}"), time)
            }
            E::VoucherHeld { voucher, table, seat, .. } => {
                self.voucher_is(voucher.0, format!("held at table {table} seat {seat}"), time)
            }
            E::VoucherSpent { voucher, table, seat, .. } => {
                self.voucher_is(voucher.0, format!("spent at table {table} seat {seat}"), time)
            }
            E::VoucherReleased { voucher, .. }
            | E::VoucherIssued { voucher, .. }
            | E::VoucherIssuedForCage { voucher, .. }
            | E::VoucherRevived { voucher, .. } => {
                self.voucher_is(voucher.0, "outstanding".to_owned(), time)
            }
            E::VoucherExpired { voucher, .. } => {
                self.voucher_is(voucher.0, "expired".to_owned(), time)
            }
            E::VoucherDropped { voucher, .. } => {
                self.voucher_is(voucher.0, "dropped".to_owned(), time)
            }
            E::VoucherReplaced { voucher, anew, number, .. } => {
                self.replace_voucher(voucher.0, (anew.0, number.0), time)
            }
            _ => Ok(()),
        }
    }

    fn new_voucher(&mut self, cells: &[Cell; 7]) -> Done {
        self.run(
            "INSERT INTO vouchers(voucher, number, amount, currency, origin, state, changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (voucher) DO UPDATE SET number = excluded.number,
                amount = excluded.amount, origin = excluded.origin, state = excluded.state,
                changed = excluded.changed",
            cells,
        )
    }

    /// The voucher in place of a lost one is worth the same and comes from the same place.
    fn replace_voucher(&mut self, lost: u128, (anew, number): (u128, u64), time: Time) -> Done {
        let (lost_hex, anew) = (format!("{lost:032x}"), format!("{anew:032x}"));
        self.run(
            "INSERT INTO vouchers(voucher, number, amount, currency, origin, state, changed)
             SELECT $1, $2, amount, currency, origin, 'outstanding', $3 FROM vouchers
             WHERE voucher = $4
             ON CONFLICT (voucher) DO NOTHING",
            &[anew.into(), number.into(), time.millis().into(), lost_hex.into()],
        )?;
        self.voucher_is(lost, format!("replaced by voucher {number}"), time)
    }

    fn voucher_is(&mut self, voucher: u128, state: String, time: Time) -> Done {
        self.run(
            "UPDATE vouchers SET state = $1, changed = $2 WHERE voucher = $3",
            &[state.into(), time.millis().into(), format!("{voucher:032x}").into()],
        )
    }
}

/// What an event is called: one of a table's bank, or of a chain, by its own name.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others have their own names")]
fn floor_word(event: &floor::Event) -> String {
    match event {
        floor::Event::Bank(event) => word(event),
        floor::Event::Large(event) => word(event),
        event => word(event),
    }
}

/// Who acted.
fn actor(actor: Actor) -> String {
    match actor {
        Actor::Host => "host".to_owned(),
        Actor::Seat(seat) => format!("seat {seat}"),
        Actor::Staff(staff) => format!("staff {staff}"),
        Actor::Terminal(terminal) => format!("terminal {terminal}"),
    }
}

/// Where all of a correction goes is said in it.
fn is_exact(one: &Adjustment) -> bool {
    let units = |money: taisai_table::Money| i128::from(money.units());
    let moved = units(one.given) + units(one.owed) + units(one.recovered)
        - units(one.taken)
        - units(one.forgone)
        - units(one.shortfall);
    units(one.after) - units(one.before) == moved
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).unwrap_or(i64::MAX)
}
