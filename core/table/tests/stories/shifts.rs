//! Shifts: one that is begun by hand, and one that the house's clock begins.

use crate::check;

#[test]
fn a_shift_begins_no_round_until_the_supervisor_tried_the_shaker() {
    for (begins, begun) in [
        ("supervisor 30 starts a shift", "shift-started by 30"),
        ("host begins the shift of 5", "shift-begun at 5"),
    ] {
        check(&format!(
            "
            open massachusetts automated-uncovered
            dealer 10 opens betting                   -> betting-opened 1
            {begins}                                  -> {begun}
            dealer 10 plays 1,2,3
            dealer 10 opens betting -> refused: needs an inspection of the shaker (MA 5(b))
            floorperson 20 inspects the shaker 3 times  -> shaker-inspected 3 times by 20
            dealer 10 opens betting -> refused: needs an inspection of the shaker (MA 5(b))
            supervisor 30 inspects the shaker 3 times   -> shaker-inspected 3 times by 30
            dealer 10 opens betting                   -> betting-opened 2
            "
        ));
        for other in ["maryland automated-covered", "massachusetts manual"] {
            check(&format!(
                "
                open {other}
                {begins}                 -> {begun}
                dealer 10 opens betting  -> betting-opened 1
                "
            ));
        }
    }
}

#[test]
fn the_clock_begins_a_shift_once() {
    check(
        "
        open massachusetts automated-uncovered
        host begins the shift of 1000              -> shift-begun at 1000
        supervisor 30 inspects the shaker 3 times
        host begins the shift of 1000              -> refused: there is nothing
        host begins the shift of 999               -> refused: there is nothing
        dealer 10 opens betting                    -> betting-opened 1
        host begins the shift of 1001              -> shift-begun at 1001
        dealer 10 plays 1,2,3
        dealer 10 opens betting -> refused: needs an inspection of the shaker (MA 5(b))
        ",
    );
}

#[test]
fn a_table_that_opens_within_a_shift_was_inspected_in_it() {
    check(
        "
        open massachusetts automated-uncovered
        supervisor 30 announces closing
        supervisor 30 closes the table
        host begins the shift of 1000              -> shift-begun at 1000
        floorperson 20 inspects the shaker 3 times
        supervisor 30 inspects the display with 1,2,3
        supervisor 30 ticks the checklist
        supervisor 30 opens the table \
-> refused: needs an inspection of the shaker (MA 5(b))
        supervisor 30 inspects the shaker 3 times
        supervisor 30 opens the table              -> table-opened by 30
        ",
    );
}
