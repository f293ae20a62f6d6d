//! Random histories in which players move, leave, come back and are paid what is owed, while rounds
//! are corrected in between: each player has what is right, and the house bears what is gone.

use std::collections::BTreeMap;

use taisai_rules::{Bet, Roll, ShakerKind};
use taisai_table::{Asker, HouseCommand, Money, PlayerId, SeatCommand, SeatNumber};
use taisai_testing::floor::{Floor, Make, seat, stake, wide};
use taisai_testing::luck::Luck;

use super::{correct, void};

const ROUNDS: usize = 8;
const SEATS: u16 = 6;
/// The first two change their seats and take everything with them, so that all they have is always
/// at the table; the other two cash out, go away, and come back with other money.
const PLAYERS: u64 = 4;
const MOVERS: u64 = 2;
const SEEDS: u64 = 250;

/// What a history does, decided before any dice fall, so that two worlds can live through it.
#[derive(Clone, Debug)]
struct Plan {
    rounds: Vec<PlannedRound>,
}

#[derive(Clone, Debug)]
struct PlannedRound {
    /// In which order free seats are tried.
    seats: Vec<u16>,
    /// Who is there, with what bets.
    bets: Vec<(u64, Vec<Bet>)>,
    dice: Roll,
    /// Who leaves the seat after the round.
    leaving: Vec<u64>,
    /// Which rounds are then corrected, to what.
    corrected: Vec<(usize, Roll)>,
    /// Who then asks for what is owed.
    collecting: Vec<u64>,
}

fn some_roll(luck: &mut Luck) -> Roll {
    luck.roll()
}

fn plan(luck: &mut Luck, floor: &Floor) -> Plan {
    let offers = floor.table.book().pay_table.offers();
    let rounds = (0..ROUNDS).map(|number| {
        let mut seats: Vec<u16> = (1..=SEATS).collect();
        (0..seats.len()).for_each(|place| seats.swap(place, luck.place(usize::from(SEATS))));
        let there = (1..=PLAYERS).filter(|player| *player <= MOVERS || luck.percent(70));
        let there: Vec<u64> = there.collect();
        let bets = there.into_iter().map(|player| {
            let first = luck.place(offers.len() - 4);
            let bets = offers[first..first + 1 + luck.place(4)].iter();
            (player, bets.map(|offer| Bet::new(offer.area, stake(40))).collect())
        });
        let bets: Vec<(u64, Vec<Bet>)> = bets.collect();
        let leaving = bets.iter().map(|(player, _)| *player).filter(|_| luck.percent(40)).collect();
        let looks = luck.below(3);
        PlannedRound {
            seats,
            bets,
            dice: some_roll(luck),
            leaving,
            corrected: (0..looks).map(|_| (luck.place(number + 1), some_roll(luck))).collect(),
            collecting: (1..=PLAYERS).filter(|_| luck.percent(15)).collect(),
        }
    });
    Plan { rounds: rounds.collect() }
}

/// A table, and what every player has put in and taken out of it.
#[derive(Clone)]
struct World {
    floor: Floor,
    pockets: BTreeMap<u64, i128>,
}

impl World {
    fn new() -> Self {
        let floor = Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide());
        Self { floor, pockets: BTreeMap::new() }
    }

    fn pay(&mut self, player: u64, units: i128) {
        *self.pockets.entry(player).or_default() += units;
    }

    fn seat_of(&self, player: u64) -> Option<u16> {
        let mut seats = self.floor.table.seats();
        seats.find(|(_, taken)| taken.player() == PlayerId(player)).map(|(at, _)| at.0)
    }

    fn owed_to(&self, player: u64) -> Money {
        let mut owed = self.floor.table.owed();
        owed.find(|(to, _)| *to == PlayerId(player)).map_or(Money::ZERO, |(_, amount)| amount)
    }

    fn borne_for(&self, player: u64) -> i128 {
        let mut borne = self.floor.table.borne();
        let borne = borne.find(|(by, _)| *by == PlayerId(player));
        borne.map_or(0, |(_, amount)| i128::from(amount.units()))
    }

    /// Sits down, if not seated, and buys in always the same for the bets to come.
    fn arrive(&mut self, player: u64, seats: &[u16]) {
        let number = self.seat_of(player).unwrap_or_else(|| self.sit(player, seats));
        self.floor.buys_in(number, 500);
        self.pay(player, -500);
    }

    fn sit(&mut self, player: u64, seats: &[u16]) -> u16 {
        let free = |number: &&u16| self.floor.table.seat(SeatNumber(**number)).is_none();
        let number = *seats.iter().find(free).unwrap();
        let player = PlayerId(player);
        self.floor.does(seat(number), SeatCommand::Sit { player, staff: None });
        number
    }

    /// Cashes everything out and gets up.
    fn leave(&mut self, player: u64) -> u64 {
        let number = self.seat_of(player).unwrap();
        let credit = self.floor.credit(number);
        if credit > 0 {
            self.floor.cashes_out(number, credit);
            self.pay(player, i128::from(credit));
        }
        self.floor.does(seat(number), SeatCommand::Leave);
        credit
    }

    /// Takes another seat, with everything that was at the last one.
    fn change_seats(&mut self, player: u64, seats: &[u16]) {
        let credit = self.leave(player);
        let number = self.sit(player, seats);
        if credit > 0 {
            self.floor.buys_in(number, credit);
            self.pay(player, -i128::from(credit));
        }
    }

    fn collect(&mut self, player: u64) {
        let amount = self.owed_to(player);
        if !amount.is_zero() {
            let (to, voucher) = (PlayerId(player), self.floor.new_voucher());
            self.floor.does(Asker::Host, HouseCommand::PayOwed { player: to, voucher, amount });
            self.pay(player, i128::from(amount.units()));
        }
    }

    fn result(&self, round: usize) -> Roll {
        let mut past = self.floor.table.past_rounds();
        let past = past.find(|past| past.number.0 == round as u64 + 1);
        past.and_then(taisai_table::round::PastRound::result).unwrap()
    }

    /// Corrects a round, unless it has this result already.
    fn correct(&mut self, round: usize, dice: Roll) {
        if self.result(round) != dice {
            correct(&mut self.floor, round as u64 + 1, dice);
        }
    }

    /// What stands for every player: credit, owed and borne.
    fn standing(&self) -> Vec<(u64, Money, i128)> {
        let credit = |player| self.seat_of(player).map_or(0, |at| self.floor.credit(at));
        let all = (1..=PLAYERS).map(|p| (credit(p), self.owed_to(p), self.borne_for(p)));
        all.collect()
    }

    /// Everybody leaves and is paid what is owed: what each player then has.
    fn settle_up(mut self) -> BTreeMap<u64, i128> {
        for player in 1..=PLAYERS {
            if self.seat_of(player).is_some() {
                self.leave(player);
            }
            self.collect(player);
        }
        assert_eq!(self.floor.table.owed().count(), 0);
        self.pockets
    }
}

/// Whether the rounds are looked at again while the history goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looks {
    Never,
    InBetween,
}

/// Lives through a plan; a round without dice is one without bets.
fn live(plan: &Plan, dice: &[Option<Roll>], looks: Looks) -> World {
    let mut world = World::new();
    for (round, dice) in plan.rounds.iter().zip(dice) {
        round.bets.iter().for_each(|(player, _)| world.arrive(*player, &round.seats));
        world.floor.opens_betting();
        for (player, bets) in round.bets.iter().filter(|_| dice.is_some()) {
            let number = world.seat_of(*player).unwrap();
            world.floor.bets(number, bets.clone());
        }
        world.floor.rolls(dice.unwrap_or(round.dice));
        world.floor.settles();
        for &player in &round.leaving {
            if player <= MOVERS {
                world.change_seats(player, &round.seats);
            } else {
                world.leave(player);
            }
        }
        if looks == Looks::InBetween {
            round.corrected.iter().for_each(|(round, dice)| world.correct(*round, *dice));
            round.collecting.iter().for_each(|player| world.collect(*player));
        }
    }
    world
}

/// Each player has what is right and what the house bears for them; who never took anything away
/// has exactly what is right, at the same seat.
fn compare(found: World, right: World) -> bool {
    for player in 1..=MOVERS {
        let credit = |world: &World| world.seat_of(player).map(|at| (at, world.floor.credit(at)));
        assert_eq!(credit(&found), credit(&right), "player {player} is where the right dice lead");
        assert_eq!((found.owed_to(player), found.borne_for(player)), (Money::ZERO, 0));
    }
    let shortfall = i128::from(found.floor.table.shortfall().units());
    let borne: Vec<i128> = (1..=PLAYERS).map(|player| found.borne_for(player)).collect();
    assert_eq!(borne.iter().sum::<i128>(), shortfall, "everything is borne for somebody");
    assert_eq!(right.floor.table.shortfall(), Money::ZERO);
    let (mine, theirs) = (found.settle_up(), right.settle_up());
    for (player, borne) in (1..=PLAYERS).zip(borne) {
        let (has, should) = (mine.get(&player), theirs.get(&player));
        let more = has.unwrap_or(&0) - should.unwrap_or(&0);
        assert_eq!(more, borne, "what player {player} has too much the house bears, and no more");
    }
    shortfall > 0
}

fn plans() -> impl Iterator<Item = (Plan, Luck)> {
    let blank = World::new().floor;
    (0..SEEDS).map(move |seed| {
        let mut luck = Luck::new(seed);
        (plan(&mut luck, &blank), luck)
    })
}

fn right_dice(plan: &Plan) -> Vec<Option<Roll>> {
    plan.rounds.iter().map(|round| Some(round.dice)).collect()
}

/// Half of the dice are other ones.
fn wrong_dice(plan: &Plan, luck: &mut Luck) -> Vec<Option<Roll>> {
    let other = |dice: Option<Roll>| if luck.percent(50) { Some(some_roll(luck)) } else { dice };
    right_dice(plan).into_iter().map(other).collect()
}

fn put_right(world: &mut World, plan: &Plan, order: impl Iterator<Item = usize>) {
    order.for_each(|round| world.correct(round, plan.rounds[round].dice));
}

#[test]
fn whoever_moves_leaves_or_comes_back_has_what_the_right_dice_give() {
    let mut with_shortfall = 0;
    for (plan, mut luck) in plans() {
        let mut found = live(&plan, &wrong_dice(&plan, &mut luck), Looks::InBetween);
        put_right(&mut found, &plan, 0..ROUNDS);
        let right = live(&plan, &right_dice(&plan), Looks::Never);
        with_shortfall += usize::from(compare(found, right));
    }
    assert!(with_shortfall > 50, "the histories were too tame: {with_shortfall}");
}

#[test]
fn rounds_that_are_made_void_are_as_if_nobody_had_bet_in_them() {
    let mut with_shortfall = 0;
    for (plan, mut luck) in plans() {
        let gone: Vec<usize> = (0..ROUNDS).filter(|_| luck.percent(30)).collect();
        if gone.is_empty() {
            continue;
        }
        let mut without = right_dice(&plan);
        for &round in &gone {
            without[round] = None;
        }
        let mut found = live(&plan, &wrong_dice(&plan, &mut luck), Looks::InBetween);
        put_right(&mut found, &plan, 0..ROUNDS);
        let rounds: Vec<u64> = gone.iter().map(|&round| round as u64 + 1).collect();
        let mut one_by_one = found.clone();
        rounds.iter().rev().for_each(|round| void(&mut one_by_one.floor, &[*round]));
        void(&mut found.floor, &rounds);
        assert_eq!(found.standing(), one_by_one.standing(), "together or each for itself");
        with_shortfall += usize::from(compare(found, live(&plan, &without, Looks::Never)));
    }
    assert!(with_shortfall > 50, "the histories were too tame: {with_shortfall}");
}

#[test]
fn the_order_of_corrections_makes_no_difference_to_anybody() {
    for (plan, mut luck) in plans() {
        let mut found = live(&plan, &wrong_dice(&plan, &mut luck), Looks::InBetween);
        let mut backwards = found.clone();
        put_right(&mut found, &plan, 0..ROUNDS);
        put_right(&mut backwards, &plan, (0..ROUNDS).rev());
        assert_eq!(found.standing(), backwards.standing());
    }
}

#[test]
fn a_correction_that_is_taken_back_has_never_been() {
    for (plan, mut luck) in plans() {
        let before = live(&plan, &wrong_dice(&plan, &mut luck), Looks::InBetween);
        let round = luck.place(ROUNDS);
        let dice = before.result(round);
        let mut after = before.clone();
        after.correct(round, some_roll(&mut luck));
        after.correct(round, dice);
        let standing = before.standing().into_iter().zip(after.standing());
        for ((had, owed, borne), (has, still_owed, still_borne)) in standing {
            let (had, has) = (had + owed.units(), has + still_owed.units());
            // What was owed to who is back again may be credit now; nobody has more or less.
            assert_eq!(i128::from(had) - borne, i128::from(has) - still_borne);
            // Who is back with other money, while the house still bears something for them, has
            // made up for it in between; that is not taken back.
            let exactly = borne == 0 || had == 0;
            assert!(still_borne == borne || !exactly && still_borne < borne);
        }
    }
}
