//! What a seed stands for: which floor, which people, which troubles. Each seed has others.

use std::fmt;
use std::sync::Arc;

use taisai_floor::{LargeRules, TableId, Title};
use taisai_rulebooks::{Edition, Library};
use taisai_server::config::{Config, GamingDay, TablePlan, TimeOfDay, UtcOffset};
use taisai_table::{DiceSource, Money, Reason, Run, TableKind};

use crate::asks::{AskKind, Cell};
use crate::desk::Pace;
use crate::disk::{DiskFaults, Fate};
use taisai_testing::luck::Luck;

/// Everything that is decided before a simulation begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    /// How long it is simulated, before the troubles end.
    pub seconds: u64,
    pub tables: Vec<SimTable>,
    /// How many terminals each has.
    pub seats: u16,
    /// How long bets may be placed where there is a timer.
    pub betting_ms: u64,
    /// How long a player thinks at most.
    pub thinks_ms: u64,
    /// How many milliseconds a message travels at most.
    pub delay_ms: u64,
    /// How many milliseconds a commit takes, usually at most.
    pub commit_ms: u64,
    /// Whether a commit's records are copied into the sidecar.
    pub copies: bool,
    /// Whether those who need not be at a table all the time look in only now and then.
    pub glances: bool,
    /// What goes wrong.
    pub troubles: Vec<Trouble>,
    /// What is seen to befall which kind of ask, one after another.
    pub mishaps: Vec<Cell>,
    /// Where it ends after so many rounds instead.
    pub rounds: Option<u64>,
    /// At which operation the disk fails once the floor is furnished, and how.
    pub crash: Option<(u64, Fate)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimTable {
    /// Its rule book, by its place in the library.
    pub book: usize,
    /// What kind it is.
    pub kind: Kind,
}

/// How a table is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Terminals, random dice, a timer.
    Automatic,
    /// Terminals, a dealer with dice.
    Dealer,
    /// Chips on cloth, a dealer with dice.
    Felt,
}

/// Something that a seed may switch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the word says what it is")]
pub enum Trouble {
    PowerInCommit,
    Power,
    DiskFails,
    DiskFull,
    Stalls,
    Rot,
    Stops,
    Cuts,
    Partitions,
    SlowScreens,
    Duplicates,
    Stale,
    Races,
    Vouchers,
    Irregular,
    Corrections,
    Voids,
    Roles,
    Clock,
    Logins,
}

impl Trouble {
    /// Every one.
    pub const ALL: [Self; 20] = [
        Self::PowerInCommit,
        Self::Power,
        Self::DiskFails,
        Self::DiskFull,
        Self::Stalls,
        Self::Rot,
        Self::Stops,
        Self::Cuts,
        Self::Partitions,
        Self::SlowScreens,
        Self::Duplicates,
        Self::Stale,
        Self::Races,
        Self::Vouchers,
        Self::Irregular,
        Self::Corrections,
        Self::Voids,
        Self::Roles,
        Self::Clock,
        Self::Logins,
    ];

    pub fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The one of this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trouble| trouble.word() == word)
    }
}

impl Plan {
    /// What a seed stands for.
    pub fn of(seed: u64) -> Self {
        let mut luck = Luck::of_stream(seed, 1);
        // One seed in eight has a long night without any trouble, so that things grow.
        let calm = luck.one_in(8);
        let count = luck.between(1, 4);
        // Those that run by themselves play the most rounds; people err only at the others.
        let by_hand = [Kind::Dealer, Kind::Felt];
        let kind = |luck: &mut Luck| {
            if luck.one_in(2) { *luck.one_of(&by_hand) } else { Kind::Automatic }
        };
        let books = Library::ids().count();
        let mut tables: Vec<SimTable> = (0..count)
            .map(|_| SimTable { book: luck.place(books), kind: kind(&mut luck) })
            .collect();
        // Somebody must be there to play.
        if tables.iter().all(|table| table.kind == Kind::Felt) {
            tables[0].kind = Kind::Dealer;
        }
        let many = luck.between(1, 3);
        let on = |luck: &mut Luck| luck.below(4) < many;
        let delay_ms = *luck.one_of(&[1, 20, 200, 2_000]);
        let mut troubles =
            Trouble::ALL.into_iter().filter(|_| on(&mut luck) && !calm).collect::<Vec<_>>();
        let mishaps = if calm { Vec::new() } else { Self::mishaps_of(seed) };
        // Nothing is owed to those who left unless rounds are changed behind them.
        let owes = |trouble: &Trouble| matches!(trouble, Trouble::Corrections | Trouble::Voids);
        if mishaps.iter().any(|cell| cell.kind == AskKind::PayOwed) {
            troubles.retain(|trouble| !owes(trouble));
            troubles.extend(Trouble::ALL.into_iter().filter(owes));
        }
        Self {
            seed,
            seconds: if calm { 900 } else { luck.between(60, 400) },
            tables,
            // Mostly few: a round costs what its screens are told.
            seats: *luck.one_of(&[1, 1, 1, 2, 2, 3, 8]),
            // Whoever is far away has the time to bet at all.
            betting_ms: (*luck.one_of(&[300, 600, 1_500])).max(3 * delay_ms),
            thinks_ms: *luck.one_of(&[300, 600, 1_500]),
            delay_ms,
            commit_ms: *luck.one_of(&[0, 2, 20, 200]),
            copies: luck.one_in(2),
            glances: !luck.one_in(8),
            troubles,
            mishaps,
            rounds: None,
            crash: None,
        }
    }

    /// How many mishaps a night wants.
    const MISHAPS: u64 = 10;

    /// The mishaps of a seed: all seeds together want every cell of the table of asks in turn.
    fn mishaps_of(seed: u64) -> Vec<Cell> {
        // Cells beside each other are of one kind; a step that leads through all of them mixes.
        const STEP: u64 = 101;
        let cells = Cell::all();
        let count = u64::try_from(cells.len()).unwrap_or(1);
        let place = |turn: u64| (seed % count * Self::MISHAPS + turn) % count * STEP % count;
        let cell = |turn| usize::try_from(place(turn)).ok().and_then(|place| cells.get(place));
        (0..Self::MISHAPS).filter_map(cell).copied().collect()
    }

    /// A night of so many rounds at one table in which nothing goes wrong: always the same one.
    pub fn script(rounds: u64) -> Self {
        Self {
            seed: 0,
            seconds: 3_600,
            tables: vec![SimTable { book: 2, kind: Kind::Automatic }],
            seats: 2,
            betting_ms: 1_000,
            thinks_ms: 600,
            delay_ms: 20,
            commit_ms: 2,
            copies: true,
            glances: false,
            troubles: Vec::new(),
            mishaps: Vec::new(),
            rounds: Some(rounds),
            crash: None,
        }
    }

    /// A night at two tables in which every one of these mishaps is wanted and little else goes
    /// wrong. What cannot be said on the command line is as in a seed after this one in which lines
    /// are quick and the disk is slow: then there is time to die, also for what is refused, because
    /// no answer overtakes what was decided before it. Supervisors stay at their tables, to give
    /// their seats back to those who lost a terminal.
    pub fn of_mishaps(after: u64, mishaps: &[Cell]) -> Self {
        let fits = |plan: &Self| plan.delay_ms <= 20 && plan.commit_ms == 200 && !plan.glances;
        let plan = (after..after + 10_000)
            .map(Self::of)
            .find(fits)
            .expect("one seed in sixty is like that");
        let tables = [Kind::Automatic, Kind::Dealer].map(|kind| SimTable { book: 2, kind });
        Self {
            seconds: 60,
            tables: tables.to_vec(),
            seats: 2,
            troubles: vec![Trouble::Corrections, Trouble::Voids, Trouble::Irregular],
            mishaps: mishaps.to_vec(),
            ..plan
        }
    }

    /// Whether something is switched on.
    pub fn has(&self, trouble: Trouble) -> bool {
        self.troubles.contains(&trouble)
    }

    /// How often the disk fails.
    pub fn disk(&self) -> DiskFaults {
        let rate = |trouble, rate| if self.has(trouble) { rate } else { 0 };
        DiskFaults {
            failing: rate(Trouble::DiskFails, 12_000),
            full: rate(Trouble::DiskFull, 24_000),
            power: rate(Trouble::PowerInCommit, 5_000),
        }
    }

    /// How long commits take.
    pub fn pace(&self) -> Pace {
        let stall = if self.has(Trouble::Stalls) { 100 } else { 0 };
        Pace { usual_ms: self.commit_ms, stall }
    }

    /// The configuration of the house.
    pub fn config(&self) -> Config {
        let mut config = Config::demo();
        config.demo = false;
        config.day = Some(day());
        config.doors.messages_per_second = 1_000;
        let patterns = std::mem::take(&mut config.tables);
        let pattern = &patterns[0];
        config.tables = self
            .tables
            .iter()
            .zip(1..)
            .map(|(plan, n)| plan.set_up(pattern, n, self.betting_ms))
            .collect();
        config.large = large(&config.tables);
        config
    }
}

/// What a specific triple pays at a table with the house's own book, in turn.
const ODDS: [u32; 2] = [160, 170];

fn own_book(law: &str, triple: u32) -> String {
    format!(
        "extends = \"{law}\"\nid = \"house-{law}\"\nname = \"House\"\n\
         wager.triple.pays = \"{triple} to 1\"\n"
    )
}

/// Somebody edits the file of a table: other times, and other odds in the house's own book.
pub fn edit(plan: &mut TablePlan) {
    plan.config.times.warning_ms ^= 1;
    let law = plan.edition.extends().map(str::to_owned);
    if let (Some(text), Some(law)) = (&mut plan.own_book, law) {
        let others = ODDS.map(|odds| own_book(&law, odds));
        *text = others.into_iter().find(|other| other != text).expect("there are two");
        let edition = Edition::read(text.as_bytes()).expect("the house's own book is sound");
        plan.config.rule_book = *edition.fingerprint().as_bytes();
        plan.edition = Arc::new(edition);
    }
}

/// A few purchases of one player are a large sum.
fn large(tables: &[TablePlan]) -> LargeRules {
    let above = Money::new(150_000).expect("an amount");
    let above = tables.iter().map(|plan| (plan.config.currency, above)).collect();
    LargeRules::new(above, day().ahead_minutes()).expect("a clock within its bounds")
}

/// A shift begins in every hour, so that some begin while people play.
fn day() -> GamingDay {
    let offset = UtcOffset::read("+05:30").expect("an offset");
    let shifts = (0..24).map(|hour| TimeOfDay::read(&format!("{hour:02}:00")).expect("a time"));
    GamingDay::new(offset, shifts.collect()).expect("one shift after another")
}

impl SimTable {
    /// The house's own book of a table that runs by itself, where its law lets a house pay more for
    /// a specific triple: another edition of it needs nobody to look at a display.
    fn own_book(self, law: &str) -> Option<(Edition, String)> {
        let raised = (self.kind == Kind::Automatic).then(|| own_book(law, ODDS[0]))?;
        Edition::read(raised.as_bytes()).ok().map(|edition| (edition, raised))
    }

    fn set_up(self, pattern: &TablePlan, number: u32, betting_ms: u64) -> TablePlan {
        let id = Library::ids().nth(self.book).expect("the library has so many");
        let embedded = Library::get(id).expect("the library knows its own ids");
        let (edition, own_book) = match self.own_book(id) {
            Some((edition, text)) => (edition, Some(text)),
            None => (embedded.clone(), None),
        };
        let mut config = pattern.config.clone();
        config.rule_book = *edition.fingerprint().as_bytes();
        config.currency = edition.rules().currency.value;
        let by_hand = self.kind != Kind::Automatic;
        config.kind = match self.kind {
            Kind::Felt => TableKind::Felt,
            Kind::Automatic | Kind::Dealer => TableKind::Electronic,
        };
        (config.run, config.dice) = match self.kind {
            Kind::Automatic => (Run::Automatic, DiceSource::Random),
            Kind::Dealer | Kind::Felt => (Run::Dealer, DiceSource::Physical),
        };
        let times = &mut config.times;
        times.betting_ms = (!by_hand).then_some(betting_ms);
        times.betting_min_ms = 300;
        times.warning_ms = betting_ms / 3;
        times.extension_ms = 1_000;
        times.show_ms = 200;
        times.pause_ms = 100;
        TablePlan {
            table: TableId(number),
            name: Title::new(&format!("Table {number}")).expect("a plain name"),
            edition: Arc::new(edition),
            own_book,
            document: None,
            // Every kind of table under every book is simulated, whatever the documents know.
            outside_document: Reason::new("the simulation"),
            chips: None,
            config,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--seed {} --seconds {} --seats {}", self.seed, self.seconds, self.seats)?;
        let tables: Vec<String> = self
            .tables
            .iter()
            .map(|table| format!("{}:{}", table.book, format!("{:?}", table.kind).to_lowercase()))
            .collect();
        write!(f, " --tables {}", tables.join(","))?;
        let troubles: Vec<String> = self.troubles.iter().map(|trouble| trouble.word()).collect();
        let listed = |words: Vec<String>| {
            if words.is_empty() { "none".to_owned() } else { words.join(",") }
        };
        write!(f, " --troubles {}", listed(troubles))?;
        let mishaps = self.mishaps.iter().map(|cell| cell.word()).collect();
        write!(f, " --mishaps {}", listed(mishaps))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_first_seeds_want_every_cell_of_the_table_of_asks() {
        let cells = Cell::all();
        let seeds = u64::try_from(cells.len()).unwrap().div_ceil(Plan::MISHAPS);
        let wanted: BTreeSet<Cell> = (0..seeds).flat_map(Plan::mishaps_of).collect();
        assert_eq!(wanted.len(), cells.len());
    }
}
