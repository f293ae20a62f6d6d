//! The table starts again from every phase, with physical and with random dice.

use crate::{check, check_under, check_under_all};

#[test]
fn while_betting_is_open_no_outcome_exists_and_the_round_is_void() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        host restart              -> restarted; round-voided for interruption, returned seat 1 500
        ? credit 1                -> 10000
        dealer 10 opens betting   -> betting-opened 2
        ",
    );
}

/// Dice that tumbled under their cover while bets could still be made decide nothing either.
#[test]
fn a_tumble_while_betting_is_open_establishes_no_outcome() {
    check_under(
        &[("maryland", ""), ("act", ""), ("pennsylvania-a", ""), ("pennsylvania-b", "")],
        "
        open $book
        dealer 10 opens betting   -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        dealer 10 shakes 3        -> shaken 3 times
        host restart              -> restarted; round-voided for interruption, returned seat 1 500
        ? credit 1                -> 10000
        ? result 1                -> void
        ",
    );
}

#[test]
fn between_rounds_nothing_is_lost() {
    check_under_all(
        "
        open $book
        host restart              -> restarted
        ? credit 1                -> 10000
        dealer 10 opens betting   -> betting-opened 1
        ",
    );
}

#[test]
fn after_a_valid_tumble_without_a_result_the_table_asks_for_the_dice() {
    let steps = ["tumbles", "reveals", "enters 6,6,6"];
    for reached in 1..=steps.len() {
        let mut story = String::from(
            "open $book\ndealer 10 opens betting\nseat 1 bets small 500\n\
             dealer 10 closes betting\n",
        );
        for step in &steps[..reached] {
            story += &format!("dealer 10 {step}\n");
        }
        story += "
            host restart                       -> restarted; awaiting interruption
            host restart                       -> restarted
            dealer 10 shakes 3                 -> refused: not while awaiting-ruling
            dealer 10 enters 1,2,3             -> refused: not while awaiting-ruling
            dealer 10 confirms 6,6,6           -> refused: not while awaiting-ruling
            dealer 10 proposes dice 1,2,3 without a reason  -> refused: not allowed ($why)
            dealer 10 proposes dice 1,2,3      -> proposed 1 by 10 to a $clause
            dealer 10 approves 1               -> refused: needs a floorperson
            supervisor 30 approves 1           -> approved 1 by 30; result 1,2,3
            dealer 10 collects                 -> collected nothing
            dealer 10 pays                     -> paid seat 1 1000
            dealer 10 clears                   -> cleared
            ";
        let books = [
            ("massachusetts", "floorperson"),
            ("maryland", "floorperson"),
            ("act", "supervisor"),
            ("pennsylvania-a", "floorperson"),
            ("singapore-1", "supervisor"),
        ];
        for book in books {
            let why = if book.0 == "singapore-1" { "SG 5.1" } else { "reading 14" };
            check_under(&[book], &story.replace("$why", why));
        }
    }
}

/// The server was killed after no more bets, before the dice had tumbled at all; two people then
/// "stated" 6,6,6, and triples were paid.
#[test]
fn without_a_valid_tumble_on_record_there_is_no_outcome_and_the_round_is_void() {
    check_under(
        &[("massachusetts", ""), ("singapore-1", ""), ("singapore-2", ""), ("singapore-3", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets triple-6 500       -> placed triple-6 500
        dealer 10 calls no more bets   -> betting-closed
        host restart  -> restarted; round-voided for interruption, returned seat 1 500
        floorperson 20 proposes dice 6,6,6  -> refused: not while idle
        ? credit 1                     -> 10000
        ? result 1                     -> void
        ",
    );
    check(
        "
        open massachusetts
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets triple-6 500       -> placed triple-6 500
        dealer 10 calls no more bets   -> betting-closed
        dealer 10 shakes 2  -> shaken 2 times; \
called too-few-shakes by 10, remedy ruling: 2 of at least 3 tumbles; awaiting too-few-shakes
        host restart  -> restarted; round-voided for interruption, returned seat 1 500
        ? credit 1                     -> 10000
        ",
    );
}

/// A result that was recorded and lit was made void as an interruption by two people.
#[test]
fn an_established_outcome_is_concluded_and_no_interruption_makes_it_void() {
    for (books, clause) in [
        (&["singapore-1", "singapore-2", "singapore-3"][..], "SG 5.1"),
        (&["massachusetts", "maryland", "act", "pennsylvania-a", "pennsylvania-b"], "reading 14"),
    ] {
        let books: Vec<(&str, &str)> = books.iter().map(|book| (*book, clause)).collect();
        check_under(
            &books,
            "
            open $book
            dealer 10 opens betting        -> betting-opened 1
            seat 1 bets small 500          -> placed small 500
            dealer 10 throws 1,2,3
            floorperson 20 proposes void for interruption of 1  -> refused: not allowed ($clause)
            host restart                   -> restarted
            floorperson 20 proposes void for interruption of 1  -> refused: not allowed ($clause)
            dealer 10 collects             -> collected nothing
            dealer 10 pays                 -> paid seat 1 1000
            dealer 10 clears               -> cleared
            floorperson 20 proposes void for interruption of 1  -> refused: not allowed ($clause)
            ? credit 1                     -> 10500
            ",
        );
    }
}

#[test]
fn dice_that_nobody_can_tell_make_the_round_void() {
    check_under(
        &[("maryland", "reading 14"), ("singapore-1", "SG 5.1")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        host restart                   -> restarted; awaiting interruption
        floorperson 20 proposes going on for interruption  -> refused: not allowed ($clause)
        floorperson 20 proposes reshake for interruption   -> refused: not allowed ($clause)
        floorperson 20 proposes void for interruption of 1
        supervisor 30 approves 1       -> approved 1 by 30; \
round-voided for interruption, returned seat 1 500
        ? credit 1                     -> 10000
        ",
    );
}

/// Two people who had read losing dice made the round void as an interruption after the server was
/// killed.
#[test]
fn dice_that_were_seen_are_an_outcome_and_no_interruption_makes_it_void() {
    for seen in ["", "dealer 10 enters 6,6,6"] {
        check_under(
            &[("massachusetts", "reading 14"), ("act", "reading 14"), ("singapore-3", "SG 5.1")],
            &format!(
                "
                open $book
                dealer 10 opens betting        -> betting-opened 1
                seat 1 bets small 500          -> placed small 500
                dealer 10 closes betting
                dealer 10 tumbles
                dealer 10 reveals              -> revealed
                {seen}
                host restart                   -> restarted; awaiting interruption
                floorperson 20 proposes void for interruption of 1 \
-> refused: not allowed ($clause)
                floorperson 20 proposes dice 1,2,3
                supervisor 30 approves 1       -> approved 1 by 30; result 1,2,3
                "
            ),
        );
    }
    // Dice that were disturbed, so that nobody can tell, are another matter.
    check(
        "
        open massachusetts
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals              -> revealed
        host restart                   -> restarted; awaiting interruption
        floorperson 20 proposes void for impracticable of 1 -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; \
round-voided for impracticable, returned seat 1 500
        ",
    );
}

/// A short activation that a shift manager had let pass was seen, and then made void by a start.
#[test]
fn dice_of_a_short_activation_that_were_seen_are_asked_for() {
    check(
        "
        open massachusetts
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 shakes 2
        floorperson 20 proposes going on for too-few-shakes -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1     -> approved 1 by 50; resumed
        dealer 10 reveals               -> revealed
        host restart                    -> restarted; awaiting interruption
        floorperson 20 proposes dice 1,2,3  -> proposed 2 by 20 to a floorperson
        floorperson 21 approves 2       -> approved 2 by 21; result 1,2,3
        ",
    );
}

#[test]
fn nothing_is_void_as_an_interruption_that_the_table_did_not_notice() {
    check_under(
        &[("massachusetts", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        floorperson 20 proposes void for interruption of 1 -> refused: not while betting
        dealer 10 closes betting
        floorperson 20 proposes void for interruption of 1 -> refused: not while no-more-bets
        ",
    );
}

#[test]
fn nobody_states_dice_where_nothing_was_interrupted() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 closes betting
        dealer 10 proposes dice 1,2,3  -> refused: not while no-more-bets
        ",
    );
}

#[test]
fn with_a_result_recorded_the_round_is_concluded() {
    let rest = ["collects", "pays", "clears"];
    for done in 0..rest.len() {
        let mut story = String::from(
            "open $book\ndealer 10 opens betting\nseat 1 bets small 500\ndealer 10 throws 1,2,3\n",
        );
        for step in &rest[..done] {
            story += &format!("dealer 10 {step}\n");
        }
        story += "host restart -> restarted\n";
        for step in &rest[done..] {
            story += &format!("dealer 10 {step}\n");
        }
        story += "? credit 1 -> 10500\n? result 1 -> 1,2,3";
        check_under_all(&story);
    }
}

#[test]
fn random_dice_are_never_drawn_again() {
    check_under_all(
        "
        open $book automatic
        +3s host tick             -> betting-opened 1
        seat 1 bets small 500     -> placed small 500
        +20s host tick            -> betting-closed
        host restart              -> restarted; round-voided for interruption, returned seat 1 500
        ? credit 1                -> 10000
        +3s host tick             -> betting-opened 2
        seat 1 bets small 500     -> placed small 500
        +20s host tick            -> betting-closed
        host rolls 1,2,3          -> result 1,2,3
        host restart              -> restarted
        host rolls 4,5,6          -> refused: not while collecting
        host tick                 -> collected nothing
        host tick                 -> paid seat 1 1000
        host restart              -> restarted
        +4s host tick             -> cleared
        ? credit 1                -> 10500
        ",
    );
}

#[test]
fn a_round_that_awaits_a_ruling_still_awaits_it() {
    check(
        "
        open act
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 calls dispute        -> called dispute by 10, remedy ruling; awaiting dispute
        host restart                   -> restarted
        ? phase                        -> awaiting-ruling
        ",
    );
}
