//! The floor: stories told line by line, limits from both sides, everyone and every command, and
//! random shifts beside a model.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "the model groups commands by what they need")]

mod asking;
mod house;
mod words;

mod bank;
mod bank_days;
mod bank_model;
mod cage_rules;
mod displays;
mod images;
mod large;
mod large_model;
mod limits;
mod matrix;
mod model;
mod shifts;
mod staff;
mod telling;
mod terminals;
mod thing_model;
mod things;
mod vouchers;

use telling::check;
