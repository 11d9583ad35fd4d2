//! Finds submissions that must be accepted, and are, but without the best score: they may belong in
//! another folder.
//!
//! Source: `verifyproblem` of problemtools. It also only warns of them, because some problems have
//! no submission with the best score.

use std::collections::BTreeSet;
use std::sync::Arc;

use referee_events::{Event, ExpectationResult};
use referee_intake::submission::FoundSubmissions;

/// The difference up to which scores count as equal: they are sums of fractions.
const TOLERANCE: f64 = 1e-6;

/// Finds accepted submissions without the best score, from the events of a run.
pub struct PartialScores {
    /// The submissions that must be accepted.
    accepted: BTreeSet<Arc<str>>,
    full_score: f64,
    warnings: Vec<String>,
}

impl PartialScores {
    /// Watches these submissions.
    pub fn new(found: &FoundSubmissions, full_score: f64) -> PartialScores {
        let accepted = found.submissions.iter().filter(|one| one.is_known_right());
        let accepted = accepted.map(|one| Arc::clone(&one.name)).collect();
        PartialScores { accepted, full_score, warnings: Vec::new() }
    }

    /// Handles an event.
    pub fn event(&mut self, event: &Event) {
        let Event::Submission(end) = event else { return };
        let is_accepted =
            end.met == ExpectationResult::AsExpected && self.accepted.contains(&*end.contestant);
        let Some(score) = end.scores.score().filter(|_| is_accepted) else { return };
        if (score - self.full_score).abs() > TOLERANCE {
            let (name, full) = (&end.contestant, self.full_score);
            self.warnings.push(format!(
                "{name} is accepted with a score of {score}, not {full}: if this is meant, move it to partially_accepted"
            ));
        }
    }

    /// Returns a warning for each submission without the best score.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.warnings.iter().cloned()
    }
}
