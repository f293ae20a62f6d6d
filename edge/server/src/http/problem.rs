//! What cannot be done, as a problem over HTTP.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use taisai_protocol::{Problem, Refusal};

use crate::error::Error;

/// The largest body of a request.
pub const BODY_MAX: usize = 64 << 10;

/// A refusal as the body of a response.
pub struct ProblemResponse(pub Box<Problem>);

/// The problem a refusal is over HTTP.
pub fn problem(refusal: &Refusal) -> ProblemResponse {
    ProblemResponse(Box::new(Problem::of(refusal.clone())))
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::CONFLICT);
        let body = serde_json::to_vec(&self.0).expect("a problem has no key that is not text");
        (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response()
    }
}

impl From<Error> for ProblemResponse {
    fn from(no: Error) -> Self {
        match no {
            Error::Refused(refusal) => problem(&refusal),
            Error::Unavailable => away(),
        }
    }
}

/// The house is being rebuilt; nothing can be said of what was asked.
pub fn away() -> ProblemResponse {
    ProblemResponse(Box::new(Problem {
        kind: "/problems/away".to_owned(),
        title: "The table or the floor does not answer".to_owned(),
        status: StatusCode::SERVICE_UNAVAILABLE.as_u16(),
        detail: "the house comes back after a fault; ask again in a moment with the same key"
            .to_owned(),
        code: "away".to_owned(),
        data: None,
    }))
}

/// Nobody is logged in, or no terminal enrolled, under the cookie that was sent.
pub fn needs_login() -> ProblemResponse {
    unknown("log in first, or enrol the terminal")
}

/// What was typed in opens nothing.
pub fn wrong_secret() -> ProblemResponse {
    unknown("the name, the password or the code is wrong")
}

fn unknown(detail: &str) -> ProblemResponse {
    ProblemResponse(Box::new(Problem {
        kind: "/problems/needs-login".to_owned(),
        title: "Needs login".to_owned(),
        status: StatusCode::UNAUTHORIZED.as_u16(),
        detail: detail.to_owned(),
        code: "needs-login".to_owned(),
        data: None,
    }))
}

/// A body is longer than is read.
pub fn too_large() -> ProblemResponse {
    let detail = format!("a body is at most {BODY_MAX} bytes long");
    plain(StatusCode::PAYLOAD_TOO_LARGE, "too-large", &detail)
}

/// A problem that is no refusal of ours.
pub fn plain(status: StatusCode, code: &str, detail: &str) -> ProblemResponse {
    ProblemResponse(Box::new(Problem::plain(status.as_u16(), code, detail)))
}

/// There is nothing at an address.
pub fn no_such_page() -> ProblemResponse {
    let detail = "there is nothing here; /api lists what there is";
    plain(StatusCode::NOT_FOUND, "no-such-page", detail)
}

/// Makes a problem of whatever went wrong below us, too.
pub fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_problem = kind.is_some_and(|kind| kind == "application/problem+json");
    if is_problem || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let problem = match status {
        StatusCode::NOT_FOUND => no_such_page(),
        StatusCode::METHOD_NOT_ALLOWED => {
            plain(status, "other-method", "this address is asked in another way; see Allow")
        }
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        other => plain(other, "unreadable", "the request is not one of ours"),
    };
    let (parts, body) = problem.into_response().into_parts();
    let mut response = response.map(|_: Body| body);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response.headers_mut().extend(parts.headers);
    response
}
