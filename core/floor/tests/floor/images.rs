//! A floor comes back from its image, and an image that no floor could have made is refused.

use taisai_floor::{
    Account, Asker, Command, Floor, FloorImage, FloorRole, ImageFault, LookUpNumber, Notice, Part,
    Refusal, Standing, TerminalId, VoucherState,
};
use taisai_table::answers::Kept;
use taisai_table::{PlayerId, RequestId, StaffId};
use taisai_testing::values::{currency, digest, name, reason};

use crate::asking::asked;
use crate::house::House;

/// A floor with something of everything.
fn full() -> House {
    let mut house = House::staffed();
    for line in [
        "cas sells 9 500",
        "cas sells 8 70",
        "cas sells 7 30",
        "host holds 9 1.1",
        "cas redeems 8",
        "host prepares 6 40 2.1",
        "flo offers 1 1.2",
        "host notes journal-accepted",
        "cas proposes-paper 77 9 300",
        "max approves 8",
        "cas sells 5 20",
        "ann proposes dan auditor",
        "term 1 sits",
        "host spends-ticket 0 1",
        "host spends-ticket 4 2",
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (from, command) = asked(&mut house, &words);
        house.must(from, command);
    }
    house
}

#[test]
fn a_floor_comes_back_from_its_image() {
    let floor = full().floor;
    assert_eq!(Floor::from_image(floor.image()), Ok(floor));
    assert_eq!(Floor::from_image(FloorImage::default()), Ok(Floor::new()));
}

/// Changes an image, and expects this fault.
#[track_caller]
fn broken(fault: ImageFault, change: impl FnOnce(&mut FloorImage)) {
    let mut image = full().floor.image();
    change(&mut image);
    assert_eq!(Floor::from_image(image), Err(fault));
}

#[test]
fn lists_are_in_order_and_name_nothing_twice() {
    for (part, change) in [
        (Part::Staff, (|image| image.staff.swap(0, 1)) as fn(&mut FloorImage)),
        (Part::Sessions, |image| image.sessions.swap(0, 1)),
        (Part::Proposals, |image| image.proposals.push(image.proposals[0].clone())),
        (Part::Offers, |image| image.offers.push(image.offers[0])),
        (Part::Terminals, |image| image.terminals.swap(0, 1)),
        (Part::Tickets, |image| image.next_tickets.swap(0, 1)),
        (Part::Tables, |image| image.tables.swap(0, 1)),
        (Part::Vouchers, |image| image.vouchers.swap(0, 1)),
        (Part::Balances, |image| image.balances.swap(0, 1)),
        (Part::Answers, |image| image.answers.swap(0, 1)),
    ] {
        broken(ImageFault::OutOfOrder { part }, change);
    }
}

#[test]
fn numbers_were_given_before_they_are_used() {
    for (part, change) in [
        (Part::Sessions, (|image| image.sessions_opened -= 1) as fn(&mut FloorImage)),
        (Part::Proposals, |image| image.proposals_made -= 1),
        (Part::Terminals, |image| image.terminals_enrolled -= 1),
        (Part::Terminals, |image| image.players_admitted -= 1),
        (Part::Terminals, |image| image.terminals[1].1.player = Some(PlayerId(2))),
        (Part::Vouchers, |image| image.vouchers_numbered -= 1),
    ] {
        broken(ImageFault::NumberNotGiven { part }, change);
    }
}

#[test]
fn what_is_ones_own_is_not_shared() {
    for (part, change) in [
        (Part::Staff, (|image| image.staff[1].1.name = name("ann")) as fn(&mut FloorImage)),
        (Part::Sessions, |image| image.sessions[1].1.token = image.sessions[0].1.token),
        (Part::Terminals, |image| image.terminals[1].1.token = image.terminals[0].1.token),
        (Part::Terminals, |image| image.terminals[1].1.table = image.terminals[0].1.table),
        (Part::Vouchers, |image| image.vouchers[1].1.number = image.vouchers[0].1.number),
    ] {
        broken(ImageFault::Shared { part }, change);
    }
}

#[test]
fn everything_belongs_to_something() {
    for (part, change) in [
        (Part::Sessions, (|image| image.sessions[0].1.staff = StaffId(99)) as fn(&mut FloorImage)),
        (Part::Proposals, |image| image.proposals[0].1.by = StaffId(99)),
        (Part::Offers, |image| drop(image.tables.remove(0))),
        (Part::Tickets, |image| image.next_tickets[1].0 = TerminalId(99)),
        (Part::Tickets, |image| image.next_tickets[0].1 = 0),
        (Part::Balances, |image| {
            let stray = (currency("USD"), Account::Drawer(StaffId(99)), 0);
            let place = image.balances.partition_point(|(_, account, _)| *account < stray.1);
            image.balances.insert(place, stray);
        }),
        (Part::Balances, |image| {
            let stray = (currency("EUR"), Account::Table(taisai_floor::TableId(1)), 0);
            image.balances.insert(0, stray);
        }),
        (Part::Answers, |image| {
            let stray = (Asker::Terminal(TerminalId(99)), Kept::default());
            image.answers.insert(image.answers.len() - 1, stray);
        }),
    ] {
        broken(ImageFault::Orphan { part }, change);
    }
}

#[test]
fn people_are_as_they_can_be() {
    broken(ImageFault::SuspendedWithRole, |image| {
        image.staff[0].1.standing = Standing::Suspended;
    });
    broken(ImageFault::NoAdministrator, |image| {
        let retire = |role| (role != FloorRole::Administrator).then_some(role);
        for (_, member) in &mut image.staff {
            member.role = member.role.and_then(retire);
        }
    });
    broken(ImageFault::TooMany { part: Part::Sessions }, |image| {
        for (number, (_, session)) in image.sessions.iter_mut().enumerate() {
            (session.staff, session.token) = (StaffId(1), digest(5000 + number as u64));
        }
        image.answers.clear();
    });
}

#[test]
fn vouchers_and_books_say_the_same() {
    let of = |image: &FloorImage, wanted: VoucherState| {
        image.vouchers.iter().position(|(_, voucher)| voucher.state == wanted).unwrap()
    };
    broken(ImageFault::PreparedAtCage, |image| {
        let place = of(image, VoucherState::Outstanding);
        image.vouchers[place].1.state = VoucherState::Prepared;
    });
    broken(ImageFault::FinishedDiffers, |image| _ = image.finished.pop());
    broken(ImageFault::FinishedDiffers, |image| image.finished.push(image.finished[0]));
    broken(ImageFault::Unbalanced { currency: currency("USD") }, |image| {
        image.balances[0].2 += 1;
    });
    let (currency, account) = (currency("USD"), Account::Outstanding);
    broken(ImageFault::BooksDiffer { currency, account }, |image| {
        let place = of(image, VoucherState::Outstanding);
        image.vouchers[place].1.amount = taisai_testing::values::money(31);
    });
}

#[test]
fn lost_numbers_are_stretches_and_only_lost_paper_is_honoured() {
    let paper = Part::Paper;
    broken(ImageFault::Orphan { part: paper }, |image| {
        image.honoured[0] = LookUpNumber(1);
    });
    broken(ImageFault::OutOfOrder { part: paper }, |image| {
        image.lost[0].after = image.lost[0].before;
    });
    broken(ImageFault::OutOfOrder { part: paper }, |image| image.lost.push(image.lost[0]));
    broken(ImageFault::OutOfOrder { part: paper }, |image| image.honoured.push(image.honoured[0]));
    broken(ImageFault::NumberNotGiven { part: paper }, |image| image.lost[0].before += 5);
}

#[test]
fn remembered_requests_are_in_order_and_few() {
    let kept = |numbers: &[u64], forgotten: Option<u64>| {
        let answered = numbers.iter().map(|id| (RequestId(*id), 0)).collect();
        Kept { answered, forgotten: forgotten.map(RequestId) }
    };
    let (most, too_many): (Vec<u64>, Vec<u64>) = ((0..32).collect(), (0..33).collect());
    for fine in [kept(&most, None), kept(&[5, 6, 9], Some(4)), kept(&[], Some(5))] {
        assert!(fine.is_sound());
    }
    let unsound = [kept(&too_many, None), kept(&[5, 6], Some(5)), kept(&[2, 1], None)];
    for stray in unsound.into_iter().chain([kept(&[2, 2], None)]) {
        assert!(!stray.is_sound());
        broken(ImageFault::OutOfOrder { part: Part::Answers }, |image| {
            image.answers[0].1 = stray;
        });
    }
}

/// The house started with another key, and some terminals were dead: nothing knew which key it was.
#[test]
fn the_floor_knows_its_key_and_who_replaced_it() {
    let mut house = House::staffed();
    assert_eq!(house.floor.key(), None);
    house.host(Command::Note(Notice::KeyNamed { fingerprint: [1; 32] }));
    assert_eq!(house.floor.key(), Some([1; 32]));
    let staff = StaffId(99);
    let replaced = |by| Notice::KeyReplaced { fingerprint: [2; 32], by, reason: reason() };
    let refused = house.ask(Asker::Host, Command::Note(replaced(staff)));
    assert_eq!(refused, Err(Refusal::NoSuchStaff { staff }));
    house.host(Command::Note(replaced(house.staff("ann"))));
    assert_eq!(house.floor.key(), Some([2; 32]));
    assert_eq!(Floor::from_image(house.floor.image()), Ok(house.floor.clone()));
}
