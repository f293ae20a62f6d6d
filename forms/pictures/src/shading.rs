//! A layout shaded by a figure: every area in one of a few bands, with the figure printed on it.

use std::collections::BTreeMap;

use taisai_rules::Area;

/// How a layout is shaded, and the legend that explains it. The picture knows nothing about the
/// figure: the caller says which band an area is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shading {
    /// What the figure is.
    pub title: String,
    /// What each band means, the mildest first; at most [`Self::BANDS_MAX`] have a colour.
    pub legend: Vec<String>,
    /// The band and the figure of each area.
    pub shades: BTreeMap<Area, Shade>,
}

impl Shading {
    /// How many bands the sign has colours for.
    pub const BANDS_MAX: usize = 7;
}

/// The shade of one area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shade {
    /// The place of its band in the legend.
    pub band: usize,
    /// The figure as it is printed, in place of the odds.
    pub figure: String,
}
