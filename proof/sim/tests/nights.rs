//! A share of the nights: every promise holds, and the same seed is the same night.

use taisai_sim::night::{Trace, run};
use taisai_sim::plan::{Kind, Plan, TablePlan, Trouble};
use taisai_sim::tally::Situation;

/// How many seeds run here; `make sim` runs many more.
const SEEDS: u64 = 24;

#[test]
fn every_promise_holds_through_a_share_of_the_nights() {
    let mut met = taisai_sim::tally::Tally::default();
    for seed in 0..SEEDS {
        let plan = Plan { seconds: Plan::of(seed).seconds.min(150), ..Plan::of(seed) };
        let report = run(&plan, Trace::Silent);
        let report = report.unwrap_or_else(|failure| panic!("{plan}\n{failure:?}"));
        met += &report.tally;
    }
    assert!(met.rounds > 100, "{met:?}");
    for situation in [
        Situation::BetAcknowledged,
        Situation::CrashInCommit,
        Situation::RoundVoidAtRestart,
        Situation::SecondPersonAgreed,
        Situation::RotRefusedAtOpening,
        Situation::RetryAnsweredAfterReturn,
    ] {
        assert!(met.count(situation) > 0, "{situation:?} never came up in {SEEDS} seeds");
    }
}

/// Everything that may differ is in this plan; the second night has the same bytes as the first.
#[test]
fn the_same_seed_is_the_same_night_to_the_last_byte() {
    let tables = [Kind::Automatic, Kind::Dealer].map(|kind| TablePlan { book: 2, kind });
    let plan = Plan {
        seconds: 90,
        tables: tables.to_vec(),
        seats: 4,
        delay_ms: 200,
        commit_ms: 20,
        troubles: Trouble::ALL.to_vec(),
        ..Plan::of(7)
    };
    let first = run(&plan, Trace::Silent).unwrap();
    assert_eq!(run(&plan, Trace::Silent), Ok(first.clone()), "{plan}");
    let other = run(&Plan { seed: 8, ..plan }, Trace::Silent).unwrap();
    assert_ne!(other.hash, first.hash);
}
