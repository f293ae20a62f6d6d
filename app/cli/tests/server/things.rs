//! The server is killed, or the line is cut, after every commit of an ask that lends dice to a
//! table, gives them up or calls them broken: they are at one table or at none, and what is broken
//! stays out.

use std::time::Duration;

use serde_json::{Value, json};
use taisai_testing::client::{PATIENCE, Screen, http};
use tokio::time::{Instant, sleep};

use crate::money::gate::Mishap;
use crate::money::house::{Caller, Door, House};

/// The table with a dealer; its shaker and its dice have its number.
const TABLE: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThingAsk {
    Install,
    TakeOut,
    CallBroken,
}

fn run(order: &Value) -> Value {
    json!({ "run": { "table": TABLE, "order": order } })
}

fn install(set: u32) -> Value {
    json!({ "floor": { "install_thing": {
        "thing": { "dice": set }, "table": TABLE, "shaker": TABLE,
    } } })
}

impl House {
    /// Asks, and must hear that it is done.
    async fn does(&self, by: &mut Caller, ask: Value) {
        let asked = by.asks(ask.clone());
        let answer = self.hear(Door::Socket, &asked).await;
        assert_eq!(answer["answer"], "done", "{ask}: {answer}");
    }

    async fn get(&self, path: &str) -> Value {
        // Logging in again and again ends the oldest log-in of that person; the dealer does not do
        // so.
        let cookie = [("cookie", self.dealer.cookie.as_str())];
        http(&self.floor, "GET", path, &cookie, None).await.body
    }

    /// A set of dice as the register has it.
    async fn registered(&self, set: u32) -> Value {
        let things = self.get("/api/v1/things").await.as_array().unwrap().clone();
        things.into_iter().find(|thing| thing["thing"] == json!({ "dice": set })).unwrap()
    }

    /// The set of dice in the shaker.
    async fn in_shaker(&self) -> Option<u64> {
        let (mut screen, _) = Screen::staff(&self.floor, "shift").await;
        screen.ask(None, json!({ "watch": { "console": { "table": TABLE } } })).await;
        let dice = screen.whole("console").await["equipment"]["dice"].clone();
        dice["set"].as_u64()
    }

    /// Whether the dice are in the shaker, once register and table say the same of it.
    async fn settled(&self, set: u32, story: &str) -> bool {
        let until = Instant::now() + PATIENCE;
        loop {
            let here = self.in_shaker().await == Some(set.into());
            let known = self.registered(set).await;
            if known["in_use"] == here {
                return here;
            }
            assert!(Instant::now() < until, "{story}: in the shaker {here}, {known}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// A new set of dice that is placed at the table.
    async fn new_set(&mut self, set: u32) {
        let mut shift = self.staff("shift").await;
        let nature = json!({ "dice": { "dice": [10 * set, 10 * set + 1, 10 * set + 2] } });
        for ask in [
            json!({ "register_thing": { "thing": { "dice": set }, "nature": nature } }),
            json!({ "place_thing": { "thing": { "dice": set }, "table": TABLE } }),
        ] {
            self.does(&mut shift, json!({ "floor": ask })).await;
        }
        if self.in_shaker().await.is_some() {
            self.does(&mut shift, run(&json!("remove_dice"))).await;
        }
    }

    /// One ask that is interrupted after so many commits, and asked again. Says whether it took as
    /// many.
    async fn interrupts(&mut self, ask: ThingAsk, set: u32, mishap: Mishap, commits: i32) -> bool {
        let story = format!("{ask:?} {mishap:?} after {commits} commits");
        self.new_set(set).await;
        let mut shift = self.staff("shift").await;
        let order = match ask {
            ThingAsk::Install => install(set),
            ThingAsk::TakeOut => {
                self.does(&mut shift, install(set)).await;
                run(&json!("remove_dice"))
            }
            ThingAsk::CallBroken => {
                self.does(&mut shift, install(set)).await;
                self.opens_betting(&mut shift).await;
                let what = json!({ "what": "die-broken", "reason": "a test" });
                run(&json!({ "call_irregularity": what }))
            }
        };
        let mut asked = shift.asks(order);
        if ask == ThingAsk::CallBroken {
            asked.round = Some(self.rounds);
        }
        let answered = self.interrupted((Door::Socket, mishap), commits, &asked).await;
        let stopped = answered.is_none();
        self.settled(set, &story).await;
        let answer = self.hear(Door::Socket, &asked).await;
        let refused = answer["refused"].is_string();
        if ask == ThingAsk::CallBroken && refused {
            // It was killed before anything was called, and the start made the round void.
            assert!(stopped && commits == 0 && mishap == Mishap::Killed, "{story}: {answer}");
            return stopped;
        }
        assert!(!refused, "{story}: {answer}");
        let here = self.settled(set, &story).await;
        assert_eq!(here, ask != ThingAsk::TakeOut, "{story}");
        if ask == ThingAsk::CallBroken {
            assert!(self.registered(set).await["damage"].is_object(), "{story}");
            self.makes_void(&mut shift).await;
            self.does(&mut shift, run(&json!("remove_dice"))).await;
            let again = shift.asks(install(set));
            let refused = self.hear(Door::Socket, &again).await;
            assert_eq!(refused, json!({ "refused": "thing-damaged" }), "{story}");
        }
        stopped
    }

    /// Two people make the round void, unless a start has done so.
    async fn makes_void(&mut self, shift: &mut Caller) {
        let act = json!({ "rounds": [self.rounds], "what": "die-broken", "reason": "a test" });
        let propose = json!({ "propose": { "act": { "void_rounds": act } } });
        let asked = shift.asks(run(&propose));
        if self.hear(Door::Socket, &asked).await["refused"].is_string() {
            return;
        }
        let waiting = self.get("/api/v1/approvals").await.as_array().unwrap().clone();
        let proposals = waiting.iter().filter_map(|one| one["waiting"]["proposal"].as_u64());
        let proposal = proposals.max().unwrap();
        let mut second = self.staff("floor").await;
        self.does(&mut second, run(&json!({ "approve": { "proposal": proposal } }))).await;
    }

    async fn opens_betting(&mut self, shift: &mut Caller) {
        self.does(shift, run(&json!("take_shaker"))).await;
        // The dice are other ones than those that were seen.
        let seen = json!({ "attest_lines": { "lines": ["shaker.dice"] } });
        self.does(shift, run(&seen)).await;
        self.rounds += 1;
        let mut open = shift.asks(run(&json!("open_betting")));
        open.round = Some(self.rounds);
        let answer = self.hear(Door::Socket, &open).await;
        assert_eq!(answer["answer"], "done", "{answer}");
    }

    async fn tries(&mut self, ask: ThingAsk, first: u32) {
        let mut set = first;
        for mishap in Mishap::ALL {
            let mut commits = 0;
            while self.interrupts(ask, set, mishap, commits).await {
                (commits, set) = (commits + 1, set + 1);
                assert!(commits < 20, "{ask:?} never ends");
            }
            set += 1;
            assert!(commits > 1, "{ask:?} {mishap:?} took {commits} commits");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_at_one_table_wherever_an_ask_is_interrupted() {
    let mut house = House::open().await;
    house.tries(ThingAsk::Install, 100).await;
    house.tries(ThingAsk::TakeOut, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_dice_stay_out_wherever_the_call_is_interrupted() {
    let mut house = House::open().await;
    house.tries(ThingAsk::CallBroken, 300).await;
}
