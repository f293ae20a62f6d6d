//! What takes two people: one proposes, another approves, and nothing has changed in between.

use taisai_table::{ProposalId, SessionId, StaffId, Time};

use super::{Decision, later};
use crate::command::Act;
use crate::event::Event;
use crate::floor::Floor;
use crate::refusal::Refusal;
use crate::staff::{Member, Proposal, Standing};
use crate::voucher::VoucherState;

impl Floor {
    pub(super) fn propose(
        &self,
        act: &Act,
        by: StaffId,
        session: SessionId,
        now: Time,
    ) -> Decision {
        // Stale ones are kept for a while, so that a late approval is refused with the reason.
        let mut events = Vec::new();
        if self.proposals.len() >= Self::PROPOSALS_MAX {
            let stale = self.proposals().filter(|(_, made)| self.is_stale(made, now));
            events.extend(stale.map(|(proposal, _)| Event::ProposalLapsed { proposal }));
            if events.is_empty() {
                return Err(Refusal::TooMany { max: Self::PROPOSALS_MAX });
            }
        }
        // What could not be done now is not worth proposing.
        self.check_act(act, by, now)?;
        let proposal = ProposalId(self.proposals_made + 1);
        let (basis, until) = (self.basis(act), later(now, Self::PROPOSAL_MS));
        events.push(Event::Proposed { proposal, act: act.clone(), basis, until, by, session });
        Ok(events)
    }

    pub(super) fn approve(
        &self,
        id: ProposalId,
        by: StaffId,
        session: SessionId,
        now: Time,
    ) -> Decision {
        let proposal = self.proposal(id)?;
        if proposal.by == by || proposal.session == session {
            return Err(Refusal::SamePerson);
        }
        if self.is_stale(proposal, now) {
            return Err(Refusal::ProposalStale);
        }
        self.check_act(&proposal.act, by, now)?;
        let mut events = vec![Event::Approved { proposal: id, by, session }];
        events.extend(self.carried_out(&proposal.act, [proposal.by, by], now)?);
        Ok(events)
    }

    fn carried_out(&self, act: &Act, by: [StaffId; 2], now: Time) -> Decision {
        // Another role means other sessions and no say in what was proposed under the old one.
        match act {
            Act::GrantRole { staff, role } => {
                let granted = Event::RoleGranted { staff: *staff, role: *role, by };
                Ok(self.with_ends(*staff, granted))
            }
            Act::ResetPassword { staff, password } => {
                let reset = Event::PasswordReset { staff: *staff, password: password.clone(), by };
                Ok(self.with_ends(*staff, reset))
            }
            Act::Invite { staff, invitation } => {
                let (staff, until) = (*staff, later(now, Self::INVITATION_MS));
                let invited = Event::Invited { staff, invitation: *invitation, until, by };
                Ok(self.with_ends(staff, invited))
            }
            Act::ReplaceVoucher { voucher, anew, reason } => {
                Ok(vec![self.replace_voucher((*voucher, *anew), reason, by)?])
            }
            Act::HonourPaper { voucher, number, amount, currency, reason } => {
                let (voucher, number, amount) = (*voucher, *number, *amount);
                let (currency, reason) = (*currency, reason.clone());
                Ok(vec![Event::PaperHonoured { voucher, number, amount, currency, reason, by }])
            }
            // The cash leaves the drawer of the cashier who proposed it.
            Act::PayVoucher { voucher, .. } => {
                self.count_cash(vec![self.pay_voucher(*voucher, by[0], now)?], None, now)
            }
            Act::PayVoucherOf { voucher, person, .. } => {
                let paid = vec![self.pay_voucher(*voucher, by[0], now)?];
                self.count_cash(paid, Some(person), now)
            }
            Act::ReviveVoucher { voucher, reason } => {
                Ok(vec![self.revive_voucher(*voucher, reason, by)?])
            }
            Act::Bank(act) => Ok(vec![Event::Bank(self.count_bank(act, by)?)]),
        }
    }

    pub(super) fn withdraw(&self, proposal: ProposalId, by: StaffId) -> Decision {
        self.proposal(proposal)?;
        Ok(vec![Event::Withdrawn { proposal, by }])
    }

    fn proposal(&self, id: ProposalId) -> Result<&Proposal, Refusal> {
        self.proposals.get(&id).ok_or(Refusal::NoSuchProposal)
    }

    /// Whether what a proposal was about has changed since, or its time is over.
    pub(crate) fn is_stale(&self, proposal: &Proposal, now: Time) -> bool {
        proposal.until <= now || proposal.basis != self.basis(&proposal.act)
    }

    /// A number that changes with everything an act depends on. That somebody new chooses their
    /// own password does not stand in the way of their role.
    fn basis(&self, act: &Act) -> u64 {
        let changes = |staff| {
            let member = self.member(staff);
            let changes = member.map(|known| (known.role_changes, known.password_changes));
            changes.map_or((0, 0), |(roles, passwords)| (u64::from(roles), u64::from(passwords)))
        };
        match act {
            Act::GrantRole { staff, .. } => changes(*staff).0,
            Act::ResetPassword { staff, .. } | Act::Invite { staff, .. } => {
                let (roles, passwords) = changes(*staff);
                passwords << 32 | roles
            }
            Act::ReplaceVoucher { voucher, anew, .. } => {
                u64::from(self.check_replaceable(*voucher, *anew).is_ok())
            }
            Act::PayVoucher { voucher, .. } | Act::PayVoucherOf { voucher, .. } => {
                self.state_is(*voucher, VoucherState::Outstanding)
            }
            Act::ReviveVoucher { voucher, .. } => self.state_is(*voucher, VoucherState::Expired),
            Act::Bank(act) => self.bank_basis(act),
            // Whether it can be done is looked at again when it is agreed to.
            Act::HonourPaper { .. } => 0,
        }
    }

    /// Whether an act can be carried out, and whether this person may have a part in it.
    fn check_act(&self, act: &Act, by: StaffId, now: Time) -> Result<(), Refusal> {
        match act {
            Act::GrantRole { staff, role } => {
                let member = self.check_member(*staff, by)?;
                // The proposer is an administrator and stays one: the last one cannot be lost here.
                if member.role == Some(*role) { Err(Refusal::HasRole) } else { Ok(()) }
            }
            Act::ResetPassword { staff, .. } | Act::Invite { staff, .. } => {
                self.check_member(*staff, by).map(drop)
            }
            Act::ReplaceVoucher { voucher, anew, .. } => self.check_replaceable(*voucher, *anew),
            Act::HonourPaper { voucher, number, amount, currency, .. } => {
                self.check_paper(*voucher, *number, (*amount, *currency))
            }
            Act::PayVoucher { voucher, .. } => self.pay_voucher(*voucher, by, now).map(drop),
            Act::PayVoucherOf { voucher, person, .. } => {
                self.check_person(Some(person), now)?;
                self.pay_voucher(*voucher, by, now).map(drop)
            }
            Act::ReviveVoucher { voucher, .. } => self.check_expired(*voucher),
            Act::Bank(act) => self.check_bank(act),
        }
    }

    /// The person whom an act is about, who is not shut out and has no part in it.
    fn check_member(&self, staff: StaffId, by: StaffId) -> Result<&Member, Refusal> {
        let member = self.known_member(staff)?;
        if by == staff {
            return Err(Refusal::OwnCase);
        }
        match member.standing {
            Standing::Active => Ok(member),
            Standing::Suspended => Err(Refusal::Suspended),
        }
    }
}
