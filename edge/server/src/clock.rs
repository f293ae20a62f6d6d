//! What time it is.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use taisai_table::Time;

/// What time it is, as the journal tells it.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let millis = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    Time::from_millis(millis).unwrap_or(Time::MAX)
}

/// How long until then; nothing where it is past.
pub fn until(then: Time) -> Duration {
    Duration::from_millis(then.millis().saturating_sub(now().millis()))
}
