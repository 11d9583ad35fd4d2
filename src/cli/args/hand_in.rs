//! The flags that say whose files are whose, and which file of a submission is started.

use clap::{Args, ValueEnum};

use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::{FindOptions, Grouping};
use referee_programs::{FilePattern, MainRules};

/// How students have handed in.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// Judge each file of a folder or an archive as a submission of its own, or all files of each folder as one
    #[arg(long, value_name = "WHAT", conflicts_with = "one_program")]
    each: Option<EachWhat>,
    /// How files or folders of students are named, as '{student}_{id}_{*}'; also {attempt}, {time} and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse, conflicts_with = "one_program")]
    students: Option<Template>,
    /// Start the file of each submission whose name matches this pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
    /// Which attempts of a student are judged, where there are several
    #[arg(long, value_name = "WHICH", default_value = "latest")]
    attempt: AttemptArg,
}

impl HandInArgs {
    /// The flags that say which file of a submission is started, for the command that judges it again.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        let file = self.file.iter();
        file.flat_map(|pattern| ["--file".to_string(), pattern.to_string()]).collect()
    }

    /// The flags that say whose files are whose, for the command that judges one of several submissions again.
    pub(in crate::cli) fn selection(&self) -> Vec<String> {
        let each = self.each.map(|what| match what {
            EachWhat::File => "file",
            EachWhat::Folder => "folder",
        });
        let students = self.students.as_ref().map(Template::to_string);
        let attempt = match self.attempt {
            AttemptArg::Latest => None,
            AttemptArg::Best => Some("best"),
            AttemptArg::All => Some("all"),
        };
        let flags = [
            ("--each", each.map(String::from)),
            ("--students", students),
            ("--attempt", attempt.map(String::from)),
        ];
        let given = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_string(), value?]));
        given.flatten().collect()
    }

    /// Whether of several attempts of a student the best counts.
    pub(in crate::cli) fn best_counts(&self) -> bool {
        self.attempt == AttemptArg::Best
    }

    /// How submissions are told apart, and which file of each is started; `problem` is the name of the problem.
    pub(in crate::cli) fn find_options(&self, problem: &str) -> FindOptions {
        let grouping = match self.each {
            Some(EachWhat::File) => Grouping::EachFile,
            Some(EachWhat::Folder) => Grouping::EachFolder,
            None => Grouping::Unsaid,
        };
        let attempts = match self.attempt {
            AttemptArg::Latest => Attempts::Latest,
            AttemptArg::Best => Attempts::Best,
            AttemptArg::All => Attempts::All,
        };
        let main = MainRules { files: self.file.clone(), problem: problem.to_string() };
        FindOptions { grouping, students: self.students.clone(), attempts, main }
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
    /// All, and the one with the most points counts
    Best,
    /// All, and the last counts
    All,
}
