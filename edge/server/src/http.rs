//! HTTP: the routes, the API under `/api/v1`, and the screens themselves.

pub mod api;
pub mod assets;
pub mod problem;
pub mod routes;
