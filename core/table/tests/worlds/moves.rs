//! A round that was played before its table moved is settled again as in the world without the
//! move.

use taisai_rulebooks::Library;
use taisai_rules::Roll;
use taisai_table::Asker;
use taisai_table::{Act, HostCommand, Offer};
use taisai_testing::editions::another;
use taisai_testing::floor::{Floor, reason};

use super::{correct, every_area, settled, void, world};

/// The table moves to an edition that pays more.
fn moves(floor: &mut Floor, book: &str) {
    let (from, times) = (floor.table.config().rule_book, floor.table.config().times);
    let edition = another(book);
    let to = edition.fingerprint;
    floor.does(Asker::Host, HostCommand::OfferEdition(Offer { edition, times }));
    floor.agrees(Act::MoveTable { from, to, times, reason: reason() });
    assert_eq!(floor.table.config().rule_book, to);
}

#[test]
fn a_correction_after_a_move_is_the_correction_without_it_for_all_rolls() {
    for book in Library::ids() {
        let before = every_area(book);
        for wrong in Roll::all() {
            let dice = Roll::all().nth((wrong.index() + 77) % Roll::COUNT).unwrap();
            let mut stays = settled(&before, wrong);
            let mut moved = stays.clone();
            correct(&mut stays, 1, dice);
            moves(&mut moved, book);
            correct(&mut moved, 1, dice);
            assert_eq!(world(&moved), world(&stays), "{book}: {wrong} to {dice}");
        }
    }
}

#[test]
fn a_void_after_a_move_is_the_void_without_it_for_all_rolls() {
    for book in Library::ids() {
        let before = every_area(book);
        for dice in Roll::all() {
            let mut stays = settled(&before, dice);
            let mut moved = stays.clone();
            void(&mut stays, &[1]);
            moves(&mut moved, book);
            void(&mut moved, &[1]);
            assert_eq!(world(&moved), world(&stays), "{book}: {dice}");
        }
    }
}
