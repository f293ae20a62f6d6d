//! Floats, fills, credits and drops of felt tables, counted by two people.

use std::collections::BTreeMap;

use taisai_floor::{
    Account, Bank, Count, DayNumber, Floor, FloorImage, ImageFault, Part, Refusal, TableId,
};
use taisai_table::Money;
use taisai_testing::values::{currency, money};

use crate::asking::asked;
use crate::check;
use crate::house::House;

/// The example of the trade: closing float + drop + credits − opening float − fills.
#[test]
fn a_day_of_a_felt_table_has_a_float_a_drop_and_a_win() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        dan counts float 5 100x40 500x12 -> proposed 8 float 5 10000 by 3
        flo approves 8 -> approved 8 by 4, float 5 day 1 10000 by 3 4
        cas counts fill 5 500x10 -> proposed 9 fill 5 5000 by 8
        flo approves 9 -> approved 9 by 4, fill 1 to 5 5000 by 8 4
        flo counts credit 5 100x20 -> proposed 10 credit 5 2000 by 4
        cas approves 10 -> approved 10 by 8, credit 2 from 5 2000 by 4 8
        ? day 5 1 -> opening 10000, fills 5000, credits 2000, expected 13000, closing ?, drop ?, \
win ?, variance ?
        ? float 5 -> 13000
        flo counts closing 5 100x30 500x11 -> proposed 11 closing 5 8500 by 4
        dan approves 11 -> approved 11 by 3, closed 5 day 1 8500 by 4 3
        ? unsettled 5 -> 4500
        ? win 5 -> 0
        cas counts drop 5 1 1000x6 -> proposed 12 drop 5 day 1 6000 by 8
        max approves 12 -> approved 12 by 7, drop 5 day 1 6000 by 8 7
        ? day 5 1 -> opening 10000, fills 5000, credits 2000, expected 13000, closing 8500, \
drop 6000, win 1500, variance ?
        ? win 5 -> -1500
        ? unsettled 5 -> 0
        ? drop -> 6000
        ? float 5 -> 8500
        ? chips -> -13000
        ",
    );
}

#[test]
fn each_count_takes_one_of_either_side() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        cas counts float 5 100x9 -> refused: needs dealer
        aud counts float 5 100x9 -> refused: needs dealer
        dan counts float 5 100x9 -> proposed 8 float 5 900 by 3
        cas approves 8 -> refused: needs floorperson
        dan approves 8 -> refused: needs floorperson
        sue counts float 5 100x9 -> proposed 9 float 5 900 by 5
        sue approves 9 -> refused: a second person must agree, on another session
        dan approves 9 -> approved 9 by 3, float 5 day 1 900 by 5 3
        flo approves 8 -> refused: propose it again: things have changed
        dan counts fill 5 100x1 -> refused: needs cashier or floorperson
        cas counts fill 5 100x1
        cas approves 10 -> refused: needs floorperson
        max approves 10 -> approved 10 by 7, fill 1 to 5 100 by 8 7
        flo counts fill 5 100x1
        sue approves 11 -> refused: needs cashier
        max approves 11 -> refused: needs cashier
        cas approves 11 -> approved 11 by 8, fill 2 to 5 100 by 4 8
        sue counts closing 5 100x11
        dan approves 12
        flo counts drop 5 1 nothing -> refused: needs cashier or shift-manager
        aud counts drop 5 1 nothing -> refused: needs cashier or shift-manager
        max counts drop 5 1 nothing
        flo approves 13 -> refused: needs cashier or shift-manager
        cas approves 13 -> approved 13 by 8, drop 5 day 1 0 by 7 8
        flo counts correction 5 1 drop 100x1
        cas approves 14 -> refused: needs shift-manager
        max approves 14 -> approved 14 by 7, corrected 5 day 1 drop 100 by 4 7
        max counts correction 5 1 drop 100x2
        dan approves 15 -> refused: needs cashier or floorperson
        cas approves 15 -> approved 15 by 8, corrected 5 day 1 drop 200 by 7 8
        ",
    );
}

/// Nobody but the cashier can agree to what a floorperson proposes, who made a mistake.
#[test]
fn whoever_counted_wrongly_takes_it_back() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts float 5 100x9
        flo withdraws 8 -> withdrawn 8 by 4
        flo counts float 5 100x90
        dan approves 9
        flo counts fill 5 100x1
        dan withdraws 10 -> refused: needs cashier or floorperson
        ann withdraws 10 -> refused: needs cashier or floorperson
        flo withdraws 10 -> withdrawn 10 by 4
        +3m flo counts fill 5 100x1
        cas approves 11 -> refused: give the password again, within 120 seconds
        ",
    );
}

#[test]
fn a_bank_has_its_order() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts fill 5 100x1 -> refused: count the opening float first
        flo counts credit 5 100x1 -> refused: count the opening float first
        flo counts closing 5 100x1 -> refused: count the opening float first
        cas counts drop 5 1 100x1 -> refused: the table has no day 1 that is known here
        flo counts float 1 100x1 -> refused: the table has no chips: it plays with credit
        cas counts drop 1 1 100x1 -> refused: the table has no chips: it plays with credit
        flo counts float 9 100x1 -> refused: there is no table 9
        flo counts float 5 100x1
        dan approves 8
        flo counts float 5 100x1 -> refused: the float of day 1 is open
        cas counts drop 5 1 100x1 -> refused: the float of day 1 is open
        ann retires 5 -> refused: the float of day 1 is open
        flo counts fill 5 nothing -> refused: an amount is at least 1
        flo counts credit 5 nothing -> refused: an amount is at least 1
        flo counts closing 5 nothing
        dan approves 9
        flo counts closing 5 nothing -> refused: count the opening float first
        cas counts drop 5 2 100x1 -> refused: the table has no day 2 that is known here
        cas counts drop 5 1 100x1
        cas counts drop 5 1 100x1
        max approves 10
        max approves 11 -> refused: propose it again: things have changed
        cas counts drop 5 1 100x1 -> refused: the drop of day 1 was counted
        ",
    );
}

/// The box of a table that is gone is still to be counted.
#[test]
fn the_drop_of_a_retired_table_is_counted() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts float 5 100x1
        dan approves 8
        flo counts closing 5 nothing
        dan approves 9
        ann retires 5 -> table-retired 5 by 1
        flo counts float 5 100x1 -> refused: the table is retired
        cas counts drop 5 1 100x3
        max approves 10
        ? win 5 -> -200
        ",
    );
}

/// Chips come from the cage alone: no more can come back than went out, to whichever table.
#[test]
fn no_more_goes_back_to_the_cage_than_came_from_it() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        ann adds-felt 6 USD
        ann adds-felt 7 EUR
        flo counts float 5 100x10
        dan approves 8
        flo counts credit 5 1x1001 -> refused: the cage has given out no more than 1000
        flo counts float 7 100x90
        dan approves 9
        flo counts credit 5 100x11 -> refused: the cage has given out no more than 1000
        flo counts float 6 100x5
        dan approves 10
        flo counts credit 5 100x15
        flo counts credit 6 100x1
        cas approves 11 -> approved 11 by 8, credit 1 from 5 1500 by 4 8
        cas approves 12 -> refused: the cage has given out no more than 0
        ? float 5 -> -500
        ? day 5 1 -> opening 1000, fills 0, credits 1500, expected -500, closing ?, drop ?, win ?, \
variance ?
        flo counts correction 5 1 credit:1 100x16 -> refused: the cage has given out no more than 0
        flo counts correction 5 1 credit:1 100x14
        max approves 13
        flo counts credit 6 100x1
        cas approves 14 -> approved 14 by 8, credit 2 from 6 100 by 4 8
        ",
    );
}

/// Somebody was at the float in the night.
#[test]
fn an_opening_that_is_not_the_last_closing_is_a_variance() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts float 5 100x10
        dan approves 8
        flo counts closing 5 100x10
        dan approves 9
        flo counts float 5 100x9
        dan approves 10 -> approved 10 by 3, float 5 day 2 900 after 1000 by 4 3
        ? day 5 2 -> opening 900, fills 0, credits 0, expected 900, closing ?, drop ?, win ?, \
variance -100
        ? variance 5 -> 100
        ? float 5 -> 900
        flo counts correction 5 1 closing 100x9
        max approves 11 -> approved 11 by 7, corrected 5 day 1 closing 900 by 4 7
        ? variance 5 -> 0
        ? unsettled 5 -> 100
        ? day 5 2 -> opening 900, fills 0, credits 0, expected 900, closing ?, drop ?, win ?, \
variance 0
        flo counts correction 5 2 opening 100x12
        max approves 12
        ? variance 5 -> -300
        ? float 5 -> 1200
        ",
    );
}

/// A count that is found wrong says in the end what it would have said at once, whenever it is
/// found, and its first figure stays on record.
#[test]
fn a_correction_is_a_count_of_its_own() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts float 5 100x10
        dan approves 8
        flo counts fill 5 100x5
        cas approves 9
        flo counts correction 5 1 fill:2 100x4 -> refused: the day has no fill 2
        flo counts correction 5 1 credit:1 100x4 -> refused: the day has no credit 1
        flo counts correction 5 1 closing 100x4 -> refused: the day has no closing
        flo counts correction 5 1 drop 100x4 -> refused: the day has no drop
        flo counts correction 5 2 opening 100x4 -> refused: the table has no day 2 that is known \
here
        flo counts correction 5 1 fill:1 100x5 -> refused: the count is as it was
        flo counts correction 5 1 fill:1 100x4
        flo counts correction 5 1 opening 100x11
        max approves 10 -> approved 10 by 7, corrected 5 day 1 fill 1 400 by 4 7
        max approves 11 -> refused: propose it again: things have changed
        ? float 5 -> 1400
        flo counts closing 5 100x12
        dan approves 12
        flo counts correction 5 1 opening 100x11
        max approves 13
        ? unsettled 5 -> 300
        cas counts drop 5 1 100x7
        max approves 14
        ? win 5 -> -400
        flo counts correction 5 1 fill:1 100x5
        max approves 15
        flo counts correction 5 1 closing 100x13
        max approves 16
        flo counts correction 5 1 drop 100x8
        max approves 17
        flo counts correction 5 1 fill:1 nothing
        max approves 18
        ? day 5 1 -> opening 1100, fills 0, credits 0, expected 1100, closing 1300, drop 800, \
win 1000, variance ?
        ? win 5 -> -1000
        ? drop -> 800
        ? float 5 -> 1300
        ? chips -> -1100
        ",
    );
}

/// The float was counted before the fill came: the closing is counted again.
#[test]
fn a_closing_that_was_counted_before_a_fill_is_counted_again() {
    check(
        "
        staffed
        ann adds-felt 5 USD
        flo counts float 5 100x10
        dan approves 8
        flo counts closing 5 100x10
        flo counts fill 5 100x5
        flo counts fill 5 100x6
        cas approves 10
        cas approves 11
        dan approves 9 -> refused: propose it again: things have changed
        flo counts credit 5 100x1
        flo counts closing 5 100x10
        dan approves 13
        cas approves 12 -> refused: propose it again: things have changed
        ",
    );
}

#[test]
fn a_count_has_bounds() {
    let count = |pieces: &[(u64, u32)]| {
        Count::new(pieces.iter().map(|(of, pieces)| (money(*of), *pieces)).collect())
    };
    let max = Count::PIECES_MAX;
    assert_eq!(count(&[(1, max)]).unwrap().total(), money(u64::from(max)));
    assert_eq!(count(&[]), Some(Count::default()));
    for unsound in [&[(1, max + 1)][..], &[(0, 1)], &[(100, 0)]] {
        assert_eq!(count(unsound), None, "{unsound:?}");
    }
    let most = Money::MAX.units();
    assert!(count(&[(most, 1)]).is_some() && count(&[(most, 2)]).is_none());
    assert!(count(&[(1, 1), (most, 1)]).is_none() && count(&[(1, 1), (most - 1, 1)]).is_some());
    let different = |many: u64| {
        Count::new((1..=many).map(|of| (money(of), 1)).collect::<BTreeMap<Money, u32>>())
    };
    let most = Count::DENOMINATIONS_MAX as u64;
    assert!(different(most).is_some() && different(most + 1).is_none());
}

/// A house with an open day at one table, and a finished one before it.
fn counted() -> House {
    let mut house = House::staffed();
    for line in [
        "ann adds-felt 5 USD",
        "flo counts float 5 100x10",
        "dan approves 8",
        "flo counts fill 5 100x5",
        "cas approves 9",
        "flo counts closing 5 100x12",
        "dan approves 10",
        "cas counts drop 5 1 100x5",
        "max approves 11",
        "flo counts float 5 100x11",
        "dan approves 12",
        "flo counts credit 5 100x1",
        "cas approves 13",
        "flo counts correction 5 1 fill:1 100x4",
        "max approves 14",
    ] {
        tell(&mut house, line);
    }
    house
}

fn tell(house: &mut House, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (from, command) = asked(house, &words);
    house.must(from, command);
}

#[track_caller]
fn broken(fault: ImageFault, change: impl FnOnce(&mut FloorImage)) {
    let mut image = counted().floor.image();
    change(&mut image);
    assert_eq!(Floor::from_image(image), Err(fault));
}

#[test]
fn banks_are_part_of_the_image() {
    let floor = counted().floor;
    assert_eq!(Floor::from_image(floor.image()), Ok(floor));
    let part = Part::Banks;
    broken(ImageFault::OutOfOrder { part }, |image| image.banks.push(image.banks[0].clone()));
    broken(ImageFault::NumberNotGiven { part }, |image| image.slips_numbered -= 1);
    broken(ImageFault::NumberNotGiven { part }, |image| image.banks[0].1.opened += 1);
    broken(ImageFault::Orphan { part }, |image| image.banks[0].0 = TableId(1));
    broken(ImageFault::Orphan { part }, |image| {
        image.banks[0].1.days.first_entry().unwrap().get_mut().closing = None;
    });
    broken(ImageFault::Orphan { part }, |image| {
        image.banks[0].1.days.first_entry().unwrap().get_mut().carried = Some(money(1));
    });
    broken(ImageFault::Orphan { part }, |image| {
        image.banks[0].1.days.last_entry().unwrap().get_mut().carried = Some(money(1));
    });
    broken(ImageFault::Orphan { part }, |image| {
        let slips = &mut image.banks[0].1.days.first_entry().unwrap().into_mut().slips;
        slips.clear();
    });
    broken(ImageFault::Shared { part }, |image| {
        let days = &mut image.banks[0].1.days;
        let shared = days.first_entry().unwrap().get().slips.clone();
        days.last_entry().unwrap().get_mut().slips.extend(shared);
    });
    let currency = currency("USD");
    let account = Account::Float(TableId(5));
    broken(ImageFault::BooksDiffer { currency, account }, |image| {
        let other = Count::new(BTreeMap::from([(money(100), 2)])).unwrap();
        let day = image.banks[0].1.days.last_entry().unwrap().into_mut();
        day.slips.last_entry().unwrap().get_mut().counted.count = other;
    });
    let account = Account::Win(TableId(5));
    broken(ImageFault::BooksDiffer { currency, account }, |image| {
        let other = Count::new(BTreeMap::from([(money(100), 6)])).unwrap();
        let day = image.banks[0].1.days.first_entry().unwrap().into_mut();
        day.drop.as_mut().unwrap().count = other;
    });
}

/// Opens and closes a day, and counts its drop where that is said.
fn a_day(house: &mut House, drops: &str) {
    for who in ["ann", "dan", "flo", "max", "cas"] {
        house.log_in(who);
    }
    let proposed = |house: &House| house.floor.proposals().last().unwrap().0;
    tell(house, "flo counts float 5 100x1");
    let line = format!("dan approves {}", proposed(house));
    tell(house, &line);
    tell(house, "flo counts closing 5 100x1");
    let line = format!("dan approves {}", proposed(house));
    tell(house, &line);
    let day = house.floor.bank(TableId(5)).unwrap().opened;
    if drops == "counted" {
        tell(house, &format!("cas counts drop 5 {day} 100x1"));
        let line = format!("max approves {}", proposed(house));
        tell(house, &line);
    }
}

#[test]
fn so_many_finished_days_are_remembered_and_so_many_wait_for_their_drop() {
    let mut house = House::staffed();
    tell(&mut house, "ann adds-felt 5 USD");
    a_day(&mut house, "waits");
    for _ in 0..Bank::DAYS_KEPT {
        a_day(&mut house, "counted");
    }
    let known = |house: &House| -> Vec<u32> {
        let bank = house.floor.bank(TableId(5)).unwrap();
        bank.days.keys().map(|day| day.0).collect()
    };
    let last = 1 + u32::try_from(Bank::DAYS_KEPT).unwrap();
    assert_eq!(known(&house), (1..=last).collect::<Vec<_>>());
    a_day(&mut house, "counted");
    // The first waits for its drop, and the second is the oldest that is finished.
    let rest: Vec<u32> = [1].into_iter().chain(3..=last + 1).collect();
    assert_eq!(known(&house), rest);
    for _ in 1..Bank::DROPS_WAITING_MAX {
        a_day(&mut house, "waits");
    }
    let words = ["flo", "counts", "float", "5", "100x1"];
    let (from, command) = asked(&mut house, &words);
    let day = DayNumber(1);
    let refused = Err(Refusal::DropNotCounted { day });
    assert_eq!(house.ask(from, command), refused);
    tell(&mut house, "cas counts drop 5 1 100x1");
    let line = format!("max approves {}", house.floor.proposals().last().unwrap().0);
    tell(&mut house, &line);
    a_day(&mut house, "waits");
}
