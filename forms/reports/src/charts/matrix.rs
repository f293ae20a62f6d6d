//! A table of coloured figures: areas down, rule books across.

use plotters::style::text_anchor::HPos;
use taisai_odds::WideFraction;
use taisai_pictures::Language;

use super::WIDTH;
use super::plot::{Plot, Room};
use crate::band::Band;
use crate::chart::{Chart, Drawn, LABEL_SIZE, Paper, Size, words};
use crate::comparison::Comparison;
use crate::figures::places_percent;
use crate::palette::Ink;

const ROW: u32 = 24;
const ROOM: Room = Room { left: 220, right: 16, top: 30, bottom: 16 };
/// Rows below the figures, for the legend.
const LEGEND: u32 = 2;
const TITLE: u32 = 44;

/// The house edges of several books as a coloured table.
pub(super) fn chart(title: &str, comparison: &Comparison<'_>) -> Chart {
    let height = TITLE + ROOM.top + ROOM.bottom + (rows(comparison) + LEGEND) * ROW;
    Chart::draw(title, Size { width: WIDTH, height }, |paper| paint(paper, comparison))
}

/// The rows of areas, and one for the averages.
fn rows(comparison: &Comparison<'_>) -> u32 {
    u32::try_from(comparison.rows().len()).expect("there are few areas") + 1
}

fn paint(paper: &Paper<'_>, comparison: &Comparison<'_>) -> Drawn {
    let count = u32::try_from(comparison.sheets().len()).expect("there are few books");
    let top = f64::from(rows(comparison));
    let plot = Plot::on(paper, ROOM, 0.0..f64::from(count.max(1)), -f64::from(LEGEND)..top)?;
    for (place, sheet) in (0..count).zip(comparison.sheets()) {
        let style = words(Ink::Text, LABEL_SIZE, HPos::Center);
        plot.write((f64::from(place) + 0.5, top), (0, -14), sheet.edition().id(), style)?;
    }
    for (place, row) in (0..rows(comparison)).zip(comparison.rows()) {
        let edges: Vec<Option<WideFraction>> =
            row.edges.iter().map(|edge| edge.map(WideFraction::from)).collect();
        paint_row(&plot, top - f64::from(place), &edges, &row.label())?;
    }
    let means = comparison.sheets().iter().map(|sheet| Some(sheet.book().edges.mean));
    paint_row(&plot, 1.0, &means.collect::<Vec<_>>(), "plain average")?;
    legend(&plot, count)
}

/// One row of figures below `top`.
fn paint_row(plot: &Plot<'_>, top: f64, edges: &[Option<WideFraction>], label: &str) -> Drawn {
    let name = words(Ink::Text, LABEL_SIZE, HPos::Right);
    plot.write((0.0, top - 0.5), (-10, 0), label, name)?;
    for (place, edge) in (0_u32..).zip(edges) {
        let left = f64::from(place);
        let Some(edge) = edge else { continue };
        let corners = [(left + 0.02, top - 0.96), (left + 0.98, top - 0.04)];
        plot.block(corners, Ink::Edge(Band::of(edge.clone())))?;
        let figure = words(Ink::OnEdge, LABEL_SIZE, HPos::Center);
        plot.write((left + 0.5, top - 0.5), (0, 0), &places_percent(edge, 2), figure)?;
    }
    Ok(())
}

fn legend(plot: &Plot<'_>, books: u32) -> Drawn {
    let bands = u32::try_from(Band::ALL.len()).expect("there are few bands");
    let width = f64::from(books.max(1)) / f64::from(bands);
    for (place, band) in (0..bands).zip(Band::ALL) {
        let left = f64::from(place) * width;
        plot.block([(left, -1.6), (left + width * 0.2, -0.9)], Ink::Edge(band))?;
        let style = words(Ink::Faint, LABEL_SIZE, HPos::Left);
        plot.write((left + width * 0.24, -1.25), (0, 0), band.words(Language::English), style)?;
    }
    Ok(())
}
