//! The vouchers that became credit here and those that credit became, so that none does twice.

use std::collections::{BTreeSet, VecDeque};

use crate::ids::{SEATS_MAX, VoucherId};

/// The last vouchers that went one way across this table. That none is redeemed at two tables is
/// the cage's business; that a repeated message redeems none twice is ours, and so is to say, after
/// a crash between table and cage, which of the two has a voucher's money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Vouchers {
    in_order: VecDeque<VoucherId>,
    known: BTreeSet<VoucherId>,
}

impl Vouchers {
    /// How many vouchers are remembered: two for every seat that could have one under way.
    pub(crate) const KEPT: usize = 2 * SEATS_MAX;

    pub(crate) fn contains(&self, voucher: VoucherId) -> bool {
        self.known.contains(&voucher)
    }

    pub(crate) fn remember(&mut self, voucher: VoucherId) {
        self.in_order.push_back(voucher);
        self.known.insert(voucher);
        if self.in_order.len() > Self::KEPT {
            let oldest = self.in_order.pop_front().expect("there are more than are kept");
            self.known.remove(&oldest);
        }
    }

    /// These vouchers, in the order in which they went across; `None` where one is there twice.
    pub(crate) fn of(in_order: VecDeque<VoucherId>) -> Option<Self> {
        let known: BTreeSet<VoucherId> = in_order.iter().copied().collect();
        (known.len() == in_order.len()).then_some(Self { in_order, known })
    }

    /// In the order in which they went across.
    pub(crate) fn in_order(&self) -> &VecDeque<VoucherId> {
        &self.in_order
    }
}
