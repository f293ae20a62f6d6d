//! What somebody disputes: cases of every kind, decided in every way, reviewed and recalled.

use taisai_rules::Irregularity;
use taisai_table::{
    Act, Asker, Case, CaseCommand, CaseId, CaseRuling, Dispute, HostCommand, PlayerId, RoundNumber,
    RulingCommand, SeatNumber,
};

use crate::floor::{
    DEALER, FLOORPERSON, SECOND_MANAGER, SHIFT_MANAGER, SUPERVISOR, money, reason, staff,
};
use crate::shift::Shift;

impl Shift {
    pub(crate) fn dispute(&mut self) {
        match self.luck.below(16) {
            0..4 => self.open_case(),
            4 => {
                let case = self.some_case();
                let by = *self.luck.one_of(&[DEALER, FLOORPERSON, SUPERVISOR]);
                _ = self.ask(staff(by), CaseCommand::NoteCase { case, note: reason() });
            }
            5 | 6 => {
                let case = self.some_case();
                let by = *self.luck.one_of(&[FLOORPERSON, SHIFT_MANAGER, SHIFT_MANAGER]);
                _ = self.ask(staff(by), CaseCommand::LetStand { case, reason: reason() });
            }
            7 => self.review(),
            8 => self.crowd(),
            _ => self.decide_case(),
        }
    }

    fn open_case(&mut self) {
        let rounds = self.floor.table.next_round().0 + 1;
        let about = *self.luck.one_of(Irregularity::ALL);
        let round = self.luck.percent(80).then(|| RoundNumber(self.luck.below(rounds)));
        let seat = self.luck.percent(80).then(|| self.some_seat());
        let player = seat.and_then(|seat| Some(self.floor.table.seat(seat)?.player()));
        let recording = self.luck.percent(50).then(reason);
        let dispute = Dispute { about, what: reason(), round, seat, player, recording };
        let by = *self.luck.one_of(&[DEALER, FLOORPERSON, FLOORPERSON, SHIFT_MANAGER]);
        _ = self.ask(staff(by), CaseCommand::OpenCase(dispute));
    }

    /// Mostly one that is open.
    fn some_case(&mut self) -> CaseId {
        let open = self.cases.known.iter().filter(|(_, case)| case.is_open());
        let open: Vec<CaseId> = open.map(|(id, _)| *id).collect();
        if open.is_empty() || self.luck.percent(20) {
            let most = u64::from(self.cases.opened) + 2;
            return CaseId(u32::try_from(self.luck.below(most)).unwrap());
        }
        *self.luck.one_of(&open)
    }

    fn review(&mut self) {
        let Some(case) = self.cases.decided.iter().copied().next() else { return };
        let recent = self.cases.decided.back().copied().unwrap_or(case);
        let case = match self.luck.below(10) {
            0 => self.some_case(),
            1..5 => recent,
            _ => case,
        };
        if let Some(file) = self.cases.known.get(&case).cloned()
            && (self.floor.table.case(case).is_none() || self.luck.percent(20))
        {
            _ = self.ask(Asker::Host, HostCommand::RecallCase { case, file });
        }
        let [authority, reference, reason] = [reason(), reason(), reason()];
        let reopen = CaseCommand::ReopenCase { case, authority, reference, reason };
        _ = self.ask(staff(SHIFT_MANAGER), reopen);
    }

    /// More cases and notes than a table keeps, once in a while.
    fn crowd(&mut self) {
        if self.luck.percent(70) {
            return;
        }
        let case = self.some_case();
        for _ in 0..=Case::NOTES_MAX {
            _ = self.ask(staff(FLOORPERSON), CaseCommand::NoteCase { case, note: reason() });
        }
        for _ in 0..self.luck.below(30) {
            let dispute = Dispute {
                about: Irregularity::Uncovered,
                what: reason(),
                round: None,
                seat: None,
                player: None,
                recording: None,
            };
            if self.ask(staff(FLOORPERSON), CaseCommand::OpenCase(dispute)).is_err() {
                return;
            }
            let case = CaseId(self.cases.opened);
            let stands = CaseCommand::LetStand { case, reason: reason() };
            _ = self.ask(staff(SHIFT_MANAGER), stands);
        }
    }

    fn decide_case(&mut self) {
        let case = self.some_case();
        let ruling = self.some_ruling();
        let act = Act::DecideCase { case, ruling, reason: reason() };
        let by = *self.luck.one_of(&[DEALER, FLOORPERSON, SHIFT_MANAGER, SHIFT_MANAGER]);
        if self.ask(staff(by), RulingCommand::Propose(act)).is_ok() && self.luck.percent(80) {
            let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
            _ = self.ask(staff(SECOND_MANAGER), RulingCommand::Approve(last));
        }
    }

    fn some_ruling(&mut self) -> CaseRuling {
        let old = if self.luck.percent(30) { self.some_old_round() } else { None };
        let settled = old.or_else(|| self.some_settled_round());
        let round = settled.unwrap_or_else(|| self.floor.table.next_round());
        let (seat, player) = self.somebody_in(round);
        let limits = &self.floor.table.config().limits;
        let most = limits.exposure_max.units() + limits.seat_max.units();
        let amounts = [0, 1, 25, 2_500, 2_500, 40_000, most, most + 1];
        let amount = money(*self.luck.one_of(&amounts));
        match self.luck.below(16) {
            0..5 => CaseRuling::PayBet { round, seat, player, amount },
            5..10 => CaseRuling::TakeBet { round, seat, player, amount },
            10 => CaseRuling::VoidBets { round, seat },
            11 => CaseRuling::VoidRound { round },
            12 => CaseRuling::CorrectRound { round, roll: self.some_roll() },
            13 => CaseRuling::PayChips { amount },
            14 => CaseRuling::TakeChips { amount },
            _ => CaseRuling::Stand,
        }
    }

    /// Mostly somebody who had bets in the round, otherwise whoever sits somewhere.
    fn somebody_in(&mut self, round: RoundNumber) -> (SeatNumber, PlayerId) {
        let past = self.floor.table.settled_round(round);
        let slips = past.into_iter().flat_map(|past| &past.slips);
        let had: Vec<_> = slips.map(|(seat, slip)| (*seat, slip.player)).collect();
        if had.is_empty() || self.luck.percent(15) {
            let seat = self.some_seat();
            let sits = self.floor.table.seat(seat).map(taisai_table::Seat::player);
            return (seat, sits.unwrap_or(PlayerId(9_999_999)));
        }
        *self.luck.one_of(&had)
    }
}
