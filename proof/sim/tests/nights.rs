//! A share of the nights: every promise holds, and the same seed is the same night.

use taisai_sim::asks::Cell;
use taisai_sim::every::Crashes;
use taisai_sim::many::Season;
use taisai_sim::night::{Trace, run};
use taisai_sim::plan::{Kind, Plan, SimTable, Trouble};
use taisai_sim::tally::{Situation, Tally};

/// How many seeds run here; `make sim` runs many more.
const SEEDS: u64 = 24;

/// Over how many nights the cells of the table of asks are spread here.
const NIGHTS_OF_MISHAPS: usize = 8;

#[test]
fn every_promise_holds_through_a_share_of_the_nights() {
    let mut met = Tally::default();
    for seed in 0..SEEDS {
        let plan = Plan { seconds: Plan::of(seed).seconds.min(100), ..Plan::of(seed) };
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

/// Nights that are made of nothing but mishaps, so that every cell of the table of asks comes up.
#[test]
fn every_mishap_befalls_every_kind_of_ask() {
    let mut met = Tally::default();
    let cells = Cell::all();
    for night in 0..NIGHTS_OF_MISHAPS {
        let share = cells.iter().skip(night).step_by(NIGHTS_OF_MISHAPS);
        met += &night_of_mishaps(night, &share.copied().collect::<Vec<Cell>>());
    }
    // What a night had no time for has another.
    for night in NIGHTS_OF_MISHAPS..2 * NIGHTS_OF_MISHAPS {
        let missing = met.table.missing();
        if !missing.is_empty() {
            met += &night_of_mishaps(night, &missing);
        }
    }
    let missing: Vec<String> = met.table.missing().into_iter().map(Cell::word).collect();
    assert_eq!(missing, Vec::<String>::new());
}

fn night_of_mishaps(night: usize, wanted: &[Cell]) -> Tally {
    let plan = Plan::of_mishaps(100 * night as u64, wanted);
    let report = run(&plan, Trace::Silent);
    report.unwrap_or_else(|failure| panic!("{plan}\n{failure:?}")).tally
}

/// Everything that may differ is in this plan; the second night has the same bytes as the first.
#[test]
fn the_same_seed_is_the_same_night_to_the_last_byte() {
    let tables = [Kind::Automatic, Kind::Dealer].map(|kind| SimTable { book: 2, kind });
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

/// `taisai-sim every-crash` takes every operation of a script of 50 rounds.
#[test]
fn a_house_starts_again_after_a_crash_at_any_operation_of_the_disk() {
    let crashes = Crashes { rounds: 2, step: 9, jobs: 1 };
    let survived = crashes.run(|_| ()).unwrap();
    assert!(survived.failed.is_empty(), "{:?}", survived.failed);
    assert!(survived.operations > 50, "{survived:?}");
    assert_eq!(survived.crashes, crashes.of(survived.operations));
    assert_eq!(survived.by_fate.map(|count| count * 4), [survived.crashes; 4]);
    // The house closes in a handful of operations, so that of every ninth at most one is there.
    assert!(survived.closing <= 1, "{survived:?}");
    let starts = survived.starts + survived.closing;
    assert!(starts >= survived.crashes * 2, "each of them starts a second time");
}

#[test]
fn nights_come_to_the_same_however_many_run_at_a_time() {
    let season =
        |jobs| Season { from: 3, seeds: 2, jobs, twice: false, goes_on: true, at_most: None };
    let (one, two) = (season(1).run(|_| ()), season(2).run(|_| ()));
    assert_eq!((one.nights, &one.tally), (2, &two.tally));
    assert!(one.failed.is_empty() && two.failed.is_empty(), "{:?}", one.failed);
}
