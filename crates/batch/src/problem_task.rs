//! Problems as tasks: their cases are the tests.

use std::fmt;
use std::sync::Arc;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_events::JudgedCase;
use referee_judge::ReadyCase;
use referee_problem::cases::CaseFile;
use referee_problem::limits::LimitOverrides;
use referee_problem::{Judgement, Packaged, Problem};
use referee_programs::{Program, Source};

/// A problem whose cases are the tests of a task.
pub struct ProblemTask {
    /// The problem.
    pub problem: Problem,
    /// Its cases, by name.
    pub cases: Vec<CaseFile>,
    /// Its limits.
    pub limits: LimitOverrides,
    /// The resources that its checkers may use.
    pub machine: Machine,
}

impl fmt::Debug for ProblemTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem.name())
    }
}

impl ProblemTask {
    /// Returns a hash of everything that verdicts depend on, besides programs and settings.
    pub(crate) fn content(&self) -> Result<ContentHash, Fault> {
        let mut digest = Digest::new();
        digest.add(&referee_judge::dependencies(&self.problem)?.number());
        // A static validator is one of the tests.
        digest.add(&self.problem.scoring_dependencies()?.number());
        let most_code = self.packaged().map(|one| one.package.metadata.limits.most_code());
        digest.add(format!("{:?} {most_code:?}", self.limits).as_bytes());
        for file in &self.cases {
            let case = self.problem.resolve(file)?;
            digest.add(file.name.as_bytes());
            digest.add(&referee_judge::case_dependencies(&case, self.machine)?.number());
        }
        Ok(digest.number())
    }

    fn packaged(&self) -> Option<&Packaged> {
        match &self.problem {
            Problem::Packaged(packaged) => Some(packaged),
            Problem::Shipped(_) | Problem::Custom(_) => None,
        }
    }

    /// Adds to a program the files that the problem provides for its language. Returns why it
    /// counts as a compile error, if it does.
    pub(crate) fn complete(&self, source: &mut Source) -> Result<Option<String>, Fault> {
        let Some(package) = self.packaged() else { return Ok(None) };
        let refused = package.refused(source);
        package.complete(source).map(|()| refused)
    }

    /// Returns the judgement of a case that is judged without a run; `None` for all others.
    pub(crate) fn validated(
        &self,
        at: usize,
        name: &Arc<str>,
        program: &Program,
    ) -> Option<Result<JudgedCase, Fault>> {
        let file = &self.cases[at];
        let said = self.problem.validate_submission(file, program)?;
        Some(said.map(|Judgement { verdict, score, .. }| JudgedCase {
            score,
            ..JudgedCase::checked(name, &file.name, verdict)
        }))
    }

    pub(crate) fn ready(&self, at: usize) -> Result<ReadyCase, Fault> {
        ReadyCase::of_problem(&self.problem, &self.cases[at], self.machine)
    }
}
