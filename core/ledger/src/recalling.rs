//! Past rounds that the ledger no longer kept and knows again by what their event says.

use std::collections::{BTreeMap, VecDeque};

use taisai_table::round::{PastRound, Slip};
use taisai_table::{Money, PlayerId, RoundNumber};

use crate::fault::{Figure, LedgerFault};
use crate::ledger::Ledger;
use crate::rounds::{RoundRecord, SlipRecord};
use crate::workings::{money, same, share};

impl Ledger {
    /// What a recalled round is said to have returned must be what its bets and dice return, or the
    /// stakes where they are void; what the house is said to bear can only be more than is known.
    pub(crate) fn check_recalled(
        &self,
        said: &PastRound,
        borne: &BTreeMap<PlayerId, Money>,
    ) -> Result<(), LedgerFault> {
        let round = said.number;
        let newest = self.past.back().map(|newest| newest.number);
        if self.round_record(round).is_some() || newest.is_none_or(|newest| newest <= round) {
            return Err(LedgerFault::OtherRound { round });
        }
        if said.voided.is_none() && said.results.is_empty() {
            return Err(LedgerFault::RoundNotSettled { round });
        }
        if let Some(&seat) = said.void_bets.iter().find(|seat| !said.slips.contains_key(seat)) {
            return Err(LedgerFault::OtherSeat { seat });
        }
        let pays = self.pays(round);
        for (&seat, slip) in &said.slips {
            let sorted = slip.bets.is_sorted_by(|one, next| one.area < next.area);
            let payable = slip.bets.iter().all(|bet| pays.check(*bet).is_ok());
            if !sorted || !payable {
                return Err(LedgerFault::OtherHistory { round });
            }
            let own = slip_record(slip);
            let worked_out = match said.result() {
                Some(roll) if !said.void_bets.contains(&seat) => share(pays, roll, &own).returned(),
                Some(_) | None => own.staked(),
            };
            same(Figure::Returned, seat, slip.returned, money(worked_out))?;
        }
        for (&player, &said) in borne {
            let worked_out = money(self.borne(player));
            if said < worked_out {
                return Err(LedgerFault::BorneDiffers { player, said, worked_out });
            }
        }
        Ok(())
    }

    pub(crate) fn record_recalled(
        &mut self,
        said: &PastRound,
        borne: &BTreeMap<PlayerId, Money>,
        forgotten: Option<RoundNumber>,
    ) {
        let void_bets = said.void_bets.iter();
        let voided_bets =
            void_bets.filter_map(|seat| Some((*seat, said.slips.get(seat)?.returned))).collect();
        self.recalled.push_back(RoundRecord {
            number: said.number,
            slips: said.slips.iter().map(|(&seat, slip)| (seat, slip_record(slip))).collect(),
            rolls: said.results.clone(),
            voided: said.voided,
            voided_bets,
            collected: true,
            paid: true,
            void_bets: said.void_bets.clone(),
        });
        self.borne.extend(borne.iter().map(|(&player, &amount)| (player, amount.units())));
        if let Some(forgotten) = take(&mut self.recalled, forgotten) {
            self.forget_borne(&forgotten);
        }
    }
}

fn take(rounds: &mut VecDeque<RoundRecord>, number: Option<RoundNumber>) -> Option<RoundRecord> {
    let place = rounds.iter().position(|known| Some(known.number) == number)?;
    rounds.remove(place)
}

fn slip_record(slip: &Slip) -> SlipRecord {
    let Slip { player, bets, returned } = slip;
    SlipRecord { player: *player, bets: bets.clone(), returned: returned.units() }
}
