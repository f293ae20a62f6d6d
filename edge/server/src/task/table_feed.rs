//! What the screens of one table see: the difference of two states, written once for all.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use taisai_floor::{TableId, Title};
use taisai_protocol::answer::SeatUpdate;
use taisai_protocol::server_message::{ByeReason, Snapshot, Update};
use taisai_protocol::view::console::{ConsoleChanges, ConsoleView};
use taisai_protocol::view::next::Viewer;
use taisai_protocol::view::rounds::RoundsChanged;
use taisai_protocol::view::seat::{SeatChanges, SeatView};
use taisai_protocol::view::table::{
    LimitsShown, RoundShown, SeatCount, TableAbout, TableChanges, TableLife, TableName, TableView,
    Tally, history,
};
use taisai_protocol::{Answer, ServerMessage};
use taisai_table::{
    Adjustment, CreditEvent, DayEvent, EquipmentEvent, Event, Refusal, ReversalEvent, RoundEvent,
    SeatEvent, SeatNumber, SessionId, Table, Time,
};
use tokio::time::Instant;

use crate::error::refused;
use crate::task::audience::Audience;
use crate::task::chips::ChipSets;
use crate::task::host::Happened;
use crate::task::machine::TableMachine;
use crate::task::screen_sender::written;
use crate::task::screen_sender::{Out, ScreenSender};
use crate::task::surveillance::Surveillance;

/// What stands on the sign of a table.
#[derive(Clone, Debug)]
pub struct Sign {
    /// Its number.
    pub table: TableId,
    /// What people call it.
    pub name: String,
    /// What people call the house.
    pub house: Title,
    /// The value chips of every table.
    pub chips: ChipSets,
}

impl Sign {
    fn name(&self) -> TableName<'_> {
        TableName { table: self.table.0, name: &self.name, house: self.house.as_str() }
    }
}

/// What the screens of one table see.
pub struct TableFeed {
    table: TableId,
    sign: Sign,
    view: TableView,
    number: u64,
    audience: Audience,
    /// The whole public view as it goes over the wire, once somebody has asked for it.
    snapshot: Option<Utf8Bytes>,
    tally: Tally,
    stale: Stale,
    seats: BTreeMap<SeatNumber, SeatScreen>,
    touched: BTreeMap<SeatNumber, Touch>,
    consoles: Vec<Console>,
    console_at: Instant,
    crowd_at: Instant,
    /// When it is looked again whether those who fell behind have read what was sent.
    behind_at: Option<Instant>,
    surveillance: Surveillance,
}

/// Which sections must be worked out anew; the others are as they were.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a section of its own")]
struct Stale {
    about: bool,
    limits: bool,
    history: bool,
    seats: bool,
    totals: bool,
    console: bool,
}

/// The terminal of a seat.
struct SeatScreen {
    terminal: SessionId,
    line: ScreenSender,
    number: u64,
}

/// How much of a seat's view has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touch {
    /// Its bets, and the money on them.
    Bets,
    /// Anything.
    All,
}

/// A screen of the staff.
struct Console {
    line: ScreenSender,
    viewer: Viewer,
    number: u64,
    seen: Option<ConsoleView>,
}

impl TableFeed {
    /// How often what all players do together (the totals, the seats taken) is sent while it
    /// changes: when a thousand sit down, each would otherwise get a thousand messages.
    const CROWD_EVERY: Duration = Duration::from_millis(250);
    /// And how much longer for each screen: the more screens, the more rarely.
    const CROWD_EACH: Duration = Duration::from_millis(1);
    /// The longest anybody waits for it.
    const CROWD_MAX: Duration = Duration::from_secs(2);
    /// How often the staff's view is shown while players change it.
    const CONSOLE_EVERY: Duration = Duration::from_millis(50);
    /// How often it is looked whether a screen that fell behind can be shown everything anew.
    const BEHIND_EVERY: Duration = Duration::from_millis(250);
    /// The most screens of staff at one table.
    const CONSOLES_MAX: usize = 100;

    /// Nobody looks yet.
    pub fn new(sign: Sign, table: &Table, surveillance: Surveillance) -> Self {
        let (view, now) = (TableView::of(table, sign.name()), Instant::now());
        Self {
            table: sign.table,
            sign,
            view,
            number: 0,
            audience: Audience::default(),
            snapshot: None,
            tally: Tally::of(table),
            stale: Stale::default(),
            seats: BTreeMap::new(),
            touched: BTreeMap::new(),
            consoles: Vec::new(),
            console_at: now,
            crowd_at: now,
            behind_at: None,
            surveillance,
        }
    }

    /// A screen sees everything up to now, and from now on every update.
    pub fn watch(&mut self, line: ScreenSender) {
        self.audience.join(line);
    }

    /// It sees nothing more.
    pub fn unwatch(&mut self, line: &ScreenSender) {
        self.audience.leave(line);
    }

    /// The terminal of a seat is there, and sees the seat's own view; an older one is sent away.
    pub fn attach(&mut self, seat: SeatNumber, terminal: SessionId, line: &ScreenSender) {
        let here = SeatScreen { terminal, line: line.clone(), number: 0 };
        let before = self.seats.insert(seat, here);
        if let Some(before) = before.filter(|before| !before.line.is(line)) {
            before.line.send(Out::Bye(ByeReason::OpenedElsewhere));
        }
        self.touched.insert(seat, Touch::All);
    }

    /// The terminal that is there, at this seat.
    pub fn terminal_at(&self, seat: SeatNumber) -> Option<SessionId> {
        self.seats.get(&seat).map(|here| here.terminal)
    }

    /// The terminal of a seat is gone; says whether it was the one that counts.
    pub fn detach(&mut self, seat: SeatNumber, line: &ScreenSender) -> bool {
        let counts = self.seats.get(&seat).is_some_and(|known| known.line.is(line));
        if counts {
            self.seats.remove(&seat);
        }
        counts
    }

    /// A screen of the staff is there.
    pub fn watch_console(&mut self, line: ScreenSender, viewer: Viewer) {
        self.consoles.retain(|known| !known.line.is(&line) && !known.line.is_closed());
        if self.consoles.len() >= Self::CONSOLES_MAX {
            line.send(Out::Bye(ByeReason::TooSlow));
            return;
        }
        self.consoles.push(Console { line, viewer, number: 0, seen: None });
        self.stale.console = true;
        self.console_at = Instant::now();
    }

    /// It looks no longer.
    pub fn unwatch_console(&mut self, line: &ScreenSender) {
        self.consoles.retain(|known| !known.line.is(line));
    }

    /// When something is to be shown although nothing happens.
    pub fn wake(&self) -> Option<Instant> {
        let crowd = (self.stale.totals || self.stale.seats).then_some(self.crowd_at);
        let console = (self.stale.console && !self.consoles.is_empty()).then_some(self.console_at);
        crowd.into_iter().chain(console).chain(self.behind_at).min()
    }

    /// Which table it is.
    pub const fn table(&self) -> TableId {
        self.table
    }

    /// Notes what changed.
    pub fn happened(&mut self, table: &Table, happened: &[Happened<Event>]) {
        for happened in happened {
            self.surveillance.table(self.table, happened);
            self.note(table, &happened.event);
        }
        self.tally_bets(table, happened);
        self.stale.console |= !happened.is_empty();
        // A step that waited its turn here would leave the step before it on the dealer's button.
        if happened.iter().any(|happened| !is_of_the_players(&happened.event)) {
            self.console_at = Instant::now();
        }
    }

    /// Follows the bets change by change. Where some were made void, or a round ended, the layout
    /// is counted anew instead, once: the table stands at the end of the batch already.
    fn tally_bets(&mut self, table: &Table, happened: &[Happened<Event>]) {
        if happened.iter().any(|happened| takes_bets_away(&happened.event)) {
            self.tally = Tally::of(table);
            return;
        }
        for happened in happened {
            if let Event::BetsChanged { changes, .. } = &happened.event {
                self.tally.change(changes);
            }
        }
    }

    fn note(&mut self, table: &Table, event: &Event) {
        match event {
            Event::Equipment(event) => self.note_equipment(event),
            Event::Day(
                DayEvent::TableConfigured(_)
                | DayEvent::LimitsAnnounced { .. }
                | DayEvent::ApprovalNamed { .. },
            ) => {
                self.stale.limits = true;
                self.stale.about = true;
            }
            // Also what a player has by the edition may be another: a colour, bets to repeat.
            Event::Day(DayEvent::TableMoved { .. }) => {
                self.stale.limits = true;
                self.stale.about = true;
                table.seats().for_each(|(seat, _)| self.touch(seat, Touch::All));
            }
            Event::Seat(event) => self.note_seat(event),
            Event::Credit(
                CreditEvent::BoughtIn { seat, .. } | CreditEvent::CashedOut { seat, .. },
            ) => self.touch(*seat, Touch::All),
            Event::BetsChanged { seat, .. } => {
                self.stale.totals = true;
                self.touch(*seat, Touch::Bets);
            }
            Event::Round(event) => self.note_round(table, event),
            Event::Reversal(event) => self.note_reversal(event),
            Event::Staff(_)
            | Event::Day(
                DayEvent::TableOpened { .. }
                | DayEvent::ClosingAnnounced { .. }
                | DayEvent::TableClosed { .. }
                | DayEvent::Restarted
                | DayEvent::EditionOffered(_)
                | DayEvent::OfferWithdrawn,
            )
            | Event::Credit(CreditEvent::OwedPaid { .. } | CreditEvent::MadeForCage { .. })
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::Case(_)
            | Event::Place(_)
            | Event::RequestAnswered { .. } => {}
        }
    }

    fn note_equipment(&mut self, event: &EquipmentEvent) {
        match event {
            EquipmentEvent::DiceInstalled { .. }
            | EquipmentEvent::LentDiceInstalled { .. }
            | EquipmentEvent::DiceRemoved { .. }
            | EquipmentEvent::DiceMarkedDamaged { .. } => {
                self.stale.about = true;
            }
            EquipmentEvent::RegisterFollowed { .. }
            | EquipmentEvent::ShakerInstalled { .. }
            | EquipmentEvent::ShakerRemoved { .. }
            | EquipmentEvent::ShakerOutOfOrder { .. }
            | EquipmentEvent::DisplayInspected { .. }
            | EquipmentEvent::ShakerInspected { .. }
            | EquipmentEvent::ChecklistTicked { .. }
            | EquipmentEvent::LinesAttested { .. }
            | EquipmentEvent::ShakerCovered { .. }
            | EquipmentEvent::TableSuspended
            | EquipmentEvent::RepairAttested { .. }
            | EquipmentEvent::DisplayConnected { .. }
            | EquipmentEvent::DisplayLost { .. }
            | EquipmentEvent::DisplayTried { .. }
            | EquipmentEvent::DisplayDenied { .. }
            | EquipmentEvent::TrialLapsed
            | EquipmentEvent::ShakerToInspect { .. } => {}
        }
    }

    fn note_seat(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::SeatTaken { seat, .. }
            | SeatEvent::SeatLeft { seat }
            | SeatEvent::SeatLost { seat }
            | SeatEvent::SeatReturned { seat }
            | SeatEvent::SeatBound { seat, .. }
            | SeatEvent::SeatHandedOver { seat, .. } => {
                self.stale.seats = true;
                self.touch(*seat, Touch::All);
            }
            SeatEvent::MarkerGranted { seat, .. }
            | SeatEvent::ColourAssigned { seat, .. }
            | SeatEvent::OwnLimitsSet { seat, .. } => self.touch(*seat, Touch::All),
            SeatEvent::PlayerExcluded { .. }
            | SeatEvent::SeatBarred { .. }
            | SeatEvent::SeatReleased { .. }
            | SeatEvent::ExclusionLifted { .. } => {}
        }
    }

    fn note_round(&mut self, table: &Table, event: &RoundEvent) {
        match event {
            RoundEvent::BettingOpened { .. } => {
                self.stale.limits = true;
                self.stale.about = true;
            }
            RoundEvent::BettingClosed { .. } => {
                // The totals are final now, and are sent at once.
                self.stale.totals = true;
                self.crowd_at = Instant::now();
            }
            RoundEvent::WinnersPaid { .. } => self.touch_players(table),
            RoundEvent::RoundCleared { .. } => self.note_end(),
            RoundEvent::BettingWarned { .. }
            | RoundEvent::BettingExtended { .. }
            | RoundEvent::PlayerSelected { .. }
            | RoundEvent::DiceShaken { .. }
            | RoundEvent::DiceRevealed { .. }
            | RoundEvent::DiceEntered { .. }
            | RoundEvent::EntryTakenBack { .. }
            | RoundEvent::ResultRecorded { .. }
            | RoundEvent::LosersCollected { .. }
            | RoundEvent::RevealWaits { .. } => {}
        }
    }

    fn note_reversal(&mut self, event: &ReversalEvent) {
        match event {
            ReversalEvent::RoundVoided { .. } => self.note_end(),
            ReversalEvent::BetsVoided { seat, .. } => {
                self.stale.totals = true;
                self.touch(*seat, Touch::All);
            }
            ReversalEvent::PastRoundVoided { adjustments, .. }
            | ReversalEvent::PastRoundCorrected { adjustments, .. } => {
                self.note_adjustments(adjustments);
            }
            ReversalEvent::PastBetsVoided { adjustment, .. }
            | ReversalEvent::BetRuled { adjustment, .. } => {
                self.note_adjustments(&[*adjustment]);
            }
            ReversalEvent::CollectionUndone { .. } => {
                self.stale.totals = true;
                self.touch_everybody();
            }
            ReversalEvent::RoundRecalled { .. } => {}
        }
    }

    fn note_adjustments(&mut self, adjustments: &[Adjustment]) {
        self.stale.history = true;
        for Adjustment { seat, sits, .. } in adjustments {
            self.touch(*seat, Touch::All);
            if let Some(sits) = sits {
                self.touch(*sits, Touch::All);
            }
        }
    }

    /// The round in play is over.
    fn note_end(&mut self) {
        self.stale.totals = true;
        self.stale.history = true;
        self.touch_everybody();
    }

    fn touch(&mut self, seat: SeatNumber, touch: Touch) {
        if self.seats.contains_key(&seat) {
            let known = self.touched.entry(seat).or_insert(touch);
            *known = touch.max(*known);
        }
    }

    /// Everybody who has bets on the layout.
    fn touch_players(&mut self, table: &Table) {
        for seat in self.seats.keys() {
            if table.seat(*seat).is_some_and(|known| !known.bets().is_empty()) {
                self.touched.insert(*seat, Touch::All);
            }
        }
    }

    fn touch_everybody(&mut self) {
        self.touched.extend(self.seats.keys().map(|seat| (*seat, Touch::All)));
    }

    /// Answers a terminal; what changed at its seat goes along.
    pub fn answer(
        &mut self,
        table: &Table,
        seat: SeatNumber,
        line: &ScreenSender,
        id: u64,
        outcome: Result<(), Refusal>,
    ) {
        let answer = match outcome {
            Ok(()) => {
                let seat = self.seat_update(table, seat, line);
                Answer::Done { id, seat }
            }
            Err(refusal) => refused(id, (&refusal).into()),
        };
        line.tell(ServerMessage::Answer(answer));
    }

    fn seat_update(
        &mut self,
        table: &Table,
        seat: SeatNumber,
        line: &ScreenSender,
    ) -> Option<SeatUpdate> {
        let here = self.seats.get_mut(&seat).filter(|here| here.line.is(line))?;
        // The first message of a terminal is a snapshot and not an update.
        if here.number == 0 || self.touched.get(&seat) != Some(&Touch::Bets) {
            return None;
        }
        self.touched.remove(&seat);
        here.number += 1;
        let changed = SeatChanges::of_advised_bets(table.seat(seat)?);
        Some(SeatUpdate { number: here.number, changed })
    }

    /// Shows what changed: to everybody first, then to each seat and to the staff.
    pub fn publish(&mut self, machine: &TableMachine, now: Time) {
        self.publish_table(&machine.table);
        // A new screen gets the table before its own seat.
        self.catch_up();
        for (seat, touch) in std::mem::take(&mut self.touched) {
            self.publish_seat(&machine.table, seat, touch);
        }
        let due = self.stale.console && self.console_at <= Instant::now();
        if due && !self.consoles.is_empty() {
            self.publish_console(machine, now);
        }
    }

    fn publish_table(&mut self, table: &Table) {
        let changed = self.changes(table);
        if changed.is_empty() {
            return;
        }
        self.view.change(changed.clone());
        self.number += 1;
        self.snapshot = None;
        // Without anybody who looks there is nobody to write for.
        if !self.audience.is_empty() {
            let (table, number) = (self.table.0, self.number);
            let update = written(&ServerMessage::Update(Update::Table { table, number, changed }));
            self.audience.tell(&update);
        }
    }

    /// Sends a snapshot to every screen that is behind and can take one now.
    fn catch_up(&mut self) {
        let (table, number, view) = (self.table.0, self.number, &self.view);
        let whole = || {
            let state = view.clone();
            written(&ServerMessage::Snapshot(Snapshot::Table { table, number, state }))
        };
        let snapshot = &mut self.snapshot;
        self.audience.catch_up(|| snapshot.get_or_insert_with(whole).clone());
        self.behind_at = self.audience.is_behind().then(|| Instant::now() + Self::BEHIND_EVERY);
    }

    fn changes(&mut self, table: &Table) -> TableChanges {
        let name = self.sign.name();
        let (view, stale) = (&self.view, self.stale);
        let crowd_due = (stale.totals || stale.seats) && self.crowd_at <= Instant::now();
        let changes = TableChanges {
            about: stale
                .about
                .then(|| TableAbout::of(table, name))
                .filter(|new| *new != view.about),
            limits: stale.limits.then(|| LimitsShown::of(table)).filter(|new| *new != view.limits),
            life: Some(TableLife::of(table)).filter(|new| *new != view.life),
            round: Some(RoundShown::of(table)).filter(|new| *new != view.round),
            totals: crowd_due.then(|| self.tally.totals()).filter(|new| *new != view.totals),
            seats: crowd_due.then(|| SeatCount::of(table)).filter(|new| *new != view.seats),
            history: stale
                .history
                .then(|| history(table))
                .and_then(|new| RoundsChanged::between(&view.history, &new)),
        };
        let (totals, seats) = (stale.totals && !crowd_due, stale.seats && !crowd_due);
        if crowd_due {
            self.crowd_at = Instant::now() + self.crowd_pause();
        }
        self.stale = Stale { totals, seats, console: stale.console, ..Stale::default() };
        changes
    }

    fn crowd_pause(&self) -> Duration {
        let screens = u32::try_from(self.audience.len()).unwrap_or(u32::MAX);
        let all = Self::CROWD_EACH.saturating_mul(screens);
        Self::CROWD_EVERY.saturating_add(all).min(Self::CROWD_MAX)
    }

    fn publish_seat(&mut self, table: &Table, seat: SeatNumber, touch: Touch) {
        let Some(here) = self.seats.get_mut(&seat) else { return };
        let first = here.number == 0;
        here.number += 1;
        let number = here.number;
        let tell = match (first, touch, table.seat(seat)) {
            (false, Touch::Bets, Some(known)) => ServerMessage::Update(Update::Seat {
                number,
                changed: SeatChanges::of_advised_bets(known),
            }),
            (true, _, _) => {
                let state = SeatView::of(table, seat, here.terminal);
                ServerMessage::Snapshot(Snapshot::Seat { number, state })
            }
            (false, _, _) => {
                let changed = whole(SeatView::of(table, seat, here.terminal));
                ServerMessage::Update(Update::Seat { number, changed })
            }
        };
        here.line.tell(tell);
    }

    fn publish_console(&mut self, machine: &TableMachine, now: Time) {
        self.stale.console = false;
        self.console_at = Instant::now() + Self::CONSOLE_EVERY;
        self.consoles.retain(|console| !console.line.is_closed());
        let table = self.table.0;
        for console in &mut self.consoles {
            // What can be done next depends on who looks.
            let chips = self.sign.chips.of(self.table, &machine.table);
            let state = ConsoleView::of(&machine.table, chips.as_ref(), console.viewer, now);
            let changed = console.seen.as_ref().map(|before| state.changed_since(before));
            if changed.as_ref().is_some_and(ConsoleChanges::is_empty) {
                continue;
            }
            console.number += 1;
            let number = console.number;
            let tell = if let Some(changed) = changed {
                ServerMessage::Update(Update::Console { table, number, changed })
            } else {
                ServerMessage::Snapshot(Snapshot::Console { table, number, state: state.clone() })
            };
            console.line.tell(tell);
            console.seen = Some(state);
        }
    }

    /// The server stops: every screen gets `bye`.
    pub fn stop(&mut self) {
        self.bye(ByeReason::ServerStops);
    }

    /// The journal failed: everybody comes back in a moment.
    pub fn fault(&mut self) {
        self.bye(ByeReason::ServerFault);
    }

    fn bye(&mut self, reason: ByeReason) {
        for (_, here) in std::mem::take(&mut self.seats) {
            here.line.send(Out::Bye(reason));
        }
        for console in std::mem::take(&mut self.consoles) {
            console.line.send(Out::Bye(reason));
        }
        self.audience.bye(reason);
    }
}

/// Whether bets leave the layout without a change that says which.
const fn takes_bets_away(event: &Event) -> bool {
    matches!(
        event,
        Event::Round(RoundEvent::RoundCleared { .. })
            | Event::Reversal(ReversalEvent::BetsVoided { .. } | ReversalEvent::RoundVoided { .. })
    )
}

/// Whether players alone did it, who are many and do not wait for each other.
const fn is_of_the_players(event: &Event) -> bool {
    matches!(
        event,
        Event::BetsChanged { .. }
            | Event::Seat(
                SeatEvent::SeatTaken { .. }
                    | SeatEvent::SeatLeft { .. }
                    | SeatEvent::SeatLost { .. }
                    | SeatEvent::SeatReturned { .. }
                    | SeatEvent::SeatBound { .. }
                    | SeatEvent::OwnLimitsSet { .. }
            )
            | Event::Credit(CreditEvent::BoughtIn { .. } | CreditEvent::CashedOut { .. })
    )
}

/// An update of every section.
fn whole(view: SeatView) -> SeatChanges {
    let SeatView { about, money, bets, changes, house, own, outcome } = view;
    SeatChanges {
        about: Some(about),
        money: Some(money),
        bets: Some(bets),
        changes: Some(changes),
        house: Some(house),
        own: Some(own),
        outcome: Some(outcome),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use taisai_rules::{Irregularity, Stake};
    use taisai_table::{BetChange, BetMove, Money, PlayerId, Reason, RoundNumber, VoucherId};

    use super::*;
    use crate::config::Config;

    fn table() -> Table {
        let set_up = Config::demo().tables.swap_remove(0);
        Table::new(Arc::new(set_up.edition.rules().clone()), set_up.config)
    }

    fn sits(seat: u16) -> [Event; 2] {
        let (seat, player) = (SeatNumber(seat), PlayerId(u64::from(seat)));
        let (voucher, amount) = (VoucherId(player.0.into()), Money::new(10_000).unwrap());
        [
            Event::Seat(SeatEvent::SeatTaken { seat, player, staff: None }),
            Event::Credit(CreditEvent::BoughtIn { seat, voucher, amount }),
        ]
    }

    fn opens(round: u64) -> Event {
        Event::Round(RoundEvent::BettingOpened { round: RoundNumber(round), until: None })
    }

    fn bets(seat: u16, round: u64, from: Option<u64>, to: Option<u64>) -> Event {
        let stake = |units: Option<u64>| units.map(|units| Stake::new(units).unwrap());
        let changes =
            vec![BetChange { area: "big".parse().unwrap(), from: stake(from), to: stake(to) }];
        let (seat, round) = (SeatNumber(seat), RoundNumber(round));
        Event::BetsChanged { seat, round, how: BetMove::Placed, changes, advised: false }
    }

    /// What the layout is shown to hold after batches: each is decided whole before it is noted.
    fn check(batches: &[Vec<Event>]) {
        let mut table = table();
        let (table_id, house) = (TableId(1), Title::new("House").unwrap());
        let sign = Sign { table: table_id, name: "One".into(), house, chips: ChipSets::default() };
        let mut shown = TableFeed::new(sign, &table, Surveillance::default());
        for batch in batches {
            let happened = |event: &Event| {
                table.apply(event, Time::MAX);
                Happened { sequence: 0, time: Time::MAX, by: None, event: event.clone() }
            };
            let happened: Vec<_> = batch.iter().map(happened).collect();
            shown.happened(&table, &happened);
            assert_eq!(shown.tally, Tally::of(&table), "{batch:?}");
        }
    }

    /// In one batch the bets of a seat were made void and another seat took its own down. The
    /// layout was counted as it stood after both, and the second was taken from it once more: the
    /// table fell over, or showed money that was not there.
    #[test]
    fn bets_that_change_in_a_batch_with_void_ones_count_once() {
        let (seat, round) = (SeatNumber(1), RoundNumber(1));
        let (returned, reason) = (Money::new(500).unwrap(), Reason::new("late").unwrap());
        let void = Event::Reversal(ReversalEvent::BetsVoided { round, seat, returned, reason });
        let begin = [sits(1).to_vec(), sits(2).to_vec(), vec![opens(1)]].concat();
        let placed = vec![bets(1, 1, None, Some(500)), bets(2, 1, None, Some(700))];
        check(&[begin.clone(), placed.clone(), vec![void.clone(), bets(2, 1, Some(700), None)]]);
        check(&[
            begin.clone(),
            placed.clone(),
            vec![bets(2, 1, Some(700), Some(900)), void.clone()],
        ]);
        check(&[begin, [placed, vec![void], vec![bets(1, 1, None, Some(300))]].concat()]);
    }

    #[test]
    fn a_batch_may_end_a_round_and_hold_the_first_bets_of_the_next() {
        let (round, what) = (RoundNumber(1), Irregularity::Interruption);
        let returned = vec![];
        let void = Event::Reversal(ReversalEvent::RoundVoided { round, what, returned });
        let begin = [sits(1).to_vec(), vec![opens(1)]].concat();
        let again = vec![void, opens(2), bets(1, 2, None, Some(200))];
        check(&[begin, again, vec![bets(1, 2, Some(200), Some(400))]]);
    }
}
