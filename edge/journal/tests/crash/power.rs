//! Power lost after every single call, in every way.

use std::collections::HashMap;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use sha2::{Digest, Sha256};

use crate::disk::{self, Crash, Disk, Image};
use crate::log::{self, Entry, Words};
use crate::{child, fast_folder, found, is_long};

/// What a crash can leave behind, how it came about, and what must be found in it.
struct Morning {
    image: Image,
    words: Words,
    story: String,
}

#[test]
fn what_was_acknowledged_survives_power_loss_at_every_call() {
    let (rounds, seeds) = if is_long() { (300, 40) } else { (50, 4) };
    let entries = log_of(rounds);
    let mornings = mornings(&entries, seeds);
    let calls = entries.iter().filter(|entry| !matches!(entry, Entry::Said(_))).count();
    println!("{calls} calls, {} different disks afterwards", mornings.len());
    assert!(calls > 400, "the script makes {calls} calls");
    let wrong = wake_up_in(&mornings);
    for (morning, what) in wrong.iter().take(10) {
        println!("{}: {what}", morning.story);
    }
    assert!(wrong.is_empty(), "{} of {} disks", wrong.len(), mornings.len());
}

fn log_of(rounds: u64) -> Vec<Entry> {
    let folder = fast_folder();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    fs::create_dir(&data).unwrap();
    let mut child = child::watched(&data, rounds);
    let output = child.env("DISK_LOG", &log).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    log::read(&fs::read(log).unwrap())
}

/// Every different disk. Equal ones are opened once, and must hold what the most demanding of
/// them must.
fn mornings(entries: &[Entry], seeds: u64) -> Vec<Morning> {
    let mut disk = Disk::default();
    let mut words = Words::default();
    let mut found: HashMap<[u8; 32], Morning> = HashMap::new();
    for (call, entry) in entries.iter().enumerate() {
        disk.take(entry);
        if let Entry::Said(said) = entry {
            words.hear(said);
        }
        let any = (0..seeds).map(|seed| Crash::Any { seed: seed << 32 | call as u64 });
        let plain = [Crash::Lost, Crash::Kept, Crash::TornAtTheEnd, Crash::TornAtTheStart];
        for crash in plain.into_iter().chain(any) {
            let image = disk.after(crash);
            let story = format!("after call {call}, {crash:?}");
            let morning = Morning { words: words.clone(), story, image };
            found
                .entry(fingerprint(&morning.image))
                .and_modify(|known| known.words.ask_more(&words))
                .or_insert(morning);
        }
    }
    let mut mornings: Vec<_> = found.into_values().collect();
    mornings.sort_by(|one, other| one.story.cmp(&other.story));
    mornings
}

impl Words {
    /// The most that must be there, and the least that may.
    fn ask_more(&mut self, later: &Self) {
        self.founded |= later.founded;
        self.acknowledged = later.acknowledged.clone();
    }
}

fn fingerprint(image: &Image) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (name, bytes) in image {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    hash.finalize().into()
}

fn wake_up_in(mornings: &[Morning]) -> Vec<(&Morning, String)> {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let folder = fast_folder();
                while let Some(morning) = mornings.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let data = folder.path().join("data");
                    disk::write(&morning.image, &data);
                    if let Err(what) = found::check(&data, &morning.words) {
                        wrong.lock().unwrap().push((morning, what));
                    }
                    fs::remove_dir_all(&data).unwrap();
                }
            });
        }
    });
    wrong.into_inner().unwrap()
}
