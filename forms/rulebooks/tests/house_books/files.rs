//! Files that are broken before they say anything: bytes, letters, syntax, nesting.

use taisai_rulebooks::FILE_MAX;

use crate::stories::{check, check_bytes, file, house_file};

#[test]
fn a_file_of_the_largest_size_is_read_and_one_byte_more_is_not() {
    let mut largest = house_file("maryland", "") + "#";
    largest.push_str(&"x".repeat(FILE_MAX - largest.len()));
    check(&largest, &[]);
    let refusal = "1:1: the file is too large; a rule book has at most 262144 bytes";
    check(&format!("{largest}x"), &[refusal]);
}

#[test]
fn what_is_not_utf_8_is_refused_at_the_first_bad_letter() {
    let refused_at =
        |place: &str| format!("{place}: the file is not UTF-8 text; save the file as UTF-8");
    let cases: [(&[u8], &str); 4] = [
        (b"\xff", "1:1"),
        (b"extends = \"maryland\"\nid = \"h\xe4rbour\"\n", "2:8"),
        // The first of these letters is whole and takes one column; the second is cut off.
        (b"extends = \"maryland\"\nname = \"\xe5\xa4\xa7\xe7\"\n", "2:10"),
        // What some editors call Unicode.
        (b"\xff\xfee\0x\0t\0e\0n\0d\0s\0", "1:1"),
    ];
    for (bytes, place) in cases {
        check_bytes(bytes, &[&refused_at(place)]);
    }
}

#[test]
fn a_mark_at_the_beginning_of_a_file_counts_for_nothing() {
    check(&format!("\u{feff}{}", house_file("maryland", "")), &[]);
    let wrong_id = "\u{feff}id = 5\nextends = \"maryland\"\nname = \"Harbour House\"\n";
    check(wrong_id, &["1:6: id: unreadable value; write a text in quotation marks"]);
}

#[test]
fn columns_count_letters_and_not_bytes() {
    let lines = "layout = { house_name = \"大細\", currency = 5 } # é\nlimits.markers = 5";
    check(
        &house_file("act", lines),
        &[
            "4:42: layout.currency: unreadable value; \
             write a currency of three capital letters, such as \"USD\"",
            "5:18: limits.markers: unreadable value; write true or false",
        ],
    );
}

#[test]
fn lines_may_end_as_on_any_system() {
    let with_returns = |lines: &str| house_file("maryland", lines).replace('\n', "\r\n");
    check(&with_returns("wager.triple.pays = \"180 to 1\""), &[]);
    let below = "4:21: wager.triple.pays: below the law's floor of 150 to 1 (MD 6.A(1)); \
                 150 to 1 or more";
    check(&with_returns("wager.triple.pays = \"140 to 1\""), &[below]);
}

#[test]
fn a_letter_that_no_screen_shows_is_refused() {
    let in_text =
        "not TOML: invalid basic string, expected non-double-quote visible characters, `\\`";
    let in_key = "not TOML: invalid unquoted key, expected letters, numbers, `-`, `_`";
    let in_comment = "not TOML: invalid comment character, expected printable characters";
    let lone_return = "not TOML: carriage return must be followed by newline, expected newline";
    check("extends = \"mary\0land\"\n", &[&format!("1:16: {in_text}")]);
    check("ext\0ends = \"maryland\"\n", &[&format!("1:4: {in_key}")]);
    check("# bell \x07\nextends = \"maryland\"\n", &[&format!("1:8: {in_comment}")]);
    check("extends = \"maryland\"\rid = \"harbour\"", &[&format!("1:22: {lone_return}")]);
}

#[test]
fn a_key_is_written_once() {
    file(
        r#"
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | id = "harbour"
        -> 4:1: not TOML: duplicate key
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | [layout]
             | currency = "CAD"
             | [layout]
             | currency = "USD"
        -> 6:2: not TOML: duplicate key
        -> 7:1: not TOML: duplicate key
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | "wager.triple".pays = "180 to 1"
             | [wager.triple]
             | pays = "200 to 1"
        -> 4:1: "wager.triple": this is not a key; use up to 40 of a-z, 0-9, - and _
        "#,
    );
}

#[test]
fn a_key_is_of_plain_letters() {
    // Quotation marks would let two keys be one path, and hide letters that move a terminal.
    const REFUSAL: &str = "this is not a key; use up to 40 of a-z, 0-9, - and _";
    for (written, shown) in [
        (r#""wager.triple""#, r#""wager.triple""#),
        (r#""a\tb""#, r#""a\tb""#),
        (r#""\u001b[31m""#, r#""\u{1b}[31m""#),
        (r#""""#, r#""""#),
        (r#""größe""#, r#""größe""#),
    ] {
        let text = house_file("maryland", &format!("{written} = \"180 to 1\""));
        check(&text, &[&format!("4:1: {shown}: {REFUSAL}")]);
    }
    let long =
        |length: usize| house_file("act", &format!("checklist.{} = \"x\"", "k".repeat(length)));
    check(&long(40), &[]);
    check(&long(41), &[&format!("4:11: checklist.\"{}\": {REFUSAL}", "k".repeat(40))]);
}

#[test]
fn a_section_says_something() {
    file(
        r#"
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | [wager.triple]
        -> 4:8: wager.triple: the section is empty; write its lines below it, or leave it out
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | [wagers]
        -> 4:2: wagers: the section is empty; write its lines below it, or leave it out
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | layout = {}
        -> 4:1: layout: the section is empty; write its lines below it, or leave it out
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | [checklist]
             | clause = "house"
        -> 4:2: checklist: the section is empty; write its lines below it, or leave it out
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | [[wager]]
        -> 4:1: wager: unknown key
        "#,
    );
}

#[test]
fn every_error_of_syntax_is_reported_at_once() {
    file(
        r#"
        file | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
             | shakes = = 3
             | lamp = "on
             | dice = [1,
             | round 5
        -> 4:10: not TOML: extra `=`, expected nothing
        -> 4:12: not TOML: unexpected key or value, expected newline, `#`
        -> 5:11: not TOML: invalid basic string, expected `"`
        -> 7:1: not TOML: string values must be quoted, expected literal string
        -> 7:8: not TOML: unclosed array, expected `]`
        file | [layout
        -> 1:8: not TOML: unclosed table, expected `]`
        file | = 5
        -> 1:1: not TOML: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`
        file | """
        -> 1:1: not TOML: keys cannot be multi-line basic strings, expected basic string, literal
           string
        -> 1:4: not TOML: key with no value, expected `=`
        -> 1:4: not TOML: invalid multi-line basic string, expected `"`
        file | a = '''
        -> 1:8: not TOML: invalid multi-line literal string, expected `'`
        file | a = 1979-99-99
        -> 1:5: not TOML: invalid date, expected month between 01 and 12
        file | a = 0x
        -> 1:1: extends: the file does not say which law it follows; begin with extends = "…";
           the laws are massachusetts, maryland, act, pennsylvania-a, pennsylvania-b,
           singapore-1, singapore-2, singapore-3
        file | {}
        -> 1:1: not TOML: invalid key-value pair, expected key
        "#,
    );
}

#[test]
fn nesting_without_end_is_refused() {
    let keys = vec!["a"; 1_000].join(".");
    let too_deep = "not TOML: cannot recurse further; max recursion depth met";
    let cases = [
        (format!("a = {}{}", "[".repeat(1_000), "]".repeat(1_000)), format!("1:85: {too_deep}")),
        (
            format!("a = {}1{}", "{a=".repeat(1_000), "}".repeat(1_000)),
            format!("1:245: {too_deep}"),
        ),
        (format!("{keys} = 1"), "1:1: not TOML: recursion limit".to_owned()),
        (format!("[{keys}]"), "1:1: not TOML: recursion limit".to_owned()),
        (format!("[[{keys}]]"), "1:1: not TOML: recursion limit".to_owned()),
    ];
    for (text, refusal) in cases {
        check(&text, &[&refusal]);
    }
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once_in_its_order() {
    file(
        r#"
        file | extends = "maryland"
             | id = "maryland"
             | name = ""
             | wager.triple.pays = "140 to 1"
             | colour = "green"
             | "wager.big".pays = "2 to 1"
             |
             | [wager.double]
             | areas = ["double-1", "double-7"]
             | pays = "9 for 1"
             |
             | [wager.even]
             | areas = ["even"]
             |
             | [layout]
             | odds_style = "ratio"
             |
             | [shaker.manual]
             | shakes_min = 2
             | dice_life = "25 hours"
             | allowed = false
             |
             | [shaker.automated-covered]
             | allowed = false
             |
             | [people]
             |
             | [procedure]
             | clause = "house"
             | collect_before_pay = false
        -> 2:6: id: this id belongs to an embedded rule book; give the house's book an id of its
           own
        -> 3:8: name: unreadable value; write one line of visible text, up to 200 bytes
        -> 4:21: wager.triple.pays: below the law's floor of 150 to 1 (MD 6.A(1)); 150 to 1 or
           more
        -> 5:10: colour: unknown key
        -> 6:1: "wager.big": this is not a key; use up to 40 of a-z, 0-9, - and _
        -> 9:22: wager.double.areas: "double-7" is not an area; did you mean double-1?
        -> 10:8: wager.double.pays: odds are never written with "for"; write "8 to 1" or "1 wins
           8"
        -> 13:9: wager.even: the law has no such wager; a house may only change the wagers its
           law has
        -> 13:10: wager.even.areas: even is not offered
        -> 16:14: layout.odds_style: the law does not leave this choice (MD 1.C(3)); choose "to"
           or "wins"
        -> 19:14: shaker.manual.shakes_min: below the law's floor of 3 (MD 5.B(1)); 3 or more
        -> 20:13: shaker.manual.dice_life: above the law's ceiling of 24 hours (MD 2.B); 24 hours
           or less
        -> 24:11: shaker.automated-covered.allowed: no shaker is left to play with (MD 1.D(2));
           allow at least one of the law's shakers
        -> 26:2: people: the section is empty; write its lines below it, or leave it out
        -> 29:10: procedure.clause: only the law's own book says this; leave it out
        -> 30:22: procedure.collect_before_pay: the law fixes this (MD 5.F); leave it out, or
           write true
        "#,
    );
}
