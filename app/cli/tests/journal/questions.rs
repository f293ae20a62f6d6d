//! `taisai journal project` and `taisai journal ask`: answers that the records themselves give.

use taisai_journal::{Journal, Options};

use crate::running::{Folder, done, done_json, taisai};

#[test]
fn a_question_is_answered_once_the_journal_was_projected() {
    let folder = Folder::new();
    let name = folder.name();
    let said = taisai(&["journal", "ask", &name, "rounds"]);
    assert!(said.code == 1 && said.err.contains("taisai journal project"), "{}", said.err);
    let journal = Journal::open(&folder.place(), &Options::default()).unwrap();
    let said = taisai(&["journal", "project", &name]);
    assert!(said.code == 1 && said.err.contains("another process writes"), "{}", said.err);
    drop(journal);
    assert!(done(&["journal", "project", &name]).contains("records added"));
    assert_eq!(done(&["journal", "project", &name]), "up to date\n");
    let all = |about: &str| done_json(&["journal", "ask", &name, about, "--json"]);
    let before = ["rounds", "bets", "meters", "vouchers", "acts"].map(all);
    assert!(before.iter().all(|answer| !answer["rows"].as_array().unwrap().is_empty()));
    done(&["journal", "project", &name, "--rebuild"]);
    assert_eq!(["rounds", "bets", "meters", "vouchers", "acts"].map(all), before);
    done(&["verify", &name]);
}

/// Two ways to the same round: through the tables, and through the records.
#[test]
fn the_tables_say_what_a_replay_says() {
    let folder = Folder::new();
    let name = folder.name();
    done(&["journal", "project", &name]);
    for table in ["1", "4", "7"] {
        let asked = done_json(&["journal", "ask", &name, "rounds", "--table", table, "--json"]);
        let replayed = done_json(&["replay", &name, "--table", table, "--json"]);
        let (asked, replayed) =
            (asked["rows"].as_array().unwrap(), replayed["rounds"].as_array().unwrap());
        assert_eq!(asked.len(), replayed.len());
        for (asked, replayed) in asked.iter().zip(replayed) {
            for key in ["round", "opened", "voided"] {
                assert_eq!(asked[key], replayed[key]);
            }
            let was_settled = replayed["voided"].is_null() && !asked["cleared"].is_null();
            if was_settled {
                assert_eq!(
                    (&asked["staked"], &asked["returned"]),
                    (&replayed["staked"], &replayed["returned"])
                );
            }
        }
    }
}

/// The answer stopped at 10,000 rows with status 0 and without a word: sums made from it were ten
/// times too small.
#[test]
fn every_row_is_printed_and_an_answer_that_is_cut_says_so() {
    let folder = Folder::new();
    let name = folder.name();
    done(&["journal", "project", &name]);
    let before = done_json(&["journal", "ask", &name, "acts", "--json"])["rows"].clone();
    let before = before.as_array().unwrap().len();
    // The same acts again and again, as if many more had happened.
    let database = rusqlite::Connection::open(folder.database()).unwrap();
    let copies = "INSERT INTO acts SELECT a.stream, a.sequence + 1000000 * n.n, a.place, a.time,
                         a.actor, a.session, a.request, a.event
                    FROM acts a, (WITH RECURSIVE n(n) AS
                         (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1) SELECT n FROM n) n";
    let times = 12_000_usize.div_ceil(before);
    database.execute(copies, [u32::try_from(times).unwrap()]).unwrap();
    drop(database);
    let all = before * (times + 1);
    assert!(all > 12_000);
    let ask = |arguments: &[&str]| {
        let said = taisai(&[&["journal", "ask", &name, "acts"], arguments].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        said
    };
    assert_eq!(ask(&["--csv"]).out.lines().count(), all + 1);
    assert_eq!(ask(&[]).out.lines().count(), all + 1);
    let answer = done_json(&["journal", "ask", &name, "acts", "--json"]);
    assert_eq!(answer["rows"].as_array().unwrap().len(), all);
    assert_eq!((&answer["more"], &answer["behind"]), (&false.into(), &0.into()));
    let cut = ask(&["--csv", "--max", "10000"]);
    assert_eq!(cut.out.lines().count(), 10_001);
    assert!(cut.err.contains("there are more than these 10,000 rows"), "{}", cut.err);
    let cut = done_json(&["journal", "ask", &name, "acts", "--json", "--max", "10000"]);
    assert_eq!((cut["rows"].as_array().unwrap().len(), &cut["more"]), (10_000, &true.into()));
    let exact = ask(&["--csv", "--max", &all.to_string()]);
    assert_eq!((exact.out.lines().count(), exact.err.as_str()), (all + 1, ""));
}

#[test]
fn answers_come_as_csv_and_are_narrowed_down() {
    let folder = Folder::new();
    let name = folder.name();
    done(&["journal", "project", &name]);
    let csv = done(&["journal", "ask", &name, "bets", "--table", "2", "--max", "2", "--csv"]);
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines[0], "stream,round,seat,player,area,stake,placed,outcome,odds,win");
    assert!(lines.len() == 3, "{csv}");
    assert!(lines[1..].iter().all(|line| line.starts_with("table 2,")), "{csv}");
    let page = done(&["journal", "ask", &name, "acts", "--actor", "staff 3", "--max", "2"]);
    assert!(page.lines().count() == 4 && page.contains("staff 3"), "{page}");
    assert!(page.contains("there are more than these 2 rows: ask without --max for all"), "{page}");
    let said = taisai(&["journal", "ask", &name, "meters", "--round", "3"]);
    assert!(said.code == 1 && said.err.contains("meters have no round"), "{}", said.err);
}
