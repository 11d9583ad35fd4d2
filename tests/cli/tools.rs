//! Compilers and interpreters of `referee judge`: which are chosen, how they are reported, and that
//! a replaced one is noticed.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::executables::write_executable;
use crate::judge::{RIGHT, with_submissions};
use crate::support::{Folder, REFEREE, Run, skip};

/// A folder with a submission for an interpreter `shell-of-test`, which exists in several folders
/// with these versions.
fn with_interpreters(versions: &[(&str, &str)]) -> Folder {
    let folder = with_submissions(&[("right.sh", RIGHT)]);
    folder.write(
        "languages.toml",
        "format = 1\n[[language]]\nname = 'shell'\ntitle = 'Shell'\nendings = ['sh']\n\
         run = ['shell-of-test', '{main}']\n",
    );
    for (place, version) in versions {
        interpreter(&folder, place, version);
    }
    folder
}

/// Writes an interpreter; with an empty version, it does not start.
fn interpreter(folder: &Folder, place: &str, version: &str) {
    let name = format!("{place}/shell-of-test");
    let text = match version {
        "" => "#!/bin/sh\nexit 127\n".to_string(),
        _ => format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo '{version}' && exit\nexec sh \"$1\"\n"
        ),
    };
    fs::create_dir_all(folder.path(place)).unwrap();
    write_executable(&folder.path(name), text);
}

/// Judges with these folders first on the path; `None` if the sandbox cannot mount them.
fn judge(test: &str, folder: &Folder, places: &[&str], more: &[&str]) -> Option<Run> {
    let path = places.iter().map(|place| match place.strip_prefix("./") {
        Some(relative) => relative.into(),
        None => folder.path(place),
    });
    let system = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(path.chain(std::env::split_paths(&system))).unwrap();
    let mut command = folder.command(REFEREE);
    command.args(["judge", "cases", "submissions", "--languages", "languages.toml"]);
    let run = folder.run_of(&command.args(more).env("PATH", path).output().unwrap());
    if !run.stdout.contains("namespaces, ") {
        skip(test, "without namespaces the folder of the test cannot be shown to programs");
        return None;
    }
    Some(run)
}

fn started(run: &Run) -> Value {
    serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap()
}

#[test]
fn the_first_on_the_path_is_taken_and_told() {
    let versions = [("first/bin", "VM warning: a slow one\nshell 1.0"), ("second", "shell 2.0")];
    let folder = with_interpreters(&versions);
    let test = "the_first_on_the_path_is_taken_and_told";
    let places = ["first/bin", "second"];
    let Some(run) = judge(test, &folder, &places, &["--report", "jsonl"]) else { return };
    let tools = started(&run.ends_with(0))["runs"]["tools"].clone();
    assert_eq!(tools[0]["language"], "Shell");
    assert_eq!(tools[0]["name"], "shell-of-test");
    assert_eq!(tools[0]["path"], "[folder]/first/bin/shell-of-test");
    assert_eq!(tools[0]["version"], "shell 1.0");
    assert_eq!((&tools[0]["note"], &tools[1]), (&Value::Null, &Value::Null));
    let run = judge(test, &folder, &places, &[]).unwrap().ends_with(0);
    run.says("with      Shell: shell 1.0 ([folder]/first/bin/shell-of-test)\n");
}

#[test]
fn one_that_cannot_be_used_is_named_and_the_next_one_is_taken() {
    let folder = with_interpreters(&[("first", ""), ("second", "shell 2.0")]);
    let test = "one_that_cannot_be_used_is_named_and_the_next_one_is_taken";
    let Some(run) = judge(test, &folder, &["first", "second"], &[]) else { return };
    run.ends_with(0)
        .says("with      Shell: shell 2.0 ([folder]/second/shell-of-test)\n")
        .says("note      [folder]/first/shell-of-test, the first on PATH, cannot be used: it does not start\n");
}

#[test]
fn a_folder_of_the_path_that_is_relative_is_not_looked_into() {
    let folder = with_interpreters(&[("here", "shell 1.0"), ("second", "shell 2.0")]);
    let test = "a_folder_of_the_path_that_is_relative_is_not_looked_into";
    let Some(run) = judge(test, &folder, &["./here", "second"], &[]) else { return };
    run.ends_with(0).says("with      Shell: shell 2.0 ([folder]/second/shell-of-test)\n");
}

#[test]
fn runs_by_a_replaced_interpreter_are_not_kept() {
    let folder = with_interpreters(&[("bin", "shell 1.0")]);
    let test = "runs_by_a_replaced_interpreter_are_not_kept";
    let Some(first) = judge(test, &folder, &["bin"], &[]) else { return };
    first.ends_with(0);
    let again = || judge(test, &folder, &["bin"], &[]).unwrap().ends_with(0);
    again().says("3 of 3 runs kept from earlier");
    // Writing it again gives another file with the same content.
    interpreter(&folder, "bin", "shell 1.0");
    again().says("3 of 3 runs kept from earlier");
    interpreter(&folder, "bin", "shell 1.1");
    let run = again();
    assert!(!run.stdout.contains("kept from earlier"), "{run}");
}

#[test]
fn a_program_that_was_installed_anew_knows_what_was_kept() {
    let folder = with_submissions(&[("right.sh", RIGHT)]);
    let call = ["judge", "cases", "submissions", "--languages", "languages.toml"];
    folder.referee(&call).ends_with(0);
    write_executable(&folder.path("installed-anew"), fs::read(REFEREE).unwrap());
    let mut anew = folder.command(folder.path("installed-anew"));
    let run = folder.run_of(&anew.args(call).output().unwrap()).ends_with(0);
    run.says("3 of 3 runs kept from earlier");
}

#[test]
fn c_and_cpp_know_that_they_are_judged() {
    let test = "c_and_cpp_know_that_they_are_judged";
    let has = |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok();
    if !["cc", "c++"].iter().all(has) {
        return skip(test, "there is no cc, or no c++");
    }
    // The file that `freopen` would open does not exist.
    let text = "#include <stdio.h>\nint main() {\n#ifndef ONLINE_JUDGE\n\
        if (!freopen(\"input.txt\", \"r\", stdin)) return 1;\n#endif\nint n;\n\
        if (scanf(\"%d\", &n) != 1) return 1;\n\
        puts(n == 3 ? \"Alice wins\" : n == 4 ? \"tie 1 1\" : \"Bob wins\");\n}\n";
    let folder = with_submissions(&[("c.c", text), ("cpp.cpp", text)]);
    let run = folder.referee(&["judge", "cases", "submissions", "--time-limit", "20"]).ends_with(0);
    run.says("2 of 2 accepted.").says("with      C: cc ").says("; C++: c++ ");
}
