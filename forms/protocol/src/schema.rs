//! The machine-readable schema of the wire.

mod members;

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{Book, ClientMessage, Problem, ServerMessage};

/// A type of the wire, as a document names it.
#[derive(Clone, Copy)]
pub struct Form {
    name: fn() -> Cow<'static, str>,
    collect: fn(&mut Vec<(String, RefOr<Schema>)>),
}

impl Form {
    /// The form of a type.
    pub const fn of<T: ToSchema>() -> Self {
        Self { name: T::name, collect: collect::<T> }
    }

    /// Its name.
    pub fn name(&self) -> Cow<'static, str> {
        (self.name)()
    }
}

/// The schemas of these types and of everything in them, each under its name; they point at one
/// another as `OpenAPI`'s components do.
pub fn components(forms: &[Form]) -> Map<String, Value> {
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    for form in forms {
        (form.collect)(&mut parts);
    }
    parts.sort_by(|one, other| one.0.cmp(&other.0));
    parts.dedup_by(|one, other| one.0 == other.0);
    let as_json = |(name, part): (String, RefOr<Schema>)| {
        (name, serde_json::to_value(part).expect("a schema is plain data"))
    };
    members::named(parts.into_iter().map(as_json).collect())
}

/// The schema of every message, as JSON Schema with its parts under `$defs`.
pub fn schema() -> Value {
    let forms = [
        Form::of::<ClientMessage>(),
        Form::of::<ServerMessage>(),
        Form::of::<Book>(),
        Form::of::<Problem>(),
    ];
    let text = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Taisai protocol",
        "$defs": components(&forms),
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
