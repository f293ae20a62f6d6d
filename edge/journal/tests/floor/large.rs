//! Chains of vouchers in the floor's stream: a golden journal, kept for ever, and its snapshot.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use taisai_floor::{
    Act, Asker, CashWay, ChainNumber, Command, Floor, LargeRules, Payee, Person, TableId,
    TerminalId, Wish,
};
use taisai_journal::stored::{TableState, decode_floor, encode_floor};
use taisai_journal::{FloorReplay, Frames, MemoryStore, Store as _, Stream};
use taisai_table::{SeatNumber, StaffId, VoucherId};
use taisai_testing::values::{config, currency, digest, money, reason, title};

use crate::banks::{House, staffed};
use crate::{JOURNAL, batch_of};

const TABLE: TableId = TableId(1);

fn staff(house: &House, number: u32) -> Asker {
    let session = house.floor.sessions_of(StaffId(number)).last().unwrap();
    Asker::Staff(StaffId(number), session)
}

/// Two vouchers are sold, to a person and to somebody; both are played at one seat, whose terminal
/// is changed; what the seat is paid is redeemed by two people.
fn story() -> House {
    let mut house = staffed();
    let (name, book) = (title("Table 1"), title("act"));
    let add = Command::AddTable { table: TABLE, name, config: config("USD"), book };
    house.ask(Asker::Host, add);
    let above = [(currency("USD"), money(1_000))];
    let rules = LargeRules::new(above.into(), -660).unwrap();
    house.ask(Asker::Host, Command::RuleLarge(rules));
    let (flo, cas) = (staff(&house, 3), staff(&house, 5));
    let (seat, currency) = (SeatNumber(1), currency("USD"));
    let person = Person::new("passport 17").unwrap();
    let amount = money(600);
    let (one, two, paid) = (VoucherId(11), VoucherId(12), VoucherId(13));
    let sell = Command::SellVoucherTo { voucher: one, amount, currency, person: person.clone() };
    house.ask(cas, sell);
    house.ask(cas, Command::SellVoucher { voucher: two, amount, currency });
    for (voucher, code) in [(one, 501), (two, 502)] {
        let code = digest(code);
        house.ask(flo, Command::OfferEnrolment { code, table: TABLE, seat });
        let token = digest(600 + u64::try_from(voucher.0).unwrap());
        house.ask(Asker::Host, Command::EnrolTerminal { code, token });
        let terminal = house.floor.terminal_at(TABLE, seat).unwrap();
        if voucher == one {
            house.ask(Asker::Terminal(terminal), Command::AdmitPlayer);
        }
        house.ask(Asker::Host, Command::HoldVoucher { voucher, table: TABLE, seat });
        house.ask(Asker::Host, Command::SpendVoucher { voucher, table: TABLE });
        house.ask(flo, Command::RemoveTerminal { terminal: TerminalId(terminal.0) });
    }
    let (payee, amount, wish) = (Payee::Seat(seat), money(1_200), Wish::Amount);
    let prepare = Command::PrepareVoucher { voucher: paid, table: TABLE, payee, amount, wish };
    house.ask(Asker::Host, prepare);
    house.ask(Asker::Host, Command::IssueVoucher { voucher: paid, table: TABLE });
    let pay = Act::PayVoucherOf { voucher: paid, reason: reason(), person };
    house.ask(cas, Command::Propose(pay));
    let (shift, proposal) = (staff(&house, 4), house.floor.proposals().last().unwrap().0);
    house.ask(shift, Command::Approve(proposal));
    house
}

fn outcome(floor: &Floor) -> String {
    let mut text = String::new();
    for ((chain, (currency, way)), sum) in floor.image().chains.sums {
        writeln!(text, "chain {chain} {way:?} {sum} {}", currency.code()).unwrap();
    }
    text.push_str("state ");
    for byte in TableState::hash_of(&encode_floor(floor)) {
        write!(text, "{byte:02x}").unwrap();
    }
    text + "\n"
}

/// `UPDATE=1` writes it where it is not there; one that is stays as it is.
#[test]
fn the_golden_chains_replay_to_the_recorded_sums_and_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1");
    let (journal, recorded) = (folder.join("floor-large.journal"), folder.join("floor-large.txt"));
    let house = story();
    if std::env::var_os("UPDATE").is_some() && !journal.exists() {
        fs::write(&journal, batch_of(&house.entries).frames()).unwrap();
        fs::write(&recorded, outcome(&house.floor)).unwrap();
    }
    let golden = fs::read(&journal).unwrap();
    let mut batch = batch_of(&[]);
    for frame in Frames::new(&golden) {
        batch.push(frame.unwrap().record);
    }
    assert!(batch.frames() == golden, "every record, in its order, with its link");
    let mut store = MemoryStore::new(JOURNAL);
    store.append(&[batch]).unwrap();
    let replay = FloorReplay::from_start(&mut store, Stream::Floor).unwrap();
    assert_eq!(outcome(&replay.state), fs::read_to_string(&recorded).unwrap());
    let chains = replay.state.image().chains;
    let usd = currency("USD");
    let both = [CashWay::In, CashWay::Out].map(|way| (ChainNumber(1), (usd, way)));
    assert_eq!(chains.noted, both, "in and out, once each");
    assert_eq!(chains.sums, both.map(|of| (of, 1_200)));
}

#[test]
fn chains_come_back_from_their_snapshot_and_any_byte_of_it_is_a_floor_or_a_fault() {
    let floor = story().floor;
    let bytes = encode_floor(&floor);
    assert_eq!(decode_floor(&bytes), Ok(floor));
    for place in 0..bytes.len() {
        for change in [1, 0x40, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            drop(decode_floor(&changed));
        }
    }
}

/// A house that logs nothing has the snapshots that it always had.
#[test]
fn a_house_without_chains_has_the_snapshot_it_always_had() {
    let mut house = staffed();
    let short = encode_floor(&house.floor);
    let image = house.floor.image();
    assert_eq!(image.chains, taisai_floor::ChainsImage::default());
    let rules = LargeRules::new([(currency("USD"), money(1))].into(), 0).unwrap();
    house.ask(Asker::Host, Command::RuleLarge(rules));
    assert!(encode_floor(&house.floor).len() > short.len());
    house.ask(Asker::Host, Command::RuleLarge(LargeRules::default()));
    let cas = staff(&house, 5);
    let (voucher, amount, currency) = (VoucherId(11), money(600), currency("USD"));
    house.ask(cas, Command::SellVoucher { voucher, amount, currency });
    assert_eq!(house.floor.image().chains, taisai_floor::ChainsImage::default());
}
