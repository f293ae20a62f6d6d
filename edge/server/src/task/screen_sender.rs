//! The sender of messages to one screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use taisai_protocol::ServerMessage;
use taisai_protocol::server_message::ByeReason;
use tokio::sync::mpsc;

/// What goes to a screen.
#[derive(Debug)]
pub enum Out {
    /// The same bytes that others get.
    Shared(Utf8Bytes),
    /// For this screen alone; serialised by its sender.
    Own(Box<ServerMessage>),
    /// The last message.
    Bye(ByeReason),
}

/// Sends messages to one screen. A screen that does not read is disconnected, and gets a snapshot
/// when it comes back.
#[derive(Clone, Debug)]
pub struct ScreenSender {
    number: u64,
    out: mpsc::Sender<Out>,
    overrun: Arc<AtomicBool>,
}

/// The receiving end.
#[derive(Debug)]
pub struct Listening {
    /// What is to be sent.
    pub out: mpsc::Receiver<Out>,
    overrun: Arc<AtomicBool>,
}

impl Listening {
    /// Whether more was sent than fits. The sender checks this whenever it has something to send: a
    /// line that was overrun was full.
    pub fn overrun(&self) -> bool {
        self.overrun.load(Ordering::Relaxed)
    }
}

static NUMBER: AtomicU64 = AtomicU64::new(1);

impl ScreenSender {
    /// How much may wait for a screen.
    pub const WAITING_MAX: usize = 64;
    /// How much of that is kept for what is sent to this screen alone.
    const OWN: usize = 16;

    /// A new sender with its receiver.
    pub fn new() -> (Self, Listening) {
        let (out, listening) = mpsc::channel(Self::WAITING_MAX);
        let overrun = Arc::new(AtomicBool::new(false));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let listening = Listening { out: listening, overrun: Arc::clone(&overrun) };
        (Self { number, out, overrun }, listening)
    }

    /// Its number, which no other sender has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether both lead to the same screen.
    pub fn is(&self, other: &Self) -> bool {
        self.number == other.number
    }

    /// Whether the receiver is gone.
    pub fn is_closed(&self) -> bool {
        self.out.is_closed()
    }

    /// Sends a message; a screen with too many waiting messages is disconnected.
    pub fn send(&self, out: Out) {
        if self.out.try_send(out).is_err() {
            self.overrun.store(true, Ordering::Relaxed);
        }
    }

    /// Sends what everybody sees, if the screen has read most of what was sent before; returns
    /// whether it was sent.
    pub fn show(&self, text: Utf8Bytes) -> bool {
        self.out.capacity() > Self::OWN && self.out.try_send(Out::Shared(text)).is_ok()
    }

    /// Sends a message for this screen alone.
    pub fn tell(&self, tell: ServerMessage) {
        self.send(Out::Own(Box::new(tell)));
    }
}

/// A message as it goes over the wire.
pub fn written(tell: &ServerMessage) -> Utf8Bytes {
    /// Holds the answer to a bet without growing.
    const USUAL: usize = 512;
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, tell).expect("a message has no key that is not text");
    String::from_utf8(text).expect("JSON is text").into()
}
