use std::fs;

use super::*;

/// Creates the record of a run in which a student handed in `content`, with this decision about it.
fn record(content: &str, decision: Option<&str>, last: Option<&HandInRecord>) -> HandInRecord {
    record_of(&[("Ann", content)], decision.map(mark), last)
}

/// Creates the record of a run with these hand-ins, and this decision about all of them.
fn record_of(
    all: &[(&str, &str)],
    decision: Option<DecisionMark>,
    last: Option<&HandInRecord>,
) -> HandInRecord {
    let mut found = FoundSubmissions::default();
    let others = all.iter().map(|&(name, content)| (name.into(), Fault::bad_input(content)));
    found.others.extend(others);
    let decisions = all.iter().filter_map(|&(name, _)| Some((name.into(), decision.clone()?)));
    HandInRecord::new(&found, &decisions.collect(), last)
}

fn mark(decision: &str) -> DecisionMark {
    DecisionMark { hash: decision.into(), chooses_file: decision == "a file", settles: false }
}

fn is_outdated(record: &HandInRecord) -> bool {
    record.outdated().eq(["Ann"])
}

#[test]
fn a_decision_is_outdated_until_it_is_made_again() {
    let first = record("one", None, None);
    let same = record("one", Some("7 points"), Some(&first));
    assert!(!is_outdated(&same));
    let anew = record("two", Some("7 points"), Some(&same));
    assert!(is_outdated(&anew) && anew.differs("Ann", &same, "Ann"));
    assert!(is_outdated(&record("two", Some("7 points"), Some(&anew))));
    let again = record("two", Some("8 points"), Some(&anew));
    assert!(!is_outdated(&again) && again.is_decided_otherwise("Ann", &anew, "Ann"));
    // The decision was about the first submission; another one came before the decision was made.
    assert!(is_outdated(&record("two", Some("7 points"), Some(&first))));
}

#[test]
fn points_that_were_decided_earlier_do_not_silently_settle_what_is_new() {
    let outdated = |record: &HandInRecord| -> Vec<String> {
        record.outdated().map(ToString::to_string).collect()
    };
    let points = |hash: &str| Some(DecisionMark { settles: true, ..mark(hash) });
    let nothing = record_of(&[], None, None);
    let new = record_of(&[("Ann", "one")], points("7 points"), Some(&nothing));
    assert_eq!(outdated(&new), ["Ann"]);
    // It is so in every run until the decision is made again.
    let later = record_of(&[("Ann", "one")], points("7 points"), Some(&new));
    assert_eq!(outdated(&later), ["Ann"]);
    let again = record_of(&[("Ann", "one")], points("8 points"), Some(&later));
    assert!(outdated(&again).is_empty());
    // A second attempt changes the name of the first, which is as it was.
    let attempts = [("Ann, attempt 1", "one"), ("Ann, attempt 2", "two")];
    let second = record_of(&attempts, points("8 points"), Some(&again));
    assert_eq!(outdated(&second), ["Ann, attempt 2"]);
    let second = record_of(&attempts, points("8 points"), Some(&second));
    assert_eq!(outdated(&second), ["Ann, attempt 2"]);
    // What the last run showed undecided has been seen, and so has everything in a first run.
    let undecided = record_of(&[("Ann", "one")], None, Some(&nothing));
    assert!(outdated(&record_of(&[("Ann", "one")], points("7"), Some(&undecided))).is_empty());
    assert!(outdated(&record_of(&[("Ann", "one")], points("7"), None)).is_empty());
    // A later due time is for whatever comes.
    assert!(outdated(&record_of(&[("Ann", "one")], Some(mark("due")), Some(&nothing))).is_empty());
}

#[test]
fn a_file_that_was_chosen_makes_a_program_of_what_was_unclear() {
    let unclear = record("which file?", None, None);
    assert!(!is_outdated(&record("another reason", Some("a file"), Some(&unclear))));
    assert!(is_outdated(&record("another reason", Some("7 points"), Some(&unclear))));
}

#[test]
fn runs_are_in_their_order_whatever_the_clock_says() {
    let folder = tempfile::tempdir().unwrap();
    let none = PastRuns::read(&folder.path().join("results")).unwrap();
    assert!(none.last().is_none() && none.publish(None, "now").is_err());
    let mut made = Vec::new();
    // The last one was made where it was still yesterday, or after the clock was set back.
    let times = ["2026-11-24-1830"; 11].into_iter().chain(["2026-11-25-0900", "2026-11-24-1829"]);
    for time in times {
        let past = PastRuns::read(folder.path()).unwrap();
        let path = past.folder_for(time);
        RunRecord::new(BTreeMap::new(), &past).write(&path).unwrap();
        made.push(path);
    }
    // Records of old have no number.
    for old in &made[..11] {
        let record = old.join(RECORD);
        let text = fs::read_to_string(&record).unwrap();
        let text: String = text.lines().filter(|line| !line.contains("number")).collect();
        fs::write(&record, text).unwrap();
    }
    fs::create_dir(folder.path().join("2026-11-26-0000")).unwrap();
    let runs = PastRuns::read(folder.path()).unwrap();
    assert!(runs.runs.iter().map(|run| &run.folder).eq(&made));
    assert!(runs.published().is_none());
    assert_eq!(runs.publish(Some("2026-11-24-1830-2"), "now").unwrap(), made[1]);
    assert!(runs.publish(Some("2026-11-26-0000"), "now").is_err());
    let runs = PastRuns::read(folder.path()).unwrap();
    assert_eq!(runs.published().unwrap().folder, made[1]);
    assert_eq!(runs.last().unwrap().folder, made[12]);
    assert_eq!(runs.publish(None, "now").unwrap(), made[12]);
}

#[test]
fn what_is_no_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (text, why) in [
        ("{", "this is no record of a run"),
        ("{\"format\":2,\"exercises\":{}}", "unsupported version 2"),
    ] {
        fs::create_dir_all(folder.path().join("x")).unwrap();
        fs::write(folder.path().join("x/run.json"), text).unwrap();
        let fault = PastRuns::read(folder.path()).unwrap_err();
        assert!(fault.message.starts_with(why), "{fault}");
    }
}
