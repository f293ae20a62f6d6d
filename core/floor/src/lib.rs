//! The floor of a Sic Bo house as one deterministic state machine: its staff and their sessions,
//! terminals, table set-ups, vouchers, approvals and what bears on security.
//!
//! [`Floor::decide`] looks at a request and says what would happen, or why not; it cannot change
//! anything. [`Floor::apply`] lets an event happen; it cannot fail. Secrets arrive hashed, time
//! arrives as an argument, so the same events always make the same floor.
//!
//! Read [`command`] for everything that can be asked, [`event`] for everything that can happen,
//! and [`refusal`] for every way to say no.

pub mod command;
pub mod event;
pub mod ids;
pub mod notice;
pub mod role;
pub mod text;

pub use command::{Act, Asker, Command, Payee, Request, SessionEnd};
pub use event::Event;
pub use ids::{Digest, LookUpNumber, TableId, TerminalId};
pub use notice::{Head, Notice};
pub use role::FloorRole;
pub use text::{Line, LoginName, PasswordHash, Title};
