//! What a house may not write, whatever its law.

use crate::stories::house;

#[test]
fn odds_are_never_worded_with_for() {
    // MA 4(a): "for" counts the stake as part of the win.
    house(
        r#"
        massachusetts | wager.triple.pays = "151 for 1"
        -> 4:21: wager.triple.pays: odds are never written with "for"; write "8 to 1" or "1 wins
           8"
        massachusetts | wager.triple.pays = "1 FOR 151"
        -> 4:21: wager.triple.pays: odds are never written with "for"; write "8 to 1" or "1 wins
           8"
        massachusetts | layout.odds_style = "for"
        -> 4:21: layout.odds_style: odds are never worded with "for"; word odds with "to" or
           "wins"
        massachusetts | layout.odds_style = "For"
        -> 4:21: layout.odds_style: odds are never worded with "for"; word odds with "to" or
           "wins"
        massachusetts | wager.triple.name = "Three of a kind, 151 for 1"
        -> 4:21: wager.triple.name: the law fixes this (MA 2(a)(1)); leave it out, or write
           "Three of a kind"
        "#,
    );
}

#[test]
fn an_event_that_is_already_offered_is_refused_by_name() {
    // SG lists 28 of the 30 doubles with a single: 1-1-2 is Total 4 and 6-6-5 is Total 17.
    house(
        r#"
        singapore-2 | [wager.double-with-single]
                    | areas = ["combo-112", "combo-113", "combo-665"]
        -> 5:10: wager.double-with-single.areas: combo-112 is not offered: it is the same event
           as total-4; bet on total-4
        -> 5:36: wager.double-with-single.areas: combo-665 is not offered: it is the same event
           as total-17; bet on total-17
        singapore-3 | [wager.double-with-single]
                    | areas = ["combo-112", "combo-113", "combo-665"]
        -> 5:10: wager.double-with-single.areas: combo-112 is not offered: it is the same event
           as total-4; bet on total-4
        -> 5:36: wager.double-with-single.areas: combo-665 is not offered: it is the same event
           as total-17; bet on total-17
        singapore-2 | [wager.combo-112]
                    | name = "1-1-2"
                    | areas = ["combo-112"]
                    | pays = "60 to 1"
        -> 5:8: wager.combo-112: the law has no such wager; a house may only change the wagers
           its law has
        -> 6:10: wager.combo-112.areas: combo-112 is not offered: it is the same event as
           total-4; bet on total-4
        "#,
    );
}

#[test]
fn a_house_offers_exactly_the_areas_of_its_law() {
    house(
        r#"
        maryland | [wager.double]
                 | areas = ["double-6", "double-5", "double-4",
                 |   "double-3", "double-2", "double-1"]
        maryland | wager.double.areas = ["double-6", "double-5", "double-4", "double-3", "double-2"]
        -> 4:22: wager.double.areas: the law fixes this (MD 3.A(2)); leave it out, or write
           ["double-1", "double-2", "double-3", "double-4", "double-5", "double-6"]
        maryland | wager.double.areas = ["double-1", "even", "double-7", "domino-41"]
        -> 4:35: wager.double.areas: even is not offered
        -> 4:43: wager.double.areas: "double-7" is not an area; did you mean double-1?
        -> 4:55: wager.double.areas: "domino-41" is not an area; did you mean domino-14?
        maryland | wager.double.areas = "double-1"
        -> 4:22: wager.double.areas: unreadable value; write a list of areas, such as
           ["triple-1", "triple-2"]
        "#,
    );
}

#[test]
fn a_wager_the_law_does_not_have_is_refused_once() {
    house(
        r#"
        maryland | [wager.even]
                 | name = "Even"
                 | areas = ["even"]
                 | pays = "1 to 1"
        -> 5:8: wager.even: the law has no such wager; a house may only change the wagers its law
           has
        -> 6:10: wager.even.areas: even is not offered
        maryland | [wager.tripel]
                 | pays = "180 to 1"
        -> 5:8: wager.tripel: the law has no such wager; did you mean triple?
        "#,
    );
}

#[test]
fn only_the_law_names_clauses_and_freedoms() {
    house(
        r#"
        maryland | wager.triple.pays = { is = "180 to 1", clause = "house" }
        -> 4:49: wager.triple.pays.clause: only the law's own book says this; leave it out
        maryland | wager.triple.pays = { is = "180 to 1", may = "raise" }
        -> 4:46: wager.triple.pays.may: only the law's own book says this; leave it out
        maryland | [wager.triple]
                 | clause = "house"
                 | name = "Three of a Kind"
                 | pays = "180 to 1"
        -> 5:10: wager.triple.clause: only the law's own book says this; leave it out
        maryland | document = "Our own rules"
                 | cite = "HH"
        -> 4:12: document: only the law's own book says this; leave it out
        -> 5:8: cite: only the law's own book says this; leave it out
        maryland | wager.triple.pays = { is = "180 to 1" }
        "#,
    );
}

#[test]
fn at_least_one_shaker_stays() {
    house(
        "
        maryland | shaker.manual.allowed = false
        maryland | [shaker.automated-covered]
                 | allowed = false
                 | [shaker.manual]
                 | allowed = false
        -> 7:11: shaker.manual.allowed: no shaker is left to play with (MD 1.D(1)); allow at
           least one of the law's shakers
        singapore-1 | shaker.automated-covered.allowed = false
        -> 4:36: shaker.automated-covered.allowed: no shaker is left to play with (SG 3.6); allow
           at least one of the law's shakers
        ",
    );
}

#[test]
fn a_house_may_add_lines_to_its_checklist() {
    house(
        r#"
        maryland | checklist.lamp = "The lamp above the table is on"
        maryland | checklist.lamp = { is = "The lamp is on", may = "raise", clause = "MD 1.A" }
        -> 4:49: checklist.lamp.may: only the law's own book says this; leave it out
        -> 4:67: checklist.lamp.clause: only the law's own book says this; leave it out
        maryland | checklist.lamp = " "
        -> 4:18: checklist.lamp: unreadable value; write one line of visible text, up to 200
           bytes
        maryland | checklist.lamp = """
                 | The lamp
                 | is on"""
        -> 4:18: checklist.lamp: unreadable value; write one line of visible text, up to 200
           bytes
        pennsylvania-a | checklist.player-activated.button = "The button is free of damage"
        maryland | checklist.manul.lamp = "The lamp is on"
        -> 4:24: checklist.manul.lamp: unknown key; did you mean checklist.manual.name?
        maryland | checklist.every-table.lamp = "The lamp is on"
        -> 4:30: checklist.every-table.lamp: unknown key
        maryland | checklist.manual.left.lamp = "The lamp is on"
        -> 4:30: checklist.manual.left.lamp: unknown key
        "#,
    );
}

#[test]
fn a_number_past_all_bounds_is_refused() {
    house(
        r#"
        maryland | shaker.manual.shakes_min = 0x3
        maryland | shaker.manual.shakes_min = 1_0
        maryland | shaker.manual.shakes_min = -1
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 21
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 256
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 99999999999999999999999
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 0xffffffffffffffff
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 3.0
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 1e400
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = inf
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = 2026-01-01
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = "3"
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = true
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        maryland | shaker.manual.shakes_min = [3]
        -> 4:28: shaker.manual.shakes_min: unreadable value; write a whole number from 0 to 20
        "#,
    );
}

#[test]
fn odds_past_all_bounds_are_refused() {
    house(
        r#"
        maryland | wager.triple.pays = "999 to 1"
        maryland | wager.triple.pays = "1000 to 1"
        -> 4:21: wager.triple.pays: odds are at most 999 to 1
        maryland | wager.triple.pays = "0 to 1"
        -> 4:21: wager.triple.pays: odds pay something on something, such as 1 to 1
        maryland | wager.triple.pays = "151 to 0"
        -> 4:21: wager.triple.pays: odds pay something on something, such as 1 to 1
        maryland | wager.triple.pays = "151.125 to 1"
        -> 4:21: wager.triple.pays: odds pay exactly on a stake of at most 100 units
        maryland | wager.triple.pays = "15151 to 101"
        -> 4:21: wager.triple.pays: odds pay exactly on a stake of at most 100 units
        maryland | wager.triple.pays = "-151 to 1"
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = "151"
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = "151:1"
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = ""
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = "1e400 to 1"
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = "99999999999999999999 to 1"
        -> 4:21: wager.triple.pays: odds are written "8.5 to 1" or "1 wins 8.5"
        maryland | wager.triple.pays = 151
        -> 4:21: wager.triple.pays: unreadable value; write odds such as "8 to 1"
        maryland | wager.triple.pays = 151.5
        -> 4:21: wager.triple.pays: unreadable value; write odds such as "8 to 1"
        "#,
    );
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_known_one() {
    house(
        r#"
        maryland | wager.triple.pay = "180 to 1"
        -> 4:20: wager.triple.pay: unknown key; did you mean wager.triple.pays?
        maryland | layout.housename = "Harbour"
        -> 4:20: layout.housename: unknown key; did you mean layout.house_name?
        maryland | colour = "green"
        -> 4:10: colour: unknown key
        maryland | [shaker.player-activated]
                 | allowed = true
        -> 5:11: shaker.player-activated.allowed: unknown key
        maryland | wager.triple.pays = { is = "180 to 1", because = "we like it" }
        -> 4:40: wager.triple.pays.because: unknown key
        maryland | wager.single.pays = "2 to 1"
        -> 4:21: wager.single.pays: unknown key; did you mean wager.single.pays.one?
        maryland | wager = 3
        -> 4:9: wager: unknown key
        "#,
    );
}
