//! `taisai odds` prints the reports as they are, and writes files whole or not at all.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use taisai_odds::Dice;
use taisai_reports::{Language, Sheet, csv, html, json, markdown};
use taisai_rulebooks::Library;

fn taisai(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_taisai")).args(arguments).output().expect("it runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = taisai(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("tests may write there");
    folder
}

#[test]
fn every_book_is_printed_in_every_form() {
    for edition in Library::editions() {
        let sheet = Sheet::of(edition, &Dice::FAIR);
        let forms = [("--json", json(&sheet)), ("--csv", csv(&sheet)), ("--md", markdown(&sheet))];
        for (form, text) in forms {
            assert_eq!(printed(&["odds", edition.id(), form]), text);
        }
        assert_eq!(
            printed(&["odds", edition.id(), "--html", "-"]),
            html(&sheet, Language::English)
        );
    }
}

#[test]
fn a_written_page_is_the_page_and_nothing_is_left_beside_it() {
    let folder = folder("written");
    let path = folder.join("act.html");
    let said = printed(&["odds", "act", "--html", path.to_str().unwrap()]);
    assert_eq!(said, format!("wrote {}\n", path.display()));
    let sheet = Sheet::of(Library::get("act").unwrap(), &Dice::FAIR);
    assert_eq!(fs::read_to_string(&path).unwrap(), html(&sheet, Language::English));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing_and_harms_nothing() {
    let folder = folder("unwritable");
    // A folder stands where the file should go, so the last step fails.
    let taken = folder.join("taken.svg");
    fs::create_dir(&taken).unwrap();
    for arguments in [
        vec!["odds", "act", "--html"],
        vec!["odds", "slip", "act", "--bet", "small=100", "--svg"],
        vec!["odds", "session", "act", "--rounds", "5", "--bet", "small=100", "--svg"],
        vec!["odds", "ruin", "act", "--bankroll", "9", "--target", "20", "--bet", "big=1", "--svg"],
        vec!["odds", "compare", "--svg"],
        vec!["odds", "wish", "act", "--win", "100", "--svg"],
        vec!["odds", "bias", "act", "--area", "small", "--svg"],
    ] {
        let output = taisai(&[&arguments[..], &[taken.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("cannot write") && said.contains("hint:"), "{said}");
        let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
        assert_eq!(left.len(), 1, "{arguments:?} left something behind");
        assert!(taken.is_dir());
    }
}

/// Whatever is asked, the answer is a page, a refusal or a word about usage; never a crash.
#[test]
fn strange_dice_and_amounts_are_answered_or_refused() {
    let dice = [
        ["--dice-weights", "1,0,0,0,0,0"],
        ["--dice-weights", "999,1,0,0,0,0"],
        ["--dice-weights", "0,0,1,0,0,1"],
        ["--face-probabilities", "0.1667,0.1667,0.1667,0.1667,0.1667,0.1665"],
    ];
    let questions: [&[&str]; 9] = [
        &["act"],
        &["act", "--html", "-"],
        &["slip", "act", "--bet", "triple-1=10000000000", "--bet", "small=9999999999"],
        &["slip", "act", "--bet", "triple-1=100", "--svg", "-"],
        &["session", "act", "--rounds", "50", "--bet", "triple-1=100", "--svg", "-"],
        &["ruin", "act", "--bankroll", "900", "--target", "2000", "--bet", "small=100"],
        &["compare"],
        &["wish", "act", "--win", "10000000000"],
        &["bias", "act"],
    ];
    for question in questions {
        for dice in dice {
            let output = taisai(&[&["odds"], question, &dice].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!said.contains("panicked"), "{question:?} {dice:?}: {said}");
            assert!(output.status.code().is_some_and(|code| code <= 2), "{question:?} {dice:?}");
        }
    }
}

/// Every result took some 20 ms to print, and the listing of this slip had not begun after two
/// minutes.
#[test]
fn the_results_of_an_ordinary_slip_are_listed() {
    let slip = ["--bet", "total-10=50", "--bet", "triple-4=10", "--json", "--results"];
    let text = printed(&[&["odds", "session", "act", "--rounds", "100"], &slip[..]].concat());
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    let results = answer["results"].as_array().unwrap();
    assert!(results.len() > 800, "{}", results.len());
    let known = results.iter().filter_map(|result| result["chance_percent"].as_f64());
    let sum: f64 = known.sum();
    assert!((sum - 100.0).abs() < 1e-3, "{sum}");
    assert!(results.is_sorted_by_key(|result| result["net"].as_i64()));
}

/// The bets of these slips can only lose: whether they win was answered with `<0 %` and null.
#[test]
fn what_cannot_happen_is_zero() {
    let loaded = ["--rounds", "3", "--bet", "triple-1=100", "--weights", "0,0,0,0,1,1"];
    let covered = ["--bet", "small=1600", "--bet", "big=1600"];
    let purse = ["--bankroll", "10000", "--target", "20000"];
    let session = [&["odds", "session", "maryland"], &loaded[..]].concat();
    let ruin = [&["odds", "ruin", "act"], &covered[..], &purse].concat();
    let long = [&["odds", "session", "act", "--rounds", "100"], &covered[..]].concat();
    for (question, key) in
        [(session, "chance_ahead"), (ruin, "chance_of_target"), (long, "chance_ahead")]
    {
        let page = printed(&question);
        assert!(page.contains(" 0.000000 %") && !page.contains('<'), "{page}");
        let answer = printed(&[&question[..], &["--json"]].concat());
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer[format!("{key}_percent")], 0.0, "{answer}");
        assert!(!answer.to_string().contains("below"), "{answer}");
    }
}

/// The fair edge stood beside the biased dice, under the name of theirs.
#[test]
fn the_edge_beside_biased_dice_is_theirs() {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let all = read(&printed(&["odds", "bias", "act", "--json"]));
    let small = all["turns"].as_array().unwrap().iter().find(|turn| turn["areas"][0] == "small");
    let one = read(&printed(&["odds", "bias", "act", "--area", "small", "--json"]));
    for turn in [small.unwrap(), &one["turn"]] {
        assert_eq!(
            (&turn["fair_edge"], &turn["fair_edge_percent"]),
            (&"1/36".into(), &2.777_778.into())
        );
        let weights: Vec<String> =
            turn["dice"]["weights"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let message =
            read(&printed(&["odds", "bias", "act", "--weights", &weights.join(","), "--json"]));
        let areas = message["areas"].as_array().unwrap();
        let truth = areas.iter().find(|area| area["area"] == "small").unwrap();
        assert_eq!(turn["house_edge"], truth["house_edge"]);
        assert_eq!(turn["house_edge_percent"], truth["house_edge_percent"]);
    }
}

/// Clap's own answer was "unexpected argument '-1'", with a hint that led to another refusal.
#[test]
fn numbers_below_zero_are_refused_in_our_own_words() {
    let bankroll =
        |flag, value| ["simulate", "act", "--bet", "small=1", "--bankroll", "9", flag, value];
    let cases: [(&[&str], &str); 11] = [
        (&["odds", "act", "--weights", "-1,1,1,1,1,1"], "none of them below 0"),
        (&["odds", "act", "--weights", "9,99999999999999999999999,1,1,1,1"], "at most 4294967295"),
        (&["odds", "act", "--face-probabilities", "-1,1,1,0,0,0"], "six decimals from 0 to 1"),
        (&["simulate", "act", "--seed", "-1"], "from 0 to 18446744073709551615"),
        (&["simulate", "act", "--rounds", "-1"], "give a whole number from 1"),
        (&["simulate", "act", "--threads", "-1"], "give a whole number from 1 to 256"),
        (&["simulate", "act", "--bet", "small=1", "--bankroll", "-1"], "give a whole number from"),
        (&bankroll("--target", "-1"), "give a whole number from"),
        (&bankroll("--sessions", "-1"), "give a whole number from"),
        (&bankroll("--limits", "-1:5"), "--limits -1:5"),
        (&["settle", "--rules", "act", "--dice", "-1,2,3", "--bet", "small=1"], "-1"),
    ];
    for (question, why) in cases {
        let output = taisai(question);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{question:?} {said}");
        assert!(said.contains(why) && said.contains("hint:"), "{question:?} {said}");
        assert!(!said.contains("unexpected argument"), "{question:?} {said}");
    }
}
