//! The one stream of events that describes a run. Every report is a reader of it.
//!
//! The JSON form is documented in docs/reports.md. Within a version, fields are only ever added.

mod verdict;

use std::borrow::Cow;
use std::sync::Arc;

use referee_checker::{Fact, Place, Refusal, RefusalKind, Verdict as Checked};
use serde::Serialize;

use crate::points::{CaseGroup, Earned, Points};

pub use verdict::{Reason, Verdict};

/// The name of the JSON form, in its first line.
pub const FORMAT: &str = "referee-events";
/// Its version, in its first line.
pub const VERSION: u32 = 1;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    Judged(Judged),
    /// All runs of a submission have been judged, or it could not be run. Only `judge` tells this.
    Submission(Submission),
    /// The run ends. Always the last event.
    Finished(Totals),
}

/// What a run is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Started {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The version of this program.
    pub referee: &'static str,
    /// The problem.
    pub problem: &'static str,
    /// The options of its checker that are on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<&'static str>,
    /// The cases, in the order in which they are judged.
    pub cases: Vec<Arc<str>>,
    /// The contestants, in the order in which they are judged.
    pub contestants: Vec<Arc<str>>,
    /// Cases that the manifest lists but that are not on disk.
    pub not_on_disk: Vec<String>,
    /// Under what programs run, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// The groups of cases that are worth points, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<CaseGroup>,
}

/// Under what the programs of a run are run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Runs {
    /// The limit of CPU time, in milliseconds.
    pub cpu_milliseconds: u64,
    /// The limit of memory, in MiB.
    pub memory_mib: u64,
    /// The layers of isolation that hold, in words.
    pub isolation: String,
    /// The layers that do not, each with the reason.
    pub not_isolated: Vec<String>,
}

/// What came of a submission.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Submission {
    /// The submission.
    pub contestant: Arc<str>,
    /// The first verdict of its cases that is not `AC`, if any is not; none if it was not judged.
    pub verdict: Option<Verdict>,
    /// What it was meant to get, where its folder says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// How the two compare.
    pub met: Met,
    /// The most CPU time that a case took, in seconds, and the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowest: Option<Slowest>,
    /// Why it was not judged, or what the compiler says.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// Whose it is, where a learning platform says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// The points that it earns, where there are any to earn; none where it was not judged, or a case was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The same for each group of cases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Earned>,
}

/// A student, as a learning platform writes it into the names of folders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Student {
    /// The full name, escaped. Two students can have one name.
    pub name: Arc<str>,
    /// What tells them apart.
    pub id: Arc<str>,
}

/// The case that took most CPU time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slowest {
    /// The case.
    pub case: Arc<str>,
    /// CPU time, in seconds.
    pub cpu_seconds: f64,
}

/// How what a submission got compares with what it was meant to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Met {
    /// As expected. Without an expectation: accepted.
    AsExpected,
    /// A case gave what none should. Without an expectation: it was refused.
    NotPermitted,
    /// No case gave what one should: the cases do not catch it.
    NotCaught,
    /// It was not judged, for no fault of its own.
    NotJudged,
}

/// What a run of a program used, and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Used {
    /// CPU time of all its processes, in seconds.
    pub cpu_seconds: f64,
    /// Time on the clock, in seconds.
    pub wall_seconds: f64,
    /// The most memory, in bytes.
    pub memory_bytes: u64,
    /// The exit code, where it ended by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
}

/// The judgement of one output.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
    /// What the output says, as it was understood.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Where in the output the trouble is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<OutputPlace>,
    /// The facts that speak against it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<LabelledFact>,
    /// A drawing of it in text, top line first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<String>,
    /// The start of the jury's answer, where a difference in the text may help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The start of the input, where a report wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The start of what the program wrote, where a report wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What the program used, where one was run.
    #[serde(flatten)]
    pub used: Option<Used>,
}

/// A place in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OutputPlace {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
}

impl From<Place> for OutputPlace {
    fn from(place: Place) -> Self {
        OutputPlace { line: place.line, column: place.column }
    }
}

/// A fact of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelledFact {
    /// One of a few short words, such as `but`.
    pub label: &'static str,
    /// The sentence.
    pub text: String,
}

impl Judged {
    /// A judgement that needs no more than its reason and a message.
    pub fn plain(
        contestant: &Arc<str>,
        case: &Arc<str>,
        reason: Reason,
        message: impl Into<Cow<'static, str>>,
    ) -> Judged {
        Judged {
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
            used: None,
        }
    }

    /// The same for those who keep many and do not show what the program read and wrote.
    pub fn without_excerpts(&self) -> Judged {
        Judged { input: None, output: None, ..self.clone() }
    }

    /// In one line that gives nothing of the input or of a right answer away.
    pub fn public(&self) -> &str {
        self.public.as_deref().unwrap_or(&self.message)
    }

    /// The judgement that follows from a check.
    pub fn checked(contestant: &Arc<str>, case: &Arc<str>, checked: Checked) -> Judged {
        let refusal = match checked {
            Checked::Accepted(claim) => {
                let judged = Judged::plain(contestant, case, Reason::Proved, "accepted");
                return Judged { says: claim, ..judged };
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
        Judged {
            public: (message != explanation.public).then_some(explanation.public),
            says: explanation.says,
            place: explanation.place.map(OutputPlace::from),
            facts: explanation.facts.into_iter().map(LabelledFact::from).collect(),
            drawing: explanation.drawing,
            ..Judged::plain(contestant, case, reason, message)
        }
    }
}

impl From<Fact> for LabelledFact {
    fn from(fact: Fact) -> Self {
        LabelledFact { label: fact.label, text: fact.text }
    }
}

/// How many of what, at the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Outputs judged.
    pub judged: usize,
    /// Outputs accepted.
    pub accepted: usize,
    /// Outputs refused, whatever the reason.
    pub refused: usize,
    /// Outputs not judged because of a fault of ours, and faults that are no single case's.
    pub judge_errors: usize,
    /// The submissions, where programs were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submissions: Option<SubmissionTotals>,
}

/// How many submissions came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SubmissionTotals {
    /// Submissions that were judged.
    pub judged: usize,
    /// Those of them that got what they were meant to get.
    pub as_expected: usize,
    /// Submissions that could not be judged, for no fault of their own.
    pub not_judged: usize,
}

impl Totals {
    /// Counts an event.
    pub fn count(&mut self, event: &Event) {
        match event {
            Event::Judged(judged) => {
                self.judged += 1;
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
                    Met::NotJudged => totals.not_judged += 1,
                    met => {
                        totals.judged += 1;
                        totals.as_expected += usize::from(met == Met::AsExpected);
                    }
                }
            }
            Event::Started(_) | Event::Extra { .. } | Event::Finished(_) => {}
        }
    }
}
