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
