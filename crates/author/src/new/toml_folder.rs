//! A new problem as a folder with a `problem.toml`. It contains the cases that its recipe makes,
//! which do not depend on the name of the problem.

use super::package::STATEMENT;
use super::programs::{CHECKER, GENERATOR, NewFile, TemplateLanguages, VALIDATOR, program};

/// Embeds the files of the folder.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("templates/folder/", $path)))),*]
    };
}

const FILES: [(&str, &str); 23] = files![
    "problem.toml",
    "recipe.toml",
    "cases/manifest.toml",
    "cases/sample/1.in",
    "cases/sample/1.ans",
    "cases/secret/1-smallest.in",
    "cases/secret/1-smallest.ans",
    "cases/secret/2-odd.in",
    "cases/secret/2-odd.ans",
    "cases/secret/3-largest.in",
    "cases/secret/3-largest.ans",
    "cases/secret/4-small-1.in",
    "cases/secret/4-small-1.ans",
    "cases/secret/4-small-2.in",
    "cases/secret/4-small-2.ans",
    "cases/secret/4-small-3.in",
    "cases/secret/4-small-3.ans",
    "cases/secret/5-large-1.in",
    "cases/secret/5-large-1.ans",
    "cases/secret/5-large-2.in",
    "cases/secret/5-large-2.ans",
    "cases/secret/5-large-3.in",
    "cases/secret/5-large-3.ans",
];

/// Returns the files of a new problem, except its submissions.
pub(super) fn files(languages: TemplateLanguages) -> Vec<NewFile> {
    let files = FILES.iter().map(|(path, text)| NewFile::new(*path, languages.fill_in(text)));
    let statement = NewFile::new("statement/problem.en.tex", STATEMENT);
    let programs = [
        program("", &CHECKER, languages.checker),
        program("", &VALIDATOR, languages.validator),
        program("generators/", &GENERATOR, languages.generator),
    ];
    files.chain(programs).chain([statement]).collect()
}
