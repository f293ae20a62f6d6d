//! What leaves a table: written while the table stands as it tells, sent once that is durable.

use axum::extract::ws::Utf8Bytes;
use taisai_floor::TableId;
use taisai_journal::Stream;
use taisai_table::{Event, Refusal};
use tokio::sync::oneshot;

use crate::audience::Audience;
use crate::figures::Figures;
use crate::host::Happened;
use crate::line::{Line, Out};
use crate::surveillance::Surveillance;

/// Whose post it is, and the ways on which it leaves.
pub struct Sender<'a> {
    /// The table.
    pub table: TableId,
    /// Its stream.
    pub stream: Stream,
    /// Everybody who watches it.
    pub audience: &'a mut Audience,
    /// The floor's list of what bears on security.
    pub surveillance: &'a Surveillance,
    /// The server's own figures.
    pub figures: &'a Figures,
}

/// What is to leave, in order.
#[derive(Default)]
pub struct Post(Vec<Letter>);

/// One thing that is to leave.
pub enum Letter {
    /// To one screen.
    Own(Line, Out),
    /// To everybody who watches the table.
    Public(Utf8Bytes),
    /// To a part of the server: the answer to what it asked.
    Answer(oneshot::Sender<Result<(), Refusal>>, Result<(), Refusal>),
    /// To a part of the server: what it saw.
    Seen(Box<dyn FnOnce() + Send>),
    /// To the server's figures, and to the floor's screens as far as it bears on security.
    Happened(Vec<Happened<Event>>),
}

impl Post {
    /// Adds a letter.
    pub fn push(&mut self, letter: Letter) {
        self.0.push(letter);
    }

    /// Sends everything. Whoever a letter is for may have gone meanwhile; then nobody reads it, and
    /// what it tells has happened all the same.
    pub fn send(&mut self, from: &mut Sender<'_>) {
        for letter in self.0.drain(..) {
            match letter {
                Letter::Own(line, out) => line.send(out),
                Letter::Public(update) => from.audience.tell(&update),
                Letter::Answer(reply, outcome) => _ = reply.send(outcome),
                Letter::Seen(tell) => tell(),
                Letter::Happened(happened) => {
                    from.figures.happened(from.stream, &happened);
                    for happened in happened {
                        from.surveillance.table(from.table, &happened);
                    }
                }
            }
        }
    }
}
