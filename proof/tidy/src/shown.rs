//! Every test that the clause list names exists, and what no test shows yet is counted.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rulebooks::{BreakageName, ClauseEntry, ClauseList, TestName};

use crate::code::Code;
use crate::{Finding, WorkTree};

const LIST: &str = "forms/rulebooks/clauses.toml";
/// Files that are not Rust show something only here, where a runner tells them all.
const STORIES: &str = "proof/browser/stories/";

/// Finds named tests that do not exist, exist twice in their file, or are named twice.
pub fn named_tests_exist(tree: &WorkTree, list: &ClauseList) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in list.entries() {
        let line = line_of(tree, entry);
        for (kind, tests) in entry.kinds() {
            let mut named = BTreeSet::new();
            for test in tests {
                let doubt = doubt_about(tree, test);
                let again = (!named.insert(test)).then(|| "is named twice".to_owned());
                for doubt in doubt.into_iter().chain(again) {
                    let (id, letter) = (entry.id(), kind.letter());
                    let wrong = format!("`{id}` is shown ({letter}) by `{test}`, which {doubt}");
                    findings.push(Finding::new(LIST, line, wrong, "name one test that shows it"));
                }
            }
        }
    }
    findings
}

/// Finds named breakages that no list has.
pub fn named_breakages_exist(tree: &WorkTree, list: &ClauseList) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in list.entries() {
        for (breakage, _) in entry.breakages() {
            let doubt = match breakages_of(tree, breakage) {
                1 => continue,
                0 => "no list of proof/mutants has".to_owned(),
                times => format!("its list has {times} times"),
            };
            let wrong = format!("`{}` is broken by `{breakage}`, which {doubt}", entry.id());
            let right = "name one breakage of that list";
            findings.push(Finding::new(LIST, line_of(tree, entry), wrong, right));
        }
    }
    findings
}

/// Finds clauses of which nobody knows whether their tests would notice: without a breakage, or
/// with none but those of other clauses.
pub fn clauses_have_their_own_breakage(tree: &WorkTree, list: &ClauseList) -> Vec<Finding> {
    let mut named: BTreeMap<&BreakageName, usize> = BTreeMap::new();
    for (breakage, _) in list.entries().iter().flat_map(ClauseEntry::breakages) {
        *named.entry(breakage).or_default() += 1;
    }
    let mut findings = Vec::new();
    for entry in list.entries().iter().filter(|entry| entry.wants_breakage()) {
        let own = entry.breakages().iter().any(|(breakage, _)| named[breakage] == 1);
        if !own {
            let wrong = format!("`{}` has no breakage of its own", entry.id());
            let right = "name one that no other clause has, and the test that notices it";
            findings.push(Finding::new(LIST, line_of(tree, entry), wrong, right));
        }
    }
    findings
}

/// How often the list of a breakage has it.
fn breakages_of(tree: &WorkTree, breakage: &BreakageName) -> usize {
    let path = format!("proof/mutants/{}.list", breakage.list());
    let lines = tree.text(&path).unwrap_or_default().lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter(|line| line.split(" @ ").next() == Some(breakage.name())).count()
}

/// How much of the list no test shows yet, in one line.
pub fn open_clauses(list: &ClauseList) -> String {
    let kinds: usize = list.entries().iter().map(|entry| entry.open_kinds().count()).sum();
    format!("open clauses: {} of {} ({kinds} kinds)", list.open_count(), list.entries().len())
}

/// Whether `path/to/file.rs::name_of_test` is a test of the tree, or a story of the browser.
pub fn is_test(tree: &WorkTree, test: &str) -> bool {
    let Some((file, name)) = test.split_once("::") else { return false };
    tests_of(tree, file).is_some_and(|tests| tests.iter().any(|known| known == name))
}

/// The tests of a file, where there is such a file.
fn tests_of(tree: &WorkTree, file: &str) -> Option<Vec<String>> {
    let source = tree.text(file)?;
    Some(if file.starts_with(STORIES) { stories(source) } else { Code::read(source).tests() })
}

fn doubt_about(tree: &WorkTree, test: &TestName) -> Option<String> {
    let Some(tests) = tests_of(tree, test.file()) else {
        return Some("names no file".to_owned());
    };
    match tests.iter().filter(|name| *name == test.function()).count() {
        0 => Some("its file does not have as a test".to_owned()),
        1 => None,
        times => Some(format!("its file has {times} times")),
    }
}

/// The stories of a file: the browser's runner tells every function that the file exports.
fn stories(source: &str) -> Vec<String> {
    let exported = source.lines().filter_map(|line| line.strip_prefix("export async function "));
    exported.filter_map(|rest| rest.split_once('(')).map(|(name, _)| name.to_owned()).collect()
}

/// Where the list has the entry.
fn line_of(tree: &WorkTree, entry: &ClauseEntry) -> usize {
    let id = format!("id = \"{}\"", entry.id());
    let mut lines = tree.text(LIST).unwrap_or_default().lines();
    lines.position(|line| line.trim() == id).map_or(1, |above| above + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: &str = "\
#[test]
fn it_shakes() {}
fn it_only_looks_like_a_test() {}
// #[test] fn it_is_a_comment() {}
proptest! { fn it_shakes_always(x in 0..6) {} }
mod a { #[test] fn it_is_here_twice() {} }
mod b { #[test] fn it_is_here_twice() {} }
";

    const TOLD: &str = "\
export async function it_is_seen(stage) {}
async function it_only_helps() {}
// export async function it_is_a_comment(stage) {}
";

    fn list(shown: &str) -> String {
        format!(
            "\n[[clause]]\nid = \"shakes\"\npart = \"round\"\ncites = [\"MA 1\"]\n\
             kinds = [\"E\", \"S\"]\nasks = \"a\"\ndoes = \"b\"\n\
             shown = {{ E = [{shown}], S = [] }}\n"
        )
    }

    fn findings(shown: &str) -> Vec<String> {
        let list = list(shown);
        let tree = WorkTree::of(&[
            (LIST, &list),
            ("core/table/tests/round.rs", TESTS),
            ("proof/browser/stories/round.mjs", TOLD),
            ("proof/browser/people.mjs", TOLD),
        ]);
        let found = named_tests_exist(&tree, &ClauseList::parse(&list).unwrap());
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tests_that_exist_are_tidy() {
        let shown = "'core/table/tests/round.rs::it_shakes', \
                     'core/table/tests/round.rs::it_shakes_always'";
        assert_eq!(findings(shown), [""; 0]);
        assert_eq!(findings(""), [""; 0]);
    }

    #[test]
    fn stories_are_what_a_file_of_the_runner_exports() {
        assert_eq!(findings("'proof/browser/stories/round.mjs::it_is_seen'"), [""; 0]);
        for name in ["stories/round.mjs::it_only_helps", "stories/round.mjs::it_is_a_comment"] {
            assert_eq!(findings(&format!("'proof/browser/{name}'")).len(), 1, "{name}");
        }
        assert_eq!(findings("'proof/browser/people.mjs::it_is_seen'").len(), 1, "not told");
    }

    fn broken(by: &str) -> Vec<String> {
        let list = list("'core/table/tests/round.rs::it_shakes'");
        let list = format!("{list}broken_by = {{ {by} = 'it_shakes' }}\n");
        let breakages = "# of core/table\n# it is a comment @ a @ b @ c\n\
                         it never shakes @ round.rs @ shake(); @ \n\
                         it stands twice @ a @ b @ c\nit stands twice @ a @ d @ e\n";
        let tree = WorkTree::of(&[(LIST, &list), ("proof/mutants/table.list", breakages)]);
        let found = named_breakages_exist(&tree, &ClauseList::parse(&list).unwrap());
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_named_breakage_stands_once_in_its_list() {
        assert_eq!(broken("'table: it never shakes'"), [""; 0]);
        for by in [
            "'table: it stands twice'",
            "'table: # it is a comment'",
            "'table: it never'",
            "'rules: it never shakes'",
        ] {
            assert_eq!(broken(by).len(), 1, "{by}");
        }
    }

    /// Which of two clauses want a breakage of their own, where these are named.
    fn without_own(first: &str, second: &str) -> Vec<String> {
        let list = list("'core/table/tests/round.rs::it_shakes'");
        let again = list.replace("shakes", "turns").replace("it_turns", "it_shakes");
        let list = format!("{list}broken_by = {{ {first} }}\n{again}broken_by = {{ {second} }}\n");
        let tree = WorkTree::of(&[(LIST, &list)]);
        let found = clauses_have_their_own_breakage(&tree, &ClauseList::parse(&list).unwrap());
        let about = |finding: &Finding| finding.to_string().split('`').nth(1).unwrap().to_owned();
        found.iter().map(about).collect()
    }

    #[test]
    fn a_clause_has_a_breakage_that_is_no_other_clauses() {
        let (shaken, turned) = ("'table: shaken' = 'it_shakes'", "'table: turned' = 'it_shakes'");
        assert_eq!(without_own(shaken, turned), [""; 0]);
        assert_eq!(without_own(shaken, &format!("{shaken}, {turned}")), ["shakes"]);
        assert_eq!(without_own(shaken, shaken), ["shakes", "turns"]);
        assert_eq!(without_own(shaken, ""), ["turns"]);
    }

    #[test]
    fn a_checklist_line_needs_no_breakage() {
        let note = "[[clause]]\nid = \"box\"\npart = \"equipment\"\ncites = [\"MA 1\"]\n\
                    kinds = [\"P\", \"N\"]\nasks = \"a\"\ndoes = \"b\"\n";
        let tree = WorkTree::of(&[(LIST, note)]);
        let found = clauses_have_their_own_breakage(&tree, &ClauseList::parse(note).unwrap());
        assert!(found.is_empty());
    }

    #[test]
    fn a_missing_file_is_found() {
        let said = "forms/rulebooks/clauses.toml:3: `shakes` is shown (E) by `core/gone.rs::a`, \
                    which names no file; name one test that shows it";
        assert_eq!(findings("'core/gone.rs::a'"), [said]);
    }

    #[test]
    fn what_is_no_test_is_found() {
        for name in ["it_only_looks_like_a_test", "it_is_a_comment", "it_shake", "it_shakes_too"] {
            let found = findings(&format!("'core/table/tests/round.rs::{name}'"));
            assert_eq!(found.len(), 1, "{name}");
            assert!(found[0].contains("does not have as a test"), "{found:?}");
        }
    }

    #[test]
    fn a_name_that_means_two_tests_is_found() {
        let found = findings("'core/table/tests/round.rs::it_is_here_twice'");
        assert!(found[0].contains("which its file has 2 times"), "{found:?}");
    }

    #[test]
    fn a_test_named_twice_is_found() {
        let shown =
            "'core/table/tests/round.rs::it_shakes', 'core/table/tests/round.rs::it_shakes'";
        let found = findings(shown);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("is named twice"), "{found:?}");
    }

    #[test]
    fn open_clauses_are_counted_with_their_kinds() {
        let open = |shown: &str| open_clauses(&ClauseList::parse(&list(shown)).unwrap());
        assert_eq!(open(""), "open clauses: 1 of 1 (2 kinds)");
        assert_eq!(open("'a.rs::b'"), "open clauses: 1 of 1 (1 kinds)");
    }
}
