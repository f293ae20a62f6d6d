//! The books of one round, and every way in which an event may lie about it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use taisai_ledger::{Account, Figure, Ledger, LedgerFault, Meters};
use taisai_rulebooks::Library;
use taisai_rules::{Irregularity, Roll, Stake};
use taisai_table::{
    Adjustment, AreaLimit, BetChange, BetMove, Config, CreditEvent, DayEvent, DiceSource, Event,
    Limits, Money, PlayerId, Reason, ReversalEvent, RoundEvent, RoundNumber, Run, SeatAmount,
    SeatEvent, SeatNumber, StaffId, Table, TableKind, Time, Times, VoucherId,
};

const ONE: SeatNumber = SeatNumber(1);
const TWO: SeatNumber = SeatNumber(2);
const ROUND: RoundNumber = RoundNumber(1);
const BOOK: [u8; 32] = [7; 32];

fn ledger() -> Ledger {
    let book = Library::get("maryland").unwrap().rules().clone();
    Ledger::new(Arc::new(book), BOOK)
}

fn money(units: u64) -> Money {
    Money::new(units).unwrap()
}

fn dice(text: &str) -> Roll {
    text.parse().unwrap()
}

fn sits(seat: SeatNumber) -> Event {
    Event::Seat(SeatEvent::SeatTaken { seat, player: PlayerId(u64::from(seat.0) + 6), staff: None })
}

fn buys_in(seat: SeatNumber, units: u64) -> Event {
    Event::Credit(CreditEvent::BoughtIn { seat, voucher: VoucherId(1), amount: money(units) })
}

fn changes(seat: SeatNumber, area: &str, from: u64, to: u64) -> Event {
    let stake = |units| Stake::new(units).ok();
    let change = BetChange { area: area.parse().unwrap(), from: stake(from), to: stake(to) };
    let (how, changes) = (BetMove::Placed, vec![change]);
    Event::BetsChanged { seat, round: ROUND, how, changes, advised: false }
}

fn amounts(of: &[(SeatNumber, u64)]) -> Vec<SeatAmount> {
    of.iter().map(|&(seat, units)| SeatAmount { seat, amount: money(units) }).collect()
}

fn collected(of: &[(SeatNumber, u64)]) -> Event {
    Event::Round(RoundEvent::LosersCollected { round: ROUND, collected: amounts(of) })
}

fn paid(of: &[(SeatNumber, u64)]) -> Event {
    Event::Round(RoundEvent::WinnersPaid { round: ROUND, paid: amounts(of) })
}

fn result(roll: &str) -> Event {
    let by = taisai_table::Asker::Staff(StaffId(10));
    Event::Round(RoundEvent::ResultRecorded { round: ROUND, roll: dice(roll), by })
}

/// Seat 1 has 500 on Small, seat 2 has 700 on Big.
fn bets() -> Vec<Event> {
    vec![
        sits(ONE),
        buys_in(ONE, 10_000),
        sits(TWO),
        buys_in(TWO, 10_000),
        Event::Round(RoundEvent::BettingOpened { round: ROUND, until: None }),
        changes(ONE, "small", 0, 300),
        changes(ONE, "small", 300, 500),
        changes(TWO, "big", 0, 700),
        Event::Round(RoundEvent::BettingClosed { round: ROUND }),
    ]
}

/// The dice are 4,5,6: seat 1 loses and seat 2 wins.
fn settled() -> Vec<Event> {
    let rest = vec![
        result("4,5,6"),
        collected(&[(ONE, 500)]),
        paid(&[(TWO, 1_400)]),
        Event::Round(RoundEvent::RoundCleared { round: ROUND }),
    ];
    [bets(), rest].concat()
}

fn adjustment(seat: SeatNumber, before: u64, after: u64) -> Adjustment {
    let gain = money(after.saturating_sub(before));
    let loss = money(before.saturating_sub(after));
    Adjustment {
        seat,
        player: PlayerId(u64::from(seat.0) + 6),
        sits: Some(seat),
        before: money(before),
        after: money(after),
        given: gain,
        owed: Money::ZERO,
        recovered: Money::ZERO,
        taken: loss,
        forgone: Money::ZERO,
        shortfall: Money::ZERO,
    }
}

fn corrected(adjustments: Vec<Adjustment>) -> Event {
    Event::Reversal(ReversalEvent::PastRoundCorrected {
        round: ROUND,
        roll: dice("1,2,3"),
        adjustments,
    })
}

fn posted(events: &[Event]) -> Ledger {
    let mut ledger = ledger();
    for event in events {
        let postings = ledger.post(event).unwrap();
        assert_eq!(postings.iter().map(|posting| posting.amount).sum::<i64>(), 0, "{event:?}");
    }
    ledger
}

/// After these events the books refuse this one, say why, and are as they were.
fn check_refused(before: &[Event], event: &Event, fault: &LedgerFault) {
    let mut ledger = posted(before);
    let balances: Vec<_> = ledger.balances().collect();
    assert_eq!(ledger.post(event).as_ref(), Err(fault));
    assert_eq!(ledger.balances().collect::<Vec<_>>(), balances);
    assert_eq!(ledger.recall(ROUND), posted(before).recall(ROUND));
}

fn differs(figure: Figure, seat: SeatNumber, said: u64, worked_out: u64) -> LedgerFault {
    LedgerFault::Differs { figure, seat, said: money(said), worked_out: money(worked_out) }
}

#[test]
fn a_round_moves_money_from_seat_to_layout_to_float() {
    let ledger = posted(&settled());
    assert_eq!(ledger.balance(Account::SeatCredit(ONE, PlayerId(7))), 9_500);
    assert_eq!(ledger.balance(Account::SeatCredit(TWO, PlayerId(8))), 10_700);
    assert_eq!(ledger.balance(Account::TableFloat), -200);
    assert_eq!(ledger.balance(Account::Layout(ROUND)), 0);
    assert_eq!(ledger.balance(Account::VouchersOutstanding), -20_000);
    assert_eq!(ledger.balances().map(|(_, balance)| balance).sum::<i64>(), 0);
}

#[test]
fn meters_count_by_seat_table_and_rule_book() {
    let ledger = posted(&settled());
    let one = Meters { turnover: 500, vouchers_in: 10_000, ..Meters::default() };
    let two = Meters { turnover: 700, wins: 1_400, vouchers_in: 10_000, ..Meters::default() };
    let both = Meters { turnover: 1_200, wins: 1_400, vouchers_in: 20_000, ..Meters::default() };
    assert_eq!(ledger.seat_meters(ONE), one);
    assert_eq!(ledger.seat_meters(TWO), two);
    assert_eq!(ledger.table_meters(), both);
    assert_eq!(ledger.book_meters().collect::<Vec<_>>(), [(&BOOK, both)]);
    assert_eq!(two.credit(), 10_700);
}

#[test]
fn a_void_of_a_settled_round_leaves_meters_as_if_it_had_not_been() {
    let mut ledger = posted(&settled());
    let adjustments = vec![adjustment(ONE, 0, 500), adjustment(TWO, 1_400, 700)];
    let what = Irregularity::DiceDamaged;
    ledger
        .post(&Event::Reversal(ReversalEvent::PastRoundVoided { round: ROUND, what, adjustments }))
        .unwrap();
    let both = Meters { voided: 1_200, vouchers_in: 20_000, ..Meters::default() };
    assert_eq!(ledger.table_meters(), both);
    assert_eq!(ledger.balance(Account::TableFloat), 0);
    assert_eq!(ledger.recall(ROUND).unwrap().voided, Some(what));
}

#[test]
fn a_correction_leaves_the_float_as_if_the_true_dice_had_come_first() {
    let mut ledger = posted(&settled());
    let truth = corrected(vec![adjustment(ONE, 0, 1_000), adjustment(TWO, 1_400, 0)]);
    ledger.post(&truth).unwrap();
    assert_eq!(ledger.balance(Account::TableFloat), 200);
    assert_eq!(ledger.table_meters().wins, 1_000);
    let recalled = ledger.recall(ROUND).unwrap();
    assert_eq!(recalled.rolls, [dice("4,5,6"), dice("1,2,3")]);
    assert_eq!(recalled.bets.iter().map(|bet| bet.win).collect::<Vec<_>>(), [500, 0]);
}

#[test]
fn a_closing_table_hands_its_result_to_the_house() {
    let mut ledger = posted(&settled());
    ledger.post(&Event::Day(DayEvent::TableClosed { by: StaffId(20) })).unwrap();
    assert_eq!(ledger.balance(Account::TableFloat), 0);
    assert_eq!(ledger.balance(Account::HouseBank), -200);
}

#[test]
fn a_collected_amount_that_is_not_what_was_lost_is_named() {
    let before = [bets(), vec![result("4,5,6")]].concat();
    let cases = [
        (collected(&[(ONE, 501)]), differs(Figure::Collected, ONE, 501, 500)),
        (collected(&[]), differs(Figure::Collected, ONE, 0, 500)),
        (collected(&[(ONE, 500), (TWO, 700)]), differs(Figure::Collected, TWO, 700, 0)),
        (collected(&[(ONE, 500), (ONE, 500)]), differs(Figure::Collected, ONE, 500, 0)),
    ];
    for (event, fault) in cases {
        check_refused(&before, &event, &fault);
    }
}

#[test]
fn a_paid_amount_that_is_not_what_was_won_is_named() {
    let before = [bets(), vec![result("4,5,6"), collected(&[(ONE, 500)])]].concat();
    let cases = [
        (paid(&[(TWO, 1_399)]), differs(Figure::Paid, TWO, 1_399, 1_400)),
        (paid(&[(TWO, 700)]), differs(Figure::Paid, TWO, 700, 1_400)),
        (paid(&[]), differs(Figure::Paid, TWO, 0, 1_400)),
        (paid(&[(ONE, 500), (TWO, 1_400)]), differs(Figure::Paid, ONE, 500, 0)),
    ];
    for (event, fault) in cases {
        check_refused(&before, &event, &fault);
    }
}

#[test]
fn a_void_that_returns_something_else_than_the_stakes_is_named() {
    let what = Irregularity::DiceNotFlat;
    let void = |of: &[(SeatNumber, u64)]| {
        Event::Reversal(ReversalEvent::RoundVoided { round: ROUND, what, returned: amounts(of) })
    };
    let fault = differs(Figure::Returned, TWO, 600, 700);
    check_refused(&bets(), &void(&[(ONE, 500), (TWO, 600)]), &fault);
    let fault = differs(Figure::Returned, ONE, 0, 500);
    check_refused(&bets(), &void(&[(TWO, 700)]), &fault);
    let reason = Reason::new("late").unwrap();
    let one = Event::Reversal(ReversalEvent::BetsVoided {
        round: ROUND,
        seat: ONE,
        returned: money(400),
        reason,
    });
    check_refused(&bets(), &one, &differs(Figure::Returned, ONE, 400, 500));
}

/// How an adjustment is made to lie.
type Tampering = fn(&mut Adjustment);

#[test]
fn every_figure_of_a_correction_is_compared() {
    let truth = [adjustment(ONE, 0, 1_000), adjustment(TWO, 1_400, 0)];
    let tampered = |change: Tampering| {
        let mut stated = truth;
        change(&mut stated[1]);
        corrected(stated.to_vec())
    };
    let cases: [(Tampering, LedgerFault); 9] = [
        (|stated| stated.sits = None, LedgerFault::OtherSeat { seat: TWO }),
        (|stated| stated.recovered = money(1), differs(Figure::Recovered, TWO, 1, 0)),
        (|stated| stated.forgone = money(1), differs(Figure::Forgone, TWO, 1, 0)),
        (|stated| stated.before = money(1_300), differs(Figure::Before, TWO, 1_300, 1_400)),
        (|stated| stated.after = money(1), differs(Figure::After, TWO, 1, 0)),
        (|stated| stated.given = money(1), differs(Figure::Given, TWO, 1, 0)),
        (|stated| stated.owed = money(1), differs(Figure::Owed, TWO, 1, 0)),
        (|stated| stated.taken = money(1_399), differs(Figure::Taken, TWO, 1_399, 1_400)),
        (|stated| stated.shortfall = money(1), differs(Figure::Shortfall, TWO, 1, 0)),
    ];
    for (change, fault) in cases {
        check_refused(&settled(), &tampered(change), &fault);
    }
    let forgotten = corrected(vec![truth[0]]);
    check_refused(&settled(), &forgotten, &differs(Figure::After, TWO, 1_400, 0));
}

#[test]
fn a_forgotten_shortfall_is_named() {
    let cash_out = Event::Credit(CreditEvent::CashedOut {
        seat: TWO,
        voucher: VoucherId(2),
        amount: money(10_000),
    });
    let gone = [settled(), vec![cash_out]].concat();
    let stated = corrected(vec![adjustment(ONE, 0, 1_000), adjustment(TWO, 1_400, 0)]);
    check_refused(&gone, &stated, &differs(Figure::Taken, TWO, 1_400, 700));
    let mut right = adjustment(TWO, 1_400, 0);
    (right.taken, right.shortfall) = (money(700), money(700));
    let mut ledger = posted(&gone);
    ledger.post(&corrected(vec![adjustment(ONE, 0, 1_000), right])).unwrap();
    assert_eq!(ledger.balance(Account::Shortfall), -700);
}

/// Everybody takes what they have away.
fn cashes_out_and_leaves(seat: SeatNumber, units: u64) -> [Event; 2] {
    let amount = money(units);
    [
        Event::Credit(CreditEvent::CashedOut { seat, voucher: VoucherId(2), amount }),
        Event::Seat(SeatEvent::SeatLeft { seat }),
    ]
}

/// The adjustment with these parts in place of what would be given or taken.
fn parts(of: Adjustment, change: Tampering) -> Adjustment {
    let (given, taken) = (Money::ZERO, Money::ZERO);
    let mut adjustment = Adjustment { sits: None, given, taken, ..of };
    change(&mut adjustment);
    adjustment
}

#[test]
fn what_is_owed_and_what_is_borne_are_set_off_and_otherwise_named() {
    let gone = [cashes_out_and_leaves(ONE, 9_500), cashes_out_and_leaves(TWO, 10_700)].concat();
    let owed = parts(adjustment(ONE, 0, 1_000), |stated| stated.owed = money(1_000));
    let short = parts(adjustment(TWO, 1_400, 0), |stated| stated.shortfall = money(1_400));
    let before = [settled(), gone, vec![corrected(vec![owed, short])]].concat();
    let what = Irregularity::Dispute;
    let void = |adjustments| {
        Event::Reversal(ReversalEvent::PastRoundVoided { round: ROUND, what, adjustments })
    };
    let forgone = parts(adjustment(ONE, 1_000, 500), |stated| stated.forgone = money(500));
    let recovered = parts(adjustment(TWO, 0, 700), |stated| stated.recovered = money(700));
    let mut ledger = posted(&before);
    assert_eq!(ledger.borne(PlayerId(8)), 1_400);
    ledger.post(&void(vec![forgone, recovered])).unwrap();
    assert_eq!(ledger.balance(Account::Owed(PlayerId(7))), 500);
    assert_eq!(ledger.balance(Account::Shortfall), -700);
    assert_eq!(ledger.borne(PlayerId(8)), 700);
    assert_eq!(ledger.balance(Account::TableFloat), 0);
    let meters = ledger.table_meters();
    assert_eq!((meters.turnover, meters.wins, meters.voided), (0, 0, 1_200));
    assert_eq!((meters.still_owed(), meters.borne(), meters.credit()), (500, 700, 0));
    // The house bears what it owes: the fault the set-off is there for.
    let unset = parts(adjustment(ONE, 1_000, 500), |stated| stated.shortfall = money(500));
    let fault = differs(Figure::Forgone, ONE, 0, 500);
    check_refused(&before, &void(vec![unset, recovered]), &fault);
    let twice = parts(adjustment(TWO, 0, 700), |stated| stated.owed = money(700));
    let fault = differs(Figure::Owed, TWO, 700, 0);
    check_refused(&before, &void(vec![forgone, twice]), &fault);
}

#[test]
fn money_of_a_player_who_moved_is_carried_from_seat_to_seat() {
    let three = SeatNumber(3);
    let sits = Event::Seat(SeatEvent::SeatTaken { seat: three, player: PlayerId(8), staff: None });
    let moved = [cashes_out_and_leaves(TWO, 10_700).to_vec(), vec![sits, buys_in(three, 5_000)]];
    let before = [settled(), moved.concat()].concat();
    let there = Adjustment { sits: Some(three), ..adjustment(TWO, 1_400, 0) };
    let mut ledger = posted(&before);
    ledger.post(&corrected(vec![adjustment(ONE, 0, 1_000), there])).unwrap();
    assert_eq!(ledger.balance(Account::SeatCredit(three, PlayerId(8))), 3_600);
    assert_eq!(ledger.seat_meters(TWO).credit(), 0);
    assert_eq!((ledger.seat_meters(TWO).wins, ledger.seat_meters(TWO).carried_in), (0, 1_400));
    assert_eq!(ledger.seat_meters(three).credit(), 3_600);
    assert_eq!(ledger.seat_meters(three).carried_out, 1_400);
    // Whoever sits at the old seat has nothing to do with it.
    let here = corrected(vec![adjustment(ONE, 0, 1_000), adjustment(TWO, 1_400, 0)]);
    check_refused(&before, &here, &LedgerFault::OtherSeat { seat: TWO });
}

#[test]
fn a_bet_that_does_not_follow_from_the_last_is_named() {
    let small = "small".parse().unwrap();
    let fault = LedgerFault::OtherBet { seat: ONE, area: small };
    check_refused(&bets(), &changes(ONE, "small", 400, 600), &fault);
    check_refused(&bets(), &changes(ONE, "small", 0, 600), &fault);
    let even = "even".parse().unwrap();
    let fault = LedgerFault::OtherBet { seat: ONE, area: even };
    check_refused(&bets(), &changes(ONE, "even", 0, 600), &fault);
}

#[test]
fn nobodys_money_stands_below_nothing() {
    let account = Account::SeatCredit(ONE, PlayerId(7));
    let cash_out = Event::Credit(CreditEvent::CashedOut {
        seat: ONE,
        voucher: VoucherId(2),
        amount: money(9_501),
    });
    check_refused(&bets(), &cash_out, &LedgerFault::Overdrawn { account });
    check_refused(&bets(), &changes(ONE, "big", 0, 9_600), &LedgerFault::Overdrawn { account });
}

#[test]
fn seats_and_rounds_are_what_the_books_say() {
    let other_seat = LedgerFault::OtherSeat { seat: ONE };
    check_refused(&bets(), &sits(ONE), &other_seat);
    check_refused(&[], &buys_in(ONE, 5), &other_seat);
    let left = LedgerFault::CreditLeftBehind { seat: ONE };
    check_refused(&bets(), &Event::Seat(SeatEvent::SeatLeft { seat: ONE }), &left);
    let other_round = LedgerFault::OtherRound { round: RoundNumber(2) };
    let open = Event::Round(RoundEvent::BettingOpened { round: RoundNumber(2), until: None });
    check_refused(&bets(), &open, &other_round);
    let unsettled = LedgerFault::RoundNotSettled { round: ROUND };
    check_refused(&bets(), &collected(&[]), &unsettled);
    check_refused(&bets(), &Event::Round(RoundEvent::RoundCleared { round: ROUND }), &unsettled);
}

#[test]
fn what_was_never_owed_is_not_paid() {
    let player = PlayerId(7);
    let event =
        Event::Credit(CreditEvent::OwedPaid { player, voucher: VoucherId(3), amount: money(5) });
    let worked_out = Money::ZERO;
    check_refused(&[], &event, &LedgerFault::OwedDiffers { player, said: money(5), worked_out });
}

/// A table that has seen these events.
fn table(events: &[Event]) -> Table {
    let book = Library::get("maryland").unwrap().rules().clone();
    let stake = |units| Stake::new(units).unwrap();
    let config = Config {
        rule_book: BOOK,
        currency: book.currency.value,
        kind: TableKind::Electronic,
        run: Run::Dealer,
        dice: DiceSource::Physical,
        limits: Limits {
            usual: AreaLimit::new(stake(100), stake(5_000), 100).unwrap(),
            families: std::collections::BTreeMap::new(),
            seat_max: money(50_000),
            exposure_max: money(2_000_000),
        },
        times: Times {
            betting_ms: None,
            betting_min_ms: 0,
            warning_ms: 0,
            extension_ms: 0,
            extensions_max: 0,
            show_ms: 0,
            pause_ms: 0,
        },
    };
    let mut table = Table::new(Arc::new(book), config);
    let now = Time::from_millis(0).unwrap();
    for event in events {
        table.apply(event, now);
    }
    table
}

#[test]
fn table_and_ledger_agree_and_whatever_only_one_of_them_saw_is_named() {
    let events = settled();
    for seen in 0..=events.len() {
        assert_eq!(posted(&events[..seen]).agrees_with(&table(&events[..seen])), Ok(()));
    }
    let bought = [settled(), vec![buys_in(TWO, 5)]].concat();
    let fault = differs(Figure::Credit, TWO, 10_705, 10_700);
    assert_eq!(posted(&settled()).agrees_with(&table(&bought)), Err(fault));
    let left_out = posted(&bets()[..2]).agrees_with(&table(&bets()[..3]));
    assert_eq!(left_out, Err(LedgerFault::OtherSeat { seat: TWO }));
    let corrected = corrected(vec![adjustment(ONE, 0, 500), adjustment(TWO, 1_400, 900)]);
    let stated = [settled(), vec![corrected]].concat();
    let fault = differs(Figure::Credit, ONE, 10_000, 9_500);
    assert_eq!(posted(&settled()).agrees_with(&table(&stated)), Err(fault));
}

/// Each event is compared in what it touched: with the table that it happened at they agree, and
/// with one at which it did not happen they do not, wherever money or seats moved.
#[test]
fn after_each_event_table_and_ledger_agree_on_what_it_touched() {
    let events = [settled(), vec![buys_in(TWO, 5)]].concat();
    let mut missed = 0;
    for seen in 1..=events.len() {
        let (before, now, event) = (&events[..seen - 1], &events[..seen], &events[seen - 1]);
        let mut ledger = posted(before);
        let postings = ledger.post(event).unwrap();
        assert_eq!(ledger.agrees_after(event, &postings, &table(now)), Ok(()), "{event:?}");
        let late = ledger.agrees_after(event, &postings, &table(before));
        let in_all = ledger.agrees_with(&table(before));
        assert_eq!(late.is_err(), in_all.is_err(), "{event:?}: {late:?}, {in_all:?}");
        missed += usize::from(late.is_err());
    }
    assert!(missed > 4, "{missed} events move something");
}

fn put_back(of: &[(SeatNumber, u64)]) -> Event {
    Event::Reversal(ReversalEvent::CollectionUndone { round: ROUND, restored: amounts(of) })
}

fn bets_void(adjustment: Adjustment) -> Event {
    let (round, seat) = (ROUND, adjustment.seat);
    let reason = Reason::new("past posting").unwrap();
    Event::Reversal(ReversalEvent::PastBetsVoided { round, seat, reason, adjustment })
}

#[test]
fn what_was_collected_lies_on_the_layout_again_and_is_collected_once_more() {
    let before = [bets(), vec![result("4,5,6")]].concat();
    let collecting = [before.clone(), vec![collected(&[(ONE, 500)])]].concat();
    let undone = [collecting.clone(), vec![put_back(&[(ONE, 500)])]].concat();
    let balances = |events: &[Event]| posted(events).balances().collect::<Vec<_>>();
    assert_eq!(balances(&undone), balances(&before));
    let again = [undone.clone(), vec![result("1,2,3"), collected(&[(TWO, 700)])]].concat();
    let paid_at_last = [again, vec![paid(&[(ONE, 1_000)])]].concat();
    assert_eq!(posted(&paid_at_last).balance(Account::TableFloat), 200);
    // Nothing is put back that was not collected, nor twice, nor after the winners are paid.
    let unsettled = LedgerFault::RoundNotSettled { round: ROUND };
    check_refused(&before, &put_back(&[(ONE, 500)]), &unsettled);
    check_refused(&undone, &put_back(&[(ONE, 500)]), &unsettled);
    let paid_out = [collecting.clone(), vec![paid(&[(TWO, 1_400)])]].concat();
    check_refused(&paid_out, &put_back(&[(ONE, 500)]), &unsettled);
    let less = differs(Figure::Restored, ONE, 499, 500);
    check_refused(&collecting, &put_back(&[(ONE, 499)]), &less);
}

#[test]
fn one_players_bets_of_a_settled_round_are_void_once_and_count_for_nothing_later() {
    let void = bets_void(adjustment(TWO, 1_400, 700));
    let after = [settled(), vec![void.clone()]].concat();
    let ledger = posted(&after);
    let both = Meters { turnover: 500, voided: 700, vouchers_in: 20_000, ..Meters::default() };
    assert_eq!(ledger.table_meters(), both);
    assert_eq!(ledger.balance(Account::TableFloat), 500);
    assert_eq!(ledger.recall(ROUND).unwrap().voided_bets, [(TWO, money(700))]);
    // A correction leaves them alone, and so does a void of the whole round.
    let own = corrected(vec![adjustment(ONE, 0, 1_000)]);
    let corrected_too = [after.clone(), vec![own]].concat();
    assert_eq!(posted(&corrected_too).balance(Account::TableFloat), -500);
    let (what, adjustments) = (Irregularity::DiceDamaged, vec![adjustment(ONE, 1_000, 500)]);
    let all = ReversalEvent::PastRoundVoided { round: ROUND, what, adjustments };
    let gone = posted(&[corrected_too, vec![Event::Reversal(all)]].concat());
    let none = Meters { voided: 1_200, vouchers_in: 20_000, ..Meters::default() };
    assert_eq!((gone.table_meters(), gone.balance(Account::TableFloat)), (none, 0));
    let nobody = LedgerFault::OtherSeat { seat: TWO };
    check_refused(&after, &void, &nobody);
    let more = differs(Figure::After, TWO, 701, 700);
    check_refused(&settled(), &bets_void(adjustment(TWO, 1_400, 701)), &more);
}
