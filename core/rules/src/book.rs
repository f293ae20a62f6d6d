//! One jurisdiction's rule book: everything a table needs to know about its law.

use crate::area::Area;
use crate::clause::Ruled;
use crate::currency::Currency;
use crate::equipment::Equipment;
use crate::irregularity::Irregularities;
use crate::layout::Layout;
use crate::limits::LimitPolicy;
use crate::odds::OddsStyle;
use crate::pay_table::PayTable;
use crate::people::People;
use crate::procedure::Procedure;
use crate::scope::Scope;
use crate::wording::Wording;

/// A rule book: pay table, procedure, equipment, limits, irregularities, people and layout.
///
/// Each part is checked where it is made; the layout is checked against the pay table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleBook {
    /// What it is called.
    pub title: Title,
    /// What every area pays.
    pub pay_table: PayTable,
    /// The order of a round.
    pub procedure: Procedure,
    /// Shakers, dice, inspections.
    pub equipment: Equipment,
    /// Which dice and tables the document knows.
    pub scope: Scope,
    /// How limits are treated.
    pub limits: LimitPolicy,
    /// What is done when something goes wrong.
    pub irregularities: Irregularities,
    /// Who does what.
    pub people: People,
    /// Where every area lies.
    pub layout: Layout,
    /// How the layout words its odds.
    pub odds_style: Ruled<OddsStyle>,
    /// What the layout prints beside its odds.
    pub wording: Wording,
    /// The name shown on the layout.
    pub house_name: Ruled<String>,
    /// The currency a table uses unless it says otherwise.
    pub currency: Ruled<Currency>,
}

impl RuleBook {
    /// How the layout words the odds of this area.
    pub fn odds_style_of(&self, area: Area) -> OddsStyle {
        if self.wording.wins.value.contains(&area.family()) {
            return OddsStyle::Wins;
        }
        self.odds_style.value
    }
}

/// What a rule book is called, and the document it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The id, such as `pennsylvania-a`.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// The rule document.
    pub document: String,
    /// How the document is cited, such as `PA`.
    pub cite: String,
}
