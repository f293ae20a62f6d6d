//! Small closed lists that the core crates know without words of their own.

use serde::{Deserialize, Serialize};
use taisai_floor as floor;
use taisai_rules::Role;
use taisai_table as core;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::AskFault;
use crate::declare::{IntoCore, ToWire};

/// Declares an enum of the wire with its counterpart in core; neither can have a value more. What
/// core spells in another way stands beside the word.
macro_rules! mirror {
    ($( $(#[$about:meta])* $name:ident = $core:ty {
        $( $(#[$means:meta])* $variant:ident $(= ($($spelt:tt)+))?, )+
    } )+) => { $(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
            ToSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $( $(#[$means])* $variant, )+ }

        impl From<$core> for $name {
            fn from(value: $core) -> Self {
                match value { $( spelt!($core, $variant $(, $($spelt)+)?) => Self::$variant, )+ }
            }
        }

        impl From<$name> for $core {
            fn from(value: $name) -> Self {
                match value { $( $name::$variant => spelt!($core, $variant $(, $($spelt)+)?), )+ }
            }
        }

        impl ToWire<$core> for $name {
            fn to_wire(core: &$core) -> Self {
                (*core).into()
            }
        }

        impl IntoCore<$core> for $name {
            fn into_core(self, _: &'static str) -> Result<$core, AskFault> {
                Ok(self.into())
            }
        }
    )+ };
}

/// How core spells a value.
macro_rules! spelt {
    ($core:ty, $variant:ident) => {
        <$core>::$variant
    };
    ($core:ty, $variant:ident, $($spelt:tt)+) => {
        $($spelt)+
    };
}

mirror! {
    /// Where a table stands.
    Phase = core::Phase {
        /// Not open for play.
        Closed,
        /// Open, between rounds.
        Idle,
        /// Bets may be placed.
        Betting,
        /// No more bets; the dice are not shaken or still covered.
        NoMoreBets,
        /// No more bets, and the dice are shaken.
        Shaken,
        /// The dice can be seen.
        Revealed,
        /// Dice are entered but not confirmed.
        Entered,
        /// The result stands; losers are to be collected.
        Collecting,
        /// Winners are to be paid.
        Paying,
        /// Everything is paid; the lights are still on.
        Clearing,
        /// A superior must decide.
        AwaitingRuling,
        /// Stopped until something is repaired and inspected.
        Suspended,
    }

    /// Whether a table is open.
    Life = core::Life {
        /// Not open for play.
        Closed,
        /// Open.
        Open,
        /// Open until the round in play is over.
        Closing,
        /// Stopped until something is repaired and inspected.
        Suspended,
    }

    /// When a shaker is to be inspected next.
    NextInspection = core::NextInspection {
        /// Before anybody bets.
        BeforePlay,
        /// In the next shift.
        NextShift,
        /// Before the table opens again.
        NextOpening,
    }

    /// Terminals or chips on cloth.
    TableKind = core::TableKind {
        /// Players bet at terminals.
        Electronic,
        /// Players bet with chips.
        Felt,
    }

    /// Who runs the rounds.
    Run = core::Run {
        /// A dealer.
        Dealer,
        /// A timer, with random dice.
        Automatic,
    }

    /// Where rolls come from.
    DiceSource = core::DiceSource {
        /// Dice in a shaker, entered by the dealer.
        Physical,
        /// Random dice.
        Random,
    }

    /// Which way cash goes at the cage.
    CashWay = floor::CashWay {
        /// Into the drawer, for a voucher that is sold.
        In,
        /// Out of it, for a voucher that is paid.
        Out,
    }

    /// A person's role on the floor.
    FloorRole = floor::FloorRole {
        /// Runs the round.
        Dealer = (floor::FloorRole::Table(Role::Dealer)),
        /// Inspects, and watches several tables.
        Floorperson = (floor::FloorRole::Table(Role::Floorperson)),
        /// Watches the floorpersons.
        Supervisor = (floor::FloorRole::Table(Role::Supervisor)),
        /// Answers for a pit.
        PitManager = (floor::FloorRole::Table(Role::PitManager)),
        /// Answers for all tables of a shift.
        ShiftManager = (floor::FloorRole::Table(Role::ShiftManager)),
        /// Sells and redeems vouchers.
        Cashier,
        /// Reads everything and changes nothing.
        Auditor,
        /// Looks after staff and table set-ups.
        Administrator,
    }
}

impl FloorRole {
    /// The word for this role.
    pub fn word(self) -> &'static str {
        floor::FloorRole::from(self).word()
    }
}
