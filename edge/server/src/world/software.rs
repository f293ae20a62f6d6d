//! Which software this is: what a laboratory writes on its certificate and compares later.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use sha2::{Digest as _, Sha256};
use taisai_floor::{BookHash, Line, Notice};
use taisai_protocol::api::version::{BookVersion, Version};
use taisai_rulebooks::Library;

use crate::world::embedded::Screens;

/// A SHA-256.
type Hash = [u8; 32];

/// Which software runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Software {
    /// The commit it was built from, or `unknown`.
    commit: Line,
    /// The hash of the file that runs; none where it cannot be read.
    binary: Option<Hash>,
    /// The hash of the screens in it; none where it has none.
    screens: Option<Hash>,
}

impl Software {
    /// The version of the release.
    pub const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    /// The text if no commit is known.
    pub const UNKNOWN: &'static str = "unknown";

    /// The software of this process, built from this commit. The file is read once.
    pub fn running(commit: &str) -> Arc<Self> {
        static BINARY: LazyLock<Option<Hash>> = LazyLock::new(|| hash_of_file().ok());
        Arc::new(Self { commit: line(commit), binary: *BINARY, screens: hash_of_screens() })
    }

    /// Software of which nothing is known but its books, for a simulated house.
    pub fn unknown() -> Arc<Self> {
        Arc::new(Self { commit: line(Self::UNKNOWN), binary: None, screens: None })
    }

    /// The notice that every start records.
    pub fn notice(&self) -> Notice {
        let book = |(id, hash)| BookHash { book: line(id), hash };
        Notice::SoftwareIdentified {
            commit: self.commit.clone(),
            binary: self.binary,
            screens: self.screens,
            books: books().map(book).collect(),
        }
    }

    /// The same as the wire and the command line show it.
    pub fn version(&self) -> Version {
        let book = |(id, hash): (&str, Hash)| BookVersion { book: id.into(), sha256: hex(&hash) };
        Version {
            version: Self::VERSION.to_owned(),
            commit: self.commit.to_string(),
            binary_sha256: self.binary.as_ref().map(|hash| hex(hash)),
            screens_sha256: self.screens.as_ref().map(|hash| hex(hash)),
            books: books().map(book).collect(),
        }
    }
}

/// The SHA-256 of all screens: of the lines that `sha256sum` prints for their files, in the order
/// of their names. None where there are none.
fn hash_of_screens() -> Option<[u8; 32]> {
    let names: BTreeSet<String> = Screens::iter().map(|name| name.to_string()).collect();
    let mut all = Sha256::new();
    for name in &names {
        let hash = Screens::get(name)?.metadata.sha256_hash();
        all.update(format!("{}  {name}\n", hex(&hash)));
    }
    (!names.is_empty()).then(|| all.finalize().into())
}

/// Every embedded book with its fingerprint.
fn books() -> impl Iterator<Item = (&'static str, Hash)> {
    Library::editions().map(|edition| (edition.id(), *edition.fingerprint().as_bytes()))
}

fn line(text: &str) -> Line {
    Line::new(text).unwrap_or_else(|| Line::new(Software::UNKNOWN).expect("a plain word"))
}

/// The file that runs. Where the system keeps hold of it under a name of its own, that is read: it
/// stays the same when another file is put in its place.
fn hash_of_file() -> io::Result<Hash> {
    let held = PathBuf::from("/proc/self/exe");
    let path = if held.exists() { held } else { std::env::current_exe()? };
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path)?, &mut Into(&mut hash))?;
    Ok(hash.finalize().into())
}

/// A hash as a writer.
struct Into<'a>(&'a mut Sha256);

impl io::Write for Into<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A hash in 64 letters.
pub fn hex(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_is_the_file_that_runs() {
        let file = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let version = Software::running("abc").version();
        assert_eq!(version.binary_sha256, Some(hex(&Sha256::digest(file))));
        assert_eq!((version.commit.as_str(), version.version.as_str()), ("abc", Software::VERSION));
    }

    #[test]
    fn every_embedded_book_is_named_with_its_fingerprint() {
        let books = Software::unknown().version().books;
        assert_eq!(books.len(), Library::editions().count());
        for (listed, edition) in books.iter().zip(Library::editions()) {
            assert_eq!(listed.book, edition.id());
            assert_eq!(listed.sha256, edition.fingerprint().to_string());
        }
    }
}
