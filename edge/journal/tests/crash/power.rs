//! Power lost after every single call, in every way.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Known;
use std::fs;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use sha2::{Digest, Sha256};

use crate::disk::{self, Crash, Disk, Image};
use crate::log::{self, Entry, Words};
use crate::{child, fast_folder, found, is_long};

/// A crash that leaves a disk behind as none before it did, and what must be found there. The disk
/// itself is made again when it is its turn: all of them together are larger than any memory.
struct Morning {
    call: usize,
    crash: Crash,
    words: Words,
}

#[test]
fn what_was_acknowledged_survives_power_loss_at_every_call() {
    let (rounds, seeds) = if is_long() { (150, 16) } else { (50, 4) };
    let entries = log_of(rounds);
    let mornings = mornings(&entries, seeds);
    let calls = entries.iter().filter(|entry| !matches!(entry, Entry::Said(_))).count();
    println!("{calls} calls, {} different disks afterwards", mornings.len());
    assert!(calls > 400, "the script makes {calls} calls");
    let wrong = wake_up_in(&mornings, &entries);
    for (Morning { call, crash, .. }, what) in wrong.iter().take(10) {
        println!("after call {call}, {crash:?}: {what}");
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
    let mut mornings: Vec<Morning> = Vec::new();
    let mut places: HashMap<[u8; 32], usize> = HashMap::new();
    for (call, entry) in entries.iter().enumerate() {
        disk.take(entry);
        if let Entry::Said(said) = entry {
            words.hear(said);
        }
        let any = (0..seeds).map(|seed| Crash::Any { seed: seed << 32 | call as u64 });
        let plain = [Crash::Lost, Crash::Kept, Crash::TornAtTheEnd, Crash::TornAtTheStart];
        for crash in plain.into_iter().chain(any) {
            match places.entry(fingerprint(&disk.after(crash))) {
                Known::Occupied(place) => mornings[*place.get()].words.ask_more(&words),
                Known::Vacant(place) => {
                    place.insert(mornings.len());
                    mornings.push(Morning { call, crash, words: words.clone() });
                }
            }
        }
    }
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

fn wake_up_in<'a>(mornings: &'a [Morning], entries: &[Entry]) -> Vec<(&'a Morning, String)> {
    let wrong = Mutex::new(Vec::new());
    let (give, take) = mpsc::sync_channel::<(&Morning, Image)>(2);
    // The workers alone hold the end that takes: where they fall, nobody waits for them.
    let take = Arc::new(Mutex::new(take));
    let taking = [Arc::clone(&take), take];
    thread::scope(|scope| {
        for take in taking {
            let wrong = &wrong;
            scope.spawn(move || {
                let folder = fast_folder();
                loop {
                    let taken = take.lock().unwrap().recv();
                    let Ok((morning, image)) = taken else { break };
                    let data = folder.path().join("data");
                    disk::write(&image, &data);
                    if let Err(what) = found::check(&data, &morning.words) {
                        wrong.lock().unwrap().push((morning, what));
                    }
                    fs::remove_dir_all(&data).unwrap();
                }
            });
        }
        let mut disk = Disk::default();
        let mut next = mornings.iter().peekable();
        for (call, entry) in entries.iter().enumerate() {
            disk.take(entry);
            while let Some(morning) = next.next_if(|morning| morning.call == call) {
                give.send((morning, disk.after(morning.crash))).unwrap();
            }
        }
        drop(give);
    });
    wrong.into_inner().unwrap()
}
