//! A head that somebody wrote down, from a voucher or a letter: a journal that does not have it is
//! not the one it was.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::chain::{Head, Link};
use crate::fault::ReadFault;
use crate::reader::{read, stored_at};
use crate::store::{Store, StoreFault};
use crate::stream::Stream;

/// A record that a journal must have: its stream, its number, and how its hash begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    stream: Stream,
    sequence: u64,
    /// The first hexadecimal digits of its link, in lower case.
    digits: String,
}

/// How a journal differs from what somebody wrote down.
#[derive(Debug)]
pub enum ExpectFault {
    /// The stream ends before the record.
    Missing {
        expected: Expected,
        /// Where the stream ends; `None` if it has no records.
        ends: Option<Head>,
    },
    /// The record is a different one.
    Differs {
        expected: Expected,
        /// The hash of what is there; `None` if it does not even fit its own stream.
        found: Option<Link>,
    },
    /// The store failed.
    Store(StoreFault),
}

/// A text that is no head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAHead;

impl Expected {
    /// The fewest digits of a hash that prove anything.
    pub const DIGITS_MIN: usize = 8;
    const DIGITS_MAX: usize = 64;

    /// The end of a stream, to be expected later.
    pub fn of(stream: Stream, head: Head) -> Self {
        Self { stream, sequence: head.sequence, digits: head.link.to_string() }
    }

    pub const fn stream(&self) -> Stream {
        self.stream
    }

    /// The number of the record.
    pub const fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Checks that the journal in a store has it.
    pub fn check(&self, store: &mut dyn Store) -> Result<(), ExpectFault> {
        let ends = store.heads()?.get(&self.stream).copied();
        if ends.is_none_or(|ends| ends.sequence < self.sequence) {
            return Err(ExpectFault::Missing { expected: self.clone(), ends });
        }
        let found = self.link_in(store)?;
        if found.is_some_and(|link| link.to_string().starts_with(&self.digits)) {
            return Ok(());
        }
        Err(ExpectFault::Differs { expected: self.clone(), found })
    }

    /// The link of the record, if it follows from the record and the link before.
    fn link_in(&self, store: &mut dyn Store) -> Result<Option<Link>, StoreFault> {
        let (stream, before) = (self.stream, self.sequence - 1);
        let link = match before {
            0 => Some(Head::start(store.id(), stream).link),
            1.. => stored_at(store, stream, before, |frame| frame.link)?,
        };
        let Some(link) = link else { return Ok(None) };
        let after = Head { sequence: before, link };
        match read(store, stream, after, |record| Ok(ControlFlow::Break(record.head.link))) {
            Ok(found) => Ok(found.break_value()),
            Err(ReadFault::Store(fault)) => Err(fault),
            Err(_) => Ok(None),
        }
    }
}

impl FromStr for Expected {
    type Err = NotAHead;

    /// `floor=709:4a3a91c0…`, `3=1204:…` for a table; without a stream it is the floor's, as it
    /// stands on vouchers.
    fn from_str(text: &str) -> Result<Self, NotAHead> {
        let (stream, head) = text.split_once('=').unwrap_or(("floor", text));
        let stream = stream_named(stream.trim()).ok_or(NotAHead)?;
        let (sequence, digits) = head.trim().split_once(':').ok_or(NotAHead)?;
        let sequence = sequence.parse().ok().filter(|sequence| *sequence > 0).ok_or(NotAHead)?;
        let digits = digits.trim_end_matches('…').trim_end_matches("...").to_ascii_lowercase();
        let is_hash = digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            && (Self::DIGITS_MIN..=Self::DIGITS_MAX).contains(&digits.len());
        if is_hash { Ok(Self { stream, sequence, digits }) } else { Err(NotAHead) }
    }
}

fn stream_named(name: &str) -> Option<Stream> {
    if name == "floor" {
        return Some(Stream::Floor);
    }
    let number = name.strip_prefix("table ").unwrap_or(name).parse().ok()?;
    Stream::from_number(number).filter(|stream| *stream != Stream::Floor)
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stream {
            Stream::Floor => write!(f, "floor={}:{}", self.sequence, self.digits),
            Stream::Table(table) => write!(f, "{}={}:{}", table.get(), self.sequence, self.digits),
        }
    }
}

impl fmt::Display for NotAHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let min = Expected::DIGITS_MIN;
        write!(f, "a head is STREAM=NUMBER:HASH, such as floor=709:4a3a91c0 or 3=1204:77ef02b1, ")?;
        write!(f, "with {min} to 64 digits of the hash")
    }
}

impl Error for NotAHead {}

impl From<StoreFault> for ExpectFault {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

impl fmt::Display for ExpectFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { expected, ends } => {
                write!(f, "{}, record {}: ", expected.stream, expected.sequence)?;
                write!(f, "it is missing; expected {expected}, ")?;
                match ends {
                    Some(ends) => write!(f, "the stream ends at {ends}"),
                    None => write!(f, "this stream has no records"),
                }
            }
            Self::Differs { expected, found } => {
                write!(f, "{}, record {}: ", expected.stream, expected.sequence)?;
                write!(f, "it differs; expected {expected}, ")?;
                match found {
                    Some(link) => write!(f, "found {link}"),
                    None => write!(f, "and its link does not fit it"),
                }
            }
            Self::Store(fault) => fault.fmt(f),
        }
    }
}

impl Error for ExpectFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(fault) => Some(fault),
            Self::Missing { .. } | Self::Differs { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Batch;
    use crate::chain::JournalId;
    use crate::memory::MemoryStore;

    const ID: JournalId = JournalId([7; 16]);

    /// A floor with five records in batches of two, and its heads.
    fn store() -> (MemoryStore, Vec<Head>) {
        let mut store = MemoryStore::new(ID);
        let (mut head, mut heads) = (Head::start(ID, Stream::Floor), Vec::new());
        for few in [&["a", "b"][..], &["c", "d"], &["e"]] {
            let mut batch = Batch::new(Stream::Floor, head);
            for record in few {
                batch.push(record.as_bytes());
                heads.push(batch.head());
            }
            head = batch.head();
            store.append(&[batch]).unwrap();
        }
        (store, heads)
    }

    fn said(text: &str) -> String {
        let expected: Expected = text.parse().unwrap();
        expected.check(&mut store().0).map_or_else(|fault| fault.to_string(), |()| "is".to_owned())
    }

    #[test]
    fn every_head_that_a_stream_ever_had_is_found_there() {
        for head in store().1 {
            let link = head.link.to_string();
            let sequence = head.sequence;
            for text in [
                Expected::of(Stream::Floor, head).to_string(),
                head.to_string(),
                format!("floor={sequence}:{}", &link[..8]),
                format!("floor={sequence}:{}…", link[..12].to_uppercase()),
                format!("{sequence}:{}...", &link[..20]),
            ] {
                assert_eq!(said(&text), "is", "{text}");
            }
        }
    }

    #[test]
    fn another_hash_and_a_missing_record_are_reported() {
        let (_, heads) = store();
        let other = said(&format!("3:{}", heads[1].link));
        assert!(other.starts_with("floor, record 3: it differs; expected"), "{other}");
        assert!(other.contains(&format!("found {}", heads[2].link)), "{other}");
        let gone = said("6:00000000");
        assert!(gone.starts_with("floor, record 6: it is missing; expected"), "{gone}");
        assert!(gone.ends_with(&format!("the stream ends at {}", heads[4])), "{gone}");
        let none = said("3=1:00000000");
        assert!(none.starts_with("table 3, record 1: it is missing"), "{none}");
    }

    #[test]
    fn what_is_no_head_is_refused() {
        for text in [
            "",
            "floor",
            "709",
            "floor=709",
            "709:4a3a91c",
            "0:4a3a91c0",
            "0=7:4a3a91c0",
            "-1:4a3a91c0",
            "kitchen=7:4a3a91c0",
            "7:4a3a91cg",
            "65536=7:4a3a91c0",
            "7:4a3a91c04a3a91c04a3a91c04a3a91c04a3a91c04a3a91c04a3a91c04a3a91c04",
        ] {
            assert_eq!(text.parse::<Expected>(), Err(NotAHead), "{text}");
        }
        assert_eq!("table 3=7:4A3A91C0".parse::<Expected>().unwrap().to_string(), "3=7:4a3a91c0");
    }
}
