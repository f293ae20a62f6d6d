//! Stored form of what somebody disputes, and of how it was decided.

use taisai_table as table;
use taisai_table::case;

use crate::stored::entry::push;
use crate::stored::words::Irregularity;
use crate::stored::{Form, Shape};

stored_struct! {
    table::Dispute {
        about: Irregularity,
        what: String,
        round: Option<u64>,
        seat: Option<u16>,
        player: Option<u64>,
        recording: Option<String>,
    }
}

stored_enum! {
    table::CaseRuling {
        Stand,
        PayBet { round: u64, seat: u16, player: u64, amount: u64, },
        TakeBet { round: u64, seat: u16, player: u64, amount: u64, },
        VoidBets { round: u64, seat: u16, },
        VoidRound { round: u64, },
        CorrectRound { round: u64, roll: u8, },
        PayChips { amount: u64, },
        TakeChips { amount: u64, },
    }
}

stored_struct! {
    case::Case as CaseFile {
        dispute: Dispute,
        opened: u64,
        by: u32,
        notes: Vec<CaseNote>,
        decisions: Vec<CaseDecision>,
        reviews: Vec<CaseReview>,
    }
}

stored_struct! {
    table::CaseNote {
        note: String,
        by: u32,
        at: u64,
    }
}

stored_struct! {
    table::CaseDecision {
        ruling: CaseRuling,
        reason: String,
        by: [u32; 2],
        at: u64,
    }
}

stored_struct! {
    table::CaseReview {
        authority: String,
        reference: String,
        reason: String,
        by: u32,
        at: u64,
    }
}

stored_struct! {
    table::Cases {
        known: Vec<(u32, CaseFile)>,
        decided: Vec<u32>,
        opened: u32,
    }
}

/// The bytes of a case, as an event that recalls it has them.
pub(crate) fn bytes_of_case(file: &table::Case) -> Vec<u8> {
    let mut bytes = Vec::new();
    push(&mut bytes, &CaseFile::keep(file));
    bytes
}

pub(crate) const SHAPES: &[Shape] = &[
    Dispute::SHAPE,
    CaseRuling::SHAPE,
    CaseFile::SHAPE,
    CaseNote::SHAPE,
    CaseDecision::SHAPE,
    CaseReview::SHAPE,
    Cases::SHAPE,
];
