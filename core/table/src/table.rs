//! One table as a plain value: it can be compared, copied and kept.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use taisai_rules::{ChecklistLine, Cover, LineScope, NoMoreBets, Role, RuleBook, Shaker};

use crate::answers::{Answers, Scope};
use crate::case::{Case, Cases};
use crate::command::{Act, Asker};
use crate::config::{Approved, Config, DiceSource, Limits, Run};
use crate::edition::{Editions, Offer, PlayedEdition};
use crate::equipment::{Equipment, LineSeen};
use crate::exposure::Exposure;
use crate::ids::{
    CaseId, PlayerId, ProposalId, RequestId, RoundNumber, SEATS_MAX, STAFF_MAX, SeatNumber,
    SessionId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::phase::Phase;
use crate::proposal::Proposal;
use crate::round::{Betting, ByHand, PastRound, Round};
use crate::seat::Seat;
use crate::time::Time;
use crate::vouchers::Vouchers;

/// A table: everything its next answer depends on, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) book: Arc<RuleBook>,
    pub(crate) config: Config,
    pub(crate) staff: BTreeMap<StaffId, Role>,
    pub(crate) equipment: Equipment,
    pub(crate) life: Life,
    pub(crate) limits_to_come: Option<(RoundNumber, Limits)>,
    pub(crate) seats: BTreeMap<SeatNumber, Seat>,
    pub(crate) excluded: BTreeSet<PlayerId>,
    /// The seats of players who were kept from the game.
    pub(crate) barred: BTreeSet<SeatNumber>,
    pub(crate) owed: BTreeMap<PlayerId, Money>,
    pub(crate) redeemed: Vouchers,
    pub(crate) issued: Vouchers,
    /// Those of them that the cage alone may pay.
    pub(crate) for_cage: Vouchers,
    pub(crate) shortfall: Money,
    pub(crate) borne: BTreeMap<PlayerId, Money>,
    pub(crate) round: Option<Round>,
    pub(crate) rounds_played: u64,
    pub(crate) round_ended: Option<Time>,
    pub(crate) past: VecDeque<PastRound>,
    pub(crate) recalled: VecDeque<PastRound>,
    pub(crate) exposure: Exposure,
    pub(crate) proposals: BTreeMap<ProposalId, Proposal>,
    pub(crate) proposals_made: u32,
    pub(crate) answers: Answers,
    pub(crate) approved: Approved,
    /// When the latest shift by the house's clock began.
    pub(crate) shift_began: Option<Time>,
    pub(crate) cases: Cases,
    /// What the configuration names, where the table plays otherwise.
    pub(crate) offer: Option<Offer>,
    /// The editions played before the one in force, in the order of their last rounds.
    pub(crate) earlier: Vec<PlayedEdition>,
    /// Whether it moved to another edition since the last round: what that asks for before a table
    /// opens is asked before the next round.
    pub(crate) moved: bool,
}

/// Whether a table is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    /// Not open for play.
    Closed,
    /// Open.
    Open,
    /// Open until the round in play is over; the closing was announced.
    Closing,
    /// Stopped until something is repaired and inspected.
    Suspended,
}

impl Table {
    /// The most seats.
    pub const SEATS_MAX: usize = SEATS_MAX;
    /// The most members of staff at one table.
    pub const STAFF_MAX: usize = STAFF_MAX;
    /// The most shakers at one table.
    pub const SHAKERS_MAX: usize = 4;
    /// How many past rounds are kept to be corrected or made void; any other is recalled first.
    pub const ROUNDS_KEPT: usize = 200;
    /// How many rounds that were no longer kept are recalled at once.
    pub const ROUNDS_RECALLED: usize = 20;
    /// The most proposals waiting at once.
    pub const PROPOSALS_MAX: usize = 20;
    /// The most players kept from the game.
    pub const EXCLUDED_MAX: usize = 10_000;
    /// The most players to whom something is owed; before there are more, the cage pays some.
    pub const OWED_MAX: usize = 10_000;
    /// The most editions a table has played before the one in force; then it takes a new table.
    pub const EDITIONS_MAX: usize = 32;

    /// A closed table; `config.rule_book` is the fingerprint of `book`.
    pub fn new(book: Arc<RuleBook>, config: Config) -> Self {
        Self {
            book,
            config,
            staff: BTreeMap::new(),
            equipment: Equipment::default(),
            life: Life::Closed,
            limits_to_come: None,
            seats: BTreeMap::new(),
            excluded: BTreeSet::new(),
            barred: BTreeSet::new(),
            for_cage: Vouchers::default(),
            owed: BTreeMap::new(),
            redeemed: Vouchers::default(),
            issued: Vouchers::default(),
            shortfall: Money::ZERO,
            borne: BTreeMap::new(),
            round: None,
            rounds_played: 0,
            round_ended: None,
            past: VecDeque::new(),
            recalled: VecDeque::new(),
            exposure: Exposure::none(),
            proposals: BTreeMap::new(),
            proposals_made: 0,
            answers: Answers::default(),
            approved: Approved::default(),
            shift_began: None,
            cases: Cases::default(),
            offer: None,
            earlier: Vec::new(),
            moved: false,
        }
    }

    /// The rule book in force.
    pub fn book(&self) -> &RuleBook {
        &self.book
    }

    /// The edition that a round was played under, or is played under.
    pub fn book_of(&self, round: RoundNumber) -> &Arc<RuleBook> {
        PlayedEdition::of(&self.earlier, round).map_or(&self.book, |played| &played.rules)
    }

    /// The editions played before the one in force, in the order of their last rounds.
    pub fn earlier_editions(&self) -> &[PlayedEdition] {
        &self.earlier
    }

    /// The editions by the rounds played under them.
    pub fn editions(&self) -> Editions {
        let now = Editions::new(Arc::clone(&self.book), self.config.rule_book);
        now.with(self.earlier.clone())
    }

    /// What the configuration names, where the table plays otherwise.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Whether the house has still to tell the table that its configuration names this.
    pub fn lacks_offer(&self, offer: &Offer) -> bool {
        if self.plays_by(offer) { self.offer.is_some() } else { self.offer.as_ref() != Some(offer) }
    }

    /// Whether nothing would change by moving there.
    pub(crate) fn plays_by(&self, offer: &Offer) -> bool {
        self.config.rule_book == offer.edition.fingerprint && self.config.times == offer.times
    }

    /// Whether it moved to another edition since the last round.
    pub fn has_moved(&self) -> bool {
        self.moved
    }

    /// How the table is set up.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What is known of the approval for a table outside its document.
    pub fn approved(&self) -> &Approved {
        &self.approved
    }

    /// Whether the rule document does not know this kind of table or its dice.
    pub fn is_outside_document(&self) -> bool {
        !self.config.departures(&self.book.scope).is_empty()
    }

    /// Whether the house has still to tell the table whose approval allows it, or that nobody's
    /// does.
    pub fn lacks_approval(&self, named: &Approved) -> bool {
        self.is_outside_document() && self.approved != *named
    }

    /// Whether it is open.
    pub fn life(&self) -> Life {
        self.life
    }

    /// Where it stands, in one word.
    pub fn phase(&self) -> Phase {
        match (self.life, &self.round) {
            (_, Some(round)) => round.phase(),
            (Life::Closed, None) => Phase::Closed,
            (Life::Suspended, None) => Phase::Suspended,
            (Life::Open | Life::Closing, None) => Phase::Idle,
        }
    }

    /// The round in play.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// The rounds that are kept, the oldest first.
    pub fn past_rounds(&self) -> impl DoubleEndedIterator<Item = &PastRound> {
        self.past.iter()
    }

    /// The rounds that were recalled, the one longest ago first.
    pub fn recalled_rounds(&self) -> impl ExactSizeIterator<Item = &PastRound> {
        self.recalled.iter()
    }

    /// A settled round that can be corrected or made void: it is kept, or was recalled.
    pub fn settled_round(&self, number: RoundNumber) -> Option<&PastRound> {
        self.past.iter().chain(&self.recalled).find(|past| past.number == number)
    }

    /// The rounds an act names that were played here and must be recalled before it can be decided.
    pub fn rounds_to_recall(&self, act: &Act) -> Vec<RoundNumber> {
        let rounds = act.rounds().iter().copied();
        rounds
            .filter(|round| self.was_played(*round) && self.settled_round(*round).is_none())
            .collect()
    }

    /// Whether this round is over.
    pub(crate) const fn was_played(&self, round: RoundNumber) -> bool {
        1 <= round.0 && round.0 <= self.rounds_played
    }

    /// A taken seat.
    pub fn seat(&self, number: SeatNumber) -> Option<&Seat> {
        self.seats.get(&number)
    }

    /// Every taken seat.
    pub fn seats(&self) -> impl ExactSizeIterator<Item = (SeatNumber, &Seat)> {
        self.seats.iter().map(|(&number, seat)| (number, seat))
    }

    /// The equipment.
    pub fn equipment(&self) -> &Equipment {
        &self.equipment
    }

    /// The lines of the checklist that are asked for now, and whether each was seen.
    pub fn checklist(&self) -> impl Iterator<Item = (&ChecklistLine, LineSeen)> {
        let in_use = self.equipment.shaker_in_use().filter(|_| !self.draws_dice());
        let lines = self.book.equipment.checklist_with(in_use.map(|(_, shaker)| shaker.kind));
        lines.map(|line| (line, self.seen(line)))
    }

    fn seen(&self, line: &ChecklistLine) -> LineSeen {
        let at_once = self.equipment.checklist_ticked && line.scope == LineScope::EveryTable;
        match self.equipment.attested.get(&line.id) {
            Some(attested) => LineSeen::By(*attested),
            None if at_once => LineSeen::WithAllOthers,
            None => LineSeen::NotYet,
        }
    }

    /// When the latest shift by the house's clock began.
    pub fn shift_began(&self) -> Option<Time> {
        self.shift_began
    }

    /// Whether the house has still to tell the table that a shift began then.
    pub fn lacks_shift(&self, began: Time) -> bool {
        self.shift_began < Some(began)
    }

    /// What the house can lose on each roll.
    pub fn exposure(&self) -> &Exposure {
        &self.exposure
    }

    /// What is owed to players who have left.
    pub fn owed(&self) -> impl ExactSizeIterator<Item = (PlayerId, Money)> {
        self.owed.iter().map(|(&player, &amount)| (player, amount))
    }

    /// What was paid out wrongly and could not be taken back.
    pub fn shortfall(&self) -> Money {
        self.shortfall
    }

    /// For whom the house bears what of the shortfall, while a round with bets of theirs can still
    /// be changed. What a later change gives them is set against it.
    pub fn borne(&self) -> impl ExactSizeIterator<Item = (PlayerId, Money)> {
        self.borne.iter().map(|(&player, &amount)| (player, amount))
    }

    /// Every case that is open, and those decided last.
    pub fn cases(&self) -> &Cases {
        &self.cases
    }

    /// A case that is open, or was decided or recalled not long ago.
    pub fn case(&self, id: CaseId) -> Option<&Case> {
        self.cases.known.get(&id)
    }

    /// What was proposed and neither agreed on nor withdrawn, stale or not.
    pub fn proposals(&self) -> impl ExactSizeIterator<Item = (ProposalId, &Proposal)> {
        self.proposals.iter().map(|(&id, proposal)| (id, proposal))
    }

    /// What waits for a second person: what it is about is as it was.
    pub fn waiting(&self) -> impl Iterator<Item = (ProposalId, &Proposal)> {
        self.proposals().filter(|(_, proposal)| !self.is_stale(proposal))
    }

    /// Limits that were announced to the players, and the round from which they apply.
    pub fn limits_to_come(&self) -> Option<(RoundNumber, &Limits)> {
        self.limits_to_come.as_ref().map(|(from, limits)| (*from, limits))
    }

    /// Who works here, and in which role.
    pub fn staff(&self) -> impl ExactSizeIterator<Item = (StaffId, Role)> {
        self.staff.iter().map(|(&staff, &role)| (staff, role))
    }

    /// Whether this voucher became credit here; of those that are remembered.
    pub fn has_redeemed(&self, voucher: VoucherId) -> bool {
        self.redeemed.contains(voucher)
    }

    /// Whether credit here, or what was owed, became this voucher; of those that are remembered.
    pub fn has_issued(&self, voucher: VoucherId) -> bool {
        self.issued.contains(voucher)
    }

    /// Whether this voucher may be paid by the cage alone: its player was kept from the game when
    /// it was made out.
    pub fn has_issued_for_cage(&self, voucher: VoucherId) -> bool {
        self.for_cage.contains(voucher)
    }

    /// Who is kept from the game.
    pub fn excluded(&self) -> impl ExactSizeIterator<Item = PlayerId> {
        self.excluded.iter().copied()
    }

    /// The seats that take nobody until a floorperson releases them.
    pub fn barred(&self) -> impl ExactSizeIterator<Item = SeatNumber> {
        self.barred.iter().copied()
    }

    /// The highest number of a request that was answered to this one, if any is remembered.
    pub fn last_request(&self, from: Asker, session: SessionId) -> Option<RequestId> {
        let kept = self.answers.of(&Scope::of(from, session))?;
        kept.answered.back().map(|(id, _)| *id).or(kept.forgotten)
    }

    /// The role in which somebody works here.
    pub fn role(&self, staff: StaffId) -> Option<Role> {
        self.staff.get(&staff).copied()
    }

    /// Whether its dice are drawn, so that nobody shakes, reads or enters any.
    pub fn draws_dice(&self) -> bool {
        self.config.dice == DiceSource::Random
    }

    /// Whether the book asks for a device that lights what a dealer enters. Where dice are drawn
    /// nobody enters any.
    pub fn asks_for_display(&self) -> bool {
        !self.draws_dice() && self.book.equipment.inspect_display.trials.value > 0
    }

    /// Whether no round can open because no display answers.
    pub fn lacks_display(&self) -> bool {
        self.asks_for_display() && self.equipment.displays.is_empty()
    }

    /// The shaker in use, as the rule book describes its kind; none where dice are drawn, whatever
    /// stands beside the table.
    pub fn shaker_rules(&self) -> Option<&Shaker> {
        if self.draws_dice() {
            return None;
        }
        let (_, shaker) = self.equipment.shaker_in_use()?;
        self.book.equipment.shaker(shaker.kind)
    }

    /// Whether the shaker in use is shaken under its cover.
    pub(crate) fn is_covered_to_shake(&self) -> bool {
        self.shaker_rules().is_some_and(|rules| rules.cover.value != Cover::AlwaysOff)
    }

    /// Whether a valid tumble of this round is on record: the activation reached what the book
    /// asks.
    pub fn has_valid_tumble(&self, round: &Round) -> bool {
        let rules = self.shaker_rules();
        round.shakes > 0 && rules.is_some_and(|rules| rules.shakes_min.value <= round.shakes)
    }

    /// When no more bets is called: as the shaker in use asks, and first with random dice.
    pub fn order(&self) -> NoMoreBets {
        self.shaker_rules().map_or(NoMoreBets::BeforeShake, |shaker| shaker.no_more_bets.value)
    }

    /// The number of the round that opens next.
    pub fn next_round(&self) -> RoundNumber {
        RoundNumber(self.rounds_played).next()
    }

    /// When the table must be called with the time.
    pub fn deadline(&self) -> Option<Time> {
        match &self.round {
            // Nothing is due while people decide.
            Some(round) if round.awaiting.is_some() => None,
            Some(round @ Round { betting: Betting::Open { until: Some(until), warned }, .. }) => {
                let warning = until.millis().saturating_sub(self.config.times.warning_ms);
                match (*warned, round.waits_for_shake()) {
                    (false, _) => Time::from_millis(warning),
                    (true, true) => None,
                    (true, false) => Some(*until),
                }
            }
            Some(round) if self.settles_itself(round) => Some(Time::FIRST),
            Some(round) => self.clears_at(round),
            None => {
                let lapses = self.equipment.trial.map(|trial| trial.until);
                self.opens_next().into_iter().chain(lapses).min()
            }
        }
    }

    /// Whether collecting or paying is due at once, without a person.
    fn settles_itself(&self, round: &Round) -> bool {
        let automatic = self.config.run == Run::Automatic && self.draws_dice();
        automatic && round.result.is_some() && !round.paid && !self.lacks_presence(round)
    }

    /// Whether it is settled by hand and no superior watches: whoever runs the round is none.
    pub fn lacks_presence(&self, round: &Round) -> bool {
        let on_duty = self.equipment.on_duty;
        let watches = |by_hand: ByHand| by_hand.present.is_some_and(|by| on_duty != Some(by));
        round.by_hand.is_some_and(|by_hand| !watches(by_hand))
    }

    /// When an automatic table clears its lights.
    pub(crate) fn clears_at(&self, round: &Round) -> Option<Time> {
        let paid_at = round.paid_at.filter(|_| self.config.run == Run::Automatic)?;
        Some(paid_at.after(self.config.times.show_ms))
    }

    /// When an automatic table opens its next round.
    pub(crate) fn opens_next(&self) -> Option<Time> {
        let automatic = self.config.run == Run::Automatic && self.life == Life::Open;
        // No round opens before the approval is there, however late it is.
        let automatic = automatic && self.approved != Approved::Missing && self.is_ready_anew();
        let ended = self.round_ended.filter(|_| automatic)?;
        Some(ended.after(self.config.times.pause_ms))
    }
}

/// The rule book is named by its fingerprint in the configuration; everything else is hashed.
impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.config.hash(state);
        self.staff.hash(state);
        self.equipment.hash(state);
        self.life.hash(state);
        self.limits_to_come.hash(state);
        self.seats.hash(state);
        self.excluded.hash(state);
        self.barred.hash(state);
        self.for_cage.hash(state);
        self.owed.hash(state);
        self.redeemed.hash(state);
        self.issued.hash(state);
        self.shortfall.hash(state);
        self.borne.hash(state);
        self.round.hash(state);
        self.rounds_played.hash(state);
        self.round_ended.hash(state);
        self.past.hash(state);
        self.recalled.hash(state);
        self.exposure.hash(state);
        self.proposals.hash(state);
        self.proposals_made.hash(state);
        self.answers.hash(state);
        self.approved.hash(state);
        self.shift_began.hash(state);
        self.cases.hash(state);
        self.offer.hash(state);
        self.earlier.hash(state);
        self.moved.hash(state);
    }
}
