//! The legend of a shaded layout: what is shaded, and what each band means.

use super::markup::Markup;
use super::paper::Rect;
use super::print::{Print, Side, rect};
use crate::shading::Shading;

/// Bands side by side in one line of the legend.
const IN_A_LINE: u32 = 4;
/// The side of a band's swatch.
const SWATCH: u32 = 50;

/// Draws the title above two lines of bands.
pub(super) fn draw(sign: &mut Markup, shading: &Shading, place: Rect) {
    let line = place.height / 3;
    let title = Print { class: "sans", size: 60 };
    title.set_to_fit(sign, &shading.title, place.strip(0, line), Side::Left);
    for (number, words) in (0_u32..).zip(&shading.legend) {
        let width = place.width / IN_A_LINE;
        let row = place.strip(line * (1 + number / IN_A_LINE), line);
        let cell = Rect { x: row.x + number % IN_A_LINE * width, width, ..row };
        draw_band(sign, number, words, cell);
    }
}

fn draw_band(sign: &mut Markup, number: u32, words: &str, cell: Rect) {
    let top = cell.height.saturating_sub(SWATCH) / 2;
    let swatch = Rect { width: SWATCH, ..cell.strip(top, SWATCH) };
    rect(sign, &format!("swatch shade-{number}"), swatch, 8);
    let [_, beside] = cell.split_right(cell.width - SWATCH - 16);
    Print { class: "sans faint", size: 46 }.set_to_fit(sign, words, beside.inset(4), Side::Left);
}
