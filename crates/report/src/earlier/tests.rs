use super::*;

const STARTED: &str = r#"{"event":"started","format":"referee-events","version":1,"referee":"9.9","problem":"chess","cases":["a","b","c"],"contestants":["ann","bob"],"not_on_disk":[],"new_field":[{}]}"#;
const FINISHED: &str = r#"{"event":"finished","judged":2,"accepted":1}"#;

/// Reads lines. Also returns the number of the last line read.
fn read(lines: &[&str]) -> (Result<EarlierRun, Fault>, u64) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    read_text(&text)
}

fn read_text(text: &str) -> (Result<EarlierRun, Fault>, u64) {
    let mut lines = Lines { input: text.as_bytes(), number: 0, line: Vec::new() };
    (EarlierRun::of_lines("old.jsonl".into(), &mut lines), lines.number)
}

fn judged(contestant: &str, case: &str, reason: &str) -> String {
    format!(
        r#"{{"event":"judged","contestant":"{contestant}","case":"{case}","verdict":"AC","reason":"{reason}","score":{{"points":2}},"later":1}}"#
    )
}

#[test]
fn what_a_newer_version_adds_is_passed_over() {
    let proved = judged("ann", "c", "proved");
    let missing = judged("ann", "b", "missing");
    let end = r#"{"event":"submission","contestant":"bob","verdict":null,"met":"not-judged","more":{"x":[1]}}"#;
    let lines = [STARTED, &proved, r#"{"event":"applause"}"#, &missing, end, FINISHED];
    let run = read(&lines).0.unwrap();
    let (ann, bob) = (run.submission("ann").unwrap(), run.submission("bob").unwrap());
    let cases = ["a", "b", "new", "c"].map(Arc::from);
    assert_eq!(run.letters(ann, &cases), b"--?A");
    assert_eq!(run.letters(bob, &cases), b"--?-");
    assert_eq!(run.reason(ann, "b"), Some(Reason::Missing));
    assert_eq!((run.reason(ann, "a"), ann.accepted(), ann.end), (None, 1, None));
    let met = ExpectationResult::NotJudged;
    let (verdict, points, is_settled, late_percent) = (None, None, false, 0.0);
    let expected = FinalResult { verdict, met, points, is_settled, late_percent };
    assert_eq!(bob.end, Some(expected));
    assert_eq!((run.limits, run.submissions.len()), (None, 2));
    assert!(run.submission("cy").is_none());
}

#[test]
fn foreign_and_torn_files_are_refused_with_their_line() {
    let proved = judged("ann", "a", "proved");
    let newer = STARTED.replace(r#""version":1"#, r#""version":2"#);
    let foreign = "not a file of a run's events";
    for (lines, number, message) in [
        (&[][..], 0, "this file is empty"),
        (&["<html>"], 1, foreign),
        (&["{}"], 1, foreign),
        (&[FINISHED], 1, foreign),
        (&[&STARTED.replace("referee-events", "events")], 1, foreign),
        (&[&newer], 1, "unsupported event version 2 (supported: 1)"),
        (&[&STARTED.replace(r#""problem":"chess","#, "")], 1, "missing field `problem`"),
        (&[STARTED], 1, "the run did not end"),
        (&[STARTED, &proved, &proved[..40]], 3, "this line is truncated or altered: EOF"),
        (&[STARTED, "[]"], 2, "this line is truncated or altered"),
        (&[STARTED, &judged("cy", "a", "proved")], 2, "names no contestant cy"),
        (&[STARTED, &judged("ann", "d", "proved")], 2, "names no case d"),
        (&[STARTED, &judged("ann", "a", "luck")], 2, "unknown variant `luck`"),
        (&[STARTED, FINISHED, &proved], 3, "after the end of the run"),
        (&[STARTED, STARTED], 2, "a second run begins"),
    ] {
        let (run, line) = read(lines);
        let fault = run.unwrap_err();
        assert!(fault.message.contains(message), "{lines:?}: {fault}");
        assert_eq!(line, number, "{fault}");
        assert!(fault.help.is_some(), "{fault}");
    }
    let text = format!("{STARTED}\n{FINISHED}");
    let said = |text: &str| read_text(text).0.unwrap_err().message;
    assert!(said(&text).contains("it has no end"));
    assert!(said(STARTED).contains("the run did not end"));
}
