//! What comes in over HTTP, read into types; what cannot be read is a problem that says why.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use taisai_protocol::api::{Counts, Key};
use taisai_protocol::ask::AskFault;
use taisai_protocol::declare::Check;
use taisai_protocol::{Refusal, object};
use tokio::time::timeout;

use crate::figures::TimedOut;
use crate::http::problem::{ProblemResponse, problem};
use crate::http::problem::{no_such_page, plain, too_large};
use crate::http::routes::HttpState;

/// An ask as a body of JSON, read into checked values as one from a socket is.
pub(super) struct SentAsk<T: Check>(pub(super) T::Checked);

impl<T: Check + DeserializeOwned> FromRequest<Arc<HttpState>> for SentAsk<T> {
    type Rejection = ProblemResponse;

    async fn from_request(
        request: Request,
        shared: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        let Sent(ask) = Sent::<T>::from_request(request, shared).await?;
        ask.checked().map(Self).map_err(|fault| problem(&fault.into()))
    }
}

/// A body of JSON.
pub(super) struct Sent<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<HttpState>> for Sent<T> {
    type Rejection = ProblemResponse;

    async fn from_request(
        request: Request,
        shared: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        if !is_json(request.headers()) {
            let detail = "send JSON, and say so: Content-Type: application/json";
            return Err(plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail));
        }
        let patience = shared.config.patience.body;
        let bytes = timeout(patience, Bytes::from_request(request, shared)).await;
        let bytes = bytes.map_err(|_| too_slow(shared))?.map_err(|why| unread(&why))?;
        // Nesting is bounded by the reader itself, at 128 levels.
        object::read(&bytes).map(Self).map_err(|error| unreadable(&error))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

fn unread(why: &BytesRejection) -> ProblemResponse {
    if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    let fault = "the body broke off".to_owned();
    problem(&Refusal::Unreadable { fault })
}

/// What is no JSON is a bad request; JSON that says something else cannot be processed.
fn unreadable(error: &serde_json::Error) -> ProblemResponse {
    let mut response = problem(&AskFault::unreadable(error).into());
    if error.is_data() {
        response.0.status = StatusCode::UNPROCESSABLE_ENTITY.as_u16();
    }
    response
}

/// Who has not sent all of a body by now is not waited for: it is not read on.
fn too_slow(shared: &HttpState) -> ProblemResponse {
    shared.figures.timed_out(TimedOut::Body);
    let seconds = shared.config.patience.body.as_secs();
    let detail = format!("a body is sent whole within {seconds} seconds");
    plain(StatusCode::REQUEST_TIMEOUT, "too-slow", &detail)
}

/// The parts of an address; one that cannot be read leads nowhere.
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let named = Path::<T>::from_request_parts(parts, state).await;
        named.map(|Path(named)| Self(named)).map_err(|_| no_such_page())
    }
}

/// What stands behind the question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let asked = Query::<T>::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|why| {
            let expects = AskFault::shortened(&format!("as the document says ({why})"));
            problem(&Refusal::BadField {
                field: "what follows the question mark".to_owned(),
                expects,
            })
        })
    }
}

/// The number under which a change is asked, so that it is done once however often it is sent.
pub(super) fn number(headers: &HeaderMap, counts: Counts) -> Result<u64, ProblemResponse> {
    let mut sent = headers.get_all("idempotency-key").iter();
    let key = match (sent.next(), sent.next()) {
        (Some(key), None) => key.to_str().ok().and_then(Key::parse),
        (None, _) | (Some(_), Some(_)) => None,
    };
    match key {
        Some(key) if key.counts == counts => Ok(key.number),
        Some(_) | None => {
            let expects = format!(
                "sent once, as {counts}-N with a number N that counts upwards within this log-in"
            );
            let field = "Idempotency-Key".to_owned();
            Err(problem(&Refusal::BadField { field, expects }))
        }
    }
}
