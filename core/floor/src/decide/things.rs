//! Shakers, dice, displays and layouts: each is in one place, and a table borrows what is there.

use std::collections::BTreeSet;

use taisai_rules::Approval;
use taisai_table::{DieId, Reason, StaffId, Time};

use super::Decision;
use crate::command::{Asker, ThingCommand};
use crate::event::{Event, ThingEvent};
use crate::floor::Floor;
use crate::ids::TableId;
use crate::refusal::Refusal;
use crate::text::{Date, Line};
use crate::thing::{Dispute, Held, Nature, Place, Register, Thing, ThingId};

/// The step has been taken before; there is nothing more to do.
const DONE: Decision = Ok(Vec::new());

impl Floor {
    pub(super) fn decide_things(&self, command: &ThingCommand, from: Asker) -> Decision {
        let by = from.staff().unwrap_or(StaffId::HOUSE);
        match command {
            ThingCommand::Register { thing, nature } => self.register_thing(*thing, *nature, by),
            ThingCommand::AttestSeal { thing, number } => self.attest_seal(*thing, number, by),
            ThingCommand::AttestApproval { thing, approval, reference, date, holder } => {
                self.attest_approval(*thing, *approval, (reference, date, holder), by)
            }
            ThingCommand::Place { thing, table } => self.place_thing(*thing, *table, by),
            ThingCommand::Withdraw { thing, reason } => self.withdraw_thing(*thing, reason, by),
            ThingCommand::ReportDamage { thing, reason } => self.report_damage(*thing, reason, by),
            ThingCommand::DeclareSound { thing, reason } => self.declare_sound(*thing, reason, by),
            ThingCommand::Lend { thing, table, by } => self.lend_thing(*thing, *table, *by),
            ThingCommand::Settle { table, held, by } => {
                self.table_in_use(*table)?;
                Ok(self.settled(*table, held, *by).into_iter().map(Event::Things).collect())
            }
        }
    }

    fn register_thing(&self, thing: ThingId, nature: Nature, by: StaffId) -> Decision {
        if self.register.things.len() >= Self::THINGS_MAX {
            return Err(Refusal::TooMany { max: Self::THINGS_MAX });
        }
        let dice = nature.dice();
        let different: BTreeSet<&DieId> = dice.iter().collect();
        if !nature.fits(thing) || different.len() < dice.len() {
            return Err(Refusal::BadThing);
        }
        if self.register.get(thing).is_some() {
            return Err(Refusal::ThingTaken { thing });
        }
        if dice.iter().any(|die| self.register.is_damaged(*die)) {
            return Err(Refusal::ThingDamaged { thing });
        }
        let shares = |known: &Thing| known.nature.dice().iter().any(|die| dice.contains(die));
        if let Some((set, _)) = self.register.things().find(|(_, known)| shares(known)) {
            return Err(Refusal::DieTaken { thing: set });
        }
        Ok(one(ThingEvent::ThingRegistered { thing, nature, by }))
    }

    fn attest_seal(&self, thing: ThingId, number: &Line, by: StaffId) -> Decision {
        self.in_service(thing)?;
        check_written(&[number])?;
        Ok(one(ThingEvent::SealAttested { thing, number: number.clone(), by }))
    }

    fn attest_approval(
        &self,
        thing: ThingId,
        approval: Approval,
        (reference, date, holder): (&Line, &Date, &Line),
        by: StaffId,
    ) -> Decision {
        if !self.in_service(thing)?.nature.takes(approval) {
            return Err(Refusal::OtherApproval);
        }
        check_written(&[reference, holder])?;
        let (reference, date, holder) = (reference.clone(), date.clone(), holder.clone());
        Ok(one(ThingEvent::ApprovalAttested { thing, approval, reference, date, holder, by }))
    }

    fn place_thing(&self, thing: ThingId, to: Option<TableId>, by: StaffId) -> Decision {
        if let Some(table) = to {
            self.table_in_use(table)?;
        }
        let known = self.in_service(thing)?;
        check_given_up(thing, known)?;
        // What is damaged can be taken away, and nowhere else.
        if to.is_some() {
            self.check_sound(thing, known)?;
        }
        if known.place == place_of(to) {
            return DONE;
        }
        Ok(one(ThingEvent::ThingPlaced { thing, table: to, by: Some(by) }))
    }

    fn withdraw_thing(&self, thing: ThingId, reason: &Reason, by: StaffId) -> Decision {
        check_given_up(thing, self.in_service(thing)?)?;
        Ok(one(ThingEvent::ThingWithdrawn { thing, reason: reason.clone(), by }))
    }

    /// Dice that are in use are damaged all the same; their table hears of it.
    fn report_damage(&self, thing: ThingId, reason: &Reason, by: StaffId) -> Decision {
        let known = self.known_thing(thing)?;
        if known.damage.is_some() {
            return Err(Refusal::ThingDamaged { thing });
        }
        let fresh = known.nature.dice().iter().filter(|die| !self.register.is_damaged(**die));
        self.check_room_for_damage(fresh.count())?;
        Ok(one(ThingEvent::DamageReported { thing, reason: reason.clone(), by }))
    }

    fn check_room_for_damage(&self, more: usize) -> Result<(), Refusal> {
        let max = Self::DICE_DAMAGED_MAX;
        if self.register.damaged.len() + more <= max {
            return Ok(());
        }
        Err(Refusal::TooMany { max })
    }

    fn declare_sound(&self, thing: ThingId, reason: &Reason, by: StaffId) -> Decision {
        let known = self.known_thing(thing)?;
        if matches!(known.nature, Nature::Dice { .. }) {
            return Err(Refusal::DiceStayOut);
        }
        check_given_up(thing, known)?;
        let withdrawn = matches!(known.place, Place::Withdrawn { .. });
        if known.damage.is_none() && !withdrawn {
            return Err(Refusal::ThingSound { thing });
        }
        Ok(one(ThingEvent::DeclaredSound { thing, reason: reason.clone(), by }))
    }

    fn lend_thing(&self, thing: ThingId, table: TableId, by: StaffId) -> Decision {
        self.table_in_use(table)?;
        let known = self.in_service(thing)?;
        match known.lent_to() {
            Some(at) if at == table => return DONE,
            Some(at) => return Err(Refusal::ThingInUse { thing, table: at }),
            None => {}
        }
        self.check_sound(thing, known)?;
        match known.place {
            Place::Table(at) if at == table => Ok(one(ThingEvent::ThingLent { thing, table, by })),
            Place::Table(at) => Err(Refusal::ThingElsewhere { thing, at: Some(at) }),
            Place::Store | Place::Withdrawn { .. } => {
                Err(Refusal::ThingElsewhere { thing, at: None })
            }
        }
    }

    fn known_thing(&self, thing: ThingId) -> Result<&Thing, Refusal> {
        self.register.get(thing).ok_or(Refusal::NoSuchThing { thing })
    }

    fn in_service(&self, thing: ThingId) -> Result<&Thing, Refusal> {
        let known = self.known_thing(thing)?;
        match known.place {
            Place::Withdrawn { .. } => Err(Refusal::ThingWithdrawn { thing }),
            Place::Store | Place::Table(_) => Ok(known),
        }
    }

    fn check_sound(&self, thing: ThingId, known: &Thing) -> Result<(), Refusal> {
        let broken = known.nature.dice().iter().any(|die| self.register.is_damaged(*die));
        if broken || known.damage.is_some() {
            return Err(Refusal::ThingDamaged { thing });
        }
        Ok(())
    }

    /// What stands at a table that is retired goes to the store.
    pub(super) fn clear_of_things(&self, table: TableId) -> Vec<Event> {
        let here = self.register.things().filter(|(_, thing)| thing.is_at(table));
        let cleared = here.flat_map(|(thing, known)| {
            let back = known.lent.then_some(ThingEvent::ThingReturned { thing, table });
            back.into_iter().chain([ThingEvent::ThingPlaced { thing, table: None, by: None }])
        });
        let disputes = self.register.disputes().filter(|known| known.tables.contains(&table));
        let ended =
            disputes.map(|Dispute { thing, tables }| ThingEvent::DisputeEnded { thing, tables });
        cleared.chain(ended).map(Event::Things).collect()
    }

    /// What brings the register in line with what a table says it has: nothing, if it is.
    ///
    /// The table's word holds: it knows what stands on it, and dice that it called damaged are.
    pub fn settled(&self, table: TableId, held: &Held, by: Option<StaffId>) -> Vec<ThingEvent> {
        let mut events = Vec::new();
        events.extend(self.newly_damaged(table, held, by));
        events.extend(self.newly_found(table, held));
        events.extend(self.newly_used(table, held));
        let lent = self.register.lent_to(table).map(|(thing, _)| thing);
        let given_up = lent.filter(|thing| held.things().all(|(id, _)| id != *thing));
        events.extend(given_up.map(|thing| ThingEvent::ThingReturned { thing, table }));
        let over = self.register.disputes().filter(|dispute| {
            let nature = self.register.get(dispute.thing).map(|thing| &thing.nature);
            dispute.tables.contains(&table) && !held.has(dispute.thing, nature)
        });
        let ended = |Dispute { thing, tables }| ThingEvent::DisputeEnded { thing, tables };
        events.extend(over.map(ended));
        events
    }

    fn newly_damaged(
        &self,
        table: TableId,
        held: &Held,
        by: Option<StaffId>,
    ) -> Option<ThingEvent> {
        let room = Self::DICE_DAMAGED_MAX - self.register.damaged.len();
        let news = held.damaged.iter().filter(|die| !self.register.is_damaged(**die));
        let dice: Vec<DieId> = news.take(room).copied().collect();
        (!dice.is_empty()).then_some(ThingEvent::DiceDamaged { dice, table, by })
    }

    /// What a table has that the register does not know to be there.
    fn newly_found(&self, table: TableId, held: &Held) -> Vec<ThingEvent> {
        let mut events = Vec::new();
        let mut room = Self::THINGS_MAX - self.register.things.len();
        let mut disputes = Self::DISPUTES_MAX - self.register.disputes.len();
        for (thing, nature) in held.things() {
            let known = self.register.get(thing);
            let adopts = match known.map(Thing::lent_to) {
                None if room == 0 => continue,
                None => {
                    room -= 1;
                    true
                }
                Some(None) => true,
                Some(Some(_)) => false,
            };
            if adopts {
                events.push(adopted(thing, nature, held, table));
            }
            let others = self.register.also_at(table, thing, &nature);
            for other in others.into_iter().take(disputes) {
                disputes -= 1;
                let tables = [table.min(other), table.max(other)];
                events.push(ThingEvent::ThingDisputed { thing, tables });
            }
        }
        events
    }

    /// The ages of dice follow what their table has seen.
    fn newly_used(&self, table: TableId, held: &Held) -> Vec<ThingEvent> {
        let used = |(thing, known): (ThingId, &Thing)| {
            let Nature::Dice { dice } = known.nature else { return None };
            let [first, second, third] = dice.map(|die| held.first_used.get(&die).copied());
            let since = [first?, second?, third?];
            let earlier =
                |(since, known): (&Time, &Option<Time>)| known.is_none_or(|known| *since < known);
            let news = since.iter().zip(&known.first_used).any(earlier);
            news.then_some(ThingEvent::DiceUsed { thing, since })
        };
        self.register.lent_to(table).filter_map(used).collect()
    }
}

impl Register {
    /// The other tables that have this thing, or one of its dice, unless that is known.
    fn also_at(&self, table: TableId, thing: ThingId, nature: &Nature) -> BTreeSet<TableId> {
        let same = |(id, known): &(ThingId, &Thing)| {
            let shared = known.nature.dice().iter().any(|die| nature.dice().contains(die));
            *id == thing || shared
        };
        let others = self.things().filter(same).filter_map(|(_, known)| known.lent_to());
        let others = others.filter(|other| *other != table);
        let fresh = |other: &TableId| {
            let tables = [table.min(*other), table.max(*other)];
            !self.disputes.iter().any(|known| known.tables == tables && known.thing == thing)
        };
        others.filter(fresh).filter(|other| !self.is_told(table, *other, nature)).collect()
    }

    /// Whether these two tables are known to dispute a set that shares a die with this one: one
    /// dispute is enough for both of them.
    fn is_told(&self, table: TableId, other: TableId, nature: &Nature) -> bool {
        let tables = [table.min(other), table.max(other)];
        self.disputes.iter().filter(|known| known.tables == tables).any(|known| {
            let thing = self.get(known.thing);
            let dice = thing.map_or(&[][..], |thing| thing.nature.dice());
            dice.iter().any(|die| nature.dice().contains(die))
        })
    }
}

fn adopted(thing: ThingId, nature: Nature, held: &Held, table: TableId) -> ThingEvent {
    let (sealed, approvals) = match thing {
        ThingId::Shaker(shaker) => held
            .shakers
            .get(&shaker)
            .map_or((false, Vec::new()), |(_, sealed, approvals)| (*sealed, approvals.clone())),
        ThingId::Dice(_) | ThingId::Display(_) | ThingId::Layout(_) => (false, Vec::new()),
    };
    let first_used = match nature {
        Nature::Dice { dice } => dice.map(|die| held.first_used.get(&die).copied()),
        Nature::Shaker { .. } | Nature::Display { .. } | Nature::Layout => [None; 3],
    };
    ThingEvent::ThingAdopted { thing, nature, sealed, approvals, first_used, table }
}

fn one(event: ThingEvent) -> Vec<Event> {
    vec![Event::Things(event)]
}

const fn place_of(table: Option<TableId>) -> Place {
    match table {
        Some(table) => Place::Table(table),
        None => Place::Store,
    }
}

fn check_given_up(thing: ThingId, known: &Thing) -> Result<(), Refusal> {
    match known.lent_to() {
        Some(table) => Err(Refusal::ThingInUse { thing, table }),
        None => Ok(()),
    }
}

fn check_written(lines: &[&Line]) -> Result<(), Refusal> {
    let empty = lines.iter().any(|line| line.as_str().trim().is_empty());
    if empty { Err(Refusal::NothingWritten) } else { Ok(()) }
}
