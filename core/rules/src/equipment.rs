//! Shakers, dice and what must be inspected before they are used.

use std::fmt;

use crate::checklist::ChecklistLine;
use crate::clause::Ruled;
use crate::people::Role;
use crate::procedure::NoMoreBets;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// The kinds of shaker the rule documents know.
    ShakerKind {
        /// Shaken by hand under an opaque cover.
        Manual = "manual",
        /// Driven by a motor under an opaque cover.
        AutomatedCovered = "automated-covered",
        /// Driven by a motor in plain sight.
        AutomatedUncovered = "automated-uncovered",
        /// Driven by a motor that a selected player starts.
        PlayerActivated = "player-activated",
    }
}

vocabulary! {
    /// When the cover of a shaker is off.
    Cover {
        /// Off from the reveal until every winner is paid.
        OffUntilPaid = "off-until-paid",
        /// Never on.
        AlwaysOff = "always-off",
        /// The document does not say.
        Free = "free",
    }
}

/// How long dice may be played with once they are in a shaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceLife {
    /// This many hours.
    Hours(u16),
    /// This many calendar months.
    Months(u8),
    /// As long as they are sound.
    Unlimited,
}

impl DiceLife {
    /// The longest life that can be set, in hours: a year.
    pub const HOURS_MAX: u16 = 8_784;
    /// The longest life that can be set, in months.
    pub const MONTHS_MAX: u8 = 12;

    /// A length that orders lives; a month counts as its shortest, so that no limit is stretched.
    pub const fn hours_at_least(self) -> u32 {
        match self {
            Self::Hours(hours) => hours as u32,
            Self::Months(months) => months as u32 * 28 * 24,
            Self::Unlimited => u32::MAX,
        }
    }
}

impl fmt::Display for DiceLife {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hours(1) => write!(f, "1 hour"),
            Self::Hours(hours) => write!(f, "{hours} hours"),
            Self::Months(1) => write!(f, "1 month"),
            Self::Months(months) => write!(f, "{months} months"),
            Self::Unlimited => write!(f, "unlimited"),
        }
    }
}

/// A kind of shaker as a rule book allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shaker {
    pub kind: ShakerKind,
    /// Whether this house uses it; a house need not use all that its law allows.
    pub allowed: Ruled<bool>,
    /// When betting ends with this shaker.
    pub no_more_bets: Ruled<NoMoreBets>,
    /// The fewest shakes or tumbles.
    pub shakes_min: Ruled<u8>,
    /// How long dice may stay in it.
    pub dice_life: Ruled<DiceLife>,
    /// When its cover is off.
    pub cover: Ruled<Cover>,
}

vocabulary! {
    /// What a regulator must have approved before it is used.
    Approval {
        Table = "table",
        /// The printed or drawn layout.
        Layout = "layout",
        /// The display that lights the winning areas.
        Display = "display",
        Shaker = "shaker",
        /// How an automated shaker is operated.
        ShakerProcedure = "shaker-procedure",
        /// Where an automated shaker stands.
        ShakerPlace = "shaker-place",
        Dice = "dice",
    }
}

vocabulary! {
    /// What happens to an automated shaker before a manual one takes its place.
    BeforeManual {
        /// It leaves the table.
        Removed = "removed",
        /// Its dice are taken out, and it is covered or signed out of order.
        EmptiedAndSigned = "emptied-and-signed",
        /// The document does not say.
        Free = "free",
    }
}

/// An inspection: how many trials, and by whom. No trials means that none is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// How many values are entered or tosses made.
    pub trials: Ruled<u8>,
    /// The lowest role that may make it.
    pub by: Ruled<Role>,
}

/// All equipment of a table and the duties that come with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// The shakers the law knows, at least one of them allowed.
    pub shakers: Vec<Shaker>,
    /// Whether the shaker must be sealed or locked.
    pub sealed: Ruled<bool>,
    /// Whether the shaker is never left alone: the dealer on duty answers for it.
    pub attended: Ruled<bool>,
    /// What must be approved before use.
    pub approvals: Ruled<Vec<Approval>>,
    /// What else must be approved before an automated shaker is used.
    pub approvals_automated: Ruled<Vec<Approval>>,
    /// What happens to an automated shaker before a manual one is used.
    pub before_manual: Ruled<BeforeManual>,
    /// Before opening: values entered, all winning areas seen lit.
    pub inspect_display: Inspection,
    /// Before opening: an automated shaker operated.
    pub inspect_shaker: Inspection,
    /// At every shift: an automated shaker operated again.
    pub inspect_shaker_each_shift: Inspection,
    /// Physical things a person ticks off before the table opens, one by one.
    pub checklist: Vec<ChecklistLine>,
}

impl Equipment {
    /// The shaker of this kind, if the rule book allows it.
    pub fn shaker(&self, kind: ShakerKind) -> Option<&Shaker> {
        self.shakers.iter().find(|shaker| shaker.kind == kind && shaker.allowed.value)
    }

    /// The lines of the checklist that are asked for when this shaker is in use, or none is.
    pub fn checklist_with(
        &self,
        in_use: Option<ShakerKind>,
    ) -> impl Iterator<Item = &ChecklistLine> {
        self.checklist.iter().filter(move |line| line.scope.covers(in_use))
    }
}
