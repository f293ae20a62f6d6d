//! Terminals, players and tables.

use crate::check;

#[test]
fn a_terminal_enrols_once_by_its_code() {
    check(
        "
        staffed
        flo offers 1 1.2 -> offered 1.2
        host enrols 2 -> refused: the code is not good, or no longer
        host enrols 1 -> terminal 3 at 1.2
        host enrols 1 -> refused: the code is not good, or no longer
        flo offers 2 1.2 -> refused: remove terminal 3 first
        flo removes 3 -> terminal-removed 3
        flo removes 3 -> refused: there is no terminal 3
        flo offers 2 1.2 -> offered 1.2
        host enrols 2 -> terminal 4 at 1.2
        term 3 sits -> refused: the terminal is not enrolled
        term 4 sits -> player 1 at 4
        ",
    );
}

/// Whoever takes a place at a felt table has a number like whoever sits down at a terminal.
#[test]
fn who_is_given_a_place_has_a_number_of_their_own() {
    check(
        "
        staffed
        dan admits-to 1.7 -> player 1 at place 1.7
        flo admits-to 1.8 -> player 2 at place 1.8
        dan admits-to 1.7 -> player 3 at place 1.7
        cas admits-to 1.7 -> refused: needs dealer
        dan admits-to 9.7 -> refused: there is no table 9
        term 1 sits -> player 4 at 1
        ",
    );
}

#[test]
fn a_code_is_good_for_ten_minutes() {
    check(
        "
        staffed
        flo offers 1 1.2
        +599999ms host ticks -> done
        +1ms host enrols 1 -> refused: the code is not good, or no longer
        host ticks -> offer-lapsed
        flo offers 1 1.2
        +599999ms host enrols 1 -> terminal 3 at 1.2
        ",
    );
}

#[test]
fn a_newer_code_for_a_seat_takes_the_place_of_the_older() {
    check(
        "
        staffed
        flo offers 1 1.2
        flo offers 1 1.3 -> refused: draw another token: this one is in use
        flo offers 2 1.2 -> offer-lapsed, offered 1.2
        host enrols 1 -> refused: the code is not good, or no longer
        host enrols 2 -> terminal 3 at 1.2
        flo offers 3 9.1 -> refused: there is no table 9
        dan offers 3 1.3 -> refused: needs floorperson
        ",
    );
}

/// A cookie that was copied from a terminal opened connections for ever.
#[test]
fn a_ticket_is_spent_once_and_with_it_all_before() {
    check(
        "
        staffed
        ? next-ticket 1 -> 0
        host spends-ticket 0 1 -> ticket-spent 0 of 1
        host spends-ticket 0 1 -> refused: the terminal has used this ticket or a later one
        ? next-ticket 1 -> 1
        host spends-ticket 3 1 -> ticket-spent 3 of 1
        host spends-ticket 2 1 -> refused: the terminal has used this ticket or a later one
        host spends-ticket 3 1 -> refused: the terminal has used this ticket or a later one
        host spends-ticket 4 1 -> ticket-spent 4 of 1
        ? next-ticket 1 -> 5
        ? next-ticket 2 -> 0
        host spends-ticket 0 9 -> refused: there is no terminal 9
        ",
    );
}

#[test]
fn another_terminal_at_the_seat_begins_with_its_first_ticket() {
    check(
        "
        staffed
        flo offers 1 1.2
        host enrols 1 -> terminal 3 at 1.2
        host spends-ticket 7 3 -> ticket-spent 7 of 3
        flo removes 3 -> terminal-removed 3
        ? next-ticket 3 -> 0
        host spends-ticket 8 3 -> refused: there is no terminal 3
        flo offers 2 1.2
        host enrols 2 -> terminal 4 at 1.2
        ? next-ticket 4 -> 0
        host spends-ticket 0 4 -> ticket-spent 0 of 4
        ",
    );
}

#[test]
fn whoever_sits_down_is_somebody_new() {
    check(
        "
        staffed
        #5 term 1 sits -> player 1 at 1
        #5 term 1 sits -> done
        #6 term 1 sits -> player 2 at 1
        term 2 sits -> player 3 at 2
        term 9 sits -> refused: the terminal is not enrolled
        host opens ann
        ann adds bob
        ",
    );
}

#[test]
fn a_table_is_retired_with_its_terminals_when_nothing_waits_for_it() {
    check(
        "
        staffed
        host adds-table 1 USD -> refused: the table's number is taken
        host adds-table 3 EUR -> table 3 by host
        ann adds-table 4 USD -> table 4 by 1
        cas sells 9 500
        term 1 holds 9 1.1 -> held 9 500 at 1.1
        flo offers 1 1.2
        ann retires 1 -> refused: 1 vouchers are held or prepared there
        host releases 9 1
        ann retires 1 -> offer-lapsed, terminal-removed 1, table-retired 1 by 1
        ann retires 1 -> refused: the table is retired
        host retires 9 -> refused: there is no table 9
        term 1 sits -> refused: the terminal is not enrolled
        flo offers 1 1.1 -> refused: the table is retired
        host holds 9 1.1 -> refused: the table is retired
        host prepares 8 100 1.1 -> refused: the table is retired
        host adds-table 1 USD -> refused: the table's number is taken
        ",
    );
}
