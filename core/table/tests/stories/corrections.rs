//! Wrong entries put right and settled rounds made void, wherever the money is by then.

use crate::{check, check_under_all, settled};

/// One round in which the dice were 1,2,3 but 4,5,6 was entered, settled.
fn wrongly_settled(then: &str) {
    settled(then);
}

#[test]
fn a_wrong_entry_is_put_right_before_anything_is_collected() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        dealer 10 throws 4,5,6
        floorperson 20 proposes correction of 1 to 4,5,6  -> refused: not while collecting
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        floorperson 21 approves 1  -> refused: needs a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; result 1,2,3
        dealer 10 collects         -> collected nothing
        dealer 10 pays             -> paid seat 1 1000
        dealer 10 clears           -> cleared
        ? result 1                 -> 1,2,3
        ? recall 1                 -> dice 4,5,6 then 1,2,3, seat 1 small 500 wins 500
        ",
    );
}

#[test]
fn a_wrong_entry_is_settled_again_by_the_true_dice() {
    wrongly_settled(
        "
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1400
        ? credit 1                 -> 10500
        ? credit 2                 -> 9300
        ? shortfall                -> 0
        ? result 1                 -> 1,2,3
        ? recall 1                 -> dice 4,5,6 then 1,2,3, \
seat 1 small 500 wins 500, seat 2 big 700 wins 0
        floorperson 20 proposes correction of 1 to 1,2,3  -> refused: no such round
        ",
    );
}

#[test]
fn a_late_error_leaves_later_rounds_as_they_were() {
    wrongly_settled(
        "
        dealer 10 opens betting    -> betting-opened 2
        seat 1 bets big 500        -> placed big 500
        dealer 10 plays 4,5,6
        dealer 10 opens betting    -> betting-opened 3
        seat 1 bets big 600        -> placed big 600
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1400
        ? result 2                 -> 4,5,6
        ? recall 2                 -> dice 4,5,6, seat 1 big 500 wins 500
        ? bets 1                   -> big 600
        dealer 10 plays 4,5,6
        ? credit 1                 -> 11600
        ",
    );
}

#[test]
fn what_a_player_no_longer_has_the_house_bears() {
    wrongly_settled(
        "
        seat 2 cashes out 9700     -> cashed-out 9700
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1000 shortfall 400
        ? credit 2                 -> 0
        ? shortfall                -> 400
        ",
    );
}

#[test]
fn what_a_player_who_has_left_should_have_is_owed_and_paid_by_voucher() {
    wrongly_settled(
        "
        seat 1 cashes out 9500     -> cashed-out 9500
        seat 1 leaves              -> seat-left
        seat 2 cashes out 10700    -> cashed-out 10700
        seat 2 leaves              -> seat-left
        seat 1 sits player 9       -> seat-taken
        seat 1 buys in 5000        -> bought-in 5000
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 owed 1000, seat 2 shortfall 1400
        ? credit 1                 -> 5000
        ? owed 7                   -> 1000
        ? shortfall                -> 1400
        host pays owed 8           -> refused: there is nothing
        host pays owed 7 999       -> refused: not such an amount
        host pays owed 7 1001      -> refused: not such an amount
        ? owed 7                   -> 1000
        floor 77 (id 5) pays owed 7 1000 -> owed-paid player 7 1000
        floor 77 (id 5) pays owed 7 1000 -> nothing
        floor 77 pays owed 7       -> refused: there is nothing
        ? owed 7                   -> 0
        ",
    );
}

#[test]
fn a_void_returns_every_stake_and_takes_back_what_was_paid() {
    wrongly_settled(
        "
        floorperson 20 proposes void for dispute of 1  -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1  -> approved 1 by 50; \
past-round 1 voided for dispute: seat 1 given 500, seat 2 taken 700
        ? credit 1                   -> 10000
        ? credit 2                   -> 10000
        ? result 1                   -> void
        floorperson 20 proposes void for dispute of 1     -> refused: no such round
        floorperson 20 proposes correction of 1 to 1,2,3  -> refused: no such round
        ",
    );
}

#[test]
fn a_void_of_settled_rounds_with_the_money_gone_leaves_a_shortfall_and_a_debt() {
    wrongly_settled(
        "
        dealer 10 opens betting    -> betting-opened 2
        seat 2 bets big 1000       -> placed big 1000
        seat 1 bets small 1000     -> placed small 1000
        dealer 10 plays 4,5,6
        seat 2 cashes out 11200    -> cashed-out 11200
        seat 1 cashes out 8500     -> cashed-out 8500
        seat 1 leaves              -> seat-left
        floorperson 20 proposes void for dispute of 1 2  -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1  -> approved 1 by 50; \
past-round 1 voided for dispute: seat 1 owed 500, seat 2 taken 500 shortfall 200; \
past-round 2 voided for dispute: seat 1 owed 1000, seat 2 shortfall 1000
        ? owed 7                   -> 1500
        ? shortfall                -> 1200
        ? credit 2                 -> 0
        ",
    );
}

#[test]
fn a_corrected_round_can_be_corrected_again_and_then_made_void() {
    wrongly_settled(
        "
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1
        floorperson 20 proposes correction of 1 to 6,6,6  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2   -> approved 2 by 30; \
past-round 1 corrected to 6,6,6: seat 1 taken 1000
        floorperson 20 proposes void for dispute of 1  -> proposed 3 by 20 to a shift-manager
        shift-manager 50 approves 3  -> approved 3 by 50; \
past-round 1 voided for dispute: seat 1 given 500, seat 2 given 700
        ? credit 1                 -> 10000
        ? credit 2                 -> 10000
        ? recall 1                 -> dice 4,5,6 then 1,2,3 then 6,6,6, void for dispute, \
seat 1 small 500 wins 0, seat 2 big 700 wins 0
        ",
    );
}

#[test]
fn a_round_that_is_not_kept_or_not_played_cannot_be_changed() {
    check(
        "
        open maryland
        floorperson 20 proposes correction of 1 to 1,2,3  -> refused: no such round
        floorperson 20 proposes void for dispute of 1     -> refused: no such round
        dealer 10 opens betting    -> betting-opened 1
        dealer 10 plays 1,2,3
        floorperson 20 proposes void for dispute of 2     -> refused: no such round
        floorperson 20 proposes void for dispute of 1 1   -> refused: no such round
        ",
    );
}

#[test]
fn a_player_at_another_seat_gives_back_and_gets_there() {
    // Who had moved counted as gone: the house bore what they had, and owed what it could give.
    wrongly_settled(
        "
        seat 1 cashes out 9500     -> cashed-out 9500
        seat 1 leaves              -> seat-left
        seat 2 cashes out 10700    -> cashed-out 10700
        seat 2 leaves              -> seat-left
        seat 3 sits player 7       -> seat-taken
        seat 3 buys in 9500        -> bought-in 9500
        seat 1 sits player 8       -> seat-taken
        seat 1 buys in 10700       -> bought-in 10700
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 now at 3 given 1000, seat 2 now at 1 taken 1400
        ? credit 3                 -> 10500
        ? credit 1                 -> 9300
        ? owed 7                   -> 0
        ? shortfall                -> 0
        floorperson 20 proposes void for dispute of 1  -> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 2  -> approved 2 by 50; \
past-round 1 voided for dispute: seat 1 now at 3 taken 500, seat 2 now at 1 given 700
        ? credit 3                 -> 10000
        ? credit 1                 -> 10000
        ",
    );
}

#[test]
fn a_player_at_another_seat_gives_back_what_is_there_and_the_house_bears_the_rest() {
    wrongly_settled(
        "
        seat 2 cashes out 10700    -> cashed-out 10700
        seat 2 leaves              -> seat-left
        seat 3 sits player 8       -> seat-taken
        seat 3 buys in 600         -> bought-in 600
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 now at 3 taken 600 shortfall 800
        ? credit 3                 -> 0
        ? shortfall                -> 800
        ",
    );
}

#[test]
fn what_is_still_owed_is_set_against_what_a_later_correction_takes() {
    // The house paid what was owed and bore a shortfall of the same amount.
    wrongly_settled(
        "
        seat 1 cashes out 9500     -> cashed-out 9500
        seat 1 leaves              -> seat-left
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 owed 1000, seat 2 taken 1400
        ? owed 7                   -> 1000
        floorperson 20 proposes void for dispute of 1  -> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 2  -> approved 2 by 50; \
past-round 1 voided for dispute: seat 1 forgone 500, seat 2 given 700
        ? owed 7                   -> 500
        ? shortfall                -> 0
        host pays owed 7           -> owed-paid player 7 500
        ",
    );
}

#[test]
fn what_was_owed_and_is_paid_can_no_longer_be_set_against_anything() {
    wrongly_settled(
        "
        seat 1 cashes out 9500     -> cashed-out 9500
        seat 1 leaves              -> seat-left
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1
        host pays owed 7           -> owed-paid player 7 1000
        floorperson 20 proposes correction of 1 to 4,5,6  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2   -> approved 2 by 30; \
past-round 1 corrected to 4,5,6: seat 1 shortfall 1000, seat 2 given 1400
        ? owed 7                   -> 0
        ? shortfall                -> 1000
        ",
    );
}

#[test]
fn who_came_back_forgoes_what_is_owed_before_any_credit_is_taken() {
    // With the right dice first nothing would be owed and the credit would be what it is.
    wrongly_settled(
        "
        seat 1 cashes out 9500     -> cashed-out 9500
        seat 1 leaves              -> seat-left
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1
        seat 3 sits player 7       -> seat-taken
        seat 3 buys in 600         -> bought-in 600
        ? owed 7                   -> 1000
        floorperson 20 proposes correction of 1 to 4,5,6  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2   -> approved 2 by 30; \
past-round 1 corrected to 4,5,6: seat 1 now at 3 forgone 1000, seat 2 given 1400
        ? credit 3                 -> 600
        ? owed 7                   -> 0
        ? shortfall                -> 0
        ",
    );
}

#[test]
fn owed_first_then_credit_then_the_house() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting    -> betting-opened 1
        seat 1 bets small 500      -> placed small 500
        dealer 10 plays 4,5,6
        dealer 10 opens betting    -> betting-opened 2
        seat 1 bets big 2000       -> placed big 2000
        dealer 10 plays 4,5,6
        seat 1 cashes out 11500    -> cashed-out 11500
        seat 1 leaves              -> seat-left
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 owed 1000
        seat 2 cashes out 10000    -> cashed-out 10000
        seat 2 leaves              -> seat-left
        seat 2 sits player 7       -> seat-taken
        seat 2 buys in 700         -> bought-in 700
        floorperson 20 proposes correction of 2 to 1,2,3  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2   -> approved 2 by 30; \
past-round 2 corrected to 1,2,3: seat 1 now at 2 forgone 1000 taken 700 shortfall 2300
        ? credit 2                 -> 0
        ? owed 7                   -> 0
        ? shortfall                -> 2300
        ",
    );
}

#[test]
fn what_the_house_bears_for_a_player_is_set_against_what_a_later_correction_gives() {
    // A wrong correction put right once more: the player has had the money all the time.
    wrongly_settled(
        "
        seat 2 cashes out 10700    -> cashed-out 10700
        seat 2 leaves              -> seat-left
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 shortfall 1400
        seat 3 sits player 8       -> seat-taken
        seat 3 buys in 600         -> bought-in 600
        floorperson 20 proposes correction of 1 to 4,5,6  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2   -> approved 2 by 30; \
past-round 1 corrected to 4,5,6: seat 1 taken 1000, seat 2 now at 3 recovered 1400
        ? credit 3                 -> 600
        ? owed 8                   -> 0
        ? shortfall                -> 0
        ",
    );
}

#[test]
fn rounds_made_void_together_are_set_against_each_other() {
    // Round 1 takes 700 from a player who has gone, round 2 gives them 1000: 300 are owed.
    wrongly_settled(
        "
        dealer 10 opens betting    -> betting-opened 2
        seat 2 bets small 1000     -> placed small 1000
        dealer 10 plays 4,5,6
        dealer 10 opens betting    -> betting-opened 3
        seat 2 bets big 800        -> placed big 800
        dealer 10 plays 4,5,6
        seat 2 cashes out 10500    -> cashed-out 10500
        seat 2 leaves              -> seat-left
        floorperson 20 proposes void for dispute of 1 2 3  -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1  -> approved 1 by 50; \
past-round 1 voided for dispute: seat 1 given 500, seat 2 shortfall 700; \
past-round 2 voided for dispute: seat 2 recovered 700 owed 300; \
past-round 3 voided for dispute: seat 2 forgone 300 shortfall 500
        ? owed 8                   -> 0
        ? shortfall                -> 500
        ",
    );
}

#[test]
fn a_round_in_play_is_void_first_so_that_its_stakes_can_be_taken() {
    wrongly_settled(
        "
        seat 2 cashes out 9700     -> cashed-out 9700
        dealer 10 opens betting    -> betting-opened 2
        seat 2 bets big 1000       -> placed big 1000
        dealer 10 closes betting
        floorperson 20 proposes void for dispute of 1 2  -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1  -> approved 1 by 50; \
round-voided for dispute, returned seat 2 1000; \
past-round 1 voided for dispute: seat 1 given 500, seat 2 taken 700
        ? credit 2                 -> 300
        ? shortfall                -> 0
        ",
    );
}
