//! `taisai settle --batch`: one JSON request per line in, one JSON answer per line out.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};

use serde::Deserialize;
use taisai_rulebooks::Edition;
use taisai_rules::{Bet, Face, Roll};

use super::{SettlementJson, settle};
use crate::failure::Failure;
use crate::input::bets::{read_area, read_stake};
use crate::input::books;
use crate::input::json_object::Object;
use crate::output::json;

/// The longest request, in bytes: room for more than ten thousand bets.
const LINE_MAX: usize = 1024 * 1024;

/// Answers every line of standard input.
pub(crate) fn run(rules: Option<&str>) -> Result<String, Failure> {
    let usual = rules.map(books::find).transpose()?;
    let mut input = BufReader::with_capacity(64 * 1024, io::stdin().lock());
    let mut out = io::BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    let mut line = Vec::new();
    let mut number = 0_u64;
    while next_line(&mut input, &mut line).map_err(|error| unreadable(&error))? {
        number += 1;
        let written = out.write_all(answer(&line, number, usual.as_deref()).as_bytes());
        // A client that waits for each answer must get it at once; one that sends a file need not.
        let flushed = if input.buffer().is_empty() { out.flush() } else { Ok(()) };
        match written.and(flushed) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(String::new()),
            Err(error) => return Err(Failure::of_output(&error)),
        }
    }
    out.flush().map_err(|error| Failure::of_output(&error))?;
    Ok(String::new())
}

fn unreadable(error: &io::Error) -> Failure {
    Failure::no("unreadable-input", format!("cannot read standard input: {error}"))
}

/// Reads the next line without its end; `false` at the end of input. A line that is too long is
/// cut one byte past the maximum, so that no input can fill the memory.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let limit = LINE_MAX as u64 + 1;
    if input.take(limit).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.ends_with(b"\n") {
        line.pop();
    } else if line.len() > LINE_MAX {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

/// Answers one request line with one line of JSON; a bad one is answered in place.
///
/// `rules` is the id of the rule book for requests that name none.
pub fn answer_line(line: &[u8], rules: Option<&str>) -> String {
    match rules.map(books::find).transpose() {
        Ok(usual) => answer(line, 1, usual.as_deref()),
        Err(failure) => failure.to_json(None),
    }
}

fn answer(line: &[u8], number: u64, usual: Option<&Edition>) -> String {
    settled(line, usual).unwrap_or_else(|failure| failure.to_json(Some(number)))
}

/// A request as received.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow)]
    rules: Option<Cow<'a, str>>,
    dice: Vec<u8>,
    #[serde(borrow)]
    bets: Vec<Object<RequestedBet<'a>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestedBet<'a> {
    #[serde(borrow)]
    area: Cow<'a, str>,
    stake: u64,
}

fn settled(line: &[u8], usual: Option<&Edition>) -> Result<String, Failure> {
    if line.len() > LINE_MAX {
        let message = format!("a request has at most {LINE_MAX} bytes");
        return Err(Failure::usage("request-too-long", message).hint("split the request"));
    }
    let Object::<Request<'_>>(request) = serde_json::from_slice(line).map_err(|error| {
        Failure::usage("bad-request", format!("not a request: {error}"))
            .hint(r#"{"rules":"act","dice":[4,4,2],"bets":[{"area":"small","stake":100}]}"#)
    })?;
    let named = request.rules.as_deref();
    let found = find(named, usual)?;
    let edition = found.as_ref();
    let roll = roll(&request.dice)?;
    let bets = request
        .bets
        .iter()
        .map(|Object(requested)| bet(requested))
        .collect::<Result<Vec<_>, _>>()?;
    let settlement = settle(edition, roll, &bets)?;
    Ok(json::line(&SettlementJson::of(edition, &settlement)))
}

/// The rule book a request names, or the default. A request cannot make us read a file.
fn find<'a>(named: Option<&str>, usual: Option<&'a Edition>) -> Result<Cow<'a, Edition>, Failure> {
    match (named, usual) {
        (None, Some(usual)) => Ok(Cow::Borrowed(usual)),
        (Some(id), Some(usual)) if id == usual.id() => Ok(Cow::Borrowed(usual)),
        (Some(id), _) => books::find_embedded(id).map(Cow::Borrowed),
        (None, None) => Err(Failure::usage("no-rule-book", "the request names no rule book")
            .hint(r#"add "rules":"act", or start with --rules act"#)),
    }
}

fn roll(dice: &[u8]) -> Result<Roll, Failure> {
    let faces: Option<Vec<Face>> = dice.iter().map(|&pips| Face::new(pips)).collect();
    if let Some([first, second, third]) = faces.as_deref() {
        return Ok(Roll::new(*first, *second, *third));
    }
    let message = "a roll is three dice, each from 1 to 6";
    Err(Failure::usage("bad-dice", message).hint(r#""dice":[4,4,2]"#))
}

fn bet(requested: &RequestedBet<'_>) -> Result<Bet, Failure> {
    let area = read_area(&requested.area)?;
    read_stake(area, requested.stake).map(|stake| Bet::new(area, stake))
}
