//! Mutants as submissions that are expected to be refused, for a kill matrix: there they run on all cases.

use std::sync::Arc;

use super::candidates::{Candidates, CompileServices};
use super::original::Original;
use super::outcome::Outcome;
use crate::judge::submission::FoundSubmissions;
use crate::programs::Builds;
use referee_base::fault::Fault;
use referee_package::ExpectedVerdicts;

/// The folder of submissions whose expectation is that of mutants.
const EXPECTED: &str = "rejected";

/// Mutants as submissions.
pub(crate) struct MutantSubmissions {
    /// The submissions, called `PROGRAM:MUTANT`. Those that are the same program as another one, or do not compile, are left out.
    pub(crate) found: FoundSubmissions,
    /// What was compiled to tell that.
    pub(crate) builds: Arc<Builds>,
}

impl MutantSubmissions {
    /// Compiles and compares the mutants of programs. Calls `step` for each.
    ///
    /// # Errors
    /// The disk is full, or an original cannot be compiled.
    pub(crate) fn make(
        originals: &[Original],
        services: CompileServices,
        step: &dyn Fn(),
    ) -> Result<MutantSubmissions, Fault> {
        let expected = ExpectedVerdicts::of_folder(EXPECTED).map(Arc::new);
        let mut found = FoundSubmissions::default();
        let mut all = originals
            .iter()
            .map(|original| Candidates::new(original, services))
            .collect::<Result<Vec<_>, Fault>>()?;
        let contents: Vec<_> = (all.iter().zip(originals))
            .flat_map(|(one, original)| one.contents(0..original.mutants.len()))
            .collect();
        let builds = Arc::new(Builds::for_each(contents.into_iter()));
        for (candidates, original) in all.iter_mut().zip(originals) {
            let outcomes = candidates.compare(0..original.mutants.len(), &builds);
            for (at, outcome) in outcomes.into_iter().enumerate() {
                step();
                let mut submission = candidates.submission(at);
                let name = format!("{}:{}", original.submission.name, submission.name).into();
                match outcome {
                    None => {
                        (submission.name, submission.expected) = (name, expected.clone());
                        found.submissions.push(submission);
                    }
                    Some(Outcome::NotJudged(why)) => found.others.push((name, Fault::judge(why))),
                    Some(_) => {}
                }
            }
        }
        all.into_iter().for_each(|candidates| found.hold(candidates.into_folder()));
        Ok(MutantSubmissions { found, builds })
    }
}
