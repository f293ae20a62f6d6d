//! Everything that can happen on the floor.

use taisai_rules::{Approval, Currency};
use taisai_table::{
    Config, DieId, Limits, Money, PlayerId, ProposalId, Reason, RequestId, SeatNumber, SessionId,
    StaffId, Time, VoucherId,
};

use crate::bank::{Count, CountOf};
use crate::command::{Act, Asker, Payee, SessionEnd};
use crate::ids::{DayNumber, Digest, LookUpNumber, SlipNumber, TableId, TerminalId};
use crate::large::{CashWay, ChainNumber, GamingDate, LargeRules};
use crate::notice::Notice;
use crate::role::FloorRole;
use crate::rules::CageRules;
use crate::text::{Date, Line, LoginName, PasswordHash, Person, Title};
use crate::thing::{Nature, ThingId};

/// Everything that can happen on the floor. What an event says is all that changes.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    // ── Staff ──
    /// An administrator was added from the machine itself.
    AdministratorAdded { staff: StaffId, name: LoginName, password: PasswordHash },
    /// A person was added, without a role, and somebody chose their password for them; so did
    /// earlier versions.
    StaffAdded { staff: StaffId, name: LoginName, password: PasswordHash, by: StaffId },
    /// A person was added, without a role, and was invited to choose a password.
    StaffInvited { staff: StaffId, name: LoginName, invitation: Digest, until: Time, by: StaffId },
    /// A person has no password any more, and was invited to choose another.
    Invited { staff: StaffId, invitation: Digest, until: Time, by: [StaffId; 2] },
    /// A person showed their invitation and chose a password.
    InvitationAccepted { staff: StaffId, password: PasswordHash },
    /// A person chose another password.
    PasswordChanged { staff: StaffId, password: PasswordHash },
    /// A person was given another password, which they must change.
    PasswordReset { staff: StaffId, password: PasswordHash, by: [StaffId; 2] },
    /// An administrator was given another password from the machine itself, and must change it.
    PasswordRecovered { staff: StaffId, password: PasswordHash, reason: Reason },
    /// A person has this role now, and no other.
    RoleGranted { staff: StaffId, role: FloorRole, by: [StaffId; 2] },
    /// A person has no role any more.
    RoleRevoked { staff: StaffId, reason: Reason, by: StaffId },
    /// A person is shut out, and has no role any more.
    StaffSuspended { staff: StaffId, reason: Reason, by: StaffId },
    /// A person may log in again, without a role.
    StaffReinstated { staff: StaffId, reason: Reason, by: StaffId },
    /// Two people must agree; `basis` is the state of the person whom it is about.
    Proposed {
        proposal: ProposalId,
        act: Act,
        basis: u64,
        until: Time,
        by: StaffId,
        session: SessionId,
    },
    /// The second person agreed.
    Approved { proposal: ProposalId, by: StaffId, session: SessionId },
    /// It was taken back or turned down.
    Withdrawn { proposal: ProposalId, by: StaffId },
    /// Nobody agreed in time, or what it was about has changed.
    ProposalLapsed { proposal: ProposalId },

    // ── Sessions ──
    /// A person logged in.
    SessionOpened { session: SessionId, staff: StaffId, token: Digest, until: Time },
    /// A session has another token.
    SessionRotated { session: SessionId, token: Digest },
    /// The person of a session gave their password again.
    SessionRefreshed { session: SessionId },
    /// A session is over.
    SessionEnded { session: SessionId, why: SessionEnd },

    // ── Terminals ──
    /// One terminal may enrol at a seat.
    EnrolmentOffered { code: Digest, table: TableId, seat: SeatNumber, until: Time, by: StaffId },
    /// Nobody enrolled in time, or another offer took its place.
    EnrolmentLapsed { code: Digest },
    /// A terminal stands at a seat; its code is used up.
    TerminalEnrolled {
        terminal: TerminalId,
        code: Digest,
        token: Digest,
        table: TableId,
        seat: SeatNumber,
    },
    /// A terminal was taken away; by a person, or with its table.
    TerminalRemoved { terminal: TerminalId, by: Asker },
    /// Somebody sat down at a terminal.
    PlayerAdmitted { player: PlayerId, terminal: TerminalId },

    // ── Tables ──
    /// A table was added.
    TableAdded { table: TableId, name: Title, config: Config, book: Title, by: Asker },
    /// The configuration has these limits for a table from now on.
    LimitsConfigured { table: TableId, limits: Limits },
    /// A table was taken from the floor.
    TableRetired { table: TableId, by: Asker },

    // ── Vouchers ──
    /// A voucher was sold at the cage.
    VoucherSold {
        voucher: VoucherId,
        number: LookUpNumber,
        amount: Money,
        currency: Currency,
        by: StaffId,
    },
    /// A voucher was paid out at the cage.
    VoucherRedeemed { voucher: VoucherId, amount: Money, by: StaffId },
    /// A voucher is kept for a seat.
    VoucherHeld { voucher: VoucherId, amount: Money, table: TableId, seat: SeatNumber },
    /// A voucher became credit.
    VoucherSpent { voucher: VoucherId, amount: Money, table: TableId, seat: SeatNumber },
    /// A kept voucher is its bearer's again.
    VoucherReleased { voucher: VoucherId, amount: Money, table: TableId, seat: SeatNumber },
    /// A voucher is ready and worth nothing yet.
    VoucherPrepared {
        voucher: VoucherId,
        number: LookUpNumber,
        amount: Money,
        currency: Currency,
        table: TableId,
        payee: Payee,
    },
    /// A prepared voucher is worth its amount.
    VoucherIssued { voucher: VoucherId, amount: Money, table: TableId },
    /// A prepared voucher is worth nothing, unless its ask comes again and it is prepared anew.
    VoucherDropped { voucher: VoucherId, table: TableId },
    /// This terminal shows the voucher once it is issued; its token follows from the request.
    VoucherPromised { voucher: VoucherId, terminal: TerminalId, request: RequestId },
    /// The player at the terminal has it in hand.
    VoucherTaken { voucher: VoucherId, terminal: TerminalId },
    /// A voucher whose paper is lost is worth nothing; its bearer has another one.
    VoucherReplaced {
        voucher: VoucherId,
        anew: VoucherId,
        number: LookUpNumber,
        amount: Money,
        reason: Reason,
        by: [StaffId; 2],
    },

    // ── The world ──
    /// Something was noticed that bears on security.
    Noted(Notice),

    /// A request was answered; its number will not be taken for another.
    RequestAnswered { from: Asker, id: RequestId, digest: u64 },

    // ── After an old copy of the journal was accepted ──
    /// The next voucher has this number, and none has one between the last and this.
    SeriesBegun { from: LookUpNumber },
    /// Paper whose record was lost is worth its amount again.
    PaperHonoured {
        voucher: VoucherId,
        number: LookUpNumber,
        amount: Money,
        currency: Currency,
        reason: Reason,
        by: [StaffId; 2],
    },

    // ── Tickets ──
    /// A terminal used this ticket; it and all before it open nothing any more.
    TicketSpent { terminal: TerminalId, ticket: u64 },

    // ── Players who are kept from the game ──
    /// A prepared voucher is worth its amount at the cage, and at no seat.
    VoucherIssuedForCage { voucher: VoucherId, amount: Money, table: TableId },

    // ── The cage's rules ──
    /// The house has these rules for its cage; vouchers that are out keep what was promised.
    CageRuled(CageRules),
    /// The time of a voucher is over: the house owes nothing on it, and it stays on record.
    VoucherExpired { voucher: VoucherId, amount: Money },
    /// Two people made a voucher good again whose time was over.
    VoucherRevived { voucher: VoucherId, amount: Money, reason: Reason, by: [StaffId; 2] },

    // ── Displays ──
    /// One display may enrol at a table.
    DisplayOffered {
        code: Digest,
        table: TableId,
        equipment: Option<u32>,
        until: Time,
        by: StaffId,
    },
    /// A display stands at a table; its code is used up.
    DisplayEnrolled {
        display: TerminalId,
        code: Digest,
        token: Digest,
        table: TableId,
        equipment: Option<u32>,
    },
    /// A display was taken away; by a person, or with its table.
    DisplayRemoved { display: TerminalId, by: Asker },

    // ── Things ──
    /// What happens to shakers, dice, displays and layouts.
    Things(ThingEvent),

    // ── Banks ──
    /// What two people counted at the felt tables.
    Bank(BankEvent),
    // ── Places of felt tables ──
    /// Somebody is given a place at a felt table, where there is no terminal.
    PlaceAdmitted { player: PlayerId, table: TableId, seat: SeatNumber, by: Asker },

    // ── Large transactions ──
    /// What chains of vouchers bring to the cage and take from it.
    Large(LargeEvent),
}

/// What chains of vouchers bring to the cage and take from it.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LargeEvent {
    /// The house logs sums above these from now on.
    LargeRuled(LargeRules),
    /// Cash was taken or paid for a voucher of this chain; `person` is whom the cashier named.
    CashCounted {
        date: GamingDate,
        chain: ChainNumber,
        voucher: VoucherId,
        number: LookUpNumber,
        way: CashWay,
        amount: Money,
        currency: Currency,
        by: StaffId,
        person: Option<Person>,
    },
    /// Two chains that both had cash are one from now on, under the first number.
    ChainsJoined { date: GamingDate, chain: ChainNumber, other: ChainNumber },
    /// What a chain brought, or took, is above the house's amount; once in a day.
    SumLarge {
        date: GamingDate,
        chain: ChainNumber,
        way: CashWay,
        currency: Currency,
        sum: u128,
        above: Money,
    },
}

/// What happens to the house's shakers, dice, displays and layouts.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThingEvent {
    /// A thing is known, and in the store.
    ThingRegistered { thing: ThingId, nature: Nature, by: StaffId },
    /// A person saw its seal.
    SealAttested { thing: ThingId, number: Line, by: StaffId },
    /// A person saw its written approval.
    ApprovalAttested {
        thing: ThingId,
        approval: Approval,
        reference: Line,
        date: Date,
        holder: Line,
        by: StaffId,
    },
    /// It was taken to a table, or to the store; by nobody where its table is retired.
    ThingPlaced { thing: ThingId, table: Option<TableId>, by: Option<StaffId> },
    /// It is out of service.
    ThingWithdrawn { thing: ThingId, reason: Reason, by: StaffId },
    /// It was reported damaged; dice are so for ever.
    DamageReported { thing: ThingId, reason: Reason, by: StaffId },
    /// It is sound again, without a seal, and in the store.
    DeclaredSound { thing: ThingId, reason: Reason, by: StaffId },
    /// It may be put to use at the table at which it is.
    ThingLent { thing: ThingId, table: TableId, by: StaffId },
    /// The table has given it up, or never took it.
    ThingReturned { thing: ThingId, table: TableId },
    /// A table had it, and the register did not know: it is entered as the table has it.
    ThingAdopted {
        thing: ThingId,
        nature: Nature,
        sealed: bool,
        approvals: Vec<Approval>,
        first_used: [Option<Time>; 3],
        table: TableId,
    },
    /// Its dice were first used at these times.
    DiceUsed { thing: ThingId, since: [Time; 3] },
    /// These dice were called broken or damaged at a table, and are so for ever.
    DiceDamaged { dice: Vec<DieId>, table: TableId, by: Option<StaffId> },
    /// Two tables say they have it, or one of its dice.
    ThingDisputed { thing: ThingId, tables: [TableId; 2] },
    /// One of them has taken it out.
    DisputeEnded { thing: ThingId, tables: [TableId; 2] },
}

/// What two people counted at a felt table.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BankEvent {
    /// A day began with this float; the last closing left so much, where there was one.
    FloatOpened {
        table: TableId,
        day: DayNumber,
        carried: Option<Money>,
        count: Count,
        by: [StaffId; 2],
    },
    /// The cage brought chips.
    Filled { table: TableId, day: DayNumber, slip: SlipNumber, count: Count, by: [StaffId; 2] },
    /// The cage took chips away.
    Credited { table: TableId, day: DayNumber, slip: SlipNumber, count: Count, by: [StaffId; 2] },
    /// The day ended with this float.
    FloatClosed { table: TableId, day: DayNumber, count: Count, by: [StaffId; 2] },
    /// This was in the day's drop box.
    DropCounted { table: TableId, day: DayNumber, count: Count, by: [StaffId; 2] },
    /// A count of the day was wrong, and this is right.
    CountCorrected {
        table: TableId,
        day: DayNumber,
        of: CountOf,
        count: Count,
        reason: Reason,
        by: [StaffId; 2],
    },
}
