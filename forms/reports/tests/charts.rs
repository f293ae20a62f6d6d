//! Charts are sound SVG: every stroke on the paper, every colour with its class.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use taisai_odds::{AreaOdds, Dice, Fraction, Purse, Ruin, Session, SlipOdds};
use taisai_reports::{Chart, Comparison, Curve, Fan, Language, Sheet, charts};
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Stake};

fn bets(bets: &[(&str, u64)]) -> Vec<Bet> {
    bets.iter().map(|&(area, stake)| bet(area, stake)).collect()
}

fn bet(area: &str, stake: u64) -> Bet {
    Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap())
}

fn units(net: i64) -> String {
    net.to_string()
}

/// Every kind of chart, each with a name, from one slip at one table.
fn kinds() -> Vec<(&'static str, Chart)> {
    let edition = Library::get("act").unwrap();
    let table = &edition.rules().pay_table;
    let sheet = Sheet::of(edition, &Dice::FAIR);
    let slip = bets(&[("small", 100), ("total-10", 50), ("double-4", 50)]);
    let slip = SlipOdds::of(table, &slip, &Dice::FAIR).unwrap();
    let session = Session::of(slip.spread(), 100).unwrap();
    let fan = Fan::of(slip.spread(), 100, 5).unwrap();
    let single = AreaOdds::of(table, "small".parse().unwrap(), &Dice::FAIR).unwrap();
    let purse = Purse { bankroll: 10, target: 20 };
    let ruin = Ruin::of(single.spread(), purse).unwrap();
    let curve = Curve::of(single.spread(), purse, &ruin).unwrap();
    let edges = [(0, 3), (1, 1), (2, -1)];
    let edges = edges.map(|(moved, edge)| (Fraction::new(moved, 100), Fraction::new(edge, 100)));
    let rows =
        [("small".to_owned(), Fraction::new(1, 90)), ("big".to_owned(), Fraction::new(1, 80))];
    let amounts = [("triple-1".to_owned(), Fraction::new(-9, 2), "-4.50".to_owned())];
    vec![
        ("edges", charts::edges(&sheet, Language::English)),
        ("totals", charts::totals(&Dice::FAIR, Language::English)),
        ("slip", charts::slip(&slip, &units)),
        ("session", charts::session(&session, &fan, &units)),
        ("fan", charts::fan("A fan", &fan, &units, Language::English)),
        ("ruin", charts::ruin(&curve, 10, &units)),
        ("comparison", charts::comparison(&Comparison::of(Library::editions(), &Dice::FAIR))),
        ("turning", charts::turning(&rows)),
        ("bias", charts::bias("A bias", &edges)),
        ("amounts", charts::amounts("Some amounts", "units", &amounts)),
    ]
}

/// Charts at the ends of what can be asked.
fn extremes() -> Vec<(&'static str, Chart)> {
    let edition = Library::get("act").unwrap();
    let table = &edition.rules().pay_table;
    let certain = Dice::weighted([1, 0, 0, 0, 0, 0]).unwrap();
    let sheet = Sheet::of(edition, &certain);
    let slip = SlipOdds::of(table, &bets(&[("triple-1", 10_000_000)]), &certain).unwrap();
    let session = Session::of(slip.spread(), 1).unwrap();
    let fan = Fan::of(slip.spread(), 1, 12).unwrap();
    vec![
        ("certain edges", charts::edges(&sheet, Language::English)),
        ("certain totals", charts::totals(&certain, Language::English)),
        ("certain slip", charts::slip(&slip, &units)),
        ("certain session", charts::session(&session, &fan, &units)),
        ("no turning", charts::turning(&[])),
        ("no bias", charts::bias("None", &[])),
    ]
}

#[test]
fn every_stroke_lies_on_the_paper() {
    for (name, chart) in kinds().into_iter().chain(extremes()) {
        let svg = chart.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        let (_, size) = svg.split_once("viewBox=\"0 0 ").unwrap();
        let (size, _) = size.split_once('"').unwrap();
        let (width, height) = size.split_once(' ').unwrap();
        for (attribute, most) in [("x", width), ("y", height), ("cx", width), ("cy", height)] {
            let most: i64 = most.parse().unwrap();
            for place in svg.split(&format!(" {attribute}=\"")).skip(1) {
                let place: i64 = place.split('"').next().unwrap().parse().unwrap();
                assert!(0 <= place && place <= most, "{name}: {attribute}={place} of {most}");
            }
        }
    }
}

#[test]
fn every_colour_has_a_class_and_follows_the_scheme() {
    for (name, chart) in kinds() {
        let svg = chart.svg();
        let (style, drawing) = svg.split_once("</style>").unwrap();
        assert!(style.contains("prefers-color-scheme: dark"));
        let coloured = drawing.lines().filter(|line| line.contains("=\"#"));
        for line in coloured {
            let (_, class) =
                line.split_once(" class=\"").unwrap_or_else(|| panic!("{name}: {line}"));
            let (class, _) = class.split_once('"').unwrap();
            assert!(style.contains(&format!(".{class} ")), "{name}: {class}");
        }
    }
}

#[test]
fn tags_close_and_there_is_a_title() {
    for (name, chart) in kinds().into_iter().chain(extremes()) {
        let svg = chart.svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
        assert_eq!(svg.matches("<svg").count(), 1, "{name}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count(), "{name}");
        assert!(svg.contains(&format!("<title>{}</title>", chart.title())), "{name}");
    }
}
