//! Lines of print and the rectangles around them.

use std::fmt::Display;

use super::lettering;
use super::markup::Markup;
use super::paper::Rect;

/// How a line of print looks.
pub(super) struct Print<'t> {
    pub(super) class: &'t str,
    pub(super) size: u32,
}

impl Print<'_> {
    /// Sets a line in the middle of a strip.
    pub(super) fn set(&self, sign: &mut Markup, strip: Rect, words: impl FnOnce(&mut Markup)) {
        self.set_at(sign, strip.middle(), strip, words);
    }

    /// Sets a text towards a side of a strip, in this size or the largest smaller one that fits.
    pub(super) fn set_to_fit(&self, sign: &mut Markup, text: &str, strip: Rect, towards: Side) {
        let size = lettering::size_to_fit(lettering::width(text), strip.width, self.size);
        let (x, anchor) = match towards {
            Side::Left => (strip.x, "start"),
            Side::Middle => (strip.middle(), "middle"),
            Side::Right => (strip.right(), "end"),
        };
        let class = format!("{} {anchor}", self.class);
        Print { class: &class, size }.set_at(sign, x, strip, |line| line.words(text));
    }

    fn set_at(&self, sign: &mut Markup, x: u32, strip: Rect, words: impl FnOnce(&mut Markup)) {
        let y = lettering::baseline(strip, self.size);
        let attributes: [(&str, &dyn Display); 4] =
            [("class", &self.class), ("x", &x), ("y", &y), ("font-size", &self.size)];
        sign.element("text", &attributes, words);
    }
}

/// Towards which side of its strip a text is set.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Middle,
    Right,
}

/// A rectangle with rounded corners.
pub(super) fn rect(sign: &mut Markup, class: &str, place: Rect, round: u32) {
    let attributes: [(&str, &dyn Display); 6] = [
        ("class", &class),
        ("x", &place.x),
        ("y", &place.y),
        ("width", &place.width),
        ("height", &place.height),
        ("rx", &round),
    ];
    sign.empty("rect", &attributes);
}
