//! Rounds read from the records of their table, however old: the one history that `replay`, the
//! reports and the query tables are made from, and from which a round is recalled.
//!
//! The ledger and the simulator's auditor keep their own, so that there is something to compare.

mod about;

use std::collections::{BTreeMap, BTreeSet};

use taisai_ledger::{RecalledBet, RecalledRound as Shown};
use taisai_rules::{Area, Bet, Irregularity, Roll, RuleBook, Stake};
use taisai_table::round::{PastRound, Slip};
use taisai_table::{
    BetChange, ChipRecord, Editions, Event, Money, PlaceEvent, PlayerId, ProposalEvent, ProposalId,
    RecordStanding, ReversalEvent, RoundEvent, RoundNumber, SeatAmount, SeatEvent, SeatNumber,
    Time,
};

use self::about::{About, about};
use crate::chain::Head;
use crate::fault::{Problem, ReadFault};
use crate::reader::read_all;
use crate::settled::Borne;
use crate::store::Store;
use crate::stored::{Body, Entry, Stamp};
use crate::stream::Stream;

/// One round, from the notice that bets may be placed to the last thing ever decided about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundHistory {
    pub number: RoundNumber,
    /// When betting opened.
    pub opened: Time,
    /// Whether its winners are paid.
    pub is_paid: bool,
    /// When its lights were cleared; never where it was void in play.
    pub cleared: Option<Time>,
    /// The bets of every seat.
    pub slips: BTreeMap<SeatNumber, SlipHistory>,
    /// Every result it has had; all but the last were put right.
    pub results: Vec<Roll>,
    /// Why it is void, if it is.
    pub voided: Option<Irregularity>,
    /// What was recorded of the chips on the layout, at a felt table.
    pub chips: BTreeMap<SeatNumber, ChipRecord>,
    /// Every event of the round as it was recorded, where they were wanted: who did what and when,
    /// its irregularities, its rulings, and what they moved.
    pub lines: Vec<(Stamp, Event)>,
    /// How many results were put right before it was settled by one.
    results_before: usize,
}

/// The bets of one seat in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlipHistory {
    /// The bets, each on its area.
    pub bets: BTreeMap<Area, BetHistory>,
    /// What the round has returned on them, after all corrections.
    pub returned: Money,
    /// Whether they were made void after the round was settled.
    pub void_since: bool,
}

/// One bet as it was last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetHistory {
    /// Who placed it; unknown where they sat down before the reading began.
    pub player: Option<PlayerId>,
    pub stake: Stake,
    /// When it was placed or last changed.
    pub placed: Time,
    /// Whether it was made void in play, with the other bets that its seat had then.
    pub is_void: bool,
}

impl RoundHistory {
    pub(crate) const fn new(number: RoundNumber, opened: Time) -> Self {
        Self {
            number,
            opened,
            is_paid: false,
            cleared: None,
            slips: BTreeMap::new(),
            results: Vec::new(),
            voided: None,
            chips: BTreeMap::new(),
            lines: Vec::new(),
            results_before: 0,
        }
    }

    /// What lay on the layout when it was over.
    pub fn staked(&self) -> u64 {
        self.slips.values().map(SlipHistory::staked).sum()
    }

    /// What went back to the players, after all corrections. Bets that were made void since were
    /// never staked, and return nothing.
    pub fn returned(&self) -> u64 {
        let standing = self.slips.values().filter(|slip| !slip.void_since);
        standing.map(|slip| slip.returned.units()).sum()
    }

    /// The result that counts.
    pub fn result(&self) -> Option<Roll> {
        if self.voided.is_some() { None } else { self.results.last().copied() }
    }

    /// The round as its table keeps it; `None` until it is over.
    pub fn past(&self) -> Option<PastRound> {
        if self.cleared.is_none() && self.voided.is_none() {
            return None;
        }
        let slip = |(seat, slip): (&SeatNumber, &SlipHistory)| {
            let (player, bets, returned) = (slip.player()?, slip.settled(), slip.returned);
            Some((*seat, Slip { player, bets, returned }))
        };
        let void_since = self.slips.iter().filter(|(_, slip)| slip.void_since);
        Some(PastRound {
            number: self.number,
            slips: self.slips.iter().filter_map(slip).collect(),
            results: self.results[self.results_before..].to_vec(),
            voided: self.voided,
            void_bets: void_since.map(|(seat, _)| *seat).collect(),
            chips: self.chips.clone(),
        })
    }

    /// The round as staff see it when they ask for it again.
    pub fn shown(&self, book: &RuleBook) -> Shown {
        let mut shown = Shown {
            number: self.number,
            rolls: self.results.clone(),
            voided: self.voided,
            bets: Vec::new(),
            returned: Vec::new(),
            voided_bets: Vec::new(),
        };
        for (&seat, slip) in &self.slips {
            let void = slip.bets.values().filter(|bet| bet.is_void || slip.void_since);
            let void: u64 = void.map(|bet| bet.stake.units()).sum();
            shown
                .voided_bets
                .extend(Money::new(void).filter(|_| void > 0).map(|void| (seat, void)));
            let Some(player) = slip.player() else { continue };
            shown.returned.push((seat, slip.returned));
            let is_void = slip.void_since;
            let result = self.result().filter(|_| !is_void);
            for Bet { area, stake } in slip.settled() {
                let line = result.and_then(|roll| book.pay_table.paying_line(area, roll));
                let odds = line.map(|line| line.odds);
                let win = odds.and_then(|odds| odds.win_on(stake)).unwrap_or(0);
                shown.bets.push(RecalledBet { seat, player, area, stake, odds, win, is_void });
            }
        }
        shown
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "`about` names every event")]
    pub(crate) fn take(
        &mut self,
        event: &Event,
        time: Time,
        players: &BTreeMap<SeatNumber, PlayerId>,
    ) {
        match event {
            Event::BetsChanged { seat, changes, .. } => {
                let player = players.get(seat).copied();
                let slip = self.slips.entry(*seat).or_default();
                slip.change(changes, BetPlaced { player, placed: time });
            }
            Event::Round(RoundEvent::ResultRecorded { roll, .. }) => self.results.push(*roll),
            Event::Round(RoundEvent::WinnersPaid { paid, .. }) => {
                self.is_paid = true;
                self.give_back(paid);
            }
            Event::Round(RoundEvent::RoundCleared { .. }) => {
                self.cleared = Some(time);
                self.end();
            }
            Event::Reversal(event) => self.reverse(event),
            Event::Place(event) => self.take_chips(event),
            _ => {}
        }
    }

    fn take_chips(&mut self, event: &PlaceEvent) {
        match event {
            PlaceEvent::ChipsRecorded { seat, bets, .. } if bets.is_empty() => {
                self.chips.remove(seat);
            }
            PlaceEvent::ChipsRecorded { seat, player, bets, excess, .. } => {
                let record = ChipRecord::new(*player, bets.clone(), excess.clone());
                self.chips.insert(*seat, record);
            }
            PlaceEvent::ChipsVoided { seat, .. } => {
                let since = self.cleared.is_some();
                if let Some(record) = self.chips.get_mut(seat) {
                    record.standing = if since {
                        RecordStanding::VoidAfterPaid
                    } else {
                        RecordStanding::VoidInPlay
                    };
                }
            }
            // What is recalled was recorded before.
            PlaceEvent::ColourTakenBack { .. } | PlaceEvent::ChipsRecalled { .. } => {}
        }
    }

    fn reverse(&mut self, event: &ReversalEvent) {
        // What a case pays or takes is nothing that the round returns.
        let of_the_round = !matches!(event, ReversalEvent::BetRuled { .. });
        for adjustment in event.adjustments().iter().filter(|_| of_the_round) {
            if let Some(slip) = self.slips.get_mut(&adjustment.seat) {
                slip.returned = adjustment.after;
            }
        }
        match event {
            ReversalEvent::RoundVoided { what, returned, .. } => {
                self.voided = Some(*what);
                self.give_back(returned);
                let chips = self.chips.values_mut();
                chips.for_each(|record| record.standing = RecordStanding::VoidInPlay);
                self.end();
            }
            ReversalEvent::BetsVoided { seat, .. } => {
                let slip = self.slips.get_mut(seat).into_iter();
                slip.flat_map(|slip| slip.bets.values_mut()).for_each(|bet| bet.is_void = true);
            }
            ReversalEvent::PastRoundVoided { what, .. } => self.voided = Some(*what),
            ReversalEvent::PastRoundCorrected { roll, .. } => self.results.push(*roll),
            ReversalEvent::PastBetsVoided { seat, .. } => {
                if let Some(slip) = self.slips.get_mut(seat) {
                    slip.void_since = true;
                }
            }
            // What was collected returns nothing until it is paid; no money moves by a recall.
            ReversalEvent::CollectionUndone { .. }
            | ReversalEvent::RoundRecalled { .. }
            | ReversalEvent::BetRuled { .. } => {}
        }
    }

    fn end(&mut self) {
        self.results_before = self.results.len().saturating_sub(1);
    }

    fn give_back(&mut self, amounts: &[SeatAmount]) {
        for paid in amounts {
            if let Some(slip) = self.slips.get_mut(&paid.seat) {
                slip.returned = paid.amount;
            }
        }
    }
}

/// Who places a bet, and when.
#[derive(Clone, Copy)]
struct BetPlaced {
    player: Option<PlayerId>,
    placed: Time,
}

impl SlipHistory {
    /// Whose the bets are that were on the layout when the round was over.
    pub fn player(&self) -> Option<PlayerId> {
        self.bets.values().find(|bet| !bet.is_void)?.player
    }

    /// The bets that are not void, in the order of their areas.
    pub fn standing(&self) -> Vec<Bet> {
        if self.void_since { Vec::new() } else { self.settled() }
    }

    /// The bets that the round settled, in the order of their areas: they are its table's record of
    /// the seat, whatever was decided about them since.
    fn settled(&self) -> Vec<Bet> {
        let settled = self.bets.iter().filter(|(_, bet)| !bet.is_void);
        settled.map(|(&area, bet)| Bet::new(area, bet.stake)).collect()
    }

    fn staked(&self) -> u64 {
        self.standing().iter().map(|bet| bet.stake.units()).sum()
    }

    fn change(&mut self, changes: &[BetChange], BetPlaced { player, placed }: BetPlaced) {
        for change in changes {
            match change.to {
                Some(stake) => {
                    let bet = BetHistory { player, stake, placed, is_void: false };
                    _ = self.bets.insert(change.area, bet);
                }
                None => _ = self.bets.remove(&change.area),
            }
        }
    }
}

/// Which rounds to tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This one, with all its events.
    One(RoundNumber),
    /// All, each without its events.
    All,
    /// The one in play, without its events; it is let go when it is over.
    InPlay,
}

/// Rounds, as far as the records were taken.
#[derive(Debug)]
pub struct Rounds {
    wanted: Wanted,
    players: BTreeMap<SeatNumber, PlayerId>,
    /// The round in play.
    playing: Option<RoundNumber>,
    /// What was proposed about which wanted round.
    proposals: BTreeMap<ProposalId, BTreeSet<RoundNumber>>,
    known: BTreeMap<RoundNumber, RoundHistory>,
}

impl Rounds {
    /// None yet; the first record need not be the first of its stream.
    pub const fn new(wanted: Wanted) -> Self {
        Self {
            wanted,
            players: BTreeMap::new(),
            playing: None,
            proposals: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    /// The round in play, if it opened since this began.
    pub fn playing(&self) -> Option<&RoundHistory> {
        self.known.get(&self.playing?)
    }

    /// Takes an event into every wanted round that it is about.
    pub fn happened(&mut self, stamp: Stamp, event: &Event) {
        self.follow(event, stamp.time);
        for round in self.rounds_of(event) {
            let Some(history) = self.known.get_mut(&round) else { continue };
            history.take(event, stamp.time, &self.players);
            if let Wanted::One(_) = self.wanted {
                history.lines.push((stamp, event.clone()));
            }
        }
        if let Event::Round(RoundEvent::RoundCleared { round })
        | Event::Reversal(ReversalEvent::RoundVoided { round, .. }) = event
        {
            self.playing.take_if(|playing| playing == round);
            if self.wanted == Wanted::InPlay {
                self.known.clear();
            }
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
                if self.wants(*round) {
                    self.known.insert(*round, RoundHistory::new(*round, time));
                }
            }
            _ => {}
        }
    }

    fn wants(&self, round: RoundNumber) -> bool {
        match self.wanted {
            Wanted::One(one) => one == round,
            Wanted::All | Wanted::InPlay => true,
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
                let named = act.rounds().iter().copied();
                let playing = self.playing.filter(|_| about::is_of_round_in_play(act));
                let mut about: BTreeSet<RoundNumber> = named.chain(playing).collect();
                about.retain(|round| self.known.contains_key(round));
                if !about.is_empty() {
                    self.proposals.insert(*proposal, about.clone());
                }
                about
            }
            ProposalEvent::Approved { proposal, .. }
            | ProposalEvent::Withdrawn { proposal, .. } => {
                self.proposals.remove(proposal).unwrap_or_default()
            }
        }
    }
}

/// The rounds of a table, and the editions they were played under.
#[derive(Debug)]
pub struct Histories {
    /// The editions of its rule book.
    pub editions: Editions,
    pub rounds: BTreeMap<RoundNumber, RoundHistory>,
}

/// Reads a table's whole stream, so that no round is too old; `None` while it has no record.
pub fn histories(
    store: &mut dyn Store,
    stream: Stream,
    wanted: Wanted,
) -> Result<Option<Histories>, ReadFault> {
    let (editions, rounds) = read_rounds(store, stream, wanted, |_| ())?;
    Ok(editions.map(|editions| Histories { editions, rounds: rounds.known }))
}

/// A settled round as it stands now, and what the house bears for those who had bets in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledRound {
    pub round: PastRound,
    /// What the house bears for each of its players.
    pub borne: BTreeMap<PlayerId, Money>,
}

/// Proves a settled round from its table's whole stream, with everything ever decided about it;
/// `None` where no such round is over.
pub fn recall(
    store: &mut dyn Store,
    stream: Stream,
    round: RoundNumber,
) -> Result<Option<RecalledRound>, ReadFault> {
    let mut borne = Borne::default();
    let (_, rounds) = read_rounds(store, stream, Wanted::One(round), |event| {
        if let Event::Reversal(event) = event {
            borne.note(event);
        }
    })?;
    let past = rounds.known.get(&round).and_then(RoundHistory::past);
    Ok(past.map(|round| RecalledRound { borne: borne.of_players(&round), round }))
}

fn read_rounds(
    store: &mut dyn Store,
    stream: Stream,
    wanted: Wanted,
    mut also: impl FnMut(&Event),
) -> Result<(Option<Editions>, Rounds), ReadFault> {
    let (mut editions, mut rounds) = (None::<Editions>, Rounds::new(wanted));
    let start = Head::start(store.id(), stream);
    read_all(store, stream, start, |record| {
        let Entry { stamp, body } = record.entry()?;
        match body {
            Body::Opened(opened) => {
                editions = Some(opened.editions().map_err(Problem::Book)?);
            }
            Body::Happened(events) => {
                for event in &events {
                    rounds.happened(stamp, event);
                    if let Some(editions) = &mut editions {
                        editions.follow(event);
                    }
                    also(event);
                }
            }
            Body::SnapshotNamed(_) => {}
            Body::FloorHappened(_) => return Err(Problem::OtherStream),
        }
        Ok(())
    })?;
    Ok((editions, rounds))
}
