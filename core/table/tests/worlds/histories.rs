//! Random histories with cash-outs in between: each player's worth is the same in both worlds.

use std::collections::BTreeMap;

use taisai_rules::{Bet, Roll, ShakerKind};
use taisai_table::{Asker, Command, PlayerId, VoucherId};

use super::floor::{Floor, Make, seat, stake, wide};
use super::luck::Luck;
use super::{correct, void};

const ROUNDS: usize = 8;
const SEATS: u16 = 3;

/// What a history does, decided before any dice fall, so that two worlds can live through it.
#[derive(Clone, Debug)]
struct Plan {
    rounds: Vec<PlannedRound>,
}

#[derive(Clone, Debug)]
struct PlannedRound {
    bets: Vec<(u16, Vec<Bet>)>,
    dice: Roll,
    /// Which seats cash out all they have after the round, and leave where they can.
    leaving: Vec<u16>,
}

fn plan(luck: &mut Luck, floor: &Floor) -> Plan {
    let offers = floor.table.book().pay_table.offers();
    let rounds = (0..ROUNDS).map(|_| {
        let bets = (1..=SEATS).map(|number| {
            let first = luck.below(offers.len() - 4);
            let bets = offers[first..first + 1 + luck.below(4)].iter();
            let placed = bets.map(|offer| Bet::new(offer.area, stake(20 + 10 * 2)));
            (number, placed.collect())
        });
        let bets = bets.collect();
        let dice = Roll::all().nth(luck.below(Roll::COUNT)).unwrap();
        let leaving = (1..=SEATS).filter(|_| luck.percent(30)).collect();
        PlannedRound { bets, dice, leaving }
    });
    Plan { rounds: rounds.collect() }
}

/// What every player has put in and taken out, beside what the table knows of them.
#[derive(Default)]
struct Pockets(BTreeMap<u16, i128>);

impl Pockets {
    fn pay(&mut self, number: u16, units: i128) {
        *self.0.entry(number).or_default() += units;
    }
}

fn live(plan: &Plan, dice: &[Option<Roll>]) -> (Floor, Pockets) {
    let mut floor = Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide());
    let mut pockets = Pockets::default();
    for (round, dice) in plan.rounds.iter().zip(dice) {
        for number in 1..=SEATS {
            arrive(&mut floor, &mut pockets, number);
        }
        floor.opens_betting();
        for (number, bets) in round.bets.iter().filter(|_| dice.is_some()) {
            floor.bets(*number, bets.clone());
        }
        floor.rolls(dice.unwrap_or(round.dice));
        floor.settles();
        for number in &round.leaving {
            leave(&mut floor, &mut pockets, *number);
        }
    }
    (floor, pockets)
}

/// Sits down where nobody sits, and buys in to always the same credit for the bets to come.
fn arrive(floor: &mut Floor, pockets: &mut Pockets, number: u16) {
    if floor.table.seat(taisai_table::SeatNumber(number)).is_none() {
        floor.sits(number, 0);
    }
    floor.buys_in(number, 500);
    pockets.pay(number, -500);
}

fn leave(floor: &mut Floor, pockets: &mut Pockets, number: u16) {
    let credit = floor.credit(number);
    if credit > 0 {
        floor.cashes_out(number, credit);
        pockets.pay(number, i128::from(credit));
    }
    floor.does(seat(number), Command::Leave);
}

/// Everybody leaves and is paid what is owed: what each player has then, with what the house bore.
fn settle_up(mut floor: Floor, mut pockets: Pockets) -> (BTreeMap<u16, i128>, i128) {
    for number in 1..=SEATS {
        if floor.table.seat(taisai_table::SeatNumber(number)).is_some() {
            leave(&mut floor, &mut pockets, number);
        }
        let player = PlayerId(u64::from(number));
        let owed = floor.table.owed().find(|(to, _)| *to == player);
        if let Some((_, amount)) = owed {
            let voucher = VoucherId(1_000_000);
            floor.does(Asker::Host, Command::PayOwed { player, voucher });
            pockets.pay(number, i128::from(amount.units()));
        }
    }
    assert_eq!(floor.table.owed().count(), 0);
    (pockets.0, i128::from(floor.table.shortfall().units()))
}

/// What each player has more than in the other world; together it is what the house bears.
fn compare(found: (Floor, Pockets), right: (Floor, Pockets)) -> usize {
    let (mine, shortfall) = settle_up(found.0, found.1);
    let (theirs, none) = settle_up(right.0, right.1);
    assert_eq!(none, 0);
    let mut more = 0;
    for (number, units) in &theirs {
        assert!(mine[number] >= *units, "nobody has less than is right");
        more += mine[number] - units;
    }
    assert_eq!(more, shortfall, "what players have too much is what the house bears");
    usize::from(shortfall > 0)
}

#[test]
fn random_histories_agree_player_by_player_whatever_was_cashed_out() {
    let mut with_shortfall = 0;
    for seed in 0..400 {
        let mut luck = Luck::new(seed);
        let blank = Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide());
        let plan = plan(&mut luck, &blank);
        let right: Vec<Option<Roll>> = plan.rounds.iter().map(|round| Some(round.dice)).collect();
        let wrong_at = luck.below(ROUNDS);
        let other = Roll::all().nth(luck.below(Roll::COUNT)).unwrap();
        if Some(other) != right[wrong_at] {
            let mut wrong = right.clone();
            wrong[wrong_at] = Some(other);
            let mut found = live(&plan, &wrong);
            correct(&mut found.0, wrong_at as u64 + 1, plan.rounds[wrong_at].dice);
            with_shortfall += compare(found, live(&plan, &right));
        }
        let gone: Vec<usize> = (0..ROUNDS).filter(|_| luck.percent(30)).collect();
        if !gone.is_empty() {
            let mut without = right.clone();
            for &round in &gone {
                without[round] = None;
            }
            let mut found = live(&plan, &right);
            let rounds: Vec<u64> = gone.iter().map(|&round| round as u64 + 1).collect();
            void(&mut found.0, &rounds);
            with_shortfall += compare(found, live(&plan, &without));
        }
    }
    assert!(with_shortfall > 50, "the histories were too tame: {with_shortfall}");
}
