//! The house's things as people name them: shakers, sets of dice, displays and layouts.

use std::fmt;

use taisai_floor::{Nature, ThingId};

use crate::declare::{ask_form, wire_form};
use crate::word::ShakerKindWord;

wire_form! {
    /// A thing of the house, by its kind and number.
    #[derive(Copy)]
    #[ts(rename = "Thing")]
    #[schema(as = Thing)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum ThingForm = ThingId {
        /// A shaker.
        Shaker(shaker: u32) = ThingId::Shaker(shaker),
        /// A set of three dice.
        Dice(set: u32) = ThingId::Dice(set),
        /// A display.
        Display(number: u32) = ThingId::Display(number),
        /// A layout.
        Layout(number: u32) = ThingId::Layout(number),
    }
}

wire_form! {
    /// What a thing is, for good.
    #[derive(Copy)]
    #[ts(rename = "ThingNature")]
    #[schema(as = ThingNature)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum NatureForm = Nature {
        /// A shaker of this kind.
        Shaker { kind: ShakerKindWord } = Nature::Shaker { kind },
        /// Three identified dice.
        Dice { dice: [u32; 3] } = Nature::Dice { dice },
        /// A display, and the device that is enrolled for it, where one is.
        Display {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            device: Option<u32>,
        } = Nature::Display { device },
        /// A layout.
        Layout = Nature::Layout,
    }
}

impl fmt::Display for ThingForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shaker(number) => write!(f, "Shaker {number}"),
            Self::Dice(number) => write!(f, "Set {number} of dice"),
            Self::Display(number) => write!(f, "Display {number}"),
            Self::Layout(number) => write!(f, "Layout {number}"),
        }
    }
}
