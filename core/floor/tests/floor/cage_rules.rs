//! The house's own rules for its cage: vouchers whose time is over, and payments that take two.

use std::collections::BTreeMap;

use taisai_floor::{Asker, CageRules, Command, Floor, FloorImage, ImageFault, Part};
use taisai_testing::values::{currency, money};

use crate::check;
use crate::house::House;

#[test]
fn a_voucher_is_good_until_its_time_is_over_and_not_a_moment_longer() {
    check(
        "
        staffed
        host rules days 2 -> cage-ruled
        cas sells 9 500
        cas sells 8 70
        +47h
        host ticks
        host opens cas
        +3599999ms cas redeems 9 -> redeemed 9 500 by 8
        +1ms cas redeems 8 -> refused: the voucher is expired
        term 1 holds 8 1.1 -> refused: the voucher is expired
        cas proposes-payment 8 -> refused: the voucher is expired
        ? owed -> -70
        ? deadline -> 0s
        host ticks -> expired 8 70
        ? owed -> 0
        ? expired -> -70
        ? voucher 8 -> expired
        term 1 holds 8 1.1 -> refused: the voucher is expired
        ",
    );
}

#[test]
fn what_a_table_gives_out_and_paper_that_is_made_out_anew_have_a_time_too() {
    check(
        "
        staffed
        host rules days 1
        term 1 prepares 9 500 1.1
        host issues 9 1
        term 2 prepares 8 70 2.1
        host issues 8 2 for the cage
        cas sells 7 30
        cas proposes-voucher 7 107
        max approves 8
        +23h
        host ticks
        ? voucher 9 -> outstanding
        +1h host ticks -> expired 8 70, expired 9 500, expired 107 30
        ? table 1 -> 500
        ? expired -> -600
        ",
    );
}

/// A seat had it in time: what the table makes of it is not the clock's business.
#[test]
fn a_voucher_that_a_seat_holds_is_spent_late_and_over_once_it_is_released() {
    check(
        "
        staffed
        host rules days 1
        cas sells 9 500
        cas sells 8 70
        term 1 holds 9 1.1
        term 2 holds 8 2.1
        +30h
        host ticks
        ? held -> -570
        host spends 9 1 -> spent 9 500 at 1.1
        host releases 8 2 -> released 8 70 at 2.1
        term 2 holds 8 2.1 -> refused: the voucher is expired
        host ticks -> expired 8 70
        ",
    );
}

#[test]
fn a_new_rule_changes_nothing_about_paper_that_is_out() {
    check(
        "
        staffed
        cas sells 9 500
        host rules days 1 -> cage-ruled
        host rules days 1 -> done
        cas sells 8 70
        host rules nothing -> cage-ruled
        cas sells 7 30
        ? deadline -> 43200s
        +25h
        host ticks
        ? voucher 9 -> outstanding
        ? voucher 8 -> expired
        ? voucher 7 -> outstanding
        cas rules nothing -> refused: only the machine itself may ask this
        ",
    );
}

#[test]
fn two_people_make_an_expired_voucher_good_again_for_as_long_as_a_new_one() {
    check(
        "
        staffed
        host rules days 1
        cas sells 9 500
        cas proposes-revival 9 -> refused: the voucher is outstanding
        +25h
        host ticks
        host opens cas
        host opens max
        cas proposes-revival 9 -> proposed 8 revival 9 by 8
        cas proposes-revival 9 -> proposed 9 revival 9 by 8
        cas approves 8 -> refused: needs administrator or shift-manager
        max approves 8 -> approved 8 by 7, revived 9 500 by 8 7
        max approves 9 -> refused: propose it again: things have changed
        ? owed -> -500
        ? expired -> 0
        +11h cas redeems 9 -> redeemed 9 500 by 8
        ",
    );
}

#[test]
fn more_than_one_cashier_pays_alone_takes_a_second_person() {
    check(
        "
        staffed
        host rules alone 400 -> cage-ruled
        cas sells 9 401
        cas sells 8 400
        cas sells 7 900 EUR
        cas redeems 8 -> redeemed 8 400 by 8
        cas redeems 7 -> redeemed 7 900 by 8
        cas redeems 9 -> refused: one cashier pays out 400 alone; a second person must agree
        flo proposes-payment 9 -> refused: needs cashier
        cas proposes-payment 9 -> proposed 8 payment 9 by 8
        cas approves 8 -> refused: a second person must agree, on another session
        ann approves 8 -> refused: needs cashier or shift-manager
        max approves 8 -> approved 8 by 7, redeemed 9 401 by 8
        ? drawer cas -> 0
        cas proposes-payment 9 -> refused: the voucher is redeemed by staff 8
        ",
    );
}

#[test]
fn what_was_played_meanwhile_is_not_paid_by_two() {
    check(
        "
        staffed
        host rules alone 400
        cas sells 9 500
        cas proposes-payment 9
        term 1 holds 9 1.1
        max approves 8 -> refused: propose it again: things have changed
        ",
    );
}

#[test]
fn vouchers_are_good_for_a_day_at_least_and_ten_years_at_most() {
    let most = CageRules::VOUCHER_DAYS_MAX;
    for (days, is_rule) in [(0, false), (1, true), (most, true), (most + 1, false)] {
        assert_eq!(CageRules::new(Some(days), BTreeMap::new()).is_some(), is_rule, "{days}");
    }
}

/// A floor whose rules and times came back from its image differently would pay what is over.
#[test]
fn rules_and_times_are_part_of_the_image() {
    let mut house = House::staffed();
    let alone_max = BTreeMap::from([(currency("USD"), money(400))]);
    let rules = CageRules::new(Some(3), alone_max).unwrap();
    house.must(Asker::Host, Command::RuleCage(rules.clone()));
    let cas = house.asker("cas");
    let sold = taisai_table::VoucherId(9);
    let currency = currency("USD");
    house.must(cas, Command::SellVoucher { voucher: sold, amount: money(500), currency });
    let again = Floor::from_image(house.floor.image()).unwrap();
    assert_eq!(again, house.floor);
    assert_eq!(again.rules(), &rules);
    assert_eq!(again.good_until(sold), house.floor.good_until(sold));

    let stray = FloorImage {
        good_until: vec![(taisai_table::VoucherId(99), house.time())],
        ..house.floor.image()
    };
    assert_eq!(Floor::from_image(stray), Err(ImageFault::Orphan { part: Part::Vouchers }));
}
