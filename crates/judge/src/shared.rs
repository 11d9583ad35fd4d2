//! State that a judging run shares between submissions.

use std::sync::Arc;

use crate::inputs::Judge;
use crate::prepared::CaseCache;
use crate::retrial::Retrials;
use referee_programs::Builds;

/// State that a judging run shares between submissions.
pub(crate) struct Shared {
    pub(crate) builds: Arc<Builds>,
    pub(crate) cases: CaseCache,
    pub(crate) retrials: Retrials,
}

impl Shared {
    /// Creates the state at the start of a run: nothing is built yet, no case is read.
    pub(crate) fn new(judge: &Judge) -> Shared {
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
