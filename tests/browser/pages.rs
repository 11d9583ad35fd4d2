//! The pages to open, written by the real program from shipped examples, and from the worst
//! possible names and outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::executables::REFEREE;

/// The samples of Infinity War.
const SAMPLES: [&str; 3] = ["01-bob-wins", "02-tie", "03-alice-wins"];

/// A case whose files are short enough to embed in a program.
struct SmallCase {
    name: String,
    input: String,
    answer: String,
}

/// Returns a program that holds all answers, some of them wrong.
fn table(cases: &[SmallCase], is_wrong: &dyn Fn(usize) -> bool) -> String {
    let branches = cases.iter().enumerate().map(|(number, SmallCase { input, answer, .. })| {
        let answer = match (is_wrong(number), answer.starts_with("Bob")) {
            (false, _) => answer.trim_end(),
            (true, true) => "Alice wins",
            (true, false) => "Bob wins",
        };
        format!("'{}') echo {answer};;\n", input.trim_end())
    });
    format!("case \"$(cat)\" in\n{}esac\n", branches.collect::<String>())
}

/// A page in a temporary folder.
pub(crate) struct Page {
    folder: TempDir,
}

/// The pages in such a folder: their names and contents.
type Html = Vec<(String, Vec<u8>)>;

/// A language that starts quickly.
const SHELL: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

impl Page {
    fn new() -> Page {
        Page { folder: tempfile::Builder::new().prefix("referee-browser-").tempdir().unwrap() }
    }

    /// Copies pages that take hundreds of runs to make: the first test makes them, once.
    fn copy(made: &OnceLock<Html>, make: fn() -> Page) -> Page {
        let page = Page::new();
        for (name, html) in made.get_or_init(|| make().html()) {
            page.write(name, html);
        }
        page
    }

    fn html(&self) -> Html {
        let root = self.folder.path();
        let files = walkdir::WalkDir::new(root).into_iter().map(Result::unwrap);
        let pages = files.filter(|file| file.path().extension().is_some_and(|end| end == "html"));
        let name = |path: &Path| path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
        pages.map(|page| (name(page.path()), fs::read(page.path()).unwrap())).collect()
    }

    /// Returns the page of the shipped outputs for a problem.
    pub(crate) fn of_outputs(problem: &str) -> Page {
        let page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let outputs = root.join("examples").join(problem).join("outputs");
        page.run("check", &[root.join("cases").join(problem), outputs]);
        page
    }

    /// Returns the page of one contestant's outputs.
    pub(crate) fn of_contestant(problem: &str, name: &str) -> Page {
        let page = Page::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let outputs = root.join("examples").join(problem).join("outputs").join(name);
        page.run("check", &[root.join("cases").join(problem), outputs]);
        page
    }

    /// Returns the page of an output that differs from its answer in one line of two.
    pub(crate) fn of_lines() -> Page {
        let page = Page::new();
        for (name, text) in [
            ("lines/problem.toml", "format = 1\nname = \"lines\"\n"),
            ("lines/1.in", "1\n"),
            ("lines/1.ans", "3\n2.25\n"),
            ("outputs/ants/1.out", "3\n2.5\n"),
        ] {
            page.write(name, text.as_bytes());
        }
        page.run("check", &["lines", "outputs"].map(PathBuf::from));
        page
    }

    /// Returns the page of three submissions, two of them surprising: a wrong one that should be
    /// accepted, and a right one that should be wrong. They are in Rust, since the tests themselves
    /// need its compiler.
    pub(crate) fn of_submissions() -> Page {
        static HTML: OnceLock<Html> = OnceLock::new();
        Page::copy(&HTML, Page::make_submissions)
    }

    fn make_submissions() -> Page {
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

    /// Returns the page of `strength`: programs that are wrong on more and more cases, among them
    /// one that is never caught, one caught by a single case, and one caught only by cases made on
    /// demand; and a right program that one case rejects.
    pub(crate) fn of_suite() -> Page {
        static HTML: OnceLock<Html> = OnceLock::new();
        Page::copy(&HTML, Page::make_suite)
    }

    fn make_suite() -> Page {
        let page = Page::new();
        let cases = page.copy_small_cases("cases");
        let on_demand = [&cases[cases.len() - 1].name, &cases[cases.len() - 2].name];
        let entries = on_demand.map(|name| {
            format!(
                "[[case]]\nname = \"{name}\"\nfamily = \"f\"\nparameters = \"\"\nseed = \"0\"\nbytes = 1\nsha256 = \"\"\n\
                 answer_sha256 = \"\"\nverdict = \"\"\non_demand = true\n"
            )
        });
        let manifest = format!("format = 1\nproblem = \"infinity-war\"\n{}", entries.concat());
        page.write("cases/manifest.toml", manifest.as_bytes());
        let program = |name: &str, is_wrong: &dyn Fn(usize) -> bool| {
            page.write(&format!("submissions/{name}.sh"), table(&cases, is_wrong).as_bytes());
        };
        program("accepted/right", &|_| false);
        program("accepted/slip", &|case| case == 5);
        program("wrong_answer/never", &|_| false);
        program("wrong_answer/<img src=x onerror=stolen=1>", &|case| case % 4 == 1);
        program("wrong_answer/once", &|case| case == 7);
        program("wrong_answer/on-demand", &|case| case + 2 >= cases.len());
        for step in 2..14 {
            program(&format!("wrong_answer/each-{step:02}"), &|case| case % step == step / 2);
        }
        page.write("submissions/run_time_error/stops.sh", b"read n\n[ $n -lt 4 ] && exit 3\ncat\n");
        let languages =
            "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
        page.write("languages.toml", languages.as_bytes());
        let languages = ["--languages", "languages.toml", "--problem", "infinity-war"];
        let places = [&["cases", "submissions"][..], &languages].concat();
        let places: Vec<PathBuf> = places.into_iter().map(PathBuf::from).collect();
        page.run("strength", &places);
        page
    }

    /// Returns the page of a class of thirty, with points in three groups of cases; some students
    /// stop at their first failure.
    pub(crate) fn of_class() -> Page {
        static HTML: OnceLock<Html> = OnceLock::new();
        Page::copy(&HTML, Page::make_class)
    }

    fn make_class() -> Page {
        let page = Page::new();
        let groups = [
            ("sample", "Samples", 2),
            ("secret/1*", "Small ones", 3),
            ("secret/2*", "Large ones", 5),
        ];
        let group = |(cases, title, points): &(&str, &str, u32)| {
            format!("[[groups]]\ntitle = \"{title}\"\ncases = \"{cases}\"\npoints = {points}\n")
        };
        // In the last group, the first failure decides, and the remaining cases are not run.
        let groups = groups.iter().map(group).collect::<String>() + "rule = \"all\"\n";
        page.write("sum/problem.toml", format!("format = 1\nname = \"sum\"\n{groups}").as_bytes());
        for number in 0..24_u32 {
            let folder = if number < 2 { "sample" } else { "secret" };
            let name = format!("sum/{folder}/{}{:02}", 1 + number / 12, number % 12);
            let (one, other) = (number * number, 7 * number);
            page.write(&format!("{name}.in"), format!("{one} {other}\n").as_bytes());
            page.write(&format!("{name}.ans"), format!("{}\n", one + other).as_bytes());
        }
        for student in 0..30 {
            let wrong = match student % 5 {
                0 => "[ $a -gt 300 ] && exit 3\n",
                1 => "[ $b -gt 100 ] && b=0\n",
                _ => "",
            };
            let text = format!("# {student}\nread a b\n{wrong}echo $((a + b))\n");
            let name =
                format!("moodle/Student {student:02}_{student}_assignsubmission_file/main.sh");
            page.write(&name, text.as_bytes());
        }
        page.write("moodle/Zoe_99_assignsubmission_file/paper.pdf", b"%PDF");
        page.write("languages.toml", SHELL.as_bytes());
        let places = ["sum", "moodle", "--languages", "languages.toml"];
        let students = ["--report", "feedback-html=pages"];
        let places: Vec<PathBuf> = places.iter().chain(&students).map(PathBuf::from).collect();
        page.run("judge", &places);
        page
    }

    /// Returns the page of a batch of fourteen tasks, one with a doubtful answer.
    pub(crate) fn of_batch() -> Page {
        static HTML: OnceLock<Html> = OnceLock::new();
        Page::copy(&HTML, Page::make_batch)
    }

    fn make_batch() -> Page {
        let page = Page::new();
        let (mut tasks, mut candidates) = (String::new(), String::new());
        for task in 0..14 {
            let answer = if task == 3 { 0 } else { 2 * task };
            let input = format!("{task} {task}\\n");
            tasks += &format!(
                "{{\"id\": \"sums/{task}\", \"tests\": [{{\"input\": \"{input}\", \"output\": \"{answer}\"}}]}}\n"
            );
            for number in 0..4 {
                let code = match (task + number) % 6 {
                    _ if task == 3 => "read a b; echo $((a + b))",
                    0 => "read a b; echo $((a - b))",
                    1 => "echo no; exit 3",
                    2 => "exit 1",
                    _ => "read a b; echo $((a + b))",
                };
                candidates +=
                    &format!("{{\"task\": \"sums/{task}\", \"code\": \"# {number}\\n{code}\"}}\n");
            }
        }
        page.write("tasks.jsonl", tasks.as_bytes());
        page.write("candidates.jsonl", candidates.as_bytes());
        page.write("languages.toml", SHELL.as_bytes());
        let words = ["--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        let words = words.iter().chain(&["--languages", "languages.toml"]);
        let words = words.chain(&["--default-language", "shell"]);
        page.run("batch", &words.map(PathBuf::from).collect::<Vec<_>>());
        page
    }

    /// Returns the page that a student of the class gets.
    pub(crate) fn student(&self, number: usize) -> PathBuf {
        let name = format!("Student {number:02}_{number}_assignsubmission_file_feedback.html");
        self.folder.path().join("pages").join(name)
    }

    /// Returns a page with names and outputs that try to inject markup, to reverse lines, or to be
    /// too long.
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

    /// Returns the page of two contestants, compared with an earlier run in which one had other
    /// outputs and the other was absent.
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

    /// Copies the samples and the smallest other cases of Infinity War.
    fn copy_small_cases(&self, folder: &str) -> Vec<SmallCase> {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/infinity-war");
        let names = fs::read_dir(from.join("secret")).unwrap().map(|entry| {
            let name = entry.unwrap().path().with_extension("");
            format!("secret/{}", name.file_name().unwrap().to_str().unwrap())
        });
        let mut names: Vec<String> =
            names.chain(SAMPLES.map(|name| format!("sample/{name}"))).collect();
        names.sort();
        names.dedup();
        let cases = names.into_iter().filter_map(|name| {
            let read = |ending| fs::read_to_string(from.join(format!("{name}.{ending}"))).ok();
            let case = SmallCase { input: read("in")?, answer: read("ans")?, name };
            Some(case).filter(|case| case.input.len() < 200)
        });
        let cases: Vec<SmallCase> = cases.collect();
        for SmallCase { name, input, answer } in &cases {
            self.write(&format!("{folder}/{name}.in"), input.as_bytes());
            self.write(&format!("{folder}/{name}.ans"), answer.as_bytes());
        }
        cases
    }

    /// Returns the path of the page.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Runs the program with the report under test as its only one.
    fn run(&self, command: &str, arguments: &[PathBuf]) {
        let mut referee = Command::new(REFEREE);
        referee.current_dir(self.folder.path());
        referee.arg(command).args(arguments).args(["--force", "--report"]);
        referee.arg(format!("html={}", self.path().display()));
        let state = self.folder.path().join("state");
        referee.env("XDG_STATE_HOME", &state).env("XDG_CACHE_HOME", &state);
        let output = referee.output().unwrap();
        assert!(self.path().exists(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
