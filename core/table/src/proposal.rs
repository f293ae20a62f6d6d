//! What one person proposes and another must approve.

use taisai_rules::Role;

use crate::command::Act;
use crate::ids::{SessionId, StaffId};

/// A proposal, bound to the state it was made on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Proposal {
    /// What is to be done.
    pub act: Act,
    /// Who proposed it.
    pub by: StaffId,
    /// The log-in it came through.
    pub session: SessionId,
    /// The lowest role that may approve it.
    pub superior: Role,
    /// What it depends on; another number then means that things have changed.
    pub basis: u64,
}
