//! The server's configuration: one TOML file, every line checked before anything starts.

mod day;
mod demo;
mod document;
mod file;
mod section;
mod sense;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use taisai_floor::{CageRules, LargeRules, TableId, Title};
use taisai_journal::stored::{BookSources, Opened, TableState};
use taisai_protocol::Refusal;
use taisai_protocol::ask::checked::TableSetup;
use taisai_rulebooks::{Edition, Library};
use taisai_table::{
    Config as TableConfig, Denominations, HostCommand, Offer, Reason, Request, RequestId,
    SessionId, Time,
};

pub use self::day::{GamingDay, TimeOfDay, UtcOffset, asks_for_shifts};
pub use self::document::Document;
pub use self::section::Mistake;
pub(crate) use self::sense::{Senseless, outside_document, senseless_times};
use crate::error::Error;
pub use crate::world::certificate::Tls;

/// The whole configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the house is called.
    pub house: Title,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The pages that may open a socket, exactly; none means the address it listens at.
    pub origins: Vec<String>,
    /// The proxies before it, whose word on where a request comes from is taken.
    pub proxies: Vec<IpAddr>,
    /// Whether it speaks TLS itself, and with what.
    pub tls: Option<Tls>,
    /// How much it lets in.
    pub doors: Doors,
    /// A listener for staff alone, with a budget of its own.
    pub staff: Option<StaffListener>,
    /// What it writes down about itself, where somebody said so.
    pub log: Option<Log>,
    /// Where its figures can be read, on a listener of their own.
    pub metrics: Option<SocketAddr>,
    /// How long it waits for a screen.
    pub patience: Patience,
    /// After how long without use a log-in ends.
    pub idle: Duration,
    /// What the house sets for its cage.
    pub cage: CageRules,
    /// Above which sums it logs what one chain of vouchers does in a day.
    pub large: LargeRules,
    /// When its shifts begin, where the file says so.
    pub day: Option<GamingDay>,
    /// The tables of the floor.
    pub tables: Vec<TablePlan>,
    /// The tables that are outside their documents without an approval, and what is wrong where.
    pub unapproved: Vec<(TableId, Mistake)>,
    /// Whether money is play money, and staff are hired by the house itself.
    pub demo: bool,
}

/// How much the server lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doors {
    /// The most connections at once.
    pub connections_max: u32,
    /// The most connections of one address at once.
    pub connections_per_address_max: u32,
    /// The most messages a second from one connection, on average.
    pub messages_per_second: u32,
    /// The most requests a second from one address, on average.
    pub requests_per_second: u32,
}

impl Doors {
    /// How many connections one address has unless the configuration says otherwise: half of all,
    /// so that no address keeps everybody else out.
    pub const fn share(connections_max: u32) -> u32 {
        connections_max.div_ceil(2)
    }
}

impl Default for Doors {
    fn default() -> Self {
        Self {
            connections_max: 10_000,
            connections_per_address_max: Self::share(10_000),
            messages_per_second: 50,
            requests_per_second: 1_000,
        }
    }
}

/// Where staff come in, whatever players do at their own entrance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffListener {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The pages that may speak to it, exactly; none means the address it listens at.
    pub origins: Vec<String>,
    /// How much it lets in; messages and requests as at the other entrance.
    pub doors: Doors,
}

impl StaffListener {
    /// The most connections at once, unless the configuration says otherwise.
    pub const CONNECTIONS_MAX: u32 = 500;

    /// How many of them one address has unless the configuration says otherwise: a fifth. Every
    /// member of staff sits at a machine of their own.
    pub const fn share(connections_max: u32) -> u32 {
        connections_max.div_ceil(5)
    }
}

/// What the server writes down about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The least that is worth a line.
    pub level: LogLevel,
    /// How a line looks.
    pub form: LogForm,
}

impl Log {
    /// A demo's: people read it between its welcome and their game.
    pub const DEMO: Self = Self { level: LogLevel::Warn, form: LogForm::Text };
}

/// How much is written down; each one also writes what the ones before it do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// What broke.
    Error,
    /// What is odd.
    Warn,
    /// What happens in the ordinary course.
    #[default]
    Info,
    /// Every commit and every conversation.
    Debug,
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// Text on a terminal, JSON anywhere else.
    #[default]
    Auto,
    /// For people.
    Text,
    /// For programs: one object on each line.
    Json,
}

/// How long the server waits for those who have connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long a handshake of TLS may take.
    pub handshake: Duration,
    /// How long it waits for the head of a request to be there whole: the first one, and the next
    /// one after an answer.
    pub request: Duration,
    /// How long a body may take.
    pub body: Duration,
    /// How long a client may take to read anything of an answer, once the system keeps no more of
    /// it for them.
    pub reader: Duration,
    /// How long a screen may take to read what it is sent.
    pub write: Duration,
    /// How often it is asked whether it is there.
    pub ping_every: Duration,
    /// How long it may say nothing at all.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            request: Duration::from_secs(15),
            body: Duration::from_secs(15),
            reader: Duration::from_secs(30),
            write: Duration::from_secs(10),
            ping_every: Duration::from_secs(15),
            silence: Duration::from_secs(45),
        }
    }
}

/// A table as it is to stand on the floor.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// Its number.
    pub table: TableId,
    /// What people call it.
    pub name: Title,
    /// Its rule book.
    pub edition: Arc<Edition>,
    /// The text of a house's own book.
    pub own_book: Option<String>,
    /// The document that was approved, where the house attaches it.
    pub document: Option<Document>,
    /// The approval that allows it outside its document, as the house names it.
    pub outside_document: Option<Reason>,
    /// What its value chips are worth, where it is played with chips and the house says so.
    pub chips: Option<Denominations>,
    /// How it is set up.
    pub config: TableConfig,
}

impl TablePlan {
    /// A table as an administrator asks for it; its rule book is one of the embedded ones.
    pub fn of(setup: &TableSetup) -> Result<Self, Error> {
        let bad = |field: &str, expects: String| {
            Error::Refused(Refusal::BadField { field: field.to_owned(), expects })
        };
        let edition = Library::get(setup.book.as_str()).ok_or_else(|| {
            bad("book", format!("one of {}", Library::ids().collect::<Vec<_>>().join(", ")))
        })?;
        if taisai_journal::TableNumber::new(setup.table.0).is_none() {
            let max = taisai_journal::TableNumber::MAX;
            return Err(bad("table", format!("number: from 1 to {max}")));
        }
        let config =
            setup.config(*edition.fingerprint().as_bytes(), edition.rules().currency.value);
        let name = sense::table_name(setup.name.as_str());
        let name = name.ok_or_else(|| bad("name", "1 to 80 letters on one line".to_owned()))?;
        if let Some(Senseless { path, what }) =
            sense::senseless(&config, edition.rules()).into_iter().next()
        {
            return Err(bad(&path.join("."), what));
        }
        let (table, edition) = (setup.table, Arc::new(edition.clone()));
        let set_up = Self {
            table,
            name,
            edition,
            own_book: None,
            document: None,
            outside_document: None,
            chips: None,
            config,
        };
        // A table that could not be opened must not be on the floor.
        set_up.opened().map_err(|why| bad("limits", why))?;
        Ok(set_up)
    }

    /// What of it its rule document does not know, and what would be right.
    pub fn unknown_to_its_document(&self) -> Vec<(&'static str, String)> {
        outside_document(&self.config, self.edition.rules())
    }

    /// What its rule book is read from.
    pub fn sources(&self) -> Result<BookSources, String> {
        match &self.own_book {
            Some(text) => BookSources::of_file(text).map_err(|fault| fault.to_string()),
            None => Ok(BookSources::embedded(self.edition.id()).expect("it was found by its id")),
        }
    }

    /// What a standing table is told of it: its edition, and how long things take.
    pub fn offer(&self) -> Result<Offer, String> {
        let edition = self.sources()?.edition(self.config.rule_book);
        let edition = edition.map_err(|fault| fault.to_string())?;
        Ok(Offer { edition, times: self.config.times })
    }

    /// The first record of the table's stream, and the table as it stands after it.
    pub fn opened(&self) -> Result<(Opened, TableState), String> {
        let sources = self.sources()?;
        let opened = Opened { sources, config: self.config.clone() };
        let state = TableState::open(opened.clone()).map_err(|fault| fault.to_string())?;
        // The table itself says whether every minimum can be paid, as it would of any new limits.
        let announce = HostCommand::AnnounceLimits(self.config.limits.clone());
        let (session, id, round) = (SessionId(0), RequestId(1), None);
        let request = Request { session, id, round, command: announce.into() };
        let answer = state.table.decide(&request, Time::MAX);
        answer.map_err(|refusal| Refusal::from(&refusal).to_string())?;
        Ok((opened, state))
    }
}

/// What is wrong with a configuration; everything at once, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault(pub Vec<Mistake>);

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ConfigFault {}

impl Config {
    /// The most tables of one floor.
    pub const TABLES_MAX: usize = 1_000;
    /// The largest file that is read, in bytes.
    pub const FILE_MAX: usize = 1 << 20;
    /// A configuration in which every setting is explained; it is sound itself.
    pub const EXAMPLE: &str = include_str!("config/example.toml");

    /// A demo: one table for each rule book, play money, on this machine alone.
    pub fn demo() -> Self {
        Self {
            house: Title::new("Taisai demo").expect("a plain name"),
            listen: file::LISTEN,
            origins: Vec::new(),
            proxies: Vec::new(),
            tls: None,
            doors: Doors::default(),
            staff: None,
            log: None,
            metrics: None,
            cage: CageRules::default(),
            large: LargeRules::default(),
            patience: Patience::default(),
            idle: file::IDLE,
            day: None,
            tables: demo::tables(),
            unapproved: Vec::new(),
            demo: true,
        }
    }

    /// Whether a proxy before the server speaks TLS with everybody: all its pages are of that kind.
    pub fn is_encrypted_by_proxy(origins: &[String]) -> bool {
        !origins.is_empty() && origins.iter().all(|origin| origin.starts_with("https://"))
    }

    /// The listeners that stand in each other's way: the key of the one to move, and what would be
    /// right.
    pub fn listeners_in_the_way(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        if let Some(port) = self.metrics.map(|metrics| metrics.port())
            && port != 0
            && port == self.listen.port()
        {
            let what = format!("the floor listens at port {port}: expects a port of its own");
            found.push(("metrics.listen", what));
        }
        if let Some(StaffListener { listen, .. }) = &self.staff {
            let others = [Some(self.listen), self.metrics];
            if let Some(other) = others.into_iter().flatten().find(|other| clash(*listen, *other)) {
                let what =
                    format!("{other} is the address of another listener; expects one of its own");
                found.push(("staff.listen", what));
            }
        }
        found
    }

    /// The hosts that people type to come here, where no proxy stands before the server.
    pub fn hosts(&self) -> Vec<&str> {
        if !self.proxies.is_empty() {
            return Vec::new();
        }
        let staff = self.staff.iter().flat_map(|staff| &staff.origins);
        let origins = self.origins.iter().chain(staff);
        origins.filter_map(|origin| origin.strip_prefix("https://")).map(host).collect()
    }

    /// What another configuration has otherwise that only a start can change.
    pub fn needs_restart(&self, other: &Self) -> Vec<&'static str> {
        let all = [
            ("house", self.house != other.house),
            ("listen", self.listen != other.listen),
            ("origins", self.origins != other.origins),
            ("proxy", self.proxies != other.proxies),
            ("tls", self.tls.is_some() != other.tls.is_some()),
            ("doors", self.doors != other.doors),
            ("staff", self.staff != other.staff),
            ("sessions", self.idle != other.idle),
            ("log", self.log != other.log),
            ("metrics", self.metrics != other.metrics),
            ("document", self.documents() != other.documents()),
        ];
        all.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect()
    }

    /// The documents that the house attaches, by table.
    pub fn documents<'a>(&'a self) -> Vec<(TableId, &'a Document)> {
        let attached = |plan: &'a TablePlan| Some((plan.table, plan.document.as_ref()?));
        self.tables.iter().filter_map(attached).collect()
    }

    /// Reads a file; `beside` is where the paths in it start from.
    pub fn read(text: &str, beside: &Path) -> Result<Self, ConfigFault> {
        file::read(text, beside)
    }
}

/// Whether two listeners cannot be at work at once: an address of all includes every other one.
fn clash(one: SocketAddr, other: SocketAddr) -> bool {
    let is_of_all = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() != 0 && one.port() == other.port() && (is_of_all || one.ip() == other.ip())
}

/// A host without its port; an address of version 6 stands in brackets.
fn host(authority: &str) -> &str {
    if let Some((address, _)) = authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address;
    }
    authority.split_once(':').map_or(authority, |(host, _)| host)
}

#[cfg(test)]
mod tests;
