//! Everything else: what goes wrong, floor work, nonsense, and messages that come twice.

use std::collections::BTreeSet;

use taisai_rules::{Irregularity, ShakerKind};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, AreaLimit, Asker, BetCommand, Command, DayCommand, DisplayId, EquipmentCommand,
    HostCommand, HouseCommand, PlayerId, PlayersCommand, ProposalId, Refusal, Request, RequestId,
    RoundCommand, RoundNumber, RulingCommand, SeatCommand, SeatNumber, SessionId, ShakerId,
    StaffId, TableKind,
};

use crate::examples;
use crate::floor::{
    CASHIER, DEALER, DISPLAY, FLOORPERSON, OTHER_DEALER, PIT_MANAGER, SECOND_MANAGER, SHAKER,
    SHIFT_MANAGER, STAFF, STRANGER, SUPERVISOR, What, dice_into, install, limits, money, reason,
    seat, staff, stake,
};
use crate::shift::Shift;

impl Shift {
    pub(crate) fn something_goes_wrong(&mut self) {
        match self.luck.below(14) {
            0..4 => {
                let what = *self.luck.one_of(Irregularity::ALL);
                self.dealer_does(RulingCommand::CallIrregularity { what, reason: reason() });
            }
            4..7 => {
                let act = self.some_act();
                let by = *self.luck.one_of(&[DEALER, FLOORPERSON, SHIFT_MANAGER, SHIFT_MANAGER]);
                let proposed = self.ask(staff(by), RulingCommand::Propose(act));
                if proposed.is_ok() && self.luck.percent(80) {
                    let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
                    _ = self.ask(staff(SECOND_MANAGER), RulingCommand::Approve(last));
                }
            }
            7 => {
                let waiting: Vec<_> = self.floor.table.proposals().map(|(id, _)| id).collect();
                let id = waiting.first().copied().unwrap_or(ProposalId(9_999));
                self.one_log_in(id);
                let who = *self.luck.one_of(&[OTHER_DEALER, SHIFT_MANAGER, SECOND_MANAGER]);
                let command = if self.luck.percent(50) {
                    RulingCommand::Withdraw(id)
                } else {
                    RulingCommand::Approve(id)
                };
                _ = self.ask(staff(who), command);
            }
            8 => _ = self.ask(Asker::Host, HostCommand::Restart),
            9 => {
                let seat = self.some_seat();
                _ = self.ask(Asker::Host, HostCommand::LoseSeat { seat });
            }
            10 => {
                let seat = self.some_seat();
                _ = self.ask(Asker::Host, HostCommand::ReturnSeat { seat });
            }
            11 => self.exchange_terminal(),
            12 => self.lose_approval(),
            _ => self.pay_owed(),
        }
    }

    /// The approval of a table that its document does not know is taken out of the configuration,
    /// and named again.
    fn lose_approval(&mut self) {
        if self.luck.percent(50) {
            self.register_says(Vec::new(), true);
            self.dealer_does(RoundCommand::OpenBetting);
            self.register_says(Vec::new(), false);
        }
        for allowed_by in [None, Some(reason())] {
            _ = self.ask(Asker::Host, HostCommand::NameApproval { allowed_by });
            self.dealer_does(RoundCommand::OpenBetting);
        }
    }

    /// Another terminal stands where a player sat down. It can do nothing with their money until
    /// two people have given it to them; nor can they as long as the first one answers.
    fn exchange_terminal(&mut self) {
        if self.floor.make.kind == TableKind::Felt {
            return;
        }
        let number = self.some_seat();
        let terminal = SessionId(5_000 + self.tally.requests);
        let voucher = self.floor.new_voucher();
        let tried = [
            SeatCommand::CashOut { voucher, amount: money(1) },
            SeatCommand::Leave,
            SeatCommand::Sit { player: PlayerId(9_999_999), staff: None },
        ];
        let Some(player) = self.floor.table.seat(number).map(taisai_table::Seat::player) else {
            return;
        };
        let request = self.floor.request(Asker::Seat(number), self.luck.one_of(&tried).clone());
        let refused = self.send(Request { session: terminal, ..request });
        assert_eq!(refused, Err(Refusal::SeatKept));
        if self.luck.percent(80) {
            _ = self.ask(Asker::Host, HostCommand::LoseSeat { seat: number });
        }
        let (seat, reason) = (number, reason());
        let act = Act::HandOverSeat { seat, player, terminal, reason };
        let by = *self.luck.one_of(&[FLOORPERSON, SHIFT_MANAGER]);
        if self.ask(staff(by), RulingCommand::Propose(act)).is_ok() && self.luck.percent(80) {
            let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
            _ = self.ask(staff(SECOND_MANAGER), RulingCommand::Approve(last));
        }
    }

    /// Somebody looks at the camera's pictures: a round with bets was settled by the wrong dice, or
    /// should not have been.
    pub(crate) fn look_at_the_past(&mut self) {
        if self.luck.percent(40) {
            return self.find_it_late();
        }
        let old = if self.luck.percent(30) { self.some_old_round() } else { None };
        let Some(round) = old.or_else(|| self.some_settled_round()) else { return };
        let roll = self.some_roll();
        match self.luck.below(100) {
            0..70 => self.undo(Act::CorrectRound { round, roll, reason: reason() }),
            70..85 => {
                let past = self.floor.table.settled_round(round).unwrap();
                let seats = past.slips.keys().chain(past.chips.keys());
                let seats: Vec<SeatNumber> = seats.copied().collect();
                let seat = *self.luck.one_of(&seats);
                self.undo(Act::VoidPastBets { round, seat, reason: reason() });
            }
            _ => self.make_void(round),
        }
    }

    /// Somebody rules on the round in play while it is settled.
    fn find_it_late(&mut self) {
        let Some(play) = self.floor.table.round().filter(|play| play.result.is_some()) else {
            return;
        };
        let (round, what) = (play.number, play.awaiting.unwrap_or(Irregularity::Dispute));
        let act = match self.luck.below(6) {
            0..3 => Act::CorrectRound { round, roll: self.some_roll(), reason: reason() },
            3 | 4 => Act::VoidBets { seat: self.some_seat(), reason: reason() },
            _ => Act::VoidRounds { rounds: vec![round], what, reason: reason() },
        };
        self.undo(act);
    }

    pub(crate) fn make_void(&mut self, round: RoundNumber) {
        let (rounds, what) = (vec![round], Irregularity::Dispute);
        self.undo(Act::VoidRounds { rounds, what, reason: reason() });
    }

    /// Two managers agree, where the table lets them.
    pub(crate) fn undo(&mut self, act: Act) {
        if self.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act)).is_ok() {
            let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
            _ = self.ask(staff(SECOND_MANAGER), RulingCommand::Approve(last));
        }
    }

    /// One of the last settled rounds with bets. Those of players with a debt to the house, or it
    /// to them, come first.
    pub(crate) fn some_settled_round(&mut self) -> Option<RoundNumber> {
        let table = &self.floor.table;
        let open: BTreeSet<PlayerId> =
            table.owed().chain(table.borne()).map(|(player, _)| player).collect();
        let touches =
            |past: &PastRound| past.slips.values().any(|slip| open.contains(&slip.player));
        let settled = table.past_rounds().filter(|past| past.result().is_some());
        let bet_on = |past: &&PastRound| !(past.slips.is_empty() && past.chips.is_empty());
        let recent: Vec<&PastRound> = settled.rev().filter(bet_on).take(8).collect();
        let again: Vec<&PastRound> = recent.iter().copied().filter(|past| touches(past)).collect();
        let of = if again.is_empty() || self.luck.percent(30) { recent } else { again };
        if of.is_empty() {
            return None;
        }
        Some(self.luck.one_of(&of).number)
    }

    /// Another person at the log-in of whoever proposed it is no second person.
    fn one_log_in(&mut self, id: ProposalId) {
        let waiting = self.floor.table.proposals().find(|(waiting, _)| *waiting == id);
        let Some(session) = waiting.map(|(_, proposal)| proposal.session) else { return };
        let request = self.floor.request(staff(SECOND_MANAGER), RulingCommand::Approve(id));
        let request = Request { session, ..request };
        let refusal = self.floor.table.decide(&request, self.floor.time()).unwrap_err();
        assert_eq!(refusal, Refusal::SamePerson);
        self.coverage.refusal(&refusal);
    }

    pub(crate) fn pay_owed(&mut self) {
        let (player, owed) = self.floor.table.owed().next().unwrap_or((PlayerId(1), money(7)));
        // Now and then it was another amount when the voucher was made out.
        let amount = if self.luck.percent(20) { money(owed.units() + 1) } else { owed };
        let voucher = self.floor.new_voucher();
        _ = self.ask(Asker::Floor(CASHIER), HouseCommand::PayOwed { player, voucher, amount });
    }

    pub(crate) fn some_act(&mut self) -> Act {
        let what = *self.luck.one_of(&[Irregularity::Dispute, Irregularity::DiceDamaged]);
        let now = self.floor.table.next_round().0;
        let back = |far: u64| RoundNumber(now.saturating_sub(far));
        match self.luck.below(7) {
            0..3 => {
                let round = back(self.luck.below(6));
                Act::CorrectRound { round, roll: self.some_roll(), reason: reason() }
            }
            3 => {
                let mut rounds: Vec<_> = (0..=self.luck.below(3)).map(back).collect();
                rounds.reverse();
                Act::VoidRounds { rounds, what, reason: reason() }
            }
            4 => Act::VoidBets { seat: self.some_seat(), reason: reason() },
            5 => {
                let (round, seat) = (back(1 + self.luck.below(6)), self.some_seat());
                Act::VoidPastBets { round, seat, reason: reason() }
            }
            _ if self.luck.percent(50) => Act::StateDice { roll: self.some_roll() },
            _ => Act::AttestDice { roll: self.some_roll(), reason: reason() },
        }
    }

    /// By the house's clock, which tells the same shift again now and then.
    fn a_shift_begins(&mut self) {
        let last = self.floor.table.shift_began().filter(|_| self.luck.percent(20));
        let began = last.unwrap_or(self.floor.time());
        _ = self.ask(Asker::Host, HostCommand::BeginShift { began });
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each thing that staff do")]
    pub(crate) fn floor_work(&mut self) {
        let manager = staff(SHIFT_MANAGER);
        let shaker = SHAKER;
        let command: What = match self.luck.below(46) {
            0..2 => DayCommand::StartShift.into(),
            2 => return self.a_shift_begins(),
            3 => EquipmentCommand::RemoveShaker { shaker }.into(),
            4 => EquipmentCommand::SetOutOfOrder { shaker }.into(),
            5 => EquipmentCommand::RemoveDice.into(),
            6 => DayCommand::AnnounceClosing.into(),
            7 => DayCommand::CloseTable.into(),
            8..11 => {
                let (seat_max, exposure) =
                    *self.luck.one_of(&[(3_000, 60_000), (1_000_000, 900_000_000)]);
                let mut limits = limits(seat_max, exposure);
                if self.luck.percent(20) {
                    limits.usual = AreaLimit::new(stake(15), stake(900), 5).unwrap();
                }
                DayCommand::AnnounceLimits(limits).into()
            }
            11..14 => {
                PlayersCommand::GrantMarker { seat: self.some_seat(), stake_max: stake(12_000) }
                    .into()
            }
            14..17 => {
                let colour = u8::try_from(self.luck.below(3)).unwrap();
                PlayersCommand::AssignColour { seat: self.some_seat(), colour, value: stake(10) }
                    .into()
            }
            17 => {
                let player = PlayerId(self.players - self.luck.below(20));
                PlayersCommand::Exclude { player, reason: reason() }.into()
            }
            18..21 => {
                let kind = *self.luck.one_of(ShakerKind::ALL);
                install(ShakerId(1 + u32::try_from(self.luck.below(6)).unwrap()), kind).into()
            }
            21 => {
                self.floor.now += 86_400_000 * 40;
                DayCommand::StartShift.into()
            }
            22..25 => return self.dealer_does(RoundCommand::CoverShaker),
            25 => {
                self.sets += 1;
                dice_into(shaker, self.sets).into()
            }
            26..29 => {
                _ = self.ask(staff(OTHER_DEALER), DayCommand::TakeShaker);
                return self.dealer_does(DayCommand::TakeShaker);
            }
            29..31 => {
                let pit = Asker::Floor(PIT_MANAGER);
                _ = self.ask(pit, HouseCommand::ReleaseStaff { staff: DEALER });
                let (staff, role) = STAFF[0];
                _ = self.ask(pit, HouseCommand::AssignStaff { staff, role });
                return;
            }
            31..36 => return self.dealer_does(RoundCommand::ReenterDice),
            what @ 40..46 => return self.end_what_lasts(what),
            36..40 => return self.display_work(),
            _ => return self.tick(),
        };
        _ = self.ask(manager, command);
    }

    /// A display is lost, comes back, is tried at a bad moment, or another one comes.
    fn display_work(&mut self) {
        let display = DisplayId(1 + u32::try_from(self.luck.below(10)).unwrap());
        let (manager, entered) = (staff(SHIFT_MANAGER), self.some_roll());
        let lit = self.luck.percent(80);
        _ = match self.luck.below(8) {
            0 | 1 => self.ask(Asker::Host, HostCommand::LoseDisplay { display: DISPLAY }),
            2 => self.ask(Asker::Host, HostCommand::LoseDisplay { display }),
            3 | 4 => self.ask(Asker::Host, HostCommand::ConnectDisplay { display }),
            5 | 6 => self.ask(manager, EquipmentCommand::TryDisplay { entered }),
            _ => self.ask(manager, EquipmentCommand::JudgeDisplay { lit }),
        };
    }

    /// Somebody's custody of the shaker, a closed seat, an exclusion.
    fn end_what_lasts(&mut self, what: u64) {
        let manager = staff(SHIFT_MANAGER);
        _ = match what {
            40 => self.ask(staff(DEALER), DayCommand::LeaveShaker),
            41 => self.ask(Asker::Host, HostCommand::EndCustody { staff: DEALER }),
            42 | 43 => {
                let barred = self.floor.table.barred().next();
                let seat = barred.unwrap_or_else(|| self.some_seat());
                self.ask(manager, PlayersCommand::ReleaseSeat { seat })
            }
            _ => {
                let barred = self.floor.table.excluded().next();
                let player = barred.unwrap_or(PlayerId(self.players));
                self.ask(manager, PlayersCommand::LiftExclusion { player, reason: reason() })
            }
        };
    }

    /// Anybody asks anything.
    pub(crate) fn nonsense(&mut self) {
        let everybody = [DEALER, OTHER_DEALER, FLOORPERSON, SUPERVISOR, SHIFT_MANAGER, STRANGER];
        let from = match self.luck.below(9) {
            0..3 => seat(1 + u16::try_from(self.luck.below(9)).unwrap()),
            3..7 => staff(*self.luck.one_of(&everybody)),
            7 => Asker::Floor(*self.luck.one_of(&everybody)),
            _ => Asker::Host,
        };
        let command = if self.luck.percent(50) { self.wrong_moment() } else { self.some_example() };
        // What somebody can never ask cannot even be written.
        if command.clone().by(from).is_ok() {
            _ = self.ask(from, command);
        }
    }

    /// What is asked all the time, and mostly not now.
    fn wrong_moment(&mut self) -> What {
        let roll = self.some_roll();
        match self.luck.below(16) {
            0 => BetCommand::PlaceBets(self.some_bets()).into(),
            1 => RoundCommand::Collect.into(),
            2 => RoundCommand::Pay.into(),
            3 => RoundCommand::Clear.into(),
            4 => RoundCommand::EnterDice(roll).into(),
            5 => RoundCommand::Shake { times: 3 }.into(),
            6 => RoundCommand::Reveal.into(),
            7 => RoundCommand::OpenBetting.into(),
            8 => DayCommand::OpenTable.into(),
            9 => HostCommand::RecordRoll(roll).into(),
            10 => HouseCommand::AssignStaff { staff: StaffId(60), role: STAFF[3].1 }.into(),
            11 => RulingCommand::Approve(ProposalId(1)).into(),
            12 => RoundCommand::CallNoMoreBets.into(),
            13 => EquipmentCommand::AttestRepair.into(),
            14 => BetCommand::TakeDown(vec![self.some_bet().area]).into(),
            _ => RoundCommand::ConfirmDice(roll).into(),
        }
    }

    /// Anything staff can ask, as the examples ask it; vouchers and recalls have their own places.
    fn some_example(&mut self) -> What {
        let mut all = examples::every_command(&self.floor);
        all.retain(|what| matches!(what, What::Staff(_)));
        all.swap_remove(self.luck.place(all.len()))
    }

    /// A message that was sent twice, sooner or later: nothing more happens.
    pub(crate) fn ask_again(&mut self) {
        if self.asked.is_empty() {
            return;
        }
        let late = self.luck.percent(50);
        let far = self.luck.place(if late { self.asked.len() } else { self.asked.len().min(5) });
        let request = &self.asked[self.asked.len() - 1 - far];
        self.tally.requests += 1;
        self.tally.duplicates += 1;
        match self.floor.table.decide(request, self.floor.time()) {
            Ok(events) => assert_eq!(events, Vec::new(), "a repeated request has one effect"),
            Err(Refusal::RequestTooOld) => self.coverage.refusal(&Refusal::RequestTooOld),
            Err(refusal) => panic!("{request:?} again: {refusal:?}"),
        }
    }

    /// The same number for something else.
    pub(crate) fn other_number(&mut self) {
        let Some(request) = self.asked.last().cloned() else { return };
        let command = match request.command {
            Command::Seat(seat, _) => Command::seat(seat, BetCommand::Shake { times: 77 }),
            Command::Staff(staff, _) => Command::staff(staff, RoundCommand::Shake { times: 77 }),
            Command::Floor(staff, _) => {
                Command::Floor(staff, HouseCommand::ReleaseStaff { staff: StaffId(12_345) })
            }
            Command::Host(_) => HostCommand::LoseSeat { seat: SeatNumber(12_345) }.into(),
        };
        let answer = self.floor.table.decide(&Request { command, ..request }, self.floor.time());
        let refusal = answer.unwrap_err();
        assert_eq!(refusal, Refusal::RequestReused);
        self.coverage.refusal(&refusal);
    }

    /// A message for a round that is over, or not yet open.
    pub(crate) fn other_round(&mut self) {
        let number = self.some_place();
        let (from, command): (Asker, What) = match self.luck.below(3) {
            0 => (seat(number), BetCommand::PlaceBets(self.some_bets()).into()),
            1 => (staff(DEALER), RoundCommand::CallNoMoreBets.into()),
            _ => (Asker::Host, HostCommand::RecordRoll(self.some_roll()).into()),
        };
        let mut request = self.floor.request(from, command);
        request.id = RequestId(u64::MAX);
        request.session = SessionId(5);
        let now = self.floor.table.round().map_or(0, |round| round.number.0);
        let other = if self.luck.percent(50) { now + 1 } else { now.saturating_sub(1) };
        request.round = Some(RoundNumber(other));
        self.tally.requests += 1;
        self.tally.strays += 1;
        let refusal = self.floor.table.decide(&request, self.floor.time()).unwrap_err();
        assert!(crate::names::rank(&refusal) <= 3, "{request:?} crossed rounds");
        self.coverage.refusal(&refusal);
    }
}
