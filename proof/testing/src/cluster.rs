//! A PostgreSQL cluster of one's own: on a socket in a temporary folder, gone with the process.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

/// How its folders are called, before the number of the process they belong to.
const FOLDER: &str = "taisai-postgres-";
const MISSING: &str = "PostgreSQL's server is missing: scripts/ensure-postgres.sh installs it";

/// A running cluster.
pub struct Cluster {
    folder: PathBuf,
    user: Option<User>,
    start: Vec<String>,
    /// Stops the cluster and removes the folder as soon as this process is gone, however it went:
    /// then the pipe to it breaks.
    watchdog: Child,
}

/// Who runs the server when this process is root, which PostgreSQL refuses to run as.
#[derive(Clone, Copy)]
struct User {
    uid: u32,
    gid: u32,
}

/// The cluster of this test binary; the first to ask starts it.
pub fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::start(&[]))
}

impl Cluster {
    /// Starts another cluster, with settings such as `fsync=off`.
    pub fn start(settings: &[&str]) -> Self {
        Self::start_with(settings, &[])
    }

    /// Starts a cluster with these files in its data folder.
    pub fn start_with(settings: &[&str], files: &[(&str, &str)]) -> Self {
        let cluster = Self::made(settings, |start| start);
        for (name, text) in files {
            cluster.keep(name, text);
        }
        cluster.start_server();
        cluster
    }

    /// Starts a cluster that follows this one and can take its place.
    #[must_use]
    pub fn standby(&self) -> Self {
        let standby = Self::empty(|start| start);
        let Self { folder, user, .. } = &standby;
        let source = format!("--dbname=host={} user=postgres", self.folder.display());
        let words = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
        let data = format!("--pgdata={}", folder.join("data").display());
        let copy = [program("pg_basebackup"), source, data].into_iter();
        run(*user, folder, copy.chain(words.map(str::to_owned)));
        // The copy has the settings of its source; the last one of a name holds.
        let file = folder.join("data/postgresql.auto.conf");
        let copied = fs::read_to_string(&file).unwrap();
        fs::write(file, copied + &configuration(folder, &[])).unwrap();
        standby.start_server();
        standby
    }

    /// Makes every commit wait for a standby, which is there.
    pub fn wait_for_standby(&self) {
        let mut admin = self.admin();
        admin.execute("ALTER SYSTEM SET synchronous_standby_names = '*'", &[]).unwrap();
        admin.execute("SELECT pg_reload_conf()", &[]).unwrap();
        let waits = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while admin.query_one(waits, &[]).unwrap().get::<_, i64>(0) == 0 {
            std::thread::yield_now();
        }
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        let data = self.folder.join("data").display().to_string();
        let words = ["promote", "-w", "-s", "-D", &data].map(str::to_owned);
        run(self.user, &self.folder, std::iter::once(program("pg_ctl")).chain(words));
    }

    /// A cluster that has not been started, with a command that runs the one given.
    fn made(settings: &[&str], wrap: impl Fn(Vec<String>) -> Vec<String>) -> Self {
        let cluster = Self::empty(wrap);
        let Self { folder, user, .. } = &cluster;
        let initdb = ["--no-sync", "--auth=trust", "--username=postgres", "--locale=C"];
        let pgdata = format!("--pgdata={}", folder.join("data").display());
        let encoding = "--encoding=UTF8".to_owned();
        let initdb = initdb.map(str::to_owned).into_iter().chain([pgdata, encoding]);
        run(*user, folder, std::iter::once(program("initdb")).chain(initdb));
        let file = folder.join("data/postgresql.auto.conf");
        fs::write(file, configuration(folder, settings)).unwrap();
        cluster
    }

    fn empty(wrap: impl Fn(Vec<String>) -> Vec<String>) -> Self {
        remove_stale();
        let user = user();
        let folder = new_folder(user);
        let watchdog = watchdog(user, &folder);
        let start = wrap(start_command(&folder));
        Self { folder, user, start, watchdog }
    }

    /// Writes a file of the data folder, for the server alone.
    fn keep(&self, name: &str, text: &str) {
        let file = self.folder.join("data").join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        if let Some(User { uid, gid }) = self.user {
            chown(&file, Some(uid), Some(gid)).unwrap();
        }
    }

    /// Starts a cluster whose folder [`Self::small_disk`] is a disk of this size that no other
    /// process sees; `None` where this process may not mount one.
    pub fn start_with_small_disk(megabytes: u32) -> Option<Self> {
        let may_mount = Command::new("unshare").args(["--mount", "true"]).output();
        let user = user().filter(|_| may_mount.is_ok_and(|may| may.status.success()))?;
        let (uid, gid) = (user.uid, user.gid);
        let cluster = Self::made(&[], |start| {
            let mount = format!(
                "mount -t tmpfs -o size={megabytes}m,mode=0700,uid={uid},gid={gid} none small && \
                 exec setpriv --reuid={uid} --regid={gid} --clear-groups \"$@\""
            );
            let namespace = ["unshare", "--mount", "sh", "-c", &mount, "sh"];
            namespace.map(str::to_owned).into_iter().chain(start).collect()
        });
        cluster.start_server();
        Some(cluster)
    }

    pub fn small_disk(&self) -> PathBuf {
        self.folder.join("small")
    }

    /// Starts the server after [`Self::kill_server`].
    pub fn start_server(&self) {
        let is_wrapped = self.start[0] == "unshare";
        let user = self.user.filter(|_| !is_wrapped);
        run(user, &self.folder, self.start.iter().cloned());
    }

    /// Kills the server and all its children at once, as a power cut of the machine would.
    pub fn kill_server(&self) {
        let file = self.folder.join("data/postmaster.pid");
        let written = fs::read_to_string(&file).unwrap();
        let postmaster: u32 = written.lines().next().unwrap().parse().unwrap();
        // Stopped first, it cannot start a child that would not be found.
        signal("STOP", &[postmaster]);
        let mut all = children(postmaster);
        all.push(postmaster);
        signal("KILL", &all);
        while all.iter().any(|pid| is_running(*pid)) {
            std::thread::yield_now();
        }
        // Dead it may still have a number until somebody collects it, and the next would shy away.
        fs::remove_file(file).unwrap();
        fs::remove_file(self.folder.join(".s.PGSQL.5432.lock")).unwrap();
    }

    /// The address of a database of this cluster.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}", self.host())
    }

    /// The address of a database of this cluster, or of the one that takes its place.
    pub fn url_with(&self, standby: &Self, database: &str) -> String {
        format!("postgres://postgres@{},{}/{database}", self.host(), standby.host())
    }

    fn host(&self) -> String {
        self.folder.to_str().unwrap().replace('/', "%2F")
    }

    /// A new database, and its address.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let name = format!("floor{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.admin().batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        self.url(&name)
    }

    /// A connection that may do everything.
    pub fn admin(&self) -> Client {
        client(&self.url("postgres"))
    }

    /// Hangs up on everybody connected to a database, and waits until they are gone.
    pub fn hang_up(&self, url: &str) {
        let name = url.rsplit('/').next().unwrap();
        let hang_up = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                        WHERE datname = $1 AND pid <> pg_backend_pid()";
        self.admin().execute(hang_up, &[&name]).unwrap();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take().unwrap().write_all(b"in order\n"));
        drop(self.watchdog.wait());
    }
}

pub fn client(url: &str) -> Client {
    Client::connect(url, NoTls).unwrap()
}

/// Sends a signal to processes of the cluster.
pub fn signal(name: &str, pids: &[u32]) {
    let pids: Vec<_> = pids.iter().map(u32::to_string).collect();
    // A process that is gone already is fine.
    let kill = format!("kill -{name} {} 2>/dev/null", pids.join(" "));
    drop(Command::new("sh").args(["-c", &kill]).status());
}

fn configuration(folder: &Path, settings: &[&str]) -> String {
    let mut lines = format!(
        "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 60\n",
        folder.display()
    );
    for setting in settings {
        lines += setting;
        lines.push('\n');
    }
    lines
}

fn start_command(folder: &Path) -> Vec<String> {
    let (data, log) = (folder.join("data"), folder.join("log"));
    let (data, log) = (data.display().to_string(), log.display().to_string());
    let pg_ctl = program("pg_ctl");
    [&pg_ctl, "start", "-w", "-t", "60", "-s", "-D", &data, "-l", &log].map(str::to_owned).into()
}

/// A shell that waits until it is told, or until nobody holds the other end of its pipe. In the
/// latter case a program may still be making what is to be removed, so it looks again.
fn watchdog(user: Option<User>, folder: &Path) -> Child {
    let script = "trap '' INT TERM HUP; read -r end; \
                  for pause in 0 1 2 4 8; do \
                    sleep $pause; \"$1\" stop -m immediate -D \"$2/data\"; rm -rf \"$2\"; \
                    [ -z \"$end\" ] || break; \
                  done";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", &program("pg_ctl")]).arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    as_user(&mut command, user).current_dir(folder).process_group(0).spawn().unwrap()
}

/// Runs a command to its end; what it printed is shown when it fails.
fn run(user: Option<User>, folder: &Path, words: impl Iterator<Item = String>) {
    let words: Vec<_> = words.collect();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(folder).stdin(Stdio::null());
    // Into a file: the server keeps what it inherits, and a pipe would never end.
    let told = folder.join("told");
    let file = fs::File::create(&told).unwrap();
    command.stdout(file.try_clone().unwrap()).stderr(file);
    let status = as_user(&mut command, user).status().unwrap();
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    assert!(status.success(), "{words:?}: {}\n{log}", fs::read_to_string(&told).unwrap());
}

fn as_user(command: &mut Command, user: Option<User>) -> &mut Command {
    match user {
        Some(User { uid, gid }) => command.uid(uid).gid(gid),
        None => command,
    }
}

fn user() -> Option<User> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let answer = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(answer.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    let found = ["postgres", "nobody"]
        .into_iter()
        .find_map(|name| Some(User { uid: id(&["-u", name])?, gid: id(&["-g", name])? }));
    Some(found.expect("a user who is not root"))
}

/// A folder of this process that the server's user owns.
fn new_folder(user: Option<User>) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("{FOLDER}{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    for folder in [folder.clone(), folder.join("small")] {
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        if let Some(User { uid, gid }) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
    }
    folder
}

/// Where a program of PostgreSQL is: on the path, or where Debian keeps it.
fn program(name: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).collect::<Vec<_>>();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    // The newest version first.
    let debian: BTreeSet<_> = debian.map(|version| version.path().join("bin")).collect();
    let mut folders = on_path.into_iter().chain(debian.into_iter().rev());
    let found = folders.find(|folder| folder.join(name).is_file() && has_server(folder));
    found.expect(MISSING).join(name).to_str().unwrap().to_owned()
}

/// Debian puts a wrapper of some programs on the path, without the server beside it.
fn has_server(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).is_file())
}

/// Removes what processes left behind whose watchdog was killed as well.
fn remove_stale() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER));
        let owner = owner.and_then(|rest| rest.split('-').next()?.parse().ok());
        if owner.is_some_and(|pid| !is_running(pid)) {
            let folder = entry.path();
            let data = folder.join("data");
            let mut stop = Command::new(program("pg_ctl"));
            stop.args(["stop", "-m", "immediate", "-D"]).arg(data);
            stop.stdout(Stdio::null()).stderr(Stdio::null());
            drop(as_user(&mut stop, user()).status());
            drop(fs::remove_dir_all(folder));
        }
    }
}

/// Whether a process is there and not merely waiting to be collected.
fn is_running(pid: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat"));
    let after_name = |stat: String| Some(stat.rsplit_once(") ")?.1.starts_with(['Z', 'X']));
    state.ok().and_then(after_name).is_some_and(|is_dead| !is_dead)
}

fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let parent_of = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
    };
    pids.filter(|pid| parent_of(*pid) == Some(parent)).collect()
}
