//! Reports do not change: they are compared with golden files, byte for byte.
//!
//! After a change that is meant, `TAISAI_GOLDEN=write cargo test -p taisai-reports --test golden`
//! rewrites them; read the diff before you commit it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use taisai_odds::{AreaOdds, Dice, Purse, Ruin, SlipOdds};
use taisai_reports::{Curve, Fan, Language, Sheet, charts, csv, html, json, markdown};
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Stake};

fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("TAISAI_GOLDEN").is_some() {
        fs::write(&path, text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let line = kept.lines().zip(text.lines()).position(|(kept, now)| kept != now);
    assert!(kept == text, "{name} differs from what is kept, first in line {line:?}");
}

fn sheet() -> Sheet<'static> {
    Sheet::of(Library::get("act").unwrap(), &Dice::FAIR)
}

#[test]
fn the_sheet_in_json() {
    check("act.json", &json(&sheet()));
}

#[test]
fn the_sheet_in_csv() {
    check("act.csv", &csv(&sheet()));
}

#[test]
fn the_sheet_in_markdown() {
    check("act.md", &markdown(&sheet()));
}

/// Pictures have tests of their own; of the page the words and tables are kept.
#[test]
fn the_sheet_in_html() {
    let page = html(&sheet(), Language::English);
    let mut text = String::new();
    let mut rest = page.as_str();
    while let Some((before, after)) = rest.split_once("<svg") {
        text += before;
        text += "[picture]";
        rest = after.split_once("</svg>").unwrap().1;
    }
    let (head, body) = (text + rest).split_once("<style>").map(split_style).unwrap();
    check("act.html", &format!("{head}[style]{body}"));
}

fn split_style((head, rest): (&str, &str)) -> (String, String) {
    (head.to_owned(), rest.split_once("</style>").unwrap().1.to_owned())
}

#[test]
fn the_charts() {
    let edition = Library::get("act").unwrap();
    let table = &edition.rules().pay_table;
    let bet = Bet::new("double-4".parse().unwrap(), Stake::new(100).unwrap());
    let slip = SlipOdds::of(table, &[bet], &Dice::FAIR).unwrap();
    check("slip.svg", &charts::slip(&slip, &|net| net.to_string()).svg());
    let odds = AreaOdds::of(table, "small".parse().unwrap(), &Dice::FAIR).unwrap();
    let fan = Fan::of(odds.spread(), 40, 4).unwrap();
    check(
        "fan.svg",
        &charts::fan("Forty rounds", &fan, &|net| net.to_string(), Language::English).svg(),
    );
    let purse = Purse { bankroll: 5, target: 10 };
    let ruin = Ruin::of(odds.spread(), purse).unwrap();
    let curve = Curve::of(odds.spread(), purse, &ruin).unwrap();
    check("ruin.svg", &charts::ruin(&curve, 5, &|net| net.to_string()).svg());
}
