//! Ways to find things quickly. Everything here follows from the rest of the floor.

use std::collections::{BTreeMap, BTreeSet};

use taisai_table::{ProposalId, SeatNumber, SessionId, StaffId, Time, VoucherId};

use crate::ids::{Digest, LookUpNumber, TableId, TerminalId};
use crate::places::{Display, Terminal};
use crate::staff::Session;
use crate::text::LoginName;
use crate::voucher::Voucher;

/// Ways to find things quickly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Index {
    pub(crate) names: BTreeMap<LoginName, StaffId>,
    pub(crate) session_tokens: BTreeMap<Digest, SessionId>,
    pub(crate) sessions_of: BTreeSet<(StaffId, SessionId)>,
    pub(crate) terminal_tokens: BTreeMap<Digest, TerminalId>,
    pub(crate) seats: BTreeMap<(TableId, SeatNumber), TerminalId>,
    pub(crate) numbers: BTreeMap<LookUpNumber, VoucherId>,
    pub(crate) unfinished: BTreeSet<(TableId, VoucherId)>,
    pub(crate) promised: BTreeSet<(TerminalId, VoucherId)>,
    pub(crate) due: BTreeSet<(Time, Due)>,
}

/// What is over at a given time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Due {
    /// A session.
    Session(SessionId),
    /// A proposal.
    Proposal(ProposalId),
    /// An offer of an enrolment.
    Offer(Digest),
    /// A voucher in somebody's hand.
    Voucher(VoucherId),
}

impl Index {
    pub(crate) fn add_session(&mut self, id: SessionId, session: &Session) {
        self.session_tokens.insert(session.token, id);
        self.sessions_of.insert((session.staff, id));
        self.due.insert((session.until, Due::Session(id)));
    }

    pub(crate) fn remove_session(&mut self, id: SessionId, session: &Session) {
        self.session_tokens.remove(&session.token);
        self.sessions_of.remove(&(session.staff, id));
        self.due.remove(&(session.until, Due::Session(id)));
    }

    pub(crate) fn add_terminal(&mut self, id: TerminalId, terminal: &Terminal) {
        self.terminal_tokens.insert(terminal.token, id);
        self.seats.insert((terminal.table, terminal.seat), id);
    }

    pub(crate) fn remove_terminal(&mut self, terminal: &Terminal) {
        self.terminal_tokens.remove(&terminal.token);
        self.seats.remove(&(terminal.table, terminal.seat));
    }

    pub(crate) fn add_display(&mut self, id: TerminalId, display: &Display) {
        self.terminal_tokens.insert(display.token, id);
    }

    pub(crate) fn remove_display(&mut self, display: &Display) {
        self.terminal_tokens.remove(&display.token);
    }

    /// An offer to a terminal or to a display.
    pub(crate) fn add_offer(&mut self, code: Digest, until: Time) {
        self.due.insert((until, Due::Offer(code)));
    }

    pub(crate) fn remove_offer(&mut self, code: Digest, until: Time) {
        self.due.remove(&(until, Due::Offer(code)));
    }

    pub(crate) fn add_voucher(&mut self, id: VoucherId, voucher: &Voucher) {
        self.numbers.insert(voucher.number, id);
        if let Some(table) = voucher.waits_for() {
            self.unfinished.insert((table, id));
        }
    }

    pub(crate) fn remove_voucher(&mut self, id: VoucherId, voucher: &Voucher) {
        self.numbers.remove(&voucher.number);
        if let Some(table) = voucher.waits_for() {
            self.unfinished.remove(&(table, id));
        }
    }
}
