//! Leases: who may append to a stream, and for how long. Only the database's clock decides when a
//! lease expires. The epoch, not the clock, keeps two writers apart: every take-over increments it,
//! and an append names the one it was given.

use std::collections::BTreeMap;
use std::time::Duration;

use ::postgres::{Client, Error};

use crate::chain::{Head, JournalId};
use crate::postgres::faults::fault_of;
use crate::postgres::place;
use crate::store::StoreFault;
use crate::stream::Stream;

/// The leases of one writer.
#[derive(Debug)]
pub(crate) struct Leases {
    owner: String,
    lease_ms: i64,
    held: BTreeMap<Stream, Lease>,
}

/// The longest lease: if its holder dies, the stream is blocked for that long.
const LEASE_MAX: Duration = Duration::from_hours(24);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lease {
    Held {
        epoch: i64,
    },
    /// Another writer has the stream. It is not silently taken back: the caller's view of the
    /// stream is out of date.
    Lost,
}

const CLAIM: &str = "SELECT * FROM taisai.claim($1, $2, $3, $4)";
const RENEW: &str = "SELECT * FROM taisai.renew($1, $2, $3)";
const RELEASE: &str = "SELECT taisai.release($1, $2)";

impl Leases {
    pub(crate) fn new(owner: String, lease: Duration) -> Self {
        let lease_ms = i64::try_from(lease.min(LEASE_MAX).as_millis()).expect("a short time");
        Self { owner, lease_ms, held: BTreeMap::new() }
    }

    pub(crate) const fn lease_ms(&self) -> i64 {
        self.lease_ms
    }

    /// The epoch in which this writer appends to a stream; takes the lease if necessary.
    pub(crate) fn epoch(
        &mut self,
        client: &mut Client,
        journal: JournalId,
        stream: Stream,
    ) -> Result<i64, StoreFault> {
        match self.held.get(&stream) {
            Some(Lease::Held { epoch }) => Ok(*epoch),
            Some(Lease::Lost) => Err(StoreFault::LeaseLost { stream }),
            None => self.claim(client, journal, stream),
        }
    }

    fn claim(
        &mut self,
        client: &mut Client,
        journal: JournalId,
        stream: Stream,
    ) -> Result<i64, StoreFault> {
        let start = Head::start(journal, stream).link;
        let place = place(stream);
        let taken = client
            .query_opt(CLAIM, &[&place, &&start.0[..], &self.owner, &self.lease_ms])
            .and_then(|row| row.map(|row| row.try_get(0)).transpose());
        let epoch = taken.map_err(|error| fault_of(&error))?;
        // Nothing was held yet, so the caller can simply retry later.
        let epoch = epoch.ok_or(StoreFault::LeaseLost { stream })?;
        self.held.insert(stream, Lease::Held { epoch });
        Ok(epoch)
    }

    /// Records that another writer has taken a stream.
    pub(crate) fn lost(&mut self, stream: Stream) -> StoreFault {
        self.held.insert(stream, Lease::Lost);
        StoreFault::LeaseLost { stream }
    }

    /// Extends all leases; returns the first that is lost.
    pub(crate) fn renew(&mut self, client: &mut Client) -> Result<(), StoreFault> {
        let (streams, epochs) = self.mine();
        if !streams.is_empty() {
            let rows = client.query(RENEW, &[&streams, &epochs, &self.lease_ms]);
            let read = |rows: Vec<::postgres::Row>| rows.iter().map(|row| row.try_get(0)).collect();
            let renewed: Result<Vec<i32>, Error> = rows.and_then(read);
            let renewed = renewed.map_err(|error| fault_of(&error))?;
            for place in streams.into_iter().filter(|place| !renewed.contains(place)) {
                let stream = u32::try_from(place).ok().and_then(Stream::from_number);
                self.lost(stream.expect("it came from a stream"));
            }
        }
        let mut held = self.held.iter();
        match held.find(|(_, lease)| **lease == Lease::Lost) {
            Some((&stream, _)) => Err(StoreFault::LeaseLost { stream }),
            None => Ok(()),
        }
    }

    /// Releases all streams, so that the next writer need not wait.
    pub(crate) fn release(&mut self, client: &mut Client) -> Result<(), StoreFault> {
        let (streams, epochs) = self.mine();
        self.held.clear();
        if streams.is_empty() {
            return Ok(());
        }
        let released = client.execute(RELEASE, &[&streams, &epochs]);
        released.map(|_| ()).map_err(|error| fault_of(&error))
    }

    fn mine(&self) -> (Vec<i32>, Vec<i64>) {
        let held = self.held.iter().filter_map(|(stream, lease)| match lease {
            Lease::Held { epoch } => Some((place(*stream), *epoch)),
            Lease::Lost => None,
        });
        held.unzip()
    }
}
