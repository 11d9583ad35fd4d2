//! The grammar of outputs: which text is which claim, what is rejected, as what and where.

use proptest::prelude::*;
use referee_checker::huepfburg::{Claim, Meeting, Prepared};
use referee_checker::{CheckVerdict, Settings};

use super::{check, instance};
use crate::support::{described, fixed};

/// Four fields on which the players meet after one jump, on field 3, and can stay there.
fn castle() -> Prepared {
    let arrows = [(1, 3), (2, 3), (2, 4), (3, 3), (4, 3)];
    Prepared::new(instance(4, &arrows), Settings::default())
}

/// Twelve fields: Sasha needs six jumps to field 12, where Mika waits. Nothing leads back.
fn staircase() -> Prepared {
    let arrows = [(1, 3), (3, 5), (5, 7), (7, 9), (9, 11), (11, 12), (12, 12), (2, 12)];
    Prepared::new(instance(12, &arrows), Settings::default())
}

/// The verdict on one line.
fn verdict(prepared: &Prepared, output: &[u8]) -> String {
    match check(prepared, output) {
        CheckVerdict::Accepted(claim) => format!("accepted: {claim}"),
        CheckVerdict::Refused(refusal) => described(&refusal),
    }
}

#[test]
fn claims_in_every_spelling() {
    for (output, claim) in [
        ("1\n1 3\n2 3\n", "1 jump"),
        ("1\n1 3\n2 3", "1 jump"),
        ("1\r\n1 3\r\n2 3\r\n\r\n", "1 jump"),
        ("1 1 3 2 3", "1 jump"),
        ("\x0b\x0c 1\t1\n3 \n\n2\t3 \n", "1 jump"),
        ("+1\n01 +3\n2 03\n", "1 jump"),
        ("2\n1 3 3\n2 4 3\n", "2 jumps"),
        // They have met before, and jump on.
        ("2\n1 3 3\n2 3 3\n", "2 jumps"),
        ("5\n1 3 3 3 3 3\n2 4 3 3 3 3\n", "5 jumps"),
    ] {
        assert_eq!(verdict(&castle(), output.as_bytes()), format!("accepted: {claim}"), "{output}");
    }
    let apart = Prepared::new(instance(2, &[(1, 1), (2, 2)]), Settings::default());
    for output in ["impossible\n", "impossible", "IMPOSSIBLE", "\r\n\tImPossible \n\n"] {
        assert_eq!(verdict(&apart, output.as_bytes()), "accepted: impossible", "{output}");
    }
}

#[test]
fn what_is_no_claim_is_refused_with_kind_and_place() {
    const ANY: &str = "the number of jumps, at least 1, or \"impossible\"";
    const END: &str = "the end of the output after";
    let refused: &[(&[u8], String)] = &[
        (b"", format!("empty - says nothing: {ANY}")),
        (b" \n\t\r\n", format!("empty - says nothing: {ANY}")),
        (b"\0", "not text 1:1 says : text, found the byte \\x00".into()),
        (b"1\n1 3\n2 \x1b[m3", "not text 3:3 says 1 1 3 2: text, found the byte \\x1b".into()),
        (b"1\n1 3\n2 3\n\x7f", "not text 4:1 says 1 1 3 2 3: text, found the byte \\x7f".into()),
        (b"possible", format!("malformed 1:1 says possible: {ANY}")),
        (b"impossibl", format!("malformed 1:1 says impossibl: {ANY}")),
        (b"impossible!", format!("malformed 1:1 says impossible!: {ANY}")),
        (b"\n 0\n1\n2\n", format!("malformed 2:2 says 0: {ANY}")),
        (b"-1\n1 3\n2 3\n", format!("malformed 1:1 says -1: {ANY}")),
        (b"-99999999999999999999", format!("malformed 1:1 says -99999999999999999999: {ANY}")),
        (b"+0\n1\n2\n", format!("malformed 1:1 says +0: {ANY}")),
        (b"1.0\n1 3\n2 3\n", format!("malformed 1:1 says 1.0: {ANY}")),
        (b"\xef\xbb\xbf1 1 3 2 3", format!("malformed 1:1 says \\u{{feff}}1: {ANY}")),
        (b"impossible\nno", format!("malformed 2:1 says impossible no: {END} \"impossible\"")),
        (
            b"impossible impossible",
            format!("malformed 1:12 says impossible impossible: {END} \"impossible\""),
        ),
        (b"1\n1 3\n2 3\n3", format!("malformed 4:1 says 1 1 3 2 3 3: {END} Mika's 2 fields")),
        (
            b"2\n1 3 3\n2 3 3 3",
            format!("malformed 3:7 says 2 1 3 3 2 3 3 3: {END} Mika's 3 fields"),
        ),
        (b"1", "malformed 1:2 says 1: field 1 of 2 of Sasha, an integer".into()),
        (b"1\n", "malformed 2:1 says 1: field 1 of 2 of Sasha, an integer".into()),
        (b"1\n1", "malformed 2:2 says 1 1: field 2 of 2 of Sasha, an integer".into()),
        (b"1\n1 3\n", "malformed 3:1 says 1 1 3: field 1 of 2 of Mika, an integer".into()),
        (b"1\n1 3\n2\n", "malformed 4:1 says 1 1 3 2: field 2 of 2 of Mika, an integer".into()),
        (b"1\n1 x\n2 3", "malformed 2:3 says 1 1 x: field 2 of 2 of Sasha, an integer".into()),
        (
            b"1\n1 3\n2 3.0",
            "malformed 3:3 says 1 1 3 2 3.0: field 2 of 2 of Mika, an integer".into(),
        ),
        (b"1\n1,3\n2,3", "malformed 2:1 says 1 1,3: field 1 of 2 of Sasha, an integer".into()),
        (b"1\nSasha: 1 3", "malformed 2:1 says 1 Sasha:: field 1 of 2 of Sasha, an integer".into()),
        (b"2 1 3 3", "malformed 1:8 says 2 1 3 3: field 1 of 3 of Mika, an integer".into()),
    ];
    for (output, refusal) in refused {
        assert_eq!(&verdict(&castle(), output), refusal, "{}", output.escape_ascii());
    }
}

#[test]
fn what_is_a_wrong_claim_is_refused_with_its_place() {
    for (output, refusal) in [
        ("1\n2 3\n1 3\n", "2:1 says 1 jump: Sasha starts on 1, not on 2"),
        ("1\n3 3\n2 3\n", "2:1 says 1 jump: Sasha starts on 1, not on 3"),
        ("1\n1 3\n1 3\n", "3:1 says 1 jump: Mika starts on 2, not on 1"),
        ("1\n0 3\n2 3\n", "2:1 says 1 jump: at the start: Sasha on 0: fields go from 1 to 4"),
        ("1\n1 3\n5 3\n", "3:1 says 1 jump: at the start: Mika on 5: fields go from 1 to 4"),
        ("1\n1 5\n2 3\n", "2:3 says 1 jump: jump 1: Sasha on 5: fields go from 1 to 4"),
        ("1\n1 -0\n2 3\n", "2:3 says 1 jump: jump 1: Sasha on 0: fields go from 1 to 4"),
        ("1\n1 -3\n2 3\n", "2:3 says 1 jump: jump 1: Sasha on -3: fields go from 1 to 4"),
        ("2\n1 3 3\n2 3 0\n", "3:5 says 2 jumps: jump 2: Mika on 0: fields go from 1 to 4"),
        (
            "1\n1 4294967299\n2 3\n",
            "2:3 says 1 jump: jump 1: Sasha on 4294967299: fields go from 1 to 4",
        ),
        (
            "1\n1 -18446744073709551613\n2 3\n",
            "2:3 says 1 jump: jump 1: Sasha on -9223372036854775808: fields go from 1 to 4",
        ),
        ("1\n1 4\n2 4\n", "2:3 says 1 jump: jump 1: Sasha from 1 to 4: there is no such arrow"),
        ("1\n1 3\n2 2\n", "3:3 says 1 jump: jump 1: Mika from 2 to 2: there is no such arrow"),
        // An arrow leads one way only.
        (
            "2\n1 3 4\n2 3 3\n",
            "2:5 says 2 jumps: jump 2: Sasha from 3 to 4: there is no such arrow",
        ),
        ("1\n1 3\n2 4\n", "- says 1 jump: after the last jump Sasha is on 3 and Mika on 4"),
        // If fields are missing, the next ones take their place.
        (
            "3\n1 3 3\n2 3 3\n",
            "3:1 says 3 jumps: jump 3: Sasha from 3 to 2: there is no such arrow",
        ),
        // If there are too many, Mika seems to start on Sasha's last ones.
        ("1\n1 3 3\n2 3 3\n", "2:5 says 1 jump: Mika starts on 2, not on 3"),
        ("impossible", "- says impossible: 1 jump leads them to one field"),
    ] {
        let expected = format!("wrong answer {refusal}");
        assert_eq!(verdict(&castle(), output.as_bytes()), expected, "{output:?}");
    }
}

#[test]
fn a_wrong_jump_is_named_by_its_number() {
    let claim = |last: &str| format!("7\n1 3 5 7 9 11 12 {last}\n2 12 12 12 12 12 12 12\n");
    assert_eq!(verdict(&staircase(), claim("12").as_bytes()), "accepted: 7 jumps");
    assert_eq!(
        verdict(&staircase(), claim("9").as_bytes()),
        "wrong answer 2:17 says 7 jumps: jump 7: Sasha from 12 to 9: there is no such arrow"
    );
    let swapped = "6\n1 12 12 12 12 12 12\n2 3 5 7 9 11 12\n";
    assert_eq!(
        verdict(&staircase(), swapped.as_bytes()),
        "wrong answer 2:3 says 6 jumps: jump 1: Sasha from 1 to 12: there is no such arrow"
    );
}

#[test]
fn a_huge_number_of_jumps_takes_nothing() {
    for (jumps, all) in [
        ("1000000000000000000", "1000000000000000001"),
        ("9223372036854775806", "9223372036854775807"),
        ("9223372036854775807", "9223372036854775808"),
        ("18446744073709551616", "9223372036854775808"),
    ] {
        assert_eq!(
            verdict(&castle(), format!("{jumps} 1 3").as_bytes()),
            format!(
                "malformed 1:{} says {jumps} 1 3: field 3 of {all} of Sasha, an integer",
                jumps.len() + 5
            )
        );
    }
    assert_eq!(
        verdict(&castle(), b"1000000000000000000 1 2"),
        "wrong answer 1:23 says 1000000000000000000 jumps: \
         jump 1: Sasha from 1 to 2: there is no such arrow"
    );
}

#[test]
fn a_long_word_is_shown_cut() {
    let long = "x".repeat(100_000);
    for output in [long.clone(), format!("1 {long}"), format!("1 1 3 2 3 {long}")] {
        let refusal = verdict(&castle(), output.as_bytes());
        assert!(refusal.starts_with("malformed 1:") && refusal.contains("xxx...:"), "{refusal}");
        assert!(refusal.len() < 250, "{refusal}");
    }
}

#[test]
fn what_is_written_is_what_was_meant() {
    let written = |claim: Claim| {
        let mut out = Vec::new();
        claim.write(&mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("digits")
    };
    assert_eq!(written(Claim::Impossible), "impossible\n");
    let meeting = Meeting { sasha: vec![1, 3, 3], mika: vec![2, 4, 3] };
    assert_eq!(meeting.jumps(), 2);
    assert_eq!(written(Claim::Meeting(meeting)), "2\n1 3 3\n2 4 3\n");
    // Longer than a single write, with every possible remainder at the end.
    for length in 16_380..16_390 {
        let meeting = Meeting { sasha: vec![7; length], mika: vec![8; length] };
        let line = |digit: &str| [digit].repeat(length).join(" ");
        let expected = format!("{}\n{}\n{}\n", length - 1, line("7"), line("8"));
        assert!(written(Claim::Meeting(meeting)) == expected, "{length} fields");
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn no_bytes_make_the_reader_of_claims_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let verdict = verdict(&castle(), &bytes);
        prop_assert!(!verdict.contains(|c: char| c.is_control()), "{}", verdict);
    }

    #[test]
    fn nothing_near_a_claim_makes_it_panic(text in "[1-3][ \n](-?[0-5]{1,2}[ \n\r]|imp|\t){2,9}") {
        // Every accepted text has the number of tokens of a meeting.
        if let CheckVerdict::Accepted(claim) = check(&castle(), text.as_bytes()) {
            let jumps: usize = claim.split(' ').next().unwrap().parse().unwrap();
            prop_assert_eq!(text.split_ascii_whitespace().count(), 2 * jumps + 3);
        }
    }
}
