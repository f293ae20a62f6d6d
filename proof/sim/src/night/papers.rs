//! Vouchers from hand to hand: who receives one, who presents one, and whether anybody could still
//! receive those that nobody has.

use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::{
    CageAsk, FloorAsk, Funds, LostPaper, LostPaperAgreed, Owed, Paper, SeatAsk,
};
use taisai_protocol::{Answer, Ask, Refusal};

use taisai_server::world::secret::VoucherKey;

use super::{Actor, Event, KEY, Night};
use crate::auditor::{Broken, Origin};
use crate::hands::{Excuse, Lost, Place, voucher_of};
use crate::player::Player;
use crate::scene::Wish;
use crate::screen::{Answered, Screen};
use crate::staff::Worker;

impl Night {
    /// Promise 19, whenever something has happened: every voucher is in somebody's hand, or
    /// somebody waits for it; and held vouchers are worth their printed amounts.
    pub(super) fn check_hands(&mut self) -> Result<(), Broken> {
        if !std::mem::take(&mut self.stirred) {
            return Ok(());
        }
        self.take_honoured();
        let Self { hands, auditor, players, workers, bank, .. } = self;
        let sits = |origin| match origin {
            Origin::Seat(table, seat) => auditor.tables.get(&table)?.player_at(seat),
            Origin::Sold(_) | Origin::Owed(..) | Origin::Replaced(_) | Origin::Honoured => None,
        };
        let waits = |origin| somebody_waits(players, workers, *bank, origin);
        hands.check(&auditor.floor, waits, sits)?;
        for player in players.iter() {
            let at = Place { table: player.table, seat: player.seat };
            hands.check_purse(&auditor.floor, at, &player.purse)?;
        }
        Ok(())
    }

    /// The same when everybody has gone home.
    pub(super) fn check_papers(&self) -> Result<(), Broken> {
        self.hands.check_end(&self.auditor.floor, |player| {
            let Player { table, seat, .. } = self.players[player];
            Place { table, seat }
        })
    }

    /// Somebody receives a voucher for this player.
    pub(super) fn is_handed(&mut self, player: usize, voucher: &VoucherTold) -> Result<(), Broken> {
        self.stirred = true;
        if self.hands.paper(&voucher.token).is_some() {
            return Ok(());
        }
        self.hands.take(player, voucher)?;
        self.players[player].purse.push(voucher.clone());
        Ok(())
    }

    /// The server refuses what would have made a voucher: it has made none.
    pub(super) fn is_refused(&mut self, actor: Actor, answer: &Answer) -> Result<(), Broken> {
        let Answer::Refused { id, .. } = answer else { return Ok(()) };
        let Some(sent) = self.screen_of(actor).waiting.get(id) else { return Ok(()) };
        let Some(origin) = self.pays(actor, &sent.what) else { return Ok(()) };
        // Of several copies another may have been done, and several may pay what is owed.
        let alone = self.copies((actor, *id)) == 1;
        let own = match origin {
            Origin::Seat(..) => true,
            Origin::Sold(staff) => Some(staff) != self.bank,
            Origin::Owed(..) | Origin::Replaced(_) | Origin::Honoured => false,
        };
        if alone && own { self.hands.check_refused(&self.auditor.floor, origin) } else { Ok(()) }
    }

    /// Somebody heard the answer to an ask that may have made a voucher.
    pub(super) fn note_heard(&mut self, actor: Actor, answered: &Answered) {
        self.stirred = true;
        let Some(origin) = self.pays(actor, &answered.what) else { return };
        match &answered.answer {
            Answer::Refused { .. } if self.copies((actor, answered.id)) > 1 => {
                let whose = self.for_whom(actor, answered.id);
                self.hands.give_up(origin, actor, Lost::new(Excuse::LateCopy, whose));
            }
            Answer::Refused { .. } => {}
            _ => self.hands.settled(origin, actor),
        }
    }

    /// A cashier gives a paper back that was not paid, unless it cannot be paid any more.
    pub(super) fn is_given_back(&mut self, what: &Ask, why: Option<&Refusal>) {
        let Ask::Cage(CageAsk::Redeem(Paper { token, .. })) = what else { return };
        if why.is_some_and(|why| matches!(why, Refusal::VoucherIs { .. })) {
            return;
        }
        let Some((holder, told)) = self.hands.paper(token) else { return };
        let purse = &mut self.players[holder].purse;
        if purse.iter().all(|known| known.token != *token) {
            purse.push(told.clone());
        }
    }

    /// The player whom an ask is for, by their place.
    pub(super) fn for_whom(&self, actor: Actor, id: u64) -> Option<usize> {
        match actor {
            Actor::Player(player) => Some(player),
            Actor::Worker(worker) => {
                let whom = self.workers[worker].for_whom.get(&id).copied();
                whom.filter(|whom| *whom < self.players.len())
            }
        }
    }

    /// Somebody takes care of a voucher that nobody received. A terminal shows the vouchers made
    /// out there whenever it reconnects; for all others two people make out a replacement.
    pub(super) fn see_to_papers(&mut self) {
        let after = if self.is_quiet() { 1_000 } else { self.luck.between(2_000, 20_000) };
        self.later(after, Event::Papers);
        let Some((voucher, lost)) = self.hands.lost().next() else {
            self.honours();
            return;
        };
        let at_seat = self.terminal_shows(voucher, lost);
        match (lost.excuse, lost.whose) {
            (Excuse::LateCopy, Some(player)) if at_seat => {
                let since = self.players[player].screen.opened_at;
                if since + 5_000 < self.now {
                    self.fulfil(Actor::Player(player), vec![Wish::HangUp]);
                }
            }
            (Excuse::LateCopy | Excuse::RightGone, whose) => self.replaces(voucher, whose),
        }
    }

    /// Whether the terminal where a voucher was made out shows it again: not to whoever sat down
    /// there since.
    fn terminal_shows(&self, voucher: u128, lost: Lost) -> bool {
        let Some(Origin::Seat(table, seat)) = self.auditor.floor.origin(voucher) else {
            return false;
        };
        let sits = self.auditor.tables.get(&table).and_then(|books| books.player_at(seat));
        sits.is_none() || sits == lost.sat
    }

    /// A cashier receives a voucher from another copy of an ask that was refused before.
    pub(super) fn is_told_late(&mut self, told: &VoucherTold) -> Result<(), Broken> {
        let voucher = self.auditor.floor.numbered(told.number);
        match voucher.and_then(|voucher| self.hands.whose(voucher)) {
            Some(player) => self.is_handed(player, told),
            None => Ok(()),
        }
    }

    /// One person proposes another paper, and a second one agrees.
    pub(super) fn replaces(&mut self, voucher: u128, whose: Option<usize>) {
        let floor = &self.auditor.floor;
        let Some(number) = floor.number(voucher) else { return };
        let second = self.workers[Self::SHIFT_MANAGER].person();
        let reason = "the line was cut before it was told".to_owned();
        let (who, ask) = match floor.paper_for(voucher, second) {
            Some(proposal) => (
                Self::SHIFT_MANAGER,
                CageAsk::ApproveReplacement(LostPaperAgreed { proposal, number }),
            ),
            None => (Self::CASHIERS[0], CageAsk::ReplaceVoucher(LostPaper { number, reason })),
        };
        let agrees = matches!(ask, CageAsk::ApproveReplacement { .. });
        let ready = if agrees { self.can_agree(who) } else { self.is_at_hand(who) };
        if ready {
            self.workers[who].to_do.push_back((Ask::Cage(ask), whose));
        }
    }

    /// A player finds a paper of which the journal lost the record, and brings it to the cage.
    pub(super) fn finds_paper(&mut self, player: usize) -> Option<Ask> {
        let currency = &self.players[player].screen.table.as_ref()?.view.about.currency.code;
        let number = u64::from(self.mishaps.count());
        let paper = VoucherTold {
            token: VoucherKey::new(KEY).token(&[0, number]).text(),
            number,
            amount: 20_000,
            currency: currency.clone(),
            house: self.config.house.to_string(),
            time: 0,
            good_until: None,
            head: String::new(),
        };
        self.hands.take(player, &paper).ok()?;
        let VoucherTold { token, amount, currency, .. } = paper.clone();
        self.found.push((player, paper));
        let reason = "asked for by the plan".to_owned();
        Some(Ask::Floor(FloorAsk::ProposePaper { token, number, amount, currency, reason }))
    }

    /// What was honoured is worth something from then on.
    fn take_honoured(&mut self) {
        let floor = &self.auditor.floor;
        let known = |(_, paper): &mut (usize, VoucherTold)| {
            voucher_of(&paper.token).is_some_and(|voucher| floor.voucher(voucher).is_some())
        };
        for (player, paper) in self.found.extract_if(.., known) {
            self.players[player].purse.push(paper);
        }
    }

    /// The shift manager agrees to honour a paper that somebody found.
    fn honours(&mut self) {
        let floor = &self.auditor.floor;
        let mut wanted = self.found.iter().filter_map(|(_, paper)| voucher_of(&paper.token));
        let proposal = wanted.find_map(|voucher| floor.honour_for(voucher));
        let who = Self::SHIFT_MANAGER;
        let Some(proposal) = proposal.filter(|_| self.can_agree(who)) else { return };
        let approve = Ask::Floor(FloorAsk::Approve { proposal });
        self.workers[who].to_do.push_back((approve, None));
    }

    /// Whether somebody has nothing else to do and has given the password a moment ago; if not,
    /// they give it now.
    fn can_agree(&mut self, who: usize) -> bool {
        if !self.is_at_hand(who) {
            return false;
        }
        let fresh = self.now <= self.workers[who].fresh_at + 60_000;
        if !fresh {
            self.workers[who].busy_until = self.now + 3_000;
            self.refresh(Actor::Worker(who));
        }
        fresh
    }

    fn is_at_hand(&self, who: usize) -> bool {
        self.workers[who].is_idle() && self.workers[who].busy_until <= self.now
    }

    /// A voucher is void, and its holder gets the replacement.
    pub(super) fn is_replaced(&mut self, what: &Ask) {
        let Ask::Cage(CageAsk::ApproveReplacement(LostPaperAgreed { number, .. })) = what else {
            return;
        };
        let Some(lost) = self.auditor.floor.numbered(*number) else { return };
        if let Some((holder, dead)) = self.hands.void(lost) {
            self.players[holder].purse.retain(|known| known.token != dead.token);
        }
    }

    /// The player to whom a table owes something, by their place.
    pub(super) fn creditor(&self, table: u32, player: u64) -> Option<usize> {
        let seat = self.auditor.tables.get(&table)?.seat_of(player)?;
        self.players.iter().position(|known| (known.table, known.seat) == (table, seat))
    }
}

/// Whether somebody waits for an answer that could carry a voucher of this origin.
fn somebody_waits(
    players: &[Player],
    workers: &[Worker],
    bank: Option<u32>,
    origin: Origin,
) -> bool {
    let waits = |screen: &Screen, asks: &dyn Fn(&Ask) -> bool| {
        screen.waiting.values().any(|sent| asks(&sent.what))
    };
    match origin {
        Origin::Seat(table, seat) => {
            let asks =
                |what: &Ask| matches!(what, Ask::Seat(SeatAsk::CashOut { .. } | SeatAsk::Leave));
            let here = |player: &&Player| (player.table, player.seat) == (table, seat);
            players.iter().filter(here).any(|player| waits(&player.screen, &asks))
        }
        Origin::Sold(staff) if Some(staff) == bank => {
            let asks =
                |what: &Ask| matches!(what, Ask::Seat(SeatAsk::Sit(Funds { voucher: None, .. })));
            players.iter().any(|player| waits(&player.screen, &asks))
        }
        Origin::Sold(staff) => {
            let asks = |what: &Ask| matches!(what, Ask::Cage(CageAsk::Sell { .. }));
            let them = workers.iter().filter(|worker| worker.person() == Some(staff));
            them.into_iter().any(|worker| waits(&worker.screen, &asks))
        }
        Origin::Replaced(_) => {
            let asks = |what: &Ask| matches!(what, Ask::Cage(CageAsk::ApproveReplacement { .. }));
            workers.iter().any(|worker| waits(&worker.screen, &asks))
        }
        // Whoever wants it honoured has the paper.
        Origin::Honoured => false,
        Origin::Owed(table, player) => {
            let reason = "known at the cage".to_owned();
            let owed = Ask::Cage(CageAsk::PayOwed(Owed { table, player, reason }));
            let asks = |what: &Ask| *what == owed;
            workers.iter().any(|worker| waits(&worker.screen, &asks))
        }
    }
}
