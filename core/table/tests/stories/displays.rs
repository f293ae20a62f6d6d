//! The display is equipment: it answers or no round opens, and a trial is judged by looking at it.

use crate::{check, check_under};

/// The books whose dealers enter the dice into a device, with the clauses of its inspection.
const WITH_A_DEVICE: [(&str, &str); 4] = [
    ("massachusetts", "MA 5(a)(1); reading 23"),
    ("maryland", "MD 5.A(1); reading 23"),
    ("pennsylvania-a", "PA 625a.5(a)(1); reading 23"),
    ("pennsylvania-b", "PA 625a.5(a)(1); reading 23"),
];

const CLOSED: &str = "
    table $book
    host assigns dealer 10
    host assigns floorperson 20
    host assigns supervisor 30
    floorperson 20 installs shaker 1 manual sealed approved all
    floorperson 20 installs dice 1 2 3 as set 1 in shaker 1
    dealer 10 takes the shaker
    floorperson 20 ticks the checklist
    ";

#[test]
fn a_table_whose_book_asks_for_a_device_opens_with_one_that_answers() {
    check_under(
        &WITH_A_DEVICE,
        &(CLOSED.to_owned()
            + "
            floorperson 20 opens the table -> refused: needs a display that answers ($clause)
            floorperson 20 tries the display with 1,2,6 \
-> refused: needs a display that answers ($clause)
            host connects display 4                      -> display-connected 4
            host connects display 4                      -> nothing
            floorperson 20 tries the display with 1,2,6  -> display-tried with 1,2,6 by 20
            floorperson 20 sees it lit           -> display-inspected with 1,2,6 by 20
            host loses display 4                         -> display-lost 4
            host loses display 4                         -> nothing
            floorperson 20 opens the table -> refused: needs a display that answers ($clause)
            host connects display 5                      -> display-connected 5
            floorperson 20 opens the table               -> table-opened by 20
            "),
    );
}

#[test]
fn a_round_in_play_goes_on_without_its_display_and_the_next_one_waits() {
    check_under(
        &WITH_A_DEVICE,
        "
        open $book
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        host loses display 1             -> display-lost 1
        dealer 10 throws 1,2,3
        dealer 10 collects               -> collected nothing
        dealer 10 pays                   -> paid seat 1 1000
        dealer 10 clears                 -> cleared
        dealer 10 opens betting -> refused: needs a display that answers ($clause)
        host connects display 1          -> display-connected 1
        dealer 10 opens betting          -> betting-opened 2
        ",
    );
}

#[test]
fn one_of_two_displays_is_enough() {
    check(
        "
        open maryland
        host connects display 2          -> display-connected 2
        host loses display 1             -> display-lost 1
        dealer 10 opens betting
        dealer 10 plays 1,2,3
        host loses display 2             -> display-lost 2
        dealer 10 opens betting \
-> refused: needs a display that answers (MD 5.A(1); reading 23)
        ",
    );
}

/// Where the result stands without lights, and where nobody enters any dice, none is asked for.
#[test]
fn a_table_that_needs_no_device_plays_without_one() {
    check_under(
        &[("act", ""), ("singapore-1", ""), ("singapore-2", ""), ("singapore-3", "")],
        "
        open $book
        host loses display 1             -> display-lost 1
        dealer 10 opens betting
        dealer 10 plays 1,2,3
        dealer 10 opens betting          -> betting-opened 2
        ",
    );
    check(
        "
        open massachusetts random
        dealer 10 takes the shaker
        dealer 10 opens betting          -> betting-opened 1
        ",
    );
}

#[test]
fn a_table_has_eight_displays_at_most() {
    let mut story = String::from("open maryland\n");
    for display in 2..=8 {
        story += &format!("host connects display {display} -> display-connected {display}\n");
    }
    story += "host connects display 9 -> refused: at most 8\n";
    story += "host loses display 3 -> display-lost 3\n";
    check(&(story + "host connects display 9 -> display-connected 9\n"));
}

#[test]
fn a_trial_is_over_after_a_minute_and_proves_nothing() {
    check(
        "
        open maryland
        supervisor 30 tries the display with 1,2,6 -> display-tried with 1,2,6 by 30
        ? deadline                       -> in 60000ms
        +59999ms supervisor 30 sees it lit -> display-inspected with 1,2,6 by 30
        ? deadline                       -> none
        supervisor 30 tries the display with 1,2,6 -> display-tried with 1,2,6 by 30
        +60000ms supervisor 30 sees it lit \
-> refused: needs a trial on the display (MD 5.A(1); reading 23)
        host tick                        -> trial-lapsed
        ? deadline                       -> none
        ",
    );
}

#[test]
fn a_trial_ends_when_a_round_opens_or_nobody_can_see_it() {
    let nobody = "refused: needs a trial on the display (MD 5.A(1); reading 23)";
    check(&format!(
        "
        open maryland
        supervisor 30 sees it lit        -> {nobody}
        supervisor 30 tries the display with 1,2,6
        dealer 10 opens betting          -> betting-opened 1
        supervisor 30 sees it lit        -> refused: not while betting
        supervisor 30 tries the display with 1,2,6 -> refused: not while betting
        dealer 10 calls display-failed
        floorperson 20 attests repair
        supervisor 30 sees it lit        -> {nobody}
        supervisor 30 tries the display with 1,2,6
        host connects display 2
        host loses display 1
        supervisor 30 sees it lit        -> display-inspected with 1,2,6 by 30
        supervisor 30 tries the display with 1,2,6
        host loses display 2
        host connects display 2
        supervisor 30 sees it lit        -> {nobody}
        "
    ));
}

/// The person who looks sees lights that are wrong: what follows is what follows from a failure.
#[test]
fn whoever_denies_a_trial_has_found_a_display_that_failed() {
    for (book, superior, repair, inspect) in [
        ("massachusetts", "supervisor 30", "MA 6(b)", "MA 5(a)(1); reading 23"),
        ("maryland", "floorperson 20", "MD 7.B; MD 7.C", "MD 5.A(1); reading 23"),
        ("pennsylvania-a", "floorperson 20", "PA 625a.7(b)", "PA 625a.5(a)(1); reading 23"),
    ] {
        let by = &superior[superior.len() - 2..];
        check(&format!(
            "
            open {book}
            {superior} tries the display with 1,2,6 -> display-tried with 1,2,6 by {by}
            {superior} sees it wrong   -> display-denied with 1,2,6 by {by}; suspended
            dealer 10 opens betting    -> refused: not while suspended
            {superior} opens the table -> refused: needs what failed repaired ({repair})
            {superior} tries the display with 1,2,6 \
-> refused: needs what failed repaired ({repair})
            floorperson 20 attests repair -> repair-attested by 20
            {superior} opens the table -> refused: needs an inspection of the display ({inspect})
            {superior} tries the display with 1,2,6
            {superior} sees it lit
            {superior} opens the table -> table-opened by {by}
            "
        ));
    }
}

#[test]
fn a_display_that_is_denied_before_opening_is_repaired_and_tried_again() {
    check(
        &(CLOSED.replace("$book", "maryland")
            + "
            host connects display 1
            floorperson 20 tries the display with 1,2,6
            floorperson 20 sees it wrong   -> display-denied with 1,2,6 by 20
            ? phase                        -> closed
            floorperson 20 opens the table \
-> refused: needs what failed repaired (MD 7.B; MD 7.C)
            floorperson 20 attests repair  -> repair-attested by 20
            floorperson 20 opens the table \
-> refused: needs an inspection of the display (MD 5.A(1); reading 23)
            "),
    );
}

#[test]
fn a_denied_trial_stops_no_table_whose_results_stand_without_lights() {
    check_under(
        &[("act", ""), ("singapore-1", "")],
        "
        open $book
        supervisor 30 tries the display with 1,2,6
        supervisor 30 sees it wrong    -> display-denied with 1,2,6 by 30
        dealer 10 opens betting        -> betting-opened 1
        ",
    );
}
