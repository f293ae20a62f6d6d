//! What is drawn: a rule book's layout, in a language, with or without a roll.

use taisai_rules::{Area, AreaSet, Offer, Roll, RuleBook};

use crate::language::Language;
use crate::shading::{Shade, Shading};

/// A layout to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    book: &'a RuleBook,
    roll: Option<Roll>,
    language: Language,
    shading: Option<&'a Shading>,
}

impl<'a> Picture<'a> {
    /// The layout of this rule book, in English and with nothing lit.
    pub fn of(book: &'a RuleBook) -> Self {
        Self { book, roll: None, language: Language::default(), shading: None }
    }

    /// With the dice at rest: they are shown, and the winning areas are lit.
    #[must_use]
    pub fn rolled(self, roll: Roll) -> Self {
        Self { roll: Some(roll), ..self }
    }

    /// With its words in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// With every area shaded by a figure, which is printed in place of the odds.
    #[must_use]
    pub fn shaded(self, shading: &'a Shading) -> Self {
        Self { shading: Some(shading), ..self }
    }

    /// The rule book whose layout it is.
    pub fn book(&self) -> &'a RuleBook {
        self.book
    }

    /// The dice, if they are shown.
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The language of its words.
    pub fn language(&self) -> Language {
        self.language
    }

    /// How it is shaded, if it is.
    pub fn shading(&self) -> Option<&'a Shading> {
        self.shading
    }

    pub(crate) fn shade(&self, area: Area) -> Option<&'a Shade> {
        self.shading.and_then(|shading| shading.shades.get(&area))
    }

    /// The areas that are lit.
    pub fn lit(&self) -> AreaSet {
        self.roll.map_or(AreaSet::EMPTY, |roll| self.book.pay_table.winning_areas(roll))
    }

    /// How an area is filled. Both drawings ask here and nowhere else.
    pub(crate) fn fill(&self, area: Area) -> Fill {
        if self.lit().contains(area) {
            return Fill::Lit;
        }
        self.shade(area).map_or(Fill::Felt, |shade| Fill::Shade { band: shade.band })
    }

    /// What the table offers on an area of its layout.
    pub(crate) fn offer(&self, area: Area) -> &'a Offer {
        self.book.pay_table.offer(area).expect("a layout places only what its pay table offers")
    }
}

/// What fills an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// The bare felt.
    Felt,
    /// The light of a winning area.
    Lit,
    /// The colour of a band of the legend.
    Shade {
        /// Which band.
        band: usize,
    },
}
