//! The work tree keeps what the project promises about its own files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use taisai_rulebooks::ClauseList;
use taisai_tidy::{Finding, WorkTree, Workspace};

/// Folders of tools, not of the project.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];

static TREE: LazyLock<WorkTree> = LazyLock::new(|| {
    let mut tree = WorkTree::default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    add_folder(&mut tree, &root, &PathBuf::new());
    tree
});

static WORKSPACE: LazyLock<Workspace> = LazyLock::new(|| match Workspace::read(&TREE) {
    Ok(workspace) => workspace,
    Err(findings) => panic!("{}", written(&findings)),
});

fn add_folder(tree: &mut WorkTree, root: &Path, folder: &Path) {
    let entries = fs::read_dir(root.join(folder)).expect("the work tree can be listed");
    for entry in entries {
        let entry = entry.expect("the work tree can be listed");
        let name = entry.file_name();
        let path = folder.join(&name);
        if !entry.path().is_dir() {
            add_file(tree, &entry.path(), &path);
        } else if !SKIPPED.iter().any(|skipped| name == *skipped) {
            add_folder(tree, root, &path);
        }
    }
}

/// Whatever is not text, such as a picture, only exists.
fn add_file(tree: &mut WorkTree, file: &Path, path: &Path) {
    let name = path.to_string_lossy().replace('\\', "/");
    tree.add(&name, fs::read_to_string(file).ok());
}

fn written(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    format!("\n{}\n", lines.join("\n"))
}

fn check(findings: &[Finding]) {
    assert!(findings.is_empty(), "{}", written(findings));
}

#[test]
fn the_work_tree_is_read() {
    assert!(TREE.has("proof/tidy/tests/tidy.rs"));
    assert!(WORKSPACE.members().any(|member| member.room() == "tidy"));
}

#[test]
fn arrows_are_as_drawn() {
    check(&taisai_tidy::arrows_are_as_drawn(&TREE, &WORKSPACE));
}

#[test]
fn crates_are_members() {
    check(&taisai_tidy::crates_are_members(&WORKSPACE));
}

#[test]
fn members_inherit() {
    check(&taisai_tidy::members_inherit(&WORKSPACE));
}

#[test]
fn core_is_pure() {
    check(&taisai_tidy::core_is_pure(&TREE, &WORKSPACE));
}

#[test]
fn rooms_keep_to_themselves() {
    check(&taisai_tidy::rooms_keep_to_themselves(&WORKSPACE));
}

#[test]
fn no_code_knows_a_jurisdiction() {
    check(&taisai_tidy::no_code_knows_a_jurisdiction(&TREE));
}

#[test]
fn files_open_with_a_sentence() {
    check(&taisai_tidy::files_open_with_a_sentence(&TREE));
}

#[test]
fn lines_fit() {
    check(&taisai_tidy::lines_fit(&TREE));
}

#[test]
fn nothing_is_unfinished() {
    check(&taisai_tidy::nothing_is_unfinished(&TREE));
}

#[test]
fn dependencies_have_reasons() {
    check(&taisai_tidy::dependencies_have_reasons(&WORKSPACE));
}

#[test]
fn dependencies_are_inherited() {
    check(&taisai_tidy::dependencies_are_inherited(&WORKSPACE));
}

#[test]
fn no_machine_is_named() {
    check(&taisai_tidy::no_machine_is_named(&TREE));
}

#[test]
fn links_lead_somewhere() {
    check(&taisai_tidy::links_lead_somewhere(&TREE));
}

#[test]
fn named_tests_exist() {
    println!("{}", taisai_tidy::open_clauses(ClauseList::embedded()));
    check(&taisai_tidy::named_tests_exist(&TREE, ClauseList::embedded()));
}

#[test]
fn breakages_fit() {
    check(&taisai_tidy::breakages_fit(&TREE));
}

#[test]
fn security_is_shown() {
    check(&taisai_tidy::security_is_shown(&TREE));
}

#[test]
fn dependencies_may_be_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline"]).current_dir(root);
    let listed = cargo.output().expect("cargo can be asked");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).expect("cargo writes UTF-8");
    let deny = TREE.text("deny.toml").expect("deny.toml is there");
    check(&taisai_tidy::dependencies_may_be_used(&listed, deny));
}
