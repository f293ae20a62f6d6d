//! `OpenAPI` 3.1, from the same list as the routes and the same types as the wire.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use taisai_protocol::Problem;
use taisai_protocol::schema::{Form, components};
use taisai_reports::Language;

use super::operation::{By, Keyed, Operation, PATH_PARTS, Parameter, Tells, Values};

/// The document of these operations.
pub(super) fn document(operations: &[Operation]) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for one in operations {
        let path = paths.entry(one.path).or_default();
        path.insert(one.verb.word().to_owned(), described(one));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Taisai",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "The tables, the floor, the cage and the books of a Sic Bo house.",
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": components(&forms(operations)),
            "securitySchemes": {
                "session": cookie("taisai-session", "A member of staff's log-in."),
                "terminal": cookie("taisai-terminal", TICKET),
            },
        },
    })
}

const ABOUT: &str = "Amounts are whole numbers of the currency's smallest unit; times are \
    milliseconds since 1970. Every request that changes something has the header \
    Idempotency-Key: s12-5 is the fifth request of log-in 12, t7-3 the third of terminal 7, and \
    numbers count upwards. The same key with the same body is done once and answered again, \
    even after a \
    restart; with another body it is refused. A refusal changes nothing and is answered with a \
    problem (RFC 9457) that has the refusal as data. A request from a browser page is accepted \
    only if the page comes from this very server.";

const TICKET: &str = "The ticket of an enrolled terminal: each connection that it opens gives \
    it the next one, and the first request over that connection spends the one before.";

fn cookie(name: &str, about: &str) -> Value {
    let about = format!("{about} Over TLS the cookie's name begins with `__Host-`.");
    json!({ "type": "apiKey", "in": "cookie", "name": name, "description": about })
}

/// Every type that is named somewhere.
fn forms(operations: &[Operation]) -> Vec<Form> {
    let answers = operations.iter().filter_map(|one| match one.tells {
        Tells::One(form) | Tells::Many(form) => Some(form),
        Tells::Words | Tells::Object | Tells::Nothing | Tells::Page | Tells::Csv | Tells::File => {
            None
        }
    });
    let sent = operations.iter().filter_map(|one| one.body);
    answers.chain(sent).chain([Form::of::<Problem>()]).collect()
}

fn described(one: &Operation) -> Value {
    let mut operation = json!({
        "operationId": one.name,
        "tags": [one.group],
        "summary": one.does,
        "description": format!("Asked by {}.", one.by.words()),
        "x-asked-by": one.by.word(),
        "parameters": parameters(one),
        "responses": responses(one),
    });
    let security = match one.by {
        By::Everybody => json!([]),
        By::Door | By::Terminal => json!([{ "terminal": [] }]),
        By::Staff | By::TableStaff | By::Superiors | By::Cashiers => json!([{ "session": [] }]),
    };
    operation["security"] = security;
    if let Some(form) = one.body {
        let content = json!({ "application/json": { "schema": reference(form) } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

fn reference(form: Form) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}", form.name()) })
}

fn parameters(one: &Operation) -> Vec<Value> {
    let in_path = one.path_parts().map(in_path);
    let in_query = one.query.iter().map(|parameter| valued(parameter, "query"));
    let key = (one.key == Keyed::Key).then(key);
    let line = (one.by == By::Terminal).then(line);
    in_path.chain(in_query).chain(key).chain(line).collect()
}

fn in_path(name: &str) -> Value {
    if let Some(part) = PATH_PARTS.iter().find(|part| part.name == name) {
        return valued(part, "path");
    }
    let (means, words): (&str, Vec<&str>) = match name {
        "language" => ("the code of a language", Language::ALL.map(Language::code).to_vec()),
        _ => ("the id of a rule book", taisai_rulebooks::Library::ids().collect()),
    };
    json!({
        "name": name, "in": "path", "required": true,
        "description": means,
        "schema": { "type": "string", "enum": words },
    })
}

fn valued(parameter: &Parameter, place: &str) -> Value {
    let schema = match parameter.values {
        Values::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Values::Day => json!({ "type": "string", "format": "date" }),
    };
    json!({
        "name": parameter.name, "in": place, "required": place == "path",
        "description": parameter.means,
        "schema": schema,
    })
}

fn key() -> Value {
    json!({
        "name": "Idempotency-Key", "in": "header", "required": true,
        "description": "who counts, and the number: s12-5",
        "schema": { "type": "string", "pattern": "^[st][0-9]+-[0-9]+$" },
    })
}

fn line() -> Value {
    json!({
        "name": "Taisai-Line", "in": "header", "required": true,
        "description": "the name of the terminal's newest line: from `hello`, or from open_line",
        "schema": { "type": "string", "pattern": "^[0-9a-f]{32}$" },
    })
}

fn responses(one: &Operation) -> Map<String, Value> {
    let mut responses = Map::new();
    let (status, right) = right(one);
    responses.insert(status.to_owned(), right);
    let needs_somebody = one.by != By::Everybody;
    let has_body = one.body.is_some();
    let has_path = one.path.contains('{');
    let changes = one.key != Keyed::Reads;
    let problems = [
        ("400", has_body, "It is no JSON."),
        ("401", needs_somebody || changes, "Nobody is logged in, or the session is over."),
        ("403", needs_somebody || changes, "They may not, or the page is not of this server."),
        ("404", has_path || has_body, "There is no such thing."),
        ("409", needs_somebody || has_body, "The rules say no as things stand."),
        ("408", has_body, "It came too slowly."),
        ("413", has_body, "It is too long."),
        ("415", has_body, "It does not say that it is JSON."),
        ("422", has_body || !one.query.is_empty(), "A part of it is not what it must be."),
        ("429", true, "Too fast."),
        ("503", true, "Too much to do, or the house is being rebuilt from its journal."),
    ];
    for (status, can_be, means) in problems {
        if can_be {
            responses.insert(status.to_owned(), problem(means));
        }
    }
    responses
}

fn problem(means: &str) -> Value {
    let schema = reference(Form::of::<Problem>());
    json!({
        "description": means,
        "content": { "application/problem+json": { "schema": schema } },
    })
}

fn right(one: &Operation) -> (&'static str, Value) {
    let text = json!({ "type": "string" });
    let (kind, schema) = match one.tells {
        Tells::Nothing => return ("204", json!({ "description": "Done." })),
        Tells::One(form) => ("application/json", reference(form)),
        Tells::Many(form) => {
            ("application/json", json!({ "type": "array", "items": reference(form) }))
        }
        Tells::Words => ("application/json", json!({ "type": "array", "items": text })),
        Tells::Object => ("application/json", json!({ "type": "object" })),
        Tells::Page => ("text/html", text),
        Tells::Csv => ("text/csv", text),
        Tells::File => ("application/pdf", json!({ "type": "string", "format": "binary" })),
    };
    ("200", json!({ "description": one.does, "content": { kind: { "schema": schema } } }))
}
