//! The flags that say what students may see.

use clap::{Args, ValueEnum};

use crate::report::students::{Seeing, Seen, Visibility};

/// What students may see.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct Feedback {
    /// What feedback and gradescope show of secret cases that were not passed
    #[arg(long, value_name = "LEVEL", default_value = "verdict")]
    feedback: FeedbackLevel,
    /// The same of cases in a folder called sample
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    sample_feedback: FeedbackLevel,
    /// When Gradescope shows secret cases; of hidden ones it shows no total either
    #[arg(long, value_name = "WHEN", default_value = "visible")]
    secret_visibility: SecretVisibility,
}

impl Feedback {
    pub(in crate::cli) fn seeing(&self) -> Seeing {
        let seen = |level| match level {
            FeedbackLevel::Verdict => Seen::Verdict,
            FeedbackLevel::OwnOutput => Seen::OwnOutput,
            FeedbackLevel::Full => Seen::Full,
        };
        let secret_visibility = match self.secret_visibility {
            SecretVisibility::Visible => Visibility::Visible,
            SecretVisibility::AfterDueDate => Visibility::AfterDueDate,
            SecretVisibility::AfterPublished => Visibility::AfterPublished,
            SecretVisibility::Hidden => Visibility::Hidden,
        };
        Seeing {
            sample: seen(self.sample_feedback),
            secret: seen(self.feedback),
            secret_visibility,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FeedbackLevel {
    /// The verdict, and a sentence that gives nothing away
    Verdict,
    /// What their program wrote as well; a program can write what it reads
    OwnOutput,
    /// The input, a right answer and all reasons as well
    Full,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SecretVisibility {
    /// At once
    Visible,
    /// When nobody can hand in any more
    AfterDueDate,
    /// When grades are published
    AfterPublished,
    /// Never
    Hidden,
}
