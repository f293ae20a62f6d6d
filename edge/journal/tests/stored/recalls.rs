//! A round is recalled as it stands, however old; a record that recalls it otherwise is found.

use std::collections::BTreeMap;

use taisai_journal::stored::{Body, Entry};
use taisai_journal::{
    Problem, ReadFault, RecalledRound, Store, TableReplay, Wanted, histories, prove_all, recall,
};
use taisai_rules::{Bet, Irregularity, Roll, ShakerKind};
use taisai_table::{
    Act, Asker, Event, HostCommand, PlayerId, ReversalEvent, RoundNumber, SeatCommand, Table,
};
use taisai_testing::floor::{Floor, Make, area, money, reason, roll, seat, stake, wide};
use taisai_testing::scribe::{entries, stored, stream, with_snapshot};

use crate::snapshots::shift;

const BOOK: &str = "massachusetts";
const ROUND: RoundNumber = RoundNumber(2);

/// Everything that is ever decided about rounds, in shifts under every book: the journal tells each
/// as its table keeps it.
#[test]
fn the_history_of_a_round_is_the_round_that_its_table_keeps() {
    for seed in 0..24 {
        let (shift, book) = shift(seed, 60);
        let mut store = stored(&entries(book, &shift.floor.journal), 50);
        let all = histories(&mut store, stream(), Wanted::All).unwrap().unwrap();
        let table = &shift.floor.table;
        for kept in table.past_rounds() {
            let from_records = all.rounds[&kept.number].past();
            assert_eq!(from_records.as_ref(), Some(kept), "seed {seed}");
        }
        let last = table.past_rounds().next_back().unwrap();
        let recalled = recall(&mut store, stream(), last.number).unwrap().unwrap();
        let had_bets = |player: PlayerId| last.slips.values().any(|slip| slip.player == player);
        let borne: BTreeMap<_, _> = table.borne().filter(|(player, _)| had_bets(*player)).collect();
        assert_eq!(recalled, RecalledRound { round: last.clone(), borne }, "seed {seed}");
        assert_eq!(recall(&mut store, stream(), table.next_round()).unwrap(), None);
    }
}

/// A table at which player 1 has won by wrong dice and gone, and which no longer keeps that round.
fn long_ago() -> Floor {
    let mut floor = Floor::open(BOOK, Make::with(ShakerKind::Manual), wide());
    floor.sits(1, 1_000);
    floor.sits(2, 1_000);
    plays(&mut floor, &[], roll("1,1,1"));
    plays(&mut floor, &[1, 2], roll("4,5,6"));
    floor.cashes_out(1, 1_100);
    floor.does(seat(1), SeatCommand::Leave);
    corrected(&mut floor, roll("1,2,3"));
    for _ in 0..Table::ROUNDS_KEPT {
        plays(&mut floor, &[], roll("2,3,4"));
    }
    floor
}

fn plays(floor: &mut Floor, who: &[u16], roll: Roll) {
    floor.opens_betting();
    for &number in who {
        floor.bets(number, vec![Bet::new(area("big"), stake(100))]);
    }
    floor.rolls(roll);
    floor.settles();
}

fn corrected(floor: &mut Floor, roll: Roll) {
    floor.agrees(Act::CorrectRound { round: ROUND, roll, reason: reason() });
}

/// The round as the journal of this table has it.
fn from_journal(floor: &Floor) -> HostCommand {
    let mut store = stored(&entries(BOOK, &floor.journal), 64);
    let RecalledRound { round, borne } = recall(&mut store, stream(), ROUND).unwrap().unwrap();
    HostCommand::RecallRound { round, borne }
}

fn recalled() -> Floor {
    let mut floor = long_ago();
    let from_records = from_journal(&floor);
    floor.does(Asker::Host, from_records);
    floor
}

#[test]
fn an_old_round_is_corrected_and_the_journal_proves_it() {
    let mut floor = recalled();
    assert_eq!(floor.table.borne().collect::<Vec<_>>(), [(PlayerId(1), money(200))]);
    corrected(&mut floor, roll("5,5,6"));
    // Player 1 has long been paid what they are given again; player 2 had lost it.
    assert_eq!((floor.table.shortfall(), floor.credit(2)), (money(0), 1_100));
    assert_eq!(floor.table.owed().len(), 0);
    let mut store = stored(&entries(BOOK, &floor.journal), 64);
    prove_all(&mut store).unwrap();
    let state = TableReplay::from_start(&mut store, stream()).unwrap().state.unwrap();
    assert_eq!(state.table, floor.table);
    let HostCommand::RecallRound { round, borne } = from_journal(&floor) else { unreachable!() };
    assert_eq!(round.results, ["4,5,6", "1,2,3", "5,5,6"].map(roll), "as it stands now");
    assert_eq!(borne, BTreeMap::new());
}

#[test]
fn a_snapshot_of_a_table_with_a_recalled_round_is_the_table() {
    let mut floor = recalled();
    let seat = taisai_table::SeatNumber(2);
    floor.agrees(Act::VoidPastBets { round: ROUND, seat, reason: reason() });
    let from_records = from_journal(&floor);
    let HostCommand::RecallRound { round, .. } = from_records else { unreachable!() };
    assert_eq!(Some(&round), floor.table.recalled_rounds().next());
    let entries = entries(BOOK, &floor.journal);
    let (with, snapshot) = with_snapshot(&entries, entries.len());
    let mut store = stored(&with, 64);
    store.keep_snapshot(&snapshot).unwrap();
    let again = TableReplay::restart(&mut store, stream(), &mut |fault| panic!("{fault}")).unwrap();
    assert_eq!(again.state.unwrap().table, floor.table);
    prove_all(&mut store).unwrap();
}

/// A forged record: every one of these agrees with itself, so that only what was seen when the
/// round was played can tell.
#[test]
fn a_record_that_recalls_a_round_as_it_never_stood_is_found() {
    let floor = recalled();
    let honest = entries(BOOK, &floor.journal);
    let place = honest.iter().position(|entry| recalls(entry).is_some()).unwrap();
    let (round, borne) = recalls(&honest[place]).unwrap();
    prove_all(&mut stored(&honest, 64)).unwrap();
    let mut forged = Vec::new();
    let mut other = round.clone();
    other.slips.pop_first();
    forged.push((other, BTreeMap::new()));
    let mut other = round.clone();
    other.results = vec![roll("4,5,6")];
    other.slips.values_mut().for_each(|slip| slip.returned = money(200));
    forged.push((other, borne.clone()));
    let mut other = round.clone();
    other.voided = Some(Irregularity::Dispute);
    other.slips.values_mut().for_each(|slip| slip.returned = money(100));
    forged.push((other, borne.clone()));
    let mut other = round.clone();
    other.void_bets = other.slips.keys().copied().collect();
    other.slips.values_mut().for_each(|slip| slip.returned = money(100));
    forged.push((other, borne.clone()));
    let mut other = round.clone();
    other.results.remove(0);
    forged.push((other, borne.clone()));
    forged.push((round.clone(), BTreeMap::new()));
    forged.push((round.clone(), [(PlayerId(1), money(100))].into()));
    for (round, borne) in forged {
        let mut entries = honest.clone();
        let Body::Happened(events) = &mut entries[place].body else { unreachable!() };
        let forgotten = None;
        events[0] = ReversalEvent::RoundRecalled { round: round.clone(), borne, forgotten }.into();
        let fault = prove_all(&mut stored(&entries, 64)).unwrap_err();
        let found =
            |what: &Problem| matches!(what, Problem::OtherRecall { round } if *round == ROUND);
        let ReadFault::Record { sequence, what, .. } = &fault else { panic!("{fault}") };
        assert!(found(what) && *sequence == place as u64 + 1, "{round:?}: {fault}");
    }
}

type Recalled = (taisai_table::round::PastRound, BTreeMap<PlayerId, taisai_table::Money>);

fn recalls(entry: &Entry) -> Option<Recalled> {
    let Body::Happened(events) = &entry.body else { return None };
    events.iter().find_map(|event| match event {
        Event::Reversal(ReversalEvent::RoundRecalled { round, borne, .. }) => {
            Some((round.clone(), borne.clone()))
        }
        _ => None,
    })
}
