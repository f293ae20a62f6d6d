//! What a record says: stored forms of our own, beside core's types and apart from them.
//!
//! Core's types change with the game; what was stored once must be read for ever. So every value
//! that is stored has a form here that never changes within a version, and two ways between the
//! two: `Form::keep` cannot fail, `Form::restore` refuses whatever core could not have said.
//!
//! The bytes are postcard's: numbers as varints, lists behind their length, and for an enum the
//! place of its variant in the declaration. That place is its code for ever: new variants go to
//! the end, none is removed or moved. `docs/journal-format.md` lists them all, and a test compares.

#[macro_use]
mod declare;

mod bank;
mod case;
mod chains;
mod config;
mod edition;
mod entry;
mod event;
mod fault;
mod floor;
mod floor_image;
mod ledger;
mod printable;
mod shape;
mod snapshot;
mod sources;
mod table;
mod values;
mod words;

pub(crate) use case::bytes_of_case;
pub use entry::{Actor, Body, Entry, Opened, SnapshotName, Stamp};
pub(crate) use entry::{OpenBody, open};
pub(crate) use event::{bytes_of_chips, bytes_of_round};
pub use fault::{RecordFault, Unsound, ValueFault};
pub use floor_image::{decode_floor, encode_floor};
pub use printable::{printable_config, printable_event, printable_floor_event};
pub use shape::{Shape, Variant, shapes};
pub use snapshot::{SnapshotFault, TableState};
pub use sources::{BookFault, BookSources};

/// The version of every record and every snapshot written now: their first byte.
pub const VERSION: u8 = 1;

/// A stored form of a core type.
pub(crate) trait Form<Core>: Sized {
    /// The form of a value.
    fn keep(core: &Core) -> Self;

    /// The value, if this is the form of one.
    fn restore(self) -> Result<Core, Unsound>;
}
