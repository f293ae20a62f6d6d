//! The round, in the order each book gives, and on both sides of every deadline.

use crate::{BETS_FINAL, BOOKS, check, check_under, check_under_all};

#[test]
fn where_betting_ends_before_the_shake_an_early_shake_is_refused() {
    let books = [
        ("massachusetts manual", "MA 5(c)"),
        ("massachusetts automated-uncovered", "MA 5(c)"),
        ("pennsylvania-a automated-uncovered", "PA 625a.5(g)"),
        ("pennsylvania-b automated-uncovered", "PA 625a.5(g)"),
        ("singapore-1", "SG 3.5; SG 3.6"),
        ("singapore-2", "SG 3.5; SG 3.6"),
        ("singapore-3", "SG 3.5; SG 3.6"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 shakes 3            -> refused: needs no more bets called ($clause)
        dealer 10 reveals             -> refused: needs no more bets called ($clause)
        dealer 10 calls no more bets  -> betting-closed
        dealer 10 shakes 3            -> shaken 3 times
        dealer 10 reveals             -> revealed
        ",
    );
}

#[test]
fn where_the_dice_are_covered_they_are_shaken_first_and_betting_ends_before_the_reveal() {
    let books = [
        ("maryland manual", "MD 5.C"),
        ("maryland automated-covered", "MD 5.C"),
        ("act manual", "ACT 5.2"),
        ("act automated-covered", "ACT 5.2"),
        ("pennsylvania-a manual", "PA 625a.5(c)"),
        ("pennsylvania-b automated-covered", "PA 625a.5(c)"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 shakes 3            -> shaken 3 times
        seat 1 bets small 500         -> placed small 500
        dealer 10 reveals             -> refused: needs no more bets called ($clause)
        dealer 10 calls no more bets  -> betting-closed; reveal waits
        ? phase                       -> no-more-bets
        dealer 10 shakes 3            -> refused: not while no-more-bets
        dealer 10 reveals  -> refused: needs no more bets read by everybody ($clause)
        +1499ms dealer 10 reveals  -> refused: needs no more bets read by everybody ($clause)
        +1ms dealer 10 reveals        -> revealed
        ",
    );
}

/// A round was called to no more bets and only then shaken, against the order of the document; on
/// the displays the words were gone at once.
#[test]
fn where_the_dice_are_shaken_first_no_more_bets_waits_for_the_shake() {
    let story = "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 calls no more bets  -> refused: needs $shakes
        +15s host tick                -> betting-warned
        +5s host tick                 -> nothing
        ? deadline                    -> none
        ? phase                       -> betting
        seat 1 bets small 500         -> placed small 500
        +1h seat 1 bets small 500     -> placed small 1000
        dealer 10 calls no more bets  -> refused: needs $shakes
        dealer 10 shakes 3            -> shaken 3 times
        ? deadline                    -> at once
        seat 1 clears bets            -> refused: betting is closed ($final)
        host tick                     -> betting-closed; reveal waits
        ? phase                       -> no-more-bets
        +1499ms dealer 10 reveals     -> refused: needs no more bets read by everybody ($after)
        +1ms dealer 10 reveals        -> revealed
        ";
    for (book, shakes, is_final, after) in [
        ("maryland manual", "at least 3 shakes (MD 5.B(1))", "MD 5.C", "MD 5.C"),
        ("maryland automated-covered", "at least 1 shakes (MD 5.B(2))", "MD 5.C", "MD 5.C"),
        ("act manual", "at least 1 shakes (ACT 5.1)", "ACT 4.5", "ACT 5.2"),
        (
            "pennsylvania-a manual",
            "at least 3 shakes (PA 625a.5(b)(1))",
            "PA 625a.5(c)",
            "PA 625a.5(c)",
        ),
        (
            "pennsylvania-b automated-covered",
            "at least 1 shakes (PA 625a.5(b)(2))",
            "PA 625a.5(c)",
            "PA 625a.5(c)",
        ),
    ] {
        let story = story.replace("$shakes", shakes).replace("$final", is_final);
        check_under(&[(book, after)], &story.replace("$after", "$clause"));
    }
}

#[test]
fn three_shakes_are_enough_and_are_made_once() {
    let books = [
        ("massachusetts manual", "MA 5(d)(1)"),
        ("singapore-1", "SG 3.6"),
        ("singapore-2", "SG 3.6"),
        ("singapore-3", "SG 3.6"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 calls no more bets  -> betting-closed
        dealer 10 reveals             -> refused: needs at least 3 shakes ($clause)
        dealer 10 shakes 3            -> shaken 3 times
        dealer 10 shakes 3            -> refused: not while shaken
        dealer 10 reveals             -> revealed
        dealer 10 shakes 3            -> refused: not while revealed
        ",
    );
}

#[test]
fn an_automated_shaker_is_activated_once() {
    let books = [
        ("massachusetts automated-uncovered", "MA 5(d)(2)"),
        ("pennsylvania-a automated-uncovered", "PA 625a.5(g)"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 calls no more bets  -> betting-closed
        dealer 10 reveals             -> refused: needs at least 1 shakes ($clause)
        dealer 10 shakes 1            -> shaken 1 times
        dealer 10 shakes 1            -> refused: not while shaken
        dealer 10 reveals             -> revealed
        ",
    );
}

#[test]
fn a_player_activated_shaker_is_started_by_the_selected_player_after_no_more_bets() {
    for book in ["pennsylvania-a", "pennsylvania-b"] {
        check(&format!(
            "
            open {book} player-activated
            dealer 10 opens betting       -> betting-opened 1
            dealer 10 selects seat 1      -> player-selected seat 1
            seat 1 shakes 1    -> refused: needs no more bets called (PA 625a.5(g))
            dealer 10 calls no more bets  -> betting-closed
            seat 2 shakes 1    -> refused: needs a selected player (PA 625a.5(g))
            dealer 10 shakes 1            -> refused: only a player may
            seat 1 shakes 1               -> shaken 1 times by seat 1
            seat 1 shakes 1               -> refused: not while shaken
            dealer 10 selects seat 2      -> refused: not while shaken
            dealer 10 reveals             -> revealed
            "
        ));
    }
    check(
        "
        open pennsylvania-a player-activated
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 calls no more bets  -> betting-closed
        seat 1 shakes 1               -> refused: needs a selected player (PA 625a.5(g))
        ",
    );
}

#[test]
fn no_player_shakes_a_shaker_that_is_the_dealers() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 selects seat 1      -> refused: not while betting
        dealer 10 closes betting
        seat 1 shakes 3               -> refused: not on the staff of this table
        ",
    );
}

#[test]
fn dice_are_entered_shown_and_confirmed_before_they_count() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 enters 4,4,2        -> refused: not while betting
        dealer 10 closes betting
        dealer 10 enters 4,4,2        -> refused: not while no-more-bets
        dealer 10 tumbles
        dealer 10 reveals             -> revealed
        dealer 11 enters 4,4,2        -> refused: not on duty
        dealer 10 confirms 4,4,2      -> refused: not while revealed
        dealer 10 enters 4,4,3        -> entered 4,4,3
        dealer 10 collects            -> refused: not while entered
        dealer 10 confirms 4,4,2      -> refused: other dice were entered
        dealer 10 re-enters           -> entry-taken-back
        dealer 10 enters 4,4,2        -> entered 4,4,2
        dealer 10 confirms 4,4,2      -> result 4,4,2
        dealer 10 enters 4,4,3        -> refused: not while collecting
        dealer 10 re-enters           -> refused: not while collecting
        ",
    );
}

#[test]
fn losers_are_collected_before_winners_are_paid_and_the_lights_go_out_last() {
    let books = [
        ("massachusetts", "MA 5(f)", "MA 5(g)"),
        ("maryland", "MD 5.F", "MD 5.H"),
        ("act", "reading 13", "reading 13"),
        ("pennsylvania-a", "PA 625a.5(e)", "PA 625a.5(f)"),
        ("pennsylvania-b", "PA 625a.5(e)", "PA 625a.5(f)"),
        ("singapore-1", "SG 3.8", "reading 13"),
        ("singapore-2", "SG 3.8", "reading 13"),
        ("singapore-3", "SG 3.8", "reading 13"),
    ];
    for (book, pay, clear) in books {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting   -> betting-opened 1
            seat 1 bets small 500     -> placed small 500
            seat 1 bets big 700       -> placed big 700
            seat 2 bets big 500       -> placed big 500
            dealer 10 throws 1,2,3
            dealer 10 pays     -> refused: needs every losing bet collected ({pay})
            dealer 10 clears   -> refused: needs every winning bet paid ({clear})
            dealer 10 collects        -> collected seat 1 700, seat 2 500
            ? credit 1                -> 8800
            dealer 10 collects        -> refused: not while paying
            dealer 10 clears   -> refused: needs every winning bet paid ({clear})
            dealer 10 pays            -> paid seat 1 1000
            ? credit 1                -> 9800
            dealer 10 pays            -> refused: not while clearing
            dealer 10 clears          -> cleared
            dealer 10 pays            -> refused: no round
            ? phase                   -> idle
            "
        ));
    }
}

#[test]
fn a_hand_shaker_stays_uncovered_until_every_winner_is_paid() {
    let books = [
        ("massachusetts manual", "MA 5(f)"),
        ("maryland manual", "MD 5.G"),
        ("pennsylvania-a manual", "PA 625a.5(e)"),
        ("pennsylvania-b manual", "PA 625a.5(e)"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 covers              -> covered
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals             -> revealed
        dealer 10 covers   -> refused: needs every winning bet paid ($clause)
        dealer 10 enters 1,2,3        -> entered 1,2,3
        dealer 10 confirms 1,2,3      -> result 1,2,3
        dealer 10 covers   -> refused: needs every winning bet paid ($clause)
        dealer 10 collects            -> collected nothing
        dealer 10 covers   -> refused: needs every winning bet paid ($clause)
        dealer 10 pays                -> paid nothing
        dealer 10 covers              -> covered
        ",
    );
}

#[test]
fn a_shaker_without_a_cover_is_never_covered() {
    let books = [
        ("massachusetts automated-uncovered", "MA 5(f)"),
        ("pennsylvania-a automated-uncovered", "PA 625a.5(g)"),
    ];
    check_under(
        &books,
        "
        open $book
        dealer 10 covers          -> refused: not allowed ($clause)
        dealer 10 opens betting   -> betting-opened 1
        dealer 10 plays 1,2,3
        dealer 10 covers          -> refused: not allowed ($clause)
        ",
    );
}

#[test]
fn a_round_runs_from_the_notice_to_the_last_settlement() {
    let steps = [
        ("betting", "closes betting"),
        ("no-more-bets", "tumbles"),
        ("$tumbled", "reveals"),
        ("revealed", "enters 1,2,3"),
        ("entered", "confirms 1,2,3"),
        ("collecting", "collects"),
        ("paying", "pays"),
        ("clearing", "clears"),
    ];
    let mut story = String::from("open $book\ndealer 10 opens betting -> betting-opened 1\n");
    for (phase, step) in steps {
        story += &format!("dealer 10 opens betting -> refused: not while {phase}\n");
        story += "dealer 10 (round 2) opens betting -> refused: another round, it is 1\n";
        story += &format!("dealer 10 {step}\n");
    }
    story += "dealer 10 opens betting -> betting-opened 2";
    for book in BOOKS {
        // Where the dice are shaken first, no more bets stands until they are revealed.
        let tumbled = if shakes_first(book) { "no-more-bets" } else { "shaken" };
        check(&story.replace("$book", book).replace("$tumbled", tumbled));
    }
}

#[test]
fn betting_is_warned_and_closed_at_its_deadline_and_not_a_millisecond_before() {
    let story = "
        open $book
        $opened
        ? deadline                       -> in 15000ms
        +14999ms host tick               -> nothing
        +1ms host tick                   -> betting-warned
        host tick                        -> nothing
        ? deadline                       -> in 5000ms
        +4999ms host tick                -> nothing
        seat 1 bets small 500            -> placed small 500
        +1ms seat 1 bets small 500       -> refused: betting is closed ($clause)
        host tick                        -> $closed
        seat 1 bets small 500            -> refused: betting is closed ($clause)
        host tick                        -> nothing
        ";
    for (book, clause) in BETS_FINAL {
        let opened = "dealer 10 opens betting\n";
        let (opened, closed) = if shakes_first(book) {
            (format!("{opened}dealer 10 shakes 3"), "betting-closed; reveal waits")
        } else {
            (opened.to_owned(), "betting-closed")
        };
        check_under(
            &[(book, clause)],
            &story.replace("$opened", &opened).replace("$closed", closed),
        );
    }
}

#[test]
fn the_dealer_extends_betting_twice_and_no_more() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting     -> betting-opened 1
        +15s host tick              -> betting-warned
        dealer 10 extends betting   -> betting-extended
        +5s host tick               -> nothing
        seat 1 bets small 500       -> placed small 500
        +5s host tick               -> betting-warned
        dealer 10 extends betting   -> betting-extended
        dealer 10 extends betting   -> refused: no more extensions
        +14999ms seat 1 bets small 500   -> placed small 1000
        dealer 10 closes betting
        dealer 10 extends betting   -> refused: not while no-more-bets
        ",
    );
}

#[test]
fn everybody_has_the_least_betting_time_before_no_more_bets() {
    let books = [
        ("massachusetts", "reading 10"),
        ("maryland", "reading 10"),
        ("act", "ACT 4.1"),
        ("pennsylvania-a", "reading 10"),
        ("singapore-1", "SG 3.2"),
    ];
    check_under(
        &books,
        "
        open $book least 5s
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 calls no more bets  -> refused: needs time for everybody to bet ($clause)
        +4999ms dealer 10 calls no more bets  -> refused: needs time for everybody to bet ($clause)
        seat 1 bets small 500         -> placed small 500
        +1ms dealer 10 closes betting
        ? phase                       -> no-more-bets
        ",
    );
}

#[test]
fn without_a_time_only_the_dealer_ends_betting() {
    check(
        "
        open maryland untimed
        dealer 10 opens betting       -> betting-opened 1
        ? deadline                    -> none
        +24h host tick                -> nothing
        seat 1 bets small 500         -> placed small 500
        dealer 10 extends betting     -> refused: not while betting
        dealer 10 closes betting
        ? phase                       -> no-more-bets
        ",
    );
}

#[test]
fn a_round_without_any_bet_is_played_all_the_same() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting  -> betting-opened 1
        dealer 10 throws 3,3,3
        dealer 10 collects       -> collected nothing
        dealer 10 pays           -> paid nothing
        dealer 10 clears         -> cleared
        ? result 1               -> 3,3,3
        ",
    );
}

/// Whether the usual shaker of a book is shaken before no more bets.
fn shakes_first(book: &str) -> bool {
    ["maryland", "act", "pennsylvania-a", "pennsylvania-b"].contains(&book)
}
