//! The files of new problems in each form, except submissions. They include the cases that the
//! recipe or `generators.yaml` makes, so that these exist before anything is compiled. A test
//! generates them again in every language.

use super::programs::{
    CHECKER, GENERATOR, NewFile, ProgramTemplate, TemplateLanguage, TemplateLanguages, VALIDATOR,
    program,
};

/// Embeds a file of the packages.
macro_rules! package_file {
    ($path:literal) => {
        include_str!(concat!("templates/package/", $path))
    };
}

/// The files of a folder with a `problem.toml` besides its programs, cases and statement.
const FOLDER: [(&str, &str); 3] = [
    ("problem.toml", include_str!("templates/folder/problem.toml")),
    ("recipe.toml", include_str!("templates/folder/recipe.toml")),
    ("cases/manifest.toml", include_str!("templates/folder/cases/manifest.toml")),
];

/// Cases by their names, with the lines that are their inputs, answers and outputs.
type Cases = &'static [(&'static str, &'static [&'static str])];

/// The cases of a folder with a `problem.toml`.
const FOLDER_CASES: Cases = &[
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

/// The cases of both versions of packages.
const CASES: Cases = &[
    ("sample/01-odd", &["7", "3 4"]),
    ("sample/02-even", &["10", "5 5"]),
    ("secret/03-smallest", &["2", "1 1"]),
    ("secret/04-odd", &["999", "499 500"]),
    ("secret/05-largest", &["1000000000", "500000000 500000000"]),
    ("secret/06-small-1", &["394", "197 197"]),
    ("secret/07-small-2", &["544", "272 272"]),
    ("secret/08-small-3", &["35", "17 18"]),
    ("secret/09-large-1", &["902605404", "451302702 451302702"]),
    ("secret/10-large-2", &["945693778", "472846889 472846889"]),
    ("secret/11-large-3", &["993024836", "496512418 496512418"]),
];

/// Cases that test the validators; only version 2025-09 has folders for them.
const EXAMPLES: Cases = &[
    ("invalid_input/15-too_small", &["1"]),
    ("invalid_input/16-too_large", &["1000000001"]),
    ("invalid_input/17-two_numbers", &["3 4"]),
    ("invalid_input/18-leading_zero", &["07"]),
    ("invalid_output/12-zero", &["7", "3 4", "0 7"]),
    ("invalid_output/13-wrong_sum", &["7", "3 4", "3 3"]),
    ("invalid_output/14-three_numbers", &["7", "3 4", "3 4 0"]),
    ("valid_output/19-other_order", &["7", "3 4", "4 3"]),
    ("valid_output/20-one", &["7", "3 4", "1 6"]),
];

const STATEMENT: &str = package_file!("problem.en.tex");

/// The script that builds a program in Rust; the package format leaves building Rust to scripts.
pub const BUILD: &str = package_file!("build");

/// Returns the files of a new folder with a `problem.toml`.
pub(super) fn toml_folder(languages: TemplateLanguages) -> Vec<NewFile> {
    let files = FOLDER.iter().map(|(path, text)| NewFile::new(*path, languages.fill_in(text)));
    let statement = NewFile::new("statement/problem.en.tex", STATEMENT);
    let programs = [
        program("", &CHECKER, languages.checker),
        program("", &VALIDATOR, languages.validator),
        program("generators/", &GENERATOR, languages.generator),
    ];
    files.chain(case_files("cases", FOLDER_CASES)).chain(programs).chain([statement]).collect()
}

/// Returns the files of a new package of version `legacy`.
pub(super) fn legacy(languages: TemplateLanguages) -> Vec<NewFile> {
    let mut files = common(languages, "");
    files.push(NewFile::new("problem.yaml", package_file!("legacy/problem.yaml")));
    files.push(NewFile::new("problem_statement/problem.en.tex", STATEMENT));
    files.extend(validator("output_validators/", &CHECKER, languages.checker));
    files
}

/// Returns the files of a new package of version 2025-09.
pub(super) fn package_2025(languages: TemplateLanguages) -> Vec<NewFile> {
    let mut files = common(languages, package_file!("2025-09/more_generators.yaml"));
    files.push(NewFile::new("problem.yaml", package_file!("2025-09/problem.yaml")));
    files.push(NewFile::new("statement/problem.en.tex", STATEMENT));
    // There is only one, so its folder is the program.
    let folder = "output_validator/";
    files.push(program(folder, &CHECKER, languages.checker));
    files.extend(build(folder, &CHECKER, languages.checker));
    files.extend(case_files("data", EXAMPLES));
    files
}

/// Returns the files that both versions share; `more_rules` are those of one version.
fn common(languages: TemplateLanguages, more_rules: &str) -> Vec<NewFile> {
    let rules = [package_file!("generators.yaml"), more_rules].concat();
    let mut files = vec![
        NewFile::new("generators/generators.yaml", languages.fill_in(&rules)),
        program("generators/", &GENERATOR, languages.generator),
    ];
    files.extend(validator("input_validators/", &VALIDATOR, languages.validator));
    files.extend(case_files("data", CASES));
    files
}

fn case_files(folder: &str, cases: Cases) -> impl Iterator<Item = NewFile> {
    cases.iter().flat_map(move |(name, lines)| {
        let file = move |(extension, line)| {
            NewFile::new(format!("{folder}/{name}.{extension}"), format!("{line}\n"))
        };
        ["in", "ans", "out"].into_iter().zip(*lines).map(file)
    })
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
