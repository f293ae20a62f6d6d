//! What the floor's and the cage's screens see: gathered a few times a second while they look, and
//! written once for all who see the same.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::future::try_join_all;
use taisai_floor::{FloorRole, TableId};
use taisai_protocol::tell::{Channel, Snapshot, Update};
use taisai_protocol::view::cage::{CageView, OwedAt, owed_at, replacing};
use taisai_protocol::view::floor::{
    ApprovalWaiting, FloorView, SeatTaken, ServerShown, TableGlance, approvals, approvals_at,
    currencies, enrolments, kept, sessions, staff, taken_at, terminals, voucher_sums,
};
use taisai_protocol::view::table::TableName;
use taisai_protocol::{Refusal, Tell};
use taisai_rules::Role;
use taisai_table::StaffId;
use tokio::sync::Notify;
use tokio::time::{interval, sleep};

use crate::cage::No;
use crate::floor::Seen;
use crate::house::House;
use crate::line::{Line, Out};
use crate::login::Staff;
use crate::machine::TableMachine;
use crate::socket::written;

/// Who looks at the floor and the cage, and what they saw last.
#[derive(Clone, Default)]
pub struct Board(Arc<Shared>);

#[derive(Default)]
struct Shared {
    pictures: Mutex<Pictures>,
    /// Told when somebody new looks, who should not wait for the next turn.
    somebody_new: Notify,
}

#[derive(Default)]
struct Pictures {
    floors: BTreeMap<Codes, Picture<FloorView>>,
    cages: BTreeMap<StaffId, Picture<CageView>>,
}

/// Whether whoever looks may see the codes under which terminals enrol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Codes {
    Shown,
    Hidden,
}

impl Board {
    /// How often the floor is looked at while somebody does.
    const EVERY: Duration = Duration::from_millis(500);
    /// How long it is left alone at least, however many come to look.
    const PAUSE: Duration = Duration::from_millis(50);
    /// The most screens at once.
    const WATCHERS_MAX: usize = 200;

    /// Shows the floor or the cage to a screen from now on, everything first.
    pub fn watch(&self, channel: Channel, staff: &Staff, line: &Line) -> Result<(), Refusal> {
        let role = staff.role.filter(|_| Self::is_for(channel, staff)).ok_or(Refusal::NotYours)?;
        let mut pictures = self.lock();
        pictures.forget(channel, line);
        if pictures.watchers() >= Self::WATCHERS_MAX {
            return Err(Refusal::Busy);
        }
        match (channel, codes_for(role)) {
            (Channel::Cage, _) => {
                pictures.cages.entry(staff.staff).or_default().add(line);
            }
            (Channel::Floor, Some(codes)) => pictures.floors.entry(codes).or_default().add(line),
            _ => return Err(Refusal::NotYours),
        }
        self.0.somebody_new.notify_one();
        Ok(())
    }

    /// Whether this person is shown the floor or a drawer of the cage at all.
    pub fn is_for(channel: Channel, staff: &Staff) -> bool {
        staff.role.is_some_and(|role| match channel {
            Channel::Cage => role == FloorRole::Cashier,
            Channel::Floor => codes_for(role).is_some(),
            Channel::Table { .. } | Channel::Seat | Channel::Console { .. } => false,
        })
    }

    /// Shows it no longer.
    pub fn unwatch(&self, channel: Channel, line: &Line) {
        self.lock().forget(channel, line);
    }

    /// Looks at the floor again and again, as long as the house is there.
    pub async fn run(self, house: Weak<House>) {
        let mut every = interval(Self::EVERY);
        let started = match house.upgrade() {
            Some(house) => house.world.clock.now().millis(),
            None => return,
        };
        loop {
            tokio::select! {
                _ = every.tick() => {}
                () = self.0.somebody_new.notified() => {}
            }
            let Some(house) = house.upgrade() else { return };
            let cashiers: Vec<StaffId> = {
                let pictures = self.lock();
                if pictures.watchers() == 0 {
                    continue;
                }
                pictures.cages.keys().copied().collect()
            };
            if let Ok(gathered) = gather(&house, started, cashiers).await {
                self.show(gathered);
            }
            drop(house);
            sleep(Self::PAUSE).await;
        }
    }

    fn show(&self, Gathered { floor, cages }: Gathered) {
        let mut pictures = self.lock();
        for (codes, picture) in &mut pictures.floors {
            let mut view = floor.clone();
            if *codes == Codes::Hidden {
                view.enrolments.iter_mut().for_each(|enrolment| enrolment.code = None);
            }
            picture.show(view);
        }
        for (cashier, view) in cages {
            if let Some(picture) = pictures.cages.get_mut(&cashier) {
                picture.show(view);
            }
        }
        pictures.tidy();
    }

    fn lock(&self) -> MutexGuard<'_, Pictures> {
        self.0.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those who run the floor see the codes they may hand out; auditors and administrators see
/// everything else; nobody else sees the floor.
fn codes_for(role: FloorRole) -> Option<Codes> {
    if role.may_act_for(FloorRole::Table(Role::Floorperson)) {
        return Some(Codes::Shown);
    }
    match role {
        FloorRole::Auditor | FloorRole::Administrator => Some(Codes::Hidden),
        FloorRole::Cashier | FloorRole::Table(_) => None,
    }
}

impl Pictures {
    fn watchers(&self) -> usize {
        let floors = self.floors.values().map(|picture| picture.lines.len());
        floors.chain(self.cages.values().map(|picture| picture.lines.len())).sum()
    }

    fn forget(&mut self, channel: Channel, line: &Line) {
        match channel {
            Channel::Floor => self.floors.values_mut().for_each(|picture| picture.forget(line)),
            Channel::Cage => self.cages.values_mut().for_each(|picture| picture.forget(line)),
            Channel::Table { .. } | Channel::Seat | Channel::Console { .. } => {}
        }
        self.tidy();
    }

    /// What nobody looks at is not kept: it would be old when somebody does.
    fn tidy(&mut self) {
        self.floors.retain(|_, picture| !picture.lines.is_empty());
        self.cages.retain(|_, picture| !picture.lines.is_empty());
    }
}

/// What can be shown whole, or by what has changed.
trait View {
    fn whole(&self, number: u64) -> Tell;
    fn since(&self, before: &Self, number: u64) -> Option<Tell>;
}

impl View for FloorView {
    fn whole(&self, number: u64) -> Tell {
        Tell::Snapshot(Snapshot::Floor { number, state: self.clone() })
    }

    fn since(&self, before: &Self, number: u64) -> Option<Tell> {
        let changed = self.changed_since(before);
        (!changed.is_empty()).then_some(Tell::Update(Update::Floor { number, changed }))
    }
}

impl View for CageView {
    fn whole(&self, number: u64) -> Tell {
        Tell::Snapshot(Snapshot::Cage { number, state: self.clone() })
    }

    fn since(&self, before: &Self, number: u64) -> Option<Tell> {
        let changed = self.changed_since(before);
        (!changed.is_empty()).then_some(Tell::Update(Update::Cage { number, changed }))
    }
}

/// A view and everybody who sees it; what they are sent is written once for all of them.
struct Picture<V> {
    view: Option<V>,
    number: u64,
    lines: Vec<(Line, Sees)>,
}

/// What a screen has seen of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sees {
    Nothing,
    EverythingUpToNow,
}

impl<V> Default for Picture<V> {
    fn default() -> Self {
        Self { view: None, number: 0, lines: Vec::new() }
    }
}

impl<V> Picture<V> {
    fn add(&mut self, line: &Line) {
        self.lines.push((line.clone(), Sees::Nothing));
    }

    fn forget(&mut self, line: &Line) {
        self.lines.retain(|(known, _)| !known.is(line) && !known.is_closed());
    }
}

impl<V: View> Picture<V> {
    fn show(&mut self, view: V) {
        self.lines.retain(|(line, _)| !line.is_closed());
        let update = match &self.view {
            Some(before) => view.since(before, self.number + 1),
            None => None,
        };
        let is_new = self.view.is_none() || update.is_some();
        self.number += u64::from(is_new);
        let update = update.map(|update| written(&update));
        let mut whole: Option<Utf8Bytes> = None;
        for (line, sees) in &mut self.lines {
            let text = match sees {
                Sees::EverythingUpToNow => update.clone(),
                Sees::Nothing => {
                    let whole = whole.get_or_insert_with(|| written(&view.whole(self.number)));
                    Some(whole.clone())
                }
            };
            *sees = Sees::EverythingUpToNow;
            if let Some(text) = text {
                line.send(Out::Shared(text));
            }
        }
        self.view = Some(view);
    }
}

/// What the floor and the drawers of these cashiers look like.
struct Gathered {
    floor: FloorView,
    cages: Vec<(StaffId, CageView)>,
}

/// What of a table the floor and the cage see.
struct AtTable {
    glance: TableGlance,
    approvals: Vec<ApprovalWaiting>,
    owed: Vec<OwedAt>,
    taken: Vec<SeatTaken>,
    currency: taisai_rules::Currency,
}

/// Looks at every table at once, and then at the floor.
#[expect(clippy::too_many_lines, reason = "one picture of everything at one moment")]
async fn gather(house: &House, started: u64, cashiers: Vec<StaffId>) -> Result<Gathered, No> {
    let names = house.floor.look(|floor| {
        let name =
            |(table, known): (TableId, &taisai_floor::TableSetUp)| (table, known.name.to_string());
        floor.tables().map(name).collect::<BTreeMap<_, _>>()
    });
    let names = names.await?;
    let looks = house.tables().into_iter().map(|(table, handle)| {
        let name = names.get(&table).cloned().unwrap_or_else(|| table.to_string());
        let house = house.name.clone();
        let look = move |machine: &TableMachine| {
            let told = TableName { table: table.0, name: &name, house: house.as_str() };
            at_table(&machine.table, told)
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
            let replacing = replacing(floor, now);
            (cashier, drawer.seen(floor, owed.clone(), replacing, currencies.clone()))
        };
        let cages: Vec<_> = cashiers.into_iter().map(cage).collect();
        let floor = FloorView {
            tables: glances,
            approvals: waiting,
            staff: staff(floor),
            sessions: sessions(floor),
            terminals: terminals(floor, |terminal| presence.lost_since(terminal)),
            kept: kept(floor, &taken),
            enrolments: enrolments(floor, |code| codes.of(code)),
            security,
            vouchers: voucher_sums(floor),
            currencies,
            server,
        };
        Gathered { floor, cages }
    });
    Ok(gathered.await?)
}

fn at_table(table: &taisai_table::Table, told: TableName<'_>) -> AtTable {
    AtTable {
        glance: TableGlance::of(table, told),
        approvals: approvals_at(table, told.table),
        owed: owed_at(table, told.table),
        taken: taken_at(table, told.table),
        currency: table.config().currency,
    }
}

#[cfg(test)]
mod tests {
    use taisai_protocol::view::cage::VoucherShown;

    use super::*;
    use crate::line::Listening;

    fn sent(listening: &mut Listening) -> Vec<serde_json::Value> {
        let mut sent = Vec::new();
        while let Ok(out) = listening.out.try_recv() {
            let Out::Shared(text) = out else { panic!("{out:?} was written for one alone") };
            sent.push(serde_json::from_str(&text).unwrap());
        }
        sent
    }

    fn cage(numbers: &[u64]) -> CageView {
        let line = |number: &u64| VoucherShown {
            number: *number,
            amount: 1,
            currency: "AUD".to_owned(),
            state: taisai_protocol::view::cage::VoucherState::Outstanding,
            table: None,
        };
        CageView { recent: numbers.iter().map(line).collect(), ..CageView::empty() }
    }

    #[test]
    fn everything_comes_first_and_then_what_changed_without_a_gap() {
        let mut picture = Picture::default();
        let ((early, mut hears), (late, mut hears_late)) = (Line::new(), Line::new());
        picture.add(&early);
        picture.show(cage(&[]));
        picture.show(cage(&[]));
        picture.add(&late);
        picture.show(cage(&[1]));
        picture.show(cage(&[2, 1]));
        let told: Vec<_> = sent(&mut hears).iter().map(kind).collect();
        assert_eq!(told, [("snapshot".into(), 1), ("update".into(), 2), ("update".into(), 3)]);
        let told: Vec<_> = sent(&mut hears_late).iter().map(kind).collect();
        assert_eq!(told, [("snapshot".into(), 2), ("update".into(), 3)]);
    }

    fn kind(told: &serde_json::Value) -> (String, u64) {
        (told["tell"].as_str().unwrap().to_owned(), told["number"].as_u64().unwrap())
    }

    #[test]
    fn only_those_who_run_the_floor_see_codes_and_dealers_and_cashiers_see_no_floor() {
        let expected = |role| match role {
            FloorRole::Table(Role::Dealer) | FloorRole::Cashier => None,
            FloorRole::Auditor | FloorRole::Administrator => Some(Codes::Hidden),
            FloorRole::Table(_) => Some(Codes::Shown),
        };
        for role in FloorRole::ALL {
            assert_eq!(codes_for(role), expected(role), "{role}");
        }
    }
}
