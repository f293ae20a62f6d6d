//! What somebody may do on the floor.

use std::fmt;

use taisai_rules::Role;

/// A person's role on the floor. At the tables a higher role may act for a lower one; the cage,
/// the audit and the administration are kept apart from the tables and from one another, so that
/// nobody both takes in the money and says who may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloorRole {
    /// Works at the tables.
    Table(Role),
    /// Sells and redeems vouchers.
    Cashier,
    /// Reads everything and changes nothing.
    Auditor,
    /// Looks after staff and table set-ups.
    Administrator,
}

impl FloorRole {
    /// Every role, the ranks of the tables first.
    pub const ALL: [Self; 8] = [
        Self::Table(Role::Dealer),
        Self::Table(Role::Floorperson),
        Self::Table(Role::Supervisor),
        Self::Table(Role::PitManager),
        Self::Table(Role::ShiftManager),
        Self::Cashier,
        Self::Auditor,
        Self::Administrator,
    ];

    /// Whether this role may do what another one is asked to do.
    pub fn may_act_for(self, asked: Self) -> bool {
        match (self, asked) {
            (Self::Table(role), Self::Table(asked)) => role.may_act_for(asked),
            (Self::Table(_) | Self::Cashier | Self::Auditor | Self::Administrator, _) => {
                self == asked
            }
        }
    }

    /// The word for this role.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Table(role) => role.word(),
            Self::Cashier => "cashier",
            Self::Auditor => "auditor",
            Self::Administrator => "administrator",
        }
    }

    /// The role this word stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

impl fmt::Display for FloorRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_found_by_its_word() {
        for role in FloorRole::ALL {
            assert_eq!(FloorRole::from_word(role.word()), Some(role));
        }
        let ranks: Vec<FloorRole> = Role::ALL.iter().map(|role| FloorRole::Table(*role)).collect();
        assert_eq!(FloorRole::ALL[..5], ranks);
        assert_eq!(FloorRole::from_word("owner"), None);
    }

    #[test]
    fn ranks_hold_at_the_tables_and_nowhere_else() {
        let (dealer, shift) =
            (FloorRole::Table(Role::Dealer), FloorRole::Table(Role::ShiftManager));
        assert!(shift.may_act_for(dealer) && !dealer.may_act_for(shift));
        for apart in [FloorRole::Cashier, FloorRole::Auditor, FloorRole::Administrator] {
            for other in FloorRole::ALL {
                assert_eq!(apart.may_act_for(other), apart == other);
                assert_eq!(other.may_act_for(apart), apart == other);
            }
        }
    }
}
