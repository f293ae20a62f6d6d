//! Records notices; a person who decided something at the machine must be staff.

use taisai_table::Time;

use super::Decision;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::LookUpNumber;
use crate::notice::Notice;
use crate::refusal::Refusal;

/// The first minute of 2025, from which series are counted.
const FIRST_MINUTE: u64 = 1_735_689_600_000 / 60_000;

impl Floor {
    pub(super) fn note(&self, notice: &Notice, now: Time) -> Decision {
        let noted = Event::Noted(notice.clone());
        match notice {
            Notice::JournalAccepted { by, .. } => {
                self.known_member(*by)?;
                Ok(vec![noted, Event::SeriesBegun { from: self.next_series(now)? }])
            }
            Notice::ClockAccepted { by, .. } | Notice::KeyReplaced { by, .. } => {
                self.known_member(*by)?;
                Ok(vec![noted])
            }
            Notice::LoginFailed { .. }
            | Notice::LockedOut { .. }
            | Notice::Unlocked { .. }
            | Notice::ClockJumped { .. }
            | Notice::ServerStarted { .. }
            | Notice::ServerStopped
            | Notice::ConfigurationChanged { .. }
            | Notice::Overridden { .. }
            | Notice::OldJournalAccepted { .. }
            | Notice::TerminalLost { .. }
            | Notice::TerminalReturned { .. }
            | Notice::OldTokenUsed { .. }
            | Notice::SnapshotSetAside { .. }
            | Notice::DemoFounded
            | Notice::ClockNotFollowed { .. }
            | Notice::SoftwareIdentified { .. }
            | Notice::TicketMisused { .. }
            | Notice::KeyNamed { .. }
            | Notice::OwedPaid { .. }
            | Notice::JournalDamaged { .. }
            | Notice::DocumentAttached { .. }
            | Notice::BarredSeatTried { .. }
            | Notice::BarredVoucherTried { .. }
            | Notice::DisplayLost { .. }
            | Notice::DisplayReturned { .. }
            | Notice::DisplayMisused { .. } => Ok(vec![noted]),
        }
    }

    /// The first number of a series that no paper bears. The old copy does not know which series it
    /// was followed by, if it was accepted before and lost again: the minute of the day makes it
    /// another one every time.
    fn next_series(&self, now: Time) -> Result<LookUpNumber, Refusal> {
        if self.lost.len() >= Self::LOST_MAX {
            return Err(Refusal::TooMany { max: Self::LOST_MAX });
        }
        let minute = (now.millis() / 60_000).saturating_sub(FIRST_MINUTE);
        let next = LookUpNumber(self.vouchers_numbered).series() + 1;
        Ok(LookUpNumber::first_of(minute.max(next)))
    }
}
