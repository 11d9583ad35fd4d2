//! Pages to open: made by the real program, of shipped examples, and of the worst names and outputs that there are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The samples of Infinity War.
const SAMPLES: [&str; 3] = ["01-bob-wins", "02-tie", "03-alice-wins"];

/// A page in a temporary folder.
pub(crate) struct Page {
    folder: TempDir,
}

impl Page {
    fn new() -> Page {
        Page { folder: tempfile::Builder::new().prefix("referee-browser-").tempdir().unwrap() }
    }

    /// The page of the shipped outputs for a problem.
    pub(crate) fn of_outputs(problem: &str) -> Page {
        let page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let outputs = root.join("examples").join(problem).join("outputs");
        page.run("check", &[root.join("cases").join(problem), outputs]);
        page
    }

    /// The page of one contestant's outputs.
    pub(crate) fn of_contestant(problem: &str, name: &str) -> Page {
        let page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let outputs = root.join("examples").join(problem).join("outputs").join(name);
        page.run("check", &[root.join("cases").join(problem), outputs]);
        page
    }

    /// The page of three submissions, two of which surprise: a wrong one that is to be accepted, and a right one that is to be
    /// wrong. They are in Rust, whose compiler is there where the tests are.
    pub(crate) fn of_submissions() -> Page {
        let page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let shipped = root.join("examples/infinity-war/submissions");
        for (from, to) in [
            ("accepted/marks.rs", "accepted/marks.rs"),
            ("wrong_answer/one_move.rs", "accepted/one_move.rs"),
            ("accepted/marks.rs", "wrong_answer/marks.rs"),
        ] {
            page.write(
                &format!("problem/submissions/{to}"),
                &fs::read(shipped.join(from)).unwrap(),
            );
        }
        page.copy_samples("problem/cases");
        page.write(
            "problem/problem.toml",
            b"format = 1\nproblem = \"infinity-war\"\ncases = \"cases\"\n",
        );
        page.run("judge", &[page.folder.path().join("problem")]);
        page
    }

    /// A page with names and outputs that try to become markup, to turn lines round, or to be too long.
    pub(crate) fn of_hostile_outputs() -> Page {
        let page = Page::new();
        let cases = ["<!--<script>", "\"><b onclick=x>", "a&amp;b'"];
        for case in cases {
            page.write(&format!("cases/{case}.in"), b"2\n1 2\n2 1\n-1 0\n0 1\n");
            page.write(&format!("cases/{case}.ans"), b"Bob wins\n");
        }
        let long = "x".repeat(10 << 20);
        let outputs: [(&str, &[u8]); 6] = [
            ("<img src=x onerror=stolen=1>", b"</script><script>stolen=1</script>\n<!--\n]]>\n"),
            ("\u{202e}reversed\u{2066}", "Bob \u{202e}wins\u{2066}\n".as_bytes()),
            ("--><svg onload=stolen=1>", b"Bob wins \xff\xfe\x00\x1b[31m\n"),
            ("long", long.as_bytes()),
            ("javascript:stolen=1", b"tie 1 1\n"),
            ("__proto__", b"\"'&lt;&quot;`${stolen=1}\n"),
        ];
        for (name, output) in outputs {
            for case in cases {
                page.write(&format!("outputs/{name}/{case}.out"), output);
            }
        }
        let folder = page.folder.path();
        let problem = ["--problem", "infinity-war"].map(PathBuf::from);
        let folders = [folder.join("cases"), folder.join("outputs")];
        page.run("check", &[&folders[..], &problem[..]].concat());
        page
    }

    /// The page of two contestants, compared with an earlier run in which one had other outputs, and the other was not there.
    pub(crate) fn of_changes() -> Page {
        let page = Page::new();
        page.copy_samples("cases");
        let folder = page.folder.path().to_owned();
        let runs = [
            ("ants", "Bob wins", "--report=jsonl=old.jsonl"),
            ("bees", "tie 1 1", "--against=old.jsonl"),
        ];
        for (name, says, option) in runs {
            for (contestant, says) in [("ants", says), (name, "Bob wins")] {
                for case in SAMPLES {
                    page.write(&format!("outputs/{contestant}/sample/{case}.out"), says.as_bytes());
                }
            }
            let problem = ["--problem", "infinity-war", option].map(PathBuf::from);
            page.run(
                "check",
                &[&[folder.join("cases"), folder.join("outputs")][..], &problem].concat(),
            );
        }
        page
    }

    /// Copies the samples of Infinity War.
    fn copy_samples(&self, folder: &str) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/infinity-war/sample");
        for case in SAMPLES {
            for ending in ["in", "ans"] {
                let bytes = fs::read(from.join(format!("{case}.{ending}"))).unwrap();
                self.write(&format!("{folder}/sample/{case}.{ending}"), &bytes);
            }
        }
    }

    /// The file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Runs the program with the report to look at as its only one.
    fn run(&self, command: &str, arguments: &[PathBuf]) {
        let mut referee = Command::new(env!("CARGO_BIN_EXE_referee"));
        referee.current_dir(self.folder.path());
        referee.arg(command).args(arguments).args(["--force", "--report"]);
        referee.arg(format!("html={}", self.path().display()));
        referee.env("XDG_STATE_HOME", self.folder.path().join("state"));
        let output = referee.output().unwrap();
        assert!(self.path().exists(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
