//! The flags for grouping files into submissions, for their students, and for their main files.

use clap::Args;

use super::choice::choice;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::Grouping;
use referee_programs::FilePattern;
use referee_run::HandInSpec;

/// The help of each grouping.
const EACH: [&str; 3] = [
    "Each file is a submission",
    "All files in a folder are a submission",
    "All files of an argument (a folder or an archive) are a submission, even if they look like several programs",
];

/// The help of each choice of attempts.
const ATTEMPTS: [&str; 3] =
    ["The last", "All; the one with the most points counts", "All; the last counts"];

/// Which files are one submission.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// What counts as one submission
    #[arg(long, value_name = "WHAT", value_parser = choice(&Grouping::EACH, &EACH))]
    each: Option<Grouping>,
    /// The main file of each submission, by a pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
}

impl HandInArgs {
    /// Returns how files are grouped into submissions.
    pub(super) fn spec(self) -> HandInSpec {
        let grouping = self.each.unwrap_or_default();
        HandInSpec { grouping, students: None, file: self.file, attempts: Attempts::Latest }
    }
}

/// How students' files are told apart.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct StudentArgs {
    /// How students' files or folders are named, such as '{student}_{id}_{*}'; also {attempt},
    /// {time} and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse)]
    students: Option<Template>,
    /// Which of several attempts of a student to judge
    #[arg(long, value_name = "WHICH", default_value = "latest", value_parser = choice(&Attempts::NAMES, &ATTEMPTS))]
    attempt: Attempts,
}

impl StudentArgs {
    /// Adds how files are assigned to students.
    pub(super) fn add_to(self, hand_in: &mut HandInSpec) {
        hand_in.students = self.students;
        hand_in.attempts = self.attempt;
    }
}
