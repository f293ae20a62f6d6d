//! Stored form of everything that can happen on the floor.

use serde::{Deserialize, Serialize};
use taisai_floor as floor;
use taisai_floor::{
    BankEvent as Bank, ChainNumber, Date, DayNumber, Digest, GamingDate, LargeEvent as Large, Line,
    LoginName, LookUpNumber, PasswordHash, Person, SlipNumber, TableId, TerminalId,
    ThingEvent as Things, Title,
};

use crate::stored::bank::{Count, CountOf, FloorAct};
use crate::stored::chains::{CashWay, LargeRules};
use crate::stored::config::{Config, Limits};
use crate::stored::values::Fixed64;
use crate::stored::words::{Approval, Role, ShakerKind};
use crate::stored::{Form, Shape, Unsound, ValueFault, Variant};

stored_enum! {
    floor::Event as FloorEvent {
        AdministratorAdded { staff: u32, name: String, password: String, },
        StaffAdded { staff: u32, name: String, password: String, by: u32, },
        PasswordChanged { staff: u32, password: String, },
        PasswordReset { staff: u32, password: String, by: [u32; 2], },
        RoleGranted { staff: u32, role: FloorRole, by: [u32; 2], },
        RoleRevoked { staff: u32, reason: String, by: u32, },
        StaffSuspended { staff: u32, reason: String, by: u32, },
        StaffReinstated { staff: u32, reason: String, by: u32, },
        Proposed {
            proposal: u32,
            act: FloorAct,
            basis: u64,
            until: u64,
            by: u32,
            session: u64,
        },
        Approved { proposal: u32, by: u32, session: u64, },
        Withdrawn { proposal: u32, by: u32, },
        ProposalLapsed { proposal: u32, },
        SessionOpened { session: u64, staff: u32, token: [u8; 32], until: u64, },
        SessionRotated { session: u64, token: [u8; 32], },
        SessionRefreshed { session: u64, },
        SessionEnded { session: u64, why: SessionEnd, },
        EnrolmentOffered { code: [u8; 32], table: u32, seat: u16, until: u64, by: u32, },
        EnrolmentLapsed { code: [u8; 32], },
        TerminalEnrolled {
            terminal: u32,
            code: [u8; 32],
            token: [u8; 32],
            table: u32,
            seat: u16,
        },
        TerminalRemoved { terminal: u32, by: FloorAsker, },
        PlayerAdmitted { player: u64, terminal: u32, },
        TableAdded {
            table: u32,
            name: String,
            config: Box<Config>,
            book: String,
            by: FloorAsker,
        },
        TableRetired { table: u32, by: FloorAsker, },
        VoucherSold { voucher: u128, number: u64, amount: u64, currency: [u8; 3], by: u32, },
        VoucherRedeemed { voucher: u128, amount: u64, by: u32, },
        VoucherHeld { voucher: u128, amount: u64, table: u32, seat: u16, },
        VoucherSpent { voucher: u128, amount: u64, table: u32, seat: u16, },
        VoucherReleased { voucher: u128, amount: u64, table: u32, seat: u16, },
        VoucherPrepared {
            voucher: u128,
            number: u64,
            amount: u64,
            currency: [u8; 3],
            table: u32,
            payee: Payee,
        },
        VoucherIssued { voucher: u128, amount: u64, table: u32, },
        VoucherDropped { voucher: u128, table: u32, },
        Noted(notice: Notice),
        RequestAnswered { from: FloorAsker, id: u64, digest: Fixed64, },
        PasswordRecovered { staff: u32, password: String, reason: String, },
        LimitsConfigured { table: u32, limits: Box<Limits>, },
        VoucherPromised { voucher: u128, terminal: u32, request: u64, },
        VoucherTaken { voucher: u128, terminal: u32, },
        VoucherReplaced {
            voucher: u128,
            anew: u128,
            number: u64,
            amount: u64,
            reason: String,
            by: [u32; 2],
        },
        StaffInvited { staff: u32, name: String, invitation: [u8; 32], until: u64, by: u32, },
        Invited { staff: u32, invitation: [u8; 32], until: u64, by: [u32; 2], },
        InvitationAccepted { staff: u32, password: String, },
        SeriesBegun { from: u64, },
        PaperHonoured {
            voucher: u128,
            number: u64,
            amount: u64,
            currency: [u8; 3],
            reason: String,
            by: [u32; 2],
        },
        TicketSpent { terminal: u32, ticket: u64, },
        VoucherIssuedForCage { voucher: u128, amount: u64, table: u32, },
        CageRuled(rules: CageRules),
        VoucherExpired { voucher: u128, amount: u64, },
        VoucherRevived { voucher: u128, amount: u64, reason: String, by: [u32; 2], },
        DisplayOffered {
            code: [u8; 32],
            table: u32,
            equipment: Option<u32>,
            until: u64,
            by: u32,
        },
        DisplayEnrolled {
            display: u32,
            code: [u8; 32],
            token: [u8; 32],
            table: u32,
            equipment: Option<u32>,
        },
        DisplayRemoved { display: u32, by: FloorAsker, },
        ThingRegistered in Things { thing: ThingId, nature: Nature, by: u32, },
        SealAttested in Things { thing: ThingId, number: String, by: u32, },
        ApprovalAttested in Things {
            thing: ThingId,
            approval: Approval,
            reference: String,
            date: String,
            holder: String,
            by: u32,
        },
        ThingPlaced in Things { thing: ThingId, table: Option<u32>, by: Option<u32>, },
        ThingWithdrawn in Things { thing: ThingId, reason: String, by: u32, },
        DamageReported in Things { thing: ThingId, reason: String, by: u32, },
        DeclaredSound in Things { thing: ThingId, reason: String, by: u32, },
        ThingLent in Things { thing: ThingId, table: u32, by: u32, },
        ThingReturned in Things { thing: ThingId, table: u32, },
        ThingAdopted in Things {
            thing: ThingId,
            nature: Nature,
            sealed: bool,
            approvals: Vec<Approval>,
            first_used: [Option<u64>; 3],
            table: u32,
        },
        DiceUsed in Things { thing: ThingId, since: [u64; 3], },
        DiceDamaged in Things { dice: Vec<u32>, table: u32, by: Option<u32>, },
        ThingDisputed in Things { thing: ThingId, tables: [u32; 2], },
        DisputeEnded in Things { thing: ThingId, tables: [u32; 2], },
        FloatOpened in Bank {
            table: u32,
            day: u32,
            carried: Option<u64>,
            count: Count,
            by: [u32; 2],
        },
        Filled in Bank { table: u32, day: u32, slip: u64, count: Count, by: [u32; 2], },
        Credited in Bank { table: u32, day: u32, slip: u64, count: Count, by: [u32; 2], },
        FloatClosed in Bank { table: u32, day: u32, count: Count, by: [u32; 2], },
        DropCounted in Bank { table: u32, day: u32, count: Count, by: [u32; 2], },
        CountCorrected in Bank {
            table: u32,
            day: u32,
            of: CountOf,
            count: Count,
            reason: String,
            by: [u32; 2],
        },
        PlaceAdmitted { player: u64, table: u32, seat: u16, by: FloorAsker, },
        LargeRuled in Large(rules: LargeRules),
        CashCounted in Large {
            date: u32,
            chain: u64,
            voucher: u128,
            number: u64,
            way: CashWay,
            amount: u64,
            currency: [u8; 3],
            by: u32,
            person: Option<String>,
        },
        ChainsJoined in Large { date: u32, chain: u64, other: u64, },
        SumLarge in Large {
            date: u32,
            chain: u64,
            way: CashWay,
            currency: [u8; 3],
            sum: u128,
            above: u64,
        },
    }
}

stored_enum! {
    floor::ThingId {
        Shaker(shaker: u32),
        Dice(set: u32),
        Display(number: u32),
        Layout(number: u32),
    }
}

stored_enum! {
    floor::Nature {
        Shaker { kind: ShakerKind, },
        Dice { dice: [u32; 3], },
        Display { device: Option<u32>, },
        Layout,
    }
}

stored_enum! {
    floor::Asker as FloorAsker {
        Staff(staff: u32, session: u64),
        Terminal(terminal: u32),
        Host,
    }
}

/// The house's rules for its cage; core checks for how long vouchers can be good.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CageRules {
    voucher_days: Option<u16>,
    alone_max: Vec<([u8; 3], u64)>,
}

impl CageRules {
    const SHAPE: Shape = Shape {
        name: "CageRules",
        variants: &[Variant {
            name: "",
            fields: &[("voucher_days", "Option<u16>"), ("alone_max", "Vec<([u8; 3], u64)>")],
        }],
    };
}

impl Form<floor::CageRules> for CageRules {
    fn keep(core: &floor::CageRules) -> Self {
        Self { voucher_days: core.voucher_days(), alone_max: Form::keep(core.alone_max()) }
    }

    fn restore(self) -> Result<floor::CageRules, Unsound> {
        let rules = floor::CageRules::new(self.voucher_days, self.alone_max.restore()?);
        rules.ok_or_else(|| {
            ValueFault::State("vouchers are good for a day at least".to_owned()).into()
        })
    }
}

stored_enum! {
    floor::FloorRole {
        Table(role: Role),
        Cashier,
        Auditor,
        Administrator,
    }
}

stored_enum! {
    floor::Payee {
        Seat(seat: u16),
        Player(player: u64),
    }
}

stored_words! {
    floor::SessionEnd { LoggedOut, Idle, Expired, Closed, MadeRoom, StaffChanged, }
}

stored_enum! {
    floor::Notice {
        LoginFailed { name: String, address: String, },
        LockedOut { name: String, address: String, until: u64, },
        Unlocked { name: String, address: String, by: Option<u32>, },
        ClockJumped { expected: u64, found: u64, },
        ServerStarted { version: String, },
        ServerStopped,
        ConfigurationChanged { key: String, from: String, to: String, by: Option<u32>, },
        Overridden { what: String, reason: String, by: u32, },
        OldJournalAccepted { by: String, reason: String, expected: NotedHead, found: NotedHead, },
        TerminalLost { terminal: u32, table: u32, seat: u16, },
        TerminalReturned { terminal: u32, table: u32, seat: u16, },
        OldTokenUsed { session: u64, staff: u32, address: String, },
        SnapshotSetAside { table: Option<u32>, sequence: u64, },
        DemoFounded,
        JournalAccepted { by: u32, reason: String, streams: Vec<HeadsDiffer>, },
        ClockNotFollowed { house: u64, found: u64, },
        ClockAccepted { by: u32, reason: String, last: u64, found: u64, },
        SoftwareIdentified {
            commit: String,
            binary: Option<[u8; 32]>,
            screens: Option<[u8; 32]>,
            books: Vec<BookHash>,
        },
        TicketMisused { terminal: u32, table: u32, seat: u16, ticket: u64, address: String, },
        KeyNamed { fingerprint: [u8; 32], },
        KeyReplaced { fingerprint: [u8; 32], by: u32, reason: String, },
        OwedPaid { table: u32, player: u64, amount: u64, reason: String, },
        JournalDamaged { table: Option<u32>, sequence: u64, what: String, },
        DocumentAttached { table: u32, file: String, hash: [u8; 32], },
        BarredSeatTried { terminal: u32, table: u32, seat: u16, },
        BarredVoucherTried { terminal: u32, table: u32, seat: u16, number: u64, },
        DisplayLost { display: u32, table: u32, },
        DisplayReturned { display: u32, table: u32, },
        DisplayMisused { display: u32, table: u32, ticket: u64, address: String, },
    }
}

stored_struct! {
    floor::HeadsDiffer {
        table: Option<u32>,
        expected: NotedHead,
        found: NotedHead,
    }
}

stored_struct! {
    floor::Head as NotedHead {
        sequence: u64,
        hash: [u8; 32],
    }
}

stored_struct! {
    floor::BookHash {
        book: String,
        hash: [u8; 32],
    }
}

/// Texts that the floor checks: the form is the text itself.
macro_rules! texts {
    ($($text:ident,)+) => {$(
        impl Form<$text> for String {
            fn keep(core: &$text) -> Self {
                core.as_str().to_owned()
            }

            fn restore(self) -> Result<$text, Unsound> {
                $text::new(&self).ok_or_else(|| ValueFault::Text { of: stringify!($text) }.into())
            }
        }
    )+};
}

texts! { LoginName, PasswordHash, Title, Line, Date, Person, }

/// Numbers of which any is fine.
macro_rules! ids {
    ($($id:ident: $number:ty,)+) => {$(
        impl Form<$id> for $number {
            fn keep(core: &$id) -> Self {
                core.0
            }

            fn restore(self) -> Result<$id, Unsound> {
                Ok($id(self))
            }
        }
    )+};
}

ids! {
    TableId: u32,
    TerminalId: u32,
    LookUpNumber: u64,
    Digest: [u8; 32],
    DayNumber: u32,
    SlipNumber: u64,
    ChainNumber: u64,
    GamingDate: u32,
}

pub(crate) const SHAPES: &[Shape] = &[
    FloorEvent::SHAPE,
    FloorAsker::SHAPE,
    CageRules::SHAPE,
    FloorRole::SHAPE,
    Payee::SHAPE,
    SessionEnd::SHAPE,
    Notice::SHAPE,
    NotedHead::SHAPE,
    HeadsDiffer::SHAPE,
    BookHash::SHAPE,
    ThingId::SHAPE,
    Nature::SHAPE,
];
