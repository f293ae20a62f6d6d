//! Who may do what, who answers for the shaker, and who never plays.

use crate::{check, check_under, check_under_all};

#[test]
fn the_dealer_on_duty_answers_for_the_shaker_and_hands_it_over() {
    check_under_all(
        "
        open $book
        ? on-duty                    -> 10
        dealer 11 opens betting      -> refused: not on duty
        dealer 10 opens betting      -> betting-opened 1
        dealer 11 calls no more bets -> refused: not on duty
        dealer 11 takes the shaker   -> shaker-taken by 11
        ? on-duty                    -> 11
        dealer 10 calls no more bets -> refused: not on duty
        dealer 11 plays 1,2,3
        ",
    );
}

#[test]
fn without_a_dealer_on_duty_no_round_begins() {
    let books = [
        ("massachusetts", "MA 1"),
        ("maryland", "MD 1.E"),
        ("act", "ACT dictionary dealer"),
        ("pennsylvania-a", "PA 625a.1(e)"),
        ("singapore-1", "SG 1.2"),
    ];
    check_under(
        &books,
        "
        open $book
        host releases 10                  -> staff-released
        ? on-duty                         -> nobody
        dealer 10 takes the shaker        -> refused: not on the staff of this table
        floorperson 20 opens betting      -> refused: not on duty
        supervisor 30 announces closing
        supervisor 30 closes the table
        supervisor 30 inspects the shaker 3 times
        supervisor 30 inspects the display with 1,1,1
        supervisor 30 inspects the display with 2,2,2
        supervisor 30 inspects the display with 3,4,5
        floorperson 20 ticks the checklist
        supervisor 30 opens the table \
-> refused: needs a dealer who answers for the shaker ($clause)
        dealer 11 takes the shaker        -> shaker-taken by 11
        supervisor 30 opens the table     -> table-opened by 30
        dealer 11 opens betting           -> betting-opened 1
        ",
    );
}

/// A dealer logged out in the middle of a round, and a floorperson went on with the round without
/// taking the shaker over: the journal named nobody who had answered for the dice.
#[test]
fn a_superior_takes_the_shaker_over_before_running_the_round() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting             -> betting-opened 1
        seat 1 bets small 500               -> placed small 500
        floorperson 20 extends betting      -> refused: not on duty
        floorperson 20 calls no more bets   -> refused: not on duty
        host ends the custody of 10         -> shaker-left by 10
        ? on-duty                           -> nobody
        dealer 10 calls no more bets        -> refused: not on duty
        floorperson 20 calls no more bets   -> refused: not on duty
        shift-manager 50 calls no more bets -> refused: not on duty
        ? phase                             -> betting
        ? bets 1                            -> small 500
        floorperson 20 takes the shaker     -> shaker-taken by 20
        floorperson 20 closes betting
        floorperson 20 tumbles
        dealer 11 takes the shaker          -> shaker-taken by 11
        floorperson 20 reveals              -> refused: not on duty
        dealer 11 reveals                   -> revealed
        dealer 11 enters 1,2,3              -> entered 1,2,3
        supervisor 30 confirms 1,2,3        -> refused: not on duty
        supervisor 30 re-enters             -> refused: not on duty
        dealer 11 confirms 1,2,3            -> result 1,2,3
        pit-manager 40 collects             -> refused: not on duty
        dealer 11 collects
        pit-manager 40 pays                 -> refused: not on duty
        dealer 11 pays
        pit-manager 40 covers               -> refused: not on duty
        pit-manager 40 clears               -> refused: not on duty
        dealer 11 clears                    -> cleared
        supervisor 30 opens betting         -> refused: not on duty
        ",
    );
}

#[test]
fn a_ruling_by_a_superior_needs_no_custody() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting             -> betting-opened 1
        dealer 11 calls disturbance         -> refused: not on duty
        dealer 11 proposes void bets of seat 1 -> refused: not on duty
        floorperson 20 calls disturbance
        ",
    );
}

/// A dealer gave the shaker up between the shake and the reveal, and the dice lay in play with
/// nobody at them.
#[test]
fn nobody_gives_up_dice_that_are_in_play() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting             -> betting-opened 1
        dealer 10 leaves the shaker         -> refused: not while betting
        dealer 10 throws 1,2,3
        dealer 10 leaves the shaker         -> refused: not while collecting
        dealer 11 takes the shaker          -> shaker-taken by 11
        host ends the custody of 11         -> shaker-left by 11
        dealer 10 takes the shaker          -> shaker-taken by 10
        dealer 10 collects                  -> collected nothing
        dealer 10 pays                      -> paid nothing
        dealer 10 clears                    -> cleared
        dealer 10 leaves the shaker         -> shaker-left by 10
        ",
    );
}

#[test]
fn custody_ends_only_for_the_person_who_has_it() {
    check_under_all(
        "
        open $book
        dealer 11 leaves the shaker         -> refused: not on duty
        shift-manager 50 leaves the shaker  -> refused: not on duty
        host ends the custody of 11         -> nothing
        ? on-duty                           -> 10
        dealer 10 leaves the shaker         -> shaker-left by 10
        dealer 10 leaves the shaker         -> refused: not on duty
        ? on-duty                           -> nobody
        ",
    );
}

#[test]
fn a_higher_role_acts_for_a_lower_one_and_never_the_other_way() {
    check_under_all(
        "
        open $book
        floorperson 20 takes the shaker     -> shaker-taken by 20
        floorperson 20 opens betting        -> betting-opened 1
        shift-manager 50 takes the shaker   -> shaker-taken by 50
        shift-manager 50 closes betting
        shift-manager 50 tumbles
        shift-manager 50 reveals            -> revealed
        dealer 10 removes the dice          -> refused: needs a floorperson
        dealer 10 starts a shift            -> refused: needs a floorperson
        dealer 10 attests repair            -> refused: needs a floorperson
        stranger 99 enters 1,2,3            -> refused: not on the staff of this table
        ",
    );
}

/// Assignments and payments of what is owed were journalled as the host's: nobody could tell who
/// had sent the dealer, or which cashier had paid.
#[test]
fn for_whom_the_floor_answers_assigns_and_releases_once() {
    check_under_all(
        "
        open $book
        floor 77 (id 5) assigns dealer 12   -> staff-assigned
        floor 77 (id 5) assigns dealer 12   -> nothing
        floor 77 (id 6) releases 12         -> staff-released
        floor 77 (id 5) assigns dealer 12   -> nothing
        dealer 12 takes the shaker          -> refused: not on the staff of this table
        floor 77 (id 6) releases 11  -> refused: the number belongs to another request
        ",
    );
}

#[test]
fn a_table_is_opened_by_the_role_the_book_names() {
    for (book, role) in [
        ("massachusetts", "floorperson"),
        ("maryland", "floorperson"),
        ("pennsylvania-a", "floorperson"),
        ("act", "supervisor"),
        ("singapore-1", "supervisor"),
    ] {
        check(&format!(
            "
            open {book}
            dealer 10 announces closing     -> refused: needs a {role}
            dealer 10 opens the table       -> refused: needs a {role}
            dealer 10 closes the table      -> refused: needs a {role}
            dealer 10 announces limits 1000 8000 100  -> refused: needs a {role}
            supervisor 30 announces closing -> closing-announced by 30
            "
        ));
    }
}

#[test]
fn who_works_at_a_table_does_not_play_there() {
    let books = [
        ("massachusetts", "reading 20"),
        ("maryland", "reading 20"),
        ("act", "ACT 10.5; reading 20"),
        ("pennsylvania-a", "reading 20"),
        ("singapore-1", "reading 20"),
    ];
    check_under(
        &books,
        "
        open $book
        seat 3 sits player 70 staff 10   -> refused: staff never play ($clause)
        seat 3 sits player 70 staff 60   -> seat-taken
        host assigns dealer 60           -> refused: staff never play ($clause)
        seat 3 leaves                    -> seat-left
        host assigns dealer 60           -> staff-assigned
        ",
    );
}

#[test]
fn a_released_member_of_staff_can_do_nothing() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting              -> betting-opened 1
        host releases 30                     -> staff-released
        supervisor 30 calls no more bets     -> refused: not on the staff of this table
        supervisor 30 announces closing      -> refused: not on the staff of this table
        host releases 30                     -> refused: not on the staff of this table
        ",
    );
}

/// Whoever was excluded left, sat down again at the same terminal, where they were another player
/// to the table, and went on betting.
#[test]
fn an_excluded_player_neither_sits_nor_bets_and_keeps_the_money() {
    check(
        "
        open act
        dealer 10 opens betting            -> betting-opened 1
        seat 1 bets small 500              -> placed small 500
        floorperson 20 excludes player 7   -> refused: needs a supervisor
        supervisor 30 excludes player 7    -> excluded player 7 by 30; seat 1 barred
        supervisor 30 excludes player 9    -> excluded player 9 by 30
        supervisor 30 excludes player 7    -> excluded player 7 by 30
        seat 1 bets small 500              -> refused: player 7 is excluded
        seat 1 buys in 500                 -> refused: player 7 is excluded
        seat 3 sits player 9               -> refused: player 9 is excluded
        floorperson 20 releases seat 1     -> refused: the seat is taken
        dealer 10 plays 1,2,3
        seat 1 cashes out 500              -> cashed-out 500; for the cage
        seat 1 leaves with 10000           -> cashed-out 10000; for the cage; seat-left
        seat 1 sits player 7               -> refused: player 7 is excluded
        seat 1 sits player 12              -> refused: seat 1 is barred
        seat 1 sits player 12 with 500     -> refused: seat 1 is barred
        dealer 10 releases seat 1          -> refused: needs a floorperson
        floorperson 20 releases seat 2     -> refused: seat 2 is not barred
        floorperson 20 releases seat 1     -> seat 1 released by 20
        seat 1 sits player 12              -> seat-taken
        seat 1 buys in 500                 -> bought-in 500
        seat 1 cashes out 500              -> cashed-out 500
        ",
    );
}

#[test]
fn lifting_an_exclusion_is_an_act_with_a_reason() {
    check(
        "
        open act
        supervisor 30 excludes player 7              -> excluded player 7 by 30; seat 1 barred
        floorperson 20 lifts the exclusion of 7      -> refused: needs a supervisor
        supervisor 30 lifts the exclusion of 8       -> refused: player 8 is not excluded
        supervisor 30 lifts the exclusion of 7       -> exclusion of player 7 lifted by 30; \
seat 1 released by 30
        supervisor 30 lifts the exclusion of 7       -> refused: player 7 is not excluded
        dealer 10 opens betting                      -> betting-opened 1
        seat 1 bets small 500                        -> placed small 500
        supervisor 30 excludes player 8              -> excluded player 8 by 30; seat 2 barred
        seat 2 leaves with 10000                     -> cashed-out 10000; for the cage; seat-left
        supervisor 30 lifts the exclusion of 8       -> exclusion of player 8 lifted by 30
        seat 2 sits player 8                         -> refused: seat 2 is barred
        floorperson 20 releases seat 2               -> seat 2 released by 20
        seat 2 sits player 8                         -> seat-taken
        ",
    );
}

/// Players have numbers from 1 on, and a host looks with the number 0 whether a seat would take
/// somebody. A shift manager excluded player 0, and the table took nobody any more.
#[test]
fn nobody_is_not_kept_from_the_game() {
    check_under_all(
        "
        open $book
        host assigns shift-manager 50
        shift-manager 50 excludes player 0  -> refused: there is nothing
        seat 5 sits player 0                -> seat-taken
        ",
    );
}
