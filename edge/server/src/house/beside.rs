//! Log-ins of staff in the browsers that are terminals: who works at a table does not play there.
//!
//! A terminal names nobody. All that the server can know is that the browser of a seat also has a
//! log-in of somebody who works at its table; the rest is up to people.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use taisai_floor::{Floor, TerminalId};
use taisai_table::{SessionId, StaffId};

use crate::error::Error;
use crate::house::House;
use crate::money::cage::TerminalAsk;
use crate::world::secret::Token;

/// The log-in that each terminal's browser showed last. Kept in memory alone: after a start every
/// terminal opens another line, and shows what it has.
#[derive(Debug, Default)]
pub struct Beside(Mutex<BTreeMap<TerminalId, SessionId>>);

impl Beside {
    fn note(&self, terminal: TerminalId, session: Option<SessionId>) {
        let mut known = self.lock();
        match session {
            Some(session)
                if known.len() < Floor::TERMINALS_MAX || known.contains_key(&terminal) =>
            {
                known.insert(terminal, session);
            }
            Some(_) | None => drop(known.remove(&terminal)),
        }
    }

    fn of(&self, terminal: TerminalId) -> Option<SessionId> {
        self.lock().get(&terminal).copied()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TerminalId, SessionId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// Notes which log-in a terminal's browser has, or that it has none.
    pub async fn note_beside(
        &self,
        terminal: TerminalId,
        token: Option<Token>,
    ) -> Result<(), Error> {
        let staff = match token {
            Some(token) => self.staff_with(token).await?,
            None => None,
        };
        self.beside.note(terminal, staff.map(|staff| staff.session));
        Ok(())
    }

    /// Which member of staff sits down at a terminal, if known. If somebody sits there already, the
    /// answer does not change: a repeated ask must be the same ask.
    pub async fn staff_sitting_down(&self, at: &TerminalAsk) -> Result<Option<StaffId>, Error> {
        let (seat, table) = (at.seat, self.table(at.table)?);
        let seated =
            table.look(move |machine| machine.table.seat(seat).map(taisai_table::Seat::staff));
        if let Some(staff) = seated.await? {
            return Ok(staff);
        }
        let Some(session) = self.beside.of(at.terminal) else { return Ok(None) };
        let now = self.world.clock.now();
        let staff = self.floor.look(move |floor| {
            floor.session(session).filter(|known| now < known.until).map(|known| known.staff)
        });
        Ok(staff.await?)
    }
}
