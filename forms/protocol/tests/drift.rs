//! What is generated for others is what they have.

use std::path::Path;

use taisai_protocol::schema::schema;
use taisai_protocol::typescript::typescript;
use taisai_testing::written;

/// Compares a generated file with the one in the work tree; `UPDATE=1` writes it.
fn check(path: &str, text: &str) {
    written::is(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path), text);
}

#[test]
fn the_screens_have_the_types_of_the_wire() {
    check("web/src/wire.ts", &typescript());
}

#[test]
fn the_schema_is_that_of_the_wire() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    check("docs/generated/protocol.schema.json", &text);
}
