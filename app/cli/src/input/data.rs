//! Where a journal is, and messages about why it cannot be read.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use taisai_floor::Disagreement;
use taisai_journal::{
    BackupFault, ExpectFault, FloorReplay, HeadsFault, Journal, OpenFault, Options, Place,
    ReadFault, StoreFault, Stream, TableNumber, mending,
};

use crate::failure::{Detail, Failure};

/// The journal a command is about.
#[derive(Debug, Args)]
pub(crate) struct Data {
    /// The folder of a journal, or the postgres:// address of its database
    #[arg(value_name = "DATA", env = "TAISAI_DATA", hide_env_values = true)]
    data: Option<String>,
    #[command(flatten)]
    pub(crate) head: Head,
}

/// Where the heads are remembered.
#[derive(Debug, Args)]
pub(crate) struct Head {
    /// The file that remembers the heads, if it is not beside the journal
    #[arg(long, value_name = "FILE")]
    pub(crate) head: Option<PathBuf>,
}

impl Head {
    pub(crate) fn options(&self) -> Options {
        Options { sidecar: self.head.clone(), ..Options::default() }
    }
}

impl Data {
    pub(crate) fn place(&self) -> Result<Place, Failure> {
        place(self.data.as_deref())
    }

    pub(crate) fn options(&self) -> Options {
        self.head.options()
    }

    /// The journal, opened read-only.
    pub(crate) fn open_read_only(&self) -> Result<Journal, Failure> {
        Journal::open_read_only(&self.place()?, &self.options())
            .map_err(|fault| Failure::from(&fault))
    }
}

/// The named place, unless its password is written where everybody can read it.
pub(crate) fn place(named: Option<&str>) -> Result<Place, Failure> {
    let Some(named) = named else {
        let what = "no journal is named";
        return Err(Failure::usage("no-data", what)
            .hint("name its folder or postgres:// address, or put that into TAISAI_DATA"));
    };
    let place = Place::parse(named);
    let typed = || std::env::args().any(|argument| argument.contains(named));
    if matches!(place, Place::Postgres(_)) && has_password(named) && typed() {
        let what = "a password on the command line can be read by everybody on this machine";
        return Err(Failure::usage("secret-on-command-line", what)
            .hint("put the whole address into the environment variable TAISAI_DATA"));
    }
    Ok(place)
}

/// Whether an address has a password in it, before its host or behind its question mark.
fn has_password(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let user = rest.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':')) || rest.contains("password=")
}

/// The stream of the table with this number.
pub(crate) fn table_stream(number: u32) -> Result<Stream, Failure> {
    TableNumber::new(number).map(Stream::Table).ok_or_else(|| {
        let message = format!("--table {number}: tables have numbers from 1");
        Failure::usage("bad-table", message).hint("taisai journal head lists the tables")
    })
}

/// Refuses a stream that is not in the journal.
pub(crate) fn has_stream(journal: &Journal, stream: Stream) -> Result<(), Failure> {
    if journal.heads().contains_key(&stream) {
        return Ok(());
    }
    let message = format!("the journal has no record of {stream}");
    Err(Failure::no("no-such-stream", message).hint("taisai journal head lists the tables"))
}

impl From<&OpenFault> for Failure {
    fn from(fault: &OpenFault) -> Self {
        let (kind, hint) = match fault {
            OpenFault::NoJournal { .. } => {
                ("no-journal", "name the folder that holds journal.db, or a postgres:// address")
            }
            OpenFault::DatabaseMissing { .. } => ("database-missing", RESTORE),
            OpenFault::LogLeft { .. } => ("log-left", "move it away; it is evidence, so keep it"),
            OpenFault::Readable(readable) => {
                let command = mending(readable);
                return Failure::no("readable-by-others", fault.to_string()).hint(command);
            }
            OpenFault::Exists { .. } => ("journal-exists", "name another place"),
            OpenFault::InUse { .. } => {
                ("journal-in-use", "stop the server first; read-only commands work while it runs")
            }
            OpenFault::Heads { fault: unlike, .. } => {
                return unlike_heads(unlike, &fault.to_string());
            }
            OpenFault::Expected(fault) => return Failure::from(fault),
            OpenFault::Store(fault) => return Failure::from(fault),
            OpenFault::Postgres(_) => {
                ("database-refused", "docs/journal-postgres.md says how to set up a database")
            }
            OpenFault::NothingRemembered { .. } => {
                ("nothing-remembered", "name the heads with --head")
            }
            OpenFault::Io { error, .. } if error.kind() == std::io::ErrorKind::PermissionDenied => {
                ("not-permitted", "check who may read and write there, and as whom you run this")
            }
            OpenFault::Io { .. } => {
                ("journal-unreadable", "check that the disk is there and healthy")
            }
        };
        Failure::no(kind, fault.to_string()).hint(hint)
    }
}

/// The record at which a journal differs from the remembered heads, named for programs too.
fn unlike_heads(fault: &HeadsFault, message: &str) -> Failure {
    let (kind, place) = match fault {
        HeadsFault::Unreadable(_) => ("heads-unreadable", None),
        HeadsFault::OtherJournal { .. } => ("other-journal", None),
        HeadsFault::IsCopy => ("is-backup", None),
        HeadsFault::Behind { stream, found, .. } => {
            ("journal-behind", Some((*stream, found.map_or(1, |head| head.sequence + 1))))
        }
        HeadsFault::Differs { stream, remembered, .. } => {
            ("other-record", Some((*stream, remembered.sequence)))
        }
        HeadsFault::Ahead { stream, remembered, .. } => {
            ("heads-behind", Some((*stream, remembered.sequence + 1)))
        }
    };
    let failure = Failure::no(kind, message);
    let failure = match kind {
        "is-backup" => failure.hint("taisai restore puts a backup back"),
        "journal-behind" | "other-record" => failure.hint(format!("{RESTORE}; {ACCEPT}")),
        _ => failure.hint(ACCEPT),
    };
    match place {
        Some((stream, sequence)) => failure.details(vec![at(stream, sequence)]),
        None => failure,
    }
}

/// The record that differs from the head that somebody wrote down.
impl From<&ExpectFault> for Failure {
    fn from(fault: &ExpectFault) -> Self {
        let (kind, place) = match fault {
            ExpectFault::Missing { expected, ends } => {
                ("journal-behind", (expected.stream(), ends.map_or(1, |head| head.sequence + 1)))
            }
            ExpectFault::Differs { expected, .. } => {
                ("other-record", (expected.stream(), expected.sequence()))
            }
            ExpectFault::Store(fault) => return Failure::from(fault),
        };
        let failure = Failure::no(kind, fault.to_string()).hint(RESTORE);
        failure.details(vec![at(place.0, place.1)])
    }
}

const IN_USE: &str = "another host writes this journal: stop it first; one that was killed holds \
                      it for up to 15 seconds, so try again then";

const RESTORE: &str = "keep everything as it is, find out what happened, then restore the newest \
                       backup with taisai restore";

const ACCEPT: &str = "to go on with the journal as it is, a member of staff accepts it, and the \
                      journal records it: taisai serve --accept-old --by NAME --reason TEXT";

fn at(stream: Stream, sequence: u64) -> Detail {
    Detail {
        text: format!("first bad record: {stream}, record {sequence}"),
        json: json!({ "stream": stream.to_string(), "sequence": sequence }),
    }
}

impl From<&StoreFault> for Failure {
    fn from(fault: &StoreFault) -> Self {
        let (kind, hint) = match fault {
            StoreFault::OtherHead { .. } | StoreFault::LeaseLost { .. } => {
                ("journal-in-use", IN_USE)
            }
            StoreFault::Full(_) => ("disk-full", "make room and try again"),
            StoreFault::ReadOnly(_) => (
                "read-only",
                "check who may read and write there; docs/journal-postgres.md names the grants of \
                 a database",
            ),
            StoreFault::Unreachable(_) => ("unreachable", "check that the database is running"),
            StoreFault::Damaged(_) => ("damaged", RESTORE),
            StoreFault::Stopped => ("stopped", "try again"),
            StoreFault::Other(_) => return Failure::no("store", fault.to_string()),
        };
        Failure::no(kind, fault.to_string()).hint(hint)
    }
}

/// The floor rebuilt from its stream; `verify` checks its snapshots.
pub(crate) fn read_floor(journal: &mut Journal) -> Result<FloorReplay, Failure> {
    FloorReplay::restart(journal.store(), Stream::Floor, &mut |_| ())
        .map_err(|fault| Failure::from(&fault))
}

impl From<&ReadFault> for Failure {
    fn from(fault: &ReadFault) -> Self {
        match fault {
            ReadFault::Open(fault) => Failure::from(&**fault),
            ReadFault::Store(fault) => Failure::from(fault),
            ReadFault::Record { stream, sequence, .. } => {
                let failure = Failure::no("bad-record", fault.to_string()).hint(RESTORE);
                failure.details(vec![at(*stream, *sequence)])
            }
            ReadFault::Snapshot { stream, sequence, .. } => {
                let failure = Failure::no("bad-snapshot", fault.to_string()).hint(
                    "the records are whole, and a start reads them instead, because it trusts only \
                     a snapshot that a record names: find out who changed it",
                );
                failure.details(vec![at(*stream, *sequence)])
            }
            ReadFault::Cage(Disagreement::NotAsked { table }) => {
                let what = format!(
                    "the stream of table {table} is missing: vouchers went to or from it, and the \
                     journal has no record of it"
                );
                Failure::no("stream-missing", what).hint(RESTORE)
            }
            ReadFault::Cage(_) => Failure::no("cage-disagrees", fault.to_string()).hint(
                "each stream is whole: taisai journal ask lists the vouchers that went to and from \
                 the table",
            ),
        }
    }
}

impl From<&BackupFault> for Failure {
    fn from(fault: &BackupFault) -> Self {
        match fault {
            BackupFault::Open(fault) => Failure::from(fault),
            BackupFault::Read(fault) => Failure::from(fault),
            BackupFault::Write(fault) => Failure::from(fault),
        }
    }
}
