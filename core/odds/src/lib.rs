//! The exact mathematics of Sic Bo. Whole numbers and fractions only; decimals appear when
//! something is printed. Chances over many rounds are whole numbers rounded down, so that their
//! shortfall from one bounds the error of every reported chance. Settlement is the same look-up as
//! in play.
//!
//! | module | what it answers |
//! |---|---|
//! | [`area_odds`] | how often an area wins, what the house keeps, how it swings |
//! | [`slip`] | what several bets win and lose together, and which cancel or shadow each other |
//! | [`session`] | where a player stands after thousands of rounds |
//! | [`ruin`] | whether the target comes before the ruin |
//! | [`system`] | what a betting system asks for next |
//! | [`wish`] | the cheapest way to win a given amount with one roll |
//! | [`shift`] | what the house keeps of rounds with different slips, and within which band |
//! | [`fairness`] | the evidence of observed faces against fair dice |
//! | [`dice`], [`bias`] | dice that are not fair, and how unfair they must be to hurt the house |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

pub mod area_odds;
pub mod bias;
pub mod bounded;
pub mod dice;
pub mod fairness;
pub mod figure;
pub mod fraction;
pub mod integer;
pub mod natural;
pub mod root;
pub mod ruin;
pub mod session;
pub mod shift;
pub mod slip;
pub mod spread;
pub mod system;
pub mod wide;
pub mod wish;

mod chance;
mod checked;
mod lattice;
mod ntt;
mod prime;
mod reach;

pub use area_odds::{AreaOdds, LowReturn};
pub use bias::{TurningBias, turning_bias};
pub use bounded::Bounded;
pub use dice::{Dice, DiceError};
pub use fairness::Fairness;
pub use figure::Figure;
pub use fraction::{Fraction, NoFraction};
pub use integer::Integer;
pub use natural::Natural;
pub use root::Root;
pub use ruin::{Purse, Ruin, RuinRefusal};
pub use session::{Possible, Quantile, Session, SessionRefusal};
pub use shift::{BandBy, HoldBand, Shift};
pub use slip::{Relation, RelationKind, SlipOdds};
pub use spread::Spread;
pub use system::{Ladder, Line, Standing, System, SystemFault, SystemMistake, Turn};
pub use wide::WideFraction;
pub use wish::{Way, ways_to_win};
