//! What must be found the next morning.

use std::path::Path;

use taisai_journal::Head;
use taisai_journal::{Journal, OpenFault, Place, Stream, check_heads, read_all};

use crate::log::Words;
use crate::script::{ID, batch, options, record, streams};

/// Opens what a crash left behind and says what is wrong with it, if anything is.
pub(crate) fn check(folder: &Path, words: &Words) -> Result<(), String> {
    let place = Place::Folder(folder.to_owned());
    let opened = match Journal::open(&place, &options()) {
        Err(OpenFault::NoJournal { .. }) if !words.founded => {
            Journal::create(&place, ID, &options())
        }
        opened => opened,
    };
    let mut journal = opened.map_err(|fault| format!("it does not open: {fault}"))?;
    for stream in streams() {
        check_records(&mut journal, stream, words)?;
    }
    goes_on(journal, &place)
}

fn check_records(journal: &mut Journal, stream: Stream, words: &Words) -> Result<(), String> {
    let mut other = None;
    let start = Head::start(journal.id(), stream);
    let head = read_all(journal.store(), stream, start, |found| {
        if found.bytes != record(stream, found.head.sequence) {
            other = Some(found.head.sequence);
        }
        Ok(())
    });
    let head = head.map_err(|fault| fault.to_string())?;
    if let Some(sequence) = other {
        return Err(format!("{stream}, record {sequence}: it differs"));
    }
    if head != journal.head(stream) {
        return Err(format!("{stream}: it ends at {head}, not at {}", journal.head(stream)));
    }
    let far = |reached: &crate::script::Reached| {
        reached.get(&stream.number()).copied().unwrap_or_default()
    };
    let (least, most) = (far(&words.acknowledged), far(&words.attempted));
    if head.sequence < least {
        return Err(format!("{stream}: it ends at {}, acknowledged was {least}", head.sequence));
    }
    if most < head.sequence {
        return Err(format!("{stream}: it ends at {}, attempted was {most}", head.sequence));
    }
    Ok(())
}

/// Two more rounds, and it opens once more.
fn goes_on(mut journal: Journal, place: &Place) -> Result<(), String> {
    for _ in 0..2 {
        let batches: Vec<_> =
            streams().iter().map(|stream| batch(*stream, journal.head(*stream), 1)).collect();
        journal.append(&batches).map_err(|fault| format!("it does not go on: {fault}"))?;
    }
    let heads = journal.heads().clone();
    check_heads(place, &options()).map_err(|fault| format!("while open: {fault}"))?;
    drop(journal);
    let journal = Journal::open(place, &options());
    let journal = journal.map_err(|fault| format!("it does not open again: {fault}"))?;
    if journal.heads() != &heads {
        return Err("it does not keep what is appended afterwards".into());
    }
    Ok(())
}

/// How far each stream is.
pub(crate) fn reached(folder: &Path) -> crate::script::Reached {
    let journal = Journal::open_read_only(&Place::Folder(folder.to_owned()), &options()).unwrap();
    journal.heads().iter().map(|(stream, head)| (stream.number(), head.sequence)).collect()
}
