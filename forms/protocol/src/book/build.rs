//! A rule book put into the words and figures of the screens.

use taisai_odds::{AreaOdds, Dice};
use taisai_pictures::tile::{CaptionText, Tile, is_captioned, name, odds_in, odds_mean};
use taisai_pictures::{Language, Picture};
use taisai_rulebooks::{Edition, Line};
use taisai_rules::{
    Approval, AreaKind, Caption, Face, Inspection, Odds, OddsStyle, Offer, PayLine, RuleBook,
    Ruled, Shaker,
};

use super::{
    Book, BookArea, BookCaption, BookEquipment, BookInspection, BookIrregularity, BookLayout,
    BookLimits, BookLine, BookOdds, BookPeople, BookShaker, ChecklistLine, Duty, DutyWord, Frame,
    Said,
};
use crate::word::ApprovalWord;

impl Book {
    /// A rule book as the screens of this house need it.
    pub fn of(edition: &Edition, house: &str) -> Self {
        let rules = edition.rules();
        Self {
            id: rules.title.id.clone(),
            title: rules.title.name.clone(),
            document: rules.title.document.clone(),
            cite: rules.title.cite.clone(),
            extends: edition.extends().map(ToOwned::to_owned),
            fingerprint: edition.fingerprint().to_string(),
            house: house.to_owned(),
            currency: rules.currency.value.code().to_owned(),
            odds_style: rules.odds_style.value.into(),
            odds_mean: Said::in_each(rules, |picture| odds_mean(&picture)),
            double_on_triple: rules.pay_table.double_on_triple().into(),
            areas: areas(rules),
            layout: layout(rules),
            shakers: rules.equipment.shakers.iter().map(BookShaker::of).collect(),
            procedure: procedure(rules),
            equipment: BookEquipment::of(rules),
            limits: BookLimits::of(rules),
            irregularities: irregularities(rules),
            people: BookPeople::of(rules),
            lines: lines(edition, house),
        }
    }
}

impl Said {
    /// The same words in each language.
    fn in_each(rules: &RuleBook, say: impl Fn(Picture<'_>) -> String) -> Self {
        let said = |language| say(Picture::of(rules).in_language(language));
        Self {
            en: said(Language::English),
            zh_hant: said(Language::TraditionalChinese),
            zh_hans: said(Language::SimplifiedChinese),
        }
    }

    /// Odds in the words of a layout of this style.
    pub(crate) fn odds(odds: Odds, style: OddsStyle) -> Self {
        Self {
            en: odds_in(odds, style, Language::English),
            zh_hant: odds_in(odds, style, Language::TraditionalChinese),
            zh_hans: odds_in(odds, style, Language::SimplifiedChinese),
        }
    }

    /// Words that some languages leave to an emblem or to dice; nothing where all of them do.
    fn if_any(
        rules: &RuleBook,
        offer: &Offer,
        say: impl Fn(&Tile) -> Option<String>,
    ) -> Option<Self> {
        let said = Self::in_each(rules, |picture| {
            say(&Tile::of(&picture, offer.area)).unwrap_or_default()
        });
        let is_silent = said.en.is_empty() && said.zh_hant.is_empty() && said.zh_hans.is_empty();
        (!is_silent).then_some(said)
    }
}

fn areas(rules: &RuleBook) -> Vec<BookArea> {
    let offers = rules.pay_table.offers();
    offers.iter().map(|offer| BookArea::of(rules, offer)).collect()
}

impl BookArea {
    fn of(rules: &RuleBook, offer: &Offer) -> Self {
        let area = offer.area;
        let odds = AreaOdds::of(&rules.pay_table, area, &Dice::FAIR)
            .expect("an area is taken from the offers");
        let picture = Picture::of(rules);
        let spot = rules.layout.spots().iter().find(|spot| spot.area == area);
        let spot = spot.expect("a layout places every offered area");
        let pips = |dice: &Vec<Face>| dice.iter().map(|face| face.pips()).collect();
        Self {
            id: area.into(),
            family: area.family().into(),
            wager: offer.wager.to_string(),
            name: Said::in_each(rules, |picture| name(&picture, area)),
            heading: Said::if_any(rules, offer, |tile| tile.heading.clone()),
            emblem: Said::if_any(rules, offer, |tile| tile.emblem.map(ToOwned::to_owned)),
            range: Said::if_any(rules, offer, |tile| tile.range.clone()),
            condition: Said::if_any(rules, offer, |tile| tile.condition.map(ToOwned::to_owned)),
            dice: Tile::of(&picture, area).dice.iter().map(pips).collect(),
            numbers: numbers(area.kind()),
            pays: pays(rules, offer),
            multiple: rules.pay_table.multiple(area).unwrap_or(1),
            ways: odds.ways(),
            edge: odds.house_edge().to_string(),
            edge_percent: odds.house_edge().percent(2),
            chance_percent: odds.hit_frequency().percent(2),
            clause: offer.defined.to_string(),
            frame: spot.frame.into(),
            captioned: is_captioned(&picture, area.family()),
        }
    }
}

/// The numbers an area bets on: the total, or the faces in the order of its id.
fn numbers(kind: AreaKind) -> Vec<u8> {
    let pips = |faces: &[Face]| faces.iter().map(|face| face.pips()).collect();
    match kind {
        AreaKind::Small | AreaKind::Big | AreaKind::Even | AreaKind::Odd | AreaKind::AnyTriple => {
            Vec::new()
        }
        AreaKind::Single(face) => vec![face.pips()],
        AreaKind::Double(face) => vec![face.pips(); 2],
        AreaKind::Triple(face) => vec![face.pips(); 3],
        AreaKind::Total(total) => vec![total.pips()],
        AreaKind::Domino(pair) => pips(pair.faces()),
        AreaKind::Four(four) => pips(four.faces()),
        AreaKind::ThreeSingles(three) => pips(three.faces()),
        AreaKind::DoubleWithSingle { double, single } => pips(&[double, double, single]),
    }
}

fn pays(rules: &RuleBook, offer: &Offer) -> Vec<BookOdds> {
    let worded = |place: usize| {
        Said::in_each(rules, |picture| Tile::of(&picture, offer.area).odds[place].text.clone())
    };
    let odds = |(on_dice, (place, line)): (u8, (usize, &PayLine))| BookOdds {
        on_dice,
        words: worded(place),
        win: line.odds.win(),
        stake: line.odds.stake(),
        clause: line.clause.to_string(),
    };
    (1..).zip(offer.pays.lines().iter().enumerate()).map(odds).collect()
}

impl From<taisai_rules::Frame> for Frame {
    fn from(frame: taisai_rules::Frame) -> Self {
        Self { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
    }
}

fn layout(rules: &RuleBook) -> BookLayout {
    let caption = |caption: &Caption| BookCaption {
        family: caption.of.family().into(),
        odds: Said::in_each(rules, |picture| CaptionText::of(&picture, caption).odds),
        full: Said::in_each(rules, |picture| CaptionText::of(&picture, caption).full),
        frame: caption.frame.into(),
    };
    let (columns, rows) = rules.layout.size();
    let captions = rules.layout.captions().iter().map(caption).collect();
    BookLayout { columns, rows, captions }
}

impl BookShaker {
    fn of(shaker: &Shaker) -> Self {
        Self {
            kind: shaker.kind.into(),
            allowed: shaker.allowed.value,
            order: shaker.no_more_bets.value.into(),
            shakes_min: shaker.shakes_min.value,
            cover: shaker.cover.value.into(),
            dice_life: shaker.dice_life.value.to_string(),
            clause: shaker.shakes_min.clause.to_string(),
        }
    }
}

fn procedure(rules: &RuleBook) -> Vec<Duty> {
    let procedure = &rules.procedure;
    let duties = [
        (DutyWord::BettingNotice, &procedure.betting_notice),
        (DutyWord::BetsFinal, &procedure.bets_final),
        (DutyWord::DiceFlat, &procedure.dice_flat),
        (DutyWord::AnnounceAndEnter, &procedure.announce_and_enter),
        (DutyWord::EntryConfirmed, &procedure.entry_confirmed),
        (DutyWord::WinnersLit, &procedure.winners_lit),
        (DutyWord::CollectBeforePay, &procedure.collect_before_pay),
        (DutyWord::LightsUntilPaid, &procedure.lights_until_paid),
        (DutyWord::SettleByPosition, &procedure.settle_by_position),
        (DutyWord::DicePrevail, &procedure.dice_prevail),
        (DutyWord::ClosingNotice, &procedure.closing_notice),
    ];
    let duty = |(duty, ruled): (DutyWord, &Ruled<bool>)| Duty {
        duty,
        asked: ruled.value,
        clause: ruled.clause.to_string(),
    };
    duties.into_iter().map(duty).collect()
}

impl BookEquipment {
    fn of(rules: &RuleBook) -> Self {
        let equipment = &rules.equipment;
        let approvals = |ruled: &Ruled<Vec<Approval>>| -> Vec<ApprovalWord> {
            ruled.value.iter().copied().map(Into::into).collect()
        };
        let line = |line: &taisai_rules::ChecklistLine| ChecklistLine {
            line: line.id.to_string(),
            scope: line.scope.into(),
            words: line.words.value.clone(),
            clause: line.words.clause.to_string(),
        };
        Self {
            sealed: equipment.sealed.value,
            attended: equipment.attended.value,
            approvals: approvals(&equipment.approvals),
            approvals_automated: approvals(&equipment.approvals_automated),
            before_manual: equipment.before_manual.value.into(),
            inspect_display: BookInspection::of(&equipment.inspect_display),
            inspect_shaker: BookInspection::of(&equipment.inspect_shaker),
            inspect_shaker_each_shift: BookInspection::of(&equipment.inspect_shaker_each_shift),
            checklist: equipment.checklist.iter().map(line).collect(),
        }
    }
}

impl BookInspection {
    fn of(inspection: &Inspection) -> Self {
        Self {
            trials: inspection.trials.value,
            by: inspection.by.value.into(),
            clause: inspection.trials.clause.to_string(),
        }
    }
}

impl BookLimits {
    fn of(rules: &RuleBook) -> Self {
        let limits = &rules.limits;
        Self {
            below_minimum: limits.below_minimum.value.into(),
            above_maximum: limits.above_maximum.value.into(),
            shown: limits.shown.value,
            multiples_shown: limits.multiples_shown.value,
            change_needs_notice: limits.change_needs_notice.value,
            markers: limits.markers.value,
            colour_chips: limits.colour_chips.value,
            verbal_bets_refused: limits.verbal_bets_refused.value,
        }
    }
}

fn irregularities(rules: &RuleBook) -> Vec<BookIrregularity> {
    let treated = rules.irregularities.iter().map(|treatment| BookIrregularity {
        what: treatment.of.into(),
        remedy: treatment.remedy.value.into(),
        clause: treatment.remedy.clause.to_string(),
        superior: treatment.superior.value.into(),
        superior_clause: treatment.superior.clause.to_string(),
        alone: treatment.alone.value,
        alone_clause: treatment.alone.clause.to_string(),
    });
    treated.collect()
}

impl BookPeople {
    fn of(rules: &RuleBook) -> Self {
        let people = &rules.people;
        Self {
            run_round: people.run_round.value.into(),
            open_table: people.open_table.value.into(),
            rulings: people.rulings.value.into(),
            staff_never_play: people.staff_never_play.value,
            side_bets_refused: people.side_bets_refused.value,
        }
    }
}

/// The lines of a book. The name on the layout is each house's choice, and this one has chosen.
fn lines(edition: &Edition, house: &str) -> Vec<BookLine> {
    let value = |line: &Line| {
        if line.key == "layout.house_name" { house.to_owned() } else { line.value.clone() }
    };
    let lines = edition.lines().iter().map(|line| BookLine {
        key: line.key.clone(),
        value: value(line),
        clause: line.clause.as_ref().map(ToString::to_string),
        law: line.law.clone(),
    });
    lines.collect()
}
