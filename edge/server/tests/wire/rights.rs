//! Every ask × everyone who can ask, over the wire, compared with `docs/generated/wire-matrix.md`.
//!
//! The page says exactly what each of them is answered; `UPDATE=1` writes it anew. Beside it the
//! test says for itself who has a right to what, so that the page cannot tell a wrong thing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};
use taisai_protocol::ask::{
    ActAsk, BetAsk, BetLine, CageAsk, CaseRulingAsk, ChipsLaid, CountOfForm, FloorAsk, Funds,
    LimitsAsk, LostPaper, LostPaperAgreed, NatureForm, Order, Owed, OwnLimitsAsk, Paper, Pieces,
    Presented, RunAsk, Sale, SeatAsk, StakeLimit, TableSetup, ThingForm, Times,
};
use taisai_protocol::declare::ToWire;
use taisai_protocol::server_message::Channel;
use taisai_protocol::word::{ApprovalWord, AreaId, Dice, IrregularityWord, ShakerKindWord};
use taisai_protocol::{Ask, FloorRole, Run, TableKind};
use taisai_testing::client::{Screen, accept, http};
use taisai_testing::{examples, written};

use crate::floor::{TestFloor, config};

const CHANNELS: &[&str] = &["Table", "Seat", "Console", "Floor", "Cage"];

const fn channel_name(channel: Channel) -> &'static str {
    match channel {
        Channel::Table { .. } => "Table",
        Channel::Seat => "Seat",
        Channel::Console { .. } => "Console",
        Channel::Floor => "Floor",
        Channel::Cage => "Cage",
    }
}

/// The name of an ask, down to what it is about.
pub(crate) fn name(ask: &Ask) -> String {
    let part = match ask {
        Ask::Bet(bet) => bet.name().to_owned(),
        Ask::Seat(seat) => seat.name().to_owned(),
        Ask::Run(run) | Ask::Preview(run) => {
            let act = if let Order::Propose { act } = &run.order { act.name() } else { "" };
            format!("{} {act}", run.order.name()).trim_end().to_owned()
        }
        Ask::Watch(channel) | Ask::Unwatch(channel) | Ask::Resync(channel) => {
            channel_name(*channel).to_owned()
        }
        Ask::Floor(floor) => floor.name().to_owned(),
        Ask::Cage(cage) => cage.name().to_owned(),
        Ask::Recall { .. } | Ask::Payouts { .. } | Ask::Pong => String::new(),
    };
    format!("{} {part}", ask.name()).trim_end().to_owned()
}

/// The table at which a dealer works, and which no clock moves on.
const TABLE: u32 = 9;
/// Nobody and nothing has this number.
const NONE: u32 = 9_999;

fn area(id: &str) -> AreaId {
    serde_json::from_value(json!(id)).unwrap()
}

fn dice() -> Dice {
    serde_json::from_value(json!([1, 2, 3])).unwrap()
}

fn limit() -> StakeLimit {
    StakeLimit { stake_min: 100, stake_max: 1_000, multiple: 100 }
}

fn limits() -> LimitsAsk {
    LimitsAsk {
        usual: limit(),
        families: Vec::new(),
        seat_max: 10_000,
        exposure_max: 1_000_000_000,
    }
}

fn line() -> BetLine {
    BetLine { area: area("small"), stake: 1_000 }
}

fn of_players() -> Vec<Ask> {
    let bets = [
        BetAsk::PlaceBets { bets: vec![line()] },
        BetAsk::DoubleBets,
        BetAsk::UndoBets,
        BetAsk::TakeDown { areas: vec![area("small")] },
        BetAsk::ClearBets,
        BetAsk::RepeatBets,
        BetAsk::Shake { times: 3 },
    ];
    let voucher = || "0".repeat(32);
    let seats = [
        SeatAsk::Sit(Funds { voucher: Some(voucher()), demo: None }),
        SeatAsk::BuyIn { voucher: voucher() },
        SeatAsk::CashOut { amount: Some(1_000) },
        SeatAsk::SetLimits(OwnLimitsAsk { loss_max: Some(5_000), ..OwnLimitsAsk::default() }),
        SeatAsk::Leave,
        SeatAsk::TakeVoucher { number: 999_999 },
    ];
    bets.into_iter().map(Ask::Bet).chain(seats.into_iter().map(Ask::Seat)).collect()
}

#[expect(clippy::too_many_lines, reason = "a list of orders")]
fn orders() -> Vec<Order> {
    let reason = || "a test".to_owned();
    let what = IrregularityWord::from(taisai_rules::Irregularity::Dispute);
    let kind = ShakerKindWord::from(taisai_rules::ShakerKind::Manual);
    let approvals: Vec<ApprovalWord> = Vec::new();
    let acts = [
        ActAsk::VoidRounds { rounds: vec![u64::from(NONE)], what, reason: reason() },
        ActAsk::CorrectRound { round: u64::from(NONE), dice: dice(), reason: reason() },
        ActAsk::VoidBets { seat: 1, reason: reason() },
        ActAsk::StateDice { dice: dice() },
        ActAsk::Reshake { what, reason: reason() },
        ActAsk::GoOn { what, reason: reason() },
        ActAsk::HandOverSeat { seat: 1, player: 1, terminal: NONE, reason: reason() },
        ActAsk::AttestDice { dice: dice(), reason: reason() },
        ActAsk::VoidPastBets { round: u64::from(NONE), seat: 1, reason: reason() },
        ActAsk::CallMistaken { what, reason: reason() },
        ActAsk::DecideCase { case: NONE, ruling: CaseRulingAsk::Stand, reason: reason() },
        ActAsk::MoveTable {
            from: "0".repeat(64),
            to: "1".repeat(64),
            times: taisai_table::Times {
                betting_ms: None,
                betting_min_ms: 0,
                warning_ms: 0,
                extension_ms: 0,
                extensions_max: 0,
                show_ms: 0,
                pause_ms: 0,
            }
            .into(),
            reason: reason(),
        },
    ];
    let mut orders = vec![
        // A person who may take the shaker runs the round from here.
        Order::TakeShaker,
        Order::InstallShaker { shaker: 1, kind, sealed: true, approvals },
        Order::RemoveShaker { shaker: NONE },
        Order::SetOutOfOrder { shaker: NONE },
        Order::InstallDice { shaker: NONE, set: 1, dice: [1, 2, 3] },
        Order::TryDisplay { entered: dice() },
        Order::JudgeDisplay { lit: true },
        Order::InspectShaker { tosses: 3 },
        Order::TickChecklist { lines: 0 },
        Order::AttestLines { lines: vec!["no-such-line".to_owned()] },
        Order::OpenTable,
        Order::AnnounceLimits { limits: limits() },
        Order::GrantMarker { seat: 1, stake_max: 5_000 },
        Order::AssignColour { seat: 1, colour: 1, value: 100 },
        Order::FreePlace { seat: 1 },
        Order::TakeColourBack { seat: 1 },
        Order::RecordChips { seat: 1, bets: ChipsLaid(vec![line()]) },
        Order::Exclude { player: 999_999, reason: reason() },
        Order::ReleaseSeat { seat: 1 },
        Order::LiftExclusion { player: 999_998, reason: reason() },
        Order::ExtendBetting,
        Order::CallNoMoreBets,
        Order::SelectPlayer { seat: 1 },
        Order::Shake { times: 3 },
        Order::Reveal,
        Order::EnterDice { dice: dice() },
        Order::ReenterDice,
        Order::ConfirmDice { dice: dice() },
        Order::Collect,
        Order::Pay,
        Order::Clear,
        Order::CallIrregularity { what, reason: reason() },
        Order::AttestPresence,
        Order::AttestRepair,
        Order::Approve { proposal: NONE },
        Order::Withdraw { proposal: NONE },
        Order::OpenCase {
            about: what,
            what: reason(),
            round: None,
            seat: None,
            player: None,
            recording: None,
        },
        Order::NoteCase { case: NONE, note: reason() },
        Order::LetStand { case: NONE, reason: reason() },
        Order::ReopenCase {
            case: NONE,
            authority: reason(),
            reference: reason(),
            reason: reason(),
        },
    ];
    orders.extend(acts.map(|act| Order::Propose { act }));
    orders.extend(as_the_examples_ask(&orders));
    orders.extend(LAST);
    orders
}

/// Those that move the table on for whoever may ask them.
const LAST: [Order; 7] = [
    Order::StartShift,
    Order::CoverShaker,
    Order::RemoveDice,
    Order::OpenBetting,
    Order::AnnounceClosing,
    Order::CloseTable,
    Order::LeaveShaker,
];

/// Every order of which there is nothing to say here, as the examples ask it.
fn as_the_examples_ask(orders: &[Order]) -> Vec<Order> {
    let said: BTreeSet<&str> = orders.iter().chain(&LAST).map(Order::name).collect();
    let examples = examples::of_staff();
    let examples = examples.iter().map(Order::to_wire);
    examples.filter(|order| !said.contains(order.name())).collect()
}

pub(crate) fn of_floor() -> Vec<FloorAsk> {
    let reason = || "a test".to_owned();
    let password = || "a long password".to_owned();
    let setup = TableSetup {
        table: 1,
        name: "Another".to_owned(),
        book: "maryland".to_owned(),
        currency: None,
        kind: TableKind::Electronic,
        run: Run::Dealer,
        dice: taisai_protocol::DiceSource::Physical,
        limits: limits(),
        times: Times {
            betting_ms: None,
            betting_min_ms: 0,
            warning_ms: 0,
            extension_ms: 0,
            extensions_max: 0,
            show_ms: 0,
            pause_ms: 0,
        },
    };
    vec![
        FloorAsk::AddStaff { name: "dealer".to_owned() },
        FloorAsk::SetPassword { old: password(), new: password() },
        FloorAsk::ProposeRole { staff: NONE, role: FloorRole::Dealer },
        FloorAsk::ProposeInvitation { staff: NONE },
        FloorAsk::ProposePaper {
            token: "0".repeat(32),
            number: 999_999,
            amount: 1_000,
            currency: "USD".to_owned(),
            reason: reason(),
        },
        FloorAsk::ProposePayment { token: "0".repeat(32), reason: reason(), person: None },
        FloorAsk::ProposeRevival { token: "0".repeat(32), reason: reason() },
        FloorAsk::Approve { proposal: NONE },
        FloorAsk::Withdraw { proposal: NONE },
        FloorAsk::RevokeRole { staff: NONE, reason: reason() },
        FloorAsk::SuspendStaff { staff: NONE, reason: reason() },
        FloorAsk::ReinstateStaff { staff: NONE, reason: reason() },
        FloorAsk::AssignStaff { staff: NONE, table: TABLE },
        FloorAsk::ReleaseStaff { staff: NONE, table: TABLE },
        FloorAsk::EndSession { session: u64::from(NONE) },
        FloorAsk::EndSessions { staff: NONE },
        FloorAsk::OfferEnrolment { table: TABLE, seat: 150 },
        FloorAsk::OfferDisplay { table: TABLE, equipment: None },
        FloorAsk::RemoveTerminal { terminal: NONE },
        FloorAsk::AddTable { setup },
        FloorAsk::RetireTable { table: NONE },
        FloorAsk::GivePlace { table: TABLE, seat: 150 },
    ]
    .into_iter()
    .chain(about_things())
    .collect()
}

/// Each about a thing that nobody has.
fn about_things() -> [FloorAsk; 14] {
    let (thing, line) = (ThingForm::Shaker(NONE), || "a test".to_owned());
    let nature = NatureForm::Dice { dice: [1, 1, 1] };
    [
        FloorAsk::RegisterThing { thing, nature },
        FloorAsk::AttestSeal { thing, number: line() },
        FloorAsk::AttestApproval {
            thing,
            approval: ApprovalWord(taisai_rules::Approval::Shaker),
            reference: line(),
            date: "2026-11-19".to_owned(),
            holder: line(),
        },
        FloorAsk::PlaceThing { thing, table: None },
        FloorAsk::WithdrawThing { thing, reason: line() },
        FloorAsk::ReportDamage { thing, reason: line() },
        FloorAsk::DeclareSound { thing, reason: line() },
        FloorAsk::InstallThing { thing, table: TABLE, shaker: None },
        FloorAsk::OpenFloat { table: TABLE, count: count() },
        FloorAsk::Fill { table: TABLE, count: count() },
        FloorAsk::Credit { table: TABLE, count: count() },
        FloorAsk::CloseFloat { table: TABLE, count: count() },
        FloorAsk::CountDrop { table: TABLE, day: 1, count: count() },
        FloorAsk::CorrectCount {
            table: TABLE,
            day: 1,
            of: CountOfForm::Opening,
            count: count(),
            reason: line(),
        },
    ]
}

fn count() -> Vec<Pieces> {
    vec![Pieces { denomination: 2_500, pieces: 4 }]
}

fn of_cage() -> Vec<CageAsk> {
    vec![
        CageAsk::Sell(Sale { amount: 1_000, currency: "USD".to_owned(), person: None }),
        CageAsk::LookUp(Presented { token: None, number: Some(999_999) }),
        CageAsk::Redeem(Paper { token: "0".repeat(32), person: None }),
        CageAsk::PayOwed(Owed { table: 1, player: 999_999, reason: "passport".into() }),
        CageAsk::ReplaceVoucher(LostPaper { number: 999_999, reason: "lost".to_owned() }),
        CageAsk::ApproveReplacement(LostPaperAgreed { proposal: NONE, number: 999_999 }),
    ]
}

/// One of every ask.
pub(crate) fn asks() -> Vec<Ask> {
    let channels =
        [Channel::Table { table: 2 }, Channel::Seat, Channel::Console { table: 2 }, Channel::Floor];
    let channels = channels.into_iter().chain([Channel::Cage]);
    let run = |order| RunAsk { table: TABLE, phase: None, order };
    let mut asks = of_players();
    asks.push(Ask::Recall { table: Some(1), round: 999_999 });
    asks.push(Ask::Payouts { table: TABLE, seat: None, bets: vec![line()] });
    for channel in channels {
        asks.extend([Ask::Watch(channel), Ask::Resync(channel), Ask::Unwatch(channel)]);
    }
    asks.extend(of_floor().into_iter().map(Ask::Floor));
    asks.extend(of_cage().into_iter().map(Ask::Cage));
    asks.extend(orders().into_iter().map(|order| Ask::Preview(run(order))));
    asks.extend(orders().into_iter().map(|order| Ask::Run(run(order))));
    asks.push(Ask::Pong);
    asks
}

#[test]
fn every_ask_has_a_row() {
    let names: Vec<String> = asks().iter().map(name).collect();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    let parts: [(&str, &[&str]); 9] = [
        ("Bet", BetAsk::NAMES),
        ("Seat", SeatAsk::NAMES),
        ("Run", Order::NAMES),
        ("Preview", Order::NAMES),
        ("Watch", CHANNELS),
        ("Unwatch", CHANNELS),
        ("Resync", CHANNELS),
        ("Floor", FloorAsk::NAMES),
        ("Cage", CageAsk::NAMES),
    ];
    for what in Ask::NAMES {
        assert!(names.iter().any(|name| name.starts_with(what)), "{what}");
    }
    for (what, all) in parts {
        for part in all.iter().filter(|part| **part != "Propose") {
            assert!(has(&format!("{what} {part}")), "{what} {part}");
        }
    }
    for act in ActAsk::NAMES {
        assert!(has(&format!("Run Propose {act}")) && has(&format!("Preview Propose {act}")));
    }
}

/// Everybody who can hold a conversation, in the order in which they ask.
const WHO: [&str; 11] = [
    "terminal",
    "display",
    "newcomer",
    "cashier",
    "auditor",
    "admin",
    "dealer",
    "floor",
    "pit",
    "shift",
    "second-admin",
];

/// Who has a right to an ask: whatever else stands in the way, they are not refused for who they
/// are. At the table the demo has assigned the dealer, the floorperson and the shift manager.
#[expect(clippy::too_many_lines, reason = "one arm for each ask")]
fn may(ask: &Ask) -> Vec<&'static str> {
    let floor = ["floor", "pit", "shift"];
    let administrators = ["admin", "second-admin"];
    let in_charge = ["admin", "second-admin", "shift"];
    let staff = &WHO[2..];
    let with_role = &WHO[3..];
    match ask {
        // At that table the dice shake themselves.
        Ask::Bet(BetAsk::Shake { .. }) => Vec::new(),
        Ask::Bet(_) | Ask::Seat(_) => vec!["terminal"],
        Ask::Pong | Ask::Unwatch(_) => WHO.to_vec(),
        Ask::Recall { .. } => {
            let staff = with_role.iter().filter(|who| **who != "cashier");
            staff.copied().chain(["terminal"]).collect()
        }
        Ask::Payouts { .. } => with_role.iter().copied().filter(|who| *who != "cashier").collect(),
        Ask::Watch(channel) | Ask::Resync(channel) => match channel {
            Channel::Table { .. } => WHO.to_vec(),
            Channel::Seat => vec!["terminal"],
            Channel::Console { .. } => {
                with_role.iter().copied().filter(|who| *who != "cashier").collect()
            }
            Channel::Floor => floor.into_iter().chain(administrators).chain(["auditor"]).collect(),
            Channel::Cage => vec!["cashier"],
        },
        Ask::Cage(CageAsk::ReplaceVoucher { .. } | CageAsk::ApproveReplacement { .. }) => {
            vec!["cashier", "shift"]
        }
        Ask::Cage(_) => vec!["cashier"],
        Ask::Floor(ask) => match ask {
            FloorAsk::SetPassword { .. } => staff.to_vec(),
            FloorAsk::ProposePaper { .. }
            | FloorAsk::ProposePayment { .. }
            | FloorAsk::ProposeRevival { .. } => vec!["cashier"],
            FloorAsk::AddStaff { .. }
            | FloorAsk::ReinstateStaff { .. }
            | FloorAsk::ProposeRole { .. }
            | FloorAsk::ProposeInvitation { .. }
            | FloorAsk::AddTable { .. }
            | FloorAsk::RetireTable { .. } => administrators.to_vec(),
            FloorAsk::Approve { .. }
            | FloorAsk::Withdraw { .. }
            | FloorAsk::RevokeRole { .. }
            | FloorAsk::SuspendStaff { .. }
            | FloorAsk::EndSession { .. }
            | FloorAsk::EndSessions { .. } => in_charge.to_vec(),
            FloorAsk::GivePlace { .. } => floor.into_iter().chain(["dealer"]).collect(),
            FloorAsk::RegisterThing { .. }
            | FloorAsk::AttestSeal { .. }
            | FloorAsk::AttestApproval { .. }
            | FloorAsk::WithdrawThing { .. }
            | FloorAsk::DeclareSound { .. } => vec!["pit", "shift"],
            FloorAsk::OpenFloat { .. } | FloorAsk::CloseFloat { .. } => {
                vec!["dealer", "floor", "pit", "shift"]
            }
            FloorAsk::Fill { .. } | FloorAsk::Credit { .. } | FloorAsk::CorrectCount { .. } => {
                vec!["cashier", "floor", "pit", "shift"]
            }
            FloorAsk::CountDrop { .. } => vec!["cashier", "shift"],
            FloorAsk::PlaceThing { .. }
            | FloorAsk::ReportDamage { .. }
            | FloorAsk::InstallThing { .. }
            | FloorAsk::AssignStaff { .. }
            | FloorAsk::ReleaseStaff { .. }
            | FloorAsk::OfferEnrolment { .. }
            | FloorAsk::OfferDisplay { .. }
            | FloorAsk::RemoveTerminal { .. } => floor.to_vec(),
        },
        Ask::Run(run) => of_table(&run.order, &["dealer", "floor", "shift"]),
        // Nobody has taken the shaker when these are asked.
        Ask::Preview(run) => of_table(&run.order, &[]),
    }
}

/// Who works at the table and ranks high enough, by the rule book of that table; a round is run by
/// the person who answers for the shaker, and by nobody for them.
fn of_table(order: &Order, on_duty: &[&'static str]) -> Vec<&'static str> {
    if matches!(order, Order::Propose { act: ActAsk::DecideCase { .. } }) {
        return vec!["floor", "shift"];
    }
    if matches!(order, Order::Propose { act: ActAsk::MoveTable { .. } }) {
        return vec!["shift"];
    }
    match order.name() {
        "OpenBetting" | "ExtendBetting" | "CallNoMoreBets" | "SelectPlayer" | "Shake"
        | "Reveal" | "CoverShaker" | "EnterDice" | "ReenterDice" | "ConfirmDice" | "Collect"
        | "Pay" | "Clear" | "LeaveShaker" => on_duty.to_vec(),
        // Rulings are for the dealer on duty, too, and for their superiors.
        "CallIrregularity" | "Propose" | "RecordChips" if !on_duty.is_empty() => on_duty.to_vec(),
        "TakeShaker" | "Withdraw" | "FreePlace" | "TakeColourBack" => {
            vec!["dealer", "floor", "shift"]
        }
        // The book wants a supervisor for these.
        "Exclude" | "LiftExclusion" | "AttestPresence" | "LetStand" | "ReopenCase"
        | "OpenTable" | "AnnounceClosing" | "CloseTable" | "AnnounceLimits" | "TryDisplay"
        | "JudgeDisplay" | "InspectShaker" => vec!["shift"],
        _every_other => vec!["floor", "shift"],
    }
}

/// Whether a refusal is about who asks. That somebody does not work at a table is, on the floor,
/// about the person who is to be assigned.
fn is_about_who(ask: &Ask, answer: &str) -> bool {
    if matches!(ask, Ask::Floor(_)) && answer == "not-staff" {
        return false;
    }
    [
        "not-yours",
        "role-needed",
        "not-staff",
        "role-too-low",
        "not-on-duty",
        "only-seats",
        "password-not-own",
    ]
    .contains(&answer)
}

/// What an ask was answered, in one word.
pub(crate) async fn answered(screen: &mut Screen, round: Option<u64>, ask: &Ask) -> String {
    let message = if *ask == Ask::Pong {
        screen.asked += 2;
        screen.send(screen.asked - 1, None, json!("pong")).await;
        screen.send(screen.asked, None, json!({ "unwatch": "floor" })).await;
        let message = screen.until(|message| message["tell"] == "answer").await;
        assert_eq!(message["id"], screen.asked, "a pong is not answered: {message}");
        return "nothing".to_owned();
    } else {
        screen.ask(round, serde_json::to_value(ask).unwrap()).await
    };
    let word =
        if message["answer"] == "refused" { &message["why"]["code"] } else { &message["answer"] };
    word.as_str().unwrap_or_else(|| panic!("{message}")).to_owned()
}

async fn open(floor: &TestFloor, who: &str) -> (Screen, Option<u64>) {
    match who {
        "terminal" => {
            let (mut screen, _) = Screen::terminal(floor, 1).await;
            let sit = json!({ "seat": { "sit": { "demo": 100_000 } } });
            assert_eq!(screen.ask(None, sit).await["answer"], "done");
            let round = screen.betting(1).await;
            (screen, Some(round))
        }
        "display" => (Screen::open(floor, "as=display&table=1", "").await, None),
        "newcomer" => {
            let (mut admin, _) = Screen::staff(floor, "admin").await;
            let add = json!({ "floor": { "add_staff": { "name": "newcomer" } } });
            let added = admin.ask(None, add).await;
            assert_eq!(added["answer"], "staff_added", "{added}");
            let invitation = added["invitation"].as_str().unwrap();
            let cookie = accept(floor, "newcomer", invitation, "a first password").await.cookie();
            (Screen::open(floor, "as=staff", &cookie).await, None)
        }
        name => (Screen::staff(floor, name).await.0, None),
    }
}

/// What each is answered, ask by ask.
type Rows = BTreeMap<usize, Vec<(String, &'static str)>>;

/// What everybody is answered, and what is not as it should be; nobody's ask is in the way of
/// another's.
async fn rows() -> (Rows, Vec<String>) {
    let (mut rows, mut wrong) = (Rows::new(), Vec::new());
    for who in WHO {
        // A floor of their own for those who can move the table on.
        let folder = tempfile::tempdir().unwrap();
        let floor = TestFloor::open(folder.path(), config(600_000)).await;
        let (mut screen, round) = open(&floor, who).await;
        for (place, ask) in asks().iter().enumerate() {
            let round = round.filter(|_| matches!(ask, Ask::Bet(_)));
            let word = answered(&mut screen, round, ask).await;
            let right = may(ask).contains(&who);
            if right == is_about_who(ask, &word) {
                wrong.push(format!("{} by {who}: {word}", name(ask)));
            }
            rows.entry(place).or_default().push((word, who));
        }
        floor.close().await;
    }
    (rows, wrong)
}

fn page(rows: &Rows) -> String {
    let mut page = String::from(
        "# Who may ask what over the wire\n\n\
         Every ask by everyone who can hold a conversation, each on a demo floor of their own,\n\
         in the order of the rows, over a real socket. Written by\n\
         `UPDATE=1 cargo test -p taisai-server --test wire rights` and compared by every test\n\
         run. Without a cookie nobody holds a conversation. Where an ask for something that does\n\
         not exist shows the right as well, it is asked for that, so that little changes on\n\
         the way. Orders go to the demo's table with a dealer, at which the dealer, the\n\
         floorperson and the shift manager work.\n\n\
         | ask | what each is answered |\n|---|---|\n",
    );
    for (ask, row) in asks().iter().zip(rows.values()) {
        let mut words: Vec<(&str, Vec<&str>)> = Vec::new();
        for (word, who) in row {
            match words.iter_mut().find(|(known, _)| known == word) {
                Some((_, people)) => people.push(who),
                None => words.push((word, vec![who])),
            }
        }
        let lines = words.iter().map(|(word, people)| format!("{word}: {}", people.join(", ")));
        let lines: Vec<String> = lines.collect();
        writeln!(page, "| {} | {} |", name(ask), lines.join("; ")).unwrap();
    }
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_answered_as_the_page_says() {
    let (rows, wrong) = rows().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/generated/wire-matrix.md");
    written::is(path, &page(&rows));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_anything_without_having_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    for door in ["as=terminal", "as=staff", "as=nobody", "as=display&table=9999", ""] {
        let opened = Screen::try_open(&floor, door, "", Some(&floor.url)).await;
        assert!(opened.is_err(), "{door}");
    }
    let (_, terminal) = Screen::terminal(&floor, 1).await;
    for cookie in ["", terminal.as_str()] {
        for ask in asks() {
            let (path, body) = match ask {
                Ask::Run(run) => {
                    let path = format!("/api/v1/tables/{}/orders", run.table);
                    (path, json!({ "order": run.order }))
                }
                Ask::Floor(ask) => ("/api/v1/floor".to_owned(), json!(ask)),
                Ask::Cage(ask) => {
                    let at = match &ask {
                        CageAsk::Sell { .. } => "sell",
                        CageAsk::LookUp { .. } => "find",
                        CageAsk::Redeem { .. } => "redeem",
                        CageAsk::PayOwed { .. } => "owed",
                        CageAsk::ReplaceVoucher { .. } => "replace",
                        CageAsk::ApproveReplacement { .. } => "replace/approve",
                    };
                    let asked = json!(ask);
                    let body = asked.as_object().unwrap().values().next().unwrap().clone();
                    (format!("/api/v1/vouchers/{at}"), body)
                }
                Ask::Bet(_)
                | Ask::Seat(_)
                | Ask::Preview(_)
                | Ask::Recall { .. }
                | Ask::Payouts { .. }
                | Ask::Watch(_)
                | Ask::Unwatch(_)
                | Ask::Resync(_)
                | Ask::Pong => continue,
            };
            let headers = [("cookie", cookie), ("idempotency-key", "1")];
            let reply = http(&floor, "POST", &path, &headers, Some(body)).await;
            assert_eq!((reply.status, &reply.body["code"]), (401, &Value::from("needs-login")));
        }
    }
    floor.close().await;
}
