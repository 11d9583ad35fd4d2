//! The grammar of inputs, strict and lenient: what is accepted, and which faults are reported
//! where.

use referee_checker::Strictness;
use referee_checker::huepfburg::{Arrow, Instance, MAX_M, MAX_N};

const VALID: &[u8] = b"4 5\n1 3\n3 3\n2 1\n1 4\n4 2\n";

pub(crate) fn parse(input: &[u8], form: Strictness) -> Result<Instance, String> {
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
pub(crate) fn assert_fault(input: &[u8], fault: &str) {
    assert_faults(input, Some(fault), Some(fault));
}

#[test]
fn a_valid_input_is_what_it_says_and_is_written_back() {
    let instance = parse(VALID, Strictness::Strict).unwrap();
    assert_eq!(instance.n(), 4);
    let arrows: Vec<String> = instance.arrows().iter().map(ToString::to_string).collect();
    assert_eq!(arrows, ["1 3", "3 3", "2 1", "1 4", "4 2"]);
    assert_eq!([1, 2, 3, 4].map(|field| instance.targets(field)), [&[3, 4][..], &[1], &[3], &[2]]);
    for from in 1..=4 {
        for to in 1..=4 {
            let is_listed = instance.arrows().contains(&Arrow { from, to });
            assert_eq!(instance.has_arrow(from, to), is_listed, "from {from} to {to}");
        }
    }
    let mut written = Vec::new();
    instance.write(&mut written);
    assert_eq!(written, VALID);
}

#[test]
fn fields_without_arrows_are_legal() {
    assert_faults(b"2 0\n", None, None);
    assert_faults(b"7 1\n7 7\n", None, None);
    assert_faults(b"2 4\n1 1\n1 2\n2 1\n2 2\n", None, None);
}

#[test]
fn white_space_is_free_in_the_lenient_form_only() {
    let crlf = "expected a line break, found a carriage return (the file has CRLF line ends)";
    let instance = parse(VALID, Strictness::Strict);
    let same = |input: &str, strict: &str| {
        assert_faults(input.as_bytes(), Some(strict), None);
        assert_eq!(parse(input.as_bytes(), Strictness::Lenient), instance);
    };
    let valid = std::str::from_utf8(VALID).unwrap();
    same(&valid.replace('\n', "\r\n"), &format!("line 1, column 4: {crlf}"));
    same(&valid.replace("3 3\n", "3 3\r\n"), &format!("line 3, column 4: {crlf}"));
    same(&valid.replace("4 2\n", "4 2\r\n"), &format!("line 6, column 4: {crlf}"));
    same(valid.trim_end(), "line 6, column 4: expected a line break, found the end of the file");
    same(
        &format!("{valid}\n"),
        "line 7, column 1: expected the end of the file after the last arrow (m = 5), found a line break",
    );
    same(&valid.replace("4 5", "4\t5"), "line 1, column 2: expected a single space, found a tab");
    same(&valid.replace("4 5", "4  5"), "line 1, column 3: expected m, an integer, found a space");
    same(
        &valid.replace("4 5", "4\n5"),
        "line 1, column 2: expected a single space, found a line break",
    );
    same(&valid.replace("3 3", "3\t3"), "line 3, column 2: expected a single space, found a tab");
    same(&valid.replace("3 3", "3  3"), "line 3, column 3: expected to, an integer, found a space");
    same(
        &valid.replace("3 3", " 3 3"),
        "line 3, column 1: expected from, an integer, found a space",
    );
    same(&valid.replace("3 3", "3 3 "), "line 3, column 4: expected a line break, found a space");
    same(&valid.replace("4 2", "4 2 "), "line 6, column 4: expected a line break, found a space");
    same(
        &valid.replace("3 3", "\n3 3"),
        "line 3, column 1: expected from, an integer, found a line break",
    );
    same(&valid.replace('\n', " "), "line 1, column 4: expected a line break, found a space");
    same(&format!("\n{valid}"), "line 1, column 1: expected n, an integer, found a line break");
}

#[test]
fn what_is_no_number_of_ours() {
    for (number, message) in [
        ("+1", "to = +1: a number is written without a plus sign"),
        ("-0", "to = -0: zero is written 0"),
        ("01", "to = 01: a number is written without leading zeros"),
        ("00", "to = 00: a number is written without leading zeros"),
        ("1e5", "expected to, an integer, found `1e5`"),
        ("1.0", "expected to, an integer, found `1.0`"),
        ("-", "expected to, an integer, found `-`"),
        ("0x1", "expected to, an integer, found `0x1`"),
        ("one", "expected to, an integer, found `one`"),
        ("1,2", "expected to, an integer, found `1,2`"),
        ("1\0", "expected to, an integer, found `1\\x00`"),
        ("\u{b2}", "expected to, an integer, found `\u{b2}`"),
        ("0", "to = 0 is outside 1..=3 (n = 3)"),
        ("4", "to = 4 is outside 1..=3 (n = 3)"),
        ("-1", "to = -1 is outside 1..=3 (n = 3)"),
        ("4294967297", "to = 4294967297 is outside 1..=3 (n = 3)"),
        ("18446744073709551617", "to = 18446744073709551617 is outside 1..=3 (n = 3)"),
    ] {
        let input = format!("3 3\n1 2\n2 {number}\n3 3\n");
        assert_fault(input.as_bytes(), &format!("line 3, column 3: {message}"));
        let message = message.replace("to,", "from,").replace("to =", "from =");
        let input = format!("3 3\n1 2\n{number} 2\n3 3\n");
        assert_fault(input.as_bytes(), &format!("line 3, column 1: {message}"));
    }
    let start = "line 1, column 1:";
    assert_fault(b"04 0\n", &format!("{start} n = 04: a number is written without leading zeros"));
    assert_fault(b"# 4 0\n", &format!("{start} expected n, an integer, found `#`"));
    assert_fault(b"\0", &format!("{start} expected n, an integer, found a NUL byte"));
    assert_fault(
        b"\xef\xbb\xbf4 0\n",
        &format!(
            "{start} expected n, an integer, found a byte order mark (the file must start without one)"
        ),
    );
    assert_fault(b"4 00\n", "line 1, column 3: m = 00: a number is written without leading zeros");
}

#[test]
fn what_breaks_a_rule_of_the_problem() {
    for n in ["0", "1", "-3", "16777217", "99999999999999999999"] {
        let fault = format!("line 1, column 1: n = {n} is outside 2..={MAX_N}");
        assert_fault(format!("{n} 0\n").as_bytes(), &fault);
    }
    assert_fault(b"3 10\n1 1\n", "line 1, column 3: m = 10 is outside 0..=9 (n = 3)");
    assert_fault(b"3 -1\n1 1\n", "line 1, column 3: m = -1 is outside 0..=9 (n = 3)");
    assert_fault(
        b"16777216 4294967295\n",
        &format!("line 1, column 10: m = 4294967295 is outside 0..={MAX_M} (n = {MAX_N})"),
    );
    assert_fault(
        b"3 3\n1 2\n2 3\n1 2\n",
        "line 4, column 1: arrow 3 from 1 to 2 is the same as arrow 1; all arrows must be distinct",
    );
    assert_fault(
        b"3 5\n1 2\n3 3\n2 3\n3 3\n1 2\n",
        "line 5, column 1: arrow 4 from 3 to 3 is the same as arrow 2; all arrows must be distinct",
    );
}

#[test]
fn m_announces_how_many_arrows_there_are() {
    let more = "expected the end of the file after the last arrow";
    assert_fault(b"3 0\n1 2\n", &format!("line 2, column 1: {more} (m = 0), found `1`"));
    assert_fault(b"3 1\n1 2\n2 3\n", &format!("line 3, column 1: {more} (m = 1), found `2`"));
    let fewer = "expected 2 arrows, as m = 2 announces; the file ends after";
    assert_fault(b"3 2\n", &format!("line 2, column 1: {fewer} 0"));
    assert_fault(b"3 2\n1 2\n", &format!("line 3, column 1: {fewer} 1"));
    // A truncated line, or one without an end, is a separate fault in the strict form.
    for (input, strict, lenient) in [
        ("3 2\n1 2", "line 2, column 4: expected a line break", "line 2, column 4"),
        ("3 2\n1 2\n2", "line 3, column 2: expected a single space", "line 3, column 2"),
        ("3 2\n1 2\n2 ", "line 3, column 3: expected to, an integer", "line 3, column 3"),
    ] {
        let strict = format!("{strict}, found the end of the file");
        assert_faults(input.as_bytes(), Some(&strict), Some(&format!("{lenient}: {fewer} 1")));
    }
    assert_faults(
        b"3 2\n1 2\n2\n",
        Some("line 3, column 2: expected a single space, found a line break"),
        Some("line 4, column 1: expected 2 arrows, as m = 2 announces; the file ends after 1"),
    );
}

#[test]
fn a_header_alone_or_less() {
    let end = "found the end of the file";
    assert_fault(b"", &format!("line 1, column 1: expected n, an integer, {end}"));
    assert_fault(b"3", &format!("line 1, column 2: expected a single space, {end}"));
    assert_fault(b"3 ", &format!("line 1, column 3: expected m, an integer, {end}"));
    let line_break = format!("line 1, column 4: expected a line break, {end}");
    let arrows = "line 1, column 4: expected 1 arrows, as m = 1 announces; the file ends after 0";
    assert_faults(b"3 1", Some(&line_break), Some(arrows));
    assert_faults(b"3 0", Some(&line_break), None);
    let other = "line 1, column 1: expected n, an integer, found a line break";
    let nothing = format!("line 2, column 1: expected n, an integer, {end}");
    assert_faults(b"\n", Some(other), Some(&nothing));
}

#[test]
fn a_fault_after_free_white_space_is_placed_where_the_token_is() {
    let twice = "arrow 2 from 1 to 3 is the same as arrow 1; all arrows must be distinct";
    for (input, place) in [
        (&b"3 2\r\n1 3\r\n1 3\r\n"[..], "line 3, column 1"),
        (b"3 2 1 3 \t 1 3", "line 1, column 11"),
        (b"\n\n3\n2\n1\n3\n\n 1\n3\n", "line 8, column 2"),
    ] {
        assert_eq!(parse(input, Strictness::Lenient), Err(format!("{place}: {twice}")));
    }
}

#[test]
fn every_truncation_is_a_fault_of_the_strict_form() {
    for length in 0..VALID.len() {
        let input = &VALID[..length];
        let fault = parse(input, Strictness::Strict).expect_err("a fault");
        // If the arrows of a header `4 5` are lost, the message states how many there are.
        let cut = fault.contains("found the end of the file") || fault.contains("file ends after");
        assert!(cut, "{fault}");
        // The lenient form accepts a missing final line feed, but nothing shorter.
        assert_eq!(parse(input, Strictness::Lenient).is_ok(), length == VALID.len() - 1);
    }
    // Prefixes of longer numbers are shorter numbers, and do not make an instance either.
    let input = b"12 3\n1 12\n10 11\n12 10\n";
    assert!(parse(input, Strictness::Strict).is_ok());
    for length in 0..input.len() {
        assert!(parse(&input[..length], Strictness::Strict).is_err(), "{length} bytes");
    }
}

#[test]
fn parts_that_make_no_instance() {
    let fault = |n: u32, arrows: &[(u32, u32)]| {
        let arrows = arrows.iter().map(|&(from, to)| Arrow { from, to }).collect();
        Instance::new(n, arrows).map_err(|fault| fault.to_string())
    };
    assert!(fault(2, &[]).is_ok());
    for (n, arrows, message) in [
        (0, &[][..], "0 fields; there must be 2 to 16777216"),
        (1, &[(1, 1)], "1 fields; there must be 2 to 16777216"),
        (MAX_N + 1, &[], "16777217 fields; there must be 2 to 16777216"),
        (3, &[(1, 2), (0, 1)], "arrow 0 1, where fields go from 1 to 3"),
        (3, &[(1, 2), (3, 4)], "arrow 3 4, where fields go from 1 to 3"),
        (3, &[(3, 3), (1, 2), (3, 3)], "arrows 1 and 3 are the same"),
    ] {
        assert_eq!(fault(n, arrows), Err(message.to_string()), "{n} fields, {arrows:?}");
    }
}
