//! Repeats failing runs under sanitizers, to name the cause of each with file and line.
//!
//! A crash says little: it is a signal, or nothing if a program writes past an array and continues.
//! The same program compiled with AddressSanitizer and UndefinedBehaviorSanitizer reports what it
//! did and where. It is slower and larger, so it is run after judging, on the first case of each
//! kind of failure, under wider limits. Its result changes no verdict and is not recorded.

mod diagnosis;

use std::collections::HashSet;
use std::sync::OnceLock;

use self::diagnosis::SourceFile;
use super::case_run::run_once;
use super::inputs::{Judge, Shared, StopPolicy};
use super::retrial::Alongside;
use super::runner::Runner;
use super::sanitizers::{Sanitizers, not_built, watched};
use referee_base::digest::ContentHash;
use referee_events::{CAUSE, Event, JudgedCase, LabelledFact, Reason, STDERR};
use referee_intake::submission::Submission;
use referee_programs::{Builder, Program, Source};
use referee_sandbox::{Ended, Limits, MemoryRule, ProcessExit};

/// The factors by which time and memory limits are larger under sanitizers.
const SLOWER: u32 = 4;
const LARGER: u64 = 3;

/// The memory in bytes that sanitizers take for themselves, beyond that.
const OWN_MEMORY: u64 = 512 << 20;

/// Returns the limits of a program under sanitizers, which reserve terabytes of address space. An
/// endless recursion must reach the end of its stack before that of its memory.
fn wider(limits: &Limits) -> Limits {
    Limits {
        cpu: limits.cpu.saturating_mul(SLOWER),
        wall: limits.wall.saturating_mul(SLOWER),
        memory: limits.memory.saturating_mul(LARGER).saturating_add(OWN_MEMORY),
        memory_rule: MemoryRule::Resident,
        stack: limits.stack.saturating_mul(LARGER),
        ..*limits
    }
}

impl Judge<'_> {
    /// Adds its cause to the first failure of each kind among the events of a submission,
    /// as far as sanitizers report it.
    pub(super) fn add_causes(
        &self,
        submission: &Submission,
        content: ContentHash,
        shared: &Shared,
        events: &mut [Event],
    ) {
        let sanitizers = self.services.sanitizers;
        let sanitizers = sanitizers.filter(|_| self.policy.mode != StopPolicy::Timing);
        let watched = |known: &Sanitizers| known.watched(&submission.source.language);
        let Some(language) = sanitizers.and_then(watched) else { return };
        let executor = shared.retrials.beside_others(self.services.executor);
        let (limits, toolchains) = (&self.policy.compile_limits, self.services.toolchains);
        let builder = Builder::of_submissions(limits, toolchains, &executor);
        let source = Source { language, ..submission.source.clone() };
        let built = OnceLock::new();
        let mut kinds = HashSet::new();
        for event in events {
            let Event::Judged(judged) = event else { continue };
            let is_failure = !matches!(judged.reason, Reason::Proved | Reason::JudgeError);
            if !is_failure || judged.used.is_none() || !kinds.insert(judged.reason) {
                continue;
            }
            let cause = match built.get_or_init(|| builder.build(&source, Some(content))) {
                Ok(program) => self.cause(program, &source, shared, judged),
                Err(why) => {
                    let why = not_built(why);
                    Some(format!("not looked for: it does not compile with sanitizers: {why}"))
                }
            };
            let at = judged.facts.iter().position(|fact| fact.label == STDERR);
            let at = at.unwrap_or(judged.facts.len());
            let fact = cause.map(|text| LabelledFact { label: CAUSE.into(), text });
            judged.facts.splice(at..at, fact);
        }
    }

    /// Runs a program under sanitizers on a case that it fails, and returns the cause.
    fn cause(
        &self,
        program: &Program,
        source: &Source,
        shared: &Shared,
        judged: &JudgedCase,
    ) -> Option<String> {
        let at = self.inputs.cases.iter().position(|case| case.name == judged.case)?;
        // The checker runs as well.
        let _quietly = Alongside::Others(&shared.retrials).quietly();
        let ready = shared.cases.ready(at, self);
        let ready = ready.as_ref().as_ref().ok()?;
        let runner = self.runner(ready, program, &wider(&self.policy.limits));
        let runner = Runner { program: watched(runner.program), keeps: false, ..runner };
        let ended = run_once(&judged.contestant, ready, &runner).ok()?.ended;
        let is_crash = judged.reason == Reason::RunTimeError;
        let files = source
            .files
            .iter()
            .map(|file| SourceFile { compiled: program.name_in_copy(file), own: file.clone() });
        let files: Vec<SourceFile> = files.collect();
        diagnosis::cause(&ended.stderr, &files).or_else(|| is_crash.then(|| nothing(&ended)))
    }
}

/// Says that a failure has no cause that sanitizers see.
fn nothing(ended: &Ended) -> String {
    const UNSEEN: &str = "sanitizers do not detect uninitialized variables";
    match (ended.stopped, ended.exit) {
        (Some(_), _) => "unknown: with sanitizers it exceeds even wider limits".into(),
        (None, ProcessExit::Exited(0)) => {
            format!("unknown: with sanitizers it does not fail; {UNSEEN}")
        }
        (None, ProcessExit::Exited(code)) => {
            format!("it exits with code {code}, and sanitizers find no error; {UNSEEN}")
        }
        (None, ProcessExit::Killed(signal)) => {
            format!("unknown: with sanitizers it ends by signal {signal}; {UNSEEN}")
        }
    }
}
