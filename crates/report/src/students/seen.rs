//! What a student may see of a judgement.

use serde::{Deserialize, Serialize};

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::super::statistics::COMMENT;
use referee_course::FeedbackLevel;
use referee_course::feedback::{FeedbackLanguage, Texts, of_compiler, of_program};
use referee_events::{
    ALONE, CAUSE, INSTALLED, JudgedCase, JudgedProgram, LabelledFact, NotJudged, OutputPlace,
    Reason, STDERR, SubmissionResult, Verdict,
};
use referee_package::is_sample;

/// What students read of a judge error.
const NOT_JUDGED: &str = "not judged, which counts against nobody";

/// When Gradescope shows something to students.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// At once.
    Visible,
    /// After the due date.
    AfterDueDate,
    /// When the grades are published.
    AfterPublished,
    /// Never.
    Hidden,
}

impl Visibility {
    /// Returns Gradescope's name for it.
    pub fn code(self) -> &'static str {
        match self {
            Visibility::Visible => "visible",
            Visibility::AfterDueDate => "after_due_date",
            Visibility::AfterPublished => "after_published",
            Visibility::Hidden => "hidden",
        }
    }
}

/// What students may see of sample and of secret cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeing {
    /// What they see of sample cases.
    pub sample: FeedbackLevel,
    /// What they see of all other cases.
    pub secret: FeedbackLevel,
    /// When Gradescope shows the other cases.
    pub secret_visibility: Visibility,
    /// The language in which they are told.
    #[serde(default)]
    pub language: FeedbackLanguage,
}

impl Default for Seeing {
    fn default() -> Seeing {
        Seeing::DEFAULT
    }
}

impl Seeing {
    /// All of the sample cases, and the verdict of others.
    pub const DEFAULT: Seeing = Seeing {
        sample: FeedbackLevel::Full,
        secret: FeedbackLevel::Verdict,
        secret_visibility: Visibility::Visible,
        language: FeedbackLanguage::En,
    };

    /// Returns the texts in that language.
    pub(super) fn texts(&self) -> &'static Texts {
        self.language.texts()
    }

    fn of(&self, case: &str) -> FeedbackLevel {
        if is_sample(case) { self.sample } else { self.secret }
    }

    /// Returns the name of a case for students. `secret` is its number among the secret cases: the real name could reveal
    /// what the case tests.
    pub(super) fn name_of(&self, case: &str, secret: usize) -> String {
        match self.of(case) {
            _ if is_sample(case) => self.texts().fill("case", "sample", &[("name", case)]),
            FeedbackLevel::Full => self.texts().fill("case", "secret", &[("name", case)]),
            FeedbackLevel::Verdict | FeedbackLevel::OwnOutput => {
                self.texts().fill("case", "secret", &[("name", &secret.to_string())])
            }
        }
    }

    /// Returns whether everything of a case is shown.
    pub(super) fn is_full(&self, case: &str) -> bool {
        self.of(case) == FeedbackLevel::Full
    }

    /// Returns the name of a case without words around it where that may be seen; `name` is the one that [`Seeing::name_of`] gives.
    pub(super) fn short_name_of(&self, case: &Arc<str>, name: String) -> Arc<str> {
        if is_sample(case) || self.is_full(case) { Arc::clone(case) } else { name.into() }
    }

    /// Returns what may be seen of a judgement, and nothing else; the name of the case is still there.
    pub(super) fn visible(&self, judged: &JudgedCase) -> JudgedCase {
        let JudgedCase { contestant, case, verdict, .. } = judged;
        let seen = self.of(case);
        // Reasons are more exact than verdicts.
        let reason =
            if seen == FeedbackLevel::Verdict { Reason::of(*verdict) } else { judged.reason };
        let message = match verdict {
            Verdict::JudgeError => NOT_JUDGED.to_string(),
            Verdict::Accepted => reason.words().to_string(),
            _ if seen == FeedbackLevel::Verdict => reason.words().to_string(),
            _ => judged.public().to_string(),
        };
        let mut visible = JudgedCase::plain(contestant, case, reason, message);
        if seen == FeedbackLevel::Full {
            (visible.used, visible.near_limit) = (judged.used, judged.near_limit);
        }
        if matches!(verdict, Verdict::Accepted | Verdict::JudgeError) {
            return visible;
        }
        if seen >= FeedbackLevel::OwnOutput {
            (visible.place, visible.says) = (judged.place, judged.says.clone());
            // The program has read what its checker says.
            (visible.output, visible.dialogue) = (judged.output.clone(), judged.dialogue.clone());
        }
        let is_shown = |fact: &&LabelledFact| match &*fact.label {
            // Whoever wrote a comment wrote it for everybody who reads this.
            COMMENT => true,
            ALONE | STDERR | CAUSE | INSTALLED => seen >= FeedbackLevel::OwnOutput,
            _ => seen == FeedbackLevel::Full,
        };
        visible.facts = judged.facts.iter().filter(is_shown).cloned().collect();
        if seen == FeedbackLevel::Full {
            visible.drawing = judged.drawing.clone();
            (visible.input, visible.answer) = (judged.input.clone(), judged.answer.clone());
        }
        visible
    }

    /// Returns when Gradescope shows a case.
    pub(super) fn visibility(&self, case: &str) -> Visibility {
        if is_sample(case) { Visibility::Visible } else { self.secret_visibility }
    }
}

/// Formats the reason of a judgement that may be seen in a few words, with the position in the output.
pub(super) fn headline(visible: &JudgedCase, texts: &Texts) -> String {
    let reason = texts.of("reason", visible.reason.code());
    match visible.place {
        Some(place) => {
            let (line, column) = (place.line.to_string(), place.column.to_string());
            texts.fill("case", "at", &[("reason", reason), ("line", &line), ("column", &column)])
        }
        None => reason.into(),
    }
}

/// Formats the rest of a judgement that may be seen, in complete lines; empty where the case was passed. What is recognised is told once:
/// `told` are the sentences that were said before.
pub(super) fn explanation(
    visible: &JudgedCase,
    program: Option<&JudgedProgram>,
    texts: &Texts,
    told: &mut BTreeSet<String>,
) -> String {
    let mut text = String::new();
    if matches!(visible.verdict, Verdict::Accepted | Verdict::JudgeError) {
        return text;
    }
    let mistakes = of_program(visible, program.and_then(|program| program.writes.as_ref()));
    // The headline says where, and the exception says more than the exit code that follows from it.
    let is_exception = mistakes.iter().any(|mistake| mistake.key.starts_with("exception"));
    let place = visible.place.map(|OutputPlace { line, column }| {
        format!("{} at line {line}, column {column}", visible.reason.words())
    });
    let is_told = visible.message == visible.reason.words()
        || place.is_some_and(|place| place == visible.message);
    if !is_told && !is_exception {
        let _ = writeln!(text, "{}", visible.message);
    }
    for sentence in mistakes.iter().map(|mistake| mistake.words(texts)) {
        if told.insert(sentence.clone()) {
            let _ = writeln!(text, "{sentence}");
        }
    }
    let fact = |label| visible.facts.iter().find(move |fact| fact.label == label);
    if let Some(alone) = fact(ALONE) {
        let _ = writeln!(text, "{ALONE}: {}", alone.text);
    }
    let heading = |key| texts.of("case", key);
    for comment in comments(visible) {
        quote(&mut text, heading("comment"), &comment.text);
    }
    let is_apart =
        |fact: &LabelledFact| [STDERR, COMMENT, ALONE, INSTALLED].contains(&&*fact.label);
    let is_new = |text: &str| text != visible.message;
    for fact in visible.facts.iter().filter(|fact| !is_apart(fact) && is_new(&fact.text)) {
        let _ = writeln!(text, "{}: {}", fact.label, fact.text);
    }
    quote(&mut text, heading("drawing"), &visible.drawing.join("\n"));
    quote(&mut text, heading("input"), visible.input.as_deref().unwrap_or_default());
    quote(&mut text, heading("answer"), visible.answer.as_deref().unwrap_or_default());
    quote(&mut text, heading("dialogue"), visible.dialogue.as_deref().unwrap_or_default());
    let stderr = fact(STDERR).map_or("", |fact| &fact.text);
    let output = visible.output.as_deref().unwrap_or(&visible.says);
    for (heading, lines) in [(heading("output"), output), (heading("stderr"), stderr)] {
        if is_sample(&visible.case) && visible.output.is_some() && lines.is_empty() {
            // Whoever looks for a mistake in a sample wants to know that nothing was left out.
            let nothing = texts.fill("case", "nothing", &[("what", heading)]);
            let _ = writeln!(text, "{nothing}");
        } else {
            quote(&mut text, heading, lines);
        }
    }
    text
}

/// Returns the comments on a failure.
pub(super) fn comments(judged: &JudgedCase) -> impl Iterator<Item = &LabelledFact> {
    judged.facts.iter().filter(|fact| fact.label == COMMENT)
}

/// Formats for students why a submission was not judged.
pub(super) fn not_judged(end: &SubmissionResult, texts: &Texts) -> String {
    match &end.not_judged {
        Some(NotJudged::NotAProgram { public }) => {
            texts.fill("result", "no-program", &[("why", public)])
        }
        Some(NotJudged::NotInstalled { .. }) => texts.of("result", "not-installed").into(),
        Some(NotJudged::JudgeError) | None => texts.of("result", "judge-fault").into(),
    }
}

/// Formats what the compiler says, below what is recognised in it.
pub(super) fn compiler(end: &SubmissionResult, texts: &Texts) -> String {
    let mut text = String::new();
    for mistake in of_compiler(&end.message) {
        let _ = writeln!(text, "{}", mistake.words(texts));
    }
    quote(&mut text, texts.of("result", "compiler"), &end.message);
    text
}

/// Appends lines under a heading, each behind a bar, so that they cannot be taken for text of the judge.
pub(super) fn quote(text: &mut String, heading: &str, lines: &str) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{heading}:");
    for line in lines.lines() {
        let _ = writeln!(text, "  | {line}");
    }
}

/// Returns a verdict as students read it.
pub(super) fn verdict(verdict: Option<Verdict>, texts: &Texts) -> &str {
    let key = match verdict {
        None => "not-judged",
        Some(Verdict::Accepted) => "accepted",
        Some(Verdict::WrongAnswer) => "wrong-answer",
        Some(Verdict::Malformed) => "malformed",
        Some(Verdict::NoOutput) => "no-output",
        Some(Verdict::TimeLimit) => "time-limit",
        Some(Verdict::MemoryLimit) => "memory-limit",
        Some(Verdict::OutputLimit) => "output-limit",
        Some(Verdict::RunTimeError) => "run-time-error",
        Some(Verdict::CompileError) => "compile-error",
        Some(Verdict::JudgeError) => "judge-error",
    };
    texts.of("verdict", key)
}
