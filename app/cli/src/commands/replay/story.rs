//! What happened in the rounds of a table, told from its stream and from nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use taisai_journal::stored::{Body, Entry, Opened, Stamp, TableState};
use taisai_journal::{Head, Journal, Problem, ReadFault, Stream, read_all};
use taisai_rules::{Bet, Irregularity, Roll, RuleBook};
use taisai_table::{
    Act, BetChange, Event, PlayerId, ProposalId, RoundNumber, SeatAmount, SeatNumber, Time,
};

/// One round, from the notice that bets may be placed to the last thing ever decided about it.
#[derive(Debug)]
pub(crate) struct Story {
    pub(crate) round: RoundNumber,
    pub(crate) opened: Time,
    /// Every event of the round, as it was recorded.
    pub(crate) lines: Vec<(Stamp, Event)>,
    pub(crate) slips: BTreeMap<SeatNumber, Slip>,
    /// Every result it has had; all but the last were put right.
    pub(crate) rolls: Vec<Roll>,
    pub(crate) voided: Option<Irregularity>,
    /// What lay on the layout when it was over, and what went back to the players.
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

/// What a stream tells.
pub(crate) struct Told {
    pub(crate) book: Arc<RuleBook>,
    pub(crate) stories: BTreeMap<RoundNumber, Story>,
}

/// Which rounds to tell of.
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
    /// What was proposed about which wanted round.
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
        if let Event::RoundCleared { round } | Event::RoundVoided { round, .. } = event
            && self.playing == Some(*round)
        {
            self.playing = None;
        }
    }

    /// Who sits where, and which round is in play.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`about` names every event")]
    fn follow(&mut self, event: &Event, time: Time) {
        match event {
            Event::SeatTaken { seat, player, .. } => drop(self.players.insert(*seat, *player)),
            Event::BettingOpened { round, .. } => {
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "`about` names every event")]
    fn rounds_of(&mut self, event: &Event) -> BTreeSet<RoundNumber> {
        match event {
            Event::Proposed { proposal, act, .. } => {
                let about = match act {
                    Act::VoidRounds { rounds, .. } => rounds.iter().copied().collect(),
                    Act::CorrectRound { round, .. } => [*round].into(),
                    Act::VoidBets { .. }
                    | Act::StateDice { .. }
                    | Act::Reshake { .. }
                    | Act::GoOn { .. } => self.playing.into_iter().collect(),
                    Act::HandOverSeat { .. } => BTreeSet::new(),
                };
                self.proposals.insert(*proposal, about);
                self.proposals[proposal].clone()
            }
            Event::Approved { proposal, .. } | Event::Withdrawn { proposal, .. } => {
                self.proposals.remove(proposal).unwrap_or_default()
            }
            other => match about(other) {
                About::Round(round) => [round].into(),
                About::InPlay => self.playing.into_iter().collect(),
                About::Table => BTreeSet::new(),
            },
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
            Event::BetsVoided { seat, .. } => {
                if let Some(slip) = self.slips.get_mut(seat) {
                    slip.is_void = true;
                }
                self.staked = self.slips.values().map(Slip::staked).sum();
            }
            Event::ResultRecorded { roll, .. } => self.rolls.push(*roll),
            Event::WinnersPaid { paid, .. } => self.returned = sum(paid),
            Event::RoundVoided { what, returned, .. } => {
                self.voided = Some(*what);
                self.returned = sum(returned);
            }
            Event::PastRoundVoided { what, adjustments, .. } => {
                self.voided = Some(*what);
                self.returned = adjustments.iter().fold(self.returned, |sum, adjustment| {
                    sum + adjustment.after.units() - adjustment.before.units()
                });
            }
            Event::PastRoundCorrected { roll, adjustments, .. } => {
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
enum About {
    Round(RoundNumber),
    /// Whatever round is in play.
    InPlay,
    /// The table, its people or its money, but no round.
    Table,
}

#[expect(clippy::too_many_lines, reason = "one name for each kind of event, and little else")]
fn about(event: &Event) -> About {
    match event {
        Event::BetsChanged { round, .. }
        | Event::BettingOpened { round, .. }
        | Event::BettingWarned { round }
        | Event::BettingExtended { round, .. }
        | Event::BettingClosed { round }
        | Event::PlayerSelected { round, .. }
        | Event::DiceShaken { round, .. }
        | Event::DiceRevealed { round }
        | Event::DiceEntered { round, .. }
        | Event::EntryTakenBack { round }
        | Event::ResultRecorded { round, .. }
        | Event::LosersCollected { round, .. }
        | Event::WinnersPaid { round, .. }
        | Event::RoundCleared { round }
        | Event::ReshakeOrdered { round, .. }
        | Event::PresenceAttested { round, .. }
        | Event::RoundVoided { round, .. }
        | Event::BetsVoided { round, .. }
        | Event::PastRoundVoided { round, .. }
        | Event::PastRoundCorrected { round, .. }
        | Event::RulingAwaited { round, .. }
        | Event::RoundResumed { round } => About::Round(*round),
        Event::IrregularityCalled { .. }
        | Event::TableSuspended
        | Event::RepairAttested { .. }
        | Event::ShakerCovered { .. }
        | Event::ShakerOutOfOrder { .. }
        | Event::SeatLost { .. }
        | Event::SeatReturned { .. }
        | Event::SeatHandedOver { .. }
        | Event::PlayerExcluded { .. }
        | Event::Restarted => About::InPlay,
        Event::TableConfigured(_)
        | Event::StaffAssigned { .. }
        | Event::StaffReleased { .. }
        | Event::ShakerTaken { .. }
        | Event::ShiftStarted { .. }
        | Event::ShakerInstalled { .. }
        | Event::ShakerRemoved { .. }
        | Event::DiceInstalled { .. }
        | Event::DiceRemoved { .. }
        | Event::DisplayInspected { .. }
        | Event::ShakerInspected { .. }
        | Event::ChecklistTicked { .. }
        | Event::TableOpened { .. }
        | Event::ClosingAnnounced { .. }
        | Event::TableClosed { .. }
        | Event::LimitsAnnounced { .. }
        | Event::SeatTaken { .. }
        | Event::BoughtIn { .. }
        | Event::CashedOut { .. }
        | Event::SeatLeft { .. }
        | Event::SeatBound { .. }
        | Event::MarkerGranted { .. }
        | Event::ColourAssigned { .. }
        | Event::OwnLimitsSet { .. }
        | Event::OwedPaid { .. }
        | Event::Proposed { .. }
        | Event::Approved { .. }
        | Event::Withdrawn { .. }
        | Event::RequestAnswered { .. } => About::Table,
    }
}
