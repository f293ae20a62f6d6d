//! Core crates reach for nothing outside their arguments, and forms for nothing in the world.

use crate::code::{Code, has_word};
use crate::{Finding, Purpose, WorkTree, Workspace};

/// The modules of the standard library that reach for the world.
const WORLD: [&str; 7] = ["fs", "net", "io", "env", "process", "thread", "time"];

/// Other names that make two runs differ, write somewhere, or lose a cent.
const WORDS: [&str; 12] = [
    "SystemTime",
    "Instant",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "HashMap",
    "HashSet",
    "RandomState",
    "f32",
    "f64",
];

/// What the sources of one ring may not name.
struct Ring {
    name: &'static str,
    modules: &'static [&'static str],
    words: &'static [&'static str],
    floats: bool,
    right: &'static str,
}

const CORE: Ring = Ring {
    name: "core",
    modules: &WORLD,
    words: &WORDS,
    floats: false,
    right: "core is handed the world as arguments and counts in whole numbers",
};

/// Forms draw and count with floats, and the crates they use speak of `std::io::Error`.
const FORMS: Ring = Ring {
    name: "forms",
    modules: &["fs", "net", "env", "process", "thread", "time"],
    words: &["SystemTime", "Instant", "println!", "eprintln!", "print!", "eprint!", "dbg!"],
    floats: true,
    right: "forms turn values into text and back; move what reaches for the world to edge",
};

/// Finds third-party crates in core, and words in the sources of core and forms that are not pure.
pub fn core_is_pure(tree: &WorkTree, workspace: &Workspace) -> Vec<Finding> {
    let mut findings = foreign_crates(workspace);
    for ring in [CORE, FORMS] {
        let is_source = |path: &str| path.starts_with(ring.name) && path.contains("/src/");
        for (path, text) in tree.ending(".rs").filter(|(path, _)| is_source(path)) {
            findings.extend(impure_words(&ring, path, &Code::read(text).bare()));
        }
    }
    findings
}

fn foreign_crates(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in workspace.members().filter(|member| member.path().starts_with("core/")) {
        let product = |used: &crate::Dependency| used.purpose == Purpose::Product;
        for used in
            member.dependencies().into_iter().filter(|used| product(used) && !used.is_ours())
        {
            let wrong = format!("core depends on `{}`", used.name);
            let right = "core has no third-party crates; do it here or move it to edge";
            findings.push(Finding::new(member.path(), used.line, wrong, right));
        }
    }
    findings
}

fn impure_words(ring: &Ring, path: &str, bare: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (above, line) in bare.lines().enumerate() {
        let modules = ring.modules.iter().map(|module| format!("std::{module}"));
        let words = modules.chain(ring.words.iter().map(|&word| word.to_owned()));
        let words = words.filter(|word| has_word(line, word));
        let float =
            (!ring.floats && has_float(line)).then(|| "a number with a decimal point".into());
        for wrong in words.map(|word| format!("`{word}` in {}", ring.name)).chain(float) {
            findings.push(Finding::new(path, above + 1, wrong, ring.right));
        }
    }
    findings.extend(grouped_imports(ring, path, bare));
    findings
}

/// Finds `use std::{fs, io}`, which no line spells out.
fn grouped_imports(ring: &Ring, path: &str, bare: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, opening) in bare.match_indices("std::{") {
        let line = bare[..at].lines().count().max(1);
        for name in names_of_group(&bare[at + opening.len()..]) {
            if ring.modules.contains(&name.as_str()) {
                let wrong = format!("`std::{name}` in {}", ring.name);
                findings.push(Finding::new(path, line, wrong, ring.right));
            }
        }
    }
    findings
}

/// The names directly inside a brace that was just opened.
fn names_of_group(after_brace: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0_usize;
    for letter in after_brace.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut().into_iter().for_each(|name| name.push(letter)),
            _ => {}
        }
    }
    let first_step = |name: &String| name.split("::").next().unwrap_or_default().trim().to_owned();
    names.iter().map(first_step).collect()
}

/// Whether a line has a number such as `1.5`; `pair.0.1` is none.
fn has_float(line: &str) -> bool {
    line.match_indices('.').any(|(at, _)| {
        let before = line[..at].trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        let has_digits = before.len() < at && line[before.len()..].starts_with(char::is_numeric);
        let joined = before.ends_with(|c: char| c == '.' || c.is_alphanumeric());
        has_digits && !joined && line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::samples::workspace;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let tree = WorkTree::of(&[(path, text)]);
        let found = core_is_pure(&tree, &workspace(&[]));
        found.iter().map(|finding| format!("{}: {}", finding.line, finding.wrong)).collect()
    }

    #[test]
    fn pure_core_is_tidy() {
        let text = "//! No f64 and no HashMap.\nuse std::collections::BTreeMap;\n\
                    use std::{fmt, iter};\nlet a = \"std::fs 1.5\"; // Instant\n\
                    let b = pair.0.1 + 0..5;\nlet instant = 1_000;\n";
        assert_eq!(findings("core/rules/src/lib.rs", text), [""; 0]);
    }

    #[test]
    fn every_impure_word_is_found() {
        for module in WORLD {
            let text = format!("fn f() {{}}\nuse std::{module}::x;\n");
            let found = findings("core/rules/src/a.rs", &text);
            assert_eq!(found, [format!("2: `std::{module}` in core")]);
        }
        for word in WORDS {
            let found = findings("core/rules/src/a/b.rs", &format!("x {word} y"));
            assert_eq!(found, [format!("1: `{word}` in core")]);
        }
    }

    #[test]
    fn a_grouped_import_is_no_way_around() {
        let text = "use a;\nuse std::{\n    fmt::{self, io},\n    fs::File,\n    time,\n};\n";
        let found = findings("core/rules/src/a.rs", text);
        assert_eq!(found, ["2: `std::fs` in core", "2: `std::time` in core"]);
    }

    #[test]
    fn forms_may_draw_with_floats_and_not_open_a_file() {
        assert_eq!(findings("forms/reports/src/a.rs", "let a = 1.5_f64;"), [""; 0]);
        assert_eq!(
            findings("forms/reports/src/a.rs", "std::fs::read(a)"),
            ["1: `std::fs` in forms"]
        );
    }

    #[test]
    fn a_number_with_a_point_is_found() {
        for (line, is_float) in
            [("1.5", true), ("x(10.0)", true), ("a.0.1", false), ("1..2", false)]
        {
            assert_eq!(has_float(line), is_float, "{line}");
        }
        assert_eq!(findings("core/a/src/a.rs", "let a = 0.5;").len(), 1);
    }

    #[test]
    fn edge_and_the_tests_of_core_may_use_the_world() {
        assert_eq!(findings("edge/server/src/lib.rs", "use std::fs;"), [""; 0]);
        assert_eq!(findings("core/rules/tests/a.rs", "use std::fs;"), [""; 0]);
    }

    #[test]
    fn third_party_crates_stay_out_of_core() {
        let text = "[dependencies]\nserde.workspace = true\ntaisai-rules.workspace = true\n\
                    [dev-dependencies]\nproptest.workspace = true\n";
        let found = core_is_pure(&WorkTree::of(&[]), &workspace(&[("core/odds", text)]));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].line, &*found[0].wrong), (2, "core depends on `serde`"));
        let found = core_is_pure(&WorkTree::of(&[]), &workspace(&[("edge/odds", text)]));
        assert_eq!(found, []);
    }
}
