//! A table comes back from its image, and an image that no table could have made is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use taisai_rules::{Bet, Role, ShakerKind};
use taisai_table::{
    ImageFault, Money, PlayerId, RequestId, RoundNumber, SeatNumber, StaffId, Table, TableImage,
};
use taisai_testing::floor::{Floor, Make, area, roll, stake, wide};

/// A table with two rounds behind it and bets on the layout.
fn table() -> Table {
    let mut floor = Floor::open("maryland", Make::with(ShakerKind::Manual), wide());
    floor.sits(1, 10_000);
    for result in ["1,2,3", "4,5,6"] {
        floor.opens_betting();
        floor.bets(1, vec![Bet::new(area("big"), stake(100)), Bet::new(area("small"), stake(50))]);
        floor.rolls(roll(result));
        floor.settles();
    }
    floor.opens_betting();
    floor.bets(
        1,
        vec![Bet::new(area("any-triple"), stake(20)), Bet::new(area("total-9"), stake(30))],
    );
    floor.table
}

fn again(image: TableImage) -> Result<Table, ImageFault> {
    Table::from_image(Arc::new(table().book().clone()), image)
}

#[test]
fn a_table_comes_back_with_everything_that_follows_from_the_rest() {
    let table = table();
    let back = again(table.image()).unwrap();
    assert_eq!(back, table);
    assert_ne!(back.exposure().worst(), 0, "and there is something that follows");
}

/// Changes an image, and says what is then wrong with it.
fn broken(change: impl FnOnce(&mut TableImage)) -> String {
    let mut image = table().image();
    change(&mut image);
    again(image).unwrap_err().to_string()
}

#[test]
fn an_image_that_no_table_could_have_made_is_refused() {
    let one = SeatNumber(1);
    let seat = |image: &mut TableImage| image.seats.get_mut(&one).unwrap().clone();
    let said = [
        broken(|image| image.seats.get_mut(&one).unwrap().bets.reverse()),
        broken(|image| image.seats.get_mut(&one).unwrap().bets[0].area = area("four-1234")),
        broken(|image| image.round = None),
        broken(|image| image.seats.get_mut(&one).unwrap().credit = Money::ZERO),
        broken(|image| image.past.swap(0, 1)),
        broken(|image| image.round.as_mut().unwrap().number = RoundNumber(2)),
        broken(|image| image.past[0].slips.get_mut(&one).unwrap().bets.reverse()),
        broken(|image| image.redeemed.push_back(image.redeemed[0])),
        broken(|image| {
            let kept = image.answers.values_mut().next().unwrap();
            kept.answered.push_back((RequestId(0), 0));
        }),
        broken(|image| image.staff = (0..101).map(|id| (StaffId(id), Role::Dealer)).collect()),
        broken(|image| image.excluded = (0..10_001).map(PlayerId).collect()),
        broken(|image| {
            let more = seat(image);
            let undo = &mut image.seats.get_mut(&one).unwrap().undo;
            undo.extend(std::iter::repeat_n(more.undo[0].clone(), 20));
        }),
    ];
    assert_eq!(
        said,
        [
            "the bets of seat 1 cannot be",
            "the bets of seat 1 cannot be",
            "seat 1 has bets in no round",
            "the credit of seat 1 is not explained",
            "round 1 is out of order",
            "round 2 is out of order",
            "the bets of seat 1 cannot be",
            "a voucher went across twice",
            "answered requests cannot be",
            "101 staff, where 100 are the most",
            "10001 excluded players, where 10000 are the most",
            "21 changes to take back, where 20 are the most",
        ]
    );
}
