//! Figures about the squares that others have published.

use referee_games::cold::method as cold_method;
use referee_games::nim::NIM_METHODS;
use referee_games::{Effort, Rule};

/// The largest nim-value below 2^4, 2^5, ..., 2^24.
const MAX_VALUES: [u16; 21] =
    [2, 5, 5, 7, 9, 12, 14, 18, 23, 30, 38, 50, 63, 81, 104, 134, 170, 218, 278, 354, 450];

/// The number of cold positions below 2^0, 2^1, ..., 2^20.
const COLD: [u64; 21] = [
    1, 1, 2, 4, 7, 10, 16, 25, 45, 75, 118, 185, 305, 492, 812, 1281, 2053, 3307, 5394, 8777, 14421,
];

fn squares() -> Rule {
    Rule::named("squares").unwrap()
}

fn values(method: &str, exponent: usize) -> Vec<u16> {
    let method = NIM_METHODS.iter().find(|other| other.name == method).unwrap();
    (method.evaluate)(&squares(), 1 << exponent, &Effort::silent(2)).unwrap()
}

fn are_known(values: &[u16]) {
    for (exponent, largest) in (4..).zip(MAX_VALUES) {
        if let Some(values) = values.get(..1 << exponent) {
            assert_eq!(values.iter().max(), Some(&largest), "below 2^{exponent}");
        }
    }
    for (exponent, cold) in COLD.into_iter().enumerate() {
        if let Some(values) = values.get(..1 << exponent) {
            let found = values.iter().filter(|&&value| value == 0).count() as u64;
            assert_eq!(found, cold, "below 2^{exponent}");
        }
    }
    assert!(values.windows(2).all(|pair| (pair[0] == 0) == (pair[1] == 1)));
}

#[test]
fn values_of_squares_are_as_known() {
    for method in ["blocked", "per-value", "dp"] {
        are_known(&values(method, 18));
    }
}

#[test]
#[ignore = "takes about a minute"]
fn many_values_of_squares_are_as_known() {
    are_known(&values("blocked", 24));
    are_known(&values("per-value", 22));
    are_known(&values("convolution-per-value", 20));
}

#[test]
fn cold_squares_are_as_many_as_known() {
    let cold =
        (cold_method("convolution").unwrap().evaluate)(&squares(), 1 << 20, &Effort::silent(1));
    for (exponent, expected) in COLD.into_iter().enumerate() {
        assert_eq!(cold.count(1 << exponent), expected, "below 2^{exponent}");
        assert_eq!(
            (cold_method("convolution").unwrap().evaluate)(
                &squares(),
                1 << exponent,
                &Effort::silent(1)
            )
            .count(u64::MAX),
            expected
        );
    }
}
