//! Equal failures of many submissions, which one comment can address together.
//!
//! Two failures on the same case are equal if the programs wrote the same output, if the checker
//! reports the same at the same place in the output, or if they ended in the same kind of exception
//! on the same line of the program. Messages that differ in a number differ: similar failures may
//! have different causes. The groups of a failure depend on nothing else: each has an identifier
//! derived from its content, the same in every run.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;

use referee_base::digest::{Digest, to_hex};
use referee_events::{Crash, JudgedCase, Reason, STDERR};

/// The number of bytes in an identifier.
const BYTES: usize = 5;

/// The maximum number of groups: the outputs of very many submissions may all differ.
const MAX_FAILURES: usize = 200_000;

/// Words in the messages about programs that exceed the limit of wall time, and in those about no
/// others that take too long.
const WALL_TIME: &str = "of wall time";

/// What the failures of a group have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Common {
    /// How they fail.
    Refutation,
    /// The whole output.
    Output,
}

impl Common {
    /// Returns the name used in machine-readable output.
    pub(super) fn code(self) -> &'static str {
        match self {
            Common::Refutation => "refutation",
            Common::Output => "output",
        }
    }
}

/// A group of equal failures.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FailureGroup {
    case: Arc<str>,
    common: Common,
    reason: Reason,
    /// The common part: how the program failed, or the digest of the output.
    same: String,
}

impl FailureGroup {
    /// Returns the groups of a failure; empty for other judgements.
    pub(crate) fn of(judged: &JudgedCase) -> Vec<FailureGroup> {
        if matches!(judged.reason, Reason::Proved | Reason::JudgeError) {
            return Vec::new();
        }
        let group = |common, same| FailureGroup {
            case: Arc::clone(&judged.case),
            common,
            reason: judged.reason,
            same,
        };
        let by_output = judged.output_digest.clone().map(|digest| group(Common::Output, digest));
        [group(Common::Refutation, kind(judged))].into_iter().chain(by_output).collect()
    }

    /// Returns the identifier in hexadecimal digits.
    pub(crate) fn id(&self) -> String {
        let mut digest = Digest::new();
        for part in [&*self.case, self.common.code(), self.reason.code(), &self.same] {
            digest.add(part.as_bytes());
        }
        to_hex(&digest.number()[..BYTES])
    }
}

/// Returns how a program failed: what the checker reports and where, or how it crashed. Exceeding a
/// limit says nothing more, except that sleeping is another mistake than working too long.
fn kind(judged: &JudgedCase) -> String {
    match judged.reason {
        Reason::RunTimeError => crash(judged),
        Reason::TimeLimit if judged.message.contains(WALL_TIME) => WALL_TIME.into(),
        Reason::TimeLimit | Reason::MemoryLimit | Reason::OutputLimit => String::new(),
        _ => {
            let place = judged.place.map(|place| format!("{}:{} ", place.line, place.column));
            // What the output has at that place is part of the comparison.
            format!("{}{}: {}", place.unwrap_or_default(), judged.says, judged.message)
        }
    }
}

/// Returns the kind of exception and the line of the program, or else how it ended and the last
/// line it wrote to stderr.
fn crash(judged: &JudgedCase) -> String {
    let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
    let stderr = stderr.map_or("", |fact| &fact.text);
    let Some(Crash { kind, said, line, source }) = Crash::read(stderr) else {
        let last = stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        return format!("{}: {last}", judged.message);
    };
    let place = source.or(line.map(|line| line.to_string()));
    // Without a place, the message distinguishes mistakes.
    format!("{kind}: {}", place.unwrap_or(said))
}

/// The members of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EqualFailures {
    /// The identifier of the group, which comments refer to.
    pub id: String,
    /// The failed case.
    pub case: Arc<str>,
    /// What they have in common.
    pub common: Common,
    /// Why they fail.
    pub reason: Reason,
    /// The message of the first of them.
    pub message: String,
    /// The submissions.
    pub submissions: Vec<Arc<str>>,
}

/// The failures of a run, by group.
#[derive(Debug, Default)]
pub(super) struct CollectedFailures {
    groups: HashMap<FailureGroup, (String, Vec<Arc<str>>)>,
}

impl CollectedFailures {
    pub(super) fn add(&mut self, judged: &JudgedCase) {
        for group in FailureGroup::of(judged) {
            if self.groups.len() >= MAX_FAILURES && !self.groups.contains_key(&group) {
                continue;
            }
            let (_, members) = self
                .groups
                .entry(group)
                .or_insert_with(|| (judged.message.to_string(), Vec::new()));
            members.push(Arc::clone(&judged.contestant));
        }
    }

    /// Returns the groups of several submissions, largest first. If all submissions that fail in
    /// one way wrote the same output, only one of the two groups is returned.
    pub(super) fn equal(&self) -> Vec<EqualFailures> {
        let mut refuted: HashMap<&Arc<str>, HashSet<&[Arc<str>]>> = HashMap::new();
        for (group, (_, members)) in &self.groups {
            if group.common == Common::Refutation {
                refuted.entry(&group.case).or_default().insert(members);
            }
        }
        let is_listed = |group: &FailureGroup, members: &[Arc<str>]| {
            let others = || refuted.get(&group.case).is_some_and(|others| others.contains(members));
            group.common == Common::Output && others()
        };
        let several = self.groups.iter().filter(|(_, (_, members))| members.len() > 1);
        let unlisted = several.filter(|(group, (_, members))| !is_listed(group, members));
        let mut equal: Vec<EqualFailures> = unlisted
            .map(|(group, (message, members))| EqualFailures {
                id: group.id(),
                case: Arc::clone(&group.case),
                common: group.common,
                reason: group.reason,
                message: message.clone(),
                submissions: members.clone(),
            })
            .collect();
        equal.sort_by(|a, b| {
            let key = |one: &EqualFailures| (one.case.clone(), one.common, one.id.clone());
            b.submissions.len().cmp(&a.submissions.len()).then_with(|| key(a).cmp(&key(b)))
        });
        equal
    }
}

#[cfg(test)]
mod tests;
