//! Billions of rounds, and sessions with a betting system, each estimate beside the exact value.
//!
//! Rounds run through the same settlement as play. One seed gives one result, whatever the number
//! of threads: the work is cut into numbered chunks, each with its own generator started from the
//! seed and the chunk's number, and the results of chunks are added as whole numbers. Memory does
//! not grow with the number of rounds.
//!
//! | module | what it holds |
//! |---|---|
//! | [`flat`] | how often each of the 216 rolls came up: all that a flat slip needs |
//! | [`estimate`] | what that means for an area and a slip, beside the exact value |
//! | [`plan`], [`sessions`] | a player with a system, a bankroll and limits; many such sessions |
//! | [`crew`] | the threads, their progress reports, and how they are stopped |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

pub mod crew;
pub mod endings;
pub mod estimate;
pub mod flat;
pub mod float;
pub mod plan;
pub mod roll_counts;
pub mod sessions;

mod counting;
mod course;
mod rolls;

pub use crew::{Crew, Threads};
pub use endings::Endings;
pub use estimate::{AreaEstimate, Estimate, SlipEstimate};
pub use flat::{DiceFrom, Rounds, roll};
pub use plan::{Limits, LimitsRefusal, PlanRefusal, SessionPlan, Visitor};
pub use roll_counts::RollCounts;
pub use sessions::{SessionCount, SessionTally, play};
