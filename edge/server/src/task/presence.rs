//! Which terminals answer, and since when others do not.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::TerminalId;
use taisai_table::Time;

/// Which terminals answer, and since when others do not.
#[derive(Debug)]
pub struct Presence {
    started: Time,
    here: BTreeSet<TerminalId>,
    gone: BTreeMap<TerminalId, Gone>,
}

/// A terminal that was connected and is gone.
#[derive(Clone, Copy, Debug)]
struct Gone {
    since: Time,
    reported: Reported,
}

/// Whether a device answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It answers.
    Here,
    /// It did until a moment ago.
    AwayForAMoment,
    /// It does not answer, or has not connected since the start.
    Lost,
}

/// Whether the loss was reported to the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reported {
    NotYet,
    Yes,
    /// It was only just enrolled and has never connected.
    NoNeed,
}

impl Presence {
    /// How long a terminal may be away before it is reported to the floor: reloading a page is no
    /// loss.
    pub const GRACE_MS: u64 = 3_000;

    /// No terminal is connected yet.
    pub const fn new(started: Time) -> Self {
        Self { started, here: BTreeSet::new(), gone: BTreeMap::new() }
    }

    /// A terminal has connected; returns whether it had been reported as lost.
    pub fn came(&mut self, terminal: TerminalId) -> bool {
        self.here.insert(terminal);
        self.gone.remove(&terminal).is_some_and(|gone| gone.reported == Reported::Yes)
    }

    /// A terminal is gone.
    pub fn went(&mut self, terminal: TerminalId, now: Time) {
        if self.here.remove(&terminal) {
            self.gone.insert(terminal, Gone { since: now, reported: Reported::NotYet });
        }
    }

    /// A terminal was enrolled and has not connected yet.
    pub fn enrolled(&mut self, terminal: TerminalId, now: Time) {
        self.gone.insert(terminal, Gone { since: now, reported: Reported::NoNeed });
    }

    /// A terminal was removed for good.
    pub fn forget(&mut self, terminal: TerminalId) {
        self.here.remove(&terminal);
        self.gone.remove(&terminal);
    }

    /// The terminals that must now be reported to the floor as lost.
    pub fn overdue(&mut self, now: Time) -> Vec<TerminalId> {
        let mut overdue = Vec::new();
        for (terminal, gone) in &mut self.gone {
            if gone.reported == Reported::NotYet && gone.due() <= now.millis() {
                gone.reported = Reported::Yes;
                overdue.push(*terminal);
            }
        }
        overdue
    }

    /// Whether a device answers, as tables see it: one that is away for a moment is neither here
    /// nor lost.
    pub fn standing(&self, device: TerminalId) -> Standing {
        if self.here.contains(&device) {
            return Standing::Here;
        }
        match self.gone.get(&device) {
            Some(gone) if gone.reported == Reported::NotYet => Standing::AwayForAMoment,
            Some(_) | None => Standing::Lost,
        }
    }

    /// When the next loss must be reported to the floor.
    pub fn deadline(&self) -> Option<Time> {
        let waiting = self.gone.values().filter(|gone| gone.reported == Reported::NotYet);
        waiting.map(|gone| Time::from_millis(gone.due()).unwrap_or(Time::MAX)).min()
    }

    /// Since when a terminal does not answer; one that has not connected since the start, or since
    /// it was enrolled, has been away since then.
    pub fn lost_since(&self, terminal: TerminalId) -> Option<Time> {
        if self.here.contains(&terminal) {
            return None;
        }
        Some(self.gone.get(&terminal).map_or(self.started, |gone| gone.since))
    }
}

impl Gone {
    const fn due(&self) -> u64 {
        self.since.millis().saturating_add(Presence::GRACE_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    #[test]
    fn the_floor_gets_one_report_after_a_while() {
        let (mut presence, terminal) = (Presence::new(at(5)), TerminalId(1));
        assert_eq!(presence.lost_since(terminal), Some(at(5)));
        assert!(!presence.came(terminal));
        assert_eq!(presence.lost_since(terminal), None);
        presence.went(terminal, at(100));
        let due = 100 + Presence::GRACE_MS;
        assert_eq!(presence.deadline(), Some(at(due)));
        assert_eq!(presence.overdue(at(due - 1)), []);
        assert_eq!(presence.overdue(at(due)), [terminal]);
        assert_eq!((presence.overdue(at(due)), presence.deadline()), (vec![], None));
        assert_eq!(presence.lost_since(terminal), Some(at(100)));
        assert!(presence.came(terminal), "the floor believes that it is lost");
    }

    /// A terminal that was enrolled a moment ago was shown as lost since the start of the server.
    #[test]
    fn a_terminal_that_has_not_come_yet_is_away_since_its_enrolment() {
        let (mut presence, terminal) = (Presence::new(at(5)), TerminalId(1));
        presence.enrolled(terminal, at(70));
        assert_eq!(presence.lost_since(terminal), Some(at(70)));
        assert_eq!((presence.deadline(), presence.overdue(at(70_000))), (None, vec![]));
        assert!(!presence.came(terminal), "nobody believes that it is lost");
    }

    /// A page that was loaded again stopped a table for a new display.
    #[test]
    fn a_display_is_lost_three_seconds_after_it_went_and_not_before() {
        let (mut presence, display) = (Presence::new(at(5)), TerminalId(1));
        assert_eq!(presence.standing(display), Standing::Lost, "it has not come since the start");
        presence.came(display);
        assert_eq!(presence.standing(display), Standing::Here);
        presence.went(display, at(100));
        assert_eq!(
            (presence.overdue(at(3_099)), presence.standing(display)),
            (vec![], Standing::AwayForAMoment)
        );
        assert_eq!(presence.overdue(at(3_100)), [display]);
        assert_eq!(presence.standing(display), Standing::Lost);
        assert!(presence.came(display));
        assert_eq!(presence.standing(display), Standing::Here);
    }

    #[test]
    fn a_page_that_is_loaded_again_is_nobodys_concern() {
        let (mut presence, terminal) = (Presence::new(at(5)), TerminalId(1));
        presence.came(terminal);
        presence.went(terminal, at(100));
        assert!(!presence.came(terminal));
        assert_eq!(presence.overdue(Time::MAX), []);
    }

    #[test]
    fn a_terminal_that_was_taken_away_is_not_missed() {
        let (mut presence, terminal) = (Presence::new(at(5)), TerminalId(1));
        presence.came(terminal);
        presence.forget(terminal);
        presence.went(terminal, at(100));
        assert_eq!((presence.overdue(Time::MAX), presence.deadline()), (vec![], None));
    }
}
