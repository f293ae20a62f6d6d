//! The files of the eight embedded rule books.

/// A book's id and its file.
pub(crate) struct Volume {
    pub(crate) id: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! volume {
    ($id:literal) => {
        Volume { id: $id, text: include_str!(concat!("../books/", $id, ".toml")) }
    };
}

pub(crate) const VOLUMES: [Volume; 8] = [
    volume!("massachusetts"),
    volume!("maryland"),
    volume!("act"),
    volume!("pennsylvania-a"),
    volume!("pennsylvania-b"),
    volume!("singapore-1"),
    volume!("singapore-2"),
    volume!("singapore-3"),
];

/// The ids of the books.
pub(crate) fn ids() -> impl ExactSizeIterator<Item = &'static str> {
    VOLUMES.iter().map(|volume| volume.id)
}

/// The file of the book with this id.
pub(crate) fn text(id: &str) -> Option<&'static str> {
    VOLUMES.iter().find(|volume| volume.id == id).map(|volume| volume.text)
}
