//! Work left undone for lack of a compiler: whether it fails a run, by `--missing-compilers` and
//! `CI=true`.

use crate::packages::{NEW, package};
use crate::support::{CPYTHON, Folder, REFEREE, Run};

/// A language whose interpreter does not exist.
const EXOTIC: &str = "\n[[language]]\nname = 'exotic'\ntitle = 'Exotic'\nendings = ['exo']\n\
    run = ['no-such-interpreter', '{main}']\n";

/// A package without a time limit, with this file in that language.
fn package_with(path: &str) -> Folder {
    let folder = package(NEW);
    folder.write("referee.toml", format!("{CPYTHON}{EXOTIC}"));
    folder.write(format!("twice/{path}"), "");
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    folder
}

/// Runs a command on a build server.
fn on_build_server(folder: &Folder, arguments: &[&str]) -> Run {
    folder.run_of(&folder.command(REFEREE).args(arguments).env("CI", "true").output().unwrap())
}

#[test]
fn a_time_limit_that_is_inferred_without_a_submission_is_no_secret() {
    let folder = package_with("submissions/accepted/exotic.exo");
    let call = |more: &[&'static str]| {
        let one = "twice/submissions/accepted/twice.py";
        [&["judge", "--record", "off", "twice", one][..], more].concat()
    };
    let said = "the time limit is inferred without accepted/exotic.exo: no-such-interpreter is not installed";
    let warning = format!("note: languages of referee.toml\nwarning: {said}\n");
    let usual = folder.referee(&call(&[])).ends_with(0).says("1 of 1 as expected.");
    assert_eq!(usual.stderr, warning);
    let strict = folder.referee(&call(&["--missing-compilers", "fail"])).ends_with(3).says(said);
    assert_eq!(strict.stderr, "note: languages of referee.toml\n");
    let junit = on_build_server(&folder, &call(&["--report", "junit"])).ends_with(3);
    assert!(junit.stdout.contains("<error type=\"judge error\""), "{junit}");
    let lenient = on_build_server(&folder, &call(&["--missing-compilers", "skip"])).ends_with(0);
    assert_eq!(lenient.stderr, warning);
    // If the limit is given, nothing is left undone.
    on_build_server(&folder, &call(&["--time-limit", "5"])).ends_with(0);
    folder
        .referee(&call(&["--missing-compilers", "fail", "--missing-compilers", "skip"]))
        .ends_with(2)
        .says("cannot be used multiple times");
}

#[test]
fn a_submission_that_is_not_judged_fails_unless_that_is_forgiven() {
    let folder = package_with("submissions/wrong_answer/exotic.exo");
    let call = ["judge", "--record", "off", "twice", "--time-limit", "5"];
    let skip = [&call[..], &["--missing-compilers", "skip"]].concat();
    folder
        .referee(&call)
        .ends_with(3)
        .says("--missing-compilers skip does not count that as a failure");
    on_build_server(&folder, &call).ends_with(3);
    let skipped = "1 submission was skipped: no-such-interpreter is not installed";
    folder.referee(&skip).ends_with(0).says(skipped);
    on_build_server(&folder, &skip).ends_with(0).says(skipped);
}

#[test]
fn a_package_is_not_valid_for_lack_of_a_compiler() {
    let said = "`no-such-interpreter` is not installed, which Exotic needs";
    for (path, usual, strict, lenient) in [
        ("input_validators/exotic.exo", 3, 3, 0),
        ("output_validator/exotic.exo", 3, 3, 0),
        // Images are not needed.
        ("input_visualizer/exotic.exo", 0, 3, 0),
    ] {
        let folder = package_with(path);
        let validate = |more: &[&'static str]| [&["validate", "twice"][..], more].concat();
        folder.referee(&validate(&[])).ends_with(usual).says(said);
        folder.referee(&validate(&["--missing-compilers", "fail"])).ends_with(strict).says(said);
        on_build_server(&folder, &validate(&[])).ends_with(strict).says(said);
        folder.referee(&validate(&["--missing-compilers", "skip"])).ends_with(lenient).says(said);
        on_build_server(&folder, &validate(&["--missing-compilers", "skip"]))
            .ends_with(lenient)
            .says(said);
    }
}

#[test]
fn only_a_build_server_is_strict_by_itself() {
    let folder = package_with("input_visualizer/exotic.exo");
    for (value, code) in [("true", 3), ("1", 3), ("false", 0), ("", 0)] {
        let mut command = folder.command(REFEREE);
        let run = command.args(["validate", "twice"]).env("CI", value).output().unwrap();
        folder.run_of(&run).ends_with(code);
    }
}
