//! One automatic table with players, and everything each of them is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_ledger::Ledger;
use taisai_protocol::view::next::Viewer;
use taisai_protocol::view::table::TableName;
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Role, Roll, Stake};
use taisai_table::{
    AreaLimit, Asker, Command, Config, DayEvent, DiceSource, Event, Limits, Money, PlayerId,
    Refusal, Request, RequestId, RoundNumber, Run, SeatNumber, SessionId, StaffEvent, StaffId,
    Table, TableKind, Time, Times, VoucherId,
};

/// How the floor knows the table.
pub(crate) const NAME: TableName<'static> =
    TableName { table: 7, name: "Table 7", house: "Harbour House" };
/// Two people who may do anything here.
pub(crate) const BOSSES: [StaffId; 2] = [StaffId(71), StaffId(72)];
/// The one who looks at the console.
pub(crate) const VIEWER: Viewer = Viewer { staff: BOSSES[0], session: SessionId(71) };

/// A table, its books and the time.
pub(crate) struct World {
    pub(crate) table: Table,
    pub(crate) ledger: Ledger,
    pub(crate) now: Time,
    asked: u64,
}

impl World {
    /// An open table of this book, with nobody at it.
    pub(crate) fn open(book: &str) -> Self {
        let edition = Library::get(book).unwrap();
        let rules = Arc::new(edition.rules().clone());
        let fingerprint = *edition.fingerprint().as_bytes();
        let config = config(fingerprint, rules.currency.value);
        let mut world = Self {
            table: Table::new(Arc::clone(&rules), config.clone()),
            ledger: Ledger::new(rules, fingerprint),
            now: Time::from_millis(1_700_000_000_001).unwrap(),
            asked: 0,
        };
        let staff = BOSSES.map(|staff| {
            Event::Staff(StaffEvent::StaffAssigned { staff, role: Role::ShiftManager })
        });
        world.happen(&[Event::Day(DayEvent::TableConfigured(config))]);
        world.happen(&staff);
        world.happen(&[Event::Day(DayEvent::TableOpened { by: BOSSES[0] })]);
        world
    }

    /// Lets events happen, to the table and in the books.
    pub(crate) fn happen(&mut self, events: &[Event]) {
        for event in events {
            self.ledger.post(event).unwrap();
            self.table.apply(event, self.now);
        }
    }

    /// A request as it would come from the wire.
    pub(crate) fn request(&mut self, from: Asker, command: Command) -> Request {
        self.asked += 1;
        let session = match from {
            Asker::Seat(seat) => SessionId(seat.0.into()),
            Asker::Staff(staff) | Asker::Floor(staff) => SessionId(staff.0.into()),
            Asker::Host => SessionId(0),
        };
        let round = match (&command, self.table.round()) {
            (Command::OpenBetting, None) => Some(self.table.next_round()),
            (_, round) => round.map(|round| round.number),
        };
        Request { from, session, id: RequestId(self.asked), round, command }
    }

    /// Asks something of the table; what comes of it happens.
    pub(crate) fn ask(&mut self, from: Asker, command: Command) -> Result<(), Refusal> {
        let request = self.request(from, command);
        let events = self.table.decide(&request, self.now)?;
        self.happen(&events);
        Ok(())
    }

    /// A player sits down and buys in.
    pub(crate) fn sit(&mut self, seat: u16, player: u64, amount: u64) {
        let seat = SeatNumber(seat);
        let player = PlayerId(player);
        self.ask(Asker::Seat(seat), Command::Sit { player, staff: None }).unwrap();
        let (voucher, amount) = (VoucherId(player.0.into()), Money::new(amount).unwrap());
        self.ask(Asker::Seat(seat), Command::BuyIn { voucher, amount }).unwrap();
    }

    /// Bets are opened.
    pub(crate) fn open_betting(&mut self) -> RoundNumber {
        self.ask(Asker::Staff(BOSSES[0]), Command::OpenBetting).unwrap();
        self.table.round().unwrap().number
    }

    /// A player bets; the stakes are sound.
    pub(crate) fn bet(&mut self, seat: u16, area: &str, stake: u64) {
        let bet = Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap());
        self.ask(Asker::Seat(SeatNumber(seat)), Command::PlaceBets(vec![bet])).unwrap();
    }

    /// No more bets, the roll, and the clock until everything is paid.
    pub(crate) fn roll(&mut self, roll: Roll) {
        self.ask(Asker::Staff(BOSSES[0]), Command::CallNoMoreBets).unwrap();
        self.ask(Asker::Host, Command::RecordRoll(roll)).unwrap();
        while self.table.round().is_some_and(|round| !round.paid) {
            self.ask(Asker::Host, Command::Tick).unwrap();
        }
    }

    /// The lights go out.
    pub(crate) fn clear(&mut self) {
        self.ask(Asker::Staff(BOSSES[0]), Command::Clear).unwrap();
    }
}

fn config(rule_book: [u8; 32], currency: taisai_rules::Currency) -> Config {
    let stake = |units| Stake::new(units).unwrap();
    Config {
        rule_book,
        currency,
        kind: TableKind::Electronic,
        run: Run::Automatic,
        dice: DiceSource::Random,
        limits: Limits {
            usual: AreaLimit::new(stake(100), stake(1_000_000_000), 100).unwrap(),
            families: BTreeMap::new(),
            seat_max: Money::new(100_000_000_000_000).unwrap(),
            exposure_max: Money::MAX,
        },
        times: Times {
            betting_ms: Some(20_000),
            betting_min_ms: 0,
            warning_ms: 5_000,
            extension_ms: 10_000,
            extensions_max: 2,
            show_ms: 5_000,
            pause_ms: 3_000,
        },
    }
}
