//! A disk that keeps synced data and does anything with the rest. A write is visible at once and
//! durable only after a sync. When the power fails, each unsynced write is kept, lost, or torn, in
//! any combination. After a failed sync readers still see their data and the platter may hold
//! anything.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_testing::luck::Luck;

/// The unit of a write that is kept or lost as a whole.
const SECTOR: usize = 512;

/// How often a disk fails: once in this many operations; 0 means never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskFaults {
    /// A write or a sync fails.
    pub failing: u64,
    /// The disk is full for a while.
    pub full: u64,
    /// The power fails.
    pub power: u64,
}

/// How a disk fails at the chosen operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The power fails, and every unsynced write is on the platter.
    Kept,
    /// The power fails, and no unsynced write is.
    Lost,
    /// The power fails, and every unsynced write is torn.
    Torn,
    /// The operation fails, once.
    Fails,
}

impl Fate {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Kept, Self::Lost, Self::Torn, Self::Fails];
}

/// What has happened to a disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskCounts {
    /// Writes and syncs.
    pub operations: u64,
    pub writes_failed: u64,
    pub syncs_failed: u64,
    /// Writes for which there was no room.
    pub full: u64,
    /// Times the power went.
    pub power_cuts: u64,
    /// Unsynced writes that were kept, lost and torn when it did.
    pub kept: u64,
    /// Those that were lost.
    pub lost: u64,
    /// Those that were torn.
    pub torn: u64,
}

/// A handle of the disk; clones share it.
#[derive(Clone)]
pub struct Disk(Arc<Mutex<Inner>>);

struct Inner {
    files: BTreeMap<&'static str, Platter>,
    luck: Luck,
    faults: DiskFaults,
    counts: DiskCounts,
    /// This many more operations will find the disk full.
    full_for: u64,
    /// At which operation it is to fail, and how.
    appointed: Option<(u64, Fate)>,
    powered: bool,
}

/// One file.
#[derive(Clone, Default)]
struct Platter {
    seen: Vec<u8>,
    durable: Vec<u8>,
    unsynced: Vec<Write>,
}

#[derive(Clone)]
struct Write {
    at: usize,
    bytes: Vec<u8>,
}

/// What lies on the platters.
#[derive(Clone)]
pub struct Contents(BTreeMap<&'static str, Platter>);

impl Disk {
    /// An empty disk.
    pub fn new(luck: Luck) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            files: BTreeMap::new(),
            luck,
            faults: DiskFaults::default(),
            counts: DiskCounts::default(),
            full_for: 0,
            appointed: None,
            powered: true,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on it fails as often as this.
    pub fn set_faults(&self, faults: DiskFaults) {
        let mut disk = self.lock();
        disk.faults = faults;
        disk.full_for = 0;
    }

    /// Makes the disk fail at the Nth operation from now.
    pub fn appoint(&self, place: u64, fate: Fate) {
        let mut disk = self.lock();
        disk.appointed = Some((disk.counts.operations + place, fate));
    }

    /// Cancels the failure.
    pub fn dismiss(&self) {
        self.lock().appointed = None;
    }

    /// What has happened so far.
    pub fn counts(&self) -> DiskCounts {
        self.lock().counts
    }

    /// Whether the power is on.
    pub fn is_powered(&self) -> bool {
        self.lock().powered
    }

    /// Cuts the power at once.
    pub fn cut_power(&self) {
        self.lock().cut_power();
    }

    /// The power is back: what was not synced is kept, lost or torn.
    pub fn restore_power(&self) {
        let mut disk = self.lock();
        let Inner { files, luck, counts, appointed, .. } = &mut *disk;
        let fate = appointed.take().map(|(_, fate)| fate);
        for platter in files.values_mut() {
            platter.settle(luck, counts, fate);
        }
        disk.powered = true;
    }

    /// The contents as a reader sees them.
    pub fn contents(&self) -> Contents {
        Contents(self.lock().files.clone())
    }

    pub fn put_back(&self, contents: Contents) {
        self.lock().files = contents.0;
    }

    /// Flips one durable bit of a file; returns where, if the file is not empty.
    pub fn flip(&self, file: &'static str, luck: &mut Luck) -> Option<usize> {
        let mut disk = self.lock();
        let platter = disk.files.get_mut(file).filter(|platter| !platter.durable.is_empty())?;
        let at = luck.place(platter.durable.len());
        platter.durable[at] ^= 1 << luck.below(8);
        platter.seen.clone_from(&platter.durable);
        Some(at)
    }

    /// Loses the end of a file.
    pub fn cut(&self, file: &'static str, length: usize) {
        let mut disk = self.lock();
        let platter = disk.files.entry(file).or_default();
        platter.durable.truncate(length);
        platter.seen.clone_from(&platter.durable);
    }

    /// Everything in a file.
    pub fn read(&self, file: &'static str) -> io::Result<Vec<u8>> {
        let disk = self.lock();
        if !disk.powered {
            return Err(no_power());
        }
        let platter = disk.files.get(file).ok_or(io::ErrorKind::NotFound)?;
        Ok(platter.seen.clone())
    }

    /// A piece of a file.
    pub fn read_at(&self, file: &'static str, at: usize, length: usize) -> io::Result<Vec<u8>> {
        let disk = self.lock();
        if !disk.powered {
            return Err(no_power());
        }
        let platter = disk.files.get(file).ok_or(io::ErrorKind::NotFound)?;
        let piece = platter.seen.get(at..at + length).ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(piece.to_vec())
    }

    /// Writes; durable only after a sync.
    pub fn write(&self, file: &'static str, at: usize, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.lock();
        let (was_powered, happens) = (disk.powered, disk.operation());
        if let Err(Trouble::Power) = happens {
            // If the power failed during the write, any part of it may be on the platter.
            if was_powered {
                disk.files.entry(file).or_default().write(at, bytes);
            }
            return Err(no_power());
        }
        happens.map_err(|trouble| {
            disk.counts.writes_failed += u64::from(trouble == Trouble::Failing);
            io::Error::from(trouble)
        })?;
        disk.files.entry(file).or_default().write(at, bytes);
        Ok(())
    }

    /// Makes everything written to a file durable.
    pub fn sync(&self, file: &'static str) -> io::Result<()> {
        let mut disk = self.lock();
        match disk.operation() {
            Ok(()) | Err(Trouble::Full) => {
                disk.files.entry(file).or_default().sync();
                Ok(())
            }
            Err(Trouble::Power) => Err(no_power()),
            Err(Trouble::Failing) => {
                disk.counts.syncs_failed += 1;
                let Inner { files, luck, counts, .. } = &mut *disk;
                files.entry(file).or_default().forget_unsynced(luck, counts);
                Err(Trouble::Failing.into())
            }
        }
    }

    /// Writes a whole file beside the old one, syncs it and renames it.
    pub fn replace(&self, file: &'static str, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.lock();
        for _ in ["write", "sync", "rename", "sync of the folder"] {
            disk.operation().map_err(|trouble| {
                disk.counts.writes_failed += u64::from(trouble == Trouble::Failing);
                io::Error::from(trouble)
            })?;
        }
        let (seen, durable) = (bytes.to_vec(), bytes.to_vec());
        disk.files.insert(file, Platter { seen, durable, unsynced: Vec::new() });
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Power,
    Failing,
    Full,
}

impl From<Trouble> for io::Error {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Power => no_power(),
            Trouble::Failing => Self::other("the simulated disk fails"),
            Trouble::Full => Self::new(io::ErrorKind::StorageFull, "the simulated disk is full"),
        }
    }
}

fn no_power() -> io::Error {
    io::Error::other("the simulated power is off")
}

impl Inner {
    /// Counts an operation, and returns whether it succeeds.
    fn operation(&mut self) -> Result<(), Trouble> {
        if !self.powered {
            return Err(Trouble::Power);
        }
        self.counts.operations += 1;
        match self.appointed {
            Some((at, Fate::Fails)) if at == self.counts.operations => {
                return Err(Trouble::Failing);
            }
            Some((at, Fate::Kept | Fate::Lost | Fate::Torn)) if at == self.counts.operations => {
                self.cut_power();
                return Err(Trouble::Power);
            }
            Some(_) | None => {}
        }
        if self.luck.one_in(self.faults.power) {
            self.cut_power();
            return Err(Trouble::Power);
        }
        if self.luck.one_in(self.faults.full) {
            self.full_for = self.luck.between(1, 30);
        }
        if self.full_for > 0 {
            self.full_for -= 1;
            self.counts.full += 1;
            return Err(Trouble::Full);
        }
        if self.luck.one_in(self.faults.failing) {
            return Err(Trouble::Failing);
        }
        Ok(())
    }

    fn cut_power(&mut self) {
        self.counts.power_cuts += u64::from(self.powered);
        self.powered = false;
    }
}

impl Platter {
    fn write(&mut self, at: usize, bytes: &[u8]) {
        put(&mut self.seen, at, bytes);
        self.unsynced.push(Write { at, bytes: bytes.to_vec() });
    }

    fn sync(&mut self) {
        for Write { at, bytes } in std::mem::take(&mut self.unsynced) {
            put(&mut self.durable, at, &bytes);
        }
    }

    /// After a failed sync the unsynced writes never reach the platter, although readers see them.
    fn forget_unsynced(&mut self, luck: &mut Luck, counts: &mut DiskCounts) {
        let seen = std::mem::take(&mut self.seen);
        self.settle(luck, counts, None);
        self.seen = seen;
    }

    /// Each unsynced write is kept, lost or torn, as chosen or at random; then only durable data is
    /// visible.
    fn settle(&mut self, luck: &mut Luck, counts: &mut DiskCounts, fate: Option<Fate>) {
        for Write { at, bytes } in std::mem::take(&mut self.unsynced) {
            let by_chance = [Fate::Kept, Fate::Lost, Fate::Torn];
            match fate.unwrap_or_else(|| *luck.one_of(&by_chance)) {
                Fate::Kept => {
                    counts.kept += 1;
                    put(&mut self.durable, at, &bytes);
                }
                Fate::Lost | Fate::Fails => counts.lost += 1,
                Fate::Torn => {
                    counts.torn += 1;
                    self.tear(at, &bytes, luck);
                }
            }
        }
        self.seen.clone_from(&self.durable);
    }

    /// Some sectors of a write are kept, and of one perhaps only the beginning.
    fn tear(&mut self, at: usize, bytes: &[u8], luck: &mut Luck) {
        for (place, sector) in bytes.chunks(SECTOR).enumerate() {
            let at = at + place * SECTOR;
            match luck.below(4) {
                0 => put(&mut self.durable, at, sector),
                1 => put(&mut self.durable, at, &sector[..luck.place(sector.len())]),
                _ => {}
            }
        }
    }
}

fn put(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[at..end].copy_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "file";

    #[test]
    fn what_is_synced_stays_and_the_rest_may_go() {
        let (mut kept, mut lost, mut torn) = (0, 0, 0);
        for seed in 0..200 {
            let disk = Disk::new(Luck::of_stream(seed, 0));
            disk.write(FILE, 0, &[1; 2_000]).unwrap();
            disk.sync(FILE).unwrap();
            disk.write(FILE, 2_000, &[2; 2_000]).unwrap();
            assert_eq!(disk.read(FILE).unwrap().len(), 4_000);
            disk.cut_power();
            assert!(disk.read(FILE).is_err() && disk.write(FILE, 0, &[3]).is_err());
            disk.restore_power();
            let found = disk.read(FILE).unwrap();
            assert_eq!(found[..2_000], [1; 2_000]);
            match found[2_000..].iter().filter(|&&byte| byte == 2).count() {
                2_000 => kept += 1,
                0 => lost += 1,
                _ => torn += 1,
            }
        }
        assert!(kept > 20 && lost > 20 && torn > 20, "{kept} {lost} {torn}");
    }

    #[test]
    fn after_a_failed_sync_everybody_sees_what_may_not_be_there() {
        let disk = Disk::new(Luck::of_stream(1, 0));
        disk.write(FILE, 0, &[1; 100]).unwrap();
        disk.set_faults(DiskFaults { failing: 1, ..DiskFaults::default() });
        assert!(disk.sync(FILE).is_err());
        disk.set_faults(DiskFaults::default());
        disk.sync(FILE).unwrap();
        assert_eq!(disk.read(FILE).unwrap(), [1; 100]);
        let kept: Vec<usize> = (0..50)
            .map(|seed| {
                let disk = Disk::new(Luck::of_stream(seed, 0));
                disk.write(FILE, 0, &[1; 100]).unwrap();
                disk.set_faults(DiskFaults { failing: 1, ..DiskFaults::default() });
                assert!(disk.sync(FILE).is_err());
                disk.set_faults(DiskFaults::default());
                disk.sync(FILE).unwrap();
                disk.cut_power();
                disk.restore_power();
                disk.read(FILE).unwrap().len()
            })
            .collect();
        assert!(kept.contains(&0) && kept.contains(&100), "{kept:?}");
    }

    #[test]
    fn a_replaced_file_is_the_old_one_or_the_new_one() {
        for seed in 0..100 {
            let disk = Disk::new(Luck::of_stream(seed, 0));
            disk.replace(FILE, &[1; 700]).unwrap();
            disk.set_faults(DiskFaults { power: 5, ..DiskFaults::default() });
            let replaced = disk.replace(FILE, &[2; 900]).is_ok();
            disk.cut_power();
            disk.restore_power();
            let found = disk.read(FILE).unwrap();
            assert_eq!(found, if replaced { vec![2; 900] } else { vec![1; 700] });
        }
    }

    #[test]
    fn a_disk_fails_at_the_operation_that_is_appointed_and_as_appointed() {
        for fate in Fate::ALL {
            let disk = Disk::new(Luck::of_stream(5, 0));
            disk.write(FILE, 0, &[1; 600]).unwrap();
            disk.sync(FILE).unwrap();
            disk.appoint(2, fate);
            disk.write(FILE, 0, &[2; 600]).unwrap();
            assert!(disk.sync(FILE).is_err(), "{fate:?}");
            assert_eq!(disk.is_powered(), fate == Fate::Fails);
            disk.restore_power();
            let twos = disk.read(FILE).unwrap().iter().filter(|&&byte| byte == 2).count();
            match fate {
                Fate::Kept => assert_eq!(twos, 600),
                Fate::Lost => assert_eq!(twos, 0),
                Fate::Torn | Fate::Fails => assert!(twos <= 600),
            }
            disk.write(FILE, 0, &[3]).unwrap();
            disk.sync(FILE).unwrap();
        }
    }
}
