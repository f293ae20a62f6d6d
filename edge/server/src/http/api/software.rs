//! Which software answers.

use axum::Json;
use axum::routing::get;
use taisai_protocol::api::version::Version;
use taisai_protocol::schema::Form;

use super::operation::{By, Operation, Tells, group};
use crate::http::routes::LoggedIn;

pub(super) fn operations() -> Vec<Operation> {
    let version = Operation::get("/api/v1/version", "version", || get(version))
        .does("The version, commit and hashes of the software that runs, as on its certificate.")
        .by(By::Staff)
        .tells(Tells::One(Form::of::<Version>()));
    group("Software", vec![version])
}

async fn version(LoggedIn(house, _): LoggedIn) -> Json<Version> {
    Json(house.world.software.version())
}
