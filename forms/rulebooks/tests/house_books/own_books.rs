//! Books that extend nothing: a law's own book, changed line by line.

use taisai_rulebooks::Library;

use crate::stories::{check, law, own_book};

#[test]
fn a_copy_of_a_law_under_another_id_is_a_sound_book() {
    for id in Library::ids() {
        check(&own_book(id), &[]);
    }
}

#[test]
fn a_clause_has_at_most_120_bytes() {
    let citing = |digits: usize| {
        let clause = format!("clause = \"MD {}\" }}\nby", "1".repeat(digits));
        own_book("maryland").replacen("clause = \"MD 5.A(1); reading 23\" }\nby", &clause, 1)
    };
    check(&citing(117), &[]);
    let refusal = "190:44: inspection.display.trials.clause: this is not a citation; \
                   cite \"MD …\", \"reading …\" or \"house\"";
    check(&citing(118), &[refusal]);
}

#[test]
fn a_missing_line_is_reported_by_name() {
    law(r#"
        maryland | bets_final         = { is = true, clause = "MD 5.C" }\n
                 | =>
        -> 1:1: procedure.bets_final: missing; add the line, or extend a rule book that has it
        maryland | pays   = { is = "150 to 1", may = "raise", clause = "MD 6.A(1)" }\n
                 | =>
        -> 1:1: wager.triple.pays: missing; add the line, or extend a rule book that has it
        maryland | pays.two   = { is = "2 to 1", may = "raise", clause = "MD 6.A(21)(b)" }\n
                 | =>
        -> 1:1: wager.single.pays.two: missing; add the line, or extend a rule book that has it
        maryland | name     = "Maryland"\n
                 | =>
        -> 1:1: name: missing; add the line at the top of the file
        maryland | document = "Maryland Lottery and Gaming Control Agency, Sic Bo, version 1.0"\n
                 | =>
        -> 1:1: document: missing; add the line at the top of the file
        "#);
}

#[test]
fn without_its_cite_line_a_book_has_one_mistake() {
    law(r#"
        maryland | cite     = "MD"\n
                 | =>
        -> 1:1: cite: missing; add the line at the top of the file
        "#);
}

#[test]
fn every_line_names_its_clause() {
    law(r#"
        maryland | by     = { is = "floorperson", may = "raise", clause = "MD 5.A(1)" }
                 | => by     = { is = "floorperson", may = "raise" }
        -> 191:17: inspection.display.by: no clause is named; write { is = …, clause = "…" }, or
           a clause for the section
        maryland | clause = "MD 3.A(6)"\n
                 | =>
        -> 21:10: wager.small.name: no clause is named; write { is = …, clause = "…" }, or a
           clause for the section
        -> 22:10: wager.small.areas: no clause is named; write { is = …, clause = "…" }, or a
           clause for the section
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = "PA 5.A(1)" }\nby
        -> 190:44: inspection.display.trials.clause: this is not a citation; cite "MD …",
           "reading …" or "house"
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = "MD" }\nby
        -> 190:44: inspection.display.trials.clause: this is not a citation; cite "MD …",
           "reading …" or "house"
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = "" }\nby
        -> 190:44: inspection.display.trials.clause: this is not a citation; cite "MD …",
           "reading …" or "house"
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = "MD 5.A(1); MD 5.B; reading 3; house" }\nby
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = "reading 256" }\nby
        -> 190:44: inspection.display.trials.clause: this is not a citation; cite "MD …",
           "reading …" or "house"
        maryland | clause = "MD 5.A(1); reading 23" }\nby
                 | => clause = 5 }\nby
        -> 190:17: inspection.display.trials: no clause is named; write { is = …, clause = "…" },
           or a clause for the section
        -> 190:44: inspection.display.trials.clause: unreadable value; write a text in quotation
           marks
        maryland | [wager.small]\nclause = "MD 3.A(6)"
                 | => [wager.small]\nclause = "Maryland 3"
        -> 21:10: wager.small.clause: this is not a citation; cite "MD …", "reading …" or "house"
        "#);
}

#[test]
fn a_freedom_is_one_of_four_and_fits_its_line() {
    law(r#"
        maryland | may = "change", clause = "MD 1.C(1)"
                 | => may = "anything", clause = "MD 1.C(1)"
        -> 12:43: layout.house_name.may: unreadable value; write "raise", "lower", "change" or a
           list of choices
        maryland | may = "change", clause = "MD 1.C(1)"
                 | => may = "raise", clause = "MD 1.C(1)"
        -> 12:43: layout.house_name.may: unreadable value; write "change" or a list of choices
        maryland | no_more_bets = { is = "before-reveal", clause
                 | => no_more_bets = { is = "before-reveal", may = "lower", clause
        -> 168:46: shaker.manual.no_more_bets.may: unreadable value; write "change" or a list of
           choices
        maryland | may = ["to", "wins"]
                 | => may = ["to", "for"]
        -> 13:33: layout.odds_style.may: odds are never worded with "for"; word odds with "to" or
           "wins"
        maryland | may = ["to", "wins"]
                 | => may = ["wins"]
        -> 13:33: layout.odds_style.may: unreadable value; write a list of choices with "to"
           among them
        maryland | may = ["to", "wins"]
                 | => may = []
        -> 13:33: layout.odds_style.may: unreadable value; write a list of choices with "to"
           among them
        maryland | may = ["to", "wins"]
                 | => may = ["to", 5]
        -> 13:33: layout.odds_style.may: unreadable value; write "raise", "lower", "change" or a
           list of choices
        maryland | may = "change", clause = "MD 1.D(1)"
                 | => may = ["yes", "no"], clause = "MD 1.D(1)"
        maryland | may = "change", clause = "MD 1.D(1)"
                 | => may = ["true", "false"], clause = "MD 1.D(1)"
        -> 167:35: shaker.manual.allowed.may: unreadable value; write "yes" or "no"
        "#);
}

#[test]
fn an_area_is_offered_by_one_wager_once() {
    law(r#"
        maryland | areas  = ["big"]
                 | => areas  = ["big", "small"]
        -> 29:18: wager.big.areas: small is offered twice
        maryland | areas  = ["big"]
                 | => areas  = ["big", "big"]
        -> 29:18: wager.big.areas: big is offered twice
        maryland | areas  = ["total-4"]
                 | => areas  = ["total-4", "combo-112"]
        -> 61:22: wager.total-4.areas: combo-112 wins on the same rolls as total-4; only one can
           be offered
        singapore-2 | "combo-113"
                    | => "combo-112", "combo-113"
                    | "combo-664"
                    | => "combo-664", "combo-665"
        -> 183:3: wager.double-with-single.areas: combo-112 wins on the same rolls as total-4;
           only one can be offered
        -> 186:55: wager.double-with-single.areas: combo-665 wins on the same rolls as total-17;
           only one can be offered
        "#);
}

#[test]
fn a_name_that_is_no_area_is_refused_where_it_stands() {
    law(r#"
        maryland | "domino-14"
                 | => "domino-41"
                 | "domino-45"
                 | => "domino-54"
                 | "triple-6"
                 | => "triple-7"
        -> 55:71: wager.triple.areas: "triple-7" is not an area; did you mean triple-1?
        -> 146:29: wager.domino.areas: "domino-41" is not an area; did you mean domino-14?
        -> 147:55: wager.domino.areas: "domino-54" is not an area; did you mean domino-45?
        maryland | areas      = ["single-1"
                 | => areas      = ["singel-1"
        -> 41:15: wager.single.areas: "singel-1" is not an area; did you mean single-1?
        maryland | areas  = ["big"]
                 | => areas  = []
        -> 29:10: wager.big.areas: unreadable value; write a list of areas, such as ["triple-1",
           "triple-2"]
        maryland | areas  = ["big"]
                 | => areas  = ["big", 5]
        -> 29:10: wager.big.areas: unreadable value; write a list of areas, such as ["triple-1",
           "triple-2"]
        "#);
}

#[test]
fn singles_and_only_singles_pay_by_dice() {
    law(r#"
        maryland | "single-6"]
                 | => "single-6", "even"]
        -> 41:87: wager.single.areas: even cannot pay by the number of dice
        maryland | pays   = { is = "1 to 1", may = "raise", clause = "MD 6.A(20)" }
                 | => pays.one = { is = "1 to 1", may = "raise", clause = "MD 6.A(20)" }
        -> 1:1: wager.big.pays: missing; add the line, or extend a rule book that has it
        -> 30:19: wager.big.pays.one: unknown key
        "#);
}

#[test]
fn the_layout_has_a_place_for_every_area_and_no_other() {
    law(r#"
        maryland | areas  = ["big"]
                 | => areas  = ["big", "even"]
        -> 11:21: layout.form: even is offered but has no place on the layout (MD 1.C(2))
        maryland | "triple-5", "triple-6"]
                 | => "triple-5"]
        -> 11:21: layout.form: triple-6 is on the layout but no wager offers it (MD 1.C(2))
        singapore-1 | form       = { is = "appendix-a"
                    | => form       = { is = "appendix-z"
        -> 11:21: layout.form: unreadable value (SG 4.1.1; SG appendix A); write "two-sided" or
           "appendix-a" or "appendix-b" or "appendix-c"
        maryland | form       = { is = "two-sided"
                 | => form       = { is = "three-sided"
                 | areas  = ["big"]
                 | => areas  = ["bigg"]
        -> 11:21: layout.form: unreadable value (MD 1.C(2)); write "two-sided" or "appendix-a" or
           "appendix-b" or "appendix-c"
        -> 29:11: wager.big.areas: "bigg" is not an area; did you mean big?
        "#);
}

#[test]
fn for_in_the_name_of_a_wager_is_refused() {
    law(r#"
        maryland | name   = "Small Bet"
                 | => name   = "Small Bet (2 for 1)"
        -> 22:10: wager.small.name: odds are never worded with "for" (MD 3.A(6)); word odds with
           "to" or "wins"
        maryland | name   = "Small Bet"
                 | => name   = "Small Bet, two-for-one"
        -> 22:10: wager.small.name: odds are never worded with "for" (MD 3.A(6)); word odds with
           "to" or "wins"
        maryland | name   = "Small Bet"
                 | => name   = "Small Fortune"
        "#);
}

#[test]
fn a_remedy_must_make_sense_for_its_irregularity() {
    law(r#"
        maryland | remedy   = "conclude-or-void"
                 | => remedy   = "reshake"
        -> 281:12: irregularity.interruption.remedy: the law does not leave this choice (reading
           14); choose "conclude-or-void"
        "#);
}

#[test]
fn a_law_describes_at_least_one_shaker() {
    law("
        singapore-1 | [shaker.automated-covered]
                    | => [shaker.automatic]
        -> 1:1: shaker.manual.allowed: missing; add the line, or extend a rule book that has it
        -> 185:23: shaker.automatic.allowed: unknown key
        -> 186:23: shaker.automatic.no_more_bets: unknown key
        -> 187:23: shaker.automatic.shakes_min: unknown key
        -> 188:23: shaker.automatic.dice_life: unknown key
        -> 189:23: shaker.automatic.cover: unknown key
        ");
}
