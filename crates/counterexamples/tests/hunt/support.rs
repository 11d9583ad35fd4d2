//! Functions as programs, and lists as sources.

use referee_base::fault::Fault;
use referee_counterexamples::hunt::{
    Candidate, CandidateSource, Draw, HuntOptions, HuntResult, Origin,
};
use referee_counterexamples::{Failure, Outcome, Subject};

/// A subject that is a function of the input.
pub(crate) struct Program<F>(pub(crate) F);

impl<F: Fn(&[u8]) -> Result<Outcome, Fault> + Sync> Subject for Program<F> {
    fn judge(&self, input: &[u8]) -> Result<Outcome, Fault> {
        (self.0)(input)
    }
}

/// Returns a program that fails on some inputs.
pub(crate) fn fails_on(fails: impl Fn(&[u8]) -> bool + Sync) -> impl Subject {
    Program(move |input: &[u8]| Ok(if fails(input) { failed() } else { Outcome::Passed(0) }))
}

pub(crate) fn failed() -> Outcome {
    Outcome::Failed(Failure { kind: "wrong answer".into(), message: "it is wrong".into() })
}

/// The texts `NAME 0`, `NAME 1` and so on, `count` of them.
#[derive(Clone, Copy)]
pub(crate) struct Texts {
    pub(crate) name: &'static str,
    pub(crate) count: u64,
}

impl CandidateSource for Texts {
    fn name(&self) -> &str {
        self.name
    }

    fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
        if index >= self.count {
            return Ok(Draw::Exhausted);
        }
        Ok(candidate(format!("{} {index}", self.name)))
    }
}

pub(crate) fn candidate(text: String) -> Draw {
    let origin = Origin::Other(text.clone());
    Draw::Candidate(Candidate { input: text.into_bytes(), origin })
}

/// Hunts with a number of tries and of threads.
pub(crate) fn hunt(
    subject: &dyn Subject,
    sources: &[&dyn CandidateSource],
    (tries, jobs): (u64, usize),
) -> Result<HuntResult, Fault> {
    let options = HuntOptions { seed: 1, jobs, tries, stop: &|| false };
    referee_counterexamples::hunt::hunt(subject, sources, &options, &mut |_| ())
}
