//! The flags that say which files are one submission, whose they are, and which of them is started.

use clap::{Args, ValueEnum};

use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::Grouping;
use referee_programs::FilePattern;
use referee_run::HandInSpec;

/// Which files are one submission.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// Judge each file of a folder or archive as a submission of its own, or all files of each
    /// folder as one
    #[arg(long, value_name = "WHAT", conflicts_with = "one_program")]
    each: Option<EachWhat>,
    /// The main file of each submission, by a pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
}

impl HandInArgs {
    /// Which files are one submission, where all of them may be said to be one program.
    pub(super) fn spec(self, is_one_program: bool) -> HandInSpec {
        let grouping = match self.each {
            _ if is_one_program => Grouping::OneProgram,
            Some(EachWhat::File) => Grouping::EachFile,
            Some(EachWhat::Folder) => Grouping::EachFolder,
            None => Grouping::Unsaid,
        };
        HandInSpec { grouping, students: None, file: self.file, attempts: Attempts::Latest }
    }
}

/// How students' files are told apart.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct StudentArgs {
    /// How students' files or folders are named, as '{student}_{id}_{*}'; also {attempt}, {time}
    /// and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse, conflicts_with = "one_program")]
    students: Option<Template>,
    /// Which of several attempts of a student to judge
    #[arg(long, value_name = "WHICH", default_value = "latest")]
    attempt: AttemptArg,
}

impl StudentArgs {
    /// Adds whose files are whose.
    pub(super) fn add_to(self, hand_in: &mut HandInSpec) {
        hand_in.students = self.students;
        hand_in.attempts = match self.attempt {
            AttemptArg::Latest => Attempts::Latest,
            AttemptArg::Best => Attempts::Best,
            AttemptArg::All => Attempts::All,
        };
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EachWhat {
    /// Each file is a submission
    File,
    /// The files in a folder are a submission
    Folder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AttemptArg {
    /// The last
    Latest,
    /// All; the one with the most points counts
    Best,
    /// All; the last counts
    All,
}
