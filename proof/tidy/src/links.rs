//! Links between the project's pages lead to files that exist.

use crate::{Finding, WorkTree};

/// Finds relative links of the pages at the root and in `docs/` that lead nowhere.
pub fn links_lead_somewhere(tree: &WorkTree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_page = |path: &str| !path.contains('/') || path.starts_with("docs/");
    for (page, text) in tree.ending(".md").filter(|(path, _)| is_page(path)) {
        for (line, target) in targets(text).into_iter().filter(|(_, target)| is_relative(target)) {
            let file = target.split('#').next().unwrap_or_default();
            let leads = resolve(page, file).is_some_and(|path| path.is_empty() || tree.has(&path));
            if !leads {
                let right = "name a file by its way from this page";
                let wrong = format!("the link `{target}` leads nowhere");
                findings.push(Finding::new(page, line, wrong, right));
            }
        }
    }
    findings
}

/// Addresses of other places, and places on the page itself, are none of our files.
fn is_relative(target: &str) -> bool {
    !target.contains("://") && !target.starts_with("mailto:") && !target.starts_with('#')
}

/// The targets of a page's links, each with its line, leaving out whatever is shown as code.
fn targets(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_fence = false;
    for (above, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        } else if !in_fence {
            found.extend(targets_of_line(line).into_iter().map(|target| (above + 1, target)));
        }
    }
    found
}

fn targets_of_line(line: &str) -> Vec<String> {
    // Every second piece between backticks is code.
    let prose: Vec<&str> = line.split('`').step_by(2).collect();
    let prose = prose.join("`");
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let defined = prose.split_once("]: ").filter(|(label, _)| label.starts_with('['));
    let all = inline.chain(defined.map(|(_, target)| target));
    // After the target may come a title in quotes.
    all.filter_map(|target| target.split_whitespace().next())
        .map(|target| target.trim_matches(['<', '>']).to_owned())
        .collect()
}

/// The path from the root, or nothing if the link climbs out of the project.
fn resolve(page: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut steps: Vec<&str> = page.split('/').collect();
    steps.pop();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop()?;
            }
            step => steps.push(step),
        }
    }
    Some(steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(page: &str, text: &str) -> Vec<String> {
        let mut tree = WorkTree::of(&[(page, text), ("docs/decisions/one.md", "")]);
        tree.add("docs/table.svg", None);
        let found = links_lead_somewhere(&tree);
        found.iter().map(|finding| format!("{}: {}", finding.line, finding.wrong)).collect()
    }

    #[test]
    fn links_to_files_folders_and_other_places_are_tidy() {
        let text = "[a](docs/decisions/one.md#why) ![b](docs/table.svg \"A table\") [c](docs/)\n\
                    [d](https://example.org/x.md) [e](#here) [f](mailto:a@example.org)\n\
                    `[g](gone.md)` and [h](<docs/table.svg>)\n```\n[i](gone.md)\n```\n\
                    [j]: docs/decisions/one.md\n";
        assert_eq!(broken("README.md", text), [""; 0]);
        assert_eq!(broken("docs/a.md", "[a](decisions/one.md) [b](../docs) [c](..)"), [""; 0]);
    }

    #[test]
    fn every_broken_link_is_found() {
        let text = "[a](gone.md)\n```\n```\n[b](docs/table.svg) [c](../docs/table.svg)\n\
                    [d]: gone/too.md\n[e](/docs/table.svg)\n";
        let expected = [
            "1: the link `gone.md` leads nowhere",
            "4: the link `../docs/table.svg` leads nowhere",
            "5: the link `gone/too.md` leads nowhere",
            "6: the link `/docs/table.svg` leads nowhere",
        ];
        assert_eq!(broken("README.md", text), expected);
        assert_eq!(broken("docs/a.md", "[a](docs/decisions/one.md)").len(), 1);
    }

    #[test]
    fn pages_elsewhere_are_not_read() {
        assert_eq!(broken("forms/rulebooks/tests/a.md", "[a](gone.md)"), [""; 0]);
    }
}
