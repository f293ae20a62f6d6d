//! A player never sees another player's bets beyond the totals.
//!
//! Everything that belongs to one player is a multiple of a prime number of their own: what was
//! bought in, every stake, every win, every sum of them, and the player's number. A message with a
//! multiple of another player's prime has told something it should not.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use taisai_protocol::answer::{RecalledSlip, SeatUpdate};
use taisai_protocol::server_message::{Snapshot, Update};
use taisai_protocol::view::console::ConsoleView;
use taisai_protocol::view::seat::{SeatChanges, SeatView};
use taisai_protocol::view::table::{TableView, Tally, Totals};
use taisai_protocol::{Answer, Refusal, ServerMessage};
use taisai_rules::{Area, Bet, Irregularity, Stake};
use taisai_table::{
    Act, BetCommand, Command, PlayerId, ProposalId, Reason, RoundNumber, RulingCommand,
    SeatCommand, SeatNumber, SessionId,
};
use taisai_testing::luck::Luck;

use crate::world::{BOSSES, NAME, VIEWER, World};

/// One prime for each seat; seat 1 has the first.
const PRIMES: [u64; 6] = [10_007, 10_009, 10_037, 10_039, 10_061, 10_067];
/// What every stake is a multiple of besides, so that all odds pay it exactly.
const FINE: u64 = 200;

/// The message as text; it must be what its reader reads.
fn told<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &T) -> String {
    let text = serde_json::to_string(message).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), message);
    text
}

/// Whose numbers a text holds, by their primes; small numbers belong to nobody.
fn owners(text: &str) -> Vec<u64> {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let large = numbers.filter_map(|digits| digits.parse::<u64>().ok()).filter(|n| *n >= 10_000);
    large.flat_map(|n| PRIMES.into_iter().filter(move |prime| n % prime == 0)).collect()
}

/// What a seat is told holds nobody's numbers but its own.
fn check_own(seat: usize, text: &str) {
    for owner in owners(text) {
        assert_eq!(owner, PRIMES[seat - 1], "seat {seat} was told of another: {text}");
    }
}

/// The terminal at which whoever sits there sat down.
fn own_terminal(seat: SeatNumber) -> SessionId {
    SessionId(seat.0.into())
}

fn check_everything(world: &World) {
    let mut state = TableView::of(&world.table, NAME);
    assert_eq!(state.totals, Tally::of(&world.table).totals());
    state.totals = Totals::default();
    let public = ServerMessage::Snapshot(Snapshot::Table { table: NAME.table, number: 1, state });
    assert_eq!(owners(&told(&public)), [0; 0], "everybody was told of somebody");
    for seat in 1..=PRIMES.len() {
        let number = SeatNumber(u16::try_from(seat).unwrap());
        let state = SeatView::of(&world.table, number, own_terminal(number));
        let elsewhere = SeatView::of(&world.table, number, SessionId(9_999));
        assert_eq!(owners(&told(&elsewhere)), [0; 0], "another terminal was told of somebody");
        check_own(seat, &told(&ServerMessage::Snapshot(Snapshot::Seat { number: 1, state })));
        let Some(sits) = world.table.seat(number) else { continue };
        let changed = SeatChanges::of_bets(sits);
        let update = SeatUpdate { number: 2, changed: changed.clone() };
        check_own(seat, &told(&ServerMessage::Answer(Answer::Done { id: 3, seat: Some(update) })));
        check_own(seat, &told(&ServerMessage::Update(Update::Seat { number: 2, changed })));
        for round in 1..=world.table.next_round().0 {
            let Some(round) = world.ledger.recall(RoundNumber(round)) else { continue };
            let round = RecalledSlip::of(&round, sits.player(), world.table.book());
            check_own(seat, &told(&ServerMessage::Answer(Answer::Recalled { id: 4, round })));
        }
    }
    let state = ConsoleView::of(&world.table, None, VIEWER, world.now);
    told(&ServerMessage::Snapshot(Snapshot::Console { table: NAME.table, number: 1, state }));
}

fn bet_somewhere(world: &mut World, luck: &mut Luck) {
    let seat = luck.place(PRIMES.len()) + 1;
    let offers = world.table.book().pay_table.offers();
    let area: Area = luck.one_of(offers).area;
    let units = PRIMES[seat - 1] * FINE * (1 + luck.below(5));
    let at = SeatNumber(u16::try_from(seat).unwrap());
    let command = match luck.below(8) {
        0 => BetCommand::DoubleBets,
        1 => BetCommand::UndoBets,
        2 => BetCommand::RepeatBets,
        3 => BetCommand::TakeDown(vec![area]),
        _ => BetCommand::PlaceBets(vec![Bet::new(area, Stake::new(units).unwrap())]),
    };
    if let Err(refusal) = world.ask(Command::seat(at, command)) {
        let why = Refusal::from(&refusal);
        let sentence = why.to_string();
        check_own(seat, &told(&ServerMessage::Answer(Answer::Refused { id: 5, why, sentence })));
    }
}

fn undo_some_round(world: &mut World, luck: &mut Luck) {
    let round = RoundNumber(1 + luck.below(world.table.next_round().0 - 1));
    let reason = Reason::new("seen on tape").unwrap();
    let act = if luck.below(2) == 0 {
        Act::CorrectRound { round, roll: luck.roll(), reason }
    } else {
        Act::VoidRounds { rounds: vec![round], what: Irregularity::LateError, reason }
    };
    // The book may say no to this; what matters is what is told when it does not.
    if world.ask(Command::staff(BOSSES[0], RulingCommand::Propose(act))).is_ok() {
        let last = world.table.proposals().map(|(id, _)| id).max().unwrap_or(ProposalId(0));
        let _answer = world.ask(Command::staff(BOSSES[1], RulingCommand::Approve(last)));
    }
}

/// Somebody leaves and somebody else takes the seat: the newcomer has the same prime's seat, but
/// must not see the other's past; so the newcomer's number is no multiple of anything.
fn change_players(world: &mut World, luck: &mut Luck) {
    let seat = u16::try_from(1 + luck.below(PRIMES.len() as u64)).unwrap();
    let number = SeatNumber(seat);
    let Some(amount) = world.table.seat(number).map(taisai_table::Seat::credit) else { return };
    let voucher = taisai_table::VoucherId(u128::from(luck.below(u64::from(u32::MAX))) << 64);
    let _paid = world.ask(Command::seat(number, SeatCommand::CashOut { voucher, amount }));
    if world.ask(Command::seat(number, SeatCommand::Leave)).is_err() {
        return;
    }
    world.ask(Command::seat(number, SeatCommand::Sit { player: PlayerId(9), staff: None })).ok();
    if world.table.seat(number).is_none() {
        return;
    }
    let view = told(&SeatView::of(&world.table, number, own_terminal(number)));
    assert_eq!(owners(&view), [0; 0], "a newcomer saw who sat there before: {view}");
    for round in 1..world.table.next_round().0 {
        let Some(round) = world.ledger.recall(RoundNumber(round)) else { continue };
        let slip = told(&RecalledSlip::of(&round, PlayerId(9), world.table.book()));
        assert_eq!(owners(&slip), [0; 0], "a newcomer recalled another's round: {slip}");
    }
    world.ask(Command::seat(number, SeatCommand::Leave)).unwrap();
}

fn play_a_shift(book: &str, seed: u64) {
    let (mut world, mut luck) = (World::open(book), Luck::new(seed));
    for (seat, prime) in (1..).zip(PRIMES) {
        world.sit(seat, prime * 1_000_003, prime * FINE * 1_000_000);
    }
    for _round in 0..4 {
        world.open_betting();
        for _bet in 0..12 {
            bet_somewhere(&mut world, &mut luck);
            check_everything(&world);
        }
        let roll = luck.roll();
        world.roll(roll);
        check_everything(&world);
        world.clear();
        undo_some_round(&mut world, &mut luck);
        check_everything(&world);
    }
    change_players(&mut world, &mut luck);
    check_everything(&world);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_player_learns_nothing_about_another_in_a_whole_shift(seed: u64) {
        play_a_shift("singapore-2", seed);
    }

    #[test]
    fn the_same_where_odds_are_whole(seed: u64) {
        play_a_shift("act", seed);
    }
}

#[test]
fn the_check_would_see_a_leak() {
    assert_eq!(owners(r#"{"stake":2001400}"#), [10_007]);
    let caught = std::panic::catch_unwind(|| check_own(2, r#"{"stake":2001400}"#));
    assert!(caught.is_err());
}
