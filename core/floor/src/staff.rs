//! The people who work here, their log-ins, and what waits for a second one of them.

use taisai_table::{SessionId, StaffId, Time};

use crate::command::Act;
use crate::ids::Digest;
use crate::role::FloorRole;
use crate::text::{LoginName, PasswordHash};

/// A person who works here. People are never removed: what they did stays theirs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The name they log in with.
    pub name: LoginName,
    /// What their password is checked against.
    pub password: PasswordHash,
    /// Who chose the password.
    pub password_is: PasswordIs,
    /// What they may do; nothing while they have none.
    pub role: Option<FloorRole>,
    /// Whether they may log in.
    pub standing: Standing,
    /// How often their role or standing changed.
    pub role_changes: u32,
    /// How often their password changed.
    pub password_changes: u32,
}

/// Who chose a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PasswordIs {
    /// Its person did.
    Own,
    /// Somebody else did, so that it must be changed before anything else is done.
    Given,
}

/// Whether a person may log in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// They may.
    Active,
    /// They are shut out.
    Suspended,
}

impl Member {
    pub(crate) const fn new(name: LoginName, password: PasswordHash) -> Self {
        Self {
            name,
            password,
            password_is: PasswordIs::Given,
            role: None,
            standing: Standing::Active,
            role_changes: 0,
            password_changes: 0,
        }
    }

    /// The role in which they may act: none until they have chosen their own password.
    pub const fn role_in_force(&self) -> Option<FloorRole> {
        match self.password_is {
            PasswordIs::Own => self.role,
            PasswordIs::Given => None,
        }
    }

    pub(crate) fn set_role(&mut self, role: Option<FloorRole>, standing: Standing) {
        (self.role, self.standing) = (role, standing);
        self.role_changes = self.role_changes.wrapping_add(1);
    }

    pub(crate) fn set_password(&mut self, password: &PasswordHash, password_is: PasswordIs) {
        (self.password, self.password_is) = (password.clone(), password_is);
        self.password_changes = self.password_changes.wrapping_add(1);
    }
}

/// A log-in of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Session {
    /// Whose it is.
    pub staff: StaffId,
    /// The digest of the token that its screen holds.
    pub token: Digest,
    /// When its person last gave their password.
    pub authenticated: Time,
    /// When it ends, whatever happens.
    pub until: Time,
}

/// A proposal, bound to the state it was made on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// What is to be done.
    pub act: Act,
    /// What it depends on; another number then means that things have changed.
    pub basis: u64,
    /// When it lapses.
    pub until: Time,
    /// Who proposed it.
    pub by: StaffId,
    /// The log-in it came through.
    pub session: SessionId,
}
