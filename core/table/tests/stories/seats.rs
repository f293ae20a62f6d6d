//! Seats and credit: sit, buy in, cash out, leave, lost and back.

use crate::{check, check_under_all};

#[test]
fn a_voucher_becomes_credit_once() {
    check_under_all(
        "
        open $book
        seat 3 sits player 9                    -> seat-taken
        seat 3 buys in 600 (voucher 77)         -> bought-in 600
        seat 3 buys in 600 (voucher 77)         -> refused: the voucher has been used
        seat 1 buys in 600 (voucher 77)         -> refused: the voucher has been used
        seat 3 buys in 600 (voucher 78)         -> bought-in 600
        ",
    );
}

#[test]
fn credit_becomes_a_voucher_once() {
    check_under_all(
        "
        open $book
        seat 3 sits player 9                    -> seat-taken
        seat 3 buys in 600                      -> bought-in 600
        seat 3 cashes out 200 (voucher 88)      -> cashed-out 200
        seat 3 cashes out 200 (voucher 88)      -> refused: the voucher has been used
        seat 3 cashes out 200 (voucher 89)      -> cashed-out 200
        ",
    );
}

#[test]
fn a_terminal_buys_credit_bets_and_pays_out_as_vouchers() {
    check_under_all(
        "
        open $book
        seat 3 buys in 500        -> refused: nobody sits there
        seat 3 sits player 9      -> seat-taken
        seat 3 buys in 0          -> refused: not such an amount
        seat 3 buys in 600        -> bought-in 600
        seat 3 cashes out 601     -> refused: credit 600, needed 601
        seat 3 cashes out 0       -> refused: not such an amount
        dealer 10 opens betting   -> betting-opened 1
        seat 3 bets small 600     -> placed small 600
        seat 3 leaves             -> refused: credit or bets are left
        seat 3 cashes out 1       -> refused: credit 0, needed 1
        dealer 10 plays 1,2,3
        seat 3 leaves             -> refused: credit or bets are left
        seat 3 cashes out 1200    -> cashed-out 1200
        seat 3 leaves             -> seat-left
        ",
    );
}

/// Leaving used to be a cash-out and then a departure: where a bet lay, the credit had become a
/// voucher that nobody was given, and the player sat there without it.
#[test]
fn who_leaves_with_credit_leaves_whole_or_not_at_all() {
    check_under_all(
        "
        open $book
        seat 3 sits player 9 with 600     -> seat-taken; bought-in 600
        seat 3 leaves with 599            -> refused: credit or bets are left
        seat 3 leaves with 601            -> refused: credit 600, needed 601
        seat 3 leaves with 0              -> refused: not such an amount
        dealer 10 opens betting           -> betting-opened 1
        seat 3 bets small 500             -> placed small 500
        seat 3 leaves with 100            -> refused: credit or bets are left
        dealer 10 plays 1,2,3
        seat 3 leaves with 1100           -> cashed-out 1100; seat-left
        seat 3 leaves with 1100           -> refused: nobody sits there
        ",
    );
}

#[test]
fn who_sits_down_with_a_voucher_is_not_left_seated_without_it() {
    check_under_all(
        "
        open $book
        seat 4 sits player 11 with 600 (voucher 77)     -> seat-taken; bought-in 600
        seat 3 sits player 9 with 600 (voucher 77)     -> refused: the voucher has been used
        seat 3 leaves                                  -> refused: nobody sits there
        seat 3 sits player 9 with 0 (voucher 78)       -> refused: not such an amount
        seat 3 leaves                                  -> refused: nobody sits there
        seat 3 sits player 11 with 600 (voucher 78)     -> refused: the player sits elsewhere
        seat 3 sits player 9 with 600 (voucher 78)     -> seat-taken; bought-in 600
        ",
    );
}

#[test]
fn credit_has_a_ceiling() {
    check(
        "
        open maryland
        seat 3 sits player 9               -> seat-taken
        seat 3 buys in 500000000000001     -> refused: not such an amount
        seat 3 buys in 500000000000000     -> bought-in 500000000000000
        seat 3 buys in 1                   -> refused: not such an amount
        ",
    );
}

#[test]
fn a_player_has_one_seat_and_a_seat_one_player() {
    check_under_all(
        "
        open $book
        seat 1 sits player 9   -> refused: the seat is taken
        seat 3 sits player 7   -> refused: the player sits elsewhere
        seat 3 leaves          -> refused: nobody sits there
        ",
    );
}

#[test]
fn no_request_of_one_seat_moves_the_credit_of_another() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        seat 1 doubles            -> doubled small 1000
        seat 1 undoes             -> undone small 500
        seat 1 cashes out 500     -> cashed-out 500
        ? credit 2                -> 10000
        dealer 10 plays 1,2,3
        ? credit 1                -> 10000
        ? credit 2                -> 10000
        ",
    );
}

#[test]
fn a_lost_terminals_registered_bets_stand_and_settle() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        host loses seat 1              -> seat-lost 1
        host loses seat 1              -> nothing
        host loses seat 9              -> refused: nobody sits at seat 9
        dealer 10 throws 1,2,3
        dealer 10 collects             -> collected nothing
        dealer 10 pays                 -> paid seat 1 1000
        dealer 10 clears               -> cleared
        host returns seat 1            -> seat-returned 1
        ? credit 1                     -> 10500
        ",
    );
}

#[test]
fn a_bet_that_was_never_registered_costs_nothing() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        host loses seat 1              -> seat-lost 1
        dealer 10 plays 1,2,3
        host returns seat 1            -> seat-returned 1
        ? credit 1                     -> 10000
        ",
    );
}
