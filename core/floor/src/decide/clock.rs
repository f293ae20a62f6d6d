//! What time brings to an end.

use taisai_table::Time;

use crate::command::SessionEnd;
use crate::event::Event;
use crate::floor::Floor;
use crate::index::Due;

impl Floor {
    pub(super) fn tick(&self, now: Time) -> Vec<Event> {
        let over = |due| match due {
            Due::Session(session) => Event::SessionEnded { session, why: SessionEnd::Expired },
            Due::Proposal(proposal) => Event::ProposalLapsed { proposal },
            Due::Offer(code) => Event::EnrolmentLapsed { code },
            Due::Voucher(voucher) => {
                let amount = self.vouchers[&voucher].amount;
                Event::VoucherExpired { voucher, amount }
            }
        };
        self.due(now).map(over).collect()
    }
}
