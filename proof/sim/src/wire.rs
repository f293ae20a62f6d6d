//! A socket that a simulated network carries.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::{Sink, Stream};
use sha2::{Digest as _, Sha256};
use taisai_protocol::ServerMessage;
use tokio::sync::Notify;

use crate::auditor::{Broken, broken};
use crate::disk::Disk;
use crate::read::tell;

/// The number of a connection; none is used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// All sockets of a simulated server, as the network sees them.
#[derive(Clone)]
pub struct Wires {
    /// Connections that have something to carry, in order.
    busy: Arc<Mutex<VecDeque<ConnectionId>>>,
    /// Notified when there is something to carry, or any other reason to wake.
    pub stir: Arc<Notify>,
    disk: Disk,
}

impl Wires {
    /// No sockets yet, on a machine with this disk.
    pub fn new(disk: Disk) -> Self {
        Self { busy: Arc::default(), stir: Arc::new(Notify::new()), disk }
    }

    /// A new socket: the server's end and the network's.
    pub fn connect(&self, connection: ConnectionId) -> (SimulatedSocket, NetworkEnd) {
        let pipe = Arc::new(Mutex::new(Pipe::default()));
        let socket = SimulatedSocket { connection, pipe: Arc::clone(&pipe), wires: self.clone() };
        (socket, NetworkEnd { pipe })
    }

    /// The next connection that has something to carry.
    pub fn next_busy(&self) -> Option<ConnectionId> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

/// Parses the server's messages. A message to everybody is serialised once, and parsed once.
#[derive(Default)]
pub struct LastRead(VecDeque<Read>);

/// A message that was read.
#[derive(Clone)]
pub struct Read {
    text: Utf8Bytes,
    pub hash: [u8; 32],
    /// What it says.
    pub tell: Arc<ServerMessage>,
}

impl LastRead {
    /// How many messages are remembered.
    const KEPT: usize = 16;

    /// A message, read now or a moment ago.
    pub fn read(&mut self, text: &Utf8Bytes) -> Result<Read, Broken> {
        // The same place in memory is the same message: it is not given up while it is kept here.
        let same = |known: &&Read| std::ptr::eq(known.text.as_bytes(), text.as_bytes());
        if let Some(known) = self.0.iter().find(same) {
            return Ok(known.clone());
        }
        let tell = tell(text).map_err(|error| broken(0, format!("unreadable {text}: {error}")))?;
        let hash = Sha256::digest(text.as_bytes()).into();
        let read = Read { text: text.clone(), hash, tell: Arc::new(tell) };
        if self.0.len() == Self::KEPT {
            self.0.pop_front();
        }
        self.0.push_back(read.clone());
        Ok(read)
    }
}

/// How many messages the network takes before a writer waits.
const WINDOW: usize = 128;

#[derive(Default)]
struct Pipe {
    to_server: VecDeque<Utf8Bytes>,
    from_server: VecDeque<Utf8Bytes>,
    /// Messages taken by the network and not yet read by the screen.
    in_flight: usize,
    /// The screen's side is gone, and the server knows it once it has read everything.
    hung_up: bool,
    /// The server has closed its side.
    closed: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

fn lock(pipe: &Mutex<Pipe>) -> MutexGuard<'_, Pipe> {
    pipe.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The network's end of a socket.
pub struct NetworkEnd {
    pipe: Arc<Mutex<Pipe>>,
}

impl NetworkEnd {
    /// A message of the screen arrives at the server.
    pub fn deliver(&self, text: Utf8Bytes) {
        let mut pipe = lock(&self.pipe);
        pipe.to_server.push_back(text);
        if let Some(reader) = pipe.reader.take() {
            reader.wake();
        }
    }

    /// What the server has sent since this was last asked.
    pub fn take(&self) -> Vec<Utf8Bytes> {
        let mut pipe = lock(&self.pipe);
        let sent: Vec<_> = pipe.from_server.drain(..).collect();
        pipe.in_flight += sent.len();
        sent
    }

    /// The screen has read a message, so that another may follow.
    pub fn acknowledge(&self) {
        let mut pipe = lock(&self.pipe);
        pipe.in_flight = pipe.in_flight.saturating_sub(1);
        if let Some(writer) = pipe.writer.take() {
            writer.wake();
        }
    }

    /// The server learns that the connection is gone.
    pub fn hang_up(&self) {
        let mut pipe = lock(&self.pipe);
        pipe.hung_up = true;
        for waker in [pipe.reader.take(), pipe.writer.take()].into_iter().flatten() {
            waker.wake();
        }
    }

    /// Whether the server has closed its side and everything it said was taken.
    pub fn is_closed(&self) -> bool {
        let pipe = lock(&self.pipe);
        pipe.closed && pipe.from_server.is_empty()
    }
}

/// The server's end of a socket.
pub struct SimulatedSocket {
    connection: ConnectionId,
    pipe: Arc<Mutex<Pipe>>,
    wires: Wires,
}

impl SimulatedSocket {
    fn stir(&self) {
        let mut busy = self.wires.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.push_back(self.connection);
        self.wires.stir.notify_one();
    }
}

impl Drop for SimulatedSocket {
    fn drop(&mut self) {
        lock(&self.pipe).closed = true;
        self.stir();
    }
}

impl Stream for SimulatedSocket {
    type Item = Result<Message, io::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut pipe = lock(&self.pipe);
        match pipe.to_server.pop_front() {
            Some(text) => Poll::Ready(Some(Ok(Message::Text(text)))),
            None if pipe.hung_up => Poll::Ready(None),
            None => {
                pipe.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Sink<Message> for SimulatedSocket {
    type Error = io::Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut pipe = lock(&self.pipe);
        if pipe.hung_up {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        if pipe.in_flight + pipe.from_server.len() >= WINDOW {
            pipe.writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> io::Result<()> {
        // A machine without power says nothing.
        if let (Message::Text(text), true) = (message, self.wires.disk.is_powered()) {
            lock(&self.pipe).from_server.push_back(text);
            self.stir();
        }
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        lock(&self.pipe).closed = true;
        self.stir();
        Poll::Ready(Ok(()))
    }
}
