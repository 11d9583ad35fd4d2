//! Data that other people made, where a copy lies beside the workspace. It is read, never copied.

use std::path::Path;

use crate::support::{Folder, skip};

#[test]
fn samples_of_the_contest_are_valid_and_right() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/infinity-war");
    let Ok(data) = data.canonicalize() else {
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
