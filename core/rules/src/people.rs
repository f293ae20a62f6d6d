//! Who does what.

use crate::clause::Ruled;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// A person's place on the floor, lowest first; a higher one may act for a lower.
    Role {
        /// Runs the round.
        Dealer = "dealer",
        /// Inspects, and watches several tables.
        Floorperson = "floorperson",
        /// Watches the floorpersons; the documents' casino or pit supervisor.
        Supervisor = "supervisor",
        /// Answers for a pit.
        PitManager = "pit-manager",
        /// Answers for all tables of a shift.
        ShiftManager = "shift-manager",
    }
}

impl Role {
    /// Whether this role may do what another one is asked to do.
    pub fn may_act_for(self, asked: Self) -> bool {
        self >= asked
    }
}

/// Who is needed for everything that the irregularities do not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct People {
    /// Runs the round and answers for the shaker.
    pub run_round: Ruled<Role>,
    /// Opens and closes the table and changes its limits.
    pub open_table: Ruled<Role>,
    /// Decides disputes and cases that no rule covers.
    pub rulings: Ruled<Role>,
    /// Staff who work the table may not play at it.
    pub staff_never_play: Ruled<bool>,
    /// Players may not bet among themselves.
    pub side_bets_refused: Ruled<bool>,
}
