//! Rule books, with their odds.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use taisai_odds::Dice;
use taisai_protocol::Book;
use taisai_protocol::api::TableDocument;
use taisai_protocol::schema::Form;
use taisai_reports::{Language, Sheet, Summary};
use taisai_rulebooks::{Edition, Library};

use super::body::Named;
use super::operation::{Operation, Tells, group};
use crate::config::{Document, TablePlan};
use crate::http::problem::ProblemResponse;
use crate::http::problem::plain;
use crate::http::routes::HttpState;
use crate::world::software::hex;

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/books", "books", || get(books))
            .does("The ids of the rule books.")
            .tells(Tells::Words),
        Operation::get("/api/v1/books/{book}", "book", || get(book))
            .does("A rule book with the clause of every line.")
            .tells(Tells::One(Form::of::<Book>())),
        Operation::get("/api/v1/books/{book}/odds", "odds", || get(odds))
            .does("The exact figures of a rule book, for programs.")
            .tells(Tells::Object),
        Operation::get("/api/v1/books/{book}/odds.csv", "odds_csv", || get(odds_csv))
            .does("The same for a spreadsheet.")
            .tells(Tells::Csv),
        Operation::get("/api/v1/books/{book}/par", "par", || get(par))
            .does("The PAR sheet, to read and to print, in English.")
            .tells(Tells::Page),
        Operation::get("/api/v1/books/{book}/par/{language}", "par_in", || get(par_in))
            .does("The same in a language: en, zh-Hant or zh-Hans.")
            .tells(Tells::Page),
        Operation::get("/api/v1/books/{book}/summary", "summary", || get(summary))
            .does("A summary of the rules with their clauses, to read and to print, in English.")
            .tells(Tells::Page),
        Operation::get("/api/v1/books/{book}/summary/{language}", "summary_in", || get(summary_in))
            .does("The same in a language: en, zh-Hant or zh-Hans.")
            .tells(Tells::Page),
        Operation::get("/api/v1/documents", "documents", || get(documents))
            .does("The approved documents that the house attached, with their hashes.")
            .tells(Tells::Many(Form::of::<TableDocument>())),
        Operation::get("/api/v1/tables/{table}/document", "document", || get(document))
            .does("The approved document of a table, as the house attached it.")
            .tells(Tells::File),
    ];
    group("Rule books", operations)
}

async fn books() -> Json<Vec<&'static str>> {
    Json(Library::ids().collect())
}

async fn book(
    State(state): State<Arc<HttpState>>,
    Named(id): Named<String>,
) -> Result<Json<Book>, ProblemResponse> {
    Ok(Json(Book::of(edition(&id)?, state.config.house.as_str())))
}

async fn par(
    State(state): State<Arc<HttpState>>,
    Named(id): Named<String>,
) -> Result<Html<String>, ProblemResponse> {
    par_page(&state, &id, Language::English)
}

async fn par_in(
    State(state): State<Arc<HttpState>>,
    Named((id, code)): Named<(String, String)>,
) -> Result<Html<String>, ProblemResponse> {
    par_page(&state, &id, language(&code)?)
}

async fn summary(
    State(state): State<Arc<HttpState>>,
    Named(id): Named<String>,
) -> Result<Html<String>, ProblemResponse> {
    summary_page(&state, &id, Language::English)
}

async fn summary_in(
    State(state): State<Arc<HttpState>>,
    Named((id, code)): Named<(String, String)>,
) -> Result<Html<String>, ProblemResponse> {
    summary_page(&state, &id, language(&code)?)
}

fn summary_page(
    state: &HttpState,
    id: &str,
    language: Language,
) -> Result<Html<String>, ProblemResponse> {
    let address = |language: Language| format!("/api/v1/books/{id}/summary/{}", language.code());
    Ok(Html(Summary::of(&own_edition(state, id)?, language).html(address)))
}

async fn documents(State(state): State<Arc<HttpState>>) -> Json<Vec<TableDocument>> {
    let attached = |plan: &TablePlan| {
        let Document { file, hash, .. } = plan.document.as_ref()?;
        let (table, book) = (plan.table.0, plan.edition.id().to_owned());
        Some(TableDocument { table, book, file: file.clone(), sha256: hex(hash) })
    };
    Json(state.config.tables.iter().filter_map(attached).collect())
}

async fn document(
    State(state): State<Arc<HttpState>>,
    Named(table): Named<u32>,
) -> Result<Response, ProblemResponse> {
    let documents = state.config.documents();
    let found = documents.into_iter().find(|(of, _)| of.0 == table).map(|(_, document)| document);
    let found = found.ok_or_else(|| {
        let detail = "no document is attached to this table; the house names it in floor.toml";
        plain(StatusCode::NOT_FOUND, "no-document", detail)
    })?;
    let bytes = found.bytes.to_vec();
    Ok(([(header::CONTENT_TYPE, found.media)], bytes).into_response())
}

fn language(code: &str) -> Result<Language, ProblemResponse> {
    let language = Language::ALL.into_iter().find(|language| language.code() == code);
    language.ok_or_else(|| {
        let known = Language::ALL.map(Language::code).join(", ");
        let detail = format!("there is no such language; there are {known}");
        plain(StatusCode::NOT_FOUND, "no-such-language", &detail)
    })
}

fn par_page(
    state: &HttpState,
    id: &str,
    language: Language,
) -> Result<Html<String>, ProblemResponse> {
    let address = |language: Language| format!("/api/v1/books/{id}/par/{}", language.code());
    let edition = own_edition(state, id)?;
    let sheet = Sheet::of(&edition, &Dice::FAIR);
    Ok(Html(taisai_reports::html_with_links(&sheet, language, address)))
}

async fn odds(Named(id): Named<String>) -> Result<Response, ProblemResponse> {
    let json = taisai_reports::json(&sheet(&id)?);
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

async fn odds_csv(Named(id): Named<String>) -> Result<Response, ProblemResponse> {
    let csv = taisai_reports::csv(&sheet(&id)?);
    Ok(([(header::CONTENT_TYPE, super::CSV)], csv).into_response())
}

fn sheet(id: &str) -> Result<Sheet<'static>, ProblemResponse> {
    Ok(Sheet::of(edition(id)?, &Dice::FAIR))
}

/// A rule book with the name of this house on its layout.
fn own_edition(state: &HttpState, id: &str) -> Result<Edition, ProblemResponse> {
    Ok(edition(id)?.with_house_name(state.config.house.as_str()))
}

fn edition(id: &str) -> Result<&'static Edition, ProblemResponse> {
    Library::get(id).ok_or_else(|| {
        let known = Library::ids().collect::<Vec<_>>().join(", ");
        let detail = format!("there is no such rule book; there are {known}");
        plain(StatusCode::NOT_FOUND, "no-such-book", &detail)
    })
}
