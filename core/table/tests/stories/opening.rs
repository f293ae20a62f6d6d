//! What must be there, approved, inspected and attested before a table opens, and how it closes.

use crate::{check, check_under, check_under_all};

/// Staff, a sound shaker and its dice, but nothing inspected.
const READY_BUT_UNSEEN: &str = "
    table $book
    host assigns dealer 10
    host assigns floorperson 20
    host assigns supervisor 30
    floorperson 20 installs shaker 1 $kind sealed approved all
    floorperson 20 installs dice 1 2 3 as set 1 in shaker 1
    host connects display 1
    ";

fn unseen(book: &str, kind: &str) -> String {
    READY_BUT_UNSEEN.replace("$book", book).replace("$kind", kind)
}

const DISPLAY_SEEN: &str = "
    floorperson 20 inspects the display with 1,2,3
    ";

#[test]
fn a_table_opens_only_after_three_values_were_entered_and_seen_lit() {
    let books = [
        ("massachusetts", "MA 5(a)(1); reading 23"),
        ("maryland", "MD 5.A(1); reading 23"),
        ("pennsylvania-a", "PA 625a.5(a)(1); reading 23"),
        ("pennsylvania-b", "PA 625a.5(a)(1); reading 23"),
    ];
    for (book, clause) in books {
        let story = "
            dealer 10 takes the shaker                      -> shaker-taken by 10
            floorperson 20 ticks the checklist
            floorperson 20 opens the table -> refused: needs an inspection of the display ($c)
            dealer 10 tries the display with 1,2,3          -> refused: needs a floorperson
            floorperson 20 tries the display with 1,2,3     -> display-tried with 1,2,3 by 20
            floorperson 20 opens the table -> refused: needs an inspection of the display ($c)
            dealer 10 sees it lit                           -> refused: needs a floorperson
            floorperson 20 sees it lit              -> display-inspected with 1,2,3 by 20
            dealer 10 opens the table                       -> refused: needs a floorperson
            floorperson 20 opens the table                  -> table-opened by 20
            ";
        check(&(unseen(book, "manual") + &story.replace("$c", clause)));
    }
}

#[test]
fn a_house_may_ask_for_more_trials_of_the_display_than_its_law() {
    let story = "
        dealer 10 takes the shaker                      -> shaker-taken by 10
        floorperson 20 ticks the checklist
        floorperson 20 inspects the display with 1,2,3
        floorperson 20 inspects the display with 4,4,2
        floorperson 20 opens the table -> refused: needs an inspection of the display \
(MD 5.A(1); reading 23)
        floorperson 20 inspects the display with 6,6,6
        floorperson 20 opens the table                  -> table-opened by 20
        ";
    check(&(unseen("careful", "manual") + story));
}

#[test]
fn a_table_opens_only_after_its_automated_shaker_was_tried_three_times() {
    let books = [
        ("massachusetts", "automated-uncovered", "MA 5(a)(2)"),
        ("maryland", "automated-covered", "MD 5.A(2)"),
        ("pennsylvania-a", "automated-uncovered", "PA 625a.5(a)(2)"),
        ("pennsylvania-b", "player-activated", "PA 625a.5(a)(2)"),
    ];
    for (book, kind, clause) in books {
        let story = format!(
            "
            {DISPLAY_SEEN}
            floorperson 20 ticks the checklist
            dealer 10 takes the shaker
            supervisor 30 opens the table  -> refused: needs an inspection of the shaker ({clause})
            dealer 10 inspects the shaker 3 times      -> refused: needs a floorperson
            supervisor 30 inspects the shaker 2 times \
-> refused: needs at least 3 shakes ({clause})
            supervisor 30 inspects the shaker 3 times  -> shaker-inspected 3 times by 30
            supervisor 30 opens the table              -> table-opened by 30
            "
        );
        check(&(unseen(book, kind) + &story));
    }
}

#[test]
fn a_hand_shaker_needs_no_trial() {
    check(
        &(unseen("maryland", "manual")
            + DISPLAY_SEEN
            + "
            floorperson 20 ticks the checklist
            dealer 10 takes the shaker
            floorperson 20 opens the table  -> table-opened by 20
            "),
    );
}

#[test]
fn a_supervisors_trial_at_opening_counts_for_the_shift_and_a_floorpersons_does_not() {
    let ready = unseen("massachusetts", "automated-uncovered")
        + DISPLAY_SEEN
        + "floorperson 20 ticks the checklist
           dealer 10 takes the shaker
           floorperson 20 inspects the shaker 3 times
           floorperson 20 opens the table -> refused: needs an inspection of the shaker (MA 5(b))
           supervisor 30 inspects the shaker 3 times
           floorperson 20 opens the table -> table-opened by 20";
    check(&ready);
}

#[test]
fn a_table_opens_only_with_a_sealed_shaker() {
    let books = [
        ("massachusetts", "MA 1"),
        ("maryland", "MD 1.D(1)(c)"),
        ("pennsylvania-a", "PA 625a.1(d)(1)(ii)"),
        ("pennsylvania-b", "PA 625a.1(d)(1)(ii)"),
    ];
    check_under(
        &books,
        "
        table $book
        host assigns floorperson 20
        floorperson 20 opens the table  -> refused: needs a shaker at the table ($clause)
        floorperson 20 installs shaker 1 manual approved all          -> shaker-installed 1
        floorperson 20 opens the table  -> refused: needs dice in the shaker ($clause)
        floorperson 20 installs dice 1 2 3 as set 1 in shaker 1       -> dice-installed 1
        floorperson 20 opens the table  -> refused: needs the shaker sealed or locked ($clause)
        ",
    );
}

#[test]
fn a_table_opens_only_with_approved_equipment() {
    check_under(
        &[("act", "ACT 1.1; ACT 2.1")],
        "
        table $book
        host assigns supervisor 30
        supervisor 30 installs shaker 1 manual approved table shaker   -> shaker-installed 1
        supervisor 30 installs dice 1 2 3 as set 1 in shaker 1         -> dice-installed 1
        supervisor 30 opens the table  -> refused: needs approved equipment ($clause)
        supervisor 30 removes shaker 1                                 -> shaker-removed 1 by 30
        supervisor 30 installs shaker 1 manual approved table shaker dice  -> shaker-installed 1
        supervisor 30 installs dice 1 2 3 as set 1 in shaker 1         -> dice-installed 1
        supervisor 30 opens the table  -> refused: needs the checklist ticked (ACT 2.1)
        ",
    );
}

#[test]
fn an_automated_shaker_is_used_only_with_its_procedure_and_place_on_file() {
    let books = [
        ("maryland", "MD 1.D(2)(b); MD 1.D(2)(c)"),
        ("pennsylvania-a", "PA 625a.1(d)(2)(ii); PA 625a.1(d)(2)(iii)"),
        ("pennsylvania-b", "PA 625a.1(d)(2)(ii); PA 625a.1(d)(2)(iii)"),
    ];
    check_under(
        &books,
        "
        table $book
        host assigns floorperson 20
        floorperson 20 installs shaker 1 automated-covered sealed approved layout display shaker \
shaker-procedure
        floorperson 20 installs dice 1 2 3 as set 1 in shaker 1   -> dice-installed 1
        floorperson 20 opens the table  -> refused: needs approved equipment ($clause)
        ",
    );
    check(
        "
        table maryland
        host assigns floorperson 20
        floorperson 20 installs shaker 1 manual sealed approved layout display \
-> shaker-installed 1
        floorperson 20 installs dice 1 2 3 as set 1 in shaker 1   -> dice-installed 1
        floorperson 20 opens the table -> refused: needs approved equipment (MD 1.B; MD 1.C; MD 1.D)
        ",
    );
}

#[test]
fn a_table_closes_after_notice_and_between_rounds_only() {
    let books = [
        ("massachusetts", "reading 10"),
        ("maryland", "reading 10"),
        ("act", "ACT 9.2"),
        ("pennsylvania-a", "reading 10"),
        ("singapore-1", "reading 10"),
    ];
    check_under(
        &books,
        "
        open $book
        supervisor 30 closes the table  -> refused: needs notice to the players ($clause)
        dealer 10 opens betting         -> betting-opened 1
        seat 1 bets small 500           -> placed small 500
        supervisor 30 announces closing -> closing-announced by 30
        supervisor 30 closes the table  -> refused: not while betting
        dealer 10 plays 1,2,3
        dealer 10 opens betting         -> refused: not while idle
        supervisor 30 closes the table  -> table-closed by 30
        seat 3 sits player 9            -> refused: not while closed
        seat 1 cashes out 10500         -> cashed-out 10500
        seat 1 leaves                   -> seat-left
        ",
    );
}

#[test]
fn a_closed_table_is_inspected_anew_before_it_opens_again() {
    check(
        "
        open maryland
        floorperson 20 announces closing  -> closing-announced by 20
        floorperson 20 closes the table   -> table-closed by 20
        floorperson 20 opens the table -> refused: needs an inspection of the display \
(MD 5.A(1); reading 23)
        ",
    );
}

#[test]
fn an_open_table_is_not_opened_twice() {
    check_under_all(
        "
        open $book
        supervisor 30 opens the table  -> refused: not while idle
        ",
    );
}
