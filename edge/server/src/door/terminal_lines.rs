//! The newest connection of each terminal: which ticket opens it, and what a wrong ticket does.

use std::net::IpAddr;

use taisai_floor::{Command, Line as Text, Notice, Refusal as FloorRefusal, TerminalId};
use taisai_protocol::Refusal;

use crate::door::ticket::Ticket;
use crate::error::Error;
use crate::house::House;
use crate::house::open_lines::Named;
use crate::house::who::Who;
use crate::world::secret::{Kind, Token};

/// A ticket that a device sent, and whose it is.
#[derive(Clone)]
pub struct ShownTicket {
    /// The terminal at its seat, or the display at its table.
    pub who: Who,
    /// Its number.
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

impl House {
    /// Whose ticket this is; `None` if the house never issued it.
    pub async fn shown(
        &self,
        ticket: Ticket,
        address: IpAddr,
    ) -> Result<Option<ShownTicket>, Error> {
        let key = self.key.clone();
        let found = self.floor.look(move |floor| {
            let (terminal, known) = match ticket {
                Ticket::First(token) => floor.device_with(&token.digest(Kind::Terminal))?,
                Ticket::Given { terminal, .. } => (terminal, floor.device(terminal)?),
            };
            let token = known.token();
            if !ticket.is_of(&key, terminal, &token) {
                return None;
            }
            let number = ticket.number();
            let next = Ticket::given(&key, terminal, &token, number.saturating_add(1));
            let who = Who::device(terminal, known);
            let is_spent = number < floor.next_ticket(terminal);
            Some(ShownTicket { who, terminal, number, is_spent, next, address })
        });
        Ok(found.await?)
    }

    /// Opens a line over HTTP with a good ticket; its name.
    pub async fn open_line(&self, shown: &ShownTicket) -> Result<Token, Error> {
        self.check_unspent(shown).await?;
        let name = self.world.token().map_err(|_| Error::Refused(Refusal::Busy))?;
        self.lines.wait(shown.terminal, name, shown.number);
        Ok(name)
    }

    /// Whether a device with this ticket may ask over the connection of this name; the first such
    /// request spends the ticket the connection was opened with.
    pub async fn use_line(&self, shown: &ShownTicket, name: Option<Token>) -> Result<(), Error> {
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
                Err(Error::Refused(Refusal::NeedsLine))
            }
            (Named::Waiting(_) | Named::Gone, _) => Err(Error::Refused(Refusal::NeedsLine)),
        }
    }

    async fn check_unspent(&self, shown: &ShownTicket) -> Result<(), Error> {
        if !shown.is_spent {
            return Ok(());
        }
        self.report_misuse(shown).await?;
        Err(Error::Refused(Refusal::TicketSpent))
    }

    /// A line that was opened with this ticket was heard. Refused, and reported, where another
    /// line was heard before with the same ticket or a later one.
    pub async fn spend_ticket(&self, shown: &ShownTicket, ticket: u64) -> Result<(), Error> {
        let spend = Command::SpendTicket { terminal: shown.terminal, ticket };
        let outcome = self.floor.act(spend).await?;
        if outcome == Err(FloorRefusal::TicketSpent) {
            self.report_misuse(shown).await?;
        }
        Ok(outcome?)
    }

    /// Reports to the floor a spent ticket, or one used beside an open connection.
    pub async fn report_misuse(&self, shown: &ShownTicket) -> Result<(), Error> {
        let ShownTicket { terminal, number, address, .. } = *shown;
        if self.misuses.is_news(terminal, number) {
            let (address, ticket) = (Text::of(&address.to_string()), number);
            let misused = match shown.who {
                Who::Terminal { table, seat, .. } => {
                    Notice::TicketMisused { terminal, table, seat, ticket, address }
                }
                Who::Display { table, .. } => {
                    Notice::DisplayMisused { display: terminal, table, ticket, address }
                }
                Who::Staff(_) => return Ok(()),
            };
            let _ = self.floor.act(Command::Note(misused)).await?;
        }
        Ok(())
    }
}
