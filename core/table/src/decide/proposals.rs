//! What takes two people: one proposes, another approves, and nothing has changed in between.

use taisai_rules::{Irregularity, Remedy, Role, RuleBook};

use super::{Decision, LogIn};
use crate::command::{Act, Asker};
use crate::event::{ProposalEvent, RoundEvent, RulingEvent, SeatEvent};
use crate::ids::{ProposalId, RoundNumber, StaffId};
use crate::proposal::Proposal;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::table::Table;

impl Table {
    pub(super) fn withdraw(&self, id: ProposalId, by: StaffId) -> Decision {
        let proposal = self.proposal(id)?;
        let role = self.role(by).ok_or(Refusal::NotStaff)?;
        if proposal.by != by && !role.may_act_for(proposal.superior) {
            return Err(Refusal::RoleTooLow { needs: proposal.superior });
        }
        Ok(vec![ProposalEvent::Withdrawn { proposal: id, by }.into()])
    }

    fn proposal(&self, id: ProposalId) -> Result<&Proposal, Refusal> {
        self.proposals.get(&id).ok_or(Refusal::NoSuchProposal)
    }

    pub(super) fn propose(&self, act: &Act, by: LogIn) -> Decision {
        if self.waiting().count() >= Self::PROPOSALS_MAX {
            return Err(Refusal::TooMany { max: Self::PROPOSALS_MAX });
        }
        // What could not be done now is not worth proposing.
        self.carry_out(act, [by.staff; 2])?;
        Ok(vec![self.proposed(act.clone(), self.superior(act), by)])
    }

    pub(super) fn approve(&self, id: ProposalId, by: LogIn) -> Decision {
        let (proposal, LogIn { staff: by, session }) = (self.proposal(id)?, by);
        let role = self.role(by).ok_or(Refusal::NotStaff)?;
        // The table may have moved to an edition that asks for a higher one.
        let needs = proposal.superior.max(self.superior(&proposal.act));
        if !role.may_act_for(needs) {
            return Err(Refusal::RoleTooLow { needs });
        }
        if proposal.by == by || proposal.session == session {
            return Err(Refusal::SamePerson);
        }
        if self.is_stale(proposal) {
            return Err(Refusal::ProposalStale);
        }
        let mut events = vec![ProposalEvent::Approved { proposal: id, by }.into()];
        events.extend(self.carry_out(&proposal.act, [proposal.by, by])?);
        Ok(events)
    }

    /// Whether what a proposal was about has changed since.
    pub(crate) fn is_stale(&self, proposal: &Proposal) -> bool {
        proposal.basis != self.basis(&proposal.act, Waits::AsItIs)
    }

    /// The lowest role that may approve an act.
    fn superior(&self, act: &Act) -> Role {
        let of = |what: Irregularity| self.book.irregularities.treatment(what).superior.value;
        match act {
            // Who may find that it is void may find that it is not.
            Act::CallMistaken { what, .. } => of(*what),
            Act::VoidRounds { rounds, what, .. } => {
                let each = rounds.iter().map(|round| self.superior_in(*round, *what));
                each.max().unwrap_or_else(|| of(*what))
            }
            Act::CorrectRound { round, .. } => self.superior_in(*round, Irregularity::WrongEntry),
            Act::VoidBets { .. } => of(Irregularity::Contravention),
            Act::VoidPastBets { round, .. } => {
                self.superior_in(*round, Irregularity::Contravention)
            }
            Act::MoveTable { .. } => Self::MOVES,
            Act::StateDice { .. } | Act::AttestDice { .. } => of(Irregularity::Interruption),
            Act::Reshake { what, .. } | Act::GoOn { what, .. } => {
                of(*what).max(self.book.people.rulings.value)
            }
            Act::HandOverSeat { .. } => Role::Floorperson,
            Act::DecideCase { case, ruling, reason } => {
                let about = self.case(*case).map_or(Irregularity::Dispute, |it| it.dispute.about);
                let alone = ruling.act(about, reason).map(|act| self.superior(&act));
                alone.max(Some(self.decides_case(*case))).unwrap_or(Role::ShiftManager)
            }
        }
    }

    /// What was played under another edition is decided as that one says.
    fn superior_in(&self, round: RoundNumber, what: Irregularity) -> Role {
        self.book_of(round).irregularities.treatment(what).superior.value
    }

    /// A number that changes with everything an act depends on.
    pub(super) fn basis(&self, act: &Act, waits: Waits) -> u64 {
        let of_round = |number: RoundNumber| match (&self.round, self.past_round(number)) {
            (Some(round), _) if round.number == number => basis_of(round, waits),
            (_, Ok(past)) => past.basis(),
            (_, Err(_)) => 0,
        };
        let current = || self.round.as_ref().map_or(0, |round| basis_of(round, waits));
        match act {
            Act::VoidRounds { rounds, .. } => rounds
                .iter()
                .fold(0, |basis: u64, number| basis.rotate_left(7).wrapping_add(of_round(*number))),
            Act::CorrectRound { round, .. } | Act::VoidPastBets { round, .. } => of_round(*round),
            // Another player may have taken the seat in between.
            Act::VoidBets { seat, .. } => {
                let player = self.seats.get(seat).map_or(0, |taken| taken.player().0);
                current().rotate_left(32).wrapping_add(player)
            }
            Act::StateDice { .. }
            | Act::AttestDice { .. }
            | Act::Reshake { .. }
            | Act::GoOn { .. }
            | Act::CallMistaken { .. } => current(),
            Act::DecideCase { case, ruling, .. } => {
                let round = ruling.round().map_or(0, |round| of_round(*round));
                self.case_basis(*case).rotate_left(40).wrapping_add(round)
            }
            Act::MoveTable { .. } => self.move_basis(),
            // Another player may have sat down there, or at another terminal.
            Act::HandOverSeat { seat, .. } => self.seats.get(seat).map_or(0, |taken| {
                let terminal = taken.terminal().map_or(u64::MAX, |terminal| terminal.0);
                taken.player().0.rotate_left(32).wrapping_add(terminal)
            }),
        }
    }

    /// What an act leads to, now.
    pub(super) fn carry_out(&self, act: &Act, by: [StaffId; 2]) -> Decision {
        match act {
            // What was drawn stands or is void: there are no other dice that somebody has seen.
            Act::CorrectRound { .. } | Act::StateDice { .. } | Act::AttestDice { .. }
                if self.draws_dice() =>
            {
                Err(Refusal::DiceDrawn)
            }
            Act::VoidRounds { rounds, what, .. } => self.void_together(rounds, *what),
            Act::CorrectRound { round, roll, .. } => self.correct_round(*round, *roll, by[1]),
            Act::VoidBets { seat, reason } => self.void_playing_bets(*seat, reason),
            Act::VoidPastBets { round, seat, reason } => {
                Ok(vec![self.void_past_bets(*round, *seat, reason)?])
            }
            Act::DecideCase { case, ruling, reason } => {
                self.decide_case(*case, *ruling, reason, by)
            }
            Act::MoveTable { from, to, times, reason } => {
                self.move_table([*from, *to], *times, reason, by)
            }
            Act::StateDice { .. } => Err(self.not_stated()),
            Act::AttestDice { roll, .. } => {
                let round = self.awaiting(Irregularity::Interruption)?;
                if !self.has_been_thrown(round) {
                    return Err(self.not_stated());
                }
                let by = Asker::Staff(by[1]);
                Ok(vec![RoundEvent::ResultRecorded { round: round.number, roll: *roll, by }.into()])
            }
            Act::Reshake { what, .. } => {
                let round = self.awaiting(*what)?;
                if round.result.is_some() {
                    return Err(Refusal::WrongPhase { phase: self.phase() });
                }
                self.check_remedy(*what, lets_reshake)?;
                self.check_sound_dice()?;
                Ok(vec![RulingEvent::ReshakeOrdered { round: round.number, by }.into()])
            }
            Act::GoOn { what, .. } => self.go_on(*what),
            Act::CallMistaken { what, .. } => {
                let round = self.awaiting(*what)?;
                self.check_mistakable(round, *what)?;
                let (round, what) = (round.number, *what);
                Ok(vec![RulingEvent::CallFoundMistaken { round, what, by }.into()])
            }
            Act::HandOverSeat { seat, player, terminal, reason } => {
                let (seat, player, terminal) = (*seat, *player, *terminal);
                self.check_hand_over(seat, player, terminal)?;
                let reason = reason.clone();
                Ok(vec![SeatEvent::SeatHandedOver { seat, player, terminal, reason, by }.into()])
            }
        }
    }

    fn void_together(&self, rounds: &[RoundNumber], what: Irregularity) -> Decision {
        let mut events = self.void_rounds(rounds, what)?;
        let playing = self.round.as_ref().filter(|round| rounds.contains(&round.number));
        self.check_void(rounds, what, playing)?;
        events.extend(self.damage_by_void(rounds, what));
        events.extend(playing.and_then(|_| self.inspection_after(what)));
        // Where it was settled by hand, the void has stopped the table already.
        let lit = playing.filter(|round| round.by_hand.is_none());
        events.extend(lit.and_then(|round| self.suspension_after(round, what)));
        Ok(events)
    }

    fn go_on(&self, what: Irregularity) -> Decision {
        let round = self.awaiting(what)?;
        self.check_remedy(what, lets_go_on)?;
        // What is still to be thrown is not thrown with a broken die.
        if round.shakes == 0 && round.result.is_none() {
            self.check_sound_dice()?;
        }
        Ok(vec![RulingEvent::RoundResumed { round: round.number }.into()])
    }

    /// Only what somebody called can have been called by mistake: what the table noticed itself is
    /// on record. Where the book leaves it to a ruling the round goes on by that.
    fn check_mistakable(&self, round: &Round, what: Irregularity) -> Result<(), Refusal> {
        let short = what == Irregularity::TooFewShakes && !self.has_valid_tumble(round);
        let due = matches!(
            self.remedy_now(round, what),
            Remedy::VoidRound | Remedy::VoidAffectedRounds | Remedy::Reshake
        );
        if due && !short {
            return Ok(());
        }
        let remedy = &self.book.irregularities.treatment(what).remedy;
        Err(Refusal::NotAllowed { clause: remedy.clause.clone() })
    }

    /// Two people together cannot do what the rule book does not let anybody do.
    fn check_remedy(&self, what: Irregularity, lets: fn(Remedy) -> bool) -> Result<(), Refusal> {
        check_remedy_of(&self.book, what, lets)
    }

    /// Whether the book lets anybody make these rounds void, one of which may be in play.
    fn check_void(
        &self,
        rounds: &[RoundNumber],
        what: Irregularity,
        playing: Option<&Round>,
    ) -> Result<(), Refusal> {
        self.check_voidable(rounds, what, playing)?;
        let called = playing.filter(|round| round.awaiting != Some(what));
        called.map_or(Ok(()), |round| self.check_may_have_happened(round, what))
    }

    fn check_voidable(
        &self,
        rounds: &[RoundNumber],
        what: Irregularity,
        playing: Option<&Round>,
    ) -> Result<(), Refusal> {
        let mut past = rounds.iter().filter(|number| self.past_round(**number).is_ok()).peekable();
        if past.peek().is_some() {
            return past.try_for_each(|number| {
                check_remedy_of(self.book_of(*number), what, lets_void_past)
            });
        }
        // An outcome that is established is concluded: it was recorded, or the dice were seen.
        if playing.is_some_and(|round| round.result.is_some() || round.revealed) {
            return self.check_remedy(what, lets_void_established);
        }
        let void = playing.is_some_and(|round| self.remedy_now(round, what) == Remedy::VoidRound);
        if void { Ok(()) } else { self.check_remedy(what, lets_void) }
    }

    /// Nobody states dice that did not tumble, or without saying how they are known.
    fn not_stated(&self) -> Refusal {
        let remedy = &self.book.irregularities.treatment(Irregularity::Interruption).remedy;
        Refusal::NotAllowed { clause: remedy.clause.clone() }
    }

    /// The round in play.
    pub(super) fn in_play(&self) -> Result<&Round, Refusal> {
        self.round.as_ref().ok_or(Refusal::WrongPhase { phase: self.phase() })
    }

    fn awaiting(&self, what: Irregularity) -> Result<&Round, Refusal> {
        let round = self.in_play()?;
        match round.awaiting {
            Some(awaited) if awaited == what => Ok(round),
            Some(_) | None => Err(Refusal::WrongPhase { phase: self.phase() }),
        }
    }
}

fn check_remedy_of(
    book: &RuleBook,
    what: Irregularity,
    lets: fn(Remedy) -> bool,
) -> Result<(), Refusal> {
    let remedy = &book.irregularities.treatment(what).remedy;
    if lets(remedy.value) {
        return Ok(());
    }
    Err(Refusal::NotAllowed { clause: remedy.clause.clone() })
}

/// Where the book says that bets stand or are corrected, nobody may make them void instead.
const fn lets_void(remedy: Remedy) -> bool {
    match remedy {
        Remedy::VoidRound
        | Remedy::VoidAffectedRounds
        | Remedy::MayVoid
        | Remedy::Ruling
        | Remedy::ConcludeOrVoid
        | Remedy::Reshake => true,
        Remedy::SettleByHand
        | Remedy::ResultStands
        | Remedy::RegisteredStand
        | Remedy::Correct
        | Remedy::LaterRoundsStand
        | Remedy::VoidBets => false,
    }
}

/// What stopped the machine spoils no outcome that is on record.
const fn lets_void_established(remedy: Remedy) -> bool {
    lets_void(remedy) && !matches!(remedy, Remedy::ConcludeOrVoid)
}

/// What spoils the round in play leaves the settled ones before it as they were.
const fn lets_void_past(remedy: Remedy) -> bool {
    matches!(remedy, Remedy::VoidAffectedRounds | Remedy::MayVoid | Remedy::Ruling)
}

const fn lets_reshake(remedy: Remedy) -> bool {
    matches!(remedy, Remedy::Reshake | Remedy::Ruling)
}

/// Only where the book leaves it to people do they decide that the round goes on; what the book
/// makes void is void.
const fn lets_go_on(remedy: Remedy) -> bool {
    matches!(remedy, Remedy::Ruling | Remedy::MayVoid | Remedy::VoidBets)
}

/// Whether the round in play awaits a decision, for the basis of a proposal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// As it stands now.
    AsItIs,
    /// By an event that comes before the proposal.
    FromNowOn,
}

/// A round that is over has its own numbers, and none of them is that of a round in play.
const IN_PLAY: u64 = 1 << 15;

fn basis_of(round: &Round, waits: Waits) -> u64 {
    let result = round.result.map_or(0, |roll| roll.index() as u64 + 1);
    let flags = u64::from(round.paid) << 3
        | u64::from(round.is_betting()) << 2
        | u64::from(round.collected) << 1
        | u64::from(waits == Waits::FromNowOn || round.awaiting.is_some());
    round.number.0 << 16 | IN_PLAY | result << 4 | flags
}
