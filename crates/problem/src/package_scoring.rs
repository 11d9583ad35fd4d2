//! Scores the groups of a package, perhaps with a grader.

use std::sync::Arc;

use super::packaged::Packaged;
use referee_base::fault::Fault;
use referee_events::scoring::{Scores, ScoringScheme};
use referee_package::{CaseGrade, Grader};

/// The scoring of a package.
pub struct PackageScoring {
    grader: Grader,
    package: Arc<Packaged>,
}

impl PackageScoring {
    /// Creates the scoring of these judged cases; `None` if only the first failure counts.
    pub fn new(package: &Arc<Packaged>, cases: &[&str]) -> Option<PackageScoring> {
        let grader = Grader::of(&package.package, cases)?;
        Some(PackageScoring { grader, package: Arc::clone(package) })
    }
}

impl ScoringScheme for PackageScoring {
    fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool {
        self.grader.matters(case, outcomes)
    }

    fn unfit(&self, case: usize, outcome: CaseGrade) -> Option<String> {
        self.grader.unfit(case, outcome)
    }

    fn full_score(&self) -> Option<f64> {
        self.grader.full_score()
    }

    fn grade(&self, outcomes: &[Option<CaseGrade>]) -> Result<Scores, Fault> {
        if outcomes.is_empty() {
            return Ok(Scores::None);
        }
        let custom = |parts: &[_], flags: &[_]| self.package.grade(parts, flags);
        self.grader.grade(outcomes, &custom).map(Scores::Package)
    }
}
