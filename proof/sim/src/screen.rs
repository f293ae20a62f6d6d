//! The state of every screen: its connection, its asks, and the messages it received.

use std::collections::BTreeMap;

use taisai_protocol::ask::SeatAsk;
use taisai_protocol::server_message::{Hello, Snapshot, Update};
use taisai_protocol::view::console::ConsoleView;
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::view::table::TableView;
use taisai_protocol::{Answer, Ask, ClientMessage, Refusal, ServerMessage};

use crate::auditor::{Broken, broken};
use crate::scene::{Said, Scene, Wish};
use crate::tally::{Situation, Tally};
use crate::wire::ConnectionId;

#[derive(Default)]
pub struct Screen {
    pub connection: Option<ConnectionId>,
    /// When it was opened.
    pub opened_at: u64,
    /// Who the server says it is.
    pub hello: Option<Hello>,
    /// The number of its last ask.
    pub asked: u64,
    /// Asks that wait for an answer.
    pub waiting: BTreeMap<u64, Sent>,
    /// Asks that succeeded; their answers must stay the same as long as the player sits.
    pub done: BTreeMap<u64, Ask>,
    /// The last ask to leave that was done: what was asked before is forgotten by then.
    pub left: u64,
    /// The seat's view.
    pub seat: Option<Numbered<SeatView>>,
    /// The table's.
    pub table: Option<Numbered<TableView>>,
    /// The staff's.
    pub console: Option<Numbered<ConsoleView>>,
}

/// An ask that was sent.
#[derive(Clone)]
pub struct Sent {
    pub what: Ask,
    /// As it went over the wire.
    pub said: Said,
    /// When it was last sent.
    pub at: u64,
    /// How often it was sent.
    pub times: u32,
    /// Whether the connection was lost meanwhile.
    pub outlived: bool,
}

/// A view, and the number of the message that last changed it.
pub struct Numbered<V> {
    pub number: u64,
    pub view: V,
}

/// An ask that was answered.
pub struct Answered {
    pub id: u64,
    /// What was asked.
    pub what: Ask,
    /// What was answered.
    pub answer: Answer,
}

impl Screen {
    /// The next ask, as it goes over the wire.
    pub fn ask(&mut self, now: u64, round: Option<u64>, what: Ask) -> Said {
        self.asked += 1;
        let said = written(&ClientMessage { id: self.asked, round, ask: what.clone() });
        let sent = Sent { what, said: said.clone(), at: now, times: 1, outlived: false };
        self.waiting.insert(self.asked, sent);
        said
    }

    /// Asks once more what was not answered; whether anything was not.
    pub fn ask_again(&mut self, scene: &mut Scene<'_>) -> bool {
        let Some((_, sent)) = self.waiting.iter_mut().next() else { return false };
        let patience = if sent.outlived && sent.times == 1 { 0 } else { 8_000 };
        if sent.at + patience <= scene.now {
            sent.at = scene.now;
            sent.times += 1;
            scene.tally.duplicates += 1;
            scene.wish(Wish::Repeat(sent.said.clone(), 0));
        }
        true
    }

    /// Another ask under the number of one that is done, as it goes over the wire.
    pub fn ask_under_old_number(&self, round: Option<u64>, what: Ask) -> Option<Said> {
        let (id, known) = self.done.last_key_value()?;
        if *known == what || !matches!(known, Ask::Bet(_)) {
            return None;
        }
        Some(written(&ClientMessage { id: *id, round, ask: what }))
    }

    /// Whether somebody can be asked something here and now.
    pub fn is_ready(&self) -> bool {
        self.connection.is_some() && self.hello.is_some() && self.waiting.is_empty()
    }

    /// The connection is gone; open asks are repeated on the next one.
    pub fn lost(&mut self) {
        self.connection = None;
        self.hello = None;
        self.seat = None;
        self.table = None;
        self.console = None;
        for sent in self.waiting.values_mut() {
            sent.outlived = true;
        }
    }

    /// Handles a message from the server; returns the answer to an ask.
    pub fn hear(
        &mut self,
        tell: &ServerMessage,
        tally: &mut Tally,
    ) -> Result<Option<Answered>, Broken> {
        match tell {
            ServerMessage::Hello(hello) => self.asked = self.asked.max(hello.asked),
            ServerMessage::Snapshot(snapshot) => self.snapshot(snapshot),
            ServerMessage::Update(update) => self.update(update)?,
            ServerMessage::Answer(answer) => return self.answer(answer, tally),
            ServerMessage::Ping { .. } | ServerMessage::Bye { .. } => {}
        }
        if let ServerMessage::Hello(hello) = tell {
            self.hello = Some(hello.clone());
        }
        Ok(None)
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        match snapshot {
            Snapshot::Table { number, state, .. } => {
                self.table = Some(Numbered { number: *number, view: state.clone() });
            }
            Snapshot::Seat { number, state } => {
                self.seat = Some(Numbered { number: *number, view: state.clone() });
            }
            Snapshot::Console { number, state, .. } => {
                self.console = Some(Numbered { number: *number, view: state.clone() });
            }
            Snapshot::Floor { .. } | Snapshot::Cage { .. } => {}
        }
    }

    fn update(&mut self, update: &Update) -> Result<(), Broken> {
        match update {
            Update::Table { number, changed, .. } => {
                let known = follows(&mut self.table, *number, "table")?;
                known.change(changed.clone());
            }
            Update::Seat { number, changed } => {
                let known = follows(&mut self.seat, *number, "seat")?;
                known.change(changed.clone());
            }
            Update::Console { number, changed, .. } => {
                let known = follows(&mut self.console, *number, "console")?;
                known.change(changed.clone());
            }
            Update::Floor { .. } | Update::Cage { .. } => {}
        }
        Ok(())
    }

    fn answer(&mut self, answer: &Answer, tally: &mut Tally) -> Result<Option<Answered>, Broken> {
        let id = number_of(answer);
        if let Answer::Done { seat: Some(update), .. }
        | Answer::Voucher { seat: Some(update), .. } = answer
        {
            let known = follows(&mut self.seat, update.number, "seat")?;
            known.change(update.changed.clone());
        }
        let refused = matches!(answer, Answer::Refused { .. });
        let Some(sent) = self.waiting.remove(&id) else {
            self.again(id, answer, tally)?;
            return Ok(None);
        };
        if sent.outlived {
            tally.note(Situation::RetryAnsweredAfterReturn);
        }
        if !refused && matches!(sent.what, Ask::Seat(SeatAsk::Leave)) {
            self.left = id;
        }
        if !refused {
            self.done.insert(id, sent.what.clone());
            if self.done.len() > 64 {
                self.done.pop_first();
            }
        }
        Ok(Some(Answered { id, what: sent.what, answer: answer.clone() }))
    }

    /// Promise 9: repeating an ask under the same number gets the same answer.
    fn again(&self, id: u64, answer: &Answer, tally: &mut Tally) -> Result<(), Broken> {
        let Some(what) = self.done.get(&id) else { return Ok(()) };
        match answer {
            Answer::Refused { why: Refusal::RequestReused, .. } => {
                tally.note(Situation::NumberReusedRefused);
                Ok(())
            }
            Answer::Refused { why, .. } if !forgotten(why) && self.left < id => {
                Err(broken(9, format!("{what:?} was done, and then refused: {why:?}")))
            }
            Answer::Refused { .. } => Ok(()),
            _ => {
                tally.note(Situation::DuplicateAnsweredAlike);
                Ok(())
            }
        }
    }
}

fn written(ask: &ClientMessage) -> Said {
    let text = serde_json::to_string(ask).expect("an ask has no key that is not text");
    Said { id: ask.id, text: text.into() }
}

/// A refusal that is right for an ask from long ago, or by somebody who has left since.
fn forgotten(why: &Refusal) -> bool {
    matches!(why, Refusal::RequestTooOld | Refusal::SeatEmpty | Refusal::Busy | Refusal::NotStaff)
}

/// A view that can be changed by the message of this number.
fn follows<'a, V>(
    known: &'a mut Option<Numbered<V>>,
    number: u64,
    what: &str,
) -> Result<&'a mut V, Broken> {
    let Some(known) = known else {
        return Err(broken(15, format!("an update of the {what} came before its snapshot")));
    };
    if number != known.number + 1 {
        let seen = format!("update {number} of the {what} came after {}", known.number);
        return Err(broken(15, seen));
    }
    known.number = number;
    Ok(&mut known.view)
}

/// The number of the ask that is answered.
pub const fn number_of(answer: &Answer) -> u64 {
    match answer {
        Answer::Done { id, .. }
        | Answer::Refused { id, .. }
        | Answer::Preview { id, .. }
        | Answer::Recalled { id, .. }
        | Answer::RecalledAll { id, .. }
        | Answer::Payouts { id, .. }
        | Answer::Voucher { id, .. }
        | Answer::Found { id, .. }
        | Answer::Enrolment { id, .. }
        | Answer::DisplayCode { id, .. }
        | Answer::StaffAdded { id, .. }
        | Answer::InvitationProposed { id, .. } => *id,
    }
}
