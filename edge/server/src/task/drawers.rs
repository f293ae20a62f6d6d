//! What went through each cashier's drawer since they logged in.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::{Event, Floor, FloorRole};
use taisai_protocol::view::cage::CageView;
use taisai_table::{SessionId, StaffId, Time};

/// The drawers of everybody who is logged in. A drawer begins with a person's first log-in and
/// lasts as long as they have one: a second log-in, after a browser crash or on another screen,
/// continues the same drawer.
#[derive(Debug, Default)]
pub struct Drawers {
    people: BTreeMap<StaffId, Drawer>,
    whose: BTreeMap<SessionId, StaffId>,
}

#[derive(Debug)]
struct Drawer {
    sessions: BTreeSet<SessionId>,
    cage: CageView,
}

impl Drawers {
    /// Records an event; the floor passed in is the one after the event, or later.
    pub fn record(&mut self, event: &Event, floor: &Floor) {
        if let Event::SessionOpened { session, staff, .. } = event {
            self.begin(*session, *staff);
        } else if let Event::SessionEnded { session, .. } = event {
            self.end(*session);
        } else if let Event::VoucherSold { by, .. } | Event::VoucherRedeemed { by, .. } = event
            && let Some(drawer) = self.people.get_mut(by)
        {
            drawer.cage.record(event, floor, *by);
        }
    }

    /// What a cashier's own drawer shows, without what tables owe.
    pub fn of(&self, cashier: StaffId) -> CageView {
        self.people.get(&cashier).map_or_else(CageView::empty, |drawer| drawer.cage.clone())
    }

    /// The time from which the journal must be read again for the drawers of all logged-in
    /// cashiers.
    pub fn begun(floor: &Floor) -> Option<Time> {
        let cashiers = floor
            .sessions()
            .filter(|(_, session)| floor.role(session.staff) == Some(FloorRole::Cashier));
        let opened = |until: Time| until.millis().saturating_sub(Floor::SESSION_MS);
        cashiers.filter_map(|(_, session)| Time::from_millis(opened(session.until))).min()
    }

    fn begin(&mut self, session: SessionId, staff: StaffId) {
        let new = || Drawer { sessions: BTreeSet::new(), cage: CageView::empty() };
        self.people.entry(staff).or_insert_with(new).sessions.insert(session);
        self.whose.insert(session, staff);
    }

    fn end(&mut self, session: SessionId) {
        let Some(staff) = self.whose.remove(&session) else { return };
        let Some(drawer) = self.people.get_mut(&staff) else { return };
        drawer.sessions.remove(&session);
        if drawer.sessions.is_empty() {
            self.people.remove(&staff);
        }
    }
}

#[cfg(test)]
mod tests {
    use taisai_floor::{Digest, LookUpNumber, SessionEnd};
    use taisai_rules::Currency;
    use taisai_table::{Money, VoucherId};

    use super::*;

    const CASHIER: StaffId = StaffId(3);

    fn opened(session: u64) -> Event {
        let (session, token) = (SessionId(session), Digest([session.to_le_bytes()[0]; 32]));
        Event::SessionOpened { session, staff: CASHIER, token, until: Time::MAX }
    }

    fn ended(session: u64) -> Event {
        Event::SessionEnded { session: SessionId(session), why: SessionEnd::LoggedOut }
    }

    fn sold(number: u64, units: u64) -> Event {
        Event::VoucherSold {
            voucher: VoucherId(number.into()),
            number: LookUpNumber(number),
            amount: Money::new(units).unwrap(),
            currency: Currency::new("AUD").unwrap(),
            by: CASHIER,
        }
    }

    fn redeemed(number: u64, units: u64) -> Event {
        let (voucher, amount) = (VoucherId(number.into()), Money::new(units).unwrap());
        Event::VoucherRedeemed { voucher, amount, by: CASHIER }
    }

    /// Applies everything first, as after a batch, and records it then.
    fn after(events: &[Event]) -> (Drawers, Floor) {
        let (mut floor, mut drawers) = (Floor::new(), Drawers::default());
        for event in events {
            floor.apply(event, Time::MAX);
        }
        for event in events {
            drawers.record(event, &floor);
        }
        (drawers, floor)
    }

    #[test]
    fn cash_goes_in_and_out_by_what_was_done_and_not_by_what_became_of_it() {
        let story = [opened(1), sold(1, 500), sold(2, 700), redeemed(1, 500)];
        let (drawers, floor) = after(&story);
        let cage = drawers.of(CASHIER).seen(
            &floor,
            Vec::new(),
            Default::default(),
            Default::default(),
            Vec::new(),
        );
        let drawer = &cage.drawer[0];
        assert_eq!((drawer.sold, drawer.sold_amount), (2, 1_200));
        assert_eq!((drawer.redeemed, drawer.redeemed_amount), (1, 500));
        let numbers: Vec<_> = cage.recent.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2]);
    }

    #[test]
    fn a_second_log_in_goes_on_with_the_drawer_and_a_new_one_begins_another() {
        let (drawers, _) = after(&[opened(1), sold(1, 500), opened(2), ended(1), sold(2, 1)]);
        assert_eq!(drawers.of(CASHIER).drawer[0].sold, 2);
        let (drawers, _) = after(&[opened(1), sold(1, 500), ended(1), opened(2), sold(2, 1)]);
        assert_eq!(drawers.of(CASHIER).drawer[0].sold_amount, 1);
        let (drawers, _) = after(&[opened(1), sold(1, 500), ended(1)]);
        assert_eq!(drawers.of(CASHIER), CageView::empty());
        assert!(drawers.people.is_empty() && drawers.whose.is_empty());
    }
}
