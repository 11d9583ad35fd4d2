//! The templates of `languages.toml`: what programs look like in each language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A language, as `languages.toml` explains it.
#[derive(Deserialize)]
pub(crate) struct Language {
    pub(crate) tool: String,
    pub(crate) ending: String,
    pub(crate) comment: String,
    /// Whether it is not among those of which programs are drawn.
    #[serde(default, rename = "further")]
    pub(crate) is_further: bool,
    #[serde(default)]
    pub(crate) allows: Vec<String>,
    #[serde(default = "doubled")]
    pub(crate) doubled: [String; 2],
    program: String,
    #[serde(default, rename = "form")]
    pub(crate) forms: Vec<Form>,
    /// What a program does beside its task, or instead of it: statements, by their names.
    #[serde(flatten)]
    statements: BTreeMap<String, String>,
}

/// A program of several files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Form {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) import: String,
    /// Whether a tool knows the program by its name.
    #[serde(default)]
    pub(crate) keeps_name: bool,
    /// Their names and contents, of which the first is the program.
    pub(crate) files: Vec<[String; 2]>,
}

fn doubled() -> [String; 2] {
    ["2 * n", "twice(n)"].map(String::from)
}

/// All languages, installed or not, by name.
pub(crate) static LANGUAGES: LazyLock<BTreeMap<String, Language>> =
    LazyLock::new(|| toml::from_str(include_str!("languages.toml")).unwrap());

impl Language {
    /// Whether its sources may be so encoded.
    pub(crate) fn allows(&self, encoding: &str) -> bool {
        self.allows.iter().any(|allowed| allowed == encoding)
    }

    /// One of its statements, in one that repeats it for ever.
    pub(crate) fn endless(&self, statement: &str) -> Option<String> {
        Some(self.statement("endless")?.replace("BEHAVIOUR", self.statement(statement)?))
    }

    /// One of its statements.
    pub(crate) fn statement(&self, name: &str) -> Option<&str> {
        self.statements.get(name).map(String::as_str)
    }

    /// The program with this statement, of one file or of several.
    pub(crate) fn program(&self, statement: &str, form: Option<&Form>) -> String {
        let import = form.map_or("", |form| &form.import);
        let doubled = &self.doubled[usize::from(!import.is_empty())];
        let program = self.program.replace("BEHAVIOUR", statement);
        program.replace("IMPORT", import).replace("DOUBLED", doubled)
    }
}
