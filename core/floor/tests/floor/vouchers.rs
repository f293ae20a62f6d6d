//! Vouchers: money between the cage and the tables, and nowhere twice.

use taisai_floor::{Account, Disagreement, TableBalance, TableId};
use taisai_testing::values::currency;

use crate::asking::asked;
use crate::check;
use crate::house::House;
use crate::words;

#[test]
fn a_voucher_is_sold_spent_and_gone() {
    check(
        "
        staffed
        cas sells 9 500 -> sold 9 as #1 500 USD by 8
        ? owed -> -500
        ? drawer cas -> 500
        term 1 holds 9 1.1 -> held 9 500 at 1.1
        ? held -> -500
        ? unfinished -> 9 at 1 held at table 1 seat 1
        host spends 9 1 -> spent 9 500 at 1.1
        ? table 1 -> -500
        ? owed -> 0
        ? held -> 0
        ? unfinished ->
        cas redeems 9 -> refused: the voucher is spent at table 1 seat 1
        term 2 holds 9 2.1 -> refused: the voucher is spent at table 1 seat 1
        ",
    );
}

#[test]
fn a_voucher_that_a_table_pays_is_worth_nothing_before_it_is_issued() {
    check(
        "
        staffed
        term 1 prepares 9 500 1.1 -> prepared 9 as #1 500 at 1 for seat 1
        ? owed -> 0
        cas redeems 9 -> refused: the voucher is prepared
        term 2 holds 9 2.1 -> refused: the voucher is prepared
        host spends 9 1 -> refused: the voucher is prepared
        host releases 9 1 -> refused: the voucher is prepared
        ? unfinished -> 9 at 1 prepared
        host issues 9 1 -> issued 9 500 at 1
        ? table 1 -> 500
        ? owed -> -500
        cas redeems 9 -> redeemed 9 500 by 8
        ? drawer cas -> -500
        ? owed -> 0
        ",
    );
}

#[test]
fn a_step_taken_again_is_done_and_a_contrary_one_is_refused() {
    check(
        "
        staffed
        cas sells 9 500
        host holds 9 1.1
        host holds 9 1.1 -> done
        host holds 9 1.2 -> refused: the voucher is held at table 1 seat 1
        host holds 9 2.1 -> refused: the voucher is held at table 1 seat 1
        host spends 9 2 -> refused: the voucher is held at table 1 seat 1
        host releases 9 2 -> refused: the voucher is held at table 1 seat 1
        host issues 9 1 -> refused: the voucher is known with other particulars
        host drops 9 1 -> refused: the voucher is known with other particulars
        host releases 9 1 -> released 9 500 at 1.1
        host releases 9 1 -> done
        host spends 9 1 -> refused: the voucher is outstanding
        host holds 9 2.1
        host spends 9 2
        host spends 9 2 -> done
        host spends 9 1 -> refused: the voucher is spent at table 2 seat 1
        host releases 9 2 -> refused: the voucher is spent at table 2 seat 1
        ",
    );
}

/// What is owed to a player who has left was prepared by the host; which cashier had asked for it
/// stood nowhere.
#[test]
fn a_cashier_prepares_what_is_owed_and_nobody_elses_money() {
    check(
        "
        staffed
        #500 cas prepares-owed 9 500 1 7 -> prepared 9 as #1 500 at 1 for player 7, noted
        #500 cas prepares-owed 9 500 1 7 -> done
        #500 cas prepares-owed 8 500 1 7 -> refused: the number belongs to another request
        cas prepares 8 500 1.1 -> refused: only the machine itself may ask this
        cas issues 9 1 -> refused: only the machine itself may ask this
        flo prepares-owed 8 500 1 8 -> refused: needs cashier
        max prepares-owed 8 500 1 8 -> refused: needs cashier
        term 1 prepares-owed 8 500 1 8 -> refused: only staff may ask this
        host issues 9 1 -> issued 9 500 at 1
        ",
    );
}

#[test]
fn the_steps_of_a_payment_are_taken_once() {
    check(
        "
        staffed
        host prepares-owed 9 500 1 7 -> prepared 9 as #1 500 at 1 for player 7, noted
        host prepares-owed 9 500 1 7 -> done
        host prepares-owed 9 501 1 7 -> refused: the voucher is known with other particulars
        host prepares-owed 9 500 1 8 -> refused: the voucher is known with other particulars
        host prepares-owed 9 500 2 7 -> refused: the voucher is known with other particulars
        host issues 9 2 -> refused: the voucher is known with other particulars
        host issues 9 1 -> issued 9 500 at 1
        host issues 9 1 -> done
        host prepares-owed 9 500 1 7 -> done
        host drops 9 1 -> refused: the voucher is outstanding
        host holds 9 2.1
        host issues 9 1 -> done
        host spends 9 2
        host issues 9 1 -> done
        ? table 1 -> 500
        ? table 2 -> -500
        host prepares 8 100 1.1
        host drops 8 1 -> dropped 8 at 1
        host drops 8 1 -> done
        host issues 8 1 -> refused: the voucher is dropped
        cas redeems 8 -> refused: the voucher is dropped
        cas sells 8 100 -> refused: the voucher is dropped
        ? table 1 -> 500
        ",
    );
}

/// An ask that a crash broke off found its voucher dropped when it came again, and was refused for
/// ever: the player had to know that another number would do.
#[test]
fn a_payment_that_was_broken_off_goes_on_under_its_number() {
    check(
        "
        staffed
        term 1 prepares 9 500 1.1 -> prepared 9 as #1 500 at 1 for seat 1
        host drops 9 1 -> dropped 9 at 1
        host prepares 9 300 1.2 -> refused: the voucher is known with other particulars
        host prepares 9 300 1.1 -> prepared 9 as #1 300 at 1 for seat 1
        host prepares 8 70 1.1 -> refused: 1 vouchers are held or prepared there
        host issues 9 1 -> issued 9 300 at 1
        ? owed -> -300
        host drops 9 1 -> refused: the voucher is outstanding
        host prepares 8 70 1.1 -> prepared 8 as #2 70 at 1 for seat 1
        ",
    );
}

#[test]
fn a_number_that_comes_again_with_another_wish_is_another_request() {
    check(
        "
        staffed
        #7 term 1 prepares 9 500 1.1 -> prepared 9 as #1 500 at 1 for seat 1
        #7 term 1 prepares 9 500 1.1 -> done
        #7 term 1 leaves-with 9 500 1.1 -> refused: the number belongs to another request
        #7 term 1 prepares 9 400 1.1 -> refused: the number belongs to another request
        ",
    );
}

#[test]
fn a_voucher_is_shown_where_it_was_asked_for_until_it_is_used_or_in_hand() {
    check(
        "
        staffed
        term 1 sits
        #7 term 1 prepares 9 500 1.1
        ? shown 1 ->
        host issues 9 1
        ? shown 1 -> 9 by 7
        term 2 takes 9 -> refused: the voucher is not known here
        term 1 takes 9 -> taken 9 at 1
        ? shown 1 ->
        term 1 takes 9 -> done
        #9 term 1 prepares 8 70 1.1
        term 1 takes 8 -> refused: the voucher is prepared
        host issues 8 1
        ? shown 1 -> 8 by 9
        cas redeems 8
        ? shown 1 ->
        ",
    );
}

#[test]
fn nobody_is_shown_what_was_made_out_for_the_player_before() {
    check(
        "
        staffed
        term 1 sits
        #7 term 1 prepares 9 500 1.1
        host issues 9 1
        ? shown 1 -> 9 by 7
        term 1 sits
        ? shown 1 ->
        term 1 takes 9 -> refused: the voucher is not known here
        ",
    );
}

#[test]
fn a_voucher_without_its_paper_takes_two_people_and_the_old_one_is_dead() {
    check(
        "
        staffed
        cas sells 9 500 -> sold 9 as #1 500 USD by 8
        flo proposes-voucher 9 109 -> refused: needs cashier or shift-manager
        cas proposes-voucher 9 109 -> proposed 8 voucher 9 by 109 by 8
        cas approves 8 -> refused: a second person must agree, on another session
        ann approves 8 -> refused: needs cashier or shift-manager
        max approves 8 -> approved 8 by 7, replaced 9 by 109 as #2 500 by 8 and 7
        cas redeems 9 -> refused: the voucher is replaced by voucher 2
        term 1 holds 9 1.1 -> refused: the voucher is replaced by voucher 2
        cas proposes-voucher 9 209 -> refused: the voucher is replaced by voucher 2
        ? owed -> -500
        cas redeems 109 -> redeemed 109 500 by 8
        ? owed -> 0
        ",
    );
}

#[test]
fn what_was_paid_meanwhile_is_not_made_out_anew() {
    check(
        "
        staffed
        cas sells 9 500
        cas proposes-voucher 9 109
        cas redeems 9
        max approves 8 -> refused: propose it again: things have changed
        cas proposes-voucher 9 109 -> refused: the voucher is redeemed by staff 8
        cas proposes-voucher 8 108 -> refused: the voucher is not known here
        ",
    );
}

#[test]
fn one_payment_is_finished_before_the_next_is_prepared() {
    check(
        "
        staffed
        term 1 prepares 9 500 1.1
        term 1 prepares 8 70 1.1 -> refused: 1 vouchers are held or prepared there
        term 2 prepares 8 70 2.1 -> prepared 8 as #2 70 at 2 for seat 1
        host prepares-owed 7 30 1 1 -> prepared 7 as #3 30 at 1 for player 1, noted
        host prepares-owed 6 30 1 2 -> prepared 6 as #4 30 at 1 for player 2, noted
        host issues 9 1
        host drops 8 2
        term 1 prepares 5 70 1.1 -> prepared 5 as #5 70 at 1 for seat 1
        term 2 prepares 4 70 2.1 -> prepared 4 as #6 70 at 2 for seat 1
        ",
    );
}

#[test]
fn two_cashiers_and_a_table_cannot_all_have_the_same_voucher() {
    check(
        "
        staffed
        ann adds cyd -> staff 10 cyd by 1
        host opens cyd -> session 17 of 10
        cyd changes-password
        ann proposes cyd cashier -> proposed 8 10 cashier by 1
        bea approves 8
        host opens cyd -> session 18 of 10
        cas sells 9 500
        cyd redeems 9 -> redeemed 9 500 by 10
        cas redeems 9 -> refused: the voucher is redeemed by staff 10
        term 1 holds 9 1.1 -> refused: the voucher is redeemed by staff 10
        cas sells 9 500 -> refused: the voucher is redeemed by staff 10
        ? drawer cas -> 500
        ? drawer cyd -> -500
        ",
    );
}

#[test]
fn a_terminal_speaks_for_its_own_seat_only() {
    check(
        "
        staffed
        cas sells 9 500
        term 1 holds 9 1.2 -> refused: a terminal speaks for its own seat only
        term 1 holds 9 2.1 -> refused: a terminal speaks for its own seat only
        term 1 prepares 8 500 1.2 -> refused: a terminal speaks for its own seat only
        term 1 prepares-owed 8 500 1 7 -> refused: only staff may ask this
        term 1 spends 9 1 -> refused: only the machine itself may ask this
        dan holds 9 1.1 -> refused: only the machine itself may ask this
        term 7 holds 9 1.1 -> refused: the terminal is not enrolled
        ",
    );
}

#[test]
fn amounts_and_currencies_are_looked_at_before_money_moves() {
    check(
        "
        staffed
        cas sells 9 0 -> refused: an amount is at least 1
        host prepares 9 0 1.1 -> refused: an amount is at least 1
        cas sells 9 500 EUR -> sold 9 as #1 500 EUR by 8
        term 1 holds 9 1.1 -> refused: the table plays in USD
        host adds-table 3 EUR
        host holds 9 3.1 -> held 9 500 at 3.1
        host holds 5 1.1 -> refused: the voucher is not known here
        host prepares 5 1 7.1 -> refused: there is no table 7
        ",
    );
}

/// The tables' ledgers are played by numbers here.
fn agreement(house: &House, vouchers: [i64; 2]) -> Result<(), Disagreement> {
    let [one, two] = vouchers;
    house.floor.agrees_with(&[
        TableBalance { table: TableId(1), vouchers: one },
        TableBalance { table: TableId(2), vouchers: two },
    ])
}

fn after(story: &[&str]) -> House {
    let mut house = House::staffed();
    for line in story {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (from, command) = asked(&mut house, &words);
        house.must(from, command);
    }
    house
}

#[test]
fn the_tables_and_the_cage_agree_when_nothing_is_under_way() {
    let house = after(&["cas sells 9 500", "host holds 9 1.1", "host spends 9 1"]);
    assert_eq!(agreement(&house, [-500, 0]), Ok(()));
    for wrong in [-501, -499, 0] {
        let (table, vouchers) = (TableId(1), wrong);
        let differs = Disagreement::Differs { table, vouchers, lowest: -500, highest: -500 };
        assert_eq!(agreement(&house, [wrong, 0]), Err(differs));
    }
    assert!(agreement(&house, [-500, 1]).is_err());
    let not_asked = Disagreement::NotAsked { table: TableId(1) };
    assert_eq!(house.floor.agrees_with(&[]), Err(not_asked));
    let unknown = TableBalance { table: TableId(9), vouchers: 0 };
    let said = TableBalance { table: TableId(1), vouchers: -500 };
    let answer = house.floor.agrees_with(&[said, unknown]);
    assert_eq!(answer, Err(Disagreement::UnknownTable { table: TableId(9) }));
}

#[test]
fn what_is_under_way_may_or_may_not_have_reached_the_table() {
    let house = after(&["cas sells 9 500", "host holds 9 1.1", "host prepares 8 70 2.1"]);
    assert_eq!(agreement(&house, [0, 0]), Ok(()));
    assert_eq!(agreement(&house, [-500, 70]), Ok(()));
    assert!(agreement(&house, [-501, 0]).is_err());
    assert!(agreement(&house, [1, 0]).is_err());
    assert!(agreement(&house, [0, 71]).is_err());
    assert!(agreement(&house, [0, -1]).is_err());
}

#[test]
fn each_currency_has_books_of_its_own() {
    let house = after(&["cas sells 9 500 EUR", "cas sells 8 70"]);
    let owed = |code| house.floor.books().balance(currency(code), Account::Outstanding);
    assert_eq!((owed("EUR"), owed("USD"), owed("SGD")), (-500, -70, 0));
}

/// After an old copy was accepted, numbers that stood on paper already were given out again.
#[test]
fn after_an_accepted_old_copy_no_number_is_given_out_again() {
    check(
        "
        staffed
        cas sells 9 500 -> sold 9 as #1 500 USD by 8
        host notes journal-accepted-by-a-stranger -> refused: nobody works here as number 99
        host notes journal-accepted -> noted, series from #984240-1
        cas sells 8 70 -> sold 8 as #984240-1 70 USD by 8
        term 1 prepares 7 40 1.1 -> prepared 7 as #984240-2 40 at 1 for seat 1
        host notes journal-accepted -> noted, series from #984241-1
        +3m cas sells 6 30 -> sold 6 as #984241-1 30 USD by 8
        host notes journal-accepted -> noted, series from #984243-1
        host notes old-journal -> noted
        cas sells 5 30 -> sold 5 as #984243-1 30 USD by 8
        ",
    );
}

/// The same old copy is accepted twice, and what was sold in between is lost again: the copy does
/// not know that, but the clock does.
#[test]
fn an_old_copy_that_is_accepted_twice_gives_out_two_series() {
    let copy = House::staffed();
    let series = |minutes: u64| {
        let mut house = copy.clone();
        house.now += minutes * 60_000;
        let (from, command) = asked(&mut house, &["host", "notes", "journal-accepted"]);
        words::of_events(&house.must(from, command))
    };
    assert_eq!(series(0), "noted, series from #984240-1");
    assert_eq!(series(1), "noted, series from #984241-1");
}

#[test]
fn two_people_honour_paper_that_was_lost_and_it_is_redeemed_once() {
    check(
        "
        staffed
        cas sells 9 500
        cas proposes-paper 77 2 300 -> refused: no voucher of this number was lost
        host notes journal-accepted
        flo proposes-paper 77 2 300 -> refused: needs cashier
        cas proposes-paper 77 1 300 -> refused: no voucher of this number was lost
        cas proposes-paper 77 9842400000001 300 -> proposed 8 paper 77 #98424-1 300 by 8
        cas proposes-paper 77 98424000000001 300 -> refused: no voucher of this number was lost
        cas proposes-paper 9 2 300 -> refused: the voucher is outstanding
        cas proposes-paper 77 2 0 -> refused: an amount is at least 1
        cas proposes-paper 77 2 300 -> proposed 9 paper 77 #2 300 by 8
        cas approves 9 -> refused: needs administrator or shift-manager
        cas redeems 77 -> refused: the voucher is not known here
        ? owed -> -500
        max approves 9 -> approved 9 by 7, honoured 77 as #2 300 by 8 7
        ? owed -> -800
        ? honoured -> 300
        cas proposes-paper 78 2 300 -> refused: paper of this number was honoured before
        cas redeems 77 -> redeemed 77 300 by 8
        cas redeems 77 -> refused: the voucher is redeemed by staff 8
        ? owed -> -500
        ? drawer cas -> 200
        cas sells 8 70 -> sold 8 as #984240-1 70 USD by 8
        ",
    );
}

#[test]
fn honoured_paper_becomes_credit_like_any_other_and_is_honoured_once() {
    check(
        "
        staffed
        host notes journal-accepted
        cas proposes-paper 77 5 300
        cas proposes-paper 77 5 300
        max approves 8
        max approves 9 -> refused: the voucher is outstanding
        term 1 holds 77 1.1 -> held 77 300 at 1.1
        host spends 77 1 -> spent 77 300 at 1.1
        ? table 1 -> -300
        cas proposes-paper 77 5 300 -> refused: the voucher is spent at table 1 seat 1
        ",
    );
}

#[test]
fn a_stranger_does_not_say_what_time_it_is() {
    check(
        "
        staffed
        host notes clock-accepted-by-a-stranger -> refused: nobody works here as number 99
        ",
    );
}

/// The voucher of an excluded player bought them in again at the next seat.
#[test]
fn a_voucher_for_the_cage_is_held_for_no_seat() {
    check(
        "
        staffed
        term 1 prepares 9 500 1.1 -> prepared 9 as #1 500 at 1 for seat 1
        cas issues 9 1 for the cage -> refused: only the machine itself may ask this
        host issues 9 1 for the cage -> issued 9 500 at 1 for the cage
        host issues 9 1 for the cage -> done
        ? owed -> -500
        term 1 holds 9 1.1 -> refused: the cage pays this voucher, and no seat takes it
        cas redeems 9 -> redeemed 9 500 by 8
        ? owed -> 0
        ",
    );
}
