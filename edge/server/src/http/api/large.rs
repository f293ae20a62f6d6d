//! Large transactions over HTTP: the chains of a gaming day, and for a spreadsheet.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use taisai_floor::GamingDate;
use taisai_journal::Stream;
use taisai_protocol::Refusal;
use taisai_protocol::api::large::LargeChain;
use taisai_protocol::schema::Form;

use super::body::Asked;
use super::operation::{By, Operation, Parameter, Tells, group};
use super::past::needs_superior;
use crate::error::Error;
use crate::house::House;
use crate::http::problem::ProblemResponse;
use crate::http::routes::LoggedIn;
use crate::past::{LargeStory, large_as_csv};

const DAY: Parameter = Parameter::day("day", "this gaming day, as 2026-11-19; otherwise today");

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/large-transactions", "large_transactions", || get(large))
            .does(
                "The chains of vouchers whose cash in, or out, was above the house's amount within \
                 a gaming day, with every voucher.",
            )
            .by(By::Superiors)
            .query(&[DAY])
            .tells(Tells::Many(Form::of::<LargeChain>())),
        Operation::get("/api/v1/large-transactions.csv", "large_transactions_csv", || {
            get(large_csv)
        })
        .does("The same for a spreadsheet, a line for each voucher.")
        .by(By::Superiors)
        .query(&[DAY])
        .tells(Tells::Csv),
    ];
    group("The past", operations)
}

/// Which day.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfDay {
    day: Option<String>,
}

impl House {
    async fn large(&self, asked: Option<String>) -> Result<Vec<LargeChain>, Error> {
        let date = if let Some(text) = asked {
            GamingDate::read(&text).ok_or_else(|| {
                let (field, expects) = ("day".to_owned(), "a day, such as 2026-11-19".to_owned());
                Error::Refused(Refusal::BadField { field, expects })
            })?
        } else {
            let now = self.world.clock.now();
            self.floor.look(move |floor| floor.large_rules().date(now)).await?
        };
        let story = LargeStory::new(date);
        let from = story.from();
        let story = self.archive()?.gather(Stream::Floor, from, story, LargeStory::take).await?;
        Ok(story.told())
    }
}

async fn large(
    LoggedIn(house, staff): LoggedIn,
    Asked(OfDay { day }): Asked<OfDay>,
) -> Result<Json<Vec<LargeChain>>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.large(day).await?))
}

async fn large_csv(
    LoggedIn(house, staff): LoggedIn,
    Asked(OfDay { day }): Asked<OfDay>,
) -> Result<Response, ProblemResponse> {
    needs_superior(&staff)?;
    let chains = house.large(day).await?;
    Ok(([(header::CONTENT_TYPE, super::CSV)], large_as_csv(&chains)).into_response())
}
