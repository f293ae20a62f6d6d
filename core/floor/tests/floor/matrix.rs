//! Every command × everyone who can ask, compared with `docs/generated/floor-matrix.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use taisai_floor::{
    Act, Asker, BankAct, BankEvent, CageRules, Command, Count, CountOf, Date, DayNumber, Decision,
    Event, FloorRole, Held, LargeEvent, LargeRules, Line, Nature, Notice, Payee, Person, Refusal,
    SlipNumber, TableId, TerminalId, ThingCommand, ThingEvent, ThingId, Wish,
};
use taisai_rules::{Approval, ShakerKind};
use taisai_table::{
    DiceSetId, DieId, PlayerId, ProposalId, SeatNumber, SessionId, ShakerId, StaffId, VoucherId,
};
use taisai_testing::values::{
    config, currency, digest, felt_config, money, name, password, reason, title,
};
use taisai_testing::written::{self, Row};

use crate::house::House;

/// Declares every variant of an enum with its name, so that none can be forgotten.
macro_rules! names {
    ($list:ident, $of:ident, $enum:ident: $($variant:ident)+) => {
        pub(crate) const $list: &[&str] = &[ $( stringify!($variant), )+ ];
        pub(crate) const fn $of(value: &$enum) -> &'static str {
            match value { $( $enum::$variant { .. } => stringify!($variant), )+ }
        }
    };
}

names! { COMMANDS, command_name, Command:
    AddAdministrator AddStaff AcceptInvitation ChangePassword RecoverPassword RevokeRole
    SuspendStaff ReinstateStaff Propose Approve Withdraw OpenSession RotateSession
    RefreshSession EndSession EndIdleSession EndSessions OfferEnrolment OfferDisplay
    EnrolTerminal RemoveTerminal SpendTicket AdmitPlayer AdmitToPlace
    AddTable ConfigureLimits RetireTable SellVoucher SellVoucherTo
    RedeemVoucher RedeemVoucherOf HoldVoucher SpendVoucher ReleaseVoucher PrepareVoucher
    IssueVoucher IssueForCage DropVoucher TakeVoucher RuleCage RuleLarge Note Tick Things
}

names! { THING_COMMANDS, thing_command_name, ThingCommand:
    Register AttestSeal AttestApproval Place Withdraw ReportDamage DeclareSound Lend Settle
}

names! { THING_EVENTS, thing_event_name, ThingEvent:
    ThingRegistered SealAttested ApprovalAttested ThingPlaced ThingWithdrawn DamageReported
    DeclaredSound ThingLent ThingReturned ThingAdopted DiceUsed DiceDamaged ThingDisputed
    DisputeEnded
}

names! { EVENTS, event_name, Event:
    AdministratorAdded StaffAdded StaffInvited Invited InvitationAccepted PasswordChanged
    PasswordReset PasswordRecovered RoleGranted RoleRevoked StaffSuspended StaffReinstated
    Proposed Approved Withdrawn ProposalLapsed SessionOpened SessionRotated SessionRefreshed
    SessionEnded EnrolmentOffered EnrolmentLapsed TerminalEnrolled TerminalRemoved
    PlayerAdmitted TableAdded LimitsConfigured TableRetired VoucherSold VoucherRedeemed
    VoucherHeld VoucherSpent VoucherReleased VoucherPrepared VoucherIssued VoucherDropped
    VoucherPromised VoucherTaken VoucherReplaced Noted RequestAnswered SeriesBegun PaperHonoured
    TicketSpent VoucherIssuedForCage CageRuled VoucherExpired VoucherRevived DisplayOffered
    DisplayEnrolled DisplayRemoved Things Bank PlaceAdmitted Large
}

names! { LARGE_EVENTS, large_event_name, LargeEvent:
    LargeRuled CashCounted ChainsJoined SumLarge
}

names! { BANK_EVENTS, bank_event_name, BankEvent:
    FloatOpened Filled Credited FloatClosed DropCounted CountCorrected
}

names! { BANK_ACTS, bank_act_name, BankAct:
    OpenFloat Fill Credit CloseFloat CountDrop CorrectCount
}

/// A staffed house in which every command can be done by somebody.
fn standing() -> House {
    let mut house = House::staffed();
    let (ann, flo, cas) = (house.asker("ann"), house.asker("flo"), house.asker("cas"));
    for who in ["new", "sus", "out", "giv", "inv"] {
        house.must(ann, Command::AddStaff { name: name(who), invitation: digest(901) });
        house.log_in(who);
    }
    let cashier = |staff| Command::Propose(Act::GrantRole { staff, role: FloorRole::Cashier });
    let giv = house.staff("giv");
    house.must(ann, cashier(giv));
    let proposal = house.floor.proposals().last().unwrap().0;
    let bea = house.asker("bea");
    house.must(bea, Command::Approve(proposal));
    house.log_in("giv");
    let sus = house.staff("sus");
    house.must(ann, Command::SuspendStaff { staff: sus, reason: reason() });
    let out = house.staff("out");
    house.host(Command::EndSessions { staff: out });
    let new = house.staff("new");
    house.must(ann, cashier(new));
    for number in 1..=3 {
        let (voucher, amount) = (VoucherId(number), money(500));
        house.must(cas, Command::SellVoucher { voucher, amount, currency: currency("USD") });
    }
    let (table, seat) = (TableId(1), SeatNumber(1));
    house.host(Command::HoldVoucher { voucher: VoucherId(2), table, seat });
    let (payee, amount) = (Payee::Seat(SeatNumber(2)), money(70));
    let wish = Wish::Amount;
    let prepare =
        Command::PrepareVoucher { voucher: VoucherId(4), table, payee, amount, wish: wish.clone() };
    house.host(prepare);
    let (voucher, payee) = (VoucherId(5), Payee::Seat(SeatNumber(1)));
    let terminal = Asker::Terminal(TerminalId(1));
    house.must(terminal, Command::PrepareVoucher { voucher, table, payee, amount, wish });
    house.host(Command::IssueVoucher { voucher, table });
    let (code, seat) = (digest(777), SeatNumber(7));
    house.must(flo, Command::OfferEnrolment { code, table, seat });
    house.add_table(3, "USD");
    for number in [1, 2] {
        let thing = ThingId::Shaker(ShakerId(number));
        let nature = Nature::Shaker { kind: ShakerKind::Manual };
        house.host(Command::Things(ThingCommand::Register { thing, nature }));
        let table = Some(TableId(number));
        house.host(Command::Things(ThingCommand::Place { thing, table }));
    }
    let damaged =
        ThingCommand::ReportDamage { thing: ThingId::Shaker(ShakerId(2)), reason: reason() };
    house.host(Command::Things(damaged));
    count_banks(&mut house);
    house.host(Command::RefreshSession { session: session_of(&house, "bea") });
    house.host(Command::RefreshSession { session: session_of(&house, "max") });
    house
}

/// Two felt tables: the float of one is open, that of the other closed.
fn count_banks(house: &mut House) {
    for (table, counts) in
        [(5, ["float 100x10", "fill 100x2"]), (6, ["float 100x10", "closing 100x9"])]
    {
        let (name, config) = (title("Felt"), felt_config("USD"));
        house.host(Command::AddTable { table: TableId(table), name, config, book: title("act") });
        for counted in counts {
            let (what, count) = counted.split_once(' ').unwrap();
            let (first, second) = if what == "fill" { ("cas", "flo") } else { ("flo", "dan") };
            let words = [first, "counts", what, &table.to_string(), count];
            let (from, command) = crate::asking::asked(house, &words);
            house.must(from, command);
            let proposal = house.floor.proposals().last().unwrap().0;
            let second = house.asker(second);
            house.must(second, Command::Approve(proposal));
        }
    }
}

fn session_of(house: &House, who: &str) -> SessionId {
    house.floor.sessions_of(house.staff(who)).last().unwrap()
}

/// Everyone who can ask.
fn askers(house: &House) -> Vec<(&'static str, Asker)> {
    vec![
        ("host", Asker::Host),
        ("terminal", House::terminal(1)),
        ("other terminal", House::terminal(2)),
        ("stray terminal", House::terminal(99)),
        ("dealer", house.asker("dan")),
        ("floorperson", house.asker("flo")),
        ("supervisor", house.asker("sue")),
        ("pit manager", house.asker("pit")),
        ("shift manager", house.asker("max")),
        ("cashier", house.asker("cas")),
        ("auditor", house.asker("aud")),
        ("proposer", house.asker("ann")),
        ("administrator", house.asker("bea")),
        ("given password", house.asker("giv")),
        ("no role", house.asker("new")),
        ("suspended", house.asker("sus")),
        ("logged out", house.asker("out")),
        ("stranger", Asker::Staff(StaffId(99), SessionId(99))),
    ]
}

/// Every command, such that somebody may do it.
#[expect(clippy::too_many_lines, reason = "one of every command, and nothing else")]
fn every_command(house: &House) -> Vec<Command> {
    let (table, seat, code, token) = (TableId(1), SeatNumber(1), digest(777), digest(778));
    let (voucher, amount, payee) = (VoucherId, money(500), Payee::Seat(seat));
    let owed = Payee::Player(PlayerId(77));
    let staff = house.staff("dan");
    let proposal = house.floor.proposals().last().map_or(ProposalId(0), |(id, _)| id);
    let session = session_of(house, "dan");
    let (new_name, reason) = (name("zoe"), reason());
    vec![
        Command::AddAdministrator { name: new_name.clone(), password: password(1) },
        Command::AddStaff { name: new_name, invitation: digest(902) },
        Command::AcceptInvitation {
            staff: house.staff("inv"),
            invitation: digest(901),
            password: password(1),
        },
        Command::ChangePassword { password: password(4) },
        Command::RecoverPassword {
            staff: house.staff("ann"),
            password: password(4),
            reason: reason.clone(),
        },
        Command::RevokeRole { staff, reason: reason.clone() },
        Command::SuspendStaff { staff, reason: reason.clone() },
        Command::ReinstateStaff { staff: house.staff("sus"), reason: reason.clone() },
        Command::Propose(Act::GrantRole { staff, role: FloorRole::Auditor }),
        bank_act(BankAct::OpenFloat { table: TableId(6), count: count() }),
        bank_act(BankAct::Fill { table: TableId(5), count: count() }),
        bank_act(BankAct::Credit { table: TableId(5), count: count() }),
        bank_act(BankAct::CloseFloat { table: TableId(5), count: count() }),
        bank_act(BankAct::CountDrop { table: TableId(6), day: DayNumber(1), count: count() }),
        bank_act(BankAct::CorrectCount {
            table: TableId(5),
            day: DayNumber(1),
            of: CountOf::Fill(SlipNumber(1)),
            count: count(),
            reason: reason.clone(),
        }),
        Command::Approve(proposal),
        Command::Withdraw(proposal),
        Command::OpenSession { staff, token },
        Command::RotateSession { session, token },
        Command::RefreshSession { session },
        Command::EndSession { session },
        Command::EndIdleSession { session },
        Command::EndSessions { staff },
        Command::OfferEnrolment { code: token, table, seat: SeatNumber(8) },
        Command::OfferDisplay { code: token, table, equipment: Some(5) },
        Command::EnrolTerminal { code, token },
        Command::RemoveTerminal { terminal: TerminalId(2) },
        Command::SpendTicket { terminal: TerminalId(2), ticket: 0 },
        Command::AdmitPlayer,
        Command::AdmitToPlace { table, seat: SeatNumber(9) },
        Command::AddTable {
            table: TableId(9),
            name: title("Nine"),
            config: config("USD"),
            book: title("act"),
        },
        Command::ConfigureLimits { table, limits: config("USD").limits },
        Command::RetireTable { table: TableId(3) },
        Command::SellVoucher { voucher: voucher(9), amount, currency: currency("USD") },
        Command::SellVoucherTo {
            voucher: voucher(9),
            amount,
            currency: currency("USD"),
            person: person(),
        },
        Command::RedeemVoucher { voucher: voucher(1) },
        Command::RedeemVoucherOf { voucher: voucher(1), person: person() },
        Command::HoldVoucher { voucher: voucher(1), table, seat },
        Command::SpendVoucher { voucher: voucher(2), table },
        Command::ReleaseVoucher { voucher: voucher(2), table },
        Command::PrepareVoucher { voucher: voucher(9), table, payee, amount, wish: Wish::Amount },
        Command::PrepareVoucher {
            voucher: voucher(9),
            table,
            payee: owed,
            amount,
            wish: Wish::Owed(reason),
        },
        Command::IssueVoucher { voucher: voucher(4), table },
        Command::IssueForCage { voucher: voucher(4), table },
        Command::DropVoucher { voucher: voucher(4), table },
        Command::TakeVoucher { voucher: voucher(5) },
        Command::RuleCage(CageRules::new(Some(30), BTreeMap::new()).unwrap()),
        Command::RuleLarge(LargeRules::new(BTreeMap::new(), 60).unwrap()),
        Command::Note(Notice::ServerStopped),
        Command::Tick,
    ]
    .into_iter()
    .chain(thing_commands().map(Command::Things))
    .collect()
}

const fn bank_act(act: BankAct) -> Command {
    Command::Propose(Act::Bank(act))
}

fn person() -> Person {
    Person::new("ID-1").unwrap()
}

fn count() -> Count {
    Count::new(BTreeMap::from([(money(100), 1)])).unwrap()
}

/// The same at a table that is not there.
fn unsound_act(act: BankAct) -> BankAct {
    let table = TableId(99);
    match act {
        BankAct::OpenFloat { count, .. } => BankAct::OpenFloat { table, count },
        BankAct::Fill { count, .. } => BankAct::Fill { table, count },
        BankAct::Credit { count, .. } => BankAct::Credit { table, count },
        BankAct::CloseFloat { count, .. } => BankAct::CloseFloat { table, count },
        BankAct::CountDrop { day, count, .. } => BankAct::CountDrop { table, day, count },
        BankAct::CorrectCount { day, of, count, reason, .. } => {
            BankAct::CorrectCount { table, day, of, count, reason }
        }
    }
}

/// Each about a shaker at the first table that is in nobody's use, or about the one in the store
/// that is damaged.
fn thing_commands() -> [ThingCommand; 9] {
    let (table, reason, by) = (TableId(1), reason(), StaffId(1));
    let (thing, broken) = (ThingId::Shaker(ShakerId(1)), ThingId::Shaker(ShakerId(2)));
    let line = Line::of("17");
    let nature = Nature::Dice { dice: [DieId(1), DieId(2), DieId(3)] };
    [
        ThingCommand::Register { thing: ThingId::Dice(DiceSetId(9)), nature },
        ThingCommand::AttestSeal { thing, number: line.clone() },
        ThingCommand::AttestApproval {
            thing,
            approval: Approval::Shaker,
            reference: line.clone(),
            date: Date::new("2026-11-19").unwrap(),
            holder: line,
        },
        ThingCommand::Place { thing, table: None },
        ThingCommand::Withdraw { thing, reason: reason.clone() },
        ThingCommand::ReportDamage { thing, reason: reason.clone() },
        ThingCommand::DeclareSound { thing: broken, reason },
        ThingCommand::Lend { thing, table, by },
        ThingCommand::Settle { table, held: Held::default(), by: None },
    ]
}

/// The same about a thing, or a table, that is not there.
fn unsound_of(command: ThingCommand) -> ThingCommand {
    let (thing, table) = (ThingId::Shaker(ShakerId(99)), TableId(99));
    match command {
        ThingCommand::Register { nature, .. } => ThingCommand::Register { thing, nature },
        ThingCommand::AttestSeal { number, .. } => ThingCommand::AttestSeal { thing, number },
        ThingCommand::AttestApproval { approval, reference, date, holder, .. } => {
            ThingCommand::AttestApproval { thing, approval, reference, date, holder }
        }
        ThingCommand::Place { table, .. } => ThingCommand::Place { thing, table },
        ThingCommand::Withdraw { reason, .. } => ThingCommand::Withdraw { thing, reason },
        ThingCommand::ReportDamage { reason, .. } => ThingCommand::ReportDamage { thing, reason },
        ThingCommand::DeclareSound { reason, .. } => ThingCommand::DeclareSound { thing, reason },
        ThingCommand::Lend { table, by, .. } => ThingCommand::Lend { thing, table, by },
        ThingCommand::Settle { held, by, .. } => ThingCommand::Settle { table, held, by },
    }
}

fn ask(house: &House, from: Asker, command: &Command) -> Decision {
    let request = house.clone().request(from, command.clone());
    house.floor.decide(&request, house.time())
}

fn cell(answer: &Decision) -> String {
    match answer {
        Ok(events) => {
            let done =
                events.iter().filter(|event| !matches!(event, Event::RequestAnswered { .. }));
            let name = |event: &Event| match event {
                Event::Things(event) => thing_event_name(event),
                Event::Large(event) => large_event_name(event),
                event => event_name(event),
            };
            let names: Vec<&str> = done.map(name).collect();
            if names.is_empty() { "**ok**".to_owned() } else { format!("**{}**", names.join(" ")) }
        }
        Err(refusal) => refusal.to_string(),
    }
}

const PREFACE: &str = "\
# Who may ask what of the floor

Every command and everyone who can ask: what happens (**in bold**, by the names of the events) and
for whom, or why not. Written by `UPDATE=1 cargo test -p taisai-floor --test floor matrix` and
compared by every test run. The floor has two administrators, who gave their passwords just now, as
did the shift manager; one of them has proposed a role for somebody. Each command is one that the
right person can do.

| command | happens | refused |
|---|---|---|
";

fn document() -> String {
    let (house, mut text) = (standing(), String::from(PREFACE));
    for command in every_command(&house) {
        let (happens, refused) = line(&house, &command);
        writeln!(text, "| {} | {happens} | {refused} |", label(&command)).unwrap();
    }
    text
}

/// The command's name; of one that different people may ask, with what makes the difference.
fn label(command: &Command) -> String {
    let of = match command {
        Command::PrepareVoucher { payee: Payee::Player(_), .. } => " for a player who has left",
        Command::Propose(Act::Bank(act)) => {
            return format!("Propose {}", bank_act_name(act));
        }
        _ => "",
    };
    match command {
        Command::Things(command) => thing_command_name(command).to_owned(),
        command => format!("{}{of}", command_name(command)),
    }
}

/// What happens for whom, and who is refused why; askers with one answer stand together.
fn line(house: &House, command: &Command) -> (String, String) {
    let mut row = Row::default();
    for (who, from) in askers(house) {
        let answer = ask(house, from, command);
        row.note(who, cell(&answer), &answer);
    }
    row.cells()
}

#[test]
fn the_matrix_is_as_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/generated/floor-matrix.md");
    written::is(path, &document());
}

#[test]
fn every_command_is_in_the_matrix_and_somebody_can_do_it() {
    let house = standing();
    let commands = every_command(&house);
    let mut named: Vec<&str> = commands.iter().map(command_name).collect();
    named.dedup();
    assert_eq!(named, COMMANDS);
    for command in &commands {
        // The host adds administrators only while there are too few.
        let never = matches!(command, Command::AddAdministrator { .. });
        let somebody = askers(&house).iter().any(|(_, from)| ask(&house, *from, command).is_ok());
        assert!(somebody != never, "{command:?}");
    }
    assert_eq!(EVENTS.len(), 55);
    let acts = commands.iter().filter_map(|command| match command {
        Command::Propose(Act::Bank(act)) => Some(bank_act_name(act)),
        _ => None,
    });
    assert_eq!(acts.collect::<Vec<_>>(), BANK_ACTS);
    assert_eq!(BANK_EVENTS.len(), BANK_ACTS.len());
    let things = commands.iter().filter_map(|command| match command {
        Command::Things(command) => Some(thing_command_name(command)),
        _ => None,
    });
    assert_eq!(things.collect::<Vec<_>>(), THING_COMMANDS);
    assert_eq!(THING_EVENTS.len(), 14);
    assert_eq!(LARGE_EVENTS.len(), 4);
}

#[test]
fn whoever_is_out_can_do_nothing_at_all() {
    let house = standing();
    for command in every_command(&house) {
        for (who, from) in askers(&house) {
            let out = ["suspended", "logged out", "stranger", "stray terminal"].contains(&who);
            let answer = ask(&house, from, &command);
            assert!(!out || answer.is_err(), "{who}: {command:?}");
            let role_is_all = matches!(command, Command::ChangePassword { .. });
            assert!(who != "no role" || answer.is_err() || role_is_all, "{who}: {command:?}");
        }
    }
}

/// A number of the order in which a request is examined.
#[expect(clippy::too_many_lines, reason = "a list of refusals")]
fn rank(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::RequestReused | Refusal::RequestTooOld => 1,
        Refusal::OnlyHost
        | Refusal::OnlyTerminals
        | Refusal::OnlyStaff
        | Refusal::SessionOver
        | Refusal::NotEnrolled
        | Refusal::OtherSeat
        | Refusal::PasswordNotOwn
        | Refusal::RoleNeeded { .. }
        | Refusal::NotFresh { .. } => 2,
        Refusal::AdministratorsEnough { .. }
        | Refusal::LastAdministrator
        | Refusal::NotAdministrator
        | Refusal::Suspended
        | Refusal::NotSuspended
        | Refusal::NoRole
        | Refusal::SamePerson
        | Refusal::OwnCase
        | Refusal::ProposalStale
        | Refusal::SeatHasTerminal { .. }
        | Refusal::TicketSpent
        | Refusal::TableRetired
        | Refusal::VouchersUnfinished { .. }
        | Refusal::VoucherIs(_)
        | Refusal::VoucherDiffers
        | Refusal::VoucherForCage
        | Refusal::PaidByTwo { .. }
        | Refusal::OwedTooMuch { .. }
        | Refusal::PaperNotLost
        | Refusal::PaperHonoured
        | Refusal::TooMany { .. }
        | Refusal::ThingDamaged { .. }
        | Refusal::ThingWithdrawn { .. }
        | Refusal::ThingInUse { .. }
        | Refusal::ThingElsewhere { .. }
        | Refusal::ThingSound { .. }
        | Refusal::DiceStayOut
        | Refusal::NoChips
        | Refusal::FloatOpen { .. }
        | Refusal::FloatNotOpen
        | Refusal::DropNotCounted { .. }
        | Refusal::DropCounted { .. }
        | Refusal::MoreThanOut { .. } => 3,
        Refusal::NoSuchStaff { .. }
        | Refusal::NoSuchSession
        | Refusal::NoSuchProposal
        | Refusal::NoSuchTerminal { .. }
        | Refusal::NoSuchTable { .. }
        | Refusal::NoSuchVoucher
        | Refusal::NoSuchCode
        | Refusal::NameTaken
        | Refusal::HasRole
        | Refusal::TableTaken
        | Refusal::DigestTaken
        | Refusal::NoAmount
        | Refusal::OtherCurrency { .. }
        | Refusal::NoSuchThing { .. }
        | Refusal::ThingTaken { .. }
        | Refusal::DieTaken { .. }
        | Refusal::BadThing
        | Refusal::OtherApproval
        | Refusal::NothingWritten
        | Refusal::NoSuchDay { .. }
        | Refusal::NoSuchCount { .. }
        | Refusal::SameCount => 4,
    }
}

/// The same command about something that is not there, or that cannot be.
#[expect(clippy::too_many_lines, reason = "one arm for each command")]
fn unsound(command: &Command) -> Option<Command> {
    let (staff, session, table) = (StaffId(99), SessionId(9_999), TableId(99));
    let (voucher, terminal, taken) = (VoucherId(99), TerminalId(99), name("ann"));
    Some(match command.clone() {
        Command::AddStaff { invitation, .. } => Command::AddStaff { name: taken, invitation },
        Command::AcceptInvitation { staff, password, .. } => {
            Command::AcceptInvitation { staff, invitation: digest(0), password }
        }
        Command::RecoverPassword { password, reason, .. } => {
            Command::RecoverPassword { staff, password, reason }
        }
        Command::RevokeRole { reason, .. } => Command::RevokeRole { staff, reason },
        Command::SuspendStaff { reason, .. } => Command::SuspendStaff { staff, reason },
        Command::ReinstateStaff { reason, .. } => Command::ReinstateStaff { staff, reason },
        Command::Propose(Act::Bank(act)) => bank_act(unsound_act(act)),
        Command::Propose(_) => Command::Propose(Act::GrantRole { staff, role: FloorRole::Cashier }),
        Command::Approve(_) => Command::Approve(ProposalId(99)),
        Command::Withdraw(_) => Command::Withdraw(ProposalId(99)),
        Command::OpenSession { token, .. } => Command::OpenSession { staff, token },
        Command::RotateSession { token, .. } => Command::RotateSession { session, token },
        Command::RefreshSession { .. } => Command::RefreshSession { session },
        Command::EndIdleSession { .. } => Command::EndIdleSession { session },
        Command::OfferEnrolment { code, seat, .. } => Command::OfferEnrolment { code, table, seat },
        Command::OfferDisplay { code, equipment, .. } => {
            Command::OfferDisplay { code, table, equipment }
        }
        Command::EnrolTerminal { token, .. } => Command::EnrolTerminal { code: digest(0), token },
        Command::RemoveTerminal { .. } => Command::RemoveTerminal { terminal },
        Command::SpendTicket { ticket, .. } => Command::SpendTicket { terminal, ticket },
        Command::AddTable { name, config, book, .. } => {
            Command::AddTable { table: TableId(1), name, config, book }
        }
        Command::ConfigureLimits { limits, .. } => Command::ConfigureLimits { table, limits },
        Command::RetireTable { .. } => Command::RetireTable { table },
        Command::AdmitToPlace { seat, .. } => Command::AdmitToPlace { table, seat },
        Command::SellVoucher { voucher, currency, .. } => {
            Command::SellVoucher { voucher, amount: money(0), currency }
        }
        Command::SellVoucherTo { voucher, currency, person, .. } => {
            Command::SellVoucherTo { voucher, amount: money(0), currency, person }
        }
        Command::RedeemVoucher { .. } => Command::RedeemVoucher { voucher },
        Command::RedeemVoucherOf { person, .. } => Command::RedeemVoucherOf { voucher, person },
        Command::HoldVoucher { table, seat, .. } => Command::HoldVoucher { voucher, table, seat },
        Command::SpendVoucher { table, .. } => Command::SpendVoucher { voucher, table },
        Command::ReleaseVoucher { table, .. } => Command::ReleaseVoucher { voucher, table },
        Command::PrepareVoucher { voucher, table, payee, wish, .. } => {
            Command::PrepareVoucher { voucher, table, payee, amount: money(0), wish }
        }
        Command::TakeVoucher { .. } => Command::TakeVoucher { voucher },
        Command::IssueVoucher { table, .. } => Command::IssueVoucher { voucher, table },
        Command::IssueForCage { table, .. } => Command::IssueForCage { voucher, table },
        Command::DropVoucher { table, .. } => Command::DropVoucher { voucher, table },
        Command::Things(command) => Command::Things(unsound_of(command)),
        // These have nothing that could be wrong, or whom they are about decides who may ask.
        Command::AddAdministrator { .. }
        | Command::ChangePassword { .. }
        | Command::EndSession { .. }
        | Command::EndSessions { .. }
        | Command::AdmitPlayer
        | Command::RuleCage(_)
        | Command::RuleLarge(_)
        | Command::Note(_)
        | Command::Tick => return None,
    })
}

#[test]
fn a_wrong_asker_hears_that_before_anything_about_what_was_asked() {
    let house = standing();
    for command in every_command(&house) {
        let Some(unsound) = unsound(&command) else { continue };
        for (who, from) in askers(&house) {
            let (sound, unsound) = (ask(&house, from, &command), ask(&house, from, &unsound));
            match sound {
                Err(no) if rank(&no) <= 2 => assert_eq!(unsound, Err(no), "{who} {command:?}"),
                Ok(_) | Err(_) => {
                    assert_eq!(unsound.map_err(|no| rank(&no)), Err(4), "{who} {command:?}");
                }
            }
        }
    }
}

#[test]
fn a_number_used_for_something_else_is_refused_before_anything() {
    let mut house = standing();
    let used = house.request(Asker::Host, Command::Note(Notice::ServerStopped));
    house.send(&used).unwrap();
    for command in every_command(&house) {
        let again = taisai_floor::Request { command, ..used.clone() };
        let expected = if again == used { Ok(Vec::new()) } else { Err(Refusal::RequestReused) };
        assert_eq!(house.floor.decide(&again, house.time()), expected);
    }
}
