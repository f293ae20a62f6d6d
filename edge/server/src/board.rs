//! What the floor's and the cage's screens see: gathered a few times a second while they look.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taisai_floor::{Floor, FloorRole};
use taisai_protocol::tell::{Channel, Snapshot, Update};
use taisai_protocol::view::floor::{
    FloorChanges, FloorView, ServerShown, TableGlance, approvals, enrolments, sessions, staff,
    terminals, voucher_sums,
};
use taisai_protocol::view::table::TableName;
use taisai_protocol::{Refusal, Tell};
use tokio::time::interval;

use crate::cage::No;
use crate::house::House;
use crate::line::Line;
use crate::login::Staff;

/// Who looks at the floor, and what they saw last.
#[derive(Clone, Default)]
pub struct Board(Arc<Mutex<Vec<Watcher>>>);

struct Watcher {
    line: Line,
    channel: Channel,
    number: u64,
    seen: Option<FloorView>,
}

impl Board {
    /// How often the floor is looked at while somebody does.
    const EVERY: Duration = Duration::from_millis(500);
    /// The most screens at once.
    const WATCHERS_MAX: usize = 200;

    /// Shows the floor to a screen from now on.
    pub fn watch(&self, channel: Channel, staff: &Staff, line: &Line) -> Result<(), Refusal> {
        let may = match (channel, staff.role) {
            (_, None) => false,
            (Channel::Cage, Some(role)) => role == FloorRole::Cashier,
            (_, Some(role)) => role != FloorRole::Cashier,
        };
        if !may {
            return Err(Refusal::NotYours);
        }
        let mut watchers = self.lock();
        watchers.retain(|known| !known.line.is_closed());
        watchers.retain(|known| !(known.line.is(line) && known.channel == channel));
        if watchers.len() >= Self::WATCHERS_MAX {
            return Err(Refusal::Busy);
        }
        watchers.push(Watcher { line: line.clone(), channel, number: 0, seen: None });
        Ok(())
    }

    /// Shows it no longer.
    pub fn unwatch(&self, channel: Channel, line: &Line) {
        self.lock().retain(|known| !(known.line.is(line) && known.channel == channel));
    }

    /// Looks at the floor again and again, as long as the house is there.
    pub async fn run(self, house: std::sync::Weak<House>) {
        let mut every = interval(Self::EVERY);
        let started = match house.upgrade() {
            Some(house) => house.world.clock.now().millis(),
            None => return,
        };
        loop {
            every.tick().await;
            let Some(house) = house.upgrade() else { return };
            if self.lock().is_empty() {
                continue;
            }
            let Ok(view) = gather(&house, started).await else { continue };
            self.show(&view);
        }
    }

    fn show(&self, view: &FloorView) {
        for watcher in self.lock().iter_mut() {
            if let Some(tell) = watcher.next(view) {
                watcher.line.tell(tell);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Watcher>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher {
    /// What this screen has not seen yet.
    fn next(&mut self, view: &FloorView) -> Option<Tell> {
        let changed = self.seen.as_ref().map(|seen| view.changed_since(seen));
        if changed.as_ref().is_some_and(FloorChanges::is_empty) {
            return None;
        }
        self.number += 1;
        self.seen = Some(view.clone());
        let number = self.number;
        Some(match changed {
            Some(changed) => Tell::Update(Update::Floor { number, changed }),
            None => Tell::Snapshot(Snapshot::Floor { number, state: view.clone() }),
        })
    }
}

/// Looks at every table and at the floor.
async fn gather(house: &House, started: u64) -> Result<FloorView, No> {
    let mut tables = Vec::new();
    for (table, handle) in house.tables() {
        let name = house.name_of(table).await?;
        let glance = handle.look(move |machine| {
            let told = TableName { table: table.0, name: &name, decimals: 2 };
            TableGlance::of(&machine.table, told)
        });
        tables.push(glance.await?);
    }
    let server = ServerShown {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started,
        journal: house.journal.to_string(),
        head: house.floor.head().await?.sequence,
        demo: house.lender.get().is_some(),
    };
    let view = house.floor.look(move |floor: &Floor| FloorView {
        tables,
        approvals: approvals(floor),
        staff: staff(floor),
        sessions: sessions(floor),
        terminals: terminals(floor, |_| true),
        enrolments: enrolments(floor, |_| None),
        security: Vec::new(),
        vouchers: voucher_sums(floor),
        server,
    });
    Ok(view.await?)
}
