//! Looks up runs in the record.

use std::sync::Arc;

use super::inputs::Judge;
use super::record::key::RunKey;
use super::shared::Shared;
use super::submission::Submission;
use crate::cases::CaseFile;
use crate::events::{JudgedCase, Verdict};
use referee_base::digest::ContentHash;
use referee_sandbox::Limits;

impl Judge<'_> {
    /// Returns the key of a run on a case, given by position, if runs are recorded.
    pub(super) fn key(
        &self,
        submission: &Submission,
        (content, toolchain): (&ContentHash, &ContentHash),
        (at, shared): (usize, &Shared),
    ) -> Option<RunKey> {
        self.services.record?;
        let case = shared.cases.content(at, self)?;
        let language = &submission.source.language;
        let time_by = language.time_by(self.policy.limits.time_by);
        let limits = Limits { memory_rule: language.memory, time_by, ..self.policy.limits };
        let (checker, isolation) = (&self.inputs.checker_key, &self.services.runs.isolation);
        Some(RunKey::new(content, toolchain, case, checker, &limits, isolation))
    }

    /// Returns the judgement of a recorded run, if there is one that still holds.
    pub(super) fn kept(
        &self,
        key: &RunKey,
        name: &Arc<str>,
        file: &CaseFile,
    ) -> Option<JudgedCase> {
        let judged = self.services.record?.find(key, &self.policy.limits)?;
        let excerpts = self.policy.excerpts;
        let has_excerpts = judged.output.is_some() || judged.dialogue.is_some();
        if excerpts && judged.verdict != Verdict::Accepted && !has_excerpts {
            return None;
        }
        let judged = if excerpts { judged } else { judged.without_excerpts() };
        // The names may differ: the key covers contents only.
        let (contestant, case) = (Arc::clone(name), Arc::clone(&file.name));
        Some(JudgedCase { contestant, case, kept: true, ..judged })
    }

    /// Returns the recorded verdict of a case that was rerun with another verdict.
    pub(super) fn changed_from(&self, key: &RunKey, judged: &JudgedCase) -> Option<Verdict> {
        let before = self.services.record?.before(key, &self.policy.limits)?.verdict;
        (judged.verdict != Verdict::JudgeError && before != judged.verdict).then_some(before)
    }
}
