//! The payout helper of a felt table: chips lie on cloth, the table says what they are worth.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_rulebooks::Library;
use taisai_rules::{Bet, SettledBet, Stake};
use taisai_table::{
    AreaLimit, Asker, Config, DiceSource, Event, Limits, Money, RoundEvent, RoundNumber, Run,
    Table, TableKind, Time, Times,
};

fn felt_table() -> Table {
    let edition = Library::get("act").unwrap();
    let stake = |units| Stake::new(units).unwrap();
    let usual = AreaLimit::new(stake(100), stake(100_000), 100).unwrap();
    let most = Money::new(10_000_000).unwrap();
    let limits = Limits { usual, families: BTreeMap::new(), seat_max: most, exposure_max: most };
    let times = Times {
        betting_ms: None,
        betting_min_ms: 0,
        warning_ms: 0,
        extension_ms: 0,
        extensions_max: 0,
        show_ms: 0,
        pause_ms: 0,
    };
    let config = Config {
        rule_book: *edition.fingerprint().as_bytes(),
        currency: edition.rules().currency.value,
        kind: TableKind::Felt,
        run: Run::Dealer,
        dice: DiceSource::Physical,
        limits,
        times,
    };
    Table::new(Arc::new(edition.rules().clone()), config)
}

#[test]
fn chips_on_the_cloth_are_worth_what_the_result_says() {
    let mut table = felt_table();
    let now = Time::from_millis(0).unwrap();
    let round = RoundNumber(1);
    let bet = |area: &str, stake| Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap());
    let chips = [bet("small", 500), bet("double-4", 200), bet("big", 300)];
    table.apply(&Event::Round(RoundEvent::BettingOpened { round, until: None }), now);
    assert!(table.payouts(&chips).is_none(), "nothing is worth anything before the result");
    let roll = "4,4,2".parse().unwrap();
    table.apply(&Event::Round(RoundEvent::ResultRecorded { round, roll, by: Asker::Host }), now);
    let settlement = table.payouts(&chips).unwrap().unwrap();
    let returned: Vec<u64> = settlement.bets().iter().map(SettledBet::returned).collect();
    assert_eq!(returned, [1_000, 2_400, 0]);
    let nowhere = [bet("four-1234", 100)];
    assert!(table.payouts(&nowhere).unwrap().is_err(), "the felt has no such area");
}
