//! Names for the members of unions: what has no name, a generated client cannot hold.

use serde_json::{Map, Value, json};

/// Gives each member of a union that stands in a schema of its own a name, and puts a reference to
/// it in its place: `FloorAsk` has the members `FloorAskAddStaff`, `FloorAskApprove` and so on.
pub(super) fn named(schemas: Map<String, Value>) -> Map<String, Value> {
    let mut all = Map::new();
    for (name, mut schema) in schemas {
        for member in members(&mut schema) {
            let Some(label) = label(member) else { continue };
            let own = format!("{name}{}", pascal(&label));
            let place = json!({ "$ref": format!("#/components/schemas/{own}") });
            let taken = all.insert(own.clone(), std::mem::replace(member, place));
            assert!(taken.is_none(), "{own} is the name of two schemas");
        }
        let taken = all.insert(name.clone(), schema);
        assert!(taken.is_none(), "{name} is the name of two schemas");
    }
    all
}

fn members(schema: &mut Value) -> &mut [Value] {
    schema.get_mut("oneOf").and_then(Value::as_array_mut).map_or(&mut [], Vec::as_mut_slice)
}

/// What tells a member from the others: the only word that it or its tag can be, or its only key.
fn label(member: &Value) -> Option<String> {
    if let Some(parts) = member["allOf"].as_array() {
        return parts.iter().find_map(label);
    }
    if let Some(word) = only_word(member) {
        return Some(word);
    }
    let properties = member["properties"].as_object()?;
    let only_key = || properties.keys().next().filter(|_| properties.len() == 1).cloned();
    properties.values().find_map(only_word).or_else(only_key)
}

fn only_word(schema: &Value) -> Option<String> {
    match schema["enum"].as_array()?.as_slice() {
        [only] => only.as_str().map(ToOwned::to_owned),
        _ => None,
    }
}

fn pascal(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.split(['_', '-']).map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_called_by_what_tells_it_from_the_others() {
        let by_key = json!({ "properties": { "add_staff": { "type": "object" } } });
        let by_tag = json!({ "properties": { "code": { "enum": ["too-fast"] }, "wait_ms": {} } });
        let by_word = json!({ "type": "string", "enum": ["start_shift"] });
        let beside = json!({ "allOf": [{ "$ref": "#/a" }, by_tag.clone()] });
        let reference = json!({ "$ref": "#/components/schemas/A" });
        let union = json!({ "oneOf": [by_key.clone(), by_tag, by_word, beside, reference] });
        let mut schemas = Map::new();
        schemas.insert("One".to_owned(), json!({ "oneOf": [by_key] }));
        schemas.insert("Two".to_owned(), json!({ "type": "object" }));
        schemas
            .insert("Three".to_owned(), json!({ "oneOf": [union["oneOf"][1], union["oneOf"][2]] }));
        let all = named(schemas);
        let names: Vec<&str> = all.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            ["One", "OneAddStaff", "Three", "ThreeStartShift", "ThreeTooFast", "Two"]
        );
        assert_eq!(all["One"]["oneOf"][0]["$ref"], "#/components/schemas/OneAddStaff");
        assert_eq!(label(&union["oneOf"][3]).as_deref(), Some("too-fast"));
        assert_eq!(label(&union["oneOf"][4]), None, "what has a name keeps it");
    }
}
