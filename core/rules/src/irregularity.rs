//! What can go wrong, and what the rule book does about it.

use crate::clause::Ruled;
use crate::people::Role;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// Everything that can go wrong at a table.
    Irregularity {
        /// A die did not come to rest flat.
        DiceNotFlat = "dice-not-flat",
        /// Fewer shakes or tumbles than required.
        TooFewShakes = "too-few-shakes",
        /// Dice were seen before no more bets.
        DiceExposed = "dice-exposed",
        /// A die broke during the round.
        DieBroken = "die-broken",
        /// Dice turn out to be damaged; earlier rounds may be affected.
        DiceDamaged = "dice-damaged",
        /// The shaker failed when it was activated.
        ShakerFailed = "shaker-failed",
        /// The lights or the layout failed after the toss.
        DisplayFailed = "display-failed",
        /// Power or another technical failure stopped the whole table.
        Interruption = "interruption",
        /// A terminal was lost while the round continued.
        TerminalLost = "terminal-lost",
        /// The entered result is not what the dice show.
        WrongEntry = "wrong-entry",
        /// An error was noticed after a later round had begun.
        LateError = "late-error",
        /// Fire, riot, robbery or the like.
        Disturbance = "disturbance",
        /// Fraud, or the round cannot continue.
        Impracticable = "impracticable",
        /// A player broke the rules.
        Contravention = "contravention",
        /// A dispute between player and house.
        Dispute = "dispute",
        /// Something no rule covers.
        Uncovered = "uncovered",
    }
}

vocabulary! {
    /// What is done about an irregularity.
    Remedy {
        /// The round is void: every stake goes back.
        VoidRound = "void-round",
        /// Every affected round is void, settled ones too.
        VoidAffectedRounds = "void-affected-rounds",
        /// The bets stand and the dice are shaken again.
        Reshake = "reshake",
        /// Collected and paid by hand before a superior; then no gaming until all is repaired and
        /// inspected.
        SettleByHand = "settle-by-hand",
        /// The result stands and the round continues.
        ResultStands = "result-stands",
        /// Concluded where the outcome is established, void where it is not.
        ConcludeOrVoid = "conclude-or-void",
        /// Registered bets stand and settle; unregistered ones go back.
        RegisteredStand = "registered-stand",
        /// Settled again by what the dice show.
        Correct = "correct",
        /// Later rounds stay as they are.
        LaterRoundsStand = "later-rounds-stand",
        /// That player's bets are void, and the player may be excluded.
        VoidBets = "void-bets",
        /// The house may void the round, with its reasons.
        MayVoid = "may-void",
        /// A superior decides, with reasons.
        Ruling = "ruling",
    }
}

impl Irregularity {
    /// The remedies that make sense; a rule book may name no other.
    pub const fn remedies(self) -> &'static [Remedy] {
        use Remedy::{
            ConcludeOrVoid, Correct, LaterRoundsStand, MayVoid, RegisteredStand, Reshake,
            ResultStands, Ruling, SettleByHand, VoidAffectedRounds, VoidBets, VoidRound,
        };
        match self {
            Self::DiceNotFlat | Self::TooFewShakes => {
                &[VoidRound, VoidAffectedRounds, Reshake, Ruling]
            }
            Self::DiceExposed | Self::DieBroken | Self::ShakerFailed => {
                &[VoidRound, VoidAffectedRounds, Ruling]
            }
            Self::DiceDamaged => &[VoidAffectedRounds, VoidRound, Ruling],
            Self::DisplayFailed => &[SettleByHand, ResultStands, Ruling],
            Self::Interruption => &[ConcludeOrVoid],
            Self::TerminalLost => &[RegisteredStand],
            Self::WrongEntry => &[Correct, Ruling],
            Self::LateError => &[LaterRoundsStand, Ruling],
            Self::Disturbance | Self::Impracticable => &[MayVoid, Ruling],
            Self::Contravention => &[VoidBets, Ruling],
            Self::Dispute | Self::Uncovered => &[Ruling],
        }
    }
}

/// What a rule book does about one irregularity, and before whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatment {
    /// The irregularity.
    pub of: Irregularity,
    /// What is done.
    pub remedy: Ruled<Remedy>,
    /// The lowest role that decides or must be present.
    pub superior: Ruled<Role>,
    /// Whether a person of that role who calls it carries the remedy out alone; otherwise a second
    /// person agrees.
    pub alone: Ruled<bool>,
}

impl Treatment {
    /// The lowest role that may decide or witness it. A second person who approves a proposal is
    /// at least a floorperson.
    pub fn decides(&self) -> Role {
        let superior = self.superior.value;
        match self.remedy.value {
            Remedy::SettleByHand
            | Remedy::ResultStands
            | Remedy::RegisteredStand
            | Remedy::LaterRoundsStand => superior,
            Remedy::VoidRound
            | Remedy::VoidAffectedRounds
            | Remedy::Reshake
            | Remedy::ConcludeOrVoid
            | Remedy::Correct
            | Remedy::VoidBets
            | Remedy::MayVoid
            | Remedy::Ruling => {
                if self.alone.value {
                    superior
                } else {
                    superior.max(Role::Floorperson)
                }
            }
        }
    }
}

/// The treatment of every irregularity; none can be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularities(Vec<Treatment>);

impl Irregularities {
    /// Asks for the treatment of every irregularity in turn; `None` where one is missing.
    pub fn each(treat: impl FnMut(Irregularity) -> Option<Treatment>) -> Option<Self> {
        // Every irregularity is asked for even after a gap, so that all gaps are reported at once.
        let treatments: Vec<Option<Treatment>> =
            Irregularity::ALL.iter().copied().map(treat).collect();
        treatments.into_iter().collect::<Option<_>>().map(Self)
    }

    /// What is done about this irregularity.
    pub fn treatment(&self, of: Irregularity) -> &Treatment {
        self.0.iter().find(|known| known.of == of).expect("each() left none out")
    }

    /// All treatments in the order of [`Irregularity::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = &Treatment> {
        self.0.iter()
    }
}
