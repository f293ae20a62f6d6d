//! Random shifts beside the model. `FLOOR_STEPS` and `FLOOR_SEED` make them longer or others.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::{
    Account, Act, Asker, CageRules, Command, Date, Event, FloorRole, LargeEvent, LargeRules, Line,
    Nature, Notice, Payee, Person, Refusal, Request, TableBalance, TableId, TerminalId,
    ThingCommand, ThingId, VoucherState, Wish,
};
use taisai_rules::{Approval, ShakerKind};
use taisai_table::{
    DiceSetId, DieId, PlayerId, ProposalId, SeatNumber, SessionId, ShakerId, StaffId, VoucherId,
};
use taisai_testing::luck::{Luck, asked_for};
use taisai_testing::values::{
    config, currency, digest, felt_config, money, name, password, reason, title,
};

use crate::house::House;
use crate::large_model::PlainChains;
use crate::model::{Model, Paper, Place};

/// A house and its model, asked the same.
struct Shift {
    house: House,
    model: Model,
    chains: PlainChains,
    luck: Luck,
    step: u64,
    answered: Vec<Request>,
    paid: BTreeSet<VoucherId>,
    accepted: BTreeMap<&'static str, u32>,
    last_log_ins: BTreeMap<u32, u64>,
}

#[test]
fn random_shifts_follow_the_model() {
    let first = asked_for("FLOOR_SEED").unwrap_or(1);
    let mut accepted: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in first..first + 12 {
        println!("FLOOR_SEED={seed}");
        let mut shift = Shift::new(seed);
        for step in 0..asked_for("FLOOR_STEPS").unwrap_or(7_000) {
            shift.step = step;
            shift.step();
        }
        for (what, often) in shift.accepted {
            *accepted.entry(what).or_default() += often;
        }
    }
    // A shift in which nothing is ever done would prove nothing.
    println!("{accepted:?}");
    for name in crate::matrix::COMMANDS {
        let often = accepted.get(name).copied().unwrap_or(0);
        assert!(often >= 10, "{name} was done {often} times");
    }
    for name in ["SumLarge", "ChainsJoined"] {
        assert!(accepted.contains_key(name), "{name} never happened");
    }
    for name in crate::matrix::BANK_EVENTS {
        assert!(accepted.contains_key(name), "{name} never happened");
    }
}

impl Shift {
    fn new(seed: u64) -> Self {
        let mut shift = Self {
            house: House::empty(),
            model: Model::default(),
            chains: PlainChains::default(),
            luck: Luck::new(seed),
            step: 0,
            answered: Vec::new(),
            paid: BTreeSet::new(),
            accepted: BTreeMap::new(),
            last_log_ins: BTreeMap::new(),
        };
        for number in 1..=2 {
            let (name, password) = (name(&format!("p{number}")), password(0));
            shift.ask(Asker::Host, Command::AddAdministrator { name, password });
            shift.log_in(number);
        }
        for (table, code) in [(1, "USD"), (2, "USD"), (3, "EUR")] {
            shift.ask(Asker::Host, add_table(table, code));
        }
        for (table, code) in [(51, "USD"), (52, "USD"), (53, "EUR")] {
            shift.ask(Asker::Host, add_felt_table(table, code));
        }
        for (number, role) in (3..).zip(FloorRole::ALL) {
            shift.ask(shift.person(1), add_staff(number));
            let staff = StaffId(number);
            shift.ask(shift.person(1), Command::Propose(Act::GrantRole { staff, role }));
            let proposal = shift.model.proposals.keys().last().map_or(0, |id| *id);
            shift.ask(shift.person(2), Command::Approve(ProposalId(proposal)));
            shift.log_in(number);
            let password = password(2);
            shift.ask(shift.person(number), Command::ChangePassword { password });
        }
        shift
    }

    fn log_in(&mut self, number: u32) {
        let token = digest(self.house.secret());
        self.ask(Asker::Host, Command::OpenSession { staff: StaffId(number), token });
    }

    /// Somebody through their last log-in, be it over or not.
    fn person(&self, number: u32) -> Asker {
        let session = self.last_log_ins.get(&number).copied().unwrap_or(0);
        Asker::Staff(StaffId(number), SessionId(session))
    }

    fn step(&mut self) {
        self.let_time_pass();
        match self.luck.below(20) {
            0 | 1 => self.repeat(),
            2 => self.reuse(),
            _ => {
                let command = self.command();
                let from = self.asker(&command);
                self.ask(from, command);
            }
        }
        self.audit();
    }

    fn let_time_pass(&mut self) {
        self.house.now += match self.luck.below(300) {
            0 => 3 * 3_600_000,
            6 if self.luck.below(12) == 0 => 25 * 3_600_000,
            1..=5 => 130_000,
            _ => self.luck.below(2_000),
        };
    }

    /// Asks both, and compares.
    fn ask(&mut self, from: Asker, command: Command) {
        let request = self.house.request(from, command);
        let now = self.house.now;
        let allowed = self.model.allows(from, &request.command, now);
        let before = self.house.floor.clone();
        let decision = self.house.send(&request);
        let step = self.step;
        assert_eq!(decision.is_ok(), allowed, "step {step}: {request:?}: {decision:?}");
        let Ok(events) = decision else {
            assert!(before == self.house.floor, "step {step}: a refusal changed the floor");
            return;
        };
        self.model.happen(from, &request.command, now);
        self.watch(&events);
        let time = taisai_testing::values::time(now);
        if self.chains.follow(&events, time) {
            *self.accepted.entry("SumLarge").or_default() += 1;
        }
        *self.accepted.entry(crate::matrix::command_name(&request.command)).or_default() += 1;
        if request.command != Command::Tick {
            self.answered.push(request);
        }
    }

    /// What must hold of what happens, whatever the model thinks.
    fn watch(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Bank(event) => {
                    let name = crate::matrix::bank_event_name(event);
                    *self.accepted.entry(name).or_default() += 1;
                }
                Event::Large(LargeEvent::ChainsJoined { .. }) => {
                    *self.accepted.entry("ChainsJoined").or_default() += 1;
                }
                Event::SessionOpened { session, staff, .. } => {
                    self.last_log_ins.insert(staff.0, session.0);
                }
                Event::RoleGranted { staff, by: [one, other], .. }
                | Event::PasswordReset { staff, by: [one, other], .. } => {
                    assert!(
                        one != other && one != staff && other != staff,
                        "two people: {event:?}"
                    );
                }
                Event::VoucherSpent { voucher, .. } | Event::VoucherRedeemed { voucher, .. } => {
                    assert!(self.paid.insert(*voucher), "a voucher pays once: {event:?}");
                }
                _ => {}
            }
        }
    }

    /// An answered request comes again, and nothing happens.
    fn repeat(&mut self) {
        let recent = self.answered.len().min(60);
        if recent == 0 {
            return;
        }
        let back = self.luck.place(recent) + 1;
        let request = self.answered[self.answered.len() - back].clone();
        let before = self.house.floor.clone();
        let decision = self.house.send(&request);
        let fine = match decision {
            Ok(events) => events.is_empty(),
            // Who asked is gone, and with them the memory.
            Err(no) => {
                let gone = matches!(no, Refusal::SessionOver | Refusal::NotEnrolled);
                gone || no == Refusal::RequestTooOld
            }
        };
        assert!(fine, "step {}: {request:?} happened again", self.step);
        assert!(before == self.house.floor, "step {}: a repeat changed the floor", self.step);
    }

    /// The number of an answered request comes again with something else.
    fn reuse(&mut self) {
        let Some(last) = self.answered.last().cloned() else { return };
        let command = self.command();
        // What all of the credit comes to, or what is owed, is found out and may be another amount.
        let plain = |command: &Command| match command {
            Command::PrepareVoucher { voucher, table, payee, wish, .. }
                if *wish != Wish::Amount =>
            {
                Some((*voucher, *table, *payee, wish.clone()))
            }
            _ => None,
        };
        let is_same = plain(&command).is_some() && plain(&command) == plain(&last.command);
        if command == last.command || is_same {
            return;
        }
        let before = self.house.floor.clone();
        let request = Request { command, ..last };
        let refused = self.house.send(&request).is_err();
        assert!(refused && before == self.house.floor, "step {}: {request:?}", self.step);
    }

    /// The right asker often enough that much is done, and anybody often enough that much is not.
    fn asker(&mut self, command: &Command) -> Asker {
        let people = u32::try_from(self.model.people.len()).unwrap();
        if self.luck.below(10) == 0 {
            return match self.luck.below(5) {
                0 => Asker::Host,
                1 => Asker::Terminal(TerminalId(self.luck.small(12) + 1)),
                2 => {
                    let session = SessionId(self.luck.below(40) + 1);
                    Asker::Staff(StaffId(self.luck.small(people) + 1), session)
                }
                _ => {
                    let number = self.luck.small(people) + 1;
                    self.person(number)
                }
            };
        }
        let number = self.luck.small(people) + 1;
        // Only to choose who asks; what is then decided is compared with the model.
        let fits = |from: &Asker| self.model.allows(*from, command, self.house.now);
        let everybody = (0..people).map(|more| self.person((number + more - 1) % people + 1));
        let terminals = self.model.terminals.keys().map(|id| Asker::Terminal(TerminalId(*id)));
        let all: Vec<Asker> = everybody.chain(terminals).chain([Asker::Host]).collect();
        all.iter().copied().find(fits).unwrap_or(all[0])
    }

    fn command(&mut self) -> Command {
        match self.luck.below(12) {
            11 => self.about_banks(),
            10 => Command::Things(self.about_things()),
            0 | 1 => self.about_staff(),
            2 | 3 => self.about_sessions(),
            4 => self.about_places(),
            _ => self.about_vouchers(),
        }
    }

    fn staff(&mut self) -> StaffId {
        StaffId(self.luck.small(u32::try_from(self.model.people.len()).unwrap() + 1) + 1)
    }

    fn about_staff(&mut self) -> Command {
        let (staff, reason) = (self.staff(), reason());
        let made = self.model.proposals.keys().last().copied().unwrap_or(1);
        let proposal = ProposalId(made.saturating_sub(self.luck.small(3)));
        match self.luck.below(23) {
            0 => Command::AddAdministrator {
                name: name(&format!("p{}", self.luck.below(60))),
                password: password(0),
            },
            1 => add_staff(self.luck.small(60)),
            2 | 3 => Command::ChangePassword { password: password(self.luck.below(9)) },
            4 => Command::RevokeRole { staff, reason },
            5 => Command::SuspendStaff { staff, reason },
            6 | 7 => Command::ReinstateStaff { staff, reason },
            8..=11 => {
                let role = *self.luck.one_of(&FloorRole::ALL);
                Command::Propose(Act::GrantRole { staff, role })
            }
            12 if self.luck.below(3) > 0 => {
                Command::RecoverPassword { staff, password: password(6), reason }
            }
            12 => Command::Propose(Act::ResetPassword { staff, password: password(5) }),
            13..=18 => Command::Approve(proposal),
            19 => Command::Propose(Act::Invite { staff, invitation: digest(900) }),
            20 | 21 => {
                let invitation = digest(900 + self.luck.below(2));
                Command::AcceptInvitation { staff, invitation, password: password(7) }
            }
            _ => Command::Withdraw(proposal),
        }
    }

    fn about_sessions(&mut self) -> Command {
        let ever = self.last_log_ins.values().max().copied().unwrap_or(1);
        let session = SessionId(ever.saturating_sub(self.luck.below(16)));
        let token = digest(self.house.secret());
        match self.luck.below(24) {
            0 => Command::EndSession { session },
            1 => Command::EndIdleSession { session },
            2 => Command::EndSessions { staff: self.staff() },
            3 | 4 => Command::RotateSession { session, token },
            5..=9 => Command::RefreshSession { session },
            10 => Command::Tick,
            11 => Command::Note(Notice::ServerStopped),
            _ => Command::OpenSession { staff: self.staff(), token },
        }
    }

    fn place(&mut self) -> (TableId, SeatNumber) {
        let seat = u16::try_from(self.luck.below(3)).unwrap() + 1;
        (TableId(self.luck.small(4) + 1), SeatNumber(seat))
    }

    fn about_places(&mut self) -> Command {
        let (table, seat) = self.place();
        let code = digest(1_000_000 + self.luck.below(12));
        match self.luck.below(20) {
            18 | 19 => Command::OfferDisplay { code, table, equipment: None },
            0..=3 => Command::OfferEnrolment { code, table, seat },
            4..=8 => Command::EnrolTerminal { code, token: digest(self.house.secret()) },
            9 => Command::RemoveTerminal { terminal: TerminalId(self.luck.small(20) + 1) },
            10 => Command::AdmitPlayer,
            11 => Command::AdmitToPlace { table, seat },
            12 => Command::ConfigureLimits { table, limits: config("USD").limits },
            13 => add_table(self.luck.small(40) + 1, "USD"),
            14 | 15 => Command::SpendTicket {
                terminal: TerminalId(self.luck.small(20) + 1),
                ticket: self.luck.below(self.step / 40 + 4),
            },
            // The first three stay, so that there is always somewhere to play.
            _ => Command::RetireTable { table: TableId(self.luck.small(40) + 4) },
        }
    }

    fn about_banks(&mut self) -> Command {
        let made = self.model.last_of_banks();
        match self.luck.below(20) {
            0 => Command::RetireTable { table: TableId(self.luck.small(3) + 53) },
            1 => add_felt_table(self.luck.small(3) + 53, "USD"),
            2..=10 => Command::Propose(Act::Bank(self.model.banks.act(&mut self.luck))),
            _ => Command::Approve(made),
        }
    }

    fn about_things(&mut self) -> ThingCommand {
        let (number, table) = (self.luck.small(8) + 1, TableId(self.luck.small(4) + 1));
        let is_dice = self.luck.below(3) > 0;
        let thing = if is_dice {
            ThingId::Dice(DiceSetId(number))
        } else {
            ThingId::Shaker(ShakerId(number))
        };
        let reason = reason();
        match self.luck.below(20) {
            0..=2 if is_dice => {
                // Some sets have a die in common.
                let die = |place: u32| DieId(3 * number + place);
                let first = if self.luck.below(6) == 0 { die(4) } else { die(0) };
                let nature = Nature::Dice { dice: [first, die(1), die(2)] };
                ThingCommand::Register { thing, nature }
            }
            0..=2 => {
                let nature = Nature::Shaker { kind: ShakerKind::Manual };
                ThingCommand::Register { thing, nature }
            }
            3 => ThingCommand::AttestSeal { thing, number: Line::of("17") },
            4 => {
                let approval = *self.luck.one_of(&[Approval::Dice, Approval::Shaker]);
                let (reference, holder) = (Line::of("A-1"), Line::of("office"));
                let date = Date::new("2026-11-19").unwrap();
                ThingCommand::AttestApproval { thing, approval, reference, date, holder }
            }
            5..=8 => ThingCommand::Place { thing, table: Some(table) },
            9 => ThingCommand::Place { thing, table: None },
            10 if self.luck.below(6) == 0 => ThingCommand::Withdraw { thing, reason },
            11 if self.luck.below(6) == 0 => ThingCommand::ReportDamage { thing, reason },
            12 => ThingCommand::DeclareSound { thing, reason },
            10 | 11 | 13..=16 => ThingCommand::Lend { thing, table, by: StaffId(1) },
            _ => {
                let held = self.model.things.held(table.0, &mut self.luck);
                ThingCommand::Settle { table, held, by: None }
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
    fn about_vouchers(&mut self) -> Command {
        // Few enough that steps meet, and always some that are new.
        let voucher = VoucherId(u128::from(self.step / 40 + self.luck.below(12) + 1));
        let (mut table, seat) = self.place();
        let waits_for = self.model.papers.get(&voucher.0).and_then(Paper::waits_for);
        if let (Some(waits_for), true) = (waits_for, self.luck.below(3) > 0) {
            table = TableId(waits_for);
        }
        let amount = money(self.luck.below(4) * 100);
        let code = *self.luck.one_of(&["USD", "USD", "USD", "EUR"]);
        match self.luck.below(30) {
            24 if self.luck.below(8) == 0 => Command::RuleCage(self.rules()),
            24 if self.luck.below(8) == 0 => Command::RuleLarge(self.large_rules()),
            25 => {
                let (reason, person) = (reason(), self.known_person());
                Command::Propose(Act::PayVoucherOf { voucher, reason, person })
            }
            26 | 27 => Command::Propose(Act::PayVoucher { voucher, reason: reason() }),
            28 | 29 => {
                let over = self.model.papers.iter().find(|(_, paper)| paper.place == Place::Over);
                let voucher = over.map_or(voucher, |(id, _)| VoucherId(*id));
                Command::Propose(Act::ReviveVoucher { voucher, reason: reason() })
            }
            0 | 1 => Command::SellVoucher { voucher, amount, currency: currency(code) },
            2 | 3 => {
                let (currency, person) = (currency(code), self.known_person());
                Command::SellVoucherTo { voucher, amount, currency, person }
            }
            4 | 5 => Command::RedeemVoucher { voucher },
            6 => Command::RedeemVoucherOf { voucher, person: self.known_person() },
            7..=9 => Command::HoldVoucher { voucher, table, seat },
            10 | 11 | 24 => Command::SpendVoucher { voucher, table },
            12 | 13 => Command::ReleaseVoucher { voucher, table },
            14 | 15 => {
                let (payee, wish) =
                    (Payee::Seat(seat), WISHES[*self.luck.one_of(&[0, 1, 2])].clone());
                Command::PrepareVoucher { voucher, table, payee, amount, wish }
            }
            16 => {
                let payee = Payee::Player(PlayerId(self.luck.below(3)));
                Command::PrepareVoucher {
                    voucher,
                    table,
                    payee,
                    amount,
                    wish: Wish::Owed(reason()),
                }
            }
            17 => Command::IssueVoucher { voucher, table },
            18 => Command::IssueForCage { voucher, table },
            19 | 20 => {
                let shown = self
                    .model
                    .papers
                    .iter()
                    .find(|(_, paper)| paper.shown.is_some() && paper.place == Place::Hand);
                Command::TakeVoucher { voucher: shown.map_or(voucher, |(id, _)| VoucherId(*id)) }
            }
            21 | 22 => {
                let anew = VoucherId(voucher.0 + (1 << 64));
                Command::Propose(Act::ReplaceVoucher { voucher, anew, reason: reason() })
            }
            _ => Command::DropVoucher { voucher, table },
        }
    }

    fn rules(&mut self) -> CageRules {
        let days = *self.luck.one_of(&[None, Some(1), Some(2)]);
        let alone_max = *self.luck.one_of(&[None, Some(100), Some(200)]);
        let alone_max = alone_max.map(|most| (currency("USD"), money(most)));
        CageRules::new(days, alone_max.into_iter().collect()).unwrap()
    }

    fn known_person(&mut self) -> Person {
        Person::new(&format!("ID-{}", self.luck.below(6))).unwrap()
    }

    /// What the house logs; its day begins when it always did.
    fn large_rules(&mut self) -> LargeRules {
        let above = *self.luck.one_of(&[None, Some(300), Some(700), Some(2_000)]);
        let above = above.map(|above| (currency("USD"), money(above)));
        LargeRules::new(above.into_iter().collect(), -360).unwrap()
    }

    /// The floor's money is where the model has it, and none of it is lost.
    fn audit(&self) {
        let (floor, model) = (&self.house.floor, &self.model);
        for code in ["USD", "EUR"] {
            let worth = |is: fn(Place) -> bool| -> i128 {
                let there = model.papers.values().filter(|paper| paper.currency == code);
                there.filter(|paper| is(paper.place)).map(|paper| i128::from(paper.amount)).sum()
            };
            let (hand, kept) = (
                worth(|place| place == Place::Hand),
                worth(|place| matches!(place, Place::Kept(..))),
            );
            let of = |account| floor.books().balance(currency(code), account);
            assert_eq!(of(Account::Outstanding), -hand, "step {}", self.step);
            assert_eq!(of(Account::Held), -kept, "step {}", self.step);
            let drawers = model.drawers.iter().filter(|((of, _), _)| of == code);
            let cash: i128 = drawers
                .map(|((_, staff), cash)| {
                    assert_eq!(of(Account::Drawer(StaffId(*staff))), *cash, "step {}", self.step);
                    *cash
                })
                .sum();
            let tables = model.given_out.iter().filter(|(table, _)| model.tables[table].0 == code);
            let given: i128 = tables.map(|(_, given)| *given).sum();
            let forfeited = of(Account::Expired);
            let owed = hand + kept - forfeited;
            assert_eq!(cash + given, owed, "step {}: money is lost or made", self.step);
        }
        let forfeited = |code| floor.books().balance(currency(code), Account::Expired);
        let all = forfeited("USD") + forfeited("EUR");
        assert_eq!(all, -model.forfeited, "step {}", self.step);
        self.audit_tables();
        model.things.audit(floor, self.step);
        model.banks.audit(floor, self.step);
        let live: Vec<u64> = floor.sessions().map(|(id, _)| id.0).collect();
        assert!(live.iter().eq(model.log_ins.keys()), "step {}", self.step);
        for (staff, person) in &model.people {
            assert_eq!(floor.role(StaffId(*staff)), person.role, "step {}", self.step);
        }
    }

    fn audit_tables(&self) {
        let said = self.model.given_out.iter().map(|(table, given)| TableBalance {
            table: TableId(*table),
            vouchers: i64::try_from(*given).unwrap(),
        });
        let answer = self.house.floor.agrees_with(&said.collect::<Vec<_>>());
        answer.unwrap_or_else(|fault| panic!("step {}: {fault}", self.step));
        let unfinished = self.house.floor.unfinished().count();
        let waiting = self
            .model
            .papers
            .values()
            .filter(|paper| matches!(paper.place, Place::Nowhere | Place::Kept(..)));
        assert_eq!(unfinished, waiting.count(), "step {}", self.step);
        let outstanding = self.house.floor.vouchers();
        let outstanding = outstanding.filter(|(_, paper)| paper.state == VoucherState::Outstanding);
        let hand = self.model.papers.values().filter(|paper| paper.place == Place::Hand);
        assert_eq!(outstanding.count(), hand.count(), "step {}", self.step);
    }
}

const WISHES: [Wish; 3] = [Wish::Amount, Wish::Credit, Wish::CreditAndLeave];

fn add_table(table: u32, code: &str) -> Command {
    let (name, book, config) = (title("A table"), title("act"), config(code));
    Command::AddTable { table: TableId(table), name, config, book }
}

fn add_felt_table(table: u32, code: &str) -> Command {
    let (name, book, config) = (title("Felt"), title("act"), felt_config(code));
    Command::AddTable { table: TableId(table), name, config, book }
}

fn add_staff(number: u32) -> Command {
    Command::AddStaff { name: name(&format!("p{number}")), invitation: digest(900) }
}
