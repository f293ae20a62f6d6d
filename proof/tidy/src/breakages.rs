//! Every deliberate breakage fits the code as it is today, and names tests that are there.

use std::collections::BTreeSet;

use crate::{Finding, WorkTree};

/// Finds breakages whose text does not stand exactly once in the file they break, and those that
/// name a test nobody has: a run of the list would find out after an hour.
pub fn breakages_fit(tree: &WorkTree) -> Vec<Finding> {
    let code = tree.ending(".rs").collect::<Vec<_>>();
    let tests = code.iter().flat_map(|(path, text)| {
        let module = path.rsplit('/').next().and_then(|file| file.strip_suffix(".rs"));
        let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
        module.into_iter().chain(functions)
    });
    let tests: BTreeSet<&str> = tests.collect();
    let lists = tree.ending(".list").filter(|(path, _)| path.starts_with("proof/mutants/"));
    lists.flat_map(|(path, list)| of_list(tree, &tests, path, list)).collect()
}

/// The part of a test's path that a breakage names and no module or function has.
fn missing<'a>(tests: &BTreeSet<&str>, named: &'a str) -> Option<&'a str> {
    let mut words = named.split(' ').filter(|word| !word.is_empty());
    let mut missing = None;
    while let Some(word) = words.next() {
        if word == "stories" {
            return None;
        }
        if word == "--test" {
            words.next();
        } else if !word.starts_with('-') {
            let known = |part: &&str| tests.iter().any(|test| test.contains(part));
            missing = missing.or_else(|| word.split("::").find(|part| !known(part)));
        }
    }
    missing
}

fn of_list(tree: &WorkTree, tests: &BTreeSet<&str>, path: &str, list: &str) -> Vec<Finding> {
    let Some(folder) = list.lines().find_map(|line| line.strip_prefix("# of ")) else {
        return vec![Finding::new(
            path,
            1,
            "no folder is named",
            "say `# of` which room it breaks",
        )];
    };
    let inside = list.lines().find_map(|line| line.strip_prefix("# in ")).unwrap_or("src");
    let mut findings = Vec::new();
    for (place, line) in list.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut doubt = |wrong: String| {
            let right = "put what stands there today, once";
            findings.push(Finding::new(path, place + 1, wrong, right));
        };
        let mut parts = line.split('@').skip(1);
        let (Some(file), Some(old)) = (parts.next(), parts.next()) else {
            doubt("no file and text to break".to_owned());
            continue;
        };
        let file = format!("{folder}/{inside}/{}", file.trim());
        let old = old.strip_prefix(' ').unwrap_or(old);
        let old = old.strip_suffix(' ').unwrap_or(old).replace("\\n", "\n");
        let count = tree.text(&file).unwrap_or_default().matches(&old).count();
        if count != 1 {
            doubt(format!("{file} has this text {count} times"));
        }
        if let Some(gone) = parts.nth(1).and_then(|named| missing(tests, named)) {
            let right = "name tests that are there";
            let wrong = format!("no test has {gone} in its name");
            findings.push(Finding::new(path, place + 1, wrong, right));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(list: &str) -> Vec<String> {
        let code = "fn pay() {\n    won += 1;\n    paid += 1;\n    lost -= 1;\n    lost -= 1;\n}\n";
        let tree = WorkTree::of(&[("proof/mutants/a.list", list), ("core/a/src/pay.rs", code)]);
        breakages_fit(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_breakage_that_fits_once_is_tidy() {
        let list = "# of core/a\n# tests --lib\n\nnobody is paid @ pay.rs @ paid += 1; @\n";
        assert_eq!(findings(list), [""; 0]);
        let lines = r"# of core/a
nobody wins @ pay.rs @ won += 1;\n    paid @ paid @ --test all
";
        assert_eq!(findings(lines), [""; 0]);
        let list = "# of core/a\nnobody is paid @ pay.rs @ paid += 1; @ 0 @ --test all pay::pay\n";
        assert_eq!(findings(list), [""; 0]);
    }

    #[test]
    fn a_list_may_break_what_lies_elsewhere_in_its_room() {
        let list = "# of core/a\n# in books\na book pays less @ one.toml @ 2 to 1 @ 1 to 1\n";
        let (book, other) = ("pays = \"2 to 1\"\n", "pays = \"3 to 1\"\n");
        for (text, count) in [(book, 0), (other, 1)] {
            let files = [("proof/mutants/a.list", list), ("core/a/books/one.toml", text)];
            assert_eq!(breakages_fit(&WorkTree::of(&files)).len(), count, "{text}");
        }
    }

    #[test]
    fn whatever_else_is_found() {
        for list in [
            "# of core/a\nit is gone @ pay.rs @ owed += 1; @\n",
            "# of core/a\nit stands twice @ pay.rs @ lost -= 1; @\n",
            "# of core/a\nits file is gone @ win.rs @ won += 1; @\n",
            "# of core/a\nit breaks nothing\n",
            "it breaks nobody @ pay.rs @ won += 1; @\n",
            "# of core/a\nno test knows @ pay.rs @ won += 1; @ 0 @ --test all pay::wins\n",
        ] {
            assert_eq!(findings(list).len(), 1, "{list}");
        }
    }
}
