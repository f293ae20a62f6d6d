//! Enrolment codes, which only the floor's screens show: the journal has only digests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_floor::{Digest, Floor};

/// The codes that were offered since the start and can still be used.
#[derive(Clone, Default)]
pub struct Codes(Arc<Mutex<BTreeMap<Digest, String>>>);

impl Codes {
    /// Remembers a code, and forgets those that are no longer on offer.
    pub fn keep(&self, digest: Digest, code: &str, floor: &Floor) {
        let mut codes = self.lock();
        codes.insert(digest, code.to_owned());
        codes.retain(|known, _| floor.offered_until(known).is_some());
    }

    /// The code of a digest; `None` if it was offered before the last start.
    pub fn of(&self, digest: &Digest) -> Option<String> {
        self.lock().get(digest).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Digest, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
