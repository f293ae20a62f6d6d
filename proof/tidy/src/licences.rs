//! Every dependency has a licence that may be shipped, comes from the registry, and is not banned.

use serde_json::Value;
use toml::Table;

use crate::Finding;

const FILE: &str = "deny.toml";

/// Finds licences that `deny.toml` does not allow among the packages that `cargo metadata` lists.
pub fn licences_are_allowed(metadata: &str, deny: &str) -> Vec<Finding> {
    let Ok(metadata) = serde_json::from_str::<Value>(metadata) else {
        return unread("the list of packages");
    };
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let doubts = |rules: &Rules, package: &Value| {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        rules.doubt_of_licence(text("name"), text("license"))
    };
    found(packages, deny, doubts)
}

/// Finds banned packages and strange sources in `Cargo.lock`, which names those of every platform.
pub fn sources_are_allowed(lock: &str, deny: &str) -> Vec<Finding> {
    let Ok(lock) = lock.parse::<Table>() else { return unread("Cargo.lock") };
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let doubts = |rules: &Rules, package: &toml::Value| {
        let text = |key: &str| package.get(key).and_then(toml::Value::as_str);
        rules.doubt_of_source(text("name").unwrap_or_default(), text("source"))
    };
    found(packages.map_or(&[][..], Vec::as_slice), deny, doubts)
}

fn found<P>(
    packages: &[P],
    deny: &str,
    doubts: impl Fn(&Rules, &P) -> Option<Finding>,
) -> Vec<Finding> {
    let Some(rules) = deny.parse::<Table>().ok().and_then(|table| Rules::of(&table)) else {
        return unread("the rules");
    };
    if packages.is_empty() {
        return unread("the list of packages");
    }
    packages.iter().filter_map(|package| doubts(&rules, package)).collect()
}

fn unread(what: &str) -> Vec<Finding> {
    vec![Finding::new(FILE, 1, format!("{what} cannot be read"), "")]
}

/// What `deny.toml` says.
struct Rules {
    licences: Vec<String>,
    banned: Vec<String>,
}

impl Rules {
    fn of(table: &Table) -> Option<Self> {
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let licences = table.get("licenses")?.get("allow")?.as_array()?;
        let banned = table.get("bans")?.get("deny")?.as_array()?;
        Some(Self {
            licences: licences.iter().map(text).collect::<Option<_>>()?,
            banned: banned.iter().map(|ban| text(ban.get("name")?)).collect::<Option<_>>()?,
        })
    }

    fn doubt_of_licence(&self, name: &str, licence: &str) -> Option<Finding> {
        let wrong = format!("{name}: its licence is `{licence}`, which is not allowed");
        let right = "use another crate, or allow the licence and say why";
        (!self.allows(licence)).then(|| Finding::new(FILE, 1, wrong, right))
    }

    /// A package without a source is one of ours.
    fn doubt_of_source(&self, name: &str, source: Option<&str>) -> Option<Finding> {
        if self.banned.iter().any(|banned| banned == name) {
            let wrong = format!("{name}: it is banned");
            return Some(Finding::new(FILE, 1, wrong, "see the reason beside the ban"));
        }
        let elsewhere = source.is_some_and(|source| !source.starts_with("registry+"));
        let wrong = format!("{name}: it does not come from the registry");
        elsewhere.then(|| Finding::new(FILE, 1, wrong, "use a published version"))
    }

    /// Whether a licence expression can be satisfied by allowed licences alone.
    fn allows(&self, expression: &str) -> bool {
        // Old manifests write a stroke for OR.
        let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let allowed = self.any(&mut words);
        allowed && words.next().is_none()
    }

    fn any<'a>(&self, words: &mut Words<'a, impl Iterator<Item = &'a str>>) -> bool {
        let mut allowed = self.all(words);
        while words.next_if_eq(&"OR").is_some() {
            allowed |= self.all(words);
        }
        allowed
    }

    fn all<'a>(&self, words: &mut Words<'a, impl Iterator<Item = &'a str>>) -> bool {
        let mut allowed = self.one(words);
        while words.next_if_eq(&"AND").is_some() {
            allowed &= self.one(words);
        }
        allowed
    }

    fn one<'a>(&self, words: &mut Words<'a, impl Iterator<Item = &'a str>>) -> bool {
        if words.next_if_eq(&"(").is_some() {
            let allowed = self.any(words);
            return words.next() == Some(")") && allowed;
        }
        let Some(licence) = words.next() else { return false };
        let mut licence = licence.to_owned();
        if words.next_if_eq(&"WITH").is_some() {
            licence = format!("{licence} WITH {}", words.next().unwrap_or_default());
        }
        self.licences.contains(&licence)
    }
}

type Words<'a, I> = std::iter::Peekable<I>;

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = "[licenses]\nallow = ['MIT', 'Apache-2.0', 'ISC', 'A WITH B']\n\
                        [bans]\ndeny = [{ name = 'bad' }]\n";

    fn of_licence(licence: &str) -> usize {
        let metadata = format!("{{\"packages\":[{{\"name\":\"a\",\"license\":\"{licence}\"}}]}}");
        licences_are_allowed(&metadata, DENY).len()
    }

    fn of_source(name: &str, source: &str) -> usize {
        let lock = format!("[[package]]\nname = '{name}'\nversion = '1.0.0'\n{source}\n");
        sources_are_allowed(&lock, DENY).len()
    }

    #[test]
    fn an_expression_is_read_as_it_is_meant() {
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/GPL-3.0",
            "(MIT OR GPL-3.0) AND ISC",
            "MIT AND ISC OR GPL-3.0",
            "A WITH B",
        ] {
            assert_eq!(of_licence(good), 0, "{good}");
        }
        for bad in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT AND (GPL-3.0 OR LGPL-2.1)", "A", "MIT MIT"]
        {
            assert_eq!(of_licence(bad), 1, "{bad}");
        }
    }

    #[test]
    fn a_ban_and_a_strange_source_are_found() {
        assert_eq!(of_source("bad", ""), 1);
        assert_eq!(of_source("a", "source = 'git+https://example.org/a'"), 1);
        assert_eq!(of_source("a", "source = 'registry+https://example.org/index'"), 0);
        assert_eq!(of_source("ours", ""), 0);
    }

    #[test]
    fn nothing_read_is_not_nothing_wrong() {
        for (metadata, deny) in [("", DENY), ("{\"packages\":[]}", DENY), ("{}", "")] {
            assert_eq!(licences_are_allowed(metadata, deny).len(), 1, "{metadata}");
        }
        for (lock, deny) in [("", DENY), ("no toml", DENY), ("[[package]]\nname = 'a'", "")] {
            assert_eq!(sources_are_allowed(lock, deny).len(), 1, "{lock}");
        }
    }
}
