//! How every kind of ask is asked: by whom, and about what.
//!
//! Most of it people do by themselves. What they do seldom or never is asked here, whenever a
//! night's plan wants something to befall such an ask.

use taisai_protocol::ask::{
    ActAsk, BetAsk, BetLine, CageAsk, CaseRulingAsk, ChipsLaid, CountOfForm, FloorAsk, Funds,
    LimitsAsk, LostPaper, LostPaperAgreed, NatureForm, Order, OwnLimitsAsk, Pieces, Presented,
    RunAsk, SeatAsk, StakeLimit, TableSetup, ThingForm, Times,
};
use taisai_protocol::kind::{DiceSource, FloorRole, Run, TableKind};
use taisai_protocol::server_message::Channel;
use taisai_protocol::view::console::ConsoleView;
use taisai_protocol::word::{ApprovalWord, AreaId, Dice, IrregularityWord, ShakerKindWord};
use taisai_protocol::{Ask, Phase};
use taisai_rules::{Approval, Irregularity, ShakerKind};

use super::{Actor, Night};
use crate::asks::{AskKind, Cell, Crew, Mishap};
use crate::plan::edit;
use crate::player::Player;
use crate::scene::{Errand, Wish};

/// The first number of the tables that are set up during the night.
const NEW_TABLES: u32 = 50;

/// How many proposals may wait on the floor before nobody makes another for its own sake.
const PROPOSALS_MAX: usize = 8;

impl AskKind {
    /// Whether it is a dealer's to ask.
    pub(super) const fn is_dealers(self) -> bool {
        matches!(self.crew(), Crew::Dealer)
    }
}

impl Night {
    /// Lets somebody ask what is wanted, if anybody can at this moment.
    pub(super) fn ask_what_is_wanted(&mut self, cell: Cell) {
        let mut able = self.able(cell);
        while !able.is_empty() {
            let place = self.mishaps.luck.place(able.len());
            let actor = able.swap_remove(place);
            if cell.mishap == Mishap::Revoked && self.revoker_of(actor).is_none() {
                continue;
            }
            if let Some(what) = self.what(cell, actor) {
                let whom = self.whose_paper(&what);
                self.says(actor, what, whom);
                return;
            }
        }
    }

    /// Everybody who could ask it now.
    fn able(&self, cell: Cell) -> Vec<Actor> {
        let crew = cell.kind.crew();
        let players = 0..self.players.len();
        let workers = 0..self.workers.len();
        let actors = match crew {
            Crew::Player => players.map(Actor::Player).collect::<Vec<_>>(),
            _ => workers.filter(|&worker| self.is_of(crew, worker)).map(Actor::Worker).collect(),
        };
        let lying = |actor: &Actor| cell.mishap != Mishap::BetsLying || self.bets_lie(*actor);
        actors.into_iter().filter(|actor| self.is_free(*actor)).filter(lying).collect()
    }

    fn is_of(&self, crew: Crew, worker: usize) -> bool {
        let rank = |rank| {
            let table = self.workers[worker].table;
            table.is_some_and(|table| self.worker_at(table, rank) == worker)
        };
        match crew {
            Crew::Player => false,
            Crew::Dealer => rank(0),
            Crew::Floorperson => rank(1),
            Crew::PitManager => rank(2),
            Crew::Cashier => Self::CASHIERS.contains(&worker),
            Crew::Administrator => Self::ADMINISTRATORS.contains(&worker),
        }
    }

    /// Whether somebody has a line and waits for no answer.
    fn is_free(&self, actor: Actor) -> bool {
        match actor {
            Actor::Player(player) => {
                let screen = &self.players[player].screen;
                screen.is_ready() && screen.seat.is_some() && screen.table.is_some()
            }
            Actor::Worker(worker) => {
                let known = &self.workers[worker];
                known.screen.is_ready() && known.watches && known.busy_until <= self.now
            }
        }
    }

    /// Whom an ask at the cage is for.
    fn whose_paper(&self, what: &Ask) -> Option<usize> {
        let Ask::Cage(CageAsk::ApproveReplacement(LostPaperAgreed { number, .. })) = what else {
            return None;
        };
        self.hands.whose(self.auditor.floor.numbered(*number)?)
    }

    fn says(&mut self, actor: Actor, what: Ask, whom: Option<usize>) {
        let wishes = self.scene(|scene, players, workers| match actor {
            Actor::Player(player) => players[player].say_now(scene, what),
            Actor::Worker(worker) => workers[worker].say(scene, what, whom),
        });
        self.fulfil(actor, wishes);
    }

    fn what(&mut self, cell: Cell, actor: Actor) -> Option<Ask> {
        match actor {
            Actor::Player(player) => self.player_asks(cell, player),
            Actor::Worker(worker) => self.worker_asks(cell, worker),
        }
    }

    fn player_asks(&mut self, cell: Cell, player: usize) -> Option<Ask> {
        let known = &self.players[player];
        let (seat, staked) = (known.screen.seat.as_ref()?, known.staked());
        let (seated, credit) = (seat.view.about.player.is_some(), seat.view.money.credit);
        let bets = seat.view.bets.first().map(|bet| bet.area);
        let voucher = known.purse.last().map(|voucher| voucher.token.clone());
        let lying = cell.mishap == Mishap::BetsLying;
        let bet = |bet| Some(Ask::Bet(bet));
        let ask = |ask| Some(Ask::Seat(ask));
        let seat_ask = match cell.kind {
            AskKind::PlaceBets => {
                let bets = self.some_bets(player);
                return bet(BetAsk::PlaceBets { bets });
            }
            AskKind::TakeDown => return bet(BetAsk::TakeDown { areas: vec![bets?] }),
            AskKind::ClearBets => return bet(BetAsk::ClearBets),
            AskKind::RepeatBets => return bet(BetAsk::RepeatBets),
            AskKind::DoubleBets => return bet(BetAsk::DoubleBets),
            AskKind::UndoBets => return bet(BetAsk::UndoBets),
            AskKind::PlayerShakes => return bet(BetAsk::Shake { times: 3 }),
            AskKind::Recall => {
                let round = seat.view.outcome.last.as_ref().map_or(1, |last| last.round);
                return Some(Ask::Recall { table: None, round });
            }
            AskKind::SetLimits => {
                let remind_ms = Some(self.mishaps.luck.between(1, 60) * 60_000);
                return ask(SeatAsk::SetLimits(OwnLimitsAsk { remind_ms, ..Default::default() }));
            }
            // Whoever has bets down and would sit once more does so with whatever is at hand.
            AskKind::SitWithVoucher | AskKind::BuyIn if lying && voucher.is_none() => {
                self.sends_to_the_cage(player);
                return None;
            }
            AskKind::SitWithVoucher => SeatAsk::Sit(Funds { voucher, demo: None }),
            AskKind::SitWithPlayMoney => SeatAsk::Sit(Funds { voucher: None, demo: Some(50_000) }),
            AskKind::BuyIn => SeatAsk::BuyIn { voucher: voucher.unwrap_or_default() },
            AskKind::CashOutAll => SeatAsk::CashOut { amount: None },
            AskKind::CashOutSome => SeatAsk::CashOut { amount: Some((credit / 2).max(1)) },
            AskKind::Leave => SeatAsk::Leave,
            AskKind::TakeVoucher => {
                let number = known.purse.last().map_or(1, |voucher| voucher.number);
                return ask(SeatAsk::TakeVoucher { number });
            }
            _ => return None,
        };
        if lying {
            return ask(seat_ask);
        }
        let ready = match &seat_ask {
            SeatAsk::Sit(Funds { voucher: None, demo: None }) => false,
            SeatAsk::Sit { .. } => !seated,
            SeatAsk::BuyIn { voucher } => seated && !voucher.is_empty(),
            SeatAsk::CashOut { .. } | SeatAsk::Leave => credit > 1 && staked == 0,
            SeatAsk::SetLimits(_) | SeatAsk::TakeVoucher { .. } => seated,
        };
        if !ready {
            self.prepares(player, &seat_ask, seated);
            return None;
        }
        ask(seat_ask)
    }

    /// A player does what must be done before something else can be.
    fn prepares(&mut self, player: usize, ask: &SeatAsk, seated: bool) {
        match ask {
            // Whoever is to sit down gets up first; with what they had they come back.
            SeatAsk::Sit { .. } if seated => self.players[player].going = true,
            SeatAsk::BuyIn { .. } if seated => self.sends_to_the_cage(player),
            SeatAsk::Sit { .. }
            | SeatAsk::BuyIn { .. }
            | SeatAsk::CashOut { .. }
            | SeatAsk::SetLimits(_)
            | SeatAsk::TakeVoucher { .. }
            | SeatAsk::Leave => {}
        }
    }

    fn sends_to_the_cage(&mut self, player: usize) {
        let known = &mut self.players[player];
        let currency = known.screen.table.as_ref().map(|table| &table.view.about.currency.code);
        let Some(currency) = currency.cloned() else { return };
        if self.now < known.busy_until {
            return;
        }
        known.busy_until = self.now + 20_000;
        let buy = Wish::Errand(Errand::Buy { amount: 100_000, currency });
        self.fulfil(Actor::Player(player), vec![buy]);
    }

    fn some_bets(&mut self, player: usize) -> Vec<BetLine> {
        let mut bets = Vec::new();
        let _ = self.scene(|scene, players, _| bets = players[player].some_bets(scene));
        bets
    }

    fn worker_asks(&mut self, cell: Cell, worker: usize) -> Option<Ask> {
        match cell.kind.crew() {
            Crew::Player => None,
            Crew::Dealer | Crew::Floorperson | Crew::PitManager => self.table_ask(cell, worker),
            Crew::Cashier => self.cage_ask(cell.kind, worker),
            Crew::Administrator => self.floor_ask(cell.kind, worker),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each ask, and little else")]
    fn table_ask(&mut self, Cell { kind, mishap }: Cell, worker: usize) -> Option<Ask> {
        let table = self.workers[worker].table?;
        let console = self.workers[worker].screen.console.as_ref().map(|console| &console.view);
        let own = self.workers[worker].person()?;
        let dealer = self.workers[self.worker_at(table, 0)].person();
        let seat = self.players.iter().find(|player| player.table == table);
        let (seat, terminal) = seat.map_or((1, 0), |player| (player.seat, player.terminal));
        let shaker = console.map_or(1, shaker_of);
        let round = console.and_then(last_round).unwrap_or(1);
        let limits = console.map(|console| console.limits.clone());
        let other = console.and_then(|console| proposal_of_another(console, own));
        let lines = console.map(lines_of).unwrap_or_default();
        let entry = console.and_then(|console| console.entry.dice);
        let pays = self.workers[worker].pays.as_ref();
        let roll = self.mishaps.luck.roll();
        let player = self.auditor.tables.get(&table).and_then(|books| books.player_at(seat));
        let (dice, reason) = (Dice(roll), "asked for by the plan".to_owned());
        let what = IrregularityWord(Irregularity::Dispute);
        let fresh = 900 + self.mishaps.count();
        let order = match kind {
            AskKind::InstallShaker => Order::InstallShaker {
                shaker: 2,
                kind: ShakerKindWord(ShakerKind::Manual),
                sealed: true,
                approvals: Vec::new(),
            },
            AskKind::RemoveShaker => Order::RemoveShaker { shaker },
            AskKind::SetOutOfOrder => Order::SetOutOfOrder { shaker },
            AskKind::InstallDice => Order::InstallDice {
                shaker,
                set: fresh,
                dice: [3, 4, 5].map(|die| fresh * 10 + die),
            },
            AskKind::TryDisplay => Order::TryDisplay { entered: dice },
            AskKind::JudgeDisplay => Order::JudgeDisplay { lit: true },
            AskKind::InspectShaker => Order::InspectShaker { tosses: 3 },
            AskKind::TickChecklist => {
                Order::TickChecklist { lines: u8::try_from(lines.len()).unwrap_or(u8::MAX) }
            }
            AskKind::AttestLines => Order::AttestLines { lines },
            AskKind::CloseTable
                if mishap != Mishap::BetsLying
                    && self.workers[worker].phase() != Some(Phase::Idle) =>
            {
                self.announces_closing(worker);
                return None;
            }
            AskKind::CloseTable => Order::CloseTable,
            AskKind::AnnounceLimits => Order::AnnounceLimits { limits: limits? },
            AskKind::GrantMarker => Order::GrantMarker { seat, stake_max: 200_000 },
            AskKind::AssignColour => Order::AssignColour { seat, colour: 1, value: 500 },
            AskKind::Exclude => Order::Exclude { player: player.unwrap_or(1), reason },
            AskKind::ReleaseSeat => Order::ReleaseSeat {
                seat: console
                    .and_then(|console| console.exclusions.seats.first().copied())
                    .unwrap_or(seat),
            },
            AskKind::LiftExclusion => Order::LiftExclusion {
                player: console
                    .and_then(|console| console.exclusions.players.first().copied())
                    .unwrap_or(1),
                reason,
            },
            AskKind::GivePlace => return Some(Ask::Floor(FloorAsk::GivePlace { table, seat })),
            AskKind::FreePlace => Order::FreePlace { seat },
            AskKind::TakeColourBack => Order::TakeColourBack { seat },
            AskKind::RecordChips => {
                let area = pays.and_then(|pays| pays.winning_areas(roll).iter().next())?;
                let stake = self.mishaps.luck.between(1, 40) * 100;
                Order::RecordChips {
                    seat,
                    bets: ChipsLaid(vec![BetLine { area: AreaId(area), stake }]),
                }
            }
            AskKind::SelectPlayer => Order::SelectPlayer { seat },
            AskKind::DealerShakes => Order::Shake { times: 3 },
            AskKind::EnterDice => Order::EnterDice { dice },
            AskKind::ConfirmDice => Order::ConfirmDice { dice: entry.unwrap_or(dice) },
            AskKind::CallIrregularity => {
                Order::CallIrregularity { what: IrregularityWord(Irregularity::Dispute), reason }
            }
            AskKind::ProposeVoidRounds => {
                propose(ActAsk::VoidRounds { rounds: vec![round], what, reason })
            }
            AskKind::ProposeCorrectRound => propose(ActAsk::CorrectRound { round, dice, reason }),
            AskKind::ProposeVoidBets => propose(ActAsk::VoidBets { seat, reason }),
            AskKind::ProposeStateDice => propose(ActAsk::StateDice { dice }),
            AskKind::ProposeAttestDice => propose(ActAsk::AttestDice { dice, reason }),
            AskKind::ProposeReshake => propose(ActAsk::Reshake { what, reason }),
            AskKind::ProposeGoOn => propose(ActAsk::GoOn { what, reason }),
            AskKind::ProposeCallMistaken => propose(ActAsk::CallMistaken { what, reason }),
            AskKind::ProposeVoidPastBets => propose(ActAsk::VoidPastBets { round, seat, reason }),
            AskKind::ProposeHandOver => propose(ActAsk::HandOverSeat {
                seat,
                player: player.unwrap_or(1),
                terminal,
                reason,
            }),
            // What the configuration names since the last start; the table plays that or the other.
            AskKind::ProposeMoveTable => {
                let named = self.config.tables.iter().find(|plan| plan.table.0 == table)?.clone();
                let mut before = named.clone();
                edit(&mut before);
                let stands = if self.mishaps.luck.one_in(2) { &named } else { &before };
                let from = super::hex(&stands.config.rule_book);
                let to = super::hex(&named.config.rule_book);
                let times = named.config.times.into();
                propose(ActAsk::MoveTable { from, to, times, reason })
            }
            AskKind::ProposeDecideCase => {
                let Some(case) = console.and_then(|console| a_case(console, true)) else {
                    self.opens_case(worker, round);
                    return None;
                };
                let (player, amount) = (player.unwrap_or(1), 2_500);
                let pays = CaseRulingAsk::PayBet { round, seat, player, amount };
                let takes = CaseRulingAsk::TakeBet { round, seat, player, amount };
                let ruling = if self.mishaps.luck.percent(60) { pays } else { takes };
                propose(ActAsk::DecideCase { case, ruling, reason })
            }
            AskKind::OpenCase => Order::OpenCase {
                about: what,
                what: reason,
                round: Some(round),
                seat: Some(seat),
                player,
                recording: Some("camera 4".to_owned()),
            },
            AskKind::NoteCase => {
                let case = console.and_then(|console| a_case(console, true)).unwrap_or(1);
                Order::NoteCase { case, note: reason }
            }
            AskKind::LetStand => {
                let case = console.and_then(|console| a_case(console, true)).unwrap_or(1);
                Order::LetStand { case, reason }
            }
            AskKind::ReopenCase => Order::ReopenCase {
                case: console.and_then(|console| a_case(console, false)).unwrap_or(1),
                authority: "the commission".to_owned(),
                reference: "letter 12".to_owned(),
                reason,
            },
            AskKind::ApproveAtTable => Order::Approve { proposal: other.unwrap_or(1) },
            AskKind::WithdrawAtTable => Order::Withdraw { proposal: other.unwrap_or(1) },
            AskKind::Preview => {
                let order = propose(ActAsk::VoidRounds { rounds: vec![round], what, reason });
                return Some(Ask::Preview(RunAsk { table, phase: None, order }));
            }
            AskKind::Payouts => {
                let area = pays.and_then(|pays| pays.winning_areas(roll).iter().next())?;
                let bets = vec![BetLine { area: AreaId(area), stake: 100 }];
                return Some(Ask::Payouts { table, seat: None, bets });
            }
            AskKind::OfferEnrolment => {
                return Some(Ask::Floor(FloorAsk::OfferEnrolment { table, seat: 30 }));
            }
            AskKind::OfferDisplay => {
                return Some(Ask::Floor(FloorAsk::OfferDisplay { table, equipment: None }));
            }
            AskKind::RemoveTerminal => {
                return Some(Ask::Floor(FloorAsk::RemoveTerminal { terminal }));
            }
            AskKind::RegisterThing
            | AskKind::AttestSeal
            | AskKind::AttestApproval
            | AskKind::PlaceThing
            | AskKind::WithdrawThing
            | AskKind::ReportDamage
            | AskKind::DeclareSound
            | AskKind::InstallThing => {
                return Some(Ask::Floor(thing_ask(kind, table, fresh, reason)));
            }
            AskKind::OpenFloat
            | AskKind::Fill
            | AskKind::Credit
            | AskKind::CloseFloat
            | AskKind::CountDrop
            | AskKind::CorrectCount => {
                return Some(Ask::Floor(count_ask(kind, table, reason)));
            }
            AskKind::AssignStaff => {
                return Some(Ask::Floor(FloorAsk::AssignStaff { staff: dealer?, table }));
            }
            AskKind::ReleaseStaff => {
                return Some(Ask::Floor(FloorAsk::ReleaseStaff { staff: dealer?, table }));
            }
            _ => kind.example()?,
        };
        Some(Ask::Run(RunAsk { table, phase: None, order }))
    }

    /// A case is opened, so that there is one to decide.
    fn opens_case(&mut self, worker: usize, round: u64) {
        let known = &mut self.workers[worker];
        if known.is_idle() {
            known.later(Order::OpenCase {
                about: IrregularityWord(Irregularity::Dispute),
                what: "asked for by the plan".to_owned(),
                round: Some(round),
                seat: None,
                player: None,
                recording: None,
            });
        }
    }

    /// The players are told that the table will close, so that it can.
    fn announces_closing(&mut self, worker: usize) {
        let known = &mut self.workers[worker];
        if known.is_idle() && known.closing_at + 20_000 < self.now {
            known.closing_at = self.now;
            known.later(Order::AnnounceClosing);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    fn cage_ask(&mut self, kind: AskKind, worker: usize) -> Option<Ask> {
        let holder = self.players.iter().position(|player| !player.purse.is_empty());
        let paper = holder.and_then(|holder| self.players[holder].purse.last());
        let paper = paper.map(|voucher| voucher.number);
        let ask = match kind {
            AskKind::Sell => {
                // Somebody comes to the cage; to sell to nobody would leave a voucher with nobody.
                if let Some(player) = self.somebody() {
                    self.sends_to_the_cage(player);
                }
                return None;
            }
            AskKind::LookUp => {
                let number = Some(paper.unwrap_or(1));
                CageAsk::LookUp(Presented { token: None, number })
            }
            AskKind::ProposePaper => return self.somebody().and_then(|who| self.finds_paper(who)),
            // Nobody's paper: what two people pay out moves like what one pays out.
            AskKind::ProposePayment | AskKind::ProposeRevival => {
                let (token, reason) = ("0".repeat(32), "asked for by the plan".to_owned());
                return Some(Ask::Floor(match kind {
                    AskKind::ProposePayment => {
                        FloorAsk::ProposePayment { token, reason, person: None }
                    }
                    _ => FloorAsk::ProposeRevival { token, reason },
                }));
            }
            AskKind::Redeem => {
                let voucher = self.players[holder?].purse.pop()?;
                let redeem = Wish::Errand(Errand::Redeem { voucher });
                self.fulfil(Actor::Player(holder?), vec![redeem]);
                return None;
            }
            AskKind::ReplaceVoucher => {
                let reason = "asked for by the plan".to_owned();
                CageAsk::ReplaceVoucher(LostPaper { number: paper.unwrap_or(1), reason })
            }
            AskKind::ApproveReplacement => {
                let own = self.workers[worker].person();
                let Some((proposal, lost)) = self.auditor.floor.paper_proposed(own) else {
                    // Somebody has lost a paper and says so to the other cashier.
                    let other = Self::CASHIERS.into_iter().find(|other| *other != worker)?;
                    if self.workers[other].is_idle() {
                        let reason = "asked for by the plan".to_owned();
                        let ask = CageAsk::ReplaceVoucher(LostPaper { number: paper?, reason });
                        self.workers[other].to_do.push_back((Ask::Cage(ask), None));
                    }
                    return None;
                };
                if !self.is_fresh(kind, worker) {
                    return None;
                }
                let number = self.auditor.floor.number(lost)?;
                CageAsk::ApproveReplacement(LostPaperAgreed { proposal, number })
            }
            AskKind::PayOwed => {
                let owing = |(table, books): (&u32, &crate::auditor::TableBooks)| {
                    books.creditor().map(|player| (*table, player))
                };
                let (table, player) =
                    self.auditor.tables.iter().find_map(owing).unwrap_or((1, u64::MAX >> 20));
                let errand = Wish::Errand(Errand::PayOwed { table, player });
                self.fulfil(Actor::Worker(Self::ADMINISTRATORS[0]), vec![errand]);
                return None;
            }
            _ => return None,
        };
        Some(Ask::Cage(ask))
    }

    fn somebody(&mut self) -> Option<usize> {
        let here = |player: &Player| player.screen.table.is_some();
        let who: Vec<usize> =
            (0..self.players.len()).filter(|&place| here(&self.players[place])).collect();
        (!who.is_empty()).then(|| *self.mishaps.luck.one_of(&who))
    }

    fn floor_ask(&mut self, kind: AskKind, worker: usize) -> Option<Ask> {
        if let Some(first) = self.comes_first(kind, worker) {
            // The other one does it, or whoever is free: then it can be asked for.
            let other = Self::ADMINISTRATORS.into_iter().find(|other| *other != worker)?;
            if self.workers[other].is_idle() {
                self.workers[other].to_do.push_back((Ask::Floor(first), None));
            }
            return None;
        }
        let count = self.mishaps.count();
        let (name, reason) = (format!("temp-{count}"), "asked for by the plan".to_owned());
        let password = format!("password {count} of {name}");
        let staff = self.mishaps.hired.last().copied().unwrap_or(0);
        let cashier = self.workers[Self::CASHIERS[1]].staff.as_ref();
        let own = self.workers[worker].person()?;
        let proposal = self.auditor.floor.proposal_not_by(own).unwrap_or(1);
        let ask = match kind {
            AskKind::Watch => return Some(Ask::Watch(Channel::Floor)),
            AskKind::Unwatch => return Some(Ask::Unwatch(Channel::Floor)),
            AskKind::Resync => return Some(Ask::Resync(Channel::Floor)),
            AskKind::SetPassword => {
                let known = &mut self.workers[worker];
                known.other_password = Some(password.clone());
                FloorAsk::SetPassword { old: known.password.clone(), new: password }
            }
            AskKind::AddStaff => FloorAsk::AddStaff { name },
            AskKind::ProposeRole => FloorAsk::ProposeRole { staff, role: FloorRole::Auditor },
            AskKind::ProposeInvitation => FloorAsk::ProposeInvitation { staff },
            AskKind::ApproveOnFloor => FloorAsk::Approve { proposal },
            AskKind::WithdrawOnFloor => FloorAsk::Withdraw { proposal },
            AskKind::RevokeRole => FloorAsk::RevokeRole { staff: self.some_dealer()?, reason },
            AskKind::SuspendStaff => FloorAsk::SuspendStaff { staff, reason },
            AskKind::ReinstateStaff => FloorAsk::ReinstateStaff { staff, reason },
            AskKind::EndSession => FloorAsk::EndSession { session: cashier?.session.0 },
            AskKind::EndSessions => FloorAsk::EndSessions { staff: cashier?.staff.0 },
            AskKind::AddTable => FloorAsk::AddTable { setup: new_table(count) },
            AskKind::RetireTable => FloorAsk::RetireTable { table: self.added_table()? },
            _ => return None,
        };
        self.is_fresh(kind, worker).then_some(Ask::Floor(ask))
    }

    /// Whoever agrees or changes a password has given theirs a moment ago, or gives it now.
    fn is_fresh(&mut self, kind: AskKind, worker: usize) -> bool {
        let needed = matches!(
            kind,
            AskKind::SetPassword | AskKind::ApproveOnFloor | AskKind::ApproveReplacement
        );
        if !needed || self.now <= self.workers[worker].fresh_at + 60_000 {
            return true;
        }
        self.refresh(Actor::Worker(worker));
        self.workers[worker].busy_until = self.now + 1_000;
        false
    }

    /// What must be done before something else can be.
    fn comes_first(&mut self, kind: AskKind, worker: usize) -> Option<FloorAsk> {
        let (floor, own) = (&self.auditor.floor, self.workers[worker].person()?);
        let hired = self.mishaps.hired.last().copied();
        let reason = "asked for by the plan".to_owned();
        let full = floor.proposals() >= PROPOSALS_MAX;
        match (kind, hired) {
            (AskKind::ProposeRole | AskKind::ProposeInvitation, Some(_)) if full => {
                let proposal = floor.first_proposal()?;
                Some(FloorAsk::Withdraw { proposal })
            }
            (AskKind::ApproveOnFloor | AskKind::WithdrawOnFloor, Some(staff))
                if floor.proposal_not_by(own).is_none() =>
            {
                Some(FloorAsk::ProposeRole { staff, role: FloorRole::Auditor })
            }
            (AskKind::ReinstateStaff, Some(staff)) if !floor.is_suspended(staff) => {
                Some(FloorAsk::SuspendStaff { staff, reason })
            }
            (
                AskKind::ProposeRole | AskKind::ProposeInvitation | AskKind::SuspendStaff,
                Some(staff),
            ) if floor.is_suspended(staff) => Some(FloorAsk::ReinstateStaff { staff, reason }),
            (
                AskKind::ProposeRole
                | AskKind::ProposeInvitation
                | AskKind::ApproveOnFloor
                | AskKind::WithdrawOnFloor
                | AskKind::SuspendStaff
                | AskKind::ReinstateStaff,
                None,
            ) => Some(FloorAsk::AddStaff { name: format!("temp-{}", self.mishaps.count()) }),
            (AskKind::RetireTable, _) if self.added_table().is_none() => {
                let setup = new_table(self.mishaps.count());
                Some(FloorAsk::AddTable { setup })
            }
            _ => None,
        }
    }

    /// A dealer who works, as long as nobody is without work already.
    fn some_dealer(&mut self) -> Option<u32> {
        if self.who_lacks_work().is_some() {
            return None;
        }
        let table = self.mishaps.luck.one_of(&self.config.tables).table.0;
        self.workers[self.worker_at(table, 0)].person()
    }

    /// A table that was set up during the night and is still there.
    fn added_table(&self) -> Option<u32> {
        let floor = &self.auditor.floor;
        let mut added = self.auditor.tables.keys().filter(|table| **table >= NEW_TABLES);
        added.find(|table| !floor.is_retired(**table)).copied()
    }
}

/// Something that a shift manager counts at a table; at one without chips it is refused.
fn count_ask(kind: AskKind, table: u32, reason: String) -> FloorAsk {
    let count = vec![Pieces { denomination: 2_500, pieces: 4 }];
    match kind {
        AskKind::OpenFloat => FloorAsk::OpenFloat { table, count },
        AskKind::Fill => FloorAsk::Fill { table, count },
        AskKind::Credit => FloorAsk::Credit { table, count },
        AskKind::CloseFloat => FloorAsk::CloseFloat { table, count },
        AskKind::CountDrop => FloorAsk::CountDrop { table, day: 1, count },
        _ => {
            let of = CountOfForm::Opening;
            FloorAsk::CorrectCount { table, day: 1, of, count, reason }
        }
    }
}

const fn propose(act: ActAsk) -> Order {
    Order::Propose { act }
}

fn lines_of(console: &ConsoleView) -> Vec<String> {
    console.equipment.checklist.iter().map(|line| line.line.clone()).collect()
}

fn shaker_of(console: &ConsoleView) -> u32 {
    console.equipment.shakers.first().map_or(1, |shaker| shaker.shaker)
}

fn last_round(console: &ConsoleView) -> Option<u64> {
    console.rounds.iter().rev().find(|kept| kept.voided.is_none()).map(|kept| kept.round)
}

/// A case that is open, or one that is decided.
fn a_case(console: &ConsoleView, open: bool) -> Option<u32> {
    console.cases.iter().find(|case| case.open == open).map(|case| case.case)
}

fn proposal_of_another(console: &ConsoleView, own: u32) -> Option<u32> {
    let other = console.proposals.iter().find(|waiting| waiting.by != own);
    other.map(|waiting| waiting.proposal)
}

fn new_table(count: u32) -> TableSetup {
    let table = NEW_TABLES + count;
    let usual = StakeLimit { stake_min: 100, stake_max: 100_000, multiple: 100 };
    let (seat_max, exposure_max) = (1_000_000, 10_000_000_000);
    TableSetup {
        table,
        name: format!("Table {table}"),
        // A table that its document knows: the floor's screen adds no other.
        book: "singapore-1".to_owned(),
        currency: None,
        kind: TableKind::Electronic,
        run: Run::Dealer,
        dice: DiceSource::Physical,
        limits: LimitsAsk { usual, families: Vec::new(), seat_max, exposure_max },
        times: Times {
            betting_ms: Some(1_000),
            betting_min_ms: 300,
            warning_ms: 300,
            extension_ms: 1_000,
            extensions_max: 3,
            show_ms: 200,
            pause_ms: 100,
        },
    }
}

/// Something about a thing: a new set of dice is registered, and what is asked besides is about the
/// shaker that stands at the table, or about a layout that nobody needs.
fn thing_ask(kind: AskKind, table: u32, fresh: u32, reason: String) -> FloorAsk {
    let (thing, spare) = (ThingForm::Shaker(table), ThingForm::Layout(table));
    let (line, table) = ("asked for".to_owned(), Some(table));
    match kind {
        AskKind::RegisterThing => {
            let nature = NatureForm::Dice { dice: [3, 4, 5].map(|die| fresh * 100 + die) };
            FloorAsk::RegisterThing { thing: ThingForm::Dice(fresh), nature }
        }
        AskKind::AttestApproval => FloorAsk::AttestApproval {
            thing,
            approval: ApprovalWord(Approval::Shaker),
            reference: line.clone(),
            date: "2026-11-19".to_owned(),
            holder: line,
        },
        AskKind::PlaceThing => FloorAsk::PlaceThing { thing: spare, table },
        AskKind::WithdrawThing => FloorAsk::WithdrawThing { thing: spare, reason },
        AskKind::ReportDamage => FloorAsk::ReportDamage { thing: spare, reason },
        AskKind::DeclareSound => FloorAsk::DeclareSound { thing: spare, reason },
        AskKind::InstallThing => {
            FloorAsk::InstallThing { thing, table: table.unwrap_or(1), shaker: None }
        }
        _ => FloorAsk::AttestSeal { thing, number: line },
    }
}
