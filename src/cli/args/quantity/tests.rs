//! The notation of numbers in flags.

use super::*;

#[test]
fn scores_are_numbers() {
    assert_eq!(score("-1.5"), Ok(-1.5));
    for text in ["", "x", "nan", "inf", "1e999"] {
        assert_eq!(score(text).unwrap_err(), "not a number");
    }
}

#[test]
fn counts_have_a_range() {
    assert_eq!(count(1..=9_u16)("9"), Ok(9));
    for text in ["0", "10", "x", "", "1.5", "-1", "99999999"] {
        assert_eq!(count(1..=9_u16)(text).unwrap_err(), "not a whole number from 1 to 9");
    }
}
