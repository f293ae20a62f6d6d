//! Finds numbers in the output of a command.

use serde_json::Value;

/// Where a figure is in the output.
#[derive(Debug, Clone, Copy)]
pub enum Reading {
    /// A field of a JSON object.
    Field(&'static str),
    /// The last line with these words, with the number at `{}`: a command may report its progress.
    Line(&'static str),
    /// Every such line; the numbers are added.
    Lines(&'static str),
}

/// The sign that nothing was found broken.
#[derive(Debug, Clone, Copy)]
pub enum Sign {
    /// A field of a JSON object that counts findings, and is zero.
    Zero(&'static str),
    /// A line with these words, and no line about a failure.
    Line(&'static str),
}

/// What a failed test prints, even if it was stopped later.
const FAILURES: [&str; 2] = ["panicked at", "FAILED"];

impl Reading {
    /// The number, if the output has it.
    pub fn number(self, output: &str) -> Option<u64> {
        match self {
            Self::Field(name) => whole(object(output)?.get(name)?),
            Self::Line(words) => output.lines().rev().find_map(|line| number_in(line, words)),
            Self::Lines(words) => {
                let numbers: Vec<u64> =
                    output.lines().filter_map(|line| number_in(line, words)).collect();
                (!numbers.is_empty()).then(|| numbers.iter().sum())
            }
        }
    }
}

impl Sign {
    /// Whether it was given; nothing where it was neither given nor denied.
    pub fn given(self, output: &str) -> Option<bool> {
        match self {
            Self::Zero(name) => Some(object(output)?.get(name)?.as_u64()? == 0),
            Self::Line(words) => {
                let failed = FAILURES.iter().any(|failure| output.contains(failure));
                Some(output.lines().any(|line| line.contains(words)) && !failed)
            }
        }
    }
}

/// A text in a JSON object, such as the commit a run was made on.
pub fn text_of(output: &str, name: &str) -> Option<String> {
    object(output)?.get(name)?.as_str().map(str::to_owned)
}

fn object(output: &str) -> Option<serde_json::Map<String, Value>> {
    serde_json::from_str(output).ok()
}

/// A count, or the whole part of a ratio.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a ratio for people")]
fn whole(value: &Value) -> Option<u64> {
    let ratio = || value.as_f64().filter(|ratio| *ratio >= 0.0).map(|ratio| ratio as u64);
    value.as_u64().or_else(ratio)
}

/// The number that stands in a line where the words have `{}`.
fn number_in(line: &str, words: &str) -> Option<u64> {
    let (before, after) = words.split_once("{}")?;
    let mut rest = line;
    loop {
        // A number may begin the line where the words ask for a space before it.
        let start = if before.trim().is_empty() {
            rest.find(|c: char| c.is_ascii_digit())?
        } else {
            rest.find(before)? + before.len()
        };
        let from = &rest[start..];
        let length = from.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '_');
        let length = length.unwrap_or(from.len());
        let (digits, behind) = from.split_at(length);
        let cut = digits.trim_end_matches([',', '_']).len();
        if 0 < cut && from[cut..].starts_with(after) {
            return digits[..cut].replace([',', '_'], "").parse().ok();
        }
        rest = if length > 0 { behind } else { skip_one(from)? };
    }
}

fn skip_one(text: &str) -> Option<&str> {
    let mut letters = text.chars();
    letters.next()?;
    Some(letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_between_its_words() {
        let output = "seeds 0..8: 1000000 rounds, 38,123,456 requests, no violation\nother 7\n";
        for (words, number) in [
            (": {} rounds, ", Some(1_000_000)),
            (" rounds, {} requests", Some(38_123_456)),
            ("other {}", Some(7)),
            (" {} rounds", Some(1_000_000)),
            ("another {}", None),
            ("{} kills", None),
            ("seeds {} of", None),
        ] {
            assert_eq!(Reading::Line(words).number(output), number, "{words}");
        }
    }

    #[test]
    fn the_last_line_counts_or_all_of_them_together() {
        let output = "error 28: 90 calls stopped\nerror 5: 91 calls stopped\n";
        assert_eq!(Reading::Line(": {} calls").number(output), Some(91));
        assert_eq!(Reading::Lines(": {} calls").number(output), Some(181));
        assert_eq!(Reading::Lines(": {} kills").number(output), None);
    }

    #[test]
    fn a_failure_beside_the_sign_is_a_failure() {
        let sign = Sign::Line("kills of the server");
        assert_eq!(sign.given("in 9 s 100 kills of the server\n"), Some(true));
        assert_eq!(sign.given("nothing\n"), Some(false));
        let later = "in 9 s 100 kills of the server\nthread 'x' panicked at kills.rs\n";
        assert_eq!(sign.given(later), Some(false));
    }

    #[test]
    fn fields_are_read_and_missing_ones_are_left_out() {
        let output =
            r#"{"rounds": 12, "ratio": 1043.7, "broken": 0, "failed": 3, "commit": "abc"}"#;
        assert_eq!(Reading::Field("rounds").number(output), Some(12));
        assert_eq!(Reading::Field("ratio").number(output), Some(1_043));
        assert_eq!(Reading::Field("races").number(output), None);
        assert_eq!(Reading::Field("commit").number(output), None);
        assert_eq!(text_of(output, "commit").as_deref(), Some("abc"));
        assert_eq!(text_of(output, "rounds"), None);
        assert_eq!(Sign::Zero("broken").given(output), Some(true));
        assert_eq!(Sign::Zero("failed").given(output), Some(false));
        assert_eq!(Sign::Zero("whole").given(output), None);
        assert_eq!(Reading::Field("rounds").number("no JSON"), None);
    }
}
