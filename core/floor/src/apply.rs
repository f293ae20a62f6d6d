//! What an event changes. Nothing here can fail: whatever could was refused in `decide`.

mod bank;
mod large;
mod things;

use taisai_rules::Currency;
use taisai_table::{Money, ProposalId, SessionId, StaffId, Time, VoucherId};

use crate::books::Account;
use crate::command::Payee;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::{Digest, LookUpNumber, TerminalId};
use crate::index::Due;
use crate::large::Link;
use crate::notice::Notice;
use crate::places::{Display, DisplayOffer, FloorTable, Offer, TableStanding, Terminal};
use crate::role::FloorRole;
use crate::staff::{Invitation, Member, Password, Proposal, Session, Standing};
use crate::text::LoginName;
use crate::voucher::{LostNumbers, Origin, Promise, Voucher, VoucherState};

impl Floor {
    /// Lets an event happen. `now` is the time the journal recorded for it.
    #[expect(clippy::too_many_lines, reason = "one arm for each event, and nothing else")]
    pub fn apply(&mut self, event: &Event, now: Time) {
        self.turn_gaming_day(event, now);
        match event {
            Event::AdministratorAdded { staff, name, password } => {
                let mut member = Member::new(name.clone(), Password::Own(password.clone()));
                member.role = Some(FloorRole::Administrator);
                self.add_member(*staff, name, member);
            }
            Event::StaffAdded { staff, name, password, .. } => {
                let password = Password::Given(password.clone());
                self.add_member(*staff, name, Member::new(name.clone(), password));
            }
            Event::StaffInvited { staff, name, invitation, until, .. } => {
                let invitation = Invitation { code: *invitation, until: *until };
                let password = Password::Invited(invitation);
                self.add_member(*staff, name, Member::new(name.clone(), password));
            }
            Event::PasswordChanged { staff, password }
            | Event::InvitationAccepted { staff, password } => {
                self.member_mut(*staff).set_password(Password::Own(password.clone()));
            }
            Event::Invited { staff, invitation, until, .. } => {
                let invitation = Invitation { code: *invitation, until: *until };
                self.member_mut(*staff).set_password(Password::Invited(invitation));
            }
            Event::PasswordReset { staff, password, .. }
            | Event::PasswordRecovered { staff, password, .. } => {
                self.member_mut(*staff).set_password(Password::Given(password.clone()));
            }
            Event::RoleGranted { staff, role, .. } => {
                self.member_mut(*staff).set_role(Some(*role), Standing::Active);
            }
            Event::RoleRevoked { staff, .. } | Event::StaffReinstated { staff, .. } => {
                self.member_mut(*staff).set_role(None, Standing::Active);
            }
            Event::StaffSuspended { staff, .. } => {
                self.member_mut(*staff).set_role(None, Standing::Suspended);
            }
            Event::Proposed { proposal, act, basis, until, by, session } => {
                self.proposals_made = proposal.0;
                self.index.due.insert((*until, Due::Proposal(*proposal)));
                let (basis, until, by, session) = (*basis, *until, *by, *session);
                let made = Proposal { act: act.clone(), basis, until, by, session };
                self.proposals.insert(*proposal, made);
            }
            Event::Approved { proposal, .. }
            | Event::Withdrawn { proposal, .. }
            | Event::ProposalLapsed { proposal } => self.end_proposal(*proposal),

            Event::SessionOpened { session, staff, token, until } => {
                let (staff, token, until) = (*staff, *token, *until);
                let opened = Session { staff, token, authenticated: now, until };
                self.sessions_opened = session.0;
                self.index.add_session(*session, &opened);
                self.sessions.insert(*session, opened);
            }
            Event::SessionRotated { session, token } => self.rotate_session(*session, *token),
            Event::SessionRefreshed { session } => {
                self.session_mut(*session).authenticated = now;
            }
            Event::SessionEnded { session, .. } => self.end_session(*session),

            Event::EnrolmentOffered { code, table, seat, until, by } => {
                let offer = Offer { table: *table, seat: *seat, until: *until, by: *by };
                self.index.add_offer(*code, offer.until);
                self.offers.insert(*code, offer);
            }
            Event::EnrolmentLapsed { code } => self.end_offer(*code),
            Event::TerminalEnrolled { terminal, code, token, table, seat } => {
                self.end_offer(*code);
                self.terminals_enrolled = terminal.0;
                let (table, seat, token) = (*table, *seat, *token);
                let enrolled = Terminal { table, seat, token, player: None };
                self.index.add_terminal(*terminal, &enrolled);
                self.terminals.insert(*terminal, enrolled);
            }
            Event::TerminalRemoved { terminal, .. } => self.remove_terminal(*terminal),
            Event::PlayerAdmitted { player, terminal } => {
                self.players_admitted = player.0;
                let seated = self.terminals.get_mut(terminal);
                let seated = seated.expect("decide admits players at enrolled terminals");
                seated.player = Some(*player);
                self.chains.left_at.remove(&(seated.table, seated.seat));
                // What was made out for the player before is not shown to this one.
                self.forget_promises(*terminal);
            }

            Event::TableAdded { table, name, config, book, .. } => {
                let (name, config, book) = (name.clone(), config.clone(), book.clone());
                let standing = TableStanding::InUse;
                self.tables.insert(*table, FloorTable { name, config, book, standing });
            }
            Event::LimitsConfigured { table, limits } => {
                let known = self.tables.get_mut(table).expect("decide configures known tables");
                known.config.limits = limits.clone();
            }
            Event::PlaceAdmitted { player, table, seat, .. } => {
                self.players_admitted = player.0;
                self.places.insert((*table, *seat), *player);
            }
            Event::TableRetired { table, .. } => {
                self.places.retain(|(at, _), _| at != table);
                self.chains.left_at.retain(|(at, _), _| at != table);
                let retired = self.tables.get_mut(table).expect("decide retires known tables");
                retired.standing = TableStanding::Retired;
            }

            Event::VoucherSold { voucher, number, amount, currency, by } => {
                let (of, origin) = ((*number, *amount, *currency), Origin::Cage { by: *by });
                self.add_voucher(*voucher, of, origin, VoucherState::Outstanding);
                self.promise_time(*voucher, now);
                let drawer = Account::Drawer(*by);
                self.books.shift(*currency, Account::Outstanding, drawer, *amount);
            }
            Event::VoucherRedeemed { voucher, by, .. } => {
                self.move_voucher(*voucher, VoucherState::Redeemed { by: *by });
                self.book(*voucher, Account::Drawer(*by), Account::Outstanding);
            }
            Event::VoucherHeld { voucher, table, seat, .. } => {
                self.move_voucher(*voucher, VoucherState::Held { table: *table, seat: *seat });
                self.book(*voucher, Account::Held, Account::Outstanding);
            }
            Event::VoucherSpent { voucher, table, seat, .. } => {
                self.move_voucher(*voucher, VoucherState::Spent { table: *table, seat: *seat });
                self.book(*voucher, Account::Table(*table), Account::Held);
                self.link_to_player(*voucher, *table, Payee::Seat(*seat));
            }
            Event::VoucherReleased { voucher, .. } => {
                self.move_voucher(*voucher, VoucherState::Outstanding);
                self.book(*voucher, Account::Outstanding, Account::Held);
            }
            Event::VoucherPrepared { voucher, number, amount, currency, table, payee } => {
                let origin = Origin::Table { table: *table, payee: *payee };
                let of = (*number, *amount, *currency);
                self.add_voucher(*voucher, of, origin, VoucherState::Prepared);
                self.link_to_player(*voucher, *table, *payee);
            }
            Event::VoucherIssued { voucher, table, .. } => {
                self.move_voucher(*voucher, VoucherState::Outstanding);
                self.promise_time(*voucher, now);
                self.book(*voucher, Account::Outstanding, Account::Table(*table));
            }
            Event::VoucherIssuedForCage { voucher, table, .. } => {
                self.move_voucher(*voucher, VoucherState::Outstanding);
                self.promise_time(*voucher, now);
                self.book(*voucher, Account::Outstanding, Account::Table(*table));
                self.for_cage.insert(*voucher);
            }
            Event::VoucherDropped { voucher, .. } => {
                self.move_voucher(*voucher, VoucherState::Dropped);
                self.chains.unlink(&Link::Voucher(*voucher));
            }
            Event::VoucherPromised { voucher, terminal, request } => {
                let promise = Promise { terminal: *terminal, request: *request, taken: false };
                self.index.promised.insert((*terminal, *voucher));
                self.promises.insert(*voucher, promise);
            }
            Event::VoucherTaken { voucher, .. } => {
                let promise = self.promises.get_mut(voucher);
                promise.expect("decide knows what was promised").taken = true;
            }
            Event::VoucherReplaced { voucher, anew, number, .. } => {
                let Voucher { amount, currency, origin, .. } = self.vouchers[voucher];
                let until = self.good_until(*voucher);
                self.move_voucher(*voucher, VoucherState::Replaced { by: *number });
                let of = (*number, amount, currency);
                self.add_voucher(*anew, of, origin, VoucherState::Outstanding);
                self.set_good_until(*anew, until);
                if self.for_cage.contains(voucher) {
                    self.for_cage.insert(*anew);
                }
                self.link_watched(&[Link::Voucher(*voucher), Link::Voucher(*anew)]);
            }

            Event::Noted(
                Notice::KeyNamed { fingerprint } | Notice::KeyReplaced { fingerprint, .. },
            ) => self.key = Some(*fingerprint),
            Event::Noted(_) => {}
            Event::RequestAnswered { from, id, digest } => self.answers.keep(*from, *id, *digest),

            Event::SeriesBegun { from } => {
                self.lost.push(LostNumbers { after: self.vouchers_numbered, before: from.0 });
                self.vouchers_numbered = from.0 - 1;
            }
            Event::PaperHonoured { voucher, number, amount, currency, by, .. } => {
                let (of, origin) = ((*number, *amount, *currency), Origin::Honoured { by: *by });
                self.add_voucher(*voucher, of, origin, VoucherState::Outstanding);
                self.promise_time(*voucher, now);
                self.honoured.insert(*number);
                self.books.shift(*currency, Account::Outstanding, Account::Honoured, *amount);
            }

            Event::DisplayOffered { code, table, equipment, until, by } => {
                let (table, equipment, until, by) = (*table, *equipment, *until, *by);
                self.index.add_offer(*code, until);
                let offer = DisplayOffer { table, equipment, until, by };
                self.display_offers.insert(*code, offer);
            }
            Event::DisplayEnrolled { display, code, token, table, equipment } => {
                self.end_offer(*code);
                self.terminals_enrolled = display.0;
                let enrolled = Display { table: *table, equipment: *equipment, token: *token };
                self.index.add_display(*display, &enrolled);
                self.displays.insert(*display, enrolled);
            }
            Event::DisplayRemoved { display, .. } => self.remove_display(*display),

            Event::TicketSpent { terminal, ticket } => {
                self.next_tickets.insert(*terminal, ticket.saturating_add(1));
            }

            Event::CageRuled(rules) => self.rules = rules.clone(),
            Event::VoucherExpired { voucher, .. } => {
                self.move_voucher(*voucher, VoucherState::Expired);
                self.book(*voucher, Account::Expired, Account::Outstanding);
            }
            Event::VoucherRevived { voucher, .. } => {
                self.finished.retain(|finished| finished != voucher);
                self.move_voucher(*voucher, VoucherState::Outstanding);
                self.promise_time(*voucher, now);
                self.book(*voucher, Account::Outstanding, Account::Expired);
            }
            Event::Things(event) => self.register.apply(event, now),
            Event::Bank(event) => self.apply_to_bank(event, now),
            Event::Large(event) => self.apply_to_chains(event),
        }
        self.forget_finished();
    }

    fn add_member(&mut self, staff: StaffId, name: &LoginName, member: Member) {
        self.index.names.insert(name.clone(), staff);
        self.staff.insert(staff, member);
    }

    fn member_mut(&mut self, staff: StaffId) -> &mut Member {
        self.staff.get_mut(&staff).expect("decide knows the person")
    }

    fn session_mut(&mut self, session: SessionId) -> &mut Session {
        self.sessions.get_mut(&session).expect("decide knows the session")
    }

    fn end_proposal(&mut self, id: ProposalId) {
        let proposal = self.proposals.remove(&id).expect("decide knows the proposal");
        self.index.due.remove(&(proposal.until, Due::Proposal(id)));
    }

    fn rotate_session(&mut self, id: SessionId, token: Digest) {
        let session = self.session_mut(id);
        let before = *session;
        session.token = token;
        let after = *session;
        self.index.remove_session(id, &before);
        self.index.add_session(id, &after);
    }

    fn end_session(&mut self, id: SessionId) {
        let session = self.sessions.remove(&id).expect("decide ends known sessions");
        self.index.remove_session(id, &session);
        // The number of a session is never given again, so that nothing can come back to life.
        self.answers.forget(&crate::Asker::Staff(session.staff, id));
    }

    fn end_offer(&mut self, code: Digest) {
        let seat = self.offers.remove(&code).map(|offer| offer.until);
        let until = seat.or_else(|| self.display_offers.remove(&code).map(|offer| offer.until));
        self.index.remove_offer(code, until.expect("decide knows the offer"));
    }

    fn remove_display(&mut self, id: TerminalId) {
        let display = self.displays.remove(&id).expect("decide removes known displays");
        self.index.remove_display(&display);
        self.next_tickets.remove(&id);
    }

    fn remove_terminal(&mut self, id: TerminalId) {
        let terminal = self.terminals.remove(&id).expect("decide removes known terminals");
        self.index.remove_terminal(&terminal);
        self.remember_who_left(&terminal);
        self.next_tickets.remove(&id);
        self.answers.forget(&crate::Asker::Terminal(id));
        self.forget_promises(id);
    }

    fn forget_promises(&mut self, terminal: TerminalId) {
        let all = (terminal, VoucherId(0))..=(terminal, VoucherId(u128::MAX));
        let promised: Vec<_> = self.index.promised.range(all).copied().collect();
        for (terminal, voucher) in promised {
            self.index.promised.remove(&(terminal, voucher));
            self.promises.remove(&voucher);
        }
    }

    fn add_voucher(
        &mut self,
        id: VoucherId,
        (number, amount, currency): (LookUpNumber, Money, Currency),
        origin: Origin,
        state: VoucherState,
    ) {
        // A dropped voucher that is prepared anew keeps its number, and paper that is honoured has
        // one of an earlier series.
        self.vouchers_numbered = self.vouchers_numbered.max(number.0);
        if self.vouchers.contains_key(&id) {
            self.finished.retain(|finished| *finished != id);
        }
        let voucher = Voucher { number, amount, currency, origin, state };
        self.index.add_voucher(id, &voucher);
        self.vouchers.insert(id, voucher);
    }

    fn move_voucher(&mut self, id: VoucherId, state: VoucherState) {
        let voucher = self.vouchers.get_mut(&id).expect("decide knows the voucher");
        self.index.remove_voucher(id, voucher);
        voucher.state = state;
        self.index.add_voucher(id, voucher);
        if state.is_finished() {
            self.finished.push_back(id);
        }
        let until = self.good_until(id).filter(|_| !state.is_finished());
        self.set_good_until(id, until);
    }

    /// Given out now, a voucher is good for as long as the house's rule says now.
    fn promise_time(&mut self, id: VoucherId, now: Time) {
        self.set_good_until(id, self.rules.good_until(now));
    }

    /// The clock is looked at for vouchers in somebody's hand alone: one that a seat uses in time
    /// is used.
    fn set_good_until(&mut self, id: VoucherId, until: Option<Time>) {
        if let Some(before) = self.good_until.remove(&id) {
            self.index.due.remove(&(before, Due::Voucher(id)));
        }
        let Some(until) = until else { return };
        self.good_until.insert(id, until);
        if self.vouchers[&id].state == VoucherState::Outstanding {
            self.index.due.insert((until, Due::Voucher(id)));
        }
    }

    /// Enters what a voucher is worth.
    fn book(&mut self, id: VoucherId, from: Account, to: Account) {
        let voucher = &self.vouchers[&id];
        self.books.shift(voucher.currency, from, to, voucher.amount);
    }

    /// Only so many finished vouchers are remembered; whoever shows an older one hears that it is
    /// not known.
    fn forget_finished(&mut self) {
        if self.finished.len() > Self::FINISHED_KEPT {
            let id = self.finished.pop_front().expect("there are too many, so there is one");
            let voucher = self.vouchers.remove(&id).expect("finished vouchers are known");
            self.index.remove_voucher(id, &voucher);
            self.for_cage.remove(&id);
            self.chains.unlink(&Link::Voucher(id));
            if let Some(promise) = self.promises.remove(&id) {
                self.index.promised.remove(&(promise.terminal, id));
            }
        }
    }
}
