//! The past as the journal tells it: reports, inspections, dice, security, and where it ends.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use taisai_floor::{FloorRole, TableId};
use taisai_journal::Stream;
use taisai_protocol::Refusal;
use taisai_protocol::api::past::{
    BankReport, DiceReport, InspectionsPage, SecurityPage, TableReport,
};
use taisai_protocol::api::{JournalHead, StreamHead};
use taisai_protocol::schema::Form;
use taisai_protocol::view::bank::{BankShown, all_banks};
use taisai_protocol::view::console::EquipmentShown;
use taisai_rules::Role;
use taisai_table::{Table, Time};

use super::body::{Asked, Named};
use super::operation::{By, Operation, Parameter, Tells, group};
use crate::ask::dispatch;
use crate::error::Error;
use crate::house::House;
use crate::house::archive::Stretch;
use crate::house::who::Staff;
use crate::http::problem::ProblemResponse;
use crate::http::routes::LoggedIn;
use crate::past::{
    BankStory, DiceStory, Inspections, SecurityStory, ShiftStory, bank_report, banks_as_csv, csv,
};
use crate::task::tasks::stream_of;

const FROM: Parameter =
    Parameter::up_to(Time::MAX.millis(), "from", "from this moment, in milliseconds");
const TO: Parameter = Parameter::up_to(Time::MAX.millis(), "to", "to before this moment");
const AFTER: Parameter = Parameter::up_to(u64::MAX, "after", "only records after this one");
const LIMIT: Parameter = Parameter::limit(When::LIMIT_MAX);

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/reports", "reports", || get(reports))
            .does("What every table turned over and kept, and what chance would have it keep.")
            .by(By::Superiors)
            .query(&[FROM, TO])
            .tells(Tells::Many(Form::of::<TableReport>())),
        Operation::get("/api/v1/reports.csv", "reports_csv", || get(reports_csv))
            .does("The same for a spreadsheet.")
            .by(By::Superiors)
            .query(&[FROM, TO])
            .tells(Tells::Csv),
        Operation::get("/api/v1/tables/{table}/report", "report", || get(report))
            .does("The same of one table.")
            .by(By::Superiors)
            .query(&[FROM, TO])
            .tells(Tells::One(Form::of::<TableReport>())),
        Operation::get("/api/v1/banks", "banks", || get(banks))
            .does("The banks of the felt tables: each day that is known, and what it comes to.")
            .by(By::Superiors)
            .tells(Tells::Many(Form::of::<BankShown>())),
        Operation::get("/api/v1/banks.csv", "banks_csv", || get(banks_csv))
            .does("The same for a spreadsheet, a line for each day.")
            .by(By::Superiors)
            .tells(Tells::Csv),
        Operation::get("/api/v1/tables/{table}/bank", "bank", || get(bank))
            .does("The bank of one felt table.")
            .by(By::Superiors)
            .tells(Tells::One(Form::of::<BankShown>())),
        Operation::get("/api/v1/tables/{table}/inspections", "inspections", || get(inspections))
            .does("What was inspected or changed about a table's equipment.")
            .by(By::TableStaff)
            .query(&[FROM, TO, AFTER, LIMIT])
            .tells(Tells::One(Form::of::<InspectionsPage>())),
        Operation::get("/api/v1/tables/{table}/dice", "dice", || get(dice))
            .does("A table's shakers and dice, what they have shown, and what is advised.")
            .by(By::TableStaff)
            .query(&[FROM, TO])
            .tells(Tells::One(Form::of::<DiceReport>())),
        Operation::get("/api/v1/security", "security", || get(security))
            .does("What bears on security, in the order in which it happened on the floor.")
            .by(By::TableStaff)
            .query(&[FROM, TO, AFTER, LIMIT])
            .tells(Tells::One(Form::of::<SecurityPage>())),
        Operation::get("/api/v1/tables/{table}/security", "table_security", || {
            get(table_security)
        })
        .does("The same at one table: corrections, voids, overrides, seats that were handed over.")
        .by(By::TableStaff)
        .query(&[FROM, TO, AFTER, LIMIT])
        .tells(Tells::One(Form::of::<SecurityPage>())),
        Operation::get("/api/v1/journal", "journal", || get(journal))
            .does("Where every stream of the journal ends.")
            .by(By::Staff)
            .tells(Tells::One(Form::of::<JournalHead>())),
    ];
    group("The past", operations)
}

/// Of which time, and how much of it.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    from: Option<u64>,
    to: Option<u64>,
    after: Option<u64>,
    limit: Option<u64>,
}

/// The same where all of it is told.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    from: Option<u64>,
    to: Option<u64>,
}

impl When {
    const LIMIT_MAX: u64 = 1_000;
    const LIMIT_USUAL: u64 = 200;
    const DAY_MS: u64 = 86_400_000;

    fn limit(self) -> usize {
        let limit = self.limit.unwrap_or(Self::LIMIT_USUAL);
        usize::try_from(limit).expect("the route takes no more than fit on a page")
    }

    /// The last day where nothing else is said.
    fn stretch(
        house: &House,
        from: Option<u64>,
        to: Option<u64>,
    ) -> Result<Stretch, ProblemResponse> {
        let now = house.world.clock.now().millis();
        let to = moment("to", to.unwrap_or(now.saturating_add(1)))?;
        let from = from.unwrap_or(to.millis().saturating_sub(Self::DAY_MS));
        let from = moment("from", from)?;
        if from > to {
            return Err(bad("from", "not after to"));
        }
        Ok(Stretch { from, to })
    }
}

fn moment(field: &str, millis: u64) -> Result<Time, ProblemResponse> {
    let max = Time::MAX.millis();
    Time::from_millis(millis)
        .ok_or_else(|| bad(field, &format!("milliseconds since 1970, at most {max}")))
}

fn bad(field: &str, expects: &str) -> ProblemResponse {
    let (field, expects) = (field.to_owned(), expects.to_owned());
    Error::Refused(Refusal::BadField { field, expects }).into()
}

/// Who sees what the house keeps.
pub(super) fn needs_superior(staff: &Staff) -> Result<(), Error> {
    let superior = FloorRole::Table(Role::Floorperson);
    match staff.role {
        Some(FloorRole::Auditor | FloorRole::Administrator) => Ok(()),
        Some(role) if role.may_act_for(superior) => Ok(()),
        Some(_) | None => Err(Error::Refused(Refusal::RoleNeeded { needs: vec![superior.into()] })),
    }
}

pub(super) fn stream(table: TableId) -> Result<Stream, Error> {
    stream_of(table).map_err(|_| Error::Refused(Refusal::NoSuchTable { table: table.0 }))
}

impl House {
    async fn report(&self, table: TableId, stretch: Stretch) -> Result<TableReport, Error> {
        let (name, handle) = (self.name_of(table).await?, self.table(table)?);
        let set_up = |table: &Table| {
            let config = table.config();
            (table.editions(), config.currency, config.kind)
        };
        let (editions, currency, kind) = handle.look(move |machine| set_up(&machine.table)).await?;
        let story = ShiftStory::new(stretch, editions, kind);
        let bank = self.bank_report(table, stretch).await?;
        let from = stretch.from;
        let story = self.archive()?.gather(stream(table)?, from, story, ShiftStory::take).await?;
        Ok(story.told(table, name, currency, bank))
    }

    /// What the floor no longer remembers is read from the journal; a stretch that is too long for
    /// that says so, and nothing of it is summed up.
    async fn bank_report(
        &self,
        table: TableId,
        stretch: Stretch,
    ) -> Result<Option<BankReport>, Error> {
        let known = self.floor.look(move |floor| bank_report(floor, table, stretch)).await?;
        if !known.as_ref().is_some_and(|bank| bank.forgotten) {
            return Ok(known);
        }
        let story = BankStory::new(table, stretch);
        let read = self.archive()?.gather(Stream::Floor, stretch.from, story, BankStory::take);
        match read.await {
            Ok(story) => Ok(Some(story.told())),
            Err(Error::Refused(_)) => Ok(known),
            Err(fault) => Err(fault),
        }
    }

    async fn reports(&self, stretch: Stretch) -> Result<Vec<TableReport>, Error> {
        let mut reports = Vec::new();
        for (table, _) in self.tables() {
            reports.push(self.report(table, stretch).await?);
        }
        Ok(reports)
    }
}

async fn reports(
    LoggedIn(house, staff): LoggedIn,
    Asked(Whole { from, to }): Asked<Whole>,
) -> Result<Json<Vec<TableReport>>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.reports(When::stretch(&house, from, to)?).await?))
}

async fn reports_csv(
    LoggedIn(house, staff): LoggedIn,
    Asked(Whole { from, to }): Asked<Whole>,
) -> Result<Response, ProblemResponse> {
    needs_superior(&staff)?;
    let reports = house.reports(When::stretch(&house, from, to)?).await?;
    Ok(([(header::CONTENT_TYPE, super::CSV)], csv(&reports)).into_response())
}

async fn report(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(Whole { from, to }): Asked<Whole>,
) -> Result<Json<TableReport>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.report(TableId(table), When::stretch(&house, from, to)?).await?))
}

async fn banks(LoggedIn(house, staff): LoggedIn) -> Result<Json<Vec<BankShown>>, ProblemResponse> {
    needs_superior(&staff)?;
    Ok(Json(house.floor.look(all_banks).await.map_err(Error::from)?))
}

async fn banks_csv(LoggedIn(house, staff): LoggedIn) -> Result<Response, ProblemResponse> {
    needs_superior(&staff)?;
    let all = house.floor.look(all_banks).await.map_err(Error::from)?;
    Ok(([(header::CONTENT_TYPE, super::CSV)], banks_as_csv(&all)).into_response())
}

async fn bank(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
) -> Result<Json<BankShown>, ProblemResponse> {
    needs_superior(&staff)?;
    let (found, is_known) = house
        .floor
        .look(move |floor| {
            (BankShown::of(floor, TableId(table)), floor.table(TableId(table)).is_some())
        })
        .await
        .map_err(Error::from)?;
    let none = if is_known { Refusal::NoChips } else { Refusal::NoSuchTable { table } };
    Ok(Json(found.ok_or(Error::Refused(none))?))
}

async fn inspections(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(when): Asked<When>,
) -> Result<Json<InspectionsPage>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    house.table(TableId(table))?;
    let stretch = When::stretch(&house, when.from, when.to)?;
    let story = Inspections::new(stretch, when.after, when.limit());
    let stream = stream(TableId(table))?;
    let story = house.archive()?.gather(stream, stretch.from, story, Inspections::take).await?;
    Ok(Json(story.told()))
}

async fn dice(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(Whole { from, to }): Asked<Whole>,
) -> Result<Json<DiceReport>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    let stretch = When::stretch(&house, from, to)?;
    let handle = house.table(TableId(table))?;
    let here =
        handle.look(|machine| EquipmentShown::of(&machine.table)).await.map_err(Error::from)?;
    let stream = stream(TableId(table))?;
    let story = DiceStory::new(stretch);
    let story = house.archive()?.gather(stream, stretch.from, story, DiceStory::take).await?;
    Ok(Json(story.told(table, here)))
}

async fn security(
    LoggedIn(house, staff): LoggedIn,
    Asked(when): Asked<When>,
) -> Result<Json<SecurityPage>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    security_of(&house, None, &when).await
}

async fn table_security(
    LoggedIn(house, staff): LoggedIn,
    Named(table): Named<u32>,
    Asked(when): Asked<When>,
) -> Result<Json<SecurityPage>, ProblemResponse> {
    dispatch::needs_table_role(&staff)?;
    house.table(TableId(table))?;
    security_of(&house, Some(TableId(table)), &when).await
}

async fn security_of(
    house: &House,
    table: Option<TableId>,
    when: &When,
) -> Result<Json<SecurityPage>, ProblemResponse> {
    let stretch = When::stretch(house, when.from, when.to)?;
    let story = SecurityStory::new(table, stretch, when.after, when.limit());
    let stream = table.map_or(Ok(Stream::Floor), stream)?;
    let story = house.archive()?.gather(stream, stretch.from, story, SecurityStory::take).await?;
    Ok(Json(story.told()))
}

async fn journal(LoggedIn(house, _): LoggedIn) -> Result<Json<JournalHead>, ProblemResponse> {
    let heads = house.archive()?.heads().await?;
    let streams = heads.into_iter().map(|(stream, head)| StreamHead {
        table: match stream {
            Stream::Floor => None,
            Stream::Table(table) => Some(table.get()),
        },
        sequence: head.sequence,
        link: head.link.to_string(),
    });
    Ok(Json(JournalHead { journal: house.journal.to_string(), streams: streams.collect() }))
}
