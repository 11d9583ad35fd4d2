//! The flags that say what students may see.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use referee_report::students::{FeedbackLevel, Seeing, Visibility};

/// What students may see.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct SeeingArgs {
    /// What students see of failed secret cases
    #[arg(long, value_name = "LEVEL", default_value = "verdict")]
    feedback: LevelArg,
    /// What students see of failed cases in a folder called sample
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    sample_feedback: LevelArg,
    /// When Gradescope shows secret cases; as long as they are hidden, it shows no total either
    #[arg(long, value_name = "WHEN", default_value = "visible")]
    secret_visibility: SecretVisibility,
}

/// What students may see, and what is explained of their submissions.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct FeedbackArgs {
    #[command(flatten)]
    pub(in crate::cli) seen: SeeingArgs,
    /// Judge only one submission, and explain everything: by its name, its student's name or
    /// number, or a unique part of the name
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) student: Option<String>,
    /// Add these comments to the feedback of all students who fail in the same way;
    /// `--report failures=FILE.toml` writes the file to fill in
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) comments: Option<PathBuf>,
    /// Repeat the first failure of each kind of C and C++ programs under AddressSanitizer and
    /// UndefinedBehaviorSanitizer, and name the cause
    #[arg(long)]
    pub(in crate::cli) sanitize: bool,
}

impl Default for SeeingArgs {
    fn default() -> SeeingArgs {
        let (feedback, sample_feedback) = (LevelArg::Verdict, LevelArg::Full);
        SeeingArgs { feedback, sample_feedback, secret_visibility: SecretVisibility::Visible }
    }
}

impl SeeingArgs {
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
    /// Only the verdict
    Verdict,
    /// Also the program's output, which may contain its input
    OwnOutput,
    /// Also the input, a right answer and all reasons
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
