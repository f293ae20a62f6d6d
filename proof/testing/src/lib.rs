//! What the tests of several rooms share, each thing once. No product crate depends on it.
//!
//! Without features it knows core alone, so that core's tests build nothing else. `journal` adds
//! what writes and keeps whole houses, `client` a screen of the server.

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]

pub mod audit;
pub mod coverage;
pub mod editions;
pub mod examples;
pub mod floor;
pub mod luck;
pub mod model;
pub mod names;
pub mod payout;
pub mod seen;
pub mod shift;
pub mod values;
pub mod written;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "journal")]
pub mod cluster;
#[cfg(feature = "journal")]
pub mod house;
#[cfg(feature = "journal")]
pub mod place;
#[cfg(feature = "journal")]
pub mod scribe;
#[cfg(feature = "journal")]
pub mod shim;
