//! The document as a page that people read: plain HTML, no script, nothing from elsewhere.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// How the page looks; the policy of the server allows styles and no script.
const LOOK: &str = include_str!("page.css");

/// The page of a document.
pub(super) fn page(document: &Value) -> String {
    let info = &document["info"];
    let mut page =
        String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page += "<meta name=\"viewport\" content=\"width=device-width\">";
    write!(page, "<title>{} API</title><style>{LOOK}</style></head><body>", text(&info["title"]))
        .expect("a text takes any letter");
    page += &heading(info);
    for (name, operations) in groups(document) {
        write!(page, "<h2>{}</h2>", escaped(&name)).expect("a text takes any letter");
        for one in operations {
            page += &one.html();
        }
    }
    page += "<h2 id=\"types\">Types</h2>";
    for (name, schema) in object(&document["components"]["schemas"]) {
        page += &type_html(name, schema);
    }
    page + "</body></html>\n"
}

fn heading(info: &Value) -> String {
    format!(
        "<header><h1>{} <small>{}</small></h1><p>{}</p><p>{}</p>\
         <p><a href=\"/api/openapi.json\">openapi.json</a> · \
         <a href=\"#types\">types</a></p></header>",
        text(&info["title"]),
        text(&info["version"]),
        text(&info["summary"]),
        text(&info["description"]),
    )
}

/// One operation, where it stands in the document.
struct Documented<'a> {
    path: &'a str,
    verb: &'a str,
    operation: &'a Value,
}

/// The operations of each group, in the order of their addresses.
fn groups(document: &Value) -> Vec<(String, Vec<Documented<'_>>)> {
    let mut groups: Vec<(String, Vec<Documented<'_>>)> = Vec::new();
    for (path, verbs) in object(&document["paths"]) {
        for (verb, operation) in object(verbs) {
            let name = operation["tags"][0].as_str().unwrap_or_default();
            let one = Documented { path, verb, operation };
            match groups.iter_mut().find(|(known, _)| known == name) {
                Some((_, operations)) => operations.push(one),
                None => groups.push((name.to_owned(), vec![one])),
            }
        }
    }
    groups
}

impl Documented<'_> {
    fn html(&self) -> String {
        let mut html = format!(
            "<details id=\"{name}\"><summary><b class=\"{verb}\">{verb}</b> \
             <code>{path}</code> {does}</summary>\
             <p>{asked}</p>",
            name = text(&self.operation["operationId"]),
            verb = escaped(self.verb),
            path = escaped(self.path),
            does = text(&self.operation["summary"]),
            asked = text(&self.operation["description"]),
        );
        html += &self.parameters();
        let sent = &self.operation["requestBody"]["content"]["application/json"]["schema"];
        if !sent.is_null() {
            html += "<p>Send ";
            html += &kind(sent);
            html += ".</p>";
        }
        html += &self.responses();
        html + "</details>"
    }

    fn parameters(&self) -> String {
        let rows = self.operation["parameters"].as_array().into_iter().flatten().map(|parameter| {
            format!(
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                text(&parameter["description"]),
            )
        });
        let rows: String = rows.collect();
        if rows.is_empty() { rows } else { format!("<table>{rows}</table>") }
    }

    fn responses(&self) -> String {
        let rows = object(&self.operation["responses"]).map(|(status, response)| {
            let content = object(&response["content"]).next();
            let body = content.map(|(_, content)| kind(&content["schema"])).unwrap_or_default();
            let means = text(&response["description"]);
            format!("<tr><td>{}</td><td>{body}</td><td>{means}</td></tr>", escaped(status))
        });
        format!("<table>{}</table>", rows.collect::<String>())
    }
}

fn type_html(name: &str, schema: &Value) -> String {
    let name = escaped(name);
    format!(
        "<details id=\"type-{name}\"><summary><code>{name}</code> {}</summary>{}</details>",
        text(&schema["description"]),
        parts(schema),
    )
}

/// The parts of an object, or what a value may be instead.
fn parts(schema: &Value) -> String {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let rows = object(&schema["properties"]).map(|(name, part)| {
        let optional = if required.contains(&name.as_str()) { "" } else { ", optional" };
        let means = text(&part["description"]);
        let kind = kind(part);
        format!(
            "<tr><td><code>{}</code></td><td>{kind}{optional}</td><td>{means}</td></tr>",
            escaped(name)
        )
    });
    let rows: String = rows.collect();
    let ways = ["oneOf", "allOf"].into_iter().filter_map(|way| schema[way].as_array()).flatten();
    let ways = ways
        .map(|way| format!("<li>{} {}{}</li>", kind(way), text(&way["description"]), parts(way)));
    let ways = ways.collect::<Vec<_>>().concat();
    let table = if rows.is_empty() { rows } else { format!("<table>{rows}</table>") };
    if ways.is_empty() { table } else { format!("{table}<ul>{ways}</ul>") }
}

/// The type of a value, in a word or as a link to its description.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#type-{name}\">{name}</a>");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> =
            words.iter().map(|word| format!("<code>{}</code>", text(word))).collect();
        return words.join(" ");
    }
    match &schema["type"] {
        Value::String(word) if word == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(word) => escaped(word),
        Value::Array(words) => words.iter().map(text).collect::<Vec<_>>().join(" or "),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// A text of the document, safe in a page; numbers as they are written.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => escaped(text),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            escaped(&value.to_string())
        }
    }
}

/// A text as it stands in a page, or between double quotation marks in it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
