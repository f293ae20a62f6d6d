//! The house as its parts see it: the floor, the tables, and what all of them share.

pub mod archive;
pub mod beside;
pub mod codes;
pub mod custody;
pub mod displays;
pub mod floor_feed;
pub mod old_tokens;
pub mod open_lines;
pub mod things;
pub mod tries;
pub mod turns;
pub mod who;

use std::collections::BTreeMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use taisai_floor::{Origin, TableId, Title};
use taisai_journal::{JournalId, Stream};
use taisai_protocol::Refusal;
use taisai_table::{HostCommand, SessionId, StaffId};
use tokio::sync::oneshot;

use crate::error::Error;
use crate::error::Unavailable;
use crate::figures::Inboxes;
use crate::house::archive::Archive;
use crate::house::beside::Beside;
use crate::house::codes::Codes;
use crate::house::custody::Custody;
use crate::house::displays::Displays;
use crate::house::floor_feed::FloorFeed;
use crate::house::old_tokens::OldTokens;
use crate::house::open_lines::{Misuses, OpenLines};
use crate::house::tries::Tries;
use crate::house::turns::Turns;
use crate::task::call::{Call, ReplyTo};
use crate::task::handle::{FloorHandle, TableHandle};
use crate::task::idle_sessions::IdleSessions;
use crate::task::surveillance::Surveillance;
use crate::task::tasks::{Tasks, stream_of};
use crate::world::World;
use crate::world::secret::{Token, VoucherKey};

/// The house at work.
pub struct House {
    /// What it is called.
    pub name: Title,
    /// The journal all of it is kept in.
    pub journal: JournalId,
    pub floor: FloorHandle,
    tables: RwLock<BTreeMap<TableId, TableHandle>>,
    /// The key of the vouchers.
    pub key: VoucherKey,
    /// Time, chance and passwords.
    pub world: World,
    /// Who has tried to log in in vain.
    pub tries: Tries,
    /// Whose money is on its way between cage and table.
    pub turns: Turns,
    /// Who answers for the shakers.
    pub custody: Custody,
    /// One look at the displays at a time.
    pub displays: Displays,
    /// What the floor's and the cage's screens see.
    pub board: FloorFeed,
    /// What the journal tells of the past, where it can be read beside its writer.
    pub archive: OnceLock<Archive>,
    /// One round is recalled at a time: what was read of it is still so when its table gets it.
    pub recalling: tokio::sync::Mutex<()>,
    /// One thing is lent or settled at a time: what was looked up of it is still so.
    pub moving_things: tokio::sync::Mutex<()>,
    /// What bears on security.
    pub surveillance: Surveillance,
    /// Enrolment codes on offer.
    pub codes: Codes,
    /// When each log-in was last used.
    pub sessions_used: IdleSessions,
    /// Tokens that log-ins had before.
    pub old_tokens: OldTokens,
    /// The newest line of each terminal.
    pub lines: OpenLines,
    /// Log-ins in the browsers that are terminals.
    pub beside: Beside,
    /// Tickets that were misused and reported.
    pub misuses: Misuses,
    /// Asks that an exclusion refused and that were reported.
    pub barred_tries: Misuses,
    /// Where new tables are set to work.
    pub tasks: Tasks,
    /// Who lends play money, where the house is a demo.
    pub lender: OnceLock<Lender>,
}

/// Who lends play money and shows to seats in a demo.
#[derive(Debug)]
pub struct Lender {
    /// The cashier who sells it.
    pub bank: Clerk,
    /// The floorperson who offers seats.
    pub usher: Clerk,
    /// One ask at a time, so that a repeated one finds what the first has done.
    pub turn: tokio::sync::Mutex<()>,
}

/// A member of staff whom the house itself plays, under log-ins that it renews when they end.
#[derive(Debug)]
pub struct Clerk {
    /// The person.
    pub staff: StaffId,
    /// Their log-in, and the last number under which they asked in it.
    pub at_work: tokio::sync::Mutex<Option<(SessionId, u64)>>,
}

impl House {
    /// A house without tables.
    pub fn new(
        name: Title,
        journal: JournalId,
        floor: FloorHandle,
        key: VoucherKey,
        world: World,
        tasks: Tasks,
    ) -> Self {
        let (tables, tries) = (RwLock::default(), Tries::default());
        let (board, codes) = (FloorFeed::default(), Codes::default());
        let (surveillance, sessions_used) =
            (tasks.surveillance.clone(), tasks.sessions_used.clone());
        Self {
            name,
            journal,
            floor,
            tables,
            key,
            world,
            tries,
            turns: Turns::default(),
            custody: Custody::default(),
            displays: Displays::default(),
            board,
            surveillance,
            codes,
            sessions_used,
            old_tokens: OldTokens::default(),
            lines: OpenLines::default(),
            beside: Beside::default(),
            misuses: Misuses::default(),
            barred_tries: Misuses::default(),
            archive: OnceLock::new(),
            recalling: tokio::sync::Mutex::default(),
            moving_things: tokio::sync::Mutex::default(),
            tasks,
            lender: OnceLock::new(),
        }
    }

    /// The way to a table.
    pub fn table(&self, table: TableId) -> Result<TableHandle, Error> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let none = || Error::Refused(Refusal::NoSuchTable { table: table.0 });
        tables.get(&table).cloned().ok_or_else(none)
    }

    /// The journal's past.
    pub fn archive(&self) -> Result<&Archive, Error> {
        self.archive.get().ok_or(Error::Unavailable)
    }

    /// Every table.
    pub fn tables(&self) -> Vec<(TableId, TableHandle)> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.iter().map(|(&table, handle)| (table, handle.clone())).collect()
    }

    /// Calls that wait for the floor and for each table.
    pub fn inboxes(&self) -> Inboxes {
        let of = |(table, handle): (TableId, TableHandle)| {
            Some((stream_of(table).ok()?, handle.waiting()))
        };
        let floor = (Stream::Floor, self.floor.waiting());
        [floor].into_iter().chain(self.tables().into_iter().filter_map(of)).collect()
    }

    /// Puts a table on the floor.
    pub fn put(&self, table: TableId, handle: TableHandle) {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(table, handle);
    }

    /// Takes a table from the floor.
    pub fn take(&self, table: TableId) -> Option<TableHandle> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.remove(&table)
    }

    /// What people call a table.
    pub async fn name_of(&self, table: TableId) -> Result<String, Error> {
        let name = self.floor.look(move |floor| floor.table(table).map(|known| known.name.clone()));
        Ok(name.await?.map_or_else(|| table.to_string(), |name| name.to_string()))
    }

    /// The host itself asks something of a table.
    pub async fn host_asks(
        &self,
        table: TableId,
        command: HostCommand,
    ) -> Result<Result<(), taisai_table::Refusal>, Error> {
        let (reply, answer) = oneshot::channel();
        self.table(table)?.call(Call::Act(command, ReplyTo::Part(reply))).await?;
        Ok(answer.await.map_err(|_| Unavailable)?)
    }

    /// The key as it is used since the last old copy of the journal was accepted.
    pub async fn present_key(&self) -> Result<VoucherKey, Error> {
        let series = self.floor.look(|floor| floor.series().next());
        Ok(self.key.in_series(series.await?.unwrap_or(0)))
    }

    /// The token for what these words name: that of the voucher which was made out for them, in
    /// whichever series, or else the one that is to be made out now. Paper that was honoured was
    /// made out for somebody whose record is lost.
    pub async fn token_for(&self, words: &[u64]) -> Result<Token, Error> {
        let (key, words) = (self.key.clone(), words.to_vec());
        let token = self.floor.look(move |floor| {
            let of = |series| key.in_series(series).token(&words);
            let made_out = |token: &Token| {
                let known = floor.voucher(token.voucher());
                known.is_some_and(|known| !matches!(known.origin, Origin::Honoured { .. }))
            };
            let now = of(floor.series().next().unwrap_or(0));
            floor.series().map(of).find(made_out).unwrap_or(now)
        });
        Ok(token.await?)
    }
}
