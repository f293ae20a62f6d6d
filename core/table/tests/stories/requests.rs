//! Every request once: repeats, reused numbers, old numbers and the fence between rounds.

use crate::{check, check_under_all};

#[test]
fn a_repeated_request_is_answered_once() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting             -> betting-opened 1
        seat 1 (id 50) bets small 500       -> placed small 500
        seat 1 (id 50) bets small 500       -> nothing
        ? credit 1                          -> 9500
        seat 1 (id 51) buys in 500          -> bought-in 500
        seat 1 (id 51) buys in 500          -> nothing
        ? credit 1                          -> 10000
        ",
    );
}

#[test]
fn a_repeat_after_the_round_is_still_answered_once() {
    check(
        "
        open maryland
        dealer 10 opens betting                   -> betting-opened 1
        seat 1 (id 50) bets small 500             -> placed small 500
        dealer 10 plays 1,2,3
        seat 1 (id 50) (round 1) bets small 500   -> nothing
        ? credit 1                                -> 10500
        ",
    );
}

#[test]
fn a_reused_number_is_refused() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting             -> betting-opened 1
        seat 1 (id 50) bets small 500       -> placed small 500
        seat 1 (id 50) bets small 600  -> refused: the number belongs to another request
        seat 1 (id 50) bets big 500    -> refused: the number belongs to another request
        seat 2 (id 50) bets big 500         -> placed big 500
        ",
    );
}

#[test]
fn a_refused_request_may_be_made_again_under_its_number() {
    check(
        "
        open maryland
        dealer 10 opens betting         -> betting-opened 1
        seat 1 (id 50) bets small 400   -> refused: small: the minimum is 500
        seat 1 (id 50) bets small 500   -> placed small 500
        ",
    );
}

#[test]
fn a_request_older_than_the_table_remembers_is_refused() {
    let mut story = String::from("open maryland\n");
    for id in 100..132 {
        story += &format!("seat 1 (id {id}) buys in 1 -> bought-in 1\n");
    }
    // Two requests of the opening came before these thirty-two and are forgotten by now.
    story += "seat 1 (id 3) buys in 1 -> bought-in 1
        seat 1 (id 2) buys in 1 -> refused: the request is too old
        seat 1 (id 100) buys in 1 -> nothing
        seat 1 (id 132) buys in 1 -> bought-in 1
        seat 1 (id 99) buys in 1 -> refused: the request is too old";
    check(&story);
}

#[test]
fn a_late_repeat_does_not_act_for_the_next_player() {
    check(
        "
        open maryland
        seat 3 (id 1) sits player 9       -> seat-taken
        seat 3 (id 2) buys in 600         -> bought-in 600
        seat 3 (id 3) cashes out 600      -> cashed-out 600
        seat 3 (id 4) leaves              -> seat-left
        seat 3 (id 5) sits player 77      -> seat-taken
        seat 3 (id 2) buys in 600         -> refused: the request is too old
        ? credit 3                        -> 0
        ",
    );
}

#[test]
fn a_command_for_another_round_is_refused() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting                    -> betting-opened 1
        seat 1 (round 2) bets small 500            -> refused: another round, it is 1
        dealer 10 (round 2) calls no more bets     -> refused: another round, it is 1
        dealer 10 plays 1,2,3
        dealer 10 (round 1) opens betting          -> refused: no round
        dealer 10 (round 2) opens betting          -> betting-opened 2
        seat 1 (round 1) bets small 500            -> refused: another round, it is 2
        dealer 10 (round 1) calls no more bets     -> refused: another round, it is 2
        dealer 10 (round 1) calls disturbance      -> refused: another round, it is 2
        seat 1 bets small 500                      -> placed small 500
        ",
    );
}

#[test]
fn a_member_of_staff_at_two_screens_counts_at_each() {
    check(
        "
        open maryland
        floorperson 20 announces closing (id 1) (session 7)  -> closing-announced by 20
        floorperson 20 starts a shift (id 1) (session 8)     -> shift-started by 20
        ",
    );
}
