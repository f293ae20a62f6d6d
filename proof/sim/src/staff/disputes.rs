//! What supervisors do about disputes: they open cases, decide them by two, and open them again.

use taisai_protocol::ask::{ActAsk, CaseRulingAsk, Order};
use taisai_protocol::word::IrregularityWord;
use taisai_rules::Irregularity;

use super::Worker;
use crate::plan::Trouble;
use crate::scene::Scene;

impl Worker {
    /// The floorperson opens a case, or proposes how to decide one; says whether they did.
    pub(super) fn hears_dispute(&mut self, scene: &mut Scene<'_>) -> bool {
        if !scene.plan.has(Trouble::Irregular) || !scene.luck.one_in(12) {
            return false;
        }
        let Some(order) = self.dispute_order(scene) else { return false };
        self.order(scene, order);
        true
    }

    fn dispute_order(&self, scene: &mut Scene<'_>) -> Option<Order> {
        let console = self.console()?;
        let (round, seat) = (console.rounds.last()?.round, console.seats.first()?);
        let (player, reason) = (seat.player, "a player objects".to_owned());
        let seat = seat.seat;
        let Some(open) = console.cases.iter().find(|case| case.open) else {
            return Some(Order::OpenCase {
                about: IrregularityWord(Irregularity::Dispute),
                what: reason,
                round: Some(round),
                seat: Some(seat),
                player: Some(player),
                recording: None,
            });
        };
        let amount = scene.luck.between(1, 20) * 100;
        let ruling = match (self.is_at_felt(scene), scene.luck.one_in(2)) {
            (true, true) => CaseRulingAsk::PayChips { amount },
            (true, false) => CaseRulingAsk::TakeChips { amount },
            (false, true) => CaseRulingAsk::PayBet { round, seat, player, amount },
            (false, false) => CaseRulingAsk::TakeBet { round, seat, player, amount },
        };
        let act = ActAsk::DecideCase { case: open.case, ruling, reason };
        Some(Order::Propose { act })
    }

    /// The commission looks at a case once more; says whether it did.
    pub(super) fn reopens_case(&mut self, scene: &mut Scene<'_>) -> bool {
        if scene.quiet || !scene.plan.has(Trouble::Irregular) || !scene.luck.one_in(20) {
            return false;
        }
        let decided = self.console().and_then(|console| console.cases.iter().find(|c| !c.open));
        let Some(case) = decided.map(|case| case.case) else { return false };
        let (authority, reference) = ("the commission".to_owned(), "letter 12".to_owned());
        let reason = "a new recording".to_owned();
        self.order(scene, Order::ReopenCase { case, authority, reference, reason });
        true
    }
}
