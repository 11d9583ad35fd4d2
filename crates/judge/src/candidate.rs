//! Runs programs on candidates: cases that lie in no case folder, made to find out whether a
//! program fails on them.
//!
//! Nothing is recorded, because a candidate is tried once.

use std::sync::Arc;

use crate::case_run::Subject;
use crate::inputs::Judge;
use crate::prepared::{OpenedCase, Prepare, ReadyCase};
use crate::retrial::{Alongside, Retrials};
use referee_base::digest::ContentHash;
use referee_base::fault::Fault;
use referee_events::JudgedCase;
use referee_intake::submission::Submission;
use referee_problem::ResolvedCase;
use referee_programs::{Build, Builder, Builds, NotBuilt};

/// Judges candidates.
pub struct CandidateJudge<'a> {
    judge: Judge<'a>,
    builds: Builds,
    retrials: Retrials,
}

/// A submission that was built.
pub struct BuiltSubmission {
    /// Its name.
    pub name: Arc<str>,
    /// The hash of its files.
    pub content: ContentHash,
    build: Arc<Build>,
}

impl BuiltSubmission {
    /// Returns why it cannot be run, if that is so.
    pub fn not_built(&self) -> Option<&NotBuilt> {
        self.build.as_ref().as_ref().err()
    }
}

impl<'a> CandidateJudge<'a> {
    /// Creates a judge of candidates with the problem, the policy and the services of a judge,
    /// whose cases do not matter.
    pub fn new(judge: Judge<'a>) -> CandidateJudge<'a> {
        CandidateJudge { judge, builds: Builds::default(), retrials: Retrials::default() }
    }

    /// Returns the judge on which it is based.
    pub fn judge(&self) -> &Judge<'a> {
        &self.judge
    }

    /// Builds a submission.
    ///
    /// # Errors
    /// Its files cannot be read.
    pub fn build(&self, submission: &Submission) -> Result<BuiltSubmission, Fault> {
        let content = submission.source.content()?;
        let Judge { policy, services, .. } = &self.judge;
        let executor = self.retrials.beside_others(services.executor);
        let (limits, toolchains) = (&policy.compile_limits, services.toolchains);
        let builder = Builder::of_submissions(limits, toolchains, &executor);
        let build = self.builds.build(&submission.source, content, &builder);
        Ok(BuiltSubmission { name: submission.name.clone(), content, build })
    }

    /// Prepares a candidate with this input, whose answer is on disk.
    ///
    /// # Errors
    /// Those of [`ResolvedCase::prepare`].
    pub fn prepare(&self, case: ResolvedCase, input: Vec<u8>) -> Result<ReadyCase, Fault> {
        self.judge.prepare(OpenedCase { case, input })
    }

    /// Runs a program on a candidate and judges it.
    ///
    /// # Errors
    /// The program was not built.
    pub fn run(&self, on: &ReadyCase, program: &BuiltSubmission) -> Result<JudgedCase, Fault> {
        let Ok(built) = &*program.build else {
            return Err(Fault::judge("the program was not built"));
        };
        let stopped_at = self.judge.policy.stopped_at(false);
        let alongside = Alongside::Others(&self.retrials);
        let subject = Subject { name: &program.name, program: built, stopped_at: &stopped_at };
        Ok(self.judge.judge_ready(subject, on, alongside).judged)
    }
}
