//! What a student may see of a judgement.

use serde::{Deserialize, Serialize};

use super::super::statistics::COMMENT;
use referee_course::FeedbackLevel;
use referee_course::feedback::{FeedbackLanguage, Texts};
use referee_events::{
    ALONE, CAUSE, INSTALLED, JudgedCase, LINE, LabelledFact, Reason, STDERR, Verdict,
};
use referee_package::is_sample;

/// When Gradescope shows a test to students.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Immediately.
    Visible,
    /// After the due date.
    AfterDueDate,
    /// Once the grades are published.
    AfterPublished,
    /// Never.
    Hidden,
}

impl Visibility {
    /// All values, by name.
    pub const NAMES: [(&str, Visibility); 4] = [
        ("visible", Visibility::Visible),
        ("after-due-date", Visibility::AfterDueDate),
        ("after-published", Visibility::AfterPublished),
        ("hidden", Visibility::Hidden),
    ];

    /// Returns Gradescope's name.
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
    /// What they see of secret cases.
    pub secret: FeedbackLevel,
    /// When Gradescope shows secret cases.
    pub secret_visibility: Visibility,
    /// The language of the texts.
    #[serde(default)]
    pub language: FeedbackLanguage,
    /// Whether they see notes on decisions.
    #[serde(default)]
    pub notes: bool,
}

impl Default for Seeing {
    fn default() -> Seeing {
        Seeing::DEFAULT
    }
}

impl Seeing {
    /// Everything about sample cases, and the verdict of secret ones.
    pub const DEFAULT: Seeing = Seeing {
        sample: FeedbackLevel::Full,
        secret: FeedbackLevel::Verdict,
        secret_visibility: Visibility::Visible,
        language: FeedbackLanguage::En,
        notes: false,
    };

    /// Returns the texts in the chosen language.
    pub fn texts(&self) -> &'static Texts {
        self.language.texts()
    }

    fn of(&self, case: &str) -> FeedbackLevel {
        if is_sample(case) { self.sample } else { self.secret }
    }

    /// Returns the name of a case for students. `secret` is its number among the secret cases,
    /// whose real names could reveal what they test.
    pub(super) fn name_of(&self, case: &str, secret: usize) -> String {
        match self.of(case) {
            _ if is_sample(case) => self.texts().fill("case", "sample", &[("name", case)]),
            FeedbackLevel::Full => self.texts().fill("case", "secret", &[("name", case)]),
            FeedbackLevel::Verdict | FeedbackLevel::OwnOutput => {
                self.texts().fill("case", "secret", &[("name", &secret.to_string())])
            }
        }
    }

    /// Returns the visible parts of a judgement, and nothing else. The name of the case is
    /// unchanged.
    pub(super) fn visible(&self, judged: &JudgedCase) -> JudgedCase {
        let JudgedCase { contestant, case, verdict, .. } = judged;
        let seen = self.of(case);
        // Reasons reveal more than verdicts.
        let reason =
            if seen == FeedbackLevel::Verdict { Reason::of(*verdict) } else { judged.reason };
        let message = match verdict {
            Verdict::Accepted | Verdict::JudgeError => reason.words().to_string(),
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
            // The program itself received these texts from its checker.
            (visible.output, visible.dialogue) = (judged.output.clone(), judged.dialogue.clone());
        }
        let is_shown = |fact: &&LabelledFact| match &*fact.label {
            // Comments are written to be read by students.
            COMMENT => true,
            ALONE | STDERR | CAUSE | INSTALLED | LINE => seen >= FeedbackLevel::OwnOutput,
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
