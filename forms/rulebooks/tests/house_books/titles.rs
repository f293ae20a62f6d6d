//! The top of a file: which law it follows, and what it is called.

use crate::stories::{check, file};

#[test]
fn the_law_a_file_extends_must_be_known() {
    file(
        r#"
        file | extends = "marylnad"
             | id = "harbour"
             | name = "Harbour House"
        -> 1:11: extends: there is no such rule book to extend; did you mean maryland?
        file | extends = "nevada"
        -> 1:11: extends: there is no such rule book to extend; the laws are massachusetts,
           maryland, act, pennsylvania-a, pennsylvania-b, singapore-1, singapore-2, singapore-3
        file | extends = 5
        -> 1:11: extends: there is no such rule book to extend; the laws are massachusetts,
           maryland, act, pennsylvania-a, pennsylvania-b, singapore-1, singapore-2, singapore-3
        file | extends = ""
        -> 1:11: extends: there is no such rule book to extend; the laws are massachusetts,
           maryland, act, pennsylvania-a, pennsylvania-b, singapore-1, singapore-2, singapore-3
        file | extends = "Maryland"
        -> 1:11: extends: there is no such rule book to extend; did you mean maryland?
        "#,
    );
}

#[test]
fn a_file_that_names_no_law_gets_that_mistake_alone() {
    file(
        r#"
        file |
        -> 1:1: extends: the file does not say which law it follows; begin with extends = "…";
           the laws are massachusetts, maryland, act, pennsylvania-a, pennsylvania-b,
           singapore-1, singapore-2, singapore-3
        file | # nothing but a comment
        -> 1:1: extends: the file does not say which law it follows; begin with extends = "…";
           the laws are massachusetts, maryland, act, pennsylvania-a, pennsylvania-b,
           singapore-1, singapore-2, singapore-3
        file | id = "harbour"
             | name = "Harbour House"
             | wager.triple.pays = "180 to 1"
        -> 1:1: extends: the file does not say which law it follows; begin with extends = "…";
           the laws are massachusetts, maryland, act, pennsylvania-a, pennsylvania-b,
           singapore-1, singapore-2, singapore-3
        file | extend = "maryland"
             | id = "harbour"
        -> 1:10: extend: unknown key; did you mean extends?
        file | [layout]
             | extends = "maryland"
        -> 1:1: extends: the file does not say which law it follows; begin with extends = "…";
           the laws are massachusetts, maryland, act, pennsylvania-a, pennsylvania-b,
           singapore-1, singapore-2, singapore-3
        "#,
    );
}

#[test]
fn a_book_needs_an_id_and_a_name_of_its_own() {
    file(
        r#"
        file | extends = "maryland"
        -> 1:1: id: missing; add the line at the top of the file
        -> 1:1: name: missing; add the line at the top of the file
        file | extends = "maryland"
             | name = "Harbour House"
        -> 1:1: id: missing; add the line at the top of the file
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "h"
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "harbour-house-2"
        file | extends = "maryland"
             | name = "Harbour House"
             | id = ""
        -> 3:6: id: unreadable value; write one line of visible text, up to 200 bytes
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "Harbour"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "harbour house"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "-harbour"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "harbour-"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "härbour"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "../harbour"
        -> 3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between
        file | extends = "maryland"
             | name = "Harbour House"
             | id = 5
        -> 3:6: id: unreadable value; write a text in quotation marks
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "maryland"
        -> 3:6: id: this id belongs to an embedded rule book; give the house's book an id of its
           own
        file | extends = "maryland"
             | name = "Harbour House"
             | id = "singapore-3"
        -> 3:6: id: this id belongs to an embedded rule book; give the house's book an id of its
           own
        "#,
    );
}

#[test]
fn a_text_is_one_line_of_at_most_200_bytes() {
    file(
        r#"
        file | extends = "maryland"
             | id = "harbour"
             | name = " "
        -> 3:8: name: unreadable value; write one line of visible text, up to 200 bytes
        file | extends = "maryland"
             | id = "harbour"
             | name = "a\tb"
        -> 3:8: name: unreadable value; write one line of visible text, up to 200 bytes
        file | extends = "maryland"
             | id = "harbour"
             | name = "a\u0000b"
        -> 3:8: name: unreadable value; write one line of visible text, up to 200 bytes
        file | extends = "maryland"
             | id = "harbour"
             | name = "大細"
        "#,
    );
}

#[test]
fn title_lines_stand_alone() {
    file(
        r#"
        file | extends = { is = "maryland", clause = "house" }
             | id = { is = "harbour", may = "change" }
             | name = { is = "Harbour House" }
        -> 1:39: extends.clause: unknown key
        -> 2:30: id.may: unknown key
        file | clause = "house"
             | extends = "maryland"
             | id = "harbour"
             | name = "Harbour House"
        -> 1:10: clause: unknown key
        "#,
    );
}

#[test]
fn an_id_has_at_most_40_letters() {
    let with_id = |id: String| format!("extends = \"maryland\"\nname = \"N\"\nid = \"{id}\"\n");
    check(&with_id("a".repeat(40)), &[]);
    let refusal = "3:6: id: this is not an id; use up to 40 of a-z, 0-9 and - in between";
    check(&with_id("a".repeat(41)), &[refusal]);
}

#[test]
fn a_name_has_at_most_200_bytes() {
    let with_name = |name: String| format!("extends = \"act\"\nid = \"h\"\nname = \"{name}\"\n");
    check(&with_name("n".repeat(200)), &[]);
    check(&with_name("é".repeat(100)), &[]);
    let refusal = "3:8: name: unreadable value; write one line of visible text, up to 200 bytes";
    check(&with_name("n".repeat(201)), &[refusal]);
    check(&with_name("é".repeat(101)), &[refusal]);
}
