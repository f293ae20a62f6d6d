//! A chart as SVG: drawn by the charting crate, then given classes for light and dark.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Write as _;
use std::io;

use taisai_pictures::escaped;

use crate::palette::{Ink, classed, dark_style};

/// A finished chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    title: String,
    width: u32,
    height: u32,
    /// What was drawn, without the outer element.
    inside: String,
}

/// The paper that is drawn on.
pub(crate) type Paper<'b> = DrawingArea<SVGBackend<'b>, Shift>;
/// Whether a stroke reached the paper; on a string it always does.
pub(crate) type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The size of a chart in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

const TITLE_SIZE: u32 = 19;
pub(crate) const LABEL_SIZE: u32 = 13;
const TITLE_STRIP: u32 = 44;
const FONTS: &str = "'Helvetica Neue', Arial, 'Liberation Sans', system-ui, sans-serif";

impl Chart {
    /// Draws a chart under its title.
    pub(crate) fn draw(title: &str, size: Size, paint: impl FnOnce(&Paper<'_>) -> Drawn) -> Self {
        let Size { width, height } = size;
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
            let drawn = titled(&root, title, paint).and_then(|()| root.present());
            drawn.expect("a string takes everything that is drawn on it");
        }
        // The outer element is ours: it scales, and it has a name for screen readers.
        let (_, inside) = text.split_once('\n').expect("the document opens on its first line");
        let inside = inside.trim_end().trim_end_matches("</svg>");
        Self { title: title.to_owned(), width, height, inside: classed(inside) }
    }

    /// What the chart shows, in words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The chart as a file of its own, in the reader's colour scheme.
    pub fn svg(&self) -> String {
        let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\" class=\"f-paper\"/>\n";
        let size = format!("width=\"{}\" height=\"{}\" ", self.width, self.height);
        let style = format!("<style>\n{}</style>\n{paper}", dark_style());
        self.element(&size, &style)
    }

    /// The chart as a part of a page that carries [`style`].
    pub(crate) fn inline(&self) -> String {
        self.element("", "")
    }

    fn element(&self, size: &str, before: &str) -> String {
        let Self { title, width, height, inside } = self;
        let title = escaped(title);
        let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size}");
        let _ = write!(text, "viewBox=\"0 0 {width} {height}\" class=\"taisai-chart\" ");
        let _ = write!(text, "role=\"img\" font-family=\"{FONTS}\">\n<title>{title}</title>\n");
        text + before + inside + "</svg>\n"
    }
}

/// The style that a page with charts needs once.
pub(crate) fn style() -> String {
    dark_style()
}

fn titled(root: &Paper<'_>, title: &str, paint: impl FnOnce(&Paper<'_>) -> Drawn) -> Drawn {
    let (strip, below) = root.split_vertically(TITLE_STRIP);
    let style = words(Ink::Text, TITLE_SIZE, HPos::Left);
    strip.draw(&Text::new(title.to_owned(), (16, 24), style))?;
    paint(&below)
}

/// How words look.
pub(crate) fn words(ink: Ink, size: u32, towards: HPos) -> TextStyle<'static> {
    ("inherit", size).into_font().color(&ink.rgb()).pos(Pos::new(towards, VPos::Center))
}
