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
use taisai_server::serve::Server;
use taisai_server::start::Records;
use tokio::signal::unix::{SignalKind, signal};

use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai serve --data floor --config floor.toml")]
pub(crate) struct Arguments {
    /// Where the journal is kept: a folder, or a postgres:// address
    #[arg(long, default_value = "taisai-data")]
    data: String,
    /// Where to listen, in place of what the configuration says
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// The configuration
    #[arg(long)]
    config: PathBuf,
    /// Where the journal's heads are remembered; best on another disk
    #[arg(long, value_name = "FILE")]
    head: Option<PathBuf>,
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
    /// Where the journal is kept
    #[arg(long, default_value = "taisai-demo")]
    data: PathBuf,
    /// Where to listen, in place of 127.0.0.1:8080 or what the configuration says
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Play money at the tables of this configuration, in place of one for each rule book
    #[arg(long)]
    config: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut config = read_config(&arguments.config)?;
    config.listen = arguments.listen.unwrap_or(config.listen);
    let acceptance = match (&arguments.by, &arguments.reason, arguments.accept_old) {
        (Some(by), Some(reason), true) => {
            Some(Acceptance { by: by.clone(), reason: reason.clone() })
        }
        (_, _, _) => None,
    };
    let place = Place::parse(&arguments.data);
    let key = match (&arguments.key, &place) {
        (Some(key), _) => key.clone(),
        (None, Place::Folder(folder)) => folder.join("vouchers.key"),
        (None, Place::Postgres(_)) => {
            let what = "a journal in PostgreSQL needs --key FILE for the key of its vouchers";
            return Err(Failure::usage("no-key", what));
        }
    };
    let options = Options { sidecar: arguments.head.clone(), ..Options::default() };
    let key = read_key(&key)?;
    serve(config, Records { place, options, acceptance }, key)
}

pub(crate) fn run_demo(arguments: &DemoArguments) -> Result<String, Failure> {
    let records = Records {
        place: Place::Folder(arguments.data.clone()),
        options: Options::default(),
        acceptance: None,
    };
    let key = read_key(&arguments.data.join("vouchers.key"))?;
    let mut config = match &arguments.config {
        Some(path) => Config { demo: true, ..read_config(path)? },
        None => Config::demo(),
    };
    config.listen = arguments.listen.unwrap_or(config.listen);
    serve(config, records, key)
}

fn read_config(path: &Path) -> Result<Config, Failure> {
    let unread = |error: io::Error| {
        Failure::usage("unreadable-config", format!("{}: {error}", path.display()))
    };
    let text = fs::read_to_string(path).map_err(unread)?;
    let beside = path.parent().unwrap_or(Path::new("."));
    Config::read(&text, beside)
        .map_err(|fault| Failure::no("bad-config", format!("{}: {fault}", path.display())))
}

/// Serves until the process is told to stop.
fn serve(config: Config, records: Records, key: VoucherKey) -> Result<String, Failure> {
    tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(LEVEL).json().init();
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::no("no-runtime", error.to_string()))?;
    runtime.block_on(async {
        let server = Server::open(config, records, key).await;
        let server = server.map_err(|fault| Failure::no("not-started", fault.to_string()))?;
        announce(&server).map_err(|error| Failure::of_output(&error))?;
        let mut stop = signal(SignalKind::terminate())
            .map_err(|error| Failure::no("no-signals", error.to_string()))?;
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

const LEVEL: tracing_subscriber::filter::LevelFilter =
    tracing_subscriber::filter::LevelFilter::INFO;

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
