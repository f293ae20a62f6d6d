//! Estimates for programs.

use serde::Serialize;
use serde_json::{Value, json};
use taisai_simulation::Estimate;
use taisai_simulation::float::{as_float, as_float_of};

/// An estimate for programs.
#[derive(Serialize)]
pub(crate) struct EstimateAnswer {
    expected: f64,
    observed: f64,
    standard_error: f64,
    z: Option<f64>,
}

impl EstimateAnswer {
    pub(crate) fn of(estimate: &Estimate) -> Self {
        Self {
            expected: as_float_of(estimate.expected),
            observed: as_float_of(estimate.observed),
            standard_error: estimate.standard_error,
            z: estimate.z(),
        }
    }
}

/// JSON has no whole numbers past 64 bits; the few sums that reach them are rounded.
pub(crate) fn as_json(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| json!(as_float(number)), |number| json!(number))
}
