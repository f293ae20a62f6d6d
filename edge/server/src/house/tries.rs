//! Who has failed to log in or to enrol, and what is locked after too many failures.
//!
//! An attempt is counted before the password is checked, and uncounted if it was right, so that
//! simultaneous attempts are each counted. Strangers are counted by name and place, by name over
//! all places, and by place over all names. A person's own devices and sessions are counted apart:
//! no stranger can lock them.

use crate::world::network::Network;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taisai_floor::Line as Text;
use taisai_table::{SessionId, StaffId};
use tokio::time::Instant;

/// A place that belongs to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnownPlace {
    /// A device at which this person has logged in before, by the mark it was given.
    Device(u64),
    /// A session of this person.
    Session(SessionId),
}

/// One try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Try {
    /// A name and a password from a place that is not known for this name.
    Stranger {
        name: Text,
        /// Where they are.
        from: Network,
    },
    /// A password from one of a person's own places.
    Known {
        /// The person.
        staff: StaffId,
        /// The place.
        at: KnownPlace,
    },
    /// An enrolment code.
    Code {
        /// Where they are.
        from: Network,
    },
}

/// What failures are counted by, and what is locked after too many.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// A name at a place.
    NameAt(Text, Network),
    /// A name at all places that are not known for it.
    Name(Text),
    /// All names at a place.
    At(Network),
    /// A person's own place.
    Known(StaffId, KnownPlace),
    /// Enrolment codes at a place.
    CodesAt(Network),
    /// Enrolment codes at all places.
    Codes,
}

impl Counted {
    /// After how many failures it is locked.
    const fn failures_max(&self) -> u32 {
        match self {
            Self::NameAt(..) | Self::Known(..) | Self::CodesAt(_) => Tries::MAX,
            Self::Name(_) => Tries::NAME_MAX,
            Self::At(_) | Self::Codes => Tries::PLACE_MAX,
        }
    }
}

impl Try {
    fn counted(&self) -> Vec<Counted> {
        match self {
            Self::Stranger { name, from } => vec![
                Counted::NameAt(name.clone(), *from),
                Counted::Name(name.clone()),
                Counted::At(*from),
            ],
            Self::Known { staff, at } => vec![Counted::Known(*staff, *at)],
            Self::Code { from } => vec![Counted::CodesAt(*from), Counted::Codes],
        }
    }
}

/// Why an attempt is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTry {
    /// There were too many failures.
    Locked {
        /// Until this is over.
        wait: Duration,
    },
    /// The counters are full.
    Full {
        /// Until there is room at the latest.
        wait: Duration,
        /// Whether they are full for the first time in a while, which must be recorded.
        is_news: bool,
    },
}

/// The recent failures.
#[derive(Debug, Default)]
pub struct Tries(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// What strangers fill; never more than [`Tries::KEPT`].
    strangers: BTreeMap<Counted, Failures>,
    /// What a person's own places fill; never more than [`Tries::PLACES_MAX`] for each.
    known: BTreeMap<Counted, Failures>,
    swept: Option<Instant>,
    full: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    /// When the first of them was.
    since: Instant,
    /// When the last of them was.
    last: Instant,
}

impl Failures {
    /// When they no longer count: a lock after the last, anything less after the first.
    fn over(&self, max: u32) -> Instant {
        (if self.count < max { self.since } else { self.last }) + Tries::LOCK
    }
}

impl Tries {
    /// After how many failures a name is locked for a place; and a person's own place, and a place
    /// for enrolment codes.
    pub const MAX: u32 = 5;
    /// After how many failures from all unknown places together a name is locked for them.
    pub const NAME_MAX: u32 = 20;
    /// After how many failures under any name a place is locked; and all places together for
    /// enrolment codes.
    pub const PLACE_MAX: u32 = 100;
    /// Within how long so many failures lock, and for how long.
    pub const LOCK: Duration = Duration::from_mins(5);
    /// How many names and places of strangers are remembered.
    const KEPT: usize = 10_000;
    /// How many places of one person are remembered.
    const PLACES_MAX: usize = 16;
    /// How often what is over is forgotten at most, unless room is needed.
    const SWEEP: Duration = Duration::from_secs(1);

    /// Counts an attempt as failed before it is made, and returns what it locks if it does fail.
    pub fn begin(&self, tried: &Try, now: Instant) -> Result<Vec<Counted>, NoTry> {
        let keys = tried.counted();
        let mut counts = self.lock();
        counts.sweep(now);
        if let Some(wait) = counts.longest_lock(&keys, now) {
            return Err(NoTry::Locked { wait });
        }
        counts.check_room(tried, &keys, now)?;
        let map = counts.map(tried);
        let mut locks = Vec::new();
        for key in keys {
            let max = key.failures_max();
            let failures =
                map.entry(key.clone()).or_insert(Failures { count: 0, since: now, last: now });
            if failures.over(max) <= now {
                *failures = Failures { count: 0, since: now, last: now };
            }
            failures.count += 1;
            failures.last = now;
            if failures.count == max {
                locks.push(key);
            }
        }
        Ok(locks)
    }

    /// It was right: earlier failures at this place are forgotten. Failures under this name
    /// elsewhere, or here under other names, are not.
    pub fn succeeded(&self, tried: &Try) {
        self.take_back(tried);
        let mut counts = self.lock();
        for key in tried.counted() {
            match key {
                Counted::NameAt(..) | Counted::Known(..) => {
                    counts.map(tried).remove(&key);
                }
                Counted::Name(_) | Counted::At(_) | Counted::CodesAt(_) | Counted::Codes => {}
            }
        }
    }

    /// It was neither right nor wrong.
    pub fn take_back(&self, tried: &Try) {
        let mut counts = self.lock();
        let map = counts.map(tried);
        for key in tried.counted() {
            if let Some(failures) = map.get_mut(&key) {
                failures.count = failures.count.saturating_sub(1);
                if failures.count == 0 {
                    map.remove(&key);
                }
            }
        }
    }

    /// Whether such an attempt would be refused.
    pub fn is_locked(&self, tried: &Try, now: Instant) -> bool {
        self.lock().longest_lock(&tried.counted(), now).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    const fn map(&mut self, tried: &Try) -> &mut BTreeMap<Counted, Failures> {
        match tried {
            Try::Stranger { .. } | Try::Code { .. } => &mut self.strangers,
            Try::Known { .. } => &mut self.known,
        }
    }

    fn sweep(&mut self, now: Instant) {
        let rested = self.swept.is_none_or(|swept| swept + Tries::SWEEP <= now);
        if rested {
            self.swept = Some(now);
            self.strangers.retain(|key, failures| now < failures.over(key.failures_max()));
            self.known.retain(|key, failures| now < failures.over(key.failures_max()));
        }
    }

    fn longest_lock(&self, keys: &[Counted], now: Instant) -> Option<Duration> {
        let lock = |key: &Counted| {
            let failures = self.strangers.get(key).or_else(|| self.known.get(key))?;
            let over = failures.over(key.failures_max());
            (failures.count >= key.failures_max() && now < over).then(|| over - now)
        };
        keys.iter().filter_map(lock).max()
    }

    /// An attempt that cannot be counted is refused.
    fn check_room(&mut self, tried: &Try, keys: &[Counted], now: Instant) -> Result<(), NoTry> {
        let wait = Tries::LOCK;
        if let Try::Known { staff, .. } = tried {
            let own = |key: &&Counted| matches!(key, Counted::Known(of, _) if of == staff);
            let places = self.known.keys().filter(own).count();
            let has_room = places < Tries::PLACES_MAX || self.known.contains_key(&keys[0]);
            return if has_room { Ok(()) } else { Err(NoTry::Locked { wait }) };
        }
        let new = keys.iter().filter(|key| !self.strangers.contains_key(key)).count();
        if self.strangers.len() + new <= Tries::KEPT {
            return Ok(());
        }
        let is_news = self.full.is_none_or(|reported| reported + Tries::LOCK <= now);
        if is_news {
            self.full = Some(now);
        }
        Err(NoTry::Full { wait, is_news })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn stranger(name: &str, last: u8) -> Try {
        let from = Network::from(IpAddr::from([127, 0, 0, last]));
        Try::Stranger { name: Text::of(name), from }
    }

    fn device(staff: u32, number: u64) -> Try {
        Try::Known { staff: StaffId(staff), at: KnownPlace::Device(number) }
    }

    fn fails(counted: &Tries, tried: &Try, times: u32, now: Instant) {
        for time in 0..times {
            counted.begin(tried, now).unwrap_or_else(|no| panic!("{time} of {times}: {no:?}"));
        }
    }

    #[test]
    fn five_failures_lock_a_name_for_one_address_and_for_a_while() {
        let (tries, start) = (Tries::default(), Instant::now());
        for count in 1..=Tries::MAX {
            let locks = tries.begin(&stranger("ann", 1), start).unwrap();
            assert_eq!(!locks.is_empty(), count == Tries::MAX);
        }
        assert!(tries.begin(&stranger("ann", 1), start).is_err());
        assert!(tries.begin(&stranger("ann", 2), start).is_ok(), "from elsewhere Ann may come");
        assert!(tries.begin(&stranger("bob", 1), start).is_ok());
        let almost = start + (Tries::LOCK.checked_sub(Duration::from_millis(1)).unwrap());
        assert!(tries.begin(&stranger("ann", 1), almost).is_err());
        assert!(tries.begin(&stranger("ann", 1), start + Tries::LOCK).is_ok());
    }

    #[test]
    fn a_name_is_locked_for_every_unknown_place_and_for_no_known_one() {
        let (tries, start) = (Tries::default(), Instant::now());
        for place in 0..4 {
            fails(&tries, &stranger("ann", place), Tries::MAX, start);
        }
        let locked = tries.begin(&stranger("ann", 99), start);
        assert_eq!(locked, Err(NoTry::Locked { wait: Tries::LOCK }));
        assert!(tries.begin(&stranger("bob", 99), start).is_ok());
        fails(&tries, &device(1, 7), Tries::MAX, start);
        assert!(tries.begin(&device(1, 7), start).is_err(), "guessing there is guessing too");
        assert!(tries.begin(&device(1, 8), start).is_ok());
    }

    #[test]
    fn a_place_is_locked_for_every_name() {
        let (tries, start) = (Tries::default(), Instant::now());
        for name in 0..Tries::PLACE_MAX {
            fails(&tries, &stranger(&name.to_string(), 1), 1, start);
        }
        assert!(tries.begin(&stranger("one more", 1), start).is_err());
        assert!(tries.begin(&stranger("one more", 2), start).is_ok());
        assert!(tries.begin(&device(1, 7), start).is_ok(), "a known device behind that address");
    }

    #[test]
    fn one_line_of_ipv6_is_one_place_and_a_mapped_address_is_the_address() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }

    #[test]
    fn a_right_password_forgets_the_wrong_ones_there_and_no_others() {
        let (tries, start) = (Tries::default(), Instant::now());
        for place in 1..5 {
            fails(&tries, &stranger("ann", place), 4, start);
        }
        tries.begin(&stranger("ann", 1), start).unwrap();
        tries.succeeded(&stranger("ann", 1));
        fails(&tries, &stranger("ann", 1), 4, start);
        let locked = tries.begin(&stranger("ann", 9), start);
        assert!(locked.is_err(), "twenty from all places, although somebody logged in meanwhile");
    }

    #[test]
    fn what_was_neither_right_nor_wrong_is_not_counted() {
        let (tries, start) = (Tries::default(), Instant::now());
        for _ in 0..200 {
            tries.begin(&stranger("ann", 1), start).unwrap();
            tries.take_back(&stranger("ann", 1));
        }
        assert!(tries.lock().strangers.is_empty());
    }

    #[test]
    fn a_few_failures_a_day_never_lock() {
        let (tries, start) = (Tries::default(), Instant::now());
        for day in 0..100 {
            let now = start + Tries::LOCK * day;
            fails(&tries, &stranger("ann", 1), Tries::MAX - 1, now);
        }
    }

    #[test]
    fn a_full_table_refuses_strangers_and_says_so_once_in_a_while() {
        let (tries, start) = (Tries::default(), Instant::now());
        let flood = |number: usize| {
            let [.., high, low] = number.to_be_bytes();
            let from = Network::from(IpAddr::from([10, 0, high, low]));
            Try::Stranger { name: Text::of(&number.to_string()), from }
        };
        let fit = Tries::KEPT / 3;
        for number in 0..fit {
            tries.begin(&flood(number), start).unwrap();
        }
        let refused = tries.begin(&flood(fit), start);
        assert_eq!(refused, Err(NoTry::Full { wait: Tries::LOCK, is_news: true }));
        let refused = tries.begin(&flood(fit), start);
        assert_eq!(refused, Err(NoTry::Full { wait: Tries::LOCK, is_news: false }));
        assert!(tries.begin(&flood(1), start).is_ok(), "who is counted already is counted on");
        assert!(tries.begin(&device(1, 7), start).is_ok(), "known places have their own room");
        assert!(tries.begin(&flood(fit), start + Tries::LOCK).is_ok());
    }

    #[test]
    fn nobody_fills_the_table_with_devices_of_their_own() {
        let (tries, start) = (Tries::default(), Instant::now());
        for number in 0..16 {
            fails(&tries, &device(1, number), 1, start);
        }
        assert!(tries.begin(&device(1, 16), start).is_err());
        assert!(tries.begin(&device(1, 15), start).is_ok());
        assert!(tries.begin(&device(2, 16), start).is_ok());
    }

    #[test]
    fn codes_are_locked_by_place_and_in_all() {
        let (tries, start) = (Tries::default(), Instant::now());
        let code = |last: u8| Try::Code { from: Network::from(IpAddr::from([10, 0, 0, last])) };
        for place in 0..20 {
            fails(&tries, &code(place), Tries::MAX, start);
        }
        assert!(tries.begin(&code(20), start).is_err(), "a hundred in all");
        assert!(tries.begin(&stranger("ann", 1), start).is_ok(), "log-ins are counted apart");
        assert!(tries.begin(&code(20), start + Tries::LOCK).is_ok());
    }
}
