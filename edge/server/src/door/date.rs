//! The date that every answer carries. The HTTP library would write its own, and panics if somebody
//! sets the machine's clock past the year 9999; our times end with that year.

use axum::http::HeaderValue;
use taisai_table::Time;

const DAY_SECONDS: u64 = 86_400;
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The date of a time, as HTTP writes it.
pub fn http_date(time: Time) -> HeaderValue {
    let seconds = time.millis() / 1_000;
    let (days, within) = (seconds / DAY_SECONDS, seconds % DAY_SECONDS);
    let (year, month, day) = date_of(days);
    let weekday = WEEKDAYS[usize::try_from(days % 7).expect("a week has seven days")];
    let (hour, minute, second) = (within / 3_600, within / 60 % 60, within % 60);
    let text =
        format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT");
    text.parse().expect("letters and digits are a header's value")
}

/// The year, the month and the day of the month, from the number of days since 1970-01-01.
fn date_of(days: u64) -> (u64, &'static str, u64) {
    let (mut year, mut left) = (1970, days);
    while length_of(year) <= left {
        left -= length_of(year);
        year += 1;
    }
    let february = length_of(year) - 337;
    for (month, length) in
        MONTHS.into_iter().zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    {
        if left < length {
            return (year, month, left + 1);
        }
        left -= length;
    }
    unreachable!("the months of a year are as long as the year")
}

const fn length_of(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_as_http_has_it_up_to_the_last_there_is() {
        let of = |time| http_date(time).to_str().unwrap().to_owned();
        for (seconds, date) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ] {
            assert_eq!(of(Time::from_millis(seconds * 1_000).unwrap()), date, "{seconds}");
        }
        assert_eq!(of(Time::MAX), "Fri, 31 Dec 9999 23:59:59 GMT");
    }
}
