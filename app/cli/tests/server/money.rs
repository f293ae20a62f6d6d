//! The line is cut and the server killed after every step of every ask that moves money: it has one
//! effect and one answer, and nobody has more or less than before.

pub(crate) mod gate;
pub(crate) mod house;

use serde_json::{Value, json};

use gate::Mishap;
use house::{Asked, Caller, Door, House};
use taisai_testing::client::{Screen, http};

/// What moves money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoneyAsk {
    SitWithVoucher,
    SitWithPlayMoney,
    BuyIn,
    CashOutAll,
    CashOutSome,
    Leave,
    Sell,
    Redeem,
    PayOwed,
    Replace,
}

/// What the player brings, where something is brought.
const BROUGHT: u64 = 50_000;
/// What is lent, sold besides, cashed out of more, or owed.
const SOME: u64 = 10_000;

/// An ask that is ready to be made, and what the player's money will be worth afterwards.
struct Ready {
    asked: Asked,
    seat: Option<Caller>,
    worth: u64,
}

impl House {
    async fn sells(&mut self, amount: u64) -> Value {
        let sale = json!({ "cage": { "sell": { "amount": amount, "currency": "USD" } } });
        let asked = self.cashier.asks(sale);
        let sold = self.hear(Door::Http, &asked).await;
        self.takes(&sold);
        sold["voucher"]["token"].clone()
    }

    /// The player receives a voucher, once or again.
    fn takes(&mut self, answer: &Value) {
        let voucher = &answer["voucher"];
        if voucher["token"].is_string() && !self.papers.contains(voucher) {
            self.papers.push(voucher.clone());
        }
    }

    /// A player at table 1 who has bought in.
    async fn seated(&mut self) -> Caller {
        let token = self.sells(BROUGHT).await;
        let mut seat = self.terminal(1).await;
        let sit = seat.asks(json!({ "seat": { "sit": { "voucher": token } } }));
        assert_eq!(self.hear(Door::Http, &sit).await["answer"], "done");
        seat
    }

    async fn ready(&mut self, ask: MoneyAsk) -> Ready {
        match ask {
            MoneyAsk::SitWithVoucher => {
                let token = self.sells(BROUGHT).await;
                let mut seat = self.terminal(1).await;
                let asked = seat.asks(json!({ "seat": { "sit": { "voucher": token } } }));
                Ready { asked, seat: Some(seat), worth: BROUGHT }
            }
            MoneyAsk::SitWithPlayMoney => {
                let mut seat = self.terminal(1).await;
                let asked = seat.asks(json!({ "seat": { "sit": { "demo": SOME } } }));
                Ready { asked, seat: Some(seat), worth: SOME }
            }
            MoneyAsk::BuyIn => {
                let (mut seat, token) = (self.seated().await, self.sells(SOME).await);
                let asked = seat.asks(json!({ "seat": { "buy_in": { "voucher": token } } }));
                Ready { asked, seat: Some(seat), worth: BROUGHT + SOME }
            }
            MoneyAsk::CashOutAll => {
                let mut seat = self.seated().await;
                let asked = seat.asks(json!({ "seat": { "cash_out": {} } }));
                Ready { asked, seat: Some(seat), worth: BROUGHT }
            }
            MoneyAsk::CashOutSome => {
                let mut seat = self.seated().await;
                let asked = seat.asks(json!({ "seat": { "cash_out": { "amount": SOME } } }));
                Ready { asked, seat: Some(seat), worth: BROUGHT }
            }
            MoneyAsk::Leave => {
                let mut seat = self.seated().await;
                let asked = seat.asks(json!({ "seat": "leave" }));
                Ready { asked, seat: Some(seat), worth: BROUGHT }
            }
            MoneyAsk::Sell => {
                let sale = json!({ "cage": { "sell": { "amount": SOME, "currency": "USD" } } });
                Ready { asked: self.cashier.asks(sale), seat: None, worth: SOME }
            }
            MoneyAsk::Redeem => {
                let token = self.sells(BROUGHT).await;
                let asked = self.cashier.asks(json!({ "cage": { "redeem": { "token": token } } }));
                Ready { asked, seat: None, worth: BROUGHT }
            }
            MoneyAsk::PayOwed => self.owed().await,
            MoneyAsk::Replace => self.lost().await,
        }
    }

    /// A player has lost a paper, and one person has proposed another.
    async fn lost(&mut self) -> Ready {
        self.sells(BROUGHT).await;
        let number = self.papers.last().unwrap()["number"].clone();
        let lost = json!({ "number": number, "reason": "a test" });
        let propose = self.cashier.asks(json!({ "cage": { "replace_voucher": lost } }));
        assert_eq!(self.hear(Door::Http, &propose).await["answer"], "done");
        let mut screen = Screen::open(&self.floor, "as=staff", &self.cashier.cookie).await;
        self.cashier.skip_to(screen.ask(None, json!({ "watch": "cage" })).await["id"].as_u64());
        let waiting = screen.whole("cage").await["replacing"].clone();
        let proposed = waiting.as_array().unwrap().iter().find(|made| made["number"] == number);
        let agree = json!({ "proposal": proposed.unwrap()["proposal"], "number": number });
        // The approver has just entered their password.
        let mut second = self.staff("shift").await;
        let asked = second.asks(json!({ "cage": { "approve_replacement": agree } }));
        Ready { asked, seat: None, worth: BROUGHT }
    }

    /// A player has lost a bet and left, and the round is made void behind them.
    async fn owed(&mut self) -> Ready {
        let token = self.sells(BROUGHT).await;
        let mut seat = self.terminal(2).await;
        let sit = seat.asks(json!({ "seat": { "sit": { "voucher": token } } }));
        assert_eq!(self.hear(Door::Http, &sit).await["answer"], "done");
        let view = self.view(&seat).await;
        let player = view["about"]["player"].as_u64().unwrap();
        let mut dealer = Screen::open(&self.floor, "as=staff", &self.dealer.cookie).await;
        self.rounds += 1;
        let round = self.rounds;
        let dice = json!({ "dice": [1, 1, 2] });
        for order in [json!("take_shaker"), json!("open_betting")] {
            orders(&mut dealer, round, order).await;
        }
        self.bets(&mut seat, round, "big").await;
        for order in [
            json!("call_no_more_bets"),
            json!({ "shake": { "times": 3 } }),
            json!("reveal"),
            json!({ "enter_dice": dice }),
            json!({ "confirm_dice": dice }),
            json!("collect"),
            json!("pay"),
            json!("clear"),
        ] {
            orders(&mut dealer, round, order).await;
        }
        let leave = seat.asks(json!({ "seat": "leave" }));
        let left = self.hear(Door::Http, &leave).await;
        self.takes(&left);
        let mut floor = Screen::open(&self.floor, "as=staff", &self.usher.cookie).await;
        let (mut shift, _) = Screen::staff(&self.floor, "shift").await;
        let act = json!({ "rounds": [round], "what": "dispute", "reason": "a test" });
        let propose = json!({ "propose": { "act": { "void_rounds": act } } });
        let proposed = orders(&mut floor, round, propose).await;
        assert_eq!(proposed["answer"], "done", "{proposed}");
        let agree = json!({ "approve": { "proposal": round } });
        let agreed = orders(&mut shift, round, agree).await;
        assert_eq!(agreed["answer"], "done", "{agreed}");
        let owed =
            json!({ "cage": { "pay_owed": { "table": 2, "player": player, "reason": "known" } } });
        Ready { asked: self.cashier.asks(owed), seat: None, worth: BROUGHT }
    }

    async fn bets(&self, seat: &mut Caller, round: u64, area: &str) {
        let bets = json!({ "place_bets": { "bets": [{ "area": area, "stake": SOME }] } });
        let mut screen = Screen::open(&self.floor, "as=terminal", &seat.cookie).await;
        let placed = screen.ask(Some(round), json!({ "bet": bets })).await;
        assert_eq!(placed["answer"], "done", "{placed}");
        seat.skip_to(Some(screen.asked));
    }

    async fn view(&self, seat: &Caller) -> Value {
        let cookie = [("cookie", seat.cookie.as_str())];
        http(&self.floor, "GET", "/api/v1/seat", &cookie, None).await.body
    }

    /// What the player has: credit and bets, cash, and what the cage says the papers are worth. No
    /// other voucher is outstanding, and none is under way.
    async fn worth(&self, seat: Option<&Caller>) -> u64 {
        let mut worth = self.cash;
        if let Some(seat) = seat {
            let money = self.view(seat).await["money"].clone();
            worth += money["credit"].as_u64().unwrap() + money["staked"].as_u64().unwrap();
        }
        let cookie = [("cookie", self.cashier.cookie.as_str())];
        let mut held = 0;
        for paper in &self.papers {
            let body = Some(json!({ "token": paper["token"] }));
            let path = "/api/v1/vouchers/find";
            let found = http(&self.floor, "POST", path, &cookie, body).await.body;
            if found["voucher"]["state"] == "outstanding" {
                held += paper["amount"].as_u64().unwrap();
            }
        }
        let cookie = [("cookie", self.dealer.cookie.as_str())];
        let sums = http(&self.floor, "GET", "/api/v1/vouchers", &cookie, None).await.body;
        let sum = |what: &str| sums[0][what].as_u64().unwrap_or(0);
        assert_eq!(sum("under_way_amount"), 0, "{sums}");
        assert_eq!(sum("outstanding_amount"), held, "a voucher is in nobody's hand: {sums}");
        worth + held
    }

    /// The player goes home with everything, so that the next one begins with nothing.
    async fn goes_home(&mut self, seat: Option<Caller>) {
        if let Some(mut seat) = seat {
            let leave = seat.asks(json!({ "seat": "leave" }));
            let left = self.hear(Door::Http, &leave).await;
            self.takes(&left);
        }
        for paper in std::mem::take(&mut self.papers) {
            let redeem = json!({ "cage": { "redeem": { "token": paper["token"] } } });
            let asked = self.cashier.asks(redeem);
            self.hear(Door::Http, &asked).await;
        }
        self.cash = 0;
    }

    /// One ask that is interrupted after so many commits, and asked again until it is answered.
    /// Says whether it took as many.
    async fn try_one(&mut self, ask: MoneyAsk, how: (Door, Mishap), commits: i32) -> bool {
        let (door, story) = (how.0, format!("{ask:?} {how:?} after {commits} commits"));
        let Ready { asked, seat, worth } = self.ready(ask).await;
        let answered = self.interrupted(how, commits, &asked).await;
        let stopped = answered.is_none();
        let answer = match answered {
            Some(answer) => answer,
            None => self.hear(door, &asked).await,
        };
        assert!(answer["refused"].is_null(), "{story}: {answer}");
        self.takes(&answer);
        if ask == MoneyAsk::Redeem {
            self.cash += BROUGHT;
        }
        for again in Door::ALL {
            assert_eq!(self.hear(again, &asked).await, answer, "{story}, asked again");
        }
        if !stopped {
            self.start_again();
            assert_eq!(self.hear(door, &asked).await, answer, "{story}, after a restart");
        }
        assert_eq!(self.worth(seat.as_ref()).await, worth, "{story}: {answer}");
        self.goes_home(seat).await;
        stopped
    }

    async fn try_all(&mut self, ask: MoneyAsk, least: i32) {
        for how in Door::ALL.into_iter().flat_map(|door| Mishap::ALL.map(|mishap| (door, mishap))) {
            let mut commits = 0;
            while self.try_one(ask, how, commits).await {
                commits += 1;
                assert!(commits < 20, "{ask:?} never ends");
            }
            assert!(commits > least, "{ask:?} {how:?} has {least} steps and took {commits}");
        }
    }
}

async fn orders(screen: &mut Screen, round: u64, order: Value) -> Value {
    let round =
        if order == "take_shaker" || order["propose"].is_object() { None } else { Some(round) };
    let round = round.filter(|_| !order["approve"].is_object());
    screen.ask(round, json!({ "run": { "table": 2, "order": order } })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sit_down_has_one_effect_and_one_answer_wherever_it_is_interrupted() {
    let mut house = House::open().await;
    house.try_all(MoneyAsk::SitWithVoucher, 4).await;
    house.try_all(MoneyAsk::SitWithPlayMoney, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buy_in_and_a_cash_out_have_one_effect_and_one_answer_wherever_they_are_interrupted() {
    let mut house = House::open().await;
    house.try_all(MoneyAsk::BuyIn, 2).await;
    house.try_all(MoneyAsk::CashOutAll, 2).await;
    house.try_all(MoneyAsk::CashOutSome, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_has_one_voucher_wherever_the_ask_is_interrupted() {
    let mut house = House::open().await;
    house.try_all(MoneyAsk::Leave, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_cage_does_has_one_effect_and_one_answer_wherever_it_is_interrupted() {
    let mut house = House::open().await;
    house.try_all(MoneyAsk::Sell, 1).await;
    house.try_all(MoneyAsk::Redeem, 1).await;
    house.try_all(MoneyAsk::Replace, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_table_owes_is_paid_once_wherever_the_ask_is_interrupted() {
    let mut house = House::open().await;
    house.try_all(MoneyAsk::PayOwed, 2).await;
}
