//! Where a journal is kept.

use std::fmt;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use crate::sqlite::{Access, SqliteStore, Watch, log_of};
use crate::store::StoreFault;

/// Where a journal is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder on this machine, with SQLite.
    Folder(PathBuf),
    /// A PostgreSQL database, by its address.
    Postgres(String),
}

const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

impl Place {
    /// Parses the address of a PostgreSQL database, or else a folder.
    pub fn parse(named: &str) -> Self {
        if POSTGRES.iter().any(|scheme| named.starts_with(scheme)) {
            Self::Postgres(named.to_owned())
        } else {
            Self::Folder(PathBuf::from(named))
        }
    }
}

/// The file beside a journal that keeps the key of its vouchers. It is no part of the journal, and
/// where it lies there was one.
pub const KEY_FILE: &str = "vouchers.key";

/// The files of a journal in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) folder: PathBuf,
    pub(crate) database: PathBuf,
    pub(crate) sidecar: PathBuf,
    pub(crate) lock: PathBuf,
}

impl Files {
    pub(crate) fn new(folder: &Path, sidecar: Option<&Path>) -> Self {
        let own = || folder.join("journal.heads");
        Self {
            folder: folder.to_owned(),
            database: folder.join("journal.db"),
            sidecar: sidecar.map_or_else(own, Path::to_owned),
            lock: folder.join("journal.lock"),
        }
    }

    /// What is left of a journal without its database: its log, its heads, or its key.
    pub(crate) fn left(&self) -> Option<PathBuf> {
        let (log, key) = (log_of(&self.database), self.folder.join(KEY_FILE));
        [log, self.sidecar.clone(), key].into_iter().find(|left| left.exists())
    }

    /// The database, read-only: beside a writer, or without touching a file.
    pub(crate) fn open_read_only(&self) -> Result<SqliteStore, StoreFault> {
        let (access, watch) = self.read_access();
        SqliteStore::open_watched(&self.database, access, watch)
    }

    /// How to read the database, and a watch that notices a new writer.
    pub(crate) fn read_access(&self) -> (Access, Watch) {
        // Watch first, so that no writer starts unseen.
        let watch = Watch::new(&self.database);
        let access = if Lock::is_held(&self.lock) { Access::Read } else { Access::Untouched };
        (access, watch)
    }
}

impl fmt::Display for Place {
    /// Without the password an address may hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::Postgres(address) => {
                let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
                let shown = rest.split_once('@').map_or(rest, |(_, host)| host);
                write!(f, "{scheme}://{shown}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_database_and_anything_else_a_folder() {
        let address = "postgres://cage:secret@floor.example/journal";
        assert_eq!(Place::parse(address), Place::Postgres(address.to_owned()));
        assert_eq!(Place::parse("postgres"), Place::Folder("postgres".into()));
        assert_eq!(Place::parse("data/floor"), Place::Folder("data/floor".into()));
    }

    #[test]
    fn a_password_is_not_shown() {
        let place = Place::parse("postgresql://cage:secret@floor.example/journal");
        assert_eq!(place.to_string(), "postgresql://floor.example/journal");
    }
}
