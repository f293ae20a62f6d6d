//! Crates depend on one another exactly as the architecture page draws it.

use std::collections::{BTreeMap, BTreeSet};

use crate::manifest::room_of;
use crate::{Finding, Purpose, WorkTree, Workspace};

const PAGE: &str = "ARCHITECTURE.md";
const BLOCK: &str = "```arrows";

/// Who uses whom, and whether only in tests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: String,
    to: String,
    in_tests: bool,
}

impl Arrow {
    fn written(&self) -> String {
        let shaft = if self.in_tests { "~>" } else { "->" };
        format!("{} {shaft} {}", self.from, self.to)
    }
}

/// The arrows of the page, each with its line, and the crates that have a line of their own.
#[derive(Debug, Default)]
struct Drawing {
    arrows: BTreeMap<Arrow, usize>,
    crates: BTreeSet<String>,
    findings: Vec<Finding>,
}

/// Compares the arrows between our crates with the list on the architecture page, both ways.
pub fn arrows_are_as_drawn(tree: &WorkTree, workspace: &Workspace) -> Vec<Finding> {
    let Some(page) = tree.text(PAGE).filter(|page| page.lines().any(|line| line == BLOCK)) else {
        let right = format!("list the arrows in a block opened by {BLOCK}");
        return vec![Finding::new(PAGE, 1, "there is no list of arrows", right)];
    };
    let drawing = drawn(page);
    let real = real_arrows(workspace);
    let mut findings = drawing.findings.clone();
    for (arrow, line) in drawing.arrows.iter().filter(|(arrow, _)| !real.contains_key(arrow)) {
        let wrong = format!("no crate has the arrow `{}`", arrow.written());
        findings.push(Finding::new(PAGE, *line, wrong, "take it off the page"));
    }
    for (arrow, (path, line)) in &real {
        if !drawing.arrows.contains_key(arrow) {
            let wrong = format!("the arrow `{}` is not drawn", arrow.written());
            let right = format!("remove it, or draw it in {PAGE}, as a design change");
            findings.push(Finding::new(path, *line, wrong, right));
        }
    }
    findings.extend(undrawn_crates(workspace, &drawing));
    findings
}

fn undrawn_crates(workspace: &Workspace, drawing: &Drawing) -> Vec<Finding> {
    let undrawn = workspace.members().filter(|member| !drawing.crates.contains(&member.room()));
    undrawn
        .map(|member| {
            let right = format!("give it a line in {PAGE}, `{} -> nothing` if so", member.room());
            Finding::new(member.path(), 1, "the crate has no line in the list of arrows", right)
        })
        .collect()
}

fn real_arrows(workspace: &Workspace) -> BTreeMap<Arrow, (String, usize)> {
    let mut arrows = BTreeMap::new();
    for member in workspace.members() {
        for used in member.dependencies().into_iter().filter(crate::Dependency::is_ours) {
            let in_tests = used.purpose == Purpose::Tests;
            let arrow = Arrow { from: member.room(), to: room_of(&used.name).to_owned(), in_tests };
            arrows.insert(arrow, (member.path().to_owned(), used.line));
        }
    }
    arrows
}

fn drawn(page: &str) -> Drawing {
    let mut drawing = Drawing::default();
    let numbered = page.lines().enumerate().map(|(above, line)| (above + 1, line));
    let block = numbered.skip_while(|(_, line)| *line != BLOCK).skip(1);
    for (number, line) in block.take_while(|(_, line)| !line.starts_with("```")) {
        if line.trim().is_empty() {
            continue;
        }
        let Some((from, ends, in_tests)) = split_arrow(line) else {
            let wrong = format!("`{line}` is no arrow");
            drawing.findings.push(Finding::new(PAGE, number, wrong, "write `from -> to, to`"));
            continue;
        };
        if !in_tests {
            drawing.crates.insert(from.to_owned());
        }
        for to in ends.into_iter().filter(|to| *to != "nothing") {
            let arrow = Arrow { from: from.to_owned(), to: to.to_owned(), in_tests };
            drawing.arrows.insert(arrow, number);
        }
    }
    drawing
}

fn split_arrow(line: &str) -> Option<(&str, Vec<&str>, bool)> {
    let (from, ends, in_tests) = match (line.split_once("->"), line.split_once("~>")) {
        (Some((from, ends)), None) => (from, ends, false),
        (None, Some((from, ends))) => (from, ends, true),
        _ => return None,
    };
    let ends: Vec<&str> = ends.split(',').map(str::trim).collect();
    let well_formed = is_room(from.trim()) && ends.iter().all(|to| is_room(to));
    well_formed.then_some((from.trim(), ends, in_tests))
}

fn is_room(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::samples::workspace;

    const RULES: &str = "[package]\nname = \"taisai-rules\"\n";
    const CLI: &str = "\
[package]
name = \"taisai\"
[dependencies]
clap.workspace = true
taisai-rules.workspace = true
[dev-dependencies]
taisai-sim.workspace = true
";

    fn findings(arrows: &str) -> Vec<String> {
        let page = format!("# Rooms\n\n```arrows\n{arrows}```\n\nThe end -> of it.\n");
        let workspace = workspace(&[("app/cli", CLI), ("core/rules", RULES)]);
        let tree = WorkTree::of(&[(PAGE, &page)]);
        arrows_are_as_drawn(&tree, &workspace).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_true_drawing_is_tidy() {
        assert_eq!(findings("rules -> nothing\n\ncli -> rules\ncli ~> sim\n"), [""; 0]);
    }

    #[test]
    fn an_arrow_that_is_not_drawn_is_found_in_the_manifest() {
        let found = findings("rules -> nothing\ncli -> nothing\ncli ~> sim\n");
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("app/cli/Cargo.toml:5: the arrow `cli -> rules`"),
            "{found:?}"
        );
    }

    #[test]
    fn an_arrow_that_no_crate_has_is_found_on_the_page() {
        let found = findings("rules -> cli\ncli -> rules\ncli ~> sim\n");
        let said = "ARCHITECTURE.md:4: no crate has the arrow `rules -> cli`; take it off the page";
        assert_eq!(found, [said]);
    }

    #[test]
    fn an_arrow_of_tests_is_another_arrow() {
        let found = findings("rules -> nothing\ncli -> rules, sim\n");
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn a_crate_without_a_line_is_found() {
        let found = findings("cli -> rules\ncli ~> sim\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("core/rules/Cargo.toml:1: "), "{found:?}");
    }

    #[test]
    fn a_line_that_is_no_arrow_is_found() {
        let found = findings("rules -> nothing\ncli -> rules\ncli ~> sim\ncli to rules\n");
        assert_eq!(
            found,
            ["ARCHITECTURE.md:7: `cli to rules` is no arrow; write `from -> to, to`"]
        );
    }

    #[test]
    fn a_missing_list_is_found() {
        let workspace = workspace(&[("core/rules", RULES)]);
        for tree in [WorkTree::of(&[]), WorkTree::of(&[(PAGE, "rules -> nothing\n")])] {
            assert_eq!(arrows_are_as_drawn(&tree, &workspace).len(), 1);
        }
    }
}
