//! Dice with real pips.

use taisai_rules::Face;

use super::markup::Markup;
use super::paper::Rect;

/// A die in its own drawing is a square of this side.
const SIDE: u32 = 100;

/// Where the pips of a face lie, in the die's own drawing.
const fn pips(face: Face) -> &'static [(u32, u32)] {
    match face {
        Face::One => &[(50, 50)],
        Face::Two => &[(27, 27), (73, 73)],
        Face::Three => &[(26, 26), (50, 50), (74, 74)],
        Face::Four => &[(28, 28), (72, 28), (28, 72), (72, 72)],
        Face::Five => &[(26, 26), (74, 26), (50, 50), (26, 74), (74, 74)],
        Face::Six => &[(28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)],
    }
}

/// The look and size of the pips: on Asian dice one and four are red, and the one is large.
const fn pip_look(face: Face) -> (&'static str, u32) {
    match face {
        Face::One => ("taisai-pip-red", 17),
        Face::Four => ("taisai-pip-red", 10),
        Face::Two | Face::Three | Face::Five | Face::Six => ("taisai-pip", 10),
    }
}

/// Draws the six faces once, to be used wherever a die lies.
pub(super) fn define(markup: &mut Markup) {
    for face in Face::ALL {
        let id = format!("die-{face}");
        let view = format!("0 0 {SIDE} {SIDE}");
        markup.element("symbol", &[("id", &id), ("viewBox", &view)], |die| {
            let (at, side, round) = (3, SIDE - 6, 18);
            die.empty(
                "rect",
                &[
                    ("class", &"taisai-die"),
                    ("x", &at),
                    ("y", &at),
                    ("width", &side),
                    ("height", &side),
                    ("rx", &round),
                ],
            );
            let (class, radius) = pip_look(face);
            for (x, y) in pips(face) {
                die.empty("circle", &[("class", &class), ("cx", x), ("cy", y), ("r", &radius)]);
            }
        });
        markup.new_line();
    }
}

/// Lays one die on the paper.
pub(super) fn lay(markup: &mut Markup, face: Face, x: u32, y: u32, side: u32) {
    let die = format!("#die-{face}");
    let place: [(&str, &dyn std::fmt::Display); 5] =
        [("href", &die), ("x", &x), ("y", &y), ("width", &side), ("height", &side)];
    markup.empty("use", &place);
}

/// How groups of dice are arranged: how many across and down, and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    groups_across: u32,
    dice_across: u32,
    rows: u32,
    side: u32,
}

/// The fractions of a die's side in which gaps are measured.
const PARTS: u32 = 8;
/// Between two dice, in those parts.
const GAP: u32 = 1;
/// Between two groups of dice, besides the gap.
const GROUP_GAP: u32 = 4;

impl Arrangement {
    /// No dice, which take no room.
    pub(super) const NONE: Self = Self { groups_across: 0, dice_across: 0, rows: 0, side: 0 };

    /// The arrangement with the largest dice.
    pub(super) fn of(groups: &[Vec<Face>], room: (u32, u32), side_max: u32) -> Self {
        let count = whole(groups.len());
        let dice = groups.first().map_or(0, |group| whole(group.len()));
        let sized = |groups_across, dice_across, rows| {
            Self { groups_across, dice_across, rows, side: 0 }.sized(room, side_max)
        };
        let lying = (1..=count)
            .map(|rows| sized(count.div_ceil(rows), dice, rows))
            .reduce(|best, next| if next.side > best.side { next } else { best })
            .unwrap_or(Self::NONE);
        // A group reads best lying down; one group stands up where that makes it much larger.
        let standing = (count == 1).then(|| sized(1, 1, dice));
        standing.filter(|standing| standing.side * 2 > lying.side * 3).unwrap_or(lying)
    }

    fn sized(self, (width, height): (u32, u32), side_max: u32) -> Self {
        let side = (width * PARTS / self.parts_across()).min(height * PARTS / self.parts_down());
        Self { side: side.min(side_max), ..self }
    }

    fn parts_across(self) -> u32 {
        let dice = self.groups_across * self.dice_across;
        dice * (PARTS + GAP) - GAP + (self.groups_across - 1) * GROUP_GAP
    }

    fn parts_down(self) -> u32 {
        self.rows * (PARTS + GAP) - GAP
    }

    /// How wide the dice lie.
    pub(super) fn width(self) -> u32 {
        if self.rows == 0 { 0 } else { self.side * self.parts_across() / PARTS }
    }

    /// How high the dice lie.
    pub(super) fn height(self) -> u32 {
        if self.rows == 0 { 0 } else { self.side * self.parts_down() / PARTS }
    }

    /// Lays the groups in the middle of a strip.
    pub(super) fn lay(self, markup: &mut Markup, groups: &[Vec<Face>], strip: Rect) {
        if self.rows == 0 {
            return;
        }
        let left = strip.middle() - self.width() / 2;
        let top = strip.y + (strip.height - self.height()) / 2;
        let along = |parts: u32| self.side * parts / PARTS;
        for (place, &face) in (0..).zip(groups.iter().flatten()) {
            let in_row = self.groups_across * self.dice_across;
            let (column, row) = (place % in_row, place / in_row);
            let group = column / self.dice_across;
            let x = left + along(column * (PARTS + GAP) + group * GROUP_GAP);
            lay(markup, face, x, top + along(row * (PARTS + GAP)), self.side);
        }
    }
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).expect("an area shows at most eighteen dice")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_as_many_pips_as_it_says_and_all_lie_on_the_die() {
        for face in Face::ALL {
            assert_eq!(pips(face).len(), usize::from(face.pips()));
            let (_, radius) = pip_look(face);
            assert!(
                pips(face)
                    .iter()
                    .all(|(x, y)| { [x, y].iter().all(|&&at| radius < at && at + radius < SIDE) })
            );
        }
    }

    #[test]
    fn dice_fill_their_room_and_never_leave_it() {
        let pair = [vec![Face::One; 2]];
        let flat = Arrangement::of(&pair, (170, 100), 1_000);
        assert_eq!((flat.dice_across, flat.rows, flat.side), (2, 1, 80));
        let tower = Arrangement::of(&pair, (100, 400), 1_000);
        assert_eq!((tower.dice_across, tower.rows, tower.side), (1, 2, 100));
        let triples = Face::ALL.map(|face| vec![face; 3]);
        let wide = Arrangement::of(&triples, (2_000, 100), 1_000);
        assert_eq!((wide.groups_across, wide.rows), (6, 1));
        let tall = Arrangement::of(&triples, (100, 2_000), 1_000);
        assert_eq!((tall.groups_across, tall.rows), (1, 6));
    }

    #[test]
    fn no_dice_take_no_room() {
        assert_eq!(Arrangement::of(&[], (100, 100), 50).height(), 0);
    }
}
