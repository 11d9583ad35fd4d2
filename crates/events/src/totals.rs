//! How many of what there was in a run, counted from its events.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Event, NotJudged, is_zero};
use crate::calibration::{CalibrationFigures, MachineSpeed};
use referee_package::{ExpectationResult, Verdict};

/// How many of what, at the end.
#[derive(Debug, Clone, Default, PartialEq, JsonSchema, Serialize)]
pub struct Totals {
    /// Outputs judged.
    pub judged: usize,
    /// Outputs accepted.
    pub accepted: usize,
    /// Outputs refused, whatever the reason.
    pub refused: usize,
    /// Outputs not judged because of a fault of ours, and faults that are no single case's.
    pub judge_errors: usize,
    /// Those of the outputs judged whose program was run earlier.
    #[serde(skip_serializing_if = "is_zero")]
    pub kept: usize,
    /// The submissions, where programs were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submissions: Option<SubmissionTotals>,
    /// Whether the run was interrupted, so that some results are missing. Only people are told: other reports are not written then.
    #[serde(skip)]
    pub is_interrupted: bool,
    /// How fast the machine was during the run, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineSpeed>,
    /// The least times of fixed loops during the run; none if no program was run, since all results are those of earlier runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<CalibrationFigures>,
}

/// How many submissions came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SubmissionTotals {
    /// Submissions that were judged.
    pub judged: usize,
    /// Those of them that got what they were meant to get.
    pub as_expected: usize,
    /// Those of the submissions judged of which nothing is expected.
    #[serde(skip_serializing_if = "is_zero")]
    pub nothing_expected: usize,
    /// Those of these that were accepted.
    #[serde(skip_serializing_if = "is_zero")]
    pub accepted: usize,
    /// Submissions that could not be judged.
    pub not_judged: usize,
    /// Those of them whose compiler or interpreter is not installed, where that is allowed.
    #[serde(skip_serializing_if = "is_zero")]
    pub allowed: usize,
}

impl Totals {
    /// Counts an event.
    pub fn count(&mut self, event: &Event) {
        match event {
            Event::Judged(judged) => {
                self.judged += 1;
                self.kept += usize::from(judged.kept);
                match judged.verdict {
                    Verdict::Accepted => self.accepted += 1,
                    Verdict::JudgeError => self.judge_errors += 1,
                    _ => self.refused += 1,
                }
            }
            Event::Fault { .. } => self.judge_errors += 1,
            Event::Submission(submission) => {
                let totals = self.submissions.get_or_insert_default();
                match submission.met {
                    ExpectationResult::NotJudged => {
                        totals.not_judged += 1;
                        let is_allowed = |why: &NotJudged| why.is_allowed();
                        totals.allowed +=
                            usize::from(submission.not_judged.as_ref().is_some_and(is_allowed));
                    }
                    met => {
                        totals.judged += 1;
                        totals.as_expected += usize::from(met == ExpectationResult::AsExpected);
                        if submission.expectation().is_none() {
                            totals.nothing_expected += 1;
                            totals.accepted +=
                                usize::from(submission.verdict == Some(Verdict::Accepted));
                        }
                    }
                }
            }
            // What its cases come to shows when all blocks are together.
            Event::Block(block) => {
                let totals = self.submissions.get_or_insert_default();
                if let Some(why) = &block.result.not_judged {
                    totals.not_judged += 1;
                    totals.allowed += usize::from(why.is_allowed());
                }
            }
            Event::Started(_) | Event::Extra { .. } | Event::Finished(_) => {}
        }
    }
}
