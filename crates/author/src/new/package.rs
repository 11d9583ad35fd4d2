//! A new problem as a package. It contains the cases that its `generators.yaml` makes, so that they
//! exist before anything is compiled. A test generates them again in every language.

use super::programs::{
    CHECKER, GENERATOR, NewFile, ProgramTemplate, TemplateLanguage, TemplateLanguages, VALIDATOR,
    program,
};

/// Embeds a file of the packages.
macro_rules! package_file {
    ($path:expr) => {
        include_str!(concat!("templates/package/", $path))
    };
}

/// Embeds files of cases, by name and extension.
macro_rules! cases {
    ($($name:literal: $($extension:literal)+),* $(,)?) => {
        &[$($((
            concat!($name, ".", $extension),
            package_file!(concat!("data/", $name, ".", $extension)),
        )),+),*]
    };
}

/// The cases of both versions.
const CASES: &[(&str, &str)] = cases![
    "sample/01-odd": "in" "ans",
    "sample/02-even": "in" "ans",
    "secret/03-smallest": "in" "ans",
    "secret/04-odd": "in" "ans",
    "secret/05-largest": "in" "ans",
    "secret/06-small-1": "in" "ans",
    "secret/07-small-2": "in" "ans",
    "secret/08-small-3": "in" "ans",
    "secret/09-large-1": "in" "ans",
    "secret/10-large-2": "in" "ans",
    "secret/11-large-3": "in" "ans",
];

/// Cases that test the validators; only version 2025-09 has folders for them.
const EXAMPLES: &[(&str, &str)] = cases![
    "invalid_input/15-too_small": "in",
    "invalid_input/16-too_large": "in",
    "invalid_input/17-two_numbers": "in",
    "invalid_input/18-leading_zero": "in",
    "invalid_output/12-zero": "in" "ans" "out",
    "invalid_output/13-wrong_sum": "in" "ans" "out",
    "invalid_output/14-three_numbers": "in" "ans" "out",
    "valid_output/19-other_order": "in" "ans" "out",
    "valid_output/20-one": "in" "ans" "out",
];

pub(super) const STATEMENT: &str = package_file!("problem.en.tex");

/// The script that builds a validator in a language that the format leaves to scripts.
const BUILD: &str = package_file!("build");

/// Returns the files of a new package of version `legacy`, except its submissions.
pub(super) fn legacy(languages: TemplateLanguages) -> Vec<NewFile> {
    let mut files = common(languages, package_file!("legacy/generators.yaml"));
    files.push(NewFile::new("problem.yaml", package_file!("legacy/problem.yaml")));
    files.push(NewFile::new("problem_statement/problem.en.tex", STATEMENT));
    files.extend(validator("output_validators/", &CHECKER, languages.checker));
    files
}

/// Returns the files of a new package of version 2025-09, except its submissions.
pub(super) fn package_2025(languages: TemplateLanguages) -> Vec<NewFile> {
    let mut files = common(languages, package_file!("2025-09/generators.yaml"));
    files.push(NewFile::new("problem.yaml", package_file!("2025-09/problem.yaml")));
    files.push(NewFile::new("statement/problem.en.tex", STATEMENT));
    // There is only one, so its folder is the program.
    let folder = "output_validator/";
    files.push(program(folder, &CHECKER, languages.checker));
    files.extend(build(folder, &CHECKER, languages.checker));
    files.extend(EXAMPLES.iter().map(case_file));
    files
}

/// Returns the files that both versions share.
fn common(languages: TemplateLanguages, rules: &str) -> Vec<NewFile> {
    let mut files = vec![
        NewFile::new("generators/generators.yaml", languages.fill_in(rules)),
        program("generators/", &GENERATOR, languages.generator),
    ];
    files.extend(validator("input_validators/", &VALIDATOR, languages.validator));
    files.extend(CASES.iter().map(case_file));
    files
}

fn case_file((path, text): &(&str, &str)) -> NewFile {
    NewFile::new(format!("data/{path}"), *text)
}

/// Returns a validator, in a folder of its own if a script must build it.
fn validator(folder: &str, template: &ProgramTemplate, language: TemplateLanguage) -> Vec<NewFile> {
    let own = format!("{folder}{}/", template.name);
    match build(&own, template, language) {
        Some(build) => vec![program(&own, template, language), build],
        None => vec![program(folder, template, language)],
    }
}

/// Returns the script that builds a validator, if its language needs one.
fn build(folder: &str, template: &ProgramTemplate, language: TemplateLanguage) -> Option<NewFile> {
    let text = BUILD.replace("{program}", template.name);
    let needs_one = language == TemplateLanguage::Rust;
    needs_one.then(|| NewFile::script(format!("{folder}build"), text))
}
