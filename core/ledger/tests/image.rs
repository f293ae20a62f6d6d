//! Books come back from their image, and an image that no books could have made is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use taisai_ledger::{Account, Ledger, LedgerImage, LedgerImageFault};
use taisai_rules::{Bet, RuleBook, ShakerKind};
use taisai_table::SeatNumber;
use taisai_testing::floor::{Floor, Make, area, roll, stake, wide};

fn books() -> (Arc<RuleBook>, Ledger) {
    let mut floor = Floor::open("act", Make::with(ShakerKind::Manual), wide());
    floor.sits(1, 10_000);
    for result in ["1,2,3", "1,2,5"] {
        floor.opens_betting();
        floor.bets(1, vec![Bet::new(area("big"), stake(100)), Bet::new(area("small"), stake(50))]);
        floor.rolls(roll(result));
        floor.settles();
    }
    let book = Arc::new(floor.table.book().clone());
    let mut ledger = Ledger::new(Arc::clone(&book), floor.table.config().rule_book);
    for (event, _) in &floor.journal {
        ledger.post(event).unwrap();
    }
    ledger.agrees_with(&floor.table).unwrap();
    (book, ledger)
}

#[test]
fn books_come_back_from_their_image() {
    let (book, ledger) = books();
    assert_eq!(Ledger::from_image(book, ledger.image()), Ok(ledger));
}

#[test]
fn an_account_that_holds_nothing_is_not_kept() {
    let (_, ledger) = books();
    assert!(ledger.balances().all(|(_, balance)| balance != 0));
    assert!(ledger.balances().all(|(account, _)| !matches!(account, Account::Layout(_))));
}

fn broken(change: impl FnOnce(&mut LedgerImage)) -> LedgerImageFault {
    let (book, ledger) = books();
    let mut image = ledger.image();
    change(&mut image);
    Ledger::from_image(book, image).unwrap_err()
}

#[test]
fn an_image_that_no_books_could_have_made_is_refused() {
    let one = SeatNumber(1);
    let said = [
        broken(|image| *image.balances.get_mut(&Account::TableFloat).unwrap() += 1),
        broken(|image| _ = image.balances.insert(Account::HouseBank, 0)),
        broken(|image| _ = image.balances.insert(Account::Owed(taisai_table::PlayerId(1)), -5)),
        broken(|image| image.past.swap(0, 1)),
        broken(|image| image.past[1].slips.get_mut(&one).unwrap().bets.reverse()),
        broken(|image| image.past = std::iter::repeat_n(image.past[0].clone(), 201).collect()),
    ];
    let said = said.map(|fault| fault.to_string());
    assert_eq!(
        said,
        [
            "the accounts do not balance",
            "house bank cannot hold that",
            "owed to player 1 cannot hold that",
            "round 1 is out of order",
            "the bets of seat 1 in round 2 cannot be",
            "201 past rounds are too many",
        ]
    );
}
