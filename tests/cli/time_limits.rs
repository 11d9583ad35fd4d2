//! `referee limits`: where a limit is written, what is refused, and what is reported. No program
//! here is near a limit; tests/judge covers the times.

use serde_json::Value;

use crate::judge::{RIGHT, with_submissions};
use crate::packages::{NEW, package};
use crate::support::{Folder, Run};
use crate::zipped::zip;

const ENDLESS: &str = "while True: pass\n";

fn limits(folder: &Folder, words: &[&str]) -> Run {
    folder.referee(&[&["limits", "--record", "off", "--repeat", "2"], words].concat())
}

/// A folder with a problem.toml, cases and submissions.
fn with_problem(toml: &str, submissions: &[(&str, &str)]) -> Folder {
    let folder = with_submissions(&[]);
    for (name, text) in submissions {
        folder.write(format!("cases/submissions/{name}"), text);
    }
    folder.write("cases/problem.toml", toml);
    folder
}

#[test]
fn the_limit_goes_into_problem_toml_and_nothing_else_changes() {
    let toml = "# The final.\nformat = 1\nproblem = 'infinity-war'\n\n[limits] # generous\n\
                memory = 300\ntime = 20 # to be measured\n";
    let folder = with_problem(toml, &[("accepted/right.sh", RIGHT)]);
    let languages = ["--languages", "languages.toml"];
    let words = [&["cases", "--write"], &languages[..]].concat();
    let run = limits(&folder, &words).ends_with(0);
    run.says("20 s (problem.toml) suits all").says("wrote        1 s into cases/problem.toml");
    assert_eq!(folder.read("cases/problem.toml"), toml.replace("time = 20 #", "time = 1 #"));
    let before = folder.files();
    limits(&folder, &words).ends_with(0).says("unchanged    cases/problem.toml has 1 s already");
    let given = [&["cases", "--write", "--time-limit", "2.5"], &languages[..]].concat();
    assert_eq!(folder.files(), before);
    limits(&folder, &given)
        .ends_with(0)
        .says("2.5 s (--time-limit) suits all")
        .says("wrote        2.5 s");
    assert!(folder.read("cases/problem.toml").contains("time = 2.5 # to be measured\n"));
    let factor = [&["cases", "--time-limit", "100x"], &languages[..]].concat();
    limits(&folder, &factor).says("by the rule of 2025-09: 100 times");
}

#[test]
fn a_package_keeps_the_limit_where_its_version_does() {
    let yaml = format!("{NEW}limits:\n  # in MiB\n  memory: 512\n");
    let folder = package(&yaml);
    // Both, since systems that read the other file must not see another limit.
    let run = limits(&folder, &["twice", "--write"]).ends_with(0);
    run.says("wrote        1 s into twice/problem.yaml")
        .says("wrote        1 s into twice/.timelimit");
    let wanted = format!("{NEW}limits:\n  time_limit: 1\n  # in MiB\n  memory: 512\n");
    assert_eq!(folder.read("twice/problem.yaml"), wanted);
    assert_eq!(folder.read("twice/.timelimit"), "1\n");
    let run = limits(&folder, &["twice", "--write"]).ends_with(0);
    run.says("1 s (the package) suits all").says("unchanged    twice/problem.yaml has 1 s already");

    let folder = package("name: Twice\n");
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    folder.write("twice/domjudge-problem.ini", "short-name = 'A'\n");
    let run = limits(&folder, &["twice", "--write"]).ends_with(0);
    run.says("by the rule of legacy: 5 times").says("wrote        1 s into twice/.timelimit");
    assert_eq!(folder.read("twice/.timelimit"), "1\n");
    assert_eq!(folder.read("twice/problem.yaml"), "name: Twice\n");
    // If a file has the limit already, no other file is created.
    std::fs::remove_file(folder.path("twice/.timelimit")).unwrap();
    folder.write("twice/domjudge-problem.ini", "short-name = 'A'\ntimelimit='7'\n");
    limits(&folder, &["twice", "--write"]).ends_with(0).says("7 s (the package) suits all");
    assert_eq!(folder.read("twice/domjudge-problem.ini"), "short-name = 'A'\ntimelimit='1'\n");
    assert!(!folder.has("twice/.timelimit"));
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is_run() {
    let toml = "format = 1\nproblem = 'infinity-war'\n";
    let folder = with_problem(toml, &[("accepted/right.sh", RIGHT)]);
    let sample = ["cases/sample", "cases/submissions", "--languages", "languages.toml", "--write"];
    let run = limits(&folder, &sample).ends_with(2);
    run.says("there is no problem.toml here to write the limit into");

    let folder = package(NEW);
    let odd = ["twice", "--write", "--time-limit", "1.5"];
    let run = limits(&folder, &odd).ends_with(2);
    run.says("1.5 s is not a multiple of time_resolution, which is 1 s").says("twice/problem.yaml");
    let files = folder.files();
    let of_package = files.iter().filter_map(|(path, bytes)| {
        let name = path.strip_prefix("twice").ok()?.to_str()?;
        Some((format!("twice/{name}"), &bytes[..]))
    });
    let of_package: Vec<_> = of_package.collect();
    let entries: Vec<_> = of_package.iter().map(|(name, bytes)| (&**name, *bytes)).collect();
    folder.write("twice.zip", zip(&entries));
    let run = limits(&folder, &["twice.zip", "--write"]).ends_with(2);
    run.says("the limit cannot be written into an archive").says("unpack it");
    std::fs::rename(folder.path("twice/.timelimit"), folder.path("limit")).unwrap();
    std::os::unix::fs::symlink("../limit", folder.path("twice/.timelimit")).unwrap();
    limits(&folder, &["twice", "--write"]).ends_with(2).says("it is a link");
    assert_eq!(folder.read("limit"), "4\n");
}

#[test]
fn a_file_of_an_unknown_shape_is_left_alone() {
    let yaml = "{problem_format_version: 2025-09, name: Twice, \
                uuid: 6d5a7a9e-0a8c-4b43-9d57-dd34a1d0a3b1}\n";
    let folder = package(yaml);
    let run = limits(&folder, &["twice", "--write"]).ends_with(2);
    run.says("it is unclear where the time limit belongs in this file").says("by hand");
    assert_eq!(folder.read("twice/problem.yaml"), yaml);
    // The other file is not changed either.
    assert_eq!(folder.read("twice/.timelimit"), "4\n");
}

#[test]
fn a_limit_that_does_not_suit_is_not_written_unless_it_is_named() {
    // A program that should be too slow takes no time: no limit suits both.
    let folder = package(NEW);
    folder.write("twice/submissions/time_limit_exceeded/twice.py", "print(2 * int(input()))\n");
    let run = limits(&folder, &["twice", "--write"]).ends_with(1);
    run.says("4 s (the package) does not suit time_limit_exceeded/twice.py")
        .says("nothing is written: the recommended limit does not suit all submissions");
    assert_eq!(folder.read("twice/.timelimit"), "4\n");
    limits(&folder, &["twice", "--write", "--time-limit", "3"])
        .ends_with(1)
        .says("wrote        3 s into");
    assert_eq!(folder.read("twice/.timelimit"), "3\n");
    folder.write("twice/submissions/accepted/twice.py", "print(1)\n");
    limits(&folder, &["twice", "--write"])
        .ends_with(1)
        .says("nothing is written: there is no limit to recommend")
        .says("accepted/twice.py: wrong answer on sample/1, whatever the limit up to 60 s");
}

/// It is not a matter of time.
#[test]
fn what_the_cases_do_not_catch_bounds_no_limit() {
    let folder = package(NEW);
    folder.write("twice/submissions/rejected/twice.py", "print(2 * int(input()))\n");
    let run = limits(&folder, &["twice"]).ends_with(1).says("interval     0.0");
    let run = run.says("no upper bound: no submission must be too slow").says("4 s (the package) ");
    run.says("no limit     rejected/twice.py: accepted on all cases, whatever the limit up to");
}

#[test]
fn reports_go_where_they_are_wanted() {
    let folder = package(&format!("{NEW}limits: {{time_limit: 0.5, time_resolution: 0.5}}\n"));
    folder.write("twice/.timelimit", "0.5\n");
    folder.write("twice/submissions/time_limit_exceeded/endless.py", ENDLESS);
    // The shortest time that leaves room above the limit, since an endless program takes all of it
    // in each run.
    let words = ["twice", "--upto", "1", "--report", "json=limits.json", "--report", "human"];
    let run = limits(&folder, &words).ends_with(0);
    run.says("no upper bound: all that must be too slow still run after 1 s");
    let form: Value = serde_json::from_str(&folder.read("limits.json")).unwrap();
    assert_eq!((&form["format"], &form["version"]), (&"referee-limits".into(), &1.into()));
    assert_eq!(
        (&form["measured_up_to"], &form["recommended"]["seconds"]),
        (&1.0.into(), &0.5.into())
    );
    assert_eq!(form["submissions"].as_array().unwrap().len(), 3);
    limits(&folder, &words).ends_with(2).says("limits.json").says("--force");
    let accepted = ["twice", "twice/submissions/accepted", "--report", "json"];
    let json = limits(&folder, &accepted).ends_with(0);
    assert!(serde_json::from_str::<Value>(&json.stdout).is_ok(), "{json}");
    let twice = ["twice", "--report", "json", "--report", "human=-"];
    limits(&folder, &twice).ends_with(2);
    limits(&folder, &["twice", "--report", "html"]).ends_with(2).says("human, csv, json");
    let table = limits(&folder, &["twice", "--upto", "1.5", "--report", "csv"]).ends_with(0);
    let mut lines = table.stdout.lines();
    let columns = "submission,language,expected,got,\
                   from_seconds,from_case,below_seconds,below_case,not_judged";
    assert_eq!(lines.next(), Some(columns));
    assert_eq!(lines.count(), 3, "{table}");
    limits(&folder, &["twice", "--repeat", "0"]).ends_with(2);
}

#[test]
fn who_cannot_be_measured_is_a_judge_error() {
    let toml = "format = 1\nproblem = 'infinity-war'\n";
    let submissions = [("accepted/right.sh", RIGHT), ("accepted/other.exo", "")];
    let folder = with_problem(toml, &submissions);
    let words = ["cases", "--languages", "languages.toml"];
    limits(&folder, &words).ends_with(3).says("not judged   accepted/other.exo");
    limits(&folder, &[&words[..], &["--missing-compilers", "skip"]].concat()).ends_with(0);
}

#[test]
fn a_run_tells_how_fast_the_machine_is_against_the_one_that_made_the_limit() {
    let toml = "format = 1\nproblem = 'infinity-war'\n";
    let folder = with_problem(toml, &[("accepted/right.sh", RIGHT)]);
    let languages = ["--languages", "languages.toml"];
    folder.referee(&[&["limits", "cases", "--write"], &languages[..]].concat()).ends_with(0);
    let path = "cases/.referee/time-limit.json";
    let mut kept: Value = serde_json::from_str(&folder.read(path)).unwrap();
    assert_eq!(kept["limit"]["milliseconds"], 1000);
    let told = |kept: &Value| {
        folder.write(path, kept.to_string());
        let judge = ["judge", "cases", "--rerun"];
        let run = folder.referee(&[&judge[..], &languages[..]].concat()).ends_with(0);
        let jsonl = [&judge[..], &["--report", "jsonl"]].concat();
        let events = folder.referee(&[&jsonl[..], &languages[..]].concat()).ends_with(0);
        let event = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        (run.stdout, event(events.stdout.lines().next_back().unwrap()))
    };
    // As if the machine that made the limit were a thousand times as fast.
    for key in ["integers_us", "memory_us", "allocation_us"] {
        let time = kept["limit"]["machine"][key].as_f64().unwrap();
        kept["limit"]["machine"][key] = (time / 1000.0).into();
    }
    let said = " times as long as the machine that made the time limit";
    let (human, finished) = told(&kept);
    assert!(human.contains(said), "{human}");
    assert_eq!(finished["calibration"]["build"], kept["limit"]["machine"]["build"]);
    assert!(finished["machine"]["slowness_per_mille"].as_u64().unwrap() > 100_000, "{finished}");
    // Other builds are not compared, nor is another limit.
    kept["limit"]["machine"]["build"] = "another".into();
    let (human, finished) = told(&kept);
    assert!(!human.contains(said) && finished["machine"].get("slowness_per_mille").is_none());
    kept["limit"]["machine"]["build"] = finished["calibration"]["build"].clone();
    kept["limit"]["milliseconds"] = 2000.into();
    assert!(!told(&kept).0.contains(said));
}
