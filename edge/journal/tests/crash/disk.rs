//! A disk: what is on it for sure, and what is on its way.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use taisai_testing::luck::Luck;

use crate::log::Entry;

const SECTOR: usize = 512;

/// What a crash leaves behind.
pub(crate) type Image = BTreeMap<String, Vec<u8>>;

/// Files by number, and the names they have in the folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    files: BTreeMap<u32, File>,
    names: BTreeMap<String, u32>,
    /// Changes of names since the folder was synced. A file system keeps their order.
    renamings: Vec<Naming>,
}

#[derive(Clone, Debug, Default)]
struct File {
    safe: Vec<u8>,
    pending: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate { length: usize },
}

#[derive(Clone, Debug)]
enum Naming {
    Create { file: u32, name: String },
    Rename { from: String, to: String },
    Unlink { name: String },
}

/// What becomes of writes that were not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Crash {
    /// None has reached the disk.
    Lost,
    /// All have, as if only the process had died.
    Kept,
    /// All have but the last of each file, of which the first half has.
    TornAtTheEnd,
    /// All have but the last of each file, of which the second half has.
    TornAtTheStart,
    /// Any have, whole or some of their sectors, in any order.
    Any { seed: u64 },
}

impl Disk {
    /// Takes note of a call.
    pub(crate) fn take(&mut self, entry: &Entry) {
        match entry {
            Entry::Create { file, name } => {
                self.files.entry(*file).or_default();
                let (file, name) = (*file, name.clone());
                self.renamings.push(Naming::Create { file, name });
            }
            Entry::Write { file, at, bytes } => {
                let change = Change::Write { at: *at, bytes: bytes.clone() };
                self.files.entry(*file).or_default().pending.push(change);
            }
            Entry::Truncate { file, length } => {
                let change = Change::Truncate { length: *length };
                self.files.entry(*file).or_default().pending.push(change);
            }
            Entry::Sync { file } => self.files.entry(*file).or_default().sync(),
            Entry::SyncFolder => {
                for naming in std::mem::take(&mut self.renamings) {
                    naming.apply(&mut self.names);
                }
            }
            Entry::Rename { from, to } => {
                self.renamings.push(Naming::Rename { from: from.clone(), to: to.clone() });
            }
            Entry::Unlink { name } => {
                self.renamings.push(Naming::Unlink { name: name.clone() });
            }
            Entry::Said(_) => {}
        }
    }

    /// The disk as a crash leaves it now.
    pub(crate) fn after(&self, crash: Crash) -> Image {
        let mut luck = Luck::new(match crash {
            Crash::Any { seed } => seed,
            Crash::Lost | Crash::Kept | Crash::TornAtTheEnd | Crash::TornAtTheStart => 0,
        });
        let mut names = self.names.clone();
        let kept = match crash {
            Crash::Lost => 0,
            Crash::Kept | Crash::TornAtTheEnd | Crash::TornAtTheStart => self.renamings.len(),
            Crash::Any { .. } => luck.place(self.renamings.len() + 1),
        };
        for naming in &self.renamings[..kept] {
            naming.apply(&mut names);
        }
        let left = names.into_iter().filter(|(name, _)| !name.ends_with("-shm"));
        left.map(|(name, file)| (name, self.files[&file].after(crash, &mut luck))).collect()
    }
}

impl File {
    fn sync(&mut self) {
        for change in std::mem::take(&mut self.pending) {
            change.apply(&mut self.safe);
        }
    }

    fn after(&self, crash: Crash, luck: &mut Luck) -> Vec<u8> {
        let mut bytes = self.safe.clone();
        for (place, change) in self.pending.iter().enumerate() {
            let is_last = place + 1 == self.pending.len();
            match crash {
                Crash::Lost => {}
                Crash::TornAtTheEnd if is_last => change.half(0).apply(&mut bytes),
                Crash::TornAtTheStart if is_last => change.half(1).apply(&mut bytes),
                Crash::Kept | Crash::TornAtTheEnd | Crash::TornAtTheStart => {
                    change.apply(&mut bytes);
                }
                Crash::Any { .. } => change.perhaps(&mut bytes, luck),
            }
        }
        bytes
    }
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Self::Write { at, bytes } => {
                let end = at + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*at..end].copy_from_slice(bytes);
            }
            Self::Truncate { length } => file.resize(*length, 0),
        }
    }

    /// One half of a write, cut between two sectors, or within the one it has.
    fn half(&self, which: usize) -> Self {
        match self {
            Self::Write { at, bytes } => {
                let middle = bytes.len() / 2;
                let sector = (at + middle).next_multiple_of(SECTOR).saturating_sub(*at);
                let cut = if sector < bytes.len() { sector } else { middle };
                if which == 0 { self.part(0, cut) } else { self.part(cut, bytes.len()) }
            }
            Self::Truncate { .. } => self.clone(),
        }
    }

    fn part(&self, from: usize, to: usize) -> Self {
        match self {
            Self::Write { at, bytes } => {
                Self::Write { at: at + from, bytes: bytes[from..to].to_vec() }
            }
            Self::Truncate { .. } => self.clone(),
        }
    }

    /// Nothing of it, all of it, some of its sectors, or room for it that was never filled.
    fn perhaps(&self, file: &mut Vec<u8>, luck: &mut Luck) {
        let Self::Write { at, bytes } = self else {
            if luck.below(2) == 0 {
                self.apply(file);
            }
            return;
        };
        match luck.below(8) {
            0..=2 => {}
            3..=4 => self.apply(file),
            5 => file.resize(file.len().max(at + bytes.len()), 0),
            6 => self.part(0, luck.place(bytes.len() + 1)).apply(file),
            _ => {
                let mut from = 0;
                while from < bytes.len() {
                    let to = (at + from + 1).next_multiple_of(SECTOR) - at;
                    let to = to.min(bytes.len());
                    if luck.below(2) == 0 {
                        self.part(from, to).apply(file);
                    }
                    from = to;
                }
            }
        }
    }
}

impl Naming {
    fn apply(&self, names: &mut BTreeMap<String, u32>) {
        match self {
            Self::Create { file, name } => drop(names.insert(name.clone(), *file)),
            Self::Rename { from, to } => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
            Self::Unlink { name } => drop(names.remove(name)),
        }
    }
}

/// Puts an image into an empty folder.
pub(crate) fn write(image: &Image, folder: &Path) {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).unwrap();
    for (name, bytes) in image {
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(folder.join(name));
        file.unwrap().write_all(bytes).unwrap();
    }
}
