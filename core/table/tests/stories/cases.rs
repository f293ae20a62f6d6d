//! What somebody disputes: opened at any time, decided by whom the book names, with money that
//! stands on its own, and opened again when an authority asks.

use crate::{check, check_under_all};

/// Round 1 is settled: seat 1 lost 500 on small, seat 2 won 700 on big.
const SETTLED: &str = "
    open $book
    dealer 10 opens betting   -> betting-opened 1
    seat 1 bets small 500     -> placed small 500
    seat 2 bets big 700       -> placed big 700
    dealer 10 plays 4,5,6
    ? credit 1                -> 9500
    ? credit 2                -> 10700
    ";

fn settled(then: &str) {
    check_under_all(&format!("{SETTLED}{then}"));
}

#[test]
fn a_floorperson_opens_a_case_between_rounds_in_a_round_and_at_a_closed_table() {
    check_under_all(
        "
        open $book
        dealer 10 opens a case about dispute         -> refused: needs a floorperson
        floorperson 20 opens a case about dispute    -> case 1 opened about dispute by 20
        floorperson 20 opens a case about uncovered round 1  -> refused: no such round
        dealer 10 opens betting                      -> betting-opened 1
        floorperson 20 opens a case about uncovered round 1 seat 1 player 7 \
-> case 2 opened about uncovered by 20
        seat 1 bets small 500                        -> placed small 500
        dealer 10 plays 4,5,6
        pit-manager 40 announces closing             -> closing-announced by 40
        pit-manager 40 closes the table              -> table-closed by 40
        floorperson 20 opens a case about contravention round 1 \
-> case 3 opened about contravention by 20
        floorperson 21 notes something in case 3     -> case 3 noted by 21
        dealer 10 notes something in case 3          -> refused: needs a floorperson
        ? case 3                                     -> open, 1 notes, 0 reviews, not decided
        floorperson 20 notes something in case 4     -> refused: no such case
        ",
    );
}

#[test]
fn who_decides_that_all_stands_is_whom_the_book_names() {
    check_under_all(
        "
        open $book
        floorperson 20 opens a case about dispute    -> case 1 opened about dispute by 20
        floorperson 20 lets case 1 stand             -> refused: needs a shift-manager
        pit-manager 40 lets case 1 stand             -> refused: needs a shift-manager
        shift-manager 50 lets case 2 stand           -> refused: no such case
        shift-manager 50 lets case 1 stand           -> case 1 decided by 50 and 50: stands
        shift-manager 50 lets case 1 stand           -> refused: the case is decided
        floorperson 20 notes something in case 1     -> refused: the case is decided
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> refused: the case is decided
        ",
    );
}

#[test]
fn what_a_case_pays_is_given_to_the_player_by_two_people() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 seat 1 player 7 \
-> case 1 opened about dispute by 20
        dealer 10 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> refused: needs a floorperson
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        floorperson 20 approves 1      -> refused: needs a shift-manager
        pit-manager 40 approves 1      -> refused: needs a shift-manager
        ? credit 1                     -> 9500
        shift-manager 50 approves 1    -> approved 1 by 50; \
bet in 1 ruled: seat 1 given 2500; case 1 decided by 20 and 50: pay player 7 2500
        ? credit 1                     -> 12000
        ? rulings                      -> -2500
        ? shortfall                    -> 0
        ? case 1                       -> decided, 0 notes, 0 reviews: pay player 7 2500
        ",
    );
}

#[test]
fn nobody_decides_alone_where_money_moves() {
    settled(
        "
        shift-manager 50 opens a case about dispute round 1 -> case 1 opened about dispute by 50
        shift-manager 50 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 50 to a shift-manager
        shift-manager 50 approves 1    -> refused: two people must agree
        ? credit 1                     -> 9500
        ",
    );
}

#[test]
fn what_a_case_takes_comes_from_the_credit_as_far_as_it_goes() {
    settled(
        "
        seat 2 cashes out 10000        -> cashed-out 10000
        floorperson 20 opens a case about uncovered round 1 -> case 1 opened about uncovered by 20
        floorperson 20 proposes case 1 is to take 1400 from 8 at seat 2 for 1 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
bet in 1 ruled: seat 2 taken 700 shortfall 700; case 1 decided by 20 and 50: \
take from player 8 1400
        ? credit 2                     -> 0
        ? shortfall                    -> 700
        ? rulings                      -> 1400
        floorperson 20 opens a case about uncovered round 1 -> case 2 opened about uncovered by 20
        floorperson 20 proposes case 2 is to pay 1000 to 8 at seat 2 for 1 \
-> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 2    -> approved 2 by 50; \
bet in 1 ruled: seat 2 recovered 700 given 300; case 2 decided by 20 and 50: \
pay player 8 1000
        ? credit 2                     -> 300
        ? shortfall                    -> 0
        ? rulings                      -> 400
        ",
    );
}

#[test]
fn a_player_who_has_left_is_owed_what_a_case_pays_and_gives_it_up_again() {
    settled(
        "
        seat 1 cashes out 9500         -> cashed-out 9500
        seat 1 leaves                  -> seat-left
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
bet in 1 ruled: seat 1 owed 2500; case 1 decided by 20 and 50: pay player 7 2500
        ? owed 7                       -> 2500
        floorperson 20 opens a case about dispute round 1 -> case 2 opened about dispute by 20
        floorperson 20 proposes case 2 is to take 2000 from 7 at seat 1 for 1 \
-> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 2    -> approved 2 by 50; \
bet in 1 ruled: seat 1 forgone 2000; case 2 decided by 20 and 50: take from player 7 2000
        ? owed 7                       -> 500
        ",
    );
}

#[test]
fn what_was_ruled_stands_when_the_round_is_corrected_and_when_it_is_void() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1
        ? credit 1                     -> 12000
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2       -> approved 2 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1400
        ? credit 1                     -> 13000
        floorperson 20 proposes void for dispute of 1  -> proposed 3 by 20 to a shift-manager
        shift-manager 50 approves 3    -> approved 3 by 50; \
past-round 1 voided for dispute: seat 1 taken 500, seat 2 given 700
        ? credit 1                     -> 12500
        ? credit 2                     -> 10000
        ? rulings                      -> -2500
        ",
    );
}

#[test]
fn only_whose_bet_it_was_pays_and_only_who_sat_there_is_paid() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to take 500 from 8 at seat 1 for 1 \
-> refused: nobody sits at seat 1
        floorperson 20 proposes case 1 is to pay 500 to 99 at seat 1 for 1 \
-> refused: nobody sits at seat 1
        floorperson 20 proposes case 1 is to pay 0 to 7 at seat 1 for 1 \
-> refused: not such an amount
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 2 -> refused: no such round
        floorperson 20 proposes case 1 is to pay 100 in chips -> refused: no chips are paid here
        seat 1 cashes out 9500         -> cashed-out 9500
        seat 1 leaves                  -> seat-left
        seat 1 sits player 9           -> seat-taken
        floorperson 20 proposes case 1 is to pay 500 to 9 at seat 1 for 1 \
-> refused: nobody sits at seat 1
        dealer 10 opens betting        -> betting-opened 2
        dealer 10 plays 4,5,6
        floorperson 20 proposes case 1 is to pay 500 to 9 at seat 1 for 2 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
bet in 2 ruled: seat 1 given 500; case 1 decided by 20 and 50: pay player 9 500
        ? credit 1                     -> 500
        ",
    );
}

#[test]
fn a_round_whose_lights_are_on_is_cleared_and_then_ruled() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to pay 500 to 7 at seat 1 for 1 \
-> refused: not while betting
        dealer 10 throws 4,5,6
        dealer 10 collects        -> collected seat 1 500
        floorperson 20 proposes case 1 is to pay 500 to 7 at seat 1 for 1 \
-> refused: not while paying
        dealer 10 pays            -> paid nothing
        floorperson 20 proposes case 1 is to pay 500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1 -> approved 1 by 50; cleared; \
bet in 1 ruled: seat 1 given 500; case 1 decided by 20 and 50: pay player 7 500
        ? phase                   -> idle
        ? credit 1                -> 10000
        ",
    );
}

#[test]
fn a_case_can_come_to_what_two_people_could_do_without_it() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 opens a case about dispute round 1 -> case 2 opened about dispute by 20
        floorperson 20 opens a case about dispute round 1 -> case 3 opened about dispute by 20
        floorperson 20 opens a case about dispute round 1 -> case 4 opened about dispute by 20
        floorperson 20 proposes case 1 is correction of 1 to 1,2,3 \
-> proposed 1 by 20 to a shift-manager
        floorperson 20 proposes case 1 is left as it is -> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1400; \
case 1 decided by 20 and 50: round 1 by 1,2,3
        shift-manager 50 approves 2    -> refused: things have changed since
        floorperson 20 proposes case 2 is void bets of seat 1 in 1 \
-> proposed 3 by 20 to a shift-manager
        shift-manager 50 approves 3    -> approved 3 by 50; \
past-bets in 1 voided: seat 1 taken 500; \
case 2 decided by 20 and 50: bets of seat 1 in 1 void
        floorperson 20 proposes case 3 is void 1 -> proposed 4 by 20 to a shift-manager
        shift-manager 50 approves 4    -> approved 4 by 50; \
past-round 1 voided for dispute: seat 2 given 700; case 3 decided by 20 and 50: round 1 void
        ? credit 1                     -> 10000
        ? credit 2                     -> 10000
        ? rulings                      -> 0
        floorperson 20 proposes case 4 is void 1 -> refused: no such round
        floorperson 20 proposes case 4 is left as it is -> proposed 5 by 20 to a shift-manager
        shift-manager 50 approves 5    -> approved 5 by 50; case 4 decided by 20 and 50: stands
        ",
    );
}

#[test]
fn a_case_cannot_do_what_the_book_lets_nobody_do() {
    check(
        "
        open act
        dealer 10 opens betting   -> betting-opened 1
        dealer 10 plays 4,5,6
        floorperson 20 opens a case about wrong-entry round 1 \
-> case 1 opened about wrong-entry by 20
        floorperson 20 proposes case 1 is void 1 -> refused: not allowed (ACT 7.1; reading 15)
        ",
    );
}

#[test]
fn a_note_that_is_written_meanwhile_makes_a_proposal_stale() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        floorperson 21 notes something in case 1 -> case 1 noted by 21
        shift-manager 50 approves 1    -> refused: things have changed since
        ? credit 1                     -> 9500
        ",
    );
}

#[test]
fn a_review_opens_a_decided_case_again_and_its_decisions_stay() {
    settled(
        "
        floorperson 20 opens a case about dispute round 1 -> case 1 opened about dispute by 20
        shift-manager 50 reopens case 1 -> refused: the case is open
        shift-manager 50 lets case 1 stand -> case 1 decided by 50 and 50: stands
        floorperson 20 reopens case 1  -> refused: needs a shift-manager
        shift-manager 50 reopens case 2 -> refused: no such case
        shift-manager 50 reopens case 1 -> case 1 reopened by 50
        floorperson 20 proposes case 1 is to pay 2500 to 7 at seat 1 for 1 \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
bet in 1 ruled: seat 1 given 2500; case 1 decided by 20 and 50: pay player 7 2500
        ? case 1                       -> decided, 0 notes, 1 reviews: stands, pay player 7 2500
        ",
    );
}

#[test]
fn a_table_keeps_a_hundred_open_cases_and_the_twenty_decided_last() {
    let mut story = String::from("open act\n");
    for case in 1..=100 {
        story += &format!(
            "floorperson 20 opens a case about dispute -> case {case} opened about dispute by 20\n"
        );
    }
    story += "floorperson 20 opens a case about dispute -> refused: at most 100\n";
    for case in 1..=21 {
        story += &format!(
            "shift-manager 50 lets case {case} stand -> case {case} decided by 50 and 50: stands\n"
        );
    }
    check(&format!(
        "{story}
        ? case 1                        -> not at hand
        ? case 2                        -> decided, 0 notes, 0 reviews: stands
        shift-manager 50 reopens case 1 -> refused: no such case
        floorperson 20 notes something in case 1 -> refused: the case is decided
        floorperson 20 opens a case about dispute -> case 101 opened about dispute by 20
        "
    ));
}

#[test]
fn where_the_game_is_played_with_chips_a_case_is_paid_by_hand() {
    check(
        "
        open act felt
        floorperson 20 opens a case about dispute -> case 1 opened about dispute by 20
        floorperson 20 proposes case 1 is to pay 2500 in chips \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1 -> approved 1 by 50; case 1 decided by 20 and 50: \
pay 2500 in chips
        ? rulings                   -> 0
        ",
    );
}
