//! A standing table moves to another edition of its rule book, or to other times.

use crate::{check, check_under_all};

#[test]
fn two_supervisors_move_a_table_to_the_edition_that_is_named() {
    check_under_all(
        "
        open $book
        host names the edition more               -> edition-offered
        host names the edition more               -> refused: there is nothing
        dealer 10 proposes to move to edition more      -> refused: needs a supervisor
        floorperson 20 proposes to move to edition more -> refused: needs a supervisor
        supervisor 30 proposes to move to edition more  -> proposed 1 by 30 to a supervisor
        floorperson 20 approves 1                 -> refused: needs a supervisor
        supervisor 30 approves 1                  -> refused: two people must agree
        supervisor 31 approves 1               \
-> approved 1 by 31; moved to other edition after round 0 by 30 and 31
        host names the edition more               -> refused: there is nothing
        ",
    );
}

#[test]
fn a_table_moves_between_rounds_and_never_within_one() {
    check(
        "
        open act
        host names the edition more               -> edition-offered
        supervisor 30 proposes to move to edition more  -> proposed 1 by 30 to a supervisor
        dealer 10 opens betting                   -> betting-opened 1
        supervisor 31 approves 1               -> refused: not while betting
        supervisor 30 proposes to move to edition more  -> refused: not while betting
        seat 1 bets triple-6 500                  -> placed triple-6 500
        supervisor 31 approves 1               -> refused: not while betting
        dealer 10 plays 6,6,6
        ? credit 1                                -> 100000
        supervisor 31 approves 1               \
-> approved 1 by 31; moved to other edition after round 1 by 30 and 31
        ",
    );
}

/// Whoever corrects a round of last week pays what stood on the layout last week.
#[test]
fn what_was_played_before_is_corrected_and_voided_as_it_was_played() {
    check(
        "
        open act
        dealer 10 opens betting                   -> betting-opened 1
        seat 1 bets triple-6 500                  -> placed triple-6 500
        dealer 10 plays 6,6,5
        ? credit 1                                -> 9500
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> betting-opened 2
        seat 2 bets triple-6 500                  -> placed triple-6 500
        dealer 10 plays 6,6,6
        ? credit 2                                -> 102500
        supervisor 30 proposes correction of 1 to 6,6,6  -> proposed 2 by 30 to a supervisor
        supervisor 31 approves 2               \
-> approved 2 by 31; past-round 1 corrected to 6,6,6: seat 1 given 90500
        ? recall 1  -> dice 6,6,5 then 6,6,6, seat 1 triple-6 500 wins 90000
        supervisor 30 proposes correction of 2 to 6,6,5  -> proposed 3 by 30 to a supervisor
        supervisor 31 approves 3               \
-> approved 3 by 31; past-round 2 corrected to 6,6,5: seat 2 taken 93000
        ",
    );
}

#[test]
fn what_the_new_edition_asks_for_is_seen_before_its_first_round() {
    check(
        "
        open maryland
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        dealer 10 opens betting  \
-> refused: needs an inspection of the display (MD 5.A(1); reading 23)
        supervisor 30 inspects the display with 1,2,3
        dealer 10 opens betting  -> refused: needs the checklist ticked (MD 1.A)
        supervisor 30 ticks the checklist
        dealer 10 opens betting  -> betting-opened 1
        ",
    );
}

#[test]
fn times_alone_change_nothing_else() {
    check_under_all(
        "
        open $book
        host names the warning 7000               -> edition-offered
        supervisor 30 proposes to move to warning 7000  -> proposed 1 by 30 to a supervisor
        supervisor 31 approves 1               \
-> approved 1 by 31; moved to other times after round 0 by 30 and 31
        dealer 10 opens betting                   -> betting-opened 1
        ",
    );
}

#[test]
fn a_move_that_was_proposed_is_stale_once_something_else_is_named_or_played() {
    check(
        "
        open act
        host names the edition more
        supervisor 30 proposes to move to edition more  -> proposed 1 by 30 to a supervisor
        host names the edition more warning 7000  -> edition-offered
        supervisor 31 approves 1  -> refused: things have changed since
        supervisor 30 proposes to move to edition more \
-> refused: the configuration names no such thing
        supervisor 30 proposes to move to edition more warning 7000 \
-> proposed 2 by 30 to a supervisor
        supervisor 30 proposes to move to edition more warning 7000 from first \
-> proposed 3 by 30 to a supervisor
        supervisor 30 proposes to move to edition more warning 7000 from more \
-> refused: the configuration names no such thing
        supervisor 31 approves 2 \
-> approved 2 by 31; moved to other edition after round 0 by 30 and 31
        supervisor 31 approves 3  -> refused: things have changed since
        ",
    );
}

#[test]
fn what_is_named_no_longer_is_no_longer_offered() {
    check(
        "
        open act
        host names the edition more   -> edition-offered
        host names the edition first  -> offer-withdrawn
        supervisor 30 proposes to move to edition more \
-> refused: the configuration names no such thing
        ",
    );
}

#[test]
fn another_book_takes_another_table() {
    check(
        "
        open pennsylvania-a
        host names the edition pennsylvania-b  -> refused: another book takes another table
        host names the edition maryland        -> refused: another book takes another table
        ",
    );
}

#[test]
fn limits_that_the_new_edition_cannot_pay_are_changed_first() {
    check(
        "
        open act
        host names the edition thirds
        supervisor 30 proposes to move to edition thirds  -> refused: limits do not fit small
        ",
    );
}

#[test]
fn bets_of_the_last_round_are_repeated_as_far_as_the_new_edition_takes_them() {
    check(
        "
        open act
        dealer 10 opens betting                   -> betting-opened 1
        seat 1 bets triple-6 500                  -> placed triple-6 500
        dealer 10 plays 6,6,5
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> betting-opened 2
        seat 1 repeats                            -> repeated triple-6 500
        ",
    );
}

#[test]
fn bets_of_the_last_round_that_the_new_edition_cannot_pay_are_not_repeated() {
    check(
        "
        open act
        dealer 10 opens betting                   -> betting-opened 1
        seat 1 bets small 450                     -> placed small 450, advised
        seat 2 bets small 500                     -> placed small 500
        dealer 10 plays 6,6,5
        host names the edition fine
        supervisor 30 proposes to move to edition fine
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> betting-opened 2
        seat 1 repeats                            -> refused: there is nothing
        seat 2 repeats                            -> repeated small 500
        ",
    );
}

#[test]
fn an_automatic_table_opens_no_round_before_the_new_edition_is_ready() {
    check(
        "
        open maryland automatic
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        +60s host tick                     -> nothing
        supervisor 30 ticks the checklist
        +1ms host tick                     -> betting-opened 1
        ",
    );
}

#[test]
fn dice_grow_old_by_the_edition_in_force() {
    check(
        "
        open maryland
        +2h dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500
        dealer 10 plays 1,2,3
        host names the edition old
        supervisor 30 proposes to move to edition old
        supervisor 31 approves 1
        supervisor 30 inspects the display with 1,2,3
        supervisor 30 ticks the checklist
        dealer 10 opens betting            -> refused: needs fresh dice (MD 2.B)
        ",
    );
}

/// What was recorded of chips is counted by what the layout said when they lay there.
#[test]
fn chips_of_a_round_before_the_move_are_counted_as_they_were_played() {
    check(
        "
        open act felt
        host gives place 1 to 7
        dealer 10 opens betting                   -> betting-opened 1
        dealer 10 records 1 triple-6 500
        dealer 10 plays 6,6,6
        ? changes 1                               -> seat 1 paid 90000 due 90000
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        ? changes 1                               -> seat 1 paid 90000 due 90000
        supervisor 30 proposes correction of 1 to 6,6,5
        supervisor 31 approves 2
        ? changes 1                               -> seat 1 paid 90000 due -500
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> betting-opened 2
        dealer 10 records 1 triple-6 500
        dealer 10 plays 6,6,6
        ? changes 2                               -> seat 1 paid 92500 due 92500
        ",
    );
}

/// Chips of a colour are in the hands of players: the other edition would not know what they are
/// worth, and nobody could hand them out again.
#[test]
fn colours_are_taken_back_before_a_table_moves_to_an_edition_without_them() {
    check(
        "
        open act felt
        host gives place 1 to 7
        host gives place 2 to 8
        dealer 10 gives seat 2 colour 3 worth 200 -> colour-assigned seat 2 colour 3 worth 200
        host names the edition more
        supervisor 30 proposes to move to edition more  -> proposed 1 by 30 to a supervisor
        host names the edition no-colours
        supervisor 30 proposes to move to edition no-colours  -> refused: colours are out at 2
        dealer 10 takes the colour of 2 back
        supervisor 30 proposes to move to edition no-colours  -> proposed 2 by 30 to a supervisor
        dealer 10 gives seat 1 colour 4 worth 200 -> colour-assigned seat 1 colour 4 worth 200
        supervisor 31 approves 2                  -> refused: colours are out at 1
        dealer 10 takes the colour of 1 back
        supervisor 31 approves 2                  \
-> approved 2 by 31; moved to other edition after round 0 by 30 and 31
        dealer 10 gives seat 1 colour 4 worth 200 -> refused: not allowed (ACT 4.6)
        ",
    );
}

/// At a terminal a colour is a name and no chips: it means nothing any more.
#[test]
fn colours_of_terminals_end_with_an_edition_without_them() {
    check(
        "
        open act
        floorperson 20 gives seat 1 colour 3 worth 500  -> colour-assigned seat 1 colour 3 worth 500
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        ? colours                                 -> [SeatNumber(1)]
        host names the edition no-colours
        supervisor 30 proposes to move to edition no-colours
        supervisor 31 approves 2
        ? colours                                 -> []
        ",
    );
}

/// A marker was promised to a player: nobody's maximum falls without anybody having said so.
#[test]
fn markers_are_taken_back_before_a_table_moves_to_an_edition_without_them() {
    check(
        "
        open act
        floorperson 20 marks seat 1 up to 200000  -> marker-granted seat 1 up to 200000 by 20
        host names the edition no-markers
        supervisor 30 proposes to move to edition no-markers  -> refused: markers are out at 1
        host names the edition more
        supervisor 30 proposes to move to edition more        -> proposed 1 by 30 to a supervisor
        host names the edition no-markers
        floorperson 20 marks seat 1 up to 500     -> marker-granted seat 1 up to 500 by 20
        supervisor 30 proposes to move to edition no-markers  -> proposed 2 by 30 to a supervisor
        supervisor 31 approves 2                  \
-> approved 2 by 31; moved to other edition after round 0 by 30 and 31
        ? marker 1                                -> none
        floorperson 20 marks seat 1 up to 200000  -> refused: not allowed (ACT 3.2)
        ",
    );
}

#[test]
fn a_player_who_is_kept_from_the_game_is_so_under_every_edition() {
    check(
        "
        open act
        supervisor 30 excludes player 7
        host names the edition more
        supervisor 30 proposes to move to edition more
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> betting-opened 1
        seat 1 bets small 500                     -> refused: player 7 is excluded
        ",
    );
}

#[test]
fn whoever_may_run_no_round_under_the_new_edition_leaves_the_shaker() {
    check(
        "
        open act
        host names the edition led
        supervisor 30 proposes to move to edition led
        supervisor 31 approves 1               \
-> approved 1 by 31; shaker-left by 10; moved to other edition after round 0 by 30 and 31
        supervisor 30 ticks the checklist
        dealer 10 opens betting                   -> refused: not on duty
        dealer 10 takes the shaker                -> refused: needs a floorperson
        floorperson 20 takes the shaker
        floorperson 20 opens betting              -> betting-opened 1
        ",
    );
}

#[test]
fn a_shaker_that_the_new_edition_does_not_allow_is_used_in_no_round() {
    check(
        "
        open act manual
        host names the edition no-manual
        supervisor 30 proposes to move to edition no-manual
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting       -> refused: not allowed (ACT dictionary dice tumbler)
        floorperson 20 removes shaker 1
        floorperson 20 installs shaker 2 automated-covered sealed approved all
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 2
        supervisor 30 ticks the checklist
        dealer 10 opens betting       -> betting-opened 1
        ",
    );
}

#[test]
fn an_automated_shaker_that_may_not_stand_there_any_more_is_put_aside() {
    check(
        "
        open act manual
        floorperson 20 installs shaker 2 automated-covered sealed approved all
        host names the edition bare
        supervisor 30 proposes to move to edition bare
        supervisor 31 approves 1
        supervisor 30 ticks the checklist
        dealer 10 opens betting       -> refused: needs the automated shaker put aside (reading 21)
        floorperson 20 removes shaker 2
        dealer 10 opens betting       -> betting-opened 1
        ",
    );
}
