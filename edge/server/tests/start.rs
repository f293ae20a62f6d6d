//! How long a start takes after many rounds; `START_ROUNDS` plays more of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::time::Instant;

use taisai_floor::{
    Asker as FloorAsker, Command as FloorCommand, Event as FloorEvent, Floor, Notice,
    Request as FloorRequest, Title,
};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{Batch, Head, Journal, JournalId, Options, Place, Stream, TableNumber};
use taisai_rules::Roll;
use taisai_server::config::{Config, TablePlan};
use taisai_server::run::key::KeyFile;
use taisai_server::run::serve::Server;
use taisai_server::run::start::Records;
use taisai_server::task::host::{Host, Machine as _};
use taisai_server::task::machine::TableMachine;
use taisai_table::{
    BetCommand, Command, DayCommand, EquipmentCommand, HostCommand, HouseCommand, Life, Money,
    Phase, PlayerId, Request, RequestId, SeatCommand, SeatNumber, SessionId, StaffId, Time,
    VoucherId,
};
use taisai_testing::luck::asked_for;

const ID: JournalId = JournalId(*b"a hundred thous.");
const SEATS: u16 = 5;

/// A table that plays by itself, as fast as its journal can be written.
struct Played {
    host: Host<TableMachine, ()>,
    journal: Journal,
    now: u64,
    asked: u64,
}

impl Played {
    fn open(journal: Journal, set_up: &TablePlan) -> Self {
        let stream = Stream::Table(TableNumber::new(set_up.table.0).unwrap());
        let (opened, state) = set_up.opened().unwrap();
        let mut journal = journal;
        let mut batch = Batch::new(stream, Head::start(ID, stream));
        let stamp = stamp(1);
        batch.push(&Entry { stamp, body: Body::Opened(Box::new(opened)) }.encode());
        let head = batch.head();
        journal.append(&[batch]).unwrap();
        let host = Host::new(state, stream, head, stamp.time);
        Self { host, journal, now: stamp.time.millis(), asked: 0 }
    }

    fn ask(&mut self, command: Command) {
        self.asked += 1;
        self.host.set_time(Time::from_millis(self.now).unwrap());
        let round = self.host.machine().table.round().map(|round| round.number);
        let (session, id) = (SessionId(1), RequestId(self.asked));
        let text = format!("{command:?}");
        let done = self.host.act(&Request { session, id, round, command });
        done.unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }

    /// Everything decided becomes durable, with a snapshot where one is due.
    fn keep(&mut self) {
        if let Some(batch) = self.host.take_batch() {
            self.journal.append(&[batch]).unwrap();
        }
        drop(self.host.release());
        if let Some(snapshot) = self.host.take_snapshot() {
            self.journal.keep_snapshot(&snapshot).unwrap();
        }
    }

    /// Staff, five players with credit, and the table open.
    fn furnish(&mut self) {
        let staff = StaffId(1);
        self.ask(Command::Host(
            HouseCommand::AssignStaff { staff, role: taisai_rules::Role::ShiftManager }.into(),
        ));
        let lines = self.host.machine().table.checklist().map(|(line, _)| line.id.clone());
        let lines: Vec<_> = lines.collect();
        if !lines.is_empty() {
            self.ask(Command::staff(staff, EquipmentCommand::AttestLines { lines }));
        }
        self.ask(Command::staff(staff, DayCommand::OpenTable));
        assert_eq!(self.host.machine().table.life(), Life::Open);
        for seat in 1..=SEATS {
            let at = SeatNumber(seat);
            let player = PlayerId(seat.into());
            self.ask(Command::seat(at, SeatCommand::Sit { player, staff: None }));
            let amount = Money::new(1_000_000_000).unwrap();
            let voucher = VoucherId(seat.into());
            self.ask(Command::seat(at, SeatCommand::BuyIn { voucher, amount }));
        }
        self.keep();
    }

    /// One round, in which every seat bets on both sides.
    fn round(&mut self, dice: usize) {
        let bet = |area: &str| {
            let stake = taisai_rules::Stake::new(100).unwrap();
            taisai_rules::Bet::new(area.parse().unwrap(), stake)
        };
        while self.host.machine().table.phase() != Phase::Betting {
            self.step(dice);
        }
        for seat in 1..=SEATS {
            let bets = vec![bet("small"), bet("big")];
            self.ask(Command::seat(SeatNumber(seat), BetCommand::PlaceBets(bets)));
        }
        while self.host.machine().table.phase() == Phase::Betting {
            self.step(dice);
        }
    }

    fn step(&mut self, dice: usize) {
        let table = &self.host.machine().table;
        if table.phase() == Phase::NoMoreBets {
            let roll = Roll::all().nth(dice % 216).unwrap();
            return self.ask(Command::Host(HostCommand::RecordRoll(roll)));
        }
        let due = table.deadline().unwrap();
        self.now = self.now.max(due.millis());
        self.ask(Command::Host(HostCommand::Tick));
    }
}

fn stamp(sequence: u64) -> Stamp {
    let (time, actor) = (Time::from_millis(1_700_000_000_000).unwrap(), Actor::Host);
    Stamp { sequence, time, actor, session: SessionId(0), request: RequestId(sequence) }
}

fn floor_with(table: &TablePlan) -> Batch {
    let book = Title::new(table.edition.id()).unwrap();
    let (name, config) = (table.name.clone(), table.config.clone());
    let command = FloorCommand::AddTable { table: table.table, name, config, book };
    let request = FloorRequest { from: FloorAsker::Host, id: RequestId(1), command };
    let mut events = vec![FloorEvent::Noted(Notice::DemoFounded)];
    events.extend(Floor::new().decide(&request, stamp(1).time).unwrap());
    let mut batch = Batch::new(Stream::Floor, Head::start(ID, Stream::Floor));
    batch.push(&Entry { stamp: stamp(1), body: Body::FloorHappened(events) }.encode());
    batch
}

fn play(folder: &Path, config: &Config, rounds: usize) -> Played {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
    let set_up = &config.tables[0];
    journal.append(&[floor_with(set_up)]).unwrap();
    let mut played = Played::open(journal, set_up);
    played.furnish();
    for round in 0..rounds {
        played.round(round * 7);
        if round % 100 == 99 {
            played.keep();
        }
    }
    // The last round is paid out, and the next is open without a bet.
    while played.host.machine().table.phase() != Phase::Betting {
        played.step(0);
    }
    played.keep();
    played
}

/// What each seat has.
fn credits(machine: &TableMachine) -> Vec<u64> {
    let seats = (1..=SEATS).filter_map(|seat| machine.table.seat(SeatNumber(seat)));
    seats.map(|seat| seat.credit().units()).collect()
}

/// A demo with one table, and the way to start it on what is kept in a folder.
fn house(folder: &Path) -> (Config, impl AsyncFn() -> Server) {
    let mut config = Config::demo();
    config.listen.set_port(0);
    config.tables.truncate(1);
    let place = Place::Folder(folder.to_owned());
    let records = Records { place, options: Options::default(), acceptance: None, time_said: None };
    let open = {
        let config = config.clone();
        async move || {
            let key = KeyFile::from([7; 32]);
            Server::open(config.clone(), records.clone(), key).await.unwrap()
        }
    };
    (config, open)
}

async fn credits_in(server: &Server) -> Vec<u64> {
    let (_, table) = server.state.house().unwrap().tables().remove(0);
    table.look(credits).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_journal_does_not_make_a_long_start() {
    let rounds = usize::try_from(asked_for("START_ROUNDS").unwrap_or(2_000)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (config, open) = house(folder.path());
    let played = play(folder.path(), &config, rounds);
    let (records, before) = (played.host.head().sequence, credits(played.host.machine()));
    drop(played);
    // The first start hires the staff of the demo, whose passwords are hashed slowly on purpose.
    open().await.serve(std::future::ready(())).await;
    let since = Instant::now();
    let server = open().await;
    let took = since.elapsed();
    println!("a start after {rounds} rounds, {records} records: {took:?}");
    let after = credits_in(&server).await;
    assert_eq!((after.len(), after), (usize::from(SEATS), before));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_snapshot_does_not_stop_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let (config, open) = house(folder.path());
    let mut played = play(folder.path(), &config, 20);
    let before = credits(played.host.machine());
    let head = played.host.head();
    let stream = Stream::Table(TableNumber::new(config.tables[0].table.0).unwrap());
    let mut snapshot = played.host.machine().snapshot(stream, head);
    snapshot.bytes[40] ^= 1;
    played.journal.keep_snapshot(&snapshot).unwrap();
    drop(played);
    let server = open().await;
    assert_eq!(credits_in(&server).await, before);
}
