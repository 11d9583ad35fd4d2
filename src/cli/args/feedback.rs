//! The flag for what students may see.

use clap::Args;

use super::choice::listed;
use referee_base::document::one_of;
use referee_course::FeedbackLevel;
use referee_report::students::{Seeing, Visibility};

/// The help of each value of `--feedback`.
const LEVELS: [(&str, &str); 5] = [
    ("verdict", "For secret cases, only the verdict [default]"),
    ("own-output", "For secret cases, also the program's output, which may contain the input"),
    ("full", "For secret cases, everything"),
    ("sample=LEVEL", "The level for samples [default: full]"),
    (
        "gradescope=WHEN",
        "When Gradescope shows secret cases, and a total: visible (default), after-due-date, after-published or hidden",
    ),
];

/// What students may see.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct SeeingArgs {
    /// What students see of failed cases; can be repeated
    #[arg(long, value_name = "LEVEL", value_parser = listed(Seen::parse, &LEVELS))]
    feedback: Vec<Seen>,
}

/// A value of `--feedback`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Seen {
    OfSamples(FeedbackLevel),
    OfOthers(FeedbackLevel),
    OnGradescope(Visibility),
}

impl Seen {
    fn parse(text: &str) -> Result<Seen, String> {
        let level = |text| one_of(text, &FeedbackLevel::NAMES);
        match text.split_once('=') {
            Some(("sample", of_samples)) => level(of_samples).map(Seen::OfSamples),
            Some(("gradescope", when)) => one_of(when, &Visibility::NAMES).map(Seen::OnGradescope),
            _ => level(text).map(Seen::OfOthers),
        }
    }
}

impl SeeingArgs {
    /// Returns what students may see. Of two levels for the same cases, the last one counts.
    pub(in crate::cli) fn seeing(&self) -> Seeing {
        let mut seeing = Seeing::DEFAULT;
        for seen in &self.feedback {
            match *seen {
                Seen::OfSamples(level) => seeing.sample = level,
                Seen::OfOthers(level) => seeing.secret = level,
                Seen::OnGradescope(when) => seeing.secret_visibility = when,
            }
        }
        seeing
    }
}
