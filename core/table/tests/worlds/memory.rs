//! How far back the table can look, and how much it can hold: both sides of each border.

use taisai_rules::{Bet, ShakerKind, Stake};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, Adjustment, Asker, Event, HostCommand, HouseCommand, Limits, Money, PlayerId, Refusal,
    ReversalEvent, RoundCommand, RoundNumber, RulingCommand, SeatCommand, SeatNumber, Table,
    VoucherId,
};
use taisai_testing::floor::{
    DEALER, Floor, Make, SHIFT_MANAGER, area, limits, money, reason, roll, seat, staff, stake, wide,
};

use super::{correct, void};

fn open() -> Floor {
    Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide())
}

/// A round in which whoever is named bets on Big, and 4,5,6 comes.
fn wins(floor: &mut Floor, numbers: &[u16]) {
    floor.opens_betting();
    for &number in numbers {
        floor.bets(number, vec![Bet::new(area("big"), stake(100))]);
    }
    floor.rolls(roll("4,5,6"));
    floor.settles();
    floor.journal.clear();
}

fn cashes_out_and_leaves(floor: &mut Floor, number: u16) {
    let credit = floor.credit(number);
    floor.cashes_out(number, credit);
    floor.does(seat(number), SeatCommand::Leave);
}

#[test]
fn what_the_house_bears_has_a_name_as_long_as_a_round_of_the_player_is_kept() {
    let mut floor = open();
    floor.sits(1, 1_000);
    wins(&mut floor, &[1]);
    wins(&mut floor, &[1]);
    cashes_out_and_leaves(&mut floor, 1);
    correct(&mut floor, 1, roll("1,2,3"));
    let named = |floor: &Floor| floor.table.borne().collect::<Vec<_>>();
    for _ in 3..=Table::ROUNDS_KEPT + 1 {
        wins(&mut floor, &[]);
    }
    // The first round is forgotten, the second is not.
    assert_eq!(floor.table.past_rounds().next().map(|past| past.number), Some(RoundNumber(2)));
    assert_eq!(named(&floor), [(PlayerId(1), money(200))]);
    let mut corrected = floor.clone();
    correct(&mut corrected, 2, roll("1,2,3"));
    assert_eq!(named(&corrected), [(PlayerId(1), money(400))]);
    correct(&mut corrected, 2, roll("4,5,6"));
    assert_eq!(named(&corrected), [(PlayerId(1), money(200))]);
    wins(&mut floor, &[]);
    assert_eq!(named(&floor), []);
    assert_eq!(floor.table.shortfall(), money(200));
}

#[test]
fn the_oldest_round_is_undone_before_the_round_in_play_pushes_it_out() {
    let mut floor = open();
    floor.sits(1, 1_000);
    for _ in 1..=Table::ROUNDS_KEPT {
        wins(&mut floor, &[1]);
    }
    floor.cashes_out(1, 20_900);
    floor.opens_betting();
    floor.bets(1, vec![Bet::new(area("small"), stake(100))]);
    floor.closes_betting();
    let last = Table::ROUNDS_KEPT as u64 + 1;
    floor.journal.clear();
    void(&mut floor, &[1, 2, last]);
    let order = floor.journal.iter().filter_map(|(event, _)| {
        let Event::Reversal(
            ReversalEvent::PastRoundVoided { round, .. } | ReversalEvent::RoundVoided { round, .. },
        ) = event
        else {
            return None;
        };
        Some(round.0)
    });
    assert_eq!(order.collect::<Vec<_>>(), [1, last, 2]);
    // Round 1 found nothing to take; round 2 found the stake that had come back.
    assert_eq!(floor.table.shortfall(), money(100));
    assert_eq!(floor.credit(1), 0);
}

/// A round in which so many new players stake all they have on Big, lose by 1,2,3, and go.
fn lose_and_go(floor: &mut Floor, players: std::ops::Range<u64>) {
    floor.opens_betting();
    let seats: Vec<u16> = (1..).take(players.clone().count()).collect();
    for (&number, player) in seats.iter().zip(players) {
        floor.does(seat(number), SeatCommand::Sit { player: PlayerId(player), staff: None });
        floor.buys_in(number, 100);
        floor.bets(number, vec![Bet::new(area("big"), stake(100))]);
    }
    floor.rolls(roll("1,2,3"));
    floor.settles();
    for number in seats {
        floor.does(seat(number), SeatCommand::Leave);
    }
}

#[test]
fn more_players_than_can_be_owed_are_not_owed_before_some_are_paid() {
    let max = Table::OWED_MAX;
    let last = max as u64 + 1;
    let mut floor = open();
    lose_and_go(&mut floor, 1..last - 1);
    lose_and_go(&mut floor, last - 1..last + 1);
    correct(&mut floor, 1, roll("4,5,6"));
    assert_eq!(floor.table.owed().len(), max - 1);
    let (round, dice, reason) = (RoundNumber(2), roll("4,5,6"), reason());
    let act = Act::CorrectRound { round, roll: dice, reason };
    let refused = floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
    assert_eq!(refused, Err(Refusal::TooMany { max }));
    let (player, amount) = floor.table.owed().next().unwrap();
    let paid = HouseCommand::PayOwed { player, voucher: VoucherId(900), amount };
    floor.does(Asker::Host, paid);
    correct(&mut floor, 2, dice);
    assert_eq!(floor.table.owed().len(), max);
    assert_eq!(floor.table.owed().last(), Some((PlayerId(last), money(200))));
}

/// Limits that only the ceiling of money stands above.
fn no_limits() -> Limits {
    let usual = taisai_table::AreaLimit::new(stake(10), Stake::MAX, 10).unwrap();
    Limits { usual, ..limits(Money::MAX.units(), Money::MAX.units()) }
}

#[test]
fn a_credit_that_could_burst_is_not_filled_further_and_the_rest_is_owed() {
    let make = Make::with(ShakerKind::AutomatedCovered);
    let mut floor = Floor::open("singapore-3", make, no_limits());
    floor.sits(1, 1_000);
    floor.opens_betting();
    floor.bets(1, vec![Bet::new(area("small"), stake(100))]);
    floor.rolls(roll("4,5,6"));
    floor.settles();
    floor.opens_betting();
    let offers = floor.table.book().pay_table.offers();
    let bets: Vec<Bet> = offers[..60].iter().map(|o| Bet::new(o.area, Stake::MAX)).collect();
    // Sixty bets that could return a thousand times their stake, and room for so much besides.
    let spare = |floor: &mut Floor, left: u64| {
        let staked = 60 * Stake::MAX.units();
        let held = Money::MAX.units() - 1_000 * staked - left;
        floor.buys_in(1, held + staked - floor.credit(1));
        floor.bets(1, bets.clone());
    };
    let mut tight = floor.clone();
    spare(&mut tight, 199);
    let voucher = VoucherId(900);
    let burst = SeatCommand::BuyIn { voucher, amount: money(200) };
    assert_eq!(tight.ask(seat(1), burst), Err(Refusal::BadAmount));
    let credit = tight.credit(1);
    correct(&mut tight, 1, roll("1,2,3"));
    assert_eq!(tight.credit(1), credit);
    assert_eq!(tight.table.owed().collect::<Vec<_>>(), [(PlayerId(1), money(200))]);
    let mut fits = floor;
    spare(&mut fits, 200);
    let credit = fits.credit(1);
    correct(&mut fits, 1, roll("1,2,3"));
    assert_eq!(fits.credit(1), credit + 200);
}

#[test]
fn more_than_money_can_be_is_not_owed_before_the_cage_has_paid() {
    let mut floor = open();
    floor.sits(1, 100);
    floor.opens_betting();
    floor.bets(1, vec![Bet::new(area("small"), stake(100))]);
    floor.rolls(roll("4,5,6"));
    floor.settles();
    floor.does(seat(1), SeatCommand::Leave);
    // Four hundred rounds of the largest bets could leave so much owed; here one event says so.
    let stated = |units: u64| Adjustment {
        seat: SeatNumber(1),
        player: PlayerId(1),
        sits: None,
        before: Money::ZERO,
        after: Money::ZERO,
        given: Money::ZERO,
        owed: money(units),
        recovered: Money::ZERO,
        taken: Money::ZERO,
        forgone: Money::ZERO,
        shortfall: Money::ZERO,
    };
    let corrected = |units: u64| {
        let (round, roll, adjustments) = (RoundNumber(1), roll("4,5,6"), vec![stated(units)]);
        let mut floor = floor.clone();
        let now = floor.time();
        floor.table.apply(
            &Event::Reversal(ReversalEvent::PastRoundCorrected { round, roll, adjustments }),
            now,
        );
        floor
    };
    let (round, roll, reason) = (RoundNumber(1), roll("1,2,3"), reason());
    let propose = RulingCommand::Propose(Act::CorrectRound { round, roll, reason });
    let mut full = corrected(Money::MAX.units() - 199);
    let manager = staff(SHIFT_MANAGER);
    assert_eq!(full.ask(manager, propose.clone()), Err(Refusal::BadAmount));
    assert!(corrected(Money::MAX.units() - 200).ask(manager, propose.clone()).is_ok());
    let (player, amount) = full.table.owed().next().unwrap();
    let paid = HouseCommand::PayOwed { player, voucher: VoucherId(901), amount };
    full.does(Asker::Host, paid);
    assert!(full.ask(manager, propose).is_ok());
}

#[test]
fn meters_show_the_rounds_of_a_sitting_and_what_came_from_elsewhere() {
    let mut floor = open();
    floor.sits(1, 1_000);
    wins(&mut floor, &[1]);
    cashes_out_and_leaves(&mut floor, 1);
    floor.sits(1, 1_000);
    wins(&mut floor, &[1]);
    correct(&mut floor, 2, roll("1,2,3"));
    let meters = |floor: &Floor| floor.table.seat(SeatNumber(1)).unwrap().meters();
    let seen = meters(&floor);
    assert_eq!((seen.turnover, seen.returned), (money(100), Money::ZERO));
    assert_eq!((seen.adjusted_in, seen.adjusted_out), (Money::ZERO, Money::ZERO));
    // The first round was played before the player left and came back.
    void(&mut floor, &[1]);
    let seen = meters(&floor);
    assert_eq!((seen.turnover, seen.voided), (money(100), Money::ZERO));
    assert_eq!((seen.adjusted_in, seen.adjusted_out), (Money::ZERO, money(100)));
    void(&mut floor, &[2]);
    let seen = meters(&floor);
    assert_eq!((seen.turnover, seen.returned, seen.voided), (Money::ZERO, Money::ZERO, money(100)));
    assert_eq!(floor.credit(1), 900);
    assert_eq!(seen.credit(), 900);
    let act = Act::VoidRounds {
        rounds: vec![RoundNumber(2)],
        what: taisai_rules::Irregularity::Dispute,
        reason: reason(),
    };
    let again = floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
    assert_eq!(again, Err(Refusal::NoSuchRound));
}

/// What the journal tells of a round, as this table still keeps it.
fn on_record(floor: &Floor, round: u64) -> HostCommand {
    let kept = floor.table.settled_round(RoundNumber(round)).unwrap();
    let had_bets = |player: PlayerId| kept.slips.values().any(|slip| slip.player == player);
    let borne = floor.table.borne().filter(|(player, _)| had_bets(*player)).collect();
    HostCommand::RecallRound { round: kept.clone(), borne }
}

/// So many rounds in which nobody bets.
fn quiet(floor: &mut Floor, rounds: usize) {
    (0..rounds).for_each(|_| wins(floor, &[]));
}

/// Beyond the last 200 rounds nothing could be voided or corrected (SG 5.4, 5.5).
#[test]
fn an_old_round_that_is_recalled_is_undone_as_if_it_had_been_kept() {
    let mut floor = open();
    floor.sits(1, 1_000);
    floor.sits(2, 1_000);
    wins(&mut floor, &[1, 2]);
    cashes_out_and_leaves(&mut floor, 1);
    correct(&mut floor, 1, roll("1,2,3"));
    assert_eq!(floor.table.shortfall(), money(200), "player 1 has gone with what they had won");
    let stated = on_record(&floor, 1);
    let dice = ["4,5,6", "1,1,1", "2,6,6"].map(roll);
    let undone = |mut floor: Floor| {
        for roll in dice {
            correct(&mut floor, 1, roll);
        }
        void(&mut floor, &[1]);
        floor
    };
    let early = undone(floor.clone());
    quiet(&mut floor, Table::ROUNDS_KEPT);
    let refused = |floor: &mut Floor| {
        let act = Act::CorrectRound { round: RoundNumber(1), roll: dice[0], reason: reason() };
        floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act))
    };
    assert_eq!(refused(&mut floor), Err(Refusal::NoSuchRound));
    assert_eq!(floor.table.borne().len(), 0, "nobody could make up for it any more");
    let before = floor.worth();
    floor.does(Asker::Host, stated.clone());
    assert_eq!(floor.worth(), before, "no money moves");
    let again = floor.does(Asker::Host, stated);
    assert!(matches!(again[..], [Event::RequestAnswered { .. }]), "once is enough: {again:?}");
    let late = undone(floor);
    let money_of = |floor: &Floor| {
        let seats: Vec<_> = floor.table.seats().map(|(at, seat)| (at, seat.meters())).collect();
        let owed: Vec<_> = floor.table.owed().collect();
        let borne: Vec<_> = floor.table.borne().collect();
        (seats, owed, borne, floor.table.shortfall())
    };
    assert_eq!(money_of(&late), money_of(&early));
}

#[test]
fn bets_that_were_void_in_an_old_round_stay_out_of_it() {
    let mut floor = open();
    (1..=3).for_each(|number| floor.sits(number, 1_000));
    wins(&mut floor, &[1, 2, 3]);
    let void_bets = |number: u16| {
        let (round, seat) = (RoundNumber(1), SeatNumber(number));
        Act::VoidPastBets { round, seat, reason: reason() }
    };
    floor.agrees(void_bets(2));
    let stated = on_record(&floor, 1);
    let credits = |floor: &Floor| [1, 2, 3].map(|number| floor.credit(number));
    assert_eq!(credits(&floor), [1_100, 1_000, 1_100]);
    quiet(&mut floor, Table::ROUNDS_KEPT);
    floor.does(Asker::Host, stated);
    let again = floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(void_bets(2)));
    assert_eq!(again, Err(Refusal::NothingThere));
    floor.agrees(void_bets(1));
    correct(&mut floor, 1, roll("1,2,3"));
    assert_eq!(credits(&floor), [1_000, 1_000, 900]);
    void(&mut floor, &[1]);
    assert_eq!(credits(&floor), [1_000; 3]);
}

#[test]
fn a_recalled_round_the_oldest_and_the_one_in_play_are_undone_together() {
    let mut floor = open();
    floor.sits(1, 1_000);
    wins(&mut floor, &[1]);
    let stated = on_record(&floor, 1);
    wins(&mut floor, &[1]);
    quiet(&mut floor, Table::ROUNDS_KEPT - 1);
    floor.does(Asker::Host, stated);
    floor.opens_betting();
    floor.bets(1, vec![Bet::new(area("big"), stake(100))]);
    floor.rolls(roll("4,5,6"));
    floor.does(staff(DEALER), RoundCommand::Collect);
    floor.does(staff(DEALER), RoundCommand::Pay);
    assert_eq!(floor.credit(1), 1_300);
    void(&mut floor, &[1, 2, Table::ROUNDS_KEPT as u64 + 2]);
    assert_eq!(floor.credit(1), 1_000);
}

#[test]
fn only_a_settled_round_that_is_not_kept_is_recalled() {
    let mut floor = open();
    floor.sits(1, 1_000);
    wins(&mut floor, &[1]);
    let stated = on_record(&floor, 1);
    assert_eq!(floor.ask(Asker::Host, stated.clone()), Err(Refusal::NoSuchRound), "it is kept");
    quiet(&mut floor, Table::ROUNDS_KEPT - 1);
    assert_eq!(floor.ask(Asker::Host, stated.clone()), Err(Refusal::NoSuchRound), "still");
    quiet(&mut floor, 1);
    let HostCommand::RecallRound { round, borne } = stated.clone() else { unreachable!() };
    let mut bad = Vec::new();
    for number in [0, Table::ROUNDS_KEPT as u64 + 2, u64::MAX] {
        bad.push(PastRound { number: RoundNumber(number), ..round.clone() });
    }
    let mut other = round.clone();
    other.slips.values_mut().for_each(|slip| slip.returned = money(199));
    bad.push(other);
    bad.push(PastRound { results: vec![], ..round.clone() });
    bad.push(PastRound { void_bets: [SeatNumber(1)].into(), ..round.clone() });
    bad.push(PastRound { void_bets: [SeatNumber(2)].into(), ..round.clone() });
    bad.push(PastRound { voided: Some(taisai_rules::Irregularity::Dispute), ..round.clone() });
    for round in bad {
        let wrong = HostCommand::RecallRound { round, borne: borne.clone() };
        assert_eq!(floor.ask(Asker::Host, wrong.clone()), Err(Refusal::NoSuchRound), "{wrong:?}");
    }
    // Nobody bears anything here, and nobody else had bets.
    for player in [1, 2] {
        let borne = [(PlayerId(player), money(1))].into();
        let wrong = HostCommand::RecallRound { round: round.clone(), borne };
        assert_eq!(floor.ask(Asker::Host, wrong), Err(Refusal::BadAmount));
    }
    floor.does(Asker::Host, stated);
    assert_eq!(floor.table.recalled_rounds().count(), 1);
}

#[test]
fn the_round_recalled_longest_ago_makes_room_unless_somebody_waits_for_it() {
    let mut floor = open();
    floor.sits(1, 100_000);
    let many = Table::ROUNDS_RECALLED as u64 + 2;
    let mut stated = Vec::new();
    for number in 1..=many {
        wins(&mut floor, &[1]);
        stated.push(on_record(&floor, number));
    }
    quiet(&mut floor, Table::ROUNDS_KEPT);
    let mut stated = stated.into_iter();
    for round in stated.by_ref().take(Table::ROUNDS_RECALLED) {
        floor.does(Asker::Host, round);
    }
    let proposes = |floor: &mut Floor, round: u64| {
        let (round, roll, reason) = (RoundNumber(round), roll("1,2,3"), reason());
        let act = Act::CorrectRound { round, roll, reason };
        floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act))
    };
    assert!(proposes(&mut floor, 1).is_ok());
    let recalled = |floor: &Floor| -> Vec<u64> {
        floor.table.recalled_rounds().map(|past| past.number.0).collect()
    };
    floor.does(Asker::Host, stated.next().unwrap());
    let left: Vec<u64> = [1].into_iter().chain(3..many).collect();
    assert_eq!(recalled(&floor), left, "round 2 went, for round 1 is waited for");
    assert_eq!(proposes(&mut floor, 2), Err(Refusal::NoSuchRound));
    for &round in &left[1..] {
        assert!(proposes(&mut floor, round).is_ok());
    }
    let full = Refusal::TooMany { max: Table::ROUNDS_RECALLED };
    assert_eq!(floor.ask(Asker::Host, stated.next().unwrap()), Err(full));
}
