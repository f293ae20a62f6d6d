//! The limit of open descriptors, raised at a start to what the connections need.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing::{info, warn};

/// Descriptors that are no connections: the journal and its readers, the listeners, the log, what
/// the runtime needs, and some to spare.
const OTHERS: u64 = 128;

/// Raises the limit for this many connections, and returns how many fit.
pub fn room_for(connections: u32) -> u32 {
    let needed = u64::from(connections) + OTHERS;
    let before = getrlimit(Resource::Nofile);
    let limit = raised(before, needed);
    if limit != before {
        match setrlimit(Resource::Nofile, limit) {
            Ok(()) => info!(descriptors = needed, "the limit of open descriptors was raised"),
            Err(error) => warn!(%error, "the limit of open descriptors could not be raised"),
        }
    }
    let room = connections_within(getrlimit(Resource::Nofile).current, connections);
    if room < connections {
        warn!(
            connections_max = connections,
            room,
            "too few descriptors for the connections of the configuration: more than there \
            is room for are refused; set the hard limit (ulimit -Hn, LimitNOFILE=) to {needed}"
        );
    }
    room
}

/// The limit to set: what is needed, but not above the system's hard limit.
fn raised(limit: Rlimit, needed: u64) -> Rlimit {
    let Rlimit { current, maximum } = limit;
    let wanted = maximum.map_or(needed, |maximum| maximum.min(needed));
    match current {
        Some(current) if current < wanted => Rlimit { current: Some(wanted), maximum },
        Some(_) | None => limit,
    }
}

/// How many of these connections fit into a limit, beside everything else.
fn connections_within(limit: Option<u64>, connections: u32) -> u32 {
    let Some(limit) = limit else { return connections };
    let room = limit.saturating_sub(OTHERS).max(limit / 2);
    u32::try_from(room).map_or(connections, |room| room.min(connections))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_raised_as_far_as_is_needed_and_as_the_system_lets_it() {
        let limit = |current, maximum| Rlimit { current, maximum };
        for (before, needed, after) in [
            (limit(Some(1_024), Some(524_288)), 10_128, limit(Some(10_128), Some(524_288))),
            (limit(Some(1_024), None), 10_128, limit(Some(10_128), None)),
            (limit(Some(1_024), Some(4_096)), 10_128, limit(Some(4_096), Some(4_096))),
            (limit(Some(20_000), Some(20_000)), 10_128, limit(Some(20_000), Some(20_000))),
            (limit(None, None), 10_128, limit(None, None)),
        ] {
            assert_eq!(raised(before, needed), after, "{before:?} for {needed}");
        }
    }

    #[test]
    fn so_many_connections_fit_as_leave_descriptors_for_the_rest() {
        assert_eq!(connections_within(None, 10_000), 10_000);
        assert_eq!(connections_within(Some(10_128), 10_000), 10_000);
        assert_eq!(connections_within(Some(10_127), 10_000), 9_999);
        assert_eq!(connections_within(Some(1_024), 10_000), 896);
        assert_eq!(connections_within(Some(64), 10_000), 32);
    }
}
