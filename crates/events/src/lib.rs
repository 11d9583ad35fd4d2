//! The one stream of events that describes a run. Every report is a reader of it.
//!
//! The JSON form is documented in docs/reports.md, and exactly in docs/events.schema.json, which is made from these types.
//! Within a version, fields are only ever added.

mod appeal;
mod block;
pub mod calibration;
mod crash;
pub mod exit;
mod handed_in;
mod host;
mod parsed;
mod platform;
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
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

use crate::calibration::CalibrationFigures;
use crate::points::{CaseGroup, Points};

pub use appeal::Appeal;
pub use block::{BlockResult, CaseRange, ShardBlock};
pub use crash::Crash;
pub use handed_in::{Decision, JudgedProgram, Lateness, SourceLine, Untouched};
pub use host::{Host, uneven};
pub use parsed::{CaseNames, Names, ends_submission};
pub use platform::Platform;
pub use referee_package::{ExpectationResult, Score, Verdict};
pub use shard::{LastShard, ShardOrigin};
pub use submission::{NotJudged, OfStudent, Slowest, Student, SubmissionResult};
pub use totals::{SubmissionTotals, Totals};
pub use verdict::Reason;

/// The name of the JSON form, in its first line.
pub const FORMAT: &str = "referee-events";
/// Its version, in its first line.
pub const VERSION: u32 = 1;

/// What a line of the JSON form may be, as JSON Schema (draft 2020-12).
pub fn schema() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Event>()
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
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
        /// Why it does not count.
        message: String,
    },
    /// Something of ours that is no single case is at fault, such as an unreadable folder.
    Fault {
        /// What is wrong, with its path.
        message: String,
    },
    /// An output was judged.
    Judged(JudgedCase),
    /// All runs of a submission have been judged, or it could not be run. Only `judge` tells this.
    Submission(SubmissionResult),
    /// All runs of a submission on the cases that this shard has of it have been judged; other shards have the others. Only `judge` tells
    /// this, instead of the result of the submission.
    Block(BlockResult),
    /// The run ends. Always the last event.
    Finished(Totals),
}

/// What a run is about.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Started {
    /// The name of this form.
    #[schemars(extend("const" = FORMAT))]
    pub format: Cow<'static, str>,
    /// The version of this form.
    #[schemars(extend("const" = VERSION))]
    pub version: u32,
    /// The version of this program.
    pub referee: Cow<'static, str>,
    /// The problem.
    pub problem: String,
    /// The options of its checker that are on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The cases, by name; they may be judged in another order.
    pub cases: Vec<Arc<str>>,
    /// The contestants, in the order in which they are judged.
    pub contestants: Vec<Arc<str>>,
    /// Cases that the manifest lists but that are not on disk.
    pub not_on_disk: Vec<String>,
    /// Under what programs run, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// The groups of cases that are worth points, where there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<CaseGroup>,
    /// Which shard of a run this is, where several machines share one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<ShardOrigin>>,
    /// The machines that have judged the shards of which these events were merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<Host>,
}

impl Started {
    /// Returns the file that defines languages beside those built in, where there is one.
    pub fn languages(&self) -> Option<&str> {
        self.runs.as_ref()?.languages.as_deref()
    }

    /// Returns the most points that a submission can earn.
    pub fn most_points(&self) -> Points {
        self.groups.iter().map(|group| group.most_points).sum()
    }

    /// Returns the contestants of which this shard has only some cases.
    pub fn contestants_of_blocks(&self) -> impl Iterator<Item = Arc<str>> {
        let shard = self.shard.iter();
        let positions =
            shard.flat_map(|shard| shard.blocks.iter().map(move |block| (shard, block)));
        let index = positions
            .filter_map(|(shard, block)| shard.positions.binary_search(&block.position).ok());
        index.filter_map(|index| self.contestants.get(index).cloned())
    }
}

/// Under what the programs of a run are run.
#[derive(Debug, Clone, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Runs {
    /// The limit of CPU time, in milliseconds.
    pub cpu_milliseconds: u64,
    /// The limit of memory, in MiB.
    pub memory_mib: u64,
    /// The layers of isolation that hold, in words.
    pub isolation: String,
    /// The layers that do not, each with the reason.
    pub not_isolated: Vec<String>,
    /// The compilers and interpreters of the submissions, by language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// The file that defines languages beside those built in, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub languages: Option<String>,
    /// How instructions are compared with the limit of CPU time, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_instructions: Option<ByInstructions>,
    /// What the limit of CPU time was made from, where nobody gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
    /// Why the limit of CPU time is the default one, where it was to be made from submissions and could not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_inferred: Option<String>,
    /// How fast this machine is: the times of fixed loops, where programs were run before this event, to infer the limit. `calibration`
    /// of the last event has them wherever programs were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<CalibrationFigures>,
    /// What was asked for, in the form in which an interrupted run is kept: without paths of the machine, without what differs
    /// between the shards of a run, and without how its reports look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<serde_json::Value>,
    /// The command that judges again under the same limits; `again` of a submission goes after it, then `--only` and a case.
    pub again: String,
    /// The command that looks for an input on which a submission fails; its path goes after it. Empty where there is none.
    #[serde(skip)]
    pub hunt: String,
    /// Where `show` finds the cases; their names go after it, and a slash. Empty where it does not find them.
    #[serde(skip)]
    pub show: String,
}

/// How instructions count as time.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ByInstructions {
    /// How many instructions count as a second.
    pub per_second: u64,
    /// The languages of submissions, as people call them, for which CPU time decides all the same.
    pub not_for: Vec<String>,
}

/// A compiler or an interpreter.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Tool {
    /// The language, as people call it.
    pub language: String,
    /// The name by which commands call it.
    pub name: String,
    /// Its file.
    pub path: String,
    /// What it says of its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Why it is not the first of that name on the caller's `PATH`, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a limit of CPU time was made from.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Inferred {
    /// How many times as long as the slowest accepted run a program may take.
    pub factor: f64,
    /// The submission that is to be accepted and took longest.
    pub contestant: Arc<str>,
    /// The case on which it did.
    pub case: Arc<str>,
    /// The CPU time, in seconds.
    pub cpu_seconds: f64,
}

/// Which change of the limit of CPU time by a fifth would give another verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NearLimit {
    /// Under a limit a fifth shorter it would be over it.
    Shorter,
    /// Under a limit a fifth longer it would not be over it.
    Longer,
}

/// What a run of a program used, and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Used {
    /// CPU time of all its processes, in seconds; where instructions decide, the time that they count as.
    pub cpu_seconds: f64,
    /// The instructions that all its processes executed outside of the kernel, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// CPU time of all its processes, in seconds, where instructions decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worked_seconds: Option<f64>,
    /// Time on the clock, in seconds.
    pub wall_seconds: f64,
    /// For how much of the time on the clock it wanted a processor and got none, in seconds, where that was a hundredth of a
    /// second or more. The limit on the clock does not count it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_seconds: Option<f64>,
    /// The most memory, in bytes.
    pub memory_bytes: u64,
    /// The exit code, where it ended by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
}

/// The first run of a program that was run a second time, alone, since the clock had ended it.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize, Deserialize)]
pub struct Retried {
    /// The time on the clock of the first run, in seconds.
    pub wall_seconds: f64,
    /// For how much of it the program wanted a processor and got none, in seconds.
    pub waited_seconds: f64,
    /// Whether the machine was too busy: the second run came out otherwise, or was kept from working as well.
    pub machine: bool,
}

/// The judgement of one output.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[schemars(rename = "Judged")]
pub struct JudgedCase {
    /// The contestant.
    pub contestant: Arc<str>,
    /// The case.
    pub case: Arc<str>,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict's reason, more exact than the verdict.
    pub reason: Reason,
    /// The same for people, in one line.
    pub message: Cow<'static, str>,
    /// The same, where the message gives something of the input or the answer away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
    /// What the output says, as it was understood.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Where in the output the trouble is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<OutputPlace>,
    /// The facts that speak against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<LabelledFact>,
    /// A drawing of it in text, top line first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<String>,
    /// The start of the jury's answer, where a difference in the text may help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The start of the input, where a report wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The start of what the program and its checker said to each other, where a report wants it: `<` begins a line of the checker,
    /// `>` one of the program, `---` separates passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogue: Option<String>,
    /// The start of what the program wrote, where a report wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What stands for the whole of a refused output, where a report wants it: equal outputs have equal ones. 16 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_digest: Option<String>,
    /// What the program used, where one was run.
    #[serde(flatten)]
    pub used: Option<Used>,
    /// What an accepted output earns, where its checker says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether it was run earlier, and the result kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub kept: bool,
    /// Whether a slightly different limit of CPU time would give another verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_limit: Option<NearLimit>,
    /// The verdicts of all runs on the case, where it was run several times; the worst one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Verdict>,
    /// The verdict that had been kept, where `--rerun` gives another one; that of the shard, where the last shard does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Verdict>,
    /// The first run, where this is a second one that was made since the clock had ended that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retried: Option<Retried>,
    /// The runs that were made again, alone, since the CPU time was near the limit; the least time counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeal: Option<Appeal>,
}

/// A place in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct LabelledFact {
    /// One of a few short words, such as `but`.
    pub label: Cow<'static, str>,
    /// The sentence.
    pub text: String,
}

/// The label of the facts that hold what a checker that is a program says, a line each.
pub const CHECKER: &str = "checker";

/// The label of the fact that holds what a program wrote to its standard error.
pub const STDERR: &str = "stderr";

/// The label of the fact that names the cause of a failure, as sanitizers tell it.
pub const CAUSE: &str = "cause";

/// The label of the fact that names installed modules, where a program imports one that is not.
pub const INSTALLED: &str = "installed";

/// The label of the fact that shows the line of the program that standard error names, with its number in front.
pub const LINE: &str = "line";

/// The label of the fact that tells the times of the runs that an appeal has made alone.
pub const ALONE: &str = "alone";

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Used {
    /// The time on the clock without that in which it wanted a processor and got none, in seconds.
    pub fn free_seconds(&self) -> f64 {
        self.wall_seconds - self.waited_seconds.unwrap_or(0.0)
    }
}

impl JudgedCase {
    /// A judgement that needs no more than its reason and a message.
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
            public: None,
            says: String::new(),
            place: None,
            facts: Vec::new(),
            drawing: Vec::new(),
            answer: None,
            input: None,
            output: None,
            dialogue: None,
            output_digest: None,
            used: None,
            score: None,
            kept: false,
            near_limit: None,
            repeats: Vec::new(),
            before: None,
            retried: None,
            appeal: None,
        }
    }

    /// The same for those who keep many and do not show what the program read and wrote.
    pub fn without_excerpts(&self) -> JudgedCase {
        let judged = self.clone();
        JudgedCase { input: None, dialogue: None, output: None, output_digest: None, ..judged }
    }

    /// The CPU time of its program in seconds; 0 where none was run.
    pub fn cpu_seconds(&self) -> f64 {
        self.used.map_or(0.0, |used| used.cpu_seconds)
    }

    /// Whether its verdict differed between runs.
    pub fn is_unsteady(&self) -> bool {
        self.repeats.iter().any(|verdict| *verdict != self.verdict)
    }

    /// In one line that gives nothing of the input or of a right answer away.
    pub fn public(&self) -> &str {
        self.public.as_deref().unwrap_or(&self.message)
    }

    /// The judgement that follows from a check.
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
            RefusalKind::WrongAnswer => explanation.headline().to_string(),
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
