//! Looks up runs in the record.

use std::sync::Arc;

use log::info;

use crate::inputs::Judge;
use crate::record::key::RunKey;
use crate::shared::Shared;
use referee_base::digest::ContentHash;
use referee_events::{JudgedCase, Verdict};
use referee_intake::submission::Submission;
use referee_problem::cases::CaseFile;
use referee_problem::dependencies::Part;
use referee_programs::Toolchain;
use referee_sandbox::Limits;

impl Judge<'_> {
    /// Returns the key of a run on a case, given by position, if runs are recorded.
    pub(crate) fn key(
        &self,
        submission: &Submission,
        (content, toolchain): (&ContentHash, &Toolchain),
        (at, shared): (usize, &Shared),
    ) -> Option<RunKey> {
        self.services.record?;
        let case = shared.cases.case_key(at, self)?;
        let (language, policy) = (&submission.source.language, &self.policy);
        let mut all = self.inputs.dependencies.and(&case.dependencies);
        all.on(Part::Submission, content);
        all.on(Part::Language, language.given().as_bytes());
        all.on(Part::Toolchain, &toolchain.number());
        all.on(Part::Packages, &self.services.toolchains.packages(language, toolchain));
        let time_by = language.time_by(policy.limits.time_by);
        let limits = Limits { memory_rule: language.memory, time_by, ..policy.limits };
        all.on(Part::Limits, but_times(&limits).as_bytes());
        if !language.compile.is_empty() {
            all.on(Part::CompileLimits, format!("{:?}", policy.compile_limits).as_bytes());
        }
        all.on(Part::Isolation, self.services.runs.isolation.as_bytes());
        Some(RunKey::of(&all))
    }

    /// Returns the judgement of a recorded run, if there is one that still holds.
    pub(crate) fn kept(
        &self,
        key: &RunKey,
        name: &Arc<str>,
        file: &CaseFile,
    ) -> Option<JudgedCase> {
        let record = self.services.record?;
        let Some(judged) = record.find(key, &self.policy.limits) else {
            info!(target: "kept", "{name} on {}: no, {}", file.name, record.why_not(key));
            return None;
        };
        let excerpts = self.policy.excerpts;
        let has_excerpts = judged.output.is_some() || judged.dialogue.is_some();
        if excerpts && judged.verdict != Verdict::Accepted && !has_excerpts {
            info!(target: "kept", "{name} on {}: no, a report shows its output", file.name);
            return None;
        }
        info!(target: "kept", "{name} on {}: {}, run {key}", file.name, judged.reason.words());
        let judged = if excerpts { judged } else { judged.without_excerpts() };
        // The names may differ: the key covers contents only.
        let (contestant, case) = (Arc::clone(name), Arc::clone(&file.name));
        Some(JudgedCase { contestant, case, kept: true, ..judged })
    }

    /// Returns the recorded verdict of a case that was rerun with another verdict.
    pub(crate) fn changed_from(&self, key: &RunKey, judged: &JudgedCase) -> Option<Verdict> {
        let before = self.services.record?.before(key, &self.policy.limits)?.verdict;
        (judged.verdict != Verdict::JudgeError && before != judged.verdict).then_some(before)
    }
}

/// Returns all limits but those of time: they are recorded beside the times, so that a run can be judged again when they change.
fn but_times(limits: &Limits) -> String {
    // Names all fields, so that a new limit cannot be forgotten here.
    let Limits {
        cpu: _,
        time_by,
        wall: _,
        memory,
        memory_rule,
        output,
        processes,
        file_size,
        disk,
        stack,
    } = limits;
    let numbers = [*memory, *output, u64::from(*processes), *file_size, *disk, *stack];
    format!("{numbers:?} {memory_rule:?} {time_by:?}")
}
