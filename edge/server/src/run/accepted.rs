//! The notice that somebody accepted a journal as it is: one record, however much was lost.

use std::collections::BTreeSet;
use std::fmt;

use taisai_floor::{Floor, Head, HeadsDiffer, LoginName, Notice, TableId};
use taisai_journal::{Acceptance, Accepted, Stream};
use taisai_table::{Reason, StaffId};

/// Why an acceptance cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAccepted {
    /// No member of staff has this name.
    Nobody(String),
    /// The reason is not one line.
    NoReason,
}

impl fmt::Display for NotAccepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody(name) => write!(f, "nobody here logs in as {name}"),
            Self::NoReason => f.write_str("a reason is one line of text"),
        }
    }
}

/// Who accepts a journal as it is, and why; they must be staff.
pub fn signed(acceptance: &Acceptance, floor: &Floor) -> Result<(StaffId, Reason), NotAccepted> {
    let by = &acceptance.by;
    let known = LoginName::new(by).and_then(|name| floor.member_named(&name));
    let (staff, _) = known.ok_or_else(|| NotAccepted::Nobody(by.clone()))?;
    let reason = Reason::new(&acceptance.reason).ok_or(NotAccepted::NoReason)?;
    Ok((staff, reason))
}

/// The notice of an acceptance: who, why, and every stream whose head differs from the remembered
/// one.
pub fn notice(accepted: &Accepted, floor: &Floor) -> Result<Notice, NotAccepted> {
    let (by, reason) = signed(&accepted.acceptance, floor)?;
    Ok(Notice::JournalAccepted { by, reason, streams: differences(accepted) })
}

fn differences(accepted: &Accepted) -> Vec<HeadsDiffer> {
    let nothing = Head { sequence: 0, hash: [0; 32] };
    let noted = |head: &taisai_journal::Head| Head { sequence: head.sequence, hash: head.link.0 };
    let remembered = accepted.remembered.clone().unwrap_or_default();
    let streams: BTreeSet<Stream> =
        remembered.keys().chain(accepted.found.keys()).copied().collect();
    let of = |stream| HeadsDiffer {
        table: table_of(stream),
        expected: remembered.get(&stream).map_or(nothing, noted),
        found: accepted.found.get(&stream).map_or(nothing, noted),
    };
    streams.into_iter().map(of).filter(|differs| differs.expected != differs.found).collect()
}

fn table_of(stream: Stream) -> Option<TableId> {
    match stream {
        Stream::Floor => None,
        Stream::Table(number) => Some(TableId(number.get())),
    }
}
