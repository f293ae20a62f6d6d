//! The root manifest and the crates in the project's rooms.

use crate::{Finding, Manifest, WorkTree};

/// The folders in which crates live.
const ROOMS: [&str; 5] = ["core/", "forms/", "edge/", "app/", "proof/"];

/// All manifests of the project.
#[derive(Debug)]
pub struct Workspace {
    /// The root's manifest.
    pub root: Manifest,
    /// The manifest of every crate in a room, member or not.
    pub crates: Vec<Manifest>,
}

impl Workspace {
    /// Reads the manifests of a work tree, or finds which cannot be read.
    pub fn read(tree: &WorkTree) -> Result<Workspace, Vec<Finding>> {
        let root = Manifest::parse("Cargo.toml", tree.text("Cargo.toml").unwrap_or_default());
        let root = root.map_err(|finding| vec![finding])?;
        let (mut crates, mut findings) = (Vec::new(), Vec::new());
        for (path, text) in tree.ending("/Cargo.toml").filter(|(path, _)| is_in_a_room(path)) {
            match Manifest::parse(path, text) {
                Ok(manifest) => crates.push(manifest),
                Err(finding) => findings.push(finding),
            }
        }
        if findings.is_empty() { Ok(Workspace { root, crates }) } else { Err(findings) }
    }

    /// The crates that the root lists as members.
    pub fn members(&self) -> impl Iterator<Item = &Manifest> {
        let listed = self.root.texts(&["workspace", "members"]);
        self.crates.iter().filter(move |manifest| listed.iter().any(|m| m == manifest.folder()))
    }
}

fn is_in_a_room(path: &str) -> bool {
    ROOMS.iter().any(|room| path.starts_with(room))
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// A workspace of the given crates, all of them members.
    pub(crate) fn workspace(crates: &[(&str, &str)]) -> Workspace {
        let folders: Vec<_> = crates.iter().map(|(folder, _)| format!("{folder:?}")).collect();
        let root = format!("[workspace]\nmembers = [{}]\n", folders.join(", "));
        let mut tree = WorkTree::of(&[("Cargo.toml", &root)]);
        for (folder, text) in crates {
            tree.add(&format!("{folder}/Cargo.toml"), Some((*text).to_owned()));
        }
        Workspace::read(&tree).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_the_listed_crates() {
        let root = "[workspace]\nmembers = [\"core/a\"]\n";
        let files = [("Cargo.toml", root), ("core/a/Cargo.toml", ""), ("proof/b/Cargo.toml", "")];
        let workspace = Workspace::read(&WorkTree::of(&files)).unwrap();
        assert_eq!(workspace.crates.len(), 2);
        let members: Vec<_> = workspace.members().map(Manifest::folder).collect();
        assert_eq!(members, ["core/a"]);
    }

    #[test]
    fn all_unreadable_manifests_are_found_at_once() {
        let files = [("Cargo.toml", ""), ("core/a/Cargo.toml", "["), ("app/b/Cargo.toml", "[")];
        assert_eq!(Workspace::read(&WorkTree::of(&files)).unwrap_err().len(), 2);
    }
}
