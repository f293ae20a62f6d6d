//! The wire: what people ask, what they are told, and what each seat or role may see.
//!
//! Pure conversion: this crate opens no socket and reads no clock. What comes in is bounded and
//! checked before it becomes a value of the core crates; what goes out is made from core values by
//! functions that are handed only what the reader may see.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ask`] | every message that comes in |
//! | [`server_message`], [`answer`] | every message that goes out |
//! | [`preview`], [`recall`] | what would happen to the money; what happened |
//! | [`view`] | the channels: table, seat, console, floor, cage |
//! | [`refusal`], [`problem`] | every way to say no, as data; the same over HTTP |
//! | [`api`] | what only the HTTP API asks and tells |
//! | [`book`] | a rule book as the screens need it |
//! | [`declare`] | how a form is declared, with both ways to core |
//! | [`object`] | JSON read into types, where an object is an object |
//! | [`word`], [`kind`] | words, areas, dice and small lists |
//! | [`typescript`], [`schema`] | the types of the screens, and the machine-readable schema |

pub mod answer;
pub mod api;
pub mod ask;
pub mod book;
pub mod declare;
pub mod kind;
pub mod object;
pub mod preview;
pub mod problem;
pub mod recall;
pub mod refusal;
pub mod schema;
pub mod server_message;
pub mod typescript;
pub mod view;
pub mod word;

pub use answer::Answer;
pub use ask::{Ask, ClientMessage};
pub use book::Book;
pub use kind::{DiceSource, FloorRole, Life, Phase, Run, TableKind};
pub use problem::Problem;
pub use refusal::Refusal;
pub use server_message::ServerMessage;
