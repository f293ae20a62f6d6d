//! The name of an event as a word.

use std::fmt::{self, Debug, Write};

/// `BettingOpened { round: 4 }` as `betting-opened`. Nothing behind the name is written out.
pub(crate) fn word(event: &impl Debug) -> String {
    let mut name = Name(String::new());
    // It stops by itself behind the name, which is no fault.
    let _ = write!(name, "{event:?}");
    name.0
}

struct Name(String);

impl Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if !letter.is_alphanumeric() {
                return Err(fmt::Error);
            }
            if letter.is_uppercase() && !self.0.is_empty() {
                self.0.push('-');
            }
            self.0.extend(letter.to_lowercase());
        }
        Ok(())
    }
}
