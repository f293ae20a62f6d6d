//! The floor: staff, sessions, terminals, what waits for a second person, and what is asked of it.

use axum::Json;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use taisai_floor::Floor;
use taisai_protocol::ask::FloorAsk;
use taisai_protocol::ask::checked::Ask;
use taisai_protocol::schema::Form;
use taisai_protocol::view::console::waiting;
use taisai_protocol::view::floor::{
    self as shown, ApprovalWaiting, DisplayShown, EnrolmentShown, SessionShown, StaffMember,
    TerminalShown, VoucherSums,
};
use taisai_protocol::view::things::ThingShown;
use taisai_protocol::{Answer, Refusal};

use super::body::{Named, SentAsk};
use super::operation::{By, Keyed, Operation, Tells, group};
use super::tables::changes;
use crate::ask::dispatch;
use crate::error::Error;
use crate::http::problem::ProblemResponse;
use crate::http::routes::{CameIn, LoggedIn};
use crate::task::floor::Seen;

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/staff", "staff", || get(staff))
            .does("Everybody who works here or ever did.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<StaffMember>())),
        Operation::get("/api/v1/staff/{staff}", "staff_member", || get(staff_member))
            .does("One person.")
            .by(By::TableStaff)
            .tells(Tells::One(Form::of::<StaffMember>())),
        Operation::get("/api/v1/sessions", "sessions", || get(sessions))
            .does("Who is logged in.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<SessionShown>())),
        Operation::get("/api/v1/terminals", "terminals", || get(terminals))
            .does("Every terminal.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<TerminalShown>())),
        Operation::get("/api/v1/displays", "displays", || get(displays))
            .does("Every enrolled display, and since when one does not answer.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<DisplayShown>())),
        Operation::get("/api/v1/things", "things", || get(things))
            .does("Shakers, sets of dice, displays and layouts: where each is, what was attested.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<ThingShown>())),
        Operation::get("/api/v1/enrolments", "enrolments", || get(enrolments))
            .does("Enrolments on offer, without their codes.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<EnrolmentShown>())),
        Operation::get("/api/v1/approvals", "approvals", || get(approvals))
            .does("What waits for a second person, on the floor and at every table.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<ApprovalWaiting>())),
        Operation::get("/api/v1/vouchers", "voucher_sums", || get(voucher_sums))
            .does("The vouchers of each currency, in sums.")
            .by(By::TableStaff)
            .tells(Tells::Many(Form::of::<VoucherSums>())),
        Operation::post("/api/v1/floor", "floor_ask", || post(ask))
            .does("Asks something of the floor: staff, roles, terminals, tables, equipment.")
            .by(By::Staff)
            .keyed(Keyed::Key)
            .takes(Form::of::<FloorAsk>())
            .tells(Tells::One(Form::of::<Answer>())),
    ];
    group("The floor", operations)
}

/// Looks at the floor for somebody who may.
async fn look<R: Send + 'static>(
    LoggedIn(house, staff): &LoggedIn,
    look: impl FnOnce(&Floor) -> R + Send + 'static,
) -> Result<Json<R>, ProblemResponse> {
    dispatch::needs_table_role(staff)?;
    Ok(Json(house.floor.look(look).await.map_err(Error::from)?))
}

async fn staff(who: LoggedIn) -> Result<Json<Vec<StaffMember>>, ProblemResponse> {
    look(&who, shown::staff).await
}

async fn staff_member(
    who: LoggedIn,
    Named(wanted): Named<u32>,
) -> Result<Json<StaffMember>, ProblemResponse> {
    let Json(everybody) = look(&who, shown::staff).await?;
    let found = everybody.into_iter().find(|member| member.staff == wanted);
    let none = || Error::Refused(Refusal::NoSuchStaff { staff: wanted });
    Ok(Json(found.ok_or_else(none)?))
}

async fn sessions(who: LoggedIn) -> Result<Json<Vec<SessionShown>>, ProblemResponse> {
    look(&who, shown::sessions).await
}

async fn terminals(who: LoggedIn) -> Result<Json<Vec<TerminalShown>>, ProblemResponse> {
    let LoggedIn(house, staff) = &who;
    dispatch::needs_table_role(staff)?;
    let all = house.floor.survey(|Seen { floor, presence, .. }| {
        shown::terminals(floor, |terminal| presence.lost_since(terminal))
    });
    Ok(Json(all.await.map_err(Error::from)?))
}

async fn displays(who: LoggedIn) -> Result<Json<Vec<DisplayShown>>, ProblemResponse> {
    let LoggedIn(house, staff) = &who;
    dispatch::needs_table_role(staff)?;
    let all = house.floor.survey(|Seen { floor, presence, .. }| {
        shown::displays(floor, |display| presence.lost_since(display))
    });
    Ok(Json(all.await.map_err(Error::from)?))
}

async fn things(who: LoggedIn) -> Result<Json<Vec<ThingShown>>, ProblemResponse> {
    look(&who, taisai_protocol::view::things::things).await
}

async fn enrolments(who: LoggedIn) -> Result<Json<Vec<EnrolmentShown>>, ProblemResponse> {
    look(&who, |floor| shown::enrolments(floor, |_| None)).await
}

async fn approvals(who: LoggedIn) -> Result<Json<Vec<ApprovalWaiting>>, ProblemResponse> {
    let now = who.0.world.clock.now();
    let Json(mut all) = look(&who, move |floor| shown::approvals(floor, now)).await?;
    for (table, handle) in who.0.tables() {
        let here = handle.look(|machine| waiting(&machine.table)).await.map_err(Error::from)?;
        let table = table.0;
        all.extend(here.into_iter().map(|waiting| ApprovalWaiting::Table { table, waiting }));
    }
    Ok(Json(all))
}

async fn voucher_sums(who: LoggedIn) -> Result<Json<Vec<VoucherSums>>, ProblemResponse> {
    look(&who, shown::voucher_sums).await
}

/// Here people choose their own password; whatever else they ask before is refused by the door in
/// front of every ask.
async fn ask(
    CameIn(house, staff): CameIn,
    headers: HeaderMap,
    SentAsk(ask): SentAsk<FloorAsk>,
) -> Result<Json<Answer>, ProblemResponse> {
    changes(&house, staff, &headers, None, Ask::Floor(ask)).await
}
