//! Database errors as store faults.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use ::postgres::error::{DbError, SqlState};

use crate::chain::{Head, Link};
use crate::store::{Cause, StoreFault};
use crate::stream::Stream;

/// Why a journal in PostgreSQL was not opened.
#[derive(Debug)]
pub enum OpenFault {
    /// The address cannot be parsed. It is not repeated: it may hold a password.
    Address,
    /// The address asks for an encrypted connection to a server that proves nothing, or names
    /// certificates for none.
    Tls,
    /// The certificates by which the server would be known cannot be used.
    Roots {
        /// Their file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The database holds no journal, and none was to be created.
    NoJournal,
    /// The database holds a journal, and an empty one was to be filled.
    Exists,
    /// The journal is being filled with a backup, or was not filled to its end.
    Unfinished,
    /// The journal was written by a newer version of the program.
    NewerSchema {
        /// The schema it has.
        found: i32,
        /// The newest schema this program knows.
        known: i32,
    },
    /// The server may lose acknowledged commits.
    NotDurable {
        /// The setting that allows it.
        setting: &'static str,
        /// What it is set to.
        value: String,
    },
    /// The server is too old.
    OldServer {
        /// Its version, as `server_version_num`.
        found: i32,
    },
    /// The store failed while it was opened.
    Store(StoreFault),
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => write!(
                f,
                "the address cannot be parsed; \
                 write postgres://user:password@host:port/database, with @ in a password as %40"
            ),
            Self::Tls => write!(
                f,
                "an encrypted connection is made only to a server that proves its name: write \
                 sslmode=verify-full and sslrootcert=FILE with the certificates (PEM) that it is \
                 known by; without encryption, write sslmode=disable"
            ),
            Self::Roots { file, what } => write!(
                f,
                "{}: {what}; sslrootcert expects the certificates (PEM) by which the database's \
                 server is known",
                file.display()
            ),
            Self::NoJournal => write!(f, "the database holds no journal"),
            Self::Exists => write!(f, "the database holds a journal"),
            Self::Unfinished => write!(
                f,
                "a backup is being restored here, or a restore was interrupted; \
                 let it finish, or begin it again with taisai restore"
            ),
            Self::NewerSchema { found, known } => write!(
                f,
                "the journal has schema {found}, and this program knows schemas up to {known}; \
                 open it with the program that wrote it, or a newer one"
            ),
            Self::NotDurable { setting, value } => write!(
                f,
                "the server may lose acknowledged commits: {setting} is {value}, and must be on"
            ),
            Self::OldServer { found } => {
                write!(f, "the server has version {}; at least 13 is needed", found / 10_000)
            }
            Self::Store(fault) => write!(f, "{fault}"),
        }
    }
}

impl Error for OpenFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(fault) => fault.source(),
            Self::Address
            | Self::Tls
            | Self::Roots { .. }
            | Self::NoJournal
            | Self::Exists
            | Self::Unfinished
            | Self::NewerSchema { .. }
            | Self::NotDurable { .. }
            | Self::OldServer { .. } => None,
        }
    }
}

impl From<::postgres::Error> for OpenFault {
    fn from(error: ::postgres::Error) -> Self {
        Self::Store(fault_of(&error))
    }
}

/// The database's message, without the rows it may have quoted.
#[derive(Clone, PartialEq, Eq)]
struct Message(String);

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Message {}

fn cause_of(error: &::postgres::Error) -> Cause {
    if let Some(answer) = error.as_db_error() {
        return Box::new(Message(format!("{} ({})", answer.message(), answer.code().code())));
    }
    let under = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    Box::new(Message(format!("{error}{under}")))
}

/// Damage that our own checks found.
pub(crate) fn damaged(what: impl Into<String>) -> StoreFault {
    StoreFault::Damaged(Box::new(Message(what.into())))
}

/// The fault for an error.
pub(crate) fn fault_of(error: &::postgres::Error) -> StoreFault {
    match error.code() {
        Some(code) => fault_of_code(code)(cause_of(error)),
        None if error.is_closed() || is_of_the_wire(error) => {
            StoreFault::Unreachable(cause_of(error))
        }
        None => StoreFault::Other(cause_of(error)),
    }
}

fn is_of_the_wire(error: &::postgres::Error) -> bool {
    error.source().and_then(<dyn Error>::downcast_ref::<std::io::Error>).is_some()
}

fn fault_of_code(code: &SqlState) -> fn(Cause) -> StoreFault {
    match code.code() {
        "53100" => StoreFault::Full,
        // A standby, or a read-only role.
        "25006" | "42501" => StoreFault::ReadOnly,
        // Stopping, starting, or out of connections.
        "57P01" | "57P02" | "57P03" | "57P05" | "53300" => StoreFault::Unreachable,
        // Torn pages; or a batch where the head says there is none.
        "XX001" | "XX002" | "23505" => StoreFault::Damaged,
        other if other.starts_with("08") => StoreFault::Unreachable,
        _ => StoreFault::Other,
    }
}

/// The actual state of a stream, when it differed from what the writer expected.
pub(crate) struct Elsewhere {
    pub(crate) stream: Stream,
    pub(crate) epoch: i64,
    pub(crate) head: Head,
}

impl Elsewhere {
    /// The code with which `taisai.append` refuses.
    const CODE: &str = "TJ001";

    /// Parses the refusal of an append; `None` for any other error.
    pub(crate) fn read(error: &::postgres::Error) -> Option<Self> {
        let answer = error.as_db_error().filter(|answer| answer.code().code() == Self::CODE)?;
        Self::parse(DbError::detail(answer)?)
    }

    /// `stream epoch sequence link`
    fn parse(detail: &str) -> Option<Self> {
        let mut words = detail.split(' ');
        let stream = Stream::from_number(words.next()?.parse().ok()?)?;
        let epoch = words.next()?.parse().ok()?;
        let sequence = words.next()?.parse().ok()?;
        let link = Link(bytes_of(words.next()?)?);
        words.next().is_none().then_some(Self { stream, epoch, head: Head { sequence, link } })
    }
}

/// The bytes of 64 hexadecimal digits.
fn bytes_of(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        let pair = digits.get(2 * place..2 * place + 2)?;
        *byte = u8::from_str_radix(pair, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_read_whole_or_not_at_all() {
        let link = "0f".repeat(32);
        let whole = Elsewhere::parse(&format!("7 3 12 {link}")).unwrap();
        assert_eq!(whole.stream.number(), 7);
        assert_eq!((whole.epoch, whole.head.sequence), (3, 12));
        assert_eq!(whole.head.link, Link([0x0f; 32]));
        let broken = [
            String::new(),
            "7 3 12".to_owned(),
            format!("7  12 {link}"),
            format!("65536 3 12 {link}"),
            format!("7 3 -1 {link}"),
            format!("7 3 12 {link}00"),
            format!("7 3 12 {link} "),
            format!("7 3 12 {}zz", &link[2..]),
        ];
        for detail in broken {
            assert!(Elsewhere::parse(&detail).is_none(), "{detail}");
        }
    }
}
