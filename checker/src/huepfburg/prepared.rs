//! An instance, prepared once for any number of claims, and what the checker finds about it.

use std::sync::OnceLock;

use super::Instance;
use super::search::{Shortest, shortest};
use crate::{Settings, TooLarge};

/// An instance, ready to check any number of claims against it from any number of threads.
pub struct Prepared {
    instance: Instance,
    pub(super) settings: Settings,
    /// The number of jumps of the first accepted meeting, the jury's. It proves without a search
    /// that the players can meet.
    pub(super) shown: OnceLock<u64>,
    /// The result of the search, which runs on first use.
    shortest: OnceLock<Result<Option<Shortest>, TooLarge>>,
}

impl Prepared {
    /// Prepares an instance. A search is only made when needed.
    pub fn new(instance: Instance, settings: Settings) -> Self {
        Prepared { instance, settings, shown: OnceLock::new(), shortest: OnceLock::new() }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// A meeting with the smallest number of jumps, if there is one. Searched for on first use,
    /// then cached.
    ///
    /// # Errors
    /// The search would take more memory than the settings allow.
    pub fn shortest(&self) -> Result<Option<&Shortest>, TooLarge> {
        let found = || shortest(&self.instance, self.settings.memory);
        self.shortest.get_or_init(found).as_ref().map(Option::as_ref).map_err(TooLarge::clone)
    }

    /// Whether the players can meet.
    ///
    /// # Errors
    /// The search, if needed, would take more memory than the settings allow.
    pub fn can_meet(&self) -> Result<bool, TooLarge> {
        Ok(self.shown.get().is_some() || self.shortest()?.is_some())
    }
}
