//! The banks of felt tables by the floor's records alone: days in order, two people for each count,
//! and no more chips back in the cage than came out of it.

use std::collections::BTreeMap;

use super::decode::{Reader, Unreadable};
use super::{Found, broken};

/// A count as it stands, by which of its day it is: the code and the number of its slip.
type Which = (u8, u64);

const OPENING: u8 = 0;
const FILL: u8 = 1;
const CREDIT: u8 = 2;
const CLOSING: u8 = 3;
const DROP: u8 = 4;

/// What was counted on a day, as it stands.
#[derive(Clone, Default)]
struct Day(BTreeMap<Which, i128>);

/// Every bank.
#[derive(Clone, Default)]
pub struct BankBooks {
    days: BTreeMap<(u32, u32), Day>,
    last: BTreeMap<u32, u32>,
    slips: u64,
}

impl Day {
    fn sum(&self, of: u8) -> i128 {
        self.0.iter().filter(|((which, _), _)| *which == of).map(|(_, worth)| worth).sum()
    }

    fn has(&self, of: u8) -> bool {
        self.0.contains_key(&(of, 0))
    }
}

impl BankBooks {
    /// What all finished days won together.
    pub fn won(&self) -> i128 {
        let finished = self.days.values().filter(|day| day.has(CLOSING) && day.has(DROP));
        finished
            .map(|day| {
                let back = day.sum(CLOSING) + day.sum(DROP) + day.sum(CREDIT);
                back - day.sum(OPENING) - day.sum(FILL)
            })
            .sum()
    }

    /// Takes an event by its place among those about banks.
    pub fn event(&mut self, place: u8, from: &mut Reader<'_>) -> Found {
        let (table, day) = (from.id()?, from.id()?);
        let at = (table, day);
        let which = match place {
            0 => {
                let carried = from.maybe(Reader::number)?;
                self.opens(at, carried.map(i128::from))?;
                (OPENING, 0)
            }
            1 => (FILL, from.number()?),
            2 => (CREDIT, from.number()?),
            3 => (CLOSING, 0),
            4 => (DROP, 0),
            5 => count_of(from)?,
            _ => return Err(Unreadable("event of a bank").into()),
        };
        let worth = count(from)?;
        if place == 5 {
            from.text()?;
        }
        let by = [from.id()?, from.id()?];
        if by[0] == by[1] {
            return Err(broken(11, format!("{} alone counted at table {table}", by[0])));
        }
        if place == 5 { self.corrects(at, which, worth) } else { self.counts(at, which, worth) }
    }

    fn opens(&mut self, (table, day): (u32, u32), carried: Option<i128>) -> Found {
        let last = self.last.insert(table, day).unwrap_or(0);
        let before = self.days.get(&(table, last));
        let closed = before.is_none_or(|before| before.has(CLOSING));
        let left = before.map(|before| before.sum(CLOSING));
        if day != last + 1 || !closed || carried != left {
            return Err(broken(12, format!("day {day} of table {table} began after day {last}")));
        }
        self.days.insert((table, day), Day::default());
        Ok(())
    }

    fn counts(&mut self, at: (u32, u32), (of, slip): Which, worth: i128) -> Found {
        let (table, day) = at;
        if slip > 0 {
            self.slips += 1;
        }
        let slips = self.slips;
        let known = self.days.entry(at).or_default();
        let in_order = match of {
            OPENING => true,
            DROP => known.has(CLOSING) && !known.has(DROP),
            _ => known.has(OPENING) && !known.has(CLOSING) && (slip == 0 || slip == slips),
        };
        if !in_order {
            return Err(broken(
                12,
                format!("count {of} of day {day} of table {table} was not due"),
            ));
        }
        known.0.insert((of, slip), worth);
        self.still_out(table)
    }

    fn corrects(&mut self, at: (u32, u32), which: Which, worth: i128) -> Found {
        let known = self.days.entry(at).or_default();
        if known.0.insert(which, worth).is_none() {
            return Err(broken(12, format!("{which:?} of {at:?} was corrected and never counted")));
        }
        Ok(())
    }

    /// Chips of one currency or another: together no more came back than went out.
    fn still_out(&self, table: u32) -> Found {
        let days = self.days.iter();
        let out: i128 = days
            .map(|((_, day), counted)| {
                let first = if *day == 1 { counted.sum(OPENING) } else { 0 };
                first + counted.sum(FILL) - counted.sum(CREDIT)
            })
            .sum();
        if out < 0 {
            return Err(broken(12, format!("table {table} gave back chips that nobody had")));
        }
        Ok(())
    }
}

/// A count's worth: denominations in order, each with its pieces.
pub(super) fn count(from: &mut Reader<'_>) -> Result<i128, Unreadable> {
    let pieces = from.list(|from| Ok((from.number()?, from.id()?)))?;
    Ok(pieces.iter().map(|(of, many)| i128::from(*of) * i128::from(*many)).sum())
}

pub(super) fn count_of(from: &mut Reader<'_>) -> Result<Which, Unreadable> {
    let of = from.byte()?;
    let slip = if of == FILL || of == CREDIT { from.number()? } else { 0 };
    Ok((of, slip))
}
