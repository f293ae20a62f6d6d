//! `taisai serve` and `taisai demo`: the floor server.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use clap::Args;
use taisai_journal::{Acceptance, Options, Place};
use taisai_server::config::Config;
use taisai_server::secret::VoucherKey;
use taisai_server::serve::{Reload, ServeFault, Server};
use taisai_server::start::{Records, StartFault};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::error;

use crate::config;
use crate::data::{unopened, unproved};
use crate::failure::Failure;
use crate::version;

/// Where a floor keeps its journal.
#[derive(Debug, Args)]
pub(crate) struct Floor {
    /// Where the journal is kept: a folder, or a postgres:// address
    #[arg(long, env = "TAISAI_DATA", hide_env_values = true, default_value = "taisai-data")]
    data: String,
    /// Where the journal's heads are remembered; best on another disk
    #[arg(long, value_name = "FILE")]
    head: Option<PathBuf>,
}

impl Floor {
    /// The journal, unless somebody wrote its password where everybody can read it.
    pub(crate) fn records(&self) -> Result<Records, Failure> {
        let place = Place::parse(&self.data);
        let named = std::env::args().any(|argument| argument.contains(&self.data));
        if matches!(place, Place::Postgres(_)) && named && has_password(&self.data) {
            let what = "a password on the command line can be read by everybody on this machine";
            return Err(Failure::usage("secret-on-command-line", what)
                .hint("put the whole address into the environment variable TAISAI_DATA"));
        }
        let options = Options { sidecar: self.head.clone(), ..Options::default() };
        Ok(Records { place, options, acceptance: None })
    }
}

/// Whether an address has a password in it, before its host or behind its question mark.
fn has_password(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let user = rest.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':')) || rest.contains("password=")
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai config example > floor.toml
  taisai staff add ann --data floor
  taisai staff add bea --data floor
  taisai serve --data floor --config floor.toml

SIGHUP reads the configuration again: changed limits are announced at their tables, new tables are
added, certificates are read anew. SIGTERM stops in order.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    floor: Floor,
    /// Where to listen, in place of what the configuration says
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// The configuration
    #[arg(long)]
    config: PathBuf,
    /// Where the key of the vouchers is kept; beside the journal if not said
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Take a journal as it is although it is not what is remembered of it; goes into the journal
    #[arg(long, requires_all = ["by", "reason"])]
    accept_old: bool,
    /// Who takes it: a log-in name
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
  taisai demo --config floor.toml")]
pub(crate) struct DemoArguments {
    /// Where the journal is kept: a folder, or a postgres:// address
    #[arg(long, env = "TAISAI_DATA", hide_env_values = true, default_value = "taisai-demo")]
    data: String,
    /// Where the key of the vouchers is kept; beside the journal if not said
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Where to listen, in place of 127.0.0.1:8080 or what the configuration says
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Where figures for Prometheus can be read, at /metrics
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Play money at the tables of this configuration, in place of one for each rule book
    #[arg(long)]
    config: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let file = File { path: Some(arguments.config.clone()), listen: arguments.listen, demo: None };
    let config = file.read()?;
    let mut records = arguments.floor.records()?;
    if let (Some(by), Some(reason), true) = (&arguments.by, &arguments.reason, arguments.accept_old)
    {
        records.acceptance = Some(Acceptance { by: by.clone(), reason: reason.clone() });
    }
    let key = key_of(arguments.key.as_deref(), &records.place)?;
    serve(config, file, records, key)
}

pub(crate) fn run_demo(arguments: &DemoArguments) -> Result<String, Failure> {
    let records = Floor { data: arguments.data.clone(), head: None }.records()?;
    let key = key_of(arguments.key.as_deref(), &records.place)?;
    let demo = Some(Demo { metrics: arguments.metrics });
    let file = File { path: arguments.config.clone(), listen: arguments.listen, demo };
    serve(file.read()?, file, records, key)
}

/// Where the configuration comes from, at the start and whenever it is read again.
struct File {
    path: Option<PathBuf>,
    listen: Option<SocketAddr>,
    demo: Option<Demo>,
}

/// What a demo is told on its command line.
struct Demo {
    metrics: Option<SocketAddr>,
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
        }
        Ok(config)
    }
}

/// Serves until the process is told to stop.
fn serve(config: Config, file: File, records: Records, key: VoucherKey) -> Result<String, Failure> {
    config.log.start();
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::no("no-runtime", error.to_string()))?;
    runtime.block_on(async {
        let machine = |_| not_started(&ServeFault::Start(StartFault::Machine));
        let world = version::world().map_err(machine)?;
        let server = Server::open_in(world, config, records, key).await;
        let server = server.map_err(|fault| not_started(&fault))?;
        announce(&server).map_err(|error| Failure::of_output(&error))?;
        let unheard = |error: io::Error| Failure::no("no-signals", error.to_string());
        let mut stop = signal(SignalKind::terminate()).map_err(unheard)?;
        let again = signal(SignalKind::hangup()).map_err(unheard)?;
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

/// Reads the configuration again whenever the process is told to; an unsound one changes nothing.
async fn reread(file: File, mut again: Signal, reload: Reload) {
    while again.recv().await.is_some() {
        match file.read() {
            Ok(config) => reload.with(config).await,
            Err(failure) => {
                error!(message = failure.message, "the configuration was not read again");
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
        ServeFault::Start(StartFault::Journal(fault)) => unopened(fault),
        ServeFault::Start(StartFault::Replay(fault)) => unproved(fault),
        ServeFault::Tls(_) => Failure::no("bad-certificate", fault.to_string()),
        ServeFault::Listen { .. } => Failure::no("not-listening", fault.to_string())
            .hint("another server may listen there: --listen takes another address or port"),
        ServeFault::Start(_) => Failure::no("not-started", fault.to_string()),
    }
}

/// Says where to look, and with which names to log in.
fn announce(server: &Server) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let url = server.url();
    writeln!(out, "Taisai listens at {url}")?;
    writeln!(out, "  players   {url}/play")?;
    writeln!(out, "  dealers   {url}/console")?;
    writeln!(out, "  floor     {url}/floor")?;
    writeln!(out, "  cage      {url}/cage")?;
    writeln!(out, "  display   {url}/display/1")?;
    if !server.hired().is_empty() {
        writeln!(out, "Log-ins of this demo, told this once:")?;
        for member in server.hired() {
            writeln!(out, "  {:13} {}  {}", member.name, member.password, member.role)?;
        }
    }
    out.flush()
}

/// The key of the vouchers: in the file that was named, or beside the journal.
fn key_of(named: Option<&Path>, place: &Place) -> Result<VoucherKey, Failure> {
    match (named, place) {
        (Some(file), _) => read_key(file),
        (None, Place::Folder(folder)) => read_key(&folder.join("vouchers.key")),
        (None, Place::Postgres(_)) => {
            let what = "a journal in PostgreSQL needs --key FILE for the key of its vouchers";
            Err(Failure::usage("no-key", what))
        }
    }
}

/// The key of the vouchers; a new one where there is none, readable by its owner alone.
fn read_key(path: &Path) -> Result<VoucherKey, Failure> {
    let told = |error: io::Error| Failure::no("no-key", format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    match fs::read(path) {
        Ok(bytes) => <[u8; 32]>::try_from(bytes).map(VoucherKey::new).map_err(|_| {
            Failure::no("bad-key", format!("{}: not a key of 32 bytes", path.display()))
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => new_key(path).map_err(told),
        Err(error) => Err(told(error)),
    }
}

fn new_key(path: &Path) -> io::Result<VoucherKey> {
    let bytes = taisai_shaker::os_bytes().map_err(io::Error::other)?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    Ok(VoucherKey::new(bytes))
}
