//! What goes wrong: power, disks that rot, lines that are cut, clocks that are set.

use std::sync::atomic::Ordering;

use taisai_journal::{FloorReplay, Journal, ReadFault, Stream, TableReplay, prove_all};
use taisai_protocol::ask::FloorAsk;
use taisai_protocol::{Ask, FloorRole};

use super::{Actor, Event, Night};
use crate::auditor::{Broken, broken};
use crate::disk::Fate;
use crate::plan::Trouble;
use crate::staff::Worker;
use crate::store::{Feed, HEADS, RECORDS, forge, open_journal, tamper};
use crate::tally::Situation;
use crate::wire::ConnectionId;
use taisai_testing::luck::Luck;

impl Night {
    /// One of the troubles of this night, and when the next one comes.
    pub(super) fn trouble(&mut self) {
        if self.is_quiet() {
            return;
        }
        let after = self.luck.between(200, 5_000);
        self.later(after, Event::Trouble);
        let troubles = self.plan.troubles.clone();
        if troubles.is_empty() {
            return;
        }
        match *self.luck.one_of(&troubles) {
            Trouble::Power if self.luck.one_in(8) => {
                self.tell("the power is cut");
                self.tally.note(Situation::CrashAnywhere);
                self.disk.cut_power();
            }
            Trouble::Stops if self.luck.one_in(10) => self.stop_wanted = true,
            Trouble::Cuts => self.cut_some(),
            Trouble::Partitions if self.luck.one_in(3) => self.hold_some(40_000),
            Trouble::SlowScreens if self.luck.one_in(2) => self.hold_one(120_000),
            Trouble::Clock => self.set_clock(),
            Trouble::Roles if self.luck.one_in(3) => self.remove_terminal(),
            Trouble::Roles => self.revoke_somebody(),
            Trouble::Stale => self.open_twice(),
            _ => {}
        }
    }

    fn some_connection(&mut self) -> Option<ConnectionId> {
        let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
        (!ids.is_empty()).then(|| *self.luck.one_of(&ids))
    }

    fn cut_some(&mut self) {
        for _ in 0..self.luck.between(2, 12) {
            if let Some(id) = self.some_connection() {
                self.cut(id);
            }
        }
    }

    /// Nothing travels to or from some screens for a while.
    fn hold_some(&mut self, at_most: u64) {
        let until = self.now + self.luck.between(1_000, at_most);
        let one_in = self.luck.between(1, 4);
        let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for id in ids {
            if self.luck.one_in(one_in) {
                self.hold(id, until);
            }
        }
        self.tally.note(Situation::Partition);
    }

    fn hold_one(&mut self, at_most: u64) {
        let until = self.now + self.luck.between(20_000, at_most);
        if let Some(id) = self.some_connection() {
            self.hold(id, until);
        }
    }

    fn hold(&mut self, id: ConnectionId, until: u64) {
        let Some(known) = self.connections.get_mut(&id) else { return };
        known.held_until = known.held_until.max(until);
        known.down_at = known.down_at.max(until);
        known.up_at = known.up_at.max(until);
        let moved: Vec<(u64, u64)> = self
            .queue
            .iter()
            .filter(|((at, _), event)| {
                let of = matches!(event, Event::Up(of, _) | Event::Down(of, _) if *of == id);
                of && *at < until
            })
            .map(|(key, _)| *key)
            .collect();
        // They keep their order among themselves.
        for (at, sequence) in moved {
            if let Some(event) = self.queue.remove(&(at, sequence)) {
                self.queue.insert((until, sequence), event);
            }
        }
    }

    fn set_clock(&mut self) {
        let by = i64::try_from(self.luck.between(1_500, 3_600_000)).unwrap_or(0);
        let back = self.luck.one_in(2);
        self.tally.note(if back { Situation::ClockSetBack } else { Situation::ClockSetForward });
        self.offset.fetch_add(if back { -by } else { by }, Ordering::Relaxed);
        self.tell(if back { "the clock is set back" } else { "the clock is set forward" });
    }

    /// Takes a dealer's role away, unless somebody is without one already.
    fn revoke_somebody(&mut self) {
        if self.who_lacks_work().is_some() || !self.workers[Self::ADMINISTRATORS[0]].is_idle() {
            return;
        }
        let table = self.luck.one_of(&self.config.tables).table.0;
        let dealer = self.worker_at(table, 0);
        let Some(staff) = self.workers[dealer].person() else { return };
        let reason = "seen at another table".to_owned();
        let revoke = Ask::Floor(FloorAsk::RevokeRole { staff, reason });
        self.workers[Self::ADMINISTRATORS[0]].to_do.push_back((revoke, None));
    }

    /// Somebody who is to work at a table and does not.
    pub(super) fn who_lacks_work(&self) -> Option<usize> {
        let lacks = |worker: &Worker| {
            let Some(staff) = worker.person() else { return false };
            match worker.table {
                Some(table) => {
                    !self.auditor.tables.get(&table).is_some_and(|books| books.works_here(staff))
                }
                // Administrators were there first, and nobody takes their role away.
                None => {
                    worker.role != FloorRole::Administrator && !self.auditor.floor.has_role(staff)
                }
            }
        };
        self.workers.iter().position(lacks)
    }

    /// Whoever lost a role gets it back: one administrator proposes it, the other agrees, and the
    /// pit manager of the table puts them to work again.
    pub(super) fn give_back(&mut self) {
        let after = if self.is_quiet() { 2_000 } else { self.luck.between(2_000, 30_000) };
        self.later(after, Event::GiveBack);
        let Some(worker) = self.who_lacks_work() else { return };
        let Some(staff) = self.workers[worker].person() else { return };
        let (floor, role) = (&self.auditor.floor, self.workers[worker].role);
        let second = self.workers[Self::ADMINISTRATORS[1]].person();
        let (who, ask) = match (floor.role_for(staff, second), self.workers[worker].table) {
            (_, Some(table)) if floor.has_role(staff) => {
                (Self::SHIFT_MANAGER, FloorAsk::AssignStaff { staff, table })
            }
            (Some(proposal), _) => (Self::ADMINISTRATORS[1], FloorAsk::Approve { proposal }),
            (None, _) => (Self::ADMINISTRATORS[0], FloorAsk::ProposeRole { staff, role }),
        };
        if !self.workers[who].is_idle() {
            return;
        }
        // Whoever agrees has given the password a moment ago.
        if matches!(ask, FloorAsk::Approve { .. }) {
            self.workers[who].busy_until = self.now + 3_000;
            self.refresh(Actor::Worker(who));
        }
        self.workers[who].to_do.push_back((Ask::Floor(ask), None));
    }

    /// A floorperson takes a terminal away; its seat and what is on it stay.
    fn remove_terminal(&mut self) {
        if self.players.is_empty() {
            return;
        }
        let player = self.luck.place(self.players.len());
        let (table, terminal) = (self.players[player].table, self.players[player].terminal);
        if terminal > 0 {
            let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal });
            let floor = self.worker_at(table, 1);
            self.workers[floor].to_do.push_back((remove, None));
        }
    }

    /// A player opens the terminal once more, beside the old one.
    fn open_twice(&mut self) {
        if self.players.is_empty() {
            return;
        }
        let player = self.luck.place(self.players.len());
        let screen = &mut self.players[player].screen;
        if screen.connection.is_some() {
            screen.lost();
            self.fulfil(Actor::Player(player), vec![crate::scene::Wish::Connect]);
        }
    }

    /// The machine is dark. What was under way is kept or lost; then it starts again.
    pub(super) fn after_power_loss(&mut self, open: bool) -> Result<(), Broken> {
        self.tell("the machine is dark");
        self.everything_dies();
        self.audit()?;
        self.note_crash(open);
        let until = self.now + self.luck.between(0, 300);
        self.queue.retain(|(at, _), event| match event {
            Event::Up(..) | Event::Open(_) | Event::HangUp(_) => false,
            Event::Down(..) => *at <= until,
            _ => true,
        });
        let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for id in ids {
            if let Some(known) = self.connections.get_mut(&id) {
                known.cut = true;
                known.socket = None;
            }
            let after = self.luck.between(0, 8_000);
            self.at(until + after, Event::Lost(id));
        }
        while self.wires.next_busy().is_some() {}
        self.replies.take();
        let before = self.disk.counts();
        self.disk.restore_power();
        let after = self.disk.counts();
        self.tally.note_many(Situation::WriteKept, after.kept - before.kept);
        self.tally.note_many(Situation::WriteLost, after.lost - before.lost);
        self.tally.note_many(Situation::WriteTorn, after.torn - before.torn);
        if self.plan.has(Trouble::Rot) && self.furnished {
            self.rot()?;
        }
        if self.plan.has(Trouble::PowerInCommit) && self.luck.one_in(6) {
            // It goes again while the house opens, or as soon as it has.
            let fate = *self.luck.one_of(&[Fate::Kept, Fate::Lost, Fate::Torn]);
            self.disk.appoint(self.luck.between(1, 12), fate);
        }
        self.now += self.luck.between(10, 5_000);
        Ok(())
    }

    fn note_crash(&mut self, open: bool) {
        self.tally.note(if open { Situation::CrashInCommit } else { Situation::CrashInRecovery });
        self.tally.crashes += 1;
        self.tally.crashes_in_recovery += u64::from(!open);
        if self.auditor.floor.at_rest().is_err() {
            self.tally.note(Situation::VoucherUnderWayAtCrash);
        }
    }

    /// Promise 16: what is changed on the disk shows. Something is damaged, the journal is opened
    /// and proved, and put back as it was.
    fn rot(&mut self) -> Result<(), Broken> {
        let (faults, whole) = (self.plan.disk(), self.disk.contents());
        self.disk.set_faults(crate::disk::DiskFaults::default());
        let mut luck = Luck::of_stream(self.plan.seed, 50_000 + self.tally.starts);
        for _ in 0..4 {
            let what = self.damage(&mut luck);
            let seen = self.examine(&luck);
            self.disk.put_back(whole.clone());
            match seen {
                Seen::Refused => self.tally.note(Situation::RotRefusedAtOpening),
                Seen::NotProved => self.tally.note(Situation::RotFoundByProof),
                Seen::Whole => {}
                Seen::Other(found) => {
                    return Err(broken(16, format!("{what}: {}", found.seen)));
                }
            }
        }
        self.disk.set_faults(faults);
        Ok(())
    }

    fn damage(&self, luck: &mut Luck) -> String {
        match luck.below(5) {
            4 => format!("a snapshot of stream {:?} was forged", forge(&self.disk, luck)),
            3 => format!("a record was changed at {:?}", tamper(&self.disk, luck)),
            0 => format!("a bit of the heads flipped at {:?}", self.disk.flip(HEADS, luck)),
            1 => {
                let length = self.disk.read(RECORDS).map_or(0, |bytes| bytes.len());
                let cut = length.saturating_sub(luck.place(4_000) + 1);
                self.disk.cut(RECORDS, cut);
                format!("the records end at {cut} of {length}")
            }
            _ => format!("a bit of the records flipped at {:?}", self.disk.flip(RECORDS, luck)),
        }
    }

    fn examine(&self, luck: &Luck) -> Seen {
        let lies = || [RECORDS, HEADS].map(|file| self.disk.read(file).unwrap_or_default());
        let (feed, damaged) = (Feed::default(), lies());
        let Ok(mut journal) = open_journal(&self.disk, 0, luck.clone(), &feed) else {
            return if lies() == damaged {
                Seen::Refused
            } else {
                Seen::Other(broken(16, "a refused opening changed what it refused"))
            };
        };
        if let Err(found) = starts_alike(&mut journal) {
            return Seen::Other(found);
        }
        if prove_all(journal.store()).is_err() {
            return Seen::NotProved;
        }
        match self.auditor.stands_in(&mut journal) {
            Ok(()) => Seen::Whole,
            Err(found) => Seen::Other(found),
        }
    }
}

/// What a start makes of a journal is what its records make, or it does not start.
fn starts_alike(journal: &mut Journal) -> Result<(), Broken> {
    let streams: Vec<Stream> = journal.heads().keys().copied().collect();
    for stream in streams {
        let (store, mut aside) = (journal.store(), |_: &ReadFault| ());
        let alike = match stream {
            Stream::Floor => {
                let whole = FloorReplay::from_start(store, Stream::Floor);
                agree(whole, FloorReplay::restart(store, Stream::Floor, &mut aside))
            }
            Stream::Table(_) => {
                let whole = TableReplay::from_start(store, stream);
                agree(whole, TableReplay::restart(store, stream, &mut aside))
            }
        };
        if !alike {
            return Err(broken(16, format!("{stream} starts as something else than it was")));
        }
    }
    Ok(())
}

/// Whatever does not replay from its first record is for the proof to find.
fn agree<R: PartialEq>(whole: Result<R, ReadFault>, quick: Result<R, ReadFault>) -> bool {
    match (whole, quick) {
        (Ok(whole), Ok(quick)) => whole == quick,
        (Err(_), _) | (_, Err(_)) => true,
    }
}

/// What became of a journal that was damaged.
enum Seen {
    /// It did not open.
    Refused,
    /// It opened, and its chain does not hold.
    NotProved,
    /// Nothing that was acknowledged is different.
    Whole,
    /// Something is, and nobody noticed.
    Other(Broken),
}
