//! Stored form of what two people count at felt tables, and of everything that takes two.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use taisai_floor as floor;
use taisai_floor::BankAct as Bank;
use taisai_table::Money;

use crate::stored::floor::FloorRole;
use crate::stored::{Form, Shape, Unsound, ValueFault, Variant};

stored_enum! {
    floor::Act as FloorAct {
        GrantRole { staff: u32, role: FloorRole, },
        ResetPassword { staff: u32, password: String, },
        ReplaceVoucher { voucher: u128, anew: u128, reason: String, },
        Invite { staff: u32, invitation: [u8; 32], },
        HonourPaper {
            voucher: u128,
            number: u64,
            amount: u64,
            currency: [u8; 3],
            reason: String,
        },
        PayVoucher { voucher: u128, reason: String, },
        ReviveVoucher { voucher: u128, reason: String, },
        OpenFloat in Bank { table: u32, count: Count, },
        Fill in Bank { table: u32, count: Count, },
        Credit in Bank { table: u32, count: Count, },
        CloseFloat in Bank { table: u32, count: Count, },
        CountDrop in Bank { table: u32, day: u32, count: Count, },
        CorrectCount in Bank { table: u32, day: u32, of: CountOf, count: Count, reason: String, },
        PayVoucherOf { voucher: u128, reason: String, person: String, },
    }
}

/// A count: each denomination and how many pieces of it, the smallest first; core checks its
/// bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    pieces: Vec<(u64, u32)>,
}

impl Count {
    const SHAPE: Shape = Shape {
        name: "Count",
        variants: &[Variant { name: "", fields: &[("pieces", "Vec<(u64, u32)>")] }],
    };
}

impl Form<floor::Count> for Count {
    fn keep(core: &floor::Count) -> Self {
        Self { pieces: Form::keep(core.pieces()) }
    }

    fn restore(self) -> Result<floor::Count, Unsound> {
        let pieces: BTreeMap<Money, u32> = self.pieces.restore()?;
        let count = floor::Count::new(pieces);
        count.ok_or_else(|| ValueFault::State("a count has bounds".to_owned()).into())
    }
}

stored_enum! {
    floor::CountOf {
        Opening,
        Fill(slip: u64),
        Credit(slip: u64),
        Closing,
        Drop,
    }
}

stored_struct! {
    floor::Counted {
        count: Count,
        by: [u32; 2],
        at: u64,
    }
}

stored_words! { floor::SlipWay { Fill, Credit, } }

stored_struct! {
    floor::Slip {
        way: SlipWay,
        counted: Counted,
    }
}

stored_struct! {
    floor::Correction {
        of: CountOf,
        counted: Counted,
        reason: String,
    }
}

stored_struct! {
    floor::TableDay {
        carried: Option<u64>,
        opening: Counted,
        slips: Vec<(u64, Slip)>,
        closing: Option<Counted>,
        drop: Option<Counted>,
        corrections: Vec<Correction>,
    }
}

stored_struct! {
    floor::Bank as TableBank {
        days: Vec<(u32, TableDay)>,
        opened: u32,
    }
}

pub(crate) const SHAPES: &[Shape] = &[
    FloorAct::SHAPE,
    Count::SHAPE,
    CountOf::SHAPE,
    Counted::SHAPE,
    SlipWay::SHAPE,
    Slip::SHAPE,
    Correction::SHAPE,
    TableDay::SHAPE,
    TableBank::SHAPE,
];
