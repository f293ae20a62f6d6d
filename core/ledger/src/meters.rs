//! What has gone through a seat, a table or a rule book.

/// What has gone through, in the currency's smallest unit; it is never set back. At every moment
/// `credit + owed = vouchers_in + wins + shortfall − vouchers_out − turnover`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    /// Stakes, less those that were taken down or are void.
    pub turnover: u64,
    /// What rounds returned, stakes included, by the dice that count.
    pub wins: u64,
    /// Stakes that are void.
    pub voided: u64,
    /// Vouchers turned into credit.
    pub vouchers_in: u64,
    /// Credit turned into vouchers.
    pub vouchers_out: u64,
    /// What corrections and voids left owing to players who had gone, paid or not.
    pub owed: u64,
    /// What corrections and voids could not take back.
    pub shortfall: u64,
}

impl Meters {
    /// What the meters say that the credit is.
    pub fn credit(&self) -> i128 {
        let gained = [self.vouchers_in, self.wins, self.shortfall].map(i128::from);
        let spent = [self.vouchers_out, self.turnover, self.owed].map(i128::from);
        gained.iter().sum::<i128>() - spent.iter().sum::<i128>()
    }

    /// Adds a change; a meter of the whole table moves as those of its seats do.
    pub(crate) fn change(&mut self, change: &MeterChange) {
        let MeterChange { turnover, wins, voided, vouchers_in, vouchers_out, owed, shortfall } =
            *change;
        let moved = |meter: &mut u64, by: i64| {
            *meter = meter.checked_add_signed(by).expect("what goes out of a meter went in");
        };
        moved(&mut self.turnover, turnover);
        moved(&mut self.wins, wins);
        moved(&mut self.voided, voided);
        moved(&mut self.vouchers_in, vouchers_in);
        moved(&mut self.vouchers_out, vouchers_out);
        moved(&mut self.owed, owed);
        moved(&mut self.shortfall, shortfall);
    }
}

/// How meters move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeterChange {
    pub(crate) turnover: i64,
    pub(crate) wins: i64,
    pub(crate) voided: i64,
    pub(crate) vouchers_in: i64,
    pub(crate) vouchers_out: i64,
    pub(crate) owed: i64,
    pub(crate) shortfall: i64,
}

impl MeterChange {
    /// Stakes that are void were never turned over.
    pub(crate) fn void(units: u64) -> Self {
        let units = signed(units);
        Self { turnover: -units, voided: units, ..Self::default() }
    }
}

pub(crate) fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("amounts stay below the ceiling of money")
}
