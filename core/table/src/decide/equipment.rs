//! Shakers, dice and inspections.

use taisai_rules::{
    Approval, BeforeManual, Irregularity, LineId, Remedy, Roll, Shaker, ShakerKind,
};

use super::Decision;
use super::life::not_yet;
use crate::equipment::{DiceState, Equipment, ShakerState, is_automated};
use crate::event::{EquipmentEvent, Event, ShakerFacts};
use crate::ids::{DiceSetId, DieId, DisplayId, ShakerId, StaffId};
use crate::refusal::{Need, Refusal};
use crate::table::{Life, Table};
use crate::time::Time;

impl Table {
    pub(super) fn install_shaker(
        &self,
        shaker: ShakerId,
        kind: ShakerKind,
        sealed: bool,
        approvals: &[Approval],
        by: StaffId,
    ) -> Decision {
        self.check_install(shaker, kind)?;
        let mut approvals = approvals.to_vec();
        approvals.sort_unstable();
        approvals.dedup();
        Ok(vec![EquipmentEvent::ShakerInstalled { shaker, kind, sealed, approvals, by }.into()])
    }

    pub(super) fn remove_shaker(&self, shaker: ShakerId, by: StaffId) -> Decision {
        self.check_put_aside(shaker)?;
        Ok(vec![EquipmentEvent::ShakerRemoved { shaker, by }.into()])
    }

    pub(super) fn set_out_of_order(&self, shaker: ShakerId, by: StaffId) -> Decision {
        self.check_put_aside(shaker)?;
        Ok(vec![EquipmentEvent::ShakerOutOfOrder { shaker, by }.into()])
    }

    pub(super) fn install_dice(
        &self,
        shaker: ShakerId,
        set: DiceSetId,
        dice: [DieId; 3],
        by: StaffId,
        now: Time,
    ) -> Decision {
        let expire = self.check_dice(shaker, &dice, now, now)?;
        Ok(vec![EquipmentEvent::DiceInstalled { shaker, set, dice, expire, by }.into()])
    }

    /// Dice whose ages the floor knows: they grow no younger by going from table to table.
    pub(super) fn install_lent_dice(
        &self,
        shaker: ShakerId,
        (set, dice): (DiceSetId, [DieId; 3]),
        first_used: &[Option<Time>; 3],
        by: StaffId,
        now: Time,
    ) -> Decision {
        let first_used = first_used.map(|since| since.unwrap_or(now));
        let since = first_used.iter().min().copied().unwrap_or(now);
        let expire = self.check_dice(shaker, &dice, since, now)?;
        let installed =
            EquipmentEvent::LentDiceInstalled { shaker, set, dice, first_used, expire, by };
        Ok(vec![installed.into()])
    }

    /// Whether nothing of this is new to the table.
    pub fn knows_of_register(
        &self,
        shakers: &[ShakerFacts],
        damaged: &[DieId],
        disputed: bool,
    ) -> bool {
        self.follow_register(shakers, damaged, disputed).is_empty()
    }

    /// What the register says is so at once, also in a round; nothing follows from what is known.
    pub(super) fn follow_register(
        &self,
        shakers: &[ShakerFacts],
        damaged: &[DieId],
        disputed: bool,
    ) -> Vec<Event> {
        let equipment = &self.equipment;
        let news = damaged.iter().filter(|die| !equipment.damaged_dice.contains(die));
        let dice: Vec<DieId> = news.copied().collect();
        let here = |facts: &&ShakerFacts| equipment.shakers.contains_key(&facts.shaker);
        let shakers: Vec<ShakerFacts> = shakers.iter().filter(here).cloned().collect();
        let known = |facts: &ShakerFacts| {
            let shaker = &equipment.shakers[&facts.shaker];
            (shaker.sealed, &shaker.approvals) == (facts.sealed, &facts.approvals)
        };
        let follows = disputed != equipment.disputed || !shakers.iter().all(known);
        let marked = EquipmentEvent::DiceMarkedDamaged { dice: dice.clone() };
        let followed = EquipmentEvent::RegisterFollowed { shakers, disputed };
        let marked = (!dice.is_empty()).then(|| marked.into());
        marked.into_iter().chain(follows.then(|| followed.into())).collect()
    }

    pub(super) fn remove_dice(&self, by: StaffId) -> Decision {
        self.check_between_rounds()?;
        let dice = self.equipment.dice.as_ref().ok_or_else(|| self.dice_absent())?;
        Ok(vec![EquipmentEvent::DiceRemoved { set: dice.set, by }.into()])
    }

    /// A display that answers already is no news.
    pub(super) fn connect_display(&self, display: DisplayId) -> Decision {
        let displays = &self.equipment.displays;
        if displays.contains(&display) {
            return Ok(Vec::new());
        }
        if displays.len() >= Equipment::DISPLAYS_MAX {
            return Err(Refusal::TooMany { max: Equipment::DISPLAYS_MAX });
        }
        Ok(vec![EquipmentEvent::DisplayConnected { display }.into()])
    }

    /// A round in play goes on: people call the failure, and the book says what follows.
    pub(super) fn lose_display(&self, display: DisplayId) -> Vec<Event> {
        let known = self.equipment.displays.contains(&display);
        let lost = known.then_some(EquipmentEvent::DisplayLost { display }.into());
        lost.into_iter().collect()
    }

    /// Nothing is tried on a display that nobody can look at.
    pub(super) fn try_display(&self, entered: Roll, by: StaffId, now: Time) -> Decision {
        self.check_between_rounds()?;
        self.check_repaired()?;
        if self.equipment.displays.is_empty() {
            let asked = &self.book.equipment.inspect_display.trials;
            return Err(not_yet(Need::Display, &asked.clause));
        }
        let until = now.after(Equipment::TRIAL_MS);
        Ok(vec![EquipmentEvent::DisplayTried { entered, until, by }.into()])
    }

    /// Whoever denies a trial has found a display that failed. Where the book stops a table for
    /// that, it stops now: no round is in play that could be settled first.
    pub(super) fn judge_display(&self, lit: bool, by: StaffId, now: Time) -> Decision {
        self.check_between_rounds()?;
        let Some(trial) = self.equipment.trial.filter(|trial| now < trial.until) else {
            let asked = &self.book.equipment.inspect_display.trials;
            return Err(not_yet(Need::DisplayTrial, &asked.clause));
        };
        let entered = trial.entered;
        if lit {
            return Ok(vec![EquipmentEvent::DisplayInspected { entered, by }.into()]);
        }
        let mut events = vec![EquipmentEvent::DisplayDenied { entered, by }.into()];
        let remedy = self.book.irregularities.treatment(Irregularity::DisplayFailed).remedy.value;
        if remedy == Remedy::SettleByHand && matches!(self.life, Life::Open | Life::Closing) {
            events.push(EquipmentEvent::TableSuspended.into());
        }
        Ok(events)
    }

    pub(super) fn inspect_shaker(&self, tosses: u8, by: StaffId) -> Decision {
        self.check_between_rounds()?;
        let in_use = self.equipment.shaker_in_use();
        let (shaker, _) = in_use.ok_or_else(|| self.dice_absent())?;
        let asked = &self.book.equipment.inspect_shaker.trials;
        if tosses < asked.value {
            return Err(not_yet(Need::Shakes { min: asked.value }, &asked.clause));
        }
        Ok(vec![EquipmentEvent::ShakerInspected { shaker, tosses, by }.into()])
    }

    pub(super) fn attest_repair(&self, by: StaffId) -> Decision {
        if !self.equipment.display_failed {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        Ok(vec![EquipmentEvent::RepairAttested { by }.into()])
    }

    /// A line is attested by whoever saw it, so that a list can have several people and times.
    pub(super) fn attest_lines(&self, lines: &[LineId], by: StaffId) -> Decision {
        self.check_between_rounds()?;
        let asked = |line: &&LineId| self.checklist().any(|(asked, _)| asked.id == **line);
        if let Some(line) = lines.iter().find(|line| !asked(line)) {
            return Err(Refusal::LineNotAsked { line: line.clone() });
        }
        if lines.is_empty() {
            return Err(self.lines_missing());
        }
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        lines.dedup();
        Ok(vec![EquipmentEvent::LinesAttested { lines, by }.into()])
    }

    /// Ticked as a whole, a list says nothing about its lines.
    pub(super) fn tick_checklist(&self) -> Decision {
        self.check_between_rounds()?;
        Err(self.lines_missing())
    }

    fn lines_missing(&self) -> Refusal {
        Refusal::LinesMissing { lines: self.checklist().count() }
    }

    fn check_between_rounds(&self) -> Result<(), Refusal> {
        match self.round {
            Some(_) => Err(Refusal::WrongPhase { phase: self.phase() }),
            None => Ok(()),
        }
    }

    fn check_install(&self, id: ShakerId, kind: ShakerKind) -> Result<(), Refusal> {
        self.check_between_rounds()?;
        let rules = &self.book.equipment;
        self.rules_of(kind)?;
        if self.equipment.shakers.contains_key(&id) {
            return Err(Refusal::ShakerPresent { shaker: id });
        }
        if self.equipment.shakers.len() >= Self::SHAKERS_MAX {
            return Err(Refusal::TooMany { max: Self::SHAKERS_MAX });
        }
        let manual = |kind| !is_automated(kind);
        let used = self.equipment.shaker_in_use().is_some_and(|(_, shaker)| manual(shaker.kind));
        let beside_manual = used && rules.before_manual.value == BeforeManual::Removed;
        if manual(kind) || beside_manual { self.check_automated_aside(kind) } else { Ok(()) }
    }

    /// No automated shaker may stand in the way of a manual one.
    fn check_automated_aside(&self, coming: ShakerKind) -> Result<(), Refusal> {
        let before = &self.book.equipment.before_manual;
        let in_the_way = |shaker: &ShakerState| match before.value {
            BeforeManual::Removed => is_automated(shaker.kind),
            BeforeManual::EmptiedAndSigned => is_automated(shaker.kind) && !shaker.out_of_order,
            BeforeManual::Free => false,
        };
        if is_automated(coming) || self.equipment.shakers.values().any(in_the_way) {
            return Err(not_yet(Need::AutomatedShakerAside, &before.clause));
        }
        Ok(())
    }

    /// The edition to which the table moved may let no automated shaker stand beside the manual one
    /// in use, as the one before did.
    pub(super) fn check_nothing_beside(&self) -> Result<(), Refusal> {
        let removed = self.book.equipment.before_manual.value == BeforeManual::Removed;
        let in_use = self.equipment.shaker_in_use().map(|(_, shaker)| shaker.kind);
        match in_use.filter(|kind| removed && !is_automated(*kind) && !self.draws_dice()) {
            Some(manual) => self.check_automated_aside(manual),
            None => Ok(()),
        }
    }

    fn check_put_aside(&self, id: ShakerId) -> Result<(), Refusal> {
        self.check_between_rounds()?;
        self.shaker(id).map(|_| ())
    }

    fn shaker(&self, id: ShakerId) -> Result<&ShakerState, Refusal> {
        let shakers = &self.equipment.shakers;
        let present = || shakers.keys().copied().collect();
        shakers.get(&id).ok_or_else(|| Refusal::ShakerAbsent { shaker: id, present: present() })
    }

    /// What the book says about a kind of shaker, if it allows it.
    pub(super) fn rules_of(&self, kind: ShakerKind) -> Result<&Shaker, Refusal> {
        let rules = &self.book.equipment;
        rules.shaker(kind).ok_or_else(|| {
            let known = rules.shakers.iter().find(|shaker| shaker.kind == kind);
            let clause = known.map_or(&rules.sealed.clause, |shaker| &shaker.allowed.clause);
            Refusal::NotAllowed { clause: clause.clone() }
        })
    }

    fn dice_absent(&self) -> Refusal {
        let usable = self.equipment.shakers.iter().filter(|(_, shaker)| !shaker.out_of_order);
        Refusal::DiceAbsent { shakers: usable.map(|(id, _)| *id).collect() }
    }

    fn check_dice(
        &self,
        shaker: ShakerId,
        dice: &[DieId; 3],
        since: Time,
        now: Time,
    ) -> Result<Option<Time>, Refusal> {
        self.check_between_rounds()?;
        let state = self.shaker(shaker)?;
        let [first, second, third] = dice;
        let different = first != second && second != third && first != third;
        if !different {
            return Err(Refusal::SameDie);
        }
        if let Some(die) = dice.iter().find(|die| self.equipment.damaged_dice.contains(die)) {
            return Err(Refusal::DieDamaged { die: *die });
        }
        if state.out_of_order {
            return Err(Refusal::ShakerAside { shaker });
        }
        if let Some(DiceState { set, shaker, .. }) = self.equipment.dice {
            return Err(Refusal::DicePresent { set, shaker });
        }
        if !is_automated(state.kind) {
            self.check_automated_aside(state.kind)?;
        }
        let rules = self.rules_of(state.kind)?;
        let since = self.equipment.in_use_since(dice).unwrap_or(now).min(since);
        Ok(since.dice_expire(rules.dice_life.value))
    }
}
