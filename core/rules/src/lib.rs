//! The rules of Sic Bo as values: what a bet is, what it pays, and which areas light up.
//!
//! This crate is pure. It reads no file, no clock and no source of chance, uses no floating point
//! and depends on nothing, so the same roll settles the same bets the same way for ever.
//!
//! # Settle a roll in ten lines
//!
//! ```
//! use taisai_rules::{Area, Bet, Clause, DoubleOnTriple, Offer, PayTable, Pays, Roll, Stake};
//!
//! let rule = Clause::new("house rule 1").unwrap();
//! let small = Offer::new("small", "Small", &rule, Pays::same("1 to 1", &rule)?)?;
//! let total_8 = Offer::new("total-8", "Total 8", &rule, Pays::same("8.5 to 1", &rule)?)?;
//! let table = PayTable::new(vec![small, total_8], DoubleOnTriple::Wins)?;
//!
//! let roll: Roll = "4,2,2".parse()?;
//! let on_small = Bet::new("small".parse()?, Stake::new(100)?);
//! let on_eight = Bet::new("total-8".parse()?, Stake::new(50)?);
//! let settlement = table.settle(roll, &[on_small, on_eight])?;
//! assert_eq!(settlement.staked(), 150);
//! assert_eq!(settlement.returned(), 200 + 475);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules, one noun each
//!
//! | module | what it holds |
//! |---|---|
//! | [`face`], [`roll`] | a die's uppermost face; three dice at rest |
//! | [`area`] | a spot on the layout, and when it wins |
//! | [`odds`], [`stake`], [`currency`] | exact odds; money that can be staked; whose it is |
//! | [`pay_table`], [`settle`] | what every area pays; what every bet is worth after a roll |
//! | [`book`] | one jurisdiction's rule book: pay table, procedure, equipment, people, layout |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

pub mod area;
pub mod area_set;
pub mod book;
pub mod checklist;
pub mod clause;
pub mod currency;
pub mod equipment;
pub mod face;
pub mod irregularity;
pub mod layout;
pub mod limits;
pub mod odds;
pub mod pay_table;
pub mod people;
pub mod procedure;
pub mod roll;
pub mod scope;
pub mod settle;
pub mod stake;
pub mod wording;

mod exact;
mod vocabulary;

pub use area::{Area, AreaKind, DoubleOnTriple, FaceSet, Family, Hit, ParseAreaError, Total};
pub use area_set::AreaSet;
pub use book::{RuleBook, Title};
pub use checklist::{ChecklistLine, LineId, LineScope};
pub use clause::{Clause, Ruled};
pub use currency::Currency;
pub use equipment::{
    Approval, BeforeManual, Cover, DiceLife, Equipment, Inspection, Shaker, ShakerKind,
};
pub use face::Face;
pub use irregularity::{Irregularities, Irregularity, Remedy, Treatment};
pub use layout::{Caption, Frame, Layout, LayoutMistake, Spot};
pub use limits::{AboveMaximum, BelowMinimum, LimitPolicy};
pub use odds::{Odds, OddsError, OddsStyle};
pub use pay_table::{Offer, PayLine, PayTable, PayTableMistake, PayTableMistakes, Pays};
pub use people::{People, Role};
pub use procedure::{NoMoreBets, Procedure};
pub use roll::{Roll, RollError};
pub use scope::Scope;
pub use settle::{
    Bet, BetRefusal, Outcome, RefusedBet, SettleRefusal, SettledBet, Settlement, Sums,
};
pub use stake::{Stake, StakeError};
pub use wording::{DiceWords, RangeWords, TripleWords, Wording};
