//! What the floor is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use taisai_table::answers::Answers;
use taisai_table::{
    PlayerId, ProposalId, RequestId, SeatNumber, SessionId, StaffId, Time, VoucherId,
};

use crate::bank::Bank;
use crate::books::Books;
use crate::command::Asker;
use crate::ids::{Digest, LookUpNumber, TableId, TerminalId};
use crate::index::{Due, Index};
use crate::large::{Chains, LargeRules};
use crate::places::{Device, Display, DisplayOffer, FloorTable, Offer, Terminal};
use crate::role::FloorRole;
use crate::rules::CageRules;
use crate::staff::{Member, Proposal, Session};
use crate::text::LoginName;
use crate::thing::Register;
use crate::voucher::{LostNumbers, Promise, Voucher, VoucherState};

/// The floor of a house: everything that belongs to no single table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Floor {
    pub(crate) staff: BTreeMap<StaffId, Member>,
    pub(crate) sessions: BTreeMap<SessionId, Session>,
    pub(crate) sessions_opened: u64,
    pub(crate) proposals: BTreeMap<ProposalId, Proposal>,
    pub(crate) proposals_made: u32,
    pub(crate) offers: BTreeMap<Digest, Offer>,
    pub(crate) terminals: BTreeMap<TerminalId, Terminal>,
    pub(crate) terminals_enrolled: u32,
    pub(crate) display_offers: BTreeMap<Digest, DisplayOffer>,
    pub(crate) displays: BTreeMap<TerminalId, Display>,
    /// The first ticket that is not spent, of each terminal that has spent one.
    pub(crate) next_tickets: BTreeMap<TerminalId, u64>,
    pub(crate) players_admitted: u64,
    /// Who was admitted last to each place of the felt tables in use.
    pub(crate) places: BTreeMap<(TableId, SeatNumber), PlayerId>,
    pub(crate) tables: BTreeMap<TableId, FloorTable>,
    pub(crate) vouchers: BTreeMap<VoucherId, Voucher>,
    /// The finished ones among them, in the order in which they were finished.
    pub(crate) finished: VecDeque<VoucherId>,
    pub(crate) vouchers_numbered: u64,
    /// Which terminals show which vouchers.
    pub(crate) promises: BTreeMap<VoucherId, Promise>,
    /// The numbers that were lost with each old copy that was accepted, in order.
    pub(crate) lost: Vec<LostNumbers>,
    /// Those of them whose paper was honoured; no paper is honoured twice.
    pub(crate) honoured: BTreeSet<LookUpNumber>,
    /// The vouchers among those known that no seat takes.
    pub(crate) for_cage: BTreeSet<VoucherId>,
    /// What the house has set for its cage.
    pub(crate) rules: CageRules,
    /// Until when vouchers are good that are not for ever, and not finished.
    pub(crate) good_until: BTreeMap<VoucherId, Time>,
    /// The fingerprint of the key from which tokens and codes follow.
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) register: Register,
    /// The banks of felt tables that were ever counted.
    pub(crate) banks: BTreeMap<TableId, Bank>,
    pub(crate) slips_numbered: u64,
    pub(crate) chains: Chains,
    pub(crate) books: Books,
    pub(crate) answers: Answers<Asker>,
    pub(crate) index: Index,
}

impl Floor {
    /// The most people who work here or ever did.
    pub const STAFF_MAX: usize = 10_000;
    /// So many administrators must there be before the host can add no more.
    pub const ADMINISTRATORS_ENOUGH: usize = 2;
    /// The most sessions of one person; the oldest makes room.
    pub const SESSIONS_PER_PERSON_MAX: usize = 4;
    /// The most sessions of all; the oldest makes room.
    pub const SESSIONS_MAX: usize = 2_000;
    /// How long a session lasts at most: twelve hours.
    pub const SESSION_MS: u64 = 12 * 3_600_000;
    /// How long after giving their password a person counts as freshly authenticated: two minutes.
    pub const FRESH_MS: u64 = 120_000;
    /// The most proposals waiting at once: a house of many felt tables counts all floats together.
    pub const PROPOSALS_MAX: usize = 100;
    /// How long an invitation is good: a day.
    pub const INVITATION_MS: u64 = 24 * 3_600_000;
    /// How long a proposal waits for a second person: eight hours.
    pub const PROPOSAL_MS: u64 = 8 * 3_600_000;
    /// The most offers of an enrolment at once.
    pub const OFFERS_MAX: usize = 200;
    /// How long an enrolment code is good: ten minutes.
    pub const OFFER_MS: u64 = 600_000;
    /// The most terminals and displays together.
    pub const TERMINALS_MAX: usize = 20_000;
    /// The most places of one table.
    pub const PLACES_MAX: usize = taisai_table::Table::SEATS_MAX;
    /// The most tables, with those that were retired.
    pub const TABLES_MAX: usize = 5_000;
    /// The most vouchers that can still become something.
    pub const VOUCHERS_MAX: usize = 1_000_000;
    /// How many finished vouchers are remembered.
    pub const FINISHED_KEPT: usize = 100_000;
    /// How often an old copy of the journal can be accepted.
    pub const LOST_MAX: usize = 1_000;
    /// How many papers whose records were lost can be honoured.
    pub const HONOURED_MAX: usize = 100_000;
    /// The most things in the register, with those that were withdrawn.
    pub const THINGS_MAX: usize = 10_000;
    /// How many damaged dice are remembered; beyond them, each table remembers its own.
    pub const DICE_DAMAGED_MAX: usize = 30_000;
    /// The most things that two tables say they have.
    pub const DISPUTES_MAX: usize = 1_000;

    /// A floor without anybody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who was admitted last to a place of a felt table.
    pub fn admitted_to(&self, table: TableId, seat: SeatNumber) -> Option<PlayerId> {
        self.places.get(&(table, seat)).copied()
    }

    /// The fingerprint of the key from which tokens and codes follow; none in a journal that no
    /// server has opened since keys have fingerprints.
    pub const fn key(&self) -> Option<[u8; 32]> {
        self.key
    }

    /// A person.
    pub fn member(&self, staff: StaffId) -> Option<&Member> {
        self.staff.get(&staff)
    }

    /// The person who logs in by this name.
    pub fn member_named(&self, name: &LoginName) -> Option<(StaffId, &Member)> {
        let staff = *self.index.names.get(name)?;
        self.staff.get(&staff).map(|member| (staff, member))
    }

    /// Everybody who works here or ever did.
    pub fn staff(&self) -> impl ExactSizeIterator<Item = (StaffId, &Member)> {
        self.staff.iter().map(|(&staff, member)| (staff, member))
    }

    /// A person's role.
    pub fn role(&self, staff: StaffId) -> Option<FloorRole> {
        self.staff.get(&staff)?.role
    }

    /// The role in which a person may act: none until they have chosen their own password.
    pub fn role_in_force(&self, staff: StaffId) -> Option<FloorRole> {
        self.staff.get(&staff)?.role_in_force()
    }

    /// Whether a person has chosen their own password.
    pub fn has_own_password(&self, staff: StaffId) -> bool {
        self.staff.get(&staff).is_some_and(|member| member.password.is_own())
    }

    /// A session; whether its time is over is for [`Floor::decide`] to say.
    pub fn session(&self, session: SessionId) -> Option<&Session> {
        self.sessions.get(&session)
    }

    /// The session whose token has this digest.
    pub fn session_with(&self, token: &Digest) -> Option<(SessionId, &Session)> {
        let session = *self.index.session_tokens.get(token)?;
        self.sessions.get(&session).map(|found| (session, found))
    }

    /// A person's sessions, the oldest first.
    pub fn sessions_of(&self, staff: StaffId) -> impl DoubleEndedIterator<Item = SessionId> {
        let all = (staff, SessionId(0))..=(staff, SessionId(u64::MAX));
        self.index.sessions_of.range(all).map(|(_, session)| *session)
    }

    /// Every session.
    pub fn sessions(&self) -> impl ExactSizeIterator<Item = (SessionId, &Session)> {
        self.sessions.iter().map(|(&id, session)| (id, session))
    }

    /// What was proposed and neither agreed on nor withdrawn, stale or not.
    pub fn proposals(&self) -> impl ExactSizeIterator<Item = (ProposalId, &Proposal)> {
        self.proposals.iter().map(|(&id, proposal)| (id, proposal))
    }

    /// What waits for a second person: what it is about is as it was, and its time is not over.
    pub fn waiting(&self, now: Time) -> impl Iterator<Item = (ProposalId, &Proposal)> {
        self.proposals().filter(move |(_, proposal)| !self.is_stale(proposal, now))
    }

    /// The enrolments that are offered.
    pub fn offers(&self) -> impl ExactSizeIterator<Item = (Digest, &Offer)> {
        self.offers.iter().map(|(&code, offer)| (code, offer))
    }

    /// A terminal.
    pub fn terminal(&self, terminal: TerminalId) -> Option<&Terminal> {
        self.terminals.get(&terminal)
    }

    /// The enrolments of displays that are offered.
    pub fn display_offers(&self) -> impl ExactSizeIterator<Item = (Digest, &DisplayOffer)> {
        self.display_offers.iter().map(|(&code, offer)| (code, offer))
    }

    /// Until when a code is good, whatever it was offered for.
    pub fn offered_until(&self, code: &Digest) -> Option<Time> {
        let seat = self.offers.get(code).map(|offer| offer.until);
        seat.or_else(|| self.display_offers.get(code).map(|offer| offer.until))
    }

    /// A display.
    pub fn display(&self, display: TerminalId) -> Option<&Display> {
        self.displays.get(&display)
    }

    /// Every display.
    pub fn displays(&self) -> impl ExactSizeIterator<Item = (TerminalId, &Display)> {
        self.displays.iter().map(|(&id, display)| (id, display))
    }

    /// Those of one table.
    pub fn displays_of(&self, table: TableId) -> impl Iterator<Item = (TerminalId, &Display)> {
        self.displays().filter(move |(_, display)| display.table == table)
    }

    /// What was enrolled under this number, a terminal or a display.
    pub fn device(&self, device: TerminalId) -> Option<Device<'_>> {
        let terminal = self.terminals.get(&device).map(Device::Terminal);
        terminal.or_else(|| self.displays.get(&device).map(Device::Display))
    }

    /// The terminal or display whose token has this digest.
    pub fn device_with(&self, token: &Digest) -> Option<(TerminalId, Device<'_>)> {
        let device = *self.index.terminal_tokens.get(token)?;
        self.device(device).map(|found| (device, found))
    }

    /// The first ticket of a terminal that is not spent; it and those after it open connections.
    pub fn next_ticket(&self, terminal: TerminalId) -> u64 {
        self.next_tickets.get(&terminal).copied().unwrap_or(0)
    }

    /// The terminal at a seat.
    pub fn terminal_at(&self, table: TableId, seat: SeatNumber) -> Option<TerminalId> {
        self.index.seats.get(&(table, seat)).copied()
    }

    /// Every terminal.
    pub fn terminals(&self) -> impl ExactSizeIterator<Item = (TerminalId, &Terminal)> {
        self.terminals.iter().map(|(&id, terminal)| (id, terminal))
    }

    /// A table, also one that was retired.
    pub fn table(&self, table: TableId) -> Option<&FloorTable> {
        self.tables.get(&table)
    }

    /// Every table, also those that were retired.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = (TableId, &FloorTable)> {
        self.tables.iter().map(|(&id, table)| (id, table))
    }

    /// A voucher, unless it was finished long ago.
    pub fn voucher(&self, voucher: VoucherId) -> Option<&Voucher> {
        self.vouchers.get(&voucher)
    }

    /// Whether no seat takes a voucher: it belongs to a player who is kept from the game.
    pub fn is_for_cage(&self, voucher: VoucherId) -> bool {
        self.for_cage.contains(&voucher)
    }

    /// What the house has set for its cage.
    pub const fn rules(&self) -> &CageRules {
        &self.rules
    }

    /// Until when a voucher is good; none for ever, or once it is finished.
    pub fn good_until(&self, voucher: VoucherId) -> Option<Time> {
        self.good_until.get(&voucher).copied()
    }

    /// The voucher with this look-up number.
    pub fn voucher_numbered(&self, number: LookUpNumber) -> Option<(VoucherId, &Voucher)> {
        let voucher = *self.index.numbers.get(&number)?;
        self.vouchers.get(&voucher).map(|found| (voucher, found))
    }

    /// The series of numbers so far, the present one first: one more with each old copy that was
    /// accepted.
    pub fn series(&self) -> impl Iterator<Item = u64> {
        let begun = self.lost.iter().rev().map(|lost| LookUpNumber(lost.before).series());
        begun.chain([0])
    }

    /// The numbers that were lost with each old copy that was accepted.
    pub fn lost(&self) -> &[LostNumbers] {
        &self.lost
    }

    /// Every voucher that is known.
    pub fn vouchers(&self) -> impl ExactSizeIterator<Item = (VoucherId, &Voucher)> {
        self.vouchers.iter().map(|(&id, voucher)| (id, voucher))
    }

    /// The vouchers that wait for a table, table by table: kept for a seat, or prepared. After a
    /// restart the host asks each table what became of its own, and finishes them.
    pub fn unfinished(&self) -> impl ExactSizeIterator<Item = (TableId, VoucherId, &Voucher)> {
        let waiting = self.index.unfinished.iter();
        waiting.map(|(table, voucher)| (*table, *voucher, &self.vouchers[voucher]))
    }

    /// Those that wait for one table.
    pub fn unfinished_at(
        &self,
        table: TableId,
    ) -> impl DoubleEndedIterator<Item = (VoucherId, &Voucher)> {
        let all = (table, VoucherId(0))..=(table, VoucherId(u128::MAX));
        let waiting = self.index.unfinished.range(all);
        waiting.map(|(_, voucher)| (*voucher, &self.vouchers[voucher]))
    }

    /// Where a voucher is shown, and the request that asked for it, as long as the player who asked
    /// is the last who sat down there.
    pub fn promise(&self, voucher: VoucherId) -> Option<&Promise> {
        self.promises.get(&voucher)
    }

    /// The vouchers that a terminal has to show: issued there, and neither used nor taken in hand.
    pub fn untaken(&self, terminal: TerminalId) -> impl Iterator<Item = (VoucherId, &Promise)> {
        let all = (terminal, VoucherId(0))..=(terminal, VoucherId(u128::MAX));
        let promised = self.index.promised.range(all);
        let known = promised.map(|(_, voucher)| (*voucher, &self.promises[voucher]));
        known.filter(|(voucher, promise)| {
            !promise.taken && self.vouchers[voucher].state == VoucherState::Outstanding
        })
    }

    /// The books of the cage.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// The register of shakers, dice, displays and layouts.
    pub const fn register(&self) -> &Register {
        &self.register
    }

    /// The bank of a table; none where nothing was ever counted.
    pub fn bank(&self, table: TableId) -> Option<&Bank> {
        self.banks.get(&table)
    }

    /// Every bank.
    pub fn banks(&self) -> impl ExactSizeIterator<Item = (TableId, &Bank)> {
        self.banks.iter().map(|(&table, bank)| (table, bank))
    }

    /// Above which sums the house logs what one chain of vouchers does in a day.
    pub const fn large_rules(&self) -> &LargeRules {
        &self.chains.rules
    }

    /// Who sits at a seat, or did last, as far as vouchers are concerned.
    pub(crate) fn player_at(&self, table: TableId, seat: SeatNumber) -> Option<PlayerId> {
        let terminal = self.terminal_at(table, seat).and_then(|at| self.terminal(at)?.player);
        let left = || self.chains.left_at.get(&(table, seat)).copied();
        terminal.or_else(left).or_else(|| self.admitted_to(table, seat))
    }

    /// The highest request number that this asker has used; the next one is above it.
    pub fn last_request(&self, from: Asker) -> Option<RequestId> {
        let kept = self.answers.of(&from)?;
        kept.answered.back().map(|(id, _)| *id).or(kept.forgotten)
    }

    /// When the floor must be called with the time.
    pub fn deadline(&self) -> Option<Time> {
        self.index.due.first().map(|(time, _)| *time)
    }

    /// What is over at this time.
    pub(crate) fn due(&self, now: Time) -> impl Iterator<Item = Due> {
        self.index.due.iter().take_while(move |(time, _)| *time <= now).map(|(_, due)| *due)
    }

    pub(crate) fn administrators(&self) -> usize {
        let is = |member: &&Member| member.role == Some(FloorRole::Administrator);
        self.staff.values().filter(is).count()
    }
}
