//! What spoils a round: bad rolls, broken dice, failing shakers, disturbances and rule breakers.

use crate::{BOOKS, check, check_under};

#[test]
fn a_no_roll_returns_every_stake() {
    let remedy = |book: &str| if book == "act" { "void-affected-rounds" } else { "void-round" };
    check_under(
        &BOOKS.map(|book| (book, remedy(book))),
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        seat 2 bets triple-1 700       -> placed triple-1 700
        dealer 10 calls dice-not-flat  -> refused: not while betting
        dealer 10 closes betting
        dealer 10 calls dice-not-flat  -> refused: not while no-more-bets
        dealer 10 tumbles
        dealer 10 reveals              -> revealed
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy $clause; \
round-voided for dice-not-flat, returned seat 1 500, seat 2 700
        dealer 10 enters 1,2,3         -> refused: no round
        ? credit 1                     -> 10000
        ? credit 2                     -> 10000
        ? voided 2                     -> 700
        ? result 1                     -> void
        dealer 10 opens betting        -> betting-opened 2
        ",
    );
}

/// A floorperson with a fresh password was asked for each cocked die, where the documents let the
/// dealer call No Roll.
#[test]
fn the_dealer_calls_no_roll_alone_until_a_result_is_recorded() {
    let remedy = |book: &str| if book == "act" { "void-affected-rounds" } else { "void-round" };
    check_under(
        &BOOKS.map(|book| (book, remedy(book))),
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals              -> revealed
        dealer 10 enters 1,1,1         -> entered 1,1,1
        dealer 11 calls dice-not-flat  -> refused: not on duty
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy $clause; \
round-voided for dice-not-flat, returned seat 1 500
        dealer 10 opens betting        -> betting-opened 2
        dealer 10 throws 1,2,3
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy $clause; \
awaiting dice-not-flat; proposed 1 by 10 to a floorperson
        dealer 10 approves 1           -> refused: needs a floorperson
        ",
    );
}

#[test]
fn a_house_may_ask_for_two_people_where_its_law_trusts_the_dealer() {
    check(
        "
        open strict
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals              -> revealed
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy void-round; \
awaiting dice-not-flat; proposed 1 by 10 to a floorperson
        dealer 10 enters 1,1,1         -> refused: not while awaiting-ruling
        dealer 10 approves 1           -> refused: needs a floorperson
        floorperson 20 approves 1      -> approved 1 by 20; \
round-voided for dice-not-flat, returned seat 1 500
        ? credit 1                     -> 10000
        ",
    );
}

#[test]
fn everything_else_that_voids_a_round_after_no_more_bets_takes_two_people() {
    check_under(
        &[("act", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 closes betting
        supervisor 30 calls die-broken -> called die-broken by 30, remedy void-affected-rounds; \
awaiting die-broken; proposed 1 by 30 to a floorperson
        supervisor 30 approves 1       -> refused: two people must agree
        ",
    );
}

#[test]
fn where_the_houses_book_says_so_bets_stand_and_the_dice_are_shaken_again() {
    check(
        "
        open reshake
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 calls no more bets   -> betting-closed
        dealer 10 shakes 3             -> shaken 3 times
        dealer 10 reveals              -> revealed
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy reshake; \
reshake-ordered by 10 and 10
        seat 1 bets small 500   -> refused: betting is closed (MA 3(c); MA 5(c))
        dealer 10 reveals       -> refused: needs at least 3 shakes (MA 5(d)(1))
        dealer 10 shakes 3             -> shaken 3 times
        dealer 10 reveals              -> revealed
        dealer 10 enters 1,2,3         -> entered 1,2,3
        dealer 10 confirms 1,2,3       -> result 1,2,3
        dealer 10 collects             -> collected nothing
        dealer 10 pays                 -> paid seat 1 1000
        ",
    );
}

#[test]
fn where_the_law_returns_stakes_nobody_orders_a_reshake() {
    let books = [("act", "ACT 8.2"), ("singapore-1", "SG 5.4")];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 calls die-broken
        floorperson 20 proposes reshake for die-broken  -> refused: not allowed ($clause)
        ",
    );
    check(
        "
        open strict
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals
        dealer 10 calls dice-not-flat
        floorperson 20 proposes reshake for dice-not-flat  -> refused: not allowed (MD 7.A)
        ",
    );
}

/// Two tumbles were followed by one more, and the round was played.
#[test]
fn too_few_tumbles_void_the_round_where_the_document_says_so() {
    for times in [1, 2] {
        check_under(
            &["singapore-1", "singapore-2", "singapore-3"].map(|book| (book, "SG 5.3.1")),
            &format!(
                "
                open $book
                dealer 10 opens betting         -> betting-opened 1
                seat 1 bets small 500           -> placed small 500
                dealer 10 calls no more bets    -> betting-closed
                dealer 10 shakes {times}  -> shaken {times} times; called too-few-shakes by 10, \
remedy void-round: {times} of at least 3 tumbles; \
awaiting too-few-shakes; proposed 1 by 10 to a floorperson
                dealer 10 shakes 1              -> refused: not while awaiting-ruling
                dealer 10 reveals               -> refused: not while awaiting-ruling
                floorperson 20 proposes going on for too-few-shakes \
-> refused: not allowed ($clause)
                floorperson 20 proposes reshake for too-few-shakes \
-> refused: not allowed ($clause)
                floorperson 20 approves 1       -> approved 1 by 20; \
round-voided for too-few-shakes, returned seat 1 500
                ? credit 1                      -> 10000
                "
            ),
        );
    }
    check(
        "
        open act
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        dealer 10 calls too-few-shakes  -> refused: not while betting
        dealer 10 shakes 3              -> shaken 3 times
        dealer 10 calls too-few-shakes \
-> called too-few-shakes by 10, remedy void-affected-rounds; \
round-voided for too-few-shakes, returned seat 1 500
        ? credit 1                      -> 10000
        ",
    );
}

#[test]
fn too_few_tumbles_await_a_ruling_where_the_document_is_silent() {
    check_under(
        &[("massachusetts", ""), ("maryland", ""), ("pennsylvania-a", "")],
        "
        open $book
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        dealer 10 comes to the shake
        dealer 10 shakes 2  -> shaken 2 times; called too-few-shakes by 10, \
remedy ruling: 2 of at least 3 tumbles; awaiting too-few-shakes
        dealer 10 shakes 1              -> refused: not while awaiting-ruling
        floorperson 20 proposes reshake for too-few-shakes \
-> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1     -> approved 1 by 50; reshake-ordered by 20 and 50
        dealer 10 shakes 3              -> shaken 3 times
        ",
    );
}

/// Where the document leaves it to a superior, the round may also go on as it is.
#[test]
fn a_short_activation_that_was_ruled_on_is_played() {
    check(
        "
        open massachusetts
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 shakes 2  -> shaken 2 times; called too-few-shakes by 10, \
remedy ruling: 2 of at least 3 tumbles; awaiting too-few-shakes
        floorperson 20 proposes going on for too-few-shakes -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1     -> approved 1 by 50; resumed
        dealer 10 shakes 1              -> refused: not while shaken
        dealer 10 reveals               -> revealed
        ",
    );
}

/// Where the shaken dice are hidden a re-shake comes after no more bets, too.
#[test]
fn a_reshake_after_no_more_bets_is_made_once() {
    check(
        "
        open maryland
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        dealer 10 closes betting
        dealer 10 calls uncovered       -> called uncovered by 10, remedy ruling; awaiting uncovered
        floorperson 20 proposes reshake for uncovered  -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1     -> approved 1 by 50; reshake-ordered by 20 and 50
        ? phase                         -> no-more-bets
        +2s dealer 10 reveals           -> refused: needs at least 3 shakes (MD 5.B(1))
        dealer 10 shakes 3              -> shaken 3 times
        dealer 10 shakes 3              -> refused: not while no-more-bets
        dealer 10 reveals               -> revealed
        ",
    );
}

#[test]
fn a_shaker_that_fails_when_activated_voids_the_round() {
    let books = [
        ("massachusetts automated-uncovered", "void-round; shaker 1 to inspect"),
        ("maryland automated-covered", "void-round; shaker 1 to inspect"),
        ("pennsylvania-a automated-covered", "void-round; shaker 1 to inspect"),
        ("pennsylvania-b automated-uncovered", "void-round; shaker 1 to inspect"),
        ("act automated-covered", "void-affected-rounds; shaker 1 to inspect"),
        ("singapore-1", "void-round; shaker 1 to inspect"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 calls shaker-failed  -> called shaker-failed by 10, remedy $clause; \
awaiting shaker-failed; proposed 1 by 10 to a floorperson
        floorperson 20 approves 1      -> approved 1 by 20; \
round-voided for shaker-failed, returned seat 1 500
        ? credit 1                     -> 10000
        ",
    );
}

#[test]
fn a_covered_shaker_that_fails_while_betting_is_open_voids_the_round_at_once() {
    check_under(
        &[("maryland automated-covered", ""), ("pennsylvania-a automated-covered", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 shakes 1             -> shaken 1 times
        dealer 10 calls shaker-failed  -> called shaker-failed by 10, remedy void-round; \
shaker 1 to inspect; round-voided for shaker-failed, returned seat 1 500
        ? credit 1                     -> 10000
        ",
    );
}

/// The next round opened with an automated shaker that had just failed and that nobody had seen.
#[test]
fn an_automated_shaker_that_failed_is_inspected_before_the_next_round() {
    check_under(
        &[
            ("maryland automated-covered", "MD 5.A(2)"),
            ("massachusetts automated-uncovered", "MA 5(a)(2)"),
        ],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 closes betting
        dealer 10 calls shaker-failed
        floorperson 20 approves 1
        dealer 10 opens betting        -> refused: needs an inspection of the shaker ($clause)
        ",
    );
}

#[test]
fn dice_seen_before_no_more_bets_void_the_round_with_later_bets_too() {
    check(
        "
        open act
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 shakes 3            -> shaken 3 times
        seat 2 bets triple-1 500      -> placed triple-1 500
        dealer 10 calls dice-exposed  -> called dice-exposed by 10, remedy void-affected-rounds; \
round-voided for dice-exposed, returned seat 1 500, seat 2 500
        ",
    );
    for book in ["singapore-1", "singapore-2", "singapore-3"] {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting       -> betting-opened 1
            seat 1 bets small 500         -> placed small 500
            dealer 10 calls dice-exposed  -> called dice-exposed by 10, remedy void-round; \
round-voided for dice-exposed, returned seat 1 500
            "
        ));
    }
}

#[test]
fn a_broken_die_voids_the_round_and_these_dice_are_not_used_again() {
    check_under(
        &[("act", "ACT 8.2"), ("singapore-1", "SG 5.4")],
        "
        open $book
        dealer 10 opens betting      -> betting-opened 1
        seat 1 bets small 500        -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 calls die-broken   -> called die-broken by 10, remedy void-affected-rounds; \
awaiting die-broken; proposed 1 by 10 to a floorperson
        floorperson 20 approves 1    -> approved 1 by 20; \
round-voided for die-broken, returned seat 1 500
        dealer 10 opens betting \
-> refused: needs dice that are neither broken nor damaged ($clause)
        floorperson 20 removes the dice   -> dice-marked; dice-removed 1
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1  -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting      -> betting-opened 2
        ",
    );
}

#[test]
fn damaged_dice_void_every_affected_round_settled_ones_too() {
    for book in ["singapore-1", "singapore-2", "singapore-3"] {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting       -> betting-opened 1
            seat 1 bets small 500         -> placed small 500
            dealer 10 plays 1,2,3
            dealer 10 opens betting       -> betting-opened 2
            seat 1 bets small 1000        -> placed small 1000
            seat 2 bets big 700           -> placed big 700
            dealer 10 plays 1,2,3
            dealer 10 opens betting       -> betting-opened 3
            seat 2 bets big 600           -> placed big 600
            dealer 10 plays 4,5,6
            ? credit 1                    -> 11500
            ? credit 2                    -> 9900
            dealer 10 opens betting       -> betting-opened 4
            seat 1 bets big 800           -> placed big 800
            dealer 10 throws 4,5,6
            dealer 10 calls dice-damaged \
-> called dice-damaged by 10, remedy void-affected-rounds; \
awaiting dice-damaged; proposed 1 by 10 to a shift-manager
            floorperson 20 proposes void for dice-damaged of 2 3 4 \
-> proposed 2 by 20 to a shift-manager
            supervisor 30 approves 2      -> refused: needs a shift-manager
            shift-manager 50 approves 2   -> approved 2 by 50; \
round-voided for dice-damaged, returned seat 1 800; \
past-round 2 voided for dice-damaged: seat 1 taken 1000, seat 2 given 700; \
past-round 3 voided for dice-damaged: seat 2 taken 600
            ? credit 1                    -> 10500
            ? credit 2                    -> 10000
            ? result 1                    -> 1,2,3
            ? result 2                    -> void
            ? recall 2                    -> dice 1,2,3, void for dice-damaged, \
seat 1 small 1000 wins 0, seat 2 big 700 wins 0
            shift-manager 50 approves 1   -> refused: things have changed since
            dealer 10 opens betting \
-> refused: needs dice that are neither broken nor damaged (SG 5.4)
            "
        ));
    }
}

#[test]
fn a_faulty_tumble_leaves_earlier_rounds_as_they_were_settled() {
    check_under(
        &[("singapore-1", "SG 5.3.2"), ("maryland", "MD 7.A")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 plays 1,2,3
        dealer 10 opens betting        -> betting-opened 2
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals
        floorperson 20 proposes void for dice-not-flat of 1 2  -> refused: not allowed ($clause)
        dealer 10 calls dice-not-flat  -> called dice-not-flat by 10, remedy void-round; \
round-voided for dice-not-flat, returned seat 1 500
        floorperson 20 proposes void for dice-not-flat of 1    -> refused: not allowed ($clause)
        ? credit 1                     -> 10500
        ? result 1                     -> 1,2,3
        ",
    );
}

#[test]
fn after_a_disturbance_the_house_may_void_or_go_on() {
    for what in ["disturbance", "impracticable"] {
        check(&format!(
            "
            open act
            dealer 10 opens betting    -> betting-opened 1
            seat 1 bets small 500      -> placed small 500
            dealer 10 throws 1,2,3
            dealer 10 calls {what}     -> called {what} by 10, remedy may-void; awaiting {what}
            dealer 10 collects         -> refused: not while awaiting-ruling
            floorperson 20 proposes void for {what} of 1  -> proposed 1 by 20 to a supervisor
            floorperson 21 approves 1  -> refused: needs a supervisor
            supervisor 30 approves 1 \
-> approved 1 by 30; round-voided for {what}, returned seat 1 500
            ? credit 1                 -> 10000
            "
        ));
        check(&format!(
            "
            open act
            dealer 10 opens betting     -> betting-opened 1
            seat 1 bets small 500       -> placed small 500
            dealer 10 throws 1,2,3
            dealer 10 calls {what}
            floorperson 20 proposes going on for {what}  -> proposed 1 by 20 to a shift-manager
            shift-manager 50 approves 1 -> approved 1 by 50; resumed
            dealer 10 collects          -> collected nothing
            "
        ));
    }
}

#[test]
fn a_rule_breakers_bets_are_void_and_nobody_elses() {
    check(
        "
        open act
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        seat 2 bets small 600            -> placed small 600
        dealer 10 closes betting
        dealer 10 calls contravention \
-> called contravention by 10, remedy void-bets; awaiting contravention
        floorperson 20 proposes void for contravention of 1 -> refused: not allowed (ACT 10.2)
        floorperson 20 proposes void bets of seat 1  -> proposed 1 by 20 to a supervisor
        supervisor 30 approves 1         -> approved 1 by 30; \
bets-voided seat 1 returned 500; resumed
        supervisor 30 excludes player 7  -> excluded player 7 by 30; seat 1 barred
        ? credit 1                       -> 10000
        dealer 10 tumbles
        dealer 10 reveals
        dealer 10 enters 1,2,3
        dealer 10 confirms 1,2,3
        dealer 10 collects               -> collected nothing
        dealer 10 pays                   -> paid seat 2 1200
        dealer 10 clears                 -> cleared
        dealer 10 opens betting          -> betting-opened 2
        seat 1 bets small 500            -> refused: player 7 is excluded
        ",
    );
}

#[test]
fn a_void_of_bets_does_not_hit_the_next_player_at_the_seat() {
    check(
        "
        open act
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        floorperson 20 proposes void bets of seat 1  -> proposed 1 by 20 to a supervisor
        seat 1 clears bets            -> cleared small 0
        supervisor 30 approves 1      -> refused: there is nothing
        seat 1 cashes out 10000       -> cashed-out 10000
        seat 1 leaves                 -> seat-left
        seat 1 sits player 9          -> seat-taken
        seat 1 buys in 1000           -> bought-in 1000
        seat 1 bets small 500         -> placed small 500
        supervisor 30 approves 1      -> refused: things have changed since
        ",
    );
}

#[test]
fn what_the_machine_notices_itself_is_not_called() {
    for book in BOOKS {
        for what in ["interruption", "terminal-lost", "wrong-entry", "late-error"] {
            let clause = match (book, what) {
                (law, "interruption") if law.starts_with("sing") => "SG 5.1",
                (law, "terminal-lost") if law.starts_with("sing") => "SG 5.2",
                (law, "wrong-entry") if law.starts_with("sing") => "SG 5.5",
                (law, "late-error") if law.starts_with("sing") => "SG 5.6",
                ("act", "wrong-entry") => "ACT 7.1; reading 15",
                (_, "interruption" | "terminal-lost") => "reading 14",
                (_, _) => "reading 15",
            };
            check(&format!(
                "
                open {book}
                dealer 10 opens betting   -> betting-opened 1
                dealer 10 calls {what}    -> refused: not allowed ({clause})
                "
            ));
        }
    }
}
