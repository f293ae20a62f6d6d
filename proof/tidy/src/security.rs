//! Every line of the security table names tests, and every test that is named exists.

use crate::{Finding, WorkTree, is_test};

const PAGE: &str = "docs/security.md";

/// Finds lines of the table without a test, and named tests that do not exist.
pub fn security_is_shown(tree: &WorkTree) -> Vec<Finding> {
    let text = tree.text(PAGE).unwrap_or_default();
    let rows = text.lines().enumerate().filter(|(_, line)| is_requirement(line));
    let mut findings = Vec::new();
    let mut count = 0;
    for (place, row) in rows {
        count += 1;
        let shown = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
        let tests: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        let mut doubt = |wrong: String| {
            findings.push(Finding::new(PAGE, place + 1, wrong, "name a test that shows it"));
        };
        if tests.is_empty() {
            doubt("no test is named".to_owned());
        }
        for test in tests.iter().filter(|test| !is_test(tree, test)) {
            doubt(format!("there is no test `{test}`"));
        }
    }
    if count == 0 {
        findings.push(Finding::new(PAGE, 1, "there is no table", "one line per requirement"));
    }
    findings
}

/// A line of the table begins with the number of a requirement, such as `6.2.1`.
fn is_requirement(line: &str) -> bool {
    let first = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let parts: Vec<&str> = first.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u8>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(rows: &str) -> Vec<String> {
        let tests = "#[test]\nfn it_is_safe() {}\n";
        let tree = WorkTree::of(&[(PAGE, rows), ("edge/a.rs", tests)]);
        security_is_shown(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_line_with_a_test_that_exists_is_tidy() {
        assert_eq!(findings("| 6.2.1 | 1 | long | `edge/a.rs::it_is_safe` |\n"), [""; 0]);
    }

    #[test]
    fn a_line_without_one_is_found() {
        for row in [
            "| 6.2.1 | 1 | long | nothing |\n",
            "| 6.2.1 | 1 | long | `edge/a.rs::it_is_not` |\n",
            "| 6.2.1 | 1 | long | `edge/b.rs::it_is_safe` |\n",
            "| 6.2.1 | 1 | `edge/a.rs::it_is_safe` | nothing |\n",
            "no table at all\n",
        ] {
            assert_eq!(findings(row).len(), 1, "{row}");
        }
    }
}
