//! Tables that their rule documents do not know: real money needs the approval that allows them.

use crate::{check, check_under};

/// A table with terminals, by book, and what its document says of chips.
const TERMINALS_UNKNOWN: [(&str, &str); 5] = [
    ("massachusetts", "MA 3(a); reading 27"),
    ("maryland", "MD 4.A; reading 27"),
    ("act", "ACT 4.2; reading 27"),
    ("pennsylvania-a", "PA 625a.4(a); reading 27"),
    ("pennsylvania-b", "PA 625a.4(a); reading 27"),
];

/// What Singapore's document says of chips on cloth, and of dice.
const CHIPS_UNKNOWN: [(&str, &str); 3] = [
    ("singapore-1", "SG 3.4; reading 27"),
    ("singapore-2", "SG 3.4; reading 27"),
    ("singapore-3", "SG 3.4; reading 27"),
];

const RANDOM_UNKNOWN: [(&str, &str); 3] = [
    ("singapore-1", "SG 3.6; reading 27"),
    ("singapore-2", "SG 3.6; reading 27"),
    ("singapore-3", "SG 3.6; reading 27"),
];

/// Electronic tables stood under documents of chips on cloth, and nobody said so: a machine that
/// drew the dice passed for Massachusetts.
#[test]
fn a_table_its_document_does_not_know_opens_no_round_until_an_approval_is_named() {
    let story = "
        host names no approval         -> approval-missing
        host names no approval         -> refused: there is nothing
        dealer 10 opens betting \
-> refused: needs the approval of a table its document does not know ($clause)
        host names approval licence 12 -> approval-named by licence 12
        host names approval licence 12 -> refused: there is nothing
        dealer 10 opens betting        -> betting-opened 1
    ";
    check_under(&TERMINALS_UNKNOWN, &format!("open $book{story}"));
    check_under(&CHIPS_UNKNOWN, &format!("open $book felt{story}"));
}

#[test]
fn a_table_outside_its_document_finishes_pays_out_and_closes() {
    check_under(
        &TERMINALS_UNKNOWN,
        "
        open $book
        dealer 10 opens betting              -> betting-opened 1
        seat 1 bets small 500                -> placed small 500
        host names no approval               -> approval-missing
        dealer 10 plays 1,2,3
        ? credit 1                           -> 10500
        seat 1 cashes out 10500
        seat 1 leaves                        -> seat-left
        dealer 10 opens betting \
-> refused: needs the approval of a table its document does not know ($clause)
        supervisor 30 announces closing      -> closing-announced by 30
        supervisor 30 closes the table       -> table-closed by 30
        ",
    );
}

#[test]
fn an_automatic_table_outside_its_document_opens_no_round_by_itself() {
    check_under(
        &RANDOM_UNKNOWN,
        "
        open $book automatic
        host names no approval           -> approval-missing
        +60s host tick                   -> nothing
        host names approval licence 12   -> approval-named by licence 12
        +1ms host tick                   -> betting-opened 1
        ",
    );
}

#[test]
fn a_table_as_its_document_knows_it_needs_no_approval() {
    for table in ["singapore-1", "maryland felt", "massachusetts felt", "act felt"] {
        check(&format!(
            "
            open {table}
            host names no approval           -> refused: there is nothing
            host names approval licence 12   -> refused: there is nothing
            dealer 10 opens betting          -> betting-opened 1
            "
        ));
    }
}
