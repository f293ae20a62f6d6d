//! Large transactions: what one chain of vouchers brings and takes within a gaming day.

use std::collections::BTreeMap;

use taisai_floor::{
    Asker, CashWay, ChainNumber, ChainsImage, Command, Floor, FloorImage, GamingDate, ImageFault,
    LargeRules, Link, Part, Person, TableId,
};
use taisai_table::{PlayerId, SeatNumber, VoucherId};
use taisai_testing::values::{currency, money};

use crate::check;
use crate::house::House;

#[test]
fn two_sales_to_one_person_are_large_together_and_said_to_be_once() {
    check(
        "
        staffed
        host logs-above 1000 -> large-ruled
        host logs-above 1000 -> done
        cas sells 9 600 to ID-1 -> sold 9 as #1 600 USD by 8, c1 +600
        cas sells 8 400 to ID-1 -> sold 8 as #2 400 USD by 8, c1 +400
        cas sells 7 1 to ID-2 -> sold 7 as #3 1 USD by 8, c2 +1
        cas sells 6 1 to ID-1 -> sold 6 as #4 1 USD by 8, c1 +1, c1 large +1001
        cas sells 5 9000 to ID-1 -> sold 5 as #5 9000 USD by 8, c1 +9000
        cas logs-above 5 -> refused: only the machine itself may ask this
        ",
    );
}

#[test]
fn what_comes_in_and_what_goes_out_are_apart() {
    check(
        "
        staffed
        host logs-above 1000
        cas sells 9 900 to ID-1
        cas redeems 9 -> redeemed 9 900 by 8, c1 -900
        cas sells 8 200 to ID-1 -> sold 8 as #2 200 USD by 8, c1 +200, c1 large +1100
        cas redeems 8 -> redeemed 8 200 by 8, c1 -200, c1 large -1100
        ",
    );
}

#[test]
fn vouchers_that_one_player_plays_and_is_paid_with_are_of_one_chain() {
    check(
        "
        staffed
        host logs-above 1000
        cas sells 9 600 -> sold 9 as #1 600 USD by 8, c1 +600
        cas sells 8 600 -> sold 8 as #2 600 USD by 8, c2 +600
        term 1 sits
        term 1 holds 9 1.1
        host spends 9 1 -> spent 9 600 at 1.1
        term 1 holds 8 1.1
        host spends 8 1 -> spent 8 600 at 1.1, c2 is c1, c1 large +1200
        term 1 prepares 7 700 1.1
        host issues 7 1
        term 1 prepares 6 700 1.1
        host issues 6 1
        cas redeems 7 -> redeemed 7 700 by 8, c1 -700
        cas redeems 6 -> redeemed 6 700 by 8, c1 -700, c1 large -1400
        ",
    );
}

#[test]
fn who_sits_down_next_is_of_another_chain() {
    check(
        "
        staffed
        host logs-above 1000
        cas sells 9 600
        cas sells 8 600
        term 1 sits
        term 1 holds 9 1.1
        host spends 9 1
        term 1 sits
        term 1 holds 8 1.1
        host spends 8 1 -> spent 8 600 at 1.1
        ",
    );
}

#[test]
fn a_player_who_left_is_still_of_their_chain_when_what_they_are_owed_is_paid() {
    check(
        "
        staffed
        host logs-above 1000
        term 1 sits -> player 1 at 1
        term 1 prepares 9 600 1.1
        host issues 9 1
        term 1 sits -> player 2 at 1
        cas prepares-owed 8 500 1 1
        host issues 8 1
        cas redeems 9 -> redeemed 9 600 by 8, c1 -600
        cas redeems 8 -> redeemed 8 500 by 8, c1 -500, c1 large -1100
        ",
    );
}

/// A seat's terminal is changed for another while its player sits: they are who they were.
#[test]
fn a_player_whose_terminal_is_changed_stays_of_their_chain() {
    check(
        "
        staffed
        host logs-above 1000
        cas sells 9 600
        cas sells 8 600
        term 1 sits
        term 1 holds 9 1.1
        host spends 9 1
        flo removes 1
        flo offers 5 1.1
        host enrols 5
        term 3 holds 8 1.1
        host spends 8 1 -> spent 8 600 at 1.1, c2 is c1, c1 large +1200
        term 3 sits
        cas sells 7 600
        term 3 holds 7 1.1
        host spends 7 1 -> spent 7 600 at 1.1
        ",
    );
}

#[test]
fn paper_in_place_of_lost_paper_is_of_the_same_chain_and_a_revived_voucher_of_its_own() {
    check(
        "
        staffed
        host logs-above 1000
        host rules days 1
        cas sells 9 600 to ID-1
        cas sells 8 500 to ID-1
        cas proposes-voucher 9 109
        max approves 8
        +23h
        host ticks
        +1h
        host ticks -> expired 8 500, expired 109 600
        host opens cas
        host opens max
        cas sells 7 5
        cas proposes-revival 8
        max approves 9
        cas proposes-revival 109
        max approves 10
        cas redeems 109 -> redeemed 109 600 by 8, c1 -600
        cas redeems 8 -> redeemed 8 500 by 8, c1 -500, c1 large -1100
        ",
    );
}

#[test]
fn another_day_begins_with_nothing_and_what_is_out_stays_linked() {
    check(
        "
        staffed
        host logs-above 1000 from 06:00
        cas sells 9 1000 to ID-1
        +17h
        +3599999ms
        host opens cas
        cas sells 8 1 to ID-1 -> sold 8 as #2 1 USD by 8, c1 +1, c1 large +1001
        +1ms cas sells 7 1000 to ID-1 -> sold 7 as #3 1000 USD by 8, c2 +1000
        cas redeems 9 -> redeemed 9 1000 by 8, c1 -1000
        cas redeems 8 -> redeemed 8 1 by 8, c1 -1, c1 large -1001
        cas sells 6 1 to ID-1 -> sold 6 as #4 1 USD by 8, c2 +1, c2 large +1001
        ",
    );
}

#[test]
fn what_was_paid_yesterday_is_no_part_of_today() {
    check(
        "
        staffed
        host logs-above 1000 from 00:00
        cas sells 9 900 to ID-1
        cas sells 8 900 to ID-1
        cas redeems 9 -> redeemed 9 900 by 8, c1 -900
        +13h
        host opens cas
        cas redeems 8 -> redeemed 8 900 by 8, c1 -900
        ",
    );
}

/// The last thing that links two vouchers of a day is the first thing of the next.
#[test]
fn a_link_of_yesterday_is_looked_at_before_it_is_forgotten() {
    check(
        "
        staffed
        host logs-above 1000 from 00:00
        term 1 sits
        term 1 prepares 9 600 1.1
        host issues 9 1
        term 1 prepares 8 600 1.1
        host issues 8 1
        +13h
        host opens cas
        term 2 sits
        term 2 holds 9 2.1
        host spends 9 2
        term 2 prepares 7 600 2.1
        host issues 7 2
        cas redeems 8 -> redeemed 8 600 by 8, c1 -600
        cas redeems 7 -> redeemed 7 600 by 8, c1 -600, c1 large -1200
        ",
    );
}

/// Neither has a voucher or a seat on the next day; what both are owed is one chain's.
#[test]
fn players_of_one_chain_stay_together_after_they_left() {
    check(
        "
        staffed
        host logs-above 1000 from 00:00
        term 1 sits
        term 1 prepares 9 600 1.1
        host issues 9 1
        term 2 sits
        term 2 holds 9 2.1
        host spends 9 2
        term 1 sits
        term 2 sits
        +13h
        host opens cas
        cas sells 5 1
        cas prepares-owed 8 600 1 1
        host issues 8 1
        cas prepares-owed 7 600 2 2
        host issues 7 2
        cas redeems 8 -> redeemed 8 600 by 8, c1 -600
        cas redeems 7 -> redeemed 7 600 by 8, c1 -600, c1 large -1200
        ",
    );
}

/// A voucher that was refused at the table never was anybody's: it links nobody.
#[test]
fn a_voucher_that_was_dropped_links_nobody() {
    check(
        "
        staffed
        host logs-above 1000
        cas sells 9 600
        term 1 sits
        term 1 holds 9 1.1
        host spends 9 1
        term 1 prepares 8 600 1.1
        host drops 8 1
        term 1 sits
        term 1 prepares 8 600 1.1
        host issues 8 1
        cas sells 7 600
        term 1 holds 7 1.1
        host spends 7 1 -> spent 7 600 at 1.1, c3 is c2
        ? chain 2 -> +600 USD
        ",
    );
}

#[test]
fn two_people_pay_a_large_voucher_to_a_person_who_is_known() {
    check(
        "
        staffed
        host logs-above 1000
        host rules alone 400
        cas sells 9 600 to ID-1
        cas sells 8 600
        cas redeems 8 of ID-1 -> refused: one cashier pays out 400 alone; a second person must agree
        cas proposes-payment 9 -> proposed 8 payment 9 by 8
        max approves 8 -> approved 8 by 7, redeemed 9 600 by 8, c1 -600
        cas proposes-payment 8 of ID-1 -> proposed 9 payment 8 of ID-1 by 8
        flo proposes-payment 8 of ID-1 -> refused: needs cashier
        cas approves 9 -> refused: a second person must agree, on another session
        max approves 9
        ? chain 1 -> +1200 USD large, -1200 USD large
        ",
    );
}

#[test]
fn a_house_that_logs_nothing_writes_nothing_unless_a_cashier_names_a_person() {
    check(
        "
        staffed
        cas sells 9 90000 -> sold 9 as #1 90000 USD by 8
        cas sells 8 600 to ID-1 -> sold 8 as #2 600 USD by 8, c1 +600
        cas redeems 9 of ID-1 -> redeemed 9 90000 by 8, c1 -90000
        host logs-above 1000
        cas sells 7 2000 EUR -> sold 7 as #3 2000 EUR by 8, c2 +2000
        cas redeems 8 -> redeemed 8 600 by 8, c1 -600, c1 large -90600
        ",
    );
}

/// A cashier who names another person under the same number has asked something else.
#[test]
fn a_request_is_about_its_person() {
    check(
        "
        staffed
        #50 cas sells 9 600 to ID-1
        #50 cas sells 9 600 to ID-1 -> done
        #50 cas sells 9 600 to ID-2 -> refused: the number belongs to another request
        #50 cas sells 9 600 -> refused: the number belongs to another request
        ",
    );
}

#[test]
fn a_person_is_named_in_a_few_words_of_the_house() {
    for good in ["ID-1", "passport 17", "林"] {
        assert!(Person::new(good).is_some(), "{good}");
    }
    for bad in ["", " ", " ID-1", "ID-1 ", "a\nb", &"x".repeat(61)] {
        assert_eq!(Person::new(bad), None, "{bad:?}");
    }
}

/// A floor in whose chains something has happened, and its image.
fn linked() -> (House, ChainsImage) {
    let mut house = House::staffed();
    let above = BTreeMap::from([(currency("USD"), money(1_000))]);
    house.must(Asker::Host, Command::RuleLarge(LargeRules::new(above, -360).unwrap()));
    let cas = house.asker("cas");
    let person = Person::new("ID-1").unwrap();
    let (amount, currency) = (money(1_200), currency("USD"));
    for number in [9, 8] {
        let (voucher, person) = (VoucherId(number), person.clone());
        house.must(cas, Command::SellVoucherTo { voucher, amount, currency, person });
    }
    house.must(House::terminal(1), Command::AdmitPlayer);
    let flo = house.asker("flo");
    house.must(flo, Command::RemoveTerminal { terminal: taisai_floor::TerminalId(1) });
    let chains = house.floor.image().chains;
    (house, chains)
}

#[test]
fn chains_are_part_of_the_image() {
    let (house, chains) = linked();
    let usd = currency("USD");
    assert_eq!(chains.sums, [((ChainNumber(1), (usd, CashWay::In)), 2_400)]);
    assert_eq!(chains.noted, [(ChainNumber(1), (usd, CashWay::In))]);
    assert_eq!(chains.left_at, [((TableId(1), SeatNumber(1)), PlayerId(1))]);
    assert_eq!(chains.links[0].1.len(), 3);
    let again = Floor::from_image(house.floor.image()).unwrap();
    assert_eq!(again, house.floor);
    assert_eq!(again.large_rules(), house.floor.large_rules());
}

#[test]
fn chains_that_no_floor_has_are_refused() {
    use ImageFault::{NumberNotGiven, Orphan, OutOfOrder, Shared};
    let part = Part::Chains;
    let (house, sound) = linked();
    let check = |expected: ImageFault, change: fn(&mut ChainsImage)| {
        let mut chains = sound.clone();
        change(&mut chains);
        let image = FloorImage { chains, ..house.floor.image() };
        assert_eq!(Floor::from_image(image), Err(expected));
    };
    check(NumberNotGiven { part }, |chains| chains.numbered = 0);
    check(OutOfOrder { part }, |chains| chains.links[0].1.reverse());
    check(OutOfOrder { part }, |chains| chains.links[0].1.clear());
    check(OutOfOrder { part }, |chains| chains.noted.push(chains.noted[0]));
    check(OutOfOrder { part }, |chains| chains.sums.push(chains.sums[0]));
    check(Shared { part }, |chains| {
        chains.numbered = 2;
        chains.links.push((ChainNumber(2), vec![Link::Voucher(VoucherId(9))]));
    });
    check(Orphan { part }, |chains| chains.sums[0].1 = 0);
    check(Orphan { part }, |chains| chains.sums[0].0.0 = ChainNumber(7));
    check(Orphan { part }, |chains| chains.noted[0].1.1 = CashWay::Out);
    check(Orphan { part }, |chains| chains.left_at[0].0.0 = TableId(99));
    check(Orphan { part }, |chains| chains.left_at[0].1 = PlayerId(99));
}

/// So many persons are named in a day, and no more; those who were named before still are.
#[test]
fn so_many_persons_are_named_in_a_day() {
    let (mut house, mut chains) = linked();
    let most = taisai_floor::Chains::PERSONS_MAX;
    let persons = (1..most).map(|n| Link::Person(Person::new(&format!("P{n:06}")).unwrap()));
    chains.links[0].1.extend(persons);
    house.floor = Floor::from_image(FloorImage { chains, ..house.floor.image() }).unwrap();
    let cas = house.asker("cas");
    let sell = |voucher, person: &str| Command::SellVoucherTo {
        voucher: VoucherId(voucher),
        amount: money(1),
        currency: currency("USD"),
        person: Person::new(person).unwrap(),
    };
    let refused = taisai_floor::Refusal::TooMany { max: most };
    assert_eq!(house.ask(cas, sell(7, "somebody else")), Err(refused));
    let person = Person::new("somebody else").unwrap();
    let redeem = Command::RedeemVoucherOf { voucher: VoucherId(9), person };
    assert_eq!(house.ask(cas, redeem), Err(refused));
    house.must(cas, sell(7, "ID-1"));
    house.now += 24 * 3_600_000;
    house.log_in("cas");
    let cas = house.asker("cas");
    house.must(cas, sell(6, "somebody else"));
    assert_eq!(house.floor.image().chains.date, GamingDate(1 + date_of_noon()));
}

fn date_of_noon() -> u32 {
    let rules = LargeRules::new(BTreeMap::new(), -360).unwrap();
    rules.date(taisai_testing::values::time(taisai_testing::values::NOON)).0
}
