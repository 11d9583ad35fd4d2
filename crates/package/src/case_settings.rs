//! The settings of a case, resolved: its own, and those that it inherits.

use super::case_files::ExtraFiles;
use super::settings::ProgramArguments;

/// The settings of a case and its groups, as they apply to the programs that are run on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CaseSettings {
    /// The arguments of programs, including inherited ones.
    pub arguments: ProgramArguments,
    /// The arguments of the output validator, after input and answer.
    pub checker_arguments: Vec<String>,
    /// The extra files in the working folders of programs.
    pub extra_files: ExtraFiles,
}
