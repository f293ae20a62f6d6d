//! Large transactions by the floor's records alone: what each chain of vouchers brought and took in
//! a day, and whether it was said when it was too much.

use std::collections::{BTreeMap, BTreeSet};

use super::decode::{Reader, Unreadable};
use super::{Found, broken};

/// A day, a chain, a currency, and which way cash went.
type SumOf = (u32, u64, [u8; 3], u8);

/// What every chain came to.
#[derive(Clone, Default)]
pub(super) struct LargeBooks {
    above: BTreeMap<[u8; 3], u64>,
    sums: BTreeMap<SumOf, u128>,
    said: BTreeSet<SumOf>,
    /// The day and the chain that had more last.
    touched: Option<(u32, u64)>,
}

impl LargeBooks {
    /// Takes an event by its place among those about chains.
    pub(super) fn event(&mut self, place: u8, from: &mut Reader<'_>) -> Found {
        match place {
            0 => {
                let above = from.list(|from| Ok((currency(from)?, from.number()?)))?;
                from.number()?;
                self.above = above.into_iter().collect();
            }
            1 => {
                let (date, chain) = (from.id()?, from.number()?);
                let (_, _, way) = (from.wide()?, from.number()?, from.byte()?);
                let (amount, currency, _) = (from.number()?, currency(from)?, from.id()?);
                from.maybe(|from| from.text().map(drop))?;
                let of = (date, chain, currency, way);
                *self.sums.entry(of).or_default() += u128::from(amount);
                self.touched = Some((date, chain));
            }
            2 => {
                let (date, chain, other) = (from.id()?, from.number()?, from.number()?);
                self.join(date, chain, other);
                self.touched = Some((date, chain));
            }
            3 => {
                let (date, chain, way) = (from.id()?, from.number()?, from.byte()?);
                let (currency, sum, above) = (currency(from)?, from.wide()?, from.number()?);
                let of = (date, chain, currency, way);
                let known = self.sums.get(&of).copied();
                if known != Some(sum) || sum <= u128::from(above) || !self.said.insert(of) {
                    return Err(broken(12, format!("{of:?} of {known:?} was said to be {sum}")));
                }
            }
            _ => return Err(Unreadable("event of a chain").into()),
        }
        Ok(())
    }

    fn join(&mut self, date: u32, chain: u64, other: u64) {
        let of_other = |(of, number, ..): &SumOf| *of == date && *number == other;
        let moved: Vec<SumOf> = self.sums.keys().copied().filter(of_other).collect();
        for of in moved {
            let into = (date, chain, of.2, of.3);
            let sum = self.sums.remove(&of).unwrap_or(0);
            *self.sums.entry(into).or_default() += sum;
            if self.said.remove(&of) {
                self.said.insert(into);
            }
        }
    }

    /// After a record, what its chain came to was said if it was too much.
    pub(super) fn settled(&mut self) -> Found {
        let Some((date, chain)) = self.touched.take() else { return Ok(()) };
        let own = self.sums.iter().filter(|((of, number, ..), _)| (*of, *number) == (date, chain));
        for (of, sum) in own {
            let above = self.above.get(&of.2).is_some_and(|above| *sum > u128::from(*above));
            if above && !self.said.contains(of) {
                return Err(broken(12, format!("{of:?} came to {sum}, and nobody was told")));
            }
        }
        Ok(())
    }
}

fn currency(from: &mut Reader<'_>) -> Result<[u8; 3], Unreadable> {
    from.bytes(3)?.try_into().map_err(|_| Unreadable("currency"))
}
