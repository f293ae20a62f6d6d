//! The editions and times that stories name.

use taisai_table::{Edition, Offer, Table, Times};
use taisai_testing::editions::{another, changed, embedded};

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
    let all = ["first", "more", "old", "halves"];
    let mut all = all.into_iter().map(|which| by_name(book, which));
    let now = table.config().rule_book;
    all.find(|edition| edition.fingerprint == now).expect("an edition of these stories")
}

pub(crate) fn other(table: &Table, which: &str) -> Edition {
    by_name(&table.book().title.id, which)
}

fn by_name(book: &str, which: &str) -> Edition {
    match which {
        // As the table was set up.
        "first" => embedded(book),
        // A specific triple pays more.
        "more" => another(book),
        // Dice leave the shaker after an hour.
        "old" => changed(book, |text| text.replace("is = \"24 hours\"", "is = \"1 hour\"")),
        // Small pays four to three: stakes are multiples of three.
        "halves" => changed(book, |text| text.replacen("is = \"1 to 1\"", "is = \"4 to 3\"", 1)),
        id => embedded(id),
    }
}
