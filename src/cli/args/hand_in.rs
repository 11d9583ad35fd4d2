//! The flags that say whose files are whose, and which file of a submission is started.

use clap::Args;

use super::choice::choice;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::Grouping;
use referee_programs::FilePattern;
use referee_run::HandInSpec;

/// What is said of each thing that can be a submission.
const EACH: [&str; 2] = ["Each file is a submission", "The files in a folder are a submission"];

/// What is said of each choice of attempts.
const ATTEMPTS: [&str; 3] =
    ["The last", "All; the one with the most points counts", "All; the last counts"];

/// How students' files are told apart.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// Judge each file of a folder or archive as a submission of its own, or all files of each
    /// folder as one
    #[arg(long, value_name = "WHAT", conflicts_with = "one_program", value_parser = choice(&Grouping::EACH, &EACH))]
    each: Option<Grouping>,
    /// How students' files or folders are named, as '{student}_{id}_{*}'; also {attempt}, {time}
    /// and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse, conflicts_with = "one_program")]
    students: Option<Template>,
    /// The main file of each submission, by a pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
    /// Which of several attempts of a student to judge
    #[arg(long, value_name = "WHICH", default_value = "latest", value_parser = choice(&Attempts::NAMES, &ATTEMPTS))]
    attempt: Attempts,
}

impl HandInArgs {
    /// Whose files are whose, where all of them may be said to be one program.
    pub(super) fn spec(self, is_one_program: bool) -> HandInSpec {
        let grouping = match is_one_program {
            true => Grouping::OneProgram,
            false => self.each.unwrap_or_default(),
        };
        let HandInArgs { students, file, attempt: attempts, .. } = self;
        HandInSpec { grouping, students, file, attempts }
    }
}
