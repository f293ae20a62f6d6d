//! Places of a felt table: players without terminals, their colours, and what is recorded of their
//! chips.

use crate::{check, check_under, check_under_all};

/// What refuses colours, by book.
const NO_COLOURS: [(&str, &str); 7] = [
    ("massachusetts", "reading 17"),
    ("maryland", "reading 17"),
    ("pennsylvania-a", "reading 17"),
    ("pennsylvania-b", "reading 17"),
    ("singapore-1", "reading 17"),
    ("singapore-2", "reading 17"),
    ("singapore-3", "reading 17"),
];

#[test]
fn a_place_is_a_seat_without_a_terminal() {
    check_under_all(
        "
        open $book felt
        floor 10 gives place 3 to 7 -> seat-taken
        floor 10 gives place 3 to 8 -> refused: the seat is taken
        floor 10 gives place 4 to 7 -> refused: the player sits elsewhere
        floor 99 gives place 4 to 8 -> refused: not on the staff of this table
        host gives place 4 to 8 -> seat-taken
        seat 3 leaves -> refused: a felt table has no terminals
        seat 3 buys in 500 -> refused: a felt table has no terminals
        seat 3 bets big 500 -> refused: a felt table has no terminals
        seat 3 limits loss 500 -> refused: a felt table has no terminals
        host loses seat 3 -> refused: a felt table has no terminals
        host returns seat 3 -> refused: a felt table has no terminals
        host binds seat 3 to 9 -> refused: a felt table has no terminals
        dealer 10 proposes seat 3 of 7 at 9 -> refused: a felt table has no terminals
        dealer 11 frees place 3 -> seat-left
        dealer 11 frees place 3 -> refused: nobody sits at seat 3
        floor 11 gives place 3 to 9 -> seat-taken
        ",
    );
}

#[test]
fn a_table_of_terminals_has_no_places() {
    check(
        "
        open act
        floor 10 gives place 3 to 7 -> refused: no chips are paid here
        dealer 10 frees place 1 -> refused: no chips are paid here
        dealer 10 takes the colour of 1 back -> refused: no chips are paid here
        dealer 10 opens betting -> betting-opened 1
        dealer 10 records 1 small 500 -> refused: no chips are paid here
        ",
    );
}

/// ACT 4.6: chips of a colour are worth nothing anywhere else.
#[test]
fn a_colour_belongs_to_one_player_and_is_taken_back_before_they_go() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 gives seat 1 colour 3 worth 200 -> colour-assigned seat 1 colour 3 worth 200
        dealer 10 gives seat 2 colour 3 worth 500 -> refused: another player has this colour
        dealer 10 gives seat 1 colour 3 worth 500 -> refused: colours are out at 1
        dealer 10 gives seat 1 colour 4 worth 200 -> refused: colours are out at 1
        dealer 10 gives seat 1 colour 3 worth 200 -> colour-assigned seat 1 colour 3 worth 200
        dealer 10 gives seat 2 colour 4 worth 500
        ? colours -> [SeatNumber(1), SeatNumber(2)]
        dealer 10 frees place 1 -> refused: colours are out at 1
        supervisor 30 announces closing
        supervisor 30 closes the table -> refused: colours are out at 1 2
        dealer 10 takes the colour of 1 back -> colour 3 of 1 taken back by 10
        dealer 10 takes the colour of 1 back -> refused: there is nothing
        dealer 10 frees place 1 -> seat-left
        supervisor 30 closes the table -> refused: colours are out at 2
        dealer 10 takes the colour of 2 back
        supervisor 30 closes the table -> table-closed by 30
        ",
    );
    check_under(
        &NO_COLOURS,
        "
        open $book felt
        host gives place 1 to 7
        dealer 10 gives seat 1 colour 3 worth 200 -> refused: not allowed ($clause)
        ",
    );
}

#[test]
fn a_colour_that_came_back_is_given_to_the_next() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 gives seat 1 colour 3 worth 200
        dealer 10 takes the colour of 1 back
        dealer 10 gives seat 2 colour 3 worth 500 -> colour-assigned seat 2 colour 3 worth 500
        ",
    );
}

#[test]
fn what_lies_there_is_recorded_whole_until_it_is_collected() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 records 1 small 500 -> refused: no round
        dealer 10 opens betting
        dealer 10 records 1 nothing -> refused: there is nothing
        dealer 10 records 9 small 500 -> refused: nobody sits at seat 9
        dealer 10 records 1 small 500 big 600  -> recorded at 1 small 500 big 600
        dealer 10 records 1 big 700 -> recorded at 1 big 700
        dealer 11 records 1 big 800 -> refused: not on duty
        floorperson 20 records 2 small 500 -> recorded at 2 small 500
        dealer 10 records 2 nothing -> recorded at 2 nothing
        (round 2) dealer 10 records 1 big 900  -> refused: another round, it is 1
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals
        dealer 10 records 2 small 1000 -> recorded at 2 small 1000
        dealer 10 enters 4,5,6
        dealer 10 confirms 4,5,6
        dealer 10 records 1 big 900 -> recorded at 1 big 900
        ? payout 1 -> paid 900 (big 900 at 1 to 1 wins 900), 0 collected, 0 back
        ? payout 2 -> paid 0, 1000 collected, 0 back
        dealer 10 collects -> collected nothing
        dealer 10 records 1 big 1000 -> refused: not while paying
        dealer 10 pays -> paid nothing
        dealer 10 clears -> cleared
        ? changes 1 -> seat 1 paid 900 due 900; seat 2 paid -1000 due -1000
        ",
    );
}

/// ACT 3.4: the first wager below the minimum is settled, further ones of its owner go back.
#[test]
fn below_the_minimum_the_first_record_is_settled_and_further_ones_are_returned() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 opens betting
        dealer 10 records 1 small 400 -> recorded at 1 small 400, advised
        dealer 10 records 1 small 400 big 500  -> recorded at 1 small 400 big 500
        dealer 10 records 1 small 300 -> refused: small: the minimum is 500
        dealer 10 records 1 small 400 odd 400  -> refused: odd: this table does not offer it
        dealer 10 records 1 small 400 single-1 400 -> refused: single-1: the minimum is 500
        dealer 10 records 2 big 400 -> recorded at 2 big 400, advised
        dealer 10 throws 1,2,3
        ? payout 1 -> paid 400 (small 400 at 1 to 1 wins 400), 500 collected, 0 back
        ? payout 2 -> paid 0, 400 collected, 0 back
        dealer 10 collects
        dealer 10 pays
        dealer 10 clears
        dealer 10 opens betting -> betting-opened 2
        dealer 10 records 1 small 400 -> refused: small: the minimum is 500
        dealer 10 records 1 small 500 -> recorded at 1 small 500
        ",
    );
}

/// ACT 3.5: above the maximum a wager is settled to the maximum; ACT 3.2: a marker raises it.
#[test]
fn above_the_maximum_is_counted_to_it_and_a_marker_raises_it() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        floorperson 20 marks seat 2 up to 8000
        dealer 10 opens betting
        dealer 10 records 1 small 6000  -> recorded at 1 small 5000, small 1000 goes back
        dealer 10 records 2 small 6000  -> recorded at 2 small 6000
        dealer 10 records 2 small 9000  -> recorded at 2 small 8000, small 1000 goes back
        dealer 10 throws 1,2,3
        ? payout 1 -> paid 5000 (small 5000 at 1 to 1 wins 5000), 0 collected, 1000 back
        ? payout 2 -> paid 8000 (small 8000 at 1 to 1 wins 8000), 0 collected, 1000 back
        ",
    );
}

/// Where the document says nothing, wagers outside the limits are not taken (reading 17).
#[test]
fn where_the_book_refuses_a_record_outside_the_limits_is_refused() {
    for book in ["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b", "singapore-1"] {
        check(&format!(
            "
            open {book} felt
            host gives place 1 to 7
            dealer 10 opens betting
            dealer 10 records 1 small 400 -> refused: small: the minimum is 500
            dealer 10 records 1 small 500 -> recorded at 1 small 500
            dealer 10 records 1 small 5100 -> refused: small: the maximum is 5000
            dealer 10 records 1 small 5000 -> recorded at 1 small 5000
            dealer 10 records 1 small 550 -> refused: small: stakes are multiples of 100
            dealer 10 records 1 small 500 small 600 -> refused: small: it is named twice
            "
        ));
    }
}

#[test]
fn what_the_house_could_lose_is_shown_and_refuses_nothing_on_cloth() {
    check(
        "
        open act felt seat-max 5000 exposure-max 1000000
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 records 1 any-triple 5000 triple-1 5000
        ? worst -> 1055000
        dealer 10 records 1 small 5000 -> recorded at 1 small 5000
        ? worst -> 5000
        dealer 10 proposes void bets of seat 1
        supervisor 30 approves 1
        ? worst -> 0
        ",
    );
}

/// ACT 10.2(a): one player's wager is declared void, in play or settled; the chips are moved by
/// hand.
#[test]
fn the_wager_of_one_player_is_void_by_its_record() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 opens betting
        dealer 10 records 1 small 500
        dealer 10 records 2 small 600
        dealer 10 proposes void bets of seat 3  -> refused: there is nothing
        dealer 10 proposes void bets of seat 1  -> proposed 1 by 10 to a supervisor
        supervisor 30 approves 1 -> approved 1 by 30; chips of 1 in 1 void
        dealer 10 records 1 small 500 -> refused: the chips of 1 are void
        dealer 10 proposes void bets of seat 1  -> refused: there is nothing
        dealer 10 throws 1,2,3
        ? payout 1 -> paid 0, 0 collected, 500 back
        ? payout 2 -> paid 600 (small 600 at 1 to 1 wins 600), 0 collected, 0 back
        dealer 10 collects
        dealer 10 pays
        dealer 10 frees place 1 -> seat-left
        dealer 10 proposes void bets of seat 2
        supervisor 30 approves 2 -> approved 2 by 30; cleared; chips of 2 in 1 void
        ? changes 1 -> seat 1 paid 0 due 0; seat 2 paid 600 due 0
        dealer 10 proposes void bets of seat 2 in 1 -> refused: there is nothing
        ",
    );
}

#[test]
fn a_void_wager_that_was_collected_lies_on_the_layout_again() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 records 1 big 500
        dealer 10 throws 1,2,3
        dealer 10 collects
        dealer 10 calls contravention
        dealer 10 proposes void bets of seat 1
        supervisor 30 approves 1
        ? phase                  -> collecting
        dealer 10 collects
        dealer 10 pays
        dealer 10 clears
        ? changes 1 -> seat 1 paid 0 due 0
        ",
    );
}

/// What a correction means for whom is told by the records, and posted nowhere.
#[test]
fn a_corrected_round_says_what_each_place_was_due() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 opens betting
        dealer 10 records 1 small 500 double-1 500
        dealer 10 records 2 big 500
        dealer 10 plays 1,2,3
        ? changes 1 -> seat 1 paid 0 due 0; seat 2 paid -500 due -500
        dealer 10 proposes correction of 1 to 4,5,6
        supervisor 30 approves 1 -> approved 1 by 30; past-round 1 corrected to 4,5,6: nothing
        ? changes 1 -> seat 1 paid 0 due -1000; seat 2 paid -500 due 500
        dealer 10 proposes void for disturbance of 1
        supervisor 30 approves 2 -> approved 2 by 30; past-round 1 voided for disturbance: nothing
        ? changes 1 -> seat 1 paid 0 due 0; seat 2 paid -500 due 0
        ",
    );
}

#[test]
fn a_round_that_is_void_in_play_pays_and_takes_nothing_on_cloth() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 records 1 small 500
        dealer 10 calls impracticable
        dealer 10 proposes void for impracticable of 1
        supervisor 30 approves 1
        ? changes 1 -> seat 1 paid 0 due 0
        ? worst -> 0
        ",
    );
}

/// A case paid so much to the credit of a place; nobody could ever have it, and the place could not
/// be freed.
#[test]
fn no_case_pays_to_the_credit_of_a_place() {
    check_under(
        &[("act", "refused: no credit is paid here")],
        "
        open $book felt
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 records 1 small 500
        dealer 10 plays 1,2,3
        floorperson 20 opens a case about dispute round 1 seat 1 player 7
        pit-manager 40 proposes case 1 is to pay 5 to 7 at seat 1 for 1 -> $clause
        pit-manager 40 proposes case 1 is to take 5 from 7 at seat 1 for 1 -> $clause
        shift-manager 50 proposes case 1 is to pay 500 in chips
        shift-manager 50 proposes case 1 is void bets of seat 1 in 1
        shift-manager 51 approves 2
        ? changes 1                 -> seat 1 paid 500 due 0
        ",
    );
}

/// A player who leaves does not leave their chips on the layout.
#[test]
fn nobody_leaves_a_place_while_their_chips_are_played_for() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 records 1 small 500
        dealer 10 frees place 1 -> refused: credit or bets are left
        dealer 10 throws 1,2,3
        dealer 10 collects
        dealer 10 frees place 1 -> refused: credit or bets are left
        dealer 10 pays
        dealer 10 frees place 1 -> seat-left
        floor 10 gives place 1 to 8 -> seat-taken
        dealer 10 clears
        ? changes 1 -> seat 1 paid 500 due 500
        ",
    );
}

/// ACT 10.2(b): who is kept from the game bets no more, also with chips.
#[test]
fn an_excluded_player_has_no_chips_recorded_and_the_place_is_barred() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 gives seat 1 colour 2 worth 500
        dealer 10 opens betting
        dealer 10 records 1 small 500
        supervisor 30 excludes player 7 -> excluded player 7 by 30; seat 1 barred
        dealer 10 records 1 small 600 -> refused: player 7 is excluded
        dealer 10 records 1 nothing -> recorded at 1 nothing
        dealer 10 frees place 1 -> refused: colours are out at 1
        dealer 10 takes the colour of 1 back
        dealer 10 frees place 1 -> seat-left
        floor 10 gives place 1 to 8 -> refused: seat 1 is barred
        floor 10 gives place 2 to 7 -> refused: player 7 is excluded
        floorperson 20 releases seat 1
        floor 10 gives place 1 to 8 -> seat-taken
        ",
    );
}

/// PA 625a.5(g): the dealer, or a selected player, activates a player-activated shaker after no
/// more bets; on felt the dealer writes down who did.
#[test]
fn a_selected_player_shakes_by_hand_and_the_dealer_records_it() {
    for book in ["pennsylvania-a", "pennsylvania-b"] {
        check(&format!(
            "
            open {book} felt player-activated
            host gives place 1 to 7
            dealer 10 opens betting
            dealer 10 selects seat 2 -> refused: nobody sits at seat 2
            dealer 10 selects seat 1 -> player-selected seat 1
            dealer 10 shakes 3 -> refused: needs no more bets called (PA 625a.5(g))
            dealer 10 calls no more bets
            dealer 11 shakes 3 -> refused: not on duty
            dealer 10 shakes 3 -> shaken 3 times by seat 1
            dealer 10 reveals
            dealer 10 enters 1,2,3
            dealer 10 confirms 1,2,3
            dealer 10 collects
            dealer 10 pays
            dealer 10 clears
            dealer 10 opens betting -> betting-opened 2
            dealer 10 calls no more bets
            dealer 10 shakes 3 -> shaken 3 times
            "
        ));
    }
}

/// A selected player who has left activates nothing.
#[test]
fn where_the_selected_player_has_left_the_dealer_activates_the_shaker() {
    check(
        "
        open pennsylvania-a felt player-activated
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 selects seat 1
        dealer 10 calls no more bets
        dealer 10 frees place 1 -> seat-left
        dealer 10 shakes 3 -> shaken 3 times
        ",
    );
}

/// Recording is a help: a round without it takes no more presses than it ever did.
#[test]
fn a_round_needs_no_record_and_no_place() {
    check_under_all(
        "
        open $book felt
        dealer 10 opens betting
        dealer 10 plays 1,2,3
        host gives place 1 to 7
        dealer 10 opens betting
        dealer 10 plays 1,2,3
        ? changes 2 -> nothing
        ",
    );
}

#[test]
fn a_repeated_record_is_done_once() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 opens betting
        (id 90) dealer 10 records 1 small 400  -> recorded at 1 small 400, advised
        (id 90) dealer 10 records 1 small 400  -> nothing
        (id 90) dealer 10 records 1 small 500  -> refused: the number belongs to another request
        ",
    );
}
