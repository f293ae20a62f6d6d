//! The types of the screens, generated from ours.

use std::collections::BTreeMap;
use std::fmt::Write;

use ts_rs::{Config, TS, TypeVisitor};

use crate::api::{OwnRoundsPage, TableDocument};
use crate::{Book, ClientMessage, Problem, ServerMessage};

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
    let mut module = String::from(
        "// Generated from forms/protocol; do not edit. `UPDATE=1 cargo test -p taisai-protocol`\n",
    );
    for declaration in found.types.values() {
        write!(module, "\n{declaration}\n").expect("a String takes any text");
    }
    let lines: Vec<&str> = module.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
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
