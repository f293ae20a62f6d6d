//! The kinds of value a line can have: how each is read, printed and compared.

use std::cmp::Ordering;

use taisai_rules::clause::is_line;
use taisai_rules::{
    AboveMaximum, Approval, Area, BeforeManual, BelowMinimum, Cover, Currency, DiceLife, DiceWords,
    DoubleOnTriple, Family, NoMoreBets, Odds, OddsStyle, RangeWords, Remedy, Role, TripleWords,
};

use crate::hints::nearest;
use crate::mistake::MistakeKind;
use crate::raw::RawValue;

/// A value that a line of a rule book can have.
pub(crate) trait LineValue: Sized {
    /// Reads the value, or says what could stand here.
    fn read(raw: &RawValue) -> Result<Self, MistakeKind>;

    /// Reads a choice that a law leaves; choices are written as they are printed.
    fn read_choice(choice: &str) -> Result<Self, MistakeKind> {
        Self::read(&RawValue::Text(choice.to_owned()))
    }

    /// The one way in which the value is printed, compared and fingerprinted.
    fn print(&self) -> String;

    /// The value as a file writes it.
    fn written(&self) -> String {
        format!("{:?}", self.print())
    }

    /// Which of two values is more, where a law sets a floor or a ceiling.
    fn compare(&self, _other: &Self) -> Option<Ordering> {
        None
    }
}

fn expects(what: &str) -> MistakeKind {
    MistakeKind::Unreadable { expects: what.to_owned() }
}

impl LineValue for bool {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        if let RawValue::Flag(flag) = raw { Ok(*flag) } else { Err(expects("true or false")) }
    }

    fn read_choice(choice: &str) -> Result<Self, MistakeKind> {
        match choice {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(expects("\"yes\" or \"no\"")),
        }
    }

    fn print(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }

    fn written(&self) -> String {
        self.to_string()
    }

    /// A duty is more than no duty.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A small number of times.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u8);

impl Count {
    const MAX: u8 = 20;
}

impl LineValue for Count {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let refusal = || expects(&format!("a whole number from 0 to {}", Self::MAX));
        let RawValue::Whole(number) = raw else { return Err(refusal()) };
        let count = u8::try_from(*number).ok().filter(|count| *count <= Self::MAX);
        count.map(Self).ok_or_else(refusal)
    }

    fn print(&self) -> String {
        self.0.to_string()
    }

    fn written(&self) -> String {
        self.print()
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(self.0.cmp(&other.0))
    }
}

/// The longest text a line may hold, in bytes.
const TEXT_MAX: usize = 200;

impl LineValue for String {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let RawValue::Text(text) = raw else { return Err(expects("a text in quotation marks")) };
        if !is_line(text, TEXT_MAX) {
            return Err(expects(&format!("one line of visible text, up to {TEXT_MAX} bytes")));
        }
        Ok(text.clone())
    }

    fn print(&self) -> String {
        self.clone()
    }
}

impl LineValue for Odds {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let RawValue::Text(text) = raw else { return Err(expects("odds such as \"8 to 1\"")) };
        text.parse().map_err(MistakeKind::Odds)
    }

    fn print(&self) -> String {
        self.to_string()
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl LineValue for DiceLife {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let (hours, months) = (Self::HOURS_MAX, Self::MONTHS_MAX);
        let refusal = || {
            expects(&format!(
                "\"24 hours\" (up to {hours}), \"1 month\" (up to {months}) or \"unlimited\""
            ))
        };
        let RawValue::Text(text) = raw else { return Err(refusal()) };
        if text == "unlimited" {
            return Ok(Self::Unlimited);
        }
        let (number, unit) = text.split_once(' ').ok_or_else(refusal)?;
        let number: u16 = number.parse().map_err(|_| refusal())?;
        match unit {
            "hour" | "hours" if 1 <= number && number <= Self::HOURS_MAX => Ok(Self::Hours(number)),
            "month" | "months" => u8::try_from(number)
                .ok()
                .filter(|months| 1 <= *months && *months <= Self::MONTHS_MAX)
                .map(Self::Months)
                .ok_or_else(refusal),
            _ => Err(refusal()),
        }
    }

    fn print(&self) -> String {
        self.to_string()
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(self.hours_at_least().cmp(&other.hours_at_least()))
    }
}

impl LineValue for Currency {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let refusal = || expects("a currency of three capital letters, such as \"USD\"");
        let RawValue::Text(code) = raw else { return Err(refusal()) };
        Self::new(code).ok_or_else(refusal)
    }

    fn print(&self) -> String {
        self.code().to_owned()
    }
}

/// The longest list a line may hold.
const LIST_MAX: usize = Area::COUNT;

/// The order of a list of areas means nothing: it is printed in the order of [`Area::all`].
impl LineValue for Vec<Area> {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        let refusal = || expects("a list of areas, such as [\"triple-1\", \"triple-2\"]");
        let RawValue::List(names) = raw else { return Err(refusal()) };
        if names.is_empty() || names.len() > LIST_MAX {
            return Err(refusal());
        }
        let mut areas: Self =
            names.iter().map(|name| read_area(&name.text)).collect::<Result<_, _>>()?;
        areas.sort_unstable();
        Ok(areas)
    }

    fn print(&self) -> String {
        self.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn written(&self) -> String {
        written_list(self)
    }
}

fn written_list(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("{:?}", item.to_string())).collect();
    format!("[{}]", items.join(", "))
}

pub(crate) fn read_area(name: &str) -> Result<Area, MistakeKind> {
    name.parse::<Area>().map_err(|error| MistakeKind::UnknownArea {
        name: name.chars().take(40).collect(),
        nearest: error.in_order.or_else(|| nearest_area(name)),
    })
}

fn nearest_area(name: &str) -> Option<Area> {
    nearest(name, Area::all().map(|area| area.to_string()))?.parse().ok()
}

/// Lists of words. Each is printed in the order of declaration, whatever order it was written in.
macro_rules! lists_of_words {
    ($($name:ident),+ $(,)?) => { $(
        impl LineValue for Vec<$name> {
            fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
                let refusal = || expects(&format!("a list out of {}", written_list($name::ALL)));
                let RawValue::List(words) = raw else { return Err(refusal()) };
                let mut values: Self = words
                    .iter()
                    .map(|word| $name::from_word(&word.text).ok_or_else(refusal))
                    .collect::<Result<_, _>>()?;
                values.sort_unstable();
                values.dedup();
                Ok(values)
            }

            fn print(&self) -> String {
                if self.is_empty() {
                    return "none".to_owned();
                }
                self.iter().map(|value| value.word()).collect::<Vec<_>>().join(" ")
            }

            fn written(&self) -> String {
                written_list(self)
            }
        }
    )+ };
}

lists_of_words!(Approval, Family);

fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> MistakeKind {
    let words: Vec<String> = words.map(|word| format!("{word:?}")).collect();
    expects(&format!("one of {}", words.join(", ")))
}

/// Enums with one word for each value. Only roles have an order, so only they can be a floor.
macro_rules! line_values {
    ($($name:ident),+ $(,)?) => { $(
        impl LineValue for $name {
            fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
                read_word(raw, Self::ALL, Self::word)
            }

            fn print(&self) -> String {
                self.word().to_owned()
            }
        }
    )+ };
}

line_values!(
    AboveMaximum,
    BeforeManual,
    BelowMinimum,
    Cover,
    DiceWords,
    DoubleOnTriple,
    NoMoreBets,
    RangeWords,
    Remedy,
    TripleWords,
);

fn read_word<T: Copy>(
    raw: &RawValue,
    all: &[T],
    word_of: fn(T) -> &'static str,
) -> Result<T, MistakeKind> {
    let refusal = || one_of(all.iter().map(|&value| word_of(value)));
    let RawValue::Text(word) = raw else { return Err(refusal()) };
    all.iter().copied().find(|&value| word_of(value) == word).ok_or_else(refusal)
}

impl LineValue for Role {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        read_word(raw, Self::ALL, Self::word)
    }

    fn print(&self) -> String {
        self.word().to_owned()
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl LineValue for OddsStyle {
    fn read(raw: &RawValue) -> Result<Self, MistakeKind> {
        if let RawValue::Text(word) = raw
            && word.eq_ignore_ascii_case("for")
        {
            return Err(MistakeKind::SaysFor);
        }
        read_word(raw, Self::ALL, Self::word)
    }

    fn print(&self) -> String {
        self.word().to_owned()
    }
}
