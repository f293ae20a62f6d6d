//! Seats and credit: sit, buy in, cash out, leave, lost and back.

use crate::{BETS_FINAL, check, check_under, check_under_all};

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
        seat 2 (session 1) bets small 500    -> refused: the seat is kept for its player
        seat 2 (session 1) cashes out 500    -> refused: the seat is kept for its player
        seat 2 (session 1) leaves            -> refused: the seat is kept for its player
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
    // What was on its way when the line broke comes too late, and only what is registered counts.
    check_under(
        &BETS_FINAL,
        "
        open $book automatic
        +3s host tick                  -> betting-opened 1
        seat 1 bets big 500            -> placed big 500
        host loses seat 1              -> seat-lost 1
        +20s host tick                 -> betting-closed
        host returns seat 1            -> seat-returned 1
        seat 1 bets big 700            -> refused: betting is closed ($clause)
        ? credit 1                     -> 9500
        host rolls 4,5,6               -> result 4,5,6
        host tick
        host tick                      -> paid seat 1 1000
        ? credit 1                     -> 10500
        ",
    );
}

/// One floorperson took the terminal of a seated player away, enrolled another at that seat and
/// cashed out there. The seat listened to whatever terminal stood at it.
#[test]
fn no_other_terminal_speaks_for_whoever_sits_there() {
    check_under_all(
        "
        open $book
        seat 3 sits player 9                    -> seat-taken
        seat 3 buys in 5000                     -> bought-in 5000
        host loses seat 3                       -> seat-lost 3
        seat 3 (session 77) cashes out 5000     -> refused: the seat is kept for its player
        seat 3 (session 77) buys in 100         -> refused: the seat is kept for its player
        seat 3 (session 77) leaves              -> refused: the seat is kept for its player
        seat 3 (session 77) sits player 10      -> refused: the seat is kept for its player
        seat 3 (session 77) limits loss 10      -> refused: the seat is kept for its player
        dealer 10 opens betting                 -> betting-opened 1
        seat 3 (session 77) bets small 500      -> refused: the seat is kept for its player
        seat 3 sits player 10                   -> refused: the seat is taken
        seat 3 bets small 500                   -> placed small 500
        seat 3 (session 77) takes down small    -> refused: the seat is kept for its player
        dealer 10 plays 1,2,3
        ? credit 3                              -> 5500
        seat 3 cashes out 5500                  -> cashed-out 5500
        seat 3 leaves                           -> seat-left
        seat 3 (session 77) sits player 10      -> seat-taken
        seat 3 leaves                           -> refused: the seat is kept for its player
        ",
    );
}

#[test]
fn two_people_give_a_player_the_seat_back_at_another_terminal() {
    check_under_all(
        "
        open $book
        seat 3 sits player 9                    -> seat-taken
        seat 3 buys in 5000                     -> bought-in 5000
        dealer 10 opens betting                 -> betting-opened 1
        seat 3 bets small 500                   -> placed small 500
        floorperson 20 proposes seat 3 of 9 at 77 -> refused: the player's own terminal answers
        host loses seat 3                       -> seat-lost 3
        dealer 11 proposes seat 3 of 9 at 77    -> refused: not on duty
        floorperson 20 proposes seat 3 of 8 at 77 -> refused: nobody sits at seat 3
        floorperson 20 proposes seat 4 of 9 at 77 -> refused: nobody sits at seat 4
        floorperson 20 proposes seat 3 of 9 at 3  -> refused: there is nothing
        floorperson 20 proposes seat 3 of 9 at 77 -> proposed 1 by 20 to a floorperson
        floorperson 20 approves 1               -> refused: two people must agree
        dealer 11 approves 1                    -> refused: needs a floorperson
        seat 3 (session 77) cashes out 100      -> refused: the seat is kept for its player
        host returns seat 3                     -> seat-returned 3
        supervisor 30 approves 1                -> refused: the player's own terminal answers
        host loses seat 3                       -> seat-lost 3
        supervisor 30 approves 1 -> approved 1 by 30; \
seat 3 of player 9 handed over to 77 by 20 and 30
        ? credit 3                              -> 4500
        seat 3 cashes out 100                   -> refused: the seat is kept for its player
        seat 3 (session 77) (id 90) bets small 500  -> placed small 1000
        dealer 10 plays 1,2,3
        seat 3 (session 77) (id 91) cashes out 6000 -> cashed-out 6000
        ",
    );
}

#[test]
fn a_proposal_does_not_give_the_seat_to_whoever_sat_down_since() {
    check(
        "
        open maryland
        seat 3 sits player 9                      -> seat-taken
        host loses seat 3                         -> seat-lost 3
        floorperson 20 proposes seat 3 of 9 at 77 -> proposed 1 by 20 to a floorperson
        floorperson 20 proposes seat 3 of 9 at 78 -> proposed 2 by 20 to a floorperson
        supervisor 30 approves 2 -> approved 2 by 30; \
seat 3 of player 9 handed over to 78 by 20 and 30
        supervisor 30 approves 1                  -> refused: things have changed since
        seat 3 (session 78) leaves                -> seat-left
        seat 3 (session 79) (id 95) sits player 9 -> seat-taken
        supervisor 30 approves 1                  -> refused: things have changed since
        ",
    );
}

#[test]
fn a_seat_that_knows_its_terminal_keeps_it() {
    check(
        "
        open maryland
        seat 3 sits player 9     -> seat-taken
        host binds seat 3 to 77  -> nothing
        host binds seat 4 to 77  -> refused: nobody sits at seat 4
        ",
    );
}
