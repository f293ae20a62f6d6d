//! What happened in the rounds of a table, read from its stream and from nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use taisai_journal::stored::{Body, Entry, Opened, Stamp, TableState};
use taisai_journal::{Head, Journal, Problem, ReadFault, Stream, read_all};
use taisai_rules::{Bet, Irregularity, Roll, RuleBook};
use taisai_table::{
    Act, BetChange, DayEvent, EquipmentEvent, Event, PlayerId, ProposalEvent, ProposalId,
    ReversalEvent, RoundEvent, RoundNumber, RulingEvent, SeatAmount, SeatEvent, SeatNumber, Time,
};

/// One round, from the betting notice to the last decision about it.
#[derive(Debug)]
pub(crate) struct Story {
    pub(crate) round: RoundNumber,
    pub(crate) opened: Time,
    /// Every event of the round, as it was recorded.
    pub(crate) lines: Vec<(Stamp, Event)>,
    pub(crate) slips: BTreeMap<SeatNumber, Slip>,
    /// Every result it has had; all but the last were corrected.
    pub(crate) rolls: Vec<Roll>,
    pub(crate) voided: Option<Irregularity>,
    /// What lay on the layout at the end, and what went back to the players.
    pub(crate) staked: u64,
    pub(crate) returned: u64,
}

/// The bets of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    pub(crate) player: Option<PlayerId>,
    pub(crate) bets: Vec<Bet>,
    pub(crate) is_void: bool,
}

/// What was read from a stream.
pub(crate) struct Told {
    pub(crate) book: Arc<RuleBook>,
    pub(crate) stories: BTreeMap<RoundNumber, Story>,
}

/// Which rounds to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    /// This one, with all its events.
    One(RoundNumber),
    /// All, each without its events.
    All,
}

/// Reads a table's whole stream, so that no round is too old.
pub(crate) fn tell(
    journal: &mut Journal,
    stream: Stream,
    wanted: Wanted,
) -> Result<Option<Told>, ReadFault> {
    let mut teller = Teller { wanted, ..Teller::default() };
    let start = Head::start(journal.id(), stream);
    read_all(journal.store(), stream, start, |record| teller.take(record.entry()?))?;
    let stories = teller.stories;
    Ok(teller.book.map(|book| Told { book, stories }))
}

struct Teller {
    wanted: Wanted,
    book: Option<Arc<RuleBook>>,
    players: BTreeMap<SeatNumber, PlayerId>,
    /// The round in play.
    playing: Option<RoundNumber>,
    /// The wanted rounds that each proposal is about.
    proposals: BTreeMap<ProposalId, BTreeSet<RoundNumber>>,
    stories: BTreeMap<RoundNumber, Story>,
}

impl Default for Teller {
    fn default() -> Self {
        Self {
            wanted: Wanted::All,
            book: None,
            players: BTreeMap::new(),
            playing: None,
            proposals: BTreeMap::new(),
            stories: BTreeMap::new(),
        }
    }
}

impl Teller {
    fn take(&mut self, entry: Entry) -> Result<(), Problem> {
        match entry.body {
            Body::Opened(opened) => self.opened(*opened),
            Body::Happened(events) => {
                for event in &events {
                    self.happened(entry.stamp, event);
                }
                Ok(())
            }
            Body::SnapshotNamed(_) => Ok(()),
            Body::FloorHappened(_) => Err(Problem::OtherStream),
        }
    }

    fn opened(&mut self, opened: Opened) -> Result<(), Problem> {
        self.book = Some(TableState::open(opened).map_err(Problem::Book)?.book);
        Ok(())
    }

    fn happened(&mut self, stamp: Stamp, event: &Event) {
        self.follow(event, stamp.time);
        let rounds = self.rounds_of(event);
        for round in rounds {
            let Some(story) = self.stories.get_mut(&round) else { continue };
            story.take(event, &self.players);
            if let Wanted::One(_) = self.wanted {
                story.lines.push((stamp, event.clone()));
            }
        }
        if let Event::Round(RoundEvent::RoundCleared { round })
        | Event::Reversal(ReversalEvent::RoundVoided { round, .. }) = event
            && self.playing == Some(*round)
        {
            self.playing = None;
        }
    }

    /// Who sits where, and which round is in play.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`about` names every event")]
    fn follow(&mut self, event: &Event, time: Time) {
        match event {
            Event::Seat(SeatEvent::SeatTaken { seat, player, .. }) => {
                self.players.insert(*seat, *player);
            }
            Event::Round(RoundEvent::BettingOpened { round, .. }) => {
                self.playing = Some(*round);
                let wanted = match self.wanted {
                    Wanted::One(one) => one == *round,
                    Wanted::All => true,
                };
                if wanted {
                    self.stories.insert(*round, Story::new(*round, time));
                }
            }
            _ => {}
        }
    }

    /// The rounds an event is about: those it names, or the one in play.
    fn rounds_of(&mut self, event: &Event) -> BTreeSet<RoundNumber> {
        match about(event) {
            About::Round(round) => [round].into(),
            About::InPlay => self.playing.into_iter().collect(),
            About::Proposal(event) => self.rounds_proposed(event),
            About::Table => BTreeSet::new(),
        }
    }

    fn rounds_proposed(&mut self, event: &ProposalEvent) -> BTreeSet<RoundNumber> {
        match event {
            ProposalEvent::Proposed { proposal, act, .. } => {
                let about: BTreeSet<RoundNumber> = match act {
                    Act::VoidRounds { rounds, .. } => rounds.iter().copied().collect(),
                    Act::CorrectRound { round, .. } | Act::VoidPastBets { round, .. } => {
                        [*round].into()
                    }
                    Act::VoidBets { .. }
                    | Act::StateDice { .. }
                    | Act::AttestDice { .. }
                    | Act::Reshake { .. }
                    | Act::GoOn { .. } => self.playing.into_iter().collect(),
                    Act::HandOverSeat { .. } => BTreeSet::new(),
                };
                self.proposals.insert(*proposal, about.clone());
                about
            }
            ProposalEvent::Approved { proposal, .. }
            | ProposalEvent::Withdrawn { proposal, .. } => {
                self.proposals.remove(proposal).unwrap_or_default()
            }
        }
    }
}

impl Story {
    fn new(round: RoundNumber, opened: Time) -> Self {
        Self {
            round,
            opened,
            lines: Vec::new(),
            slips: BTreeMap::new(),
            rolls: Vec::new(),
            voided: None,
            staked: 0,
            returned: 0,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "`about` names every event")]
    fn take(&mut self, event: &Event, players: &BTreeMap<SeatNumber, PlayerId>) {
        match event {
            Event::BetsChanged { seat, changes, .. } => {
                let player = players.get(seat).copied();
                let new = Slip { player, bets: Vec::new(), is_void: false };
                self.slips.entry(*seat).or_insert(new).change(changes);
                self.staked = self.slips.values().map(Slip::staked).sum();
            }
            Event::Reversal(ReversalEvent::BetsVoided { seat, .. }) => {
                if let Some(slip) = self.slips.get_mut(seat) {
                    slip.is_void = true;
                }
                self.staked = self.slips.values().map(Slip::staked).sum();
            }
            Event::Round(RoundEvent::ResultRecorded { roll, .. }) => self.rolls.push(*roll),
            Event::Round(RoundEvent::WinnersPaid { paid, .. }) => self.returned = sum(paid),
            Event::Reversal(ReversalEvent::RoundVoided { what, returned, .. }) => {
                self.voided = Some(*what);
                self.returned = sum(returned);
            }
            Event::Reversal(ReversalEvent::PastRoundVoided { what, adjustments, .. }) => {
                self.voided = Some(*what);
                self.returned = adjustments.iter().fold(self.returned, |sum, adjustment| {
                    sum + adjustment.after.units() - adjustment.before.units()
                });
            }
            Event::Reversal(ReversalEvent::PastBetsVoided { seat, adjustment, .. }) => {
                if let Some(slip) = self.slips.get_mut(seat) {
                    slip.is_void = true;
                }
                self.staked = self.slips.values().map(Slip::staked).sum();
                // Their stakes are back: they were never staked, and so they return nothing.
                self.returned -= adjustment.before.units();
            }
            Event::Reversal(ReversalEvent::PastRoundCorrected { roll, adjustments, .. }) => {
                self.rolls.push(*roll);
                self.returned = adjustments.iter().fold(self.returned, |sum, adjustment| {
                    sum + adjustment.after.units() - adjustment.before.units()
                });
            }
            _ => {}
        }
    }
}

impl Slip {
    pub(crate) fn staked(&self) -> u64 {
        if self.is_void { 0 } else { self.bets.iter().map(|bet| bet.stake.units()).sum() }
    }

    fn change(&mut self, changes: &[BetChange]) {
        for change in changes {
            self.bets.retain(|bet| bet.area != change.area);
            self.bets.extend(change.to.map(|stake| Bet::new(change.area, stake)));
        }
        self.bets.sort_by_key(|bet| bet.area);
    }
}

fn sum(amounts: &[SeatAmount]) -> u64 {
    amounts.iter().map(|amount| amount.amount.units()).sum()
}

/// What an event is about.
enum About<'e> {
    Round(RoundNumber),
    /// The round in play, if there is one.
    InPlay,
    /// The rounds of a proposal.
    Proposal(&'e ProposalEvent),
    /// The table, its people or its money, but no round.
    Table,
}

fn about(event: &Event) -> About<'_> {
    match event {
        Event::BetsChanged { round, .. } => About::Round(*round),
        Event::Equipment(event) => about_equipment(event),
        Event::Seat(event) => about_seat(event),
        Event::Round(event) => About::Round(round_of(event)),
        Event::Ruling(event) => about_ruling(event),
        Event::Proposal(event) => About::Proposal(event),
        Event::Reversal(event) => About::Round(reversed(event)),
        Event::Day(DayEvent::Restarted) => About::InPlay,
        Event::Day(
            DayEvent::TableConfigured(_)
            | DayEvent::TableOpened { .. }
            | DayEvent::ClosingAnnounced { .. }
            | DayEvent::TableClosed { .. }
            | DayEvent::LimitsAnnounced { .. }
            | DayEvent::ApprovalNamed { .. },
        )
        | Event::Staff(_)
        | Event::Credit(_)
        | Event::RequestAnswered { .. } => About::Table,
    }
}

fn about_equipment(event: &EquipmentEvent) -> About<'static> {
    match event {
        EquipmentEvent::TableSuspended
        | EquipmentEvent::RepairAttested { .. }
        | EquipmentEvent::ShakerCovered { .. }
        | EquipmentEvent::ShakerOutOfOrder { .. } => About::InPlay,
        EquipmentEvent::ShakerInstalled { .. }
        | EquipmentEvent::ShakerRemoved { .. }
        | EquipmentEvent::DiceInstalled { .. }
        | EquipmentEvent::DiceRemoved { .. }
        | EquipmentEvent::DisplayInspected { .. }
        | EquipmentEvent::ShakerInspected { .. }
        | EquipmentEvent::ChecklistTicked { .. } => About::Table,
    }
}

fn about_seat(event: &SeatEvent) -> About<'static> {
    match event {
        SeatEvent::SeatLost { .. }
        | SeatEvent::SeatReturned { .. }
        | SeatEvent::SeatHandedOver { .. }
        | SeatEvent::PlayerExcluded { .. }
        | SeatEvent::SeatBarred { .. }
        | SeatEvent::ExclusionLifted { .. } => About::InPlay,
        SeatEvent::SeatTaken { .. }
        | SeatEvent::SeatLeft { .. }
        | SeatEvent::SeatBound { .. }
        | SeatEvent::MarkerGranted { .. }
        | SeatEvent::ColourAssigned { .. }
        | SeatEvent::OwnLimitsSet { .. }
        | SeatEvent::SeatReleased { .. } => About::Table,
    }
}

fn about_ruling(event: &RulingEvent) -> About<'static> {
    match event {
        RulingEvent::IrregularityCalled { .. } => About::InPlay,
        RulingEvent::RulingAwaited { round, .. }
        | RulingEvent::RoundResumed { round }
        | RulingEvent::ReshakeOrdered { round, .. }
        | RulingEvent::PresenceAttested { round, .. } => About::Round(*round),
    }
}

fn round_of(event: &RoundEvent) -> RoundNumber {
    match event {
        RoundEvent::BettingOpened { round, .. }
        | RoundEvent::BettingWarned { round }
        | RoundEvent::BettingExtended { round, .. }
        | RoundEvent::BettingClosed { round }
        | RoundEvent::PlayerSelected { round, .. }
        | RoundEvent::DiceShaken { round, .. }
        | RoundEvent::DiceRevealed { round }
        | RoundEvent::DiceEntered { round, .. }
        | RoundEvent::EntryTakenBack { round }
        | RoundEvent::ResultRecorded { round, .. }
        | RoundEvent::LosersCollected { round, .. }
        | RoundEvent::WinnersPaid { round, .. }
        | RoundEvent::RoundCleared { round }
        | RoundEvent::RevealWaits { round, .. } => *round,
    }
}

/// The round that was voided or corrected, or whose bets were.
fn reversed(event: &ReversalEvent) -> RoundNumber {
    match event {
        ReversalEvent::RoundVoided { round, .. }
        | ReversalEvent::BetsVoided { round, .. }
        | ReversalEvent::PastRoundVoided { round, .. }
        | ReversalEvent::PastRoundCorrected { round, .. }
        | ReversalEvent::CollectionUndone { round, .. }
        | ReversalEvent::PastBetsVoided { round, .. } => *round,
    }
}
