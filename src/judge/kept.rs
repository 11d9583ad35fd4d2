//! What the record has of a run already.

use std::sync::Arc;

use super::inputs::Judge;
use super::prepared::Seen;
use super::record::key::{self, Key};
use super::submission::Submission;
use crate::cases::CaseFile;
use crate::events::{Judged, Verdict};
use crate::programs::Number;
use crate::sandbox::Limits;

impl Judge<'_> {
    /// The key of a run, if runs are kept.
    pub(super) fn key(
        &self,
        submission: &Submission,
        (content, toolchain): (&Number, &Number),
        file: &CaseFile,
        seen: &Seen,
    ) -> Option<Key> {
        self.services.record?;
        let problem = &self.inputs.problem;
        let case = seen.content.get_or_init(|| {
            let (options, files) = (problem.case_options(file), problem.files(file));
            key::of_case(file, &options, &files).ok()
        });
        let memory_rule = submission.source.language.memory;
        let limits = Limits { memory_rule, ..self.policy.limits };
        let (checker, isolation) = (&self.inputs.checker_key, &self.services.runs.isolation);
        Some(Key::new(content, toolchain, case.as_ref()?, checker, &limits, isolation))
    }

    /// What a kept run gives.
    pub(super) fn kept(&self, key: &Key, name: &Arc<str>, file: &CaseFile) -> Option<Judged> {
        let judged = self.services.record?.find(key, &self.policy.limits)?;
        let excerpts = self.policy.excerpts;
        if excerpts && judged.verdict != Verdict::Accepted && judged.output.is_none() {
            return None;
        }
        let judged = if excerpts { judged } else { judged.without_excerpts() };
        // The names may be others: the key is that of the contents.
        let (contestant, case) = (Arc::clone(name), Arc::clone(&file.name));
        Some(Judged { contestant, case, kept: true, ..judged })
    }

    /// The verdict that had been kept, where the case was run again and gave another one.
    pub(super) fn changed_from(&self, key: &Key, judged: &Judged) -> Option<Verdict> {
        let before = self.services.record?.before(key, &self.policy.limits)?.verdict;
        (judged.verdict != Verdict::JudgeError && before != judged.verdict).then_some(before)
    }
}
