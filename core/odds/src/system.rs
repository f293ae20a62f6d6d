//! Betting systems as state machines: how many units are staked next, given how rounds ended. A
//! system never sees money. It asks for units; the table's limits and the bankroll decide what is
//! actually staked, and the system moves on as if it had staked what it asked for.

mod format;

use std::collections::VecDeque;

pub use format::{SystemFault, SystemMistake};

/// How a round ended for the slip as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Less came back than was staked.
    Lost,
    /// More came back than was staked.
    Won,
    /// As much came back as was staked: no system moves.
    Push,
}

impl Turn {
    /// How a round with this net result ended.
    pub const fn of(net: i64) -> Self {
        match net {
            ..0 => Self::Lost,
            0 => Self::Push,
            1.. => Self::Won,
        }
    }
}

/// A betting system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum System {
    /// Stakes are rungs of a ladder; wins and losses lead from one to another.
    Ladder(Ladder),
    /// Stakes are the two ends of a line of numbers that are crossed off: Labouchère.
    Line(Line),
}

impl System {
    /// The most units a system asks for.
    pub const UNITS_MAX: u64 = 1 << 20;
    /// The most rungs of a ladder, steps of a move, and numbers of a line.
    pub const RUNGS_MAX: usize = 1_000;
    /// The names of the systems that everybody knows.
    pub const NAMES: [&'static str; 6] =
        ["flat", "martingale", "dalembert", "fibonacci", "paroli", "labouchere"];

    /// The system of this name.
    ///
    /// ```
    /// use taisai_odds::{System, Standing, Turn};
    /// let System::Ladder(martingale) = System::named("martingale").unwrap() else { panic!() };
    /// let mut player = martingale.start();
    /// player.turn(Turn::Lost);
    /// player.turn(Turn::Lost);
    /// assert_eq!(player.units(), 4);
    /// player.turn(Turn::Won);
    /// assert_eq!(player.units(), 1);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        use Move::{Back, Forward, Start, Stay};
        let powers = || (0..=20).map(|power| 1 << power);
        let system = match name {
            "flat" => {
                Ladder::new(vec![1], Moves { win: Stay, lose: Stay, past_end: PastEnd::Stay })
            }
            "martingale" => Ladder::new(
                powers().collect(),
                Moves { win: Start, lose: Forward(1), past_end: PastEnd::Stay },
            ),
            "dalembert" => Ladder::new(
                (1..=1_000).collect(),
                Moves { win: Back(1), lose: Forward(1), past_end: PastEnd::Stay },
            ),
            "fibonacci" => Ladder::new(
                fibonacci(),
                Moves { win: Back(2), lose: Forward(1), past_end: PastEnd::Stay },
            ),
            "paroli" => Ladder::new(
                powers().take(3).collect(),
                Moves { win: Forward(1), lose: Start, past_end: PastEnd::Start },
            ),
            "labouchere" => return Some(Self::Line(Line(vec![1, 2, 3, 4]))),
            _ => return None,
        };
        Some(Self::Ladder(system))
    }
}

/// 1, 1, 2, 3, 5 and so on, as far as a system may ask.
fn fibonacci() -> Vec<u64> {
    let pairs =
        std::iter::successors(Some((1_u64, 1_u64)), |&(a, b)| Some((b, a.saturating_add(b))));
    pairs.map(|(a, _)| a).take_while(|&units| units <= System::UNITS_MAX).collect()
}

/// Where a player stands in a system.
pub trait Standing {
    /// How many units the system asks for.
    fn units(&self) -> u64;
    /// Moves on after a round.
    fn turn(&mut self, turn: Turn);
}

/// Rungs of units, and where a win and a loss lead from each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

/// One rung; its moves are worked out once, so that a turn is a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rung {
    units: u64,
    /// Where each turn leads, by its number.
    after: [usize; 3],
}

/// Where wins and losses lead on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moves {
    win: Move,
    lose: Move,
    past_end: PastEnd,
}

/// A move on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Forward(usize),
    /// Never past the first rung.
    Back(usize),
    Start,
    Stay,
}

/// What happens past the last rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PastEnd {
    /// The last rung is the end.
    Stay,
    /// The ladder begins again.
    Start,
}

impl Ladder {
    fn new(units: Vec<u64>, moves: Moves) -> Self {
        assert!(!units.is_empty(), "a ladder has a rung");
        let last = units.len().saturating_sub(1);
        let rung = |(place, units): (usize, u64)| {
            let mut after = [place; 3];
            after[Turn::Won as usize] = moves.win.from(place, last, moves.past_end);
            after[Turn::Lost as usize] = moves.lose.from(place, last, moves.past_end);
            Rung { units, after }
        };
        Self { rungs: units.into_iter().enumerate().map(rung).collect() }
    }

    /// A player on the first rung.
    pub fn start(&self) -> OnLadder<'_> {
        OnLadder { ladder: self, place: 0 }
    }

    /// Whether it asks for one unit whatever happens.
    pub fn is_flat(&self) -> bool {
        self.rungs.len() == 1 && self.rungs[0].units == 1
    }
}

impl Move {
    fn from(self, place: usize, last: usize, past_end: PastEnd) -> usize {
        match self {
            Self::Forward(steps) => match (place.saturating_add(steps), past_end) {
                (ahead, _) if ahead <= last => ahead,
                (_, PastEnd::Stay) => last,
                (_, PastEnd::Start) => 0,
            },
            Self::Back(steps) => place.saturating_sub(steps),
            Self::Start => 0,
            Self::Stay => place,
        }
    }
}

/// A player on a ladder.
#[derive(Clone, Debug)]
pub struct OnLadder<'a> {
    ladder: &'a Ladder,
    place: usize,
}

impl Standing for OnLadder<'_> {
    #[inline]
    fn units(&self) -> u64 {
        self.ladder.rungs[self.place].units
    }

    #[inline]
    fn turn(&mut self, turn: Turn) {
        self.place = self.ladder.rungs[self.place].after[turn as usize];
    }
}

/// The numbers with which Labouchère's line begins, and begins again when all are crossed off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(Vec<u64>);

impl Line {
    /// A player with the whole line.
    pub fn start(&self) -> OnLine<'_> {
        OnLine { line: self, left: self.0.iter().copied().collect() }
    }
}

/// A player with what is left of a line.
#[derive(Clone, Debug)]
pub struct OnLine<'a> {
    line: &'a Line,
    /// Never empty.
    left: VecDeque<u64>,
}

impl OnLine<'_> {
    fn begin_again(&mut self) {
        self.left.clear();
        self.left.extend(&self.line.0);
    }
}

impl Standing for OnLine<'_> {
    /// The first and the last number together, or the only one.
    fn units(&self) -> u64 {
        let ends = match self.left.len() {
            1 => self.left[0],
            length => self.left[0].saturating_add(self.left[length.saturating_sub(1)]),
        };
        ends.min(System::UNITS_MAX)
    }

    /// A win crosses off the two ends; a loss adds what was asked for at the end.
    fn turn(&mut self, turn: Turn) {
        match turn {
            Turn::Push => {}
            Turn::Lost => self.left.push_back(self.units()),
            Turn::Won => {
                self.left.pop_front();
                self.left.pop_back();
            }
        }
        if self.left.is_empty() || self.left.len() > System::RUNGS_MAX {
            self.begin_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The units asked for along a story of turns: `W`, `L` and `P`.
    pub(super) fn asked(system: &System, story: &str) -> Vec<u64> {
        match system {
            System::Ladder(ladder) => played(ladder.start(), story),
            System::Line(line) => played(line.start(), story),
        }
    }

    fn played(mut player: impl Standing, story: &str) -> Vec<u64> {
        let mut asked = vec![player.units()];
        for turn in story.chars() {
            player.turn(match turn {
                'W' => Turn::Won,
                'L' => Turn::Lost,
                _ => Turn::Push,
            });
            asked.push(player.units());
        }
        asked
    }

    #[test]
    fn the_known_systems_ask_for_what_the_books_say() {
        let cases: [(&str, &str, &[u64]); 11] = [
            ("flat", "WLPLL", &[1, 1, 1, 1, 1, 1]),
            ("martingale", "LLLPWLW", &[1, 2, 4, 8, 8, 1, 2, 1]),
            ("dalembert", "LLLWPWWW", &[1, 2, 3, 4, 3, 3, 2, 1, 1]),
            ("fibonacci", "LLLLLWWWW", &[1, 1, 2, 3, 5, 8, 3, 1, 1, 1]),
            ("paroli", "WWWWLWPL", &[1, 2, 4, 1, 2, 1, 2, 2, 1]),
            // 1 2 3 4, 1 2 3 4 5, 2 3 4, 3, 3 3, done, 1 2 3 4
            ("labouchere", "LWWLW", &[5, 6, 6, 3, 6, 5]),
            ("labouchere", "WW", &[5, 5, 5]),
            ("labouchere", "P", &[5, 5]),
            ("labouchere", "LLL", &[5, 6, 7, 8]),
            ("martingale", "", &[1]),
            ("fibonacci", "W", &[1, 1]),
        ];
        for (name, story, units) in cases {
            assert_eq!(asked(&System::named(name).unwrap(), story), units, "{name} {story}");
        }
    }

    #[test]
    fn every_listed_name_is_a_system_and_no_other() {
        assert!(System::NAMES.iter().all(|name| System::named(name).is_some()));
        assert_eq!(System::named("Martingale"), None);
        assert_eq!(System::named(""), None);
    }

    #[test]
    fn no_system_ever_asks_for_more_than_the_ceiling() {
        for name in System::NAMES {
            for story in ["L".repeat(3_000), "W".repeat(3_000), "LLW".repeat(1_000)] {
                let asked = asked(&System::named(name).unwrap(), &story);
                assert!(asked.iter().all(|&units| 1 <= units && units <= System::UNITS_MAX));
            }
        }
    }

    #[test]
    fn a_martingale_doubles_twenty_times_and_then_stays() {
        let asked = asked(&System::named("martingale").unwrap(), &"L".repeat(22));
        assert_eq!(asked[19..], [1 << 19, 1 << 20, 1 << 20, 1 << 20]);
    }

    #[test]
    fn a_line_grown_too_long_begins_again() {
        let asked = asked(&System::named("labouchere").unwrap(), &"L".repeat(997));
        // 996 losses after the first four make a thousand numbers; one more is too many.
        assert_eq!(asked[996..], [1 + 4 + 996, 5]);
    }

    #[test]
    fn only_one_unit_for_ever_is_flat() {
        let is_flat = |name| match System::named(name) {
            Some(System::Ladder(ladder)) => ladder.is_flat(),
            Some(System::Line(_)) | None => false,
        };
        assert!(is_flat("flat"));
        assert!(System::NAMES[1..].iter().all(|name| !is_flat(name)));
        let twos = Moves { win: Move::Stay, lose: Move::Stay, past_end: PastEnd::Stay };
        assert!(!Ladder::new(vec![2], twos).is_flat());
    }

    #[test]
    fn a_round_is_won_lost_or_neither() {
        let turns = [i64::MIN, -1, 0, 1, i64::MAX].map(Turn::of);
        assert_eq!(turns, [Turn::Lost, Turn::Lost, Turn::Push, Turn::Won, Turn::Won]);
    }
}
