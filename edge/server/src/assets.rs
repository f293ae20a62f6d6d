//! The screens, embedded in the binary.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use crate::api::escaped;
use crate::front::Front;

/// What the build of the screens left.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Screens;

/// The page that every address of the screens starts with.
const PAGE: &str = "index.html";

/// The sign of the house; a browser asks for it by its oldest name where a page names none.
const ICON: &str = "icon.svg";

/// Every address that is no file is a page of the screens.
pub fn routes(front: &Front) -> Router {
    let icon = get(|| async { file(ICON).unwrap_or_else(not_built) });
    let house: Arc<str> = escaped(front.config.house.as_str()).into();
    Router::new().route("/favicon.ico", icon).fallback(get(asset)).with_state(house)
}

async fn asset(State(house): State<Arc<str>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match (file(path), path.contains('.')) {
        (Some(_), true) if path == PAGE => page(&house),
        (Some(found), _) => found,
        (None, true) => StatusCode::NOT_FOUND.into_response(),
        (None, false) => page(&house),
    }
}

/// The page, on which the house has its name before anything else is asked for.
fn page(house: &str) -> Response {
    let Some(found) = Screens::get(PAGE) else { return not_built() };
    let page = String::from_utf8_lossy(&found.data);
    let named = format!("<title>{house}</title>\n    <meta name=\"house\" content=\"{house}\" />");
    let page = page.replacen("<title>Taisai</title>", &named, 1);
    ([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response()
}

fn file(path: &str) -> Option<Response> {
    let found = Screens::get(path)?;
    let kind = found.metadata.mimetype().to_owned();
    // The build writes the hash of a file into its name: what has that name never changes.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep.to_owned())];
    Some((headers, found.data.into_owned()).into_response())
}

fn not_built() -> Response {
    let told = "The screens are not in this binary: build it with `make run` or `make web`.\n";
    (StatusCode::NOT_FOUND, told).into_response()
}
