//! Displays enrol by a code as terminals do, and hold tickets as they do.

use crate::check;

#[test]
fn a_display_enrols_once_by_its_code_and_is_removed_like_a_terminal() {
    check(
        "
        staffed
        flo offers-display 1 1 as 77 -> display offered 1
        dan offers-display 2 1 -> refused: needs floorperson
        flo offers-display 2 9 -> refused: there is no table 9
        flo offers-display 1 1 -> refused: draw another token: this one is in use
        flo offers 1 1.2 -> refused: draw another token: this one is in use
        host enrols 1 -> display 3 at 1 as 77
        host enrols 1 -> refused: the code is not good, or no longer
        term 3 sits -> refused: the terminal is not enrolled
        flo offers 4 1.2
        host enrols 4 -> terminal 4 at 1.2
        flo removes 3 -> display-removed 3
        flo removes 3 -> refused: there is no terminal 3
        ",
    );
}

#[test]
fn a_code_for_a_display_is_good_for_ten_minutes_and_replaces_no_other() {
    check(
        "
        staffed
        flo offers-display 1 1
        flo offers-display 2 1 -> display offered 1
        +599999ms host ticks -> done
        host enrols 1 -> display 3 at 1
        +1ms host enrols 2 -> refused: the code is not good, or no longer
        host ticks -> offer-lapsed
        ",
    );
}

#[test]
fn a_table_has_eight_displays_at_most() {
    let enrol = |display| format!("flo offers-display {display} 1\nhost enrols {display}\n");
    let eight: String = (1..=8).map(enrol).collect();
    let ninth = "flo offers-display 9 1 -> refused: the floor keeps at most 8 of these\n";
    check(&format!("staffed\n{eight}{ninth}"));
}

#[test]
fn the_ticket_of_a_display_is_spent_once() {
    check(
        "
        staffed
        flo offers-display 1 1
        host enrols 1 -> display 3 at 1
        host spends-ticket 0 3 -> ticket-spent 0 of 3
        host spends-ticket 0 3 -> refused: the terminal has used this ticket or a later one
        ",
    );
}

#[test]
fn a_table_that_is_retired_takes_its_displays_along() {
    check(
        "
        staffed
        host adds-table 5 USD
        flo offers-display 1 5
        host enrols 1 -> display 3 at 5
        flo offers-display 2 5
        ann retires 5 -> offer-lapsed, display-removed 3, table-retired 5 by 1
        ",
    );
}
