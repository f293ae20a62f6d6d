//! What the floor's and the cage's screens see: gathered a few times a second while they watch, and
//! serialised once for all that see the same.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use taisai_floor::FloorRole;
use taisai_protocol::server_message::{Channel, Snapshot, Update};
use taisai_protocol::view::cage::CageView;
use taisai_protocol::view::floor::FloorView;
use taisai_protocol::{Refusal, ServerMessage};
use taisai_rules::Role;
use taisai_table::StaffId;
use tokio::sync::Notify;

use crate::house::who::Staff;
use crate::task::screen_sender::written;
use crate::task::screen_sender::{Out, ScreenSender};

/// The screens that watch the floor and the cage, and what they saw last.
#[derive(Clone, Default)]
pub struct FloorFeed(Arc<Shared>);

#[derive(Default)]
struct Shared {
    pictures: Mutex<Pictures>,
    /// Notified when somebody begins to watch, so that they need not wait for the next turn.
    somebody_new: Notify,
}

#[derive(Default)]
struct Pictures {
    floors: BTreeMap<Codes, Picture<FloorView>>,
    cages: BTreeMap<StaffId, Picture<CageView>>,
}

/// Whether a watcher may see the codes under which terminals enrol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Codes {
    Shown,
    Hidden,
}

impl FloorFeed {
    /// The most screens at once.
    const WATCHERS_MAX: usize = 200;

    /// Subscribes a screen to the floor or the cage; it gets a snapshot first.
    pub fn watch(
        &self,
        channel: Channel,
        staff: &Staff,
        line: &ScreenSender,
    ) -> Result<(), Refusal> {
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

    /// Whether this person may see the floor or a drawer of the cage at all.
    pub fn is_for(channel: Channel, staff: &Staff) -> bool {
        staff.role.is_some_and(|role| match channel {
            Channel::Cage => role == FloorRole::Cashier,
            Channel::Floor => codes_for(role).is_some(),
            Channel::Table { .. } | Channel::Seat | Channel::Console { .. } => false,
        })
    }

    /// Ends a subscription.
    pub fn unwatch(&self, channel: Channel, line: &ScreenSender) {
        self.lock().forget(channel, line);
    }

    /// Waits until somebody new begins to watch.
    pub async fn somebody_new(&self) {
        self.0.somebody_new.notified().await;
    }

    /// The cashiers who watch their drawers; `None` if nobody watches anything.
    pub fn watched(&self) -> Option<Vec<StaffId>> {
        let pictures = self.lock();
        (pictures.watchers() > 0).then(|| pictures.cages.keys().copied().collect())
    }

    /// Sends what was gathered to every screen that watches.
    pub fn show(&self, Gathered { floor, cages }: Gathered) {
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

    fn forget(&mut self, channel: Channel, line: &ScreenSender) {
        match channel {
            Channel::Floor => self.floors.values_mut().for_each(|picture| picture.forget(line)),
            Channel::Cage => self.cages.values_mut().for_each(|picture| picture.forget(line)),
            Channel::Table { .. } | Channel::Seat | Channel::Console { .. } => {}
        }
        self.tidy();
    }

    /// A picture that nobody watches is dropped: it would be old when somebody does.
    fn tidy(&mut self) {
        self.floors.retain(|_, picture| !picture.lines.is_empty());
        self.cages.retain(|_, picture| !picture.lines.is_empty());
    }
}

/// A view that can be sent whole, or as what has changed.
trait View {
    fn whole(&self, number: u64) -> ServerMessage;
    fn since(&self, before: &Self, number: u64) -> Option<ServerMessage>;
}

impl View for FloorView {
    fn whole(&self, number: u64) -> ServerMessage {
        ServerMessage::Snapshot(Snapshot::Floor { number, state: self.clone() })
    }

    fn since(&self, before: &Self, number: u64) -> Option<ServerMessage> {
        let changed = self.changed_since(before);
        (!changed.is_empty()).then_some(ServerMessage::Update(Update::Floor { number, changed }))
    }
}

impl View for CageView {
    fn whole(&self, number: u64) -> ServerMessage {
        ServerMessage::Snapshot(Snapshot::Cage { number, state: self.clone() })
    }

    fn since(&self, before: &Self, number: u64) -> Option<ServerMessage> {
        let changed = self.changed_since(before);
        (!changed.is_empty()).then_some(ServerMessage::Update(Update::Cage { number, changed }))
    }
}

/// A view and the screens that see it; messages are serialised once for all of them.
struct Picture<V> {
    view: Option<V>,
    number: u64,
    lines: Vec<(ScreenSender, Sees)>,
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
    fn add(&mut self, line: &ScreenSender) {
        self.lines.push((line.clone(), Sees::Nothing));
    }

    fn forget(&mut self, line: &ScreenSender) {
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
pub struct Gathered {
    /// The floor, with the codes of enrolments.
    pub floor: FloorView,
    /// The drawers.
    pub cages: Vec<(StaffId, CageView)>,
}

#[cfg(test)]
mod tests {
    use taisai_protocol::view::cage::VoucherShown;

    use super::*;
    use crate::task::screen_sender::Listening;

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
            good_until: None,
        };
        CageView { recent: numbers.iter().map(line).collect(), ..CageView::empty() }
    }

    #[test]
    fn everything_comes_first_and_then_what_changed_without_a_gap() {
        let mut picture = Picture::default();
        let ((early, mut hears), (late, mut hears_late)) =
            (ScreenSender::new(), ScreenSender::new());
        picture.add(&early);
        picture.show(cage(&[]));
        picture.show(cage(&[]));
        picture.add(&late);
        picture.show(cage(&[1]));
        picture.show(cage(&[2, 1]));
        let received: Vec<_> = sent(&mut hears).iter().map(kind).collect();
        assert_eq!(received, [("snapshot".into(), 1), ("update".into(), 2), ("update".into(), 3)]);
        let received: Vec<_> = sent(&mut hears_late).iter().map(kind).collect();
        assert_eq!(received, [("snapshot".into(), 2), ("update".into(), 3)]);
    }

    fn kind(message: &serde_json::Value) -> (String, u64) {
        (message["tell"].as_str().unwrap().to_owned(), message["number"].as_u64().unwrap())
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
