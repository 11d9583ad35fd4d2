//! Hüpfburg on the command line: what is not as it is for every problem. Its checker knows an
//! option, its answers can be too long to be held, its searches too large to be begun.

mod catalogue;
mod check;
mod inputs;
#[cfg(unix)]
mod large;
mod options;

use crate::support::Folder;

/// Sasha and Mika can meet with 1 jump, on field 3, or later, on field 4.
const SOON: &str = "5 6\n1 3\n2 3\n3 5\n5 3\n3 4\n2 4\n";
/// They meet with 2 jumps at least: Mika goes round by 5.
const LATER: &str = "6 6\n1 3\n3 4\n2 5\n5 4\n4 6\n6 4\n";
/// They cannot meet: they change places.
const NEVER: &str = "2 2\n1 2\n2 1\n";

/// A folder with `cases/`: three cases with right answers.
fn with_cases() -> Folder {
    let folder = Folder::new();
    folder.write("cases/problem.toml", "format = 1\nproblem = \"huepfburg\"\n");
    folder.case("sample/1-soon", SOON, "1\n1 3\n2 3\n");
    folder.case("secret/2-later", LATER, "2\n1 3 4\n2 5 4\n");
    folder.case("secret/3-never", NEVER, "impossible\n");
    folder
}

/// Writes the outputs of a contestant for the three cases.
fn outputs(folder: &Folder, contestant: &str, texts: [&str; 3]) {
    for (case, text) in ["sample/1-soon", "secret/2-later", "secret/3-never"].iter().zip(texts) {
        folder.write(format!("{contestant}/{case}.out"), text);
    }
}

/// A folder with one case, whose input is `input`, and an output that says the same as the answer.
fn with_input(input: impl AsRef<[u8]>, answer: &str) -> Folder {
    let folder = Folder::new();
    folder.write("problem.toml", "format = 1\nproblem = \"huepfburg\"\n");
    folder.write("a.in", input);
    folder.write("a.ans", answer);
    folder.write("out/ants/a.out", answer);
    folder
}
