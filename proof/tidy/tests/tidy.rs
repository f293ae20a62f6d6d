//! The work tree keeps what the project promises about its own files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use taisai_rulebooks::ClauseList;
use taisai_tidy::{Finding, WorkTree, Workspace};

/// What commands leave behind, as `.gitignore` lists it, is not of the project.
struct Ignored(Vec<String>);

impl Ignored {
    fn read(root: &Path) -> Self {
        let listed = fs::read_to_string(root.join(".gitignore")).expect(".gitignore is there");
        let lines = listed.lines().map(|line| line.trim_end_matches('/').to_owned());
        Self(lines.chain(["/.git".to_owned()]).collect())
    }

    /// A line that begins with a stroke is a path from the root, any other a name anywhere.
    fn has(&self, path: &Path) -> bool {
        let (path, name) = (Path::new("/").join(path), path.file_name());
        self.0.iter().any(|line| path == Path::new(line) || name == Some(OsStr::new(line)))
    }
}

static TREE: LazyLock<WorkTree> = LazyLock::new(|| {
    let mut tree = WorkTree::default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    add_folder(&mut tree, &root, &PathBuf::new(), &Ignored::read(&root));
    tree
});

static WORKSPACE: LazyLock<Workspace> = LazyLock::new(|| match Workspace::read(&TREE) {
    Ok(workspace) => workspace,
    Err(findings) => panic!("{}", written(&findings)),
});

fn add_folder(tree: &mut WorkTree, root: &Path, folder: &Path, ignored: &Ignored) {
    let entries = fs::read_dir(root.join(folder)).expect("the work tree can be listed");
    for entry in entries {
        let entry = entry.expect("the work tree can be listed");
        let path = folder.join(entry.file_name());
        if ignored.has(&path) {
            continue;
        }
        if entry.path().is_dir() {
            add_folder(tree, root, &path, ignored);
        } else {
            add_file(tree, &entry.path(), &path);
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
fn what_commands_leave_behind_is_not_read() {
    let ignored = Ignored::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for left in ["target", "web/dist", "web/node_modules", "taisai-demo", ".git"] {
        assert!(ignored.has(Path::new(left)), "{left} is read");
        assert!(!TREE.has(left), "{left} is read");
    }
    assert!(!ignored.has(Path::new("web/src")) && !ignored.has(Path::new("docs/target")));
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
fn no_file_is_taken_by_path() {
    check(&taisai_tidy::no_file_is_taken_by_path(&TREE));
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
fn named_breakages_exist() {
    check(&taisai_tidy::named_breakages_exist(&TREE, ClauseList::embedded()));
}

#[test]
fn clauses_have_their_own_breakage() {
    check(&taisai_tidy::clauses_have_their_own_breakage(&TREE, ClauseList::embedded()));
}

#[test]
fn breakages_fit() {
    check(&taisai_tidy::breakages_fit(&TREE));
}

#[test]
fn security_is_shown() {
    check(&taisai_tidy::security_is_shown(&TREE));
}

/// The test asked for the crates of every platform without leave to download them: it passed only
/// where another command had left them behind. Those of this platform are what the tests are built
/// from; `make licences` reads the licences of the others as well.
#[test]
fn dependencies_may_be_used() {
    let deny = TREE.text("deny.toml").expect("deny.toml is there");
    let lock = TREE.text("Cargo.lock").expect("Cargo.lock is there");
    check(&taisai_tidy::sources_are_allowed(lock, deny));
    let host = cargo(&["-vV"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo has a host");
    let mut arguments = vec!["metadata", "--format-version", "1", "--locked"];
    if std::env::var_os("EVERY_PLATFORM").is_none() {
        arguments.extend(["--filter-platform", host]);
    }
    check(&taisai_tidy::licences_are_allowed(&cargo(&arguments), deny));
}

fn cargo(arguments: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = std::process::Command::new(env!("CARGO"));
    let result = cargo.args(arguments).current_dir(root).output().expect("cargo can be asked");
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    String::from_utf8(result.stdout).expect("cargo writes UTF-8")
}
