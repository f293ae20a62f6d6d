//! Vouchers whose paper is lost: two people make another one out, and the lost one is dead.

use taisai_floor::{Act, Command as FloorCommand, LookUpNumber};
use taisai_protocol::Refusal;
use taisai_protocol::answer::VoucherTold;
use taisai_table::{ProposalId, Reason, VoucherId};

use crate::error::Error;
use crate::house::House;
use crate::house::who::Staff;
use crate::world::secret::Token;

/// What a token is derived for; the cage has the others.
const REPLACEMENT: u64 = 5;

impl House {
    /// Proposes to make out anew the voucher with this number.
    pub async fn propose_replacement(
        &self,
        by: &Staff,
        id: u64,
        number: LookUpNumber,
        reason: Reason,
    ) -> Result<(), Error> {
        let voucher = self.voucher_numbered(number).await?;
        let anew = self.replacement(voucher).await?.voucher();
        let propose = FloorCommand::Propose(Act::ReplaceVoucher { voucher, anew, reason });
        Ok(self.floor.ask(by.on_floor(id, propose)).await??)
    }

    /// Agrees to it as the second person. The number of the lost voucher leads to the new one
    /// however often it is asked: the proposal is gone once it is agreed to.
    pub async fn approve_replacement(
        &self,
        by: &Staff,
        id: u64,
        proposal: ProposalId,
        number: LookUpNumber,
    ) -> Result<VoucherTold, Error> {
        let voucher = self.voucher_numbered(number).await?;
        // One that is not there was agreed to; by whom, the floor knows by the request's number.
        let about_another = match self.act(proposal).await? {
            Some(Act::ReplaceVoucher { voucher: lost, .. }) => lost != voucher,
            Some(
                Act::GrantRole { .. }
                | Act::ResetPassword { .. }
                | Act::Invite { .. }
                | Act::HonourPaper { .. }
                | Act::PayVoucher { .. }
                | Act::PayVoucherOf { .. }
                | Act::ReviveVoucher { .. }
                | Act::Bank(_),
            ) => true,
            None => false,
        };
        if about_another {
            return Err(taisai_floor::Refusal::NoSuchProposal.into());
        }
        let approve = FloorCommand::Approve(proposal);
        self.floor.ask(by.on_floor(id, approve)).await??;
        self.told(self.replacement(voucher).await?).await
    }

    /// Whether a proposal is about a voucher whose paper is lost.
    pub async fn is_replacement(&self, proposal: ProposalId) -> Result<bool, Error> {
        Ok(matches!(self.act(proposal).await?, Some(Act::ReplaceVoucher { .. })))
    }

    async fn act(&self, proposal: ProposalId) -> Result<Option<Act>, Error> {
        let made = self.floor.look(move |floor| {
            let made = floor.proposals().find(|(id, _)| *id == proposal);
            made.map(|(_, made)| made.act.clone())
        });
        Ok(made.await?)
    }

    async fn voucher_numbered(&self, number: LookUpNumber) -> Result<VoucherId, Error> {
        let found = self.floor.look(move |floor| floor.voucher_numbered(number).map(|(id, _)| id));
        found.await?.ok_or(Error::Refused(Refusal::NoSuchVoucher))
    }

    /// The token of the voucher in place of a lost one. A voucher is replaced once, so that no two
    /// have the same.
    async fn replacement(&self, VoucherId(lost): VoucherId) -> Result<Token, Error> {
        let half = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let bytes = lost.to_be_bytes();
        let (high, low) = bytes.split_at(8);
        self.token_for(&[REPLACEMENT, half(high), half(low)]).await
    }
}
