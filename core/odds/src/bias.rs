//! How far dice must be off before an area turns against the house.

use taisai_rules::{Area, Face, Odds, PayTable, Roll, Stake};

use crate::area_odds::AreaOdds;
use crate::checked::{Checked, Total};
use crate::dice::Dice;
use crate::fraction::Fraction;

/// The smallest bias found that takes away the house's edge on an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningBias {
    pub area: Area,
    /// The share of each die's throws that land on the wrong face.
    pub moved: Fraction,
    pub dice: Dice,
}

/// Weights are moved in steps of one in this many.
pub const STEPS: u32 = 6_000;

/// The smallest bias, in steps of a six-thousandth, after which the area no longer favours the
/// house; `None` if none is found. Two kinds of bias are tried: the steepest path, which always
/// moves weight to where it helps most, and every way to load some faces evenly at the cost of
/// others. The edge is exact for the returned dice; a smaller bias of another kind is not ruled
/// out.
pub fn turning_bias(table: &PayTable, area: Area) -> Option<TurningBias> {
    let nets = Nets::of(table, area)?;
    let steepest = nets.steepest_path();
    let within = steepest.as_ref().map_or(STEPS, moved);
    let found = nets.evenly_loaded(within).or(steepest)?;
    let moved = Fraction::new(moved(&found).into(), STEPS.into());
    Some(TurningBias { area, moved, dice: dice(&found) })
}

/// The weights of the six faces; they always sum to [`STEPS`].
type Weights = [u32; 6];

const FAIR: Weights = [STEPS / 6; 6];

/// How many steps of weight have moved.
fn moved(weights: &Weights) -> u32 {
    weights.iter().zip(FAIR).map(|(&weight, fair)| weight.saturating_sub(fair)).total()
}

fn dice(weights: &Weights) -> Dice {
    Dice::weighted(*weights).expect("the weights sum to the steps")
}

/// The net result of an area's smallest stake, for each set of three faces, times the number of
/// rolls that show it. A single with three lines of fine odds has a smallest stake near a million;
/// that times its odds and the cube of the weights would not fit an `i64`.
struct Nets(Vec<([usize; 3], i128)>);

impl Nets {
    fn of(table: &PayTable, area: Area) -> Option<Self> {
        let staked = AreaOdds::of(table, area, &Dice::FAIR)?.spread().staked();
        let staked = Stake::new(staked).expect("a multiple is a small stake");
        let lost = 0.minus(i128::from(staked.units()));
        let win = |odds: Odds| odds.win_on(staked).expect("the stake is a multiple");
        let net = |roll: Roll| {
            table.paying_line(area, roll).map_or(lost, |line| i128::from(win(line.odds)))
        };
        let sets = Roll::all().filter(|roll| roll.faces() == roll.ascending());
        let ways = |set: Roll| Roll::all().filter(|roll| roll.ascending() == set.faces()).count();
        let ways = |set: Roll| i128::try_from(ways(set)).expect("at most six");
        Some(Self(sets.map(|set| (set.faces().map(place), net(set).times(ways(set)))).collect()))
    }

    /// Whether the area still favours the house with these dice.
    fn favour_the_house(&self, weights: &Weights) -> bool {
        let weight = |face: usize| i128::from(weights[face]);
        let term = |&([a, b, c], net): &([usize; 3], i128)| {
            weight(a).times(weight(b)).times(weight(c)).times(net)
        };
        self.0.iter().map(term).total() < 0
    }

    fn steepest_path(&self) -> Option<Weights> {
        let mut weights = FAIR;
        for _ in 0..STEPS {
            if !self.favour_the_house(&weights) {
                return Some(weights);
            }
            self.step(&mut weights)?;
        }
        None
    }

    /// How much one more weight on each face helps, as long as little is moved.
    fn slopes(&self, weights: &Weights) -> [i128; 6] {
        let weight = |face: usize| i128::from(weights[face]);
        let mut slopes = [0_i128; 6];
        for &([a, b, c], net) in &self.0 {
            for (face, one, other) in [(a, b, c), (b, a, c), (c, a, b)] {
                let slope = weight(one).times(weight(other)).times(net);
                slopes[face] = slopes[face].plus(slope);
            }
        }
        slopes
    }

    /// Moves one weight from the face where it helps least to the face where it helps most. If all
    /// help equally, as for any triple with fair dice, the first step is arbitrary.
    fn step(&self, weights: &mut Weights) -> Option<()> {
        let slopes = self.slopes(weights);
        let to = (0..6).max_by_key(|&face| slopes[face])?;
        let others = (0..6).filter(|&face| face != to && weights[face] > 0);
        let from = others.min_by_key(|&face| slopes[face])?;
        weights[from] = weights[from].minus(1);
        weights[to] = weights[to].plus(1);
        Some(())
    }

    /// Loads every choice of faces evenly at the cost of every other choice, a step at a time.
    fn evenly_loaded(&self, within: u32) -> Option<Weights> {
        let loads = Load::all();
        let weights =
            (0..within).flat_map(|steps| loads.iter().filter_map(move |load| load.weights(steps)));
        let mut turned = weights.filter(|weights| !self.favour_the_house(weights));
        turned.next()
    }
}

const fn place(face: Face) -> usize {
    (face.pips() as usize).saturating_sub(1)
}

/// Faces that gain evenly and faces that lose evenly.
struct Load {
    gain: Vec<usize>,
    lose: Vec<usize>,
}

impl Load {
    /// Every choice of some faces to gain and some others to lose.
    fn all() -> Vec<Self> {
        // Each digit of a six-digit number in base three gives a face its role.
        const PLACES: [usize; 6] = [1, 3, 9, 27, 81, 243];
        let role =
            |choice: usize, face: usize| choice.checked_div(PLACES[face]).map(|rest| rest % 3);
        let faces = |choice: usize, wanted: usize| {
            (0..6).filter(move |&face| role(choice, face) == Some(wanted)).collect()
        };
        let choices =
            (0..729).map(|choice| Self { gain: faces(choice, 1), lose: faces(choice, 2) });
        choices.filter(|load| !load.gain.is_empty() && !load.lose.is_empty()).collect()
    }

    /// The weights after this many steps, shared as evenly as whole numbers allow.
    fn weights(&self, steps: u32) -> Option<Weights> {
        let mut weights = FAIR;
        for (face, part) in parts(&self.gain, steps) {
            weights[face] = weights[face].plus(part);
        }
        for (face, part) in parts(&self.lose, steps) {
            weights[face] = weights[face].checked_sub(part)?;
        }
        Some(weights)
    }
}

/// This many steps, shared among these faces.
fn parts(faces: &[usize], steps: u32) -> impl Iterator<Item = (usize, u32)> {
    let count = u32::try_from(faces.len()).expect("at most six faces");
    let part = move |rank: u32| steps.saturating_sub(rank).div_ceil(count);
    (0..).zip(faces).map(move |(rank, &face)| (face, part(rank)))
}
