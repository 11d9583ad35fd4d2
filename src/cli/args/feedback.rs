//! The flags that say what students may see.

use clap::{Args, ValueEnum};

use crate::report::students::{FeedbackLevel, Seeing, Visibility};

/// What students may see.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct FeedbackArgs {
    /// What feedback, feedback-html and gradescope show of failed secret cases
    #[arg(long, value_name = "LEVEL", default_value = "verdict")]
    feedback: LevelArg,
    /// What they show of failed cases in a folder called sample
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    sample_feedback: LevelArg,
    /// When Gradescope shows secret cases; while they are hidden, it shows no total either
    #[arg(long, value_name = "WHEN", default_value = "visible")]
    secret_visibility: SecretVisibility,
}

impl Default for FeedbackArgs {
    fn default() -> FeedbackArgs {
        let (feedback, sample_feedback) = (LevelArg::Verdict, LevelArg::Full);
        FeedbackArgs { feedback, sample_feedback, secret_visibility: SecretVisibility::Visible }
    }
}

impl FeedbackArgs {
    pub(in crate::cli) fn seeing(&self) -> Seeing {
        let seen = |level| match level {
            LevelArg::Verdict => FeedbackLevel::Verdict,
            LevelArg::OwnOutput => FeedbackLevel::OwnOutput,
            LevelArg::Full => FeedbackLevel::Full,
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
enum LevelArg {
    /// The verdict, and a sentence that reveals nothing of the case
    Verdict,
    /// Also the program's output, which can contain what the program has read
    OwnOutput,
    /// Also the input, a correct answer and all reasons
    Full,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SecretVisibility {
    /// Immediately
    Visible,
    /// After the due date
    AfterDueDate,
    /// Once grades are published
    AfterPublished,
    /// Never
    Hidden,
}
