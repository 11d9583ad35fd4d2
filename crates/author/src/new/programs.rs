//! The files of new problems, and their programs in every language. Tests judge with each.

/// A language in which the programs of a new problem can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateLanguage {
    /// Rust.
    Rust,
    /// C++.
    Cpp,
    /// Python 3.
    Python,
}

/// The languages of the programs of a new problem.
#[derive(Debug, Clone, Copy)]
pub struct TemplateLanguages {
    /// The language of the checker.
    pub checker: TemplateLanguage,
    /// The language of the input validator.
    pub validator: TemplateLanguage,
    /// The language of the generator.
    pub generator: TemplateLanguage,
    /// The language of the solution and of the other submissions.
    pub solution: TemplateLanguage,
}

/// A program of a new problem.
pub(super) struct ProgramTemplate {
    /// Its path without extension.
    pub(super) name: &'static str,
    /// Its source in each language, in the order of [`TemplateLanguage`].
    sources: [&'static str; 3],
}

/// Embeds the source of a program in every language.
macro_rules! program {
    ($path:literal) => {
        ProgramTemplate {
            name: $path,
            sources: [
                include_str!(concat!("templates/programs/", $path, ".rs")),
                include_str!(concat!("templates/programs/", $path, ".cpp")),
                include_str!(concat!("templates/programs/", $path, ".py")),
            ],
        }
    };
}

pub(super) const CHECKER: ProgramTemplate = program!("checker");
pub(super) const VALIDATOR: ProgramTemplate = program!("validator");
pub(super) const GENERATOR: ProgramTemplate = program!("random");

pub(super) const SUBMISSIONS: [ProgramTemplate; 5] = [
    program!("submissions/accepted/halves"),
    program!("submissions/accepted/one"),
    program!("submissions/run_time_error/small_numbers"),
    program!("submissions/time_limit_exceeded/all_pairs"),
    program!("submissions/wrong_answer/two_halves"),
];

impl TemplateLanguage {
    /// All languages.
    pub const ALL: [TemplateLanguage; 3] =
        [TemplateLanguage::Rust, TemplateLanguage::Cpp, TemplateLanguage::Python];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        ["rust", "cpp", "python"][self as usize]
    }

    /// Returns the extension of its source files.
    pub(super) fn extension(self) -> &'static str {
        ["rs", "cpp", "py"][self as usize]
    }
}

impl TemplateLanguages {
    /// Substitutes the extensions of programs in a document.
    pub(super) fn fill_in(self, document: &str) -> String {
        let roles = [
            ("{checker}", self.checker),
            ("{validator}", self.validator),
            ("{generator}", self.generator),
            ("{solution}", self.solution),
        ];
        roles.into_iter().fold(document.to_string(), |text, (role, language)| {
            text.replace(role, language.extension())
        })
    }
}

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
    NewFile::new(path, template.sources[language as usize])
}
