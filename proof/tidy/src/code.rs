//! Rust source seen as code, comments and literals.

/// What a character of a source file is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ink {
    Code,
    Comment,
    Literal,
}

/// A source file, each character with what it is part of.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    letters: Vec<char>,
    inks: Vec<Ink>,
}

impl Code {
    pub(crate) fn read(text: &str) -> Code {
        let letters: Vec<char> = text.chars().collect();
        let mut inks = Vec::with_capacity(letters.len());
        while inks.len() < letters.len() {
            let (length, ink) = next_token(&letters[inks.len()..]);
            inks.extend(std::iter::repeat_n(ink, length));
        }
        Code { letters, inks }
    }

    /// The code alone: comments and literals are blank, and every line keeps its number.
    pub(crate) fn bare(&self) -> String {
        self.bare_letters().into_iter().collect()
    }

    /// The string literals, each with its line and what stands between its quotes.
    pub(crate) fn literals(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut at = 0;
        for run in self.inks.chunk_by(|a, b| a == b) {
            let written: String = self.letters[at..at + run.len()].iter().collect();
            if let (Ink::Literal, Some(content)) = (run[0], between_quotes(&written)) {
                found.push((self.line_at(at), content.to_owned()));
            }
            at += run.len();
        }
        found
    }

    /// The same file with its test modules turned into comments.
    pub(crate) fn without_test_modules(mut self) -> Code {
        let bare = self.bare_letters();
        for start in places_of(&bare, "#[cfg(test)]") {
            let end = item_end(&bare, start);
            self.inks[start..end].fill(Ink::Comment);
        }
        self
    }

    /// The names of the test functions, in order.
    pub(crate) fn tests(&self) -> Vec<String> {
        let bare = self.bare_letters();
        let marks =
            ["#[test]", "::test]", "::test("].into_iter().flat_map(|mark| places_of(&bare, mark));
        let mut starts: Vec<usize> = marks
            .filter_map(|mark| function_places(&bare[mark..]).first().map(|f| mark + f))
            .collect();
        for block in places_of(&bare, "proptest! {") {
            let end = item_end(&bare, block);
            starts.extend(function_places(&bare[block..end]).iter().map(|f| block + f));
        }
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().map(|start| name_at(&bare[start..])).collect()
    }

    fn bare_letters(&self) -> Vec<char> {
        let blank = |(letter, ink): (&char, &Ink)| match ink {
            Ink::Comment | Ink::Literal if *letter != '\n' => ' ',
            Ink::Code | Ink::Comment | Ink::Literal => *letter,
        };
        self.letters.iter().zip(&self.inks).map(blank).collect()
    }

    fn line_at(&self, at: usize) -> usize {
        1 + self.letters[..at].iter().filter(|letter| **letter == '\n').count()
    }
}

/// Whether the text has the word with no letter, digit or underscore touching it.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let joins = |edge: Option<char>, beyond: Option<char>| {
            edge.is_some_and(is_word_letter) && beyond.is_some_and(is_word_letter)
        };
        !joins(word.chars().next(), before) && !joins(word.chars().next_back(), after)
    })
}

fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn next_token(rest: &[char]) -> (usize, Ink) {
    match rest {
        ['/', '/', ..] => (length_until(rest, 2, |tail| tail[0] == '\n'), Ink::Comment),
        ['/', '*', ..] => (block_comment_length(rest), Ink::Comment),
        ['"', ..] => (string_length(rest, 1, '"'), Ink::Literal),
        ['\'', '\\', ..] => (string_length(rest, 1, '\''), Ink::Literal),
        ['\'', _, '\'', ..] => (3, Ink::Literal),
        [first, ..] if is_word_letter(*first) => word_length(rest),
        _ => (1, Ink::Code),
    }
}

/// A word, or the raw string that it opens.
fn word_length(rest: &[char]) -> (usize, Ink) {
    let length = length_until(rest, 0, |tail| !is_word_letter(tail[0]));
    let word: String = rest[..length].iter().collect();
    let hashes = rest[length..].iter().take_while(|letter| **letter == '#').count();
    let opens = rest.get(length + hashes) == Some(&'"');
    if !opens || !["r", "br", "cr"].contains(&word.as_str()) {
        return (length, Ink::Code);
    }
    let mut close = vec!['"'];
    close.extend(std::iter::repeat_n('#', hashes));
    let inside = length_until(rest, length + hashes + 1, |tail| tail.starts_with(&close));
    ((inside + close.len()).min(rest.len()), Ink::Literal)
}

fn string_length(rest: &[char], from: usize, close: char) -> usize {
    let mut at = from;
    while at < rest.len() && rest[at] != close {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// Block comments nest in Rust.
fn block_comment_length(rest: &[char]) -> usize {
    let (mut at, mut depth) = (2, 1);
    while at < rest.len() && depth > 0 {
        let (step, change) = match &rest[at..] {
            ['/', '*', ..] => (2, 1),
            ['*', '/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
    }
    at
}

fn length_until(rest: &[char], from: usize, ends: impl Fn(&[char]) -> bool) -> usize {
    (from..rest.len()).find(|at| ends(&rest[*at..])).unwrap_or(rest.len())
}

/// What stands between the first and the last double quote; a character literal has none.
fn between_quotes(written: &str) -> Option<&str> {
    if written.starts_with('\'') {
        return None;
    }
    let (first, last) = (written.find('"')?, written.rfind('"')?);
    written.get(first + 1..last)
}

fn places_of(bare: &[char], needle: &str) -> Vec<usize> {
    let needle: Vec<char> = needle.chars().collect();
    (0..bare.len()).filter(|at| bare[*at..].starts_with(&needle)).collect()
}

/// The end of the item at `start`: its semicolon, or the brace that closes its block.
fn item_end(bare: &[char], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in bare.iter().enumerate().skip(start) {
        match letter {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    bare.len()
}

/// Where functions are named.
fn function_places(bare: &[char]) -> Vec<usize> {
    let is_start = |at: &usize| *at == 0 || !is_word_letter(bare[at - 1]);
    places_of(bare, "fn ").into_iter().filter(is_start).map(|at| at + 3).collect()
}

fn name_at(bare: &[char]) -> String {
    bare.iter().take_while(|letter| is_word_letter(**letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_lines_stay() {
        let text = "let a = 1; // one\n/* two /* three */\n four */ let b = \"five\\\"\n six\";";
        let bare = Code::read(text).bare();
        let lines: Vec<&str> = bare.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["let a = 1;", "", "         let b =", "     ;"]);
    }

    #[test]
    fn quotes_in_characters_and_lifetimes_open_no_string() {
        let bare = Code::read("fn f<'a>(x: &'a str) { '\"'; '\\''; g('x') }").bare();
        assert_eq!(bare, "fn f<'a>(x: &'a str) {    ;     ; g(   ) }");
    }

    #[test]
    fn literals_are_found_with_their_lines() {
        let text = "a(\"one\");\n// \"no\"\nb(r#\"t\"wo\"#, b\"three\", 'x', r#for, \"\");";
        let found = Code::read(text).literals();
        let expected = [(1, "one"), (3, "t\"wo"), (3, "three"), (3, "")];
        assert_eq!(found, expected.map(|(line, content)| (line, content.to_owned())));
    }

    #[test]
    fn test_modules_can_be_left_out() {
        let text = "a!(\"1\");\n#[cfg(test)]\nmod tests { fn x() { b!(\"2\"); } }\nc!(\"3\");\n\
                    #[cfg(test)]\nmod more;\nd!(\"4\");";
        let found = Code::read(text).without_test_modules().literals();
        assert_eq!(found, [(1, "1".to_owned()), (4, "3".to_owned()), (7, "4".to_owned())]);
    }

    #[test]
    fn tests_are_known_by_their_attribute_or_their_block() {
        let text = "#[test]\n#[should_panic(\n  expected = \"fn no()\"\n)]\nfn one() { fn a(){} }\n\
                    fn not_this() {}\n// #[test] fn not_that() {}\n\
                    proptest! {\n  #[test]\n  fn two(x in 0..3) {}\n  fn three(y in 0..3) {}\n}\n\
                    #[tokio::test]\nasync fn four() {}\nfn nor_this() {}\n\
                    #[tokio::test(flavor = \"multi_thread\")]\nasync fn five() {}";
        assert_eq!(Code::read(text).tests(), ["one", "two", "three", "four", "five"]);
    }

    #[test]
    fn a_word_stands_alone() {
        assert!(has_word("x: f64,", "f64"));
        assert!(has_word("std::io::Read", "std::io"));
        assert!(has_word("print!()", "print!"));
        assert!(!has_word("buf64", "f64"));
        assert!(!has_word("std::iobase", "std::io"));
        assert!(!has_word("eprint!()", "print!"));
    }

    #[test]
    fn unfinished_tokens_end_with_the_file() {
        for text in ["\"open", "/* open", "r#\"open", "'\\", "// open", "\"\\"] {
            assert_eq!(Code::read(text).bare().trim(), "", "{text}");
        }
    }
}
