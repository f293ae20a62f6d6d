//! The bank of a felt table, day by day: its float, what the cage brings and takes away, and what
//! was in its drop box.

use std::collections::BTreeMap;
use std::fmt;

use taisai_table::{Money, Reason, StaffId, Time};

use crate::ids::{DayNumber, SlipNumber};

/// Chips, or cash, as two people counted them: how many pieces of each denomination.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    pieces: BTreeMap<Money, u32>,
    total: Money,
}

/// Which count of a day is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountOf {
    /// The float at the opening.
    Opening,
    /// What the cage brought, by this slip.
    Fill(SlipNumber),
    /// What the cage took away, by this slip.
    Credit(SlipNumber),
    /// The float at the closing.
    Closing,
    /// What was in the drop box.
    Drop,
}

/// What two people counted, and when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counted {
    /// What they counted.
    pub count: Count,
    /// Who proposed it, and who agreed.
    pub by: [StaffId; 2],
    /// When the second one agreed.
    pub at: Time,
}

/// Chips on their way between cage and table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slip {
    /// Which way they went.
    pub way: SlipWay,
    /// What was counted.
    pub counted: Counted,
}

/// Which way chips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlipWay {
    /// From the cage to the table.
    Fill,
    /// From the table to the cage.
    Credit,
}

/// That a count was wrong. What was counted first stays beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Correction {
    /// Which count was wrong.
    pub of: CountOf,
    /// What it is found to have been.
    pub counted: Counted,
    /// Why.
    pub reason: Reason,
}

/// A table's bank from its opening to its closing, and the drop that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableDay {
    /// The float as the last closing left it; none on the first day.
    pub carried: Option<Money>,
    /// The float at the opening, as it was counted then.
    pub opening: Counted,
    /// Fills and credits, as they were counted then.
    pub slips: BTreeMap<SlipNumber, Slip>,
    /// The float at the closing, as it was counted then; none while the bank is open.
    pub closing: Option<Counted>,
    /// The drop, as it was counted then.
    pub drop: Option<Counted>,
    /// What was found to have been counted wrongly, the earliest first.
    pub corrections: Vec<Correction>,
}

/// The bank of a felt table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bank {
    /// The days that are known, of which the last alone can be open. Long finished ones are in the
    /// journal alone.
    pub days: BTreeMap<DayNumber, TableDay>,
    /// The number of the last day that was opened.
    pub opened: u32,
}

impl Count {
    /// The most denominations of one count.
    pub const DENOMINATIONS_MAX: usize = 32;
    /// The most pieces of one denomination.
    pub const PIECES_MAX: u32 = 1_000_000;

    /// A count, unless a denomination is worth nothing or has no pieces, something has no bounds,
    /// or the total is no amount of money.
    pub fn new(pieces: BTreeMap<Money, u32>) -> Option<Self> {
        if pieces.len() > Self::DENOMINATIONS_MAX {
            return None;
        }
        let mut total = Money::ZERO;
        for (denomination, pieces) in &pieces {
            if denomination.is_zero() || !(1 <= *pieces && *pieces <= Self::PIECES_MAX) {
                return None;
            }
            let worth = denomination.units().checked_mul(u64::from(*pieces))?;
            total = total.plus(Money::new(worth)?)?;
        }
        Some(Self { pieces, total })
    }

    /// What all of it is worth.
    pub const fn total(&self) -> Money {
        self.total
    }

    /// The pieces of each denomination, the smallest first.
    pub const fn pieces(&self) -> &BTreeMap<Money, u32> {
        &self.pieces
    }
}

impl CountOf {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Fill(_) => "fill",
            Self::Credit(_) => "credit",
            Self::Closing => "closing",
            Self::Drop => "drop",
        }
    }

    /// The number of its slip, where it has one.
    pub const fn slip(self) -> Option<SlipNumber> {
        match self {
            Self::Fill(slip) | Self::Credit(slip) => Some(slip),
            Self::Opening | Self::Closing | Self::Drop => None,
        }
    }
}

impl fmt::Display for CountOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.slip() {
            Some(slip) => write!(f, "{} {slip}", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

impl Slip {
    /// Which count of its day it is.
    pub const fn is(&self, number: SlipNumber) -> CountOf {
        match self.way {
            SlipWay::Fill => CountOf::Fill(number),
            SlipWay::Credit => CountOf::Credit(number),
        }
    }
}

impl TableDay {
    /// The most fills and credits of one day.
    pub const SLIPS_MAX: usize = 500;
    /// The most corrections of one day.
    pub const CORRECTIONS_MAX: usize = 50;

    /// A count as it stands: the last correction of it, or else what was counted first.
    pub fn standing(&self, of: CountOf) -> Option<&Counted> {
        let corrected = self.corrections.iter().rev().find(|correction| correction.of == of);
        corrected.map(|correction| &correction.counted).or_else(|| self.first(of))
    }

    /// A count as it was made first.
    pub fn first(&self, of: CountOf) -> Option<&Counted> {
        match of {
            CountOf::Opening => Some(&self.opening),
            CountOf::Closing => self.closing.as_ref(),
            CountOf::Drop => self.drop.as_ref(),
            CountOf::Fill(number) | CountOf::Credit(number) => {
                let slip = self.slips.get(&number).filter(|slip| slip.is(number) == of);
                slip.map(|slip| &slip.counted)
            }
        }
    }

    fn total(&self, of: CountOf) -> Option<Money> {
        self.standing(of).map(|counted| counted.count.total())
    }

    /// The float at the opening.
    pub fn opening(&self) -> Money {
        self.total(CountOf::Opening).unwrap_or(Money::ZERO)
    }

    /// The float at the closing; none while the bank is open.
    pub fn closing(&self) -> Option<Money> {
        self.total(CountOf::Closing)
    }

    /// The drop; none until it is counted.
    pub fn drop(&self) -> Option<Money> {
        self.total(CountOf::Drop)
    }

    /// What the cage brought.
    pub fn fills(&self) -> i64 {
        self.sum(SlipWay::Fill)
    }

    /// What the cage took away.
    pub fn credits(&self) -> i64 {
        self.sum(SlipWay::Credit)
    }

    fn sum(&self, way: SlipWay) -> i64 {
        let those = self.slips.iter().filter(|(_, slip)| slip.way == way);
        those.filter_map(|(number, slip)| self.total(slip.is(*number))).map(signed).sum()
    }

    /// What would be in the float if no player had taken a chip away or brought one. Below nothing
    /// where more went back to the cage than came from it: players bring chips of other tables.
    pub fn expected_float(&self) -> i64 {
        signed(self.opening()) + self.fills() - self.credits()
    }

    /// What the opening count had more than the last closing; none on the first day.
    pub fn variance(&self) -> Option<i64> {
        self.carried.map(|carried| signed(self.opening()) - signed(carried))
    }

    /// What the table won: closing float, drop and credits, less opening float and fills. Unknown
    /// until all of it is counted.
    pub fn win(&self) -> Option<i64> {
        let (closing, drop) = (self.closing()?, self.drop()?);
        Some(signed(closing) + signed(drop) - self.expected_float())
    }

    /// When everything about it was counted.
    pub fn finished(&self) -> Option<Time> {
        let (closing, drop) = (self.closing.as_ref()?, self.drop.as_ref()?);
        Some(closing.at.max(drop.at))
    }
}

impl Bank {
    /// How many finished days of a table are remembered.
    pub const DAYS_KEPT: usize = 62;
    /// The most days of a table that wait for their drop.
    pub const DROPS_WAITING_MAX: usize = 7;

    /// The day that is open.
    pub fn open_day(&self) -> Option<(DayNumber, &TableDay)> {
        let (number, day) = self.days.last_key_value()?;
        day.closing.is_none().then_some((*number, day))
    }

    /// A day that is known.
    pub fn day(&self, day: DayNumber) -> Option<&TableDay> {
        self.days.get(&day)
    }

    /// The closed days that wait for their drop, the earliest first.
    pub fn waiting(&self) -> impl Iterator<Item = (DayNumber, &TableDay)> {
        let closed = self.days.iter().filter(|(_, day)| day.closing.is_some());
        closed.filter(|(_, day)| day.drop.is_none()).map(|(number, day)| (*number, day))
    }

    /// What stands in the float by the counts: the closing, or what is expected while it is open.
    pub fn float(&self) -> i64 {
        let last = self.days.last_key_value().map(|(_, day)| day);
        last.map_or(0, |day| day.closing().map_or_else(|| day.expected_float(), signed))
    }
}

/// Money is far below the largest number with a sign.
pub(crate) fn signed(money: Money) -> i64 {
    i64::try_from(money.units()).expect("money has a ceiling")
}
