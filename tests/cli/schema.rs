//! The schema of the events: it matches the types, and real runs conform to it.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

use crate::json_schema::JsonSchema;
use crate::support::{BOB, Folder, Run};

fn event_schema() -> JsonSchema {
    JsonSchema::new(referee_events::schema().as_value()).unwrap()
}

/// Asserts that every line of a report conforms to the schema, and that these events are among
/// them.
#[track_caller]
fn keeps_to_the_schema(run: &Run, kinds: &[&str]) {
    let schema = event_schema();
    let mut seen = Vec::new();
    for line in run.stdout.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        let errors = schema.errors(&event);
        assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
        seen.push(event["event"].as_str().unwrap().to_string());
    }
    for kind in kinds {
        assert!(seen.iter().any(|event| event == kind), "no {kind} among the events:\n{run}");
    }
}

#[test]
fn the_committed_schema_is_that_of_the_types() {
    let schema = serde_json::to_string_pretty(&referee_events::schema()).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/events.schema.json");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &schema).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let hint = "docs/events.schema.json is stale; run UPDATE_DOCS=1 cargo test --test cli schema";
    assert!(committed == schema, "{hint}");
}

#[test]
fn what_check_tells_keeps_to_it() {
    let folder = Folder::with_outputs();
    folder.write("outputs/dogs/sample/1-alice.out", "\0");
    folder.case("secret/5-wrong", BOB, "Alice wins\n");
    folder.write("outputs/ants/secret/5-wrong.out", "Bob wins\n");
    let run = folder.referee(&["check", "cases", "outputs", "--report", "jsonl"]).ends_with(3);
    for part in ["\"place\"", "\"facts\"", "\"drawing\"", "\"says\"", "\"JE\"", "not-text"] {
        assert!(run.stdout.contains(part), "{part}:\n{run}");
    }
    keeps_to_the_schema(&run, &["started", "extra", "judged", "finished"]);
}

#[test]
fn what_judge_tells_keeps_to_it() {
    let folder = Folder::with_cases();
    folder.write(
        "languages.toml",
        "format = 1\n\
         [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
         [[language]]\nname = 'checked'\nendings = ['chk']\ncompile = ['sh', '-n', '{main}']\nrun = ['sh', '{main}']\n\
         [[language]]\nname = 'exotic'\nendings = ['exo']\nrun = ['no-such', '{main}']\n",
    );
    for (name, text) in [
        ("accepted/always-alice.sh", "echo Alice wins\n"),
        ("run_time_error/fails.sh", "echo trouble >&2; exit 3\n"),
        ("run_time_error/killed.sh", "kill -SEGV $$\n"),
        ("compile_error/open-quote.chk", "echo 'Alice wins\n"),
        ("plain.sh", "echo Bob wins\n"),
        ("notes.txt", "not a program\n"),
        ("exotic.exo", "not installed\n"),
    ] {
        folder.write(format!("submissions/{name}"), text);
    }
    let call = ["judge", "cases", "submissions", "--languages", "languages.toml"];
    let more = ["--report", "jsonl", "--repeat", "2", "--missing-compilers", "skip"];
    let run = folder.referee(&[&call[..], &more].concat()).ends_with(3);
    for part in [
        "\"exit\":3",
        "\"slowest\"",
        "\"expected\"",
        "\"not-judged\"",
        "\"runs\"",
        "\"not_judged\":{\"reason\":\"not-a-program\",\"public\":\"",
        "\"not_judged\":{\"reason\":\"not-installed\",\"program\":\"no-such\",\"allowed\":true}",
        "\"same_failure\":\"ended with exit code 3: trouble\"",
        "\"repeats\":[\"AC\",\"AC\"]",
        "\"allowed\":1",
    ] {
        assert!(run.stdout.contains(part), "{part}:\n{run}");
    }
    keeps_to_the_schema(&run, &["started", "judged", "submission", "finished"]);
}

#[test]
fn it_refuses_what_is_no_event() {
    let schema = event_schema();
    let run = Folder::with_outputs();
    let run = run.referee(&["check", "cases", "outputs", "--report", "jsonl"]);
    let lines = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    // Each has one error.
    let changed = |event: &str, key: &str, value: Value| {
        let mut line = lines.iter().find(|line| line["event"] == event).unwrap().clone();
        line[key] = value;
        line
    };
    for wrong in [
        changed("started", "format", "other-events".into()),
        changed("started", "version", 2.into()),
        changed("started", "cases", Value::Null),
        changed("judged", "verdict", "OK".into()),
        changed("judged", "reason", "Proved".into()),
        changed("judged", "event", "guessed".into()),
        changed("finished", "judged", (-1).into()),
    ] {
        assert_eq!(schema.errors(&wrong).len(), 1, "{wrong}");
    }
}
