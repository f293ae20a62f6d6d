//! The bands of house edge that colour a layout and a comparison.

use taisai_odds::{Fraction, WideFraction};
use taisai_pictures::{Language, Shade, Shading};

use crate::figures::short_percent;
use crate::sheet::Sheet;
use crate::words::words;

/// A band of house edge. A border belongs to the milder band, so that the last two bands hold
/// exactly the returns below 80 % and below 75 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// The player has the edge.
    Players,
    /// Up to 5 %.
    To5,
    /// Over 5 % to 10 %.
    To10,
    /// Over 10 % to 15 %.
    To15,
    /// Over 15 % to 20 %.
    To20,
    /// Over 20 % to 25 %: less than 80 % goes back.
    To25,
    /// Over 25 %: less than 75 % goes back.
    Over25,
}

impl Band {
    /// All bands, the mildest first.
    pub const ALL: [Self; 7] =
        [Self::Players, Self::To5, Self::To10, Self::To15, Self::To20, Self::To25, Self::Over25];

    /// The band of a house edge.
    ///
    /// ```
    /// use taisai_odds::Fraction;
    /// use taisai_reports::Band;
    /// assert_eq!(Band::of(Fraction::new(1, 5)), Band::To20);
    /// assert_eq!(Band::of(Fraction::new(-1, 216)), Band::Players);
    /// ```
    pub fn of(house_edge: impl Into<WideFraction>) -> Self {
        let house_edge = house_edge.into();
        let within = |band: &&Self| {
            band.ceiling().is_some_and(|ceiling| house_edge <= WideFraction::from(ceiling))
        };
        if house_edge.numerator().is_negative() {
            return Self::Players;
        }
        Self::ALL[1..].iter().find(within).copied().unwrap_or(Self::Over25)
    }

    fn ceiling(self) -> Option<Fraction> {
        let percent = |percent| Some(Fraction::new(percent, 100));
        match self {
            Self::Players => percent(0),
            Self::To5 => percent(5),
            Self::To10 => percent(10),
            Self::To15 => percent(15),
            Self::To20 => percent(20),
            Self::To25 => percent(25),
            Self::Over25 => None,
        }
    }

    /// What the legend says.
    pub(crate) const fn words(self, language: Language) -> &'static str {
        words(language).bands[self as usize]
    }
}

/// The shading of a sheet's layout by house edge.
pub fn shading(sheet: &Sheet<'_>, language: Language) -> Shading {
    let shade =
        |edge: Fraction| Shade { band: Band::of(edge) as usize, figure: short_percent(edge) };
    let edges = sheet.areas().iter().map(|one| (one.area(), one.odds.house_edge()));
    Shading {
        title: words(language).charts.edge.to_owned(),
        legend: Band::ALL.map(|band| band.words(language).to_owned()).to_vec(),
        shades: edges.map(|(area, edge)| (area, shade(edge))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const _: () = assert!(Band::ALL.len() <= Shading::BANDS_MAX, "every band has a colour");

    #[test]
    fn a_border_belongs_to_the_milder_band() {
        let band =
            |percent: i128, more: i128| Band::of(Fraction::new(percent * 1_000 + more, 100_000));
        assert_eq!((band(0, -1), band(0, 0)), (Band::Players, Band::To5));
        for (percent, below, above) in [
            (5, Band::To5, Band::To10),
            (10, Band::To10, Band::To15),
            (15, Band::To15, Band::To20),
            (20, Band::To20, Band::To25),
            (25, Band::To25, Band::Over25),
        ] {
            assert_eq!((band(percent, 0), band(percent, 1)), (below, above));
        }
    }
}
