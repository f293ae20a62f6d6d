//! What was inspected or changed about a table's equipment.

use std::ops::ControlFlow;

use taisai_journal::stored::{Actor, Body, Entry};
use taisai_protocol::api::past::{Inspected, Inspection, InspectionsPage};
use taisai_table::{EquipmentEvent, Event};

use crate::house::archive::Stretch;

/// Inspections in some time, up to so many.
pub struct Inspections {
    stretch: Stretch,
    after: u64,
    limit: usize,
    found: Vec<Inspection>,
    next: Option<u64>,
}

impl Inspections {
    /// Nothing yet; records up to `after` have been told before.
    pub fn new(stretch: Stretch, after: Option<u64>, limit: usize) -> Self {
        Self { stretch, after: after.unwrap_or(0), limit, found: Vec::new(), next: None }
    }

    /// Takes one record in. A page ends between two records, never within one.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        if entry.stamp.time >= self.stretch.to {
            return ControlFlow::Break(());
        }
        if entry.stamp.sequence <= self.after {
            return ControlFlow::Continue(());
        }
        let Body::Happened(events) = &entry.body else { return ControlFlow::Continue(()) };
        let what: Vec<Inspected> = events.iter().filter_map(inspected).collect();
        if !what.is_empty() && self.found.len() >= self.limit {
            self.next = self.found.last().map(|last| last.sequence);
            return ControlFlow::Break(());
        }
        let by = match entry.stamp.actor {
            Actor::Staff(staff) => Some(staff.0),
            Actor::Host | Actor::Seat(_) | Actor::Terminal(_) => None,
        };
        let (sequence, time) = (entry.stamp.sequence, entry.stamp.time.millis());
        let at = |what| Inspection { sequence, time, by, what };
        self.found.extend(what.into_iter().map(at));
        ControlFlow::Continue(())
    }

    /// What was gathered.
    pub fn told(self) -> InspectionsPage {
        InspectionsPage { inspections: self.found, next: self.next }
    }
}

fn inspected(event: &Event) -> Option<Inspected> {
    let Event::Equipment(event) = event else { return None };
    Some(match event {
        EquipmentEvent::DisplayInspected { entered, .. } => {
            Inspected::Display { dice: (*entered).into() }
        }
        EquipmentEvent::DisplayDenied { entered, .. } => {
            Inspected::DisplayDenied { dice: (*entered).into() }
        }
        EquipmentEvent::DisplayConnected { display } => {
            Inspected::DisplayConnected { display: display.0 }
        }
        EquipmentEvent::DisplayLost { display } => Inspected::DisplayLost { display: display.0 },
        EquipmentEvent::ShakerInspected { shaker, tosses, .. } => {
            Inspected::Shaker { shaker: shaker.0, tosses: *tosses }
        }
        EquipmentEvent::ChecklistTicked { lines, .. } => Inspected::Checklist { lines: *lines },
        EquipmentEvent::LinesAttested { lines, .. } => {
            Inspected::ChecklistLines { lines: lines.iter().map(ToString::to_string).collect() }
        }
        EquipmentEvent::ShakerInstalled { shaker, kind, sealed, .. } => {
            Inspected::ShakerInstalled {
                shaker: shaker.0,
                shaker_kind: (*kind).into(),
                sealed: *sealed,
            }
        }
        EquipmentEvent::ShakerRemoved { shaker, .. } => {
            Inspected::ShakerRemoved { shaker: shaker.0 }
        }
        EquipmentEvent::ShakerOutOfOrder { shaker, .. } => {
            Inspected::ShakerOutOfOrder { shaker: shaker.0 }
        }
        EquipmentEvent::DiceInstalled { shaker, set, dice, .. } => {
            Inspected::DiceInstalled { shaker: shaker.0, set: set.0, dice: dice.map(|die| die.0) }
        }
        EquipmentEvent::LentDiceInstalled { shaker, set, dice, first_used, .. } => {
            Inspected::LentDiceInstalled {
                shaker: shaker.0,
                set: set.0,
                dice: dice.map(|die| die.0),
                first_used: first_used.map(taisai_table::Time::millis),
            }
        }
        EquipmentEvent::DiceMarkedDamaged { dice } => {
            Inspected::DiceDamaged { dice: dice.iter().map(|die| die.0).collect() }
        }
        EquipmentEvent::RegisterFollowed { disputed, .. } => {
            Inspected::RegisterFollowed { disputed: *disputed }
        }
        EquipmentEvent::DiceRemoved { set, .. } => Inspected::DiceRemoved { set: set.0 },
        EquipmentEvent::RepairAttested { .. } => Inspected::Repaired,
        EquipmentEvent::TableSuspended => Inspected::Suspended,
        EquipmentEvent::ShakerCovered { .. }
        | EquipmentEvent::DisplayTried { .. }
        | EquipmentEvent::TrialLapsed
        | EquipmentEvent::ShakerToInspect { .. } => return None,
    })
}
