//! The terminal's picture is a clean rectangle at every width, and reads without colour.

use taisai_pictures::{Language, Picture, terminal, terminal_columns_min};
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Face, Outcome, Roll, RuleBook, Stake};
use unicode_width::UnicodeWidthStr;

fn books() -> impl Iterator<Item = &'static RuleBook> {
    Library::editions().map(taisai_rulebooks::Edition::rules)
}

fn pictures() -> impl Iterator<Item = Picture<'static>> {
    let roll = Roll::new(Face::Two, Face::Two, Face::Five);
    books().flat_map(move |book| {
        Language::ALL
            .into_iter()
            .map(move |language| Picture::of(book).in_language(language).rolled(roll))
    })
}

/// The text without its colours.
fn plain(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |plain, piece| {
        let (escape, rest) = piece.split_once('m').expect("an escape sequence ends with m");
        assert!(escape.starts_with('['), "only colours are sent to the terminal");
        plain + rest
    })
}

fn assert_is_rectangle(picture: &Picture<'_>, columns: u16) {
    let drawn = plain(&terminal(picture, columns));
    let expected = usize::from(columns.max(terminal_columns_min(picture)));
    for line in drawn.lines() {
        assert_eq!(
            line.width(),
            expected,
            "{} {:?} at {columns}:\n{drawn}",
            picture.book().title.id,
            picture.language()
        );
    }
}

#[test]
fn every_line_is_as_wide_as_asked_in_every_book_and_language() {
    for picture in pictures() {
        for columns in 80..=200 {
            assert_is_rectangle(&picture, columns);
        }
    }
}

#[test]
fn no_width_is_too_small_or_too_large() {
    for picture in pictures() {
        for columns in [0, 1, 2, 3, 10, 40, 79, 1_000] {
            assert_is_rectangle(&picture, columns);
        }
    }
}

#[test]
fn the_layouts_fit_the_terminals_people_have() {
    for picture in pictures() {
        let columns_min = terminal_columns_min(&picture);
        let areas = picture.book().layout.spots().len();
        let wanted = if areas > 60 { 100 } else { 75 };
        assert!(columns_min <= wanted, "{} needs {columns_min}", picture.book().title.id);
    }
}

/// On how many areas a bet would win: what settles decides, whatever the lights say.
fn winners(book: &RuleBook, roll: Roll) -> usize {
    let table = &book.pay_table;
    let bet = |area| Bet::new(area, Stake::new(200).expect("halves can be paid on it"));
    let bets: Vec<Bet> = table.offers().iter().map(|offer| bet(offer.area)).collect();
    let settled = table.settle(roll, &bets).expect("all can be paid");
    settled.bets().iter().filter(|settled| settled.outcome() == Outcome::Win).count()
}

#[test]
fn every_winning_area_has_its_star_without_colour_for_all_216_rolls() {
    for book in books() {
        for roll in Roll::all() {
            let drawn = plain(&terminal(&Picture::of(book).rolled(roll), 100));
            let stars_of_areas = drawn.matches('★').count() - 1;
            assert_eq!(stars_of_areas, winners(book, roll), "{} {roll}\n{drawn}", book.title.id);
        }
    }
}

#[test]
fn without_a_roll_there_is_neither_star_nor_heavy_line() {
    for book in books() {
        let drawn = plain(&terminal(&Picture::of(book), 100));
        assert!(!drawn.contains(['★', '━', '┃']), "{drawn}");
    }
}

#[test]
fn every_odds_can_be_read_on_its_area_or_in_its_caption() {
    for picture in books().map(Picture::of) {
        let drawn = plain(&terminal(&picture, terminal_columns_min(&picture)));
        let book = picture.book();
        for offer in book.pay_table.offers() {
            for line in offer.pays.lines() {
                let worded = line.odds.worded(book.odds_style_of(offer.area));
                let missing = worded.split(' ').find(|word| !drawn.contains(word));
                assert_eq!(missing, None, "{} of {}:\n{drawn}", worded, offer.area);
            }
        }
    }
}

#[test]
fn a_hostile_house_name_commands_nothing() {
    let mut book = Library::get("act").unwrap().rules().clone();
    book.house_name.value = "\u{1b}[2J\u{9b}31m\u{7}House\u{202e}".to_owned();
    let picture = Picture::of(&book);
    assert_is_rectangle(&picture, 80);
    let drawn = plain(&terminal(&picture, 80));
    assert!(drawn.lines().all(|line| !line.contains(char::is_control)), "{drawn}");
}

#[test]
fn the_layout_of_the_act_after_four_four_two() {
    let mut book = Library::get("act").unwrap().rules().clone();
    book.house_name.value = "Lucky Dragon".to_owned();
    let picture = Picture::of(&book).rolled("4,4,2".parse().unwrap());
    let drawn = plain(&terminal(&picture, 80));
    let golden = include_str!("golden/act.txt");
    assert!(drawn == golden, "drawn:\n{drawn}\nexpected:\n{golden}");
}
