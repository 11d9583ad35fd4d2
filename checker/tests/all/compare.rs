//! The default comparison, tested against a naive one that holds all tokens, with outputs that
//! arrive in blocks of any size.

use std::io::{self, Read};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use referee_checker::compare::{Comparison, Expected};
use referee_checker::text::is_space;
use referee_checker::{Case, CheckVerdict, RefusalKind};

fn comparison(options: &str) -> Comparison {
    Comparison::parse(options.split_whitespace()).expect("options that are known")
}

fn check(options: &str, answer: &[u8], output: &[u8]) -> CheckVerdict {
    let case = Expected::new(answer.to_vec(), comparison(options));
    case.check(&mut &output[..]).expect("a slice can be read")
}

fn accepts(options: &str, answer: &str, output: &str) -> bool {
    matches!(check(options, answer.as_bytes(), output.as_bytes()), CheckVerdict::Accepted(_))
}

/// Returns the rejection on one line, as people see it.
fn refused(options: &str, answer: &str, output: &str) -> String {
    let CheckVerdict::Refused(refusal) = check(options, answer.as_bytes(), output.as_bytes())
    else {
        panic!("{output:?} is accepted for {answer:?}")
    };
    let explanation = &refusal.explanation;
    let facts = explanation.facts.iter().map(|fact| format!("; {} {}", fact.label, fact.text));
    format!("{}: {}{}", explanation.public, explanation.says, facts.collect::<String>())
}

#[test]
fn letters_and_white_space_are_free() {
    assert!(accepts("", "Yes 12\n3\n", "yES\t12\r\n\n 3"));
    assert!(accepts("", "", " \n"));
    assert!(accepts("", "\n", ""));
    assert!(!accepts("", "1 2", "12"));
    assert!(!accepts("", "a", "a b"));
    assert!(!accepts("", "a b", "a"));
    // Only letters of ASCII have two cases, and bytes need not be text.
    assert!(!accepts("", "Ä", "ä"));
    assert!(matches!(check("", b"\xff\0 a", b"\xff\0  A"), CheckVerdict::Accepted(_)));
    assert!(!accepts("", "1", "1.0"));
}

#[test]
fn options_make_it_stricter() {
    assert!(!accepts("case_sensitive", "Yes", "yes"));
    assert!(accepts("case_sensitive", "Yes 1", "Yes\n1"));
    let exact = "space_change_sensitive";
    for (answer, output) in
        [("a b\n", "a  b\n"), ("a b\n", "a b"), ("a b\n", " a b\n"), ("a\n", "a\r\n"), ("", "\n")]
    {
        assert!(accepts("", answer, output));
        assert!(!accepts(exact, answer, output), "{answer:?} {output:?}");
        assert!(!accepts(exact, output, answer), "{output:?} {answer:?}");
        assert!(accepts(exact, output, output));
    }
    assert!(accepts(exact, "a b\n", "A b\n"));
    assert!(!accepts("space_change_sensitive case_sensitive", "a b\n", "A b\n"));
}

#[test]
fn numbers_have_tolerances() {
    let absolute = "float_absolute_tolerance 0.5";
    assert!(accepts(absolute, "10", "10.5") && accepts(absolute, "10", "9.5"));
    assert!(!accepts(absolute, "10", "10.6") && !accepts(absolute, "10", "9.4"));
    let relative = "float_relative_tolerance 0.5";
    assert!(accepts(relative, "-10", "-15") && accepts(relative, "-10", "-5"));
    assert!(!accepts(relative, "-10", "-15.1") && !accepts(relative, "0", "1e-9"));
    // Either suffices.
    let both = "float_tolerance 1e-2";
    assert!(accepts(both, "0", "0.01") && accepts(both, "1000", "1010"));
    assert!(!accepts(both, "0", "0.02") && !accepts(both, "1000", "1011"));
    for number in ["1e3", "+1000", "1000.", "1000.000", "0.1E4", "01000"] {
        assert!(accepts(both, "1000", number), "{number}");
    }
    for text in ["", "1000x", "0x3e8", "1e", ".", "1 000", "1,000", "--1000"] {
        assert!(!accepts(both, "1000", text), "{text}");
    }
    // What is not a number in the answer is text.
    assert!(accepts(both, "x 1", "X 1.001"));
    assert!(!accepts(both, "x", "1"));
    // So are names of non-numbers, and numbers that are not decimal.
    assert!(accepts(both, "nan inf 0xa", "NaN INF 0XA"));
    for (answer, output) in [
        ("inf", "1e308"),
        ("inf", "1e999"),
        ("1e999", "inf"),
        ("inf", "Infinity"),
        ("nan", "-nan"),
        ("1", "inf"),
        ("inf", "-inf"),
        ("1", "nan"),
        ("nan", "1"),
        ("10", "0xa"),
    ] {
        assert!(!accepts(both, answer, output), "{answer} {output}");
        assert!(!accepts(relative, answer, output), "{answer} {output}");
    }
    let zero = "float_tolerance 0";
    assert!(accepts(zero, "1.0", "1") && !accepts(zero, "1", "1.0000001"));
    // Exactly, at any magnitude.
    assert!(!accepts(zero, "9007199254740992", "9007199254740993"));
    assert!(accepts("float_absolute_tolerance 0.1", "0.3", "0.4") && accepts(zero, "0.3", "3e-1"));
    assert!(!accepts("float_absolute_tolerance 0.1", "0.3", "0.40000000000000000000001"));
    assert!(accepts(relative, "1e999999999999", "1.5e999999999999"));
    assert!(!accepts(relative, "1e999999999999", "1.6e999999999999"));
    assert!(
        accepts(both, "0", "1e-999999999999999999") && !accepts(both, "0", "1e999999999999999999")
    );
    assert!(!accepts(both, "0", "0e9999999999999999999"), "an exponent without bounds");
    // A number in an output may have at most a kibibyte, unless the answer's is longer.
    let zeros = |count: usize| format!("1.{}", "0".repeat(count));
    assert!(accepts(zero, "1", &zeros(1022)) && !accepts(zero, "1", &zeros(1023)));
    assert!(accepts(both, &zeros(3000), &zeros(2990)));
    // 30 digits on each side of the point.
    let long = format!("{}.{}", "1".repeat(30), "2".repeat(30));
    assert!(accepts("float_relative_tolerance 1e-9", &long, &format!("+{long}000")));
}

#[test]
fn refusals_name_the_place_and_both_sides() {
    assert_eq!(
        refused("", "1 2\n3 4\n", "1 2\n3   5\n"),
        "wrong answer at line 2, column 5: \"5\"; expected \"4\", at line 2, column 3 of the answer"
    );
    assert_eq!(
        refused("", "1 2", "1"),
        "wrong answer at line 1, column 2: nothing more; expected \"2\", at line 1, column 3 of the answer"
    );
    assert_eq!(
        refused("", "1", "1\n\x1b[2J"),
        "wrong answer at line 2, column 1: \"\\x1b[2J\"; expected nothing more, at line 1, column 2 of the answer"
    );
    assert_eq!(
        refused("float_tolerance 1e-3", "2.5\n", "2.75\n"),
        "wrong answer at line 1, column 1: \"2.75\"; expected \"2.5\", at line 1, column 1 of the answer; \
         but off by 0.25, where 0.0025 is allowed"
    );
    assert_eq!(
        refused("space_change_sensitive", "a b\n", "a\tb\n"),
        "wrong answer at line 1, column 2: \"\\t\"; expected \" \", at line 1, column 2 of the answer"
    );
    let CheckVerdict::Refused(refusal) = check("", b"1", b"2") else { panic!("2 is not 1") };
    let reason = "expected \"1\", at line 1, column 1 of the answer";
    assert_eq!(refusal.explanation.reason(), reason);
    assert_eq!(refused("", "1", " \n"), "empty output: expected an answer: nothing");
    let CheckVerdict::Refused(refusal) = check("", b"1", b"") else {
        panic!("nothing is accepted")
    };
    assert_eq!(refusal.kind, RefusalKind::Empty);
    let long = "x".repeat(100_000);
    assert!(refused("", "1", &long).len() < 250);
}

#[test]
fn options_that_are_wrong_are_named() {
    for (options, expected) in [
        ("exact", "unknown option `exact`; known are: case_sensitive, space_change_sensitive"),
        (
            "case_sensitive case_sensitive",
            "`case_sensitive` comes after an option that says the same",
        ),
        ("float_tolerance 1 float_absolute_tolerance 1", "`float_absolute_tolerance` comes after"),
        ("float_tolerance", "`float_tolerance` needs a tolerance after it"),
        (
            "float_tolerance -1",
            "the tolerance of `float_tolerance` is `-1`, no decimal number from 0 on",
        ),
        ("float_relative_tolerance nan", "is `nan`, no decimal number"),
        ("float_relative_tolerance inf", "is `inf`, no decimal number"),
    ] {
        let error = Comparison::parse(options.split_whitespace()).expect_err(options).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// A reader that fails after its content.
struct Broken(&'static [u8]);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("broken")) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_reader_that_fails_gives_no_verdict() {
    for start in [&b"1 2"[..], b"1 3", b"", b"1  "] {
        let case = Expected::new(b"1 2 3".to_vec(), Comparison::default());
        let checked = case.check(&mut Broken(start));
        match start {
            // An output that is already wrong may be rejected before the failure.
            b"1 3" => assert!(checked.is_err() || matches!(checked, Ok(CheckVerdict::Refused(_)))),
            _ => assert!(checked.is_err(), "{start:?}"),
        }
    }
}

#[test]
fn endless_tokens_take_no_memory() {
    let case = Expected::new(b"1".to_vec(), comparison("float_tolerance 1"));
    let mut endless = io::repeat(b'9').take(1 << 28);
    let Ok(CheckVerdict::Refused(_)) = case.check(&mut endless) else { panic!("not the answer") };
}

/// The factor that makes all numbers in these tests integers.
const SCALE: i128 = 10_i128.pow(16);

/// A number of at most 16 decimal places, times the scale; `None` if the token is not a number.
fn scaled(token: &[u8]) -> Option<i128> {
    let text = std::str::from_utf8(token).ok()?;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let power = 16 + exponent.parse::<i32>().ok()? - fraction.len() as i32;
    let number = is_number.then(|| digits.parse::<i128>().unwrap() * 10_i128.pow(power as u32))?;
    Some(if text.starts_with('-') { -number } else { number })
}

/// The naive way: all tokens, and all separators.
fn oracle(comparison: &Comparison, answer: &[u8], output: &[u8]) -> bool {
    let tokens = |text: &[u8]| -> Vec<Vec<u8>> {
        let tokens = text.split(|&byte| is_space(byte)).filter(|token| !token.is_empty());
        tokens.map(<[u8]>::to_vec).collect()
    };
    let spaces = |text: &[u8]| -> Vec<Vec<u8>> {
        let mut spaces = vec![Vec::new()];
        for pair in text.windows(2).chain([&text[text.len().saturating_sub(1)..]]) {
            match pair {
                [byte, ..] if is_space(*byte) => spaces.last_mut().unwrap().push(*byte),
                [_, next] if is_space(*next) => spaces.push(Vec::new()),
                _ => {}
            }
        }
        spaces.retain(|space| !space.is_empty());
        spaces
    };
    let begins_alike = || {
        answer.first().is_none_or(|&a| is_space(a)) == output.first().is_none_or(|&b| is_space(b))
    };
    let (wanted, given) = (tokens(answer), tokens(output));
    // The only tolerance in these tests is 1.
    let same = |(a, b): (&Vec<u8>, &Vec<u8>)| match (&comparison.absolute_tolerance, scaled(a)) {
        (Some(_), Some(a)) => scaled(b).is_some_and(|b| (a - b).abs() <= SCALE),
        _ if comparison.case_sensitive => a == b,
        _ => a.eq_ignore_ascii_case(b),
    };
    wanted.len() == given.len()
        && wanted.iter().zip(&given).all(same)
        && (!comparison.space_change_sensitive
            || spaces(answer) == spaces(output)
                && (answer.is_empty() == output.is_empty())
                && begins_alike())
}

/// Returns an output in pieces of some length.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len()).min(self.0.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

fn fixed() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    let cases = 4000;
    ProptestConfig { rng_seed, cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn it_agrees_with_the_naive_way(
        answer in "[ab1-3. \n]{0,12}",
        edits in prop::collection::vec((0usize..12, prop::sample::select(vec!["", " ", "\n", "A", "b", "1", "2."])), 0..3),
        piece in 1usize..6,
        options in prop::sample::select(vec![
            "", "case_sensitive", "space_change_sensitive", "float_absolute_tolerance 1",
            "space_change_sensitive case_sensitive float_absolute_tolerance 1",
        ]),
    ) {
        let mut output = answer.clone();
        for (at, text) in edits {
            let at = at.min(output.len());
            output.replace_range(at..output.len().min(at + 1), text);
        }
        let comparison = comparison(options);
        let case = Expected::new(answer.clone().into_bytes(), comparison.clone());
        let verdict = case.check(&mut Pieces(output.as_bytes(), piece)).unwrap();
        let accepted = matches!(verdict, CheckVerdict::Accepted(_));
        prop_assert_eq!(accepted, oracle(&comparison, answer.as_bytes(), output.as_bytes()), "{:?} {:?}", answer, output);
    }

    #[test]
    fn numbers_agree_with_whole_ones(
        answer in "[+-]?([0-9]{1,3}\\.?|[0-9]{0,2}\\.[0-9]{1,3})(e-?[0-9])?",
        output in "[+-]?([0-9]{1,3}\\.?|[0-9]{0,2}\\.[0-9]{1,3})(e-?[0-9])?",
        is_near in any::<bool>(),
        steps in -20_i128..=20,
        thousandths in 0_i128..1200,
    ) {
        let wanted = scaled(answer.as_bytes()).unwrap();
        // A number close to the bound, in a form unlike the answer's.
        let near = wanted + wanted.abs() * thousandths / 1000 + steps * 10_i128.pow(3);
        let sign = if near < 0 { "-" } else { "" };
        let output = if is_near { format!("{sign}{}e-16", near.abs()) } else { output };
        let given = if is_near { near } else { scaled(output.as_bytes()).unwrap() };
        let distance = (wanted - given).abs();
        let tolerance = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        for (option, expected) in [
            ("float_absolute_tolerance", distance <= SCALE / 1000 * thousandths),
            ("float_relative_tolerance", 1000 * distance <= thousandths * wanted.abs()),
            ("float_tolerance", distance <= SCALE / 1000 * thousandths || 1000 * distance <= thousandths * wanted.abs()),
        ] {
            let accepted = accepts(&format!("{option} {tolerance}"), &answer, &output);
            prop_assert_eq!(accepted, expected, "{} {} {} {}", option, tolerance, answer, output);
        }
    }

    #[test]
    fn long_outputs_agree_whatever_the_block(at in 0usize..200_000, piece in 1000usize..100_000) {
        let answer = "12 345\n".repeat(30_000).into_bytes();
        let mut output = answer.clone();
        let at = at.min(answer.len() - 1);
        output[at] = if is_space(output[at]) { b'\t' } else { b'x' };
        let case = Expected::new(answer.clone(), Comparison::default());
        let verdict = case.check(&mut Pieces(&output, piece)).unwrap();
        match verdict {
            CheckVerdict::Accepted(_) => prop_assert_eq!(output[at], b'\t'),
            CheckVerdict::Refused(refusal) => {
                prop_assert_eq!(output[at], b'x');
                let line = refusal.explanation.place.unwrap().line;
                prop_assert_eq!(line as usize, at / 7 + 1);
            }
        }
    }
}
