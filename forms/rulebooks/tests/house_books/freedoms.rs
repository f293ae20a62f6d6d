//! What a law lets a house change, on both sides of every border.

use crate::stories::house;

#[test]
fn odds_at_the_floor_or_above_are_taken_and_below_it_refused() {
    house(
        r#"
        maryland | wager.triple.pays = "150 to 1"
        maryland | wager.triple.pays = "151 to 1"
        maryland | wager.triple.pays = "150.5 to 1"
        maryland | wager.triple.pays = "1 wins 150"
        maryland | wager.triple.pays = "149 to 1"
        -> 4:21: wager.triple.pays: below the law's floor of 150 to 1 (MD 6.A(1)); 150 to 1 or
           more
        maryland | wager.triple.pays = "149.99 to 1"
        -> 4:21: wager.triple.pays: below the law's floor of 150 to 1 (MD 6.A(1)); 150 to 1 or
           more
        massachusetts | wager.single.pays.three = "3 to 1"
        massachusetts | wager.single.pays.three = "12 to 1"
        massachusetts | wager.single.pays.three = "2 to 1"
        -> 4:27: wager.single.pays.three: below the law's floor of 3 to 1 (MA 4(c)); 3 to 1 or
           more
        massachusetts | [wager.total-5]
                      | pays = "17 to 1"
                      | [wager.total-16]
                      | pays = "18 to 1"
        -> 5:8: wager.total-5.pays: below the law's floor of 18 to 1 (MA 4(b)); 18 to 1 or more
        "#,
    );
}

#[test]
fn exact_odds_may_be_repeated_and_not_changed() {
    house(
        r#"
        act | wager.triple.pays = "180 to 1"
        act | wager.triple.pays = "181 to 1"
        -> 4:21: wager.triple.pays: the law fixes this (ACT 6.1(c)); leave it out, or write "180
           to 1"
        act | wager.triple.pays = "179 to 1"
        -> 4:21: wager.triple.pays: the law fixes this (ACT 6.1(c)); leave it out, or write "180
           to 1"
        pennsylvania-a | wager.small.pays = "1.01 to 1"
        -> 4:20: wager.small.pays: the law fixes this (PA 625a.6(a)); leave it out, or write "1
           to 1"
        pennsylvania-b | wager.single.pays.three = "3 to 1"
        -> 4:27: wager.single.pays.three: the law fixes this (PA 625a.6(b)(3)(ii)); leave it out,
           or write "12 to 1"
        singapore-1 | wager.total-8.pays = "17 to 2"
        singapore-1 | wager.total-8.pays = "9 to 1"
        -> 4:22: wager.total-8.pays: the law fixes this (SG 4.1.1); leave it out, or write "8.5
           to 1"
        singapore-2 | wager.double.pays = "11 to 1"
        -> 4:21: wager.double.pays: the law fixes this (SG 4.1.2); leave it out, or write "11.5
           to 1"
        singapore-3 | wager.four.pays = "7.5 to 1"
        -> 4:19: wager.four.pays: the law fixes this (SG 4.1.3); leave it out, or write "7 to 1"
        "#,
    );
}

#[test]
fn shakes_and_trials_may_be_more_and_not_fewer() {
    house(
        "
        maryland | shaker.manual.shakes_min = 3
        maryland | shaker.manual.shakes_min = 4
        maryland | shaker.manual.shakes_min = 20
        maryland | shaker.manual.shakes_min = 2
        -> 4:28: shaker.manual.shakes_min: below the law's floor of 3 (MD 5.B(1)); 3 or more
        maryland | inspection.display.trials = 1
        maryland | inspection.display.trials = 3
        maryland | inspection.display.trials = 0
        -> 4:29: inspection.display.trials: below the law's floor of 1 (MD 5.A(1); reading 23); 1 or
           more
        massachusetts | inspection.shaker_each_shift.trials = 2
        -> 4:39: inspection.shaker_each_shift.trials: below the law's floor of 3 (MA 5(b)); 3 or
           more
        ",
    );
}

#[test]
fn dice_may_serve_for_less_time_and_not_for_more() {
    // A month counts as its shortest, 28 days of 24 hours.
    house(
        r#"
        maryland | shaker.manual.dice_life = "24 hours"
        maryland | shaker.manual.dice_life = "23 hours"
        maryland | shaker.manual.dice_life = "1 hour"
        maryland | shaker.manual.dice_life = "25 hours"
        -> 4:27: shaker.manual.dice_life: above the law's ceiling of 24 hours (MD 2.B); 24 hours
           or less
        maryland | shaker.automated-covered.dice_life = "672 hours"
        maryland | shaker.automated-covered.dice_life = "673 hours"
        -> 4:38: shaker.automated-covered.dice_life: above the law's ceiling of 1 month (MD 2.C);
           1 month or less
        maryland | shaker.automated-covered.dice_life = "2 months"
        -> 4:38: shaker.automated-covered.dice_life: above the law's ceiling of 1 month (MD 2.C);
           1 month or less
        maryland | shaker.automated-covered.dice_life = "unlimited"
        -> 4:38: shaker.automated-covered.dice_life: above the law's ceiling of 1 month (MD 2.C);
           1 month or less
        act | shaker.manual.dice_life = "12 months"
        act | shaker.manual.dice_life = "8784 hours"
        act | shaker.manual.dice_life = "13 months"
        -> 4:27: shaker.manual.dice_life: unreadable value; write "24 hours" (up to 8784), "1
           month" (up to 12) or "unlimited"
        act | shaker.manual.dice_life = "8785 hours"
        -> 4:27: shaker.manual.dice_life: unreadable value; write "24 hours" (up to 8784), "1
           month" (up to 12) or "unlimited"
        act | shaker.manual.dice_life = "0 hours"
        -> 4:27: shaker.manual.dice_life: unreadable value; write "24 hours" (up to 8784), "1
           month" (up to 12) or "unlimited"
        act | shaker.manual.dice_life = "28 days"
        -> 4:27: shaker.manual.dice_life: unreadable value; write "24 hours" (up to 8784), "1
           month" (up to 12) or "unlimited"
        act | shaker.manual.dice_life = 24
        -> 4:27: shaker.manual.dice_life: unreadable value; write "24 hours" (up to 8784), "1
           month" (up to 12) or "unlimited"
        "#,
    );
}

#[test]
fn only_the_choices_the_law_leaves_can_be_made() {
    house(
        r#"
        pennsylvania-a | layout.odds_style = "to"
        pennsylvania-a | layout.odds_style = "wins"
        pennsylvania-a | layout.odds_style = "ratio"
        -> 4:21: layout.odds_style: the law does not leave this choice (PA 625a.6(c)); choose
           "to" or "wins"
        pennsylvania-a | layout.odds_style = "per"
        -> 4:21: layout.odds_style: unreadable value; write one of "to", "wins", "ratio"
        singapore-1 | layout.odds_style = "to"
        -> 4:21: layout.odds_style: the law fixes this (SG appendix A); leave it out, or write
           "wins"
        massachusetts | irregularity.dice-not-flat.remedy = "reshake"
        massachusetts | irregularity.dice-not-flat.remedy = "ruling"
        -> 4:37: irregularity.dice-not-flat.remedy: the law does not leave this choice (MA 6(a));
           choose "void-round" or "reshake"
        massachusetts | irregularity.dice-not-flat.remedy = "shrug"
        -> 4:37: irregularity.dice-not-flat.remedy: unreadable value; write one of "void-round",
           "void-affected-rounds", "reshake", "settle-by-hand", "result-stands",
           "conclude-or-void", "registered-stand", "correct", "later-rounds-stand", "void-bets",
           "may-void", "ruling"
        maryland | irregularity.dice-not-flat.remedy = "reshake"
        -> 4:37: irregularity.dice-not-flat.remedy: the law fixes this (MD 7.A); leave it out, or
           write "void-round"
        maryland | shaker.manual.allowed = false
        maryland | shaker.manual.allowed = "no"
        -> 4:25: shaker.manual.allowed: unreadable value; write true or false
        "#,
    );
}

#[test]
fn a_duty_of_the_law_cannot_be_dropped() {
    house(
        r#"
        maryland | procedure.collect_before_pay = true
        maryland | procedure.collect_before_pay = false
        -> 4:32: procedure.collect_before_pay: the law fixes this (MD 5.F); leave it out, or
           write true
        singapore-1 | procedure.bets_final = false
        -> 4:24: procedure.bets_final: the law fixes this (SG 3.5); leave it out, or write true
        act | limits.above_maximum = "refuse"
        -> 4:24: limits.above_maximum: the law fixes this (ACT 3.5); leave it out, or write
           "settle-to-maximum"
        act | equipment.approvals = ["dice", "table", "shaker"]
        act | equipment.approvals = ["table", "dice"]
        -> 4:23: equipment.approvals: the law fixes this (ACT 1.1; ACT 2.1); leave it out, or
           write ["table", "shaker", "dice"]
        maryland | equipment.before_manual = "removed"
        -> 4:27: equipment.before_manual: the law fixes this (MD 7.E); leave it out, or write
           "emptied-and-signed"
        "#,
    );
}

#[test]
fn a_line_of_the_laws_checklist_is_neither_removed_nor_changed() {
    house(
        r#"
        maryland | checklist.shaker.dice = "Three dice lie in the shaker"
        maryland | checklist.shaker.dice = "There are dice"
        -> 4:25: checklist.shaker.dice: the law fixes this (MD 2.A); leave it out, or write "Three
           dice lie in the shaker"
        maryland | checklist.shaker.dice = ""
        -> 4:25: checklist.shaker.dice: the law fixes this (MD 2.A); leave it out, or write "Three
           dice lie in the shaker"
        pennsylvania-a | checklist.automated.compartment = false
        -> 4:35: checklist.automated.compartment: the law fixes this (PA 625a.1(d)(2)(i)); leave it
           out, or write "The dice can be seen in their compartment, and it is sealed or locked"
        pennsylvania-a | checklist.manual.name = { is = [] }
        -> 4:32: checklist.manual.name: the law fixes this (PA 625a.1(d)(1)(iii)); leave it out, or
           write "The shaker bears the house's name or logo"
        "#,
    );
}

#[test]
fn what_the_law_leaves_to_the_house_is_the_houses() {
    house(
        r#"
        massachusetts | limits.markers = true
                      | layout.house_name = "Harbour"
                      | layout.currency = "CAD"
                      | equipment.approvals = ["dice"]
        massachusetts | limits.markers = 1
        -> 4:18: limits.markers: unreadable value; write true or false
        massachusetts | layout.currency = "cad"
        -> 4:19: layout.currency: unreadable value; write a currency of three capital letters,
           such as "USD"
        massachusetts | layout.currency = "CA$"
        -> 4:19: layout.currency: unreadable value; write a currency of three capital letters,
           such as "USD"
        massachusetts | equipment.approvals = ["dices"]
        -> 4:23: equipment.approvals: unreadable value; write a list out of ["table", "layout",
           "display", "shaker", "shaker-procedure", "shaker-place", "dice"]
        massachusetts | equipment.approvals = "dice"
        -> 4:23: equipment.approvals: unreadable value; write a list out of ["table", "layout",
           "display", "shaker", "shaker-procedure", "shaker-place", "dice"]
        "#,
    );
}

#[test]
fn a_role_may_be_raised_and_not_lowered() {
    house(
        r#"
        maryland | people.open_table = "floorperson"
        maryland | people.open_table = "supervisor"
        maryland | people.open_table = "dealer"
        -> 4:21: people.open_table: below the law's floor of floorperson (MD 5.A); floorperson or
           more
        massachusetts | inspection.shaker_each_shift.by = "floorperson"
        -> 4:35: inspection.shaker_each_shift.by: below the law's floor of supervisor (MA 5(b));
           supervisor or more
        maryland | people.rulings = "pit-manager"
        -> 4:18: people.rulings: the law fixes this (reading 19); leave it out, or write
           "shift-manager"
        maryland | irregularity.dice-exposed.superior = "dealer"
        -> 4:38: irregularity.dice-exposed.superior: below the law's floor of floorperson
           (reading 20); floorperson or more
        maryland | people.open_table = "boss"
        -> 4:21: people.open_table: unreadable value; write one of "dealer", "floorperson",
           "supervisor", "pit-manager", "shift-manager"
        "#,
    );
}
