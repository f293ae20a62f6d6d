//! The house's shakers, dice, displays and layouts, as the floor sees them.

use serde::{Deserialize, Serialize};
use taisai_floor::{Floor, Place, Thing, ThingId};
use taisai_table::Time;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::{NatureForm, ThingForm};
use crate::declare::ToWire;
use crate::word::ApprovalWord;

/// A thing, where it is and what was attested of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ThingShown {
    /// Its kind and number.
    pub thing: ThingForm,
    /// What it is.
    pub nature: NatureForm,
    /// The table at which it is; in the store, or out of service, where there is none.
    pub table: Option<u32>,
    /// Whether that table has it in use.
    pub in_use: bool,
    /// Since when it is there.
    pub since: u64,
    /// Why it is out of service, where it is.
    pub withdrawn: Option<String>,
    /// Its seal.
    pub seal: Option<SealShown>,
    /// Its written approvals.
    pub approvals: Vec<PaperShown>,
    /// When the first of its dice was first used.
    pub first_used: Option<u64>,
    /// That it is damaged.
    pub damage: Option<DamageShown>,
    /// The tables that say they have it, or one of its dice; none where nobody disputes it.
    pub disputed: Vec<u32>,
}

/// A seal that was attested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SealShown {
    /// What stands on it; empty where a table attested it before there was a register.
    pub number: String,
    /// Who saw it.
    pub by: Option<u32>,
}

/// A written approval that was attested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PaperShown {
    /// What is approved.
    pub approval: ApprovalWord,
    /// Its reference; empty where a table attested it before there was a register.
    pub reference: String,
    /// Its date.
    pub date: Option<String>,
    /// Who holds the paper.
    pub holder: String,
    /// Who saw it.
    pub by: Option<u32>,
}

/// Why a thing is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DamageShown {
    /// In whose words; none where dice were called damaged at a table.
    pub reason: Option<String>,
    /// Who reported it.
    pub by: Option<u32>,
}

/// Every thing of the house.
pub fn things(floor: &Floor) -> Vec<ThingShown> {
    floor.register().things().map(|(id, thing)| shown(floor, id, thing)).collect()
}

fn shown(floor: &Floor, id: ThingId, thing: &Thing) -> ThingShown {
    let (table, withdrawn) = match &thing.place {
        Place::Store => (None, None),
        Place::Table(table) => (Some(table.0), None),
        Place::Withdrawn { reason, .. } => (None, Some(reason.to_string())),
    };
    let papers = thing.approvals.iter().map(|(approval, paper)| PaperShown {
        approval: ApprovalWord(*approval),
        reference: paper.reference.to_string(),
        date: paper.date.as_ref().map(ToString::to_string),
        holder: paper.holder.to_string(),
        by: paper.by.map(|staff| staff.0),
    });
    let disputes = floor.register().disputes().filter(|dispute| dispute.thing == id);
    ThingShown {
        thing: ToWire::to_wire(&id),
        nature: ToWire::to_wire(&thing.nature),
        table,
        in_use: thing.lent,
        since: thing.since.millis(),
        withdrawn,
        seal: thing.seal.as_ref().map(|seal| SealShown {
            number: seal.number.to_string(),
            by: seal.by.map(|staff| staff.0),
        }),
        approvals: papers.collect(),
        first_used: thing.first_used.iter().flatten().min().copied().map(Time::millis),
        damage: thing.damage.as_ref().map(|damage| DamageShown {
            reason: damage.reason.as_ref().map(ToString::to_string),
            by: damage.by.map(|staff| staff.0),
        }),
        disputed: disputes.flat_map(|dispute| dispute.tables).map(|table| table.0).collect(),
    }
}
