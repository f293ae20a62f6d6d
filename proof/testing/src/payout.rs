//! What a stake wins, worked out from an area's own words and nothing else.

use taisai_rules::{Area, Face, Roll, RuleBook};

/// For every roll, how much is won per how much, if it wins.
type Wins = Vec<Option<(u64, u64)>>;

/// For every area of a book and every roll, how much is won per how much, if it wins.
#[derive(Clone, Debug)]
pub struct Payout {
    lines: Vec<(Area, Wins, u64)>,
    places: Vec<Option<usize>>,
}

impl Payout {
    pub fn of(book: &RuleBook) -> Self {
        let lines = book.pay_table.offers().iter().map(|offer| {
            let words = offer.area.to_string();
            let odds: Vec<(u64, u64)> = offer
                .pays
                .lines()
                .iter()
                .map(|line| (u64::from(line.odds.win()), u64::from(line.odds.stake())))
                .collect();
            let wins = Roll::all().map(|roll| {
                let dice = roll.faces().map(Face::pips);
                match times_hit(&words, dice) {
                    0 => None,
                    times => Some(odds[(times - 1).min(odds.len() - 1)]),
                }
            });
            let unit = odds.iter().map(|(_, per)| *per).max().unwrap();
            (offer.area, wins.collect(), unit)
        });
        let lines: Vec<_> = lines.collect();
        let find = |area| lines.iter().position(|(known, _, _)| *known == area);
        Self { places: Area::all().map(find).collect(), lines }
    }

    pub fn place(&self, area: Area) -> Option<usize> {
        self.places[area.index()]
    }

    /// How many areas there are.
    pub fn areas(&self) -> usize {
        self.lines.len()
    }

    pub fn area(&self, place: usize) -> Area {
        self.lines[place].0
    }

    /// The smallest stake unit that is paid exactly.
    pub fn unit(&self, place: usize) -> u64 {
        self.lines[place].2
    }

    /// What goes back for this stake, the stake included.
    pub fn back(&self, place: usize, stake: u64, roll: usize) -> u64 {
        match self.lines[place].1[roll] {
            Some((win, per)) => {
                assert_eq!(stake * win % per, 0, "payouts are exact");
                stake + stake * win / per
            }
            None => 0,
        }
    }
}

/// How often the dice hit an area; more than once only for singles.
fn times_hit(words: &str, dice: [u8; 3]) -> usize {
    let (name, numbers) = words.split_once('-').unwrap_or((words, ""));
    let digits: Vec<u8> = numbers.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
    let sum: u8 = dice.iter().sum();
    let alike = dice[0] == dice[1] && dice[1] == dice[2];
    let count = |face: u8| dice.iter().filter(|die| **die == face).count();
    let mut sorted = dice.to_vec();
    sorted.sort_unstable();
    let mut wanted = digits.clone();
    wanted.sort_unstable();
    let hit = match name {
        "small" => sum < 11 && !alike,
        "big" => sum > 10 && !alike,
        "even" => sum.is_multiple_of(2) && !alike,
        "odd" => !sum.is_multiple_of(2) && !alike,
        "any" => alike,
        "single" => return count(digits[0]),
        "double" => count(digits[0]) > 1,
        "triple" => count(digits[0]) > 2,
        "total" => sum == numbers.parse::<u8>().unwrap(),
        "domino" => digits.iter().all(|face| dice.contains(face)),
        "four" => {
            sorted.dedup();
            sorted.len() == 3 && sorted.iter().all(|die| digits.contains(die))
        }
        "combo" => sorted == wanted,
        other => panic!("unknown area {other}"),
    };
    usize::from(hit)
}
