//! The dice of a question: fair, or with the given weights.

use clap::Args;
use taisai_odds::{Dice, DiceError};

use crate::failure::Failure;

/// How often each face comes up.
#[derive(Debug, Args)]
pub(crate) struct DiceArguments {
    /// Dice whose faces one to six come up in proportion to six whole numbers
    #[arg(long, value_name = "A,B,C,D,E,F", visible_alias = "weights", allow_hyphen_values = true)]
    dice_weights: Option<String>,
    /// Dice whose faces have these probabilities, of at most four decimals, which sum to exactly 1
    #[arg(
        long,
        value_name = "A,B,C,D,E,F",
        conflicts_with = "dice_weights",
        allow_hyphen_values = true
    )]
    face_probabilities: Option<String>,
}

/// Probabilities are counted in ten-thousandths.
const WHOLE: u32 = 10_000;
const PLACES: usize = 4;

impl DiceArguments {
    /// The dice that were given, if any.
    pub(crate) fn given(&self) -> Result<Option<Dice>, Failure> {
        match (&self.dice_weights, &self.face_probabilities) {
            (Some(weights), _) => read_weights(weights).map(Some),
            (None, Some(probabilities)) => read_probabilities(probabilities).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The dice that were given; fair ones by default.
    pub(crate) fn read(&self) -> Result<Dice, Failure> {
        Ok(self.given()?.unwrap_or(Dice::FAIR))
    }
}

fn read_weights(text: &str) -> Result<Dice, Failure> {
    let wrong = |why: &str| {
        Failure::usage("bad-dice-weights", format!("--dice-weights {}: {why}", cut(text)))
            .hint("--dice-weights 100,100,100,100,100,104")
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits = |part: &str| is_number(part.trim()).then(|| part.trim().to_owned());
    let weights =
        six(text, digits).ok_or_else(|| wrong("give six whole numbers, none of them below 0"))?;
    let too_large = || wrong(&format!("a weight is at most {}", u32::MAX));
    let weights = weights.map(|weight| weight.parse::<u32>().ok());
    let weights = weights.into_iter().collect::<Option<Vec<u32>>>().ok_or_else(too_large)?;
    let weights: [u32; 6] = weights.try_into().expect("six were read");
    Dice::weighted(weights).map_err(|error| match error {
        DiceError::Nothing => wrong("some face must come up"),
        DiceError::TooFine => {
            wrong(&format!("in lowest terms they sum to at most {}", Dice::WEIGHT_MAX))
        }
    })
}

fn read_probabilities(text: &str) -> Result<Dice, Failure> {
    let wrong = |why: String, right: String| {
        let message = format!("--face-probabilities {}: {why}", cut(text));
        Failure::usage("bad-face-probabilities", message).hint(right)
    };
    let example = "--face-probabilities 0.1667,0.1667,0.1667,0.1667,0.1666,0.1666".to_owned();
    let Some(parts) = six(text, ten_thousandths) else {
        let why = "give six decimals from 0 to 1 with at most four places".to_owned();
        return Err(wrong(why, example));
    };
    let sum: u32 = parts.iter().sum();
    if sum != WHOLE {
        let why = format!("they sum to {}, not to exactly 1", printed(sum));
        return Err(wrong(why, nearest_right(parts, sum).unwrap_or(example)));
    }
    Ok(Dice::weighted(parts).expect("they sum to the largest sum there may be"))
}

/// The same probabilities with the largest one changed so that all sum to 1.
fn nearest_right(mut parts: [u32; 6], sum: u32) -> Option<String> {
    let largest = parts.iter_mut().max()?;
    *largest = (*largest + WHOLE).checked_sub(sum)?;
    let right = parts.map(printed).join(",");
    Some(format!("--face-probabilities {right} would; or use --dice-weights"))
}

/// A decimal from 0 to 1 in ten-thousandths.
fn ten_thousandths(part: &str) -> Option<u32> {
    let part = part.trim();
    let (whole, decimals) = part.split_once('.').unwrap_or((part, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if part.is_empty()
        || !matches!(whole, "0" | "1" | "")
        || !digits(decimals)
        || decimals.len() > PLACES
    {
        return None;
    }
    let ones = if whole == "1" { WHOLE } else { 0 };
    let parts = ones + format!("{decimals:0<PLACES$}").parse::<u32>().ok()?;
    (parts <= WHOLE).then_some(parts)
}

fn printed(parts: u32) -> String {
    format!("{}.{:04}", parts / WHOLE, parts % WHOLE)
}

fn six<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<[T; 6]> {
    // One more than six is enough to know that there are too many.
    let parts: Option<Vec<T>> = text.split(',').take(7).map(read).collect();
    parts?.try_into().ok()
}

fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_dice_only_when_they_sum_to_one() {
        let third = "0.1667,0.1667,0.1667,0.1667,0.1666,0.1666";
        assert!(read_probabilities(third).is_ok());
        assert!(read_probabilities("1,0,0,0,0,0").is_ok());
        assert!(read_probabilities(".5,.5,0,0,0,0.0000").is_ok());
        for (text, why) in [
            ("0.1666,0.1667,0.1667,0.1667,0.1666,0.1666", "sum to 0.9999"),
            ("0.5,0.5,0.5,0,0,0", "sum to 1.5000"),
            ("1,1,1,1,1,1", "sum to 6.0000"),
            ("0.16667,0.16667,0.16667,0.16667,0.16666,0.16666", "four places"),
            ("0.5,0.5", "six decimals"),
            ("0.5,0.5,0,0,0,0,0", "six decimals"),
            ("-0.5,0.5,0.5,0.5,0,0", "six decimals"),
            ("1e-1,0.5,0.4,0,0,0", "six decimals"),
            ("0.5,0.5,0,0,0,", "six decimals"),
            ("1.5,0,0,0,0,0", "six decimals"),
        ] {
            let failure = read_probabilities(text).unwrap_err();
            assert!(failure.message.contains(why), "{}", failure.message);
        }
    }

    #[test]
    fn what_would_be_right_is_right() {
        let failure = read_probabilities("0.2,0.1,0.2,0.1,0.2,0.1").unwrap_err();
        let hint = failure.hint.unwrap();
        let right = hint.split_whitespace().nth(1).unwrap();
        assert!(read_probabilities(right).is_ok(), "{hint}");
        assert_eq!(nearest_right([0, 0, 0, 0, 0, 1], 20_000), None);
    }

    #[test]
    fn weights_are_six_whole_numbers() {
        assert_eq!(read_weights("5,5,5,5,5,5").unwrap(), Dice::FAIR);
        for (text, why) in [
            ("0,0,0,0,0,0", "some face must come up"),
            ("1,2,3,4,5", "six whole numbers"),
            ("1,1,1,1,1,-1", "six whole numbers"),
            ("1,1,1,1,1,10000", "at most 10000"),
            ("-1,1,1,1,1,1", "none of them below 0"),
            ("4294967295,1,1,1,1,1", "at most 10000"),
            ("4294967296,1,1,1,1,1", "a weight is at most 4294967295"),
            ("99999999999999999999999,1,1,1,1,1", "a weight is at most 4294967295"),
        ] {
            let failure = read_weights(text).unwrap_err();
            assert!(failure.message.contains(why), "{}", failure.message);
        }
    }
}
