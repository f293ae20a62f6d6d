//! Days of a felt table in the floor's stream: a golden journal, kept for ever, and its snapshot.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use taisai_floor::{
    Act, Asker, BankAct, Command, Count, CountOf, DayNumber, Floor, FloorRole, Request, SlipNumber,
    TableId,
};
use taisai_journal::stored::{Entry, TableState, decode_floor, encode_floor};
use taisai_journal::{FloorReplay, Frames, MemoryStore, Store as _, Stream};
use taisai_rules::Role;
use taisai_table::{RequestId, SessionId, StaffId};
use taisai_testing::values::{
    NOON, digest, felt_config, money, name, password, reason, time, title,
};

use crate::{JOURNAL, batch_of, entry};

const TABLE: TableId = TableId(5);

/// A house and what it wrote.
pub(crate) struct House {
    pub(crate) floor: Floor,
    pub(crate) entries: Vec<Entry>,
}

impl House {
    pub(crate) fn ask(&mut self, from: Asker, command: Command) {
        let id = RequestId(self.entries.len() as u64 + 1);
        let events = self.floor.decide(&Request { from, id, command }, time(NOON)).unwrap();
        for event in &events {
            self.floor.apply(event, time(NOON));
        }
        self.entries.push(entry(id.0, from, events));
    }

    /// Two people count it.
    fn count(&mut self, act: BankAct, (first, second): (u32, u32)) {
        let of = |floor: &Floor, staff| {
            let session = floor.sessions_of(StaffId(staff)).last().unwrap();
            Asker::Staff(StaffId(staff), session)
        };
        let (first, second) = (of(&self.floor, first), of(&self.floor, second));
        self.ask(first, Command::Propose(Act::Bank(act)));
        let proposal = self.floor.proposals().last().unwrap().0;
        self.ask(second, Command::Approve(proposal));
    }
}

pub(crate) fn staffed() -> House {
    let mut house = House { floor: Floor::new(), entries: Vec::new() };
    for who in ["ann", "bea"] {
        let (name, password) = (name(who), password(0));
        house.ask(Asker::Host, Command::AddAdministrator { name, password });
    }
    let shift = FloorRole::Table(Role::ShiftManager);
    let flo = FloorRole::Table(Role::Floorperson);
    for (number, role) in
        [(1, None), (2, None), (3, Some(flo)), (4, Some(shift)), (5, Some(FloorRole::Cashier))]
    {
        let staff = StaffId(number);
        if let Some(role) = role {
            let asks = |session| Asker::Staff(StaffId(session), SessionId(session.into()));
            let (invitation, name) = (digest(900), name(&format!("p{number}")));
            house.ask(asks(1), Command::AddStaff { name, invitation });
            let password = password(1);
            house.ask(Asker::Host, Command::AcceptInvitation { staff, invitation, password });
            house.ask(asks(1), Command::Propose(Act::GrantRole { staff, role }));
            let proposal = house.floor.proposals().last().unwrap().0;
            house.ask(asks(2), Command::Approve(proposal));
        }
        house.ask(Asker::Host, Command::OpenSession { staff, token: digest(number.into()) });
    }
    let (config, book) = (felt_config("USD"), title("act"));
    house.ask(Asker::Host, Command::AddTable { table: TABLE, name: title("Felt"), config, book });
    house
}

/// A finished day with a fill, a credit and two corrections, and an open one that began with less.
fn story() -> House {
    let mut house = staffed();
    let (table, day) = (TABLE, DayNumber(1));
    let count = |pieces: &[(u64, u32)]| {
        Count::new(pieces.iter().map(|(of, pieces)| (money(*of), *pieces)).collect()).unwrap()
    };
    let (tables, cage, drop) = ((3, 4), (5, 3), (5, 4));
    house.count(BankAct::OpenFloat { table, count: count(&[(100, 50), (2_500, 40)]) }, tables);
    house.count(BankAct::Fill { table, count: count(&[(2_500, 20)]) }, cage);
    house.count(BankAct::Credit { table, count: count(&[(100, 10)]) }, cage);
    let (of, reason) = (CountOf::Fill(SlipNumber(1)), reason());
    let right = count(&[(2_500, 19)]);
    let correct = BankAct::CorrectCount { table, day, of, count: right, reason: reason.clone() };
    house.count(correct, drop);
    house.count(BankAct::CloseFloat { table, count: count(&[(100, 30), (2_500, 58)]) }, tables);
    house.count(BankAct::CountDrop { table, day, count: count(&[(5_000, 7)]) }, drop);
    let (of, count_right) = (CountOf::Drop, count(&[(5_000, 8)]));
    let correct = BankAct::CorrectCount { table, day, of, count: count_right, reason };
    house.count(correct, drop);
    house.count(BankAct::OpenFloat { table, count: count(&[(100, 30), (2_500, 57)]) }, tables);
    house.count(BankAct::Fill { table, count: count(&[(100, 20)]) }, cage);
    house
}

fn outcome(floor: &Floor) -> String {
    let mut hash = String::new();
    for byte in TableState::hash_of(&encode_floor(floor)) {
        write!(hash, "{byte:02x}").unwrap();
    }
    let day = floor.bank(TABLE).unwrap().day(DayNumber(1)).unwrap();
    format!("win {}\nstate {hash}\n", day.win().unwrap())
}

/// `UPDATE=1` writes it where it is not there; one that is stays as it is.
#[test]
fn the_golden_days_replay_to_the_recorded_win_and_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1");
    let (journal, recorded) = (folder.join("floor-banks.journal"), folder.join("floor-banks.txt"));
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
    let win = i64::from(100 * 30 + 2_500 * 58 + 5_000 * 8 + 100 * 10)
        - i64::from(100 * 50 + 2_500 * 40 + 2_500 * 19);
    assert_eq!(replay.state.bank(TABLE).unwrap().day(DayNumber(1)).unwrap().win(), Some(win));
}

#[test]
fn a_bank_comes_back_from_its_snapshot_and_any_byte_of_it_is_a_floor_or_a_fault() {
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

/// A house without felt tables has the snapshots that it always had.
#[test]
fn a_house_without_banks_has_the_snapshot_it_always_had() {
    let before = staffed().floor;
    let mut image = before.image();
    assert!(image.banks.is_empty() && image.slips_numbered == 0);
    let short = encode_floor(&before).len();
    image.slips_numbered = 1;
    let after = Floor::from_image(image).unwrap();
    assert!(encode_floor(&after).len() > short);
}
