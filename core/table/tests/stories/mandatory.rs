//! What nobody waives: voids that the book demands, sound dice, a second pair of eyes.

use crate::{BOOKS, check, check_under};

/// Two people let a round go on that the document makes void, and its losers were collected.
#[test]
fn what_the_book_makes_void_does_not_go_on() {
    let voids = [
        ("act", "dice-not-flat", "ACT 8.1"),
        ("act", "die-broken", "ACT 8.2"),
        ("act", "dice-exposed", "ACT 8.3"),
        ("act", "shaker-failed", "ACT 8.4"),
        ("act", "too-few-shakes", "ACT 8.4"),
        ("singapore-1", "dice-not-flat", "SG 5.3.2"),
        ("singapore-2", "dice-exposed", "SG 5.3.3"),
        ("singapore-3", "die-broken", "SG 5.4"),
        ("singapore-3", "dice-damaged", "SG 5.4"),
        ("massachusetts", "dice-not-flat", "MA 6(a)"),
        ("massachusetts automated-uncovered", "shaker-failed", "MA 6(c)"),
        ("maryland", "dice-not-flat", "MD 7.A"),
        ("maryland automated-covered", "shaker-failed", "MD 7.D"),
        ("pennsylvania-a automated-covered", "shaker-failed", "PA 625a.7(c)"),
    ];
    for (book, what, clause) in voids {
        check(&format!(
            "
            open {book}
            dealer 10 opens betting        -> betting-opened 1
            seat 1 bets small 500          -> placed small 500
            dealer 10 throws 4,4,2
            dealer 10 calls {what}
            ? phase                        -> awaiting-ruling
            shift-manager 50 proposes going on for {what} -> refused: not allowed ({clause})
            "
        ));
    }
}

#[test]
fn a_call_that_was_mistaken_is_found_so_by_two_people_and_its_dice_are_sound() {
    check_under(
        &[("act", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 throws 1,2,3
        dealer 10 calls die-broken     -> called die-broken by 10, remedy void-affected-rounds; \
awaiting die-broken; proposed 1 by 10 to a floorperson
        floorperson 20 proposes dice-exposed was no such thing -> refused: not while awaiting-ruling
        floorperson 20 proposes die-broken was no such thing -> proposed 2 by 20 to a floorperson
        floorperson 20 approves 2      -> refused: two people must agree
        dealer 10 approves 2           -> refused: needs a floorperson
        floorperson 21 approves 2      -> approved 2 by 21; die-broken found mistaken by 20 and 21
        floorperson 20 approves 1      -> refused: things have changed since
        dealer 10 collects             -> collected nothing
        dealer 10 pays                 -> paid seat 1 1000
        dealer 10 clears               -> cleared
        dealer 10 opens betting        -> betting-opened 2
        ",
    );
}

#[test]
fn dice_that_were_damaged_before_a_mistaken_call_are_damaged_still() {
    check(
        "
        open act
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 throws 1,2,3
        dealer 10 calls dice-damaged \
-> called dice-damaged by 10, remedy ruling; awaiting dice-damaged
        floorperson 20 proposes going on for dice-damaged -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; resumed
        dealer 10 calls die-broken     -> called die-broken by 10, remedy void-affected-rounds; \
awaiting die-broken; proposed 2 by 10 to a floorperson
        floorperson 20 proposes die-broken was no such thing -> proposed 3 by 20 to a floorperson
        floorperson 21 approves 3      -> approved 3 by 21; die-broken found mistaken by 20 and 21
        dealer 10 collects             -> collected nothing
        dealer 10 pays                 -> paid nothing
        dealer 10 clears               -> cleared
        dealer 10 opens betting \
-> refused: needs dice that are neither broken nor damaged (ACT 8.2)
        ",
    );
}

#[test]
fn a_short_activation_on_record_is_no_mistake() {
    check(
        "
        open singapore-1
        dealer 10 opens betting         -> betting-opened 1
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 shakes 2
        floorperson 20 proposes too-few-shakes was no such thing \
-> refused: not allowed (SG 5.3.1)
        ",
    );
    check(
        "
        open singapore-1
        dealer 10 opens betting         -> betting-opened 1
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 shakes 3              -> shaken 3 times
        dealer 10 calls too-few-shakes  -> called too-few-shakes by 10, remedy void-round; \
awaiting too-few-shakes; proposed 1 by 10 to a floorperson
        floorperson 20 proposes too-few-shakes was no such thing \
-> proposed 2 by 20 to a floorperson
        floorperson 21 approves 2       -> approved 2 by 21; \
too-few-shakes found mistaken by 20 and 21
        dealer 10 reveals               -> revealed
        ",
    );
}

#[test]
fn what_is_left_to_a_ruling_goes_on_by_one_and_is_no_mistake() {
    check(
        "
        open massachusetts
        dealer 10 opens betting        -> betting-opened 1
        dealer 10 throws 1,2,3
        dealer 10 calls dispute        -> called dispute by 10, remedy ruling; awaiting dispute
        floorperson 20 proposes dispute was no such thing -> refused: not allowed (reading 19)
        floorperson 20 proposes going on for dispute      -> proposed 1 by 20 to a shift-manager
        ",
    );
}

/// Two people had dice shaken again one of which was known to be broken.
#[test]
fn a_die_known_to_be_broken_is_not_thrown_again() {
    let sound = "refused: needs dice that are neither broken nor damaged (reading 16)";
    check_under(
        &[("massachusetts", sound), ("maryland", sound), ("pennsylvania-b", sound)],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 calls die-broken \
-> called die-broken by 10, remedy ruling; awaiting die-broken
        floorperson 20 proposes reshake for die-broken  -> $clause
        floorperson 20 proposes going on for die-broken -> $clause
        floorperson 20 proposes void for die-broken of 1 -> proposed 1 by 20 to a floorperson
        floorperson 21 approves 1      -> approved 1 by 21; \
round-voided for die-broken, returned seat 1 500
        ",
    );
    check_under(
        &[("massachusetts", sound), ("maryland", sound)],
        "
        open $book
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 closes betting
        dealer 10 tumbles
        dealer 10 reveals              -> revealed
        dealer 10 calls die-broken \
-> called die-broken by 10, remedy ruling; awaiting die-broken
        floorperson 20 proposes reshake for die-broken  -> $clause
        floorperson 20 proposes going on for die-broken -> proposed 1 by 20 to a shift-manager
        shift-manager 50 approves 1    -> approved 1 by 50; resumed
        dealer 10 calls uncovered      -> called uncovered by 10, remedy ruling; awaiting uncovered
        floorperson 20 proposes reshake for uncovered   -> $clause
        ",
    );
}

/// The register said of the dice of an open round that they are damaged: nobody may throw them, and
/// the round has to end all the same.
#[test]
fn dice_that_are_damaged_in_a_round_let_it_end_under_every_book() {
    let by_rule = |book: &str| book.starts_with("singapore");
    for book in BOOKS {
        let ours = if by_rule(book) { 2 } else { 1 };
        check(&format!(
            "
            open {book}
            dealer 10 opens betting          -> betting-opened 1
            seat 1 bets small 500            -> placed small 500
            dealer 10 closes betting
            host says dice 2 are damaged     -> dice-marked
            dealer 10 calls dice-damaged
            ? phase                          -> awaiting-ruling
            floorperson 20 proposes void for dice-damaged of 1 \
-> proposed {ours} by 20 to a shift-manager
            shift-manager 50 approves {ours} -> approved {ours} by 50; \
round-voided for dice-damaged, returned seat 1 500
            ? phase                          -> idle
            "
        ));
    }
}

/// A dealer's superior ran the round and attested to be present before themselves.
#[test]
fn nobody_watches_over_themselves() {
    check_under(
        &[("massachusetts", "MA 6(b)"), ("pennsylvania-b", "PA 625a.7(b)")],
        "
        open $book
        supervisor 30 takes the shaker -> shaker-taken by 30
        supervisor 30 opens betting    -> betting-opened 1
        supervisor 30 throws 1,2,3
        supervisor 30 calls display-failed
        supervisor 30 is present       -> refused: two people must agree
        supervisor 31 is present       -> presence-attested by 31
        supervisor 31 takes the shaker -> shaker-taken by 31
        supervisor 31 collects         -> refused: needs a superior present ($clause)
        supervisor 30 is present       -> presence-attested by 30
        supervisor 31 collects         -> collected nothing
        ",
    );
}

/// A round was void for a die that leaned before the dice could be seen, and for too few shakes
/// before any.
#[test]
fn nothing_is_called_or_makes_a_round_void_before_it_can_have_happened() {
    check_under(
        &[("massachusetts", ""), ("singapore-1", "")],
        "
        open $book
        dealer 10 opens betting         -> betting-opened 1
        dealer 10 calls shaker-failed   -> refused: not while betting
        dealer 10 calls too-few-shakes  -> refused: not while betting
        floorperson 20 proposes void for shaker-failed of 1  -> refused: not while betting
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 calls too-few-shakes  -> refused: not while no-more-bets
        floorperson 20 proposes void for too-few-shakes of 1 -> refused: not while no-more-bets
        dealer 10 shakes 3              -> shaken 3 times
        floorperson 20 proposes void for dice-not-flat of 1  -> refused: not while shaken
        dealer 10 reveals               -> revealed
        floorperson 20 proposes void for dice-not-flat of 1  -> proposed 1 by 20 to a floorperson
        ",
    );
}

#[test]
fn a_shaker_that_was_not_activated_is_no_amount() {
    check(
        "
        open massachusetts
        dealer 10 opens betting         -> betting-opened 1
        dealer 10 calls no more bets    -> betting-closed
        dealer 10 shakes 0              -> refused: needs at least 3 shakes (MA 5(d)(1))
        dealer 10 shakes 21             -> refused: at most 20
        ",
    );
}

/// A settled round was void for damaged dice, and the next was thrown with the same ones.
#[test]
fn dice_for_which_a_round_was_found_void_are_not_used_again() {
    for what in ["die-broken", "dice-damaged"] {
        check_under(
            &[("singapore-1", "SG 5.4"), ("act", "ACT 8.2")],
            &format!(
                "
                open $book
                dealer 10 opens betting        -> betting-opened 1
                seat 1 bets small 500          -> placed small 500
                dealer 10 plays 4,5,6
                floorperson 20 proposes void for {what} of 1
                shift-manager 50 approves 1    -> approved 1 by 50; \
past-round 1 voided for {what}: seat 1 given 500; dice-marked
                dealer 10 opens betting \
-> refused: needs dice that are neither broken nor damaged ($clause)
                "
            ),
        );
    }
}

#[test]
fn dice_that_came_after_a_void_round_are_sound() {
    check(
        "
        open singapore-1
        dealer 10 opens betting        -> betting-opened 1
        seat 1 bets small 500          -> placed small 500
        dealer 10 plays 4,5,6
        +1s floorperson 20 removes the dice   -> dice-removed 1
        floorperson 20 installs dice 4 5 6 as set 2 in shaker 1  -> dice-installed 2
        floorperson 20 proposes void for dice-damaged of 1
        shift-manager 50 approves 1    -> approved 1 by 50; \
past-round 1 voided for dice-damaged: seat 1 given 500
        floorperson 20 ticks the checklist
        dealer 10 opens betting        -> betting-opened 2
        ",
    );
}
