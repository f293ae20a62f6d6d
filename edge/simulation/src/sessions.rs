//! Many sessions of one visitor: how they ended, and what the house kept.

use taisai_odds::{Fraction, System};
use taisai_shaker::{OsShaker, SeededShaker, ShakerFault};

use crate::course::{Course, flat, with_system};
use crate::crew::{Chunk, Crew, Tally, Work};
use crate::endings::Endings;
use crate::estimate::Estimate;
use crate::flat::DiceFrom;
use crate::float::{as_float, as_float_of};
use crate::plan::SessionPlan;
use crate::rolls::Rolls;

/// How many sessions are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionCount(u64);

impl SessionCount {
    /// The most sessions.
    pub const MAX: u64 = 1_000_000_000;

    /// This many sessions, if that is at least one and at most [`Self::MAX`].
    pub const fn new(sessions: u64) -> Option<Self> {
        if 1 <= sessions && sessions <= Self::MAX { Some(Self(sessions)) } else { None }
    }

    pub const fn count(self) -> u64 {
        self.0
    }
}

/// The results of many sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionTally {
    /// Sessions that reached the target.
    pub reached: u64,
    /// Sessions that ended because the bankroll no longer covered one unit.
    pub ruined: u64,
    /// Rounds of all sessions.
    pub rounds: u64,
    /// The most losses in a row within a session.
    pub losses_most: u32,
    /// The most units that were staked in a round.
    pub units_most: u64,
    /// The money that sessions ended with.
    pub endings: Endings,
    units: u128,
    squares: u128,
}

impl SessionTally {
    /// How many sessions were played.
    pub fn sessions(&self) -> u64 {
        self.endings.sessions()
    }

    /// Sessions that ended because they had played all their rounds.
    pub fn out_of_rounds(&self) -> u64 {
        self.sessions() - self.reached - self.ruined
    }

    /// What was staked in all rounds together.
    pub fn turnover(&self, plan: &SessionPlan) -> u128 {
        self.units * u128::from(plan.unit())
    }

    /// What the house won of all sessions; negative where it lost.
    pub fn take(&self, plan: &SessionPlan) -> i128 {
        i128::from(plan.bankroll()) * i128::from(self.sessions()) - self.endings.sum()
    }

    /// What the house kept per unit staked, beside its exact edge. No system changes that: each
    /// round has the same edge, however much is staked on it and why.
    pub fn hold(&self, plan: &SessionPlan) -> Option<Estimate> {
        let turnover = i128::try_from(self.turnover(plan)).expect("bounded by the plan");
        let deviation = (as_float_of(plan.spread.variance())
            * as_float(i128::try_from(self.squares).expect("bounded by the plan")))
        .sqrt();
        (turnover > 0).then(|| Estimate {
            expected: plan.spread.house_edge(),
            observed: Fraction::new(self.take(plan), turnover),
            standard_error: deviation / as_float(turnover),
        })
    }
}

impl Tally for SessionTally {
    fn add(&mut self, other: Self) {
        self.reached += other.reached;
        self.ruined += other.ruined;
        self.rounds += other.rounds;
        self.losses_most = self.losses_most.max(other.losses_most);
        self.units_most = self.units_most.max(other.units_most);
        self.units += other.units;
        self.squares += other.squares;
        self.endings.add(other.endings);
    }
}

/// About this many rounds are played at a time: some thousandths of a second.
const ROUNDS_AT_A_TIME: u64 = 1 << 22;

/// The most sessions that are played at a time; their endings wait in a list.
const SESSIONS_AT_A_TIME: u64 = 1 << 12;

/// Plays sessions. Returns fewer only if the crew was stopped.
pub fn play(
    plan: &SessionPlan,
    sessions: SessionCount,
    dice: DiceFrom,
    crew: &Crew<'_>,
) -> Result<SessionTally, ShakerFault> {
    let at_a_time = (ROUNDS_AT_A_TIME / u64::from(plan.rounds_max)).clamp(1, SESSIONS_AT_A_TIME);
    let work = Work { total: sessions.count(), at_a_time };
    match dice {
        DiceFrom::Seed(seed) => crew.work(work, |chunk| {
            play_chunk(plan, chunk, &mut SeededShaker::new(seed, chunk.number))
        }),
        DiceFrom::System => {
            crew.work(work, |chunk| play_chunk(plan, chunk, &mut OsShaker::in_bulk()))
        }
    }
}

fn play_chunk(
    plan: &SessionPlan,
    chunk: Chunk,
    rolls: &mut impl Rolls,
) -> Result<SessionTally, ShakerFault> {
    let mut tally = SessionTally::default();
    let mut ends = Vec::new();
    for _ in 0..chunk.size {
        let course = match &plan.system {
            System::Ladder(ladder) if ladder.is_flat() => flat(plan, rolls),
            System::Ladder(ladder) => with_system(plan, rolls, ladder.start()),
            System::Line(line) => with_system(plan, rolls, line.start()),
        };
        let course = course?;
        tally.count(plan, &course);
        ends.push(course.bankroll);
    }
    tally.endings = Endings::of(ends);
    Ok(tally)
}

impl SessionTally {
    fn count(&mut self, plan: &SessionPlan, course: &Course) {
        self.reached += u64::from(plan.is_reached(course.bankroll));
        self.ruined += u64::from(plan.is_ruined(course.bankroll));
        self.rounds += u64::from(course.score.rounds());
        self.losses_most = self.losses_most.max(course.score.losses_most());
        self.units_most = self.units_most.max(course.units_most);
        self.units += u128::from(course.units);
        self.squares += u128::from(course.squares);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use taisai_rulebooks::Library;
    use taisai_rules::{Bet, Roll, Stake};

    use super::*;
    use crate::plan::{Limits, Visitor};

    /// The rolls of a story, eight at a time, mixed with bytes that are not rolls.
    struct Script(VecDeque<u8>);

    impl Script {
        /// `W` is 1,1,2, which wins on small; `L` is 6,6,5, which loses; `T` is a triple of ones.
        fn new(story: &str) -> Self {
            let place = |roll: &str| roll.parse::<Roll>().unwrap().index();
            let bytes = story.chars().map(|turn| match turn {
                'W' => place("1,1,2"),
                'L' => place("6,6,5"),
                'T' => place("1,1,1"),
                _ => 216 + turn as usize % 40,
            });
            Self(bytes.map(|byte| u8::try_from(byte).unwrap()).collect())
        }
    }

    impl Rolls for Script {
        fn eight(&mut self) -> Result<[u8; 8], ShakerFault> {
            if self.0.is_empty() {
                return Err(ShakerFault::ScriptEnded);
            }
            Ok([(); 8].map(|()| self.0.pop_front().unwrap_or(255)))
        }
    }

    struct Player {
        system: &'static str,
        bankroll: u64,
        target: Option<u64>,
        max: u64,
        rounds: u64,
    }

    fn plan(player: &Player) -> SessionPlan {
        let slip = [Bet::new("small".parse().unwrap(), Stake::new(10).unwrap())];
        let visitor = Visitor {
            slip: &slip,
            system: System::named(player.system).unwrap(),
            bankroll: player.bankroll,
            target: player.target,
            limits: Some(Limits::new(10, player.max, 10).unwrap()),
            rounds_max: player.rounds,
        };
        SessionPlan::new(&Library::get("act").unwrap().rules().pay_table, visitor).unwrap()
    }

    fn one_session(player: &Player, story: &str) -> SessionTally {
        let chunk = Chunk { number: 0, size: 1 };
        play_chunk(&plan(player), chunk, &mut Script::new(story)).unwrap()
    }

    /// Checks a session: rounds, end, units, most units, most losses, how it ended.
    fn check(player: &Player, story: &str, rounds: u64, end: i128, units: [u64; 2], ended: &str) {
        let tally = one_session(player, story);
        let how = match (tally.reached, tally.ruined, tally.out_of_rounds()) {
            (1, 0, 0) => "target",
            (0, 1, 0) => "ruin",
            (0, 0, 1) => "rounds",
            _ => "unclear",
        };
        assert_eq!((tally.rounds, tally.endings.sum(), how), (rounds, end, ended), "{story}");
        assert_eq!([tally.units, tally.units_most.into()], units.map(u128::from), "{story}");
    }

    #[test]
    fn sessions_end_at_the_target_at_ruin_or_when_the_rounds_are_played() {
        let player = Player { system: "flat", bankroll: 30, target: Some(50), max: 10, rounds: 9 };
        check(&player, "WW", 2, 50, [2, 1], "target");
        check(&player, "LLL", 3, 0, [3, 1], "ruin");
        check(&player, "LWLWLWLWL", 9, 20, [9, 1], "rounds");
        check(&player, "LWLWLWLWWW", 9, 40, [9, 1], "rounds");
        // Bytes that are not rolls are not rounds.
        check(&player, "L--W-LWLW------LWL", 9, 20, [9, 1], "rounds");
        check(&player, "-W----------W", 2, 50, [2, 1], "target");
    }

    #[test]
    fn a_martingale_is_capped_by_the_maximum_and_moves_on_as_if_it_were_not() {
        let player =
            Player { system: "martingale", bankroll: 500, target: None, max: 40, rounds: 6 };
        // 10, 20, 40, then 80 asked and 40 staked, 160 asked and 40 staked; a win, and 10 again.
        check(&player, "LLLLWW", 6, 500 - 10 - 20 - 40 - 40 + 40 + 10, [16, 4], "rounds");
    }

    #[test]
    fn a_martingale_stakes_what_is_left_in_whole_units() {
        let player =
            Player { system: "martingale", bankroll: 55, target: None, max: 999, rounds: 9 };
        // 10, 20, then 40 asked and 25 left: two units, and 5 remain.
        check(&player, "LLL", 3, 5, [5, 2], "ruin");
        // The two units win, and the martingale starts again.
        check(&player, "LLWLLL", 6, 5, [1 + 2 + 2 + 1 + 2 + 1, 2], "ruin");
    }

    #[test]
    fn losses_in_a_row_are_ended_by_a_win_and_by_nothing_else() {
        let player = Player { system: "flat", bankroll: 500, target: None, max: 10, rounds: 10 };
        let losses = |story| one_session(&player, story).losses_most;
        assert_eq!(losses("WWWWWWWWWW"), 0);
        assert_eq!(losses("LLWL--LTLWW----L"), 4);
        assert_eq!(losses("LLLLLLLLLL"), 10);
    }

    #[test]
    fn the_house_takes_what_the_player_lost() {
        let player =
            Player { system: "martingale", bankroll: 500, target: None, max: 40, rounds: 3 };
        let (plan, tally) = (plan(&player), one_session(&player, "LLW"));
        assert_eq!((tally.take(&plan), tally.turnover(&plan)), (10 + 20 - 40, 70));
        let hold = tally.hold(&plan).unwrap();
        assert_eq!(hold.expected, Fraction::new(1, 36));
        assert_eq!(hold.observed, Fraction::new(-1, 7));
        let variance = 1.0 - 1.0 / (36.0 * 36.0_f64);
        let error = (variance * 21.0).sqrt() / 7.0;
        assert!((hold.standard_error - error).abs() < 1e-12);
    }

    #[test]
    fn sessions_have_a_least_and_a_most() {
        let counts = [0, 1, SessionCount::MAX, SessionCount::MAX + 1].map(SessionCount::new);
        assert_eq!(counts.map(|count| count.is_some()), [false, true, true, false]);
    }

    /// The fast path for flat sessions must equal the plain one in every figure.
    #[test]
    fn flat_sessions_are_sessions_with_the_flat_system() {
        let targets = [Some(41), Some(60), Some(300), None];
        for (target, rounds) in targets.into_iter().flat_map(|t| [1, 7, 8, 9, 500].map(|r| (t, r)))
        {
            let player = Player { system: "flat", bankroll: 40, target, max: 10, rounds };
            let plan = plan(&player);
            let System::Ladder(ladder) = &plan.system else { panic!("flat is a ladder") };
            for seed in 0..200 {
                let quick = flat(&plan, &mut SeededShaker::new(seed, 0)).unwrap();
                let rolls = &mut SeededShaker::new(seed, 0);
                let slow = with_system(&plan, rolls, ladder.start()).unwrap();
                assert_eq!(quick, slow, "seed {seed}");
            }
        }
    }
}
