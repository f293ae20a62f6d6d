//! A player at a terminal: bets like people do, comes and goes, and checks the promises.

use std::collections::BTreeSet;

use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::{BetAsk, BetLine, Funds, SeatAsk};
use taisai_protocol::server_message::Channel;
use taisai_protocol::{Answer, Ask, Refusal};
use taisai_server::world::secret::Token;

use crate::auditor::{Broken, broken};
use crate::plan::Trouble;
use crate::scene::{Errand, Said, Scene, Wish};
use crate::screen::{Answered, Screen};
use crate::tally::Situation;

pub struct Player {
    pub table: u32,
    pub seat: u16,
    /// The terminal's token.
    pub token: Option<Token>,
    /// The terminal, as the server counts it.
    pub terminal: u32,
    /// The terminal's screen.
    pub screen: Screen,
    /// Vouchers in the pocket.
    pub purse: Vec<VoucherTold>,
    /// Tokens presented at the table: a player who asked for credit keeps the paper.
    pub presented: BTreeSet<String>,
    /// Until when something else is waited for: a code, a voucher.
    pub busy_until: u64,
    /// In which round a bet is planned for the last moment, and when; never once it is sent.
    pub race: (u64, Option<u64>),
    /// Whether the player gets up as soon as no bet lies, and comes back.
    pub going: bool,
}

impl Player {
    /// Somebody who has not come yet.
    pub fn new(table: u32, seat: u16) -> Self {
        Self {
            table,
            seat,
            token: None,
            terminal: 0,
            screen: Screen::default(),
            purse: Vec::new(),
            presented: BTreeSet::new(),
            busy_until: 0,
            race: (0, None),
            going: false,
        }
    }

    /// Whether nothing is left to do.
    pub fn is_home(&self) -> bool {
        let seat = self.screen.seat.as_ref();
        let up = seat.is_some_and(|seat| seat.view.about.player.is_none() && !seat.view.about.kept);
        up && self.screen.waiting.is_empty() && self.purse.is_empty()
    }

    /// Does the next thing.
    pub fn think(&mut self, scene: &mut Scene<'_>) {
        if scene.now < self.busy_until {
            return;
        }
        if self.token.is_none() {
            self.busy_until = scene.now + 30_000;
            scene.wish(Wish::Errand(Errand::OfferSeat { table: self.table, seat: self.seat }));
            return;
        }
        if self.screen.connection.is_none() {
            scene.wish(Wish::Connect);
            return;
        }
        if self.screen.hello.is_none() || self.screen.seat.is_none() {
            // A connection that says nothing is given up.
            if self.screen.opened_at + 20_000 < scene.now {
                scene.wish(Wish::HangUp);
            }
            return;
        }
        if self.screen.ask_again(scene) {
            return;
        }
        self.play(scene);
    }

    /// What lies on the layout for this player, as the screen shows it.
    pub fn staked(&self) -> u64 {
        self.screen.seat.as_ref().map_or(0, |seat| seat.view.money.staked)
    }

    /// Asks something at once, for the round that is played.
    pub fn say_now(&mut self, scene: &mut Scene<'_>, what: Ask) {
        let playing =
            self.screen.table.as_ref().and_then(|table| table.view.round.playing.as_ref());
        let round = playing.map(|playing| playing.number);
        let round = round.filter(|_| matches!(what, Ask::Bet(_)));
        self.say(scene, round, what);
    }

    fn play(&mut self, scene: &mut Scene<'_>) {
        let (Some(seat), Some(table)) = (&self.screen.seat, &self.screen.table) else { return };
        if seat.view.about.kept {
            self.claim(scene);
            return;
        }
        let seated = seat.view.about.player.is_some();
        let (credit, staked) = (seat.view.money.credit, seat.view.money.staked);
        if !seated {
            self.come(scene);
            return;
        }
        if self.going || scene.quiet {
            if staked == 0 {
                self.say(scene, None, Ask::Seat(SeatAsk::Leave));
            }
            return;
        }
        if credit == 0 && staked == 0 {
            let leaves = scene.luck.one_in(2);
            let voucher = self.purse.pop();
            match voucher {
                Some(voucher) => self.buy_in(scene, voucher),
                None if leaves => self.say(scene, None, Ask::Seat(SeatAsk::Leave)),
                None => self.go_to_the_cage(scene),
            }
            return;
        }
        let Some(playing) = &table.view.round.playing else {
            self.between_rounds(scene);
            return;
        };
        let (round, betting, until) = (playing.number, playing.betting, playing.until);
        if betting {
            self.bet(scene, round, until);
        } else {
            self.between_rounds(scene);
        }
    }

    /// Asks for the seat back: they sat down at a terminal that is gone.
    fn claim(&mut self, scene: &mut Scene<'_>) {
        self.busy_until = scene.now + 8_000;
        scene.wish(Wish::Errand(Errand::ClaimSeat { table: self.table, seat: self.seat }));
    }

    /// Sits down with a voucher, or buys one.
    fn come(&mut self, scene: &mut Scene<'_>) {
        if scene.quiet {
            if let Some(voucher) = self.purse.pop() {
                self.redeem(scene, voucher);
            }
            return;
        }
        self.going = false;
        if let Some(voucher) = self.purse.pop() {
            let token = voucher.token.clone();
            self.purse.push(voucher);
            self.say(
                scene,
                None,
                Ask::Seat(SeatAsk::Sit(Funds { voucher: Some(token), demo: None })),
            );
        } else {
            self.go_to_the_cage(scene);
        }
    }

    fn go_to_the_cage(&mut self, scene: &mut Scene<'_>) {
        let Some(table) = &self.screen.table else { return };
        let currency = table.view.about.currency.code.clone();
        let amount = scene.luck.between(10, 2_000) * 100;
        self.busy_until = scene.now + 20_000;
        scene.wish(Wish::Errand(Errand::Buy { amount, currency }));
    }

    fn redeem(&mut self, scene: &mut Scene<'_>, voucher: VoucherTold) {
        self.busy_until = scene.now + 10_000;
        // A quick player tries to be paid twice.
        if scene.plan.has(Trouble::Vouchers) && scene.luck.one_in(3) {
            scene.wish(Wish::Errand(Errand::Redeem { voucher: voucher.clone() }));
        }
        scene.wish(Wish::Errand(Errand::Redeem { voucher }));
    }

    fn buy_in(&mut self, scene: &mut Scene<'_>, voucher: VoucherTold) {
        let token = voucher.token.clone();
        self.purse.push(voucher);
        self.say(scene, None, Ask::Seat(SeatAsk::BuyIn { voucher: token }));
    }

    fn between_rounds(&mut self, scene: &mut Scene<'_>) {
        let odd = scene.plan.has(Trouble::Stale) && scene.luck.one_in(8);
        if odd {
            // A bet in a round that is over, or was never opened.
            let round = scene.luck.below(5);
            let bets = self.some_bets(scene);
            self.say(scene, Some(round), Ask::Bet(BetAsk::PlaceBets { bets }));
            return;
        }
        match scene.luck.below(60) {
            0 => self.cash_out(scene),
            1 => self.say(scene, None, Ask::Seat(SeatAsk::Leave)),
            2 if scene.plan.has(Trouble::Vouchers) => {
                if let Some(voucher) = self.purse.pop() {
                    self.buy_in(scene, voucher);
                }
            }
            _ => {}
        }
    }

    fn cash_out(&mut self, scene: &mut Scene<'_>) {
        let credit = self.screen.seat.as_ref().map_or(0, |seat| seat.view.money.credit);
        let some = scene.luck.one_in(2) && credit > 100;
        let amount = some.then(|| scene.luck.between(1, credit));
        self.say(scene, None, Ask::Seat(SeatAsk::CashOut { amount }));
    }

    fn bet(&mut self, scene: &mut Scene<'_>, round: u64, until: Option<u64>) {
        let raced = self.race.0 == round && self.race.1.is_some_and(|at| at <= scene.now);
        if raced {
            self.race.1 = None;
            scene.tally.races += 1;
        } else if let (true, Some(until)) = (scene.plan.has(Trouble::Races), until)
            && self.race.0 != round
        {
            // The last moment: as much before no more bets as a message travels, more or less.
            let travels = scene.luck.between(0, scene.plan.delay_ms);
            let at = until.saturating_sub(travels).max(scene.now + 1);
            self.race = (round, Some(at));
            scene.wish(Wish::ActAt(at));
        }
        if scene.plan.has(Trouble::Stale) && scene.luck.one_in(16) {
            self.be_odd(scene, round);
            return;
        }
        let changes = self.screen.seat.as_ref().map_or(0, |seat| seat.view.changes.undo);
        let what = match scene.luck.below(12) {
            0 if changes > 0 => BetAsk::UndoBets,
            1 if changes > 0 => BetAsk::ClearBets,
            2 => BetAsk::RepeatBets,
            3 => BetAsk::DoubleBets,
            4 if changes > 0 => {
                let bets = self.screen.seat.as_ref().map(|seat| seat.view.bets.clone());
                match bets.unwrap_or_default().first() {
                    Some(bet) => BetAsk::TakeDown { areas: vec![bet.area] },
                    None => return,
                }
            }
            5 | 6 if !raced => return,
            _ => BetAsk::PlaceBets { bets: self.some_bets(scene) },
        };
        self.say(scene, Some(round), Ask::Bet(what));
    }

    /// Another bet under an old number, or everything once more.
    fn be_odd(&mut self, scene: &mut Scene<'_>, round: u64) {
        if scene.luck.one_in(2) {
            let channel = Channel::Table { table: self.table };
            self.say(scene, None, Ask::Resync(channel));
            return;
        }
        let bets = self.some_bets(scene);
        let other = Ask::Bet(BetAsk::PlaceBets { bets });
        if let Some(said) = self.screen.ask_under_old_number(Some(round), other) {
            scene.wish(Wish::Say(said));
        }
    }

    /// A few bets that the table mostly takes.
    pub fn some_bets(&self, scene: &mut Scene<'_>) -> Vec<BetLine> {
        let Some(table) = &self.screen.table else { return Vec::new() };
        let areas = &table.view.limits.areas;
        let count = scene.luck.between(1, 3);
        (0..count)
            .map(|_| {
                let limit = scene.luck.one_of(areas);
                let multiple = u64::from(limit.multiple).max(1);
                let most = (limit.stake_max / multiple).min(20);
                let least = limit.stake_min.div_ceil(multiple).min(most);
                let stake = multiple * scene.luck.between(least, most);
                // Now and then a stake that cannot be paid, or is too small.
                let stake = if scene.luck.one_in(40) { stake / 3 + 1 } else { stake };
                BetLine { area: limit.area, stake }
            })
            .collect()
    }

    fn say(&mut self, scene: &mut Scene<'_>, round: Option<u64>, what: Ask) {
        // Whoever asks, by themselves or for the plan, has shown the paper.
        if let Ask::Seat(
            SeatAsk::Sit(Funds { voucher: Some(token), .. }) | SeatAsk::BuyIn { voucher: token },
        ) = &what
        {
            self.presented.insert(token.clone());
        }
        let said = self.screen.ask(scene.now, round, what);
        scene.tally.asks += 1;
        scene.wish(Wish::Say(said.clone()));
        // Nervous fingers: mostly once more, sometimes often.
        while scene.plan.has(Trouble::Duplicates) && !scene.luck.one_in(3) {
            Self::twice(scene, said.clone());
        }
    }

    fn twice(scene: &mut Scene<'_>, said: Said) {
        let later = *scene.luck.one_of(&[0, 0, 1, 50, 700, 5_000]);
        scene.tally.duplicates += 1;
        scene.wish(Wish::Repeat(said, later));
    }

    /// Takes an answer.
    pub fn answered(&mut self, scene: &mut Scene<'_>, answered: Answered) -> Result<(), Broken> {
        let Answered { what, answer, .. } = answered;
        match (&what, &answer) {
            (Ask::Resync(_), Answer::Done { .. }) => {
                scene.tally.note(Situation::ScreenResynchronised);
            }
            (Ask::Bet(_), Answer::Done { .. }) => scene.tally.note(Situation::BetAcknowledged),
            (Ask::Bet(_), Answer::Refused { why: Refusal::BettingClosed { .. }, .. }) => {
                scene.tally.note(Situation::BetTooLate);
            }
            (Ask::Bet(_), Answer::Refused { why: Refusal::OtherRound { .. }, .. }) => {
                scene.tally.note(Situation::BetForAnotherRound);
            }
            // An excluded player gets up, and comes back as somebody else.
            (Ask::Bet(_), Answer::Refused { why: Refusal::PlayerExcluded { .. }, .. }) => {
                self.going = true;
            }
            (
                Ask::Seat(
                    SeatAsk::Sit(Funds { voucher: Some(token), .. })
                    | SeatAsk::BuyIn { voucher: token },
                ),
                _,
            ) => {
                self.voucher_answered(scene, token, &answer);
            }
            _ => {}
        }
        Ok(())
    }

    /// A voucher that became credit is worth nothing any more; one that was refused for what it is
    /// neither.
    fn voucher_answered(&mut self, scene: &mut Scene<'_>, token: &str, answer: &Answer) {
        let gone = match answer {
            Answer::Refused { why, .. } => {
                matches!(
                    why,
                    Refusal::VoucherIs { .. } | Refusal::NoSuchVoucher | Refusal::VoucherDiffers
                )
            }
            _ => true,
        };
        if gone {
            self.purse.retain(|voucher| voucher.token != token);
        }
        if !matches!(answer, Answer::Refused { .. }) {
            scene.tally.note(Situation::VoucherAtAnotherTable);
        }
    }

    /// Promise 1, as the player sees it: credit is what came in minus what went out.
    pub fn check_money(&self) -> Result<(), Broken> {
        let Some(seat) = &self.screen.seat else { return Ok(()) };
        let money = seat.view.money;
        let came = i128::from(money.bought_in)
            + i128::from(money.returned)
            + i128::from(money.adjusted_in);
        let went = i128::from(money.cashed_out)
            + i128::from(money.turnover)
            + i128::from(money.adjusted_out);
        if i128::from(money.credit) == came - went {
            return Ok(());
        }
        Err(broken(1, format!("seat {} of table {} sees {money:?}", self.seat, self.table)))
    }
}
