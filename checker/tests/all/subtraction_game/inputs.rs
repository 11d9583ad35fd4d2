//! The grammar of inputs, strict and lenient: what is accepted, and which faults are reported
//! where.

use referee_checker::Strictness;
use referee_checker::subtraction_game::{Instance, MAX_AMOUNT, MAX_COUNT, MAX_HEAP, Rule};

const SQUARES: &[u8] = b"squares\n3\n7 0 12\n";
const SET: &[u8] = b"set 3 1 10\n2\n25 4294967296\n";

const END: &str = "found the end of the file";
const CRLF: &str = "found a carriage return (the file has CRLF line ends)";

pub(crate) fn parse(input: &[u8], form: Strictness) -> Result<Instance, String> {
    Instance::parse(input, form).map_err(|fault| fault.to_string())
}

/// Asserts the fault of each form; `None` is no fault.
#[track_caller]
fn assert_faults(input: &str, strict: Option<&str>, lenient: Option<&str>) {
    for (form, expected) in [(Strictness::Strict, strict), (Strictness::Lenient, lenient)] {
        let fault = parse(input.as_bytes(), form).err();
        assert_eq!(fault.as_deref(), expected, "{form:?}: {input:?}");
    }
}

/// A fault that both forms have.
#[track_caller]
pub(crate) fn assert_fault(input: &str, fault: &str) {
    assert_faults(input, Some(fault), Some(fault));
}

/// Asserts that an input is read like `same` in the lenient form, and has this fault in the strict
/// one.
#[track_caller]
fn assert_free(input: &str, strict: &str, same: &[u8]) {
    assert_faults(input, Some(strict), None);
    assert_eq!(
        parse(input.as_bytes(), Strictness::Lenient),
        parse(same, Strictness::Strict),
        "{input:?}"
    );
}

#[test]
fn a_valid_input_is_what_it_says_and_is_written_back() {
    let squares = parse(SQUARES, Strictness::Strict).unwrap();
    assert_eq!((squares.rule(), squares.heaps()), (&Rule::Squares, &[7, 0, 12][..]));
    let set = parse(SET, Strictness::Strict).unwrap();
    assert_eq!(set.rule(), &Rule::Set(vec![3, 1, 10]));
    assert_eq!(set.heaps(), [25, MAX_HEAP]);
    for (instance, input) in [(squares, SQUARES), (set, SET)] {
        let mut written = Vec::new();
        instance.write(&mut written);
        assert_eq!(written, input);
    }
}

#[test]
fn what_may_be_taken() {
    let squares: Vec<u64> = (0..=50).filter(|&amount| Rule::Squares.allows(amount)).collect();
    assert_eq!(squares, [1, 4, 9, 16, 25, 36, 49]);
    assert_eq!(Rule::Squares.up_to(49), squares);
    assert_eq!(Rule::Squares.up_to(48), squares[..6]);
    assert!(Rule::Squares.allows(((1 << 32) - 1) * ((1 << 32) - 1)));
    assert!(!Rule::Squares.allows(u64::MAX));
    let set = Rule::Set(vec![3, 1, 10]);
    let allowed: Vec<u64> = (0..=50).filter(|&amount| set.allows(amount)).collect();
    assert_eq!(allowed, [1, 3, 10]);
    assert_eq!([0, 2, 9, 10].map(|most| set.up_to(most)), [&[][..], &[1], &[1, 3], &[1, 3, 10]]);
    assert_eq!([Rule::Squares, set].map(|rule| rule.to_string()), ["squares", "set 3 1 10"]);
}

#[test]
fn the_extremes_are_legal() {
    for input in [
        "squares\n1\n0\n",
        "squares\n1\n4294967296\n",
        "set 1\n1\n0\n",
        "set 1000000000000\n2\n0 4294967296\n",
        "set 1000000000000 1\n1\n5\n",
    ] {
        assert_faults(input, None, None);
    }
}

#[test]
fn the_first_word_is_squares_or_set() {
    let expected = "line 1, column 1: expected `squares` or `set`, found";
    for (input, found) in [
        ("", "the end of the file"),
        ("Squares\n1\n5\n", "`Squares`"),
        ("SET 1\n1\n5\n", "`SET`"),
        ("square\n1\n5\n", "`square`"),
        ("squares:\n1\n5\n", "`squares:`"),
        ("squaresx\n1\n5\n", "`squaresx`"),
        ("sets 1\n1\n5\n", "`sets`"),
        ("set1\n1\n5\n", "`set1`"),
        ("set,1\n1\n5\n", "`set,1`"),
        ("1\n5\n", "`1`"),
        ("# set\nset 1\n1\n5\n", "`#`"),
        ("\0squares", "a NUL byte"),
        ("\u{feff}squares\n1\n5\n", "a byte order mark (the file must start without one)"),
    ] {
        assert_fault(input, &format!("{expected} {found}"));
    }
    let line_break = format!("{expected} a line break");
    let nothing = format!("line 2, column 1: expected `squares` or `set`, {END}");
    assert_faults("\n", Some(&line_break), Some(&nothing));
    // Lenient white space is skipped before the fault is reported.
    let word = "line 3, column 2: expected `squares` or `set`, found `cubes`";
    assert_faults("\n\n\x0bcubes\n1\n5\n", Some(&line_break), Some(word));
}

#[test]
fn the_first_line_ends_where_it_should() {
    let space = "line 1, column 8: expected a line break, found a space";
    assert_faults("squares 1\n1\n", Some(space), None);
    assert_faults(
        "squares 1\n",
        Some(space),
        Some(
            "line 2, column 1: expected 1 heaps, \
        as p = 1 announces; the file ends after 0",
        ),
    );
    let strict = format!("line 1, column 8: expected a line break, {END}");
    let lenient = format!("line 1, column 8: expected p, an integer, {END}");
    assert_faults("squares", Some(&strict), Some(&lenient));
    assert_fault("squares\n", &format!("line 2, column 1: expected p, an integer, {END}"));
    assert_faults("set 1 2", Some(&strict), Some(&lenient));
    assert_fault("set 1 2\n", &format!("line 2, column 1: expected p, an integer, {END}"));
}

#[test]
fn a_set_has_amounts_in_its_own_line() {
    let amount = "expected a single space and an amount, found";
    assert_fault("set", &format!("line 1, column 4: {amount} the end of the file"));
    assert_fault("set\n1\n5\n", &format!("line 1, column 4: {amount} a line break"));
    assert_fault("set\n1 2\n1\n5\n", &format!("line 1, column 4: {amount} a line break"));
    let integer = "expected an amount, an integer, found";
    let strict = format!("line 1, column 5: {integer} a line break");
    let lenient = format!("line 1, column 5: {amount} a line break");
    assert_faults("set \n1\n5\n", Some(&strict), Some(&lenient));
    let strict = format!("line 1, column 4: {amount} a tab");
    assert_free("set\t3 1 10\n2\n25 4294967296\n", &strict, SET);
}

#[test]
fn what_is_no_amount() {
    let range = format!("is outside 1..={MAX_AMOUNT}");
    let zeros = "a number is written without leading zeros";
    for (amount, message) in [
        ("0", format!("an amount = 0 {range}")),
        ("-1", format!("an amount = -1 {range}")),
        ("1000000000001", format!("an amount = 1000000000001 {range}")),
        ("18446744073709551617", format!("an amount = 18446744073709551617 {range}")),
        ("01", format!("an amount = 01: {zeros}")),
        ("00", format!("an amount = 00: {zeros}")),
        ("-0", "an amount = -0: zero is written 0".into()),
        ("+1", "an amount = +1: a number is written without a plus sign".into()),
        ("1e5", "expected an amount, an integer, found `1e5`".into()),
        ("4,5", "expected an amount, an integer, found `4,5`".into()),
        ("squares", "expected an amount, an integer, found `squares`".into()),
    ] {
        let fault = format!("line 1, column 7: {message}");
        assert_fault(&format!("set 3 {amount} 10\n1\n25\n"), &fault);
        assert_fault(&format!("set 3 {amount}\n1\n25\n"), &fault);
        let fault = format!("line 1, column 5: {message}");
        assert_fault(&format!("set {amount}\n1\n25\n"), &fault);
    }
}

#[test]
fn an_amount_that_is_there_twice_is_named_with_both_its_places() {
    let twice = "all amounts must be distinct";
    for (input, fault) in [
        ("set 5 5\n1\n9\n", "column 7: amount 5 is there twice, as number 1 and 2"),
        ("set 3 1 10 1 3\n1\n9\n", "column 12: amount 1 is there twice, as number 2 and 4"),
        ("set 12 1 2 12\n1\n9\n", "column 12: amount 12 is there twice, as number 1 and 4"),
        ("set 7 8 7 7\n1\n9\n", "column 9: amount 7 is there twice, as number 1 and 3"),
    ] {
        assert_fault(input, &format!("line 1, {fault}; {twice}"));
    }
    let placed = parse(b"\r\n set\t4  4 \r\n1\r\n9", Strictness::Lenient);
    let fault = "line 2, column 9: amount 4 is there twice, as number 1 and 2";
    assert_eq!(placed, Err(format!("{fault}; {twice}")));
}

#[test]
fn p_is_how_many_heaps_there_are() {
    for (p, message) in [
        ("0", format!("p = 0 is outside 1..={MAX_COUNT}")),
        ("-1", format!("p = -1 is outside 1..={MAX_COUNT}")),
        ("1048577", format!("p = 1048577 is outside 1..={MAX_COUNT}")),
        ("02", "p = 02: a number is written without leading zeros".into()),
        ("two", "expected p, an integer, found `two`".into()),
    ] {
        assert_fault(&format!("squares\n{p}\n4 5\n"), &format!("line 2, column 1: {message}"));
    }
    // Fewer heaps than announced.
    let few = |p: u32, what: &str, many: u32| {
        format!("expected {p} heaps, as p = {p} announces; the {what} ends after {many}")
    };
    for (input, strict, lenient, p, many) in [
        ("squares\n2\n7\n", "line 3, column 2", "line 4, column 1", 2, 1),
        ("squares\n1\n\n", "line 3, column 1", "line 4, column 1", 1, 0),
        ("set 1 2\n4\n7 8 9\n", "line 3, column 6", "line 4, column 1", 4, 3),
        ("squares\n1048576\n7 8 \n", "line 3, column 5", "line 4, column 1", MAX_COUNT, 2),
    ] {
        let strict = format!("{strict}: {}", few(p, "line", many));
        let lenient = format!("{lenient}: {}", few(p, "file", many));
        assert_faults(input, Some(&strict), Some(&lenient));
    }
    let nothing = format!("line 3, column 1: expected a heap, an integer, {END}");
    let lenient = format!("line 3, column 1: {}", few(2, "file", 0));
    assert_faults("squares\n2\n", Some(&nothing), Some(&lenient));
    // More heaps than announced.
    let space = "line 3, column 2: expected a line break, found a space";
    let more = "expected the end of the file after the last heap (p = 1), found";
    assert_faults("squares\n1\n7 8\n", Some(space), Some(&format!("line 3, column 3: {more} `8`")));
    assert_fault("set 1\n1\n7\n8\n", &format!("line 4, column 1: {more} `8`"));
}

#[test]
fn what_is_no_heap() {
    let range = format!("is outside 0..={MAX_HEAP}");
    for (heap, message) in [
        ("-1", format!("a heap = -1 {range}")),
        ("4294967297", format!("a heap = 4294967297 {range}")),
        ("18446744073709551616", format!("a heap = 18446744073709551616 {range}")),
        ("00", "a heap = 00: a number is written without leading zeros".into()),
        ("07", "a heap = 07: a number is written without leading zeros".into()),
        ("-0", "a heap = -0: zero is written 0".into()),
        ("+7", "a heap = +7: a number is written without a plus sign".into()),
        ("7.0", "expected a heap, an integer, found `7.0`".into()),
        ("7,", "expected a heap, an integer, found `7,`".into()),
    ] {
        let fault = format!("line 3, column 3: {message}");
        assert_fault(&format!("squares\n3\n5 {heap} 6\n"), &fault);
        assert_fault(&format!("squares\n2\n5 {heap}\n"), &fault);
        let fault = format!("line 3, column 1: {message}");
        assert_fault(&format!("set 2\n1\n{heap}\n"), &fault);
    }
}

#[test]
fn white_space_is_free_in_the_lenient_form_only() {
    let squares = "squares\n3\n7 0 12\n";
    let last = "expected the end of the file after the last heap (p = 3)";
    for (input, strict) in [
        (squares.replace('\n', "\r\n"), format!("1, column 8: expected a line break, {CRLF}")),
        (squares.replace("3\n", "3\r\n"), format!("2, column 2: expected a line break, {CRLF}")),
        (squares.replace("12\n", "12\r\n"), format!("3, column 7: expected a line break, {CRLF}")),
        (squares.trim_end().into(), format!("3, column 7: expected a line break, {END}")),
        (format!("{squares}\n"), format!("4, column 1: {last}, found a line break")),
        (format!("{squares} \t"), format!("4, column 1: {last}, found a space")),
        (squares.replace("7 ", "7\t"), "3, column 2: expected a single space, found a tab".into()),
        (
            squares.replace("7 ", "7  "),
            "3, column 3: expected a heap, an integer, found a space".into(),
        ),
        (
            squares.replace("7 ", " 7 "),
            "3, column 1: expected a heap, an integer, found a space".into(),
        ),
        (squares.replace("12", "12 "), "3, column 7: expected a line break, found a space".into()),
        (squares.replace("3", " 3"), "2, column 1: expected p, an integer, found a space".into()),
        (squares.replace("3", "3 "), "2, column 2: expected a line break, found a space".into()),
        (
            squares.replace("3", "\n3"),
            "2, column 1: expected p, an integer, found a line break".into(),
        ),
        (squares.replace("3\n", "3 "), "2, column 2: expected a line break, found a space".into()),
        (
            squares.replace(' ', "\n"),
            "3, column 2: expected 3 heaps, as p = 3 announces; the line ends after 1".into(),
        ),
        (squares.replace(' ', "\r\n\r\n"), format!("3, column 2: expected a single space, {CRLF}")),
        (squares.replace('\n', " "), "1, column 8: expected a line break, found a space".into()),
        (
            format!("\n {squares}"),
            "1, column 1: expected `squares` or `set`, found a line break".into(),
        ),
        (
            format!("\x0b{squares}"),
            "1, column 1: expected `squares` or `set`, found white space \\x0b".into(),
        ),
    ] {
        assert_free(&input, &format!("line {strict}"), SQUARES);
    }
}

#[test]
fn the_amounts_of_a_set_end_with_their_line_in_both_forms() {
    let set = "set 3 1 10\n2\n25 4294967296\n";
    let amount = "expected an amount, an integer, found";
    for (input, strict) in [
        (set.replace('\n', "\r\n"), format!("1, column 11: expected a line break, {CRLF}")),
        (set.replace("10", "10\t"), "1, column 11: expected a line break, found a tab".into()),
        (set.replace("10", "10 "), format!("1, column 12: {amount} a line break")),
        (set.replace("10", "10 \t \r"), format!("1, column 12: {amount} a tab")),
        (set.replace("3 1", "3  1"), format!("1, column 7: {amount} a space")),
        (set.replace("3 1", "3\t1"), "1, column 6: expected a line break, found a tab".into()),
        (set.replace("set", "set "), format!("1, column 5: {amount} a space")),
        (
            set.replace("10\n", "10\n\n"),
            "2, column 1: expected p, an integer, found a line break".into(),
        ),
        (
            set.replace("25 ", "25\n"),
            "3, column 3: expected 2 heaps, as p = 2 announces; the line ends after 1".into(),
        ),
        (set.trim_end().into(), format!("3, column 14: expected a line break, {END}")),
    ] {
        assert_free(&input, &format!("line {strict}"), SET);
    }
    // A number on the next line is not an amount.
    let instance = parse(b"set 3\n1\n 10", Strictness::Lenient).unwrap();
    assert_eq!((instance.rule(), instance.heaps()), (&Rule::Set(vec![3]), &[10][..]));
    // A number on the same line is one.
    let nothing = "line 2, column 1: expected 10 heaps, as p = 10 announces; the file ends after 0";
    assert_eq!(
        parse(b"set 3 1\n10", Strictness::Lenient),
        Err(nothing.replace("line 2, column 1", "line 2, column 3"))
    );
}

#[test]
fn every_truncation_is_a_fault_of_the_strict_form() {
    for whole in [SQUARES, SET, b"squares\n1\n100\n", b"set 10 11 100\n10\n1 2 3 4 5 6 7 8 9 10\n"]
    {
        assert!(parse(whole, Strictness::Strict).is_ok());
        for length in 0..whole.len() {
            let cut = whole[..length].escape_ascii();
            assert!(parse(&whole[..length], Strictness::Strict).is_err(), "{cut}");
        }
        assert!(parse(&whole[..whole.len() - 1], Strictness::Lenient).is_ok());
    }
}

#[test]
fn parts_that_make_no_instance() {
    let fault = |rule: &Rule, heaps: &[u64]| {
        Instance::new(rule.clone(), heaps.to_vec()).map_err(|fault| fault.to_string())
    };
    let set = |amounts: &[u64]| Rule::Set(amounts.to_vec());
    assert!(fault(&Rule::Squares, &[0]).is_ok());
    assert!(fault(&set(&[MAX_AMOUNT, 1]), &[MAX_HEAP]).is_ok());
    let many = vec![1; MAX_COUNT as usize + 1];
    for (rule, heaps, message) in [
        (Rule::Squares, &[][..], "0 heaps; there must be 1 to 1048576"),
        (Rule::Squares, &many, "1048577 heaps; there must be 1 to 1048576"),
        (Rule::Squares, &[5, MAX_HEAP + 1], "a heap of 4294967297; it can have 4294967296"),
        (set(&[]), &[5], "0 amounts; there must be 1 to 1048576"),
        (set(&many), &[5], "1048577 amounts; there must be 1 to 1048576"),
        (set(&[3, 0]), &[5], "amount 0 is outside 1..=1000000000000"),
        (set(&[3, MAX_AMOUNT + 1]), &[5], "amount 1000000000001 is outside 1..=1000000000000"),
        (set(&[3, 7, 3]), &[5], "amount 3 is there twice"),
    ] {
        assert_eq!(fault(&rule, heaps), Err(message.to_string()));
    }
}
