//! The clause list: what each clause of the rule documents asks, and which tests show the answer.

mod citation;
mod fault;
mod stored;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

pub use citation::{Citation, CitationFault, DOCUMENTS};
pub use fault::{ClauseListFault, EntryFault};

use sha2::{Digest as _, Sha256};

use stored::{StoredEntry, StoredList};

const EMBEDDED_TEXT: &str = include_str!("../clauses.toml");

static EMBEDDED: LazyLock<ClauseList> = LazyLock::new(|| {
    ClauseList::parse(EMBEDDED_TEXT)
        .expect("the embedded clause list is parsed by a test of this file")
});

/// Every clause of the five rule documents, with what Taisai does about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseList {
    entries: Vec<ClauseEntry>,
}

impl ClauseList {
    /// The list this program was built with.
    pub fn embedded() -> &'static ClauseList {
        &EMBEDDED
    }

    /// The SHA-256 of the list this program was built with, in hexadecimal.
    pub fn digest() -> String {
        let hash = Sha256::digest(EMBEDDED_TEXT.as_bytes());
        hash.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    }

    /// Reads and checks a clause list.
    pub fn parse(text: &str) -> Result<ClauseList, ClauseListFault> {
        let stored: StoredList = toml::from_str(text).map_err(ClauseListFault::NotToml)?;
        let mut ids = BTreeSet::new();
        for entry in &stored.clause {
            if !ids.insert(entry.id.as_str()) {
                return Err(ClauseListFault::DuplicateId { id: entry.id.clone() });
            }
        }
        let entries = stored.clause.into_iter().map(StoredEntry::check);
        Ok(ClauseList { entries: entries.collect::<Result<_, _>>()? })
    }

    /// The entries, in the order of the list.
    pub fn entries(&self) -> &[ClauseEntry] {
        &self.entries
    }

    /// The entries that cite a rule document, named as in [`DOCUMENTS`].
    pub fn for_document(&self, document: &str) -> impl Iterator<Item = &ClauseEntry> {
        self.entries.iter().filter(move |entry| entry.cites_document(document))
    }

    /// The entry that answers for a clause such as `MD 6.A(21)(a)`: the one that cites it closest.
    pub fn covers(&self, clause: &str) -> Option<&ClauseEntry> {
        let clause = Citation::parse(clause).ok()?;
        let covering = self
            .entries
            .iter()
            .rev()
            .filter_map(|entry| entry.closest_depth(&clause).map(|depth| (depth, entry)));
        // Searched from the end, because of equally close entries max_by_key keeps the last.
        covering.max_by_key(|(depth, _)| *depth).map(|(_, entry)| entry)
    }

    /// How many entries have at least one kind that no test shows yet.
    pub fn open_count(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_open()).count()
    }
}

/// One line of the clause list: clauses that ask the same thing, and the answer to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseEntry {
    id: String,
    part: Part,
    citations: Vec<Citation>,
    kinds: Vec<(Kind, Vec<TestName>)>,
    asks: String,
    does: String,
    breakages: Vec<(BreakageName, TestName)>,
}

impl ClauseEntry {
    /// The stable name of the entry, such as `three-shakes`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The part of the list it belongs to.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The clauses it answers.
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// The kinds of answer, each with the tests that show it.
    pub fn kinds(&self) -> &[(Kind, Vec<TestName>)] {
        &self.kinds
    }

    /// What the clauses ask, in our words.
    pub fn asks(&self) -> &str {
        &self.asks
    }

    /// What Taisai does about it; for a note, why nothing is to be done.
    pub fn does(&self) -> &str {
        &self.does
    }

    /// The deliberate breakages of the clause, each with the one of its tests that notices it.
    pub fn breakages(&self) -> &[(BreakageName, TestName)] {
        &self.breakages
    }

    /// Whether there is anything to break: a checklist line and a note have no code.
    pub fn wants_breakage(&self) -> bool {
        self.kinds.iter().any(|(kind, _)| kind.wants_tests())
    }

    /// Whether one of its citations is from the document.
    pub fn cites_document(&self, document: &str) -> bool {
        self.citations.iter().any(|citation| citation.document() == document)
    }

    /// Whether one of its citations covers the clause.
    pub fn covers(&self, clause: &Citation) -> bool {
        self.closest_depth(clause).is_some()
    }

    /// The kinds that still want a test.
    pub fn open_kinds(&self) -> impl Iterator<Item = Kind> {
        let open = |(kind, tests): &&(Kind, Vec<TestName>)| kind.wants_tests() && tests.is_empty();
        self.kinds.iter().filter(open).map(|(kind, _)| *kind)
    }

    /// Whether a kind still wants a test.
    pub fn is_open(&self) -> bool {
        self.open_kinds().next().is_some()
    }

    fn closest_depth(&self, clause: &Citation) -> Option<usize> {
        let covering = self.citations.iter().filter(|citation| citation.covers(clause));
        covering.map(Citation::depth).max()
    }
}

/// The parts of the clause list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// What may be bet on and what it pays.
    Wagers,
    /// How much may be bet, and how a bet is placed.
    Limits,
    /// The course of a round.
    Round,
    /// Dice, shakers, tables and the people around them.
    Equipment,
    /// What is done when something goes wrong.
    Irregularities,
    /// Definitions and statements.
    Notes,
}

impl Part {
    /// All parts, in the order of the list.
    pub const ALL: [Part; 6] = [
        Part::Wagers,
        Part::Limits,
        Part::Round,
        Part::Equipment,
        Part::Irregularities,
        Part::Notes,
    ];

    /// The word for it in the list.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Wagers => "wagers",
            Part::Limits => "limits",
            Part::Round => "round",
            Part::Equipment => "equipment",
            Part::Irregularities => "irregularities",
            Part::Notes => "notes",
        }
    }
}

/// How Taisai answers a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The table refuses anything else.
    Enforced,
    /// Money moves exactly so.
    Settled,
    /// People at the table see it.
    Displayed,
    /// A named person attests to it.
    Recorded,
    /// A line of a checklist.
    Physical,
    /// Asks nothing of the system.
    Note,
}

impl Kind {
    /// All kinds, in the order of the list's opening comment.
    pub const ALL: [Kind; 6] = [
        Kind::Enforced,
        Kind::Settled,
        Kind::Displayed,
        Kind::Recorded,
        Kind::Physical,
        Kind::Note,
    ];

    /// The letter for it in the list.
    pub const fn letter(self) -> &'static str {
        match self {
            Kind::Enforced => "E",
            Kind::Settled => "S",
            Kind::Displayed => "D",
            Kind::Recorded => "R",
            Kind::Physical => "P",
            Kind::Note => "N",
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Kind::Enforced => "enforced",
            Kind::Settled => "settled",
            Kind::Displayed => "displayed",
            Kind::Recorded => "recorded",
            Kind::Physical => "physical",
            Kind::Note => "note",
        }
    }

    /// Whether a test has to show it; a checklist line and a note have nothing to show.
    pub const fn wants_tests(self) -> bool {
        match self {
            Kind::Enforced | Kind::Settled | Kind::Displayed | Kind::Recorded => true,
            Kind::Physical | Kind::Note => false,
        }
    }
}

/// A test, known by its file from the root of the work tree and by the name of its function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestName {
    file: String,
    function: String,
}

impl TestName {
    /// Reads `path/from/the/root.rs::test_name`, or a browser story:
    /// `path/from/the/root.mjs::story_name`.
    pub fn parse(text: &str) -> Option<TestName> {
        let (file, function) = text.split_once("::")?;
        let stem = file.strip_suffix(".rs").or_else(|| file.strip_suffix(".mjs"))?;
        let is_path = stem.split('/').all(is_path_step);
        let named = !function.is_empty() && function.chars().all(is_function_letter);
        (is_path && named)
            .then(|| TestName { file: file.to_owned(), function: function.to_owned() })
    }

    /// The file, from the root of the work tree.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The name of the test's function.
    pub fn function(&self) -> &str {
        &self.function
    }
}

impl fmt::Display for TestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.file, self.function)
    }
}

/// A deliberate breakage, known by its list in `proof/mutants` and by its name there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BreakageName {
    list: String,
    name: String,
}

impl BreakageName {
    /// Reads `list: name`, such as `table: two shakes are enough`.
    pub fn parse(text: &str) -> Option<BreakageName> {
        let (list, name) = text.split_once(": ")?;
        let is_list = !list.is_empty() && list.chars().all(|letter| letter.is_ascii_lowercase());
        let named = !name.trim().is_empty() && !name.contains('@') && name.trim() == name;
        (is_list && named).then(|| BreakageName { list: list.to_owned(), name: name.to_owned() })
    }

    /// The name of the list, without its ending.
    pub fn list(&self) -> &str {
        &self.list
    }

    /// The name of the breakage in it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for BreakageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.list, self.name)
    }
}

fn is_path_step(step: &str) -> bool {
    !step.is_empty() && step != "." && step != ".." && !step.contains(char::is_whitespace)
}

fn is_function_letter(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
        [[clause]]
        id = "three-shakes"
        part = "round"
        cites = ["MD 5.B(1)", "SG 3.6"]
        kinds = ["E", "P"]
        asks = "Shake."
        does = "Refuses."
        shown = { E = ["core/table/tests/round.rs::two_shakes_are_refused"] }
        broken_by = { "table: two shakes are enough" = "two_shakes_are_refused" }

        [[clause]]
        id = "shake-first"
        part = "round"
        cites = ["MD 5.B-C"]
        kinds = ["E", "S"]
        asks = "Shake first."
        does = "Refuses."
        shown = { E = [], S = [] }
    "#;

    /// What is wrong with the sound list once `old` is written as `new`.
    fn wrong(old: &str, new: &str) -> EntryFault {
        assert!(SOUND.contains(old));
        match ClauseList::parse(&SOUND.replacen(old, new, 1)) {
            Err(ClauseListFault::Entry { wrong, .. }) => wrong,
            other => panic!("{old} -> {new}: {other:?}"),
        }
    }

    #[test]
    fn the_embedded_list_is_sound() {
        let list = ClauseList::parse(include_str!("../clauses.toml")).unwrap();
        assert_eq!(&list, ClauseList::embedded());
        assert!(list.entries().len() > 72);
    }

    #[test]
    fn a_sound_list_is_read() {
        let list = ClauseList::parse(SOUND).unwrap();
        let entry = &list.entries()[0];
        assert_eq!((entry.id(), entry.part()), ("three-shakes", Part::Round));
        assert_eq!((entry.asks(), entry.does()), ("Shake.", "Refuses."));
        assert_eq!(entry.citations()[1].to_string(), "SG 3.6");
        let (kind, tests) = &entry.kinds()[0];
        assert_eq!(*kind, Kind::Enforced);
        assert_eq!(tests[0].file(), "core/table/tests/round.rs");
        assert_eq!(tests[0].function(), "two_shakes_are_refused");
        let (breakage, noticed_by) = &entry.breakages()[0];
        assert_eq!((breakage.list(), breakage.name()), ("table", "two shakes are enough"));
        assert_eq!(noticed_by, &tests[0]);
        assert!(list.entries()[1].breakages().is_empty());
    }

    #[test]
    fn a_breakage_names_its_list_and_itself_and_the_test_that_notices() {
        let malformed = |name: &str| EntryFault::MalformedBreakage(name.to_owned());
        let (sound, named) = ("\"table: two shakes are enough\"", "two shakes are enough");
        assert_eq!(wrong(sound, &format!("\"{named}\"")), malformed(named));
        assert_eq!(wrong(sound, "\"table: \""), malformed("table: "));
        assert_eq!(wrong(sound, "\"Table: a @ b\""), malformed("Table: a @ b"));
        let unnoticed = EntryFault::UnnoticedBreakage {
            breakage: "table: two shakes are enough".to_owned(),
            test: "two_shakes_are_refused".to_owned(),
        };
        // No test, another one, or two of which nobody knows which is meant.
        let shown = "\"core/table/tests/round.rs::two_shakes_are_refused\"";
        let other = "\"core/table/tests/round.rs::three_shakes_are_taken\"";
        let again = format!("{shown}, \"core/table/tests/again.rs::two_shakes_are_refused\"");
        for wrongly in ["", other, &again] {
            assert_eq!(wrong(shown, wrongly), unnoticed, "{wrongly}");
        }
    }

    #[test]
    fn what_is_only_read_or_ticked_needs_no_breakage() {
        let noted = SOUND.replace("[\"E\", \"S\"]", "[\"N\"]").replace("{ E = [], S = [] }", "{}");
        let list = ClauseList::parse(&noted).unwrap();
        assert!(list.entries()[0].wants_breakage());
        assert!(!list.entries()[1].wants_breakage());
    }

    #[test]
    fn the_closest_citation_answers_for_a_clause() {
        let list = ClauseList::parse(SOUND).unwrap();
        let id = |clause| list.covers(clause).map(ClauseEntry::id);
        assert_eq!(id("MD 5.B(1)"), Some("three-shakes"));
        assert_eq!(id("MD 5.B(2)"), Some("shake-first"));
        assert_eq!(id("MD 5.C"), Some("shake-first"));
        assert_eq!(id("MD 5.D"), None);
        assert_eq!(id("no clause at all"), None);
    }

    #[test]
    fn of_equally_close_entries_the_first_answers() {
        let list = ClauseList::parse(&SOUND.replace("MD 5.B-C", "SG 3.6")).unwrap();
        assert_eq!(list.covers("SG 3.6").map(ClauseEntry::id), Some("three-shakes"));
    }

    #[test]
    fn entries_are_found_by_document() {
        let list = ClauseList::parse(SOUND).unwrap();
        let count = |document| list.for_document(document).count();
        assert_eq!([count("MD"), count("SG"), count("M"), count("ACT")], [2, 1, 0, 0]);
    }

    #[test]
    fn a_kind_without_tests_is_open_and_a_checklist_line_never_is() {
        let list = ClauseList::parse(SOUND).unwrap();
        assert!(!list.entries()[0].is_open());
        let open: Vec<Kind> = list.entries()[1].open_kinds().collect();
        assert_eq!(open, [Kind::Enforced, Kind::Settled]);
        assert_eq!(list.open_count(), 1);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in ["clause = 3", "[[clause]]\nid = 'a'", "", "[[clause]]\nextra = 1"] {
            let read = ClauseList::parse(text);
            assert!(matches!(read, Err(ClauseListFault::NotToml(_))), "{text}");
        }
    }

    #[test]
    fn two_entries_of_one_id_are_refused() {
        let twice = SOUND.replace("shake-first", "three-shakes");
        let fault = ClauseListFault::DuplicateId { id: "three-shakes".to_owned() };
        assert_eq!(ClauseList::parse(&twice), Err(fault));
    }

    #[test]
    fn each_fault_of_an_entry_has_its_name() {
        let own = str::to_owned;
        assert_eq!(wrong("three-shakes", "Three-shakes"), EntryFault::MalformedId);
        assert_eq!(wrong("three-shakes", "three--shakes"), EntryFault::MalformedId);
        assert_eq!(wrong("\"round\"", "\"roll\""), EntryFault::UnknownPart(own("roll")));
        assert_eq!(wrong("[\"MD 5.B-C\"]", "[]"), EntryFault::NoCitation);
        let foreign = EntryFault::Citation(own("NV 1"), CitationFault::UnknownDocument);
        assert_eq!(wrong("SG 3.6", "NV 1"), foreign);
        let malformed = EntryFault::Citation(own("SG (1"), CitationFault::Malformed);
        assert_eq!(wrong("SG 3.6", "SG (1"), malformed);
        assert_eq!(wrong("\"E\", \"P\"", ""), EntryFault::NoKind);
        assert_eq!(wrong("\"E\", \"P\"", "\"Q\""), EntryFault::UnknownKind(own("Q")));
        assert_eq!(wrong("\"E\", \"P\"", "\"E\", \"E\""), EntryFault::KindTwice(Kind::Enforced));
        assert_eq!(wrong(", S = []", ""), EntryFault::KindWithoutShown(Kind::Settled));
        assert_eq!(wrong("S = []", "S = [], D = []"), EntryFault::ShownWithoutKind(own("D")));
        assert_eq!(wrong("{ E = [\"", "{ P = [], E = [\""), EntryFault::ShownWithoutKind(own("P")));
        assert_eq!(wrong("Shake.", " "), EntryFault::EmptyText("asks"));
        assert_eq!(wrong("Refuses.", ""), EntryFault::EmptyText("does"));
    }

    #[test]
    fn a_test_name_is_a_path_and_a_function() {
        assert!(TestName::parse("a/b.rs::it_holds_2").is_some());
        assert!(TestName::parse("a/b.mjs::it_is_seen").is_some());
        for text in ["a/b.rs", "a/b::x", "/a/b.rs::x", "a/../b.rs::x", "a.rs::", "a.rs::m::x"] {
            assert_eq!(TestName::parse(text), None, "{text}");
        }
        let name = wrong("round.rs::two", "round::two");
        assert!(matches!(name, EntryFault::MalformedTestName(_)));
    }

    #[test]
    fn a_fault_says_which_entry_and_what_is_wrong() {
        let fault = ClauseList::parse(&SOUND.replacen("SG 3.6", "NV 1", 1)).unwrap_err();
        let said = "clause `three-shakes`: `NV 1` names none of the documents MA, MD, ACT, PA, SG";
        assert_eq!(fault.to_string(), said);
    }
}
