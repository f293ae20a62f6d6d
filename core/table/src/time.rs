//! Time as the journal tells it.

use taisai_rules::DiceLife;

/// A moment: milliseconds since the start of 1970, in universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

const DAY_MS: u64 = 86_400_000;
const HOUR_MS: u64 = 3_600_000;

impl Time {
    /// The first moment there is: anything due then is due at once.
    pub(crate) const FIRST: Self = Self(0);
    /// The last moment there is: the end of the year 9999.
    pub const MAX: Self = Self(253_402_300_799_999);

    /// The moment this many milliseconds after the start of 1970, if it is not past
    /// [`Self::MAX`].
    pub const fn from_millis(millis: u64) -> Option<Self> {
        if millis <= Self::MAX.0 { Some(Self(millis)) } else { None }
    }

    /// Milliseconds since the start of 1970.
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// This long after; never past [`Self::MAX`].
    pub(crate) fn after(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis).min(Self::MAX.0))
    }

    /// When dice put into a shaker now must leave it, if ever.
    pub(crate) fn dice_expire(self, life: DiceLife) -> Option<Self> {
        match life {
            DiceLife::Hours(hours) => Some(self.after(u64::from(hours) * HOUR_MS)),
            DiceLife::Months(months) => Some(self.months_later(u64::from(months))),
            DiceLife::Unlimited => None,
        }
    }

    /// The same day and time so many months later, or the month's last day where it has no such
    /// day.
    fn months_later(self, months: u64) -> Self {
        let (days, rest) = (self.0 / DAY_MS, self.0 % DAY_MS);
        let (year, month, day) = civil(days);
        let month = month + months;
        let (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1);
        let day = day.min(days_in(year, month));
        Self(days_since_1970(year, month, day) * DAY_MS + rest).min(Self::MAX)
    }
}

/// Year, month and day of the day so many days after the first of January 1970.
pub fn civil(days: u64) -> (u64, u64, u64) {
    // Counted from the first of March of the year 0, leap days fall at the end of a year, and the
    // lengths of months follow one line.
    let from_march = days + 719_468;
    let (era, day_of_era) = (from_march / 146_097, from_march % 146_097);
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// How many days after the first of January 1970 a day is.
pub fn days_since_1970(year: u64, month: u64, day: u64) -> u64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year / 400, year % 400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn days_in(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: u64, month: u64, day: u64) -> Time {
        Time(days_since_1970(year, month, day) * DAY_MS + 5)
    }

    #[test]
    fn every_day_of_four_centuries_is_found_again() {
        for days in 0..146_097 {
            let (year, month, day) = civil(days);
            assert_eq!(days_since_1970(year, month, day), days);
            assert!(1 <= day && day <= days_in(year, month));
        }
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(20_772), (2026, 11, 15));
    }

    #[test]
    fn a_month_ends_on_the_same_day_or_the_last() {
        let cases = [
            ((2026, 11, 15), 1, (2026, 12, 15)),
            ((2026, 12, 31), 1, (2027, 1, 31)),
            ((2027, 1, 31), 1, (2027, 2, 28)),
            ((2028, 1, 31), 1, (2028, 2, 29)),
            ((2026, 3, 31), 1, (2026, 4, 30)),
            ((2026, 11, 30), 12, (2027, 11, 30)),
        ];
        for ((year, month, from), months, (to_year, to_month, to)) in cases {
            assert_eq!(day(year, month, from).months_later(months), day(to_year, to_month, to));
        }
    }

    #[test]
    fn hours_are_hours_and_unlimited_never_ends() {
        let now = day(2026, 11, 15);
        assert_eq!(now.dice_expire(DiceLife::Hours(24)), Some(day(2026, 11, 16)));
        assert_eq!(now.dice_expire(DiceLife::Unlimited), None);
    }
}
