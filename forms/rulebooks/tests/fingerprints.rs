//! The fingerprint of a rule book stays while the rules stay, and changes with every line of them.

use taisai_rulebooks::{Edition, Fingerprint, Freedom, Library, Line};
use taisai_rules::Clause;

/// The fingerprints of the embedded books.
///
/// Journals and vouchers carry them, so a change here is a change of the rules. When this test
/// fails, ask first whether the book was meant to change. If so, copy the new fingerprint, and say
/// in the change log which lines are new and by which clause. If not, the loader or the form of the
/// fingerprint has changed, and that must never happen.
const FINGERPRINTS: [(&str, &str); 8] = [
    ("massachusetts", "276c930cfb3cdd265d468648ae62249fe10ecfeb2384ab13103025686dfb103f"),
    ("maryland", "35bd6c17c6787acfdad5b53d435471368c0ffd38fe023b62047a251906e4dfba"),
    ("act", "f2a50832335c5422f3709bd9689cf5c5bf594c4207ab1875a3bf2b1d4ecf81b2"),
    ("pennsylvania-a", "1a05e24b50b9c2b9d716296f8c7a89b85a9a3894be7730579be31dfe9758698f"),
    ("pennsylvania-b", "332d2fcaf4fb054cbf48da807a3b461333a43d13df392a980b3f60d664fabc96"),
    ("singapore-1", "fb9e6813cfb3985260779a307238198198bfc555dde935f8de9969be142fc879"),
    ("singapore-2", "ef754f62fce1e390229e2b576bc9fe7ff0b1fe2a7f940f943eee7bbc141bed8e"),
    ("singapore-3", "b5e3c69f013e2e20042a50763b643b712dff334868adf5e82e1f67a5f6c79ee2"),
];

fn read(text: &str) -> Result<Edition, String> {
    Edition::read(text.as_bytes()).map_err(|mistakes| format!("{mistakes:#?}"))
}

fn fingerprint(text: &str) -> Fingerprint {
    read(text).unwrap_or_else(|mistakes| panic!("{mistakes}")).fingerprint()
}

/// An embedded book under another id, as a stand-alone file.
fn own_book(law: &str) -> String {
    let text = Library::text(law).expect("an embedded rule book");
    text.replacen(&format!("id       = \"{law}\""), "id = \"harbour\"", 1)
}

/// A stand-alone file that says these lines, one after another and without sections.
fn written(lines: &[Line]) -> String {
    lines.iter().map(written_line).collect()
}

fn written_line(line: &Line) -> String {
    let Line { key, value, .. } = line;
    let is_list =
        key.ends_with("areas") || key.starts_with("equipment.approvals") || key == "wording.wins";
    let value = match value.as_str() {
        "none" if is_list => "[]".to_owned(),
        words if is_list => format!("{:?}", words.split(' ').collect::<Vec<_>>()),
        "yes" => "true".to_owned(),
        "no" => "false".to_owned(),
        number if number.parse::<u8>().is_ok() => number.to_owned(),
        text => format!("{text:?}"),
    };
    let Some(clause) = &line.clause else { return format!("{key} = {value}\n") };
    let may = match &line.freedom {
        Freedom::Fixed => String::new(),
        Freedom::Raise => "may = \"raise\", ".to_owned(),
        Freedom::Lower => "may = \"lower\", ".to_owned(),
        Freedom::Change => "may = \"change\", ".to_owned(),
        Freedom::Choose(choices) => format!("may = {choices:?}, "),
    };
    format!("{key} = {{ is = {value}, {may}clause = \"{clause}\" }}\n")
}

/// The line with another value of its kind, where any will do.
fn with_other_value(line: &Line) -> Line {
    let value = match line.value.as_str() {
        "yes" => "no".to_owned(),
        "no" => "yes".to_owned(),
        "harbour" => "harbour-2".to_owned(),
        "24 hours" | "1 month" => "12 hours".to_owned(),
        number if number.parse::<u8>().is_ok() => "17".to_owned(),
        odds if odds.ends_with(" to 1") => "998 to 1".to_owned(),
        role if role == "dealer" || role.ends_with("person") => "supervisor".to_owned(),
        "supervisor" | "shift-manager" => "pit-manager".to_owned(),
        text => format!("{text} too"),
    };
    Line { value, ..line.clone() }
}

fn with_other_clause(line: &Line) -> Line {
    Line {
        clause: line.clause.as_ref().and_then(|_| Clause::new("reading 1; house")),
        ..line.clone()
    }
}

fn with_other_freedom(line: &Line) -> Line {
    let freedom = match &line.freedom {
        Freedom::Change => Freedom::Fixed,
        Freedom::Fixed | Freedom::Raise | Freedom::Lower | Freedom::Choose(_) => Freedom::Change,
    };
    Line { freedom, ..line.clone() }
}

#[test]
fn the_embedded_books_have_the_fingerprints_they_always_had() {
    let found: Vec<(&str, String)> = Library::editions()
        .map(|edition| (edition.id(), edition.fingerprint().to_string()))
        .collect();
    let known = FINGERPRINTS.map(|(id, fingerprint)| (id, fingerprint.to_owned()));
    assert_eq!(found, known);
}

#[test]
fn a_book_written_out_line_by_line_has_the_same_fingerprint() {
    for law in Library::ids() {
        let book = read(&own_book(law)).unwrap();
        let mut backwards = book.lines().to_vec();
        backwards.reverse();
        assert_eq!(fingerprint(&written(book.lines())), book.fingerprint(), "{law}");
        assert_eq!(fingerprint(&written(&backwards)), book.fingerprint(), "{law}");
    }
}

#[test]
fn comments_and_spelling_do_not_change_the_fingerprint() {
    let book = own_book("singapore-1");
    let changes = [
        ("8.5 to 1", "17 to 2"),
        ("8.5 to 1", "1 wins 8.50"),
        ("\"four-3456\", \"four-2356\"", "\"four-2356\", \"four-3456\""),
        ("shakes_min   = { is = 3,", "shakes_min   = { is = 0x3,"),
        ("[checklist.shaker]", "# A comment.\n\n[checklist.shaker] # Another one."),
        ("\n", "\r\n"),
    ];
    for (old, new) in changes {
        assert!(book.contains(old), "{old}");
        assert_eq!(fingerprint(&book.replace(old, new)), fingerprint(&book), "{new}");
    }
}

#[test]
fn a_house_that_only_repeats_its_law_differs_from_it_in_its_title_alone() {
    let house = "extends = \"maryland\"\nid = \"harbour\"\nname = \"Maryland\"\n";
    assert_eq!(fingerprint(house), fingerprint(&own_book("maryland")));
    let repeats = format!("{house}wager.triple.pays = \"1 wins 150\"\n");
    assert_eq!(fingerprint(&repeats), fingerprint(house));
}

#[test]
fn every_line_of_a_book_is_part_of_its_fingerprint() {
    let book = read(&own_book("maryland")).unwrap();
    for (place, line) in book.lines().iter().enumerate() {
        let fingerprint_with = |line: Line| {
            let mut lines = book.lines().to_vec();
            lines[place] = line;
            read(&written(&lines)).map(|edition| edition.fingerprint()).ok()
        };
        let [value, clause, freedom] = [
            fingerprint_with(with_other_value(line)),
            fingerprint_with(with_other_clause(line)),
            fingerprint_with(with_other_freedom(line)),
        ];
        let same = Some(book.fingerprint());
        if line.clause.is_some() {
            assert!(clause.is_some() && clause != same, "{}: the clause", line.key);
            assert!(freedom.is_some() && freedom != same, "{}: the freedom", line.key);
        }
        // Some lines have only one sound value: the areas of the layout, or a closed choice.
        assert!(value != same, "{}: the value", line.key);
        let closed =
            ["areas", "form", "remedy", "cite", "cover", "no_more_bets", "double_on_triple"];
        let is_closed = closed.iter().any(|end| line.key.ends_with(end))
            || ["equipment.", "limits.", "layout.", "wording."]
                .iter()
                .any(|start| line.key.starts_with(start));
        assert!(value.is_some() || is_closed, "{}: no other value was read", line.key);
    }
}

#[test]
fn a_fingerprint_is_shown_as_64_digits_and_known_by_the_first_12() {
    let fingerprint = Library::get("act").unwrap().fingerprint();
    let digits = fingerprint.to_string();
    assert_eq!(digits.len(), 64);
    assert_eq!(fingerprint.short(), digits[..12]);
    let byte = |place: usize| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).unwrap();
    assert_eq!(*fingerprint.as_bytes(), std::array::from_fn(byte));
}
