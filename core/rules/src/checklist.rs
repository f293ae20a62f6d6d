//! The lines that a person checks and ticks off before a table opens.

use std::fmt;
use std::sync::Arc;

use crate::clause::Ruled;
use crate::equipment::ShakerKind;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// The tables that a line of the checklist is about, by the shaker in use.
    LineScope {
        /// Every table, with or without a shaker.
        EveryTable = "every-table",
        /// Every table with a shaker.
        Shaker = "shaker",
        Manual = "manual",
        /// A shaker with a motor, started by the dealer or by a player.
        Automated = "automated",
        AutomatedCovered = "automated-covered",
        AutomatedUncovered = "automated-uncovered",
        PlayerActivated = "player-activated",
    }
}

impl LineScope {
    /// Whether a line with this scope applies when this shaker, or none, is in use.
    pub const fn covers(self, in_use: Option<ShakerKind>) -> bool {
        match self {
            Self::EveryTable => true,
            Self::Shaker => in_use.is_some(),
            Self::Manual => matches!(in_use, Some(ShakerKind::Manual)),
            Self::Automated => match in_use {
                None | Some(ShakerKind::Manual) => false,
                Some(
                    ShakerKind::AutomatedCovered
                    | ShakerKind::AutomatedUncovered
                    | ShakerKind::PlayerActivated,
                ) => true,
            },
            Self::AutomatedCovered => matches!(in_use, Some(ShakerKind::AutomatedCovered)),
            Self::AutomatedUncovered => matches!(in_use, Some(ShakerKind::AutomatedUncovered)),
            Self::PlayerActivated => matches!(in_use, Some(ShakerKind::PlayerActivated)),
        }
    }
}

/// The key of a checklist line in its rule book, such as `manual.sealed` or `drop_box`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(Arc<str>);

impl LineId {
    /// The longest id, in bytes.
    pub const LENGTH_MAX: usize = 200;

    /// An id, if the text is one: letters, digits, `-`, `_` and dots.
    pub fn new(text: &str) -> Option<Self> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
        let sound = !text.is_empty() && text.len() <= Self::LENGTH_MAX && text.bytes().all(plain);
        sound.then(|| Self(text.into()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecklistLine {
    pub id: LineId,
    pub scope: LineScope,
    /// What the person must see, in one sentence.
    pub words: Ruled<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_covers_the_shakers_of_its_name_and_no_others() {
        let covered = |scope: LineScope| {
            let none = scope.covers(None).then_some("none");
            let kinds = ShakerKind::ALL.iter().filter(|kind| scope.covers(Some(**kind)));
            none.into_iter().chain(kinds.map(|kind| kind.word())).collect::<Vec<_>>().join(" ")
        };
        let automated = "automated-covered automated-uncovered player-activated";
        let expected = [
            (LineScope::EveryTable, format!("none manual {automated}")),
            (LineScope::Shaker, format!("manual {automated}")),
            (LineScope::Manual, "manual".to_owned()),
            (LineScope::Automated, automated.to_owned()),
            (LineScope::AutomatedCovered, "automated-covered".to_owned()),
            (LineScope::AutomatedUncovered, "automated-uncovered".to_owned()),
            (LineScope::PlayerActivated, "player-activated".to_owned()),
        ];
        assert_eq!(expected.clone().map(|(scope, _)| scope).as_slice(), LineScope::ALL);
        for (scope, kinds) in expected {
            assert_eq!(covered(scope), kinds, "{scope}");
        }
    }

    #[test]
    fn a_line_id_is_a_plain_key() {
        assert!(LineId::new("automated-covered.cover_2").is_some());
        for bad in ["", "a b", "drop/box", "ä", &"k".repeat(LineId::LENGTH_MAX + 1)] {
            assert_eq!(LineId::new(bad), None, "{bad}");
        }
    }
}
