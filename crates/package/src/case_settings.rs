//! The settings of a case, resolved: its own, and those that it inherits.

use super::case_files::ExtraFiles;
use super::settings::ProgramArguments;

/// Everything that follows from the settings of a case and of its groups for the programs that are run on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CaseSettings {
    /// The arguments of programs, inherited ones included.
    pub arguments: ProgramArguments,
    /// The arguments of the output validator, beside input and answer.
    pub checker_arguments: Vec<String>,
    /// The extra files in the working folders of programs.
    pub extra_files: ExtraFiles,
}
