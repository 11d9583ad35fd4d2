//! Subtraction games on the command line: what is not as it is for every problem. Many moves can be
//! right, and a line of a few digits can ask for gigabytes.

mod catalogue;
mod check;
mod inputs;
#[cfg(unix)]
mod large;

use crate::support::Folder;

/// One heap, of which 1, 4 and 9 each leave a cold position: 10, 7 and 2.
const MANY_MOVES: &str = "squares\n1\n11\n";
/// Two heaps: only 3 of the first one wins.
const ONE_MOVE: &str = "set 2 5 3\n2\n6 3\n";
/// Three heaps, of which two are equal in value and one is cold.
const COLD: &str = "squares\n3\n1 3 7\n";

const PROBLEM: &str = "format = 1\nproblem = \"subtraction-game\"\n";

/// A folder with `cases/`: three cases with right answers.
fn with_cases() -> Folder {
    let folder = Folder::new();
    folder.write("cases/problem.toml", PROBLEM);
    folder.case("sample/1-many-moves", MANY_MOVES, "hot 1 1\n");
    folder.case("secret/2-one-move", ONE_MOVE, "hot 1 3\n");
    folder.case("secret/3-cold", COLD, "cold\n");
    folder
}

/// Writes the outputs of a contestant for the three cases.
fn outputs(folder: &Folder, contestant: &str, texts: [&str; 3]) {
    let cases = ["sample/1-many-moves", "secret/2-one-move", "secret/3-cold"];
    for (case, text) in cases.iter().zip(texts) {
        folder.write(format!("{contestant}/{case}.out"), text);
    }
}

/// A folder with one case, whose input is `input`, and an output that says the same as the answer.
fn with_input(input: impl AsRef<[u8]>, answer: &str) -> Folder {
    let folder = Folder::new();
    folder.write("problem.toml", PROBLEM);
    folder.write("a.in", input);
    folder.write("a.ans", answer);
    folder.write("out/ants/a.out", answer);
    folder
}
