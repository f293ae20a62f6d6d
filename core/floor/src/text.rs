//! Words that come from people and machines outside: one line each, and never long.

use std::fmt;
use std::sync::Arc;

/// Declares a kind of text with its longest length in bytes and what else it must be.
macro_rules! text {
    ($(#[$about:meta])* $name:ident, $length_max:literal, $sound:expr) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The longest, in bytes.
            pub const LENGTH_MAX: usize = $length_max;

            /// The text, if it is one of this kind.
            pub fn new(text: &str) -> Option<Self> {
                let is_sound: fn(&str) -> bool = $sound;
                let fits = text.len() <= Self::LENGTH_MAX && !text.contains(char::is_control);
                (fits && is_sound(text)).then(|| Self(text.into()))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

text! {
    /// The name by which a member of staff logs in: small letters, digits, `.`, `-` and `_`, so
    /// that no two names look alike.
    LoginName, 64, |text| !text.is_empty() && text.chars().all(is_of_a_login_name)
}
text! {
    /// What people call a table, a rule book or a version.
    Title, 80, |text| !text.trim().is_empty()
}
text! {
    /// A line that somebody or something outside gave us; it may be empty and means nothing here.
    Line, 200, |_| true
}

text! {
    /// A day, as `2026-11-19`.
    Date, 10, is_a_date
}

text! {
    /// A person as a cashier refers to them, in the house's own words: the number of a document,
    /// say. No player ever sees it.
    Person, 60, |text| !text.is_empty() && text.trim() == text
}

/// Whether a text has the form of a day; which days a month has is not asked.
fn is_a_date(text: &str) -> bool {
    let within = |part: &str, digits: usize, most: u16| {
        let all = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        all && part.parse().is_ok_and(|number: u16| 1 <= number && number <= most)
    };
    let mut parts = text.split('-');
    let year = parts.next().is_some_and(|year| within(year, 4, 9_999));
    let month = parts.next().is_some_and(|month| within(month, 2, 12));
    let day = parts.next().is_some_and(|day| within(day, 2, 31));
    year && month && day && parts.next().is_none()
}

const fn is_of_a_login_name(letter: char) -> bool {
    matches!(letter, 'a'..='z' | '0'..='9' | '.' | '-' | '_')
}

impl Line {
    /// As much of any text as fits on a line; whatever cannot stand there becomes a space.
    pub fn of(text: &str) -> Self {
        let mut line = String::new();
        for letter in text.chars().map(|any| if any.is_control() { ' ' } else { any }) {
            if line.len() + letter.len_utf8() > Self::LENGTH_MAX {
                break;
            }
            line.push(letter);
        }
        Self(line.into())
    }
}

/// A password as the host stores it, in the PHC string format; nothing here can be read back.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PasswordHash(Arc<str>);

impl PasswordHash {
    /// The longest, in bytes.
    pub const LENGTH_MAX: usize = 255;

    /// The hash, if the text has the form of one: `$`, then printable characters without spaces.
    pub fn new(text: &str) -> Option<Self> {
        let sound = text.starts_with('$')
            && 1 < text.len()
            && text.len() <= Self::LENGTH_MAX
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        sound.then(|| Self(text.into()))
    }

    /// The text, to check a password against it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A hash can be guessed at, so that logs do not show it.
impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_longest_length_fits_and_one_more_does_not() {
        let of = |length| "a".repeat(length);
        assert!(LoginName::new(&of(64)).is_some() && LoginName::new(&of(65)).is_none());
        assert!(Title::new(&of(80)).is_some() && Title::new(&of(81)).is_none());
        assert!(Line::new(&of(200)).is_some() && Line::new(&of(201)).is_none());
        let hash = |length| PasswordHash::new(&format!("${}", of(length)));
        assert!(hash(254).is_some() && hash(255).is_none());
        assert!(hash(1).is_some() && hash(0).is_none());
    }

    #[test]
    fn a_text_is_one_line_of_its_own_letters() {
        for bad in ["", "Ann", "a b", "a\n", "ä"] {
            assert_eq!(LoginName::new(bad), None, "{bad:?}");
        }
        assert_eq!(Title::new("  "), None);
        assert_eq!(Title::new("Table\u{7f}"), None);
        assert_eq!(Line::new("a\u{1b}[31m"), None);
        assert_eq!(PasswordHash::new("$argon2id$ x"), None);
        assert_eq!(PasswordHash::new("argon2id"), None);
    }

    #[test]
    fn a_date_is_a_year_a_month_and_a_day() {
        for good in ["2026-11-19", "1999-01-31", "2026-12-01"] {
            assert!(Date::new(good).is_some(), "{good}");
        }
        let bad =
            ["", "2026-13-01", "2026-00-10", "2026-01-32", "19-11-2026", "2026-1-1", "2026-11"];
        for bad in bad {
            assert_eq!(Date::new(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn any_text_becomes_a_line_that_fits() {
        assert_eq!(Line::of("a\r\nb").as_str(), "a  b");
        assert_eq!(Line::of(&"細".repeat(100)).as_str().len(), 198);
        assert_eq!(Line::of(""), Line::new("").unwrap());
    }
}
