//! Third-party crates stand once in the root manifest, each with the reason it is worth having.

use crate::code::has_word;
use crate::manifest::key_of;
use crate::{Finding, Workspace};

const TABLE: [&str; 2] = ["workspace", "dependencies"];

/// Finds third-party crates without a comment that names them, above them or above their group.
pub fn dependencies_have_reasons(workspace: &Workspace) -> Vec<Finding> {
    let root = &workspace.root;
    let listed = root.value(&TABLE).and_then(toml::Value::as_table).into_iter().flatten();
    let third_party = listed.filter(|(_, value)| value.get("path").is_none());
    let lines: Vec<&str> = root.text().lines().collect();
    third_party
        .map(|(name, _)| (name, root.line_of(&TABLE.join("."), name)))
        .filter(|(name, line)| !has_word(&comment_above(&lines[..line - 1]), name))
        .map(|(name, line)| {
            let right = format!("write `# {name}: why it is worth having` above it");
            Finding::new(root.path(), line, format!("`{name}` has no reason"), right)
        })
        .collect()
}

/// Finds members that name a version themselves.
pub fn dependencies_are_inherited(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in workspace.members() {
        for used in member.dependencies().into_iter().filter(|used| !used.inherited) {
            let wrong = format!("`{}` is not taken from the workspace", used.name);
            let right = format!("write `{}.workspace = true`", used.name);
            findings.push(Finding::new(member.path(), used.line, wrong, right));
        }
    }
    findings
}

/// The comment over the last group of lines: up through the group, then as long as it is comment.
fn comment_above(lines: &[&str]) -> String {
    let upwards = lines.iter().rev().map(|line| line.trim());
    let is_comment = |line: &&str| line.starts_with('#');
    let above = upwards.skip_while(|line| !is_comment(line) && !key_of(line).is_empty());
    above.take_while(is_comment).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorkTree;
    use crate::workspace::samples::workspace;

    const TIDY: &str = "\
[workspace.dependencies]
taisai-rules = { path = \"core/rules\" }

# clap, clap_complete: the command line.
# They come together.
clap = { version = \"4\", features = [
    \"derive\",
] }
clap_complete = \"4\"
# toml: rule books.
toml = \"1\"
";

    fn unexplained(root: &str) -> Vec<String> {
        let workspace = Workspace::read(&WorkTree::of(&[("Cargo.toml", root)])).unwrap();
        let findings = dependencies_have_reasons(&workspace);
        findings.iter().map(|found| format!("{}: {}", found.line, found.wrong)).collect()
    }

    #[test]
    fn a_reason_stands_above_a_crate_or_its_group() {
        assert_eq!(unexplained(TIDY), [""; 0]);
    }

    #[test]
    fn a_crate_without_a_reason_is_found() {
        let root = TIDY.replace("# toml: rule books.\n", "");
        assert_eq!(unexplained(&root), ["10: `toml` has no reason"]);
    }

    #[test]
    fn the_reason_of_another_crate_is_none() {
        let root = TIDY.replace("# clap, clap_complete", "# clap_complete");
        assert_eq!(unexplained(&root), ["6: `clap` has no reason"]);
    }

    #[test]
    fn a_reason_across_an_empty_line_is_none() {
        let root = TIDY.replace("books.\ntoml", "books.\n\ntoml");
        assert_eq!(unexplained(&root), ["12: `toml` has no reason"]);
    }

    #[test]
    fn a_version_of_a_members_own_is_found() {
        let text = "[dependencies]\na.workspace = true\nb = { workspace = true }\nc = \"1\"\n\
                    [dev-dependencies]\nd = { path = \"../d\" }\n";
        let found = dependencies_are_inherited(&workspace(&[("app/cli", text)]));
        let lines: Vec<_> = found.iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [4, 6]);
    }
}
