//! Shakers and dice: how long dice serve, one shaker at a time, and who answers for it.

use taisai_rulebooks::Library;
use taisai_rules::ShakerKind;
use taisai_table::NextInspection;
use taisai_table::equipment::ShakerState;

use crate::{check, check_under};

#[test]
fn dice_serve_in_a_hand_shaker_for_24_hours_and_no_longer() {
    let books = [
        ("massachusetts manual", "MA 1"),
        ("massachusetts automated-uncovered", "MA 1"),
        ("maryland manual", "MD 2.B"),
        ("pennsylvania-a manual", "PA 625a.2(b)"),
        ("pennsylvania-b manual", "PA 625a.2(b)"),
    ];
    check_under(
        &books,
        "
        open $book
        +23h dealer 10 opens betting       -> betting-opened 1
        dealer 10 plays 1,2,3
        +3596s dealer 10 opens betting     -> betting-opened 2
        +4s dealer 10 plays 1,2,3
        dealer 10 opens betting            -> refused: needs fresh dice ($clause)
        floorperson 20 removes the dice    -> dice-removed 1
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1  -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting            -> betting-opened 3
        ",
    );
}

#[test]
fn dice_serve_in_an_automated_shaker_for_a_month_and_no_longer() {
    let books = [
        ("maryland automated-covered", "MD 2.C"),
        ("pennsylvania-a automated-covered", "PA 625a.2(b)"),
        ("pennsylvania-a automated-uncovered", "PA 625a.2(b)"),
        ("pennsylvania-b automated-covered", "PA 625a.2(b)"),
    ];
    // From the fifteenth of November to the fifteenth of December are thirty days.
    check_under(
        &books,
        "
        open $book
        +29d +23h
        +3599s +999ms
        dealer 10 opens betting         -> betting-opened 1
        dealer 10 plays 1,2,3
        +1ms dealer 10 opens betting    -> refused: needs fresh dice ($clause)
        ",
    );
}

#[test]
fn dice_grow_no_younger_by_leaving_the_shaker() {
    check(
        "
        open maryland manual
        +23h floorperson 20 removes the dice                      -> dice-removed 1
        floorperson 20 installs dice 3 2 1 as set 9 in shaker 1   -> dice-installed 9
        +1h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        ",
    );
}

/// The age is that of each die: a set is as old as the oldest of its three, whatever number the
/// set has, whatever shaker it lies in, and across the closing of the table.
#[test]
fn one_old_die_makes_a_set_old() {
    check(
        "
        open maryland manual
        +23h floorperson 20 removes the dice                      -> dice-removed 1
        floorperson 20 installs dice 4 5 3 as set 9 in shaker 1   -> dice-installed 9
        +1h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        floorperson 20 removes the dice                           -> dice-removed 9
        floorperson 20 installs dice 4 5 6 as set 9 in shaker 1   -> dice-installed 9
        floorperson 20 ticks the checklist
        dealer 10 opens betting                                   -> betting-opened 1
        ",
    );
    // Its own dice are of different ages.
    check(
        "
        open maryland manual
        +12h floorperson 20 removes the dice                      -> dice-removed 1
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1   -> dice-installed 2
        +6h floorperson 20 removes the dice                       -> dice-removed 2
        floorperson 20 installs dice 4 5 3 as set 9 in shaker 1   -> dice-installed 9
        +6h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        ",
    );
    // However often they are put in again.
    check(
        "
        open maryland manual
        +1h floorperson 20 removes the dice                       -> dice-removed 1
        floorperson 20 installs dice 3 2 1 as set 9 in shaker 1   -> dice-installed 9
        +22h floorperson 20 removes the dice                      -> dice-removed 9
        floorperson 20 installs dice 1 2 3 as set 5 in shaker 1   -> dice-installed 5
        +1h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        ",
    );
    check(
        "
        open maryland manual
        +23h floorperson 20 announces closing  -> closing-announced by 20
        floorperson 20 closes the table        -> table-closed by 20
        floorperson 20 removes shaker 1        -> shaker-removed 1 by 20
        floorperson 20 installs shaker 2 manual sealed approved all  -> shaker-installed 2
        floorperson 20 installs dice 1 5 6 as set 2 in shaker 2      -> dice-installed 2
        floorperson 20 inspects the display with 1,2,3
        floorperson 20 ticks the checklist
        +1h floorperson 20 opens the table  -> refused: needs fresh dice (MD 2.B)
        ",
    );
}

#[test]
fn where_the_document_sets_no_life_dice_serve_while_they_are_sound() {
    for book in ["act", "singapore-1", "singapore-2", "singapore-3"] {
        check(&format!("open {book}\n+300d dealer 10 opens betting -> betting-opened 1"));
    }
}

/// A die grew young again by going to another table.
#[test]
fn dice_that_are_lent_bring_their_age_along() {
    check(
        "
        open maryland manual
        floorperson 20 removes the dice
        floor 20 lends dice 4 5 6 as set 2 in shaker 1 used 23h before  -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting       -> betting-opened 1
        dealer 10 plays 1,2,3
        +1h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        ",
    );
}

#[test]
fn dice_that_are_lent_grow_no_younger_than_the_table_knows_them() {
    check(
        "
        open maryland manual
        +23h floorperson 20 removes the dice                  -> dice-removed 1
        floor 20 lends dice 1 2 3 as set 1 in shaker 1        -> dice-installed 1
        +1h dealer 10 opens betting   -> refused: needs fresh dice (MD 2.B)
        ",
    );
}

#[test]
fn what_is_lent_is_installed_by_a_floorperson_of_this_table() {
    check(
        "
        open act
        floorperson 20 removes the dice
        floor 99 lends dice 4 5 6 as set 2 in shaker 1  -> refused: not on the staff of this table
        floor 10 lends dice 4 5 6 as set 2 in shaker 1  -> refused: needs a floorperson
        floor 20 lends dice 4 4 6 as set 2 in shaker 1  -> refused: a set is three different dice
        floor 20 lends dice 4 5 6 as set 2 in shaker 1  -> dice-installed 2
        ",
    );
}

/// Broken dice came back under the same numbers.
#[test]
fn dice_that_were_called_broken_are_never_put_back() {
    check_under(
        &[("act", "die-broken"), ("singapore-1", "dice-damaged"), ("singapore-2", "die-broken")],
        "
        open $book
        dealer 10 opens betting
        dealer 10 calls $clause
        floorperson 20 removes the dice                     -> dice-marked; dice-removed 1
        floorperson 20 installs dice 1 2 3 as set 1 in shaker 1   -> refused: die 1 is damaged
        floorperson 20 installs dice 7 8 3 as set 9 in shaker 1   -> refused: die 3 is damaged
        floor 20 lends dice 7 2 8 as set 9 in shaker 1            -> refused: die 2 is damaged
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1   -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting                                   -> betting-opened 2
        ",
    );
}

#[test]
fn what_the_floor_says_of_dice_and_shakers_holds_at_once() {
    check(
        "
        open act
        host says dice 2 are damaged        -> dice-marked
        host says dice 2 are damaged        -> nothing
        dealer 10 opens betting \
-> refused: needs dice that are neither broken nor damaged (ACT 8.2)
        floorperson 20 removes the dice
        floor 20 lends dice 4 5 6 as set 2 in shaker 1   -> dice-installed 2
        floorperson 20 ticks the checklist
        host says shaker 1 is unsealed      -> register-followed for 1 shakers, undisputed
        dealer 10 opens betting             -> refused: needs approved equipment (ACT 1.1; ACT 2.1)
        host says shaker 1 is sealed approved all  -> register-followed for 1 shakers, undisputed
        dealer 10 opens betting             -> betting-opened 1
        ",
    );
}

#[test]
fn no_round_opens_with_what_another_table_says_it_has() {
    check(
        "
        open act
        host says another table has the dice  -> register-followed for 0 shakers, disputed
        host says another table has the dice  -> nothing
        dealer 10 opens betting \
-> refused: needs equipment that no other table says it has (reading 21)
        host says nobody else has the dice    -> register-followed for 0 shakers, undisputed
        dealer 10 opens betting               -> betting-opened 1
        ",
    );
}

#[test]
fn a_shaker_that_comes_back_is_inspected_anew() {
    check(
        "
        open maryland automated-covered
        dealer 10 opens betting                       -> betting-opened 1
        dealer 10 plays 1,2,3
        floorperson 20 removes shaker 1               -> shaker-removed 1 by 20
        floor 20 lends shaker 1 automated-covered sealed approved all  -> shaker-installed 1
        floor 20 lends dice 4 5 6 as set 2 in shaker 1  -> dice-installed 2
        dealer 10 opens betting \
-> refused: needs an inspection of the shaker (MD 5.A(2))
        ",
    );
}

#[test]
fn an_open_round_ends_with_the_dice_it_began_with() {
    check(
        "
        open maryland
        dealer 10 opens betting           -> betting-opened 1
        floorperson 20 removes the dice   -> refused: not while betting
        floorperson 20 removes shaker 1   -> refused: not while betting
        floorperson 20 sets shaker 1 aside  -> refused: not while betting
        ",
    );
}

#[test]
fn a_set_is_three_different_dice() {
    check(
        "
        open maryland
        floorperson 20 removes the dice                           -> dice-removed 1
        floorperson 20 installs dice 4 4 5 as set 2 in shaker 1 \
-> refused: a set is three different dice
        dealer 10 opens betting  -> refused: needs dice in the shaker (MD 1.D(1)(c))
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1   -> dice-installed 2
        floorperson 20 installs dice 7 8 9 as set 3 in shaker 1   -> refused: set 2 is in shaker 1
        floorperson 20 ticks the checklist
        dealer 10 opens betting                                   -> betting-opened 1
        ",
    );
}

#[test]
fn a_hand_shaker_comes_only_when_the_automated_one_is_off_the_table() {
    check(
        "
        open massachusetts automated-uncovered
        floorperson 20 installs shaker 2 manual sealed \
-> refused: needs the automated shaker put aside (MA 6(d))
        floorperson 20 sets shaker 1 aside              -> out-of-order 1 by 20
        floorperson 20 installs shaker 2 manual sealed \
-> refused: needs the automated shaker put aside (MA 6(d))
        floorperson 20 removes shaker 1                 -> shaker-removed 1 by 20
        floorperson 20 installs shaker 2 manual sealed  -> shaker-installed 2
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 2  -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting                         -> betting-opened 1
        ",
    );
}

#[test]
fn an_automated_shaker_does_not_come_beside_a_hand_shaker_in_use() {
    check(
        "
        open massachusetts manual
        floorperson 20 installs shaker 2 automated-uncovered sealed \
-> refused: needs the automated shaker put aside (MA 6(d))
        floorperson 20 removes the dice    -> dice-removed 1
        floorperson 20 installs shaker 2 automated-uncovered sealed  -> shaker-installed 2
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1 \
-> refused: needs the automated shaker put aside (MA 6(d))
        floorperson 20 removes shaker 2    -> shaker-removed 2 by 20
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1      -> dice-installed 2
        ",
    );
}

#[test]
fn a_failed_shaker_is_emptied_and_signed_before_a_hand_shaker_is_used() {
    let books = [
        ("maryland", "MD 7.E"),
        ("pennsylvania-a", "PA 625a.7(d)"),
        ("pennsylvania-b", "PA 625a.7(d)"),
    ];
    check_under(
        &books,
        "
        open $book automated-covered
        floorperson 20 installs shaker 2 manual sealed approved all \
-> refused: needs the automated shaker put aside ($clause)
        dealer 10 sets shaker 1 aside        -> refused: needs a floorperson
        floorperson 20 sets shaker 1 aside   -> out-of-order 1 by 20
        floorperson 20 installs shaker 2 manual sealed approved all   -> shaker-installed 2
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1 \
-> refused: shaker 1 is out of order
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 2       -> dice-installed 2
        floorperson 20 ticks the checklist
        dealer 10 opens betting              -> betting-opened 1
        ",
    );
}

#[test]
fn a_shaker_exchanged_while_the_table_is_open_is_as_good_as_the_first() {
    check(
        "
        open maryland manual
        floorperson 20 removes shaker 1   -> shaker-removed 1 by 20
        dealer 10 opens betting           -> refused: needs a shaker at the table (MD 1.D(1)(c))
        floorperson 20 installs shaker 2 manual approved all          -> shaker-installed 2
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 2       -> dice-installed 2
        dealer 10 opens betting  -> refused: needs the shaker sealed or locked (MD 1.D(1)(c))
        floorperson 20 removes shaker 2   -> shaker-removed 2 by 20
        floorperson 20 installs shaker 3 automated-covered sealed approved all
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 3       -> dice-installed 2
        dealer 10 opens betting  -> refused: needs an inspection of the shaker (MD 5.A(2))
        floorperson 20 inspects the shaker 3 times  -> shaker-inspected 3 times by 20
        floorperson 20 ticks the checklist
        dealer 10 opens betting           -> betting-opened 1
        ",
    );
}

#[test]
fn a_kind_of_shaker_the_law_does_not_know_is_not_used() {
    check(
        "
        table maryland
        host assigns floorperson 20
        floorperson 20 installs shaker 1 player-activated sealed \
-> refused: not allowed (MD 1.D(1)(c))
        ",
    );
}

#[test]
fn who_asks_for_the_wrong_thing_hears_what_there_is() {
    check(
        "
        table pennsylvania-a
        host assigns floorperson 20
        floorperson 20 removes the dice   -> refused: no dice in any shaker, room in none
        floorperson 20 removes shaker 1   -> refused: no shaker 1 here, only none
        floorperson 20 installs shaker 4 automated-covered sealed approved all
        floorperson 20 sets shaker 4 aside
        floorperson 20 installs shaker 5 manual sealed approved all
        floorperson 20 installs shaker 5 manual sealed approved all \
-> refused: shaker 5 is here already
        floorperson 20 inspects the shaker 3 times \
-> refused: no dice in any shaker, room in 5
        floorperson 20 removes shaker 6      -> refused: no shaker 6 here, only 4 5
        floorperson 20 sets shaker 6 aside   -> refused: no shaker 6 here, only 4 5
        floorperson 20 installs dice 1 2 3 as set 7 in shaker 6 \
-> refused: no shaker 6 here, only 4 5
        floorperson 20 installs dice 1 2 3 as set 7 in shaker 5   -> dice-installed 7
        floorperson 20 installs dice 4 5 6 as set 8 in shaker 5   -> refused: set 7 is in shaker 5
        ",
    );
}

/// The console tells when; whether play may go on is decided by the same duties.
#[test]
fn a_shaker_with_a_motor_is_inspected_at_the_opening_and_where_the_book_asks_in_every_shift() {
    use NextInspection::{BeforePlay, NextOpening, NextShift};
    let next = |book: &str, kind, inspected, inspected_this_shift| {
        let (sealed, approvals, out_of_order) = (true, vec![], false);
        let shaker =
            ShakerState { kind, sealed, approvals, out_of_order, inspected, inspected_this_shift };
        shaker.next_inspection(&Library::get(book).unwrap().rules().equipment)
    };
    let automated = ShakerKind::AutomatedCovered;
    for (opening, shift) in [(false, false), (false, true), (true, false)] {
        assert_eq!(next("massachusetts", automated, opening, shift), Some(BeforePlay));
    }
    assert_eq!(next("massachusetts", automated, true, true), Some(NextShift));
    assert_eq!(next("maryland", automated, false, true), Some(BeforePlay));
    assert_eq!(next("maryland", automated, true, false), Some(NextOpening));
    for book in Library::ids() {
        assert_eq!(next(book, ShakerKind::Manual, false, false), None, "{book}");
    }
}
