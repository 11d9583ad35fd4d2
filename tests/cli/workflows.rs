//! The workflows in `dist/`: the tests run their commands, except those that install something.

use std::fs;
use std::path::Path;

use crate::one_language::alone;
use crate::support::{Folder, REFEREE, Run};

const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

fn workflow(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("dist").join(name)).unwrap()
}

/// Returns the lines below the line `head`, up to the first one that is not indented more, all
/// without indentation.
fn below(text: &str, head: &str) -> Vec<String> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip_while(|line| line.trim_start() != head);
    let outside = indentation(lines.next().unwrap_or_else(|| panic!("there is no line `{head}`")));
    lines.take_while(|line| indentation(line) > outside).map(|line| line.trim().into()).collect()
}

/// Returns the command of a step of a GitHub workflow.
fn step(text: &str, name: &str) -> String {
    let step = below(text, &format!("- name: {name}"));
    match step[0].strip_prefix("run: ") {
        Some("|") => step[1..].join("\n"),
        command => command.expect("a step runs something").into(),
    }
}

/// Returns the commands in the script of a GitLab job, each of which may span several lines.
fn script(text: &str) -> String {
    let lines = below(text, "script:");
    let lines = lines.iter().filter(|line| !line.starts_with('#'));
    let commands = lines.fold(String::new(), |commands, line| match line.strip_prefix("- ") {
        Some(command) => commands + "\n" + command,
        None => commands + " " + line,
    });
    commands.trim_start().into()
}

/// Runs commands as a build server does, with the program of this build on the path, on a problem
/// with one submission.
fn run(commands: &str, verdict: &str) -> (Folder, Run) {
    let folder = Folder::with_cases();
    folder.write(
        "problem/problem.toml",
        "format = 1\nproblem = 'infinity-war'\ncases = '../cases'\n",
    );
    folder.write("referee.toml", alone(Some("bash")));
    folder.write(format!("problem/submissions/{verdict}/right.sh"), RIGHT);
    let programs = Path::new(REFEREE).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path)));
    let mut shell = folder.command("sh");
    shell.args(["-e", "-c", commands]);
    shell.envs([("CI", "true"), ("PROBLEM", "problem")]).env("PATH", path.unwrap());
    let run = folder.run_of(&shell.output().unwrap());
    (folder, run)
}

fn commands() -> [String; 2] {
    let text = workflow("github/judge.yml");
    let steps = ["What this machine permits", "Validate", "Judge"].map(|name| step(&text, name));
    [steps.join("\n"), script(&workflow("gitlab/gitlab-ci.yml"))]
}

#[test]
fn both_judge_and_leave_the_reports_that_they_upload() {
    for commands in commands() {
        let (folder, run) = run(&commands, "accepted");
        run.ends_with(0).says("1 of 1 as expected");
        for report in ["junit.xml", "report.html", "events.jsonl"] {
            assert!(!folder.read(format!("reports/{report}")).is_empty());
        }
        assert!(folder.has("record/runs"), "{:?}", folder.names());
    }
}

#[test]
fn both_fail_with_a_submission_that_is_not_as_expected() {
    for commands in commands() {
        let (folder, run) = run(&commands, "wrong_answer");
        run.ends_with(1);
        assert!(folder.read("reports/junit.xml").contains("<failure"));
    }
}
