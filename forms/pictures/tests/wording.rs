//! Signs say whose table it is, and word their odds as the rule book chose.

use taisai_pictures::{Language, Picture, svg};
use taisai_rulebooks::{Edition, Library};

fn house_book(law: &str, line: &str) -> Edition {
    let text = format!("extends = {law:?}\nid = \"house\"\nname = \"House\"\n{line}\n");
    Edition::read(text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

#[test]
fn a_house_words_its_odds_as_it_chose() {
    for law in ["pennsylvania-a", "massachusetts", "maryland", "act"] {
        let to = house_book(law, "layout.odds_style = \"to\"");
        let wins = house_book(law, "layout.odds_style = \"wins\"");
        let (to, wins) = (svg(&Picture::of(to.rules())), svg(&Picture::of(wins.rules())));
        // Triples pay a round number in all four books; "11 to 17" on Big is not an odds.
        assert!(to.contains("0 to 1") && !to.contains(">1 wins"), "{law}");
        assert!(wins.contains(">1 wins") && !wins.contains("0 to 1"), "{law}");
    }
}

#[test]
fn no_sign_words_its_odds_with_for() {
    for edition in Library::editions() {
        let sign = svg(&Picture::of(edition.rules()));
        let words = sign.split(|c: char| !c.is_ascii_alphabetic());
        let says_for = words.filter(|word| word.eq_ignore_ascii_case("for")).count();
        assert_eq!(says_for, 0, "{}", edition.id());
    }
}

#[test]
fn every_sign_names_the_house() {
    for law in Library::ids() {
        let house = house_book(law, "layout.house_name = \"Harbour House\"");
        for language in Language::ALL {
            let sign = svg(&Picture::of(house.rules()).in_language(language));
            assert!(sign.contains("Harbour House"), "{law}");
        }
    }
}
