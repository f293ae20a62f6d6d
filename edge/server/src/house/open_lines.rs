//! The newest line of each terminal, and the tickets that were misused.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use taisai_floor::{Floor, TerminalId};
use taisai_protocol::server_message::ByeReason;

use crate::task::screen_sender::{Out, ScreenSender};
use crate::world::secret::Token;

/// The newest line of each terminal. Kept in memory only: after a start every terminal opens a new
/// one.
#[derive(Debug, Default)]
pub struct OpenLines(Mutex<BTreeMap<TerminalId, Lines>>);

/// The lines of one terminal.
#[derive(Debug, Default)]
struct Lines {
    newest: Option<Newest>,
    /// The name of the line before it; a request under it was on its way when it was replaced.
    before: Option<Token>,
    /// Opened over HTTP, and not used yet: the answer with its name may have been lost.
    waiting: Option<Waiting>,
}

#[derive(Debug)]
struct Newest {
    name: Token,
    /// The screen at its end; none over HTTP.
    screen: Option<ScreenSender>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    name: Token,
    ticket: u64,
}

/// What a name is to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The name of its newest line.
    Newest,
    /// The name of a line that was opened with this ticket and not used yet.
    Waiting(u64),
    /// The name of the line before, or any while no line is open.
    Gone,
    /// No name of its lines, while one is open.
    Stranger,
}

impl OpenLines {
    /// The most terminals of which lines are known.
    const TERMINALS_MAX: usize = Floor::TERMINALS_MAX;

    /// A line with its first message is the terminal's newest from now on; the one before ends.
    pub fn replace(&self, terminal: TerminalId, name: Token, screen: Option<ScreenSender>) {
        let mut all = self.lock();
        let lines = all.entry(terminal).or_default();
        lines.waiting = lines.waiting.filter(|waiting| !waiting.name.is(name));
        if let Some(before) = lines.newest.replace(Newest { name, screen }) {
            lines.before = Some(before.name);
            if let Some(screen) = before.screen {
                screen.send(Out::Bye(ByeReason::OpenedElsewhere));
            }
        }
        if all.len() > Self::TERMINALS_MAX {
            // Numbers of terminals count upwards: the lowest is the one that was removed first.
            all.pop_first();
        }
    }

    /// A line was opened over HTTP; it replaces nothing until it is used.
    pub fn wait(&self, terminal: TerminalId, name: Token, ticket: u64) {
        self.lock().entry(terminal).or_default().waiting = Some(Waiting { name, ticket });
    }

    /// The socket of a line is closed.
    pub fn close(&self, terminal: TerminalId, screen: &ScreenSender) {
        let mut all = self.lock();
        let Some(lines) = all.get_mut(&terminal) else { return };
        let is_it = |newest: &mut Newest| newest.screen.as_ref().is_some_and(|own| own.is(screen));
        if let Some(closed) = lines.newest.take_if(is_it) {
            lines.before = Some(closed.name);
        }
    }

    /// What this name is to a terminal.
    pub fn named(&self, terminal: TerminalId, name: Option<Token>) -> Named {
        let all = self.lock();
        let Some(lines) = all.get(&terminal) else { return Named::Gone };
        let is = |known: Token| name.is_some_and(|name| name.is(known));
        if lines.newest.as_ref().is_some_and(|newest| is(newest.name)) {
            return Named::Newest;
        }
        match (lines.waiting, &lines.newest) {
            (Some(waiting), _) if is(waiting.name) => Named::Waiting(waiting.ticket),
            (_, None) => Named::Gone,
            (_, Some(_)) if lines.before.is_some_and(is) => Named::Gone,
            (_, Some(_)) => Named::Stranger,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TerminalId, Lines>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tickets that were misused; each is reported once, so that nobody fills the journal with it.
#[derive(Debug, Default)]
pub struct Misuses(Mutex<VecDeque<(TerminalId, u64)>>);

impl Misuses {
    /// How many are remembered.
    const KEPT: usize = 2_000;

    /// Whether this one is new.
    pub fn is_news(&self, terminal: TerminalId, ticket: u64) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&(terminal, ticket)) {
            return false;
        }
        if known.len() >= Self::KEPT {
            known.pop_front();
        }
        known.push_back((terminal, ticket));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: TerminalId = TerminalId(7);

    fn name() -> Token {
        Token::random().unwrap()
    }

    #[test]
    fn the_newest_line_alone_has_a_name_that_counts() {
        let (lines, (first, second)) = (OpenLines::default(), (name(), name()));
        assert_eq!(lines.named(TERMINAL, Some(first)), Named::Gone);
        let ((screen, mut listening), (other, _)) = (ScreenSender::new(), ScreenSender::new());
        lines.replace(TERMINAL, first, Some(screen.clone()));
        assert_eq!(lines.named(TERMINAL, Some(first)), Named::Newest);
        assert_eq!(lines.named(TERMINAL, None), Named::Stranger);
        assert_eq!(lines.named(TerminalId(8), Some(first)), Named::Gone);
        lines.replace(TERMINAL, second, Some(other.clone()));
        let ended = listening.out.try_recv();
        assert!(matches!(ended, Ok(Out::Bye(ByeReason::OpenedElsewhere))), "{ended:?}");
        assert_eq!(lines.named(TERMINAL, Some(first)), Named::Gone, "it was good a moment ago");
        assert_eq!(lines.named(TERMINAL, Some(second)), Named::Newest);
        assert_eq!(lines.named(TERMINAL, Some(name())), Named::Stranger);
        lines.close(TERMINAL, &screen);
        assert_eq!(lines.named(TERMINAL, Some(second)), Named::Newest, "the old one was closed");
        lines.close(TERMINAL, &other);
        assert_eq!(lines.named(TERMINAL, Some(second)), Named::Gone);
        assert_eq!(lines.named(TERMINAL, None), Named::Gone, "no line is open");
    }

    #[test]
    fn a_line_over_http_replaces_nothing_until_it_is_used() {
        let (lines, (open, waits)) = (OpenLines::default(), (name(), name()));
        let (screen, mut listening) = ScreenSender::new();
        lines.replace(TERMINAL, open, Some(screen));
        lines.wait(TERMINAL, waits, 5);
        assert_eq!(lines.named(TERMINAL, Some(open)), Named::Newest);
        assert_eq!(lines.named(TERMINAL, Some(waits)), Named::Waiting(5));
        assert!(listening.out.try_recv().is_err());
        lines.replace(TERMINAL, waits, None);
        assert_eq!(lines.named(TERMINAL, Some(waits)), Named::Newest);
        assert!(matches!(listening.out.try_recv(), Ok(Out::Bye(ByeReason::OpenedElsewhere))));
    }

    #[test]
    fn the_lines_of_so_many_terminals_are_known_and_no_more() {
        let lines = OpenLines::default();
        let count = u32::try_from(OpenLines::TERMINALS_MAX).unwrap();
        for terminal in 0..=count {
            lines.replace(TerminalId(terminal), name(), None);
        }
        assert_eq!(lines.lock().len(), OpenLines::TERMINALS_MAX);
        assert!(!lines.lock().contains_key(&TerminalId(0)));
    }

    #[test]
    fn each_misused_ticket_is_news_once() {
        let misuses = Misuses::default();
        assert!(misuses.is_news(TERMINAL, 1));
        assert!(!misuses.is_news(TERMINAL, 1));
        assert!(misuses.is_news(TERMINAL, 2) && misuses.is_news(TerminalId(8), 1));
        for ticket in 10..10 + Misuses::KEPT as u64 {
            misuses.is_news(TERMINAL, ticket);
        }
        assert!(misuses.is_news(TERMINAL, 1), "the oldest made room");
    }
}
