//! `tests/archive/run`, which tries the program on an archive of packages: here a good package and
//! a broken one.

use std::process::Command;

use crate::packages::{NEW, SAME, TWICE, package};
use crate::support::{Folder, REFEREE, Run, skip};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archive/run");

/// The cases of the good package, as in its `data`.
const RULES: &str = "solution: /submissions/accepted/twice.py\ndata:\n  \
    sample: {data: {'1': {in: '2'}}}\n  secret: {data: {'2': {in: '50'}, '3': {in: '0'}}}\n";

/// Runs the script without other judges, which may not be installed.
fn run(folder: &Folder, arguments: &[&str]) -> Run {
    let mut command = folder.command(SCRIPT);
    command.arg("--no-peers").args(arguments);
    command.env("REFEREE", REFEREE).env_remove("REFEREE_PACKAGES");
    folder.run_of(&command.output().unwrap())
}

/// Returns the rows of the table, each with one space between words.
fn rows(run: &Run) -> Vec<String> {
    let rows = run.stdout.lines().take_while(|line| !line.is_empty());
    rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn an_archive_is_tried() {
    if Command::new("python3").arg("--version").output().is_err() {
        return skip("an_archive_is_tried", "there is no python3");
    }
    let folder = package(NEW);
    folder.write("twice/generators/generators.yaml", RULES);
    // A repository with a broken package, and with a package that has a submission in the wrong
    // folder.
    folder.write("contest/.git/HEAD", "");
    folder.write("contest/broken/problem.yaml", "name: Twice\nlimits:\n  memory: lots\n");
    folder.write("contest/broken/submissions/accepted/twice.py", TWICE);
    folder.shell("cp -R twice contest/").ends_with(0);
    folder.write("contest/twice/submissions/accepted/same.py", SAME);
    let before = folder.files();
    let all = run(&folder, &["--quick", "1", "contest"]).ends_with(1);
    assert_eq!(
        rows(&all),
        [
            "package validate judge as expected generate export round trip verifyproblem bt",
            "contest/broken 4 errors, 0 warnings exit 2 - - ok 0 of 0, invalid - -",
            "contest/twice 0 errors, 0 warnings ok 2 of 3 ok ok 3 of 3 - -",
        ]
    );
    all.says("memory is `lots`").says("accepted/same.py: WA, not accepted");
    assert!(folder.files() == before, "the packages have changed: {:?}", folder.names());

    let good = run(&folder, &["twice", "-o", "table.tsv", "--logs", "logs"]).ends_with(0);
    good.says("as expected    1 of 1");
    assert!(
        folder
            .read("table.tsv")
            .contains("twice\t0 errors, 0 warnings\tok\t2 of 2\tok\tok\t2 of 2\t-\t-\t\n")
    );
    assert!(folder.read("logs/twice/judge.txt").contains("2 of 2 as expected."));
    run(&folder, &["contest/broken/submissions"]).ends_with(2).says("no packages");
}
