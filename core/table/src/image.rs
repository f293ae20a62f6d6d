//! A table laid open: everything it consists of, to store it and restore it.
//!
//! What follows from the rest is left out: what the house can lose on each roll follows from the
//! bets, and which vouchers are known follows from their order.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use taisai_rules::{Bet, PayTable, Role, RuleBook};

use crate::answers::{Answers, Kept, Scope};
use crate::case::{Case, Cases};
use crate::config::{Approved, Config, Limits};
use crate::edition::{Offer, PlayedEdition};
use crate::equipment::Equipment;
use crate::event::BetChange;
use crate::exposure::Exposure;
use crate::ids::{
    CaseId, PlayerId, ProposalId, RoundNumber, SeatNumber, SessionId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::place::ChipRecord;
use crate::proposal::Proposal;
use crate::round::{PastRound, Round};
use crate::seat::{Seat, SeatImage};
use crate::table::{Life, Table};
use crate::time::Time;
use crate::vouchers::Vouchers;

/// Everything a table consists of, beside its rule book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableImage {
    /// How it is set up.
    pub config: Config,
    /// Who works here, as what.
    pub staff: BTreeMap<StaffId, Role>,
    /// What stands on it.
    pub equipment: Equipment,
    /// Whether it is open.
    pub life: Life,
    /// Limits that were announced, and from which round on they hold.
    pub limits_to_come: Option<(RoundNumber, Limits)>,
    /// The taken seats.
    pub seats: BTreeMap<SeatNumber, SeatImage>,
    /// Who is kept from the game.
    pub excluded: BTreeSet<PlayerId>,
    /// What is owed to players who have left.
    pub owed: BTreeMap<PlayerId, Money>,
    /// The vouchers that became credit here, the oldest first.
    pub redeemed: VecDeque<VoucherId>,
    /// The vouchers that credit became here, the oldest first.
    pub issued: VecDeque<VoucherId>,
    /// What was paid out wrongly and could not be taken back.
    pub shortfall: Money,
    /// What of it is known by player.
    pub borne: BTreeMap<PlayerId, Money>,
    /// The round in play.
    pub round: Option<Round>,
    /// How many rounds were played.
    pub rounds_played: u64,
    /// When the last one ended.
    pub round_ended: Option<Time>,
    /// The rounds that can still be changed, the oldest first.
    pub past: VecDeque<PastRound>,
    /// What waits for a second person.
    pub proposals: BTreeMap<ProposalId, Proposal>,
    /// How many proposals were made.
    pub proposals_made: u32,
    /// Which requests were answered.
    pub answers: BTreeMap<Scope, Kept>,
    /// The seats of players who were kept from the game.
    pub barred: BTreeSet<SeatNumber>,
    /// The vouchers out that the cage alone may pay, the oldest first.
    pub for_cage: VecDeque<VoucherId>,
    /// The terminals to which seats belong.
    pub terminals: BTreeMap<SeatNumber, SessionId>,
    /// What is known of the approval for a table outside its document.
    pub approved: Approved,
    /// The rounds that were recalled, the one longest ago first.
    pub recalled: VecDeque<PastRound>,
    /// When the latest shift by the house's clock began.
    pub shift_began: Option<Time>,
    /// The cases that are open, and those decided last.
    pub cases: Cases,
    /// What the configuration names, where the table plays otherwise.
    pub offer: Option<Offer>,
    /// The editions played before the one in force, in the order of their last rounds.
    pub earlier: Vec<PlayedEdition>,
    /// Whether it moved to another edition since the last round.
    pub moved: bool,
}

/// Why an image is not that of a table.
#[expect(missing_docs, reason = "the sentence of a fault says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageFault {
    /// There is more of something than a table holds.
    TooMany { of: &'static str, found: usize, max: usize },
    /// Bets of a seat are not in order, or cannot be paid by this rule book.
    Bets { seat: SeatNumber },
    /// Bets lie on the layout, and no round is in play.
    BetsWithoutRound { seat: SeatNumber },
    /// The meters of a seat do not explain its credit.
    Credit { seat: SeatNumber },
    /// Rounds are not in the order of their numbers.
    Rounds { round: RoundNumber },
    /// Bets that a round did not have are void in it.
    VoidBets { round: RoundNumber, seat: SeatNumber },
    /// A voucher went across the table twice.
    VoucherTwice,
    /// Answered requests are not in the order of their numbers, or too many.
    Answers,
    /// A seat at which nobody sits belongs to a terminal.
    Terminal { seat: SeatNumber },
    /// A case was never opened, or is neither open nor decided.
    Case { case: CaseId },
    /// The editions played are not in the order of their last rounds.
    Editions,
}

impl Table {
    /// Everything the table consists of.
    pub fn image(&self) -> TableImage {
        let seats = self.seats.iter().map(|(number, seat)| (*number, seat.image())).collect();
        let terminal = |(number, seat): (&SeatNumber, &Seat)| Some((*number, seat.terminal()?));
        let terminals = self.seats.iter().filter_map(terminal).collect();
        TableImage {
            config: self.config.clone(),
            staff: self.staff.clone(),
            equipment: self.equipment.clone(),
            life: self.life,
            limits_to_come: self.limits_to_come.clone(),
            seats,
            excluded: self.excluded.clone(),
            owed: self.owed.clone(),
            redeemed: self.redeemed.in_order().clone(),
            issued: self.issued.in_order().clone(),
            shortfall: self.shortfall,
            borne: self.borne.clone(),
            round: self.round.clone(),
            rounds_played: self.rounds_played,
            round_ended: self.round_ended,
            past: self.past.clone(),
            proposals: self.proposals.clone(),
            proposals_made: self.proposals_made,
            answers: self.answers.0.clone(),
            barred: self.barred.clone(),
            for_cage: self.for_cage.in_order().clone(),
            terminals,
            approved: self.approved.clone(),
            recalled: self.recalled.clone(),
            shift_began: self.shift_began,
            cases: self.cases.clone(),
            offer: self.offer.clone(),
            earlier: self.earlier.clone(),
            moved: self.moved,
        }
    }

    /// The table of an image under this rule book, which is the one it was made under.
    pub fn from_image(book: Arc<RuleBook>, image: TableImage) -> Result<Self, ImageFault> {
        check_sizes(&image)?;
        check_seats(&book.pay_table, &image)?;
        check_editions(&image)?;
        check_rounds(&book, &image)?;
        check_answers(&image.answers)?;
        check_terminals(&image)?;
        check_cases(&image.cases)?;
        let exposure = exposure_of(&book.pay_table, &image);
        let redeemed = Vouchers::of(image.redeemed).ok_or(ImageFault::VoucherTwice)?;
        let issued = Vouchers::of(image.issued).ok_or(ImageFault::VoucherTwice)?;
        let for_cage = Vouchers::of(image.for_cage).ok_or(ImageFault::VoucherTwice)?;
        let terminals = image.terminals;
        let seated = |number, seat| Seat::from_image(seat, terminals.get(&number).copied());
        let seats = image.seats.into_iter();
        Ok(Self {
            book,
            config: image.config,
            staff: image.staff,
            equipment: image.equipment,
            life: image.life,
            limits_to_come: image.limits_to_come,
            seats: seats.map(|(number, seat)| (number, seated(number, seat))).collect(),
            excluded: image.excluded,
            barred: image.barred,
            for_cage,
            owed: image.owed,
            redeemed,
            issued,
            shortfall: image.shortfall,
            borne: image.borne,
            round: image.round,
            rounds_played: image.rounds_played,
            round_ended: image.round_ended,
            past: image.past,
            recalled: image.recalled,
            exposure,
            proposals: image.proposals,
            proposals_made: image.proposals_made,
            answers: Answers(image.answers),
            approved: image.approved,
            shift_began: image.shift_began,
            cases: image.cases,
            offer: image.offer,
            earlier: image.earlier,
            moved: image.moved,
        })
    }
}

fn check_sizes(image: &TableImage) -> Result<(), ImageFault> {
    let log_ins = image.answers.keys().filter(|scope| matches!(scope, Scope::Staff(..))).count();
    let sizes = [
        ("staff", image.staff.len(), Table::STAFF_MAX),
        ("shakers", image.equipment.shakers.len(), Table::SHAKERS_MAX),
        ("dice", image.equipment.first_used.len(), Equipment::DICE_KNOWN),
        ("displays", image.equipment.displays.len(), Equipment::DISPLAYS_MAX),
        ("damaged dice", image.equipment.damaged_dice.len(), Equipment::DICE_DAMAGED_KNOWN),
        ("seats", image.seats.len(), Table::SEATS_MAX),
        ("excluded players", image.excluded.len(), Table::EXCLUDED_MAX),
        ("players owed", image.owed.len(), Table::OWED_MAX),
        ("vouchers in", image.redeemed.len(), Vouchers::KEPT),
        ("vouchers out", image.issued.len(), Vouchers::KEPT),
        ("vouchers for the cage", image.for_cage.len(), Vouchers::KEPT),
        ("past rounds", image.past.len(), Table::ROUNDS_KEPT),
        ("recalled rounds", image.recalled.len(), Table::ROUNDS_RECALLED),
        ("proposals", image.proposals.len(), Table::PROPOSALS_MAX),
        ("earlier editions", image.earlier.len(), Table::EDITIONS_MAX),
        ("decided cases", image.cases.decided.len(), Cases::DECIDED_KEPT),
        ("cases", image.cases.known.len(), Cases::OPEN_MAX + Cases::DECIDED_KEPT),
        ("log-ins", log_ins, Answers::<Scope>::LOG_INS_KEPT),
    ];
    let over = sizes.into_iter().find(|(_, found, max)| found > max);
    over.map_or(Ok(()), |(of, found, max)| Err(ImageFault::TooMany { of, found, max }))
}

fn check_seats(table: &PayTable, image: &TableImage) -> Result<(), ImageFault> {
    for (&number, seat) in &image.seats {
        if !are_sound(table, &seat.bets) || !are_sound(table, &seat.last_bets) {
            return Err(ImageFault::Bets { seat: number });
        }
        if image.round.is_none() && !seat.bets.is_empty() {
            return Err(ImageFault::BetsWithoutRound { seat: number });
        }
        if seat.meters.credit() != i128::from(seat.credit.units()) {
            return Err(ImageFault::Credit { seat: number });
        }
        let (found, max) = (seat.undo.len(), Seat::UNDO_MAX);
        if found > max {
            return Err(ImageFault::TooMany { of: "changes to take back", found, max });
        }
    }
    Ok(())
}

fn check_rounds(book: &RuleBook, image: &TableImage) -> Result<(), ImageFault> {
    let mut before = None;
    let numbers = image.past.iter().map(|past| past.number);
    for number in numbers.chain(image.round.iter().map(|round| round.number)) {
        if before >= Some(number) {
            return Err(ImageFault::Rounds { round: number });
        }
        before = Some(number);
    }
    check_recalled(image)?;
    for past in image.past.iter().chain(&image.recalled) {
        if let Some(seat) = past.void_bets.iter().find(|seat| !past.slips.contains_key(seat)) {
            return Err(ImageFault::VoidBets { round: past.number, seat: *seat });
        }
    }
    for past in image.past.iter().chain(&image.recalled) {
        let played = PlayedEdition::of(&image.earlier, past.number);
        let table = played.map_or(&book.pay_table, |played| &played.rules.pay_table);
        let mut chips = past.chips.iter();
        if let Some((seat, _)) = chips.find(|(_, record)| !is_sound_record(table, record)) {
            return Err(ImageFault::Bets { seat: *seat });
        }
        let mut slips = past.slips.iter();
        if let Some((seat, _)) = slips.find(|(_, slip)| !are_sound(table, &slip.bets)) {
            return Err(ImageFault::Bets { seat: *seat });
        }
    }
    let mut lying = image.round.iter().flat_map(|round| &round.chips);
    let unsound = lying.find(|(_, record)| !is_sound_record(&book.pay_table, record));
    unsound.map_or(Ok(()), |(seat, _)| Err(ImageFault::Bets { seat: *seat }))
}

/// No round is still to be played under an edition that the table has left.
fn check_editions(image: &TableImage) -> Result<(), ImageFault> {
    let last = image.earlier.last().map_or(0, |played| played.until.0);
    let in_order = PlayedEdition::are_in_order(&image.earlier);
    if in_order && last <= image.rounds_played { Ok(()) } else { Err(ImageFault::Editions) }
}

/// A recalled round is older than any that is kept, and there once.
fn check_recalled(image: &TableImage) -> Result<(), ImageFault> {
    let oldest = image.past.front().map_or(RoundNumber(0), |past| past.number);
    let mut known = BTreeSet::new();
    let mut numbers = image.recalled.iter().map(|past| past.number);
    let bad = numbers.find(|number| oldest <= *number || !known.insert(*number));
    bad.map_or(Ok(()), |round| Err(ImageFault::Rounds { round }))
}

/// Whether bets are in the order of their areas and can be paid exactly.
pub(crate) fn are_sound(table: &PayTable, bets: &[Bet]) -> bool {
    bets.is_sorted_by(|one, next| one.area < next.area)
        && bets.iter().all(|bet| table.check(*bet).is_ok())
}

/// Whether somebody can have recorded it: a record of nothing is none, and nothing lies above the
/// maximum where nothing counts.
fn is_sound_record(table: &PayTable, record: &ChipRecord) -> bool {
    let counts = |excess: &Bet| record.bets.iter().any(|bet| bet.area == excess.area);
    !record.bets.is_empty()
        && are_sound(table, &record.bets)
        && record.excess.is_sorted_by(|one, next| one.area < next.area)
        && record.excess.iter().all(counts)
}

fn check_answers(answers: &BTreeMap<Scope, Kept>) -> Result<(), ImageFault> {
    if answers.values().all(Kept::is_sound) { Ok(()) } else { Err(ImageFault::Answers) }
}

fn check_terminals(image: &TableImage) -> Result<(), ImageFault> {
    let nobodys = image.terminals.keys().find(|seat| !image.seats.contains_key(seat));
    nobodys.map_or(Ok(()), |seat| Err(ImageFault::Terminal { seat: *seat }))
}

/// Every case was opened, and is among the decided ones if it is one.
fn check_cases(cases: &Cases) -> Result<(), ImageFault> {
    let decided: BTreeSet<CaseId> = cases.decided.iter().copied().collect();
    let fits = |(id, case): (&CaseId, &Case)| {
        case.is_sound() && cases.was_opened(*id) && decided.contains(id) != case.is_open()
    };
    let bad = cases.known.iter().find(|(id, case)| !fits((id, case)));
    if let Some((&case, _)) = bad {
        return Err(ImageFault::Case { case });
    }
    let unknown = cases.decided.iter().find(|id| !cases.known.contains_key(id));
    let twice = cases.decided.back().filter(|_| decided.len() != cases.decided.len());
    unknown.or(twice).map_or(Ok(()), |case| Err(ImageFault::Case { case: *case }))
}

fn exposure_of(table: &PayTable, image: &TableImage) -> Exposure {
    let mut exposure = Exposure::none();
    for bet in image.seats.values().flat_map(|seat| &seat.bets) {
        let placed = BetChange { area: bet.area, from: None, to: Some(bet.stake) };
        exposure.change(table, &[placed]);
    }
    let records = image.round.iter().flat_map(|round| round.chips.values());
    for bet in records.filter(|record| record.is_valid()).flat_map(|record| &record.bets) {
        let recorded = BetChange { area: bet.area, from: None, to: Some(bet.stake) };
        exposure.change(table, &[recorded]);
    }
    exposure
}

impl fmt::Display for ImageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { of, found, max } => write!(f, "{found} {of}, where {max} are the most"),
            Self::Bets { seat } => write!(f, "the bets of seat {seat} cannot be"),
            Self::BetsWithoutRound { seat } => write!(f, "seat {seat} has bets in no round"),
            Self::Credit { seat } => write!(f, "the credit of seat {seat} is not explained"),
            Self::Rounds { round } => write!(f, "round {round} is out of order"),
            Self::VoidBets { round, seat } => {
                write!(f, "seat {seat} had no bets in round {round} that could be void")
            }
            Self::VoucherTwice => write!(f, "a voucher went across twice"),
            Self::Answers => write!(f, "answered requests cannot be"),
            Self::Terminal { seat } => write!(f, "nobody sits at seat {seat} of a terminal"),
            Self::Case { case } => write!(f, "case {case} cannot be"),
            Self::Editions => write!(f, "the editions played are out of order"),
        }
    }
}

impl std::error::Error for ImageFault {}
