//! Measurements: a rate, and how long answers took.

use std::fmt;
use std::time::Duration;

/// How many, in which time, how long each took, and the server's processor time.
pub(crate) struct Figures {
    waits: Vec<Duration>,
    time: Duration,
    cpu: Duration,
}

impl Figures {
    /// Figures from the time of each and the total time.
    pub(crate) fn new(mut waits: Vec<Duration>, time: Duration, cpu: Duration) -> Self {
        waits.sort_unstable();
        Self { waits, time, cpu }
    }

    /// Figures of several turns as of one.
    pub(crate) fn of_all(turns: Vec<Self>) -> Self {
        let (time, cpu) =
            turns.iter().fold((Duration::ZERO, Duration::ZERO), |(time, cpu), turn| {
                (time + turn.time, cpu + turn.cpu)
            });
        Self::new(turns.into_iter().flat_map(|turn| turn.waits).collect(), time, cpu)
    }

    /// How much processor time the server used for each.
    pub(crate) fn work(&self) -> Duration {
        self.cpu / u32::try_from(self.waits.len()).unwrap_or(u32::MAX).max(1)
    }

    /// How many a second.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below what a float holds")]
    pub(crate) fn rate(&self) -> f64 {
        self.waits.len() as f64 / self.time.as_secs_f64()
    }

    /// The time that this many of a thousand did not exceed.
    pub(crate) fn within(&self, of_thousand: usize) -> Duration {
        let place = (self.waits.len() * of_thousand).div_ceil(1000).max(1) - 1;
        self.waits.get(place).copied().unwrap_or_default()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |of| self.within(of).as_secs_f64() * 1e3;
        let (p50, p99) = (millis(500), millis(990));
        let work = self.work().as_secs_f64() * 1e6;
        write!(f, "{:>9.0} /s   p50 {p50:>7.2} ms   p99 {p99:>7.2} ms", self.rate())?;
        write!(f, "   {work:>5.1} µs of the server's processors")
    }
}
