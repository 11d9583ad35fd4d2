//! The form of a jury answer: one spelling, any length, true or not.

use std::io::Read;

use proptest::prelude::*;
use referee_checker::Case;
use referee_checker::Settings;
use referee_checker::huepfburg::{Claim, Meeting, Prepared, strict_form};

use super::instance;
use crate::support::fixed;

/// The first fault in the form, for an instance of twelve fields.
fn fault(answer: &mut dyn Read) -> Option<String> {
    let instance = instance(12, &[]);
    let read = strict_form(answer, &instance).expect("it can be read");
    read.err().map(|fault| fault.to_string())
}

#[test]
fn a_jury_answer_has_one_spelling() {
    for answer in ["impossible\n", "1\n1 3\n2 3\n", "3\n1 12 5 7\n2 2 2 7\n"] {
        assert_eq!(fault(&mut answer.as_bytes()), None, "{answer:?}");
    }
    // Truth does not matter here.
    for answer in ["1\n5 6\n7 8\n", "2\n1 1 1\n1 1 1\n"] {
        assert_eq!(fault(&mut answer.as_bytes()), None, "{answer:?}");
    }
}

#[test]
fn every_deviation_is_named_with_its_place() {
    const ANY: &str = "expected the number of jumps or `impossible`, found";
    const END: &str = "the end of the file";
    const BREAK: &str = "expected a line break, found";
    const AFTER: &str = "expected the end of the file after the answer, found";
    const CRLF: &str = "a carriage return (the file has CRLF line ends)";
    for (answer, message) in [
        ("", format!("1, column 1: {ANY} {END}")),
        ("\n", format!("1, column 1: {ANY} a line break")),
        (" 1\n1 3\n2 3\n", format!("1, column 1: {ANY} a space")),
        ("+1\n1 3\n2 3\n", format!("1, column 1: {ANY} `+1`")),
        ("Impossible\n", format!("1, column 1: {ANY} `Impossible`")),
        ("impossibly\n", "1, column 1: expected `impossible`, found `impossibly`".into()),
        ("impossible", format!("1, column 11: {BREAK} {END}")),
        ("impossible \n", format!("1, column 11: {BREAK} a space")),
        ("impossible\r\n", format!("1, column 11: {BREAK} {CRLF}")),
        ("impossible\n\n", format!("2, column 1: {AFTER} a line break")),
        ("0\n1\n2\n", "1, column 1: k = 0 is outside 1..=999999999999999999".into()),
        ("-1\n1 3\n2 3\n", "1, column 1: k = -1 is outside 1..=999999999999999999".into()),
        (
            "1000000000000000000\n1 3\n",
            "1, column 1: k = 1000000000000000000 is outside 1..=999999999999999999".into(),
        ),
        ("01\n1 3\n2 3\n", "1, column 1: k = 01: a number is written without leading zeros".into()),
        ("1 1 3 2 3\n", format!("1, column 2: {BREAK} a space")),
        ("1\r\n1 3\r\n2 3\r\n", format!("1, column 2: {BREAK} {CRLF}")),
        ("1\n", format!("2, column 1: expected a field of Sasha, an integer, found {END}")),
        ("1\n1", format!("2, column 2: expected a single space, found {END}")),
        ("1\n1\n2 3\n", "2, column 2: expected a single space, found a line break".into()),
        ("1\n1\t3\n2 3\n", "2, column 2: expected a single space, found a tab".into()),
        (
            "1\n1  3\n2 3\n",
            "2, column 3: expected a field of Sasha, an integer, found a space".into(),
        ),
        ("1\n1 x\n2 3\n", "2, column 3: expected a field of Sasha, an integer, found `x`".into()),
        (
            "1\n1 03\n2 3\n",
            "2, column 3: a field of Sasha = 03: a number is written without leading zeros".into(),
        ),
        ("1\n0 3\n2 3\n", "2, column 1: a field of Sasha = 0 is outside 1..=12".into()),
        ("1\n1 13\n2 3\n", "2, column 3: a field of Sasha = 13 is outside 1..=12".into()),
        ("1\n1 3 3\n2 3\n", format!("2, column 4: {BREAK} a space")),
        ("1\n1 3 \n2 3\n", format!("2, column 4: {BREAK} a space")),
        ("1\n1 3\n", format!("3, column 1: expected a field of Mika, an integer, found {END}")),
        (
            "1\n1 3\n\n2 3\n",
            "3, column 1: expected a field of Mika, an integer, found a line break".into(),
        ),
        ("1\n1 3\n2 -3\n", "3, column 3: a field of Mika = -3 is outside 1..=12".into()),
        ("1\n1 3\n2 3", format!("3, column 4: {BREAK} {END}")),
        ("1\n1 3\n2 3 \n", format!("3, column 4: {BREAK} a space")),
        ("1\n1 3\n2 3\n\n", format!("4, column 1: {AFTER} a line break")),
        ("1\n1 3\n2 3\n3", format!("4, column 1: {AFTER} `3`")),
    ] {
        let expected = Some(format!("line {message}"));
        assert_eq!(fault(&mut answer.as_bytes()), expected, "{answer:?}");
    }
}

#[test]
fn a_long_answer_is_read_to_its_end() {
    let jumps = 100_000;
    let line = |last: &str| format!("{}{last}", "1 12 ".repeat(jumps / 2));
    let answer = |last: &str| format!("{jumps}\n{}\n{}\n", line("7"), line(last));
    assert_eq!(fault(&mut answer("7").as_bytes()), None);
    let column = 5 * jumps / 2 + 1;
    assert_eq!(
        fault(&mut answer("13").as_bytes()),
        Some(format!("line 3, column {column}: a field of Mika = 13 is outside 1..=12"))
    );
}

/// A meeting of any number of jumps up to 30, on any of twelve fields.
fn meetings() -> impl Strategy<Value = Meeting> {
    (2usize..=31).prop_flat_map(|fields| {
        let way = || prop::collection::vec(1u32..=12, fields);
        (way(), way()).prop_map(|(sasha, mika)| Meeting { sasha, mika })
    })
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn what_is_written_has_the_form_and_no_start_of_it_has(meeting in meetings()) {
        let mut written = Vec::new();
        Claim::Meeting(meeting).write(&mut written).unwrap();
        prop_assert_eq!(fault(&mut written.as_slice()), None);
        for length in 0..written.len() {
            prop_assert!(fault(&mut &written[..length]).is_some(), "{} bytes", length);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let prepared = Prepared::new(instance(12, &[]), Settings::default());
        let _ = prepared.answer_form(&mut bytes.as_slice()).unwrap();
    }

    #[test]
    fn what_has_the_form_is_no_malformed_claim(text in "[1-3]\n([1-4][ \n]){2,9}") {
        let prepared = Prepared::new(instance(4, &[(1, 3), (2, 3), (3, 3)]), Settings::default());
        if prepared.answer_form(&mut text.as_bytes()).unwrap().is_ok()
            && let referee_checker::CheckVerdict::Refused(refusal) = super::check(&prepared, text.as_bytes())
        {
            prop_assert_eq!(refusal.kind, referee_checker::RefusalKind::WrongAnswer);
        }
    }
}
