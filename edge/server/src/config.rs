//! The server's configuration: one TOML file, every line checked before anything starts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use taisai_floor::{TableId, Title};
use taisai_protocol::Refusal;
use taisai_protocol::ask::TableSetup;
use taisai_rulebooks::{Edition, Library, Mistake};
use taisai_rules::{Currency, Family, Stake};
use taisai_table::{
    AreaLimit, Config as TableConfig, DiceSource, Limits, Money, Run, TableKind, Times,
};

use crate::cage::No;

/// Everything the server is told before it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the house is called.
    pub house: Title,
    /// Where it listens.
    pub listen: SocketAddr,
    /// The pages that may open a socket, exactly; none means the address it listens at.
    pub origins: Vec<String>,
    /// Whether it speaks TLS itself, and with what.
    pub tls: Option<Tls>,
    /// How much it lets in.
    pub doors: Doors,
    /// How long it waits for a screen.
    pub patience: Patience,
    /// After how long without use a log-in ends.
    pub idle: Duration,
    /// The tables of the floor.
    pub tables: Vec<TableSetUp>,
    /// Whether money is play money, and staff are hired by the house itself.
    pub demo: bool,
}

/// What TLS needs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The certificate and those above it, as PEM.
    pub certificate: PathBuf,
    /// Its key, as PEM; readable by the server alone.
    pub key: PathBuf,
}

/// How much the server lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
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

impl Default for Doors {
    fn default() -> Self {
        Self {
            connections_max: 20_000,
            connections_per_address_max: 10_000,
            messages_per_second: 50,
            requests_per_second: 200,
        }
    }
}

/// How long the server waits for a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
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
            write: Duration::from_secs(10),
            ping_every: Duration::from_secs(15),
            silence: Duration::from_secs(45),
        }
    }
}

/// A table as it is to stand on the floor.
#[derive(Clone, Debug)]
pub struct TableSetUp {
    /// Its number.
    pub table: TableId,
    /// What people call it.
    pub name: Title,
    /// Its rule book.
    pub edition: Arc<Edition>,
    /// The text of a house's own book.
    pub own_book: Option<String>,
    /// How it is set up.
    pub config: TableConfig,
}

impl TableSetUp {
    /// A table as an administrator asks for it; its rule book is one of the embedded ones.
    pub fn of(setup: &TableSetup) -> Result<Self, No> {
        let bad = |field: &str, expects: String| {
            No::Refused(Refusal::BadField { field: field.to_owned(), expects })
        };
        let edition = Library::get(&setup.book).ok_or_else(|| {
            bad("book", format!("one of {}", Library::ids().collect::<Vec<_>>().join(", ")))
        })?;
        check_number(setup.table).map_err(|expects| bad("table", expects))?;
        let config =
            setup.config(*edition.fingerprint().as_bytes(), edition.rules().currency.value)?;
        let name = Title::new(&setup.name);
        let name = name.ok_or_else(|| bad("name", "1 to 80 letters on one line".to_owned()))?;
        let (table, edition) = (TableId(setup.table), Arc::new(edition.clone()));
        Ok(Self { table, name, edition, own_book: None, config })
    }
}

/// What is wrong with a configuration; everything at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault(pub Vec<String>);

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigFault {}

impl Config {
    /// A demo: one table for each rule book, play money, on this machine alone.
    pub fn demo() -> Self {
        Self {
            house: Title::new("Taisai demo").expect("a plain name"),
            listen: loopback(),
            origins: Vec::new(),
            tls: None,
            doors: Doors::default(),
            patience: Patience::default(),
            idle: SessionsSection::default().idle(),
            tables: crate::demo::tables(),
            demo: true,
        }
    }

    /// The most tables of one floor.
    pub const TABLES_MAX: usize = 1_000;

    /// Reads a file; `beside` is where the paths in it start from.
    pub fn read(text: &str, beside: &Path) -> Result<Self, ConfigFault> {
        let file: ConfigFile =
            toml::from_str(text).map_err(|error| ConfigFault(vec![error.to_string()]))?;
        let mut wrong = Vec::new();
        let house = Title::new(&file.house);
        if house.is_none() {
            wrong.push("house: 1 to 80 letters on one line".to_owned());
        }
        let tables = set_ups(&file.tables, beside, &mut wrong);
        wrong.extend(file.origins.iter().filter(|origin| !is_origin(origin)).map(|origin| {
            format!("origins: \"{origin}\" is no origin; one looks like https://floor.example:8443")
        }));
        let idle = file.sessions.idle();
        if !SessionsSection::IDLE_MINUTES.contains(&file.sessions.idle_minutes) {
            let (low, high) = SessionsSection::IDLE_MINUTES.into_inner();
            wrong.push(format!("sessions.idle_minutes: from {low} to {high}"));
        }
        match house {
            Some(house) if wrong.is_empty() => Ok(Self {
                house,
                listen: file.listen,
                origins: file.origins,
                tls: file.tls,
                doors: file.doors,
                patience: Patience::default(),
                idle,
                tables,
                demo: false,
            }),
            _ => Err(ConfigFault(wrong)),
        }
    }
}

/// Scheme, host and port as a browser writes them, and nothing after.
fn is_origin(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.contains(['/', '?', '#', '@', '*', ' ']) && text.is_ascii()
    })
}

/// Every table, or a line for each thing that is wrong with it.
fn set_ups(sections: &[TableSection], beside: &Path, wrong: &mut Vec<String>) -> Vec<TableSetUp> {
    if sections.len() > Config::TABLES_MAX {
        wrong.push(format!("table: more than {} tables", Config::TABLES_MAX));
    }
    let mut numbers = BTreeSet::new();
    let mut tables = Vec::new();
    for section in sections {
        let told = |what: String| format!("table {}: {what}", section.number);
        if !numbers.insert(section.number) {
            wrong.push(told("the number is taken by a table above".to_owned()));
        }
        match section.set_up(beside) {
            Ok(table) => tables.push(table),
            Err(faults) => wrong.extend(faults.into_iter().map(told)),
        }
    }
    tables
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    #[serde(default = "unnamed_house")]
    house: String,
    #[serde(default = "loopback")]
    listen: SocketAddr,
    #[serde(default)]
    origins: Vec<String>,
    tls: Option<Tls>,
    #[serde(default)]
    doors: Doors,
    #[serde(default)]
    sessions: SessionsSection,
    #[serde(default, rename = "table")]
    tables: Vec<TableSection>,
}

/// How long people stay logged in.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SessionsSection {
    idle_minutes: u64,
}

impl Default for SessionsSection {
    fn default() -> Self {
        Self { idle_minutes: 30 }
    }
}

impl SessionsSection {
    /// Twelve hours are as long as any log-in lasts.
    const IDLE_MINUTES: RangeInclusive<u64> = 1..=720;

    const fn idle(self) -> Duration {
        Duration::from_secs(self.idle_minutes.saturating_mul(60))
    }
}

fn unnamed_house() -> String {
    "Taisai".to_owned()
}

fn loopback() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8080))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableSection {
    number: u32,
    name: String,
    book: Option<String>,
    book_file: Option<PathBuf>,
    #[serde(default)]
    kind: KindWord,
    #[serde(default)]
    run: RunWord,
    dice: Option<DiceWord>,
    currency: Option<String>,
    limits: LimitsSection,
    #[serde(default)]
    times: TimesSection,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindWord {
    #[default]
    Electronic,
    Felt,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RunWord {
    #[default]
    Dealer,
    Automatic,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DiceWord {
    Physical,
    Random,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsSection {
    usual: AreaLimitSection,
    #[serde(default)]
    families: BTreeMap<String, AreaLimitSection>,
    seat_max: u64,
    exposure_max: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaLimitSection {
    min: u64,
    max: u64,
    #[serde(default = "one")]
    multiple: u32,
}

const fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TimesSection {
    betting_ms: Option<u64>,
    betting_min_ms: u64,
    warning_ms: u64,
    extension_ms: u64,
    extensions_max: u8,
    show_ms: u64,
    pause_ms: u64,
}

impl Default for TimesSection {
    fn default() -> Self {
        Self {
            betting_ms: Some(25_000),
            betting_min_ms: 5_000,
            warning_ms: 5_000,
            extension_ms: 10_000,
            extensions_max: 3,
            show_ms: 6_000,
            pause_ms: 2_000,
        }
    }
}

/// The longest time that can be set: a day.
const TIME_MAX_MS: u64 = 86_400_000;

impl TableSection {
    fn set_up(&self, beside: &Path) -> Result<TableSetUp, Vec<String>> {
        let mut wrong = Vec::new();
        let mut keep = |fault: Result<(), String>| wrong.extend(fault.err());
        keep(check_number(self.number));
        let name = Title::new(&self.name);
        keep(name.as_ref().map(|_| ()).ok_or("name: 1 to 80 letters on one line".to_owned()));
        let book = self.edition(beside);
        keep(book.as_ref().map(|_| ()).map_err(Clone::clone));
        let limits = self.limits.checked();
        keep(limits.as_ref().map(|_| ()).map_err(Clone::clone));
        let times = self.times.checked();
        keep(times.as_ref().map(|_| ()).map_err(Clone::clone));
        let (Some(name), Ok((edition, own_book)), Ok(limits), Ok(times)) =
            (name, book, limits, times)
        else {
            return Err(wrong);
        };
        let currency = match &self.currency {
            Some(code) => Currency::new(code).ok_or_else(|| {
                vec![format!("currency: \"{code}\" is not three capital letters")]
            })?,
            None => edition.rules().currency.value,
        };
        let run = match self.run {
            RunWord::Dealer => Run::Dealer,
            RunWord::Automatic => Run::Automatic,
        };
        let config = TableConfig {
            rule_book: *edition.fingerprint().as_bytes(),
            currency,
            kind: match self.kind {
                KindWord::Electronic => TableKind::Electronic,
                KindWord::Felt => TableKind::Felt,
            },
            run,
            dice: self.dice_source(run),
            limits,
            times,
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        Ok(TableSetUp { table: TableId(self.number), name, edition, own_book, config })
    }

    /// An automatic table has random dice, any other physical ones, unless the file says so.
    fn dice_source(&self, run: Run) -> DiceSource {
        match (self.dice, run) {
            (Some(DiceWord::Physical), _) | (None, Run::Dealer) => DiceSource::Physical,
            (Some(DiceWord::Random), _) | (None, Run::Automatic) => DiceSource::Random,
        }
    }

    fn edition(&self, beside: &Path) -> Result<(Arc<Edition>, Option<String>), String> {
        match (&self.book, &self.book_file) {
            (Some(id), None) => {
                let known = || Library::ids().collect::<Vec<_>>().join(", ");
                let edition = Library::get(id)
                    .ok_or_else(|| format!("book: no rule book \"{id}\"; there are {}", known()))?;
                Ok((Arc::new(edition.clone()), None))
            }
            (None, Some(file)) => {
                let path = beside.join(file);
                let text = std::fs::read_to_string(&path)
                    .map_err(|error| format!("book_file: {}: {error}", path.display()))?;
                let edition =
                    Edition::read(text.as_bytes()).map_err(|faults| told(&path, &faults))?;
                Ok((Arc::new(edition), Some(text)))
            }
            (Some(_), Some(_)) | (None, None) => {
                Err("book or book_file: one of the two says which rules it plays".to_owned())
            }
        }
    }
}

fn told(path: &Path, mistakes: &[Mistake]) -> String {
    let lines: Vec<String> =
        mistakes.iter().map(|mistake| format!("{}:{mistake}", path.display())).collect();
    format!("book_file:\n{}", lines.join("\n"))
}

fn check_number(number: u32) -> Result<(), String> {
    let max = taisai_journal::TableNumber::MAX;
    let sound = taisai_journal::TableNumber::new(number).is_some();
    if sound { Ok(()) } else { Err(format!("number: from 1 to {max}")) }
}

impl LimitsSection {
    fn checked(&self) -> Result<Limits, String> {
        let mut families = BTreeMap::new();
        for (word, limit) in &self.families {
            let family = Family::from_word(word).ok_or_else(|| {
                let known: Vec<&str> = Family::ALL.iter().map(|family| family.word()).collect();
                format!("limits.families: no family \"{word}\"; there are {}", known.join(", "))
            })?;
            families.insert(family, limit.checked(&format!("limits.families.{word}"))?);
        }
        let money = |key: &str, units: u64| {
            Money::new(units).ok_or_else(|| format!("{key}: at most {}", Money::MAX))
        };
        Ok(Limits {
            usual: self.usual.checked("limits.usual")?,
            families,
            seat_max: money("limits.seat_max", self.seat_max)?,
            exposure_max: money("limits.exposure_max", self.exposure_max)?,
        })
    }
}

impl AreaLimitSection {
    fn checked(self, key: &str) -> Result<AreaLimit, String> {
        let stake = |units| Stake::new(units).map_err(|error| format!("{key}: {error}"));
        let (min, max) = (stake(self.min)?, stake(self.max)?);
        AreaLimit::new(min, max, self.multiple)
            .ok_or_else(|| format!("{key}: min is a multiple of multiple, and not above max"))
    }
}

impl TimesSection {
    fn checked(self) -> Result<Times, String> {
        let all = [
            ("betting_ms", self.betting_ms.unwrap_or(0)),
            ("betting_min_ms", self.betting_min_ms),
            ("warning_ms", self.warning_ms),
            ("extension_ms", self.extension_ms),
            ("show_ms", self.show_ms),
            ("pause_ms", self.pause_ms),
        ];
        if let Some((key, _)) = all.iter().find(|(_, millis)| *millis > TIME_MAX_MS) {
            return Err(format!("times.{key}: at most {TIME_MAX_MS}, which is a day"));
        }
        Ok(Times {
            betting_ms: self.betting_ms,
            betting_min_ms: self.betting_min_ms,
            warning_ms: self.warning_ms,
            extension_ms: self.extension_ms,
            extensions_max: self.extensions_max,
            show_ms: self.show_ms,
            pause_ms: self.pause_ms,
        })
    }
}
