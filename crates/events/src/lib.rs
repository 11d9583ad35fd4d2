//! The stream of events that describes a run. Every report reads it.
//!
//! docs/reports.md documents the JSON form, and docs/events.schema.json, which is generated from
//! these types, specifies it exactly. Within a version, fields are only ever added.

pub mod calibration;
mod crash;
pub mod exit;
mod handed_in;
mod host;
mod parsed;
pub mod points;
pub mod scoring;
mod shard;
mod submission;
mod totals;
mod untimed;
mod verdict;
pub mod watch;

use std::borrow::Cow;
use std::sync::Arc;

use referee_checker::{CheckVerdict as Checked, Fact, Position, Refusal, RefusalKind};
use serde::{Deserialize, Serialize};

use crate::calibration::CalibrationFigures;
use crate::points::{CaseGroup, Points};

pub use crash::Crash;
pub use handed_in::{Decision, JudgedProgram, Lateness, Platform, SourceLine, Untouched};
pub use host::{Host, uneven};
pub use parsed::{CaseNames, Names, ends_submission};
pub use referee_package::{ExpectationResult, Score, Verdict};
pub use shard::{BlockResult, CaseRange, LastShard, ShardBlock, ShardOrigin};
pub use submission::{NotJudged, OfStudent, Slowest, Student, SubmissionResult};
pub use totals::{SubmissionTotals, Totals};
pub use verdict::Reason;

/// The name of the JSON form, in its first line.
pub const FORMAT: &str = "referee-events";
/// Its version, in its first line.
pub const VERSION: u32 = 1;

/// Returns the JSON Schema (draft 2020-12) of a line of the JSON form.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.for_serialize().into_generator().into_root_schema_for::<Event>()
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The run begins. Always the first event.
    Started(Started),
    /// Something in a contestant's folder does not count.
    Extra {
        /// The contestant.
        contestant: Arc<str>,
        /// The file, below the contestant's folder.
        path: String,
        /// The reason why it does not count.
        message: String,
    },
    /// A fault of the judge that does not belong to a single case, such as an unreadable folder.
    Fault {
        /// The message, with its path.
        message: String,
    },
    /// An output was judged.
    Judged(JudgedCase),
    /// All runs of a submission were judged, or it could not be run. Only `judge` emits this.
    Submission(SubmissionResult),
    /// All runs of a submission on this shard's cases of it were judged; other shards have its
    /// other cases. Only `judge` emits this, in place of the result of the submission.
    Block(BlockResult),
    /// The run ends. Always the last event.
    Finished(Totals),
}

/// The description of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Started {
    /// The name of this form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    pub format: Cow<'static, str>,
    /// The version of this form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub version: u32,
    /// The version of this program.
    pub referee: Cow<'static, str>,
    /// The problem.
    pub problem: String,
    /// The enabled options of its checker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The names of the cases, which may be judged in another order.
    pub cases: Vec<Arc<str>>,
    /// The contestants, in the order in which they are judged.
    pub contestants: Vec<Arc<str>>,
    /// Cases that the manifest lists but that are not on disk.
    pub not_on_disk: Vec<String>,
    /// The conditions under which programs run, if any do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// The groups of cases that are worth points, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<CaseGroup>,
    /// The best score that a submission can get, if the groups of a package bound it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_score: Option<f64>,
    /// The shard of the run that this is, if several machines share the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<ShardOrigin>>,
    /// The machines that judged the shards that these events were merged from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<Host>,
}

impl Started {
    /// Returns the file that defines additional languages, if there is one.
    pub fn languages(&self) -> Option<&str> {
        self.runs.as_ref()?.languages.as_deref()
    }

    /// Returns the maximum number of points of a submission.
    pub fn most_points(&self) -> Points {
        self.groups.iter().map(|group| group.most_points).sum()
    }

    /// Returns the contestants for which this shard has only some cases.
    pub fn contestants_of_blocks(&self) -> impl Iterator<Item = Arc<str>> {
        self.shard.iter().flat_map(|shard| {
            let index = |block: &ShardBlock| shard.positions.binary_search(&block.position).ok();
            let indices = shard.blocks.iter().filter_map(index);
            indices.filter_map(|index| self.contestants.get(index).cloned())
        })
    }
}

/// The conditions under which the programs of a run are run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Runs {
    /// The limit of CPU time, in milliseconds.
    pub cpu_milliseconds: u64,
    /// The limit of memory, in MiB.
    pub memory_mib: u64,
    /// The active layers of isolation, in words.
    pub isolation: String,
    /// The inactive layers, each with the reason.
    pub not_isolated: Vec<String>,
    /// The compilers and interpreters of the submissions, by language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// The file that defines additional languages, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub languages: Option<String>,
    /// How instructions are converted to CPU time, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_instructions: Option<ByInstructions>,
    /// The run that the limit of CPU time was inferred from, if the user did not give the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
    /// The reason why the limit of CPU time is the default, if it was to be inferred and could not
    /// be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_inferred: Option<String>,
    /// The speed of this machine: the times of fixed loops, if programs were run before this event
    /// to infer the limit. `calibration` of the last event has them whenever programs were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<CalibrationFigures>,
    /// The request, in the form in which an interrupted run is recorded: without paths of the
    /// machine, without differences between the shards of a run, and without the appearance of its
    /// reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<serde_json::Value>,
    /// The command that judges again under the same limits; append `again` of a submission, then
    /// `--only` and a case. `--only` takes a pattern, in which `[*]` stands for `*` in a name.
    pub again: String,
    /// The command that looks for an input on which a submission fails; append its path. Empty if
    /// there is none.
    #[serde(skip)]
    pub hunt: String,
    /// The folder in which `show` finds the cases; append a slash and a name. Empty if it does not
    /// find them.
    #[serde(skip)]
    pub show: String,
}

impl Runs {
    /// Returns the limit of CPU time, in seconds.
    pub fn limit_seconds(&self) -> f64 {
        self.cpu_milliseconds as f64 / 1000.0
    }
}

/// How instructions count as time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByInstructions {
    /// The number of instructions that count as a second.
    pub per_second: u64,
    /// The names of the languages for which CPU time counts nevertheless.
    pub not_for: Vec<String>,
}

/// A compiler or an interpreter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The name of the language.
    pub language: String,
    /// Its name in commands.
    pub name: String,
    /// Its file.
    pub path: String,
    /// The version that it reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The reason why it is not the first program with that name on the caller's `PATH`, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The run that a limit of CPU time was inferred from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inferred {
    /// The ratio of the limit to the time of the slowest accepted run.
    pub factor: f64,
    /// The slowest of the submissions that must be accepted.
    pub contestant: Arc<str>,
    /// The case on which it took longest.
    pub case: Arc<str>,
    /// The CPU time, in seconds.
    pub cpu_seconds: f64,
}

/// The change of the limit of CPU time by a fifth that would give another verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NearLimit {
    /// The run would exceed a limit that is a fifth shorter.
    Shorter,
    /// The run would not exceed a limit that is a fifth longer.
    Longer,
}

/// The resources that a run of a program used, and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Used {
    /// The CPU time of all its processes, in seconds; if instructions count, the time that they
    /// count as.
    pub cpu_seconds: f64,
    /// The number of instructions that all its processes executed outside of the kernel, if
    /// counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// The CPU time of all its processes, in seconds, if instructions count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worked_seconds: Option<f64>,
    /// The wall time, in seconds.
    pub wall_seconds: f64,
    /// The part of the wall time in which it was ready to run but had no processor, in seconds;
    /// absent below a hundredth of a second. It does not count towards the limit of wall time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_seconds: Option<f64>,
    /// The maximum memory, in bytes.
    pub memory_bytes: u64,
    /// The exit code, if it exited by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
}

/// The first run of a program that was rerun alone, since it had exceeded its wall time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Retried {
    /// The wall time of the first run, in seconds.
    pub wall_seconds: f64,
    /// The part of it in which the program was ready to run but had no processor, in seconds.
    pub waited_seconds: f64,
    /// Whether the machine was too busy: the second run had another result, or also lacked a
    /// processor.
    pub machine: bool,
}

/// The runs on a case that was rerun alone on the machine, since its CPU time was near the limit;
/// the shortest time counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recheck {
    /// The limit of CPU time, in seconds.
    pub limit_seconds: f64,
    /// The CPU times of all runs, in seconds, in order: the first one alongside others, the further
    /// ones alone.
    pub cpu_seconds: Vec<f64>,
    /// The verdict of the first run.
    pub before: Verdict,
}

impl Recheck {
    /// Returns the times of the runs that were alone on the machine.
    pub fn alone(&self) -> &[f64] {
        self.cpu_seconds.get(1..).unwrap_or_default()
    }

    /// Returns the shortest and the longest time of all runs.
    pub fn interval(&self) -> (f64, f64) {
        let times = self.cpu_seconds.iter().copied();
        (times.clone().fold(f64::INFINITY, f64::min), times.fold(0.0, f64::max))
    }
}

/// The judgement of one output.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Judged"))]
pub struct JudgedCase {
    /// The contestant.
    pub contestant: Arc<str>,
    /// The case.
    pub case: Arc<str>,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason of the verdict, which is more specific.
    pub reason: Reason,
    /// The reason in words, in one line.
    pub message: Cow<'static, str>,
    /// The message without anything that reveals parts of the input or the answer, if the full
    /// message does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
    /// The claim of the output, as it was understood.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The position of the error in the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<OutputPlace>,
    /// The facts of the refutation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<LabelledFact>,
    /// A drawing of it in text, top line first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<String>,
    /// The start of the jury's answer, if a difference between the texts may help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The start of the input, if a report needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The start of the interaction between the program and its checker, if a report needs it: `<`
    /// begins a line of the checker, `>` one of the program, `---` separates passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogue: Option<String>,
    /// The start of the output, if a report needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// A digest of the whole rejected output, if a report needs it: equal outputs have equal
    /// digests. 16 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_digest: Option<String>,
    /// The resources that the program used, if one was run.
    #[serde(flatten)]
    pub used: Option<Used>,
    /// The score of an accepted output, if its checker gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether the result comes from an earlier run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// The change of the limit of CPU time that would give another verdict, if a slight one would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_limit: Option<NearLimit>,
    /// The verdicts of all runs on the case, if there were several; the worst one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Verdict>,
    /// The earlier verdict, if `--rerun` gives another one; or that of the shard, if the last shard
    /// gives another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Verdict>,
    /// The first run, if this is a second one because the first had exceeded its wall time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retried: Option<Retried>,
    /// The reruns made alone because the CPU time was near the limit; the shortest time counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recheck: Option<Recheck>,
}

/// A position in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutputPlace {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
}

impl From<Position> for OutputPlace {
    fn from(place: Position) -> Self {
        OutputPlace { line: place.line, column: place.column }
    }
}

/// A fact of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelledFact {
    /// One of a few short words, such as `but`.
    pub label: Cow<'static, str>,
    /// The sentence.
    pub text: String,
}

/// The label of the facts with the lines that a checker program wrote about an output.
pub const CHECKER: &str = "checker";

/// The label of the fact with a program's standard error.
pub const STDERR: &str = "stderr";

/// The label of the fact with the cause of a failure, according to a sanitizer.
pub const CAUSE: &str = "cause";

/// The label of the fact with the names of installed modules, if a program imports one that is not
/// installed.
pub const INSTALLED: &str = "installed";

/// The label of the fact with the line of the program that standard error refers to, preceded by
/// its number.
pub const LINE: &str = "line";

/// The label of the fact with the times of the reruns for a recheck.
pub const ALONE: &str = "alone";

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Used {
    /// Returns the wall time without the part in which the program was ready to run but had no
    /// processor, in seconds.
    pub fn free_seconds(&self) -> f64 {
        self.wall_seconds - self.waited_seconds.unwrap_or(0.0)
    }
}

impl JudgedCase {
    /// Creates a judgement with only a reason and a message.
    pub fn plain(
        contestant: &Arc<str>,
        case: &Arc<str>,
        reason: Reason,
        message: impl Into<Cow<'static, str>>,
    ) -> JudgedCase {
        JudgedCase {
            contestant: Arc::clone(contestant),
            case: Arc::clone(case),
            verdict: reason.verdict(),
            reason,
            message: message.into(),
            ..JudgedCase::default()
        }
    }

    /// Returns the judgement without excerpts of what the program read and wrote, for callers that
    /// keep many.
    pub fn without_excerpts(&self) -> JudgedCase {
        let judged = self.clone();
        JudgedCase { input: None, dialogue: None, output: None, output_digest: None, ..judged }
    }

    /// Returns the CPU time of its program in seconds; 0 if none was run.
    pub fn cpu_seconds(&self) -> f64 {
        self.used.map_or(0.0, |used| used.cpu_seconds)
    }

    /// Returns whether its verdict differed between runs.
    pub fn is_unsteady(&self) -> bool {
        self.repeats.iter().any(|verdict| *verdict != self.verdict)
    }

    /// Returns the message in one line, without anything that reveals parts of the input or of a
    /// right answer.
    pub fn public(&self) -> &str {
        self.public.as_deref().unwrap_or(&self.message)
    }

    /// Returns whether the message says no more than the reason and the place.
    pub fn says_only_where(&self) -> bool {
        let words = self.reason.words();
        let place = self
            .place
            .map(|OutputPlace { line, column }| format!("{words} at line {line}, column {column}"));
        self.message == words || place.is_some_and(|place| self.message == place)
    }

    /// Creates the judgement for the result of a check.
    pub fn checked(contestant: &Arc<str>, case: &Arc<str>, checked: Checked) -> JudgedCase {
        let refusal = match checked {
            Checked::Accepted(claim) => {
                let judged = JudgedCase::plain(contestant, case, Reason::Proved, "accepted");
                return JudgedCase { says: claim, ..judged };
            }
            Checked::Refused(refusal) => *refusal,
        };
        let Refusal { kind, explanation } = refusal;
        let reason = match kind {
            RefusalKind::Empty => Reason::Empty,
            RefusalKind::NotText => Reason::NotText,
            RefusalKind::Malformed => Reason::Malformed,
            RefusalKind::WrongAnswer => Reason::Refuted,
        };
        let message = match kind {
            RefusalKind::WrongAnswer => explanation.reason(),
            _ => explanation.public.clone(),
        };
        JudgedCase {
            public: (message != explanation.public).then_some(explanation.public),
            says: explanation.says,
            place: explanation.place.map(OutputPlace::from),
            facts: explanation.facts.into_iter().map(LabelledFact::from).collect(),
            drawing: explanation.drawing,
            ..JudgedCase::plain(contestant, case, reason, message)
        }
    }
}

impl From<Fact> for LabelledFact {
    fn from(fact: Fact) -> Self {
        LabelledFact { label: fact.label.into(), text: fact.text }
    }
}
