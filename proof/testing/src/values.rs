//! Small values for tests, made from numbers and words.

use std::collections::BTreeMap;

use taisai_floor::{Digest, LoginName, PasswordHash, Title};
use taisai_rules::{Currency, Stake};
use taisai_table::{
    AreaLimit, Config, DiceSource, Limits, Money, Reason, Run, TableKind, Time, Times,
};

/// Noon of the fifteenth of November 2026.
pub const NOON: u64 = 1_794_744_000_000;

pub fn time(millis: u64) -> Time {
    Time::from_millis(millis).unwrap()
}

/// A digest that differs for every number.
pub fn digest(number: u64) -> Digest {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    Digest(bytes)
}

pub fn name(text: &str) -> LoginName {
    LoginName::new(text).unwrap()
}

pub fn title(text: &str) -> Title {
    Title::new(text).unwrap()
}

pub fn password(number: u64) -> PasswordHash {
    PasswordHash::new(&format!("$argon2id$v=19${number}")).unwrap()
}

pub fn reason() -> Reason {
    Reason::new("as the manager ordered").unwrap()
}

pub fn money(units: u64) -> Money {
    Money::new(units).unwrap()
}

pub fn currency(code: &str) -> Currency {
    Currency::new(code).unwrap()
}

/// A felt table that plays in this currency.
pub fn felt_config(code: &str) -> Config {
    Config { kind: TableKind::Felt, run: Run::Dealer, dice: DiceSource::Physical, ..config(code) }
}

/// A table that plays in this currency; nothing else about it matters to the floor.
pub fn config(code: &str) -> Config {
    let stake = |units| Stake::new(units).unwrap();
    Config {
        rule_book: [1; 32],
        currency: currency(code),
        kind: TableKind::Electronic,
        run: Run::Automatic,
        dice: DiceSource::Random,
        limits: Limits {
            usual: AreaLimit::new(stake(100), stake(10_000), 100).unwrap(),
            families: BTreeMap::new(),
            seat_max: money(100_000),
            exposure_max: money(1_000_000),
        },
        times: Times {
            betting_ms: Some(20_000),
            betting_min_ms: 0,
            warning_ms: 5_000,
            extension_ms: 0,
            extensions_max: 0,
            show_ms: 5_000,
            pause_ms: 1_000,
        },
    }
}
