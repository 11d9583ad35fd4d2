//! What is made from the one definition of the flags: help, completions, man pages.

use insta::assert_snapshot;

use crate::support::{Folder, Run};

fn help(command: &[&str]) -> String {
    let run = Folder::new().referee(&[command, &["--help"]].concat()).ends_with(0);
    assert_eq!(run.stderr, "");
    // A line that ends in blanks is invisible trouble in a snapshot.
    run.stdout.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

#[test]
fn help_of_every_command() {
    for command in [
        "problems",
        "generate",
        "solve",
        "validate",
        "check",
        "judge",
        "doctor",
        "show",
        "merge",
        "cluster",
        "cluster plan",
        "cluster slurm",
        "cluster parallel",
        "cluster kubernetes",
        "cluster gitlab",
        "cluster github",
        "mutate",
        "limits",
        "similar",
        "export",
        "evaluate",
        "evaluate subtraction-game",
        "completions",
        "man",
    ] {
        let text = help(&command.split(' ').collect::<Vec<_>>());
        assert!(text.contains("Example"), "{command} has no example");
        assert_snapshot!(format!("help-{}", command.replace(' ', "-")), text);
    }
    assert_snapshot!("help", help(&[]));
}

#[test]
fn without_a_command_there_is_help_and_an_exit_code() {
    let run = Folder::new().referee(&[] as &[&str]).ends_with(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("Usage: referee"), "{run}");
}

#[test]
fn solvers_are_listed_with_complexity_and_error() {
    let run = Folder::new().referee(&["problems", "infinity-war"]).ends_with(0);
    let (solvers, families) = run.stdout.split_once("\n  families of inputs").unwrap();
    assert!(families.contains("uniform"));
    assert_snapshot!(solvers);
}

#[test]
fn all_problems_are_listed_one_after_the_other() {
    let folder = Folder::new();
    let problems =
        |names: &[&str]| folder.referee(&[&["problems"], names].concat()).ends_with(0).stdout;
    let each = ["infinity-war", "huepfburg", "subtraction-game"].map(|name| problems(&[name]));
    assert_eq!(problems(&[]), each.concat());
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = Folder::new().referee(&["completions", shell]).ends_with(0);
        for command in [
            "problems", "generate", "solve", "validate", "check", "judge", "new", "evaluate",
            "upto", "man",
        ] {
            assert!(run.stdout.contains(command), "{shell} lacks {command}");
        }
    }
    Folder::new().referee(&["completions", "cmd"]).ends_with(2).says("invalid value 'cmd'");
}

#[test]
fn man_pages_are_written_and_not_overwritten() {
    let folder = Folder::new();
    let run: Run = folder.referee(&["man", "pages"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    30 pages written
    ");
    assert_snapshot!(folder.names().join("\n"), @"
    pages/referee-check.1
    pages/referee-cluster-github.1
    pages/referee-cluster-gitlab.1
    pages/referee-cluster-kubernetes.1
    pages/referee-cluster-parallel.1
    pages/referee-cluster-plan.1
    pages/referee-cluster-slurm.1
    pages/referee-cluster.1
    pages/referee-completions.1
    pages/referee-doctor.1
    pages/referee-evaluate-subtraction-game.1
    pages/referee-evaluate.1
    pages/referee-export.1
    pages/referee-generate.1
    pages/referee-hunt.1
    pages/referee-judge.1
    pages/referee-limits.1
    pages/referee-man.1
    pages/referee-merge.1
    pages/referee-mutate.1
    pages/referee-new.1
    pages/referee-problems.1
    pages/referee-show.1
    pages/referee-shrink.1
    pages/referee-similar.1
    pages/referee-solve.1
    pages/referee-strength.1
    pages/referee-suite.1
    pages/referee-validate.1
    pages/referee.1
    ");
    assert!(folder.read("pages/referee-check.1").contains("\\-\\-report"));
    assert!(folder.read("pages/referee-evaluate-subtraction-game.1").contains("\\-\\-upto"));

    folder.write("pages/referee-solve.1", "mine");
    std::fs::remove_file(folder.path("pages/referee.1")).unwrap();
    let run = folder.referee_changing_nothing(&["man", "pages"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: pages/referee-problems.1: this file exists already
    help: --force overwrites it; without it nothing is ever overwritten
    ");

    folder.referee(&["man", "pages", "--force"]).ends_with(0);
    assert_ne!(folder.read("pages/referee-solve.1"), "mine");
    assert_eq!(folder.left_over(), [""; 0]);
}
