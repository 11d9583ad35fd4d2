//! The grading of the old versions: groups are nested, and each result is computed from those of
//! the parts, by the flags of the default grader or by a custom grader.

use super::super::verdict::Verdict;
use super::{CaseGrade, Custom, Graded, GroupNode, Part, TestGroup, worth};
use crate::purpose::SAMPLE;
use referee_base::fault::Fault;

impl GroupNode {
    /// Grades this group, and adds the results of the groups in it to `groups`.
    pub(super) fn grade_old(
        &self,
        outcomes: &[Option<CaseGrade>],
        custom: &Custom,
        groups: &mut Vec<TestGroup>,
    ) -> Result<TestGroup, Fault> {
        let ends = self.grading.ends_at_failure();
        let mut all: Vec<(&str, Verdict, f64)> = Vec::new();
        for part in &self.parts {
            let (name, (verdict, score)) = match part {
                Part::Case(at) => ("", self.case_old(outcomes[*at])),
                Part::Group(group) => {
                    let graded = group.grade_old(outcomes, custom, groups)?;
                    let result = (graded.verdict, graded.score);
                    groups.push(graded);
                    (group.name.as_str(), result)
                }
            };
            let Some(verdict) = verdict else { continue };
            all.push((name, verdict, score));
            if ends && verdict != Verdict::Accepted {
                break;
            }
        }
        let is_custom = self.grading.is_custom == Some(true);
        if self.name.is_empty() && self.grading.has("ignore_sample") && !is_custom {
            all.retain(|(name, ..)| *name != SAMPLE);
        }
        let (verdict, score) = if is_custom && !all.is_empty() {
            let parts: Vec<_> = all.iter().map(|&(_, verdict, score)| (verdict, score)).collect();
            let flags = self.grading.flags.as_deref().unwrap_or_default();
            let (verdict, score) = custom(&parts, flags)?;
            (Some(verdict), score)
        } else {
            self.aggregate(&all)
        };
        Ok(TestGroup { name: self.name.clone().into(), verdict, score })
    }

    /// Returns whether judging has ended before the part at this place: one was not accepted.
    pub(super) fn has_ended_old(&self, place: usize, outcomes: &[Option<CaseGrade>]) -> bool {
        let is_failure = |part: &Part| {
            part.known_old(outcomes).is_some_and(|verdict| verdict != Verdict::Accepted)
        };
        self.grading.ends_at_failure() && self.parts[..place].iter().any(is_failure)
    }

    fn case_old(&self, outcome: Option<CaseGrade>) -> Graded {
        let Some(CaseGrade { verdict, score }) = outcome else { return (None, 0.0) };
        let plain = match verdict {
            Verdict::Accepted => self.grading.accepted_score(),
            _ => self.grading.rejected_score(),
        };
        (Some(verdict), worth(score, plain))
    }

    /// Applies the rules of the default grader of the old versions.
    fn aggregate(&self, parts: &[(&str, Verdict, f64)]) -> Graded {
        if parts.is_empty() {
            let verdict = self.cases().is_empty().then_some(Verdict::Accepted);
            return (verdict, 0.0);
        }
        let verdicts = || parts.iter().map(|&(_, verdict, _)| verdict);
        let is_accepted = |verdict: &Verdict| *verdict == Verdict::Accepted;
        let first_error = verdicts().find(|verdict| !is_accepted(verdict));
        let verdict = match self.grading.verdict_flag() {
            _ if self.grading.has("accept_if_any_accepted")
                && verdicts().any(|v| is_accepted(&v)) =>
            {
                Verdict::Accepted
            }
            "always_accept" => Verdict::Accepted,
            "first_error" => first_error.unwrap_or(Verdict::Accepted),
            _ => verdicts().min_by_key(|verdict| badness(*verdict)).unwrap_or(Verdict::Accepted),
        };
        let scores = parts.iter().map(|&(.., score)| score);
        let score = match self.grading.score_flag() {
            "avg" => scores.sum::<f64>() / parts.len() as f64,
            "min" => scores.reduce(f64::min).unwrap_or(0.0),
            "max" => scores.reduce(f64::max).unwrap_or(0.0),
            _ => scores.sum(),
        };
        (Some(verdict), score)
    }
}

impl Part {
    /// Returns the verdict if no further case can change it. A group may be accepted although a
    /// case of it was not; so may one with a custom grader, which is asked only in the end.
    fn known_old(&self, outcomes: &[Option<CaseGrade>]) -> Option<Verdict> {
        let group = match self {
            Part::Case(at) => return outcomes[*at].map(|outcome| outcome.verdict),
            Part::Group(group) => group,
        };
        for part in &group.parts {
            let verdict = part.known_old(outcomes)?;
            if verdict != Verdict::Accepted && group.grading.ends_at_failure() {
                break;
            }
        }
        let custom = &|_: &[_], _: &[_]| Ok((Verdict::Accepted, 0.0));
        group.grade_old(outcomes, custom, &mut Vec::new()).ok()?.verdict
    }
}

/// Returns the rank of a verdict for the default grader, 0 for the worst.
fn badness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::JudgeError => 0,
        Verdict::RunTimeError => 1,
        Verdict::MemoryLimit => 2,
        Verdict::TimeLimit => 3,
        Verdict::OutputLimit => 4,
        Verdict::WrongAnswer | Verdict::NoOutput => 5,
        Verdict::Malformed => 6,
        Verdict::CompileError => 7,
        Verdict::Accepted => 8,
    }
}
