//! What people ask: the only messages that come in.

use serde::{Deserialize, Serialize};
use taisai_table::{BetCommand, OwnLimits};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::declare::{Check, IntoCore, ToWire, ask_form, wire_form};
use crate::object;
use crate::server_message::Channel;
use crate::word::AreaId;

pub mod bank;
pub mod checked;
pub mod house;
pub mod order;
pub mod setup;
pub mod thing;

mod fault;
mod value;

pub use bank::{CountOfForm, Pieces};
use fault::DURATION_MAX_MS;
pub use fault::{AskFault, Expects, Unread};
pub use house::{CageAsk, FloorAsk, LostPaper, LostPaperAgreed, Owed, Paper, Presented, Sale};
pub use order::{ActAsk, CaseRulingAsk, Order, RunAsk};
pub use setup::{FamilyLimit, LimitsAsk, StakeLimit, TableSetup, Times};
pub use thing::{NatureForm, ThingForm};
use value::bad;

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

    /// Reads a message into checked values, or says what is wrong with it.
    pub fn read(message: &[u8]) -> Result<checked::Message, Unread> {
        if message.len() > Self::LENGTH_MAX {
            return Err(Unread { id: None, fault: AskFault::TooLong });
        }
        let Self { id, round, ask } =
            object::read(message).map_err(|error| Unread::new(message, &error))?;
        let unread = |fault| Unread { id: Some(id), fault };
        if id > Self::ID_MAX {
            return Err(unread(bad("id", Expects::Number)));
        }
        let ask = ask.checked().map_err(unread)?;
        Ok(checked::Message { id, round: round.map(taisai_table::RoundNumber), ask })
    }
}

ask_form! {
    /// What is asked, sorted by who may.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Ask = checked::Ask {
        /// By a player: bets, and the shaker where players activate it.
        Bet(bet: BetAsk) = checked::Ask::Bet(bet),
        /// By a player: the seat and its money.
        Seat(seat: SeatAsk) = checked::Ask::Seat(seat),
        /// By staff: a table.
        Run(run: RunAsk) = checked::Ask::Run(run),
        /// By staff: what would happen if it were asked. Nothing happens.
        Preview(run: RunAsk) = checked::Ask::Preview(run),
        /// A past round again: a player's own part of it, or all of it for staff.
        Recall {
            /// The table; a terminal need not say.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            table: Option<u32>,
            round: u64,
        } = checked::Ask::Recall { table, round },
        /// By staff of a felt table: what these bets are worth by the result that stands.
        Payouts {
            table: u32,
            /// The place at which they lie, where the house knows it: its marker counts.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            seat: Option<u16>,
            bets: Vec<BetLine>,
        } = checked::Ask::Payouts { table, seat, bets },
        /// Sends a channel's snapshot and then its updates.
        Watch(channel: Channel) = checked::Ask::Watch(channel),
        /// Stops them.
        Unwatch(channel: Channel) = checked::Ask::Unwatch(channel),
        /// Sends a channel's snapshot again: an update was missed.
        Resync(channel: Channel) = checked::Ask::Resync(channel),
        /// By staff: the floor.
        Floor(floor: FloorAsk) = checked::Ask::Floor(floor),
        /// By cashiers: the cage.
        Cage(cage: CageAsk) = checked::Ask::Cage(cage),
        /// The answer to a ping.
        Pong = checked::Ask::Pong,
    }
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

/// What lies on the layout; nothing at all, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
pub struct ChipsLaid(pub Vec<BetLine>);

wire_form! {
    /// What a player does to the bets; each is done whole or not at all.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum BetAsk = BetCommand {
        /// Adds stakes to areas.
        PlaceBets { bets: Vec<BetLine> } = BetCommand::PlaceBets(bets),
        /// Takes whole bets back.
        TakeDown { areas: Vec<AreaId> } = BetCommand::TakeDown(areas),
        /// Takes every bet back.
        ClearBets = BetCommand::ClearBets,
        /// Places the bets of the player's last round again.
        RepeatBets = BetCommand::RepeatBets,
        /// Doubles every bet.
        DoubleBets = BetCommand::DoubleBets,
        /// Takes the last change back.
        UndoBets = BetCommand::UndoBets,
        /// Activates the shaker so many times, where the player was selected to.
        Shake { times: u8 } = BetCommand::Shake { times },
    }
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

impl Check for OwnLimitsAsk {
    type Checked = OwnLimits;

    fn checked(self) -> Result<OwnLimits, AskFault> {
        let Self { loss_max, time_max_ms, remind_ms } = self;
        let time = |field, millis: Option<u64>| match millis {
            Some(millis) if millis == 0 || millis > DURATION_MAX_MS => {
                Err(bad(field, Expects::Duration))
            }
            fine => Ok(fine),
        };
        Ok(OwnLimits {
            loss_max: loss_max.into_core("loss_max")?,
            time_max_ms: time("time_max_ms", time_max_ms)?,
            remind_ms: time("remind_ms", remind_ms)?,
        })
    }
}

impl From<OwnLimits> for OwnLimitsAsk {
    fn from(limits: OwnLimits) -> Self {
        let OwnLimits { loss_max, time_max_ms, remind_ms } = limits;
        Self { loss_max: ToWire::to_wire(&loss_max), time_max_ms, remind_ms }
    }
}

ask_form! {
    /// What a player does with the seat and its money.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum SeatAsk = checked::SeatAsk {
        /// Takes the seat, with a voucher or with play money where the house lends it.
        Sit(funds: Funds) = checked::SeatAsk::Sit(funds),
        /// Turns a voucher into credit.
        BuyIn {
            /// Its token.
            voucher: String,
        } = checked::SeatAsk::BuyIn { voucher },
        /// Turns credit into a voucher.
        CashOut {
            /// How much; all of it where nothing is said.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            amount: Option<u64>,
        } = checked::SeatAsk::CashOut { amount },
        /// Sets the player's own limits, all of them; what is looser than before holds after a
        /// day.
        SetLimits(limits: OwnLimitsAsk) = checked::SeatAsk::SetLimits(limits),
        /// Leaves the seat; what credit there is becomes a voucher.
        Leave = checked::SeatAsk::Leave,
        /// Has a voucher in hand that was made out here: it is not shown again.
        TakeVoucher {
            /// The short number printed on it.
            number: u64,
        } = checked::SeatAsk::TakeVoucher { number },
    }
}

/// What a player sits down with: a voucher or play money, exactly one of the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Funds {
    /// The voucher's token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub voucher: Option<String>,
    /// Play money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub demo: Option<u64>,
}

impl Check for Funds {
    type Checked = checked::Funds;

    fn checked(self) -> Result<checked::Funds, AskFault> {
        match (self.voucher, self.demo) {
            (Some(voucher), None) => Ok(checked::Funds::Voucher(voucher.into_core("voucher")?)),
            (None, Some(demo)) => Ok(checked::Funds::PlayMoney(demo.into_core("demo")?)),
            (Some(_), Some(_)) | (None, None) => Err(bad("voucher or demo", Expects::OneOf)),
        }
    }
}

/// A channel is what it says.
impl IntoCore<Self> for Channel {
    fn into_core(self, _: &'static str) -> Result<Self, AskFault> {
        Ok(self)
    }
}
