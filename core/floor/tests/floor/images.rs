//! A floor comes back from its image, and an image that no floor could have made is refused.

use taisai_floor::{
    Account, Asker, Floor, FloorImage, FloorRole, ImageFault, Part, Standing, TerminalId,
    VoucherState,
};
use taisai_table::answers::Kept;
use taisai_table::{PlayerId, RequestId, StaffId};

use crate::asking::asked;
use crate::house::House;
use crate::values::{currency, digest, name};

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
        "ann proposes dan auditor",
        "term 1 sits",
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
        image.vouchers[place].1.amount = crate::values::money(31);
    });
}

#[test]
fn remembered_requests_are_in_order_and_few() {
    let numbers = |of: std::ops::Range<u64>| of.map(|id| (RequestId(id), 0)).collect::<Vec<_>>();
    assert!(Kept::new(numbers(0..32), None).is_some());
    assert!(Kept::new(numbers(0..33), None).is_none());
    assert!(Kept::new(numbers(5..9), Some(RequestId(4))).is_some());
    assert!(Kept::new(numbers(5..9), Some(RequestId(5))).is_none());
    assert!(Kept::new(vec![(RequestId(2), 0), (RequestId(1), 0)], None).is_none());
    assert!(Kept::new(Vec::new(), Some(RequestId(5))).is_some());
}
