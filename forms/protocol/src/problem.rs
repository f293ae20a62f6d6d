//! The same refusals over HTTP, as RFC 9457 says them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::refusal::Refusal;

/// A body of `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Problem {
    /// A stable address for this kind of problem, relative to the server.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What happened this time, as an English sentence.
    pub detail: String,
    /// The stable word that screens translate.
    pub code: String,
    /// The refusal as data, where it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub data: Option<Refusal>,
}

impl Problem {
    /// The problem that a refusal is over HTTP.
    pub fn of(refusal: Refusal) -> Self {
        let code = refusal.code();
        Self {
            kind: format!("/problems/{code}"),
            title: title(&code),
            status: status(&code),
            detail: refusal.to_string(),
            code,
            data: Some(refusal),
        }
    }
}

impl Problem {
    /// A problem that is no refusal: HTTP itself was not used as it must be.
    pub fn plain(status: u16, code: &str, detail: &str) -> Self {
        Self {
            kind: format!("/problems/{code}"),
            title: title(code),
            status,
            detail: detail.to_owned(),
            code: code.to_owned(),
            data: None,
        }
    }
}

impl Refusal {
    /// The stable word of this refusal.
    pub fn code(&self) -> String {
        let data = serde_json::to_value(self).expect("a refusal is plain data");
        data["code"].as_str().expect("every refusal has a code").to_owned()
    }
}

/// The code as a few words: `betting-closed` is "Betting closed".
fn title(code: &str) -> String {
    let words = code.replace('-', " ");
    let first = words.chars().next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(words.chars().skip(1)).collect()
}

/// What HTTP calls it. What the rules say no to is a conflict with the state of the table.
fn status(code: &str) -> u16 {
    match code {
        "unreadable" => 400,
        "bad-field" | "bad-amount" | "request-reused" => 422,
        "session-over" | "not-enrolled" | "not-fresh" | "ticket-spent" | "needs-line" => 401,
        "not-yours" | "not-staff" | "only-seats" | "only-host" | "only-staff"
        | "only-terminals" | "role-too-low" | "role-needed" | "other-seat" | "password-not-own"
        | "own-case" => 403,
        "too-fast" => 429,
        "busy" => 503,
        missing if missing.starts_with("no-such-") => 404,
        _every_other_refusal => 409,
    }
}
