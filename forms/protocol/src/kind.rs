//! Small closed lists that the core crates know without words of their own.

use serde::{Deserialize, Serialize};
use taisai_rules::Role;
use taisai_table as core;
use ts_rs::TS;
use utoipa::ToSchema;

/// Declares an enum of the wire with its counterpart in core; neither can have a value more.
macro_rules! mirror {
    ($( $(#[$about:meta])* $name:ident = $core:ty { $( $(#[$means:meta])* $variant:ident, )+ } )+)
    => { $(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
            ToSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $( $(#[$means])* $variant, )+ }

        impl From<$core> for $name {
            fn from(value: $core) -> Self {
                match value { $( <$core>::$variant => Self::$variant, )+ }
            }
        }

        impl From<$name> for $core {
            fn from(value: $name) -> Self {
                match value { $( $name::$variant => Self::$variant, )+ }
            }
        }
    )+ };
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
}

/// A person's role on the floor.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum FloorRole {
    /// Runs the round.
    Dealer,
    /// Inspects, and watches several tables.
    Floorperson,
    /// Watches the floorpersons.
    Supervisor,
    /// Answers for a pit.
    PitManager,
    /// Answers for all tables of a shift.
    ShiftManager,
    /// Sells and redeems vouchers.
    Cashier,
    /// Reads everything and changes nothing.
    Auditor,
    /// Looks after staff and table set-ups.
    Administrator,
}

impl FloorRole {
    /// The word for this role.
    pub const fn word(self) -> &'static str {
        self.role().word()
    }

    /// The role as the floor knows it.
    pub const fn role(self) -> taisai_floor::FloorRole {
        use taisai_floor::FloorRole as Core;
        match self {
            Self::Dealer => Core::Table(Role::Dealer),
            Self::Floorperson => Core::Table(Role::Floorperson),
            Self::Supervisor => Core::Table(Role::Supervisor),
            Self::PitManager => Core::Table(Role::PitManager),
            Self::ShiftManager => Core::Table(Role::ShiftManager),
            Self::Cashier => Core::Cashier,
            Self::Auditor => Core::Auditor,
            Self::Administrator => Core::Administrator,
        }
    }
}

impl From<taisai_floor::FloorRole> for FloorRole {
    fn from(role: taisai_floor::FloorRole) -> Self {
        use taisai_floor::FloorRole as Core;
        match role {
            Core::Table(Role::Dealer) => Self::Dealer,
            Core::Table(Role::Floorperson) => Self::Floorperson,
            Core::Table(Role::Supervisor) => Self::Supervisor,
            Core::Table(Role::PitManager) => Self::PitManager,
            Core::Table(Role::ShiftManager) => Self::ShiftManager,
            Core::Cashier => Self::Cashier,
            Core::Auditor => Self::Auditor,
            Core::Administrator => Self::Administrator,
        }
    }
}
