//! A process that is killed, again and again, in the middle of its work.

use std::fs;
use std::io::{BufRead, BufReader};

use taisai_testing::luck::Luck;

use crate::{child, fast_folder, found, is_long};

use crate::log::Words;

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let kills = if is_long() { 5000 } else { 300 };
    let folder = fast_folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let mut words = Words::default();
    let mut luck = Luck::new(9);
    for kill in 0..kills {
        let mut child = child::command(&data, u64::MAX).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let acks = luck.place(25);
        let mut heard = 0;
        while heard < acks {
            let line = lines.next().unwrap().unwrap();
            heard += usize::from(line.starts_with("ack "));
            words.hear(&line);
            assert_eq!(words.fault, None, "after kill {kill}");
        }
        // Somewhere within the next commit or two.
        std::thread::sleep(std::time::Duration::from_micros(luck.below(1500)));
        child.kill().unwrap();
        child.wait().unwrap();
        for line in lines {
            words.hear(&line.unwrap());
        }
        // What it tried and nobody heard of may be there; the next one goes on after it.
        if kill % 10 == 9 {
            let checked = found::check(&data, &words);
            assert!(checked.is_ok(), "after kill {kill}: {checked:?}");
            let more = found::reached(&data);
            words.attempted.clone_from(&more);
            words.acknowledged = more;
        }
    }
    println!("{kills} kills, streams at {:?}", words.acknowledged);
}
