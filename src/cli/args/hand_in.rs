//! The flags that say whose files are whose, and which file of a submission is started.

use clap::{Args, ValueEnum};

use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::Grouping;
use referee_programs::FilePattern;
use referee_run::HandInSpec;

/// How students' files are told apart.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// Judge each file of a folder or archive as a submission of its own, or all files of each
    /// folder as one
    #[arg(long, value_name = "WHAT", conflicts_with = "one_program")]
    each: Option<EachWhat>,
    /// How students' files or folders are named, as '{student}_{id}_{*}'; also {attempt}, {time}
    /// and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse, conflicts_with = "one_program")]
    students: Option<Template>,
    /// The main file of each submission, by a pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
    /// Which of several attempts of a student to judge
    #[arg(long, value_name = "WHICH", default_value = "latest")]
    attempt: AttemptArg,
}

impl HandInArgs {
    /// Whose files are whose, where all of them may be said to be one program.
    pub(super) fn spec(self, is_one_program: bool) -> HandInSpec {
        let grouping = match self.each {
            _ if is_one_program => Grouping::OneProgram,
            Some(EachWhat::File) => Grouping::EachFile,
            Some(EachWhat::Folder) => Grouping::EachFolder,
            None => Grouping::Unsaid,
        };
        let attempts = match self.attempt {
            AttemptArg::Latest => Attempts::Latest,
            AttemptArg::Best => Attempts::Best,
            AttemptArg::All => Attempts::All,
        };
        HandInSpec { grouping, students: self.students, file: self.file, attempts }
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
