use super::*;

fn read(text: &str) -> Result<String, String> {
    text.parse::<Rule>().map(|rule| rule.to_string()).map_err(|error| error.to_string())
}

#[test]
fn rules_are_read_and_written() {
    for rules in SEQUENCES {
        assert_eq!(read(rules.name).as_deref(), Ok(rules.name));
    }
    for text in ["1,2,5", "{1,2,5}", " { 5 , 1,2, 2 } ", "5,2,1"] {
        assert_eq!(read(text).as_deref(), Ok("{1,2,5}"), "{text}");
    }
    assert_eq!(read("18446744073709551615").as_deref(), Ok("{18446744073709551615}"));
}

#[test]
fn mistakes_in_rules_are_named_with_their_column() {
    for (text, message) in [
        ("", "column 1: expected an amount, found none"),
        ("{}", "column 2: expected an amount, found none"),
        ("1,,3", "column 3: expected an amount, found none"),
        ("1,2,", "column 5: expected an amount, found none"),
        ("1, x,3", "column 4: expected an amount, found `x`"),
        ("1 2 5", "column 1: expected an amount, found `1 2 5`"),
        ("1,-2", "column 3: expected an amount, found `-2`"),
        ("{1,2", "column 1: expected an amount, found `{1`"),
        ("{1,\u{1b}}", "column 4: expected an amount, found `\\x1b`"),
        ("1, 0", "column 4: an amount is 1 or more: taking 0 is no move"),
        ("{3,18446744073709551616}", "column 4: an amount is at most 2^64 - 1"),
    ] {
        assert_eq!(read(text).as_ref().map_err(String::as_str), Err(message), "{text}");
    }
    assert_eq!(
        read("squars").unwrap_err(),
        "unknown rule `squars` (did you mean `squares`?): a rule is one of squares, triangular, \
         cubes, powers-of-two, fibonacci, primes, or a set such as 1,2,5"
    );
    assert!(!read("xyzzy").unwrap_err().contains("mean"));
}

#[test]
fn numbers_are_read() {
    for (text, expected) in [
        ("0", 0),
        ("1000000", 1_000_000),
        ("1_000_000", 1_000_000),
        ("2^30", 1 << 30),
        ("10^9", 1_000_000_000),
        ("1e9", 1_000_000_000),
        ("3E2", 300),
        ("2^63", 1 << 63),
        ("18446744073709551615", u64::MAX),
    ] {
        assert_eq!(number(text), Ok(expected), "{text}");
    }
    for text in ["", "x", "-1", "+1", "1.5", "_1", "1_", "2^", "^2", "2^-1", "2^2^2", "e9", "1e"] {
        assert_eq!(number(text), Err(NumberError::Form), "{text}");
    }
    for text in ["18446744073709551616", "2^64", "1e20", "2^18446744073709551616", "2^4294967296"] {
        assert_eq!(number(text), Err(NumberError::TooLarge), "{text}");
    }
}
