//! Who gives and who gets what while settled rounds are undone, one after another in one act.

use std::collections::BTreeMap;

use crate::event::Adjustment;
use crate::ids::{PlayerId, SeatNumber};
use crate::money::Money;
use crate::refusal::Refusal;
use crate::round::Slip;
use crate::seat::Seat;
use crate::table::Table;

/// What everybody has, by what this act has done so far. Money follows the player: to and from the
/// credit where they sit now, owed where they have left, and where it is gone the house bears it.
/// No balance goes below nothing.
///
/// What is owed is given up before any credit is taken, and what the house bears is made up for
/// before anything is given: with the right dice first there would be neither, and the credit would
/// be what it is.
pub(super) struct Reckoning {
    seats: BTreeMap<PlayerId, (SeatNumber, Purse)>,
    owed: BTreeMap<PlayerId, Money>,
    borne: BTreeMap<PlayerId, Money>,
}

/// What a seat has, and how much more it can hold.
#[derive(Clone, Copy)]
struct Purse {
    credit: Money,
    room: Money,
}

impl Reckoning {
    /// As things stand.
    pub(super) fn of(table: &Table) -> Self {
        let purse = |seat: &Seat| Purse { credit: seat.credit(), room: seat.room() };
        let seats = table.seats.iter().map(|(&at, seat)| (seat.player(), (at, purse(seat))));
        Self { seats: seats.collect(), owed: table.owed.clone(), borne: table.borne.clone() }
    }

    /// What it means for one player that their bets now return something else.
    pub(super) fn adjust(
        &mut self,
        seat: SeatNumber,
        slip: &Slip,
        after: Money,
    ) -> Result<Adjustment, Refusal> {
        self.change(seat, slip.player, slip.returned, after)
    }

    /// What it means for one player that they should have one amount instead of another.
    pub(super) fn change(
        &mut self,
        seat: SeatNumber,
        player: PlayerId,
        before: Money,
        after: Money,
    ) -> Result<Adjustment, Refusal> {
        let zero = Money::ZERO;
        let mut adjustment = Adjustment {
            seat,
            player,
            sits: self.seats.get(&player).map(|(sits, _)| *sits),
            before,
            after,
            given: zero,
            owed: zero,
            recovered: zero,
            taken: zero,
            forgone: zero,
            shortfall: zero,
        };
        match (after.minus(before), before.minus(after)) {
            (Some(more), _) => self.give(&mut adjustment, more)?,
            (None, Some(less)) => self.take(&mut adjustment, less)?,
            (None, None) => unreachable!("one of two amounts is not less than the other"),
        }
        Ok(adjustment)
    }

    fn give(&mut self, adjustment: &mut Adjustment, more: Money) -> Result<(), Refusal> {
        let player = adjustment.player;
        adjustment.recovered = draw(&mut self.borne, player, more);
        let more = rest(more, adjustment.recovered);
        match self.seats.get_mut(&player) {
            Some((_, purse)) if more <= purse.room => {
                adjustment.given = more;
                purse.room = rest(purse.room, more);
                purse.credit = purse.credit.plus(more).expect("there is room for it");
            }
            // A credit that would burst is not filled further: the cage pays.
            Some(_) | None => {
                adjustment.owed = more;
                add(&mut self.owed, player, more)?;
            }
        }
        if self.owed.len() > Table::OWED_MAX {
            return Err(Refusal::TooMany { max: Table::OWED_MAX });
        }
        Ok(())
    }

    fn take(&mut self, adjustment: &mut Adjustment, less: Money) -> Result<(), Refusal> {
        let player = adjustment.player;
        adjustment.forgone = draw(&mut self.owed, player, less);
        let less = rest(less, adjustment.forgone);
        if let Some((_, purse)) = self.seats.get_mut(&player) {
            adjustment.taken = less.min(purse.credit);
            purse.credit = rest(purse.credit, adjustment.taken);
            purse.room = purse.room.plus(adjustment.taken).expect("room was there before");
        }
        adjustment.shortfall = rest(less, adjustment.taken);
        add(&mut self.borne, player, adjustment.shortfall)
    }
}

/// Takes up to so much from what stands beside a player's name, and says how much it was.
fn draw(of: &mut BTreeMap<PlayerId, Money>, player: PlayerId, wanted: Money) -> Money {
    let Some(held) = of.get_mut(&player) else { return Money::ZERO };
    let drawn = wanted.min(*held);
    *held = rest(*held, drawn);
    if held.is_zero() {
        of.remove(&player);
    }
    drawn
}

/// More than money can be stands beside nobody's name: first the cage pays what is owed.
fn add(to: &mut BTreeMap<PlayerId, Money>, player: PlayerId, more: Money) -> Result<(), Refusal> {
    if more.is_zero() {
        return Ok(());
    }
    let held = to.entry(player).or_insert(Money::ZERO);
    *held = held.plus(more).ok_or(Refusal::BadAmount)?;
    Ok(())
}

fn rest(of: Money, part: Money) -> Money {
    of.minus(part).expect("a part is never more than the whole")
}
