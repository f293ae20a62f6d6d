//! What people have seen of a table before anybody plays, kept a second time and another way.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Role, RuleBook, ShakerKind};
use taisai_table::{
    DayEvent, DiceSource, EquipmentEvent, Event, RoundEvent, ShakerId, StaffEvent, Table,
};

/// The lines that were seen and the shakers that were tried in this shift.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    lines: BTreeSet<String>,
    kinds: BTreeMap<ShakerId, ShakerKind>,
    in_use: Option<ShakerId>,
    tried: BTreeSet<ShakerId>,
    shift: Option<u64>,
}

impl Seen {
    pub fn follow(&mut self, event: &Event, table: &Table) {
        match event {
            Event::Equipment(event) => self.equipment(event, table),
            Event::Staff(StaffEvent::ShiftStarted { .. }) => self.tried.clear(),
            Event::Staff(StaffEvent::ShiftBegun { began }) => {
                assert!(self.shift < Some(began.millis()), "a shift is told once");
                self.shift = Some(began.millis());
                self.tried.clear();
            }
            Event::Day(DayEvent::TableOpened { .. })
            | Event::Round(RoundEvent::BettingOpened { .. }) => self.check(table),
            Event::Day(DayEvent::TableClosed { .. }) => self.lines.clear(),
            _ => {}
        }
    }

    fn equipment(&mut self, event: &EquipmentEvent, table: &Table) {
        match event {
            EquipmentEvent::ShakerInstalled { shaker, kind, .. } => {
                self.kinds.insert(*shaker, *kind);
                self.tried.remove(shaker);
            }
            EquipmentEvent::ShakerRemoved { shaker, .. }
            | EquipmentEvent::ShakerOutOfOrder { shaker, .. } => {
                self.in_use.take_if(|in_use| in_use == shaker);
            }
            EquipmentEvent::DiceRemoved { .. } => self.in_use = None,
            EquipmentEvent::ShakerToInspect { shaker } => _ = self.tried.remove(shaker),
            EquipmentEvent::DiceInstalled { shaker, .. } => {
                self.in_use = Some(*shaker);
                self.lines.retain(|line| !line.contains('.'));
            }
            EquipmentEvent::LinesAttested { lines, .. } => {
                self.lines.extend(lines.iter().map(ToString::to_string));
            }
            EquipmentEvent::ShakerInspected { shaker, tosses, by } => {
                let asked = &table.book().equipment.inspect_shaker_each_shift;
                let may = table.role(*by).is_some_and(|role: Role| role >= asked.by.value);
                if may && *tosses >= asked.trials.value {
                    self.tried.insert(*shaker);
                }
            }
            _ => {}
        }
    }

    /// Nobody plays before everything that is asked for was seen.
    fn check(&self, table: &Table) {
        let book = table.book();
        let drawn = table.config().dice == DiceSource::Random;
        let in_use = self.in_use.filter(|_| !drawn);
        let kind = in_use.map(|shaker| self.kinds[&shaker]);
        for line in lines(book, kind) {
            assert!(self.lines.contains(&line), "play begins and nobody has seen {line}");
        }
        let motor = kind.is_some_and(|kind| kind != ShakerKind::Manual);
        let asked = book.equipment.inspect_shaker_each_shift.trials.value > 0;
        let tried = in_use.is_some_and(|shaker| self.tried.contains(&shaker));
        assert!(!motor || !asked || tried, "a round of a shift begins without an inspection");
    }
}

/// The lines for a shaker, by the section in which their ids say that they stand.
fn lines(book: &RuleBook, kind: Option<ShakerKind>) -> Vec<String> {
    let ids = book.equipment.checklist.iter().map(|line| line.id.to_string());
    let stands = |id: &String| match (id.split_once('.'), kind) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some((section, _)), Some(kind)) => {
            section == "shaker"
                || section == kind.word()
                || section == "automated" && kind != ShakerKind::Manual
        }
    };
    ids.filter(stands).collect()
}
