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
            dealer 10 calls display-failed   -> refused: not while betting
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
            supervisor 30 inspects the display with 1,2,3 \
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
