//! What is asked of the floor and the cage.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::setup::TableSetup;
use crate::kind::FloorRole;

/// What staff ask of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FloorAsk {
    /// Adds a person, who has no role yet. The answer has the invitation with which they choose
    /// their password.
    AddStaff {
        /// The name to log in with.
        name: String,
    },
    /// Changes one's own password.
    SetPassword {
        /// The password until now.
        old: String,
        /// The password from now on.
        new: String,
    },
    /// Proposes a role for a person, in place of any they have.
    ProposeRole {
        /// The person.
        staff: u32,
        /// The role.
        role: FloorRole,
    },
    /// Proposes to take the password of a person who lost it, and to invite them to choose
    /// another. The answer has the invitation, which is good once somebody agrees.
    ProposeInvitation {
        /// The person.
        staff: u32,
    },
    /// Proposes to honour paper whose record was lost with an old copy of the journal.
    ProposePaper {
        /// The token on it.
        token: String,
        /// The number printed on it.
        number: u64,
        /// What it is worth.
        amount: u64,
        /// The three letters of the currency.
        currency: String,
        /// Why it is genuine.
        reason: String,
    },
    /// Agrees to a proposal.
    Approve {
        /// Which.
        proposal: u32,
    },
    /// Takes a proposal back, or turns it down.
    Withdraw {
        /// Which.
        proposal: u32,
    },
    /// Takes a person's role away at once.
    RevokeRole {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Shuts a person out at once.
    SuspendStaff {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Lets a suspended person log in again, without a role.
    ReinstateStaff {
        /// The person.
        staff: u32,
        /// Why.
        reason: String,
    },
    /// Lets a person work at a table, in the role they have.
    AssignStaff {
        /// The person.
        staff: u32,
        /// The table.
        table: u32,
    },
    /// Ends it.
    ReleaseStaff {
        /// The person.
        staff: u32,
        /// The table.
        table: u32,
    },
    /// Ends a session.
    EndSession {
        /// Which.
        session: u64,
    },
    /// Ends every session of a person.
    EndSessions {
        /// The person.
        staff: u32,
    },
    /// Lets one terminal enrol at a seat; the answer carries the code.
    OfferEnrolment {
        /// The table.
        table: u32,
        /// The seat.
        seat: u16,
    },
    /// Takes a terminal away.
    RemoveTerminal {
        /// Which.
        terminal: u32,
    },
    /// Adds a table.
    AddTable {
        /// How it is set up.
        setup: TableSetup,
    },
    /// Takes a table from the floor for good, with its terminals.
    RetireTable {
        /// Which.
        table: u32,
    },
}

/// What cashiers ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CageAsk {
    /// Sells a voucher; the answer carries its token, once.
    Sell {
        /// For how much.
        amount: u64,
        /// The three letters of the currency.
        currency: String,
    },
    /// Looks a voucher up by its token or its number.
    LookUp {
        /// The token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        token: Option<String>,
        /// The short number printed on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        number: Option<u64>,
    },
    /// Pays a voucher out.
    Redeem {
        /// Its token.
        token: String,
    },
    /// Hands a player who has left what a table still owes, as a voucher.
    PayOwed {
        /// The table that owes.
        table: u32,
        /// The player.
        player: u64,
        /// How the cashier knows that it is them; goes into the journal.
        reason: String,
    },
    /// Proposes to make a voucher out anew whose paper is lost.
    ReplaceVoucher {
        /// The short number printed on it.
        number: u64,
        /// Why.
        reason: String,
    },
    /// Agrees as the second person; the answer carries the new voucher's token, and the old one is
    /// worth nothing from then on. A shift manager may, too.
    ApproveReplacement {
        /// The proposal.
        proposal: u32,
        /// The short number of the voucher whose paper is lost.
        number: u64,
    },
}
