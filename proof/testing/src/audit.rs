//! An auditor who sees only the events: money is conserved, and every round runs in its order.

use taisai_rules::NoMoreBets;
use taisai_table::{
    Adjustment, BetChange, CreditEvent, Event, Money, ReversalEvent, RoundEvent, RulingEvent,
    SeatAmount, Table,
};

/// What the auditor has written down.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// What came over the counter, less what went back.
    cash: i128,
    house: i128,
    layout: i128,
    round: Option<Seen>,
    pub rounds: u64,
}

/// The round in play, as its events told.
#[expect(clippy::struct_excessive_bools, reason = "each is a step that happens once")]
#[derive(Clone, Debug, Default)]
struct Seen {
    number: u64,
    closed: bool,
    shakes: u64,
    revealed: bool,
    result: bool,
    collected: bool,
    paid: bool,
}

impl Audit {
    /// Notes an event; `table` is the table before it happened.
    pub fn note(&mut self, event: &Event, table: &Table) {
        self.note_money(event);
        self.note_order(event, table);
    }

    fn note_money(&mut self, event: &Event) {
        let total = |amounts: &[SeatAmount]| amounts.iter().map(|paid| units(paid.amount)).sum();
        match event {
            Event::Credit(CreditEvent::BoughtIn { amount, .. }) => self.cash += units(*amount),
            Event::Credit(
                CreditEvent::CashedOut { amount, .. } | CreditEvent::OwedPaid { amount, .. },
            ) => {
                self.cash -= units(*amount);
            }
            Event::BetsChanged { changes, .. } => {
                self.layout += changes.iter().map(moved).sum::<i128>();
            }
            Event::Round(RoundEvent::LosersCollected { collected, .. }) => {
                let lost: i128 = total(collected);
                self.layout -= lost;
                self.house += lost;
            }
            Event::Round(RoundEvent::WinnersPaid { paid, .. }) => {
                let paid: i128 = total(paid);
                assert!(paid >= self.layout, "a winner gets at least the stake back");
                self.house -= paid - self.layout;
                self.layout = 0;
            }
            Event::Reversal(ReversalEvent::RoundVoided { returned, .. }) => {
                self.layout -= total(returned);
                assert_eq!(self.layout, 0, "a void round returns every stake");
            }
            Event::Reversal(ReversalEvent::BetsVoided { returned, .. }) => {
                self.layout -= units(*returned);
            }
            Event::Reversal(
                ReversalEvent::PastRoundVoided { adjustments, .. }
                | ReversalEvent::PastRoundCorrected { adjustments, .. },
            ) => {
                self.house -= adjustments.iter().map(given).sum::<i128>();
            }
            Event::Reversal(
                ReversalEvent::PastBetsVoided { adjustment, .. }
                | ReversalEvent::BetRuled { adjustment, .. },
            ) => {
                self.house -= given(adjustment);
            }
            Event::Reversal(ReversalEvent::CollectionUndone { restored, .. }) => {
                let lost: i128 = total(restored);
                self.layout += lost;
                self.house -= lost;
            }
            _ => {}
        }
        assert!(self.layout >= 0, "no stake is settled twice");
    }

    fn note_order(&mut self, event: &Event, table: &Table) {
        if let Event::Round(RoundEvent::BettingOpened { round, .. }) = event {
            assert!(self.round.is_none(), "one round at a time");
            self.rounds += 1;
            assert_eq!(round.0, self.rounds, "rounds are numbered without a gap");
            self.round = Some(Seen { number: round.0, ..Seen::default() });
            return;
        }
        let Some(seen) = &mut self.round else { return };
        match event {
            Event::BetsChanged { round, .. } => {
                assert!(!seen.closed, "no bet after no more bets");
                assert_eq!(round.0, seen.number, "no bet crosses rounds");
            }
            Event::Round(RoundEvent::BettingClosed { .. }) => seen.closed = true,
            Event::Round(RoundEvent::DiceShaken { times, .. }) => {
                let first = table.round().map(|round| round.order);
                assert!(seen.closed || first == Some(NoMoreBets::BeforeReveal), "dice move early");
                assert!(!seen.revealed && !seen.result, "seen dice do not move");
                assert_eq!(seen.shakes, 0, "one activation in a round");
                seen.shakes = u64::from(*times);
            }
            Event::Round(RoundEvent::DiceRevealed { .. }) => {
                assert!(seen.closed && seen.shakes > 0, "dice are seen only after no more bets");
                seen.revealed = true;
            }
            Event::Round(RoundEvent::ResultRecorded { .. }) => {
                assert!(seen.closed && !seen.collected, "a result needs no more bets");
                seen.result = true;
            }
            Event::Round(RoundEvent::LosersCollected { .. }) => {
                assert!(seen.result && !seen.collected, "collected once, by a result");
                assert!(is_watched(table), "by hand only under a superior's eyes");
                seen.collected = true;
            }
            Event::Round(RoundEvent::WinnersPaid { .. }) => {
                assert!(seen.collected && !seen.paid, "paid once, after collecting");
                assert!(is_watched(table), "by hand only under a superior's eyes");
                seen.paid = true;
            }
            Event::Round(RoundEvent::RoundCleared { .. }) => {
                assert!(seen.paid, "lights stay on until all is paid");
                self.round = None;
            }
            Event::Reversal(ReversalEvent::RoundVoided { .. }) => {
                assert!(!seen.collected, "what is collected is put back before it is void");
                self.round = None;
            }
            Event::Reversal(ReversalEvent::CollectionUndone { .. }) => {
                assert!(seen.collected && !seen.paid, "only what is collected is put back");
                seen.collected = false;
            }
            Event::Reversal(ReversalEvent::BetsVoided { .. }) => {
                assert!(!seen.collected, "bets that are void lie on the layout");
            }
            Event::Ruling(RulingEvent::ReshakeOrdered { .. }) => {
                assert!(!seen.result, "a result is not shaken again");
                (seen.shakes, seen.revealed) = (0, false);
            }
            _ => {}
        }
    }

    /// Every unit is somewhere, once.
    pub fn balance(&self, table: &Table) {
        let credit: i128 = table.seats().map(|(_, seat)| units(seat.credit())).sum();
        let owed: i128 = table.owed().map(|(_, amount)| units(amount)).sum();
        assert_eq!(credit + owed + self.layout + self.house, self.cash, "credits are conserved");
    }
}

fn is_watched(table: &Table) -> bool {
    let by_hand = table.round().and_then(|round| round.by_hand);
    by_hand.is_none_or(|by_hand| by_hand.present.is_some())
}

fn units(money: Money) -> i128 {
    i128::from(money.units())
}

fn moved(change: &BetChange) -> i128 {
    let units = |stake: Option<taisai_rules::Stake>| stake.map_or(0, |s| i128::from(s.units()));
    units(change.to) - units(change.from)
}

fn given(adjustment: &Adjustment) -> i128 {
    let Adjustment { before, after, given, owed, recovered, .. } = *adjustment;
    let Adjustment { sits, taken, forgone, shortfall, .. } = *adjustment;
    let more = units(given) + units(owed) + units(recovered);
    let less = units(taken) + units(forgone) + units(shortfall);
    assert_eq!(units(after) - units(before), more - less, "an adjustment says where all goes");
    assert!(more == 0 || less == 0);
    assert!(sits.is_some() || units(given) + units(taken) == 0, "nobody sits there");
    assert!(given.is_zero() || owed.is_zero());
    units(given) + units(owed) - units(taken) - units(forgone)
}
