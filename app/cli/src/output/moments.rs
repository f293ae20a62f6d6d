//! Moments as RFC 3339 writes them, in UTC.

use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use taisai_table::Time;

use crate::failure::Failure;

/// A moment to the millisecond, such as `2026-03-01T18:30:00.000Z`.
pub(crate) fn moment(time: Time) -> String {
    // The library's timestamp ends a day before the year 9999 does, so the calendar is used.
    let millis = i64::try_from(time.millis()).expect("times end with the year 9999");
    let since = SignedDuration::from_millis(millis);
    let moment = date(1970, 1, 1).at(0, 0, 0, 0).checked_add(since);
    format!("{:.3}Z", moment.expect("times end with the year 9999"))
}

/// The moment somebody names, in any time zone.
pub(crate) fn read_moment(option: &str, text: &str) -> Result<Time, Failure> {
    let stamp: Option<Timestamp> = text.parse().ok();
    let millis = stamp.and_then(|stamp| u64::try_from(stamp.as_millisecond()).ok());
    millis.and_then(Time::from_millis).ok_or_else(|| {
        let message = format!("{option} {text}: a moment has a date, a time and a zone");
        Failure::usage("bad-moment", message).hint(format!("{option} 2026-03-01T18:30:00Z"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_and_read_to_the_millisecond() {
        let time = |millis| Time::from_millis(millis).unwrap();
        assert_eq!(moment(time(0)), "1970-01-01T00:00:00.000Z");
        assert_eq!(moment(time(1_800_000_000_007)), "2027-01-15T08:00:00.007Z");
        assert_eq!(moment(Time::MAX), "9999-12-31T23:59:59.999Z");
        assert_eq!(
            read_moment("--from", "2027-01-15T08:00:00.007Z").unwrap().millis(),
            1_800_000_000_007
        );
        assert_eq!(
            read_moment("--from", "2027-01-15T16:00:00+08:00").unwrap().millis(),
            1_800_000_000_000
        );
        for bad in ["", "yesterday", "2027-01-15", "2027-01-15T08:00:00", "1900-01-01T00:00:00Z"] {
            assert!(read_moment("--from", bad).is_err(), "{bad}");
        }
    }
}
