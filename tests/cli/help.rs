//! Everything that is made from the definition of the flags: help, completions, man pages.

use insta::assert_snapshot;

use crate::support::Folder;

fn help(command: &[&str]) -> String {
    said(command, "--help")
}

fn said(command: &[&str], flag: &str) -> String {
    let run = Folder::new().referee(&[command, &[flag]].concat()).ends_with(0);
    assert_eq!(run.stderr, "");
    // Trailing blanks in a snapshot are invisible trouble.
    run.stdout.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

#[test]
fn help_of_every_command() {
    for command in [
        "new",
        "problems",
        "generate",
        "solve",
        "validate",
        "check",
        "judge",
        "batch",
        "serve",
        "grade",
        "doctor",
        "show",
        "shard",
        "shard plan",
        "shard run",
        "shard merge",
        "shard slurm",
        "shard parallel",
        "strength",
        "hunt",
        "mutate",
        "limits",
        "similar",
        "export",
        "evaluate",
        "evaluate subtraction-game",
        "completions",
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
            "upto",
        ] {
            assert!(run.stdout.contains(command), "{shell} lacks {command}");
        }
    }
    Folder::new().referee(&["completions", "cmd"]).ends_with(2).says("invalid value 'cmd'");
}

/// Returns the short help of a command, for a terminal of 100 columns.
fn short(command: &[&str]) -> String {
    said(command, "-h")
}

#[test]
fn short_help_fits_a_screen() {
    for command in [
        "problems",
        "generate",
        "solve",
        "validate",
        "check",
        "judge",
        "batch",
        "grade",
        "shard",
        "shard plan",
        "shard run",
        "shard merge",
        "shard slurm",
        "shard parallel",
        "show",
        "similar",
        "strength",
        "limits",
        "hunt",
        "mutate",
        "export",
        "doctor",
        "new",
        "evaluate",
        "evaluate subtraction-game",
        "completions",
    ] {
        let text = short(&command.split(' ').collect::<Vec<_>>());
        assert!(text.lines().count() <= 40, "{command}: {text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{command}: {text}");
        assert!(text.contains(&format!("referee {command} --help")), "{command}: {text}");
    }
    assert_snapshot!("short-help-judge", short(&["judge"]));
}

#[test]
fn commands_stand_by_what_they_are_for() {
    let text = short(&[]);
    assert_snapshot!("short-help", text);
    for words in [&["--help"][..], &["help"]] {
        assert_eq!(Folder::new().referee(words).ends_with(0).stdout, text);
    }
    // None is missing: every command has completions.
    let completions = Folder::new().referee(&["completions", "fish"]).ends_with(0).stdout;
    let named = completions
        .lines()
        .filter(|line| line.contains("_needs_command") && !line.contains(" -l "));
    let named = named.filter_map(|line| line.split("-a \"").nth(1)?.split('"').next());
    let named: Vec<&str> = named.filter(|name| *name != "help").collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        assert!(
            text.lines()
                .any(|line| line.get(15..).is_some_and(|row| row.starts_with(&format!("{name} ")))),
            "{name}"
        );
    }
}

#[test]
fn topics_tell_what_commands_share() {
    let root = short(&[]);
    let topics = root.lines().find_map(|line| line.strip_prefix("referee help TOPIC  ")).unwrap();
    for topic in topics.split(", ") {
        let text = Folder::new().referee(&["help", topic]).ends_with(0).stdout;
        assert!(text.contains("\nExample:\n  referee ") && text.lines().count() <= 40, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
    let reports = Folder::new().referee(&["help", "reports"]).ends_with(0).stdout;
    let refused = Folder::new().referee(&["judge", "a", "--report", "x"]).ends_with(2).stderr;
    let kinds = refused.split("(expected one of: ").nth(1).unwrap_or_else(|| panic!("{refused}"));
    for kind in kinds.lines().next().unwrap().split(", ") {
        assert!(reports.contains(kind.trim_end_matches(')')), "{kind}: {reports}");
    }
}
