//! One conversation with one screen over a socket.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::Message;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use taisai_floor::{FloorRole, TableId};
use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::Unread;
use taisai_protocol::ask::checked::{Ask, Message as Asked};
use taisai_protocol::server_message::{ByeReason, Channel, Hello, StaffScreen, You};
use taisai_protocol::view::next::Viewer;
use taisai_protocol::{Answer, ClientMessage, Refusal, ServerMessage};
use tokio::sync::Semaphore;
use tokio::time::{Instant, interval, timeout};
use tracing::debug;

use crate::ask::dispatch;
use crate::config::Patience;
use crate::door::rate_limit::{Bucket, Pass};
use crate::door::terminal_lines::ShownTicket;
use crate::error::Error;
use crate::error::Unavailable;
use crate::error::refused;
use crate::house::House;
use crate::house::floor_feed::FloorFeed;
use crate::house::who::{Staff, Who};
use crate::money::cage::TerminalAsk;
use crate::task::call::{Call, ReplyTo};
use crate::task::floor::Visitor;
use crate::task::handle::TableHandle;
use crate::task::screen_sender::written;
use crate::task::screen_sender::{Listening, Out, ScreenSender};
use crate::world::secret::Token;

/// How many slow asks of one screen run at once.
const SLOW_MAX: usize = 4;

pub struct Conversation {
    house: Arc<House>,
    who: Who,
    line: ScreenSender,
    /// Its name, which a terminal sends over HTTP.
    name: Option<Token>,
    /// The table that gets a terminal's bets directly.
    table: Option<TableHandle>,
    /// The table it watches.
    watched: Option<TableHandle>,
    messages: Bucket,
    /// The last number of the screen's asks, as it was when it was last looked up.
    asked: u64,
    slow: Arc<Semaphore>,
    heard: Instant,
    patience: Patience,
    _pass: Option<Pass>,
}

/// The limits that a screen must keep.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// The most messages a second, on average.
    pub messages_per_second: u32,
    /// The timeouts.
    pub patience: Patience,
}

/// Why a conversation is over.
enum Over {
    /// The screen hung up, or cannot be reached.
    Gone,
    /// The server ends it.
    Bye(ByeReason),
}

impl From<Unavailable> for Over {
    fn from(Unavailable: Unavailable) -> Self {
        Self::Bye(ByeReason::ServerFault)
    }
}

impl Conversation {
    /// Serves a screen until one of the two ends the conversation. A terminal comes with its
    /// ticket; without one, as in simulations, its line has no name.
    pub async fn hold<E: fmt::Display>(
        house: Arc<House>,
        who: Who,
        shown: Option<ShownTicket>,
        socket: impl Stream<Item = Result<Message, E>> + Sink<Message> + Send,
        manners: Manners,
        pass: Option<Pass>,
    ) {
        let (line, listening) = ScreenSender::new();
        let now = Instant::now();
        let mut conversation = Self {
            house,
            who,
            line,
            name: None,
            table: None,
            watched: None,
            messages: Bucket::new(manners.messages_per_second, now.into_std()),
            asked: 0,
            slow: Arc::new(Semaphore::new(SLOW_MAX)),
            heard: now,
            patience: manners.patience,
            _pass: pass,
        };
        let mut socket = pin!(socket);
        let over = match conversation.open(&mut socket, shown.as_ref()).await {
            Ok(()) => conversation.talk(&mut socket, listening).await,
            Err(over) => over,
        };
        if let Over::Bye(reason) = over {
            let bye = written(&ServerMessage::Bye { reason });
            // The screen may be gone by now.
            let _ = timeout(manners.patience.write, socket.send(Message::Text(bye))).await;
        }
        let _ = timeout(manners.patience.write, socket.close()).await;
        conversation.close().await;
    }

    /// Checks the ticket of a terminal, says hello, and sends the screen its first channels.
    async fn open<E: fmt::Display>(
        &mut self,
        socket: &mut (impl Stream<Item = Result<Message, E>> + Sink<Message> + Unpin),
        shown: Option<&ShownTicket>,
    ) -> Result<(), Over> {
        let Some(shown) = shown else { return self.greet(socket).await };
        let first = self.take_ticket(socket, shown).await?;
        self.greet(socket).await?;
        self.hear(first).await
    }

    /// Waits for the terminal's first message: then the answer with its next ticket has arrived,
    /// and the ticket that it came with is spent. The server sends a ping, which every browser
    /// answers by itself. Until then the terminal is shown nothing and replaces no other line.
    async fn take_ticket<E: fmt::Display>(
        &mut self,
        socket: &mut (impl Stream<Item = Result<Message, E>> + Sink<Message> + Unpin),
        shown: &ShownTicket,
    ) -> Result<Message, Over> {
        if shown.is_spent {
            self.house.report_misuse(shown).await.map_err(|_| Unavailable)?;
            return Err(Over::Bye(ByeReason::TicketSpent));
        }
        send(socket, Message::Ping(Bytes::new()), self.patience.write).await?;
        let first = match timeout(self.patience.silence, socket.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(_)) | None) => return Err(Over::Gone),
            Err(_) => return Err(Over::Bye(ByeReason::TooSlow)),
        };
        if let Message::Close(_) = first {
            return Err(Over::Gone);
        }
        let spent = self.house.spend_ticket(shown, shown.number).await;
        spent.map_err(|no| refused_ticket(&no))?;
        let name = self.house.world.token().map_err(|_| Unavailable)?;
        self.house.lines.replace(shown.terminal, name, Some(self.line.clone()));
        self.name = Some(name);
        Ok(first)
    }

    async fn greet(&mut self, sink: &mut (impl Sink<Message> + Unpin)) -> Result<(), Over> {
        let hello = self.hello().await?;
        self.asked = hello.asked;
        send(sink, Message::Text(written(&ServerMessage::Hello(hello))), self.patience.write)
            .await?;
        match self.who.clone() {
            Who::Terminal { terminal, table, seat } => {
                let visitor = Visitor::Device(terminal);
                self.house.floor.enter(visitor, self.line.clone()).await?;
                let handle = self.watch(table).await?;
                handle.call(Call::Attach(seat, terminal, self.line.clone())).await?;
                self.table = Some(handle);
            }
            Who::Display { table, device } => {
                // It is shown nothing before its table knows that it answers.
                if let Some(device) = device {
                    self.house.floor.enter(Visitor::Device(device), self.line.clone()).await?;
                    let reconciled = self.house.reconcile_displays(Some(table)).await;
                    reconciled.map_err(|_| Unavailable)?;
                }
                self.watch(table).await?;
            }
            Who::Staff(Staff { session, .. }) => {
                self.house.floor.enter(Visitor::Session(session), self.line.clone()).await?;
            }
        }
        Ok(())
    }

    async fn hello(&self) -> Result<Hello, Over> {
        let you = match &self.who {
            Who::Terminal { terminal, table, seat } => {
                You::Terminal { terminal: terminal.0, table: table.0, seat: seat.0 }
            }
            Who::Display { table, device } => {
                You::Display { table: table.0, display: device.map(|device| device.0) }
            }
            Who::Staff(staff) => You::Staff {
                staff: staff.staff.0,
                name: staff.name.to_string(),
                role: staff.role.map(Into::into),
                session: staff.session.0,
                screens: screens_of(staff),
                sets_up_tables: staff.role == Some(FloorRole::Administrator),
                must_change_password: staff.check_own_password().is_err(),
            },
        };
        Ok(Hello {
            you,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            now: self.house.world.clock.now().millis(),
            journal: self.house.journal.to_string(),
            demo: self.house.lender.get().is_some(),
            asked: dispatch::asked(&self.house, &self.who).await.map_err(|_| Unavailable)?,
            line: self.name.map(Token::text),
            vouchers: self.untaken().await.map_err(|_| Unavailable)?,
        })
    }

    /// What a player at this terminal may have missed when the line was cut.
    async fn untaken(&self) -> Result<Vec<VoucherTold>, Error> {
        match self.who {
            Who::Terminal { terminal, table, seat } => {
                self.house.untaken(terminal, table, seat).await
            }
            Who::Display { .. } | Who::Staff(_) => Ok(Vec::new()),
        }
    }

    async fn talk<E: fmt::Display>(
        &mut self,
        socket: &mut (impl Stream<Item = Result<Message, E>> + Sink<Message> + Unpin),
        mut listening: Listening,
    ) -> Over {
        let mut ping = interval(self.patience.ping_every);
        let mut outs = Vec::new();
        loop {
            let step = tokio::select! {
                // Sending comes before receiving: a screen that asks without end is answered,
                // but delays nothing.
                biased;
                _ = listening.out.recv_many(&mut outs, ScreenSender::WAITING_MAX) => {
                    if listening.overrun() {
                        Err(Over::Bye(ByeReason::TooSlow))
                    } else {
                        send_all(socket, &mut outs, self.patience.write).await
                    }
                }
                heard = socket.next() => match heard {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => {
                        debug!(%error, "a screen disconnected");
                        Err(Over::Gone)
                    }
                    None => Err(Over::Gone),
                },
                // A screen that sends anything is alive; only a silent one is pinged.
                _ = ping.tick() => self.ping(socket).await,
            };
            if let Err(over) = step {
                return over;
            }
        }
    }

    /// Handles a message from a screen; its bets go straight to the table.
    async fn hear(&mut self, message: Message) -> Result<(), Over> {
        self.heard = Instant::now();
        if !self.messages.take(self.heard.into_std()) {
            return Err(Over::Bye(ByeReason::Misbehaved));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(Over::Gone),
            Message::Binary(_) => {
                let fault = "a message is text".to_owned();
                self.refuse(0, Refusal::Unreadable { fault });
                return Ok(());
            }
        };
        match ClientMessage::read(text.as_bytes()) {
            Ok(ask) => self.take(ask).await,
            Err(Unread { id, fault }) => {
                self.refuse(id.unwrap_or(0), fault.into());
                Ok(())
            }
        }
    }

    async fn take(&mut self, asked: Asked) -> Result<(), Over> {
        let Asked { id, round, ask } = asked;
        if let Err(no) = self.count(id).await {
            return self.say_no(id, no);
        }
        if let Err(no) = dispatch::check_door(&self.house, &self.who, &ask).await {
            return self.say_no(id, no);
        }
        match (ask, &self.who) {
            (Ask::Pong, _) => Ok(()),
            (Ask::Bet(bet), Who::Terminal { terminal, table, seat }) => {
                let at = TerminalAsk { terminal: *terminal, table: *table, seat: *seat, id };
                let mut request = at.step(0, bet);
                request.round = round;
                let ticket = ReplyTo::Terminal(*seat, self.line.clone(), id);
                let table = self.table.as_ref().ok_or(Unavailable)?;
                Ok(table.call(Call::Ask(Box::new(request), ticket)).await?)
            }
            (Ask::Watch(channel) | Ask::Resync(channel), _) => self.show(id, channel).await,
            (Ask::Unwatch(channel), _) => {
                self.unwatch(channel).await?;
                self.line.tell(ServerMessage::Answer(Answer::Done { id, seat: None }));
                Ok(())
            }
            (ask, _) => {
                self.take_slowly(Asked { id, round, ask });
                Ok(())
            }
        }
    }

    /// Checks that a screen counts on from its last number, which is looked up only if the ask is
    /// far from the last known one.
    async fn count(&mut self, id: u64) -> Result<(), Error> {
        let near = id <= self.asked.saturating_add(dispatch::LEAP_MAX);
        if !near {
            self.asked = dispatch::within_leap(&self.house, &self.who, id).await?;
        }
        Ok(())
    }

    fn say_no(&self, id: u64, no: Error) -> Result<(), Over> {
        match no {
            Error::Refused(why) => {
                self.refuse(id, why);
                Ok(())
            }
            Error::Unavailable => Err(Unavailable.into()),
        }
    }

    /// Runs an ask of several steps beside the conversation.
    fn take_slowly(&self, ask: Asked) {
        let Ok(permit) = Arc::clone(&self.slow).try_acquire_owned() else {
            self.refuse(ask.id, Refusal::Busy);
            return;
        };
        let (house, who, line) = (Arc::clone(&self.house), self.who.clone(), self.line.clone());
        tokio::spawn(async move {
            let id = ask.id;
            let answer = match dispatch::answer(&house, &who, ask).await {
                Ok(answer) => Some(answer),
                Err(Error::Refused(why)) => Some(refused(id, why)),
                // Nobody knows whether it happened; the screen asks again when the table is back.
                Err(Error::Unavailable) => None,
            };
            match answer {
                Some(answer) => line.tell(ServerMessage::Answer(answer)),
                None => line.send(Out::Bye(ByeReason::ServerFault)),
            }
            drop(permit);
        });
    }

    /// Sends a channel's snapshot, and from then on its updates.
    async fn show(&mut self, id: u64, channel: Channel) -> Result<(), Over> {
        match (channel, &self.who) {
            (Channel::Table { table }, _) => {
                if self.house.table(TableId(table)).is_err() {
                    self.refuse(id, Refusal::NoSuchTable { table });
                    return Ok(());
                }
                self.watch(TableId(table)).await?;
            }
            (Channel::Seat, Who::Terminal { seat, terminal, .. }) => {
                let table = self.table.as_ref().ok_or(Unavailable)?;
                table.call(Call::Attach(*seat, *terminal, self.line.clone())).await?;
            }
            (Channel::Console { table }, Who::Staff(staff)) => {
                if dispatch::needs_table_role(staff).is_err() {
                    self.refuse(id, Refusal::NotYours);
                    return Ok(());
                }
                let viewer = Viewer { staff: staff.staff, session: staff.session };
                let Ok(handle) = self.house.table(TableId(table)) else {
                    self.refuse(id, Refusal::NoSuchTable { table });
                    return Ok(());
                };
                handle.call(Call::WatchConsole(self.line.clone(), viewer)).await?;
            }
            (Channel::Floor | Channel::Cage, Who::Staff(staff)) => {
                if let Err(why) = self.house.board.watch(channel, staff, &self.line) {
                    self.refuse(id, why);
                    return Ok(());
                }
            }
            (Channel::Seat | Channel::Console { .. } | Channel::Floor | Channel::Cage, _) => {
                self.refuse(id, Refusal::NotYours);
                return Ok(());
            }
        }
        self.line.tell(ServerMessage::Answer(Answer::Done { id, seat: None }));
        Ok(())
    }

    async fn unwatch(&mut self, channel: Channel) -> Result<(), Over> {
        match channel {
            Channel::Table { .. } => {
                if let Some(table) = self.watched.take() {
                    table.call(Call::Unwatch(self.line.clone())).await?;
                }
            }
            Channel::Seat => {}
            Channel::Console { table } => {
                if let Ok(handle) = self.house.table(TableId(table)) {
                    handle.call(Call::UnwatchConsole(self.line.clone())).await?;
                }
            }
            Channel::Floor | Channel::Cage => self.house.board.unwatch(channel, &self.line),
        }
        Ok(())
    }

    /// Watches what everybody sees of a table, and no longer what it watched before.
    async fn watch(&mut self, table: TableId) -> Result<TableHandle, Over> {
        let handle = self.house.table(table).map_err(|_| Over::Bye(ByeReason::TableRetired))?;
        if let Some(before) = self.watched.take() {
            // A table that was rebuilt has forgotten its screens.
            let _ = before.call(Call::Unwatch(self.line.clone())).await;
        }
        handle.call(Call::Watch(self.line.clone())).await?;
        self.watched = Some(handle.clone());
        Ok(handle)
    }

    async fn ping(&self, sink: &mut (impl Sink<Message> + Unpin)) -> Result<(), Over> {
        if self.heard.elapsed() > self.patience.silence {
            return Err(Over::Bye(ByeReason::TooSlow));
        }
        let ping = written(&ServerMessage::Ping { now: self.house.world.clock.now().millis() });
        send(sink, Message::Text(ping), self.patience.write).await
    }

    fn refuse(&self, id: u64, why: Refusal) {
        self.line.tell(ServerMessage::Answer(refused(id, why)));
    }

    /// This screen can no longer be reached.
    async fn close(&self) {
        let line = || self.line.clone();
        if let Some(table) = &self.watched {
            let _ = table.call(Call::Unwatch(line())).await;
        }
        match &self.who {
            Who::Terminal { terminal, seat, .. } => {
                self.house.lines.close(*terminal, &self.line);
                let _ = self.house.floor.leave(Visitor::Device(*terminal), line()).await;
                if let Some(table) = &self.table {
                    let _ = table.call(Call::Detach(*seat, line())).await;
                }
            }
            Who::Display { device: Some(device), .. } => {
                self.house.lines.close(*device, &self.line);
                let _ = self.house.floor.leave(Visitor::Device(*device), line()).await;
            }
            Who::Display { device: None, .. } => {}
            Who::Staff(staff) => {
                let _ = self.house.floor.leave(Visitor::Session(staff.session), line()).await;
                self.house.board.unwatch(Channel::Floor, &self.line);
                self.house.board.unwatch(Channel::Cage, &self.line);
            }
        }
    }
}

/// The message to a terminal whose ticket is not accepted. A ticket that was good when the socket
/// opened was used on another connection since.
fn refused_ticket(no: &Error) -> Over {
    match no {
        Error::Refused(Refusal::TicketSpent) => Over::Bye(ByeReason::OpenedElsewhere),
        Error::Refused(_) => Over::Bye(ByeReason::TerminalRemoved),
        Error::Unavailable => Unavailable.into(),
    }
}

/// The screens that show something to this person; the others would stay empty.
fn screens_of(staff: &Staff) -> Vec<StaffScreen> {
    if staff.check_own_password().is_err() {
        return Vec::new();
    }
    let is_for = |screen: &StaffScreen| match screen {
        StaffScreen::Console => dispatch::needs_table_role(staff).is_ok(),
        StaffScreen::Floor => FloorFeed::is_for(Channel::Floor, staff),
        StaffScreen::Cage => FloorFeed::is_for(Channel::Cage, staff),
    };
    let all = [StaffScreen::Console, StaffScreen::Floor, StaffScreen::Cage];
    all.into_iter().filter(is_for).collect()
}

async fn send(
    sink: &mut (impl Sink<Message> + Unpin),
    message: Message,
    within: Duration,
) -> Result<(), Over> {
    match timeout(within, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Over::Gone),
    }
}

/// Sends everything that waits with one flush.
async fn send_all(
    sink: &mut (impl Sink<Message> + Unpin),
    outs: &mut Vec<Out>,
    within: Duration,
) -> Result<(), Over> {
    let mut bye = None;
    let all = async {
        for out in outs.drain(..) {
            match out {
                Out::Shared(text) => sink.feed(Message::Text(text)).await?,
                Out::Own(tell) => sink.feed(Message::Text(written(&tell))).await?,
                Out::Bye(reason) => bye = Some(reason),
            }
        }
        sink.flush().await
    };
    match timeout(within, all).await {
        Ok(Ok(())) => bye.map_or(Ok(()), |reason| Err(Over::Bye(reason))),
        Ok(Err(_)) | Err(_) => Err(Over::Gone),
    }
}
