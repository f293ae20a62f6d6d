//! Writes XML that is well formed by construction: every element closes itself, every text is
//! escaped.

use std::fmt::{Display, Write};

/// XML as it is written.
#[derive(Debug, Default)]
pub(super) struct Markup(String);

/// The attributes of an element, in the order in which they are written.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

impl Markup {
    /// The text written so far.
    pub(super) fn into_text(self) -> String {
        self.0
    }

    /// An element, and what is inside it.
    pub(super) fn element(
        &mut self,
        tag: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) {
        self.open(tag, attributes);
        self.0.push('>');
        inside(self);
        self.put(format_args!("</{tag}>"));
    }

    /// An element with nothing inside it.
    pub(super) fn empty(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.open(tag, attributes);
        self.0.push_str("/>");
    }

    /// An element with a text inside it.
    pub(super) fn text(&mut self, tag: &str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |inside| inside.words(text));
    }

    /// A text.
    pub(super) fn words(&mut self, text: &str) {
        self.0.push_str(&escaped(text));
    }

    /// A line break, so that people can read and compare the file.
    pub(super) fn new_line(&mut self) {
        self.0.push('\n');
    }

    fn open(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.put(format_args!("<{tag}"));
        for (name, value) in attributes {
            self.put(format_args!(" {name}=\"{}\"", escaped(&value.to_string())));
        }
    }

    fn put(&mut self, written: std::fmt::Arguments<'_>) {
        self.0.write_fmt(written).expect("a string takes everything written to it");
    }
}

/// Text that can break out of no element and no attribute.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' => safe.push('\n'),
            // XML cannot represent these at all.
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                safe.push(char::REPLACEMENT_CHARACTER);
            }
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_break_out_of_its_element_or_attribute() {
        let hostile = "<b>&\"'\u{1b}\u{ffff}</b>";
        let mut markup = Markup::default();
        markup.text("a", &[("b", &hostile)], hostile);
        let safe = "&lt;b&gt;&amp;&quot;&#39;\u{fffd}\u{fffd}&lt;/b&gt;";
        assert_eq!(markup.into_text(), format!("<a b=\"{safe}\">{safe}</a>"));
    }
}
