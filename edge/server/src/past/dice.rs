//! What a table's dice have shown, and what that says about them.

use std::ops::ControlFlow;

use taisai_journal::stored::{Body, Entry};
use taisai_odds::Fairness;
use taisai_protocol::api::past::{Advice, DiceReport, DiceSeen, DieSeen, FacesSeen};
use taisai_protocol::view::console::{DiceShown, EquipmentShown};
use taisai_rules::Roll;
use taisai_table::{DiceSetId, DieId, EquipmentEvent, Event, RoundEvent, ShakerId};

use crate::house::archive::Stretch;

/// What a table's dice have shown in some time.
pub struct DiceStory {
    stretch: Stretch,
    /// The dice in use, once it is known which.
    in_use: Option<InUse>,
    /// Whether dice came or went since the time began.
    is_changed: bool,
    sets: Vec<Shown>,
}

/// Dice in a shaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct InUse {
    set: DiceSetId,
    shaker: ShakerId,
    dice: [DieId; 3],
}

/// What one set has shown.
struct Shown {
    of: Option<InUse>,
    /// Whether these are dice that were there before the time began.
    is_first: bool,
    results: u64,
    dice: [Fairness; 3],
    together: Fairness,
}

impl DiceStory {
    /// Nothing yet.
    pub fn new(stretch: Stretch) -> Self {
        Self { stretch, in_use: None, is_changed: false, sets: Vec::new() }
    }

    /// Takes one record in.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        if entry.stamp.time >= self.stretch.to {
            return ControlFlow::Break(());
        }
        if let Body::Happened(events) = &entry.body {
            for event in events {
                self.event(event);
            }
        }
        ControlFlow::Continue(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event is about the dice")]
    fn event(&mut self, event: &Event) {
        match event {
            Event::Equipment(
                EquipmentEvent::DiceInstalled { shaker, set, dice, .. }
                | EquipmentEvent::LentDiceInstalled { shaker, set, dice, .. },
            ) => {
                self.in_use = Some(InUse { set: *set, shaker: *shaker, dice: *dice });
                self.is_changed = true;
            }
            Event::Equipment(EquipmentEvent::DiceRemoved { .. }) => {
                self.in_use = None;
                self.is_changed = true;
            }
            Event::Round(RoundEvent::ResultRecorded { roll, .. }) => self.see(*roll),
            _ => {}
        }
    }

    fn see(&mut self, roll: Roll) {
        let (of, is_first) = (self.in_use, !self.is_changed);
        let known = self.sets.iter().position(|shown| shown.of == of && shown.is_first == is_first);
        let place = known.unwrap_or_else(|| {
            let (dice, together) = (Default::default(), Fairness::default());
            self.sets.push(Shown { of, is_first, results: 0, dice, together });
            self.sets.len() - 1
        });
        let shown = &mut self.sets[place];
        shown.results += 1;
        for (die, face) in shown.dice.iter_mut().zip(roll.faces()) {
            die.see(face);
            shown.together.see(face);
        }
    }

    /// What was gathered; the equipment is what stands at the table now.
    pub fn told(self, table: u32, here: EquipmentShown) -> DiceReport {
        // If no dice came or went, those that are there now were there all the time.
        let first = here.dice.as_ref().filter(|_| !self.is_changed).map(of_shown);
        let sets = self.sets.iter().map(|shown| shown.told(first));
        DiceReport {
            table,
            from: self.stretch.from.millis(),
            to: self.stretch.to.millis(),
            sets: sets.collect(),
            shakers: here.shakers,
            in_use: here.dice,
        }
    }
}

fn of_shown(dice: &DiceShown) -> InUse {
    InUse { set: DiceSetId(dice.set), shaker: ShakerId(dice.shaker), dice: dice.dice.map(DieId) }
}

impl Shown {
    fn told(&self, first: Option<InUse>) -> DiceSeen {
        let of = self.of.or(first.filter(|_| self.is_first));
        let die = |(place, seen): (usize, &Fairness)| DieSeen {
            die: of.map(|of| of.dice[place].0),
            faces: faces(seen),
        };
        DiceSeen {
            set: of.map(|of| of.set.0),
            shaker: of.map(|of| of.shaker.0),
            results: self.results,
            dice: self.dice.iter().enumerate().map(die).collect(),
            together: faces(&self.together),
        }
    }
}

fn faces(seen: &Fairness) -> FacesSeen {
    // Screens count in plain numbers, which are exact up to here.
    let evidence = seen.evidence().min(1_000_000_000_000_000);
    FacesSeen { counts: seen.counts(), evidence, advice: Advice::of(evidence) }
}
