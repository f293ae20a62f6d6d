//! What happens to the cases of a table.

use crate::case::{Case, CaseRuling, Dispute};
use crate::ids::{CaseId, StaffId};
use crate::named::named;
use crate::text::Reason;

named! {
    /// What happens to a case. The money of a decision moves by events of its own, decided with it.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum CaseEvent {
        /// A case was opened.
        CaseOpened { case: CaseId, dispute: Dispute, by: StaffId },
        /// Something was noted in it.
        CaseNoted { case: CaseId, note: Reason, by: StaffId },
        /// It was decided. Whoever may decide it alone is named twice.
        CaseDecided { case: CaseId, ruling: CaseRuling, reason: Reason, by: [StaffId; 2] },
        /// An authority asked for a review: it is open again, and its decisions stay on record.
        CaseReopened {
            case: CaseId,
            authority: Reason,
            /// What the authority calls its request.
            reference: Reason,
            reason: Reason,
            by: StaffId,
        },
        /// A decided case that was no longer kept is known again.
        CaseRecalled { case: CaseId, file: Case },
    }
}

impl CaseEvent {
    /// The case.
    pub const fn case(&self) -> CaseId {
        match self {
            Self::CaseOpened { case, .. }
            | Self::CaseNoted { case, .. }
            | Self::CaseDecided { case, .. }
            | Self::CaseReopened { case, .. }
            | Self::CaseRecalled { case, .. } => *case,
        }
    }
}
