//! Stored form of the chains of vouchers, and of what the house logs about them.

use serde::{Deserialize, Serialize};
use taisai_floor as floor;

use crate::stored::{Form, Shape, Unsound, ValueFault, Variant};

/// What the house logs; core checks where its day can begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LargeRules {
    above: Vec<([u8; 3], u64)>,
    ahead_minutes: i16,
}

impl LargeRules {
    const SHAPE: Shape = Shape {
        name: "LargeRules",
        variants: &[Variant {
            name: "",
            fields: &[("above", "Vec<([u8; 3], u64)>"), ("ahead_minutes", "i16")],
        }],
    };
}

impl Form<floor::LargeRules> for LargeRules {
    fn keep(core: &floor::LargeRules) -> Self {
        Self { above: Form::keep(core.above()), ahead_minutes: core.ahead_minutes() }
    }

    fn restore(self) -> Result<floor::LargeRules, Unsound> {
        let rules = floor::LargeRules::new(self.above.restore()?, self.ahead_minutes);
        rules.ok_or_else(|| ValueFault::State("no house's day begins then".to_owned()).into())
    }
}

stored_words! { floor::CashWay { In, Out, } }

stored_enum! {
    floor::Link as ChainLink {
        Voucher(voucher: u128),
        Player(player: u64),
        Person(person: String),
    }
}

stored_struct! {
    floor::ChainsImage as Chains {
        rules: LargeRules,
        numbered: u64,
        date: u32,
        links: Vec<(u64, Vec<ChainLink>)>,
        sums: Vec<((u64, ([u8; 3], CashWay)), u128)>,
        noted: Vec<(u64, ([u8; 3], CashWay))>,
        left_at: Vec<((u32, u16), u64)>,
    }
}

impl Chains {
    /// Older snapshots have none. One stands for all, and a floor that has none has the bytes that
    /// it always had.
    pub(crate) fn of(image: &floor::FloorImage) -> Vec<Self> {
        let any = image.chains != floor::ChainsImage::default();
        any.then(|| Self::keep(&image.chains)).into_iter().collect()
    }

    pub(crate) fn add(stored: Vec<Self>, image: &mut floor::FloorImage) -> Result<(), Unsound> {
        let none = floor::ChainsImage::default();
        for chains in stored {
            if image.chains != none {
                return Err(ValueFault::Disorder.into());
            }
            image.chains = chains.restore()?;
            if image.chains == none {
                return Err(ValueFault::Disorder.into());
            }
        }
        Ok(())
    }
}

pub(crate) const SHAPES: &[Shape] =
    &[LargeRules::SHAPE, CashWay::SHAPE, Chains::SHAPE, ChainLink::SHAPE];
