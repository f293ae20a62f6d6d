//! What is found late: after losers are collected, after winners are paid, or rounds later.

use crate::{check, check_under, check_under_all};

#[test]
fn a_wrong_entry_is_put_right_after_collecting_and_before_wrong_winners_are_paid() {
    // It had to wait until the wrong winners were paid and the lights were out.
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        seat 2 bets big 700       -> placed big 700
        dealer 10 throws 4,5,6
        dealer 10 collects        -> collected seat 1 500
        floorperson 20 proposes correction of 1 to 4,5,6  -> refused: not while paying
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        floorperson 21 approves 1  -> refused: needs a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; \
collection-undone seat 1 500; result 1,2,3
        dealer 10 collects         -> collected seat 2 700
        dealer 10 pays             -> paid seat 1 1000
        dealer 10 clears           -> cleared
        ? credit 1                 -> 10500
        ? credit 2                 -> 9300
        ? recall 1                 -> dice 4,5,6 then 1,2,3, \
seat 1 small 500 wins 500, seat 2 big 700 wins 0
        ",
    );
}

#[test]
fn a_wrong_entry_is_put_right_after_paying_and_the_round_is_over() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        seat 2 bets big 700       -> placed big 700
        dealer 10 throws 4,5,6
        dealer 10 collects        -> collected seat 1 500
        dealer 10 pays            -> paid seat 2 1400
        floorperson 20 proposes correction of 1 to 4,5,6  -> refused: not while clearing
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1   -> approved 1 by 30; cleared; \
past-round 1 corrected to 1,2,3: seat 1 given 1000, seat 2 taken 1400
        ? credit 1                 -> 10500
        ? credit 2                 -> 9300
        dealer 10 opens betting    -> betting-opened 2
        ",
    );
}

#[test]
fn what_was_agreed_before_collecting_is_asked_again_after_it() {
    check(
        "
        open act
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        dealer 10 throws 4,5,6
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        dealer 10 collects        -> collected seat 1 500
        supervisor 30 approves 1  -> refused: things have changed since
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 2 by 20 to a supervisor
        dealer 10 pays            -> paid nothing
        supervisor 30 approves 2  -> refused: things have changed since
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 3 by 20 to a supervisor
        dealer 10 clears          -> cleared
        supervisor 30 approves 3  -> refused: things have changed since
        ",
    );
}

/// What makes a round void by each document, whenever it is found.
const MANDATORY: [(&str, &str, &[&str]); 4] = [
    (
        "act",
        "void-affected-rounds",
        &["dice-not-flat", "too-few-shakes", "dice-exposed", "die-broken", "shaker-failed"],
    ),
    (
        "singapore-1",
        "void-round",
        &["dice-not-flat", "too-few-shakes", "dice-exposed", "shaker-failed"],
    ),
    ("singapore-2", "void-affected-rounds", &["die-broken"]),
    ("maryland", "void-round", &["dice-not-flat", "shaker-failed"]),
];

#[expect(clippy::too_many_lines, reason = "one story for each moment")]
#[test]
fn a_void_that_the_document_asks_for_is_called_at_every_moment_until_the_lights_are_out() {
    for (book, remedy, causes) in MANDATORY {
        for what in causes {
            // The automated shaker that failed is inspected anew.
            let is_automated = book == "singapore-1" && *what == "shaker-failed";
            let inspect = if is_automated { "; shaker 1 to inspect" } else { "" };
            let remedy = format!("{remedy}{inspect}");
            check(&format!(
                "
                open {book}
                dealer 10 opens betting   -> betting-opened 1
                seat 1 bets small 500     -> placed small 500
                seat 2 bets big 700       -> placed big 700
                dealer 10 throws 4,5,6
                dealer 10 calls {what} -> called {what} by 10, remedy {remedy}; \
awaiting {what}; proposed 1 by 10 to a floorperson
                dealer 10 collects        -> refused: not while awaiting-ruling
                floorperson 20 approves 1 -> approved 1 by 20; \
round-voided for {what}, returned seat 1 500, seat 2 700
                ? result 1                -> void
                "
            ));
            check(&format!(
                "
                open {book}
                dealer 10 opens betting   -> betting-opened 1
                seat 1 bets small 500     -> placed small 500
                seat 2 bets big 700       -> placed big 700
                dealer 10 throws 4,5,6
                dealer 10 collects        -> collected seat 1 500
                dealer 10 calls {what} -> called {what} by 10, remedy {remedy}; \
awaiting {what}; proposed 1 by 10 to a floorperson
                dealer 10 pays            -> refused: not while awaiting-ruling
                floorperson 20 proposes correction of 1 to 1,2,3 \
-> refused: not while awaiting-ruling
                floorperson 20 approves 1 -> approved 1 by 20; collection-undone seat 1 500; \
round-voided for {what}, returned seat 1 500, seat 2 700
                ? credit 1                -> 10000
                ? credit 2                -> 10000
                "
            ));
            check(&format!(
                "
                open {book}
                dealer 10 opens betting   -> betting-opened 1
                seat 1 bets small 500     -> placed small 500
                seat 2 bets big 700       -> placed big 700
                dealer 10 throws 4,5,6
                dealer 10 collects        -> collected seat 1 500
                dealer 10 pays            -> paid seat 2 1400
                dealer 10 calls {what} -> called {what} by 10, remedy {remedy}; \
awaiting {what}; proposed 1 by 10 to a floorperson
                dealer 10 clears          -> refused: not while awaiting-ruling
                floorperson 20 proposes void bets of seat 2 \
-> refused: not while awaiting-ruling
                floorperson 20 approves 1 -> approved 1 by 20; cleared; \
past-round 1 voided for {what}: seat 1 given 500, seat 2 taken 700
                ? credit 1                -> 10000
                ? credit 2                -> 10000
                ? result 1                -> void
                "
            ));
        }
    }
}

#[test]
fn after_a_call_that_was_a_mistake_the_round_goes_on_where_it_was() {
    check_under(
        &[("act", ""), ("singapore-1", ""), ("maryland", "")],
        "
        open $book
        dealer 10 opens betting      -> betting-opened 1
        seat 1 bets small 500        -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 collects           -> collected nothing
        dealer 10 calls dice-not-flat
        floorperson 20 withdraws 1   -> withdrawn 1 by 20
        floorperson 20 proposes dice-not-flat was no such thing \
-> proposed 2 by 20 to a floorperson
        shift-manager 50 approves 2  -> approved 2 by 50; dice-not-flat found mistaken by 20 and 50
        dealer 10 pays               -> paid seat 1 1000
        dealer 10 calls shaker-failed
        floorperson 20 proposes shaker-failed was no such thing \
-> proposed 4 by 20 to a floorperson
        shift-manager 50 approves 4  -> approved 4 by 50; shaker-failed found mistaken by 20 and 50
        dealer 10 clears             -> cleared
        ? credit 1                   -> 10500
        ",
    );
}

#[test]
fn a_broken_die_seen_rounds_later_voids_the_rounds_it_was_thrown_in() {
    check_under(
        &[("act", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting      -> betting-opened 1
        seat 1 bets small 500        -> placed small 500
        dealer 10 plays 1,2,3
        dealer 10 opens betting      -> betting-opened 2
        seat 1 bets big 700          -> placed big 700
        dealer 10 throws 1,2,3
        dealer 10 collects           -> collected seat 1 700
        dealer 10 calls die-broken
        floorperson 20 proposes void for die-broken of 1 2  -> proposed 2 by 20 to a floorperson
        floorperson 21 approves 2    -> approved 2 by 21; collection-undone seat 1 700; \
round-voided for die-broken, returned seat 1 700; \
past-round 1 voided for die-broken: seat 1 taken 500
        ? credit 1                   -> 10000
        floorperson 20 approves 1    -> refused: things have changed since
        ",
    );
}

#[test]
fn what_spoils_a_round_in_act_voids_settled_rounds_too_and_in_singapore_only_the_current_one() {
    for what in ["dice-not-flat", "too-few-shakes", "dice-exposed", "shaker-failed"] {
        check(&format!(
            "
            open act
            dealer 10 opens betting    -> betting-opened 1
            seat 1 bets small 500      -> placed small 500
            dealer 10 plays 1,2,3
            floorperson 20 proposes void for {what} of 1  -> proposed 1 by 20 to a floorperson
            floorperson 21 approves 1 \
-> approved 1 by 21; past-round 1 voided for {what}: seat 1 taken 500
            ? credit 1                 -> 10000
            "
        ));
    }
    let clauses = [
        ("dice-not-flat", "SG 5.3.2"),
        ("too-few-shakes", "SG 5.3.1"),
        ("dice-exposed", "SG 5.3.3"),
        ("shaker-failed", "SG 5.3.1"),
    ];
    for (what, clause) in clauses {
        check(&format!(
            "
            open singapore-2
            dealer 10 opens betting    -> betting-opened 1
            seat 1 bets small 500      -> placed small 500
            dealer 10 plays 1,2,3
            floorperson 20 proposes void for {what} of 1  -> refused: not allowed ({clause})
            ? result 1                 -> 1,2,3
            "
        ));
    }
}

#[test]
fn dice_that_were_seen_are_reported_after_no_more_bets_too() {
    // One tick after no more bets it was refused.
    check_under(
        &[
            ("act", "void-affected-rounds"),
            ("singapore-1", "void-round"),
            ("singapore-2", "void-round"),
            ("singapore-3", "void-round"),
        ],
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 closes betting
        dealer 10 calls dice-exposed  -> called dice-exposed by 10, remedy $clause; \
awaiting dice-exposed; proposed 1 by 10 to a floorperson
        floorperson 20 approves 1     -> approved 1 by 20; \
round-voided for dice-exposed, returned seat 1 500
        ",
    );
}

#[test]
fn damaged_dice_void_the_round_at_once_while_bets_can_still_change() {
    check_under(
        &[("singapore-1", "dice-damaged"), ("singapore-2", "die-broken"), ("act", "die-broken")],
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 calls $clause       -> called $clause by 10, remedy void-affected-rounds; \
round-voided for $clause, returned seat 1 500
        ? credit 1                    -> 10000
        ",
    );
}

#[test]
fn a_cheat_found_after_collecting_keeps_no_win() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        seat 2 bets big 700           -> placed big 700
        dealer 10 throws 1,2,3
        dealer 10 collects            -> collected seat 2 700
        floorperson 20 proposes void bets of seat 3  -> refused: nobody sits at seat 3
        floorperson 20 proposes void bets of seat 1
        shift-manager 50 approves 1   -> approved 1 by 50; collection-undone seat 2 700; \
bets-voided seat 1 returned 500
        floorperson 20 proposes void bets of seat 1  -> refused: there is nothing
        dealer 10 collects            -> collected seat 2 700
        dealer 10 pays                -> paid nothing
        dealer 10 clears              -> cleared
        ? credit 1                    -> 10000
        ? credit 2                    -> 9300
        ",
    );
}

#[test]
fn a_cheat_found_after_paying_gives_the_win_back() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        seat 2 bets big 700           -> placed big 700
        dealer 10 throws 1,2,3
        dealer 10 collects            -> collected seat 2 700
        dealer 10 pays                -> paid seat 1 1000
        floorperson 20 proposes void bets of seat 1
        shift-manager 50 approves 1   -> approved 1 by 50; cleared; \
past-bets in 1 voided: seat 1 taken 500
        ? credit 1                    -> 10000
        ? credit 2                    -> 9300
        ? result 1                    -> 1,2,3
        ",
    );
}

#[test]
fn a_cheat_found_rounds_later_gives_the_win_back_and_nobody_else_does() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        seat 2 bets small 700         -> placed small 700
        dealer 10 plays 1,2,3
        dealer 10 opens betting       -> betting-opened 2
        floorperson 20 proposes void bets of seat 3 in 1  -> refused: there is nothing
        floorperson 20 proposes void bets of seat 1 in 2  -> refused: no such round
        floorperson 20 proposes void bets of seat 1 in 1
        shift-manager 50 approves 1   -> approved 1 by 50; \
past-bets in 1 voided: seat 1 taken 500
        ? credit 1                    -> 10000
        ? credit 2                    -> 10700
        ? recall 1                    -> dice 1,2,3, \
seat 1 small 500 wins 0, seat 2 small 700 wins 700, bets of seat 1 void
        floorperson 20 proposes void bets of seat 1 in 1  -> refused: there is nothing
        ",
    );
}

#[test]
fn bets_that_are_void_stay_out_of_what_comes_later() {
    check(
        "
        open act
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        seat 2 bets big 700           -> placed big 700
        dealer 10 plays 1,2,3
        floorperson 20 proposes void bets of seat 2 in 1  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1      -> approved 1 by 30; \
past-bets in 1 voided: seat 2 given 700
        floorperson 20 proposes correction of 1 to 4,5,6  -> proposed 2 by 20 to a supervisor
        supervisor 30 approves 2      -> approved 2 by 30; \
past-round 1 corrected to 4,5,6: seat 1 taken 1000
        ? credit 2                    -> 10000
        floorperson 20 proposes void for dispute of 1  -> proposed 3 by 20 to a shift-manager
        shift-manager 50 approves 3   -> approved 3 by 50; \
past-round 1 voided for dispute: seat 1 given 500
        ? credit 1                    -> 10000
        ? credit 2                    -> 10000
        floorperson 20 proposes void bets of seat 1 in 1  -> refused: no such round
        ",
    );
}

#[test]
fn two_voids_of_one_players_bets_are_one() {
    // The second proposal is about a round that has changed.
    check(
        "
        open act
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 plays 1,2,3
        floorperson 20 proposes void bets of seat 1 in 1  -> proposed 1 by 20 to a supervisor
        floorperson 21 proposes void bets of seat 1 in 1  -> proposed 2 by 21 to a supervisor
        supervisor 30 approves 1      -> approved 1 by 30; \
past-bets in 1 voided: seat 1 taken 500
        supervisor 30 approves 2      -> refused: things have changed since
        ",
    );
}

#[test]
fn a_cheat_who_has_gone_with_the_win_leaves_it_to_the_house() {
    check(
        "
        open act
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 plays 1,2,3
        seat 1 cashes out 10500       -> cashed-out 10500
        seat 1 leaves                 -> seat-left
        floorperson 20 proposes void bets of seat 1 in 1  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1      -> approved 1 by 30; \
past-bets in 1 voided: seat 1 shortfall 500
        ? shortfall                   -> 500
        ",
    );
}

#[test]
fn a_round_settled_by_hand_still_stops_the_table_when_it_is_ruled_on_late() {
    for book in ["massachusetts", "maryland", "pennsylvania-a"] {
        let until = |moment: &str| {
            format!(
                "
                open {book}
                dealer 10 opens betting    -> betting-opened 1
                seat 1 bets small 500      -> placed small 500
                dealer 10 throws 4,5,6
                dealer 10 calls display-failed
                shift-manager 50 is present
                dealer 10 collects         -> collected seat 1 500
                {moment}
                "
            )
        };
        let paid = until("dealer 10 pays             -> paid nothing");
        check(&format!(
            "{paid}
            floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
            supervisor 30 approves 1  -> approved 1 by 30; cleared; suspended; \
past-round 1 corrected to 1,2,3: seat 1 given 1000
            dealer 10 opens betting   -> refused: not while suspended
            "
        ));
        let collected = until("");
        check(&format!(
            "{collected}
            floorperson 20 proposes void for dispute of 1  -> proposed 1 by 20 to a shift-manager
            shift-manager 50 approves 1 -> approved 1 by 50; collection-undone seat 1 500; \
round-voided for dispute, returned seat 1 500; suspended
            dealer 10 opens betting   -> refused: not while suspended
            "
        ));
    }
}
