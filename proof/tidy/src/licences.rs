//! Every dependency has a licence that may be shipped, comes from the registry, and is not banned.

use serde_json::Value;
use toml::Table;

use crate::Finding;

const FILE: &str = "deny.toml";

/// Finds what `deny.toml` does not allow among the packages that `cargo metadata` lists.
pub fn dependencies_may_be_used(metadata: &str, deny: &str) -> Vec<Finding> {
    let unread = |what: &str| vec![Finding::new(FILE, 1, format!("{what} cannot be read"), "")];
    let Ok(metadata) = serde_json::from_str::<Value>(metadata) else {
        return unread("the list of packages");
    };
    let Some(rules) = deny.parse::<Table>().ok().and_then(|table| Rules::of(&table)) else {
        return unread("the rules");
    };
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    if packages.is_empty() {
        return unread("the list of packages");
    }
    packages.iter().flat_map(|package| rules.doubts(package)).collect()
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

    fn doubts(&self, package: &Value) -> Vec<Finding> {
        let name = package["name"].as_str().unwrap_or("a package without a name");
        let mut doubts = Vec::new();
        let mut doubt = |wrong: String, right: &str| {
            doubts.push(Finding::new(FILE, 1, format!("{name}: {wrong}"), right));
        };
        let licence = package["license"].as_str().unwrap_or_default();
        if !self.allows(licence) {
            let wrong = format!("its licence is `{licence}`, which is not allowed");
            doubt(wrong, "use another crate, or allow the licence and say why");
        }
        if self.banned.iter().any(|banned| banned == name) {
            doubt("it is banned".to_owned(), "see the reason beside the ban");
        }
        let source = package["source"].as_str();
        if source.is_some_and(|source| !source.starts_with("registry+")) {
            doubt("it does not come from the registry".to_owned(), "use a published version");
        }
        doubts
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

    fn found(name: &str, licence: &str, source: &str) -> usize {
        let package =
            format!("{{\"name\":\"{name}\",\"license\":\"{licence}\",\"source\":{source}}}");
        let package = format!("{{\"packages\":[{package}]}}");
        dependencies_may_be_used(&package, DENY).len()
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
            assert_eq!(found("a", good, "null"), 0, "{good}");
        }
        for bad in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT AND (GPL-3.0 OR LGPL-2.1)", "A", "MIT MIT"]
        {
            assert_eq!(found("a", bad, "null"), 1, "{bad}");
        }
    }

    #[test]
    fn a_ban_and_a_strange_source_are_found() {
        assert_eq!(found("bad", "MIT", "null"), 1);
        assert_eq!(found("a", "MIT", "\"git+https://example.org/a\""), 1);
        assert_eq!(found("a", "MIT", "\"registry+https://example.org/index\""), 0);
    }

    #[test]
    fn nothing_read_is_not_nothing_wrong() {
        assert_eq!(dependencies_may_be_used("", DENY).len(), 1);
        assert_eq!(dependencies_may_be_used("{\"packages\":[]}", DENY).len(), 1);
        assert_eq!(dependencies_may_be_used("{\"packages\":[]}", "").len(), 1);
    }
}
