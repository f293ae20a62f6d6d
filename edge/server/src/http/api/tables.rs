//! Tables, their rounds, and what their staff ask of them.

use std::sync::Arc;

use axum::Json;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde::Deserialize;
use taisai_floor::TableId;
use taisai_protocol::api::{Counts, OnCloth, Ordered, RoundsPage, TableOffer};
use taisai_protocol::ask::checked::{self, Ask, Message, RunAsk};
use taisai_protocol::schema::Form;
use taisai_protocol::view::console::RoundKept;
use taisai_protocol::view::table::{TableName, TableView};
use taisai_protocol::{Answer, Book};
use taisai_table::RoundNumber;

use super::body::{Asked, Named, SentAsk, number};
use super::operation::{By, Keyed, Operation, Parameter, Tells, group};
use crate::ask::dispatch;
use crate::error::Error;
use crate::house::House;
use crate::house::who::{Staff, Who};
use crate::http::problem::ProblemResponse;
use crate::http::routes::{AtWork, LoggedIn};

/// Which page of a list.
pub(super) const PAGE: [Parameter; 2] = [
    Parameter::up_to(u64::MAX, "before", "only rounds with a lower number"),
    Parameter::limit(Page::LIMIT_MAX),
];

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/tables", "tables", || get(tables))
            .does("Every table as everybody may see it.")
            .tells(Tells::Many(Form::of::<TableView>())),
        Operation::get("/api/v1/tables/{table}", "table", || get(table))
            .does("One table as everybody may see it.")
            .tells(Tells::One(Form::of::<TableView>())),
        Operation::get("/api/v1/tables/{table}/book", "table_book", || get(book))
            .does("The edition of its rule book that a table plays by.")
            .tells(Tells::One(Form::of::<Book>())),
        Operation::get("/api/v1/tables/{table}/offer", "table_offer", || get(offer))
            .does("What the configuration names for a table that plays otherwise, line by line.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<TableOffer>())),
        Operation::get("/api/v1/tables/{table}/rounds", "rounds", || get(rounds))
            .does("The rounds that can still be changed, the latest first.")
            .by(By::TableStaff)
            .query(&PAGE)
            .tells(Tells::One(Form::of::<RoundsPage>())),
        Operation::get("/api/v1/tables/{table}/rounds/{round}", "round", || get(round))
            .does("A round again, with every bet in it.")
            .by(By::TableStaff)
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/tables/{table}/orders", "order", || post(order))
            .does("Asks something of a table.")
            .by(By::Staff)
            .keyed(Keyed::Key)
            .takes(Form::of::<Ordered>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/tables/{table}/previews", "preview", || post(preview))
            .does("What would happen to the money if this were asked. Nothing happens.")
            .by(By::Staff)
            .takes(Form::of::<Ordered>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/tables/{table}/payouts", "payouts", || post(payouts))
            .does("What bets on cloth are worth by the result that stands.")
            .by(By::TableStaff)
            .takes(Form::of::<OnCloth>())
            .tells(Tells::One(Form::of::<Answer>())),
    ];
    group("Tables", operations)
}

/// Which page of a list of rounds.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    before: Option<u64>,
    limit: Option<u64>,
}

impl Page {
    /// The most rounds on a page.
    pub(super) const LIMIT_MAX: u64 = 200;
    const LIMIT_USUAL: u64 = 50;

    /// The items of this page, and where the next one begins; the latest come first.
    pub(super) fn of<T>(
        self,
        latest_first: impl Iterator<Item = T>,
        number_of: impl Fn(&T) -> u64,
    ) -> (Vec<T>, Option<u64>) {
        let limit = self.limit.unwrap_or(Self::LIMIT_USUAL);
        let limit = usize::try_from(limit).expect("the route takes no more than fit on a page");
        let before = |item: &T| self.before.is_none_or(|before| number_of(item) < before);
        let mut found: Vec<T> = latest_first.filter(before).take(limit + 1).collect();
        let is_last = found.len() <= limit;
        found.truncate(limit);
        let next = found.last().filter(|_| !is_last).map(number_of);
        (found, next)
    }
}

impl House {
    /// A table as everybody may see it.
    async fn view_of(&self, table: TableId) -> Result<TableView, Error> {
        let (name, house) = (self.name_of(table).await?, self.name.clone());
        let view = self.table(table)?;
        let view = view.look(move |machine| {
            let named = TableName { table: table.0, name: &name, house: house.as_str() };
            TableView::of(&machine.table, named)
        });
        Ok(view.await?)
    }
}

async fn tables(AtWork(house): AtWork) -> Result<Json<Vec<TableView>>, ProblemResponse> {
    let mut views = Vec::new();
    for (table, _) in house.tables() {
        views.push(house.view_of(table).await?);
    }
    Ok(Json(views))
}

async fn table(
    AtWork(house): AtWork,
    Named(table): Named<u32>,
) -> Result<Json<TableView>, ProblemResponse> {
    Ok(Json(house.view_of(TableId(table)).await?))
}

async fn book(
    AtWork(house): AtWork,
    Named(table): Named<u32>,
) -> Result<Json<Book>, ProblemResponse> {
    let handle = house.table(TableId(table))?;
    let sources = handle.look(|machine| machine.sources.clone()).await.map_err(Error::from)?;
    // The table itself was read from these texts.
    let edition = sources.read().map_err(|_| Error::Unavailable)?;
    Ok(Json(Book::of(&edition, house.name.as_str())))
}

/// None where the table plays as the configuration names.
async fn offer(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
) -> Result<Json<Vec<TableOffer>>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    Ok(Json(house.offer_of(TableId(table)).await?.into_iter().collect()))
}

async fn rounds(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(page): Asked<Page>,
) -> Result<Json<RoundsPage>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    let handle = house.table(TableId(table))?;
    let found = handle.look(move |machine| {
        let table = &machine.table;
        let (found, next) = page.of(table.past_rounds().rev(), |past| past.number.0);
        let rounds = found.into_iter().map(|past| RoundKept::of(table, past)).collect();
        RoundsPage { rounds, next }
    });
    Ok(Json(found.await.map_err(Error::from)?))
}

async fn round(
    LoggedIn(house, staff): LoggedIn,
    Named((table, round)): Named<(u32, u64)>,
) -> Result<Json<Answer>, ProblemResponse> {
    let (table, round) = (Some(TableId(table)), RoundNumber(round));
    reads(&house, staff, Ask::Recall { table, round }).await
}

async fn order(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    headers: HeaderMap,
    SentAsk(checked::Ordered { round, phase, order }): SentAsk<Ordered>,
) -> Result<Json<Answer>, ProblemResponse> {
    let what = Ask::Run(RunAsk { table: TableId(table), phase, order });
    changes(&house, staff, &headers, round, what).await
}

async fn preview(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    SentAsk(checked::Ordered { round, phase, order }): SentAsk<Ordered>,
) -> Result<Json<Answer>, ProblemResponse> {
    // Whether it is tried under a number that is free does not matter: nothing is answered for it.
    let asked = dispatch::asked(&house, &Who::Staff(staff.clone())).await?;
    let run = RunAsk { table: TableId(table), phase, order };
    let ask = Message { id: asked + 1, round, ask: Ask::Preview(run) };
    Ok(Json(dispatch::answer(&house, &Who::Staff(staff), ask).await?))
}

async fn payouts(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    SentAsk(checked::OnCloth { seat, bets }): SentAsk<OnCloth>,
) -> Result<Json<Answer>, ProblemResponse> {
    reads(&house, staff, Ask::Payouts { table: TableId(table), seat, bets }).await
}

/// What changes nothing is asked without a number.
pub(super) async fn reads(
    house: &House,
    staff: Staff,
    what: Ask,
) -> Result<Json<Answer>, ProblemResponse> {
    let ask = Message { id: 0, round: None, ask: what };
    Ok(Json(dispatch::answer(house, &Who::Staff(staff), ask).await?))
}

/// What changes something is asked under the number that the key carries.
pub(super) async fn changes(
    house: &Arc<House>,
    staff: Staff,
    headers: &HeaderMap,
    round: Option<RoundNumber>,
    what: Ask,
) -> Result<Json<Answer>, ProblemResponse> {
    let id = number(headers, Counts::Session(staff.session.0))?;
    let (who, ask) = (Who::Staff(staff), Message { id, round, ask: what });
    dispatch::check_leap(house, &who, id).await?;
    Ok(Json(dispatch::answer_whole(house, who, ask).await?))
}
