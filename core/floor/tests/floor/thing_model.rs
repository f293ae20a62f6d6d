//! A plain register beside the floor's: where each thing is, and which dice are broken.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::{Floor, Held, Nature, ThingCommand, ThingId};
use taisai_rules::{Approval, ShakerKind};
use taisai_testing::luck::Luck;

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Store,
    At(u32),
    Out,
}

#[derive(Clone, Debug)]
struct Item {
    dice: Vec<u32>,
    spot: Spot,
    lent: bool,
    broken: bool,
}

/// The plain register.
#[derive(Default)]
pub(crate) struct Things {
    items: BTreeMap<ThingId, Item>,
    broken: BTreeSet<u32>,
}

impl Things {
    /// How high somebody of the tables must stand to ask it; nobody does what the machine does.
    pub(crate) const fn rank(command: &ThingCommand) -> usize {
        match command {
            ThingCommand::Place { .. } | ThingCommand::ReportDamage { .. } => 1,
            ThingCommand::Lend { .. } | ThingCommand::Settle { .. } => usize::MAX,
            ThingCommand::Register { .. }
            | ThingCommand::AttestSeal { .. }
            | ThingCommand::AttestApproval { .. }
            | ThingCommand::Withdraw { .. }
            | ThingCommand::DeclareSound { .. } => 2,
        }
    }

    fn unhurt(&self, item: &Item) -> bool {
        !item.broken && item.dice.iter().all(|die| !self.broken.contains(die))
    }

    pub(crate) fn can_be(&self, command: &ThingCommand, in_use: impl Fn(u32) -> bool) -> bool {
        let item = |thing: &ThingId| self.items.get(thing).cloned();
        let serves = |thing| item(thing).filter(|item| item.spot != Spot::Out);
        match command {
            ThingCommand::Register { thing, nature } => {
                let dice = dice_of(nature);
                let taken =
                    self.items.values().any(|item| item.dice.iter().any(|die| dice.contains(die)));
                let broken = dice.iter().any(|die| self.broken.contains(die));
                let different: BTreeSet<_> = dice.iter().collect();
                let sound = different.len() == dice.len() && !broken && !taken;
                sound && item(thing).is_none()
            }
            ThingCommand::AttestSeal { thing, .. } => serves(thing).is_some(),
            ThingCommand::AttestApproval { thing, approval, .. } => {
                let fits = match approval {
                    Approval::Dice => matches!(thing, ThingId::Dice(_)),
                    _ => matches!(thing, ThingId::Shaker(_)),
                };
                fits && serves(thing).is_some()
            }
            ThingCommand::Place { thing, table } => serves(thing).is_some_and(|item| {
                let goes = table.is_none_or(|table| in_use(table.0) && self.unhurt(&item));
                goes && !item.lent
            }),
            ThingCommand::Withdraw { thing, .. } => serves(thing).is_some_and(|item| !item.lent),
            ThingCommand::ReportDamage { thing, .. } => {
                item(thing).is_some_and(|item| !item.broken)
            }
            ThingCommand::DeclareSound { thing, .. } => item(thing).is_some_and(|item| {
                let hurt = item.broken || item.spot == Spot::Out;
                hurt && !item.lent && item.dice.is_empty()
            }),
            ThingCommand::Lend { thing, table, .. } => {
                let here = |item: &Item| item.spot == Spot::At(table.0);
                let fits = |item: Item| here(&item) && (item.lent || self.unhurt(&item));
                in_use(table.0) && serves(thing).is_some_and(fits)
            }
            ThingCommand::Settle { table, .. } => in_use(table.0),
        }
    }

    pub(crate) fn happen(&mut self, command: &ThingCommand) {
        match command {
            ThingCommand::Register { thing, nature } => {
                let (dice, spot) = (dice_of(nature), Spot::Store);
                self.items.insert(*thing, Item { dice, spot, lent: false, broken: false });
            }
            ThingCommand::AttestSeal { .. } | ThingCommand::AttestApproval { .. } => {}
            ThingCommand::Place { thing, table } => {
                self.at(*thing).spot = table.map_or(Spot::Store, |table| Spot::At(table.0));
            }
            ThingCommand::Withdraw { thing, .. } => self.at(*thing).spot = Spot::Out,
            ThingCommand::ReportDamage { thing, .. } => {
                self.at(*thing).broken = true;
                let dice = self.items[thing].dice.clone();
                self.broken.extend(dice);
            }
            ThingCommand::DeclareSound { thing, .. } => {
                let item = self.at(*thing);
                (item.broken, item.spot) = (false, Spot::Store);
            }
            ThingCommand::Lend { thing, .. } => self.at(*thing).lent = true,
            ThingCommand::Settle { table, held, .. } => self.settle(table.0, held),
        }
    }

    /// What the table does not have it has given back, and what it calls broken is.
    fn settle(&mut self, table: u32, held: &Held) {
        let broken: Vec<u32> = held.damaged.iter().map(|die| die.0).collect();
        let there: BTreeSet<ThingId> = held.things().map(|(thing, _)| thing).collect();
        for (thing, item) in &mut self.items {
            item.broken |= item.dice.iter().any(|die| broken.contains(die));
            if item.spot == Spot::At(table) && !there.contains(thing) {
                item.lent = false;
            }
        }
        self.broken.extend(broken);
    }

    /// A table that is gone has nothing.
    pub(crate) fn retire(&mut self, table: u32) {
        for item in self.items.values_mut().filter(|item| item.spot == Spot::At(table)) {
            (item.spot, item.lent) = (Spot::Store, false);
        }
    }

    /// What a table says it has: some of what it was lent, and now and then a die is broken.
    pub(crate) fn held(&self, table: u32, luck: &mut Luck) -> Held {
        let mut held = Held::default();
        let lent = self.items.iter().filter(|(_, item)| item.lent && item.spot == Spot::At(table));
        for (thing, item) in lent {
            if luck.below(3) == 0 {
                continue;
            }
            match thing {
                ThingId::Shaker(shaker) => {
                    held.shakers.insert(*shaker, (ShakerKind::Manual, false, Vec::new()));
                }
                ThingId::Dice(set) => {
                    let dice = [0, 1, 2].map(|place| taisai_table::DieId(item.dice[place]));
                    held.dice = Some((*set, dice));
                }
                ThingId::Display(_) | ThingId::Layout(_) => {}
            }
        }
        if let (Some((_, dice)), 0) = (held.dice, luck.below(8)) {
            held.damaged.insert(dice[0]);
        }
        held
    }

    /// Each thing is where the plain register has it, and nowhere else.
    pub(crate) fn audit(&self, floor: &Floor, step: u64) {
        let known = floor.register().things().map(|(thing, known)| {
            let spot = match known.place {
                taisai_floor::Place::Store => Spot::Store,
                taisai_floor::Place::Table(table) => Spot::At(table.0),
                taisai_floor::Place::Withdrawn { .. } => Spot::Out,
            };
            (thing, spot, known.lent, known.damage.is_some())
        });
        let own = self.items.iter();
        let own = own.map(|(thing, item)| (*thing, item.spot, item.lent, item.broken));
        assert!(known.eq(own), "step {step}: things are elsewhere");
        let broken = floor.register().damaged().map(|die| die.0);
        assert!(broken.eq(self.broken.iter().copied()), "step {step}: other dice are broken");
    }

    fn at(&mut self, thing: ThingId) -> &mut Item {
        self.items.get_mut(&thing).unwrap()
    }
}

fn dice_of(nature: &Nature) -> Vec<u32> {
    match nature {
        Nature::Dice { dice } => dice.iter().map(|die| die.0).collect(),
        Nature::Shaker { .. } | Nature::Display { .. } | Nature::Layout => Vec::new(),
    }
}
