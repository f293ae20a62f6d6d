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
    assert!(done(&["journal", "project", &name]).contains("records taken in"));
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
        let told = done_json(&["replay", &name, "--table", table, "--json"]);
        let (asked, told) = (asked["rows"].as_array().unwrap(), told["rounds"].as_array().unwrap());
        assert_eq!(asked.len(), told.len());
        for (asked, told) in asked.iter().zip(told) {
            for key in ["round", "opened", "voided"] {
                assert_eq!(asked[key], told[key]);
            }
            let was_settled = told["voided"].is_null() && !asked["cleared"].is_null();
            if was_settled {
                assert_eq!(
                    (&asked["staked"], &asked["returned"]),
                    (&told["staked"], &told["returned"])
                );
            }
        }
    }
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
    assert!(page.lines().count() == 3 && page.contains("staff 3"), "{page}");
    let said = taisai(&["journal", "ask", &name, "meters", "--round", "3"]);
    assert!(said.code == 1 && said.err.contains("meters have no round"), "{}", said.err);
}
