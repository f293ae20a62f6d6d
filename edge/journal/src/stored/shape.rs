//! What stored forms look like, for the document that describes them.

use crate::stored::{
    bank, case, chains, config, edition, entry, event, floor, floor_image, ledger, table, words,
};

/// A stored form: a struct is one variant without a name, a list of words has no fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub name: &'static str,
    /// Its variants in the order of their codes.
    pub variants: &'static [Variant],
}

/// One variant of a stored form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    pub name: &'static str,
    /// Its fields in the order in which they are stored, each with the name of its form.
    pub fields: &'static [(&'static str, &'static str)],
}

/// Every stored form that is made of others.
pub fn shapes() -> Vec<Shape> {
    let entries = [entry::SHAPES, event::SHAPES, floor::SHAPES, config::SHAPES];
    let cases = [case::SHAPES, bank::SHAPES, chains::SHAPES, edition::SHAPES];
    let snapshots = [table::SHAPES, ledger::SHAPES, floor_image::SHAPES];
    [&entries[..], &cases, &snapshots, &[words::SHAPES]].concat().concat()
}
