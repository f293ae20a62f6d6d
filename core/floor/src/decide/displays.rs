//! Displays come to their tables by a code that is good once, as terminals come to their seats.

use taisai_table::equipment::Equipment;
use taisai_table::{StaffId, Time};

use super::{Decision, later};
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::{Digest, TableId};
use crate::places::DisplayOffer;
use crate::refusal::Refusal;

impl Floor {
    /// A table may have several displays: an offer takes the place of no other.
    pub(super) fn offer_display(
        &self,
        code: Digest,
        table: TableId,
        equipment: Option<u32>,
        by: StaffId,
        now: Time,
    ) -> Decision {
        self.table_in_use(table)?;
        self.check_room_for_display(table)?;
        self.check_new_code(&code)?;
        self.check_room_for_offer()?;
        let until = later(now, Self::OFFER_MS);
        Ok(vec![Event::DisplayOffered { code, table, equipment, until, by }])
    }

    pub(super) fn enrol_display(
        &self,
        code: Digest,
        token: Digest,
        offer: &DisplayOffer,
    ) -> Decision {
        let DisplayOffer { table, equipment, .. } = *offer;
        self.check_room_for_display(table)?;
        let display = self.new_device(&token)?;
        Ok(vec![Event::DisplayEnrolled { display, code, token, table, equipment }])
    }

    fn check_room_for_display(&self, table: TableId) -> Result<(), Refusal> {
        let max = Equipment::DISPLAYS_MAX;
        if self.displays_of(table).count() >= max {
            return Err(Refusal::TooMany { max });
        }
        Ok(())
    }
}
