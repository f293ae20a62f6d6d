//! What a house gets back: the rules of its law, with what it changed marked as such.

use std::collections::BTreeSet;

use taisai_rulebooks::{Edition, FILE_MAX, Library, Mistake};

use crate::stories::{house_file, own_book};

fn read(text: &str) -> Edition {
    Edition::read(text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

/// So many lines that no rule book knows.
fn lamps(count: usize) -> String {
    (0..count).map(|lamp| format!("lamp{lamp} = 1")).collect::<Vec<_>>().join("\n")
}

#[test]
fn extending_a_law_without_changes_gives_the_laws_rules() {
    for law in Library::editions() {
        let house = read(&house_file(law.id(), ""));
        assert_eq!(house.extends(), Some(law.id()));
        assert_eq!(house.changes().count(), 0);
        assert_eq!((house.id(), house.rules().title.name.as_str()), ("harbour", "Harbour House"));
        let mut rules = house.rules().clone();
        rules.title.id.clone_from(&law.rules().title.id);
        rules.title.name.clone_from(&law.rules().title.name);
        assert_eq!(&rules, law.rules());
        let differ = house.lines().iter().zip(law.lines()).filter(|(ours, laws)| ours != laws);
        let keys: Vec<&str> = differ.map(|(ours, _)| ours.key.as_str()).collect();
        assert_eq!(keys, ["id", "name"]);
    }
}

#[test]
fn what_a_house_changes_is_listed_beside_what_the_law_says() {
    let lines = r#"
        wager.triple.pays = "1 wins 180"
        wager.small.pays = "1 to 1"
        layout.odds_style = "wins"
        limits.markers = true
        shaker.manual.dice_life = "8 hours"
        checklist.lamp = "The lamp is on"
    "#;
    let house = read(&house_file("maryland", lines));
    let changes: Vec<(&str, &str, Option<&str>)> = house
        .changes()
        .map(|line| (line.key.as_str(), line.value.as_str(), line.law.as_deref()))
        .collect();
    let expected = [
        ("wager.triple.pays", "180 to 1", Some("150 to 1")),
        ("shaker.manual.dice_life", "8 hours", Some("24 hours")),
        ("checklist.lamp", "The lamp is on", Some("nothing")),
        ("limits.markers", "yes", Some("no")),
        ("layout.odds_style", "wins", Some("to")),
    ];
    assert_eq!(changes, expected);
    let table = &house.rules().pay_table;
    let line = table.paying_line("triple-2".parse().unwrap(), "2,2,2".parse().unwrap()).unwrap();
    assert_eq!(line.odds, "180 to 1".parse().unwrap());
    assert_eq!(line.clause.as_str(), "MD 6.A(1)");
}

#[test]
fn odds_in_favour_of_the_player_are_taken_with_a_note() {
    let notes = |pays: &str| {
        let house = read(&house_file("maryland", &format!("wager.any-triple.pays = \"{pays}\"")));
        house.notes().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    // Any triple falls on 6 of 216 rolls: at 35 to 1 nobody gains.
    assert!(notes("35 to 1").is_empty());
    assert_eq!(notes("35.5 to 1"), ["any-triple pays back more than is staked over all 216 rolls"]);
}

#[test]
fn a_hundred_mistakes_are_reported_and_the_rest_are_counted() {
    let mistakes =
        |count: usize| Edition::read(house_file("maryland", &lamps(count)).as_bytes()).unwrap_err();
    assert_eq!(mistakes(Mistake::TOLD_MAX).len(), 100);
    for (count, rest) in [(101, "and one more mistake"), (150, "and 50 more mistakes")] {
        let reported = mistakes(count);
        assert_eq!(reported.len(), 101);
        assert_eq!(reported[100].to_string(), format!("104:11: {rest}"));
    }
}

#[test]
fn every_kind_of_mistake_has_a_code_of_its_own() {
    let house = |lines: &str| house_file("maryland", lines);
    let own = |old: &str, new: &str| own_book("maryland").replacen(old, new, 1);
    let cases = [
        ("too-large", "#".repeat(FILE_MAX + 1)),
        ("not-toml", house("= 5")),
        ("no-law", String::new()),
        ("bad-key", house("\"a b\" = 1")),
        ("empty-section", house("[layout]")),
        ("unknown-key", house("lamp = 1")),
        (
            "missing",
            own("trials = { is = 1, may = \"raise\", clause = \"MD 5.A(1); reading 23\" }", ""),
        ),
        ("missing-title", "extends = \"act\"\nid = \"harbour\"".to_owned()),
        ("unreadable", house("limits.markers = 5")),
        ("bad-odds", house("wager.triple.pays = \"high\"")),
        ("says-for", house("layout.odds_style = \"for\"")),
        ("unknown-area", house("wager.big.areas = [\"bigg\"]")),
        ("area-not-offered", house("wager.big.areas = [\"odd\"]")),
        ("no-such-wager", house("wager.odd.pays = \"1 to 1\"")),
        ("no-shaker", house_file("singapore-1", "shaker.automated-covered.allowed = false")),
        ("no-clause", own("[wager.big]\nclause = \"MD 3.A(7)\"", "[wager.big]")),
        ("bad-clause", own("\"MD 3.A(7)\"", "\"the law\"")),
        ("laws-own", house("cite = \"HH\"")),
        ("bad-id", "extends = \"act\"\nid = \"Harbour\"\nname = \"H\"".to_owned()),
        ("taken-id", "extends = \"act\"\nid = \"act\"\nname = \"H\"".to_owned()),
        ("unknown-parent", "extends = \"nevada\"".to_owned()),
        ("fixed", house("procedure.bets_final = false")),
        ("below-floor", house("wager.triple.pays = \"1 to 1\"")),
        ("above-ceiling", house("shaker.manual.dice_life = \"25 hours\"")),
        ("not-a-choice", house("layout.odds_style = \"ratio\"")),
        ("pay-table", own("[\"big\"]", "[\"big\", \"small\"]")),
        ("layout", own("[\"big\"]", "[\"big\", \"odd\"]")),
        ("and-more", house(&lamps(101))),
    ];
    let mut codes = BTreeSet::new();
    for (code, text) in cases {
        let mistakes = Edition::read(text.as_bytes()).unwrap_err();
        assert_eq!(mistakes.last().map(|mistake| mistake.kind.code()), Some(code));
        assert!(codes.insert(code), "{code} is reported twice");
    }
    let not_text = Edition::read(b"\xff").unwrap_err();
    assert_eq!(not_text[0].kind.code(), "not-utf-8");
}
