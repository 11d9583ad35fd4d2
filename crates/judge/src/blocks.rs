//! The result of a submission whose cases were judged by several machines, computed by the same
//! code as if one machine had judged them all.

use std::sync::Arc;

use crate::end::{concluded, scores};
use crate::inputs::{Judge, StopPolicy};
use crate::so_far::SoFar;
use referee_base::fault::Fault;
use referee_events::scoring::{PointScheme, ScoringScheme};
use referee_events::{BlockResult, Event, JudgedCase, Verdict};
use referee_package::ExpectationResult;

impl Judge<'_> {
    /// Returns whether several machines can judge a submission, given by position: each judges some
    /// of its cases, and the result follows from their events. This requires that all its cases are
    /// run, whatever the results of others; that no programs grade it, as with the groups of a
    /// package; and that there are no sanitizers, which look at the first failure of each kind.
    pub fn can_be_cut(&self, submission: usize) -> bool {
        let Judge { inputs, policy, services } = self;
        let one = &inputs.found.submissions[submission];
        policy.mode == StopPolicy::All
            && services.sanitizers.is_none()
            && inputs.scoring.is_none_or(|scoring| !scoring.groups().is_empty())
            && one.expected.as_ref().is_none_or(|expected| expected.is_of_parts())
            && one.refused.is_none()
    }
}

/// A submission that is read block by block.
pub struct WholeSubmission<'a> {
    cases: &'a [Arc<str>],
    points: Option<&'a PointScheme>,
    so_far: SoFar,
    blocks: Vec<BlockResult>,
}

impl<'a> WholeSubmission<'a> {
    /// Creates the state before the first block.
    pub fn new(cases: &'a [Arc<str>], points: Option<&'a PointScheme>) -> WholeSubmission<'a> {
        WholeSubmission { cases, points, so_far: SoFar::of(cases.len()), blocks: Vec::new() }
    }

    /// Adds the judgement of a case, given by position. Cases must come in order.
    pub fn add_case(&mut self, at: usize, judged: &JudgedCase) {
        self.so_far.add(at, judged);
    }

    /// Adds the result of a machine for all its cases.
    pub fn add_block(&mut self, block: BlockResult) {
        self.blocks.push(block);
    }

    /// Returns the event that ends the submission; `None` if there was no block.
    ///
    /// # Errors
    /// The cases cannot be graded.
    pub fn end(self) -> Result<Option<Event>, Fault> {
        let Some(first) = self.blocks.first() else { return Ok(None) };
        // The submission could not be run at all, with the same result on every machine.
        if let Some(block) = self.blocks.iter().find(|block| block.cases.is_empty()) {
            return Ok(Some(Event::Submission(block.result.clone())));
        }
        let got = self.so_far.got(|at| &self.cases[at]);
        let scores = scores(self.points.map(|points| points as &dyn ScoringScheme), &self.so_far)?;
        let start = self.so_far.described(|at| &self.cases[at], first.result.clone());
        let rules = self.rules();
        let rules = first.result.expected.as_ref().map(|_| &rules[..]);
        let mut end = concluded(start, &self.so_far, &got, scores, rules);
        // Only the block that prints nothing says what writes instead.
        let is_silent = |block: &&BlockResult| block.result.verdict == Some(Verdict::NoOutput);
        if end.verdict == Some(Verdict::NoOutput)
            && let Some(silent) = self.blocks.iter().find(is_silent)
        {
            end.program.clone_from(&silent.result.program);
        }
        end.apply_lateness();
        Ok(Some(Event::Submission(end)))
    }

    /// Returns how each rule about what is expected compares with all cases.
    fn rules(&self) -> Vec<ExpectationResult> {
        let rules = self.blocks.iter().map(|block| block.rules.clone());
        let both = |a: Vec<ExpectationResult>, b: Vec<ExpectationResult>| {
            a.into_iter().zip(b).map(|(a, b)| a.of_parts(b)).collect()
        };
        rules.reduce(both).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::{CaseRange, JudgedProgram, Reason, SourceLine, SubmissionResult};

    #[test]
    fn the_part_that_prints_nothing_says_what_writes_instead() {
        let cases: [Arc<str>; 2] = ["1", "2"].map(Arc::from);
        let name: Arc<str> = "a.py".into();
        let mut whole = WholeSubmission::new(&cases, None);
        let line = SourceLine { line: 3, text: "open('out', 'w')".into() };
        let parts = [(Reason::Proved, None), (Reason::Empty, Some(line.clone()))];
        for (at, (reason, writes)) in parts.into_iter().enumerate() {
            whole.add_case(at, &JudgedCase::plain(&name, &cases[at], reason, ""));
            let program = JudgedProgram {
                file: "a.py".into(),
                language: "python".into(),
                written_as: None,
                writes,
            };
            whole.add_block(BlockResult {
                cases: vec![CaseRange { first: at, count: 1 }],
                rules: Vec::new(),
                result: SubmissionResult {
                    verdict: Some(reason.verdict()),
                    program: Some(program),
                    ..SubmissionResult::unjudged(&name)
                },
            });
        }
        let Some(Event::Submission(end)) = whole.end().unwrap() else { panic!("it has blocks") };
        assert_eq!(end.verdict, Some(Verdict::NoOutput));
        assert_eq!(end.program.and_then(|program| program.writes), Some(line));
    }
}
