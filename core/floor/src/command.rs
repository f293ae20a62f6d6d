//! Everything that can be asked of the floor.

use taisai_rules::{Approval, Currency};
use taisai_table::{
    Config, Limits, Money, PlayerId, ProposalId, Reason, RequestId, SeatNumber, SessionId, StaffId,
    VoucherId,
};

use crate::bank::{Count, CountOf};
use crate::ids::{DayNumber, Digest, LookUpNumber, TableId, TerminalId};
use crate::large::LargeRules;
use crate::notice::Notice;
use crate::role::FloorRole;
use crate::rules::CageRules;
use crate::text::{Date, Line, LoginName, PasswordHash, Person, Title};
use crate::thing::{Held, Nature, ThingId};

/// A command, who asks it, and what makes it one request and not two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Who asks.
    pub from: Asker,
    /// Its number; each asker counts upwards. The same number again gets the first answer.
    pub id: RequestId,
    /// What is asked.
    pub command: Command,
}

/// Who asks something of the floor; each counts its own requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asker {
    /// A member of staff, through one of their log-ins.
    Staff(StaffId, SessionId),
    /// An enrolled terminal, for the player who sits there.
    Terminal(TerminalId),
    /// The server itself, or a person at its machine.
    Host,
}

/// Everything that can be asked of the floor.
#[expect(missing_docs, reason = "the sentence of a command says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    // ── Staff ──
    /// Adds an administrator from the machine itself, while the floor has fewer than the two it
    /// takes to grant a role.
    AddAdministrator { name: LoginName, password: PasswordHash },
    /// Adds a person, who has no role yet and chooses a password by this invitation.
    AddStaff { name: LoginName, invitation: Digest },
    /// Lets the person choose a password who shows their invitation.
    AcceptInvitation { staff: StaffId, invitation: Digest, password: PasswordHash },
    /// Changes one's own password.
    ChangePassword { password: PasswordHash },
    /// Gives an administrator who lost it another password, from the machine itself: when nobody
    /// is left who could agree on one with a second person.
    RecoverPassword { staff: StaffId, password: PasswordHash, reason: Reason },
    /// Takes a person's role away at once.
    RevokeRole { staff: StaffId, reason: Reason },
    /// Shuts a person out at once, and takes their role away.
    SuspendStaff { staff: StaffId, reason: Reason },
    /// Lets a suspended person log in again, without a role.
    ReinstateStaff { staff: StaffId, reason: Reason },
    /// Proposes what two people must agree on.
    Propose(Act),
    /// Agrees to a proposal.
    Approve(ProposalId),
    /// Takes a proposal back, or turns it down.
    Withdraw(ProposalId),

    // ── Sessions ──
    /// Logs a person in whose password was just checked.
    OpenSession { staff: StaffId, token: Digest },
    /// Gives a session another token.
    RotateSession { session: SessionId, token: Digest },
    /// Notes that the person of a session has just given their password again.
    RefreshSession { session: SessionId },
    /// Ends a session: its own person logs out, or somebody who may closes it.
    EndSession { session: SessionId },
    /// Ends a session that was not used for too long.
    EndIdleSession { session: SessionId },
    /// Ends every session of a person.
    EndSessions { staff: StaffId },

    // ── Terminals ──
    /// Lets one terminal enrol at a seat, by a code that is shown on the floor screen.
    OfferEnrolment { code: Digest, table: TableId, seat: SeatNumber },
    /// Enrols the terminal, or the display, that gave the code.
    EnrolTerminal { code: Digest, token: Digest },
    /// Takes a terminal, or a display, away.
    RemoveTerminal { terminal: TerminalId },
    /// The terminal was heard on a connection that it opened with this ticket: the ticket and all
    /// before it open nothing any more.
    SpendTicket { terminal: TerminalId, ticket: u64 },
    /// Gives the player who now sits down at the terminal a number of their own.
    AdmitPlayer,

    // ── Tables ──
    /// Adds a table; `book` is the id of its rule book.
    AddTable { table: TableId, name: Title, config: Config, book: Title },
    /// The configuration has other limits for a table, which were announced there.
    ConfigureLimits { table: TableId, limits: Limits },
    /// Takes a table from the floor for good, with its terminals.
    RetireTable { table: TableId },

    // ── Vouchers ──
    /// Sells a voucher at the cage.
    SellVoucher { voucher: VoucherId, amount: Money, currency: Currency },
    /// Pays a voucher out at the cage.
    RedeemVoucher { voucher: VoucherId },
    /// Keeps a voucher for a seat while its table turns it into credit.
    HoldVoucher { voucher: VoucherId, table: TableId, seat: SeatNumber },
    /// The table has turned it into credit.
    SpendVoucher { voucher: VoucherId, table: TableId },
    /// The table has not.
    ReleaseVoucher { voucher: VoucherId, table: TableId },
    /// Makes a voucher ready that is worth nothing until its table has given the money up.
    PrepareVoucher { voucher: VoucherId, table: TableId, payee: Payee, amount: Money, wish: Wish },
    /// The table has given the money up.
    IssueVoucher { voucher: VoucherId, table: TableId },
    /// The table has not.
    DropVoucher { voucher: VoucherId, table: TableId },
    /// The player at the terminal has the voucher in hand; it is not shown there again.
    TakeVoucher { voucher: VoucherId },

    // ── The world ──
    /// Writes down what was noticed.
    Note(Notice),
    /// Time has passed.
    Tick,
    /// The table has given the money up, to a player who is kept from the game: no seat takes the
    /// voucher, and the cage pays it.
    IssueForCage { voucher: VoucherId, table: TableId },

    // ── The cage's rules ──
    /// The house has these rules for its cage from now on.
    RuleCage(CageRules),

    // ── Displays ──
    /// Lets one display enrol at a table, by a code that is shown on the floor screen. It enrols,
    /// spends tickets and is removed by the same commands as a terminal: the code says what it is.
    OfferDisplay { code: Digest, table: TableId, equipment: Option<u32> },

    /// The things that stand at the tables.
    Things(ThingCommand),

    // ── Places of felt tables ──
    /// Gives whoever now takes a place at a felt table a number of their own.
    AdmitToPlace { table: TableId, seat: SeatNumber },

    // ── Large transactions ──
    /// The house logs large sums by these rules from now on.
    RuleLarge(LargeRules),
    /// Sells a voucher to a person whom the cashier knows.
    SellVoucherTo { voucher: VoucherId, amount: Money, currency: Currency, person: Person },
    /// Pays a voucher out to a person whom the cashier knows.
    RedeemVoucherOf { voucher: VoucherId, person: Person },
}

/// What is asked about the house's shakers, dice, displays and layouts.
#[expect(missing_docs, reason = "the sentence of a command says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThingCommand {
    /// Enters a thing; it is in the store.
    Register { thing: ThingId, nature: Nature },
    /// Attests the seal that is on a thing, by what stands on it.
    AttestSeal { thing: ThingId, number: Line },
    /// Attests a written approval: its reference, its date, and who holds the paper.
    AttestApproval {
        thing: ThingId,
        approval: Approval,
        reference: Line,
        date: Date,
        /// Who has the paper.
        holder: Line,
    },
    /// Takes a thing to a table, or to the store.
    Place { thing: ThingId, table: Option<TableId> },
    /// Takes a thing out of service.
    Withdraw { thing: ThingId, reason: Reason },
    /// Reports that a thing is damaged; dice stay so for ever.
    ReportDamage { thing: ThingId, reason: Reason },
    /// Declares that a thing that is no dice is sound, after a repair; it goes to the store, and
    /// is sealed anew.
    DeclareSound { thing: ThingId, reason: Reason },
    /// Lends a thing to the table at which it is, for the person who puts it to use there.
    Lend { thing: ThingId, table: TableId, by: StaffId },
    /// Brings the register in line with what a table says it has; `by` is who changed it there.
    Settle { table: TableId, held: Held, by: Option<StaffId> },
}

impl ThingCommand {
    /// The thing it is about, where it is about one.
    pub const fn thing(&self) -> Option<ThingId> {
        match self {
            Self::Register { thing, .. }
            | Self::AttestSeal { thing, .. }
            | Self::AttestApproval { thing, .. }
            | Self::Place { thing, .. }
            | Self::Withdraw { thing, .. }
            | Self::ReportDamage { thing, .. }
            | Self::DeclareSound { thing, .. }
            | Self::Lend { thing, .. } => Some(*thing),
            Self::Settle { .. } => None,
        }
    }
}

/// What takes two people.
#[expect(missing_docs, reason = "the sentence of an act says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Gives a person a role, in place of any they have.
    GrantRole { staff: StaffId, role: FloorRole },
    /// Gives a person who lost it another password, which they must change. Earlier versions
    /// proposed this; what waits of it can still be approved.
    ResetPassword { staff: StaffId, password: PasswordHash },
    /// Gives the bearer of a voucher whose paper is lost another one, `anew`; the lost one is
    /// worth nothing from then on.
    ReplaceVoucher { voucher: VoucherId, anew: VoucherId, reason: Reason },
    /// Takes a person's password away, and invites them to choose another.
    Invite { staff: StaffId, invitation: Digest },
    /// Makes a voucher good whose record was lost: an old copy of the journal was accepted, and the
    /// paper is there.
    HonourPaper {
        voucher: VoucherId,
        number: LookUpNumber,
        amount: Money,
        currency: Currency,
        reason: Reason,
    },
    /// Pays out a voucher that is more than one cashier pays out alone.
    PayVoucher { voucher: VoucherId, reason: Reason },
    /// Makes a voucher good again whose time was over.
    ReviveVoucher { voucher: VoucherId, reason: Reason },
    /// Counts what is in a table's bank, or goes to it or from it.
    Bank(BankAct),
    /// Pays out such a voucher to a person whom the cashier knows.
    PayVoucherOf { voucher: VoucherId, reason: Reason, person: Person },
}

/// What two people count at a felt table.
#[expect(missing_docs, reason = "the sentence of an act says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BankAct {
    /// The float with which a day begins.
    OpenFloat { table: TableId, count: Count },
    /// Chips that the cage brings.
    Fill { table: TableId, count: Count },
    /// Chips that the cage takes away.
    Credit { table: TableId, count: Count },
    /// The float with which the day ends.
    CloseFloat { table: TableId, count: Count },
    /// The cash that was in the drop box of a day that is closed.
    CountDrop { table: TableId, day: DayNumber, count: Count },
    /// What a count of a day is found to have been; the first one stays on record.
    CorrectCount { table: TableId, day: DayNumber, of: CountOf, count: Count, reason: Reason },
}

impl BankAct {
    /// The table whose bank it is.
    pub const fn table(&self) -> TableId {
        match self {
            Self::OpenFloat { table, .. }
            | Self::Fill { table, .. }
            | Self::Credit { table, .. }
            | Self::CloseFloat { table, .. }
            | Self::CountDrop { table, .. }
            | Self::CorrectCount { table, .. } => *table,
        }
    }

    /// What was counted.
    pub const fn count(&self) -> &Count {
        match self {
            Self::OpenFloat { count, .. }
            | Self::Fill { count, .. }
            | Self::Credit { count, .. }
            | Self::CloseFloat { count, .. }
            | Self::CountDrop { count, .. }
            | Self::CorrectCount { count, .. } => count,
        }
    }
}

impl Act {
    /// Whom it is about, where it is about a person.
    pub const fn staff(&self) -> Option<StaffId> {
        match self {
            Self::GrantRole { staff, .. }
            | Self::ResetPassword { staff, .. }
            | Self::Invite { staff, .. } => Some(*staff),
            Self::ReplaceVoucher { .. }
            | Self::HonourPaper { .. }
            | Self::PayVoucher { .. }
            | Self::PayVoucherOf { .. }
            | Self::ReviveVoucher { .. }
            | Self::Bank(_) => None,
        }
    }
}

/// What a payee asked for. A request number that comes again with another wish belongs to another
/// request, even where the amounts happen to be the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wish {
    /// This amount of the credit.
    Amount,
    /// All of the credit.
    Credit,
    /// All of the credit, and to leave the seat.
    CreditAndLeave,
    /// What a table owes to a player who has left; a cashier says how they know that it is them.
    Owed(Reason),
}

/// To whom a table gives money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Payee {
    /// The player at a seat, who cashes out.
    Seat(SeatNumber),
    /// A player who has left and is still owed something.
    Player(PlayerId),
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SessionEnd {
    /// Its person logged out.
    LoggedOut,
    /// It was not used for too long.
    Idle,
    /// Its time was over.
    Expired,
    /// Somebody, or the host, ended it.
    Closed,
    /// A newer log-in needed the room.
    MadeRoom,
    /// Its person's role or password was changed, or they were suspended.
    StaffChanged,
}
