//! Groups judgements by contestant, for reports that list contestants although the run goes case by
//! case.

use std::collections::HashMap;
use std::sync::Arc;

use referee_events::JudgedCase;

/// The judgements of a run, by contestant, in the order of the run.
#[derive(Default)]
pub(super) struct Collected {
    positions: HashMap<Arc<str>, usize>,
    contestants: Vec<(Arc<str>, Vec<JudgedCase>)>,
}

impl Collected {
    /// Creates an empty collection for these contestants.
    pub(super) fn new(contestants: &[Arc<str>]) -> Self {
        let numbered = contestants.iter().cloned().zip(0..);
        Collected {
            positions: numbered.collect(),
            contestants: contestants.iter().map(|name| (name.clone(), Vec::new())).collect(),
        }
    }

    /// Adds a judgement.
    pub(super) fn push(&mut self, judged: &JudgedCase) {
        if let Some(&position) = self.positions.get(&judged.contestant) {
            self.contestants[position].1.push(judged.without_excerpts());
        }
    }

    /// Returns the position of a contestant.
    pub(super) fn number(&self, contestant: &str) -> Option<usize> {
        self.positions.get(contestant).copied()
    }

    /// Takes the judgements of the contestant at a position.
    pub(super) fn take(&mut self, position: usize) -> (Arc<str>, Vec<JudgedCase>) {
        let (name, judged) = &mut self.contestants[position];
        (Arc::clone(name), std::mem::take(judged))
    }

    /// Returns the contestants with their judgements.
    pub(super) fn contestants(&self) -> &[(Arc<str>, Vec<JudgedCase>)] {
        &self.contestants
    }
}
