//! The files that the fuzzer starts from: the sound ones are read, all others refused.

use std::fs;
use std::path::Path;

use taisai_rulebooks::Edition;

/// Every file of the corpus by name.
fn files() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proof/fuzz/corpus/rulebook");
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    paths.map(|path| (name(&path), fs::read(&path).expect("a file of the corpus"))).collect()
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

#[test]
fn sound_books_of_the_corpus_are_read_and_all_others_are_refused() {
    let files = files();
    assert!(files.len() >= 20, "the corpus is in its place");
    for (name, bytes) in files {
        match Edition::read(&bytes) {
            Ok(_) => assert!(name.starts_with("sound-"), "{name} was read"),
            Err(mistakes) => assert!(!name.starts_with("sound-"), "{name}: {mistakes:#?}"),
        }
    }
}
