//! A player's place at the table: credit, bets and meters.

use std::collections::VecDeque;

use taisai_rules::{Area, Bet, Odds, PayTable, Stake};

use crate::event::{Adjustment, BetChange};
use crate::ids::{PlayerId, RoundNumber, SessionId, StaffId};
use crate::money::Money;
use crate::pledge::Pledge;
use crate::time::Time;

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    player: PlayerId,
    staff: Option<StaffId>,
    /// The first round in which this player could bet here.
    since: RoundNumber,
    credit: Money,
    connected: bool,
    /// In the order of the areas, one for each.
    bets: Vec<Bet>,
    undo: VecDeque<Vec<BetChange>>,
    last_bets: Vec<Bet>,
    marker: Option<Stake>,
    colour: Option<(u8, Stake)>,
    advised: bool,
    meters: Meters,
    pledge: Pledge,
    sat_down: Time,
    /// The terminal at which the player sat down; unknown of whoever sat down before it was kept.
    terminal: Option<SessionId>,
}

/// Everything a taken seat consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatImage {
    /// Who sits there.
    pub player: PlayerId,
    /// Under which name the player works in this house, if so.
    pub staff: Option<StaffId>,
    /// The first round in which the player could bet there.
    pub since: RoundNumber,
    /// What can still be staked.
    pub credit: Money,
    /// Whether the terminal answers.
    pub connected: bool,
    /// The bets on the layout, in the order of the areas.
    pub bets: Vec<Bet>,
    /// The changes that can be taken back, the oldest first.
    pub undo: VecDeque<Vec<BetChange>>,
    /// The bets of the last round in which the player had any.
    pub last_bets: Vec<Bet>,
    /// The player's own maximum.
    pub marker: Option<Stake>,
    /// The player's colour and its value.
    pub colour: Option<(u8, Stake)>,
    /// Whether the player has been told about bets below the minimum.
    pub advised: bool,
    /// What has gone through the seat.
    pub meters: Meters,
    /// The limits that the player has set themselves.
    pub pledge: Pledge,
    /// When the player sat down.
    pub sat_down: Time,
}

impl Seat {
    /// How many changes can be taken back.
    pub const UNDO_MAX: usize = 20;

    pub(crate) fn new(
        player: PlayerId,
        staff: Option<StaffId>,
        since: RoundNumber,
        now: Time,
    ) -> Self {
        Self {
            player,
            staff,
            since,
            credit: Money::ZERO,
            connected: true,
            bets: Vec::new(),
            undo: VecDeque::new(),
            last_bets: Vec::new(),
            marker: None,
            colour: None,
            advised: false,
            meters: Meters::default(),
            pledge: Pledge::default(),
            sat_down: now,
            terminal: None,
        }
    }

    /// Everything a seat consists of.
    pub(crate) fn image(&self) -> SeatImage {
        SeatImage {
            player: self.player,
            staff: self.staff,
            since: self.since,
            credit: self.credit,
            connected: self.connected,
            bets: self.bets.clone(),
            undo: self.undo.clone(),
            last_bets: self.last_bets.clone(),
            marker: self.marker,
            colour: self.colour,
            advised: self.advised,
            meters: self.meters,
            pledge: self.pledge,
            sat_down: self.sat_down,
        }
    }

    /// The seat of an image that has been checked, at this terminal.
    pub(crate) fn from_image(image: SeatImage, terminal: Option<SessionId>) -> Self {
        let SeatImage { player, staff, since, credit, connected, bets, .. } = image;
        let SeatImage { undo, last_bets, marker, colour, advised, meters, .. } = image;
        let SeatImage { pledge, sat_down, .. } = image;
        Self {
            player,
            staff,
            since,
            credit,
            connected,
            bets,
            undo,
            last_bets,
            marker,
            colour,
            advised,
            meters,
            pledge,
            sat_down,
            terminal,
        }
    }

    /// Who sits here.
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// The terminal at which the player sat down: no other one speaks for the seat.
    pub fn terminal(&self) -> Option<SessionId> {
        self.terminal
    }

    /// Whether the seat is the player's at this terminal.
    pub fn is_at(&self, terminal: SessionId) -> bool {
        self.terminal.is_none_or(|own| own == terminal)
    }

    pub(crate) fn bind(&mut self, terminal: SessionId) {
        self.terminal = Some(terminal);
    }

    /// Under which name the player works in this house, if so.
    pub fn staff(&self) -> Option<StaffId> {
        self.staff
    }

    /// What can still be staked.
    pub fn credit(&self) -> Money {
        self.credit
    }

    /// How much more the credit can hold, whatever the bets on the layout return.
    pub(crate) fn room(&self) -> Money {
        let returns = self.staked().units().saturating_mul(u64::from(Odds::WIN_MAX) + 1);
        let most = returns.saturating_add(self.credit.units());
        Money::new(Money::MAX.units().saturating_sub(most)).unwrap_or(Money::ZERO)
    }

    /// Whether the terminal answers.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// The bets on the layout, in the order of the areas.
    pub fn bets(&self) -> &[Bet] {
        &self.bets
    }

    /// What lies on an area.
    pub fn bet_on(&self, area: Area) -> Option<Stake> {
        self.place(area).ok().map(|place| self.bets[place].stake)
    }

    fn place(&self, area: Area) -> Result<usize, usize> {
        self.bets.binary_search_by_key(&area, |bet| bet.area)
    }

    /// The sum of all stakes on the layout.
    pub fn staked(&self) -> Money {
        let units = self.bets.iter().map(|bet| bet.stake.units()).sum();
        Money::new(units).expect("117 stakes stay below the ceiling")
    }

    /// The bets of the last round in which this player had any.
    pub fn last_bets(&self) -> &[Bet] {
        &self.last_bets
    }

    /// The change that would be taken back.
    pub fn last_change(&self) -> Option<&[BetChange]> {
        self.undo.back().map(Vec::as_slice)
    }

    /// How many changes can be taken back.
    pub fn changes_kept(&self) -> usize {
        self.undo.len()
    }

    /// The player's own maximum.
    pub fn marker(&self) -> Option<Stake> {
        self.marker
    }

    /// The player's colour and its value.
    pub fn colour(&self) -> Option<(u8, Stake)> {
        self.colour
    }

    /// Whether the player has been told about bets below the minimum.
    pub fn is_advised(&self) -> bool {
        self.advised
    }

    /// What has gone through this seat.
    pub fn meters(&self) -> Meters {
        self.meters
    }

    /// The limits that the player has set themselves.
    pub fn pledge(&self) -> Pledge {
        self.pledge
    }

    /// When the player sat down.
    pub fn sat_down(&self) -> Time {
        self.sat_down
    }

    /// For how long the player has sat here.
    pub fn sat_for_ms(&self, now: Time) -> u64 {
        now.millis().saturating_sub(self.sat_down.millis())
    }

    pub(crate) fn set_pledge(&mut self, pledge: Pledge) {
        self.pledge = pledge;
    }

    pub(crate) fn set_connected(&mut self, connected: bool) {
        self.connected = connected;
    }

    pub(crate) fn set_marker(&mut self, stake_max: Stake) {
        self.marker = Some(stake_max);
    }

    pub(crate) fn take_marker_back(&mut self) {
        self.marker = None;
    }

    pub(crate) fn set_colour(&mut self, colour: u8, value: Stake) {
        self.colour = Some((colour, value));
    }

    pub(crate) fn take_colour_back(&mut self) {
        self.colour = None;
    }

    pub(crate) fn advise(&mut self) {
        self.advised = true;
    }

    pub(crate) fn buy_in(&mut self, amount: Money) {
        self.credit = sum(self.credit, amount);
        self.meters.bought_in = self.meters.bought_in.tally(amount);
    }

    pub(crate) fn cash_out(&mut self, amount: Money) {
        self.credit = rest(self.credit, amount);
        self.meters.cashed_out = self.meters.cashed_out.tally(amount);
    }

    /// Changes bets; what is added leaves the credit at once, so that no coin lies on two bets.
    pub(crate) fn change_bets(&mut self, changes: &[BetChange]) {
        for change in changes {
            let units = |stake: Option<Stake>| Money::new(stake.map_or(0, Stake::units));
            let (from, to) = (units(change.from), units(change.to));
            let (from, to) = (from.expect("a stake is money"), to.expect("a stake is money"));
            self.credit = rest(sum(self.credit, from), to);
            self.meters.turnover = rest(self.meters.turnover.tally(to), from);
            self.set_bet(change.area, change.to);
        }
    }

    fn set_bet(&mut self, area: Area, stake: Option<Stake>) {
        match (self.place(area), stake) {
            (Ok(place), Some(stake)) => self.bets[place].stake = stake,
            (Err(place), Some(stake)) => self.bets.insert(place, Bet::new(area, stake)),
            (Ok(place), None) => {
                self.bets.remove(place);
            }
            (Err(_), None) => {}
        }
    }

    pub(crate) fn remember_change(&mut self, changes: Vec<BetChange>) {
        self.undo.push_back(changes);
        if self.undo.len() > Self::UNDO_MAX {
            self.undo.pop_front();
        }
    }

    pub(crate) fn forget_last_change(&mut self) {
        self.undo.pop_back();
    }

    /// Money that comes back from a round.
    pub(crate) fn receive(&mut self, amount: Money) {
        self.credit = sum(self.credit, amount);
        self.meters.returned = self.meters.returned.tally(amount);
    }

    /// Stakes that come back because they are void: they were never turned over.
    pub(crate) fn receive_void(&mut self, amount: Money) {
        self.credit = sum(self.credit, amount);
        self.meters.turnover = rest(self.meters.turnover, amount);
        self.meters.voided = self.meters.voided.tally(amount);
    }

    /// Stakes that were taken off the layout because they are void.
    pub(crate) fn note_voided(&mut self, amount: Money) {
        self.meters.voided = self.meters.voided.tally(amount);
        self.undo.clear();
    }

    /// Whether the player has sat here since that round, and could bet in it.
    pub(crate) fn sat_down_by(&self, round: RoundNumber) -> bool {
        self.since <= round
    }

    /// What the undoing of a settled round gives and takes. The meters show it as if the round had
    /// always returned this, where its bets belong to this sitting.
    pub(crate) fn adjust(&mut self, adjustment: &Adjustment, bets: Bets) {
        let Adjustment { before, after, given, owed, recovered, .. } = *adjustment;
        let Adjustment { taken, forgone, shortfall, .. } = *adjustment;
        self.credit = rest(sum(self.credit, given), taken);
        let meters = &mut self.meters;
        let (more, less) = match bets {
            Bets::OfThisSitting => {
                meters.returned = rest(meters.returned.tally(after), before);
                (forgone.tally(shortfall), owed.tally(recovered))
            }
            Bets::OfAnother => (given, taken),
        };
        meters.adjusted_in = meters.adjusted_in.tally(more);
        meters.adjusted_out = meters.adjusted_out.tally(less);
    }

    /// The stakes of a settled round that is void and has returned them: they were never turned
    /// over, and nothing was ever won with them.
    pub(crate) fn undo_turnover(&mut self, staked: Money) {
        self.meters.turnover = rest(self.meters.turnover, staked);
        self.meters.returned = rest(self.meters.returned, staked);
        self.meters.voided = self.meters.voided.tally(staked);
    }

    /// The layout is empty; the bets are remembered for the next round.
    pub(crate) fn end_round(&mut self) -> Vec<Bet> {
        let bets = std::mem::take(&mut self.bets);
        self.undo.clear();
        if !bets.is_empty() {
            self.last_bets.clone_from(&bets);
        }
        bets
    }

    /// Bets that another edition does not take are not repeated under it, and no part of them.
    pub(crate) fn forget_unpayable(&mut self, pays: &PayTable) {
        if !self.last_bets.iter().all(|bet| pays.check(*bet).is_ok()) {
            self.last_bets.clear();
        }
    }

    pub(crate) fn forget_changes(&mut self) {
        self.undo.clear();
    }
}

/// Whose bets a settled round had, for the meters of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bets {
    /// Placed at this seat since its player last sat down.
    OfThisSitting,
    /// Placed by the same player at another seat, or before they left and came back.
    OfAnother,
}

/// What has gone through a seat since its player sat down, by the dice that count and without what
/// is void. At every moment
/// `credit = bought_in + returned + adjusted_in − cashed_out − turnover − adjusted_out`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Meters {
    /// Vouchers turned into credit.
    pub bought_in: Money,
    /// Credit turned into vouchers.
    pub cashed_out: Money,
    /// Stakes, less those that were taken down or are void.
    pub turnover: Money,
    /// What rounds returned, stakes included, by the dice that count.
    pub returned: Money,
    /// What corrections and voids gave for bets of another sitting, and what those of this sitting
    /// return no longer but was not taken from the credit.
    pub adjusted_in: Money,
    /// What corrections and voids took for bets of another sitting, and what those of this sitting
    /// return now but was not given to the credit.
    pub adjusted_out: Money,
    /// Stakes that are void.
    pub voided: Money,
}

impl Meters {
    /// What is lost since the player sat down, if every bet on the layout loses; below nothing
    /// where it is a gain.
    pub fn lost(&self) -> i128 {
        let units = |money: Money| i128::from(money.units());
        units(self.turnover) + units(self.adjusted_out)
            - units(self.returned)
            - units(self.adjusted_in)
    }

    /// What the meters say that the credit is.
    pub fn credit(&self) -> i128 {
        let units = |money: Money| i128::from(money.units());
        units(self.bought_in) + units(self.returned) + units(self.adjusted_in)
            - units(self.cashed_out)
            - units(self.turnover)
            - units(self.adjusted_out)
    }
}

fn sum(one: Money, other: Money) -> Money {
    one.plus(other).expect("decide keeps every account below the ceiling")
}

fn rest(from: Money, amount: Money) -> Money {
    from.minus(amount).expect("decide lets nobody pay what is not there")
}
