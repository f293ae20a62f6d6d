//! No file names a folder of somebody's machine.

use crate::{Finding, WorkTree};

/// Where such paths begin; put together from pieces, so that this file does not find itself.
const ROOTS: [&str; 7] = [
    concat!("/", "work/"),
    concat!("/", "farm/"),
    concat!("/", "tmp/"),
    concat!("/", "home/"),
    concat!("/", "root/"),
    concat!("/", "Users/"),
    concat!("/", "mnt/"),
];

const READ: [&str; 5] = [".rs", ".md", ".toml", ".sh", "Makefile"];

/// Finds absolute paths that exist on one machine only.
pub fn no_machine_is_named(tree: &WorkTree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in READ.into_iter().flat_map(|end| tree.ending(end)) {
        for (above, line) in text.lines().enumerate() {
            if let Some(root) = ROOTS.into_iter().find(|root| begins_a_path(line, root)) {
                let wrong = format!("a path under `{root}`");
                let right = "write it from the project's root, or ask the system for a folder";
                findings.push(Finding::new(path, above + 1, wrong, right));
            }
        }
    }
    findings
}

/// Whether a path begins here; in the middle of one the same letters are innocent.
fn begins_a_path(line: &str, root: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || "._-~/})*".contains(letter);
    line.match_indices(root).any(|(at, _)| !line[..at].ends_with(goes_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line: &str) -> usize {
        no_machine_is_named(&WorkTree::of(&[(path, line)])).len()
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        for root in ROOTS {
            for path in ["src/a.rs", "a.md", "a.toml", "a.sh", "Makefile"] {
                assert_eq!(found(path, &format!("cd {root}x")), 1, "{root} in {path}");
            }
            assert_eq!(found("a.rs", &format!("open(\"{root}x\")")), 1);
            assert_eq!(found("a.md", &format!("{root}x")), 1);
        }
    }

    #[test]
    fn the_same_letters_inside_a_path_are_innocent() {
        for root in ROOTS {
            for before in ["docs", "https://example.org", "..", "${DIR}", "~"] {
                assert_eq!(found("a.md", &format!("see {before}{root}x")), 0, "{before}{root}");
            }
        }
        assert_eq!(found("a.svg", ROOTS[0]), 0);
    }
}
