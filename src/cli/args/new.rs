//! The flags of `referee new`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use super::choice::{by_name, named};
use referee_author::new::{ProblemForm, TemplateLanguage};

/// Create a problem, ready to judge: a folder with a working example of everything
///
/// The folder gets a problem.toml, or with --package the files of a problem package. On a terminal,
/// the command asks about anything that the flags leave open.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee new split && referee judge split\n  \
    referee new split --package 2025-09 --language cpp\n  \
    referee new --course exercise-3")]
pub(in crate::cli) struct NewArgs {
    /// The folder to create; its last part is the name of the problem
    pub(in crate::cli) folder: PathBuf,
    /// Write only a course.toml, with every key explained; the folder may exist
    #[arg(long, conflicts_with_all = ["package", "language", "checker", "validator", "generator", "solution"])]
    pub(in crate::cli) course: bool,
    /// Create a package of this version of the ICPC problem package format [default: none]
    #[arg(long, value_name = "VERSION", value_parser = named(&FORMS))]
    pub(in crate::cli) package: Option<ProblemForm>,
    /// The language of all programs [default: rust]
    #[arg(long, short, value_name = "LANGUAGE", value_parser = language())]
    pub(in crate::cli) language: Option<TemplateLanguage>,
    /// The language of the checker
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(in crate::cli) checker: Option<TemplateLanguage>,
    /// The language of the input validator
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(in crate::cli) validator: Option<TemplateLanguage>,
    /// The language of the generator
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(in crate::cli) generator: Option<TemplateLanguage>,
    /// The language of the solution and of the other submissions
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    pub(in crate::cli) solution: Option<TemplateLanguage>,
}

/// The values of `--package`, with their help.
const FORMS: [(&str, ProblemForm, &str); 3] = [
    ("2025-09", ProblemForm::Package2025, "A package of version 2025-09"),
    ("legacy", ProblemForm::LegacyPackage, "A package of version legacy"),
    ("none", ProblemForm::TomlFolder, "A folder with a problem.toml"),
];

fn language() -> impl TypedValueParser<Value = TemplateLanguage> {
    by_name(TemplateLanguage::ALL, TemplateLanguage::name)
}
