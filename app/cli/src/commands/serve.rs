//! `taisai serve` and `taisai demo`: the floor server.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use taisai_journal::{Acceptance, Expected, Options, Place, Unknown, mending};
use taisai_server::config::{Config, Log};
use taisai_server::figures::IsFor;
use taisai_server::run::demo::DemoStaff;
use taisai_server::run::founding::Founding;
use taisai_server::run::gap::{GapFault, TimeSaid};
use taisai_server::run::key::{KeyFault, KeyFile};
use taisai_server::run::serve::{Reload, ServeFault, Server};
use taisai_server::run::start::Records;
use taisai_server::run::start_fault::StartFault;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::error;

use crate::commands::config;
use crate::commands::version;
use crate::failure::Failure;
use crate::input::data::place;
use crate::output::moments::{moment, read_moment};

/// Where a floor keeps its journal.
#[derive(Debug, Args)]
pub(crate) struct Floor {
    /// Where the journal is kept: a folder, or a postgres:// address
    #[arg(long, env = "TAISAI_DATA", hide_env_values = true, default_value = "taisai-data")]
    data: String,
    /// Where the journal's heads are remembered, best on another disk; by default beside the
    /// journal, or beside the voucher key if the journal is in a database
    #[arg(long, value_name = "FILE")]
    head: Option<PathBuf>,
}

impl Floor {
    /// The journal, unless its password was written where everybody can read it.
    pub(crate) fn records(&self) -> Result<Records, Failure> {
        let place = place(Some(&self.data))?;
        let options = Options { sidecar: self.head.clone(), ..Options::default() };
        Ok(Records { place, options, acceptance: None, time_said: None })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai config example > floor.toml
  taisai staff add ann --data floor
  taisai staff add bea --data floor
  taisai serve --data floor --config floor.toml

SIGHUP reads the configuration again: changed limits are announced at their tables, new tables are
added, certificates are reloaded. SIGTERM stops cleanly.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    floor: Floor,
    /// Where to listen, instead of the address in the configuration
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// The configuration
    #[arg(long)]
    config: PathBuf,
    /// Where the voucher key is kept; beside the journal by default
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Start only if the journal has this head: floor=NUMBER:HASH, or TABLE=NUMBER:HASH
    #[arg(long, value_name = "HEAD")]
    expect: Vec<Expected>,
    /// Accept a journal although it does not match the remembered heads; recorded in the journal
    #[arg(long, requires_all = ["by", "reason"])]
    accept_old: bool,
    /// Confirm the time, if nothing was written for twelve hours; recorded in the journal
    #[arg(long, value_name = "MOMENT", requires_all = ["by", "reason"])]
    accept_clock: Option<String>,
    /// Continue with the key that is there, or a new one, if the journal's is lost; recorded in the
    /// journal
    #[arg(long, requires_all = ["by", "reason"])]
    new_key: bool,
    /// Who decides this: a log-in name
    #[arg(long)]
    by: Option<String>,
    /// Why
    #[arg(long)]
    reason: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai demo --listen 127.0.0.1:8080
  taisai demo --config floor.toml
  taisai demo --reset-logins

The first start prints the log-ins of the demo's staff. A journal that a demo began stays a demo's:
taisai serve refuses it, as a demo refuses a house's.")]
pub(crate) struct DemoArguments {
    /// Where the journal is kept: a folder, or a postgres:// address
    #[arg(long, env = "TAISAI_DATA", hide_env_values = true, default_value = "taisai-demo")]
    data: String,
    /// Where the voucher key is kept; beside the journal by default
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Where to listen, instead of 127.0.0.1:8080 or the address in the configuration
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Where to serve metrics for Prometheus, at /metrics
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Play money at the tables of this configuration, instead of one for each rule book
    #[arg(long)]
    config: Option<PathBuf>,
    /// Give the demo's staff new passwords, and print them
    #[arg(long)]
    reset_logins: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let file = File { path: Some(arguments.config.clone()), listen: arguments.listen, demo: None };
    let config = file.read()?;
    let mut records = arguments.floor.records()?;
    records.options.expected.clone_from(&arguments.expect);
    if let (Some(by), Some(reason), true) = (&arguments.by, &arguments.reason, arguments.accept_old)
    {
        records.acceptance = Some(Acceptance { by: by.clone(), reason: reason.clone() });
    }
    records.time_said = time_said(arguments)?;
    let key = key_of(arguments.key.as_deref(), &records.place)?;
    remember(&mut records, arguments.key.as_deref());
    let key = match (&arguments.by, &arguments.reason, arguments.new_key) {
        (Some(by), Some(reason), true) => {
            key.replaced_by(Acceptance { by: by.clone(), reason: reason.clone() })
        }
        _ => key,
    };
    serve(config, file, records, key)
}

/// Who confirms the time, and why so much of it has passed.
fn time_said(arguments: &Arguments) -> Result<Option<TimeSaid>, Failure> {
    let Arguments { accept_clock, by, reason, .. } = arguments;
    let (Some(moment), Some(by), Some(reason)) = (accept_clock, by, reason) else {
        return Ok(None);
    };
    let acceptance = Acceptance { by: by.clone(), reason: reason.clone() };
    let moment = read_moment("--accept-clock", moment)?;
    Ok(Some(TimeSaid { acceptance, moment }))
}

pub(crate) fn run_demo(arguments: &DemoArguments) -> Result<String, Failure> {
    let mut records = Floor { data: arguments.data.clone(), head: None }.records()?;
    let key = key_of(arguments.key.as_deref(), &records.place)?;
    remember(&mut records, arguments.key.as_deref());
    let logins = if arguments.reset_logins { Logins::Reset } else { Logins::Keep };
    let demo = Some(Demo { metrics: arguments.metrics, logins });
    let file = File { path: arguments.config.clone(), listen: arguments.listen, demo };
    serve(file.read()?, file, records, key)
}

/// Where the configuration comes from, at the start and whenever it is read again.
struct File {
    path: Option<PathBuf>,
    listen: Option<SocketAddr>,
    demo: Option<Demo>,
}

/// The command line of a demo.
struct Demo {
    metrics: Option<SocketAddr>,
    logins: Logins,
}

/// What to do with the log-ins of a demo that was started before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Logins {
    Keep,
    Reset,
}

impl File {
    fn read(&self) -> Result<Config, Failure> {
        let mut config = match &self.path {
            Some(path) => config::read(path)?,
            None => Config::demo(),
        };
        config.listen = self.listen.unwrap_or(config.listen);
        if let Some(demo) = &self.demo {
            config.demo = true;
            config.metrics = demo.metrics.or(config.metrics);
            config.log = config.log.or(Some(Log::DEMO));
        }
        // The command line may have moved one of them.
        if let Some((key, what)) = config.listeners_in_the_way().first() {
            return Err(Failure::no("unsound-config", format!("{key}: {what}")));
        }
        Ok(config)
    }
}

/// Serves until the process gets SIGTERM or SIGINT.
fn serve(config: Config, file: File, records: Records, key: KeyFile) -> Result<String, Failure> {
    config.log.unwrap_or_default().start();
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::no("no-runtime", error.to_string()))?;
    runtime.block_on(async {
        // Listening from here on: a server that is stopped while it starts stops cleanly.
        let unheard = |error: io::Error| Failure::no("no-signals", error.to_string());
        let mut stop = signal(SignalKind::terminate()).map_err(unheard)?;
        let again = signal(SignalKind::hangup()).map_err(unheard)?;
        let machine = |_| not_started(&ServeFault::Start(StartFault::Machine));
        let world = version::world().map_err(machine)?;
        let server = Server::open_in(world, config, records, key).await;
        let mut server = server.map_err(|fault| not_started(&fault))?;
        if file.demo.as_ref().is_some_and(|demo| demo.logins == Logins::Reset) {
            let reset = server.reset_logins().await;
            reset.map_err(|fault| Failure::no("logins-not-reset", fault.to_string()))?;
        }
        announce(&welcome(&server, &file)).map_err(|error| Failure::of_output(&error))?;
        tokio::spawn(reread(file, again, server.reload()));
        let stopped = async move {
            tokio::select! {
                _ = stop.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        };
        server.serve(stopped).await;
        Ok(String::new())
    })
}

/// Reads the configuration again on SIGHUP; a file with a mistake changes nothing.
async fn reread(file: File, mut again: Signal, reload: Reload) {
    while again.recv().await.is_some() {
        match file.read() {
            Ok(config) => reload.with(config).await,
            Err(failure) => {
                error!(why = failure.message, "the configuration was not reloaded");
                for detail in &failure.details {
                    error!(mistake = detail.text, "in the configuration");
                }
            }
        }
    }
}

fn not_started(fault: &ServeFault) -> Failure {
    match fault {
        ServeFault::Start(StartFault::NoStaff) => Failure::no("no-staff", fault.to_string()).hint(
            "taisai staff add NAME, twice, with the same --data: two administrators give everybody \
             else a role",
        ),
        ServeFault::Start(StartFault::Founded(founding)) => {
            let hint = match founding {
                Founding::Demo => {
                    "taisai demo continues it; start a house in another place: taisai \
                     staff add NAME --data OTHER"
                }
                Founding::House => {
                    "taisai serve continues it; start a demo in another place: taisai \
                     demo --data OTHER"
                }
            };
            Failure::no("founded-otherwise", fault.to_string()).hint(hint)
        }
        ServeFault::Start(StartFault::Journal(fault)) => Failure::from(fault),
        ServeFault::Start(StartFault::Replay(fault)) => Failure::from(fault),
        ServeFault::Start(StartFault::Key(fault)) => unkeyed(fault),
        ServeFault::Start(StartFault::Gap(fault)) => unbelieved(fault),
        ServeFault::Start(StartFault::Unapproved(mistakes)) => {
            let details = mistakes.iter().map(config::without_file);
            config::unallowed(mistakes).details(details.collect())
        }
        ServeFault::Start(StartFault::NobodyNamed(_)) => {
            Failure::no("nobody", fault.to_string()).hint("taisai staff list")
        }
        ServeFault::Tls(_) => Failure::no("bad-certificate", fault.to_string()),
        ServeFault::Listen { is_for, .. } => {
            let setting = match is_for {
                IsFor::Everybody => "--listen, or listen in the configuration,",
                IsFor::Staff => "listen in [staff] of the configuration",
                IsFor::Monitoring => "listen in [metrics] of the configuration, or demo --metrics,",
            };
            let hint = format!(
                "another server may be listening there: give {setting} another address or port"
            );
            Failure::no("not-listening", fault.to_string()).hint(hint)
        }
        ServeFault::Start(_) => Failure::no("not-started", fault.to_string()),
    }
}

/// The addresses to open, and for a demo the log-ins.
fn welcome(server: &Server, file: &File) -> String {
    let (url, staff) = (server.url(), server.staff_url());
    let mut page = format!(
        "Taisai listens at {url}\n  \
         players   {url}/play\n  \
         dealers   {staff}/console\n  \
         floor     {staff}/floor\n  \
         cage      {staff}/cage\n  \
         display   {url}/display/1\n"
    );
    match (&file.demo, server.hired()) {
        (None, _) => {}
        (Some(_), []) => {
            page += "The log-ins of this demo were printed when it first started. For new ones:\n";
            let typed: Vec<String> = std::env::args().collect();
            let _ = writeln!(page, "  {} --reset-logins", typed.join(" "));
        }
        (Some(_), hired) => {
            page += "Log-ins of this demo, printed this once:\n";
            for DemoStaff { name, password, role } in hired {
                let _ = writeln!(page, "  {name:13} {password}  {role}");
            }
        }
    }
    page
}

/// Written at once: a reader that closes the pipe after the first line does not end the server.
fn announce(page: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(page.as_bytes())?;
    out.flush()
}

/// Remembers the heads of a database beside the voucher key, if no other file is named. A server
/// that is new there begins to.
fn remember(records: &mut Records, key: Option<&Path>) {
    let (Place::Postgres(_), None, Some(key)) = (&records.place, &records.options.sidecar, key)
    else {
        return;
    };
    let mut file = key.to_owned().into_os_string();
    file.push(".heads");
    records.options.sidecar = Some(file.into());
    records.options.unknown = Unknown::Remembered;
}

/// The voucher key: in the named file, or beside the journal.
fn key_of(named: Option<&Path>, place: &Place) -> Result<KeyFile, Failure> {
    let read = |file: &Path| KeyFile::read(file).map_err(|fault| unkeyed(&fault));
    match (named, place) {
        (Some(file), _) => read(file),
        (None, Place::Folder(folder)) => read(&folder.join(KeyFile::NAME)),
        (None, Place::Postgres(_)) => {
            let what = "a journal in PostgreSQL needs --key FILE for its voucher key";
            Err(Failure::usage("no-key", what))
        }
    }
}

/// The clock is not trusted: what it shows, and who can confirm it.
pub(crate) fn unbelieved(fault: &GapFault) -> Failure {
    match fault {
        GapFault::Ahead { last, found } => {
            let (last, found) = (moment(*last), moment(*found));
            let what = format!("{fault}: {last} and {found}");
            Failure::no("clock-ahead", what).hint(format!(
                "set the clock if it is wrong; if it is right, confirm it: taisai serve \
                 --accept-clock {found} --by NAME --reason TEXT"
            ))
        }
        GapFault::Absurd { found } => {
            let found = moment(*found);
            Failure::no("clock-absurd", format!("{fault}: {found}")).hint("set the clock")
        }
        GapFault::Behind { last, found } => {
            let (last, found) = (moment(*last), moment(*found));
            Failure::no("clock-behind", format!("{fault}: {last} and {found}"))
                .hint("set the clock")
        }
        GapFault::OtherTime { said, found } => {
            let (said, found) = (moment(*said), moment(*found));
            Failure::no("clock-differs", format!("{fault}: {said}; the clock shows {found}"))
                .hint("set the clock, or check the time you gave")
        }
        GapFault::NotSigned(_) => {
            Failure::no("nobody", fault.to_string()).hint("taisai staff list")
        }
    }
}

fn unkeyed(fault: &KeyFault) -> Failure {
    match fault {
        KeyFault::Readable(readable) => {
            Failure::no("readable-by-others", fault.to_string()).hint(mending(readable))
        }
        KeyFault::Missing { .. } => Failure::no("key-missing", fault.to_string()).hint(OTHER_KEY),
        KeyFault::Other { .. } => Failure::no("other-key", fault.to_string()).hint(OTHER_KEY),
        KeyFault::Length { .. } => Failure::no("bad-key", fault.to_string()),
        KeyFault::Io { .. } | KeyFault::NoEntropy => Failure::no("no-key", fault.to_string()),
        KeyFault::NotSigned(_) => {
            Failure::no("nobody", fault.to_string()).hint("taisai staff list")
        }
    }
}

const OTHER_KEY: &str = "put your copy of the right key back; if it is lost for good: taisai \
                         serve --new-key --by NAME --reason TEXT";
