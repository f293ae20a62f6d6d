//! When shifts begin, according to the configuration.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_table::Time;

use crate::config::GamingDay;

/// The house's day, shared by all tables; reloading the configuration replaces it.
#[derive(Clone, Debug, Default)]
pub struct Shifts(Arc<Mutex<Option<GamingDay>>>);

impl Shifts {
    /// The shifts in a configuration, if it names any.
    pub fn new(day: Option<GamingDay>) -> Self {
        Self(Arc::new(Mutex::new(day)))
    }

    /// Replaces them with those of a reloaded configuration.
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
