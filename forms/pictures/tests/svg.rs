//! The sign shows every area once, with its odds, lit exactly where it wins.

use std::collections::BTreeMap;

use taisai_pictures::{Language, Picture, svg};
use taisai_rulebooks::Library;
use taisai_rules::{Area, AreaSet, Bet, Odds, OddsStyle, Outcome, Roll, RuleBook, Stake};

fn books() -> impl Iterator<Item = &'static RuleBook> {
    Library::editions().map(taisai_rulebooks::Edition::rules)
}

/// Every picture without a roll: all books in all languages.
fn pictures() -> impl Iterator<Item = Picture<'static>> {
    books().flat_map(|book| {
        Language::ALL.into_iter().map(move |language| Picture::of(book).in_language(language))
    })
}

/// The inside of every area's group; an area that is drawn twice has two.
fn groups(sign: &str) -> BTreeMap<Area, Vec<&str>> {
    let mut groups: BTreeMap<Area, Vec<&str>> = BTreeMap::new();
    for group in sign.split("<g id=\"area-").skip(1) {
        let (inside, _) = group.split_once("</g>").expect("a group ends");
        let area = attribute(inside, "data-area").parse().expect("a group names its area");
        groups.entry(area).or_default().push(inside);
    }
    groups
}

fn attribute<'a>(markup: &'a str, name: &str) -> &'a str {
    let (_, value) = markup.split_once(&format!(" {name}=\"")).expect("the attribute is there");
    value.split('"').next().expect("a split has a first part")
}

fn number(markup: &str, name: &str) -> u32 {
    attribute(markup, name).parse().expect("coordinates are whole numbers")
}

/// What a reader reads: the text without its tags and without the hidden title.
fn read(group: &str) -> String {
    let (_, visible) = group.split_once("</title>").expect("an area has a title");
    let texts = visible.split('<').filter_map(|piece| piece.split_once('>'));
    texts.flat_map(|(_, text)| text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

fn worded(odds: Odds, style: OddsStyle, language: Language) -> String {
    let pays = match language {
        Language::English => return odds.worded(style),
        Language::TraditionalChinese => "賠",
        Language::SimplifiedChinese => "赔",
    };
    match style {
        OddsStyle::To => format!("1 {pays} {}", odds.to_string().replace(" to 1", "")),
        OddsStyle::Wins => odds.worded(style).replace("wins", pays),
        OddsStyle::Ratio => odds.worded(style),
    }
}

#[test]
fn every_area_is_drawn_once_and_says_what_it_pays() {
    for picture in pictures() {
        let sign = svg(&picture);
        let groups = groups(&sign);
        let table = &picture.book().pay_table;
        assert_eq!(groups.len(), table.offers().len(), "{}", picture.book().title.id);
        for offer in table.offers() {
            let [group] = groups[&offer.area][..] else { panic!("{} is drawn twice", offer.area) };
            let style = picture.book().odds_style_of(offer.area);
            let odds = offer.pays.lines().iter();
            let odds = odds.map(|line| worded(line.odds, style, picture.language()));
            let odds = odds.collect::<Vec<_>>().join(" · ");
            assert!(read(group).contains(&odds), "{} reads {}", offer.area, read(group));
        }
    }
}

/// The areas on which a bet would win: what settles decides, whatever the lights say.
fn winners(book: &RuleBook, roll: Roll) -> AreaSet {
    let table = &book.pay_table;
    let bet = |area| Bet::new(area, Stake::new(200).expect("halves can be paid on it"));
    let bets: Vec<Bet> = table.offers().iter().map(|offer| bet(offer.area)).collect();
    let settled = table.settle(roll, &bets).expect("all can be paid");
    let won = settled.bets().iter().filter(|settled| settled.outcome() == Outcome::Win);
    won.map(|settled| settled.bet().area).collect()
}

#[test]
fn the_lit_areas_are_the_winning_ones_for_all_216_rolls() {
    for book in books() {
        for roll in Roll::all() {
            let sign = svg(&Picture::of(book).rolled(roll));
            let groups = groups(&sign);
            let lit = |inside: &str| attribute(inside, "class") == "area lit";
            let lit: AreaSet =
                groups.iter().filter(|(_, inside)| lit(inside[0])).map(|(&area, _)| area).collect();
            assert_eq!(lit, winners(book, roll), "{} {roll}", book.title.id);
        }
    }
}

#[test]
fn without_a_roll_nothing_is_lit() {
    for picture in pictures() {
        assert!(!svg(&picture).contains("class=\"area lit\""));
    }
}

#[test]
fn only_the_odds_that_the_roll_pays_stand_out() {
    let book = Library::get("act").unwrap().rules();
    let paying = |roll: &str, area: &str| {
        let sign = svg(&Picture::of(book).rolled(roll.parse().unwrap()));
        let group = groups(&sign)[&area.parse().unwrap()][0].to_owned();
        let spans = group.split("<tspan class=\"paying\">").skip(1);
        spans.map(|span| span.split('<').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(paying("4,1,2", "single-4"), ["1 to 1"]);
    assert_eq!(paying("4,4,2", "single-4"), ["2 to 1"]);
    assert_eq!(paying("4,4,4", "single-4"), ["12 to 1"]);
    assert_eq!(paying("1,2,3", "single-4"), Vec::<String>::new());
}

#[test]
fn dice_and_words_stay_on_their_area() {
    for picture in pictures() {
        let sign = svg(&picture);
        for (area, inside) in groups(&sign) {
            let (_, spot) = inside[0].split_once("<rect class=\"spot\"").unwrap();
            let (left, top) = (number(spot, "x"), number(spot, "y"));
            let (right, bottom) = (left + number(spot, "width"), top + number(spot, "height"));
            for die in inside[0].split("<use href=\"#die-").skip(1) {
                let (x, y, side) = (number(die, "x"), number(die, "y"), number(die, "width"));
                assert!(left <= x && x + side <= right, "{area}");
                assert!(top <= y && y + side <= bottom, "{area}");
                assert!(side >= 25, "the dice of {area} are too small to read");
            }
            for text in inside[0].split("<text ").skip(1) {
                let text = format!(" {text}");
                let (y, size) = (number(&text, "y"), number(&text, "font-size"));
                assert!(top + size / 2 <= y && y <= bottom, "{area}");
                assert!(size >= 24, "the print of {area} is too small to read");
            }
        }
    }
}

#[test]
fn every_sign_is_well_formed() {
    for picture in pictures() {
        assert_well_formed(&svg(&picture));
        assert_well_formed(&svg(&picture.rolled("1,5,5".parse().unwrap())));
    }
}

#[test]
fn a_hostile_house_name_stays_a_name() {
    let mut book = Library::get("act").unwrap().rules().clone();
    book.house_name.value = "</text><script>&\"'\u{1b}[2J\0".to_owned();
    book.title.id = "\"><g onload=\"alert(1)".to_owned();
    let sign = svg(&Picture::of(&book));
    assert_well_formed(&sign);
    assert!(!sign.contains("<script") && !sign.contains("<g onload") && !sign.contains('\u{1b}'));
}

#[test]
fn the_sign_needs_nothing_from_outside() {
    for picture in pictures() {
        let sign = svg(&picture);
        let links = sign.matches("http").count();
        assert_eq!(links, 1, "the only address is the name of the SVG language itself");
        assert!(!sign.contains("<script") && !sign.contains("@import") && !sign.contains("url("));
        let (_, uses) = sign.split_once("<use ").expect("dice are used");
        assert!(uses.split(" href=\"").skip(1).all(|link| link.starts_with('#')));
    }
}

#[test]
fn the_same_picture_is_the_same_text() {
    for picture in pictures() {
        assert_eq!(svg(&picture), svg(&picture.clone()));
    }
}

/// Every tag closes, in the right order, and no bare `<` or `&` is left in the text.
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in xml.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes pair up in <{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "<{tag}> closes what is open");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for reference in tag.split('&').skip(1).chain(text.split('&').skip(1)) {
            let (entity, _) = reference.split_once(';').expect("a reference ends");
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "&{entity};");
        }
    }
    assert!(open.is_empty(), "{open:?} never close");
}
