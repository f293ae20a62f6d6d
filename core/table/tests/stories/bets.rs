//! Bets: placed, added to, taken down, cleared, repeated, doubled and undone, until no more bets.

use crate::{BETS_FINAL, check, check_under, check_under_all};

#[test]
fn bets_are_all_taken_or_none_with_the_reason_for_each() {
    check(
        "
        open maryland
        dealer 10 opens betting  -> betting-opened 1
        seat 1 bets small 500 big 400 even 500 triple-1 550 -> refused: big: the minimum is 500, \
even: this table does not offer it, triple-1: stakes are multiples of 100
        ? credit 1               -> 10000
        seat 1 bets small 500 small 500  -> refused: small: it is named twice
        seat 1 bets small 500 big 600    -> placed small 500 big 600
        ? credit 1               -> 8900
        ",
    );
}

#[test]
fn a_bet_lies_on_an_area_the_table_offers_or_nowhere() {
    let offered = |books: &[&str], area: &str| {
        for book in books {
            check(&format!(
                "
                open {book}
                dealer 10 opens betting    -> betting-opened 1
                seat 1 bets {area} 500     -> placed {area} 500
                "
            ));
        }
    };
    let not_offered = |books: &[&str], area: &str| {
        for book in books {
            check(&format!(
                "
                open {book}
                dealer 10 opens betting    -> betting-opened 1
                seat 1 bets {area} 500     -> refused: {area}: this table does not offer it
                "
            ));
        }
    };
    not_offered(&["massachusetts", "maryland", "act", "pennsylvania-a", "pennsylvania-b"], "odd");
    offered(&["singapore-1", "singapore-2", "singapore-3"], "odd");
    offered(&["massachusetts", "maryland", "act", "pennsylvania-a", "pennsylvania-b"], "big");
    not_offered(&["massachusetts", "act", "pennsylvania-a"], "four-1234");
}

#[test]
fn nobody_bets_with_more_than_the_credit_at_the_terminal() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 5000 big 5000  -> placed small 5000 big 5000
        seat 1 bets triple-1 500         -> refused: credit 0, needed 500
        seat 3 bets triple-1 500         -> refused: nobody sits there
        ? credit 2                       -> 10000
        ",
    );
}

/// However a bet is made, what is staked leaves the credit of that seat, and what the credit does
/// not hold is not staked: nothing that is only said, promised or held in the hand becomes a bet.
#[test]
fn every_way_of_betting_takes_the_stake_from_the_seats_own_credit() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 2500           -> placed small 2500
        ? credit 1                       -> 7500
        seat 1 cashes out 6000           -> cashed-out 6000
        ? credit 1                       -> 1500
        seat 1 doubles                   -> refused: credit 1500, needed 5000
        seat 1 bets big 1600             -> refused: credit 1500, needed 1600
        seat 1 bets big 1500             -> placed big 1500
        ? credit 1                       -> 0
        dealer 10 plays 6,6,6
        dealer 10 opens betting          -> betting-opened 2
        seat 1 repeats                   -> refused: credit 0, needed 4000
        seat 1 bets small 500            -> refused: credit 0, needed 500
        ? bets 1                         -> nothing
        ",
    );
}

#[test]
fn a_bet_can_be_added_to_taken_down_doubled_and_cleared() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        seat 1 bets small 500 big 500    -> placed small 1000 big 500
        seat 1 doubles                   -> doubled small 2000 big 1000
        seat 1 takes down triple-1       -> refused: triple-1: nothing lies there
        seat 1 takes down small          -> taken-down small 0
        ? bets 1                         -> big 1000
        seat 1 clears bets               -> cleared big 0
        seat 1 clears bets               -> refused: there is nothing
        seat 1 doubles                   -> refused: there is nothing
        ? credit 1                       -> 10000
        ",
    );
}

#[test]
fn the_last_rounds_bets_are_repeated_as_they_were() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting         -> betting-opened 1
        seat 1 repeats                  -> refused: there is nothing
        seat 1 bets small 500 big 600   -> placed small 500 big 600
        dealer 10 plays 1,2,4
        dealer 10 opens betting         -> betting-opened 2
        dealer 10 plays 1,2,4
        dealer 10 opens betting         -> betting-opened 3
        seat 1 repeats                  -> repeated small 500 big 600
        ",
    );
}

#[test]
fn twelve_changes_can_be_undone_one_by_one() {
    let mut story = String::from("open maryland\ndealer 10 opens betting\n");
    for placed in 1..=12 {
        story += &format!("seat 1 bets small 500 -> placed small {}\n", placed.min(10) * 500);
        if placed == 10 {
            story += "seat 1 bets small 500 -> refused: small: the maximum is 5000\n";
            break;
        }
    }
    story += "seat 1 doubles -> refused: small: the maximum is 5000\n";
    story += "seat 1 bets big 500 -> placed big 500\nseat 1 clears bets -> cleared small 0 big 0\n";
    story += "seat 1 undoes -> undone small 5000 big 500\nseat 1 undoes -> undone big 0\n";
    for left in (0..10).rev() {
        story += &format!("seat 1 undoes -> undone small {}\n", left * 500);
    }
    story += "seat 1 undoes -> refused: there is nothing\n? credit 1 -> 10000\n";
    check(&story);
}

#[test]
fn nothing_is_placed_before_the_notice() {
    check_under_all(
        "
        open $book
        seat 1 bets small 500             -> refused: no round
        seat 1 (round 1) bets small 500   -> refused: no round
        dealer 10 opens betting           -> betting-opened 1
        seat 1 bets small 500             -> placed small 500
        ",
    );
}

#[test]
fn from_no_more_bets_until_the_lights_are_out_nobody_touches_a_bet() {
    let tries = "
        seat 1 bets small 500      -> refused: betting is closed ($clause)
        seat 1 takes down small    -> refused: betting is closed ($clause)
        seat 1 clears bets         -> refused: betting is closed ($clause)
        seat 1 repeats             -> refused: betting is closed ($clause)
        seat 1 doubles             -> refused: betting is closed ($clause)
        seat 1 undoes              -> refused: betting is closed ($clause)
        ";
    let steps = [
        "closes betting",
        "tumbles",
        "reveals",
        "enters 1,2,3",
        "confirms 1,2,3",
        "collects",
        "pays",
    ];
    let mut story = String::from(
        "open $book\ndealer 10 opens betting\nseat 1 bets small 500 -> placed small 500\n",
    );
    for step in steps {
        story += &format!("dealer 10 {step}\n{tries}");
    }
    story += "dealer 10 clears -> cleared\nseat 1 (round 1) bets small 500 -> refused: no round\n";
    check_under(&BETS_FINAL, &story);
}

#[test]
fn the_bets_that_stand_when_betting_closes_are_settled_where_they_lie() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting     -> betting-opened 1
        seat 1 bets big 500         -> placed big 500
        seat 1 undoes               -> undone big 0
        seat 1 bets small 500       -> placed small 500
        dealer 10 throws 4,5,6
        dealer 10 collects          -> collected seat 1 500
        dealer 10 pays              -> paid nothing
        dealer 10 clears            -> cleared
        ? credit 1                  -> 9500
        ",
    );
    // A bet that its player laid in error is the player's, once betting is closed.
    check_under(
        &BETS_FINAL,
        "
        open $book
        dealer 10 opens betting     -> betting-opened 1
        seat 1 bets big 500         -> placed big 500
        dealer 10 plays 4,5,6
        dealer 10 opens betting     -> betting-opened 2
        seat 1 bets small 500       -> placed small 500
        dealer 10 closes betting
        seat 1 takes down small     -> refused: betting is closed ($clause)
        dealer 10 tumbles
        dealer 10 reveals           -> revealed
        dealer 10 enters 4,5,6      -> entered 4,5,6
        dealer 10 confirms 4,5,6    -> result 4,5,6
        dealer 10 collects          -> collected seat 1 500
        dealer 10 pays              -> paid nothing
        ",
    );
}
