//! The wagers of a rule book: from its lines to a pay table.

use std::collections::BTreeSet;

use taisai_rules::{
    Area, Clause, DoubleOnTriple, Family, Odds, Offer, PayLine, PayTable, PayTableMistake, Pays,
    Roll, Ruled,
};

use crate::hints::nearest;
use crate::mistake::{MistakeKind, Position};
use crate::raw::{RawBook, RawText};
use crate::reader::Reader;
use crate::value::read_area;

/// Reads every wager, and makes the pay table where they are all sound.
pub(crate) fn pay_table(reader: &mut Reader<'_>) -> Option<PayTable> {
    let double_on_triple = reader.ask::<DoubleOnTriple>("wager.double_on_triple");
    refuse_strange_wagers(reader);
    refuse_strange_areas(reader);
    let wagers: Vec<Option<Vec<Offer>>> =
        wager_keys(reader.law()).iter().map(|key| offers(reader, key)).collect();
    let offers: Option<Vec<Offer>> =
        wagers.into_iter().collect::<Option<Vec<_>>>().map(|wagers| wagers.concat());
    let (offers, double_on_triple) = (offers?, double_on_triple?.value);
    match PayTable::new(offers, double_on_triple) {
        Ok(table) => Some(table),
        Err(mistakes) => {
            for mistake in mistakes.0 {
                let (key, at) = place_of(reader.law(), mistake);
                reader.mistake(at, &key, MistakeKind::PayTable(mistake));
            }
            None
        }
    }
}

/// The keys between `wager.` and the next dot.
fn wager_keys(book: &RawBook) -> BTreeSet<String> {
    let wager = |key: &String| Some(key.strip_prefix("wager.")?.split_once('.')?.0.to_owned());
    book.lines.keys().filter_map(wager).collect()
}

fn offers(reader: &mut Reader<'_>, wager: &str) -> Option<Vec<Offer>> {
    let key = |line: &str| format!("wager.{wager}.{line}");
    let name: Option<Ruled<String>> = reader.ask(&key("name"));
    if let Some(name) = &name
        && says_for(&name.value)
    {
        reader.mistake_in(&key("name"), MistakeKind::SaysFor, Some(name.clause.clone()));
    }
    let areas: Option<Ruled<Vec<Area>>> = reader.ask(&key("areas"));
    let is_single = |area: &Area| area.family() == Family::Single;
    let by_dice = match &areas {
        Some(areas) => areas.value.iter().any(is_single),
        None => reader.law().lines.contains_key(&key("pays.one")),
    };
    let pays = if by_dice { pays_by_dice(reader, wager) } else { pays_same(reader, wager) };
    let (name, areas, pays) = (name?, areas?, pays?);
    let offer = |&area: &Area| Offer {
        area,
        wager: name.value.as_str().into(),
        defined: areas.clause.clone(),
        pays: pays.clone(),
    };
    Some(areas.value.iter().map(offer).collect())
}

/// "For" in a wager's name would put the forbidden word beside its odds.
fn says_for(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("for"))
}

fn pay_line(reader: &mut Reader<'_>, key: &str) -> Option<PayLine> {
    let Ruled { value: odds, clause } = reader.ask::<Odds>(key)?;
    Some(PayLine { odds, clause })
}

fn pays_same(reader: &mut Reader<'_>, wager: &str) -> Option<Pays> {
    pay_line(reader, &format!("wager.{wager}.pays")).map(Pays::Same)
}

fn pays_by_dice(reader: &mut Reader<'_>, wager: &str) -> Option<Pays> {
    let lines =
        ["one", "two", "three"].map(|dice| pay_line(reader, &format!("wager.{wager}.pays.{dice}")));
    let [one, two, three] = lines;
    Some(Pays::ByDice([one?, two?, three?]))
}

/// Where a pay table's mistake stands: at the last mention of the area in question.
fn place_of(book: &RawBook, mistake: PayTableMistake) -> (String, Position) {
    let wrong = match mistake {
        PayTableMistake::OfferedTwice(area)
        | PayTableMistake::SingleNeedsThreeOdds(area)
        | PayTableMistake::PaysByDice(area)
        | PayTableMistake::SameEvent { again: area, .. } => area,
    };
    let mentions = listed_areas(book).filter(|(_, _, area)| *area == wrong);
    mentions
        .max_by_key(|(_, at, _)| *at)
        .map_or(("wager".to_owned(), Position::START), |(key, at, _)| (key.to_owned(), at))
}

/// A house may not add a wager: each is refused by name, once, at its first line.
fn refuse_strange_wagers(reader: &mut Reader<'_>) {
    let Some(house) = reader.house() else { return };
    let known = wager_keys(reader.law());
    for wager in wager_keys(house).difference(&known) {
        let prefix = format!("wager.{wager}.");
        let lines = house.lines.iter().filter(|(key, _)| key.starts_with(&prefix));
        lines.clone().for_each(|(key, _)| reader.known(key));
        let first = lines.map(|(_, line)| line.at).min().unwrap_or(Position::START);
        let kind = MistakeKind::NoSuchWager { nearest: nearest(wager, &known) };
        reader.mistake(first, &format!("wager.{wager}"), kind);
    }
}

/// Each name in a list that is no area, or none of the law's, is refused where it stands.
fn refuse_strange_areas(reader: &mut Reader<'_>) {
    let offered: Vec<Area> = listed_areas(reader.law()).map(|(_, _, area)| area).collect();
    for (key, name) in listed_names(reader.file()) {
        match read_area(&name.text) {
            Err(kind) => reader.refuse(name.at, key, kind),
            Ok(area) if !offered.contains(&area) => {
                let same_event = |law: &&Area| law.is_same_event(area, DoubleOnTriple::Wins);
                let same_as = offered.iter().find(same_event).copied();
                reader.refuse(name.at, key, MistakeKind::AreaNotOffered { area, same_as });
            }
            Ok(_) => {}
        }
    }
}

/// Every area that a book lists for a wager, with its place.
fn listed_areas(book: &RawBook) -> impl Iterator<Item = (&str, Position, Area)> {
    listed_names(book).filter_map(|(key, name)| Some((key, name.at, read_area(&name.text).ok()?)))
}

/// Every name in the lists of areas, whether it is an area or not.
fn listed_names(book: &RawBook) -> impl Iterator<Item = (&str, &RawText)> {
    let is_areas = |key: &str| key.starts_with("wager.") && key.rsplit('.').next() == Some("areas");
    let lists = book.lines.iter().filter(move |(key, _)| is_areas(key));
    lists.flat_map(|(key, line)| line.value.list().iter().map(move |name| (key.as_str(), name)))
}

/// Areas over which the house loses money in the long run, with the clause of their odds.
pub(crate) fn favouring_the_player(table: &PayTable) -> Vec<(Area, Clause)> {
    let favours = |offer: &&Offer| {
        let multiple = i64::from(table.multiple(offer.area).expect("an offered area"));
        let net: i64 = Roll::all()
            .map(|roll| {
                table.paying_line(offer.area, roll).map_or(-multiple, |line| {
                    multiple / i64::from(line.odds.stake()) * i64::from(line.odds.win())
                })
            })
            .sum();
        net > 0
    };
    let found = table.offers().iter().filter(favours);
    found.map(|offer| (offer.area, offer.pays.lines()[0].clause.clone())).collect()
}
