//! The sections of a rule book other than its wagers.

use taisai_rules::{
    ChecklistLine, Clause, DiceWords, Equipment, Inspection, Irregularities, Irregularity,
    LimitPolicy, LineId, LineScope, People, Procedure, RangeWords, Ruled, Scope, Shaker,
    ShakerKind, Treatment, TripleWords, Wording,
};

use crate::mistake::MistakeKind;
use crate::raw::{RawBook, RawLine, RawValue};
use crate::reader::Reader;
use crate::shelf;
use crate::value::Count;

// Every line is asked for before the first `?`, so that all gaps of a section are reported at once.

pub(crate) fn procedure(reader: &mut Reader<'_>) -> Option<Procedure> {
    let mut ask = |line: &str| reader.ask::<bool>(&format!("procedure.{line}"));
    let lines = [
        "betting_notice",
        "bets_final",
        "dice_flat",
        "announce_and_enter",
        "entry_confirmed",
        "winners_lit",
        "collect_before_pay",
        "lights_until_paid",
        "settle_by_position",
        "dice_prevail",
        "closing_notice",
    ]
    .map(&mut ask);
    let [notice, final_, flat, enter, confirmed, lit, collect, lights, position, prevail, closing] =
        lines;
    let seconds = reader.ask_later::<Count>("betting.seconds_min", || Count(0)).map(counted);
    Some(Procedure {
        betting_notice: notice?,
        betting_seconds_min: seconds?,
        bets_final: final_?,
        dice_flat: flat?,
        announce_and_enter: enter?,
        entry_confirmed: confirmed?,
        winners_lit: lit?,
        collect_before_pay: collect?,
        lights_until_paid: lights?,
        settle_by_position: position?,
        dice_prevail: prevail?,
        closing_notice: closing?,
    })
}

/// What the layout prints beside its odds. Books that a journal kept from before these lines were
/// asked for were printed in the words that stand in here.
pub(crate) fn wording(reader: &mut Reader<'_>) -> Option<Wording> {
    let wins = reader.ask_later("wording.wins", Vec::new);
    let triple = reader.ask_later("wording.triple", || TripleWords::Loses);
    let range = reader.ask_later("wording.range", || RangeWords::To);
    let dice = reader.ask_later("wording.dice", || DiceWords::OnOneDie);
    Some(Wording { wins: wins?, triple: triple?, range: range?, dice: dice? })
}

/// Which dice and tables the document knows. A book that a journal kept from before these lines
/// were asked for knows what the embedded book of the same law knows today, for its document has
/// not changed; a law that is not embedded was not asked, and knows all.
pub(crate) fn scope(reader: &mut Reader<'_>) -> Option<Scope> {
    let today = reader.law().id().and_then(shelf::text);
    let today = today.and_then(|text| RawBook::read(text.as_bytes()).ok());
    let mut ask = |line: &str| {
        let key = format!("knows.{line}");
        let said = || today.as_ref().and_then(|book| book.flag(&key));
        reader.ask_later::<bool>(&key, || said().unwrap_or(true))
    };
    let [physical, random, felt, electronic] =
        ["physical_dice", "random_dice", "felt_table", "electronic_table"].map(&mut ask);
    Some(Scope {
        physical_dice: physical?,
        random_dice: random?,
        felt_table: felt?,
        electronic_table: electronic?,
    })
}

pub(crate) fn limits(reader: &mut Reader<'_>) -> Option<LimitPolicy> {
    let below_minimum = reader.ask("limits.below_minimum");
    let above_maximum = reader.ask("limits.above_maximum");
    let [shown, multiples, notice, markers, colours, verbal] = [
        "shown",
        "multiples_shown",
        "change_needs_notice",
        "markers",
        "colour_chips",
        "verbal_bets_refused",
    ]
    .map(|line| reader.ask::<bool>(&format!("limits.{line}")));
    Some(LimitPolicy {
        below_minimum: below_minimum?,
        above_maximum: above_maximum?,
        shown: shown?,
        multiples_shown: multiples?,
        change_needs_notice: notice?,
        markers: markers?,
        colour_chips: colours?,
        verbal_bets_refused: verbal?,
    })
}

pub(crate) fn people(reader: &mut Reader<'_>) -> Option<People> {
    let run_round = reader.ask("people.run_round");
    let open_table = reader.ask("people.open_table");
    let rulings = reader.ask("people.rulings");
    let staff_never_play = reader.ask("people.staff_never_play");
    let side_bets_refused = reader.ask("people.side_bets_refused");
    Some(People {
        run_round: run_round?,
        open_table: open_table?,
        rulings: rulings?,
        staff_never_play: staff_never_play?,
        side_bets_refused: side_bets_refused?,
    })
}

pub(crate) fn irregularities(reader: &mut Reader<'_>) -> Option<Irregularities> {
    Irregularities::each(|of| treatment(reader, of))
}

fn treatment(reader: &mut Reader<'_>, of: Irregularity) -> Option<Treatment> {
    let remedy_key = format!("irregularity.{of}.remedy");
    let remedy = reader.ask(&remedy_key);
    let superior = reader.ask(&format!("irregularity.{of}.superior"));
    let alone = reader.ask_later(&format!("irregularity.{of}.alone"), || false);
    let (remedy, superior): (Ruled<taisai_rules::Remedy>, _) = (remedy?, superior?);
    if !of.remedies().contains(&remedy.value) {
        let choices = of.remedies().iter().map(ToString::to_string).collect();
        reader.mistake_in(
            &remedy_key,
            MistakeKind::NotAChoice { choices },
            Some(remedy.clause.clone()),
        );
    }
    Some(Treatment { of, remedy, superior, alone: alone? })
}

pub(crate) fn equipment(reader: &mut Reader<'_>) -> Option<Equipment> {
    let shakers = shakers(reader);
    let sealed = reader.ask("equipment.sealed");
    let attended = reader.ask("equipment.attended");
    let approvals = reader.ask("equipment.approvals");
    let approvals_automated = reader.ask("equipment.approvals_automated");
    let before_manual = reader.ask("equipment.before_manual");
    let inspect_display = inspection(reader, "display");
    let inspect_shaker = inspection(reader, "shaker");
    let inspect_shaker_each_shift = inspection(reader, "shaker_each_shift");
    let checklist = checklist(reader);
    Some(Equipment {
        shakers: shakers?,
        sealed: sealed?,
        attended: attended?,
        approvals: approvals?,
        approvals_automated: approvals_automated?,
        before_manual: before_manual?,
        inspect_display: inspect_display?,
        inspect_shaker: inspect_shaker?,
        inspect_shaker_each_shift: inspect_shaker_each_shift?,
        checklist,
    })
}

/// The shakers a law has a section for; a law without any is a mistake.
fn shakers(reader: &mut Reader<'_>) -> Option<Vec<Shaker>> {
    let law = reader.law();
    let described = |kind: &&ShakerKind| {
        law.lines.keys().any(|key| key.starts_with(&format!("shaker.{kind}.")))
    };
    let kinds: Vec<ShakerKind> = ShakerKind::ALL.iter().filter(described).copied().collect();
    if kinds.is_empty() {
        reader.mistake_in("shaker.manual.allowed", MistakeKind::Missing, None);
        return None;
    }
    let shakers: Vec<Option<Shaker>> = kinds.into_iter().map(|kind| shaker(reader, kind)).collect();
    let shakers: Vec<Shaker> = shakers.into_iter().collect::<Option<_>>()?;
    if !shakers.iter().any(|shaker| shaker.allowed.value) {
        refuse_no_shaker(reader, &shakers);
    }
    Some(shakers)
}

/// Where no shaker is left, the last line that took one away is to blame.
fn refuse_no_shaker(reader: &mut Reader<'_>, shakers: &[Shaker]) {
    let taken_away = shakers.iter().filter_map(|shaker| {
        let key = format!("shaker.{}.allowed", shaker.kind);
        let at = reader.file().lines.get(&key)?.at;
        Some((at, key, shaker.allowed.clause.clone()))
    });
    if let Some((_, key, clause)) = taken_away.max() {
        reader.mistake_in(&key, MistakeKind::NoShaker, Some(clause));
    }
}

fn shaker(reader: &mut Reader<'_>, kind: ShakerKind) -> Option<Shaker> {
    let key = |line: &str| format!("shaker.{kind}.{line}");
    let allowed = reader.ask::<bool>(&key("allowed"));
    let no_more_bets = reader.ask(&key("no_more_bets"));
    let shakes_min = reader.ask::<Count>(&key("shakes_min")).map(counted);
    let dice_life = reader.ask(&key("dice_life"));
    let cover = reader.ask(&key("cover"));
    Some(Shaker {
        kind,
        allowed: allowed?,
        no_more_bets: no_more_bets?,
        shakes_min: shakes_min?,
        dice_life: dice_life?,
        cover: cover?,
    })
}

fn inspection(reader: &mut Reader<'_>, of: &str) -> Option<Inspection> {
    let trials = reader.ask::<Count>(&format!("inspection.{of}.trials")).map(counted);
    let by = reader.ask(&format!("inspection.{of}.by"));
    Some(Inspection { trials: trials?, by: by? })
}

fn counted(Ruled { value: Count(count), clause }: Ruled<Count>) -> Ruled<u8> {
    Ruled::new(count, clause)
}

const CHECKLIST: &str = "checklist.";

/// What a person ticks off: the law's lines, and whatever the house adds.
fn checklist(reader: &mut Reader<'_>) -> Vec<ChecklistLine> {
    let (law, house) = (reader.law(), reader.house());
    let is_line = |(key, _): &(&String, &RawLine)| key.starts_with(CHECKLIST);
    let mut lines: Vec<ChecklistLine> = Vec::new();
    for (key, line) in law.lines.iter().filter(is_line) {
        refuse_removal(reader, key, line);
        lines.extend(checklist_line(reader, key, |reader| reader.ask(key)));
    }
    let added = house.into_iter().flat_map(|house| &house.lines);
    for (key, line) in added.filter(is_line).filter(|(key, _)| !law.lines.contains_key(*key)) {
        lines.extend(checklist_line(reader, key, |reader| reader.add(key, line)));
    }
    lines
}

/// A house looks at everything its law asks for: nothing else can stand in the place of a line.
fn refuse_removal(reader: &mut Reader<'_>, key: &str, law: &RawLine) {
    let house = reader.house().and_then(|house| house.lines.get(key));
    let says = |line: &&RawLine| match &line.value {
        RawValue::Text(words) => !words.trim().is_empty(),
        RawValue::Whole(_) | RawValue::Flag(_) | RawValue::List(_) | RawValue::Other => false,
    };
    let removed = house.filter(|line| !says(line));
    let (Some(line), RawValue::Text(words)) = (removed, &law.value) else { return };
    let clause = law.clause.as_ref().and_then(|clause| Clause::new(&clause.text));
    let kind = MistakeKind::Fixed { law: format!("{words:?}") };
    reader.refuse_by(line.at, key, kind, clause);
}

/// A line below `[checklist]` is about every table, one in a section below it about some shakers.
fn checklist_line(
    reader: &mut Reader<'_>,
    key: &str,
    words: impl FnOnce(&mut Reader<'_>) -> Option<Ruled<String>>,
) -> Option<ChecklistLine> {
    let id = key.strip_prefix(CHECKLIST)?;
    let scope = match id.split_once('.') {
        None => Some(LineScope::EveryTable),
        Some((section, name)) if !name.contains('.') => {
            LineScope::from_word(section).filter(|scope| *scope != LineScope::EveryTable)
        }
        Some(_) => None,
    };
    // Before a section said what a line is about, every line was about every table.
    let scope = scope.or_else(|| reader.is_kept().then_some(LineScope::EveryTable));
    match (scope, LineId::new(id)) {
        (Some(scope), Some(id)) => Some(ChecklistLine { id, scope, words: words(reader)? }),
        // The reader says of each line that nobody asked for that it is unknown.
        (None, _) | (_, None) => None,
    }
}
