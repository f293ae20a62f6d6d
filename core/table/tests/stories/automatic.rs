//! Tables without a dealer, and tables without terminals.

use crate::{check, check_under_all};

#[test]
fn an_automatic_table_plays_by_the_clock() {
    check_under_all(
        "
        open $book automatic
        ? deadline                -> in 3000ms
        +2999ms host tick         -> nothing
        +1ms host tick            -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        seat 2 bets big 600       -> placed big 600
        host rolls 1,2,3          -> refused: not while betting
        +15s host tick            -> betting-warned
        +5s host tick             -> betting-closed
        host tick                 -> nothing
        dealer 10 shakes 3        -> refused: not on duty
        floorperson 20 shakes 3   -> refused: not with these dice
        host rolls 1,2,3          -> result 1,2,3
        host rolls 1,2,3          -> refused: not while collecting
        ? deadline                -> at once
        host tick                 -> collected seat 2 600
        ? deadline                -> at once
        host tick                 -> paid seat 1 1000
        ? deadline                -> in 4000ms
        +3999ms host tick         -> nothing
        +1ms host tick            -> cleared
        +2999ms host tick         -> nothing
        +1ms host tick            -> betting-opened 2
        ",
    );
}

/// Whoever put a shaker with dice beside a table of random dice could shake them, uncover them and
/// enter what they showed, and the round was settled by that.
#[test]
fn dice_in_a_shaker_beside_a_table_of_random_dice_decide_nothing() {
    check(
        "
        open maryland automatic
        floorperson 20 installs shaker 1 manual sealed            -> shaker-installed 1
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1   -> dice-installed 2
        +3s host tick                  -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        +20s host tick                 -> betting-closed
        floorperson 20 shakes 3        -> refused: not with these dice
        floorperson 20 reveals         -> refused: not with these dice
        floorperson 20 covers          -> refused: not with these dice
        host rolls 1,2,3               -> result 1,2,3
        ",
    );
}

#[test]
fn an_automatic_table_that_closes_opens_no_further_round() {
    check_under_all(
        "
        open $book automatic
        supervisor 30 announces closing  -> closing-announced by 30
        +10s host tick                   -> nothing
        ? deadline                       -> none
        supervisor 30 closes the table   -> table-closed by 30
        ",
    );
}

#[test]
fn an_automatic_table_settles_nothing_in_the_dark_without_a_superior() {
    check(
        "
        open maryland automatic
        +3s host tick                     -> betting-opened 1
        seat 1 bets small 500             -> placed small 500
        +20s host tick                    -> betting-closed
        host rolls 1,2,3                  -> result 1,2,3
        floorperson 20 calls display-failed -> called display-failed by 20, remedy settle-by-hand
        host tick                         -> nothing
        floorperson 20 is present         -> presence-attested by 20
        host tick                         -> collected nothing
        host tick                         -> paid seat 1 1000
        +4s host tick                     -> cleared; suspended
        +10s host tick                    -> nothing
        ",
    );
}

#[test]
fn a_dealer_may_run_random_dice() {
    check_under_all(
        "
        open $book random
        supervisor 30 opens betting         -> betting-opened 1
        seat 1 bets small 500               -> placed small 500
        host rolls 1,2,3                    -> refused: not while betting
        supervisor 30 calls no more bets    -> betting-closed
        supervisor 30 reveals               -> refused: not with these dice
        supervisor 30 enters 1,2,3          -> refused: not while no-more-bets
        host rolls 1,2,3                    -> result 1,2,3
        supervisor 30 collects              -> collected nothing
        supervisor 30 pays                  -> paid seat 1 1000
        supervisor 30 clears                -> cleared
        ",
    );
}

/// Two people together could put other dice in the place of a draw, as they may in the place of a
/// wrong entry: nobody had seen those dice, and the draw was the fair one.
#[test]
fn what_was_drawn_stands_or_is_void_whoever_agrees_on_other_dice() {
    check_under_all(
        "
        open $book random
        supervisor 30 opens betting                       -> betting-opened 1
        seat 1 bets small 500                             -> placed small 500
        supervisor 30 calls no more bets                  -> betting-closed
        floorperson 20 proposes dice 4,5,6                -> refused: the dice were drawn
        host rolls 1,2,3                                  -> result 1,2,3
        floorperson 20 proposes correction of 1 to 4,5,6  -> refused: the dice were drawn
        supervisor 30 collects                            -> collected nothing
        supervisor 30 pays                                -> paid seat 1 1000
        supervisor 30 clears                              -> cleared
        floorperson 20 proposes correction of 1 to 4,5,6  -> refused: the dice were drawn
        floorperson 20 proposes void for dispute of 1     -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1                       -> approved 1 by 50; \
past-round 1 voided for dispute: seat 1 taken 500
        ? credit 1                                        -> 10000
        ",
    );
}

#[test]
fn random_dice_are_refused_at_a_table_with_a_shaker() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 closes betting
        host rolls 1,2,3               -> refused: not with these dice
        ",
    );
}

#[test]
fn a_felt_table_has_the_same_procedure_and_no_terminals() {
    check_under_all(
        "
        open $book felt
        seat 1 sits player 7          -> refused: a felt table has no terminals
        seat 1 buys in 500            -> refused: a felt table has no terminals
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals             -> revealed
        dealer 10 enters 1,2,3        -> entered 1,2,3
        dealer 10 confirms 1,2,3      -> result 1,2,3
        dealer 10 collects            -> collected nothing
        dealer 10 pays                -> paid nothing
        dealer 10 clears              -> cleared
        ? result 1                    -> 1,2,3
        ",
    );
}
