//! Mutants as submissions that are expected to be rejected, for a kill matrix, where they run on
//! all cases.

use std::sync::Arc;

use super::candidates::{Candidates, CompileServices};
use super::original::Original;
use super::outcome::Outcome;
use referee_base::fault::Fault;
use referee_intake::submission::FoundSubmissions;
use referee_package::ExpectedVerdicts;
use referee_programs::Builds;

/// The submission folder whose expectation applies to mutants.
const EXPECTED: &str = "rejected";

/// Mutants as submissions.
pub struct MutantSubmissions {
    /// The submissions, named `PROGRAM:MUTANT`, without those that equal another program or do not
    /// compile.
    pub found: FoundSubmissions,
    /// The compiled mutants.
    pub builds: Arc<Builds>,
    /// The programs without mutants because they cannot be compiled.
    pub not_compiled: Vec<(Arc<str>, Fault)>,
}

impl MutantSubmissions {
    /// Compiles and compares the mutants of programs. Calls `step` for each.
    pub fn make(
        originals: &[Original],
        services: CompileServices,
        step: &dyn Fn(),
    ) -> MutantSubmissions {
        let (mut all, mut not_compiled) = (Vec::new(), Vec::new());
        for original in originals {
            let written = Candidates::new(original, services).and_then(|mut candidates| {
                candidates.write(0..original.mutants.len())?;
                Ok(candidates)
            });
            match written {
                Ok(candidates) => all.push((original, candidates)),
                Err(fault) => not_compiled.push((original.submission.name.clone(), fault)),
            }
        }
        let contents =
            all.iter().flat_map(|(original, one)| one.contents(0..original.mutants.len()));
        let builds = Arc::new(Builds::for_each(contents));
        let mut found = FoundSubmissions::default();
        for (original, mut candidates) in all {
            let outcomes = candidates.compare(0..original.mutants.len(), &builds, step);
            for (at, outcome) in outcomes.into_iter().enumerate() {
                let mut submission = candidates.all[at].submission.clone();
                let name = format!("{}:{}", original.submission.name, submission.name).into();
                match outcome {
                    None => {
                        let expected = ExpectedVerdicts::of_folder(EXPECTED).map(Arc::new);
                        (submission.name, submission.expected) = (name, expected);
                        found.submissions.push(submission);
                    }
                    Some(Outcome::NotJudged(why)) => found.others.push((name, Fault::judge(why))),
                    Some(_) => {}
                }
            }
            found.unpacked.push(candidates.folder);
        }
        MutantSubmissions { found, builds, not_compiled }
    }
}
