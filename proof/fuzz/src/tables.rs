//! Any bytes as a day at a table: who asks what, and when.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use taisai_journal::stored::{BookSources, TableState};
use taisai_ledger::Ledger;
use taisai_rulebooks::{Edition, Library};
use taisai_rules::{
    Approval, Area, Bet, Family, Irregularity, LineId, Role, Roll, RuleBook, ShakerKind, Stake,
};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, AreaLimit, BetCommand, CaseCommand, CaseId, CaseRuling, Command, Config, DayCommand,
    DiceSetId, DiceSource, DieId, DisplayId, Dispute, Edition as CoreEdition, EquipmentCommand,
    Event, HostCommand, HouseCommand, Limits, Money, Offer, OwnLimits, PlayerId, PlayersCommand,
    ProposalId, Reason, Request, RequestId, RoundCommand, RoundNumber, RulingCommand, Run,
    SeatCommand, SeatNumber, SessionId, ShakerFacts, ShakerId, StaffCommand, StaffId, Table,
    TableKind, Time, Times, VoucherId,
};

use crate::reader::Reader;

/// Whatever is asked, the table decides, and the books agree with it. At the end the table is
/// stored and read back, and is the same.
pub fn play(bytes: &[u8]) {
    kept_after(bytes);
}

/// The table after such a day, in its stored form.
pub fn kept_after(bytes: &[u8]) -> Vec<u8> {
    let mut reader = Reader::new(bytes);
    let mut day = Day::new(&mut reader);
    day.open();
    while !reader.is_empty() && day.asked < Day::ASKED_MAX {
        day.ask(&mut reader);
    }
    day.close()
}

/// The ranks that work at the table, each by a person with its number.
const STAFF: [Role; 5] =
    [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::PitManager, Role::ShiftManager];

struct Day {
    state: TableState,
    now: u64,
    asked: u64,
}

impl Day {
    const ASKED_MAX: u64 = 2_000;

    fn new(reader: &mut Reader<'_>) -> Self {
        let ids: Vec<&str> = Library::ids().collect();
        let edition = Library::get(reader.one_of(&ids)).expect("one of the library's own");
        let book = Arc::new(edition.rules().clone());
        let config = config(edition, reader);
        let sources = BookSources::embedded(edition.id()).expect("one of the library's own");
        let ledger = Ledger::new(Arc::clone(&book), config.rule_book);
        let table = Table::new(Arc::clone(&book), config);
        let state = TableState { sources, book, table, ledger, earlier: Vec::new() };
        Self { state, now: 1_700_000_000_000, asked: 0 }
    }

    /// Everybody is there, and so is everything the book requires before the table opens; the table
    /// refuses what the book does not require.
    fn open(&mut self) {
        for (number, role) in (1..).zip(STAFF) {
            self.host(HouseCommand::AssignStaff { staff: StaffId(number), role });
        }
        let kind =
            ShakerKind::ALL.iter().find(|kind| self.state.book.equipment.shaker(**kind).is_some());
        let kind = kind.copied().unwrap_or(ShakerKind::Manual);
        let (shaker, approvals) = (ShakerId(1), Approval::ALL.to_vec());
        let dice = [DieId(1), DieId(2), DieId(3)];
        let lines =
            self.state.book.equipment.checklist_with(Some(kind)).map(|line| line.id.clone());
        let mut commands = vec![
            EquipmentCommand::InstallShaker { shaker, kind, sealed: true, approvals },
            EquipmentCommand::InstallDice { shaker, set: DiceSetId(1), dice },
            EquipmentCommand::InspectShaker { tosses: 3 },
            EquipmentCommand::AttestLines { lines: lines.collect() },
        ];
        self.host(HostCommand::ConnectDisplay { display: DisplayId(1) });
        for entered in Roll::all().step_by(50).take(4) {
            commands.push(EquipmentCommand::TryDisplay { entered });
            commands.push(EquipmentCommand::JudgeDisplay { lit: true });
        }
        self.staff(5, DayCommand::TakeShaker);
        for command in commands {
            self.staff(5, command);
        }
        self.staff(5, DayCommand::OpenTable);
    }

    fn host(&mut self, command: impl Into<HostCommand>) {
        self.request(Command::Host(command.into()));
    }

    fn staff(&mut self, number: u32, command: impl Into<StaffCommand>) {
        self.request(Command::staff(StaffId(number), command));
    }

    fn request(&mut self, command: Command) {
        self.asked += 1;
        let (id, session) = (RequestId(self.asked), SessionId(1));
        self.decide(&Request { session, id, round: None, command });
    }

    fn ask(&mut self, reader: &mut Reader<'_>) {
        self.asked += 1;
        self.now += match reader.byte() {
            byte @ 0..=200 => u64::from(byte),
            byte => u64::from(byte) * 1_000,
        };
        let round = self.state.table.round().map(|round| round.number);
        let command = command(reader, &self.state.table, &self.state.book);
        let id = if reader.byte() < 240 { self.asked } else { reader.number() };
        let round = match reader.byte() {
            0..=200 => round,
            201..=230 => None,
            _another => Some(RoundNumber(reader.number())),
        };
        let session = SessionId(1 + u64::from(reader.byte() % 2));
        self.decide(&Request { session, id: RequestId(id), round, command });
    }

    fn decide(&mut self, request: &Request) {
        let now = Time::from_millis(self.now).expect("a day is short");
        let Ok(events) = self.state.table.decide(request, now) else { return };
        for event in &events {
            let posted = self.state.happen(event, now);
            assert!(posted.is_ok(), "the books say {posted:?} to {event:?} of {request:?}");
        }
        let agreed = self.state.ledger.agrees_with(&self.state.table);
        assert!(agreed.is_ok(), "{agreed:?} after {request:?}");
        let sum: i64 = self.state.ledger.balances().map(|(_, balance)| balance).sum();
        assert_eq!(sum, 0, "the books balance after {request:?}");
        // A tick has no number; any other answered request is never done again.
        if events.iter().any(|event| matches!(event, Event::RequestAnswered { .. })) {
            let again = self.state.table.decide(request, now);
            assert!(!again.is_ok_and(|events| !events.is_empty()), "twice: {request:?}");
        }
    }

    fn close(self) -> Vec<u8> {
        let state = self.state;
        let kept = state.encode();
        let again = TableState::decode(&kept);
        assert_eq!(again.as_ref().ok(), Some(&state), "{:?}", again.as_ref().err());
        kept
    }
}

fn config(edition: &Edition, reader: &mut Reader<'_>) -> Config {
    let (kind, run, dice) = match reader.byte() % 4 {
        0 => (TableKind::Electronic, Run::Automatic, DiceSource::Random),
        1 => (TableKind::Felt, Run::Dealer, DiceSource::Physical),
        2 => (TableKind::Electronic, Run::Dealer, DiceSource::Random),
        _usual => (TableKind::Electronic, Run::Dealer, DiceSource::Physical),
    };
    let money = |units| Money::new(units).expect("below the ceiling");
    let stake = |units| Stake::new(units).expect("below the ceiling");
    let usual = AreaLimit::new(stake(2), stake(10_000), 2).expect("sound limits");
    Config {
        rule_book: *edition.fingerprint().as_bytes(),
        currency: edition.rules().currency.value,
        kind,
        run,
        dice,
        limits: Limits {
            usual,
            families: BTreeMap::new(),
            seat_max: money(20_000),
            exposure_max: money(500_000),
        },
        times: Times {
            betting_ms: reader.is().then_some(20_000),
            betting_min_ms: 0,
            warning_ms: 5_000,
            extension_ms: 10_000,
            extensions_max: 2,
            show_ms: 100,
            pause_ms: 100,
        },
    }
}

fn seat(reader: &mut Reader<'_>) -> SeatNumber {
    SeatNumber(1 + u16::from(reader.byte() % 4))
}

fn player(reader: &mut Reader<'_>) -> PlayerId {
    PlayerId(1 + u64::from(reader.byte() % 5))
}

fn roll(reader: &mut Reader<'_>) -> Roll {
    Roll::all().nth(usize::from(reader.byte()) % 216).expect("there are 216")
}

fn stake(reader: &mut Reader<'_>) -> Stake {
    Stake::new(reader.number()).unwrap_or_else(|_| Stake::new(2).expect("a small stake"))
}

fn money(reader: &mut Reader<'_>) -> Money {
    Money::new(reader.number().saturating_mul(10)).unwrap_or(Money::MAX)
}

fn shift(reader: &mut Reader<'_>) -> Time {
    Time::from_millis(1_700_000_000_000 + reader.number() % 100_000_000).expect("a time")
}

fn voucher(reader: &mut Reader<'_>) -> VoucherId {
    VoucherId(reader.number().into())
}

fn reason() -> Reason {
    Reason::new("as the tape shows").expect("a reason")
}

/// A round that is mostly one the table remembers.
fn past(reader: &mut Reader<'_>, table: &Table) -> RoundNumber {
    let rounds: Vec<RoundNumber> = table.past_rounds().map(|past| past.number).collect();
    if rounds.is_empty() { RoundNumber(reader.number()) } else { reader.one_of(&rounds) }
}

/// A round as it is kept, under its own number or another, with whatever is borne for somebody.
fn recalled(reader: &mut Reader<'_>, table: &Table) -> HostCommand {
    let number = past(reader, table);
    let kept = table.past_rounds().find(|past| past.number == number);
    let (slips, results) = (BTreeMap::new(), vec![roll(reader)]);
    let none = PastRound {
        number,
        slips,
        results,
        voided: None,
        void_bets: BTreeSet::new(),
        chips: BTreeMap::new(),
    };
    let mut round = kept.cloned().unwrap_or(none);
    if reader.byte() < 128 {
        round.number = RoundNumber(reader.number());
    }
    let borne = [(player(reader), money(reader))];
    let borne = borne.into_iter().take(usize::from(reader.byte() % 2)).collect();
    HostCommand::RecallRound { round, borne }
}

fn area(reader: &mut Reader<'_>, book: &RuleBook) -> Area {
    if reader.byte() < 250 {
        let areas: Vec<Area> = book.pay_table.offers().iter().map(|offer| offer.area).collect();
        reader.one_of(&areas)
    } else {
        Area::all().nth(usize::from(reader.byte()) % Area::COUNT).expect("there are so many")
    }
}

fn command(reader: &mut Reader<'_>, table: &Table, book: &RuleBook) -> Command {
    match reader.byte() % 8 {
        0..=2 => Command::Seat(seat(reader), seat_command(reader, book)),
        3..=5 => Command::Staff(worker(reader), staff_command(reader, table)),
        6 if reader.is() => Command::Floor(worker(reader), house_command(reader)),
        _the_machine => Command::Host(host_command(reader, table)),
    }
}

fn worker(reader: &mut Reader<'_>) -> StaffId {
    StaffId(1 + u32::from(reader.byte() % 6))
}

fn seat_command(reader: &mut Reader<'_>, book: &RuleBook) -> SeatCommand {
    match reader.byte() % 24 {
        0..=8 => BetCommand::PlaceBets(reader.few(6, |reader| {
            let area = area(reader, book);
            Bet::new(area, stake(reader))
        }))
        .into(),
        9 => BetCommand::TakeDown(reader.few(3, |reader| area(reader, book))).into(),
        10 => BetCommand::ClearBets.into(),
        11 => BetCommand::RepeatBets.into(),
        12 => BetCommand::DoubleBets.into(),
        13 => BetCommand::UndoBets.into(),
        14 => BetCommand::Shake { times: reader.byte() % 6 }.into(),
        15 => {
            let (voucher, amount) = (voucher(reader), money(reader));
            SeatCommand::SitAndBuyIn { player: player(reader), staff: None, voucher, amount }
        }
        16 | 17 => SeatCommand::Sit {
            player: player(reader),
            staff: (reader.byte() > 250).then_some(StaffId(1)),
        },
        18 | 19 => SeatCommand::BuyIn { voucher: voucher(reader), amount: money(reader) },
        20 => SeatCommand::CashOut { voucher: voucher(reader), amount: money(reader) },
        21 => SeatCommand::CashOutAndLeave { voucher: voucher(reader), amount: money(reader) },
        22 => SeatCommand::SetOwnLimits(OwnLimits {
            loss_max: reader.is().then(|| money(reader)),
            time_max_ms: reader.is().then(|| reader.number()),
            remind_ms: reader.is().then(|| reader.number()),
        }),
        _leaves => SeatCommand::Leave,
    }
}

fn staff_command(reader: &mut Reader<'_>, table: &Table) -> StaffCommand {
    match reader.byte() % 16 {
        0..=6 => round_command(reader, table).into(),
        7..=9 => ruling_command(reader, table).into(),
        10 => case_command(reader, table).into(),
        11 | 12 => day_command(reader, table).into(),
        13 => players_command(reader, table.book()).into(),
        _equipment => equipment(reader, table.book()).into(),
    }
}

fn round_command(reader: &mut Reader<'_>, table: &Table) -> RoundCommand {
    match reader.byte() % 16 {
        0 | 1 => RoundCommand::OpenBetting,
        2 => RoundCommand::ExtendBetting,
        3 | 4 => RoundCommand::CallNoMoreBets,
        5 => RoundCommand::SelectPlayer { seat: seat(reader) },
        6 => RoundCommand::Shake { times: reader.byte() % 6 },
        7 => RoundCommand::Reveal,
        8 => RoundCommand::CoverShaker,
        9 => RoundCommand::EnterDice(roll(reader)),
        10 => RoundCommand::ReenterDice,
        11 | 12 => {
            let entered = table.round().and_then(|round| round.entry);
            RoundCommand::ConfirmDice(entered.unwrap_or_else(|| roll(reader)))
        }
        13 => RoundCommand::Collect,
        14 => RoundCommand::Pay,
        _clears => RoundCommand::Clear,
    }
}

fn ruling_command(reader: &mut Reader<'_>, table: &Table) -> RulingCommand {
    match reader.byte() % 8 {
        0 => {
            let what = reader.one_of(Irregularity::ALL);
            RulingCommand::CallIrregularity { what, reason: reason() }
        }
        1 => RulingCommand::AttestPresence,
        2..=4 => RulingCommand::Propose(act(reader, table)),
        _decides => {
            let waiting: Vec<ProposalId> = table.proposals().map(|(id, _)| id).collect();
            let none = ProposalId(0);
            let proposal = if waiting.is_empty() { none } else { reader.one_of(&waiting) };
            if reader.byte() < 230 {
                RulingCommand::Approve(proposal)
            } else {
                RulingCommand::Withdraw(proposal)
            }
        }
    }
}

fn case_command(reader: &mut Reader<'_>, table: &Table) -> CaseCommand {
    let case = CaseId(u32::from(reader.byte() % 4));
    match reader.byte() % 4 {
        0 => CaseCommand::OpenCase(Dispute {
            about: reader.one_of(Irregularity::ALL),
            what: reason(),
            round: Some(past(reader, table)),
            seat: Some(seat(reader)),
            player: Some(player(reader)),
            recording: None,
        }),
        1 => CaseCommand::NoteCase { case, note: reason() },
        2 => CaseCommand::LetStand { case, reason: reason() },
        _reopens => CaseCommand::ReopenCase {
            case,
            authority: reason(),
            reference: reason(),
            reason: reason(),
        },
    }
}

fn day_command(reader: &mut Reader<'_>, table: &Table) -> DayCommand {
    match reader.byte() % 7 {
        0 => DayCommand::OpenTable,
        1 => DayCommand::AnnounceClosing,
        2 => DayCommand::CloseTable,
        3 => DayCommand::AnnounceLimits(limits(reader, table)),
        4 => DayCommand::StartShift,
        5 => DayCommand::LeaveShaker,
        _takes => DayCommand::TakeShaker,
    }
}

fn players_command(reader: &mut Reader<'_>, book: &RuleBook) -> PlayersCommand {
    let seat = seat(reader);
    match reader.byte() % 6 {
        3 => PlayersCommand::FreePlace { seat },
        4 => PlayersCommand::TakeColourBack { seat },
        5 => {
            let count = reader.byte() % 4;
            let bets = (0..count).map(|_| Bet::new(area(reader, book), stake(reader))).collect();
            PlayersCommand::RecordChips { seat, bets }
        }
        0 => PlayersCommand::GrantMarker { seat, stake_max: stake(reader) },
        1 => PlayersCommand::AssignColour { seat, colour: reader.byte(), value: stake(reader) },
        _excludes => PlayersCommand::Exclude { player: player(reader), reason: reason() },
    }
}

fn house_command(reader: &mut Reader<'_>) -> HouseCommand {
    let staff = worker(reader);
    match reader.byte() % 6 {
        5 => HouseCommand::GivePlace { seat: seat(reader), player: player(reader) },
        0 => HouseCommand::AssignStaff { staff, role: reader.one_of(&STAFF) },
        1 => HouseCommand::ReleaseStaff { staff },
        2 => {
            let (shaker, first) = (ShakerId(1 + u32::from(reader.byte() % 3)), reader.byte());
            let dice = [0, 1, 2].map(|place| DieId(u32::from(first) + place));
            let since = Time::from_millis(reader.number());
            let (set, first_used) = (DiceSetId(first.into()), [since, None, since]);
            HouseCommand::InstallLentDice { shaker, set, dice, first_used }
        }
        3 => HouseCommand::InstallLentShaker {
            shaker: ShakerId(1 + u32::from(reader.byte() % 3)),
            kind: reader.one_of(ShakerKind::ALL),
            sealed: reader.is(),
            approvals: if reader.is() { Approval::ALL.to_vec() } else { Vec::new() },
        },
        _pays => {
            let (voucher, amount) = (voucher(reader), money(reader));
            HouseCommand::PayOwed { player: player(reader), voucher, amount }
        }
    }
}

fn host_command(reader: &mut Reader<'_>, table: &Table) -> HostCommand {
    match reader.byte() % 15 {
        0..=4 => HostCommand::Tick,
        5 | 6 => HostCommand::RecordRoll(roll(reader)),
        7 => HostCommand::LoseSeat { seat: seat(reader) },
        8 => HostCommand::ReturnSeat { seat: seat(reader) },
        9 => HostCommand::AnnounceLimits(limits(reader, table)),
        10 => HostCommand::Restart,
        11 if reader.is() => HostCommand::NameApproval { allowed_by: Some(reason()) },
        11 if reader.is() => HostCommand::OfferEdition(offer(reader, table)),
        11 => HostCommand::BeginShift { began: shift(reader) },
        14 => HostCommand::FollowRegister {
            shakers: vec![ShakerFacts {
                shaker: ShakerId(1 + u32::from(reader.byte() % 3)),
                sealed: reader.is(),
                approvals: Vec::new(),
            }],
            damaged: vec![DieId(reader.byte().into())],
            disputed: reader.is(),
        },
        12 => recalled(reader, table),
        _house => house_command(reader).into(),
    }
}

/// One of two editions of the table's book, and one of two sets of times.
fn offer(reader: &mut Reader<'_>, table: &Table) -> Offer {
    let editions = EDITIONS.get(&table.book().title.id).expect("one of the library's own");
    let warning_ms = u64::from(reader.is()) * 1_000;
    let edition = editions[usize::from(reader.is())].clone();
    Offer { edition, times: Times { warning_ms, ..table.config().times } }
}

/// Every book as it is embedded, and with another name and other odds, as a later release has it.
static EDITIONS: LazyLock<BTreeMap<String, [CoreEdition; 2]>> = LazyLock::new(|| {
    let both = |id: &str| {
        let text = Library::text(id).expect("one of the library's own");
        let other = text.replace("Taisai House", "Other House").replace("180 to 1", "175 to 1");
        (id.to_owned(), [text.to_owned(), other].map(edition_of))
    };
    Library::ids().map(both).collect()
});

fn edition_of(own: String) -> CoreEdition {
    let sources = BookSources { own, base: None };
    let read = sources.read().expect("an edition is sound");
    sources.edition(*read.fingerprint().as_bytes()).expect("it was just read")
}

fn act(reader: &mut Reader<'_>, table: &Table) -> Act {
    let what = reader.one_of(Irregularity::ALL);
    match reader.byte() % 11 {
        0 => {
            let rounds = reader.few(3, |reader| past(reader, table));
            Act::VoidRounds { rounds, what, reason: reason() }
        }
        1 => Act::CorrectRound { round: past(reader, table), roll: roll(reader), reason: reason() },
        2 => Act::VoidBets { seat: seat(reader), reason: reason() },
        3 => Act::AttestDice { roll: roll(reader), reason: reason() },
        4 => Act::Reshake { what, reason: reason() },
        5 => {
            let (seat, player) = (seat(reader), player(reader));
            let terminal = SessionId(1 + u64::from(reader.byte() % 3));
            Act::HandOverSeat { seat, player, terminal, reason: reason() }
        }
        6 => {
            let (round, seat) = (past(reader, table), seat(reader));
            Act::VoidPastBets { round, seat, reason: reason() }
        }
        7 => Act::CallMistaken { what, reason: reason() },
        8 => {
            let (round, seat, player) = (past(reader, table), seat(reader), player(reader));
            let case = CaseId(u32::from(reader.byte() % 4));
            let amount = Money::new(u64::from(reader.byte()) * 50).expect("a small amount");
            let ruling = match reader.byte() % 6 {
                0 => CaseRuling::Stand,
                1 => CaseRuling::PayBet { round, seat, player, amount },
                2 => CaseRuling::TakeBet { round, seat, player, amount },
                3 => CaseRuling::VoidBets { round, seat },
                4 => CaseRuling::VoidRound { round },
                _chips => CaseRuling::PayChips { amount },
            };
            Act::DecideCase { case, ruling, reason: reason() }
        }
        9 => {
            let Offer { edition, times } = offer(reader, table);
            let (from, to) = (table.config().rule_book, edition.fingerprint);
            Act::MoveTable { from, to, times, reason: reason() }
        }
        _goes_on => Act::GoOn { what, reason: reason() },
    }
}

fn equipment(reader: &mut Reader<'_>, book: &RuleBook) -> EquipmentCommand {
    let shaker = ShakerId(1 + u32::from(reader.byte() % 3));
    match reader.byte() % 9 {
        0 => EquipmentCommand::InstallShaker {
            shaker,
            kind: reader.one_of(ShakerKind::ALL),
            sealed: reader.is(),
            approvals: if reader.is() { Approval::ALL.to_vec() } else { Vec::new() },
        },
        1 => EquipmentCommand::RemoveShaker { shaker },
        2 => EquipmentCommand::SetOutOfOrder { shaker },
        3 => {
            let first = u32::from(reader.byte());
            let third = first + u32::from(reader.byte() % 3);
            let dice = [first, first + 1, third].map(DieId);
            EquipmentCommand::InstallDice { shaker, set: DiceSetId(first), dice }
        }
        4 => EquipmentCommand::RemoveDice,
        5 if reader.is() => EquipmentCommand::TryDisplay { entered: roll(reader) },
        5 => EquipmentCommand::JudgeDisplay { lit: reader.byte() < 200 },
        6 => EquipmentCommand::AttestRepair,
        7 => EquipmentCommand::InspectShaker { tosses: reader.byte() % 5 },
        _ticks => {
            let lines = &book.equipment.checklist;
            let ids: Vec<&LineId> = lines.iter().map(|line| &line.id).collect();
            let one = |reader: &mut Reader<'_>| reader.one_of(&ids).clone();
            match reader.byte() % 20 {
                0 => EquipmentCommand::TickChecklist { lines: reader.byte() },
                1 => EquipmentCommand::AttestLines { lines: Vec::new() },
                _some => EquipmentCommand::AttestLines { lines: reader.few(3, one) },
            }
        }
    }
}

fn limits(reader: &mut Reader<'_>, table: &Table) -> Limits {
    let before = table.config().limits.clone();
    let usual = AreaLimit::new(stake(reader), stake(reader), u32::from(reader.byte()));
    let families: &[Family] = Family::ALL;
    let own = AreaLimit::new(stake(reader), stake(reader), 1 + u32::from(reader.byte() % 4));
    let family = reader.one_of(families);
    Limits {
        usual: usual.unwrap_or(before.usual),
        families: own.map(|own| (family, own)).into_iter().collect(),
        seat_max: money(reader),
        exposure_max: money(reader),
    }
}
