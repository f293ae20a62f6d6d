//! Limits that players set for themselves, and keep.

use crate::{check, check_under_all};

#[test]
fn a_stake_that_could_lose_more_than_the_player_set_is_refused_and_one_unit_less_is_not() {
    check_under_all(
        "
        open $book
        seat 1 limits loss 1000  -> own-limits-set seat 1 loss 1000
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 1100   -> refused: their own limit is to lose 1000, 1000 left
        seat 1 bets small 600    -> placed small 600
        seat 1 bets big 500      -> refused: their own limit is to lose 1000, 400 left
        seat 1 doubles           -> refused: their own limit is to lose 1000, 400 left
        seat 1 takes down small  -> taken-down small 0
        seat 1 bets big 1000     -> placed big 1000
        seat 2 bets small 5000   -> placed small 5000
        ",
    );
}

#[test]
fn what_was_won_may_be_lost_again_and_what_was_lost_counts() {
    check(
        "
        open maryland
        seat 1 limits loss 1000  -> own-limits-set seat 1 loss 1000
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 1000   -> placed small 1000
        dealer 10 plays 1,2,3
        dealer 10 opens betting  -> betting-opened 2
        seat 1 bets small 2100   -> refused: their own limit is to lose 1000, 2000 left
        seat 1 bets small 2000   -> placed small 2000
        dealer 10 plays 6,6,5
        dealer 10 opens betting  -> betting-opened 3
        seat 1 bets small 500    -> refused: their own limit is to lose 1000, 0 left
        seat 1 repeats           -> refused: their own limit is to lose 1000, 0 left
        ",
    );
}

#[test]
fn no_bet_is_taken_once_the_players_own_time_is_over_but_any_may_be_taken_down() {
    check(
        "
        open maryland
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        seat 1 limits time 5000         -> own-limits-set seat 1 time 5000
        +4999ms seat 1 bets small 500   -> placed small 1000
        +1ms seat 1 bets small 500      -> refused: their own time of 5000 ms is over
        seat 1 undoes                   -> undone small 500
        seat 1 clears bets              -> cleared small 0
        ",
    );
}

#[test]
fn a_tighter_limit_holds_at_once_and_a_looser_one_after_a_day() {
    check(
        "
        open maryland
        seat 1 limits loss 500               -> own-limits-set seat 1 loss 500
        seat 1 limits nothing                -> own-limits-set seat 1 loss 500 and later more
        +86399999ms dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 600                -> refused: their own limit is to lose 500, 500 left
        +1ms seat 1 bets small 600           -> placed small 600
        ",
    );
}

#[test]
fn limits_are_those_of_who_sits_there_and_nobody_else_may_set_them() {
    check(
        "
        open maryland
        seat 1 limits loss 500       -> own-limits-set seat 1 loss 500
        dealer 10 opens betting      -> betting-opened 1
        seat 1 cashes out 10000      -> cashed-out 10000
        seat 1 leaves                -> seat-left
        seat 1 sits player 9         -> seat-taken
        seat 1 buys in 10000         -> bought-in 10000
        seat 1 bets small 5000       -> placed small 5000
        seat 9 limits loss 500       -> refused: nobody sits there
        ",
    );
}
