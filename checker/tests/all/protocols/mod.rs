//! The stand-alone validator, run as by a judge: usage, both protocols, options, builds.

mod bare;
mod icpc;
mod options;
mod testlib;
mod usage;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of one test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("feedback")).expect("a folder");
        let folder = Folder(folder);
        folder.write("tie.in", TIE);
        folder.write("tie.ans", "tie 1 2\n");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.path(name)).ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Too large for a drawing, so that messages stay short: Bob, in the middle of 21 columns, moves
/// right.
const TIE: &str = "21\n1 1\n11 11\n1 0\n2 0\n3 0\n4 0\n5 0\n6 0\n7 0\n8 0\n9 0\n10 0\n11 0\n12 0\n\
    13 0\n14 0\n15 0\n16 0\n17 0\n18 0\n19 0\n20 0\n0 1\n";

fn run(program: &Path, arguments: &[&OsStr], stdin: &str) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the validator starts");
    // A validator that ends early closes the pipe, which is allowed.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    child.wait_with_output().expect("the validator ends")
}

fn validator() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_referee-output-validator"))
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
