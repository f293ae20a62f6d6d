//! The things that stand at the tables: shakers, sets of dice, displays and layouts, each in one
//! place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use taisai_rules::{Approval, ShakerKind};
use taisai_table::{DiceSetId, DieId, Reason, ShakerFacts, ShakerId, StaffId, Table, Time};

use crate::ids::TableId;
use crate::text::{Date, Line};

/// A thing of the house, by its kind and number. A number is never given to another thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThingId {
    /// A shaker.
    Shaker(ShakerId),
    /// A set of three dice.
    Dice(DiceSetId),
    /// A display.
    Display(u32),
    /// A layout.
    Layout(u32),
}

/// What a thing is, for good.
#[expect(missing_docs, reason = "the sentence of a variant says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nature {
    /// A shaker of this kind.
    Shaker { kind: ShakerKind },
    /// Three identified dice.
    Dice { dice: [DieId; 3] },
    /// A display, and the device that is enrolled for it, where one is.
    Display { device: Option<u32> },
    /// A layout.
    Layout,
}

/// A thing and everything that is known of it; its history is in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    /// What it is.
    pub nature: Nature,
    /// Its seal, where one was attested.
    pub seal: Option<Seal>,
    /// The written approvals that were attested.
    pub approvals: BTreeMap<Approval, Paper>,
    /// Where it is.
    pub place: Place,
    /// Since when.
    pub since: Time,
    /// Whether the table at which it is has it in use, or is about to.
    pub lent: bool,
    /// When each of its dice was first used.
    pub first_used: [Option<Time>; 3],
    /// That it is damaged.
    pub damage: Option<Damage>,
}

/// Where a thing is.
#[expect(missing_docs, reason = "the sentence of a place says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the store.
    Store,
    /// At a table.
    Table(TableId),
    /// Out of service.
    Withdrawn { reason: Reason, by: StaffId },
}

/// A seal that a person saw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seal {
    /// What stands on it; empty where a table attested it before there was a register.
    pub number: Line,
    /// Who saw it.
    pub by: Option<StaffId>,
}

/// A written approval that a person saw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paper {
    /// Its reference; empty where a table attested it before there was a register.
    pub reference: Line,
    /// Its date.
    pub date: Option<Date>,
    /// Who holds the paper.
    pub holder: Line,
    /// Who saw it.
    pub by: Option<StaffId>,
}

/// That a thing is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Damage {
    /// Why, in the words of the person who reported it; `None` if dice were called damaged at a
    /// table.
    pub reason: Option<Reason>,
    /// Who reported it; unknown where a table tells of it after a stop.
    pub by: Option<StaffId>,
}

/// A thing, or one of its dice, that two tables say they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dispute {
    /// The thing.
    pub thing: ThingId,
    /// The tables, the lower number first.
    pub tables: [TableId; 2],
}

/// What a table says it has, and what it knows of dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Held {
    /// Its shakers: kind, whether sealed, what is approved.
    pub shakers: BTreeMap<ShakerId, (ShakerKind, bool, Vec<Approval>)>,
    /// The dice in one of them.
    pub dice: Option<(DiceSetId, [DieId; 3])>,
    /// When dice were first used, of those it remembers.
    pub first_used: BTreeMap<DieId, Time>,
    /// The dice it knows as damaged.
    pub damaged: BTreeSet<DieId>,
}

/// What the register knows about a table's equipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegisterReport {
    /// Its shakers.
    pub shakers: Vec<ShakerFacts>,
    /// Those of its dice that are damaged.
    pub damaged: Vec<DieId>,
    /// Whether another table says it has something that stands here.
    pub disputed: bool,
}

/// The register of the house's things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Register {
    pub(crate) things: BTreeMap<ThingId, Thing>,
    /// Dice that were damaged, for ever.
    pub(crate) damaged: BTreeSet<DieId>,
    pub(crate) disputes: BTreeSet<Dispute>,
}

impl ThingId {
    /// Its number among the things of its kind.
    pub const fn number(self) -> u32 {
        match self {
            Self::Shaker(shaker) => shaker.0,
            Self::Dice(set) => set.0,
            Self::Display(number) | Self::Layout(number) => number,
        }
    }

    /// The word for its kind.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Shaker(_) => "shaker",
            Self::Dice(_) => "dice",
            Self::Display(_) => "display",
            Self::Layout(_) => "layout",
        }
    }
}

impl fmt::Display for ThingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.number())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store => f.write_str("in the store"),
            Self::Table(table) => write!(f, "at table {table}"),
            Self::Withdrawn { .. } => f.write_str("withdrawn"),
        }
    }
}

impl Nature {
    /// Whether it is what a number of this kind stands for.
    pub const fn fits(self, thing: ThingId) -> bool {
        match (self, thing) {
            (Self::Shaker { .. }, ThingId::Shaker(_))
            | (Self::Dice { .. }, ThingId::Dice(_))
            | (Self::Display { .. }, ThingId::Display(_))
            | (Self::Layout, ThingId::Layout(_)) => true,
            (Self::Shaker { .. } | Self::Dice { .. } | Self::Display { .. } | Self::Layout, _) => {
                false
            }
        }
    }

    /// Its dice.
    pub fn dice(&self) -> &[DieId] {
        match self {
            Self::Dice { dice } => dice,
            Self::Shaker { .. } | Self::Display { .. } | Self::Layout => &[],
        }
    }

    /// Whether an approval can be of such a thing. The table is approved with its layout.
    pub const fn takes(self, approval: Approval) -> bool {
        match (self, approval) {
            (
                Self::Shaker { .. },
                Approval::Shaker | Approval::ShakerProcedure | Approval::ShakerPlace,
            )
            | (Self::Dice { .. }, Approval::Dice)
            | (Self::Display { .. }, Approval::Display)
            | (Self::Layout, Approval::Layout | Approval::Table) => true,
            (Self::Shaker { .. } | Self::Dice { .. } | Self::Display { .. } | Self::Layout, _) => {
                false
            }
        }
    }
}

impl Thing {
    pub(crate) const fn new(nature: Nature, place: Place, since: Time) -> Self {
        Self {
            nature,
            seal: None,
            approvals: BTreeMap::new(),
            place,
            since,
            lent: false,
            first_used: [None; 3],
            damage: None,
        }
    }

    /// The table that has it in use, or is about to.
    pub const fn lent_to(&self) -> Option<TableId> {
        match self.place {
            Place::Table(table) if self.lent => Some(table),
            Place::Table(_) | Place::Store | Place::Withdrawn { .. } => None,
        }
    }

    /// Whether it stands at this table, in use or not.
    pub fn is_at(&self, table: TableId) -> bool {
        self.place == Place::Table(table)
    }
}

impl Held {
    /// What stands on a table. Dice that the round in play has marked are not said to be damaged
    /// yet: the call may be found mistaken until the round has ended.
    pub fn of(table: &Table) -> Self {
        let equipment = table.equipment();
        let may_be_mistaken = table.round().is_some_and(|round| round.marked);
        let shakers = equipment
            .shakers
            .iter()
            .map(|(id, shaker)| (*id, (shaker.kind, shaker.sealed, shaker.approvals.clone())));
        let mut damaged = equipment.damaged_dice.clone();
        let broken = equipment.dice.iter().filter(|state| state.damaged && !may_be_mistaken);
        damaged.extend(broken.flat_map(|state| state.dice));
        Self {
            shakers: shakers.collect(),
            dice: equipment.dice.as_ref().map(|state| (state.set, state.dice)),
            first_used: equipment.first_used.clone(),
            damaged,
        }
    }

    /// The things, and what each is.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, Nature)> {
        let shakers = self.shakers.iter();
        let shakers =
            shakers.map(|(id, (kind, ..))| (ThingId::Shaker(*id), Nature::Shaker { kind: *kind }));
        let dice = self.dice.iter();
        shakers.chain(dice.map(|(set, dice)| (ThingId::Dice(*set), Nature::Dice { dice: *dice })))
    }

    /// Whether it has this thing, or one of its dice.
    pub(crate) fn has(&self, thing: ThingId, nature: Option<&Nature>) -> bool {
        let dice = nature.map_or(&[][..], Nature::dice);
        self.things()
            .any(|(id, held)| id == thing || held.dice().iter().any(|die| dice.contains(die)))
    }
}

impl Register {
    /// A thing.
    pub fn get(&self, thing: ThingId) -> Option<&Thing> {
        self.things.get(&thing)
    }

    /// Every thing.
    pub fn things(&self) -> impl ExactSizeIterator<Item = (ThingId, &Thing)> {
        self.things.iter().map(|(&id, thing)| (id, thing))
    }

    /// The things that a table has in use, or is about to.
    pub fn lent_to(&self, table: TableId) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things().filter(move |(_, thing)| thing.lent_to() == Some(table))
    }

    /// Whether a die was damaged.
    pub fn is_damaged(&self, die: DieId) -> bool {
        self.damaged.contains(&die)
    }

    /// The dice that were damaged.
    pub fn damaged(&self) -> impl ExactSizeIterator<Item = DieId> {
        self.damaged.iter().copied()
    }

    /// What two tables say they have.
    pub fn disputes(&self) -> impl ExactSizeIterator<Item = Dispute> {
        self.disputes.iter().copied()
    }

    /// Whether something at a table is said to be at another one, too.
    pub fn is_disputed(&self, table: TableId) -> bool {
        self.disputes.iter().any(|dispute| dispute.tables.contains(&table))
    }

    /// What the register knows about the equipment that a table has.
    pub fn report_for(&self, table: TableId, held: &Held) -> RegisterReport {
        let here = || self.things.values().filter(move |thing| thing.is_at(table));
        let shared: BTreeSet<Approval> = here()
            .filter(|thing| !matches!(thing.nature, Nature::Shaker { .. }))
            .flat_map(|thing| thing.approvals.keys().copied())
            .collect();
        let known = |shaker: &ShakerId| {
            let thing = self.get(ThingId::Shaker(*shaker))?;
            let own = thing.approvals.keys().copied();
            let approvals: BTreeSet<Approval> = own.chain(shared.iter().copied()).collect();
            let (shaker, sealed) = (*shaker, thing.seal.is_some());
            let approvals = approvals.into_iter().collect();
            let facts = ShakerFacts { shaker, sealed, approvals };
            (thing.lent_to() == Some(table)).then_some(facts)
        };
        let dice = held.dice.iter().flat_map(|(_, dice)| dice);
        RegisterReport {
            shakers: held.shakers.keys().filter_map(known).collect(),
            damaged: dice.copied().filter(|die| self.is_damaged(*die)).collect(),
            disputed: self.is_disputed(table),
        }
    }

    /// Things that a table has and that the register has elsewhere, though nobody disputes it:
    /// there are none, unless something is doubled. A table to which nothing is lent was furnished
    /// before there was a register, and not asked since.
    pub fn misplaced(&self, table: TableId, held: &Held) -> Vec<ThingId> {
        if self.lent_to(table).next().is_none() {
            return Vec::new();
        }
        let misplaced = |(id, _): &(ThingId, Nature)| {
            let known = self.get(*id);
            known.is_some_and(|thing| thing.lent_to() != Some(table)) && !self.is_disputed(table)
        };
        held.things().filter(misplaced).map(|(id, _)| id).collect()
    }
}
