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
    /// How they show who they are.
    pub password: Password,
    /// What they may do; nothing while they have none.
    pub role: Option<FloorRole>,
    /// Whether they may log in.
    pub standing: Standing,
    /// How often their role or standing changed.
    pub role_changes: u32,
    /// How often their password changed.
    pub password_changes: u32,
}

/// How a person shows who they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Password {
    /// By a password they chose.
    Own(PasswordHash),
    /// By a password somebody else chose, so that it must be changed before anything else is done.
    Given(PasswordHash),
    /// They have no password yet, and choose one when they show this invitation.
    Invited(Invitation),
}

/// Lets its person choose a password, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Invitation {
    /// The digest of the code that they were given.
    pub code: Digest,
    /// Until when it is good.
    pub until: Time,
}

impl Password {
    /// Whether its person chose it.
    pub const fn is_own(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Given(_) | Self::Invited(_) => false,
        }
    }

    /// What a password is checked against; nothing where there is none.
    pub const fn hash(&self) -> Option<&PasswordHash> {
        match self {
            Self::Own(hash) | Self::Given(hash) => Some(hash),
            Self::Invited(_) => None,
        }
    }
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
    pub(crate) const fn new(name: LoginName, password: Password) -> Self {
        Self {
            name,
            password,
            role: None,
            standing: Standing::Active,
            role_changes: 0,
            password_changes: 0,
        }
    }

    /// The role in which they may act: none until they have chosen their own password.
    pub const fn role_in_force(&self) -> Option<FloorRole> {
        if self.password.is_own() { self.role } else { None }
    }

    pub(crate) fn set_role(&mut self, role: Option<FloorRole>, standing: Standing) {
        (self.role, self.standing) = (role, standing);
        self.role_changes = self.role_changes.wrapping_add(1);
    }

    pub(crate) fn set_password(&mut self, password: Password) {
        self.password = password;
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
