//! The task of the floor: staff, sessions, terminals, vouchers; decides, makes durable, answers.

use std::collections::BTreeMap;
use std::time::Duration;

use taisai_floor::{
    Asker, Command, Device, Event, Floor, Notice, Refusal, Request, TableId, TerminalId,
};
use taisai_journal::{Head, Stream};
use taisai_protocol::server_message::ByeReason;
use taisai_table::{RequestId, SeatNumber, SessionId, Time};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{error, info, warn};

use crate::house::custody::SessionOver;
use crate::house::displays::DisplaysChanged;
use crate::task::drawers::Drawers;
use crate::task::host::{Answer, Author, Host, Machine as _};
use crate::task::idle_sessions::IdleSessions;
use crate::task::journal_client::{JournalClient, Lost};
use crate::task::machine::FloorMachine;
use crate::task::presence::Presence;
use crate::task::screen_sender::{Out, ScreenSender};
use crate::task::surveillance::Surveillance;
use crate::task::table::Ended;
use crate::world::World;
use crate::world::clock::{Jump, TooFar};

/// A call to the floor's task.
pub enum FloorCall {
    /// A request of a person or a terminal.
    Ask(Box<Request>, Reply),
    /// A request of the server itself, as a step of what the author asked for.
    Act(Box<Command>, Option<Author>, Reply),
    /// Lets a part of the server read the floor while everything is durable.
    Look(Look),
    /// The same, together with what the task knows besides.
    Survey(Survey),
    /// Asks where the stream ends.
    Head(oneshot::Sender<Head>),
    /// A visitor has connected.
    Enter(Visitor, ScreenSender),
    /// A visitor has disconnected.
    Leave(Visitor, ScreenSender),
    /// Stops in order.
    Stop(oneshot::Sender<()>),
}

/// Reads the floor.
type Look = Box<dyn FnOnce(&Floor) + Send>;

/// Reads the floor and what its task knows besides.
type Survey = Box<dyn FnOnce(Seen<'_>) + Send>;

/// The floor, and what its task knows besides.
pub struct Seen<'a> {
    pub floor: &'a Floor,
    /// Which terminals answer.
    pub presence: &'a Presence,
    /// What went through the cashiers' drawers.
    pub drawers: &'a Drawers,
}

/// What the floor's task keeps beside the floor. All of it follows from events, or is lost at a
/// stop.
pub struct Logbook {
    /// The latest security events.
    pub surveillance: Surveillance,
    /// What went through the cashiers' drawers.
    pub drawers: Drawers,
    /// When each log-in was last used.
    pub sessions_used: IdleSessions,
    /// Notified when a log-in ends.
    pub session_over: SessionOver,
    /// Notified when a display is lost or removed.
    pub displays_changed: DisplaysChanged,
    /// How long a log-in may be unused before it ends.
    pub idle: Duration,
}

/// Where an answer goes.
pub type Reply = oneshot::Sender<Result<(), Refusal>>;

/// Who holds a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visitor {
    /// A member of staff's, by their session.
    Session(SessionId),
    /// A terminal's or a display's.
    Device(TerminalId),
}

/// The floor at work.
pub struct FloorTask {
    host: Host<FloorMachine, Reply>,
    scribe: JournalClient,
    world: World,
    inbox: mpsc::Receiver<FloorCall>,
    looks: Vec<Look>,
    surveys: Vec<Survey>,
    heads: Vec<oneshot::Sender<Head>>,
    visitors: BTreeMap<Visitor, Vec<ScreenSender>>,
    logbook: Logbook,
    presence: Presence,
    idle_looked: Time,
}

impl FloorTask {
    /// How many calls may wait for the floor.
    pub const INBOX_MAX: usize = 4_096;
    const CALLS_MAX: usize = 1_024;
    /// How long the floor sleeps if nothing is due.
    const REST: Duration = Duration::from_mins(1);
    /// How many conversations one visitor may have at once.
    const LINES_MAX: usize = 8;
    /// The shortest time between two searches for idle log-ins.
    const IDLE_EVERY_MS: u64 = 1_000;

    /// The task of a floor that was rebuilt from its journal.
    pub fn new(
        host: Host<FloorMachine, Reply>,
        (scribe, world): (JournalClient, World),
        inbox: mpsc::Receiver<FloorCall>,
        logbook: Logbook,
    ) -> Self {
        let now = world.clock.now();
        Self {
            host,
            scribe,
            world,
            inbox,
            looks: Vec::new(),
            surveys: Vec::new(),
            heads: Vec::new(),
            visitors: BTreeMap::new(),
            logbook,
            presence: Presence::new(now),
            idle_looked: now,
        }
    }

    /// Works until it is stopped or its journal fails.
    pub async fn run(mut self) -> Ended {
        let ended = self.work().await;
        if let Ended::Lost(lost) = &ended {
            error!(stream = %Stream::Floor, %lost, "the floor stops: its journal failed");
            self.bye_to_all(ByeReason::ServerFault);
        }
        ended
    }

    async fn work(&mut self) -> Ended {
        let mut calls = Vec::with_capacity(Self::CALLS_MAX);
        loop {
            let wake = self.wake();
            tokio::select! {
                // Waiting calls come first; what is due is done before each of them anyway.
                biased;
                count = self.inbox.recv_many(&mut calls, Self::CALLS_MAX) => {
                    if count == 0 {
                        return Ended::Forgotten;
                    }
                }
                () = sleep_until(wake) => {}
            }
            let mut stop = None;
            self.tick();
            for call in calls.drain(..) {
                if let FloorCall::Stop(done) = call {
                    stop = Some(done);
                } else {
                    self.take(call);
                }
            }
            if let Err(lost) = self.commit().await {
                return Ended::Lost(lost);
            }
            self.release();
            if let Some(done) = stop {
                self.bye_to_all(ByeReason::ServerStops);
                // The caller may have gone; the floor stops all the same.
                let _ = done.send(());
                return Ended::InOrder;
            }
        }
    }

    /// When the floor must wake: for something that expires, for a terminal that stays away, and
    /// now and then for idle log-ins.
    fn wake(&self) -> Instant {
        let rest = Self::REST.min(self.logbook.idle / 4);
        let due = self.host.machine().0.deadline().into_iter().chain(self.presence.deadline());
        let due = due.min().map(|due| self.world.clock.until(due));
        Instant::now() + due.unwrap_or(rest).min(rest)
    }

    fn tick(&mut self) {
        let now = self.host.set_time(self.world.clock.now());
        self.note_jump();
        if self.host.machine().0.deadline().is_some_and(|due| due <= now) {
            self.act(Command::Tick);
        }
        for device in self.presence.overdue(now) {
            self.note_device(
                device,
                |terminal, table, seat| Notice::TerminalLost { terminal, table, seat },
                |display, table| Notice::DisplayLost { display, table },
            );
        }
        if self.idle_looked.millis().saturating_add(Self::IDLE_EVERY_MS) <= now.millis() {
            self.idle_looked = now;
            self.end_idle(now);
        }
    }

    /// Ends the log-ins that were idle for too long.
    fn end_idle(&mut self, now: Time) {
        let idle_ms = u64::try_from(self.logbook.idle.as_millis()).unwrap_or(u64::MAX);
        let sessions = self.host.machine().0.sessions().map(|(session, _)| session);
        for session in self.logbook.sessions_used.idle(sessions, now, idle_ms) {
            self.act(Command::EndIdleSession { session });
        }
    }

    fn note_device(
        &mut self,
        device: TerminalId,
        of_terminal: fn(TerminalId, TableId, SeatNumber) -> Notice,
        of_display: fn(TerminalId, TableId) -> Notice,
    ) {
        let notice = match self.host.machine().0.device(device) {
            Some(Device::Terminal(known)) => of_terminal(device, known.table, known.seat),
            Some(Device::Display(known)) => of_display(device, known.table),
            None => return,
        };
        self.act(Command::Note(notice));
    }

    /// Sends the floor a command of the host itself.
    fn act(&mut self, command: Command) {
        let request = self.own(command);
        if let Err(refusal) = self.host.act(&request) {
            warn!(command = ?request.command, %refusal, "the floor refused its host");
        }
    }

    /// Records that somebody has set the machine's clock.
    fn note_jump(&mut self) {
        let Some(Jump { expected, found }) = self.world.clock.jump() else { return };
        warn!(expected = expected.millis(), found = found.millis(), "the clock was set");
        self.act(Command::Note(Notice::ClockJumped { expected, found }));
        if let Some(TooFar { house, found }) = self.world.clock.too_far() {
            error!(
                house = house.millis(),
                found = found.millis(),
                "the clock is too far ahead and is not followed: set it right, or start anew with \
                 --accept-clock"
            );
            self.act(Command::Note(Notice::ClockNotFollowed { house, found }));
        }
    }

    fn take(&mut self, call: FloorCall) {
        match call {
            FloorCall::Ask(request, reply) => self.host.ask(&request, reply),
            FloorCall::Act(command, author, reply) => {
                let request = self.own(*command);
                let author = author.unwrap_or_else(|| FloorMachine::author(&request));
                self.host.ask_for(author, &request, reply);
            }
            FloorCall::Look(look) => self.looks.push(look),
            FloorCall::Survey(survey) => self.surveys.push(survey),
            FloorCall::Head(reply) => self.heads.push(reply),
            FloorCall::Enter(visitor, line) => self.enter(visitor, line),
            FloorCall::Leave(visitor, line) => self.leave(visitor, &line),
            FloorCall::Stop(_) => unreachable!("the loop has taken it"),
        }
    }

    /// A request of the server itself, numbered by the place of its record, which is unique.
    fn own(&self, command: Command) -> Request {
        Request { from: Asker::Host, id: RequestId(self.host.head().sequence + 1), command }
    }

    async fn commit(&mut self) -> Result<(), Lost> {
        let Some(batch) = self.host.take_batch() else { return Ok(()) };
        self.scribe.append(batch).await?;
        if let Some(snapshot) = self.host.take_snapshot() {
            self.scribe.keep(snapshot);
        }
        Ok(())
    }

    fn release(&mut self) {
        let released = self.host.release();
        for happened in &released.happened {
            self.logbook.surveillance.floor(happened);
            self.logbook.drawers.record(&happened.event, &self.host.machine().0);
            self.show_out(&happened.event);
        }
        for Answer { ticket, outcome } in released.answers {
            // The caller may have gone; what was asked has happened all the same.
            let _ = ticket.send(outcome);
        }
        for look in self.looks.drain(..) {
            look(&self.host.machine().0);
        }
        for survey in self.surveys.drain(..) {
            let (floor, presence) = (&self.host.machine().0, &self.presence);
            survey(Seen { floor, presence, drawers: &self.logbook.drawers });
        }
        let head = self.host.head();
        for reply in self.heads.drain(..) {
            // The caller may have gone.
            let _ = reply.send(head);
        }
    }

    /// Ends the conversations of people and devices that lost the right to have one.
    fn show_out(&mut self, event: &Event) {
        if let Event::SessionEnded { session, why } = event {
            info!(session = session.0, ?why, "a session ended");
            self.bye(Visitor::Session(*session), ByeReason::SessionOver);
            self.logbook.session_over.notify_one();
        }
        if let Event::TerminalEnrolled { terminal: device, .. }
        | Event::DisplayEnrolled { display: device, .. } = event
        {
            self.presence.enrolled(*device, self.world.clock.now());
        }
        if let Event::TerminalRemoved { terminal: device, .. }
        | Event::DisplayRemoved { display: device, .. } = event
        {
            self.bye(Visitor::Device(*device), ByeReason::TerminalRemoved);
            self.presence.forget(*device);
        }
        if let Event::Noted(Notice::DisplayLost { .. }) | Event::DisplayRemoved { .. } = event {
            self.logbook.displays_changed.notify_one();
        }
    }

    fn enter(&mut self, visitor: Visitor, line: ScreenSender) {
        let floor = &self.host.machine().0;
        let known = match visitor {
            Visitor::Session(session) => floor.session(session).is_some(),
            Visitor::Device(device) => floor.device(device).is_some(),
        };
        if !known {
            line.send(Out::Bye(ByeReason::SessionOver));
            return;
        }
        let lines = self.visitors.entry(visitor).or_default();
        lines.push(line);
        if lines.len() > Self::LINES_MAX {
            lines.remove(0).send(Out::Bye(ByeReason::OpenedElsewhere));
        }
        if let Visitor::Device(device) = visitor
            && self.presence.came(device)
        {
            self.note_device(
                device,
                |terminal, table, seat| Notice::TerminalReturned { terminal, table, seat },
                |display, table| Notice::DisplayReturned { display, table },
            );
        }
    }

    fn leave(&mut self, visitor: Visitor, line: &ScreenSender) {
        if let Some(lines) = self.visitors.get_mut(&visitor) {
            lines.retain(|known| !known.is(line));
            if !lines.is_empty() {
                return;
            }
            self.visitors.remove(&visitor);
            if let Visitor::Device(device) = visitor {
                let now = self.host.set_time(self.world.clock.now());
                self.presence.went(device, now);
            }
        }
    }

    fn bye(&mut self, visitor: Visitor, reason: ByeReason) {
        for line in self.visitors.remove(&visitor).into_iter().flatten() {
            line.send(Out::Bye(reason));
        }
    }

    fn bye_to_all(&mut self, reason: ByeReason) {
        for line in std::mem::take(&mut self.visitors).into_values().flatten() {
            line.send(Out::Bye(reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use taisai_journal::JournalId;
    use taisai_shaker::SeededChance;
    use taisai_table::Time;

    use super::*;
    use crate::task::handle::FloorHandle;
    use crate::task::journal_client::tests::Ready;
    use crate::world::clock::{Clock, Wall};
    use crate::world::password::Passwords;
    use crate::world::software::Software;

    struct Hands(AtomicU64);

    impl Wall for Hands {
        fn shows(&self) -> Time {
            Time::from_millis(self.0.load(Ordering::Relaxed)).unwrap()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_is_written_down_once_within_a_minute() {
        let hands = Arc::new(Hands(AtomicU64::new(1_000_000)));
        let clock = Clock::new(Arc::clone(&hands) as Arc<dyn Wall>);
        let chance = Arc::new(SeededChance::new(1, 1));
        let passwords = Passwords::new().unwrap();
        let world = World { clock, chance, passwords, software: Software::unknown() };
        let head = Head::start(JournalId([7; 16]), Stream::Floor);
        let last = Time::from_millis(0).unwrap();
        let host = Host::new(FloorMachine(Floor::default()), Stream::Floor, head, last);
        let (inbox, calls) = mpsc::channel(8);
        let logbook = Logbook {
            surveillance: Surveillance::default(),
            drawers: Drawers::default(),
            sessions_used: IdleSessions::default(),
            session_over: SessionOver::default(),
            displays_changed: DisplaysChanged::default(),
            idle: Duration::from_mins(30),
        };
        let floor = FloorTask::new(host, (JournalClient::new(Ready), world), calls, logbook);
        let (task, handle) = (tokio::spawn(floor.run()), FloorHandle::new(inbox));
        assert_eq!(handle.head().await.unwrap().sequence, 0);
        hands.0.store(500_000, Ordering::Relaxed);
        assert_eq!(handle.head().await.unwrap().sequence, 1);
        assert_eq!(handle.head().await.unwrap().sequence, 1);
        // Nobody speaks to the floor, and it looks at the clock all the same.
        hands.0.store(5_000_000, Ordering::Relaxed);
        tokio::time::sleep(FloorTask::REST * 2).await;
        assert_eq!(handle.head().await.unwrap().sequence, 3, "the hands stood still meanwhile");
        drop(handle);
        assert!(matches!(task.await.unwrap(), Ended::Forgotten));
    }
}
