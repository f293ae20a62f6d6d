//! What stands on the table: shakers, dice, and what was seen of them.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Approval, Equipment as Asked, Inspection, LineId, Roll, ShakerKind};

use crate::ids::{DiceSetId, DieId, DisplayId, ShakerId, StaffId};
use crate::time::Time;

/// The table's equipment and what has been attested about it.
#[expect(clippy::struct_excessive_bools, reason = "each is known by itself")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Equipment {
    /// Every shaker at the table.
    pub shakers: BTreeMap<ShakerId, ShakerState>,
    /// The dice, and the shaker they are in; that shaker is the one in use.
    pub dice: Option<DiceState>,
    /// The dealer who answers for the shaker.
    pub on_duty: Option<StaffId>,
    /// The values entered and seen lit since the table last closed or failed.
    pub display_seen: BTreeSet<Roll>,
    /// Whether the checklist was ticked as a whole since the table last closed, as it could be
    /// before its lines were attested one by one.
    pub checklist_ticked: bool,
    /// Whether the display has failed and is not repaired.
    pub display_failed: bool,
    /// Whether the cover is on the shaker.
    pub covered: bool,
    /// When each die first came into a shaker here: a die grows no younger by leaving it.
    pub first_used: BTreeMap<DieId, Time>,
    /// The displays that answer.
    pub displays: BTreeSet<DisplayId>,
    /// The trial that they light.
    pub trial: Option<Trial>,
    /// The lines of the checklist that were seen since the table last closed; those about the
    /// shaker only since it came into use.
    pub attested: BTreeMap<LineId, Attested>,
    /// The dice that were called broken or damaged, here or as the floor says; never used again.
    pub damaged_dice: BTreeSet<DieId>,
    /// Whether another table says it has something that stands here.
    pub disputed: bool,
}

/// Who saw something, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attested {
    /// The person.
    pub by: StaffId,
    /// The time.
    pub at: Time,
}

/// A trial roll that the displays light until somebody says what they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trial {
    /// The dice that were entered.
    pub entered: Roll,
    /// When it ends by itself.
    pub until: Time,
    /// Who entered it.
    pub by: StaffId,
}

/// A shaker at the table.
#[expect(clippy::struct_excessive_bools, reason = "each is a duty of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShakerState {
    /// Its kind.
    pub kind: ShakerKind,
    /// Whether it is sealed or locked.
    pub sealed: bool,
    /// What is approved about it.
    pub approvals: Vec<Approval>,
    /// Whether it is emptied and covered or signed.
    pub out_of_order: bool,
    /// Tosses seen since the table last closed.
    pub inspected: bool,
    /// Tosses seen in this shift.
    pub inspected_this_shift: bool,
}

/// Dice in a shaker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiceState {
    /// The shaker.
    pub shaker: ShakerId,
    /// The set.
    pub set: DiceSetId,
    /// The three dice.
    pub dice: [DieId; 3],
    /// When they must leave the shaker.
    pub expire: Option<Time>,
    /// Whether one of them was called broken or damaged.
    pub damaged: bool,
}

/// Whether a line of the checklist was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSeen {
    /// Nobody attested it.
    NotYet,
    /// It was ticked together with all others, before lines were attested one by one.
    WithAllOthers,
    /// It was attested.
    By(Attested),
}

impl LineSeen {
    /// Whether somebody attested it.
    pub const fn is_attested(self) -> bool {
        match self {
            Self::NotYet => false,
            Self::WithAllOthers | Self::By(_) => true,
        }
    }
}

impl ShakerState {
    pub(crate) const fn new(kind: ShakerKind, sealed: bool, approvals: Vec<Approval>) -> Self {
        Self {
            kind,
            sealed,
            approvals,
            out_of_order: false,
            inspected: false,
            inspected_this_shift: false,
        }
    }

    /// When it is to be inspected next; never where the rule book does not ask for it.
    pub fn next_inspection(&self, asked: &Asked) -> Option<NextInspection> {
        let is_asked = |trials: &Inspection| is_automated(self.kind) && trials.trials.value > 0;
        let at_opening = is_asked(&asked.inspect_shaker);
        let each_shift = is_asked(&asked.inspect_shaker_each_shift);
        if (at_opening && !self.inspected) || (each_shift && !self.inspected_this_shift) {
            return Some(NextInspection::BeforePlay);
        }
        let later = at_opening.then_some(NextInspection::NextOpening);
        if each_shift { Some(NextInspection::NextShift) } else { later }
    }
}

/// When a shaker is to be inspected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextInspection {
    /// Before anybody bets.
    BeforePlay,
    /// In the next shift.
    NextShift,
    /// Before the table opens again.
    NextOpening,
}

impl Equipment {
    /// How many dice are remembered; the longest in use are forgotten first.
    pub const DICE_KNOWN: usize = 300;
    /// The most displays of one table.
    pub const DISPLAYS_MAX: usize = 8;
    /// How long a trial is lit at most: a minute.
    pub const TRIAL_MS: u64 = 60_000;
    /// How many damaged dice are remembered; the lowest numbers are forgotten first, and the floor
    /// remembers them all.
    pub const DICE_DAMAGED_KNOWN: usize = 3_000;

    /// When the first of these dice was first used.
    pub fn in_use_since(&self, dice: &[DieId; 3]) -> Option<Time> {
        dice.iter().filter_map(|die| self.first_used.get(die)).min().copied()
    }

    pub(crate) fn remember_dice(&mut self, dice: &[DieId; 3], now: Time) {
        for die in dice {
            self.first_used.entry(*die).or_insert(now);
        }
        while self.first_used.len() > Self::DICE_KNOWN {
            let oldest = self.first_used.iter().min_by_key(|(die, since)| (**since, **die));
            let oldest = *oldest.expect("there are more than none").0;
            self.first_used.remove(&oldest);
        }
    }

    /// The display has failed: nothing that was seen of it counts any more.
    pub(crate) fn fail_display(&mut self) {
        self.display_failed = true;
        self.display_seen.clear();
        self.trial = None;
    }

    /// A display is gone; a trial that nobody can see is over.
    pub(crate) fn lose_display(&mut self, display: DisplayId) {
        self.displays.remove(&display);
        if self.displays.is_empty() {
            self.trial = None;
        }
    }

    /// Dice that came with their ages: those the table itself has seen do not get younger.
    pub(crate) fn age_dice(&mut self, dice: &[DieId; 3], since: &[Time; 3], now: Time) {
        for (die, since) in dice.iter().zip(since) {
            let known = self.first_used.entry(*die).or_insert(*since);
            *known = (*known).min(*since);
        }
        self.remember_dice(dice, now);
    }

    /// From now on these dice are damaged, also those in a shaker.
    pub(crate) fn mark_damaged(&mut self, dice: &[DieId]) {
        self.damaged_dice.extend(dice);
        while self.damaged_dice.len() > Self::DICE_DAMAGED_KNOWN {
            self.damaged_dice.pop_first();
        }
        self.suspect(dice);
    }

    /// These dice, where they are in a shaker, are not thrown any more in this round.
    pub(crate) fn suspect(&mut self, dice: &[DieId]) {
        if let Some(state) = &mut self.dice {
            state.damaged |= state.dice.iter().any(|die| dice.contains(die));
        }
    }

    /// The shaker in use: the one with dice in it.
    pub fn shaker_in_use(&self) -> Option<(ShakerId, &ShakerState)> {
        let id = self.dice.as_ref()?.shaker;
        self.shakers.get(&id).map(|shaker| (id, shaker))
    }

    /// What has to be seen anew before the table opens again.
    pub(crate) fn forget_inspections(&mut self) {
        self.display_seen.clear();
        self.trial = None;
        self.checklist_ticked = false;
        self.attested.clear();
        for shaker in self.shakers.values_mut() {
            shaker.inspected = false;
        }
    }
}

/// Whether a motor drives it.
pub(crate) const fn is_automated(kind: ShakerKind) -> bool {
    match kind {
        ShakerKind::Manual => false,
        ShakerKind::AutomatedCovered
        | ShakerKind::AutomatedUncovered
        | ShakerKind::PlayerActivated => true,
    }
}
