//! The inks of the charts, each in a light and a dark scheme.

use std::fmt::Write as _;

use plotters::style::RGBColor;

use crate::band::Band;

/// The meaning of a stroke or a surface of a chart, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// The sheet itself.
    Paper,
    /// Words and axes.
    Text,
    /// Words that explain.
    Faint,
    /// The lines of the grid.
    Grid,
    /// The main data.
    Main,
    /// What the player gains.
    Gain,
    /// What the player loses.
    Loss,
    /// Nine sessions of ten.
    Wide,
    /// Half of all sessions.
    Narrow,
    /// A mark on what was asked.
    Mark,
    /// A band of house edge.
    Edge(Band),
    /// Words on a band.
    OnEdge,
}

type Rgb = (u8, u8, u8);

impl Ink {
    const PLAIN: [Self; 11] = [
        Self::Paper,
        Self::Text,
        Self::Faint,
        Self::Grid,
        Self::Main,
        Self::Gain,
        Self::Loss,
        Self::Wide,
        Self::Narrow,
        Self::Mark,
        Self::OnEdge,
    ];

    fn all() -> impl Iterator<Item = Self> {
        Self::PLAIN.into_iter().chain(Band::ALL.map(Self::Edge))
    }

    /// The colour on white paper. No two inks share one: [`classed`] distinguishes them by it.
    fn light(self) -> Rgb {
        match self {
            Self::Paper => (0xff, 0xff, 0xff),
            Self::Text => (0x1c, 0x25, 0x21),
            Self::Faint => (0x59, 0x66, 0x60),
            Self::Grid => (0xdd, 0xe3, 0xdf),
            Self::Main => (0x0b, 0x6b, 0x52),
            Self::Gain => (0x1f, 0x6f, 0xb2),
            Self::Loss => (0xb4, 0x4a, 0x3a),
            Self::Wide => (0xcf, 0xe6, 0xdd),
            Self::Narrow => (0x8f, 0xc6, 0xb2),
            Self::Mark => (0xa3, 0x15, 0x1a),
            Self::OnEdge => (0x11, 0x18, 0x14),
            Self::Edge(Band::Players) => (0xb9, 0xd4, 0xf2),
            Self::Edge(Band::To5) => (0xd3, 0xeb, 0xcf),
            Self::Edge(Band::To10) => (0xf0, 0xea, 0xb8),
            Self::Edge(Band::To15) => (0xfb, 0xdf, 0xa3),
            Self::Edge(Band::To20) => (0xf8, 0xc2, 0x86),
            Self::Edge(Band::To25) => (0xf1, 0xa0, 0x7a),
            Self::Edge(Band::Over25) => (0xea, 0x80, 0x78),
        }
    }

    /// The colour on a dark screen.
    fn dark(self) -> Rgb {
        match self {
            Self::Paper => (0x15, 0x1b, 0x18),
            Self::Text => (0xe6, 0xec, 0xe8),
            Self::Faint => (0xa3, 0xb0, 0xa9),
            Self::Grid => (0x33, 0x3d, 0x38),
            Self::Main => (0x54, 0xc7, 0xa2),
            Self::Gain => (0x6c, 0xb2, 0xee),
            Self::Loss => (0xe0, 0x84, 0x74),
            Self::Wide => (0x22, 0x40, 0x36),
            Self::Narrow => (0x31, 0x6b, 0x58),
            Self::Mark => (0xff, 0x8a, 0x80),
            Self::OnEdge => (0xf4, 0xf7, 0xf5),
            Self::Edge(Band::Players) => (0x2a, 0x4f, 0x7d),
            Self::Edge(Band::To5) => (0x2c, 0x57, 0x35),
            Self::Edge(Band::To10) => (0x57, 0x55, 0x20),
            Self::Edge(Band::To15) => (0x6d, 0x51, 0x12),
            Self::Edge(Band::To20) => (0x80, 0x4a, 0x12),
            Self::Edge(Band::To25) => (0x8c, 0x3c, 0x1e),
            Self::Edge(Band::Over25) => (0x93, 0x2a, 0x2a),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Text => "text",
            Self::Faint => "faint",
            Self::Grid => "grid",
            Self::Main => "main",
            Self::Gain => "gain",
            Self::Loss => "loss",
            Self::Wide => "wide",
            Self::Narrow => "narrow",
            Self::Mark => "mark",
            Self::OnEdge => "on-edge",
            Self::Edge(Band::Players) => "edge-players",
            Self::Edge(Band::To5) => "edge-5",
            Self::Edge(Band::To10) => "edge-10",
            Self::Edge(Band::To15) => "edge-15",
            Self::Edge(Band::To20) => "edge-20",
            Self::Edge(Band::To25) => "edge-25",
            Self::Edge(Band::Over25) => "edge-over",
        }
    }

    /// The ink as the charting crate takes it.
    pub(crate) fn rgb(self) -> RGBColor {
        let (red, green, blue) = self.light();
        RGBColor(red, green, blue)
    }
}

/// Gives every surface and stroke the class of its ink.
///
/// The colour stays as an attribute, so that a program that knows no style sheets shows the light
/// scheme.
pub(crate) fn classed(svg: &str) -> String {
    let mut classed = svg.to_owned();
    for ink in Ink::all() {
        let colour = hex(ink.light()).to_uppercase();
        for (attribute, class) in [("fill", "f"), ("stroke", "s")] {
            let plain = format!("{attribute}=\"{colour}\"");
            let named = format!("{plain} class=\"{class}-{}\"", ink.name());
            classed = classed.replace(&plain, &named);
        }
    }
    classed
}

/// The dark scheme. Paper is always light, so it is for screens alone.
pub(crate) fn dark_style() -> String {
    let mut style = "@media screen and (prefers-color-scheme: dark) {\n".to_owned();
    for ink in Ink::all() {
        let (name, colour) = (ink.name(), hex(ink.dark()));
        let _ = writeln!(style, ".taisai-chart .f-{name} {{ fill: {colour}; }}");
        let _ = writeln!(style, ".taisai-chart .s-{name} {{ stroke: {colour}; }}");
    }
    style + "}\n"
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_inks_share_a_colour_or_a_name() {
        let mut colours: Vec<Rgb> = Ink::all().map(Ink::light).collect();
        let mut names: Vec<&str> = Ink::all().map(Ink::name).collect();
        let count = colours.len();
        colours.sort_unstable();
        colours.dedup();
        names.sort_unstable();
        names.dedup();
        assert_eq!((colours.len(), names.len()), (count, count));
    }

    #[test]
    fn words_are_readable_in_both_schemes() {
        let cases = [(Ink::Text, Ink::Paper), (Ink::Faint, Ink::Paper), (Ink::Main, Ink::Paper)];
        let on_bands = Band::ALL.map(|band| (Ink::OnEdge, Ink::Edge(band)));
        for (ink, under) in cases.into_iter().chain(on_bands) {
            for scheme in [Ink::light, Ink::dark] {
                let ratio = contrast(scheme(ink), scheme(under));
                assert!(ratio >= 4.5, "{ink:?} on {under:?} has a contrast of {ratio:.1}");
            }
        }
    }

    /// The contrast of two colours as WCAG 2 defines it.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let light = |(red, green, blue): Rgb| {
            0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
        };
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}
