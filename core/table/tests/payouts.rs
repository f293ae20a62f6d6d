//! The payout helper of a felt table: chips lie on cloth, the table says what they are worth.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_rulebooks::Library;
use taisai_rules::{Bet, Stake};
use taisai_table::{
    AreaLimit, Asker, Config, Denominations, DiceSource, Event, Limits, Money, PlayerId, Refusal,
    RoundEvent, RoundNumber, Run, SeatEvent, SeatNumber, StaffId, Table, TableKind, Time, Times,
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

/// A table whose round has this result; nothing was recorded of its chips.
fn thrown(roll: &str) -> Table {
    let mut table = felt_table();
    let now = Time::from_millis(0).unwrap();
    let round = RoundNumber(1);
    table.apply(&Event::Round(RoundEvent::BettingOpened { round, until: None }), now);
    let chips = [bet("small", 500)];
    let phase = table.phase();
    assert_eq!(
        table.payouts(None, &chips),
        Err(Refusal::WrongPhase { phase }),
        "nothing is worth anything before the result"
    );
    let roll = roll.parse().unwrap();
    table.apply(&Event::Round(RoundEvent::ResultRecorded { round, roll, by: Asker::Host }), now);
    table
}

fn bet(area: &str, stake: u64) -> Bet {
    Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap())
}

#[test]
fn chips_on_the_cloth_are_worth_what_the_result_says() {
    let table = thrown("4,4,2");
    let paid =
        table.payouts(None, &[bet("small", 500), bet("double-4", 200), bet("big", 300)]).unwrap();
    let wins: Vec<(String, u64)> =
        paid.bets.iter().map(|line| (line.bet.area.to_string(), line.win.units())).collect();
    let expected = [("small", 500), ("big", 0), ("double-4", 2_200)];
    assert_eq!(wins, expected.map(|(area, win)| (area.to_owned(), win)));
    assert_eq!(paid.win.units(), 2_700);
    assert_eq!(paid.collected.units(), 300);
    assert!(table.payouts(None, &[bet("four-1234", 100)]).is_err(), "the felt has no such area");
}

/// ACT 3.5 holds for the help as for a record: what lies above the maximum is not paid for.
#[test]
fn the_help_pays_for_no_more_than_the_maximum() {
    let mut table = thrown("4,4,2");
    let paid = table.payouts(None, &[bet("small", 150_000)]).unwrap();
    assert_eq!((paid.win.units(), paid.back.units()), (100_000, 50_000));
    let seat = SeatNumber(3);
    assert_eq!(table.payouts(Some(seat), &[bet("small", 500)]), Err(Refusal::NobodyAt { seat }));
    let now = Time::from_millis(0).unwrap();
    for event in [
        SeatEvent::SeatTaken { seat, player: PlayerId(7), staff: None },
        SeatEvent::MarkerGranted { seat, stake_max: Stake::new(120_000).unwrap(), by: StaffId(20) },
    ] {
        table.apply(&event.into(), now);
    }
    let paid = table.payouts(Some(seat), &[bet("small", 150_000)]).unwrap();
    assert_eq!((paid.win.units(), paid.back.units()), (120_000, 30_000), "the marker counts");
}

#[test]
fn an_amount_is_made_of_the_fewest_large_chips() {
    let chips = |values: &[u64]| {
        let values: Vec<Stake> = values.iter().map(|value| Stake::new(*value).unwrap()).collect();
        Denominations::new(&values)
    };
    let house = chips(&[100, 500, 2_500]).unwrap();
    let (made, left) = house.make(Money::new(8_650).unwrap());
    let made: Vec<(u64, u64)> = made.iter().map(|chip| (chip.value.units(), chip.count)).collect();
    assert_eq!(made, [(2_500, 3), (500, 2), (100, 1)]);
    assert_eq!(left.units(), 50);
    assert_eq!(chips(&[]), None);
    assert_eq!(chips(&[500, 100]), None);
    assert_eq!(chips(&[100, 100]), None);
    let thirteen: Vec<u64> = (1..=13).collect();
    assert_eq!(chips(&thirteen), None);
}

/// Every stake that may be placed and every win on it is made of the usual chips, under every book.
#[test]
fn the_usual_chips_make_every_payment() {
    for id in Library::ids() {
        let pays = &Library::get(id).unwrap().rules().pay_table;
        for (min, multiple) in [(100, 100), (500, 500), (50, 50), (2, 2), (250, 250)] {
            let stake = |units| Stake::new(units).unwrap();
            let usual = AreaLimit::new(stake(min), stake(min * 100), multiple).unwrap();
            let most = Money::new(10_000_000).unwrap();
            let limits =
                Limits { usual, families: BTreeMap::new(), seat_max: most, exposure_max: most };
            let chips = Denominations::usual(&limits, pays);
            assert!(chips.make_every_payment(&limits, pays), "{id} {min}: {chips:?}");
            for offer in pays.offers() {
                let unit = u64::from(pays.multiple(offer.area).unwrap());
                let stake =
                    (1..=unit).map(|n| n * u64::from(multiple)).find(|s| s % unit == 0).unwrap();
                let wins = offer
                    .pays
                    .lines()
                    .iter()
                    .map(|line| line.odds.win_on(Stake::new(stake).unwrap()).unwrap());
                for amount in wins.chain([stake]) {
                    let (_, left) = chips.make(Money::new(amount).unwrap());
                    assert!(left.is_zero(), "{id}: {amount} in {chips:?}");
                }
            }
        }
    }
}
