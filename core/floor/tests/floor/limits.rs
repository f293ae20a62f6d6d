//! Both sides of every limit.

use taisai_floor::{
    Account, Act, Asker, Command, Floor, FloorImage, FloorRole, LookUpNumber, Offer, Origin, Payee,
    Refusal, TableId, Voucher, VoucherState, Wish,
};
use taisai_table::{Money, SeatNumber, StaffId, VoucherId};
use taisai_testing::values::{config, currency, digest, money, name, title};

use crate::house::House;

/// The staffed house, with its image changed.
fn changed(change: impl FnOnce(&mut FloorImage)) -> House {
    let mut house = House::staffed();
    let mut image = house.floor.image();
    change(&mut image);
    house.floor = Floor::from_image(image).unwrap();
    house
}

/// What one request of a fresh house leads to; the house is too large to be audited again.
fn answer(house: &mut House, from: Asker, command: Command) -> Result<(), Refusal> {
    let request = house.request(from, command);
    house.floor.decide(&request, house.time()).map(|_| ())
}

const fn too_many(max: usize) -> Result<(), Refusal> {
    Err(Refusal::TooMany { max })
}

#[test]
fn so_many_people_can_ever_work_here() {
    for (short, expected) in [(1, Ok(())), (0, too_many(Floor::STAFF_MAX))] {
        let mut house = changed(|image| {
            let member = image.staff[2].1.clone();
            for number in image.staff.len() + 1..=Floor::STAFF_MAX - short {
                let mut member = member.clone();
                member.name = name(&format!("m{number}"));
                image.staff.push((StaffId(u32::try_from(number).unwrap()), member));
            }
        });
        let command = Command::AddStaff { name: name("zoe"), invitation: digest(900) };
        let ann = house.asker("ann");
        assert_eq!(answer(&mut house, ann, command), expected);
    }
}

#[test]
fn the_oldest_session_of_a_person_makes_room_for_the_fifth() {
    let mut house = House::administered();
    for expected in ["1 3", "1 3 4", "1 3 4 5", "3 4 5 6", "4 5 6 7"] {
        house.log_in("ann");
        let own = house.floor.sessions_of(StaffId(1)).map(|session| session.to_string());
        assert_eq!(own.collect::<Vec<_>>().join(" "), expected);
    }
    assert_eq!(house.floor.sessions_of(StaffId(2)).count(), 1);
}

#[test]
fn the_oldest_session_of_all_makes_room_when_the_floor_is_full() {
    let with = |count: usize| {
        let mut house = changed(|image| {
            let (_, member) = image.staff[2].clone();
            let session = image.sessions[0].1;
            while image.sessions.len() < count {
                let staff = StaffId(u32::try_from(image.staff.len()).unwrap() + 1);
                let mut member = member.clone();
                member.name = name(&format!("m{staff}"));
                image.staff.push((staff, member));
                image.sessions_opened += 1;
                let (id, token) = (image.sessions_opened, digest(90_000 + image.sessions_opened));
                let session = taisai_floor::Session { staff, token, ..session };
                image.sessions.push((taisai_table::SessionId(id), session));
            }
        });
        house.log_in("zoe");
        house
    };
    // Nobody is called zoe, so that staff 99 logs in.
    assert_eq!(with(Floor::SESSIONS_MAX - 1).floor.sessions().count(), Floor::SESSIONS_MAX);
    let full = with(Floor::SESSIONS_MAX);
    assert_eq!(full.floor.sessions().count(), Floor::SESSIONS_MAX);
    assert_eq!(full.floor.sessions_of(StaffId(1)).count(), 0, "the oldest session was ann's");
}

#[test]
fn so_many_proposals_wait_and_stale_ones_make_room() {
    let mut house = House::staffed();
    let (ann, bea) = (house.asker("ann"), house.asker("bea"));
    let dealers = ["dan", "flo", "sue", "pit", "cas"].map(|who| house.staff(who));
    let propose = |number: usize| {
        let (staff, role) = (dealers[number % 5], FloorRole::Auditor);
        Command::Propose(Act::GrantRole { staff, role })
    };
    for number in 0..Floor::PROPOSALS_MAX {
        house.must(ann, propose(number));
    }
    let refused = Refusal::TooMany { max: Floor::PROPOSALS_MAX };
    assert_eq!(house.ask(ann, propose(1)), Err(refused));
    // One approved makes all others about the same person stale, and those make room.
    let first = house.floor.proposals().next().unwrap().0;
    house.must(bea, Command::Approve(first));
    assert_eq!(house.floor.proposals().count(), Floor::PROPOSALS_MAX - 1);
    house.must(ann, propose(1));
    house.must(ann, propose(1));
    let stale = Floor::PROPOSALS_MAX / dealers.len() - 1;
    assert_eq!(house.floor.proposals().count(), Floor::PROPOSALS_MAX - stale + 1);
}

#[test]
fn so_many_enrolments_are_offered_at_once() {
    for (short, expected) in [(1, Ok(())), (0, too_many(Floor::OFFERS_MAX))] {
        let mut house = changed(|image| {
            let (until, by) = (image.sessions[0].1.until, StaffId(4));
            for number in 0..Floor::OFFERS_MAX - short {
                let seat = SeatNumber(u16::try_from(number).unwrap() + 100);
                let offer = Offer { table: TableId(1), seat, until, by };
                image.offers.push((digest(50_000 + number as u64), offer));
            }
        });
        let flo = house.asker("flo");
        let (code, table) = (digest(1), TableId(1));
        let another = Command::OfferEnrolment { code, table, seat: SeatNumber(50) };
        assert_eq!(answer(&mut house, flo, another), expected);
        let instead = Command::OfferEnrolment { code, table, seat: SeatNumber(100) };
        assert_eq!(answer(&mut house, flo, instead), Ok(()), "it takes the place of another");
    }
}

#[test]
fn so_many_terminals_and_tables_has_a_floor() {
    for (short, expected) in [(1, Ok(())), (0, too_many(Floor::TERMINALS_MAX))] {
        let mut house = House::staffed();
        let (code, table, seat) = (digest(1), TableId(1), SeatNumber(50));
        let flo = house.asker("flo");
        house.must(flo, Command::OfferEnrolment { code, table, seat });
        let mut image = house.floor.image();
        let pattern = image.terminals[0].1;
        while image.terminals.len() < Floor::TERMINALS_MAX - short {
            image.terminals_enrolled += 1;
            let number = image.terminals_enrolled;
            let seat = SeatNumber(u16::try_from(number).unwrap() + 100);
            let token = digest(70_000 + u64::from(number));
            let terminal = taisai_floor::Terminal { seat, token, ..pattern };
            image.terminals.push((taisai_floor::TerminalId(number), terminal));
        }
        house.floor = Floor::from_image(image).unwrap();
        let enrol = Command::EnrolTerminal { code, token: digest(2) };
        assert_eq!(answer(&mut house, Asker::Host, enrol), expected);
    }
    for (short, expected) in [(1, Ok(())), (0, too_many(Floor::TABLES_MAX))] {
        let mut house = changed(|image| {
            let pattern = image.tables[0].1.clone();
            for number in image.tables.len() + 1..=Floor::TABLES_MAX - short {
                image.tables.push((TableId(u32::try_from(number).unwrap()), pattern.clone()));
            }
        });
        let (table, name, book) = (TableId(9_999), title("One more"), title("act"));
        let add = Command::AddTable { table, name, config: config("USD"), book };
        assert_eq!(answer(&mut house, Asker::Host, add), expected);
    }
}

/// An image with so many vouchers outstanding and finished, worth 1 each.
fn with_vouchers(image: &mut FloorImage, outstanding: usize, finished: usize) {
    let by = StaffId(8);
    for number in 1..=outstanding + finished {
        let is_finished = number <= finished;
        let redeemed = is_finished.then_some(VoucherState::Redeemed { by });
        let state = redeemed.unwrap_or(VoucherState::Outstanding);
        let voucher = Voucher {
            number: LookUpNumber(number as u64),
            amount: money(1),
            currency: currency("USD"),
            origin: Origin::Cage { by },
            state,
        };
        image.vouchers.push((VoucherId(number as u128), voucher));
    }
    image.finished = (1..=finished).map(|number| VoucherId(number as u128)).collect();
    image.vouchers_numbered = (outstanding + finished) as u64;
    let owed = i128::try_from(outstanding).unwrap();
    image.balances = vec![
        (currency("USD"), Account::Drawer(by), owed),
        (currency("USD"), Account::Outstanding, -owed),
    ];
}

#[test]
fn so_many_vouchers_can_be_outstanding_and_what_is_prepared_can_always_be_issued() {
    for (short, expected) in [(1, Ok(())), (0, too_many(Floor::VOUCHERS_MAX))] {
        let mut house = changed(|image| with_vouchers(image, Floor::VOUCHERS_MAX - short, 10));
        let (voucher, amount) = (VoucherId(u128::MAX), money(5));
        let cas = house.asker("cas");
        let sell = Command::SellVoucher { voucher, amount, currency: currency("USD") };
        assert_eq!(answer(&mut house, cas, sell), expected);
        let (table, payee) = (TableId(1), Payee::Seat(SeatNumber(1)));
        let prepare = Command::PrepareVoucher { voucher, table, payee, amount, wish: Wish::Amount };
        assert_eq!(answer(&mut house, Asker::Host, prepare), expected);
    }
}

#[test]
fn a_voucher_finished_long_ago_is_forgotten_and_not_known_again() {
    let mut house = changed(|image| with_vouchers(image, 2, Floor::FINISHED_KEPT - 1));
    let (oldest, next) = (VoucherId(1), VoucherId(2));
    let [one, other] = [0, 1].map(|more| VoucherId((Floor::FINISHED_KEPT + more) as u128));
    let cas = house.asker("cas");
    house.must(cas, Command::RedeemVoucher { voucher: one });
    assert!(house.floor.voucher(oldest).is_some(), "as many as are kept");
    house.must(cas, Command::RedeemVoucher { voucher: other });
    assert_eq!(house.floor.voucher(oldest), None, "one more than are kept");
    assert!(house.floor.voucher(next).is_some());
    let redeem = Command::RedeemVoucher { voucher: oldest };
    assert_eq!(answer(&mut house, cas, redeem), Err(Refusal::NoSuchVoucher));
    assert_eq!(house.floor.voucher_numbered(LookUpNumber(1)), None);
}

#[test]
fn an_amount_is_at_least_one_unit_and_at_most_the_ceiling_of_money() {
    let mut house = House::staffed();
    let cas = house.asker("cas");
    // One unit is owed by then.
    for (units, fine) in [(0, false), (1, true), (Money::MAX.units() - 1, true)] {
        let (voucher, amount) = (VoucherId(u128::from(units)), money(units));
        let sell = Command::SellVoucher { voucher, amount, currency: currency("USD") };
        assert_eq!(house.ask(cas, sell).is_ok(), fine);
    }
    assert_eq!(Money::new(Money::MAX.units() + 1), None);
}

#[test]
fn the_last_thirty_two_requests_of_each_are_remembered() {
    let mut house = House::staffed();
    let ann = house.asker("ann");
    let first = house.request(ann, Command::EndSessions { staff: house.staff("dan") });
    house.send(&first).unwrap();
    for count in 1..=32 {
        assert_eq!(house.send(&first), Ok(Vec::new()), "{count}");
        house.must(ann, Command::EndSessions { staff: house.staff("dan") });
    }
    assert_eq!(house.send(&first), Err(Refusal::RequestTooOld));
    let last = house.floor.last_request(ann).unwrap();
    assert_eq!(house.request(ann, Command::Tick).id.0, last.0 + 1);
}

/// One cashier sold 18,447 vouchers of the largest amount; their sum left 64 bits, and the floor
/// died of it at every start.
#[test]
fn all_that_is_owed_on_vouchers_is_an_amount_of_money() {
    let mut house = House::staffed();
    let cas = house.asker("cas");
    let most = Money::MAX;
    let sell = |number: u128, amount, code| {
        let voucher = VoucherId(number);
        Command::SellVoucher { voucher, amount, currency: currency(code) }
    };
    house.must(cas, sell(1, money(most.units() - 100), "USD"));
    let owed = Err(Refusal::OwedTooMuch { owed_max: most });
    assert_eq!(house.ask(cas, sell(2, money(101), "USD")), owed);
    house.must(cas, sell(3, money(100), "USD"));
    assert_eq!(house.ask(cas, sell(4, money(1), "USD")), owed);
    house.must(cas, sell(5, most, "EUR"));

    let (table, seat) = (TableId(1), SeatNumber(1));
    let hold = Command::HoldVoucher { voucher: VoucherId(3), table, seat };
    house.must(Asker::Host, hold);
    assert_eq!(house.ask(cas, sell(6, money(1), "USD")), owed);
    let payee = Payee::Seat(seat);
    let prepare = |amount| Command::PrepareVoucher {
        voucher: VoucherId(7),
        table,
        payee,
        amount,
        wish: Wish::Amount,
    };
    assert_eq!(house.ask(Asker::Host, prepare(money(1))), owed);
    house.must(Asker::Host, Command::SpendVoucher { voucher: VoucherId(3), table });
    house.must(Asker::Host, prepare(money(100)));
    house.must(cas, Command::RedeemVoucher { voucher: VoucherId(1) });
}
