//! Random days of felt tables beside the plain banks: the win in the books is the formula's.

use std::collections::BTreeMap;

use taisai_floor::{Act, BankAct, Command, Event, TableId};
use taisai_testing::luck::{Luck, asked_for};
use taisai_testing::values::{felt_config, title};

use crate::bank_model::Banks;
use crate::house::House;

#[test]
fn random_days_have_the_win_that_their_counts_come_to() {
    let first = asked_for("FLOOR_SEED").unwrap_or(1);
    let mut happened: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in first..first + 8 {
        println!("FLOOR_SEED={seed}");
        let (mut house, mut banks) = (House::staffed(), Banks::default());
        for (table, code) in [(5, "USD"), (6, "USD"), (7, "EUR")] {
            let (name, book, config) = (title("Felt"), title("act"), felt_config(code));
            house.host(Command::AddTable { table: TableId(table), name, config, book });
            banks.add(table, code);
        }
        let mut luck = Luck::new(seed);
        for step in 0..600 {
            house.now += luck.below(60_000);
            for who in ["dan", "flo", "max", "cas"] {
                house.log_in(who);
            }
            let act = banks.act(&mut luck);
            let allowed = banks.can_be(&act, |_| true);
            let event = counted(&mut house, &act);
            assert_eq!(event.is_some(), allowed, "step {step}: {act:?}");
            if let Some(name) = event {
                banks.happen(&act);
                *happened.entry(name).or_default() += 1;
            }
            banks.audit(&house.floor, step);
        }
    }
    println!("{happened:?}");
    for name in crate::matrix::BANK_EVENTS {
        let often = happened.get(name).copied().unwrap_or(0);
        assert!(often >= 100, "{name} happened {often} times");
    }
}

/// Two people who may count it; the event, where it could be counted.
fn counted(house: &mut House, act: &BankAct) -> Option<&'static str> {
    let (first, second) = match act {
        BankAct::OpenFloat { .. } | BankAct::CloseFloat { .. } => ("dan", "flo"),
        BankAct::Fill { .. } | BankAct::Credit { .. } => ("cas", "flo"),
        BankAct::CountDrop { .. } | BankAct::CorrectCount { .. } => ("cas", "max"),
    };
    let (first, second) = (house.asker(first), house.asker(second));
    house.ask(first, Command::Propose(Act::Bank(act.clone()))).ok()?;
    let proposal = house.floor.proposals().last().unwrap().0;
    let events = house.must(second, Command::Approve(proposal));
    events.iter().find_map(|event| match event {
        Event::Bank(event) => Some(crate::matrix::bank_event_name(event)),
        _ => None,
    })
}
