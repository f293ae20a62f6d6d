//! No code branches on a jurisdiction: what differs between them stands in the rule books.

use crate::code::Code;
use crate::{Finding, WorkTree};

const RULE_BOOKS: [&str; 8] = [
    "massachusetts",
    "maryland",
    "act",
    "pennsylvania-a",
    "pennsylvania-b",
    "singapore-1",
    "singapore-2",
    "singapore-3",
];

/// The one file that embeds the rule books by name.
const LIBRARY: &str = "forms/rulebooks/src/shelf.rs";

/// Finds string literals that are exactly the id of a rule book, outside tests.
pub fn no_code_knows_a_jurisdiction(tree: &WorkTree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.ending(".rs").filter(|(path, _)| is_product(path)) {
        for (line, literal) in Code::read(text).without_test_modules().literals() {
            if RULE_BOOKS.contains(&literal.as_str()) {
                let wrong = format!("the code knows the rule book \"{literal}\"");
                let right = "make what differs a value of the rule book and ask for that";
                findings.push(Finding::new(path, line, wrong, right));
            }
        }
    }
    findings
}

/// Source that ships, apart from files of tests and the library itself.
fn is_product(path: &str) -> bool {
    let in_room = ["core/", "forms/", "edge/", "app/"].iter().any(|room| path.starts_with(room));
    in_room && path.contains("/src/") && !path.ends_with("/tests.rs") && path != LIBRARY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let found = no_code_knows_a_jurisdiction(&WorkTree::of(&[(path, text)]));
        found.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_branch_on_a_rule_book_is_found() {
        for id in RULE_BOOKS {
            let text = format!("//! Doc.\nif book == \"{id}\" {{}}\n");
            assert_eq!(lines("core/rules/src/a.rs", &text), [2], "{id}");
        }
        assert_eq!(lines("app/cli/src/a.rs", "f(\"act\")"), [1]);
        assert_eq!(lines("forms/pictures/src/a/b.rs", "f(r\"act\")"), [1]);
    }

    #[test]
    fn longer_texts_comments_and_tests_may_name_one() {
        let text = "/// Such as \"maryland\".\n#[command(after_help = \"taisai odds maryland\")]\n\
                    f(\"action\");\n#[cfg(test)]\nmod tests { f(\"maryland\"); }\n";
        assert_eq!(lines("app/cli/src/main.rs", text), [0; 0]);
    }

    #[test]
    fn the_library_and_test_files_may_name_them_all() {
        for path in [LIBRARY, "forms/rulebooks/tests/a.rs", "core/rules/src/a/tests.rs", "web/a.rs"]
        {
            assert_eq!(lines(path, "f(\"maryland\")"), [0; 0], "{path}");
        }
    }
}
