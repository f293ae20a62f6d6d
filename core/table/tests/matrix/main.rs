//! Every phase, every command, every asker: accepted, or the right refusal.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]

mod asked;
mod corners;
mod standing;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use taisai_rulebooks::Library;
use taisai_table::{
    Asker, BetProblem, Event, HouseCommand, Phase, Refusal, Request, RequestId, SeatCommand,
};
use taisai_testing::floor;
use taisai_testing::floor::{Floor, Make, What};
use taisai_testing::names;
use taisai_testing::written::{self, Row};

/// Who asks, and how the columns are headed.
fn askers() -> [(&'static str, Asker); 11] {
    [
        ("free seat", floor::seat(9)),
        ("taken seat", floor::seat(1)),
        ("dealer on duty", floor::staff(floor::DEALER)),
        ("other dealer", floor::staff(floor::OTHER_DEALER)),
        ("floorperson", floor::staff(floor::FLOORPERSON)),
        ("supervisor", floor::staff(floor::SUPERVISOR)),
        ("pit manager", floor::staff(floor::PIT_MANAGER)),
        ("shift manager", floor::staff(floor::SHIFT_MANAGER)),
        ("stranger", floor::staff(floor::STRANGER)),
        ("host", Asker::Host),
        ("floor", Asker::Floor(floor::STRANGER)),
    ]
}

/// What is answered, where such an asker can ask it at all.
fn ask(floor: &Floor, from: Asker, what: &What) -> Option<Result<Vec<Event>, Refusal>> {
    request(floor, from, what).map(|request| floor.table.decide(&request, floor.time()))
}

fn request(floor: &Floor, from: Asker, what: &What) -> Option<Request> {
    let command = what.clone().by(from).ok()?;
    let round = Some(floor.round_for(&command));
    let (session, id) = (floor::session_of(from), RequestId(1_000_000));
    Some(Request { session, id, round, command })
}

/// The answer in a few words.
fn cell(answer: &Result<Vec<Event>, Refusal>) -> String {
    match answer {
        Ok(events) => {
            let done = events.iter().filter(|e| !matches!(e, Event::RequestAnswered { .. }));
            let names: Vec<&str> = done.map(names::event).collect();
            if names.is_empty() { "**ok**".to_owned() } else { format!("**{}**", names.join(" ")) }
        }
        Err(refusal) => no(refusal),
    }
}

fn no(refusal: &Refusal) -> String {
    let name = names::refusal(refusal);
    match refusal {
        Refusal::NotYet { needs, .. } => format!("needs {needs}"),
        Refusal::RoleTooLow { needs } => format!("needs {}", needs.word()),
        Refusal::Bets(problems) => {
            let why = |problem: &BetProblem| names::bet_refusal(&problem.why);
            problems.iter().map(why).collect::<Vec<_>>().join(" ")
        }
        _ => name.to_owned(),
    }
}

/// A line of the document: its phase, its command, and what is answered.
type Line = (Phase, String, String);

fn lines(book: &str, make: Make) -> Vec<Line> {
    let mut lines = Vec::new();
    for (phase, floor) in standing::every_phase(book, make) {
        for (label, command) in asked::every_command(&floor) {
            let (happens, refused) = line(&floor, &command);
            lines.push((phase, label, format!("{happens} | {refused}")));
        }
    }
    lines
}

/// One table of the document for each phase; a line for each command, the usual answer last. Of
/// the other kinds of table only what is different.
fn document(book: &str) -> String {
    let [(_, usual), others @ ..] = standing::makes(book);
    let usual = lines(book, usual);
    let mut text = String::from(PREFACE);
    write_lines(&mut text, "##", &usual);
    for (name, make) in others {
        let all = lines(book, make);
        let other: Vec<Line> = all.iter().filter(|line| !usual.contains(line)).cloned().collect();
        let missing: Vec<&Phase> = usual.iter().map(|(phase, ..)| phase).collect();
        let missing: BTreeSet<&Phase> = missing
            .into_iter()
            .filter(|phase| all.iter().all(|(other, ..)| other != *phase))
            .collect();
        let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let never = if missing.is_empty() { "none".to_owned() } else { missing.join(", ") };
        let (same, all) = (all.len() - other.len(), all.len());
        writeln!(text, "\n# A table that is {name}: what is different\n").unwrap();
        writeln!(text, "Phases it is never in: {never}. Answers as above: {same} of {all}.")
            .unwrap();
        write_lines(&mut text, "##", &other);
    }
    text
}

fn write_lines(text: &mut String, level: &str, lines: &[Line]) {
    let mut last = None;
    for (phase, label, answers) in lines {
        if last.replace(phase) != Some(phase) {
            let head = "| command | happens | refused |\n|---|---|---|";
            writeln!(text, "\n{level} {phase}\n\n{head}").unwrap();
        }
        writeln!(text, "| {label} | {answers} |").unwrap();
    }
}

/// What happens for whom, and who is refused why; askers with one answer stand together.
fn line(floor: &Floor, command: &What) -> (String, String) {
    let mut row = Row::default();
    for (who, from) in askers() {
        let Some(answer) = ask(floor, from, command) else { continue };
        row.note(who, cell(&answer), &answer);
    }
    row.cells()
}

const PREFACE: &str = "\
# Who may ask what, and when

Every phase of a table, every command, everyone who can ask: what happens (**in bold**, by the names
of the events) and for whom, or why not. Written by
`UPDATE=1 cargo test -p taisai-table --test matrix` and compared by every test run; the rule book is
Massachusetts. First an electronic table with a dealer and a manual shaker; below it a felt table
and an automatic one with random dice, with only what they answer differently. The other seven books
run through the same matrix on the same three kinds of table, for its rules, not for its words.
";

#[test]
fn the_matrix_is_as_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/generated/table-matrix.md");
    written::is(path, &document("massachusetts"));
}

/// Runs through every cell of every book.
fn every_cell(mut see: impl FnMut(&Floor, Asker, &What)) {
    for book in Library::ids() {
        for (_, floor) in every_standing(book) {
            for (_, command) in asked::every_command(&floor) {
                let can_ask = |(_, from): &(_, Asker)| command.clone().by(*from).is_ok();
                for (_, from) in askers().into_iter().filter(can_ask) {
                    see(&floor, from, &command);
                }
            }
        }
    }
}

/// Every kind of table in every phase.
fn every_standing(book: &str) -> impl Iterator<Item = (Phase, Floor)> {
    let makes = standing::makes(book).into_iter();
    makes.flat_map(move |(_, make)| standing::every_phase(book, make))
}

#[test]
fn every_command_and_every_phase_is_in_the_matrix() {
    let [(_, usual), ..] = standing::makes("massachusetts");
    let phases = standing::every_phase("massachusetts", usual);
    for name in names::PHASES {
        assert!(phases.iter().any(|(phase, _)| names::phase(phase) == *name), "{name}");
    }
    let asked = asked::every_command(&phases[0].1);
    for name in names::commands() {
        assert!(asked.iter().any(|(_, command)| command.name() == name), "{name}");
    }
}

#[test]
fn deciding_changes_nothing_and_what_is_decided_can_be_applied() {
    let mut standing = None;
    every_cell(|floor, from, command| {
        let before = floor.table.clone();
        let answer = ask(floor, from, command).unwrap();
        assert_eq!(before, floor.table, "{command:?}");
        assert_eq!(
            Some(&answer),
            ask(floor, from, command).as_ref(),
            "the same question, the same answer"
        );
        let mut after = before;
        for event in answer.iter().flatten() {
            after.apply(event, floor.time());
        }
        standing = Some(after.phase());
    });
    assert!(standing.is_some());
}

#[test]
fn a_command_for_another_round_is_refused_as_soon_as_the_asker_may_ask() {
    every_cell(|floor, from, command| {
        let right = ask(floor, from, command).unwrap();
        let mut other = request(floor, from, command).unwrap();
        for named in [None, other.round.map(|round| taisai_table::RoundNumber(round.0 + 1))] {
            other.round = named;
            let answer = floor.table.decide(&other, floor.time());
            match right.as_ref().map_err(names::rank) {
                Err(1 | 2) => assert_eq!(answer, right),
                Ok(_) | Err(_) if asked::names_a_round(command) => {
                    let now = floor.table.round().map(|round| round.number);
                    assert_eq!(answer, Err(Refusal::OtherRound { now }), "{command:?}");
                }
                Ok(_) | Err(_) => assert_eq!(answer.is_ok(), right.is_ok(), "{command:?}"),
            }
        }
    });
}

#[test]
fn a_wrong_asker_hears_that_first_and_a_wrong_phase_comes_before_a_wrong_wish() {
    every_cell(|floor, from, command| {
        let Some(unsound) = asked::unsound(command) else { return };
        let sound = ask(floor, from, command).unwrap();
        let unsound = ask(floor, from, &unsound).unwrap();
        match sound {
            Err(refusal) if names::rank(&refusal) <= 4 => assert_eq!(unsound, Err(refusal)),
            Ok(_) | Err(_) => {
                assert_eq!(unsound.map_err(|no| names::rank(&no)), Err(5), "{command:?}");
            }
        }
    });
}

#[test]
fn a_number_used_for_something_else_is_refused_before_anything() {
    for book in Library::ids() {
        for (_, mut floor) in every_standing(book) {
            let host = Asker::Host;
            let staff = floor::OTHER_DEALER;
            let used = floor.request(host, HouseCommand::ReleaseStaff { staff });
            floor.send(&used).unwrap();
            let asked = asked::every_command(&floor);
            for command in asked.iter().filter_map(|(_, what)| what.clone().by(host).ok()) {
                let again = Request { command, ..used.clone() };
                let same = again.command == used.command;
                let answer = floor.table.decide(&again, floor.time());
                let expected = if same { Ok(Vec::new()) } else { Err(Refusal::RequestReused) };
                assert_eq!(answer, expected);
            }
        }
    }
}

#[test]
fn a_stranger_may_do_nothing_and_an_empty_seat_can_only_be_taken() {
    every_cell(|floor, from, what| {
        let answer = ask(floor, from, what).unwrap();
        if from == floor::staff(floor::STRANGER) || from == floor::seat(9) {
            let sits = matches!(
                what,
                What::Seat(SeatCommand::Sit { .. } | SeatCommand::SitAndBuyIn { .. })
            );
            assert!(answer.is_err() || sits, "{what:?}");
        }
    });
}
