//! The house's day: when its shifts begin, by its own clock.

use std::fmt;

use taisai_rules::{Clause, RuleBook, ShakerKind};
use taisai_table::{Config as TableConfig, DiceSource, Time};

use super::section::{Placed, Section, Sheet};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// When the house's shifts begin on every day, and how far its clock is from UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamingDay {
    offset: UtcOffset,
    /// At least one, the earliest first.
    shifts: Vec<TimeOfDay>,
}

/// How far the house's clock is ahead of UTC, in minutes; below nothing where it is behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UtcOffset(i16);

/// A time on the house's clock, in minutes after midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOfDay(u16);

impl UtcOffset {
    /// The furthest that any clock is behind and ahead.
    const BOUNDS: std::ops::RangeInclusive<i16> = -12 * 60..=14 * 60;

    /// Reads `+08:00` or `-05:00`.
    pub fn read(text: &str) -> Option<Self> {
        let (sign, rest) = match text.split_at_checked(1)? {
            ("+", rest) => (1, rest),
            ("-", rest) => (-1, rest),
            (_, _) => return None,
        };
        let offset = sign * i16::try_from(minutes(rest)?).ok()?;
        Self::BOUNDS.contains(&offset).then_some(Self(offset))
    }
}

impl TimeOfDay {
    pub fn read(text: &str) -> Option<Self> {
        minutes(text).filter(|minutes| *minutes < 24 * 60).map(Self)
    }
}

/// `HH:MM` in minutes; the hours have no bound but their two digits.
fn minutes(text: &str) -> Option<u16> {
    let two = |part: &str| {
        let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if digits { part.parse::<u16>().ok() } else { None }
    };
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (minutes < 60).then_some(hours * 60 + minutes)
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl GamingDay {
    /// The most shifts of a day.
    pub const SHIFTS_MAX: usize = 24;

    /// Shifts in the order of the clock, no two at one time.
    pub fn new(offset: UtcOffset, shifts: Vec<TimeOfDay>) -> Option<Self> {
        let sound = !shifts.is_empty()
            && shifts.len() <= Self::SHIFTS_MAX
            && shifts.is_sorted_by(|one, next| one < next);
        sound.then_some(Self { offset, shifts })
    }

    /// How many minutes the house's day begins before the one of UTC: with its first shift.
    pub fn ahead_minutes(&self) -> i16 {
        let first = self.shifts.first().map_or(0, |shift| shift.0);
        self.offset.0 - i16::try_from(first).expect("a day has fewer minutes")
    }

    /// When the shift began in which this moment lies.
    pub fn shift_of(&self, now: Time) -> Option<Time> {
        let (midnight, so_far) = self.local(now);
        let earlier = self.shifts.iter().rev().map(|shift| i64::from(shift.0) * MINUTE_MS);
        // Before the first shift of a day it is still the last one of the day before.
        let began = earlier.clone().find(|shift| *shift <= so_far);
        let began = began.or_else(|| earlier.clone().next().map(|last| last - DAY_MS))?;
        self.moment(midnight + began)
    }

    /// When the next shift begins.
    pub fn next_after(&self, now: Time) -> Option<Time> {
        let (midnight, so_far) = self.local(now);
        let mut later = self.shifts.iter().map(|shift| i64::from(shift.0) * MINUTE_MS);
        let first = later.clone().next()? + DAY_MS;
        self.moment(midnight + later.find(|shift| so_far < *shift).unwrap_or(first))
    }

    /// The last midnight of the house's clock, and how long it has been since.
    fn local(&self, now: Time) -> (i64, i64) {
        let now = i64::try_from(now.millis()).expect("time ends with the year 9999");
        let local = now + self.offset_ms();
        (local - local.rem_euclid(DAY_MS), local.rem_euclid(DAY_MS))
    }

    fn moment(&self, local: i64) -> Option<Time> {
        u64::try_from(local - self.offset_ms()).ok().and_then(Time::from_millis)
    }

    fn offset_ms(&self) -> i64 {
        i64::from(self.offset.0) * MINUTE_MS
    }
}

/// The clause by which a table's shaker is inspected in every shift, where its book asks for it.
pub fn asks_for_shifts<'b>(config: &TableConfig, book: &'b RuleBook) -> Option<&'b Clause> {
    let asked = &book.equipment.inspect_shaker_each_shift.trials;
    let mut shakers = book.equipment.shakers.iter().filter(|shaker| shaker.allowed.value);
    let automated = shakers.any(|shaker| match shaker.kind {
        ShakerKind::Manual => false,
        ShakerKind::AutomatedCovered
        | ShakerKind::AutomatedUncovered
        | ShakerKind::PlayerActivated => true,
    });
    let asks = config.dice == DiceSource::Physical && automated && asked.value > 0;
    asks.then_some(&asked.clause)
}

/// What a floor without shifts has to write.
pub(super) const EXPECTED: &str =
    "[day] with shifts = [\"06:00\", \"14:00\", \"22:00\"] and utc_offset = \"-05:00\"";

/// The section `[day]`.
pub(super) fn read(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Option<GamingDay> {
    if !file.has("day") {
        return None;
    }
    let mut day = file.section(sheet, "day");
    day.needs(sheet, "shifts", "when shifts begin, such as [\"06:00\", \"14:00\", \"22:00\"]");
    day.needs(sheet, "utc_offset", "how far the house's clock is from UTC, such as \"-05:00\"");
    let shifts = shifts(sheet, &mut day);
    let expects = "an offset of the house's clock from UTC, from \"-12:00\" to \"+14:00\"";
    let offset = day.read(sheet, "utc_offset", expects, UtcOffset::read);
    day.end(sheet);
    GamingDay::new(offset?, shifts?)
}

/// Times of the clock, each later than the one before.
fn shifts(sheet: &mut Sheet<'_>, day: &mut Section<'_>) -> Option<Vec<TimeOfDay>> {
    let key = day.key("shifts");
    let named = day.list(sheet, "shifts");
    if day.is_empty_list("shifts") {
        let what = "names no time: expects one at least, such as [\"06:00\"]";
        sheet.wrong(day.place(&["shifts"]), &key, what);
    }
    if let Some(more) = named.get(GamingDay::SHIFTS_MAX) {
        let what = format!("expects at most {} shifts", GamingDay::SHIFTS_MAX);
        sheet.wrong(more.at, &key, what);
        return None;
    }
    let mut sound: Vec<TimeOfDay> = Vec::new();
    for Placed { value, at } in &named {
        let Some(time) = TimeOfDay::read(value) else {
            let what = format!("{value:?} is no time: expects hours and minutes, as \"06:00\"");
            sheet.wrong(*at, &key, what);
            continue;
        };
        match sound.last() {
            Some(last) if time == *last => {
                sheet.wrong(*at, &key, format!("{time} is there twice: expects each time once"));
            }
            Some(last) if time < *last => {
                let what = format!("{time} stands behind {last}: expects the earliest time first");
                sheet.wrong(*at, &key, what);
            }
            Some(_) | None => sound.push(time),
        }
    }
    (sound.len() == named.len() && !sound.is_empty()).then_some(sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(offset: &str, shifts: &[&str]) -> GamingDay {
        let shifts = shifts.iter().map(|time| TimeOfDay::read(time).unwrap()).collect();
        GamingDay::new(UtcOffset::read(offset).unwrap(), shifts).unwrap()
    }

    /// Hours, minutes and milliseconds of UTC on a day far from any border of time.
    fn utc(hours: u64, minutes: u64, millis: u64) -> Time {
        const DAY: u64 = 20_000 * 86_400_000;
        Time::from_millis(DAY + (hours * 60 + minutes) * 60_000 + millis).unwrap()
    }

    #[test]
    fn a_shift_begins_at_its_time_and_not_a_millisecond_before() {
        let day = day("+08:00", &["06:00", "14:00", "22:00"]);
        // 06:00 of this house is 22:00 of the day before in UTC.
        for (hours, began) in [(6, 6), (14, 14), (22, 22)] {
            assert_eq!(day.shift_of(utc(hours, 0, 0)), Some(utc(began, 0, 0)));
            let before = Time::from_millis(utc(began, 0, 0).millis() - 8 * 3_600_000);
            let last_of_it = Time::from_millis(utc(hours, 0, 0).millis() - 1).unwrap();
            assert_eq!(day.shift_of(last_of_it), before);
            assert_eq!(day.next_after(last_of_it), Some(utc(began, 0, 0)));
            assert!(day.next_after(utc(hours, 0, 0)) > Some(utc(began, 0, 0)));
        }
    }

    #[test]
    fn one_shift_a_day_lasts_until_the_next_day() {
        for (offset, begins) in [("+00:00", 6 * 60), ("-05:00", 11 * 60), ("+05:45", 15)] {
            let day = day(offset, &["06:00"]);
            let (hours, minutes) = (begins / 60, begins % 60);
            let began = utc(hours, minutes, 0);
            let tomorrow = Time::from_millis(began.millis() + 86_400_000).unwrap();
            let yesterday = Time::from_millis(began.millis() - 86_400_000).unwrap();
            assert_eq!(day.shift_of(began), Some(began), "{offset}");
            assert_eq!(day.next_after(began), Some(tomorrow), "{offset}");
            let before = Time::from_millis(began.millis() - 1).unwrap();
            assert_eq!(day.shift_of(before), Some(yesterday), "{offset}");
        }
    }

    #[test]
    fn the_house_day_begins_with_its_first_shift_by_its_own_clock() {
        for (offset, first, ahead) in
            [("+00:00", "00:00", 0), ("-05:00", "06:00", -660), ("+08:00", "04:30", 210)]
        {
            assert_eq!(day(offset, &[first, "23:00"]).ahead_minutes(), ahead, "{offset} {first}");
        }
        let bounds = taisai_floor::LargeRules::AHEAD_MINUTES;
        assert_eq!(day("-12:00", &["23:59"]).ahead_minutes(), *bounds.start());
        assert_eq!(day("+14:00", &["00:00"]).ahead_minutes(), *bounds.end());
    }

    #[test]
    fn times_and_offsets_are_read_as_they_are_written_and_nothing_else_is() {
        assert_eq!(TimeOfDay::read("00:00"), Some(TimeOfDay(0)));
        assert_eq!(TimeOfDay::read("23:59").unwrap().to_string(), "23:59");
        for bad in ["24:00", "6:00", "06:60", "06", "06:00:00", " 06:00", "+6:00", "aa:bb", ""] {
            assert_eq!(TimeOfDay::read(bad), None, "{bad}");
        }
        assert_eq!(UtcOffset::read("-12:00"), Some(UtcOffset(-720)));
        assert_eq!(UtcOffset::read("+14:00"), Some(UtcOffset(840)));
        for bad in ["-12:01", "+14:01", "08:00", "+8:00", "Z", "", "+08:60", "−05:00"] {
            assert_eq!(UtcOffset::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_first_day_of_all_has_no_shift_before_it() {
        let day = day("+00:00", &["06:00"]);
        assert_eq!(day.shift_of(Time::from_millis(0).unwrap()), None);
        assert_eq!(day.next_after(Time::MAX), None);
    }
}
