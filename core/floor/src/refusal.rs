//! The floor says no, and why.
//!
//! The order in which a command is examined, and so the order of precedence of refusals:
//! 1 is it a new request, 2 may this one ask it, 3 does the floor's state allow it, 4 is what it
//! asks itself allowed. The first no is the answer.

use std::fmt;

use taisai_rules::Currency;
use taisai_table::{Money, StaffId};

use crate::bank::CountOf;
use crate::ids::{DayNumber, TableId, TerminalId};
use crate::role::FloorRole;
use crate::thing::ThingId;
use crate::voucher::VoucherState;

/// Why the floor does not do what it was asked.
#[expect(missing_docs, reason = "the sentence of a refusal says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    // ── 1 The request ──
    /// The number belongs to another request.
    RequestReused,
    /// The number is older than any the floor remembers.
    RequestTooOld,

    // ── 2 The asker ──
    /// Only the machine itself may ask this.
    OnlyHost,
    /// Only an enrolled terminal may ask this.
    OnlyTerminals,
    /// Only a member of staff may ask this.
    OnlyStaff,
    /// The session is over, or is somebody else's.
    SessionOver,
    /// The terminal is not enrolled.
    NotEnrolled,
    /// A terminal speaks for its own seat only.
    OtherSeat,
    /// A password that somebody else chose must be changed first.
    PasswordNotOwn,
    /// It takes one of these roles, or one that may act for it.
    RoleNeeded { needs: &'static [FloorRole] },
    /// The password must have been given within so many milliseconds.
    NotFresh { fresh_ms: u64 },

    // ── 3 The floor ──
    /// The floor has so many administrators; they grant further roles among themselves.
    AdministratorsEnough { enough: usize },
    /// The floor would have no administrator left.
    LastAdministrator,
    /// The person is no administrator; two people reset the passwords of all others.
    NotAdministrator,
    /// The person is suspended.
    Suspended,
    /// The person is not suspended.
    NotSuspended,
    /// The person has no role.
    NoRole,
    /// Two different people, on two sessions, must agree.
    SamePerson,
    /// Nobody decides on their own role or password.
    OwnCase,
    /// What the proposal was about has changed since, or its time is over.
    ProposalStale,
    /// The seat has a terminal, which must be removed first.
    SeatHasTerminal { terminal: TerminalId },
    /// The terminal has used this ticket, or a later one.
    TicketSpent,
    /// The table is retired.
    TableRetired,
    /// Vouchers are held or prepared there, at the table or for its payee; they must be finished
    /// first.
    VouchersUnfinished { unfinished: usize },
    /// The voucher is not where this step would find it, but here.
    VoucherIs(VoucherState),
    /// The voucher is known with other particulars.
    VoucherDiffers,
    /// No seat takes the voucher: the cage pays it.
    VoucherForCage,
    /// So much would be owed on the vouchers of a currency that it is no amount of money.
    OwedTooMuch { owed_max: Money },
    /// More than one cashier pays out alone: a second person agrees.
    PaidByTwo { alone_max: Money },
    /// The floor keeps at most so many of these.
    TooMany { max: usize },
    /// No voucher of this number was lost.
    PaperNotLost,
    /// The paper of this number was honoured before.
    PaperHonoured,
    /// The thing is damaged, or one of its dice is.
    ThingDamaged { thing: ThingId },
    /// The thing is out of service.
    ThingWithdrawn { thing: ThingId },
    /// The thing is in use at this table, which gives it up first.
    ThingInUse { thing: ThingId, table: TableId },
    /// The thing stands at another table, or in the store.
    ThingElsewhere { thing: ThingId, at: Option<TableId> },
    /// Nothing is wrong with the thing.
    ThingSound { thing: ThingId },
    /// Dice that were damaged or withdrawn never come back.
    DiceStayOut,
    /// The table plays with credit and has no chips.
    NoChips,
    /// The float of this day is open, and is closed first.
    FloatOpen { day: DayNumber },
    /// The float is not open: it is counted first.
    FloatNotOpen,
    /// The drop of this day is counted first.
    DropNotCounted { day: DayNumber },
    /// The drop of this day was counted before.
    DropCounted { day: DayNumber },
    /// No more chips than these are out of the cage.
    MoreThanOut { out_max: Money },

    // ── 4 What is asked ──
    /// Nobody works here under this number.
    NoSuchStaff { staff: StaffId },
    /// There is no such session.
    NoSuchSession,
    /// Nobody proposed this.
    NoSuchProposal,
    /// There is no such terminal.
    NoSuchTerminal { terminal: TerminalId },
    /// There is no such table.
    NoSuchTable { table: TableId },
    /// The floor does not know this voucher: never given out, or long finished.
    NoSuchVoucher,
    /// The code was not offered, is used up, or its time is over.
    NoSuchCode,
    /// The log-in name is somebody's.
    NameTaken,
    /// The person has this role.
    HasRole,
    /// The table's number is taken, by a table or by one that was retired.
    TableTaken,
    /// A token or code that is in use must not be used twice.
    DigestTaken,
    /// An amount of nothing.
    NoAmount,
    /// The table plays in another currency.
    OtherCurrency { currency: Currency },
    /// The register does not have this thing.
    NoSuchThing { thing: ThingId },
    /// The number is that of another thing of this kind.
    ThingTaken { thing: ThingId },
    /// One of the dice belongs to this set.
    DieTaken { thing: ThingId },
    /// A set is three different dice, and a number stands for a thing of its kind.
    BadThing,
    /// Such a thing has no such approval.
    OtherApproval,
    /// What is on a seal or a paper must be written down.
    NothingWritten,
    /// The floor does not know this day of the table: it never was, or is long finished.
    NoSuchDay { day: DayNumber },
    /// The day has no such count.
    NoSuchCount { of: CountOf },
    /// The count is as it was.
    SameCount,
}

impl fmt::Display for Refusal {
    #[expect(clippy::too_many_lines, reason = "a sentence for each refusal, and nothing else")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RequestReused => f.write_str("the number belongs to another request"),
            Self::RequestTooOld => f.write_str("the request is too old"),
            Self::OnlyHost => f.write_str("only the machine itself may ask this"),
            Self::OnlyTerminals => f.write_str("only a terminal may ask this"),
            Self::OnlyStaff => f.write_str("only staff may ask this"),
            Self::SessionOver => f.write_str("the session is over"),
            Self::NotEnrolled => f.write_str("the terminal is not enrolled"),
            Self::OtherSeat => f.write_str("a terminal speaks for its own seat only"),
            Self::PasswordNotOwn => f.write_str("choose a password of your own first"),
            Self::RoleNeeded { needs } => {
                let words: Vec<&str> = needs.iter().map(|role| role.word()).collect();
                write!(f, "needs {}", words.join(" or "))
            }
            Self::NotFresh { fresh_ms } => {
                write!(f, "give the password again, within {} seconds", fresh_ms / 1000)
            }
            Self::AdministratorsEnough { enough } => {
                write!(f, "there are {enough} administrators, who grant roles")
            }
            Self::LastAdministrator => f.write_str("the last administrator stays"),
            Self::NotAdministrator => {
                f.write_str("only an administrator's password is recovered so")
            }
            Self::Suspended => f.write_str("the person is suspended"),
            Self::NotSuspended => f.write_str("the person is not suspended"),
            Self::NoRole => f.write_str("the person has no role"),
            Self::SamePerson => f.write_str("a second person must agree, on another session"),
            Self::OwnCase => f.write_str("nobody decides on their own role or password"),
            Self::ProposalStale => f.write_str("propose it again: things have changed"),
            Self::SeatHasTerminal { terminal } => write!(f, "remove terminal {terminal} first"),
            Self::TicketSpent => f.write_str("the terminal has used this ticket or a later one"),
            Self::TableRetired => f.write_str("the table is retired"),
            Self::VouchersUnfinished { unfinished } => {
                write!(f, "{unfinished} vouchers are held or prepared there")
            }
            Self::VoucherIs(state) => write!(f, "the voucher is {state}"),
            Self::VoucherDiffers => f.write_str("the voucher is known with other particulars"),
            Self::VoucherForCage => f.write_str("the cage pays this voucher, and no seat takes it"),
            Self::OwedTooMuch { owed_max } => {
                write!(f, "all vouchers of a currency are worth {owed_max} together at most")
            }
            Self::PaidByTwo { alone_max } => {
                write!(f, "one cashier pays out {alone_max} alone; a second person must agree")
            }
            Self::TooMany { max } => write!(f, "the floor keeps at most {max} of these"),
            Self::PaperNotLost => f.write_str("no voucher of this number was lost"),
            Self::PaperHonoured => f.write_str("paper of this number was honoured before"),
            Self::NoSuchStaff { staff } => write!(f, "nobody works here as number {staff}"),
            Self::NoSuchSession => f.write_str("there is no such session"),
            Self::NoSuchProposal => f.write_str("nobody proposed this"),
            Self::NoSuchTerminal { terminal } => write!(f, "there is no terminal {terminal}"),
            Self::NoSuchTable { table } => write!(f, "there is no table {table}"),
            Self::NoSuchVoucher => f.write_str("the voucher is not known here"),
            Self::NoSuchCode => f.write_str("the code is not good, or no longer"),
            Self::NameTaken => f.write_str("the name is somebody's"),
            Self::HasRole => f.write_str("the person has this role"),
            Self::TableTaken => f.write_str("the table's number is taken"),
            Self::DigestTaken => f.write_str("draw another token: this one is in use"),
            Self::NoAmount => f.write_str("an amount is at least 1"),
            Self::OtherCurrency { currency } => {
                write!(f, "the table plays in {}", currency.code())
            }
            Self::ThingDamaged { thing } => write!(f, "{thing} is damaged"),
            Self::ThingWithdrawn { thing } => write!(f, "{thing} is out of service"),
            Self::ThingInUse { thing, table } => write!(f, "{thing} is in use at table {table}"),
            Self::ThingElsewhere { thing, at: Some(table) } => {
                write!(f, "{thing} is at table {table}")
            }
            Self::ThingElsewhere { thing, at: None } => write!(f, "{thing} is in the store"),
            Self::ThingSound { thing } => write!(f, "nothing is wrong with {thing}"),
            Self::DiceStayOut => f.write_str("dice that were damaged or withdrawn stay out"),
            Self::NoSuchThing { thing } => write!(f, "there is no {thing} in the register"),
            Self::ThingTaken { thing } => write!(f, "there is a {thing} in the register"),
            Self::DieTaken { thing } => write!(f, "one of these dice belongs to {thing}"),
            Self::BadThing => f.write_str("a set is three different dice"),
            Self::OtherApproval => f.write_str("a thing of this kind has no such approval"),
            Self::NothingWritten => f.write_str("say what is written on it"),
            Self::NoChips => f.write_str("the table has no chips: it plays with credit"),
            Self::FloatOpen { day } => write!(f, "the float of day {day} is open"),
            Self::FloatNotOpen => f.write_str("count the opening float first"),
            Self::DropNotCounted { day } => write!(f, "count the drop of day {day} first"),
            Self::DropCounted { day } => write!(f, "the drop of day {day} was counted"),
            Self::MoreThanOut { out_max } => {
                write!(f, "the cage has given out no more than {out_max}")
            }
            Self::NoSuchDay { day } => write!(f, "the table has no day {day} that is known here"),
            Self::NoSuchCount { of } => write!(f, "the day has no {of}"),
            Self::SameCount => f.write_str("the count is as it was"),
        }
    }
}
