//! The floor of a Sic Bo house as one deterministic state machine: its staff and their sessions,
//! terminals, table set-ups, vouchers, approvals and what bears on security.
//!
//! [`Floor::decide`] looks at a request and says what would happen, or why not; it cannot change
//! anything. [`Floor::apply`] lets an event happen; it cannot fail. Secrets arrive hashed, time
//! arrives as an argument, so the same events always make the same floor.
//!
//! Read [`command`] for everything that can be asked, [`event`] for everything that can happen,
//! and [`refusal`] for every way to say no.

pub mod agreement;
pub mod apply;
pub mod bank;
pub mod books;
pub mod command;
pub mod decide;
pub mod event;
pub mod floor;
pub mod ids;
pub mod image;
pub mod large;
pub mod notice;
pub mod places;
pub mod refusal;
pub mod role;
pub mod rules;
pub mod staff;
pub mod text;
pub mod thing;
pub mod voucher;

mod index;

pub use agreement::{Disagreement, TableBalance};
pub use bank::{Bank, Correction, Count, CountOf, Counted, Slip, SlipWay, TableDay};
pub use books::{Account, Books};
pub use command::{Act, Asker, BankAct, Command, Payee, Request, SessionEnd, ThingCommand, Wish};
pub use decide::Decision;
pub use event::{BankEvent, Event, LargeEvent, ThingEvent};
pub use floor::Floor;
pub use ids::{DayNumber, Digest, LookUpNumber, SlipNumber, TableId, TerminalId};
pub use image::{ChainsImage, FloorImage, ImageFault, Part};
pub use large::{CashWay, ChainNumber, Chains, GamingDate, LargeRules, Link};
pub use notice::{BookHash, Head, HeadsDiffer, Notice};
pub use places::{Device, Display, DisplayOffer, FloorTable, Offer, TableStanding, Terminal};
pub use refusal::Refusal;
pub use role::FloorRole;
pub use rules::CageRules;
pub use staff::{Invitation, Member, Password, Proposal, Session, Standing};
pub use text::{Date, Line, LoginName, PasswordHash, Person, Title};
pub use thing::{
    Damage, Dispute, Held, Nature, Paper, Place, Register, RegisterReport, Seal, Thing, ThingId,
};
pub use voucher::{LostNumbers, Origin, Promise, Voucher, VoucherState};
