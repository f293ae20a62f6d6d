//! How a source file looks: its opening sentence, the width of its lines, nothing left undone.

use crate::code::has_word;
use crate::{Finding, WorkTree};

const WIDTH_MAX: usize = 100;

/// Put together from pieces, so that this file does not find itself.
const UNFINISHED: [&str; 6] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("unimple", "mented!"),
    concat!("to", "do!("),
    concat!("#[", "ignore"),
];

const BY_PATH: &str = concat!("#[", "path");

/// No crate can share a module with its own build script, and this one has a test.
const BUILD_SCRIPT_IS_TESTED: &str = "app/cli/tests/version.rs";

/// Finds source files whose first line does not say what the file is for.
pub fn files_open_with_a_sentence(tree: &WorkTree) -> Vec<Finding> {
    let sources = tree.ending(".rs").filter(|(_, text)| !text.starts_with("//! "));
    let right = "open it with `//! ` and one sentence: what this room is for";
    sources.map(|(path, _)| Finding::new(path, 1, "the file does not open", right)).collect()
}

/// Finds lines that are too wide; an address cannot be broken.
pub fn lines_fit(tree: &WorkTree) -> Vec<Finding> {
    let too_wide = |line: &str| line.chars().count() > WIDTH_MAX && !line.contains("://");
    let right = format!("break it at {WIDTH_MAX}");
    lines_that(tree, too_wide)
        .map(|(path, number, line)| {
            let wrong = format!("the line has {} columns", line.chars().count());
            Finding::new(path, number, wrong, right.clone())
        })
        .collect()
}

/// Finds marks of work left for later.
pub fn nothing_is_unfinished(tree: &WorkTree) -> Vec<Finding> {
    let mark_in = |line: &str| UNFINISHED.into_iter().find(|mark| has_word(line, mark));
    lines_that(tree, move |line| mark_in(line).is_some())
        .map(|(path, number, line)| {
            let wrong = format!("`{}`", mark_in(line).unwrap_or_default());
            Finding::new(path, number, wrong, "do it, or file it and take the mark away")
        })
        .collect()
}

/// Finds files that are taken in by their path: past the arrows, and compiled once more for each.
pub fn no_file_is_taken_by_path(tree: &WorkTree) -> Vec<Finding> {
    let taken = lines_that(tree, |line| line.trim_start().starts_with(BY_PATH));
    let right = "move what several tests share to proof/testing";
    taken
        .filter(|(path, _, _)| *path != BUILD_SCRIPT_IS_TESTED)
        .map(|(path, number, _)| Finding::new(path, number, "a module named by its path", right))
        .collect()
}

fn lines_that<'a>(
    tree: &'a WorkTree,
    is_wrong: impl Fn(&str) -> bool + Copy + 'a,
) -> impl Iterator<Item = (&'a str, usize, &'a str)> {
    tree.ending(".rs").flat_map(move |(path, text)| {
        let numbered = text.lines().enumerate().map(move |(above, line)| (path, above + 1, line));
        numbered.filter(move |(_, _, line)| is_wrong(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> WorkTree {
        WorkTree::of(&[("a.rs", text), ("b.md", text)])
    }

    #[test]
    fn a_file_opens_with_its_purpose() {
        assert_eq!(files_open_with_a_sentence(&tree("//! Three dice at rest.\n")), []);
        for text in ["", "// Dice.\n", "//!\n", "//!Dice.\n", "\n//! Dice.\n", "use a;\n"] {
            assert_eq!(files_open_with_a_sentence(&tree(text)).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_file_that_is_taken_by_its_path_is_found() {
        let text = format!("mod a;\n    {BY_PATH} = \"../b.rs\"]\nmod b;\n");
        let found = no_file_is_taken_by_path(&tree(&text));
        assert_eq!(found.iter().map(|found| found.line).collect::<Vec<_>>(), [2]);
        let build = WorkTree::of(&[(BUILD_SCRIPT_IS_TESTED, &text)]);
        assert_eq!(no_file_is_taken_by_path(&build), []);
    }

    #[test]
    fn a_line_has_a_hundred_columns_and_no_more() {
        let width = |columns: usize| lines_fit(&tree(&format!("a\n{}\n", "大".repeat(columns))));
        assert_eq!(width(100), []);
        let found = width(101);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].line, &*found[0].wrong), (2, "the line has 101 columns"));
    }

    #[test]
    fn an_address_may_be_longer() {
        let text = format!("// https://example.org/{}", "a".repeat(100));
        assert_eq!(lines_fit(&tree(&text)), []);
    }

    #[test]
    fn every_mark_of_unfinished_work_is_found() {
        for mark in UNFINISHED {
            let found = nothing_is_unfinished(&tree(&format!("a\n// {mark} b)]\n")));
            assert_eq!(found.len(), 1, "{mark}");
            assert_eq!(found[0].line, 2);
        }
    }

    #[test]
    fn words_that_only_hold_a_mark_are_tidy() {
        let text = format!("{}RANT ma{} XXXX", UNFINISHED[0], UNFINISHED[2]);
        assert_eq!(nothing_is_unfinished(&tree(&text)), []);
    }
}
