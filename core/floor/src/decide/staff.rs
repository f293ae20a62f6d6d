//! People come, change their passwords, and are stopped at once when they must be.

use taisai_table::{Reason, SessionId, StaffId, Time};

use super::{Decision, later};
use crate::command::SessionEnd;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::Digest;
use crate::refusal::Refusal;
use crate::role::FloorRole;
use crate::staff::{Member, Password, Standing};
use crate::text::{LoginName, PasswordHash};

impl Floor {
    /// Whoever may start the machine may also appoint administrators, but only until there are
    /// enough to appoint others by themselves.
    pub(super) fn add_administrator(&self, name: &LoginName, password: &PasswordHash) -> Decision {
        let enough = Self::ADMINISTRATORS_ENOUGH;
        if self.administrators() >= enough {
            return Err(Refusal::AdministratorsEnough { enough });
        }
        let staff = self.next_staff(name)?;
        let (name, password) = (name.clone(), password.clone());
        Ok(vec![Event::AdministratorAdded { staff, name, password }])
    }

    pub(super) fn add_staff(
        &self,
        name: &LoginName,
        invitation: Digest,
        by: StaffId,
        now: Time,
    ) -> Decision {
        let (staff, name) = (self.next_staff(name)?, name.clone());
        let until = later(now, Self::INVITATION_MS);
        Ok(vec![Event::StaffInvited { staff, name, invitation, until, by }])
    }

    /// An invitation is good once, in time, and for its own person; whichever of these it fails,
    /// whoever shows it hears the same.
    pub(super) fn accept_invitation(
        &self,
        staff: StaffId,
        invitation: Digest,
        password: &PasswordHash,
        now: Time,
    ) -> Decision {
        let member = self.known_member(staff)?;
        if member.standing == Standing::Suspended {
            return Err(Refusal::Suspended);
        }
        match member.password {
            Password::Invited(known) if known.code == invitation && now < known.until => {
                Ok(vec![Event::InvitationAccepted { staff, password: password.clone() }])
            }
            Password::Invited(_) | Password::Own(_) | Password::Given(_) => {
                Err(Refusal::NoSuchCode)
            }
        }
    }

    fn next_staff(&self, name: &LoginName) -> Result<StaffId, Refusal> {
        if self.staff.len() >= Self::STAFF_MAX {
            return Err(Refusal::TooMany { max: Self::STAFF_MAX });
        }
        if self.member_named(name).is_some() {
            return Err(Refusal::NameTaken);
        }
        let last = self.staff.last_key_value().map_or(0, |(staff, _)| staff.0);
        Ok(StaffId(last + 1))
    }

    /// Whoever may have known the old password is logged out, wherever they are.
    pub(super) fn change_password(
        &self,
        password: &PasswordHash,
        staff: StaffId,
        here: SessionId,
    ) -> Vec<Event> {
        let mut events = vec![Event::PasswordChanged { staff, password: password.clone() }];
        let elsewhere = self.sessions_of(staff).filter(|session| *session != here);
        events.extend(
            elsewhere.map(|session| Event::SessionEnded { session, why: SessionEnd::StaffChanged }),
        );
        events
    }

    /// Whoever may start the machine may let an administrator in again. Everybody else's password
    /// is for two people to reset.
    pub(super) fn recover_password(
        &self,
        staff: StaffId,
        password: &PasswordHash,
        reason: &Reason,
    ) -> Decision {
        let member = self.known_member(staff)?;
        if member.role != Some(FloorRole::Administrator) {
            return Err(Refusal::NotAdministrator);
        }
        let (password, reason) = (password.clone(), reason.clone());
        let recovered = Event::PasswordRecovered { staff, password, reason };
        Ok(self.with_ends(staff, recovered))
    }

    pub(super) fn revoke_role(&self, staff: StaffId, reason: &Reason, by: StaffId) -> Decision {
        let member = self.known_member(staff)?;
        let role = member.role.ok_or(Refusal::NoRole)?;
        self.check_not_last(role)?;
        let revoked = Event::RoleRevoked { staff, reason: reason.clone(), by };
        Ok(self.with_ends(staff, revoked))
    }

    pub(super) fn suspend_staff(&self, staff: StaffId, reason: &Reason, by: StaffId) -> Decision {
        let member = self.known_member(staff)?;
        if member.standing == Standing::Suspended {
            return Err(Refusal::Suspended);
        }
        if let Some(role) = member.role {
            self.check_not_last(role)?;
        }
        let suspended = Event::StaffSuspended { staff, reason: reason.clone(), by };
        Ok(self.with_ends(staff, suspended))
    }

    pub(super) fn reinstate_staff(&self, staff: StaffId, reason: &Reason, by: StaffId) -> Decision {
        if self.known_member(staff)?.standing == Standing::Active {
            return Err(Refusal::NotSuspended);
        }
        Ok(vec![Event::StaffReinstated { staff, reason: reason.clone(), by }])
    }

    pub(super) fn known_member(&self, staff: StaffId) -> Result<&Member, Refusal> {
        self.member(staff).ok_or(Refusal::NoSuchStaff { staff })
    }

    /// A floor without an administrator could never have one again.
    pub(super) fn check_not_last(&self, role: FloorRole) -> Result<(), Refusal> {
        if role == FloorRole::Administrator && self.administrators() == 1 {
            return Err(Refusal::LastAdministrator);
        }
        Ok(())
    }

    /// With a person's role go their sessions and whatever they proposed, in the same decision;
    /// they go first, so that after every single event the floor is sound.
    pub(super) fn with_ends(&self, staff: StaffId, what: Event) -> Vec<Event> {
        let theirs = self.proposals().filter(|(_, proposal)| proposal.by == staff);
        let lapse = theirs.map(|(proposal, _)| Event::ProposalLapsed { proposal });
        let ends = self.ends_of(staff, SessionEnd::StaffChanged);
        lapse.chain(ends).chain([what]).collect()
    }

    /// Ends every session of a person.
    pub(super) fn ends_of(&self, staff: StaffId, why: SessionEnd) -> impl Iterator<Item = Event> {
        self.sessions_of(staff).map(move |session| Event::SessionEnded { session, why })
    }
}
