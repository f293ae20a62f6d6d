//! The newest line of each terminal, what opens one, and who shows a ticket that opens none.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use taisai_floor::{Command, Floor, Line as Text, Notice, Refusal as FloorRefusal, TerminalId};
use taisai_protocol::Refusal;
use taisai_protocol::tell::ByeReason;

use crate::cage::No;
use crate::house::House;
use crate::line::{Line, Out};
use crate::login::Who;
use crate::secret::{Kind, Token};
use crate::ticket::Ticket;

/// A ticket that somebody showed at the door, and whose it is.
#[derive(Clone)]
pub struct Shown {
    /// The terminal at its seat.
    pub who: Who,
    /// The terminal.
    pub terminal: TerminalId,
    /// The number of the ticket.
    pub number: u64,
    /// Whether it, or a later one, was used before.
    pub is_spent: bool,
    /// The ticket that follows.
    pub next: Ticket,
    /// From where it was shown.
    pub address: IpAddr,
}

/// The newest line of each terminal. Kept in memory alone: after a start every terminal opens
/// another one.
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
    screen: Option<Line>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    name: Token,
    ticket: u64,
}

/// What a name is to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
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

    /// A line that was heard is the terminal's newest from now on; the one before ends.
    pub fn replace(&self, terminal: TerminalId, name: Token, screen: Option<Line>) {
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
    fn wait(&self, terminal: TerminalId, name: Token, ticket: u64) {
        self.lock().entry(terminal).or_default().waiting = Some(Waiting { name, ticket });
    }

    /// The socket of a line is closed.
    pub fn close(&self, terminal: TerminalId, screen: &Line) {
        let mut all = self.lock();
        let Some(lines) = all.get_mut(&terminal) else { return };
        let is_it = |newest: &mut Newest| newest.screen.as_ref().is_some_and(|own| own.is(screen));
        if let Some(closed) = lines.newest.take_if(is_it) {
            lines.before = Some(closed.name);
        }
    }

    fn named(&self, terminal: TerminalId, name: Option<Token>) -> Named {
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

    /// Whether nobody has heard of this one.
    fn is_news(&self, terminal: TerminalId, ticket: u64) -> bool {
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

impl House {
    /// Whose ticket this is; nobody's where the house did not give it out.
    pub async fn shown(&self, ticket: Ticket, address: IpAddr) -> Result<Option<Shown>, No> {
        let key = self.key.clone();
        let found = self.floor.look(move |floor| {
            let (terminal, known) = match ticket {
                Ticket::First(token) => floor.terminal_with(&token.digest(Kind::Terminal))?,
                Ticket::Given { terminal, .. } => (terminal, floor.terminal(terminal)?),
            };
            if !ticket.is_of(&key, terminal, &known.token) {
                return None;
            }
            let number = ticket.number();
            let next = Ticket::given(&key, terminal, &known.token, number.saturating_add(1));
            let who = Who::Terminal { terminal, table: known.table, seat: known.seat };
            let is_spent = number < floor.next_ticket(terminal);
            Some(Shown { who, terminal, number, is_spent, next, address })
        });
        Ok(found.await?)
    }

    /// Opens a line over HTTP with a good ticket; its name.
    pub async fn open_line(&self, shown: &Shown) -> Result<Token, No> {
        self.check_unspent(shown).await?;
        let name = self.world.token().map_err(|_| No::Refused(Refusal::Busy))?;
        self.lines.wait(shown.terminal, name, shown.number);
        Ok(name)
    }

    /// Whether somebody with this ticket may ask over the line of this name; the first who does
    /// spends the ticket it was opened with.
    pub async fn use_line(&self, shown: &Shown, name: Option<Token>) -> Result<(), No> {
        self.check_unspent(shown).await?;
        match (self.lines.named(shown.terminal, name), name) {
            (Named::Newest, _) => Ok(()),
            // The ticket that came with the name shows that the answer has arrived.
            (Named::Waiting(ticket), Some(name)) if ticket < shown.number => {
                self.spend_ticket(shown, ticket).await?;
                self.lines.replace(shown.terminal, name, None);
                Ok(())
            }
            (Named::Stranger, _) => {
                self.report_misuse(shown).await?;
                Err(No::Refused(Refusal::NeedsLine))
            }
            (Named::Waiting(_) | Named::Gone, _) => Err(No::Refused(Refusal::NeedsLine)),
        }
    }

    async fn check_unspent(&self, shown: &Shown) -> Result<(), No> {
        if !shown.is_spent {
            return Ok(());
        }
        self.report_misuse(shown).await?;
        Err(No::Refused(Refusal::TicketSpent))
    }

    /// A line that was opened with this ticket was heard. Refused, and reported, where another
    /// line was heard before with the same ticket or a later one.
    pub async fn spend_ticket(&self, shown: &Shown, ticket: u64) -> Result<(), No> {
        let spend = Command::SpendTicket { terminal: shown.terminal, ticket };
        let outcome = self.floor.act(spend).await?;
        if outcome == Err(FloorRefusal::TicketSpent) {
            self.report_misuse(shown).await?;
        }
        Ok(outcome?)
    }

    /// Tells the floor that a ticket was shown that opens nothing, or beside an open line.
    pub async fn report_misuse(&self, shown: &Shown) -> Result<(), No> {
        let Shown { terminal, number, address, .. } = *shown;
        let Who::Terminal { table, seat, .. } = shown.who else { return Ok(()) };
        if self.misuses.is_news(terminal, number) {
            let address = Text::of(&address.to_string());
            let misused = Notice::TicketMisused { terminal, table, seat, ticket: number, address };
            let _ = self.floor.act(Command::Note(misused)).await?;
        }
        Ok(())
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
        let ((screen, mut listening), (other, _)) = (Line::new(), Line::new());
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
        let (screen, mut listening) = Line::new();
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
