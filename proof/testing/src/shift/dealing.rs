//! The work of the table: from opening it to clearing the lights, step by step.

use taisai_rules::{Irregularity, LineId, ShakerKind};
use taisai_table::{
    Act, Asker, DayCommand, DiceSource, DieId, EquipmentCommand, HostCommand, Life, Need, Phase,
    ProposalId, Refusal, RoundCommand, RulingCommand, Run, SeatNumber, ShakerId,
};

use crate::floor::{
    DEALER, DISPLAY, FLOORPERSON, SECOND_MANAGER, SHAKER, SHIFT_MANAGER, SUPERVISOR, What,
    dice_into, install, install_lent, lent_dice_into, reason, staff,
};
use crate::shift::Shift;

impl Shift {
    pub(crate) fn go_on(&mut self) {
        let dealer = staff(DEALER);
        match self.floor.table.phase() {
            Phase::Closed | Phase::Suspended => self.open_table(),
            Phase::Idle => self.open_round(),
            Phase::Betting => self.close_betting(),
            Phase::NoMoreBets | Phase::Shaken => self.roll_dice(),
            Phase::Revealed => self.dealer_does(RoundCommand::EnterDice(self.some_roll())),
            Phase::Entered => {
                let entry = self.floor.table.round().and_then(|round| round.entry);
                let roll = entry.filter(|_| self.luck.percent(90));
                let roll = roll.unwrap_or_else(|| self.some_roll_now());
                _ = self.ask(dealer, RoundCommand::ConfirmDice(roll));
            }
            Phase::Collecting if self.by_hand() => {
                _ = self.ask(dealer, RoundCommand::Collect);
                _ = self.ask(staff(SUPERVISOR), RulingCommand::AttestPresence);
            }
            Phase::Collecting => self.settle_step(RoundCommand::Collect),
            Phase::Paying if self.by_hand() => {
                _ = self.ask(staff(SHIFT_MANAGER), RulingCommand::AttestPresence);
                self.settle_step(RoundCommand::Pay);
            }
            Phase::Paying => self.settle_step(RoundCommand::Pay),
            Phase::Clearing => self.settle_step(RoundCommand::Clear),
            Phase::AwaitingRuling => self.rule(),
        }
    }

    pub(crate) fn dealer_does(&mut self, command: impl Into<What> + Clone) {
        if self.ask(staff(DEALER), command) == Err(Refusal::NotOnDuty) {
            _ = self.ask(staff(DEALER), DayCommand::TakeShaker);
        }
    }

    pub(crate) fn by_hand(&self) -> bool {
        self.floor.table.round().is_some_and(|round| round.by_hand.is_some())
    }

    pub(crate) fn settle_step(&mut self, command: RoundCommand) {
        if self.floor.make.dice == DiceSource::Random && self.luck.percent(10) {
            let roll = self.some_roll();
            _ = self.ask(Asker::Host, HostCommand::RecordRoll(roll));
        }
        if self.floor.make.run == Run::Automatic && self.luck.percent(80) {
            self.floor.now += 1_500;
            self.tick();
        } else {
            self.dealer_does(command);
        }
    }

    pub(crate) fn tick(&mut self) {
        _ = self.ask(Asker::Host, HostCommand::Tick);
    }

    pub(crate) fn open_table(&mut self) {
        let manager = staff(SHIFT_MANAGER);
        if let Err(Refusal::NotYet { needs, .. }) = self.ask(manager, DayCommand::OpenTable) {
            self.provide(needs);
        }
    }

    pub(crate) fn open_round(&mut self) {
        if self.floor.table.life() == Life::Closing {
            _ = self.ask(staff(SHIFT_MANAGER), DayCommand::CloseTable);
            return;
        }
        if self.floor.make.run == Run::Automatic {
            // Where it has moved, somebody looks at what the new edition asks for.
            if self.floor.table.has_moved() {
                self.tick_checklist();
            }
            self.floor.now += 1_000;
            self.tick();
            return;
        }
        match self.ask(staff(DEALER), RoundCommand::OpenBetting) {
            Err(Refusal::NotYet { needs, .. }) => self.provide(needs),
            Err(Refusal::NotOnDuty) => self.dealer_does(DayCommand::TakeShaker),
            Ok(_) | Err(_) => {}
        }
    }

    /// What a refusal names as missing, somebody brings.
    #[expect(clippy::too_many_lines, reason = "one arm for each need")]
    pub(crate) fn provide(&mut self, needs: Need) {
        let manager = staff(SHIFT_MANAGER);
        let shaker = self.floor.table.equipment().shakers.keys().next().copied();
        let shaker = shaker.unwrap_or(SHAKER);
        match needs {
            Need::Shaker => {
                let mut command = install(SHAKER, self.floor.make.shaker);
                if let EquipmentCommand::InstallShaker { sealed, approvals, .. } = &mut command {
                    *sealed = self.luck.percent(80);
                    approvals.truncate(if self.luck.percent(80) { 99 } else { 1 });
                }
                if self.luck.percent(50) {
                    _ = self.ask(manager, command);
                } else {
                    let lent = install_lent(SHAKER, self.floor.make.shaker);
                    _ = self.ask(Asker::Floor(SHIFT_MANAGER), lent);
                }
            }
            Need::Seal | Need::Approval | Need::AutomatedShakerAside => {
                _ = self.ask(manager, EquipmentCommand::RemoveShaker { shaker });
            }
            Need::Dice => {
                self.sets += 1;
                let dice = dice_into(shaker, self.sets);
                if self.luck.percent(10) {
                    _ = self.ask(manager, one_die_twice(dice.clone()));
                }
                let sound = if self.luck.percent(50) {
                    self.ask(manager, dice)
                } else {
                    let since = self.floor.time();
                    let first_used = [Some(since), None, Some(since)];
                    let lent = lent_dice_into(shaker, self.sets, first_used);
                    self.ask(Asker::Floor(SHIFT_MANAGER), lent)
                };
                if self.luck.percent(10) {
                    self.somebody_finds_a_die_broken(shaker);
                }
                if sound.is_err() {
                    _ = self.ask(manager, EquipmentCommand::RemoveShaker { shaker });
                }
            }
            Need::UndisputedEquipment => self.register_says(Vec::new(), false),
            Need::OutsideApproval => {
                let allowed_by = Some(reason());
                _ = self.ask(Asker::Host, HostCommand::NameApproval { allowed_by });
            }
            Need::FreshDice { .. } | Need::SoundDice => {
                _ = self.ask(manager, EquipmentCommand::RemoveDice);
            }
            Need::DealerOnDuty => self.dealer_does(DayCommand::TakeShaker),
            Need::DisplayInspection => {
                let entered = self.some_roll();
                _ = self.ask(manager, EquipmentCommand::TryDisplay { entered });
                if self.luck.percent(5) {
                    self.floor.now += 60_000;
                    self.tick();
                }
                let lit = self.luck.percent(90);
                _ = self.ask(manager, EquipmentCommand::JudgeDisplay { lit });
            }
            Need::Display => {
                _ = self.ask(Asker::Host, HostCommand::ConnectDisplay { display: DISPLAY });
            }
            Need::ShakerInspection => {
                let tosses = if self.luck.percent(80) { 3 } else { 1 };
                _ = self.ask(manager, EquipmentCommand::InspectShaker { tosses });
            }
            Need::Checklist => self.tick_checklist(),
            Need::Repair => _ = self.ask(staff(FLOORPERSON), EquipmentCommand::AttestRepair),
            Need::Notice => _ = self.ask(manager, DayCommand::AnnounceClosing),
            Need::Shakes { .. }
            | Need::NoMoreBets
            | Need::Collected
            | Need::Paid
            | Need::Presence
            | Need::SelectedPlayer
            | Need::BettingTime { .. }
            | Need::WordsRead { .. }
            | Need::DisplayTrial => {}
        }
    }

    /// What the floor's register says of this table's equipment.
    pub(crate) fn register_says(&mut self, damaged: Vec<DieId>, disputed: bool) {
        let shakers = Vec::new();
        let said = HostCommand::FollowRegister { shakers, damaged, disputed };
        _ = self.ask(Asker::Host, said);
    }

    /// Dice are reported damaged on the floor; here they are taken out, and somebody tries to put
    /// them back.
    fn somebody_finds_a_die_broken(&mut self, shaker: ShakerId) {
        let dice = dice_into(shaker, self.sets);
        self.register_says(vec![DieId(3 * self.sets + 1)], false);
        _ = self.ask(staff(SHIFT_MANAGER), EquipmentCommand::RemoveDice);
        _ = self.ask(staff(SHIFT_MANAGER), dice);
    }

    fn tick_checklist(&mut self) {
        let manager = staff(SHIFT_MANAGER);
        let mut lines = self.floor.lines_asked();
        // Somebody ticks the list as a whole now and then, names a line it does not have, or
        // forgets one; what is left is asked for again.
        match self.luck.below(10) {
            0 => {
                let lines = u8::try_from(lines.len()).unwrap();
                _ = self.ask(manager, EquipmentCommand::TickChecklist { lines });
            }
            1 => lines.push(LineId::new("no-such-line").unwrap()),
            2 => drop(lines.pop()),
            3.. => {}
        }
        _ = self.ask(manager, EquipmentCommand::AttestLines { lines });
    }

    pub(crate) fn close_betting(&mut self) {
        let shaken = self.floor.table.round().is_some_and(|round| round.shakes > 0);
        match self.luck.below(10) {
            0 if shaken => {
                let what = Irregularity::DiceExposed;
                self.dealer_does(RulingCommand::CallIrregularity { what, reason: reason() });
            }
            0..4 => {
                self.floor.now += 6_000;
                self.tick();
            }
            4 => self.dealer_does(RoundCommand::ExtendBetting),
            5 | 6 => self.roll_dice(),
            _ => self.dealer_does(RoundCommand::CallNoMoreBets),
        }
    }

    pub(crate) fn roll_dice(&mut self) {
        if self.floor.make.dice == DiceSource::Random {
            let roll = self.some_roll();
            _ = self.ask(Asker::Host, HostCommand::RecordRoll(roll));
            return;
        }
        let seats: Vec<u16> = self.floor.table.seats().map(|(number, _)| number.0).collect();
        let selected = self.floor.table.round().and_then(|round| round.selected);
        if self.floor.make.shaker == ShakerKind::PlayerActivated && self.luck.percent(60) {
            match (selected, seats.first()) {
                (None, Some(first)) => {
                    let seat = SeatNumber(*first);
                    self.dealer_does(RoundCommand::SelectPlayer { seat });
                }
                (Some(selected), _) => {
                    let times = 1 + u8::try_from(self.luck.below(4)).unwrap();
                    _ = self.ask(Asker::Seat(selected), RoundCommand::Shake { times });
                }
                (None, None) => self.sit(),
            }
        } else if self.luck.percent(40) {
            let few = u8::try_from(self.luck.below(5)).unwrap();
            let times = if self.luck.percent(30) { few } else { 3 };
            self.dealer_does(RoundCommand::Shake { times });
        } else {
            self.floor.now += self.luck.below(1_000);
            self.dealer_does(RoundCommand::Reveal);
        }
    }

    pub(crate) fn rule(&mut self) {
        let waiting: Vec<ProposalId> = self.floor.table.proposals().map(|(id, _)| id).collect();
        if let Some(last) = waiting.last().filter(|_| self.luck.percent(60)) {
            let who =
                *self.luck.one_of(&[SECOND_MANAGER, SECOND_MANAGER, SHIFT_MANAGER, FLOORPERSON]);
            _ = self.ask(staff(who), RulingCommand::Approve(*last));
            return;
        }
        let round = self.floor.table.round();
        let Some((what, number)) = round.and_then(|r| Some((r.awaiting?, r.number))) else {
            return;
        };
        let act = match self.luck.below(6) {
            0 => Act::VoidRounds { rounds: vec![number], what, reason: reason() },
            1 => Act::AttestDice { roll: self.some_roll(), reason: reason() },
            2 => Act::Reshake { what, reason: reason() },
            5 => Act::CallMistaken { what, reason: reason() },
            3 => Act::VoidBets { seat: self.some_seat(), reason: reason() },
            _ => Act::GoOn { what, reason: reason() },
        };
        _ = self.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
    }
}

/// The same dice, but for one that somebody took for another.
fn one_die_twice(mut command: EquipmentCommand) -> EquipmentCommand {
    if let EquipmentCommand::InstallDice { dice, .. } = &mut command {
        dice[2] = dice[0];
    }
    command
}
