//! The files of the project as plain texts.

use std::collections::{BTreeMap, BTreeSet};

/// Every file's path from the root, and the texts of those that the checks read.
#[derive(Debug, Default)]
pub struct WorkTree {
    paths: BTreeSet<String>,
    texts: BTreeMap<String, String>,
}

impl WorkTree {
    /// A tree of the given paths and texts.
    pub fn of(files: &[(&str, &str)]) -> WorkTree {
        let mut tree = WorkTree::default();
        for (path, text) in files {
            tree.add(path, Some((*text).to_owned()));
        }
        tree
    }

    /// Adds a file; without a text it only exists.
    pub fn add(&mut self, path: &str, text: Option<String>) {
        self.paths.insert(path.to_owned());
        if let Some(text) = text {
            self.texts.insert(path.to_owned(), text);
        }
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The files whose path ends so, with their texts, in order.
    pub fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        all.filter(move |(path, _)| path.ends_with(end))
    }

    /// Whether the path is a file or a folder of the tree.
    pub fn has(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        self.paths.contains(path) || self.paths.iter().any(|known| known.starts_with(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_their_folders_exist() {
        let mut tree = WorkTree::of(&[("docs/a.md", "")]);
        tree.add("docs/b.svg", None);
        assert!(["docs", "docs/a.md", "docs/b.svg"].iter().all(|path| tree.has(path)));
        assert!(!["doc", "docs/a", "docs/c.md"].iter().any(|path| tree.has(path)));
        assert_eq!(tree.text("docs/b.svg"), None);
    }

    #[test]
    fn texts_are_found_by_their_ending() {
        let tree = WorkTree::of(&[("b.rs", "2"), ("a.rs", "1"), ("a.md", "3")]);
        let found: Vec<_> = tree.ending(".rs").collect();
        assert_eq!(found, [("a.rs", "1"), ("b.rs", "2")]);
    }
}
