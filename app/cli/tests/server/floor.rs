//! A server in its own process, with its input and output.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use taisai_testing::client::Served;

/// How long a test waits for anything.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server at work.
pub(crate) struct TestFloor {
    pub(crate) url: String,
    pub(crate) address: SocketAddr,
    pub(crate) hired: Vec<(String, String)>,
    pub(crate) said: Vec<String>,
    log: PathBuf,
    child: Child,
    pub(crate) orders: Option<ChildStdin>,
}

impl Served for TestFloor {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn url(&self) -> &str {
        &self.url
    }

    fn password(&self, name: &str) -> String {
        self.hired.iter().find(|(known, _)| known == name).unwrap().1.clone()
    }
}

impl TestFloor {
    /// Starts the demo of this folder or database, with the tables of a configuration.
    pub(crate) fn demo(folder: &Path, data: &str, config: &str) -> Self {
        Self::start(folder, Self::demo_command(folder, data, config))
    }

    /// The command that starts such a demo.
    pub(crate) fn demo_command(folder: &Path, data: &str, config: &str) -> Command {
        let file = folder.join("floor.toml");
        fs::write(&file, config).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
        command.args(["demo", "--data", data, "--listen", "127.0.0.1:0", "--config"]).arg(file);
        command.arg("--key").arg(folder.join("vouchers.key"));
        command
    }

    /// Starts a server by this command, and waits until it listens.
    pub(crate) fn start(folder: &Path, mut command: Command) -> Self {
        let log = folder.join("server.log");
        let errors = File::options().create(true).append(true).open(&log).unwrap();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut child = command.spawn().unwrap();
        let orders = child.stdin.take();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || said.next().map(Result::unwrap);
        let Some(first) = next() else {
            let status = child.wait().unwrap();
            panic!("no server, {status}: {}", fs::read_to_string(&log).unwrap());
        };
        let url = first.strip_prefix("Taisai listens at ").unwrap().to_owned();
        let address = url.split("//").nth(1).unwrap().parse().unwrap();
        let mut said = (0..5).map(|_| next().unwrap()).collect::<Vec<_>>();
        assert!(said[4].contains("/display/"), "{said:?}");
        // A demo prints its log-ins, or how they can be had again.
        let hired = if command.get_args().any(|argument| argument == "demo") {
            hired(&mut next, &mut said)
        } else {
            Vec::new()
        };
        Self { url, address, hired, said, log, child, orders }
    }

    /// Everything the server has written down.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Waits until the server has written this down.
    pub(crate) fn until_log(&self, words: &str) {
        let since = Instant::now();
        while !self.log().contains(words) {
            assert!(since.elapsed() < PATIENCE, "{words} is not in {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A line of what the system knows about the process, such as `State` or `VmRSS`.
    pub(crate) fn status(&self, line: &str) -> String {
        let all = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let found = all.lines().find_map(|known| known.strip_prefix(line)?.strip_prefix(':'));
        found.unwrap_or_else(|| panic!("no {line} in {all}")).trim().to_owned()
    }

    /// The process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits until the process has ended.
    pub(crate) fn ended(mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(since.elapsed() < PATIENCE, "it does not end: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Stops in order.
    pub(crate) fn close(self) {
        self.signal("TERM");
        let log = self.log.clone();
        let status = self.ended();
        assert_eq!(status.code(), Some(0), "{status}: {}", fs::read_to_string(log).unwrap());
    }

    /// Ends at once, as a power cut would end it.
    pub(crate) fn kill(self) {
        self.signal("KILL");
        self.ended();
    }

    /// Sees to it that the process has ended, whether or not it had before.
    pub(crate) fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for TestFloor {
    fn drop(&mut self) {
        // After a test that failed nobody else ends it.
        self.end();
    }
}

/// The names and passwords of a demo that prints them.
fn hired(
    next: &mut impl FnMut() -> Option<String>,
    said: &mut Vec<String>,
) -> Vec<(String, String)> {
    let heading = next().unwrap();
    if !heading.starts_with("Log-ins") {
        said.extend([heading, next().unwrap()]);
        return Vec::new();
    }
    let member = |line: String| {
        let mut words = line.split_whitespace();
        (words.next().unwrap().to_owned(), words.next().unwrap().to_owned())
    };
    (0..8).map(|_| member(next().unwrap())).collect()
}

/// Runs a command of the binary; what is given goes to its standard input.
pub(crate) fn taisai(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
    command.args(arguments).env_remove("TAISAI_DATA");
    run(command, input)
}

pub(crate) fn run(mut command: Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that reads no input may exit before any is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What a command said that must do what it was asked.
pub(crate) fn done(arguments: &[&str], input: &str) -> String {
    let Output { status, stdout, stderr } = taisai(arguments, input);
    let err = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{arguments:?}: {err}");
    String::from_utf8(stdout).unwrap()
}

/// Why a command refused.
pub(crate) fn refused(arguments: &[&str], input: &str) -> String {
    let Output { status, stderr, .. } = taisai(arguments, input);
    assert_eq!(status.code(), Some(1), "{arguments:?}");
    String::from_utf8(stderr).unwrap()
}

/// Every event of a table's stream, as the export tells them.
pub(crate) fn exported(data: &str, which: &[&str]) -> Vec<Value> {
    let arguments = [&["export", data, "--ndjson"], which].concat();
    let lines = done(&arguments, "");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// One automatic table whose betting lasts so long.
pub(crate) fn one_table(betting_ms: u64) -> String {
    format!(
        "house = \"Test House\"\n\
         [doors]\nmessages_per_second = 100000\nrequests_per_second = 100000\n\
         [[table]]\nnumber = 1\nname = \"One\"\nbook = \"maryland\"\nrun = \"automatic\"\n\
         [table.limits]\nusual = {{ min = 100, max = 100000, multiple = 100 }}\n\
         seat_max = 1000000\nexposure_max = 10000000000\n\
         [table.times]\nbetting_ms = {betting_ms}\nbetting_min_ms = 0\nwarning_ms = 10\n\
         show_ms = 20\npause_ms = 20\n"
    )
}
