//! How much room letters take. The reader's font is unknown, so the estimate is generous.

use unicode_width::UnicodeWidthChar;

use super::paper::Rect;

/// The width of a text in hundredths of its size.
pub(super) fn width(text: &str) -> u32 {
    text.chars().map(letter_width).sum()
}

fn letter_width(letter: char) -> u32 {
    match letter {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ':' | ',' | '·' => 30,
        't' | 'f' | 'r' | '(' | ')' | '-' => 38,
        'w' => 80,
        'm' | 'M' | 'W' => 92,
        '0'..='9' => 57,
        'A'..='Z' => 74,
        '½' => 86,
        _ if letter.width() == Some(2) => 102,
        _ => 60,
    }
}

/// The largest size up to `size_max` at which a text of this width fits.
pub(super) fn size_to_fit(width: u32, room: u32, size_max: u32) -> u32 {
    (room * 100).checked_div(width).map_or(size_max, |size| size.min(size_max))
}

/// Where letters of this size stand so that they look centred in a strip.
pub(super) fn baseline(strip: Rect, size: u32) -> u32 {
    strip.y + strip.height / 2 + size * 36 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_made_as_large_as_its_room_but_no_larger_than_asked() {
        let word = width("60 to 1");
        assert_eq!(size_to_fit(word, word, 500), 100);
        assert_eq!(size_to_fit(word, word - 1, 500), 99);
        assert_eq!(size_to_fit(word, 10_000, 500), 500);
        assert_eq!(size_to_fit(width(""), 0, 500), 500);
    }
}
