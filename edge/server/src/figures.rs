//! The server's own figures, counted as it works and served to Prometheus.
//!
//! Written by hand and passed to the code that counts: a global recorder could not separate two
//! houses in one process, and these few lines need no macros. Every label is a table's number or
//! one of a fixed set of words, so that no visitor can make another series.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::mem::Discriminant;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taisai_journal::{Head, Stream};
use taisai_table::{Event, Refusal, ReversalEvent, RoundEvent};

/// For whom an entrance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsFor {
    /// Players, displays and staff.
    Everybody,
    /// Staff alone: whatever players do at theirs, there is room here.
    Staff,
    /// The monitoring, which reads the figures.
    Monitoring,
}

impl IsFor {
    /// Every kind of entrance.
    pub const ALL: [Self; 3] = [Self::Everybody, Self::Staff, Self::Monitoring];

    /// Its word in the log and in the figures.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Everybody => "floor",
            Self::Staff => "staff",
            Self::Monitoring => "metrics",
        }
    }

    /// The setting that says where it listens.
    pub const fn setting(self) -> &'static str {
        match self {
            Self::Everybody => "listen",
            Self::Staff => "staff.listen",
            Self::Monitoring => "metrics.listen",
        }
    }
}

/// What a connection was waited for in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedOut {
    /// A handshake of TLS.
    Handshake,
    /// The head of a request: the first one, or another after an answer.
    Request,
    /// The rest of a body.
    Body,
    /// Somebody who reads what they asked for.
    Reader,
}

impl TimedOut {
    /// Everything that is waited for.
    pub const ALL: [Self; 4] = [Self::Handshake, Self::Request, Self::Body, Self::Reader];

    /// Its word in the figures.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::Request => "request",
            Self::Body => "body",
            Self::Reader => "reader",
        }
    }
}

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The house is full.
    Full,
    /// This address has as many connections as it may.
    TooMany,
    /// This address asks faster than it may.
    TooFast,
}

impl Turned {
    /// Every reason, in this order.
    pub const ALL: [Self; 3] = [Self::Full, Self::TooMany, Self::TooFast];

    /// Its word in the log and in the figures.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::TooMany => "too-many-of-one-address",
            Self::TooFast => "too-fast",
        }
    }
}

/// How a log-in ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogIn {
    /// They are in.
    Right,
    /// Name and password do not belong together.
    Wrong,
    /// There were too many tries before.
    LockedOut,
    /// It could not be tried.
    Busy,
}

/// What kind of screen is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKind {
    /// A player's terminal.
    Terminal,
    /// A member of staff's.
    Staff,
    /// A display beside a table.
    Display,
}

/// Calls that wait for the floor and for each table, by the name of their stream.
pub type Inboxes = Vec<(Stream, usize)>;

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Figures {
    streams: Mutex<BTreeMap<Stream, OfStream>>,
    refusals: Mutex<HashMap<Discriminant<Refusal>, (String, u64)>>,
    commit_seconds: Histogram<11>,
    commit_records: Histogram<8>,
    screens: [AtomicU64; 3],
    log_ins: [AtomicU64; 4],
    turned_away: [AtomicU64; Turned::ALL.len()],
    connections: [AtomicU64; IsFor::ALL.len()],
    timed_out: [AtomicU64; TimedOut::ALL.len()],
    unaccepted: AtomicU64,
    rebuilt: AtomicU64,
    started_in: AtomicU64,
}

/// What is counted of one table, or of the floor.
#[derive(Clone, Copy, Debug, Default)]
struct OfStream {
    head: u64,
    bets: u64,
    rounds: u64,
    voided: u64,
}

const SCREENS: [&str; 3] = ["terminal", "staff", "display"];
const LOG_INS: [&str; 4] = ["right", "wrong", "locked-out", "busy"];
/// Half a millisecond to two and a half seconds.
const SECONDS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5];
const RECORDS: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 50.0, 100.0, 500.0, 1000.0];

impl Figures {
    /// A batch of so many records is durable, after so long.
    pub fn committed(&self, stream: Stream, records: u64, head: Head, took: Duration) {
        self.commit_seconds.count(&SECONDS, took.as_secs_f64(), took.as_micros());
        // No batch has more records than a float tells apart.
        #[expect(clippy::cast_precision_loss, reason = "a batch has thousands of records at most")]
        self.commit_records.count(&RECORDS, records as f64, u128::from(records));
        self.ends_at(stream, head);
    }

    /// A stream ends here.
    pub fn ends_at(&self, stream: Stream, head: Head) {
        self.streams().entry(stream).or_default().head = head.sequence;
    }

    /// This has happened at a table, and is durable.
    pub fn happened<'e>(&self, stream: Stream, events: impl Iterator<Item = &'e Event>) {
        let mut all = self.streams();
        let of = all.entry(stream).or_default();
        for event in events {
            if let Event::BetsChanged { changes, .. } = event {
                of.bets += changes.len() as u64;
            } else if let Event::Round(RoundEvent::BettingOpened { .. }) = event {
                of.rounds += 1;
            } else if let Event::Reversal(
                ReversalEvent::RoundVoided { .. } | ReversalEvent::PastRoundVoided { .. },
            ) = event
            {
                of.voided += 1;
            }
        }
    }

    /// A table said no.
    pub fn refused(&self, refusal: &Refusal) {
        let mut all = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let code = || taisai_protocol::Refusal::from(refusal).code();
        all.entry(std::mem::discriminant(refusal)).or_insert_with(|| (code(), 0)).1 += 1;
    }

    /// Somebody tried to log in.
    pub fn logged_in(&self, how: LogIn) {
        self.log_ins[how as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody asked too fast, or the house is full.
    pub fn turned_away(&self, turned: Turned) {
        self.turned_away[turned as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// A connection was let in.
    pub fn opened(&self, by: IsFor) {
        self.connections[by as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// A connection that was let in is closed.
    pub fn closed(&self, by: IsFor) {
        self.connections[by as usize].fetch_sub(1, Ordering::Relaxed);
    }

    /// A connection was waited for in vain.
    pub fn timed_out(&self, waited_for: TimedOut) {
        self.timed_out[waited_for as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// The system could give no connection.
    pub fn unaccepted(&self) {
        self.unaccepted.fetch_add(1, Ordering::Relaxed);
    }

    /// The house is rebuilt from its journal after a fault.
    pub fn rebuilt(&self) {
        self.rebuilt.fetch_add(1, Ordering::Relaxed);
    }

    /// The server took so long to be ready.
    pub fn started(&self, took: Duration) {
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        self.started_in.store(millis, Ordering::Relaxed);
    }

    /// A screen is connected, until what is returned is dropped.
    pub fn connected(self: &Arc<Self>, kind: ScreenKind) -> Connected {
        let place = kind as usize;
        self.screens[place].fetch_add(1, Ordering::Relaxed);
        Connected { figures: Arc::clone(self), place }
    }

    fn streams(&self) -> MutexGuard<'_, BTreeMap<Stream, OfStream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything as Prometheus reads it; without inboxes where no house is at work.
    pub fn page(&self, inboxes: Option<&Inboxes>) -> String {
        let mut page = Page::default();
        self.tell_streams(&mut page);
        self.tell_refusals(&mut page);
        self.tell_commits(&mut page);
        self.tell_visitors(&mut page);
        self.tell_connections(&mut page);
        self.tell_life(&mut page, inboxes);
        page.0
    }

    fn tell_refusals(&self, page: &mut Page) {
        page.head("taisai_refusals_total", "counter", "What tables said no to, by its code.");
        let refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let by_code: BTreeMap<&str, u64> =
            refusals.values().map(|(code, count)| (code.as_str(), *count)).collect();
        for (code, count) in by_code {
            page.line("taisai_refusals_total", &format!("code=\"{code}\""), count);
        }
    }

    fn tell_commits(&self, page: &mut Page) {
        self.commit_seconds.tell(
            page,
            "taisai_commit_seconds",
            &SECONDS,
            1e6,
            "From handing a batch in until it is durable.",
        );
        self.commit_records.tell(
            page,
            "taisai_commit_records",
            &RECORDS,
            1.0,
            "Records of one batch.",
        );
    }

    fn tell_visitors(&self, page: &mut Page) {
        page.words(
            "taisai_screens",
            "gauge",
            "Screens that are connected.",
            "kind",
            &SCREENS,
            &self.screens,
        );
        page.words(
            "taisai_log_ins_total",
            "counter",
            "Log-ins, by how they ended.",
            "outcome",
            &LOG_INS,
            &self.log_ins,
        );
        page.words(
            "taisai_turned_away_total",
            "counter",
            "Requests and connections turned away at the door, by why.",
            "why",
            &Turned::ALL.map(Turned::word),
            &self.turned_away,
        );
    }

    fn tell_connections(&self, page: &mut Page) {
        page.words(
            "taisai_connections",
            "gauge",
            "Connections that are open, by the listener they came to.",
            "listener",
            &IsFor::ALL.map(IsFor::word),
            &self.connections,
        );
        page.words(
            "taisai_timed_out_total",
            "counter",
            "Connections that were waited for in vain, by what for.",
            "for",
            &TimedOut::ALL.map(TimedOut::word),
            &self.timed_out,
        );
        page.one(
            "taisai_accept_failures_total",
            "counter",
            "How often the system could give no connection.",
            self.unaccepted.load(Ordering::Relaxed),
        );
    }

    fn tell_life(&self, page: &mut Page, inboxes: Option<&Inboxes>) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        page.one(
            "taisai_house_rebuilt_total",
            "counter",
            "How often the house was rebuilt from its journal after a fault.",
            of(&self.rebuilt),
        );
        page.one(
            "taisai_start_seconds",
            "gauge",
            "How long the start took.",
            Duration::from_millis(of(&self.started_in)).as_secs_f64(),
        );
        page.one(
            "taisai_ready",
            "gauge",
            "Whether the house is at work.",
            u64::from(inboxes.is_some()),
        );
        if let Some(inboxes) = inboxes {
            tell_inboxes(page, inboxes);
        }
        if let Some(bytes) = resident_bytes() {
            page.one("process_resident_memory_bytes", "gauge", "Memory in use.", bytes);
        }
    }

    fn tell_streams(&self, page: &mut Page) {
        type Count = fn(&OfStream) -> u64;
        let streams = self.streams().clone();
        let tables = || streams.iter().filter(|(stream, _)| **stream != Stream::Floor);
        let counts: [(&str, &str, Count); 3] = [
            ("taisai_bets_total", "Bets that were changed and are durable.", |of| of.bets),
            ("taisai_rounds_total", "Rounds that were opened.", |of| of.rounds),
            ("taisai_rounds_voided_total", "Rounds that were voided.", |of| of.voided),
        ];
        for (name, about, count) in counts {
            page.head(name, "counter", about);
            for (stream, of) in tables() {
                page.line(name, &format!("table=\"{}\"", stream.number()), count(of));
            }
        }
        page.head("taisai_journal_head", "gauge", "The last durable record of a stream.");
        for (stream, of) in &streams {
            page.line("taisai_journal_head", &format!("stream=\"{stream}\""), of.head);
        }
    }
}

fn tell_inboxes(page: &mut Page, inboxes: &Inboxes) {
    page.head("taisai_inbox", "gauge", "Calls that wait for a table or the floor.");
    for (stream, waiting) in inboxes {
        page.line("taisai_inbox", &format!("stream=\"{stream}\""), *waiting as u64);
    }
}

/// How much memory the process holds, where the system says.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A screen that is connected.
#[derive(Debug)]
pub struct Connected {
    figures: Arc<Figures>,
    place: usize,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.figures.screens[self.place].fetch_sub(1, Ordering::Relaxed);
    }
}

/// How often something was how large: a count for each bound, and one for what is beyond.
#[derive(Debug)]
struct Histogram<const N: usize> {
    counts: [AtomicU64; N],
    beyond: AtomicU64,
    /// Of everything, in the smallest unit.
    sum: AtomicU64,
}

impl<const N: usize> Default for Histogram<N> {
    fn default() -> Self {
        let counts = std::array::from_fn(|_| AtomicU64::new(0));
        Self { counts, beyond: AtomicU64::new(0), sum: AtomicU64::new(0) }
    }
}

impl<const N: usize> Histogram<N> {
    fn count(&self, bounds: &[f64; N], value: f64, units: u128) {
        let place = bounds.iter().position(|bound| value <= *bound);
        let count = place.map_or(&self.beyond, |place| &self.counts[place]);
        count.fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(u64::try_from(units).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn tell(&self, page: &mut Page, name: &str, bounds: &[f64; N], units: f64, about: &str) {
        page.head(name, "histogram", about);
        let mut below = 0;
        for (bound, count) in bounds.iter().zip(&self.counts) {
            below += count.load(Ordering::Relaxed);
            page.line(&format!("{name}_bucket"), &format!("le=\"{bound}\""), below);
        }
        below += self.beyond.load(Ordering::Relaxed);
        page.line(&format!("{name}_bucket"), "le=\"+Inf\"", below);
        #[expect(clippy::cast_precision_loss, reason = "a sum that is shown, not reckoned with")]
        let sum = self.sum.load(Ordering::Relaxed) as f64 / units;
        let _ = writeln!(page.0, "{name}_sum {sum}\n{name}_count {below}");
    }
}

/// A page in the text format of Prometheus.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, about: &str) {
        let _ = writeln!(self.0, "# HELP {name} {about}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: u64) {
        let _ = writeln!(self.0, "{name}{{{labels}}} {value}");
    }

    fn one(&mut self, name: &str, kind: &str, about: &str, value: impl fmt::Display) {
        self.head(name, kind, about);
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn words(
        &mut self,
        name: &str,
        kind: &str,
        about: &str,
        label: &str,
        words: &[&str],
        values: &[AtomicU64],
    ) {
        self.head(name, kind, about);
        for (word, value) in words.iter().zip(values) {
            self.line(name, &format!("{label}=\"{word}\""), value.load(Ordering::Relaxed));
        }
    }
}

#[cfg(test)]
mod tests {
    use taisai_journal::JournalId;

    use super::*;

    #[test]
    fn a_page_is_what_prometheus_reads() {
        let figures = Arc::new(Figures::default());
        let stream = Stream::from_number(3).unwrap();
        let head = Head { sequence: 41, ..Head::start(JournalId([1; 16]), stream) };
        figures.committed(stream, 2, head, Duration::from_micros(1_500));
        figures.committed(stream, 2_000, head, Duration::from_secs(9));
        figures.started(Duration::from_millis(1_500));
        figures.refused(&Refusal::SeatEmpty);
        figures.refused(&Refusal::SeatEmpty);
        figures.logged_in(LogIn::Wrong);
        figures.turned_away(Turned::TooMany);
        figures.opened(IsFor::Staff);
        figures.timed_out(TimedOut::Reader);
        let screen = figures.connected(ScreenKind::Display);
        let page = figures.page(None);
        for line in [
            "taisai_journal_head{stream=\"table 3\"} 41",
            "taisai_rounds_total{table=\"3\"} 0",
            "taisai_refusals_total{code=\"seat-empty\"} 2",
            "taisai_commit_seconds_bucket{le=\"0.001\"} 0",
            "taisai_commit_seconds_bucket{le=\"0.0025\"} 1",
            "taisai_commit_seconds_bucket{le=\"+Inf\"} 2",
            "taisai_commit_seconds_sum 9.0015",
            "taisai_commit_records_bucket{le=\"2\"} 1",
            "taisai_commit_records_count 2",
            "taisai_screens{kind=\"display\"} 1",
            "taisai_log_ins_total{outcome=\"wrong\"} 1",
            "taisai_turned_away_total{why=\"too-many-of-one-address\"} 1",
            "taisai_connections{listener=\"staff\"} 1",
            "taisai_timed_out_total{for=\"reader\"} 1",
            "taisai_accept_failures_total 0",
            "taisai_ready 0",
            "taisai_start_seconds 1.5",
        ] {
            assert!(page.lines().any(|printed| printed == line), "{line} is not in\n{page}");
        }
        drop(screen);
        assert!(figures.page(None).contains("taisai_screens{kind=\"display\"} 0\n"));
        let mut names = Vec::new();
        for line in page.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            names.push(line.split(' ').next().unwrap());
        }
        let all: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(all.len(), names.len(), "every name is declared once: {names:?}");
    }
}
