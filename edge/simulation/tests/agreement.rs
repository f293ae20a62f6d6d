//! Simulation agrees with the exact values, and with itself on any number of threads.

use std::sync::atomic::AtomicBool;

use taisai_odds::{Dice, Purse, Ruin, Spread, System};
use taisai_rulebooks::Library;
use taisai_rules::{Bet, PayTable, Stake};
use taisai_simulation::float::{as_float, as_float_of};
use taisai_simulation::{
    AreaEstimate, Crew, DiceFrom, Limits, RollCounts, Rounds, SessionCount, SessionPlan,
    SessionTally, SlipEstimate, Threads, Visitor, play, roll,
};

/// One in 1.7 million normal draws is this far out.
const SCORE_MAX: f64 = 5.0;

fn table(book: &str) -> &'static PayTable {
    &Library::get(book).expect("a rule book").rules().pay_table
}

fn bet(area: &str, stake: u64) -> Bet {
    Bet::new(area.parse().expect("an area"), Stake::new(stake).expect("a stake"))
}

fn with_threads<T>(threads: usize, work: impl FnOnce(&Crew<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    let threads = Threads::new(threads).expect("a few threads");
    work(&Crew { threads, stop: &stop, progress: &|_| () })
}

fn rolled(rounds: u64, dice: DiceFrom, threads: usize) -> RollCounts {
    let rounds = Rounds::new(rounds).expect("some rounds");
    with_threads(threads, |crew| roll(rounds, dice, crew)).expect("there are dice")
}

fn played(plan: &SessionPlan, sessions: u64, dice: DiceFrom, threads: usize) -> SessionTally {
    let sessions = SessionCount::new(sessions).expect("some sessions");
    with_threads(threads, |crew| play(plan, sessions, dice, crew)).expect("there are dice")
}

fn flat_visitor(slip: &[Bet]) -> Visitor<'_> {
    Visitor {
        slip,
        system: System::named("flat").expect("a system"),
        bankroll: 100,
        target: Some(200),
        limits: None,
        rounds_max: 1_000,
    }
}

#[test]
fn one_seed_gives_one_count_of_rolls_on_1_2_and_7_threads() {
    // Two whole chunks and a part of a third.
    let rounds = (2 << 24) + 12_345;
    let alone = rolled(rounds, DiceFrom::Seed(11), 1);
    assert_eq!(alone.rounds(), rounds);
    for threads in [2, 7] {
        assert_eq!(rolled(rounds, DiceFrom::Seed(11), threads), alone, "{threads} threads");
    }
    assert_ne!(rolled(rounds, DiceFrom::Seed(12), 2), alone);
}

#[test]
fn one_seed_gives_one_tally_of_sessions_on_1_2_and_7_threads() {
    let slip = [bet("small", 5), bet("total-10", 1)];
    for name in System::NAMES {
        let system = System::named(name).unwrap();
        let visitor = Visitor { system, rounds_max: 200, ..flat_visitor(&slip) };
        let plan = SessionPlan::new(table("act"), visitor).unwrap();
        let alone = played(&plan, 9_000, DiceFrom::Seed(3), 1);
        assert_eq!(alone.sessions(), 9_000);
        for threads in [2, 7] {
            let shared = played(&plan, 9_000, DiceFrom::Seed(3), threads);
            assert_eq!(shared, alone, "{name} on {threads} threads");
        }
    }
}

#[test]
fn a_longer_run_begins_like_a_shorter_one_and_does_not_repeat_it() {
    let chunk = 1 << 24;
    let short = rolled(chunk, DiceFrom::Seed(9), 1);
    let long = rolled(2 * chunk, DiceFrom::Seed(9), 2);
    assert!(short.counts().iter().zip(long.counts()).all(|(short, long)| short <= long));
    assert!(short.counts().iter().zip(long.counts()).any(|(short, long)| 2 * short != *long));
}

#[test]
fn longer_runs_of_sessions_do_not_repeat_shorter_ones() {
    let slip = [bet("small", 1)];
    let plan = SessionPlan::new(table("act"), flat_visitor(&slip)).unwrap();
    let [short, long] = [4_096, 8_192].map(|n| played(&plan, n, DiceFrom::Seed(9), 2));
    assert_ne!(2 * short.endings.sum(), long.endings.sum());
}

#[test]
fn every_area_of_every_book_lies_within_five_standard_errors() {
    for seed in [1, 2026] {
        let counts = rolled(20_000_000, DiceFrom::Seed(seed), 2);
        println!("seed {seed}");
        check_all_areas(&counts);
    }
}

#[test]
fn dice_of_the_operating_system_are_fair() {
    // This cannot be reproduced from a seed, so six deviations are allowed: one false alarm in
    // millions.
    let counts = rolled(200_000, DiceFrom::System, 2);
    let chi_square = counts.chi_square().unwrap();
    assert!((chi_square - 215.0).abs() < 6.0 * (2.0 * 215.0_f64).sqrt(), "{chi_square}");
}

fn check_all_areas(counts: &RollCounts) {
    let chi_square = counts.chi_square().expect("there are rounds");
    assert!((chi_square - 215.0).abs() < SCORE_MAX * (2.0 * 215.0_f64).sqrt(), "{chi_square}");
    for book in Library::ids() {
        for area in AreaEstimate::all(table(book), counts) {
            for z in [area.returned.z(), area.hit_frequency.z()] {
                let z = z.expect("every area varies");
                assert!(z.abs() < SCORE_MAX, "{book} {} z {z}", area.area);
            }
        }
    }
}

#[test]
fn a_slip_of_several_bets_lies_within_five_standard_errors() {
    let counts = rolled(20_000_000, DiceFrom::Seed(5), 2);
    let slip = [bet("small", 100), bet("total-10", 37), bet("triple-4", 5), bet("single-4", 50)];
    let estimate = SlipEstimate::of(table("act"), &slip, &counts).unwrap().unwrap();
    let z = estimate.returned.z().unwrap();
    assert!(z.abs() < SCORE_MAX, "seed 5 z {z}");
}

#[test]
fn ruin_and_target_come_as_often_as_is_exact() {
    let cases: [(&[Bet], u64, u64); 3] = [
        (&[bet("small", 1)], 20, 40),
        (&[bet("single-4", 1)], 15, 25),
        (&[bet("small", 2), bet("total-10", 1)], 30, 70),
    ];
    for (seed, (slip, bankroll, target)) in (100..).zip(cases) {
        let spread = Spread::of(table("act"), slip, &Dice::FAIR).unwrap();
        let exact = Ruin::of(&spread, Purse { bankroll, target }).unwrap();
        let rounds_max = SessionPlan::ROUNDS_MAX;
        let visitor = Visitor { bankroll, target: Some(target), rounds_max, ..flat_visitor(slip) };
        let plan = SessionPlan::new(table("act"), visitor).unwrap();
        let tally = played(&plan, 40_000, DiceFrom::Seed(seed), 2);
        assert_eq!(tally.out_of_rounds(), 0, "ten million rounds are enough");
        let chance = as_float_of(exact.chance_of_target());
        let error = (chance * (1.0 - chance) / 40_000.0).sqrt();
        let z = (as_float(tally.reached.into()) / 40_000.0 - chance) / error;
        println!("seed {seed} target {chance:.5} z {z:.2}");
        assert!(z.abs() < SCORE_MAX, "seed {seed} z {z}");
    }
}

#[test]
fn no_system_changes_what_the_house_keeps_of_one_staked() {
    for (seed, name) in (200..).zip(System::NAMES) {
        let slip = [bet("small", 10)];
        let visitor = Visitor {
            system: System::named(name).unwrap(),
            bankroll: 1_000,
            target: Some(2_000),
            limits: Some(Limits::new(10, 500, 10).unwrap()),
            ..flat_visitor(&slip)
        };
        let plan = SessionPlan::new(table("act"), visitor).unwrap();
        let tally = played(&plan, 10_000, DiceFrom::Seed(seed), 2);
        let hold = tally.hold(&plan).unwrap();
        println!("seed {seed} {name} {:?}", hold.z());
        assert!(hold.z().unwrap().abs() < SCORE_MAX, "seed {seed} {name}");
        assert_eq!(tally.sessions(), tally.reached + tally.ruined + tally.out_of_rounds());
        assert!(tally.units_most <= 50, "the maximum of 500 is fifty units of 10");
    }
}

#[test]
fn sessions_can_be_played_with_the_dice_of_the_operating_system() {
    let slip = [bet("small", 10)];
    let plan = SessionPlan::new(table("act"), flat_visitor(&slip)).unwrap();
    let tally = played(&plan, 200, DiceFrom::System, 2);
    assert_eq!(tally.sessions(), 200);
    assert!(tally.hold(&plan).unwrap().z().unwrap().abs() < 6.0);
}

#[test]
fn a_crew_that_is_stopped_before_it_begins_has_done_nothing() {
    let stop = AtomicBool::new(true);
    let crew = Crew { threads: Threads::all_cores(), stop: &stop, progress: &|_| () };
    let counts = roll(Rounds::new(1_000_000).unwrap(), DiceFrom::Seed(1), &crew).unwrap();
    assert_eq!((counts.rounds(), counts.chi_square()), (0, None));
}
