//! The task of one table: takes calls, decides, makes durable, and only then answers and shows.

use std::time::Duration;

use taisai_floor::TerminalId;
use taisai_journal::Stream;
use taisai_table::{
    Approved, Event, HostCommand, Phase, Refusal, Request, RequestId, SeatEvent, SeatNumber,
    SessionId, Time,
};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use crate::task::approvals::{Approvals, warn_unallowed};
use crate::task::call::{Call, Look, Occupied, ReplyTo};
use crate::task::host::{Answer, Happened, Host};
use crate::task::journal_client::{JournalClient, Lost};
use crate::task::machine::TableMachine;
use crate::task::screen_sender::ScreenSender;
use crate::task::shifts::Shifts;
use crate::task::table_feed::TableFeed;
use crate::world::World;

/// One table at work.
pub struct TableTask {
    stream: Stream,
    host: Host<TableMachine, ReplyTo>,
    shown: TableFeed,
    scribe: JournalClient,
    world: World,
    inbox: mpsc::Receiver<Call>,
    looks: Vec<Look>,
    /// Whether it does nothing more for anybody, because it is being retired.
    held: bool,
    /// What the house says of the table's approval outside its document.
    approvals: Approvals,
    /// The edition for which the table was last told of it.
    told_for: Option<[u8; 32]>,
    /// When the house's shifts begin.
    shifts: Shifts,
}

/// How a table's task ended.
#[derive(Debug)]
pub enum Ended {
    /// It was stopped.
    InOrder,
    /// Nobody can reach it any more.
    Forgotten,
    /// The journal failed; the table must be rebuilt from it.
    Lost(Lost),
}

impl TableTask {
    /// How many calls may wait for a table.
    pub const INBOX_MAX: usize = 4_096;
    /// How many calls are decided before one commit.
    const CALLS_MAX: usize = 1_024;
    /// How long the table sleeps where nothing is due.
    const REST: Duration = Duration::from_mins(1);

    /// A table that stands as its journal says.
    pub fn new(
        host: Host<TableMachine, ReplyTo>,
        stream: Stream,
        shown: TableFeed,
        (scribe, world): (JournalClient, World),
        inbox: mpsc::Receiver<Call>,
    ) -> Self {
        Self {
            stream,
            host,
            shown,
            scribe,
            world,
            inbox,
            looks: Vec::new(),
            held: false,
            approvals: Approvals::none(),
            told_for: None,
            shifts: Shifts::default(),
        }
    }

    /// The same, in a house that says whose approval allows the table outside its document.
    #[must_use]
    pub fn approved(self, approvals: Approvals) -> Self {
        Self { approvals, ..self }
    }

    /// The same, in a house whose shifts begin by the clock.
    #[must_use]
    pub fn in_shifts(self, shifts: Shifts) -> Self {
        Self { shifts, ..self }
    }

    /// Works until it is stopped or its journal fails.
    pub async fn run(mut self) -> Ended {
        let ended = self.work().await;
        if let Ended::Lost(lost) = &ended {
            error!(stream = %self.stream, %lost, "the table stops: its journal failed");
            self.shown.fault();
        }
        ended
    }

    async fn work(&mut self) -> Ended {
        if let Err(lost) = self.start().await {
            return Ended::Lost(lost);
        }
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
                    self.gather(&mut calls).await;
                }
                () = sleep_until(wake) => {}
            }
            let mut stop = None;
            for call in calls.drain(..) {
                // The clock counts before every call: a bet one moment late is late.
                self.tick();
                self.take(call, &mut stop);
            }
            self.tick();
            if let Err(lost) = self.settle().await {
                return Ended::Lost(lost);
            }
            if let Some(done) = stop {
                self.shown.stop();
                // The caller may have gone; the table stops all the same.
                let _ = done.send(());
                return Ended::InOrder;
            }
        }
    }

    /// Lets every conversation that is ready say what it has to say before anything is decided: one
    /// commit for all of it costs as much as one for the first.
    async fn gather(&mut self, calls: &mut Vec<Call>) {
        tokio::task::yield_now().await;
        while calls.len() < Self::CALLS_MAX
            && let Ok(call) = self.inbox.try_recv()
        {
            calls.push(call);
        }
    }

    /// After a start the rule book says what becomes of the round that was in play.
    async fn start(&mut self) -> Result<(), Lost> {
        self.host.set_time(self.world.clock.now());
        self.act(HostCommand::Restart);
        self.name_approval();
        self.lose_seats();
        self.lose_displays();
        self.tick();
        self.settle().await
    }

    /// Nothing happens at a table outside its document before it knows who allows that: neither
    /// after a start, nor after a move to an edition that knows it no longer.
    fn name_approval(&mut self) {
        let edition = self.host.machine().table.config().rule_book;
        if self.told_for.replace(edition) == Some(edition) {
            return;
        }
        let approved = self.approvals.of(self.shown.table());
        let allowed_by = match &approved {
            Approved::NotNeeded => return,
            Approved::Missing => None,
            Approved::By(reason) => Some(reason.clone()),
        };
        let machine = self.host.machine();
        if allowed_by.is_none() {
            warn_unallowed(self.stream, machine);
        }
        if machine.table.lacks_approval(&approved) {
            self.act(HostCommand::NameApproval { allowed_by });
        }
    }

    /// No terminal is connected yet. One that comes back is there again; the seat of one that does
    /// not can be handed over.
    fn lose_seats(&mut self) {
        let seats = self.host.machine().table.seats();
        let here = seats.filter(|(_, seat)| seat.is_connected()).map(|(number, _)| number);
        for seat in here.collect::<Vec<_>>() {
            self.act(HostCommand::LoseSeat { seat });
        }
    }

    /// The same for its displays: each is connected again when it comes back.
    fn lose_displays(&mut self) {
        for display in self.host.machine().table.equipment().displays.clone() {
            self.act(HostCommand::LoseDisplay { display });
        }
    }

    /// When the table wants to be woken.
    fn wake(&self) -> Instant {
        let next_shift = self.shifts.next_after(self.world.clock.now());
        let due = self.host.machine().table.deadline().into_iter().chain(next_shift).min();
        let due = due.map(|due| self.world.clock.until(due));
        let table = Instant::now() + due.unwrap_or(Self::REST).min(Self::REST);
        self.shown.wake().map_or(table, |shown| shown.min(table))
    }

    fn take(&mut self, call: Call, stop: &mut Option<oneshot::Sender<()>>) {
        match call {
            Call::Ask(_, ticket) | Call::AskWhile(_, _, ticket) | Call::Act(_, ticket)
                if self.held =>
            {
                let phase = self.host.machine().table.phase();
                self.host.refuse(Refusal::WrongPhase { phase }, ticket);
            }
            Call::Ask(request, ticket) => self.host.ask(&request, ticket),
            Call::AskWhile(phase, request, ticket) => self.ask_while(phase, &request, ticket),
            Call::Act(command, ticket) => self.host.ask(&self.own(command), ticket),
            Call::Watch(line) => self.shown.watch(line),
            Call::Unwatch(line) => self.shown.unwatch(&line),
            Call::Attach(seat, terminal, line) => self.attach(seat, at_table(terminal), &line),
            Call::Detach(seat, line) => self.detach(seat, &line),
            Call::WatchConsole(line, viewer) => self.shown.watch_console(line, viewer),
            Call::UnwatchConsole(line) => self.shown.unwatch_console(&line),
            Call::Look(look) => self.looks.push(look),
            // The caller may have gone; the next one finds it held.
            Call::Hold(reply) => drop(reply.send(self.hold())),
            Call::GoOn => self.held = false,
            Call::Stop(done) => *stop = Some(done),
        }
    }

    /// Holds the table, unless it still has somebody's money.
    fn hold(&mut self) -> Result<(), Occupied> {
        let table = &self.host.machine().table;
        let (taken, owed) = (table.seats().len(), table.owed().len());
        if taken + owed > 0 {
            return Err(Occupied { taken, owed });
        }
        self.held = true;
        Ok(())
    }

    /// Decides what was asked of the table as it stood, if it still stands so.
    fn ask_while(&mut self, seen: Phase, request: &Request, ticket: ReplyTo) {
        let now = self.host.set_time(self.world.clock.now());
        let table = &self.host.machine().table;
        let phase = table.phase();
        // If this very request moved the table on before, it gets the same answer again.
        if phase == seen || table.decide(request, now) == Ok(Vec::new()) {
            self.host.ask(request, ticket);
        } else {
            self.host.refuse(Refusal::WrongPhase { phase }, ticket);
        }
    }

    fn attach(&mut self, seat: SeatNumber, terminal: SessionId, line: &ScreenSender) {
        self.shown.attach(seat, terminal, line);
        self.return_seat(seat);
    }

    /// A seat whose own terminal is there is lost no longer; says whether it was.
    fn return_seat(&mut self, seat: SeatNumber) -> bool {
        let Some(terminal) = self.shown.terminal_at(seat) else { return false };
        let known = self.host.machine().table.seat(seat);
        let lost = known.is_some_and(|known| known.is_at(terminal) && !known.is_connected());
        if lost {
            self.act(HostCommand::ReturnSeat { seat });
        }
        lost
    }

    fn detach(&mut self, seat: SeatNumber, line: &ScreenSender) {
        let table = &self.host.machine().table;
        let here = table.seat(seat).is_some_and(taisai_table::Seat::is_connected);
        if self.shown.detach(seat, line) && here {
            self.act(HostCommand::LoseSeat { seat });
        }
    }

    /// Lets everything happen that is due.
    fn tick(&mut self) {
        let now = self.host.set_time(self.world.clock.now());
        self.name_approval();
        self.begin_shift(now);
        while self.host.machine().table.deadline().is_some_and(|due| due <= now) {
            let before = self.host.head();
            self.act(HostCommand::Tick);
            if self.host.head() == before {
                break;
            }
        }
    }

    /// Tells the table once of each shift, also of one that began while no server ran.
    fn begin_shift(&mut self, now: Time) {
        if let Some(began) = self.shifts.shift_of(now)
            && self.host.machine().table.lacks_shift(began)
        {
            self.act(HostCommand::BeginShift { began });
        }
    }

    /// The host itself asks something of its table.
    fn act(&mut self, command: HostCommand) {
        let request = self.own(command);
        if let Err(refusal) = self.host.act(&request) {
            let stream = self.stream;
            warn!(%stream, command = ?request.command, ?refusal, "the table refused its host");
        }
    }

    /// A request of the host itself; the place of its record is a number nobody else has.
    fn own(&self, command: HostCommand) -> Request {
        let round = self.host.machine().table.round().map(|round| round.number);
        let round = round.filter(|_| matches!(command, HostCommand::RecordRoll(_)));
        let id = RequestId(self.host.head().sequence + 1);
        Request { session: SessionId(0), id, round, command: command.into() }
    }

    /// Makes durable what was decided and lets it leave; then, if no more bets is durable, draws
    /// the dice, and so on until nothing is left to do.
    async fn settle(&mut self) -> Result<(), Lost> {
        loop {
            self.commit().await?;
            let handed_over = self.release();
            // The terminal to which a seat goes over may have been there before.
            let returned = handed_over.into_iter().filter(|seat| self.return_seat(*seat)).count();
            if returned == 0 && (!self.waits_for_dice() || !self.draw()) {
                return Ok(());
            }
            self.tick();
        }
    }

    async fn commit(&mut self) -> Result<(), Lost> {
        let Some(batch) = self.host.take_batch() else { return Ok(()) };
        let records = batch.head().sequence - batch.after().sequence;
        let round = self.host.machine().table.round().map(|round| round.number.0);
        debug!(records, round, head = %batch.head(), "commit");
        self.scribe.append(batch).await?;
        if let Some(snapshot) = self.host.take_snapshot() {
            self.scribe.keep(snapshot);
        }
        Ok(())
    }

    /// Tells everybody what is durable now; says which seats have gone over to other terminals.
    fn release(&mut self) -> Vec<SeatNumber> {
        let released = self.host.release();
        let machine = self.host.machine();
        self.scribe.figures().happened(self.stream, released.happened.iter().map(|of| &of.event));
        self.shown.happened(&machine.table, &released.happened);
        let mut parts = Vec::new();
        for Answer { ticket, outcome } in released.answers {
            if let Err(refusal) = &outcome {
                self.scribe.figures().refused(refusal);
            }
            match ticket {
                ReplyTo::Terminal(seat, line, id) => {
                    self.shown.answer(&machine.table, seat, &line, id, outcome);
                }
                ReplyTo::Part(reply) => parts.push((reply, outcome)),
            }
        }
        self.shown.publish(machine, self.world.clock.now());
        // A part of the server answers its screen at once, on a thread of its own: what it asked
        // for must be on the way there by then.
        for (reply, outcome) in parts {
            // The caller may have gone; what was asked has happened all the same.
            let _ = reply.send(outcome);
        }
        for look in self.looks.drain(..) {
            look(machine);
        }
        let mut handed_over = Vec::new();
        for Happened { event, .. } in released.happened {
            if let Event::Seat(SeatEvent::SeatHandedOver { seat, .. }) = event {
                handed_over.push(seat);
            }
        }
        handed_over
    }

    fn waits_for_dice(&self) -> bool {
        let table = &self.host.machine().table;
        table.draws_dice() && table.phase() == Phase::NoMoreBets
    }

    /// Draws random dice; no more bets is durable by now. Says whether they lie.
    fn draw(&mut self) -> bool {
        match self.world.chance.roll() {
            Ok(roll) => {
                let before = self.host.head();
                self.act(HostCommand::RecordRoll(roll));
                self.host.head() != before
            }
            Err(fault) => {
                error!(stream = %self.stream, %fault, "no random dice");
                false
            }
        }
    }
}

/// A terminal as a table knows it: by the session of its requests.
pub const fn at_table(terminal: TerminalId) -> SessionId {
    SessionId(terminal.0 as u64)
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::{Arc, OnceLock};
    use std::task::{Context, Wake, Waker};

    use taisai_floor::TableId;
    use taisai_journal::{Head, JournalId, TableNumber};
    use taisai_protocol::view::next::Viewer;
    use taisai_rules::Role;
    use taisai_table::{HouseCommand, StaffId, Time};

    use super::*;
    use crate::config::Config;
    use crate::task::journal_client::tests::Ready;
    use crate::task::screen_sender::Listening;
    use crate::task::surveillance::Surveillance;
    use crate::task::table_feed::Sign;

    fn task() -> TableTask {
        let set_up = Config::demo().tables.swap_remove(0);
        let (_, machine) = set_up.opened().unwrap();
        let stream = Stream::Table(TableNumber::new(1).unwrap());
        let house = taisai_floor::Title::new("House").unwrap();
        let sign = Sign {
            table: TableId(1),
            name: "One".into(),
            house,
            chips: crate::task::chips::ChipSets::default(),
        };
        let shown = TableFeed::new(sign, &machine.table, Surveillance::default());
        let head = Head::start(JournalId([7; 16]), stream);
        let host = Host::new(machine, stream, head, Time::from_millis(0).unwrap());
        let ways = (JournalClient::new(Ready), World::in_play().unwrap());
        let (_, inbox) = mpsc::channel(1);
        TableTask::new(host, stream, shown, ways, inbox)
    }

    /// Records how many messages are on their way to a screen when it is woken.
    struct Woken {
        screen: Listening,
        found: OnceLock<usize>,
    }

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.found.set(self.screen.out.len()).expect("there is one answer");
        }
    }

    /// A dealer's button was answered by another thread before the table had shown what it did: the
    /// console then still offered the step before.
    #[tokio::test]
    async fn a_part_is_answered_after_the_screens_are_updated() {
        let (mut task, (line, screen)) = (task(), ScreenSender::new());
        let (staff, session) = (StaffId(1), SessionId(1));
        task.take(Call::WatchConsole(line, Viewer { staff, session }), &mut None);
        task.settle().await.unwrap();
        let woken = Arc::new(Woken { screen, found: OnceLock::new() });
        let waker = Waker::from(Arc::clone(&woken));
        let (reply, answer) = oneshot::channel();
        let mut answer = pin!(answer);
        assert!(answer.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        let assign = HouseCommand::AssignStaff { staff, role: Role::Dealer };
        task.take(Call::Act(assign.into(), ReplyTo::Part(reply)), &mut None);
        task.settle().await.unwrap();
        assert_eq!(answer.await, Ok(Ok(())));
        assert_eq!(woken.found.get(), Some(&2), "the view as it was, and what changed");
    }
}
