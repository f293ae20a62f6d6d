//! The screens: their files, and their page at each of their addresses.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use taisai_floor::TableId;
use taisai_rulebooks::Library;

use crate::http::api::escaped;
use crate::http::routes::HttpState;
use crate::world::embedded::Screens;

/// The page that every address of the screens starts with.
const PAGE: &str = "index.html";

/// The sign of the house; a browser asks for it by its oldest name where a page names none.
const ICON: &str = "icon.svg";

/// The addresses of the screens, from the same file as their own router has them.
static ADDRESSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let listed = include_str!("../../../../web/src/routes.json");
    serde_json::from_str(listed).expect("a list of texts, as the router reads it")
});

/// Every file of the screens, and their page at each of their addresses. Anything else is nothing.
pub fn routes(state: &Arc<HttpState>) -> Router {
    let icon = get(|| async { file(ICON).unwrap_or_else(not_built) });
    Router::new().route("/favicon.ico", icon).fallback(get(asset)).with_state(Arc::clone(state))
}

async fn asset(State(state): State<Arc<HttpState>>, uri: Uri, headers: HeaderMap) -> Response {
    let house = escaped(state.config.house.as_str());
    let path = uri.path();
    let name = path.strip_prefix('/').filter(|name| is_name(name));
    // While the house is away nobody knows its tables, and the page says so.
    let has_table = || {
        table_of(path)
            .is_none_or(|table| state.house().is_none_or(|house| house.table(table).is_ok()))
    };
    if (is_address(path) && has_table()) || name == Some(PAGE) {
        return page(&house).unwrap_or_else(not_built);
    }
    name.and_then(file).unwrap_or_else(|| nothing(&house, &headers))
}

/// The page, on which the house has its name before anything else is asked for.
fn page(house: &str) -> Option<Response> {
    let found = Screens::get(PAGE)?;
    let page = String::from_utf8_lossy(&found.data);
    let named = format!("<title>{house}</title>\n    <meta name=\"house\" content=\"{house}\" />");
    let page = page.replacen("<title>Taisai</title>", &named, 1);
    Some(([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response())
}

/// Whether it can be the name of a file of the screens. In development they are read from the disk,
/// where a name could lead up again.
fn is_name(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}

/// Whether the screens have a page at this address.
fn is_address(path: &str) -> bool {
    let bare = path.strip_suffix('/').filter(|bare| !bare.is_empty() && !bare.ends_with('/'));
    let path = bare.unwrap_or(path);
    ADDRESSES.iter().any(|address| fits(address, path))
}

fn fits(address: &str, path: &str) -> bool {
    let (mut wanted, mut found) = (address.split('/'), path.split('/'));
    loop {
        let fits = match (wanted.next(), found.next()) {
            (None, None) => return true,
            (Some("{table}"), Some(part)) => is_table(part),
            (Some("{book}"), Some(part)) => Library::get(part).is_some(),
            (Some(wanted), Some(part)) => wanted == part,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !fits {
            return false;
        }
    }
}

/// The table that an address names, such as that of a display.
fn table_of(path: &str) -> Option<TableId> {
    let (_, last) = path.trim_matches('/').split_once('/')?;
    is_table(last).then(|| last.parse().ok().map(TableId))?
}

/// Whether the screens' router would take it for the number of a table.
fn is_table(part: &str) -> bool {
    !part.is_empty() && part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit())
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

/// There is nothing here. A person reads so on the page that leads back; a program sees the status.
fn nothing(house: &str, headers: &HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let reads_pages = accept.is_some_and(|accept| accept.contains("text/html"));
    let page = if reads_pages { page(house) } else { None };
    match page {
        Some(page) => (StatusCode::NOT_FOUND, page).into_response(),
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

fn not_built() -> Response {
    let message = "The screens are not in this binary: build it with `make run` or `make web`.\n";
    (StatusCode::NOT_FOUND, message).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_where_the_screens_have_one_and_nowhere_else() {
        for known in
            ["/", "/play", "/play/", "/console", "/console/9", "/display", "/display/3", "/rules"]
        {
            assert!(is_address(known), "{known}");
        }
        for book in Library::ids() {
            assert!(is_address(&format!("/rules/{book}")) && is_address(&format!("/odds/{book}")));
        }
        for nothing in [
            "",
            "//",
            "/nonsense",
            "/nonsense/xyz",
            "/metrics",
            "/play/xyz",
            "/play//",
            "/Play",
            "/console/x",
            "/console/1234567890",
            "/display/-1",
            "/rules/nonsense",
            "/rules/act/more",
            "/{table}",
            "/console/{table}",
            "/index.html/",
        ] {
            assert!(!is_address(nothing), "{nothing}");
        }
    }

    #[test]
    fn a_name_leads_down_only() {
        assert!(is_name("index.html") && is_name("assets/index-c3M3.js"));
        for up in ["", "..", "assets/../index.html", "../src/main.ts", "assets//index.js", "./a"] {
            assert!(!is_name(up), "{up}");
        }
    }
}
