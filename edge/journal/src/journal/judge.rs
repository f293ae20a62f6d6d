//! Checks a journal before touching it: a refusal leaves every file as it was.

use std::path::{Path, PathBuf};

use super::fault::{HeadsFault, OpenFault};
use super::lock::Lock;
use super::place::{Files, Place};
use super::{
    Acceptance, Accepted, Journal, Memory, Options, Trust, agreement, existing, in_database, modes,
};
use crate::sidecar::{self, Shelf, Size};
use crate::sqlite::{Access, SqliteStore};
use crate::store::{Store, StoreFault};

/// A journal that may be opened for writing, and has not been changed yet. Nobody else can open it
/// meanwhile.
#[derive(Debug)]
pub struct Judged {
    journal: Journal,
    accepted: Option<Accepted>,
    options: Options,
    trust: Trust,
    location: Location,
}

/// Where the checked journal is.
#[derive(Debug)]
enum Location {
    /// In a folder, whose lock is held.
    Folder(Files, Lock),
    Database,
}

impl Location {
    fn sidecar<'k>(&'k self, options: &'k Options) -> Option<&'k Path> {
        match self {
            Self::Folder(files, _) => Some(&files.sidecar),
            Self::Database => options.sidecar.as_deref(),
        }
    }
}

impl Journal {
    /// Checks whether a journal may be opened for writing: it matches its remembered heads, or a
    /// named person accepts it as it is. Changes nothing.
    pub fn judge(
        place: &Place,
        options: &Options,
        acceptance: Option<&Acceptance>,
    ) -> Result<Judged, OpenFault> {
        let (mut store, location) = seen(place, options)?;
        let mut accepted = None;
        if let Some(sidecar) = location.sidecar(options) {
            let refused = against(store.as_mut(), sidecar, Trust::of(place, options))?;
            accepted = match (refused, acceptance) {
                (None, _) => None,
                (Some(fault), None) => {
                    return Err(OpenFault::Heads { sidecar: sidecar.to_owned(), fault });
                }
                (Some(fault), Some(by)) => {
                    let found = store.heads()?;
                    let remembered = sidecar::recall(sidecar).ok().map(|known| known.heads);
                    let (acceptance, refusal) = (by.clone(), fault.to_string());
                    Some(Accepted { acceptance, refusal, remembered, found })
                }
            };
        }
        for expected in &options.expected {
            expected.check(store.as_mut()).map_err(OpenFault::Expected)?;
        }
        let journal = Self::with_access(store, Access::Read)?;
        let trust = Trust::of(place, options);
        Ok(Judged { journal, accepted, options: options.clone(), trust, location })
    }

    /// Checks whether a store matches the sidecar on this shelf. Changes nothing.
    pub fn judge_beside(store: &mut dyn Store, shelf: &dyn Shelf) -> Result<(), OpenFault> {
        let (heads, remembered) = (store.heads()?, sidecar::recall_from(shelf));
        let sidecar = || shelf.path().to_owned();
        let agreed = agreement(store, &heads, &remembered, Trust::Alone)?;
        agreed.map(|_| ()).map_err(|fault| OpenFault::Heads { sidecar: sidecar(), fault })
    }
}

impl Judged {
    /// The journal, read-only.
    pub const fn journal(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// What the first commit must record, if somebody accepted this journal as it is.
    pub const fn accepted(&self) -> Option<&Accepted> {
        self.accepted.as_ref()
    }

    /// Opens it for writing. A commit that a crash left only in the sidecar is appended.
    pub fn open(self) -> Result<Journal, OpenFault> {
        let Self { journal, accepted, options, trust, location } = self;
        let size = trust.size(options.size);
        let sidecar = location.sidecar(&options).map(Path::to_owned);
        let (store, lock) = match location {
            Location::Folder(files, mut lock) => {
                // The read-only connection must be closed before writing.
                drop(journal);
                lock.keep();
                let store = SqliteStore::open_with(&files.database, Access::Write, options.log)?;
                (Box::new(store) as Box<dyn Store>, Some(lock))
            }
            Location::Database => (journal.store, None),
        };
        let opened = match (accepted, sidecar) {
            (Some(accepted), Some(path)) => taken_as_it_is(store, path, size, accepted)?,
            (_, sidecar) => Journal::open_store(store, sidecar.as_deref(), (trust, size))?,
        };
        Ok(Journal { lock, ..opened })
    }
}

/// Nothing is remembered yet: the first commit, which says who accepted the heads, does that.
fn taken_as_it_is(
    store: Box<dyn Store>,
    path: PathBuf,
    size: Size,
    accepted: Accepted,
) -> Result<Journal, StoreFault> {
    let memory = Memory::Accepted { path, size, accepted };
    Ok(Journal { memory, ..Journal::of_store(store)? })
}

/// The store of a journal to be written, unchanged.
fn seen(place: &Place, options: &Options) -> Result<(Box<dyn Store>, Location), OpenFault> {
    match place {
        Place::Folder(folder) => {
            let files = existing(folder, options)?;
            modes::check(&files)?;
            let lock = Lock::take(&files.lock)?;
            let store = SqliteStore::open(&files.database, Access::Untouched)?;
            Ok((Box::new(store), Location::Folder(files, lock)))
        }
        Place::Postgres(address) => {
            Ok((Box::new(in_database::open(address, options)?), Location::Database))
        }
    }
}

/// How a store differs from its remembered heads.
fn against(
    store: &mut dyn Store,
    sidecar: &Path,
    trust: Trust,
) -> Result<Option<HeadsFault>, StoreFault> {
    let (heads, remembered) = (store.heads()?, sidecar::recall(sidecar));
    Ok(agreement(store, &heads, &remembered, trust)?.err())
}
