//! Cases: what somebody disputes, what was noted about it, and how it was decided.

use std::collections::{BTreeMap, VecDeque};

use taisai_rules::{Irregularity, Roll};

use crate::command::Act;
use crate::event::CaseEvent;
use crate::ids::{CaseId, PlayerId, RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::text::Reason;
use crate::time::Time;

/// What is disputed, as the floorperson who opens the case writes it down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dispute {
    /// What went wrong, or is said to have; the book names who decides about it.
    pub about: Irregularity,
    /// What is disputed, in the words of the person who opens the case.
    pub what: Reason,
    /// The round it is about, if it is about one.
    pub round: Option<RoundNumber>,
    /// The seat, if it is known.
    pub seat: Option<SeatNumber>,
    /// The player, if they are known.
    pub player: Option<PlayerId>,
    /// Where to look on the recording: a camera and a time.
    pub recording: Option<Reason>,
}

/// How a case is decided.
#[expect(missing_docs, reason = "the sentence of a ruling says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseRuling {
    /// Everything stands as it is.
    Stand,
    /// The house pays so much to one player, for their bets of a round.
    PayBet { round: RoundNumber, seat: SeatNumber, player: PlayerId, amount: Money },
    /// The house takes so much from one player, for their bets of a round.
    TakeBet { round: RoundNumber, seat: SeatNumber, player: PlayerId, amount: Money },
    /// One player's bets of a round are void, in play or settled.
    VoidBets { round: RoundNumber, seat: SeatNumber },
    /// The round is void.
    VoidRound { round: RoundNumber },
    /// The round is settled again by what the dice really showed.
    CorrectRound { round: RoundNumber, roll: Roll },
    /// So much is paid by hand, in chips, where the table is played with them.
    PayChips { amount: Money },
    /// So much is taken back by hand, in chips.
    TakeChips { amount: Money },
}

impl CaseRuling {
    /// The round it changes or pays for.
    pub const fn round(&self) -> Option<&RoundNumber> {
        match self {
            Self::PayBet { round, .. }
            | Self::TakeBet { round, .. }
            | Self::VoidBets { round, .. }
            | Self::VoidRound { round }
            | Self::CorrectRound { round, .. } => Some(round),
            Self::Stand | Self::PayChips { .. } | Self::TakeChips { .. } => None,
        }
    }

    /// The act that can also be proposed without a case, if this is one of those.
    pub(crate) fn act(&self, about: Irregularity, reason: &Reason) -> Option<Act> {
        let reason = reason.clone();
        match *self {
            Self::VoidBets { round, seat } => Some(Act::VoidPastBets { round, seat, reason }),
            Self::VoidRound { round } => {
                Some(Act::VoidRounds { rounds: vec![round], what: about, reason })
            }
            Self::CorrectRound { round, roll } => Some(Act::CorrectRound { round, roll, reason }),
            Self::Stand
            | Self::PayBet { .. }
            | Self::TakeBet { .. }
            | Self::PayChips { .. }
            | Self::TakeChips { .. } => None,
        }
    }
}

/// A case, from its opening to the last thing done about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// What is disputed.
    pub dispute: Dispute,
    /// When it was opened.
    pub opened: Time,
    /// Who opened it.
    pub by: StaffId,
    /// What was noted, in this order.
    pub notes: Vec<CaseNote>,
    /// How it was decided, the last time last.
    pub decisions: Vec<CaseDecision>,
    /// Why it was opened again after each decision but the last.
    pub reviews: Vec<CaseReview>,
}

/// A note in a case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseNote {
    /// The words.
    pub note: Reason,
    /// Who wrote them.
    pub by: StaffId,
    /// When.
    pub at: Time,
}

/// A decision of a case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseDecision {
    /// What was decided.
    pub ruling: CaseRuling,
    /// Why.
    pub reason: Reason,
    /// By whom; one person who may decide alone is named twice.
    pub by: [StaffId; 2],
    /// When.
    pub at: Time,
}

/// A review that opened a decided case again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseReview {
    /// Who asked for it.
    pub authority: Reason,
    /// The number or the letter under which they asked.
    pub reference: Reason,
    /// Why.
    pub reason: Reason,
    /// Who opened the case again.
    pub by: StaffId,
    /// When.
    pub at: Time,
}

impl Case {
    /// The most notes.
    pub const NOTES_MAX: usize = 20;
    /// The most reviews; a case is decided once more than it is reviewed.
    pub const REVIEWS_MAX: usize = 10;

    /// A case that was opened now.
    pub fn new(dispute: Dispute, opened: Time, by: StaffId) -> Self {
        let (notes, decisions, reviews) = (Vec::new(), Vec::new(), Vec::new());
        Self { dispute, opened, by, notes, decisions, reviews }
    }

    /// Whether it awaits a decision.
    pub fn is_open(&self) -> bool {
        self.decisions.len() <= self.reviews.len()
    }

    /// Whether nobody could have written it: more than it holds, or decided while it was not open.
    pub(crate) fn is_sound(&self) -> bool {
        let (decided, reviewed) = (self.decisions.len(), self.reviews.len());
        let in_turn = reviewed <= decided && decided <= reviewed + 1;
        in_turn && reviewed <= Self::REVIEWS_MAX && self.notes.len() <= Self::NOTES_MAX
    }

    /// A number that changes with everything a proposal about the case depends on.
    pub(crate) fn basis(&self) -> u64 {
        let count = |of: usize| of as u64;
        count(self.notes.len()) << 16 | count(self.decisions.len()) << 8 | count(self.reviews.len())
    }

    /// What an event after the opening adds to the case.
    fn take(&mut self, event: &CaseEvent, at: Time) {
        match event {
            CaseEvent::CaseNoted { note, by, .. } => {
                self.notes.push(CaseNote { note: note.clone(), by: *by, at });
            }
            CaseEvent::CaseDecided { ruling, reason, by, .. } => {
                let (ruling, reason, by) = (*ruling, reason.clone(), *by);
                self.decisions.push(CaseDecision { ruling, reason, by, at });
            }
            CaseEvent::CaseReopened { authority, reference, reason, by, .. } => {
                self.reviews.push(CaseReview {
                    authority: authority.clone(),
                    reference: reference.clone(),
                    reason: reason.clone(),
                    by: *by,
                    at,
                });
            }
            CaseEvent::CaseOpened { .. } | CaseEvent::CaseRecalled { .. } => {}
        }
    }
}

/// Cases by their numbers, as far as somebody took their events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cases {
    /// Every case that is known.
    pub known: BTreeMap<CaseId, Case>,
    /// Those of them that are decided, the one decided or recalled longest ago first.
    pub decided: VecDeque<CaseId>,
    /// How many were ever opened.
    pub opened: u32,
}

impl Cases {
    /// The most cases open at one table at once.
    pub const OPEN_MAX: usize = 100;
    /// How many decided cases a table keeps; any other is recalled before it is opened again.
    pub const DECIDED_KEPT: usize = 20;

    /// How many are open.
    pub fn open(&self) -> usize {
        self.known.len() - self.decided.len()
    }

    /// The number of the next one.
    pub const fn next(&self) -> CaseId {
        CaseId(self.opened + 1)
    }

    /// Whether it was opened here, known or not.
    pub const fn was_opened(&self, case: CaseId) -> bool {
        1 <= case.0 && case.0 <= self.opened
    }

    /// Takes an event, at the time that was recorded for it.
    pub fn take(&mut self, event: &CaseEvent, at: Time) {
        let id = event.case();
        match event {
            CaseEvent::CaseOpened { dispute, by, .. } => {
                self.opened = id.0;
                self.known.insert(id, Case::new(dispute.clone(), at, *by));
            }
            CaseEvent::CaseRecalled { file, .. } => {
                self.known.insert(id, file.clone());
            }
            CaseEvent::CaseNoted { .. }
            | CaseEvent::CaseDecided { .. }
            | CaseEvent::CaseReopened { .. } => {
                if let Some(case) = self.known.get_mut(&id) {
                    case.take(event, at);
                }
            }
        }
        self.decided.retain(|decided| *decided != id);
        if self.known.get(&id).is_some_and(|case| !case.is_open()) {
            self.decided.push_back(id);
        }
    }

    /// Lets go of the cases decided longest ago, down to what a table keeps.
    pub(crate) fn forget(&mut self) {
        while self.decided.len() > Self::DECIDED_KEPT {
            let Some(forgotten) = self.decided.pop_front() else { return };
            self.known.remove(&forgotten);
        }
    }
}
