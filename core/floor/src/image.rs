//! The floor as plain values, for snapshots: everything it consists of, and nothing that follows.

mod banks;
mod chains;
mod checks;

use taisai_rules::Currency;
use taisai_table::answers::Kept;
use taisai_table::{DieId, PlayerId, ProposalId, SeatNumber, SessionId, StaffId, Time, VoucherId};

use crate::bank::Bank;
use crate::books::Account;
use crate::command::Asker;
use crate::floor::Floor;
use crate::ids::{Digest, LookUpNumber, TableId, TerminalId};
use crate::index::{Due, Index};
use crate::places::{Display, DisplayOffer, FloorTable, Offer, Terminal};
use crate::rules::CageRules;
use crate::staff::{Member, Proposal, Session};
use crate::thing::{Dispute, Register, Thing, ThingId};
use crate::voucher::{LostNumbers, Promise, Voucher, VoucherState};

pub use chains::ChainsImage;
pub use checks::{ImageFault, Part};

/// Everything a floor consists of; lists are in the order of what stands first in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloorImage {
    /// Everybody who works here or ever did.
    pub staff: Vec<(StaffId, Member)>,
    /// The sessions that run.
    pub sessions: Vec<(SessionId, Session)>,
    /// The number of the last session that was opened.
    pub sessions_opened: u64,
    /// What waits for a second person.
    pub proposals: Vec<(ProposalId, Proposal)>,
    /// The number of the last proposal that was made.
    pub proposals_made: u32,
    /// The enrolments that are offered, by the digests of their codes.
    pub offers: Vec<(Digest, Offer)>,
    /// The terminals.
    pub terminals: Vec<(TerminalId, Terminal)>,
    /// The number of the last terminal that was enrolled.
    pub terminals_enrolled: u32,
    /// The number of the last player who was admitted.
    pub players_admitted: u64,
    /// The tables, with those that were retired.
    pub tables: Vec<(TableId, FloorTable)>,
    /// The vouchers that are known.
    pub vouchers: Vec<(VoucherId, Voucher)>,
    /// The finished ones among them, in the order in which they were finished.
    pub finished: Vec<VoucherId>,
    /// The look-up number of the last voucher.
    pub vouchers_numbered: u64,
    /// Which terminals show which vouchers.
    pub promises: Vec<(VoucherId, Promise)>,
    /// What stands on each account.
    pub balances: Vec<(Currency, Account, i128)>,
    /// The requests that are remembered.
    pub answers: Vec<(Asker, Kept)>,
    /// The numbers that were lost with each old copy of the journal that was accepted.
    pub lost: Vec<LostNumbers>,
    /// Those of them whose paper was honoured.
    pub honoured: Vec<LookUpNumber>,
    /// The first ticket that is not spent, of each terminal that has spent one.
    pub next_tickets: Vec<(TerminalId, u64)>,
    /// The vouchers that no seat takes.
    pub for_cage: Vec<VoucherId>,
    /// What the house has set for its cage.
    pub rules: CageRules,
    /// Until when vouchers are good that are not for ever, and not finished.
    pub good_until: Vec<(VoucherId, Time)>,
    /// The fingerprint of the key from which tokens and codes follow.
    pub key: Option<[u8; 32]>,
    /// The enrolments of displays that are offered, by the digests of their codes.
    pub display_offers: Vec<(Digest, DisplayOffer)>,
    /// The displays.
    pub displays: Vec<(TerminalId, Display)>,
    /// The register of things.
    pub things: Vec<(ThingId, Thing)>,
    /// The dice that were damaged.
    pub damaged_dice: Vec<DieId>,
    /// What two tables say they have.
    pub disputes: Vec<Dispute>,
    /// The banks of felt tables that were ever counted.
    pub banks: Vec<(TableId, Bank)>,
    /// The number of the last fill or credit slip.
    pub slips_numbered: u64,
    /// Who was admitted last to each place of the felt tables in use.
    pub places: Vec<((TableId, SeatNumber), PlayerId)>,
    /// Which vouchers, players and persons belong together, and what they came to in a day.
    pub chains: ChainsImage,
}

impl Floor {
    /// The floor as plain values.
    pub fn image(&self) -> FloorImage {
        FloorImage {
            staff: self.staff.clone().into_iter().collect(),
            sessions: self.sessions.clone().into_iter().collect(),
            sessions_opened: self.sessions_opened,
            proposals: self.proposals.clone().into_iter().collect(),
            proposals_made: self.proposals_made,
            offers: self.offers.clone().into_iter().collect(),
            terminals: self.terminals.clone().into_iter().collect(),
            terminals_enrolled: self.terminals_enrolled,
            players_admitted: self.players_admitted,
            tables: self.tables.clone().into_iter().collect(),
            vouchers: self.vouchers.clone().into_iter().collect(),
            finished: self.finished.clone().into(),
            vouchers_numbered: self.vouchers_numbered,
            promises: self.promises.clone().into_iter().collect(),
            balances: self.books.balances().collect(),
            answers: self.answers.kept().map(|(from, kept)| (*from, kept.clone())).collect(),
            lost: self.lost.clone(),
            honoured: self.honoured.iter().copied().collect(),
            next_tickets: self.next_tickets.clone().into_iter().collect(),
            for_cage: self.for_cage.iter().copied().collect(),
            rules: self.rules.clone(),
            good_until: self.good_until.clone().into_iter().collect(),
            key: self.key,
            display_offers: self.display_offers.clone().into_iter().collect(),
            displays: self.displays.clone().into_iter().collect(),
            things: self.register.things.clone().into_iter().collect(),
            damaged_dice: self.register.damaged.iter().copied().collect(),
            disputes: self.register.disputes.iter().copied().collect(),
            banks: self.banks.clone().into_iter().collect(),
            slips_numbered: self.slips_numbered,
            places: self.places.clone().into_iter().collect(),
            chains: self.chains.image(),
        }
    }

    /// The floor of an image, unless the image cannot be of any floor.
    pub fn from_image(image: FloorImage) -> Result<Self, ImageFault> {
        image.check()?;
        let mut floor = Self {
            staff: image.staff.into_iter().collect(),
            sessions: image.sessions.into_iter().collect(),
            sessions_opened: image.sessions_opened,
            proposals: image.proposals.into_iter().collect(),
            proposals_made: image.proposals_made,
            offers: image.offers.into_iter().collect(),
            terminals: image.terminals.into_iter().collect(),
            terminals_enrolled: image.terminals_enrolled,
            players_admitted: image.players_admitted,
            tables: image.tables.into_iter().collect(),
            vouchers: image.vouchers.into_iter().collect(),
            finished: image.finished.into(),
            vouchers_numbered: image.vouchers_numbered,
            promises: image.promises.into_iter().collect(),
            books: image.balances.into_iter().collect(),
            answers: image.answers.into_iter().collect(),
            lost: image.lost,
            honoured: image.honoured.into_iter().collect(),
            next_tickets: image.next_tickets.into_iter().collect(),
            for_cage: image.for_cage.into_iter().collect(),
            rules: image.rules,
            good_until: image.good_until.into_iter().collect(),
            key: image.key,
            display_offers: image.display_offers.into_iter().collect(),
            displays: image.displays.into_iter().collect(),
            register: Register {
                things: image.things.into_iter().collect(),
                damaged: image.damaged_dice.into_iter().collect(),
                disputes: image.disputes.into_iter().collect(),
            },
            banks: image.banks.into_iter().collect(),
            slips_numbered: image.slips_numbered,
            places: image.places.into_iter().collect(),
            chains: image.chains.chains(),
            index: Index::default(),
        };
        floor.index = floor.indexed();
        floor.check_whole()?;
        Ok(floor)
    }

    /// The ways to find things, made anew.
    fn indexed(&self) -> Index {
        let mut index = Index::default();
        for (staff, member) in &self.staff {
            index.names.insert(member.name.clone(), *staff);
        }
        for (id, session) in &self.sessions {
            index.add_session(*id, session);
        }
        for (id, proposal) in &self.proposals {
            index.due.insert((proposal.until, Due::Proposal(*id)));
        }
        for (code, offer) in &self.offers {
            index.add_offer(*code, offer.until);
        }
        for (code, offer) in &self.display_offers {
            index.add_offer(*code, offer.until);
        }
        for (id, terminal) in &self.terminals {
            index.add_terminal(*id, terminal);
        }
        for (id, display) in &self.displays {
            index.add_display(*id, display);
        }
        for (id, voucher) in &self.vouchers {
            index.add_voucher(*id, voucher);
        }
        for (voucher, until) in &self.good_until {
            if self.vouchers.get(voucher).is_some_and(|v| v.state == VoucherState::Outstanding) {
                index.due.insert((*until, Due::Voucher(*voucher)));
            }
        }
        for (voucher, promise) in &self.promises {
            index.promised.insert((promise.terminal, *voucher));
        }
        index
    }
}
