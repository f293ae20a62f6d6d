//! Renders pages: money, moments, columns, charts, CSV and JSON.

pub(crate) mod bars;
pub(crate) mod counted;
pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod labelled;
pub(crate) mod moments;
pub(crate) mod money;
pub(crate) mod page;
pub(crate) mod record;
mod report;
pub(crate) mod write;
