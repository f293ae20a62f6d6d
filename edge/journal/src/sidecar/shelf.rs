//! Where a sidecar is stored: a file, or a simulation's replacement for it.

use std::fmt;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::sync_folder;

/// The place of a sidecar.
pub trait Shelf: Send + fmt::Debug {
    /// Its name in messages.
    fn path(&self) -> &Path;

    /// The whole contents.
    fn read(&self) -> io::Result<Vec<u8>>;

    /// Replaces the contents, all or nothing, durable when it returns.
    fn replace(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Starts writing and syncing a slot; one at a time.
    fn begin(&mut self, at: u64, slot: Vec<u8>);

    /// Waits until the slot is durable, and returns its buffer.
    fn wait(&mut self) -> (Vec<u8>, io::Result<()>);

    /// Writes bytes without waiting until they are durable.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;
}

/// A file written by its own thread, in parallel with the store.
#[derive(Debug)]
pub struct FileShelf {
    path: PathBuf,
    open: Option<Open>,
}

/// The open file and the thread that writes it.
#[derive(Debug)]
struct Open {
    file: File,
    orders: Option<SyncSender<Order>>,
    answers: Receiver<(Vec<u8>, io::Result<()>)>,
    thread: Option<JoinHandle<()>>,
}

/// A slot to be written and synced.
#[derive(Debug)]
struct Order {
    at: u64,
    slot: Vec<u8>,
}

impl FileShelf {
    /// The file of this name.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), open: None }
    }

    fn open(&self) -> &Open {
        self.open.as_ref().expect("a sidecar is put in its place before it is written")
    }
}

impl Shelf for FileShelf {
    fn path(&self) -> &Path {
        &self.path
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(&self.path)
    }

    fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.open = Some(Open::new(write_beside(&self.path, bytes)?)?);
        Ok(())
    }

    fn begin(&mut self, at: u64, slot: Vec<u8>) {
        let orders = self.open().orders.as_ref();
        let orders = orders.expect("orders are taken until the sidecar is dropped");
        orders.send(Order { at, slot }).expect("the thread lives as long as the sidecar");
    }

    fn wait(&mut self) -> (Vec<u8>, io::Result<()>) {
        self.open().answers.recv().expect("every order is answered")
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.open().file.write_all_at(bytes, at)
    }
}

impl Open {
    fn new(file: File) -> io::Result<Self> {
        let (orders, to_do) = sync_channel::<Order>(1);
        let (done, answers) = sync_channel(1);
        let for_thread = file.try_clone()?;
        let work = move || {
            for Order { at, slot } in to_do {
                let written =
                    for_thread.write_all_at(&slot, at).and_then(|()| for_thread.sync_data());
                if done.send((slot, written)).is_err() {
                    return;
                }
            }
            // The last mark; the next opening could also find out without it.
            let _ = for_thread.sync_data();
        };
        let thread = thread::Builder::new().name("journal heads".into()).spawn(work)?;
        Ok(Self { file, orders: Some(orders), answers, thread: Some(thread) })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            // The thread that waited for an answer has already seen a panic there.
            let _ = thread.join();
        }
    }
}

/// Only the owner may read the heads, like the journal.
const OWNER_ONLY: u32 = 0o600;

/// Writes a whole sidecar under another name, syncs it, and renames it.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let beside = path.with_added_extension("new");
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(true).mode(OWNER_ONLY);
    let mut file = options.open(&beside)?;
    // A file left by a crash keeps the mode it was created with.
    file.set_permissions(Permissions::from_mode(OWNER_ONLY))?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    sync_folder(path)?;
    Ok(file)
}
