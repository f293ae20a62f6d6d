//! The task of one table: takes calls, decides, makes durable, and only then answers and shows.

use std::time::Duration;

use taisai_journal::Stream;
use taisai_rules::Roll;
use taisai_table::{Asker, Command, DiceSource, Phase, Request, RequestId, SeatNumber, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use crate::call::{Call, Ticket, Watching};
use crate::host::{Answer, Host};
use crate::line::Line;
use crate::machine::TableMachine;
use crate::scribe::{Lost, Scribe};
use crate::shown::Shown;
use crate::world::World;

/// One table at work.
pub struct TableTask {
    stream: Stream,
    host: Host<TableMachine, Ticket>,
    shown: Shown,
    scribe: Scribe,
    world: World,
    inbox: mpsc::Receiver<Call>,
    looks: Vec<Look>,
    watchers: Vec<oneshot::Sender<Watching>>,
}

type Look = Box<dyn FnOnce(&TableMachine) + Send>;

/// How a table's task ended.
#[derive(Debug)]
pub enum Ended {
    /// It was told to.
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
        host: Host<TableMachine, Ticket>,
        stream: Stream,
        shown: Shown,
        (scribe, world): (Scribe, World),
        inbox: mpsc::Receiver<Call>,
    ) -> Self {
        let (looks, watchers) = (Vec::new(), Vec::new());
        Self { stream, host, shown, scribe, world, inbox, looks, watchers }
    }

    /// Works until it is told to stop or its journal fails.
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
                // Whoever waits comes first; what is due is due before each of them anyway.
                biased;
                count = self.inbox.recv_many(&mut calls, Self::CALLS_MAX) => {
                    if count == 0 {
                        return Ended::Forgotten;
                    }
                }
                () = sleep_until(wake) => {}
            }
            self.host.set_time(self.world.clock.now());
            let mut stop = None;
            for call in calls.drain(..) {
                // The clock counts before every call: a bet one moment late is late.
                self.tick();
                if let Call::Stop(done) = call {
                    stop = Some(done);
                } else {
                    self.take(call);
                }
            }
            self.tick();
            if let Err(lost) = self.settle().await {
                return Ended::Lost(lost);
            }
            if let Some(done) = stop {
                self.shown.stop();
                // Whoever asked may have gone; the table stops all the same.
                let _ = done.send(());
                return Ended::InOrder;
            }
        }
    }

    /// After a start the rule book says what becomes of the round that was in play.
    async fn start(&mut self) -> Result<(), Lost> {
        self.host.set_time(self.world.clock.now());
        self.act(Command::Restart);
        self.tick();
        self.settle().await
    }

    /// When the table wants to be woken.
    fn wake(&self) -> Instant {
        let due = self.host.machine().table.deadline().map(|due| self.world.clock.until(due));
        let table = Instant::now() + due.unwrap_or(Self::REST).min(Self::REST);
        self.shown.wake().map_or(table, |shown| shown.min(table))
    }

    fn take(&mut self, call: Call) {
        match call {
            Call::Ask(request, ticket) => self.host.ask(&request, ticket),
            Call::Act(command, ticket) => self.host.ask(&self.own(command), ticket),
            Call::Watch(reply) => self.watchers.push(reply),
            Call::Attach(seat, line) => self.attach(seat, &line),
            Call::Detach(seat, line) => self.detach(seat, &line),
            Call::WatchConsole(line, viewer) => self.shown.watch_console(line, viewer),
            Call::UnwatchConsole(line) => self.shown.unwatch_console(&line),
            Call::Look(look) => self.looks.push(look),
            Call::Stop(_) => unreachable!("the loop has taken it"),
        }
    }

    fn attach(&mut self, seat: SeatNumber, line: &Line) {
        self.shown.attach(seat, line);
        let lost = self.host.machine().table.seat(seat).is_some_and(|seat| !seat.is_connected());
        if lost {
            self.act(Command::ReturnSeat { seat });
        }
    }

    fn detach(&mut self, seat: SeatNumber, line: &Line) {
        let table = &self.host.machine().table;
        let here = table.seat(seat).is_some_and(taisai_table::Seat::is_connected);
        if self.shown.detach(seat, line) && here {
            self.act(Command::LoseSeat { seat });
        }
    }

    /// Lets everything happen that is due.
    fn tick(&mut self) {
        let now = self.host.set_time(self.world.clock.now());
        while self.host.machine().table.deadline().is_some_and(|due| due <= now) {
            let before = self.host.head();
            self.act(Command::Tick);
            if self.host.head() == before {
                break;
            }
        }
    }

    /// The host itself asks something of its table.
    fn act(&mut self, command: Command) {
        let request = self.own(command);
        if let Err(refusal) = self.host.act(&request) {
            warn!(stream = %self.stream, command = ?request.command, ?refusal, "the table said no");
        }
    }

    /// A request of the host itself; the place of its record is a number nobody else has.
    fn own(&self, command: Command) -> Request {
        let round = self.host.machine().table.round().map(|round| round.number);
        let round = round.filter(|_| matches!(command, Command::RecordRoll(_)));
        let id = RequestId(self.host.head().sequence + 1);
        Request { from: Asker::Host, session: SessionId(0), id, round, command }
    }

    /// Makes durable what was decided and lets it leave; then, if no more bets is durable, draws
    /// the dice, and so on until nothing is left to do.
    async fn settle(&mut self) -> Result<(), Lost> {
        loop {
            self.commit().await?;
            self.release();
            if !self.draw() {
                return Ok(());
            }
            self.tick();
        }
    }

    async fn commit(&mut self) -> Result<(), Lost> {
        let Some(batch) = self.host.take_batch() else { return Ok(()) };
        let records = batch.head().sequence - batch.after().sequence;
        debug!(stream = %self.stream, records, head = %batch.head(), "commit");
        self.scribe.append(batch).await?;
        if let Some(snapshot) = self.host.due_snapshot() {
            self.scribe.keep(snapshot);
        }
        Ok(())
    }

    fn release(&mut self) {
        let released = self.host.release();
        let machine = self.host.machine();
        self.shown.happened(&machine.table, &released.happened);
        for Answer { ticket, outcome } in released.answers {
            match ticket {
                Ticket::Terminal(seat, line, id) => {
                    self.shown.answer(&machine.table, seat, &line, id, outcome);
                }
                // Whoever asked may have gone; what was asked has happened all the same.
                Ticket::Part(reply) => drop(reply.send(outcome)),
            }
        }
        self.shown.publish(machine, self.world.clock.now());
        for reply in self.watchers.drain(..) {
            // A screen that has gone meanwhile watches nothing.
            let _ = reply.send(self.shown.watching());
        }
        for look in self.looks.drain(..) {
            look(machine);
        }
    }

    /// Draws random dice where the round waits for them; no more bets is durable by now.
    fn draw(&mut self) -> bool {
        let table = &self.host.machine().table;
        let waits = table.config().dice == DiceSource::Random && table.phase() == Phase::NoMoreBets;
        if !waits {
            return false;
        }
        match self.world.chance.roll() {
            Ok(roll) => self.record(roll),
            Err(fault) => {
                error!(stream = %self.stream, %fault, "no dice");
                false
            }
        }
    }

    fn record(&mut self, roll: Roll) -> bool {
        let before = self.host.head();
        self.act(Command::RecordRoll(roll));
        self.host.head() != before
    }
}
