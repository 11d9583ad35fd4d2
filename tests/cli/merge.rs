//! `referee shard merge` of many shards, of shards from different machines, and into all kinds of
//! reports.

use serde_json::{Value, json};

use crate::judge::{RIGHT, judge, judge_shard, with_submissions};
use crate::support::{Folder, Run};

/// Answers the second case wrong.
const WRONG: &str = "read n\ncase $n in 3) echo Alice wins;; *) echo no;; esac\n";

fn merge(folder: &Folder, more: &[&str]) -> Run {
    folder.referee(&[&["shard", "merge", "s1.jsonl", "s2.jsonl"], more].concat())
}

/// Judges three right submissions and a wrong one in two shards.
fn two_shards() -> Folder {
    let folder = with_submissions(&[
        ("accepted/first.sh", RIGHT),
        ("accepted/second.sh", &format!("{RIGHT}\n# 2\n")),
        ("accepted/third.sh", &format!("{RIGHT}\n# 3\n")),
        ("wrong_answer/fourth.sh", WRONG),
    ]);
    in_two_shards(&folder);
    folder
}

fn in_two_shards(folder: &Folder) {
    for number in ["1", "2"] {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
        judge_shard(folder, &shard, &["--report", &report, "--force"]);
    }
}

/// Changes each line of a file that contains all of these strings.
fn edit(folder: &Folder, name: &str, having: &[&str], change: impl Fn(&mut Value)) {
    let text = folder.read(name);
    let lines = text.lines().map(|line| {
        if !having.iter().all(|part| line.contains(part)) {
            format!("{line}\n")
        } else {
            let mut value: Value = serde_json::from_str(line).unwrap();
            change(&mut value);
            format!("{value}\n")
        }
    });
    let lines: String = lines.collect();
    assert_ne!(lines, text, "nothing to change in {name}");
    folder.write(name, lines);
}

/// Sets the measured figures of a shard's machine.
fn measured(folder: &Folder, name: &str, microseconds: f64) {
    edit(folder, name, &["\"event\":\"finished\""], |finished| {
        for figure in ["integers_us", "memory_us", "allocation_us"] {
            finished["calibration"][figure] = microseconds.into();
        }
    });
}

/// Moves a shard to another machine, slower by a factor.
fn on_another_machine(folder: &Folder, name: &str, factor: f64) {
    edit(folder, name, &["\"event\":\"started\""], |started| {
        started["shard"]["host"] = "node2".into();
    });
    measured(folder, name, factor * 100.0);
}

/// Moves the two shards to different machines, and puts the verdict on a case close to the limit.
fn two_machines(factor: f64) -> (Folder, &'static str) {
    let folder = two_shards();
    measured(&folder, "s1.jsonl", 100.0);
    on_another_machine(&folder, "s2.jsonl", factor);
    let first = ["s1.jsonl", "s2.jsonl"]
        .into_iter()
        .find(|name| folder.read(name).contains("\"contestant\":\"accepted/first.sh\""));
    let first = first.expect("one of the shards has it");
    edit(&folder, first, &["\"judged\"", "accepted/first.sh", "2-tie"], |judged| {
        judged["verdict"] = "TLE".into();
        judged["reason"] = "time-limit".into();
        judged["message"] = "over the time limit".into();
        judged["near_limit"] = "longer".into();
    });
    edit(&folder, first, &["\"submission\"", "accepted/first.sh"], |end| {
        end["verdict"] = "TLE".into();
        end["met"] = "not-permitted".into();
    });
    (folder, first)
}

fn last(folder: &Folder, more: &[&str]) -> Run {
    let fixed = ["--near", "s1.jsonl", "s2.jsonl", "--report", "jsonl=last.jsonl"];
    judge_shard(folder, "last", &[&fixed[..], more].concat())
}

#[test]
fn lines_are_passed_on_as_they_are_and_events_written_again_are_the_same() {
    let folder = two_shards();
    merge(&folder, &["--report", "jsonl=merged.jsonl"]).ends_with(0);
    let of = |text: String| {
        let told = |line: &&str| {
            ["judged", "submission"]
                .iter()
                .any(|kind| line.starts_with(&format!("{{\"event\":\"{kind}\"")))
        };
        let mut lines: Vec<String> = text.lines().filter(told).map(String::from).collect();
        lines.sort();
        lines
    };
    let shards = of(folder.read("s1.jsonl") + &folder.read("s2.jsonl"));
    assert_eq!(of(folder.read("merged.jsonl")), shards);
    // Omitting times makes it write every event again.
    merge(&folder, &["--details", "no-times", "--report", "jsonl=untimed.jsonl"]).ends_with(0);
    judge(&folder, &["--details", "no-times", "--record", "off", "--report", "jsonl=whole.jsonl"])
        .ends_with(0);
    assert_eq!(folder.read("untimed.jsonl"), folder.read("whole.jsonl"));
}

#[test]
fn a_thousand_shards_are_merged_with_few_open_files_and_little_memory() {
    let folder = with_submissions(&[("accepted/first.sh", RIGHT)]);
    judge_shard(&folder, "1/1", &["--report", "jsonl=one.jsonl"]).ends_with(0);
    let one = folder.read("one.jsonl").replace("first.sh", "NAME");
    for number in 1..=1000 {
        let text = one.replace("NAME", &format!("{number:04}.sh"));
        let place = format!("\"positions\":[{}],\"contestants\":1000", number - 1);
        let text = text
            .replace("\"number\":1,\"of\":1,", &format!("\"number\":{number},\"of\":1000,"))
            .replace("\"positions\":[0],\"contestants\":1", &place);
        folder.write(format!("many/{number}.jsonl"), text);
    }
    let line =
        "ulimit -n 256 && exec \"$referee\" shard merge many/*.jsonl --report summary-csv=all.csv";
    let run = folder.shell(line).ends_with(0);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let rows = folder.read("all.csv");
    let names = rows.lines().skip(1).map(|row| row.split(',').next().unwrap().to_string());
    assert!(names.eq((1..=1000).map(|number| format!("accepted/{number:04}.sh"))));
    let page = "shard merge many/*.jsonl -q --report html=page.html";
    folder.referee_within(86, page).ends_with(0);
}

#[test]
fn machines_that_differ_are_named_with_what_decides_the_verdicts() {
    let (folder, _) = two_machines(1.2);
    let run = merge(&folder, &["--report", "jsonl=all.jsonl", "--report", "html=all.html"]);
    let run = run.ends_with(1).says("times as long as on");
    let run = run.says("1 verdict depends on the machine, of 1 submission");
    run.says("--near s1.jsonl s2.jsonl --report jsonl=shard-last.jsonl");
    let started: Value =
        serde_json::from_str(folder.read("all.jsonl").lines().next().unwrap()).unwrap();
    let hosts = started["hosts"].as_array().unwrap();
    let slowness: Vec<u64> =
        hosts.iter().map(|host| host["slowness_per_mille"].as_u64().unwrap()).collect();
    assert_eq!(slowness, [1000, 1200]);
    assert_eq!((&hosts[1]["name"], &hosts[1]["shards"]), (&"node2".into(), &vec![2].into()));
    assert!(started["runs"]["machine"].is_null(), "{started}");
    assert!(folder.read("all.html").contains("the same work takes on node2 1.20 times"));
    merge(&folder, &[]).ends_with(1).says("the same work takes on node2 1.20 times");
    let run =
        merge(&folder, &["--details", "no-times", "--report", "jsonl=untimed.jsonl"]).ends_with(1);
    assert!(!run.stderr.contains("node2"), "{}", run.stderr);
    assert!(!folder.read("untimed.jsonl").contains("node2"));
}

#[test]
fn a_layer_that_one_machine_lacks_does_not_isolate_the_run() {
    let folder = two_shards();
    let why = "no landlock: the kernel is too old";
    let layers = [
        ("s1.jsonl", "namespaces, landlock, seccomp", vec![]),
        ("s2.jsonl", "namespaces, seccomp, rlimits", vec![why]),
    ];
    for (name, isolation, missing) in layers {
        edit(&folder, name, &["\"event\":\"started\""], |started| {
            started["runs"]["isolation"] = isolation.into();
            started["runs"]["not_isolated"] = missing.clone().into();
        });
    }
    let said = format!("isolated by namespaces, seccomp\nNOT ISOLATED: {why}\n");
    merge(&folder, &[]).ends_with(0).says(&said);
}

#[test]
fn machines_that_are_alike_leave_nothing_open() {
    let (folder, _) = two_machines(1.04);
    let run = merge(&folder, &["--report", "jsonl=all.jsonl"]).ends_with(1);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
}

#[test]
fn the_last_shard_decides_what_hangs_on_the_machine() {
    let (folder, _) = two_machines(1.2);
    let run = last(&folder, &[]).ends_with(0);
    run.says("the last shard: 1 submission with 1 verdict near the limit, judged alone");
    let events = folder.read("last.jsonl");
    assert!(!events.contains("second.sh") && !events.contains("\"kept\":true"), "{events}");
    let run = merge(&folder, &["last.jsonl", "--report", "jsonl=all.jsonl"]).ends_with(0);
    let run = run.says("the last shard changes 2 verdicts:");
    let run = run.says("accepted/first.sh on secret/2-tie: TLE before, AC now");
    let run = run.says("accepted/first.sh: TLE before, AC now");
    assert!(!run.stderr.contains("shard run last"), "{}", run.stderr);
    let all = folder.read("all.jsonl");
    assert_eq!(all.matches("\"before\":\"TLE\"").count(), 1);
    assert_eq!(all.matches("accepted/first.sh\",\"case\"").count(), 3);
    // Its verdict is that of a run on one machine.
    judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]).ends_with(0);
    merge(&folder, &["last.jsonl", "--details", "no-times", "--report", "jsonl=untimed.jsonl"])
        .ends_with(0);
    assert_eq!(folder.read("untimed.jsonl"), folder.read("whole.jsonl"));
}

/// A shard may have run several programs at a time; the last one does not.
#[test]
fn the_command_for_the_last_shard_is_one_that_it_takes() {
    let (folder, _) = two_machines(1.2);
    for name in ["s1.jsonl", "s2.jsonl"] {
        edit(&folder, name, &["\"event\":\"started\""], |started| {
            let words = started["shard"]["command"].as_array_mut().unwrap();
            words.splice(3..3, ["--jobs".into(), "2".into()]);
        });
    }
    let run = merge(&folder, &["--report", "jsonl=all.jsonl"]).ends_with(1);
    let command = run.stderr.lines().find(|line| line.contains("referee shard run last "));
    let command = command.expect("the note says it").trim().replacen("referee", "\"$referee\"", 1);
    folder.shell(&command).ends_with(0).says("the last shard: 1 submission with 1 verdict");
    assert!(folder.has("shard-last.jsonl"));
}

/// Numbers that no run has must not take all memory.
#[test]
fn events_with_impossible_numbers_are_refused() {
    let folder = two_shards();
    for (key, number) in [("of", u64::MAX), ("contestants", u64::MAX), ("number", 0), ("number", 3)]
    {
        in_two_shards(&folder);
        edit(&folder, "s1.jsonl", &["\"event\":\"started\""], |started| {
            started["shard"][key] = number.into();
        });
        let run = folder.referee(&["shard", "merge", "s1.jsonl", "--partial"]).ends_with(2);
        run.says("s1.jsonl, line 1, column 1").says("these are not the numbers of a shard");
    }
}

#[test]
fn where_nothing_is_near_the_limit_the_last_shard_is_empty() {
    let folder = two_shards();
    last(&folder, &[]).says("nothing is near the limit: the last shard is empty");
    let run =
        merge(&folder, &["last.jsonl", "--details", "no-times", "--report", "jsonl=all.jsonl"])
            .ends_with(0);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]);
    assert_eq!(folder.read("all.jsonl"), folder.read("whole.jsonl"));
}

#[test]
fn shards_without_times_are_merged_but_leave_no_verdict_open() {
    let folder = two_shards();
    for number in ["1", "2"] {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
        judge_shard(&folder, &shard, &["--report", &report, "--details", "no-times", "--force"]);
    }
    judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]);
    merge(&folder, &["--report", "jsonl=all.jsonl"]).ends_with(0);
    assert_eq!(folder.read("all.jsonl"), folder.read("whole.jsonl"));
    last(&folder, &[]).ends_with(2).says("these shards have no times");
}

#[test]
fn a_last_shard_of_other_shards_is_refused() {
    let (folder, first) = two_machines(1.2);
    last(&folder, &[]).ends_with(0);
    // An existing last shard is ignored when another one is made.
    let near = ["--near", "s1.jsonl", "last.jsonl", "s2.jsonl", "--report", "jsonl=again.jsonl"];
    judge_shard(&folder, "last", &near).ends_with(0);
    let stale = folder.read("last.jsonl");
    measured(&folder, first, 99.0);
    let run = merge(&folder, &["last.jsonl"]).ends_with(2);
    run.says("this last shard was made from other shards").says("shard run last --near");
    last(&folder, &["--force"]).ends_with(0);
    merge(&folder, &["last.jsonl"]).ends_with(0);
    folder.write("last.jsonl", stale);
    merge(&folder, &["again.jsonl", "--partial"]).ends_with(2);
    let one = ["shard", "merge", first, "again.jsonl"];
    folder.referee(&one).ends_with(3).says("missing:");
    let partial = folder.referee(&[&one[..], &["--partial"]].concat()).ends_with(3);
    partial.says("the last shard does not count while others are missing");
}

#[test]
fn a_last_shard_of_another_plan_is_refused() {
    let (folder, _) = two_machines(1.2);
    last(&folder, &["--time-limit", "3"]).ends_with(2).says("these shards belong to another run");
    judge_shard(&folder, "last", &["--near", "s1.jsonl"])
        .ends_with(3)
        .says("missing: 2 of 2 shards");
    last(&folder, &[]).ends_with(0);
    edit(&folder, "last.jsonl", &["\"event\":\"started\""], |started| {
        started["shard"]["plan"] = "0".into();
    });
    merge(&folder, &["last.jsonl"]).ends_with(2).says("this shard belongs to another run");
    last(&folder, &["--force"]).ends_with(0);
    edit(&folder, "last.jsonl", &["\"event\":\"started\""], |started| {
        started["contestants"][0] = "stranger".into();
    });
    merge(&folder, &["last.jsonl"]).ends_with(2).says("no other shard has this submission");
}

#[test]
fn two_last_shards_must_agree() {
    let (folder, _) = two_machines(1.2);
    last(&folder, &[]).ends_with(0);
    folder.write("other.jsonl", folder.read("last.jsonl"));
    let run = merge(&folder, &["last.jsonl", "other.jsonl"]).ends_with(0);
    run.says("other.jsonl is the same shard as last.jsonl");
    folder.write("other.jsonl", folder.read("last.jsonl").replace("proved", "missing"));
    let run = merge(&folder, &["last.jsonl", "other.jsonl"]).ends_with(2);
    run.says("the last shard has other results in last.jsonl");
}

#[test]
fn flags_of_the_last_shard_come_together() {
    let folder = two_shards();
    judge_shard(&folder, "last", &[]).ends_with(2).says("shard run last --near shard-*.jsonl");
    let run = judge_shard(&folder, "1/2", &["--near", "s1.jsonl"]).ends_with(2);
    run.says("--near is only for the last shard");
    last(&folder, &["--jobs", "2"]).ends_with(2).says("the last shard runs one program at a time");
    last(&folder, &["--jobs", "1"]).ends_with(0);
}

#[test]
fn events_that_are_damaged_are_refused_with_their_lines() {
    let folder = two_shards();
    let text = folder.read("s1.jsonl");
    let line = text.lines().position(|line| line.contains("\"judged\"")).unwrap() + 1;
    folder.write("s1.jsonl", text.replacen("\"verdict\":\"", "\"verdict\":\"X", 1));
    merge(&folder, &[])
        .ends_with(2)
        .says(&format!("s1.jsonl, line {line}, column 1"))
        .says("no event:");
    folder
        .write("s1.jsonl", text.replacen("\"contestant\":\"accepted", "\"contestant\":\"other", 1));
    merge(&folder, &[]).ends_with(2).says("this event is none of the next submission's");
    let few: Vec<&str> =
        text.lines().filter(|line| !line.contains("\"event\":\"submission\"")).collect();
    folder.write("s1.jsonl", few.join("\n") + "\n");
    merge(&folder, &[]).ends_with(2);
    let twice = text.replace(
        "{\"event\":\"finished\"",
        "{\"event\":\"fault\",\"message\":\"x\"}\n{\"event\":\"finished\"",
    );
    in_two_shards(&folder);
    folder.write("s1.jsonl", twice);
    merge(&folder, &[]).ends_with(2).says("events of a submission that this shard does not have");
    let first = |change: fn(&mut Value)| {
        in_two_shards(&folder);
        edit(&folder, "s1.jsonl", &["\"event\":\"started\""], change);
        merge(&folder, &[]).ends_with(2)
    };
    first(|started| started["cases"][0] = "other".into())
        .says("s2.jsonl, line 1, column 1: these are not the cases of the other shards");
    first(|started| started["shard"]["positions"] = json!([0]))
        .says("s1.jsonl, line 1, column 1: the positions of this shard are not those of its sub");
    first(|started| started["shard"]["contestants"] = 5.into())
        .says("these shards are not all of their plan");
}

#[test]
fn pages_show_the_cases_of_the_problem_that_is_named() {
    let folder = two_shards();
    merge(&folder, &["--report", "html=without.html"]).ends_with(0);
    merge(&folder, &["--report", "html=with.html", "--problem", "cases"]).ends_with(0);
    assert!(folder.read("with.html").contains("id=\"cases-0\""));
    assert!(!folder.read("without.html").contains("id=\"cases-0\""));
    folder.write("cases/secret/2-tie.in", "");
    std::fs::remove_file(folder.path("cases/secret/2-tie.in")).unwrap();
    std::fs::remove_file(folder.path("cases/secret/2-tie.ans")).unwrap();
    let run = merge(&folder, &["--report", "html=no.html", "--problem", "cases"]).ends_with(2);
    run.says("the case secret/2-tie is not here");
    let other = format!("{}/cases/huepfburg", env!("CARGO_MANIFEST_DIR"));
    let run = merge(&folder, &["--report", "html=no.html", "--problem", &other]).ends_with(2);
    run.says("this is huepfburg, and the shards are of infinity-war");
}

#[test]
fn feedback_shows_as_much_as_is_said() {
    let folder = two_shards();
    let run = merge(&folder, &["--report", "feedback=texts", "--feedback", "full"]).ends_with(0);
    run.says("the events have no inputs and outputs");
    for number in ["1", "2"] {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
        judge_shard(&folder, &shard, &["--report", &report, "--details", "excerpts", "--force"]);
    }
    let more = ["--report", "feedback=merged", "--feedback", "full"];
    merge(&folder, &more).ends_with(0);
    judge(&folder, &[&more[..1], &["feedback=whole"], &more[2..]].concat()).ends_with(0);
    let mut names: Vec<_> = std::fs::read_dir(folder.path("merged"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names.len(), 4);
    for name in names {
        let name = name.to_string_lossy().into_owned();
        let read = |place: &str| folder.read(format!("{place}/{name}"));
        assert_eq!(read("merged"), read("whole"), "{name}");
    }
}
