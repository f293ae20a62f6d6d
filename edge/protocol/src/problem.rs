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
