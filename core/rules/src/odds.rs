//! Exact odds: what is won for what was staked.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::stake::Stake;
use crate::vocabulary::vocabulary;

/// An exact ratio of win to stake, in lowest terms: `17/2 to 1` is 17 won for 2 staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    win: u32,
    stake: u32,
}

impl Odds {
    /// The most that can be won for one staked.
    pub const WIN_MAX: u32 = 999;
    /// The most units that may have to be staked together to be paid exactly.
    pub const STAKE_MAX: u32 = 100;

    /// Odds of `win` for every `stake`.
    ///
    /// ```
    /// use taisai_rules::Odds;
    /// assert_eq!(Odds::new(17, 2)?.to_string(), "8.5 to 1");
    /// assert_eq!(Odds::new(300, 2)?, "150 to 1".parse()?);
    /// # Ok::<(), taisai_rules::OddsError>(())
    /// ```
    pub fn new(win: u32, stake: u32) -> Result<Self, OddsError> {
        if win == 0 || stake == 0 {
            return Err(OddsError::Nothing);
        }
        let divisor = greatest_common_divisor(win, stake);
        let (win, stake) = (win / divisor, stake / divisor);
        if stake > Self::STAKE_MAX {
            return Err(OddsError::TooFine);
        }
        if win > Self::WIN_MAX * stake {
            return Err(OddsError::TooLong);
        }
        Ok(Self { win, stake })
    }

    /// The win for every [`Self::stake`] units.
    pub const fn win(self) -> u32 {
        self.win
    }

    /// How many units the win is for; a stake must be a multiple of it to be paid exactly.
    pub const fn stake(self) -> u32 {
        self.stake
    }

    /// What a stake wins, or `None` where that is not a whole number of units.
    ///
    /// ```
    /// use taisai_rules::{Odds, Stake};
    /// let odds: Odds = "8.5 to 1".parse()?;
    /// assert_eq!(odds.win_on(Stake::new(50)?), Some(425));
    /// assert_eq!(odds.win_on(Stake::new(51)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn win_on(self, stake: Stake) -> Option<u64> {
        let per = u64::from(self.stake);
        let exact = stake.units().is_multiple_of(per);
        exact.then(|| stake.units() / per * u64::from(self.win))
    }

    /// The odds in the words a layout uses.
    ///
    /// ```
    /// use taisai_rules::{Odds, OddsStyle};
    /// let odds: Odds = "11.5 to 1".parse()?;
    /// assert_eq!(odds.worded(OddsStyle::To), "11.5 to 1");
    /// assert_eq!(odds.worded(OddsStyle::Wins), "1 wins 11½");
    /// assert_eq!(odds.worded(OddsStyle::Ratio), "1:11½");
    /// # Ok::<(), taisai_rules::OddsError>(())
    /// ```
    pub fn worded(self, style: OddsStyle) -> String {
        match style {
            OddsStyle::To => self.to_string(),
            OddsStyle::Wins => format!("1 wins {}", self.for_one_with_halves()),
            OddsStyle::Ratio => format!("1:{}", self.for_one_with_halves()),
        }
    }

    /// The win for one unit as people write it: `8`, `8.5`, or `17/3` where no decimal is exact.
    fn for_one(self) -> String {
        let (whole, rest) = (self.win / self.stake, self.win % self.stake);
        if rest == 0 {
            return whole.to_string();
        }
        if 100 % self.stake != 0 {
            return format!("{}/{}", self.win, self.stake);
        }
        let hundredths = format!("{:02}", rest * (100 / self.stake));
        format!("{whole}.{}", hundredths.trim_end_matches('0'))
    }

    fn for_one_with_halves(self) -> String {
        match (self.stake, self.win / self.stake) {
            (2, 0) => "½".to_owned(),
            (2, whole) => format!("{whole}½"),
            _ => self.for_one(),
        }
    }
}

impl PartialOrd for Odds {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Odds {
    fn cmp(&self, other: &Self) -> Ordering {
        let crosswise = |a: &Self, b: &Self| u64::from(a.win) * u64::from(b.stake);
        crosswise(self, other).cmp(&crosswise(other, self))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} to 1", self.for_one()))
    }
}

vocabulary! {
    /// How a layout words its odds.
    OddsStyle {
        /// `8.5 to 1`
        To = "to",
        /// `1 wins 8½`
        Wins = "wins",
        /// `1:8½`
        Ratio = "ratio",
    }
}

/// Why a text or a pair of numbers is not odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// Odds of nothing, or on nothing.
    Nothing,
    /// More than [`Odds::WIN_MAX`] to 1.
    TooLong,
    /// No stake up to [`Odds::STAKE_MAX`] units could be paid exactly.
    TooFine,
    /// The odds are written with "for", which counts the stake as part of the win.
    SaysFor,
    /// Not odds at all.
    Unreadable,
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "odds pay something on something, such as 1 to 1"),
            Self::TooLong => write!(f, "odds are at most {} to 1", Odds::WIN_MAX),
            Self::TooFine => {
                write!(f, "odds pay exactly on a stake of at most {} units", Odds::STAKE_MAX)
            }
            Self::SaysFor => {
                write!(f, "odds are never written with \"for\"; write \"8 to 1\" or \"1 wins 8\"")
            }
            Self::Unreadable => write!(f, "odds are written \"8.5 to 1\" or \"1 wins 8.5\""),
        }
    }
}

impl std::error::Error for OddsError {}

impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Self, OddsError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if words.iter().any(|word| word.eq_ignore_ascii_case("for")) {
            return Err(OddsError::SaysFor);
        }
        let [first, verb, second] = words[..] else { return Err(OddsError::Unreadable) };
        let (win, stake) = match verb.to_ascii_lowercase().as_str() {
            "to" => (first, second),
            "win" | "wins" => (second, first),
            _ => return Err(OddsError::Unreadable),
        };
        let (win, stake) = (Hundredths::read(win)?, Hundredths::read(stake)?);
        Self::new(win.0, stake.0)
    }
}

/// A number with at most two decimals, as hundredths.
struct Hundredths(u32);

impl Hundredths {
    /// Longer texts cannot be sensible odds, and shorter ones cannot overflow.
    const LENGTH_MAX: usize = 7;

    fn read(text: &str) -> Result<Self, OddsError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if text.len() > Self::LENGTH_MAX || !digits(whole) || !digits(decimals) {
            return Err(OddsError::Unreadable);
        }
        if decimals.len() > 2 {
            return Err(OddsError::TooFine);
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| OddsError::Unreadable);
        Ok(Self(number(whole)? * 100 + number(&format!("{decimals:0<2}"))?))
    }
}

/// The largest number that divides both.
const fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The smallest number that both divide.
pub(crate) const fn least_common_multiple(a: u32, b: u32) -> u32 {
    a / greatest_common_divisor(a, b) * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_exact_or_there_is_none() {
        let odds: Odds = "8.5 to 1".parse().unwrap();
        for units in 1..=100 {
            let win = odds.win_on(Stake::new(units).unwrap());
            assert_eq!(win, (units % 2 == 0).then_some(units / 2 * 17), "{units}");
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let cases = [
            ("1 to 1", "1 to 1"),
            ("8.5 to 1", "8.5 to 1"),
            ("17 to 2", "8.5 to 1"),
            ("1 wins 8.5", "8.5 to 1"),
            ("1 WIN 30", "30 to 1"),
            ("0.95 to 1", "0.95 to 1"),
            ("0.9 to 1", "0.9 to 1"),
            ("17 to 3", "17/3 to 1"),
            ("999 to 1", "999 to 1"),
            ("0.01 to 1", "0.01 to 1"),
        ];
        for (text, printed) in cases {
            assert_eq!(text.parse::<Odds>().map(|odds| odds.to_string()).as_deref(), Ok(printed));
        }
    }

    #[test]
    fn what_is_not_odds_is_refused_with_its_reason() {
        let cases = [
            ("9 for 1", OddsError::SaysFor),
            ("9 FOR 1", OddsError::SaysFor),
            ("", OddsError::Unreadable),
            ("150", OddsError::Unreadable),
            ("150 on 1", OddsError::Unreadable),
            ("1:8", OddsError::Unreadable),
            ("-1 to 1", OddsError::Unreadable),
            ("1e3 to 1", OddsError::Unreadable),
            (". to 1", OddsError::Unreadable),
            ("99999999 to 1", OddsError::Unreadable),
            ("0 to 1", OddsError::Nothing),
            ("1 to 0", OddsError::Nothing),
            ("1000 to 1", OddsError::TooLong),
            ("999.5 to 1", OddsError::TooLong),
            ("1.125 to 1", OddsError::TooFine),
            ("1 to 101", OddsError::TooFine),
        ];
        for (text, refusal) in cases {
            assert_eq!(text.parse::<Odds>(), Err(refusal), "{text}");
        }
    }

    #[test]
    fn odds_compare_by_what_they_pay() {
        let odds = |text: &str| text.parse::<Odds>().unwrap();
        assert!(odds("8 to 1") < odds("8.5 to 1"));
        assert!(odds("8.5 to 1") < odds("9 to 1"));
        assert_eq!(odds("17 to 2").cmp(&odds("8.5 to 1")), Ordering::Equal);
    }
}
