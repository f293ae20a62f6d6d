//! Cases as the records of their table tell them, however old: what lists, prints and reviews are
//! made from.

use std::collections::BTreeMap;

use taisai_table::{Adjustment, Case, CaseEvent, CaseId, Cases, Event, ProposalEvent, RoundNumber};

use crate::chain::Head;
use crate::fault::{Problem, ReadFault};
use crate::reader::read_all;
use crate::store::Store;
use crate::stored::{Body, Entry};
use crate::stream::Stream;

/// A case, and where the money of its decisions went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseHistory {
    /// The case, with every note, decision and review.
    pub file: Case,
    /// For each decision, in their order, what it meant for whom.
    pub moved: Vec<Vec<(RoundNumber, Adjustment)>>,
}

/// Every case of a table, as far as its records were taken.
#[derive(Debug, Default)]
struct CasesRead {
    cases: Cases,
    moved: BTreeMap<CaseId, Vec<Vec<(RoundNumber, Adjustment)>>>,
    /// What has moved since the last approval: it belongs to the decision that follows.
    moving: Vec<(RoundNumber, Adjustment)>,
}

impl CasesRead {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a few events are about a case")]
    fn take(&mut self, event: &Event, stamp: crate::stored::Stamp) {
        match event {
            Event::Proposal(ProposalEvent::Approved { .. }) | Event::RequestAnswered { .. } => {
                self.moving.clear();
            }
            Event::Reversal(event) => {
                let moved = event.adjustments().iter().map(|moved| (event.round(), *moved));
                self.moving.extend(moved);
            }
            Event::Case(event) => {
                if let CaseEvent::CaseDecided { case, .. } = event {
                    let moved = std::mem::take(&mut self.moving);
                    self.moved.entry(*case).or_default().push(moved);
                }
                self.cases.take(event, stamp.time);
            }
            _ => {}
        }
    }
}

/// Reads every case that was ever opened at a table.
pub fn cases(
    store: &mut dyn Store,
    stream: Stream,
) -> Result<BTreeMap<CaseId, CaseHistory>, ReadFault> {
    let mut read = CasesRead::default();
    let start = Head::start(store.id(), stream);
    read_all(store, stream, start, |record| {
        let Entry { stamp, body } = record.entry()?;
        match body {
            Body::Happened(events) => events.iter().for_each(|event| read.take(event, stamp)),
            Body::Opened(_) | Body::SnapshotNamed(_) => {}
            Body::FloorHappened(_) => return Err(Problem::OtherStream),
        }
        Ok(())
    })?;
    let CasesRead { cases, mut moved, .. } = read;
    let history = |(id, file)| {
        let moved = moved.remove(&id).unwrap_or_default();
        (id, CaseHistory { file, moved })
    };
    Ok(cases.known.into_iter().map(history).collect())
}
