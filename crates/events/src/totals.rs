//! The totals of a run, counted from its events.

use serde::Serialize;

use super::{Event, NotJudged, is_zero};
use crate::calibration::{CalibrationFigures, MachineSpeed};
use referee_package::{ExpectationResult, Verdict};

/// The totals of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Totals {
    /// Outputs judged.
    pub judged: usize,
    /// Outputs accepted.
    pub accepted: usize,
    /// Outputs rejected, for any reason.
    pub refused: usize,
    /// Outputs not judged because of a fault of the judge, and faults that do not belong to a
    /// single case.
    pub judge_errors: usize,
    /// Judged outputs whose results come from earlier runs.
    #[serde(skip_serializing_if = "is_zero")]
    pub kept: usize,
    /// The totals of submissions, if programs were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submissions: Option<SubmissionTotals>,
    /// Whether the run was interrupted, so that some results are missing. Only people see this:
    /// other reports are not written then.
    #[serde(skip)]
    pub is_interrupted: bool,
    /// The speed of the machine during the run, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineSpeed>,
    /// The shortest times of fixed loops during the run; absent if all results come from earlier
    /// runs, so that no program was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<CalibrationFigures>,
}

/// The totals of submissions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubmissionTotals {
    /// Judged submissions.
    pub judged: usize,
    /// Judged submissions with the expected result.
    pub as_expected: usize,
    /// Judged submissions without an expected result.
    #[serde(skip_serializing_if = "is_zero")]
    pub nothing_expected: usize,
    /// Accepted submissions among those without an expected result.
    #[serde(skip_serializing_if = "is_zero")]
    pub accepted: usize,
    /// Submissions that could not be judged.
    pub not_judged: usize,
    /// Submissions that were not judged because a compiler or interpreter is not installed, if that
    /// is allowed.
    #[serde(skip_serializing_if = "is_zero")]
    pub allowed: usize,
}

impl Totals {
    /// Returns whether nothing was judged: no output, nor a submission.
    pub fn is_nothing(&self) -> bool {
        // Cases in a shard count where their submission, which is only known as a whole, does not.
        self.judged == 0 && self.submissions.is_none_or(|all| all.judged == 0)
    }

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
                        let why = submission.not_judged.as_ref();
                        totals.allowed += usize::from(why.is_some_and(NotJudged::is_allowed));
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
            // The result is only known when all blocks are combined.
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
