//! The floor's refusals, field by field.

use taisai_floor as core;

use super::Refusal;

impl From<&core::Refusal> for Refusal {
    fn from(refusal: &core::Refusal) -> Self {
        use core::Refusal as No;
        match refusal {
            No::RequestReused => Self::RequestReused,
            No::RequestTooOld => Self::RequestTooOld,
            No::OnlyHost => Self::OnlyHost,
            No::OnlyTerminals => Self::OnlyTerminals,
            No::OnlyStaff => Self::OnlyStaff,
            No::SessionOver => Self::SessionOver,
            No::NotEnrolled => Self::NotEnrolled,
            No::OtherSeat => Self::OtherSeat,
            No::PasswordNotOwn => Self::PasswordNotOwn,
            No::RoleNeeded { needs } => {
                Self::RoleNeeded { needs: needs.iter().map(|role| (*role).into()).collect() }
            }
            No::NotFresh { fresh_ms } => Self::NotFresh { fresh_ms: *fresh_ms },
            No::AdministratorsEnough { enough } => {
                Self::AdministratorsEnough { enough: *enough as u64 }
            }
            No::LastAdministrator => Self::LastAdministrator,
            // Only the machine itself asks what is refused so; no screen ever hears it.
            No::NotAdministrator => {
                Self::RoleNeeded { needs: vec![core::FloorRole::Administrator.into()] }
            }
            No::Suspended => Self::Suspended,
            No::NotSuspended => Self::NotSuspended,
            No::NoRole => Self::NoRole,
            No::SamePerson => Self::SamePerson,
            No::OwnCase => Self::OwnCase,
            No::ProposalStale => Self::ProposalStale,
            No::SeatHasTerminal { terminal } => Self::SeatHasTerminal { terminal: terminal.0 },
            No::TicketSpent => Self::TicketSpent,
            No::TableRetired => Self::TableRetired,
            No::VouchersUnfinished { unfinished } => {
                Self::VouchersUnfinished { unfinished: *unfinished as u64 }
            }
            No::VoucherIs(state) => Self::VoucherIs { state: (*state).into() },
            No::VoucherDiffers => Self::VoucherDiffers,
            No::PaperNotLost => Self::PaperNotLost,
            No::PaperHonoured => Self::PaperHonoured,
            No::TooMany { max } => Self::TooMany { max: *max as u64 },
            No::NoSuchStaff { staff } => Self::NoSuchStaff { staff: staff.0 },
            No::NoSuchSession => Self::NoSuchSession,
            No::NoSuchProposal => Self::NoSuchProposal,
            No::NoSuchTerminal { terminal } => Self::NoSuchTerminal { terminal: terminal.0 },
            No::NoSuchTable { table } => Self::NoSuchTable { table: table.0 },
            No::NoSuchVoucher => Self::NoSuchVoucher,
            No::NoSuchCode => Self::NoSuchCode,
            No::NameTaken => Self::NameTaken,
            No::HasRole => Self::HasRole,
            No::TableTaken => Self::TableTaken,
            No::DigestTaken => Self::DigestTaken,
            No::NoAmount => Self::BadAmount,
            No::OtherCurrency { currency } => {
                Self::OtherCurrency { needs: currency.code().to_owned() }
            }
        }
    }
}
