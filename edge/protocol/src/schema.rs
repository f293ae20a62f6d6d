//! The machine-readable schema of the wire.

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{Ask, Book, Problem, Tell};

/// The schema of every message, as JSON Schema with its parts under `$defs`.
pub fn schema() -> Value {
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    collect::<Ask>(&mut parts);
    collect::<Tell>(&mut parts);
    collect::<Book>(&mut parts);
    collect::<Problem>(&mut parts);
    parts.sort_by(|one, other| one.0.cmp(&other.0));
    parts.dedup_by(|one, other| one.0 == other.0);
    let as_json = |(name, part): (String, RefOr<Schema>)| {
        (name, serde_json::to_value(part).expect("a schema is plain data"))
    };
    let parts: Map<String, Value> = parts.into_iter().map(as_json).collect();
    let text = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Taisai protocol",
        "$defs": parts,
    })
    .to_string();
    // utoipa points into OpenAPI's components; a schema of its own keeps its parts in `$defs`.
    let text = text.replace("#/components/schemas/", "#/$defs/");
    serde_json::from_str(&text).expect("what was JSON is JSON")
}

fn collect<T: ToSchema>(parts: &mut Vec<(String, RefOr<Schema>)>) {
    parts.push((T::name().into_owned(), <T as PartialSchema>::schema()));
    T::schemas(parts);
}
