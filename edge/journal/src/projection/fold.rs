//! What every event means for the tables of questions.

use std::sync::Arc;

use taisai_floor as floor;
use taisai_rules::{Bet, Roll, RuleBook, Stake};
use taisai_table::{
    Adjustment, BetChange, CreditEvent, Event, PlayerId, ReversalEvent, RoundEvent, RoundNumber,
    SeatEvent, SeatNumber, Time,
};

use super::ProjectFault;
use crate::projection::rows::{Cell, Rows};
use crate::projection::word::word;
use crate::store::StoreFault;
use crate::stored::{Actor, Body, Entry, Stamp, TableState, told};
use crate::stream::Stream;

/// Takes one record after another of a stream into the tables.
pub(crate) struct Fold<'r> {
    pub(crate) rows: &'r mut Rows,
    pub(crate) stream: Stream,
    /// The rule book of a table, once its first record was read.
    pub(crate) book: Option<Arc<RuleBook>>,
}

type Done = Result<(), StoreFault>;

impl Fold<'_> {
    pub(crate) fn entry(&mut self, entry: &Entry) -> Result<(), ProjectFault> {
        let stamp = &entry.stamp;
        match &entry.body {
            Body::Opened(opened) => {
                let state = TableState::open((**opened).clone());
                self.book = state.ok().map(|state| state.book);
                self.act(stamp, 1, "stream-opened".to_owned())?;
            }
            Body::Happened(events) => {
                for (place, event) in (1..).zip(events) {
                    self.act(stamp, place, word(&told(event)))?;
                    self.table_event(event, stamp.time)?;
                }
            }
            Body::FloorHappened(events) => {
                for (place, event) in (1..).zip(events) {
                    self.act(stamp, place, word(event))?;
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
            Event::Seat(SeatEvent::SeatTaken { seat, player, .. }) => self.run(
                "INSERT INTO seats(stream, seat, player) VALUES ($1, $2, $3)
                 ON CONFLICT (stream, seat) DO UPDATE SET player = excluded.player",
                &[self.stream.into(), u64::from(seat.0).into(), player.0.into()],
            ),
            Event::Credit(event) => self.credit(event),
            Event::BetsChanged { seat, round, changes, .. } => {
                self.bets_changed(*seat, *round, changes, time)
            }
            Event::Round(event) => self.round(event, time),
            Event::Reversal(event) => self.reversal(event),
            Event::Staff(_)
            | Event::Equipment(_)
            | Event::Day(_)
            | Event::Seat(_)
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::RequestAnswered { .. } => Ok(()),
        }
    }

    fn credit(&mut self, event: &CreditEvent) -> Done {
        match event {
            CreditEvent::BoughtIn { seat, amount, .. } => {
                let player = self.player_at(*seat)?;
                self.meter(player, [amount.units(), 0, 0].map(signed), [0, 0])
            }
            CreditEvent::CashedOut { seat, amount, .. } => {
                let player = self.player_at(*seat)?;
                self.meter(player, [0, amount.units(), 0].map(signed), [0, 0])
            }
            CreditEvent::OwedPaid { player, amount, .. } => {
                self.meter(Some(*player), [0, 0, amount.units()].map(signed), [0, 0])
            }
            CreditEvent::MadeForCage { .. } => Ok(()),
        }
    }

    fn round(&mut self, event: &RoundEvent, time: Time) -> Done {
        match event {
            RoundEvent::BettingOpened { round, .. } => self.run(
                "INSERT INTO rounds(stream, round, opened, results, staked, returned)
                 VALUES ($1, $2, $3, 0, 0, 0)",
                &[self.stream.into(), round.0.into(), time.millis().into()],
            ),
            RoundEvent::ResultRecorded { round, roll, .. } => self.result(*round, *roll),
            RoundEvent::WinnersPaid { round, .. } => {
                self.settle(*round)?;
                self.add_up(*round, 1)
            }
            RoundEvent::RoundCleared { round } => self.run(
                "UPDATE rounds SET cleared = $1 WHERE stream = $2 AND round = $3",
                &[time.millis().into(), self.stream.into(), round.0.into()],
            ),
            RoundEvent::BettingWarned { .. }
            | RoundEvent::BettingExtended { .. }
            | RoundEvent::BettingClosed { .. }
            | RoundEvent::PlayerSelected { .. }
            | RoundEvent::DiceShaken { .. }
            | RoundEvent::DiceRevealed { .. }
            | RoundEvent::DiceEntered { .. }
            | RoundEvent::EntryTakenBack { .. }
            | RoundEvent::LosersCollected { .. }
            | RoundEvent::RevealWaits { .. } => Ok(()),
        }
    }

    fn reversal(&mut self, event: &ReversalEvent) -> Done {
        match event {
            ReversalEvent::RoundVoided { round, what, .. } => self.void(*round, what.word()),
            ReversalEvent::BetsVoided { round, seat, .. } => {
                self.run(
                    "UPDATE bets SET outcome = 'void' WHERE stream = $1 AND round = $2
                     AND seat = $3",
                    &[self.stream.into(), round.0.into(), u64::from(seat.0).into()],
                )?;
                self.sum(*round)
            }
            ReversalEvent::PastRoundVoided { round, what, .. } => {
                self.add_up(*round, -1)?;
                self.void(*round, what.word())
            }
            ReversalEvent::PastRoundCorrected { round, roll, adjustments } => {
                self.result(*round, *roll)?;
                self.add_up(*round, -1)?;
                self.settle(*round)?;
                self.add_up(*round, 1)?;
                debug_assert!(adjustments.iter().all(is_exact), "nothing is lost on the way");
                Ok(())
            }
            ReversalEvent::CollectionUndone { .. } => Ok(()),
            ReversalEvent::PastBetsVoided { round, seat, .. } => {
                self.add_up(*round, -1)?;
                self.run(
                    "UPDATE bets SET outcome = 'void', odds = NULL, win = 0
                      WHERE stream = $1 AND round = $2 AND seat = $3",
                    &[self.stream.into(), round.0.into(), u64::from(seat.0).into()],
                )?;
                self.sum(*round)?;
                self.add_up(*round, 1)
            }
        }
    }

    fn player_at(&mut self, seat: SeatNumber) -> Result<Option<PlayerId>, StoreFault> {
        let find = "SELECT player FROM seats WHERE stream = $1 AND seat = $2";
        let found = self.rows.query(find, &[self.stream.into(), u64::from(seat.0).into()])?;
        let player = found.first().and_then(|row| number(row, 0));
        Ok(player.and_then(|player| u64::try_from(player).ok()).map(PlayerId))
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

    fn bets_changed(
        &mut self,
        seat: SeatNumber,
        round: RoundNumber,
        changes: &[BetChange],
        time: Time,
    ) -> Done {
        let player = self.player_at(seat)?.map(|player| player.0);
        for change in changes {
            let area = change.area.to_string();
            let (stream, round) = (self.stream, round.0);
            let seat = u64::from(seat.0);
            match change.to {
                None => self.run(
                    "DELETE FROM bets WHERE stream = $1 AND round = $2 AND seat = $3 AND area = $4",
                    &[stream.into(), round.into(), seat.into(), area.into()],
                )?,
                Some(stake) => self.run(
                    "INSERT INTO bets(stream, round, seat, area, player, stake, placed, outcome,
                        win) VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', 0)
                     ON CONFLICT (stream, round, seat, area) DO UPDATE SET
                        stake = excluded.stake, placed = excluded.placed",
                    &[
                        stream.into(),
                        round.into(),
                        seat.into(),
                        area.into(),
                        player.into(),
                        stake.units().into(),
                        time.millis().into(),
                    ],
                )?,
            }
        }
        self.sum(round)
    }

    fn result(&mut self, round: RoundNumber, roll: Roll) -> Done {
        self.run(
            "UPDATE rounds SET dice = $1, results = results + 1 WHERE stream = $2 AND round = $3",
            &[roll.to_string().into(), self.stream.into(), round.0.into()],
        )
    }

    /// Works every bet of a round out again, from its dice and the rule book.
    fn settle(&mut self, round: RoundNumber) -> Done {
        let find = "SELECT dice FROM rounds WHERE stream = $1 AND round = $2";
        let found = self.rows.query(find, &[self.stream.into(), round.0.into()])?;
        let roll = found.first().and_then(|row| text(row, 0)).and_then(|dice| dice.parse().ok());
        let (Some(roll), Some(book)) = (roll, self.book.clone()) else { return Ok(()) };
        for (seat, bet) in self.standing(round)? {
            let settled = book.pay_table.settle(roll, &[bet]);
            let Ok(settlement) = settled else { continue };
            let [one] = settlement.bets() else { continue };
            let odds = settlement.paying_line(one).map(|line| line.odds.to_string());
            self.run(
                "UPDATE bets SET outcome = $1, odds = $2, win = $3
                  WHERE stream = $4 AND round = $5 AND seat = $6 AND area = $7",
                &[
                    one.outcome().word().into(),
                    odds.into(),
                    one.win().into(),
                    self.stream.into(),
                    round.0.into(),
                    seat.into(),
                    bet.area.to_string().into(),
                ],
            )?;
        }
        self.sum(round)
    }

    fn standing(&mut self, round: RoundNumber) -> Result<Vec<(i64, Bet)>, StoreFault> {
        let find = "SELECT seat, area, stake FROM bets
             WHERE stream = $1 AND round = $2 AND outcome <> 'void' ORDER BY seat, area";
        let found = self.rows.query(find, &[self.stream.into(), round.0.into()])?;
        let bet = |row: &Vec<Cell>| {
            let stake = u64::try_from(number(row, 2)?).ok()?;
            let area = text(row, 1)?.parse().ok()?;
            Some((number(row, 0)?, Bet::new(area, Stake::new(stake).ok()?)))
        };
        Ok(found.iter().filter_map(bet).collect())
    }

    fn void(&mut self, round: RoundNumber, why: &str) -> Done {
        let key = [self.stream.into(), round.0.into()];
        self.run(
            "UPDATE bets SET outcome = 'void', odds = NULL, win = 0
              WHERE stream = $1 AND round = $2",
            &key,
        )?;
        self.run(
            "UPDATE rounds SET voided = $1 WHERE stream = $2 AND round = $3",
            &[why.into(), self.stream.into(), round.0.into()],
        )?;
        self.sum(round)
    }

    /// Adds the bets of a round up: what was staked, and what the winners got.
    fn sum(&mut self, round: RoundNumber) -> Done {
        self.run(
            "UPDATE rounds SET
                staked = (SELECT CAST(coalesce(sum(stake), 0) AS BIGINT) FROM bets
                    WHERE bets.stream = $1 AND bets.round = $2 AND outcome <> 'void'),
                returned = (SELECT CAST(coalesce(sum(stake + win), 0) AS BIGINT) FROM bets
                    WHERE bets.stream = $1 AND bets.round = $2 AND outcome = 'win')
              WHERE stream = $1 AND round = $2",
            &[self.stream.into(), round.0.into()],
        )
    }

    /// Counts a settled round in its players' meters, or takes it out of them.
    fn add_up(&mut self, round: RoundNumber, sign: i64) -> Done {
        let find = "SELECT player, CAST(sum(stake) AS BIGINT),
                CAST(sum(CASE WHEN outcome = 'win' THEN stake + win ELSE 0 END) AS BIGINT)
             FROM bets WHERE stream = $1 AND round = $2 AND outcome <> 'void'
             AND player IS NOT NULL GROUP BY player ORDER BY player";
        for row in self.rows.query(find, &[self.stream.into(), round.0.into()])? {
            let (Some(player), Some(staked), Some(returned)) =
                (number(&row, 0), number(&row, 1), number(&row, 2))
            else {
                continue;
            };
            let player = u64::try_from(player).ok().map(PlayerId);
            self.meter(player, [0; 3], [sign * staked, sign * returned])?;
        }
        Ok(())
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
            | E::VoucherIssuedForCage { voucher, .. } => {
                self.voucher_is(voucher.0, "outstanding".to_owned(), time)
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

fn number(row: &[Cell], at: usize) -> Option<i64> {
    match row.get(at)? {
        Cell::Number(number) => Some(*number),
        Cell::Text(_) | Cell::Nothing => None,
    }
}

fn text(row: &[Cell], at: usize) -> Option<&str> {
    match row.get(at)? {
        Cell::Text(text) => Some(text),
        Cell::Number(_) | Cell::Nothing => None,
    }
}
