//! A snapshot of a table: its rule book's sources, the table and its books, in one body.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use taisai_ledger::{Ledger, LedgerFault, Meters, Posting};
use taisai_rules::RuleBook;
use taisai_table::{
    Approved, Config, DayEvent, Event, RoundNumber, SeatNumber, Table, Time, place,
};

use crate::stored::case::Cases as StoredCases;
use crate::stored::edition::Moves;
use crate::stored::entry::{
    push, push_later, push_later_before, take, take_later, take_later_before,
};
use crate::stored::event::ChipRecord;
use crate::stored::fault::after_version;
use crate::stored::ledger::{LedgerImage, RoundRecord};
use crate::stored::sources::{BookFault, BookSources};
use crate::stored::table::{Attested, PastRound, TableImage, Trial};
use crate::stored::{Form, Opened, RecordFault, Unsound, VERSION, ValueFault};

/// A table with its books, and what its rule book was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// What the rule book was read from.
    pub sources: BookSources,
    /// The rule book.
    pub book: Arc<RuleBook>,
    pub table: Table,
    /// Its books.
    pub ledger: Ledger,
    /// What the editions were read from that it has played before.
    pub earlier: Vec<BookSources>,
}

impl TableState {
    /// A table as it is when its stream begins.
    pub fn open(opened: Opened) -> Result<Self, BookFault> {
        let Opened { sources, config } = opened;
        let book = read_book(&sources, &config)?;
        let ledger = Ledger::new(Arc::clone(&book), config.rule_book);
        let table = Table::new(Arc::clone(&book), config);
        Ok(Self { sources, book, table, ledger, earlier: Vec::new() })
    }

    /// Enters an event in the books and lets it happen at the table; nothing has changed where the
    /// books do not accept it.
    pub fn happen(&mut self, event: &Event, now: Time) -> Result<Vec<Posting>, LedgerFault> {
        let postings = self.ledger.post(event)?;
        let earlier = self.table.earlier_editions().len();
        self.table.apply(event, now);
        if let Event::Day(DayEvent::TableMoved { edition: Some(edition), .. }) = event {
            let left = std::mem::replace(&mut self.sources, BookSources::of_edition(edition));
            self.book = Arc::clone(&edition.rules);
            // An edition under which no round was played is needed no more.
            let is_kept = earlier < self.table.earlier_editions().len();
            self.earlier.extend(is_kept.then_some(left));
        }
        Ok(postings)
    }

    /// The snapshot, as it is stored: equal states give equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let (table, ledger) = (self.table.image(), self.ledger.image());
        push(&mut bytes, &self.sources);
        push(&mut bytes, &TableImage::keep(&table));
        push(&mut bytes, &LedgerImage::keep(&ledger));
        let terminals = Terminals::keep(&table.terminals);
        let chips: Chips = Form::keep(&chips_by_round(&table));
        let additions = Additions::keep(&table, &ledger);
        additions.push((&terminals, &chips, &Moves::keep(self)), &mut bytes);
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

/// What the images did not have when their forms were fixed. A state that has none of it has the
/// bytes that it always had.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Additions {
    /// The seats whose bets are void in settled rounds.
    void_bets: Vec<(u64, Vec<u16>)>,
    /// From when on the dice of the round in play are revealed, where it waits for that.
    reveal_from: Option<u64>,
    /// The approval of a table that its rule document does not know, where one was asked for.
    approval: Option<Approval>,
    /// The seats of players who were kept from the game.
    barred: Vec<u16>,
    /// The vouchers that the cage alone may pay.
    for_cage: Vec<u128>,
    /// The rounds that the table took back from its journal.
    recalled: Vec<PastRound>,
    /// The same rounds in its books.
    ledger_recalled: Vec<RoundRecord>,
    /// Whether the last call of the round in play marked sound dice as damaged.
    marked: bool,
    /// The lines of the checklist that were seen.
    attested: Vec<(String, Attested)>,
    /// When the latest shift by the house's clock began.
    shift_began: Option<u64>,
    /// The displays that answer.
    displays: Vec<u32>,
    /// The trial that they light.
    trial: Option<Trial>,
    /// The dice that are never used again.
    damaged_dice: Vec<u32>,
    /// Whether another table says it has something that stands here.
    disputed: bool,
    /// What is disputed, and what was paid and taken for it.
    cases: Cases,
}

/// What was recorded of chips, round by round; it follows behind everything else, so that a state
/// without a record has the bytes that it always had.
type Chips = Vec<(u64, Vec<(u16, ChipRecord)>)>;

/// The cases of a table, and what they moved.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Cases {
    /// The cases that are open, and those decided last.
    files: Option<StoredCases>,
    /// What cases paid and took, by the seat of the bets.
    by_seat: Vec<(u16, [u64; 2])>,
    /// For the whole table.
    by_table: [u64; 2],
    /// Under each rule book.
    by_book: Vec<([u8; 32], [u64; 2])>,
}

impl Cases {
    fn keep(table: &taisai_table::TableImage, ledger: &taisai_ledger::LedgerImage) -> Self {
        let ruled = |meters: &Meters| [meters.ruled_in, meters.ruled_out];
        let seats = ledger.by_seat.iter().map(|(seat, meters)| (seat.0, ruled(meters)));
        let books = ledger.by_book.iter().map(|(book, meters)| (*book, ruled(meters)));
        Self {
            files: (table.cases.opened > 0).then(|| StoredCases::keep(&table.cases)),
            by_seat: seats.filter(|(_, ruled)| *ruled != [0; 2]).collect(),
            by_table: ruled(&ledger.by_table),
            by_book: books.filter(|(_, ruled)| *ruled != [0; 2]).collect(),
        }
    }

    fn add_to(self, images: &mut Images) -> Result<(), RecordFault> {
        if let Some(files) = self.files {
            images.table.cases = files.restore()?;
        }
        let set = |meters: Option<&mut Meters>, [ruled_in, ruled_out]: [u64; 2]| {
            let meters = meters.ok_or(RecordFault::Malformed)?;
            (meters.ruled_in, meters.ruled_out) = (ruled_in, ruled_out);
            Ok::<(), RecordFault>(())
        };
        for (seat, ruled) in self.by_seat {
            set(images.ledger.by_seat.get_mut(&SeatNumber(seat)), ruled)?;
        }
        for (book, ruled) in self.by_book {
            set(images.ledger.by_book.get_mut(&book), ruled)?;
        }
        set(Some(&mut images.ledger.by_table), self.by_table)
    }
}

/// An approval that was asked for.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Approval {
    /// Who allowed it; nobody yet where there is none.
    allowed_by: Option<String>,
}

/// What was recorded of chips in every round that is known.
type ChipsByRound = BTreeMap<RoundNumber, BTreeMap<SeatNumber, place::ChipRecord>>;

fn chips_by_round(table: &taisai_table::TableImage) -> ChipsByRound {
    let past = table.past.iter().chain(&table.recalled).map(|past| (past.number, &past.chips));
    let playing = table.round.iter().map(|round| (round.number, &round.chips));
    let recorded = past.chain(playing).filter(|(_, chips)| !chips.is_empty());
    recorded.map(|(round, chips)| (round, chips.clone())).collect()
}

impl Additions {
    fn keep(table: &taisai_table::TableImage, ledger: &taisai_ledger::LedgerImage) -> Self {
        let with = table.past.iter().chain(&table.recalled);
        let with = with.filter(|past| !past.void_bets.is_empty());
        let void_bets: BTreeMap<_, _> =
            with.map(|past| (past.number, past.void_bets.clone())).collect();
        let reveal_from = table.round.as_ref().and_then(|round| round.reveal_from);
        let approval = |allowed_by| Some(Approval { allowed_by });
        Self {
            void_bets: Form::keep(&void_bets),
            reveal_from: reveal_from.map(Time::millis),
            approval: match &table.approved {
                Approved::NotNeeded => None,
                Approved::Missing => approval(None),
                Approved::By(reason) => approval(Some(reason.to_string())),
            },
            barred: Form::keep(&table.barred),
            for_cage: Form::keep(&table.for_cage),
            recalled: Form::keep(&table.recalled),
            ledger_recalled: Form::keep(&ledger.recalled),
            marked: table.round.as_ref().is_some_and(|round| round.marked),
            attested: Form::keep(&table.equipment.attested),
            shift_began: table.shift_began.map(Time::millis),
            displays: Form::keep(&table.equipment.displays),
            trial: Form::keep(&table.equipment.trial),
            damaged_dice: Form::keep(&table.equipment.damaged_dice),
            disputed: table.equipment.disputed,
            cases: Cases::keep(table, ledger),
        }
    }

    /// Writes them behind the terminals and before what was recorded of chips and the table's
    /// moves, where there are any.
    fn push(&self, (terminals, chips, moves): (&Terminals, &Chips, &Moves), bytes: &mut Vec<u8>) {
        let mut last = Vec::new();
        moves.push(&mut last);
        if *self == Self::default() && chips.is_empty() && last.is_empty() {
            push_later(bytes, terminals);
        } else {
            push(bytes, terminals);
            push(bytes, self);
            push_later_before(bytes, chips, &last);
        }
    }

    /// The terminals, the additions behind them, what was recorded of chips, and the moves.
    fn read(stored: &[u8]) -> Result<(Terminals, Self, Chips, Moves), RecordFault> {
        if stored.is_empty() {
            return Ok(Default::default());
        }
        let (terminals, rest) = take::<Terminals>(stored)?;
        if rest.is_empty() {
            return Ok((take_later(stored)?, Self::default(), Chips::default(), Moves::default()));
        }
        let (additions, left) = take::<Self>(rest)?;
        let (chips, left): (Chips, _) = take_later_before(left)?;
        let moves = Moves::read(left)?;
        if additions == Self::default() && chips.is_empty() && moves == Moves::default() {
            return Err(RecordFault::LeftOver { bytes: rest.len() });
        }
        Ok((terminals, additions, chips, moves))
    }
}

/// The two images of a snapshot.
struct Images {
    table: taisai_table::TableImage,
    ledger: taisai_ledger::LedgerImage,
    earlier: Vec<BookSources>,
}

impl Images {
    fn read(stored: &[u8]) -> Result<Self, RecordFault> {
        let (table, rest) = take::<TableImage>(stored)?;
        let (ledger, rest) = take::<LedgerImage>(rest)?;
        let (terminals, later, chips, moves) = Additions::read(rest)?;
        let moves = moves.restore()?;
        let (table, ledger) = (table.restore()?, ledger.restore()?);
        let mut images = Self { table, ledger, earlier: moves.texts };
        images.table.offer = moves.offer;
        images.ledger.earlier.clone_from(&moves.earlier);
        images.table.earlier = moves.earlier;
        images.table.moved = moves.moved;
        images.table.terminals = terminals.restore()?;
        images.add(later)?;
        let chips: ChipsByRound = chips.restore()?;
        chips.into_iter().try_for_each(|(round, chips)| images.record_chips(round, chips))?;
        Ok(images)
    }

    fn add(&mut self, later: Additions) -> Result<(), RecordFault> {
        let Additions { void_bets, reveal_from, approval, barred, for_cage, .. } = later;
        self.table.recalled = later.recalled.restore()?;
        self.ledger.recalled = later.ledger_recalled.restore()?;
        self.table.barred = barred.restore()?;
        self.table.for_cage = for_cage.restore()?;
        self.table.equipment.attested = later.attested.restore()?;
        self.table.shift_began = later.shift_began.restore()?;
        self.table.equipment.displays = later.displays.restore()?;
        self.table.equipment.trial = later.trial.restore()?;
        self.table.equipment.damaged_dice = later.damaged_dice.restore()?;
        self.table.equipment.disputed = later.disputed;
        later.cases.add_to(self)?;
        if let Some(Approval { allowed_by }) = approval {
            self.table.approved = Approved::named(allowed_by.restore()?);
        }
        match (&mut self.table.round, reveal_from) {
            (_, None) => {}
            (Some(round), Some(from)) => round.reveal_from = Some(from.restore()?),
            (None, Some(_)) => return Err(RecordFault::Malformed),
        }
        match (&mut self.table.round, later.marked) {
            (_, false) => {}
            (Some(round), true) => round.marked = true,
            (None, true) => return Err(RecordFault::Malformed),
        }
        let void_bets: BTreeMap<RoundNumber, BTreeSet<SeatNumber>> = void_bets.restore()?;
        void_bets.into_iter().try_for_each(|(round, seats)| self.make_void(round, seats))?;
        Ok(())
    }

    fn record_chips(
        &mut self,
        number: RoundNumber,
        chips: BTreeMap<SeatNumber, place::ChipRecord>,
    ) -> Result<(), Unsound> {
        let past = self.table.past.iter_mut().chain(&mut self.table.recalled);
        let mut of_past = past.filter(|past| past.number == number).map(|past| &mut past.chips);
        let playing = self.table.round.as_mut().filter(|round| round.number == number);
        let place = of_past.next().or_else(|| playing.map(|round| &mut round.chips));
        match place {
            Some(place) if !chips.is_empty() => {
                *place = chips;
                Ok(())
            }
            Some(_) | None => {
                Err(ValueFault::State(format!("nothing can be recorded in round {number}")).into())
            }
        }
    }

    /// Table and books remember the same.
    fn make_void(
        &mut self,
        round: RoundNumber,
        seats: BTreeSet<SeatNumber>,
    ) -> Result<(), Unsound> {
        let mut past = self.table.past.iter_mut().chain(&mut self.table.recalled);
        let past = past.find(|past| past.number == round);
        let mut records = self.ledger.past.iter_mut().chain(&mut self.ledger.recalled);
        let record = records.find(|record| record.number == round);
        match (past, record) {
            (Some(past), Some(record)) if !seats.is_empty() => {
                record.void_bets.clone_from(&seats);
                past.void_bets = seats;
                Ok(())
            }
            (Some(_) | None, _) => {
                Err(ValueFault::State(format!("no bets of round {round} can be void")).into())
            }
        }
    }

    fn under(self, sources: BookSources, book: Arc<RuleBook>) -> Result<TableState, SnapshotFault> {
        let cannot_be = |why: String| Unsound::from(ValueFault::State(why));
        let table = Table::from_image(Arc::clone(&book), self.table)
            .map_err(|fault| cannot_be(fault.to_string()))?;
        let ledger = Ledger::from_image(Arc::clone(&book), self.ledger)
            .map_err(|fault| cannot_be(fault.to_string()))?;
        Ok(TableState { sources, book, table, ledger, earlier: self.earlier })
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
