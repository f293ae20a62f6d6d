//! What must be true while the night goes on, and when it is over.

use axum::extract::ws::Utf8Bytes;
use sha2::Digest as _;
use taisai_floor::TableId;
use taisai_journal::{Journal, Proved, ReadFault, Stream, TableReplay, prove_all};
use taisai_protocol::ask::{FloorAsk, SeatAsk};
use taisai_protocol::server_message::{Snapshot, Update};
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::view::table::{RoundShown, TableName, TableView};
use taisai_protocol::{Answer, Ask, ServerMessage};
use taisai_table::{SeatNumber, SessionId};

use super::{Actor, DAWN, Event, Night, PATIENCE_MS, Trace};
use crate::auditor::decode::Asker;
use crate::auditor::{Auditor, Broken, broken};
use crate::disk::DiskFaults;
use crate::screen::number_of;
use crate::store::open_journal;
use crate::tally::Situation;
use crate::wire::ConnectionId;
use taisai_testing::luck::Luck;

impl Night {
    /// Audits what became durable meanwhile.
    pub(super) fn audit(&mut self) -> Result<(), Broken> {
        for (stream, frames) in self.feed.take() {
            let id = *b"a simulated one.";
            self.auditor.batch(id, stream.number(), &frames)?;
            self.stirred = true;
        }
        self.note_met();
        Ok(())
    }

    fn note_met(&mut self) {
        for met in std::mem::take(&mut self.auditor.met) {
            self.tally.note(met);
        }
    }

    /// Audits a journal that was opened again: everything known to be durable must be there.
    pub(super) fn audit_anew(&mut self, journal: &mut Journal) -> Result<(), Broken> {
        let kept = journal.heads().keys().copied().collect::<Vec<Stream>>();
        for stream in kept {
            let snapshot = journal.snapshot(stream, u64::MAX);
            if snapshot.is_ok_and(|snapshot| snapshot.is_some()) {
                self.tally.note(Situation::RestartFromSnapshot);
            }
        }
        self.feed.clear();
        self.auditor.take_up(journal)?;
        self.note_met();
        Ok(())
    }

    pub(super) fn note_told(&mut self, id: ConnectionId, text: &Utf8Bytes, hash: [u8; 32]) {
        self.tally.told += 1;
        self.hash.update(id.0.to_le_bytes());
        self.hash.update(hash);
        if self.trace == Trace::Told {
            let actor = self.connections.get(&id).map(|known| known.actor);
            println!("{:>9} {actor:?} is told {text}", self.now - DAWN);
        }
    }

    /// Promises 4, 10 and 17: nothing is told that is not durable.
    pub(super) fn check_told(&self, actor: Actor, tell: &ServerMessage) -> Result<(), Broken> {
        match tell {
            ServerMessage::Answer(answer) => self.check_answer(actor, answer),
            ServerMessage::Snapshot(Snapshot::Table { table, state, .. }) => {
                self.check_round(*table, &state.round)
            }
            ServerMessage::Update(Update::Table { table, changed, .. }) => {
                changed.round.as_ref().map_or(Ok(()), |round| self.check_round(*table, round))
            }
            _ => Ok(()),
        }
    }

    fn check_round(&self, table: u32, round: &RoundShown) -> Result<(), Broken> {
        let Some(playing) = &round.playing else { return Ok(()) };
        let Some(result) = &playing.result else { return Ok(()) };
        let known = self.auditor.tables.get(&table).and_then(|books| books.drawn(playing.number));
        let shown = u8::try_from(result.dice.0.index()).unwrap_or(u8::MAX);
        if known == Some(shown) {
            return Ok(());
        }
        let seen = format!("table {table} shows {:?} and kept {known:?}", result.dice.0);
        Err(broken(17, seen))
    }

    fn check_answer(&self, actor: Actor, answer: &Answer) -> Result<(), Broken> {
        if matches!(answer, Answer::Refused { .. }) {
            return Ok(());
        }
        let screen = match actor {
            Actor::Player(player) => &self.players[player].screen,
            Actor::Worker(worker) => &self.workers[worker].screen,
        };
        let id = number_of(answer);
        let what = screen.waiting.get(&id).map(|sent| &sent.what).or_else(|| screen.done.get(&id));
        let Some(what) = what else { return Ok(()) };
        let kept = match actor {
            Actor::Player(player) => self.player_is_kept(player, id, what),
            Actor::Worker(worker) => self.worker_is_kept(worker, id, what),
        };
        if kept {
            Ok(())
        } else {
            Err(broken(4, format!("{what:?} was acknowledged and not kept")))
        }
    }

    fn player_is_kept(&self, player: usize, id: u64, what: &Ask) -> bool {
        let known = &self.players[player];
        let Some(books) = self.auditor.tables.get(&known.table) else { return false };
        if !matches!(what, Ask::Bet(_) | Ask::Seat(_))
            || matches!(what, Ask::Seat(SeatAsk::TakeVoucher { .. }))
        {
            return true;
        }
        let (from, session) = (Asker::Seat(known.seat), u64::from(known.terminal));
        // An ask has up to four steps at a table.
        (0..4).any(|step| books.answered(from, session, id * 4 + step).is_some())
    }

    fn worker_is_kept(&self, worker: usize, id: u64, what: &Ask) -> bool {
        let Some(staff) = &self.workers[worker].staff else { return true };
        let (person, session) = (staff.staff.0, staff.session.0);
        match what {
            Ask::Run(run) => {
                let books = self.auditor.tables.get(&run.table);
                let from = Asker::Staff(person, 0);
                books.is_some_and(|books| books.answered(from, session, id).is_some())
            }
            Ask::Floor(FloorAsk::RevokeRole { staff, .. }) => {
                let works = self.auditor.tables.values().any(|books| books.works_here(*staff));
                // Asked again it may be answered when the role has been given back meanwhile.
                let gone = !works || self.auditor.floor.has_role(*staff);
                self.auditor.floor.has_answered(Asker::Staff(person, session), id) && gone
            }
            Ask::Floor(
                FloorAsk::Approve { .. }
                | FloorAsk::ProposeRole { .. }
                | FloorAsk::OfferEnrolment { .. },
            )
            | Ask::Cage(
                taisai_protocol::ask::CageAsk::Sell { .. }
                | taisai_protocol::ask::CageAsk::Redeem { .. },
            ) => self.auditor.floor.has_answered(Asker::Staff(person, session), id),
            _ => true,
        }
    }

    /// Whether everything has come to its end. Once the time is up the troubles stop; then
    /// everybody must get home.
    pub(super) async fn is_over(&mut self) -> Result<bool, Broken> {
        let Some(since) = self.quiet_since else {
            let played = || self.auditor.tables.values().map(|books| books.rounds).sum::<u64>();
            let enough = self.plan.rounds.is_some_and(|rounds| rounds <= played());
            if enough || self.time_is_up() {
                self.tell("the troubles are over");
                self.quiet_since = Some(self.now);
                self.disk.set_faults(DiskFaults::default());
                self.release_all();
            }
            return Ok(false);
        };
        if self.everybody_is_home() {
            self.screens_show_the_truth().await?;
            return Ok(true);
        }
        if since + PATIENCE_MS < self.now {
            return Err(broken(14, format!("not everybody got home: {}", self.who_waits())));
        }
        Ok(false)
    }

    /// Whether the night's time is up, and what the plan wants has happened or will not.
    fn time_is_up(&self) -> bool {
        let end = DAWN + self.plan.seconds * 1_000;
        end + self.mishaps.grace_ms(self.plan.mishaps.len()) <= self.now
    }

    /// Whatever was held back travels now.
    fn release_all(&mut self) {
        for known in self.connections.values_mut() {
            known.held_until = 0;
        }
        let now = self.now;
        let held: Vec<(u64, u64)> = self
            .queue
            .iter()
            .filter(|((at, _), event)| {
                *at > now + 10_000 && matches!(event, Event::Up(..) | Event::Down(..))
            })
            .map(|(key, _)| *key)
            .collect();
        for (at, sequence) in held {
            if let Some(event) = self.queue.remove(&(at, sequence)) {
                self.queue.insert((now + 10_000, sequence), event);
            }
        }
        for known in self.connections.values_mut() {
            known.down_at = known.down_at.min(now + 10_000);
            known.up_at = known.up_at.min(now + 10_000);
        }
    }

    fn everybody_is_home(&self) -> bool {
        self.players.iter().all(super::Player::is_home)
            && self.workers.iter().all(super::Worker::is_idle)
            && self.who_lacks_work().is_none()
            && self.auditor.tables.values().all(|books| books.stakes() == 0)
            && !self.queue.values().any(|event| matches!(event, Event::Errand(..)))
            && self.auditor.floor.at_rest().is_ok()
            && self.hands.lost().next().is_none()
    }

    fn who_waits(&self) -> String {
        let mut who = Vec::new();
        for player in self.players.iter().filter(|player| !player.is_home()) {
            let asks: Vec<_> = player.screen.waiting.values().map(|sent| &sent.what).collect();
            let seat = player.screen.seat.as_ref().map(|seat| (seat.view.about, seat.view.money));
            let (purse, token) = (player.purse.len(), player.token.is_some());
            who.push(format!(
                "seat {} of table {}: {asks:?} {seat:?} {purse} vouchers, terminal {token}",
                player.seat, player.table
            ));
        }
        for worker in self.workers.iter().filter(|worker| !worker.is_idle()) {
            let asks: Vec<_> = worker.screen.waiting.values().map(|sent| &sent.what).collect();
            who.push(format!("{}: {asks:?} {:?}", worker.name, worker.to_do));
        }
        if let Some(worker) = self.who_lacks_work() {
            who.push(format!("{} lost a role and has not got it back", self.workers[worker].name));
        }
        who.extend(self.hands.lost().map(|(voucher, lost)| {
            let floor = &self.auditor.floor;
            format!("{lost:?}: {:?} {:?}", floor.voucher(voucher), floor.origin(voucher))
        }));
        for (number, books) in &self.auditor.tables {
            if books.stakes() > 0 {
                who.push(format!("table {number}: {} lie on it", books.stakes()));
            }
        }
        who.join("; ")
    }

    /// Every terminal shows what the table holds.
    async fn screens_show_the_truth(&self) -> Result<(), Broken> {
        let Some(house) = self.house.clone() else { return Ok(()) };
        for player in &self.players {
            let (table, number) = (TableId(player.table), SeatNumber(player.seat));
            let Ok(handle) = house.table(table) else { continue };
            let (name, of) = (house.name_of(table).await.unwrap_or_default(), house.name.clone());
            let terminal = SessionId(player.terminal.into());
            let seen = handle.look(move |machine| {
                let told = TableName { table: table.0, name: &name, house: of.as_str() };
                (
                    SeatView::of(&machine.table, number, terminal),
                    TableView::of(&machine.table, told),
                )
            });
            let Ok((seat, public)) = seen.await else { continue };
            let shown = player.screen.seat.as_ref().map(|seat| &seat.view);
            let same = |view: &SeatView| {
                view.money == seat.money && view.bets == seat.bets && view.outcome == seat.outcome
            };
            if !shown.is_some_and(same) {
                let seen = format!("the screen shows {shown:?} and the table has {seat:?}");
                return Err(broken(14, seen));
            }
            let shown = player.screen.table.as_ref().map(|table| &table.view);
            let limits = shown.map(|view| &view.limits);
            if limits != Some(&public.limits) {
                return Err(broken(14, "the screen shows other limits than the table has"));
            }
        }
        Ok(())
    }

    /// The night is over: the journal alone must tell the same story, twice.
    pub(super) fn last_checks(&mut self) -> Result<(), Broken> {
        self.audit()?;
        let luck = Luck::of_stream(self.plan.seed, 99_999);
        let opened = open_journal(&self.disk, 0, luck, &self.feed);
        let mut journal = opened.map_err(|fault| broken(4, fault.to_string()))?;
        self.auditor.stands_in(&mut journal)?;
        let mut fresh = Auditor::default();
        fresh.take_up(&mut journal)?;
        fresh.at_rest()?;
        self.check_papers()?;
        self.tally.note_many(Situation::DiskFull, self.disk.counts().full);
        self.tally.power_cuts = self.disk.counts().power_cuts;
        self.tally.records = fresh.records();
        self.tally.papers_lost = self.hands.count();
        for books in fresh.tables.values() {
            self.tally.rounds += books.rounds;
            self.tally.corrections += books.corrected;
            self.tally.voids += books.voided;
        }
        let proved = prove_all(journal.store()).map_err(|f| match f {
            ReadFault::Cage(_) => broken(1, f.to_string()),
            _ => broken(6, f.to_string()),
        })?;
        for Proved { stream, .. } in proved {
            if let Stream::Table(_) = stream {
                replays_alike(&mut journal, stream)?;
            }
        }
        if self.auditor.floor.jumps > 0 && self.tally.count(Situation::ClockJumpNoted) == 0 {
            return Err(broken(6, "a jump of the clock was not seen"));
        }
        Ok(())
    }
}

/// Promise 6: from the first record and from the last snapshot a table comes out the same, bit for
/// bit.
fn replays_alike(journal: &mut Journal, stream: Stream) -> Result<(), Broken> {
    let told = |fault: ReadFault| broken(6, fault.to_string());
    let whole = TableReplay::from_start(journal.store(), stream).map_err(told)?;
    let mut damaged = None;
    let quick = TableReplay::restart(journal.store(), stream, &mut |fault| {
        damaged = Some(fault.to_string());
    });
    let quick = quick.map_err(told)?;
    if let Some(fault) = damaged {
        return Err(broken(6, fault));
    }
    let bytes = |replay: &TableReplay| replay.snapshot().map(|snapshot| snapshot.bytes);
    if bytes(&whole) == bytes(&quick) && whole.head == quick.head {
        return Ok(());
    }
    Err(broken(6, format!("{stream} comes out differently from its snapshot")))
}
