//! Any bytes as a day on the floor: who asks what, and when.

use taisai_floor::{
    Act, Asker, BankAct, Command, Count, CountOf, Date, DayNumber, Digest, Event, Floor, FloorRole,
    Held, LargeRules, Line, LoginName, Nature, Notice, PasswordHash, Payee, Person, Request,
    SlipNumber, TableId, TerminalId, ThingCommand, ThingId, Title, Wish,
};
use taisai_journal::stored::{decode_floor, encode_floor};
use taisai_rulebooks::Library;
use taisai_rules::{Approval, Currency, ShakerKind};
use taisai_table::{
    AreaLimit, Config, DiceSetId, DiceSource, DieId, Limits, Money, PlayerId, ProposalId, Reason,
    RequestId, Run, SeatNumber, SessionId, ShakerId, StaffId, TableKind, Time, Times, VoucherId,
};

use crate::reader::Reader;

/// Whatever is asked, the floor decides and its books balance. At the end the floor is stored and
/// read back, and is the same.
pub fn work(bytes: &[u8]) {
    kept_after(bytes);
}

/// The floor after such a day, in its stored form.
pub fn kept_after(bytes: &[u8]) -> Vec<u8> {
    let mut reader = Reader::new(bytes);
    let mut day = Day { floor: Floor::new(), now: 1_700_000_000_000, asked: 0 };
    day.open();
    while !reader.is_empty() && day.asked < Day::ASKED_MAX {
        day.ask(&mut reader);
    }
    let kept = encode_floor(&day.floor);
    let again = decode_floor(&kept);
    assert_eq!(again.as_ref().ok(), Some(&day.floor), "{:?}", again.as_ref().err());
    kept
}

struct Day {
    floor: Floor,
    now: u64,
    asked: u64,
}

impl Day {
    const ASKED_MAX: u64 = 2_000;

    /// Two administrators, a cashier, a floorperson and a dealer, each logged in; two tables.
    fn open(&mut self) {
        for name in ["ann", "bea"] {
            self.host(Command::AddAdministrator { name: login(name), password: hash(0) });
        }
        for staff in [1, 2] {
            self.logs_in(staff);
        }
        let roles = [
            FloorRole::Cashier,
            FloorRole::Table(taisai_rules::Role::Floorperson),
            FloorRole::Table(taisai_rules::Role::Dealer),
        ];
        for (staff, role) in (3..).zip(roles) {
            let name = login(&format!("person-{staff}"));
            self.person(1, Command::AddStaff { name, invitation: digest(0) });
            self.logs_in(staff);
            self.person(1, Command::Propose(Act::GrantRole { staff: StaffId(staff), role }));
            let proposal = self.floor.proposals().last().map_or(ProposalId(0), |(id, _)| id);
            self.person(2, Command::Approve(proposal));
            self.logs_in(staff);
        }
        for table in [1, 2] {
            self.host(add_table(table));
        }
        for table in FELT {
            self.host(add_felt_table(table));
        }
    }

    /// Logs a person in, with a password of their own.
    fn logs_in(&mut self, staff: u32) {
        self.asked += 1;
        let token = digest(self.asked);
        self.host(Command::OpenSession { staff: StaffId(staff), token });
        self.person(staff, Command::ChangePassword { password: hash(1) });
    }

    fn host(&mut self, command: Command) {
        self.asked += 1;
        self.decide(&Request { from: Asker::Host, id: RequestId(self.asked), command });
    }

    fn person(&mut self, staff: u32, command: Command) {
        self.asked += 1;
        let from = self.asker(StaffId(staff));
        self.decide(&Request { from, id: RequestId(self.asked), command });
    }

    fn asker(&self, staff: StaffId) -> Asker {
        let session = self.floor.sessions_of(staff).next_back().unwrap_or(SessionId(0));
        Asker::Staff(staff, session)
    }

    fn ask(&mut self, reader: &mut Reader<'_>) {
        self.asked += 1;
        self.now += match reader.byte() {
            byte @ 0..=220 => u64::from(byte),
            byte => u64::from(byte) * 60_000,
        };
        let command = self.command(reader);
        let from = match reader.byte() % 8 {
            0..=3 => self.asker(staff(reader)),
            4 => Asker::Terminal(TerminalId(u32::from(reader.byte() % 4))),
            5 => Asker::Staff(staff(reader), SessionId(reader.number())),
            _the_machine => Asker::Host,
        };
        let id = if reader.byte() < 240 { self.asked } else { reader.number() };
        self.decide(&Request { from, id: RequestId(id), command });
    }

    fn decide(&mut self, request: &Request) {
        let now = Time::from_millis(self.now).expect("a day is short");
        let Ok(events) = self.floor.decide(request, now) else { return };
        for event in &events {
            self.floor.apply(event, now);
        }
        for (currency, sum) in self.floor.books().sums() {
            assert_eq!(sum, 0, "the books of {} balance after {request:?}", currency.code());
        }
        // A tick has no number; any other answered request is never done again.
        if events.iter().any(|event| matches!(event, Event::RequestAnswered { .. })) {
            let again = self.floor.decide(request, now);
            assert!(!again.is_ok_and(|events| !events.is_empty()), "twice: {request:?}");
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command, and little else")]
    fn command(&self, reader: &mut Reader<'_>) -> Command {
        let table = TableId(1 + u32::from(reader.byte() % 3));
        match reader.byte() % 41 {
            0 => Command::AddAdministrator { name: any_login(reader), password: hash(0) },
            1 => Command::AddStaff { name: any_login(reader), invitation: code(reader) },
            2 => Command::ChangePassword { password: hash(reader.byte()) },
            3 => Command::RevokeRole { staff: staff(reader), reason: reason() },
            4 => Command::SuspendStaff { staff: staff(reader), reason: reason() },
            5 => Command::ReinstateStaff { staff: staff(reader), reason: reason() },
            6 | 7 => Command::Propose(act(reader)),
            8 | 9 => Command::Approve(self.proposal(reader)),
            10 => Command::Withdraw(self.proposal(reader)),
            11 | 12 => Command::OpenSession { staff: staff(reader), token: new_token(reader) },
            13 => {
                Command::RotateSession { session: self.session(reader), token: new_token(reader) }
            }
            14 => Command::RefreshSession { session: self.session(reader) },
            15 => Command::EndSession { session: self.session(reader) },
            16 => Command::EndIdleSession { session: self.session(reader) },
            17 => Command::EndSessions { staff: staff(reader) },
            18 => {
                Command::OfferEnrolment { code: digest(reader.number()), table, seat: seat(reader) }
            }
            19 => {
                Command::EnrolTerminal { code: digest(reader.number()), token: new_token(reader) }
            }
            20 if reader.is() => {
                Command::OfferDisplay { code: digest(reader.number()), table, equipment: None }
            }
            20 => Command::RemoveTerminal { terminal: TerminalId(u32::from(reader.byte() % 4)) },
            21 if reader.is() => Command::AdmitToPlace { table, seat: seat(reader) },
            21 => Command::AdmitPlayer,
            22 => add_table(1 + u32::from(reader.byte() % 4)),
            23 => Command::RetireTable { table },
            25 if reader.is() => Command::SellVoucherTo {
                voucher: voucher(reader),
                amount: money(reader),
                currency: currency(reader),
                person: person(reader),
            },
            24 | 25 => Command::SellVoucher {
                voucher: voucher(reader),
                amount: money(reader),
                currency: currency(reader),
            },
            26 if reader.is() => {
                Command::RedeemVoucherOf { voucher: voucher(reader), person: person(reader) }
            }
            26 => Command::RedeemVoucher { voucher: voucher(reader) },
            27 => Command::HoldVoucher { voucher: voucher(reader), table, seat: seat(reader) },
            28 => Command::SpendVoucher { voucher: voucher(reader), table },
            29 => Command::ReleaseVoucher { voucher: voucher(reader), table },
            30 => Command::PrepareVoucher {
                voucher: voucher(reader),
                table,
                payee: if reader.is() {
                    Payee::Seat(seat(reader))
                } else {
                    Payee::Player(PlayerId(reader.number()))
                },
                amount: money(reader),
                wish: match reader.byte() % 4 {
                    0 => Wish::Amount,
                    1 => Wish::Credit,
                    2 => Wish::CreditAndLeave,
                    _owed => Wish::Owed(reason()),
                },
            },
            31 => Command::IssueVoucher { voucher: voucher(reader), table },
            32 => Command::DropVoucher { voucher: voucher(reader), table },
            33 if reader.is() => Command::RuleLarge(large(reader)),
            33 => Command::Note(Notice::LoginFailed {
                name: Line::of("somebody"),
                address: Line::of("127.0.0.1"),
            }),
            34 => accept(reader),
            35 => Command::SpendTicket {
                terminal: TerminalId(u32::from(reader.byte() % 4)),
                ticket: u64::from(reader.byte()),
            },
            36 => Command::IssueForCage { voucher: voucher(reader), table },
            37 => Command::Things(about_thing(reader, table)),
            38 | 39 => Command::Propose(Act::Bank(count(reader))),
            _time => Command::Tick,
        }
    }

    fn proposal(&self, reader: &mut Reader<'_>) -> ProposalId {
        let waiting: Vec<ProposalId> = self.floor.proposals().map(|(id, _)| id).collect();
        if waiting.is_empty() { ProposalId(0) } else { reader.one_of(&waiting) }
    }

    fn session(&self, reader: &mut Reader<'_>) -> SessionId {
        let open: Vec<SessionId> = self.floor.sessions().map(|(id, _)| id).collect();
        if open.is_empty() { SessionId(0) } else { reader.one_of(&open) }
    }
}

fn act(reader: &mut Reader<'_>) -> Act {
    let staff = staff(reader);
    if reader.byte() < 200 {
        Act::GrantRole { staff, role: reader.one_of(&FloorRole::ALL) }
    } else if reader.is() {
        Act::ResetPassword { staff, password: hash(reader.byte()) }
    } else {
        Act::Invite { staff, invitation: code(reader) }
    }
}

fn accept(reader: &mut Reader<'_>) -> Command {
    let (staff, invitation) = (staff(reader), code(reader));
    Command::AcceptInvitation { staff, invitation, password: hash(reader.byte()) }
}

/// One of few, so that some that were given out are used again.
fn code(reader: &mut Reader<'_>) -> Digest {
    digest(u64::from(reader.byte() % 2))
}

fn staff(reader: &mut Reader<'_>) -> StaffId {
    StaffId(1 + u32::from(reader.byte() % 8))
}

fn seat(reader: &mut Reader<'_>) -> SeatNumber {
    SeatNumber(1 + u16::from(reader.byte() % 3))
}

fn voucher(reader: &mut Reader<'_>) -> VoucherId {
    VoucherId(u128::from(reader.byte() % 16))
}

fn money(reader: &mut Reader<'_>) -> Money {
    Money::new(reader.number()).unwrap_or(Money::MAX)
}

fn currency(reader: &mut Reader<'_>) -> Currency {
    let code = reader.one_of(&["USD", "AUD", "SGD"]);
    Currency::new(code).expect("three capital letters")
}

fn person(reader: &mut Reader<'_>) -> Person {
    Person::new(&format!("ID-{}", reader.byte() % 4)).expect("a plain name")
}

/// Above any amount, in days that begin at any moment.
fn large(reader: &mut Reader<'_>) -> LargeRules {
    let above = (0..reader.byte() % 3).map(|_| (currency(reader), money(reader))).collect();
    let bounds = LargeRules::AHEAD_MINUTES;
    let span = u64::from(bounds.end().abs_diff(*bounds.start()));
    let minutes = i16::try_from(reader.number() % (span + 1)).expect("a span of days");
    LargeRules::new(above, bounds.start() + minutes).expect("within its bounds")
}

fn login(text: &str) -> LoginName {
    LoginName::new(text).expect("a plain name")
}

fn any_login(reader: &mut Reader<'_>) -> LoginName {
    login(&format!("person-{}", reader.byte() % 12))
}

fn hash(number: u8) -> PasswordHash {
    PasswordHash::new(&format!("$argon2id$v=19$of-the-fuzzer-{number}")).expect("a hash")
}

fn reason() -> Reason {
    Reason::new("for a reason").expect("a reason")
}

/// A token that nobody was given at the opening of the day.
fn new_token(reader: &mut Reader<'_>) -> Digest {
    digest(reader.number().saturating_add(1_000))
}

fn digest(number: u64) -> Digest {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    Digest(bytes)
}

/// The felt tables, whose banks are counted.
const FELT: [u32; 2] = [11, 12];

/// Chips or cash at one of them: any pieces, on one of a few days.
fn count(reader: &mut Reader<'_>) -> BankAct {
    let table = TableId(reader.one_of(&FELT));
    let day = DayNumber(u32::from(reader.byte() % 4));
    let slip = SlipNumber(u64::from(reader.byte() % 8));
    let pieces = (0..reader.byte() % 4).map(|_| {
        let denomination = Money::new(1 + u64::from(reader.byte()) * 100).expect("a small amount");
        (denomination, 1 + u32::from(reader.byte()))
    });
    let count = Count::new(pieces.collect()).expect("a small count");
    match reader.byte() % 8 {
        0 | 1 => BankAct::OpenFloat { table, count },
        2 => BankAct::Fill { table, count },
        3 => BankAct::Credit { table, count },
        4 => BankAct::CloseFloat { table, count },
        5 => BankAct::CountDrop { table, day, count },
        of => {
            let all = [
                CountOf::Opening,
                CountOf::Fill(slip),
                CountOf::Credit(slip),
                CountOf::Closing,
                CountOf::Drop,
            ];
            let of = if of == 6 { CountOf::Fill(slip) } else { reader.one_of(&all) };
            BankAct::CorrectCount { table, day, of, count, reason: reason() }
        }
    }
}

fn add_felt_table(table: u32) -> Command {
    let Command::AddTable { table, name, mut config, book } = add_table(table) else {
        unreachable!("a table is added")
    };
    (config.kind, config.run, config.dice) = (TableKind::Felt, Run::Dealer, DiceSource::Physical);
    Command::AddTable { table, name, config, book }
}

fn add_table(table: u32) -> Command {
    let ids: Vec<&str> = Library::ids().collect();
    let id = ids[usize::try_from(table).expect("few tables") % ids.len()];
    let edition = Library::get(id).expect("one of the library's own");
    let stake = |units| taisai_rules::Stake::new(units).expect("below the ceiling");
    let config = Config {
        rule_book: *edition.fingerprint().as_bytes(),
        currency: edition.rules().currency.value,
        kind: TableKind::Electronic,
        run: Run::Automatic,
        dice: DiceSource::Random,
        limits: Limits {
            usual: AreaLimit::new(stake(2), stake(10_000), 2).expect("sound limits"),
            families: std::collections::BTreeMap::new(),
            seat_max: Money::MAX,
            exposure_max: Money::MAX,
        },
        times: Times {
            betting_ms: Some(20_000),
            betting_min_ms: 0,
            warning_ms: 5_000,
            extension_ms: 10_000,
            extensions_max: 2,
            show_ms: 100,
            pause_ms: 100,
        },
    };
    let name = Title::new(&format!("Table {table}")).expect("a title");
    let book = Title::new(id).expect("an id is a title");
    Command::AddTable { table: TableId(table), name, config, book }
}

/// Something about one of a few things; what tables say they have may contradict the register.
fn about_thing(reader: &mut Reader<'_>, table: TableId) -> ThingCommand {
    let number = u32::from(reader.byte() % 4);
    let (set, shaker) = (ThingId::Dice(DiceSetId(number)), ThingId::Shaker(ShakerId(number)));
    let thing = if reader.is() { set } else { shaker };
    let dice = [0, 1, 2].map(|place| DieId(2 * number + place));
    let line = Line::of("17");
    match reader.byte() % 9 {
        0 if thing == set => ThingCommand::Register { thing, nature: Nature::Dice { dice } },
        0 => {
            let nature = Nature::Shaker { kind: ShakerKind::Manual };
            ThingCommand::Register { thing, nature }
        }
        1 => ThingCommand::AttestSeal { thing, number: line },
        2 => ThingCommand::AttestApproval {
            thing,
            approval: reader.one_of(Approval::ALL),
            reference: line.clone(),
            date: Date::new("2026-11-19").expect("a day"),
            holder: line,
        },
        3 => ThingCommand::Place { thing, table: reader.is().then_some(table) },
        4 => ThingCommand::Withdraw { thing, reason: reason() },
        5 => ThingCommand::ReportDamage { thing, reason: reason() },
        6 => ThingCommand::DeclareSound { thing, reason: reason() },
        7 => ThingCommand::Lend { thing, table, by: StaffId(1) },
        _settles => {
            let mut held = Held::default();
            if reader.is() {
                let facts = (ShakerKind::Manual, reader.is(), Vec::new());
                held.shakers.insert(ShakerId(number), facts);
            }
            held.dice = reader.is().then_some((DiceSetId(number), dice));
            if reader.is() {
                held.damaged.insert(dice[0]);
            }
            ThingCommand::Settle { table, held, by: None }
        }
    }
}
