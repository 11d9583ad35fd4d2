//! The templates of `languages.toml`: the source of programs in each language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A language; `languages.toml` explains the keys.
#[derive(Deserialize)]
pub(crate) struct Language {
    pub(crate) tool: String,
    pub(crate) ending: String,
    pub(crate) comment: String,
    /// Whether programs in it are not drawn by default.
    #[serde(default, rename = "further")]
    pub(crate) is_further: bool,
    #[serde(default)]
    pub(crate) allows: Vec<String>,
    #[serde(default = "doubled")]
    pub(crate) doubled: [String; 2],
    program: String,
    #[serde(default, rename = "form")]
    pub(crate) forms: Vec<Form>,
    /// What a program does besides its task, or instead of it: statements, by their names.
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
    /// Whether a tool depends on the name of the program.
    #[serde(default)]
    pub(crate) keeps_name: bool,
    /// The names and contents of files, the first of which is the program.
    pub(crate) files: Vec<[String; 2]>,
}

fn doubled() -> [String; 2] {
    ["2 * n", "twice(n)"].map(String::from)
}

/// All languages, installed or not, by name.
pub(crate) static LANGUAGES: LazyLock<BTreeMap<String, Language>> =
    LazyLock::new(|| toml::from_str(include_str!("languages.toml")).unwrap());

impl Language {
    /// Returns whether its sources may have this encoding.
    pub(crate) fn allows(&self, encoding: &str) -> bool {
        self.allows.iter().any(|allowed| allowed == encoding)
    }

    /// Returns a statement within the one that repeats it forever.
    pub(crate) fn endless(&self, statement: &str) -> Option<String> {
        Some(self.statement("endless")?.replace("BEHAVIOUR", self.statement(statement)?))
    }

    /// Returns a statement by its name.
    pub(crate) fn statement(&self, name: &str) -> Option<&str> {
        self.statements.get(name).map(String::as_str)
    }

    /// Returns the program with this statement, as one file or several.
    pub(crate) fn program(&self, statement: &str, form: Option<&Form>) -> String {
        let import = form.map_or("", |form| &form.import);
        let doubled = &self.doubled[usize::from(!import.is_empty())];
        let program = self.program.replace("BEHAVIOUR", statement);
        program.replace("IMPORT", import).replace("DOUBLED", doubled)
    }
}
