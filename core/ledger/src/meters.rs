//! What has gone through a seat, a table or a rule book.

use taisai_table::{Adjustment, Money};

/// What has gone through, in the currency's smallest unit, by the dice that count and without what
/// is void. At every moment, for a seat, a table and a rule book,
/// `credit = vouchers_in + wins + ruled_in + carried_in + forgone + shortfall
///         − vouchers_out − turnover − ruled_out − carried_out − owed − recovered`.
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
    /// What came from another seat: corrections and voids give to a player where they sit now, and
    /// take where they sit now what this seat's bets return no longer. The same for a whole table
    /// as [`Self::carried_out`].
    pub carried_in: u64,
    /// What went to another seat in the same way.
    pub carried_out: u64,
    /// What corrections and voids left owing to players who had gone, paid or not.
    pub owed: u64,
    /// What corrections and voids took from what was owed.
    pub forgone: u64,
    /// What was owed and has been paid; of a table and a rule book, for it has no seat.
    pub owed_paid: u64,
    /// What corrections and voids could not take back.
    pub shortfall: u64,
    /// What corrections and voids set against it later.
    pub recovered: u64,
    /// What the decisions of cases paid for bets at this seat.
    pub ruled_in: u64,
    /// What they took.
    pub ruled_out: u64,
}

impl Meters {
    /// What the meters say that the credit is.
    pub fn credit(&self) -> i128 {
        let Self { vouchers_in, wins, ruled_in, carried_in, forgone, shortfall, .. } = *self;
        let Self { vouchers_out, turnover, ruled_out, carried_out, owed, recovered, .. } = *self;
        let sum = |of: [u64; 6]| of.into_iter().map(i128::from).sum::<i128>();
        sum([vouchers_in, wins, ruled_in, carried_in, forgone, shortfall])
            - sum([vouchers_out, turnover, ruled_out, carried_out, owed, recovered])
    }

    /// What the meters say that players are still owed.
    pub fn still_owed(&self) -> i128 {
        i128::from(self.owed) - i128::from(self.forgone) - i128::from(self.owed_paid)
    }

    /// What the meters say that the house bears.
    pub fn borne(&self) -> i128 {
        i128::from(self.shortfall) - i128::from(self.recovered)
    }

    /// Adds a change; a meter of the whole table moves as those of its seats do.
    pub(crate) fn change(&mut self, change: &MeterChange) {
        let moved = |meter: &mut u64, by: i64| {
            *meter = meter.checked_add_signed(by).expect("what goes out of a meter went in");
        };
        moved(&mut self.turnover, change.turnover);
        moved(&mut self.wins, change.wins);
        moved(&mut self.voided, change.voided);
        moved(&mut self.vouchers_in, change.vouchers_in);
        moved(&mut self.vouchers_out, change.vouchers_out);
        moved(&mut self.carried_in, change.carried_in);
        moved(&mut self.carried_out, change.carried_out);
        moved(&mut self.owed, change.owed);
        moved(&mut self.forgone, change.forgone);
        moved(&mut self.owed_paid, change.owed_paid);
        moved(&mut self.shortfall, change.shortfall);
        moved(&mut self.recovered, change.recovered);
        moved(&mut self.ruled_in, change.ruled_in);
        moved(&mut self.ruled_out, change.ruled_out);
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
    pub(crate) carried_in: i64,
    pub(crate) carried_out: i64,
    pub(crate) owed: i64,
    pub(crate) forgone: i64,
    pub(crate) owed_paid: i64,
    pub(crate) shortfall: i64,
    pub(crate) recovered: i64,
    pub(crate) ruled_in: i64,
    pub(crate) ruled_out: i64,
}

impl MeterChange {
    /// Stakes that are void were never turned over.
    pub(crate) fn void(units: u64) -> Self {
        let units = signed(units);
        Self { turnover: -units, voided: units, ..Self::default() }
    }

    /// What an adjustment means for the seat at which the bets were placed.
    pub(crate) fn at_the_bets(change: &Adjustment) -> Self {
        let units = |money: Money| signed(money.units());
        let Adjustment { before, after, given, owed, recovered, .. } = *change;
        let Adjustment { taken, forgone, shortfall, .. } = *change;
        let elsewhere = change.sits.is_some_and(|sits| sits != change.seat);
        Self {
            wins: units(after) - units(before),
            carried_in: if elsewhere { units(taken) } else { 0 },
            carried_out: if elsewhere { units(given) } else { 0 },
            owed: units(owed),
            forgone: units(forgone),
            shortfall: units(shortfall),
            recovered: units(recovered),
            ..Self::default()
        }
    }

    /// What the decision of a case means for the seat whose bets it is about: no dice won it.
    pub(crate) fn ruled(change: &Adjustment) -> Self {
        Self {
            wins: 0,
            ruled_in: signed(change.after.units()),
            ruled_out: signed(change.before.units()),
            ..Self::at_the_bets(change)
        }
    }

    /// What it means for another seat at which the player sits now.
    pub(crate) fn at_the_player(change: &Adjustment) -> Self {
        let carried_in = signed(change.given.units());
        let carried_out = signed(change.taken.units());
        Self { carried_in, carried_out, ..Self::default() }
    }
}

pub(crate) fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("amounts stay below the ceiling of money")
}
