//! The figures of areas, slips, wishes and biased dice against other derivations.

use crate::common::{slip, table};
use taisai_odds::{
    AreaOdds, Dice, Fraction, LowReturn, RelationKind, SlipOdds, Spread, turning_bias, ways_to_win,
};
use taisai_rulebooks::Library;
use taisai_rules::{Area, Roll};

fn area(name: &str) -> Area {
    name.parse().unwrap()
}

fn odds(rules: &str, name: &str) -> AreaOdds {
    AreaOdds::of(table(rules), area(name), &Dice::FAIR).unwrap()
}

#[test]
fn published_figures_come_out_to_the_last_digit() {
    // Rule book, area, ways, edge, edge in percent, standard deviation.
    let cases = [
        ("act", "small", 105, "1/36", "2.777778", "0.999614"),
        ("act", "single-3", 91, "1/27", "3.703704", "1.367113"),
        ("maryland", "single-3", 91, "17/216", "7.870370", "1.113183"),
        ("act", "double-2", 16, "1/9", "11.111111", "3.142697"),
        ("massachusetts", "total-5", 6, "17/36", "47.222222", "3.122375"),
        ("singapore-1", "four-1234", 24, "1/18", "5.555556", "2.671292"),
        ("act", "triple-1", 1, "35/216", "16.203704", "12.286949"),
        ("act", "any-triple", 6, "1/9", "11.111111", "5.258738"),
        ("singapore-2", "combo-113", 3, "7/24", "29.166667", "5.968523"),
        ("singapore-2", "combo-123", 6, "5/36", "13.888889", "5.094402"),
    ];
    for (rules, name, ways, edge, percent, sd) in cases {
        let odds = odds(rules, name);
        assert_eq!(odds.ways(), ways, "{name}");
        assert_eq!(odds.house_edge().to_string(), edge, "{name}");
        assert_eq!(odds.house_edge().percent(6), percent, "{name}");
        assert_eq!(odds.standard_deviation().decimal(6), sd, "{name}");
    }
}

#[test]
fn moments_are_those_of_a_plain_sum_over_all_rolls() {
    for edition in Library::editions() {
        let table = &edition.rules().pay_table;
        for odds in AreaOdds::all(table, &Dice::FAIR) {
            let stake = odds.spread().staked() as f64;
            let nets: Vec<f64> = Roll::all()
                .map(|roll| {
                    let line = table.paying_line(odds.area(), roll);
                    line.map_or(-1.0, |l| f64::from(l.odds.win()) / f64::from(l.odds.stake()))
                })
                .collect();
            let mean = nets.iter().sum::<f64>() / 216.0;
            let central =
                |power| nets.iter().map(|net| (net - mean).powi(power)).sum::<f64>() / 216.0;
            let printed = |text: String| text.parse::<f64>().unwrap();
            assert!(stake >= 1.0);
            let edge = printed(odds.house_edge().decimal(12));
            assert!((edge + mean).abs() < 1e-9, "{}", odds.area());
            let variance = printed(odds.variance().decimal(12));
            assert!((variance - central(2)).abs() < 1e-7, "{}", odds.area());
            let skewness = central(3) / central(2).powf(1.5);
            let printed = printed(odds.skewness().unwrap().decimal(12));
            assert!((printed - skewness).abs() < 1e-7, "{}", odds.area());
        }
    }
}

#[test]
fn returns_below_75_and_80_percent_are_flagged() {
    assert_eq!(odds("massachusetts", "total-5").low_return(), Some(LowReturn::Under75));
    assert_eq!(odds("singapore-2", "combo-113").low_return(), Some(LowReturn::Under75));
    assert_eq!(odds("massachusetts", "total-4").low_return(), Some(LowReturn::Under75));
    assert_eq!(odds("act", "small").low_return(), None);
    let flagged = |odds: &AreaOdds| match odds.low_return() {
        Some(LowReturn::Under75) => odds.player_return() < Fraction::new(3, 4),
        Some(LowReturn::Under80) => {
            Fraction::new(3, 4) <= odds.player_return()
                && odds.player_return() < Fraction::new(4, 5)
        }
        None => Fraction::new(4, 5) <= odds.player_return(),
    };
    for edition in Library::editions() {
        assert!(AreaOdds::all(&edition.rules().pay_table, &Dice::FAIR).iter().all(flagged));
    }
}

fn slip_odds(rules: &str, text: &str) -> SlipOdds {
    SlipOdds::of(table(rules), &slip(text), &Dice::FAIR).unwrap()
}

#[test]
fn small_and_big_together_lose_only_on_triples() {
    let odds = slip_odds("act", "small=5 big=5");
    let lose = RelationKind::Cancel { both_lose: 6, exactly_on: Some(area("any-triple")) };
    assert_eq!(odds.relations()[0].kind, lose);
    assert_eq!(odds.spread().outcomes(), [(-10, 6), (0, 210)]);
    assert_eq!(odds.chance_ahead(), Fraction::ZERO);
    assert_eq!(odds.worst_roll().to_string(), "1,1,1");
}

#[test]
fn relations_say_who_stands_in_whose_shadow() {
    let cases = [
        ("triple-4=1 double-4=1", Some(RelationKind::Shadowed)),
        ("double-4=1 triple-4=1", Some(RelationKind::Shadows)),
        ("small=1 small=2", Some(RelationKind::Same)),
        ("small=1 total-9=1", None),
        ("small=1 total-10=1", Some(RelationKind::Shadows)),
        ("total-4=1 total-17=1", Some(RelationKind::Cancel { both_lose: 210, exactly_on: None })),
    ];
    for (text, kind) in cases {
        let odds = slip_odds("act", text);
        assert_eq!(odds.relations().first().map(|relation| relation.kind), kind, "{text}");
    }
}

#[test]
fn a_slip_is_the_sum_of_its_bets_on_every_roll() {
    let text = "small=1 single-4=2 double-4=1 total-10=3 domino-24=1";
    let whole = slip_odds("act", text);
    let parts: Vec<SlipOdds> = text.split(' ').map(|bet| slip_odds("act", bet)).collect();
    for roll in Roll::all() {
        assert_eq!(whole.net(roll), parts.iter().map(|part| part.net(roll)).sum::<i64>());
    }
    let mean = parts.iter().fold(Fraction::ZERO, |sum, part| sum + part.spread().mean());
    assert_eq!(whole.spread().mean(), mean);
    assert_eq!(whole.net(whole.best_roll()), whole.spread().outcomes().last().unwrap().0);
}

#[test]
fn a_wish_is_staked_with_the_least_that_wins_it() {
    for edition in Library::editions() {
        let table = &edition.rules().pay_table;
        for wish in [1, 7, 100, 12_345] {
            let ways = ways_to_win(table, wish, &Dice::FAIR);
            assert_eq!(ways.len(), table.offers().len());
            assert!(ways.is_sorted_by_key(|way| way.cost));
            for way in ways {
                let lowest = table.offer(way.area).unwrap().pays.lines()[0].odds;
                let multiple = u64::from(table.multiple(way.area).unwrap());
                assert!(lowest.win_on(way.stake).unwrap() >= wish);
                let less = way.stake.units() - multiple;
                let less_wins = less / u64::from(lowest.stake()) * u64::from(lowest.win());
                assert!(less == 0 || less_wins < wish, "{} {wish}", way.area);
            }
        }
    }
}

#[test]
fn an_enormous_wish_has_no_way() {
    assert!(ways_to_win(table("act"), u64::MAX, &Dice::FAIR).is_empty());
}

#[test]
fn biased_dice_weigh_every_roll_by_its_faces() {
    let dice = Dice::weighted([1, 2, 3, 4, 5, 6]).unwrap();
    let total: u64 = Roll::all().map(|roll| dice.chance(roll)).sum();
    assert_eq!(total, dice.chance_of_all());
    // P(single-6 on at least one die) = 1 - (15/21)^3.
    let odds = AreaOdds::of(table("act"), area("single-6"), &dice).unwrap();
    assert_eq!(odds.hit_frequency(), Fraction::new(9_261 - 3_375, 9_261));
    let spread = Spread::of(table("act"), &slip("single-6=1"), &dice).unwrap();
    assert_eq!(spread.outcomes(), [(-1, 3_375), (1, 4_050), (2, 1_620), (12, 216)]);
}

#[test]
fn the_most_lopsided_dice_have_figures_too() {
    for weights in [[9_999, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [1, 9_999, 0, 0, 0, 0]] {
        let dice = Dice::weighted(weights).unwrap();
        for odds in AreaOdds::all(table("singapore-2"), &dice) {
            assert!(odds.variance() >= Fraction::ZERO.into(), "{}", odds.area());
            let varies = !odds.variance().is_zero();
            assert_eq!(odds.skewness().is_some(), varies, "{}", odds.area());
        }
    }
}

#[test]
fn large_stakes_vary_as_much_as_small_ones_times_their_square() {
    let spread = |text: &str, dice: &Dice| Spread::of(table("act"), &slip(text), dice).unwrap();
    for dice in [Dice::FAIR, Dice::weighted([9_999, 1, 0, 0, 0, 0]).unwrap()] {
        let (one, large) = (spread("small=1", &dice), spread("small=10000000000", &dice));
        let sd = |spread: &Spread, places| spread.standard_deviation().decimal(places);
        let digits = |text: String| text.replace('.', "").trim_start_matches('0').to_owned();
        assert_eq!(digits(sd(&large, 10)), digits(sd(&one, 20)));
        let skewness = |spread: &Spread| spread.skewness().unwrap().decimal(20);
        assert_eq!(skewness(&large), skewness(&one));
    }
}

#[test]
fn a_roll_that_cannot_come_is_neither_best_nor_worst() {
    let only_ones = Dice::weighted([1, 0, 0, 0, 0, 0]).unwrap();
    let odds = SlipOdds::of(table("act"), &slip("small=1"), &only_ones).unwrap();
    assert_eq!((odds.best_roll(), odds.worst_roll()), (odds.worst_roll(), odds.best_roll()));
    assert_eq!(odds.best_roll().to_string(), "1,1,1");
}

#[test]
fn the_turning_bias_takes_the_edge_away_and_a_step_less_does_not() {
    let families = ["small", "single-2", "double-3", "triple-4", "any-triple", "total-4", "even"];
    for name in families.into_iter().chain(["total-11", "domino-25", "combo-126", "combo-113"]) {
        let table = table("singapore-2");
        let bias = turning_bias(table, area(name)).unwrap();
        let edge = AreaOdds::of(table, area(name), &bias.dice).unwrap().house_edge();
        assert!(edge <= Fraction::ZERO, "{name} {edge}");
        assert!(edge > Fraction::new(-1, 100), "{name} {edge}");
        assert!(bias.moved > Fraction::ZERO, "{name}");
    }
}

#[test]
fn a_triple_turns_where_its_cube_reaches_one_in_its_odds() {
    // 180 to 1 breaks even at p^3 = 1/181, p = 0.17678: 1.0112 % more than a sixth.
    let bias = turning_bias(table("act"), area("triple-4")).unwrap();
    assert!(bias.moved >= Fraction::new(10_112, 1_000_000));
    assert!(bias.moved <= Fraction::new(10_112 + 167, 1_000_000));
}
