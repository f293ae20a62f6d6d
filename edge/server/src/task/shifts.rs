//! When shifts begin, as the configuration says; every table asks for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_table::Time;

use crate::config::GamingDay;

/// The house's day, which a configuration that is read again changes while tables are at work.
#[derive(Clone, Debug, Default)]
pub struct Shifts(Arc<Mutex<Option<GamingDay>>>);

impl Shifts {
    /// Those of a configuration; a house that names none has none.
    pub fn new(day: Option<GamingDay>) -> Self {
        Self(Arc::new(Mutex::new(day)))
    }

    /// Takes those of a configuration that was read again.
    pub fn adopt(&self, day: Option<GamingDay>) {
        *self.lock() = day;
    }

    /// Whether the house names any.
    pub fn are_set(&self) -> bool {
        self.lock().is_some()
    }

    /// When the shift began in which this moment lies.
    pub fn shift_of(&self, now: Time) -> Option<Time> {
        self.lock().as_ref()?.shift_of(now)
    }

    /// When the next shift begins.
    pub fn next_after(&self, now: Time) -> Option<Time> {
        self.lock().as_ref()?.next_after(now)
    }

    fn lock(&self) -> MutexGuard<'_, Option<GamingDay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
