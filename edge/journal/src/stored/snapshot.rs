//! A snapshot of a table: its rule book's sources, the table and its books, in one body.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use taisai_ledger::Ledger;
use taisai_rules::RuleBook;
use taisai_table::{Config, Table};

use crate::stored::entry::{
    push, push_later, push_later_before, take, take_later, take_later_before,
};
use crate::stored::fault::after_version;
use crate::stored::ledger::LedgerImage;
use crate::stored::sources::{BookFault, BookSources};
use crate::stored::table::TableImage;
use crate::stored::{Form, Opened, RecordFault, Unsound, VERSION, What};

/// A table with its books, and what its rule book was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// What the rule book was read from.
    pub sources: BookSources,
    /// The rule book.
    pub book: Arc<RuleBook>,
    /// The table.
    pub table: Table,
    /// Its books.
    pub ledger: Ledger,
}

impl TableState {
    /// A table as it is when its stream begins.
    pub fn open(opened: Opened) -> Result<Self, BookFault> {
        let Opened { sources, config } = opened;
        let book = read_book(&sources, &config)?;
        let ledger = Ledger::new(Arc::clone(&book), config.rule_book);
        let table = Table::new(Arc::clone(&book), config);
        Ok(Self { sources, book, table, ledger })
    }

    /// The snapshot, as it is stored: equal states give equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let table = self.table.image();
        push(&mut bytes, &self.sources);
        push(&mut bytes, &TableImage::keep(&table));
        push(&mut bytes, &LedgerImage::keep(&self.ledger.image()));
        let (mut for_cage, mut barred) = (Vec::new(), Vec::new());
        push_later(&mut for_cage, &ForCage::keep(&table.for_cage));
        push_later_before(&mut barred, &Barred::keep(&table.barred), &for_cage);
        push_later_before(&mut bytes, &Terminals::keep(&table.terminals), &barred);
        bytes
    }

    /// Reads a stored snapshot; whatever the bytes, it is a state or a fault.
    pub fn decode(bytes: &[u8]) -> Result<Self, SnapshotFault> {
        let (sources, rest) = take::<BookSources>(after_version(bytes)?)?;
        let images = Images::read(rest)?;
        let book = read_book(&sources, &images.table.config)?;
        images.under(sources, book)
    }

    /// Reads a snapshot of a table under the same rule book, which need not be read again.
    pub fn decode_beside(bytes: &[u8], known: &Self) -> Result<Self, SnapshotFault> {
        let (sources, rest) = take::<BookSources>(after_version(bytes)?)?;
        let images = Images::read(rest)?;
        let same = sources == known.sources
            && images.table.config.rule_book == known.table.config().rule_book;
        let book =
            if same { Arc::clone(&known.book) } else { read_book(&sources, &images.table.config)? };
        images.under(sources, book)
    }

    /// The hash by which a snapshot is known.
    pub fn hash_of(bytes: &[u8]) -> [u8; 32] {
        Sha256::digest(bytes).into()
    }
}

/// The terminals of seats: snapshots that were written before seats knew theirs have none.
type Terminals = Vec<(u16, u64)>;

/// The seats of players who were kept from the game, and the vouchers that the cage alone may pay:
/// older snapshots have none.
type Barred = Vec<u16>;
type ForCage = Vec<u128>;

/// The two images of a snapshot.
struct Images {
    table: taisai_table::TableImage,
    ledger: taisai_ledger::LedgerImage,
}

impl Images {
    fn read(stored: &[u8]) -> Result<Self, RecordFault> {
        let (table, rest) = take::<TableImage>(stored)?;
        let (ledger, rest) = take::<LedgerImage>(rest)?;
        let (terminals, rest): (Terminals, _) = take_later_before(rest)?;
        let (barred, rest): (Barred, _) = take_later_before(rest)?;
        let for_cage: ForCage = take_later(rest)?;
        let mut table: taisai_table::TableImage = table.restore()?;
        table.terminals = terminals.restore()?;
        table.barred = barred.restore()?;
        table.for_cage = for_cage.restore()?;
        Ok(Self { table, ledger: ledger.restore()? })
    }

    fn under(self, sources: BookSources, book: Arc<RuleBook>) -> Result<TableState, SnapshotFault> {
        let cannot_be = |why: String| Unsound::from(What::State(why));
        let table = Table::from_image(Arc::clone(&book), self.table)
            .map_err(|fault| cannot_be(fault.to_string()))?;
        let ledger = Ledger::from_image(Arc::clone(&book), self.ledger)
            .map_err(|fault| cannot_be(fault.to_string()))?;
        Ok(TableState { sources, book, table, ledger })
    }
}

/// The rule book the configuration names.
pub(crate) fn read_book(
    sources: &BookSources,
    config: &Config,
) -> Result<Arc<RuleBook>, BookFault> {
    Ok(Arc::new(sources.read_as(config.rule_book)?.rules().clone()))
}

/// Why stored bytes are no snapshot.
#[derive(Clone, Debug)]
pub enum SnapshotFault {
    /// They cannot be read.
    Record(RecordFault),
    /// Their rule book is not the one in force.
    Book(BookFault),
}

impl From<RecordFault> for SnapshotFault {
    fn from(fault: RecordFault) -> Self {
        Self::Record(fault)
    }
}

impl From<Unsound> for SnapshotFault {
    fn from(unsound: Unsound) -> Self {
        Self::Record(unsound.into())
    }
}

impl From<BookFault> for SnapshotFault {
    fn from(fault: BookFault) -> Self {
        Self::Book(fault)
    }
}

impl fmt::Display for SnapshotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(fault) => fault.fmt(f),
            Self::Book(fault) => fault.fmt(f),
        }
    }
}

impl Error for SnapshotFault {}
