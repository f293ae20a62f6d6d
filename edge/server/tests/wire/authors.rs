//! Every act of a person is that person's in the journal: who, through which log-in, under which
//! number. What the host wrote down, nobody had asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use taisai_floor::CageRules;
use taisai_journal::stored::{Actor, Body, Entry, printable_event};
use taisai_journal::{Journal, Options, Place, Stream, between};
use taisai_protocol::ask::{
    ActAsk, BetAsk, BetLine, CageAsk, FloorAsk, Funds, LostPaper, LostPaperAgreed, Order,
    OwnLimitsAsk, SeatAsk, Times,
};
use taisai_protocol::server_message::You;
use taisai_protocol::{Ask, FloorRole};
use taisai_rulebooks::Library;
use taisai_rules::{Currency, Roll, ShakerKind};
use taisai_server::config::Config;
use taisai_table::{Money, Run, SeatNumber, StaffId, Table, Time};
use taisai_testing::client::{self, Screen, Served as _, http, word};

use crate::equip;
use crate::floor::{TestFloor, config};
use crate::rights::{asks, name};

/// What the host writes down of its own accord while people work.
const BY_HOST: &[&str] = &[
    // On the floor: what it notices, and a terminal that gave a code or opened a line.
    "Noted",
    "TerminalEnrolled",
    "DisplayEnrolled",
    "TicketSpent",
    // What the clock ends on the floor.
    "SessionEnded",
    "VoucherExpired",
    // At a table: the clock, random dice, log-ins that are over, and whether terminals answer.
    "BettingOpened",
    "SeatLost",
    "SeatReturned",
    "DisplayConnected",
    "DisplayLost",
    "ShakerLeft",
    // What the floor's register says, no matter who changed it there.
    "RegisterFollowed",
    "DiceMarkedDamaged",
    "TableConfigured",
    "Restarted",
    "RulingAwaited",
    // Beside each of them.
    "RequestAnswered",
];

/// The ask that changes nothing, the one that there is something for only after an old copy was
/// accepted (`old_copies` has that), and those that are no longer agreed to.
const READS: [&str; 6] = [
    "Cage LookUp",
    "Floor ProposePaper",
    "Run Propose StateDice",
    "Run TickChecklist",
    "Run InstallShaker",
    "Run InstallDice",
];

/// Somebody at a screen, and how the journal names them.
struct Person {
    screen: Screen,
    cookie: String,
    is: Is,
}

#[derive(Clone, Copy, Debug)]
enum Is {
    Staff { staff: u32, session: u64 },
    Terminal { terminal: u32, seat: u16 },
}

impl Is {
    fn of(screen: &Screen) -> Self {
        let you = serde_json::from_value(screen.heard[0]["you"].clone()).unwrap();
        match you {
            You::Staff { staff, session, .. } => Self::Staff { staff, session },
            You::Terminal { terminal, seat, .. } => Self::Terminal { terminal, seat },
            You::Display { .. } => panic!("a display asks for nothing"),
        }
    }

    /// Whether a record says that they asked for it, under this number.
    fn wrote(self, entry: &Entry, id: u64) -> bool {
        let stamp = entry.stamp;
        match self {
            Self::Staff { staff, session } => {
                (stamp.actor, stamp.session.0, stamp.request.0)
                    == (Actor::Staff(StaffId(staff)), session, id)
            }
            // An ask of a terminal has up to four steps, each with a number of its own.
            Self::Terminal { terminal, seat } => {
                let (actor, session) = (stamp.actor, stamp.session.0);
                let at_table =
                    (actor, session) == (Actor::Seat(SeatNumber(seat)), u64::from(terminal));
                (at_table || actor == Actor::Terminal(terminal)) && stamp.request.0 / 4 == id
            }
        }
    }
}

/// The names of what a record says.
fn names_of(entry: &Entry) -> Vec<String> {
    fn first(said: &str) -> String {
        said.chars().take_while(char::is_ascii_alphabetic).collect()
    }
    match &entry.body {
        Body::Opened(_) => vec!["Opened".to_owned()],
        Body::SnapshotNamed(_) => vec!["SnapshotNamed".to_owned()],
        Body::Happened(events) => {
            events.iter().map(|event| first(&format!("{:?}", printable_event(event)))).collect()
        }
        Body::FloorHappened(events) => {
            events.iter().map(|event| first(&format!("{event:?}"))).collect()
        }
    }
}

/// A house whose vouchers are good for a day, whose cashiers pay so much alone, and in which no
/// round is played by itself.
fn house() -> Config {
    let mut config = config(600_000);
    let alone_max = [(Currency::new("AUD").unwrap(), Money::new(100_000).unwrap())];
    config.cage = CageRules::new(Some(1), alone_max.into()).unwrap();
    config.tables.retain(|plan| plan.config.run == Run::Dealer);
    config
}

/// A floor at work, its people, and how much of its journal has been read.
struct Stage<'a> {
    folder: &'a Path,
    floor: TestFloor,
    people: BTreeMap<String, Person>,
    read: BTreeMap<Stream, u64>,
    asked: BTreeSet<String>,
    wrong: Vec<String>,
    /// The displays of the tables, which say nothing.
    displays: Vec<Screen>,
}

impl<'a> Stage<'a> {
    async fn open(folder: &'a Path) -> Self {
        let floor = TestFloor::open(folder, house()).await;
        let (people, read, asked) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        let (wrong, displays) = (Vec::new(), Vec::new());
        Self { folder, floor, people, read, asked, wrong, displays }
    }

    /// Whatever was written since this was last asked.
    fn news(&mut self) -> Vec<Entry> {
        let place = Place::Folder(self.folder.to_owned());
        let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
        let streams: Vec<Stream> = journal.store().heads().unwrap().keys().copied().collect();
        let mut news = Vec::new();
        for stream in streams {
            let read = self.read.entry(stream).or_insert(0);
            let all = (Time::from_millis(0).unwrap(), Time::MAX);
            between(journal.store(), stream, all, |entry| {
                if *read < entry.stamp.sequence {
                    *read = entry.stamp.sequence;
                    news.push(entry.clone());
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        }
        news
    }

    /// The server stops and starts again, and everybody comes back.
    async fn restart(&mut self) {
        self.restart_with(house()).await;
    }

    /// The same after somebody has edited the file.
    async fn restart_with(&mut self, config: Config) {
        self.floor.stop().await;
        // Passwords are shown once.
        let hired = std::mem::take(&mut self.floor.hired);
        self.floor = TestFloor::open(self.folder, config).await;
        self.floor.hired = hired;
        for person in self.people.values_mut() {
            let door = match person.is {
                Is::Staff { .. } => "as=staff",
                Is::Terminal { .. } => "as=terminal",
            };
            person.screen = Screen::open(&self.floor, door, &person.cookie).await;
        }
        self.news();
    }

    async fn staff(&mut self, name: &str) {
        let (screen, cookie) = Screen::staff(&self.floor, name).await;
        let is = Is::of(&screen);
        self.people.insert(name.to_owned(), Person { screen, cookie, is });
    }

    /// A terminal that enrols at a seat by a code of the floorperson.
    async fn terminal(&mut self, name: &str, table: u32, seat: u16) {
        let offer = FloorAsk::OfferEnrolment { table, seat };
        let offered = self.does("floor", Ask::Floor(offer)).await;
        let code = Some(json!({ "code": offered["code"] }));
        let cookie = http(&self.floor, "POST", "/api/v1/enrol", &[], code).await.cookie();
        let screen = Screen::open(&self.floor, "as=terminal", &cookie).await;
        let is = Is::of(&screen);
        self.people.insert(name.to_owned(), Person { screen, cookie, is });
    }

    async fn does(&mut self, who: &str, ask: impl Serialize) -> Value {
        self.does_in(who, None, ask).await
    }

    /// Lets somebody ask something that must be done, and looks at what that left in the journal.
    async fn does_in(&mut self, who: &str, round: Option<u64>, ask: impl Serialize) -> Value {
        let ask = json!(ask);
        for entry in self.news() {
            if !is_explained(&entry) {
                self.wrong.push(format!("before {ask}: {entry:?}"));
            }
        }
        let called = name(&serde_json::from_value::<Ask>(ask.clone()).unwrap());
        let person = self.people.get_mut(who).unwrap();
        let answer = person.screen.ask(round, ask).await;
        let (id, is) = (person.screen.asked, person.is);
        if answer["answer"] == "refused" {
            self.wrong.push(format!("{called} by {who}: {answer}"));
            return answer;
        }
        let (own, others): (Vec<Entry>, Vec<Entry>) =
            self.news().into_iter().partition(|entry| is.wrote(entry, id));
        if own.is_empty() && !READS.contains(&called.as_str()) {
            self.wrong.push(format!("{called} by {who} left nothing"));
        }
        let not_theirs = others.into_iter().filter(|entry| !is_by_host(entry));
        let not_theirs =
            not_theirs.map(|entry| format!("{called} by {who}, {is:?} {id}: {entry:?}"));
        self.wrong.extend(not_theirs);
        self.asked.insert(called);
        answer
    }

    async fn run(
        &mut self,
        who: &str,
        table: u32,
        round: Option<u64>,
        order: impl Serialize,
    ) -> Value {
        let ask = json!({ "run": { "table": table, "order": order } });
        self.does_in(who, round, ask).await
    }
}

/// Whether a record that came between two asks is one that nobody asked for, or was made by
/// somebody who came in.
fn is_explained(entry: &Entry) -> bool {
    let comes_in = ["SessionOpened", "SessionEnded", "RequestAnswered"];
    let all = |known: &[&str]| names_of(entry).iter().all(|name| known.contains(&name.as_str()));
    match entry.stamp.actor {
        Actor::Staff(_) => all(&comes_in),
        Actor::Host => is_by_host(entry),
        Actor::Seat(_) | Actor::Terminal(_) => false,
    }
}

fn is_by_host(entry: &Entry) -> bool {
    let known = |name: &String| {
        BY_HOST.contains(&name.as_str()) || ["Opened", "SnapshotNamed"].contains(&name.as_str())
    };
    entry.stamp.actor == Actor::Host && names_of(entry).iter().all(known)
}

/// The table with a dealer at which most is done, under the one book with colours and markers.
const TABLE: u32 = 20;
/// A table that is played with chips.
const CHIPS: u32 = 23;
/// A table at which the players shake.
const SHAKEN_BY_PLAYERS: u32 = 21;

/// How long everybody has to bet under the book of [`TABLE`] (ACT 4.1).
const BETTING_MIN_MS: u64 = 3_000;

fn setup(table: u32, book: &str) -> Value {
    let betting_min_ms = if book == "act" { BETTING_MIN_MS } else { 0 };
    json!({
        "table": table, "name": format!("Table {table}"), "book": book,
        "kind": if table == CHIPS { "felt" } else { "electronic" },
        "run": "dealer", "dice": "physical",
        "limits": {
            "usual": { "stake_min": 100, "stake_max": 10_000, "multiple": 100 },
            "families": [], "seat_max": 100_000, "exposure_max": 1_000_000_000,
        },
        "times": {
            "betting_ms": 600_000, "betting_min_ms": betting_min_ms, "warning_ms": 0,
            "extension_ms": 1_000, "extensions_max": 3, "show_ms": 0, "pause_ms": 0,
        },
    })
}

impl Stage<'_> {
    async fn staff_number(&mut self, name: &str) -> u64 {
        let admin = self.people.get_mut("admin").unwrap();
        self.floor.staff_id(&mut admin.screen, name).await
    }

    /// Adds a table, assigns its staff, equips and opens it.
    async fn open_table(&mut self, table: u32, book: &str, shaker: &str) {
        let add = Ask::Floor(FloorAsk::AddTable { setup: word(&setup(table, book)) });
        self.does("admin", add).await;
        for name in ["shift", "floor", "dealer"] {
            let staff = self.staff_number(name).await;
            let assign = FloorAsk::AssignStaff { staff: word(&staff), table: word(&table) };
            self.does("floor", Ask::Floor(assign)).await;
        }
        self.equip(table, shaker).await;
        self.run("shift", table, None, Order::TakeShaker).await;
        self.run("shift", table, None, Order::InspectShaker { tosses: 3 }).await;
        self.inspect(table, book, shaker).await;
        self.run("shift", table, None, Order::OpenTable).await;
    }

    /// A display that enrols at a table by a code of the floorperson.
    async fn display(&mut self, table: u32) {
        let offer = FloorAsk::OfferDisplay { table, equipment: Some(3) };
        let offered = self.does("floor", Ask::Floor(offer)).await;
        let code = Some(json!({ "code": offered["code"] }));
        let cookie = http(&self.floor, "POST", "/api/v1/enrol", &[], code).await.cookie();
        // It is greeted before its table hears of it.
        let mut screen = Screen::open(&self.floor, "as=display", &cookie).await;
        screen.until(|message| message["tell"] == "snapshot").await;
        self.displays.push(screen);
    }

    /// Things with the table's number, registered, attested, placed and put to use there.
    async fn equip(&mut self, table: u32, shaker: &str) {
        for ask in equip::asks(table, table, shaker) {
            self.does("shift", ask).await;
        }
    }

    /// The display and the checklist.
    async fn inspect(&mut self, table: u32, book: &str, shaker: &str) {
        let rules = Library::get(book).unwrap().rules();
        self.display(table).await;
        for roll in Roll::all().step_by(50).take(4) {
            let entered: Vec<u8> = roll.faces().iter().map(|face| face.pips()).collect();
            self.run("shift", table, None, Order::TryDisplay { entered: word(&entered) }).await;
            self.run("shift", table, None, Order::JudgeDisplay { lit: true }).await;
        }
        let lines = rules.equipment.checklist_with(ShakerKind::from_word(shaker));
        let lines: Vec<String> = lines.map(|line| line.id.to_string()).collect();
        self.run("shift", table, None, Order::AttestLines { lines }).await;
    }

    async fn sells(&mut self, amount: u64) -> String {
        let currency = Library::get("act").unwrap().rules().currency.value.code().to_owned();
        let order = client::sell(amount, &currency);
        self.does("cashier", order).await["voucher"]["token"].as_str().unwrap().to_owned()
    }

    async fn bets(&mut self, who: &str, round: u64, bet: impl Serialize) {
        self.does_in(who, Some(round), json!({ "bet": bet })).await;
    }

    /// What waits at a table for a second person, by its number.
    async fn second_agrees(&mut self, table: u32, proposal: u32) {
        self.run("shift", table, None, Order::Approve { proposal }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_act_of_a_person_is_theirs_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::open(folder.path()).await;
    stage.news();
    for name in ["admin", "second-admin", "shift", "floor", "dealer", "cashier", "pit"] {
        stage.staff(name).await;
    }
    a_day_at_the_tables(&mut stage).await;
    a_day_on_the_floor(&mut stage).await;
    let missing: Vec<String> = asks()
        .iter()
        .filter(|ask| {
            matches!(ask, Ask::Bet(_) | Ask::Seat(_) | Ask::Run(_) | Ask::Floor(_) | Ask::Cage(_))
        })
        .map(name)
        .filter(|name| !stage.asked.contains(name) && !READS.contains(&name.as_str()))
        .collect();
    assert!(stage.wrong.is_empty(), "{:#?}", stage.wrong);
    assert!(missing.is_empty(), "nobody asked {missing:?}");
    stage.floor.close().await;
}

async fn a_day_at_the_tables(stage: &mut Stage<'_>) {
    stage.open_table(TABLE, "act", "manual").await;
    stage.terminal("ann", TABLE, 1).await;
    stage.terminal("bob", TABLE, 2).await;
    for who in ["ann", "bob"] {
        let voucher = stage.sells(50_000).await;
        stage.does(who, client::sit_with_voucher(voucher.clone())).await;
    }
    let voucher = stage.sells(5_000).await;
    stage.does("ann", Ask::Seat(SeatAsk::BuyIn { voucher: voucher.clone() })).await;
    stage
        .does(
            "ann",
            Ask::Seat(SeatAsk::SetLimits(OwnLimitsAsk {
                loss_max: Some(50_000),
                ..OwnLimitsAsk::default()
            })),
        )
        .await;
    let marker = Order::GrantMarker { seat: 1, stake_max: 20_000 };
    let colour = Order::AssignColour { seat: 1, colour: 1, value: 100 };
    let limits = Order::AnnounceLimits { limits: word(&setup(TABLE, "act")["limits"]) };
    let exclude = Order::Exclude { player: 999, reason: "a test".to_owned() };
    let lift = Order::LiftExclusion { player: 999, reason: "a test".to_owned() };
    for order in [marker, colour, limits, exclude, lift, Order::StartShift] {
        stage.run("shift", TABLE, None, order).await;
    }
    a_round_with_every_step(stage).await;
    what_two_people_agree_on(stage).await;
    what_is_owed(stage).await;
    the_machine_stops(stage).await;
    a_terminal_is_exchanged(stage).await;
    a_call_is_mistaken(stage).await;
    a_case_is_decided(stage).await;
    the_table_closes(stage).await;
    // One person answers for one shaker.
    stage.run("shift", TABLE, None, Order::LeaveShaker).await;
    chips_are_played(stage).await;
    players_shake(stage).await;
    a_table_moves(stage).await;
}

const DICE: [u8; 3] = [1, 2, 4];

impl Stage<'_> {
    /// Gives notice that bets may be placed.
    async fn opens(&mut self, round: u64) {
        self.run("shift", TABLE, Some(round), Order::OpenBetting).await;
    }

    async fn in_round(&mut self, round: u64, orders: impl IntoIterator<Item = impl Serialize>) {
        for order in orders {
            let order = json!(order);
            if order == "call_no_more_bets" {
                tokio::time::sleep(Duration::from_millis(BETTING_MIN_MS)).await;
            }
            // Everybody reads "no more bets" before dice that were shaken are revealed.
            if order == "reveal" {
                tokio::time::sleep(Duration::from_millis(Table::WORDS_MS)).await;
            }
            self.run("shift", TABLE, Some(round), order).await;
        }
    }

    /// From no more bets to the dice on the display.
    async fn shows_dice(&mut self, round: u64) {
        let shake = Order::Shake { times: 3 };
        self.in_round(round, [shake, Order::CallNoMoreBets, Order::Reveal]).await;
        self.in_round(round, [Order::EnterDice { dice: word(&DICE) }]).await;
    }

    async fn ends_round(&mut self, round: u64) {
        let confirm = Order::ConfirmDice { dice: word(&DICE) };
        self.in_round(round, [confirm, Order::Collect, Order::Pay, Order::Clear]).await;
    }
}

async fn a_round_with_every_step(stage: &mut Stage<'_>) {
    let bets = BetAsk::PlaceBets { bets: vec![BetLine { area: word("big"), stake: 1_000 }] };
    stage.opens(1).await;
    let take_down = BetAsk::TakeDown { areas: vec![word("big")] };
    for bet in [bets.clone(), BetAsk::DoubleBets, BetAsk::UndoBets, take_down, bets.clone()] {
        stage.bets("ann", 1, bet).await;
    }
    stage.bets("bob", 1, bets).await;
    stage.in_round(1, [Order::ExtendBetting]).await;
    stage.shows_dice(1).await;
    stage.in_round(1, [Order::ReenterDice, Order::EnterDice { dice: word(&DICE) }]).await;
    stage.ends_round(1).await;
    stage.run("shift", TABLE, None, Order::CoverShaker).await;
    stage.opens(2).await;
    stage.bets("ann", 2, BetAsk::RepeatBets).await;
    stage.bets("ann", 2, BetAsk::ClearBets).await;
    stage.bets("ann", 2, BetAsk::RepeatBets).await;
}

/// Somebody calls a dispute, and one floorperson proposes what another person agrees to.
async fn what_two_people_agree_on(stage: &mut Stage<'_>) {
    let dispute = Order::CallIrregularity { what: word("dispute"), reason: "a test".to_owned() };
    let ruled = |act: &str| json!({ act: { "what": "dispute", "reason": "a test" } });
    stage.in_round(2, [dispute.clone()]).await;
    stage.run("floor", TABLE, None, json!({ "propose": { "act": ruled("go_on") } })).await;
    stage.run("floor", TABLE, None, Order::Withdraw { proposal: 1 }).await;
    stage.run("floor", TABLE, None, json!({ "propose": { "act": ruled("go_on") } })).await;
    stage.second_agrees(TABLE, 2).await;
    let shake = Order::Shake { times: 3 };
    stage.in_round(2, [shake, dispute]).await;
    stage.run("floor", TABLE, None, json!({ "propose": { "act": ruled("reshake") } })).await;
    stage.second_agrees(TABLE, 3).await;
    let void = ActAsk::VoidBets { seat: 1, reason: "a test".to_owned() };
    stage.run("floor", TABLE, None, Order::Propose { act: void }).await;
    stage.second_agrees(TABLE, 4).await;
    stage.shows_dice(2).await;
    stage.ends_round(2).await;
    let what = json!({ "rounds": [2], "what": "dispute", "reason": "a test" });
    let void = json!({ "propose": { "act": { "void_rounds": what } } });
    stage.run("floor", TABLE, None, void).await;
    stage.second_agrees(TABLE, 5).await;
}

/// A player who lost a round and left turns out to have won it.
async fn what_is_owed(stage: &mut Stage<'_>) {
    let out = stage.does("ann", Ask::Seat(SeatAsk::CashOut { amount: Some(1_000) })).await;
    let number = &out["voucher"]["number"];
    stage.does("ann", Ask::Seat(SeatAsk::TakeVoucher { number: word(&number) })).await;
    let lost =
        CageAsk::ReplaceVoucher(LostPaper { number: word(&number), reason: "a test".to_owned() });
    stage.does("cashier", Ask::Cage(lost)).await;
    let proposal = last(stage).await;
    let agrees = CageAsk::ApproveReplacement(LostPaperAgreed {
        proposal: word(&proposal),
        number: word(&number),
    });
    stage.does("shift", Ask::Cage(agrees)).await;
    let exclude = Order::Exclude { player: 2, reason: "a test".to_owned() };
    stage.run("shift", TABLE, None, exclude).await;
    let left = stage.does("bob", Ask::Seat(SeatAsk::Leave)).await;
    stage.run("floor", TABLE, None, Order::ReleaseSeat { seat: 2 }).await;
    let token = &left["voucher"]["token"];
    stage.does("cashier", client::redeem(token.as_str().unwrap())).await;
    let truth = json!({ "round": 1, "dice": [4, 5, 6], "reason": "a test" });
    let correct = json!({ "propose": { "act": { "correct_round": truth } } });
    stage.run("floor", TABLE, None, correct).await;
    stage.second_agrees(TABLE, 6).await;
    let number = u64::try_from(2).unwrap();
    let pay = json!({ "table": TABLE, "player": number, "reason": "passport" });
    stage.does("cashier", Ask::Cage(CageAsk::PayOwed(word(&pay)))).await;
    let void = json!({ "round": 1, "seat": 2, "reason": "a test" });
    let void = json!({ "propose": { "act": { "void_past_bets": void } } });
    stage.run("floor", TABLE, None, void).await;
    stage.second_agrees(TABLE, 7).await;
}

/// The machine stops while the dice lie there; two people say what they showed.
async fn the_machine_stops(stage: &mut Stage<'_>) {
    stage.opens(3).await;
    let shake = Order::Shake { times: 3 };
    stage.in_round(3, [shake, Order::CallNoMoreBets]).await;
    stage.restart().await;
    let seen = json!({ "dice": DICE, "reason": "the camera" });
    let seen = json!({ "propose": { "act": { "attest_dice": seen } } });
    stage.run("floor", TABLE, None, seen).await;
    stage.second_agrees(TABLE, 8).await;
    stage.in_round(3, [Order::Collect, Order::Pay, Order::Clear]).await;
}

/// Ann's terminal is taken away, and two people give her the seat back at another one.
async fn a_terminal_is_exchanged(stage: &mut Stage<'_>) {
    let Is::Terminal { terminal, .. } = stage.people["ann"].is else { unreachable!() };
    let remove = FloorAsk::RemoveTerminal { terminal };
    stage.does("floor", Ask::Floor(remove)).await;
    stage.people.get_mut("ann").unwrap().screen.until(|message| message["tell"] == "bye").await;
    stage.terminal("ann", TABLE, 1).await;
    let Is::Terminal { terminal, .. } = stage.people["ann"].is else { unreachable!() };
    let known = json!({ "seat": 1, "player": 1, "terminal": terminal, "reason": "a test" });
    let hand_over = json!({ "propose": { "act": { "hand_over_seat": known } } });
    stage.run("floor", TABLE, None, hand_over).await;
    stage.second_agrees(TABLE, 9).await;
}

/// A dealer took a glint for a crack.
async fn a_call_is_mistaken(stage: &mut Stage<'_>) {
    stage.opens(4).await;
    stage.shows_dice(4).await;
    let broken = json!({ "what": "die-broken", "reason": "a test" });
    stage.in_round(4, [json!({ "call_irregularity": broken })]).await;
    let mistaken = json!({ "call_mistaken": broken });
    stage.run("floor", TABLE, None, json!({ "propose": { "act": mistaken } })).await;
    stage.second_agrees(TABLE, 11).await;
    stage.ends_round(4).await;
}

/// A bet is paid by a ruling, and an authority asks for a review.
async fn a_case_is_decided(stage: &mut Stage<'_>) {
    let dispute = json!({ "about": "dispute", "what": "a test", "round": 1, "seat": 1 });
    stage.run("floor", TABLE, None, json!({ "open_case": dispute })).await;
    stage.run("floor", TABLE, None, Order::NoteCase { case: 1, note: "a test".to_owned() }).await;
    let pay = json!({ "pay_bet": { "round": 1, "seat": 1, "player": 1, "amount": 100 } });
    let decide = json!({ "decide_case": { "case": 1, "ruling": pay, "reason": "a test" } });
    stage.run("floor", TABLE, None, json!({ "propose": { "act": decide } })).await;
    stage.second_agrees(TABLE, 12).await;
    let review = json!({
        "case": 1, "authority": "the board", "reference": "1/26", "reason": "a test",
    });
    stage.run("shift", TABLE, None, json!({ "reopen_case": review })).await;
    let stand = Order::LetStand { case: 1, reason: "a test".to_owned() };
    stage.run("shift", TABLE, None, stand).await;
}

async fn the_table_closes(stage: &mut Stage<'_>) {
    for order in [
        Order::AnnounceClosing,
        Order::CloseTable,
        Order::RemoveDice,
        Order::RemoveShaker { shaker: TABLE },
    ] {
        stage.run("shift", TABLE, None, order).await;
    }
    let automated = json!({ "shaker": 99 });
    let nature = json!({ "shaker": { "kind": "automated-covered" } });
    for ask in [
        json!({ "register_thing": { "thing": automated, "nature": nature } }),
        json!({ "place_thing": { "thing": automated, "table": TABLE } }),
        json!({ "install_thing": { "thing": automated, "table": TABLE } }),
        json!({ "report_damage": { "thing": { "layout": TABLE }, "reason": "torn" } }),
        json!({ "declare_sound": { "thing": { "layout": TABLE }, "reason": "mended" } }),
        json!({ "withdraw_thing": { "thing": { "layout": TABLE }, "reason": "worn" } }),
    ] {
        stage.does("shift", json!({ "floor": ask })).await;
    }
    let aside = Order::SetOutOfOrder { shaker: 99 };
    stage.run("shift", TABLE, None, aside).await;
}

/// A player without a terminal has a place, and two people count the chips of the table.
async fn chips_are_played(stage: &mut Stage<'_>) {
    stage.open_table(CHIPS, "act", "manual").await;
    let pieces = |pieces: u32| json!([{ "denomination": 500, "pieces": pieces }]);
    let (count, recount) = (pieces(10), pieces(9));
    for (who, second, ask) in [
        ("floor", "shift", json!({ "open_float": { "table": CHIPS, "count": count } })),
        ("floor", "cashier", json!({ "fill": { "table": CHIPS, "count": count } })),
        ("floor", "cashier", json!({ "credit": { "table": CHIPS, "count": count } })),
        ("floor", "shift", json!({ "close_float": { "table": CHIPS, "count": count } })),
        ("cashier", "shift", json!({ "count_drop": { "table": CHIPS, "day": 1, "count": count } })),
        (
            "floor",
            "shift",
            json!({ "correct_count": {
                "table": CHIPS, "day": 1, "of": "closing", "count": recount, "reason": "a test",
            } }),
        ),
    ] {
        stage.does(who, json!({ "floor": ask })).await;
        let proposal = last(stage).await;
        stage.does(second, json!({ "floor": { "approve": { "proposal": proposal } } })).await;
    }
    let place = json!({ "give_place": { "table": CHIPS, "seat": 1 } });
    stage.does("floor", json!({ "floor": place })).await;
    let colour = json!({ "assign_colour": { "seat": 1, "colour": 1, "value": 100 } });
    stage.run("shift", CHIPS, None, colour).await;
    stage.run("shift", CHIPS, Some(1), json!("open_betting")).await;
    let bets = json!([{ "area": "small", "stake": 500 }]);
    let record = json!({ "record_chips": { "seat": 1, "bets": bets } });
    stage.run("shift", CHIPS, Some(1), record).await;
    let record = json!({ "record_chips": { "seat": 1, "bets": [] } });
    stage.run("shift", CHIPS, Some(1), record).await;
    for order in ["take_colour_back", "free_place"] {
        stage.run("shift", CHIPS, None, json!({ order: { "seat": 1 } })).await;
    }
    stage.restart().await;
    stage.run("shift", CHIPS, None, json!("leave_shaker")).await;
}

async fn players_shake(stage: &mut Stage<'_>) {
    stage.open_table(SHAKEN_BY_PLAYERS, "pennsylvania-a", "player-activated").await;
    stage.terminal("cat", SHAKEN_BY_PLAYERS, 1).await;
    let sell = client::sell(50_000, "USD");
    let token = stage.does("cashier", sell).await["voucher"]["token"].clone();
    stage.does("cat", Ask::Seat(SeatAsk::Sit(Funds { voucher: word(&token), demo: None }))).await;
    for order in ["open_betting", "call_no_more_bets"] {
        stage.run("shift", SHAKEN_BY_PLAYERS, Some(1), order).await;
    }
    let select = Order::SelectPlayer { seat: 1 };
    stage.run("shift", SHAKEN_BY_PLAYERS, Some(1), select).await;
    stage.does_in("cat", Some(1), Ask::Bet(BetAsk::Shake { times: 3 })).await;
    let failed =
        Order::CallIrregularity { what: word("display-failed"), reason: "a test".to_owned() };
    for (who, order) in [
        ("shift", Order::Reveal),
        ("shift", failed),
        ("floor", Order::AttestPresence),
        ("shift", Order::EnterDice { dice: word(&DICE) }),
        ("shift", Order::ConfirmDice { dice: word(&DICE) }),
        ("shift", Order::Collect),
        ("shift", Order::Pay),
        ("shift", Order::Clear),
    ] {
        stage.run(who, SHAKEN_BY_PLAYERS, Some(1), order).await;
    }
    stage.run("shift", SHAKEN_BY_PLAYERS, None, Order::AttestRepair).await;
}

/// The file names other times for the table of the house's own.
async fn a_table_moves(stage: &mut Stage<'_>) {
    let mut edited = house();
    let plan = &mut edited.tables[0];
    plan.config.times.warning_ms += 1;
    let (table, book, times) = (plan.table.0, plan.config.rule_book, plan.config.times);
    stage.restart_with(edited).await;
    let staff = stage.staff_number("pit").await;
    let assign = FloorAsk::AssignStaff { staff: word(&staff), table };
    stage.does("floor", Ask::Floor(assign)).await;
    let book = book.map(|byte| format!("{byte:02x}")).concat();
    let moves = json!({ "move_table": {
        "from": book, "to": book, "times": Times::from(times), "reason": "a test",
    }});
    stage.run("shift", table, None, Order::Propose { act: word(&moves) }).await;
    stage.run("pit", table, None, Order::Approve { proposal: 1 }).await;
}

async fn a_day_on_the_floor(stage: &mut Stage<'_>) {
    let (dealer, pit) = (stage.staff_number("dealer").await, stage.staff_number("pit").await);
    let floor = Ask::Floor;
    let added = FloorAsk::AddStaff { name: "newcomer".to_owned() };
    let newcomer = stage.does("admin", floor(added)).await["staff"].clone();
    let role = FloorAsk::ProposeRole { staff: word(&newcomer), role: FloorRole::Dealer };
    stage.does("admin", floor(role.clone())).await;
    let proposal = last(stage).await;
    stage.does("admin", floor(FloorAsk::Withdraw { proposal: word(&proposal) })).await;
    let lost = FloorAsk::ProposeInvitation { staff: word(&newcomer) };
    stage.does("admin", floor(lost)).await;
    let proposal = last(stage).await;
    stage.does("second-admin", floor(FloorAsk::Approve { proposal: word(&proposal) })).await;
    let (old, new) = (stage.floor.password("pit"), "a password of my own".to_owned());
    stage.does("pit", floor(FloorAsk::SetPassword { old, new })).await;
    // A dealer who works at two tables is a dealer no longer: taking the role away takes it
    // away there.
    let release = FloorAsk::ReleaseStaff { staff: word(&dealer), table: word(&SHAKEN_BY_PLAYERS) };
    stage.does("floor", floor(release)).await;
    let promote = FloorAsk::ProposeRole { staff: word(&dealer), role: FloorRole::Supervisor };
    stage.does("admin", floor(promote)).await;
    let proposal = last(stage).await;
    stage.does("second-admin", floor(FloorAsk::Approve { proposal: word(&proposal) })).await;
    let revoke = FloorAsk::RevokeRole { staff: word(&dealer), reason: "a test".to_owned() };
    stage.does("second-admin", floor(revoke)).await;
    let suspend = FloorAsk::SuspendStaff { staff: word(&dealer), reason: "a test".to_owned() };
    stage.does("shift", floor(suspend)).await;
    let reinstate = FloorAsk::ReinstateStaff { staff: word(&dealer), reason: "a test".to_owned() };
    stage.does("admin", floor(reinstate)).await;
    let Is::Staff { session, .. } = stage.people["cashier"].is else { unreachable!() };
    stage.does("shift", floor(FloorAsk::EndSession { session: word(&session) })).await;
    stage.does("shift", floor(FloorAsk::EndSessions { staff: word(&pit) })).await;
    let Is::Terminal { terminal, .. } = stage.people["bob"].is else { unreachable!() };
    stage.does("floor", floor(FloorAsk::RemoveTerminal { terminal })).await;
    let add = FloorAsk::AddTable { setup: word(&setup(22, "act")) };
    stage.does("admin", floor(add)).await;
    stage.does("admin", floor(FloorAsk::RetireTable { table: 22 })).await;
    two_people_of_the_cage(stage).await;
}

/// A large voucher is paid by two people, and one whose time is over is made good again.
async fn two_people_of_the_cage(stage: &mut Stage<'_>) {
    stage.staff("cashier").await;
    let (large, late) = (stage.sells(100_001).await, stage.sells(1_000).await);
    let paper = json!({ "token": large, "reason": "a test" });
    stage.does("cashier", json!({ "floor": { "propose_payment": paper } })).await;
    let proposal = last(stage).await;
    stage.does("shift", Ask::Floor(FloorAsk::Approve { proposal: word(&proposal) })).await;
    stage.floor.set_forward(Duration::from_hours(25));
    for name in ["admin", "shift", "cashier"] {
        stage.staff(name).await;
    }
    let paper = json!({ "token": late, "reason": "a test" });
    stage.does("cashier", json!({ "floor": { "propose_revival": paper } })).await;
    let proposal = last(stage).await;
    stage.does("shift", Ask::Floor(FloorAsk::Approve { proposal: word(&proposal) })).await;
}

/// The last proposal that waits on the floor.
async fn last(stage: &mut Stage<'_>) -> Value {
    let cookie = stage.people["shift"].cookie.clone();
    let all = http(&stage.floor, "GET", "/api/v1/approvals", &[("cookie", &cookie)], None).await;
    let all = all.body.as_array().unwrap().clone();
    all.iter()
        .filter_map(|waits| waits["proposal"].as_u64())
        .max()
        .unwrap_or_else(|| panic!("{:#?}", stage.wrong))
        .into()
}
