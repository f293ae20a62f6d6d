//! The one place that knows the table's interface: it tells a story and compares every line.

use std::collections::BTreeMap;

use taisai_ledger::{Account, Ledger, Meters};
use taisai_rules::NoMoreBets;
use taisai_table::{
    Asker, Command, HostCommand, HouseCommand, PlayerId, Request, RequestId, RoundCommand,
    RoundNumber, SeatCommand, SeatNumber, SessionId, StaffCommand, Table, Time, VoucherId,
};

use crate::asking::{duration, number, request, small};
use crate::openings;
use crate::words;

/// Noon of the fifteenth of November 2026.
pub(crate) const NOON: u64 = 1_794_744_000_000;

/// Tells a story. A line is a request, `->` and what follows; without `->` it must be accepted.
///
/// `table …` sets a table up, `open …` opens it with two players, `+20s` lets time pass, a line
/// that begins with `?` asks about the table, and `dealer 10 plays 4,4,2` is a whole round.
pub(crate) fn check(story: &str) {
    let mut floor: Option<Floor> = None;
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "table" => floor = Some(Floor::new(&words[1..])),
            "open" => {
                let mut opened = Floor::new(&words[1..]);
                opened.tell_all(&openings::opened(&words[1..]));
                floor = Some(opened);
            }
            _ => floor.as_mut().expect("a story begins with its table").tell(line),
        }
    }
}

/// A table, its ledger and the clock on the wall.
struct Floor {
    table: Table,
    ledger: Ledger,
    now: Time,
    requests: BTreeMap<Asker, u64>,
}

impl Floor {
    fn new(words: &[&str]) -> Self {
        let table = openings::set_up(words);
        let book = std::sync::Arc::new(table.book().clone());
        let ledger = Ledger::new(book, table.config().rule_book);
        let now = Time::from_millis(NOON).expect("noon is a time");
        Self { table, ledger, now, requests: BTreeMap::new() }
    }

    fn tell_all(&mut self, lines: &str) {
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| {
            self.tell(line);
        });
    }

    fn tell(&mut self, line: &str) {
        let (said, expected) = match line.split_once("->") {
            Some((said, expected)) => (said.trim(), Some(expected.trim())),
            None => (line, None),
        };
        if let Some(question) = said.strip_prefix('?') {
            let answer = self.answer(question.trim());
            return compare(line, expected.expect("a question has an answer"), &answer);
        }
        let said = self.let_time_pass(said);
        if let Some(lines) = whole_round(said).or_else(|| self.part_of_round(said)) {
            return self.tell_all(&lines);
        }
        if said.is_empty() {
            return;
        }
        let came = self.ask(said);
        match expected {
            Some(expected) => compare(line, expected, &came),
            None => assert!(!came.starts_with("refused"), "\n  {line}\n  came: {came}\n"),
        }
    }

    /// The lines of `dealer 10 closes betting`, `tumbles` and `comes to the shake`, in the order
    /// that the shaker in use asks for.
    fn part_of_round(&self, said: &str) -> Option<String> {
        let order = self.table.round().map_or(self.table.order(), |round| round.order);
        let part = |verb: &str, lines: fn(&str, NoMoreBets) -> String| {
            said.strip_suffix(verb).map(|dealer| lines(dealer, order))
        };
        part(" closes betting", openings::closed)
            .or_else(|| part(" tumbles", openings::tumbled))
            .or_else(|| part(" comes to the shake", openings::up_to_the_shake))
    }

    fn let_time_pass<'a>(&mut self, said: &'a str) -> &'a str {
        let Some(passed) = said.strip_prefix('+') else {
            return said;
        };
        let (time, rest) = passed.split_once(' ').unwrap_or((passed, ""));
        let later = self.now.millis() + duration(time);
        self.now = Time::from_millis(later).expect("stories end before the year 10000");
        self.let_time_pass(rest.trim())
    }

    /// Asks the table, lets happen what follows, and tells it in words.
    fn ask(&mut self, said: &str) -> String {
        let request = self.request(said);
        let before = self.table.clone();
        let decision = before.decide(&request, self.now);
        assert!(before == self.table, "deciding changed the table");
        match decision {
            Ok(events) => {
                for event in &events {
                    self.table.apply(event, self.now);
                    let posted = self.ledger.post(event);
                    posted.unwrap_or_else(|fault| panic!("{said}: {fault}"));
                    self.audit(said);
                }
                words::of_events(&events)
            }
            Err(refusal) => words::of_refusal(&refusal),
        }
    }

    /// What holds after every event, whatever the story.
    fn audit(&self, said: &str) {
        let sum: i64 = self.ledger.balances().map(|(_, balance)| balance).sum();
        assert_eq!(sum, 0, "{said}: the books do not balance");
        let agrees = self.ledger.agrees_with(&self.table);
        agrees.unwrap_or_else(|fault| panic!("{said}: {fault}"));
        for (number, seat) in self.table.seats() {
            let credit = i128::from(seat.credit().units());
            assert_eq!(seat.meters().credit(), credit, "{said}: meters of seat {number}");
        }
        self.audit_meters(said);
    }

    /// What has gone through the table explains where all its money is.
    fn audit_meters(&self, said: &str) {
        let meters = self.ledger.table_meters();
        let (mut credit, mut owed, mut layout, mut house) = (0, 0, 0, 0);
        for (account, balance) in self.ledger.balances() {
            let sum = match account {
                Account::SeatCredit(..) => &mut credit,
                Account::Owed(_) => &mut owed,
                Account::Layout(_) => &mut layout,
                Account::HouseBank | Account::TableFloat => &mut house,
                Account::VouchersOutstanding | Account::Shortfall | Account::Rulings => continue,
            };
            *sum += i128::from(balance);
        }
        let turned_over = i128::from(meters.turnover);
        // What the house has won is what was turned over, less what came back; what is carried
        // from seat to seat stays at the table.
        assert_eq!(turned_over - i128::from(meters.wins), layout + house, "{said}: the house");
        assert_eq!(meters.credit(), credit, "{said}: meters of the table");
        assert_eq!(meters.carried_in, meters.carried_out, "{said}: carried");
        assert_eq!(meters.still_owed(), owed, "{said}: owed");
        let borne = i128::from(self.table.shortfall().units());
        assert_eq!(meters.borne(), borne, "{said}: borne");
        // Every edition has its own meters, and together they are the table's.
        let by_book: Vec<_> = self.ledger.book_meters().map(|(_, meters)| meters).collect();
        for part in [
            |meters: &Meters| meters.turnover,
            |meters: &Meters| meters.wins,
            |meters: &Meters| meters.voided,
            |meters: &Meters| meters.owed,
        ] {
            let sum: u64 = by_book.iter().map(part).sum();
            assert_eq!(sum, part(&meters), "{said}: by rule book");
        }
    }

    /// The request a line makes: `(id 5)`, `(session 9)` and `(round 3)` set what is usual.
    fn request(&mut self, said: &str) -> Request {
        let mut told: BTreeMap<String, u64> = BTreeMap::new();
        let mut bare = String::new();
        for part in said.split('(') {
            let (inside, rest) = part.split_once(')').unwrap_or(("", part));
            if let Some((what, value)) = inside.split_once(' ') {
                told.insert(what.to_string(), number(value));
            }
            bare += rest;
        }
        let words: Vec<&str> = bare.split_whitespace().collect();
        let mut command = request(&self.table, &words);
        let from = command.asker();
        let count = self.requests.entry(from).or_insert(0);
        *count += 1;
        let id = told.get("id").copied().unwrap_or(*count);
        // Everything that takes or gives a voucher has one of its own, a repeated one the same;
        // `(voucher 7)` names one.
        if let Command::Seat(
            _,
            SeatCommand::BuyIn { voucher, .. }
            | SeatCommand::SitAndBuyIn { voucher, .. }
            | SeatCommand::CashOut { voucher, .. }
            | SeatCommand::CashOutAndLeave { voucher, .. },
        )
        | Command::Floor(_, HouseCommand::PayOwed { voucher, .. })
        | Command::Host(HostCommand::House(HouseCommand::PayOwed { voucher, .. })) = &mut command
        {
            let own = u128::from(id) << 32 | u128::from(asker_number(from));
            *voucher = VoucherId(told.get("voucher").map_or(own, |number| u128::from(*number)));
        }
        let round = told.get("round").map_or(self.usual_round(&command), |n| Some(RoundNumber(*n)));
        let session = SessionId(told.get("session").copied().unwrap_or(asker_number(from)));
        Request { session, id: RequestId(id), round, command }
    }

    fn usual_round(&self, command: &Command) -> Option<RoundNumber> {
        let opens = StaffCommand::Round(RoundCommand::OpenBetting);
        if matches!(command, Command::Staff(_, command) if *command == opens) {
            return Some(self.table.next_round());
        }
        self.table.round().map(|round| round.number)
    }

    fn answer(&self, question: &str) -> String {
        let words: Vec<&str> = question.split_whitespace().collect();
        let seat = |text: &str| {
            let seat = SeatNumber(u16::try_from(number(text)).expect("a seat's number"));
            self.table.seat(seat).expect("the seat is taken")
        };
        let past = |text: &str| {
            let found = self.table.past_rounds().find(|past| past.number.0 == number(text));
            found.expect("the round is kept")
        };
        match words[..] {
            ["phase"] => self.table.phase().to_string(),
            ["shortfall"] => self.table.shortfall().to_string(),
            ["credit", at] => seat(at).credit().to_string(),
            ["bets", at] => words::of_bets(seat(at).bets()),
            ["voided", at] => seat(at).meters().voided.to_string(),
            ["owed", player] => {
                let owed = self.table.owed().find(|(id, _)| *id == PlayerId(number(player)));
                owed.map_or("0".into(), |(_, amount)| amount.to_string())
            }
            ["result", round] => past(round).result().map_or("void".into(), |r| r.to_string()),
            ["deadline"] => match self.table.deadline() {
                Some(due) if due <= self.now => "at once".into(),
                Some(due) => format!("in {}ms", due.millis() - self.now.millis()),
                None => "none".into(),
            },
            ["on-duty"] => {
                self.table.equipment().on_duty.map_or("nobody".into(), |d| d.to_string())
            }
            ["line", line] => words::of_line(&self.table, line),
            ["worst"] => self.table.exposure().worst().to_string(),
            ["payout", at] => {
                let seat = SeatNumber(u16::try_from(number(at)).expect("a seat's number"));
                words::of_payout(&self.table, seat)
            }
            ["changes", round] => words::of_changes(&self.table, RoundNumber(number(round))),
            ["colours"] => format!("{:?}", self.table.colours_out()),
            ["marker", at] => seat(at).marker().map_or("none".into(), |max| max.to_string()),
            ["case", id] => words::of_case(&self.table, small(id)),
            ["rulings"] => self.ledger.balance(Account::Rulings).to_string(),
            ["recall", round] => words::of_recall(&self.ledger, RoundNumber(number(round))),
            _ => panic!("nobody can answer: {question}"),
        }
    }
}

/// The lines a dealer and a roll stand for.
type Lines = fn(&str, &str) -> String;

/// The lines of `dealer 10 plays 4,4,2`, of `dealer 10 throws 4,4,2` up to the result, or of
/// `supervisor 30 inspects the display with 4,4,2`.
fn whole_round(said: &str) -> Option<String> {
    let rounds: [(&str, Lines); 3] = [
        (" plays ", openings::played),
        (" throws ", openings::rolled),
        (" inspects the display with ", openings::inspected),
    ];
    rounds.iter().find_map(|(verb, lines)| {
        let (dealer, roll) = said.split_once(verb)?;
        Some(lines(dealer, roll))
    })
}

fn compare(line: &str, expected: &str, came: &str) {
    assert!(expected == came, "\n  {line}\n  expected: {expected}\n  came:     {came}\n");
}

/// A number for everyone who can ask: the log-in they usually have.
fn asker_number(from: Asker) -> u64 {
    match from {
        Asker::Seat(seat) => u64::from(seat.0),
        Asker::Staff(staff) => 1_000 + u64::from(staff.0),
        Asker::Host => 1_000_000,
        Asker::Floor(staff) => 2_000_000 + u64::from(staff.0),
    }
}
