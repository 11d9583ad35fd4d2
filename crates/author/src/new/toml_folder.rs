//! A new problem as a folder with a `problem.toml`. It contains the cases that its recipe makes,
//! which do not depend on the name of the problem.

use super::package::{Cases, STATEMENT, case_files};
use super::programs::{CHECKER, GENERATOR, NewFile, TemplateLanguages, VALIDATOR, program};

const FILES: [(&str, &str); 3] = [
    ("problem.toml", include_str!("templates/folder/problem.toml")),
    ("recipe.toml", include_str!("templates/folder/recipe.toml")),
    ("cases/manifest.toml", include_str!("templates/folder/cases/manifest.toml")),
];

const CASES: Cases = &[
    ("sample/1", &["7", "3 4"]),
    ("secret/1-smallest", &["2", "1 1"]),
    ("secret/2-odd", &["999", "499 500"]),
    ("secret/3-largest", &["1000000000", "500000000 500000000"]),
    ("secret/4-small-1", &["166", "83 83"]),
    ("secret/4-small-2", &["958", "479 479"]),
    ("secret/4-small-3", &["654", "327 327"]),
    ("secret/5-large-1", &["971939131", "485969565 485969566"]),
    ("secret/5-large-2", &["993123630", "496561815 496561815"]),
    ("secret/5-large-3", &["980079345", "490039672 490039673"]),
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
    files.chain(case_files("cases", CASES)).chain(programs).chain([statement]).collect()
}
