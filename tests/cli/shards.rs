//! Runs shared by several machines: `shard run`, and `shard merge`.

use crate::judge::{RIGHT, judge, judge_shard, with_submissions};
use crate::packages::{NEW, TWICE, package};
use crate::support::{Folder, Run};

/// Answers the second case wrong.
const WRONG: &str = "read n\ncase $n in 3) echo Alice wins;; *) echo no;; esac\n";

fn submissions() -> Folder {
    with_submissions(&[
        ("accepted/first.sh", RIGHT),
        ("accepted/second.sh", &format!("{RIGHT}\n# 2\n")),
        ("accepted/third.sh", &format!("{RIGHT}\n# 3\n")),
        ("accepted/no-program.xyz", "?"),
        ("wrong_answer/fourth.sh", WRONG),
        ("wrong_answer/fifth.sh", &format!("{WRONG}\n# 5\n")),
    ])
}

fn shard(folder: &Folder, number: usize, of: usize) -> Run {
    let (shard, report) = (format!("{number}/{of}"), format!("jsonl=s{number}.jsonl"));
    judge_shard(folder, &shard, &["--report", &report, "--force"])
}

/// Judges in this many shards, some of them empty.
fn shards(folder: &Folder, of: usize) -> Vec<String> {
    let one = |number| {
        shard(folder, number, of);
        format!("s{number}.jsonl")
    };
    (1..=of).map(one).collect()
}

fn merge(folder: &Folder, files: &[String], more: &[&str]) -> Run {
    let files = files.iter().map(String::as_str);
    let words: Vec<&str> =
        ["shard", "merge"].into_iter().chain(files).chain(more.iter().copied()).collect();
    folder.referee(&words)
}

#[test]
fn merged_shards_are_the_run_byte_for_byte() {
    let folder = submissions();
    let code = judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]).code;
    for of in [1, 3, 7] {
        // In any order.
        let files: Vec<String> = shards(&folder, of).into_iter().rev().collect();
        let report = ["--details", "no-times", "--force", "--report", "jsonl=merged.jsonl"];
        assert_eq!(merge(&folder, &files, &report).code, code);
        assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"), "{of} shards");
    }
}

#[test]
fn weights_are_those_of_an_earlier_run() {
    let folder = submissions();
    judge(&folder, &["--details", "no-times", "--report", "jsonl=whole.jsonl"]);
    judge(&folder, &["--report", "jsonl=old.jsonl"]);
    for number in ["1", "2"] {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=w{number}.jsonl"));
        judge_shard(&folder, &shard, &["--weights", "old.jsonl", "--report", &report]);
    }
    let files = ["w1.jsonl", "w2.jsonl"].map(String::from);
    merge(&folder, &files, &["--details", "no-times", "--report", "jsonl=merged.jsonl"]);
    assert_eq!(folder.read("merged.jsonl"), folder.read("whole.jsonl"));
    let refused = judge_shard(&folder, "1/2", &["--weights", "whole.jsonl"]).ends_with(2);
    refused.says("these events have no times");
    let refused = judge_shard(&folder, "1/2", &["--weights", "languages.toml"]).ends_with(2);
    refused.says("languages.toml: this is not a file of a run's events");
}

#[test]
fn missing_and_torn_shards_are_named_with_their_commands() {
    let folder = submissions();
    let files = shards(&folder, 3);
    let torn = folder.read("s2.jsonl");
    folder.write("s2.jsonl", &torn[..torn.len() - 2]);
    let run = merge(&folder, &files, &[]).ends_with(3);
    let run = run.says("missing: 2 of 3 shards").says("s2.jsonl did not end, and does not count");
    run.says("shard run 2/3 --report").says("jsonl=shard-2-of-3.jsonl");
    merge(&folder, &files, &["--partial"]).ends_with(3).says("missing: 2 of 3 shards");
    merge(&folder, &files[1..2], &[])
        .ends_with(3)
        .says("none of these files has the events of a whole");
}

#[test]
fn a_shard_counts_once() {
    let folder = submissions();
    let mut files = shards(&folder, 2);
    folder.write("again.jsonl", folder.read("s1.jsonl"));
    files.push("again.jsonl".into());
    merge(&folder, &files, &[]).says("again.jsonl is the same shard as s1.jsonl");
    // So it is if another command has made it.
    let again = ["--jobs", "1", "--report", "jsonl=again.jsonl", "--force"];
    judge_shard(&folder, "1/2", &again);
    merge(&folder, &files, &[]).says("again.jsonl is the same shard as s1.jsonl");
    let other = ["s1.jsonl", "s2.jsonl"].map(|name| folder.read(name).replace("proved", "missing"));
    let which = usize::from(other[0] == folder.read("s1.jsonl"));
    folder.write("again.jsonl", &other[which]);
    merge(&folder, &files, &[]).ends_with(2).says("has other results in");
}

#[test]
fn shards_of_different_runs_are_refused() {
    let folder = submissions();
    let files = shards(&folder, 2);
    folder.write("submissions/accepted/second.sh", format!("{RIGHT}\n# another\n"));
    shard(&folder, 2, 2);
    merge(&folder, &files, &[]).ends_with(2).says("this shard belongs to another run");
    folder.write("s2.jsonl", folder.read("s1.jsonl").replace("\"number\":1", "\"number\":2"));
    merge(&folder, &files, &[]).ends_with(2).says("another shard has submissions of this one");
    judge(&folder, &["--report", "jsonl=whole.jsonl"]);
    let whole = ["whole.jsonl".to_string()];
    merge(&folder, &whole, &[]).ends_with(2).says("this is not an event file of a shard");
}

#[test]
fn what_is_no_shard_is_refused() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    judge_shard(&folder, "0/4", &[]).ends_with(2).says("there is no shard 0");
    judge_shard(&folder, "5/4", &[]).ends_with(2).says("there is no shard 5");
    judge_shard(&folder, "1/0", &[]).ends_with(2).says("there are from 1 to 1000 shards");
    let inferring = judge_shard(&folder, "1/2", &["--time-limit", "2x"]).ends_with(2);
    inferring.says("each shard would infer a different time limit");
}

/// Judges a package in two shards, between which something is done to it; and merges them.
fn merged_package(folder: &Folder, between: impl FnOnce(&Folder)) -> Run {
    let shard = |number: usize| {
        let (shard, report) = (format!("{number}/2"), format!("jsonl=s{number}.jsonl"));
        let words = ["shard", "run", &shard, "twice", "--record", "off", "--report", &report];
        folder.referee(&words)
    };
    shard(1);
    between(folder);
    shard(2);
    merge(folder, &["s1.jsonl".into(), "s2.jsonl".into()], &[])
}

#[test]
fn shards_of_a_package_must_have_the_same_groups_and_graders() {
    let folder = || {
        let folder = package(&format!("{NEW}type: scoring\n"));
        folder.write("twice/submissions/accepted/other.py", format!("# other\n{TWICE}"));
        folder.write("twice/data/secret/test_group.yaml", "max_score: 50\n");
        let checked = "static_validation_score: pass-fail\n";
        folder.write("twice/data/sample/test_group.yaml", checked);
        folder.write("twice/static_validator/all.py", "import sys\nsys.exit(42)\n");
        folder
    };
    merged_package(&folder(), |_| {}).ends_with(0).says("3 of 3 as expected.");
    for (path, text) in [
        ("twice/data/secret/test_group.yaml", "max_score: 40\n"),
        ("twice/static_validator/all.py", "import sys\nsys.exit(40 + 2)\n"),
    ] {
        let merged = merged_package(&folder(), |folder| folder.write(path, text));
        merged.ends_with(2).says("this shard belongs to another run");
    }
}
