//! The dependencies of a result: a change to any of them must keep a recorded result from being
//! used.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;

use referee_problem::dependencies::{PARTS, Part};
use serde_json::Value;

use crate::judge::RIGHT;
use crate::support::{Folder, REFEREE, sparse};

/// A package whose submission and checker are compiled and run by stand-ins in a folder of `PATH`.
const PROBLEM: &str = "problem_format_version: 2025-09\nname: Walk\nuuid: 6d5a7a9e-0a8c-4b43-9d57-dd34a1d0a3b1\n\
    limits:\n  memory: 512\n  compilation_memory: 1024\n  validation_memory: 1024\n";

const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'walk'\nendings = ['walk']\ncompile = ['walk-compiler', '{main}']\nrun = ['walk-runner', '{main}']\nenvironment = ['WORD=one']\n\
    [[language]]\nname = 'judge'\nendings = ['judge']\nrun = ['walk-judge', '{main}']\n";

/// A call that is changed step by step: the files, and the command line.
struct Walk {
    folder: Folder,
    referee: PathBuf,
    more: Vec<&'static str>,
    problem: &'static str,
}

impl Walk {
    fn new() -> Walk {
        let folder = Folder::new();
        for (path, text) in [
            ("walk/problem.yaml", PROBLEM),
            ("walk/.timelimit", "4\n"),
            ("walk/statement/problem.en.md", "Walk.\n"),
            ("walk/data/secret/1.in", "1\n"),
            ("walk/data/secret/1.ans", "1 one\n"),
            ("walk/data/secret/1.yaml", "output_validator_args: ['--', exact]\n"),
            ("walk/data/secret/1.files/table.txt", "one\n"),
            ("walk/submissions/accepted/a.walk", "read n; echo $n $WORD\n"),
            ("walk/output_validator/main.judge", ". ${0%/*}/helper.judge\n"),
            (
                "walk/output_validator/helper.judge",
                "read said; read wanted < $2; [ \"$said\" = \"$wanted\" ] && exit 42; exit 43\n",
            ),
            ("tools/lib/library.txt", "1\n"),
            ("languages.toml", LANGUAGES),
        ] {
            folder.write(path, text);
        }
        let walk = Walk { folder, referee: REFEREE.into(), more: Vec::new(), problem: "walk" };
        for tool in ["walk-compiler", "walk-runner", "walk-judge"] {
            walk.install(tool, "1.0");
        }
        walk
    }

    fn install(&self, tool: &str, version: &str) {
        let does = if tool == "walk-compiler" { "" } else { "exec sh \"$@\"\n" };
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo {tool} {version}; exit; fi\n{does}"
        );
        self.folder.write(format!("tools/bin/{tool}"), script);
        self.folder.shell("chmod +x tools/bin/*").ends_with(0);
    }

    /// Replaces a tool by a different build of the same version.
    fn rebuild(&self, tool: &str) {
        let path = format!("tools/bin/{tool}");
        let script = self.folder.read(&path).replace("exec sh", "exec  sh") + "# built again\n";
        self.folder.write(&path, script);
        self.folder.shell("chmod +x tools/bin/*").ends_with(0);
    }

    /// Judges, and returns the verdict, and whether it came from the record.
    fn judged(&self, record: &[&str]) -> (String, bool) {
        let mut path: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap()).collect();
        path.insert(0, self.folder.path("tools/bin"));
        let mut command = self.folder.command(&self.referee);
        command.env("PATH", env::join_paths(path).unwrap());
        command.args(["judge", self.problem, "--languages", "languages.toml"]);
        command.args(["--report", "jsonl"]).args(record).args(&self.more);
        let run = self.folder.run_of(&command.output().unwrap());
        let events = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let judged = events.filter(|event| event["event"] == "judged").collect::<Vec<_>>();
        let [judged] = &judged[..] else { panic!("{run}") };
        (judged["verdict"].to_string(), judged["kept"] == true)
    }

    /// Replaces a word in a file.
    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.folder.read(file);
        assert!(text.contains(from), "{file}: {text}");
        self.folder.write(file, text.replacen(from, to, 1));
    }

    fn edit_problem(&self, from: &str, to: &str) {
        self.edit("walk/problem.yaml", from, to);
    }

    /// Switches to a program that claims to be built from other sources.
    fn with_other_sources(&mut self) {
        let sources = referee_judge::SOURCES;
        let digit = if sources.starts_with('0') { '1' } else { '0' };
        let other = format!("{digit}{}", &sources[1..]);
        // `sed`, because a search through every byte is slow in an unoptimized test.
        let script =
            format!("LC_ALL=C sed s/{sources}/{other}/g {REFEREE} > referee && chmod +x referee");
        self.folder.shell(&script).ends_with(0);
        self.folder.shell(&format!("cmp -s {REFEREE} referee")).ends_with(1);
        self.referee = self.folder.path("referee");
    }

    /// Changes a part in one or several ways, each of which must suffice.
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn changes(part: Part) -> &'static [fn(&mut Walk)] {
        match part {
            Part::Submission => &[
                |walk| walk.edit("walk/submissions/accepted/a.walk", "echo", "echo other"),
                |walk| walk.edit("languages.toml", "'walk-runner', ", "'walk-runner', '-e', "),
                |walk| walk.edit("languages.toml", "'walk-compiler', ", "'walk-compiler', '-O', "),
                |walk| {
                    walk.folder.shell("chmod +x walk/submissions/accepted/a.walk").ends_with(0);
                },
                |walk| walk.folder.write("walk/include/default/table.txt", "1\n"),
            ],
            Part::Language => &[
                |walk| walk.edit("languages.toml", "WORD=one", "WORD=two"),
                |walk| walk.edit("languages.toml", "['WORD=one']", "['WORD=one', 'OTHER=1']"),
                |walk| walk.edit("languages.toml", "one']", "one']\nmemory = 'resident'"),
                |walk| walk.edit("languages.toml", "one']", "one']\ninstructions = true"),
                |walk| {
                    let readable = format!(
                        "['WORD=one']\nreadable = ['{}']",
                        walk.folder.path("tools/lib").display()
                    );
                    walk.edit("languages.toml", "['WORD=one']", &readable);
                },
            ],
            Part::Toolchain => &[
                |walk| walk.install("walk-compiler", "1.1"),
                |walk| walk.install("walk-runner", "1.1"),
                |walk| walk.rebuild("walk-compiler"),
                |walk| walk.rebuild("walk-runner"),
            ],
            Part::Packages => &[
                |walk| walk.folder.write("tools/lib/library.txt", "10\n"),
                |walk| walk.folder.write("tools/lib/other.txt", ""),
                |walk| {
                    walk.folder.shell("ln -s library.txt tools/lib/link").ends_with(0);
                },
            ],
            Part::Limits => &[
                |walk| walk.edit_problem("memory: 512", "memory: 500"),
                |walk| walk.more.extend(["--processes", "60"]),
                |walk| walk.more.extend(["--output-limit", "3"]),
                |walk| walk.more.extend(["--file-limit", "30"]),
            ],
            Part::CompileLimits => &[
                |walk| walk.edit_problem("compilation_memory: 1024", "compilation_memory: 1000"),
                |walk| walk.edit_problem("limits:\n", "limits:\n  compilation_time: 50\n"),
            ],
            Part::Isolation => &[|walk| walk.more.extend(["--isolation", "off"])],
            Part::Input => &[|walk| walk.folder.write("walk/data/secret/1.in", "2\n")],
            Part::Answer => &[|walk| walk.folder.write("walk/data/secret/1.ans", "2 one\n")],
            Part::CaseSettings => &[
                |walk| walk.edit("walk/data/secret/1.yaml", "exact", "near"),
                |walk| walk.folder.write("walk/data/secret/1.yaml", "args: [a]\n"),
                |walk| walk.edit("walk/data/secret/1.yaml", "output_validator_args", "args"),
                |walk| walk.folder.write("walk/data/secret/1.yaml", "args: [exact]\n"),
            ],
            Part::CaseFiles => &[
                |walk| walk.folder.write("walk/data/secret/1.files/table.txt", "two\n"),
                |walk| walk.folder.write("walk/data/secret/1.files/other.txt", "one\n"),
            ],
            Part::Problem => &[|walk| {
                fs::rename(walk.folder.path("walk"), walk.folder.path("another")).unwrap();
                walk.problem = "another";
            }],
            Part::Checker => &[
                |walk| {
                    let helper = "walk/output_validator/helper.judge";
                    walk.edit(helper, "exit 42; exit 43", "exit 43; exit 42");
                },
                |walk| walk.folder.write("walk/output_validator/table.txt", "1"),
            ],
            Part::CheckerToolchain => {
                &[|walk| walk.install("walk-judge", "1.1"), |walk| walk.rebuild("walk-judge")]
            }
            Part::CheckerLimits => &[
                |walk| walk.edit_problem("validation_memory: 1024", "validation_memory: 1000"),
                |walk| walk.edit_problem("limits:\n", "limits:\n  validation_time: 9\n"),
                |walk| walk.edit_problem("limits:\n", "limits:\n  validation_output: 9\n"),
            ],
            Part::Referee => &[Walk::with_other_sources],
        }
    }
}

#[test]
fn a_judge_error_of_a_checker_is_not_kept() {
    let folder = with_command("cat > /dev/null; exit 7\n");
    for _ in 0..2 {
        assert_eq!(judged(&folder), ("JE".into(), false));
    }
}

#[test]
fn a_check_of_the_answer_that_fails_once_costs_one_submission() {
    let folder = with_command("");
    let calls = folder.path("calls").display().to_string();
    // The second call checks the jury's own answer.
    let checker = format!(
        "echo >> {calls}; [ $(wc -l < {calls}) = 2 ] && exit 7; [ $(cat) = 1 ] && exit 42; exit 43\n"
    );
    folder.write("check.sh", checker);
    folder.write("submissions/a.sh", "echo 2\n");
    folder.write("submissions/b.sh", "echo 3\n");
    let flags = ["--languages", "languages.toml", "--isolation", "off", "--jobs", "1"];
    let words = [&["judge", ".", "submissions", "--report", "jsonl"], &flags[..]].concat();
    let run = folder.referee(&words).ends_with(3);
    let events = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let judged = events.filter(|event| event["event"] == "judged");
    assert_eq!(judged.map(|event| event["verdict"].clone()).collect::<Vec<_>>(), ["JE", "WA"]);
}

/// A recorded result is used again only if none of its dependencies has changed, and is then
/// identical to that of a run.
#[test]
fn with_each_part_changed_nothing_kept_is_used() {
    let walk = Walk::new();
    assert_eq!(walk.judged(&["--record", "kept"]), ("\"AC\"".into(), false));
    assert_eq!(walk.judged(&["--record", "kept"]), ("\"AC\"".into(), true));
    let mut verdicts = BTreeSet::new();
    for (part, ..) in PARTS {
        for (number, change) in Walk::changes(part).iter().enumerate() {
            let what = format!("{part:?}, change {number}");
            let mut walk = Walk::new();
            walk.judged(&["--record", "kept"]);
            change(&mut walk);
            let changed = walk.judged(&["--record", "kept"]);
            assert!(!changed.1, "{what}: kept");
            assert_eq!(changed, walk.judged(&["--record", "empty"]), "{what}");
            assert!(walk.judged(&["--record", "kept"]).1, "{what}: not kept");
            verdicts.insert(changed.0);
        }
    }
    assert!(verdicts.len() > 1, "{verdicts:?}");
}

/// A problem whose checker is a command with files beside it that it runs, imports and reads.
fn with_command(checker: &str) -> Folder {
    let folder = Folder::new();
    let problem = "format = 1\nname = 'own'\ncases = 'cases'\n[checker]\nkind = 'command'\n\
        command = ['sh', '{folder}/check.sh']\nprotocol = 'icpc'\n";
    folder.write("problem.toml", problem);
    folder.write("check.sh", checker);
    folder.write("lib/helper", "read code < ${0%/*}/.code\n");
    folder.write(".code", "42\n");
    folder.write("cases/secret/1.in", "3\n");
    folder.write("cases/secret/1.ans", "1\n");
    folder.write("submissions/a.sh", RIGHT);
    folder.write(
        "languages.toml",
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n",
    );
    folder
}

/// Judges, and returns the verdict of the only run, and whether it came from the record.
fn judged(folder: &Folder) -> (String, bool) {
    judged_with(folder, &[])
}

fn judged_with(folder: &Folder, more: &[&str]) -> (String, bool) {
    let fixed = ["judge", ".", "submissions/a.sh", "--languages", "languages.toml"];
    let run = folder.referee(&[&fixed[..], &["--report", "jsonl"], more].concat());
    let events = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let judged = events.filter(|event| event["event"] == "judged").collect::<Vec<_>>();
    let [judged] = &judged[..] else { panic!("{run}") };
    (judged["verdict"].as_str().unwrap().into(), judged["kept"] == true)
}

#[test]
fn whatever_a_command_reads_in_its_folder_counts() {
    let folder = with_command(
        ". ${0%/*}/lib/helper; [ \"$(cat)\" = \"$(cat $2)\" ] && exit 42; exit $code\n",
    );
    assert_eq!(judged(&folder), ("AC".into(), false));
    assert_eq!(judged(&folder), ("AC".into(), true));
    folder.write(".code", "43\n");
    assert_eq!(judged(&folder), ("WA".into(), false));
    folder.write("lib/helper", "code=42\n");
    assert_eq!(judged(&folder), ("AC".into(), false));
    // Submissions, cases and version control do not belong to the command.
    folder.write("submissions/note.txt", "");
    folder.write("cases/note.txt", "");
    folder.write(".git/HEAD", "main");
    assert_eq!(judged(&folder), ("AC".into(), true));
    // An executable file differs from a plain one.
    folder.shell("chmod +x lib/helper").ends_with(0);
    assert_eq!(judged(&folder), ("AC".into(), false));
}

/// Without isolation, nothing hides such a file.
#[test]
fn a_file_counts_that_a_command_names_by_its_path() {
    let checker = |code| format!("[ \"$(cat)\" = \"$(cat $2)\" ] && exit 42; exit {code}\n");
    let folder = with_command(&checker(42));
    let check = folder.path("check.sh").display().to_string();
    let problem = folder.read("problem.toml").replace("{folder}/check.sh", &check);
    folder.write("problem.toml", problem);
    let judged = || judged_with(&folder, &["--isolation", "off"]);
    assert_eq!(judged(), ("AC".into(), false));
    assert_eq!(judged(), ("AC".into(), true));
    folder.write("check.sh", checker(43));
    assert_eq!(judged(), ("WA".into(), false));
}

#[test]
fn what_is_judged_is_not_shown_to_a_command() {
    let looks = "cat > /dev/null; cd ${0%/*}; for seen in .git .referee cases submissions; do\n\
        if [ -e $seen ]; then echo $seen >&2; exit 43; fi; done; exit 42\n";
    let folder = with_command(looks);
    folder.write(".git/HEAD", "main");
    assert_eq!(judged(&folder), ("AC".into(), false));
}

/// Submissions and reports may lie anywhere in the folder of the problem: a second call finds all
/// runs of the first.
#[test]
fn what_a_call_judges_and_writes_is_no_part_of_the_problem() {
    let folder = with_command("cat > /dev/null; [ -e ${0%/*}/hand-ins ] && exit 43; exit 42\n");
    folder.write("hand-ins/ann.sh", "echo 1\n");
    folder.write("hand-ins/cy.sh", "echo 1 # the same\n");
    let again = |kept: bool| {
        let reports = ["--report", "html=page.html", "--report", "jsonl=events.jsonl", "--force"];
        let fixed = ["judge", ".", "hand-ins", "--each", "file", "--languages", "languages.toml"];
        folder.referee(&[&fixed[..], &reports].concat()).ends_with(0);
        let events = folder.read("events.jsonl");
        let judged = events.lines().filter(|line| line.contains("\"contestant\":\"ann.sh\""));
        let judged: Vec<&str> = judged.filter(|line| line.contains("\"judged\"")).collect();
        assert!(!judged.is_empty(), "{events}");
        assert!(judged.iter().all(|line| line.contains("\"kept\":true") == kept), "{judged:?}");
    };
    again(false);
    folder.write("hand-ins/bob.sh", "echo 1 # another\n");
    again(true);
    again(true);
}

/// The first run replaces the checker, which is possible without isolation; the second is still
/// judged by the old one.
#[test]
fn a_checker_that_is_replaced_during_a_run_stays_as_it_was() {
    let checker = "[ \"$(cat)\" = \"$(cat $2)\" ] && exit 42\nexit 42\n";
    let folder = with_command(checker);
    folder.write("cases/secret/2.in", "4\n");
    folder.write("cases/secret/2.ans", "1\n");
    let path = folder.path("check.sh");
    folder.write("submissions/a.sh", format!("sed -i '$s/42/43/' {}\n", path.display()));
    let run = |more: &[&str]| {
        let fixed = ["judge", ".", "submissions", "--languages", "languages.toml", "--jobs", "1"];
        folder.referee(&[&fixed[..], &["--isolation", "off"], more].concat())
    };
    run(&[]).ends_with(0).says("1 of 1");
    assert!(folder.read("check.sh").contains("43"));
    run(&[]).ends_with(1).says("wrong answer");
}

/// A file that is read again after it was hashed may have changed; results from it are not
/// recorded.
#[test]
fn what_changes_while_it_is_judged_is_not_kept() {
    let folder = with_command("cat > /dev/null; exit 42\n");
    let answer = folder.path("cases/secret/1.ans");
    let judge = || {
        let fixed = ["judge", ".", "submissions", "--languages", "languages.toml"];
        folder.referee(&[&fixed[..], &["--isolation", "off", "--report", "jsonl"]].concat())
    };
    folder.write("submissions/a.sh", format!("echo 1 >> '{}'\n", answer.display()));
    for _ in 0..2 {
        let run = judge().ends_with(0);
        assert!(!run.stdout.contains("\"kept\":true"), "{run}");
    }
    folder.write("submissions/a.sh", "echo 1\n");
    judge().ends_with(0);
    judge().ends_with(0).says("\"kept\":true");
    // A compiler must not be a way around this.
    let source = folder.path("submissions/a.sh");
    let languages = format!(
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{{main}}']\n\
         compile = ['sh', '-c', 'echo \"# changed\" >> {}']\n",
        source.display()
    );
    folder.write("languages.toml", languages);
    judge().ends_with(3).says("its files changed since the command started");
}

/// A file that is too large to copy is hashed again at the end, and nothing judged with a changed
/// file is recorded.
#[test]
fn a_large_folder_that_changes_during_a_run_is_a_judge_error() {
    let folder = with_command("cat > /dev/null; exit 42\n");
    sparse(&folder, "table.bin", "", 257 << 20);
    assert_eq!(judged(&folder), ("AC".into(), false));
    assert_eq!(judged(&folder), ("AC".into(), true));
    let checker = folder.path("check.sh");
    let replaces = format!("echo '# changed' >> {}\n", checker.display());
    folder.write("submissions/a.sh", replaces);
    let arguments = ["judge", ".", "submissions", "--languages", "languages.toml"];
    let run = folder.referee(&[&arguments[..], &["--isolation", "off"]].concat()).ends_with(3);
    run.says("files of the problem changed during the command");
    folder.write("check.sh", "cat > /dev/null; exit 42\n");
    let again = ["--isolation", "off", "--report", "jsonl"];
    let run = folder.referee(&[&arguments[..], &again].concat()).ends_with(3);
    assert!(!run.stdout.contains("\"kept\":true"), "{run}");
}
