//! Shakers, dice, displays and layouts: one register, and each thing in one place.

use crate::check;

#[test]
fn a_thing_is_registered_attested_placed_and_lent() {
    check(
        "
        staffed
        sue registers dice 5 of 13 14 15 -> dice 5 registered by 5
        sue registers shaker 1 -> shaker 1 registered by 5
        sue registers shaker 1 -> refused: there is a shaker 1 in the register
        sue registers dice 6 of 15 16 17 -> refused: one of these dice belongs to dice 5
        sue registers dice 6 of 16 16 17 -> refused: a set is three different dice
        flo registers layout 1 -> refused: needs supervisor
        sue seals shaker 1 S-17 -> shaker 1 sealed S-17 by 5
        sue seals shaker 1 -> refused: say what is written on it
        sue approves-of shaker 1 shaker A-9 \
-> shaker 1 approved shaker by A-9 of 2026-11-19 at office, seen by 5
        sue approves-of shaker 1 dice A-9 -> refused: a thing of this kind has no such approval
        sue approves-of dice 5 dice -> refused: say what is written on it
        flo seals shaker 1 S-18 -> refused: needs supervisor
        ? place dice 5 -> in the store
        host lends dice 5 to 1 -> refused: dice 5 is in the store
        dan places dice 5 at 1 -> refused: needs floorperson
        flo places dice 5 at 9 -> refused: there is no table 9
        flo places dice 5 at 1 -> dice 5 placed at 1
        flo places dice 5 at 1 -> done
        host lends dice 5 to 2 -> refused: dice 5 is at table 1
        flo lends dice 5 to 1 -> refused: only the machine itself may ask this
        host lends dice 5 to 1 -> dice 5 lent to 1 by 4
        host lends dice 5 to 1 -> done
        ? place dice 5 -> at table 1, in use
        ",
    );
}

/// Two tables could hold the same dice.
#[test]
fn dice_go_to_another_table_when_the_first_has_given_them_up() {
    check(
        "
        staffed
        sue registers dice 5 of 13 14 15
        flo places dice 5 at 1
        host lends dice 5 to 1
        host settles 1 dice 5 of 13 14 15 used 1000 -> dice 5 used
        ? age dice 5 -> 1000 1000 1000
        flo places dice 5 at 2 -> refused: dice 5 is in use at table 1
        sue withdraws-from-service dice 5 -> refused: dice 5 is in use at table 1
        host lends dice 5 to 2 -> refused: dice 5 is in use at table 1
        host settles 1 -> dice 5 returned by 1
        ? place dice 5 -> at table 1
        flo places dice 5 at 2 -> dice 5 placed at 2
        host lends dice 5 to 2 -> dice 5 lent to 2 by 4
        ? age dice 5 -> 1000 1000 1000
        host settles 2 dice 5 of 13 14 15 used 2000 -> done
        host settles 2 dice 5 of 13 14 15 used 500 -> dice 5 used
        ? age dice 5 -> 500 500 500
        ",
    );
}

#[test]
fn a_lent_thing_that_its_table_never_took_is_given_back() {
    check(
        "
        staffed
        sue registers shaker 1
        flo places shaker 1 at 1
        host lends shaker 1 to 1 -> shaker 1 lent to 1 by 4
        host settles 1 -> shaker 1 returned by 1
        host settles 1 -> done
        host lends shaker 1 to 1 -> shaker 1 lent to 1 by 4
        host settles 1 shaker 1 -> done
        ",
    );
}

#[test]
fn broken_dice_are_refused_at_every_table_and_under_every_number() {
    check(
        "
        staffed
        sue registers dice 5 of 13 14 15
        flo places dice 5 at 1
        host lends dice 5 to 1
        host settles 1 dice 5 of 13 14 15 used 1000 broken 14 -> dice 14 damaged at 1, dice 5 used
        ? place dice 5 -> at table 1, in use, damaged
        host settles 1 broken 14 -> dice 5 returned by 1
        host lends dice 5 to 1 -> refused: dice 5 is damaged
        flo places dice 5 at 2 -> refused: dice 5 is damaged
        sue declares-sound dice 5 -> refused: dice that were damaged or withdrawn stay out
        sue registers dice 9 of 14 20 21 -> refused: dice 9 is damaged
        flo stores dice 5 -> dice 5 stored
        sue withdraws-from-service dice 5 -> dice 5 withdrawn by 5
        sue withdraws-from-service dice 5 -> refused: dice 5 is out of service
        sue declares-sound dice 5 -> refused: dice that were damaged or withdrawn stay out
        ",
    );
}

#[test]
fn damage_is_reported_by_a_floorperson_and_a_shaker_can_be_mended() {
    check(
        "
        staffed
        sue registers shaker 1
        sue seals shaker 1 S-17
        flo reports-damage shaker 1 -> shaker 1 damaged by 4
        flo reports-damage shaker 1 -> refused: shaker 1 is damaged
        flo places shaker 1 at 1 -> refused: shaker 1 is damaged
        flo declares-sound shaker 1 -> refused: needs supervisor
        sue declares-sound shaker 1 -> shaker 1 sound by 5
        sue declares-sound shaker 1 -> refused: nothing is wrong with shaker 1
        ? sealed shaker 1 -> no
        flo places shaker 1 at 1 -> shaker 1 placed at 1
        dan reports-damage shaker 1 -> refused: needs floorperson
        flo reports-damage dice 9 -> refused: there is no dice 9 in the register
        ",
    );
}

/// Houses had things at their tables before there was a register.
#[test]
fn what_a_table_has_and_the_register_does_not_know_is_adopted() {
    check(
        "
        staffed
        host settles 1 shaker 1 dice 5 of 13 14 15 used 1000 \
-> shaker 1 adopted at 1, dice 5 adopted at 1
        host settles 1 shaker 1 dice 5 of 13 14 15 used 1000 -> done
        ? age dice 5 -> 1000 1000 1000
        ? sealed shaker 1 -> []
        flo places dice 5 at 2 -> refused: dice 5 is in use at table 1
        host settles 1 shaker 1 -> dice 5 returned by 1
        flo places dice 5 at 2 -> dice 5 placed at 2
        ",
    );
}

#[test]
fn the_same_die_at_two_tables_is_disputed_until_one_takes_it_out() {
    check(
        "
        staffed
        host settles 1 dice 1 of 1 2 3 -> dice 1 adopted at 1
        host settles 2 dice 1 of 1 2 3 -> dice 1 disputed by 1 and 2
        host settles 2 dice 1 of 1 2 3 -> done
        host settles 1 dice 1 of 1 2 3 -> done
        ? disputed 1 -> true
        ? disputed 2 -> true
        host settles 1 -> dice 1 returned by 1, dice 1 no longer disputed by 1 and 2
        ? disputed 2 -> false
        host settles 2 dice 1 of 1 2 3 -> dice 1 adopted at 2
        ? place dice 1 -> at table 2, in use
        host settles 1 dice 7 of 9 8 3 -> dice 7 adopted at 1, dice 7 disputed by 1 and 2
        host settles 2 dice 1 of 1 2 3 -> done
        host settles 2 -> dice 1 returned by 2, dice 7 no longer disputed by 1 and 2
        ? disputed 1 -> false
        ",
    );
}

#[test]
fn the_things_of_a_retired_table_go_to_the_store() {
    check(
        "
        staffed
        sue registers shaker 1
        sue registers layout 1
        flo places layout 1 at 1
        flo places shaker 1 at 1
        host lends shaker 1 to 1
        ann retires 1 \
-> terminal-removed 1, shaker 1 returned by 1, shaker 1 stored, layout 1 stored, table-retired \
1 by 1
        ? place shaker 1 -> in the store
        flo places shaker 1 at 1 -> refused: the table is retired
        host settles 1 -> refused: the table is retired
        ",
    );
}
