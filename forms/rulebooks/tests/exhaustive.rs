//! Every bet of every rule book on every roll, settled twice: by the engine and by the documents.

mod oracle;

use oracle::{DOCUMENTS, Document, Wager, all_dice, all_ids, words};
use taisai_rulebooks::Library;
use taisai_rules::{Area, Bet, BetRefusal, Outcome, PayTable, Roll, SettleRefusal, Stake};

/// One unit, the smallest that halves can be paid on, an odd one, a round one, and the ceiling.
const STAKES: [u64; 5] = [1, 2, 5, 100, 10_000_000_000];

fn table(document: &Document) -> &'static PayTable {
    let edition = Library::get(document.book).expect("every document has its rule book");
    &edition.rules().pay_table
}

fn roll([first, second, third]: [u8; 3]) -> Roll {
    format!("{first},{second},{third}").parse().expect("three faces")
}

fn bet(id: &str, stake: u64) -> Bet {
    Bet::new(id.parse().expect("an area"), Stake::new(stake).expect("a stake"))
}

fn bets(wagers: &[Wager], stake: u64) -> Vec<Bet> {
    wagers.iter().map(|wager| bet(&wager.id, stake)).collect()
}

/// A bet after the roll, as a person would read it out: outcome, odds, win, returned.
type Line = (Outcome, Option<String>, u64, u64);

fn by_the_document(odds: Option<(u64, u64)>, stake: u64) -> Line {
    let Some((won, per)) = odds else { return (Outcome::Lose, None, 0, 0) };
    let win = stake / per * won;
    (Outcome::Win, Some(words((won, per))), win, stake + win)
}

#[test]
fn the_areas_are_the_117_of_the_second_telling_in_the_same_order() {
    let ids: Vec<String> = Area::all().map(|area| area.to_string()).collect();
    assert_eq!(ids, all_ids());
}

#[test]
fn the_books_offer_50_56_and_104_areas() {
    for (document, count) in DOCUMENTS.iter().zip([50, 50, 50, 50, 50, 56, 104, 104]) {
        assert_eq!(table(document).offers().len(), count, "{}", document.book);
        assert_eq!(document.wagers().len(), count, "{}", document.book);
    }
}

#[test]
fn every_bet_on_every_roll_settles_as_the_document_says() {
    for document in &DOCUMENTS {
        for stake in STAKES {
            let mut payable = document.wagers();
            payable.retain(|wager| stake.is_multiple_of(wager.multiple()));
            check_payable(document, &payable, stake);
        }
    }
}

fn check_payable(document: &Document, wagers: &[Wager], stake: u64) {
    let bets = bets(wagers, stake);
    for dice in all_dice() {
        let settlement = table(document).settle(roll(dice), &bets).expect("all can be paid");
        assert_eq!(settlement.bets().len(), wagers.len());
        for ((wager, bet), settled) in wagers.iter().zip(&bets).zip(settlement.bets()) {
            let line = settlement.paying_line(settled);
            let odds = line.map(|line| line.odds.to_string());
            let engine = (settled.outcome(), odds, settled.win(), settled.returned());
            let expected = by_the_document(wager.winning_odds(dice), stake);
            assert_eq!(engine, expected, "{} {} {dice:?} {stake}", document.book, wager.id);
            assert_eq!(settled.bet(), *bet);
            let cited = line.is_none_or(|line| line.clause.as_str().starts_with(document.cite));
            assert!(cited, "{} {}: {line:?}", document.book, wager.id);
        }
    }
}

#[test]
fn a_stake_that_cannot_be_paid_exactly_is_refused_with_its_multiple_on_every_roll() {
    let mut refusals = 0;
    for document in &DOCUMENTS {
        for stake in STAKES {
            let mut unpayable = document.wagers();
            unpayable.retain(|wager| !stake.is_multiple_of(wager.multiple()));
            refusals += unpayable.len();
            for wager in &unpayable {
                check_unpayable(document, wager, stake);
            }
        }
    }
    // Fourteen areas of the first two Singapore tables pay halves, on two odd stakes each.
    assert_eq!(refusals, 14 * 2 * 2);
}

fn check_unpayable(document: &Document, wager: &Wager, stake: u64) {
    let (id, multiple) = (&wager.id, wager.multiple());
    let text = format!(
        "a stake of {stake} on {id} cannot be paid exactly; it must be a multiple of {multiple}"
    );
    for dice in all_dice() {
        let answer = table(document).settle(roll(dice), &[bet(id, stake)]);
        let refusal = answer.expect_err("a half cannot be paid");
        assert_eq!(refusal.to_string(), text, "{}", document.book);
    }
}

#[test]
fn an_area_that_is_not_offered_is_refused_by_name() {
    let mut refusals = 0;
    for document in DOCUMENTS {
        for id in all_ids() {
            let answer = table(&document).settle(roll([1, 2, 3]), &[bet(&id, 2)]);
            if document.pays(&id).is_some() {
                assert!(answer.is_ok(), "{} {id}", document.book);
                continue;
            }
            refusals += 1;
            let refusal = answer.unwrap_err();
            assert_eq!(refusal.to_string(), format!("{id} is not offered at this table"));
            let SettleRefusal::Bets(bets) = refusal else { panic!("{refusal}") };
            assert_eq!(bets[0].why, BetRefusal::AreaNotOffered);
        }
    }
    assert_eq!(refusals, 5 * (117 - 50) + (117 - 56) + 2 * (117 - 104));
}

#[test]
fn exactly_the_winning_areas_light_up_in_the_order_of_the_areas() {
    for document in &DOCUMENTS {
        let wagers = document.wagers();
        for dice in all_dice() {
            let lit = table(document).winning_areas(roll(dice));
            let lit: Vec<String> = lit.iter().map(|area| area.to_string()).collect();
            let won = wagers.iter().filter(|wager| wager.winning_odds(dice).is_some());
            let won: Vec<String> = won.map(|wager| wager.id.clone()).collect();
            assert_eq!(lit, won, "{} {dice:?}", document.book);
        }
    }
}

#[test]
fn the_order_of_the_dice_never_matters() {
    for document in &DOCUMENTS {
        let bets = bets(&document.wagers(), 2);
        let settle = |dice| table(document).settle(roll(dice), &bets).expect("all can be paid");
        for dice in all_dice() {
            let given = settle(dice);
            let [a, b, c] = dice;
            for other in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                let turned = settle(other);
                let same = given.bets() == turned.bets()
                    && given.winning_areas() == turned.winning_areas()
                    && given.returned() == turned.returned();
                assert!(same, "{} {dice:?} {other:?}", document.book);
            }
        }
    }
}

#[test]
fn on_a_triple_only_the_five_listed_kinds_of_bet_win() {
    // SG 3.9, written out: totals 3 and 18 cannot be bet on, so ones and sixes have no total.
    let triples = [
        (1, "any-triple single-1 double-1 triple-1"),
        (2, "any-triple single-2 double-2 triple-2 total-6"),
        (3, "any-triple single-3 double-3 triple-3 total-9"),
        (4, "any-triple single-4 double-4 triple-4 total-12"),
        (5, "any-triple single-5 double-5 triple-5 total-15"),
        (6, "any-triple single-6 double-6 triple-6"),
    ];
    for book in ["singapore-1", "singapore-2", "singapore-3"] {
        for (face, winners) in triples {
            let table = &Library::get(book).unwrap().rules().pay_table;
            let lit = table.winning_areas(roll([face; 3]));
            let lit: Vec<String> = lit.iter().map(|area| area.to_string()).collect();
            assert_eq!(lit.join(" "), winners, "{book}");
        }
    }
}

#[test]
fn all_areas_on_one_slip_add_up() {
    for document in &DOCUMENTS {
        let wagers = document.wagers();
        for stake in [2, 100, 10_000_000_000] {
            let bets = bets(&wagers, stake);
            let staked = u128::from(stake) * wagers.len() as u128;
            for dice in all_dice() {
                let settlement = table(document).settle(roll(dice), &bets).unwrap();
                let returned = |wager: &Wager| {
                    let (.., returned) = by_the_document(wager.winning_odds(dice), stake);
                    u128::from(returned)
                };
                let sum: u128 = wagers.iter().map(returned).sum();
                assert_eq!(u128::from(settlement.returned()), sum, "{}", document.book);
                assert_eq!(u128::from(settlement.staked()), staked, "{}", document.book);
            }
        }
    }
}
