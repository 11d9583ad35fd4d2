//! Data made by other people, if a copy lies beside the workspace. It is read, never copied.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Folder, skip};

/// Returns the folder of a problem's data, if it exists.
fn data(problem: &str) -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    data.join(problem).canonicalize().ok()
}

#[test]
fn samples_of_the_contest_are_valid_and_right() {
    let Some(data) = data("infinity-war") else {
        return skip("samples_of_the_contest_are_valid_and_right", "no ../shared/data here");
    };
    let folder = Folder::new();
    let run = |arguments: &[&str]| {
        let mut command = folder.command(crate::support::REFEREE);
        command.args(arguments).args(["--problem", "infinity-war"]).current_dir(&data);
        folder.run_of(&command.output().unwrap()).ends_with(0)
    };
    run(&["validate", "."]);
    run(&["solve", ".", "--verify"]);
    run(&["check", ".", "."]);
}

#[test]
fn inputs_of_the_competition_are_read_and_solved() {
    let Some(data) = data("huepfburg") else {
        return skip("inputs_of_the_competition_are_read_and_solved", "no ../shared/data here");
    };
    let folder = Folder::new();
    let least = ["3", "121", "8", "impossible", "16"];
    for number in 0..least.len() {
        let input = fs::read(data.join(format!("huepfburg{number}.txt"))).unwrap();
        folder.write(format!("{number}.in"), input);
    }
    folder.write("problem.toml", "format = 1\nproblem = \"huepfburg\"\noptions = [\"shortest\"]\n");
    for solver in ["adaptive", "pairs", "layers"] {
        folder.referee(&["solve", ".", "--force", "--solver", solver]).ends_with(0);
        for (number, least) in least.iter().enumerate() {
            let answer = folder.read(format!("{number}.ans"));
            assert_eq!(answer.lines().next(), Some(*least), "huepfburg{number}.txt");
        }
        folder.referee(&["solve", ".", "--verify"]).ends_with(0).says("right        5");
    }
    folder.referee_changing_nothing(&["validate", "."]).ends_with(0);
}
