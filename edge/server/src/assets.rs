//! The screens, embedded in the binary.

use std::collections::BTreeSet;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use crate::software::hex;

/// What the build of the screens left.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Screens;

/// The page that every address of the screens starts with.
const PAGE: &str = "index.html";

/// The sign of the house; a browser asks for it by its oldest name where a page names none.
const ICON: &str = "icon.svg";

/// The SHA-256 of all screens: of the lines that `sha256sum` prints for their files, in the order
/// of their names. None where there are none.
pub fn hash() -> Option<[u8; 32]> {
    let names: BTreeSet<String> = Screens::iter().map(|name| name.to_string()).collect();
    let mut all = Sha256::new();
    for name in &names {
        let hash = Screens::get(name)?.metadata.sha256_hash();
        all.update(format!("{}  {name}\n", hex(&hash)));
    }
    (!names.is_empty()).then(|| all.finalize().into())
}

/// Every address that is no file is a page of the screens.
pub fn routes() -> Router {
    let icon = get(|| async { file(ICON).unwrap_or_else(not_built) });
    Router::new().route("/favicon.ico", icon).fallback(get(asset))
}

async fn asset(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match (file(path), path.contains('.')) {
        (Some(found), _) => found,
        (None, true) => StatusCode::NOT_FOUND.into_response(),
        (None, false) => file(PAGE).unwrap_or_else(not_built),
    }
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
