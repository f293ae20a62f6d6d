//! The gap between the last record and the clock at a start, and the person who confirms a long
//! one.
//!
//! At a start, a clock that is hours ahead looks like a house that was closed for hours. Records
//! written with a wrong time cannot be undone, so a person confirms the time.

use std::fmt;
use std::time::Duration;

use taisai_floor::{Floor, Notice};
use taisai_journal::Acceptance;
use taisai_table::Time;

use crate::run::accepted::{NotAccepted, signed};
use crate::world::clock::Clock;

/// The time as a person stated it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSaid {
    /// Who states it, and why so much time has passed.
    pub acceptance: Acceptance,
    /// What time it is.
    pub moment: Time,
}

/// Why the clock is not trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GapFault {
    /// It is far ahead of the last record, and nobody confirmed that.
    Ahead {
        /// When the last record was written.
        last: Time,
        /// What the clock shows.
        found: Time,
    },
    /// It shows an impossible time.
    Absurd {
        /// What the clock shows.
        found: Time,
    },
    /// It is behind the last record.
    Behind {
        /// When the last record was written.
        last: Time,
        /// What the clock shows.
        found: Time,
    },
    /// A person stated another time.
    OtherTime {
        /// What the person says.
        said: Time,
        /// What the clock shows.
        found: Time,
    },
    /// The person is not known, or gives no reason.
    NotSigned(NotAccepted),
}

/// The longest gap that nobody has to confirm.
pub const GAP_MAX: Duration = Duration::from_hours(12);
/// How far a person's stated time may be off.
pub const WATCH_OFF_MAX: Duration = Duration::from_mins(10);

/// Checks whether a house may continue from its last record at the clock's time, and returns the
/// notice to record if a person had to confirm it. A floor without tables was never open, so any
/// gap is fine.
pub fn check(
    floor: &Floor,
    (last, found): (Time, Time),
    said: Option<&TimeSaid>,
) -> Result<Option<Notice>, GapFault> {
    let is_long = millis(GAP_MAX) < found.millis().saturating_sub(last.millis());
    let needs_a_person = is_long && floor.tables().len() > 0;
    let Some(TimeSaid { acceptance, moment }) = said else {
        return if needs_a_person { Err(GapFault::Ahead { last, found }) } else { Ok(None) };
    };
    if millis(WATCH_OFF_MAX) < moment.millis().abs_diff(found.millis()) {
        return Err(GapFault::OtherTime { said: *moment, found });
    }
    let (by, reason) = signed(acceptance, floor).map_err(GapFault::NotSigned)?;
    Ok(needs_a_person.then_some(Notice::ClockAccepted { by, reason, last, found }))
}

/// The notice to record if the clock is behind the last record: the house continues from that
/// record, and somebody should set the clock.
pub fn behind((last, found): (Time, Time)) -> Option<Notice> {
    let is_behind = millis(Clock::JUMP) < last.millis().saturating_sub(found.millis());
    is_behind.then_some(Notice::ClockJumped { expected: last, found })
}

/// Whether a clock shows a time at which there can be a house. Records that carry another one are
/// before or after all others for ever.
pub fn check_sane(found: Time) -> Result<(), GapFault> {
    let is_sane = FIRST <= found.millis() && found.millis() < END;
    if is_sane { Ok(()) } else { Err(GapFault::Absurd { found }) }
}

/// The first moment of 2025.
const FIRST: u64 = 1_735_689_600_000;
/// The first moment of 2100.
const END: u64 = 4_102_444_800_000;

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Display for GapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead { last, found } => {
                let hours = found.millis().saturating_sub(last.millis()) / 3_600_000;
                write!(f, "the clock shows {hours} hours more than the last record of the journal")
            }
            Self::Absurd { .. } => f.write_str("the clock is not between the years 2025 and 2100"),
            Self::Behind { .. } => {
                f.write_str("the clock shows less than the last record of the journal")
            }
            Self::OtherTime { .. } => {
                let minutes = WATCH_OFF_MAX.as_secs() / 60;
                write!(f, "the clock is off by more than {minutes} minutes from the time given")
            }
            Self::NotSigned(why) => why.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use taisai_floor::{Asker, Command, LoginName, PasswordHash, Request, Title};
    use taisai_table::RequestId;

    use super::*;
    use crate::config::Config;

    const HOUR: u64 = 3_600_000;

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    /// A floor where ann works, with a table or without.
    fn floor(tables: usize) -> Floor {
        let mut floor = Floor::new();
        let password = PasswordHash::new("$argon2id$v=19$secret-of-tests").unwrap();
        let ann = Command::AddAdministrator { name: LoginName::new("ann").unwrap(), password };
        let add = Config::demo().tables.into_iter().take(tables).map(|table| Command::AddTable {
            table: table.table,
            book: Title::new(table.edition.id()).unwrap(),
            name: table.name,
            config: table.config,
        });
        for (id, command) in (1..).zip([ann].into_iter().chain(add)) {
            let request = Request { from: Asker::Host, id: RequestId(id), command };
            for event in floor.decide(&request, at(0)).unwrap() {
                floor.apply(&event, at(0));
            }
        }
        floor
    }

    fn said(by: &str, moment: u64) -> TimeSaid {
        let acceptance = Acceptance { by: by.into(), reason: "closed over the weekend".into() };
        TimeSaid { acceptance, moment: at(moment) }
    }

    #[test]
    fn half_a_day_needs_nobody_and_a_millisecond_more_a_person() {
        let (floor, last) = (floor(1), at(5 * HOUR));
        assert_eq!(check(&floor, (last, at(17 * HOUR)), None), Ok(None));
        let found = at(17 * HOUR + 1);
        assert_eq!(check(&floor, (last, found), None), Err(GapFault::Ahead { last, found }));
        assert_eq!(check(&floor, (last, at(HOUR)), None), Ok(None), "behind is no matter");
    }

    /// A start with the clock behind the journal left no trace of it.
    #[test]
    fn a_clock_behind_the_journal_is_noted_and_a_second_is_no_matter() {
        let (expected, found) = (at(5 * HOUR), at(4 * HOUR));
        let noted = Some(Notice::ClockJumped { expected, found });
        assert_eq!(behind((expected, found)), noted);
        assert_eq!(behind((expected, at(5 * HOUR - 1_000))), None);
        assert!(behind((expected, at(5 * HOUR - 1_001))).is_some());
        assert_eq!(behind((expected, at(6 * HOUR))), None);
    }

    /// A machine whose clock stood in 2036 stamped the first records of a house with it.
    #[test]
    fn a_clock_before_2025_or_after_2099_is_not_believed() {
        for found in [at(0), at(FIRST - 1), at(END), Time::MAX] {
            assert_eq!(check_sane(found), Err(GapFault::Absurd { found }));
        }
        for found in [at(FIRST), at(END - 1)] {
            assert_eq!(check_sane(found), Ok(()));
        }
    }

    #[test]
    fn a_floor_that_was_never_open_may_begin_at_any_time() {
        assert_eq!(check(&floor(0), (at(0), at(900 * HOUR)), None), Ok(None));
    }

    #[test]
    fn a_person_says_what_time_it_is_and_not_merely_yes() {
        let (floor, last, found) = (floor(1), at(0), at(60 * HOUR));
        let off = 600_000;
        for right in [60 * HOUR - off, 60 * HOUR, 60 * HOUR + off] {
            let noted = check(&floor, (last, found), Some(&said("ann", right))).unwrap().unwrap();
            assert!(matches!(noted, Notice::ClockAccepted { last: l, found: f, .. }
                if (l, f) == (last, found)));
        }
        for wrong in [60 * HOUR - off - 1, 60 * HOUR + off + 1, 46 * HOUR] {
            let refused = check(&floor, (last, found), Some(&said("ann", wrong)));
            assert_eq!(refused, Err(GapFault::OtherTime { said: at(wrong), found }));
        }
        let stranger = check(&floor, (last, found), Some(&said("bob", 60 * HOUR)));
        assert!(matches!(stranger, Err(GapFault::NotSigned(NotAccepted::Nobody(_)))));
    }

    #[test]
    fn what_nobody_had_to_say_is_not_written_down() {
        let answer = check(&floor(1), (at(0), at(HOUR)), Some(&said("ann", HOUR)));
        assert_eq!(answer, Ok(None));
    }
}
