//! The one stream of events that describes a run. Every report is a reader of it.
//!
//! The JSON form is documented in docs/reports.md. Within a version, fields are only ever added.

use std::borrow::Cow;
use std::sync::Arc;

use referee_checker::{Fact, Place, Refusal, RefusalKind, Verdict as Checked};
use serde::Serialize;

/// The name of the JSON form, in its first line.
pub const FORMAT: &str = "referee-events";
/// Its version, in its first line.
pub const VERSION: u32 = 1;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
}

/// The judgement of one output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
}

/// A verdict, by its usual abbreviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Verdict {
    /// Accepted.
    #[serde(rename = "AC")]
    Accepted,
    /// Wrong answer.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// Not even a well-formed output.
    #[serde(rename = "PE")]
    Malformed,
    /// No output.
    #[serde(rename = "NO")]
    NoOutput,
    /// The judge is at fault, not the contestant.
    #[serde(rename = "JE")]
    JudgeError,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 5] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::Malformed,
        Verdict::NoOutput,
        Verdict::JudgeError,
    ];

    /// The usual abbreviation.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::Malformed => "PE",
            Verdict::NoOutput => "NO",
            Verdict::JudgeError => "JE",
        }
    }
}

/// Why a verdict is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The claim was proved.
    Proved,
    /// The claim was refuted.
    Refuted,
    /// The output is text, but of another form.
    Malformed,
    /// The output is not text.
    NotText,
    /// The output is there, but empty.
    Empty,
    /// There is no output.
    Missing,
    /// The case or the judge is at fault.
    JudgeError,
}

impl Reason {
    /// The verdict that it leads to.
    pub fn verdict(self) -> Verdict {
        match self {
            Reason::Proved => Verdict::Accepted,
            Reason::Refuted => Verdict::WrongAnswer,
            Reason::Malformed | Reason::NotText => Verdict::Malformed,
            Reason::Empty | Reason::Missing => Verdict::NoOutput,
            Reason::JudgeError => Verdict::JudgeError,
        }
    }

    /// The name by which programs call it, as in the JSON form.
    pub fn code(self) -> &'static str {
        match self {
            Reason::Proved => "proved",
            Reason::Refuted => "refuted",
            Reason::Malformed => "malformed",
            Reason::NotText => "not-text",
            Reason::Empty => "empty",
            Reason::Missing => "missing",
            Reason::JudgeError => "judge-error",
        }
    }

    /// In plain words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Proved => "accepted",
            Reason::Refuted => "wrong answer",
            Reason::Malformed => "malformed output",
            Reason::NotText => "output is not text",
            Reason::Empty => "empty output",
            Reason::Missing => "missing output",
            Reason::JudgeError => "judge error",
        }
    }
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
            says: String::new(),
            place: None,
            facts: Vec::new(),
            drawing: Vec::new(),
            answer: None,
        }
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
            Event::Started(_) | Event::Extra { .. } | Event::Finished(_) => {}
        }
    }
}
