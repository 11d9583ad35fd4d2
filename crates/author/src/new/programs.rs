//! The files of new problems before they are written, and their programs in every language. Tests
//! judge with each of these.

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
    /// Its name without extension.
    pub(super) name: &'static str,
    /// Its source.
    pub(super) text: SourceTemplate,
}

/// A source file in every language.
pub(super) struct SourceTemplate {
    rust: &'static str,
    cpp: &'static str,
    python: &'static str,
}

/// Embeds the source of a program in every language.
macro_rules! source {
    ($path:literal) => {
        SourceTemplate {
            rust: include_str!(concat!("templates/programs/", $path, ".rs")),
            cpp: include_str!(concat!("templates/programs/", $path, ".cpp")),
            python: include_str!(concat!("templates/programs/", $path, ".py")),
        }
    };
}

pub(super) const CHECKER: ProgramTemplate =
    ProgramTemplate { name: "checker", text: source!("checker") };
pub(super) const VALIDATOR: ProgramTemplate =
    ProgramTemplate { name: "validator", text: source!("validator") };
pub(super) const GENERATOR: ProgramTemplate =
    ProgramTemplate { name: "random", text: source!("random") };

/// The submissions, by their paths without extension.
pub(super) const SUBMISSIONS: [(&str, SourceTemplate); 5] = [
    ("accepted/halves", source!("submissions/accepted/halves")),
    ("accepted/one", source!("submissions/accepted/one")),
    ("run_time_error/small_numbers", source!("submissions/run_time_error/small_numbers")),
    ("time_limit_exceeded/all_pairs", source!("submissions/time_limit_exceeded/all_pairs")),
    ("wrong_answer/two_halves", source!("submissions/wrong_answer/two_halves")),
];

impl TemplateLanguage {
    /// All languages.
    pub const ALL: [TemplateLanguage; 3] =
        [TemplateLanguage::Rust, TemplateLanguage::Cpp, TemplateLanguage::Python];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            TemplateLanguage::Rust => "rust",
            TemplateLanguage::Cpp => "cpp",
            TemplateLanguage::Python => "python",
        }
    }

    /// Returns the extension of its source files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            TemplateLanguage::Rust => "rs",
            TemplateLanguage::Cpp => "cpp",
            TemplateLanguage::Python => "py",
        }
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

impl SourceTemplate {
    /// Returns the source in this language.
    pub(super) fn of(&self, language: TemplateLanguage) -> &'static str {
        match language {
            TemplateLanguage::Rust => self.rust,
            TemplateLanguage::Cpp => self.cpp,
            TemplateLanguage::Python => self.python,
        }
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
    NewFile::new(path, template.text.of(language))
}
