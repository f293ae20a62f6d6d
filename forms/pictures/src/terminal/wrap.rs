//! Breaking texts into lines of a terminal, where Chinese characters take two columns.

use unicode_width::UnicodeWidthChar;

/// How many columns a character takes; what cannot be printed takes none.
pub(super) fn char_columns(letter: char) -> usize {
    letter.width().unwrap_or(0)
}

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

/// The narrowest column in which no word breaks. Chinese breaks between any two characters.
pub(super) fn columns_min(text: &str) -> usize {
    text.split_whitespace().map(word_columns_min).max().unwrap_or(0)
}

fn word_columns_min(word: &str) -> usize {
    let is_chinese = word.chars().any(|letter| char_columns(letter) == 2);
    if is_chinese { 2 } else { columns(word) }
}

/// The text in as few lines as this width allows, and those as even as can be.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let fewest = fill(text, width);
    if fewest.len() <= 1 {
        return fewest;
    }
    (columns_min(text).max(1)..width)
        .map(|narrower| fill(text, narrower))
        .find(|lines| lines.len() == fewest.len())
        .unwrap_or(fewest)
}

/// The text in lines, each as full as it gets; a word breaks only where it fits no line.
fn fill(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, width)),
        }
    }
    lines
}

/// A word in pieces of at most this width; one character is never less than itself.
fn broken(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let piece = pieces.last().expect("there is always a piece");
        if !piece.is_empty() && columns(piece) + char_columns(letter) > width {
            pieces.push(String::new());
        }
        pieces.last_mut().expect("there is always a piece").push(letter);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_break_into_few_and_even_lines() {
        let cases: [(&str, usize, &[&str]); 8] = [
            ("loses on any triple", 19, &["loses on any triple"]),
            ("loses on any triple", 18, &["loses on", "any triple"]),
            ("loses on any triple", 6, &["loses", "on any", "triple"]),
            ("遇圍骰則輸", 10, &["遇圍骰則輸"]),
            ("遇圍骰則輸", 9, &["遇圍骰", "則輸"]),
            ("遇圍骰則輸", 2, &["遇", "圍", "骰", "則", "輸"]),
            ("triple", 4, &["trip", "le"]),
            ("", 4, &[]),
        ];
        for (text, width, lines) in cases {
            assert_eq!(wrap(text, width), lines, "{text} in {width}");
        }
    }

    #[test]
    fn no_width_is_too_small_to_return() {
        assert_eq!(wrap("圍骰", 0), ["圍", "骰"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}
