//! The words that a layout prints beside its odds.

use crate::area::Family;
use crate::clause::Ruled;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// How Small, Big, Even and Odd say that a triple beats them.
    TripleWords {
        /// "loses on any triple"
        Loses = "loses-on-any-triple",
        /// "except for any triple"
        Except = "except-for-any-triple",
        /// "lose if any triple appears"
        LoseIf = "lose-if-any-triple-appears",
    }
}

vocabulary! {
    /// How Small and Big name their totals.
    RangeWords {
        /// "4 to 10"
        To = "4-to-10",
        /// "4 - 10"
        Dash = "4-10",
        /// "numbers 4 to 10"
        Numbers = "numbers-4-to-10",
    }
}

vocabulary! {
    /// How the odds of a single name their dice.
    DiceWords {
        /// "on one die"
        OnOneDie = "on-one-die",
        /// "for one die"
        ForOneDie = "for-one-die",
        /// "on one dice"
        OnOneDice = "on-one-dice",
    }
}

/// The words that a layout prints beside its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The families whose odds say "1 wins", whatever the rest of the layout says.
    pub wins: Ruled<Vec<Family>>,
    /// What a triple does to Small, Big, Even and Odd.
    pub triple: Ruled<TripleWords>,
    /// The totals of Small and Big.
    pub range: Ruled<RangeWords>,
    /// On how many dice a single pays.
    pub dice: Ruled<DiceWords>,
}
