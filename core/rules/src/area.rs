//! A spot on the layout, and when it wins.

use std::fmt;
use std::str::FromStr;

use crate::face::Face;
use crate::roll::Roll;
use crate::vocabulary::vocabulary;

/// A spot on the layout: one of the 117 that three dice give a meaning to. The pay table decides
/// which of them a table offers. An area is one byte, so that a table of bets stays small and
/// settling one is a look-up; [`Area::kind`] says what it means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(u8);

impl Area {
    /// How many areas there are.
    pub const COUNT: usize = 117;

    /// Every area once, in the order in which areas are always listed.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// What this area bets on.
    pub const fn kind(self) -> AreaKind {
        KINDS[self.0 as usize]
    }

    /// The index of this area in [`Area::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The area at this place of [`Area::all`], if there is one.
    pub const fn at(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The area at this place of [`Area::all`].
    pub(crate) fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "there is no area {index}");
        Self(u8::try_from(index).expect("117 areas fit a byte"))
    }

    /// The family this area belongs to.
    pub const fn family(self) -> Family {
        self.kind().family()
    }

    /// How the area wins on this roll, or `None` where it loses.
    ///
    /// ```
    /// use taisai_rules::{Area, DoubleOnTriple, Hit};
    /// let single_4: Area = "single-4".parse()?;
    /// let hit = |roll: &str| single_4.hit(roll.parse().unwrap(), DoubleOnTriple::Wins);
    /// assert_eq!(hit("4,1,4"), Some(Hit::Twice));
    /// assert_eq!(hit("1,2,3"), None);
    /// # Ok::<(), taisai_rules::ParseAreaError>(())
    /// ```
    pub fn hit(self, roll: Roll, double_on_triple: DoubleOnTriple) -> Option<Hit> {
        let total = roll.total();
        let wins = match self.kind() {
            AreaKind::Small => total <= 10 && !roll.is_triple(),
            AreaKind::Big => total >= 11 && !roll.is_triple(),
            AreaKind::Even => total.is_multiple_of(2) && !roll.is_triple(),
            AreaKind::Odd => !total.is_multiple_of(2) && !roll.is_triple(),
            AreaKind::AnyTriple => roll.is_triple(),
            AreaKind::Single(face) => return Hit::on_dice(roll.showing(face)),
            AreaKind::Double(face) => match double_on_triple {
                DoubleOnTriple::Wins => roll.showing(face) >= 2,
                DoubleOnTriple::Loses => roll.showing(face) == 2,
            },
            AreaKind::Triple(face) => roll.showing(face) == 3,
            AreaKind::Total(wanted) => total == wanted.pips(),
            AreaKind::Domino(pair) => pair.faces().iter().all(|&face| roll.showing(face) >= 1),
            // Three *different* dice out of the four: with repeats it would pay over 200 %.
            AreaKind::Four(four) => {
                four.faces().iter().filter(|&&face| roll.showing(face) == 1).count() == 3
            }
            AreaKind::ThreeSingles(three) => roll.ascending() == *three.faces(),
            AreaKind::DoubleWithSingle { double, single } => {
                roll.showing(double) == 2 && roll.showing(single) == 1
            }
        };
        wins.then_some(Hit::Once)
    }

    /// Whether two areas win on exactly the same rolls, as `combo-112` and `total-4` do.
    pub fn is_same_event(self, other: Self, double_on_triple: DoubleOnTriple) -> bool {
        let hits = |area: Self| Roll::all().map(move |roll| area.hit(roll, double_on_triple));
        hits(self).eq(hits(other))
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Area({self})")
    }
}

/// What an area bets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AreaKind {
    /// Total 4 to 10, losing on any triple.
    Small,
    /// Total 11 to 17, losing on any triple.
    Big,
    /// An even total, losing on any triple.
    Even,
    /// An odd total, losing on any triple.
    Odd,
    /// All three dice alike, whatever they show.
    AnyTriple,
    /// The face on one, two or three dice.
    Single(Face),
    /// The face on two dice.
    Double(Face),
    /// The face on all three dice.
    Triple(Face),
    /// The sum of the dice.
    Total(Total),
    /// Two different faces, both showing.
    Domino(FaceSet<2>),
    /// Three different dice out of four faces.
    Four(FaceSet<4>),
    /// Exactly these three different faces.
    ThreeSingles(FaceSet<3>),
    /// Exactly two dice of one face and one of another.
    DoubleWithSingle {
        /// The face on two dice.
        double: Face,
        /// The face on the third die.
        single: Face,
    },
}

impl AreaKind {
    /// The family this kind belongs to.
    pub const fn family(self) -> Family {
        match self {
            Self::Small => Family::Small,
            Self::Big => Family::Big,
            Self::Even => Family::Even,
            Self::Odd => Family::Odd,
            Self::AnyTriple => Family::AnyTriple,
            Self::Single(_) => Family::Single,
            Self::Double(_) => Family::Double,
            Self::Triple(_) => Family::Triple,
            Self::Total(_) => Family::Total,
            Self::Domino(_) => Family::Domino,
            Self::Four(_) => Family::Four,
            Self::ThreeSingles(_) => Family::ThreeSingles,
            Self::DoubleWithSingle { .. } => Family::DoubleWithSingle,
        }
    }
}

vocabulary! {
    /// The areas that are one wager with different numbers.
    Family {
        /// `small`
        Small = "small",
        /// `big`
        Big = "big",
        /// `even`
        Even = "even",
        /// `odd`
        Odd = "odd",
        /// `any-triple`
        AnyTriple = "any-triple",
        /// `single-1` to `single-6`
        Single = "single",
        /// `double-1` to `double-6`
        Double = "double",
        /// `triple-1` to `triple-6`
        Triple = "triple",
        /// `total-4` to `total-17`
        Total = "total",
        /// `domino-12` to `domino-56`
        Domino = "domino",
        /// `four-1234` to `four-3456`
        Four = "four",
        /// `combo-123` to `combo-456`
        ThreeSingles = "three-singles",
        /// `combo-112` to `combo-665`
        DoubleWithSingle = "double-with-single",
    }
}

vocabulary! {
    /// Whether a double still wins when the third die shows the same face.
    DoubleOnTriple {
        /// It wins, once.
        Wins = "wins",
        /// It loses.
        Loses = "loses",
    }
}

/// How often a winning area was hit; only a single can be hit more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hit {
    /// Once, or on one die.
    Once,
    /// On two dice.
    Twice,
    /// On three dice.
    Thrice,
}

impl Hit {
    /// The three hits, fewest dice first.
    pub const ALL: [Self; 3] = [Self::Once, Self::Twice, Self::Thrice];

    fn on_dice(showing: u8) -> Option<Self> {
        usize::from(showing).checked_sub(1).map(|place| Self::ALL[place])
    }
}

/// A total that can be bet on, from 4 to 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Total(u8);

impl Total {
    /// The total with this many pips, if it can be bet on.
    pub const fn new(pips: u8) -> Option<Self> {
        if 4 <= pips && pips <= 17 { Some(Self(pips)) } else { None }
    }

    /// The sum of the pips.
    pub const fn pips(self) -> u8 {
        self.0
    }
}

/// Different faces, fewest pips first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceSet<const N: usize>([Face; N]);

impl<const N: usize> FaceSet<N> {
    /// These faces, if each has more pips than the one before it.
    pub fn new(faces: [Face; N]) -> Option<Self> {
        faces.is_sorted_by(|low, high| low < high).then_some(Self(faces))
    }

    /// The faces, fewest pips first.
    pub const fn faces(&self) -> &[Face; N] {
        &self.0
    }
}

/// Every kind in the order of the areas, built at compile time.
const KINDS: [AreaKind; Area::COUNT] = {
    let mut list = KindList { kinds: [AreaKind::Small; Area::COUNT], length: 0 };
    list.push(AreaKind::Small);
    list.push(AreaKind::Big);
    list.push(AreaKind::Even);
    list.push(AreaKind::Odd);
    list.push(AreaKind::AnyTriple);
    list.push_one_face();
    list.push_totals();
    list.push_face_sets();
    list.push_doubles_with_single();
    assert!(list.length == Area::COUNT, "every place is taken");
    list.kinds
};

/// A list that can grow at compile time, where iterators cannot be used.
struct KindList {
    kinds: [AreaKind; Area::COUNT],
    length: usize,
}

impl KindList {
    const fn push(&mut self, kind: AreaKind) {
        self.kinds[self.length] = kind;
        self.length += 1;
    }

    const fn push_one_face(&mut self) {
        let mut place = 0;
        while place < 18 {
            let face = Face::ALL[place % 6];
            self.push(match place / 6 {
                0 => AreaKind::Single(face),
                1 => AreaKind::Double(face),
                _ => AreaKind::Triple(face),
            });
            place += 1;
        }
    }

    const fn push_totals(&mut self) {
        let mut pips = 4;
        while pips <= 17 {
            self.push(AreaKind::Total(Total(pips)));
            pips += 1;
        }
    }

    /// Dominoes, fours and three singles: every set of two, four and three faces. A set is a
    /// number of six bits; read from the highest bit down, the sets come in ascending order.
    const fn push_face_sets(&mut self) {
        let sizes = [2, 4, 3];
        let mut which = 0;
        while which < sizes.len() {
            let mut set: u8 = 64;
            while set > 0 {
                set -= 1;
                if set.count_ones() == sizes[which] {
                    self.push(kind_of_face_set(set));
                }
            }
            which += 1;
        }
    }

    const fn push_doubles_with_single(&mut self) {
        let mut place = 0;
        while place < 36 {
            let (double, single) = (Face::ALL[place / 6], Face::ALL[place % 6]);
            if double.pips() != single.pips() {
                self.push(AreaKind::DoubleWithSingle { double, single });
            }
            place += 1;
        }
    }
}

/// The kind that bets on this set of two, three or four faces; the highest bit is face one.
const fn kind_of_face_set(set: u8) -> AreaKind {
    let mut faces = [Face::One; 4];
    let mut found = 0;
    let mut place = 0;
    while place < 6 {
        if set >> (5 - place) & 1 == 1 {
            faces[found] = Face::ALL[place];
            found += 1;
        }
        place += 1;
    }
    let [a, b, c, d] = faces;
    match found {
        2 => AreaKind::Domino(FaceSet([a, b])),
        3 => AreaKind::ThreeSingles(FaceSet([a, b, c])),
        _ => AreaKind::Four(FaceSet([a, b, c, d])),
    }
}

impl From<AreaKind> for Area {
    fn from(kind: AreaKind) -> Self {
        let place = KINDS.iter().position(|&known| known == kind);
        Self::from_index(place.expect("every kind has its place"))
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |faces: &[Face]| faces.iter().map(ToString::to_string).collect::<String>();
        let id = match self.kind() {
            AreaKind::Small
            | AreaKind::Big
            | AreaKind::Even
            | AreaKind::Odd
            | AreaKind::AnyTriple => self.family().word().to_owned(),
            AreaKind::Single(face) | AreaKind::Double(face) | AreaKind::Triple(face) => {
                format!("{}-{face}", self.family())
            }
            AreaKind::Total(total) => format!("total-{}", total.pips()),
            AreaKind::Domino(pair) => format!("domino-{}", digits(pair.faces())),
            AreaKind::Four(four) => format!("four-{}", digits(four.faces())),
            AreaKind::ThreeSingles(three) => format!("combo-{}", digits(three.faces())),
            AreaKind::DoubleWithSingle { double, single } => {
                format!("combo-{double}{double}{single}")
            }
        };
        f.pad(&id)
    }
}

/// Why a text is not an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAreaError {
    /// The same numbers in the order in which areas are written, where that is an area.
    pub in_order: Option<Area>,
}

impl fmt::Display for ParseAreaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_order {
            Some(area) => write!(f, "its numbers are written in another order: {area}"),
            None => write!(f, "no area has this name"),
        }
    }
}

impl std::error::Error for ParseAreaError {}

impl FromStr for Area {
    type Err = ParseAreaError;

    fn from_str(text: &str) -> Result<Self, ParseAreaError> {
        let in_order = || in_order(text).and_then(|text| kind_named(&text)).map(Self::from);
        kind_named(text).map(Self::from).ok_or_else(|| ParseAreaError { in_order: in_order() })
    }
}

fn kind_named(text: &str) -> Option<AreaKind> {
    let Some((family, number)) = text.split_once('-') else {
        return match text {
            "small" => Some(AreaKind::Small),
            "big" => Some(AreaKind::Big),
            "even" => Some(AreaKind::Even),
            "odd" => Some(AreaKind::Odd),
            _ => None,
        };
    };
    match family {
        "any" if number == "triple" => Some(AreaKind::AnyTriple),
        "single" => faces(number).map(|[face]| AreaKind::Single(face)),
        "double" => faces(number).map(|[face]| AreaKind::Double(face)),
        "triple" => faces(number).map(|[face]| AreaKind::Triple(face)),
        "total" if !number.starts_with(['0', '+']) => {
            number.parse().ok().and_then(Total::new).map(AreaKind::Total)
        }
        "domino" => faces(number).and_then(FaceSet::new).map(AreaKind::Domino),
        "four" => faces(number).and_then(FaceSet::new).map(AreaKind::Four),
        "combo" => faces(number).and_then(combo),
        _ => None,
    }
}

/// The faces written as one digit each.
fn faces<const N: usize>(digits: &str) -> Option<[Face; N]> {
    let face = |digit: u8| digit.checked_sub(b'0').and_then(Face::new);
    let faces: Vec<Face> = digits.bytes().take(N + 1).map(face).collect::<Option<_>>()?;
    faces.try_into().ok()
}

/// Three different faces ascending, or a double followed by its single.
fn combo(faces: [Face; 3]) -> Option<AreaKind> {
    let [double, second, single] = faces;
    if double == second && second != single {
        return Some(AreaKind::DoubleWithSingle { double, single });
    }
    FaceSet::new(faces).map(AreaKind::ThreeSingles)
}

/// A name with its numbers put in order, for names such as `domino-41`.
fn in_order(text: &str) -> Option<String> {
    let (family, digits) = text.split_once('-')?;
    if digits.len() > 4 {
        return None;
    }
    let mut digits: Vec<char> = digits.chars().collect();
    digits.sort_unstable();
    // A double with a single is written with the doubled number first: 1,3,3 is `combo-331`.
    if let [_, middle, last] = digits[..]
        && middle == last
    {
        digits.reverse();
    }
    Some(format!("{family}-{}", digits.iter().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> Vec<String> {
        Area::all().map(|area| area.to_string()).collect()
    }

    #[test]
    fn every_area_has_one_id_and_one_place() {
        for (index, area) in Area::all().enumerate() {
            assert_eq!(area.index(), index);
            assert_eq!(u8::try_from(index).ok().and_then(Area::at), Some(area));
            assert_eq!(Area::from(area.kind()), area);
            assert_eq!(area.to_string().parse(), Ok(area));
        }
        let mut ids = ids();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), Area::COUNT);
        assert_eq!(Area::at(117), None);
    }

    #[test]
    fn areas_are_listed_family_by_family_in_ascending_order() {
        let ids = ids();
        assert_eq!(ids[..6], ["small", "big", "even", "odd", "any-triple", "single-1"]);
        assert_eq!(ids[22..24], ["triple-6", "total-4"]);
        assert_eq!(ids[36..39], ["total-17", "domino-12", "domino-13"]);
        assert_eq!(ids[51..54], ["domino-56", "four-1234", "four-1235"]);
        assert_eq!(ids[65..68], ["four-2456", "four-3456", "combo-123"]);
        assert_eq!(ids[86..89], ["combo-456", "combo-112", "combo-113"]);
    }

    #[test]
    fn numbers_in_another_order_are_recognised() {
        let cases = [
            ("domino-41", Some("domino-14")),
            ("four-6543", Some("four-3456")),
            ("combo-621", Some("combo-126")),
            ("combo-133", Some("combo-331")),
            ("combo-313", Some("combo-331")),
            ("combo-311", Some("combo-113")),
            ("domino-44", None),
            ("single-7", None),
            ("total-3", None),
            ("total-18", None),
            ("Small", None),
            ("", None),
            ("-", None),
            ("domino-111111111", None),
            ("combo-é", None),
            ("combo-111", None),
            ("total-04", None),
            ("total-+4", None),
            ("single-", None),
        ];
        for (text, meant) in cases {
            let refusal = text.parse::<Area>().unwrap_err();
            assert_eq!(refusal.in_order.map(|area| area.to_string()).as_deref(), meant, "{text}");
        }
    }
}
