//! Checks the JUnit report against the strictest of its readers.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::judge::{RIGHT, judge, with_submissions};
use crate::support::Folder;

/// The part of Jenkins's schema that we rely on: for each element its attributes (those with `!`
/// are required) and its children. Only `failure` and `error` may contain text.
const ALLOWED: [(&str, &[&str], &[&str]); 8] = [
    ("testsuites", &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
    (
        "testsuite",
        &["name!", "tests!", "failures!", "errors!", "time", "skipped", "timestamp", "hostname"],
        &["properties", "testcase"],
    ),
    ("properties", &[], &["property"]),
    ("property", &["name!", "value!"], &[]),
    ("testcase", &["name!", "classname", "time"], &["failure", "error", "skipped"]),
    ("skipped", &["type", "message"], &[]),
    ("failure", &["type", "message"], &[]),
    ("error", &["type", "message"], &[]),
];

/// Parses a whole report, asserts that it conforms, and counts its elements.
fn read(xml: &str) -> BTreeMap<String, usize> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut open: Vec<String> = Vec::new();
    let mut counts = BTreeMap::new();
    loop {
        let event = reader.read_event().unwrap_or_else(|error| panic!("{error}:\n{xml}"));
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Decl(_) => assert!(open.is_empty()),
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name().as_ref().to_string();
                let allowed = ALLOWED.iter().find(|(known, ..)| *known == name);
                let (_, attributes, _) = allowed.unwrap_or_else(|| panic!("{name} is not allowed"));
                let is_child = match open.last() {
                    None => name == "testsuites",
                    Some(parent) => ALLOWED
                        .iter()
                        .any(|(known, _, children)| known == parent && children.contains(&&*name)),
                };
                assert!(is_child, "{name} in {open:?}");
                let mut missing: Vec<&str> =
                    attributes.iter().filter_map(|name| name.strip_suffix('!')).collect();
                for attribute in element.attributes() {
                    let attribute = attribute.unwrap();
                    let key = attribute.key.as_ref().to_string();
                    let known = attributes.iter().any(|known| known.trim_end_matches('!') == key);
                    assert!(known, "{name} has {key}");
                    missing.retain(|name| *name != key);
                    let value = &*attribute.value;
                    assert!(!value.contains(['<', '\n']), "{key} = {value}");
                    assert!(key != "time" || is_time(value), "{value}");
                    quick_xml::escape::unescape(value).unwrap();
                }
                assert_eq!(missing, [""; 0], "{name}");
                *counts.entry(name.clone()).or_default() += 1;
                if !is_empty {
                    open.push(name);
                }
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                let text = &*text;
                let may_hold_text = matches!(open.last().map(|o| &**o), Some("failure" | "error"));
                assert!(may_hold_text || text.trim().is_empty(), "{text:?} in {open:?}");
                assert!(!text.contains("]]>"));
            }
            Event::GeneralRef(_) => {}
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(open, [""; 0]);
    let legal = |c: char| c == '\n' || (!c.is_control() && c != '\u{fffe}' && c != '\u{ffff}');
    assert!(xml.chars().all(legal), "a character that XML does not allow");
    counts
}

/// Returns whether the schema accepts it as a time: seconds with at most three decimal places.
fn is_time(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && !whole.is_empty() && is_digits(fraction) && fraction.len() <= 3
}

fn check(folder: &Folder, outputs: &str) -> BTreeMap<String, usize> {
    let run = folder.referee(&["check", "cases", outputs, "--report=junit"]);
    assert!(run.code.is_some_and(|code| code == 1 || code == 3), "{run}");
    read(&run.stdout)
}

#[test]
fn failures_and_errors_are_counted_as_such() {
    let folder = Folder::with_outputs();
    let counts = check(&folder, "outputs");
    assert_eq!((counts["testsuite"], counts["testcase"], counts["failure"]), (3, 9, 5));
    assert!(!counts.contains_key("error"));
    folder.write("cases/secret/2-tie.in", "broken");
    folder.write("cases/secret/9.ans", "Bob wins\n");
    let counts = check(&folder, "outputs");
    assert_eq!((counts["testsuite"], counts["testcase"], counts["error"]), (4, 10, 4));
}

/// How a situation changes the folder.
type Change = fn(&Folder);

#[test]
fn a_report_on_outputs_says_what_the_exit_code_says() {
    let situations: [(&str, Change, i32); 5] = [
        ("all is right", |_| {}, 0),
        ("an output is wrong", |f| f.write("outputs/ants/secret/3-bob.out", "tie 1 1\n"), 1),
        (
            "an output is missing",
            |f| std::fs::remove_file(f.path("outputs/ants/secret/3-bob.out")).unwrap(),
            1,
        ),
        ("a case is broken", |f| f.write("cases/secret/3-bob.in", "broken"), 3),
        ("an answer has no input", |f| f.write("cases/secret/9.ans", "Bob wins\n"), 3),
    ];
    for (situation, change, code) in situations {
        let folder = Folder::with_cases();
        folder.outputs("outputs/ants", ["Alice wins\n", "tie 3 4\n", "Bob wins\n"]);
        change(&folder);
        let run = folder.referee(&["check", "cases", "outputs/ants", "--report=junit"]);
        let run = run.ends_with(code);
        let counts = read(&run.stdout);
        let said = ["failure", "error", "skipped"].map(|kind| counts.contains_key(kind));
        assert_eq!(said, [code == 1, code == 3, false], "{situation}\n{run}");
    }
}

#[test]
fn programs_that_were_run_are_reported_as_the_schema_wants_it() {
    let folder = with_submissions(&[
        ("accepted/right.sh", RIGHT),
        ("accepted/exotic.exo", ""),
        ("always-alice.sh", "echo Alice wins\n"),
    ]);
    let counts = |more: &[&str], code| {
        let run = judge(&folder, &[&["--report", "junit"], more].concat()).ends_with(code);
        assert!(run.stdout.contains(" time=\""), "{run}");
        read(&run.stdout)
    };
    // `always-alice.sh` fails the second case beyond doubt, so its third case is skipped.
    let found = counts(&[], 3);
    assert_eq!((found["failure"], found["error"], found["skipped"]), (1, 1, 1));
    let found = counts(&["--missing-compilers", "skip"], 1);
    assert_eq!((found["failure"], found.get("error"), found["skipped"]), (1, None, 2));
    // If nothing is expected, no result is a failure; but a submission that could not be judged is
    // still an error.
    let found = counts(&["--missing-compilers", "skip", "--expect", "nothing"], 0);
    assert_eq!((found.get("failure"), found.get("error"), found["skipped"]), (None, None, 1));
    assert_eq!(counts(&["--expect", "nothing"], 3)["error"], 1);
}

#[test]
fn hostile_names_and_outputs_break_nothing() {
    let folder = Folder::with_cases();
    let hostile = "]]> <!-- &lt; \u{1} \u{ffff} \x1b[2J \" '";
    for name in ["]]>", "<b>\"&'", "a\x1b[2J", "c\u{ffff}\u{fffe}", "\u{7f}\u{9b}", "ä"] {
        folder.outputs(&format!("outputs/{name}"), [hostile, "tie ]]> <x>&y;", "x\u{fffe}"]);
    }
    assert_eq!(check(&folder, "outputs")["failure"], 18);
}
