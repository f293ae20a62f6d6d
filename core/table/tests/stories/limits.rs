//! Minimum, maximum, multiples, seat and exposure limits, markers and notice of a change.

use crate::{check, check_under, check_under_all};

#[test]
fn the_minimum_is_taken_and_one_step_below_is_refused() {
    for book in ["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b", "singapore-1"] {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting  -> betting-opened 1
            seat 1 bets small 400    -> refused: small: the minimum is 500
            seat 1 bets small 500    -> placed small 500
            "
        ));
    }
}

#[test]
fn the_maximum_is_taken_and_one_step_above_is_refused() {
    for book in ["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b", "singapore-1"] {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting  -> betting-opened 1
            seat 1 bets big 5100     -> refused: big: the maximum is 5000
            seat 1 bets big 5000     -> placed big 5000
            seat 1 bets big 500      -> refused: big: the maximum is 5000
            "
        ));
    }
}

#[test]
fn a_stake_is_a_multiple_of_what_the_table_shows() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets big 550      -> refused: big: stakes are multiples of 100
        seat 1 bets big 600      -> placed big 600
        ",
    );
}

/// A table could be set up at which nobody could place a single bet.
#[test]
fn ceilings_below_what_a_minimum_needs_are_no_limits() {
    check(
        "
        open act seat-max 50000 exposure-max 2000000
        supervisor 30 announces limits 50100 60000 100 -> refused: a seat may stake 50000
        supervisor 30 announces limits 11200 60000 100 -> refused: the house may lose 2000000
        supervisor 30 announces limits 11100 60000 100 -> limits-announced from round 1
        ",
    );
}

#[test]
fn a_stake_that_could_not_be_paid_exactly_is_refused_whatever_the_multiple() {
    check(
        "
        open singapore-1
        supervisor 30 announces limits 501 5000 1  -> refused: limits do not fit double-1
        supervisor 30 announces limits 500 5000 1  -> limits-announced from round 1
        dealer 10 opens betting                    -> betting-opened 1
        seat 1 bets total-8 501   -> refused: total-8: stakes are multiples of 2
        seat 1 bets total-8 502   -> placed total-8 502
        seat 1 bets small 501     -> placed small 501
        ",
    );
}

#[test]
fn below_the_minimum_the_first_is_settled_and_advised_and_further_ones_are_returned() {
    check(
        "
        open act
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 400    -> placed small 400, advised
        seat 1 bets big 400      -> refused: big: the minimum is 500
        seat 2 bets big 400      -> placed big 400, advised
        dealer 10 throws 1,2,3
        dealer 10 collects       -> collected seat 2 400
        dealer 10 pays           -> paid seat 1 800
        dealer 10 clears         -> cleared
        dealer 10 opens betting  -> betting-opened 2
        seat 1 bets small 400    -> refused: small: the minimum is 500
        seat 1 bets small 500    -> placed small 500
        ",
    );
}

#[test]
fn above_the_maximum_a_stake_counts_to_the_maximum_and_the_rest_goes_back() {
    check(
        "
        open act
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 5000   -> placed small 5000
        seat 2 bets small 5001   -> placed small 5000
        ? credit 2               -> 5000
        seat 2 bets small 500    -> refused: small: the maximum is 5000
        dealer 10 plays 1,2,3
        ? credit 1               -> 15000
        ? credit 2               -> 15000
        dealer 10 opens betting  -> betting-opened 2
        seat 2 bets small 9000   -> placed small 5000
        dealer 10 plays 6,6,5
        ? credit 2               -> 10000
        ",
    );
}

#[test]
fn a_marker_lets_one_player_stake_more_and_no_other() {
    check(
        "
        open act
        dealer 10 marks seat 1 up to 6000         -> refused: needs a floorperson
        floorperson 20 marks seat 1 up to 6000    -> marker-granted seat 1 up to 6000 by 20
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 6000    -> placed small 6000
        seat 1 bets big 6001      -> refused: credit 4000, needed 6000
        seat 2 bets small 6000    -> placed small 5000
        seat 2 undoes             -> undone small 0
        seat 1 clears bets        -> cleared small 0
        seat 1 bets small 6100    -> placed small 6000
        ",
    );
}

/// A marker below the maximum was granted, and let nobody stake more.
#[test]
fn a_marker_lets_a_player_stake_more_or_is_none() {
    check(
        "
        open act
        floorperson 20 marks seat 1 up to 100     -> refused: not allowed (ACT 3.2)
        floorperson 20 marks seat 1 up to 6000    -> marker-granted seat 1 up to 6000 by 20
        floorperson 20 marks seat 1 up to 100     -> marker-granted seat 1 up to 100 by 20
        ",
    );
}

#[test]
fn a_book_without_markers_grants_none() {
    for book in ["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b", "singapore-1"] {
        check(&format!(
            "
            open {book}
            floorperson 20 marks seat 1 up to 6000  -> refused: not allowed (reading 17)
            "
        ));
    }
}

#[test]
fn new_limits_are_told_first_and_hold_from_a_later_round() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting                     -> betting-opened 1
        seat 1 bets small 500                       -> placed small 500
        supervisor 30 announces limits 1000 8000 100   -> limits-announced from round 2
        seat 1 bets big 500                         -> placed big 500
        dealer 10 plays 1,2,3
        dealer 10 opens betting                     -> betting-opened 2
        seat 1 bets big 1000                        -> placed big 1000
        seat 1 bets small 8000                      -> placed small 8000
        ",
    );
}

/// A changed configuration is told with the same notice, and bets that lie are not touched by it.
#[test]
fn the_house_itself_announces_limits() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting                    -> betting-opened 1
        seat 1 bets small 500                      -> placed small 500
        host announces limits 1000 8000 100        -> limits-announced from round 2
        seat 1 bets big 500                        -> placed big 500
        dealer 10 plays 1,2,3
        dealer 10 opens betting                    -> betting-opened 2
        seat 1 bets small 8000                     -> placed small 8000
        ",
    );
}

#[test]
fn a_seat_may_stake_to_its_limit_and_not_above() {
    check_under_all(
        "
        open $book seat-max 1500
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 1000 big 500  -> placed small 1000 big 500
        seat 1 bets big 100             -> refused: a seat may stake 1500
        seat 1 bets triple-1 500        -> refused: a seat may stake 1500
        seat 1 takes down big           -> taken-down big 0
        seat 1 bets triple-1 500        -> placed triple-1 500
        ",
    );
}

#[test]
fn the_house_may_lose_to_its_limit_and_not_above() {
    check_under(
        &[("massachusetts", ""), ("maryland", ""), ("pennsylvania-a", "")],
        "
        open $book exposure-max 75000
        dealer 10 opens betting    -> betting-opened 1
        seat 1 bets triple-1 500   -> placed triple-1 500
        ? worst                    -> 75000
        seat 2 bets single-1 500   -> refused: the house may lose 75000
        seat 2 bets triple-2 500   -> placed triple-2 500
        ? worst                    -> 74500
        seat 2 bets triple-1 500   -> refused: the house may lose 75000
        seat 1 clears bets         -> cleared triple-1 0
        seat 2 bets triple-1 500   -> placed triple-1 500
        ",
    );
    check(
        "
        open maryland exposure-max 74999
        dealer 10 opens betting    -> betting-opened 1
        seat 1 bets triple-1 500   -> refused: the house may lose 74999
        ",
    );
}

#[test]
fn a_colour_belongs_to_one_player_and_has_one_value() {
    check(
        "
        open act
        floorperson 20 gives seat 1 colour 3 worth 500  -> colour-assigned seat 1 colour 3 worth 500
        floorperson 20 gives seat 2 colour 3 worth 500 \
-> refused: another player has this colour
        floorperson 20 gives seat 2 colour 4 worth 100  -> colour-assigned seat 2 colour 4 worth 100
        ",
    );
    check(
        "
        open maryland
        floorperson 20 gives seat 1 colour 3 worth 500  -> refused: not allowed (reading 17)
        ",
    );
}
