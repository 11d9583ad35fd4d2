//! The flags that say what students may see.

use clap::{Args, ValueEnum};

use referee_base::document::one_of;
use referee_course::FeedbackLevel;
use referee_report::students::{Seeing, Visibility};

/// What students may see.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct SeeingArgs {
    /// What students see of failed secret cases: verdict (default), own-output (it may contain the
    /// input) or full; sample=LEVEL is about samples [default: full]; can be repeated
    #[arg(long, value_name = "[sample=]LEVEL", value_parser = parse_level)]
    feedback: Vec<CasesLevel>,
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
    /// Repeat the first failure of each kind of C and C++ programs under AddressSanitizer and
    /// UndefinedBehaviorSanitizer, and name the cause
    #[arg(long)]
    pub(in crate::cli) sanitize: bool,
}

/// What students see of the samples, or of the other cases.
#[derive(Debug, Clone, Copy, PartialEq)]
struct CasesLevel {
    are_samples: bool,
    level: FeedbackLevel,
}

impl SeeingArgs {
    /// Returns what students may see. Of two levels for the same cases, the last one holds.
    pub(in crate::cli) fn seeing(&self) -> Seeing {
        let secret_visibility = match self.secret_visibility {
            SecretVisibility::Visible => Visibility::Visible,
            SecretVisibility::AfterDueDate => Visibility::AfterDueDate,
            SecretVisibility::AfterPublished => Visibility::AfterPublished,
            SecretVisibility::Hidden => Visibility::Hidden,
        };
        let mut seeing = Seeing { secret_visibility, ..Seeing::DEFAULT };
        for CasesLevel { are_samples, level } in &self.feedback {
            if *are_samples { seeing.sample = *level } else { seeing.secret = *level }
        }
        seeing
    }
}

fn parse_level(text: &str) -> Result<CasesLevel, String> {
    let of_samples = text.strip_prefix("sample=");
    let level = one_of(of_samples.unwrap_or(text), &FeedbackLevel::NAMES)?;
    Ok(CasesLevel { are_samples: of_samples.is_some(), level })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum SecretVisibility {
    /// Immediately
    #[default]
    Visible,
    /// After the due date
    AfterDueDate,
    /// Once grades are published
    AfterPublished,
    /// Never
    Hidden,
}
