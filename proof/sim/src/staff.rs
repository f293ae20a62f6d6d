//! People who work: dealers, floorpeople, pit managers, cashiers, administrators.

mod disputes;
mod felt;

use std::collections::{BTreeMap, VecDeque};

use taisai_protocol::ask::{ActAsk, FloorAsk, NatureForm, Order, RunAsk, ThingForm};
use taisai_protocol::kind::DiceSource;
use taisai_protocol::server_message::Channel;
use taisai_protocol::view::console::ConsoleView;
use taisai_protocol::view::next::Step;
use taisai_protocol::word::{ApprovalWord, Dice, IrregularityWord, ShakerKindWord};
use taisai_protocol::{Answer, Ask, FloorRole, Phase, Refusal};
use taisai_rules::{Approval, Irregularity, PayTable, Roll};
use taisai_server::house::who::Staff;
use taisai_server::world::secret::Token;

use crate::plan::{Kind, Trouble};
use crate::scene::{Errand, Scene, Wish};
use crate::screen::{Answered, Screen};
use crate::tally::Situation;

/// Somebody who works.
pub struct Worker {
    pub name: String,
    pub password: String,
    /// Another that may be the right one, if the answer to a change was lost.
    pub other_password: Option<String>,
    /// The role they were hired for.
    pub role: FloorRole,
    /// The table, for those who work at one.
    pub table: Option<u32>,
    /// The pay table of that table, to know what must be lit.
    pub pays: Option<PayTable>,
    /// Who they are, once they have logged in.
    pub staff: Option<Staff>,
    /// Their session's token.
    pub token: Option<Token>,
    /// Whether a log-in is under way, and until when it is waited for.
    pub busy_until: u64,
    pub screen: Screen,
    /// Queued asks, and for whom.
    pub to_do: VecDeque<(Ask, Option<usize>)>,
    /// For whom an ask was.
    pub for_whom: BTreeMap<u64, usize>,
    /// When the password was last given.
    pub fresh_at: u64,
    /// The true dice of the round.
    pub dice: BTreeMap<u64, Roll>,
    /// The last dice set that was put in.
    pub sets: u32,
    /// When they last said that the table will close.
    pub closing_at: u64,
    /// Whether the channels of the table are watched.
    pub watches: bool,
}

/// How many proposals of one person wait for somebody else before they make no more.
const PROPOSALS_MAX: usize = 8;

/// How often supervisors who only look in come to a table, together.
const ROUNDS_MS: u64 = 12_000;
/// How long they stay, besides what messages take.
const GLANCE_MS: u64 = 3_000;

/// How many rounds of a film are gone through at once.
const SEEN_AT_ONCE: usize = 6;

impl Worker {
    /// Somebody who has not come yet.
    pub fn new(name: &str, role: FloorRole, table: Option<u32>, pays: Option<PayTable>) -> Self {
        Self {
            name: name.to_owned(),
            password: format!("the password of {name}"),
            other_password: None,
            role,
            table,
            pays,
            staff: None,
            token: None,
            busy_until: 0,
            screen: Screen::default(),
            to_do: VecDeque::new(),
            for_whom: BTreeMap::new(),
            fresh_at: 0,
            dice: BTreeMap::new(),
            sets: 1,
            closing_at: 0,
            watches: false,
        }
    }

    /// Who they are on the floor, once they have logged in.
    pub fn person(&self) -> Option<u32> {
        self.staff.as_ref().map(|staff| staff.staff.0)
    }

    /// Whether nothing is left to do.
    pub fn is_idle(&self) -> bool {
        self.screen.waiting.is_empty() && self.to_do.is_empty()
    }

    /// Does the next thing.
    pub fn think(&mut self, scene: &mut Scene<'_>) {
        if scene.now < self.busy_until || self.is_away(scene) {
            return;
        }
        if self.token.is_none() {
            self.busy_until = scene.now + 20_000;
            let wrong = scene.plan.has(Trouble::Logins) && scene.luck.one_in(4) && !scene.quiet;
            scene.wish(if wrong { Wish::LogInWrong } else { Wish::LogIn });
            return;
        }
        if self.screen.connection.is_none() {
            self.watches = false;
            scene.wish(Wish::Connect);
            return;
        }
        if self.screen.hello.is_none() {
            if self.screen.opened_at + 20_000 < scene.now {
                scene.wish(Wish::HangUp);
            }
            return;
        }
        if !self.watches {
            self.watch(scene);
            return;
        }
        if self.screen.ask_again(scene) {
            return;
        }
        if let Some((what, whom)) = self.to_do.pop_front() {
            self.say(scene, what, whom);
            return;
        }
        self.work(scene);
    }

    /// In some nights people who supervise several tables visit each only now and then.
    fn is_away(&self, scene: &mut Scene<'_>) -> bool {
        let Some(table) = self.table.filter(|_| self.role != FloorRole::Dealer) else {
            return false;
        };
        if !scene.plan.glances || scene.quiet || !self.is_idle() {
            return false;
        }
        let since = (scene.now + 5_000 * u64::from(table)) % ROUNDS_MS;
        let away = since > GLANCE_MS + 2 * scene.plan.delay_ms;
        if away && self.screen.connection.is_some() {
            scene.wish(Wish::HangUp);
        }
        away
    }

    fn watch(&mut self, scene: &mut Scene<'_>) {
        self.watches = true;
        let Some(table) = self.table.filter(|_| self.has_console(scene)) else { return };
        self.say(scene, Ask::Watch(Channel::Table { table }), None);
        self.say(scene, Ask::Watch(Channel::Console { table }), None);
    }

    /// Whether there is anything to do here: a table on a timer needs no dealer.
    fn has_console(&self, scene: &Scene<'_>) -> bool {
        let place = self.table.and_then(|table| usize::try_from(table).ok()?.checked_sub(1));
        let table = place.and_then(|place| scene.plan.tables.get(place));
        let automatic = table.is_some_and(|table| table.kind == Kind::Automatic);
        table.is_some() && !(automatic && self.role == FloorRole::Dealer)
    }

    /// Asks something; the answer may be for somebody else.
    pub fn say(&mut self, scene: &mut Scene<'_>, what: Ask, whom: Option<usize>) {
        let round = self.round_of(&what);
        let said = self.screen.ask(scene.now, round, what);
        if let Some(whom) = whom {
            self.for_whom.insert(said.id, whom);
        }
        scene.tally.asks += 1;
        scene.wish(Wish::Say(said.clone()));
        if scene.plan.has(Trouble::Duplicates) && scene.luck.one_in(6) {
            scene.tally.duplicates += 1;
            let later = *scene.luck.one_of(&[0, 1, 300, 4_000]);
            scene.wish(Wish::Repeat(said, later));
        }
    }

    /// The round an order is meant for.
    fn round_of(&self, what: &Ask) -> Option<u64> {
        let Ask::Run(RunAsk { order, .. }) = what else { return None };
        let table = &self.screen.table.as_ref()?.view;
        let playing = table.round.playing.as_ref().map(|playing| playing.number);
        match order {
            Order::OpenBetting => Some(table.round.next),
            Order::ExtendBetting
            | Order::CallNoMoreBets
            | Order::SelectPlayer { .. }
            | Order::Shake { .. }
            | Order::Reveal
            | Order::EnterDice { .. }
            | Order::ReenterDice
            | Order::ConfirmDice { .. }
            | Order::Collect
            | Order::Pay
            | Order::Clear
            | Order::CallIrregularity { .. }
            | Order::RecordChips { .. }
            | Order::AttestPresence => playing,
            _ => None,
        }
    }

    fn work(&mut self, scene: &mut Scene<'_>) {
        if self.has_console(scene) && self.screen.console.is_none() {
            // A worker who sees nothing reconnects: the role may have changed.
            if self.screen.opened_at + 15_000 < scene.now {
                scene.wish(Wish::HangUp);
            }
            return;
        }
        match self.role {
            FloorRole::Dealer => self.deal(scene),
            FloorRole::Floorperson => self.supervise(scene),
            FloorRole::ShiftManager if self.table.is_some() => match self.phase() {
                // No table opens with damaged dice, however often somebody tries.
                Some(Phase::Closed | Phase::Suspended) if self.needs_dice() => self.new_dice(scene),
                Some(Phase::Closed | Phase::Suspended) => self.equip(scene),
                Some(Phase::AwaitingRuling) | None => self.agree(scene),
                // A round may have to end first; what others propose does not wait for that.
                Some(_) if scene.luck.one_in(2) && self.needs_dice() => self.new_dice(scene),
                Some(_) => self.agree(scene),
            },
            _ => {}
        }
    }

    fn order(&mut self, scene: &mut Scene<'_>, order: Order) {
        let Some(table) = self.table else { return };
        self.say(scene, Ask::Run(RunAsk { table, phase: None, order }), None);
    }

    /// An order to the table one works at, as it is asked.
    fn ordered(&self, order: Order) -> Option<Ask> {
        self.table.map(|table| Ask::Run(RunAsk { table, phase: None, order }))
    }

    /// An order that is given once those before it are answered.
    pub fn later(&mut self, order: Order) {
        let Some(table) = self.table else { return };
        self.to_do.push_back((Ask::Run(RunAsk { table, phase: None, order }), None));
    }

    /// The same on the floor.
    fn later_on_floor(&mut self, ask: FloorAsk) {
        self.to_do.push_back((Ask::Floor(ask), None));
    }

    fn console(&self) -> Option<&ConsoleView> {
        self.screen.console.as_ref().map(|console| &console.view)
    }

    /// Where the table stands, as the screen shows it.
    pub fn phase(&self) -> Option<Phase> {
        self.screen.table.as_ref().map(|table| table.view.life.phase)
    }

    fn playing(&self) -> Option<u64> {
        let table = &self.screen.table.as_ref()?.view;
        table.round.playing.as_ref().map(|playing| playing.number)
    }

    /// The dealer does the next step of the round.
    fn deal(&mut self, scene: &mut Scene<'_>) {
        let irregular = scene.plan.has(Trouble::Irregular) && !scene.quiet;
        if irregular && scene.luck.one_in(25) && self.playing().is_some() {
            let what = *scene.luck.one_of(Irregularity::ALL);
            let reason = "seen by the dealer".to_owned();
            self.order(scene, Order::CallIrregularity { what: IrregularityWord(what), reason });
            return;
        }
        if self.cannot_throw() {
            // Only whoever answers for the shaker may call it.
            if !self.is_on_duty() {
                self.order(scene, Order::TakeShaker);
                return;
            }
            let (what, reason) = (Irregularity::DiceDamaged, "the register says so".to_owned());
            self.order(scene, Order::CallIrregularity { what: IrregularityWord(what), reason });
            return;
        }
        if self.tends_places(scene) {
            return;
        }
        let Some(step) = self.next_step(scene) else { return };
        let Some(order) = self.order_of(scene, step) else { return };
        self.order(scene, order);
    }

    fn is_on_duty(&self) -> bool {
        let on_duty = self.console().and_then(|console| console.equipment.on_duty);
        on_duty.is_some() && on_duty == self.person()
    }

    /// Whether the dice of a round were found damaged before a throw: nobody may throw them
    /// any more, and the book says what becomes of the round.
    fn cannot_throw(&self) -> bool {
        let before = matches!(self.phase(), Some(Phase::Betting | Phase::NoMoreBets));
        before && self.playing().is_some() && self.needs_dice()
    }

    fn next_step(&mut self, scene: &mut Scene<'_>) -> Option<Step> {
        let next = &self.console()?.next;
        // What is only a matter of time passes without another word from the table.
        let now = scene.now;
        let can = |step: Step| {
            let shown = next.steps.iter().find(|shown| shown.step == step);
            shown.is_some_and(|shown| {
                shown.refused.is_none() || shown.from.is_some_and(|from| from <= now)
            })
        };
        let due = next.step?;
        // In the end no new round is begun, nor anything done for one.
        if scene.quiet && due == Step::OpenBetting {
            return None;
        }
        let first = [Step::TakeShaker, Step::CoverShaker, Step::AttestPresence];
        let instead = || first.into_iter().find(|step| can(*step));
        let due = if can(due) { due } else { instead()? };
        // People take their time before no more bets.
        if due == Step::CallNoMoreBets && !scene.luck.one_in(4) {
            return None;
        }
        Some(due)
    }

    fn order_of(&mut self, scene: &mut Scene<'_>, step: Step) -> Option<Order> {
        if step == Step::EnterDice {
            return Some(Order::EnterDice { dice: self.entry(scene)? });
        }
        if step == Step::ConfirmDice {
            return self.confirm(scene);
        }
        let unused = Dice(Roll::all().next().expect("there are rolls"));
        // Now and then the shaker stops too early.
        let irregular = scene.plan.has(Trouble::Irregular) && !scene.quiet;
        let times = if irregular && scene.luck.one_in(40) { 1 } else { 3 };
        Some(step.order(unused, times))
    }

    /// What the dealer enters; people mistype.
    fn entry(&mut self, scene: &mut Scene<'_>) -> Option<Dice> {
        let round = self.playing()?;
        let Some(truth) = self.dice.get(&round).copied() else {
            scene.wish(Wish::Draw(round));
            return None;
        };
        let wrong = scene.plan.has(Trouble::Corrections) && scene.luck.one_in(10);
        Some(Dice(if wrong { scene.luck.roll() } else { truth }))
    }

    /// Looks at the entry once more, mostly.
    fn confirm(&mut self, scene: &mut Scene<'_>) -> Option<Order> {
        let round = self.playing()?;
        let entry = self.console()?.entry.dice?;
        let wrong = self.dice.get(&round).is_some_and(|truth| *truth != entry.0);
        if wrong && scene.luck.one_in(2) {
            return Some(Order::ReenterDice);
        }
        if wrong {
            scene.tally.note(Situation::WrongDiceConfirmed);
        }
        Some(Order::ConfirmDice { dice: entry })
    }

    /// The floorperson sees to the table and proposes what takes two people.
    fn supervise(&mut self, scene: &mut Scene<'_>) {
        match self.phase() {
            Some(Phase::Closed | Phase::Suspended) => {}
            Some(Phase::AwaitingRuling) => self.rule(scene),
            Some(_) => self.walk_round(scene),
            None => {}
        }
    }

    fn walk_round(&mut self, scene: &mut Scene<'_>) {
        let Some(console) = self.console() else { return };
        let owed = console.owing.owed.first().map(|owed| owed.player);
        let unseen = self.unseen_lines();
        if self.phase() == Some(Phase::Idle) && !unseen.is_empty() {
            self.order(scene, Order::AttestLines { lines: unseen });
            return;
        }
        if self.attest(scene) {
            return;
        }
        if let (Some(player), Some(table)) = (owed, self.table)
            && (scene.quiet || scene.luck.one_in(3))
        {
            self.busy_until = scene.now + 15_000;
            scene.wish(Wish::Errand(Errand::PayOwed { table, player }));
            return;
        }
        if scene.quiet {
            return;
        }
        if self.plays_by_draw() && scene.luck.one_in(8) {
            self.fiddle(scene);
            return;
        }
        if !self.hears_dispute(scene) {
            self.propose(scene);
        }
    }

    fn plays_by_draw(&self) -> bool {
        let table = self.screen.table.as_ref();
        table.is_some_and(|table| table.view.about.dice == DiceSource::Random)
    }

    /// Tries to let dice of their own decide a round whose dice are drawn.
    fn fiddle(&mut self, scene: &mut Scene<'_>) {
        let bare = self.console().is_none_or(|console| console.equipment.shakers.is_empty());
        let dice = Dice(*scene.luck.one_of(&Roll::all().collect::<Vec<_>>()));
        let mut orders = vec![
            Order::Shake { times: 3 },
            Order::Reveal,
            Order::EnterDice { dice },
            Order::ConfirmDice { dice },
        ];
        if bare {
            let approvals = Approval::ALL.iter().copied().map(ApprovalWord).collect();
            let kind = ShakerKindWord(taisai_rules::ShakerKind::Manual);
            orders = vec![Order::InstallShaker { shaker: 1, kind, sealed: true, approvals }];
        }
        let kept = self.console().and_then(|console| console.rounds.last());
        orders.extend(kept.map(|kept| {
            let (round, reason) = (kept.round, "seen on the camera".to_owned());
            Order::Propose { act: ActAsk::CorrectRound { round, dice, reason } }
        }));
        for order in orders {
            self.later(order);
        }
    }

    /// Attests presence, if a round waits for that.
    fn attest(&mut self, scene: &mut Scene<'_>) -> bool {
        let wanted = self.can(Step::AttestPresence) && self.playing().is_some();
        if wanted {
            self.order(scene, Order::AttestPresence);
        }
        wanted
    }

    fn can(&self, step: Step) -> bool {
        let steps = self.console().map(|console| &console.next.steps[..]).unwrap_or_default();
        steps.iter().any(|shown| shown.step == step && shown.refused.is_none())
    }

    /// Proposes to change what is settled.
    fn propose(&mut self, scene: &mut Scene<'_>) {
        let Some(console) = self.console() else { return };
        let own = self.staff.as_ref().map(|staff| staff.staff.0);
        let mine = console.proposals.iter().filter(|waiting| Some(waiting.by) == own);
        let mine: Vec<u32> = mine.map(|waiting| waiting.proposal).collect();
        // After waiting long enough, people try to do without a second person.
        if let Some(&proposal) = mine.first()
            && (mine.len() >= PROPOSALS_MAX || scene.luck.one_in(10))
        {
            if scene.luck.one_in(4) {
                self.try_alone(scene, proposal);
            }
            return;
        }
        let rounds = console.rounds.clone();
        let seats: Vec<u16> = console.seats.iter().map(|seat| seat.seat).collect();
        let playing = self.screen.table.as_ref().and_then(|table| table.view.round.playing.clone());
        let seen = playing.and_then(|playing| {
            let truth = *self.dice.get(&playing.number)?;
            (playing.result?.dice.0 != truth).then_some((playing.number, truth))
        });
        let wrong = seen.or_else(|| {
            rounds.iter().rev().find_map(|kept| {
                let truth = *self.dice.get(&kept.round)?;
                let last = kept.results.last()?;
                (kept.voided.is_none() && last.0 != truth).then_some((kept.round, truth))
            })
        });
        if let Some((round, roll)) = wrong {
            let reason = "the camera shows other dice".to_owned();
            let act = ActAsk::CorrectRound { round, dice: Dice(roll), reason };
            self.order(scene, Order::Propose { act });
            return;
        }
        let kept: Vec<u64> =
            rounds.iter().filter(|kept| kept.voided.is_none()).map(|kept| kept.round).collect();
        let correctable: Vec<u64> =
            rounds.iter().filter(|kept| kept.correctable).map(|kept| kept.round).collect();
        let reason = "seen on the camera".to_owned();
        let act = match scene.luck.below(10) {
            9 if scene.plan.has(Trouble::Voids) && !kept.is_empty() && !seats.is_empty() => {
                let (round, seat) = (*scene.luck.one_of(&kept), *scene.luck.one_of(&seats));
                ActAsk::VoidPastBets { round, seat, reason }
            }
            0..=5 if scene.plan.has(Trouble::Corrections) && !correctable.is_empty() => {
                self.review(scene, &correctable);
                return;
            }
            6..=7 if scene.plan.has(Trouble::Voids) && !kept.is_empty() => {
                let from = scene.luck.place(kept.len());
                // Where dealers play there are few rounds, and some are to be corrected.
                let most = if self.plays_by_draw() { 16 } else { 1 };
                let until = (from + scene.luck.place(most) + 1).min(kept.len());
                let what = IrregularityWord(*scene.luck.one_of(Irregularity::ALL));
                ActAsk::VoidRounds { rounds: kept[from..until].to_vec(), what, reason }
            }
            8 if scene.plan.has(Trouble::Voids) && !seats.is_empty() => {
                ActAsk::VoidBets { seat: *scene.luck.one_of(&seats), reason }
            }
            _ => return,
        };
        self.order(scene, Order::Propose { act });
    }

    /// Tries to do without a second person what they proposed themselves.
    fn try_alone(&mut self, scene: &mut Scene<'_>, proposal: u32) {
        if scene.now < self.fresh_at + 100_000 {
            self.order(scene, Order::Approve { proposal });
        } else {
            self.busy_until = scene.now + 5_000;
            scene.wish(Wish::Refresh);
        }
    }

    /// Goes through the film, and finds other dice in some of these rounds.
    fn review(&mut self, scene: &mut Scene<'_>, rounds: &[u64]) {
        let from = scene.luck.place(rounds.len());
        for &round in rounds[from..].iter().take(SEEN_AT_ONCE) {
            let (dice, reason) = (Dice(scene.luck.roll()), "seen on the camera".to_owned());
            self.later(Order::Propose { act: ActAsk::CorrectRound { round, dice, reason } });
        }
    }

    /// A round waits for a ruling.
    fn rule(&mut self, scene: &mut Scene<'_>) {
        let Some(round) = self.playing() else { return };
        let own = self.staff.as_ref().map(|staff| staff.staff.0);
        let waits = self
            .console()
            .is_some_and(|console| console.proposals.iter().any(|made| Some(made.by) == own));
        if waits && !scene.luck.one_in(6) {
            return;
        }
        let awaiting = self.screen.table.as_ref().and_then(|table| table.view.life.awaiting);
        let what = awaiting.unwrap_or(IrregularityWord(Irregularity::Interruption));
        let reason = "decided at the table".to_owned();
        let truth = self.dice.get(&round).copied();
        if truth.is_none() {
            // Dice may lie open that nobody has entered: they go and look.
            scene.wish(Wish::Draw(round));
        }
        let act = match (scene.luck.below(5), truth) {
            (0, Some(roll)) => ActAsk::AttestDice { dice: Dice(roll), reason },
            (1, _) => ActAsk::GoOn { what, reason },
            (3, _) => ActAsk::CallMistaken { what, reason },
            (2, _) => ActAsk::Reshake { what, reason },
            _ => ActAsk::VoidRounds { rounds: vec![round], what, reason },
        };
        self.order(scene, Order::Propose { act });
    }

    /// The shift manager agrees to what others propose, and sometimes turns it down.
    fn agree(&mut self, scene: &mut Scene<'_>) {
        let own = self.staff.as_ref().map(|staff| staff.staff.0);
        // It may be said at any time, and others wait too. Whether the round waits for it a console
        // does not say where its reader would first have to take the shaker.
        let due = self.console().is_some_and(|view| view.next.step == Some(Step::AttestPresence));
        let may = self.can(Step::AttestPresence);
        if (due || may && scene.luck.one_in(6)) && self.attest(scene) {
            return;
        }
        if self.reopens_case(scene) {
            return;
        }
        let Some(console) = self.console() else { return };
        let waits = self.phase() == Some(Phase::AwaitingRuling);
        // In the end nothing is changed any more; whoever waits for their seat gets it back.
        let due =
            |act: &ActAsk| !scene.quiet || waits || matches!(act, ActAsk::HandOverSeat { .. });
        let others = console.proposals.iter().filter(|made| Some(made.by) != own && due(&made.act));
        let others: Vec<u32> = others.map(|waiting| waiting.proposal).collect();
        if scene.quiet && !waits && others.is_empty() {
            return;
        }
        if others.is_empty() {
            let mine = console.proposals.first().map(|waiting| waiting.proposal);
            let last = console.rounds.iter().rev().find(|kept| kept.voided.is_none());
            match (mine, last.map(|kept| kept.round)) {
                (Some(mine), _) if scene.luck.one_in(4) => self.try_alone(scene, mine),
                (None, Some(round)) if scene.plan.has(Trouble::Voids) && scene.luck.one_in(20) => {
                    let what = IrregularityWord(Irregularity::Dispute);
                    let (rounds, reason) = (vec![round], "a player objects".to_owned());
                    let act = ActAsk::VoidRounds { rounds, what, reason };
                    self.order(scene, Order::Propose { act });
                }
                _ => {}
            }
            return;
        }
        let proposal = *scene.luck.one_of(&others);
        if scene.luck.one_in(8) {
            self.order(scene, Order::Withdraw { proposal });
            return;
        }
        let stale = self.fresh_at + 100_000 < scene.now;
        if stale && (scene.quiet || !scene.luck.one_in(6)) {
            self.busy_until = scene.now + 5_000;
            scene.wish(Wish::Refresh);
            return;
        }
        self.order(scene, Order::Approve { proposal });
        // A person who has reviewed the film approves all of it.
        let rest = others.into_iter().filter(|other| *other != proposal).take(SEEN_AT_ONCE);
        for proposal in rest {
            self.later(Order::Approve { proposal });
        }
    }

    /// The lines of the checklist that nobody has seen yet.
    fn unseen_lines(&self) -> Vec<String> {
        let lines = self.console().map(|console| &console.equipment.checklist);
        let unseen = lines.into_iter().flatten().filter(|line| !line.seen);
        unseen.map(|line| line.line.clone()).collect()
    }

    /// Whether nothing can be thrown here with the dice there are.
    fn needs_dice(&self) -> bool {
        self.console().is_some_and(|console| {
            let equipment = &console.equipment;
            !equipment.shakers.is_empty() && equipment.dice.is_none_or(|dice| dice.damaged)
        })
    }

    /// Registers new dice and puts them to use, which takes a supervisor.
    fn new_dice(&mut self, scene: &mut Scene<'_>) {
        let (Some(table), Some(console)) = (self.table, self.console()) else { return };
        let damaged = console.equipment.dice.is_some_and(|dice| dice.damaged);
        let Some(shown) = console.equipment.shakers.first().cloned() else { return };
        let shaker = shown.shaker;
        self.sets += 1;
        let set = self.sets * 10 + table * 1_000;
        let dice = [set * 3, set * 3 + 1, set * 3 + 2];
        if damaged {
            self.order(scene, Order::RemoveDice);
        }
        if shown.out_of_order {
            // It was repaired, and comes back as it was.
            self.later(Order::RemoveShaker { shaker });
            self.install(ThingForm::Shaker(shaker), None);
        }
        let (thing, nature) = (ThingForm::Dice(set), NatureForm::Dice { dice });
        self.later_on_floor(FloorAsk::RegisterThing { thing, nature });
        self.later_on_floor(FloorAsk::PlaceThing { thing, table: Some(table) });
        self.install(thing, Some(shaker));
    }

    /// Puts to use what stands at the table.
    fn install(&mut self, thing: ThingForm, shaker: Option<u32>) {
        let Some(table) = self.table else { return };
        self.later_on_floor(FloorAsk::InstallThing { thing, table, shaker });
    }

    /// Registers a shaker, with what a house has on paper, and puts it to use.
    fn bring_shaker(&mut self) {
        let Some(table) = self.table else { return };
        let kind = ShakerKindWord(taisai_rules::ShakerKind::Manual);
        let paper = "as seen".to_owned();
        let things = [
            (ThingForm::Shaker(table), NatureForm::Shaker { kind }),
            (ThingForm::Display(table), NatureForm::Display { device: None }),
            (ThingForm::Layout(table), NatureForm::Layout),
        ];
        for (thing, nature) in things {
            self.later_on_floor(FloorAsk::RegisterThing { thing, nature });
            self.later_on_floor(FloorAsk::AttestSeal { thing, number: paper.clone() });
            self.later_on_floor(FloorAsk::PlaceThing { thing, table: Some(table) });
        }
        self.install(ThingForm::Shaker(table), None);
    }

    /// Everything a table needs before it opens.
    fn equip(&mut self, scene: &mut Scene<'_>) {
        let kind = self.console().and_then(|console| console.equipment.shakers.first());
        let has_shaker = kind.is_some();
        let lines = self.unseen_lines();
        let mut orders = vec![Order::AttestRepair];
        for roll in Roll::all().step_by(50).take(4) {
            orders.push(Order::TryDisplay { entered: Dice(roll) });
            orders.push(Order::JudgeDisplay { lit: true });
        }
        orders.push(Order::InspectShaker { tosses: 3 });
        if !lines.is_empty() {
            orders.push(Order::AttestLines { lines });
        }
        orders.push(Order::OpenTable);
        if !has_shaker {
            self.bring_shaker();
        }
        for order in orders {
            self.later(order);
        }
        self.busy_until = scene.now + 200;
    }

    /// Notes what an answer says about the rules.
    pub fn answered(&mut self, scene: &mut Scene<'_>, answered: &Answered) {
        let Answer::Refused { why, .. } = &answered.answer else { return };
        match why {
            Refusal::OtherDice => scene.tally.note(Situation::OwnDiceRefused),
            Refusal::DiceDrawn => scene.tally.note(Situation::OtherDrawRefused),
            Refusal::SamePerson => scene.tally.note(Situation::OwnApprovalRefused),
            Refusal::NotFresh { .. } => {
                scene.tally.note(Situation::StaleLoginRefused);
                self.fresh_at = 0;
            }
            Refusal::NotStaff | Refusal::NoRole | Refusal::SessionOver => {
                scene.tally.note(Situation::RevokedPersonRefused);
            }
            Refusal::VoucherIs { .. } => scene.tally.note(Situation::VoucherRaceLost),
            Refusal::RequestReused => scene.tally.note(Situation::NumberReusedRefused),
            _ => {}
        }
    }
}
