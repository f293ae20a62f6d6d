//! A whole house written down: tables of all eight rule books, and the floor around them.

use std::collections::BTreeMap;

use taisai_floor::{
    Act, Asker, Command, Digest, Event, Floor, FloorRole, LoginName, Notice, PasswordHash, Payee,
    Request, TableId, Title, Wish,
};
use taisai_journal::stored::{Actor, Body, Entry, SnapshotName, Stamp};
use taisai_journal::{
    Batch, FloorReplay, Head, Journal, JournalId, MemoryStore, Options, Place, Snapshot,
    Store as _, Stream, TableNumber, TableReplay,
};
use taisai_rules::Currency;
use taisai_table::{
    Config, Money, ProposalId, RequestId, SeatNumber, SessionId, StaffId, Time, VoucherId,
};

use crate::scribe;
use crate::shift::Shift;

pub const HOUSE: JournalId = JournalId(*b"a house of tests");

/// A record is appended with its six neighbours; a snapshot is made now and then.
const BATCH_RECORDS: usize = 7;
const SNAPSHOT_RECORDS: usize = 70;

/// Every stream of a house, record by record.
pub type Streams = BTreeMap<Stream, Vec<Entry>>;

/// The records of a floor with eight tables that have played so many rounds each.
pub fn streams(rounds: u64) -> Streams {
    let mut streams = Streams::new();
    let mut house = House::new();
    for seed in 0..8 {
        let mut shift = Shift::with_journal(seed);
        shift.work(rounds);
        let number = u32::try_from(seed).unwrap() + 1;
        let stream = Stream::Table(TableNumber::new(number).unwrap());
        let book = shift.floor.table.book().title.id.clone();
        house.add_table(number, shift.floor.table.config().clone(), &book);
        streams.insert(stream, scribe::entries(&book, &shift.floor.journal));
    }
    (1..=8).for_each(|table| house.trusts(table));
    house.trades();
    streams.insert(Stream::Floor, house.entries);
    streams.into_iter().map(|(stream, entries)| (stream, with_names(stream, &entries))).collect()
}

/// The same records with snapshots made of them now and then, as a server names them.
fn with_names(stream: Stream, entries: &[Entry]) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for few in entries.chunks(SNAPSHOT_RECORDS) {
        let renumbered = |(sequence, entry): (u64, &Entry)| {
            let stamp = Stamp { sequence, ..entry.stamp };
            Entry { stamp, body: entry.body.clone() }
        };
        let next = all.len() as u64 + 1;
        all.extend((next..).zip(few).map(renumbered));
        let (sequence, time) = (all.len() as u64 + 1, all[all.len() - 1].stamp.time);
        let (actor, session, request) = (Actor::Host, SessionId(0), RequestId(0));
        let stamp = Stamp { sequence, time, actor, session, request };
        let name = SnapshotName::of(&snapshot_of(stream, &all).bytes);
        all.push(Entry { stamp, body: Body::SnapshotNamed(name) });
    }
    all
}

/// What these records make.
fn snapshot_of(stream: Stream, entries: &[Entry]) -> Snapshot {
    let mut store = MemoryStore::new(HOUSE);
    store.append(&[batch(stream, Head::start(HOUSE, stream), entries)]).unwrap();
    let snapshot = match stream {
        Stream::Floor => FloorReplay::from_start(&mut store, stream).unwrap().snapshot(),
        Stream::Table(_) => TableReplay::from_start(&mut store, stream).unwrap().snapshot(),
    };
    snapshot.unwrap()
}

/// Founds a journal and writes these streams into it, a few records of each in turn.
pub fn found(place: &Place, options: &Options, streams: &Streams) -> Journal {
    let mut journal = Journal::create(place, HOUSE, options).unwrap();
    go_on(&mut journal, streams);
    journal
}

/// Appends whatever the journal does not have of these streams. The cage knows of a voucher before
/// a table does.
pub fn go_on(journal: &mut Journal, streams: &Streams) {
    let (floor, tables) =
        streams.clone().into_iter().partition(|(stream, _)| *stream == Stream::Floor);
    append(journal, &floor);
    append(journal, &tables);
}

fn append(journal: &mut Journal, streams: &Streams) {
    let longest = streams.values().map(Vec::len).max().unwrap_or(0);
    for upto in (0..longest + BATCH_RECORDS).step_by(BATCH_RECORDS) {
        let next = |(stream, entries): (&Stream, &Vec<Entry>)| {
            let head = journal.head(*stream);
            let from = usize::try_from(head.sequence).unwrap();
            let to = upto.min(entries.len());
            (from < to).then(|| batch(*stream, head, &entries[from..to]))
        };
        let batches: Vec<Batch> = streams.iter().filter_map(next).collect();
        journal.append(&batches).unwrap();
        for batch in &batches {
            keep_snapshots(journal, batch, &streams[&batch.stream()]);
        }
    }
}

fn batch(stream: Stream, head: Head, entries: &[Entry]) -> Batch {
    let mut batch = Batch::new(stream, head);
    for entry in entries {
        batch.push(&entry.encode());
    }
    batch
}

/// Keeps the snapshots that are named in a batch.
fn keep_snapshots(journal: &mut Journal, batch: &Batch, entries: &[Entry]) {
    let at = |sequence: u64| usize::try_from(sequence).unwrap();
    for place in at(batch.after().sequence)..at(batch.head().sequence) {
        if matches!(entries[place].body, Body::SnapshotNamed(_)) {
            journal.keep_snapshot(&snapshot_of(batch.stream(), &entries[..place])).unwrap();
        }
    }
}

/// A floor that writes down what happens.
struct House {
    floor: Floor,
    now: u64,
    entries: Vec<Entry>,
    secrets: u64,
}

impl House {
    /// Two administrators and a cashier.
    fn new() -> Self {
        let now = 1_780_000_000_000;
        let mut house = Self { floor: Floor::new(), now, entries: Vec::new(), secrets: 0 };
        for who in ["ann", "bea"] {
            house
                .asks(Asker::Host, Command::AddAdministrator { name: name(who), password: hash() });
            house.logs_in(who);
        }
        let (ann, bea) = (house.asker("ann"), house.asker("bea"));
        let invitation = Digest([9; 32]);
        house.asks(ann, Command::AddStaff { name: name("cas"), invitation });
        house.logs_in("cas");
        let cas = house.asker("cas");
        house.asks(cas, Command::ChangePassword { password: hash() });
        let Asker::Staff(staff, _) = cas else { unreachable!() };
        house.asks(ann, Command::Propose(Act::GrantRole { staff, role: FloorRole::Cashier }));
        let Asker::Staff(_, session) = bea else { unreachable!() };
        house.asks(Asker::Host, Command::RefreshSession { session });
        let proposal = house.floor.proposals().last().unwrap().0;
        house.asks(bea, Command::Approve(ProposalId(proposal.0)));
        house.logs_in("cas");
        house
    }

    fn add_table(&mut self, table: u32, config: Config, book: &str) {
        let (name, book) = (title(&format!("Table {table}")), title(book));
        let table = TableId(table);
        self.asks(Asker::Host, Command::AddTable { table, name, config, book });
    }

    /// The tables of this house have played by themselves. The cage has a voucher on its way to
    /// each and one on its way back that are larger than anything they have moved.
    fn trusts(&mut self, table: u32) {
        let (table, cas, seat) = (TableId(table), self.asker("cas"), SeatNumber(200));
        let currency = self.floor.table(table).unwrap().config.currency;
        let amount = Money::new(1_000_000_000).unwrap();
        let [there, back] = [1_u128, 2].map(|way| VoucherId(u128::from(table.0) << 96 | way));
        self.asks(cas, Command::SellVoucher { voucher: there, amount, currency });
        self.asks(Asker::Host, Command::HoldVoucher { voucher: there, table, seat });
        let (voucher, payee) = (back, Payee::Seat(seat));
        self.asks(
            Asker::Host,
            Command::PrepareVoucher { voucher, table, payee, amount, wish: Wish::Amount },
        );
    }

    /// The cage at work: every way a voucher can go, and what a spreadsheet would run.
    fn trades(&mut self) {
        let (cas, currency) = (self.asker("cas"), Currency::new("AUD").unwrap());
        let (table, seat) = (TableId(1), SeatNumber(1));
        let currency = self.floor.table(table).map_or(currency, |set_up| set_up.config.currency);
        for number in 1_u64..=40 {
            let voucher = VoucherId(u128::from(number) << 64 | 0xabc);
            let amount = Money::new(100 * number).unwrap();
            self.asks(cas, Command::SellVoucher { voucher, amount, currency });
            match number % 4 {
                0 => self.asks(cas, Command::RedeemVoucher { voucher }),
                1 => {
                    self.asks(Asker::Host, Command::HoldVoucher { voucher, table, seat });
                    self.asks(Asker::Host, Command::SpendVoucher { voucher, table });
                }
                2 => {
                    self.asks(Asker::Host, Command::HoldVoucher { voucher, table, seat });
                    self.asks(Asker::Host, Command::ReleaseVoucher { voucher, table });
                }
                _ => {}
            }
        }
        let (voucher, payee, amount) = (VoucherId(7), Payee::Seat(seat), Money::new(55).unwrap());
        self.asks(
            Asker::Host,
            Command::PrepareVoucher { voucher, table, payee, amount, wish: Wish::Amount },
        );
        self.asks(Asker::Host, Command::IssueVoucher { voucher, table });
        let version = title("=HYPERLINK(\"http://evil.example\",\"1\")");
        self.asks(Asker::Host, Command::Note(Notice::ServerStarted { version }));
    }

    fn logs_in(&mut self, who: &str) {
        self.secrets += 1;
        let mut token = [7; 32];
        token[..8].copy_from_slice(&self.secrets.to_be_bytes());
        let (staff, token) = (self.staff(who), Digest(token));
        self.asks(Asker::Host, Command::OpenSession { staff, token });
    }

    fn staff(&self, who: &str) -> StaffId {
        self.floor.member_named(&name(who)).unwrap().0
    }

    fn asker(&self, who: &str) -> Asker {
        let staff = self.staff(who);
        Asker::Staff(staff, self.floor.sessions_of(staff).next_back().unwrap())
    }

    /// Decides, writes down and lets happen.
    fn asks(&mut self, from: Asker, command: Command) {
        self.now += 1_000;
        let time = Time::from_millis(self.now).unwrap();
        let id = RequestId(self.floor.last_request(from).map_or(1, |last| last.0 + 1));
        let asked = format!("{command:?}");
        let events: Vec<Event> = self
            .floor
            .decide(&Request { from, id, command }, time)
            .unwrap_or_else(|no| panic!("{asked}: {no}"));
        for event in &events {
            self.floor.apply(event, time);
        }
        let session = match from {
            Asker::Staff(_, session) => session,
            Asker::Terminal(_) | Asker::Host => SessionId(0),
        };
        let sequence = self.entries.len() as u64 + 1;
        let stamp = Stamp { sequence, time, actor: Actor::from(from), session, request: id };
        self.entries.push(Entry { stamp, body: Body::FloorHappened(events) });
    }
}

fn name(text: &str) -> LoginName {
    LoginName::new(text).unwrap()
}

fn title(text: &str) -> Title {
    Title::new(text).unwrap()
}

fn hash() -> PasswordHash {
    PasswordHash::new("$argon2id$v=19$secret-of-tests").unwrap()
}
