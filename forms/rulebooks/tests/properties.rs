//! Whatever stands in a file, the loader answers: with a book, or with mistakes that have a place.

use proptest::prelude::*;
use taisai_rulebooks::{Edition, Library};
use taisai_rules::{Area, Face, Odds, Roll};

/// Reading a book takes milliseconds, so the cases are few here; `proof/fuzz` has the time.
fn config(cases: u32) -> ProptestConfig {
    // Failures print their seed and what they shrink to; nothing is written beside the sources.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Tokens that do not belong where they are put.
const NASTY: [&str; 40] = [
    "",
    " ",
    "\0",
    "\r",
    "\t",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "=",
    ".",
    ",",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "{}",
    "[]",
    "\\",
    "\\u0000",
    "\u{feff}",
    "大細",
    "é",
    "-1",
    "1e400",
    "nan",
    "0xffff",
    "99999999999999999999",
    "true",
    "\"for\"",
    "\"0 to 0\"",
    "\"999 to 1\"",
    "1979-05-27",
    "\"house\"",
    "is",
    "clause",
    "extends = \"act\"",
];

/// A change of a book's text, in thousandths of its length and by the number of a token.
#[derive(Clone, Debug)]
enum Change {
    DeleteLine(usize),
    RepeatLine { line: usize, at: usize },
    SwapLines(usize, usize),
    ReplaceWord { line: usize, word: usize, token: usize },
    Truncate(usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let place = 0..1_000_usize;
    let change = prop_oneof![
        place.clone().prop_map(Change::DeleteLine),
        (place.clone(), place.clone()).prop_map(|(line, at)| Change::RepeatLine { line, at }),
        (place.clone(), place.clone()).prop_map(|(one, other)| Change::SwapLines(one, other)),
        (place.clone(), place.clone(), 0..NASTY.len())
            .prop_map(|(line, word, token)| Change::ReplaceWord { line, word, token }),
        place.prop_map(Change::Truncate),
    ];
    proptest::collection::vec(change, 1..4)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for change in changes {
        if lines.is_empty() {
            break;
        }
        let count = lines.len();
        let place = |thousandths: usize| thousandths * count / 1_000;
        match *change {
            Change::DeleteLine(line) => {
                lines.remove(place(line));
            }
            Change::RepeatLine { line, at } => {
                let repeated = lines[place(line)].clone();
                lines.insert(place(at), repeated);
            }
            Change::SwapLines(one, other) => lines.swap(place(one), place(other)),
            Change::ReplaceWord { line, word, token } => {
                let line = place(line);
                lines[line] = with_word(&lines[line], word, NASTY[token]);
            }
            Change::Truncate(at) => {
                let line = place(at);
                let kept = lines[line].chars().take(at % 40).collect();
                lines.truncate(line);
                lines.push(kept);
            }
        }
    }
    lines.join("\n")
}

fn with_word(line: &str, word: usize, token: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let place = word % words.len();
    words[place] = token;
    words.join(" ")
}

/// Reads a file, and examines the answer rather than the file.
fn examine(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Err(mistakes) = Edition::read(bytes) else { return Ok(()) };
    prop_assert!(!mistakes.is_empty());
    let text = String::from_utf8_lossy(bytes);
    // Past the last line break there is one more line, if only an empty one.
    let lines: Vec<&str> = text.split('\n').collect();
    for mistake in mistakes {
        let at = mistake.at;
        prop_assert!(1 <= at.line && at.line <= lines.len(), "{mistake}");
        let columns = lines[at.line - 1].chars().count() + 1;
        prop_assert!(1 <= at.column && at.column <= columns, "{mistake}");
        prop_assert!(!mistake.kind.to_string().is_empty());
        prop_assert!(!mistake.kind.code().is_empty());
        prop_assert!(!mistake.to_string().contains(char::is_control), "{mistake:?}");
    }
    Ok(())
}

fn own_book(law: &str) -> String {
    let text = Library::text(law).expect("an embedded rule book");
    text.replacen(&format!("id       = \"{law}\""), "id = \"harbour\"", 1)
}

/// A house's book that touches every section, for changes to start from.
const HOUSE: &str = r#"extends = "pennsylvania-b"
id = "harbour"
name = "Harbour House"

[layout]
house_name = "Harbour"
odds_style = "wins"

[wager.small]
pays = "1 to 1"

[shaker.manual]
shakes_min = 5
dice_life = "12 hours"

[inspection.display]
trials = 4
by = "supervisor"

[checklist]
lamp = "The lamp is on"

[limits]
markers = true

[irregularity.dice-not-flat]
superior = "floorperson"
"#;

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        examine(&bytes)?;
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}|[a-z.=\"\\[\\]{}\n# 0-9-]{0,400}") {
        examine(text.as_bytes())?;
    }

    #[test]
    fn any_value_of_any_line_is_answered(line in 0..200_usize, value in "[ -~]{0,30}|.{0,10}") {
        let lines = Library::get("maryland").unwrap().lines();
        let key = &lines[line % lines.len()].key;
        let top = "extends = \"maryland\"\nid = \"harbour\"\nname = \"Harbour House\"\n";
        examine(format!("{top}{key} = {value}\n").as_bytes())?;
        examine(format!("{top}{key} = {value:?}\n").as_bytes())?;
    }

    #[test]
    fn a_houses_book_with_any_changes_is_answered(changes in changes()) {
        examine(changed(HOUSE, &changes).as_bytes())?;
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn a_laws_book_with_any_changes_is_answered(law in 0..8_usize, changes in changes()) {
        let law = Library::ids().nth(law).unwrap();
        examine(changed(&own_book(law), &changes).as_bytes())?;
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_text_is_odds_or_is_not(
        text in "\\PC{0,20}|[0-9]{1,4}(\\.[0-9]{1,3})? (to|for|TO) [0-9]{1,2}|1 wins? [0-9.]{1,6}"
    ) {
        if let Ok(odds) = text.parse::<Odds>() {
            prop_assert!(1 <= odds.stake() && odds.stake() <= Odds::STAKE_MAX);
            prop_assert!(1 <= odds.win() && odds.win() <= Odds::WIN_MAX * odds.stake());
        }
    }

    #[test]
    fn odds_up_to_two_decimals_read_back_as_printed(hundredths in 1..=99_900_u32) {
        let odds = Odds::new(hundredths, 100).unwrap();
        prop_assert_eq!(odds.to_string().parse(), Ok(odds));
        let wins = format!("1 wins {}.{:02}", hundredths / 100, hundredths % 100);
        prop_assert_eq!(wins.parse(), Ok(odds));
    }

    #[test]
    fn any_text_is_an_area_or_is_not(
        text in "\\PC{0,20}|(single|double|triple|total|domino|four|combo|any)-[0-7]{1,4}"
    ) {
        match text.parse::<Area>() {
            Ok(area) => prop_assert_eq!(area.to_string(), text),
            Err(refusal) => prop_assert!(!refusal.to_string().is_empty()),
        }
    }

    #[test]
    fn any_text_is_a_roll_or_is_not(text in "\\PC{0,20}| ?[0-9+-]{1,2} ?,[0-9]{1,2},[0-9]{1,2}") {
        match text.parse::<Roll>() {
            Ok(roll) => {
                prop_assert_eq!(roll.to_string().parse(), Ok(roll));
                prop_assert!(Face::ALL.contains(&roll.faces()[0]));
            }
            Err(refusal) => prop_assert!(!refusal.to_string().is_empty()),
        }
    }
}
