//! The task of one table: takes calls, decides, makes durable, and only then answers and shows.

use std::pin::Pin;
use std::time::Duration;

use taisai_journal::{Snapshot, Stream};
use taisai_table::{Asker, Command, DiceSource, Phase, Request, RequestId, SeatNumber, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};

use crate::call::{Call, Look, Ticket};
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
    flight: Option<Flight>,
    stop: Option<oneshot::Sender<()>>,
}

/// A batch on its way to the journal.
struct Flight {
    landing: Pin<Box<dyn Future<Output = Result<(), Lost>> + Send>>,
    /// The table as it stood with that batch, if it is time to keep that.
    snapshot: Option<Snapshot>,
}

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
    /// How many decisions may wait for a batch that is on its way.
    const UNDURABLE_MAX: u64 = 4_096;
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
        Self {
            stream,
            host,
            shown,
            scribe,
            world,
            inbox,
            looks: Vec::new(),
            flight: None,
            stop: None,
        }
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

    /// While one batch is on its way to the journal the next is decided. Nothing of either leaves
    /// before its own batch has landed.
    async fn work(&mut self) -> Ended {
        self.start();
        let mut calls = Vec::with_capacity(Self::CALLS_MAX);
        loop {
            if self.flight.is_none() {
                self.depart();
            }
            if self.flight.is_none()
                && let Some(done) = self.stop.take()
            {
                self.shown.stop();
                // Whoever asked may have gone; the table stops all the same.
                let _ = done.send(());
                return Ended::InOrder;
            }
            let (wake, takes_calls) = (self.wake(), self.takes_calls());
            tokio::select! {
                // What has landed leaves first. What is due is due before each call anyway.
                biased;
                landed = landing(&mut self.flight) => {
                    if let Err(lost) = landed {
                        return Ended::Lost(lost);
                    }
                    self.land();
                }
                count = self.inbox.recv_many(&mut calls, Self::CALLS_MAX), if takes_calls => {
                    if count == 0 {
                        return Ended::Forgotten;
                    }
                    self.gather(&mut calls).await;
                }
                () = sleep_until(wake) => {}
            }
            for call in calls.drain(..) {
                // The clock counts before every call: a bet one moment late is late.
                self.tick();
                self.take(call);
            }
            self.tick();
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
    fn start(&mut self) {
        self.host.set_time(self.world.clock.now());
        self.act(Command::Restart);
        self.tick();
    }

    /// Whether more can be decided now. Where dice are to be drawn nothing is, so that no more bets
    /// is durable at once and the dice are not kept waiting.
    fn takes_calls(&self) -> bool {
        self.stop.is_none()
            && self.host.undurable() < Self::UNDURABLE_MAX
            && !(self.flight.is_some() && self.waits_for_dice())
    }

    /// When the table wants to be woken. While a batch is on its way nothing is shown.
    fn wake(&self) -> Instant {
        let due = self.host.machine().table.deadline().map(|due| self.world.clock.until(due));
        let table = Instant::now() + due.unwrap_or(Self::REST).min(Self::REST);
        let shown = if self.flight.is_some() { None } else { self.shown.wake() };
        shown.map_or(table, |shown| shown.min(table))
    }

    fn take(&mut self, call: Call) {
        match call {
            Call::Ask(request, ticket) => self.host.ask(&request, ticket),
            Call::Act(command, ticket) => self.host.ask(&self.own(command), ticket),
            Call::Watch(line) => self.shown.watch(line),
            Call::Unwatch(line) => self.shown.unwatch(&line),
            Call::Attach(seat, line) => self.attach(seat, &line),
            Call::Detach(seat, line) => self.detach(seat, &line),
            Call::WatchConsole(line, viewer) => self.shown.watch_console(line, viewer),
            Call::UnwatchConsole(line) => self.shown.unwatch_console(&line),
            Call::Look(look) => self.looks.push(look),
            Call::Stop(done) => self.stop = Some(done),
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

    /// Sends what was decided on its way to the journal, and writes what it leads to, which leaves
    /// when it has landed. Everything before has landed by now: where a round waits for random
    /// dice and nothing else is to be written, no more bets is durable, and the dice are drawn.
    fn depart(&mut self) {
        if self.host.undurable() == 0 && self.waits_for_dice() {
            self.draw();
            self.tick();
        }
        let batch = self.host.take_batch();
        self.write_post();
        let Some(batch) = batch else {
            self.shown.send(self.stream, self.scribe.figures());
            return;
        };
        let records = batch.head().sequence - batch.after().sequence;
        let round = self.host.machine().table.round().map(|round| round.number.0);
        debug!(records, round, head = %batch.head(), "commit");
        let (scribe, snapshot) = (self.scribe.clone(), self.host.due_snapshot());
        let landing = Box::pin(async move { scribe.append(batch).await });
        self.flight = Some(Flight { landing, snapshot });
    }

    /// The batch has landed: what it led to leaves.
    fn land(&mut self) {
        self.shown.send(self.stream, self.scribe.figures());
        if let Some(snapshot) = self.flight.take().and_then(|flight| flight.snapshot) {
            self.scribe.keep(snapshot);
        }
    }

    /// Writes everything that is to be told about the table as it stands.
    fn write_post(&mut self) {
        let released = self.host.release();
        let machine = self.host.machine();
        self.shown.happened(&machine.table, released.happened);
        for Answer { ticket, outcome } in released.answers {
            if let Err(refusal) = &outcome {
                self.scribe.figures().refused(refusal);
            }
            match ticket {
                Ticket::Terminal(seat, line, id) => {
                    self.shown.answer(&machine.table, seat, line, id, outcome);
                }
                Ticket::Part(reply) => self.shown.answer_part(reply, outcome),
            }
        }
        self.shown.publish(machine, self.world.clock.now());
        for look in self.looks.drain(..) {
            self.shown.tell_seen(look(machine));
        }
    }

    fn waits_for_dice(&self) -> bool {
        let table = &self.host.machine().table;
        table.config().dice == DiceSource::Random && table.phase() == Phase::NoMoreBets
    }

    fn draw(&mut self) {
        match self.world.chance.roll() {
            Ok(roll) => self.act(Command::RecordRoll(roll)),
            Err(fault) => error!(stream = %self.stream, %fault, "no dice"),
        }
    }
}

/// When the batch that is on its way has landed; never, where there is none.
async fn landing(flight: &mut Option<Flight>) -> Result<(), Lost> {
    match flight {
        Some(flight) => flight.landing.as_mut().await,
        None => std::future::pending().await,
    }
}
