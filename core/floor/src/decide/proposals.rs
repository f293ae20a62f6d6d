//! What takes two people: one proposes, another approves, and nothing has changed in between.

use taisai_table::{ProposalId, SessionId, StaffId, Time};

use super::{Decision, later};
use crate::command::Act;
use crate::event::Event;
use crate::floor::Floor;
use crate::refusal::Refusal;
use crate::staff::{Member, Proposal, Standing};

impl Floor {
    pub(super) fn propose(
        &self,
        act: &Act,
        by: StaffId,
        session: SessionId,
        now: Time,
    ) -> Decision {
        // Stale ones are kept, so that whoever approves one late hears why; but not for ever.
        let mut events = Vec::new();
        if self.proposals.len() >= Self::PROPOSALS_MAX {
            let stale = self.proposals().filter(|(_, made)| self.is_stale(made, now));
            events.extend(stale.map(|(proposal, _)| Event::ProposalLapsed { proposal }));
            if events.is_empty() {
                return Err(Refusal::TooMany { max: Self::PROPOSALS_MAX });
            }
        }
        // What could not be done now is not worth proposing.
        self.check_act(act, by)?;
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
        self.check_act(&proposal.act, by)?;
        let mut events = vec![Event::Approved { proposal: id, by, session }];
        let done = carried_out(&proposal.act, [proposal.by, by]);
        match proposal.act.staff() {
            // Another role means other sessions and no say in what was proposed under the old one.
            Some(staff) => events.extend(self.with_ends(staff, done)),
            None => events.push(done),
        }
        Ok(events)
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
        let Some(member) = act.staff().and_then(|staff| self.member(staff)) else { return 0 };
        let role_changes = u64::from(member.role_changes);
        match act {
            Act::GrantRole { .. } => role_changes,
            Act::ResetPassword { .. } => u64::from(member.password_changes) << 32 | role_changes,
            // Whether it can be done is looked at again when it is agreed to.
            Act::HonourPaper { .. } => 0,
        }
    }

    /// Whether an act can be carried out, and whether this person may have a part in it.
    fn check_act(&self, act: &Act, by: StaffId) -> Result<(), Refusal> {
        match act {
            Act::GrantRole { staff, role } => {
                // Whoever proposes is an administrator and stays one: the last one cannot be lost.
                let member = self.check_about(*staff, by)?;
                if member.role == Some(*role) { Err(Refusal::HasRole) } else { Ok(()) }
            }
            Act::ResetPassword { staff, .. } => self.check_about(*staff, by).map(|_| ()),
            Act::HonourPaper { voucher, number, amount, .. } => {
                self.check_paper(*voucher, *number, *amount)
            }
        }
    }

    /// Somebody about whom others can decide.
    fn check_about(&self, staff: StaffId, by: StaffId) -> Result<&Member, Refusal> {
        let member = self.known_member(staff)?;
        if by == staff {
            return Err(Refusal::OwnCase);
        }
        if member.standing == Standing::Suspended {
            return Err(Refusal::Suspended);
        }
        Ok(member)
    }
}

fn carried_out(act: &Act, by: [StaffId; 2]) -> Event {
    match act {
        Act::GrantRole { staff, role } => Event::RoleGranted { staff: *staff, role: *role, by },
        Act::ResetPassword { staff, password } => {
            Event::PasswordReset { staff: *staff, password: password.clone(), by }
        }
        Act::HonourPaper { voucher, number, amount, currency, reason } => Event::PaperHonoured {
            voucher: *voucher,
            number: *number,
            amount: *amount,
            currency: *currency,
            reason: reason.clone(),
            by,
        },
    }
}
