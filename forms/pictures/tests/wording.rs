//! Signs say whose table it is, and word their odds as the rule book chose.

use taisai_pictures::tile::{CaptionText, Tile};
use taisai_pictures::{Language, Picture, svg, terminal};
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

/// The words of a sign that stand around each "for".
fn says_for(sign: &str) -> Vec<String> {
    let words: Vec<&str> =
        sign.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let around = |place: usize| words[place - 1..place + 3].join(" ");
    let is_for = |place: &usize| words[*place].eq_ignore_ascii_case("for");
    (0..words.len()).filter(is_for).map(around).collect()
}

#[test]
fn no_sign_words_its_odds_with_for() {
    for law in ["massachusetts", "maryland", "act", "pennsylvania-a", "pennsylvania-b"] {
        let sign = svg(&Picture::of(Library::get(law).unwrap().rules()));
        assert_eq!(says_for(&sign), Vec::<String>::new(), "{law}");
    }
    // MA 4(a) leaves no choice; the other documents do not speak of the word.
    let text = "extends = \"massachusetts\"\nid = \"house\"\nname = \"House\"\n\
                wording.dice = \"for-one-die\"\n";
    let mistakes = Edition::read(text.as_bytes()).unwrap_err();
    assert_eq!(
        mistakes[0].to_string(),
        "4:16: wording.dice: the law does not leave this choice (MA 4(a)); \
         choose \"on-one-die\" or \"on-one-dice\""
    );
}

/// What each appendix prints: an area or a caption, and its words from top to bottom.
const APPENDICES: [(&str, &[(&str, &str)]); 3] = [
    (
        "singapore-1",
        &[
            ("even", "EVEN / 1 wins 1 / except for any triple"),
            ("odd", "ODD / 1 wins 1 / except for any triple"),
            ("big", "BIG / 11 - 17 / 1 wins 1 / except for any triple"),
            ("small", "SMALL / 4 - 10 / 1 wins 1 / except for any triple"),
            ("triple-6", "1 wins 195"),
            ("triple-1", "1 wins 195"),
            ("double-6", "1 wins 11½"),
            ("double-1", "1 wins 11½"),
            ("any-triple", "ANY TRIPLE / 1 wins 32"),
            ("total-17", "17 / 1 wins 64"),
            ("total-16", "16 / 1 wins 32"),
            ("total-15", "15 / 1 wins 19"),
            ("total-14", "14 / 1 wins 12"),
            ("total-13", "13 / 1 wins 8½"),
            ("total-12", "12 / 1 wins 7"),
            ("total-11", "11 / 1 wins 6½"),
            ("total-10", "10 / 1 wins 6½"),
            ("total-9", "9 / 1 wins 7"),
            ("total-8", "8 / 1 wins 8½"),
            ("total-7", "7 / 1 wins 12"),
            ("total-6", "6 / 1 wins 19"),
            ("total-5", "5 / 1 wins 32"),
            ("total-4", "4 / 1 wins 64"),
            ("under domino", "1 wins 6"),
            ("four-3456", "6 5 4 3 / 1 wins 7½"),
            ("four-2356", "6 5 3 2 / 1 wins 7½"),
            ("four-2345", "5 4 3 2 / 1 wins 7½"),
            ("four-1234", "4 3 2 1 / 1 wins 7½"),
            (
                "under single",
                "1 wins 1 on one die · 1 wins 2 on two dice · 1 wins 12 on three dice",
            ),
        ],
    ),
    (
        "singapore-2",
        &[
            ("under double-with-single", "1 wins 50"),
            ("under three-singles", "1 wins 30"),
            ("even", "EVEN / 1 wins 1 / except for any triple"),
            ("odd", "ODD / 1 wins 1 / except for any triple"),
            ("big", "BIG / 11 - 17 / 1 wins 1 / except for any triple"),
            ("small", "SMALL / 4 - 10 / 1 wins 1 / except for any triple"),
            ("total-17", "17 / 1 wins 64"),
            ("total-16", "16 / 1 wins 32"),
            ("total-15", "15 / 1 wins 19"),
            ("total-14", "14 / 1 wins 12"),
            ("total-13", "13 / 1 wins 8½"),
            ("total-12", "12 / 1 wins 7"),
            ("total-11", "11 / 1 wins 6½"),
            ("total-10", "10 / 1 wins 6½"),
            ("total-9", "9 / 1 wins 7"),
            ("total-8", "8 / 1 wins 8½"),
            ("total-7", "7 / 1 wins 12"),
            ("total-6", "6 / 1 wins 19"),
            ("total-5", "5 / 1 wins 32"),
            ("total-4", "4 / 1 wins 64"),
            ("under domino", "1 wins 6"),
            ("four-3456", "6 5 4 3 / 1 wins 7½"),
            ("four-2356", "6 5 3 2 / 1 wins 7½"),
            ("four-2345", "5 4 3 2 / 1 wins 7½"),
            ("four-1234", "4 3 2 1 / 1 wins 7½"),
            (
                "under single",
                "1 wins 1 for one die · 1 wins 2 for two dice · 1 wins 12 for three dice",
            ),
        ],
    ),
    (
        "singapore-3",
        &[
            ("under double-with-single", "1 wins 50"),
            ("under three-singles", "1 wins 30"),
            ("even", "EVEN / 1:1 / lose if any triple appears"),
            ("odd", "ODD / 1:1 / lose if any triple appears"),
            ("big", "BIG / numbers 11 to 17 / 1:1 / lose if any triple appears"),
            ("small", "SMALL / numbers 4 to 10 / 1:1 / lose if any triple appears"),
            ("under triple", "1:180"),
            ("any-triple", "ANY TRIPLE / 1 wins 31"),
            ("total-17", "17 / 1:62"),
            ("total-16", "16 / 1:31"),
            ("total-15", "15 / 1:18"),
            ("total-14", "14 / 1:12"),
            ("total-13", "13 / 1:8"),
            ("total-12", "12 / 1:7"),
            ("total-11", "11 / 1:6"),
            ("total-10", "10 / 1:6"),
            ("total-9", "9 / 1:7"),
            ("total-8", "8 / 1:8"),
            ("total-7", "7 / 1:12"),
            ("total-6", "6 / 1:18"),
            ("total-5", "5 / 1:31"),
            ("total-4", "4 / 1:62"),
            ("under domino", "1 wins 6"),
            ("four-3456", "6 5 4 3 / 1:7"),
            ("four-2356", "6 5 3 2 / 1:7"),
            ("four-2345", "5 4 3 2 / 1:7"),
            ("four-1234", "4 3 2 1 / 1:7"),
            ("under single", "1:1 on one dice · 1:2 on two dice · 1:12 on three dice"),
        ],
    ),
];

/// What a layout prints on an area, or in the caption of a family.
fn printed(picture: &Picture<'_>, place: &str) -> String {
    if let Some(family) = place.strip_prefix("under ") {
        let mut captions = picture.book().layout.captions().iter();
        let caption =
            captions.find(|caption| caption.of.family().word() == family).expect("a caption");
        return CaptionText::of(picture, caption).odds;
    }
    let tile = Tile::of(picture, place.parse().expect("an area"));
    let lines = [tile.heading.clone(), tile.range.clone(), Some(tile.odds_line())];
    let condition = tile.condition.map(str::to_owned);
    lines.into_iter().chain([condition]).flatten().collect::<Vec<_>>().join(" / ")
}

#[test]
fn every_line_of_the_appendices_is_printed_as_approved() {
    for (law, lines) in APPENDICES {
        let picture = Picture::of(Library::get(law).unwrap().rules());
        for (place, words) in lines {
            assert_eq!(printed(&picture, place), *words, "{law}: {place}");
        }
    }
}

#[test]
fn signs_and_terminals_print_what_the_appendices_print() {
    for (law, lines) in APPENDICES {
        let picture = Picture::of(Library::get(law).unwrap().rules());
        let (sign, drawn) = (svg(&picture), terminal(&picture, 160));
        for (place, words) in lines {
            // A long line may break; where it does, all its words are there.
            for word in words.split([' ', '/', '·']).filter(|word| !word.is_empty()) {
                assert!(sign.contains(word), "{law}: {place} on the sign: {word}");
                assert!(drawn.contains(word), "{law}: {place} in the terminal: {word}\n{drawn}");
            }
        }
    }
    let third = svg(&Picture::of(Library::get("singapore-3").unwrap().rules()));
    for ratio in ["1:50", "1:30"] {
        assert!(!third.contains(ratio), "{ratio} stands nowhere on appendix C");
    }
}

#[test]
fn a_book_from_before_the_words_were_lines_is_printed_as_it_was() {
    let text = Library::text("singapore-3").unwrap();
    let (old, _) = text.split_once("[wording]").unwrap();
    assert!(Edition::read(old.replace("\"singapore-3\"", "\"own\"").as_bytes()).is_err());
    let old = Edition::read_kept(old.as_bytes(), None).unwrap();
    let picture = Picture::of(old.rules());
    assert_eq!(printed(&picture, "under domino"), "1:6");
    assert_eq!(printed(&picture, "big"), "BIG / 11 to 17 / 1:1 / loses on any triple");
}

#[test]
fn every_sign_names_the_house() {
    for law in Library::ids() {
        let house = house_book(law, "layout.house_name = \"Harbour House\"");
        for language in Language::ALL {
            let sign = svg(&Picture::of(house.rules()).in_language(language));
            // Its title is read by nobody who stands before it.
            let (_, printed) = sign.split_once("</title>").unwrap();
            assert!(printed.contains(">Harbour House</text>"), "{law}");
        }
    }
}
