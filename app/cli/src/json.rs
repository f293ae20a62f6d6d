//! JSON for programs: one line each, so that answers can be streamed.

use serde::Serialize;

/// A value as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own values have string keys and no odd numbers") + "\n"
}
