//! One Sic Bo table as one deterministic state machine.
//!
//! [`Table::decide`] looks at a request and says what would happen, or why not; it cannot change
//! anything. [`Table::apply`] lets an event happen; it cannot fail. Time and dice come in as
//! arguments and are recorded, so the same events always make the same table.
//!
//! Read [`command`] for everything that can be asked, [`event`] for everything that can happen,
//! and [`refusal`] for every way to say no.

pub mod answers;
pub mod apply;
pub mod case;
pub mod chips;
pub mod command;
pub mod config;
pub mod decide;
pub mod edition;
pub mod equipment;
pub mod event;
pub mod exposure;
pub mod ids;
pub mod image;
pub mod money;
pub mod phase;
pub mod place;
pub mod pledge;
pub mod proposal;
pub mod refusal;
pub mod round;
pub mod seat;
pub mod table;
pub mod text;
pub mod time;

mod named;
mod vouchers;

pub use case::{Case, CaseDecision, CaseNote, CaseReview, CaseRuling, Cases, Dispute};
pub use chips::{ChipCount, Denominations};
pub use command::{
    Act, Asker, BetCommand, CaseCommand, Command, DayCommand, EquipmentCommand, HostCommand,
    HouseCommand, PlayersCommand, Request, RoundCommand, RulingCommand, SeatCommand, StaffCommand,
};
pub use config::{
    Approved, AreaLimit, Config, Departure, DiceSource, Limits, Run, TableKind, Times,
};
pub use edition::{Edition, Editions, Offer, PlayedEdition};
pub use equipment::{Attested, LineSeen, NextInspection, Trial};
pub use event::{
    Adjustment, BetChange, BetMove, CaseEvent, CreditEvent, DayEvent, EquipmentEvent, Event,
    PlaceEvent, ProposalEvent, ReversalEvent, RoundEvent, RulingEvent, SeatAmount, SeatEvent,
    ShakerFacts, StaffEvent,
};
pub use ids::{
    CaseId, DiceSetId, DieId, DisplayId, PlayerId, ProposalId, RequestId, RoundNumber, SeatNumber,
    SessionId, ShakerId, StaffId, VoucherId,
};
pub use image::{ImageFault, TableImage};
pub use money::Money;
pub use phase::Phase;
pub use place::{ChipPayout, ChipRecord, PlaceChange, PlacePayout, RecordStanding};
pub use pledge::{OwnLimits, Pledge};
pub use refusal::{BetProblem, BetRefusal, Need, Refusal};
pub use seat::{Meters, Seat, SeatImage};
pub use table::{Life, Table};
pub use text::Reason;
pub use time::Time;
