//! What travels: messages between screens and server, requests, and what people carry by hand.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::{
    ActAsk, CageAsk, FloorAsk, Funds, Order, Owed, Paper, RunAsk, Sale, SeatAsk,
};
use taisai_protocol::server_message::{ByeReason, Hello, You};
use taisai_protocol::{Answer, Ask, Refusal, ServerMessage};
use taisai_server::door::login::Caller;
use taisai_server::house::who::Who;
use taisai_server::screen::socket::{Conversation, Manners};
use tokio::time::Instant;

use super::mishaps::Arrival;
use super::{Actor, Connection, Event, Night, Reply};
use crate::auditor::Broken;
use crate::plan::Trouble;
use crate::scene::{Errand, Said, Wish};
use crate::screen::{Answered, Screen};
use crate::tally::Situation;
use crate::wire::{ConnectionId, Read};

const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

impl Night {
    pub(super) fn fulfil(&mut self, actor: Actor, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Connect => self.connect(actor),
                Wish::HangUp => self.hang_up(actor),
                Wish::Say(said) => {
                    self.is_asked(actor, said.id);
                    self.send(actor, said, 0);
                }
                Wish::Repeat(said, later) => self.send(actor, said, later),
                Wish::ActAt(at) => self.at(at, Event::Act(actor)),
                Wish::Errand(errand) => {
                    let whom = match actor {
                        Actor::Player(player) => player,
                        Actor::Worker(_) => usize::MAX,
                    };
                    let after = self.luck.between(10, 2_000);
                    self.later(after, Event::Errand(errand, whom));
                }
                Wish::LogIn => self.log_in(actor, Password::Right),
                Wish::LogInWrong => self.log_in(actor, Password::Wrong),
                Wish::Refresh => self.refresh(actor),
                Wish::Draw(round) => self.draw(actor, round),
            }
        }
    }

    fn screen(&mut self, actor: Actor) -> &mut Screen {
        match actor {
            Actor::Player(player) => &mut self.players[player].screen,
            Actor::Worker(worker) => &mut self.workers[worker].screen,
        }
    }

    pub(super) fn screen_of(&self, actor: Actor) -> &Screen {
        match actor {
            Actor::Player(player) => &self.players[player].screen,
            Actor::Worker(worker) => &self.workers[worker].screen,
        }
    }

    fn delay(&mut self) -> u64 {
        self.luck.between(0, self.plan.delay_ms)
    }

    fn connect(&mut self, actor: Actor) {
        self.next_connection += 1;
        let id = ConnectionId(self.next_connection);
        let (socket, end) = self.wires.connect(id);
        let connection = Connection {
            actor,
            end,
            socket: Some(socket),
            up_at: self.now,
            down_at: self.now,
            held_until: 0,
            cut: false,
        };
        self.connections.insert(id, connection);
        let now = self.now;
        let screen = self.screen(actor);
        (screen.connection, screen.opened_at) = (Some(id), now);
        let after = self.delay();
        self.later(after, Event::Open(id));
    }

    /// The server takes a connection in, or not.
    pub(super) fn opens(&mut self, id: ConnectionId) {
        let Some(known) = self.connections.get_mut(&id) else { return };
        let (actor, socket) = (known.actor, known.socket.take());
        let (Some(socket), Some(house)) = (socket, self.house.clone()) else {
            self.later(1, Event::Lost(id));
            return;
        };
        let token = match actor {
            Actor::Player(player) => self.players[player].token,
            Actor::Worker(worker) => self.workers[worker].token,
        };
        let pass = self.limit.connect(HOME, Instant::now().into_std());
        let (Some(token), Ok(pass)) = (token, pass) else {
            self.later(1, Event::Lost(id));
            return;
        };
        let (replies, stir) = (self.replies.clone(), Arc::clone(&self.wires.stir));
        let doors = &self.config.doors;
        let manners = Manners {
            messages_per_second: doors.messages_per_second,
            patience: self.config.patience,
        };
        tokio::spawn(async move {
            let who = match actor {
                Actor::Player(_) => house.device_with(token).await,
                Actor::Worker(_) => house.staff_with(token).await.map(|who| who.map(Who::Staff)),
            };
            match who {
                Ok(Some(who)) => {
                    Conversation::hold(house, who, None, socket, manners, Some(pass)).await;
                }
                Ok(None) => {
                    replies.push(Reply::Turned(id));
                    stir.notify_one();
                }
                Err(_) => drop(socket),
            }
        });
    }

    /// The screen closes its connection.
    fn hang_up(&mut self, actor: Actor) {
        let Some(id) = self.screen(actor).connection else { return };
        self.cut(id);
    }

    /// Nothing travels on a connection any more; both sides learn it some time.
    pub(super) fn cut(&mut self, id: ConnectionId) {
        let until = self.now + self.delay();
        self.cut_off(id, until);
    }

    /// Nothing travels on a connection any more, not even what is on its way.
    fn sever(&mut self, id: ConnectionId) {
        self.cut_off(id, self.now - 1);
    }

    fn cut_off(&mut self, id: ConnectionId, until: u64) {
        let Some(known) = self.connections.get_mut(&id).filter(|known| !known.cut) else { return };
        known.cut = true;
        self.tally.disconnects += 1;
        self.queue.retain(|(at, _), event| match event {
            Event::Up(of, _) | Event::Down(of, _) if *of == id => *at <= until,
            _ => true,
        });
        let (screen, server) = (self.luck.between(0, 5_000), self.luck.between(0, 60_000));
        self.at(until + screen, Event::Lost(id));
        self.at(until + server, Event::HangUp(id));
    }

    fn send(&mut self, actor: Actor, said: Said, later: u64) {
        let Some(id) = self.screen(actor).connection else { return };
        let after = self.delay() + later;
        let Some(known) = self.connections.get_mut(&id).filter(|known| !known.cut) else { return };
        let at = (self.now + after).max(known.held_until);
        // One connection keeps its order; what is said again later is not kept waiting for.
        let at = if later == 0 { at.max(known.up_at) } else { at };
        if later == 0 {
            known.up_at = at;
        }
        self.is_sent(actor, said.id);
        self.at(at, Event::Up(id, said));
    }

    pub(super) fn arrives(&mut self, id: ConnectionId, said: Said) {
        let Some(actor) = self.connections.get(&id).map(|known| known.actor) else { return };
        if let Arrival::HeldBack(millis) = self.befalls(id, actor, &said) {
            self.later(millis, Event::Up(id, said));
            return;
        }
        if let Some(known) = self.connections.get(&id) {
            if self.trace == super::Trace::Told {
                println!("{:>9} {actor:?} asks {}", self.now - super::DAWN, said.text);
            }
            known.end.deliver(said.text);
        }
    }

    /// Carries the messages that the server has sent.
    pub(super) fn carry(&mut self) -> Result<(), Broken> {
        while let Some(id) = self.wires.next_busy() {
            let Some(known) = self.connections.get(&id) else { continue };
            let (sent, closed, actor) = (known.end.take(), known.end.is_closed(), known.actor);
            for text in sent {
                let Read { hash, tell, .. } = self.read.read(&text)?;
                self.note_told(id, &text, hash);
                self.check_told(actor, &tell)?;
                if let ServerMessage::Answer(answer) = &*tell {
                    self.is_refused(actor, answer)?;
                    if self.is_answered(actor, answer)? {
                        self.tell("the line is cut before the answer");
                        self.sever(id);
                    }
                }
                if matches!(*tell, ServerMessage::Bye { reason: ByeReason::OpenedElsewhere }) {
                    self.tally.note(Situation::OpenedElsewhere);
                }
                self.carry_down(id, tell);
            }
            if closed {
                let at = self.connections.get(&id).map_or(self.now, |known| known.down_at);
                self.at(at.max(self.now) + 1, Event::Lost(id));
            }
        }
        Ok(())
    }

    fn carry_down(&mut self, id: ConnectionId, tell: Arc<ServerMessage>) {
        let after = self.delay();
        let Some(known) = self.connections.get_mut(&id).filter(|known| !known.cut) else { return };
        let at = (self.now + after).max(known.held_until).max(known.down_at);
        known.down_at = at;
        self.at(at, Event::Down(id, tell));
    }

    /// A message arrives at its screen.
    pub(super) fn is_told(&mut self, id: ConnectionId, tell: &ServerMessage) -> Result<(), Broken> {
        let Some(known) = self.connections.get(&id) else { return Ok(()) };
        let actor = known.actor;
        known.end.acknowledge();
        if self.screen(actor).connection != Some(id) {
            return Ok(());
        }
        let screen = match actor {
            Actor::Player(player) => &mut self.players[player].screen,
            Actor::Worker(worker) => &mut self.workers[worker].screen,
        };
        let answered = screen
            .hear(tell, &mut self.tally)
            .map_err(|found| Broken { seen: format!("{actor:?}: {}", found.seen), ..found })?;
        match tell {
            ServerMessage::Hello(hello) => self.greeted(actor, hello)?,
            ServerMessage::Ping { .. } => {
                let text = Utf8Bytes::from_static(r#"{"id":0,"ask":"pong"}"#);
                self.send(actor, Said { id: 0, text }, 0);
            }
            ServerMessage::Bye { reason } => self.bye(actor, *reason),
            ServerMessage::Snapshot(_) | ServerMessage::Update(_) | ServerMessage::Answer(_) => {}
        }
        if let Actor::Player(player) = actor {
            self.players[player].check_money()?;
        }
        match (answered, actor, tell) {
            (Some(answered), _, _) => {
                self.note_heard(actor, &answered);
                self.ask_ends((actor, answered.id), Some(&answered.answer));
                self.answered(actor, answered)
            }
            // An answer to an ask that was answered before: another copy of it was on its way.
            (
                None,
                Actor::Player(player),
                ServerMessage::Answer(Answer::Voucher { voucher, .. }),
            ) => self.is_handed(player, voucher),
            (None, Actor::Worker(_), ServerMessage::Answer(Answer::Voucher { voucher, .. })) => {
                self.is_told_late(voucher)
            }
            (None, _, _) => Ok(()),
        }
    }

    fn greeted(&mut self, actor: Actor, hello: &Hello) -> Result<(), Broken> {
        if let (Actor::Player(player), You::Terminal { terminal, .. }) = (actor, &hello.you) {
            self.players[player].terminal = *terminal;
            for voucher in &hello.vouchers {
                self.is_handed(player, voucher)?;
            }
        }
        Ok(())
    }

    /// The server ends a conversation, and says why.
    fn bye(&mut self, actor: Actor, reason: ByeReason) {
        match (actor, reason) {
            (_, ByeReason::TooSlow) => self.tally.note(Situation::ScreenTooSlow),
            (Actor::Worker(worker), ByeReason::SessionOver) => self.session_over(worker),
            (Actor::Player(player), ByeReason::TerminalRemoved | ByeReason::SessionOver) => {
                self.terminal_gone(player);
            }
            _ => {}
        }
    }

    fn session_over(&mut self, worker: usize) {
        self.asks_are_given_up(Actor::Worker(worker));
        let waiting: Vec<Ask> =
            self.workers[worker].screen.waiting.values().map(|sent| sent.what.clone()).collect();
        for what in waiting {
            self.is_given_back(&what, None);
        }
        let known = &mut self.workers[worker];
        if known.person().is_some_and(|staff| !self.auditor.floor.has_role(staff)) {
            self.tally.note(Situation::RevokedPersonRefused);
        }
        known.token = None;
        known.screen.waiting.clear();
        known.screen.done.clear();
        known.screen.asked = 0;
        known.busy_until = 0;
        known.for_whom.clear();
    }

    fn terminal_gone(&mut self, player: usize) {
        self.asks_are_given_up(Actor::Player(player));
        let known = &mut self.players[player];
        known.token = None;
        known.screen.waiting.clear();
        known.screen.done.clear();
        known.screen.asked = 0;
        known.busy_until = 0;
    }

    pub(super) fn is_lost(&mut self, id: ConnectionId) {
        let Some(known) = self.connections.remove(&id) else { return };
        known.end.hang_up();
        let screen = self.screen(known.actor);
        if screen.connection == Some(id) {
            screen.lost();
        }
    }

    fn answered(&mut self, actor: Actor, answered: Answered) -> Result<(), Broken> {
        match actor {
            Actor::Player(player) => self.player_answered(player, answered),
            Actor::Worker(worker) => {
                let wishes =
                    self.scene(|scene, _, workers| workers[worker].answered(scene, &answered));
                self.fulfil(actor, wishes);
                self.worker_answered(worker, &answered)
            }
        }
    }

    fn player_answered(&mut self, player: usize, answered: Answered) -> Result<(), Broken> {
        let done = !matches!(answered.answer, Answer::Refused { .. });
        if let Ask::Seat(
            SeatAsk::Sit(Funds { voucher: Some(token), .. }) | SeatAsk::BuyIn { voucher: token },
        ) = &answered.what
            && done
            && self.moved.contains(token)
        {
            self.tally.note(Situation::VoucherAtAnotherTable);
        }
        if let Answer::Voucher { voucher, .. } = &answered.answer {
            self.is_handed(player, voucher)?;
        }
        let mut outcome = Ok(());
        let wishes = self.scene(|scene, players, _| {
            outcome = players[player].answered(scene, answered);
        });
        self.fulfil(Actor::Player(player), wishes);
        outcome?;
        self.hand_over(player);
        Ok(())
    }

    /// A player gives a voucher to somebody at another table.
    fn hand_over(&mut self, player: usize) {
        if !self.plan.has(Trouble::Vouchers) || !self.luck.one_in(8) || self.is_quiet() {
            return;
        }
        let other = self.luck.place(self.players.len());
        if self.players[other].table == self.players[player].table {
            return;
        }
        let currency = self.players[other].screen.table.as_ref();
        let currency = currency.map(|table| table.view.about.currency.code.clone());
        let known = &mut self.players[player];
        let new = |voucher: &VoucherTold| !known.presented.contains(&voucher.token);
        let Some(place) = known.purse.iter().rposition(new) else { return };
        let voucher = known.purse.remove(place);
        let to = if currency == Some(voucher.currency.clone()) { other } else { player };
        if to == other {
            self.moved.insert(voucher.token.clone());
        }
        // Whoever has the paper from now on is the one to be paid for it.
        let handed = self.hands.take(to, &voucher);
        assert!(handed.is_ok(), "a paper that was taken before is taken again");
        self.players[to].purse.push(voucher);
    }

    fn worker_answered(&mut self, worker: usize, answered: &Answered) -> Result<(), Broken> {
        let whom = self.workers[worker].for_whom.remove(&answered.id);
        self.password_answered(worker, answered);
        if let Answer::Refused { why, .. } = &answered.answer {
            self.is_given_back(&answered.what, Some(why));
        }
        match (&answered.answer, whom) {
            (Answer::StaffAdded { staff, .. }, _) => self.mishaps.hired.push(*staff),
            (Answer::Voucher { voucher, .. }, Some(player)) if player < self.players.len() => {
                self.is_replaced(&answered.what);
                self.is_handed(player, voucher)?;
                self.players[player].busy_until = 0;
            }
            (Answer::Found { .. }, Some(player)) if player < self.players.len() => {
                self.players[player].busy_until = 0;
            }
            (Answer::Enrolment { code, .. }, Some(player)) => self.enrol(player, code.clone()),
            // Whoever asked twice may have their terminal by now, and keeps it.
            (Answer::Refused { why: Refusal::SeatHasTerminal { terminal }, .. }, Some(player))
                if self.players[player].token.is_none() =>
            {
                let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: *terminal });
                self.workers[worker].to_do.push_back((remove, None));
                self.players[player].busy_until = self.now + 5_000;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whoever changed their password uses the new one from then on.
    fn password_answered(&mut self, worker: usize, answered: &Answered) {
        let done = !matches!(answered.answer, Answer::Refused { .. });
        if let (Ask::Floor(FloorAsk::SetPassword { new, .. }), true) = (&answered.what, done) {
            let known = &mut self.workers[worker];
            (known.password, known.other_password) = (new.clone(), None);
        }
    }

    /// People go to each other.
    pub(super) fn errand(&mut self, errand: &Errand, whom: usize) {
        let worker = match errand {
            Errand::Buy { .. } | Errand::Redeem { .. } | Errand::PayOwed { .. } => {
                Self::CASHIERS[self.luck.place(2)]
            }
            Errand::OfferSeat { table, .. } | Errand::ClaimSeat { table, .. } => {
                self.worker_at(*table, 1)
            }
        };
        let whom = match errand {
            Errand::PayOwed { table, player } => self.creditor(*table, *player).unwrap_or(whom),
            Errand::Buy { .. }
            | Errand::Redeem { .. }
            | Errand::OfferSeat { .. }
            | Errand::ClaimSeat { .. } => whom,
        };
        if let Some(what) = self.asked_by(errand.clone(), whom) {
            self.workers[worker].to_do.push_back((what, Some(whom)));
        }
    }

    /// What a cashier or a floorperson asks for somebody who came to them.
    fn asked_by(&self, errand: Errand, whom: usize) -> Option<Ask> {
        Some(match errand {
            Errand::OfferSeat { table, seat } => {
                Ask::Floor(FloorAsk::OfferEnrolment { table, seat })
            }
            Errand::ClaimSeat { table, seat } => {
                let (player, terminal) = (
                    self.auditor.tables.get(&table)?.player_at(seat)?,
                    self.players[whom].terminal,
                );
                let reason = "known at the table".to_owned();
                let act = ActAsk::HandOverSeat { seat, player, terminal, reason };
                Ask::Run(RunAsk { table, phase: None, order: Order::Propose { act } })
            }
            Errand::Buy { amount, currency } => {
                let person = person_of(whom);
                Ask::Cage(CageAsk::Sell(Sale { amount, currency, person }))
            }
            Errand::Redeem { voucher } => {
                let person = person_of(whom);
                Ask::Cage(CageAsk::Redeem(Paper { token: voucher.token, person }))
            }
            Errand::PayOwed { table, player } => {
                let reason = "known at the cage".to_owned();
                Ask::Cage(CageAsk::PayOwed(Owed { table, player, reason }))
            }
        })
    }

    /// The dealer, the floorperson or the pit manager of a table.
    pub(super) fn worker_at(&self, table: u32, rank: usize) -> usize {
        let here = self.workers.iter().position(|worker| worker.table == Some(table));
        here.unwrap_or(0) + rank
    }

    fn log_in(&mut self, actor: Actor, password: Password) {
        let (Actor::Worker(worker), Some(house)) = (actor, self.house.clone()) else { return };
        let known = &self.workers[worker];
        let name = known.name.clone();
        let password = match password {
            Password::Right => known.password.clone(),
            Password::Wrong => "not the password of anybody".to_owned(),
        };
        let (replies, stir) = (self.replies.clone(), Arc::clone(&self.wires.stir));
        tokio::spawn(async move {
            let caller = Caller { address: HOME, marks: Vec::new(), before: None };
            let logged_in = house.log_in(&name, password, caller).await;
            let logged_in = logged_in.ok().map(|welcome| (welcome.token, welcome.staff));
            replies.push(Reply::LoggedIn(worker, logged_in));
            stir.notify_one();
        });
    }

    pub(super) fn refresh(&mut self, actor: Actor) {
        let (Actor::Worker(worker), Some(house)) = (actor, self.house.clone()) else { return };
        let known = &self.workers[worker];
        let (Some(staff), password) = (known.staff.clone(), known.password.clone()) else { return };
        let (replies, stir) = (self.replies.clone(), Arc::clone(&self.wires.stir));
        tokio::spawn(async move {
            let fresh = house.refresh(&staff, password).await.ok();
            replies.push(Reply::Refreshed(worker, staff.session.0, fresh));
            stir.notify_one();
        });
    }

    fn enrol(&mut self, player: usize, code: String) {
        let Some(house) = self.house.clone() else { return };
        let (replies, stir) = (self.replies.clone(), Arc::clone(&self.wires.stir));
        tokio::spawn(async move {
            let token = house.enrol(&code).await.ok().map(|(token, _)| token);
            replies.push(Reply::Enrolled(player, token));
            stir.notify_one();
        });
    }

    /// The dice of a round lie on the table, whoever enters what.
    fn draw(&mut self, actor: Actor, round: u64) {
        let Actor::Worker(worker) = actor else { return };
        let Some(table) = self.workers[worker].table else { return };
        let luck = &mut self.luck;
        let roll = *self.dice.entry((table, round)).or_insert_with(|| luck.roll());
        for worker in self.workers.iter_mut().filter(|worker| worker.table == Some(table)) {
            worker.dice.insert(round, roll);
        }
    }

    /// Takes what came back of requests outside the sockets.
    pub(super) fn hear_replies(&mut self) {
        for reply in self.replies.take() {
            match reply {
                Reply::LoggedIn(worker, logged_in) => {
                    let now = self.now;
                    let known = &mut self.workers[worker];
                    known.busy_until = now + 500;
                    if let Some((token, staff)) = logged_in {
                        (known.token, known.staff, known.fresh_at) =
                            (Some(token), Some(staff), now);
                    } else if let Some(other) = known.other_password.take() {
                        // Perhaps the other one is right; who knows whether it was changed.
                        known.other_password = Some(std::mem::replace(&mut known.password, other));
                    }
                }
                Reply::Enrolled(player, token) => {
                    self.players[player].token = token;
                    self.players[player].busy_until = self.now + 200;
                }
                Reply::Refreshed(worker, session, fresh) => {
                    let known = &mut self.workers[worker];
                    known.busy_until = 0;
                    // Whoever has logged in anew meanwhile goes on with that.
                    let same = known.staff.as_ref().is_some_and(|staff| staff.session.0 == session);
                    if !same || known.token.is_none() {
                        continue;
                    }
                    known.fresh_at = if fresh.is_some() { self.now } else { 0 };
                    known.token = fresh.or(known.token);
                }
                Reply::Turned(id) => self.turned(id),
            }
        }
    }

    /// Nobody is known under a token: it must be asked for again.
    fn turned(&mut self, id: ConnectionId) {
        let Some(actor) = self.connections.get(&id).map(|known| known.actor) else { return };
        match actor {
            Actor::Player(player) => self.terminal_gone(player),
            Actor::Worker(worker) => self.session_over(worker),
        }
        self.is_lost(id);
    }
}

/// The cage knows every third player, and says so.
fn person_of(player: usize) -> Option<String> {
    player.is_multiple_of(3).then(|| format!("card {player}"))
}

#[derive(Clone, Copy)]
enum Password {
    Right,
    Wrong,
}
