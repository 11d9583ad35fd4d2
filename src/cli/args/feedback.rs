//! The flags that say what students may see.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice::choice;
use referee_course::FeedbackLevel;
use referee_report::students::{Seeing, Visibility};

/// What is said of each level.
const LEVELS: [&str; 3] = [
    "Only the verdict",
    "Also the program's output, which may contain its input",
    "Also the input, a right answer and all reasons",
];

/// What students may see.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct SeeingArgs {
    /// What students see of failed secret cases
    #[arg(long, value_name = "LEVEL", default_value = "verdict", value_parser = choice(&FeedbackLevel::NAMES, &LEVELS))]
    feedback: FeedbackLevel,
    /// What students see of failed cases in a folder called sample
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = choice(&FeedbackLevel::NAMES, &LEVELS))]
    sample_feedback: FeedbackLevel,
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
        let Seeing { secret: feedback, sample: sample_feedback, .. } = Seeing::DEFAULT;
        SeeingArgs { feedback, sample_feedback, secret_visibility: SecretVisibility::Visible }
    }
}

impl SeeingArgs {
    pub(in crate::cli) fn seeing(&self) -> Seeing {
        let secret_visibility = match self.secret_visibility {
            SecretVisibility::Visible => Visibility::Visible,
            SecretVisibility::AfterDueDate => Visibility::AfterDueDate,
            SecretVisibility::AfterPublished => Visibility::AfterPublished,
            SecretVisibility::Hidden => Visibility::Hidden,
        };
        Seeing {
            sample: self.sample_feedback,
            secret: self.feedback,
            secret_visibility,
            ..Seeing::DEFAULT
        }
    }
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
