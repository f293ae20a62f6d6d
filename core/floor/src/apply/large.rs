//! What an event changes about the chains of vouchers.

use taisai_table::{PlayerId, Time, VoucherId};

use crate::command::Payee;
use crate::event::{Event, LargeEvent};
use crate::floor::Floor;
use crate::ids::TableId;
use crate::large::Link;
use crate::places::Terminal;
use crate::voucher::VoucherState;

impl Floor {
    pub(super) fn apply_to_chains(&mut self, event: &LargeEvent) {
        match event {
            LargeEvent::LargeRuled(rules) => self.chains.rules = rules.clone(),
            LargeEvent::CashCounted { voucher, way, amount, currency, person, .. } => {
                let person = person.clone().map(Link::Person);
                let links: Vec<Link> =
                    [Link::Voucher(*voucher)].into_iter().chain(person).collect();
                let chain = self.chains.link(&links);
                self.chains.add(chain, (*currency, *way), u128::from(amount.units()));
            }
            // What links them has made them one; this is for those who read the journal.
            LargeEvent::ChainsJoined { .. } => {}
            LargeEvent::SumLarge { chain, way, currency, .. } => {
                self.chains.noted.insert((*chain, (*currency, *way)));
            }
        }
    }

    /// The first voucher of a day that moves begins it, before anything of it is done: what the
    /// day before still links is looked at as it was.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event is about a chain")]
    pub(super) fn turn_gaming_day(&mut self, event: &Event, now: Time) {
        let moves = match event {
            Event::VoucherSold { .. }
            | Event::VoucherRedeemed { .. }
            | Event::VoucherSpent { .. }
            | Event::VoucherPrepared { .. }
            | Event::VoucherReplaced { .. } => !self.chains.is_idle(),
            Event::Large(LargeEvent::CashCounted { .. }) => true,
            _ => false,
        };
        let today = self.chains.today(now);
        if !moves || today == self.chains.date {
            return;
        }
        let mut chains = std::mem::take(&mut self.chains);
        let sits: std::collections::BTreeSet<PlayerId> = (self.terminals.values())
            .filter_map(|terminal| terminal.player)
            .chain(chains.left_at.values().copied())
            .chain(self.places.values().copied())
            .collect();
        chains.turn(today, |voucher| self.can_move(voucher), |player| sits.contains(&player));
        self.chains = chains;
    }

    /// Whether a voucher can still be cash, or credit.
    fn can_move(&self, voucher: VoucherId) -> bool {
        self.voucher(voucher).is_some_and(|known| match known.state {
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Held { .. }
            // Two people can make it good again.
            | VoucherState::Expired => true,
            VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. } => false,
        })
    }

    /// A voucher that a player plays, or is paid with, is of their chain.
    pub(super) fn link_to_player(&mut self, voucher: VoucherId, table: TableId, payee: Payee) {
        if let Some(player) = self.player_of(table, payee) {
            self.link_watched(&[Link::Voucher(voucher), Link::Player(player)]);
        }
    }

    pub(super) fn link_watched(&mut self, links: &[Link]) {
        if self.chains.rules.is_watching() {
            self.chains.link(links);
        }
    }

    /// The player stays at the seat when its terminal is changed for another.
    pub(super) fn remember_who_left(&mut self, terminal: &Terminal) {
        let Some(player) = terminal.player.filter(|_| self.chains.rules.is_watching()) else {
            return;
        };
        self.chains.left_at.insert((terminal.table, terminal.seat), player);
    }
}
