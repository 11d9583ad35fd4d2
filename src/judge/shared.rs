//! State that a judging run shares between submissions.

use std::sync::Arc;

use super::inputs::Judge;
use super::prepared::CaseCache;
use super::retrial::Retrials;
use crate::programs::Builds;

/// State that a judging run shares between submissions.
pub(super) struct Shared {
    pub(super) builds: Arc<Builds>,
    pub(super) cases: CaseCache,
    pub(super) retrials: Retrials,
}

impl Shared {
    /// Creates the state at the start of a run: nothing is built yet, no case is read.
    pub(super) fn new(judge: &Judge) -> Shared {
        let inputs = &judge.inputs;
        // Unreadable files are reported when their submission is judged.
        let contents = inputs.found.submissions.iter().filter_map(|one| one.source.content().ok());
        let builds = judge.services.builds.clone();
        Shared {
            builds: builds.unwrap_or_else(|| Arc::new(Builds::for_each(contents))),
            cases: CaseCache::new(inputs.cases.len()),
            retrials: Retrials::default(),
        }
    }
}
