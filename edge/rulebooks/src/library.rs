//! The eight embedded rule books.

use std::sync::LazyLock;

use crate::edition::Edition;

/// The rule books that come with Taisai, read by the same loader as a house's own.
#[derive(Clone, Copy, Debug)]
pub struct Library;

struct Volume {
    id: &'static str,
    text: &'static str,
    edition: LazyLock<Edition>,
}

macro_rules! volume {
    ($id:literal) => {
        Volume {
            id: $id,
            text: include_str!(concat!("../books/", $id, ".toml")),
            edition: LazyLock::new(|| {
                Edition::read_embedded(include_str!(concat!("../books/", $id, ".toml")))
                    .expect("the tests read every embedded rule book")
            }),
        }
    };
}

/// Each book is read when it is first asked for, so that asking for one does not cost eight.
static VOLUMES: [Volume; 8] = [
    volume!("massachusetts"),
    volume!("maryland"),
    volume!("act"),
    volume!("pennsylvania-a"),
    volume!("pennsylvania-b"),
    volume!("singapore-1"),
    volume!("singapore-2"),
    volume!("singapore-3"),
];

impl Library {
    /// The ids of the embedded rule books.
    pub fn ids() -> impl ExactSizeIterator<Item = &'static str> {
        VOLUMES.iter().map(|volume| volume.id)
    }

    /// All embedded rule books.
    pub fn editions() -> impl ExactSizeIterator<Item = &'static Edition> {
        VOLUMES.iter().map(|volume| &*volume.edition)
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
        VOLUMES.iter().find(|volume| volume.id == id).map(|volume| &*volume.edition)
    }

    /// The embedded rule book that is read from exactly this file.
    pub(crate) fn of_text(text: &[u8]) -> Option<&'static Edition> {
        let same = |volume: &&Volume| volume.text.as_bytes() == text;
        VOLUMES.iter().find(same).map(|volume| &*volume.edition)
    }

    /// The file of the embedded rule book with this id.
    pub fn text(id: &str) -> Option<&'static str> {
        VOLUMES.iter().find(|volume| volume.id == id).map(|volume| volume.text)
    }
}
