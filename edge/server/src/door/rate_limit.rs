//! Limits on connections and requests, in total and for one address, checked before anything is
//! read.

use crate::figures::Turned;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A bucket that fills by so many tokens a second and holds two seconds' worth.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    per_second: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(per_second: u32, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        Self { tokens: per_second * 2.0, per_second, at: now }
    }

    /// Takes one token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.tokens = self.per_second.mul_add(since, self.tokens).min(self.per_second * 2.0);
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }

    fn is_full(&self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens + self.per_second * since >= self.per_second * 2.0
    }
}

/// Counts connections, and limits how fast each address asks.
#[derive(Clone, Debug)]
pub struct RateLimit {
    inside: Arc<Mutex<Inside>>,
    connections_max: u32,
    per_address_max: u32,
    requests_per_second: u32,
    proxies: Arc<[IpAddr]>,
}

#[derive(Debug, Default)]
struct Inside {
    connections: u32,
    addresses: BTreeMap<IpAddr, Address>,
    swept: Option<Instant>,
}

#[derive(Debug)]
struct Address {
    connections: u32,
    requests: Bucket,
}

impl RateLimit {
    /// How many addresses are remembered; idle ones are forgotten first.
    const ADDRESSES_MAX: usize = 100_000;
    /// How often idle addresses are forgotten.
    const SWEEP: Duration = Duration::from_secs(10);

    /// Nobody connected yet; these limits, these trusted proxies.
    pub fn new(doors: &crate::config::Doors, proxies: &[IpAddr]) -> Self {
        Self {
            inside: Arc::default(),
            connections_max: doors.connections_max,
            per_address_max: doors.connections_per_address_max,
            requests_per_second: doors.requests_per_second,
            proxies: proxies.into(),
        }
    }

    /// Admits or refuses a request of an address.
    pub fn request(&self, address: IpAddr, now: Instant) -> Result<(), Turned> {
        let mut inside = self.lock();
        let known = inside.address(holder(address), self.requests_per_second, now)?;
        if known.requests.take(now) { Ok(()) } else { Err(Turned::TooFast) }
    }

    /// Admits or refuses a connection; it is counted until the pass is dropped. Many people share a
    /// trusted proxy, so its connections count only towards the total.
    pub fn connect(&self, peer: IpAddr, now: Instant) -> Result<Pass, Turned> {
        let mut inside = self.lock();
        if inside.connections >= self.connections_max {
            return Err(Turned::Full);
        }
        let address = (!self.proxies.contains(&peer)).then(|| holder(peer));
        if let Some(address) = address {
            self.count(&mut inside, address, now)?;
        }
        inside.connections += 1;
        drop(inside);
        Ok(Pass { limit: self.clone(), in_house: true, address })
    }

    /// Counts a conversation for the address that a trusted proxy names; its connection counts for
    /// the house already. Without a proxy it counts for its address, too, and there is no pass.
    pub fn forward(
        &self,
        peer: IpAddr,
        from: IpAddr,
        now: Instant,
    ) -> Result<Option<Pass>, Turned> {
        if !self.proxies.contains(&peer) {
            return Ok(None);
        }
        let address = holder(from);
        self.count(&mut self.lock(), address, now)?;
        Ok(Some(Pass { limit: self.clone(), in_house: false, address: Some(address) }))
    }

    fn count(&self, inside: &mut Inside, address: IpAddr, now: Instant) -> Result<(), Turned> {
        let known = inside.address(address, self.requests_per_second, now)?;
        if known.connections >= self.per_address_max {
            return Err(Turned::TooMany);
        }
        known.connections += 1;
        Ok(())
    }

    /// How many connections there are.
    pub fn connections(&self) -> u32 {
        self.lock().connections
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inside> {
        // Counting continues even if another thread panicked: nothing here is left half done.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn address(
        &mut self,
        address: IpAddr,
        per_second: u32,
        now: Instant,
    ) -> Result<&mut Address, Turned> {
        let due = self.swept.is_none_or(|at| now.duration_since(at) >= RateLimit::SWEEP);
        if due {
            self.swept = Some(now);
            self.addresses.retain(|_, known| known.connections > 0 || !known.requests.is_full(now));
        }
        if self.addresses.len() >= RateLimit::ADDRESSES_MAX
            && !self.addresses.contains_key(&address)
        {
            return Err(Turned::Full);
        }
        let fresh = || Address { connections: 0, requests: Bucket::new(per_second, now) };
        Ok(self.addresses.entry(address).or_insert_with(fresh))
    }
}

/// What one subscriber holds: an address of IPv4, or a whole /64 of IPv6, whose addresses cost
/// nothing.
fn holder(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// A connection that is inside.
#[derive(Debug)]
pub struct Pass {
    limit: RateLimit,
    in_house: bool,
    address: Option<IpAddr>,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inside = self.limit.lock();
        if self.in_house {
            inside.connections -= 1;
        }
        if let Some(known) = self.address.and_then(|address| inside.addresses.get_mut(&address)) {
            known.connections -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Doors;

    fn limit(connections_max: u32, per_address: u32, requests: u32) -> RateLimit {
        let doors = Doors {
            connections_max,
            connections_per_address_max: per_address,
            messages_per_second: 1,
            requests_per_second: requests,
        };
        RateLimit::new(&doors, &[address(9)])
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    #[test]
    fn a_bucket_holds_two_seconds_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket::new(5, start);
        assert_eq!((0..20).filter(|_| bucket.take(start)).count(), 10);
        assert!(!bucket.take(start + Duration::from_millis(199)));
        assert!(bucket.take(start + Duration::from_millis(400)));
        let later = start + Duration::from_mins(1);
        assert_eq!((0..20).filter(|_| bucket.take(later)).count(), 10);
    }

    #[test]
    fn a_full_house_lets_in_the_next_one_after_one_left() {
        let (limit, now) = (limit(2, 2, 10), Instant::now());
        let first = limit.connect(address(1), now).unwrap();
        let _second = limit.connect(address(2), now).unwrap();
        assert_eq!(limit.connect(address(3), now).unwrap_err(), Turned::Full);
        drop(first);
        assert_eq!(limit.connections(), 1);
        assert!(limit.connect(address(3), now).is_ok());
    }

    #[test]
    fn one_address_does_not_take_the_place_of_all() {
        let (limit, now) = (limit(10, 2, 10), Instant::now());
        let _both = [limit.connect(address(1), now), limit.connect(address(1), now)];
        assert_eq!(limit.connect(address(1), now).unwrap_err(), Turned::TooMany);
        assert!(limit.connect(address(2), now).is_ok());
    }

    #[test]
    fn people_behind_a_trusted_proxy_count_by_the_address_it_names() {
        let (limit, now) = (limit(4, 2, 10), Instant::now());
        let proxy: Vec<Pass> = (0..4).map(|_| limit.connect(address(9), now).unwrap()).collect();
        assert_eq!(limit.connect(address(9), now).unwrap_err(), Turned::Full);
        let forward = |from| limit.forward(address(9), address(from), now);
        let (first, _second) = (forward(1).unwrap().unwrap(), forward(1).unwrap().unwrap());
        assert_eq!(forward(1).unwrap_err(), Turned::TooMany);
        assert!(forward(2).is_ok());
        drop(first);
        assert!(forward(1).is_ok());
        assert_eq!(limit.connections(), 4, "whom it names is inside by its connections");
        assert!(limit.forward(address(1), address(1), now).unwrap().is_none(), "counts already");
        drop(proxy);
        assert_eq!(limit.connections(), 0);
    }

    #[test]
    fn a_network_of_the_new_kind_counts_as_one_address() {
        let (limit, now) = (limit(10, 2, 10), Instant::now());
        let v6 = |text: &str| text.parse::<IpAddr>().unwrap();
        let _first = limit.connect(v6("2001:db8::1"), now).unwrap();
        let _second = limit.connect(v6("2001:db8::ffff:ffff:ffff:ffff"), now).unwrap();
        assert_eq!(limit.connect(v6("2001:db8::3"), now).unwrap_err(), Turned::TooMany);
        assert!(limit.connect(v6("2001:db8:0:1::3"), now).is_ok());
        let _old = [limit.connect(address(1), now), limit.connect(v6("::ffff:127.0.0.1"), now)];
        assert_eq!(limit.connect(address(1), now).unwrap_err(), Turned::TooMany);
        assert!(limit.connect(address(2), now).is_ok());
    }

    #[test]
    fn who_asks_too_fast_is_turned_away_and_nobody_else() {
        let (limit, now) = (limit(10, 10, 5), Instant::now());
        let taken = (0..50).filter(|_| limit.request(address(1), now).is_ok()).count();
        assert_eq!(taken, 10);
        assert_eq!(limit.request(address(1), now), Err(Turned::TooFast));
        assert_eq!(limit.request(address(2), now), Ok(()));
    }

    #[test]
    fn quiet_addresses_are_forgotten() {
        let (limit, now) = (limit(10, 10, 5), Instant::now());
        for last in 0..200 {
            limit.request(address(last), now).unwrap();
        }
        limit.request(address(250), now + Duration::from_mins(1)).unwrap();
        assert_eq!(limit.lock().addresses.len(), 1);
    }
}
