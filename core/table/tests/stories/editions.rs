//! The editions and times that stories name.

use taisai_table::{Edition, Offer, Table, Times};
use taisai_testing::editions::{another, changed, embedded};

/// Those that a story can have moved a table to.
const EDITIONS: [&str; 4] = ["first", "more", "old", "thirds"];

/// What the configuration names, in words: `same`, `edition more`, `edition more and warning 1`.
pub(crate) fn offer(table: &Table, words: &[&str]) -> Offer {
    let (edition, words) = match words {
        ["edition", which, rest @ ..] => (other(table, which), rest),
        words => (same(table), words),
    };
    let times = match words {
        [.., "warning", millis] => {
            Times { warning_ms: millis.parse().expect("a time"), ..table.config().times }
        }
        _ => table.config().times,
    };
    Offer { edition, times }
}

/// What the table plays, as far as a story has brought it there.
fn same(table: &Table) -> Edition {
    let book = table.book().title.id.as_str();
    let now = table.config().rule_book;
    let mut all = EDITIONS.into_iter().map(|which| by_name(book, which));
    all.find(|edition| edition.fingerprint == now).expect("an edition of these stories")
}

pub(crate) fn other(table: &Table, which: &str) -> Edition {
    by_name(&table.book().title.id, which)
}

/// The book with another value on one line.
fn line(text: &str, key: &str, from: &str, to: &str) -> String {
    let changed = |line: &str| {
        if !line.starts_with(&format!("{key} ")) {
            return line.to_owned();
        }
        line.replacen(&format!("is = {from}"), &format!("is = {to}"), 1)
    };
    text.lines().map(|line| changed(line) + "\n").collect()
}

fn by_name(book: &str, which: &str) -> Edition {
    match which {
        // As the table was set up.
        "first" => embedded(book),
        // A specific triple pays more.
        "more" => another(book),
        // Dice leave the shaker after an hour.
        "old" => changed(book, |text| text.replace("is = \"24 hours\"", "is = \"1 hour\"")),
        "no-colours" => changed(book, |text| line(text, "colour_chips", "true", "false")),
        "no-markers" => changed(book, |text| line(text, "markers", "true", "false")),
        // A floorperson runs the round.
        "led" => changed(book, |text| line(text, "run_round", "\"dealer\"", "\"floorperson\"")),
        // No automated shaker stands beside a manual one.
        "bare" => changed(book, |text| line(text, "before_manual", "\"free\"", "\"removed\"")),
        // No manual shaker may be used.
        "no-manual" => changed(book, |text| {
            let (before, after) = text.split_once("[shaker.manual]").expect("the book knows it");
            let after = after.replacen("is = true", "is = false", 1);
            format!("{before}[shaker.manual]{after}")
        }),
        // Small pays four to three: stakes are multiples of three.
        "thirds" => changed(book, |text| text.replacen("is = \"1 to 1\"", "is = \"4 to 3\"", 1)),
        // Small pays 101 to 100: stakes are multiples of a hundred.
        "fine" => changed(book, |text| text.replacen("is = \"1 to 1\"", "is = \"101 to 100\"", 1)),
        id => embedded(id),
    }
}
