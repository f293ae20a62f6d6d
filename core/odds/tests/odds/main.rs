//! The mathematics against other derivations of the same figures.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::cast_precision_loss, reason = "floats here only check what is exact")]

mod big;
mod common;
mod exact;
mod figures;
mod ruin;
mod sessions;
mod shifts;
