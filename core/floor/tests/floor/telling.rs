//! Tells a story and compares every line.

use taisai_floor::{Account, CashWay, DayNumber, Request, TableDay, TableId, TerminalId};
use taisai_table::{Money, RequestId, VoucherId};
use taisai_testing::values::currency;

use crate::asking::{asked, number};
use crate::house::House;
use crate::words;

/// Tells a story. A line is a request, `->` and what follows; without `->` it must be accepted.
///
/// `empty`, `administered` and `staffed` set a floor up, `+10m` lets time pass, `#5 ann adds bob`
/// names the request's number, and a line that begins with `?` asks about the floor.
pub(crate) fn check(story: &str) {
    let mut house = House::empty();
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line {
            "empty" => house = House::empty(),
            "administered" => house = House::administered(),
            "staffed" => house = House::staffed(),
            _ => tell(&mut house, line),
        }
    }
}

fn tell(house: &mut House, line: &str) {
    let (said, expected) = match line.split_once("->") {
        Some((said, expected)) => (said.trim(), Some(expected.trim())),
        None => (line, None),
    };
    if let Some(question) = said.strip_prefix('?') {
        let words: Vec<&str> = question.split_whitespace().collect();
        return compare(line, expected.expect("a question has an answer"), &answer(house, &words));
    }
    let said = let_time_pass(house, said);
    if said.is_empty() {
        return;
    }
    let came = ask(house, said);
    match expected {
        Some(expected) => compare(line, expected, &came),
        None => assert!(!came.starts_with("refused"), "\n  {line}\n  came: {came}\n"),
    }
}

fn let_time_pass<'a>(house: &mut House, said: &'a str) -> &'a str {
    let Some(passed) = said.strip_prefix('+') else { return said };
    let (time, rest) = passed.split_once(' ').unwrap_or((passed, ""));
    let (count, unit) = time.split_at(time.find(|c: char| !c.is_ascii_digit()).unwrap());
    let unit_ms = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 24 * 3_600_000,
        _ => panic!("{unit} is not a time"),
    };
    house.now += number::<u64>(count) * unit_ms;
    rest.trim()
}

fn ask(house: &mut House, said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().collect();
    let (number, words) = match words[0].strip_prefix('#') {
        Some(text) => (Some(RequestId(number(text))), &words[1..]),
        None => (None, &words[..]),
    };
    let (from, command) = asked(house, words);
    let request = match number {
        Some(id) => Request { from, id, command },
        None => house.request(from, command),
    };
    let before = house.floor.clone();
    let first = house.floor.decide(&request, house.time());
    assert!(before == house.floor, "deciding changed the floor");
    let decision = house.send(&request);
    assert_eq!(first, decision, "the same question, the same answer");
    match decision {
        Ok(events) => words::of_events(&events),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each question")]
fn answer(house: &House, words: &[&str]) -> String {
    let floor = &house.floor;
    match words {
        ["voucher", id] => match floor.voucher(VoucherId(number(id))) {
            Some(voucher) => voucher.state.to_string(),
            None => "unknown".to_owned(),
        },
        ["unfinished"] => {
            let of = |(table, id, voucher): (_, _, &taisai_floor::Voucher)| {
                format!("{id} at {table} {}", voucher.state)
            };
            floor.unfinished().map(of).collect::<Vec<_>>().join(", ")
        }
        ["shown", terminal] => {
            let of = |(id, promise): (_, &taisai_floor::Promise)| {
                format!("{id} by {}", promise.request.0)
            };
            floor.untaken(TerminalId(number(terminal))).map(of).collect::<Vec<_>>().join(", ")
        }
        ["next-ticket", terminal] => floor.next_ticket(TerminalId(number(terminal))).to_string(),
        ["role", who] => {
            floor.role(house.staff(who)).map_or("none".to_owned(), |role| role.to_string())
        }
        ["sessions", who] => {
            let own = floor.sessions_of(house.staff(who)).map(|session| session.to_string());
            own.collect::<Vec<_>>().join(" ")
        }
        ["drawer", who] => {
            let drawer = Account::Drawer(house.staff(who));
            floor.books().balance(currency("USD"), drawer).to_string()
        }
        ["owed"] => floor.books().balance(currency("USD"), Account::Outstanding).to_string(),
        ["held"] => floor.books().balance(currency("USD"), Account::Held).to_string(),
        ["honoured"] => floor.books().balance(currency("USD"), Account::Honoured).to_string(),
        ["expired"] => floor.books().balance(currency("USD"), Account::Expired).to_string(),
        ["table", table] => {
            let table = Account::Table(TableId(number(table)));
            floor.books().balance(currency("USD"), table).to_string()
        }
        ["chips"] => floor.books().balance(currency("USD"), Account::Chips).to_string(),
        ["drop"] => floor.books().balance(currency("USD"), Account::Drop).to_string(),
        ["float", table] => on_table(house, Account::Float, table),
        ["unsettled", table] => on_table(house, Account::Unsettled, table),
        ["variance", table] => on_table(house, Account::Variance, table),
        ["win", table] => on_table(house, Account::Win, table),
        ["day", table, day] => {
            let bank = floor.bank(TableId(number(table)));
            let day = bank.and_then(|bank| bank.day(DayNumber(number(day))));
            day.map_or("unknown".to_owned(), of_day)
        }
        ["chain", number] => of_chain(house, self::number(number)),
        ["deadline"] => match floor.deadline() {
            Some(time) => format!("{}s", (time.millis() - house.now) / 1000),
            None => "none".to_owned(),
        },
        ["place", kind, number] => {
            let thing = floor.register().get(crate::asking::thing(kind, number));
            thing.map_or("unknown".to_owned(), |thing| {
                let lent = if thing.lent { ", in use" } else { "" };
                let damaged = if thing.damage.is_some() { ", damaged" } else { "" };
                format!("{}{lent}{damaged}", thing.place)
            })
        }
        ["age", kind, number] => {
            let thing = floor.register().get(crate::asking::thing(kind, number)).unwrap();
            let ages = thing.first_used.iter().map(|since| match since {
                Some(since) => since.millis().to_string(),
                None => "new".to_owned(),
            });
            ages.collect::<Vec<_>>().join(" ")
        }
        ["disputed", table] => floor.register().is_disputed(TableId(number(table))).to_string(),
        ["sealed", kind, number] => {
            let thing = floor.register().get(crate::asking::thing(kind, number)).unwrap();
            thing.seal.as_ref().map_or("no".to_owned(), |seal| format!("[{}]", seal.number))
        }
        _ => panic!("nobody can answer {words:?}"),
    }
}

fn on_table(house: &House, account: fn(TableId) -> Account, table: &str) -> String {
    let account = account(TableId(number(table)));
    house.floor.books().balance(currency("USD"), account).to_string()
}

/// What a chain came to today, and what of it is known to be large.
fn of_chain(house: &House, number: u64) -> String {
    let chains = house.floor.image().chains;
    let own = chains.sums.iter().filter(|((chain, _), _)| chain.0 == number);
    let told = own.map(|((chain, cash), sum)| {
        let sign = if cash.1 == CashWay::In { '+' } else { '-' };
        let large = if chains.noted.contains(&(*chain, *cash)) { " large" } else { "" };
        format!("{sign}{sum} {}{large}", cash.0.code())
    });
    told.collect::<Vec<_>>().join(", ")
}

/// `opening 700, fills 50, credits 0, expected 750, closing 800, drop ?, win ?`.
fn of_day(day: &TableDay) -> String {
    let known = |sum: Option<i64>| sum.map_or("?".to_owned(), |sum| sum.to_string());
    let (closing, drop) = (day.closing(), day.drop());
    let units = |money: Money| i64::try_from(money.units()).unwrap();
    format!(
        "opening {}, fills {}, credits {}, expected {}, closing {}, drop {}, win {}, variance {}",
        day.opening(),
        day.fills(),
        day.credits(),
        day.expected_float(),
        known(closing.map(units)),
        known(drop.map(units)),
        known(day.win()),
        known(day.variance()),
    )
}

#[track_caller]
fn compare(line: &str, expected: &str, came: &str) {
    assert!(expected == came, "\n  {line}\n  came: {came}\n");
}
