//! The final output of a run that a signal ends: what is recorded, how to continue, which reports
//! are incomplete.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::judge::{LANGUAGES, RIGHT, with_submissions};
use crate::record::segments;
use crate::support::{Folder, REFEREE, Run, without_tools};

/// The folder of temporary files.
const WORK: &str = "work";

/// A right submission, and one that never ends.
fn folder() -> Folder {
    let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
    folder.write("submissions/accepted/b.sh", "while :; do :; done\n");
    folder
}

/// Judges with events on standard output, and sends a signal once the first submission is done; the
/// second never ends.
fn interrupted(folder: &Folder, flags: &[&str], signal: &str) -> Run {
    let mut judge = folder.command(REFEREE);
    judge.args(["judge", "cases", "submissions", "--languages", "languages.toml", "--jobs", "1"]);
    judge.args(["--time-limit", "600", "--report", "jsonl"]).args(flags);
    ended_after_the_first(folder, judge, signal)
}

/// Sends a signal to a command once it has reported the first submission.
fn ended_after_the_first(folder: &Folder, mut judge: Command, signal: &str) -> Run {
    let mut child = judge.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut events = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(events.any(|event| event.unwrap().starts_with("{\"event\":\"submission\"")));
    folder.shell(&format!("kill -{signal} {}", child.id())).ends_with(0);
    assert!(events.all(|event| event.is_ok()), "the rest is read until its end");
    folder.run_of(&child.wait_with_output().unwrap()).ends_with(130)
}

#[test]
fn a_run_that_is_ended_says_what_is_kept_and_how_to_go_on() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = folder();
        let run = interrupted(&folder, &["--report", "junit=reports/junit.xml"], signal);
        insta::allow_duplicates! {
            insta::assert_snapshot!(run.stderr, @r"
            interrupted: judging 3 of 6 runs; finished runs are recorded in cases/.referee
            help: `referee judge --resume cases` continues from there
            note: incomplete: jsonl on standard output, reports/junit.xml (not written)
            ");
        }
        assert!(!folder.has("reports"));
        folder.write("submissions/accepted/b.sh", RIGHT);
        folder.referee(&["judge", "--resume", "cases", "--quiet"]).ends_with(0);
    }
}

/// It is continued in the folder where it was started first, which is not where its caller is.
#[test]
fn a_run_that_is_ended_twice_says_how_to_go_on_from_where_the_caller_is() {
    let folder = folder();
    interrupted(&folder, &[], "TERM");
    let mut resume = folder.command(REFEREE);
    resume.args(["judge", "--resume"]).current_dir(folder.path("cases"));
    let run = ended_after_the_first(&folder, resume, "TERM");
    run.says("help: `referee judge --resume .` continues from there\n");
}

/// Waits until the record has three runs, and sends a signal to a command with these arguments.
fn ended_later(folder: &Folder, arguments: &[&str], signal: &str) -> Run {
    let mut command = folder.command(REFEREE);
    command.args(arguments).args(["--languages", "languages.toml", "--jobs", "1"]);
    command.env("TMPDIR", folder.path(WORK));
    std::fs::create_dir_all(folder.path(WORK)).unwrap();
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let names =
        |segment: &Vec<u8>| segment.windows(7).filter(|bytes| bytes == b"\"name\":").count();
    while segments(folder, "cases/.referee").iter().map(names).sum::<usize>() < 4 {
        std::thread::yield_now();
    }
    folder.shell(&format!("kill -{signal} {}", child.id())).ends_with(0);
    let run = folder.run_of(&child.wait_with_output().unwrap()).ends_with(130);
    assert_eq!(std::fs::read_dir(folder.path(WORK)).unwrap().count(), 0, "{run}");
    assert!(folder.left_over().is_empty(), "{run}");
    run
}

#[test]
fn what_is_known_until_then_is_reported() {
    for signal in ["INT", "TERM"] {
        let folder = folder();
        folder.write("submissions/accepted/c.sh", RIGHT);
        let run =
            ended_later(&folder, &["judge", "cases", "submissions", "--time-limit", "600"], signal);
        let told = without_tools(&run.stdout);
        let end = "INCOMPLETE: interrupted; 1 of 3 submissions has a result\n\n1 of 1 as expected.   exit code 130\n";
        assert!(told.contains("  accepted/a.sh  A       AA ") && told.ends_with(end), "{run}");
        assert_eq!(
            run.stderr,
            "interrupted: judging 3 of 9 runs; finished runs are recorded in cases/.referee\n\
             help: `referee judge --resume cases` continues from there\n"
        );
    }
}

#[test]
fn no_limit_follows_from_a_part_of_the_submissions() {
    for signal in ["INT", "TERM"] {
        let folder = folder();
        let arguments = ["judge", "cases", "submissions", "--time-limit", "2x"];
        let run = ended_later(&folder, &arguments, signal);
        let told = without_tools(&run.stdout);
        let head =
            "limit 10 s of CPU time (the default, since the timing of submissions was interrupted)";
        let end = "INCOMPLETE: interrupted; 0 of 2 submissions have a result\n";
        assert!(told.contains(head) && told.contains(end), "{run}");
        assert!(!told.contains("accepted/"), "{run}");
        run.says("interrupted: judging ")
            .says("`referee judge --resume cases` continues from there");
        assert!(!folder.has("cases/.referee/time-limit.json"));
    }
}

#[test]
fn where_no_run_is_kept_nothing_else_is_said() {
    let run = interrupted(&folder(), &["--record", "off", "--report", "feedback=texts"], "TERM");
    insta::assert_snapshot!(run.stderr, @r"
    interrupted: judging 3 of 6 runs; no results are recorded
    note: incomplete: jsonl on standard output, texts (not written)
    ");
}

/// `--resume` keeps the flags of a run, so it would run everything again.
#[test]
fn a_run_that_ignores_recorded_results_says_which_flags_to_leave_out() {
    for (flags, said) in [
        (&["--rerun"][..], "--rerun"),
        (&["--keep-output", "kept"][..], "--keep-output"),
        (&["--rerun", "--keep-output", "kept"][..], "--rerun and --keep-output"),
    ] {
        let run = interrupted(&folder(), flags, "TERM");
        let run = run.says(&format!("help: run the same command without {said} to continue\n"));
        assert!(!run.stderr.contains("--resume"), "{run}");
    }
}

/// Returns a submission that creates the file `begun` when it starts, and never ends.
fn endless(folder: &Folder) -> String {
    format!(": > '{}'\nwhile :; do :; done\n", folder.path("begun").display())
}

/// Sends a signal to a command once that submission runs, or is compiled.
fn ended_within(folder: &Folder, arguments: &[&str], signal: &str) -> Run {
    let mut command = folder.command(REFEREE);
    command.args(arguments).args(["--languages", "languages.toml", "--jobs", "1"]);
    // Isolation would prevent the submission from writing that file.
    command.args(["--isolation", "off"]).env("TMPDIR", folder.path(WORK));
    std::fs::create_dir_all(folder.path(WORK)).unwrap();
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.has("begun") {
        std::thread::yield_now();
    }
    folder.shell(&format!("kill -{signal} {}", child.id())).ends_with(0);
    let run = folder.run_of(&child.wait_with_output().unwrap()).ends_with(130);
    assert_eq!(std::fs::read_dir(folder.path(WORK)).unwrap().count(), 0, "{run}");
    for untrue in ["judge error", "the solver", "the validator", "nothing of it is kept"] {
        assert!(!run.stdout.contains(untrue) && !run.stderr.contains(untrue), "{run}");
    }
    std::fs::remove_file(folder.path("begun")).unwrap();
    run
}

/// A program that failed before it was run as often as it should be may still do so by chance.
#[test]
fn a_case_that_was_not_repeated_often_enough_has_no_result() {
    for signal in ["INT", "TERM"] {
        let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
        let (once, endless) = (folder.path("once").display().to_string(), endless(&folder));
        folder.write(
            "submissions/accepted/b.sh",
            format!("if [ -e '{once}' ]; then\n{endless}fi\n: > '{once}'\necho no\n"),
        );
        let judge = ["judge", "cases", "submissions", "--repeat", "2", "--time-limit", "600"];
        let run = ended_within(&folder, &judge, signal);
        let run = run.says("INCOMPLETE: interrupted; 1 of 2 submissions has a result");
        assert!(!run.stdout.contains("unsteady"), "{run}");
        // The names of the first submission and of its three cases are recorded.
        let names =
            |segment: &Vec<u8>| segment.windows(7).filter(|bytes| bytes == b"\"name\":").count();
        assert_eq!(segments(&folder, "cases/.referee").iter().map(names).sum::<usize>(), 4);
    }
}

#[test]
fn limits_of_some_submissions_are_reported_and_none_is_recommended() {
    for signal in ["INT", "TERM"] {
        let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
        folder.write("submissions/accepted/b.sh", endless(&folder));
        let limits = ["limits", "cases", "submissions", "--repeat", "1"];
        let run = ended_within(&folder, &limits, signal);
        run.says("INCOMPLETE: interrupted; 1 of 2 submissions was measured\n")
            .says("no upper bound: no submission measured must be too slow\n")
            .says(" suits all measured: ")
            .says("s is safe on a machine half as fast, for those measured\n")
            .says("accepted/b.sh: interrupted before it was measured")
            .says("none: not all submissions were measured")
            .says("interrupted: measuring, ");
        let json = [&limits[..], &["--report", "json", "--report", "csv=table.csv"]].concat();
        let run = ended_within(&folder, &json, signal);
        let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert!(found["interrupted"] == true && found["recommended"].is_null(), "{run}");
        assert!(!folder.has("table.csv"));
        run.says("incomplete: csv (not written)");
    }
}

#[test]
fn mutants_that_were_judged_are_reported() {
    for signal in ["INT", "TERM"] {
        let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
        folder.write("submissions/accepted/b.py", "import sys\nn = 3\nprint(n)\n");
        folder.write(
            "submissions/accepted/c.py",
            format!("n = 1 < 2\nimport os\nwhile n: open({:?}, 'w')\n", folder.path("begun")),
        );
        let mutate = [
            "mutate",
            "cases",
            "submissions/accepted/b.py",
            "submissions/accepted/c.py",
            "--time-limit",
            "600",
        ];
        let run = ended_within(&folder, &mutate, signal);
        run.says("INCOMPLETE: interrupted; 0 of ").says("interrupted before it was mutated");
        let json = [&mutate[..], &["--report", "json"]].concat();
        let run = ended_within(&folder, &json, signal);
        let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(found["interrupted"], true, "{run}");
    }
}

#[test]
fn a_hunt_ends_at_once_when_a_program_of_the_jury_does_not() {
    let folder = Folder::new();
    folder.write("languages.toml", LANGUAGES);
    folder.write(
        "twice/problem.toml",
        "format = 1\nname = 'twice'\ncases = 'data'\n[solver]\ncommand = ['solve.sh']\n",
    );
    folder.write("twice/solve.sh", endless(&folder));
    folder.write("twice/data/secret/1.in", "50\n");
    folder.write("twice/data/secret/1.ans", "100\n");
    folder.write("mine.sh", "echo 100\n");
    for signal in ["INT", "TERM"] {
        let run = ended_within(&folder, &["hunt", "twice", "mine.sh"], signal);
        run.says("mine.sh  not hunted  ").says("fewer than 10 prove nothing: stopped");
    }
}

#[test]
fn a_hunt_tells_how_many_were_hunted_to_the_end() {
    for signal in ["INT", "TERM"] {
        let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
        folder.write("submissions/accepted/b.sh", endless(&folder));
        let hunt = [
            "hunt",
            "cases",
            "submissions/accepted/b.sh",
            "--time-limit",
            "0.2",
            "--for",
            "600",
            "--no-shrink",
        ];
        let run = ended_within(&folder, &hunt, signal);
        run.says("INCOMPLETE: interrupted; 0 of 1 submissions were hunted to the end");
    }
}

#[test]
fn a_hunt_that_is_ended_while_it_compiles_or_first_runs_blames_nobody() {
    for signal in ["INT", "TERM"] {
        let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
        let endless = endless(&folder);
        folder.write("b.sh", &endless);
        folder.write("c.end", &endless);
        let compiles = "[[language]]\nname = 'endless'\nendings = ['end']\n\
            compile = ['sh', '{main}']\nrun = ['sh', '{main}']\n";
        folder.write("languages.toml", format!("{LANGUAGES}{compiles}"));
        let run = ended_within(&folder, &["hunt", "cases", "c.end"], signal);
        run.says("c.end  not hunted  ").says("fewer than 10 prove nothing: stopped");
        let from = ["--from", "sample/1-alice", "--time-limit", "600"];
        for name in ["b.sh", "c.end"] {
            let hunt = [&["hunt", "cases", name][..], &from].concat();
            let run = ended_within(&folder, &hunt, signal);
            run.says("INCOMPLETE: interrupted; 0 of 1 submissions were hunted to the end");
        }
    }
}
