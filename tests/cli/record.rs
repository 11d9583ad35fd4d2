//! `referee judge` again: what is reused between runs, and how an interrupted run continues.

use std::fs;
use std::process::Stdio;

use crate::judge::{RIGHT, judge, with_submissions};
use crate::support::{Folder, REFEREE, Run};

/// Returns how many of the runs in the events came from the record, and how many there are.
fn kept(run: &Run) -> (usize, usize) {
    let judged: Vec<&str> =
        run.stdout.lines().filter(|line| line.starts_with("{\"event\":\"judged\"")).collect();
    (judged.iter().filter(|line| line.contains("\"kept\":true")).count(), judged.len())
}

/// Returns the contents of the segments of a record.
pub(crate) fn segments(folder: &Folder, record: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder.path(record).join("runs")).into_iter().flatten().flatten();
    entries.map(|entry| fs::read(entry.path()).unwrap()).collect()
}

#[test]
fn what_has_not_changed_is_not_run_again() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let first = judge(&folder, &[]).ends_with(0);
    assert!(!first.stdout.contains("kept"), "{first}");
    judge(&folder, &[]).ends_with(0).says("1 of 1 as expected. 3 of 3 runs kept from earlier.");
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl"])), (3, 3));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl", "--rerun"])), (0, 3));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl", "--record", "off"])), (0, 3));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl", "--time-limit", "8"])), (3, 3));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl", "--memory", "100"])), (0, 3));
    folder.write("submissions/accepted/right.sh", format!("# better\n{RIGHT}"));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl"])), (0, 3));
}

#[test]
fn the_record_lies_beside_the_problem_and_is_ignored_by_git() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    judge(&folder, &["--record", "off"]).ends_with(0);
    assert!(!folder.has("cases/.referee"));
    let secret = ["judge", "cases/secret", "submissions", "--languages", "languages.toml"];
    folder.referee(&secret).ends_with(0);
    assert_eq!(folder.read("cases/.referee/.gitignore"), "*\n");
    assert!(!folder.has("cases/secret/.referee"));
    assert_eq!(kept(&judge(&folder, &["--report", "jsonl"])), (2, 3));
    judge(&folder, &["--record", "elsewhere/runs"]).ends_with(0);
    assert_eq!(segments(&folder, "elsewhere/runs").len(), 1);
    assert!(folder.has("elsewhere/runs/.gitignore"));
    // The other files in a folder of the user are not ignored.
    judge(&folder, &["--record", "elsewhere"]).ends_with(0);
    assert!(folder.has("elsewhere/lock") && !folder.has("elsewhere/.gitignore"));
    folder
        .referee(&["judge", "cases", "submissions", "--record", "x", "--record", "off"])
        .ends_with(2)
        .says("neither records results nor uses");
    judge(&folder, &["--record", "x", "--record", "y"])
        .ends_with(2)
        .says("cannot be recorded in two folders: x and y");
    assert!(!folder.has("x") && !folder.has("y"));
    judge(&folder, &["--rerun", "--record", "off"]).ends_with(2).says("remove --rerun");
    judge(&folder, &["--record", "from="]).ends_with(2).says("the folder after `from=` is missing");
    // Where the command cannot be stored, what it judges is the same.
    let judge = "judge cases submissions --languages languages.toml";
    let run = folder.shell(&format!("XDG_STATE_HOME=$PWD/languages.toml \"$referee\" {judge}"));
    run.ends_with(0).says("note: --resume will not be able to continue this run: ");
}

/// The name of a shipped problem stands for the folder of its cases.
#[test]
fn the_record_of_a_shipped_problem_lies_beside_its_cases() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.shell("mkdir all && mv cases all/infinity-war && mv all cases").ends_with(0);
    let judge = |place: &str, more: &[&str]| {
        let fixed = ["judge", place, "submissions", "--languages", "languages.toml"];
        folder.referee(&[&fixed[..], more].concat()).ends_with(0)
    };
    judge("infinity-war", &[]);
    assert!(folder.has("cases/infinity-war/.referee") && !folder.has(".referee"));
    assert_eq!(kept(&judge("cases/infinity-war", &["--report", "jsonl"])), (3, 3));
}

#[test]
fn where_nothing_can_be_written_it_is_judged_all_the_same() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.write("cases/.referee", "not a folder");
    let run = judge(&folder, &[]).ends_with(0).says("warning: results are not recorded: ");
    assert_eq!(run.stderr.lines().count(), 1, "{run}");
}

/// Wrong on the second case, and slow on the third: whatever order of cases was learned in between,
/// the first failure by name counts.
#[test]
fn a_second_run_and_what_was_learned_change_no_verdict() {
    let twofold = "read n\ncase $n in 3) echo Alice wins;; 4) echo Bob wins;; *) while :; do :; done;; esac\n";
    let folder = with_submissions(&[
        ("wrong_answer/a.sh", twofold),
        (
            "time_limit_exceeded/b.sh",
            "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) while :; do :; done;; esac\n",
        ),
        (
            "time_limit_exceeded/c.sh",
            "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) while true; do :; done;; esac\n",
        ),
    ]);
    let judged = || {
        let run = judge(&folder, &["--time-limit", "0.2", "--report", "csv"]).ends_with(0);
        let verdict = |line: &str| line.split(',').take(3).collect::<Vec<_>>().join(",");
        run.stdout.lines().map(verdict).collect::<Vec<_>>()
    };
    let first = judged();
    folder.write("submissions/wrong_answer/a.sh", format!("# the same\n{twofold}"));
    assert_eq!(judged(), first);
    let strength = ["strength", "cases", "submissions", "--languages", "languages.toml"];
    folder.referee(&[&strength[..], &["--time-limit", "0.2"]].concat()).ends_with(0);
    folder.write("submissions/wrong_answer/a.sh", format!("# the same again\n{twofold}"));
    assert_eq!(judged(), first);
}

#[test]
fn there_must_be_something_to_go_on_with() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.referee(&["judge", "--resume", "cases"]).ends_with(2).says("no interrupted run");
    judge(&folder, &["--resume"]).ends_with(0);
    folder.referee(&["judge", "--resume", "cases"]).ends_with(2).says("no interrupted run");
    let other = ["judge", "--resume", "cases", "--time-limit", "3"];
    folder
        .referee(&other)
        .ends_with(2)
        .says("continues a run with the options that it was started with");
    // A run that is refused before it starts is not interrupted.
    folder.write("report.xml", "");
    judge(&folder, &["--report", "junit=report.xml"]).ends_with(2);
    folder.referee(&["judge", "--resume", "cases"]).ends_with(2).says("no interrupted run");
}

/// Submissions of which the second one kills the judge once, at its third case, which is possible
/// without isolation.
fn interrupted() -> Folder {
    let kills = "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *)\n\
        if rm \"$MARKER\" 2> /dev/null; then set -- $(cat /proc/$PPID/stat); kill -9 $4; fi\n\
        echo Bob wins;; esac\n";
    let folder = with_submissions(&[("accepted/a.sh", RIGHT), ("accepted/b.sh", kills)]);
    let marker = folder.path("marker");
    let languages = folder.read("languages.toml").replacen(
        "run = ['sh', '{main}']",
        &format!("run = ['sh', '{{main}}']\nenvironment = ['MARKER={}']", marker.display()),
        1,
    );
    folder.write("languages.toml", languages);
    folder.write("marker", "");
    let killed = judge(&folder, &["--isolation", "off", "--jobs", "1", "--report", "jsonl"]);
    assert_eq!(killed.code, None, "{killed}");
    assert!(!folder.has("marker"));
    folder
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let folder = interrupted();
    let mut resume = folder.command(REFEREE);
    resume.current_dir(folder.path("cases")).args(["judge", "--resume"]);
    let run = folder.run_of(&resume.output().unwrap()).ends_with(0);
    let run = run
        .says("continuing `referee judge --isolation off --languages languages.toml")
        .says("in [folder]");
    assert_eq!(kept(&run), (5, 6), "{run}");
    folder.referee(&["judge", "--resume", "cases"]).ends_with(2).says("no interrupted run");
}

#[test]
fn an_interrupted_run_goes_on_with_the_same_command_as_well() {
    let folder = interrupted();
    let edit = |to: &str| {
        let line = "sed -i \"s/$0/$1/\" $(grep -rl '\"request\":' \"$XDG_STATE_HOME\")";
        let mut edit = folder.command("sh");
        let [was, is] = [r#""request":{"#, r#""request":{"words":1,"#];
        edit.args(if to == "later" { ["-c", line, was, is] } else { ["-c", line, is, was] });
        assert!(edit.status().unwrap().success());
    };
    edit("later");
    let other = "another version started this run";
    folder.referee(&["judge", "--resume", "cases"]).ends_with(2).says(other);
    edit("own");
    let run = judge(&folder, &["--resume", "--isolation", "off", "--report", "jsonl"]).ends_with(0);
    assert_eq!(kept(&run), (5, 6), "{run}");
}

#[test]
fn the_command_that_is_gone_on_with_is_shown_as_a_shell_takes_it() {
    let folder = interrupted();
    let mut judge = folder.command(REFEREE);
    fs::rename(folder.path("submissions"), folder.path("their work")).unwrap();
    let arguments = ["judge", "cases", "their work", "--languages", "languages.toml"];
    folder.write("marker", "");
    let off =
        ["--isolation", "off", "--jobs", "1", "--rerun", "--only", "$(touch x)*", "--only", "*"];
    let killed = judge.args(arguments).args(off).output().unwrap();
    assert_eq!(killed.status.code(), None);
    folder.referee(&["judge", "--resume", "cases"]).ends_with(0).says(
        "continuing `referee judge --isolation off --languages languages.toml \
         --only '$(touch x)*' --only '*' --rerun --jobs 1 cases 'their work'`",
    );
}

/// An interrupted run leaves nothing where its report should go, and so does not block the next
/// run.
#[test]
fn an_interrupted_run_leaves_no_folder_for_its_report() {
    let folder = with_submissions(&[("accepted/a.sh", RIGHT)]);
    folder.write("submissions/accepted/b.sh", "while :; do :; done\n");
    let texts = ["--report", "feedback=texts/of/all", "--report", "junit=reports/junit.xml"];
    let begin = || {
        let mut judge = folder.command(REFEREE);
        judge.args(["judge", "cases", "submissions", "--languages", "languages.toml"]);
        judge.args(["--time-limit", "600", "--jobs", "1"]).args(texts);
        let child = judge.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The first submission is done, and the second runs forever: the names of the first one and
        // of its three cases are written.
        let names =
            |segment: &Vec<u8>| segment.windows(7).filter(|bytes| bytes == b"\"name\":").count();
        while segments(&folder, "cases/.referee").iter().map(names).sum::<usize>() < 4 {
            std::thread::yield_now();
        }
        child
    };
    for signal in ["TERM", "KILL"] {
        let mut child = begin();
        folder.shell(&format!("kill -{signal} {}", child.id()));
        child.wait().unwrap();
        assert!(!folder.has("texts") && !folder.has("reports"), "{signal}: {:?}", folder.names());
        fs::remove_dir_all(folder.path("cases/.referee")).unwrap();
    }
    folder.write("submissions/accepted/b.sh", RIGHT);
    judge(&folder, &texts).ends_with(0);
    assert!(folder.has("texts/of/all") && folder.has("reports/junit.xml"));
    // The temporary files of the killed run are gone too.
    let mut left = fs::read_dir(folder.path(".")).unwrap().flatten();
    let is_left = left.any(|entry| entry.file_name().to_string_lossy().starts_with(".referee-"));
    assert!(!is_left, "{:?}", folder.names());
}

/// A record of another machine is used like one's own, and never written.
#[test]
fn records_elsewhere_are_read_and_never_written() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    judge(&folder, &["--record", "theirs"]).ends_with(0);
    let before = segments(&folder, "theirs");
    assert_eq!(before.len(), 1);
    folder.write("submissions/accepted/more.sh", format!("# more\n{RIGHT}"));
    let with = ["--record", "mine", "--record", "from=theirs", "--report", "jsonl"];
    assert_eq!(kept(&judge(&folder, &with)), (3, 6));
    assert_eq!(kept(&judge(&folder, &with)), (6, 6));
    assert_eq!(segments(&folder, "theirs"), before);
    let both = ["--record", "from=mine", "--record", "from=theirs", "--report", "jsonl"];
    assert_eq!(kept(&judge(&folder, &both)), (6, 6));
    judge(&folder, &["--record", "from=none"]).ends_with(2).says("none");
    assert!(!folder.has("none"));
    judge(&folder, &["--record", "from=theirs", "--record", "off"]).ends_with(2);
    // A folder may be named like another value of the flag.
    judge(&folder, &["--record", "./off"]).ends_with(0);
    assert_eq!(segments(&folder, "off").len(), 1);
}

/// The second judge starts in the middle of the first one. Both report correct results, and the
/// second uses the runs of the first.
#[test]
fn two_runs_over_one_problem_at_a_time_share_their_work() {
    let waits = format!("while ! [ -e \"$MARKER\" ]; do :; done\n{RIGHT}");
    let folder = with_submissions(&[("accepted/a.sh", RIGHT), ("accepted/b.sh", &waits)]);
    let marker = format!(
        "run = ['sh', '{{main}}']\nenvironment = ['MARKER={}']",
        folder.path("marker").display()
    );
    folder.write(
        "languages.toml",
        folder.read("languages.toml").replacen("run = ['sh', '{main}']", &marker, 1),
    );
    let begin = || {
        let mut judge = folder.command(REFEREE);
        judge.args(["judge", "cases", "submissions", "--languages", "languages.toml"]);
        judge.args([
            "--isolation", "off", "--time-limit", "600", "--jobs", "1", "--report", "jsonl",
        ]);
        judge.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let until = |is_done: &dyn Fn(&[Vec<u8>]) -> bool| {
        while !is_done(&segments(&folder, "cases/.referee")) {
            std::thread::yield_now();
        }
    };
    let names =
        |segment: &Vec<u8>| segment.windows(7).filter(|bytes| bytes == b"\"name\":").count();
    let first = begin();
    until(&|segments| segments.iter().map(names).sum::<usize>() == 4);
    let second = begin();
    // Both run the waiting submission: the first judge did not know of the second when it began
    // that run.
    until(&|segments| segments.len() == 2);
    folder.write("marker", "");
    let run =
        |child: std::process::Child| folder.run_of(&child.wait_with_output().unwrap()).ends_with(0);
    let (first, second) = (run(first), run(second));
    for run in [&first, &second] {
        assert_eq!(
            (run.stdout.matches("\"verdict\":\"AC\"").count(), kept(run).1),
            (8, 6),
            "{run}"
        );
    }
    assert!(kept(&second).0 >= 3, "{second}");
    let again = ["--isolation", "off", "--time-limit", "600", "--report", "jsonl"];
    assert_eq!(kept(&judge(&folder, &again)), (6, 6));
}

/// A run depends on the version of its interpreter, even if nothing else about it has changed.
#[test]
fn a_replaced_interpreter_is_noticed() {
    let folder = with_submissions(&[("accepted/right.fake", RIGHT)]);
    let install = |version: &str| {
        let script = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo fake VERSION; exit; fi\nexec sh \"$@\"\n";
        folder.write("bin/fake-sh", script.replace("VERSION", version));
        folder.shell("chmod +x bin/fake-sh").ends_with(0);
    };
    let language = "\n[[language]]\nname = 'fake'\nendings = ['fake']\nrun = ['fake-sh', '{main}']\nversion = ['--version']\n";
    folder.write("languages.toml", folder.read("languages.toml") + language);
    let judged = || {
        let mut path =
            std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<_>>();
        path.insert(0, folder.path("bin"));
        let mut judge = folder.command(REFEREE);
        judge.args(["judge", "cases", "submissions", "--languages", "languages.toml"]);
        judge.args(["--report", "jsonl"]).env("PATH", std::env::join_paths(path).unwrap());
        kept(&folder.run_of(&judge.output().unwrap()).ends_with(0))
    };
    install("1.0");
    assert_eq!(judged(), (0, 3));
    assert_eq!(judged(), (3, 3));
    install("1.1");
    assert_eq!(judged(), (0, 3));
    install("1.0");
    assert_eq!(judged(), (3, 3));
}
