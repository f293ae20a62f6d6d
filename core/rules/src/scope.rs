//! Which dice and which kinds of table a rule document knows.

use crate::clause::Ruled;

/// Which dice and which kinds of table a rule document knows; its shakers are in
/// [`Equipment`](crate::Equipment). Whatever else a house uses, the document does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Dice in a shaker.
    pub physical_dice: Ruled<bool>,
    /// Dice drawn by a machine.
    pub random_dice: Ruled<bool>,
    /// Chips on cloth.
    pub felt_table: Ruled<bool>,
    /// Bets at terminals.
    pub electronic_table: Ruled<bool>,
}
