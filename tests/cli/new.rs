//! Everything that `referee new` creates works immediately, in every language and form.

use std::fs;

use crate::support::{CPYTHON, Folder};

/// Less than the shipped limit, since a slow program takes a multiple of it.
const TIME_LIMIT: &str = "--time-limit";

/// Creates a problem with these flags.
fn new(name: &str, flags: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.referee(&[&["new", name], flags].concat()).ends_with(0);
    folder
}

/// Checks that a new package is judged as expected, is valid, and has the cases that its generators
/// make.
fn works_at_once(version: &str, language: &str) {
    let folder = new("split", &["--package", version, "--language", language]);
    // The test of a new folder, below, runs the same programs with the shipped commands.
    folder.write("referee.toml", CPYTHON);
    let run = folder.referee(&["generate", "split", "--check"]).ends_with(0);
    run.says("generators.yaml and the disk agree.");
    folder.referee(&["validate", "split"]).ends_with(0).says("0 errors, 0 warnings");
    let judge = ["judge", "split", TIME_LIMIT, "0.3"];
    folder.referee(&judge).ends_with(0).says("5 of 5 as expected.");
}

#[test]
fn a_new_package_in_rust_works_at_once() {
    works_at_once("2025-09", "rust");
}

#[test]
fn a_new_package_in_cpp_works_at_once() {
    works_at_once("legacy", "cpp");
}

#[test]
fn a_new_package_in_python_works_at_once() {
    works_at_once("2025-09", "python");
}

/// A new folder with a `problem.toml` has the cases of its recipe, whatever its name. Its programs
/// are those of packages; programs that are slow to compile or to fail are judged there.
#[test]
fn a_new_folder_works_at_once_in_every_language() {
    for (name, language, programs, said) in [
        ("split", "rust", &["accepted/halves.rs", "wrong_answer"][..], "2 of 2 as expected."),
        ("other", "cpp", &["accepted/halves.cpp", "wrong_answer"], "2 of 2 as expected."),
        ("third", "python", &[], "5 of 5 as expected."),
    ] {
        let folder = new(name, &["--language", language]);
        let run = folder.referee(&["generate", name, "--check"]).ends_with(0);
        run.says("The recipe, the disk and the manifest agree.");
        let programs = programs.iter().map(|program| format!("{name}/submissions/{program}"));
        let words = ["judge", name, TIME_LIMIT, "0.5"].map(String::from).into_iter();
        let words = words.chain(programs);
        folder.referee(&words.collect::<Vec<_>>()).ends_with(0).says(said);
    }
}

#[test]
fn the_versions_of_a_package_differ_in_their_folders_only() {
    let listed = |version: &str| {
        let folder = new("split", &["--package", version, "--language", "rust", "--quiet"]);
        let mut paths = folder.names();
        paths.retain(|path| !path.contains("/data/") && !path.contains("/submissions/"));
        paths.join("\n")
    };
    insta::assert_snapshot!(listed("legacy"));
    insta::assert_snapshot!(listed("2025-09"));
}

#[test]
fn every_program_can_have_a_language_of_its_own() {
    let folder = new(
        "mixed",
        &["--package", "legacy", "--checker", "cpp", "--validator", "python", "--solution", "cpp"],
    );
    for path in [
        "output_validators/checker.cpp",
        "input_validators/validator.py",
        "generators/random.rs",
        "submissions/accepted/halves.cpp",
    ] {
        assert!(folder.path("mixed").join(path).is_file(), "{path}");
    }
    let rules = folder.read("mixed/generators/generators.yaml");
    assert!(rules.contains("halves.cpp") && rules.contains("[random.rs]"), "{rules}");
    assert!(folder.read("mixed/problem.yaml").contains("name: 'Mixed'"));
    assert!(folder.read("mixed/problem_statement/problem.en.tex").contains("\\problemname{Mixed}"));
}

#[test]
fn no_two_packages_have_the_same_uuid() {
    let folder = new("one", &["--package", "legacy"]);
    folder.referee(&["new", "two", "--package", "legacy"]).ends_with(0);
    let uuid = |problem: &str| {
        let yaml = folder.read(format!("{problem}/problem.yaml"));
        yaml.lines().find_map(|line| line.strip_prefix("uuid: ")).unwrap().to_string()
    };
    let shape = |uuid: &str| uuid.split('-').map(str::len).collect::<Vec<_>>();
    assert_eq!(shape(&uuid("one")), [8, 4, 4, 4, 12]);
    assert_ne!(uuid("one"), uuid("two"));
}

#[test]
fn nothing_that_exists_is_overwritten_and_names_are_those_of_the_format() {
    let folder = Folder::new();
    folder.write("taken/notes.txt", "mine");
    fs::create_dir(folder.path("empty")).unwrap();
    for name in ["taken", "empty"] {
        let run = folder.referee_changing_nothing(&["new", name, "--package", "2025-09"]);
        run.ends_with(2).says("this name is already taken");
    }
    let run = folder.referee_changing_nothing(&["new", "Two-Words", "--package", "legacy"]);
    run.ends_with(2).says("only lower-case letters and digits");
    let run = folder.referee_changing_nothing(&["new", "split", "--language", "cobol"]);
    run.ends_with(2).says("possible values: rust, cpp, python");
}

#[test]
fn the_next_commands_can_be_typed_as_they_are() {
    let folder = Folder::new();
    let run = folder.referee(&["new", "two words", "--language", "python"]).ends_with(0);
    run.says("next   referee judge 'two words'\n").says("referee generate 'two words' --check\n");
}
