//! One of everything that can happen on the floor, in the order of the codes.

use taisai_floor::{
    Act, Asker, BankAct, BankEvent, BookHash, CageRules, CashWay, ChainNumber, Count, CountOf,
    Date, DayNumber, Digest, Event, FloorRole, GamingDate, Head, HeadsDiffer, LargeEvent,
    LargeRules, Line, LookUpNumber, Nature, Notice, Payee, Person, SessionEnd, SlipNumber, TableId,
    TerminalId, ThingEvent, ThingId,
};
use taisai_rules::{Approval, Role, ShakerKind};
use taisai_table::{
    DiceSetId, DieId, PlayerId, ProposalId, RequestId, SeatNumber, SessionId, ShakerId, StaffId,
    VoucherId,
};
use taisai_testing::values::{
    NOON, config, currency, digest, money, name, password, reason, time, title,
};

const STAFF: StaffId = StaffId(300);
const BY: StaffId = StaffId(2);
const SESSION: SessionId = SessionId(70_000);
const PROPOSAL: ProposalId = ProposalId(4);
const TABLE: TableId = TableId(3);
const SEAT: SeatNumber = SeatNumber(12);
const TERMINAL: TerminalId = TerminalId(9);
const VOUCHER: VoucherId = VoucherId(u128::MAX - 7);
const NUMBER: LookUpNumber = LookUpNumber(1_234);

pub(crate) fn samples() -> Vec<Event> {
    let (software, tickets, keys) = (software(), tickets(), keys_and_debts());
    let common = [people(), sessions(), places(), vouchers(), notices(), invitations()].concat();
    let things = things().map(Event::Things).to_vec();
    let given = vec![given_place()];
    [common, software, tickets, keys, cage_rules(), things, banks(), given, large()].concat()
}

/// What chains of vouchers bring and take.
fn large() -> Vec<Event> {
    let (date, chain, by) = (GamingDate(20_776), ChainNumber(300), BY);
    let (voucher, number, currency) = (VOUCHER, NUMBER, currency("USD"));
    let above = money(1_000_000);
    let person = Person::new("passport 17").unwrap();
    let counted = |way, person| LargeEvent::CashCounted {
        date,
        chain,
        voucher,
        number,
        way,
        amount: money(600_000),
        currency,
        by,
        person,
    };
    let sum = u128::from(u64::MAX) + 1;
    let events = [
        LargeEvent::LargeRuled(LargeRules::new([(currency, above)].into(), -660).unwrap()),
        LargeEvent::LargeRuled(LargeRules::default()),
        counted(CashWay::In, Some(person.clone())),
        counted(CashWay::Out, None),
        LargeEvent::ChainsJoined { date, chain, other: ChainNumber(9) },
        LargeEvent::SumLarge { date, chain, way: CashWay::Out, currency, sum, above },
    ];
    let act = Act::PayVoucherOf { voucher, reason: reason(), person };
    let (proposal, until, session) = (PROPOSAL, time(NOON), SESSION);
    let proposed = Event::Proposed { proposal, act, basis: 1, until, by, session };
    events.into_iter().map(Event::Large).chain([proposed]).collect()
}

fn given_place() -> Event {
    let (table, seat, by) = (TABLE, SEAT, Asker::Staff(BY, SESSION));
    Event::PlaceAdmitted { player: PlayerId(78), table, seat, by }
}

fn things() -> [ThingEvent; 17] {
    let (thing, table, by) = (ThingId::Dice(DiceSetId(300)), TABLE, BY);
    let line = |text: &str| Line::new(text).unwrap();
    let registered = |thing, nature| ThingEvent::ThingRegistered { thing, nature, by };
    let dice = [DieId(900), DieId(901), DieId(902)];
    let kind = ShakerKind::AutomatedCovered;
    let since = time(NOON);
    let tables = [table, TableId(4)];
    [
        registered(thing, Nature::Dice { dice }),
        registered(ThingId::Shaker(ShakerId(7)), Nature::Shaker { kind }),
        registered(ThingId::Display(8), Nature::Display { device: Some(9) }),
        registered(ThingId::Layout(9), Nature::Layout),
        ThingEvent::SealAttested { thing, number: line("S-17"), by },
        ThingEvent::ApprovalAttested {
            thing,
            approval: Approval::Dice,
            reference: line("A-9"),
            date: Date::new("2026-11-19").unwrap(),
            holder: line("the office"),
            by,
        },
        ThingEvent::ThingPlaced { thing, table: Some(table), by: Some(by) },
        ThingEvent::ThingWithdrawn { thing, reason: reason(), by },
        ThingEvent::DamageReported { thing, reason: reason(), by },
        ThingEvent::DeclaredSound { thing, reason: reason(), by },
        ThingEvent::ThingLent { thing, table, by },
        ThingEvent::ThingReturned { thing, table },
        ThingEvent::ThingAdopted {
            thing,
            nature: Nature::Dice { dice },
            sealed: true,
            approvals: vec![Approval::Dice, Approval::Table],
            first_used: [Some(since), None, Some(since)],
            table,
        },
        ThingEvent::DiceUsed { thing, since: [since; 3] },
        ThingEvent::DiceDamaged { dice: dice.to_vec(), table, by: Some(by) },
        ThingEvent::ThingDisputed { thing, tables },
        ThingEvent::DisputeEnded { thing, tables },
    ]
}

fn people() -> Vec<Event> {
    let (staff, by, reason) = (STAFF, BY, reason());
    let until = time(NOON + 1);
    let grant = Act::GrantRole { staff, role: FloorRole::Table(Role::PitManager) };
    let reset = Act::ResetPassword { staff, password: password(1) };
    let proposed =
        |act| Event::Proposed { proposal: PROPOSAL, act, basis: 5, until, by, session: SESSION };
    vec![
        Event::AdministratorAdded { staff, name: name("ann"), password: password(0) },
        Event::StaffAdded { staff, name: name("dan"), password: password(0), by },
        Event::PasswordChanged { staff, password: password(2) },
        Event::PasswordReset { staff, password: password(3), by: [BY, StaffId(5)] },
        Event::RoleGranted { staff, role: FloorRole::Cashier, by: [BY, StaffId(5)] },
        Event::RoleRevoked { staff, reason: reason.clone(), by },
        Event::StaffSuspended { staff, reason: reason.clone(), by },
        Event::StaffReinstated { staff, reason, by },
        proposed(grant),
        proposed(reset),
        Event::Approved { proposal: PROPOSAL, by, session: SESSION },
        Event::Withdrawn { proposal: PROPOSAL, by },
        Event::ProposalLapsed { proposal: PROPOSAL },
    ]
}

fn invitations() -> Vec<Event> {
    let (staff, by, invitation, until) = (STAFF, BY, digest(8), time(NOON + 2));
    let act = Act::Invite { staff, invitation };
    vec![
        Event::StaffInvited { staff, name: name("eve"), invitation, until, by },
        Event::Invited { staff, invitation, until, by: [BY, StaffId(5)] },
        Event::InvitationAccepted { staff, password: password(4) },
        Event::Proposed { proposal: PROPOSAL, act, basis: 5, until, by, session: SESSION },
    ]
}

fn sessions() -> Vec<Event> {
    let (session, token) = (SESSION, digest(6));
    let mut events = vec![
        Event::SessionOpened { session, staff: STAFF, token, until: time(NOON) },
        Event::SessionRotated { session, token },
        Event::SessionRefreshed { session },
    ];
    let ends = [
        SessionEnd::LoggedOut,
        SessionEnd::Idle,
        SessionEnd::Expired,
        SessionEnd::Closed,
        SessionEnd::MadeRoom,
        SessionEnd::StaffChanged,
    ];
    events.extend(ends.map(|why| Event::SessionEnded { session, why }));
    events
}

fn places() -> Vec<Event> {
    let (table, seat, terminal, by) = (TABLE, SEAT, TERMINAL, BY);
    let (code, token): (Digest, Digest) = (digest(1), digest(2));
    vec![
        Event::EnrolmentOffered { code, table, seat, until: time(NOON), by },
        Event::EnrolmentLapsed { code },
        Event::TerminalEnrolled { terminal, code, token, table, seat },
        Event::DisplayOffered { code, table, equipment: Some(12), until: time(NOON), by },
        Event::DisplayEnrolled { display: terminal, code, token, table, equipment: None },
        Event::DisplayRemoved { display: terminal, by: Asker::Host },
        Event::TerminalRemoved { terminal, by: Asker::Staff(BY, SESSION) },
        Event::PlayerAdmitted { player: PlayerId(77), terminal },
        Event::TableAdded {
            table,
            name: title("Table 3"),
            config: config("MOP"),
            book: title("act"),
            by: Asker::Host,
        },
        Event::TableRetired { table, by: Asker::Terminal(terminal) },
    ]
}

fn vouchers() -> Vec<Event> {
    let (voucher, number, table, seat, by) = (VOUCHER, NUMBER, TABLE, SEAT, BY);
    let (amount, currency) = (money(50_000), currency("USD"));
    let prepared =
        |payee| Event::VoucherPrepared { voucher, number, amount, currency, table, payee };
    vec![
        Event::VoucherSold { voucher, number, amount, currency, by },
        Event::VoucherRedeemed { voucher, amount, by },
        Event::VoucherHeld { voucher, amount, table, seat },
        Event::VoucherSpent { voucher, amount, table, seat },
        Event::VoucherReleased { voucher, amount, table, seat },
        prepared(Payee::Seat(seat)),
        prepared(Payee::Player(PlayerId(77))),
        Event::VoucherIssued { voucher, amount, table },
        Event::VoucherDropped { voucher, table },
        Event::VoucherPromised { voucher, terminal: TERMINAL, request: RequestId(28) },
        Event::VoucherTaken { voucher, terminal: TERMINAL },
        Event::VoucherReplaced {
            voucher,
            anew: VoucherId(78),
            number,
            amount,
            reason: reason(),
            by: [BY, BY],
        },
    ]
}

fn notices() -> Vec<Event> {
    let line = |text: &str| Line::new(text).unwrap();
    let (who, address) = (line("ann"), line("10.0.0.1"));
    let (terminal, table, seat) = (TERMINAL, TABLE, SEAT);
    let head = |sequence| Head { sequence, hash: [9; 32] };
    let notices = [
        Notice::LoginFailed { name: who.clone(), address: address.clone() },
        Notice::LockedOut { name: who.clone(), address: address.clone(), until: time(NOON) },
        Notice::Unlocked { name: who, address, by: Some(BY) },
        Notice::ClockJumped { expected: time(NOON), found: time(1) },
        Notice::ServerStarted { version: title("0.1.0") },
        Notice::ServerStopped,
        Notice::ConfigurationChanged {
            key: line("sound"),
            from: line(""),
            to: line("off"),
            by: None,
        },
        Notice::Overridden { what: line("alarm"), reason: reason(), by: BY },
        Notice::OldJournalAccepted {
            by: name("ann"),
            reason: reason(),
            expected: head(9),
            found: head(7),
        },
        Notice::TerminalLost { terminal, table, seat },
        Notice::TerminalReturned { terminal, table, seat },
    ];
    let mut events: Vec<Event> = notices.into_iter().map(Event::Noted).collect();
    let (from, id) = (Asker::Staff(STAFF, SESSION), RequestId(8));
    events.push(Event::RequestAnswered { from, id, digest: 0x0123_4567_89ab_cdef });
    let (staff, password, reason) = (STAFF, password(4), reason());
    events.push(Event::PasswordRecovered { staff, password, reason });
    events.push(Event::LimitsConfigured { table, limits: config("MOP").limits });
    let (session, address) = (SESSION, line("10.0.0.2"));
    events.push(Event::Noted(Notice::OldTokenUsed { session, staff, address }));
    for table in [Some(table), None] {
        events.push(Event::Noted(Notice::SnapshotSetAside { table, sequence: 9_000 }));
    }
    events.push(Event::Noted(Notice::DemoFounded));
    events.extend(after_a_loss(head));
    events
}

/// What is written down about the key of the vouchers, and about what is owed to those who left.
fn keys_and_debts() -> Vec<Event> {
    let (table, player, amount) = (TABLE, PlayerId(9), money(500));
    let notices = [
        Notice::KeyNamed { fingerprint: [5; 32] },
        Notice::KeyReplaced { fingerprint: [6; 32], by: BY, reason: reason() },
        Notice::OwedPaid { table, player, amount, reason: reason() },
        Notice::JournalDamaged {
            table: Some(table),
            sequence: 9_000,
            what: Line::of("it is cut short"),
        },
        Notice::DocumentAttached { table, file: Line::of("act.pdf"), hash: [7; 32] },
    ];
    notices.into_iter().map(Event::Noted).collect()
}

/// What is written down after an old copy was accepted, and about clocks that are ahead.
fn after_a_loss(head: impl Fn(u64) -> Head) -> Vec<Event> {
    let (by, number, amount) = (BY, LookUpNumber(98_424_000_000_007), money(500));
    let (voucher, currency) = (VoucherId(u128::MAX), currency("USD"));
    let differs = |table| HeadsDiffer { table, expected: head(9), found: head(7) };
    let streams = vec![differs(None), differs(Some(TABLE))];
    let act = Act::HonourPaper { voucher, number, amount, currency, reason: reason() };
    let (last, found) = (time(NOON), time(NOON + 50_400_000));
    vec![
        Event::SeriesBegun { from: number },
        Event::PaperHonoured {
            voucher,
            number,
            amount,
            currency,
            reason: reason(),
            by: [BY, STAFF],
        },
        Event::Noted(Notice::JournalAccepted { by, reason: reason(), streams }),
        Event::Noted(Notice::ClockNotFollowed { house: last, found }),
        Event::Noted(Notice::ClockAccepted { by, reason: reason(), last, found }),
        Event::Proposed {
            proposal: ProposalId(4),
            act,
            basis: 0,
            until: time(NOON),
            by,
            session: SESSION,
        },
    ]
}

fn software() -> Vec<Event> {
    let line = |text: &str| Line::new(text).unwrap();
    let mut events = Vec::new();
    let book = |id: &str, hash| BookHash { book: line(id), hash: [hash; 32] };
    for (binary, books) in
        [(None, Vec::new()), (Some([1; 32]), vec![book("act", 3), book("maryland", 4)])]
    {
        let (commit, screens) = (line("unknown"), binary.map(|_| [2; 32]));
        events.push(Event::Noted(Notice::SoftwareIdentified { commit, binary, screens, books }));
    }
    events
}

fn tickets() -> Vec<Event> {
    let (terminal, table, seat, ticket) = (TERMINAL, TABLE, SEAT, 41);
    let address = Line::new("10.0.0.3").unwrap();
    vec![
        Event::TicketSpent { terminal, ticket },
        Event::Noted(Notice::TicketMisused { terminal, table, seat, ticket, address }),
        Event::Noted(Notice::BarredSeatTried { terminal, table, seat }),
        Event::Noted(Notice::BarredVoucherTried { terminal, table, seat, number: LookUpNumber(7) }),
        Event::Noted(Notice::DisplayLost { display: terminal, table }),
        Event::Noted(Notice::DisplayReturned { display: terminal, table }),
        Event::Noted(Notice::DisplayMisused {
            display: terminal,
            table,
            ticket,
            address: Line::new("10.0.0.4").unwrap(),
        }),
        Event::VoucherIssuedForCage { voucher: VoucherId(7), amount: money(50_000), table },
    ]
}

/// What two people count at felt tables.
fn banks() -> Vec<Event> {
    let (table, day, by) = (TABLE, DayNumber(40), [BY, STAFF]);
    let slip = SlipNumber(90_000);
    let count = |pieces: &[(u64, u32)]| {
        Count::new(pieces.iter().map(|(of, pieces)| (money(*of), *pieces)).collect()).unwrap()
    };
    let (some, none) = (count(&[(500, 20), (10_000, 300)]), count(&[]));
    let corrected = |of| {
        let (count, reason) = (some.clone(), reason());
        BankEvent::CountCorrected { table, day, of, count, reason, by }
    };
    let all = [CountOf::Opening, CountOf::Fill(slip), CountOf::Credit(slip), CountOf::Closing];
    let proposed = |act| {
        let (proposal, until, act) = (ProposalId(5), time(NOON), Act::Bank(act));
        Event::Proposed { proposal, act, basis: 1, until, by: BY, session: SESSION }
    };
    let acts = [
        BankAct::OpenFloat { table, count: some.clone() },
        BankAct::Fill { table, count: some.clone() },
        BankAct::Credit { table, count: some.clone() },
        BankAct::CloseFloat { table, count: none.clone() },
        BankAct::CountDrop { table, day, count: none.clone() },
        BankAct::CorrectCount {
            table,
            day,
            of: CountOf::Drop,
            count: some.clone(),
            reason: reason(),
        },
    ];
    let events = [
        BankEvent::FloatOpened { table, day, carried: None, count: some.clone(), by },
        BankEvent::FloatOpened { table, day, carried: Some(money(7)), count: none.clone(), by },
        BankEvent::Filled { table, day, slip, count: some.clone(), by },
        BankEvent::Credited { table, day, slip, count: some.clone(), by },
        BankEvent::FloatClosed { table, day, count: some.clone(), by },
        BankEvent::DropCounted { table, day, count: none, by },
    ];
    let corrections = all.into_iter().chain([CountOf::Drop]).map(corrected);
    let events = events.into_iter().chain(corrections).map(Event::Bank);
    events.chain(acts.into_iter().map(proposed)).collect()
}

/// What the house sets for its cage, and what follows from it.
fn cage_rules() -> Vec<Event> {
    let (voucher, amount, by) = (VoucherId(7), money(50_000), BY);
    let alone_max = [(currency("MOP"), money(1)), (currency("USD"), money(90_000))];
    let rules = CageRules::new(Some(30), alone_max.into_iter().collect()).unwrap();
    let proposed = |act| {
        let (proposal, until) = (ProposalId(5), time(NOON));
        Event::Proposed { proposal, act, basis: 1, until, by, session: SESSION }
    };
    vec![
        Event::CageRuled(rules),
        Event::CageRuled(CageRules::default()),
        Event::VoucherExpired { voucher, amount },
        Event::VoucherRevived { voucher, amount, reason: reason(), by: [BY, STAFF] },
        proposed(Act::PayVoucher { voucher, reason: reason() }),
        proposed(Act::ReviveVoucher { voucher, reason: reason() }),
    ]
}
