//! What time it is.
//!
//! The wall clock (the system's) can be set forward and back. The time of a house never goes back
//! and never stands still. If the wall clock falls behind, the house continues from where it was at
//! the pace of the machine's own counter. If it runs ahead, the house follows, but not far, because
//! that cannot be undone: beyond an hour, counted from the start, the house continues at its own
//! pace until a person decides. The floor notices and records every jump.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use taisai_table::Time;
use tokio::time::Instant;

/// The system clock, which anybody with access to the machine can set.
pub trait Wall: Send + Sync {
    fn shows(&self) -> Time;
}

/// The system's own clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemWall;

impl Wall for SystemWall {
    fn shows(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// The time of a house; all its parts hold the same one.
#[derive(Clone)]
pub struct Clock {
    wall: Arc<dyn Wall>,
    ran: Arc<Mutex<Ran>>,
    /// What the wall clock showed first.
    began: Mark,
    /// How far ahead of the machine's own counter the wall clock is followed; `None` for any
    /// distance.
    ahead_max: Option<Duration>,
}

/// A time, and the machine's own counter at that time.
#[derive(Clone, Copy, Debug)]
struct Mark {
    time: Time,
    at: Instant,
}

impl Mark {
    /// What time it is if nobody has touched the clock since.
    fn goes_on(self, now: Instant) -> Time {
        let since = now.saturating_duration_since(self.at).as_millis();
        let since = u64::try_from(since).unwrap_or(u64::MAX);
        time(self.time.millis().saturating_add(since))
    }
}

/// The state of the clock.
#[derive(Debug)]
struct Ran {
    /// The house's time when it last left the wall clock or followed it.
    house: Mark,
    /// What the system clock showed when its last jump was reported.
    wall: Mark,
    /// Whether it was reported that the system clock is too far ahead.
    reported_too_far: bool,
}

/// The wall clock is too far ahead to be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFar {
    /// The house's time.
    pub house: Time,
    /// What the wall shows.
    pub found: Time,
}

/// The wall clock was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    /// What it should have shown.
    pub expected: Time,
    /// What it showed.
    pub found: Time,
}

impl Clock {
    /// A wall clock that is off by more than this was set.
    pub const JUMP: Duration = Duration::from_secs(1);
    /// How far ahead a wall clock is followed, counted from the start.
    pub const AHEAD_MAX: Duration = Duration::from_hours(1);
    /// A machine's own counter may run slow by one part in so many.
    const DRIFT: u32 = 1_000;

    /// The system's clock, which is not followed further than that.
    pub fn system() -> Self {
        Self::new(Arc::new(SystemWall)).bounded()
    }

    /// A clock that follows this wall clock, however far it is set.
    pub fn new(wall: Arc<dyn Wall>) -> Self {
        let began = Mark { time: wall.shows(), at: Instant::now() };
        let ran = Ran { house: began, wall: began, reported_too_far: false };
        Self { wall, ran: Arc::new(Mutex::new(ran)), began, ahead_max: None }
    }

    /// The same, but only up to this distance.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self { ahead_max: Some(Self::AHEAD_MAX), ..self }
    }

    /// What the wall showed when the machine began to look at it.
    pub const fn began(&self) -> Time {
        self.began.time
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        self.not_before(time(0))
    }

    /// What time it is, given the time of the journal's last record.
    pub fn not_before(&self, last: Time) -> Time {
        let (wall, at) = (self.wall.shows(), Instant::now());
        let mut ran = self.lock();
        let goes_on = ran.house.goes_on(at);
        let wall = if self.is_too_far(wall, at) { goes_on } else { wall };
        let time = wall.max(last).max(goes_on);
        if goes_on < time {
            ran.house = Mark { time, at };
        }
        time
    }

    /// How long until then; zero if it is past.
    pub fn until(&self, then: Time) -> Duration {
        Duration::from_millis(then.millis().saturating_sub(self.now().millis()))
    }

    /// Whether the wall clock was set since the last call. A clock that merely runs a little fast
    /// or slow has not jumped: it is compared with what it showed at the last call.
    pub fn jump(&self) -> Option<Jump> {
        let (found, at) = (self.wall.shows(), Instant::now());
        let mut ran = self.lock();
        let expected = ran.wall.goes_on(at);
        ran.wall = Mark { time: found, at };
        let off = Duration::from_millis(expected.millis().abs_diff(found.millis()));
        (Self::JUMP < off).then_some(Jump { expected, found })
    }

    /// Whether the wall clock became too far ahead to be followed since the last call.
    pub fn too_far(&self) -> Option<TooFar> {
        let (found, house, at) = (self.wall.shows(), self.now(), Instant::now());
        let is_too_far = self.is_too_far(found, at);
        let mut ran = self.lock();
        let is_new = is_too_far && !ran.reported_too_far;
        ran.reported_too_far = is_too_far;
        is_new.then_some(TooFar { house, found })
    }

    /// Many small steps are as far as one large one: all of them are counted from the start.
    fn is_too_far(&self, wall: Time, at: Instant) -> bool {
        let Some(ahead_max) = self.ahead_max else { return false };
        let passed = at.saturating_duration_since(self.began.at);
        let slack = (ahead_max + passed / Self::DRIFT).as_millis();
        let slack = u64::try_from(slack).unwrap_or(u64::MAX);
        self.began.goes_on(at).millis().saturating_add(slack) < wall.millis()
    }

    fn lock(&self) -> MutexGuard<'_, Ran> {
        self.ran.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last time there is, rather than none.
fn time(millis: u64) -> Time {
    Time::from_millis(millis).unwrap_or(Time::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use tokio::time::advance;

    use super::*;

    /// Shows what it was set to.
    struct Hands(AtomicU64);

    impl Wall for Hands {
        fn shows(&self) -> Time {
            time(self.0.load(Ordering::Relaxed))
        }
    }

    struct Story {
        hands: Arc<Hands>,
        clock: Clock,
    }

    const HOUR: u64 = 3_600_000;

    impl Story {
        fn begins_at(millis: u64) -> Self {
            let hands = Arc::new(Hands(AtomicU64::new(millis)));
            Self { clock: Clock::new(Arc::clone(&hands) as Arc<dyn Wall>).bounded(), hands }
        }

        fn too_far(&self) -> Option<(u64, u64)> {
            self.clock.too_far().map(|far| (far.house.millis(), far.found.millis()))
        }

        fn set(&self, millis: u64) {
            self.hands.0.store(millis, Ordering::Relaxed);
        }

        /// So much time passes, on the wall too.
        async fn passes(&self, millis: u64) {
            advance(Duration::from_millis(millis)).await;
            self.hands.0.fetch_add(millis, Ordering::Relaxed);
        }

        fn now(&self) -> u64 {
            self.clock.now().millis()
        }

        fn jump(&self) -> Option<(u64, u64)> {
            self.clock.jump().map(|jump| (jump.expected.millis(), jump.found.millis()))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_leaves_the_house_running() {
        let story = Story::begins_at(10_000);
        story.passes(500).await;
        assert_eq!((story.now(), story.jump()), (10_500, None));
        story.set(2_000);
        assert_eq!((story.now(), story.jump()), (10_500, Some((10_500, 2_000))));
        story.passes(700).await;
        assert_eq!((story.now(), story.jump()), (11_200, None), "it neither stops nor goes back");
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_forward_is_followed() {
        let story = Story::begins_at(10_000);
        story.set(70_000);
        assert_eq!((story.now(), story.jump()), (70_000, Some((10_000, 70_000))));
        story.passes(1).await;
        assert_eq!((story.now(), story.jump()), (70_001, None));
        story.set(10_000);
        story.passes(5).await;
        assert_eq!(story.now(), 70_006, "time never goes back");
    }

    /// A clock 14 hours ahead was followed, and could never be undone.
    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_hours_ahead_is_not_followed() {
        let story = Story::begins_at(10_000);
        story.set(10_000 + 14 * HOUR);
        assert_eq!(story.now(), 10_000);
        assert_eq!(story.too_far(), Some((10_000, 10_000 + 14 * HOUR)));
        story.passes(500).await;
        assert_eq!((story.now(), story.too_far()), (10_500, None), "it is reported once");
        // Put right, it is followed again; and reported again when it goes too far again.
        story.set(11_000);
        assert_eq!((story.now(), story.too_far()), (11_000, None));
        story.set(11_000 + 14 * HOUR);
        assert_eq!((story.now(), story.too_far()), (11_000, Some((11_000, 11_000 + 14 * HOUR))));
    }

    #[tokio::test(start_paused = true)]
    async fn an_hour_is_followed_and_a_millisecond_more_is_not() {
        let story = Story::begins_at(10_000);
        story.set(10_001 + HOUR);
        assert_eq!(story.now(), 10_000);
        story.set(10_000 + HOUR);
        assert_eq!((story.now(), story.too_far()), (10_000 + HOUR, None));
    }

    #[tokio::test(start_paused = true)]
    async fn many_small_steps_lead_no_further_than_one_large_one() {
        let story = Story::begins_at(10_000);
        for step in 1..=10 {
            story.set(10_000 + step * HOUR / 4);
            story.now();
        }
        assert_eq!(story.now(), 10_000 + HOUR);
    }

    /// A counter that is slow by less than one part in a thousand is no reason to stop following.
    #[tokio::test(start_paused = true)]
    async fn a_slow_counter_is_made_up_for() {
        let story = Story::begins_at(10_000);
        story.passes(10_000 * HOUR).await;
        story.set(10_000 + 10_009 * HOUR);
        assert_eq!(story.now(), 10_000 + 10_009 * HOUR);
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_a_little_off_has_not_jumped() {
        let story = Story::begins_at(10_000);
        story.set(11_000);
        assert_eq!(story.jump(), None);
        story.set(12_001);
        assert_eq!(story.jump(), Some((11_000, 12_001)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_house_begins_no_earlier_than_its_journal_ends() {
        let story = Story::begins_at(10_000);
        story.clock.not_before(time(50_000));
        story.passes(10).await;
        assert_eq!(story.now(), 50_010);
        assert_eq!(story.clock.until(time(50_040)), Duration::from_millis(30));
        assert_eq!(story.clock.until(time(9_000)), Duration::ZERO);
    }
}
