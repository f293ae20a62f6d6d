//! What the house has set for its cage: how long vouchers are good, and what takes two people.

use std::collections::BTreeMap;

use taisai_rules::Currency;
use taisai_table::{Money, Time};

/// The house's own rules for its cage; a house that sets none has the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CageRules {
    voucher_days: Option<u16>,
    alone_max: BTreeMap<Currency, Money>,
}

impl CageRules {
    /// The longest time a voucher can be good for, in days: ten years.
    pub const VOUCHER_DAYS_MAX: u16 = 3_653;

    /// Vouchers that are good for so many days, at least one, and the most that one cashier pays
    /// out alone; what is left out has no limit.
    pub fn new(voucher_days: Option<u16>, alone_max: BTreeMap<Currency, Money>) -> Option<Self> {
        let sound = |days: u16| 1 <= days && days <= Self::VOUCHER_DAYS_MAX;
        voucher_days.is_none_or(sound).then_some(Self { voucher_days, alone_max })
    }

    /// How many days a voucher is good from when it is given out; none for ever.
    pub const fn voucher_days(&self) -> Option<u16> {
        self.voucher_days
    }

    /// The most that one cashier pays out alone in each currency; more takes two people.
    pub const fn alone_max(&self) -> &BTreeMap<Currency, Money> {
        &self.alone_max
    }

    /// Until when a voucher is good that is given out now.
    pub(crate) fn good_until(&self, now: Time) -> Option<Time> {
        const DAY_MS: u64 = 24 * 3_600_000;
        let until = now.millis().saturating_add(u64::from(self.voucher_days?) * DAY_MS);
        Some(Time::from_millis(until).unwrap_or(Time::MAX))
    }
}
