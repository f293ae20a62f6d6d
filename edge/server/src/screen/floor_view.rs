//! Gathers what the floor's and the cage's screens see, a few times a second while somebody
//! watches.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::time::Duration;

use futures_util::future::try_join_all;
use taisai_floor::TableId;
use taisai_protocol::view::bank::{banks, counting};
use taisai_protocol::view::cage::{OwedAt, owed_at, paying, replacing};
use taisai_protocol::view::floor::{
    ApprovalWaiting, FloorView, SeatTaken, ServerShown, TableGlance, approvals, approvals_at,
    currencies, displays, enrolments, kept, sessions, staff, taken_at, terminals, voucher_sums,
};
use taisai_protocol::view::table::TableName;
use taisai_protocol::view::things::things;
use taisai_table::StaffId;
use tokio::time::{interval, sleep};

use crate::error::Error;
use crate::house::House;
use crate::house::floor_feed::{FloorFeed, Gathered};
use crate::task::floor::Seen;
use crate::task::machine::TableMachine;

/// How often it gathers while somebody watches.
const EVERY: Duration = Duration::from_millis(500);
/// The shortest pause, however many begin to watch.
const PAUSE: Duration = Duration::from_millis(50);

/// Gathers again and again, as long as the house runs.
pub async fn run(feed: FloorFeed, house: Weak<House>) {
    let mut every = interval(EVERY);
    let started = match house.upgrade() {
        Some(house) => house.world.clock.now().millis(),
        None => return,
    };
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = feed.somebody_new() => {}
        }
        let Some(house) = house.upgrade() else { return };
        let Some(cashiers) = feed.watched() else { continue };
        if let Ok(gathered) = gather(&house, started, cashiers).await {
            feed.show(gathered);
        }
        drop(house);
        sleep(PAUSE).await;
    }
}

/// What the floor and the cage see of a table.
struct AtTable {
    glance: TableGlance,
    approvals: Vec<ApprovalWaiting>,
    owed: Vec<OwedAt>,
    taken: Vec<SeatTaken>,
    currency: taisai_rules::Currency,
}

/// Reads every table at once, and then the floor.
#[expect(clippy::too_many_lines, reason = "one picture of everything at one moment")]
async fn gather(house: &House, started: u64, cashiers: Vec<StaffId>) -> Result<Gathered, Error> {
    let names = house.floor.look(|floor| {
        let name =
            |(table, known): (TableId, &taisai_floor::FloorTable)| (table, known.name.to_string());
        floor.tables().map(name).collect::<BTreeMap<_, _>>()
    });
    let names = names.await?;
    let looks = house.tables().into_iter().map(|(table, handle)| {
        let name = names.get(&table).cloned().unwrap_or_else(|| table.to_string());
        let house = house.name.clone();
        let look = move |machine: &TableMachine| {
            let title = TableName { table: table.0, name: &name, house: house.as_str() };
            at_table(&machine.table, title)
        };
        async move { handle.look(look).await }
    });
    let tables = try_join_all(looks).await?;
    let server = ServerShown {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started,
        journal: house.journal.to_string(),
        head: house.floor.head().await?.sequence,
        demo: house.lender.get().is_some(),
    };
    let (codes, security) = (house.codes.clone(), house.surveillance.latest());
    let now = house.world.clock.now();
    let gathered = house.floor.survey(move |Seen { floor, presence, drawers }| {
        let (mut glances, mut waiting, mut owed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut played, mut taken) = (Vec::new(), Vec::new());
        for table in tables {
            glances.push(table.glance);
            waiting.extend(table.approvals);
            owed.extend(table.owed);
            played.push(table.currency);
            taken.extend(table.taken);
        }
        let currencies = currencies(floor, played);
        waiting.extend(approvals(floor, now));
        let cage = |cashier| {
            let drawer = drawers.of(cashier);
            let waiting = (replacing(floor, now), paying(floor, now));
            let counted = (counting(floor, now), banks(floor));
            (cashier, drawer.seen(floor, owed.clone(), waiting, counted, currencies.clone()))
        };
        let cages: Vec<_> = cashiers.into_iter().map(cage).collect();
        let floor = FloorView {
            tables: glances,
            approvals: waiting,
            staff: staff(floor),
            sessions: sessions(floor),
            terminals: terminals(floor, |terminal| presence.lost_since(terminal)),
            kept: kept(floor, &taken),
            displays: displays(floor, |display| presence.lost_since(display)),
            enrolments: enrolments(floor, |code| codes.of(code)),
            security,
            vouchers: voucher_sums(floor),
            currencies,
            server,
            things: things(floor),
            banks: banks(floor),
        };
        Gathered { floor, cages }
    });
    Ok(gathered.await?)
}

fn at_table(table: &taisai_table::Table, title: TableName<'_>) -> AtTable {
    AtTable {
        glance: TableGlance::of(table, title),
        approvals: approvals_at(table, title.table),
        owed: owed_at(table, title.table),
        taken: taken_at(table, title.table),
        currency: table.config().currency,
    }
}
