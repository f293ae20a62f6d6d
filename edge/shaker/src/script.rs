//! Dice in tests: exactly the given rolls.

use std::collections::VecDeque;

use taisai_rules::Roll;

use crate::{Shaker, ShakerFault};

/// The given rolls, then a fault.
#[derive(Clone, Debug, Default)]
pub struct ScriptShaker(VecDeque<Roll>);

impl ScriptShaker {
    /// These rolls, in this order.
    ///
    /// ```
    /// use taisai_shaker::{ScriptShaker, Shaker, ShakerFault};
    /// let mut shaker = ScriptShaker::new(["4,4,2".parse()?]);
    /// assert_eq!(shaker.shake()?.total(), 10);
    /// assert_eq!(shaker.shake(), Err(ShakerFault::ScriptEnded));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rolls: impl IntoIterator<Item = Roll>) -> Self {
        Self(rolls.into_iter().collect())
    }
}

impl Shaker for ScriptShaker {
    fn shake(&mut self) -> Result<Roll, ShakerFault> {
        self.0.pop_front().ok_or(ShakerFault::ScriptEnded)
    }
}
