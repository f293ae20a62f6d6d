//! The areas and captions of the sign.

use std::collections::BTreeMap;
use std::fmt::Display;

use taisai_rules::{Area, Caption, Family};

use super::lettering;
use super::markup::Markup;
use super::paper::{FELT, Rect};
use super::print::{Print, rect};
use super::stack::Stack;
use crate::picture::{Fill, Picture};
use crate::tile::{self, CaptionText, Tile, look};

/// The felt that is seen around the areas.
const FELT_RIM: u32 = 12;
/// The felt that is seen between two areas, on either side.
const SEAM: u32 = 5;
/// Between an area's edge and its print, at most.
const PADDING_MAX: u32 = 30;
/// Between an area's edge and its print, at least: the ring of a lit area needs it.
const PADDING_MIN: u32 = 20;
/// Between an area's edge and the ring of a lit one.
const RING: u32 = 15;
/// The side of the star on a lit area.
const MARK: u32 = 64;
/// How far the star rises above the edge of its area.
const MARK_RISE: u32 = 30;

/// Every area of the layout with its print and its place.
pub(super) struct Areas<'a> {
    picture: &'a Picture<'a>,
    printed: Vec<Printed>,
    /// How the print of each look is stacked.
    stacks: BTreeMap<Family, Stack>,
}

struct Printed {
    area: Area,
    tile: Tile,
    place: Rect,
}

impl<'a> Areas<'a> {
    /// The areas of a picture.
    pub(super) fn of(picture: &'a Picture<'a>) -> Self {
        let layout = &picture.book().layout;
        let printed = layout.spots().iter().map(|spot| Printed {
            area: spot.area,
            tile: Tile::of(picture, spot.area),
            place: FELT.inset(FELT_RIM).place(layout, spot.frame).inset(SEAM),
        });
        let printed: Vec<Printed> = printed.collect();
        let stacks = stacks(&printed);
        Self { picture, printed, stacks }
    }

    /// Draws every area and every caption.
    pub(super) fn draw(&self, sign: &mut Markup) {
        for printed in &self.printed {
            self.draw_area(sign, printed);
            sign.new_line();
        }
        for caption in self.picture.book().layout.captions() {
            self.draw_caption(sign, caption);
            sign.new_line();
        }
    }

    fn draw_area(&self, sign: &mut Markup, Printed { area, tile, place }: &Printed) {
        let id = format!("area-{area}");
        let class = match self.picture.fill(*area) {
            Fill::Felt => "area".to_owned(),
            Fill::Lit => "area lit".to_owned(),
            Fill::Shade { band } => format!("area shade-{band}"),
        };
        let attributes: [(&str, &dyn Display); 3] =
            [("id", &id), ("class", &class), ("data-area", area)];
        sign.element("g", &attributes, |group| {
            group.text("title", &[], &tile::sentence(self.picture, *area));
            rect(group, "spot", *place, 14);
            rect(group, "ring", place.inset(RING), 8);
            self.stacks[&look(area.family())].print(group, tile, padded(*place));
            mark(group, *place);
        });
    }

    /// A caption is turned where its strip stands upright.
    fn draw_caption(&self, sign: &mut Markup, caption: &Caption) {
        let layout = &self.picture.book().layout;
        let strip = FELT.inset(FELT_RIM).place(layout, caption.frame);
        let text = CaptionText::of(self.picture, caption).full;
        let upright = strip.height > 2 * strip.width;
        let (room, depth) =
            if upright { (strip.height, strip.width) } else { (strip.width, strip.height) };
        let width = lettering::width(&text);
        let size = lettering::size_to_fit(width, room * 9 / 10, depth * 55 / 100);
        let turn = if upright { -90 } else { 0 };
        let turned = format!("rotate({turn} {} {})", strip.middle(), strip.y + strip.height / 2);
        let family = caption.of.family();
        sign.element("g", &[("data-caption", &family), ("transform", &turned)], |group| {
            Print { class: "sans caption", size }.set(group, strip, |line| line.words(&text));
        });
    }
}

/// One stack for every look. Areas that look alike share it, made for the smallest of them.
fn stacks(printed: &[Printed]) -> BTreeMap<Family, Stack> {
    let mut alike: BTreeMap<Family, Vec<&Printed>> = BTreeMap::new();
    for one in printed {
        alike.entry(look(one.area.family())).or_default().push(one);
    }
    let stack = |alike: Vec<&Printed>| {
        let rooms = || alike.iter().map(|one| padded(one.place));
        let width = rooms().map(|room| room.width).min().unwrap_or(0);
        let height = rooms().map(|room| room.height).min().unwrap_or(0);
        let tiles: Vec<&Tile> = alike.iter().map(|one| &one.tile).collect();
        Stack::of(&tiles, (width, height))
    };
    alike.into_iter().map(|(look, alike)| (look, stack(alike))).collect()
}

/// The room for an area's print.
fn padded(place: Rect) -> Rect {
    let padding = place.width.min(place.height) / 10;
    place.inset(padding.clamp(PADDING_MIN, PADDING_MAX))
}

/// The star on the upper edge of a lit area, where it hides no print.
fn mark(group: &mut Markup, place: Rect) {
    let (x, y) = (place.middle() - MARK / 2, place.y - MARK_RISE);
    let attributes: [(&str, &dyn Display); 6] = [
        ("class", &"mark"),
        ("href", &"#lit-mark"),
        ("x", &x),
        ("y", &y),
        ("width", &MARK),
        ("height", &MARK),
    ];
    group.empty("use", &attributes);
}
