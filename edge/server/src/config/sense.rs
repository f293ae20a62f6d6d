//! Settings of a table that cannot be meant: each is sound by itself, and not beside the others.

use std::collections::BTreeMap;

use taisai_floor::Title;
use taisai_rules::{Clause, PayTable, RuleBook, Stake};
use taisai_table::{Config, Departure, DiceSource, Limits, Run, TableKind};

/// A setting that makes no sense beside the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Senseless {
    /// Where it stands in a `[[table]]` of the configuration.
    pub(crate) path: Vec<&'static str>,
    /// What is wrong, and what would be right.
    pub(crate) what: String,
}

/// Everything of a table that makes no sense.
pub(crate) fn senseless(config: &Config, book: &RuleBook) -> Vec<Senseless> {
    let mut found = Vec::new();
    let mut wrong = |path: &[&'static str], what: String| {
        found.push(Senseless { path: path.to_vec(), what });
    };
    if config.run == Run::Automatic && config.kind == TableKind::Felt {
        let what = "chips on cloth need a dealer: expects \"electronic\", or run = \"dealer\"";
        wrong(&["kind"], what.to_owned());
    }
    if config.run == Run::Automatic && config.dice == DiceSource::Physical {
        let what = "dice in a shaker need a dealer: expects \"random\", or run = \"dealer\"";
        wrong(&["dice"], what.to_owned());
    }
    if !config.currency.is_known() {
        let code = config.currency.code();
        let what = format!("{code} is no currency in use: expects a code of ISO 4217, as \"USD\"");
        wrong(&["currency"], what);
    }
    let limits = &config.limits;
    let needed = limits.seat_max_needed(&book.pay_table);
    if limits.seat_max.units() < needed {
        let what = format!("is below the minimum of an area: expects at least {needed}");
        wrong(&["limits", "seat_max"], what);
    }
    let needed = limits.exposure_max_needed(&book.pay_table);
    if limits.exposure_max.units() < needed {
        let what = format!(
            "is below what the minimum of an area can win, so that nobody could bet on it: expects \
             at least {needed}"
        );
        wrong(&["limits", "exposure_max"], what);
    }
    found.extend(unpayable(limits, &book.pay_table));
    found.extend(senseless_times(config, book));
    found
}

/// Every time that makes no sense: by the others, or by what the book asks for.
pub(crate) fn senseless_times(config: &Config, book: &RuleBook) -> Vec<Senseless> {
    let mut found = too_hasty(config, book).into_iter().collect::<Vec<_>>();
    found.extend(contradictory_times(config, book));
    found
}

/// What of a table its rule document does not know: the key, and what would be right.
pub(crate) fn outside_document(config: &Config, book: &RuleBook) -> Vec<(&'static str, String)> {
    let reported = |(what, clause): (Departure, &Clause)| {
        let (key, is, right) = match (what, config.kind, config.dice) {
            (Departure::Kind, TableKind::Electronic, _) => ("kind", "terminals", "\"felt\""),
            (Departure::Kind, TableKind::Felt, _) => ("kind", "chips on cloth", "\"electronic\""),
            (Departure::Dice, _, DiceSource::Random) => ("dice", "random dice", "\"physical\""),
            (Departure::Dice, _, DiceSource::Physical) => {
                ("dice", "dice in a shaker", "\"random\"")
            }
        };
        let what = format!(
            "the rule document does not know {is} ({clause}): expects {right}, or the approval \
             that allows it, as outside_document = {{ allowed_by = \"…\" }}"
        );
        (key, what)
    };
    config.departures(&book.scope).into_iter().map(reported).collect()
}

/// The shortest betting of an automatic table: less, and nobody could bet.
const BETTING_MIN_MS: u64 = 1_000;

/// The name of a table: letters that nobody sees would make two of one.
pub(crate) fn table_name(text: &str) -> Option<Title> {
    let unseen = |letter: char| {
        matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let seen = !text.contains(unseen) && !text.trim().is_empty();
    Title::new(text).filter(|_| seen)
}

/// Limits whose minimum the rule book cannot pay exactly, each once.
fn unpayable(limits: &Limits, pays: &PayTable) -> Vec<Senseless> {
    let mut needed: BTreeMap<Vec<&'static str>, (u64, u64, u64)> = BTreeMap::new();
    for offer in pays.offers() {
        let (family, limit) = (offer.area.family(), limits.of(offer.area));
        let path = if limits.families.contains_key(&family) {
            vec!["limits", "families", family.word(), "min"]
        } else {
            vec!["limits", "usual", "min"]
        };
        let own = (limit.stake_min().units(), limit.stake_max().units(), limit.multiple().into());
        let (_, _, multiple) = needed.entry(path).or_insert(own);
        *multiple = common(*multiple, pays.multiple(offer.area).unwrap_or(1).into());
    }
    let wrong = |(path, (min, max, multiple)): (Vec<&'static str>, (u64, u64, u64))| {
        let near = fitting(min, max, multiple);
        let what = format!("{min} cannot be paid exactly by the rule book: expects {near}");
        (!min.is_multiple_of(multiple)).then_some(Senseless { path, what })
    };
    needed.into_iter().filter_map(wrong).collect()
}

/// The values beside one that can be paid.
fn fitting(min: u64, max: u64, multiple: u64) -> String {
    let below = min / multiple * multiple;
    let above = below + multiple;
    let sound: Vec<String> = [below, above]
        .into_iter()
        .filter(|stake| Stake::new(*stake).is_ok() && (1..=max).contains(stake))
        .map(|stake| stake.to_string())
        .collect();
    if sound.is_empty() {
        return format!("a multiple of {multiple}, and a maximum that is not below it");
    }
    sound.join(" or ")
}

/// The least that is a multiple of both.
fn common(one: u64, other: u64) -> u64 {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor * other
}

/// Times in which not everybody can bet: an automatic table's, or less than the book asks for.
fn too_hasty(config: &Config, book: &RuleBook) -> Option<Senseless> {
    let asked = &book.procedure.betting_seconds_min;
    let asked_ms = u64::from(asked.value) * 1_000;
    let wrong = |name: &'static str, ms: u64, needed: u64, what: &str| {
        let clause = if asked_ms < needed { String::new() } else { format!(" ({})", asked.clause) };
        let what = format!("{ms} {what}{clause}: expects at least {needed}");
        Some(Senseless { path: vec!["times", name], what })
    };
    let needed = betting_least_ms(config.run, book);
    if let Some(ms) = config.times.betting_ms.filter(|ms| *ms < needed) {
        return wrong("betting_ms", ms, needed, "leaves nobody time to bet");
    }
    let ms = config.times.betting_min_ms;
    let early = "lets no more bets be called before everybody could bet";
    if ms < asked_ms { wrong("betting_min_ms", ms, asked_ms, early) } else { None }
}

/// The shortest betting of a table: by its book, and by itself where no dealer ends it.
fn betting_least_ms(run: Run, book: &RuleBook) -> u64 {
    let asked_ms = u64::from(book.procedure.betting_seconds_min.value) * 1_000;
    asked_ms.max(if run == Run::Automatic { BETTING_MIN_MS } else { 0 })
}

fn contradictory_times(config: &Config, book: &RuleBook) -> Vec<Senseless> {
    let (run, times) = (config.run, &config.times);
    let wrong = |name: &[&'static str; 2], what: String| Senseless { path: name.to_vec(), what };
    let unseen = (run == Run::Automatic && times.show_ms == 0 && times.pause_ms == 0).then(|| {
        let what = "0 beside pause_ms = 0 lets nobody see the result: expects at least 1";
        wrong(&["times", "show_ms"], what.to_owned())
    });
    let Some(betting_ms) = times.betting_ms else {
        let what = format!(
            "an automatic table ends the betting by itself: expects at least {}",
            betting_least_ms(run, book)
        );
        let endless = (run == Run::Automatic).then(|| wrong(&["times", "betting_ms"], what));
        return endless.into_iter().chain(unseen).collect();
    };
    let longer = |name, ms: u64| {
        let what = format!("{ms} is longer than the betting: expects at most {betting_ms}");
        (ms > betting_ms).then(|| wrong(name, what))
    };
    let warning = longer(&["times", "warning_ms"], times.warning_ms).or_else(|| {
        let most = betting_ms.saturating_sub(1);
        let what =
            format!("{betting_ms} warns for as long as the betting lasts: expects at most {most}");
        (times.warning_ms == betting_ms).then(|| wrong(&["times", "warning_ms"], what))
    });
    let least = longer(&["times", "betting_min_ms"], times.betting_min_ms);
    warning.into_iter().chain(least).chain(unseen).collect()
}
