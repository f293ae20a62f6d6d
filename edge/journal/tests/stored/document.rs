//! `docs/journal-format.md` lists every stored form as it is. `UPDATE=1` writes the lists anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use taisai_journal::stored::{Shape, shapes};
use taisai_rules::Area;

const BEGIN: &str = "<!-- forms: written by the tests -->\n";
const END: &str = "<!-- end of forms -->\n";

fn forms() -> String {
    let mut text = String::new();
    for shape in shapes() {
        write!(text, "\n### {}\n\n", shape.name).unwrap();
        text.push_str(&table(shape));
    }
    text.push_str("\n### Areas\n\n| code | area |\n|---|---|\n");
    for (code, area) in Area::all().enumerate() {
        writeln!(text, "| {code} | {area} |").unwrap();
    }
    text
}

fn table(shape: Shape) -> String {
    let mut text = String::new();
    if let [only] = shape.variants
        && only.name.is_empty()
    {
        text.push_str("| field | form |\n|---|---|\n");
        for (field, form) in only.fields {
            writeln!(text, "| {field} | {} |", code(form)).unwrap();
        }
        return text;
    }
    text.push_str("| code | name | fields |\n|---|---|---|\n");
    for (place, variant) in shape.variants.iter().enumerate() {
        let fields = variant.fields.iter();
        let fields: Vec<String> =
            fields.map(|(field, form)| format!("{field} {}", code(form))).collect();
        writeln!(text, "| {place} | {} | {} |", variant.name, fields.join(", ")).unwrap();
    }
    text
}

/// A form in the document's words: a box is nothing to the bytes.
fn code(form: &str) -> String {
    let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
    let form = form.strip_prefix("Box<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(&form);
    format!("`{form}`")
}

#[test]
fn the_document_lists_every_form_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/journal-format.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, [before, BEGIN, &forms(), "\n", END, after].concat()).unwrap();
        return;
    }
    assert!(found == format!("{}\n", forms()), "UPDATE=1 writes the lists anew");
}
