//! Settings of a table that cannot be meant: each is sound by itself, and not beside the others.

use taisai_rules::RuleBook;
use taisai_table::{Config, DiceSource, Run, TableKind, Times};

/// A setting that makes no sense beside the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Senseless {
    /// Where it stands in a `[[table]]` of the configuration.
    pub(crate) path: &'static [&'static str],
    /// What is wrong, and what would be right.
    pub(crate) what: String,
}

/// Everything of a table that makes no sense.
pub(crate) fn senseless(config: &Config, book: &RuleBook) -> Vec<Senseless> {
    let mut found = Vec::new();
    let mut wrong = |path: &'static [&'static str], what: String| {
        found.push(Senseless { path, what });
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
    found.extend(senseless_times(config.run, &config.times));
    found
}

fn senseless_times(run: Run, times: &Times) -> Vec<Senseless> {
    let wrong = |name: &'static [&'static str; 2], what: String| Senseless { path: name, what };
    let Some(betting_ms) = times.betting_ms else {
        let what = "an automatic table ends the betting by itself: expects at least 1";
        let endless = wrong(&["times", "betting_ms"], what.to_owned());
        return if run == Run::Automatic { vec![endless] } else { Vec::new() };
    };
    let longer = |name, ms: u64| {
        let what = format!("{ms} is longer than the betting: expects at most {betting_ms}");
        (ms > betting_ms).then(|| wrong(name, what))
    };
    let warning = longer(&["times", "warning_ms"], times.warning_ms);
    let least = longer(&["times", "betting_min_ms"], times.betting_min_ms);
    warning.into_iter().chain(least).collect()
}
