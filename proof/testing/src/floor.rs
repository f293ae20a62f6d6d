//! A floor for tests: a table under any rule book, its people, and a journal of what happened.

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_rulebooks::Library;
use taisai_rules::{Approval, Area, Bet, LineId, NoMoreBets, Role, Roll, ShakerKind, Stake};
use taisai_table::{
    Act, AreaLimit, Asker, BetCommand, CaseCommand, Command, Config, DayCommand, DayEvent,
    DiceSetId, DiceSource, DieId, DisplayId, EquipmentCommand, Event, HostCommand, HouseCommand,
    Limits, Money, PlayerId, PlayersCommand, ProposalId, Reason, Refusal, Request, RequestId,
    RoundCommand, RoundNumber, RulingCommand, Run, Seat, SeatCommand, SeatNumber, SessionId,
    ShakerId, StaffCommand, StaffId, Table, TableKind, Time, Times, VoucherId,
};

use crate::names;

pub const DEALER: StaffId = StaffId(1);
pub const OTHER_DEALER: StaffId = StaffId(2);
pub const FLOORPERSON: StaffId = StaffId(3);
pub const SUPERVISOR: StaffId = StaffId(4);
pub const PIT_MANAGER: StaffId = StaffId(5);
pub const SHIFT_MANAGER: StaffId = StaffId(6);
pub const SECOND_MANAGER: StaffId = StaffId(7);
pub const STRANGER: StaffId = StaffId(99);
/// Works at the cage and at no table.
pub const CASHIER: StaffId = StaffId(80);
pub const SHAKER: ShakerId = ShakerId(1);
pub const DISPLAY: DisplayId = DisplayId(1);

/// Everyone who works here, and as what.
pub const STAFF: [(StaffId, Role); 7] = [
    (DEALER, Role::Dealer),
    (OTHER_DEALER, Role::Dealer),
    (FLOORPERSON, Role::Floorperson),
    (SUPERVISOR, Role::Supervisor),
    (PIT_MANAGER, Role::PitManager),
    (SHIFT_MANAGER, Role::ShiftManager),
    (SECOND_MANAGER, Role::ShiftManager),
];

/// What kind of table stands on the floor.
#[derive(Clone, Copy, Debug)]
pub struct Make {
    pub kind: TableKind,
    pub run: Run,
    pub dice: DiceSource,
    pub shaker: ShakerKind,
}

impl Make {
    pub const FELT: Self = Self { kind: TableKind::Felt, ..Self::with(ShakerKind::Manual) };
    pub const AUTOMATIC: Self =
        Self { run: Run::Automatic, dice: DiceSource::Random, ..Self::with(ShakerKind::Manual) };

    pub const fn with(shaker: ShakerKind) -> Self {
        Self { kind: TableKind::Electronic, run: Run::Dealer, dice: DiceSource::Physical, shaker }
    }
}

/// What is asked, before it is said who asks it.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Seat(SeatCommand),
    Staff(StaffCommand),
    Floor(HouseCommand),
    Host(HostCommand),
}

impl What {
    /// The command, where such an asker can ask it at all.
    #[expect(clippy::result_large_err, reason = "what cannot be asked is handed back whole")]
    pub fn by(self, from: Asker) -> Result<Command, Self> {
        Ok(match (from, self) {
            (Asker::Seat(seat), Self::Seat(command)) => Command::Seat(seat, command),
            (
                Asker::Seat(seat),
                Self::Staff(StaffCommand::Round(RoundCommand::Shake { times })),
            ) => Command::seat(seat, BetCommand::Shake { times }),
            (Asker::Staff(staff), Self::Staff(command)) => Command::Staff(staff, command),
            (Asker::Floor(staff), Self::Floor(command)) => Command::Floor(staff, command),
            (Asker::Host, Self::Floor(command)) => HostCommand::House(command).into(),
            (Asker::Host, Self::Host(command)) => command.into(),
            (Asker::Host, Self::Staff(StaffCommand::Day(DayCommand::AnnounceLimits(limits)))) => {
                HostCommand::AnnounceLimits(limits).into()
            }
            (_, never) => return Err(never),
        })
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Seat(command) => names::seat(command),
            Self::Staff(command) => names::staff(command),
            Self::Floor(command) => command.name(),
            Self::Host(command) => command.name(),
        }
    }

    /// Its name, and what it proposes or calls.
    pub fn label(&self) -> String {
        match self {
            Self::Staff(StaffCommand::Ruling(RulingCommand::Propose(act))) => {
                format!("Propose {}", act.name())
            }
            Self::Staff(StaffCommand::Ruling(RulingCommand::CallIrregularity { what, .. })) => {
                format!("CallIrregularity {}", what.word())
            }
            _ => self.name().to_owned(),
        }
    }
}

macro_rules! kinds_of_what {
    ($($kind:ident => $what:ident;)+) => { $(
        impl From<$kind> for What {
            fn from(command: $kind) -> Self {
                Self::$what(command.into())
            }
        }
    )+ };
}

kinds_of_what! {
    SeatCommand => Seat;
    BetCommand => Seat;
    StaffCommand => Staff;
    EquipmentCommand => Staff;
    DayCommand => Staff;
    PlayersCommand => Staff;
    RoundCommand => Staff;
    RulingCommand => Staff;
    CaseCommand => Staff;
    HouseCommand => Floor;
    HostCommand => Host;
}

/// A table with its people and its journal.
#[derive(Clone, Debug)]
pub struct Floor {
    pub table: Table,
    pub now: u64,
    pub journal: Vec<(Event, Time)>,
    pub make: Make,
    requests: BTreeMap<Asker, u64>,
    vouchers: u128,
}

impl Floor {
    /// A closed table of this rule book, its staff assigned.
    pub fn closed(book: &str, make: Make, limits: Limits) -> Self {
        let edition = Library::get(book).unwrap();
        let config = Config {
            rule_book: *edition.fingerprint().as_bytes(),
            currency: edition.rules().currency.value,
            kind: make.kind,
            run: make.run,
            dice: make.dice,
            limits,
            times: times(),
        };
        let table = Table::new(Arc::new(edition.rules().clone()), config);
        let now = 1_780_000_000_000;
        let (journal, requests) = (Vec::new(), BTreeMap::new());
        let mut floor = Self { table, now, journal, make, requests, vouchers: 0 };
        floor.happens(&Event::Day(DayEvent::TableConfigured(floor.table.config().clone())));
        for (staff, role) in STAFF {
            floor.does(Asker::Host, HouseCommand::AssignStaff { staff, role });
        }
        floor
    }

    /// A table open for play.
    pub fn open(book: &str, make: Make, limits: Limits) -> Self {
        let mut floor = Self::closed(book, make, limits);
        floor.make_ready();
        floor.does(staff(SHIFT_MANAGER), DayCommand::OpenTable);
        floor
    }

    /// Sets the table up anew: betting stays open at least so long.
    pub fn gives_time_to_bet(&mut self, betting_min_ms: u64) {
        let mut config = self.table.config().clone();
        config.times.betting_min_ms = betting_min_ms;
        self.happens(&Event::Day(DayEvent::TableConfigured(config)));
    }

    /// The lines of the checklist that are asked for with the shaker in use.
    pub fn lines_asked(&self) -> Vec<LineId> {
        self.table.checklist().map(|(line, _)| line.id.clone()).collect()
    }

    /// Equipment, inspections and a dealer, as every book asks.
    pub fn make_ready(&mut self) {
        let manager = staff(SHIFT_MANAGER);
        if self.make.dice == DiceSource::Physical && self.table.equipment().shakers.is_empty() {
            self.does(manager, install(SHAKER, self.make.shaker));
        }
        if self.make.dice == DiceSource::Physical {
            if self.table.equipment().dice.is_none() {
                self.does(manager, dice_into(SHAKER, 1));
            }
            self.does(manager, EquipmentCommand::InspectShaker { tosses: 3 });
        }
        if self.make.dice == DiceSource::Physical {
            self.does(Asker::Host, HostCommand::ConnectDisplay { display: DISPLAY });
            for roll in [0, 100, 200] {
                let entered = Roll::all().nth(roll).unwrap();
                self.does(manager, EquipmentCommand::TryDisplay { entered });
                self.does(manager, EquipmentCommand::JudgeDisplay { lit: true });
            }
        }
        let lines: Vec<LineId> = self.lines_asked();
        if !lines.is_empty() {
            self.does(manager, EquipmentCommand::AttestLines { lines });
        }
        self.does(staff(DEALER), DayCommand::TakeShaker);
    }

    pub fn time(&self) -> Time {
        Time::from_millis(self.now).unwrap()
    }

    /// The round a command would rightly name.
    pub fn round_for(&self, command: &Command) -> RoundNumber {
        let opens = StaffCommand::Round(RoundCommand::OpenBetting);
        match (command, self.table.round()) {
            (Command::Staff(_, command), _) if *command == opens => self.table.next_round(),
            (_, Some(round)) => round.number,
            (_, None) => self.table.next_round(),
        }
    }

    /// A new request by this asker.
    pub fn request(&mut self, from: Asker, what: impl Into<What>) -> Request {
        let command = what.into().by(from);
        let command = command.unwrap_or_else(|never| panic!("{from:?} never asks {never:?}"));
        let last = self.requests.entry(from).or_insert(0);
        *last += 1;
        let id = RequestId(*last);
        let round = Some(self.round_for(&command));
        let sits_at = match from {
            Asker::Seat(seat) => self.table.seat(seat).and_then(Seat::terminal),
            Asker::Staff(_) | Asker::Host | Asker::Floor(_) => None,
        };
        let session = sits_at.unwrap_or_else(|| session_of(from));
        Request { session, id, round, command }
    }

    /// Asks, and lets happen what follows.
    pub fn send(&mut self, request: &Request) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(request, self.time())?;
        for event in &events {
            self.happens(event);
        }
        Ok(events)
    }

    fn happens(&mut self, event: &Event) {
        let now = self.time();
        self.table.apply(event, now);
        self.journal.push((event.clone(), now));
    }

    pub fn ask(&mut self, from: Asker, what: impl Into<What>) -> Result<Vec<Event>, Refusal> {
        let request = self.request(from, what);
        self.send(&request)
    }

    /// Asks what must be accepted.
    pub fn does(&mut self, from: Asker, what: impl Into<What>) -> Vec<Event> {
        let what = what.into();
        let asked = what.clone();
        match self.ask(from, what) {
            Ok(events) => events,
            Err(refusal) => panic!("{from:?} {asked:?} was refused: {refusal:?}"),
        }
    }

    /// A player sits down with so much credit.
    pub fn sits(&mut self, number: u16, credit: u64) {
        let player = PlayerId(u64::from(number));
        self.does(seat(number), SeatCommand::Sit { player, staff: None });
        if credit > 0 {
            self.buys_in(number, credit);
        }
    }

    /// A player is given a place at a felt table.
    pub fn gives_place(&mut self, number: u16) {
        let (seat, player) = (SeatNumber(number), PlayerId(u64::from(number)));
        self.does(Asker::Floor(DEALER), HouseCommand::GivePlace { seat, player });
    }

    /// What lies before a player is recorded, all of it.
    pub fn records(&mut self, number: u16, bets: Vec<Bet>) {
        let seat = SeatNumber(number);
        self.does(staff(DEALER), PlayersCommand::RecordChips { seat, bets });
    }

    pub fn buys_in(&mut self, number: u16, units: u64) {
        let voucher = self.new_voucher();
        self.does(seat(number), SeatCommand::BuyIn { voucher, amount: money(units) });
    }

    pub fn cashes_out(&mut self, number: u16, units: u64) {
        let voucher = self.new_voucher();
        self.does(seat(number), SeatCommand::CashOut { voucher, amount: money(units) });
    }

    pub fn new_voucher(&mut self) -> VoucherId {
        self.vouchers += 1;
        VoucherId(self.vouchers)
    }

    pub fn bets(&mut self, number: u16, bets: Vec<Bet>) {
        self.does(seat(number), BetCommand::PlaceBets(bets));
    }

    pub fn credit(&self, number: u16) -> u64 {
        self.table.seat(SeatNumber(number)).map_or(0, |seat| seat.credit().units())
    }

    pub fn opens_betting(&mut self) -> RoundNumber {
        let number = self.table.next_round();
        self.does(staff(DEALER), RoundCommand::OpenBetting);
        number
    }

    /// From betting to a result that stands.
    pub fn rolls(&mut self, roll: Roll) {
        self.reveals();
        self.does(staff(DEALER), RoundCommand::EnterDice(roll));
        self.does(staff(DEALER), RoundCommand::ConfirmDice(roll));
    }

    /// From betting to dice that can be seen.
    pub fn reveals(&mut self) {
        self.closes_betting();
        self.tumbles();
        self.does(staff(DEALER), RoundCommand::Reveal);
    }

    /// No more bets; where the book shakes first, the dice are shaken before.
    pub fn closes_betting(&mut self) {
        if self.table.order() == NoMoreBets::BeforeReveal {
            self.does(staff(DEALER), RoundCommand::Shake { times: 3 });
        }
        self.does(staff(DEALER), RoundCommand::CallNoMoreBets);
    }

    /// What comes between no more bets and the reveal: the shake, or the time to read the words.
    pub fn tumbles(&mut self) {
        match self.table.order() {
            NoMoreBets::BeforeShake => {
                self.does(staff(DEALER), RoundCommand::Shake { times: 3 });
            }
            NoMoreBets::BeforeReveal => self.now += Table::WORDS_MS,
        }
    }

    pub fn settles(&mut self) {
        for command in [RoundCommand::Collect, RoundCommand::Pay, RoundCommand::Clear] {
            self.does(staff(DEALER), command);
        }
    }

    /// Proposes and has it approved by another manager.
    pub fn agrees(&mut self, act: Act) -> Vec<Event> {
        self.does(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
        let last = self.table.proposals().map(|(id, _)| id).max().unwrap();
        self.approves(last)
    }

    pub fn approves(&mut self, proposal: ProposalId) -> Vec<Event> {
        self.does(staff(SECOND_MANAGER), RulingCommand::Approve(proposal))
    }

    /// What is this player's, wherever it lies: credit and owed, less what the house bears.
    pub fn worth(&self) -> i128 {
        let credit: u64 = self.table.seats().map(|(_, seat)| seat.credit().units()).sum();
        let owed: u64 = self.table.owed().map(|(_, amount)| amount.units()).sum();
        i128::from(credit) + i128::from(owed) - i128::from(self.table.shortfall().units())
    }
}

pub fn times() -> Times {
    Times {
        betting_ms: Some(20_000),
        betting_min_ms: 0,
        warning_ms: 5_000,
        extension_ms: 10_000,
        extensions_max: 2,
        show_ms: 3_000,
        pause_ms: 2_000,
    }
}

pub fn limits(seat_max: u64, exposure_max: u64) -> Limits {
    let usual = AreaLimit::new(stake(10), stake(10_000), 10).unwrap();
    let (seat_max, exposure_max) = (money(seat_max), money(exposure_max));
    Limits { usual, families: BTreeMap::new(), seat_max, exposure_max }
}

/// Limits that nothing in these tests reaches.
pub fn wide() -> Limits {
    limits(1_000_000_000, 1_000_000_000_000)
}

pub fn seat(number: u16) -> Asker {
    Asker::Seat(SeatNumber(number))
}

pub fn staff(id: StaffId) -> Asker {
    Asker::Staff(id)
}

pub fn money(units: u64) -> Money {
    Money::new(units).unwrap()
}

pub fn stake(units: u64) -> Stake {
    Stake::new(units).unwrap()
}

pub fn area(id: &str) -> Area {
    id.parse().unwrap()
}

pub fn roll(text: &str) -> Roll {
    text.parse().unwrap()
}

pub fn reason() -> Reason {
    Reason::new("seen on the camera").unwrap()
}

pub fn install(shaker: ShakerId, kind: ShakerKind) -> EquipmentCommand {
    let approvals = Approval::ALL.to_vec();
    EquipmentCommand::InstallShaker { shaker, kind, sealed: true, approvals }
}

pub fn dice_into(shaker: ShakerId, set: u32) -> EquipmentCommand {
    let dice = [DieId(3 * set), DieId(3 * set + 1), DieId(3 * set + 2)];
    EquipmentCommand::InstallDice { shaker, set: DiceSetId(set), dice }
}

/// The same, as the floor lends it.
pub fn install_lent(shaker: ShakerId, kind: ShakerKind) -> HouseCommand {
    let approvals = Approval::ALL.to_vec();
    HouseCommand::InstallLentShaker { shaker, kind, sealed: true, approvals }
}

/// Dice that the floor lends, each with its first use.
pub fn lent_dice_into(shaker: ShakerId, set: u32, first_used: [Option<Time>; 3]) -> HouseCommand {
    let dice = [DieId(3 * set), DieId(3 * set + 1), DieId(3 * set + 2)];
    HouseCommand::InstallLentDice { shaker, set: DiceSetId(set), dice, first_used }
}

/// One log-in for each asker.
pub fn session_of(from: Asker) -> SessionId {
    match from {
        Asker::Seat(seat) => SessionId(1_000 + u64::from(seat.0)),
        Asker::Staff(staff) => SessionId(100_000 + u64::from(staff.0)),
        Asker::Host => SessionId(1),
        Asker::Floor(staff) => SessionId(200_000 + u64::from(staff.0)),
    }
}
