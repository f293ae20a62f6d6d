//! The text in which a player writes down a system of their own; docs/systems.md describes it.

use std::fmt;

use super::{Ladder, Line, Move, Moves, PastEnd, System};

impl System {
    /// The longest text of a system, in bytes.
    pub const TEXT_MAX: usize = 64 * 1024;

    /// Reads a system, or says everything that is wrong with it.
    ///
    /// ```
    /// use taisai_odds::System;
    /// assert!(System::parse("ladder 1 1 2 3 5\nwin back 2\nlose forward 1\n").is_ok());
    /// let mistakes = System::parse("ladder 1 x\nwin sideways\n").unwrap_err();
    /// assert_eq!(mistakes.len(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Self, Vec<SystemMistake>> {
        if text.len() > Self::TEXT_MAX {
            return Err(vec![SystemMistake { line: None, fault: SystemFault::TooLong }]);
        }
        let mut reader = Reader::default();
        for (above, line) in text.lines().enumerate() {
            reader.read(above.saturating_add(1), line.split('#').next().unwrap_or_default());
        }
        reader.finish()
    }
}

/// One thing that is wrong with a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemMistake {
    /// The line it is on, from 1; `None` where it is about the whole text.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: SystemFault,
}

/// What can be wrong with a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemFault {
    /// The text is longer than [`System::TEXT_MAX`].
    TooLong,
    /// A line opens with a word that means nothing here.
    UnknownWord(String),
    /// A word opens a second line.
    Twice(&'static str),
    /// There is neither a ladder nor a line, or both.
    NotOneOfLadderAndLine,
    /// A ladder needs a line that opens with this word.
    Missing(&'static str),
    /// A line of numbers has moves of its own.
    MoveWithLine(&'static str),
    /// No number follows, or too many do.
    CountOfNumbers(usize),
    /// Not a number of units that a system may ask for.
    NotUnits(String),
    /// Not a move.
    NotAMove(String),
    /// Not what can happen past the end.
    NotPastEnd(String),
}

impl fmt::Display for SystemMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{line}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl fmt::Display for SystemFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (units_max, rungs_max) = (System::UNITS_MAX, System::RUNGS_MAX);
        match self {
            Self::TooLong => write!(f, "a system has at most {} bytes", System::TEXT_MAX),
            Self::UnknownWord(word) => {
                write!(f, "`{word}` opens no line; ladder, line, win, lose and past-end do")
            }
            Self::Twice(word) => write!(f, "`{word}` is said twice"),
            Self::NotOneOfLadderAndLine => {
                write!(f, "a system has either a `ladder` or a `line`, and one of them")
            }
            Self::Missing(word) => write!(f, "a ladder needs a line `{word} …`"),
            Self::MoveWithLine(word) => {
                write!(f, "`{word}` belongs to a ladder; a `line` has moves of its own")
            }
            Self::CountOfNumbers(found) => {
                write!(f, "from 1 to {rungs_max} numbers are needed; there are {found}")
            }
            Self::NotUnits(text) => {
                write!(f, "`{text}` is not a whole number of units from 1 to {units_max}")
            }
            Self::NotAMove(text) => {
                write!(f, "`{text}` is no move: forward N, back N (to {rungs_max}), start, stay")
            }
            Self::NotPastEnd(text) => write!(f, "`{text}` is neither `stay` nor `start`"),
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    ladder: Said<Vec<u64>>,
    line: Said<Vec<u64>>,
    win: Said<Move>,
    lose: Said<Move>,
    past_end: Said<PastEnd>,
    mistakes: Vec<SystemMistake>,
}

/// A line that was or was not said.
#[derive(Default)]
enum Said<T> {
    #[default]
    Not,
    Wrongly,
    Rightly(T),
}

impl<T> Said<T> {
    fn is_said(&self) -> bool {
        !matches!(self, Self::Not)
    }

    fn rightly(self) -> Option<T> {
        match self {
            Self::Rightly(value) => Some(value),
            Self::Not | Self::Wrongly => None,
        }
    }
}

impl Reader {
    fn read(&mut self, number: usize, line: &str) {
        let mut words = line.split_whitespace();
        let Some(opening) = words.next() else { return };
        let words: Vec<&str> = words.collect();
        let mistakes = &mut self.mistakes;
        let mut report = |fault| mistakes.push(SystemMistake { line: Some(number), fault });
        match opening {
            "ladder" => put(&mut self.ladder, "ladder", read_units(&words), &mut report),
            "line" => put(&mut self.line, "line", read_units(&words), &mut report),
            "win" => put(&mut self.win, "win", read_move(&words), &mut report),
            "lose" => put(&mut self.lose, "lose", read_move(&words), &mut report),
            "past-end" => put(&mut self.past_end, "past-end", read_past_end(&words), &mut report),
            unknown => report(SystemFault::UnknownWord(shortened(unknown))),
        }
    }

    fn finish(mut self) -> Result<System, Vec<SystemMistake>> {
        let whole = |fault| SystemMistake { line: None, fault };
        let moves = [("win", self.win.is_said()), ("lose", self.lose.is_said())];
        match (self.ladder.is_said(), self.line.is_said()) {
            (true, false) => {
                let missing = moves.into_iter().filter(|(_, said)| !said);
                let missing = missing.map(|(word, _)| whole(SystemFault::Missing(word)));
                self.mistakes.extend(missing);
            }
            (false, true) => {
                let moves = moves.into_iter().chain([("past-end", self.past_end.is_said())]);
                let needless = moves.filter(|&(_, said)| said);
                let needless = needless.map(|(word, _)| whole(SystemFault::MoveWithLine(word)));
                self.mistakes.extend(needless);
            }
            (true, true) | (false, false) => {
                self.mistakes.push(whole(SystemFault::NotOneOfLadderAndLine));
            }
        }
        if self.mistakes.is_empty() { Ok(self.system()) } else { Err(self.mistakes) }
    }

    fn system(self) -> System {
        const SOUND: &str = "every missing or wrong line was reported as a mistake";
        if let Some(line) = self.line.rightly() {
            return System::Line(Line(line));
        }
        let past_end = self.past_end.rightly().unwrap_or(PastEnd::Stay);
        let win = self.win.rightly().expect(SOUND);
        let lose = self.lose.rightly().expect(SOUND);
        let units = self.ladder.rightly().expect(SOUND);
        System::Ladder(Ladder::new(units, Moves { win, lose, past_end }))
    }
}

/// Keeps the first value of its kind and reports what is wrong with this one.
fn put<T>(
    kept: &mut Said<T>,
    word: &'static str,
    value: Result<T, Vec<SystemFault>>,
    mut report: impl FnMut(SystemFault),
) {
    if kept.is_said() {
        report(SystemFault::Twice(word));
    }
    let value = match value {
        Ok(value) => Said::Rightly(value),
        Err(faults) => {
            faults.into_iter().for_each(report);
            Said::Wrongly
        }
    };
    if !kept.is_said() {
        *kept = value;
    }
}

fn read_units(words: &[&str]) -> Result<Vec<u64>, Vec<SystemFault>> {
    if words.is_empty() || words.len() > System::RUNGS_MAX {
        return Err(vec![SystemFault::CountOfNumbers(words.len())]);
    }
    let mut faults = Vec::new();
    let mut units = Vec::new();
    for word in words {
        match word.parse() {
            Ok(number) if 1 <= number && number <= System::UNITS_MAX => units.push(number),
            Ok(_) | Err(_) => faults.push(SystemFault::NotUnits(shortened(word))),
        }
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

fn read_move(words: &[&str]) -> Result<Move, Vec<SystemFault>> {
    let steps = |word: &str| word.parse().ok().filter(|n| 1 <= *n && *n <= System::RUNGS_MAX);
    let read = match words {
        ["forward", number] => steps(number).map(Move::Forward),
        ["back", number] => steps(number).map(Move::Back),
        ["start"] => Some(Move::Start),
        ["stay"] => Some(Move::Stay),
        _ => None,
    };
    read.ok_or_else(|| vec![SystemFault::NotAMove(shortened(&words.join(" ")))])
}

fn read_past_end(words: &[&str]) -> Result<PastEnd, Vec<SystemFault>> {
    match words {
        ["stay"] => Ok(PastEnd::Stay),
        ["start"] => Ok(PastEnd::Start),
        _ => Err(vec![SystemFault::NotPastEnd(shortened(&words.join(" ")))]),
    }
}

/// Enough of a text to find it again.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::asked;
    use super::*;

    fn refused(text: &str) -> Vec<String> {
        System::parse(text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_known_ladders_can_be_written_down() {
        let cases = [
            ("flat", "ladder 1\nwin stay\nlose stay"),
            ("paroli", "ladder 1 2 4\nwin forward 1\nlose start\npast-end start"),
            ("labouchere", "line 1 2 3 4"),
        ];
        for (name, text) in cases {
            assert_eq!(System::parse(text).ok(), System::named(name), "{name}");
        }
    }

    #[test]
    fn comments_blank_lines_and_order_do_not_matter() {
        let text = "\n# Slowly up.\r\nlose forward 1 # one rung\n\n  past-end stay\nwin back 2\n\
                    ladder 1 2 5";
        let system = System::parse(text).unwrap();
        assert_eq!(asked(&system, "LLLWL"), [1, 2, 5, 5, 1, 2]);
    }

    #[test]
    fn without_a_word_on_the_end_the_last_rung_is_the_end() {
        let system = System::parse("ladder 1 2\nwin start\nlose forward 2").unwrap();
        assert_eq!(asked(&system, "LL"), [1, 2, 2]);
    }

    #[test]
    fn borders_of_every_number_are_kept() {
        let ladder = |numbers: &str| format!("ladder {numbers}\nwin back 1\nlose forward 1");
        for numbers in ["1", "1048576", &"1 ".repeat(1_000)] {
            assert!(System::parse(&ladder(numbers)).is_ok(), "{numbers}");
        }
        for numbers in ["", "0", "1048577", "-1", "1.5", &"1 ".repeat(1_001)] {
            assert_eq!(refused(&ladder(numbers)).len(), 1, "{numbers}");
        }
        let lose = |steps: &str| format!("ladder 1\nwin stay\nlose {steps}");
        for steps in ["forward 1", "forward 1000", "back 1", "back 1000", "stay", "start"] {
            assert!(System::parse(&lose(steps)).is_ok(), "{steps}");
        }
        for steps in ["forward 0", "forward 1001", "back", "back -1", "stay 1", "", "start now"] {
            assert_eq!(refused(&lose(steps)).len(), 1, "{steps}");
        }
    }

    #[test]
    fn every_mistake_is_reported_at_once_with_its_line() {
        let text = "ladder 1 x 0\nwin sideways\nlose forward 1\nlose stay\nwager 5\npast-end up";
        assert_eq!(
            refused(text),
            [
                "1: `x` is not a whole number of units from 1 to 1048576",
                "1: `0` is not a whole number of units from 1 to 1048576",
                "2: `sideways` is no move: forward N, back N (to 1000), start, stay",
                "4: `lose` is said twice",
                "5: `wager` opens no line; ladder, line, win, lose and past-end do",
                "6: `up` is neither `stay` nor `start`",
            ]
        );
    }

    #[test]
    fn a_system_has_one_ladder_with_its_moves_or_one_line() {
        let either = "a system has either a `ladder` or a `line`, and one of them";
        assert_eq!(refused(""), [either]);
        assert_eq!(refused("ladder 1\nline 1\nwin stay\nlose stay"), [either]);
        let missing = ["a ladder needs a line `win …`", "a ladder needs a line `lose …`"];
        assert_eq!(refused("ladder 1 2"), missing);
        let needless = "`past-end` belongs to a ladder; a `line` has moves of its own";
        assert_eq!(refused("line 1 2\npast-end stay"), [needless]);
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_before_it_is_read() {
        let text = |length: usize| "#".repeat(length);
        assert_eq!(refused(&text(System::TEXT_MAX + 1)), ["a system has at most 65536 bytes"]);
        assert_eq!(refused(&text(System::TEXT_MAX)).len(), 1);
        assert_ne!(refused(&text(System::TEXT_MAX)), refused(&text(System::TEXT_MAX + 1)));
    }
}
