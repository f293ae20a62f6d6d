//! What the player at one seat may see, and nobody else.

use serde::{Deserialize, Serialize};
use taisai_rules::{Bet, Irregularity, Roll, RuleBook};
use taisai_table::round::PastRound;
use taisai_table::{Money, PlayerId, Pledge, Seat, SeatNumber, SessionId, Table};
use ts_rs::TS;
use utoipa::ToSchema;

use super::sections;
use crate::ask::{BetLine, OwnLimitsAsk};
use crate::book::Said;
use crate::word::{AreaId, Dice, IrregularityWord};

sections! {
    /// One seat's own view.
    SeatView
    /// The sections of a seat's own view that changed.
    SeatChanges {
        /// Which seat, and who sits there.
        about: SeatAbout,
        /// The player's money.
        money: SeatMoney,
        /// The bets on the layout, in the order of the areas.
        bets: Vec<BetLine>,
        /// What can be taken back or repeated.
        changes: SeatHistory,
        /// What the house has arranged with the player.
        house: HouseTerms,
        /// What the player has set themselves.
        own: OwnTerms,
        /// The last settled round with bets of this player.
        outcome: LastOutcome,
    }
}

/// Which seat, and who sits there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatAbout {
    /// The seat.
    pub seat: u16,
    /// The player; none while the seat is free.
    pub player: Option<u64>,
    /// Whether the table believes that the terminal answers.
    pub connected: bool,
    /// Whether the seat is kept for a player who sat down at another terminal: until two people
    /// have identified them, nothing of the seat is shown here and nothing can be done with it.
    pub kept: bool,
}

/// A player's money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatMoney {
    /// What can still be staked.
    pub credit: u64,
    /// What lies on the layout.
    pub staked: u64,
    /// Vouchers turned into credit since the player sat down.
    pub bought_in: u64,
    /// Credit turned into vouchers.
    pub cashed_out: u64,
    /// Stakes, less those that were taken down or are void.
    pub turnover: u64,
    /// What rounds returned, stakes included.
    pub returned: u64,
    /// What corrections and voids gave besides.
    pub adjusted_in: u64,
    /// What corrections and voids took.
    pub adjusted_out: u64,
    /// Stakes that are void.
    pub voided: u64,
}

/// What can be taken back or repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatHistory {
    /// How many changes can be taken back.
    pub undo: u32,
    /// The bets of the last round in which this player had any.
    pub last_bets: Vec<BetLine>,
}

/// What the house has arranged with a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HouseTerms {
    /// The player's own maximum, shown by a marker.
    pub marker: Option<u64>,
    /// The player's own chips.
    pub colour: Option<ColourChips>,
    /// Whether the player has been told that bets below the minimum will be returned.
    pub advised: bool,
}

/// Chips of a colour of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ColourChips {
    /// The colour's number.
    pub colour: u8,
    /// What one chip is worth.
    pub value: u64,
}

/// What a player has set themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnTerms {
    /// When the player sat down; none while the seat is free.
    pub since: Option<u64>,
    /// The limits that hold.
    pub holds: OwnLimitsAsk,
    /// Looser ones that do not hold yet.
    pub later: Option<OwnLater>,
}

/// Looser limits that do not hold yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnLater {
    /// From when on they hold.
    pub from: u64,
    /// The limits.
    pub limits: OwnLimitsAsk,
}

/// The last settled round with bets of this player, if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LastOutcome {
    /// The round.
    pub last: Option<Outcome>,
}

/// What a round meant for one player, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Outcome {
    /// The round.
    pub round: u64,
    /// The dice that count; none where it is void.
    pub dice: Option<Dice>,
    /// Results that were shown before and corrected.
    pub corrected: Vec<Dice>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// Every bet.
    pub lines: Vec<OutcomeLine>,
    /// All stakes together.
    pub staked: u64,
    /// What came back, stakes included, after all corrections.
    pub returned: u64,
    /// What was won, or lost where it is below nothing.
    pub net: i64,
}

/// What became of a bet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OutcomeLine {
    /// The area.
    pub area: AreaId,
    /// The stake.
    pub stake: u64,
    /// The odds that paid it, in the words of the layout; none where it lost or is void.
    pub odds: Option<Said>,
    /// What it won on top of the stake.
    pub win: u64,
    /// What came back, the stake included.
    pub returned: u64,
}

impl SeatView {
    /// The view at this terminal of whoever sits at this seat; of an empty seat where nobody does,
    /// and of one that is kept where they sat down at another terminal.
    pub fn of(table: &Table, number: SeatNumber, terminal: SessionId) -> Self {
        match table.seat(number) {
            Some(seat) if !seat.is_at(terminal) => Self::kept(number),
            Some(_) | None => Self::whole(table, number),
        }
    }

    /// A seat of which nothing is shown but that it is kept.
    fn kept(number: SeatNumber) -> Self {
        Self {
            about: SeatAbout { kept: true, ..SeatAbout::of(number, None) },
            money: SeatMoney::default(),
            bets: Vec::new(),
            changes: SeatHistory::default(),
            house: HouseTerms::default(),
            own: OwnTerms::default(),
            outcome: LastOutcome::default(),
        }
    }

    fn whole(table: &Table, number: SeatNumber) -> Self {
        let seat = table.seat(number);
        Self {
            about: SeatAbout::of(number, seat),
            money: seat.map(SeatMoney::of).unwrap_or_default(),
            bets: seat.map(|seat| lines(seat.bets())).unwrap_or_default(),
            changes: seat.map(SeatHistory::of).unwrap_or_default(),
            house: seat.map(HouseTerms::of).unwrap_or_default(),
            own: seat.map(OwnTerms::of).unwrap_or_default(),
            outcome: LastOutcome::of(table, number),
        }
    }
}

impl SeatChanges {
    /// What a change of bets changes; nothing else of the seat is looked at.
    pub fn of_bets(seat: &Seat) -> Self {
        Self {
            money: Some(SeatMoney::of(seat)),
            bets: Some(lines(seat.bets())),
            changes: Some(SeatHistory::of(seat)),
            ..Self::default()
        }
    }

    /// The same where the player was advised that a bet lies below the minimum.
    pub fn of_advised_bets(seat: &Seat) -> Self {
        Self { house: Some(HouseTerms::of(seat)), ..Self::of_bets(seat) }
    }
}

impl SeatAbout {
    fn of(number: SeatNumber, seat: Option<&Seat>) -> Self {
        Self {
            seat: number.0,
            player: seat.map(|seat| seat.player().0),
            connected: seat.is_some_and(Seat::is_connected),
            kept: false,
        }
    }
}

impl SeatMoney {
    /// The money of a seat.
    pub fn of(seat: &Seat) -> Self {
        let meters = seat.meters();
        Self {
            credit: seat.credit().units(),
            staked: seat.staked().units(),
            bought_in: meters.bought_in.units(),
            cashed_out: meters.cashed_out.units(),
            turnover: meters.turnover.units(),
            returned: meters.returned.units(),
            adjusted_in: meters.adjusted_in.units(),
            adjusted_out: meters.adjusted_out.units(),
            voided: meters.voided.units(),
        }
    }
}

/// Bets as they stand on the wire.
pub(crate) fn lines(bets: &[Bet]) -> Vec<BetLine> {
    let line = |bet: &Bet| BetLine { area: bet.area.into(), stake: bet.stake.units() };
    bets.iter().map(line).collect()
}

impl SeatHistory {
    fn of(seat: &Seat) -> Self {
        let undo = u32::try_from(seat.changes_kept()).unwrap_or(u32::MAX);
        Self { undo, last_bets: lines(seat.last_bets()) }
    }
}

impl HouseTerms {
    fn of(seat: &Seat) -> Self {
        Self {
            marker: seat.marker().map(taisai_rules::Stake::units),
            colour: seat.colour().map(ColourChips::of),
            advised: seat.is_advised(),
        }
    }
}

impl OwnTerms {
    fn of(seat: &Seat) -> Self {
        let Pledge { holds, later } = seat.pledge();
        Self {
            since: Some(seat.sat_down().millis()),
            holds: holds.into(),
            later: later.map(|(from, wish)| OwnLater { from: from.millis(), limits: wish.into() }),
        }
    }
}

impl ColourChips {
    pub(crate) fn of((colour, value): (u8, taisai_rules::Stake)) -> Self {
        Self { colour, value: value.units() }
    }
}

impl LastOutcome {
    /// The last round of this player that is settled or void, whatever has become of it since.
    pub fn of(table: &Table, number: SeatNumber) -> Self {
        let Some(seat) = table.seat(number) else { return Self::default() };
        let last = in_play(table, number, seat).or_else(|| {
            let mut past = table.past_rounds().rev();
            past.find_map(|past| {
                Outcome::of_past(table.book_of(past.number), past, number, seat.player())
            })
        });
        Self { last }
    }
}

/// The round in play, once it is paid; the bets still lie on the layout then.
fn in_play(table: &Table, number: SeatNumber, seat: &Seat) -> Option<Outcome> {
    let round = table.round().filter(|round| round.paid && !seat.bets().is_empty())?;
    let result = round.result?;
    let returned = round.returned.get(&number).copied().unwrap_or(Money::ZERO);
    let slip = SlipShown { results: &[result], voided: None, bets: seat.bets(), returned };
    Some(slip.outcome(table.book(), round.number.0))
}

impl Outcome {
    /// What a past round meant for a player; nothing where the slip at this seat is another's.
    pub fn of_past(
        book: &RuleBook,
        past: &PastRound,
        seat: SeatNumber,
        player: PlayerId,
    ) -> Option<Self> {
        let slip = past.slips.get(&seat).filter(|slip| slip.player == player)?;
        // Whose bets alone are void hears so as of a void round.
        let own = past.void_bets.contains(&seat).then_some(Irregularity::Contravention);
        let slip = SlipShown {
            results: &past.results,
            voided: past.voided.or(own),
            bets: &slip.bets,
            returned: slip.returned,
        };
        Some(slip.outcome(book, past.number.0))
    }
}

/// One player's part of a round, before it is worded.
struct SlipShown<'a> {
    results: &'a [Roll],
    voided: Option<Irregularity>,
    bets: &'a [Bet],
    returned: Money,
}

impl SlipShown<'_> {
    fn outcome(&self, book: &RuleBook, round: u64) -> Outcome {
        let last = self.results.last().copied();
        let dice = last.filter(|_| self.voided.is_none());
        let corrected = match dice {
            Some(_) => &self.results[..self.results.len() - 1],
            None => self.results,
        };
        let line = |bet: &Bet| match dice {
            Some(roll) => OutcomeLine::settled(book, roll, *bet),
            None => OutcomeLine::void(*bet),
        };
        let staked = self.bets.iter().map(|bet| bet.stake.units()).sum();
        let returned = self.returned.units();
        Outcome {
            round,
            dice: dice.map(Into::into),
            corrected: corrected.iter().copied().map(Into::into).collect(),
            voided: self.voided.map(Into::into),
            lines: self.bets.iter().map(line).collect(),
            staked,
            returned,
            net: difference(returned, staked),
        }
    }
}

/// What is more than was staked, or less where it is below nothing.
fn difference(returned: u64, staked: u64) -> i64 {
    let signed = |units: u64| i64::try_from(units).expect("amounts stay below the ceiling");
    signed(returned) - signed(staked)
}

impl OutcomeLine {
    /// What a roll makes of a bet.
    pub fn settled(book: &RuleBook, roll: Roll, bet: Bet) -> Self {
        let paid = book.pay_table.paying_line(bet.area, roll);
        let win = paid.and_then(|line| line.odds.win_on(bet.stake));
        let stake = bet.stake.units();
        Self {
            area: bet.area.into(),
            stake,
            odds: paid.map(|line| Said::odds(line.odds, book.odds_style_of(bet.area))),
            win: win.unwrap_or(0),
            returned: win.map_or(0, |win| stake + win),
        }
    }

    /// A bet that went back.
    pub fn void(bet: Bet) -> Self {
        let stake = bet.stake.units();
        Self { area: bet.area.into(), stake, odds: None, win: 0, returned: stake }
    }
}
