//! Renders a failure for people and programs.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::output::json;
use crate::output::page::{BAD, DIM, styled};

impl Failure {
    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{} {}\n", styled(BAD, "error:"), self.message);
        for detail in &self.details {
            let _ = writeln!(text, "  {}", detail.text);
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(text, "{} {hint}", styled(DIM, "hint:"));
        }
        text
    }

    /// The failure for programs; in a batch it says which line it answers.
    pub(crate) fn to_json(&self, line: Option<u64>) -> String {
        let error = ErrorBody {
            kind: self.kind,
            message: &self.message,
            hint: self.hint.as_deref(),
            details: self.details.iter().map(|detail| &detail.json).collect(),
        };
        json::line(&ErrorAnswer { line, error })
    }
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    kind: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<&'a Value>,
}
