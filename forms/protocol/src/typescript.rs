//! The types of the screens, generated from ours.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

use crate::api::large::LargeChain;
use crate::api::{OwnRoundsPage, TableDocument, TableOffer};
use crate::schema::{Form, components};
use crate::{Book, ClientMessage, Problem, Refusal, ServerMessage};

/// Everything the screens read or write, as one TypeScript module.
pub fn typescript() -> String {
    // Amounts and times stay far below 2^53, so that a plain number holds them exactly.
    let mut found =
        Found { config: Config::new().with_large_int("number"), types: BTreeMap::new() };
    found.visit::<ClientMessage>();
    found.visit::<ServerMessage>();
    found.visit::<Book>();
    found.visit::<Problem>();
    found.visit::<OwnRoundsPage>();
    found.visit::<TableDocument>();
    found.visit::<TableOffer>();
    found.visit::<LargeChain>();
    let mut module = String::from(
        "// Generated from forms/protocol; do not edit. `UPDATE=1 cargo test -p taisai-protocol`\n",
    );
    for declaration in found.types.values() {
        write!(module, "\n{declaration}\n").expect("a String takes any text");
    }
    module.push_str(&refusal_fields());
    let lines: Vec<&str> = module.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// What the fields of each refusal are, by the names of their types: screens word an amount, a
/// moment or a role by its type.
fn refusal_fields() -> String {
    let parts = components(&[Form::of::<Refusal>()]);
    let mut fields: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (name, tag) in [("Refusal", "code"), ("BetRefusal", "code"), ("Need", "need")] {
        for variant in parts[name]["oneOf"].as_array().into_iter().flatten() {
            let variant = type_named(variant).expect("a variant has a part of its own");
            let properties = &parts[variant]["properties"];
            let code = properties[tag]["enum"][0].as_str().expect("a variant has its word");
            let typed = properties.as_object().into_iter().flatten().filter_map(typed_field);
            fields.entry(code.to_owned()).or_default().extend(typed);
        }
    }
    fields.retain(|_, of_code| !of_code.is_empty());
    let text = serde_json::to_string_pretty(&fields).expect("names are plain data");
    format!(
        "\n/** The fields of refusals that have a type of their own, by the refusal's code. */\n\
         export const REFUSAL_FIELDS = {text} as const;\n"
    )
}

/// A field and the name of its type, or of what it is a list of.
fn typed_field((name, field): (&String, &Value)) -> Option<(String, String)> {
    let of = type_named(field.get("items").unwrap_or(field))?;
    Some((name.clone(), of.to_owned()))
}

fn type_named(part: &Value) -> Option<&str> {
    let (_, name) = part.get("$ref")?.as_str()?.rsplit_once('/')?;
    Some(name)
}

/// Every named type that was met, in the order of the names.
struct Found {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Found {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let is_named = T::output_path().is_some();
        let name = T::ident(&self.config);
        if is_named && self.types.contains_key(&name) {
            return;
        }
        if is_named {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}", T::decl(&self.config));
            self.types.insert(name, declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
