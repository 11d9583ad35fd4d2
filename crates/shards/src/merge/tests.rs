use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use referee_events::{FORMAT, VERSION};

/// Writes the events of a shard without submissions, of two, and returns their path.
fn shard(folder: &TempDir, number: usize, last: Option<&str>) -> PathBuf {
    let command = ["referee", "shard", "run", "--jobs", "4", "--time-limit=2", "--", "p", "-s"];
    let mut origin = json!({
        "number": number, "of": 2, "plan": "0", "positions": [], "contestants": 0, "host": "",
        "kernel": "", "command": command,
    });
    if let Some(made_from) = last {
        origin["last"] = json!({ "made_from": made_from });
    }
    let started = json!({
        "event": "started", "format": FORMAT, "version": VERSION, "referee": "0", "problem": "p",
        "cases": [], "contestants": [], "not_on_disk": [], "shard": origin,
    });
    let finished = serde_json::to_value(Event::Finished(Totals::default())).unwrap();
    let path = folder.path().join(format!("{number}.jsonl"));
    fs::write(&path, format!("{started}\n{finished}\n")).unwrap();
    path
}

#[test]
fn a_last_shard_alone_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let last = shard(&folder, 3, Some("0"));
    let fault = Merge::open(&[last]).map(|merge| merge.describe_missing()).unwrap_err();
    assert_eq!(fault.message, "none of these files has the events of a whole shard");
}

/// A name such as `-s` is after `--`, behind which nothing is a flag.
#[test]
fn the_flags_of_the_last_shard_come_before_all_names() {
    let folder = tempfile::tempdir().unwrap();
    let merge = Merge::open(&[shard(&folder, 1, None), shard(&folder, 2, None)]).unwrap();
    let (begin, end) = merge.command_of_last();
    assert_eq!(begin, ["referee", "shard", "run", "last", "--near"]);
    assert_eq!(end, ["--time-limit=2", "--", "p", "-s"]);
    let one = merge.command(1).join(" ");
    assert!(one.starts_with("referee shard run 1/2 --report jsonl=shard-1-of-2.jsonl "), "{one}");
}
