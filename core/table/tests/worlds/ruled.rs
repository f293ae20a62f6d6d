//! What a case pays or takes stands on its own, before and after everything else that is decided.

use taisai_rulebooks::Library;
use taisai_rules::{Irregularity, Roll};
use taisai_table::{
    Act, CaseCommand, CaseId, CaseRuling, Dispute, Money, PlayerId, RoundNumber, SeatNumber,
};
use taisai_testing::floor::{FLOORPERSON, Floor, reason, staff};

use super::{correct, every_area, settled, void, world};

/// A case pays 2500 to the player of seat 1, and another takes 900.
fn rule(floor: &mut Floor) {
    let (round, seat, player) = (RoundNumber(1), SeatNumber(1), PlayerId(1));
    let money = |units| Money::new(units).unwrap();
    let pays = CaseRuling::PayBet { round, seat, player, amount: money(2_500) };
    let takes = CaseRuling::TakeBet { round, seat, player, amount: money(900) };
    for ruling in [pays, takes] {
        floor.does(
            staff(FLOORPERSON),
            CaseCommand::OpenCase(Dispute {
                about: Irregularity::Dispute,
                what: reason(),
                round: Some(round),
                seat: Some(seat),
                player: Some(player),
                recording: None,
            }),
        );
        let case = CaseId(floor.table.cases().opened);
        floor.agrees(Act::DecideCase { case, ruling, reason: reason() });
    }
}

#[test]
fn what_was_ruled_stands_whatever_the_round_is_corrected_to_before_or_after() {
    for book in Library::ids() {
        let before = every_area(book);
        for wrong in Roll::all() {
            let dice = Roll::all().nth((wrong.index() + 77) % Roll::COUNT).unwrap();
            let mut right = settled(&before, dice);
            rule(&mut right);
            let mut ruled_first = settled(&before, wrong);
            rule(&mut ruled_first);
            correct(&mut ruled_first, 1, dice);
            assert_eq!(world(&ruled_first), world(&right), "{book}: {wrong} to {dice}");
            let mut corrected_first = settled(&before, wrong);
            correct(&mut corrected_first, 1, dice);
            rule(&mut corrected_first);
            assert_eq!(world(&corrected_first), world(&right), "{book}: {wrong} to {dice}");
        }
    }
}

#[test]
fn what_was_ruled_stands_when_the_round_is_void_and_nothing_else_of_it() {
    for book in Library::ids() {
        let before = every_area(book);
        for dice in Roll::all() {
            let mut floor = settled(&before, dice);
            rule(&mut floor);
            void(&mut floor, &[1]);
            assert_eq!(floor.credit(1), 1_000_000 + 2_500 - 900, "{book} {dice}");
        }
    }
}
