//! Every crate belongs to the workspace and takes its lints, version, edition and licence from it.

use std::path::Path;

use toml::Value;

use crate::{Finding, Workspace};

/// What each member leaves to the workspace, and the keys that say so.
const INHERITED: [(&str, &[&str]); 4] = [
    ("lints", &["lints", "workspace"]),
    ("version", &["package", "version", "workspace"]),
    ("edition", &["package", "edition", "workspace"]),
    ("licence", &["package", "license", "workspace"]),
];

/// Finds crates in a room that are neither members of the workspace nor left out by name.
pub fn crates_are_members(workspace: &Workspace) -> Vec<Finding> {
    let members = workspace.root.texts(&["workspace", "members"]);
    let excluded = workspace.root.texts(&["workspace", "exclude"]);
    let is_known = |folder: &str| {
        members.iter().any(|member| member == folder)
            || excluded.iter().any(|excluded| Path::new(folder).starts_with(excluded))
    };
    let strays = workspace.crates.iter().filter(|found| !is_known(found.folder()));
    strays
        .map(|stray| {
            let right = "list its folder in the root's `members`, or in `exclude` with the reason";
            Finding::new(stray.path(), 1, "the crate is no member of the workspace", right)
        })
        .collect()
}

/// Finds members that set for themselves what the workspace sets for all.
pub fn members_inherit(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in workspace.members() {
        for (what, keys) in INHERITED {
            if member.value(keys).and_then(Value::as_bool) != Some(true) {
                let wrong = format!("the crate does not take its {what} from the workspace");
                let right = format!("write `{} = true`", keys.join("."));
                let line = member.line_of(keys[0], keys[1]);
                findings.push(Finding::new(member.path(), line, wrong, right));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorkTree;
    use crate::workspace::samples::workspace;

    const TIDY: &str = "\
[package]
name = \"taisai-rules\"
version.workspace = true
edition.workspace = true
license.workspace = true
[lints]
workspace = true
";

    #[test]
    fn listed_and_excluded_crates_are_known() {
        let root = "[workspace]\nmembers = [\"core/a\"]\nexclude = [\"proof/fuzz\"]\n";
        let strays = |folder: &str| {
            let path = format!("{folder}/Cargo.toml");
            let tree = WorkTree::of(&[("Cargo.toml", root), (&path, "")]);
            crates_are_members(&Workspace::read(&tree).unwrap()).len()
        };
        assert_eq!([strays("core/a"), strays("proof/fuzz"), strays("proof/fuzz/x")], [0; 3]);
        assert_eq!([strays("core/ab"), strays("core/a/b"), strays("proof/fuzzy")], [1; 3]);
    }

    #[test]
    fn a_member_that_inherits_is_tidy() {
        assert_eq!(members_inherit(&workspace(&[("core/rules", TIDY)])), []);
    }

    #[test]
    fn everything_a_member_sets_for_itself_is_found_at_once() {
        let own = TIDY.replace("edition.workspace = true", "edition = \"2021\"");
        let own = own.replace("[lints]\nworkspace = true", "[lints]\nworkspace = false");
        let found = members_inherit(&workspace(&[("core/rules", &own)]));
        let said: Vec<_> = found.iter().map(|finding| (finding.line, &*finding.right)).collect();
        let expected = [
            (7, "write `lints.workspace = true`"),
            (4, "write `package.edition.workspace = true`"),
        ];
        assert_eq!(said, expected);
    }
}
