//! How tables are set up and opened, so that stories can begin where they become interesting.

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_rulebooks::{Edition, Library};
use taisai_rules::{NoMoreBets, RuleBook, ShakerKind, Stake};
use taisai_table::{AreaLimit, Config, DiceSource, Limits, Money, Run, Table, TableKind, Times};

use crate::asking::{duration, number};

/// The house book that lets bets stand for another shake.
const RESHAKE: &str = r#"
extends = "massachusetts"
id = "reshake"
name = "Reshake House"
irregularity.dice-not-flat.remedy = "reshake"
"#;

/// A house whose dealers call a superior for a No Roll, as for everything else.
const STRICT: &str = r#"
extends = "maryland"
id = "strict"
name = "Strict House"
irregularity.dice-not-flat.alone = false
"#;

/// A house that asks for more trials of the display than its law.
const CAREFUL: &str = r#"
extends = "maryland"
id = "careful"
name = "Careful House"
inspection.display.trials = 3
"#;

fn edition(book: &str) -> (Arc<RuleBook>, [u8; 32]) {
    let own;
    let edition = match book {
        "reshake" => {
            own = Edition::read(RESHAKE.as_bytes()).expect("the house's own book is sound");
            &own
        }
        "strict" => {
            own = Edition::read(STRICT.as_bytes()).expect("the house's own book is sound");
            &own
        }
        "careful" => {
            own = Edition::read(CAREFUL.as_bytes()).expect("the house's own book is sound");
            &own
        }
        law => Library::get(law).unwrap_or_else(|| panic!("there is no book {law}")),
    };
    (Arc::new(edition.rules().clone()), *edition.fingerprint().as_bytes())
}

/// Staff whose numbers tell their role: 10 and 11 are dealers, 20 and 21 of the floor, and so on.
const STAFF: &str = "
    host assigns dealer 10
    host assigns dealer 11
    host assigns floorperson 20
    host assigns floorperson 21
    host assigns supervisor 30
    host assigns supervisor 31
    host assigns pit-manager 40
    host assigns shift-manager 50
    host assigns shift-manager 51";

const PLAYERS: &str = "
    seat 1 sits player 7
    seat 1 buys in 10000
    seat 2 sits player 8
    seat 2 buys in 10000";

/// A table set up by the words of its line, such as `maryland manual seat-max 1000`.
pub(crate) fn set_up(words: &[&str]) -> Table {
    let (book, rule_book) = edition(words[0]);
    let currency = book.currency.value;
    let config = Config {
        rule_book,
        currency,
        kind: if words.contains(&"felt") { TableKind::Felt } else { TableKind::Electronic },
        run: if words.contains(&"automatic") { Run::Automatic } else { Run::Dealer },
        dice: if is_random(words) { DiceSource::Random } else { DiceSource::Physical },
        limits: limits(words),
        times: times(words),
    };
    Table::new(book, config)
}

fn is_random(words: &[&str]) -> bool {
    words.contains(&"random") || words.contains(&"automatic")
}

fn after<'a>(words: &[&'a str], word: &str) -> Option<&'a str> {
    let place = words.iter().position(|known| *known == word)?;
    words.get(place + 1).copied()
}

fn times(words: &[&str]) -> Times {
    Times {
        betting_ms: (!words.contains(&"untimed")).then_some(20_000),
        betting_min_ms: after(words, "least").map_or(0, duration),
        warning_ms: 5_000,
        extension_ms: 10_000,
        extensions_max: 2,
        show_ms: 4_000,
        pause_ms: 3_000,
    }
}

/// Stakes from 500 to 5000 in steps of 100, unless the line says otherwise.
fn limits(words: &[&str]) -> Limits {
    let money = |word, usual| {
        let units = after(words, word).map_or(usual, number);
        Money::new(units).expect("stories stay below the ceiling")
    };
    Limits {
        usual: area_limit(500, 5_000, 100),
        families: BTreeMap::new(),
        seat_max: money("seat-max", 50_000),
        exposure_max: money("exposure-max", 2_000_000),
    }
}

pub(crate) fn area_limit(min: u64, max: u64, multiple: u32) -> AreaLimit {
    let stake = |units| Stake::new(units).expect("stories stake what can be staked");
    AreaLimit::new(stake(min), stake(max), multiple).expect("the limit is sound")
}

/// The lines that open a table with this shaker and seat two players at it.
pub(crate) fn opened(words: &[&str]) -> String {
    let shaker = words.iter().find_map(|word| ShakerKind::from_word(word));
    let mut lines = String::from(STAFF);
    if !is_random(words) {
        let kind = shaker.unwrap_or_else(|| usual_shaker(words[0]));
        lines += &format!(
            "
            floorperson 20 installs shaker 1 {kind} sealed approved all
            floorperson 20 installs dice 1 2 3 as set 1 in shaker 1
            supervisor 30 inspects the shaker 3 times
            dealer 10 takes the shaker
            host connects display 1
            supervisor 30 inspects the display with 1,2,3"
        );
    }
    if !is_random(words) || looks_beyond_the_shaker(words[0]) {
        lines += "
        supervisor 30 ticks the checklist";
    }
    lines += "
        supervisor 30 opens the table";
    if !words.contains(&"felt") {
        lines += PLAYERS;
    }
    lines
}

/// Whether the book's checklist has lines that are not about a shaker.
fn looks_beyond_the_shaker(book: &str) -> bool {
    !book.starts_with("singapore") && book != "massachusetts"
}

fn usual_shaker(book: &str) -> ShakerKind {
    if book.starts_with("singapore") { ShakerKind::AutomatedCovered } else { ShakerKind::Manual }
}

/// The lines that end betting: where the book shakes first, the dice are shaken before.
pub(crate) fn closed(dealer: &str, order: NoMoreBets) -> String {
    let shaken = match order {
        NoMoreBets::BeforeShake => String::new(),
        NoMoreBets::BeforeReveal => format!("{dealer} shakes 3\n"),
    };
    format!("{shaken}{dealer} calls no more bets")
}

/// The lines after which the dice are shaken.
pub(crate) fn up_to_the_shake(dealer: &str, order: NoMoreBets) -> String {
    match order {
        NoMoreBets::BeforeShake => format!("{dealer} calls no more bets"),
        NoMoreBets::BeforeReveal => String::new(),
    }
}

/// The lines after which the dice are revealed: they are shaken, or the words have been read.
pub(crate) fn tumbled(dealer: &str, order: NoMoreBets) -> String {
    match order {
        NoMoreBets::BeforeShake => format!("{dealer} shakes 3"),
        NoMoreBets::BeforeReveal => "+1500ms".to_owned(),
    }
}

/// The lines of an inspection: a trial roll, and somebody looks at the display.
pub(crate) fn inspected(inspector: &str, roll: &str) -> String {
    format!("{inspector} tries the display with {roll}\n{inspector} sees it lit")
}

/// The lines of a round from betting to its result.
pub(crate) fn rolled(dealer: &str, roll: &str) -> String {
    format!(
        "
        {dealer} closes betting
        {dealer} tumbles
        {dealer} reveals
        {dealer} enters {roll}
        {dealer} confirms {roll}"
    )
}

/// The lines of a round from betting to its end.
pub(crate) fn played(dealer: &str, roll: &str) -> String {
    let settled = format!("\n{dealer} collects\n{dealer} pays\n{dealer} clears");
    rolled(dealer, roll) + &settled
}
