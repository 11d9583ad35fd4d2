//! The grammar of inputs, strict and lenient: what is accepted, and which faults are reported
//! where.

use proptest::prelude::*;
use referee_checker::infinity_war::Instance;
use referee_checker::{Strictness, problem};

use crate::support::fixed;

const VALID: &[u8] = b"3\n1 1\n2 3\n0 -2\n1 2\n0 0\n";

fn parse(input: &[u8], form: Strictness) -> Result<Instance, String> {
    Instance::parse(input, form).map_err(|fault| fault.to_string())
}

/// Asserts the fault of each form; `None` is no fault.
fn assert_faults(input: &[u8], strict: Option<&str>, lenient: Option<&str>) {
    for (form, expected) in [(Strictness::Strict, strict), (Strictness::Lenient, lenient)] {
        let fault = parse(input, form).err();
        assert_eq!(fault.as_deref(), expected, "{form:?}: {}", input.escape_ascii());
    }
}

/// A fault that both forms have.
fn assert_fault(input: &[u8], fault: &str) {
    assert_faults(input, Some(fault), Some(fault));
}

#[test]
fn a_valid_input_is_what_it_says_and_is_written_back() {
    let instance = parse(VALID, Strictness::Strict).unwrap();
    assert_eq!(instance.n(), 3);
    assert_eq!(instance.alice().to_string(), "(1,1)");
    assert_eq!(instance.bob().to_string(), "(2,3)");
    let moves: Vec<String> = instance.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["(0,-2)", "(+1,+2)", "(0,0)"]);
    let mut written = Vec::new();
    instance.write(&mut written);
    assert_eq!(written, VALID);
}

#[test]
fn white_space_is_free_in_the_lenient_form_only() {
    let crlf = "expected a line break, found a carriage return (the file has CRLF line ends)";
    let instance = parse(VALID, Strictness::Strict);
    let same = |input: &[u8], strict: &str| {
        assert_faults(input, Some(strict), None);
        assert_eq!(parse(input, Strictness::Lenient), instance);
    };
    same(b"3\r\n1 1\r\n2 3\r\n0 -2\r\n1 2\r\n0 0\r\n", &format!("line 1, column 2: {crlf}"));
    same(b"3\n1 1\n2 3\n0 -2\n1 2\r\n0 0\r\n", &format!("line 5, column 4: {crlf}"));
    same(
        b"3\n1 1\n2 3\n0 -2\n1 2\n0 0",
        "line 6, column 4: expected a line break, found the end of the file",
    );
    same(
        b"3\n1 1\n2 3\n0 -2\n1 2\n0 0\n\n",
        "line 7, column 1: expected the end of the file after the last move, found a line break",
    );
    same(
        b"3\n1 1\n2 3\n0\t-2\n1 2\n0 0\n",
        "line 4, column 2: expected a single space, found a tab",
    );
    same(
        b"3\n1 1\n2 3\n0  -2\n1 2\n0 0\n",
        "line 4, column 3: expected dy, an integer, found a space",
    );
    same(
        b"3\n1 1\n2 3\n0 -2 \n1 2\n0 0\n",
        "line 4, column 5: expected a line break, found a space",
    );
    same(b"3 1 1 2 3 0 -2 1 2 0 0", "line 1, column 2: expected a line break, found a space");
    same(
        b"\n3\n1 1\n2 3\n0 -2\n1 2\n0 0\n",
        "line 1, column 1: expected n, an integer, found a line break",
    );
}

#[test]
fn what_is_no_number_of_ours() {
    let with = |number: &str| format!("3\n1 1\n2 3\n0 -2\n1 {number}\n0 0\n").into_bytes();
    for (number, message) in [
        ("+1", "dy = +1: a number is written without a plus sign"),
        ("-0", "dy = -0: zero is written 0"),
        ("01", "dy = 01: a number is written without leading zeros"),
        ("-01", "dy = -01: a number is written without leading zeros"),
        ("00", "dy = 00: a number is written without leading zeros"),
        ("1e5", "expected dy, an integer, found `1e5`"),
        ("1.0", "expected dy, an integer, found `1.0`"),
        ("-", "expected dy, an integer, found `-`"),
        ("--1", "expected dy, an integer, found `--1`"),
        ("0x1", "expected dy, an integer, found `0x1`"),
        ("one", "expected dy, an integer, found `one`"),
        ("1\u{b2}", "expected dy, an integer, found `1\u{b2}`"),
        ("3", "dy = 3 is outside -2..=2 (n = 3)"),
        ("-3", "dy = -3 is outside -2..=2 (n = 3)"),
        ("4294967297", "dy = 4294967297 is outside -2..=2 (n = 3)"),
        (
            "1000000000000000000000000000000000000001",
            "dy = 1000000000000000000000000000000000000001 is outside -2..=2 (n = 3)",
        ),
        ("-18446744073709551617", "dy = -18446744073709551617 is outside -2..=2 (n = 3)"),
    ] {
        assert_fault(&with(number), &format!("line 5, column 3: {message}"));
    }
    assert_fault(
        &with(&"7".repeat(100)),
        &format!("line 5, column 3: dy = {}... is outside -2..=2 (n = 3)", "7".repeat(40)),
    );
}

#[test]
fn what_is_no_text_of_ours() {
    let at = |offset: usize, bytes: &[u8]| [&VALID[..offset], bytes, &VALID[offset..]].concat();
    assert_fault(
        &at(0, b"\xef\xbb\xbf"),
        "line 1, column 1: expected n, an integer, found a byte order mark (the file must start without one)",
    );
    assert_fault(&at(10, b"\0"), "line 4, column 1: expected dx, an integer, found a NUL byte");
    assert_fault(&at(11, b"\0"), "line 4, column 1: expected dx, an integer, found `0\\x00`");
    assert_fault(&at(10, b"\xff"), "line 4, column 1: expected dx, an integer, found `\\xff0`");
    assert_fault(&at(10, b"# "), "line 4, column 1: expected dx, an integer, found `#`");
}

#[test]
fn what_breaks_a_rule_of_the_problem() {
    let largest = 1 << 29;
    assert_fault(b"0\n", &format!("line 1, column 1: n = 0 is outside 2..={largest}"));
    assert_fault(b"1\n1 1\n", &format!("line 1, column 1: n = 1 is outside 2..={largest}"));
    assert_fault(b"-3\n", &format!("line 1, column 1: n = -3 is outside 2..={largest}"));
    assert_fault(
        b"536870913\n",
        &format!("line 1, column 1: n = 536870913 is outside 2..={largest}"),
    );
    assert_fault(
        b"3\n1 1\n1 1\n0 -2\n1 2\n0 0\n",
        "line 3, column 1: Bob on (1,1), where Alice already is",
    );
    assert_fault(
        b"3\n4 1\n1 1\n0 -2\n1 2\n0 0\n",
        "line 2, column 1: Alice's column = 4 is outside 1..=3 (n = 3)",
    );
    assert_fault(
        b"3\n1 1\n1 0\n0 -2\n1 2\n0 0\n",
        "line 3, column 3: Bob's row = 0 is outside 1..=3 (n = 3)",
    );
    assert_fault(
        b"3\n1 1\n2 3\n0 -2\n1 2\n0 -2\n",
        "line 6, column 1: move 3 (0,-2) is the same as move 1; all moves must be distinct",
    );
    assert_fault(
        b"3\n1 1\n2 3\n0 -2\n1 2\n0 0\n1 1\n",
        "line 7, column 1: expected the end of the file after the last move, found `1`",
    );
    assert_fault(
        b"3\n1 1\n2 3\n0 -2\n1 2\n",
        "line 6, column 1: expected dx, an integer, found the end of the file",
    );
    assert_faults(
        b"3\n1 1\n2 3\n0 -2\n1\n2 0 0\n",
        Some("line 5, column 2: expected a single space, found a line break"),
        None,
    );
}

#[test]
fn a_fault_after_free_white_space_is_placed_where_the_token_is() {
    let bob = "Bob on (1,1), where Alice already is";
    for (input, place) in [
        (&b"3\r\n1 1\r\n1 1\r\n0 -2\r\n1 2\r\n0 0\r\n"[..], "line 3, column 1"),
        (b"3 1 1   1 1 0 -2 1 2 0 0", "line 1, column 9"),
    ] {
        assert_eq!(parse(input, Strictness::Lenient), Err(format!("{place}: {bob}")));
    }
    let twice = parse(b"3\r\n1 1\r\n2 3\r\n1 2\r\n0 0\r\n\r\n 1 2\r\n", Strictness::Lenient);
    assert_eq!(
        twice,
        Err("line 7, column 2: move 3 (+1,+2) is the same as move 1; all moves must be distinct"
            .into())
    );
}

#[test]
fn every_truncation_is_a_fault_of_the_strict_form() {
    for length in 0..VALID.len() {
        let input = &VALID[..length];
        let fault = parse(input, Strictness::Strict).expect_err("a fault");
        // Only in the line `0 -2` can a cut leave a fault other than the early end.
        let cut = if input.ends_with(b"-") { "found `-`" } else { "found the end of the file" };
        assert!(fault.ends_with(cut), "{fault}");
        // The lenient form accepts a missing final line feed, but nothing shorter.
        assert_eq!(parse(input, Strictness::Lenient).is_ok(), length == VALID.len() - 1);
    }
}

#[test]
fn a_boastful_first_line_allocates_nothing() {
    assert_fault(
        b"536870912\n1 1\n2 2\n0 0\n",
        "line 5, column 1: expected dx, an integer, found the end of the file",
    );
}

#[test]
fn the_longest_input_is_long_enough_and_bounded() {
    let problem = problem("infinity-war").unwrap();
    assert!(problem.longest_input(VALID) >= VALID.len() as u64);
    for head in [&b""[..], b"rubbish", b"99999999999999999999", b"1\n", b"2", b"-1"] {
        assert!(problem.longest_input(head) < 10_000, "{}", head.escape_ascii());
    }
    let n = 1000;
    let moves: String = (0..n).map(|i| format!("-999\t\t-{}\r\n", 999 - i)).collect();
    let wide = format!("{n}\r\n1 1\r\n1000 1000\r\n{moves}");
    assert!(parse(wide.as_bytes(), Strictness::Lenient).unwrap_err().contains("-0"));
    assert!(problem.longest_input(&wide.as_bytes()[..64]) >= wide.len() as u64);
}

/// Long inputs take a faster path than short ones, and must be read alike.
#[test]
fn a_fault_anywhere_in_a_long_input_is_found_there() {
    let n = 200;
    let line =
        |i: i32| format!("{} {}\n", (i * 7) % 200 - 99, if i % 2 == 0 { i - 100 } else { 9 });
    let lines: Vec<String> = (0..n).map(line).collect();
    let whole = |lines: &[String]| format!("{n}\n1 1\n2 3\n{}", lines.concat()).into_bytes();
    let instance = parse(&whole(&lines), Strictness::Strict).unwrap();
    let faults = [
        ("x 1\n", 1, "expected dx, an integer, found `x`"),
        ("1 x\n", 3, "expected dy, an integer, found `x`"),
        ("-0 1\n", 1, "dx = -0: zero is written 0"),
        ("1 -0\n", 3, "dy = -0: zero is written 0"),
        ("07 1\n", 1, "dx = 07: a number is written without leading zeros"),
        ("1 -07\n", 3, "dy = -07: a number is written without leading zeros"),
        ("1 +7\n", 3, "dy = +7: a number is written without a plus sign"),
        ("200 1\n", 1, "dx = 200 is outside -199..=199 (n = 200)"),
        ("1 -200\n", 3, "dy = -200 is outside -199..=199 (n = 200)"),
        ("1 12345678\n", 3, "dy = 12345678 is outside -199..=199 (n = 200)"),
        ("4294967297 1\n", 1, "dx = 4294967297 is outside -199..=199 (n = 200)"),
        ("1-1 1\n", 1, "expected dx, an integer, found `1-1`"),
        ("1 1-\n", 3, "expected dy, an integer, found `1-`"),
        ("- 1\n", 1, "expected dx, an integer, found `-`"),
        ("1 -\n", 3, "expected dy, an integer, found `-`"),
        ("1 :\n", 3, "expected dy, an integer, found `:`"),
        ("1 /\n", 3, "expected dy, an integer, found `/`"),
        ("\u{b1}1 1\n", 1, "expected dx, an integer, found `\u{b1}1`"),
    ];
    for at in [0, 1, 2, 100, 196, 197, 198, 199] {
        for (fault, column, message) in faults {
            let mut lines = lines.clone();
            lines[at] = fault.into();
            assert_fault(&whole(&lines), &format!("line {}, column {column}: {message}", at + 4));
        }
        for (spaced, strict) in [
            ("  ", "column 1: expected dx, an integer, found a space"),
            ("\t", "column 1: expected dx, an integer, found a tab"),
            ("\n", "column 1: expected dx, an integer, found a line break"),
        ] {
            let mut lines = lines.clone();
            lines[at].insert_str(0, spaced);
            let fault = format!("line {}, {strict}", at + 4);
            assert_faults(&whole(&lines), Some(&fault), None);
            assert_eq!(parse(&whole(&lines), Strictness::Lenient).unwrap(), instance);
        }
        let mut lines = lines.clone();
        lines[at] = lines[at].replace(' ', "\n");
        let strict = parse(&whole(&lines), Strictness::Strict).unwrap_err();
        assert!(strict.contains("expected a single space, found a line break"), "{strict}");
        assert_eq!(parse(&whole(&lines), Strictness::Lenient).unwrap(), instance);
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes, Strictness::Strict);
        let _ = parse(&bytes, Strictness::Lenient);
    }

    #[test]
    fn nothing_near_an_input_makes_it_panic(text in "[2-6]\n[1-6] [1-6]\n[1-6] [1-6]\n([-0-6]{1,2}[ \n]){4,12}") {
        let strict = parse(text.as_bytes(), Strictness::Strict);
        let lenient = parse(text.as_bytes(), Strictness::Lenient);
        if let Ok(instance) = strict {
            let mut written = Vec::new();
            instance.write(&mut written);
            prop_assert_eq!(written, text.as_bytes());
            prop_assert_eq!(Ok(instance), lenient);
        }
    }

    #[test]
    fn one_changed_byte_is_a_fault_or_another_instance(at in 0..VALID.len(), byte in any::<u8>()) {
        let mut input = VALID.to_vec();
        input[at] = byte;
        if let Ok(instance) = parse(&input, Strictness::Strict) {
            let mut written = Vec::new();
            instance.write(&mut written);
            prop_assert_eq!(&written, &input);
        }
        let _ = parse(&input, Strictness::Lenient);
    }
}
