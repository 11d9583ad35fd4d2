//! State that a judging run shares between submissions.

use super::inputs::Judge;
use super::order;
use super::prepared::CaseCache;
use super::retrial::Retrials;
use crate::programs::Builds;

/// State that a judging run shares between submissions.
pub(super) struct Shared {
    pub(super) builds: Builds,
    /// The positions of the cases, in the order in which they are run.
    pub(super) order: Vec<usize>,
    pub(super) cases: CaseCache,
    pub(super) retrials: Retrials,
}

impl Shared {
    /// Creates the state at the start of a run: nothing is built yet, no case is read.
    pub(super) fn new(judge: &Judge) -> Shared {
        let (inputs, services) = (&judge.inputs, &judge.services);
        // Unreadable files are reported when their submission is judged.
        let contents = inputs.found.submissions.iter().filter_map(|one| one.source.content().ok());
        let caught = |case: &str| services.record.map_or(0, |record| record.caught(case));
        let order = match inputs.scoring {
            Some(scoring) if scoring.is_sequential() => (0..inputs.cases.len()).collect(),
            _ => order::of(inputs.cases, judge.policy.mode, caught),
        };
        Shared {
            builds: Builds::for_each(contents),
            order,
            cases: CaseCache::new(inputs.cases.len()),
            retrials: Retrials::default(),
        }
    }
}
