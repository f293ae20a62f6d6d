//! Tables that answer questions.

use std::sync::OnceLock;

use rusqlite::Connection;
use taisai_journal::{
    Field, Filter, Journal, OpenFault, Options, Place, ProjectFault, Projector, QueryResult,
    Question, ReadFault, Stream, TableReplay, ask,
};
use taisai_testing::cluster::cluster;
use taisai_testing::house::{Streams, found, go_on, streams};
use taisai_testing::luck::Luck;
use tempfile::TempDir;

const QUESTIONS: [Question; 5] =
    [Question::Rounds, Question::Bets, Question::Meters, Question::Vouchers, Question::Acts];

fn house() -> &'static Streams {
    static HOUSE: OnceLock<Streams> = OnceLock::new();
    HOUSE.get_or_init(|| streams(15))
}

fn answers(place: &Place) -> Vec<QueryResult> {
    let all = |question| ask(place, &Options::default(), question, &Filter::default()).unwrap();
    QUESTIONS.into_iter().map(all).collect()
}

fn project(place: &Place) -> Vec<QueryResult> {
    let mut projector = Projector::open(place, &Options::default()).unwrap();
    projector.catch_up().unwrap();
    drop(projector);
    answers(place)
}

fn folder() -> (TempDir, Place) {
    let folder = TempDir::new().unwrap();
    let place = Place::Folder(folder.path().to_owned());
    drop(found(&place, &Options::default(), house()));
    (folder, place)
}

#[test]
fn any_steps_lead_to_the_same_rows_as_a_rebuild_in_every_store() {
    let (_folder, place) = folder();
    let whole = project(&place);
    assert!(whole.iter().all(|answer| !answer.rows.is_empty() && answer.coverage.behind == 0));
    let database = Place::parse(&cluster().database());
    drop(found(&database, &Options::default(), house()));
    assert_eq!(project(&database), whole, "PostgreSQL answers as SQLite does");
    for seed in 1..=2 {
        let mut luck = Luck::new(seed);
        let mut projector = Projector::open(&place, &Options::default()).unwrap();
        projector.forget().unwrap();
        while projector.step(1 + luck.below(40)).unwrap() > 0 {}
        drop(projector);
        assert!(answers(&place) == whole, "seed {seed}");
    }
}

#[test]
fn a_journal_that_goes_on_is_caught_up_with() {
    let folder = TempDir::new().unwrap();
    let place = Place::Folder(folder.path().to_owned());
    let thirds =
        house().iter().map(|(stream, entries)| (*stream, entries[..entries.len() / 3].to_vec()));
    drop(found(&place, &Options::default(), &thirds.collect()));
    project(&place);
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    go_on(&mut journal, house());
    drop(journal);
    assert!(answers(&place)[0].coverage.behind > 0);
    let caught_up = project(&place);
    let mut projector = Projector::open(&place, &Options::default()).unwrap();
    projector.forget().unwrap();
    projector.catch_up().unwrap();
    drop(projector);
    assert!(caught_up == answers(&place));
}

/// A step that fails in the middle of its rows leaves what the step before left.
#[test]
fn a_crash_in_a_step_leaves_rows_and_position_as_they_were() {
    let (folder, place) = folder();
    let whole = project(&place);
    let mut projector = Projector::open(&place, &Options::default()).unwrap();
    projector.forget().unwrap();
    projector.step(30).unwrap();
    let before = answers(&place);
    let file = folder.path().join("journal.db");
    // Rows stand where the step wants to put its own.
    let trap = "WITH RECURSIVE later(n) AS
                  (SELECT 45 UNION ALL SELECT n + 1 FROM later WHERE n < 99)
                INSERT OR IGNORE INTO acts
                  SELECT DISTINCT place >> 44, n, 1, 0, 'trap', 0, 0, '' FROM batch, later";
    Connection::open(&file).unwrap().execute_batch(trap).unwrap();
    assert!(matches!(projector.step(40), Err(ProjectFault::Store(_))));
    drop(projector);
    let open_it = "DELETE FROM acts WHERE actor = 'trap'";
    Connection::open(&file).unwrap().execute_batch(open_it).unwrap();
    assert!(answers(&place) == before, "nothing of the failed step is there");
    assert!(project(&place) == whole);
}

#[test]
fn while_a_server_writes_the_folder_it_is_refused() {
    let (_folder, place) = folder();
    let journal = Journal::open(&place, &Options::default()).unwrap();
    let refused = Projector::open(&place, &Options::default());
    let Err(ProjectFault::Read(ReadFault::Open(refused))) = refused else { panic!("{refused:?}") };
    assert!(matches!(*refused, OpenFault::InUse { .. }));
    drop(journal);
    let query_table = ask(&place, &Options::default(), Question::Rounds, &Filter::default());
    let said = query_table.unwrap_err().to_string();
    assert!(said.contains("nothing was projected yet"), "{said}");
}

fn number(field: &Field) -> i64 {
    match field {
        Field::Number(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

/// The tables against the table's own books, which know nothing of them.
#[test]
fn meters_say_what_the_books_say() {
    let (_folder, place) = folder();
    project(&place);
    let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
    let tables: Vec<Stream> = journal.heads().keys().copied().skip(1).collect();
    for stream in tables {
        let filter = Filter { stream: Some(stream), ..Filter::default() };
        let meters = ask(&place, &Options::default(), Question::Meters, &filter).unwrap();
        let sum = |at: usize| meters.rows.iter().map(|row| i128::from(number(&row[at]))).sum();
        let state = TableReplay::from_start(journal.store(), stream).unwrap().state.unwrap();
        let books = state.ledger.table_meters();
        let is_paid = state.table.round().is_none_or(|round| round.paid);
        let lying: u64 = state.table.seats().map(|(_, seat)| seat.staked().units()).sum();
        let lying = if is_paid { 0 } else { i128::from(lying) };
        let found: [i128; 5] = [sum(2), sum(3), sum(4), sum(5), sum(6)];
        let said = [
            i128::from(books.vouchers_in),
            i128::from(books.vouchers_out),
            i128::from(books.turnover) - lying,
            i128::from(books.wins),
            i128::from(books.owed_paid),
        ];
        assert_eq!(found, said, "{stream}");
        let rounds = ask(&place, &Options::default(), Question::Rounds, &filter).unwrap();
        for past in state.table.past_rounds().filter(|past| past.voided.is_none()) {
            let row = rounds
                .rows
                .iter()
                .find(|row| number(&row[1]) == i64::try_from(past.number.0).unwrap());
            // Bets that are void were never staked, and return nothing.
            let standing = past.slips.iter().filter(|(seat, _)| !past.void_bets.contains(seat));
            let returned: u64 = standing.map(|(_, slip)| slip.returned.units()).sum();
            let row = row.unwrap();
            assert_eq!(number(&row[8]), i64::try_from(returned).unwrap(), "{row:?}");
        }
    }
}

#[test]
fn a_question_is_narrowed_down_or_refused() {
    let (_folder, place) = folder();
    let all = project(&place);
    let options = Options::default();
    let staff = Filter { actor: Some("staff 3".to_owned()), ..Filter::default() };
    let acts = ask(&place, &options, Question::Acts, &staff).unwrap();
    assert!(!acts.rows.is_empty() && acts.rows.len() < all[4].rows.len());
    assert!(acts.rows.iter().all(|row| row[4] == Field::Text("staff 3".to_owned())));
    let few = Filter { rows_max: Some(3), ..Filter::default() };
    let cut = ask(&place, &options, Question::Bets, &few).unwrap();
    assert_eq!((&cut.rows[..], cut.coverage.is_cut), (&all[1].rows[..3], true));
    let rows_max = u64::try_from(all[1].rows.len()).ok();
    let whole = Filter { rows_max, ..Filter::default() };
    assert_eq!(ask(&place, &options, Question::Bets, &whole).unwrap(), all[1]);
    assert!(all.iter().all(|answer| !answer.coverage.is_cut));
    let said = ask(&place, &options, Question::Vouchers, &staff).unwrap_err().to_string();
    assert!(said.contains("vouchers have no actor"), "{said}");
}
