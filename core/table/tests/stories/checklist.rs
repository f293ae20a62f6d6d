//! What is looked at before a table opens: line by line, and by the shaker in use.

use crate::check;

/// Everything else that the books ask for before they look at the checklist.
const READY: &str = "
    table $book
    host assigns dealer 10
    host assigns floorperson 20
    host assigns supervisor 30
    floorperson 20 installs shaker 1 $kind sealed approved all
    floorperson 20 installs dice 1 2 3 as set 1 in shaker 1
    supervisor 30 inspects the shaker 3 times
    host connects display 1
    supervisor 30 inspects the display with 1,2,3
    dealer 10 takes the shaker
    ";

fn ready(book: &str, kind: &str) -> String {
    READY.replace("$book", book).replace("$kind", kind)
}

/// A line, and its clause.
type Line = (&'static str, &'static str);

/// What each book asks for with each kind of shaker, in the order in which it asks.
const LINES: [(&str, &str, &[Line]); 13] = [
    ("massachusetts", "manual", &[("shaker.dice_sealed", "MA 1")]),
    ("massachusetts", "automated-uncovered", &[("shaker.dice_sealed", "MA 1")]),
    (
        "maryland",
        "manual",
        &[
            ("drop_box", "MD 1.A"),
            ("manual.name", "MD 1.D(1)(d)"),
            ("manual.parts", "MD 1.D(1)(a); MD 1.D(1)(b)"),
            ("manual.sealed", "MD 1.D(1)(c)"),
            ("shaker.dice", "MD 2.A"),
        ],
    ),
    (
        "maryland",
        "automated-covered",
        &[
            ("automated.locked", "MD 2.C"),
            ("automated.parts", "MD 1.D(2)(a)"),
            ("drop_box", "MD 1.A"),
            ("shaker.dice", "MD 2.A"),
        ],
    ),
    ("act", "manual", &[("shaker.dice", "ACT 2.1"), ("sign", "ACT 3.1; ACT 3.3")]),
    ("pennsylvania-a", "manual", PA_MANUAL),
    ("pennsylvania-a", "automated-covered", PA_COVERED),
    ("pennsylvania-a", "automated-uncovered", PA_UNCOVERED),
    ("pennsylvania-a", "player-activated", PA_UNCOVERED),
    ("pennsylvania-b", "manual", PA_MANUAL),
    ("pennsylvania-b", "automated-covered", PA_COVERED),
    ("singapore-1", "automated-covered", &[("shaker.dice", "SG 2.2.1")]),
    ("singapore-3", "automated-covered", &[("shaker.dice", "SG 2.2.1")]),
];

const PA_MANUAL: &[(&str, &str)] = &[
    ("drop_box", "PA 625a.1(a)"),
    ("manual.name", "PA 625a.1(d)(1)(iii)"),
    ("manual.parts", "PA 625a.1(d)(1)(i)"),
    ("manual.sealed", "PA 625a.1(d)(1)(ii)"),
    ("shaker.dice", "PA 625a.2(a)"),
];

const PA_COVERED: &[(&str, &str)] = &[
    ("automated.compartment", "PA 625a.1(d)(2)(i)"),
    ("automated-covered.cover", "PA 625a.1(d)(2)(i)"),
    ("drop_box", "PA 625a.1(a)"),
    ("shaker.dice", "PA 625a.2(a)"),
];

const PA_UNCOVERED: &[(&str, &str)] = &[
    ("automated.compartment", "PA 625a.1(d)(2)(i)"),
    ("drop_box", "PA 625a.1(a)"),
    ("shaker.dice", "PA 625a.2(a)"),
];

/// The lines did not depend on the shaker, so that the parts of a manual one were ticked at an
/// automated one; and a count was sent, so that no line was attested by anybody.
#[test]
fn a_table_opens_only_with_its_checklist_ticked_line_by_line() {
    for (book, kind, lines) in LINES {
        let mut story = ready(book, kind);
        for (line, clause) in lines {
            story += &format!(
                "
                supervisor 30 opens the table -> refused: needs the checklist ticked ({clause})
                ? line {line}                 -> not seen
                dealer 10 checks {line}      -> refused: needs a floorperson
                floorperson 20 checks {line} -> lines-attested {line} by 20
                "
            );
        }
        story += "supervisor 30 opens the table -> table-opened by 30";
        check(&story);
    }
}

#[test]
fn each_line_keeps_who_saw_it_and_when() {
    let story = "
        +1s floorperson 20 checks drop_box manual.sealed drop_box \
-> lines-attested drop_box manual.sealed by 20
        +2s supervisor 30 checks manual.name -> lines-attested manual.name by 30
        ? line drop_box       -> seen by 20 at $1ms
        ? line manual.sealed  -> seen by 20 at $1ms
        ? line manual.name    -> seen by 30 at $3ms
        ? line shaker.dice    -> not seen
        floorperson 20 checks manual.name -> lines-attested manual.name by 20
        ? line manual.name    -> seen by 20 at $3ms
        ";
    let at = |seconds: u64| (crate::floor::NOON + seconds * 1_000).to_string();
    check(&(ready("maryland", "manual") + &story.replace("$1", &at(1)).replace("$3", &at(3))));
}

#[test]
fn a_count_attests_nothing() {
    let story = "
        floorperson 20 ticks 5 lines  -> refused: the checklist has 5 lines
        supervisor 30 opens the table -> refused: needs the checklist ticked (MD 1.A)
        floorperson 20 checks        -> refused: the checklist has 5 lines
        ";
    check(&(ready("maryland", "manual") + story));
}

#[test]
fn the_lines_of_another_shaker_are_not_asked_for() {
    let story = "
        floorperson 20 checks manual.sealed drop_box \
-> refused: the checklist has no line manual.sealed
        ? line drop_box                          -> not seen
        ? line manual.sealed                     -> not asked for
        floorperson 20 checks no-such-line      -> refused: the checklist has no line no-such-line
        ";
    check(&(ready("maryland", "automated-covered") + story));
}

#[test]
fn another_shaker_asks_for_the_lines_of_its_kind() {
    let story = "
        floorperson 20 ticks the checklist
        supervisor 30 opens the table -> table-opened by 30
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 plays 1,2,3
        floorperson 20 sets shaker 1 aside
        floorperson 20 installs shaker 2 manual sealed approved all
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 2
        ? line drop_box               -> seen by 20 at $0ms
        ? line automated.compartment  -> not asked for
        dealer 10 opens betting \
-> refused: needs the checklist ticked (PA 625a.1(d)(1)(iii))
        floorperson 20 checks manual.name manual.parts manual.sealed
        dealer 10 opens betting       -> refused: needs the checklist ticked (PA 625a.2(a))
        floorperson 20 checks shaker.dice
        dealer 10 opens betting       -> betting-opened 2
        ";
    let story = ready("pennsylvania-a", "automated-uncovered") + story;
    check(&story.replace("$0", &crate::floor::NOON.to_string()));
}

#[test]
fn a_shaker_that_was_opened_for_its_dice_is_looked_at_again() {
    check(
        "
        open maryland manual
        floorperson 20 removes the dice
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1
        dealer 10 opens betting  -> refused: needs the checklist ticked (MD 1.D(1)(d))
        floorperson 20 checks manual.name manual.parts manual.sealed shaker.dice
        dealer 10 opens betting  -> betting-opened 1
        ",
    );
}

#[test]
fn nothing_is_looked_at_during_a_round() {
    check(
        "
        open maryland manual
        dealer 10 opens betting          -> betting-opened 1
        floorperson 20 checks drop_box  -> refused: not while betting
        floorperson 20 ticks 5 lines     -> refused: not while betting
        ",
    );
}

#[test]
fn a_table_that_closed_is_looked_at_again_before_it_opens() {
    check(
        "
        open maryland manual
        supervisor 30 announces closing
        supervisor 30 closes the table                 -> table-closed by 30
        ? line drop_box                                -> not seen
        supervisor 30 inspects the display with 1,2,3
        supervisor 30 opens the table -> refused: needs the checklist ticked (MD 1.A)
        ",
    );
}
