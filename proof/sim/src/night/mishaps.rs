//! The mishaps that a night's plan wants, and the asks in progress. One mishap at a time: as soon
//! as somebody asks something of the wanted kind, the connection is cut, the power fails or the
//! right is revoked at the wanted moment. If nobody asks for a while, somebody is made to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use taisai_protocol::ask::{CageAsk, FloorAsk, Funds, LostPaperAgreed, Owed, SeatAsk};
use taisai_protocol::{Answer, Ask};

use super::{Actor, Event, Night};
use crate::asks::{AskKind, Cell, Mishap};
use crate::auditor::{Broken, Found, Origin, broken};
use crate::disk::Fate;
use crate::hands::{Excuse, Lost};
use crate::scene::Said;
use crate::screen::number_of;
use crate::wire::ConnectionId;
use taisai_testing::luck::Luck;

/// How long a wish waits for somebody who asks by themselves.
const PATIENCE_MS: u64 = 3_000;
/// How long a wish is tried before others have their turn.
const TURN_MS: u64 = 15_000;
/// How often a wish has its turn.
const TURNS: u32 = 6;
/// How long each of the plan's wishes may keep a night from its end.
const GRACE_MS: u64 = 12_000;
/// How many operations of the disk an ask takes, as long as nobody has counted them.
const OPERATIONS: u64 = 8;

/// The asks that are under way, and what is to befall which.
pub(super) struct Mishaps {
    pub(super) luck: Luck,
    wanted: VecDeque<(Cell, u32)>,
    now: Option<Wanted>,
    asks: BTreeMap<(Actor, u64), UnderWay>,
    /// What was first answered to the asks that move money.
    answers: BTreeMap<(Actor, u64), (AskKind, Answer)>,
    /// People who were hired for nothing but the plan.
    pub(super) hired: Vec<u32>,
    count: u32,
}

/// What is wanted now.
struct Wanted {
    cell: Cell,
    turn: u32,
    since: u64,
    /// Whose ask it is to befall, and its number.
    target: Option<(Actor, u64)>,
    /// The ask by which somebody takes the right away.
    revocation: Option<(Actor, u64)>,
    /// How many operations of the disk such an ask takes.
    operations: u64,
}

impl Wanted {
    /// How long somebody is waited for who asks by themselves. A server dies only in the middle of
    /// what it does, and dealers do most things only when they can be done: every other turn is
    /// theirs.
    const fn patience(&self) -> u64 {
        let theirs = self.cell.kind.is_dealers() && self.turn.is_multiple_of(2);
        if theirs && matches!(self.cell.mishap, Mishap::Killed) { TURN_MS } else { PATIENCE_MS }
    }
}

/// An ask that somebody waits for.
struct UnderWay {
    kind: AskKind,
    /// Over which connection it came last, and how many operations the disk had done.
    taken_in: Option<(ConnectionId, u64)>,
    copies: u32,
    answered: bool,
    befell: BTreeSet<Mishap>,
}

/// What happens to an arriving ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// The server gets it.
    Delivered,
    /// It takes some milliseconds more.
    HeldBack(u64),
}

impl Mishaps {
    pub(super) fn new(seed: u64, wanted: &[Cell]) -> Self {
        Self {
            luck: Luck::of_stream(seed, 4),
            wanted: wanted.iter().map(|cell| (*cell, 0)).collect(),
            now: None,
            asks: BTreeMap::new(),
            answers: BTreeMap::new(),
            hired: Vec::new(),
            count: 0,
        }
    }

    /// A number that was not given before.
    pub(super) fn count(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    /// How long a night goes on for what is still wanted.
    pub(super) fn grace_ms(&self, planned: usize) -> u64 {
        let over = self.now.is_none() && self.wanted.is_empty();
        if over { 0 } else { GRACE_MS * u64::try_from(planned).unwrap_or(0) }
    }

    fn target(&self) -> Option<(Actor, u64)> {
        self.now.as_ref().and_then(|wanted| wanted.target)
    }

    fn wants(&self, ask: (Actor, u64), mishap: Mishap) -> bool {
        let now = self.now.as_ref();
        now.is_some_and(|wanted| wanted.target == Some(ask) && wanted.cell.mishap == mishap)
    }

    /// Somebody's open asks are dropped together with their right to ask.
    fn forget(&mut self, actor: Actor) -> Vec<(Actor, u64)> {
        self.answers.retain(|(asker, _), _| *asker != actor);
        self.asks.keys().filter(|(asker, _)| *asker == actor).copied().collect()
    }
}

impl Night {
    /// Sees to what is wanted, and will again.
    pub(super) fn mishap(&mut self) {
        if self.is_quiet() {
            return;
        }
        self.later(400, Event::Mishap);
        let Some(wanted) = &mut self.mishaps.now else {
            let next = self.mishaps.wanted.pop_front();
            self.mishaps.now = next.map(|(cell, turn)| Wanted {
                cell,
                turn,
                since: self.now,
                target: None,
                revocation: None,
                operations: OPERATIONS,
            });
            return;
        };
        let (cell, since) = (wanted.cell, wanted.since);
        if since + TURN_MS < self.now {
            self.disk.dismiss();
            let (cell, turn) = (wanted.cell, wanted.turn + 1);
            self.mishaps.now = None;
            if turn < TURNS {
                self.mishaps.wanted.push_back((cell, turn));
            }
        } else if wanted.target.is_none() && since + wanted.patience() <= self.now {
            self.ask_what_is_wanted(cell);
        }
    }

    /// Whether bets are on the layout: the player's own, those at a worker's table, or any.
    pub(super) fn bets_lie(&self, actor: Actor) -> bool {
        let stakes = |table: u32| {
            self.auditor.tables.get(&table).map_or(0, crate::auditor::TableBooks::stakes)
        };
        match actor {
            Actor::Player(player) => {
                let known = &self.players[player];
                let books = self.auditor.tables.get(&known.table);
                books.is_some_and(|books| books.money(known.seat).1 > 0)
            }
            Actor::Worker(worker) => match self.workers[worker].table {
                Some(table) => stakes(table) > 0,
                None => self.auditor.tables.keys().any(|table| stakes(*table) > 0),
            },
        }
    }

    /// Somebody has asked something for the first time.
    pub(super) fn is_asked(&mut self, actor: Actor, id: u64) {
        let Some(sent) = self.screen_of(actor).waiting.get(&id) else { return };
        let kind = AskKind::of(&sent.what);
        let befell = BTreeSet::new();
        let ask = UnderWay { kind, taken_in: None, copies: 0, answered: false, befell };
        self.mishaps.asks.insert((actor, id), ask);
        let lies = self.bets_lie(actor);
        let can_be_revoked = self.revoker_of(actor).is_some();
        let Some(wanted) = &mut self.mishaps.now else { return };
        let suits = wanted.cell.kind == kind
            && wanted.target.is_none()
            && match wanted.cell.mishap {
                Mishap::BetsLying => lies,
                Mishap::Revoked => can_be_revoked,
                Mishap::AnswerLost | Mishap::Repeated | Mishap::Killed => true,
            };
        if suits {
            wanted.target = Some((actor, id));
        }
    }

    /// A copy of an ask is on its way.
    pub(super) fn is_sent(&mut self, actor: Actor, id: u64) {
        if let Some(ask) = self.mishaps.asks.get_mut(&(actor, id)) {
            ask.copies += 1;
        }
    }

    /// An ask arrives at the server.
    pub(super) fn befalls(
        &mut self,
        connection: ConnectionId,
        actor: Actor,
        said: &Said,
    ) -> Arrival {
        let key = (actor, said.id);
        let (lies, operations) = (self.bets_lie(actor), self.disk.counts().operations);
        let Some(ask) = self.mishaps.asks.get_mut(&key) else { return Arrival::Delivered };
        if lies {
            ask.befell.insert(Mishap::BetsLying);
        }
        let first = ask.taken_in.is_none();
        match ask.taken_in {
            Some((before, _)) if before != connection => {
                ask.befell.insert(Mishap::Repeated);
                if ask.answered {
                    ask.befell.insert(Mishap::AnswerLost);
                }
                (ask.taken_in, ask.answered) = (Some((connection, operations)), false);
            }
            Some(_) => {}
            None => ask.taken_in = Some((connection, operations)),
        }
        if first && self.mishaps.wants(key, Mishap::Killed) {
            self.appoint_death();
        }
        if first && self.mishaps.wants(key, Mishap::Revoked) {
            return self.take_right_away(key);
        }
        Arrival::Delivered
    }

    /// The power will go at one of the operations that the ask takes.
    fn appoint_death(&mut self) {
        let Mishaps { luck, now, .. } = &mut self.mishaps;
        let Some(wanted) = now else { return };
        let fate = *luck.one_of(&[Fate::Kept, Fate::Lost, Fate::Torn]);
        self.disk.appoint(luck.between(1, wanted.operations.max(1)), fate);
    }

    /// Who can take somebody's right away at this moment, and by what.
    pub(super) fn revoker_of(&self, actor: Actor) -> Option<(usize, Ask)> {
        let there = |worker: &usize| {
            let screen = &self.workers[*worker].screen;
            screen.connection.is_some() && screen.hello.is_some() && Actor::Worker(*worker) != actor
        };
        let reason = "asked for by the plan".to_owned();
        match actor {
            Actor::Player(player) => {
                let terminal = self.players[player].terminal;
                let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal });
                Some((Some(Self::SHIFT_MANAGER).filter(there)?, remove))
            }
            Actor::Worker(worker) => {
                let staff = self.workers[worker].person()?;
                let boss = Self::ADMINISTRATORS.into_iter().find(there)?;
                // Roles are given back by two administrators, who for that reason keep theirs.
                let ends = Self::ADMINISTRATORS.contains(&worker) || self.now.is_multiple_of(2);
                let ask = if ends || self.who_lacks_work().is_some() {
                    FloorAsk::EndSessions { staff }
                } else {
                    FloorAsk::RevokeRole { staff, reason }
                };
                Some((boss, Ask::Floor(ask)))
            }
        }
    }

    /// Somebody takes the asker's right away while the ask arrives, or just before.
    fn take_right_away(&mut self, (actor, id): (Actor, u64)) -> Arrival {
        let Some((boss, what)) = self.revoker_of(actor) else {
            self.try_again((actor, id));
            return Arrival::Delivered;
        };
        let said = self.workers[boss].screen.ask(self.now, None, what);
        let connection = self.workers[boss].screen.connection;
        let Some(known) = connection.and_then(|id| self.connections.get(&id)) else {
            return Arrival::Delivered;
        };
        known.end.deliver(said.text);
        self.tell("somebody's right is taken away");
        if let Some(wanted) = &mut self.mishaps.now {
            wanted.revocation = Some((Actor::Worker(boss), said.id));
        }
        // Side by side the ask may be answered first; mostly it comes when the right is gone.
        if self.mishaps.luck.one_in(4) {
            return Arrival::Delivered;
        }
        Arrival::HeldBack(self.mishaps.luck.between(100, 3_000))
    }

    /// What was wanted did not happen to this ask; it may to the next.
    fn try_again(&mut self, ask: (Actor, u64)) {
        if self.mishaps.target() == Some(ask)
            && let Some(wanted) = &mut self.mishaps.now
        {
            (wanted.target, wanted.revocation) = (None, None);
        }
    }

    /// The server answers; says whether the line is cut before the answer has left.
    pub(super) fn is_answered(&mut self, actor: Actor, answer: &Answer) -> Result<bool, Broken> {
        let key = (actor, number_of(answer));
        self.one_answer(key, answer)?;
        self.note_revocation(key, answer);
        let refused = matches!(answer, Answer::Refused { .. });
        let operations = self.disk.counts().operations;
        let Some(ask) = self.mishaps.asks.get_mut(&key) else { return Ok(false) };
        ask.answered = true;
        let took = ask.taken_in.map_or(0, |(_, before)| operations - before);
        let survived = !ask.befell.contains(&Mishap::Killed);
        if survived && self.mishaps.wants(key, Mishap::Killed) {
            // It was quicker than the death that was appointed; the next one is not.
            self.disk.dismiss();
            if let Some(wanted) = &mut self.mishaps.now {
                wanted.operations = took;
            }
            self.try_again(key);
        }
        let lose = self.mishaps.wants(key, Mishap::AnswerLost)
            || self.mishaps.wants(key, Mishap::Repeated);
        let again = lose && self.mishaps.asks[&key].befell.contains(&Mishap::Repeated);
        if lose && refused && self.mishaps.now.as_ref().is_some_and(|now| now.cell.must_be_done()) {
            self.try_again(key);
            return Ok(false);
        }
        Ok(lose && !again)
    }

    /// Whether the right was taken away before the answer was heard.
    fn note_revocation(&mut self, revocation: (Actor, u64), answer: &Answer) {
        let Some(wanted) = &self.mishaps.now else { return };
        let (Some(target), true) = (wanted.target, wanted.revocation == Some(revocation)) else {
            return;
        };
        if matches!(answer, Answer::Refused { .. }) {
            self.try_again(target);
        } else if let Some(ask) = self.mishaps.asks.get_mut(&target) {
            ask.befell.insert(Mishap::Revoked);
        }
    }

    /// The machine is dark: whatever it was at work on is dead.
    pub(super) fn everything_dies(&mut self) {
        let operations = self.disk.counts().operations;
        for ask in self.mishaps.asks.values_mut() {
            let at_work = ask.taken_in.is_some_and(|(_, before)| before < operations);
            if at_work && !ask.answered {
                ask.befell.insert(Mishap::Killed);
            }
        }
    }

    /// Somebody heard an answer, or will never hear one.
    pub(super) fn ask_ends(&mut self, key: (Actor, u64), answer: Option<&Answer>) {
        let Some(ask) = self.mishaps.asks.remove(&key) else { return };
        let done = match answer {
            None | Some(Answer::Refused { .. }) => false,
            // Leaving without credit moves no money.
            Some(answer) if ask.kind == AskKind::Leave => {
                matches!(answer, Answer::Voucher { .. })
            }
            Some(_) => true,
        };
        let befell: Vec<Mishap> = ask.befell.iter().copied().collect();
        self.tally.table.note(ask.kind, &befell, done);
        if self.mishaps.target() != Some(key) {
            return;
        }
        let fulfilled = self.mishaps.now.as_ref().is_some_and(|wanted| {
            let befell = ask.befell.contains(&wanted.cell.mishap);
            befell && (done || !wanted.cell.must_be_done())
        });
        if fulfilled {
            self.mishaps.now = None;
        } else {
            self.try_again(key);
        }
    }

    /// Somebody lost the right to ask, and with it every answer that was still to come.
    pub(super) fn asks_are_given_up(&mut self, actor: Actor) {
        let waiting = self.screen_of(actor).waiting.iter();
        let asked: Vec<_> = waiting.map(|(id, sent)| (*id, sent.what.clone())).collect();
        for (id, what) in asked {
            if let Some(origin) = self.pays(actor, &what) {
                let whose = self.for_whom(actor, id);
                self.hands.give_up(origin, actor, Lost::new(Excuse::RightGone, whose));
            }
        }
        for key in self.mishaps.forget(actor) {
            // The asker can hear of it before the person who took the right away has their answer.
            if let Some(ask) = self.mishaps.asks.get_mut(&key) {
                ask.befell.insert(Mishap::Revoked);
            }
            self.ask_ends(key, None);
        }
        if let Actor::Player(player) = actor {
            self.hands.right_is_gone(player);
        }
    }

    /// Where the voucher comes from that an ask makes, if it makes one.
    pub(super) fn pays(&self, actor: Actor, what: &Ask) -> Option<Origin> {
        match (actor, what) {
            (Actor::Player(player), Ask::Seat(SeatAsk::CashOut { .. } | SeatAsk::Leave)) => {
                let known = &self.players[player];
                Some(Origin::Seat(known.table, known.seat))
            }
            (Actor::Player(_), Ask::Seat(SeatAsk::Sit(Funds { voucher: None, .. }))) => {
                self.bank.map(Origin::Sold)
            }
            (Actor::Worker(worker), Ask::Cage(CageAsk::Sell { .. })) => {
                self.workers[worker].person().map(Origin::Sold)
            }
            (_, Ask::Cage(CageAsk::PayOwed(Owed { table, player, .. }))) => {
                Some(Origin::Owed(*table, *player))
            }
            (_, Ask::Cage(CageAsk::ApproveReplacement(LostPaperAgreed { number, .. }))) => {
                self.auditor.floor.numbered(*number).map(Origin::Replaced)
            }
            _ => None,
        }
    }

    /// Promise 19: repeating an ask that moves money gets the same answer.
    fn one_answer(&mut self, key: (Actor, u64), answer: &Answer) -> Found {
        if matches!(answer, Answer::Refused { .. }) {
            return Ok(());
        }
        let kind = self.mishaps.asks.get(&key).map(|ask| ask.kind);
        match self.mishaps.answers.get(&key) {
            Some((kind, first)) if lasting(first) != lasting(answer) => {
                let seen = format!("{kind:?} was answered {first:?} and then {answer:?}");
                Err(broken(19, seen))
            }
            Some(_) => Ok(()),
            None => {
                if let Some(kind) = kind.filter(|kind| kind.moves_money()) {
                    self.mishaps.answers.insert(key, (kind, answer.clone()));
                }
                Ok(())
            }
        }
    }

    /// How many copies of an ask were sent.
    pub(super) fn copies(&self, key: (Actor, u64)) -> u32 {
        self.mishaps.asks.get(&key).map_or(0, |ask| ask.copies)
    }
}

/// An answer without the parts that differ each time: the seat's update counts messages, and a
/// voucher says when it was sent.
fn lasting(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    match &mut answer {
        Answer::Done { seat, .. } => *seat = None,
        Answer::Voucher { seat, voucher, .. } => {
            (*seat, voucher.time) = (None, 0);
            voucher.head.clear();
        }
        _ => {}
    }
    answer
}
