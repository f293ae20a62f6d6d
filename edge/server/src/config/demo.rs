//! The tables of a demo.

use std::sync::Arc;

use taisai_floor::{TableId, Title};
use taisai_rulebooks::Library;
use taisai_rules::Stake;
use taisai_table::{
    AreaLimit, Config as TableConfig, DiceSource, Limits, Money, Run, TableKind, Times,
};

use super::TablePlan;

/// The tables of a demo: one automatic table for each rule book, and one with a dealer.
pub(super) fn tables() -> Vec<TablePlan> {
    let automatic = Library::ids().zip(1..).map(|(id, number)| set_up(id, number, Run::Automatic));
    let with_dealer = Library::ids().zip(9..).take(1);
    let with_dealer = with_dealer.map(|(id, number)| set_up(id, number, Run::Dealer));
    automatic.chain(with_dealer).collect()
}

fn set_up(id: &str, number: u32, run: Run) -> TablePlan {
    let edition = Library::get(id).expect("the library knows its own ids");
    let stake = |units| Stake::new(units).expect("the limits of a demo are stakes");
    let money = |units| Money::new(units).expect("the limits of a demo are money");
    let usual = AreaLimit::new(stake(100), stake(100_000), 100).expect("100 divides 100");
    let dice = match run {
        Run::Automatic => DiceSource::Random,
        Run::Dealer => DiceSource::Physical,
    };
    let config = TableConfig {
        rule_book: *edition.fingerprint().as_bytes(),
        currency: edition.rules().currency.value,
        kind: TableKind::Electronic,
        run,
        dice,
        limits: Limits {
            usual,
            families: std::collections::BTreeMap::new(),
            seat_max: money(1_000_000),
            exposure_max: money(10_000_000_000),
        },
        times: Times {
            betting_ms: Some(20_000),
            betting_min_ms: 3_000,
            warning_ms: 5_000,
            extension_ms: 10_000,
            extensions_max: 3,
            show_ms: 7_000,
            pause_ms: 3_000,
        },
    };
    let suffix = match run {
        Run::Automatic => "",
        Run::Dealer => " with a dealer",
    };
    let name = format!("{}{suffix}", edition.rules().title.name);
    let name = Title::new(&name).unwrap_or_else(|| Title::new(id).expect("an id is a title"));
    let edition = Arc::new(edition.clone());
    TablePlan {
        table: TableId(number),
        name,
        edition,
        own_book: None,
        document: None,
        outside_document: None,
        chips: None,
        config,
    }
}
