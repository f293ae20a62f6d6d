//! JSON for programs: one line each, so that answers can be streamed.

use serde::Serialize;
use serde_json::{Map, Value};
use taisai_odds::Bounded;
use taisai_reports::figures::json_bounded_percent;

/// A value as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own values have string keys and no odd numbers") + "\n"
}

/// A chance with known bounds, as `…_percent`; if they leave every digit open that is null, and
/// `…_below_percent` has an upper bound.
pub(crate) fn chance_in_json(name: &str, chance: &Bounded) -> Map<String, Value> {
    let (percent, below) = match json_bounded_percent(chance) {
        Ok(percent) => (Value::Number(percent), None),
        Err(below) => (Value::Null, Some((format!("{name}_below_percent"), Value::Number(below)))),
    };
    [(format!("{name}_percent"), percent)].into_iter().chain(below).collect()
}
