//! What takes two people: different people on different log-ins, agreeing on the same thing.

use taisai_table::Reason;

use crate::{check, check_under, check_under_all};

/// A disputed round after its result.
const DISPUTED: &str = "
    open $book
    dealer 10 opens betting   -> betting-opened 1
    seat 1 bets small 500     -> placed small 500
    dealer 10 throws 1,2,3
    dealer 10 calls dispute   -> called dispute by 10, remedy ruling; awaiting dispute
    ";

fn disputed(then: &str) {
    check_under_all(&format!("{DISPUTED}{then}"));
}

#[test]
fn a_dispute_waits_for_a_shift_manager_and_a_second_person() {
    disputed(
        "
        dealer 10 collects            -> refused: not while awaiting-ruling
        dealer 10 clears              -> refused: not while awaiting-ruling
        floorperson 20 proposes going on for dispute -> proposed 1 by 20 to a shift-manager
        dealer 11 approves 1          -> refused: needs a floorperson
        floorperson 21 approves 1     -> refused: needs a shift-manager
        pit-manager 40 approves 1     -> refused: needs a shift-manager
        shift-manager 50 approves 1   -> approved 1 by 50; resumed
        shift-manager 50 approves 1   -> refused: no such proposal
        dealer 10 collects            -> collected nothing
        ",
    );
}

#[test]
fn a_case_no_rule_covers_is_decided_by_a_shift_manager() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting       -> betting-opened 1
        seat 1 bets small 500         -> placed small 500
        dealer 10 calls uncovered     -> called uncovered by 10, remedy ruling; awaiting uncovered
        seat 1 bets small 500         -> refused: not while awaiting-ruling
        +20s host tick                -> nothing
        floorperson 20 proposes void for uncovered of 1 -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1   -> approved 1 by 50; \
round-voided for uncovered, returned seat 1 500
        ",
    );
}

#[test]
fn the_same_person_or_the_same_log_in_does_not_agree_with_itself() {
    disputed(
        "
        shift-manager 50 proposes going on for dispute  -> proposed 1 by 50 to a shift-manager
        shift-manager 50 approves 1                     -> refused: two people must agree
        shift-manager 50 (session 77) approves 1        -> refused: two people must agree
        shift-manager 51 (session 1050) approves 1      -> refused: two people must agree
        shift-manager 51 approves 1                     -> approved 1 by 51; resumed
        ",
    );
}

#[test]
fn a_proposal_is_bound_to_what_it_was_about() {
    check_under_all(
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 plays 4,5,6
        floorperson 20 proposes correction of 1 to 1,2,3  -> proposed 1 by 20 to a supervisor
        floorperson 21 proposes correction of 1 to 6,6,6  -> proposed 2 by 21 to a supervisor
        supervisor 30 approves 1       -> approved 1 by 30; \
past-round 1 corrected to 1,2,3: seat 1 given 1000
        supervisor 30 approves 2       -> refused: things have changed since
        ",
    );
    disputed(
        "
        floorperson 20 proposes void for dispute of 1  -> proposed 1 by 20 to a shift-manager
        floorperson 20 proposes going on for dispute   -> proposed 2 by 20 to a shift-manager
        shift-manager 50 approves 2                    -> approved 2 by 50; resumed
        shift-manager 50 approves 1                    -> refused: things have changed since
        ",
    );
}

/// A void that another void had made needless waited for its second person for ever.
#[test]
fn what_another_decision_has_done_waits_for_nobody() {
    check(
        "
        open act
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 calls die-broken     -> called die-broken by 10, remedy void-affected-rounds; \
awaiting die-broken; proposed 1 by 10 to a floorperson
        floorperson 20 proposes void for die-broken of 1 -> proposed 2 by 20 to a floorperson
        floorperson 21 approves 2      -> approved 2 by 21; \
round-voided for die-broken, returned seat 1 500
        floorperson 21 approves 1      -> refused: things have changed since
        ",
    );
}

#[test]
fn a_proposal_can_be_taken_back_or_turned_down() {
    disputed(
        "
        floorperson 20 proposes going on for dispute  -> proposed 1 by 20 to a shift-manager
        floorperson 21 withdraws 1     -> refused: needs a shift-manager
        floorperson 20 withdraws 1     -> withdrawn 1 by 20
        shift-manager 50 approves 1    -> refused: no such proposal
        floorperson 20 proposes going on for dispute  -> proposed 2 by 20 to a shift-manager
        shift-manager 50 withdraws 2   -> withdrawn 2 by 50
        shift-manager 50 withdraws 2   -> refused: no such proposal
        ",
    );
}

#[test]
fn who_is_released_takes_their_proposals_along() {
    disputed(
        "
        floorperson 20 proposes going on for dispute  -> proposed 1 by 20 to a shift-manager
        host releases 20               -> staff-released
        shift-manager 50 approves 1    -> refused: no such proposal
        ",
    );
}

#[test]
fn a_rule_breaker_elsewhere_is_a_matter_for_a_shift_manager() {
    check_under(
        &[("massachusetts", ""), ("maryland", ""), ("pennsylvania-a", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        floorperson 20 proposes void bets of seat 2  -> refused: there is nothing
        floorperson 20 proposes void bets of seat 1  -> proposed 1 by 20 to a shift-manager
        supervisor 30 approves 1       -> refused: needs a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; bets-voided seat 1 returned 500
        ",
    );
}

#[test]
fn twenty_proposals_wait_at_most() {
    let mut story = DISPUTED.replace("$book", "maryland");
    for made in 1..=20 {
        story += &format!(
            "floorperson 20 proposes going on for dispute \
             -> proposed {made} by 20 to a shift-manager\n"
        );
    }
    story += "floorperson 20 proposes going on for dispute -> refused: at most 20";
    check(&story);
}

#[test]
fn a_reason_is_one_line_neither_empty_nor_long() {
    let longest = "x".repeat(Reason::LENGTH_MAX);
    assert!(Reason::new(&longest).is_some());
    for refused in ["", "   ", "two\nlines", &format!("{longest}x")] {
        assert_eq!(Reason::new(refused), None, "{refused:?}");
    }
}
