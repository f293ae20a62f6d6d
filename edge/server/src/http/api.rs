//! The HTTP API under `/api/v1`, the document that describes it, and a page to read.
//!
//! What changes something is an ask with a number, exactly as over a socket, and goes the same way
//! through [`crate::ask::dispatch`]; the rights are judged there, at the tables and on the floor.
//!
//! | module | what it holds |
//! |---|---|
//! | `operation` | one thing that can be asked: its route, and what the document says of it |
//! | `document`, `page` | OpenAPI, and the same to read |
//! | `body` | what comes in, read into types; what cannot be read is a problem |
//! | `doors`, `tables`, `seat`, `floor`, `cage`, `books`, `past` | the operations |
//! | `large`, `software` | two more: large transactions, and what serves |

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::{any, get};

mod body;
mod books;
mod cage;
mod cases;
mod document;
mod doors;
mod floor;
mod large;
mod operation;
mod page;
mod past;
mod seat;
mod software;
mod tables;

pub(crate) use page::escaped;

use crate::http::problem::no_such_page;
use crate::http::routes::HttpState;
use operation::Operation;

/// What a table for a spreadsheet is.
const CSV: &str = "text/csv; charset=utf-8";

/// Everything that can be asked.
fn operations() -> Vec<Operation> {
    let groups = [
        doors::operations(),
        tables::operations(),
        seat::operations(),
        floor::operations(),
        cage::operations(),
        past::operations(),
        large::operations(),
        cases::operations(),
        books::operations(),
        software::operations(),
    ];
    groups.into_iter().flatten().collect()
}

/// The document, written once.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let document = document::document(&operations());
    serde_json::to_string_pretty(&document).expect("a document is plain data") + "\n"
});

/// The page, written once.
static PAGE: LazyLock<String> = LazyLock::new(|| page::page(&document::document(&operations())));

/// The document that describes the API, as it is served.
pub fn openapi() -> &'static str {
    &DOCUMENT
}

/// Every route of the API.
pub fn routes(state: &Arc<HttpState>) -> Router {
    let router = operations().iter().fold(Router::new(), |router, one| one.on(router));
    router
        .route("/api", get(|| async { Html(PAGE.as_str()) }))
        .route(
            "/api/openapi.json",
            get(|| async {
                ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
            }),
        )
        .route("/api/{*rest}", any(|| async { no_such_page() }))
        .with_state(Arc::clone(state))
}
