//! Where each shaker and each set of dice is, by the floor's records alone.

use std::collections::{BTreeMap, BTreeSet};

use super::decode::{Reader, Unreadable};
use super::floor::skip;
use super::{Found, broken};

/// A thing: the code of its kind, and its number.
pub(super) type Thing = (u8, u32);
/// The codes of the kinds.
pub(super) const SHAKER: u8 = 0;
pub(super) const DICE: u8 = 1;

/// The floor's register.
#[derive(Clone, Default)]
pub struct ThingBooks {
    /// The table to which each thing is lent.
    lent: BTreeMap<Thing, u32>,
    dice: BTreeMap<Thing, [u32; 3]>,
    damaged: BTreeSet<u32>,
    /// Tables that say they have what another one has.
    disputed: BTreeSet<(Thing, [u32; 2])>,
}

impl ThingBooks {
    /// Whether a thing is lent to a table.
    pub fn is_lent(&self, thing: Thing, table: u32) -> bool {
        self.lent.get(&thing) == Some(&table)
    }

    /// Whether another table says it has something that is at this one.
    pub fn is_disputed(&self, table: u32) -> bool {
        self.disputed.iter().any(|(_, tables)| tables.contains(&table))
    }

    /// Takes an event by its place among those about things.
    pub fn event(&mut self, place: u8, from: &mut Reader<'_>) -> Found {
        match place {
            0 => {
                let thing = thing(from)?;
                self.nature(thing, from)?;
                from.id()?;
            }
            1 | 4 | 5 | 6 => {
                let thing = thing(from)?;
                skip(from, "si")?;
                if place == 5 {
                    self.damaged.extend(self.dice.get(&thing).into_iter().flatten());
                }
            }
            2 => {
                thing(from)?;
                skip(from, "bsssi")?;
            }
            3 => {
                let thing = thing(from)?;
                let (_, by) = (from.maybe(Reader::id)?, from.maybe(Reader::id)?);
                if by.is_some() && self.lent.contains_key(&thing) {
                    return Err(broken(12, format!("{thing:?} was moved while it was in use")));
                }
            }
            7 => self.lend(from)?,
            8 => {
                let (thing, table) = (thing(from)?, from.id()?);
                if self.lent.remove(&thing) != Some(table) {
                    return Err(broken(12, format!("{table} gave {thing:?} back and had it not")));
                }
            }
            9 => self.adopted(from)?,
            10 => {
                thing(from)?;
                skip(from, "nnn")?;
            }
            11 => {
                self.damaged.extend(from.list(Reader::id)?);
                from.id()?;
                from.maybe(Reader::id)?;
            }
            12 | 13 => {
                let dispute = (thing(from)?, [from.id()?, from.id()?]);
                if place == 12 {
                    self.disputed.insert(dispute);
                } else {
                    self.disputed.remove(&dispute);
                }
            }
            _ => return Err(Unreadable("event of a thing").into()),
        }
        Ok(())
    }

    /// A thing is at one table, and dice that were damaged are at none.
    fn lend(&mut self, from: &mut Reader<'_>) -> Found {
        let (thing, table, _) = (thing(from)?, from.id()?, from.id()?);
        let dice = self.dice.get(&thing);
        if dice.is_some_and(|dice| dice.iter().any(|die| self.damaged.contains(die))) {
            return Err(broken(12, format!("damaged dice {thing:?} went to {table}")));
        }
        if let Some(other) = self.lent.insert(thing, table) {
            return Err(broken(12, format!("{thing:?} is lent to {other} and to {table}")));
        }
        Ok(())
    }

    fn adopted(&mut self, from: &mut Reader<'_>) -> Found {
        let thing = thing(from)?;
        self.nature(thing, from)?;
        from.byte()?;
        from.list(Reader::byte)?;
        for _ in 0..3 {
            from.maybe(Reader::number)?;
        }
        let table = from.id()?;
        match self.lent.insert(thing, table) {
            None => Ok(()),
            Some(other) => Err(broken(12, format!("{thing:?} of {other} was adopted at {table}"))),
        }
    }

    fn nature(&mut self, thing: Thing, from: &mut Reader<'_>) -> Found {
        match from.byte()? {
            0 => drop(from.byte()?),
            1 => drop(self.dice.insert(thing, [from.id()?, from.id()?, from.id()?])),
            2 => drop(from.maybe(Reader::id)?),
            3 => {}
            _ => return Err(Unreadable("nature of a thing").into()),
        }
        Ok(())
    }
}

fn thing(from: &mut Reader<'_>) -> Result<Thing, Unreadable> {
    Ok((from.byte()?, from.id()?))
}
