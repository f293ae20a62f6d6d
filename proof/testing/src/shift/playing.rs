//! What players do.

use taisai_rules::{Area, Bet};
use taisai_table::{
    BetCommand, Money, OwnLimits, PlayerId, SeatCommand, SeatNumber, StaffId, Table, TableKind,
    VoucherId,
};

use crate::floor::{DEALER, money, seat, stake};
use crate::luck::Luck;
use crate::shift::Shift;

impl Shift {
    pub(crate) fn play(&mut self) {
        if self.floor.make.kind == TableKind::Felt && self.luck.percent(95) {
            return self.play_with_chips();
        }
        let number = self.some_place();
        let Some(taken) = self.floor.table.seat(SeatNumber(number)) else {
            return self.sit();
        };
        let credit = taken.credit().units();
        let areas: Vec<Area> = taken.bets().iter().map(|bet| bet.area).collect();
        let from = seat(number);
        match self.luck.below(100) {
            0..40 => {
                let bets = self.some_bets();
                _ = self.ask(from, BetCommand::PlaceBets(bets));
            }
            40..46 if !areas.is_empty() => {
                let area = *self.luck.one_of(&areas);
                _ = self.ask(from, BetCommand::TakeDown(vec![area]));
            }
            46..50 => _ = self.ask(from, BetCommand::ClearBets),
            50..58 => _ = self.ask(from, BetCommand::RepeatBets),
            58..63 => _ = self.ask(from, BetCommand::DoubleBets),
            63..70 => {
                // Back and back again, as far as it goes.
                while self.ask(from, BetCommand::UndoBets).is_ok() && self.luck.percent(70) {}
            }
            70..82 => self.buy_in(number),
            82..90 => {
                let part = if self.luck.percent(60) { credit } else { credit / 3 };
                self.cash_out(number, part);
            }
            90..96 => {
                let player = taken_by(&self.floor.table, number);
                if self.leave(number, credit) && self.luck.percent(50) {
                    self.move_to_another_seat(player);
                }
            }
            96..98 => {
                let some = |luck: &mut Luck, below| luck.percent(60).then(|| luck.below(below));
                let loss = some(&mut self.luck, 3_000).map(money);
                let time = some(&mut self.luck, 600_000);
                let wish = OwnLimits { loss_max: loss, time_max_ms: time, remind_ms: None };
                _ = self.ask(from, SeatCommand::SetOwnLimits(wish));
            }
            _ => {
                let voucher = self.floor.new_voucher();
                let amount = money(credit + 1);
                _ = self.ask(from, SeatCommand::CashOut { voucher, amount });
            }
        }
    }

    fn move_to_another_seat(&mut self, player: PlayerId) {
        let number = self.some_place();
        if self.luck.percent(50) {
            self.sit_and_buy_in(number, player, None);
            return;
        }
        let sat = self.ask(seat(number), SeatCommand::Sit { player, staff: None });
        if sat.is_ok() && self.luck.percent(80) {
            self.buy_in(number);
        }
    }

    /// Leaves with everything in one ask, or cashes out first; says whether the seat is free now.
    fn leave(&mut self, number: u16, credit: u64) -> bool {
        let from = seat(number);
        if self.luck.percent(50) {
            let (voucher, amount) = (self.floor.new_voucher(), money(credit));
            return self.ask(from, SeatCommand::CashOutAndLeave { voucher, amount }).is_ok();
        }
        self.cash_out(number, credit);
        self.ask(from, SeatCommand::Leave).is_ok()
    }

    fn sit_and_buy_in(&mut self, number: u16, player: PlayerId, staff: Option<StaffId>) {
        let (voucher, amount) = self.some_voucher();
        let sat = SeatCommand::SitAndBuyIn { player, staff, voucher, amount };
        if self.ask(seat(number), sat).is_ok() {
            self.used_voucher = Some(voucher);
        }
    }

    pub(crate) fn sit(&mut self) {
        let number = self.some_place();
        let old = self.luck.percent(50);
        self.players += u64::from(!old);
        let player = self.players - if old { self.luck.below(9) } else { 0 };
        let works = self.luck.percent(5).then_some(DEALER);
        // Who is owed something, or has too much, comes back more often.
        let debts = self.floor.table.owed().chain(self.floor.table.borne());
        let debts: Vec<PlayerId> = debts.map(|(player, _)| player).collect();
        let comes_back = !debts.is_empty() && self.luck.percent(30);
        let player = if comes_back { *self.luck.one_of(&debts) } else { PlayerId(player) };
        if self.luck.percent(50) {
            self.sit_and_buy_in(number, player, works);
            return;
        }
        let sat = self.ask(seat(number), SeatCommand::Sit { player, staff: works });
        if sat.is_ok() {
            self.buy_in(number);
        }
    }

    pub(crate) fn buy_in(&mut self, number: u16) {
        let (voucher, amount) = self.some_voucher();
        if self.ask(seat(number), SeatCommand::BuyIn { voucher, amount }).is_ok() {
            self.used_voucher = Some(voucher);
        }
    }

    /// The cage has sold the voucher, or a table has printed it; either way it pays once.
    fn some_voucher(&mut self) -> (VoucherId, Money) {
        let (voucher, worth) = match self.vouchers.iter().next() {
            Some((voucher, worth)) if self.luck.percent(50) => (*voucher, *worth),
            Some(_) | None => {
                let worth = 100 + 10 * self.luck.below(2_000);
                let voucher = self.floor.new_voucher();
                self.vouchers.insert(voucher, worth);
                (voucher, worth)
            }
        };
        // Now and then somebody tries a voucher that has been used.
        let used = self.used_voucher.filter(|_| self.luck.percent(3));
        (used.unwrap_or(voucher), money(worth))
    }

    pub(crate) fn cash_out(&mut self, number: u16, units: u64) {
        let voucher = self.floor.new_voucher();
        _ = self.ask(seat(number), SeatCommand::CashOut { voucher, amount: money(units) });
    }

    pub(crate) fn some_bets(&mut self) -> Vec<Bet> {
        if self.luck.percent(1) {
            return Area::all().chain(Area::all()).map(|area| Bet::new(area, stake(10))).collect();
        }
        let count = 1 + self.luck.below(4);
        (0..count).map(|_| self.some_bet()).collect()
    }

    pub(crate) fn some_bet(&mut self) -> Bet {
        let offers = self.floor.table.book().pay_table.offers();
        let any = Area::all().nth(self.luck.place(Area::COUNT)).unwrap();
        let area = if self.luck.percent(3) { any } else { self.luck.one_of(offers).area };
        let units = match self.luck.below(20) {
            0 => 4,
            1 => 15,
            2 => 12_000,
            3 => 5_000,
            4 => 10_000_000_000,
            _ => 10 * (1 + self.luck.below(30)),
        };
        Bet::new(area, stake(units))
    }
}

fn taken_by(table: &Table, number: u16) -> PlayerId {
    table.seat(SeatNumber(number)).unwrap().player()
}
