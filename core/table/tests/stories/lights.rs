//! The lights fail: settled by hand under a superior's eyes, then nothing until repaired.

use crate::{check, check_under};

#[test]
fn with_the_lights_out_bets_are_settled_under_a_superiors_eyes_and_play_rests() {
    let books = [
        ("massachusetts", "supervisor", "MA 6(b)", "MA 6(b)", "MA 5(a)(1); reading 23"),
        ("maryland", "floorperson", "MD 7.B; MD 7.C", "MD 7.B; MD 7.C", "MD 5.A(1); reading 23"),
        (
            "pennsylvania-a",
            "floorperson",
            "PA 625a.7(b)",
            "PA 625a.7(b)",
            "PA 625a.5(a)(1); reading 23",
        ),
        (
            "pennsylvania-b",
            "floorperson",
            "PA 625a.7(b)",
            "PA 625a.7(b)",
            "PA 625a.5(a)(1); reading 23",
        ),
    ];
    for (book, superior, present, repair, inspect) in books {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting          -> betting-opened 1
            seat 1 bets small 500            -> placed small 500
            seat 2 bets big 600              -> placed big 600
            dealer 10 throws 1,2,3
            dealer 10 calls display-failed   -> called display-failed by 10, remedy settle-by-hand
            dealer 10 calls display-failed   -> refused: not while collecting
            dealer 10 collects               -> refused: needs a superior present ({present})
            dealer 10 is present             -> refused: needs a {superior}
            supervisor 30 is present         -> presence-attested by 30
            dealer 10 collects               -> collected seat 2 600
            dealer 10 pays                   -> paid seat 1 1000
            dealer 10 clears                 -> cleared; suspended
            ? phase                          -> suspended
            ? credit 1                       -> 10500
            dealer 10 opens betting          -> refused: not while suspended
            supervisor 30 opens the table    -> refused: needs what failed repaired ({repair})
            supervisor 30 tries the display with 1,2,3 \
-> refused: needs what failed repaired ({repair})
            dealer 10 attests repair         -> refused: needs a floorperson
            floorperson 20 attests repair    -> repair-attested by 20
            supervisor 30 opens the table \
-> refused: needs an inspection of the display ({inspect})
            supervisor 30 inspects the display with 1,2,3
            supervisor 30 opens the table    -> table-opened by 30
            dealer 10 opens betting          -> betting-opened 2
            "
        ));
    }
}

/// Once the dice have tumbled the round is played: what cannot be lit is settled by hand. The
/// failure of the display could not be called between the toss and the reveal, nor during betting.
#[test]
fn lights_that_fail_after_the_tumble_are_called_in_every_phase() {
    let steps = [
        "closes betting",
        "tumbles",
        "reveals",
        "enters 1,2,3",
        "confirms 1,2,3",
        "collects",
        "pays",
    ];
    for (book, first) in
        [("massachusetts", 2), ("maryland", 1), ("pennsylvania-a", 1), ("pennsylvania-b", 1)]
    {
        for reached in first..=steps.len() {
            let mut story = format!(
                "open {book}\ndealer 10 opens betting\nseat 1 bets small 500\n\
                 seat 2 bets big 600\n"
            );
            for (place, step) in steps.iter().enumerate() {
                if place == reached {
                    story += "dealer 10 calls display-failed \
                              -> called display-failed by 10, remedy settle-by-hand\n\
                              dealer 10 calls display-failed -> refused: not while PHASE\n\
                              supervisor 30 is present -> presence-attested by 30\n";
                }
                story += &format!("dealer 10 {step}\n");
            }
            if reached == steps.len() {
                story += "dealer 10 calls display-failed\n";
            }
            story += "dealer 10 clears -> cleared; suspended\n? credit 1 -> 10500\n";
            let phases = [
                "betting",
                "no-more-bets",
                "TUMBLED",
                "revealed",
                "entered",
                "collecting",
                "paying",
                "clearing",
            ];
            let tumbled = if book == "massachusetts" { "shaken" } else { "no-more-bets" };
            let story = story.replace("PHASE", phases[reached]).replace("TUMBLED", tumbled);
            check(&story);
        }
    }
}

#[test]
fn lights_that_fail_before_the_tumble_make_the_round_void_and_play_rests() {
    for (book, repair) in [
        ("massachusetts", "MA 6(b)"),
        ("maryland", "MD 7.B; MD 7.C"),
        ("pennsylvania-a", "PA 625a.7(b)"),
        ("pennsylvania-b", "PA 625a.7(b)"),
    ] {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting          -> betting-opened 1
            seat 1 bets small 500            -> placed small 500
            dealer 10 calls display-failed   -> called display-failed by 10, remedy void-round; \
round-voided for display-failed, returned seat 1 500; suspended
            ? credit 1                       -> 10000
            dealer 10 opens betting          -> refused: not while suspended
            supervisor 30 opens the table    -> refused: needs what failed repaired ({repair})
            floorperson 20 attests repair    -> repair-attested by 20
            supervisor 30 inspects the display with 1,2,3
            supervisor 30 opens the table    -> table-opened by 30
            "
        ));
    }
    check(
        "
        open massachusetts
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        dealer 10 calls no more bets     -> betting-closed
        dealer 10 calls display-failed   -> called display-failed by 10, remedy void-round; \
awaiting display-failed; proposed 1 by 10 to a supervisor
        dealer 10 shakes 3               -> refused: not while awaiting-ruling
        floorperson 20 approves 1        -> refused: needs a supervisor
        supervisor 30 approves 1         -> approved 1 by 30; \
round-voided for display-failed, returned seat 1 500; suspended
        ? credit 1                       -> 10000
        ? phase                          -> suspended
        ",
    );
}

/// A round that is to be settled by hand and then is void took the failure with it: the next one
/// was played under dark lights.
#[test]
fn failed_lights_stop_the_table_also_where_the_round_is_void_for_something_else() {
    check(
        "
        open maryland
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        dealer 10 closes betting
        dealer 10 calls display-failed   -> called display-failed by 10, remedy settle-by-hand
        +2s dealer 10 reveals            -> revealed
        dealer 10 calls dice-not-flat    -> called dice-not-flat by 10, remedy void-round; \
round-voided for dice-not-flat, returned seat 1 500; suspended
        dealer 10 opens betting          -> refused: not while suspended
        ",
    );
    check(
        "
        open maryland
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        dealer 10 closes betting
        dealer 10 calls dispute
        dealer 10 calls display-failed   -> called display-failed by 10, remedy settle-by-hand
        floorperson 20 proposes void for dispute of 1
        shift-manager 50 approves 1      -> approved 1 by 50; \
round-voided for dispute, returned seat 1 500; suspended
        ",
    );
}

#[test]
fn lights_that_fail_while_winners_are_paid_need_a_superior_too() {
    check(
        "
        open maryland
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 collects               -> collected nothing
        dealer 10 calls display-failed   -> called display-failed by 10, remedy settle-by-hand
        dealer 10 pays                   -> refused: needs a superior present (MD 7.B; MD 7.C)
        floorperson 20 is present        -> presence-attested by 20
        dealer 10 pays                   -> paid seat 1 1000
        dealer 10 clears                 -> cleared; suspended
        ",
    );
}

/// A display that went dark between two rounds could be told to nobody, and the next round opened.
#[test]
fn a_display_that_fails_between_rounds_stops_the_table() {
    check_under(
        &[("massachusetts", ""), ("maryland", ""), ("pennsylvania-a", "")],
        "
        open $book
        dealer 11 calls display-failed   -> refused: not on duty
        dealer 10 calls dice-damaged     -> refused: no round
        dealer 10 (round 1) calls display-failed \
-> called display-failed by 10, remedy settle-by-hand; suspended
        dealer 10 (round 1) calls display-failed   -> refused: not while suspended
        dealer 10 opens betting          -> refused: not while suspended
        floorperson 20 attests repair
        ? phase                          -> suspended
        ",
    );
    check_under(
        &[("act", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 (round 1) calls display-failed   -> refused: not while idle
        dealer 10 opens betting          -> betting-opened 1
        ",
    );
}

#[test]
fn nobody_attests_presence_or_repair_where_nothing_failed() {
    check(
        "
        open maryland
        floorperson 20 attests repair    -> refused: not while idle
        dealer 10 opens betting          -> betting-opened 1
        dealer 10 throws 1,2,3
        floorperson 20 is present        -> refused: not while collecting
        ",
    );
}

#[test]
fn dark_lights_are_noted_in_every_phase_where_the_result_stands() {
    for book in ["act", "singapore-1", "singapore-2", "singapore-3"] {
        let mut story = format!("open {book}\ndealer 10 opens betting\nseat 1 bets small 500\n");
        for step in [
            "",
            "closes betting",
            "tumbles",
            "reveals",
            "enters 1,2,3",
            "confirms 1,2,3",
            "collects",
            "pays",
        ] {
            if !step.is_empty() {
                story += &format!("dealer 10 {step}\n");
            }
            story += "dealer 10 calls display-failed \
                      -> called display-failed by 10, remedy result-stands\n";
        }
        story += "dealer 10 clears -> cleared\n? credit 1 -> 10500\ndealer 10 opens betting";
        check(&story);
    }
}

#[test]
fn dark_lights_do_not_undo_a_result() {
    check_under(
        &[("act", "ACT 8.5"), ("singapore-1", "SG 5.8; reading 18")],
        "
        open $book
        dealer 10 opens betting          -> betting-opened 1
        seat 1 bets small 500            -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 calls display-failed   -> called display-failed by 10, remedy result-stands
        supervisor 30 proposes void for display-failed of 1 -> refused: not allowed ($clause)
        dealer 10 collects               -> collected nothing
        dealer 10 pays                   -> paid seat 1 1000
        dealer 10 clears                 -> cleared
        dealer 10 opens betting          -> betting-opened 2
        ",
    );
}
