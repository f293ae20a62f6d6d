//! The eight embedded rule books.

use std::sync::LazyLock;

use crate::edition::Edition;
use crate::mistake::Mistake;
use crate::shelf::{self, VOLUMES, Volume};

/// The rule books that come with Taisai, read by the same loader as a house's own.
#[derive(Clone, Copy, Debug)]
pub struct Library;

/// Each book is read when it is first asked for, so that asking for one does not cost eight.
static EDITIONS: [LazyLock<Edition>; VOLUMES.len()] = [
    LazyLock::new(read::<0>),
    LazyLock::new(read::<1>),
    LazyLock::new(read::<2>),
    LazyLock::new(read::<3>),
    LazyLock::new(read::<4>),
    LazyLock::new(read::<5>),
    LazyLock::new(read::<6>),
    LazyLock::new(read::<7>),
];

fn read<const PLACE: usize>() -> Edition {
    Edition::read_embedded(VOLUMES[PLACE].text).expect("the tests read every embedded rule book")
}

impl Library {
    /// The ids of the embedded rule books.
    pub fn ids() -> impl ExactSizeIterator<Item = &'static str> {
        shelf::ids()
    }

    /// All embedded rule books.
    pub fn editions() -> impl ExactSizeIterator<Item = &'static Edition> {
        EDITIONS.iter().map(|edition| &**edition)
    }

    /// The embedded rule book with this id.
    ///
    /// ```
    /// use taisai_rulebooks::Library;
    /// let act = Library::get("act").unwrap();
    /// assert_eq!(act.rules().pay_table.offers().len(), 50);
    /// assert!(Library::get("nevada").is_none());
    /// ```
    pub fn get(id: &str) -> Option<&'static Edition> {
        Self::at(|volume| volume.id == id)
    }

    /// Reads a book again that was read before, as [`Edition::read_kept`] does; an embedded one is
    /// not read twice.
    pub fn read_kept(own: &[u8], base: Option<&[u8]>) -> Result<Edition, Vec<Mistake>> {
        match (Self::at(|volume| volume.text.as_bytes() == own), base) {
            (Some(embedded), None) => Ok(embedded.clone()),
            (_, base) => Edition::read_kept(own, base),
        }
    }

    fn at(is_it: impl Fn(&Volume) -> bool) -> Option<&'static Edition> {
        VOLUMES.iter().position(is_it).map(|place| &*EDITIONS[place])
    }

    /// The file of the embedded rule book with this id.
    pub fn text(id: &str) -> Option<&'static str> {
        shelf::text(id)
    }
}
