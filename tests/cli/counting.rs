//! Counting instructions from the command line: on a machine that cannot count them, `show` runs
//! without counts and `limit` is refused.

use serde_json::Value;

use crate::judge::{RIGHT, judge, with_submissions};
use crate::support::{Folder, skip};

/// Returns why instructions are not counted here, as `doctor` reports it; `None` if they are.
fn reason() -> Option<String> {
    let run = Folder::new().doctor(&["--report", "json"]);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let layers = found["measuring"]["layers"].as_array().unwrap();
    let counter = layers.iter().find(|layer| layer["name"] == "counter").unwrap();
    counter["reason"].as_str().map(String::from)
}

#[test]
fn what_is_not_counted_does_not_decide() {
    let Some(reason) = reason() else {
        return skip("what_is_not_counted_does_not_decide", "instructions are counted here");
    };
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let words = ["judge", "cases", "submissions", "--languages", "languages.toml"];
    let by_instructions = [&words[..], &["--instructions", "limit"]].concat();
    let run = folder.referee_changing_nothing(&by_instructions).ends_with(3);
    run.says(&format!("--instructions limit: this machine cannot count them: {reason}"))
        .says("`referee doctor` shows how to enable it; without the flag, CPU time decides");
    // Less isolation does not help.
    let less = [&by_instructions[..], &["--isolation", "off"]].concat();
    folder.referee_changing_nothing(&less).ends_with(3).says("this machine cannot count them");
    // If they are only to be shown, the run continues without them.
    let told = ["--instructions", "show", "--report", "jsonl"];
    let run = judge(&folder, &told).ends_with(0);
    // The first line holds the request.
    let told = run.stdout.lines().skip(1).any(|line| line.contains("\"instructions\""));
    assert!(!told, "{run}");
}

#[test]
fn other_words_are_refused() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    let refused = |words: &[&str]| judge(&folder, words).ends_with(2);
    refused(&["--instructions", "always"]).says("[possible values: show, limit]");
    for command in ["limits", "mutate", "hunt", "strength", "check"] {
        let run = folder.referee(&[command, "cases", "--instructions", "limit"]).ends_with(2);
        run.says("unexpected argument '--instructions'");
    }
}
