//! Looks up known runs: in the record, or among those that inferred the time limit.

use std::sync::Arc;

use log::info;

use crate::inputs::Judge;
use crate::record::run::RunKey;
use crate::retrial::Alongside;
use crate::submission_run::Turn;
use referee_events::{JudgedCase, Verdict};
use referee_problem::cases::CaseFile;
use referee_problem::dependencies::Part;
use referee_sandbox::Limits;

impl Turn<'_> {
    /// Returns the key of the run on a case, given by position, if runs are recorded.
    pub(crate) fn key(&self, at: usize) -> Option<RunKey> {
        let Turn { judge, submission, content, toolchain, shared, .. } = self;
        let Judge { inputs, policy, services } = judge;
        services.record?;
        let _quietly = Alongside::Others(&shared.retrials).quietly();
        let case = shared.cases.case_key(at, *judge)?;
        let language = &submission.source.language;
        let mut all = inputs.dependencies.and(&case.dependencies);
        all.on(Part::Submission, content);
        all.on(Part::Language, language.given().as_bytes());
        all.on(Part::Toolchain, &toolchain.number());
        all.on(Part::Packages, &services.toolchains.packages(language, toolchain));
        let time_by = language.time_by(policy.limits.time_by);
        let limits = Limits { memory_rule: language.memory, time_by, ..policy.limits };
        all.on(Part::Limits, but_times(&limits).as_bytes());
        if !language.compile.is_empty() {
            all.on(Part::CompileLimits, format!("{:?}", policy.compile_limits).as_bytes());
        }
        all.on(Part::Isolation, services.runs.isolation.as_bytes());
        Some(RunKey::of(&all))
    }

    /// Returns the judgement of a run that was made earlier, if there is one that still holds.
    pub(crate) fn known_run(&self, key: Option<RunKey>, file: &CaseFile) -> Option<JudgedCase> {
        let Judge { policy, services, .. } = self.judge;
        // A known run comes without its output.
        let is_enough =
            |timed: &JudgedCase| policy.is_repeated_enough(timed) && services.outputs.is_none();
        let kept = key.and_then(|key| self.kept(&key, file));
        kept.or_else(|| self.timed(file).filter(is_enough))
    }

    /// Returns the judgement of a recorded run, if there is one that still holds.
    fn kept(&self, key: &RunKey, file: &CaseFile) -> Option<JudgedCase> {
        let Judge { policy, services, .. } = self.judge;
        let (record, name) = (services.record?, &self.submission.name);
        let no = |why: &str| {
            info!(target: "kept", "{name} on {}: no, {why}", file.name);
            None
        };
        if services.outputs.is_some() {
            return no("its output is saved");
        }
        let Some(judged) = record.find(key, &policy.limits) else {
            // Why is found out only if it is logged.
            info!(target: "kept", "{name} on {}: no, {}", file.name, record.why_not(key));
            return None;
        };
        // Once the checker of an interactive problem has rejected, a program may take any time.
        if judged.before == Some(Verdict::WrongAnswer) && !self.judge.inputs.problem.has_answers() {
            return no("it may have been rejected before");
        }
        if !policy.is_repeated_enough(&judged) {
            return no("it was run less often");
        }
        let excerpts = policy.excerpts;
        let has_excerpts = judged.output.is_some() || judged.dialogue.is_some();
        if excerpts && judged.verdict != Verdict::Accepted && !has_excerpts {
            return no("a report shows its output");
        }
        info!(target: "kept", "{name} on {}: {}, run {key}", file.name, judged.reason.words());
        let judged = if excerpts { judged } else { judged.without_excerpts() };
        // The names may differ: the key covers contents only.
        let (contestant, case) = (Arc::clone(name), Arc::clone(&file.name));
        Some(JudgedCase { contestant, case, kept: true, ..judged })
    }

    /// Returns the judgement of the case from inferring the time limit, if there is one.
    fn timed(&self, file: &CaseFile) -> Option<JudgedCase> {
        let Judge { policy, services, .. } = self.judge;
        let judged = services.timed?.find(&self.content, &file.name, &policy.limits)?.clone();
        // The name may differ: timed runs are found by content.
        Some(JudgedCase { contestant: self.submission.name.clone(), ..judged })
    }

    /// Returns the recorded verdict of a case, if it was rerun with another verdict.
    pub(crate) fn changed_from(&self, key: &RunKey, judged: &JudgedCase) -> Option<Verdict> {
        let Judge { policy, services, .. } = self.judge;
        let before = services.record?.before(key, &policy.limits)?.verdict;
        (judged.verdict != Verdict::JudgeError && before != judged.verdict).then_some(before)
    }
}

/// Returns all limits but those of time, which are recorded beside the times, so that a run can be
/// judged again when they change.
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
