//! What an event changes in the register.

use taisai_table::{DieId, Time};

use crate::event::ThingEvent;
use crate::thing::{Damage, Dispute, Nature, Paper, Place, Register, Seal, Thing, ThingId};

impl Register {
    pub(super) fn apply(&mut self, event: &ThingEvent, now: Time) {
        match event {
            ThingEvent::ThingRegistered { thing, nature, .. } => {
                self.things.insert(*thing, Thing::new(*nature, Place::Store, now));
            }
            ThingEvent::SealAttested { thing, number, by } => {
                let seal = Seal { number: number.clone(), by: Some(*by) };
                self.at(*thing).seal = Some(seal);
            }
            ThingEvent::ApprovalAttested { thing, approval, reference, date, holder, by } => {
                let (reference, date) = (reference.clone(), Some(date.clone()));
                let paper = Paper { reference, date, holder: holder.clone(), by: Some(*by) };
                self.at(*thing).approvals.insert(*approval, paper);
            }
            ThingEvent::ThingPlaced { thing, table, .. } => {
                self.move_to(*thing, table.map_or(Place::Store, Place::Table), now);
            }
            ThingEvent::ThingWithdrawn { thing, reason, by } => {
                let withdrawn = Place::Withdrawn { reason: reason.clone(), by: *by };
                self.move_to(*thing, withdrawn, now);
            }
            ThingEvent::DamageReported { thing, reason, by } => {
                let known = self.at(*thing);
                known.damage = Some(Damage { reason: Some(reason.clone()), by: Some(*by) });
                let dice = known.nature.dice().to_vec();
                self.damaged.extend(dice);
            }
            ThingEvent::DeclaredSound { thing, .. } => {
                let known = self.at(*thing);
                known.damage = None;
                known.seal = None;
                self.move_to(*thing, Place::Store, now);
            }
            ThingEvent::ThingLent { thing, .. } => self.at(*thing).lent = true,
            ThingEvent::ThingReturned { thing, .. } => self.at(*thing).lent = false,
            ThingEvent::ThingAdopted { .. } => self.adopt(event, now),
            ThingEvent::DiceUsed { thing, since } => {
                let known = &mut self.at(*thing).first_used;
                for (known, since) in known.iter_mut().zip(since) {
                    *known = Some(known.map_or(*since, |known| known.min(*since)));
                }
            }
            ThingEvent::DiceDamaged { dice, by, .. } => {
                self.damaged.extend(dice);
                let damage = Damage { reason: None, by: *by };
                self.mark_damaged(dice, &damage);
            }
            ThingEvent::ThingDisputed { thing, tables } => {
                self.disputes.insert(Dispute { thing: *thing, tables: *tables });
            }
            ThingEvent::DisputeEnded { thing, tables } => {
                self.disputes.remove(&Dispute { thing: *thing, tables: *tables });
            }
        }
    }

    fn at(&mut self, thing: ThingId) -> &mut Thing {
        self.things.get_mut(&thing).expect("decide knows the thing")
    }

    fn move_to(&mut self, thing: ThingId, place: Place, now: Time) {
        let known = self.at(thing);
        (known.place, known.since, known.lent) = (place, now, false);
    }

    /// A thing as its table has it. One that the register knew keeps what was attested of it.
    fn adopt(&mut self, event: &ThingEvent, now: Time) {
        let ThingEvent::ThingAdopted { thing, nature, sealed, approvals, first_used, table } =
            event
        else {
            return;
        };
        let broken = nature.dice().iter().any(|die| self.damaged.contains(die));
        let fresh = || Thing::new(*nature, Place::Store, now);
        let known = self.things.entry(*thing).or_insert_with(fresh);
        (known.place, known.since, known.lent) = (Place::Table(*table), now, true);
        if known.nature != *nature {
            (known.nature, known.first_used) = (*nature, [None; 3]);
        }
        for (known, since) in known.first_used.iter_mut().zip(first_used) {
            *known = known.iter().chain(since).min().copied();
        }
        if *sealed && known.seal.is_none() {
            known.seal = Some(Seal { number: crate::text::Line::of(""), by: None });
        }
        for approval in approvals {
            known.approvals.entry(*approval).or_insert_with(Paper::unseen);
        }
        if broken && known.damage.is_none() {
            known.damage = Some(Damage { reason: None, by: None });
        }
    }

    fn mark_damaged(&mut self, dice: &[DieId], damage: &Damage) {
        let has = |nature: &Nature| nature.dice().iter().any(|die| dice.contains(die));
        for known in self.things.values_mut().filter(|known| has(&known.nature)) {
            known.damage.get_or_insert_with(|| damage.clone());
        }
    }
}

impl Paper {
    /// A paper that a table attested before there was a register.
    fn unseen() -> Self {
        let line = crate::text::Line::of("");
        Self { reference: line.clone(), date: None, holder: line, by: None }
    }
}
