//! Finds the rule book a command names.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use serde_json::json;
use taisai_rulebooks::{Edition, FILE_MAX, Library, Mistake, nearest};

use crate::failure::{Detail, Failure};

/// The embedded rule book with this id, or the house's own book in this file.
pub(crate) fn find(name: &str) -> Result<Cow<'static, Edition>, Failure> {
    if names_a_file(name) {
        let bytes = read(name)?;
        return Edition::read(&bytes).map(Cow::Owned).map_err(|mistakes| refused(name, &mistakes));
    }
    find_embedded(name).map(Cow::Borrowed)
}

/// The rule books with these names, each once; with `--all` the embedded ones first.
pub(crate) fn find_several(
    names: &[String],
    all: bool,
) -> Result<Vec<Cow<'static, Edition>>, Failure> {
    let embedded = Library::editions().filter(|_| all).map(Cow::Borrowed);
    let mut found: Vec<Cow<'static, Edition>> = embedded.collect();
    for name in names {
        let edition = find(name)?;
        if found.iter().all(|other| other.fingerprint() != edition.fingerprint()) {
            found.push(edition);
        }
    }
    Ok(found)
}

/// The embedded rule book with this id.
pub(crate) fn find_embedded(name: &str) -> Result<&'static Edition, Failure> {
    if let Some(edition) = Library::get(name) {
        return Ok(edition);
    }
    let hint = nearest(name, Library::ids()).map_or_else(
        || format!("the rule books are {}", ids()),
        |id| format!("did you mean {id}?"),
    );
    Err(Failure::usage("unknown-rule-book", format!("there is no rule book {name:?}")).hint(hint))
}

fn names_a_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "toml") || name.contains(['/', '\\'])
}

fn ids() -> String {
    Library::ids().collect::<Vec<_>>().join(", ")
}

/// Reads a rule book file, but never more of it than the longest rule book.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    use std::io::Read as _;
    let unreadable = |error: std::io::Error| {
        Failure::usage("unreadable-file", format!("cannot read {path}: {error}"))
            .hint("give the path of a rule book in TOML")
    };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(FILE_MAX as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// A file that is not a sound rule book, with every mistake in it.
pub(crate) fn refused(path: &str, mistakes: &[Mistake]) -> Failure {
    let count = match mistakes.len() {
        1 => "1 mistake".to_owned(),
        count => format!("{count} mistakes"),
    };
    let detail = |mistake: &Mistake| Detail {
        text: format!("{path}:{mistake}"),
        json: json!({
            "file": path,
            "line": mistake.at.line,
            "column": mistake.at.column,
            "key": mistake.key,
            "kind": mistake.kind.code(),
            "message": mistake.kind.to_string(),
            "clause": mistake.clause.as_ref().map(ToString::to_string),
            "right": mistake.kind.right(),
        }),
    };
    Failure::no("unsound-rule-book", format!("{path} is not a sound rule book: {count}"))
        .details(mistakes.iter().map(detail).collect())
}
