//! Large transactions: what one chain of vouchers brings to the cage and takes from it within a
//! gaming day.
//!
//! A chain is everything that is linked: a voucher and the player who played it, the player and
//! the vouchers they were paid with, a voucher and the one in place of its lost paper, and
//! whatever a cashier says is of one person.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

use taisai_rules::Currency;
use taisai_table::{Money, PlayerId, SeatNumber, Time, VoucherId};

use crate::ids::TableId;
use crate::text::Person;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// Above which sums the house logs what one chain does in a day, and when its day begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LargeRules {
    above: BTreeMap<Currency, Money>,
    ahead_minutes: i16,
}

impl LargeRules {
    /// How far the house's days can be ahead of those of UTC: a clock is between twelve hours
    /// behind and fourteen ahead, and its day begins within 24 hours after midnight.
    pub const AHEAD_MINUTES: RangeInclusive<i16> = -(36 * 60 - 1)..=14 * 60;

    /// Sums of one chain above these amounts are large; a day begins so many minutes before the
    /// one of UTC.
    pub fn new(above: BTreeMap<Currency, Money>, ahead_minutes: i16) -> Option<Self> {
        Self::AHEAD_MINUTES.contains(&ahead_minutes).then_some(Self { above, ahead_minutes })
    }

    /// Sums above these are large; none of a currency that is not here.
    pub const fn above(&self) -> &BTreeMap<Currency, Money> {
        &self.above
    }

    /// How many minutes the house's day begins before the one of UTC; below zero after it.
    pub const fn ahead_minutes(&self) -> i16 {
        self.ahead_minutes
    }

    /// The gaming day in which a moment lies.
    pub fn date(&self, at: Time) -> GamingDate {
        let millis = i64::try_from(at.millis()).expect("time ends with the year 9999");
        let local = millis + i64::from(self.ahead_minutes) * MINUTE_MS;
        // The first moments there are belong to the first day, wherever the house is.
        GamingDate(u32::try_from(local.div_euclid(DAY_MS)).unwrap_or(0))
    }

    pub(crate) fn is_watching(&self) -> bool {
        !self.above.is_empty()
    }
}

/// A gaming day, in days since the first of January 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GamingDate(pub u32);

impl fmt::Display for GamingDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = taisai_table::time::civil(self.0.into());
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl GamingDate {
    /// Reads `2026-11-19`; only what is a day and is written as it is shown.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<u64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let within = 1970 <= year && year <= 9999 && 1 <= month && month <= 12 && 1 <= day;
        if !(within && day <= 31) {
            return None;
        }
        let days = taisai_table::time::days_since_1970(year, month, day);
        let date = Self(u32::try_from(days).ok()?);
        (date.to_string() == text).then_some(date)
    }
}

/// A chain of vouchers, from 1 upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChainNumber(pub u64);

impl fmt::Display for ChainNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which way cash goes at the cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CashWay {
    /// Into the drawer, for a voucher that is sold.
    In,
    /// Out of the drawer, for a voucher that is paid.
    Out,
}

/// What belongs to a chain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Link {
    /// A voucher.
    Voucher(VoucherId),
    /// A player for as long as they sit, and whatever they are still owed afterwards.
    Player(PlayerId),
    /// A person whom a cashier knows, for this gaming day.
    Person(Person),
}

/// What is summed up of a chain: cash of a currency, one way.
pub type Cash = (Currency, CashWay);

/// The chains, and what they came to in the gaming day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chains {
    pub(crate) rules: LargeRules,
    pub(crate) numbered: u64,
    /// The day of the sums.
    pub(crate) date: GamingDate,
    pub(crate) links: BTreeMap<ChainNumber, BTreeSet<Link>>,
    /// Wide enough for any day: no journal has 2^77 events.
    pub(crate) sums: BTreeMap<ChainNumber, BTreeMap<Cash, u128>>,
    /// The sums of the day that are known to be large.
    pub(crate) noted: BTreeSet<(ChainNumber, Cash)>,
    /// Who sat at the terminals that were taken from seats, until somebody else sits down there.
    pub(crate) left_at: BTreeMap<(TableId, SeatNumber), PlayerId>,
    /// In which chain a link is; it follows from the links.
    pub(crate) chain_of: BTreeMap<Link, ChainNumber>,
}

impl Chains {
    /// How many players are remembered who sit nowhere any more.
    pub const PLAYERS_KEPT: usize = 100_000;
    /// The most persons who are named in a day.
    pub const PERSONS_MAX: usize = 100_000;

    /// The day of now. A clock that was set back begins no day anew.
    pub(crate) fn today(&self, now: Time) -> GamingDate {
        self.rules.date(now).max(self.date)
    }

    /// The chains of some links. A person who was named on an earlier day is nobody's link today.
    pub(crate) fn chains_of(&self, links: &[Link], today: GamingDate) -> BTreeSet<ChainNumber> {
        let holds = |link: &&Link| today == self.date || !matches!(link, Link::Person(_));
        links.iter().filter(holds).filter_map(|link| self.chain_of.get(link).copied()).collect()
    }

    /// Which of some chains stands for all of them once they are one: the one with the most links,
    /// so that few change theirs, and the oldest of those. A new one where there is none.
    pub(crate) fn survivor(&self, of: &BTreeSet<ChainNumber>) -> ChainNumber {
        let size = |chain: &ChainNumber| self.links.get(chain).map_or(0, BTreeSet::len);
        let largest = of.iter().copied().rev().max_by_key(size);
        largest.unwrap_or(ChainNumber(self.numbered + 1))
    }

    /// What a chain came to in each currency and way.
    pub(crate) fn sums_of(
        &self,
        chain: ChainNumber,
        today: GamingDate,
    ) -> impl Iterator<Item = (Cash, u128)> {
        let known = self.sums.get(&chain).filter(|_| today == self.date);
        known.into_iter().flatten().map(|(cash, sum)| (*cash, *sum))
    }

    /// Whether nothing is looked at, and nothing was.
    pub(crate) fn is_idle(&self) -> bool {
        !self.rules.is_watching() && self.links.is_empty()
    }

    /// How many persons were named today.
    pub(crate) fn persons(&self) -> usize {
        let last = self.chain_of.keys().rev();
        last.take_while(|link| matches!(link, Link::Person(_))).count()
    }

    /// Makes one chain of all these links.
    pub(crate) fn link(&mut self, links: &[Link]) -> ChainNumber {
        let of = self.chains_of(links, self.date);
        let chain = self.survivor(&of);
        self.numbered = self.numbered.max(chain.0);
        for other in of.into_iter().filter(|other| *other != chain) {
            self.join(chain, other);
        }
        for link in links {
            self.links.entry(chain).or_default().insert(link.clone());
            self.chain_of.insert(link.clone(), chain);
        }
        chain
    }

    fn join(&mut self, chain: ChainNumber, other: ChainNumber) {
        let moved = self.links.remove(&other).unwrap_or_default();
        for link in &moved {
            self.chain_of.insert(link.clone(), chain);
        }
        self.links.entry(chain).or_default().extend(moved);
        for (cash, sum) in self.sums.remove(&other).unwrap_or_default() {
            self.add(chain, cash, sum);
            if self.noted.remove(&(other, cash)) {
                self.noted.insert((chain, cash));
            }
        }
    }

    /// Takes a link out of its chain; a chain without links can never become more.
    pub(crate) fn unlink(&mut self, link: &Link) {
        let Some(chain) = self.chain_of.remove(link) else { return };
        let links = self.links.get_mut(&chain).expect("a link is in a chain");
        links.remove(link);
        if links.is_empty() {
            self.forget(chain);
        }
    }

    fn forget(&mut self, chain: ChainNumber) {
        for link in self.links.remove(&chain).unwrap_or_default() {
            self.chain_of.remove(&link);
        }
        for (cash, _) in self.sums.remove(&chain).unwrap_or_default() {
            self.noted.remove(&(chain, cash));
        }
    }

    pub(crate) fn add(&mut self, chain: ChainNumber, cash: Cash, amount: u128) {
        *self.sums.entry(chain).or_default().entry(cash).or_default() += amount;
    }

    /// Another day begins: its sums are nothing, persons are forgotten, and of the chains stay
    /// those that still tie something together: a voucher that `lives`, a player who `sits`, or
    /// several players.
    pub(crate) fn turn(
        &mut self,
        date: GamingDate,
        lives: impl Fn(VoucherId) -> bool,
        sits: impl Fn(PlayerId) -> bool,
    ) {
        self.date = date;
        self.sums.clear();
        self.noted.clear();
        let holds = |link: &Link| match link {
            Link::Voucher(voucher) => lives(*voucher),
            Link::Player(player) => sits(*player),
            Link::Person(_) => false,
        };
        let over = |link: &Link| match link {
            Link::Voucher(voucher) => !lives(*voucher),
            // They may still be owed something.
            Link::Player(_) => false,
            Link::Person(_) => true,
        };
        self.links.retain(|_, links| {
            // Of several players each may still be owed something, and they belong together.
            let players = links.iter().filter(|link| matches!(link, Link::Player(_))).count();
            let keeps = links.iter().any(holds) || players > 1;
            links.retain(|link| !over(link));
            keeps
        });
        let away = |link: &Link| matches!(link, Link::Player(player) if !sits(*player));
        let left: BTreeSet<Link> =
            self.links.values().flatten().filter(|link| away(link)).cloned().collect();
        let many = left.len().saturating_sub(Self::PLAYERS_KEPT);
        let gone: BTreeSet<Link> = left.into_iter().take(many).collect();
        for links in self.links.values_mut().filter(|_| many > 0) {
            links.retain(|link| !gone.contains(link));
        }
        self.links.retain(|_, links| !links.is_empty());
        self.index();
    }

    /// Finds the chain of each link anew.
    pub(crate) fn index(&mut self) {
        let all = self.links.iter();
        let each = all.flat_map(|(chain, links)| links.iter().map(|link| (link.clone(), *chain)));
        self.chain_of = each.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(ahead_minutes: i16) -> LargeRules {
        LargeRules::new(BTreeMap::new(), ahead_minutes).unwrap()
    }

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    #[test]
    fn a_day_begins_at_its_moment_and_not_a_millisecond_before() {
        const DAY: u64 = 20_000 * 86_400_000;
        // A house five hours behind UTC whose day begins at six; one eight hours ahead, at four.
        for (ahead, begins) in [(0, 0), (-11 * 60, 11 * 3_600_000), (4 * 60, 20 * 3_600_000)] {
            let first = DAY + begins - if ahead > 0 { 86_400_000 } else { 0 };
            assert_eq!(rules(ahead).date(at(first)), GamingDate(20_000), "{ahead}");
            assert_eq!(rules(ahead).date(at(first - 1)), GamingDate(19_999), "{ahead}");
        }
        assert_eq!(rules(-600).date(at(0)), GamingDate(0));
    }

    #[test]
    fn a_day_that_no_house_has_is_refused() {
        let most = LargeRules::AHEAD_MINUTES;
        for (ahead, is_sound) in [
            (*most.start() - 1, false),
            (*most.start(), true),
            (*most.end(), true),
            (*most.end() + 1, false),
        ] {
            assert_eq!(LargeRules::new(BTreeMap::new(), ahead).is_some(), is_sound, "{ahead}");
        }
    }

    #[test]
    fn dates_are_read_as_they_are_shown_and_nothing_else_is() {
        for (text, days) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("9999-12-31", 2_932_896)] {
            assert_eq!(GamingDate::read(text), Some(GamingDate(days)));
            assert_eq!(GamingDate(days).to_string(), text);
        }
        for bad in ["", "2026-02-29", "2026-2-1", "1969-12-31", "2026-13-01", "2026-01-00"] {
            assert_eq!(GamingDate::read(bad), None, "{bad}");
        }
        for bad in ["10000-01-01", "2026-01-32", "+2026-01-01", "2026-01-01-1", "2026-01"] {
            assert_eq!(GamingDate::read(bad), None, "{bad}");
        }
    }

    /// Players who sit nowhere are remembered for what they may be owed, the newest of them.
    #[test]
    fn of_the_players_who_left_the_newest_are_remembered() {
        let mut chains = Chains::default();
        let anchor = Link::Voucher(VoucherId(1));
        let most = u64::try_from(Chains::PLAYERS_KEPT).unwrap();
        let links: Vec<Link> = (1..=most + 2).map(|n| Link::Player(PlayerId(n))).collect();
        chains.link(&[std::slice::from_ref(&anchor), &links].concat());
        chains.turn(GamingDate(1), |_| true, |player| player == PlayerId(1));
        let known = |n| chains.chain_of.contains_key(&Link::Player(PlayerId(n)));
        assert!(known(1) && !known(2) && known(3) && known(most + 2));
        assert!(chains.chain_of.contains_key(&anchor));
    }
}
