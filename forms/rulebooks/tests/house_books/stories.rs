//! Stories in data: a rule book file, and everything the loader says to it.
//!
//! A story begins with a name and a bar; further lines of its file begin with a bar. What the
//! loader says follows behind arrows, line after line; without an arrow the file is sound.

use taisai_rulebooks::{Edition, Library};

/// Reads a file, and compares every word of the answer.
pub(crate) fn check(text: &str, expected: &[&str]) {
    check_bytes(text.as_bytes(), expected);
}

/// Reads a file that need not be text, and compares every word of the answer.
pub(crate) fn check_bytes(bytes: &[u8], expected: &[&str]) {
    let mistakes = Edition::read(bytes).err().unwrap_or_default();
    let reported: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(reported, expected, "{}", String::from_utf8_lossy(&bytes[..bytes.len().min(400)]));
}

/// Stories of whole files.
pub(crate) fn file(stories: &str) {
    for story in Story::all(stories) {
        story.check(&story.lines.join("\n"));
    }
}

/// Stories of houses: each begins with the law it extends, and starts at line 4 of its file.
pub(crate) fn house(stories: &str) {
    for story in Story::all(stories) {
        story.check(&house_file(story.name, &story.lines.join("\n")));
    }
}

/// Stories of laws' own books: each line of the named law gives way to what follows `=>`.
pub(crate) fn law(stories: &str) {
    for story in Story::all(stories) {
        let mut text = own_book(story.name);
        for change in story.lines.chunks(2) {
            let [old, new] = change else { panic!("a change is two lines: {change:?}") };
            let new = new.strip_prefix("=>").expect("the second line of a change").trim_start();
            let (old, new) = (old.replace("\\n", "\n"), new.replace("\\n", "\n"));
            assert!(text.contains(&old), "{} does not say {old}", story.name);
            text = text.replacen(&old, &new, 1);
        }
        story.check(&text);
    }
}

/// A house's file that extends a law and adds these lines.
pub(crate) fn house_file(law: &str, lines: &str) -> String {
    format!("extends = \"{law}\"\nid = \"harbour\"\nname = \"Harbour House\"\n{lines}\n")
}

/// A law's own book under another id, so that it can be read like a house's.
pub(crate) fn own_book(law: &str) -> String {
    let text = Library::text(law).expect("an embedded rule book");
    text.replacen(&format!("id       = \"{law}\""), "id       = \"harbour\"", 1)
}

struct Story<'a> {
    name: &'a str,
    lines: Vec<&'a str>,
    reported: Vec<String>,
}

impl<'a> Story<'a> {
    fn all(text: &'a str) -> Vec<Self> {
        let mut stories: Vec<Self> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(reported) = line.strip_prefix("-> ") {
                last(&mut stories).reported.push(reported.to_owned());
            } else if let Some((name, first)) = line.split_once(" |") {
                let lines = vec![first.strip_prefix(' ').unwrap_or(first)];
                stories.push(Self { name, lines, reported: Vec::new() });
            } else if let Some(next) = line.strip_prefix('|') {
                last(&mut stories).lines.push(next.strip_prefix(' ').unwrap_or(next));
            } else {
                let reported =
                    last(&mut stories).reported.last_mut().expect("a line behind an arrow");
                reported.push(' ');
                reported.push_str(line);
            }
        }
        assert!(!stories.is_empty(), "there is no story");
        stories
    }

    fn check(&self, text: &str) {
        let reported: Vec<&str> = self.reported.iter().map(String::as_str).collect();
        check(text, &reported);
    }
}

fn last<'s, 'a>(stories: &'s mut [Story<'a>]) -> &'s mut Story<'a> {
    stories.last_mut().expect("a story begins with a name and a bar")
}
