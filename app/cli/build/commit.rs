//! The commit of a work tree, and the files that change when it does.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit that is checked out in the folder; none where there is no git, or no repository.
pub(crate) fn of(folder: &Path) -> Option<String> {
    git(folder, &["rev-parse", "HEAD"])
}

/// The files of the repository that change whenever another commit is checked out. Only those that
/// exist: cargo takes one that is missing for one that has changed, and would always build anew.
pub(crate) fn watched(folder: &Path) -> Vec<PathBuf> {
    let branch = git(folder, &["symbolic-ref", "--quiet", "HEAD"]);
    // HEAD names the branch, its log gets a line with every commit; and where there is no log, the
    // branch's own file, or the file in which all branches were packed.
    let names = ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref());
    let path = |name: &str| git(folder, &["rev-parse", "--git-path", name]);
    // Git prints the path relative to the folder it was asked in.
    names.filter_map(path).map(|path| folder.join(path)).filter(|path| path.exists()).collect()
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}
