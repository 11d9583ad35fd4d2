//! A file of a new problem, before it is written.

use super::programs::{ProgramTemplate, TemplateLanguage};

/// A file of a new problem.
pub(super) struct NewFile {
    /// Its path in the folder.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) is_script: bool,
}

impl NewFile {
    pub(super) fn new(path: impl Into<String>, text: impl Into<String>) -> NewFile {
        NewFile { path: path.into(), text: text.into(), is_script: false }
    }

    pub(super) fn script(path: impl Into<String>, text: impl Into<String>) -> NewFile {
        NewFile { is_script: true, ..NewFile::new(path, text) }
    }
}

/// Returns the file of a program.
pub(super) fn program(
    folder: &str,
    template: &ProgramTemplate,
    language: TemplateLanguage,
) -> NewFile {
    let path = format!("{folder}{}.{}", template.name, language.extension());
    NewFile::new(path, template.text.of(language))
}
