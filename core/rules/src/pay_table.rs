//! What every area of a layout pays, computed once for all 216 rolls.

use std::fmt;
use std::sync::Arc;

use crate::area::{Area, DoubleOnTriple, Family, ParseAreaError};
use crate::area_set::AreaSet;
use crate::clause::Clause;
use crate::exact::{Factor, Multiple};
use crate::odds::{Odds, OddsError, least_common_multiple};
use crate::roll::Roll;
use crate::stake::Stake;

/// One line of a pay table: the odds, and the clause that sets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayLine {
    /// What is won.
    pub odds: Odds,
    /// The clause that says so.
    pub clause: Clause,
}

/// What an area pays when it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pays {
    /// The same however it wins.
    Same(PayLine),
    /// By how many dice show the number: one, two, three. Only for singles.
    ByDice([PayLine; 3]),
}

impl Pays {
    /// Pays these odds however the area wins.
    pub fn same(odds: &str, clause: &Clause) -> Result<Self, OddsError> {
        Ok(Self::Same(PayLine { odds: odds.parse()?, clause: clause.clone() }))
    }

    /// The lines, fewest dice first.
    pub fn lines(&self) -> &[PayLine] {
        match self {
            Self::Same(line) => std::slice::from_ref(line),
            Self::ByDice(lines) => lines,
        }
    }

    /// The smallest unit of which every stake must be a multiple to be paid exactly.
    fn multiple(&self) -> u32 {
        self.lines().iter().map(|line| line.odds.stake()).fold(1, least_common_multiple)
    }
}

/// An area as a table offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The spot on the layout.
    pub area: Area,
    /// What the rule document calls this wager.
    pub wager: Arc<str>,
    /// The clause that defines when the wager wins.
    pub defined: Clause,
    /// What it pays.
    pub pays: Pays,
}

impl Offer {
    /// Offers the area of this name.
    pub fn new(
        area: &str,
        wager: &str,
        defined: &Clause,
        pays: Pays,
    ) -> Result<Self, ParseAreaError> {
        Ok(Self { area: area.parse()?, wager: wager.into(), defined: defined.clone(), pays })
    }
}

/// What every area of a layout pays. Everything that depends only on the table and the roll is
/// computed when the table is created, so that settling a bet is a look-up.
#[derive(Clone)]
pub struct PayTable {
    offers: Vec<Offer>,
    double_on_triple: DoubleOnTriple,
    pub(crate) multiples: [Multiple; PLACES],
    /// For each roll and area, the place in `lines` of the line that pays; 0 where it loses.
    pub(crate) paying: Vec<[u8; PLACES]>,
    /// All pay lines; place 0 is the loss, which pays nothing.
    lines: Vec<Option<PayLine>>,
    /// The odds of each line again, packed for the settlement's inner loop.
    pub(crate) factors: Box<[Factor; 256]>,
    lit: Vec<AreaSet>,
    /// For each area, the place of each of its lines and the places of the rolls it pays on.
    winning: Vec<Vec<(usize, Vec<u8>)>>,
}

/// Room for every area, rounded up to a power of two.
const PLACES: usize = 128;

// The ceilings together: everything one settlement returns, stake included, fits a u64.
const _: () = assert!(
    (Stake::MAX.units() as u128) * (Odds::WIN_MAX as u128 + 1) * (PayTable::BETS_MAX as u128)
        <= u64::MAX as u128
);

impl PayTable {
    /// The most bets that are settled at once.
    pub const BETS_MAX: usize = 1_000_000;

    /// A pay table of these offers, or every mistake in them.
    pub fn new(
        mut offers: Vec<Offer>,
        double_on_triple: DoubleOnTriple,
    ) -> Result<Self, PayTableMistakes> {
        offers.sort_by_key(|offer| offer.area);
        let mistakes = mistakes(&offers, double_on_triple);
        if !mistakes.is_empty() {
            return Err(PayTableMistakes(mistakes));
        }
        Ok(Self::work_out(offers, double_on_triple))
    }

    fn work_out(offers: Vec<Offer>, double_on_triple: DoubleOnTriple) -> Self {
        let mut table = Self {
            offers: Vec::new(),
            double_on_triple,
            multiples: [Multiple::NOT_OFFERED; PLACES],
            paying: vec![[0; PLACES]; Roll::COUNT],
            lines: vec![None],
            factors: Box::new([Factor::LOSS; 256]),
            lit: vec![AreaSet::EMPTY; Roll::COUNT],
            winning: vec![Vec::new(); Area::COUNT],
        };
        for offer in &offers {
            table.work_out_offer(offer);
        }
        table.offers = offers;
        table
    }

    fn work_out_offer(&mut self, offer: &Offer) {
        let first_line = self.lines.len();
        for line in offer.pays.lines() {
            self.factors[self.lines.len()] = Factor::of(line.odds);
            self.lines.push(Some(line.clone()));
        }
        self.multiples[offer.area.index()] = Multiple::of(offer.pays.multiple());
        for roll in Roll::all() {
            let Some(hit) = offer.area.hit(roll, self.double_on_triple) else { continue };
            let line = match offer.pays {
                Pays::Same(_) => first_line,
                Pays::ByDice(_) => first_line + hit as usize,
            };
            let place = u8::try_from(roll.index()).expect("216 rolls fit a byte");
            let of_area = &mut self.winning[offer.area.index()];
            match of_area.iter_mut().find(|(known, _)| *known == line) {
                Some((_, rolls)) => rolls.push(place),
                None => of_area.push((line, vec![place])),
            }
            let line = u8::try_from(line).expect("117 areas have at most 129 pay lines");
            self.paying[roll.index()][offer.area.index()] = line;
            self.lit[roll.index()].insert(offer.area);
        }
    }

    /// What is offered, in the order of [`Area::all`].
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The offer on this area, if the table has one.
    pub fn offer(&self, area: Area) -> Option<&Offer> {
        let place = self.offers.binary_search_by_key(&area, |offer| offer.area).ok()?;
        Some(&self.offers[place])
    }

    /// Whether a double still wins on a triple.
    pub fn double_on_triple(&self) -> DoubleOnTriple {
        self.double_on_triple
    }

    /// The multiple that a stake on this area must be of to be paid exactly, if it is offered.
    pub fn multiple(&self, area: Area) -> Option<u32> {
        self.multiples[area.index()].units()
    }

    /// The areas that light up for this roll.
    ///
    /// ```
    /// # use taisai_rules::{Clause, DoubleOnTriple, Offer, PayTable, Pays, Roll};
    /// # let rule = Clause::new("house rule 1").unwrap();
    /// # let pays = || Pays::same("1 to 1", &rule).unwrap();
    /// # let offer = |area: &str| Offer::new(area, area, &rule, pays()).unwrap();
    /// let table = PayTable::new(vec![offer("small"), offer("big")], DoubleOnTriple::Wins)?;
    /// let lit = table.winning_areas("4,4,2".parse()?);
    /// let lit: Vec<String> = lit.iter().map(|area| area.to_string()).collect();
    /// assert_eq!(lit, ["small"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_areas(&self, roll: Roll) -> AreaSet {
        self.lit[roll.index()]
    }

    /// The lines that can pay this area, each with the places of the rolls on which it does, as
    /// [`Roll::index`] counts them; none where the area is not offered.
    pub fn winning_rolls(&self, area: Area) -> impl Iterator<Item = (&PayLine, &[u8])> {
        let of_area = self.winning[area.index()].iter();
        of_area.filter_map(|(line, rolls)| Some((self.lines[*line].as_ref()?, &rolls[..])))
    }

    /// The offered area that wins on exactly the rolls on which this one would, if there is one.
    pub fn same_event(&self, area: Area) -> Option<Area> {
        let mut offered = self.offers.iter().map(|offer| offer.area);
        offered.find(|offered| offered.is_same_event(area, self.double_on_triple))
    }

    /// The line that pays this area on this roll, or `None` where it loses or is not offered.
    pub fn paying_line(&self, area: Area, roll: Roll) -> Option<&PayLine> {
        self.lines[usize::from(self.paying[roll.index()][area.index()])].as_ref()
    }
}

impl fmt::Debug for PayTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PayTable").field("offers", &self.offers.len()).finish_non_exhaustive()
    }
}

/// Two tables are equal when their offers are; the rest is computed from those.
impl PartialEq for PayTable {
    fn eq(&self, other: &Self) -> bool {
        self.offers == other.offers && self.double_on_triple == other.double_on_triple
    }
}

impl Eq for PayTable {}

/// Why offers do not make a pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayTableMistake {
    /// The area is offered more than once.
    OfferedTwice(Area),
    /// Two areas win on exactly the same rolls; only one of them may be offered.
    SameEvent {
        /// The area that stays.
        kept: Area,
        /// The area that is the same event under another name.
        again: Area,
    },
    /// A single needs odds for one, two and three dice.
    SingleNeedsThreeOdds(Area),
    /// Only a single can pay by the number of dice.
    PaysByDice(Area),
}

impl fmt::Display for PayTableMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfferedTwice(area) => write!(f, "{area} is offered twice"),
            Self::SameEvent { kept, again } => {
                write!(f, "{again} wins on the same rolls as {kept}; only one can be offered")
            }
            Self::SingleNeedsThreeOdds(area) => {
                write!(f, "{area} needs odds for one, two and three dice")
            }
            Self::PaysByDice(area) => write!(f, "{area} cannot pay by the number of dice"),
        }
    }
}

/// Every mistake in a pay table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayTableMistakes(pub Vec<PayTableMistake>);

impl fmt::Display for PayTableMistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mistakes: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        write!(f, "{}", mistakes.join("; "))
    }
}

impl std::error::Error for PayTableMistakes {}

/// Every mistake in offers sorted by area.
fn mistakes(offers: &[Offer], double_on_triple: DoubleOnTriple) -> Vec<PayTableMistake> {
    let mut found: Vec<PayTableMistake> = offers.iter().filter_map(wrong_lines).collect();
    for (place, again) in offers.iter().enumerate() {
        let same = |earlier: &&Offer| earlier.area.is_same_event(again.area, double_on_triple);
        let Some(first) = offers[..place].iter().find(same) else { continue };
        let kept = first.area;
        found.push(if kept == again.area {
            PayTableMistake::OfferedTwice(kept)
        } else {
            PayTableMistake::SameEvent { kept, again: again.area }
        });
    }
    found
}

fn wrong_lines(offer: &Offer) -> Option<PayTableMistake> {
    let is_single = offer.area.family() == Family::Single;
    match offer.pays {
        Pays::Same(_) => is_single.then_some(PayTableMistake::SingleNeedsThreeOdds(offer.area)),
        Pays::ByDice(_) => (!is_single).then_some(PayTableMistake::PaysByDice(offer.area)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> Clause {
        Clause::new("house rule 1").unwrap()
    }

    fn offer(area: &str) -> Offer {
        Offer::new(area, area, &rule(), Pays::same("1 to 1", &rule()).unwrap()).unwrap()
    }

    fn refused(areas: &[&str]) -> String {
        let offers = areas.iter().map(|area| offer(area)).collect();
        PayTable::new(offers, DoubleOnTriple::Wins).unwrap_err().to_string()
    }

    #[test]
    fn an_area_is_offered_once() {
        assert_eq!(refused(&["big", "small", "big"]), "big is offered twice");
    }

    #[test]
    fn two_names_for_one_event_are_refused() {
        let same = |again: &str, kept: &str| {
            format!("{again} wins on the same rolls as {kept}; only one can be offered")
        };
        assert_eq!(refused(&["combo-112", "total-4"]), same("combo-112", "total-4"));
        assert_eq!(refused(&["total-17", "combo-665"]), same("combo-665", "total-17"));
    }

    #[test]
    fn a_single_and_only_a_single_pays_by_dice() {
        assert_eq!(refused(&["single-3"]), "single-3 needs odds for one, two and three dice");
        let Pays::Same(line) = Pays::same("1 to 1", &rule()).unwrap() else { unreachable!() };
        let mut big = offer("big");
        big.pays = Pays::ByDice([line.clone(), line.clone(), line]);
        let refusal = PayTable::new(vec![big], DoubleOnTriple::Wins).unwrap_err();
        assert_eq!(refusal.to_string(), "big cannot pay by the number of dice");
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let refusal = refused(&["single-1", "big", "big", "total-4", "combo-112"]);
        assert_eq!(refusal.matches("; ").count() - refusal.matches("; only").count(), 2);
    }

    #[test]
    fn an_area_wins_on_the_rolls_its_lines_pay() {
        let table = PayTable::new(vec![offer("big"), offer("total-4")], DoubleOnTriple::Wins);
        let table = table.unwrap();
        for area in Area::all() {
            let mut won: Vec<(u8, &PayLine)> = table
                .winning_rolls(area)
                .flat_map(|(line, rolls)| rolls.iter().map(move |roll| (*roll, line)))
                .collect();
            won.sort_by_key(|(roll, _)| *roll);
            let paying = Roll::all().zip(0_u8..).filter_map(|(roll, place)| {
                table.paying_line(area, roll).map(|line| (place, line))
            });
            assert_eq!(won, paying.collect::<Vec<_>>(), "{area}");
        }
    }

    #[test]
    fn a_double_may_lose_on_a_triple() {
        let table = PayTable::new(vec![offer("double-2")], DoubleOnTriple::Loses).unwrap();
        let lit = |roll: &str| table.winning_areas(roll.parse().unwrap()).len();
        assert_eq!((lit("2,2,5"), lit("2,2,2")), (1, 0));
    }
}
