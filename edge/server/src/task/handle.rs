//! Handles by which the rest of the server calls a table's or the floor's task.

use taisai_floor::Floor;
use taisai_journal::Head;
use tokio::sync::{mpsc, oneshot};

use crate::error::Unavailable;
use crate::task::call::{Call, Occupied, ReplyTo};
use crate::task::floor::{FloorCall, Seen, Visitor};
use crate::task::host::Author;
use crate::task::machine::TableMachine;
use crate::task::screen_sender::ScreenSender;

/// A handle to a table's task.
#[derive(Clone, Debug)]
pub struct TableHandle(mpsc::Sender<Call>);

impl TableHandle {
    /// The way to whoever holds the other end.
    pub const fn new(inbox: mpsc::Sender<Call>) -> Self {
        Self(inbox)
    }

    /// How many calls wait for it.
    pub fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Sends a call; waits while the table's inbox is full.
    pub async fn call(&self, call: Call) -> Result<(), Unavailable> {
        self.0.send(call).await.map_err(|_| Unavailable)
    }

    /// Asks something, and gets the answer when it is durable.
    pub async fn ask(
        &self,
        request: taisai_table::Request,
    ) -> Result<Result<(), taisai_table::Refusal>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.call(Call::Ask(Box::new(request), ReplyTo::Part(reply))).await?;
        answer.await.map_err(|_| Unavailable)
    }

    /// Asks something of the table in the phase that the asker saw; refused once it has moved on.
    pub async fn ask_while(
        &self,
        phase: taisai_table::Phase,
        request: taisai_table::Request,
    ) -> Result<Result<(), taisai_table::Refusal>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.call(Call::AskWhile(phase, Box::new(request), ReplyTo::Part(reply))).await?;
        answer.await.map_err(|_| Unavailable)
    }

    /// Looks at what is durable.
    pub async fn look<R: Send + 'static>(
        &self,
        look: impl FnOnce(&TableMachine) -> R + Send + 'static,
    ) -> Result<R, Unavailable> {
        let (reply, seen) = oneshot::channel();
        let look = move |machine: &TableMachine| drop(reply.send(look(machine)));
        self.call(Call::Look(Box::new(look))).await?;
        seen.await.map_err(|_| Unavailable)
    }

    /// Holds the table: it does nothing more. Refused while players sit there or are owed
    /// something.
    pub async fn hold(&self) -> Result<Result<(), Occupied>, Unavailable> {
        let (reply, held) = oneshot::channel();
        self.call(Call::Hold(reply)).await?;
        held.await.map_err(|_| Unavailable)
    }

    /// Releases a held table.
    pub async fn go_on(&self) -> Result<(), Unavailable> {
        self.call(Call::GoOn).await
    }

    /// Stops the table in order.
    pub async fn stop(&self) -> Result<(), Unavailable> {
        let (reply, done) = oneshot::channel();
        self.call(Call::Stop(reply)).await?;
        done.await.map_err(|_| Unavailable)
    }
}

/// A handle to the floor's task.
#[derive(Clone, Debug)]
pub struct FloorHandle(mpsc::Sender<FloorCall>);

impl FloorHandle {
    /// The way to whoever holds the other end.
    pub const fn new(inbox: mpsc::Sender<FloorCall>) -> Self {
        Self(inbox)
    }

    /// How many calls wait for it.
    pub fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Sends a call; waits while the floor's inbox is full.
    pub async fn call(&self, call: FloorCall) -> Result<(), Unavailable> {
        self.0.send(call).await.map_err(|_| Unavailable)
    }

    /// Asks something, and gets the answer when it is durable.
    pub async fn ask(
        &self,
        request: taisai_floor::Request,
    ) -> Result<Result<(), taisai_floor::Refusal>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.call(FloorCall::Ask(Box::new(request), reply)).await?;
        answer.await.map_err(|_| Unavailable)
    }

    /// Sends a command of the host itself, under a number of its own.
    pub async fn act(
        &self,
        command: taisai_floor::Command,
    ) -> Result<Result<(), taisai_floor::Refusal>, Unavailable> {
        self.act_as(command, None).await
    }

    /// Sends a command of the host as a step of what somebody asked for; the journal names them.
    pub async fn act_for(
        &self,
        author: Author,
        command: taisai_floor::Command,
    ) -> Result<Result<(), taisai_floor::Refusal>, Unavailable> {
        self.act_as(command, Some(author)).await
    }

    async fn act_as(
        &self,
        command: taisai_floor::Command,
        author: Option<Author>,
    ) -> Result<Result<(), taisai_floor::Refusal>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.call(FloorCall::Act(Box::new(command), author, reply)).await?;
        answer.await.map_err(|_| Unavailable)
    }

    /// Looks at what is durable.
    pub async fn look<R: Send + 'static>(
        &self,
        look: impl FnOnce(&Floor) -> R + Send + 'static,
    ) -> Result<R, Unavailable> {
        let (reply, seen) = oneshot::channel();
        let look = move |floor: &Floor| drop(reply.send(look(floor)));
        self.call(FloorCall::Look(Box::new(look))).await?;
        seen.await.map_err(|_| Unavailable)
    }

    /// Reads what is durable, and what the floor's task knows besides.
    pub async fn survey<R: Send + 'static>(
        &self,
        look: impl FnOnce(Seen<'_>) -> R + Send + 'static,
    ) -> Result<R, Unavailable> {
        let (reply, seen) = oneshot::channel();
        let survey = move |all: Seen<'_>| drop(reply.send(look(all)));
        self.call(FloorCall::Survey(Box::new(survey))).await?;
        seen.await.map_err(|_| Unavailable)
    }

    /// Stops the floor in order.
    pub async fn stop(&self) -> Result<(), Unavailable> {
        let (reply, done) = oneshot::channel();
        self.call(FloorCall::Stop(reply)).await?;
        done.await.map_err(|_| Unavailable)
    }

    /// Where the floor's stream ends.
    pub async fn head(&self) -> Result<Head, Unavailable> {
        let (reply, head) = oneshot::channel();
        self.call(FloorCall::Head(reply)).await?;
        head.await.map_err(|_| Unavailable)
    }

    /// Registers a visitor's connection, so that the floor can end the conversation.
    pub async fn enter(&self, visitor: Visitor, line: ScreenSender) -> Result<(), Unavailable> {
        self.call(FloorCall::Enter(visitor, line)).await
    }

    /// Removes a visitor's connection.
    pub async fn leave(&self, visitor: Visitor, line: ScreenSender) -> Result<(), Unavailable> {
        self.call(FloorCall::Leave(visitor, line)).await
    }
}
