//! A hash of all that a run's verdicts depend on: machines that share a run compare it before they judge, and when they are merged.

use super::inputs::{Judge, StopPolicy};
use super::prepared::Prepare;
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;

impl Judge<'_> {
    /// Returns the content hash of each submission; where its files cannot be read, that of its name.
    pub fn contents_of_submissions(&self) -> Vec<ContentHash> {
        let content = |one: &super::submission::Submission| {
            one.source.content().unwrap_or_else(|_| {
                let mut name = Digest::new();
                name.add(one.name.as_bytes());
                name.number()
            })
        };
        self.inputs.found.submissions.iter().map(content).collect()
    }

    /// Adds everything that verdicts depend on, and how it is called: cases, submissions, checker, limits, compilers, this program.
    ///
    /// # Errors
    /// A case cannot be read.
    pub fn add_contents(&self, digest: &mut Digest) -> Result<(), Fault> {
        let Judge { inputs, policy, services } = self;
        for text in [env!("CARGO_PKG_VERSION"), inputs.problem.name(), &inputs.checker_key] {
            digest.add(text.as_bytes());
        }
        inputs.problem.options().iter().for_each(|option| digest.add(option.as_bytes()));
        for (at, case) in inputs.cases.iter().enumerate() {
            digest.add(case.name.as_bytes());
            digest.add(&self.digest(&self.open(at)?)?);
        }
        let contents = self.contents_of_submissions();
        for (one, content) in inputs.found.submissions.iter().zip(&contents) {
            digest.add(one.name.as_bytes());
            digest.add(content);
            digest.add(format!("{:?} {:?}", one.expected, one.refused).as_bytes());
            let toolchain = services.toolchains.of(&one.source.language, services.executor);
            digest.add(&toolchain.number());
        }
        inputs.found.others.iter().for_each(|(name, _)| digest.add(name.as_bytes()));
        let groups = inputs.scoring.map_or(&[][..], |scoring| scoring.groups());
        digest.add(format!("{groups:?}").as_bytes());
        let mode = match policy.mode {
            StopPolicy::FirstFailure => "first-failure",
            StopPolicy::FirstFailureInOrder => "first-failure-in-order",
            StopPolicy::All => "all",
            StopPolicy::Timing => "timing",
            StopPolicy::Measuring => "measuring",
        };
        let (limits, compile) = (&policy.limits, &policy.compile_limits);
        digest.add(format!("{mode} {limits:?} {compile:?} {}", policy.repeat).as_bytes());
        let (factor, lenient) = (policy.time_limit_to_tle, policy.allow_missing_compilers);
        let (appeals, excerpts) = (policy.appeals, policy.excerpts);
        digest.add(format!("{factor:?} {lenient} {excerpts} {appeals}").as_bytes());
        Ok(())
    }
}
