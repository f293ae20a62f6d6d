//! A server in its own process: started, measured and killed.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server; killed on drop.
pub(crate) struct Served {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Its further output, line by line, for servers that print more.
    pub(crate) said: Vec<String>,
}

impl Served {
    /// Starts a server, and reads its output up to this line.
    pub(crate) fn start(mut command: Command, until: &str) -> Self {
        let child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
        let (mut address, mut said) = (None, Vec::new());
        for line in &mut lines {
            let line = line.expect("a server says text");
            let url = line.split_once("listens at http://").map(|(_, url)| url.to_owned());
            address = address.or(url);
            let last = line.contains(until);
            said.push(line);
            if last {
                break;
            }
        }
        let address = address.unwrap_or_else(|| panic!("it said no address, but {said:?}"));
        let address = address.trim_end_matches('/').parse().expect("host and port");
        // A server that prints more must not block because nobody reads.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address, said }
    }

    /// How much processor time it has used.
    pub(crate) fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.expect("it is alive");
        let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let fields = after_name.split(' ').skip(11).take(2);
        let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        // The kernel reports it in hundredths of a second, whatever its own clock.
        Duration::from_millis(ticks * 10)
    }

    /// How much memory it holds, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it is alive");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kib.and_then(|kib| kib.trim().parse::<u64>().ok()).expect("a process has a size") * 1024
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have died by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
