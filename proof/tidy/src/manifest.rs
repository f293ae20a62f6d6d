//! A Cargo.toml, read only as far as the checks ask.

use toml::{Table, Value};

use crate::Finding;

/// One crate's Cargo.toml, or the root's.
#[derive(Debug)]
pub struct Manifest {
    path: String,
    text: String,
    table: Table,
}

/// What a dependency is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is built into the crate.
    Product,
    /// Only the crate's tests use it.
    Tests,
}

/// One crate that another one uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The package's name.
    pub name: String,
    /// Where the manifest says so.
    pub line: usize,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether the manifest leaves the version to the workspace.
    pub inherited: bool,
}

impl Dependency {
    /// Whether it is a crate of this project.
    pub fn is_ours(&self) -> bool {
        self.name == "taisai" || self.name.starts_with("taisai-")
    }
}

impl Manifest {
    /// Reads a manifest.
    pub fn parse(path: &str, text: &str) -> Result<Manifest, Finding> {
        let table = text.parse::<Table>().map_err(|fault| {
            Finding::new(path, 1, format!("it is no TOML: {}", fault.message()), "mend it")
        })?;
        Ok(Manifest { path: path.to_owned(), text: text.to_owned(), table })
    }

    /// Its path from the root of the work tree.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The crate's folder, such as `core/rules`.
    pub fn folder(&self) -> &str {
        self.path.strip_suffix("/Cargo.toml").unwrap_or("")
    }

    /// The crate's name in the list of arrows: `rules` for `taisai-rules`, `cli` for `taisai`.
    pub fn room(&self) -> String {
        let package = self.table.get("package").and_then(|package| package.get("name"));
        room_of(package.and_then(Value::as_str).unwrap_or_default()).to_owned()
    }

    /// The value under a chain of keys.
    pub fn value(&self, keys: &[&str]) -> Option<&Value> {
        let (first, rest) = keys.split_first()?;
        rest.iter().try_fold(self.table.get(*first)?, |value, key| value.get(*key))
    }

    /// The texts of an array, such as the members of a workspace.
    pub fn texts(&self, keys: &[&str]) -> Vec<String> {
        let array = self.value(keys).and_then(Value::as_array);
        let texts = array.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    }

    /// Everything the crate depends on, also on some systems only.
    pub fn dependencies(&self) -> Vec<Dependency> {
        let mut found = self.dependencies_in(&self.table);
        if let Some(Value::Table(systems)) = self.table.get("target") {
            let systems = systems.values().filter_map(Value::as_table);
            found.extend(systems.flat_map(|system| self.dependencies_in(system)));
        }
        found
    }

    /// The line on which a table of the manifest has the key, or its first line.
    pub fn line_of(&self, table: &str, key: &str) -> usize {
        let mut header = String::new();
        for (above, line) in self.text.lines().enumerate() {
            if let Some(opened) = line.trim().strip_prefix('[') {
                opened.trim_end_matches(']').clone_into(&mut header);
            }
            let is_header = header == format!("{table}.{key}");
            if is_header || (header == table && key_of(line) == key) {
                return above + 1;
            }
        }
        1
    }

    fn dependencies_in(&self, table: &Table) -> Vec<Dependency> {
        let kinds = [
            ("dependencies", Purpose::Product),
            ("build-dependencies", Purpose::Product),
            ("dev-dependencies", Purpose::Tests),
        ];
        let mut found = Vec::new();
        for (kind, purpose) in kinds {
            for (key, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let package = value.get("package").and_then(Value::as_str);
                let inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
                let name = package.unwrap_or(key).to_owned();
                let line = self.line_of(kind, key);
                found.push(Dependency { name, line, purpose, inherited });
            }
        }
        found
    }
}

/// The short name of a crate of ours.
pub(crate) fn room_of(package: &str) -> &str {
    match package {
        "taisai" => "cli",
        other => other.strip_prefix("taisai-").unwrap_or(other),
    }
}

/// The key that a line of a manifest sets.
pub(crate) fn key_of(line: &str) -> &str {
    let line = line.trim();
    let end = line.find(['=', '.', ' ', '#']).unwrap_or(line.len());
    line[..end].trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "\
[package]
name = \"taisai-rules\"

[dependencies]
toml.workspace = true
renamed = { package = \"taisai-odds\", path = \"../odds\" }

[dev-dependencies]
proptest = { workspace = true }

[target.'cfg(unix)'.dependencies]
libc = \"0.2\"
";

    #[test]
    fn dependencies_are_found_wherever_they_stand() {
        let manifest = Manifest::parse("core/rules/Cargo.toml", SAMPLE).unwrap();
        let found: Vec<_> = manifest
            .dependencies()
            .into_iter()
            .map(|used| (used.name, used.line, used.purpose, used.inherited))
            .collect();
        let expected = [
            ("taisai-odds", 6, Purpose::Product, false),
            ("toml", 5, Purpose::Product, true),
            ("proptest", 9, Purpose::Tests, true),
            ("libc", 1, Purpose::Product, false),
        ];
        assert_eq!(
            found,
            expected.map(|(name, line, use_, own)| (name.to_owned(), line, use_, own))
        );
    }

    #[test]
    fn a_crate_is_known_by_its_room() {
        let manifest = Manifest::parse("core/rules/Cargo.toml", SAMPLE).unwrap();
        assert_eq!((manifest.room().as_str(), manifest.folder()), ("rules", "core/rules"));
        assert_eq!(room_of("taisai"), "cli");
    }

    #[test]
    fn what_is_no_manifest_is_a_finding() {
        assert_eq!(Manifest::parse("Cargo.toml", "[package").unwrap_err().line, 1);
    }
}
