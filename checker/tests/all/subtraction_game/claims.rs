//! The grammar of outputs: which text is which claim, what is rejected, as what and where; and the
//! one spelling of a jury answer.

use proptest::prelude::*;
use referee_checker::subtraction_game::{Claim, Prepared};
use referee_checker::{Case, CheckVerdict, RefusalKind};

use super::{check, game, verdict};
use crate::support::fixed;

/// Hot: taking 9 from the first heap leaves two of 3. Heaps of 12 and of 2 are each cold alone, so
/// taking 1 from the second wins as well.
fn hot() -> Prepared {
    game("squares", &[12, 3, 0])
}

fn cold() -> Prepared {
    game("squares", &[12, 12])
}

#[test]
fn claims_in_every_spelling() {
    for output in ["cold\n", "cold", "COLD", "Cold\r\n", "\x0b\x0c\t cOLd \n\n"] {
        assert_eq!(verdict(&cold(), output.as_bytes()), "accepted: cold", "{output:?}");
    }
    for output in [
        "hot 1 9\n",
        "hot 1 9",
        "HOT 1 9",
        "Hot\r\n1\r\n9\r\n",
        "\x0b hOt\t1\x0c9 \n\n",
        "hot +1 009",
    ] {
        assert_eq!(verdict(&hot(), output.as_bytes()), "accepted: hot 1 9", "{output:?}");
    }
}

#[test]
fn what_is_no_claim_is_refused_with_kind_and_place() {
    const ANY: &str = "\"cold\" or \"hot i t\"";
    const HEAP: &str = "a heap, an integer, after \"hot\"";
    const TAKE: &str = "an amount, an integer, after the heap";
    const END: &str = "the end of the output after";
    let refused: &[(&[u8], String)] = &[
        (b"", format!("empty - says nothing: {ANY}")),
        (b" \n\t\r\n", format!("empty - says nothing: {ANY}")),
        (b"\0", "not text 1:1 says : text, found the byte \\x00".into()),
        (b"hot 1\n\x1b[m9", "not text 2:1 says hot 1: text, found the byte \\x1b".into()),
        (b"cold\n\x7f", "not text 2:1 says cold: text, found the byte \\x7f".into()),
        (b"warm", format!("malformed 1:1 says warm: {ANY}")),
        (b"\n  col", format!("malformed 2:3 says col: {ANY}")),
        (b"cold.", format!("malformed 1:1 says cold.: {ANY}")),
        (b"hot19", format!("malformed 1:1 says hot19: {ANY}")),
        (b"1 9", format!("malformed 1:1 says 1: {ANY}")),
        (b"-", format!("malformed 1:1 says -: {ANY}")),
        (b"\xef\xbb\xbfcold", format!("malformed 1:1 says \\u{{feff}}cold: {ANY}")),
        (b"\xff", format!("malformed 1:1 says \\xff: {ANY}")),
        (b"hot", format!("malformed 1:4 says hot: {HEAP}")),
        (b"hot\n", format!("malformed 2:1 says hot: {HEAP}")),
        (b"hot cold", format!("malformed 1:5 says hot cold: {HEAP}")),
        (b"hot one 9", format!("malformed 1:5 says hot one: {HEAP}")),
        (b"hot 1, 9", format!("malformed 1:5 says hot 1,: {HEAP}")),
        (b"hot + 9", format!("malformed 1:5 says hot +: {HEAP}")),
        (b"hot 1", format!("malformed 1:6 says hot 1: {TAKE}")),
        (b"hot 1\n", format!("malformed 2:1 says hot 1: {TAKE}")),
        (b"hot 1 nine", format!("malformed 1:7 says hot 1 nine: {TAKE}")),
        (b"hot 1 9.0", format!("malformed 1:7 says hot 1 9.0: {TAKE}")),
        (b"hot 1 3^2", format!("malformed 1:7 says hot 1 3^2: {TAKE}")),
        (b"cold cold", format!("malformed 1:6 says cold cold: {END} \"cold\"")),
        (b"cold\nhot 1 9", format!("malformed 2:1 says cold hot: {END} \"cold\"")),
        (b"cold 1 9", format!("malformed 1:6 says cold 1: {END} \"cold\"")),
        (b"hot 1 9 2", format!("malformed 1:9 says hot 1 9 2: {END} \"hot 1 9\"")),
        (b"hot 1 9\n.", format!("malformed 2:1 says hot 1 9 .: {END} \"hot 1 9\"")),
    ];
    for (output, refusal) in refused {
        assert_eq!(&verdict(&hot(), output), refusal, "{}", output.escape_ascii());
    }
}

#[test]
fn what_is_a_wrong_claim_is_refused_without_a_place() {
    const SQUARES: &str = "only squares may be taken: 1, 4, 9, ...";
    for (output, refusal) in [
        ("cold", "cold: taking 1 from heap 2, 3 to 2, leaves a cold position"),
        ("hot 0 9", "hot 0 9: heaps go from 1 to 3"),
        ("hot -0 9", "hot 0 9: heaps go from 1 to 3"),
        ("hot 4 9", "hot 4 9: heaps go from 1 to 3"),
        ("hot -1 9", "hot -1 9: heaps go from 1 to 3"),
        ("hot 1 0", &format!("hot 1 0: {SQUARES}")),
        ("hot 1 2", &format!("hot 1 2: {SQUARES}")),
        ("hot 1 -9", &format!("hot 1 -9: {SQUARES}")),
        ("hot 2 5", &format!("hot 2 5: {SQUARES}")),
        ("hot 2 4", "hot 2 4: that heap has only 3"),
        ("hot 3 1", "hot 3 1: that heap has only 0"),
        ("hot 1 16", "hot 1 16: that heap has only 12"),
    ] {
        let expected = format!("wrong answer - says {refusal}");
        assert_eq!(verdict(&hot(), output.as_bytes()), expected, "{output:?}");
    }
    let set = game("set 5 2 9", &[5]);
    let expected = "wrong answer - says hot 1 4: only these may be taken: 5, 2, 9";
    assert_eq!(verdict(&set, b"hot 1 4"), expected);
    let expected = "wrong answer - says hot 1 9: that heap has only 5";
    assert_eq!(verdict(&set, b"hot 1 9"), expected);
}

/// They become the nearest 64-bit integer, which is neither a heap nor an amount.
#[test]
fn integers_of_any_length() {
    for (number, nearest) in [
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854775807"),
        ("18446744073709551617", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("-18446744073709551615", "-9223372036854775808"),
        (&"9".repeat(100), "9223372036854775807"),
        (&format!("-{}", "9".repeat(100)), "-9223372036854775808"),
    ] {
        let expected = format!("wrong answer - says hot {nearest} 9: heaps go from 1 to 3");
        assert_eq!(verdict(&hot(), format!("hot {number} 9").as_bytes()), expected);
        let refusal = verdict(&hot(), format!("hot 1 {number}").as_bytes());
        let expected = format!("wrong answer - says hot 1 {nearest}: only squares may be taken");
        assert!(refusal.starts_with(&expected), "{refusal}");
    }
    // The largest 63-bit square is an amount that no heap has.
    let largest = 3_037_000_499u64.pow(2);
    let expected = format!("wrong answer - says hot 1 {largest}: that heap has only 12");
    assert_eq!(verdict(&hot(), format!("hot 1 {largest}").as_bytes()), expected);
}

#[test]
fn a_long_word_is_shown_cut() {
    let long = "x".repeat(100_000);
    for output in
        [long.clone(), format!("hot {long}"), format!("hot 1 {long}"), format!("cold {long}")]
    {
        let refusal = verdict(&hot(), output.as_bytes());
        assert!(refusal.starts_with("malformed 1:") && refusal.contains("xxx...:"), "{refusal}");
        assert!(refusal.len() < 250, "{refusal}");
    }
}

/// The first fault in the form of a jury answer.
fn form_fault(mut answer: &[u8]) -> Option<String> {
    let read = hot().answer_form(&mut answer).expect("it can be read");
    read.err().map(|fault| fault.to_string())
}

#[test]
fn a_jury_answer_has_one_spelling() {
    // Whether it is true, or the amount is allowed, does not matter here.
    for answer in ["cold\n", "hot 1 9\n", "hot 1 12\n", "hot 2 3\n", "hot 3 1\n"] {
        assert_eq!(form_fault(answer.as_bytes()), None, "{answer:?}");
    }
}

#[test]
fn every_deviation_of_a_jury_answer_is_named_with_its_place() {
    const ANY: &str = "expected \"cold\" or \"hot i t\", found";
    const END: &str = "found the end of the file";
    const AFTER: &str = "expected the end of the file after the answer, found";
    const ZEROS: &str = "a number is written without leading zeros";
    const CRLF: &str =
        "expected a line break, found a carriage return (the file has CRLF line ends)";
    for (answer, message) in [
        ("", format!("1, column 1: {ANY} the end of the file")),
        ("\n", format!("1, column 1: {ANY} a line break")),
        (" cold\n", format!("1, column 1: {ANY} a space")),
        ("Cold\n", format!("1, column 1: {ANY} `Cold`")),
        ("HOT 1 9\n", format!("1, column 1: {ANY} `HOT`")),
        ("1 9\n", format!("1, column 1: {ANY} `1`")),
        ("cool\n", "1, column 1: expected `cold`, found `cool`".into()),
        ("help\n", "1, column 1: expected `hot`, found `help`".into()),
        ("colder\n", "1, column 5: expected a line break, found `er`".into()),
        ("cold", format!("1, column 5: expected a line break, {END}")),
        ("cold \n", "1, column 5: expected a line break, found a space".into()),
        ("cold\r\n", format!("1, column 5: {CRLF}")),
        ("cold\n\n", format!("2, column 1: {AFTER} a line break")),
        ("cold\nhot 1 9\n", format!("2, column 1: {AFTER} `hot`")),
        ("hot\n", "1, column 4: expected a single space, found a line break".into()),
        ("hot1 9\n", "1, column 4: expected a single space, found `1`".into()),
        ("hot\t1 9\n", "1, column 4: expected a single space, found a tab".into()),
        ("hot  1 9\n", "1, column 5: expected i, an integer, found a space".into()),
        ("hot 1\n", "1, column 6: expected a single space, found a line break".into()),
        ("hot 1 \n", "1, column 7: expected t, an integer, found a line break".into()),
        ("hot 1\n9\n", "1, column 6: expected a single space, found a line break".into()),
        ("hot 01 9\n", format!("1, column 5: i = 01: {ZEROS}")),
        ("hot 1 09\n", format!("1, column 7: t = 09: {ZEROS}")),
        ("hot 0 9\n", "1, column 5: i = 0 is outside 1..=3".into()),
        ("hot 4 1\n", "1, column 5: i = 4 is outside 1..=3".into()),
        ("hot -1 9\n", "1, column 5: i = -1 is outside 1..=3".into()),
        ("hot 1 0\n", "1, column 7: t = 0 is outside 1..=12".into()),
        ("hot 1 13\n", "1, column 7: t = 13 is outside 1..=12".into()),
        ("hot 2 4\n", "1, column 7: t = 4 is outside 1..=3".into()),
        ("hot 1 9", format!("1, column 8: expected a line break, {END}")),
        ("hot 1 9 \n", "1, column 8: expected a line break, found a space".into()),
        ("hot 1 9\r\n", format!("1, column 8: {CRLF}")),
        ("hot 1 9\n1\n", format!("2, column 1: {AFTER} `1`")),
    ] {
        let expected = Some(format!("line {message}"));
        assert_eq!(form_fault(answer.as_bytes()), expected, "{answer:?}");
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn no_bytes_make_the_readers_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let verdict = verdict(&hot(), &bytes);
        prop_assert!(!verdict.contains(|c: char| c.is_control()), "{}", verdict);
        let _ = form_fault(&bytes);
    }

    #[test]
    fn what_has_the_form_is_no_malformed_claim(
        text in "(cold|hot|hot [0-4]( (0|-?[1-9][0-9]?)){0,2})\n{0,2}",
    ) {
        let verdict = check(&hot(), text.as_bytes());
        if let CheckVerdict::Refused(refusal) = verdict && form_fault(text.as_bytes()).is_none() {
            prop_assert_eq!(refusal.kind, RefusalKind::WrongAnswer);
        }
        if let Ok(claim) = Claim::parse(&mut text.as_bytes()).unwrap() {
            prop_assert_eq!(claim.to_string(), text.trim_end());
        }
    }
}
