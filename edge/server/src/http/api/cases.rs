//! Cases over HTTP: listed, looked up, printed, and for a spreadsheet.

use axum::Json;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use taisai_floor::TableId;
use taisai_protocol::Refusal;
use taisai_protocol::api::past::CaseShown;
use taisai_protocol::schema::Form;
use taisai_reports::Language;
use taisai_table::CaseId;

use super::body::{Asked, Named};
use super::operation::{By, Operation, Parameter, Tells, group};
use super::past::{needs_superior, stream};
use crate::error::Error;
use crate::house::House;
use crate::http::problem::{ProblemResponse, no_such_page};
use crate::http::routes::LoggedIn;
use crate::past::cases::{csv, page, shown};

const ROUND: Parameter = Parameter::up_to(u64::MAX, "round", "only cases about this round");
const PLAYER: Parameter = Parameter::up_to(u64::MAX, "player", "only cases about this player");
const OPEN: Parameter = Parameter::up_to(1, "open", "1: only open cases; 0: only decided ones");
const WANTED: &[Parameter] = &[ROUND, PLAYER, OPEN];

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/cases", "cases", || get(cases))
            .does("The cases of every table, the newest first, each with its whole history.")
            .by(By::Superiors)
            .query(WANTED)
            .tells(Tells::Many(Form::of::<CaseShown>())),
        Operation::get("/api/v1/cases.csv", "cases_csv", || get(cases_csv))
            .does("The same for a spreadsheet, a line for each case.")
            .by(By::Superiors)
            .query(WANTED)
            .tells(Tells::Csv),
        Operation::get("/api/v1/tables/{table}/cases", "table_cases", || get(table_cases))
            .does("The cases of one table.")
            .by(By::Superiors)
            .query(WANTED)
            .tells(Tells::Many(Form::of::<CaseShown>())),
        Operation::get("/api/v1/tables/{table}/cases/{case}", "case", || get(case))
            .does("One case with every note, decision, posting and review, however old.")
            .by(By::Superiors)
            .tells(Tells::One(Form::of::<CaseShown>())),
        Operation::get("/api/v1/tables/{table}/cases/{case}/print/{language}", "case_in", || {
            get(case_in)
        })
        .does("The same to read and to print, in a language: en, zh-Hant or zh-Hans.")
        .by(By::Superiors)
        .tells(Tells::Page),
    ];
    group("Cases", operations)
}

/// Which cases.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    round: Option<u64>,
    player: Option<u64>,
    open: Option<u64>,
}

impl Wanted {
    fn takes(self, case: &CaseShown) -> bool {
        let brief = &case.brief;
        self.round.is_none_or(|round| brief.round == Some(round))
            && self.player.is_none_or(|player| brief.player == Some(player))
            && self.open.is_none_or(|open| brief.open == (open == 1))
    }
}

impl House {
    async fn cases(&self, table: TableId, wanted: Wanted) -> Result<Vec<CaseShown>, Error> {
        let (name, handle) = (self.name_of(table).await?, self.table(table)?);
        let found = self.archive()?.cases(stream(table)?).await?;
        let cases = handle.look(move |machine| {
            let cases = found.iter().rev().map(|(id, history)| {
                let decides = machine.table.decides_about(history.file.dispute.about);
                let currency = machine.table.config().currency;
                shown((table, &name, currency), (*id, history), decides)
            });
            cases.filter(|case| wanted.takes(case)).collect()
        });
        Ok(cases.await?)
    }

    async fn case(&self, table: TableId, case: CaseId) -> Result<CaseShown, Error> {
        let all = Wanted { round: None, player: None, open: None };
        let mut cases = self.cases(table, all).await?.into_iter();
        let found = cases.find(|found| found.brief.case == case.0);
        found.ok_or(Error::Refused(Refusal::NoSuchCase))
    }

    async fn all_cases(&self, wanted: Wanted) -> Result<Vec<CaseShown>, Error> {
        let mut all = Vec::new();
        for (table, _) in self.tables() {
            all.extend(self.cases(table, wanted).await?);
        }
        all.sort_by_key(|case| std::cmp::Reverse(case.brief.opened));
        Ok(all)
    }
}

async fn cases(
    LoggedIn(house, staff): LoggedIn,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Vec<CaseShown>>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.all_cases(wanted).await?))
}

async fn cases_csv(
    LoggedIn(house, staff): LoggedIn,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, ProblemResponse> {
    needs_superior(&staff)?;
    let cases = house.all_cases(wanted).await?;
    Ok(([(header::CONTENT_TYPE, super::CSV)], csv(&cases)).into_response())
}

async fn table_cases(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Vec<CaseShown>>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.cases(TableId(table), wanted).await?))
}

async fn case(
    LoggedIn(house, staff): LoggedIn,
    Named((table, case)): Named<(u32, u32)>,
) -> Result<Json<CaseShown>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.case(TableId(table), CaseId(case)).await?))
}

async fn case_in(
    LoggedIn(house, staff): LoggedIn,
    Named((table, case, language)): Named<(u32, u32, String)>,
) -> Result<Html<String>, ProblemResponse> {
    needs_superior(&staff)?;
    let language = Language::ALL.into_iter().find(|known| known.code() == language);
    let language = language.ok_or_else(no_such_page)?;
    Ok(Html(page(&house.case(TableId(table), CaseId(case)).await?, language)))
}
