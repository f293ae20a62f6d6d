//! JSON Schema as far as the document uses it: holds a value against a schema, and makes one up.

use serde_json::{Map, Value, json};
use taisai_testing::luck::Luck;

/// The schemas of a document.
pub(crate) struct Schemas<'a>(&'a Value);

impl<'a> Schemas<'a> {
    pub(crate) fn new(document: &'a Value) -> Self {
        Self(document)
    }

    fn resolved(&self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(to) => {
                let found = self.0.pointer(to.strip_prefix('#').unwrap());
                self.resolved(found.unwrap_or_else(|| panic!("{to} leads nowhere")))
            }
            None => schema,
        }
    }

    /// Whether a value is what the schema says; a keyword that is not known here fails.
    pub(crate) fn check(&self, schema: &'a Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        let keywords = schema.as_object().ok_or_else(|| format!("no schema: {schema}"))?;
        for (keyword, wanted) in keywords {
            self.keyword(keyword, wanted, schema, value)
                .map_err(|why| format!("{why}\n  by {keyword}: {wanted}"))?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each keyword, and little else")]
    fn keyword(
        &self,
        keyword: &str,
        wanted: &'a Value,
        schema: &'a Value,
        value: &Value,
    ) -> Result<(), String> {
        let no = |what: &str| Err(format!("{value} is {what}"));
        match keyword {
            "type" if !types(wanted).iter().any(|word| is(word, value)) => no("of another type"),
            "enum" if !wanted.as_array().unwrap().contains(value) => no("no such word"),
            "minimum" if value.as_f64().is_some_and(|n| n < wanted.as_f64().unwrap()) => {
                no("too small")
            }
            "maximum" if value.as_f64().is_some_and(|n| n > wanted.as_f64().unwrap()) => {
                no("too large")
            }
            "minItems"
                if value
                    .as_array()
                    .is_some_and(|l| (l.len() as u64) < wanted.as_u64().unwrap()) =>
            {
                no("too short")
            }
            "maxItems"
                if value.as_array().is_some_and(|l| l.len() as u64 > wanted.as_u64().unwrap()) =>
            {
                no("too long")
            }
            "required" => {
                let Some(object) = value.as_object() else { return Ok(()) };
                let mut names =
                    wanted.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                match names.find(|name| !object.contains_key(*name)) {
                    Some(missing) => no(&format!("without {missing}")),
                    None => Ok(()),
                }
            }
            "properties" => {
                let Some(object) = value.as_object() else { return Ok(()) };
                wanted.as_object().unwrap().iter().try_for_each(|(name, part)| {
                    object.get(name).map_or(Ok(()), |value| self.check(part, value))
                })
            }
            "additionalProperties" => {
                assert_eq!(wanted, false, "only closed objects are known here");
                let known = schema["properties"].as_object();
                let mut names = value.as_object().into_iter().flat_map(Map::keys);
                match names.find(|name| !known.is_some_and(|known| known.contains_key(*name))) {
                    Some(other) => no(&format!("not to have {other}")),
                    None => Ok(()),
                }
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                items.into_iter().try_for_each(|item| self.check(wanted, item))
            }
            "oneOf" => {
                let ways = wanted.as_array().unwrap();
                let fit: Vec<_> = ways.iter().map(|way| self.check(way, value)).collect();
                match fit.iter().filter(|way| way.is_ok()).count() {
                    1 => Ok(()),
                    0 => no(&format!("none of {fit:?}")),
                    more => no(&format!("{more} things at once")),
                }
            }
            "allOf" => wanted.as_array().unwrap().iter().try_for_each(|way| self.check(way, value)),
            "type" | "enum" | "minimum" | "maximum" | "minItems" | "maxItems" | "description"
            | "format" | "title" => Ok(()),
            other => panic!("the keyword {other} is not known here: {schema}"),
        }
    }
}

fn types(wanted: &Value) -> Vec<&str> {
    match wanted {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().map(|word| word.as_str().unwrap()).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
            panic!("{wanted} is no type")
        }
    }
}

fn is(word: &str, value: &Value) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other} is no type"),
    }
}

const NUMBERS: [u64; 16] = [
    0,
    1,
    2,
    3,
    5,
    9,
    12,
    100,
    500,
    1_000,
    65_535,
    65_536,
    4_294_967_296,
    9_007_199_254_740_991,
    1_000_000_000_000_001,
    u64::MAX,
];

const TEXTS: [&str; 14] = [
    "",
    "a",
    "dealer",
    "seen on tape",
    "AUD",
    "USD",
    "usd",
    "act",
    "0123456789abcdef0123456789abcdef",
    "=HYPERLINK(1)",
    "\u{0}\n",
    "大細",
    "a password of enough letters",
    "'; DROP TABLE records; --",
];

impl<'a> Schemas<'a> {
    /// A value that the schema allows, or one that is a little off.
    pub(crate) fn made_up(&self, schema: &'a Value, luck: &mut Luck) -> Value {
        if luck.one_in(40) {
            return nonsense(luck);
        }
        let schema = self.resolved(schema);
        if let Some(words) = schema["enum"].as_array() {
            return luck.one_of(words).clone();
        }
        if let Some(ways) = schema["oneOf"].as_array() {
            let way = luck.one_of(ways);
            return self.made_up(way, luck);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for part in parts {
                all.extend(self.made_up(part, luck).as_object().cloned().unwrap_or_default());
            }
            return all.into();
        }
        let words = types(&schema["type"]);
        match *luck.one_of(&words) {
            "object" => self.object(schema, luck),
            "array" => {
                let min = schema["minItems"].as_u64().unwrap_or(0);
                let long = if luck.one_in(30) { 300 } else { 4 };
                let max = schema["maxItems"].as_u64().unwrap_or(long);
                let count = min + luck.below(max - min + 1);
                (0..count).map(|_| self.made_up(&schema["items"], luck)).collect()
            }
            "string" if luck.one_in(50) => "x".repeat(5_000).into(),
            "string" => (*luck.one_of(&TEXTS)).into(),
            "integer" | "number" => match schema["maximum"].as_u64() {
                Some(max) if !luck.one_in(10) => {
                    let min = schema["minimum"].as_u64().unwrap_or(0);
                    (min + luck.below((max - min).saturating_add(1).max(1))).into()
                }
                _ => (*luck.one_of(&NUMBERS)).into(),
            },
            "boolean" => luck.one_in(2).into(),
            _null => Value::Null,
        }
    }

    fn object(&self, schema: &'a Value, luck: &mut Luck) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            let needed = required.iter().any(|known| known == name);
            if (needed && !luck.one_in(40)) || (!needed && luck.one_in(2)) {
                object.insert(name.clone(), self.made_up(part, luck));
            }
        }
        if luck.one_in(40) {
            object.insert("unheard-of".into(), 1.into());
        }
        object.into()
    }
}

fn nonsense(luck: &mut Luck) -> Value {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let all = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(1.5),
        json!("nonsense"),
        json!([]),
        json!({}),
        json!({ "a": { "b": [1, 2, 3] } }),
        json!(1e300),
        deep,
    ];
    luck.one_of(&all).clone()
}

#[test]
fn a_value_is_held_against_every_word_of_a_schema() {
    let document = json!({ "components": { "schemas": {
        "Die": { "type": "integer", "minimum": 1, "maximum": 6 },
        "Told": { "oneOf": [
            { "type": "object", "required": ["dice"], "additionalProperties": false,
              "properties": { "dice": {
                  "type": "array", "minItems": 3, "maxItems": 3,
                  "items": { "$ref": "#/components/schemas/Die" } } } },
            { "type": "string", "enum": ["none"] },
            { "type": ["null"] },
        ] },
    } } });
    let schemas = Schemas::new(&document);
    let message = &document["components"]["schemas"]["Told"];
    for right in [json!({ "dice": [1, 6, 3] }), json!("none"), json!(null)] {
        assert_eq!(schemas.check(message, &right), Ok(()));
    }
    for wrong in [
        json!({ "dice": [0, 6, 3] }),
        json!({ "dice": [1, 7, 3] }),
        json!({ "dice": [1, 6] }),
        json!({ "dice": [1, 6, 3, 3] }),
        json!({ "dice": [1, 6, 3], "more": 1 }),
        json!({ "dice": [1, 6, "3"] }),
        json!({}),
        json!("some"),
        json!(3),
    ] {
        assert!(schemas.check(message, &wrong).is_err(), "{wrong}");
    }
}
