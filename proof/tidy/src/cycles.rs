//! Modules that stand side by side use each other in one direction only.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Code;
use crate::{Finding, WorkTree};

/// The path of a module within its crate; the crate's root has none.
type Path = Vec<String>;

const RIGHT: &str = "move what both use below both, or what needs both above";

/// Finds modules with one parent that use each other in a circle. What a module has inside it
/// belongs to it; a module may use its parent, and its parent may use it.
pub fn modules_have_an_order(tree: &WorkTree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for root in crate_roots(tree) {
        let modules = Modules::read(tree, &root);
        for circle in modules.circles() {
            let names: Vec<String> = circle.iter().map(|path| path.join("::")).collect();
            let wrong = format!("{} use each other in a circle", names.join(", "));
            findings.push(Finding::new(
                &format!("{root}/{}.rs", circle[0].join("/")),
                1,
                wrong,
                RIGHT,
            ));
        }
    }
    findings
}

/// The `src` folders of crates that have modules.
fn crate_roots(tree: &WorkTree) -> Vec<String> {
    let roots = tree.ending("/src/lib.rs").filter_map(|(path, _)| path.strip_suffix("/lib.rs"));
    roots.map(str::to_owned).collect()
}

struct Modules {
    /// What each module names, written out from the root of the crate.
    names: BTreeMap<Path, BTreeSet<Path>>,
    /// What each module lets others name through it.
    aliases: BTreeMap<Path, BTreeMap<String, Path>>,
}

impl Modules {
    fn read(tree: &WorkTree, root: &str) -> Self {
        let mut sources = BTreeMap::new();
        for (file, text) in tree.ending(".rs") {
            let inside = file.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
            let Some(module) = inside.and_then(|inside| inside.strip_suffix(".rs")) else {
                continue;
            };
            let path = match module {
                "lib" | "main" => Path::new(),
                module => module.split('/').map(str::to_owned).collect(),
            };
            sources.insert(path, Code::read(text).without_test_modules().bare());
        }
        let mut read = Self { names: BTreeMap::new(), aliases: BTreeMap::new() };
        let known: BTreeSet<Path> = sources.keys().cloned().collect();
        for (module, code) in &sources {
            let uses = uses(code);
            let here = |path: &Path| from_root(module, path, &known);
            let named =
                uses.iter().map(|one| &one.path).chain(&inline(code)).filter_map(here).collect();
            let through = uses.iter().filter(|one| !one.is_glob());
            let through = through.filter_map(|one| Some((one.name(), here(&one.path)?))).collect();
            read.names.insert(module.clone(), named);
            read.aliases.insert(module.clone(), through);
        }
        read
    }

    /// The module in which something is that is named like this.
    fn home<'m>(&'m self, path: &[String], steps: usize) -> Option<&'m Path> {
        let longest =
            (0..=path.len()).rev().find(|&length| self.names.contains_key(&path[..length]))?;
        let (module, _) = self.names.get_key_value(&path[..longest])?;
        let alias = path.get(longest).and_then(|name| self.aliases[module].get(name));
        match alias {
            Some(other) if steps > 0 && other[..] != path[..] => self.home(other, steps - 1),
            Some(_) | None => Some(module),
        }
    }

    /// Which modules with one parent use which, each with all that is inside it.
    fn arrows(&self) -> BTreeMap<Path, BTreeSet<Path>> {
        let mut arrows: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
        for (module, named) in &self.names {
            for used in named.iter().filter_map(|path| self.home(path, 8)) {
                let common = module.iter().zip(used).take_while(|(a, b)| a == b).count();
                if common < module.len() && common < used.len() {
                    let (from, to) = (&module[..=common], &used[..=common]);
                    arrows.entry(from.to_vec()).or_default().insert(to.to_vec());
                }
            }
        }
        arrows
    }

    /// Every module that reaches itself, together with those it reaches that reach it.
    fn circles(&self) -> Vec<Vec<Path>> {
        let arrows = self.arrows();
        let reach: BTreeMap<&Path, BTreeSet<&Path>> =
            arrows.keys().map(|module| (module, reached(&arrows, module))).collect();
        let mut circles: BTreeSet<Vec<Path>> = BTreeSet::new();
        for (module, all) in reach.iter().filter(|(module, all)| all.contains(*module)) {
            let back = |other: &&&Path| reach.get(**other).is_some_and(|far| far.contains(*module));
            circles.insert(all.iter().filter(back).map(|other| (*other).clone()).collect());
        }
        circles.into_iter().collect()
    }
}

fn reached<'a>(arrows: &'a BTreeMap<Path, BTreeSet<Path>>, from: &Path) -> BTreeSet<&'a Path> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        for next in arrows.get(&module).into_iter().flatten() {
            if found.insert(next) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// A name that a `use` brings in.
struct Use {
    path: Path,
    alias: Option<String>,
}

impl Use {
    fn name(&self) -> String {
        self.alias.clone().or_else(|| self.path.last().cloned()).unwrap_or_default()
    }

    fn is_glob(&self) -> bool {
        self.path.last().is_some_and(|last| last == "*")
    }
}

/// Everything that a file's `use` lines bring in, groups written out.
fn uses(code: &str) -> Vec<Use> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let is_word = code[..at].chars().next_back().is_none_or(char::is_whitespace);
        if let (true, Some(end)) = (is_word, code[at..].find(';')) {
            spread(&code[at + 4..at + end], &[], &mut found);
        }
    }
    found
}

fn spread(written: &str, before: &[String], found: &mut Vec<Use>) {
    let steps = |text: &str| -> Path {
        let parts = text.split("::").map(str::trim).filter(|part| !part.is_empty());
        before.iter().cloned().chain(parts.map(str::to_owned)).collect()
    };
    if let Some((head, group)) = written.split_once('{') {
        let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
        let head = steps(head);
        for member in members(group) {
            spread(member, &head, found);
        }
        return;
    }
    let (path, alias) = match written.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim().to_owned())),
        None => (written, None),
    };
    let mut path = steps(path);
    path.pop_if(|last| last == "self");
    if !path.is_empty() {
        found.push(Use { path, alias });
    }
}

/// The members of a group, cut at commas that stand in no group of their own.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0_u32, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&group[from..]);
    found.retain(|member| !member.trim().is_empty());
    found
}

/// The paths that stand in the code itself.
fn inline(code: &str) -> Vec<Path> {
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(|letter: char| !is_of_path(letter)).filter(|word| word.contains("::"));
    words
        .map(|word| word.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect())
        .collect()
}

/// A path as it reads from the root of the crate; nothing for another crate's.
fn from_root(module: &Path, path: &Path, known: &BTreeSet<Path>) -> Option<Path> {
    let rest = |from: usize| path[from..].iter().cloned();
    match path.first()?.as_str() {
        "crate" => Some(rest(1).collect()),
        "self" => Some(module.iter().cloned().chain(rest(1)).collect()),
        "super" => {
            let ups = path.iter().take_while(|step| *step == "super").count();
            let above = module.len().checked_sub(ups)?;
            Some(module[..above].iter().cloned().chain(rest(ups)).collect())
        }
        first => {
            let child: Path = module.iter().cloned().chain([first.to_owned()]).collect();
            known.contains(&child).then(|| module.iter().cloned().chain(rest(0)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> =
            files.iter().map(|(name, text)| (format!("core/a/src/{name}"), *text)).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        modules_have_an_order(&WorkTree::of(&files))
            .iter()
            .map(|found| found.wrong.clone())
            .collect()
    }

    #[test]
    fn modules_in_one_order_are_tidy() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\n");
        let parent_and_child =
            [lib, ("a.rs", "mod c;\nuse c::C;\nstruct A;"), ("a/c.rs", "use super::A;\nstruct C;")];
        assert_eq!(findings(&parent_and_child), [""; 0]);
        assert_eq!(findings(&[lib, ("a.rs", "struct A;"), ("b.rs", "use crate::A;")]), [""; 0]);
    }

    #[test]
    fn a_circle_is_found_whatever_way_it_is_named() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::{B as Other, more};\n");
        let circle = ["a, b use each other in a circle"];
        for (a, b) in [
            ("use crate::b::B;", "use crate::a::A;"),
            ("use crate::{Other};", "use crate::A;"),
            ("fn f() { crate::b::g() }", "use super::a::{self};"),
            ("use std::fmt;\npub use crate::{x, b::{c::D, B}};", "type T = super::A;"),
        ] {
            assert_eq!(
                findings(&[lib, ("a.rs", a), ("b.rs", b), ("b/c.rs", "")]),
                circle,
                "{a} {b}"
            );
        }
    }

    #[test]
    fn what_stands_inside_belongs_to_its_room_and_tests_to_nobody() {
        let lib = ("lib.rs", "mod a;\nmod b;\n");
        let inside =
            [lib, ("a/c.rs", "use crate::b::B;"), ("a.rs", "mod c;"), ("b.rs", "use crate::a;")];
        assert_eq!(findings(&inside), ["a, b use each other in a circle"]);
        let test = "#[cfg(test)]\nmod tests { use crate::b::B; }\n";
        assert_eq!(findings(&[lib, ("a.rs", test), ("b.rs", "use crate::a::A;")]), [""; 0]);
    }
}
