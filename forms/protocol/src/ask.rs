//! What people ask: the only messages that come in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::object;
use crate::server_message::Channel;
use crate::word::AreaId;

pub mod house;
pub mod order;
pub mod setup;

pub mod command;
mod fault;

pub use fault::{AskFault, Expects, Unread};
pub use house::{CageAsk, FloorAsk};
pub use order::{ActAsk, Order, RunAsk};
pub use setup::{FamilyLimit, LimitsAsk, StakeLimit, TableSetup, Times};

/// A message from a screen. Its number makes it one request and not two: whoever asks counts
/// upwards, and the same number again gets the first answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientMessage {
    /// The request's number.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub id: u64,
    /// The round it is meant for; asks outside rounds name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub round: Option<u64>,
    /// What is asked.
    pub ask: Ask,
}

impl ClientMessage {
    /// The longest message that is read, in bytes: every area with its stake fits three times.
    pub const LENGTH_MAX: usize = 16 * 1024;
    /// The highest number of a request, over a socket and over HTTP: screens count in plain
    /// numbers, which are exact up to here.
    pub const ID_MAX: u64 = (1 << 53) - 1;

    /// Reads a message, or says what is wrong with it.
    pub fn read(message: &[u8]) -> Result<Self, Unread> {
        if message.len() > Self::LENGTH_MAX {
            return Err(Unread { id: None, fault: AskFault::TooLong });
        }
        let ask: Self = object::read(message).map_err(|error| Unread::new(message, &error))?;
        if ask.id > Self::ID_MAX {
            let fault = AskFault::Field { field: "id", expects: Expects::Number };
            return Err(Unread { id: Some(ask.id), fault });
        }
        Ok(ask)
    }
}

/// What is asked, sorted by who may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// By a player: bets, and the shaker where players activate it.
    Bet(BetAsk),
    /// By a player: the seat and its money.
    Seat(SeatAsk),
    /// By staff: a table.
    Run(RunAsk),
    /// By staff: what would happen if it were asked. Nothing happens.
    Preview(RunAsk),
    /// A past round again: a player's own part of it, or all of it for staff.
    Recall {
        /// The table; a terminal need not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<u32>,
        /// The round.
        round: u64,
    },
    /// By staff of a felt table: what these bets are worth by the result that stands.
    Payouts {
        /// The table.
        table: u32,
        /// The bets on the cloth.
        bets: Vec<BetLine>,
    },
    /// Sends a channel's snapshot and then its updates.
    Watch(Channel),
    /// Stops them.
    Unwatch(Channel),
    /// Sends a channel's snapshot again: an update was missed.
    Resync(Channel),
    /// By staff: the floor.
    Floor(FloorAsk),
    /// By cashiers: the cage.
    Cage(CageAsk),
    /// The answer to a ping.
    Pong,
}

/// A stake on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BetLine {
    /// The area.
    pub area: AreaId,
    /// The stake, in the currency's smallest unit.
    pub stake: u64,
}

/// What a player does to the bets; each is done whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BetAsk {
    /// Adds stakes to areas.
    PlaceBets {
        /// What is added.
        bets: Vec<BetLine>,
    },
    /// Takes whole bets back.
    TakeDown {
        /// From these areas.
        areas: Vec<AreaId>,
    },
    /// Takes every bet back.
    ClearBets,
    /// Places the bets of the player's last round again.
    RepeatBets,
    /// Doubles every bet.
    DoubleBets,
    /// Takes the last change back.
    UndoBets,
    /// Activates the shaker, where the player was selected to.
    Shake {
        /// How many times.
        times: u8,
    },
}

/// Limits that a player sets for themselves; what is left out is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(rename = "OwnLimits")]
#[schema(as = OwnLimits)]
pub struct OwnLimitsAsk {
    /// The most that may be lost since the player sat down.
    #[serde(default)]
    pub loss_max: Option<u64>,
    /// The longest time to bet since then, in milliseconds.
    #[serde(default)]
    pub time_max_ms: Option<u64>,
    /// How often to be reminded of time and money, in milliseconds.
    #[serde(default)]
    pub remind_ms: Option<u64>,
}

/// What a player does with the seat and its money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatAsk {
    /// Takes the seat, with a voucher or with play money where the house lends it.
    Sit {
        /// The voucher's token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        voucher: Option<String>,
        /// Play money.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        demo: Option<u64>,
    },
    /// Turns a voucher into credit.
    BuyIn {
        /// Its token.
        voucher: String,
    },
    /// Turns credit into a voucher.
    CashOut {
        /// How much; all of it where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        amount: Option<u64>,
    },
    /// Sets the player's own limits, all of them; what is looser than before holds after a day.
    SetLimits(OwnLimitsAsk),
    /// Leaves the seat; what credit there is becomes a voucher.
    Leave,
    /// Has a voucher in hand that was made out here: it is not shown again.
    TakeVoucher {
        /// The short number printed on it.
        number: u64,
    },
}
