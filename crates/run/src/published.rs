//! The part of a request that its first event contains: everything except paths, times and shards.
//!
//! It shows readers of events, even months later, what was requested, and whether two runs can be
//! compared. Everything else names files of this machine, differs between the shards of one run, or
//! affects only the form of reports.

use serde_json::{Map, Value};

use crate::RunSpec;

/// The parts that are published, as JSON pointers.
const PUBLISHED: &[&str] = &[
    "/only",
    "/all_cases",
    "/repeat",
    "/recheck",
    "/expects_nothing",
    "/runs/hand_in/grouping",
    "/runs/hand_in/students",
    "/runs/hand_in/file",
    "/runs/hand_in/attempts",
    "/runs/strictness",
    "/runs/limits/given/memory",
    "/runs/limits/given/wall",
    "/runs/limits/given/output",
    "/runs/limits/given/files",
    "/runs/limits/given/processes",
    "/runs/isolation",
    "/runs/problem/problem",
    "/runs/problem/options",
    "/counting",
    "/feedback",
    "/grading/due",
    "/grading/late",
];

/// Returns the published part of a request, in the form of the whole one, which has none if one of
/// its paths is not UTF-8.
pub(crate) fn published(spec: &RunSpec) -> Option<Value> {
    let whole = serde_json::to_value(spec).ok()?;
    let mut all = Map::new();
    for pointer in PUBLISHED {
        let Some(value) = whole.pointer(pointer) else { continue };
        let mut keys: Vec<&str> = pointer.split('/').skip(1).collect();
        let last = keys.pop().unwrap_or_default();
        let folder = keys.into_iter().fold(&mut all, |folder, key| {
            let below = folder.entry(key).or_insert_with(|| Value::Object(Map::new()));
            below.as_object_mut().expect("no part is below another")
        });
        folder.insert(last.to_string(), value.clone());
    }
    Some(Value::Object(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reason why a part is not published. A new field of a request must be in one of the two
    /// lists.
    const LEFT_OUT: &[(&str, &str)] = &[
        ("/place", "a path"),
        ("/submissions", "paths; their names are in the event"),
        ("/keep_output", "a path"),
        ("/runs/limits/given/time", "the limit that holds is in the event, wherever it is from"),
        ("/runs/limits/infer_time_limit", "as above"),
        ("/runs/languages", "a path; it is in the event by its name"),
        ("/runs/record", "a path, and what was kept differs between runs"),
        ("/runs/problem/root", "a path"),
        ("/sharding", "differs between shards"),
        ("/grading/sheet", "a path, and columns of its file"),
        ("/grading/extensions", "a path"),
        ("/grading/hold", "a path"),
        ("/grading/exercise", "paths"),
        ("/reports", "paths, and how reports look"),
        ("/jobs", "of this machine"),
    ];

    /// Returns the pointers of all parts of a value that are not tables.
    fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(table) => {
                table.iter().for_each(|(key, value)| leaves(value, &format!("{at}/{key}"), found));
            }
            _ => found.push(at.to_string()),
        }
    }

    #[test]
    fn each_part_of_a_request_is_published_or_left_out_for_a_reason() {
        let whole = serde_json::to_value(RunSpec::default()).unwrap();
        let mut found = Vec::new();
        leaves(&whole, "", &mut found);
        let lists = PUBLISHED.iter().copied().chain(LEFT_OUT.iter().map(|(pointer, _)| *pointer));
        let lists: Vec<&str> = lists.collect();
        for leaf in &found {
            let is_in = |pointer: &&&str| format!("{leaf}/").starts_with(&format!("{pointer}/"));
            let count = lists.iter().filter(is_in).count();
            assert_eq!(count, 1, "{leaf} is in {count} lists");
        }
        for pointer in lists {
            assert!(whole.pointer(pointer).is_some(), "{pointer} is no part of a request");
        }
    }

    #[test]
    fn what_is_published_is_in_the_form_of_the_request() {
        let mut spec = RunSpec { repeat: 3, place: Some("/home/me".into()), ..RunSpec::default() };
        spec.runs.limits.given.memory = Some(64);
        let published = published(&spec).unwrap();
        assert_eq!(published["repeat"], 3);
        assert_eq!(published["runs"]["limits"]["given"]["memory"], 64);
        assert!(!published.to_string().contains("/home/me"), "{published}");
    }
}
